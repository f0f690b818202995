//! Memory that the kernels of all sim devices share with the host: managed memory, an arena of its own that is never hidden,
//! and all of the host's, once a program asks for that.

use super::arena::Arena;
use super::{gate, shadow};
use crate::device::DeviceResult;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

static MANAGED: OnceLock<Arc<Arena>> = OnceLock::new();

/// The arena of managed memory, which lends at most `limit` bytes.
pub fn managed(limit: u64) -> DeviceResult<&'static Arc<Arena>> {
    static MAKING: Mutex<()> = Mutex::new(());
    let _guard = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
    let made = match MANAGED.get() {
        Some(arena) => arena.clone(),
        None => Arc::new(Arena::new(limit)?),
    };
    Ok(MANAGED.get_or_init(|| made))
}

/// Lets kernels use all of the host's memory.
pub fn share_host() {
    shadow::open_rest();
}

fn managed_at(address: u64) -> Option<&'static Arc<Arena>> {
    MANAGED.get().filter(|arena| arena.contains(address))
}

/// Whether kernels of all devices can use the address, as far as it is anybody's.
pub fn holds(address: u64) -> bool {
    managed_at(address).is_some() || (shadow::rest_is_open() && gate::owner(address).is_none())
}

/// Checks that a device with memory `own` can copy from or to `at..at + bytes`.
pub fn check(own: &Arena, call: &'static str, at: u64, bytes: u64) -> DeviceResult<()> {
    match managed_at(at) {
        Some(arena) => arena.check(call, at, bytes),
        None if holds(at) => Ok(()),
        None => own.check(call, at, bytes),
    }
}
