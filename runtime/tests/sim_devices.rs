//! Several sim devices: each has its own memory, and kernels see only their device's.
#![allow(clippy::unwrap_used)]

mod sim;

use accrt::device::DeviceError;
use sim::{Sim, arg, has};

/// The only test here, since it sets the process' environment.
#[test]
fn several_devices() {
    // SAFETY: no other thread runs yet.
    unsafe { std::env::set_var("ACC_NUM_SIM_DEVICES", "3") };
    a_kernel_sees_only_its_own_device();
    devices_take_turns();
}

fn a_kernel_sees_only_its_own_device() {
    let (first, second) = (Sim::open_at(0), Sim::open_at(1));
    let here = first.put(&[0i32; 10]);
    let there = second.put(&[0i32; 10]);
    for round in 1..4 {
        first
            .launch("write_at", [1; 3], [1; 3], &[arg(here.0), arg(round)])
            .unwrap();
        second
            .launch("write_at", [1; 3], [1; 3], &[arg(there.0), arg(2 * round)])
            .unwrap();
        let text = first.fault("write_at", 1, 1, &[arg(there.0), arg(round)]);
        has(
            &text,
            &[
                "kernel 'write_at'",
                "on sim:0",
                "memory of sim:1, which sim:0 cannot see",
            ],
        );
        // Memory that comes while the other device's is in sight is hidden as well.
        let new = second.put(&[0i32; 10]);
        has(
            &first.fault("write_at", 1, 1, &[arg(new.0), arg(0i64)]),
            &["memory of sim:1"],
        );
        second.device.free(new).unwrap();
    }
    let third = Sim::open_at(2);
    let other = third.put(&[0i32; 10]);
    has(
        &second.fault("write_at", 1, 1, &[arg(other.0), arg(0i64)]),
        &["memory of sim:2"],
    );
    has(
        &third.fault("copy_block", 1, 1, &[arg(other.0), arg(here.0), arg(2)]),
        &["memory of sim:0"],
    );
    assert_eq!(first.get::<i32>(here, 5), [0, 1, 1, 1, 0]);
    assert_eq!(second.get::<i32>(there, 10), [0, 0, 1, 0, 1, 0, 1, 0, 0, 0]);
    assert_eq!(third.get::<i32>(other, 10), [0; 10]);
    let wrong = unsafe {
        first
            .device
            .copy_out([0u8; 4].as_mut_ptr().cast(), there, 4, None)
    };
    assert!(matches!(wrong, Err(DeviceError::Driver { .. })));
}

/// Streams of two devices take turns, and all of both is done.
fn devices_take_turns() {
    let sims = [Sim::open_at(0), Sim::open_at(1)];
    let run = |sim: &Sim| {
        let counter = sim.put(&[0i32]);
        let rest = [
            sim.put(&[0f64]),
            sim.put(&[0u64]),
            sim.put(&[0f32]),
            sim.put(&[0u32]),
        ];
        let mut args = vec![arg(counter.0)];
        args.extend(rest.iter().map(|p| arg(p.0)));
        for _ in 0..200 {
            sim.launch("atomics", [5, 1, 1], [7, 1, 1], &args).unwrap();
        }
        sim.get::<i32>(counter, 1)[0]
    };
    std::thread::scope(|s| {
        let counts = sims.each_ref().map(|sim| s.spawn(|| run(sim)));
        for count in counts {
            assert_eq!(count.join().unwrap(), 7000);
        }
    });
}
