//! What ends a kernel or a copy before its time, in words that name the place.

use std::fmt;

/// Where a thread was when it went wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    pub kernel: String,
    /// The function that the instruction stands in: the kernel or a routine that it calls.
    pub function: String,
    pub block: [u32; 3],
    pub thread: [u32; 3],
    /// Line of the PTX text, from 1.
    pub line: u32,
    /// File and line of the source, where the PTX has `.loc`.
    pub source: Option<(String, u32)>,
    /// The instruction's words.
    pub instruction: String,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.block;
        let [i, j, k] = self.thread;
        write!(f, "kernel {}", self.kernel)?;
        if self.function != self.kernel {
            write!(f, ", function {}", self.function)?;
        }
        write!(f, ", block ({x},{y},{z}), thread ({i},{j},{k})")?;
        write!(f, ", PTX line {}: `{}`", self.line, self.instruction)?;
        match &self.source {
            Some((file, line)) => write!(f, " ({file}:{line})"),
            None => Ok(()),
        }
    }
}

/// A fault of the device. `place` is none for a copy that the host asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Memory that no allocation holds, or that is another state space's.
    IllegalAddress {
        address: u64,
        bytes: u64,
        why: &'static str,
        place: Option<Box<Position>>,
    },
    Misaligned {
        address: u64,
        bytes: u64,
        place: Option<Box<Position>>,
    },
    /// A barrier, or a warp's exchange, that a thread never reaches.
    Barrier {
        why: String,
        place: Option<Box<Position>>,
    },
    Trap {
        place: Option<Box<Position>>,
    },
    /// A failed `assert` of device code: the words that CUDA prints of it.
    Assert {
        message: String,
        place: Option<Box<Position>>,
    },
    StackOverflow {
        bytes: u64,
        limit: u64,
        place: Option<Box<Position>>,
    },
    /// `free` in a kernel of what `malloc` did not give.
    Heap {
        address: u64,
        place: Option<Box<Position>>,
    },
    /// An index or an address that leads to no code.
    BadJump {
        why: String,
        place: Option<Box<Position>>,
    },
    /// A launch that no multiprocessor has the resources for.
    LaunchOutOfResources(String),
    /// A launch whose sizes no GPU takes.
    InvalidLaunch(String),
    /// The device's memory does not hold a module's variables.
    OutOfMemory(u64),
    Unsupported(String),
    /// A thread that ran for more instructions than `Limits` allow.
    Timeout {
        instructions: u64,
        place: Option<Box<Position>>,
    },
}

impl Fault {
    pub(crate) fn illegal(address: u64, bytes: u64, why: &'static str) -> Fault {
        Fault::IllegalAddress {
            address,
            bytes,
            why,
            place: None,
        }
    }

    pub(crate) fn barrier(why: impl Into<String>) -> Fault {
        Fault::Barrier {
            why: why.into(),
            place: None,
        }
    }

    /// Names the place, if none is named yet.
    pub(crate) fn at(mut self, here: impl FnOnce() -> Position) -> Fault {
        if let Some(place @ None) = self.place_mut() {
            *place = Some(Box::new(here()));
        }
        self
    }

    fn place_mut(&mut self) -> Option<&mut Option<Box<Position>>> {
        match self {
            Fault::IllegalAddress { place, .. }
            | Fault::Misaligned { place, .. }
            | Fault::Barrier { place, .. }
            | Fault::Trap { place }
            | Fault::Assert { place, .. }
            | Fault::StackOverflow { place, .. }
            | Fault::Heap { place, .. }
            | Fault::BadJump { place, .. }
            | Fault::Timeout { place, .. } => Some(place),
            _ => None,
        }
    }

    pub fn place(&self) -> Option<&Position> {
        match self {
            Fault::IllegalAddress { place, .. }
            | Fault::Misaligned { place, .. }
            | Fault::Barrier { place, .. }
            | Fault::Trap { place }
            | Fault::Assert { place, .. }
            | Fault::StackOverflow { place, .. }
            | Fault::Heap { place, .. }
            | Fault::BadJump { place, .. }
            | Fault::Timeout { place, .. } => place.as_deref(),
            _ => None,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::IllegalAddress {
                address,
                bytes,
                why,
                ..
            } => write!(f, "illegal access to {bytes} bytes at {address:#x}: {why}")?,
            Fault::Misaligned { address, bytes, .. } => {
                write!(f, "misaligned access to {bytes} bytes at {address:#x}")?
            }
            Fault::Barrier { why, .. } | Fault::BadJump { why, .. } => f.write_str(why)?,
            Fault::Trap { .. } => f.write_str("trap")?,
            Fault::Assert { message, .. } => f.write_str(message)?,
            Fault::StackOverflow { bytes, limit, .. } => {
                write!(f, "the stack needs {bytes} bytes, the limit is {limit}")?
            }
            Fault::Heap { address, .. } => {
                write!(f, "free of {address:#x}, which malloc did not give")?
            }
            Fault::LaunchOutOfResources(why)
            | Fault::InvalidLaunch(why)
            | Fault::Unsupported(why) => f.write_str(why)?,
            Fault::OutOfMemory(bytes) => write!(f, "no room for {bytes} bytes of variables")?,
            Fault::Timeout { instructions, .. } => {
                write!(f, "a thread ran for {instructions} instructions")?
            }
        }
        match self.place() {
            Some(place) => write!(f, " in {place}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Fault {}
