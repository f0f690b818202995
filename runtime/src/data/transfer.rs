//! Transfers of sections between the host and a device, block by block.

use super::{Call, name_of};
use crate::abi::Data;
use crate::device::{DevPtr, DeviceResult};
use crate::fatal::{Failure, Outcome};
use crate::notify::{STATS, count};
use crate::present::Lookup;

impl Call<'_> {
    pub(super) fn upload(&mut self, d: &Data, device: DevPtr) -> Outcome<()> {
        let state = self.state;
        let moved = self.each_block(d, |call, offset, bytes| {
            let stream = call.work.stream();
            let (to, from) = (
                DevPtr(device.0.wrapping_add(offset as u64)),
                d.host.wrapping_byte_add(offset),
            );
            // SAFETY: the caller of the ABI vouches for the section until the queue has passed.
            unsafe { state.device.copy_in(to, from, bytes as u64, stream) }
        })?;
        count(&STATS.uploads, 1);
        count(&STATS.upload_bytes, moved as u64);
        self.tell("upload", d);
        Ok(())
    }

    pub(super) fn download(&mut self, d: &Data, device: DevPtr) -> Outcome<()> {
        let state = self.state;
        let moved = self.each_block(d, |call, offset, bytes| {
            let stream = call.work.stream();
            let (to, from) = (
                d.host.wrapping_byte_add(offset),
                DevPtr(device.0.wrapping_add(offset as u64)),
            );
            // SAFETY: as for uploads.
            unsafe { state.device.copy_out(to, from, bytes as u64, stream) }
        })?;
        count(&STATS.downloads, 1);
        count(&STATS.download_bytes, moved as u64);
        self.tell("download", d);
        Ok(())
    }

    /// Copies each contiguous block of a section that is inside its entry; returns
    /// the bytes. An implicit whole array of which a part is present moves that part.
    fn each_block(
        &mut self,
        d: &Data,
        copy: impl Fn(&mut Self, usize, usize) -> DeviceResult<()>,
    ) -> Outcome<usize> {
        if d.blocks == 0 && d.bytes > 0 {
            return Err(Failure(format!(
                "{}: {}: a section with gaps in more than one dimension can't be copied yet; \
                 name whole rows, or copy it in several sections",
                self.place,
                name_of(d)
            )));
        }
        let host = d.host as usize;
        let (low, high) = match self.find(d) {
            Lookup::Inside(start) => self.table.get(start).map_or((0, 0), |e| (e.start, e.end())),
            _ => (host, host + d.bytes),
        };
        let contiguous = d.blocks <= 1 || d.block_bytes == d.stride;
        let (blocks, block_bytes) = if contiguous {
            (1, d.bytes)
        } else {
            (d.blocks, d.block_bytes)
        };
        let mut moved = 0;
        for block in 0..blocks {
            let from = (host + block * d.stride).max(low);
            let to = (host + block * d.stride + block_bytes).min(high);
            if from < to {
                copy(self, from - host, to - from).map_err(|e| self.driver_error(d, &e))?;
                moved += to - from;
            }
        }
        Ok(moved)
    }
}
