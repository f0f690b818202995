//! Memory of one construct alone: copies for `firstprivate` of sections (OpenACC 3.3 §2.5.14), variables that its kernels share, and
//! places for the results of its reductions.

use super::item::{copies, is_empty};
use super::{Call, Counter, Data};
use crate::abi::{flag, kind};
use crate::device::DevPtr;
use crate::fatal::Outcome;
use crate::notify::{STATS, count};
use crate::results;
use std::ffi::{c_uint, c_void};

impl Call<'_> {
    /// Device memory with the host's values of this moment, whatever is present; for `create` without values, and without an
    /// original. The copy is done when this returns: behind an asynchronous construct the program may change the original.
    pub(super) fn take_copy(&mut self, d: &mut Data) -> Outcome<()> {
        d.device = std::ptr::null_mut();
        let empty = match copies(d) {
            true => is_empty(d),
            false => d.bytes == 0,
        };
        if empty {
            return Ok(());
        }
        let (device, memory) = (self.state.device.as_ref(), &self.state.memory);
        let made = memory.alloc(device, d.bytes as u64, None);
        let made = made.map_err(|e| self.driver_error(d, &e))?;
        count(&STATS.allocs, 1);
        count(&STATS.alloc_bytes, d.bytes as u64);
        self.tell("create", d, d.bytes);
        d.device = made.0 as *mut c_void;
        if !copies(d) {
            return Ok(());
        }
        // SAFETY: the caller of the ABI vouches for the section.
        let copied = unsafe { device.copy_in(made, d.host, d.bytes as u64, None) };
        copied.map_err(|e| self.driver_error(d, &e))?;
        count(&STATS.uploads, 1);
        count(&STATS.upload_bytes, d.bytes as u64);
        self.tell("upload", d, d.bytes);
        Ok(())
    }

    /// Puts a reduction's variable where kernels use it in the host's memory, if that is possible. It is the construct's own then. Only
    /// synchronously: on a queue nobody would bring the result when it is there.
    pub(super) fn place_result(&mut self, d: &mut Data) -> bool {
        const NOT: c_uint = flag::ALWAYS_IN | flag::ALWAYS_OUT | flag::HELD | flag::STRUCTS;
        let is_result = d.flags & flag::REDUCTION != 0 && d.flags & NOT == 0;
        let is_plain = d.kind == kind::COPY && d.pointer.is_null() && d.rows.is_null();
        let fits = d.bytes <= results::BYTES && d.blocks == 1 && d.gaps.is_null();
        let is_here = self.counter == Counter::Structured && self.work.queue().is_none();
        // What overlaps with other items of the construct is one section with them.
        if !(is_result && is_plain && fits && is_here && self.joined.is_empty()) {
            return false;
        }
        let Some(place) = self.state.results.take(self.state.device.as_ref()) else {
            return false;
        };
        // SAFETY: the caller of the ABI vouches for the section; the place has room for it.
        unsafe { std::ptr::copy_nonoverlapping(d.host.cast::<u8>(), place.host().cast(), d.bytes) };
        d.device = place.device.0 as *mut c_void;
        d.flags |= flag::OWN;
        count(&STATS.allocs, 1);
        count(&STATS.alloc_bytes, d.bytes as u64);
        self.tell("create", d, d.bytes);
        count(&STATS.uploads, 1);
        count(&STATS.upload_bytes, d.bytes as u64);
        self.tell("upload", d, d.bytes);
        true
    }

    /// Fetches a result from its place, when the construct's kernels are done.
    fn fetch_result(&mut self, d: &mut Data) {
        let device = std::mem::replace(&mut d.device, std::ptr::null_mut());
        // Where a construct's data is given up, it may be asked for again in other ways.
        d.flags &= !flag::OWN;
        let Some(place) = self.state.results.place_at(DevPtr(device as u64)) else {
            return;
        };
        // SAFETY: as in `place_result`.
        unsafe { std::ptr::copy_nonoverlapping(place.host().cast::<u8>(), d.host.cast(), d.bytes) };
        self.state.results.give(place);
        count(&STATS.downloads, 1);
        count(&STATS.download_bytes, d.bytes as u64);
        self.tell("download", d, d.bytes);
        count(&STATS.frees, 1);
        self.tell("delete", d, d.bytes);
    }

    /// Gives that memory back, once the call's queue has passed.
    pub(super) fn drop_copy(&mut self, d: &mut Data) -> Outcome<()> {
        if d.flags & flag::REDUCTION != 0 {
            self.fetch_result(d);
            return Ok(());
        }
        let made = std::mem::replace(&mut d.device, std::ptr::null_mut());
        if made.is_null() {
            return Ok(());
        }
        let pending = self.work.pending();
        let (device, memory) = (self.state.device.as_ref(), &self.state.memory);
        let freed = memory.free(device, DevPtr(made as u64), pending);
        freed.map_err(|e| self.driver_error(d, &e))?;
        count(&STATS.frees, 1);
        self.tell("delete", d, d.bytes);
        Ok(())
    }
}
