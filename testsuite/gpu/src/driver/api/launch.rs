//! Kernel launches: the limits that a GPU has, and the parameters.

use super::module::{blocks_of_each, function, max_threads, registers_of_warp};
use super::stream;
use crate::driver::attributes;
use crate::driver::call::{api, say};
use crate::driver::error::{Code, Outcome};
use crate::driver::gpu::{Device, Function, Gpu, Handle};
use crate::driver::work::{Launch, Work};
use crate::exec::KernelInfo;
use std::ffi::{c_uint, c_void};

/// `CU_LAUNCH_PARAM_…`
const END: u64 = 0;
const BUFFER: u64 = 1;
const BUFFER_BYTES: u64 = 2;

/// The sizes of a launch.
struct Sizes {
    grid: [u32; 3],
    block: [u32; 3],
    dynamic_shared: u32,
    /// All blocks are to be on the device at once.
    together: bool,
}

/// Whether a GPU would take the launch; what it wouldn't is said, since the code alone tells nothing.
fn check(gpu: &'static Gpu, device: &Device, function: &Function, sizes: &Sizes) -> Outcome {
    let info = function.info();
    let (grid, block) = (sizes.grid, sizes.block);
    let threads = block.iter().map(|n| u64::from(*n)).product::<u64>();
    let refuse = |code, why: String| {
        say(&format!(
            "launch of {} with grid {grid:?}, block {block:?}: {why}",
            info.name
        ));
        Err(code)
    };
    let fits = |sizes: [u32; 3], most: [u32; 3]| {
        sizes
            .iter()
            .zip(most)
            .all(|(n, most)| (1..=most).contains(n))
    };
    if !fits(grid, attributes::MAX_GRID) || !fits(block, attributes::MAX_BLOCK) {
        return refuse(Code::INVALID_VALUE, "a size is out of range".into());
    }
    let bound = info
        .max_threads
        .unwrap_or(attributes::MAX_THREADS_PER_BLOCK);
    if threads > u64::from(bound.min(attributes::MAX_THREADS_PER_BLOCK)) {
        return refuse(
            Code::INVALID_VALUE,
            format!("{threads} threads of at most {bound}"),
        );
    }
    let most = function.most_dynamic_shared();
    if sizes.dynamic_shared > most {
        let shared = sizes.dynamic_shared;
        return refuse(
            Code::INVALID_VALUE,
            format!("{shared} bytes of dynamic shared memory of at most {most}"),
        );
    }
    if threads > u64::from(max_threads(info)) {
        let each = registers_of_warp(info) / attributes::WARP;
        return refuse(
            Code::LAUNCH_OUT_OF_RESOURCES,
            format!("{threads} threads of {each} registers"),
        );
    }
    if sizes.together {
        if !gpu.settings.together {
            return refuse(Code::NOT_SUPPORTED, "no cooperative launches".into());
        }
        let blocks = grid.iter().map(|n| u64::from(*n)).product::<u64>();
        let shared = sizes.dynamic_shared as usize;
        let each = blocks_of_each(gpu, info, threads as u32, shared);
        let most = u64::from(each) * attributes::MULTIPROCESSORS as u64;
        if blocks > most {
            let why = format!("{blocks} blocks at once, of at most {most}");
            return refuse(Code::COOPERATIVE_LAUNCH_TOO_LARGE, why);
        }
    }
    local_memory(gpu, device, info).or_else(|why| refuse(Code::OUT_OF_MEMORY, why))
}

/// A GPU keeps the local memory of all threads that can be resident.
fn local_memory(gpu: &'static Gpu, device: &Device, info: &KernelInfo) -> Result<(), String> {
    let threads = u64::from(attributes::resident_threads(gpu.settings.capability))
        * attributes::MULTIPROCESSORS as u64;
    let bytes = info.local_bytes as u64 * threads;
    let (_, total) = device.memory.info();
    if bytes > total {
        return Err(format!(
            "{bytes} bytes of local memory on a device with {total}"
        ));
    }
    Ok(())
}

/// The parameters as one block of bytes, from pointers to each.
unsafe fn gathered(info: &KernelInfo, params: *const *const u8) -> Result<Vec<u8>, Code> {
    let mut bytes = vec![0; info.param_bytes];
    if params.is_null() && !info.params.is_empty() {
        return Err(Code::INVALID_VALUE);
    }
    for (n, slot) in info.params.iter().enumerate() {
        // SAFETY: the caller gives as many pointers as the kernel has parameters, each to a value of its size.
        unsafe {
            let value = *params.add(n);
            if value.is_null() {
                return Err(Code::INVALID_VALUE);
            }
            let into = bytes
                .get_mut(slot.offset..slot.offset + slot.size)
                .ok_or(Code::INVALID_VALUE)?;
            std::ptr::copy_nonoverlapping(value, into.as_mut_ptr(), slot.size);
        }
    }
    Ok(bytes)
}

/// The parameters from `extra`: a list of what is given, in pairs.
unsafe fn packed(info: &KernelInfo, mut extra: *const u64) -> Result<Vec<u8>, Code> {
    let (mut buffer, mut size) = (std::ptr::null::<u8>(), std::ptr::null::<usize>());
    // SAFETY: the list ends in END; buffer and size are the caller's.
    unsafe {
        while *extra != END {
            match *extra {
                BUFFER => buffer = *extra.add(1) as *const u8,
                BUFFER_BYTES => size = *extra.add(1) as *const usize,
                _ => return Err(Code::INVALID_VALUE),
            }
            extra = extra.add(2);
        }
        if buffer.is_null() || size.is_null() || *size < info.param_bytes {
            return Err(Code::INVALID_VALUE);
        }
        Ok(std::slice::from_raw_parts(buffer, info.param_bytes).to_vec())
    }
}

unsafe fn launch(
    gpu: &'static Gpu,
    handle: Handle,
    sizes: Sizes,
    on: Handle,
    params: *const *const u8,
    extra: *const u64,
) -> Outcome {
    let here = gpu.here()?;
    let function = function(gpu, handle)?;
    let stream = stream(&here, on)?;
    let (device, _) = gpu.streams.get(stream)?;
    if device != function.module.device {
        return Err(Code::INVALID_HANDLE);
    }
    check(gpu, &gpu.devices[device], &function, &sizes)?;
    if function.load() {
        gpu.calls.note_unready();
    }
    let info = function.info();
    // SAFETY: the caller's promises.
    let params = unsafe {
        match extra.is_null() {
            true => gathered(info, params)?,
            false => packed(info, extra)?,
        }
    };
    let Sizes {
        grid,
        block,
        dynamic_shared,
        together,
    } = sizes;
    let seed = gpu.random.next();
    let work = Launch {
        function,
        grid,
        block,
        together,
        dynamic_shared,
        params,
        seed,
    };
    gpu.streams
        .submit(gpu, stream, Work::Launch(Box::new(work)), vec![])
        .map(|_| ())
}

api! {
    fn cuLaunchKernel(
        function: Handle,
        grid_x: c_uint, grid_y: c_uint, grid_z: c_uint,
        block_x: c_uint, block_y: c_uint, block_z: c_uint,
        dynamic_shared: c_uint,
        stream: Handle,
        params: *const *const u8,
        extra: *const c_void,
    ) |gpu| {
        let sizes = Sizes { grid: [grid_x, grid_y, grid_z], block: [block_x, block_y, block_z], dynamic_shared, together: false };
        unsafe { launch(gpu, function, sizes, stream, params, extra.cast()) }
    }

    fn cuLaunchCooperativeKernel(
        function: Handle,
        grid_x: c_uint, grid_y: c_uint, grid_z: c_uint,
        block_x: c_uint, block_y: c_uint, block_z: c_uint,
        dynamic_shared: c_uint,
        stream: Handle,
        params: *const *const u8,
    ) |gpu| {
        let sizes = Sizes { grid: [grid_x, grid_y, grid_z], block: [block_x, block_y, block_z], dynamic_shared, together: true };
        unsafe { launch(gpu, function, sizes, stream, params, std::ptr::null()) }
    }
}
