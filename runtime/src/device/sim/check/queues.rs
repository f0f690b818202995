//! What orders the operations of queues and of the host: the program's own waits alone, whatever the runtime waits for besides.
//!
//! The host is one line of operations, and so is each queue of each device. An operation knows how far each line had come that it comes
//! behind (a vector clock: Fidge 1988, Mattern 1989), from what the host had issued and awaited when it was issued itself. So two
//! operations are ordered or not by the program's text, and not by when they happened to run. All threads of the host are one line: what orders them
//! isn't known here.

use super::watch::kinds;
use super::{ACTIVE, across, stale};
use crate::device::Rows;
use crate::device::sim::fault;
use crate::own;
use crate::site::Caller;
use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A construct's or routine's operation on a line.
pub struct Operation {
    /// The operations' numbers are in the order in which they were issued.
    pub issued: u64,
    /// 0 is the host's.
    line: usize,
    number: u64,
    /// How far each line had come before it; of its own line, its own number.
    clock: Vec<u64>,
    pub queue: Option<c_int>,
    /// `file:line`, or the routine's name.
    pub place: String,
    /// The construct's directive: `parallel loop`; empty for a routine.
    pub construct: String,
}

impl Operation {
    /// Whether it is done before another one begins.
    pub fn is_before(&self, other: &Self) -> bool {
        covers(&other.clock, self)
    }

    /// `queue 1`; `the host`
    pub fn who(&self) -> String {
        match self.queue {
            Some(queue) => format!("queue {queue}"),
            None => "the host".into(),
        }
    }

    /// `f.c:12: parallel loop, async(1)`
    pub fn words(&self) -> String {
        let mut words = self.place.clone();
        if !self.construct.is_empty() {
            words.push_str(&format!(": {}", self.construct));
        }
        match self.queue {
            Some(queue) => words.push_str(&format!(", async({queue})")),
            None => words.push_str(", without async"),
        }
        words
    }
}

fn covers(clock: &[u64], operation: &Operation) -> bool {
    clock
        .get(operation.line)
        .is_some_and(|n| *n >= operation.number)
}

/// Memory of the host that an operation on a queue copies, which nothing has awaited.
pub struct Range {
    pub start: usize,
    pub rows: Rows,
    /// It is written.
    pub writes: bool,
    pub name: String,
    pub operation: Arc<Operation>,
}

impl Range {
    fn end(&self) -> usize {
        let last = self.rows.count.saturating_sub(1) * self.rows.stride;
        self.start + (last + self.rows.bytes) as usize
    }

    fn meets(&self, start: usize, bytes: usize) -> bool {
        if start + bytes <= self.start || start >= self.end() {
            return false;
        }
        let stride = self.rows.stride as usize;
        if self.rows.count <= 1 || stride == 0 {
            return true;
        }
        let from = start.max(self.start) - self.start;
        from % stride < self.rows.bytes as usize
            || (from / stride + 1) * stride + self.start < start + bytes
    }
}

struct Line {
    device: usize,
    key: c_int,
    clock: Vec<u64>,
}

struct Lines {
    host: Vec<u64>,
    queues: Vec<Line>,
    ranges: Vec<Range>,
    /// Accesses of generated code.
    ours: Vec<usize>,
}

static LINES: Mutex<Lines> = Mutex::new(Lines {
    host: Vec::new(),
    queues: Vec::new(),
    ranges: Vec::new(),
    ours: Vec::new(),
});
/// Some operation was on a queue.
static USED: AtomicBool = AtomicBool::new(false);
/// Whether queues have memory of the host ([`RANGES`]), or devices have sections whose newest values are followed ([`SECTIONS`]): what the host's
/// accesses ask first.
#[unsafe(no_mangle)]
pub static __accrs_check_waiting: AtomicU8 = AtomicU8::new(0);

own! {
    /// The operation that this thread is putting on a stream.
    static NOW: Option<Arc<Operation>> = None;
}

fn lines() -> MutexGuard<'static, Lines> {
    LINES.lock().unwrap_or_else(PoisonError::into_inner)
}

fn join(clock: &mut Vec<u64>, other: &[u64]) {
    if clock.len() < other.len() {
        clock.resize(other.len(), 0);
    }
    for (mine, theirs) in clock.iter_mut().zip(other) {
        *mine = (*mine).max(*theirs);
    }
}

fn step(clock: &mut Vec<u64>, line: usize) -> u64 {
    if clock.len() <= line {
        clock.resize(line + 1, 0);
    }
    clock[line] += 1;
    clock[line]
}

impl Lines {
    fn find(&self, device: usize, key: c_int) -> Option<usize> {
        self.queues
            .iter()
            .position(|q| q.device == device && q.key == key)
    }

    /// Drops what the host has awaited.
    fn settle(&mut self) {
        let host = &self.host;
        self.ranges.retain(|r| !covers(host, &r.operation));
        self.tell();
    }

    fn tell(&self) {
        ask(RANGES, !self.ranges.is_empty());
    }
}

const RANGES: u8 = 1;
const SECTIONS: u8 = 2;

fn ask(bit: u8, yes: bool) {
    match yes {
        true => __accrs_check_waiting.fetch_or(bit, Ordering::Relaxed),
        false => __accrs_check_waiting.fetch_and(!bit, Ordering::Relaxed),
    };
}

/// Whether devices have sections whose newest values are followed.
pub fn sections(any: bool) {
    ask(SECTIONS, any);
}

/// Whether any operation was on a queue.
pub fn used() -> bool {
    USED.load(Ordering::Relaxed)
}

/// Whether the host has awaited all that is on queues.
pub fn settled() -> bool {
    let lines = lines();
    let awaited = |(n, q): (usize, &Line)| {
        let reached = |clock: &[u64]| clock.get(n + 1).copied().unwrap_or(0);
        reached(&q.clock) <= reached(&lines.host)
    };
    lines.queues.iter().enumerate().all(awaited)
}

/// An operation is issued; none where nothing is checked, or nothing has been on a queue yet.
pub fn begin(device: usize, key: Option<c_int>, place: &Caller<'_>) -> Option<Arc<Operation>> {
    if !ACTIVE.load(Ordering::Relaxed)
        || (key.is_none() && !used())
        || !(kinds().waits || kinds().stale)
    {
        return None;
    }
    let mut all = lines();
    let own = &mut *all;
    let (line, clock) = match key {
        None => (0, &mut own.host),
        Some(key) => {
            USED.store(true, Ordering::Relaxed);
            let n = own.find(device, key).unwrap_or_else(|| {
                own.queues.push(Line {
                    device,
                    key,
                    clock: Vec::new(),
                });
                own.queues.len() - 1
            });
            let clock = &mut own.queues[n].clock;
            join(clock, &own.host);
            (n + 1, clock)
        }
    };
    let number = step(clock, line);
    static ISSUED: AtomicU64 = AtomicU64::new(0);
    Some(Arc::new(Operation {
        issued: ISSUED.fetch_add(1, Ordering::Relaxed),
        line,
        number,
        clock: clock.clone(),
        queue: key,
        place: place.at(0),
        construct: match place {
            Caller::Construct(_) => place.construct().into_owned(),
            Caller::Api(_) => String::new(),
        },
    }))
}

/// What the calling thread puts on a stream while `push` runs belongs to an operation.
pub fn during<R>(operation: Option<&Arc<Operation>>, push: impl FnOnce() -> R) -> R {
    let Some(operation) = operation else {
        return push();
    };
    let before = NOW.replace(Some(operation.clone()));
    let result = push();
    NOW.set(before);
    result
}

/// The operation that this thread is putting on a stream.
pub fn now() -> Option<Arc<Operation>> {
    match used() {
        true => NOW.with_borrow(Clone::clone),
        false => None,
    }
}

/// The host has waited for a queue, or asked and heard that it is done.
pub fn awaited(device: usize, key: c_int) {
    if !used() {
        return;
    }
    let mut all = lines();
    let own = &mut *all;
    if let Some(n) = own.find(device, key) {
        join(&mut own.host, &own.queues[n].clock);
        own.settle();
    }
}

/// What comes next on a queue waits for what is on another one.
pub fn follows((device, key): (usize, c_int), (other, source): (usize, c_int)) {
    if !used() {
        return;
    }
    let mut own = lines();
    let Some(source) = own.find(other, source) else {
        return;
    };
    let clock = own.queues[source].clock.clone();
    let at = own.find(device, key).unwrap_or_else(|| {
        own.queues.push(Line {
            device,
            key,
            clock: Vec::new(),
        });
        own.queues.len() - 1
    });
    join(&mut own.queues[at].clock, &clock);
}

/// An operation copies rows of the host's memory to the device, or (`writes`) from there.
pub fn copies(
    operation: Option<&Arc<Operation>>,
    (start, rows): (usize, Rows),
    writes: bool,
    name: impl FnOnce() -> String,
) {
    let Some(operation) = operation else {
        return;
    };
    let mut own = lines();
    let new = Range {
        start,
        rows,
        writes,
        name: name(),
        operation: operation.clone(),
    };
    let bytes = new.end() - start;
    let met = own.ranges.iter().position(|old| {
        (old.writes || writes)
            && !old.operation.is_before(operation)
            && old.meets(start, bytes)
            && new.meets(old.start, old.end() - old.start)
    });
    if let Some(old) = met {
        across::copies(&own.ranges[old], &new);
    }
    if operation.queue.is_some() {
        own.ranges.push(new);
        own.tell();
    }
}

/// The host's own code reads or writes `bytes` bytes there, from the instruction before `pc`.
///
/// # Safety
/// Called by programs with checks only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_check_host(place: usize, bytes: usize, writes: c_int, pc: usize) {
    if __accrs_check_waiting.load(Ordering::Relaxed) & RANGES == 0
        || !copied_meanwhile(place, bytes, writes != 0, pc)
    {
        stale::host(place, bytes, writes != 0, pc);
    }
}

/// Tells of a queue that may still copy what the host touches; whether there is one.
fn copied_meanwhile(place: usize, bytes: usize, writes: bool, pc: usize) -> bool {
    let mut own = lines();
    let met = own
        .ranges
        .iter()
        .position(|r| (r.writes || writes) && r.meets(place, bytes));
    let Some(at) = met.filter(|_| !own.ours.contains(&pc)) else {
        return false;
    };
    let source = fault::source_of(pc);
    // What is generated around constructs reads what is there by a rule of its own.
    if source.as_ref().is_some_and(|s| s.contains("<accrs>:")) {
        own.ours.push(pc);
        return true;
    }
    let range = own.ranges.swap_remove(at);
    // One missing wait is told once for a variable.
    own.ranges.retain(|r| {
        r.name != range.name || r.operation.line != range.operation.line || r.writes != range.writes
    });
    own.tell();
    drop(own);
    stale::leave(place);
    across::host(&range, (place, bytes), writes, source);
    true
}

/// At the program's end: what queues still copy to the host's memory, of each queue once.
pub fn at_end() {
    let own = lines();
    let mut said = Vec::new();
    for range in own.ranges.iter().filter(|r| r.writes) {
        if !said.contains(&range.operation.line) {
            said.push(range.operation.line);
            across::never(range);
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub fn operation(line: usize, number: u64, clock: &[u64]) -> Operation {
        Operation {
            issued: 0,
            line,
            number,
            clock: clock.to_vec(),
            queue: None,
            place: String::new(),
            construct: String::new(),
        }
    }

    #[test]
    fn clocks_order_what_waits() {
        let first = operation(1, 1, &[0, 1]);
        assert!(!first.is_before(&operation(2, 1, &[0, 0, 1])));
        assert!(first.is_before(&operation(2, 2, &[0, 1, 2])));
        assert!(first.is_before(&operation(1, 2, &[0, 2])));
        assert!(!first.is_before(&operation(0, 1, &[1])));
    }

    #[test]
    fn rows_meet_where_they_have_bytes() {
        let range = Range {
            start: 1000,
            rows: Rows {
                count: 3,
                bytes: 8,
                stride: 100,
            },
            writes: true,
            name: String::new(),
            operation: Arc::new(operation(1, 1, &[0, 1])),
        };
        assert!(range.meets(1000, 1) && range.meets(1104, 8) && range.meets(1050, 60));
        assert!(!range.meets(1008, 92) && !range.meets(992, 8) && !range.meets(1208, 100));
        assert!(range.meets(900, 500));
    }
}
