//! Which context is current in a thread.
//!
//! A thread sets its context when it first needs it and remembers that. The program may set another one behind our back (a CUDA
//! library, `cudaSetDevice`), so the memory serves only where a wrong one can do no harm: for calls that name a stream of this device.
//! These carry their context with them; where the driver wants it current as well it refuses them, and they are made again
//! with the context set. All other calls, which work on whatever is current (allocations, modules, new streams and events, the default
//! streams), look each time and set it where another one is current.
//!
//! What was current before is current again when the program's call of the runtime returns: a program may use another GPU by CUDA itself. A thread that had no
//! context keeps ours.

use super::calls::{Calls, Cuda, Handle};
use super::driver::CudaDevice;
use crate::device::{DeviceResult, Stream};
use crate::fatal;
use cudarc::driver::sys::CUresult;
use std::cell::Cell;
use std::ffi::c_int;
use std::sync::{Arc, OnceLock};

thread_local! {
    /// The context that this thread has set last.
    static SET: Cell<Handle> = const { Cell::new(std::ptr::null_mut()) };
    /// The program's own, which was current when this call of the runtime first needed another one.
    static BEFORE: Cell<Handle> = const { Cell::new(std::ptr::null_mut()) };
}

/// What sets a context behind each call of the runtime.
static DRIVER: OnceLock<Arc<Cuda>> = OnceLock::new();

/// Makes a context current in this thread, until the program's call of the runtime returns.
pub(super) fn make(cuda: &Arc<Cuda>, context: Handle) -> DeviceResult<()> {
    if DRIVER.set(cuda.clone()).is_ok() {
        fatal::behind_each_call(restore);
    }
    let calls = &cuda.calls;
    let mut now = std::ptr::null_mut();
    // SAFETY: the out-pointer is valid.
    cuda.check("cuCtxGetCurrent", unsafe {
        (calls.get_current)(&raw mut now)
    })?;
    if now != context {
        // SAFETY: the context is retained for the life of the program.
        cuda.check("cuCtxSetCurrent", unsafe { (calls.set_current)(context) })?;
        let _ = BEFORE.try_with(|before| {
            if before.get().is_null() {
                before.set(now);
            }
        });
    }
    // A thread that ends remembers nothing.
    let _ = SET.try_with(|set| set.set(context));
    Ok(())
}

/// Makes the program's own context current again.
fn restore() {
    let before = BEFORE.try_with(|before| before.replace(std::ptr::null_mut()));
    let (Ok(before), Some(cuda)) = (before, DRIVER.get()) else {
        return;
    };
    if !before.is_null() {
        let _ = SET.try_with(|set| set.set(std::ptr::null_mut()));
        // SAFETY: it was current. A program that has destroyed it since is told so by its own next call.
        unsafe { (cuda.calls.set_current)(before) };
    }
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
        make(&self.cuda, self.context)?;
        Ok(&self.cuda.calls)
    }

    /// The calls, for what works with any context: once this thread has had one, nothing is asked.
    pub(super) fn any_calls(&self) -> DeviceResult<&Calls> {
        match SET.try_with(Cell::get) {
            Ok(set) if set == self.context => Ok(&self.cuda.calls),
            _ => self.calls(),
        }
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
