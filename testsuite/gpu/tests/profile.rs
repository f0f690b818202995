//! What kernels cost, as counted.
#![allow(clippy::unwrap_used, reason = "a failed test may panic")]

mod common;

use accrs_gpu::profile::{Kernel, Memory, Profile};
use common::{Machine, kernel};

/// The counts of a kernel whose threads have their number in `%r1` and the buffer's address in `%rd1`.
fn counted(blocks: u32, threads: u32, declarations: &str, body: &str) -> Kernel {
    let mut machine = Machine::new(blocks, threads);
    machine.profile = Some(Profile::default());
    machine
        .run(&kernel(declarations, body), &[0; 4096])
        .unwrap();
    let profile = machine.profile.unwrap();
    profile.so_far().remove(0)
}

fn sum(k: &Kernel, of: impl Fn(&accrs_gpu::profile::Line) -> Memory) -> Memory {
    let mut all = Memory::default();
    for line in &k.lines {
        all.requests += of(line).requests;
        all.cost += of(line).cost;
        all.ideal += of(line).ideal;
    }
    all
}

fn memory(requests: u64, cost: u64, ideal: u64) -> Memory {
    Memory {
        requests,
        cost,
        ideal,
    }
}

/// Threads at `stride` doubles from each other read one and write one.
fn strided(stride: u32) -> Kernel {
    let body = format!(
        "mul.lo.u32 %r2, %r1, {stride};\nmul.wide.u32 %rd2, %r2, 8;\nadd.u64 %rd3, %rd1, %rd2;
ld.global.f64 %fd1, [%rd3];\nst.global.f64 [%rd3+8192], %fd1;"
    );
    counted(1, 64, "", &body)
}

#[test]
fn sectors_are_counted_by_warps() {
    let (near, far) = (strided(1), strided(4));
    assert_eq!(sum(&near, |l| l.loads), memory(2, 16, 16));
    assert_eq!(sum(&near, |l| l.stores), memory(2, 16, 16));
    assert_eq!(sum(&far, |l| l.loads), memory(2, 64, 16));
    assert_eq!((near.footprint_read, near.footprint_written), (512, 512));
    assert_eq!(far.footprint_read, 2048);
    assert_eq!(
        (near.threads, near.idle_threads, near.idle_blocks),
        (64, 0, 0)
    );
    // All lanes want the same eight bytes.
    let same = strided(0);
    assert_eq!(sum(&same, |l| l.loads), memory(2, 2, 2));
}

#[test]
fn lanes_that_part_meet_again() {
    let k = counted(
        1,
        32,
        "",
        "and.b32 %r2, %r1, 1;\nsetp.eq.u32 %p1, %r2, 0;\nmov.u32 %r3, 0;
@%p1 bra EVEN;\nadd.u32 %r3, %r3, 1;\nbra JOIN;\nEVEN:\nadd.u32 %r3, %r3, 2;\nJOIN:
mul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r3;",
    );
    assert_eq!(sum(&k, |l| l.stores), memory(1, 4, 4));
    assert_eq!(k.lines.iter().map(|l| l.parted).sum::<u64>(), 1);
    // 14 instructions; of them two are of the odd lanes and one of the even ones.
    let (issued, lanes): (Vec<u64>, Vec<u64>) = k.lines.iter().map(|l| (l.issued, l.lanes)).unzip();
    assert_eq!(issued.iter().sum::<u64>(), 14);
    assert_eq!(lanes.iter().sum::<u64>(), 11 * 32 + 3 * 16);
}

#[test]
fn lanes_that_leave_a_loop_early_wait_behind_it() {
    // Lane k goes around k + 1 times. What is behind the loop stands before it in the text.
    let k = counted(
        1,
        32,
        "",
        "mov.u32 %r3, 0;\nbra HEAD;\nBEHIND:\nmul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd3, %rd1, %rd2;
st.global.u32 [%rd3], %r3;\nret;\nHEAD:\nadd.u32 %r3, %r3, 1;\nsetp.gt.u32 %p1, %r3, %r1;
@%p1 bra BEHIND;\nbra HEAD;",
    );
    assert_eq!(sum(&k, |l| l.stores), memory(1, 4, 4));
    let parted: u64 = k.lines.iter().map(|l| l.parted).sum();
    assert_eq!(parted, 31);
}

#[test]
fn banks_of_shared_memory_give_a_word_a_turn() {
    let with = |stride: u32| {
        let body = format!(
            "mul.lo.u32 %r2, %r1, {stride};\nmov.u32 %r3, buf;\nadd.u32 %r2, %r2, %r3;
st.shared.u32 [%r2], %r1;\nbar.sync 0;\nld.shared.u32 %r4, [%r2];"
        );
        counted(1, 32, ".shared .align 16 .b8 buf[4096];", &body)
    };
    assert_eq!(sum(&with(4), |l| l.shared), memory(2, 2, 2));
    assert_eq!(sum(&with(8), |l| l.shared), memory(2, 4, 2));
    assert_eq!(sum(&with(128), |l| l.shared), memory(2, 64, 2));
    // All lanes want one word.
    assert_eq!(sum(&with(0), |l| l.shared), memory(2, 2, 2));
    let barriers = with(4).lines.iter().map(|l| l.barriers).sum::<u64>();
    assert_eq!(barriers, 1);
}

#[test]
fn atomics_at_one_address_wait_for_each_other() {
    let body = "shr.u32 %r2, %r1, 3;\nmul.wide.u32 %rd2, %r2, 4;\nadd.u64 %rd3, %rd1, %rd2;
atom.global.add.u32 %r3, [%rd3], 1;";
    let k = counted(3, 32, "", body);
    assert_eq!(sum(&k, |l| l.atomics), memory(3, 24, 3));
    assert_eq!(k.hottest, 24);
}

#[test]
fn threads_that_use_no_memory_are_idle() {
    let body = "setp.gt.u32 %p1, %r1, 9;\n@%p1 bra OUT;\nst.global.u32 [%rd1], %r1;\nOUT:";
    let k = counted(2, 64, "", body);
    assert_eq!((k.threads, k.idle_threads, k.idle_blocks), (128, 108, 0));
    let none = counted(2, 64, "", "");
    assert_eq!((none.idle_threads, none.idle_blocks), (128, 2));
}

#[test]
fn lines_are_those_of_the_outermost_call() {
    let text = kernel(
        "",
        ".loc 1 7 5\nmov.u32 %r3, 0;\n.loc 2 90 1, function_name $L__info_string0, inlined_at 1 9 3
st.global.u32 [%rd1], %r3;\n.loc 1 11 1",
    );
    let text = text + ".file 1 \"a.c\"\n.file 2 \"a.c.cu\"\n";
    let mut machine = Machine::new(1, 32);
    machine.profile = Some(Profile::default());
    machine.run(&text, &[0; 8]).unwrap();
    let k = machine.profile.unwrap().so_far().remove(0);
    let lines: Vec<(&str, u32, u64)> = k
        .lines
        .iter()
        .map(|l| (&*l.file, l.line, l.issued))
        .collect();
    assert_eq!(
        lines,
        [("", 0, 3), ("a.c", 7, 1), ("a.c", 9, 1), ("a.c", 11, 1)]
    );
}

#[test]
fn a_lock_that_a_lane_of_the_same_warp_holds_is_no_end() {
    // Each lane adds one under a lock; those that wait for it are behind the one that holds it.
    let body =
        "TRY:\natom.global.cas.b32 %r2, [%rd1], 0, 1;\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 bra TRY;
ld.volatile.global.u32 %r3, [%rd1+8];\nadd.u32 %r3, %r3, 1;\nst.volatile.global.u32 [%rd1+8], %r3;
membar.gl;\natom.global.exch.b32 %r2, [%rd1], 0;";
    let mut machine = Machine::new(1, 4);
    machine.profile = Some(Profile::default());
    let values = machine.run(&kernel("", body), &[0; 8]).unwrap();
    assert_eq!(values[1], 4);
}
