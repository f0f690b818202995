//! The kernel loader: loading once, launching, scratch memory, limits.

use super::*;
use crate::abi::{
    ABI, Extent, Kernel, Loop, Module, Param, SimKernel, Value, bounds, gives, target,
};
use crate::device::DevPtr;
use crate::fatal::Outcome;
use crate::loader::{self, LaunchDims, Launches, Room};
use crate::values::Values;

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

/// `*a = memory[0]`, of scratch memory or of a counter.
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
    _parts: (Vec<*const Kernel>, Vec<SimKernel>),
}

const fn param(bytes: c_uint, gives: u16) -> Param {
    Param {
        bytes,
        gives,
        item: 0,
        aligned: 0,
    }
}
static PARAMS: [Param; 2] = [param(8, gives::STANDS), param(4, gives::VALUE)];
static LOOPS: [Loop; 2] = [
    Loop {
        takes: 0,
        tile: 0,
        from: 0,
        step: 1,
    },
    Loop {
        takes: bounds::FROM | bounds::CLOSED,
        tile: 4,
        from: 0,
        step: 2,
    },
];

fn extent(n: u32, loops: u32) -> Extent {
    let most = 1000;
    Extent {
        n,
        loops,
        most,
        least: 0,
    }
}

fn kernel(name: &'static std::ffi::CStr, nparams: u32) -> Kernel {
    Kernel {
        name: name.as_ptr(),
        mapping: c"".as_ptr(),
        site: super::Site { ..SITE.0 },
        params: PARAMS.as_ptr(),
        loops: LOOPS.as_ptr(),
        nparams,
        grid: [extent(32, 1), extent(1, 0), extent(0, 1)],
        block: [extent(32, 0), extent(0, 0), extent(1, 0)],
        scratch_asked: 0,
        counter: 1,
        scratch_block: 8,
        together: 0,
        turns: 0,
        alone: 0,
        unaligned: std::ptr::null(),
    }
}

fn unit() -> Unit {
    let kernels = vec![
        Box::new(kernel(c"add_20", 2)),
        Box::new(kernel(c"peek_20", 1)),
        Box::new(kernel(c"lost_20", 0)),
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
        images: std::ptr::null(),
        nimages: 0,
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
        _parts: (pointers, sim),
    }
}

fn dims(grid: [u32; 3], block: [u32; 3]) -> LaunchDims {
    LaunchDims {
        grid,
        block,
        given: [false; 3],
        at_once: [false; 3],
        counter: false,
        together: None,
        scratch_block: 0,
    }
}

/// Launches with a pointer to device memory, which stands for itself, and 1.
fn launched(
    state: &DeviceState,
    unit: &Unit,
    kernel: usize,
    d: &LaunchDims,
    a: DevPtr,
    queue: Option<c_int>,
) -> Outcome<()> {
    let mut launches = Launches::default();
    launched_behind(state, unit, kernel, d, a, queue, &mut launches)?;
    launches.wait()
}

/// The same behind others.
fn launched_behind<'a>(
    state: &'a DeviceState,
    unit: &'a Unit,
    kernel: usize,
    d: &LaunchDims,
    a: DevPtr,
    queue: Option<c_int>,
    launches: &mut Launches<'a>,
) -> Outcome<bool> {
    let items = [section::<u8>(&[], 0, 0)];
    let kernel = &unit.kernels[kernel];
    let values = [
        Value {
            at: a.0 as *mut c_void,
        },
        Value { n: 1 },
    ];
    let mut room = Room::default();
    // SAFETY: the kernels take these two, or the first, or none.
    unsafe {
        let values = &mut Values::new(values.as_ptr());
        let arguments = room.arguments(kernel, &items, values).unwrap();
        let module = &raw const *unit.module;
        loader::launch(state, module, kernel, d, arguments, queue, launches)
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
    let a = cell(&state, 40);
    let launch = |queue| {
        let d = dims([100, 1, 1], [8, 2, 1]);
        launched(&state, &unit, 0, &d, a, queue)
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
    let loads = told
        .iter()
        .filter(|l| l.starts_with("load") || l.starts_with("function"));
    // The first launch on a queue has all of them made ready.
    let expected = [
        "load t.c",
        "function add_20",
        "function peek_20",
        "function lost_20",
    ];
    assert!(loads.eq(&expected), "{told:?}");
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
    // An eighth of 1 MiB holds 8 times 16 KiB; of what is larger than that there is one.
    for (grid, each, want) in [
        ([64, 1, 1], 16384, "[8, 1, 1]"),
        ([2, 32, 1], 16384, "[2, 4, 1]"),
        ([16, 16, 1], 16384, "[8, 1, 1]"),
        ([5, 3, 1], 300_000, "[1, 1, 1]"),
        ([8, 1, 1], 16384, "[8, 1, 1]"),
    ] {
        let mut d = dims(grid, [1, 1, 1]);
        d.scratch_block = each;
        launched(&state, &unit, 1, &d, a, None).unwrap();
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
fn memory_of_gangs_is_that_of_those_that_run_at_once() {
    let (state, log) = device(Kind::Sim, 64 << 20);
    let mut unit = unit();
    // SAFETY: the unit outlives its registration.
    unsafe { loader::register(&raw mut *unit.module).unwrap() };
    let a = cell(&state, 9);
    // The device holds 20 blocks at once. A MiB in all is little.
    for (grid, each, want) in [
        ([64, 1, 1], 1 << 17, "[20, 1, 1]"),
        ([16, 1, 1], 1 << 17, "[16, 1, 1]"),
        ([2, 16, 1], 1 << 17, "[2, 10, 1]"),
        ([64, 1, 1], 1 << 14, "[64, 1, 1]"),
        ([64, 16, 1], 1 << 14, "[4, 16, 1]"),
    ] {
        let mut d = dims(grid, [1, 1, 1]);
        d.scratch_block = each;
        launched(&state, &unit, 1, &d, a, None).unwrap();
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
fn launches_that_are_waited_for_together_use_the_same_memory() {
    let (state, log) = device(Kind::Sim, 1 << 20);
    let mut unit = unit();
    // SAFETY: the unit outlives its registration.
    unsafe { loader::register(&raw mut *unit.module).unwrap() };
    let a = cell(&state, 9);
    let before = state.device.memory_info().unwrap().0;
    log.lock().unwrap().clear();
    let mut launches = Launches::default();
    for each in [8, 4, 16, 16] {
        let mut d = dims([4, 1, 1], [1, 1, 1]);
        (d.scratch_block, d.counter) = (each, true);
        launched_behind(&state, &unit, 1, &d, a, None, &mut launches).unwrap();
    }
    let told = |what: &str| {
        let log = log.lock().unwrap();
        log.iter().filter(|l| l.starts_with(what)).count()
    };
    // Scratch memory of 32 and of 64 bytes, and a counter. Nothing runs on the mock before it is waited for.
    assert_eq!((told("alloc"), told("free"), told("launch")), (3, 0, 0));
    launches.wait().unwrap();
    assert_eq!((told("free"), told("launch")), (2, 4));
    drop(launches);
    assert_eq!(
        before - state.device.memory_info().unwrap().0,
        16,
        "the counter stays"
    );
    // SAFETY: as above.
    unsafe { loader::unregister(&raw mut *unit.module).unwrap() };
}

#[test]
fn scratch_memory_is_passed_and_given_back() {
    let (state, log) = device(Kind::Sim, 1 << 20);
    let mut unit = unit();
    // SAFETY: the unit outlives its registration.
    unsafe { loader::register(&raw mut *unit.module).unwrap() };
    let a = cell(&state, 9);
    let mut d = dims([100, 2, 1], [1, 1, 1]);
    d.scratch_block = 8;
    let before = state.device.memory_info().unwrap().0;
    launched(&state, &unit, 1, &d, a, None).unwrap();
    // 64 × 2 blocks after clipping.
    assert!(log.lock().unwrap().contains(&"alloc 1024".to_string()));
    assert_eq!(state.device.memory_info().unwrap().0, before);
    // SAFETY: as above.
    unsafe { loader::unregister(&raw mut *unit.module).unwrap() };
}

#[test]
fn a_counter_is_cleared_once_and_belongs_to_one_launch_at_a_time() {
    let (state, log) = device(Kind::Sim, 1 << 20);
    let mut unit = unit();
    // SAFETY: the unit outlives its registration.
    unsafe { loader::register(&raw mut *unit.module).unwrap() };
    let a = cell(&state, 9);
    let mut d = dims([4, 1, 1], [1, 1, 1]);
    d.counter = true;
    let allocated = |queue| {
        launched(&state, &unit, 1, &d, a, queue).unwrap();
        let told = std::mem::take(&mut *log.lock().unwrap());
        told.iter().filter(|l| l.starts_with("alloc")).count()
    };
    log.lock().unwrap().clear();
    assert_eq!(allocated(None), 1);
    assert_eq!(read(&state, a), 0, "cleared");
    assert_eq!([None, None].map(&allocated), [0, 0], "it is free again");
    assert_eq!(allocated(Some(1)), 0);
    assert_eq!(allocated(Some(1)), 0, "a queue runs in order");
    assert_eq!(allocated(Some(2)), 1, "queue 1 may still use the other");
    assert_eq!(allocated(None), 1, "so may queue 2 its own");
    state
        .queues
        .existing(1)
        .unwrap()
        .synchronize(state.device.as_ref())
        .unwrap();
    assert_eq!(allocated(Some(3)), 0);
    // SAFETY: as above.
    unsafe { loader::unregister(&raw mut *unit.module).unwrap() };
}

#[test]
fn blocks_that_leave_parts_are_no_more_than_the_device_holds() {
    let (state, log) = device(Kind::Sim, 1 << 20);
    let mut unit = unit();
    // SAFETY: the unit outlives its registration.
    unsafe { loader::register(&raw mut *unit.module).unwrap() };
    let a = cell(&state, 9);
    // The device holds 20 blocks at once.
    for (grid, at_once, want) in [
        ([64, 1, 1], [true, false, false], "[20, 1, 1]"),
        ([64, 1, 1], [false, false, false], "[64, 1, 1]"),
        ([19, 1, 1], [true, false, false], "[19, 1, 1]"),
        ([4, 50, 1], [true, true, false], "[4, 5, 1]"),
        ([30, 50, 7], [true, true, true], "[20, 1, 1]"),
        ([30, 50, 7], [false, true, true], "[30, 1, 1]"),
        ([3, 50, 7], [false, true, false], "[3, 1, 7]"),
    ] {
        let mut d = dims(grid, [1, 1, 1]);
        d.at_once = at_once;
        d.scratch_block = 8;
        launched(&state, &unit, 1, &d, a, None).unwrap();
        let told = std::mem::take(&mut *log.lock().unwrap());
        let launch = format!("launch peek_20 {want} [1, 1, 1]");
        assert!(told.contains(&launch), "{grid:?}: {told:?}");
    }
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
        let failed = launched(state, &unit, kernel, &d, DevPtr(0), None);
        failed.unwrap_err().text
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

#[test]
fn a_launch_is_as_large_as_its_loops_and_clauses_say() {
    let k = kernel(c"add_20", 2);
    // A loop of 1000 over 32 threads; three tiles of a loop from 5 to 25 by 2, a warp each; a clause's 0 threads.
    let numbers = [1000, 5, 25, 1, 0];
    let values = numbers.map(|n| Value { n });
    // SAFETY: as many as the kernel's extents take.
    let dims = unsafe { loader::dims(&k, &mut Values::new(values.as_ptr())) };
    assert_eq!((dims.grid, dims.block), ([32, 1, 3], [32, 1, 1]));
    assert_eq!((dims.counter, dims.scratch_block), (true, 8));
    assert_eq!(dims.at_once, [false; 3]);
    let mut at_once = kernel(c"add_20", 2);
    at_once.grid[0].most = 0;
    let values = [1 << 40, 5, 25, 1, 0].map(|n| Value { n });
    // SAFETY: as above.
    let dims = unsafe { loader::dims(&at_once, &mut Values::new(values.as_ptr())) };
    assert_eq!(dims.grid, [1 << 20, 1, 3]);
    assert_eq!(dims.at_once, [true, false, false]);
    let asked = Kernel {
        scratch_asked: 1,
        ..kernel(c"add_20", 2)
    };
    let numbers = [1 << 40, 5, 4, 1, 1 << 40, 256];
    let values = numbers.map(|n| Value { n });
    // SAFETY: as above, and the bytes of scratch memory.
    let dims = unsafe { loader::dims(&asked, &mut Values::new(values.as_ptr())) };
    assert_eq!((dims.grid, dims.block), ([1000, 1, 1], [32, 1 << 20, 1]));
    assert_eq!(dims.scratch_block, 256);
}

#[test]
fn arguments_are_values_or_stand_for_items() {
    let params = [
        param(16, gives::COPIED),
        param(8, gives::STANDS),
        param(8, gives::STANDS),
        param(8, gives::PLACE),
        param(8, gives::CELL),
        param(4, gives::VALUE),
    ];
    let k = Kernel {
        params: params.as_ptr(),
        ..kernel(c"add_20", 6)
    };
    let host = [0_u64; 8];
    let mut item = section(&host[2..], 0, 0);
    let (wide, null) = ([3_u64, 4], std::ptr::null_mut());
    let value = |at: *const u64| Value {
        at: at.cast_mut().cast(),
    };
    let values = [
        value(wide.as_ptr()),
        value(host.as_ptr()),
        value(null),
        Value { n: 7 },
    ];
    let device = 0x10000_usize as *mut c_void;
    // Where the item is not on the device, its place is the host's, and its cell is empty.
    for (on_device, stands, place, cell) in [
        (device, 0x10000 - 16, 0x10000, 0x10000),
        (null.cast(), host.as_ptr() as usize, item.host as usize, 0),
    ] {
        item.device = on_device;
        let (mut room, items) = (Room::default(), [item]);
        // SAFETY: the values are those of the parameters.
        let mut all = unsafe {
            let values = &mut Values::new(values.as_ptr());
            room.arguments(&k, &items, values).unwrap()
        };
        let (at, bytes) = all.with_own([None, Some(99)]);
        assert_eq!(bytes, [16, 8, 8, 8, 8, 4, 8]);
        assert_eq!(at[0], wide.as_ptr().cast());
        // SAFETY: what the arguments point to.
        let seen = |k: usize| unsafe { *at[k].cast::<usize>() };
        assert_eq!([1, 2, 3, 4, 6].map(seen), [stands, 0, place, cell, 99]);
        // SAFETY: as above.
        assert_eq!(unsafe { *at[5].cast::<i32>() }, 7);
        // SAFETY: as above; fails at the first item.
        let lost = unsafe { room.arguments(&k, &[], &mut Values::new(values.as_ptr())) };
        assert!(lost.is_err());
    }
}
