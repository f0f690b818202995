//! What the simulator refuses, and its words for it.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod sim;

use accrt::device::DeviceError;
use accrt::device::sim::POISON;
use sim::{Sim, arg, has};

#[test]
fn host_memory_is_not_there() {
    let sim = Sim::open();
    let (host, out) = (vec![7i32; 100], sim.put(&[0i32]));
    let text = sim.fault("read_at", 3, 8, &[arg(host.as_ptr()), arg(2), arg(out.0)]);
    let at = format!("{:#x}", host.as_ptr() as usize + 8);
    let parts = [
        "kernel 'read_at' (kernels.c)",
        "thread (3,0,0) of block (1,0,0) reads 4 bytes at",
        &at,
        "host memory",
        "kernels.cu:",
    ];
    has(&text, &parts);
    assert_eq!(sim.get::<i32>(out, 1), [0]);
    let text = sim.fault("write_at", 1, 1, &[arg(host.as_ptr()), arg(5i64)]);
    has(
        &text,
        &[
            "thread (0,0,0) of block (0,0,0) writes 4 bytes",
            "host memory",
        ],
    );
    assert_eq!(host, vec![7; 100]);
    static TABLE: [i32; 64] = [3; 64];
    has(
        &sim.fault("read_at", 2, 4, &[arg(TABLE.as_ptr()), arg(2), arg(out.0)]),
        &["host memory"],
    );
    has(
        &sim.fault("write_at", 1, 1, &[arg(0u64), arg(1i64)]),
        &["null pointer"],
    );
    has(
        &sim.fault("write_at", 1, 1, &[arg([POISON; 8]), arg(0i64)]),
        &["uninitialised device memory"],
    );
    let args = [arg(out.0), arg(host.as_ptr()), arg(10)];
    has(
        &sim.fault("copy_block", 1, 1, &args),
        &["reads", "host memory"],
    );
}

#[test]
fn ends_of_allocations_are_watched() {
    let sim = Sim::open();
    let (data, out) = (sim.put(&[5i32; 25]), sim.put(&[0i32]));
    sim.launch(
        "read_at",
        [2, 1, 1],
        [4, 1, 1],
        &[arg(data.0), arg(24), arg(out.0)],
    )
    .unwrap();
    assert_eq!(sim.get::<i32>(out, 1), [5]);
    let text = sim.fault("read_at", 2, 4, &[arg(data.0), arg(25), arg(out.0)]);
    has(
        &text,
        &[
            "reads 4 bytes",
            "0 bytes past the end of a device allocation of 100 bytes",
        ],
    );
    sim.fault("write_at", 1, 1, &[arg(data.0), arg(-1i64)]);
    let (to, from) = (sim.put(&[0f64; 4]), sim.put(&[1f64; 9]));
    let text = sim.fault("copy_block", 1, 1, &[arg(to.0), arg(from.0), arg(9)]);
    has(
        &text,
        &[
            "writes 40 bytes",
            "0 bytes past the end of a device allocation of 32 bytes",
        ],
    );
    sim.launch(
        "copy_block",
        [1; 3],
        [1; 3],
        &[arg(to.0), arg(from.0), arg(4)],
    )
    .unwrap();
    assert_eq!(sim.get::<f64>(to, 4), [1.0; 4]);
    sim.device.free(data).unwrap();
    has(
        &sim.fault("write_at", 1, 1, &[arg(data.0), arg(0i64)]),
        &["not allocated (freed"],
    );
    assert!(sim.device.free(data).is_err());
    let mut buffer = [0u8; 64];
    let err = unsafe {
        sim.device
            .copy_out(buffer.as_mut_ptr().cast(), to, 33, None)
    }
    .unwrap_err();
    has(
        &err.to_string(),
        &["33 bytes at offset 0 of a device allocation of 32 bytes"],
    );
}

#[test]
fn barriers_that_not_all_reach() {
    let sim = Sim::open();
    sim.launch("early_exit", [4, 1, 1], [33, 1, 1], &[arg(33)])
        .unwrap();
    let text = sim.fault("early_exit", 4, 33, &[arg(30)]);
    has(
        &text,
        &[
            "kernel 'early_exit'",
            "33 threads: 30 wait at the barrier in line",
            "3 have left",
            "thread (30,0,0)",
        ],
    );
    let x = sim.put(&[0i32]);
    let text = sim.fault("two_barriers", 1, 10, &[arg(x.0)]);
    assert_eq!(
        text.matches("5 wait at the barrier in line").count(),
        2,
        "{text}"
    );
    let text = sim.fault("lost_lane", 1, 32, &[arg(x.0)]);
    has(
        &text,
        &["1 waits at the warp operation", "31 wait at the barrier"],
    );
    // And the device is still good for the next kernel.
    sim.launch("early_exit", [4, 1, 1], [1024, 1, 1], &[arg(1024)])
        .unwrap();
}

#[test]
fn barriers_that_not_all_blocks_reach() {
    let sim = Sim::open();
    let (x, wrong) = (sim.put(&[0u32; 64]), sim.put(&[0u32]));
    let fault = |name: &str, blocks: u32, args: &[Vec<u8>]| match sim.launch_together(
        name,
        [blocks, 1, 1],
        [5, 1, 1],
        args,
    ) {
        Err(DeviceError::KernelFault(text)) => text,
        other => panic!("{name}: expected a fault, got {other:?}"),
    };
    let args = |leaver: u32| [arg(9i32), arg(leaver), arg(x.0), arg(wrong.0)];
    let text = fault("together", 4, &args(2));
    has(&text, &["all of the launch's 4: 3 wait in line", "1 left"]);
    let text = fault("apart", 4, &[arg(x.0)]);
    has(
        &text,
        &["4 blocks wait for each other at different barriers"],
    );
    // A launch whose blocks come one after the other.
    let text = sim.fault("together", 4, 5, &args(9));
    has(&text, &["whose blocks needn't all be there"]);
    // And the device is still good for the next kernel.
    sim.launch_together("together", [4, 1, 1], [5, 1, 1], &args(9))
        .unwrap();
}

#[test]
fn traps_become_faults() {
    let sim = Sim::open();
    let x = sim.put(&[12i32]);
    has(
        &sim.fault("divide", 1, 1, &[arg(x.0), arg(0)]),
        &["divides an integer by zero", "kernels.cu:"],
    );
    sim.launch("divide", [1; 3], [1; 3], &[arg(x.0), arg(4)])
        .unwrap();
    assert_eq!(sim.get::<i32>(x, 1), [3]);
    has(
        &sim.fault("deep", 1, 1, &[arg(x.0), arg(0)]),
        &["more than the 256 KiB of local memory"],
    );
    has(
        &sim.fault("unreachable", 1, 1, &[arg(1)]),
        &["holds unreachable"],
    );
    has(
        &sim.fault("claim", 1, 4, &[arg(3)]),
        &["assertion failed", "n > 5", "kernels.cu"],
    );
    sim.launch("claim", [1; 3], [4, 1, 1], &[arg(6)]).unwrap();
}

#[test]
fn launches_are_checked() {
    let sim = Sim::open();
    let too_wide = sim
        .launch("claim", [1; 3], [1025, 1, 1], &[arg(6)])
        .unwrap_err();
    has(&too_wide.to_string(), &["claim", "1025"]);
    assert!(
        sim.launch("claim", [1, 65536, 1], [1; 3], &[arg(6)])
            .is_err()
    );
    assert!(sim.launch("claim", [0, 1, 1], [1; 3], &[arg(6)]).is_err());
    assert!(
        sim.launch_on("claim", [1; 3], [1; 3], 49 << 10, &[arg(6)], None)
            .is_err()
    );
    assert!(matches!(
        sim.device.module_function(sim.module, "absent"),
        Err(DeviceError::NoSuchKernel(_))
    ));
}

#[test]
fn faults_of_queued_kernels_surface_at_the_wait_or_before() {
    let sim = Sim::open();
    let stream = sim.device.stream_create().unwrap();
    sim.launch_on(
        "write_at",
        [1; 3],
        [1; 3],
        0,
        &[arg(0u64), arg(1i64)],
        Some(stream),
    )
    .unwrap();
    let x = sim.put(&[1u8]);
    // The kernel may have failed by now: then the next call for the stream tells.
    let queued = sim.device.fill(x, 9, 1, Some(stream));
    let error = queued
        .and_then(|()| sim.device.stream_synchronize(stream))
        .unwrap_err();
    has(&error.to_string(), &["kernel 'write_at'", "null pointer"]);
    assert_eq!(sim.get::<u8>(x, 1), [1], "work behind a fault is skipped");
    sim.device.stream_synchronize(stream).unwrap();
}
