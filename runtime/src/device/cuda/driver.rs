//! The device traits over libcuda.
//!
//! Each device has its primary context, so that CUDA libraries in the same program
//! share it; [`super::current`] sees to it that it is current in the thread. Results are kept
//! as plain integers, since newer drivers return codes that today's tables don't have.

use super::calls::{Cuda, Handle, Occupancy, given_back};
use super::lanes::Lanes;
use super::staging::Staging;
use super::{current, image, limits};
use crate::device::{
    DevPtr, Device, DeviceError, DeviceResult, Event, Function, Image, Launch, Mapped, Mark,
    ModuleHandle, Properties, Rows, Stream,
};
use cudarc::driver::sys::{CUdevice_attribute as Attribute, CUresult, CUstream_flags};
use std::collections::HashMap;
use std::ffi::{CStr, CString, c_int, c_uint, c_void};
use std::sync::{Arc, Mutex};

pub(super) const NOT_READY: c_int = 600;
/// `CU_EVENT_DISABLE_TIMING`
pub(super) const NO_TIMING: c_uint = 2;
/// `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES`
const DYNAMIC_SHARED: c_int = 8;
/// Dynamic shared memory that needs no asking for.
const PLAIN_SHARED: u64 = 48 << 10;

/// `CU_MEM_ATTACH_GLOBAL`: for the kernels of all streams.
const ATTACH_GLOBAL: c_uint = 1;
/// `CU_MEMHOSTALLOC_PORTABLE`, for all devices, and `CU_MEMHOSTALLOC_DEVICEMAP`
const MAPPED: c_uint = 1 | 2;
/// `CU_POINTER_ATTRIBUTE_MEMORY_TYPE`
static MEMORY_TYPE: c_int = 2;
/// `CU_MEMORYTYPE_DEVICE`
const DEVICE_MEMORY: c_uint = 2;

/// One GPU.
pub struct CudaDevice {
    pub(super) cuda: Arc<Cuda>,
    device: c_int,
    pub(super) context: Handle,
    properties: Properties,
    /// Kernels can use the host's pageable memory (HMM, ATS).
    pageable: bool,
    /// It goes through the host's own page tables to that (ATS): the driver's copies need no buffers.
    pub(super) host_tables: bool,
    /// Managed memory can be used by the host while kernels run.
    managed: bool,
    /// Kernels can use page-locked memory of the host.
    maps: bool,
    /// It has launches whose blocks are all on the device at once.
    together: bool,
    /// Threads that a multiprocessor holds at once.
    resident_threads: u32,
    /// The blocks of so many threads of a function that a multiprocessor holds at once.
    occupancy: Mutex<HashMap<(u64, u32), u32>>,
    /// Functions for which more dynamic shared memory was asked, and how much.
    enlarged: Mutex<Vec<(u64, u64)>>,
    /// Events of waits that nobody needs any more.
    pub(super) events: Mutex<Vec<u64>>,
    /// Events of marks that nobody needs any more.
    pub(super) marks: Mutex<Vec<u64>>,
    pub(super) staging: Staging,
    pub(super) lanes: Lanes,
}

// The driver's handles may be used from any thread.
unsafe impl Send for CudaDevice {}
unsafe impl Sync for CudaDevice {}

impl CudaDevice {
    pub fn open(cuda: Arc<Cuda>, ordinal: u32) -> DeviceResult<Self> {
        let c = &cuda.calls;
        let mut device = 0;
        let mut context = std::ptr::null_mut();
        let mut memory = 0;
        let mut name = [0_u8; 256];
        // SAFETY: all out-pointers are valid, `name` has the length given.
        unsafe {
            cuda.check(
                "cuDeviceGet",
                (c.device_get)(&raw mut device, ordinal as c_int),
            )?;
            cuda.check(
                "cuDevicePrimaryCtxRetain",
                (c.primary_retain)(&raw mut context, device),
            )?;
            cuda.check(
                "cuDeviceTotalMem",
                (c.device_memory)(&raw mut memory, device),
            )?;
            cuda.check(
                "cuDeviceGetName",
                (c.device_name)(name.as_mut_ptr().cast(), name.len() as c_int, device),
            )?;
        }
        let attribute = |which: Attribute| -> DeviceResult<u32> {
            let mut value = 0;
            // SAFETY: the out-pointer is valid.
            let code = unsafe { (c.device_attribute)(&raw mut value, which as c_int, device) };
            cuda.check("cuDeviceGetAttribute", code)?;
            Ok(u32::try_from(value).unwrap_or(0))
        };
        use Attribute as A;
        let properties = Properties {
            name: CStr::from_bytes_until_nul(&name)
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            vendor: "NVIDIA".into(),
            driver: format!("CUDA {}.{}", cuda.version().0, cuda.version().1),
            memory: memory as u64,
            max_grid: [
                attribute(A::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X)?,
                attribute(A::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y)?,
                attribute(A::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z)?,
            ],
            max_block: [
                attribute(A::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X)?,
                attribute(A::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y)?,
                attribute(A::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z)?,
            ],
            max_threads_per_block: attribute(A::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?,
            shared_memory_per_block: u64::from(attribute(
                A::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
            )?),
            capability: (
                attribute(A::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?,
                attribute(A::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?,
            ),
            multiprocessors: attribute(A::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
        };
        let pageable =
            attribute(A::CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS).is_ok_and(|n| n != 0);
        let host_tables =
            attribute(A::CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES)
                .is_ok_and(|n| n != 0);
        let managed = attribute(A::CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY).is_ok_and(|n| n != 0)
            && attribute(A::CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS).is_ok_and(|n| n != 0)
            && cuda.alloc_managed.is_some();
        let maps = attribute(A::CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY).is_ok_and(|n| n != 0);
        let together = attribute(A::CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH).is_ok_and(|n| n != 0);
        let resident_threads = attribute(A::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR)?;
        current::make(&cuda, context)?;
        limits::set_asked(&cuda)?;
        Ok(Self {
            cuda,
            device,
            context,
            properties,
            pageable,
            host_tables,
            managed,
            maps,
            together,
            resident_threads,
            occupancy: Mutex::default(),
            enlarged: Mutex::default(),
            events: Mutex::default(),
            marks: Mutex::default(),
            staging: Staging::default(),
            lanes: Lanes::default(),
        })
    }

    /// How many blocks of a kernel each multiprocessor holds.
    fn blocks_of_each(
        &self,
        ask: Occupancy,
        function: Function,
        threads: u32,
    ) -> DeviceResult<u32> {
        let mut known = crate::fatal::lock(&self.occupancy);
        if let Some(each) = known.get(&(function.0, threads)) {
            return Ok(*each);
        }
        self.calls()?;
        let mut each = 0;
        // SAFETY: the out-pointer is valid, and the function is loaded.
        let code = unsafe { ask(&raw mut each, function.0 as Handle, threads as c_int, 0) };
        self.check("cuOccupancyMaxActiveBlocksPerMultiprocessor", code)?;
        let each = u32::try_from(each).unwrap_or(0);
        known.insert((function.0, threads), each);
        Ok(each)
    }

    pub(super) fn check(&self, call: &'static str, code: c_int) -> DeviceResult<()> {
        self.cuda.check(call, code)
    }

    /// Loads PTX (ending in a zero byte) or a cubin; an error has the driver's code.
    pub fn load(&self, image: &[u8]) -> Result<ModuleHandle, (c_int, DeviceError)> {
        const JIT_ERROR_LOG: c_int = 5;
        const JIT_ERROR_LOG_BYTES: c_int = 6;
        let calls = self.calls().map_err(|e| (0, e))?;
        let mut log = vec![0_u8; 8 << 10];
        let mut options = [JIT_ERROR_LOG, JIT_ERROR_LOG_BYTES];
        let mut values: [*mut c_void; 2] = [
            log.as_mut_ptr().cast(),
            std::ptr::without_provenance_mut(log.len()),
        ];
        let mut module = std::ptr::null_mut();
        // SAFETY: the image is whole, options and values are two each, the log has its size.
        let code = unsafe {
            (calls.module_load)(
                &raw mut module,
                image.as_ptr().cast(),
                2,
                options.as_mut_ptr(),
                values.as_mut_ptr(),
            )
        };
        match self.check("cuModuleLoadDataEx", code) {
            Ok(()) => Ok(ModuleHandle(module as u64)),
            Err(error) => {
                let log = CStr::from_bytes_until_nul(&log)
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned();
                Err((
                    code,
                    DeviceError::Module {
                        reason: error.to_string(),
                        log,
                    },
                ))
            }
        }
    }

    /// False for an address that the driver has never heard of: the host's own pageable memory.
    pub(super) fn knows(&self, address: u64) -> bool {
        // An error decides nothing.
        self.memory_type(address) != Some(0)
    }

    /// 0 for an address that the driver has never heard of; `None`: it can't tell.
    fn memory_type(&self, address: u64) -> Option<c_uint> {
        // Of the two calls that tell it, the one for several attributes: an unknown address is no error to it, which tools would count.
        let ask = self.cuda.pointer_attributes?;
        let mut kind: c_uint = 0;
        let places = [(&raw mut kind).cast()];
        // SAFETY: the attribute is an unsigned int; any address may be asked for.
        let known = self
            .any_calls()
            .map(|_| unsafe { ask(1, &raw const MEMORY_TYPE, places.as_ptr(), address) });
        matches!(known, Ok(0)).then_some(kind)
    }

    pub fn driver_version(&self) -> (i32, i32) {
        self.cuda.version()
    }
}

/// Codes by which the driver says that an image is not for it, though another may be.
pub fn not_for_this_driver(code: c_int) -> bool {
    [
        CUresult::CUDA_ERROR_INVALID_IMAGE,
        CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU,
        CUresult::CUDA_ERROR_INVALID_PTX,
        CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
        CUresult::CUDA_ERROR_JIT_COMPILER_NOT_FOUND,
        CUresult::CUDA_ERROR_JIT_COMPILATION_DISABLED,
    ]
    .into_iter()
    .any(|c| c as c_int == code)
}

impl Device for CudaDevice {
    fn properties(&self) -> &Properties {
        &self.properties
    }

    fn has_ended(&self) -> bool {
        matches!(self.calls(), Err(DeviceError::Ended { .. }))
    }

    fn memory_info(&self) -> DeviceResult<(u64, u64)> {
        let (mut free, mut total) = (0, 0);
        // SAFETY: the out-pointers are valid.
        self.check("cuMemGetInfo", unsafe {
            (self.calls()?.memory_info)(&raw mut free, &raw mut total)
        })?;
        Ok((free as u64, total as u64))
    }

    fn alloc(&self, bytes: u64) -> DeviceResult<DevPtr> {
        let mut ptr = 0;
        // SAFETY: the out-pointer is valid.
        let code = unsafe { (self.calls()?.alloc)(&raw mut ptr, bytes as usize) };
        if code == CUresult::CUDA_ERROR_OUT_OF_MEMORY as c_int {
            let (free, total) = self.memory_info().unwrap_or((0, self.properties.memory));
            return Err(DeviceError::OutOfMemory {
                asked: bytes,
                free,
                total,
            });
        }
        self.check("cuMemAlloc", code)?;
        Ok(DevPtr(ptr))
    }

    fn free(&self, ptr: DevPtr) -> DeviceResult<()> {
        given_back(self.calls().and_then(|calls| {
            // SAFETY: `ptr` came from `alloc`.
            self.check("cuMemFree", unsafe { (calls.free)(ptr.0) })
        }))
    }

    fn has_managed(&self) -> bool {
        self.managed
    }

    fn alloc_managed(&self, bytes: u64) -> DeviceResult<DevPtr> {
        let Some(alloc) = self.cuda.alloc_managed.filter(|_| self.managed) else {
            return Err(DeviceError::Driver {
                call: "cuMemAllocManaged",
                message: "this device has no managed memory".into(),
            });
        };
        self.calls()?;
        let mut at = 0;
        // SAFETY: the out-pointer is valid.
        let code = unsafe { alloc(&raw mut at, bytes as usize, ATTACH_GLOBAL) };
        self.check("cuMemAllocManaged", code).map(|()| DevPtr(at))
    }

    fn alloc_mapped(&self, bytes: usize) -> DeviceResult<Option<Mapped>> {
        if !self.maps {
            return Ok(None);
        }
        let calls = self.calls()?;
        let (mut host, mut device) = (std::ptr::null_mut(), 0);
        // SAFETY: the out-pointers are valid.
        unsafe {
            let code = (calls.host_alloc)(&raw mut host, bytes, MAPPED);
            self.check("cuMemHostAlloc", code)?;
            let code = (calls.host_address)(&raw mut device, host, 0);
            self.check("cuMemHostGetDevicePointer", code)?;
        }
        let host = host as usize;
        let device = DevPtr(device);
        Ok(Some(Mapped { host, device }))
    }

    fn free_mapped(&self, memory: Mapped) -> DeviceResult<()> {
        given_back(self.calls().and_then(|calls| {
            // SAFETY: it came from `alloc_mapped`.
            self.check("cuMemFreeHost", unsafe {
                (calls.host_free)(memory.host as *mut c_void)
            })
        }))
    }

    fn share_host(&self) -> bool {
        self.pageable
    }

    unsafe fn copy_in(
        &self,
        dst: DevPtr,
        src: *const c_void,
        bytes: u64,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        self.queued("cuMemcpyHtoDAsync", stream, |calls, on| {
            // SAFETY: the caller's promise.
            unsafe { (calls.in_async)(dst.0, src, bytes as usize, on) }
        })
    }

    unsafe fn copy_out(
        &self,
        dst: *mut c_void,
        src: DevPtr,
        bytes: u64,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        self.queued("cuMemcpyDtoHAsync", stream, |calls, on| {
            // SAFETY: the caller's promise.
            unsafe { (calls.out_async)(dst, src.0, bytes as usize, on) }
        })
    }

    unsafe fn copy_rows_in(
        &self,
        dst: DevPtr,
        src: *const c_void,
        rows: Rows,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        // SAFETY: the caller's promise.
        unsafe { self.wait_rows_in(dst, src, rows, stream) }
    }

    unsafe fn copy_rows_out(
        &self,
        dst: *mut c_void,
        src: DevPtr,
        rows: Rows,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        // SAFETY: as above.
        unsafe { self.wait_rows_out(dst, src, rows, stream) }
    }

    unsafe fn queue_rows_in(
        &self,
        dst: DevPtr,
        src: *const c_void,
        rows: Rows,
        stream: Stream,
    ) -> DeviceResult<()> {
        // SAFETY: the caller's promise.
        unsafe { self.stage_in(dst, src, rows, stream) }
    }

    unsafe fn queue_rows_out(
        &self,
        dst: *mut c_void,
        src: DevPtr,
        rows: Rows,
        stream: Stream,
    ) -> DeviceResult<()> {
        // SAFETY: as above.
        unsafe { self.stage_out(dst, src, rows, stream) }
    }

    fn copy_within(
        &self,
        dst: DevPtr,
        src: DevPtr,
        bytes: u64,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        self.queued("cuMemcpyDtoDAsync", stream, |calls, on| {
            // SAFETY: device addresses only.
            unsafe { (calls.within_async)(dst.0, src.0, bytes as usize, on) }
        })
    }

    fn fill(&self, dst: DevPtr, byte: u8, bytes: u64, stream: Option<Stream>) -> DeviceResult<()> {
        self.queued("cuMemsetD8Async", stream, |calls, on| {
            // SAFETY: device addresses only.
            unsafe { (calls.fill_async)(dst.0, byte, bytes as usize, on) }
        })
    }

    fn reaches(&self, address: u64) -> bool {
        self.pageable || self.knows(address)
    }

    fn holds(&self, address: u64) -> bool {
        self.memory_type(address) == Some(DEVICE_MEMORY)
    }

    fn stream_create(&self) -> DeviceResult<Stream> {
        let mut stream = std::ptr::null_mut();
        let flags = CUstream_flags::CU_STREAM_NON_BLOCKING as c_uint;
        // SAFETY: the out-pointer is valid.
        self.check("cuStreamCreate", unsafe {
            (self.calls()?.stream_create)(&raw mut stream, flags)
        })?;
        Ok(Stream(stream as u64))
    }

    fn stream_destroy(&self, stream: Stream) -> DeviceResult<()> {
        self.unstage(stream);
        given_back(self.calls().and_then(|calls| {
            // SAFETY: the stream was created here.
            self.check("cuStreamDestroy", unsafe {
                (calls.stream_destroy)(stream.0 as Handle)
            })
        }))
    }

    fn stream_synchronize(&self, stream: Stream) -> DeviceResult<()> {
        self.on_stream("cuStreamSynchronize", stream, |calls, on| {
            // SAFETY: as above.
            unsafe { (calls.stream_synchronize)(on) }
        })
    }

    fn stream_query(&self, stream: Stream) -> DeviceResult<bool> {
        let mut done = true;
        self.on_stream("cuStreamQuery", stream, |calls, on| {
            // SAFETY: as above.
            match unsafe { (calls.stream_query)(on) } {
                NOT_READY => {
                    done = false;
                    0
                }
                code => code,
            }
        })?;
        Ok(done)
    }

    fn event_record(&self, stream: Stream) -> DeviceResult<Event> {
        self.recorded(&self.events, NO_TIMING, stream).map(Event)
    }

    /// A stream that waits for an event waits for what it was last recorded behind: another record doesn't change that.
    fn event_destroy(&self, event: Event) -> DeviceResult<()> {
        crate::fatal::lock(&self.events).push(event.0);
        Ok(())
    }

    fn stream_wait_event(&self, stream: Stream, event: Event) -> DeviceResult<()> {
        self.on_stream("cuStreamWaitEvent", stream, |calls, on| {
            // SAFETY: both were created here.
            unsafe { (calls.stream_wait)(on, event.0 as Handle, 0) }
        })
    }

    fn mark(&self, stream: Stream) -> Option<Mark> {
        self.marked(stream)
    }

    fn between(&self, from: Mark, to: Mark) -> DeviceResult<Option<i64>> {
        self.nanoseconds(from, to)
    }

    fn unmark(&self, mark: Mark) {
        crate::fatal::lock(&self.marks).push(mark.0);
    }

    fn module_load(&self, image: Image<'_>) -> DeviceResult<ModuleHandle> {
        if let Some(text) = image.cuda_text {
            self.calls()?;
            limits::raise(&self.cuda, self.device, self.properties.memory, text)?;
        }
        image::load(self, image)
    }

    fn module_unload(&self, module: ModuleHandle) -> DeviceResult<()> {
        // A later module's functions may get the addresses of this one's.
        crate::fatal::lock(&self.enlarged).clear();
        given_back(self.calls().and_then(|calls| {
            // SAFETY: the module was loaded here.
            self.check("cuModuleUnload", unsafe {
                (calls.module_unload)(module.0 as Handle)
            })
        }))
    }

    fn module_function(&self, module: ModuleHandle, name: &str) -> DeviceResult<Function> {
        const NOT_FOUND: c_int = CUresult::CUDA_ERROR_NOT_FOUND as c_int;
        let missing = || DeviceError::NoSuchKernel(name.to_string());
        let c_name = CString::new(name).map_err(|_| missing())?;
        let mut function = std::ptr::null_mut();
        // SAFETY: the out-pointer and the name are valid.
        match unsafe {
            (self.calls()?.module_function)(&raw mut function, module.0 as Handle, c_name.as_ptr())
        } {
            NOT_FOUND => Err(missing()),
            code => self
                .check("cuModuleGetFunction", code)
                .map(|()| Function(function as u64)),
        }
    }

    fn function_load(&self, function: Function) -> DeviceResult<()> {
        let Some(load) = self.cuda.function_load else {
            return Ok(());
        };
        self.calls()?;
        // SAFETY: the function's module is loaded.
        self.check("cuFuncLoad", unsafe { load(function.0 as Handle) })
    }

    fn blocks_at_once(&self, function: Function, threads: u32) -> DeviceResult<u32> {
        let each = match self.cuda.occupancy {
            Some(ask) => self.blocks_of_each(ask, function, threads)?,
            None => self.resident_threads / threads.max(1),
        };
        Ok(each.max(1) * self.properties.multiprocessors)
    }

    fn blocks_together(&self, function: Function, threads: u32) -> DeviceResult<u32> {
        match (self.cuda.launch_together, self.cuda.occupancy) {
            (Some(_), Some(ask)) if self.together => {
                Ok(self.blocks_of_each(ask, function, threads)? * self.properties.multiprocessors)
            }
            _ => Ok(0),
        }
    }

    unsafe fn launch(
        &self,
        function: Function,
        launch: &Launch<'_>,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        if launch.shared > PLAIN_SHARED {
            let calls = self.calls()?;
            let mut enlarged = crate::fatal::lock(&self.enlarged);
            if !enlarged
                .iter()
                .any(|(f, bytes)| *f == function.0 && *bytes >= launch.shared)
            {
                // SAFETY: the function is loaded.
                let code = unsafe {
                    (calls.function_set)(
                        function.0 as Handle,
                        DYNAMIC_SHARED,
                        launch.shared as c_int,
                    )
                };
                self.check("cuFuncSetAttribute", code)?;
                enlarged.push((function.0, launch.shared));
            }
        }
        let ([gx, gy, gz], [bx, by, bz]) = (launch.grid, launch.block);
        let (f, shared) = (function.0 as Handle, launch.shared as c_uint);
        let args = launch.args.as_ptr();
        if let (true, Some(together)) = (launch.together, self.cuda.launch_together) {
            return self.queued("cuLaunchCooperativeKernel", stream, |_, on| {
                // SAFETY: the caller's promise on `args`.
                unsafe { together(f, gx, gy, gz, bx, by, bz, shared, on, args) }
            });
        }
        self.queued("cuLaunchKernel", stream, |calls, on| {
            // SAFETY: as above.
            unsafe {
                let none = std::ptr::null();
                (calls.launch)(f, gx, gy, gz, bx, by, bz, shared, on, args, none)
            }
        })
    }

    fn native_stream(&self, stream: Stream) -> *mut c_void {
        stream.0 as Handle
    }

    fn stream_of_native(&self, handle: *mut c_void) -> DeviceResult<Stream> {
        self.staging.leave_out(Stream(handle as u64));
        Ok(Stream(handle as u64))
    }

    fn native_context(&self) -> *mut c_void {
        self.context
    }

    fn native_device(&self) -> c_int {
        self.device
    }
}
