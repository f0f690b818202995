//! When which work runs. Work is queued on streams and numbered there. Eager: each stream has a thread that carries out its queue,
//! and now and then a call does its own work before it returns. Lazy: nothing runs until a call waits or asks; then streams advance in random
//! order, those that the wait needs and some that it doesn't. Both keep CUDA's order and no more of it: within a stream, behind the events that
//! it waits for, and between the default stream and the blocking ones.

use super::call;
use super::error::{Code, Outcome};
use super::gpu::{Gpu, Handle};
use super::settings::Pace;
use super::work::{self, Work};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// A place in a stream: done when the stream has finished that many operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket {
    pub stream: Handle,
    pub number: u64,
}

#[derive(Default)]
pub struct Streams {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    streams: BTreeMap<Handle, Stream>,
    events: HashMap<Handle, Event>,
}

struct Stream {
    device: usize,
    /// Whether it keeps order with the default stream.
    blocking: bool,
    queue: VecDeque<Queued>,
    submitted: u64,
    finished: u64,
    /// One of its operations is being carried out.
    busy: bool,
    destroyed: bool,
    worker: bool,
    /// Its thread runs. A thread can't begin while `dlopen` has the library's constructors run, which may wait for the device.
    begun: bool,
    /// Host memory that its unfinished copies will write.
    outputs: Vec<(u64, Range<u64>)>,
}

struct Queued {
    number: u64,
    after: Vec<Ticket>,
    work: Work,
}

/// An event: the place where it was recorded last, and when that was reached.
#[derive(Clone, Copy)]
struct Event {
    device: usize,
    timed: bool,
    recorded: Option<Ticket>,
    reached: Option<Instant>,
}

impl State {
    /// A stream that is gone has finished.
    fn done(&self, ticket: Ticket) -> bool {
        self.streams
            .get(&ticket.stream)
            .is_none_or(|s| s.finished >= ticket.number)
    }

    /// Whether the stream's next operation could run now.
    fn ready(&self, stream: &Stream) -> bool {
        let head = stream.queue.front().filter(|_| !stream.busy);
        head.is_some_and(|head| head.after.iter().all(|t| self.done(*t)))
    }

    /// Streams that could run something which `goals` wait for.
    fn needed(&self, goals: &[Ticket]) -> Vec<Handle> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut open: Vec<Ticket> = goals.to_vec();
        while let Some(goal) = open.pop() {
            let Some(stream) = self.streams.get(&goal.stream) else {
                continue;
            };
            if self.done(goal) || !seen.insert(goal.stream) {
                continue;
            }
            if self.ready(stream) {
                found.insert(goal.stream);
            } else if let Some(head) = stream.queue.front() {
                open.extend(&head.after);
            }
        }
        found.into_iter().collect()
    }

    /// Every stream that could run something.
    fn runnable(&self) -> Vec<Handle> {
        let ready = self.streams.iter().filter(|(_, s)| self.ready(s));
        ready.map(|(handle, _)| *handle).collect()
    }

    fn push(
        &mut self,
        gpu: &Gpu,
        handle: Handle,
        work: Work,
        mut after: Vec<Ticket>,
    ) -> Result<Ticket, Code> {
        let stream = self.streams.get(&handle).ok_or(Code::INVALID_HANDLE)?;
        let default = gpu.devices[stream.device].default_stream;
        after.extend(self.implied(handle, stream, default));
        after.retain(|ticket| !self.done(*ticket));
        let stream = self.streams.get_mut(&handle).ok_or(Code::INVALID_HANDLE)?;
        stream.submitted += 1;
        let number = stream.submitted;
        if let Some(range) = work.writes_host() {
            stream.outputs.push((number, range));
        }
        stream.queue.push_back(Queued {
            number,
            after,
            work,
        });
        Ok(Ticket {
            stream: handle,
            number,
        })
    }

    /// What a new operation of a stream comes behind, by the rules of the default stream.
    fn implied(&self, handle: Handle, stream: &Stream, default: Handle) -> Vec<Ticket> {
        let last = |(handle, s): (&Handle, &Stream)| Ticket {
            stream: *handle,
            number: s.submitted,
        };
        let same = |s: &&Stream| s.device == stream.device && s.blocking;
        if handle == default {
            let others = self.streams.iter().filter(|(h, _)| **h != handle);
            others.filter(|(_, s)| same(s)).map(last).collect()
        } else if stream.blocking {
            let default = self.streams.get_key_value(&default);
            default.map(last).into_iter().collect()
        } else {
            vec![]
        }
    }
}

impl Streams {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn create(&self, handle: Handle, device: usize, blocking: bool) -> Handle {
        let stream = Stream {
            device,
            blocking,
            queue: VecDeque::new(),
            submitted: 0,
            finished: 0,
            busy: false,
            destroyed: false,
            worker: false,
            begun: false,
            outputs: Vec::new(),
        };
        self.lock().streams.insert(handle, stream);
        handle
    }

    /// The device and the kind (blocking) of a stream that was not destroyed.
    pub fn get(&self, handle: Handle) -> Result<(usize, bool), Code> {
        let state = self.lock();
        let stream = state.streams.get(&handle).filter(|s| !s.destroyed);
        stream
            .map(|s| (s.device, s.blocking))
            .ok_or(Code::INVALID_HANDLE)
    }

    /// Its handle is invalid from now on; its work is still done.
    pub fn destroy(&self, handle: Handle) -> Outcome {
        let mut state = self.lock();
        let stream = state.streams.get_mut(&handle).filter(|s| !s.destroyed);
        let stream = stream.ok_or(Code::INVALID_HANDLE)?;
        stream.destroyed = true;
        if stream.queue.is_empty() && !stream.busy {
            state.streams.remove(&handle);
        }
        self.changed.notify_all();
        Ok(())
    }

    /// Queues work behind all that its stream has, and behind `after`.
    pub fn submit(
        &self,
        gpu: &'static Gpu,
        handle: Handle,
        work: Work,
        after: Vec<Ticket>,
    ) -> Result<Ticket, Code> {
        let mut state = self.lock();
        let ticket = state.push(gpu, handle, work, after)?;
        self.start(gpu, state, ticket)?;
        Ok(ticket)
    }

    /// Lets an eager device begin with what was just queued.
    fn start(
        &self,
        gpu: &'static Gpu,
        mut state: MutexGuard<'_, State>,
        ticket: Ticket,
    ) -> Outcome {
        if gpu.settings.pace != Pace::Eager {
            return Ok(());
        }
        let stream = state.streams.get(&ticket.stream);
        let short = |s: &&Stream| s.queue.front().is_some_and(|head| head.work.is_short());
        let alone = |s: &Stream| s.queue.len() == 1 && state.ready(s);
        if stream.filter(short).is_some_and(alone) && gpu.random.one_in(2) {
            drop(self.run_head(gpu, state, ticket.stream));
            return Ok(());
        }
        self.employ(gpu, &mut state, ticket.stream)
    }

    /// Waits until all tickets are done. The state of the device is the caller's to look at.
    pub fn wait(&self, gpu: &'static Gpu, goals: &[Ticket]) {
        let mut state = self.lock();
        // Some waits move only what they need, as a GPU that is busy elsewhere; others what they like.
        let aside = gpu.random.one_in(2);
        while !goals.iter().all(|ticket| state.done(*ticket)) {
            let mut candidates = state.needed(goals);
            if gpu.settings.pace == Pace::Eager {
                candidates.retain(|h| state.streams.get(h).is_some_and(|s| !s.begun));
            } else if aside && gpu.random.one_in(3) {
                candidates = state.runnable();
            }
            state = match candidates.as_slice() {
                // Another thread carries out what this one needs.
                [] => self.sleep(state),
                some => self.run_head(gpu, state, some[gpu.random.below(some.len())]),
            };
        }
    }

    /// Whether a ticket is done. A lazy device may take the question as an occasion to do something.
    pub fn poll(&self, gpu: &'static Gpu, ticket: Ticket) -> bool {
        let mut state = self.lock();
        if gpu.settings.pace != Pace::Eager && !state.done(ticket) && gpu.random.one_in(2) {
            let candidates = match gpu.random.one_in(2) {
                true => state.needed(&[ticket]),
                false => state.runnable(),
            };
            if let Some(handle) = candidates.get(gpu.random.below(candidates.len())) {
                state = self.run_head(gpu, state, *handle);
            }
        }
        state.done(ticket)
    }

    /// The last place of a stream.
    pub fn last(&self, handle: Handle) -> Result<Ticket, Code> {
        let state = self.lock();
        let stream = state.streams.get(&handle).ok_or(Code::INVALID_HANDLE)?;
        Ok(Ticket {
            stream: handle,
            number: stream.submitted,
        })
    }

    /// The last places of the streams of a device: all, or only those that the default stream keeps order with.
    pub fn last_of(&self, device: usize, blocking_only: bool) -> Vec<Ticket> {
        let state = self.lock();
        let wanted = |s: &Stream| s.device == device && (s.blocking || !blocking_only);
        let wanted = state.streams.iter().filter(|(_, s)| wanted(s));
        wanted
            .map(|(handle, s)| Ticket {
                stream: *handle,
                number: s.submitted,
            })
            .collect()
    }

    /// Whether a copy to the host that isn't done will write any of these bytes.
    pub fn will_write(&self, bytes: &Range<u64>) -> bool {
        let state = self.lock();
        let mut outputs = state.streams.values().flat_map(|s| &s.outputs);
        outputs.any(|(_, range)| range.start < bytes.end && bytes.start < range.end)
    }

    /// Gives a stream its thread, if it has none yet.
    fn employ(&self, gpu: &'static Gpu, state: &mut State, handle: Handle) -> Outcome {
        if let Some(stream) = state.streams.get_mut(&handle).filter(|s| !s.worker) {
            stream.worker = true;
            let thread = std::thread::Builder::new().name("gpu stream".into());
            thread
                .spawn(move || gpu.streams.work_on(gpu, handle))
                .map_err(|_| Code::OUT_OF_MEMORY)?;
        }
        self.changed.notify_all();
        Ok(())
    }

    /// A stream's thread.
    fn work_on(&self, gpu: &'static Gpu, handle: Handle) {
        let mut state = self.lock();
        if let Some(stream) = state.streams.get_mut(&handle) {
            stream.begun = true;
        }
        while let Some(stream) = state.streams.get(&handle) {
            state = match state.ready(stream) {
                true => self.run_head(gpu, state, handle),
                false => self.sleep(state),
            };
        }
    }

    fn sleep<'a>(&'a self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        let woken = self.changed.wait(state);
        woken.unwrap_or_else(PoisonError::into_inner)
    }

    /// Carries out the next operation of a stream that is ready.
    fn run_head<'a>(
        &'a self,
        gpu: &'static Gpu,
        mut state: MutexGuard<'a, State>,
        handle: Handle,
    ) -> MutexGuard<'a, State> {
        let Some(stream) = state.streams.get_mut(&handle) else {
            return state;
        };
        let Some(next) = stream.queue.pop_front() else {
            return state;
        };
        stream.busy = true;
        let device = stream.device;
        drop(state);
        call::pause(gpu);
        let outcome = work::carry_out(gpu, device, &next.work);
        if let Err(code) = outcome {
            gpu.devices[device].fail(code);
        }
        let mut state = self.lock();
        self.finish(gpu, &mut state, handle, &next);
        state
    }

    fn finish(&self, gpu: &Gpu, state: &mut State, handle: Handle, done: &Queued) {
        let ticket = Ticket {
            stream: handle,
            number: done.number,
        };
        if let Work::Record(event) = &done.work {
            let event = state.events.get_mut(event);
            if let Some(event) = event.filter(|e| e.recorded == Some(ticket)) {
                event.reached = Some(Instant::now());
            }
        }
        let Some(stream) = state.streams.get_mut(&handle) else {
            return;
        };
        stream.busy = false;
        stream.finished = stream.finished.max(done.number);
        stream.outputs.retain(|(number, _)| *number != done.number);
        let device = stream.device;
        if gpu.devices[device].healthy().is_err() {
            // A dead context does nothing more, and whoever waits is told.
            let dead = state.streams.values_mut().filter(|s| s.device == device);
            for stream in dead {
                stream.queue.clear();
                stream.outputs.clear();
                stream.finished = stream.submitted;
            }
        }
        state
            .streams
            .retain(|_, s| !s.destroyed || s.busy || !s.queue.is_empty());
        self.changed.notify_all();
    }

    pub fn event_create(&self, handle: Handle, device: usize, timed: bool) {
        let event = Event {
            device,
            timed,
            recorded: None,
            reached: None,
        };
        self.lock().events.insert(handle, event);
    }

    pub fn event_destroy(&self, handle: Handle) -> Outcome {
        let removed = self.lock().events.remove(&handle);
        removed.map(|_| ()).ok_or(Code::INVALID_HANDLE)
    }

    /// Records an event behind what the stream has now.
    pub fn record(&self, gpu: &'static Gpu, event: Handle, stream: Handle) -> Outcome {
        let (device, _) = self.get(stream)?;
        let known = self.lock().events.get(&event).copied();
        match known {
            Some(known) if known.device == device => {}
            _ => return Err(Code::INVALID_HANDLE),
        }
        let mut state = self.lock();
        let ticket = state.push(gpu, stream, Work::Record(event), vec![])?;
        if let Some(event) = state.events.get_mut(&event) {
            event.recorded = Some(ticket);
            event.reached = None;
        }
        self.start(gpu, state, ticket)
    }

    /// Where an event was recorded, if it was.
    pub fn recorded(&self, event: Handle) -> Result<Option<Ticket>, Code> {
        let state = self.lock();
        let event = state.events.get(&event).ok_or(Code::INVALID_HANDLE)?;
        Ok(event.recorded)
    }

    /// Milliseconds between two events that have both been reached.
    pub fn elapsed(&self, start: Handle, end: Handle) -> Result<f32, Code> {
        let state = self.lock();
        let timed = |handle: &Handle| {
            let event = state.events.get(handle).filter(|e| e.timed);
            let event = event.filter(|e| e.recorded.is_some());
            event.copied().ok_or(Code::INVALID_HANDLE)
        };
        let (start, end) = (timed(&start)?, timed(&end)?);
        let (Some(from), Some(to)) = (start.reached, end.reached) else {
            return Err(Code::NOT_READY);
        };
        let forward = to.saturating_duration_since(from).as_secs_f32();
        let backward = from.saturating_duration_since(to).as_secs_f32();
        Ok((forward - backward) * 1e3)
    }
}
