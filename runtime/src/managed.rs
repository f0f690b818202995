//! Managed memory: what the program allocates where host and device both use it, at the same addresses; or pinned memory, which is the host's alone, and page-locked,
//! so that the device copies it by itself.
//!
//! The driver gives it in slabs; a general allocator (the crate dlmalloc) deals it out. A program that is linked with `--acc-memory=managed` or `pinned`
//! has its own calls of `malloc` and its kin led here (`include/managed.c`), and every `free` and `realloc` in the process, since
//! libraries free what programs allocate. A block's size and the allocation that it lies in stand in a header before it.
//!
//! Where there is no managed memory (the host's cores, a device without, none left), nothing is given, and the caller takes
//! the C library's.

use crate::context;
use crate::device::{DevPtr, DeviceResult, Mapped};
use crate::fatal::lock;
use crate::kinds::built;
use crate::notify::warn;
use crate::shared::slabs::{self, in_slab};
use crate::shared::{Wanted, wanted};
use crate::state::{Current, DeviceState};
use dlmalloc::{Allocator, Dlmalloc};
use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};

/// What the driver is asked for at a time, at least: bytes.
const SLAB: usize = 4 << 20;

/// The device through which slabs come, chosen at the program's first allocation; `None`: there is no managed memory.
static POOL: OnceLock<Option<Pool>> = OnceLock::new();

/// Called at the start of a program that is linked with `include/managed.c`.
#[unsafe(no_mangle)]
pub extern "C" fn __accrs_managed_linked() {
    slabs::note_linked();
}

thread_local! {
    /// This thread is at work here: what tools that are called meanwhile allocate is the C library's.
    static BUSY: Cell<bool> = const { Cell::new(false) };
}

/// The lack of managed memory was told.
static TOLD: AtomicBool = AtomicBool::new(false);

struct Pool(Mutex<Dlmalloc<Slabs>>);

/// The driver's side of the heap.
struct Slabs {
    state: &'static DeviceState,
    pinned: bool,
}

impl Slabs {
    /// `None` where the device has no need of such memory.
    fn get(&self, bytes: usize) -> DeviceResult<Option<usize>> {
        let device = &self.state.device;
        match self.pinned {
            true => Ok(device.alloc_mapped(bytes)?.map(|mapped| mapped.host)),
            false => Ok(Some(device.alloc_managed(bytes as u64)?.0 as usize)),
        }
    }

    fn kind(&self) -> &'static str {
        if self.pinned {
            "page-locked"
        } else {
            "managed"
        }
    }
}

// SAFETY: regions that are given are the heap's alone until it gives them back.
unsafe impl Allocator for Slabs {
    fn alloc(&self, size: usize) -> (*mut u8, usize, u32) {
        let bytes = size.max(SLAB);
        let at = match self.get(bytes) {
            Ok(Some(at)) => at,
            Ok(None) => return (null_mut(), 0, 0),
            Err(why) => {
                // Kernels won't find what is allocated now: whoever reads of that should know why.
                if !TOLD.swap(true, Ordering::Relaxed) {
                    let (state, kind) = (self.state, self.kind());
                    warn(&format!(
                        "{state} gives no more {kind} memory, so what the program allocates is the C library's: {why}"
                    ));
                }
                return (null_mut(), 0, 0);
            }
        };
        slabs::write(|slabs| slabs.insert(at, at + bytes));
        (at as *mut u8, bytes, 0)
    }

    fn remap(&self, _: *mut u8, _: usize, _: usize, _: bool) -> *mut u8 {
        null_mut()
    }

    fn free_part(&self, _: *mut u8, _: usize, _: usize) -> bool {
        false
    }

    /// Only what is one slab exactly: the heap may have put neighbours together.
    fn free(&self, at: *mut u8, size: usize) -> bool {
        let start = at as usize;
        let whole = slabs::write(|slabs| {
            let whole = slabs.get(&start) == Some(&(start + size));
            if whole {
                slabs.remove(&start);
            }
            whole
        });
        let (device, at) = (&self.state.device, DevPtr(start as u64));
        let freed = || match self.pinned {
            true => device.free_mapped(Mapped {
                host: start,
                device: at,
            }),
            false => device.free_managed(at),
        };
        whole && freed().is_ok()
    }

    fn can_release_part(&self, _: u32) -> bool {
        false
    }

    fn allocates_zeros(&self) -> bool {
        false
    }

    fn page_size(&self) -> usize {
        4096
    }
}

/// The heap, once it can be told whether there is one: not before the program's units have registered.
fn pool() -> Option<&'static Pool> {
    if let Some(decided) = POOL.get() {
        return decided.as_ref();
    }
    let pinned = wanted() == Wanted::Pinned;
    if !pinned && wanted() != Wanted::Managed || !built::any_registered() {
        return None;
    }
    // An error of the device is told where the program first uses it.
    let found = match context::current() {
        Ok(Current::Device(state)) if pinned || state.device.has_managed() => Some(state),
        _ => None,
    };
    let pool = POOL.get_or_init(|| {
        let state = found?;
        if !pinned {
            slabs::note_kind(state.kind);
        }
        let heap = Dlmalloc::new_with_allocator(Slabs { state, pinned });
        Some(Pool(Mutex::new(heap)))
    });
    pool.as_ref()
}

/// Before each block.
#[repr(C)]
#[derive(Clone, Copy)]
struct Header {
    /// What was asked for.
    bytes: usize,
    /// From the allocation's first byte to the block's.
    offset: usize,
}
const HEADER: usize = size_of::<Header>();

/// C's `malloc` has this alignment.
const LEAST: usize = 16;

/// Runs `work` unless this thread is in here already.
fn once<T>(work: impl FnOnce() -> Option<T>) -> Option<T> {
    if BUSY.replace(true) {
        return None;
    }
    let done = work();
    BUSY.set(false);
    done
}

/// A block of managed memory, aligned to `alignment` (a power of two); null where the C library is to give it.
#[unsafe(no_mangle)]
pub extern "C" fn __accrs_managed_alloc(bytes: usize, alignment: usize) -> *mut c_void {
    once(|| {
        let pool = pool()?;
        let alignment = alignment.max(LEAST);
        let whole = bytes.checked_add(alignment)?;
        // SAFETY: the alignment is a power of two; the heap is locked.
        let start = unsafe { lock(&pool.0).malloc(whole, alignment) };
        if start.is_null() {
            return None;
        }
        let block = start.wrapping_add(alignment);
        let header = Header {
            bytes,
            offset: alignment,
        };
        // SAFETY: the alignment leaves room for the header before the block.
        unsafe { block.sub(HEADER).cast::<Header>().write(header) };
        Some(block.cast())
    })
    .unwrap_or(null_mut())
}

/// The header of a block that was given here.
fn header(block: *const c_void) -> Option<Header> {
    if block.is_null() || !in_slab(block as usize, 1) {
        return None;
    }
    // SAFETY: slabs hold blocks of this heap, and a program passes only blocks that it was given.
    Some(unsafe { block.cast::<Header>().sub(1).read() })
}

/// Bytes of a block; `(size_t)-1` for memory that isn't managed.
#[unsafe(no_mangle)]
pub extern "C" fn __accrs_managed_size(block: *const c_void) -> usize {
    header(block).map_or(usize::MAX, |h| h.bytes)
}

/// Takes a block back; 0 for memory that isn't managed.
///
/// # Safety
/// `block` is not used any more, by no device either.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_managed_free(block: *mut c_void) -> c_int {
    let (Some(header), Some(pool)) = (header(block), POOL.get().and_then(Option::as_ref)) else {
        return 0;
    };
    let start = block.cast::<u8>().wrapping_sub(header.offset);
    let was = BUSY.replace(true);
    // SAFETY: the allocation starts there, as its header says.
    unsafe { lock(&pool.0).free(start, header.bytes + header.offset, header.offset) };
    BUSY.set(was);
    1
}
