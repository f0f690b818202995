//! One device's global memory. Its addresses are a range that the host has reserved without
//! access, so that host code which follows a device pointer fails at once; the bytes lie in a
//! second mapping. A map of one byte for each eight tells which of them an allocation holds.
//!
//! Managed memory is one such range for all devices, in which the addresses are those of the bytes. A device's memory
//! hands over to it what lies there, and all other addresses to the host where the device may use its memory.

use crate::fault::Fault;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Alignment of allocations, as `cuMemAlloc` gives.
const ALIGNMENT: u64 = 256;
/// Never allocated bytes behind each allocation.
const RED_ZONE: u64 = 256;
/// What fresh and freed memory holds.
const FRESH: u8 = 0xA5;
const FREED: u8 = 0xDD;

/// The bytes of an anonymous private mapping.
struct Mapping {
    start: *mut u8,
    bytes: usize,
}

// SAFETY: plain memory; who uses it synchronises (Memory uses atomics throughout).
unsafe impl Send for Mapping {}
// SAFETY: as above.
unsafe impl Sync for Mapping {}

impl Mapping {
    fn new(bytes: usize, access: libc::c_int) -> Option<Mapping> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a fresh anonymous mapping has no preconditions.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), bytes, access, flags, -1, 0) };
        (start != libc::MAP_FAILED).then_some(Mapping {
            start: start.cast(),
            bytes,
        })
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the mapping is this object's own.
        unsafe { libc::munmap(self.start.cast(), self.bytes) };
    }
}

struct Allocations {
    /// Size of each live allocation by its address.
    live: BTreeMap<u64, u64>,
    /// Size of each free range by its address; neighbours are merged.
    free: BTreeMap<u64, u64>,
    used: u64,
    /// For the choice among free ranges.
    random: u64,
}

pub struct Memory {
    /// Where device addresses start; the host cannot read or write there.
    base: u64,
    _reserved: Option<Mapping>,
    bytes: Mapping,
    /// For each eight bytes, how many of them from the first one are allocated.
    map: Mapping,
    span: u64,
    capacity: u64,
    allocations: Mutex<Allocations>,
    /// What the device shares with the host.
    managed: Option<Arc<Memory>>,
    all_of_host: bool,
}

impl Memory {
    /// A device with room for `bytes`.
    ///
    /// # Panics
    /// If the host has no address space left.
    #[allow(clippy::expect_used)] // A stand-in without memory is of no use, and nobody above could go on.
    pub fn new(bytes: u64) -> Memory {
        // Red zones and rounding are not the program's: give them room of their own.
        let span = (bytes * 2 + (64 << 20)).next_multiple_of(1 << 16);
        let read_write = libc::PROT_READ | libc::PROT_WRITE;
        let reserved = Mapping::new(span as usize, libc::PROT_NONE).expect("address space");
        let bytes_there = Mapping::new(span as usize, read_write).expect("address space");
        Memory::over(reserved.start as u64, Some(reserved), bytes_there, bytes)
    }

    /// Managed memory, which the host uses at the same addresses.
    ///
    /// # Panics
    /// As [`Memory::new`].
    #[allow(clippy::expect_used)]
    pub fn managed(bytes: u64) -> Memory {
        let span = (bytes * 2 + (64 << 20)).next_multiple_of(1 << 16);
        let there =
            Mapping::new(span as usize, libc::PROT_READ | libc::PROT_WRITE).expect("address space");
        Memory::over(there.start as u64, None, there, bytes)
    }

    /// This memory, of a device that shares managed memory, and perhaps all of the host's.
    #[must_use]
    pub fn sharing(self, managed: Arc<Memory>, all_of_host: bool) -> Memory {
        Memory {
            managed: Some(managed),
            all_of_host,
            ..self
        }
    }

    #[allow(clippy::expect_used)]
    fn over(base: u64, reserved: Option<Mapping>, bytes: Mapping, capacity: u64) -> Memory {
        let span = bytes.bytes as u64;
        let first = base + 4096;
        let read_write = libc::PROT_READ | libc::PROT_WRITE;
        Memory {
            base,
            _reserved: reserved,
            bytes,
            map: Mapping::new((span / 8) as usize, read_write).expect("address space"),
            span,
            capacity,
            managed: None,
            all_of_host: false,
            allocations: Mutex::new(Allocations {
                live: BTreeMap::new(),
                free: BTreeMap::from([(first, span - 4096)]),
                used: 0,
                random: 0x9E37_79B9_7F4A_7C15,
            }),
        }
    }

    fn allocations(&self) -> MutexGuard<'_, Allocations> {
        self.allocations
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Poisoned memory of its own; none if there is not as much left. Zero bytes have an address too.
    pub fn alloc(&self, bytes: u64) -> Option<u64> {
        let mut all = self.allocations();
        if bytes > self.capacity - all.used {
            return None;
        }
        let room = bytes.max(1).next_multiple_of(ALIGNMENT) + RED_ZONE;
        let address = all.take(room)?;
        all.live.insert(address, bytes);
        all.used += bytes;
        self.poison(address, bytes, FRESH);
        self.mark(address, bytes, true);
        Some(address)
    }

    /// False if no allocation starts at `address`.
    pub fn free(&self, address: u64) -> bool {
        if let Some(managed) = self.managed_at(address) {
            return managed.free(address);
        }
        let mut all = self.allocations();
        let Some(bytes) = all.live.remove(&address) else {
            return false;
        };
        all.used -= bytes;
        self.mark(address, bytes, false);
        // What was large enough for pages of its own goes back to the system.
        if bytes < 1 << 20 {
            self.poison(address, bytes, FREED);
        } else {
            let from = address.next_multiple_of(4096);
            let to = (address + bytes) & !4095;
            // SAFETY: whole pages of this object's own mapping.
            unsafe {
                let start = self.host(from).cast();
                libc::madvise(start, (to - from) as usize, libc::MADV_DONTNEED);
            }
        }
        let room = bytes.max(1).next_multiple_of(ALIGNMENT) + RED_ZONE;
        all.give(address, room);
        true
    }

    /// Free and total bytes.
    pub fn info(&self) -> (u64, u64) {
        (self.capacity - self.allocations().used, self.capacity)
    }

    /// Start and size of the allocation that holds `address`.
    pub fn block_of(&self, address: u64) -> Option<(u64, u64)> {
        if let Some(managed) = self.managed_at(address) {
            return managed.block_of(address);
        }
        let all = self.allocations();
        let (&start, &bytes) = all.live.range(..=address).next_back()?;
        (address - start < bytes.max(1)).then_some((start, bytes))
    }

    /// Whether `address` is in the range of this device's addresses, allocated or not.
    pub fn owns(&self, address: u64) -> bool {
        address.wrapping_sub(self.base) < self.span
    }

    /// Managed memory that the device shares, if the address is there.
    pub fn managed_at(&self, address: u64) -> Option<&Memory> {
        let managed = self.managed.as_deref()?;
        managed.owns(address).then_some(managed)
    }

    /// An address that is no device's, of a device that uses the host's memory.
    fn is_hosts(&self, address: u64) -> bool {
        self.all_of_host && !self.owns(address) && (4096..1 << 47).contains(&address)
    }

    pub fn read(&self, from: u64, to: &mut [u8]) -> Result<(), Fault> {
        self.check_range(from, to.len() as u64)?;
        // SAFETY: the range is inside the mapping.
        unsafe { std::ptr::copy_nonoverlapping(self.host(from), to.as_mut_ptr(), to.len()) };
        Ok(())
    }

    pub fn write(&self, to: u64, from: &[u8]) -> Result<(), Fault> {
        self.check_range(to, from.len() as u64)?;
        // SAFETY: the range is inside the mapping.
        unsafe { std::ptr::copy_nonoverlapping(from.as_ptr(), self.host(to), from.len()) };
        Ok(())
    }

    pub fn fill(&self, to: u64, byte: u8, bytes: u64) -> Result<(), Fault> {
        self.check_range(to, bytes)?;
        // SAFETY: the range is inside the mapping.
        unsafe { std::ptr::write_bytes(self.host(to), byte, bytes as usize) };
        Ok(())
    }

    pub fn copy(&self, to: u64, from: u64, bytes: u64) -> Result<(), Fault> {
        self.check_range(to, bytes)?;
        self.check_range(from, bytes)?;
        // SAFETY: both ranges are inside the mapping.
        unsafe { std::ptr::copy(self.host(from), self.host(to), bytes as usize) };
        Ok(())
    }

    fn check_range(&self, address: u64, bytes: u64) -> Result<(), Fault> {
        if bytes == 0 {
            return Ok(());
        }
        match self.block_of(address) {
            Some((start, size)) if bytes <= size - (address - start) => Ok(()),
            Some(_) => Err(Fault::illegal(
                address,
                bytes,
                "it goes past the allocation's end",
            )),
            None if self.is_hosts(address) => Ok(()),
            None => Err(Fault::illegal(address, bytes, self.why_not(address))),
        }
    }

    /// What is wrong with an address that no allocation holds.
    #[cold]
    pub fn why_not(&self, address: u64) -> &'static str {
        if self.owns(address) {
            "no allocation holds it"
        } else if address < 4096 {
            "it is a null pointer, or near one"
        } else {
            "it is host memory, or none at all"
        }
    }

    /// The host's pointer for an aligned access of 1, 2, 4 or 8 bytes by device code.
    #[inline(always)]
    fn cell(&self, address: u64, bytes: u64) -> Result<*mut u8, Fault> {
        let offset = address.wrapping_sub(self.base);
        if offset < self.span && offset & (bytes - 1) == 0 {
            // SAFETY: the offset is inside the span, which the map covers.
            let held = unsafe {
                (*self
                    .map
                    .start
                    .add((offset >> 3) as usize)
                    .cast::<AtomicU8>())
                .load(Relaxed)
            };
            if u64::from(held) >= (offset & 7) + bytes {
                // SAFETY: as above.
                return Ok(unsafe { self.bytes.start.add(offset as usize) });
            }
        }
        self.elsewhere(address, bytes)
    }

    /// An access that is not to this memory.
    #[cold]
    fn elsewhere(&self, address: u64, bytes: u64) -> Result<*mut u8, Fault> {
        if let Some(managed) = self.managed_at(address) {
            return managed.cell(address, bytes);
        }
        if self.is_hosts(address) && address & (bytes - 1) == 0 {
            return Ok(address as *mut u8);
        }
        Err(self.refuse(address, bytes))
    }

    #[cold]
    fn refuse(&self, address: u64, bytes: u64) -> Fault {
        if address & (bytes - 1) != 0 && self.owns(address) {
            return Fault::Misaligned {
                address,
                bytes,
                place: None,
            };
        }
        Fault::illegal(address, bytes, self.why_not(address))
    }

    /// Zero-extended value of 1, 2, 4 or 8 bytes.
    #[inline(always)]
    pub(crate) fn load(&self, address: u64, bytes: u64) -> Result<u64, Fault> {
        let cell = self.cell(address, bytes)?;
        // SAFETY: the cell is aligned and inside the mapping; other threads use atomics too.
        Ok(unsafe {
            match bytes {
                1 => u64::from((*cell.cast::<AtomicU8>()).load(Relaxed)),
                2 => u64::from((*cell.cast::<AtomicU16>()).load(Relaxed)),
                4 => u64::from((*cell.cast::<AtomicU32>()).load(Relaxed)),
                _ => (*cell.cast::<AtomicU64>()).load(Relaxed),
            }
        })
    }

    #[inline(always)]
    pub(crate) fn store(&self, address: u64, bytes: u64, value: u64) -> Result<(), Fault> {
        let cell = self.cell(address, bytes)?;
        // SAFETY: as in `load`.
        unsafe {
            match bytes {
                1 => (*cell.cast::<AtomicU8>()).store(value as u8, Relaxed),
                2 => (*cell.cast::<AtomicU16>()).store(value as u16, Relaxed),
                4 => (*cell.cast::<AtomicU32>()).store(value as u32, Relaxed),
                _ => (*cell.cast::<AtomicU64>()).store(value, Relaxed),
            }
        }
        Ok(())
    }

    /// Replaces a value by `change` of it, in one step for all threads; the old value.
    pub(crate) fn update(
        &self,
        address: u64,
        bytes: u64,
        change: impl Fn(u64) -> u64,
    ) -> Result<u64, Fault> {
        use Ordering::AcqRel;
        use std::sync::atomic::Ordering::{self, Acquire};
        let cell = self.cell(address, bytes)?;
        // SAFETY: as in `load`.
        let old = unsafe {
            match bytes {
                2 => (*cell.cast::<AtomicU16>())
                    .fetch_update(AcqRel, Acquire, |v| Some(change(v.into()) as u16))
                    .map(u64::from)
                    .unwrap_or_else(u64::from),
                4 => (*cell.cast::<AtomicU32>())
                    .fetch_update(AcqRel, Acquire, |v| Some(change(v.into()) as u32))
                    .map(u64::from)
                    .unwrap_or_else(u64::from),
                _ => (*cell.cast::<AtomicU64>())
                    .fetch_update(AcqRel, Acquire, |v| Some(change(v)))
                    .unwrap_or_else(|v| v),
            }
        };
        Ok(old)
    }

    /// Where the bytes of an address are that has been checked.
    fn host(&self, address: u64) -> *mut u8 {
        if !self.owns(address) {
            return address as *mut u8;
        }
        // SAFETY: the address is in the span.
        unsafe { self.bytes.start.add((address - self.base) as usize) }
    }

    fn poison(&self, address: u64, bytes: u64, with: u8) {
        // SAFETY: the range is an allocation's.
        unsafe { std::ptr::write_bytes(self.host(address), with, bytes as usize) };
    }

    /// Notes in the map that an allocation begins or ends.
    fn mark(&self, address: u64, bytes: u64, live: bool) {
        let first = ((address - self.base) / 8) as usize;
        let whole = (bytes / 8) as usize;
        // SAFETY: the map covers the span, and allocations are aligned to more than eight bytes.
        unsafe {
            let start = self.map.start.add(first);
            std::ptr::write_bytes(start, if live { 8 } else { 0 }, whole);
            let rest = (bytes % 8) as u8;
            if rest > 0 {
                *start.add(whole) = if live { rest } else { 0 };
            }
        }
    }
}

impl Allocations {
    /// Takes `room` bytes from one of the first free ranges that are large enough: freed memory
    /// is used again soon, but not always at once.
    fn take(&mut self, room: u64) -> Option<u64> {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        let skip = (self.random % 3) as usize;
        let fits = self.free.iter().filter(|(_, size)| **size >= room);
        let (start, size) = fits
            .take(skip + 1)
            .last()
            .map(|(start, size)| (*start, *size))?;
        self.free.remove(&start);
        if size > room {
            self.free.insert(start + room, size - room);
        }
        Some(start)
    }

    fn give(&mut self, mut start: u64, mut size: u64) {
        if let Some((&before, &bytes)) = self.free.range(..start).next_back()
            && before + bytes == start
        {
            self.free.remove(&before);
            start = before;
            size += bytes;
        }
        if let Some(after) = self.free.remove(&(start + size)) {
            size += after;
        }
        self.free.insert(start, size);
    }
}
