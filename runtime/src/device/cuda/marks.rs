//! Times on a GPU: events that keep when their stream passed them.

use super::calls::Handle;
use super::driver::{CudaDevice, NOT_READY};
use crate::device::{DeviceResult, Mark, Stream};
use crate::fatal::lock;
use std::ffi::c_uint;

/// `CU_EVENT_DEFAULT`: with a time, and who waits for it spins.
const TIMED: c_uint = 0;

impl CudaDevice {
    /// An event behind what is on the stream. An error is left for the next call that tells one.
    pub(super) fn marked(&self, stream: Stream) -> Option<Mark> {
        self.cuda.elapsed?;
        let kept = lock(&self.marks).pop();
        let event = match kept {
            Some(event) => event as Handle,
            None => {
                let mut event = std::ptr::null_mut();
                // SAFETY: the out-pointer is valid.
                let code = unsafe { (self.calls().ok()?.event_create)(&raw mut event, TIMED) };
                (code == 0).then_some(event)?
            }
        };
        let recorded = self.on_stream("cuEventRecord", stream, |calls, on| {
            // SAFETY: both handles are the driver's own.
            unsafe { (calls.event_record)(event, on) }
        });
        if recorded.is_err() {
            lock(&self.marks).push(event as u64);
            return None;
        }
        Some(Mark(event as u64))
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
