//! Attach and detach: pointers in device memory that follow their targets (§2.6.8).

use super::Data;
use super::{Call, item::is_empty};
use crate::abi::{flag, kind};
use crate::device::DevPtr;
use crate::fatal::{Failure, Outcome};
use crate::notify::{STATS, count};
use crate::present::Attachment;
use crate::prof::{self, About, info::event};

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
            if let Some(attached) = &mut entry.attached {
                attached.remove(&at);
            }
            self.table.attachments_change();
            self.pointers.push((place, 0));
            return Ok(());
        }
        let attachments = entry.attached.get_or_insert_default();
        match attachments.get_mut(&at) {
            Some(attached) if attached.target == target => {
                attached.count += 1;
                return Ok(());
            }
            _ => attachments.insert(at, Attachment { count: 1, target }),
        };
        self.table.attachments_change();
        count(&STATS.attaches, 1);
        self.pointers.push((place, target.0));
        Ok(())
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
        self.table.attachments_change();
        // SAFETY: as in `attach`.
        let value = unsafe { d.pointer.read_unaligned() } as u64;
        self.pointers.push((place, value));
        Ok(())
    }

    /// Gives every attached pointer in an entry that ends its host value again, so
    /// that a copyout brings host pointers back.
    pub(super) fn detach_all(&mut self, start: usize) {
        let Some(entry) = self.table.get_mut(start) else {
            return;
        };
        let Some(attached) = entry.attached.take() else {
            return;
        };
        for at in attached.into_keys() {
            // SAFETY: the pointer lies in a host section that is still present.
            let value = unsafe { (at as *const u64).read_unaligned() };
            self.pointers.push((entry.translate(at), value));
        }
        self.table.attachments_change();
    }

    /// Puts the pointers that attach and detach changed into device memory: neighbours (the
    /// rows of a matrix) in one copy.
    pub(super) fn write_pointers(&mut self) -> Outcome<()> {
        const WORD: u64 = size_of::<u64>() as u64;
        let pointers = std::mem::take(&mut self.pointers);
        let mut runs: Vec<(DevPtr, Vec<u64>)> = Vec::new();
        for (place, value) in pointers {
            match runs.last_mut() {
                Some((first, words)) if first.0 + words.len() as u64 * WORD == place.0 => {
                    words.push(value);
                }
                _ => runs.push((place, vec![value])),
            }
        }
        for (place, words) in runs {
            let bytes = words.len() as u64 * WORD;
            let pointers = About::Data {
                name: std::ptr::null(),
                bytes: bytes as usize,
                host: std::ptr::null(),
                device: place.0,
            };
            let told = prof::begin(event::UPLOAD, || self.at(), true, pointers);
            let device = self.state.device.as_ref();
            let done = self.work.put_words(words, |from, stream| {
                // SAFETY: the words stay until the stream has passed the copy.
                unsafe { device.copy_in(place, from.cast(), bytes, Some(stream)) }
            });
            done.map_err(|e| {
                Failure::new(format!(
                    "{}: the pointers of device data: {}: {e}",
                    self.place, self.state
                ))
            })?;
            prof::end(told);
        }
        Ok(())
    }
}
