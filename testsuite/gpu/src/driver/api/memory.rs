//! Allocation: device memory, pinned host memory, and what an address is.

use super::stream;
use crate::driver::call::{api, put, put_if};
use crate::driver::error::{Code, Outcome};
use crate::driver::gpu::{Gpu, Handle, Pinned};
use crate::driver::work::Work;
use std::ffi::{c_int, c_uint, c_void};

/// `CUpointer_attribute`
const CONTEXT: c_int = 1;
const MEMORY_TYPE: c_int = 2;
const DEVICE_POINTER: c_int = 3;
const HOST_POINTER: c_int = 4;
const IS_MANAGED: c_int = 8;
const DEVICE_ORDINAL: c_int = 9;
const RANGE_START: c_int = 11;
const RANGE_SIZE: c_int = 12;
const MAPPED: c_int = 13;
/// `CUmemorytype`
const HOST: c_uint = 1;
const DEVICE: c_uint = 2;

/// `CU_MEMHOSTALLOC_DEVICEMAP`
const DEVICEMAP: c_uint = 2;

const PITCH: usize = 512;
const PAGE: usize = 4096;

fn alloc(gpu: &'static Gpu, address: *mut u64, bytes: usize) -> Outcome {
    let here = gpu.here()?;
    if address.is_null() || bytes == 0 {
        return Err(Code::INVALID_VALUE);
    }
    let block = here.device().memory.alloc(bytes as u64);
    // SAFETY: the out-pointer is the caller's.
    unsafe { put(address, block.ok_or(Code::OUT_OF_MEMORY)?) }
}

fn alloc_host(
    gpu: &'static Gpu,
    address: *mut *mut c_void,
    bytes: usize,
    flags: c_uint,
) -> Outcome {
    gpu.here()?;
    if address.is_null() || bytes == 0 || flags > 7 {
        return Err(Code::INVALID_VALUE);
    }
    // What kernels are to use is managed memory under another name.
    let mapped = gpu.managed.as_ref().filter(|_| flags & DEVICEMAP != 0);
    let block = match mapped {
        Some(managed) => managed.alloc(bytes as u64).ok_or(Code::OUT_OF_MEMORY)? as *mut c_void,
        // SAFETY: the size is a multiple of the alignment; C's free takes it back.
        None => unsafe { libc::aligned_alloc(PAGE, bytes.next_multiple_of(PAGE)) },
    };
    if block.is_null() {
        return Err(Code::OUT_OF_MEMORY);
    }
    let pinned = Pinned {
        bytes: bytes as u64,
        ours: true,
        flags,
    };
    gpu.objects().pinned.insert(block as u64, pinned);
    // SAFETY: not null.
    unsafe { put(address, block) }
}

fn register(gpu: &'static Gpu, address: u64, bytes: usize, flags: c_uint) -> Outcome {
    gpu.here()?;
    let end = address.checked_add(bytes as u64);
    let (true, Some(end)) = (address != 0 && bytes != 0, end) else {
        return Err(Code::INVALID_VALUE);
    };
    let mut objects = gpu.objects();
    let before = objects.pinned.range(..end).next_back();
    if before.is_some_and(|(start, p)| start + p.bytes > address) {
        return Err(Code::HOST_MEMORY_ALREADY_REGISTERED);
    }
    let pinned = Pinned {
        bytes: bytes as u64,
        ours: false,
        flags,
    };
    objects.pinned.insert(address, pinned);
    Ok(())
}

/// One of an address's attributes, stored in the size that it has.
unsafe fn attribute(gpu: &'static Gpu, to: *mut c_void, which: c_int, address: u64) -> Outcome {
    let pinned = gpu.objects().pinned(address, 1);
    let managed = gpu.managed.as_ref().is_some_and(|m| m.owns(address));
    let owner = gpu
        .owner(address)
        .filter(|d| gpu.devices[*d].memory.block_of(address).is_some());
    let block = match (owner, pinned) {
        (Some(device), _) => gpu.devices[device].memory.block_of(address),
        (None, Some((start, pinned))) => Some((start, pinned.bytes)),
        _ => None,
    };
    let Some((start, bytes)) = block else {
        return Err(Code::INVALID_VALUE);
    };
    // SAFETY: the caller gives a place of the size that the attribute has.
    unsafe {
        match which {
            MEMORY_TYPE => put(to.cast(), if owner.is_some() { DEVICE } else { HOST }),
            DEVICE_POINTER if owner.is_some() => put(to.cast(), address),
            IS_MANAGED => put(to.cast(), u8::from(managed)),
            HOST_POINTER if owner.is_none() || managed => put(to.cast(), address),
            DEVICE_ORDINAL => put(to.cast(), owner.unwrap_or(0) as c_int),
            RANGE_START => put(to.cast(), start),
            RANGE_SIZE => put(to.cast(), bytes as usize),
            MAPPED => put(to.cast(), 1_u8),
            CONTEXT => put(to.cast(), gpu.objects().primary(owner.unwrap_or(0))?),
            _ => Err(Code::INVALID_VALUE),
        }
    }
}

api! {
    fn cuMemGetInfo_v2(free: *mut usize, total: *mut usize) |gpu| {
        let (unused, all) = gpu.here()?.device().memory.info();
        unsafe {
            put(free, unused as usize)?;
            put(total, all as usize)
        }
    }

    fn cuMemAlloc_v2(address: *mut u64, bytes: usize) |gpu| {
        alloc(gpu, address, bytes)
    }

    fn cuMemAllocPitch_v2(address: *mut u64, pitch: *mut usize, width: usize, height: usize, element: c_uint) |gpu| {
        let row = width.checked_next_multiple_of(PITCH).ok_or(Code::INVALID_VALUE)?;
        let bytes = row.checked_mul(height).ok_or(Code::INVALID_VALUE)?;
        if ![4, 8, 16].contains(&element) {
            return Err(Code::INVALID_VALUE);
        }
        unsafe { put(pitch, row)? };
        alloc(gpu, address, bytes)
    }

    /// Nothing waits: work that still uses the memory will fault, as the manual leaves it to the program.
    fn cuMemFree_v2(address: u64) |gpu| {
        let here = gpu.here()?;
        if address == 0 {
            return Ok(());
        }
        let owner = gpu.owner(address).unwrap_or(here.device);
        match gpu.devices[owner].memory.free(address) {
            true => Ok(()),
            false => Err(Code::INVALID_VALUE),
        }
    }

    fn cuMemAllocAsync(address: *mut u64, bytes: usize, handle: Handle) |gpu| {
        stream(&gpu.here()?, handle)?;
        alloc(gpu, address, bytes)
    }

    fn cuMemFreeAsync(address: u64, handle: Handle) |gpu| {
        let here = gpu.here()?;
        let stream = stream(&here, handle)?;
        if here.device().memory.block_of(address).is_none_or(|(start, _)| start != address) {
            return Err(Code::INVALID_VALUE);
        }
        gpu.streams.submit(gpu, stream, Work::Free(address), vec![]).map(|_| ())
    }

    fn cuMemAllocManaged(address: *mut u64, bytes: usize, flags: c_uint) |gpu| {
        gpu.here()?;
        let managed = gpu.managed.as_ref().ok_or(Code::NOT_SUPPORTED)?;
        // Attached to all streams, or to the host.
        if address.is_null() || bytes == 0 || !(1..=2).contains(&flags) {
            return Err(Code::INVALID_VALUE);
        }
        unsafe { put(address, managed.alloc(bytes as u64).ok_or(Code::OUT_OF_MEMORY)?) }
    }

    fn cuMemHostAlloc(address: *mut *mut c_void, bytes: usize, flags: c_uint) |gpu| {
        alloc_host(gpu, address, bytes, flags)
    }

    fn cuMemAllocHost_v2(address: *mut *mut c_void, bytes: usize) |gpu| {
        alloc_host(gpu, address, bytes, 0)
    }

    fn cuMemFreeHost(address: *mut c_void) |gpu| {
        gpu.here()?;
        let mut objects = gpu.objects();
        let key = address as u64;
        if objects.pinned.get(&key).is_none_or(|p| !p.ours) {
            return Err(Code::INVALID_VALUE);
        }
        objects.pinned.remove(&key);
        match gpu.managed.as_ref().filter(|m| m.owns(key)) {
            Some(managed) => {
                managed.free(key);
            }
            None => unsafe { libc::free(address) },
        }
        Ok(())
    }

    fn cuMemHostRegister_v2(address: u64, bytes: usize, flags: c_uint) |gpu| {
        register(gpu, address, bytes, flags)
    }

    fn cuMemHostUnregister(address: u64) |gpu| {
        gpu.here()?;
        let mut objects = gpu.objects();
        match objects.pinned.get(&address) {
            Some(pinned) if !pinned.ours => {
                objects.pinned.remove(&address);
                Ok(())
            }
            Some(_) => Err(Code::INVALID_VALUE),
            None => Err(Code::HOST_MEMORY_NOT_REGISTERED),
        }
    }

    fn cuMemHostGetFlags(flags: *mut c_uint, address: u64) |gpu| {
        gpu.here()?;
        let pinned = gpu.objects().pinned(address, 1);
        let (_, pinned) = pinned.ok_or(Code::INVALID_VALUE)?;
        unsafe { put(flags, pinned.flags) }
    }

    /// Kernels reach mapped memory at the host's address.
    fn cuMemHostGetDevicePointer_v2(device: *mut u64, host: *mut c_void, flags: c_uint) |gpu| {
        gpu.here()?;
        let pinned = gpu.objects().pinned(host as u64, 1);
        if flags != 0 || pinned.is_none() {
            return Err(Code::INVALID_VALUE);
        }
        let managed = gpu.managed.as_ref().ok_or(Code::NOT_SUPPORTED)?;
        if !managed.owns(host as u64) {
            return Err(Code::INVALID_VALUE);
        }
        unsafe { put(device, host as u64) }
    }

    fn cuMemGetAddressRange_v2(start: *mut u64, bytes: *mut usize, address: u64) |gpu| {
        let here = gpu.here()?;
        let owner = gpu.owner(address).unwrap_or(here.device);
        let block = gpu.devices[owner].memory.block_of(address).ok_or(Code::NOT_FOUND)?;
        unsafe {
            put_if(start, block.0);
            put_if(bytes, block.1 as usize);
        }
        Ok(())
    }

    fn cuPointerGetAttribute(to: *mut c_void, which: c_int, address: u64) |gpu| {
        gpu.ready()?;
        unsafe { attribute(gpu, to, which, address) }
    }

    fn cuPointerGetAttributes(count: c_uint, which: *const c_int, to: *const *mut c_void, address: u64) |gpu| {
        gpu.ready()?;
        if which.is_null() || to.is_null() {
            return Err(Code::INVALID_VALUE);
        }
        for n in 0..count as usize {
            // What an address doesn't have is left at zero by the manual; a caller that asks for many clears them.
            let _ = unsafe { attribute(gpu, *to.add(n), *which.add(n), address) };
        }
        Ok(())
    }
}
