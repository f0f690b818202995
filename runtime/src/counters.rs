//! Counters of blocks: a word of device memory for each launch under way whose last block combines what all blocks have left.
//! Kernels leave it as it was, 0, so that one launch after the other uses it without anybody clearing it.

use crate::device::{DevPtr, DeviceResult};
use crate::fatal::lock;
use crate::memory::{Memory, have_passed};
use crate::queue::{Pending, Work};
use std::sync::Mutex;

const BYTES: u64 = 16;

/// The counters of one device that no launch has now, each with what it must wait for.
#[derive(Default)]
pub struct Counters {
    idle: Mutex<Vec<(DevPtr, Pending)>>,
}

impl Counters {
    /// A counter for a launch that `work` puts on its stream.
    pub fn take(&self, memory: &Memory, work: &mut Work<'_>) -> DeviceResult<DevPtr> {
        let device = work.device;
        let on = work.queue().map(|q| q.as_ref());
        let mut idle = lock(&self.idle);
        if let Some(at) = idle.iter().rposition(|(_, p)| have_passed(p, on)) {
            return Ok(idle.swap_remove(at).0);
        }
        drop(idle);
        let ptr = memory.alloc(device, BYTES, on)?;
        work.put(|stream| device.fill(ptr, 0, BYTES, Some(stream)))?;
        Ok(ptr)
    }

    /// Takes a counter back; it is used again when `pending` has passed.
    pub fn give(&self, ptr: DevPtr, pending: Pending) {
        lock(&self.idle).push((ptr, pending));
    }

    /// Forgets all counters: the device's memory is given back.
    pub fn close(&self) {
        lock(&self.idle).clear();
    }
}
