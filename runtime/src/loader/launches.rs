//! Launches that are under way: the memory that they have to themselves until they are done, and what is said of them if they fail.

use crate::device::{DevPtr, DeviceError, DeviceResult};
use crate::fatal::{Code, Failure, Outcome};
use crate::notify::{self, LAUNCHES};
use crate::prof::{self, About, At, info::event};
use crate::queue::{Pending, Work};
use crate::site::Caller;
use crate::state::DeviceState;
use crate::suspects;
use std::borrow::Cow;
use std::ffi::c_int;
use std::fmt::Display;

/// Synchronous launches on one stream, one behind the other, which are waited for together.
#[derive(Default)]
pub struct Launches<'a> {
    /// There from the first launch to the wait.
    work: Option<Work<'a>>,
    /// Each kernel once, however often it was launched.
    under_way: Vec<Launching<'a>>,
    /// What they have of the device's memory, one after the other.
    own: Own,
    scratch_bytes: u64,
    /// Scratch memory of launches before one that needed more.
    outgrown: Vec<DevPtr>,
}

impl<'a> Launches<'a> {
    pub const fn new() -> Self {
        Self {
            work: None,
            under_way: Vec::new(),
            own: Own {
                scratch: None,
                counter: None,
            },
            scratch_bytes: 0,
            outgrown: Vec::new(),
        }
    }

    /// Whether none is under way.
    pub fn is_empty(&self) -> bool {
        self.work.is_none()
    }

    /// What the next launch goes on: a queue, or the stream of those that are under way.
    pub(super) fn begin(
        &mut self,
        place: &Caller<'_>,
        state: &'a DeviceState,
        queue: Option<c_int>,
    ) -> Outcome<Work<'a>> {
        match self.work.take().filter(|_| queue.is_none()) {
            Some(work) => Ok(work),
            None => state.begin(place, queue),
        }
    }

    /// The memory that a launch has to itself while it runs: `bytes` of scratch memory, and a counter if it is `counted`.
    pub(super) fn own(
        &mut self,
        state: &DeviceState,
        work: &mut Work<'_>,
        bytes: u64,
        counted: bool,
    ) -> DeviceResult<Own> {
        let device = state.device.as_ref();
        if work.queue().is_some() {
            let on = work.queue().map(|q| q.as_ref());
            let scratch = (bytes > 0).then(|| state.memory.alloc(device, bytes, on));
            let scratch = scratch.transpose()?;
            let counter = counted.then(|| state.counters.take(&state.memory, work));
            return Ok(Own {
                scratch,
                counter: counter.transpose()?,
            });
        }
        if bytes > self.scratch_bytes {
            let larger = state.memory.alloc(device, bytes, None)?;
            self.outgrown.extend(self.own.scratch.replace(larger));
            self.scratch_bytes = bytes;
        }
        if counted && self.own.counter.is_none() {
            self.own.counter = Some(state.counters.take(&state.memory, work)?);
        }
        Ok(Own {
            scratch: self.own.scratch.filter(|_| bytes > 0),
            counter: self.own.counter.filter(|_| counted),
        })
    }

    /// A launch was put on what it had begun on.
    pub(super) fn add(&mut self, work: Work<'a>, launch: Launching<'a>, own: Own) -> Outcome<()> {
        if work.queue().is_some() {
            // Only this launch used its memory: no other queue has to pass.
            let given = own.give_back(launch.state, || work.pending());
            return given.map_err(|e| launch.fail(&e));
        }
        self.work = Some(work);
        if !self.under_way.iter().any(|l| l.is(&launch)) {
            self.under_way.push(launch);
        }
        Ok(())
    }

    /// What a launch that the driver refuses is told as: the error may be that of one before it.
    pub(super) fn refused(&mut self, launch: Launching<'a>, e: &DeviceError) -> Failure {
        self.under_way.push(launch);
        self.failed(e)
    }

    /// Waits for all of them.
    pub fn wait(&mut self) -> Outcome<()> {
        let (Some(mut work), Some(last)) = (self.work.take(), self.under_way.last()) else {
            return Ok(());
        };
        let (place, state) = (last.place, last.state);
        let at = || At::device(place, state, None);
        let told = prof::begin(event::WAIT, at, true, About::Nothing);
        work.wait_if_sync().map_err(|e| self.failed(&e))?;
        prof::end(told);
        self.under_way.clear();
        self.scratch_bytes = 0;
        let failed = |e| Failure::new(format!("{place}: {state}: {e}"));
        let own = std::mem::take(&mut self.own);
        own.give_back(state, Pending::new).map_err(failed)?;
        for scratch in self.outgrown.drain(..) {
            let freed = state
                .memory
                .free(state.device.as_ref(), scratch, Pending::new());
            freed.map_err(failed)?;
        }
        Ok(())
    }

    /// An error of the kernels themselves. A fault names its kernel and device; an error of the driver doesn't say which kernel
    /// it is of.
    fn failed(&self, e: &DeviceError) -> Failure {
        let named = |text: &str| {
            let named = self.under_way.iter().filter(|l| text.contains(&*l.name));
            named.max_by_key(|l| l.name.len()).or(self.under_way.last())
        };
        let (mut failure, suspects) = match (e, &self.under_way[..]) {
            (DeviceError::KernelFault(text), _) => {
                let of = named(text);
                let place = of.map_or(String::new(), |l| format!("{}: ", l.place));
                let failure = Failure::of(Code::Execution, format!("{place}{text}"));
                (failure, of.map_or("", |l| &l.suspects))
            }
            (other, [one]) => (one.fail(other), &*one.suspects),
            (other, several) => {
                let name = |l: &Launching| format!("{} (line {})", l.name, l.place.line());
                let names: Vec<_> = several.iter().map(name).collect();
                let text = several.first().map_or(String::new(), |first| {
                    let (place, state) = (&first.place, first.state);
                    format!(
                        "{place}: one of the kernels {} on {state}: ",
                        names.join(", ")
                    )
                });
                // They are of one construct, and so are its pointers.
                let suspects = several.last().map_or("", |last| &last.suspects);
                (
                    Failure::of(Code::Execution, format!("{text}{other}")),
                    suspects,
                )
            }
        };
        failure.text += &suspects::told(suspects);
        failure
    }
}

/// Memory that a launch has to itself.
#[derive(Default)]
pub(super) struct Own {
    pub scratch: Option<DevPtr>,
    pub counter: Option<DevPtr>,
}

impl Own {
    /// It is used again when `pending` has passed.
    fn give_back(self, state: &DeviceState, pending: impl Fn() -> Pending) -> DeviceResult<()> {
        if let Some(ptr) = self.counter {
            state.counters.give(ptr, pending());
        }
        if let Some(ptr) = self.scratch {
            state.memory.free(state.device.as_ref(), ptr, pending())?;
        }
        Ok(())
    }
}

/// A launch, for messages about it.
pub(super) struct Launching<'a> {
    pub state: &'a DeviceState,
    pub place: Caller<'a>,
    pub name: Cow<'a, str>,
    /// The pointers that it gets with the host's addresses, in words.
    pub suspects: String,
}

impl Launching<'_> {
    /// Whether both are of one kernel.
    fn is(&self, other: &Self) -> bool {
        self.name.as_ptr() == other.name.as_ptr() || self.name == other.name
    }

    pub fn fail(&self, what: &dyn Display) -> Failure {
        let (place, name, state) = (&self.place, &self.name, self.state);
        Failure::of(
            Code::Execution,
            format!("{place}: kernel {name} on {state}: {what}"),
        )
    }

    pub fn tell(&self, queue: &dyn Display, grid: [u32; 3], block: [u32; 3]) {
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
