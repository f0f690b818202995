//! Copies and fills. Ranges are checked when the call is made, and again when the work runs.

use super::stream;
use crate::driver::call::api;
use crate::driver::error::{Code, Outcome};
use crate::driver::gpu::{Gpu, Handle, Here};
use crate::driver::settings::{Copies, Pace};
use crate::driver::work::{Source, Work};
use std::ffi::c_uint;

/// How a copy call ends for the host.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sync {
    /// An asynchronous call.
    No,
    /// A plain call between host and device.
    Yes,
}

/// `CUDA_MEMCPY2D`
#[repr(C)]
pub struct Rectangle {
    source: Side,
    target: Side,
    width: usize,
    height: usize,
}

#[repr(C)]
struct Side {
    x: usize,
    y: usize,
    kind: c_uint,
    host: u64,
    device: u64,
    array: u64,
    pitch: usize,
}

/// `CUmemorytype`
const HOST: c_uint = 1;
const DEVICE: c_uint = 2;
const UNIFIED: c_uint = 4;

/// So many bytes of pageable memory an asynchronous copy to a GPU takes at once; for more the driver may wait.
const AT_ONCE: u64 = 64 << 10;

fn holds(here: &Here, address: u64, bytes: u64) -> Outcome {
    let owner = here.gpu.owner(address).ok_or(Code::INVALID_VALUE)?;
    here.gpu.devices[owner].holds(address, bytes)
}

/// Whether pageable memory is read before the call returns. Both are the driver's right; a copy whose source an earlier copy will
/// still write has to wait its turn.
fn staged(here: &Here, from: u64, bytes: u64) -> bool {
    let gpu = here.gpu;
    if gpu.objects().pinned(from, bytes).is_some() || gpu.streams.will_write(&(from..from + bytes))
    {
        return false;
    }
    match gpu.settings.pace {
        Pace::Lazy {
            copies: Copies::Staged,
        } => true,
        Pace::Lazy {
            copies: Copies::Late,
        } => false,
        _ => gpu.random.one_in(2),
    }
}

/// Queues work on a stream, and waits for it if the call is to.
fn queue(here: &Here, handle: Handle, work: Work, sync: Sync) -> Outcome {
    let gpu = here.gpu;
    let ticket = gpu
        .streams
        .submit(gpu, stream(here, handle)?, work, vec![])?;
    if sync == Sync::Yes {
        gpu.streams.wait(gpu, &[ticket]);
        return here.device().healthy();
    }
    Ok(())
}

fn copy_in(
    gpu: &'static Gpu,
    to: u64,
    from: u64,
    bytes: usize,
    handle: Handle,
    sync: Sync,
) -> Outcome {
    let here = gpu.here()?;
    stream(&here, handle)?;
    let bytes = bytes as u64;
    if bytes == 0 {
        return Ok(());
    }
    if from == 0 {
        return Err(Code::INVALID_VALUE);
    }
    holds(&here, to, bytes)?;
    let pageable = gpu.objects().pinned(from, bytes).is_none();
    if sync == Sync::No && pageable && bytes > AT_ONCE {
        gpu.calls.note_held();
    }
    let source = if sync == Sync::No && staged(&here, from, bytes) {
        // SAFETY: the program gives `bytes` bytes to read.
        Source::Staged(
            unsafe { std::slice::from_raw_parts(from as *const u8, bytes as usize) }.to_vec(),
        )
    } else {
        Source::Host(from)
    };
    let work = Work::CopyIn {
        to,
        from: source,
        bytes,
    };
    queue(&here, handle, work, sync)
}

fn copy_out(
    gpu: &'static Gpu,
    to: u64,
    from: u64,
    bytes: usize,
    handle: Handle,
    sync: Sync,
) -> Outcome {
    let here = gpu.here()?;
    stream(&here, handle)?;
    let bytes = bytes as u64;
    if bytes == 0 {
        return Ok(());
    }
    if to == 0 {
        return Err(Code::INVALID_VALUE);
    }
    holds(&here, from, bytes)?;
    // Into pageable memory a copy may be complete when the call returns.
    let pageable = gpu.objects().pinned(to, bytes).is_none();
    let either = matches!(
        gpu.settings.pace,
        Pace::Eager
            | Pace::Lazy {
                copies: Copies::Either
            }
    );
    if sync == Sync::No && pageable {
        gpu.calls.note_held();
    }
    let at_once = sync == Sync::No && pageable && either && gpu.random.one_in(4);
    queue(
        &here,
        handle,
        Work::CopyOut { to, from, bytes },
        if at_once { Sync::Yes } else { sync },
    )
}

/// Between device addresses nothing waits, not even in the plain calls.
fn copy_within(gpu: &'static Gpu, to: u64, from: u64, bytes: usize, handle: Handle) -> Outcome {
    let here = gpu.here()?;
    stream(&here, handle)?;
    let bytes = bytes as u64;
    if bytes == 0 {
        return Ok(());
    }
    holds(&here, to, bytes)?;
    holds(&here, from, bytes)?;
    queue(
        &here,
        handle,
        Work::CopyWithin { to, from, bytes },
        Sync::No,
    )
}

/// A copy whose direction the addresses tell (unified addressing).
fn copy_any(
    gpu: &'static Gpu,
    to: u64,
    from: u64,
    bytes: usize,
    handle: Handle,
    sync: Sync,
) -> Outcome {
    match (gpu.owner(to).is_some(), gpu.owner(from).is_some()) {
        (true, true) => copy_within(gpu, to, from, bytes, handle),
        (true, false) => copy_in(gpu, to, from, bytes, handle, sync),
        (false, true) => copy_out(gpu, to, from, bytes, handle, sync),
        (false, false) => Err(Code::INVALID_VALUE),
    }
}

fn rows(gpu: &'static Gpu, shape: *const Rectangle, handle: Handle, sync: Sync) -> Outcome {
    if shape.is_null() {
        return Err(Code::INVALID_VALUE);
    }
    // SAFETY: the caller's structure.
    let Rectangle {
        source,
        target,
        width,
        height,
    } = unsafe { &*shape };
    let start = |side: &Side| match side.kind {
        HOST if side.host != 0 => Ok(side.host),
        DEVICE | UNIFIED if side.device != 0 => Ok(side.device),
        _ => Err(Code::INVALID_VALUE),
    };
    let (from, to) = (start(source)?, start(target)?);
    for row in 0..*height {
        let at = |side: &Side, base: u64| base + ((side.y + row) * side.pitch + side.x) as u64;
        copy_any(gpu, at(target, to), at(source, from), *width, handle, sync)?;
    }
    Ok(())
}

fn fill(
    gpu: &'static Gpu,
    to: u64,
    pattern: u32,
    width: usize,
    count: usize,
    handle: Handle,
) -> Outcome {
    let here = gpu.here()?;
    stream(&here, handle)?;
    if !to.is_multiple_of(width as u64) {
        return Err(Code::INVALID_VALUE);
    }
    if count == 0 {
        return Ok(());
    }
    let bytes = (count as u64).checked_mul(width as u64);
    holds(&here, to, bytes.ok_or(Code::INVALID_VALUE)?)?;
    let work = Work::Fill {
        to,
        pattern: pattern.to_le_bytes(),
        width,
        count: count as u64,
    };
    queue(&here, handle, work, Sync::No)
}

api! {
    fn cuMemcpyHtoD_v2(to: u64, from: u64, bytes: usize) |gpu| {
        copy_in(gpu, to, from, bytes, 0, Sync::Yes)
    }

    fn cuMemcpyDtoH_v2(to: u64, from: u64, bytes: usize) |gpu| {
        copy_out(gpu, to, from, bytes, 0, Sync::Yes)
    }

    fn cuMemcpyDtoD_v2(to: u64, from: u64, bytes: usize) |gpu| {
        copy_within(gpu, to, from, bytes, 0)
    }

    fn cuMemcpyHtoDAsync_v2(to: u64, from: u64, bytes: usize, stream: Handle) |gpu| {
        copy_in(gpu, to, from, bytes, stream, Sync::No)
    }

    fn cuMemcpyDtoHAsync_v2(to: u64, from: u64, bytes: usize, stream: Handle) |gpu| {
        copy_out(gpu, to, from, bytes, stream, Sync::No)
    }

    fn cuMemcpyDtoDAsync_v2(to: u64, from: u64, bytes: usize, stream: Handle) |gpu| {
        copy_within(gpu, to, from, bytes, stream)
    }

    fn cuMemcpy(to: u64, from: u64, bytes: usize) |gpu| {
        copy_any(gpu, to, from, bytes, 0, Sync::Yes)
    }

    fn cuMemcpyAsync(to: u64, from: u64, bytes: usize, stream: Handle) |gpu| {
        copy_any(gpu, to, from, bytes, stream, Sync::No)
    }

    fn cuMemcpyPeer(to: u64, _target: Handle, from: u64, _source: Handle, bytes: usize) |gpu| {
        copy_within(gpu, to, from, bytes, 0)
    }

    fn cuMemcpyPeerAsync(to: u64, _target: Handle, from: u64, _source: Handle, bytes: usize, stream: Handle) |gpu| {
        copy_within(gpu, to, from, bytes, stream)
    }

    fn cuMemcpy2D_v2(shape: *const Rectangle) |gpu| {
        rows(gpu, shape, 0, Sync::Yes)
    }

    fn cuMemcpy2DUnaligned_v2(shape: *const Rectangle) |gpu| {
        rows(gpu, shape, 0, Sync::Yes)
    }

    fn cuMemcpy2DAsync_v2(shape: *const Rectangle, stream: Handle) |gpu| {
        rows(gpu, shape, stream, Sync::No)
    }

    fn cuMemsetD8_v2(to: u64, value: u8, count: usize) |gpu| {
        fill(gpu, to, u32::from(value), 1, count, 0)
    }

    fn cuMemsetD16_v2(to: u64, value: u16, count: usize) |gpu| {
        fill(gpu, to, u32::from(value), 2, count, 0)
    }

    fn cuMemsetD32_v2(to: u64, value: u32, count: usize) |gpu| {
        fill(gpu, to, value, 4, count, 0)
    }

    fn cuMemsetD8Async(to: u64, value: u8, count: usize, stream: Handle) |gpu| {
        fill(gpu, to, u32::from(value), 1, count, stream)
    }

    fn cuMemsetD16Async(to: u64, value: u16, count: usize, stream: Handle) |gpu| {
        fill(gpu, to, u32::from(value), 2, count, stream)
    }

    fn cuMemsetD32Async(to: u64, value: u32, count: usize, stream: Handle) |gpu| {
        fill(gpu, to, value, 4, count, stream)
    }
}
