//! Attach and detach: pointers in device memory that follow their targets (§2.6.8).

use super::{Call, is_empty};
use crate::abi::{Data, flag, kind};
use crate::device::{DevPtr, DeviceResult};
use crate::fatal::{Failure, Outcome};
use crate::notify::{STATS, count};
use crate::present::Attachment;

impl Call<'_> {
    /// The attach action (§2.7.2) for the pointer of a data item.
    pub(super) fn attach(&mut self, d: &Data) -> Outcome<()> {
        let at = d.pointer as usize;
        // SAFETY: the ABI has `pointer` be the address of a host pointer.
        let value = unsafe { d.pointer.read_unaligned() } as usize;
        let target = if value == 0 {
            DevPtr(0)
        } else if d.kind != kind::ATTACH && !d.device.is_null() && !is_empty(d) {
            // The section may start behind where the pointer points.
            DevPtr((d.device as u64).wrapping_sub((d.host as u64).wrapping_sub(value as u64)))
        } else {
            match self.table.holding(value) {
                Some(entry) => entry.translate(value),
                None => return Ok(()),
            }
        };
        let Some(start) = self.table.holding(at).map(|e| e.start) else {
            return Ok(());
        };
        let Some(entry) = self.table.get_mut(start) else {
            return Ok(());
        };
        let place = entry.translate(at);
        if value == 0 {
            return self.write_pointer(d, place, 0);
        }
        let attachments = entry.attached.get_or_insert_default();
        match attachments.get_mut(&at) {
            Some(attached) if attached.target == target => {
                attached.count += 1;
                return Ok(());
            }
            _ => attachments.insert(at, Attachment { count: 1, target }),
        };
        count(&STATS.attaches, 1);
        self.write_pointer(d, place, target.0)
    }

    /// The detach action, or the immediate one under `finalize` (§2.7.2).
    pub(super) fn detach(&mut self, d: &Data) -> Outcome<()> {
        let at = d.pointer as usize;
        let Some(start) = self.table.holding(at).map(|e| e.start) else {
            return Ok(());
        };
        let Some(entry) = self.table.get_mut(start) else {
            return Ok(());
        };
        let place = entry.translate(at);
        let Some(attachments) = &mut entry.attached else {
            return Ok(());
        };
        let Some(attached) = attachments.get_mut(&at) else {
            return Ok(());
        };
        attached.count -= 1;
        if attached.count > 0 && d.flags & flag::FINALIZE == 0 {
            return Ok(());
        }
        attachments.remove(&at);
        // SAFETY: as in `attach`.
        let value = unsafe { d.pointer.read_unaligned() } as u64;
        self.write_pointer(d, place, value)
    }

    /// Gives every attached pointer in an entry that ends its host value again, so
    /// that a copyout brings host pointers back.
    pub(super) fn detach_all(&mut self, start: usize) -> Outcome<()> {
        let Some(entry) = self.table.get_mut(start) else {
            return Ok(());
        };
        let Some(attached) = entry.attached.take() else {
            return Ok(());
        };
        let name = entry.name().to_string();
        let places: Vec<_> = attached
            .into_keys()
            .map(|at| (at, entry.translate(at)))
            .collect();
        for (at, place) in places {
            // SAFETY: the pointer lies in a host section that is still present.
            let value = unsafe { (at as *const u64).read_unaligned() };
            self.write_word(place, value)
                .map_err(|e| Failure(format!("{}: {name}: {}: {e}", self.place, self.state)))?;
        }
        Ok(())
    }

    fn write_pointer(&mut self, d: &Data, place: DevPtr, value: u64) -> Outcome<()> {
        self.write_word(place, value)
            .map_err(|e| self.driver_error(d, &e))
    }

    fn write_word(&mut self, place: DevPtr, value: u64) -> DeviceResult<()> {
        let word = self.work.keep(value);
        let stream = self.work.stream();
        // SAFETY: the word stays until the stream has passed the copy.
        unsafe {
            self.state
                .device
                .copy_in(place, word.cast(), size_of::<u64>() as u64, stream)
        }
    }
}
