//! The environment variables of sim.

use super::check::Kinds;
use super::failing::Failing;
use crate::device::{DeviceError, DeviceResult};
use crate::environment;

/// What kernels share with the host.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shares {
    Nothing,
    /// Managed memory.
    Managed,
    /// Managed memory, and all of the host's for programs that ask for it.
    Host,
}

pub struct Settings {
    pub devices: u32,
    /// Bytes of each device.
    pub memory: u64,
    /// Workers.
    pub threads: usize,
    /// Microseconds by which calls and operations are late at most.
    pub delay: u64,
    pub shares: Shares,
    /// Blocks of a launch that may wait for each other; 0: there are no such launches.
    pub together: u32,
    /// The call that fails on purpose.
    pub failing: Option<Failing>,
    /// Each call is told (`ACCRS_SIM_CALLS=1`).
    pub told: bool,
}

impl Settings {
    /// Reads the environment; an error names the variable and what it may hold.
    pub fn read() -> DeviceResult<Self> {
        if let Some(text) = environment::var("ACCRS_CHECK") {
            let words = "race, bounds, uninit, wait and stale, with commas between them";
            Kinds::of(&text).map_err(|_| bad("ACCRS_CHECK", &text, words))?;
        }
        let devices = number("ACC_NUM_SIM_DEVICES", 64)?.unwrap_or(1);
        let threads = number("ACCRS_SIM_THREADS", 1024)?;
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
        let memory = match environment::var("ACCRS_SIM_MEMORY") {
            Some(text) => bytes(&text).ok_or_else(|| {
                bad(
                    "ACCRS_SIM_MEMORY",
                    &text,
                    "a number of bytes greater than 0, optionally followed by K, M or G",
                )
            })?,
            None => half_of_memory(),
        };
        Ok(Self {
            devices: devices as u32,
            memory,
            threads: threads.map_or(cores, |n| n as usize),
            delay: number("ACCRS_SIM_DELAY", 1_000_000)?.unwrap_or(0),
            shares: shares()?,
            together: together()?,
            failing: Failing::read()?,
            told: number("ACCRS_SIM_CALLS", 1)?.is_some(),
        })
    }
}

fn shares() -> DeviceResult<Shares> {
    const NAME: &str = "ACCRS_SIM_SHARES";
    Ok(match environment::var(NAME).as_deref() {
        None | Some("unified") => Shares::Host,
        Some("managed") => Shares::Managed,
        Some("nothing") => Shares::Nothing,
        Some(text) => return Err(bad(NAME, text, "nothing, managed or unified")),
    })
}

fn together() -> DeviceResult<u32> {
    const NAME: &str = "ACCRS_SIM_TOGETHER";
    // No power of two, and more than there are cores on most machines that tests run on.
    const USUAL: u32 = 7;
    const MOST: u32 = 64;
    let Some(text) = environment::var(NAME) else {
        return Ok(USUAL);
    };
    match text.trim().parse() {
        Ok(n) if n <= MOST => Ok(n),
        _ => Err(bad(NAME, &text, &format!("a number from 0 to {MOST}"))),
    }
}

fn bad(name: &str, text: &str, may_be: &str) -> DeviceError {
    DeviceError::Driver {
        call: "sim",
        message: format!("{name}={text}: should be {may_be}"),
    }
}

fn number(name: &str, most: u64) -> DeviceResult<Option<u64>> {
    let Some(text) = environment::var(name) else {
        return Ok(None);
    };
    match text.trim().parse::<u64>() {
        Ok(n) if (1..=most).contains(&n) => Ok(Some(n)),
        _ => Err(bad(name, &text, &format!("a number from 1 to {most}"))),
    }
}

/// "64M" → 67108864; nothing for what is no size, or zero.
pub fn bytes(text: &str) -> Option<u64> {
    let text = text.trim();
    let digits = text.trim_end_matches(['k', 'K', 'm', 'M', 'g', 'G']);
    let shift = match text.get(digits.len()..)?.to_ascii_uppercase().as_str() {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return None,
    };
    let n = digits.trim().parse::<u64>().ok()?.checked_mul(1 << shift)?;
    (n > 0).then_some(n)
}

fn half_of_memory() -> u64 {
    // SAFETY: sysconf only reads.
    let (pages, page) = unsafe {
        (
            libc::sysconf(libc::_SC_PHYS_PAGES),
            libc::sysconf(libc::_SC_PAGESIZE),
        )
    };
    match (u64::try_from(pages), u64::try_from(page)) {
        (Ok(pages), Ok(page)) if pages > 0 => pages * page / 2,
        _ => 4 << 30,
    }
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn sizes() {
        assert_eq!(bytes("64M"), Some(64 << 20));
        assert_eq!(bytes(" 3g "), Some(3 << 30));
        assert_eq!(bytes("100"), Some(100));
        assert_eq!(bytes("1KK"), None);
        assert_eq!(bytes("0"), None);
        assert_eq!(bytes("-1"), None);
        assert_eq!(bytes("many"), None);
        assert_eq!(bytes("99999999999G"), None);
    }
}
