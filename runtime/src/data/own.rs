//! Memory of one construct alone: copies for `firstprivate` of sections (OpenACC 3.3 §2.5.14), and variables that its kernels share.

use super::Call;
use super::Data;
use super::item::{copies, is_empty};
use crate::device::DevPtr;
use crate::fatal::Outcome;
use crate::notify::{STATS, count};
use std::ffi::c_void;

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

    /// Gives that memory back, once the call's queue has passed.
    pub(super) fn drop_copy(&mut self, d: &mut Data) -> Outcome<()> {
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
