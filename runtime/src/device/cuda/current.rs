//! Which context is current in a thread.
//!
//! A thread sets its context when it first needs it and remembers that. The program may set another one behind our back (a CUDA
//! library, `cudaSetDevice`), so the memory serves only where a wrong one can do no harm: for calls that name a stream of this device.
//! These carry their context with them; where the driver wants it current as well it refuses them, and they are made again
//! with the context set. All other calls, which work on whatever is current (allocations, modules, new streams and events, the default
//! streams), set it each time.

use super::calls::{Calls, Handle};
use super::driver::CudaDevice;
use crate::device::{DeviceResult, Stream};
use cudarc::driver::sys::CUresult;
use std::cell::Cell;
use std::ffi::c_int;

thread_local! {
    /// The context that this thread has set last.
    static SET: Cell<Handle> = const { Cell::new(std::ptr::null_mut()) };
}

/// Handles up to here name the default streams of whatever context is current: null, `CU_STREAM_LEGACY`, `CU_STREAM_PER_THREAD`.
const LAST_DEFAULT: u64 = 2;

/// Whether the driver refuses a call since another context is current, or none.
fn is_elsewhere(code: c_int) -> bool {
    [
        CUresult::CUDA_ERROR_INVALID_CONTEXT,
        CUresult::CUDA_ERROR_INVALID_HANDLE,
        CUresult::CUDA_ERROR_CONTEXT_IS_DESTROYED,
    ]
    .into_iter()
    .any(|c| c as c_int == code)
}

impl CudaDevice {
    /// The calls, with this device's context current in this thread.
    pub(super) fn calls(&self) -> DeviceResult<&Calls> {
        let calls = &self.cuda.calls;
        // SAFETY: the context is retained for the life of the program.
        self.check("cuCtxSetCurrent", unsafe {
            (calls.set_current)(self.context)
        })?;
        // A thread that ends remembers nothing.
        let _ = SET.try_with(|set| set.set(self.context));
        Ok(calls)
    }

    /// A call about a stream.
    pub(super) fn on_stream(
        &self,
        name: &'static str,
        stream: Stream,
        mut call: impl FnMut(&Calls, Handle) -> c_int,
    ) -> DeviceResult<()> {
        let handle = stream.0 as Handle;
        let is_set =
            stream.0 > LAST_DEFAULT && SET.try_with(Cell::get).is_ok_and(|set| set == self.context);
        if is_set {
            let code = call(&self.cuda.calls, handle);
            if !is_elsewhere(code) {
                return self.check(name, code);
            }
        }
        self.check(name, call(self.calls()?, handle))
    }

    /// A call that puts something on a stream; without one on the default stream, where it is waited for.
    pub(super) fn queued(
        &self,
        name: &'static str,
        stream: Option<Stream>,
        mut call: impl FnMut(&Calls, Handle) -> c_int,
    ) -> DeviceResult<()> {
        let Some(stream) = stream else {
            let calls = self.calls()?;
            self.check(name, call(calls, std::ptr::null_mut()))?;
            // SAFETY: null is the default stream.
            return self.check("cuStreamSynchronize", unsafe {
                (calls.stream_synchronize)(std::ptr::null_mut())
            });
        };
        self.on_stream(name, stream, call)
    }
}
