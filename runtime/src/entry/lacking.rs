//! Constructs that run on the cores since their data doesn't fit the device: what the program is told, and what follows when they are done.

use super::parts::told;
use crate::abi::{Module, Site, kind};
use crate::data::Data;
use crate::data::lacking::{self, Lacking, Lent};
use crate::fatal::Outcome;
use crate::globals;
use crate::kinds::Kind;
use crate::notify::{STATS, count};
use crate::own;
use crate::site::Caller;
use crate::state::DeviceState;

own! {
    /// The construct of this thread that is on its way through the cores, with its place.
    static LENT: Option<(Caller<'static>, Lent)> = None;
}

/// The host addresses of variables that a unit's routines use on the device by themselves; and whether they may use others, as
/// those of other units do, and as pointers to the device's memory lead to.
///
/// # Safety
/// `module` is null or registered.
pub unsafe fn of_routines(module: *const Module) -> (Vec<usize>, bool) {
    // SAFETY: the caller's promise.
    let Some(module) = (unsafe { module.as_ref() }) else {
        return (Vec::new(), false);
    };
    // SAFETY: as above.
    let named = unsafe { globals::of_module(module) }
        .iter()
        .filter(|g| g.cell != 0);
    let foreign = module.nimports > 0 || named.clone().any(|g| g.kind == kind::DEVICEPTR);
    (named.map(|g| g.host as usize).collect(), foreign)
}

/// Whether a construct of a unit with versions for the cores uses nothing but its own variables.
///
/// # Safety
/// `module` is null or registered; `site` is null or valid.
pub unsafe fn needs_no_data(module: *const Module, site: *const Site) -> bool {
    // SAFETY: the caller's promise.
    let (unit, site) = unsafe { (module.as_ref(), site.as_ref()) };
    let both = unit.is_some_and(|m| m.targets & Kind::Multicore.target() != 0);
    // SAFETY: as above.
    both && site.is_none_or(|site| site.nitems == 0)
        && unsafe { of_routines(module) } == (Vec::new(), false)
}

/// Tells that such a construct runs on the cores, since the device's driver has ended.
pub fn without_data(place: &Caller<'_>, state: &DeviceState) {
    let lacking = Lacking::driver(place, state);
    told(place, state, &lacking, "runs on the host's cores");
    count(&STATS.to_cores, 1);
}

/// Makes the host's memory ready for it, tells it, and keeps what is due when the construct is done.
///
/// # Safety
/// `module` is null or registered.
pub unsafe fn goes_to_cores(
    module: *const Module,
    place: Caller<'static>,
    state: &'static DeviceState,
    data: &[Data],
    lacking: Lacking,
) -> Outcome<()> {
    // SAFETY: the caller's promise.
    let (globals, foreign) = unsafe { of_routines(module) };
    let lent = lacking::lend(state, place, data, &lacking, &globals, foreign)?;
    told(&place, state, &lacking, "runs on the host's cores");
    count(&STATS.to_cores, 1);
    LENT.set(Some((place, lent)));
    Ok(())
}

/// The end of a construct: on the device everything is as the construct has left it, on the host as if it had not been here.
pub fn comes_back() -> Outcome<()> {
    match LENT.take_some() {
        Some((place, lent)) => lent.give_back(place),
        None => Ok(()),
    }
}
