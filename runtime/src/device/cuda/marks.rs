//! Events: those that other streams wait for, and those that keep when their stream passed them. None is destroyed: who needs it no more leaves it to the next.

use super::calls::Handle;
use super::driver::{CudaDevice, NO_TIMING, NOT_READY};
use crate::device::{DeviceResult, Event, Mark, Stream};
use crate::fatal::lock;
use std::ffi::c_uint;
use std::sync::Mutex;

/// `CU_EVENT_DEFAULT`: with a time, and who waits for it spins.
const TIMED: c_uint = 0;

impl CudaDevice {
    /// An event behind what is on the stream. An error is left for the next call that tells one.
    pub(super) fn marked(&self, stream: Stream) -> Option<Mark> {
        self.cuda.elapsed?;
        self.recorded(&self.marks, TIMED, stream).ok().map(Mark)
    }

    /// An event behind what is on the stream: one that `kept` has, or a new one with these flags.
    pub(super) fn recorded(
        &self,
        kept: &Mutex<Vec<u64>>,
        flags: c_uint,
        stream: Stream,
    ) -> DeviceResult<u64> {
        let free = lock(kept).pop();
        let event = free.map_or_else(|| self.new_event(flags), Ok)?;
        let recorded = self.record(event, stream);
        if recorded.is_err() {
            lock(kept).push(event);
        }
        recorded.map(|()| event)
    }

    /// An event for waits, behind nothing yet. [`Device::event_destroy`] takes it back.
    ///
    /// [`Device::event_destroy`]: crate::device::Device::event_destroy
    pub(super) fn event_create(&self) -> DeviceResult<Event> {
        self.new_event(NO_TIMING).map(Event)
    }

    fn new_event(&self, flags: c_uint) -> DeviceResult<u64> {
        let mut event = std::ptr::null_mut();
        // SAFETY: the out-pointer is valid.
        self.check("cuEventCreate", unsafe {
            (self.calls()?.event_create)(&raw mut event, flags)
        })?;
        Ok(event as u64)
    }

    /// Moves an event behind what is on the stream.
    pub(super) fn record(&self, event: u64, stream: Stream) -> DeviceResult<()> {
        self.on_stream("cuEventRecord", stream, |calls, on| {
            // SAFETY: both handles are the driver's own.
            unsafe { (calls.event_record)(event as Handle, on) }
        })
    }

    /// Waits for what an event was last recorded behind.
    pub(super) fn event_synchronize(&self, event: Event) -> DeviceResult<()> {
        let calls = self.any_calls()?;
        // SAFETY: the event was created here.
        self.check("cuEventSynchronize", unsafe {
            (calls.event_synchronize)(event.0 as Handle)
        })
    }

    /// From one event to another. The driver's answer is a `float` of milliseconds with a resolution of half a microsecond, so that it is
    /// exact for some seconds only.
    pub(super) fn nanoseconds(&self, from: Mark, to: Mark) -> DeviceResult<Option<i64>> {
        let Some(ask) = self.cuda.elapsed else {
            return Ok(None);
        };
        self.calls()?;
        let mut milliseconds = 0_f32;
        // SAFETY: the out-pointer is valid, and the events are those of marks.
        match unsafe { ask(&raw mut milliseconds, from.0 as Handle, to.0 as Handle) } {
            NOT_READY => Ok(None),
            code => {
                self.check("cuEventElapsedTime", code)?;
                Ok(Some((f64::from(milliseconds) * 1e6) as i64))
            }
        }
    }
}
