//! The entry points of `include/accrt.h`: each checks what C passed, finds the
//! current device, and calls the room that does the work.

mod apart;
mod bounds;
mod compute;
mod data;
mod lacking;
mod parts;
mod rows;
mod shares;
mod task;

use crate::abi::{Module, Site};
use crate::context::asynchronous::set_default_async;
use crate::context::lifetime::{init, shutdown};
use crate::context::{self, named::choice_of};
use crate::fatal::{Failure, Outcome, guard, lock};
use crate::kinds::{Choice, Kind};
use crate::loader;
use crate::notify::warn;
use crate::prof::{self, About, At};
use crate::site::{Caller, text};
use crate::state::Current;
use crate::wait;
use std::collections::BTreeSet;
use std::ffi::{c_char, c_int, c_longlong, c_uint};
use std::sync::Mutex;

/// # Safety
/// See accrt.h: `module` stays valid until it is unregistered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_register(module: *mut Module) {
    // SAFETY: the caller's promise.
    guard(|| unsafe { loader::register(module) });
}

/// # Safety
/// `module` was registered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_unregister(module: *mut Module) {
    // SAFETY: the caller's promise.
    guard(|| unsafe { loader::unregister(module) });
}

/// The current device, with the construct's place in a failure.
fn current(place: &Caller<'_>) -> Outcome<Current> {
    prof::note(place);
    context::current().map_err(|e| e.at(&place))
}

/// The thread has another device than where its construct began.
fn changed(place: &Caller<'_>) -> Failure {
    Failure::new(format!(
        "{place}: the device changed to the host's cores before the launch"
    ))
}

/// # Safety
/// `module` is registered; `site` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_on_host(module: *const Module, site: *const Site) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| {
        let current = unsafe { current_for(module, &Caller::of(site))? };
        Ok(c_int::from(current.kind() == Kind::Multicore))
    })
}

/// The current device, which a unit was built for.
///
/// # Safety
/// `module` is registered.
unsafe fn current_for(module: *const Module, place: &Caller<'_>) -> Outcome<Current> {
    let current = current(place)?;
    // SAFETY: the caller's promise.
    unsafe { loader::check_target(module, current.kind(), place)? };
    Ok(current)
}

/// An event of a construct.
fn tell<'a>(
    event: c_int,
    place: Caller<'a>,
    current: Current,
    queue: Option<c_int>,
) -> Option<prof::Open<'a>> {
    prof::begin(
        event,
        || At::current(place, current, queue),
        false,
        About::Nothing,
    )
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_wait(
    site: *const Site,
    queues: *const c_int,
    n: c_int,
    devnum: c_int,
    r#async: c_int,
) {
    guard(|| {
        // SAFETY: the caller's promise.
        let place = unsafe { Caller::of(site) };
        let arguments = if queues.is_null() || n <= 0 {
            &[][..]
        } else {
            // SAFETY: `queues` has `n` entries.
            unsafe { std::slice::from_raw_parts(queues, n as usize) }
        };
        wait::wait(place, arguments, devnum, r#async)
    });
}

/// `device_num` of the directives.
fn given(device_num: c_int) -> Option<c_int> {
    (device_num != crate::abi::NONE).then_some(device_num)
}

/// `device_type` of the directives: -1 where no clause stands.
fn choice(place: &Caller<'_>, device_type: c_int) -> Outcome<Option<Choice>> {
    if device_type == -1 {
        return Ok(None);
    }
    choice_of(device_type).map_err(|e| e.at(&place))
}

/// # Safety
/// `site` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_init(site: *const Site, device_type: c_int, device_num: c_int) {
    guard(|| {
        // SAFETY: the caller's promise.
        let place = unsafe { Caller::of(site) };
        init(place, choice(&place, device_type)?, given(device_num))
    });
}

/// # Safety
/// `site` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_shutdown(
    site: *const Site,
    device_type: c_int,
    device_num: c_int,
) {
    guard(|| {
        // SAFETY: the caller's promise.
        let place = unsafe { Caller::of(site) };
        shutdown(place, choice(&place, device_type)?, given(device_num))
    });
}

/// # Safety
/// `site` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_set(
    site: *const Site,
    device_type: c_int,
    device_num: c_int,
    default_async: c_int,
) {
    guard(|| {
        // SAFETY: the caller's promise.
        let place = unsafe { Caller::of(site) };
        let choice = choice(&place, device_type)?;
        let number = given(device_num);
        if choice.is_some() || number.is_some() {
            context::set(choice, number).map_err(|e| e.at(&place))?;
        }
        set_default_async(&place, default_async)
    });
}

/// The end of `main`'s block, as its variable's cleanup: the function's own variables are still there.
#[unsafe(no_mangle)]
pub extern "C" fn __accrs_main_ends(_: *const c_char) {
    crate::ending::before_exit();
}

/// # Safety
/// `site` is null or valid; `written` is a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_given(
    site: *const Site,
    written: *const c_char,
    n: c_longlong,
    usual: c_uint,
) -> c_uint {
    static TOLD: Mutex<BTreeSet<(usize, usize)>> = Mutex::new(BTreeSet::new());
    if n >= 1 {
        return loader::extent(n);
    }
    guard(|| {
        if lock(&TOLD).insert((site as usize, written as usize)) {
            // SAFETY: the caller's promise.
            let (place, written) = unsafe { (Caller::of(site), text(written)) };
            warn(&format!(
                "warning: {place}: the number of gangs, workers or vector lanes '{written}' is {n}, and must be at least 1 \
                 (OpenACC 3.3 §2.5.10): {usual} is taken"
            ));
        }
        Ok(usual)
    })
}
