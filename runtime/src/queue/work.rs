//! One operation of the program: what it puts on its queue, or does synchronously.

use super::{PARTS, Pending, Queue, Queues};
use crate::device::sim::order::{self, Operation};
use crate::device::{DevPtr, Device, DeviceError, DeviceResult, Mark, Rows, Stream};
use crate::fatal::lock;
use std::ffi::{c_int, c_void};
use std::fmt;
use std::sync::Arc;

/// The stream of an operation, for marks.
#[derive(Clone)]
pub struct Line<'d> {
    pub device: &'d dyn Device,
    on: On,
}

impl Line<'_> {
    /// A mark behind what the operation has put on its stream so far.
    pub fn mark(&self) -> Option<Mark> {
        match &self.on {
            On::Queue(queue) => queue
                .put(self.device, |stream| Ok(self.device.mark(stream)))
                .ok()?,
            On::Own(stream) => self.device.mark(*stream),
        }
    }

    /// What tells the stream of a synchronous operation from others; `None` on a queue.
    pub fn own(&self) -> Option<Stream> {
        match self.on {
            On::Queue(_) => None,
            On::Own(stream) => Some(stream),
        }
    }
}

/// One operation of the program under way: the stream that its parts go on.
pub struct Work<'d> {
    queues: &'d Queues,
    pub device: &'d dyn Device,
    on: On,
    /// A synchronous operation has something to wait for.
    touched: bool,
    /// Host words that the copies of a synchronous operation still read.
    words: Vec<Box<[u64]>>,
    /// What a program with checks knows it by.
    pub operation: Option<Arc<Operation>>,
}

#[derive(Clone)]
enum On {
    Queue(Arc<Queue>),
    /// A synchronous operation's own stream.
    Own(Stream),
}

impl Queues {
    /// Starts an operation on queue `key`, or a synchronous one.
    pub fn begin<'d>(
        &'d self,
        device: &'d dyn Device,
        key: Option<c_int>,
    ) -> DeviceResult<Work<'d>> {
        let on = match key {
            Some(key) => On::Queue(self.get(key)),
            None => {
                let idle = lock(&self.idle).pop();
                On::Own(match idle.map_or_else(|| device.stream_create(), Ok) {
                    // Some of what is done once the driver has ended asks nothing of it; the rest is refused when it does.
                    Err(DeviceError::Ended { .. }) => Stream(0),
                    made => made?,
                })
            }
        };
        Ok(Work {
            queues: self,
            device,
            on,
            touched: false,
            words: Vec::new(),
            operation: None,
        })
    }
}

impl<'d> Work<'d> {
    /// Puts something on the stream: `push` calls the driver.
    pub fn put<R>(&mut self, push: impl FnOnce(Stream) -> DeviceResult<R>) -> DeviceResult<R> {
        let operation = self.operation.clone();
        let push = |stream| order::during(operation.as_ref(), || push(stream));
        match &self.on {
            On::Queue(queue) => queue.put(self.device, push),
            On::Own(stream) => {
                self.touched = true;
                push(*stream)
            }
        }
    }

    /// Puts something on the stream that reads `words`, which stay in place until it is done.
    pub fn put_words<R>(
        &mut self,
        words: Vec<u64>,
        push: impl FnOnce(*const u64, Stream) -> DeviceResult<R>,
    ) -> DeviceResult<R> {
        let words = words.into_boxed_slice();
        match &self.on {
            On::Queue(queue) => queue.put_words(self.device, words, push),
            On::Own(stream) => {
                self.touched = true;
                let address = words.as_ptr();
                self.words.push(words);
                push(address, *stream)
            }
        }
    }

    /// Copies rows from the host's memory.
    ///
    /// # Safety
    /// The rows are readable until the operation is done.
    pub unsafe fn copy_in(
        &mut self,
        to: DevPtr,
        from: *const c_void,
        rows: Rows,
    ) -> DeviceResult<()> {
        let (device, queued) = (self.device, self.queue().is_some());
        // SAFETY: the caller's promise.
        self.put(|stream| unsafe {
            match queued {
                true => device.queue_rows_in(to, from, rows, stream),
                false => device.copy_rows_in(to, from, rows, Some(stream)),
            }
        })
    }

    /// Copies rows to the host's memory.
    ///
    /// # Safety
    /// The rows are writable until the operation is done.
    pub unsafe fn copy_out(
        &mut self,
        to: *mut c_void,
        from: DevPtr,
        rows: Rows,
    ) -> DeviceResult<()> {
        let (device, queued) = (self.device, self.queue().is_some());
        // SAFETY: the caller's promise.
        self.put(|stream| unsafe {
            match queued {
                true => device.queue_rows_out(to, from, rows, stream),
                false => device.copy_rows_out(to, from, rows, Some(stream)),
            }
        })?;
        if let Some(queue) = self.queue() {
            queue.note_copy_out();
        }
        Ok(())
    }

    /// Its stream.
    pub fn line(&self) -> Line<'d> {
        Line {
            device: self.device,
            on: self.on.clone(),
        }
    }

    /// The queue; `None` when synchronous.
    pub fn queue(&self) -> Option<&Arc<Queue>> {
        match &self.on {
            On::Queue(queue) => Some(queue),
            On::Own(_) => None,
        }
    }

    /// What comes next on this work's stream comes behind what is on `other` now: a
    /// synchronous operation waits for it here.
    pub fn follow(&mut self, other: &Arc<Queue>) -> DeviceResult<()> {
        match &self.on {
            On::Own(_) => other.synchronize(self.device),
            On::Queue(own) if Arc::ptr_eq(own, other) => Ok(()),
            On::Queue(own) => {
                other.note_answered();
                if other.idle() {
                    return Ok(());
                }
                let device = self.device;
                let event = other.put(device, |stream| device.event_record(stream))?;
                let waiting = own.put(device, |stream| device.stream_wait_event(stream, event));
                waiting.and(device.event_destroy(event))
            }
        }
    }

    /// Whether [`Self::wait_if_sync`] has something to wait for.
    pub fn is_waiting(&self) -> bool {
        self.touched
    }

    /// Waits if the operation is synchronous. May be called more than once.
    pub fn wait_if_sync(&mut self) -> DeviceResult<()> {
        if let On::Own(stream) = self.on
            && std::mem::take(&mut self.touched)
        {
            self.device.stream_synchronize(stream)?;
            self.words.clear();
        }
        Ok(())
    }

    /// What memory given back by this operation must wait for: its own queue, or,
    /// when synchronous, whatever other queues still have to do.
    pub fn pending(&self) -> Pending {
        match &self.on {
            On::Queue(queue) => vec![(queue.clone(), queue.position())],
            On::Own(_) => self.queues.unfinished(),
        }
    }
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        if let On::Own(stream) = self.on {
            lock(&self.queues.idle).push(stream);
        }
    }
}

impl fmt::Display for Work<'_> {
    /// `sync`, or the queue's number; `parts0` and `parts1` are those of loops in parts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.on {
            On::Queue(queue) => match PARTS.iter().position(|key| *key == queue.key) {
                Some(n) => write!(f, "parts{n}"),
                None => write!(f, "{}", queue.key),
            },
            On::Own(_) => write!(f, "sync"),
        }
    }
}
