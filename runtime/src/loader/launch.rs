//! Launches.

use super::{Arguments, LaunchDims, cells, image, limits, units::check_target};
use crate::abi::{Kernel, Module};
use crate::device::{DevPtr, DeviceError, DeviceResult, Launch};
use crate::fatal::{Code, Failure, Outcome};
use crate::notify::{self, LAUNCHES, STATS, count};
use crate::prof::{self, About, At, info::event};
use crate::queue::Work;
use crate::site::{Caller, text};
use crate::state::DeviceState;
use crate::suspects;
use std::borrow::Cow;
use std::ffi::c_int;
use std::fmt::Display;

/// Launches a kernel on a queue, or synchronously.
///
/// # Safety
/// As for `__accrs_launch` in accrt.h.
pub unsafe fn launch(
    state: &DeviceState,
    module: *const Module,
    kernel: &Kernel,
    dims: &LaunchDims,
    mut arguments: Arguments<'_>,
    queue: Option<c_int>,
) -> Outcome<()> {
    let place = Caller::Construct(&kernel.site);
    let this = Launching {
        state,
        place,
        // SAFETY: a kernel's name is a constant of the program.
        name: unsafe { text(kernel.name) },
        suspects: suspects::of_construct(),
    };
    // SAFETY: the caller's promise.
    unsafe { check_target(module, state.kind, &place)? };
    let properties = state.device.properties();
    limits::check(dims, properties).map_err(|what| this.fail(&what))?;
    // SAFETY: the caller's promise.
    let function = unsafe { image::function(module, kernel, state) }.map_err(|e| this.fail(&e))?;
    // SAFETY: as above.
    unsafe { cells::fill(module, state) }.map_err(|e| this.fail(&e))?;

    let device = state.device.as_ref();
    let held = match dims.at_once.contains(&true) {
        true => Some(device.blocks_at_once(function, dims.block.iter().product())),
        false => None,
    };
    let grid = limits::grid(
        dims,
        properties,
        held.transpose().map_err(|e| this.fail(&e))?,
    );

    let mut work = state.begin(queue)?;
    let scratch = scratch(state, &work, dims, grid).map_err(|e| this.fail(&e))?;
    let counter = match dims.counter {
        true => Some(
            state
                .counters
                .take(&state.memory, &mut work)
                .map_err(|e| this.fail(&e))?,
        ),
        false => None,
    };
    let own = [scratch, counter].map(|ptr| ptr.map(|ptr| ptr.0));
    let (args, arg_bytes) = arguments.with_own(own);
    this.tell(&work, grid, dims.block);
    count(&STATS.kernels, 1);
    if let Some(queue) = work.queue() {
        queue.note_launch(&this.name, place.line(), &this.suspects);
    }
    let launch = Launch {
        grid,
        block: dims.block,
        shared: 0,
        args,
        arg_bytes,
    };
    let at = || At::device(place, state, queue);
    let about = About::Launch {
        name: kernel.name,
        grid,
        block: dims.block,
    };
    let told = prof::begin(event::LAUNCH, at, false, about);
    // SAFETY: the arguments are what the kernel takes, as the caller promises.
    work.put(|stream| unsafe { device.launch(function, &launch, Some(stream)) })
        .map_err(|e| this.failed(&e))?;
    prof::end(told);
    if work.is_waiting() {
        let told = prof::begin(event::WAIT, at, true, About::Nothing);
        work.wait_if_sync().map_err(|e| this.failed(&e))?;
        prof::end(told);
    }
    // Only this launch used it: no other queue has to pass.
    let pending = || work.queue().map_or_else(Vec::new, |_| work.pending());
    if let Some(ptr) = counter {
        state.counters.give(ptr, pending());
    }
    if let Some(ptr) = scratch {
        let freed = state.memory.free(device, ptr, pending());
        freed.map_err(|e| this.fail(&e))?;
    }
    Ok(())
}

/// A launch, for messages about it.
struct Launching<'a> {
    state: &'a DeviceState,
    place: Caller<'a>,
    name: Cow<'a, str>,
    /// The pointers that it gets with the host's addresses, in words.
    suspects: String,
}

impl Launching<'_> {
    fn fail(&self, what: &dyn Display) -> Failure {
        let (place, name, state) = (&self.place, &self.name, self.state);
        Failure::of(
            Code::Execution,
            format!("{place}: kernel {name} on {state}: {what}"),
        )
    }

    /// An error of the kernel itself. A fault names its kernel and device.
    fn failed(&self, e: &DeviceError) -> Failure {
        let mut failure = match e {
            DeviceError::KernelFault(text) => {
                Failure::of(Code::Execution, format!("{}: {text}", self.place))
            }
            other => self.fail(other),
        };
        failure.text += &suspects::told(&self.suspects);
        failure
    }

    fn tell(&self, queue: &dyn Display, grid: [u32; 3], block: [u32; 3]) {
        if !notify::on(LAUNCHES) {
            return;
        }
        let (name, state) = (&self.name, self.state);
        let (file, line) = (self.place.file(), self.place.line());
        let ([gx, gy, gz], [bx, by, bz]) = (grid, block);
        notify::line(
            LAUNCHES,
            format_args!(
                "launch {name} file={file} line={line} device={state} queue={queue} grid={gx}x{gy}x{gz} block={bx}x{by}x{bz}"
            ),
        );
    }
}

/// The launch's scratch memory, if it asks for some.
fn scratch(
    state: &DeviceState,
    work: &Work<'_>,
    dims: &LaunchDims,
    grid: [u32; 3],
) -> DeviceResult<Option<DevPtr>> {
    let blocks: usize = grid.iter().map(|n| *n as usize).product();
    let bytes = blocks * dims.scratch_block;
    if bytes == 0 {
        return Ok(None);
    }
    let device = state.device.as_ref();
    let on = work.queue().map(|q| q.as_ref());
    state.memory.alloc(device, bytes as u64, on).map(Some)
}
