//! Streams, and functions of the host that they call.

use super::stream;
use crate::driver::call::{api, put};
use crate::driver::error::{Code, Outcome};
use crate::driver::gpu::{Gpu, Handle, Here};
use crate::driver::streams::Ticket;
use crate::driver::work::{Callback, UserData, Work};
use std::ffi::{c_int, c_uint, c_void};

/// `CU_STREAM_NON_BLOCKING`
const NON_BLOCKING: c_uint = 1;

fn create(gpu: &'static Gpu, handle: *mut Handle, flags: c_uint) -> Outcome {
    let here = gpu.here()?;
    if handle.is_null() || flags > NON_BLOCKING {
        return Err(Code::INVALID_VALUE);
    }
    let made = gpu.handle();
    gpu.streams.create(made, here.device, flags != NON_BLOCKING);
    // SAFETY: not null.
    unsafe { put(handle, made) }
}

/// The places that waiting for a stream means: the default stream stands for all blocking ones.
fn ends(here: &Here, handle: Handle) -> Result<Vec<Ticket>, Code> {
    let stream = stream(here, handle)?;
    if stream == here.device().default_stream {
        return Ok(here.gpu.streams.last_of(here.device, true));
    }
    Ok(vec![here.gpu.streams.last(stream)?])
}

/// The stream's device may be another than the current one.
fn health(here: &Here, handle: Handle) -> Outcome {
    let (device, _) = here.gpu.streams.get(stream(here, handle)?)?;
    here.gpu.devices[device].healthy()
}

api! {
    fn cuStreamCreate(handle: *mut Handle, flags: c_uint) |gpu| {
        create(gpu, handle, flags)
    }

    fn cuStreamCreateWithPriority(handle: *mut Handle, flags: c_uint, _priority: c_int) |gpu| {
        create(gpu, handle, flags)
    }

    fn cuStreamDestroy_v2(handle: Handle) |gpu| {
        gpu.here()?;
        gpu.streams.destroy(handle)
    }

    fn cuStreamSynchronize(handle: Handle) |gpu| {
        let here = gpu.here()?;
        gpu.streams.wait(gpu, &ends(&here, handle)?);
        health(&here, handle)
    }

    fn cuStreamQuery(handle: Handle) |gpu| {
        let here = gpu.here()?;
        let done = ends(&here, handle)?.iter().all(|ticket| gpu.streams.poll(gpu, *ticket));
        health(&here, handle)?;
        if done { Ok(()) } else { Err(Code::NOT_READY) }
    }

    fn cuStreamWaitEvent(handle: Handle, event: Handle, _flags: c_uint) |gpu| {
        let here = gpu.here()?;
        let stream = stream(&here, handle)?;
        match gpu.streams.recorded(event)? {
            Some(ticket) => gpu.streams.submit(gpu, stream, Work::Wait, vec![ticket]).map(|_| ()),
            None => Ok(()),
        }
    }

    fn cuStreamGetFlags(handle: Handle, flags: *mut c_uint) |gpu| {
        let (_, blocking) = gpu.streams.get(stream(&gpu.here()?, handle)?)?;
        unsafe { put(flags, if blocking { 0 } else { NON_BLOCKING }) }
    }

    fn cuStreamGetPriority(handle: Handle, priority: *mut c_int) |gpu| {
        stream(&gpu.here()?, handle)?;
        unsafe { put(priority, 0) }
    }

    fn cuStreamGetCtx(handle: Handle, context: *mut Handle) |gpu| {
        let here = gpu.here()?;
        let (device, _) = gpu.streams.get(stream(&here, handle)?)?;
        let primary = gpu.objects().primary(device)?;
        unsafe { put(context, primary) }
    }

    fn cuStreamIsCapturing(handle: Handle, status: *mut c_int) |gpu| {
        stream(&gpu.here()?, handle)?;
        unsafe { put(status, 0) }
    }

    fn cuLaunchHostFunc(handle: Handle, function: Option<unsafe extern "C" fn(*mut c_void)>, data: *mut c_void) |gpu| {
        let here = gpu.here()?;
        let stream = stream(&here, handle)?;
        let function = Callback::Plain(function.ok_or(Code::INVALID_VALUE)?);
        gpu.streams.submit(gpu, stream, Work::Call(function, UserData(data)), vec![]).map(|_| ())
    }

    fn cuStreamAddCallback(handle: Handle, function: Option<unsafe extern "C" fn(*mut c_void, c_int, *mut c_void)>, data: *mut c_void, flags: c_uint) |gpu| {
        let here = gpu.here()?;
        let stream = stream(&here, handle)?;
        let (Some(function), 0) = (function, flags) else {
            return Err(Code::INVALID_VALUE);
        };
        let function = Callback::Status(function, handle);
        gpu.streams.submit(gpu, stream, Work::Call(function, UserData(data)), vec![]).map(|_| ())
    }
}
