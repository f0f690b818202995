//! The simulator carries out what CUDA promises: indices, shared memory, barriers, warps,
//! atomics, streams, and memory of its own.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod sim;

use accrt::device::DevPtr;
use accrt::device::sim::POISON;
use sim::{Sim, arg};

#[test]
fn saxpy_on_odd_grids() {
    let sim = Sim::open();
    for n in [1usize, 2, 31, 1000, 10007] {
        for (grid, block) in [(1, 1), (3, 7), (13, 101), (64, 1024)] {
            let x: Vec<f32> = (0..n).map(|i| i as f32).collect();
            let (dx, dy) = (sim.put(&x), sim.put(&vec![1f32; n]));
            let args = [arg(n as i64), arg(2f32), arg(dx.0), arg(dy.0)];
            sim.launch("saxpy", [grid, 1, 1], [block, 1, 1], &args)
                .unwrap();
            let y: Vec<f32> = sim.get(dy, n);
            assert!(
                y.iter()
                    .enumerate()
                    .all(|(i, y)| *y == 2.0 * i as f32 + 1.0),
                "n {n}, {grid} x {block}"
            );
            sim.device.free(dx).unwrap();
            sim.device.free(dy).unwrap();
        }
    }
}

#[test]
fn each_thread_runs_once() {
    let sim = Sim::open();
    let (grid, block) = ([3, 5, 2], [7, 3, 4]);
    let (blocks, threads) = (30, 84);
    let out = sim.put(&vec![0u32; blocks * threads]);
    sim.launch("who", grid, block, &[arg(out.0)]).unwrap();
    let seen: Vec<u32> = sim.get(out, blocks * threads);
    assert!(
        seen.iter()
            .enumerate()
            .all(|(i, v)| *v == 1 + (i % threads) as u32)
    );
}

#[test]
fn block_reduction_with_barriers() {
    let sim = Sim::open();
    let n = 100_003;
    let x = sim.put(&(0..n).map(f64::from).collect::<Vec<_>>());
    for (grid, block) in [(1, 1), (3, 7), (5, 255), (7, 1024)] {
        let sums = sim.put(&vec![0f64; grid]);
        sim.launch(
            "block_sum",
            [grid as u32, 1, 1],
            [block, 1, 1],
            &[arg(n), arg(x.0), arg(sums.0)],
        )
        .unwrap();
        let total: f64 = sim.get::<f64>(sums, grid).iter().sum();
        assert_eq!(
            total,
            f64::from(n) * f64::from(n - 1) / 2.0,
            "{grid} x {block}"
        );
    }
    let sums = sim.put(&[0f64; 3]);
    let args = [arg(100), arg(x.0), arg(sums.0)];
    sim.launch_on("dynamic_sum", [3, 1, 1], [128, 1, 1], 1024, &args, None)
        .unwrap();
    assert_eq!(sim.get::<f64>(sums, 3), [4950.0; 3]);
}

#[test]
fn warp_operations() {
    let sim = Sim::open();
    let down = sim.put(&[0i32; 64]);
    let (xored, ballots, up) = (
        sim.put(&[0i32; 64]),
        sim.put(&[0u32; 64]),
        sim.put(&[0f64; 64]),
    );
    sim.launch(
        "shuffles",
        [1; 3],
        [64, 1, 1],
        &[arg(down.0), arg(xored.0), arg(ballots.0), arg(up.0)],
    )
    .unwrap();
    let sums: Vec<i32> = sim.get(down, 64);
    assert_eq!(
        (sums[0], sums[32]),
        (31 * 16 + 3000, (32..64).sum::<i32>() + 35000)
    );
    assert!(
        sim.get::<i32>(xored, 64)
            .iter()
            .enumerate()
            .all(|(t, v)| *v == (t ^ 5) as i32)
    );
    let expect = |t: usize| {
        (0..32)
            .filter(|l| (t / 32 * 32 + l).is_multiple_of(3))
            .fold(0u32, |m, l| m | 1 << l)
    };
    assert!(
        sim.get::<u32>(ballots, 64)
            .iter()
            .enumerate()
            .all(|(t, v)| *v == expect(t))
    );
    let expect = |t: usize| 0.5 * if t.is_multiple_of(8) { t } else { t - 1 } as f64;
    assert!(
        sim.get::<f64>(up, 64)
            .iter()
            .enumerate()
            .all(|(t, v)| *v == expect(t))
    );
}

#[test]
fn a_shuffle_from_no_lane_is_poison() {
    let sim = Sim::open();
    let buffers: Vec<DevPtr> = (0..4).map(|_| sim.put(&[0f64; 32])).collect();
    let args: Vec<Vec<u8>> = buffers.iter().map(|b| arg(b.0)).collect();
    sim.launch("shuffles", [1; 3], [20, 1, 1], &args).unwrap();
    let xored: Vec<i32> = sim.get(buffers[1], 20);
    assert_eq!(xored[3], 6);
    assert_eq!(
        xored[17],
        i32::from_ne_bytes([POISON; 4]),
        "lane 20 does not exist"
    );
}

#[test]
fn uneven_loops_with_votes() {
    let sim = Sim::open();
    let turns: Vec<i32> = (0..77).map(|t| t % 5).collect();
    let (dt, seen, most) = (sim.put(&turns), sim.put(&[0i32; 77]), sim.put(&[0i32; 3]));
    sim.launch(
        "uneven",
        [1; 3],
        [77, 1, 1],
        &[arg(dt.0), arg(seen.0), arg(most.0)],
    )
    .unwrap();
    assert_eq!(sim.get::<i32>(seen, 77), turns);
    let above = turns.iter().filter(|t| **t > 2).count() as i32;
    assert_eq!(sim.get::<i32>(most, 3), [4, above, 1]);
}

#[test]
fn atomics_from_all_blocks() {
    let sim = Sim::open();
    let (i, d, u) = (sim.put(&[0i32]), sim.put(&[0f64]), sim.put(&[0u64]));
    let (least, ticket) = (sim.put(&[1e9f32]), sim.put(&[0u32]));
    let args = [arg(i.0), arg(d.0), arg(u.0), arg(least.0), arg(ticket.0)];
    sim.launch("atomics", [997, 1, 1], [33, 1, 1], &args)
        .unwrap();
    let n = 997 * 33;
    assert_eq!(sim.get::<i32>(i, 1), [n]);
    assert_eq!(sim.get::<f64>(d, 1), [f64::from(n) / 2.0]);
    assert_eq!(sim.get::<u64>(u, 1), [n as u64 - 1]);
    assert_eq!(sim.get::<f32>(least, 1), [4.0]);
    assert_eq!(sim.get::<u32>(ticket, 1), [n as u32]);
}

#[test]
fn kernels_may_use_their_own_globals_and_shared_memory() {
    let sim = Sim::open();
    let out = sim.put(&[0f64; 8]);
    for i in 0..5 {
        sim.launch("globals", [9, 1, 1], [8, 1, 1], &[arg(out.0), arg(i)])
            .unwrap();
        let got: Vec<f64> = sim.get(out, 8);
        assert!(
            got.iter()
                .enumerate()
                .all(|(t, v)| *v == ((t as i32 + i) % 5 + 1) as f64),
            "{got:?}"
        );
    }
}

#[test]
fn new_memory_is_poison() {
    let sim = Sim::open();
    let at = sim.device.alloc(1000).unwrap();
    assert_eq!(at.0 % 256, 0);
    assert_eq!(sim.get::<u8>(at, 1000), vec![POISON; 1000]);
    sim.device.fill(at, 0, 1000, None).unwrap();
    sim.device.free(at).unwrap();
    for _ in 0..100 {
        let again = sim.device.alloc(1000).unwrap();
        assert_eq!(sim.get::<u8>(again, 1000), vec![POISON; 1000]);
        sim.device.free(again).unwrap();
    }
}

#[test]
fn streams_are_in_order_and_overlap() {
    // On a busy machine a kernel may have ended before this thread runs again: then a longer one tells.
    let seen = [100_000, 1_000_000, 10_000_000]
        .into_iter()
        .any(streams_overlap);
    assert!(
        seen,
        "a launch on a stream, or a copy on another one, waited for a kernel"
    );
}

/// Whether a launch and another stream's copy came back while a kernel of so many turns was still running.
fn streams_overlap(turns: i32) -> bool {
    let sim = Sim::open();
    let (a, b) = (
        sim.device.stream_create().unwrap(),
        sim.device.stream_create().unwrap(),
    );
    let turns = sim.put(&[turns]);
    let (x, y) = (sim.put(&[0f64]), sim.put(&[0f64]));
    let run = |stream, out: DevPtr| {
        sim.launch_on(
            "slow",
            [1; 3],
            [1; 3],
            0,
            &[arg(turns.0), arg(out.0)],
            Some(stream),
        )
        .unwrap();
    };
    run(a, x);
    run(b, y);
    let queued = !sim.device.stream_query(a).unwrap();
    // A short operation of the other stream need not wait for the long kernel.
    let c = sim.device.stream_create().unwrap();
    let mut byte = 0u8;
    unsafe {
        sim.device
            .copy_out((&raw mut byte).cast(), turns, 1, Some(c))
            .unwrap()
    };
    sim.device.stream_synchronize(c).unwrap();
    let overlapped = !sim.device.stream_query(a).unwrap();
    sim.device.stream_synchronize(a).unwrap();
    sim.device.stream_synchronize(b).unwrap();
    assert_eq!(
        (sim.get::<f64>(x, 1), sim.get::<f64>(y, 1)),
        (vec![2.0], vec![2.0])
    );
    // b waits for a's event: the copy sees what the kernel wrote.
    sim.device.fill(x, 0, 8, Some(a)).unwrap();
    run(a, x);
    let event = sim.device.event_record(a).unwrap();
    sim.device.stream_wait_event(b, event).unwrap();
    let mut seen = 0f64;
    unsafe {
        sim.device
            .copy_out((&raw mut seen).cast(), x, 8, Some(b))
            .unwrap()
    };
    sim.device.stream_synchronize(b).unwrap();
    assert_eq!(seen, 2.0);
    sim.device.event_destroy(event).unwrap();
    [a, b, c]
        .into_iter()
        .for_each(|s| sim.device.stream_destroy(s).unwrap());
    queued && overlapped
}

#[test]
fn blocks_wait_for_each_other() {
    let sim = Sim::open();
    let most = sim
        .device
        .blocks_together(sim.function("together"), 33)
        .unwrap();
    let (x, wrong) = (sim.put(&[0u32; 64]), sim.put(&[0u32]));
    let args = [arg(100i32), arg(u32::MAX), arg(x.0), arg(wrong.0)];
    for (grid, block) in [([1, 1, 1], 1), ([3, 1, 1], 33), ([most, 1, 1], 128)] {
        sim.launch_together("together", grid, [block, 1, 1], &args)
            .unwrap();
        assert_eq!(sim.get::<u32>(wrong, 1), [0]);
        assert_eq!(sim.get::<u32>(x, 1), [100]);
    }
    // One block needs nobody.
    sim.launch("together", [1; 3], [7, 1, 1], &args).unwrap();
    let refused = sim.launch_together("together", [most, 2, 1], [1; 3], &args);
    let why = refused.unwrap_err().to_string();
    assert!(why.contains("ACCRS_SIM_TOGETHER"), "{why}");
}
