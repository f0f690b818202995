//! Constructs that run on the cores since their data doesn't fit the device: what the program is told, and what follows when they are done.

use crate::abi::{Module, kind};
use crate::data::lacking::Lent;
use crate::fatal::{Outcome, lock};
use crate::globals;
use crate::notify::{STATS, count, warn};
use crate::site::Caller;
use crate::state::DeviceState;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Mutex;

thread_local! {
    /// The construct of this thread that is on its way through the cores, with its place.
    static LENT: RefCell<Option<(Caller<'static>, Lent)>> = const { RefCell::new(None) };
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

/// Tells it, once for each construct, and keeps what is due when it is done.
pub fn goes_to_cores(place: Caller<'static>, state: &DeviceState, lent: Lent) {
    static TOLD: Mutex<BTreeSet<(String, String)>> = Mutex::new(BTreeSet::new());
    count(&STATS.to_cores, 1);
    let where_and_what = (place.at(0), place.construct().into_owned());
    if lock(&TOLD).insert(where_and_what) {
        let (wanted, free, total) = (lent.wanted, lent.free, lent.total);
        warn(&format!(
            "{place}: its data doesn't fit the memory of {state}: {wanted} bytes wanted, {free} of {total} are free; runs on \
             the host's cores"
        ));
    }
    LENT.set(Some((place, lent)));
}

/// The end of a construct: on the device everything is as the construct has left it, on the host as if it had not been here.
pub fn comes_back() -> Outcome<()> {
    match LENT.take() {
        Some((place, lent)) => lent.give_back(place),
        None => Ok(()),
    }
}
