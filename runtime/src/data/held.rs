//! Data that stays on a device while a loop of the host runs (`__accrs_hold`), though the constructs that brought it are done.
//!
//! The compiler marks items that no clause names and that host code in the loop doesn't touch ([`flag::HELD`]). Where the last
//! construct that uses such a section ends, the loop holds the entry in its place, and notes what constructs have written. When the loop
//! ends, that is copied back and the entry goes. It goes before, if a construct comes with a section that covers the entry only in part, or
//! if memory on the device runs out.
//!
//! Entries of up to [`LEAST`] bytes aren't held: the host may know them as a variable of its own.

use super::{Call, Counter, Data, item};
use crate::abi::{self, flag, kind};
use crate::fatal::Outcome;
use crate::own;
use crate::present::{Held, Lookup};
use crate::site::Caller;
use crate::state::DeviceState;
use std::ffi::{CString, c_int, c_void};
use std::sync::atomic::{AtomicU64, Ordering};

/// The largest variable that isn't an array or a struct.
const LEAST: usize = 32;

/// A loop of the host that is running.
struct Loop {
    number: u64,
    device: Option<&'static DeviceState>,
    /// The first bytes of the entries that it holds, or held.
    starts: Vec<usize>,
    /// The construct that had it hold data last: the loop itself has no place of its own.
    last: Option<Place>,
}

/// A construct's place, beyond its call.
struct Place {
    file: CString,
    function: CString,
    line: c_int,
}

impl Place {
    fn of(caller: &Caller<'_>) -> Place {
        let text = |text: &str| CString::new(text).unwrap_or_default();
        Place {
            file: text(&caller.file()),
            function: text(&caller.function()),
            line: caller.line(),
        }
    }

    /// The end of the loop that holds this construct's data. The strings are this place's own.
    fn end(&self) -> abi::Site {
        abi::Site {
            file: self.file.as_ptr(),
            function: self.function.as_ptr(),
            construct: c"the end of the loop that keeps its data on the device".as_ptr(),
            line: self.line,
            nitems: 0,
            items: std::ptr::null(),
        }
    }
}

own! {
    static LOOPS: Vec<Loop> = Vec::new();
}

/// A loop begins. The answer is for [`end`].
pub fn begin() -> usize {
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    LOOPS.with_borrow_mut(|loops| {
        loops.push(Loop {
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
            device: None,
            starts: Vec::new(),
            last: None,
        });
        loops.len() - 1
    })
}

/// A construct in the innermost loop is about to end on a device.
pub fn on_device(state: &'static DeviceState) {
    LOOPS.with_borrow_mut(|loops| {
        if let Some(l) = loops.last_mut() {
            l.device.get_or_insert(state);
        }
    });
}

/// The loop ends, and those that were left inside it without an end.
pub fn end(which: usize) -> Outcome<()> {
    let ended = LOOPS.with_borrow_mut(|loops| loops.split_off(which.min(loops.len())));
    for l in ended.into_iter().rev() {
        let Some(state) = l.device.filter(|_| !l.starts.is_empty()) else {
            continue;
        };
        let site = l.last.as_ref().map(Place::end);
        // SAFETY: the site lives as long as the call.
        let place = unsafe { Caller::of(site.as_ref().map_or(std::ptr::null(), |s| s)) };
        let mut call = Call::new(state, place, Counter::Structured, None)?;
        for start in l.starts {
            if call.is_held_by(start, l.number) {
                call.let_go(start)?;
            }
        }
        call.finish()?;
    }
    Ok(())
}

impl Call<'_> {
    /// Has the innermost loop hold an entry that nothing else holds. False if it can't.
    pub(super) fn hold_on(&mut self, start: usize, d: &Data) -> bool {
        let structured = self.counter == Counter::Structured && self.work.queue().is_none();
        let (state, place, asked) = (self.state, self.place, d.flags & flag::HELD != 0);
        let large = d.bytes > LEAST;
        let Some(entry) = self.table.get_mut(start).filter(|e| !e.mapped) else {
            return false;
        };
        if !structured || !asked || !large {
            return false;
        }
        let number = LOOPS.with_borrow_mut(|loops| {
            let l = loops.last_mut()?;
            let here = l.device.is_some_and(|on| std::ptr::eq(on, state));
            here.then(|| {
                l.starts.push(start);
                l.last = Some(Place::of(&place));
                l.number
            })
        });
        let Some(by) = number else { return false };
        entry.structured += 1;
        entry.held = Some(Box::new(Held {
            by,
            written: Vec::new(),
        }));
        self.tell("hold", d, d.bytes);
        true
    }

    /// Notes what a construct may have written of a held entry. That comes when all of the construct's items are released: of sections that came as one
    /// the last has the loop hold the entry, whichever are written.
    pub(super) fn note_written(&mut self, d: &Data) {
        if matches!(d.kind, kind::COPYIN | kind::DELETE) || item::skipped(d) {
            return;
        }
        let start = self.entry_of(d);
        let entry = start.and_then(|start| self.table.get_mut(start));
        let Some(held) = entry.and_then(|e| e.held.as_mut()) else {
            return;
        };
        let (from, to) = item::range(d);
        let joined = |w: &&mut (usize, usize)| from <= w.1 && w.0 <= to;
        match held.written.iter_mut().find(joined) {
            Some(w) => *w = (w.0.min(from), w.1.max(to)),
            None => held.written.push((from, to)),
        }
    }

    /// Ends what is held of sections that these items want only in part covered by it.
    pub(super) fn make_way(&mut self, data: &[Data]) -> Outcome<()> {
        for d in data.iter().filter(|d| item::makes_entry(d)) {
            let (host, bytes) = (d.host as usize, d.bytes);
            if !matches!(self.table.find(host, bytes), Lookup::Partly { .. }) {
                continue;
            }
            let overlapping = self.table.overlapping(host, bytes);
            let starts: Vec<usize> = overlapping.map(|e| e.start).collect();
            for start in starts {
                if self.is_only_held(start) {
                    self.let_go(start)?;
                }
            }
        }
        Ok(())
    }

    /// Ends all that is held and not in use. False if there is nothing.
    pub(super) fn let_all_go(&mut self) -> Outcome<bool> {
        let starts: Vec<usize> = self.table.iter().map(|e| e.start).collect();
        let mut any = false;
        for start in starts {
            if self.is_only_held(start) {
                self.let_go(start)?;
                any = true;
            }
        }
        Ok(any)
    }

    fn is_held_by(&self, start: usize, number: u64) -> bool {
        let held = self.table.get(start).and_then(|e| e.held.as_ref());
        held.is_some_and(|h| h.by == number)
    }

    pub(super) fn is_only_held(&self, start: usize) -> bool {
        let entry = self.table.get(start);
        entry.is_some_and(|e| e.held.is_some() && e.structured == 1 && e.dynamic == 0)
    }

    /// A loop's hold ends: what was written comes back, and the entry goes if nothing else holds it.
    pub(super) fn let_go(&mut self, start: usize) -> Outcome<()> {
        let Some(entry) = self.table.get_mut(start) else {
            return Ok(());
        };
        let Some(held) = entry.held.take() else {
            return Ok(());
        };
        entry.structured -= 1;
        let (unheld, name) = (
            entry.unheld(),
            CString::new(entry.name()).unwrap_or_default(),
        );
        self.wait_for_users(start)?;
        if unheld {
            self.detach_all(start);
            self.write_pointers()?;
        }
        for (from, to) in held.written {
            let mut part = Data::whole(name.as_ptr(), from as *mut c_void, to - from);
            (part.kind, part.flags) = (kind::COPYOUT, flag::IMPLICIT);
            let device = self.device_address(start, part.host);
            self.download(&part, device)?;
        }
        self.wait()?;
        match unheld {
            true => self.end_lifetime(start),
            false => Ok(()),
        }
    }
}
