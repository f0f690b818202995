//! Long copies that the program waits for, between a GPU and pageable memory of the host, by several threads.
//!
//! The driver's own copy of such memory is the work of one thread, and one thread fills or empties buffers at a fifth of the speed of the bus. Here each thread
//! has a lane: two buffers in page-locked memory and a stream. It takes the next piece of the copy, fills a buffer, and empties the other one meanwhile:
//!
//! ```text
//! upload     the thread    host→A          host→B          A free, host→A   …
//!            its stream            A→GPU           B→GPU
//! ```
//!
//! The program's thread is one of them; the others end with the copy. A thread of the program that copies while another one uses the lanes leaves its copy to the driver.

use super::driver::CudaDevice;
use super::pieces::{Piece, Way, carry, pieces};
use super::rows::is_rectangle;
use crate::device::{DevPtr, Device, DeviceResult, Event, Rows, Stream};
use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, TryLockError};
use std::thread;

/// Bytes of a buffer: much shorter ones are slower, since their calls of the driver cost more beside them, and longer ones are hardly faster.
const BUFFER: u64 = 1 << 20;
/// Lanes of a device at most: twice as many threads are hardly faster.
const MOST: usize = 8;
/// Shorter copies are the driver's. It takes a millisecond for these bytes, as long as it takes to start all of the threads (30 µs each) and copy four times as much;
/// the page-locked memory for so short a copy, which is made once, takes another (16 MiB about 3 ms).
const SHORTEST: u64 = 8 << 20;
/// Shorter rows are the driver's: a thread would go from one to the next more than it copies.
const SHORTEST_ROW: u64 = 4 << 10;

/// A device's lanes, made when first needed.
#[derive(Default)]
pub(super) struct Lanes(Mutex<Vec<Lane>>);

/// What one thread works with.
struct Lane {
    buffers: [Buffer; 2],
    stream: Stream,
}

struct Buffer {
    at: usize,
    /// Behind the last transfer.
    passed: Event,
}

/// How many threads of this process can work on a copy at once.
fn threads(bytes: u64) -> usize {
    let cores = thread::available_parallelism().map_or(1, |n| n.get());
    // Each has a piece for both of its buffers.
    let pairs = usize::try_from(bytes / (2 * BUFFER)).unwrap_or(MOST);
    cores.min(MOST).min(pairs)
}

impl CudaDevice {
    /// Copies rows in behind what is on the stream.
    ///
    /// # Safety
    /// As for [`Device::copy_rows_in`].
    pub(super) unsafe fn wait_rows_in(
        &self,
        dst: DevPtr,
        src: *const c_void,
        rows: Rows,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        let all = Piece {
            host: src as usize,
            device: dst.0,
            rows,
        };
        match self.by_threads(Way::In, all, stream)? {
            true => Ok(()),
            // SAFETY: the caller's promise.
            false => unsafe { self.rows_in(dst, src, rows, stream) },
        }
    }

    /// Copies rows out behind what is on the stream.
    ///
    /// # Safety
    /// As for [`Device::copy_rows_out`].
    pub(super) unsafe fn wait_rows_out(
        &self,
        dst: *mut c_void,
        src: DevPtr,
        rows: Rows,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        let all = Piece {
            host: dst as usize,
            device: src.0,
            rows,
        };
        match self.by_threads(Way::Out, all, stream)? {
            true => Ok(()),
            // SAFETY: the caller's promise.
            false => unsafe { self.rows_out(dst, src, rows, stream) },
        }
    }

    /// Whether the copy is one for several threads. Memory that the driver knows as page-locked, or managed, it copies at full speed itself.
    fn is_long(&self, all: &Piece) -> bool {
        let Rows { count, bytes, .. } = all.rows;
        let has_long_rows = count == 1 || bytes >= SHORTEST_ROW && is_rectangle(all.rows);
        all.bytes() >= SHORTEST
            && has_long_rows
            && !self.host_tables
            && !self.knows(all.host as u64)
    }

    /// The copy is complete on return. False where it isn't made: the driver is to make it.
    fn by_threads(&self, way: Way, all: Piece, stream: Option<Stream>) -> DeviceResult<bool> {
        let Some(stream) = stream.filter(|_| self.is_long(&all)) else {
            return Ok(false);
        };
        let threads = threads(all.bytes());
        let mut lanes = match self.lanes.0.try_lock() {
            Ok(lanes) => lanes,
            Err(TryLockError::Poisoned(lanes)) => lanes.into_inner(),
            Err(TryLockError::WouldBlock) => return Ok(false),
        };
        while threads > 1 && lanes.len() < threads {
            // Whatever is wrong with the device, the driver's copy says.
            let Ok(lane) = self.lane() else { break };
            lanes.push(lane);
        }
        let used = &lanes[..lanes.len().min(threads)];
        let [own, others @ ..] = used else {
            return Ok(false);
        };
        if others.is_empty() {
            return Ok(false);
        }
        // What is on the stream may write what is copied. The lanes' streams know nothing of it.
        self.stream_synchronize(stream)?;
        let copy = Copy {
            device: self,
            way,
            pieces: pieces(all, BUFFER),
            next: AtomicUsize::new(0),
        };
        thread::scope(|scope| {
            let copy = &copy;
            // What a thread that can't be started would have done the others do.
            let start = |lane| {
                let thread = thread::Builder::new().name("accrs-copy".to_string());
                thread.spawn_scoped(scope, move || copy.work(lane)).ok()
            };
            let started: Vec<_> = others.iter().filter_map(start).collect();
            let own = copy.work(own);
            let ended = started.into_iter().map(|thread| match thread.join() {
                Ok(done) => done,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            // One error is told, though each thread may have met it.
            ended.fold(own, Result::and)
        })
        .map(|()| true)
    }

    /// A lane, or nothing at all.
    fn lane(&self) -> DeviceResult<Lane> {
        let stream = self.stream_create()?;
        let buffers = self.buffers();
        if buffers.is_err() {
            self.stream_destroy(stream)?;
        }
        buffers.map(|buffers| Lane { buffers, stream })
    }

    fn buffers(&self) -> DeviceResult<[Buffer; 2]> {
        let one = self.event_create()?;
        let made = self.event_create().and_then(|other| {
            let first = self.locked(2 * BUFFER);
            if first.is_err() {
                self.event_destroy(other)?;
            }
            let both = |first| [(first, one), (first + BUFFER as usize, other)];
            first.map(both)
        });
        if made.is_err() {
            self.event_destroy(one)?;
        }
        made.map(|both| both.map(|(at, passed)| Buffer { at, passed }))
    }
}

/// One copy, on its way.
struct Copy<'c> {
    device: &'c CudaDevice,
    way: Way,
    pieces: Vec<Piece>,
    /// The first piece that no thread has taken.
    next: AtomicUsize,
}

impl Copy<'_> {
    /// Copies pieces until there are no more. Nothing is on the lane's stream behind it.
    fn work(&self, lane: &Lane) -> DeviceResult<()> {
        // Even a thread that comes too late for a piece has the device's context: how many calls a copy costs is no matter of luck.
        let done = self.device.any_calls().and_then(|_| self.through(lane));
        if done.is_err() {
            // The copy fails: the other threads need not go on. What is on the stream still uses the buffers.
            self.next.store(self.pieces.len(), Ordering::Relaxed);
            let _ = self.device.stream_synchronize(lane.stream);
        }
        done
    }

    fn through(&self, lane: &Lane) -> DeviceResult<()> {
        let mut busy: [Option<Piece>; 2] = [None, None];
        loop {
            for (buffer, busy) in lane.buffers.iter().zip(&mut busy) {
                if let Some(piece) = busy.take() {
                    self.finish(piece, buffer)?;
                }
                *busy = self.begin(buffer, lane.stream)?;
            }
            if busy.iter().all(Option::is_none) {
                return Ok(());
            }
        }
    }

    /// Puts the transfer of the next piece on the stream, if there is one, and an event behind it.
    fn begin(&self, buffer: &Buffer, stream: Stream) -> DeviceResult<Option<Piece>> {
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        let Some(piece) = self.pieces.get(next).copied() else {
            return Ok(None);
        };
        if self.way == Way::In {
            // SAFETY: the copy's caller vouches for the program's memory; the buffer is this thread's, free, and as long as a piece.
            unsafe { carry(self.way, piece.host, buffer.at, piece.rows) };
        }
        self.device.transfer(self.way, piece, buffer.at, stream)?;
        self.device.record(buffer.passed.0, stream)?;
        Ok(Some(piece))
    }

    /// Waits for the transfer; the buffer is free then.
    fn finish(&self, piece: Piece, buffer: &Buffer) -> DeviceResult<()> {
        self.device.event_synchronize(buffer.passed)?;
        if self.way == Way::Out {
            // SAFETY: as above.
            unsafe { carry(self.way, piece.host, buffer.at, piece.rows) };
        }
        Ok(())
    }
}
