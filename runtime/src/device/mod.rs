//! Devices: the driver trait that drives anything with a memory of its own.
//!
//! One code path drives a GPU: the context module, the memory manager and the
//! kernel loader talk to [`Driver`] and [`Device`] only. Two things implement
//! them: `cuda` (libcuda, opened at run time) and `sim` (the same calls carried
//! out on the CPU, in a memory of its own). The multicore device shares the
//! host's memory and needs none of this.

pub mod cuda;
pub mod packed;
pub mod sim;
pub mod stream;
pub mod thread;

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::fmt;
use std::time::Duration;

/// An address in a device's memory. Never dereferenced by the runtime itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DevPtr(pub u64);

/// A queue of the device. Operations on one stream run in order; different
/// streams overlap. `Stream(0)` never names a stream: streams are created.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stream(pub u64);

/// A marker in a stream.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Event(pub u64);

/// A place in a stream that keeps when the stream passes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mark(pub u64);

/// A loaded kernel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Function(pub u64);

/// A loaded module; unloading it invalidates its [`Function`]s.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ModuleHandle(pub u64);

/// Memory of the host that kernels use where it is: its address there, and on the device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mapped {
    pub host: usize,
    pub device: DevPtr,
}

/// What a translation unit brings for a device to load.
#[derive(Clone, Copy)]
pub struct Image<'a> {
    /// The user's source file, for messages.
    pub source: &'a str,
    /// CUDA text (nvidia).
    pub cuda_text: Option<&'a str>,
    /// Kernels compiled at build time (nvidia).
    pub built: &'a [crate::abi::BuiltImage],
    /// Kernels compiled for the host (sim).
    pub sim: &'a [crate::abi::SimKernel],
    /// The program's other texts that may have to be compiled too, each with its file's name: a device that compiles one text can compile them beside it.
    pub others: &'a dyn Fn() -> Vec<(String, String)>,
    /// Set where the device has to compile the text: how long that takes.
    pub compiled: &'a Cell<Option<Duration>>,
}

/// Limits and identity of one device. Sizes in bytes.
#[derive(Clone, Debug)]
pub struct Properties {
    pub name: String,
    pub vendor: String,
    pub driver: String,
    pub memory: u64,
    pub max_grid: [u32; 3],
    pub max_block: [u32; 3],
    pub max_threads_per_block: u32,
    pub shared_memory_per_block: u64,
    /// Compute capability, `(9, 0)`; `(0, 0)` for sim.
    pub capability: (u32, u32),
    /// Of devices that share a loop, each has as many of its iterations as it has of these; 1 for sim.
    pub multiprocessors: u32,
}

/// Rows of memory, as many bytes each, as far from each other.
#[derive(Clone, Copy)]
pub struct Rows {
    pub count: u64,
    pub bytes: u64,
    pub stride: u64,
}

impl Rows {
    pub fn one(bytes: u64) -> Self {
        Self {
            count: 1,
            bytes,
            stride: bytes,
        }
    }

    /// The distance of each row from the first.
    pub fn each(self, mut copy: impl FnMut(u64) -> DeviceResult<()>) -> DeviceResult<()> {
        (0..self.count).try_for_each(|row| copy(row * self.stride))
    }
}

/// What went wrong in a driver, in words that a user can act on.
#[derive(Clone, Debug)]
pub enum DeviceError {
    /// An allocation of `asked` bytes did not fit; `free` of `total` were left.
    OutOfMemory { asked: u64, free: u64, total: u64 },
    /// A module did not load or compile; `log` is the compiler's own text.
    Module { reason: String, log: String },
    /// A kernel is not in the module.
    NoSuchKernel(String),
    /// A kernel faulted: what, where (kernel, block, thread), and the address.
    KernelFault(String),
    /// The driver has ended, as the program does: the call that it refused.
    Ended { call: &'static str },
    /// Anything else: the call that failed and the driver's words.
    Driver { call: &'static str, message: String },
}

impl fmt::Display for DeviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfMemory { asked, free, total } => write!(
                f,
                "out of device memory: {asked} bytes asked for, {free} of {total} are free"
            ),
            Self::Module { reason, log } if log.is_empty() => write!(f, "{reason}"),
            Self::Module { reason, log } => write!(f, "{reason}\n{log}"),
            Self::NoSuchKernel(name) => write!(
                f,
                "kernel '{name}' is not in the module: the construct was refused for this device when it was compiled (ACC0303)"
            ),
            Self::KernelFault(what) => write!(f, "{what}"),
            Self::Ended { call } => write!(
                f,
                "the driver has ended with the program ({call}: CUDA_ERROR_DEINITIALIZED). What uses the device when the program exits must come before \
                 that: register such a function (atexit) behind the first construct, or acc_init, or call it at the end of main"
            ),
            Self::Driver { call, message } => write!(f, "{call}: {message}"),
        }
    }
}

impl std::error::Error for DeviceError {}

pub type DeviceResult<T> = Result<T, DeviceError>;

/// A kind of device: finds and opens them. Opening is lazy and happens once per device.
pub trait Driver: Send + Sync {
    /// How many devices there are; an error says why there are none
    /// ("libcuda.so.1 was not found").
    fn count(&self) -> DeviceResult<u32>;
    /// Opens device `ordinal` (0-based).
    fn open(&self, ordinal: u32) -> DeviceResult<Box<dyn Device>>;
}

/// One opened device. Any host thread may call any method.
///
/// Copies with a stream return when the work is queued, and the host memory must
/// stay valid until the stream has passed it; copies without one return when done.
pub trait Device: Send + Sync {
    fn properties(&self) -> &Properties;

    /// The program exits, and the driver has ended before it: nothing that was on the device is left.
    fn has_ended(&self) -> bool {
        false
    }

    /// Free and total memory in bytes.
    fn memory_info(&self) -> DeviceResult<(u64, u64)>;
    /// At least 256-byte aligned; `bytes` > 0.
    fn alloc(&self, bytes: u64) -> DeviceResult<DevPtr>;
    fn free(&self, ptr: DevPtr) -> DeviceResult<()>;

    /// Whether the driver has memory that host and device can use at the same time.
    fn has_managed(&self) -> bool {
        false
    }
    /// Such memory, at the same address for the host and all devices of the kind; `bytes` > 0.
    fn alloc_managed(&self, _bytes: u64) -> DeviceResult<DevPtr> {
        Err(DeviceError::Driver {
            call: "managed memory",
            message: "this device has none".into(),
        })
    }
    fn free_managed(&self, ptr: DevPtr) -> DeviceResult<()> {
        self.free(ptr)
    }
    /// Memory of the host that kernels use where it is, aligned to 256 bytes; `None` where there is no such thing.
    fn alloc_mapped(&self, _bytes: usize) -> DeviceResult<Option<Mapped>> {
        Ok(None)
    }
    fn free_mapped(&self, _memory: Mapped) -> DeviceResult<()> {
        Ok(())
    }
    /// Lets kernels use all of the host's memory, from now on. False where they can't.
    fn share_host(&self) -> bool {
        false
    }

    /// # Safety
    /// `src..src+bytes` is readable host memory, until the stream has passed the copy.
    unsafe fn copy_in(
        &self,
        dst: DevPtr,
        src: *const c_void,
        bytes: u64,
        stream: Option<Stream>,
    ) -> DeviceResult<()>;
    /// # Safety
    /// `dst..dst+bytes` is writable host memory, until the stream has passed the copy.
    unsafe fn copy_out(
        &self,
        dst: *mut c_void,
        src: DevPtr,
        bytes: u64,
        stream: Option<Stream>,
    ) -> DeviceResult<()>;
    /// Copies rows that lie as far apart on both sides; on a GPU one call for all of them.
    ///
    /// # Safety
    /// As for `copy_in`, for each row.
    unsafe fn copy_rows_in(
        &self,
        dst: DevPtr,
        src: *const c_void,
        rows: Rows,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        rows.each(|at| {
            // SAFETY: the caller's promise.
            unsafe {
                let from = src.wrapping_byte_add(at as usize);
                self.copy_in(DevPtr(dst.0 + at), from, rows.bytes, stream)
            }
        })
    }
    /// # Safety
    /// As for `copy_out`, for each row.
    unsafe fn copy_rows_out(
        &self,
        dst: *mut c_void,
        src: DevPtr,
        rows: Rows,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        rows.each(|at| {
            // SAFETY: the caller's promise.
            unsafe {
                let to = dst.wrapping_byte_add(at as usize);
                self.copy_out(to, DevPtr(src.0 + at), rows.bytes, stream)
            }
        })
    }
    /// The same on a queue: the caller goes on, and isn't held up by what is on the stream before it, nor by the copy.
    ///
    /// # Safety
    /// As for `copy_rows_in`.
    unsafe fn queue_rows_in(
        &self,
        dst: DevPtr,
        src: *const c_void,
        rows: Rows,
        stream: Stream,
    ) -> DeviceResult<()> {
        // SAFETY: the caller's promise.
        unsafe { self.copy_rows_in(dst, src, rows, Some(stream)) }
    }
    /// # Safety
    /// As for `copy_rows_out`.
    unsafe fn queue_rows_out(
        &self,
        dst: *mut c_void,
        src: DevPtr,
        rows: Rows,
        stream: Stream,
    ) -> DeviceResult<()> {
        // SAFETY: the caller's promise.
        unsafe { self.copy_rows_out(dst, src, rows, Some(stream)) }
    }
    fn copy_within(
        &self,
        dst: DevPtr,
        src: DevPtr,
        bytes: u64,
        stream: Option<Stream>,
    ) -> DeviceResult<()>;
    fn fill(&self, dst: DevPtr, byte: u8, bytes: u64, stream: Option<Stream>) -> DeviceResult<()>;

    /// False for an address of host memory that kernels can't use. True for device memory, whoever allocated it, for host
    /// memory that the device shares, and where it isn't known. Costs at most one call of the driver.
    fn reaches(&self, address: u64) -> bool;
    /// True for an address of device memory, whoever allocated it. Costs at most one call of the driver.
    fn holds(&self, address: u64) -> bool;

    fn stream_create(&self) -> DeviceResult<Stream>;
    /// All that was on it is done.
    fn stream_destroy(&self, stream: Stream) -> DeviceResult<()>;
    /// Waits for all work queued so far; an error of that work is returned here.
    fn stream_synchronize(&self, stream: Stream) -> DeviceResult<()>;
    /// True when all work queued so far is done; an error of that work is returned here.
    fn stream_query(&self, stream: Stream) -> DeviceResult<bool>;
    fn event_record(&self, stream: Stream) -> DeviceResult<Event>;
    fn event_destroy(&self, event: Event) -> DeviceResult<()>;
    /// Later work of `stream` waits for `event`.
    fn stream_wait_event(&self, stream: Stream, event: Event) -> DeviceResult<()>;

    /// Marks where a stream is now, for [`Device::between`]; `None` where the device can't. A mark is no work: nobody waits for it,
    /// and it tells no errors.
    fn mark(&self, _stream: Stream) -> Option<Mark> {
        None
    }
    /// Nanoseconds from one mark of the device to another; `None` until the streams have passed both. An error: they never will.
    fn between(&self, _from: Mark, _to: Mark) -> DeviceResult<Option<i64>> {
        Ok(None)
    }
    /// A mark isn't needed any more.
    fn unmark(&self, _mark: Mark) {}

    fn module_load(&self, image: Image<'_>) -> DeviceResult<ModuleHandle>;
    fn module_unload(&self, module: ModuleHandle) -> DeviceResult<()>;
    fn module_function(&self, module: ModuleHandle, name: &str) -> DeviceResult<Function>;
    /// Makes a kernel ready to run, so that its first launch waits for nothing.
    fn function_load(&self, _function: Function) -> DeviceResult<()> {
        Ok(())
    }

    /// How many blocks of so many threads of a kernel the device holds at once. The same device, kernel and number of threads
    /// always give the same answer: the order in which reductions are rounded depends on it.
    fn blocks_at_once(&self, _function: Function, _threads: u32) -> DeviceResult<u32> {
        Ok(u32::MAX)
    }

    /// How many blocks of so many threads of a kernel can wait for each other in one launch; 0: the device has no such launches, or doesn't know.
    fn blocks_together(&self, _function: Function, _threads: u32) -> DeviceResult<u32> {
        Ok(0)
    }

    /// Queues one launch. Argument values are copied before it returns.
    ///
    /// # Safety
    /// `args` holds as many pointers to values as the kernel has parameters, with
    /// `arg_bytes[i]` bytes behind pointer i.
    unsafe fn launch(
        &self,
        function: Function,
        launch: &Launch<'_>,
        stream: Option<Stream>,
    ) -> DeviceResult<()>;

    /// The driver's own handles (CUdevice, CUcontext, CUstream) for interop; null where there are none.
    fn native_stream(&self, _stream: Stream) -> *mut c_void {
        std::ptr::null_mut()
    }
    /// The stream behind a driver's own handle (`acc_set_cuda_stream`); the user keeps it.
    fn stream_of_native(&self, _handle: *mut c_void) -> DeviceResult<Stream> {
        Err(DeviceError::Driver {
            call: "acc_set_cuda_stream",
            message: "this device has no CUDA streams".into(),
        })
    }
    fn native_context(&self) -> *mut c_void {
        std::ptr::null_mut()
    }
    fn native_device(&self) -> c_int {
        -1
    }
}

/// Extents and arguments of a launch; extents are x, y, z and at least 1.
pub struct Launch<'a> {
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub shared: u64,
    /// Its blocks wait for each other: a device that can't have all of them at once refuses it.
    pub together: bool,
    pub args: &'a [*const c_void],
    pub arg_bytes: &'a [usize],
}
