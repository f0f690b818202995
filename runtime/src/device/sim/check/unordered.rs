//! Accesses to the device's memory by operations that no wait orders.

use super::memory::{self, Chunk, stamp, strand};
use super::queues::{self, Operation};
use super::report::Finding;
use super::watch::{ATOMIC, COPY_READS, COPY_WRITES, KNOWN, NEW, OWN, State};
use std::ffi::c_ulong;
use std::sync::Arc;

/// So many operations back accesses are compared, where nothing has waited for them.
const REMEMBERED: usize = 4096;

/// An earlier operation whose strands are in no order with the present one: from `first` to before `end`.
pub(super) struct Unordered {
    first: u64,
    end: u64,
    operation: Arc<Operation>,
}

impl State {
    /// Finds what is in no order with the operation that begins.
    pub(super) fn open(&mut self, operation: Option<&Arc<Operation>>) {
        let now = self.order.launch();
        self.unordered.clear();
        self.floor = now;
        self.operation = operation.cloned();
        if !self.kinds.waits {
            return;
        }
        let Some(operation) = operation else {
            // Issued before anything was on a queue. Its strands aren't those of the operation before it.
            if let Some((_, Some(_))) = self.earlier.back() {
                self.earlier.push_back((now, None));
            }
            return;
        };
        for (n, (first, other)) in self.earlier.iter().enumerate() {
            let Some(other) = other else {
                continue;
            };
            if !other.is_before(operation) && !operation.is_before(other) {
                self.unordered.push(Unordered {
                    first: *first,
                    end: self.earlier.get(n + 1).map_or(now, |(next, _)| *next),
                    operation: other.clone(),
                });
            }
        }
        if let Some(first) = self.unordered.first() {
            self.floor = first.first;
        } else if queues::settled() {
            self.earlier.clear();
        }
        if self.earlier.len() >= REMEMBERED {
            self.earlier.pop_front();
        }
        self.earlier.push_back((now, Some(operation.clone())));
    }

    /// A copy reads or writes memory of the device.
    pub fn copy(
        &mut self,
        operation: &Arc<Operation>,
        (start, bytes): (usize, usize),
        writes: bool,
    ) {
        if !self.kinds.waits {
            return;
        }
        self.order.begin();
        self.open(Some(operation));
        let (site, now) = (
            if writes { COPY_WRITES } else { COPY_READS },
            self.order.now(),
        );
        let mut met = None;
        let mut at = start & !3;
        while at < start + bytes {
            // SAFETY: the chunk is the address's.
            let cell = unsafe { &mut *Chunk::cell(memory::chunk(at), at) };
            if met.is_none() && self.floor < now {
                let other = |stamp: u64| Some(stamp).filter(|s| self.across(strand(*s)).is_some());
                met = other(cell.write).or_else(|| other(cell.read).filter(|_| writes));
            }
            match writes {
                true => cell.write = stamp(now, site),
                false => cell.read = stamp(now, site),
            }
            at += 4;
        }
        if let Some(earlier) = met {
            self.pending = self.finding(earlier, site);
            self.tell(&[]);
        }
    }

    /// The earlier operation that a strand belongs to, if nothing orders it before the present one.
    fn across(&self, strand: u64) -> Option<&Arc<Operation>> {
        let at = self.unordered.partition_point(|u| u.end <= strand);
        let found = self.unordered.get(at)?;
        (found.first <= strand).then_some(&found.operation)
    }

    fn finding(&mut self, earlier: u64, site: u32) -> Option<Finding> {
        let there = self.across(strand(earlier))?.clone();
        let here = self.operation.clone()?;
        let old = memory::site(earlier);
        self.reports
            .is_first_across((old, site), (&there.place, &here.place))
            .then_some(Finding::Across {
                new: site,
                old,
                here,
                there,
            })
    }

    /// Whether an access of an earlier operation and this one are in no order; [`NEW`] where that is to be told.
    #[cold]
    pub(super) fn meet_across(&mut self, earlier: u64, site: u32) -> c_ulong {
        let flags = |s: u32| self.sites[s as usize].site.flags;
        let old = memory::site(earlier);
        let both = flags(old) & flags(site);
        if both & ATOMIC != 0
            || (flags(old) | flags(site)) & OWN != 0
            || self.across(strand(earlier)).is_none()
            || self.is_one_constant(old, site)
        {
            return 0;
        }
        // The second word of an element finds what the first one has found.
        match self.finding(earlier, site) {
            Some(found) => {
                self.pending = Some(found);
                NEW
            }
            None => KNOWN,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::queues::tests::operation;
    use super::*;

    #[test]
    fn strands_of_what_began_before_any_queue_are_in_order_with_all() {
        let mut state = State::new();
        state.kinds.waits = true;
        // A host thread's kernel, issued before the first operation on a queue, runs behind a copy of it.
        let queue = Arc::new(operation(1, 1, &[0, 1]));
        state.order.begin();
        state.open(Some(&queue));
        let copied = state.order.now();
        state.order.begin();
        state.open(None);
        let kernel = state.order.now();
        state.order.begin();
        state.open(Some(&Arc::new(operation(0, 1, &[1]))));
        assert!(state.across(copied).is_some());
        assert!(state.across(kernel).is_none());
    }
}
