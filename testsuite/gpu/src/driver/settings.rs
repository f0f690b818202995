//! What the environment asks of the stand-in (`README.md` lists the variables).

use super::error::{self, Code};
use std::path::PathBuf;
use std::time::Duration;

/// How far work may lag behind its submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Each stream has a thread; some work is done at submission.
    Eager,
    /// Nothing is done before something waits for it.
    Lazy { copies: Copies },
}

/// When an asynchronous copy reads pageable host memory. All are the driver's right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copies {
    /// Before the call returns.
    Staged,
    /// When the stream comes to it.
    Late,
    /// One or the other, by chance.
    Either,
}

/// A result that one call gets instead of being carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Injected {
    /// The function; `any` counts all of them.
    pub call: String,
    /// The how manieth call of it, from 1.
    pub at: u64,
    /// Every call behind it gets the same, whatever its function: the device is lost.
    pub onward: bool,
    pub code: Code,
}

/// Where the numbers of calls go when the program ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counts {
    None,
    Stderr,
    File(String),
}

/// What kernels share with the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shares {
    Nothing,
    /// Managed memory.
    Managed,
    /// All of the host's memory too.
    Host,
}

#[derive(Clone, Debug)]
pub struct Settings {
    pub seed: u64,
    pub pace: Pace,
    /// The longest pause before a call and before a stream's operation.
    pub delay: Duration,
    pub devices: usize,
    /// Bytes of each device's memory.
    pub memory: u64,
    /// Compute capability.
    pub capability: (u32, u32),
    /// The CUDA version that the driver is of.
    pub cuda: (u32, u32),
    /// Bytes of the heap of a kernel's `malloc`, and of each thread's stack.
    pub heap: u64,
    pub stack: u64,
    pub shares: Shares,
    /// It has launches whose blocks wait for each other.
    pub together: bool,
    pub injected: Vec<Injected>,
    pub counts: Counts,
    /// The function at whose first call the driver registers its own exit function.
    pub ends: String,
    /// The folder for what kernels cost.
    pub profile: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 1,
            pace: Pace::Eager,
            delay: Duration::ZERO,
            devices: 1,
            memory: 4 << 30,
            capability: (7, 6),
            cuda: (13, 2),
            heap: 8 << 20,
            stack: 1024,
            shares: Shares::Managed,
            together: true,
            injected: Vec::new(),
            counts: Counts::None,
            ends: "cuInit".into(),
            profile: None,
        }
    }
}

impl Settings {
    pub fn from_environment() -> Result<Self, String> {
        Self::read(|name| std::env::var(name).ok().filter(|v| !v.is_empty()))
    }

    fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let mut settings = Self::default();
        let number = |name: &str, into: &mut u64| match variable(name) {
            None => Ok(()),
            Some(word) => word
                .parse()
                .map(|n| *into = n)
                .map_err(|_| format!("{name}={word} is no whole number")),
        };
        let (mut lazy, mut delay, mut devices, mut mebibytes) = (0, 0, 1, settings.memory >> 20);
        number("ACCRS_GPU_SEED", &mut settings.seed)?;
        number("ACCRS_GPU_LAZY", &mut lazy)?;
        number("ACCRS_GPU_DELAY", &mut delay)?;
        number("ACCRS_GPU_DEVICES", &mut devices)?;
        number("ACCRS_GPU_MEMORY", &mut mebibytes)?;
        number("ACCRS_GPU_HEAP", &mut settings.heap)?;
        number("ACCRS_GPU_STACK", &mut settings.stack)?;
        settings.shares = match variable("ACCRS_GPU_SHARES").as_deref() {
            None | Some("managed") => Shares::Managed,
            Some("nothing") => Shares::Nothing,
            Some("unified") => Shares::Host,
            Some(word) => {
                return Err(format!(
                    "ACCRS_GPU_SHARES={word}: nothing, managed and unified are known"
                ));
            }
        };
        settings.together = match variable("ACCRS_GPU_TOGETHER").as_deref() {
            None | Some("1") => true,
            Some("0") => false,
            Some(word) => return Err(format!("ACCRS_GPU_TOGETHER={word}: want 0 or 1")),
        };
        settings.pace = pace(lazy)?;
        settings.delay = Duration::from_micros(delay);
        settings.devices = usize::try_from(devices)
            .ok()
            .filter(|n| *n <= 64)
            .ok_or("ACCRS_GPU_DEVICES is at most 64")?;
        settings.memory = mebibytes
            .checked_mul(1 << 20)
            .filter(|bytes| *bytes <= 1 << 40)
            .ok_or("ACCRS_GPU_MEMORY is in MiB, at most 1048576")?;
        if let Some(word) = variable("ACCRS_GPU_CC") {
            settings.capability = version("ACCRS_GPU_CC", &word)?;
        }
        if let Some(word) = variable("ACCRS_GPU_CUDA") {
            settings.cuda = version("ACCRS_GPU_CUDA", &word)?;
        }
        if let Some(words) = variable("ACCRS_GPU_FAIL") {
            settings.injected = words.split(',').map(injected).collect::<Result<_, _>>()?;
        }
        settings.counts = match variable("ACCRS_GPU_COUNTS").as_deref() {
            None | Some("0") => Counts::None,
            Some("1") => Counts::Stderr,
            Some(file) => Counts::File(file.to_string()),
        };
        if let Some(call) = variable("ACCRS_GPU_ENDS") {
            settings.ends = call;
        }
        settings.profile = variable("ACCRS_GPU_PROFILE").map(PathBuf::from);
        Ok(settings)
    }
}

fn pace(lazy: u64) -> Result<Pace, String> {
    let copies = match lazy {
        0 => return Ok(Pace::Eager),
        1 => Copies::Staged,
        2 => Copies::Late,
        3 => Copies::Either,
        _ => return Err(format!("ACCRS_GPU_LAZY={lazy}: want 0, 1, 2 or 3")),
    };
    Ok(Pace::Lazy { copies })
}

/// "7.5" or "75".
fn version(name: &str, word: &str) -> Result<(u32, u32), String> {
    let both = match word.split_once('.') {
        Some((major, minor)) => major.parse().ok().zip(minor.parse().ok()),
        None => word.parse::<u32>().ok().map(|n| (n / 10, n % 10)),
    };
    both.filter(|(major, minor)| (1..100).contains(major) && *minor < 10)
        .ok_or_else(|| format!("{name}={word}: want a version as 9.0"))
}

/// `cuMemAlloc_v2`, `cuMemAlloc_v2:3`, `any:57`, `cuMemAlloc_v2:3=OUT_OF_MEMORY`, `cuStreamSynchronize:2+=ILLEGAL_ADDRESS`.
fn injected(word: &str) -> Result<Injected, String> {
    let (place, code) = match word.split_once('=') {
        Some((place, code)) => {
            let code = error::parse(code)
                .ok_or_else(|| format!("ACCRS_GPU_FAIL: '{code}' is no CUDA error"))?;
            (place, code)
        }
        None => (word, Code::UNKNOWN),
    };
    let (place, onward) = match place.strip_suffix('+') {
        Some(place) => (place, true),
        None => (place, false),
    };
    let (call, at) = match place.split_once(':') {
        Some((call, at)) => {
            let at = at.parse().ok().filter(|n| *n > 0);
            (
                call,
                at.ok_or_else(|| format!("ACCRS_GPU_FAIL: '{place}' has no number from 1"))?,
            )
        }
        None => (place, 1),
    };
    Ok(Injected {
        call: call.to_string(),
        at,
        onward,
        code,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn with(pairs: &[(&str, &str)]) -> Result<Settings, String> {
        Settings::read(|name| {
            let found = pairs.iter().find(|(n, _)| *n == name);
            found.map(|(_, value)| value.to_string())
        })
    }

    #[test]
    fn reads_the_variables() {
        let settings = with(&[
            ("ACCRS_GPU_LAZY", "2"),
            ("ACCRS_GPU_CC", "9.0"),
            ("ACCRS_GPU_MEMORY", "16"),
            ("ACCRS_GPU_FAIL", "cuMemAlloc_v2:3=2,any:57+"),
            ("ACCRS_GPU_COUNTS", "calls.txt"),
        ])
        .unwrap();
        let copies = Copies::Late;
        assert_eq!(settings.pace, Pace::Lazy { copies });
        assert_eq!(settings.capability, (9, 0));
        assert_eq!(settings.memory, 16 << 20);
        assert_eq!(settings.injected[0].code, Code::OUT_OF_MEMORY);
        assert_eq!((settings.injected[0].at, settings.injected[1].at), (3, 57));
        assert_eq!(settings.injected[1].call, "any");
        assert!(!settings.injected[0].onward && settings.injected[1].onward);
        assert_eq!(settings.counts, Counts::File("calls.txt".into()));
    }

    #[test]
    fn what_makes_no_sense_is_an_error() {
        for (name, value) in [
            ("ACCRS_GPU_LAZY", "4"),
            ("ACCRS_GPU_SEED", "x"),
            ("ACCRS_GPU_CC", "new"),
            ("ACCRS_GPU_FAIL", "cuInit:0"),
            ("ACCRS_GPU_FAIL", "cuInit=oops"),
        ] {
            assert!(with(&[(name, value)]).is_err(), "{name}={value}");
        }
    }
}
