//! What is known of memory: for each 4 bytes the last write and a read of them, and for each byte whether nothing was ever written there.
//!
//! Both lie in chunks, one for each MiB of memory that kernels have touched, whose addresses stand in one table over the whole address
//! space. Pages of table and chunks that nobody touches cost nothing.

use std::ffi::c_void;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

const CHUNK: usize = 1 << 20;
#[cfg(target_arch = "x86_64")]
const CHUNKS: usize = 1 << 27;
#[cfg(not(target_arch = "x86_64"))]
const CHUNKS: usize = 1 << 28;

/// The last write to 4 bytes and a read of them, as [`stamp`]s; 0: none.
#[repr(C)]
#[derive(Clone, Copy, Default, PartialEq)]
pub struct Cell {
    pub write: u64,
    pub read: u64,
}

/// Bits of the number of a site in a stamp.
pub const SITE_BITS: u32 = 22;

/// A strand's number, and the number of the access in the text.
pub fn stamp(strand: u64, site: u32) -> u64 {
    strand << SITE_BITS | u64::from(site)
}
pub fn strand(stamp: u64) -> u64 {
    stamp >> SITE_BITS
}
pub fn site(stamp: u64) -> u32 {
    (stamp & ((1 << SITE_BITS) - 1)) as u32
}

/// Whether any access was one to bytes.
static SMALL: AtomicBool = AtomicBool::new(false);

pub fn has_any_small() -> bool {
    SMALL.load(Ordering::Relaxed)
}

#[repr(C)]
pub struct Chunk {
    cells: [Cell; CHUNK / 4],
    /// Of each 8 bytes a bit for each that nobody has written.
    unknown: [u8; CHUNK / 8],
    /// The same for accesses of 1 and 2 bytes, of which 4 bytes hold several: made when the first one comes.
    small: AtomicPtr<Cell>,
}

fn map(bytes: usize) -> *mut c_void {
    // SAFETY: a fresh mapping anywhere.
    let at = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            bytes,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
            -1,
            0,
        )
    };
    if at == libc::MAP_FAILED {
        crate::fatal::fatal(
            &"ACCRS_CHECK: no memory for what is known of the device's memory (five times what kernels touch); check a smaller case",
            crate::fatal::Code::OutOfMemory,
        );
    }
    at
}

type Table = [AtomicPtr<Chunk>; CHUNKS];

fn table() -> &'static Table {
    static TABLE: OnceLock<usize> = OnceLock::new();
    let at = *TABLE.get_or_init(|| map(size_of::<Table>()) as usize);
    // SAFETY: mapped for good, and null pointers are zeros.
    unsafe { &*(at as *const Table) }
}

/// The chunk that an address lies in.
#[inline(always)]
pub fn chunk(address: usize) -> *mut Chunk {
    let entry = &table()[(address / CHUNK) & (CHUNKS - 1)];
    let at = entry.load(Ordering::Acquire);
    if at.is_null() { made(entry) } else { at }
}

#[cold]
fn made(entry: &AtomicPtr<Chunk>) -> *mut Chunk {
    let new = map(size_of::<Chunk>()).cast::<Chunk>();
    match entry.compare_exchange(
        std::ptr::null_mut(),
        new,
        Ordering::AcqRel,
        Ordering::Acquire,
    ) {
        Ok(_) => new,
        // Another thread's copy to the device was quicker.
        Err(other) => other,
    }
}

impl Chunk {
    /// The cell of the 4 bytes at an address.
    ///
    /// # Safety
    /// `this` is the address's chunk.
    #[inline(always)]
    pub unsafe fn cell(this: *mut Self, address: usize) -> *mut Cell {
        // SAFETY: the index is within the array.
        unsafe {
            (&raw mut (*this).cells)
                .cast::<Cell>()
                .add(address % CHUNK / 4)
        }
    }

    /// The cell of an address; null where nothing is known near it.
    #[inline(always)]
    pub fn present(address: usize) -> *const Cell {
        let chunk = table()[(address / CHUNK) & (CHUNKS - 1)].load(Ordering::Acquire);
        if chunk.is_null() {
            return std::ptr::null();
        }
        // SAFETY: the chunk is the address's.
        unsafe { Self::cell(chunk, address) }
    }

    /// The cell of one byte.
    ///
    /// # Safety
    /// As [`Self::cell`].
    pub unsafe fn small(this: *mut Self, address: usize) -> *mut Cell {
        // SAFETY: as above; only the launch under way comes here.
        unsafe {
            let mut at = (*this).small.load(Ordering::Acquire);
            if at.is_null() {
                at = map(CHUNK * size_of::<Cell>()).cast();
                SMALL.store(true, Ordering::Relaxed);
                (*this).small.store(at, Ordering::Release);
            }
            at.add(address % CHUNK)
        }
    }

    /// Whether any access to it was one to bytes.
    ///
    /// # Safety
    /// `this` is a chunk.
    #[inline(always)]
    pub unsafe fn has_small(this: *mut Self) -> bool {
        // SAFETY: the caller's word.
        unsafe { !(*this).small.load(Ordering::Relaxed).is_null() }
    }

    /// The bits of the 8 bytes around an address.
    ///
    /// # Safety
    /// As [`Self::cell`].
    #[inline(always)]
    pub unsafe fn unknown(this: *mut Self, address: usize) -> *mut u8 {
        // SAFETY: the index is within the array.
        unsafe {
            (&raw mut (*this).unknown)
                .cast::<u8>()
                .add(address % CHUNK / 8)
        }
    }
}

/// Calls `on` with the mask byte of each 8 bytes of a range, and the bits of it that the range covers.
fn each(start: usize, bytes: usize, mut on: impl FnMut(*mut u8, u8)) {
    let end = start + bytes;
    let mut at = start;
    while at < end {
        let next = ((at & !7) + 8).min(end);
        let bits = (((1u16 << (next - at)) - 1) << (at & 7)) as u8;
        // SAFETY: the chunk is the address's.
        on(unsafe { Chunk::unknown(chunk(at), at) }, bits);
        at = next;
    }
}

fn set(start: usize, bytes: usize, byte: u8) {
    let end = start + bytes;
    let mut at = start;
    while at < end {
        let whole = (end & !7).min((at / CHUNK + 1) * CHUNK);
        if at & 7 == 0 && whole > at {
            // SAFETY: a run of mask bytes in one chunk.
            unsafe { std::ptr::write_bytes(Chunk::unknown(chunk(at), at), byte, (whole - at) / 8) };
            at = whole;
            continue;
        }
        let next = ((at & !7) + 8).min(end);
        // SAFETY: mask bytes of our own chunks.
        each(at, next - at, |mask, bits| unsafe {
            *mask = (*mask & !bits) | (byte & bits);
        });
        at = next;
    }
}

/// Nobody has written these bytes.
pub fn unknown(start: usize, bytes: usize) {
    set(start, bytes, 0xff);
}

/// These bytes were written.
pub fn known(start: usize, bytes: usize) {
    set(start, bytes, 0);
}

/// What is known of bytes goes where they are copied to.
pub fn copied(to: usize, from: usize, bytes: usize) {
    for n in 0..bytes {
        let mut bad = false;
        // SAFETY: as above.
        each(from + n, 1, |mask, bit| bad = unsafe { *mask } & bit != 0);
        set(to + n, 1, if bad { 0xff } else { 0 });
    }
}

/// Forgets all accesses to a range: it is another object now.
pub fn forget(start: usize, bytes: usize) {
    let mut at = start & !3;
    while at < start + bytes {
        // SAFETY: the chunk is the address's.
        unsafe {
            let chunk = chunk(at);
            *Chunk::cell(chunk, at) = Cell::default();
            let small = (*chunk).small.load(Ordering::Acquire);
            if !small.is_null() {
                std::ptr::write_bytes(small.add(at % CHUNK), 0, 4);
            }
        }
        at += 4;
    }
}
