//! Whether the host may find out a section by itself, by reading what the construct will read (`__accrs_scans`).

use super::{Call, Counter};
use crate::fatal::{Failure, Outcome, lock};
use crate::present::{Entry, Lookup};
use crate::site::Caller;
use crate::state::DeviceState;
use std::ffi::c_void;

/// Whether all of this is part of a section that came to the device from the host's memory: the host may read it, though the values there
/// may be older than the device's.
pub fn is_of_host(state: &DeviceState, at: usize, bytes: usize) -> bool {
    let table = lock(&state.table);
    match table.find(at, bytes) {
        Lookup::Inside(start) => table.get(start).is_some_and(|e| !e.mapped),
        _ => false,
    }
}

/// Whether it may: `target` is nowhere on the device, so that its section is needed, and of what the host reads (first bytes, and those behind
/// the last) the host has the only copy. Work that is still to write that is waited for.
pub fn may_look(
    state: &DeviceState,
    place: Caller<'_>,
    target: *mut c_void,
    reads: &[(usize, usize)],
) -> Outcome<bool> {
    // An address of the device's own is used as it is.
    let usable = state.shares(target, 1) || state.device.reaches(target as u64);
    if target.is_null() || usable {
        return Ok(false);
    }
    let mut call = Call::new(state, place, Counter::Structured, None)?;
    let there = |e: &Entry| !call.is_only_held(e.start);
    if call.table.holding(target as usize).is_some_and(there) {
        return Ok(false);
    }
    let mut newer = Vec::new();
    for (from, to) in reads.iter().filter(|(from, to)| from < to) {
        for e in call.table.overlapping(*from, to - from) {
            match &e.held {
                Some(held) if call.is_only_held(e.start) => {
                    newer.extend((!held.written.is_empty()).then_some(e.start));
                }
                _ => return Ok(false),
            }
        }
    }
    for start in newer {
        call.let_go(start)?;
    }
    call.finish()?;
    // The copy back of what was on the device may still be queued.
    for (queue, number) in state.queues.unfinished() {
        let done = queue.finish(state.device.as_ref(), number);
        done.map_err(|e| Failure::new(format!("{place}: {state}: {e}")))?;
    }
    Ok(true)
}
