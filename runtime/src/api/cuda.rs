//! The interface to CUDA programs and libraries (§A.2.1.2 of the appendix on NVIDIA targets): the handles of the
//! current device, and the streams behind async values. Null, or 0, where the current device
//! is no GPU.

use super::device::current;
use crate::context::asynchronous::key_of;
use crate::fatal::{Failure, Outcome, guard};
use crate::site::Caller;
use crate::state::{Current, DeviceState};
use std::ffi::{c_int, c_void};

fn device(place: Caller<'_>) -> Outcome<Option<&'static DeviceState>> {
    Ok(match current(place)? {
        Current::Device(state) if !state.device.native_context().is_null() => Some(state),
        _ => None,
    })
}

/// The `CUdevice` of the current device, as a pointer-sized value.
#[unsafe(no_mangle)]
pub extern "C" fn acc_get_current_cuda_device() -> *mut c_void {
    guard(|| {
        let state = device(Caller::Api("acc_get_current_cuda_device"))?;
        Ok(state.map_or(std::ptr::null_mut(), |s| {
            s.device.native_device() as usize as *mut c_void
        }))
    })
}

/// The `CUcontext` of the current device.
#[unsafe(no_mangle)]
pub extern "C" fn acc_get_current_cuda_context() -> *mut c_void {
    guard(|| {
        let state = device(Caller::Api("acc_get_current_cuda_context"))?;
        Ok(state.map_or(std::ptr::null_mut(), |s| s.device.native_context()))
    })
}

/// The `CUstream` of an async value of the current device. Null for `acc_async_sync`, whose
/// work has always been waited for.
#[unsafe(no_mangle)]
pub extern "C" fn acc_get_cuda_stream(queue: c_int) -> *mut c_void {
    guard(|| {
        let place = Caller::Api("acc_get_cuda_stream");
        let key = key_of(&place, queue)?;
        let (Some(state), Some(key)) = (device(place)?, key) else {
            return Ok(std::ptr::null_mut());
        };
        let stream = state.queues.stream(state.device.as_ref(), key);
        stream
            .map(|stream| state.device.native_stream(stream))
            .map_err(|e| Failure::new(format!("{place}: {state}: {e}")))
    })
}

/// Makes a `CUstream` of the program that of an async value of the current device. Returns 1;
/// 0 where there are no such streams, or none is given, or the value is `acc_async_sync`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_set_cuda_stream(queue: c_int, stream: *mut c_void) -> c_int {
    guard(|| {
        let place = Caller::Api("acc_set_cuda_stream");
        let key = key_of(&place, queue)?;
        let (Some(state), Some(key)) = (device(place)?, key) else {
            return Ok(0);
        };
        if stream.is_null() {
            return Ok(0);
        }
        let device = state.device.as_ref();
        device
            .stream_of_native(stream)
            .and_then(|stream| state.queues.adopt(device, key, stream))
            .map(|()| 1)
            .map_err(|e| Failure::new(format!("{place}: {state}: {e}")))
    })
}
