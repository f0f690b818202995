//! Starts of lifetimes: entries looked up or made, counters up (§2.7.2, present increment, create and copyin actions).

use super::Data;
use super::item::{copies, elements_of, is_empty, misplaced, name_of};
use super::{Call, Counter};
use crate::abi::{flag, kind};
use crate::device::sim::stale;
use crate::device::{DevPtr, DeviceResult};
use crate::fatal::Outcome;
use crate::notify::{STATS, count};
use crate::present::{Entry, Lookup, Users};
use crate::prof::info::event;
use std::ffi::{CString, c_void};

impl Call<'_> {
    pub(super) fn enter_one(&mut self, d: &mut Data) -> Outcome<()> {
        match d.kind {
            kind::DEVICEPTR => {
                d.device = d.host;
                self.suspect(d);
                return Ok(());
            }
            kind::ATTACH => {
                d.device = self.translation(d.host);
                return Ok(());
            }
            kind::COPY
            | kind::COPYIN
            | kind::COPYOUT
            | kind::CREATE
            | kind::PRESENT
            | kind::NO_CREATE => {}
            other => return Err(misplaced(&self.place, d, other)),
        }
        if d.flags & flag::OWN != 0 {
            return self.take_copy(d);
        }
        if self.is_shared(d) {
            self.tell("shared", d, d.bytes);
            d.device = d.host;
            return Ok(());
        }
        if is_empty(d) {
            let holder = self.table.holding(d.host as usize).map(|e| e.start);
            holder.map_or(Ok(()), |start| self.wait_for_copies(start))?;
            d.device = self.translation(d.host);
            // A pointer of unknown extent in a present clause must at least be there.
            let asks = d.kind == kind::PRESENT
                && d.flags & (flag::ADDRESS | flag::IMPLICIT) == flag::ADDRESS;
            if asks && !d.host.is_null() && d.device.is_null() {
                return Err(self.not_present(d));
            }
            if d.kind == kind::PRESENT && d.flags & flag::STRUCTS != 0 && !d.device.is_null() {
                self.one_struct(d)?;
            }
            if d.device.is_null() && self.suspect(d) && d.flags & flag::USED != 0 {
                return Err(self.unreachable(d));
            }
            return Ok(());
        }
        let device = match self.find(d) {
            Lookup::Inside(start) => self.hold(start, d)?,
            Lookup::Partly { .. } => return Err(self.partly_present(d)),
            Lookup::Absent if self.place_result(d) => return Ok(()),
            Lookup::Absent => match d.kind {
                kind::PRESENT => return Err(self.not_present(d)),
                kind::NO_CREATE => {
                    d.device = std::ptr::null_mut();
                    return Ok(());
                }
                _ => self.create(d)?,
            },
        };
        d.device = device.0 as *mut c_void;
        Ok(())
    }

    /// The present increment action, and copies that are due although the data is
    /// present: `always`, and one variable in two clauses of the same directive.
    fn hold(&mut self, start: usize, d: &Data) -> Outcome<DevPtr> {
        self.complete(start, d)?;
        let (counter, serial) = (self.counter, self.serial);
        let device = self.device_address(start, d.host);
        let Some(entry) = self.table.get_mut(start) else {
            return Ok(device);
        };
        match counter {
            Counter::Structured => entry.structured += 1,
            Counter::Dynamic => entry.dynamic += 1,
        }
        let always = d.flags & flag::ALWAYS_IN != 0;
        let wants = always || matches!(d.kind, kind::COPY | kind::COPYIN);
        let unfilled = entry.made_by == serial && !entry.filled;
        entry.filled |= wants;
        count(&STATS.presents, 1);
        self.tell("present", d, d.bytes);
        self.wait_for_copies(start)?;
        if wants && (unfilled || always) {
            self.upload(d, device)?;
            self.note_copy(start);
        }
        Ok(device)
    }

    /// Brings the rest of an entry of which only rows have come: somebody else names it who may use the rest.
    pub(super) fn complete(&mut self, start: usize, d: &Data) -> Outcome<()> {
        let Some(entry) = self.table.get_mut(start) else {
            return Ok(());
        };
        let same = entry.start == d.host as usize && entry.bytes == d.bytes;
        let Some(packed) = entry.packed.filter(|p| !same || d.packed != Some(*p)) else {
            return Ok(());
        };
        entry.packed = None;
        let (bytes, device) = (entry.bytes, entry.device);
        let name = CString::new(entry.name()).unwrap_or_default();
        self.wait_for_copies(start)?;
        for rows in packed.rest(bytes).filter(|rows| rows.span > 0) {
            let rest = Data {
                line: d.line,
                packed: Some(rows),
                ..Data::whole(name.as_ptr(), start as *mut c_void, bytes)
            };
            self.upload(&rest, device)?;
        }
        self.note_copy(start);
        Ok(())
    }

    /// The create and copyin actions.
    fn create(&mut self, d: &Data) -> Outcome<DevPtr> {
        if let Some(all) = self.joined_at(d) {
            return self.create_joined(all, d);
        }
        let device = self.allocate(d, copies(d))?;
        if copies(d) {
            self.upload(d, device)?;
            self.note_copy(d.host as usize);
        } else if d.flags & flag::ZERO != 0 {
            self.clear(d, device)?;
        }
        Ok(device)
    }

    /// A new entry, held once, with device memory that is not written yet. `filled`: it will be, with the host's values.
    pub(super) fn allocate(&mut self, d: &Data, filled: bool) -> Outcome<DevPtr> {
        let device = match self.memory_for(d) {
            // What loops hold makes way.
            Err(_) if self.let_all_go()? => self.memory_for(d),
            other => other,
        };
        let device = device.map_err(|e| self.driver_error(d, &e))?;
        let (structured, dynamic) = match self.counter {
            Counter::Structured => (1, 0),
            Counter::Dynamic => (0, 1),
        };
        let elements = elements_of(d);
        let origin = self
            .table
            .origin(&name_of(d), &self.place.at(d.line), &elements);
        self.table.insert(Entry {
            start: d.host as usize,
            bytes: d.bytes,
            device,
            structured,
            dynamic,
            mapped: false,
            origin,
            made_by: self.serial,
            filled,
            packed: d.packed,
            attached: None,
            held: None,
            users: Users::default(),
            filling: Users::default(),
        });
        if d.flags & flag::CAPTURE != 0 {
            // Either side keeps its own values.
            stale::leave(d.host as usize);
        }
        count(&STATS.allocs, 1);
        count(&STATS.alloc_bytes, d.bytes as u64);
        self.tell("create", d, d.bytes);
        self.once(event::ALLOC, d, device);
        self.once(event::CREATE, d, device);
        Ok(device)
    }

    fn memory_for(&self, d: &Data) -> DeviceResult<DevPtr> {
        let queue = self.work.queue().map(|q| q.as_ref());
        let (memory, on) = (&self.state.memory, self.state.device.as_ref());
        memory.alloc(on, d.bytes as u64, queue)
    }

    /// `zero`
    pub(super) fn clear(&mut self, d: &Data, device: DevPtr) -> Outcome<()> {
        let (on, bytes) = (self.state.device.as_ref(), d.bytes as u64);
        let done = self
            .work
            .put(|stream| on.fill(device, 0, bytes, Some(stream)));
        done.map_err(|e| self.driver_error(d, &e))
    }
}
