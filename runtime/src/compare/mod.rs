//! `ACCRS_COMPARE`: each compute construct of a device runs on the host's cores too, from the same values, and what both leave is compared.
//!
//! ```text
//! __accrs_compute_begin   a device is to run it: [`begin`]
//! data comes              what the kernels may use, as the device has it: [`entered`]
//! kernels                 as ever
//! data goes               what they have left, where it isn't there any more afterwards: [`leaving`]
//! __accrs_compute_again   the host's memory gets what the device had: the construct once more, on the cores
//! __accrs_compute_again   the results are compared, and the host's memory is what it was: [`again`]
//! ```
//!
//! The words of `ACCRS_COMPARE` are those of nvc's `PCAST_COMPARE` (`abs=n`, `rel=n`, `report=n`, `stop`), or 1. Without `rel` and `abs`, `float`s may be
//! 10^-5 of their value apart and `double`s 10^-10, since sums are formed in other orders, and devices round products and sums at once.
//! While it is set, constructs are synchronous, and run one after the other.

pub mod element;
mod report;
mod section;
mod twice;
pub mod value;

use crate::environment;
use crate::fatal::{Failure, Outcome};
use std::sync::OnceLock;
use value::{Settings, read};

pub use twice::{Running, again, begin, entered, in_parts, is_on, leaving, on_cores};

const NAME: &str = "ACCRS_COMPARE";

/// What is allowed where the user says nothing of it.
const USUAL: Settings = Settings {
    relative: [1e-5, 1e-10],
    ..Settings::EXACT
};

/// What is asked for; `None`: nothing.
fn settings() -> Outcome<Option<&'static Settings>> {
    static READ: OnceLock<Result<Option<Settings>, String>> = OnceLock::new();
    let read = READ.get_or_init(|| {
        let words = environment::var(NAME).unwrap_or_default();
        match words.trim() {
            "" | "0" => Ok(None),
            "1" => Ok(Some(USUAL)),
            words => read(NAME, words, USUAL).map(Some),
        }
    });
    match read {
        Ok(settings) => Ok(settings.as_ref()),
        Err(text) => Err(Failure::new(text.clone())),
    }
}
