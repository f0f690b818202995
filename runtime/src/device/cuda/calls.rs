//! libcuda: its functions, found at run time, and its errors in words.
//!
//! Results are kept as plain integers, since newer drivers return codes that today's
//! tables don't have.

use super::library::{Library, functions};
use crate::device::{DeviceError, DeviceResult};
use crate::fatal::note_driver_ended;
use cudarc::driver::sys::{CUDA_MEMCPY2D, CUresult};
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::path::Path;

pub type Handle = *mut c_void;

functions! {
    /// The functions of libcuda that accrs calls (CUDA Driver API, 11 and later).
    Calls {
        init: c"cuInit" (c_uint);
        driver_version: c"cuDriverGetVersion" (*mut c_int);
        error_name: c"cuGetErrorName" (c_int, *mut *const c_char);
        error_string: c"cuGetErrorString" (c_int, *mut *const c_char);
        device_count: c"cuDeviceGetCount" (*mut c_int);
        device_get: c"cuDeviceGet" (*mut c_int, c_int);
        device_name: c"cuDeviceGetName" (*mut c_char, c_int, c_int);
        device_memory: c"cuDeviceTotalMem_v2" (*mut usize, c_int);
        device_attribute: c"cuDeviceGetAttribute" (*mut c_int, c_int, c_int);
        primary_retain: c"cuDevicePrimaryCtxRetain" (*mut Handle, c_int);
        set_current: c"cuCtxSetCurrent" (Handle);
        get_current: c"cuCtxGetCurrent" (*mut Handle);
        memory_info: c"cuMemGetInfo_v2" (*mut usize, *mut usize);
        alloc: c"cuMemAlloc_v2" (*mut u64, usize);
        free: c"cuMemFree_v2" (u64);
        host_alloc: c"cuMemHostAlloc" (*mut *mut c_void, usize, c_uint);
        host_address: c"cuMemHostGetDevicePointer_v2" (*mut u64, *mut c_void, c_uint);
        host_free: c"cuMemFreeHost" (*mut c_void);
        in_async: c"cuMemcpyHtoDAsync_v2" (u64, *const c_void, usize, Handle);
        out_async: c"cuMemcpyDtoHAsync_v2" (*mut c_void, u64, usize, Handle);
        rows_async: c"cuMemcpy2DAsync_v2" (*const CUDA_MEMCPY2D, Handle);
        within_async: c"cuMemcpyDtoDAsync_v2" (u64, u64, usize, Handle);
        fill_async: c"cuMemsetD8Async" (u64, u8, usize, Handle);
        stream_create: c"cuStreamCreate" (*mut Handle, c_uint);
        stream_destroy: c"cuStreamDestroy_v2" (Handle);
        stream_synchronize: c"cuStreamSynchronize" (Handle);
        stream_query: c"cuStreamQuery" (Handle);
        stream_wait: c"cuStreamWaitEvent" (Handle, Handle, c_uint);
        event_create: c"cuEventCreate" (*mut Handle, c_uint);
        event_record: c"cuEventRecord" (Handle, Handle);
        event_synchronize: c"cuEventSynchronize" (Handle);
        module_load: c"cuModuleLoadDataEx" (*mut Handle, *const c_void, c_uint, *mut c_int, *mut *mut c_void);
        module_unload: c"cuModuleUnload" (Handle);
        module_function: c"cuModuleGetFunction" (*mut Handle, Handle, *const c_char);
        function_set: c"cuFuncSetAttribute" (Handle, c_int, c_int);
        launch: c"cuLaunchKernel" (Handle, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, Handle, *const *const c_void, *const *const c_void);
    }
}

const SUCCESS: c_int = 0;

/// What a call that gives something back has come to: what is gone with the driver needs no giving back.
pub fn given_back(done: DeviceResult<()>) -> DeviceResult<()> {
    match done {
        Err(DeviceError::Ended { .. }) => Ok(()),
        other => other,
    }
}

/// libcuda, initialised.
pub struct Cuda {
    pub calls: Calls,
    /// `cuCtxSetLimit`, where the driver has it.
    pub set_limit: Option<SetLimit>,
    /// `cuPointerGetAttributes`, where the driver has it.
    pub pointer_attributes: Option<PointerAttributes>,
    /// `cuFuncLoad`, where the driver has it (CUDA 12.4).
    pub function_load: Option<FunctionLoad>,
    /// `cuMemAllocManaged`, where the driver has it.
    pub alloc_managed: Option<AllocManaged>,
    /// `cuOccupancyMaxActiveBlocksPerMultiprocessor`, where the driver has it.
    pub occupancy: Option<Occupancy>,
    /// `cuLaunchCooperativeKernel`, where the driver has it.
    pub launch_together: Option<LaunchTogether>,
    /// `cuLaunchHostFunc`, where the driver has it.
    pub launch_host: Option<LaunchHost>,
    /// `cuEventElapsedTime`, where the driver has it.
    pub elapsed: Option<Elapsed>,
}

type LaunchTogether = unsafe extern "C" fn(
    Handle,
    c_uint,
    c_uint,
    c_uint,
    c_uint,
    c_uint,
    c_uint,
    c_uint,
    Handle,
    *const *const c_void,
) -> c_int;
pub type LaunchHost =
    unsafe extern "C" fn(Handle, unsafe extern "C" fn(*mut c_void), *mut c_void) -> c_int;
type SetLimit = unsafe extern "C" fn(c_int, usize) -> c_int;
type Elapsed = unsafe extern "C" fn(*mut f32, Handle, Handle) -> c_int;
pub type Occupancy = unsafe extern "C" fn(*mut c_int, Handle, c_int, usize) -> c_int;
type AllocManaged = unsafe extern "C" fn(*mut u64, usize, c_uint) -> c_int;
type PointerAttributes =
    unsafe extern "C" fn(c_uint, *const c_int, *const *mut c_void, u64) -> c_int;
type FunctionLoad = unsafe extern "C" fn(Handle) -> c_int;

impl Cuda {
    pub fn open() -> Result<Self, String> {
        let library = Library::open(Path::new("libcuda.so.1")).map_err(|why| {
            format!("the CUDA driver was not found ({why}); install NVIDIA's driver")
        })?;
        let calls = Calls::load(&library).map_err(|why| {
            format!("libcuda.so.1 is too old: {why}; install a driver for CUDA 11 or later")
        })?;
        /// A function that the driver may lack; its type is that which libcuda documents.
        macro_rules! maybe {
            ($name:literal, $kind:ty) => {{
                let found = library.symbol($name).ok();
                // SAFETY: libcuda documents this type for this name.
                found.map(|f| unsafe { std::mem::transmute::<*mut c_void, $kind>(f) })
            }};
        }
        let cuda = Self {
            calls,
            set_limit: maybe!(c"cuCtxSetLimit", SetLimit),
            pointer_attributes: maybe!(c"cuPointerGetAttributes", PointerAttributes),
            function_load: maybe!(c"cuFuncLoad", FunctionLoad),
            alloc_managed: maybe!(c"cuMemAllocManaged", AllocManaged),
            occupancy: maybe!(c"cuOccupancyMaxActiveBlocksPerMultiprocessor", Occupancy),
            launch_together: maybe!(c"cuLaunchCooperativeKernel", LaunchTogether),
            launch_host: maybe!(c"cuLaunchHostFunc", LaunchHost),
            elapsed: maybe!(c"cuEventElapsedTime", Elapsed),
        };
        // SAFETY: cuInit takes no pointers.
        cuda.check("cuInit", unsafe { (cuda.calls.init)(0) })
            .map_err(|e| e.to_string())?;
        Ok(cuda)
    }

    pub fn count(&self) -> DeviceResult<u32> {
        let mut n = 0;
        // SAFETY: the out-pointer is valid.
        self.check("cuDeviceGetCount", unsafe {
            (self.calls.device_count)(&raw mut n)
        })?;
        Ok(u32::try_from(n).unwrap_or(0))
    }

    /// The driver's CUDA version, (13, 0).
    pub fn version(&self) -> (i32, i32) {
        let mut version = 0;
        // SAFETY: the out-pointer is valid.
        unsafe { (self.calls.driver_version)(&raw mut version) };
        (version / 1000, version % 1000 / 10)
    }

    /// Turns a result code into an error in the driver's words.
    pub fn check(&self, call: &'static str, code: c_int) -> DeviceResult<()> {
        if code == SUCCESS {
            return Ok(());
        }
        if code == CUresult::CUDA_ERROR_DEINITIALIZED as c_int {
            // It has no words for errors any more.
            note_driver_ended();
            return Err(DeviceError::Ended { call });
        }
        let word = |get: unsafe extern "C" fn(c_int, *mut *const c_char) -> c_int| {
            let mut text = std::ptr::null();
            // SAFETY: the driver answers with a constant string, or leaves null.
            unsafe {
                if get(code, &raw mut text) != SUCCESS || text.is_null() {
                    return format!("code {code}");
                }
                CStr::from_ptr(text).to_string_lossy().into_owned()
            }
        };
        let mut message = format!(
            "{} ({})",
            word(self.calls.error_string),
            word(self.calls.error_name)
        );
        if code == CUresult::CUDA_ERROR_ILLEGAL_ADDRESS as c_int {
            message += ". A kernel used host memory (a pointer that no data clause has put on the device, a member of a \
                        struct?), or memory past the end of an allocation. A build with -acc=check runs on the CPU and names the element";
        }
        Err(DeviceError::Driver { call, message })
    }
}
