//! Cells: pointers in device memory through which functions of a kernel reach the program's variables
//! (`declare`, OpenACC 3.3 §2.13). A kernel of the unit's own text stores them; here is seen to it
//! that it runs before they are needed, and again when what they must hold has changed.

use super::image::{exporters, function};
use super::units::{IN_ROUTINES, Unit};
use crate::abi::{Kernel, Module};
use crate::device::{DeviceError, DeviceResult, Function, Launch};
use crate::fatal::lock;
use crate::kinds::Kind;
use crate::site::text;
use crate::state::DeviceState;
use std::ffi::c_void;
use std::sync::atomic::Ordering;

/// Brings the cells up to date that a kernel of `module` may use: the unit's own, and those of the
/// routines of other units that it calls. The kernels that run see the old values to their end.
///
/// # Safety
/// `module` is a registered unit, loaded on the device.
pub unsafe fn fill(module: *const Module, state: &DeviceState) -> DeviceResult<()> {
    // SAFETY: the caller's promise; the state is the loader's own.
    let (m, unit) = unsafe { (&*module, ((*module).state as *const Unit).as_ref()) };
    let Some(unit) = unit else { return Ok(()) };
    // SAFETY: a unit's kernels are constants of the program.
    if let Some(kernel) = unsafe { m.cells.as_ref() } {
        // SAFETY: as above.
        unsafe {
            store(m, kernel, unit, state, || {
                function(module, kernel, state, false)
            })?
        };
    }
    if m.nimports == 0 || !IN_ROUTINES.load(Ordering::Acquire) {
        return Ok(());
    }
    // SAFETY: as above.
    let others = unsafe { exporters(m) };
    let internal = |reason| DeviceError::Module {
        reason,
        log: String::new(),
    };
    let others = match others {
        Ok(others) => others,
        // sim's linker has found them, in whatever was compiled.
        Err(_) if state.kind == Kind::Sim => return Ok(()),
        Err(reason) => return Err(internal(reason)),
    };
    for other in others {
        // SAFETY: as above.
        let (their, kernel) = unsafe { (&*other.module, (*other.module).routine_cells.as_ref()) };
        let Some(kernel) = kernel else { continue };
        if state.kind == Kind::Sim {
            // SAFETY: as above. Their object holds the one set of cells.
            unsafe {
                let find = || function(other.module, kernel, state, false);
                let found = find()?;
                store(their, kernel, &other, state, || Ok(found))?;
            }
            continue;
        }
        // Their text is a part of this unit's image.
        let handle = lock(&unit.loaded)
            .get(state.id)
            .and_then(Option::as_ref)
            .map(|one| one.handle);
        let Some(handle) = handle else { continue };
        // SAFETY: a kernel's name is a constant of the program.
        let find = || {
            state
                .device
                .module_function(handle, &unsafe { text(kernel.name) })
        };
        // SAFETY: as above.
        unsafe { store(their, kernel, unit, state, find)? };
    }
    Ok(())
}

/// Runs the kernel that stores the cells of `m`'s globals, if they don't hold the right values in the
/// image that `holder` has loaded.
///
/// # Safety
/// `m` is registered, `kernel` one of its two such kernels.
unsafe fn store(
    m: &Module,
    kernel: &Kernel,
    holder: &Unit,
    state: &DeviceState,
    find: impl FnOnce() -> DeviceResult<Function>,
) -> DeviceResult<()> {
    let key = kernel as *const Kernel as usize;
    // What is read from the table is what cells get: another thread, which sees a newer table, stores after this one.
    let _storing = lock(&holder.storing);
    let mut values = Vec::with_capacity(kernel.nparams as usize);
    // SAFETY: the caller's promise.
    unsafe { crate::globals::cell_values(m, state, &lock(&state.table), &mut values) };
    let current = lock(&holder.loaded)
        .get(state.id)
        .and_then(Option::as_ref)
        .is_some_and(|one| one.cells.get(&key) == Some(&values));
    if current {
        return Ok(());
    }
    let function = find()?;
    for queue in state.queues.all() {
        queue.synchronize(state.device.as_ref())?;
    }
    let args: Vec<*const c_void> = values.iter().map(|v| (v as *const u64).cast()).collect();
    let launch = Launch {
        grid: [1; 3],
        block: [1; 3],
        shared: 0,
        together: false,
        args: &args,
        arg_bytes: &vec![size_of::<u64>(); args.len()],
    };
    let device = state.device.as_ref();
    let mut work = state.queues.begin(device, None)?;
    // SAFETY: the kernel takes an address for each global with a cell.
    work.put(|stream| unsafe { device.launch(function, &launch, Some(stream)) })?;
    work.wait_if_sync()?;
    if let Some(Some(one)) = lock(&holder.loaded).get_mut(state.id) {
        one.cells.insert(key, values);
    }
    Ok(())
}
