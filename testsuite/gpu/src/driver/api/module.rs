//! Modules, their kernels and variables, and what a kernel says of itself.

use super::name;
use crate::driver::call::{api, put, put_if, put_text, say};
use crate::driver::error::{Code, Outcome};
use crate::driver::gpu::{Function, Gpu, Handle, Module};
use crate::driver::image::{self, Refused};
use crate::driver::{attributes, work};
use crate::exec::{KernelInfo, Loaded};
use crate::ptx;
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::sync::Arc;

/// `CUjit_option`
const ERROR_LOG: c_int = 5;
const ERROR_LOG_BYTES: c_int = 6;
/// `CUfunction_attribute`
const MAX_DYNAMIC_SHARED: c_int = 8;
const CARVEOUT: c_int = 9;

/// The image's bytes up to its end.
unsafe fn bytes<'a>(image: *const c_void) -> Result<&'a [u8], Code> {
    if image.is_null() {
        return Err(Code::INVALID_VALUE);
    }
    // SAFETY: the caller's image is whole.
    Ok(unsafe { image::bytes(image.cast()) })
}

fn refuse(code: Code, why: impl ToString) -> Refused {
    let why = why.to_string();
    Refused { code, why }
}

/// Reads a module and gives its variables memory.
fn load(gpu: &'static Gpu, device: usize, image: &[u8]) -> Result<Module, Refused> {
    let text = image::ptx(image, &gpu.settings)?;
    let parsed = ptx::Module::parse(text).map_err(|why| refuse(Code::INVALID_PTX, why))?;
    let memory = &gpu.devices[device].memory;
    let loaded = Loaded::load(Arc::new(parsed), memory)
        .map_err(|fault| refuse(work::code_of(&fault), fault))?;
    Ok(Module { device, loaded })
}

fn add(gpu: &'static Gpu, handle: *mut Handle, image: &[u8], log: impl FnOnce(&str)) -> Outcome {
    let here = gpu.here()?;
    if handle.is_null() {
        return Err(Code::INVALID_VALUE);
    }
    match load(gpu, here.device, image) {
        Ok(module) => {
            let made = gpu.handle();
            gpu.objects().modules.insert(made, Arc::new(module));
            // SAFETY: not null.
            unsafe { put(handle, made) }
        }
        Err(Refused { code, why }) => {
            // Who brings machine code along has PTX as well.
            if !image.starts_with(b"\x7fELF") {
                say(&format!("module refused: {why}"));
            }
            log(&why);
            Err(code)
        }
    }
}

fn module(gpu: &'static Gpu, handle: Handle) -> Result<Arc<Module>, Code> {
    let found = gpu.objects().modules.get(&handle).cloned();
    found.ok_or(Code::INVALID_HANDLE)
}

/// A function that is still loaded.
pub fn function(gpu: &'static Gpu, handle: Handle) -> Result<Function, Code> {
    let found = gpu.objects().functions.get(&handle).cloned();
    found.ok_or(Code::INVALID_HANDLE)
}

/// The most threads of a block that the kernel's registers and its own bound leave.
pub fn max_threads(info: &KernelInfo) -> u32 {
    let warp = registers_of_warp(info);
    let by_registers = attributes::REGISTERS_PER_BLOCK / warp * attributes::WARP;
    let bound = info
        .max_threads
        .unwrap_or(attributes::MAX_THREADS_PER_BLOCK);
    by_registers
        .min(bound)
        .min(attributes::MAX_THREADS_PER_BLOCK)
}

/// Registers are given to warps in pieces of 256.
pub fn registers_of_warp(info: &KernelInfo) -> u32 {
    (info.registers.max(1) * attributes::WARP).next_multiple_of(256)
}

fn attribute(gpu: &'static Gpu, function: &Function, which: c_int) -> Result<c_int, Code> {
    let info = function.info();
    let (major, minor) = gpu.settings.capability;
    Ok(match which {
        0 => max_threads(info) as c_int,
        1 => info.static_shared as c_int,
        2 => 0, // constant memory
        3 => info.local_bytes as c_int,
        4 => info.registers as c_int,
        5 | 6 => (major * 10 + minor) as c_int,
        7 => 1, // cached as compiled for
        MAX_DYNAMIC_SHARED => function.most_dynamic_shared() as c_int,
        CARVEOUT => -1,
        _ => return Err(Code::INVALID_VALUE),
    })
}

/// How many blocks of so many threads of a kernel a multiprocessor holds at once.
pub fn blocks_of_each(gpu: &Gpu, info: &KernelInfo, threads: u32, shared: usize) -> u32 {
    if threads > max_threads(info) {
        return 0;
    }
    let resident = attributes::resident_threads(gpu.settings.capability);
    let warps = threads.div_ceil(attributes::WARP);
    let by_registers = attributes::REGISTERS_PER_BLOCK / (warps * registers_of_warp(info)).max(1);
    let room = attributes::most_shared(gpu.settings.capability) as usize;
    let by_shared = room / (info.static_shared + shared).max(1);
    let by_shared = u32::try_from(by_shared).unwrap_or(16);
    (resident / threads)
        .min(by_registers)
        .min(16)
        .min(by_shared)
}

api! {
    fn cuModuleLoadData(handle: *mut Handle, image: *const c_void) |gpu| {
        add(gpu, handle, unsafe { bytes(image)? }, |_| ())
    }

    fn cuModuleLoadDataEx(handle: *mut Handle, image: *const c_void, count: c_uint, options: *const c_int, values: *const *mut c_void) |gpu| {
        let (mut log, mut room) = (std::ptr::null_mut::<u8>(), 0);
        if count > 0 && (options.is_null() || values.is_null()) {
            return Err(Code::INVALID_VALUE);
        }
        for n in 0..count as usize {
            let (option, value) = unsafe { (*options.add(n), *values.add(n)) };
            match option {
                ERROR_LOG => log = value.cast(),
                ERROR_LOG_BYTES => room = value as usize,
                _ => {}
            }
        }
        // A program that wants no log has none.
        let tell = |why: &str| { let _ = unsafe { put_text(log, room, why) }; };
        add(gpu, handle, unsafe { bytes(image)? }, tell)
    }

    fn cuModuleLoad(handle: *mut Handle, path: *const c_char) |gpu| {
        let mut image = std::fs::read(unsafe { name(path)? }).map_err(|_| Code::FILE_NOT_FOUND)?;
        let end = image.iter().position(|b| *b == 0).unwrap_or(image.len());
        image.truncate(end);
        add(gpu, handle, &image, |_| ())
    }

    /// What runs is finished first, as the memory of the module's variables goes.
    fn cuModuleUnload(handle: Handle) |gpu| {
        let here = gpu.here()?;
        let module = module(gpu, handle)?;
        gpu.streams.wait(gpu, &gpu.streams.last_of(module.device, false));
        let mut objects = gpu.objects();
        objects.modules.remove(&handle);
        objects.functions.retain(|_, f| f.module_handle != handle);
        drop(objects);
        module.loaded.unload(&gpu.devices[module.device].memory);
        here.device().healthy()
    }

    fn cuModuleGetFunction(function: *mut Handle, handle: Handle, called: *const c_char) |gpu| {
        gpu.here()?;
        let module = module(gpu, handle)?;
        let kernel = module.loaded.kernel(unsafe { name(called)? }).ok_or(Code::NOT_FOUND)?;
        let mut objects = gpu.objects();
        let same = |f: &Function| f.module_handle == handle && f.kernel == kernel;
        let known = objects.functions.iter().find(|(_, f)| same(f)).map(|(known, _)| *known);
        let made = known.unwrap_or_else(|| {
            let made = gpu.handle();
            objects.functions.insert(made, Function { module, module_handle: handle, kernel, loaded: Arc::default(), dynamic_shared: None });
            made
        });
        unsafe { put(function, made) }
    }

    fn cuModuleGetGlobal_v2(address: *mut u64, bytes: *mut usize, handle: Handle, called: *const c_char) |gpu| {
        gpu.here()?;
        let module = module(gpu, handle)?;
        let (start, size) = module.loaded.global(unsafe { name(called)? }).ok_or(Code::NOT_FOUND)?;
        unsafe {
            put_if(address, start);
            put_if(bytes, size as usize);
        }
        Ok(())
    }

    fn cuFuncLoad(handle: Handle) |gpu| {
        gpu.here()?;
        function(gpu, handle)?.load();
        Ok(())
    }

    fn cuFuncGetAttribute(value: *mut c_int, which: c_int, handle: Handle) |gpu| {
        gpu.here()?;
        let function = function(gpu, handle)?;
        unsafe { put(value, attribute(gpu, &function, which)?) }
    }

    fn cuFuncSetAttribute(handle: Handle, which: c_int, value: c_int) |gpu| {
        gpu.here()?;
        let most = attributes::most_shared(gpu.settings.capability);
        let mut objects = gpu.objects();
        let function = objects.functions.get_mut(&handle).ok_or(Code::INVALID_HANDLE)?;
        let own = function.info().static_shared as u32;
        match (which, u32::try_from(value)) {
            (MAX_DYNAMIC_SHARED, Ok(bytes)) if bytes <= most.saturating_sub(own) => {
                function.dynamic_shared = Some(bytes);
                Ok(())
            }
            (CARVEOUT, _) if (-1..=100).contains(&value) => Ok(()),
            _ => Err(Code::INVALID_VALUE),
        }
    }

    fn cuFuncSetCacheConfig(handle: Handle, _config: c_int) |gpu| {
        gpu.here()?;
        function(gpu, handle).map(|_| ())
    }

    fn cuFuncGetModule(handle: *mut Handle, function_handle: Handle) |gpu| {
        gpu.here()?;
        let function = function(gpu, function_handle)?;
        unsafe { put(handle, function.module_handle) }
    }

    fn cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks: *mut c_int, handle: Handle, threads: c_int, shared: usize) |gpu| {
        gpu.here()?;
        let function = function(gpu, handle)?;
        let threads = u32::try_from(threads).ok().filter(|n| *n > 0).ok_or(Code::INVALID_VALUE)?;
        unsafe { put(blocks, blocks_of_each(gpu, function.info(), threads, shared) as c_int) }
    }

    fn cuOccupancyMaxPotentialBlockSize(grid: *mut c_int, block: *mut c_int, handle: Handle, _shared_of: *const c_void, _shared: usize, limit: c_int) |gpu| {
        gpu.here()?;
        let function = function(gpu, handle)?;
        let most = max_threads(function.info()) as c_int;
        let threads = if limit > 0 { most.min(limit) } else { most };
        unsafe {
            put(grid, attributes::MULTIPROCESSORS)?;
            put(block, threads)
        }
    }
}
