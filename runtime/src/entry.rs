//! The entry points of `include/accrt.h`: each checks what C passed, finds the
//! current device, and calls the room that does the work.

mod compute;
mod task;

use crate::abi::{Data, Module, Site};
use crate::context::asynchronous::{key_of, set_default_async};
use crate::context::lifetime::{init, shutdown};
use crate::context::{self, named::choice_of};
use crate::data::{self, Counter};
use crate::fatal::{Failure, Outcome, guard, lock};
use crate::host;
use crate::kinds::{Choice, Kind};
use crate::loader;
use crate::notify::{self, REGIONS, warn};
use crate::prof::{self, About, At, info::event};
use crate::site::{Place, text};
use crate::state::{Current, DeviceState};
use crate::wait;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ffi::{c_char, c_int, c_uint};
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
fn current(place: &Place<'_>) -> Outcome<Current> {
    prof::note(place);
    context::current().map_err(|e| e.at(&place))
}

/// # Safety
/// `module` is registered; `site` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_on_host(module: *const Module, site: *const Site) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        let place = unsafe { Place::of(site) };
        let current = current(&place)?;
        // SAFETY: as above.
        unsafe { loader::check_target(module, current.kind(), &place)? };
        Ok(c_int::from(current.kind() == Kind::Multicore))
    })
}

thread_local! {
    /// The data regions that this thread is in: the caller's array, and the device
    /// at entry, where the exit belongs whatever device is current by then.
    static REGIONS_OPEN: RefCell<Vec<Open>> = const { RefCell::new(Vec::new()) };
}

struct Open {
    array: usize,
    device: Option<&'static DeviceState>,
    /// The entries with their rows, where there are any.
    rows: Option<Vec<Data>>,
}

fn region_entered(array: *mut Data, current: Current, rows: Option<Vec<Data>>) {
    let device = match current {
        Current::Host => None,
        Current::Device(state) => Some(state),
    };
    let array = array as usize;
    let entered = Open {
        array,
        device,
        rows,
    };
    REGIONS_OPEN.with_borrow_mut(|open| open.push(entered));
}

/// The device that a region was entered on. Regions above it on the stack were left
/// without an exit (`longjmp`): they are forgotten.
fn region_left(array: *mut Data) -> Option<Open> {
    REGIONS_OPEN.with_borrow_mut(|open| {
        let at = open.iter().rposition(|o| o.array == array as usize)?;
        open.truncate(at + 1);
        open.pop()
    })
}

/// # Safety
/// `data` has `n` entries.
unsafe fn entries<'a>(data: *mut Data, n: c_int) -> &'a mut [Data] {
    if data.is_null() || n <= 0 {
        return &mut [];
    }
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts_mut(data, n as usize) }
}

fn region(what: &str, place: &Place<'_>, device: &Current) {
    if notify::on(REGIONS) {
        notify::line(
            REGIONS,
            format_args!(
                "{what} {} file={} line={} device={}:{}",
                place.construct(),
                place.file(),
                place.line(),
                device.kind(),
                device.ordinal()
            ),
        );
    }
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_data_enter(
    site: *const Site,
    array: *mut Data,
    n: c_int,
    r#async: c_int,
) {
    guard(|| {
        // SAFETY: the caller's promise.
        let (place, data) = unsafe { (Place::of(site), entries(array, n)) };
        let current = current(&place)?;
        region("enter", &place, &current);
        if data.is_empty() {
            return Ok(());
        }
        let queue = key_of(&place, r#async)?;
        let told = tell(event::ENTER_DATA, place, current, queue);
        let rows = match current {
            Current::Host => {
                data::share(data);
                None
            }
            Current::Device(state) => {
                data::rows::enter(state, place, data, Counter::Structured, queue)?
            }
        };
        prof::end(told);
        region_entered(array, current, rows);
        Ok(())
    });
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_data_exit(
    site: *const Site,
    array: *mut Data,
    n: c_int,
    r#async: c_int,
) {
    guard(|| {
        // SAFETY: the caller's promise.
        let (place, data) = unsafe { (Place::of(site), entries(array, n)) };
        let mut open = if data.is_empty() {
            None
        } else {
            region_left(array)
        };
        let device = match open.as_ref().map(|o| o.device) {
            Some(Some(state)) => Current::Device(state),
            Some(None) => Current::Host,
            None => current(&place)?,
        };
        let rows = open.as_mut().and_then(|o| o.rows.as_deref_mut());
        region("leave", &place, &device);
        let queue = key_of(&place, r#async)?;
        let told = tell(event::EXIT_DATA, place, device, queue);
        match device {
            Current::Device(state) if !data.is_empty() => data::exit(
                state,
                place,
                rows.unwrap_or(data),
                Counter::Structured,
                queue,
            )?,
            _ => end_on_host(&place, r#async)?,
        }
        prof::end(told);
        Ok(())
    });
}

/// A lifetime's end on the host's cores: nothing moves, but the program may free or read the
/// data now, which queued work may still use (as on a device, where the end of a section's
/// lifetime comes behind the work that names it).
fn end_on_host(place: &Place<'_>, queue: c_int) -> Outcome<()> {
    match key_of(place, queue)? {
        None => host::drain().map_err(|e| Failure::new(format!("{place}: {e}"))),
        Some(_) => Ok(()),
    }
}

/// Runs an unstructured data call on the current device, if it has its own memory.
///
/// # Safety
/// As for the entry points.
unsafe fn on_device(
    site: *const Site,
    array: *mut Data,
    n: c_int,
    r#async: c_int,
    event: Option<c_int>,
    body: impl FnOnce(&'static DeviceState, Place<'_>, &mut [Data], Option<c_int>) -> Outcome<()>,
) {
    guard(|| {
        // SAFETY: the caller's promise.
        let (place, data) = unsafe { (Place::of(site), entries(array, n)) };
        let current = current(&place)?;
        region("run", &place, &current);
        let queue = key_of(&place, r#async)?;
        let told = event.and_then(|event| tell(event, place, current, queue));
        match current {
            Current::Host if event == Some(event::EXIT_DATA) => end_on_host(&place, r#async)?,
            Current::Host => data::share(data),
            Current::Device(_) if data.is_empty() => {}
            Current::Device(state) => body(state, place, data, queue)?,
        }
        prof::end(told);
        Ok(())
    });
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_enter_data(
    site: *const Site,
    array: *mut Data,
    n: c_int,
    r#async: c_int,
) {
    // SAFETY: the caller's promise.
    unsafe {
        let event = Some(event::ENTER_DATA);
        on_device(
            site,
            array,
            n,
            r#async,
            event,
            |state, place, data, queue| {
                data::rows::enter(state, place, data, Counter::Dynamic, queue).map(|_| ())
            },
        );
    }
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_exit_data(
    site: *const Site,
    array: *mut Data,
    n: c_int,
    r#async: c_int,
) {
    // SAFETY: the caller's promise.
    unsafe {
        let event = Some(event::EXIT_DATA);
        on_device(
            site,
            array,
            n,
            r#async,
            event,
            |state, place, data, queue| {
                data::rows::exit(state, place, data, Counter::Dynamic, queue)
            },
        );
    }
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_update(
    site: *const Site,
    array: *mut Data,
    n: c_int,
    r#async: c_int,
) {
    // SAFETY: the caller's promise.
    unsafe {
        on_device(
            site,
            array,
            n,
            r#async,
            Some(event::UPDATE),
            data::rows::update,
        )
    }
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_use_device(site: *const Site, array: *mut Data, n: c_int) {
    // SAFETY: the caller's promise.
    unsafe {
        on_device(
            site,
            array,
            n,
            crate::abi::ASYNC_SYNC,
            None,
            |state, place, data, _| data::use_device(state, place, data),
        );
    }
}

/// An event of a construct.
fn tell<'a>(
    event: c_int,
    place: Place<'a>,
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
        let place = unsafe { Place::of(site) };
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
fn choice(place: &Place<'_>, device_type: c_int) -> Outcome<Option<Choice>> {
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
        let place = unsafe { Place::of(site) };
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
        let place = unsafe { Place::of(site) };
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
        let place = unsafe { Place::of(site) };
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
pub unsafe extern "C" fn __accrs_bad_size(
    site: *const Site,
    written: *const c_char,
    n: std::ffi::c_longlong,
    instead: c_uint,
) {
    static TOLD: Mutex<BTreeSet<(usize, usize)>> = Mutex::new(BTreeSet::new());
    guard(|| {
        if lock(&TOLD).insert((site as usize, written as usize)) {
            // SAFETY: the caller's promise.
            let (place, written) = unsafe { (Place::of(site), text(written)) };
            warn(&format!(
                "warning: {place}: the number of gangs, workers or vector lanes '{written}' is {n}, and must be at least 1 \
                 (OpenACC 3.3 §2.5.10): {instead} is taken"
            ));
        }
        Ok(())
    })
}
