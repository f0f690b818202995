//! Loops that several devices share (`__accrs_shares`): each has a part of the iterations.
//!
//! The construct's text for that stands in a loop. Its first turns only measure: `__accrs_share_enter` gets the sections of each part and answers null. When all parts have been measured, their data goes to the devices, for each from a thread of its own: the host waits in copies from memory that isn't
//! page-locked. Then the construct's thread launches one kernel after the other, each on a queue of its device, and the same threads bring
//! back what they have left. Only when all is there does the construct go on. Until the first launch the host's memory is as it was: if there is a reason for one device to run all
//! of it, as that another one lacks memory, all is taken back, and the text for one device follows.

use super::bounds::{Bounds, shares};
use super::data::{self as regions, Region};
use super::{changed, current, tell};
use crate::abi::{ASYNC_SYNC, ShareResult, Shares, Site, Value};
use crate::compare;
use crate::construct;
use crate::context::asynchronous::key_of;
use crate::context::several;
use crate::data::{self, Counter, Data, shared};
use crate::fatal::{Code, Failure, Outcome, guard};
use crate::notify::{self, LAUNCHES, STATS, count};
use crate::present::Table;
use crate::prof::{self, info::event};
use crate::queue::PARTS;
use crate::site::Caller;
use crate::state::{Current, DeviceState};
use std::collections::VecDeque;
use std::ffi::{c_int, c_void};
use std::ops::Range;
use std::sync::Mutex;
use std::thread;

/// The queue of a part, on each device.
const QUEUE: Option<c_int> = Some(PARTS[0]);

/// A construct whose loop several devices share.
struct Run {
    /// The device that would run all of it.
    current: &'static DeviceState,
    /// The construct's own queue.
    queue: c_int,
    bounds: Bounds,
    shares: Vec<Share>,
    /// The part at hand.
    at: usize,
    stage: Stage,
    results: Vec<Results>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Measuring,
    /// All parts have been measured, and their data is there.
    Running,
    Done,
}

/// What one device does.
struct Share {
    state: &'static DeviceState,
    /// The construct.
    place: Caller<'static>,
    iterations: Range<i128>,
    /// The part's sections; none while the construct has them.
    region: Option<Box<Region>>,
    /// Where they are.
    table: Mutex<Table>,
}

// What the region's items and the table's entries point to lasts until the run is over, and a thread of the run works on one share.
unsafe impl Send for Share {}

/// What the parts but the first leave of a reduction's variable.
struct Results {
    item: c_int,
    left: VecDeque<Box<[u128]>>,
    /// What the program looks at.
    taken: Option<Box<[u128]>>,
}

/// Tells that one device runs all of a construct, though there are several.
fn undivided(place: &Caller<'_>, state: &DeviceState, why: &str) {
    let (what, file, line) = (place.construct(), place.file(), place.line());
    notify::line(
        LAUNCHES,
        format_args!("undivided {what} file={file} line={line} device={state}: {why}"),
    );
}

impl Run {
    /// The run of a construct that has just begun; `None` where one device is to run it.
    fn begin(place: Caller<'static>, all: &Shares) -> Outcome<Option<Self>> {
        let bounds = Bounds {
            from: all.from,
            to: all.to,
            step: all.step,
            closed: all.closed != 0,
        };
        let Current::Device(current) = current(&place)? else {
            return Err(changed(&place));
        };
        let trips = bounds.trips();
        if trips < 2 {
            return Ok(None);
        }
        let found = several::several(current).map_err(|e| e.at(&place))?;
        let found = match found {
            Ok(devices) if devices.len() > 1 && compare::is_on() => {
                Err("ACCRS_COMPARE looks at one device".into())
            }
            other => other,
        };
        let devices = match found {
            Ok(devices) => devices,
            Err(why) => {
                undivided(&place, current, &why);
                return Ok(None);
            }
        };
        let weight = |s: &&DeviceState| u64::from(s.device.properties().multiprocessors.max(1));
        let weights: Vec<u64> = devices.iter().map(weight).collect();
        let ranges = devices.into_iter().zip(shares(trips, &weights));
        let share = |(state, iterations): (&'static DeviceState, Range<i128>)| Share {
            state,
            place,
            iterations,
            region: None,
            table: Mutex::default(),
        };
        let shares: Vec<Share> = ranges.filter(|(_, r)| !r.is_empty()).map(share).collect();
        Ok((shares.len() > 1).then_some(Self {
            current,
            queue: all.queue,
            bounds,
            shares,
            at: 0,
            stage: Stage::Measuring,
            results: Vec::new(),
        }))
    }

    /// Shows the part at hand; false behind the last one.
    fn show(&self, all: &mut Shares) -> bool {
        let share = self.shares.get(self.at);
        if let Some(share) = share {
            (all.from, all.to) = self.bounds.of(share.iterations.clone());
        }
        share.is_some()
    }

    /// Goes on to the next part. False: there is none, and either all have run, or one device is to run all of them.
    fn next(&mut self, place: Caller<'static>, all: &mut Shares) -> Outcome<bool> {
        self.at += 1;
        if self.at < self.shares.len() {
            return Ok(self.show(all));
        }
        if self.stage == Stage::Measuring {
            if let Some(why) = self.settle(place, all)? {
                undivided(&place, self.current, &why);
                self.close();
                return Ok(false);
            }
            (self.stage, self.at) = (Stage::Running, 0);
            return Ok(self.show(all));
        }
        self.each(Share::exit)
            .into_iter()
            .collect::<Outcome<()>>()?;
        self.close();
        self.stage = Stage::Done;
        Ok(false)
    }

    /// A part is measured, or its kernel is to be launched.
    ///
    /// # Safety
    /// As for [`__accrs_share_enter`].
    unsafe fn part(
        &mut self,
        site: *const Site,
        values: *const Value,
        all: &mut Shares,
    ) -> Outcome<*mut Region> {
        // SAFETY: the caller's promise.
        let place = unsafe { Caller::of(site) };
        let measuring = self.stage == Stage::Measuring;
        let Some(share) = self.shares.get_mut(self.at) else {
            return Ok(std::ptr::null_mut());
        };
        if measuring {
            // SAFETY: as above.
            let mut region = unsafe { regions::filled(&place, site, values)? };
            region.entries_mut().iter_mut().for_each(shared::as_part);
            share.region = Some(region);
            return Ok(std::ptr::null_mut());
        }
        let Some(region) = share.region.take() else {
            return Err(Failure::new(format!("{place}: a part that is nowhere")));
        };
        all.queue = PARTS[0];
        several::lead(share.state);
        regions::opened(region, share.state, None)
    }

    /// The part's kernel has been launched.
    fn leave(&mut self, region: Box<Region>) {
        several::follow();
        if let Some(share) = self.shares.get_mut(self.at) {
            share.region = Some(region);
        }
    }

    /// Brings the data of all parts to their devices. Some: why that can't be, in words; the devices are as they were.
    fn settle(&mut self, place: Caller<'static>, all: &Shares) -> Outcome<Option<String>> {
        let devices: Vec<&'static DeviceState> = self.shares.iter().map(|s| s.state).collect();
        let regions = self.shares.iter_mut();
        let regions = regions.filter_map(|s| s.region.as_deref_mut());
        let mut parts: Vec<&mut [Data]> = regions.map(Region::entries_mut).collect();
        shared::keep_what_is_read(&mut parts);
        let regions = self.shares.iter().filter_map(|s| s.region.as_deref());
        let parts: Vec<&[Data]> = regions.map(Region::entries).collect();
        // SAFETY: the table is a constant of the program.
        let results = unsafe { results(all) };
        let items: Vec<usize> = results.iter().map(|r| r.item as usize).collect();
        // The construct's own device may have no part, and the data all the same.
        let mut asked = vec![self.current];
        asked.extend(&devices);
        if let Some(why) = shared::why_not(&asked, &parts, &items) {
            return Ok(Some(why));
        }
        // SAFETY: as above; the items are those of the construct.
        unsafe { self.keep_results(results) };
        let key = key_of(&place, self.queue)?;
        // What is queued before an asynchronous construct comes before it.
        if let Some(before) = key.and_then(|key| self.current.queues.existing(key)) {
            let done = before.synchronize(self.current.device.as_ref());
            done.map_err(|e| Failure::new(format!("{place}: {}: {e}", self.current)))?;
        }
        construct::close()?;
        let mut lacking = None;
        for (entered, state) in self.each(Share::enter).into_iter().zip(&devices) {
            match entered {
                Err(e) if e.code == Code::OutOfMemory => {
                    lacking.get_or_insert(format!("{state} has no room for its part"));
                }
                other => other?,
            }
        }
        let Some(why) = lacking else {
            count(&STATS.device_parts, self.shares.len() as u64);
            return Ok(None);
        };
        self.each(Share::take_back)
            .into_iter()
            .collect::<Outcome<()>>()?;
        if key.is_none() {
            construct::open(self.current);
        }
        Ok(Some(why))
    }

    /// Gives the parts but the first variables of their own for results.
    ///
    /// # Safety
    /// The table is that of the construct.
    unsafe fn keep_results(&mut self, table: &[ShareResult]) {
        for r in table {
            let mut left = VecDeque::new();
            for share in self.shares.iter_mut().skip(1) {
                let items = share.region.as_deref_mut().map(Region::entries_mut);
                let Some(d) = items.and_then(|items| items.get_mut(r.item as usize)) else {
                    continue;
                };
                let mut own = vec![0_u128; d.bytes.div_ceil(size_of::<u128>())].into_boxed_slice();
                // SAFETY: the table has a value for each item, which is as large as the item.
                unsafe {
                    let (from, to) = (r.none.cast::<u8>(), own.as_mut_ptr().cast::<u8>());
                    std::ptr::copy_nonoverlapping(from, to, d.bytes);
                }
                d.host = own.as_mut_ptr().cast::<c_void>();
                left.push_back(own);
            }
            self.results.push(Results {
                item: r.item,
                left,
                taken: None,
            });
        }
    }

    /// What the next of the parts has left of a result, until all have been looked at.
    fn result(&mut self, item: c_int) -> Option<*const c_void> {
        let of = self.results.iter_mut().find(|r| r.item == item)?;
        of.taken = of.left.pop_front();
        of.taken.as_ref().map(|own| own.as_ptr().cast())
    }

    /// Does `work` for each device, for all but the first in threads of their own. Tools, and times, are told of it by the construct's own thread, one device
    /// after the other.
    fn each(&mut self, work: fn(&mut Share) -> Outcome<()>) -> Vec<Outcome<()>> {
        if prof::active() {
            return self.shares.iter_mut().map(work).collect();
        }
        thread::scope(|scope| {
            let mut rest = self.shares.iter_mut();
            let first = rest.next();
            let others: Vec<_> = rest.map(|share| scope.spawn(|| work(share))).collect();
            let mut done: Vec<Outcome<()>> = first.into_iter().map(work).collect();
            done.extend(others.into_iter().map(|thread| {
                let panicked = |_| Err(Failure::new("a thread of a device has failed"));
                thread.join().unwrap_or_else(panicked)
            }));
            done
        })
    }

    fn close(&mut self) {
        let regions = self.shares.iter_mut().filter_map(|s| s.region.take());
        regions.for_each(regions::close);
    }
}

impl Share {
    fn enter(&mut self) -> Outcome<()> {
        let place = self.place;
        let Some(region) = &mut self.region else {
            return Ok(());
        };
        prof::note(&place);
        regions::told("enter", &place, &Current::Device(self.state));
        let event = tell(event::ENTER_DATA, place, Current::Device(self.state), QUEUE);
        let (table, items) = (&self.table, region.entries_mut());
        data::enter_in(self.state, table, place, items, Counter::Structured, QUEUE)?;
        prof::end(event);
        Ok(())
    }

    /// What the part has left comes back, and all of it has come.
    fn exit(&mut self) -> Outcome<()> {
        let place = self.place;
        let Some(region) = &mut self.region else {
            return Ok(());
        };
        prof::note(&place);
        regions::told("leave", &place, &Current::Device(self.state));
        let event = tell(event::EXIT_DATA, place, Current::Device(self.state), QUEUE);
        let (table, items) = (&self.table, region.entries_mut());
        data::exit_in(self.state, table, place, items, Counter::Structured, QUEUE)?;
        self.wait()?;
        prof::end(event);
        Ok(())
    }

    fn take_back(&mut self) -> Outcome<()> {
        let place = self.place;
        self.wait()?;
        let Some(region) = &mut self.region else {
            return Ok(());
        };
        regions::told("leave", &place, &Current::Device(self.state));
        shared::take_back(self.state, &self.table, place, region.entries_mut())
    }

    fn wait(&self) -> Outcome<()> {
        let queue = self.state.queues.existing(PARTS[0]);
        let Some(queue) = queue else {
            return Ok(());
        };
        let done = queue.synchronize(self.state.device.as_ref());
        done.map_err(|e| {
            Failure::of(
                Code::Execution,
                format!("{}: {}: {e}", self.place, self.state),
            )
        })
    }
}

/// # Safety
/// The table is a constant of the program.
unsafe fn results(all: &Shares) -> &'static [ShareResult] {
    match usize::try_from(all.nresults) {
        // SAFETY: the caller's promise.
        Ok(n) if n > 0 && !all.results.is_null() => unsafe {
            std::slice::from_raw_parts(all.results, n)
        },
        _ => &[],
    }
}

impl Shares {
    /// # Safety
    /// `state` is null, or what this module has made for the construct.
    unsafe fn run(&mut self) -> Option<&mut Run> {
        // SAFETY: the caller's promise.
        unsafe { self.state.cast::<Run>().as_mut() }
    }
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_share_next(site: *const Site, shares: *mut Shares) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise; sites are constants of the program.
        let (place, all) = unsafe { (Caller::of(site), shares.as_mut()) };
        let Some(all) = all else {
            return Err(Failure::new("parts of nothing"));
        };
        if all.state.is_null() {
            let Some(run) = Run::begin(place, all)? else {
                return Ok(0);
            };
            let comes = run.show(all);
            all.state = Box::into_raw(Box::new(run)).cast();
            return Ok(c_int::from(comes));
        }
        let run = all.state.cast::<Run>();
        // SAFETY: what this function has made, and nobody else has.
        let next = unsafe { run.as_mut() }.map(|run| run.next(place, all));
        next.unwrap_or(Ok(false)).map(c_int::from)
    })
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_share_enter(
    site: *const Site,
    values: *const Value,
    shares: *mut Shares,
) -> *mut Region {
    guard(|| {
        // SAFETY: the caller's promise; the run is nobody else's.
        let (all, run) = unsafe {
            let run = shares.as_mut().map(|all| all.state.cast::<Run>());
            (shares.as_mut(), run.and_then(|run| run.as_mut()))
        };
        match (all, run) {
            // SAFETY: as above.
            (Some(all), Some(run)) => unsafe { run.part(site, values, all) },
            _ => Ok(std::ptr::null_mut()),
        }
    })
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_share_exit(region: *mut Region, shares: *mut Shares) {
    if region.is_null() {
        return;
    }
    // SAFETY: the caller's promise: it is what the entry made.
    let region = unsafe { Box::from_raw(region) };
    // SAFETY: as above.
    if let Some(run) = unsafe { shares.as_mut().and_then(|all| all.run()) } {
        run.leave(region);
    }
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_share_result(shares: *mut Shares, item: c_int) -> *const c_void {
    // SAFETY: the caller's promise.
    let run = unsafe { shares.as_mut().and_then(|all| all.run()) };
    let done = run.filter(|run| run.stage == Stage::Done);
    done.and_then(|run| run.result(item))
        .unwrap_or(std::ptr::null())
}

/// # Safety
/// See accrt.h.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_share_end(shares: *mut Shares) -> c_int {
    // SAFETY: the caller's promise.
    let Some(all) = (unsafe { shares.as_mut() }).filter(|all| !all.state.is_null()) else {
        return 0;
    };
    // SAFETY: what `__accrs_share_next` has made; nobody has it any more.
    let run = unsafe { Box::from_raw(all.state.cast::<Run>()) };
    (all.state, all.queue) = (std::ptr::null_mut(), ASYNC_SYNC);
    c_int::from(run.stage == Stage::Done)
}
