//! Units come to a device: what is loaded there for one, and its kernels.

use super::units::{Loaded, UNITS, Unit};
use crate::abi::{Kernel, Module};
use crate::device::{DeviceError, DeviceResult, Function, Image, ModuleHandle};
use crate::ending::{self, Step};
use crate::fatal::lock;
use crate::kinds::Kind;
use crate::notify;
use crate::site::text;
use crate::state::DeviceState;
use crate::times;
use std::cell::Cell;
use std::collections::HashMap;
use std::ffi::{CStr, CString, c_char};
use std::sync::Arc;
use std::time::Instant;

/// The device's handle of a kernel, loaded if it isn't yet. `beside`: kernels of the unit are to run beside others, so all of them are made ready, the first time.
/// A driver that makes one ready only when it is launched may wait for what runs (CUDA Programming Guide, "Lazy Loading").
///
/// # Safety
/// `module` is a registered unit, `kernel` one of its kernels.
pub unsafe fn function(
    module: *const Module,
    kernel: &Kernel,
    state: &DeviceState,
    beside: bool,
) -> DeviceResult<Function> {
    // SAFETY: `register` put the unit there, and UNITS keeps it until unregistered.
    let unit = unsafe { ((*module).state as *const Unit).as_ref() };
    let internal = |reason: &str| DeviceError::Module {
        reason: reason.into(),
        log: String::new(),
    };
    let unit = unit.ok_or_else(|| internal("its translation unit is not registered"))?;
    debug_assert!(unit.targets & state.kind.target() != 0);
    let address: *const Kernel = kernel;
    let at = *unit
        .index
        .get(&(address as usize))
        .ok_or_else(|| internal("it is not of this translation unit"))?;
    // SAFETY: the module is registered.
    let m = unsafe { &*unit.module };
    if m.nimports > 0 && state.kind == Kind::Nvidia && unit.joined.get().is_none() {
        // SAFETY: as above. Before `loaded` is locked: this locks the list of units.
        let text = unsafe { joined_text(m) }.map_err(|reason| internal(&reason))?;
        let _ = unit.joined.set(text);
    }
    let mut loaded = lock(&unit.loaded);
    if loaded.len() <= state.id {
        loaded.resize_with(state.id + 1, || None);
    }
    let slot = &mut loaded[state.id];
    let one = match slot {
        Some(one) => one,
        None => {
            // SAFETY: the module is registered.
            let handle = unsafe { load(m, unit.joined.get().map(|t| t.as_c_str()), state)? };
            ending::device_has(Step::Module);
            slot.insert(Loaded {
                handle,
                functions: vec![None; unit.index.len()],
                ready: false,
                cells: HashMap::new(),
            })
        }
    };
    if beside && !one.ready {
        // SAFETY: as above.
        unsafe { make_ready(m, one, state) };
    }
    if let Some(function) = one.functions[at] {
        return Ok(function);
    }
    // SAFETY: a kernel's name is a constant of the program.
    let function = state
        .device
        .module_function(one.handle, &unsafe { text(kernel.name) })?;
    one.functions[at] = Some(function);
    Ok(function)
}

/// Makes all of a unit's kernels ready to run. What fails with one that may never be launched is told when it is.
///
/// # Safety
/// `m` is registered.
unsafe fn make_ready(m: &Module, one: &mut Loaded, state: &DeviceState) {
    one.ready = true;
    if m.kernels.is_null() {
        return;
    }
    // SAFETY: `kernels` has `nkernels` entries, whose names are constants of the program.
    let kernels = unsafe { std::slice::from_raw_parts(m.kernels, m.nkernels as usize) };
    for (function, kernel) in one.functions.iter_mut().zip(kernels) {
        // SAFETY: as above.
        let name = || unsafe { text((**kernel).name) };
        if function.is_none() {
            *function = state.device.module_function(one.handle, &name()).ok();
        }
        if let Some(function) = *function {
            let _ = state.device.function_load(function);
        }
    }
}

/// A list of names in a module.
///
/// # Safety
/// `names` is null or has `n` entries, constants of the program.
unsafe fn names(names: *const *const c_char, n: u32) -> Vec<String> {
    if names.is_null() {
        return Vec::new();
    }
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(names, n as usize) }
        .iter()
        // SAFETY: likewise.
        .map(|n| unsafe { text(*n) }.into_owned())
        .collect()
}

/// A unit's CUDA text, and behind it the routines of other units that it calls, and that these call
/// (OpenACC 3.3 §2.15.1). No device linker is needed: the text of all is compiled at once.
///
/// # Safety
/// `m` is registered.
unsafe fn joined_text(m: &Module) -> Result<CString, String> {
    let mut parts: Vec<*const c_char> = vec![m.cuda_text];
    // SAFETY: registered modules are constants of the program.
    parts.extend(
        unsafe { exporters(m) }?
            .iter()
            .map(|u| unsafe { (*u.module).routines }),
    );
    let mut all = Vec::new();
    for part in parts.into_iter().filter(|p| !p.is_null()) {
        // SAFETY: as above.
        all.extend_from_slice(unsafe { CStr::from_ptr(part) }.to_bytes());
    }
    CString::new(all).map_err(|e| e.to_string())
}

/// The units whose routines a unit calls, and those that these call.
///
/// # Safety
/// `m` is registered.
pub unsafe fn exporters(m: &Module) -> Result<Vec<Arc<Unit>>, String> {
    let units = lock(&UNITS);
    let mut found_units: Vec<Arc<Unit>> = Vec::new();
    // SAFETY: registered modules are constants of the program.
    let mut wanted = unsafe { names(m.imports, m.nimports) };
    let mut next = 0;
    while let Some(name) = wanted.get(next).cloned() {
        next += 1;
        let found = units.iter().find(|u| {
            // SAFETY: as above.
            unsafe { names((*u.module).exports, (*u.module).nexports) }.contains(&name)
        });
        let Some(unit) = found else {
            return Err(format!(
                "it calls '{name}', a routine that no file of the program provides for GPUs: compile the file that defines it with accrs, with '#pragma acc routine' before the function"
            ));
        };
        // SAFETY: as above.
        let other = unsafe { &*unit.module };
        if !found_units.iter().any(|u| Arc::ptr_eq(u, unit)) {
            found_units.push(unit.clone());
            // SAFETY: as above.
            wanted.extend(unsafe { names(other.imports, other.nimports) });
        }
    }
    Ok(found_units)
}

/// The texts of the other units for GPUs that nothing has been compiled of, and that are whole. Whoever calls has a unit's `loaded` locked, so nothing is waited for
/// here.
///
/// # Safety
/// `m` is registered.
unsafe fn others(m: &Module, state: &DeviceState) -> Vec<(String, String)> {
    let Ok(units) = UNITS.try_lock() else {
        return Vec::new();
    };
    let is_new = |unit: &Arc<Unit>| {
        let loaded = unit.loaded.try_lock();
        loaded.is_ok_and(|loaded| loaded.get(state.id).is_none_or(Option::is_none))
    };
    let whole = units.iter().filter_map(|unit| {
        // SAFETY: registered modules are constants of the program, and stay as long as the list is locked.
        let other = unsafe { &*unit.module };
        let wanted = !std::ptr::eq(other, m)
            && other.targets & state.kind.target() != 0
            && other.nimports == 0
            && other.nimages == 0
            && !other.cuda_text.is_null()
            && is_new(unit);
        // SAFETY: as above.
        let words = || unsafe { (text(other.source), text(other.cuda_text)) };
        wanted
            .then(words)
            .map(|(source, text)| (source.into_owned(), text.into_owned()))
    });
    whole.collect()
}

/// Loads a unit.
///
/// # Safety
/// `m` is registered.
unsafe fn load(
    m: &Module,
    joined: Option<&CStr>,
    state: &DeviceState,
) -> DeviceResult<ModuleHandle> {
    // SAFETY: the module's parts are constants of the program.
    unsafe {
        let source = text(m.source);
        let cuda = if let Some(joined) = joined {
            joined.to_str().ok()
        } else if m.cuda_text.is_null() {
            None
        } else {
            CStr::from_ptr(m.cuda_text).to_str().ok()
        };
        let built = if m.images.is_null() {
            &[][..]
        } else {
            std::slice::from_raw_parts(m.images, m.nimages)
        };
        let sim = if m.sim.is_null() {
            &[][..]
        } else {
            std::slice::from_raw_parts(m.sim, m.nsim as usize)
        };
        let (began, compiled) = (Instant::now(), Cell::new(None));
        let others = || others(m, state);
        let handle = state.device.module_load(Image {
            source: &source,
            cuda_text: cuda,
            built,
            others: &others,
            sim,
            compiled: &compiled,
        })?;
        if times::on() {
            times::loaded(state, &source, began, compiled.get().is_some());
        }
        if let Some(took) = compiled.get() {
            notify::compiled(&source, state, took);
        }
        Ok(handle)
    }
}
