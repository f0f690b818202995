//! A construct's loop over several devices: whether each of them can have a part's sections for itself.
//!
//! Each device gets copies of what its part uses, and what its part has written comes back from it. So no part may have a section that another one writes, by whatever
//! name (that iterations don't depend on each other is the compiler's finding, but the section of a part is the least range that holds all it touches). Data that
//! is on a device from before stays there: then there are no parts. While they run, their sections are in tables of their own, so that
//! constructs of other threads don't find them.

use super::item::{is_empty, makes_entry, name_of, range};
use super::{Call, Counter, Data, parts::meeting};
use crate::abi::{flag, kind};
use crate::fatal::{Outcome, lock};
use crate::present::{Lookup, Table};
use crate::site::Caller;
use crate::state::DeviceState;
use std::sync::Mutex;

/// A construct's items as those of a part: nothing is held, and results are copied like all else.
pub fn as_part(d: &mut Data) {
    d.flags &= !(flag::HELD | flag::REDUCTION);
}

/// What is copied back by a clause though no kernel writes it needn't come back, so that parts may have sections that overlap. Only where no item that kernels may
/// write leads there by another name.
pub fn keep_what_is_read(parts: &mut [&mut [Data]]) {
    let reads = |d: &Data| d.flags & flag::READONLY != 0;
    let writes = |d: &&Data| !reads(d) && makes_entry(d);
    let all = parts.iter().flat_map(|part| part.iter());
    let written: Vec<_> = all.filter(writes).map(range).collect();
    for part in parts {
        for d in part.iter_mut() {
            let (start, end) = range(d);
            let meets = |w: &(usize, usize)| w.0 < end && start < w.1;
            if d.kind == kind::COPY && reads(d) && !written.iter().any(meets) {
                d.kind = kind::COPYIN;
            }
        }
    }
}

/// Why devices can't have these parts, each its own, in words. Items that are `results` are the parts' own.
pub fn why_not(
    devices: &[&'static DeviceState],
    parts: &[&[Data]],
    results: &[usize],
) -> Option<String> {
    let used = || {
        let all = parts.iter().flat_map(|part| part.iter());
        all.filter(|d| !is_empty(d) && d.flags & flag::OWN == 0)
    };
    let no_entry = |d: &&Data| !makes_entry(d) && d.kind != kind::NO_CREATE;
    if let Some(d) = used().find(no_entry) {
        return Some(format!("{} is on the device already", name_of(d)));
    }
    for state in devices {
        if let Some(d) = used().find(|d| state.shares(d.host, d.bytes)) {
            return Some(format!(
                "{} is in memory that host and devices share",
                name_of(d)
            ));
        }
        let table = lock(&state.table);
        let is_there = |d: &&Data| table.find(d.host as usize, d.bytes) != Lookup::Absent;
        if let Some(d) = used().find(is_there) {
            return Some(format!("{} is present on {state}", name_of(d)));
        }
    }
    let sections: Vec<Vec<&Data>> = parts
        .iter()
        .map(|part| {
            let mine = part
                .iter()
                .enumerate()
                .filter(|(i, _)| !results.contains(i));
            mine.map(|(_, d)| d).filter(|d| makes_entry(d)).collect()
        })
        .collect();
    let back = |d: &Data| matches!(d.kind, kind::COPY | kind::COPYOUT);
    let met = meeting(&sections, back)?;
    let (start, end) = range(met);
    let bytes = end - start;
    Some(format!(
        "of {}, {bytes} bytes are of one part and written by another",
        name_of(met)
    ))
}

/// Ends what a part has begun on a device, as if it hadn't been there.
pub fn take_back(
    state: &DeviceState,
    table: &Mutex<Table>,
    place: Caller<'_>,
    data: &mut [Data],
) -> Outcome<()> {
    let mut call = Call::within(state, table, place, Counter::Structured, None)?;
    call.take_back(data.iter_mut())?;
    call.finish()
}
