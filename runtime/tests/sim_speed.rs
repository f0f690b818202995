//! The simulator is quick enough to test with: bounds so far above what was measured that other work on the machine doesn't matter.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod sim;

use sim::{Sim, arg};
use std::time::{Duration, Instant};

#[test]
fn a_million_tiny_blocks() {
    let sim = Sim::open();
    let n = 1_000_000;
    let out = sim.put(&vec![0u32; n]);
    let start = Instant::now();
    sim.launch("tiny", [n as u32, 1, 1], [1; 3], &[arg(out.0)])
        .unwrap();
    let took = start.elapsed();
    println!("10^6 blocks of one thread: {took:?}");
    assert!(
        sim.get::<u32>(out, n)
            .iter()
            .enumerate()
            .all(|(i, v)| *v == i as u32)
    );
    assert!(took < Duration::from_secs(60), "{took:?}");
}

#[test]
fn speed() {
    let sim = Sim::open();
    let n = 2048usize;
    let (a, b) = (sim.put(&vec![1f32; n * n]), sim.put(&vec![0f32; n * n]));
    let args = [arg(n as i32), arg(n as i32), arg(a.0), arg(b.0)];
    for (grid, block) in [
        ([2, 1023, 1], [64, 16, 1]),
        ([2, 1023, 1], [128, 2, 1]),
        ([3, 7, 1], [31, 5, 1]),
    ] {
        let start = Instant::now();
        sim.launch("jacobi", grid, block, &args).unwrap();
        let took = start.elapsed();
        println!("jacobi 2048x2048, grid {grid:?} block {block:?}: {took:?}");
        assert!(took < Duration::from_secs(60), "{took:?}");
    }
    let out = sim.put(&[0i32; 4]);
    let start = Instant::now();
    sim.launch("barriers", [4, 1, 1], [1024, 1, 1], &[arg(100), arg(out.0)])
        .unwrap();
    println!(
        "4 blocks of 1024 threads, 100 barriers: {:?}",
        start.elapsed()
    );
    assert_eq!(sim.get::<i32>(out, 4), [99; 4]);
    let n = 256usize;
    let (a, b, c) = (
        sim.put(&vec![1f64; n * n]),
        sim.put(&vec![2f64; n * n]),
        sim.put(&vec![0f64; n * n]),
    );
    let start = Instant::now();
    sim.launch(
        "dgemm",
        [16, 16, 1],
        [16, 16, 1],
        &[arg(n as i32), arg(a.0), arg(b.0), arg(c.0)],
    )
    .unwrap();
    println!("dgemm 256: {:?}", start.elapsed());
    assert!(sim.get::<f64>(c, n * n).iter().all(|v| *v == 512.0));
}
