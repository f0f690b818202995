//! Variables that live on the device for the whole program: file-scope `declare`
//! (OpenACC 3.3 §2.13).
//!
//! Translation units name them when they register. A device makes them present when it is
//! first used, or used again after a shutdown or after a library with more of them was opened
//! ([`settle`]); a library that is closed takes its own along. `copyin` gives the device the value
//! that the variable had at the program's start (§2.6.3), behind the unit's constructors unless one of them has used the device, whatever the
//! host has done to it since.

use crate::abi::{self, Module, kind};
use crate::data;
use crate::data::Data;
use crate::device::DevPtr;
use crate::devices::opened;
use crate::fatal::{Outcome, lock};
use crate::kinds::Kind;
use crate::present::Table;
use crate::site::Caller;
use crate::state::DeviceState;
use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

/// One unit's variable.
struct Declared {
    module: usize,
    global: *const abi::Global,
    /// The value at registration, where the host may change it.
    value: Option<Box<[u8]>>,
    /// Ids of the devices that hold it for this unit.
    on: Vec<usize>,
}

// Globals are constants of the program while its unit is registered.
unsafe impl Send for Declared {}

static DECLARED: Mutex<Vec<Declared>> = Mutex::new(Vec::new());
/// How many registrations there were: a device that has seen fewer is not settled.
static VERSION: AtomicU64 = AtomicU64::new(0);

/// The globals of a unit.
///
/// # Safety
/// `m` is a valid module record.
pub unsafe fn of_module(m: &Module) -> &[abi::Global] {
    if m.globals.is_null() {
        return &[];
    }
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(m.globals, m.nglobals as usize) }
}

/// Notes the variables of a translation unit.
///
/// # Safety
/// `m` stays valid until it is unregistered.
pub unsafe fn register(m: &Module) {
    // SAFETY: the caller's promise.
    let lasting = unsafe { of_module(m) }
        .iter()
        .filter(|g| g.bytes > 0 && !matches!(g.kind, kind::LINK | kind::DEVICEPTR));
    let mut declared = lock(&DECLARED);
    let before = declared.len();
    declared.extend(lasting.map(|g| {
        let changes = g.kind == kind::COPYIN && g.constant == 0;
        // SAFETY: `host` is a variable of `bytes` bytes.
        let now = || unsafe { std::slice::from_raw_parts(g.host.cast::<u8>(), g.bytes) }.into();
        Declared {
            module: m as *const Module as usize,
            global: g,
            value: changes.then(now),
            on: Vec::new(),
        }
    }));
    if declared.len() > before {
        VERSION.fetch_add(1, Ordering::SeqCst);
    }
}

/// The constructors of a unit, which may have given its variables values, have run.
///
/// # Safety
/// `m` is registered.
pub unsafe fn started(m: &Module) {
    let of = |d: &&mut Declared| d.module == m as *const Module as usize && d.on.is_empty();
    for d in lock(&DECLARED).iter_mut().filter(of) {
        // SAFETY: the caller's promise.
        let g = unsafe { &*d.global };
        if let Some(value) = &mut d.value {
            // SAFETY: `host` is a variable of `bytes` bytes.
            value.copy_from_slice(unsafe { std::slice::from_raw_parts(g.host.cast(), g.bytes) });
        }
    }
}

/// Ends the lifetimes of a unit's variables on all devices (`dlclose`).
///
/// # Safety
/// `module` was registered and is still valid.
pub unsafe fn unregister(module: *const Module) -> Outcome<()> {
    let mut declared = lock(&DECLARED);
    let (gone, stay) = std::mem::take(&mut *declared)
        .into_iter()
        .partition(|d| d.module == module as usize);
    *declared = stay;
    let gone: Vec<Declared> = gone;
    for state in [Kind::Nvidia, Kind::Sim].into_iter().flat_map(opened) {
        for d in gone.iter().filter(|d| d.on.contains(&state.id)) {
            // SAFETY: the unit's constants are still there.
            unsafe { with_entry(d, |place, data| data::undeclare(state, place, data))? };
        }
    }
    Ok(())
}

/// Makes the declared variables present on a device that is about to be used. One comparison when
/// nothing has changed.
pub fn settle(state: &DeviceState) -> Outcome<()> {
    if state.settled.load(Ordering::Acquire) == VERSION.load(Ordering::Acquire) {
        return Ok(());
    }
    let mut declared = lock(&DECLARED);
    let version = VERSION.load(Ordering::Acquire);
    for d in declared.iter_mut().filter(|d| !d.on.contains(&state.id)) {
        // SAFETY: the unit is registered.
        unsafe {
            with_entry(d, |place, data| {
                let value = d.value.as_ref().map(|v| v.as_ptr().cast());
                data::declare(state, place, data, value)
            })?;
        }
        d.on.push(state.id);
    }
    state.settled.store(version, Ordering::Release);
    Ok(())
}

/// The declared variables, kept from being made present by other threads.
pub struct Held(MutexGuard<'static, Vec<Declared>>);

/// For a shutdown: until the result goes, no thread settles a device.
pub fn hold() -> Held {
    Held(lock(&DECLARED))
}

impl Held {
    /// The device has lost all its data; the next use makes the variables present again.
    pub fn forget(&mut self, state: &DeviceState) {
        for d in self.0.iter_mut() {
            d.on.retain(|id| *id != state.id);
        }
        state.settled.store(0, Ordering::Release);
    }
}

/// # Safety
/// The unit of `d` is valid.
unsafe fn with_entry(
    d: &Declared,
    f: impl FnOnce(Caller<'_>, &mut Data) -> Outcome<()>,
) -> Outcome<()> {
    // SAFETY: the caller's promise.
    let g = unsafe { &*d.global };
    let site = abi::Site {
        file: g.file,
        function: std::ptr::null(),
        construct: c"declare".as_ptr(),
        line: g.line,
        nitems: 0,
        items: std::ptr::null(),
    };
    let mut data = Data::whole(g.name, g.host, g.bytes);
    (data.line, data.of) = (g.line, g.of);
    data.kind = match g.kind {
        kind::COPYIN => kind::COPYIN,
        _ => kind::CREATE,
    };
    if g.kind == kind::CREATE_ZERO {
        data.flags = abi::flag::ZERO;
    }
    f(Caller::Construct(&site), &mut data)
}

/// What a unit's cells must hold on a device: for each global that has one, in order, the address
/// of its copy (0 where there is none), or a `deviceptr`'s value.
///
/// # Safety
/// `m` is a registered module.
pub unsafe fn cell_values(m: &Module, state: &DeviceState, table: &Table, out: &mut Vec<u64>) {
    out.clear();
    // SAFETY: the caller's promise.
    for g in unsafe { of_module(m) }.iter().filter(|g| g.cell != 0) {
        out.push(match g.kind {
            // SAFETY: the variable is a pointer.
            kind::DEVICEPTR => unsafe { g.host.cast::<u64>().read_unaligned() },
            _ => address(state, table, g.host, g.bytes).0,
        });
    }
}

/// Where a variable starts on the device; of a `link` array a part may be there.
fn address(state: &DeviceState, table: &Table, host: *mut c_void, bytes: usize) -> DevPtr {
    let start = host as usize;
    match table.overlapping(start, bytes).next() {
        Some(entry) => entry.translate(start),
        None if state.shares(host, bytes) => DevPtr(host as u64),
        None => DevPtr(0),
    }
}
