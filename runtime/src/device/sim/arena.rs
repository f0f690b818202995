//! A device's own memory: a reserved stretch of address space, handed out with
//! gaps between the pieces, poisoned when new and closed when freed.
//!
//! Freed ranges are taken again as late as is reasonable, so that a stale
//! pointer meets closed memory rather than another's data.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{check, shadow};
use crate::device::{DeviceError, DeviceResult};

/// What uninitialised memory holds: doubles of -1e289, ints of -67372037,
/// pointers to nowhere.
pub const POISON: u8 = 0xfb;

const ALIGN: u64 = 256;
/// Closed bytes behind each allocation.
const GAP: u64 = 256;
const STEP: u64 = 16 << 20;
const RESERVED: u64 = 1 << 40;
/// Below this much freed memory, nothing is used again.
const QUARANTINE: u64 = 64 << 20;

pub struct Arena {
    base: u64,
    reserved: u64,
    limit: u64,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// start → bytes asked for
    live: BTreeMap<u64, u64>,
    /// start → bytes, coalesced
    free: BTreeMap<u64, u64>,
    /// Where the search for the next piece starts.
    cursor: u64,
    /// End of what is backed by memory.
    end: u64,
    used: u64,
    /// Another device's kernels run: the shadow is out of reach.
    hidden: bool,
}

/// What an address in the arena is, for messages.
pub enum Spot {
    /// So many bytes past the end of an allocation of `bytes`.
    Past {
        by: u64,
        bytes: u64,
    },
    Inside {
        offset: u64,
        bytes: u64,
    },
    Unallocated,
}

fn footprint(bytes: u64) -> u64 {
    bytes.div_ceil(ALIGN) * ALIGN + GAP
}

impl Arena {
    /// An arena that lends at most `limit` bytes at a time.
    pub fn new(limit: u64) -> DeviceResult<Self> {
        let mut reserved = RESERVED.max(limit.saturating_mul(4));
        let align = 2 << 20;
        loop {
            // SAFETY: a fresh mapping anywhere.
            let at = unsafe {
                libc::mmap(
                    std::ptr::null_mut(),
                    (reserved + align) as usize,
                    libc::PROT_NONE,
                    libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
                    -1,
                    0,
                )
            };
            if at != libc::MAP_FAILED {
                let base = (at as u64).next_multiple_of(align);
                let state = State {
                    cursor: base,
                    end: base,
                    ..State::default()
                };
                return Ok(Self {
                    base,
                    reserved,
                    limit,
                    state: Mutex::new(state),
                });
            }
            reserved /= 2;
            if reserved < STEP {
                return Err(DeviceError::Driver {
                    call: "sim: reserving device memory",
                    message: std::io::Error::last_os_error().to_string(),
                });
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// First address.
    pub fn start(&self) -> u64 {
        self.base
    }

    /// Behind the last address.
    pub fn end(&self) -> u64 {
        self.base + self.reserved
    }

    /// Makes the shadow unreadable, so that no kernel passes a check here.
    pub fn hide(&self) {
        let mut state = self.state();
        state.hidden = true;
        self.reveal(&state, false);
    }

    /// Undoes [`Self::hide`].
    pub fn show(&self) {
        let mut state = self.state();
        state.hidden = false;
        self.reveal(&state, true);
    }

    fn reveal(&self, state: &State, yes: bool) {
        if state.end > self.base {
            shadow::reveal(self.base as usize, (state.end - self.base) as usize, yes);
        }
    }

    /// Changes the shadow of our own memory, be it hidden or not.
    fn reshade(&self, state: &State, change: impl FnOnce()) {
        if state.hidden {
            self.reveal(state, true);
        }
        change();
        if state.hidden {
            self.reveal(state, false);
        }
    }

    /// Free bytes.
    pub fn free_bytes(&self) -> u64 {
        self.limit.saturating_sub(self.state().used)
    }

    pub fn contains(&self, address: u64) -> bool {
        (self.base..self.base + self.reserved).contains(&address)
    }

    pub fn alloc(&self, bytes: u64) -> DeviceResult<u64> {
        let mut state = self.state();
        let full = DeviceError::OutOfMemory {
            asked: bytes,
            free: self.limit.saturating_sub(state.used),
            total: self.limit,
        };
        if bytes == 0 || bytes > self.limit.saturating_sub(state.used) {
            return Err(full);
        }
        let need = footprint(bytes);
        let at = match state.take(need, self.base) {
            Some(at) => at,
            None => match self.extend(&mut state, need) {
                Ok(true) => state.take(need, self.base).ok_or(full)?,
                Ok(false) => return Err(full),
                Err(message) => {
                    return Err(DeviceError::Driver {
                        call: "sim: backing device memory",
                        message,
                    });
                }
            },
        };
        state.live.insert(at, bytes);
        state.used += bytes;
        drop(state);
        // SAFETY: the piece is backed and nobody else's yet.
        unsafe { std::ptr::write_bytes(at as *mut u8, POISON, bytes as usize) };
        let state = self.state();
        self.reshade(&state, || shadow::open(at as usize, bytes as usize));
        drop(state);
        check::allocated(at, bytes);
        Ok(at)
    }

    /// Backs more of the arena with memory; false when it is used up.
    fn extend(&self, state: &mut State, need: u64) -> Result<bool, String> {
        let bytes = need.next_multiple_of(STEP);
        if state.end + bytes > self.base + self.reserved {
            return Ok(false);
        }
        shadow::commit(state.end as usize, bytes as usize, false)?;
        // SAFETY: inside our own reservation.
        unsafe {
            let at = state.end as *mut c_void;
            if libc::mprotect(at, bytes as usize, libc::PROT_READ | libc::PROT_WRITE) != 0 {
                return Err(std::io::Error::last_os_error().to_string());
            }
            libc::madvise(at, bytes as usize, libc::MADV_HUGEPAGE);
        }
        let start = state.end;
        state.end += bytes;
        state.give(start, bytes);
        if state.hidden {
            self.reveal(state, false);
        }
        Ok(true)
    }

    pub fn free(&self, at: u64) -> DeviceResult<()> {
        let mut state = self.state();
        let Some(bytes) = state.live.remove(&at) else {
            return Err(DeviceError::Driver {
                call: "sim: free",
                message: format!("{at:#x} is not the start of a device allocation"),
            });
        };
        let whole = footprint(bytes);
        self.reshade(&state, || {
            shadow::close(at as usize, (whole - GAP) as usize);
        });
        if bytes >= 1 << 16 {
            let (first, last) = (at.next_multiple_of(4096), (at + bytes) & !4095);
            // SAFETY: whole pages of the freed piece.
            unsafe {
                libc::madvise(
                    first as *mut c_void,
                    (last - first) as usize,
                    libc::MADV_DONTNEED,
                )
            };
        }
        state.used -= bytes;
        state.give(at, whole);
        Ok(())
    }

    /// Checks that `at..at + bytes` lies in one live allocation.
    pub fn check(&self, call: &'static str, at: u64, bytes: u64) -> DeviceResult<()> {
        let state = self.state();
        let found = state.live.range(..=at).next_back();
        match found {
            Some((start, size)) if at + bytes <= start + size => Ok(()),
            Some((start, size)) if at < start + size => Err(DeviceError::Driver {
                call,
                message: format!(
                    "{bytes} bytes at offset {} of a device allocation of {size} bytes",
                    at - start
                ),
            }),
            _ => Err(DeviceError::Driver {
                call,
                message: format!("{at:#x} is not in this device's memory, or was freed"),
            }),
        }
    }

    /// Calls `on` with start and bytes of each allocation.
    pub fn each(&self, mut on: impl FnMut(u64, u64)) {
        self.state()
            .live
            .iter()
            .for_each(|(at, bytes)| on(*at, *bytes));
    }

    /// Start and bytes of the allocation that an address behind one, or before one, is nearest to.
    pub fn nearest(&self, address: u64) -> Option<(u64, u64)> {
        let state = self.state();
        let before = state.live.range(..=address).next_back();
        let behind = state.live.range(address..).next();
        let found = match (before, behind) {
            (Some(b), Some(a)) if a.0 - address < address.saturating_sub(b.0 + b.1) => a,
            (Some(b), _) => b,
            (None, a) => a?,
        };
        Some((*found.0, *found.1))
    }

    pub fn place(&self, address: u64) -> Spot {
        let state = self.state();
        match state.live.range(..=address).next_back() {
            Some((start, bytes)) if address < start + bytes => Spot::Inside {
                offset: address - start,
                bytes: *bytes,
            },
            Some((start, bytes)) if address - (start + bytes) < 1 << 20 => Spot::Past {
                by: address - (start + bytes),
                bytes: *bytes,
            },
            _ => Spot::Unallocated,
        }
    }
}

impl State {
    /// A piece of `need` bytes: behind the cursor, or from the start once enough is free there.
    fn take(&mut self, need: u64, base: u64) -> Option<u64> {
        let fits = |(start, size): (&u64, &u64)| (*size >= need).then_some((*start, *size));
        let mut found = self.free.range(self.cursor..).find_map(fits);
        if found.is_none() && self.end - base > self.used + QUARANTINE.max(self.used) {
            found = self.free.range(..self.cursor).find_map(fits);
        }
        let (start, size) = found?;
        self.free.remove(&start);
        if size > need {
            self.free.insert(start + need, size - need);
        }
        self.cursor = start + need;
        Some(start)
    }

    fn give(&mut self, start: u64, bytes: u64) {
        let (mut first, mut size) = (start, bytes);
        let before = self.free.range(..start).next_back();
        if let Some((&left, &len)) = before.filter(|(left, len)| *left + *len == start) {
            self.free.remove(&left);
            (first, size) = (left, size + len);
        }
        if let Some(len) = self.free.remove(&(start + bytes)) {
            size += len;
        }
        self.free.insert(first, size);
        // The cursor may now lie inside a coalesced range: pieces before it wait.
        if first < self.cursor && first + size > self.cursor {
            let head = self.cursor - first;
            self.free.insert(first, head);
            self.free.insert(self.cursor, size - head);
        }
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        let end = self.state().end;
        if end > self.base {
            shadow::close(self.base as usize, (end - self.base) as usize);
        }
        // SAFETY: our own reservation; the device is gone.
        unsafe { libc::munmap(self.base as *mut c_void, self.reserved as usize) };
    }
}
