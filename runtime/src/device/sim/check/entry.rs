//! What kernels with checks call, and the tables of their units (`include/accrs_check.h`).

use super::watch::{Answer, state};
use super::{ACTIVE, memory, report};
use std::ffi::{c_char, c_int, c_long, c_uint, c_ulong, c_void};
use std::sync::atomic::Ordering;

/// `accrs_check_site`, member by member.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Site {
    pub file: c_uint,
    pub line: c_uint,
    pub column: c_uint,
    pub flags: c_uint,
    pub apart: c_uint,
    pub op: *const c_char,
    pub text: *const c_char,
    pub element: *const c_char,
    pub name: *const c_char,
}

/// `accrs_check_loop`, member by member.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Loop {
    pub file: c_uint,
    pub line: c_uint,
    pub column: c_uint,
    /// Who shares its iterations, as bits.
    pub by: c_uint,
    pub vars: *const c_char,
    pub directive: *const c_char,
}

/// A unit's tables; called by a constructor. The numbers of its first site and first loop in the program are stored.
///
/// # Safety
/// The tables have so many elements, and are constants of the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_check_table(
    sites: *const Site,
    site_count: c_uint,
    loops: *const Loop,
    loop_count: c_uint,
    files: *const *const c_char,
    first_site: *mut c_uint,
    first_loop: *mut c_uint,
) {
    if !ACTIVE.swap(true, Ordering::Relaxed) {
        report::at_exit();
    }
    // SAFETY: constructors run one after the other, and no kernel runs yet or, in a library opened later, under the
    // loader's lock while the program's own threads don't launch; the tables are the caller's word.
    unsafe {
        let sites = std::slice::from_raw_parts(sites, site_count as usize);
        let loops = std::slice::from_raw_parts(loops, loop_count as usize);
        let (site, l) = state().register(sites, loops, files);
        (*first_site, *first_loop) = (site, l);
    }
}

/// A read: the place to read from, and whether the element's subscripts are wanted.
///
/// # Safety
/// Called by kernels only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_check_read(
    place: *mut c_void,
    bytes: c_ulong,
    site: c_uint,
) -> Answer {
    // SAFETY: kernels with checks run one at a time.
    unsafe { state() }.read(place as usize, bytes as usize, site)
}

/// A write, before it is made.
///
/// # Safety
/// As above.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_check_write(
    place: *mut c_void,
    bytes: c_ulong,
    site: c_uint,
) -> Answer {
    // SAFETY: as above.
    unsafe { state() }.write(place as usize, bytes as usize, site)
}

/// The subscripts of the element that the last answer was about.
///
/// # Safety
/// As above.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_check_where(
    count: c_uint,
    a: c_long,
    b: c_long,
    c: c_long,
    d: c_long,
) {
    let all = [a, b, c, d];
    // SAFETY: as above.
    unsafe { state() }.tell(&all[..(count as usize).min(4)]);
}

/// A gang begins. `shared`: the user's gangs, between which there is no order.
///
/// # Safety
/// As above.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_check_gang(shared: c_int) {
    // SAFETY: as above.
    unsafe { state() }.gang(shared != 0);
}

/// The kernel writes only where these pointers lead.
///
/// # Safety
/// As above; there are so many pointers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_check_writes(count: c_uint, places: *const *const c_void) {
    // SAFETY: as above.
    unsafe {
        let places = match count {
            0 => &[],
            n => std::slice::from_raw_parts(places, n as usize),
        };
        state().writes(places);
    }
}

/// A loop whose iterations are independent by the user's word begins.
///
/// # Safety
/// As above.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_check_enter(id: c_uint) {
    // SAFETY: as above.
    unsafe { state() }.enter(id);
}

/// It ends.
///
/// # Safety
/// As above.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_check_leave() {
    // SAFETY: as above.
    unsafe { state() }.order.leave();
}

/// An iteration of it begins.
///
/// # Safety
/// As above.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_check_turn(count: c_uint, a: c_long, b: c_long, c: c_long) {
    // SAFETY: as above.
    unsafe { state() }.order.turn(count, [a, b, c]);
}

/// A variable begins.
///
/// # Safety
/// As above.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_check_fresh(object: *const c_void, bytes: c_ulong, known: c_int) {
    let (at, bytes) = (object as usize, bytes as usize);
    memory::forget(at, bytes);
    match known {
        0 => memory::unknown(at, bytes),
        _ => memory::known(at, bytes),
    }
}

/// What the compiler made writes the object that lies there, all of its allocation.
///
/// # Safety
/// As above.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_check_known(object: *const c_void) {
    // SAFETY: as above.
    unsafe { state() }.known(object as u64);
}
