//! Streams: in-order queues, each with a thread that carries its operations out, so that
//! different streams overlap. sim's streams are these, and the host's own activity queues.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

use crate::device::{DeviceError, DeviceResult, thread};

/// One operation; it runs on the stream's thread.
pub type Operation = Box<dyn FnOnce() -> DeviceResult<()> + Send>;

enum Item {
    Work(Operation),
    Record(Arc<EventState>),
    Await(Arc<EventState>),
    Mark(Arc<MarkState>),
}

/// A place that keeps when the stream passed it. What is queued does not count it: who waits for the stream, or asks whether it
/// is idle, sees what he would see without it.
pub struct MarkState {
    put: Instant,
    passed: OnceLock<Instant>,
}

impl MarkState {
    /// When the work before it was done; when it was put there, where that was done by then.
    pub fn passed(&self) -> Option<Instant> {
        self.passed.get().copied()
    }
}

/// A marker: passed, with the error of the work before it, or not yet.
#[derive(Default)]
pub struct EventState {
    passed: Mutex<Option<DeviceResult<()>>>,
    changed: Condvar,
}

impl EventState {
    fn pass(&self, result: DeviceResult<()>) {
        *lock(&self.passed) = Some(result);
        self.changed.notify_all();
    }

    fn wait(&self) -> DeviceResult<()> {
        let passed = self
            .changed
            .wait_while(lock(&self.passed), |passed| passed.is_none())
            .unwrap_or_else(PoisonError::into_inner);
        passed.clone().unwrap_or(Ok(()))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Default)]
struct State {
    items: VecDeque<Item>,
    queued: u64,
    finished: u64,
    /// The first error; what follows it is skipped.
    error: Option<DeviceError>,
    closed: bool,
}

/// One stream.
#[derive(Default)]
pub struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

impl Queue {
    /// A stream with its thread, which has a stack of `stack` bytes.
    pub fn start(name: &str, stack: usize) -> DeviceResult<Arc<Self>> {
        let queue = Arc::new(Self::default());
        let own = queue.clone();
        thread::start(name, stack, move || own.dispatch()).map_err(|e| DeviceError::Driver {
            call: "creating a stream",
            message: e.to_string(),
        })?;
        Ok(queue)
    }

    fn dispatch(&self) {
        block_signals();
        let mut last = Instant::now();
        loop {
            let mut state = lock(&self.state);
            let item = loop {
                if let Some(item) = state.items.pop_front() {
                    break item;
                }
                if state.closed {
                    return;
                }
                state = self
                    .changed
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner);
            };
            let failed = state.error.clone();
            drop(state);
            let result = match item {
                Item::Mark(mark) => {
                    let _ = mark.passed.set(mark.put.max(last));
                    continue;
                }
                Item::Work(work) if failed.is_none() => work(),
                Item::Work(_) => Ok(()),
                Item::Record(event) => {
                    // Who has waited for the marker finds the stream's work before it done.
                    self.finished(Ok(()));
                    event.pass(failed.map_or(Ok(()), Err));
                    continue;
                }
                // What waits for failed work has failed too: its data is not there.
                Item::Await(event) => event.wait(),
            };
            last = Instant::now();
            self.finished(result);
        }
    }

    fn finished(&self, result: DeviceResult<()>) {
        let mut state = lock(&self.state);
        if let Err(error) = result {
            state.error.get_or_insert(error);
        }
        state.finished += 1;
        self.changed.notify_all();
    }

    fn push(&self, item: Item) {
        let mut state = lock(&self.state);
        state.items.push_back(item);
        state.queued += 1;
        self.changed.notify_all();
    }

    pub fn work(&self, work: Operation) {
        self.push(Item::Work(work));
    }

    pub fn record(&self) -> Arc<EventState> {
        let event = Arc::new(EventState::default());
        self.push(Item::Record(event.clone()));
        event
    }

    pub fn mark(&self) -> Arc<MarkState> {
        let mark = Arc::new(MarkState {
            put: Instant::now(),
            passed: OnceLock::new(),
        });
        lock(&self.state).items.push_back(Item::Mark(mark.clone()));
        self.changed.notify_all();
        mark
    }

    pub fn wait_event(&self, event: Arc<EventState>) {
        self.push(Item::Await(event));
    }

    /// Waits for all that is queued now. The error of failed work is returned here, once; the
    /// work queued behind it was skipped.
    pub fn synchronize(&self) -> DeviceResult<()> {
        let mut state = lock(&self.state);
        let until = state.queued;
        while state.finished < until {
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        state.error.take().map_or(Ok(()), Err)
    }

    /// The error of failed work, once, as soon as it is known.
    pub fn check(&self) -> DeviceResult<()> {
        lock(&self.state).error.take().map_or(Ok(()), Err)
    }

    pub fn idle(&self) -> bool {
        let state = lock(&self.state);
        state.finished == state.queued
    }

    /// Lets the thread end when the queue is empty.
    pub fn close(&self) {
        lock(&self.state).closed = true;
        self.changed.notify_all();
    }
}

/// Keeps the program's signals away from a thread of ours.
fn block_signals() {
    // SAFETY: the calling thread's own mask.
    unsafe {
        let mut mask: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&mut mask);
        libc::pthread_sigmask(libc::SIG_SETMASK, &mask, std::ptr::null_mut());
    }
}
