//! The kernel loader: translation units that registered, loading them on first use
//! per device, and launches.
//!
//! A unit's kernels are loaded when one of them is first launched on a device. From
//! then on a launch looks up a handle and allocates nothing on the host.

mod cells;

use crate::abi::{ABI, Kernel, LaunchDims, Module};
use crate::device::{DeviceError, DeviceResult, Function, Image, Launch, ModuleHandle, Properties};
use crate::devices::opened;
use crate::fatal::{Code, Failure, Outcome, exiting, lock};
use crate::kinds::Kind;
use crate::kinds::built::{not_built, note_targets};
use crate::notify::{self, LAUNCHES, STATS, count};
use crate::prof::{self, About, At, info::event};
use crate::site::{Place, text};
use crate::state::DeviceState;
use crate::suspects;
use std::collections::HashMap;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::sync::{Arc, Mutex, OnceLock};

/// What the runtime keeps of a registered unit, behind `__accrs_module.state`.
struct Unit {
    module: *const Module,
    targets: u32,
    /// Address of a kernel's record → its place in `Loaded::functions`.
    index: HashMap<usize, usize>,
    /// The CUDA text with the routines of other units that it calls.
    joined: OnceLock<CString>,
    /// By device id.
    loaded: Mutex<Vec<Option<Loaded>>>,
    /// Held while cells are compared and stored.
    storing: Mutex<()>,
}

struct Loaded {
    handle: ModuleHandle,
    functions: Vec<Option<Function>>,
    /// What cells hold ([`crate::globals::cell_values`]), by the kernel that stores them; none before
    /// the first time.
    cells: HashMap<usize, Vec<u64>>,
}

// The module is constant data of the program while it is registered.
unsafe impl Send for Unit {}
unsafe impl Sync for Unit {}

static UNITS: Mutex<Vec<Arc<Unit>>> = Mutex::new(Vec::new());

/// Notes a translation unit (a constructor calls this, before `main`).
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
        cells::IN_ROUTINES.store(true, std::sync::atomic::Ordering::Release);
    }
    lock(&UNITS).push(unit);
    note_targets(m.targets);
    crate::shared::note(m.targets);
    crate::ending::at_exit();
    Ok(())
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
    // SAFETY: the module is still valid.
    unsafe { crate::globals::unregister(module)? };
    let mut loaded = lock(&unit.loaded);
    for kind in [Kind::Nvidia, Kind::Sim] {
        for state in opened(kind) {
            if let Some(Some(one)) = loaded.get_mut(state.id).map(Option::take) {
                // Its kernels may still run on some queue.
                for queue in state.queues.all() {
                    queue
                        .synchronize(state.device.as_ref())
                        .map_err(|e| Failure::new(format!("{state}: {e}")))?;
                }
                state
                    .device
                    .module_unload(one.handle)
                    .map_err(|e| Failure::new(format!("{state}: {e}")))?;
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
pub unsafe fn check_target(module: *const Module, kind: Kind, place: &Place<'_>) -> Outcome<()> {
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

/// The device's handle of a kernel, loaded if it isn't yet.
///
/// # Safety
/// `module` is a registered unit, `kernel` one of its kernels.
unsafe fn function(
    module: *const Module,
    kernel: &Kernel,
    state: &DeviceState,
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
            slot.insert(Loaded {
                handle,
                functions: vec![None; unit.index.len()],
                cells: HashMap::new(),
            })
        }
    };
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
unsafe fn exporters(m: &Module) -> Result<Vec<Arc<Unit>>, String> {
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
        let ptx = (!m.ptx.is_null()).then(|| std::slice::from_raw_parts(m.ptx, m.ptx_bytes));
        let sim = if m.sim.is_null() {
            &[][..]
        } else {
            std::slice::from_raw_parts(m.sim, m.nsim as usize)
        };
        state.device.module_load(Image {
            source: &source,
            cuda_text: cuda,
            ptx,
            sim,
        })
    }
}

/// Arguments that fit without an allocation.
const INLINE_ARGS: usize = 64;

/// Launches a kernel on a queue, or synchronously.
///
/// # Safety
/// As for `__accrs_launch` in accrt.h.
pub unsafe fn launch(
    state: &DeviceState,
    module: *const Module,
    place: Place<'_>,
    kernel: &Kernel,
    dims: &LaunchDims,
    args: *const *const c_void,
    queue: Option<c_int>,
) -> Outcome<()> {
    // SAFETY: a kernel's name is a constant of the program.
    let name = unsafe { text(kernel.name) };
    let fail = |what: &dyn std::fmt::Display| {
        Failure::of(
            Code::Execution,
            format!("{place}: kernel {name} on {state}: {what}"),
        )
    };
    let suspects = suspects::of_construct();
    // A fault names its kernel and device itself.
    let failed = |e: &DeviceError| {
        let mut failure = match e {
            DeviceError::KernelFault(text) => {
                Failure::of(Code::Execution, format!("{place}: {text}"))
            }
            other => fail(other),
        };
        failure.text += &suspects::told(&suspects);
        failure
    };
    // SAFETY: the caller's promise.
    unsafe { check_target(module, state.kind, &place)? };
    let properties = state.device.properties();
    check_limits(dims, properties).map_err(|what| fail(&what))?;
    let grid = clip(dims.grid, properties.max_grid);
    let grid = fewer(grid, dims.scratch_block as u64, properties.memory);
    // SAFETY: the caller's promise.
    let function = unsafe { function(module, kernel, state) }.map_err(|e| fail(&e))?;

    // SAFETY: as above.
    unsafe { cells::fill(module, state) }.map_err(|e| fail(&e))?;

    let device = state.device.as_ref();
    let mut work = state.begin(queue)?;
    let blocks: usize = grid.iter().map(|n| *n as usize).product();
    let scratch_bytes = dims.scratch_fixed + blocks * dims.scratch_block;
    let mut scratch = None;
    if scratch_bytes > 0 {
        let on = work.queue().map(|q| q.as_ref());
        let ptr = state
            .memory
            .alloc(device, scratch_bytes as u64, on)
            .map_err(|e| fail(&e))?;
        if dims.scratch_fixed > 0 {
            let bytes = dims.scratch_fixed as u64;
            work.put(|stream| device.fill(ptr, 0, bytes, Some(stream)))
                .map_err(|e| fail(&e))?;
        }
        scratch = Some(ptr);
    }

    let nargs = kernel.nargs as usize;
    let total = nargs + usize::from(scratch.is_some());
    let mut inline_args = [std::ptr::null(); INLINE_ARGS];
    let mut inline_bytes = [0; INLINE_ARGS];
    let (mut many_args, mut many_bytes) = (Vec::new(), Vec::new());
    let (all, bytes) = if total <= INLINE_ARGS {
        (&mut inline_args[..total], &mut inline_bytes[..total])
    } else {
        many_args.resize(total, std::ptr::null());
        many_bytes.resize(total, 0);
        (&mut many_args[..], &mut many_bytes[..])
    };
    if nargs > 0 {
        // SAFETY: the caller passes `nargs` pointers, the kernel `nargs` sizes.
        unsafe {
            all[..nargs].copy_from_slice(std::slice::from_raw_parts(args, nargs));
            bytes[..nargs].copy_from_slice(std::slice::from_raw_parts(kernel.arg_bytes, nargs));
        }
    }
    let scratch_address = scratch.map_or(0, |ptr| ptr.0);
    if scratch.is_some() {
        all[nargs] = (&raw const scratch_address).cast();
        bytes[nargs] = size_of::<u64>();
    }

    tell(state, &place, kernel, &name, &work, grid, dims.block);
    count(&STATS.kernels, 1);
    let launch = Launch {
        grid,
        block: dims.block,
        shared: dims.shared as u64,
        args: all,
        arg_bytes: bytes,
    };
    if let Some(queue) = work.queue() {
        queue.note_launch(&name, kernel.line, &suspects);
    }
    let at = || At::device(place, state, queue);
    let about = About::Launch {
        name: kernel.name,
        grid,
        block: dims.block,
    };
    let told = prof::begin(event::LAUNCH, at, false, about);
    // SAFETY: `all` holds what the kernel takes, as the caller promises.
    work.put(|stream| unsafe { device.launch(function, &launch, Some(stream)) })
        .map_err(|e| failed(&e))?;
    prof::end(told);
    if work.is_waiting() {
        let told = prof::begin(event::WAIT, at, true, About::Nothing);
        work.wait_if_sync().map_err(|e| failed(&e))?;
        prof::end(told);
    }
    if let Some(ptr) = scratch {
        // Only this launch used it: no other queue has to pass.
        let pending = if work.queue().is_some() {
            work.pending()
        } else {
            Vec::new()
        };
        state
            .memory
            .free(device, ptr, pending)
            .map_err(|e| fail(&e))?;
    }
    Ok(())
}

fn tell(
    state: &DeviceState,
    place: &Place<'_>,
    kernel: &Kernel,
    name: &str,
    queue: &dyn std::fmt::Display,
    grid: [u32; 3],
    block: [u32; 3],
) {
    if notify::on(LAUNCHES) {
        let line = if kernel.line > 0 {
            kernel.line
        } else {
            place.line()
        };
        notify::line(
            LAUNCHES,
            format_args!(
                "launch {name} file={} line={line} device={state} queue={queue} grid={}x{}x{} block={}x{}x{}",
                place.file(),
                grid[0],
                grid[1],
                grid[2],
                block[0],
                block[1],
                block[2]
            ),
        );
    }
}

/// Blocks larger than the device allows can't be clipped: kernels rely on them.
fn check_limits(dims: &LaunchDims, limits: &Properties) -> Result<(), String> {
    let [x, y, z] = dims.block;
    if [x, y, z].contains(&0) || dims.grid.contains(&0) {
        return Err(format!(
            "empty launch: grid {:?}, block {:?}",
            dims.grid, dims.block
        ));
    }
    let threads = u64::from(x) * u64::from(y) * u64::from(z);
    if threads > u64::from(limits.max_threads_per_block) {
        return Err(format!(
            "a block of {x}x{y}x{z} is {threads} threads, and the device allows {}: lower vector_length, num_workers \
             or the arguments of vector and worker",
            limits.max_threads_per_block
        ));
    }
    let [mx, my, mz] = limits.max_block;
    if x > mx || y > my || z > mz {
        return Err(format!(
            "a block of {x}x{y}x{z} threads is larger than the device allows, {mx}x{my}x{mz}"
        ));
    }
    if dims.shared as u64 > limits.shared_memory_per_block {
        return Err(format!(
            "{} bytes of shared memory per block are asked for, and the device has {}",
            dims.shared, limits.shared_memory_per_block
        ));
    }
    Ok(())
}

/// The blocks for whose scratch memory (`each` bytes) an eighth of the device's is enough, at most 2 GiB, and one at
/// least. §2.5.10: "the implementation may use a lower value than specified".
fn fewer(mut grid: [u32; 3], each: u64, memory: u64) -> [u32; 3] {
    const MOST: u64 = 2 << 30;
    if each == 0 {
        return grid;
    }
    let allowed = ((memory / 8).min(MOST) / each).max(1);
    for _ in 0..grid.len() {
        let blocks = grid.iter().map(|n| u64::from(*n)).product::<u64>();
        let Some(most) = grid.iter_mut().max() else {
            break;
        };
        if blocks <= allowed {
            break;
        }
        let others = blocks / u64::from(*most).max(1);
        *most = u32::try_from((allowed / others.max(1)).max(1)).unwrap_or(*most);
    }
    grid
}

/// Loops are grid-stride: fewer blocks do the same work.
fn clip(grid: [u32; 3], max: [u32; 3]) -> [u32; 3] {
    [
        grid[0].min(max[0]),
        grid[1].min(max[1]),
        grid[2].min(max[2]),
    ]
}
