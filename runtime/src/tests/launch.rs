//! The kernel loader: loading once, launching, scratch memory, limits.

use super::*;
use crate::abi::{ABI, Kernel, LaunchDims, Module, SimKernel, target};
use crate::device::DevPtr;
use crate::loader;

/// `*a += n`, and marks the scratch memory if there is any.
unsafe extern "C" fn add(args: *const *mut c_void) {
    // SAFETY: launched with (int *a, int n) below.
    unsafe {
        let (a, n) = (
            **args.cast::<*const *mut i32>(),
            **args.add(1).cast::<*const i32>(),
        );
        *a += n;
    }
}

/// `*a = scratch[0]` after checking that it was cleared.
unsafe extern "C" fn peek(args: *const *mut c_void) {
    // SAFETY: launched with (int *a) and scratch.
    unsafe {
        let (a, scratch) = (
            **args.cast::<*const *mut i32>(),
            **args.add(1).cast::<*const *const i32>(),
        );
        *a = *scratch;
    }
}

struct Unit {
    module: Box<Module>,
    kernels: Vec<Box<Kernel>>,
    _parts: (Vec<*const Kernel>, Vec<SimKernel>, Vec<usize>),
}

fn unit() -> Unit {
    let sizes = vec![8, 4];
    let kernel = |name: &'static std::ffi::CStr, nargs| {
        Box::new(Kernel {
            name: name.as_ptr(),
            mapping: c"".as_ptr(),
            line: 20,
            nargs,
            arg_bytes: sizes.as_ptr(),
        })
    };
    let kernels = vec![
        kernel(c"add_20", 2),
        kernel(c"peek_20", 1),
        kernel(c"lost_20", 0),
    ];
    let pointers: Vec<*const Kernel> = kernels.iter().map(|k| &raw const **k).collect();
    let sim = vec![
        SimKernel {
            name: c"add_20".as_ptr(),
            run: Some(add),
        },
        SimKernel {
            name: c"peek_20".as_ptr(),
            run: Some(peek),
        },
    ];
    let module = Box::new(Module {
        abi: ABI,
        targets: target::SIM | target::MULTICORE,
        source: c"t.c".as_ptr(),
        cuda_text: std::ptr::null(),
        ptx: std::ptr::null(),
        ptx_bytes: 0,
        kernels: pointers.as_ptr(),
        nkernels: 3,
        sim: sim.as_ptr(),
        nsim: 2,
        globals: std::ptr::null(),
        nglobals: 0,
        cells: std::ptr::null(),
        routine_cells: std::ptr::null(),
        routines: std::ptr::null(),
        exports: std::ptr::null(),
        nexports: 0,
        imports: std::ptr::null(),
        nimports: 0,
        state: std::ptr::null_mut(),
    });
    Unit {
        module,
        kernels,
        _parts: (pointers, sim, sizes),
    }
}

fn dims(grid: [u32; 3], block: [u32; 3]) -> LaunchDims {
    LaunchDims {
        grid,
        block,
        shared: 0,
        scratch_fixed: 0,
        scratch_block: 0,
    }
}

/// One int of device memory, and how to read it.
fn cell(state: &DeviceState, value: i32) -> DevPtr {
    let ptr = state.device.alloc(4).unwrap();
    // SAFETY: four bytes.
    unsafe {
        state
            .device
            .copy_in(ptr, (&raw const value).cast(), 4, None)
            .unwrap()
    };
    ptr
}

fn read(state: &DeviceState, ptr: DevPtr) -> i32 {
    let mut value = 0;
    // SAFETY: four bytes.
    unsafe {
        state
            .device
            .copy_out((&raw mut value).cast(), ptr, 4, None)
            .unwrap()
    };
    value
}

#[test]
fn kernels_load_once_and_launch_on_queues() {
    let (state, log) = device(Kind::Sim, 1 << 20);
    let mut unit = unit();
    // SAFETY: the unit outlives its registration.
    unsafe { loader::register(&raw mut *unit.module).unwrap() };
    let (a, n) = (cell(&state, 40), 1_i32);
    let args: [*const c_void; 2] = [(&raw const a.0).cast(), (&raw const n).cast()];
    let launch = |queue| {
        let d = dims([100, 1, 1], [8, 2, 1]);
        // SAFETY: the kernel takes these two.
        unsafe {
            loader::launch(
                &state,
                &raw const *unit.module,
                place(),
                &unit.kernels[0],
                &d,
                args.as_ptr(),
                queue,
            )
        }
    };
    launch(None).unwrap();
    assert_eq!(read(&state, a), 41);
    launch(Some(1)).unwrap();
    assert_eq!(
        read(&state, a),
        41,
        "asynchronous work has not been waited for"
    );
    state
        .queues
        .existing(1)
        .unwrap()
        .synchronize(state.device.as_ref())
        .unwrap();
    assert_eq!(read(&state, a), 42);
    let told = log.lock().unwrap().clone();
    assert_eq!(
        told.iter()
            .filter(|l| l.starts_with("load") || l.starts_with("function"))
            .count(),
        2,
        "{told:?}"
    );
    assert!(
        told.contains(&"launch add_20 [64, 1, 1] [8, 2, 1]".to_string()),
        "grid not clipped: {told:?}"
    );
    // SAFETY: as above.
    unsafe { loader::unregister(&raw mut *unit.module).unwrap() };
}

#[test]
fn gangs_are_as_many_as_their_scratch_memory_allows() {
    let (state, log) = device(Kind::Sim, 1 << 20);
    let mut unit = unit();
    // SAFETY: the unit outlives its registration.
    unsafe { loader::register(&raw mut *unit.module).unwrap() };
    let a = cell(&state, 9);
    let args: [*const c_void; 1] = [(&raw const a.0).cast()];
    // An eighth of 1 MiB holds 8 times 16 KiB; of what is larger than that there is one.
    for (grid, each, want) in [
        ([64, 1, 1], 16384, "[8, 1, 1]"),
        ([2, 32, 1], 16384, "[2, 4, 1]"),
        ([16, 16, 1], 16384, "[8, 1, 1]"),
        ([5, 3, 1], 300_000, "[1, 1, 1]"),
        ([8, 1, 1], 16384, "[8, 1, 1]"),
    ] {
        let mut d = dims(grid, [1, 1, 1]);
        (d.scratch_fixed, d.scratch_block) = (16, each);
        // SAFETY: the kernel takes one argument and the scratch address.
        unsafe {
            loader::launch(
                &state,
                &raw const *unit.module,
                place(),
                &unit.kernels[1],
                &d,
                args.as_ptr(),
                None,
            )
            .unwrap();
        }
        let told = std::mem::take(&mut *log.lock().unwrap());
        assert!(
            told.contains(&format!("launch peek_20 {want} [1, 1, 1]")),
            "{grid:?}: {told:?}"
        );
    }
    // SAFETY: as above.
    unsafe { loader::unregister(&raw mut *unit.module).unwrap() };
}

#[test]
fn scratch_memory_is_cleared_passed_and_given_back() {
    let (state, log) = device(Kind::Sim, 1 << 20);
    let mut unit = unit();
    // SAFETY: the unit outlives its registration.
    unsafe { loader::register(&raw mut *unit.module).unwrap() };
    let a = cell(&state, 9);
    let args: [*const c_void; 1] = [(&raw const a.0).cast()];
    let mut d = dims([100, 2, 1], [1, 1, 1]);
    (d.scratch_fixed, d.scratch_block) = (16, 8);
    let before = state.device.memory_info().unwrap().0;
    // SAFETY: the kernel takes one argument and the scratch address.
    unsafe {
        loader::launch(
            &state,
            &raw const *unit.module,
            place(),
            &unit.kernels[1],
            &d,
            args.as_ptr(),
            None,
        )
        .unwrap();
    }
    assert_eq!(read(&state, a), 0);
    // 64 × 2 blocks after clipping.
    assert!(log.lock().unwrap().contains(&"alloc 1040".to_string()));
    assert_eq!(state.device.memory_info().unwrap().0, before);
    // SAFETY: as above.
    unsafe { loader::unregister(&raw mut *unit.module).unwrap() };
}

#[test]
fn what_cannot_be_launched_names_the_kernel_and_its_place() {
    let (state, _) = device(Kind::Sim, 1 << 20);
    let mut unit = unit();
    // SAFETY: the unit outlives its registration.
    unsafe { loader::register(&raw mut *unit.module).unwrap() };
    let fails = |state: &DeviceState, kernel: usize, d: LaunchDims| {
        let (module, kernel) = (&raw const *unit.module, &unit.kernels[kernel]);
        // SAFETY: fails before any argument is read.
        unsafe { loader::launch(state, module, place(), kernel, &d, std::ptr::null(), None) }
            .unwrap_err()
            .text
    };
    let error = fails(&state, 0, dims([1, 1, 1], [32, 3, 1]));
    assert!(
        error.starts_with(
            "t.c:10 (in main, data): kernel add_20 on sim:0: a block of 32x3x1 is 96 threads"
        ),
        "{error}"
    );
    let error = fails(&state, 2, dims([1, 1, 1], [1, 1, 1]));
    assert!(
        error.contains("kernel 'lost_20' is not in the module"),
        "{error}"
    );
    let mut d = dims([1, 1, 1], [1, 1, 1]);
    d.shared = 4096;
    assert!(fails(&state, 0, d).contains("4096 bytes of shared memory"));
    let (gpu, _) = device(Kind::Nvidia, 1 << 20);
    let error = fails(&gpu, 0, dims([1, 1, 1], [1, 1, 1]));
    assert!(
        error.contains("t.c was not built for nvidia devices, only for multicore,sim"),
        "{error}"
    );
    assert!(
        error.contains("--acc-target=multicore,sim,nvidia"),
        "{error}"
    );
    // SAFETY: as above.
    unsafe { loader::unregister(&raw mut *unit.module).unwrap() };
    unit.module.abi = 99;
    // SAFETY: as above.
    let error = unsafe { loader::register(&raw mut *unit.module) }
        .unwrap_err()
        .text;
    assert!(error.contains("another version of accrs"), "{error}");
}
