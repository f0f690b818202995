//! Data lifetimes by call: copyin, create, copyout, delete, update, map, attach
//! (§3.2.18–3.2.25, 3.2.29). Each is the directive's work with one entry.

use super::device::current;
use crate::abi::{ASYNC_SYNC, flag, kind};
use crate::context::asynchronous::key_of;
use crate::data::Data;
use crate::data::{self, Counter};
use crate::device::DevPtr;
use crate::explain::{self, Asked};
use crate::fatal::{Code, Failure, Outcome, guard, lock};
use crate::host;
use crate::present::Lookup;
use crate::site::Caller;
use crate::state::{Current, DeviceState};
use std::ffi::{c_int, c_uint, c_void};

/// The names of the data in messages: calls have none.
const NAME: &std::ffi::CStr = c"the section";

fn section(host: *mut c_void, bytes: usize, kind: c_int, flags: c_uint) -> Data {
    let mut entry = Data::whole(NAME.as_ptr(), host, bytes);
    (entry.kind, entry.flags) = (kind, flags);
    entry
}

fn check_null(place: Caller<'_>, host: *mut c_void, bytes: usize) -> Outcome<()> {
    if host.is_null() && bytes > 0 {
        return Err(Failure::of(
            Code::InvalidNullPointer,
            format!("{place}: null pointer for a section of {bytes} bytes"),
        ));
    }
    Ok(())
}

fn enter(
    name: &'static str,
    host: *mut c_void,
    bytes: usize,
    kind: c_int,
    queue: c_int,
) -> *mut c_void {
    guard(|| {
        let place = Caller::Api(name);
        check_null(place, host, bytes)?;
        let key = key_of(&place, queue)?;
        let Current::Device(state) = current(place)? else {
            return Ok(host);
        };
        let mut one = [section(host, bytes, kind, 0)];
        data::enter(state, place, &mut one, Counter::Dynamic, key)?;
        Ok(one[0].device)
    })
}

/// Fails unless the whole section is present, as the calls (not the directives) want.
fn check_present(state: &DeviceState, place: Caller<'_>, d: &Data) -> Outcome<()> {
    let table = lock(&state.table);
    let asked = Asked {
        name: "the section",
        start: d.host as usize,
        bytes: d.bytes,
        line: 0,
    };
    match table.find(d.host as usize, d.bytes) {
        Lookup::Inside(_) => Ok(()),
        Lookup::Absent if state.shares(d.host, d.bytes) => Ok(()),
        Lookup::Partly { .. } => Err(explain::partly_present(
            state,
            &table,
            &asked,
            &place,
            explain::Structs::No,
        )),
        Lookup::Absent => Err(explain::not_present(state, &table, &asked, &place)),
    }
}

fn exit(
    name: &'static str,
    host: *mut c_void,
    bytes: usize,
    kind: c_int,
    flags: c_uint,
    queue: c_int,
) {
    guard(|| {
        let place = Caller::Api(name);
        check_null(place, host, bytes)?;
        let key = key_of(&place, queue)?;
        let Current::Device(state) = current(place)? else {
            return match key {
                None => host::drain().map_err(|e| Failure::new(format!("{place}: {e}"))),
                Some(_) => Ok(()),
            };
        };
        let mut one = [section(host, bytes, kind, flags)];
        if bytes == 0 {
            return Ok(());
        }
        check_present(state, place, &one[0])?;
        data::exit(state, place, &mut one, Counter::Dynamic, key)
    });
}

fn update(name: &'static str, host: *mut c_void, bytes: usize, kind: c_int, queue: c_int) {
    guard(|| {
        let place = Caller::Api(name);
        check_null(place, host, bytes)?;
        let key = key_of(&place, queue)?;
        let Current::Device(state) = current(place)? else {
            return Ok(());
        };
        data::update(state, place, &mut [section(host, bytes, kind, 0)], key)
    });
}

macro_rules! enters {
    ($($name:ident, $kind:expr;)*) => { $(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(host: *mut c_void, bytes: usize) -> *mut c_void {
            enter(stringify!($name), host, bytes, $kind, ASYNC_SYNC)
        }
    )* };
}

enters! {
    acc_copyin, kind::COPYIN;
    acc_present_or_copyin, kind::COPYIN;
    acc_pcopyin, kind::COPYIN;
    acc_create, kind::CREATE;
    acc_present_or_create, kind::CREATE;
    acc_pcreate, kind::CREATE;
}

#[unsafe(no_mangle)]
pub extern "C" fn acc_copyin_async(host: *mut c_void, bytes: usize, queue: c_int) {
    enter("acc_copyin_async", host, bytes, kind::COPYIN, queue);
}

#[unsafe(no_mangle)]
pub extern "C" fn acc_create_async(host: *mut c_void, bytes: usize, queue: c_int) {
    enter("acc_create_async", host, bytes, kind::CREATE, queue);
}

macro_rules! exits {
    ($($name:ident, $async_name:ident, $kind:expr, $flags:expr;)*) => { $(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(host: *mut c_void, bytes: usize) {
            exit(stringify!($name), host, bytes, $kind, $flags, ASYNC_SYNC);
        }
        #[unsafe(no_mangle)]
        pub extern "C" fn $async_name(host: *mut c_void, bytes: usize, queue: c_int) {
            exit(stringify!($async_name), host, bytes, $kind, $flags, queue);
        }
    )* };
}

exits! {
    acc_copyout, acc_copyout_async, kind::COPYOUT, 0;
    acc_delete, acc_delete_async, kind::DELETE, 0;
    acc_copyout_finalize, acc_copyout_finalize_async, kind::COPYOUT, flag::FINALIZE;
    acc_delete_finalize, acc_delete_finalize_async, kind::DELETE, flag::FINALIZE;
}

macro_rules! updates {
    ($($name:ident, $async_name:ident, $kind:expr;)*) => { $(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(host: *mut c_void, bytes: usize) {
            update(stringify!($name), host, bytes, $kind, ASYNC_SYNC);
        }
        #[unsafe(no_mangle)]
        pub extern "C" fn $async_name(host: *mut c_void, bytes: usize, queue: c_int) {
            update(stringify!($async_name), host, bytes, $kind, queue);
        }
    )* };
}

updates! {
    acc_update_device, acc_update_device_async, kind::UPDATE_DEVICE;
    acc_update_self, acc_update_self_async, kind::UPDATE_HOST;
}

#[unsafe(no_mangle)]
pub extern "C" fn acc_map_data(host: *mut c_void, device: *mut c_void, bytes: usize) {
    guard(|| {
        let place = Caller::Api("acc_map_data");
        if host.is_null() || device.is_null() {
            return Err(Failure::of(
                Code::InvalidNullPointer,
                format!("{place}: null pointer"),
            ));
        }
        if bytes == 0 {
            return Err(Failure::of(
                Code::InvalidArgument,
                format!("{place}: a section of no bytes cannot be mapped"),
            ));
        }
        let Current::Device(state) = current(place)? else {
            return Ok(());
        };
        data::map::map(state, place, host as usize, DevPtr(device as u64), bytes)
    });
}

#[unsafe(no_mangle)]
pub extern "C" fn acc_unmap_data(host: *mut c_void) {
    guard(|| {
        let place = Caller::Api("acc_unmap_data");
        if host.is_null() {
            return Err(Failure::of(
                Code::InvalidNullPointer,
                format!("{place}: null pointer"),
            ));
        }
        let Current::Device(state) = current(place)? else {
            return Ok(());
        };
        data::map::unmap(state, place, host as usize)
    });
}

#[unsafe(no_mangle)]
pub extern "C" fn acc_deviceptr(host: *mut c_void) -> *mut c_void {
    guard(|| {
        let Current::Device(state) = current(Caller::Api("acc_deviceptr"))? else {
            return Ok(host);
        };
        let address = host as usize;
        let table = lock(&state.table);
        Ok(match table.holding(address) {
            Some(entry) => entry.translate(address).0 as *mut c_void,
            None if state.shares(host, 1) => host,
            None => std::ptr::null_mut(),
        })
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn acc_hostptr(device: *mut c_void) -> *mut c_void {
    guard(|| {
        let Current::Device(state) = current(Caller::Api("acc_hostptr"))? else {
            return Ok(device);
        };
        let address = device as u64;
        // The table is ordered by host address: the one lookup that has to scan it.
        let table = lock(&state.table);
        let entry = table.iter().find(|e| {
            address
                .checked_sub(e.device.0)
                .is_some_and(|off| off < e.bytes as u64)
        });
        Ok(match entry {
            Some(entry) => (entry.start + (address - entry.device.0) as usize) as *mut c_void,
            None if state.shares(device, 1) => device,
            None => std::ptr::null_mut(),
        })
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn acc_is_present(host: *mut c_void, bytes: usize) -> c_int {
    guard(|| {
        let Current::Device(state) = current(Caller::Api("acc_is_present"))? else {
            return Ok(1);
        };
        if host.is_null() {
            return Ok(0);
        }
        let found = lock(&state.table).find(host as usize, bytes.max(1));
        let shared = || found == Lookup::Absent && state.shares(host, bytes.max(1));
        Ok(c_int::from(matches!(found, Lookup::Inside(_)) || shared()))
    })
}

fn attachment(
    name: &'static str,
    pointer: *mut *mut c_void,
    kind: c_int,
    flags: c_uint,
    queue: c_int,
) {
    guard(|| {
        let place = Caller::Api(name);
        if pointer.is_null() {
            return Err(Failure::of(
                Code::InvalidNullPointer,
                format!("{place}: null pointer: the address of a host pointer is wanted"),
            ));
        }
        let key = key_of(&place, queue)?;
        let Current::Device(state) = current(place)? else {
            return Ok(());
        };
        // SAFETY: the standard has the argument be the address of a host pointer.
        let mut one = [section(unsafe { pointer.read_unaligned() }, 0, kind, flags)];
        one[0].pointer = pointer;
        if kind == kind::ATTACH {
            data::enter(state, place, &mut one, Counter::Dynamic, key)
        } else {
            data::exit(state, place, &mut one, Counter::Dynamic, key)
        }
    });
}

macro_rules! attachments {
    ($($name:ident, $async_name:ident, $kind:expr, $flags:expr;)*) => { $(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(pointer: *mut *mut c_void) {
            attachment(stringify!($name), pointer, $kind, $flags, ASYNC_SYNC);
        }
        #[unsafe(no_mangle)]
        pub extern "C" fn $async_name(pointer: *mut *mut c_void, queue: c_int) {
            attachment(stringify!($async_name), pointer, $kind, $flags, queue);
        }
    )* };
}

attachments! {
    acc_attach, acc_attach_async, kind::ATTACH, 0;
    acc_detach, acc_detach_async, kind::DETACH, 0;
    acc_detach_finalize, acc_detach_finalize_async, kind::DETACH, flag::FINALIZE;
}
