//! The entry points of data: structured regions, `enter data`, `exit data`, `update`, `host_data`.

use super::{changed, current, lacking, tell};
use crate::abi::{ASYNC_SYNC, Item, Module, Site, Value, flag};
use crate::compare;
use crate::construct;
use crate::context::asynchronous::key_of;
use crate::data::lacking::Entered;
use crate::data::{self, Counter, Data, Entries};
use crate::fatal::{Failure, Outcome, guard};
use crate::host;
use crate::notify::{self, REGIONS};
use crate::own;
use crate::prof::{self, info::event};
use crate::site::Caller;
use crate::state::{Current, DeviceState};
use crate::values::Values;
use std::ffi::{c_int, c_void};

/// A data region from its entry to its exit. One that is left without an exit (`longjmp`) is forgotten.
pub struct Region {
    site: *const Site,
    /// Where the exit belongs, whatever device is current by then; none where the host's memory is used.
    device: Option<&'static DeviceState>,
    entries: Entries,
    /// The entries with their rows, where there are any.
    rows: Option<Vec<Data>>,
}

impl Region {
    /// What the region's items are on its device; nothing where it has none.
    pub fn entries(&self) -> &[Data] {
        self.entries.get()
    }

    /// The construct.
    pub fn place(&self) -> Caller<'static> {
        // SAFETY: sites are constants of the program.
        unsafe { Caller::of(self.site) }
    }

    /// Likewise, with the rows behind them.
    fn all(&self) -> &[Data] {
        self.rows.as_deref().unwrap_or(self.entries.get())
    }

    pub fn entries_mut(&mut self) -> &mut [Data] {
        self.entries.get_mut()
    }
}

own! {
    /// Regions that have been left, for those to come: a region needs no new memory.
    #[allow(clippy::vec_box, reason = "a region's address is what the program knows it by")]
    static LEFT: Vec<Box<Region>> = Vec::new();
}
const KEPT: usize = 16;

fn open(site: *const Site) -> Box<Region> {
    let kept = LEFT.with_borrow_mut(Vec::pop);
    let mut region = kept.unwrap_or_else(|| {
        Box::new(Region {
            site,
            device: None,
            entries: Entries::default(),
            rows: None,
        })
    });
    region.site = site;
    region
}

/// A region with a construct's items, which are nowhere yet.
///
/// # Safety
/// `site` is valid, a constant of the program; `values` are those of its items.
pub unsafe fn filled(
    place: &Caller<'_>,
    site: *const Site,
    values: *const Value,
) -> Outcome<Box<Region>> {
    let mut region = open(site);
    // SAFETY: the caller's promise.
    unsafe { entries(&mut region, place, items(site), values)? };
    Ok(region)
}

/// # Safety
/// As for [`Entries::fill`].
unsafe fn entries<'r>(
    region: &'r mut Region,
    place: &Caller<'_>,
    items: &[Item],
    values: *const Value,
) -> Outcome<&'r mut [Data]> {
    // SAFETY: the caller's promise.
    let data = unsafe {
        region
            .entries
            .fill(place, items, &mut Values::new(values))?
    };
    if compare::is_on() {
        // Values of the host and of the device change places, wherever they are.
        data.iter_mut().for_each(|d| d.packed = None);
    }
    Ok(data)
}

/// The region once its items are on a device.
pub fn opened(
    mut region: Box<Region>,
    state: &'static DeviceState,
    rows: Option<Vec<Data>>,
) -> Outcome<*mut Region> {
    (region.device, region.rows) = (Some(state), rows);
    compare::entered(region.all())?;
    Ok(Box::into_raw(region))
}

/// Results have places of their own only where the construct waits for its kernels before its data leaves the device.
pub fn unless_open(state: &DeviceState, data: &mut [Data]) {
    if !construct::is_open(state) {
        data.iter_mut().for_each(|d| d.flags &= !flag::REDUCTION);
    }
}

pub fn close(mut region: Box<Region>) {
    (region.device, region.rows) = (None, None);
    region.entries.clear();
    LEFT.with_borrow_mut(|left| {
        if left.len() < KEPT {
            left.push(region);
        }
    });
}

/// # Safety
/// `site` is valid, a constant of the program.
unsafe fn items(site: *const Site) -> &'static [Item] {
    // SAFETY: the caller's promise.
    match unsafe { site.as_ref() } {
        Some(site) if !site.items.is_null() && site.nitems > 0 => unsafe {
            std::slice::from_raw_parts(site.items, site.nitems as usize)
        },
        _ => &[],
    }
}

pub fn told(what: &str, place: &Caller<'_>, device: &Current) {
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
    values: *const Value,
    r#async: c_int,
) -> *mut Region {
    guard(|| {
        // SAFETY: the caller's promise.
        let (place, items) = unsafe { (Caller::of(site), items(site)) };
        let current = current(&place)?;
        told("enter", &place, &current);
        let mut region = open(site);
        if let Current::Device(state) = current {
            region.device = Some(state);
        }
        if items.is_empty() {
            return Ok(Box::into_raw(region));
        }
        let queue = key_of(&place, r#async)?;
        let event = tell(event::ENTER_DATA, place, current, queue);
        if let Some(state) = region.device {
            // SAFETY: the caller's promise.
            let data = unsafe { entries(&mut region, &place, items, values)? };
            if state.has_ended() {
                // Its constructs find nothing on the device, and run on the cores.
                data::lacking::without_driver(state, place, data)?;
                region.device = None;
                prof::end(event);
                return Ok(Box::into_raw(region));
            }
            unless_open(state, data);
            region.rows = data::rows::enter(state, place, data, Counter::Structured, queue)?;
            data::joined::at_one_place(state, &place, region.entries_mut())?;
            compare::entered(region.all())?;
        }
        prof::end(event);
        Ok(Box::into_raw(region))
    })
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_compute_enter(
    module: *const Module,
    site: *const Site,
    values: *const Value,
    r#async: c_int,
) -> *mut Region {
    guard(|| {
        // SAFETY: the caller's promise.
        let place = unsafe { Caller::of(site) };
        let current = current(&place)?;
        let Current::Device(state) = current else {
            return Err(changed(&place));
        };
        told("enter", &place, &current);
        let queue = key_of(&place, r#async)?;
        let event = tell(event::ENTER_DATA, place, current, queue);
        // SAFETY: the caller's promise.
        let mut region = unsafe { filled(&place, site, values)? };
        unless_open(state, region.entries_mut());
        let entered = data::lacking::enter(state, place, region.entries_mut(), queue)?;
        prof::end(event);
        Ok(match entered {
            Entered::There(rows) => {
                data::joined::at_one_place(state, &place, region.entries_mut())?;
                opened(region, state, rows)?
            }
            Entered::Lacking(lack) => {
                construct::close()?;
                told("leave", &place, &current);
                // SAFETY: as above.
                unsafe { lacking::goes_to_cores(module, place, state, region.entries(), lack)? };
                close(region);
                std::ptr::null_mut()
            }
        })
    })
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_data_exit(region: *mut Region, r#async: c_int) {
    guard(|| {
        if region.is_null() {
            return Err(Failure::new("the end of a data region that has no start"));
        }
        // SAFETY: the caller's promise: it is what the entry made.
        let mut region = unsafe { Box::from_raw(region) };
        let place = region.place();
        let device = region.device.map_or(Current::Host, Current::Device);
        told("leave", &place, &device);
        let queue = key_of(&place, r#async)?;
        let event = tell(event::EXIT_DATA, place, device, queue);
        let data = match &mut region.rows {
            Some(rows) => rows,
            None => region.entries.get_mut(),
        };
        match device {
            Current::Device(state) if !data.is_empty() => {
                data::held::on_device(state);
                construct::finish()?;
                compare::leaving()?;
                data::exit(state, place, data, Counter::Structured, queue)?;
            }
            _ => end_on_host(&place, r#async)?,
        }
        prof::end(event);
        close(region);
        Ok(())
    });
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_leave(region: *mut *mut Region) {
    // SAFETY: the caller's promise: a cleanup gets its variable's address.
    unsafe { __accrs_data_exit(*region, ASYNC_SYNC) }
}

/// A loop of the host begins over whose turns data may stay on a device.
#[unsafe(no_mangle)]
pub extern "C" fn __accrs_hold() -> c_int {
    data::held::begin() as c_int
}

/// # Safety
/// `held` is the variable that [`__accrs_hold`]'s answer is in: a cleanup gets its address.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_hold_ends(held: *const c_int) {
    guard(|| {
        // SAFETY: the caller's promise.
        let which = unsafe { held.as_ref() }.map_or(0, |n| *n);
        data::held::end(usize::try_from(which).unwrap_or(0))
    });
}

/// A lifetime's end on the host's cores: nothing moves, but the program may free or read the
/// data now, which queued work may still use (as on a device, where the end of a section's
/// lifetime comes behind the work that names it).
fn end_on_host(place: &Caller<'_>, queue: c_int) -> Outcome<()> {
    match key_of(place, queue)? {
        None => host::drain().map_err(|e| Failure::new(format!("{place}: {e}"))),
        Some(_) => Ok(()),
    }
}

/// Whether an unstructured data call has nothing to do, since the device's driver has ended with the program.
///
/// # Errors
/// It is about what the device had.
fn stays_with_host(
    state: &'static DeviceState,
    place: Caller<'_>,
    data: &[Data],
    event: Option<c_int>,
) -> Outcome<bool> {
    if !state.has_ended() {
        return Ok(false);
    }
    match data::lacking::without_driver(state, place, data) {
        Ok(_) => Ok(true),
        // A lifetime can still end, if it brings nothing back.
        Err(_) if event == Some(event::EXIT_DATA) => Ok(false),
        Err(lost) => Err(lost),
    }
}

/// Runs an unstructured data call on the current device, if it has its own memory.
///
/// # Safety
/// As for the entry points.
unsafe fn on_device(
    site: *const Site,
    values: *const Value,
    r#async: c_int,
    event: Option<c_int>,
    body: impl FnOnce(&'static DeviceState, Caller<'_>, &mut [Data], Option<c_int>) -> Outcome<()>,
) {
    guard(|| {
        // SAFETY: the caller's promise.
        let (place, items) = unsafe { (Caller::of(site), items(site)) };
        let current = current(&place)?;
        told("run", &place, &current);
        let queue = key_of(&place, r#async)?;
        let shown = event.and_then(|event| tell(event, place, current, queue));
        match current {
            Current::Host if event == Some(event::EXIT_DATA) => end_on_host(&place, r#async)?,
            Current::Device(state) if !items.is_empty() => {
                let mut room = open(site);
                // SAFETY: as above.
                let data = unsafe { room.entries.fill(&place, items, &mut Values::new(values))? };
                if event.is_none() || !stays_with_host(state, place, data, event)? {
                    body(state, place, data, queue)?;
                }
                close(room);
            }
            _ => {}
        }
        prof::end(shown);
        Ok(())
    });
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_enter_data(
    site: *const Site,
    values: *const Value,
    r#async: c_int,
) {
    let event = Some(event::ENTER_DATA);
    // SAFETY: the caller's promise.
    unsafe {
        on_device(site, values, r#async, event, |state, place, data, queue| {
            data::rows::enter(state, place, data, Counter::Dynamic, queue).map(|_| ())
        });
    }
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_exit_data(
    site: *const Site,
    values: *const Value,
    r#async: c_int,
) {
    let event = Some(event::EXIT_DATA);
    // SAFETY: the caller's promise.
    unsafe {
        on_device(site, values, r#async, event, |state, place, data, queue| {
            data::rows::exit(state, place, data, Counter::Dynamic, queue)
        });
    }
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_update(site: *const Site, values: *const Value, r#async: c_int) {
    let event = Some(event::UPDATE);
    // SAFETY: the caller's promise.
    unsafe { on_device(site, values, r#async, event, data::rows::update) }
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_use_device(
    site: *const Site,
    values: *const Value,
    pointers: *mut *mut c_void,
) {
    // SAFETY: the caller's promise.
    unsafe {
        on_device(site, values, ASYNC_SYNC, None, |state, place, data, _| {
            data::use_device(state, place, data)?;
            for (k, d) in data.iter().enumerate() {
                let pointer = pointers.add(k);
                *pointer = d.stands_for(*pointer);
            }
            Ok(())
        });
    }
}
