//! The memory manager: what data clauses do to the present table and to device
//! memory (OpenACC 3.3 §2.6 and §2.7), for structured regions, `enter data`, `exit
//! data`, `update`, `host_data` and the API alike.
//!
//! A call works through its entries with the device's table locked, so that no
//! other thread finds a section before its values are there. Synchronous calls
//! wait before they unlock; asynchronous ones leave their copies on the queue, and
//! memory that they give back is reused only when the queue has passed.
//!
//! [`entry`] is what a call works on, and [`table`] makes it of a construct's tables;
//! [`begin`] and [`end`] are where lifetimes do, [`joined`] makes one of sections that overlap, [`transfer`] moves sections,
//! [`held`] keeps sections over the turns of a loop, [`lacking`] finds what doesn't fit, [`parts`] what of it can come and go, [`shared`] what several devices can have parts of, [`attach`] keeps pointers, [`rows`] finds what is behind sections of pointers, [`both`] what a construct's kernels may use, [`scan`] tells whether the host may look for
//! sections itself, [`packed`] leaves out what lies between rows, [`map`] takes in user memory, [`own`] makes
//! what no table knows.

mod attach;
mod begin;
pub mod both;
mod end;
mod entry;
mod events;
pub mod held;
pub mod item;
pub mod joined;
pub mod lacking;
pub mod map;
mod own;
mod packed;
pub mod parts;
pub mod rows;
pub mod scan;
pub mod shared;
mod table;
mod transfer;

pub use entry::{Data, GAPS, Gaps};
pub use table::Entries;

use crate::abi::{flag, kind};
use crate::device::DevPtr;
use crate::explain::{self, Structs};
use crate::fatal::{Code, Failure, Outcome, lock};
use crate::notify::{self, MEMORY, TRANSFERS};
use crate::present::{Lookup, Table};
use crate::queue::Work;
use crate::site::Caller;
use crate::state::DeviceState;
use crate::suspects;
use item::{asked, by_address, is_empty, is_holder, misplaced, name_of, skipped};
use joined::Joined;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

/// Which reference counter a call changes (§2.6.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counter {
    Structured,
    Dynamic,
}

/// One call's work on one device.
struct Call<'a> {
    state: &'a DeviceState,
    place: Caller<'a>,
    table: MutexGuard<'a, Table>,
    work: Work<'a>,
    counter: Counter,
    serial: u64,
    /// Device pointers to write, and their new values.
    pointers: Vec<(DevPtr, u64)>,
    /// Sections that come to the device as one, by their first bytes, until they are there.
    joined: BTreeMap<usize, Joined>,
}

/// Entry of a structured region, or `enter data`. Fills `device` of each entry.
pub fn enter(
    state: &DeviceState,
    place: Caller<'_>,
    data: &mut [Data],
    counter: Counter,
    queue: Option<c_int>,
) -> Outcome<()> {
    enter_in(state, &state.table, place, data, counter, queue)
}

/// Likewise, with a table of one's own in which no other thread finds anything.
pub fn enter_in(
    state: &DeviceState,
    table: &Mutex<Table>,
    place: Caller<'_>,
    data: &mut [Data],
    counter: Counter,
    queue: Option<c_int>,
) -> Outcome<()> {
    let mut call = Call::within(state, table, place, counter, queue)?;
    call.make_way(data)?;
    call.join(data);
    let mut entered = 0;
    if let Err(failure) = call.enter_each(data, &mut entered) {
        if failure.code == Code::OutOfMemory && counter == Counter::Structured {
            call.take_back(in_order(data).take(entered))?;
        }
        return Err(failure);
    }
    // "The implementation schedules pointer updates after any data copies" (§2.7.2).
    for d in data.iter() {
        if !d.pointer.is_null() {
            call.attach(d)?;
        }
    }
    call.write_pointers()?;
    call.finish()
}

/// Structs that come along by themselves go before clauses on their members, which are then parts of them.
fn in_order(data: &mut [Data]) -> impl Iterator<Item = &mut Data> {
    let (holders, others): (Vec<_>, Vec<_>) = data.iter_mut().partition(|d| is_holder(d));
    holders.into_iter().chain(others)
}

/// Exit of a structured region, or `exit data`, with the entries that `enter` had.
pub fn exit(
    state: &DeviceState,
    place: Caller<'_>,
    data: &mut [Data],
    counter: Counter,
    queue: Option<c_int>,
) -> Outcome<()> {
    exit_in(state, &state.table, place, data, counter, queue)
}

/// Likewise, of what [`enter_in`] has brought.
pub fn exit_in(
    state: &DeviceState,
    table: &Mutex<Table>,
    place: Caller<'_>,
    data: &mut [Data],
    counter: Counter,
    queue: Option<c_int>,
) -> Outcome<()> {
    let mut call = Call::within(state, table, place, counter, queue)?;
    for d in data.iter() {
        let looked_up = counter == Counter::Dynamic && !skipped(d) && !by_address(d);
        if looked_up && matches!(call.find(d), Lookup::Partly { .. }) {
            return Err(call.partly_present(d));
        }
        if !d.pointer.is_null() && call.counted(d) {
            call.detach(d)?;
        }
    }
    let mut ending = BTreeSet::new();
    for d in data.iter() {
        call.note_use(d);
        call.release(d, &mut ending);
    }
    for d in data.iter() {
        call.note_written(d);
    }
    for start in &ending {
        call.wait_for_users(*start)?;
    }
    for start in &ending {
        call.detach_all(*start);
    }
    call.write_pointers()?;
    for d in data.iter() {
        let always = d.flags & flag::ALWAYS_OUT != 0;
        let copies = always || matches!(d.kind, kind::COPY | kind::COPYOUT);
        let Some(start) = call.entry_of(d).filter(|_| copies && !skipped(d)) else {
            continue;
        };
        if ending.contains(&start) || always {
            let device = call.device_address(start, d.host);
            call.download(d, device)?;
        }
    }
    call.wait()?;
    for d in data.iter_mut().filter(|d| d.flags & flag::OWN != 0) {
        call.drop_copy(d)?;
    }
    for start in ending {
        call.end_lifetime(start)?;
    }
    Ok(())
}

/// A variable of a file-scope `declare` comes to a device (§2.13.2): created, or held once more by
/// a structured count. `value`: what `copyin` copies, if it isn't the variable itself.
pub fn declare(
    state: &DeviceState,
    place: Caller<'_>,
    d: &mut Data,
    value: Option<*const c_void>,
) -> Outcome<()> {
    let mut call = Call::new(state, place, Counter::Structured, None)?;
    let host = d.host;
    let new = call.table.find(host as usize, d.bytes) == Lookup::Absent;
    let copies = std::mem::replace(&mut d.kind, kind::CREATE) == kind::COPYIN;
    call.enter_one(d)?;
    if new && copies && d.device != host {
        let device = DevPtr(d.device as u64);
        d.host = value.map_or(host, <*const c_void>::cast_mut);
        call.upload_whole(d, device)?;
        d.host = host;
    }
    call.finish()
}

/// The end of such a variable's lifetime for one unit.
pub fn undeclare(state: &DeviceState, place: Caller<'_>, d: &mut Data) -> Outcome<()> {
    d.kind = kind::CREATE;
    exit(
        state,
        place,
        std::slice::from_mut(d),
        Counter::Structured,
        None,
    )
}

/// The `update` directive (§2.14.4): entries are of the two update kinds.
pub fn update(
    state: &DeviceState,
    place: Caller<'_>,
    data: &mut [Data],
    queue: Option<c_int>,
) -> Outcome<()> {
    let mut call = Call::new(state, place, Counter::Dynamic, queue)?;
    for d in data.iter_mut().filter(|d| !is_empty(d)) {
        let device = match call.table.find(d.host as usize, d.bytes) {
            Lookup::Inside(start) => {
                call.complete(start, d)?;
                call.device_address(start, d.host)
            }
            Lookup::Absent if state.shares(d.host, d.bytes) => continue,
            Lookup::Absent if d.flags & flag::IF_PRESENT != 0 => continue,
            Lookup::Absent => return Err(call.not_present(d)),
            Lookup::Partly { .. } => return Err(call.partly_present(d)),
        };
        d.device = device.0 as *mut c_void;
        match d.kind {
            kind::UPDATE_HOST => call.download(d, device)?,
            kind::UPDATE_DEVICE => call.upload(d, device)?,
            other => return Err(misplaced(&call.place, d, other)),
        }
        call.note_use(d);
    }
    call.finish()
}

/// `host_data use_device` (§2.8): fills `device` of each entry.
pub fn use_device(state: &DeviceState, place: Caller<'_>, data: &mut [Data]) -> Outcome<()> {
    let table = lock(&state.table);
    for d in data.iter_mut() {
        let host = d.host as usize;
        d.device = match table.holding(host) {
            Some(entry) => entry.translate(host).0 as *mut c_void,
            None if state.shares(d.host, 1) => d.host,
            None if d.host.is_null() || d.flags & flag::IF_PRESENT != 0 => d.host,
            None => {
                let name = name_of(d);
                return Err(explain::not_present(
                    state,
                    &table,
                    &asked(d, &name),
                    &place,
                ));
            }
        };
    }
    Ok(())
}

impl<'a> Call<'a> {
    fn new(
        state: &'a DeviceState,
        place: Caller<'a>,
        counter: Counter,
        queue: Option<c_int>,
    ) -> Outcome<Self> {
        Self::within(state, &state.table, place, counter, queue)
    }

    fn within(
        state: &'a DeviceState,
        table: &'a Mutex<Table>,
        place: Caller<'a>,
        counter: Counter,
        queue: Option<c_int>,
    ) -> Outcome<Self> {
        static SERIAL: AtomicU64 = AtomicU64::new(1);
        let table = lock(table);
        let work = state.begin(&place, queue)?;
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        Ok(Self {
            state,
            place,
            table,
            work,
            counter,
            serial,
            pointers: Vec::new(),
            joined: BTreeMap::new(),
        })
    }

    /// Starts the lifetime of each item; `entered` counts them.
    fn enter_each(&mut self, data: &mut [Data], entered: &mut usize) -> Outcome<()> {
        for holders in [true, false] {
            for d in data.iter_mut().filter(|d| is_holder(d) == holders) {
                self.enter_one(d)?;
                self.note_use(d);
                *entered += 1;
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Outcome<()> {
        self.wait()
    }

    /// A pointer to structs of unknown number: at least the first must be there, all of it.
    fn one_struct(&self, d: &Data) -> Outcome<()> {
        let first = Data {
            bytes: d.stride,
            ..*d
        };
        match self.table.find(first.host as usize, first.bytes) {
            Lookup::Inside(_) => Ok(()),
            _ => Err(self.partly_present(&first)),
        }
    }

    /// The entry of a data item. What the compiler added by itself may name a whole
    /// array of which a section is present: the kernel then uses that section. Some members of a struct are
    /// no section: the kernel may use others.
    fn find(&self, d: &Data) -> Lookup {
        match self.table.find(d.host as usize, d.bytes) {
            Lookup::Partly { first, more: false }
                if d.flags & flag::IMPLICIT != 0
                    && self.has_both_ends(first, d)
                    && self.whole_elements(first, d) =>
            {
                Lookup::Inside(first)
            }
            other => other,
        }
    }

    /// Whether the entry has some of the first element and of the last, where the construct uses both for certain.
    fn has_both_ends(&self, start: usize, d: &Data) -> bool {
        let host = d.host as usize;
        d.flags & flag::EXACT == 0
            || self
                .table
                .get(start)
                .is_some_and(|e| e.start < host + d.stride && host + d.bytes < e.end() + d.stride)
    }

    /// Whether the entry begins and ends where elements of the data item do, or has all of a struct that is used, or is a
    /// section of the member array that is all of it.
    fn whole_elements(&self, start: usize, d: &Data) -> bool {
        if d.flags & flag::STRUCTS == 0 || d.stride == 0 {
            return true;
        }
        if d.blocks == 0 {
            let (from, to) = (d.host as usize + d.block_bytes, d.host as usize + d.stride);
            let array = d.flags & flag::ONE_ARRAY != 0;
            return self.table.get(start).is_some_and(|e| {
                e.start <= from && to <= e.end() || array && from <= e.start && e.end() <= to
            });
        }
        let on_edge = |at: usize| at.abs_diff(d.host as usize).is_multiple_of(d.stride);
        self.table
            .get(start)
            .is_some_and(|e| on_edge(e.start) && on_edge(e.end()))
    }

    fn entry_of(&self, d: &Data) -> Option<usize> {
        if by_address(d) {
            return self.table.holding(d.host as usize).map(|e| e.start);
        }
        if is_empty(d) {
            return None;
        }
        match self.find(d) {
            Lookup::Inside(start) => Some(start),
            _ => None,
        }
    }

    /// Whether the data is in memory that the device shares, and the program has not put it on the device all the same
    /// (`acc_map_data`).
    fn is_shared(&self, d: &Data) -> bool {
        let bytes = if is_empty(d) { 1 } else { d.bytes };
        d.flags & flag::CAPTURE == 0
            && self.state.shares(d.host, bytes)
            && self.table.find(d.host as usize, bytes) == Lookup::Absent
    }

    /// False when the counter that this exit would decrement is zero already: then
    /// nothing is done, not even a detach.
    fn counted(&self, d: &Data) -> bool {
        if matches!(d.kind, kind::ATTACH | kind::DETACH) || is_empty(d) && !by_address(d) {
            return true;
        }
        let Some(entry) = self.entry_of(d).and_then(|start| self.table.get(start)) else {
            return false;
        };
        match self.counter {
            Counter::Structured => entry.structured > 0,
            Counter::Dynamic => entry.dynamic > 0,
        }
    }

    fn device_address(&self, start: usize, host: *mut c_void) -> DevPtr {
        self.table
            .get(start)
            .map_or(DevPtr(0), |e| e.translate(host as usize))
    }

    /// Where a host address is on the device; null where it isn't.
    fn translation(&self, host: *mut c_void) -> *mut c_void {
        let address = host as usize;
        self.table
            .holding(address)
            .map_or(std::ptr::null_mut(), |e| {
                e.translate(address).0 as *mut c_void
            })
    }

    /// Notes a pointer that the kernel gets with the host's address: what is behind it is not on the device. Whether the
    /// kernel follows it is seen when it runs.
    fn suspect(&self, d: &Data) -> bool {
        let address = d.host as u64;
        let found = !d.host.is_null() && !self.state.device.reaches(address);
        if found {
            suspects::note(&name_of(d), address);
        }
        found
    }

    fn unreachable(&self, d: &Data) -> Failure {
        explain::unreachable(self.state, &self.table, &asked(d, &name_of(d)), &self.place)
    }

    fn tell(&self, what: &str, d: &Data, bytes: usize) {
        let bit = match what {
            "upload" | "download" => TRANSFERS,
            _ => MEMORY,
        };
        if notify::on(bit) {
            let line = if d.line > 0 {
                d.line
            } else {
                self.place.line()
            };
            notify::line(
                bit,
                format_args!(
                    "{what} {} bytes={bytes} file={} line={line} device={} queue={}",
                    name_of(d),
                    self.place.file(),
                    self.state,
                    self.work
                ),
            );
        }
    }

    fn not_present(&self, d: &Data) -> Failure {
        explain::not_present(self.state, &self.table, &asked(d, &name_of(d)), &self.place)
    }

    fn partly_present(&self, d: &Data) -> Failure {
        let structs = match d.flags & flag::STRUCTS {
            0 => Structs::No,
            _ if d.blocks == 0 || d.bytes == d.stride => Structs::One,
            _ => Structs::Several,
        };
        let (name, place) = (name_of(d), &self.place);
        explain::partly_present(self.state, &self.table, &asked(d, &name), place, structs)
    }

    fn driver_error(&self, d: &Data, error: &crate::device::DeviceError) -> Failure {
        explain::driver(
            self.state,
            &self.table,
            &asked(d, &name_of(d)),
            &self.place,
            error,
        )
    }
}
