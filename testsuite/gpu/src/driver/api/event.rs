//! Events: places in streams.

use super::stream;
use crate::driver::call::{api, put};
use crate::driver::error::Code;
use crate::driver::gpu::Handle;
use std::ffi::c_uint;

/// `CU_EVENT_DISABLE_TIMING`, and all flags together.
const NO_TIMING: c_uint = 2;
const ALL_FLAGS: c_uint = 7;

api! {
    fn cuEventCreate(event: *mut Handle, flags: c_uint) |gpu| {
        let here = gpu.here()?;
        if flags > ALL_FLAGS {
            return Err(Code::INVALID_VALUE);
        }
        let made = gpu.handle();
        unsafe { put(event, made)? };
        gpu.streams.event_create(made, here.device, flags & NO_TIMING == 0);
        Ok(())
    }

    fn cuEventDestroy_v2(event: Handle) |gpu| {
        gpu.here()?;
        gpu.streams.event_destroy(event)
    }

    fn cuEventRecord(event: Handle, handle: Handle) |gpu| {
        let here = gpu.here()?;
        gpu.streams.record(gpu, event, stream(&here, handle)?)
    }

    fn cuEventRecordWithFlags(event: Handle, handle: Handle, _flags: c_uint) |gpu| {
        let here = gpu.here()?;
        gpu.streams.record(gpu, event, stream(&here, handle)?)
    }

    fn cuEventSynchronize(event: Handle) |gpu| {
        let here = gpu.here()?;
        if let Some(ticket) = gpu.streams.recorded(event)? {
            gpu.streams.wait(gpu, &[ticket]);
        }
        here.device().healthy()
    }

    fn cuEventQuery(event: Handle) |gpu| {
        let here = gpu.here()?;
        let done = gpu.streams.recorded(event)?.is_none_or(|ticket| gpu.streams.poll(gpu, ticket));
        here.device().healthy()?;
        if done { Ok(()) } else { Err(Code::NOT_READY) }
    }

    fn cuEventElapsedTime(milliseconds: *mut f32, start: Handle, end: Handle) |gpu| {
        gpu.here()?;
        let time = gpu.streams.elapsed(start, end)?;
        unsafe { put(milliseconds, time) }
    }

    fn cuEventElapsedTime_v2(milliseconds: *mut f32, start: Handle, end: Handle) |gpu| {
        gpu.here()?;
        let time = gpu.streams.elapsed(start, end)?;
        unsafe { put(milliseconds, time) }
    }
}
