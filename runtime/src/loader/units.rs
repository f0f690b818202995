//! The translation units that have registered, and what of them is on devices.

use crate::abi::{ABI, Module};
use crate::device::{DeviceResult, Function, ModuleHandle};
use crate::devices::opened;
use crate::fatal::{Failure, Outcome, exiting, lock};
use crate::kinds::Kind;
use crate::kinds::built::{not_built, note_targets};
use crate::site::{Caller, text};
use crate::state::DeviceState;
use std::collections::HashMap;
use std::ffi::CString;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

/// What the runtime keeps of a registered unit, behind `__accrs_module.state`.
pub struct Unit {
    pub module: *const Module,
    pub targets: u32,
    /// Address of a kernel's record → its place in `Loaded::functions`.
    pub index: HashMap<usize, usize>,
    /// The CUDA text with the routines of other units that it calls.
    pub joined: OnceLock<CString>,
    /// By device id.
    pub loaded: Mutex<Vec<Option<Loaded>>>,
    /// Held while cells are compared and stored.
    pub storing: Mutex<()>,
}

pub struct Loaded {
    pub handle: ModuleHandle,
    pub functions: Vec<Option<Function>>,
    /// All of them are ready to run.
    pub ready: bool,
    /// What cells hold ([`crate::globals::cell_values`]), by the kernel that stores them; none before
    /// the first time.
    pub cells: HashMap<usize, Vec<u64>>,
}

// The module is constant data of the program while it is registered.
unsafe impl Send for Unit {}
unsafe impl Sync for Unit {}

/// Whether any unit's routines for other units have cells: most programs have none.
pub static IN_ROUTINES: AtomicBool = AtomicBool::new(false);

pub static UNITS: Mutex<Vec<Arc<Unit>>> = Mutex::new(Vec::new());

/// Notes a translation unit: a constructor calls this before those of the program, which may have constructs, and one behind them once more.
///
/// # Safety
/// `module` is valid until it is unregistered.
pub unsafe fn register(module: *mut Module) -> Outcome<()> {
    // SAFETY: the caller's promise.
    let Some(m) = (unsafe { module.as_mut() }) else {
        return Ok(());
    };
    if m.abi != ABI {
        // SAFETY: `source` is a constant of the program.
        let source = unsafe { text(m.source) };
        return Err(Failure::new(format!(
            "{source} was compiled by another version of accrs (ABI {}, this runtime has {ABI}): compile it again, or \
             link the runtime of that version",
            m.abi
        )));
    }
    if !m.state.is_null() {
        // SAFETY: as above.
        unsafe { crate::globals::started(m) };
        return Ok(());
    }
    let kernels = if m.kernels.is_null() {
        &[][..]
    } else {
        // SAFETY: `kernels` has `nkernels` entries.
        unsafe { std::slice::from_raw_parts(m.kernels, m.nkernels as usize) }
    };
    let index = kernels
        .iter()
        .enumerate()
        .map(|(i, kernel)| (*kernel as usize, i))
        .collect();
    crate::openmp::early();
    let unit = Arc::new(Unit {
        module,
        targets: m.targets,
        index,
        joined: OnceLock::new(),
        loaded: Mutex::default(),
        storing: Mutex::default(),
    });
    m.state = Arc::as_ptr(&unit).cast_mut().cast();
    // SAFETY: the caller's promise.
    unsafe { crate::globals::register(m) };
    if !m.routine_cells.is_null() {
        IN_ROUTINES.store(true, Ordering::Release);
    }
    lock(&UNITS).push(unit);
    note_targets(m.targets);
    crate::shared::note(m.targets);
    crate::ending::at_exit();
    crate::times::start()
}

/// Forgets a translation unit (a destructor calls this, on `dlclose` or at exit).
///
/// # Safety
/// As for [`register`].
pub unsafe fn unregister(module: *mut Module) -> Outcome<()> {
    if exiting() {
        // The devices go with the program; another thread may still use them.
        return Ok(());
    }
    let unit = {
        let mut units = lock(&UNITS);
        let Some(at) = units.iter().position(|u| std::ptr::eq(u.module, module)) else {
            return Ok(());
        };
        units.swap_remove(at)
    };
    if crate::times::on() {
        crate::times::forget_sites();
    }
    // SAFETY: the module is still valid.
    unsafe { crate::globals::unregister(module)? };
    let mut loaded = lock(&unit.loaded);
    for kind in [Kind::Nvidia, Kind::Sim] {
        for state in opened(kind) {
            let failed = |e| Failure::new(format!("a library is closed: {state}: {e}"));
            if let Some(Some(one)) = loaded.get_mut(state.id).map(Option::take) {
                // Its kernels may still run on some queue.
                for queue in state.queues.all() {
                    queue.synchronize(state.device.as_ref()).map_err(failed)?;
                }
                state.device.module_unload(one.handle).map_err(failed)?;
            }
        }
    }
    // SAFETY: the module is still valid.
    unsafe { (*module).state = std::ptr::null_mut() };
    Ok(())
}

/// Unloads everything from one device, for its shutdown.
pub fn unload_all(state: &DeviceState) -> DeviceResult<()> {
    for unit in lock(&UNITS).iter() {
        if let Some(Some(one)) = lock(&unit.loaded).get_mut(state.id).map(Option::take) {
            state.device.module_unload(one.handle)?;
        }
    }
    Ok(())
}

/// Fails unless the unit was built for this kind of device.
///
/// # Safety
/// `module` is a registered unit.
pub unsafe fn check_target(module: *const Module, kind: Kind, place: &Caller<'_>) -> Outcome<()> {
    // SAFETY: the caller's promise.
    match unsafe { module.as_ref() } {
        Some(m) if m.targets & kind.target() == 0 => {
            // SAFETY: `source` is a constant of the program.
            let failure = not_built(kind, &unsafe { text(m.source) }, m.targets);
            Err(failure.at(&place))
        }
        _ => Ok(()),
    }
}
