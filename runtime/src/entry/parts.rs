//! Constructs whose loop runs in parts, where the data of all its iterations doesn't fit the device (`__accrs_parts`).
//!
//! While one part's kernel runs, what the one before has left comes back, and the next one's data comes: a part's copies back are
//! put on its queue when the next part has been launched, since the host waits in them where its memory isn't page-locked.

use super::bounds::Bounds;
use super::data::{self as regions, Region};
use super::{changed, current, lacking, tell};
use crate::abi::{ASYNC_SYNC, Module, Parts, Site, Value};
use crate::compare;
use crate::construct;
use crate::context::asynchronous::key_of;
use crate::data::lacking::{Entered, Lacking, What};
use crate::data::parts::{self, Launched, Measured, Plan};
use crate::data::{self, Counter, Data};
use crate::fatal::{Code, Failure, Outcome, guard, lock};
use crate::notify::{STATS, count, warn};
use crate::prof::{self, info::event};
use crate::queue::PARTS;
use crate::site::Caller;
use crate::state::{Current, DeviceState};
use std::collections::BTreeSet;
use std::ffi::c_int;
use std::sync::Mutex;

/// No more parts than that: each has some launches and copies.
const MOST: i128 = 4096;

/// A construct whose data didn't fit as a whole.
struct Run {
    module: *const Module,
    state: &'static DeviceState,
    /// The items of the whole.
    region: Box<Region>,
    lacking: Option<Lacking>,
    /// Those of the whole.
    bounds: Bounds,
    parts: i128,
    at: i128,
    /// The sections of the parts that have been measured.
    measured: Vec<Vec<Data>>,
    plan: Option<Plan>,
    /// The part before, whose kernel may still run.
    launched: Option<Launched>,
}

impl Run {
    /// Parts can't help.
    fn is_in_vain(&self) -> bool {
        self.parts == 0
    }

    /// Sets the bounds to those of part `at`.
    fn show(&self, all: &mut Parts) {
        let first = |part: i128| self.bounds.trips() * part / self.parts;
        (all.from, all.to) = self.bounds.of(first(self.at)..first(self.at + 1));
    }

    /// Shows all of it again.
    fn whole(&self, all: &mut Parts) {
        (all.from, all.to) = (self.bounds.from, self.bounds.to);
    }

    /// Decides on the parts that have been measured. False: the construct can't run in parts.
    fn settle(&mut self, place: &Caller<'_>, all: &mut Parts) -> Outcome<bool> {
        let trips = self.bounds.trips();
        match parts::settle(self.state, self.region.entries(), &self.measured)
            .map_err(|e| e.at(place))?
        {
            Measured::Fits(plan) => {
                self.at = 0;
                self.plan = Some(plan);
                self.begin(place)?;
            }
            Measured::TooLarge if 2 * self.parts <= trips.min(MOST) => {
                (self.parts, self.at) = (2 * self.parts, 0);
                self.measured.clear();
            }
            Measured::TooLarge | Measured::Never => return Ok(false),
        }
        self.show(all);
        Ok(true)
    }

    /// What stays comes, and the program is told.
    fn begin(&mut self, place: &Caller<'_>) -> Outcome<()> {
        if let Some(plan) = &mut self.plan {
            let all = &mut plan.stays;
            data::enter(self.state, *place, all, Counter::Structured, None)?;
        }
        count(&STATS.parts, self.parts as u64);
        if let Some(l) = self.lacking.take() {
            told(
                place,
                self.state,
                &l,
                &format!("runs in {} parts", self.parts),
            );
        }
        Ok(())
    }

    /// The queue of the part at hand.
    fn queue(&self) -> c_int {
        PARTS[(self.at % 2) as usize]
    }

    /// A part's data comes. What the parts before have given back may still be in use, then that is waited for.
    fn enter(&mut self, place: Caller<'_>, items: &mut [Data]) -> Outcome<()> {
        let key = Some(self.queue());
        let mut entered = data::enter(self.state, place, items, Counter::Structured, key);
        if matches!(&entered, Err(e) if e.code == Code::OutOfMemory) {
            self.finish(place)?;
            self.wait(&place)?;
            entered = data::enter(self.state, place, items, Counter::Structured, key);
        }
        entered?;
        let before = self
            .state
            .queues
            .existing(PARTS[((self.at + 1) % 2) as usize]);
        if let Some(before) = before.filter(|_| self.plan.as_ref().is_some_and(|p| p.chained)) {
            let mut work = self.state.begin(&place, key)?;
            let followed = work.follow(&before);
            followed.map_err(|e| Failure::new(format!("{place}: {}: {e}", self.state)))?;
        }
        Ok(())
    }

    /// What the part before has left comes back.
    fn finish(&mut self, place: Caller<'_>) -> Outcome<()> {
        match self.launched.take() {
            Some(left) => parts::finish(self.state, place, left),
            None => Ok(()),
        }
    }

    fn wait(&self, place: &Caller<'_>) -> Outcome<()> {
        for queue in PARTS
            .iter()
            .filter_map(|key| self.state.queues.existing(*key))
        {
            let done = queue.synchronize(self.state.device.as_ref());
            done.map_err(|e| Failure::new(format!("{place}: {}: {e}", self.state)))?;
        }
        Ok(())
    }

    /// The last part has run.
    fn end(mut self, place: Caller<'_>) -> Outcome<()> {
        self.finish(place)?;
        self.wait(&place)?;
        if let Some(plan) = &mut self.plan {
            let all = &mut plan.stays;
            data::exit(self.state, place, all, Counter::Structured, None)?;
        }
        regions::close(self.region);
        Ok(())
    }

    /// No parts help: the version for the cores runs.
    fn leave_to_cores(mut self, place: Caller<'static>) -> Outcome<()> {
        if let Some(l) = self.lacking.take() {
            // SAFETY: the unit is registered.
            unsafe {
                lacking::goes_to_cores(self.module, place, self.state, self.region.entries(), l)?
            };
        }
        regions::close(self.region);
        Ok(())
    }
}

/// Tells it, once for each construct.
pub fn told(place: &Caller<'_>, state: &DeviceState, lacking: &Lacking, what: &str) {
    static TOLD: Mutex<BTreeSet<(String, String)>> = Mutex::new(BTreeSet::new());
    let where_and_what = (place.at(0), place.construct().into_owned());
    if lock(&TOLD).insert(where_and_what) {
        warn(&format!("{place}: {}; {what}", lacking.told(state)));
    }
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_part_enter(
    module: *const Module,
    site: *const Site,
    values: *const Value,
    parts: *mut Parts,
) -> *mut Region {
    guard(|| {
        // SAFETY: the caller's promise; sites are constants of the program.
        let (place, parts) = unsafe { (Caller::of(site), parts.as_mut()) };
        let Some(parts) = parts else {
            return Err(Failure::new("a part of nothing"));
        };
        // SAFETY: it is null, or what this function has made for the construct.
        if let Some(run) = unsafe { parts.state.cast::<Run>().as_mut() } {
            // SAFETY: as above.
            return unsafe { part(run, site, values, parts) };
        }
        let Current::Device(state) = current(&place)? else {
            return Err(changed(&place));
        };
        regions::told("enter", &place, &Current::Device(state));
        let queue = key_of(&place, parts.queue)?;
        let event = tell(event::ENTER_DATA, place, Current::Device(state), queue);
        // SAFETY: as above.
        let mut region = unsafe { regions::filled(&place, site, values)? };
        let entered = data::lacking::enter(state, place, region.entries_mut(), queue)?;
        prof::end(event);
        Ok(match entered {
            Entered::There(rows) => regions::opened(region, state, rows)?,
            Entered::Lacking(lacking) => {
                compare::in_parts()?;
                construct::close()?;
                regions::unless_open(state, region.entries_mut());
                regions::told("leave", &place, &Current::Device(state));
                let run = Run {
                    module,
                    state,
                    region,
                    bounds: Bounds {
                        from: parts.from,
                        to: parts.to,
                        step: parts.step,
                        closed: parts.closed != 0,
                    },
                    parts: match lacking.what {
                        What::Memory { .. } => 2,
                        What::Driver => 0,
                    },
                    lacking: Some(lacking),
                    at: -1,
                    measured: Vec::new(),
                    plan: None,
                    launched: None,
                };
                parts.state = Box::into_raw(Box::new(run)).cast();
                std::ptr::null_mut()
            }
        })
    })
}

/// A part is measured, or comes.
///
/// # Safety
/// As for [`__accrs_part_enter`].
unsafe fn part(
    run: &mut Run,
    site: *const Site,
    values: *const Value,
    parts: &mut Parts,
) -> Outcome<*mut Region> {
    // SAFETY: the caller's promise.
    let (place, mut region) = unsafe {
        (
            Caller::of(site),
            regions::filled(&Caller::of(site), site, values)?,
        )
    };
    let items = region.entries_mut();
    regions::unless_open(run.state, items);
    for d in items.iter_mut() {
        d.flags &= !crate::abi::flag::HELD;
    }
    if run.plan.is_none() {
        run.measured.push(items.to_vec());
        regions::close(region);
        return Ok(std::ptr::null_mut());
    }
    regions::told("enter", &place, &Current::Device(run.state));
    parts.queue = run.queue();
    run.enter(place, items)?;
    regions::opened(region, run.state, None)
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_part_exit(region: *mut Region, parts: *mut Parts) {
    // SAFETY: the caller's promise; `state` is null or what `__accrs_part_enter` has made.
    let run = unsafe { parts.as_ref().and_then(|p| p.state.cast::<Run>().as_mut()) };
    let queue = unsafe { parts.as_ref() }.map_or(ASYNC_SYNC, |p| p.queue);
    let Some(run) = run.filter(|_| !region.is_null()) else {
        // SAFETY: the caller's promise.
        unsafe { regions::__accrs_data_exit(region, queue) };
        return;
    };
    guard(|| {
        // SAFETY: the caller's promise: it is what the entry made.
        let region = unsafe { Box::from_raw(region) };
        let place = region.place();
        regions::told("leave", &place, &Current::Device(run.state));
        let left = parts::leave(run.state, place, region.entries(), queue)?;
        run.finish(place)?;
        run.launched = Some(left);
        regions::close(region);
        Ok(())
    });
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_part_next(site: *const Site, parts: *mut Parts) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise; sites are constants of the program.
        let (place, all) = unsafe { (Caller::of(site), parts.as_mut()) };
        let Some(all) = all.filter(|all| !all.state.is_null()) else {
            return Ok(0);
        };
        // SAFETY: what `__accrs_part_enter` has made.
        let mut run = unsafe { Box::from_raw(all.state.cast::<Run>()) };
        run.at += 1;
        let going_on = if run.at < run.parts {
            run.show(all);
            true
        } else {
            run.plan.is_none() && !run.is_in_vain() && run.settle(&place, all)?
        };
        if going_on {
            all.state = Box::into_raw(run).cast();
            return Ok(1);
        }
        run.whole(all);
        (all.state, all.queue) = (std::ptr::null_mut(), ASYNC_SYNC);
        match run.plan {
            Some(_) => run.end(place)?,
            None => {
                all.cores = 1;
                run.leave_to_cores(place)?;
            }
        }
        Ok(0)
    })
}
