//! Sections of one call that come to the device as one. Parts of one variable do: kernels know one address for its name.
//! So do sections that overlap, where the compiler itself decided on some of them: two pointers of a construct may lead
//! into one array. What no clause names has no extent that a program could rely on, so such sections come to the device as
//! one entry that spans them all; each is then part of it, and counted for itself. Clauses that overlap partly among
//! themselves are an error, as the standard has it, and stay one.

use super::Call;
use super::Data;
use super::item::{copies, makes_entry, name_of, range};
use crate::abi::flag;
use crate::device::DevPtr;
use crate::fatal::{Code, Failure, Outcome};
use crate::present::Lookup;
use crate::site::Caller;
use crate::state::DeviceState;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ffi::{CString, c_void};

/// What such an entry is made from. Ranges are of host addresses, first byte and the one behind the last.
pub(super) struct Joined {
    range: (usize, usize),
    /// For messages: the sections' names, or that of the one that holds all others.
    name: CString,
    implicit: bool,
    /// Where some section wants the host's values.
    filled: Vec<(usize, usize)>,
    /// Where some section is to be zero.
    zero: Vec<(usize, usize)>,
}

impl Call<'_> {
    /// Finds the sections that are to come as one.
    pub(super) fn join(&mut self, data: &[Data]) {
        let may = |d: &Data| d.flags & (flag::IMPLICIT | flag::PART) != 0 && makes_entry(d);
        if data.len() < 2 || !data.iter().any(may) {
            return;
        }
        let absent = |d: &Data| {
            self.table.find(d.host as usize, d.bytes) == Lookup::Absent
                && !self.state.shares(d.host, d.bytes)
        };
        let mut all: Vec<(usize, &Data)> = data
            .iter()
            .enumerate()
            .filter(|(_, d)| makes_entry(d) && absent(d))
            .collect();
        all.sort_by_key(|(i, d)| (range(d).0, Reverse(range(d).1), *i));
        let spans = spans(&all);
        let mut joined = BTreeMap::new();
        let mut rest = all.as_slice();
        while let Some(((_, first), others)) = rest.split_first() {
            let (start, mut end) = (range(first).0, reach(&spans, first));
            let more = others.iter().take_while(|(_, d)| {
                let overlaps = range(d).0 < end;
                if overlaps {
                    end = end.max(reach(&spans, d));
                }
                overlaps
            });
            let (group, behind) = rest.split_at(1 + more.count());
            if let Some(one) = Joined::of(group) {
                joined.insert(start, one);
            }
            rest = behind;
        }
        self.joined = joined;
    }

    /// What a section that is absent comes with; it comes once.
    pub(super) fn joined_at(&mut self, d: &Data) -> Option<Joined> {
        let host = d.host as usize;
        let (start, _) = self
            .joined
            .range(..=host)
            .next_back()
            .filter(|(_, all)| host < all.range.1)?;
        let start = *start;
        self.joined.remove(&start)
    }

    /// The entry for all, made when the first of them, `d`, is entered.
    pub(super) fn create_joined(&mut self, all: Joined, d: &Data) -> Outcome<DevPtr> {
        let part = |(start, end): (usize, usize)| Data {
            name: all.name.as_ptr(),
            host: start as *mut c_void,
            bytes: end - start,
            blocks: 1,
            block_bytes: end - start,
            stride: end - start,
            pointer: std::ptr::null_mut(),
            flags: if all.implicit { flag::IMPLICIT } else { 0 },
            gaps: std::ptr::null(),
            rows: std::ptr::null_mut(),
            packed: None,
            ..*d
        };
        let start = all.range.0;
        let device = self.allocate(&part(all.range), !all.filled.is_empty())?;
        let at = |(from, _): (usize, usize)| DevPtr(device.0 + (from - start) as u64);
        for range in &all.filled {
            self.upload(&part(*range), at(*range))?;
            self.note_copy(start);
        }
        for range in &all.zero {
            self.clear(&part(*range), at(*range))?;
        }
        Ok(self.device_address(start, d.host))
    }
}

impl Joined {
    /// `group`: items with their places in the call, by first byte, the longer first. `None` where they need not be joined, or
    /// clauses contradict each other.
    fn of(group: &[(usize, &Data)]) -> Option<Self> {
        let implicit = |d: &Data| d.flags & flag::IMPLICIT != 0;
        let (_, first) = group.first()?;
        let may = |d: &Data| d.flags & (flag::IMPLICIT | flag::PART) != 0;
        if group.len() < 2 || !group.iter().any(|(_, d)| may(d)) {
            return None;
        }
        if overlap_partly(group.iter().filter(|(_, d)| !implicit(d))) {
            return None;
        }
        let end = group.iter().map(|(_, d)| range(d).1).max()?;
        let whole = (range(first).0, end);
        let ranges = |wanted: fn(&Data) -> bool| {
            let mut out: Vec<(usize, usize)> = Vec::new();
            for (_, d) in group.iter().filter(|(_, d)| wanted(d)) {
                let (start, end) = range(d);
                match out.last_mut() {
                    Some(last) if start <= last.1 => last.1 = last.1.max(end),
                    _ => out.push((start, end)),
                }
            }
            out
        };
        let holder = group.iter().find(|(_, d)| range(d) == whole);
        let name = match holder {
            Some((_, d)) => name_of(d).into_owned(),
            None => {
                let mut in_order = group.to_vec();
                in_order.sort_by_key(|(i, _)| *i);
                let names: Vec<_> = in_order.iter().map(|(_, d)| name_of(d)).collect();
                names.join(", ")
            }
        };
        Some(Self {
            range: whole,
            name: CString::new(name).unwrap_or_default(),
            implicit: group.iter().all(|(_, d)| implicit(d)),
            filled: ranges(copies),
            zero: ranges(|d| d.flags & flag::ZERO != 0 && !copies(d)),
        })
    }
}

/// The name of the variable that an item is a part of, if others of the call are too.
pub(super) fn part_of(d: &Data) -> Option<String> {
    let name = name_of(d);
    let variable = name.split('[').next()?;
    (d.flags & flag::PART != 0).then(|| variable.to_string())
}

/// Fails where parts of one variable have come to the device at different times, in places that no single address leads to.
pub fn at_one_place(state: &DeviceState, place: &Caller<'_>, data: &[Data]) -> Outcome<()> {
    let mut known: BTreeMap<String, &Data> = BTreeMap::new();
    for d in data.iter().filter(|d| !d.device.is_null() && d.bytes > 0) {
        let Some(variable) = part_of(d) else { continue };
        let Some(first) = known.get(&variable) else {
            known.insert(variable, d);
            continue;
        };
        let shift = |d: &Data| (d.device as usize).wrapping_sub(d.host as usize);
        if shift(first) != shift(d) {
            let (a, b) = (name_of(first), name_of(d));
            let text = format!(
                "{place}: {a} and {b} have come to {state} one after the other and lie apart there, so no kernel finds both by the name {variable}: bring them in one clause, or name one section that holds both"
            );
            return Err(Failure::of(Code::PartlyPresent, text));
        }
    }
    Ok(())
}

/// The ends of variables of which there are several parts.
fn spans(all: &[(usize, &Data)]) -> BTreeMap<String, usize> {
    let mut spans = BTreeMap::new();
    for (_, d) in all {
        if let Some(variable) = part_of(d) {
            let end = spans.entry(variable).or_insert(0);
            *end = range(d).1.max(*end);
        }
    }
    spans
}

/// Where a section ends, or the last part of its variable.
fn reach(spans: &BTreeMap<String, usize>, d: &Data) -> usize {
    let last = part_of(d).and_then(|variable| spans.get(&variable).copied());
    last.unwrap_or(0).max(range(d).1)
}

/// Whether one of these sections overlaps an earlier one of the call that doesn't hold it.
fn overlap_partly<'a>(sorted: impl Iterator<Item = &'a (usize, &'a Data)>) -> bool {
    let mut holder: Option<(usize, usize)> = None;
    for (i, d) in sorted {
        let (start, end) = range(d);
        match holder {
            Some((first, until)) if start < until => {
                if end > until || *i < first {
                    return true;
                }
            }
            _ => holder = Some((*i, end)),
        }
    }
    false
}
