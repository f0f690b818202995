//! A section that a construct uses which runs twice, and the ways that its values go.
//!
//! The cores run on the program's own memory, which must have its values again afterwards. So the values of device and host change places, block by block, and as few of
//! them as will do: what kernels only read is exchanged where it differs, and what stays on the device is compared from there.

use super::element::Elements;
use super::report::Differences;
use super::value::Settings;
use crate::data::both::{self, Reached};
use crate::fatal::{Failure, Outcome};
use crate::site::Caller;
use crate::state::DeviceState;
use std::borrow::Cow;
use std::ops::Range;

/// Bytes that are worked on at once: they stay in a core's own cache.
const BLOCK: usize = 1 << 17;

/// Some of the host's memory for which the construct's kernels have values of their own, or which they use.
pub struct Section {
    of: Reached,
    /// What the device had before the kernels; while the cores run, what the host had.
    before: Vec<u8>,
    /// What the device had behind them, if that isn't there any more when it is compared.
    behind: Vec<u8>,
    /// While the cores run: the blocks of what is only read of which the host had other values.
    lent: Vec<Range<usize>>,
}

impl Section {
    /// `before` and `behind`: memory, whatever is in it.
    pub fn new(of: Reached, before: Vec<u8>, behind: Vec<u8>) -> Self {
        Self {
            of,
            before,
            behind,
            lent: Vec::new(),
        }
    }

    pub fn into_room(self) -> impl Iterator<Item = Vec<u8>> {
        [self.before, self.behind]
            .into_iter()
            .filter(|room| !room.is_empty())
    }

    /// The first byte of a part in the host's memory.
    fn at(&self, part: &Range<usize>) -> *mut u8 {
        (self.of.start + part.start) as *mut u8
    }

    /// The host's values of a part, until they change.
    fn now(&self, part: &Range<usize>) -> &[u8] {
        // SAFETY: what a construct uses is memory of the program.
        unsafe { std::slice::from_raw_parts(self.at(part), part.len()) }
    }

    /// Gives a part of the host's memory other values, if it has others: it may be a constant.
    fn put(&self, part: &Range<usize>, values: &[u8]) {
        if self.now(part) != values {
            // SAFETY: it isn't constant, or its values would be the same; they are as many.
            unsafe { std::ptr::copy_nonoverlapping(values.as_ptr(), self.at(part), values.len()) };
        }
    }

    fn all(&self) -> Range<usize> {
        0..self.of.bytes
    }

    fn blocks(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let bytes = self.of.bytes;
        (0..bytes)
            .step_by(BLOCK)
            .map(move |from| from..bytes.min(from + BLOCK))
    }

    /// The kernels have not been launched.
    pub fn entered(&mut self, state: &DeviceState, place: Caller<'_>) -> Outcome<()> {
        // What they only read is still there behind them, or came from the host with the construct.
        if self.of.only_read {
            return Ok(());
        }
        both::fetch(state, place, &self.of, &mut self.before)
    }

    /// They are done, and the data is still there.
    pub fn leaving(&mut self, state: &DeviceState, place: Caller<'_>) -> Outcome<()> {
        if self.of.only_read || self.of.stays || !self.of.on_device {
            return Ok(());
        }
        both::fetch(state, place, &self.of, &mut self.behind)
    }

    /// The host's memory gets what the kernels found.
    pub fn lend(&mut self, state: &DeviceState, place: Caller<'_>) -> Outcome<()> {
        if self.of.only_read {
            return self.lend_read(state, place);
        }
        for part in self.blocks() {
            if *self.now(&part) != self.before[part.clone()] {
                let first = self.at(&part);
                let with = &mut self.before[part];
                // SAFETY: as in `put`.
                unsafe { std::ptr::swap_nonoverlapping(first, with.as_mut_ptr(), with.len()) };
            }
        }
        Ok(())
    }

    fn lend_read(&mut self, state: &DeviceState, place: Caller<'_>) -> Outcome<()> {
        let mut device = vec![0; BLOCK.min(self.of.bytes)];
        self.before.resize(self.of.bytes, 0);
        for part in self.blocks() {
            let values = &mut device[..part.len()];
            if !both::fetch_part(state, place, &self.of, part.start, values)? {
                // It came with the construct, from here.
                break;
            }
            if self.now(&part) != values {
                let first = self.at(&part);
                let kept = &mut self.before[part.clone()];
                // SAFETY: the part is as long as what is kept of it.
                unsafe { std::ptr::copy_nonoverlapping(first, kept.as_mut_ptr(), kept.len()) };
                self.put(&part, values);
                self.lent.push(part);
            }
        }
        Ok(())
    }

    /// The cores have run: compares what they have left with what the device has, and gives the host's memory its values back.
    pub fn compare(
        &mut self,
        state: &DeviceState,
        place: Caller<'_>,
        allowed: &Settings,
        found: &mut Differences,
    ) -> Outcome<()> {
        if self.of.only_read {
            for part in std::mem::take(&mut self.lent) {
                self.put(&part, &self.before[part.clone()]);
            }
            return Ok(());
        }
        let mut same = true;
        let mut room = Vec::new();
        for part in self.blocks() {
            if same {
                let device = self.device(state, place, part.clone(), &mut room)?;
                same = *device == *self.now(&part);
                if !same {
                    self.tell(state, place, part.start, allowed, found)?;
                }
            }
            self.put(&part, &self.before[part.clone()]);
        }
        Ok(())
    }

    /// What the kernels have left of a part.
    fn device<'s>(
        &'s self,
        state: &DeviceState,
        place: Caller<'_>,
        part: Range<usize>,
        room: &'s mut Vec<u8>,
    ) -> Outcome<&'s [u8]> {
        if !self.of.on_device {
            // The host and the device share it, and it has changed places with what was there before.
            return Ok(&self.before[part]);
        }
        if !self.of.stays {
            return Ok(&self.behind[part]);
        }
        room.resize(part.len(), 0);
        if both::fetch_part(state, place, &self.of, part.start, room)? {
            return Ok(room);
        }
        Err(Failure::new(format!(
            "{place}: {} has left the device while the construct that uses it was compared (ACCRS_COMPARE)",
            self.of.name
        )))
    }

    /// What differs. Of the first `done` bytes the cores have left the same as the device, and the host's memory has its own values again.
    fn tell(
        &self,
        state: &DeviceState,
        place: Caller<'_>,
        done: usize,
        allowed: &Settings,
        found: &mut Differences,
    ) -> Outcome<()> {
        let mut room = Vec::new();
        let device = self.device(state, place, self.all(), &mut room)?;
        let now = self.now(&self.all());
        let cores = match done {
            0 => Cow::Borrowed(now),
            _ => Cow::Owned([&device[..done], &now[done..]].concat()),
        };
        let elements = Elements::of(&self.of.elements);
        found.section(&self.of.name, &elements, (&cores, device), allowed);
        Ok(())
    }
}
