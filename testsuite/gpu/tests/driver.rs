//! The C interface as a program calls it. The stand-in reads its environment once, so each test runs in a process of its own.
#![allow(clippy::unwrap_used, reason = "a failed test may panic")]

use accrs_gpu::driver::api::{
    context::*, copy::*, device::*, event::*, memory::*, module::*, stream::*,
};
use std::ffi::{CStr, c_int, c_void};
use std::process::Command;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

const INVALID_VALUE: c_int = 1;
const OUT_OF_MEMORY: c_int = 2;
const NOT_INITIALIZED: c_int = 3;
const INVALID_CONTEXT: c_int = 201;
const NO_BINARY: c_int = 209;
const INVALID_HANDLE: c_int = 400;
const NOT_READY: c_int = 600;
const ILLEGAL_ADDRESS: c_int = 700;
const NON_BLOCKING: u32 = 1;
const NO_TIMING: u32 = 2;

/// Runs `body` in a process with this environment; the test named `name` is the one that calls it.
fn alone(name: &str, environment: &[(&str, &str)], body: fn()) {
    const MARK: &str = "ACCRS_GPU_TEST_ALONE";
    if std::env::var_os(MARK).is_some() {
        return body();
    }
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", name, "--nocapture"]).env(MARK, "1");
    child.envs(environment.iter().copied());
    let ended = child.output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(ended.status.success(), "{environment:?}\n{said}");
}

/// The variable that one test's process reads.
fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

#[track_caller]
fn ok(code: c_int) {
    assert_eq!(code, 0);
}

/// A device with its primary context current.
fn begin() {
    let mut context = 0;
    unsafe {
        ok(cuInit(0));
        ok(cuDevicePrimaryCtxRetain(&mut context, 0));
        ok(cuCtxSetCurrent(context));
    }
}

fn alloc(bytes: usize) -> u64 {
    let mut address = 0;
    ok(unsafe { cuMemAlloc_v2(&mut address, bytes) });
    address
}

fn stream() -> u64 {
    let mut stream = 0;
    ok(unsafe { cuStreamCreate(&mut stream, NON_BLOCKING) });
    stream
}

fn event() -> u64 {
    let mut event = 0;
    ok(unsafe { cuEventCreate(&mut event, NO_TIMING) });
    event
}

fn address(of: &[u32]) -> u64 {
    of.as_ptr() as u64
}

/// What stands in memory that others write.
fn seen(word: &[u32]) -> u32 {
    unsafe { word.as_ptr().read_volatile() }
}

fn set(word: &mut [u32], value: u32) {
    unsafe { word.as_mut_ptr().write_volatile(value) };
}

#[test]
fn arguments_are_checked() {
    alone("arguments_are_checked", &[], || unsafe {
        let (mut count, mut block, mut handle) = (0, 0, 0);
        assert_eq!(cuDeviceGetCount(&mut count), NOT_INITIALIZED);
        assert_eq!(cuInit(1), INVALID_VALUE);
        ok(cuInit(0));
        ok(cuDeviceGetCount(&mut count));
        assert_eq!(count, 1);
        assert_eq!(cuMemAlloc_v2(&mut block, 8), INVALID_CONTEXT);
        assert_eq!(cuCtxSetCurrent(77), INVALID_CONTEXT);
        begin();
        assert_eq!(cuMemAlloc_v2(&mut block, 0), INVALID_VALUE);
        assert_eq!(cuMemAlloc_v2(null_mut(), 8), INVALID_VALUE);
        assert_eq!(cuMemAlloc_v2(&mut block, 1 << 50), OUT_OF_MEMORY);
        let word = [1_u32];
        let at = alloc(4);
        assert_eq!(cuMemcpyHtoD_v2(at, address(&word), 5), INVALID_VALUE);
        assert_eq!(cuMemcpyHtoD_v2(at, 0, 4), INVALID_VALUE);
        assert_eq!(cuMemFree_v2(at + 4), INVALID_VALUE);
        ok(cuMemFree_v2(at));
        assert_eq!(cuMemFree_v2(at), INVALID_VALUE);
        assert_eq!(cuMemcpyHtoD_v2(at, address(&word), 4), INVALID_VALUE);
        let (stream, event) = (stream(), event());
        assert_eq!(cuStreamSynchronize(event), INVALID_HANDLE);
        assert_eq!(cuEventRecord(stream, event), INVALID_HANDLE);
        ok(cuEventDestroy_v2(event));
        assert_eq!(cuEventRecord(event, stream), INVALID_HANDLE);
        ok(cuStreamDestroy_v2(stream));
        assert_eq!(cuStreamSynchronize(stream), INVALID_HANDLE);
        assert_eq!(cuStreamDestroy_v2(stream), INVALID_HANDLE);
        // The head of a cubin for another GPU.
        let mut cubin = [0_u8; 65];
        cubin[..4].copy_from_slice(b"\x7fELF");
        (cubin[8], cubin[32], cubin[48]) = (7, 64, 90);
        assert_eq!(
            cuModuleLoadData(&mut handle, cubin.as_ptr().cast()),
            NO_BINARY
        );
        assert_eq!(cuModuleUnload(1234), INVALID_HANDLE);
        let mut text = std::ptr::null();
        ok(cuGetErrorName(ILLEGAL_ADDRESS, &mut text));
        assert_eq!(CStr::from_ptr(text), c"CUDA_ERROR_ILLEGAL_ADDRESS");
        assert_eq!(cuGetErrorName(4711, &mut text), INVALID_VALUE);
    });
}

#[test]
fn functions_are_found_by_name() {
    alone("functions_are_found_by_name", &[], || unsafe {
        let (mut at, mut status) = (std::ptr::null::<c_void>(), 0);
        ok(cuGetProcAddress_v2(
            c"cuMemAlloc".as_ptr(),
            &mut at,
            13000,
            0,
            &mut status,
        ));
        assert_eq!(at, cuMemAlloc_v2 as *const c_void);
        assert_ne!(
            cuGetProcAddress_v2(c"cuNoSuch".as_ptr(), &mut at, 13000, 0, &mut status),
            0
        );
        assert_eq!(status, 1);
    });
}

/// Lazy: a copy from pageable memory is read at its call, or when its turn comes; both are CUDA's right.
#[test]
fn lazy_copies_read_early_or_late() {
    for lazy in ["1", "2"] {
        alone(
            "lazy_copies_read_early_or_late",
            &[("ACCRS_GPU_LAZY", lazy)],
            || unsafe {
                begin();
                let (mut source, result, stream, at) = ([1_u32], [0_u32], stream(), alloc(4));
                ok(cuMemcpyHtoDAsync_v2(at, address(&source), 4, stream));
                ok(cuMemcpyDtoHAsync_v2(address(&result), at, 4, stream));
                set(&mut source, 2);
                assert_eq!(seen(&result), 0, "nothing waited yet");
                ok(cuStreamSynchronize(stream));
                let late = variable("ACCRS_GPU_LAZY") == "2";
                assert_eq!(seen(&result), if late { 2 } else { 1 });
            },
        );
    }
}

/// What an earlier copy will write is no source to read before that.
#[test]
fn staging_waits_for_copies_out() {
    alone(
        "staging_waits_for_copies_out",
        &[("ACCRS_GPU_LAZY", "1")],
        || unsafe {
            begin();
            let (word, result) = ([7_u32], [0_u32]);
            let between = [0_u32];
            let (stream, at, other) = (stream(), alloc(4), alloc(4));
            ok(cuMemcpyHtoDAsync_v2(at, address(&word), 4, stream));
            ok(cuMemcpyDtoHAsync_v2(address(&between), at, 4, stream));
            ok(cuMemcpyHtoDAsync_v2(other, address(&between), 4, stream));
            ok(cuMemcpyDtoHAsync_v2(address(&result), other, 4, stream));
            ok(cuStreamSynchronize(stream));
            assert_eq!(seen(&result), 7);
        },
    );
}

/// Two streams: in order behind an event, in any order without one.
#[test]
fn events_order_streams() {
    let mut orders = std::collections::BTreeSet::new();
    for seed in 1..=12 {
        for lazy in ["0", "2", "3"] {
            let out = std::env::temp_dir().join(format!("accrs-gpu-order-{}", std::process::id()));
            let path = out.to_string_lossy().into_owned();
            let environment = [
                ("ACCRS_GPU_SEED", seed.to_string()),
                ("ACCRS_GPU_LAZY", lazy.to_string()),
                ("ACCRS_GPU_DELAY", "50".to_string()),
                ("ACCRS_GPU_TEST_OUT", path),
            ];
            let environment: Vec<_> = environment.iter().map(|(n, v)| (*n, v.as_str())).collect();
            alone("events_order_streams", &environment, two_streams);
            if std::env::var_os("ACCRS_GPU_TEST_ALONE").is_some() {
                return;
            }
            orders.insert(std::fs::read_to_string(&out).unwrap());
            std::fs::remove_file(&out).unwrap();
        }
    }
    assert_eq!(orders.len(), 2, "both orders are CUDA's right: {orders:?}");
}

fn two_streams() {
    begin();
    let (first, second) = ([1_u32; 64], [2_u32; 64]);
    let (result, free) = ([0_u32; 64], [0_u32; 64]);
    let (a, b, recorded, at, other) = (stream(), stream(), event(), alloc(256), alloc(256));
    unsafe {
        // Behind the event: b's copy comes last.
        ok(cuMemcpyHtoDAsync_v2(at, address(&first), 256, a));
        ok(cuEventRecord(recorded, a));
        ok(cuStreamWaitEvent(b, recorded, 0));
        ok(cuEventDestroy_v2(recorded));
        ok(cuMemcpyHtoDAsync_v2(at, address(&second), 256, b));
        ok(cuMemcpyDtoHAsync_v2(address(&result), at, 256, b));
        ok(cuStreamSynchronize(b));
        assert_eq!(seen(&result), 2);
        // Without one: either.
        ok(cuMemcpyHtoDAsync_v2(other, address(&first), 256, a));
        ok(cuMemcpyHtoDAsync_v2(other, address(&second), 256, b));
        ok(cuCtxSynchronize());
        ok(cuMemcpyDtoH_v2(address(&free), other, 256));
    }
    std::fs::write(variable("ACCRS_GPU_TEST_OUT"), seen(&free).to_string()).unwrap();
}

/// The default stream and blocking streams keep order, others don't.
#[test]
fn the_default_stream_orders_blocking_ones() {
    for lazy in ["0", "2"] {
        let environment = [("ACCRS_GPU_LAZY", lazy), ("ACCRS_GPU_DELAY", "20")];
        alone(
            "the_default_stream_orders_blocking_ones",
            &environment,
            || unsafe {
                begin();
                let mut blocking = 0;
                ok(cuStreamCreate(&mut blocking, 0));
                let at = alloc(4);
                for round in 0..20_u32 {
                    let (word, result) = ([round], [99_u32]);
                    ok(cuMemcpyHtoDAsync_v2(at, address(&word), 4, blocking));
                    ok(cuMemcpyDtoHAsync_v2(address(&result), at, 4, 0));
                    ok(cuMemsetD8Async(at, 0xff, 4, blocking));
                    ok(cuStreamSynchronize(0));
                    assert_eq!(seen(&result), round);
                }
            },
        );
    }
}

#[test]
fn questions_are_answered_in_the_end() {
    for lazy in ["0", "1", "2", "3"] {
        alone(
            "questions_are_answered_in_the_end",
            &[("ACCRS_GPU_LAZY", lazy)],
            || unsafe {
                begin();
                let (stream, recorded, at) = (stream(), event(), alloc(1 << 20));
                ok(cuEventQuery(recorded));
                ok(cuMemsetD8Async(at, 1, 1 << 20, stream));
                ok(cuEventRecord(recorded, stream));
                let mut code = NOT_READY;
                while code == NOT_READY {
                    code = cuEventQuery(recorded);
                }
                ok(code);
                ok(cuStreamQuery(stream));
            },
        );
    }
}

/// A copy whose memory was freed before its turn is a fault; it ends the context, and every later call says so.
#[test]
fn faults_stay() {
    alone("faults_stay", &[("ACCRS_GPU_LAZY", "2")], || unsafe {
        begin();
        let (word, stream, at, other) = ([1_u32], stream(), alloc(4), alloc(4));
        ok(cuMemcpyHtoDAsync_v2(at, address(&word), 4, stream));
        ok(cuMemFree_v2(at));
        assert_eq!(cuStreamSynchronize(stream), ILLEGAL_ADDRESS);
        let mut more = 0;
        assert_eq!(cuStreamSynchronize(stream), ILLEGAL_ADDRESS);
        assert_eq!(cuMemAlloc_v2(&mut more, 4), ILLEGAL_ADDRESS);
        assert_eq!(cuMemFree_v2(other), ILLEGAL_ADDRESS);
        assert_eq!(cuCtxSynchronize(), ILLEGAL_ADDRESS);
        let mut count = 0;
        ok(cuDeviceGetCount(&mut count));
    });
}

#[test]
fn devices_are_apart_and_copy_to_each_other() {
    let environment = [("ACCRS_GPU_DEVICES", "2"), ("ACCRS_GPU_LAZY", "3")];
    alone(
        "devices_are_apart_and_copy_to_each_other",
        &environment,
        || unsafe {
            begin();
            let (word, result, here) = ([5_u32], [0_u32], alloc(4));
            let (mut first, mut second, mut ordinal) = (0, 0, 9);
            ok(cuCtxGetCurrent(&mut first));
            ok(cuMemcpyHtoD_v2(here, address(&word), 4));
            ok(cuDevicePrimaryCtxRetain(&mut second, 1));
            ok(cuCtxPushCurrent_v2(second));
            ok(cuCtxGetDevice(&mut ordinal));
            assert_eq!(ordinal, 1);
            let there = alloc(4);
            ok(cuMemcpyPeer(there, second, here, first, 4));
            ok(cuMemcpyDtoH_v2(address(&result), there, 4));
            assert_eq!(seen(&result), 5);
            ok(cuCtxPopCurrent_v2(null_mut()));
            ok(cuCtxGetDevice(&mut ordinal));
            assert_eq!(ordinal, 0);
        },
    );
}

#[test]
fn calls_are_counted_and_made_to_fail() {
    let out = std::env::temp_dir().join(format!("accrs-gpu-counts-{}", std::process::id()));
    let path = out.to_string_lossy().into_owned();
    let fail = "cuMemAlloc_v2:2=OUT_OF_MEMORY,any:9=ILLEGAL_ADDRESS";
    let environment = [
        ("ACCRS_GPU_FAIL", fail),
        ("ACCRS_GPU_COUNTS", path.as_str()),
    ];
    alone(
        "calls_are_counted_and_made_to_fail",
        &environment,
        || unsafe {
            begin(); // calls 1 to 3
            let mut at = 0;
            let mut codes = vec![];
            for _ in 0..8 {
                codes.push(cuMemAlloc_v2(&mut at, 4));
            }
            assert_eq!(codes, [0, OUT_OF_MEMORY, 0, 0, 0, ILLEGAL_ADDRESS, 0, 0]);
        },
    );
    if std::env::var_os("ACCRS_GPU_TEST_ALONE").is_none() {
        let counts = std::fs::read_to_string(&out).unwrap();
        assert!(counts.lines().any(|l| l == "cuMemAlloc_v2 8"), "{counts}");
        assert!(counts.lines().any(|l| l == "any 11"), "{counts}");
        std::fs::remove_file(&out).unwrap();
    }
}

#[test]
fn host_memory_is_pinned_once() {
    alone("host_memory_is_pinned_once", &[], || unsafe {
        begin();
        let words = vec![0_u32; 100];
        ok(cuMemHostRegister_v2(address(&words), 400, 0));
        assert_eq!(cuMemHostRegister_v2(address(&words) + 100, 4, 0), 712);
        ok(cuMemHostUnregister(address(&words)));
        assert_eq!(cuMemHostUnregister(address(&words)), 713);
        let mut block = null_mut();
        ok(cuMemHostAlloc(&mut block, 100, 0));
        ok(cuMemFreeHost(block));
        assert_eq!(cuMemFreeHost(block), INVALID_VALUE);
    });
}

/// Whether the driver works where it is called.
fn answers() -> c_int {
    let mut count = 0;
    unsafe { cuDeviceGetCount(&mut count) }
}

/// Runs behind the driver's exit function, and ends the process with 0 if all was as it should be.
extern "C" fn behind_its_end() {
    let mut words = std::ptr::null();
    let refused = [answers(), unsafe { cuGetErrorName(4, &mut words) }];
    let right = refused == [4, 4] && BEFORE_ITS_END.load(Relaxed) == 0;
    unsafe { libc::_exit(c_int::from(!right)) };
}

/// Runs before it.
extern "C" fn before_its_end() {
    BEFORE_ITS_END.store(answers(), Relaxed);
}

static BEFORE_ITS_END: AtomicI32 = AtomicI32::new(-1);

#[test]
fn the_driver_ends_by_an_exit_function() {
    let name = "the_driver_ends_by_an_exit_function";
    for call in ["cuInit", "cuStreamCreate"] {
        alone(name, &[("ACCRS_GPU_ENDS", call)], || unsafe {
            libc::atexit(behind_its_end);
            begin();
            stream();
            libc::atexit(before_its_end);
            libc::exit(1);
        });
    }
}
