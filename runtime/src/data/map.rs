//! `acc_map_data` and `acc_unmap_data` (§3.2.21, §3.2.22).

use crate::device::DevPtr;
use crate::explain::{self, Asked};
use crate::fatal::{Code, Failure, Outcome, lock};
use crate::present::{Entry, Lookup, Users};
use crate::prof::{self, About, At, info::event};
use crate::site::Caller;
use crate::state::DeviceState;
use std::ffi::{c_int, c_void};

/// Ends the present table's knowledge of user memory (`acc_unmap_data`).
pub fn unmap(state: &DeviceState, place: Caller<'_>, host: usize) -> Outcome<()> {
    let mut table = lock(&state.table);
    let found = table
        .holding(host)
        .filter(|e| e.mapped)
        .map(|e| (e.start, e.structured, e.name().to_string()));
    match found {
        None => Err(Failure::new(format!(
            "{place}: {host:#x} was not mapped on {state} with acc_map_data"
        ))),
        Some((_, structured, name)) if structured > 0 => Err(Failure::of(
            Code::Present,
            format!(
                "{place}: {name} at {host:#x} is still in use by {structured} data region(s) on {state}; leave them first"
            ),
        )),
        Some((start, ..)) => {
            if let Some(entry) = table.remove(start) {
                tell(event::DELETE, state, place, &entry);
            }
            Ok(())
        }
    }
}

/// Makes user memory on the device the copy of a host section (`acc_map_data`).
pub fn map(
    state: &DeviceState,
    place: Caller<'_>,
    host: usize,
    device: DevPtr,
    bytes: usize,
) -> Outcome<()> {
    let mut table = lock(&state.table);
    if table.find(host, bytes) != Lookup::Absent {
        let asked = Asked {
            name: "the section to map",
            start: host,
            bytes,
            line: 0,
        };
        return Err(explain::already_present(state, &table, &asked, &place));
    }
    let origin = table.origin("mapped memory", &place.at(0), "");
    let entry = Entry {
        start: host,
        bytes,
        device,
        structured: 0,
        dynamic: 1,
        mapped: true,
        origin,
        made_by: 0,
        filled: true,
        packed: None,
        attached: None,
        held: None,
        users: Users::default(),
        filling: Users::default(),
    };
    tell(event::CREATE, state, place, &entry);
    table.insert(entry);
    Ok(())
}

fn tell(event: c_int, state: &DeviceState, place: Caller<'_>, entry: &Entry) {
    let about = About::Data {
        name: std::ptr::null(),
        bytes: entry.bytes,
        host: entry.start as *const c_void,
        device: entry.device.0,
    };
    prof::once(event, || At::device(place, state, None), false, about);
}
