//! Parts for several devices: which sections each may have for itself.

use super::*;
use crate::abi::{flag, kind};
use crate::data::shared::{keep_what_is_read, why_not};
use crate::data::{self, Counter};
use std::ops::Range;

/// The items of one part: elements of `memory`, with a kind and flags.
fn part(memory: &[i32], items: &[(Range<usize>, c_int, c_uint)]) -> Vec<Data> {
    let item = |(r, kind, flags): &(Range<usize>, c_int, c_uint)| {
        section(&memory[r.clone()], *kind, *flags)
    };
    items.iter().map(item).collect()
}

/// b[i] = a[i - 1] + a[i + 1] with 100 of each, in halves; a begins at 0, b at `b`.
fn halves(memory: &[i32], b: usize) -> Vec<Vec<Data>> {
    let half = |h: usize| {
        let (from, to) = (50 * h, 50 * h + 50);
        let items = [
            (from..to + 2, kind::COPYIN, 0),
            (b + from..b + to, kind::COPY, 0),
        ];
        part(memory, &items)
    };
    (0..2).map(half).collect()
}

fn asked(
    devices: &[&'static DeviceState],
    parts: &[Vec<Data>],
    results: &[usize],
) -> Option<String> {
    let parts: Vec<&[Data]> = parts.iter().map(Vec::as_slice).collect();
    why_not(devices, &parts, results)
}

#[test]
fn halos_are_each_devices_own() {
    let memory = vec![0; 400];
    let (state, _, _) = shared_device(Kind::Sim, 1 << 20);
    assert_eq!(asked(&[state], &halves(&memory, 200), &[]), None);
}

#[test]
fn no_part_has_what_another_one_writes() {
    let memory = vec![0; 400];
    let (state, _, _) = shared_device(Kind::Sim, 1 << 20);
    // b is a, one element further.
    let why = asked(&[state], &halves(&memory, 1), &[]).unwrap();
    assert!(why.contains("written by another"), "{why}");
    // All parts write the same, unless it is a result of theirs.
    let sum = || part(&memory, &[(300..301, kind::COPY, 0)]);
    assert!(asked(&[state], &[sum(), sum()], &[]).is_some());
    assert_eq!(asked(&[state], &[sum(), sum()], &[0]), None);
    // What only devices see may be the same.
    let own = || part(&memory, &[(300..310, kind::CREATE, 0)]);
    assert_eq!(asked(&[state], &[own(), own()], &[]), None);
}

#[test]
fn data_that_is_there_stays_there() {
    let memory = vec![0; 400];
    let (one, _, _) = shared_device(Kind::Sim, 1 << 20);
    let (other, _, _) = shared_device(Kind::Sim, 1 << 20);
    let mut there = part(&memory, &[(90..95, kind::COPYIN, 0)]);
    data::enter(other, place(), &mut there, Counter::Structured, None).unwrap();
    let why = asked(&[one, other], &halves(&memory, 200), &[]).unwrap();
    assert_eq!(why, "a[0:n] is present on sim:0");
    assert_eq!(asked(&[one], &halves(&memory, 200), &[]), None);
}

#[test]
fn what_is_only_read_does_not_come_back() {
    let memory = vec![0; 400];
    let read = |from: usize| (from..from + 52, kind::COPY, flag::READONLY);
    let kinds = |others: [Range<usize>; 2]| {
        let [a, b] = others.map(|r| (r, kind::COPY, 0));
        let mut parts = [part(&memory, &[read(0), a]), part(&memory, &[read(50), b])];
        let mut all: Vec<&mut [Data]> = parts.iter_mut().map(Vec::as_mut_slice).collect();
        keep_what_is_read(&mut all);
        parts.map(|p| p[0].kind)
    };
    assert_eq!(kinds([200..250, 250..300]), [kind::COPYIN; 2]);
    // Another name leads there, by which it is written.
    assert_eq!(kinds([200..250, 60..61]), [kind::COPYIN, kind::COPY]);
}
