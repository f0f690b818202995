//! A construct's loop in parts, where the data of all its iterations doesn't fit the device: which parts, and what stays over all of them.
//!
//! The sections of each part are measured before the first one runs. Those that are other ones in each part come and go with it, on two queues in turn, so
//! that copies of one part go on beside the kernel of another. What is the same in all parts, and what parts write in sections that overlap, stays from the
//! first to the last ([`Plan::stays`]).
//!
//! Parts that come and go see only what was in the host's memory when they came. So none of them may have a section that another one
//! writes; where sections do, by whatever names, there are no parts. (That iterations don't depend on each other is the compiler's finding, but
//! the section of a part is the least range that holds all it touches.)

use super::item::{is_empty, makes_entry, range, skipped};
use super::{Call, Counter, Data, lacking};
use crate::abi::{flag, kind};
use crate::device::DevPtr;
use crate::fatal::{Failure, Outcome, lock};
use crate::notify::{STATS, count};
use crate::present::Lookup;
use crate::site::Caller;
use crate::state::DeviceState;
use std::collections::BTreeSet;
use std::ffi::c_int;

/// How a construct runs in parts.
pub struct Plan {
    /// What is on the device from the first part to the last.
    pub stays: Vec<Data>,
    /// A kernel may use what the one before has left, so it waits for that.
    pub chained: bool,
}

/// A part whose kernel has been launched. Its sections are in the present table no more, so the next part's may overlap them; what is to come
/// back of them, and their memory.
pub struct Launched {
    queue: c_int,
    back: Vec<(Data, DevPtr)>,
    memory: Vec<DevPtr>,
}

/// The exit of a part, without what waits for its kernel: a copy to memory that isn't page-locked lets the host wait.
pub fn leave(
    state: &DeviceState,
    place: Caller<'_>,
    data: &[Data],
    queue: c_int,
) -> Outcome<Launched> {
    let mut call = Call::new(state, place, Counter::Structured, Some(queue))?;
    let mut ending = BTreeSet::new();
    let mut left = Launched {
        queue,
        back: Vec::new(),
        memory: Vec::new(),
    };
    for d in data {
        call.note_use(d);
        call.release(d, &mut ending);
    }
    for d in data {
        call.note_written(d);
    }
    for d in data.iter().filter(|d| !skipped(d)) {
        let goes = call.entry_of(d).filter(|start| ending.contains(start));
        if let (Some(start), kind::COPY | kind::COPYOUT) = (goes, d.kind) {
            left.back.push((*d, call.device_address(start, d.host)));
        }
    }
    let gone = ending.iter().filter_map(|start| call.table.remove(*start));
    left.memory = gone.map(|entry| entry.device).collect();
    Ok(left)
}

/// The rest of it.
pub fn finish(state: &DeviceState, place: Caller<'_>, left: Launched) -> Outcome<()> {
    let mut call = Call::new(state, place, Counter::Structured, Some(left.queue))?;
    for (d, device) in &left.back {
        call.download(d, *device)?;
    }
    for block in left.memory {
        let pending = call.work.pending();
        let freed = state.memory.free(state.device.as_ref(), block, pending);
        freed.map_err(|e| Failure::new(format!("{place}: {state}: {e}")))?;
        count(&STATS.frees, 1);
    }
    Ok(())
}

/// What came of measuring.
pub enum Measured {
    Fits(Plan),
    /// Parts must be smaller.
    TooLarge,
    /// No parts help.
    Never,
}

/// Whether the construct can run in these parts, each with its items: those of a construct, in the same order, as `whole` has them for all parts. Nothing of it
/// is on the device.
pub fn settle(state: &DeviceState, whole: &[Data], parts: &[Vec<Data>]) -> Outcome<Measured> {
    let column = |i: usize| parts.iter().filter_map(move |p| p.get(i));
    let mut stays = Vec::new();
    let mut moving = Vec::new();
    let mut chained = false;
    for (i, d) in whole.iter().enumerate() {
        if !makes_entry(d) {
            // What is there from before, which kernels may write.
            chained |= !d.host.is_null();
        } else if moves(column(i)) {
            moving.push(i);
        } else {
            let inside = |part: &Data| range(d).0 <= range(part).0 && range(part).1 <= range(d).1;
            if !column(i).filter(|part| !is_empty(part)).all(inside) {
                return Ok(Measured::Never);
            }
            chained |= d.kind != kind::COPYIN;
            stays.push(Data {
                flags: d.flags & !flag::HELD,
                ..*d
            });
        }
    }
    if moving.is_empty() || !apart(parts, &moving, &stays) || !whole_or_absent(state, parts, &stays)
    {
        return Ok(Measured::Never);
    }
    let most = state.device.properties().memory;
    let room = lacking::memory(state)?.0.saturating_sub(most / 32);
    let bytes = |p: &Vec<Data>| {
        let mine = moving.iter().filter_map(|i| p.get(*i));
        lacking::wanted(state, mine)
    };
    let staying = lacking::wanted(state, stays.iter());
    let each: Vec<u64> = parts.iter().map(bytes).collect();
    let two = each.windows(2).map(|w| w.iter().sum());
    let largest = two.max().or(each.first().copied()).unwrap_or(0);
    Ok(match (staying >= room, staying + largest <= room) {
        (true, _) => Measured::Never,
        (_, true) => Measured::Fits(Plan { stays, chained }),
        (_, false) => Measured::TooLarge,
    })
}

/// Whether an item's sections differ from part to part, and are apart if they are written.
fn moves<'d>(column: impl Iterator<Item = &'d Data>) -> bool {
    let sections: Vec<&Data> = column.filter(|d| !is_empty(d)).collect();
    let same = sections.windows(2).all(|w| range(w[0]) == range(w[1]));
    let gaps = |d: &&Data| !d.gaps.is_null() || d.blocks > 1;
    if same || sections.iter().any(gaps) {
        return false;
    }
    let mut ranges: Vec<_> = sections.iter().map(|d| range(d)).collect();
    ranges.sort_unstable();
    sections.iter().all(|d| d.kind == kind::COPYIN) || ranges.windows(2).all(|w| w[0].1 <= w[1].0)
}

/// Whether no part has a section that another one writes, and none that overlaps what stays.
fn apart(parts: &[Vec<Data>], moving: &[usize], stays: &[Data]) -> bool {
    let sections: Vec<Vec<&Data>> = parts
        .iter()
        .map(|part| {
            let mine = moving.iter().filter_map(|i| part.get(*i));
            mine.filter(|d| makes_entry(d)).collect()
        })
        .collect();
    let overlaps = |(start, end): (usize, usize)| {
        let staying = stays.iter().filter(|d| !is_empty(d)).map(range);
        staying.into_iter().any(|s| s.0 < end && start < s.1)
    };
    meeting(&sections, |d| d.kind != kind::COPYIN).is_none()
        && !sections.iter().flatten().any(|d| overlaps(range(d)))
}

/// A section of a part that another part writes.
pub(super) fn meeting<'d>(
    sections: &[Vec<&'d Data>],
    is_written: impl Fn(&Data) -> bool,
) -> Option<&'d Data> {
    let all = || {
        let parts = sections.iter().enumerate();
        parts.flat_map(|(p, mine)| mine.iter().map(move |d| (p, *d)))
    };
    let mut written: Vec<_> = all().filter(|(_, d)| is_written(d)).collect();
    written.sort_unstable_by_key(|(p, d)| (range(d), *p));
    // The sections that one part writes may overlap each other.
    let mut merged: Vec<(usize, usize, usize)> = Vec::new();
    for (p, d) in written {
        let (start, end) = range(d);
        match merged.last_mut() {
            Some(last) if start < last.1 && p == last.2 => last.1 = last.1.max(end),
            Some(last) if start < last.1 => return Some(d),
            _ => merged.push((start, end, p)),
        }
    }
    let meets = |p: usize, (start, end): (usize, usize)| {
        let from = merged.partition_point(|w| w.1 <= start);
        let beside = merged[from..].iter().take_while(|w| w.0 < end);
        beside.into_iter().any(|w| w.2 != p)
    };
    all().find(|(p, d)| meets(*p, range(d))).map(|(_, d)| d)
}

/// Whether each section is all there from before, or not at all.
fn whole_or_absent(state: &DeviceState, parts: &[Vec<Data>], stays: &[Data]) -> bool {
    let table = lock(&state.table);
    let all = parts
        .iter()
        .flatten()
        .chain(stays)
        .filter(|d| makes_entry(d));
    let mut found = all.map(|d| table.find(d.host as usize, d.bytes));
    found.all(|f| !matches!(f, Lookup::Partly { .. }))
}
