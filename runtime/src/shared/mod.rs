//! Memory that the host and a device share. Data in shared memory is in no present table: its address on the device is
//! its own, and data clauses, updates and attachments do nothing with it (OpenACC 3.3 §2.7, "If the data is in shared memory").
//!
//! A program asks for it when it is compiled (`--acc-memory`, nvc's `-gpu=managed` and `-gpu=unified`), or when it runs:
//!
//! - managed: what the program allocates comes from memory that the driver moves between host and device ([`crate::managed`]);
//!   variables have copies on the device, as always;
//! - pinned: nothing is shared; what the program allocates is page-locked, which copies need not go around;
//! - unified: all of the host's memory, where the device reaches that ([`crate::device::Device::share_host`]).
//!
//! Where the device can't do it, the program is told so, once, and its data is copied as its clauses say.

pub mod slabs;

use crate::abi::target;
use crate::device::Device;
use crate::fatal::{Failure, Outcome};
use crate::kinds::Kind;
use crate::notify::warn;
use std::fmt::Display;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// What a program asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    Separate,
    Managed,
    Unified,
    /// As separate; what the program allocates is page-locked.
    Pinned,
}

/// The bits of the units that have registered.
static ASKED: AtomicU32 = AtomicU32::new(0);

/// Notes what a translation unit was compiled for.
pub fn note(targets: u32) {
    ASKED.fetch_or(
        targets & (target::MANAGED | target::UNIFIED | target::PINNED),
        Ordering::SeqCst,
    );
}

/// `ACCRS_MEMORY`, which counts for more than what the program was compiled for.
fn environment() -> &'static Result<Option<Wanted>, String> {
    static READ: OnceLock<Result<Option<Wanted>, String>> = OnceLock::new();
    READ.get_or_init(|| match crate::environment::var("ACCRS_MEMORY") {
        Some(value) => read(&value).map(Some),
        None => Ok(None),
    })
}

fn read(value: &str) -> Result<Wanted, String> {
    Ok(match value.trim().to_ascii_lowercase().as_str() {
        "separate" => Wanted::Separate,
        "managed" => Wanted::Managed,
        "unified" => Wanted::Unified,
        "pinned" => Wanted::Pinned,
        _ => {
            return Err(format!(
                "ACCRS_MEMORY={value}: it is separate, managed, unified or pinned"
            ));
        }
    })
}

/// What the program wants, as far as its units have registered.
pub fn wanted() -> Wanted {
    if let Ok(Some(wanted)) = environment() {
        return *wanted;
    }
    let asked = ASKED.load(Ordering::Relaxed);
    if asked & target::UNIFIED != 0 {
        Wanted::Unified
    } else if asked & target::MANAGED != 0 {
        Wanted::Managed
    } else if asked & target::PINNED != 0 {
        Wanted::Pinned
    } else {
        Wanted::Separate
    }
}

/// A device that is opened, and its name: whether it can do what is wanted. Tells where it can't.
///
/// # Errors
/// A variable of the environment that can't be read.
pub fn check(device: &dyn Device, shares_host: bool, name: &dyn Display) -> Outcome<()> {
    environment()
        .as_ref()
        .map_err(|text| Failure::new(text.clone()))?;
    let given = match wanted() {
        Wanted::Managed => Some(("managed", "data is copied, as data clauses say")),
        Wanted::Pinned => Some(("pinned", "copies wait for the driver's own buffers")),
        _ => None,
    };
    if let (Some((word, then)), false) = (given, slabs::is_linked()) {
        warn(&format!(
            "warning: this program was compiled for {word} memory, but not linked for it: give -gpu={word} (--acc-memory={word}) \
             to the link as well; until then {then}"
        ));
        return Ok(());
    }
    let lacks = match wanted() {
        Wanted::Separate | Wanted::Pinned => return Ok(()),
        Wanted::Unified if shares_host => return Ok(()),
        Wanted::Managed if device.has_managed() => return Ok(()),
        Wanted::Unified => {
            "can't use the host's memory directly (that takes Linux with Heterogeneous Memory Management and NVIDIA's open \
             kernel modules, or Grace Hopper), which this program asks for by -gpu=unified or ACCRS_MEMORY"
        }
        Wanted::Managed => {
            "has no managed memory that host and device can use at the same time, which this program asks for by -gpu=managed \
             or ACCRS_MEMORY"
        }
    };
    warn(&format!(
        "warning: {name} ({}) {lacks}: data is copied, as data clauses say",
        device.properties().name
    ));
    Ok(())
}

/// Whether a device of a kind can use `bytes` bytes of the host's memory from `host` on where they are; `shares_host`: it can
/// use all of that.
pub fn holds(kind: Kind, shares_host: bool, host: usize, bytes: usize) -> bool {
    host != 0 && (shares_host || slabs::holds(kind, host, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_the_environment() {
        assert_eq!(read(" Managed "), Ok(Wanted::Managed));
        assert_eq!(read("separate"), Ok(Wanted::Separate));
        assert_eq!(read("unified"), Ok(Wanted::Unified));
        assert!(read("shared").is_err_and(|e| e.contains("separate, managed, unified or pinned")));
    }
}
