//! Ends of lifetimes: counters down (§2.7.2, present decrement action), the queues that still use the
//! data waited for, memory given back.

use super::Data;
use super::{Call, Counter, item::skipped};
use crate::abi::flag;
use crate::fatal::{Failure, Outcome};
use crate::notify::{self, MEMORY, STATS, count};
use crate::prof::{self, About, info::event};
use std::collections::BTreeSet;

impl Call<'_> {
    /// The present decrement action (§2.7.2); notes entries that nothing holds now.
    pub(super) fn release(&mut self, d: &Data, ending: &mut BTreeSet<usize>) {
        let Some(start) = self.entry_of(d) else {
            return;
        };
        let counter = self.counter;
        let Some(entry) = self.table.get_mut(start).filter(|_| !skipped(d)) else {
            return;
        };
        match counter {
            Counter::Structured if entry.structured == 0 => return,
            Counter::Structured => entry.structured -= 1,
            Counter::Dynamic => {
                // Mapped memory keeps its last count until acc_unmap_data.
                let least = u64::from(entry.mapped);
                if entry.dynamic <= least {
                    return;
                }
                entry.dynamic = if d.flags & flag::FINALIZE != 0 {
                    least
                } else {
                    entry.dynamic - 1
                };
            }
        }
        if entry.unheld() && !self.hold_on(start, d) {
            ending.insert(start);
        }
    }

    /// Notes that the call's queue uses a section. Exits of compute constructs come with
    /// the queue of their kernels, so this is how a section knows of those.
    pub(super) fn note_use(&mut self, d: &Data) {
        if d.flags & flag::OWN != 0 {
            return;
        }
        let Some(queue) = self.work.queue().cloned() else {
            return;
        };
        let address = d.host as usize;
        let start = match self.entry_of(d) {
            Some(start) => Some(start),
            None => self.table.holding(address).map(|e| e.start),
        };
        if let Some(entry) = start.and_then(|start| self.table.get_mut(start)) {
            entry.users.note(&queue, queue.position());
        }
    }

    /// The call's queue has a copy to the device under way.
    pub(super) fn note_copy(&mut self, start: usize) {
        let Some(queue) = self.work.queue().cloned() else {
            return;
        };
        if let Some(entry) = self.table.get_mut(start) {
            entry.filling.note(&queue, queue.position());
        }
    }

    /// A synchronous construct finds data that `data async` or `enter data async` is still copying.
    /// The standard wants a `wait` there (§2.16.1); without it the construct would use half of the data.
    pub(super) fn wait_for_copies(&mut self, start: usize) -> Outcome<()> {
        if self.work.queue().is_some() {
            return Ok(());
        }
        let Some(entry) = self.table.get(start) else {
            return Ok(());
        };
        let queues: Vec<_> = entry.filling.unfinished().cloned().collect();
        for queue in queues {
            self.work
                .follow(&queue)
                .map_err(|e| Failure::new(format!("{}: {}: {e}", self.place, self.state)))?;
        }
        Ok(())
    }

    /// Before a section goes: a copy that is due, or the memory's end, comes behind the
    /// work of other queues that names it. The standard leaves this to the program
    /// (§2.16.1), but memory that a kernel still writes is never what anybody meant.
    pub(super) fn wait_for_users(&mut self, start: usize) -> Outcome<()> {
        let Some(entry) = self.table.get(start) else {
            return Ok(());
        };
        let users: Vec<_> = entry.users.unfinished().cloned().collect();
        for user in users {
            self.work
                .follow(&user)
                .map_err(|e| Failure::new(format!("{}: {}: {e}", self.place, self.state)))?;
        }
        Ok(())
    }

    /// Takes an entry out of the table and gives its memory back.
    pub(super) fn end_lifetime(&mut self, start: usize) -> Outcome<()> {
        let Some(entry) = self.table.remove(start) else {
            return Ok(());
        };
        notify::line(
            MEMORY,
            format_args!(
                "delete {} bytes={} file={} line={} device={} queue={}",
                entry.name(),
                entry.bytes,
                self.place.file(),
                self.place.line(),
                self.state,
                self.work
            ),
        );
        let name = std::ffi::CString::new(entry.name())
            .ok()
            .filter(|_| prof::registry::active());
        let gone = || About::Data {
            name: name.as_ref().map_or(std::ptr::null(), |n| n.as_ptr()),
            bytes: entry.bytes,
            host: entry.start as *const std::ffi::c_void,
            device: entry.device.0,
        };
        prof::once(event::DELETE, || self.at(), false, gone());
        if entry.mapped {
            return Ok(());
        }
        prof::once(event::FREE, || self.at(), false, gone());
        count(&STATS.frees, 1);
        let pending = self.work.pending();
        let freed = self
            .state
            .memory
            .free(self.state.device.as_ref(), entry.device, pending);
        freed.map(|_| ()).map_err(|e| {
            Failure::new(format!(
                "{}: {}: {}: {e}",
                self.place,
                entry.name(),
                self.state
            ))
        })
    }
}
