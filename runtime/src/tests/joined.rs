//! Sections of one call that overlap.

use super::*;
use crate::abi::{flag, kind};
use crate::data::{self, Counter};
use crate::device::DevPtr;
use crate::fatal::{Outcome, lock};
use crate::present::Lookup;

const IMPLICIT: c_uint = flag::IMPLICIT;

/// What the device did, but for memory given out and back.
fn moved(log: &Log) -> Vec<String> {
    let mut log = std::mem::take(&mut *log.lock().unwrap());
    log.retain(|line| line != "free");
    log
}

fn enter(state: &DeviceState, data: &mut [Data]) -> Outcome<()> {
    data::enter(state, place(), data, Counter::Structured, None)
}

fn exit(state: &DeviceState, data: &mut [Data]) -> Outcome<()> {
    data::exit(state, place(), data, Counter::Structured, None)
}

fn entries(state: &DeviceState) -> Vec<(usize, String, u64)> {
    let table = lock(&state.table);
    table
        .iter()
        .map(|e| (e.bytes, e.name().to_string(), e.structured))
        .collect()
}

fn named<T>(name: &'static std::ffi::CStr, v: &[T], kind: c_int, flags: c_uint) -> Data {
    Data {
        name: name.as_ptr(),
        ..section(v, kind, flags)
    }
}

/// Writes to the device's copy, as a kernel would.
fn set(state: &DeviceState, d: &Data, values: &[i32]) {
    let (to, bytes) = (DevPtr(d.device as u64), size_of_val(values) as u64);
    // SAFETY: `values` is valid, the copy is done at once.
    unsafe {
        let from = values.as_ptr().cast();
        state.device.copy_in(to, from, bytes, None).unwrap();
    }
}

#[test]
fn sections_that_the_compiler_found_come_as_one() {
    for order in [[0, 1], [1, 0]] {
        let (state, log) = device(Kind::Sim, 1 << 20);
        let a: Vec<i32> = (0..10).collect();
        let two = [
            named(c"p", &a[1..10], kind::COPY, IMPLICIT),
            named(c"q", &a[0..9], kind::COPYIN, IMPLICIT),
        ];
        let mut data = order.map(|i| two[i]);
        enter(&state, &mut data).unwrap();
        assert_eq!(moved(&log), ["alloc 40", "in 40"]);
        let name = if order[0] == 0 { "p, q" } else { "q, p" };
        assert_eq!(entries(&state), [(40, name.to_string(), 2)]);
        let (p, q) = if order[0] == 0 {
            (data[0], data[1])
        } else {
            (data[1], data[0])
        };
        assert_eq!(p.device as usize, q.device as usize + 4);
        set(&state, &q, &[-1; 10]);
        moved(&log);
        exit(&state, &mut data).unwrap();
        // Only what `p` names comes back.
        assert_eq!(moved(&log), ["out 36"]);
        assert_eq!(a, [0, -1, -1, -1, -1, -1, -1, -1, -1, -1]);
        assert!(entries(&state).is_empty());
        assert_eq!(state.device.memory_info().unwrap().0, 1 << 20);
    }
}

#[test]
fn chains_are_one_and_neighbours_are_not() {
    let (state, log) = device(Kind::Sim, 1 << 20);
    let a = vec![1i32; 30];
    let mut data = [
        named(c"x", &a[0..8], kind::COPYIN, IMPLICIT),
        named(c"y", &a[12..20], kind::COPYIN, IMPLICIT),
        named(c"z", &a[6..14], kind::COPY, IMPLICIT),
        named(c"w", &a[20..30], kind::COPYIN, IMPLICIT),
    ];
    enter(&state, &mut data).unwrap();
    assert_eq!(moved(&log), ["alloc 80", "alloc 40", "in 80", "in 40"]);
    let held = [(80, "x, y, z".to_string(), 3), (40, "w".to_string(), 1)];
    assert_eq!(entries(&state), held);
    exit(&state, &mut data).unwrap();
    assert_eq!(moved(&log), ["out 32"]);
    assert!(entries(&state).is_empty());
}

#[test]
fn a_clause_and_what_the_compiler_found_come_as_one() {
    let (state, log) = device(Kind::Sim, 1 << 20);
    let a: Vec<i32> = (0..20).collect();
    let mut data = [
        named(c"out[0:10]", &a[0..10], kind::COPYOUT, flag::ZERO),
        named(c"in", &a[8..12], kind::COPYIN, IMPLICIT),
        named(c"rest[0:9]", &a[11..20], kind::COPYOUT, 0),
    ];
    enter(&state, &mut data).unwrap();
    // Values come for the section that wants them, zeros for the one that wants these.
    assert_eq!(moved(&log), ["alloc 80", "in 16", "fill 40"]);
    exit(&state, &mut data).unwrap();
    assert_eq!(moved(&log), ["out 40", "out 36"]);
    assert_eq!(a[..10], [0; 10]);
    assert_eq!(a[11], 11);
    assert!(entries(&state).is_empty());
}

#[test]
fn clauses_that_overlap_partly_stay_an_error() {
    for [(f, g), (h, i)] in [[(0, 10), (5, 15)], [(3, 6), (0, 10)]] {
        let (state, _) = device(Kind::Sim, 1 << 20);
        let a = vec![1i32; 20];
        let mut data = [
            named(c"p", &a[f..g], kind::COPYIN, 0),
            named(c"q", &a[h..i], kind::COPYIN, 0),
            named(c"r", &a[2..16], kind::COPYIN, IMPLICIT),
        ];
        let failed = enter(&state, &mut data).unwrap_err();
        assert!(failed.text.contains(": q ("), "{}", failed.text);
        assert!(failed.text.contains("p is, since"), "{}", failed.text);
    }
}

#[test]
fn a_struct_and_what_points_into_it_and_beyond() {
    let (state, log) = device(Kind::Sim, 1 << 20);
    let a: Vec<i32> = (0..16).collect();
    // A struct of 32 bytes, and a section that begins in its middle.
    let mut data = [
        named(c"p", &a[4..12], kind::COPY, IMPLICIT),
        named(c"s", &a[0..8], kind::COPYIN, IMPLICIT | flag::STRUCTS),
    ];
    data[1].stride = 32;
    enter(&state, &mut data).unwrap();
    assert_eq!(moved(&log), ["alloc 48", "in 48"]);
    assert_eq!(data[0].device as usize, data[1].device as usize + 16);
    exit(&state, &mut data).unwrap();
    assert_eq!(moved(&log), ["out 32"]);
}

#[test]
fn on_a_queue_the_copies_are_behind_its_work() {
    let (state, log) = device(Kind::Sim, 1 << 20);
    let a: Vec<i32> = (0..10).collect();
    let mut data = [
        named(c"p", &a[1..10], kind::COPY, IMPLICIT),
        named(c"q", &a[0..9], kind::COPYIN, IMPLICIT),
    ];
    data::enter(&state, place(), &mut data, Counter::Structured, Some(3)).unwrap();
    assert_eq!(moved(&log), ["alloc 40"]);
    data::exit(&state, place(), &mut data, Counter::Structured, Some(3)).unwrap();
    let queue = state.queues.existing(3).unwrap();
    queue.synchronize(state.device.as_ref()).unwrap();
    assert_eq!(moved(&log), ["in 40", "out 36"]);
}

#[test]
fn what_is_used_to_its_ends_must_be_there_to_its_ends() {
    let (state, _) = device(Kind::Sim, 1 << 20);
    let a = vec![1i32; 20];
    let mut there = [named(c"a[4:12]", &a[4..16], kind::COPYIN, 0)];
    enter(&state, &mut there).unwrap();
    let exact = |v: &[i32], stride| Data {
        stride,
        ..named(c"p", v, kind::COPY, IMPLICIT | flag::EXACT)
    };
    for (from, to) in [(4, 17), (3, 16), (3, 17), (10, 20), (0, 5)] {
        let failed = enter(&state, &mut [exact(&a[from..to], 4)]).unwrap_err();
        assert!(failed.text.contains("a[4:12] is, since"), "{}", failed.text);
    }
    // Of elements of 8 bytes some of the last is there, and of elements of which all are.
    for (from, to, stride) in [(6, 17, 8), (3, 17, 8), (4, 16, 4), (5, 7, 4)] {
        let mut one = [exact(&a[from..to], stride)];
        enter(&state, &mut one).unwrap();
        exit(&state, &mut one).unwrap();
    }
    assert_eq!(
        lock(&state.table).find(a.as_ptr() as usize, 4),
        Lookup::Absent
    );
}
