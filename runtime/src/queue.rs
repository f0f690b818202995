//! Activity queues of one device: async values → streams, waits (§2.16).
//!
//! Each async value of a device gets a stream when first used. A synchronous
//! operation borrows a stream of its own for as long as it takes, so that host
//! threads don't wait for each other ([`work`]). A queue numbers what is put on it and
//! knows how much of that is done; the memory manager asks that before it
//! reuses memory that queued work may still touch.
//!
//! # How operations are counted
//!
//! Any number of host threads use one queue at once, and none holds a lock while it is in the driver. So between
//! the moment in which an operation gets its number and the one in which it is on the stream, another thread may
//! wait for the stream, find it idle, and must not take that operation for done. Hence:
//!
//! 1. [`Queue::put`] is the only way onto a queue's stream. It gives the operation a number and notes it as *under way*, calls
//!    the driver, and then strikes it off that list. An operation has *landed* when it and all before it are struck off:
//!    these are on the stream.
//! 2. Who waits ([`Queue::synchronize`]) or asks ([`Queue::query`]) reads first how far operations have landed, then calls
//!    the driver. What the driver then says of the stream holds for all that had landed, and that number alone becomes `done`.
//!    So `passed(n)` implies that the operations 1 … n were on the stream before a driver's call that found the stream done.
//! 3. What must wait for the work of queues (a block of memory that is given back, the end of a section) takes the number that was
//!    given out last ([`Queue::position`]), landed or not: it covers operations that other threads are only putting there.
//! 4. A thread's own wait calls the driver unless *all* numbers that were given out are done. Its own operations are on the stream
//!    by then, whatever others have under way, so its wait covers them.
//! 5. Host words that a queued copy reads are kept with the copy's number and go when that is done.
//! 6. The stream of a queue is replaced (`acc_set_cuda_stream`, a shutdown) while no thread has anything under way there or waits for it;
//!    who comes meanwhile waits until the new one is there. So a queue stays the same object for the life of the device, its numbers go on, and nobody is
//!    left with a stream that was destroyed.
//!
//! A stream that the program itself uses (it gave it, or was given its handle) gets work that nobody counts: such a queue is
//! never known to be done, and [`Queue::position`] takes a new number for what may have come.

mod recent;
mod work;

pub use work::{Line, Work};

use crate::abi::{ASYNC_DEFAULT, ASYNC_NOVAL, ASYNC_SYNC, INITIAL_DEFAULT};
use crate::device::{Device, DeviceError, DeviceResult, Stream};
use crate::ending::{self, Step};
use crate::fatal::{Code, Failure, Outcome, lock};
use recent::Recent;
use std::collections::BTreeMap;
use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The queues of loops that run in parts: no async-values of a program's.
pub const PARTS: [c_int; 2] = [c_int::MIN + 16, c_int::MIN + 17];

/// The async-value of an async-argument (§2.16): `None` is synchronous.
pub fn async_value(argument: c_int, default_async: c_int) -> Outcome<Option<c_int>> {
    match argument {
        ASYNC_SYNC => Ok(None),
        ASYNC_NOVAL if default_async == ASYNC_SYNC => Ok(None),
        ASYNC_NOVAL => Ok(Some(default_async)),
        ASYNC_DEFAULT => Ok(Some(INITIAL_DEFAULT)),
        0.. => Ok(Some(argument)),
        _ if PARTS.contains(&argument) => Ok(Some(argument)),
        _ => Err(Failure::of(
            Code::InvalidAsync,
            format!(
                "{argument} is not a valid async value: use a number from 0 on, acc_async_noval ({ASYNC_NOVAL}) or \
             acc_async_sync ({ASYNC_SYNC})"
            ),
        )),
    }
}

/// One queue with an async value.
pub struct Queue {
    pub key: c_int,
    state: Mutex<State>,
    /// The stream is there again, or is used by fewer.
    changed: Condvar,
    /// All operations up to this number are done.
    done: AtomicU64,
    /// Host words that queued copies still read, each with its copy's number.
    keep: Mutex<Vec<(u64, Box<[u64]>)>>,
    recent: Mutex<Recent>,
    /// The last operation that copies to the host.
    copies_out: AtomicU64,
    /// It has kernels that nothing in the program has waited or asked for.
    unanswered: AtomicBool,
}

/// The stream behind a queue.
#[derive(Clone, Copy, Default)]
struct Backing {
    /// Made when first needed.
    stream: Option<Stream>,
    /// The stream is the program's own (`acc_set_cuda_stream`): never destroyed here.
    foreign: bool,
    /// The program puts work there by itself.
    shared: bool,
}

#[derive(Default)]
struct State {
    place: Backing,
    /// The number that was given out last.
    begun: u64,
    /// Numbers of operations that some thread is putting on the stream, ascending.
    under_way: Vec<u64>,
    /// Threads that wait for the stream, or ask it.
    asking: usize,
    /// A thread is replacing the stream.
    changing: bool,
}

impl State {
    /// All operations up to this number are on the stream.
    fn landed(&self) -> u64 {
        self.under_way.first().map_or(self.begun, |n| n - 1)
    }
}

/// An operation that is being put on a stream; landed when this goes, whatever the driver said.
struct UnderWay<'q> {
    queue: &'q Queue,
    stream: Stream,
    number: u64,
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        let mut state = lock(&self.queue.state);
        state.under_way.retain(|n| *n != self.number);
        self.queue.wake(&state);
    }
}

/// A thread that waits for a stream, or asks it.
struct Asking<'q> {
    queue: &'q Queue,
    stream: Stream,
    /// What the driver's answer holds for.
    landed: u64,
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        let mut state = lock(&self.queue.state);
        state.asking -= 1;
        self.queue.wake(&state);
    }
}

impl Queue {
    fn new(key: c_int) -> Arc<Self> {
        Arc::new(Self {
            key,
            state: Mutex::default(),
            changed: Condvar::new(),
            done: AtomicU64::new(0),
            keep: Mutex::new(Vec::new()),
            recent: Mutex::default(),
            copies_out: AtomicU64::new(0),
            unanswered: AtomicBool::new(false),
        })
    }

    fn wake(&self, state: &State) {
        if state.changing {
            self.changed.notify_all();
        }
    }

    /// The state, when nobody replaces the stream.
    fn settled(&self) -> MutexGuard<'_, State> {
        let state = lock(&self.state);
        self.changed
            .wait_while(state, |state| state.changing)
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces the stream, by what `replace` makes of the old one, while nobody uses it.
    fn change(&self, replace: impl FnOnce(Backing) -> DeviceResult<Backing>) -> DeviceResult<()> {
        let mut state = self.settled();
        state.changing = true;
        let state = self
            .changed
            .wait_while(state, |s| s.asking > 0 || !s.under_way.is_empty())
            .unwrap_or_else(PoisonError::into_inner);
        let old = state.place;
        drop(state);
        let new = replace(old);
        let mut state = lock(&self.state);
        state.changing = false;
        self.changed.notify_all();
        state.place = new?;
        Ok(())
    }

    /// Waits for what is on the queue, and puts another stream in the place of its own; `None`
    /// until one is needed again.
    fn replace(&self, device: &dyn Device, new: Option<Stream>) -> DeviceResult<()> {
        self.change(|old| {
            if let Some(stream) = old.stream {
                self.outlived(device.stream_synchronize(stream))?;
                self.note_answered();
                self.note_done(lock(&self.state).begun);
                if !old.foreign && new != Some(stream) {
                    device.stream_destroy(stream)?;
                }
            }
            Ok(Backing {
                stream: new,
                foreign: new.is_some(),
                shared: new.is_some(),
            })
        })
    }

    /// The stream, made if there is none, with the queue's state.
    fn with_stream(&self, device: &dyn Device) -> DeviceResult<(MutexGuard<'_, State>, Stream)> {
        loop {
            let state = self.settled();
            if let Some(stream) = state.place.stream {
                return Ok((state, stream));
            }
            drop(state);
            self.change(|place| match place.stream {
                Some(_) => Ok(place),
                None => Ok(Backing {
                    stream: Some(device.stream_create()?),
                    ..Backing::default()
                }),
            })?;
        }
    }

    /// Gives an operation its number.
    fn begin(&self, device: &dyn Device) -> DeviceResult<UnderWay<'_>> {
        let (mut state, stream) = self.with_stream(device)?;
        state.begun += 1;
        let number = state.begun;
        state.under_way.push(number);
        Ok(UnderWay {
            queue: self,
            stream,
            number,
        })
    }

    /// Puts an operation on the stream: `push` calls the driver.
    pub fn put<R>(
        &self,
        device: &dyn Device,
        push: impl FnOnce(Stream) -> DeviceResult<R>,
    ) -> DeviceResult<R> {
        let under_way = self.begin(device)?;
        ending::device_has(Step::Queued);
        push(under_way.stream)
    }

    /// Puts an operation on the stream that reads `words`, which stay in place until it is done.
    fn put_words<R>(
        &self,
        device: &dyn Device,
        words: Box<[u64]>,
        push: impl FnOnce(*const u64, Stream) -> DeviceResult<R>,
    ) -> DeviceResult<R> {
        let under_way = self.begin(device)?;
        let address = words.as_ptr();
        lock(&self.keep).push((under_way.number, words));
        push(address, under_way.stream)
    }

    /// The number that what is given back now must wait for: of the last operation that was begun,
    /// or of what the program itself may have put on the stream since.
    pub fn position(&self) -> u64 {
        let mut state = lock(&self.state);
        if state.place.shared {
            state.begun += 1;
        }
        state.begun
    }

    /// True when operation `number` and all before it are known to be done.
    pub fn passed(&self, number: u64) -> bool {
        self.done.load(Ordering::SeqCst) >= number
    }

    /// True when what is put on the queue from now on comes behind operation `number` and all before it.
    pub fn comes_behind(&self, number: u64) -> bool {
        self.passed(number) || lock(&self.state).landed() >= number
    }

    /// True when nothing that was begun is left to do.
    fn idle(&self) -> bool {
        let state = lock(&self.state);
        !state.place.shared && self.passed(state.begun)
    }

    /// The stream, to wait for it or ask it; `None` when all is known to be done.
    fn ask(&self) -> Option<Asking<'_>> {
        let mut state = self.settled();
        let stream = state.place.stream?;
        if !state.place.shared && self.passed(state.begun) {
            return None;
        }
        state.asking += 1;
        Some(Asking {
            queue: self,
            stream,
            landed: state.landed(),
        })
    }

    /// Whether it has kernels that nothing has waited or asked for: not where the program uses the stream by itself.
    pub fn is_unanswered(&self) -> bool {
        self.unanswered.load(Ordering::SeqCst) && !lock(&self.state).place.shared
    }

    /// The program, or another queue, waits for what is on the queue.
    pub fn note_answered(&self) {
        self.unanswered.store(false, Ordering::SeqCst);
    }

    fn note_done(&self, number: u64) {
        let before = self.done.fetch_max(number, Ordering::SeqCst);
        let done = before.max(number);
        lock(&self.keep).retain(|(of, _)| *of > done);
    }

    /// Blocks until what this thread, or any other, has put on the queue is done.
    pub fn synchronize(&self, device: &dyn Device) -> DeviceResult<()> {
        self.note_answered();
        let Some(asking) = self.ask() else {
            return Ok(());
        };
        self.outlived(device.stream_synchronize(asking.stream))?;
        self.note_done(asking.landed);
        Ok(())
    }

    /// Blocks until operation `number` has passed, though other threads may still be putting it there.
    pub fn finish(&self, device: &dyn Device, number: u64) -> DeviceResult<()> {
        while !self.passed(number) {
            self.synchronize(device)?;
            std::thread::yield_now();
        }
        Ok(())
    }

    /// True when what this thread, or any other, has put on the queue is done.
    pub fn query(&self, device: &dyn Device) -> DeviceResult<bool> {
        let Some(asking) = self.ask() else {
            return Ok(true);
        };
        let done = self.outlived(device.stream_query(asking.stream))?;
        if done.unwrap_or(true) {
            self.note_answered();
            self.note_done(asking.landed);
        }
        Ok(done.unwrap_or(true))
    }

    /// What a driver says of the stream; `None` where it has ended with the program. What it had under way is then gone with the device's memory, and
    /// nobody misses it, but for what the host was to get.
    fn outlived<T>(&self, said: DeviceResult<T>) -> DeviceResult<Option<T>> {
        match said {
            Err(DeviceError::Ended { call }) => {
                match self.passed(self.copies_out.load(Ordering::SeqCst)) {
                    true => Ok(None),
                    false => Err(DeviceError::Driver {
                        call,
                        message: format!(
                            "the driver has ended with the program (CUDA_ERROR_DEINITIALIZED) before queue {} was done, and what the queue was to copy to the \
                             host is lost: wait for it (wait directive, acc_wait) before the program ends",
                            self.key
                        ),
                    }),
                }
            }
            other => other.map(Some).map_err(|e| self.with_origin(e)),
        }
    }

    /// Notes that what was put on the queue last copies to the host.
    fn note_copy_out(&self) {
        let begun = lock(&self.state).begun;
        self.copies_out.fetch_max(begun, Ordering::SeqCst);
    }

    /// The stream, if there is one now: for tools.
    pub fn stream(&self) -> Option<Stream> {
        lock(&self.state).place.stream
    }

    /// Notes a kernel that goes on the queue, for errors that surface later.
    /// `suspects`: the pointers that it gets with the host's addresses, in words.
    pub fn note_launch(&self, name: &str, line: c_int, suspects: &str) {
        self.unanswered.store(true, Ordering::SeqCst);
        lock(&self.recent).note(name, line, suspects);
    }

    /// An error of queued work with where it may come from. Faults name their kernel themselves.
    fn with_origin(&self, error: DeviceError) -> DeviceError {
        let kernels = lock(&self.recent).list();
        match error {
            DeviceError::KernelFault(text) => {
                let suspects = lock(&self.recent).suspects_of(&text);
                DeviceError::KernelFault(format!("{text}{suspects}"))
            }
            DeviceError::Driver { call, message } if !kernels.is_empty() => DeviceError::Driver {
                call,
                message: format!(
                    "{message}; it may come from what queue {} was given last: {kernels}",
                    self.key
                ),
            },
            other => other,
        }
    }
}

/// What a block of device memory must wait for before it is used again.
pub type Pending = Vec<(Arc<Queue>, u64)>;

/// All queues of one device.
#[derive(Default)]
pub struct Queues {
    numbered: Mutex<BTreeMap<c_int, Arc<Queue>>>,
    idle: Mutex<Vec<Stream>>,
}

impl Queues {
    /// The queue of an async value, made when first asked for.
    fn get(&self, key: c_int) -> Arc<Queue> {
        let mut queues = lock(&self.numbered);
        queues.entry(key).or_insert_with(|| Queue::new(key)).clone()
    }

    /// The stream of an async value, made when first asked for; the program uses it from now on.
    pub fn stream(&self, device: &dyn Device, key: c_int) -> DeviceResult<Stream> {
        let queue = self.get(key);
        let (mut state, stream) = queue.with_stream(device)?;
        state.place.shared = true;
        Ok(stream)
    }

    /// Makes the program's own stream that of an async value. What was on its old stream is
    /// waited for, so that what comes next comes behind it.
    pub fn adopt(&self, device: &dyn Device, key: c_int, stream: Stream) -> DeviceResult<()> {
        self.get(key).replace(device, Some(stream))
    }

    /// The queue of an async value, if anything was ever put on it.
    pub fn existing(&self, key: c_int) -> Option<Arc<Queue>> {
        lock(&self.numbered).get(&key).cloned()
    }

    /// All queues that were ever used.
    pub fn all(&self) -> Vec<Arc<Queue>> {
        lock(&self.numbered).values().cloned().collect()
    }

    /// Where every queue with unfinished work stands: what a block of memory that
    /// is given back now must wait for, since that work may still touch it.
    pub fn unfinished(&self) -> Pending {
        let queues = self.all().into_iter().filter(|q| !q.idle());
        queues.map(|q| (q.clone(), q.position())).collect()
    }

    /// Waits for everything and destroys the streams. The queues get new ones if they are used again.
    pub fn close(&self, device: &dyn Device) -> DeviceResult<()> {
        for queue in self.all() {
            queue.replace(device, None)?;
        }
        for stream in std::mem::take(&mut *lock(&self.idle)) {
            device.stream_destroy(stream)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn async_values() {
        let value = |argument, default| async_value(argument, default).map_err(|e| e.text);
        assert_eq!(value(ASYNC_SYNC, 0), Ok(None));
        assert_eq!(value(ASYNC_NOVAL, 7), Ok(Some(7)));
        assert_eq!(value(ASYNC_NOVAL, ASYNC_SYNC), Ok(None));
        assert_eq!(value(ASYNC_DEFAULT, 7), Ok(Some(INITIAL_DEFAULT)));
        assert_eq!(value(12, 7), Ok(Some(12)));
        assert!(value(-9, 7).is_err_and(|text| text.contains("-9 is not a valid async value")));
    }
}
