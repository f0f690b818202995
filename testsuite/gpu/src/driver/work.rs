//! Work that streams carry out: copies, fills, launches, and what the host asked to be told.

use super::attributes::most_shared;
use super::call::say;
use super::error::{Code, Outcome};
use super::gpu::{Device, Function, Gpu, Handle};
use crate::exec;
use crate::fault::Fault;
use std::ffi::{c_int, c_void};
use std::ops::Range;
use std::sync::atomic::Ordering;

/// A function of the host that a stream calls.
pub enum Callback {
    /// `cuLaunchHostFunc`
    Plain(unsafe extern "C" fn(*mut c_void)),
    /// `cuStreamAddCallback`, with the stream's handle.
    Status(
        unsafe extern "C" fn(*mut c_void, c_int, *mut c_void),
        Handle,
    ),
}

/// Where a copy to the device takes its bytes from.
pub enum Source {
    /// Read before the call returned.
    Staged(Vec<u8>),
    /// The program's memory, read when the copy runs.
    Host(u64),
}

pub enum Work {
    CopyIn {
        to: u64,
        from: Source,
        bytes: u64,
    },
    CopyOut {
        to: u64,
        from: u64,
        bytes: u64,
    },
    /// Within a device or between two.
    CopyWithin {
        to: u64,
        from: u64,
        bytes: u64,
    },
    /// `count` times the first `width` bytes of `pattern`.
    Fill {
        to: u64,
        pattern: [u8; 4],
        width: usize,
        count: u64,
    },
    Launch(Box<Launch>),
    Call(Callback, UserData),
    Free(u64),
    Record(Handle),
    /// Only what comes before it matters.
    Wait,
}

pub struct Launch {
    pub function: Function,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub together: bool,
    pub dynamic_shared: u32,
    pub params: Vec<u8>,
    pub seed: u64,
}

/// What a callback is given.
pub struct UserData(pub *mut c_void);

// SAFETY: the program gave it to be used from another thread.
unsafe impl Send for UserData {}
// SAFETY: as above; nothing here looks through it.
unsafe impl Sync for UserData {}

impl Work {
    /// Whether a call may do it before it returns: a kernel is to run beside the host, and a callback on another thread.
    pub fn is_short(&self) -> bool {
        !matches!(self, Work::Launch(_) | Work::Call(..))
    }

    /// The host memory that it writes.
    pub fn writes_host(&self) -> Option<Range<u64>> {
        match self {
            Work::CopyOut { to, bytes, .. } => Some(*to..to + bytes),
            _ => None,
        }
    }
}

/// Carries out one operation; an error ends the device's contexts.
pub fn carry_out(gpu: &'static Gpu, device: usize, work: &Work) -> Outcome {
    let here = &gpu.devices[device];
    let done = match work {
        Work::Record(_) | Work::Wait => Ok(()),
        Work::CopyIn { to, from, bytes } => copy_in(gpu, *to, from, *bytes),
        Work::CopyOut { to, from, bytes } => {
            // SAFETY: the program has promised this memory until the copy is done.
            let to = unsafe { std::slice::from_raw_parts_mut(*to as *mut u8, *bytes as usize) };
            owner(gpu, *from).and_then(|d| d.memory.read(*from, to))
        }
        Work::CopyWithin { to, from, bytes } => copy_within(gpu, *to, *from, *bytes),
        Work::Fill {
            to,
            pattern,
            width,
            count,
        } => owner(gpu, *to).and_then(|d| match width {
            1 => d.memory.fill(*to, pattern[0], *count),
            _ => d
                .memory
                .write(*to, &pattern[..*width].repeat(*count as usize)),
        }),
        Work::Launch(launch) => kernel(gpu, here, launch),
        Work::Free(address) => {
            if !here.memory.free(*address) {
                return Err(Code::INVALID_VALUE);
            }
            Ok(())
        }
        Work::Call(function, data) => {
            // SAFETY: the program gave the function and its argument to be called from another thread.
            unsafe {
                match function {
                    Callback::Plain(f) => f(data.0),
                    Callback::Status(f, stream) => f(*stream as *mut c_void, 0, data.0),
                }
            }
            Ok(())
        }
    };
    done.map_err(|fault| {
        say(&fault.to_string());
        code_of(&fault)
    })
}

/// The device of an address. One that is none's goes to the first device's memory, which says what is wrong with it.
fn owner(gpu: &'static Gpu, address: u64) -> Result<&'static Device, Fault> {
    Ok(&gpu.devices[gpu.owner(address).unwrap_or(0)])
}

fn copy_in(gpu: &'static Gpu, to: u64, from: &Source, bytes: u64) -> Result<(), Fault> {
    let bytes = match from {
        Source::Staged(bytes) => bytes.as_slice(),
        // SAFETY: the program has promised this memory until the copy is done.
        Source::Host(from) => unsafe {
            std::slice::from_raw_parts(*from as *const u8, bytes as usize)
        },
    };
    owner(gpu, to)?.memory.write(to, bytes)
}

fn copy_within(gpu: &'static Gpu, to: u64, from: u64, bytes: u64) -> Result<(), Fault> {
    let (target, source) = (owner(gpu, to)?, owner(gpu, from)?);
    if std::ptr::eq(target, source) {
        return target.memory.copy(to, from, bytes);
    }
    let mut between = vec![0; bytes as usize];
    source.memory.read(from, &mut between)?;
    target.memory.write(to, &between)
}

fn kernel(gpu: &Gpu, device: &Device, launch: &Launch) -> Result<(), Fault> {
    if launch.function.info().uses_heap {
        device.heap_used.store(true, Ordering::Relaxed);
    }
    exec::launch(exec::Launch {
        loaded: &launch.function.module.loaded,
        kernel: launch.function.kernel,
        grid: launch.grid,
        block: launch.block,
        together: launch.together,
        dynamic_shared: launch.dynamic_shared,
        params: &launch.params,
        memory: &device.memory,
        heap: &device.heap,
        stack_limit: device.stack.load(Ordering::Relaxed),
        seed: launch.seed,
        limits: &exec::Limits {
            shared: most_shared(gpu.settings.capability) as usize,
            ..exec::Limits::default()
        },
        profile: gpu.settings.profile.as_ref().map(|_| &gpu.profile),
        out: &mut to_stdout,
    })
    .map(|_| ())
}

/// Text of a kernel's printf, by way of C's own stdout: what the program has written itself stays in order with it.
fn to_stdout(text: &str) {
    unsafe extern "C" {
        static stdout: *mut libc::FILE;
    }
    // SAFETY: the text has the length given; stdout is open until the program ends.
    unsafe { libc::fwrite(text.as_ptr().cast(), 1, text.len(), stdout) };
}

/// What the driver answers from then on.
pub fn code_of(fault: &Fault) -> Code {
    match fault {
        Fault::IllegalAddress { .. } => Code::ILLEGAL_ADDRESS,
        Fault::Misaligned { .. } => Code::MISALIGNED_ADDRESS,
        Fault::Assert { .. } => Code::ASSERT,
        Fault::StackOverflow { .. } => Code::HARDWARE_STACK_ERROR,
        Fault::BadJump { .. } => Code::INVALID_PC,
        Fault::Barrier { .. } | Fault::Trap { .. } | Fault::Heap { .. } => Code::LAUNCH_FAILED,
        Fault::LaunchOutOfResources(_) => Code::LAUNCH_OUT_OF_RESOURCES,
        Fault::InvalidLaunch(_) => Code::INVALID_VALUE,
        Fault::OutOfMemory(_) => Code::OUT_OF_MEMORY,
        Fault::Unsupported(_) => Code::NOT_SUPPORTED,
        Fault::Timeout { .. } => Code::LAUNCH_TIMEOUT,
    }
}
