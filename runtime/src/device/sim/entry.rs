//! What `accrs_sim.h` calls: the worker's block, barriers, warps, and the slow path of
//! the memory checks. All run on a kernel's coroutine.

use std::cell::Cell;
use std::ffi::{CStr, c_char, c_int, c_uint, c_ulong, c_ulonglong, c_void};
use std::sync::{Mutex, PoisonError};

use super::block::{Block, Runner};
use super::fault::Fault;
use super::{check, shadow};

thread_local! {
    /// The runner of this worker; null on every other thread.
    static RUNNER: Cell<*mut Runner> = const { Cell::new(std::ptr::null_mut()) };
}

/// The kernels' own globals: start and end of each section, as `accrs_sim.h` tells.
static GLOBALS: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

/// Makes `runner` the calling worker's.
pub fn set_runner(runner: *mut Runner) {
    RUNNER.set(runner);
}

/// The calling worker's runner, or null.
pub fn runner() -> *mut Runner {
    RUNNER.get()
}

/// The block that the calling worker runs.
#[unsafe(no_mangle)]
pub extern "C" fn __accrs_sim_enter() -> *mut Block {
    // `block` is the first thing that kernels see; the runner is never null in a kernel.
    // SAFETY: only an address is made.
    unsafe { &raw mut (*runner()).block }
}

/// `acc_on_device` in a kernel: sim, not the host, and a GPU where it stands in for one.
#[unsafe(no_mangle)]
pub extern "C" fn __accrs_sim_is(device_type: c_int) -> c_int {
    use crate::kinds::{device_type::device_t, environment::sim_stands_in};
    c_int::from(match device_type {
        device_t::NOT_HOST | device_t::SIM => true,
        device_t::NVIDIA => sim_stands_in(),
        _ => false,
    })
}

/// `__syncthreads` (kind 0), `_or` (1), `_and` (2), `_count` (3), or whether the thread is the last to come (4).
///
/// # Safety
/// Called by kernels only, with the calling thread's linear index.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_sim_barrier(
    kind: c_int,
    predicate: c_int,
    thread: c_uint,
    line: c_uint,
) -> c_int {
    // SAFETY: on a coroutine of this worker's runner.
    unsafe { Runner::barrier(runner(), kind, predicate != 0, thread, line) }
}

/// The block, of which all threads have come, waits for the other blocks of its launch.
///
/// # Safety
/// As [`__accrs_sim_barrier`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_sim_blocks(thread: c_uint, line: c_uint) {
    // SAFETY: on a coroutine of this worker's runner.
    unsafe { Runner::meet(runner(), thread, line) }
}

/// Warp operations: sync (kind 0), shuffle (1), ballot (2).
///
/// # Safety
/// As [`__accrs_sim_barrier`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_sim_warp(
    kind: c_int,
    mask: c_uint,
    value: c_ulonglong,
    source: c_uint,
    thread: c_uint,
    line: c_uint,
) -> c_ulonglong {
    // SAFETY: on a coroutine of this worker's runner.
    unsafe { Runner::warp(runner(), kind, mask, value, source, thread, line) }
}

/// An access that the shadow refuses: returns if it is fine after all (the kernels' globals,
/// this worker's shared memory: they are opened then), else ends the block.
///
/// # Safety
/// As [`__accrs_sim_barrier`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_sim_access(
    address: *const c_void,
    bytes: c_ulong,
    store: c_int,
    pc: *const c_void,
    thread: c_uint,
) {
    let (start, bytes) = (address as usize, bytes as usize);
    if let Some((from, to)) = own_memory(start).filter(|(_, to)| start + bytes <= *to) {
        shadow::open_foreign(from, to - from);
        return;
    }
    let fault = Fault::Access {
        address: start as u64,
        bytes: bytes as u64,
        store: store != 0,
        pc: pc as usize,
        thread,
    };
    // SAFETY: on a coroutine of this worker's runner.
    unsafe { Runner::fail(runner(), fault) }
}

/// As [`__accrs_sim_access`] for each part of a block copy that the shadow refuses.
///
/// # Safety
/// As [`__accrs_sim_barrier`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_sim_range(
    address: *const c_void,
    bytes: c_ulong,
    store: c_int,
    pc: *const c_void,
    thread: c_uint,
) {
    let (start, bytes) = (address as usize, bytes as usize);
    while let Some(at) = shadow::first_closed(start, bytes) {
        let rest = (start + bytes - at) as c_ulong;
        // SAFETY: as this function; it returns only after it opened `at`.
        unsafe { __accrs_sim_access(at as *const c_void, rest, store, pc, thread) };
        if shadow::first_closed(at, 1).is_some() {
            return; // allowed, although its shadow could not be opened
        }
    }
}

/// `malloc` in a kernel: memory of the device, or null.
#[unsafe(no_mangle)]
pub extern "C" fn __accrs_sim_malloc(bytes: c_ulong) -> *mut c_void {
    // SAFETY: on a coroutine of this worker's runner, whose block's device stays open.
    let arena = unsafe { (*runner()).memory.as_ref() };
    let got = arena.and_then(|a| a.alloc(bytes.max(1)).ok());
    if let Some(at) = got {
        check::made_anew(at, bytes);
    }
    got.map_or(std::ptr::null_mut(), |at| at as *mut c_void)
}

/// `free` in a kernel, of what `malloc` gave one.
#[unsafe(no_mangle)]
pub extern "C" fn __accrs_sim_free(memory: *mut c_void) {
    // SAFETY: as above.
    let arena = unsafe { (*runner()).memory.as_ref() };
    if let Some(arena) = arena.filter(|_| !memory.is_null())
        && arena.free(memory as u64).is_err()
    {
        let why = c"free of what malloc did not give".as_ptr();
        // SAFETY: string constants.
        unsafe { __accrs_sim_stop(why, c"".as_ptr(), c"".as_ptr(), 0, 0) };
    }
}

/// `__trap` and `assert`.
///
/// # Safety
/// As [`__accrs_sim_barrier`]; the strings are null-terminated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_sim_stop(
    why: *const c_char,
    text: *const c_char,
    file: *const c_char,
    line: c_uint,
    thread: c_uint,
) -> ! {
    // SAFETY: string constants of the kernel.
    let own = |s: *const c_char| unsafe { CStr::from_ptr(s).to_string_lossy().into_owned() };
    let fault = Fault::Stop {
        why: own(why),
        text: own(text),
        file: own(file),
        line,
        thread,
    };
    // SAFETY: on a coroutine of this worker's runner.
    unsafe { Runner::fail(runner(), fault) }
}

/// Called by constructors: the bounds of one section with kernels' globals, null if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn __accrs_sim_globals(start: *const c_void, stop: *const c_void) {
    let range = (start as usize, stop as usize);
    let mut all = GLOBALS.lock().unwrap_or_else(PoisonError::into_inner);
    if range.0 != 0 && range.0 < range.1 && !all.contains(&range) {
        all.push(range);
    }
}

/// The range of the kernels' globals, or of the calling thread's thread-local storage, that
/// holds `address`.
pub fn own_memory(address: usize) -> Option<(usize, usize)> {
    let inside = |(start, stop): &(usize, usize)| (*start..*stop).contains(&address);
    let globals = GLOBALS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(range) = globals.iter().find(|range| inside(range)) {
        return Some(*range);
    }
    drop(globals);
    thread_local_block(address)
}

fn thread_local_block(address: usize) -> Option<(usize, usize)> {
    struct Search {
        address: usize,
        found: Option<(usize, usize)>,
    }
    unsafe extern "C" fn look(info: *mut libc::dl_phdr_info, _: usize, data: *mut c_void) -> c_int {
        // SAFETY: the loader's records, and the search below.
        let (info, search) = unsafe { (&*info, &mut *data.cast::<Search>()) };
        if info.dlpi_tls_data.is_null() {
            return 0;
        }
        // SAFETY: dlpi_phnum headers are there.
        let headers =
            unsafe { std::slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum as usize) };
        for header in headers.iter().filter(|h| h.p_type == libc::PT_TLS) {
            let start = info.dlpi_tls_data as usize;
            let stop = start + header.p_memsz as usize;
            if (start..stop).contains(&search.address) {
                search.found = Some((start, stop));
                return 1;
            }
        }
        0
    }
    let mut search = Search {
        address,
        found: None,
    };
    // SAFETY: `look` gets the search and nothing else.
    unsafe { libc::dl_iterate_phdr(Some(look), (&raw mut search).cast()) };
    search.found
}
