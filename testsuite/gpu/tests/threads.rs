//! Threads together: order, barriers, exchanges of warps, atomics, and their faults.
#![allow(clippy::unwrap_used)]

mod common;
use accrs_gpu::fault::Fault;
use common::{Machine, kernel};

/// Each thread's own 64-bit word: address in `%rd5`.
const OWN: &str = "mul.wide.u32 %rd5, %r1, 8;\nadd.s64 %rd5, %rd1, %rd5;\n";

fn own(body: &str) -> String {
    kernel("", &format!("{OWN}{body}\nst.global.u64 [%rd5], %rd10;"))
}

/// Thread `i` writes to shared memory, and reads what its neighbour wrote.
fn neighbours(barrier: &str) -> String {
    kernel(
        ".shared .align 4 .b8 words[256];",
        &format!(
            "{OWN}mov.u32 %r5, words;\nshl.b32 %r6, %r1, 2;\nadd.s32 %r7, %r5, %r6;\nst.shared.u32 [%r7], %r1;\n{barrier}
xor.b32 %r8, %r6, 128;\nadd.s32 %r9, %r5, %r8;\nld.shared.u32 %r10, [%r9];\ncvt.u64.u32 %rd10, %r10;\nst.global.u64 [%rd5], %rd10;"
        ),
    )
}

#[test]
fn a_barrier_orders_and_its_absence_shows() {
    let expected: Vec<u64> = (0..64).map(|k| k ^ 32).collect();
    for seed in 0..20 {
        let mut machine = Machine::new(1, 64);
        machine.seed = seed;
        let with = machine.run(&neighbours("bar.sync 0;"), &[0; 64]).unwrap();
        assert_eq!(with, expected);
        let without = machine.run(&neighbours(""), &[0; 64]).unwrap();
        assert_ne!(without, expected, "seed {seed}");
    }
}

/// Thread `i` copies a word of global memory to shared memory on its own way, and reads what its neighbour has copied.
fn copied(wait: &str) -> String {
    kernel(
        ".shared .align 8 .b8 words[512];",
        &format!(
            "{OWN}mov.u32 %r5, words;\nshl.b32 %r6, %r1, 3;\nadd.s32 %r7, %r5, %r6;\ncp.async.ca.shared.global [%r7], [%rd5], 8;\n{wait}
bar.sync 0;\nxor.b32 %r8, %r6, 256;\nadd.s32 %r9, %r5, %r8;\nld.shared.u64 %rd10, [%r9];\nbar.sync 0;\nst.global.u64 [%rd5], %rd10;"
        ),
    )
}

#[test]
fn a_copy_on_its_way_is_there_when_it_has_been_waited_for() {
    let given: Vec<u64> = (0..64).map(|k| 100 + k).collect();
    let expected: Vec<u64> = (0..64).map(|k| 100 + (k ^ 32)).collect();
    let mut machine = Machine::new(1, 64);
    let with = machine.run(&copied("cp.async.wait_all;"), &given).unwrap();
    assert_eq!(with, expected);
    let without = machine.run(&copied(""), &given).unwrap();
    assert_ne!(without, expected);
}

#[test]
fn a_seed_gives_one_order() {
    // Each thread takes a ticket: the tickets tell the order.
    let text = kernel(
        ".global .align 4 .u32 next;",
        &format!(
            "{OWN}mov.u64 %rd6, next;\natom.global.add.u32 %r10, [%rd6], 1;\ncvt.u64.u32 %rd10, %r10;\nst.global.u64 [%rd5], %rd10;"
        ),
    );
    let order = |seed| {
        let mut machine = Machine::new(1, 64);
        machine.seed = seed;
        machine.run(&text, &[0; 64]).unwrap()
    };
    assert_eq!(order(3), order(3));
    assert_ne!(order(3), order(4));
    let mut tickets = order(5);
    tickets.sort_unstable();
    assert_eq!(tickets, (0..64).collect::<Vec<u64>>());
}

#[test]
fn barriers_that_not_all_reach_are_faults() {
    let some = own("setp.lt.u32 %p1, %r1, 40;\n@%p1 bra L;\nbar.sync 0;\nL: bar.sync 1;");
    let fault = Machine::new(1, 64).run(&some, &[0; 64]).unwrap_err();
    assert!(matches!(fault, Fault::Barrier { .. }), "{fault}");
    assert!(fault.to_string().contains("kernel k"), "{fault}");
    // Those that have ended are not waited for, if their whole warp has.
    let ended = own("mov.u64 %rd10, 1;\nsetp.lt.u32 %p1, %r1, 32;\n@%p1 ret;\nbar.sync 0;");
    let result = Machine::new(1, 64).run(&ended, &[0; 64]).unwrap();
    assert_eq!(result[63], 1);
    let parted =
        own("setp.lt.u32 %p1, %r1, 7;\n@%p1 bra L;\nbar.sync 0;\nbra E;\nL: bar.sync 0;\nE:");
    let fault = Machine::new(1, 32).run(&parted, &[0; 32]).unwrap_err();
    assert!(fault.to_string().contains("one warp part"), "{fault}");
}

#[test]
fn barriers_reduce_and_count() {
    let text = own(
        "and.b32 %r2, %r1, 1;\nsetp.eq.u32 %p1, %r2, 0;\nbar.red.popc.u32 %r10, 0, %p1;\nbar.red.or.pred %p2, 0, !%p1;\nbar.red.and.pred %p3, 0, %p1;\nselp.u32 %r3, 100, 0, %p2;\nselp.u32 %r4, 1000, 0, %p3;\nadd.u32 %r10, %r10, %r3;\nadd.u32 %r10, %r10, %r4;\ncvt.u64.u32 %rd10, %r10;",
    );
    assert_eq!(
        Machine::new(1, 64).run(&text, &[0; 64]).unwrap(),
        vec![132; 64]
    );
    let half =
        own("mov.u64 %rd10, 7;\nsetp.ge.u32 %p1, %r1, 32;\n@%p1 bra E;\nbar.sync 3, 32;\nE:");
    assert_eq!(
        Machine::new(1, 64).run(&half, &[0; 64]).unwrap(),
        vec![7; 64]
    );
}

#[test]
fn lanes_exchange() {
    let run = |body: &str| {
        let text = own(&format!("{body}\ncvt.u64.u32 %rd10, %r10;"));
        Machine::new(1, 32).run(&text, &[0; 32]).unwrap()
    };
    let down = run("shfl.sync.down.b32 %r10|%p1, %r1, 1, 31, -1;");
    assert_eq!(down[3], 4);
    assert_eq!(down[31], 31);
    let up = run("shfl.sync.up.b32 %r10, %r1, 2, 0, -1;");
    assert_eq!((up[1], up[2], up[31]), (1, 0, 29));
    let across = run("shfl.sync.bfly.b32 %r10, %r1, 16, 31, -1;");
    assert_eq!((across[0], across[20]), (16, 4));
    let index = run("shfl.sync.idx.b32 %r10, %r1, 5, 31, -1;");
    assert_eq!(index, vec![5; 32]);
    // Segments of eight lanes.
    let segment = run("shfl.sync.idx.b32 %r10, %r1, 5, 6175, -1;");
    assert_eq!((segment[0], segment[9]), (5, 13));
    let ballot = run("setp.lt.u32 %p1, %r1, 3;\nvote.sync.ballot.b32 %r10, %p1, -1;");
    assert_eq!(ballot, vec![7; 32]);
    let any = run(
        "setp.lt.u32 %p1, %r1, 3;\nvote.sync.any.pred %p2, !%p1, -1;\nselp.u32 %r10, 1, 0, %p2;",
    );
    assert_eq!(any, vec![1; 32]);
    let same = run("and.b32 %r2, %r1, 3;\nmatch.any.sync.b32 %r10, %r2, -1;");
    assert_eq!(same[0], 0x1111_1111);
    let sum = run("redux.sync.add.s32 %r10, %r1, -1;");
    assert_eq!(sum, vec![496; 32]);
}

/// Matrices whose elements are spread over a warp's lanes: `a` is `rows` by `depth`, with a column's number + 16 times its row's, and `b` is all 0 but for a 1 in one row and column. So
/// a lane's results say which element of `a` met which of `b`.
#[test]
fn matrices_are_multiplied() {
    for (rows, depth) in [(8, 4), (16, 4), (16, 8), (16, 16)] {
        let (of_a, of_b, of_c) = (rows * depth / 32, depth / 4, rows / 4);
        let halves = rows / 8;
        let mut body = "shr.u32 %r3, %r1, 2;\nand.b32 %r4, %r1, 3;\n".to_string();
        for i in 0..of_a {
            body += &format!(
                "mad.lo.u32 %r2, %r3, 16, {};\nadd.u32 %r2, %r2, %r4;\ncvt.rn.f64.u32 %fd{i}, %r2;\n",
                i % halves * 8 * 16 + i / halves * 4,
            );
        }
        // The 1 is in row 3 and column 5: lane 5 * 4 + 3 has it as its first element.
        body += "setp.eq.u32 %p1, %r1, 23;\nselp.f64 %fd20, 0d3FF0000000000000, 0d0000000000000000, %p1;\n";
        for i in 1..of_b {
            body += &format!("mov.f64 %fd{}, 0d0000000000000000;\n", 20 + i);
        }
        for i in 0..of_c {
            body += &format!("mov.f64 %fd{}, 0d4059000000000000;\n", 30 + i);
        }
        let all = |first: usize, number: usize| {
            let names: Vec<String> = (first..first + number).map(|n| format!("%fd{n}")).collect();
            format!("{{{}}}", names.join(", "))
        };
        let sums = all(30, of_c);
        body += &format!(
            "mma.sync.aligned.m{rows}n8k{depth}.row.col.f64.f64.f64.f64 {sums}, {}, {}, {sums};\n",
            all(0, of_a),
            all(20, of_b),
        );
        for i in 0..of_c {
            let text = own(&format!(
                "{{\n.reg .f64 %fd<40>;\n{body}mov.b64 %rd10, %fd{};\n}}",
                30 + i
            ));
            let found = Machine::new(1, 32).run(&text, &[0; 32]).unwrap();
            for (lane, bits) in found.into_iter().enumerate() {
                // Column 5 is the second one of the third lane of a row.
                let row = lane / 4 + i / 2 * 8;
                let wanted = match (lane % 4, i % 2) {
                    (2, 1) => 100 + 16 * row + 3,
                    _ => 100,
                };
                assert_eq!(
                    f64::from_bits(bits),
                    wanted as f64,
                    "{rows} {depth} {lane} {i}"
                );
            }
        }
    }
}

#[test]
fn an_absent_lane_is_a_fault() {
    let text = own(
        "mov.u64 %rd10, 0;\nsetp.lt.u32 %p1, %r1, 3;\n@%p1 bra E;\nshfl.sync.idx.b32 %r10, %r1, 0, 31, -1;\nE: bar.sync 0;",
    );
    let fault = Machine::new(1, 32).run(&text, &[0; 32]).unwrap_err();
    assert!(matches!(fault, Fault::Barrier { .. }), "{fault}");
    let text = own("mov.u64 %rd10, 0;\nbar.warp.sync 1;");
    let fault = Machine::new(1, 32).run(&text, &[0; 32]).unwrap_err();
    assert!(fault.to_string().contains("mask"), "{fault}");
}

#[test]
fn atomics_of_many_blocks_lose_nothing() {
    let text = kernel(
        "",
        "atom.global.add.u64 %rd2, [%rd1], 1;\nred.global.add.f64 [%rd1+8], 0d3FF0000000000000;\natom.global.max.s32 %r2, [%rd1+16], %r1;\natom.global.inc.u32 %r3, [%rd1+24], 9;\nL: ld.volatile.global.u64 %rd3, [%rd1+32];\nadd.s64 %rd4, %rd3, 2;\natom.global.cas.b64 %rd6, [%rd1+32], %rd3, %rd4;\nsetp.ne.s64 %p1, %rd6, %rd3;\n@%p1 bra L;",
    );
    let mut machine = Machine::new(40, 100);
    machine.limits.workers = 4;
    let result = machine.run(&text, &[0; 5]).unwrap();
    assert_eq!(result[0], 4000);
    assert_eq!(f64::from_bits(result[1]), 4000.0);
    assert_eq!(result[2], 99);
    assert_eq!(result[3], 0);
    assert_eq!(result[4], 8000);
}

#[test]
fn an_endless_loop_ends() {
    let mut machine = Machine::new(1, 1);
    machine.limits.instructions_per_thread = 100_000;
    let fault = machine.run(&kernel("", "L: bra L;"), &[0]).unwrap_err();
    assert!(matches!(fault, Fault::Timeout { .. }), "{fault}");
}

/// Each block leaves a one, waits for all others (those before `first` don't come), and then counts up what its neighbour has left.
fn waiting(first: u32) -> String {
    kernel(
        "",
        &format!(
            "mov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %nctaid.x;\nmul.wide.u32 %rd2, %r2, 8;\nadd.s64 %rd3, %rd1, %rd2;
mov.u64 %rd4, 1;\nst.global.u64 [%rd3+8], %rd4;\nsetp.lt.u32 %p3, %r2, {first};\n@%p3 bra E;\nbar.sync 0;
setp.ne.u32 %p1, %r1, 0;\n@%p1 bra W;\natom.global.add.u32 %r4, [%rd1], 1;
L: ld.volatile.global.u32 %r5, [%rd1];\nsetp.lt.u32 %p2, %r5, %r3;\n@%p2 bra L;
W: bar.sync 0;\nadd.u32 %r6, %r2, 1;\nrem.u32 %r6, %r6, %r3;\nmul.wide.u32 %rd5, %r6, 8;\nadd.s64 %rd6, %rd1, %rd5;
ld.global.u64 %rd7, [%rd6+8];\nadd.s64 %rd7, %rd7, 1;\nst.global.u64 [%rd3+168], %rd7;\nE: mov.u32 %r7, 0;"
        ),
    )
}

#[test]
fn blocks_that_are_under_way_at_once_wait_for_each_other() {
    for seed in 0..20 {
        let mut machine = Machine::new(20, 70);
        (machine.together, machine.seed) = (true, seed);
        let result = machine.run(&waiting(0), &[0; 41]).unwrap();
        assert_eq!(result[0], 20);
        assert_eq!(result[21..41], [2; 20]);
    }
}

#[test]
fn blocks_that_never_come_are_told() {
    let mut machine = Machine::new(20, 70);
    machine.together = true;
    let fault = machine.run(&waiting(3), &[0; 41]).unwrap_err();
    let text = fault.to_string();
    assert!(text.contains("of 20 blocks, 3 have ended"), "{text}");
}
