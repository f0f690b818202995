//! `acc_get_property` and `acc_get_property_string` (§3.2.6).

use crate::context::named::device_named;
use crate::devices;
use crate::fatal::{Outcome, guard, lock};
use crate::kinds::device_type::device_t;
use crate::state::{Current, DeviceState};
use std::collections::HashMap;
use std::ffi::{CString, c_char, c_int};
use std::sync::Mutex;

/// `acc_device_property_t` of openacc.h.
pub mod property_t {
    use std::ffi::c_int;
    pub const MEMORY: c_int = 1;
    pub const FREE_MEMORY: c_int = 2;
    pub const SHARED_MEMORY_SUPPORT: c_int = 3;
    pub const NAME: c_int = 0x10001;
    pub const VENDOR: c_int = 0x10002;
    pub const DRIVER: c_int = 0x10003;
}

/// The device, opened; `None` when there is none such.
fn device(number: c_int, device_type: c_int) -> Option<Current> {
    if device_type == device_t::NONE {
        return None;
    }
    let (kind, ordinal) = device_named(number, device_type).ok()?;
    devices::open(kind, ordinal).ok()
}

/// Bytes of the host's memory.
pub(super) fn host_memory() -> usize {
    // SAFETY: no arguments that could be wrong.
    let pages = |name| usize::try_from(unsafe { libc::sysconf(name) }).unwrap_or(0);
    pages(libc::_SC_PAGESIZE) * pages(libc::_SC_PHYS_PAGES)
}

/// What the host's cores have for `acc_malloc`: as on a device, the memory less what the
/// program has taken of it. What other programs hold comes and goes, and is not counted.
pub(super) fn host_free() -> usize {
    host_memory().saturating_sub(super::memory::host_bytes())
}

/// Bytes that a device has left for the program, those that are kept for reuse among them.
pub(super) fn free_of(state: &DeviceState) -> u64 {
    let free = state.device.memory_info().map_or(0, |(free, _)| free);
    free + state.memory.kept()
}

#[unsafe(no_mangle)]
pub extern "C" fn acc_get_property(number: c_int, device_type: c_int, property: c_int) -> usize {
    guard(|| {
        Ok(match (device(number, device_type), property) {
            (None, _) => 0,
            (Some(Current::Host), property_t::MEMORY) => host_memory(),
            (Some(Current::Host), property_t::FREE_MEMORY) => host_free(),
            (Some(Current::Host), property_t::SHARED_MEMORY_SUPPORT) => 1,
            (Some(Current::Device(state)), property_t::MEMORY) => {
                state.device.properties().memory as usize
            }
            (Some(Current::Device(state)), property_t::FREE_MEMORY) => free_of(state) as usize,
            (Some(Current::Device(state)), property_t::SHARED_MEMORY_SUPPORT) => {
                usize::from(state.shares_host)
            }
            _ => 0,
        })
    })
}

/// Strings that were handed out: they stay valid for the life of the program.
static STRINGS: Mutex<Option<HashMap<String, CString>>> = Mutex::new(None);

fn lasting(text: String) -> Outcome<*const c_char> {
    let mut strings = lock(&STRINGS);
    let strings = strings.get_or_insert_default();
    let entry = strings
        .entry(text)
        .or_insert_with_key(|text| CString::new(text.as_str()).unwrap_or_default());
    Ok(entry.as_ptr())
}

#[unsafe(no_mangle)]
pub extern "C" fn acc_get_property_string(
    number: c_int,
    device_type: c_int,
    property: c_int,
) -> *const c_char {
    guard(|| {
        let text = match device(number, device_type) {
            None => return Ok(std::ptr::null()),
            Some(Current::Host) => match property {
                property_t::NAME => "multicore".to_string(),
                property_t::VENDOR => "host".to_string(),
                property_t::DRIVER => concat!("accrs ", env!("CARGO_PKG_VERSION")).to_string(),
                _ => return Ok(std::ptr::null()),
            },
            Some(Current::Device(state)) => {
                let p = state.device.properties();
                match property {
                    property_t::NAME => p.name.clone(),
                    property_t::VENDOR => p.vendor.clone(),
                    property_t::DRIVER => p.driver.clone(),
                    _ => return Ok(std::ptr::null()),
                }
            }
        };
        lasting(text)
    })
}
