//! What a construct's kernels may use, for a construct that also runs on the host's cores so that both can be compared.

use super::item::{elements_of, is_empty, name_of};
use super::{Call, Counter, Data};
use crate::abi::{flag, kind};
use crate::fatal::{Failure, Outcome, lock};
use crate::present::{Entry, Lookup};
use crate::site::Caller;
use crate::state::DeviceState;
use std::collections::BTreeSet;

/// Some of the host's memory, which the device has values of its own for or shares.
pub struct Reached {
    pub start: usize,
    pub bytes: usize,
    /// As in the clause that brought it.
    pub name: String,
    /// Their type and extents as the compiler has left them: "double[][200]".
    pub elements: String,
    /// The device has its own values.
    pub on_device: bool,
    /// The construct's kernels only read it.
    pub only_read: bool,
    /// It is on the device for others than the construct too, and is still there when that has ended.
    pub stays: bool,
}

/// Waits for all queues of a device.
pub fn finish(state: &DeviceState, place: Caller<'_>) -> Outcome<()> {
    for queue in state.queues.all() {
        let done = queue.synchronize(state.device.as_ref());
        done.map_err(|e| Failure::new(format!("{place}: {state}: {e}")))?;
    }
    Ok(())
}

/// What the kernels of a construct with these items may use; or why that can't be told, or isn't the host's.
pub fn reached(
    state: &'static DeviceState,
    place: Caller<'_>,
    data: &[Data],
    globals: &[usize],
) -> Outcome<Result<Vec<Reached>, String>> {
    let call = Call::new(state, place, Counter::Structured, None)?;
    let mut all = Vec::new();
    for d in data {
        // Results that have places of their own come back to the host's memory.
        let result = d.flags & flag::REDUCTION != 0;
        if d.flags & flag::OWN != 0 && !result || d.host.is_null() {
            continue;
        }
        let held = call.table.holding(d.host as usize).is_some();
        if d.kind == kind::DEVICEPTR
            || !held
                && !state.shares(d.host, 1)
                && is_empty(d)
                && state.device.reaches(d.host as u64)
        {
            return Ok(Err(format!("{} is an address of the device", name_of(d))));
        }
        let absent = !is_empty(d) && call.table.find(d.host as usize, d.bytes) == Lookup::Absent;
        let shared = state.shares(d.host, d.bytes.max(1));
        if shared && !held && is_empty(d) {
            return Ok(Err(format!(
                "{} is memory that the host and the device share, and nothing says how much of it",
                name_of(d)
            )));
        }
        if absent && (shared || result) {
            all.push(Reached {
                start: d.host as usize,
                bytes: d.bytes,
                name: name_of(d).into_owned(),
                elements: elements_of(d).into_owned(),
                on_device: false,
                only_read: false,
                stays: false,
            });
        }
    }
    let used = call.used(data, globals);
    let pointed_to: BTreeSet<u64> = used
        .iter()
        .filter_map(|start| call.table.get(*start)?.attached.as_ref())
        .flat_map(|attached| attached.values().map(|a| a.target.0))
        .collect();
    for start in used {
        let Some(entry) = call.table.get(start) else {
            continue;
        };
        let device = entry.device.0..entry.device.0 + entry.bytes as u64;
        let unnamed = pointed_to.range(device).next().is_some()
            || globals
                .iter()
                .any(|at| (start..start + entry.bytes).contains(at));
        let items = data.iter().filter(|d| is_of(d, entry));
        all.push(Reached {
            start,
            bytes: entry.bytes,
            name: entry.name().to_string(),
            elements: entry.origin.elements.to_string(),
            on_device: true,
            only_read: !unnamed && items.clone().all(is_read),
            stays: entry.mapped || entry.dynamic > 0 || entry.structured > items.count() as u64,
        });
    }
    Ok(Ok(all))
}

/// Whether an item names some of an entry.
fn is_of(d: &Data, entry: &Entry) -> bool {
    let (first, behind) = (d.host as usize, d.host as usize + d.bytes.max(1));
    d.flags & flag::OWN == 0 && first < entry.start + entry.bytes && entry.start < behind
}

/// The construct only reads it, as the compiler has seen. It has values before the kernels run, which are still there behind them: here or on the device.
fn is_read(d: &Data) -> bool {
    d.flags & flag::READONLY != 0 && !matches!(d.kind, kind::CREATE | kind::COPYOUT)
}

/// Fetches the values that kernels find: the device's, in which pointers that are attached are the host's; or those of memory that is shared.
pub fn fetch(
    state: &DeviceState,
    place: Caller<'_>,
    of: &Reached,
    values: &mut Vec<u8>,
) -> Outcome<()> {
    // SAFETY: what is present or in a construct's clauses is memory of the program.
    let host = unsafe { std::slice::from_raw_parts(of.start as *const u8, of.bytes) };
    let table = lock(&state.table);
    match table.get(of.start).filter(|_| of.on_device) {
        Some(entry) => super::lacking::fetch(state, place, entry, host, values),
        None => {
            values.clear();
            values.extend_from_slice(host);
            Ok(())
        }
    }
}

/// Likewise of a part of a section, which begins `from` bytes behind its first byte and is as long as `values`; false if it isn't on the device any more.
pub fn fetch_part(
    state: &DeviceState,
    place: Caller<'_>,
    of: &Reached,
    from: usize,
    values: &mut [u8],
) -> Outcome<bool> {
    let table = lock(&state.table);
    let Some(entry) = table.get(of.start).filter(|e| e.bytes == of.bytes) else {
        return Ok(false);
    };
    // SAFETY: as above.
    let host = unsafe { std::slice::from_raw_parts((of.start + from) as *const u8, values.len()) };
    super::lacking::fetch_part(state, place, entry, from, host, values)?;
    Ok(true)
}
