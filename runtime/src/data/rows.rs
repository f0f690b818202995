//! Rows: what the pointers in a section point to, where the section goes on behind them
//! (`a[0:n][0:m]` on a pointer to pointers, §2.7.1).
//!
//! The array of pointers and each row are sections of their own in the present table, and each
//! pointer is attached to its row. An entry with rows is written out as entries without, by
//! reading the host's pointers: once for a structured region, whose exit then works on the same rows
//! though the program may have moved its pointers meanwhile.

use super::Data;
use super::item::INDEX_SHIFT;
use super::{Counter, transfer};
use crate::abi::{flag, kind};
use crate::fatal::{Outcome, lock};
use crate::site::Caller;
use crate::state::DeviceState;
use std::ffi::{c_int, c_uint, c_void};

const MOST: usize = (1 << (c_uint::BITS - INDEX_SHIFT)) - 2;

/// [`super::enter`] of entries that may have rows. Answers all entries where there were any, for
/// the region's exit.
pub fn enter(
    state: &DeviceState,
    place: Caller<'_>,
    data: &mut [Data],
    counter: Counter,
    queue: Option<c_int>,
) -> Outcome<Option<Vec<Data>>> {
    let Some(mut all) = written_out_at_entry(state, data) else {
        super::enter(state, place, data, counter, queue)?;
        return Ok(None);
    };
    super::enter(state, place, &mut all, counter, queue)?;
    note_devices(data, &all);
    Ok(Some(all))
}

/// All entries, those with rows and their rows, as an entry of a lifetime has them; `None` where there are no rows.
pub(super) fn written_out_at_entry(state: &DeviceState, data: &[Data]) -> Option<Vec<Data>> {
    let pointers = |kind| match kind {
        // The pointers themselves never come back: what the device holds are its own.
        kind::COPY | kind::COPYIN | kind::COPYOUT | kind::CREATE => kind::COPYIN,
        other => other,
    };
    // A program may keep addresses of the device's memory in a table: where no clause names the rows, these stay as they are.
    let stays = |row: &Data| {
        let at = row.host as usize;
        row.flags & flag::IMPLICIT != 0
            && lock(&state.table).holding(at).is_none()
            && state.device.holds(at as u64)
    };
    written_out(data, pointers, stays)
}

/// Where entries are on the device, as those that were written out from them.
pub(super) fn note_devices(data: &mut [Data], all: &[Data]) {
    for (d, full) in data.iter_mut().zip(all) {
        d.device = full.device;
    }
}

/// [`super::exit`] of `exit data`, whose entries may have rows.
pub fn exit(
    state: &DeviceState,
    place: Caller<'_>,
    data: &mut [Data],
    counter: Counter,
    queue: Option<c_int>,
) -> Outcome<()> {
    let pointers = |kind| match kind {
        kind::COPYOUT => kind::DELETE,
        other => other,
    };
    let all = written_out(data, pointers, |_| false);
    match all {
        Some(mut all) => super::exit(state, place, &mut all, counter, queue),
        None => super::exit(state, place, data, counter, queue),
    }
}

/// [`super::update`] of entries that may have rows: of the rows alone, in the order of the entries.
pub fn update(
    state: &DeviceState,
    place: Caller<'_>,
    data: &mut [Data],
    queue: Option<c_int>,
) -> Outcome<()> {
    if data.iter().all(|d| d.rows.is_null()) {
        return super::update(state, place, data, queue);
    }
    let mut all = Vec::new();
    for d in data.iter() {
        let mut level = vec![*d];
        while level.iter().any(|d| !d.rows.is_null()) {
            level = level.iter().flat_map(rows_of).collect();
        }
        all.extend(level);
    }
    super::update(state, place, &mut all, queue)
}

/// The entries, those with rows with `pointers(kind)` as their kind, then all rows, a level
/// after the other; `None` where there are none. Of rows for which `stays` holds there is nothing, nor of those behind them.
fn written_out(
    data: &[Data],
    pointers: impl Fn(c_int) -> c_int,
    stays: impl Fn(&Data) -> bool,
) -> Option<Vec<Data>> {
    if data.iter().all(|d| d.rows.is_null()) {
        return None;
    }
    let mut all = data.to_vec();
    let mut next = 0;
    while next < all.len() {
        let holder = all[next];
        if !holder.rows.is_null() {
            let rows = rows_of(&holder).into_iter();
            all.extend(rows.map(|row| if stays(&row) { nothing_of(row) } else { row }));
            let d = &mut all[next];
            d.kind = pointers(d.kind);
            d.flags &= !(flag::ALWAYS_IN | flag::ALWAYS_OUT | flag::ZERO);
            d.rows = std::ptr::null_mut();
        }
        next += 1;
    }
    Some(all)
}

/// An entry without memory.
fn nothing_of(d: Data) -> Data {
    Data {
        bytes: 0,
        rows: std::ptr::null_mut(),
        ..d
    }
}

/// One entry for each pointer in the section.
fn rows_of(holder: &Data) -> Vec<Data> {
    let mut all = Vec::new();
    // SAFETY: the ABI has `rows` null or valid during the call.
    let Some(row) = (unsafe { holder.rows.as_ref() }) else {
        return all;
    };
    if holder.host.is_null() || holder.bytes == 0 {
        return all;
    }
    for (offset, bytes) in transfer::blocks(holder) {
        for at in (offset..offset + bytes).step_by(size_of::<usize>()) {
            let pointer: *mut *mut c_void = holder.host.wrapping_byte_add(at).cast();
            // SAFETY: the ABI has the section hold pointers.
            let target = unsafe { pointer.read_unaligned() };
            let mut d = *row;
            d.pointer = pointer;
            d.kind = holder.kind;
            d.flags = holder.flags & ((1 << INDEX_SHIFT) - 1)
                | ((all.len().min(MOST) + 1) as c_uint) << INDEX_SHIFT;
            // `host` of the row is its distance from the pointer's target.
            d.host = target.wrapping_byte_add(row.host as usize);
            if target.is_null() {
                d = nothing_of(Data { host: target, ..d });
            }
            all.push(d);
        }
    }
    all
}
