//! Contexts: the primary one of each device, others, the thread's current one, its stack of them, limits, peers.

use crate::driver::call::{api, put, put_if};
use crate::driver::error::{Code, Outcome};
use crate::driver::gpu::{Context, Gpu, Handle, current, set_current};
use std::cell::RefCell;
use std::ffi::{c_int, c_uint};
use std::sync::atomic::Ordering;

/// `CUlimit`
const STACK_SIZE: c_int = 0;
const PRINTF_FIFO_SIZE: c_int = 1;
const MALLOC_HEAP_SIZE: c_int = 2;

thread_local! {
    static PUSHED: RefCell<Vec<Handle>> = const { RefCell::new(Vec::new()) };
}

/// The devices' primary contexts, which nobody has retained yet.
pub fn make_primary(gpu: &'static Gpu) {
    let mut objects = gpu.objects();
    for device in 0..gpu.devices.len() {
        let is_there = |c: &Context| c.device == device && c.retained.is_some();
        if !objects.contexts.values().any(is_there) {
            let retained = Some(0);
            objects
                .contexts
                .insert(gpu.handle(), Context { device, retained });
        }
    }
}

/// Changes how often a device's primary context is retained; its handle and the new number.
fn retain(
    gpu: &'static Gpu,
    device: c_int,
    change: fn(u32) -> Option<u32>,
) -> Result<(Handle, u32), Code> {
    gpu.ready()?;
    let device = gpu.device(device)?;
    let mut objects = gpu.objects();
    for (handle, context) in &mut objects.contexts {
        if let (true, Some(retained)) = (context.device == device, context.retained) {
            let now = change(retained).ok_or(Code::INVALID_CONTEXT)?;
            context.retained = Some(now);
            return Ok((*handle, now));
        }
    }
    Err(Code::INVALID_CONTEXT)
}

/// That a handle is of a context.
fn known(gpu: &'static Gpu, context: Handle) -> Result<Context, Code> {
    let found = gpu.objects().contexts.get(&context).copied();
    found.ok_or(Code::INVALID_CONTEXT)
}

fn create(gpu: &'static Gpu, context: *mut Handle, device: c_int) -> Outcome {
    gpu.ready()?;
    let device = gpu.device(device)?;
    gpu.devices[device].healthy()?;
    let handle = gpu.handle();
    // SAFETY: the out-pointer is the caller's.
    unsafe { put(context, handle)? };
    gpu.objects().contexts.insert(
        handle,
        Context {
            device,
            retained: None,
        },
    );
    push(handle);
    Ok(())
}

fn push(context: Handle) {
    let _ = PUSHED.try_with(|pushed| pushed.borrow_mut().push(current()));
    set_current(context);
}

fn pop() -> Result<Handle, Code> {
    let popped = current();
    if popped == 0 {
        return Err(Code::INVALID_CONTEXT);
    }
    let below = PUSHED
        .try_with(|pushed| pushed.borrow_mut().pop())
        .ok()
        .flatten();
    set_current(below.unwrap_or(0));
    Ok(popped)
}

api! {
    fn cuDevicePrimaryCtxRetain(context: *mut Handle, device: c_int) |gpu| {
        let (handle, _) = retain(gpu, device, |n| Some(n + 1))?;
        unsafe { put(context, handle) }
    }

    fn cuDevicePrimaryCtxRelease(device: c_int) |gpu| {
        retain(gpu, device, |n| n.checked_sub(1)).map(|_| ())
    }

    fn cuDevicePrimaryCtxRelease_v2(device: c_int) |gpu| {
        retain(gpu, device, |n| n.checked_sub(1)).map(|_| ())
    }

    fn cuDevicePrimaryCtxGetState(device: c_int, flags: *mut c_uint, active: *mut c_int) |gpu| {
        let (_, retained) = retain(gpu, device, Some)?;
        unsafe {
            put(flags, 0)?;
            put(active, c_int::from(retained > 0))
        }
    }

    fn cuDevicePrimaryCtxSetFlags(device: c_int, _flags: c_uint) |gpu| {
        gpu.ready()?;
        gpu.device(device).map(|_| ())
    }

    fn cuDevicePrimaryCtxSetFlags_v2(device: c_int, _flags: c_uint) |gpu| {
        gpu.ready()?;
        gpu.device(device).map(|_| ())
    }

    fn cuCtxCreate(context: *mut Handle, _flags: c_uint, device: c_int) |gpu| {
        create(gpu, context, device)
    }

    fn cuCtxCreate_v2(context: *mut Handle, _flags: c_uint, device: c_int) |gpu| {
        create(gpu, context, device)
    }

    fn cuCtxDestroy_v2(context: Handle) |gpu| {
        gpu.ready()?;
        let Context { device, retained } = known(gpu, context)?;
        if retained.is_some() {
            return Err(Code::INVALID_CONTEXT);
        }
        gpu.streams.wait(gpu, &gpu.streams.last_of(device, false));
        gpu.objects().contexts.remove(&context);
        if current() == context {
            pop()?;
        }
        Ok(())
    }

    fn cuCtxSetCurrent(context: Handle) |gpu| {
        gpu.ready()?;
        if context != 0 {
            known(gpu, context)?;
        }
        set_current(context);
        Ok(())
    }

    fn cuCtxGetCurrent(context: *mut Handle) |gpu| {
        gpu.ready()?;
        unsafe { put(context, current()) }
    }

    fn cuCtxPushCurrent_v2(context: Handle) |gpu| {
        gpu.ready()?;
        known(gpu, context)?;
        push(context);
        Ok(())
    }

    fn cuCtxPopCurrent_v2(context: *mut Handle) |gpu| {
        gpu.ready()?;
        let popped = pop()?;
        unsafe { put_if(context, popped) };
        Ok(())
    }

    fn cuCtxGetDevice(device: *mut c_int) |gpu| {
        let here = gpu.context()?;
        unsafe { put(device, here.device as c_int) }
    }

    fn cuCtxGetFlags(flags: *mut c_uint) |gpu| {
        gpu.context()?;
        unsafe { put(flags, 0) }
    }

    fn cuCtxGetApiVersion(context: Handle, version: *mut c_uint) |gpu| {
        gpu.ready()?;
        known(gpu, if context == 0 { current() } else { context })?;
        unsafe { put(version, gpu.settings.cuda.0 * 1000) }
    }

    fn cuCtxSynchronize() |gpu| {
        let here = gpu.here()?;
        gpu.streams.wait(gpu, &gpu.streams.last_of(here.device, false));
        here.device().healthy()
    }

    fn cuCtxGetStreamPriorityRange(least: *mut c_int, greatest: *mut c_int) |gpu| {
        gpu.context()?;
        unsafe {
            put_if(least, 0);
            put_if(greatest, 0);
        }
        Ok(())
    }

    fn cuCtxGetLimit(bytes: *mut usize, limit: c_int) |gpu| {
        let device = gpu.context()?.device();
        let value = match limit {
            STACK_SIZE => device.stack.load(Ordering::Relaxed),
            PRINTF_FIFO_SIZE => 1 << 20,
            MALLOC_HEAP_SIZE => device.heap.limit(),
            _ => return Err(Code::INVALID_VALUE),
        };
        unsafe { put(bytes, value as usize) }
    }

    fn cuCtxSetLimit(limit: c_int, bytes: usize) |gpu| {
        let device = gpu.here()?.device();
        match limit {
            STACK_SIZE => {
                let most = crate::driver::attributes::MAX_LOCAL;
                if bytes as u64 > most {
                    return Err(Code::INVALID_VALUE);
                }
                device.stack.store(bytes as u64, Ordering::Relaxed);
            }
            PRINTF_FIFO_SIZE => {}
            // Once a kernel has allocated the heap is what it is.
            MALLOC_HEAP_SIZE if device.heap_used.load(Ordering::Relaxed) => {
                return Err(Code::INVALID_VALUE);
            }
            MALLOC_HEAP_SIZE => {
                let (free, _) = device.memory.info();
                if bytes as u64 > free {
                    return Err(Code::OUT_OF_MEMORY);
                }
                device.heap.set_limit(bytes as u64);
            }
            _ => return Err(Code::INVALID_VALUE),
        }
        Ok(())
    }

    fn cuCtxEnablePeerAccess(peer: Handle, flags: c_uint) |gpu| {
        let here = gpu.here()?;
        let pair = (here.device, known(gpu, peer)?.device);
        if flags != 0 || pair.0 == pair.1 {
            return Err(Code::INVALID_DEVICE);
        }
        let mut objects = gpu.objects();
        if objects.peers.contains(&pair) {
            return Err(Code::PEER_ACCESS_ALREADY_ENABLED);
        }
        objects.peers.push(pair);
        Ok(())
    }

    fn cuCtxDisablePeerAccess(peer: Handle) |gpu| {
        let here = gpu.here()?;
        let pair = (here.device, known(gpu, peer)?.device);
        let mut objects = gpu.objects();
        let at = objects.peers.iter().position(|p| *p == pair);
        objects.peers.remove(at.ok_or(Code::PEER_ACCESS_NOT_ENABLED)?);
        Ok(())
    }
}
