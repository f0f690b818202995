//! Activity queues of one device: async values → streams, waits (§2.16).
//!
//! Each async value of a device gets a stream when first used. A synchronous
//! operation borrows a stream of its own for as long as it takes, so that host
//! threads don't wait for each other. A queue counts what was put on it and how
//! much of that is known to be done; the memory manager asks that before it
//! reuses memory that queued work may still touch.

use crate::abi::{ASYNC_NOVAL, ASYNC_SYNC};
use crate::device::{Device, DeviceError, DeviceResult, Stream};
use crate::fatal::{Code, Failure, Outcome, lock};
use std::collections::BTreeMap;
use std::ffi::c_int;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// `acc_async_default`: as an argument of `set default_async`, back to the start.
pub const ASYNC_DEFAULT: c_int = -3;
/// The queue of `async` without an argument until the program sets another.
pub const INITIAL_DEFAULT: c_int = 0;

/// The async-value of an async-argument (§2.16): `None` is synchronous.
pub fn async_value(argument: c_int, default_async: c_int) -> Outcome<Option<c_int>> {
    match argument {
        ASYNC_SYNC => Ok(None),
        ASYNC_NOVAL if default_async == ASYNC_SYNC => Ok(None),
        ASYNC_NOVAL => Ok(Some(default_async)),
        ASYNC_DEFAULT => Ok(Some(INITIAL_DEFAULT)),
        0.. => Ok(Some(argument)),
        _ => Err(Failure::of(
            Code::InvalidAsync,
            format!(
                "{argument} is not a valid async value: use a number from 0 on, acc_async_noval ({ASYNC_NOVAL}) or \
             acc_async_sync ({ASYNC_SYNC})"
            ),
        )),
    }
}

/// A kernel that was put on a queue: the start of its name, and its line.
#[derive(Clone, Copy)]
struct Launched {
    name: [u8; 52],
    length: u8,
    line: c_int,
}

/// The last kernels of a queue, oldest first: where an error may come from that the driver tells
/// at a wait without saying so. Kept in place: launches allocate nothing.
#[derive(Default)]
struct Recent {
    kernels: [Option<Launched>; 4],
}

impl Recent {
    fn note(&mut self, name: &str, line: c_int) {
        let mut one = Launched {
            name: [0; 52],
            length: name.len().min(52) as u8,
            line,
        };
        let length = usize::from(one.length);
        one.name[..length].copy_from_slice(&name.as_bytes()[..length]);
        self.kernels.rotate_left(1);
        self.kernels[3] = Some(one);
    }

    /// `a_main_5 (line 5), a_main_9 (line 9)`; empty when there were none.
    fn list(&self) -> String {
        let name = |k: &Launched| {
            let text = String::from_utf8_lossy(&k.name[..usize::from(k.length)]).into_owned();
            format!("{text} (line {})", k.line)
        };
        let all: Vec<_> = self.kernels.iter().flatten().map(name).collect();
        all.join(", ")
    }
}

/// One queue with an async value.
pub struct Queue {
    pub key: c_int,
    pub stream: Stream,
    /// The stream is the program's own (`acc_set_cuda_stream`): never destroyed here, and
    /// never known to be done, since the program puts work there by itself.
    foreign: bool,
    issued: AtomicU64,
    done: AtomicU64,
    /// Host words that queued copies still read.
    keep: Mutex<Vec<Box<[u64]>>>,
    recent: Mutex<Recent>,
}

impl Queue {
    /// The number of the last operation put on the queue.
    pub fn issued(&self) -> u64 {
        self.issued.load(Ordering::SeqCst)
    }

    fn new(key: c_int, stream: Stream, foreign: bool) -> Arc<Self> {
        Arc::new(Self {
            key,
            stream,
            foreign,
            issued: AtomicU64::new(0),
            done: AtomicU64::new(0),
            keep: Mutex::new(Vec::new()),
            recent: Mutex::default(),
        })
    }

    /// Notes a kernel that goes on the queue, for errors that surface later.
    pub fn note_launch(&self, name: &str, line: c_int) {
        lock(&self.recent).note(name, line);
    }

    /// An error of queued work with where it may come from. Faults name their kernel themselves.
    fn with_origin(&self, error: DeviceError) -> DeviceError {
        let kernels = lock(&self.recent).list();
        match error {
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

    /// True when operation `number` and all before it are known to be done.
    pub fn passed(&self, number: u64) -> bool {
        self.done.load(Ordering::SeqCst) >= number
    }

    fn end(&self, device: &dyn Device) -> DeviceResult<()> {
        if self.foreign {
            return Ok(());
        }
        device.stream_destroy(self.stream)
    }

    fn idle(&self) -> bool {
        self.passed(self.issued())
    }

    fn note_done(&self, number: u64) {
        self.done.fetch_max(number, Ordering::SeqCst);
        let mut keep = lock(&self.keep);
        if self.idle() {
            keep.clear();
        }
    }

    /// Blocks until what is on the queue now is done.
    pub fn synchronize(&self, device: &dyn Device) -> DeviceResult<()> {
        let number = self.issued();
        if self.passed(number) && !self.foreign {
            return Ok(());
        }
        device
            .stream_synchronize(self.stream)
            .map_err(|e| self.with_origin(e))?;
        self.note_done(number);
        Ok(())
    }

    /// True when what is on the queue now is done.
    pub fn query(&self, device: &dyn Device) -> DeviceResult<bool> {
        let number = self.issued();
        if self.passed(number) && !self.foreign {
            return Ok(true);
        }
        let done = device
            .stream_query(self.stream)
            .map_err(|e| self.with_origin(e))?;
        if done {
            self.note_done(number);
        }
        Ok(done)
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
    fn get(&self, device: &dyn Device, key: c_int) -> DeviceResult<Arc<Queue>> {
        let mut queues = lock(&self.numbered);
        if let Some(queue) = queues.get(&key) {
            return Ok(queue.clone());
        }
        let queue = Queue::new(key, device.stream_create()?, false);
        queues.insert(key, queue.clone());
        Ok(queue)
    }

    /// The stream of an async value, made when first asked for.
    pub fn stream(&self, device: &dyn Device, key: c_int) -> DeviceResult<Stream> {
        self.get(device, key).map(|queue| queue.stream)
    }

    /// Makes the program's own stream that of an async value. What was on its old stream is
    /// waited for, so that what comes next comes behind it.
    pub fn adopt(&self, device: &dyn Device, key: c_int, stream: Stream) -> DeviceResult<()> {
        let old = lock(&self.numbered).insert(key, Queue::new(key, stream, true));
        match old {
            Some(old) => {
                old.synchronize(device)?;
                old.end(device)
            }
            None => Ok(()),
        }
    }

    /// The queue of an async value, if anything was ever put on it.
    pub fn existing(&self, key: c_int) -> Option<Arc<Queue>> {
        lock(&self.numbered).get(&key).cloned()
    }

    /// All queues that were ever used.
    pub fn all(&self) -> Vec<Arc<Queue>> {
        lock(&self.numbered).values().cloned().collect()
    }

    /// Starts an operation on queue `key`, or a synchronous one.
    pub fn begin<'d>(
        &'d self,
        device: &'d dyn Device,
        key: Option<c_int>,
    ) -> DeviceResult<Work<'d>> {
        let (stream, queue) = match key {
            Some(key) => {
                let queue = self.get(device, key)?;
                (queue.stream, Some(queue))
            }
            None => {
                let idle = lock(&self.idle).pop();
                (idle.map_or_else(|| device.stream_create(), Ok)?, None)
            }
        };
        Ok(Work {
            queues: self,
            device,
            stream,
            queue,
            touched: false,
            words: Vec::new(),
        })
    }

    /// Where every queue with unfinished work stands: what a block of memory that
    /// is given back now must wait for, since that work may still touch it.
    pub fn unfinished(&self) -> Pending {
        let queues = lock(&self.numbered);
        queues
            .values()
            .filter(|q| !q.idle())
            .map(|q| (q.clone(), q.issued()))
            .collect()
    }

    /// Waits for everything and destroys the streams.
    pub fn close(&self, device: &dyn Device) -> DeviceResult<()> {
        for (_, queue) in std::mem::take(&mut *lock(&self.numbered)) {
            queue.synchronize(device)?;
            queue.end(device)?;
        }
        for stream in std::mem::take(&mut *lock(&self.idle)) {
            device.stream_destroy(stream)?;
        }
        Ok(())
    }
}

/// One operation of the program under way: the stream that its parts go on.
pub struct Work<'d> {
    queues: &'d Queues,
    pub device: &'d dyn Device,
    stream: Stream,
    queue: Option<Arc<Queue>>,
    touched: bool,
    /// Host words that the copies of a synchronous operation still read.
    words: Vec<Box<[u64]>>,
}

impl Work<'_> {
    /// The stream, about to get something to do.
    pub fn stream(&mut self) -> Option<Stream> {
        self.touched = true;
        if let Some(queue) = &self.queue {
            queue.issued.fetch_add(1, Ordering::SeqCst);
        }
        Some(self.stream)
    }

    /// The queue; `None` when synchronous.
    pub fn queue(&self) -> Option<&Arc<Queue>> {
        self.queue.as_ref()
    }

    /// What comes next on this work's stream comes behind what is on `other` now: a
    /// synchronous operation waits for it here.
    pub fn follow(&mut self, other: &Arc<Queue>) -> DeviceResult<()> {
        match &self.queue {
            Some(own) if Arc::ptr_eq(own, other) => Ok(()),
            None => other.synchronize(self.device),
            Some(_) if other.passed(other.issued()) => Ok(()),
            Some(_) => {
                let event = self.device.event_record(other.stream)?;
                let waiting = self.stream().map_or(Ok(()), |stream| {
                    self.device.stream_wait_event(stream, event)
                });
                waiting.and(self.device.event_destroy(event))
            }
        }
    }

    /// Host words that stay in place until the stream has passed them.
    pub fn keep(&mut self, words: Vec<u64>) -> *const u64 {
        let boxed = words.into_boxed_slice();
        let address = boxed.as_ptr();
        match &self.queue {
            Some(queue) => lock(&queue.keep).push(boxed),
            None => self.words.push(boxed),
        }
        address
    }

    /// Whether [`Self::wait_if_sync`] has something to wait for.
    pub fn is_waiting(&self) -> bool {
        self.queue.is_none() && self.touched
    }

    /// Waits if the operation is synchronous. May be called more than once.
    pub fn wait_if_sync(&mut self) -> DeviceResult<()> {
        if self.queue.is_none() && self.touched {
            self.touched = false;
            self.device.stream_synchronize(self.stream)?;
            self.words.clear();
        }
        Ok(())
    }

    /// What memory given back by this operation must wait for: its own queue, or,
    /// when synchronous, whatever other queues still have to do.
    pub fn pending(&self) -> Pending {
        match &self.queue {
            Some(queue) => vec![(queue.clone(), queue.issued())],
            None => self.queues.unfinished(),
        }
    }
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        if self.queue.is_none() {
            lock(&self.queues.idle).push(self.stream);
        }
    }
}

impl fmt::Display for Work<'_> {
    /// `sync`, or the queue's number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.queue {
            Some(queue) => write!(f, "{}", queue.key),
            None => write!(f, "sync"),
        }
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
