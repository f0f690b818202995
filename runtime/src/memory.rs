//! Device memory: allocation, pooling, and giving back what queues still use.
//!
//! On a GPU freed blocks are kept and handed out again, since the driver's own
//! allocation waits for the whole device. On sim nothing is kept, so that each
//! new section is poisoned and a use after free is seen. Either way, memory that
//! queued work may still touch is not reused until the queues have passed it. What is kept is at most a quarter of the device's memory: other processes, and libraries in this
//! one, need some as well.
//!
//! No thread holds the lock of the books while it is in the driver: an allocation takes milliseconds, and another thread may only want a block that is
//! kept. Who finds too little memory waits for those who are giving some back.

use crate::device::{DevPtr, Device, DeviceError, DeviceResult};
use crate::fatal::lock;
use crate::queue::{Pending, Queue};
use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

/// The part of the device's memory that may be kept: one of so many.
const KEPT_OF: u64 = 4;

/// The memory of one device.
pub struct Memory {
    pooled: bool,
    blocks: Mutex<Blocks>,
    /// Held while idle blocks are given back to the driver.
    giving_back: Mutex<()>,
}

#[derive(Default)]
struct Blocks {
    /// Address → bytes of what is handed out.
    live: HashMap<u64, u64>,
    /// What the program itself has of it (`acc_malloc`): address → bytes.
    handed_out: HashMap<u64, usize>,
    /// Bytes → blocks that are kept for reuse, or wait for queues.
    idle: BTreeMap<u64, Vec<Idle>>,
}

struct Idle {
    ptr: DevPtr,
    pending: Pending,
}

impl Idle {
    /// True when work of queue `asking` may use the block: every queue that it
    /// waits for has passed, or is the asking one, which runs in order.
    fn ready(&self, asking: Option<&Queue>) -> bool {
        have_passed(&self.pending, asking)
    }
}

/// True when work of queue `asking` comes behind all that memory waits for.
pub fn have_passed(pending: &Pending, asking: Option<&Queue>) -> bool {
    let own = |queue: &Queue| asking.is_some_and(|asking| std::ptr::eq(asking, queue));
    pending
        .iter()
        .all(|(queue, n)| queue.passed(*n) || own(queue) && queue.comes_behind(*n))
}

impl Memory {
    pub fn new(pooled: bool) -> Self {
        Self {
            pooled,
            blocks: Mutex::default(),
            giving_back: Mutex::default(),
        }
    }

    /// Allocates `bytes` > 0, for use by work on `queue` (`None`: at once, by anyone).
    pub fn alloc(
        &self,
        device: &dyn Device,
        bytes: u64,
        queue: Option<&Queue>,
    ) -> DeviceResult<DevPtr> {
        let size = if self.pooled { rounded(bytes) } else { bytes };
        if self.pooled {
            let mut blocks = lock(&self.blocks);
            if let Some((ptr, size)) = blocks.reuse(size, queue) {
                blocks.live.insert(ptr.0, size);
                return Ok(ptr);
            }
        } else {
            self.sweep(device, false)?;
        }
        let ptr = match device.alloc(size) {
            Err(DeviceError::OutOfMemory { .. }) => {
                self.sweep(device, true)?;
                device.alloc(size)?
            }
            other => other?,
        };
        lock(&self.blocks).live.insert(ptr.0, size);
        Ok(ptr)
    }

    /// Allocates memory for the program to keep (`acc_malloc`).
    pub fn hand_out(&self, device: &dyn Device, bytes: usize) -> DeviceResult<DevPtr> {
        let ptr = self.alloc(device, bytes as u64, None)?;
        lock(&self.blocks).handed_out.insert(ptr.0, bytes);
        Ok(ptr)
    }

    /// The bytes of such memory, which the program gives back; `None` if it has none there.
    pub fn handed_back(&self, ptr: DevPtr) -> Option<usize> {
        lock(&self.blocks).handed_out.remove(&ptr.0)
    }

    /// Takes a block back; it is used again when `pending` has passed. False when
    /// `ptr` is not one that `alloc` gave.
    pub fn free(&self, device: &dyn Device, ptr: DevPtr, pending: Pending) -> DeviceResult<bool> {
        let mut blocks = lock(&self.blocks);
        let Some(size) = blocks.live.remove(&ptr.0) else {
            return Ok(false);
        };
        let block = Idle { ptr, pending };
        if !self.pooled && block.ready(None) {
            drop(blocks);
            device.free(ptr)?;
        } else {
            blocks.idle.entry(size).or_default().push(block);
            let kept = blocks.kept();
            drop(blocks);
            if kept > device.properties().memory / KEPT_OF {
                self.sweep(device, false)?;
            }
        }
        Ok(true)
    }

    /// Bytes that are kept for reuse: free to the program, not to the driver.
    pub fn kept(&self) -> u64 {
        lock(&self.blocks).kept()
    }

    /// Gives idle blocks back to the device, whose queues have passed.
    pub fn trim(&self, device: &dyn Device) -> DeviceResult<()> {
        self.sweep(device, false)
    }

    /// Gives everything back to the device.
    pub fn close(&self, device: &dyn Device) -> DeviceResult<()> {
        self.sweep(device, true)?;
        let mut blocks = lock(&self.blocks);
        blocks.handed_out.clear();
        let live = std::mem::take(&mut blocks.live);
        drop(blocks);
        live.into_keys()
            .try_for_each(|ptr| device.free(DevPtr(ptr)))
    }

    /// Gives idle blocks back to the device: those whose queues have passed, or,
    /// when `wait`, all of them.
    fn sweep(&self, device: &dyn Device, wait: bool) -> DeviceResult<()> {
        let _alone = lock(&self.giving_back);
        let idle = std::mem::take(&mut lock(&self.blocks).idle);
        for (size, blocks) in idle {
            for block in blocks {
                for (queue, number) in &block.pending {
                    if wait {
                        queue.finish(device, *number)?;
                    }
                }
                if block.ready(None) {
                    device.free(block.ptr)?;
                } else {
                    let mut blocks = lock(&self.blocks);
                    blocks.idle.entry(size).or_default().push(block);
                }
            }
        }
        Ok(())
    }
}

impl Blocks {
    fn kept(&self) -> u64 {
        let each = |(size, blocks): (&u64, &Vec<Idle>)| size * blocks.len() as u64;
        self.idle.iter().map(each).sum()
    }

    /// Takes the smallest kept block that fits without wasting a quarter of itself.
    fn reuse(&mut self, size: u64, asking: Option<&Queue>) -> Option<(DevPtr, u64)> {
        let (size, at) = self
            .idle
            .range(size..=size + size / 4)
            .find_map(|(size, blocks)| {
                Some((*size, blocks.iter().rposition(|b| b.ready(asking))?))
            })?;
        let blocks = self.idle.get_mut(&size)?;
        let block = blocks.swap_remove(at);
        if blocks.is_empty() {
            self.idle.remove(&size);
        }
        Some((block.ptr, size))
    }
}

/// Block sizes of the pool: steps of 256 bytes, of 64 KiB from 1 MiB on.
fn rounded(bytes: u64) -> u64 {
    let step = if bytes < 1 << 20 { 256 } else { 1 << 16 };
    bytes.checked_next_multiple_of(step).unwrap_or(bytes)
}
