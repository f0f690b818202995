//! Stacks for the coroutines that are CUDA threads: pooled, each with a guard
//! below it, all open in the shadow.

use std::ffi::c_void;
use std::num::NonZeroUsize;

use corosensei::stack::{Stack, StackPointer};

use super::arena::POISON;
use super::shadow;

/// Bytes of each stack: CUDA's local memory of a thread. Only touched pages cost.
const BYTES: usize = 256 << 10;
const GUARD: usize = 64 << 10;
const BATCH: usize = 32;

/// One stack: `limit..base`, guard included.
pub struct PooledStack {
    base: NonZeroUsize,
    limit: NonZeroUsize,
}

// SAFETY: base and limit delimit memory that is mapped for the process' life.
unsafe impl Stack for PooledStack {
    fn base(&self) -> StackPointer {
        self.base
    }
    fn limit(&self) -> StackPointer {
        self.limit
    }
}

/// The stacks of one worker; those in use are away.
#[derive(Default)]
pub struct StackPool {
    idle: Vec<PooledStack>,
    made: usize,
}

impl StackPool {
    /// A stack, or why there is none.
    pub fn take(&mut self) -> Result<PooledStack, String> {
        if self.idle.is_empty() {
            self.grow()?;
        }
        self.idle.pop().ok_or_else(|| "no stack".to_owned())
    }

    pub fn give(&mut self, stack: PooledStack) {
        self.idle.push(stack);
    }

    fn grow(&mut self) -> Result<(), String> {
        let each = BYTES + GUARD;
        let bytes = BATCH * each;
        // SAFETY: a fresh mapping; its guards are closed right after.
        let start = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                bytes + (32 << 10),
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
                -1,
                0,
            )
        };
        if start == libc::MAP_FAILED {
            return Err(format!(
                "no stacks for kernel threads: {}",
                std::io::Error::last_os_error()
            ));
        }
        // The shadow comes in pages of 32 KiB.
        let start = (start as usize).next_multiple_of(32 << 10);
        shadow::commit(start, bytes, true)?;
        for i in 0..BATCH {
            let low = start + i * each;
            // SAFETY: part of the mapping above.
            unsafe { libc::mprotect(low as *mut c_void, GUARD, libc::PROT_NONE) };
            // Tops at different offsets, so that a block's stacks don't all share the
            // same few sets of the caches.
            let top = low + each - (self.made % 48) * 192;
            self.made += 1;
            let (Some(base), Some(limit)) = (NonZeroUsize::new(top & !63), NonZeroUsize::new(low))
            else {
                return Err("no stacks for kernel threads".to_owned());
            };
            self.idle.push(PooledStack { base, limit });
        }
        Ok(())
    }
}

/// A worker's dynamic shared memory, of one launch after another.
pub struct SharedMemory {
    start: usize,
    open: usize,
}

/// Bytes of shared memory that a block may ask for.
pub const SHARED_BYTES: usize = 48 << 10;

impl SharedMemory {
    pub fn new() -> Result<Self, String> {
        let (page, bytes) = (32 << 10, 64 << 10);
        // SAFETY: a fresh mapping.
        let at = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                bytes + page,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        if at == libc::MAP_FAILED {
            return Err(format!(
                "no shared memory: {}",
                std::io::Error::last_os_error()
            ));
        }
        let start = (at as usize).next_multiple_of(page);
        shadow::commit(start, bytes, false)?;
        Ok(Self { start, open: 0 })
    }

    /// Poisoned memory of `bytes` for the next block; what lies behind is closed.
    pub fn fresh(&mut self, bytes: usize) -> *mut c_void {
        let bytes = bytes.min(SHARED_BYTES);
        if bytes != self.open {
            shadow::close(self.start, SHARED_BYTES);
            shadow::open(self.start, bytes);
            self.open = bytes;
        }
        // SAFETY: this worker's own mapping.
        unsafe { std::ptr::write_bytes(self.start as *mut u8, POISON, bytes) };
        self.start as *mut c_void
    }
}
