//! The entry points of compute constructs: launches, and what tools and statistics hear of the host's cores.

use super::data::Region;
use super::{apart, changed, current, current_for, lacking, task, tell};
use crate::abi::{Kernel, Module, Site, Value};
use crate::compare;
use crate::construct;
use crate::context::asynchronous::key_of;
use crate::data::{self, Data};
use crate::fatal::{Failure, guard, lock};
use crate::kinds::Kind;
use crate::loader::{self, Room};
use crate::notify::{self, LAUNCHES, STATS, count};
use crate::openmp::exclusive;
use crate::own;
use crate::present::Table;
use crate::prof::{self, About, At, info::event};
use crate::site::{Caller, text};
use crate::state::Current;
use crate::suspects;
use crate::values::Values;
use std::ffi::{c_int, c_uint, c_ushort};

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_launch(
    module: *mut Module,
    kernel: *const Kernel,
    region: *const Region,
    values: *const Value,
    r#async: c_int,
) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        let (kernel, region) = unsafe { (kernel.as_ref(), region.as_ref()) };
        let Some(kernel) = kernel else {
            return Err(Failure::new("a launch without a kernel"));
        };
        let place = Caller::Construct(&kernel.site);
        let Current::Device(state) = current(&place)? else {
            return Err(changed(&place));
        };
        let queue = key_of(&place, r#async)?;
        let items = region.map_or(&[][..], Region::entries);
        let mut room = Room::default();
        // SAFETY: as above.
        unsafe {
            let mut values = Values::new(values);
            let arguments = room.arguments(kernel, items, &mut values);
            let arguments = arguments.map_err(|e| Failure::new(format!("{place}: {e}")))?;
            let dims = loader::dims(kernel, &mut values);
            let kernel = match kernel.unaligned.as_ref() {
                Some(other) if !loader::are_aligned(kernel, &arguments) => {
                    count(&STATS.unaligned, 1);
                    other
                }
                _ => kernel,
            };
            construct::launches(state, |launches| {
                loader::launch(state, module, kernel, &dims, arguments, queue, launches)
            })
            .map(c_int::from)
        }
    })
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_scans(
    site: *const Site,
    values: *const Value,
    reads: c_uint,
) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise; sites are constants of the program.
        let (place, mut values) = unsafe { (Caller::of(site), Values::new(values)) };
        let Current::Device(state) = current(&place)? else {
            return Ok(0);
        };
        let target = values.pointer();
        let range = |values: &mut Values| {
            let start = values.pointer() as isize;
            let mut at = || start.wrapping_add(values.number() as isize) as usize;
            (at(), at())
        };
        let reads: Vec<_> = (0..reads).map(|_| range(&mut values)).collect();
        data::scan::may_look(state, place, target, &reads).map(c_int::from)
    })
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_told_apart(
    region: *const Region,
    items: *const c_ushort,
    pairs: c_uint,
) {
    guard(|| {
        // SAFETY: the caller's promise.
        let Some(region) = (unsafe { region.as_ref() }) else {
            return Ok(());
        };
        // SAFETY: as above, three numbers for each pair.
        let items = unsafe { std::slice::from_raw_parts(items, 3 * pairs as usize) };
        match apart::not_as_told(items, region.entries()) {
            Some(both) => Err(apart::shared(&region.place(), both)),
            None => Ok(()),
        }
    })
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_apart(
    kernel: *const Kernel,
    items: *const c_ushort,
    pairs: c_uint,
    region: *const Region,
    values: *const Value,
) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        let (kernel, region) = unsafe { (kernel.as_ref(), region.as_ref()) };
        let Some(kernel) = kernel.filter(|_| pairs > 0) else {
            return Ok(1);
        };
        let place = Caller::Construct(&kernel.site);
        let entries = region.map_or(&[][..], Region::entries);
        // SAFETY: as above, as many items and values as the pairs have.
        let (items, mut values) = unsafe {
            let n = 2 * pairs as usize;
            (std::slice::from_raw_parts(items, n), Values::new(values))
        };
        let apart = apart::all(items, entries, &mut values);
        let apart = apart.map_err(|e| Failure::new(format!("{place}: {e}")))?;
        if !apart {
            // SAFETY: a kernel's name is a constant of the program.
            let name = unsafe { text(kernel.name) };
            in_order(&place, &name);
        }
        Ok(c_int::from(apart))
    })
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_members_apart(
    kernel: *const Kernel,
    items: *const c_ushort,
    pairs: c_uint,
    cells: c_uint,
    region: *const Region,
    values: *const Value,
) -> c_int {
    let numbers = (4 * pairs as usize, cells as usize);
    // SAFETY: the caller's promise.
    unsafe { by_table(kernel, (items, numbers), region, values, apart::of_members) }
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_kernel_rows_apart(
    kernel: *const Kernel,
    items: *const c_ushort,
    pairs: c_uint,
    cells: c_uint,
    region: *const Region,
    values: *const Value,
) -> c_int {
    let numbers = (5 * pairs as usize, cells as usize);
    // SAFETY: the caller's promise.
    unsafe { by_table(kernel, (items, numbers), region, values, apart::of_rows) }
}

/// Answers whether memory lies apart from what is in the present table.
type ByTable = fn(&[u16], &[u16], &[Data], &Table, &mut Values) -> Result<bool, &'static str>;

/// Has `ask` answer for a kernel. `items` has the numbers of the pairs, then those of the cells, so many.
///
/// # Safety
/// Behind the pointers is what accrt.h says.
unsafe fn by_table(
    kernel: *const Kernel,
    (items, (of_pairs, cells)): (*const c_ushort, (usize, usize)),
    region: *const Region,
    values: *const Value,
    ask: ByTable,
) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        let (kernel, region) = unsafe { (kernel.as_ref(), region.as_ref()) };
        let Some(kernel) = kernel.filter(|_| of_pairs > 0) else {
            return Ok(1);
        };
        let place = Caller::Construct(&kernel.site);
        let Current::Device(state) = current(&place)? else {
            return Err(changed(&place));
        };
        let entries = region.map_or(&[][..], Region::entries);
        // SAFETY: as above, as many items and values as the pairs have, and the cells.
        let (items, mut values) = unsafe {
            let n = of_pairs + cells;
            (std::slice::from_raw_parts(items, n), Values::new(values))
        };
        let (items, cells) = items.split_at(of_pairs);
        let apart = ask(items, cells, entries, &lock(&state.table), &mut values);
        let apart = apart.map_err(|e| Failure::new(format!("{place}: {e}")))?;
        if !apart {
            // SAFETY: a kernel's name is a constant of the program.
            let name = unsafe { text(kernel.name) };
            in_order(&place, &name);
        }
        Ok(c_int::from(apart))
    })
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_asked(site: *const Site, apart: c_int) -> c_int {
    if apart == 0 {
        // SAFETY: the caller's promise; sites are constants of the program.
        let place = unsafe { Caller::of(site) };
        in_order(&place, "loop");
    }
    apart
}

/// Tells that memory overlaps, so that what could run in parallel doesn't.
fn in_order(place: &Caller<'_>, what: &str) {
    count(&STATS.in_order, 1);
    let (file, line) = (place.file(), place.line());
    notify::line(
        LAUNCHES,
        format_args!("overlap {what} file={file} line={line}: sequential"),
    );
}

own! {
    /// The compute constructs and kernels of the host's cores that this thread has told tools of.
    static TOLD: Vec<Begun> = Vec::new();
}

struct Begun {
    is_construct: bool,
    open: Option<prof::Open<'static>>,
}

fn begun(is_construct: bool, open: impl FnOnce() -> Option<prof::Open<'static>>) {
    if prof::active() {
        let open = open();
        TOLD.with_borrow_mut(|told| told.push(Begun { is_construct, open }));
    }
}

/// The end of what has begun last; of a construct, and of the kernel in it.
fn ended(construct: bool) {
    // Nothing is moved where no tool listens.
    if TOLD.with_borrow(Vec::is_empty) {
        return;
    }
    while let Some(last) = TOLD.with_borrow_mut(Vec::pop) {
        prof::end(last.open);
        if last.is_construct || !construct {
            break;
        }
    }
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_compute_begin(
    module: *const Module,
    site: *const Site,
    r#async: c_int,
    host: c_int,
) -> c_int {
    if compare::on_cores() {
        return 1;
    }
    guard(|| {
        prof::library::load();
        suspects::clear();
        // SAFETY: the caller's promise; sites are constants of the program.
        let place = unsafe { Caller::of(site) };
        begun(true, || {
            guard(|| {
                let current = current(&place)?;
                let queue = key_of(&place, r#async)?;
                Ok(tell(event::COMPUTE, place, current, queue))
            })
        });
        if host != 0 {
            return Ok(1);
        }
        // SAFETY: as above.
        let current = unsafe { current_for(module, &place)? };
        if let Current::Device(state) = current {
            // SAFETY: as above.
            if state.has_ended() && unsafe { lacking::needs_no_data(module, site) } {
                lacking::without_data(&place, state);
                return Ok(1);
            }
            // SAFETY: as above.
            compare::begin(place, state, || unsafe { lacking::of_routines(module).0 })?;
            if key_of(&place, r#async)?.is_none() {
                construct::open(state);
            }
        }
        Ok(c_int::from(current.kind() == Kind::Multicore))
    })
}

/// The end of what [`__accrs_compute_begin`] has begun.
#[unsafe(no_mangle)]
pub extern "C" fn __accrs_compute_end() {
    done(false);
}

/// Likewise, of a construct with versions for devices and for the host's cores: 1 if it has to run once more.
#[unsafe(no_mangle)]
pub extern "C" fn __accrs_compute_again() -> c_int {
    c_int::from(done(true))
}

/// A construct has run. `can_again`: there is a version for the cores as well.
fn done(can_again: bool) -> bool {
    exclusive::end();
    // Tools and statistics know of its run on the device.
    if !compare::on_cores() {
        guard(|| construct::close().and_then(|()| lacking::comes_back()));
        ended(true);
    }
    guard(|| compare::again(can_again))
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_host_begin(site: *const Site, kernel: *const Kernel) {
    if compare::on_cores() {
        return;
    }
    guard(|| {
        task::begun();
        begun(false, || {
            // SAFETY: the caller's promise; sites and kernels are constants of the program.
            let (place, kernel) = unsafe { (Caller::of(site), kernel.as_ref()) };
            prof::begin(
                event::LAUNCH,
                || At::kind(place, Kind::Multicore, 0, None),
                false,
                About::Launch {
                    name: kernel.map_or(std::ptr::null(), |k| k.name),
                    grid: [1; 3],
                    block: [1; 3],
                },
            )
        });
        count(&STATS.host_kernels, 1);
        if notify::on(LAUNCHES) {
            // SAFETY: the caller's promise; names are constants of the program.
            let (place, kernel) = unsafe { (Caller::of(site), kernel.as_ref()) };
            let line = kernel.map_or(0, |k| k.site.line);
            let line = if line > 0 { line } else { place.line() };
            // SAFETY: as above.
            let name = kernel.map_or(Default::default(), |k| unsafe { text(k.name) });
            notify::line(
                LAUNCHES,
                format_args!("host-kernel {name} file={} line={line}", place.file()),
            );
        }
        Ok(())
    });
}

/// The end of what [`__accrs_host_begin`] has begun.
#[unsafe(no_mangle)]
pub extern "C" fn __accrs_host_end() {
    exclusive::end();
    if !compare::on_cores() {
        ended(false);
    }
}
