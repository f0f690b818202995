//! Entries of constructs whose data may not fit into the device's memory: then nothing of it stays there, and the construct runs on
//! the host's cores. So does one in an exit function that runs behind the driver's own, if nothing that it uses was left on the device.
//!
//! That must leave the program with what it would have had on the device. Sections that are present from before have values of their own
//! there, so for the construct's time these change places with the host's ([`Lent`]), whatever pointers are attached to included. What only the device was
//! to see (`create`, `copyin` of what the construct writes) is given its values back. Where the runtime can't know what a kernel
//! would use on the device (addresses of the device itself), there is no way to the cores, and the lack of memory is an error.

use super::item::{by_address, copies, is_empty, makes_entry, name_of, range, skipped};
use super::{Call, Counter, Data, rows, transfer};
use crate::abi::{flag, kind};
use crate::device::{DevPtr, Device, DeviceError};
use crate::fatal::{Code, Failure, Outcome, lock};
use crate::notify::{STATS, count};
use crate::present::{Entry, Lookup};
use crate::site::Caller;
use crate::state::DeviceState;
use std::collections::BTreeSet;
use std::ffi::{CString, c_int, c_void};

/// What became of a construct's data.
pub enum Entered {
    /// It is on the device; with its rows, where there are any.
    There(Option<Vec<Data>>),
    /// It doesn't fit. Nothing of it is there, loops hold nothing, and all of the device's queues are done.
    Lacking(Lacking),
}

/// What is lacking.
pub struct Lacking {
    pub what: What,
    failure: Failure,
}

#[derive(Debug, PartialEq, Eq)]
pub enum What {
    /// Bytes that the construct's data takes beside what was there, and of the device's memory those that are free, and all.
    Memory { wanted: u64, free: u64, total: u64 },
    /// The driver, which has ended with the program.
    Driver,
}

const ENDED: DeviceError = DeviceError::Ended {
    call: "cuCtxGetCurrent",
};

impl Lacking {
    /// A construct that uses nothing of the device, whose driver has ended.
    pub fn driver(place: &Caller<'_>, state: &DeviceState) -> Self {
        Self {
            what: What::Driver,
            failure: Failure::of(Code::Execution, format!("{place}: {state}: {ENDED}")),
        }
    }

    /// Why a construct doesn't run as a whole on its device.
    pub fn told(&self, state: &DeviceState) -> String {
        match self.what {
            What::Memory {
                wanted,
                free,
                total,
            } => format!(
                "its data doesn't fit the memory of {state}: {wanted} bytes wanted, {free} of {total} are free"
            ),
            What::Driver => format!(
                "the driver of {state} has ended with the program, and nothing that it uses was there"
            ),
        }
    }
}

/// What the host's memory has for the time in which a construct runs on the cores instead of a device.
pub struct Lent {
    device: &'static DeviceState,
    entries: Vec<Swapped>,
    /// Sections that get their values back: first byte, values.
    kept: Vec<(usize, Vec<u8>)>,
}

/// A section that was present, and what the host's memory had in its place.
struct Swapped {
    start: usize,
    before: Vec<u8>,
    /// The device had the same values.
    same: bool,
}

/// [`rows::enter`] of a compute construct that can also run elsewhere.
pub fn enter(
    state: &DeviceState,
    place: Caller<'_>,
    data: &mut [Data],
    queue: Option<c_int>,
) -> Outcome<Entered> {
    let mut written_out = rows::written_out_at_entry(state, data);
    let all = written_out.as_deref_mut().unwrap_or(&mut *data);
    if state.has_ended() {
        return Ok(Entered::Lacking(without_driver(state, place, all)?));
    }
    let wanted = wanted(state, all.iter());
    let failure = if fits(state, wanted).map_err(|e| e.at(&place))? {
        match super::enter(state, place, all, Counter::Structured, queue) {
            Err(failure) if failure.code == Code::OutOfMemory => Some(failure),
            other => {
                other?;
                if let Some(all) = &written_out {
                    rows::note_devices(data, all);
                }
                return Ok(Entered::There(written_out));
            }
        }
    } else {
        None
    };
    let mut call = Call::new(state, place, Counter::Structured, None)?;
    call.let_all_go()?;
    call.finish()?;
    for queue in state.queues.all() {
        let done = queue.synchronize(state.device.as_ref());
        done.map_err(|e| Failure::new(format!("{place}: {state}: {e}")))?;
    }
    let (free, total) = memory(state).map_err(|e| e.at(&place))?;
    let unasked = || {
        let text = format!(
            "{place}: out of memory on {state}: {wanted} bytes asked for, {free} of {total} are free"
        );
        Failure::of(Code::OutOfMemory, text)
    };
    Ok(Entered::Lacking(Lacking {
        what: What::Memory {
            wanted,
            free,
            total,
        },
        failure: failure.unwrap_or_else(unasked),
    }))
}

/// What a construct lacks whose device's driver has ended. The host's memory stands for the device's from then on, for what isn't on the device.
///
/// # Errors
/// Some of the data is on the device, and lost.
pub fn without_driver(state: &DeviceState, place: Caller<'_>, data: &[Data]) -> Outcome<Lacking> {
    let call = Call::new(state, place, Counter::Structured, None)?;
    let there = call.used(data, &[]);
    if let Some(entry) = there.first().and_then(|start| call.table.get(*start)) {
        let text = format!(
            "{place}: {} is on {state}, since {}, and is lost: {ENDED}",
            entry.name(),
            entry.since()
        );
        return Err(Failure::of(Code::Execution, text));
    }
    Ok(Lacking::driver(&place, state))
}

/// Makes the host's memory ready for the construct to run on the cores. `globals`: host addresses of variables that the device's routines use by
/// themselves; `foreign`: they may use others as well.
pub fn lend(
    state: &'static DeviceState,
    place: Caller<'_>,
    data: &[Data],
    lacking: &Lacking,
    globals: &[usize],
    foreign: bool,
) -> Outcome<Lent> {
    let written_out = rows::written_out_at_entry(state, data);
    let all = written_out.as_deref().unwrap_or(data);
    let mut call = Call::new(state, place, Counter::Structured, None)?;
    if let Some(why) = call.cant_move(all, foreign) {
        let failure = &lacking.failure;
        let text = format!("{}; the cores can't run it instead: {why}", failure.text);
        return Err(Failure::of(failure.code, text));
    }
    let lent = Lent {
        device: state,
        entries: Vec::new(),
        kept: Vec::new(),
    };
    call.lend(all, globals, lent)
}

/// Free bytes, those that are kept for reuse among them, and all.
pub(super) fn memory(state: &DeviceState) -> Outcome<(u64, u64)> {
    let info = state.device.memory_info();
    let (free, total) = info.map_err(|e| Failure::new(format!("{state}: {e}")))?;
    Ok((free + state.memory.kept(), total))
}

/// The bytes of sections that aren't there yet. Where they overlap, they count once.
pub(super) fn wanted<'d>(state: &DeviceState, data: impl Iterator<Item = &'d Data> + Clone) -> u64 {
    let table = lock(&state.table);
    let absent = |d: &&Data| {
        makes_entry(d)
            && table.find(d.host as usize, d.bytes) == Lookup::Absent
            && !state.shares(d.host, d.bytes)
    };
    let own = data.clone().filter(|d| d.flags & flag::OWN != 0);
    let mut bytes: u64 = own.map(|d| d.bytes as u64).sum();
    let mut ranges: Vec<_> = data.filter(absent).map(range).collect();
    ranges.sort_unstable();
    let mut behind = 0;
    for (start, end) in ranges {
        bytes += end.saturating_sub(start.max(behind)) as u64;
        behind = behind.max(end);
    }
    bytes
}

/// False if so much can't be had, whatever goes before. Small amounts are just tried.
fn fits(state: &DeviceState, wanted: u64) -> Outcome<bool> {
    let total = state.device.properties().memory;
    if wanted <= total / 8 {
        return Ok(true);
    }
    let held: u64 = {
        let table = lock(&state.table);
        let held = table.iter().filter(|e| e.held.is_some());
        held.map(|e| e.bytes as u64).sum()
    };
    Ok(wanted <= memory(state)?.0.saturating_add(held))
}

/// What of a range none of the others has.
fn without(all: (usize, usize), others: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut left = vec![all];
    for (start, end) in others {
        let outside = |(from, to): (usize, usize)| {
            let parts = [(from, to.min(*start)), (from.max(*end), to)];
            parts.into_iter().filter(|(from, to)| from < to)
        };
        left = left.into_iter().flat_map(outside).collect();
    }
    left
}

/// Fetches the device's values of an entry, of which the host has others. Pointers that are attached stay the host's.
pub(super) fn fetch(
    state: &DeviceState,
    place: Caller<'_>,
    entry: &Entry,
    host: &[u8],
    values: &mut Vec<u8>,
) -> Outcome<()> {
    values.resize(entry.bytes, 0);
    fetch_part(state, place, entry, 0, host, values)?;
    count(&STATS.downloads, 1);
    count(&STATS.download_bytes, entry.bytes as u64);
    Ok(())
}

/// Likewise of a part of it, which begins `from` bytes behind its first byte. `host` and `values` are as long as the part.
pub(super) fn fetch_part(
    state: &DeviceState,
    place: Caller<'_>,
    entry: &Entry,
    from: usize,
    host: &[u8],
    values: &mut [u8],
) -> Outcome<()> {
    let bytes = values.len();
    let device: &dyn Device = state.device.as_ref();
    let at = DevPtr(entry.device.0 + from as u64);
    // SAFETY: there is room for as many bytes, and the copy is done at once.
    let copied = unsafe { device.copy_out(values.as_mut_ptr().cast(), at, bytes as u64, None) };
    copied.map_err(|e| Failure::new(format!("{place}: {state}: {e}")))?;
    let start = entry.start + from;
    for at in entry.attached.iter().flat_map(|a| a.keys()) {
        let first = at.saturating_sub(start).min(bytes);
        let behind = (at + size_of::<usize>()).saturating_sub(start).min(bytes);
        values[first..behind].copy_from_slice(&host[first..behind]);
    }
    Ok(())
}

impl Call<'_> {
    /// Ends what the first of these items have begun in this call, as if they had not been.
    pub(super) fn take_back<'d>(
        &mut self,
        entered: impl Iterator<Item = &'d mut Data>,
    ) -> Outcome<()> {
        self.wait()?;
        let mut ending = BTreeSet::new();
        for d in entered {
            if d.flags & flag::OWN != 0 {
                self.drop_copy(d)?;
            }
            if skipped(d) || by_address(d) {
                continue;
            }
            let part = Data {
                kind: kind::COPYIN,
                flags: d.flags & !flag::HELD,
                ..*d
            };
            self.release(&part, &mut ending);
        }
        for start in ending {
            self.end_lifetime(start)?;
        }
        Ok(())
    }

    /// Why a construct with these items can't run on the cores.
    fn cant_move(&self, data: &[Data], foreign: bool) -> Option<String> {
        if foreign {
            return Some("it calls routines of other files".into());
        }
        const ALWAYS: u32 = flag::ALWAYS_IN | flag::ALWAYS_OUT;
        data.iter().find_map(|d| {
            let present = self.table.holding(d.host as usize).is_some();
            let foreign_address = !d.host.is_null()
                && !present
                && !self.state.shares(d.host, 1)
                && self.state.device.reaches(d.host as u64);
            let why = match d.kind {
                kind::DEVICEPTR if !d.host.is_null() => "is an address of the device",
                _ if d.flags & ALWAYS != 0 => "moves though it is present",
                _ if d.flags & flag::OWN == 0 && is_empty(d) && foreign_address => {
                    "leads to memory of the device"
                }
                _ => return None,
            };
            Some(format!("{} {why}", name_of(d)))
        })
    }

    /// Puts into the host's memory what the construct's kernels would find on the device.
    fn lend(&mut self, data: &[Data], globals: &[usize], mut lent: Lent) -> Outcome<Lent> {
        for start in self.used(data, globals) {
            let swapped = self.fetch(start)?;
            lent.entries.extend(swapped);
        }
        let absent = |d: &&Data| {
            makes_entry(d)
                && self.table.find(d.host as usize, d.bytes) == Lookup::Absent
                && !self.state.shares(d.host, d.bytes)
        };
        let absent: Vec<&Data> = data.iter().filter(absent).collect();
        let ranges = |kinds: [c_int; 2]| -> Vec<(usize, usize)> {
            let mine = absent.iter().filter(|d| kinds.contains(&d.kind));
            mine.map(|d| range(d)).collect()
        };
        // One variable may be in several clauses.
        let come = ranges([kind::COPY, kind::COPYIN]);
        let go = ranges([kind::COPY, kind::COPYOUT]);
        for d in &absent {
            let implicit = d.flags & flag::IMPLICIT != 0;
            let alone = d.kind == kind::CREATE || d.kind == kind::COPYIN && !implicit;
            let zero = d.flags & flag::ZERO != 0 && !copies(d);
            for (offset, bytes) in transfer::blocks(d) {
                let block = (d.host as usize + offset, d.host as usize + offset + bytes);
                let keep = if alone {
                    without(block, &go)
                } else {
                    Vec::new()
                };
                for (from, to) in keep {
                    // SAFETY: the caller of the ABI vouches for the section.
                    let now = unsafe { std::slice::from_raw_parts(from as *const u8, to - from) };
                    lent.kept.push((from, now.to_vec()));
                }
                let clear = if zero {
                    without(block, &come)
                } else {
                    Vec::new()
                };
                for (from, to) in clear {
                    // SAFETY: as above.
                    unsafe { std::ptr::write_bytes(from as *mut u8, 0, to - from) };
                }
            }
        }
        Ok(lent)
    }

    /// The first bytes of the entries that the construct's kernels may use: those that items name, and what pointers in them are attached to.
    pub(super) fn used(&self, data: &[Data], globals: &[usize]) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let named = data
            .iter()
            .filter(|d| !d.host.is_null() && d.flags & flag::OWN == 0);
        let sections = named.map(|d| (d.host as usize, d.bytes.max(1)));
        let all = sections.chain(globals.iter().map(|at| (*at, 1)));
        let mut next: Vec<usize> = all
            .flat_map(|(at, bytes)| self.table.overlapping(at, bytes))
            .map(|e| e.start)
            .collect();
        while let Some(start) = next.pop() {
            let Some(entry) = self.table.get(start).filter(|_| found.insert(start)) else {
                continue;
            };
            let attached = entry.attached.iter().flat_map(|a| a.values());
            for target in attached.map(|a| a.target.0) {
                let holds =
                    |device: u64, bytes: usize| (device..device + bytes as u64).contains(&target);
                let behind = self.table.iter().filter(|e| holds(e.device.0, e.bytes));
                next.extend(behind.map(|e| e.start));
            }
        }
        found
    }

    /// The device's values of an entry come to the host's memory.
    fn fetch(&mut self, start: usize) -> Outcome<Option<Swapped>> {
        let Some(entry) = self.table.get(start) else {
            return Ok(None);
        };
        let bytes = entry.bytes;
        // SAFETY: what is present is memory of the program's.
        let before = unsafe { std::slice::from_raw_parts(start as *const u8, bytes) }.to_vec();
        let mut values = Vec::new();
        fetch(self.state, self.place, entry, &before, &mut values)?;
        let same = values == before;
        if !same {
            // SAFETY: as above; what never changes has the same values.
            unsafe { std::ptr::copy_nonoverlapping(values.as_ptr(), start as *mut u8, bytes) };
        }
        Ok(Some(Swapped {
            start,
            before,
            same,
        }))
    }

    /// What the construct has left of an entry in the host's memory goes to the device, and the host has its own values again.
    fn give_back(&mut self, one: &Swapped) -> Outcome<()> {
        // SAFETY: as in `fetch`.
        let now = unsafe { std::slice::from_raw_parts(one.start as *const u8, one.before.len()) };
        if one.same && now == one.before {
            return Ok(());
        }
        let Some(entry) = self.table.get(one.start) else {
            return Ok(());
        };
        let name = CString::new(entry.name()).unwrap_or_default();
        let host = one.start as *mut c_void;
        let part = Data::whole(name.as_ptr(), host, one.before.len());
        let device = DevPtr(entry.device.0);
        self.upload(&part, device)?;
        self.wait()?;
        // SAFETY: as in `fetch`: the memory has been written to.
        unsafe { one.write_back() };
        Ok(())
    }
}

impl Swapped {
    /// # Safety
    /// The section is still there, and may be written.
    unsafe fn write_back(&self) {
        let (from, to) = (self.before.as_ptr(), self.start as *mut u8);
        // SAFETY: the caller's promise.
        unsafe { std::ptr::copy_nonoverlapping(from, to, self.before.len()) };
    }
}

impl Lent {
    /// The construct has run.
    pub fn give_back(self, place: Caller<'_>) -> Outcome<()> {
        let mut call = Call::new(self.device, place, Counter::Structured, None)?;
        for one in &self.entries {
            call.give_back(one)?;
        }
        for (start, values) in &self.kept {
            // SAFETY: the section is as it was when the construct began; what can't be written has its values.
            unsafe {
                let now = std::slice::from_raw_parts(*start as *const u8, values.len());
                if now != values.as_slice() {
                    let to = *start as *mut u8;
                    std::ptr::copy_nonoverlapping(values.as_ptr(), to, values.len());
                }
            }
        }
        call.finish()
    }
}
