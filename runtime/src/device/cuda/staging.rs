//! Copies on a queue between a GPU and pageable memory of the host, which never hold up the program.
//!
//! The driver's own copy into pageable memory returns when it is complete, and one out of it may first wait for the stream (CUDA Driver API, "API
//! synchronization behavior"). So a queue has buffers in page-locked memory. The GPU copies between its memory and these; a function that the stream calls
//! (`cuLaunchHostFunc`) copies between them and the program's memory, when the queue's turn comes. What doesn't fit into one buffer goes through two in turn, and the
//! functions are on a stream of their own, so that one buffer is filled while the other is emptied:
//!
//! ```text
//! download   the queue's stream   GPU→A   GPU→B   …       A free, GPU→A   …        waits
//!            the functions'               A full, A→host   B full, B→host   …  the last
//! ```
//!
//! Outside of a copy the queue's stream is behind all of the functions: who waits for it has waited for them, and both buffers are free when the next copy comes to its turn.

use super::calls::LaunchHost;
use super::driver::CudaDevice;
use super::pieces::{Piece, Way, carry, pieces};
use crate::device::{DevPtr, Device, DeviceResult, Event, Rows, Stream};
use crate::fatal::lock;
use std::collections::{HashMap, HashSet};
use std::ffi::{c_uint, c_void};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Bytes of a buffer: long enough that its calls of the driver cost little beside it.
const BUFFER: u64 = 4 << 20;
/// Bytes of the buffer for results and other small data.
const SMALL: u64 = 64 << 10;
/// `CU_MEMHOSTALLOC_PORTABLE`
const PORTABLE: c_uint = 1;

/// The buffers of a device's queues.
#[derive(Default)]
pub(super) struct Staging {
    of: Mutex<HashMap<u64, Arc<Mutex<Buffers>>>>,
    /// Those of streams that are gone.
    idle: Mutex<Vec<Arc<Mutex<Buffers>>>>,
    /// The program's own streams: it may destroy one whose work isn't done, and another may get its handle.
    others: Mutex<HashSet<u64>>,
}

impl Staging {
    /// Copies on this stream are the driver's.
    pub(super) fn leave_out(&self, stream: Stream) {
        lock(&self.others).insert(stream.0);
    }
}

/// The buffers of one queue, made when first needed.
#[derive(Default)]
struct Buffers {
    small: Option<usize>,
    /// Two of them, one behind the other.
    large: Option<usize>,
    /// The functions' own stream.
    functions: Option<Stream>,
    /// What the functions are to do, until they have done it.
    #[allow(clippy::vec_box, reason = "the driver has their addresses")]
    moves: Vec<Box<Move>>,
}

impl Buffers {
    /// The two of them; for a small copy one that is twice. `None` where there is no memory for them.
    fn of_size(&mut self, device: &CudaDevice, small: bool) -> Option<[usize; 2]> {
        let (kept, bytes, half) = match small {
            true => (&mut self.small, SMALL, 0),
            false => (&mut self.large, 2 * BUFFER, BUFFER),
        };
        if kept.is_none() {
            *kept = device.locked(bytes).ok();
        }
        kept.map(|first| [first, first + half as usize])
    }
}

/// What one function copies: rows of the program's memory, and the buffer, where they lie without gaps.
struct Move {
    way: Way,
    host: usize,
    buffer: usize,
    rows: Rows,
    done: AtomicBool,
}

unsafe extern "C" fn move_rows(data: *mut c_void) {
    // SAFETY: the queue's buffers keep it until it says that it is done.
    let Move {
        way,
        host,
        buffer,
        rows,
        done,
    } = unsafe { &*data.cast::<Move>() };
    // SAFETY: the copy's caller vouches for the program's memory until the stream has passed; the piece fits the buffer.
    unsafe { carry(*way, *host, *buffer, *rows) };
    done.store(true, Ordering::Release);
}

/// One behind the last byte of rows.
fn span_end(start: usize, rows: Rows) -> usize {
    start + (rows.count.saturating_sub(1) * rows.stride + rows.bytes) as usize
}

impl CudaDevice {
    /// Copies rows in behind what is on the stream.
    ///
    /// # Safety
    /// As for [`Device::queue_rows_in`].
    pub(super) unsafe fn stage_in(
        &self,
        dst: DevPtr,
        src: *const c_void,
        rows: Rows,
        stream: Stream,
    ) -> DeviceResult<()> {
        let all = Piece {
            host: src as usize,
            device: dst.0,
            rows,
        };
        // The driver takes small pieces of memory at once: what copies out are still to write must wait its turn.
        let writers = self.writers(&all);
        let at_once = rows.count * rows.bytes <= SMALL && writers.is_empty();
        match self.cuda.launch_host {
            Some(launch)
                if !at_once
                    && self.stages(all.host, stream)
                    && self.staged(Way::In, all, stream, launch)? =>
            {
                Ok(())
            }
            _ => {
                writers
                    .into_iter()
                    .try_for_each(|s| self.stream_synchronize(s))?;
                // SAFETY: the caller's promise.
                unsafe { self.rows_in(dst, src, rows, Some(stream)) }
            }
        }
    }

    /// The streams with functions that have yet to write some of this memory of the host.
    fn writers(&self, piece: &Piece) -> Vec<Stream> {
        let of = lock(&self.staging.of);
        let writes = |m: &Move| {
            m.way == Way::Out
                && !m.done.load(Ordering::Acquire)
                && m.host < span_end(piece.host, piece.rows)
                && piece.host < span_end(m.host, m.rows)
        };
        let with = of
            .iter()
            .filter(|(_, buffers)| lock(buffers).moves.iter().any(|m| writes(m)));
        with.map(|(stream, _)| Stream(*stream)).collect()
    }

    /// Copies rows out behind what is on the stream.
    ///
    /// # Safety
    /// As for [`Device::queue_rows_out`].
    pub(super) unsafe fn stage_out(
        &self,
        dst: *mut c_void,
        src: DevPtr,
        rows: Rows,
        stream: Stream,
    ) -> DeviceResult<()> {
        let all = Piece {
            host: dst as usize,
            device: src.0,
            rows,
        };
        match self.cuda.launch_host {
            Some(launch)
                if self.stages(all.host, stream)
                    && self.staged(Way::Out, all, stream, launch)? =>
            {
                Ok(())
            }
            // SAFETY: the caller's promise.
            _ => unsafe { self.rows_out(dst, src, rows, Some(stream)) },
        }
    }

    /// Gives up a stream's buffers: all that is on it is done.
    pub(super) fn unstage(&self, stream: Stream) {
        if let Some(buffers) = lock(&self.staging.of).remove(&stream.0) {
            lock(&self.staging.idle).push(buffers);
        }
    }

    /// Not for memory that the driver knows as page-locked, or managed.
    fn stages(&self, host: usize, stream: Stream) -> bool {
        !lock(&self.staging.others).contains(&stream.0) && !self.knows(host as u64)
    }

    /// False where there is no page-locked memory: the driver's own copy takes longer, but it copies.
    fn staged(
        &self,
        way: Way,
        all: Piece,
        stream: Stream,
        launch: LaunchHost,
    ) -> DeviceResult<bool> {
        let buffers = {
            let mut of = lock(&self.staging.of);
            let made = || lock(&self.staging.idle).pop().unwrap_or_default();
            of.entry(stream.0).or_insert_with(made).clone()
        };
        // Copies of several threads on one queue come one after the other.
        let mut buffers = lock(&buffers);
        buffers.moves.retain(|m| !m.done.load(Ordering::Acquire));
        let pieces = pieces(all, BUFFER);
        let small = matches!(pieces[..], [one] if one.bytes() <= SMALL);
        let Some(between) = buffers.of_size(self, small) else {
            return Ok(false);
        };
        let mut copy = Copy {
            device: self,
            launch,
            way,
            stream,
            buffers: &mut buffers,
        };
        match pieces[..] {
            [] => Ok(()),
            [one] => copy.one(one, between[0]),
            _ => copy.several(&pieces, between),
        }
        .map(|()| true)
    }

    /// Page-locked memory of the host, for as long as the device is open.
    pub(super) fn locked(&self, bytes: u64) -> DeviceResult<usize> {
        let calls = self.calls()?;
        let mut host = std::ptr::null_mut();
        // SAFETY: the out-pointer is valid.
        let code = unsafe { (calls.host_alloc)(&raw mut host, bytes as usize, PORTABLE) };
        self.check("cuMemHostAlloc", code).map(|()| host as usize)
    }
}

/// One copy, on its way.
struct Copy<'c> {
    device: &'c CudaDevice,
    launch: LaunchHost,
    way: Way,
    stream: Stream,
    buffers: &'c mut Buffers,
}

impl Copy<'_> {
    /// All of it at once, on the queue's own stream.
    fn one(&mut self, piece: Piece, buffer: usize) -> DeviceResult<()> {
        let stream = self.stream;
        if self.way == Way::In {
            self.function(piece, buffer, stream)?;
        }
        self.transfer(piece, buffer)?;
        if self.way == Way::Out {
            self.function(piece, buffer, stream)?;
        }
        Ok(())
    }

    fn several(&mut self, pieces: &[Piece], between: [usize; 2]) -> DeviceResult<()> {
        let (stream, functions) = (self.stream, self.functions()?);
        // Who fills the buffers, and who empties them.
        let (fills, empties) = match self.way {
            Way::In => (functions, stream),
            Way::Out => (stream, functions),
        };
        if self.way == Way::In {
            // What is on the queue already may write what is read.
            self.behind(stream, functions)?;
        }
        let mut free: [Option<Event>; 2] = [None, None];
        for (n, piece) in pieces.iter().enumerate() {
            let buffer = between[n % 2];
            if let Some(event) = free[n % 2].take() {
                self.wait(fills, event)?;
            }
            self.fill(*piece, buffer, functions)?;
            self.behind(fills, empties)?;
            self.empty(*piece, buffer, functions)?;
            free[n % 2] = Some(self.device.event_record(empties)?);
        }
        for event in free.into_iter().flatten() {
            match self.way {
                // The queue's stream has emptied them itself.
                Way::In => self.device.event_destroy(event)?,
                Way::Out => self.wait(stream, event)?,
            }
        }
        Ok(())
    }

    fn fill(&mut self, piece: Piece, buffer: usize, functions: Stream) -> DeviceResult<()> {
        match self.way {
            Way::In => self.function(piece, buffer, functions),
            Way::Out => self.transfer(piece, buffer),
        }
    }

    fn empty(&mut self, piece: Piece, buffer: usize, functions: Stream) -> DeviceResult<()> {
        match self.way {
            Way::In => self.transfer(piece, buffer),
            Way::Out => self.function(piece, buffer, functions),
        }
    }

    /// What comes on one stream from now on comes behind what is on another.
    fn behind(&self, first: Stream, then: Stream) -> DeviceResult<()> {
        let event = self.device.event_record(first)?;
        self.wait(then, event)
    }

    fn wait(&self, stream: Stream, event: Event) -> DeviceResult<()> {
        let waiting = self.device.stream_wait_event(stream, event);
        waiting.and(self.device.event_destroy(event))
    }

    /// Between the buffer and the program's memory.
    fn function(&mut self, piece: Piece, buffer: usize, stream: Stream) -> DeviceResult<()> {
        let moved = Box::new(Move {
            way: self.way,
            host: piece.host,
            buffer,
            rows: piece.rows,
            done: AtomicBool::new(false),
        });
        let data = (&raw const *moved).cast_mut().cast::<c_void>();
        let launch = self.launch;
        self.buffers.moves.push(moved);
        let launched = self.device.on_stream("cuLaunchHostFunc", stream, |_, on| {
            // SAFETY: what it is to do is kept until it is done.
            unsafe { launch(on, move_rows, data) }
        });
        if launched.is_err() {
            self.buffers.moves.pop();
        }
        launched
    }

    /// Between the buffer and the GPU's memory.
    fn transfer(&self, piece: Piece, buffer: usize) -> DeviceResult<()> {
        self.device.transfer(self.way, piece, buffer, self.stream)
    }

    fn functions(&mut self) -> DeviceResult<Stream> {
        if let Some(stream) = self.buffers.functions {
            return Ok(stream);
        }
        let stream = self.device.stream_create()?;
        self.buffers.functions = Some(stream);
        Ok(stream)
    }
}
