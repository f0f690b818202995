//! The entry points of compute constructs: launches, and what tools and statistics hear of the host's cores.

use super::{current, task, tell};
use crate::abi::{Kernel, LaunchDims, Module, Site};
use crate::context::asynchronous::key_of;
use crate::fatal::{Failure, guard};
use crate::kinds::Kind;
use crate::loader;
use crate::notify::{self, LAUNCHES, STATS, count};
use crate::prof::{self, About, At, info::event};
use crate::site::{Place, text};
use crate::state::Current;
use crate::suspects;
use std::cell::RefCell;
use std::ffi::{c_int, c_void};

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_launch(
    module: *mut Module,
    site: *const Site,
    kernel: *const Kernel,
    dims: *const LaunchDims,
    args: *const *const c_void,
    r#async: c_int,
) {
    guard(|| {
        // SAFETY: the caller's promise.
        let (place, kernel, dims) = unsafe { (Place::of(site), kernel.as_ref(), dims.as_ref()) };
        let (Some(kernel), Some(dims)) = (kernel, dims) else {
            return Err(Failure::new(format!("{place}: launch without a kernel")));
        };
        let Current::Device(state) = current(&place)? else {
            return Err(Failure::new(format!(
                "{place}: the device changed to the host's cores before the launch"
            )));
        };
        let queue = key_of(&place, r#async)?;
        // SAFETY: the caller's promise.
        unsafe { loader::launch(state, module, place, kernel, dims, args, queue) }
    });
}

thread_local! {
    /// The compute constructs and kernels of the host's cores that this thread has told tools of.
    static TOLD: RefCell<Vec<Option<Told>>> = const { RefCell::new(Vec::new()) };
}
type Told = prof::Open<'static>;

fn begun(open: impl FnOnce() -> Option<Told>) {
    if prof::registry::active() {
        let open = open();
        TOLD.with_borrow_mut(|told| told.push(open));
    }
}

fn ended() {
    prof::end(TOLD.with_borrow_mut(Vec::pop).flatten());
}

/// # Safety
/// `site` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_compute_begin(site: *const Site, r#async: c_int) {
    prof::library::load();
    suspects::clear();
    begun(|| {
        guard(|| {
            // SAFETY: the caller's promise; sites are constants of the program.
            let place = unsafe { Place::of(site) };
            let current = current(&place)?;
            Ok(tell(
                event::COMPUTE,
                place,
                current,
                key_of(&place, r#async)?,
            ))
        })
    });
}

/// # Safety
/// As for [`__accrs_compute_begin`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_compute_end(_site: *const Site) {
    ended();
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_host_begin(site: *const Site, kernel: *const Kernel) {
    guard(|| {
        task::begun();
        begun(|| {
            // SAFETY: the caller's promise; sites and kernels are constants of the program.
            let (place, kernel) = unsafe { (Place::of(site), kernel.as_ref()) };
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
            let (place, kernel) = unsafe { (Place::of(site), kernel.as_ref()) };
            let line = kernel.map_or(0, |k| k.line);
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

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_host_end(_site: *const Site, _kernel: *const Kernel) {
    ended();
}
