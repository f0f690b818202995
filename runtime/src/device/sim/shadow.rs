//! The shadow: one byte for each 8 bytes of the address space that says whether
//! a kernel may touch them.
//!
//! It is gcc's own (`-fsanitize=kernel-address`, `-fasan-shadow-offset`): byte
//! `address / 8 + OFFSET` is 0 where all 8 bytes are open, 1..7 where only the
//! first so many are, negative where none is. The whole span is reserved
//! without access, so host memory costs nothing: the first check of a closed
//! 32 KiB traps, the signal handler puts a page of 0xFF there
//! ([`settle_page`]) and the instruction runs again, now into gcc's slow path,
//! which names address, size and direction.

use crate::environment;
use std::ffi::c_void;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// Also in the driver's command line (`include/accrs_sim.h`).
pub const OFFSET: usize = 0x2000_0000_0000;
/// 47 bits of user addresses on x86-64, 48 on others.
#[cfg(target_arch = "x86_64")]
const SPAN: usize = 1 << 44;
#[cfg(not(target_arch = "x86_64"))]
const SPAN: usize = 1 << 45;

const PAGE: usize = 4096;
const CLOSED: u8 = 0xff;

/// Descriptor of one page full of [`CLOSED`].
static CLOSED_PAGE: AtomicI32 = AtomicI32::new(-1);
/// Held while mappings of the shadow change. A spin lock, since the signal
/// handler takes it too; no one traps while holding it.
static LOCK: AtomicBool = AtomicBool::new(false);

/// What nobody has closed is open: kernels use the host's memory.
static REST_OPEN: AtomicBool = AtomicBool::new(false);

struct Guard;

fn lock() -> Guard {
    while LOCK
        .compare_exchange_weak(false, true, Ordering::Acquire, Ordering::Relaxed)
        .is_err()
    {
        std::hint::spin_loop();
    }
    Guard
}

impl Drop for Guard {
    fn drop(&mut self) {
        LOCK.store(false, Ordering::Release);
    }
}

/// Reserves the shadow, once for the process. The error says why it cannot be had.
pub fn reserve() -> Result<(), String> {
    static DONE: OnceLock<Result<(), String>> = OnceLock::new();
    DONE.get_or_init(map_shadow).clone()
}

/// Whether valgrind runs the program: it puts libraries of its own before all others.
fn under_valgrind() -> bool {
    let before = environment::var_os("LD_PRELOAD").unwrap_or_default();
    before.to_string_lossy().contains("/vgpreload_")
}

fn map_shadow() -> Result<(), String> {
    if under_valgrind() {
        return Err(format!(
            "sim reserves {} TiB of address space for its memory checks, for which valgrind would take all of the machine's memory; \
             on the cores (ACC_DEVICE_TYPE=multicore) valgrind checks the program's loops, and sim checks accesses by itself",
            SPAN >> 40
        ));
    }
    // SAFETY: NOREPLACE never touches a mapping that is there.
    let at = unsafe {
        libc::mmap(
            OFFSET as *mut c_void,
            SPAN,
            libc::PROT_NONE,
            libc::MAP_PRIVATE
                | libc::MAP_ANONYMOUS
                | libc::MAP_NORESERVE
                | libc::MAP_FIXED_NOREPLACE,
            -1,
            0,
        )
    };
    if at as usize != OFFSET {
        return Err(format!(
            "sim cannot reserve {} TiB of address space at {OFFSET:#x} for its memory checks ({}); \
             is there a limit on address space (ulimit -v), or a sanitizer that takes it (-fsanitize=thread)?",
            SPAN >> 40,
            std::io::Error::last_os_error()
        ));
    }
    let page = [CLOSED; PAGE];
    // SAFETY: plain system calls on a descriptor of our own.
    let fd = unsafe { libc::memfd_create(c"accrs-sim-closed".as_ptr(), libc::MFD_CLOEXEC) };
    let wrote = if fd < 0 {
        -1
    } else {
        unsafe { libc::write(fd, page.as_ptr().cast(), PAGE) }
    };
    if wrote != PAGE as isize {
        return Err(format!(
            "sim cannot make its shadow page: {}",
            std::io::Error::last_os_error()
        ));
    }
    CLOSED_PAGE.store(fd, Ordering::Release);
    Ok(())
}

/// The memory that the byte at `address` of the shadow stands for; nothing outside the shadow.
pub fn shaded(address: usize) -> Option<usize> {
    (OFFSET..OFFSET + SPAN)
        .contains(&address)
        .then(|| (address - OFFSET) * 8)
}

fn readable(page: usize) -> bool {
    // The kernel reads the set before it rejects the operation: EFAULT tells
    // that it could not, without a trap.
    // SAFETY: no signal mask is changed, since the operation is invalid.
    let (rc, errno) = unsafe {
        let rc = libc::syscall(libc::SYS_rt_sigprocmask, -1, page, 0usize, 8usize);
        (rc, *libc::__errno_location())
    };
    rc == 0 || errno != libc::EFAULT
}

/// From now on kernels may touch all memory but what is closed.
pub fn open_rest() {
    REST_OPEN.store(true, Ordering::Release);
}

pub fn rest_is_open() -> bool {
    REST_OPEN.load(Ordering::Acquire)
}

/// Makes the shadow page that holds `address` (of the shadow) say "open" or "closed"; false
/// if that fails. Safe to call from a signal handler.
pub fn settle_page(address: usize, open: bool) -> bool {
    let page = address & !(PAGE - 1);
    let _guard = lock();
    readable(page)
        || if open {
            map_open(page)
        } else {
            map_closed(page)
        }
}

fn map_open(page: usize) -> bool {
    // SAFETY: the page lies in the reserved shadow, and nothing was there.
    let at = unsafe {
        libc::mmap(
            page as *mut c_void,
            PAGE,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED,
            -1,
            0,
        )
    };
    at as usize == page
}

fn map_closed(page: usize) -> bool {
    let fd = CLOSED_PAGE.load(Ordering::Acquire);
    // SAFETY: the page lies in the reserved shadow, and nothing was there.
    let at = unsafe {
        libc::mmap(
            page as *mut c_void,
            PAGE,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_FIXED,
            fd,
            0,
        )
    };
    at as usize == page
}

/// Backs the shadow of `start..start + bytes` (multiples of 32 KiB) with memory, all closed
/// or all open. What was there is forgotten.
pub fn commit(start: usize, bytes: usize, open: bool) -> Result<(), String> {
    let (at, len) = (OFFSET + start / 8, bytes / 8);
    let _guard = lock();
    // SAFETY: inside the reserved shadow, and the range is the caller's.
    unsafe {
        let got = libc::mmap(
            at as *mut c_void,
            len,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED,
            -1,
            0,
        );
        if got as usize != at {
            return Err(std::io::Error::last_os_error().to_string());
        }
        if !open {
            std::ptr::write_bytes(at as *mut u8, CLOSED, len);
        }
    }
    Ok(())
}

/// Lets the committed shadow of `start..start + bytes` be read, or not.
pub fn reveal(start: usize, bytes: usize, yes: bool) {
    let access = if yes {
        libc::PROT_READ | libc::PROT_WRITE
    } else {
        libc::PROT_NONE
    };
    let _guard = lock();
    // SAFETY: committed shadow, in the caller's charge.
    unsafe { libc::mprotect((OFFSET + start / 8) as *mut c_void, bytes / 8, access) };
}

/// Opens `start..start + bytes`, `start` a multiple of 8, in committed shadow.
pub fn open(start: usize, bytes: usize) {
    let at = (OFFSET + start / 8) as *mut u8;
    // SAFETY: the shadow there is committed.
    unsafe {
        std::ptr::write_bytes(at, 0, bytes / 8);
        if !bytes.is_multiple_of(8) {
            *at.add(bytes / 8) = (bytes % 8) as u8;
        }
    }
}

/// Closes `start..start + bytes` again, both multiples of 8.
pub fn close(start: usize, bytes: usize) {
    // SAFETY: the shadow there is committed.
    unsafe { std::ptr::write_bytes((OFFSET + start / 8) as *mut u8, CLOSED, bytes / 8) }
}

/// Opens memory outside arenas (a thread's shared memory, a kernel's globals), whose
/// shadow is not committed yet; rounded out to whole 8 bytes.
pub fn open_foreign(start: usize, bytes: usize) {
    let (first, last) = (start & !7, (start + bytes + 7) & !7);
    {
        let _guard = lock();
        let mut page = (OFFSET + first / 8) & !(PAGE - 1);
        while page < OFFSET + last / 8 {
            let made = || {
                if rest_is_open() {
                    map_open(page)
                } else {
                    map_closed(page)
                }
            };
            if !readable(page) && !made() {
                return; // stays closed: each access is then judged in the slow path
            }
            page += PAGE;
        }
    }
    open(first, last - first);
}

/// The first byte of `start..start + bytes` that no kernel may touch.
pub fn first_closed(start: usize, bytes: usize) -> Option<usize> {
    let mut at = start;
    while at < start + bytes {
        let byte = OFFSET + at / 8;
        // One shadow page at a time: it stays readable once it is.
        let page_end = ((byte & !(PAGE - 1)) + PAGE - OFFSET) * 8;
        let there = {
            let _guard = lock();
            readable(byte & !(PAGE - 1))
        };
        if !there {
            if rest_is_open() {
                at = page_end;
                continue;
            }
            return Some(at);
        }
        while at < (start + bytes).min(page_end) {
            // SAFETY: just found readable.
            let state = unsafe { *((OFFSET + at / 8) as *const i8) };
            if state < 0 || (state > 0 && (at & 7) as i8 >= state) {
                return Some(at);
            }
            at = if state == 0 { (at & !7) + 8 } else { at + 1 };
        }
    }
    None
}
