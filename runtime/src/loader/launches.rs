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
    under_way: Vec<(Launching<'a>, Own)>,
}

impl<'a> Launches<'a> {
    pub const fn new() -> Self {
        Self {
            work: None,
            under_way: Vec::new(),
        }
    }

    /// What the next launch goes on: a queue, or the stream of those that are under way.
    pub(super) fn begin(
        &mut self,
        state: &'a DeviceState,
        queue: Option<c_int>,
    ) -> Outcome<Work<'a>> {
        match self.work.take().filter(|_| queue.is_none()) {
            Some(work) => Ok(work),
            None => state.begin(queue),
        }
    }

    /// A launch was put on what it had begun on.
    pub(super) fn add(&mut self, work: Work<'a>, launch: Launching<'a>, own: Own) -> Outcome<()> {
        if work.queue().is_some() {
            // Only this launch used its memory: no other queue has to pass.
            let given = own.give_back(launch.state, || work.pending());
            return given.map_err(|e| launch.fail(&e));
        }
        self.work = Some(work);
        self.under_way.push((launch, own));
        Ok(())
    }

    /// What a launch that the driver refuses is told as: the error may be that of one before it.
    pub(super) fn refused(&mut self, launch: Launching<'a>, e: &DeviceError) -> Failure {
        self.under_way.push((launch, Own::default()));
        self.failed(e)
    }

    /// Waits for all of them.
    pub fn wait(&mut self) -> Outcome<()> {
        let (Some(mut work), Some((last, _))) = (self.work.take(), self.under_way.last()) else {
            return Ok(());
        };
        let at = || At::device(last.place, last.state, None);
        let told = prof::begin(event::WAIT, at, true, About::Nothing);
        work.wait_if_sync().map_err(|e| self.failed(&e))?;
        prof::end(told);
        for (launch, own) in self.under_way.drain(..) {
            let given = own.give_back(launch.state, Pending::new);
            given.map_err(|e| launch.fail(&e))?;
        }
        Ok(())
    }

    /// An error of the kernels themselves. A fault names its kernel and device; an error of the driver doesn't say which kernel
    /// it is of.
    fn failed(&self, e: &DeviceError) -> Failure {
        let all = || self.under_way.iter().map(|(launch, _)| launch);
        let named = |text: &str| {
            let named = all().filter(|l| text.contains(&*l.name));
            named.max_by_key(|l| l.name.len()).or(all().last())
        };
        let (mut failure, suspects) = match (e, &self.under_way[..]) {
            (DeviceError::KernelFault(text), _) => {
                let of = named(text);
                let place = of.map_or(String::new(), |l| format!("{}: ", l.place));
                let failure = Failure::of(Code::Execution, format!("{place}{text}"));
                (failure, of.map_or("", |l| &l.suspects))
            }
            (other, [(one, _)]) => (one.fail(other), &*one.suspects),
            (other, several) => {
                let name = |l: &Launching| format!("{} (line {})", l.name, l.place.line());
                let names: Vec<_> = all().map(name).collect();
                let text = several.first().map_or(String::new(), |(first, _)| {
                    let (place, state) = (&first.place, first.state);
                    format!(
                        "{place}: one of the kernels {} on {state}: ",
                        names.join(", ")
                    )
                });
                // They are of one construct, and so are its pointers.
                let suspects = several.last().map_or("", |(last, _)| &last.suspects);
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
