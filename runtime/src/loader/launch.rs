//! Launches.

use super::launches::{Launches, Launching};
use super::{Arguments, LaunchDims, cells, image, limits, units::check_target};
use crate::abi::{Kernel, Module};
use crate::device::{Device, DeviceResult, Function, Launch};
use crate::ending::{self, Step};
use crate::fatal::{Outcome, lock};
use crate::notify::{STATS, count, warn};
use crate::prof::{self, About, At, info::event};
use crate::site::{Caller, text};
use crate::state::DeviceState;
use crate::suspects;
use std::collections::BTreeSet;
use std::ffi::c_int;
use std::sync::Mutex;

/// Launches a kernel on a queue, or synchronously behind `launches`, which are to be waited for. False: its blocks would have to wait for each
/// other, and can't, or it doesn't pay.
///
/// # Safety
/// As for `__accrs_launch` in accrt.h.
pub unsafe fn launch<'a>(
    state: &'a DeviceState,
    module: *const Module,
    kernel: &'a Kernel,
    dims: &LaunchDims,
    mut arguments: Arguments<'_>,
    queue: Option<c_int>,
    launches: &mut Launches<'a>,
) -> Outcome<bool> {
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
    let asked = dims.block;
    let properties = state.device.properties();
    let dims = &LaunchDims {
        block: limits::block(dims, properties),
        ..dims.clone()
    };
    if dims.block != asked {
        tell_smaller(&place, asked, dims.block);
    }
    limits::check(dims, properties).map_err(|what| this.fail(&what))?;
    // SAFETY: the caller's promise.
    let function = unsafe { image::function(module, kernel, state, queue.is_some()) }
        .map_err(|e| this.fail(&e))?;
    // SAFETY: as above.
    unsafe { cells::fill(module, state) }.map_err(|e| this.fail(&e))?;

    let device = state.device.as_ref();
    let grid = grid(device, function, dims).map_err(|e| this.fail(&e))?;
    let Some(grid) = grid else {
        return Ok(false);
    };
    let blocks = grid.iter().map(|n| *n as usize).product::<usize>();
    let together = dims.together.is_some() && blocks > 1;

    let mut work = launches.begin(&place, state, queue)?;
    let scratch = (blocks * dims.scratch_block) as u64;
    let own = launches.own(state, &mut work, scratch, dims.counter);
    let own = own.map_err(|e| this.fail(&e))?;
    let (args, arg_bytes) =
        arguments.with_own([own.scratch, own.counter].map(|ptr| ptr.map(|ptr| ptr.0)));
    this.tell(&work, grid, dims.block);
    count(&STATS.kernels, 1);
    count(&STATS.together, u64::from(together));
    if let Some(queue) = work.queue() {
        queue.note_launch(&this.name, place.line(), &this.suspects);
    }
    let launch = Launch {
        grid,
        block: dims.block,
        shared: 0,
        together,
        args,
        arg_bytes,
    };
    let at = || At::work(place, state, &work);
    let about = About::Launch {
        name: kernel.name,
        grid,
        block: dims.block,
    };
    let told = prof::begin(event::LAUNCH, at, false, about);
    // SAFETY: the arguments are what the kernel takes, as the caller promises.
    let put = work.put(|stream| unsafe { device.launch(function, &launch, Some(stream)) });
    if let Err(e) = put {
        return Err(launches.refused(this, &e));
    }
    ending::device_has(Step::Launch);
    prof::end(told);
    launches.add(work, this, own)?;
    Ok(true)
}

/// Tells, once for each place, that clauses ask for more threads than the device allows.
fn tell_smaller(place: &Caller<'_>, asked: [u32; 3], taken: [u32; 3]) {
    static TOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let place = place.to_string();
    if !lock(&TOLD).insert(place.clone()) {
        return;
    }
    let shown = |[x, y, z]: [u32; 3]| format!("{x}x{y}x{z}");
    warn(&format!(
        "warning: {place}: {} threads, as the numbers of workers and vector lanes ask for, are more than the device allows in a block: {} are \
         taken (OpenACC 3.3 §2.5.11)",
        shown(asked),
        shown(taken)
    ));
}

/// The launch's blocks; `None`: it isn't to be launched.
fn grid(
    device: &dyn Device,
    function: Function,
    dims: &LaunchDims,
) -> DeviceResult<Option<[u32; 3]>> {
    let properties = device.properties();
    let threads = dims.block.iter().product();
    if let Some(how) = dims.together {
        let resident = device.blocks_together(function, threads)?;
        return Ok(limits::together(dims, how, properties, resident));
    }
    let held = match limits::asks(dims, properties) {
        true => Some(device.blocks_at_once(function, threads)?),
        false => None,
    };
    Ok(Some(limits::grid(dims, properties, held)))
}
