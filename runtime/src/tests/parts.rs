//! Loops in parts: which sections come and go.

use super::*;
use crate::abi::{flag, kind};
use crate::data::parts::{Measured, Plan, settle};
use crate::data::{self, Counter};
use std::ops::Range;

/// The items of one part: elements of `memory`, with a kind.
fn part(memory: &[i32], items: &[(Range<usize>, c_int)]) -> Vec<Data> {
    let item =
        |(r, kind): &(Range<usize>, c_int)| section(&memory[r.clone()], *kind, flag::IMPLICIT);
    items.iter().map(item).collect()
}

/// A device with room for so many bytes beside what is kept free.
fn measure(memory: u64, whole: &[Data], parts: &[Vec<Data>]) -> Measured {
    let (state, _, _) = shared_device(Kind::Sim, memory);
    settle(state, whole, parts).unwrap()
}

fn fits(measured: Measured) -> Plan {
    match measured {
        Measured::Fits(plan) => plan,
        Measured::TooLarge => panic!("too large"),
        Measured::Never => panic!("never"),
    }
}

/// b[i] = a[i - 1] + a[i + 1] with 100 of each, in quarters; a begins at 0, b at `b`.
fn stencil(memory: &[i32], b: usize) -> (Vec<Data>, Vec<Vec<Data>>) {
    let of = |from: usize, to: usize| {
        let (a, b) = (from..to + 2, b + from..b + to);
        part(memory, &[(a, kind::COPYIN), (b, kind::COPY)])
    };
    let quarter = |q: usize| of(25 * q, 25 * q + 25);
    (of(0, 100), (0..4).map(quarter).collect())
}

#[test]
fn sections_with_halos_come_and_go() {
    let memory = vec![0; 400];
    let (whole, parts) = stencil(&memory, 200);
    // Two parts of 27 and 25 elements are there at a time, and some room is kept.
    let plan = fits(measure(500, &whole, &parts));
    assert_eq!((plan.stays.len(), plan.chained), (0, false));
    assert!(matches!(measure(400, &whole, &parts), Measured::TooLarge));
}

#[test]
fn parts_see_nothing_that_others_write() {
    let memory = vec![0; 400];
    // b is a, one element further: a part reads what the one before writes.
    let (whole, parts) = stencil(&memory, 1);
    assert!(matches!(measure(1 << 20, &whole, &parts), Measured::Never));
}

#[test]
fn what_is_the_same_in_all_parts_stays() {
    let memory = vec![0; 400];
    let of = |from, to| {
        let items = [
            (from..to, kind::COPY),
            (200..300, kind::COPYIN),
            (300..301, kind::COPY),
        ];
        part(&memory, &items)
    };
    let (whole, parts) = (of(0, 100), vec![of(0, 50), of(50, 100)]);
    let plan = fits(measure(4096, &whole, &parts));
    let sizes: Vec<usize> = plan.stays.iter().map(|d| d.bytes).collect();
    // The last one is a sum: a kernel adds to what the one before has left.
    assert_eq!((sizes, plan.chained), (vec![400, 4], true));
    assert!(matches!(measure(404, &whole, &parts), Measured::Never));
}

#[test]
fn what_parts_write_in_ranges_that_overlap_stays() {
    let memory = vec![0; 400];
    let of = |from, to, columns: Range<usize>| {
        part(&memory, &[(from..to, kind::COPYIN), (columns, kind::COPY)])
    };
    let whole = of(0, 100, 200..300);
    let parts = vec![of(0, 50, 200..290), of(50, 100, 210..300)];
    let plan = fits(measure(4096, &whole, &parts));
    assert_eq!(plan.stays.len(), 1);
    assert_eq!((plan.stays[0].bytes, plan.chained), (400, true));
}

#[test]
fn what_stays_overlaps_nothing_that_moves() {
    let memory = vec![0; 400];
    let of = |from, to| part(&memory, &[(from..to, kind::COPY), (90..200, kind::COPYIN)]);
    let parts = [of(0, 50), of(50, 100)];
    assert!(matches!(
        measure(4096, &of(0, 100), &parts),
        Measured::Never
    ));
}

#[test]
fn sections_that_are_there_in_part_keep_a_loop_whole() {
    let memory = vec![0; 400];
    let (state, _, _) = shared_device(Kind::Sim, 4096);
    let mut there = part(&memory, &[(210..220, kind::COPYIN)]);
    data::enter(state, place(), &mut there, Counter::Structured, None).unwrap();
    let (whole, parts) = stencil(&memory, 200);
    assert!(matches!(
        settle(state, &whole, &parts).unwrap(),
        Measured::Never
    ));
    data::exit(state, place(), &mut there, Counter::Structured, None).unwrap();
    fits(settle(state, &whole, &parts).unwrap());
    // All of it: nothing of it is copied, and kernels may use what others have left.
    let mut there = part(&memory, &[(200..300, kind::COPYIN)]);
    data::enter(state, place(), &mut there, Counter::Structured, None).unwrap();
    assert!(!fits(settle(state, &whole, &parts).unwrap()).chained);
}
