//! What a thread's async-arguments mean (§2.16).

use super::{CONTROLS, Controls, controls};
use crate::abi::{ASYNC_DEFAULT, ASYNC_NOVAL, INITIAL_DEFAULT};
use crate::fatal::Outcome;
use crate::queue::async_value;
use crate::site::Caller;
use std::ffi::c_int;

/// The queue number of `async` without an argument, for this thread.
pub fn default_async() -> c_int {
    controls().default_async
}

/// The queue that an async-argument means; `None` is synchronous.
pub fn key_of(place: &Caller<'_>, argument: c_int) -> Outcome<Option<c_int>> {
    async_value(argument, default_async()).map_err(|e| e.at(&place))
}

/// Sets the queue of `async` without an argument (§3.2.14): `acc_async_noval` has no effect, `acc_async_default` goes back.
pub fn set_default_async(place: &Caller<'_>, value: c_int) -> Outcome<()> {
    match value {
        ASYNC_NOVAL => {}
        ASYNC_DEFAULT => set(INITIAL_DEFAULT),
        _ => {
            key_of(place, value)?;
            set(value);
        }
    }
    Ok(())
}

fn set(value: c_int) {
    CONTROLS.set(Controls {
        default_async: value,
        ..controls()
    });
}
