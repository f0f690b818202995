//! sim: a GPU with a memory of its own, carried out on the CPU.
//!
//! It runs the very CUDA text that a GPU gets, compiled as C++ by the host's compiler
//! (`include/accrs_sim.h` tells how), and it is strict where a GPU may be lucky:
//!
//! - **Memory** ([`arena`]) is a stretch of address space of the device's own. New memory is
//!   poisoned, freed memory is closed, the gaps between allocations too. Device addresses are real
//!   addresses, so kernels run at the compiler's speed.
//! - **Checks** ([`shadow`]): each load and store of a kernel asks the shadow whether the 8
//!   bytes around it are open. Only device memory, the kernel threads' stacks, shared memory and
//!   the kernels' own globals are. A kernel that follows a host pointer, or runs over the end of
//!   an allocation, ends in a fault that names kernel, block, thread, address, size and
//!   direction, and the line of the CUDA text where it was compiled with `-g1`.
//!   Of several devices one runs kernels at a time, and the others' memory is hidden
//!   meanwhile ([`gate`]): a kernel that follows another device's pointer faults too.
//! - **Threads** ([`block`]): each CUDA thread is a coroutine, on a stack of 256 KiB
//!   ([`stack`]); a block is one OS thread's work, and shared memory is its thread-local
//!   storage. Threads that don't wait share one stack, one after another, so a kernel
//!   without barriers costs no switches. A barrier that not all threads of the block reach (some
//!   have left, some wait at another line) is a fault that says who waits where. Warp operations
//!   gather the lanes that the mask names; a shuffle from a lane that is not there gives poison.
//! - **Workers** ([`pool`]): blocks of all launches are spread over `ACCRS_SIM_THREADS` OS
//!   threads (all cores by default), never the user's.
//! - **Streams** ([`super::stream`]): a queue and a thread each; errors of queued work surface at
//!   the next synchronisation.
//! - **Shared memory** ([`shared`]): managed memory, and all of the host's for programs that ask for it.
//! - **Signals** ([`signal`]): the shadow of host memory is not backed; the first check of
//!   it traps, once a page. Division by zero and stack overflow in a kernel become
//!   faults too. All else goes to the program's own handlers.
//!
//! Environment: `ACC_NUM_SIM_DEVICES` (1), `ACCRS_SIM_MEMORY` (bytes for each device, with
//! K, M or G; half of the machine's by default), `ACCRS_SIM_THREADS`, `ACCRS_SIM_DELAY` (each call of the driver
//! and each queued operation is late by a random time of up to so many microseconds: [`delay`]), `ACCRS_SIM_SHARES`
//! (`nothing`, `managed` or, by default, `unified`: what a program that asks for shared memory gets).

mod arena;
mod block;
mod delay;
pub mod entry;
mod fault;
mod gate;
mod pool;
mod settings;
mod shadow;
mod shared;
mod signal;
mod stack;

use std::collections::HashMap;
use std::ffi::{CStr, c_void};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::stream::{EventState, Operation, Queue};
use super::{
    DevPtr, Device, DeviceError, DeviceResult, Driver, Event, Function, Image, Launch,
    ModuleHandle, Properties, Stream,
};
use arena::Arena;
pub use arena::POISON;
use block::Run;
use delay::Delay;
pub use fault::{DescribeHost, set_describe_host};
use pool::{Args, Job, Order, Pool};
pub(crate) use settings::bytes;
use settings::{Settings, Shares};

/// Finds and opens sim devices.
#[derive(Default)]
pub struct SimDriver;

impl Driver for SimDriver {
    fn count(&self) -> DeviceResult<u32> {
        Ok(Settings::read()?.devices)
    }

    fn open(&self, ordinal: u32) -> DeviceResult<Box<dyn Device>> {
        let settings = Settings::read()?;
        if ordinal >= settings.devices {
            return Err(DeviceError::Driver {
                call: "sim: open",
                message: format!(
                    "there is no sim device {ordinal}; there are {} (ACC_NUM_SIM_DEVICES)",
                    settings.devices
                ),
            });
        }
        Ok(Box::new(SimDevice::open(ordinal, &settings)?))
    }
}

struct Kernel {
    name: String,
    source: Arc<str>,
    run: Run,
}

struct Loaded {
    source: Arc<str>,
    kernels: Vec<(String, Run)>,
    functions: Vec<u64>,
}

/// One sim device.
pub struct SimDevice {
    ordinal: u32,
    threads: usize,
    delay: Delay,
    shares: Shares,
    properties: Properties,
    arena: Arc<Arena>,
    next: AtomicU64,
    streams: Mutex<HashMap<u64, Arc<Queue>>>,
    events: Mutex<HashMap<u64, Arc<EventState>>>,
    modules: Mutex<HashMap<u64, Loaded>>,
    functions: Mutex<HashMap<u64, Arc<Kernel>>>,
}

const SHARED: u64 = stack::SHARED_BYTES as u64;
const THREADS_PER_BLOCK: u32 = 1024;
/// A small copy to the device on a stream with nothing before it takes its bytes at the call, as
/// CUDA's copies of pageable memory do: programs overwrite such sources right away.
const STAGED: u64 = 64 << 10;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn unknown(call: &'static str, what: &str) -> DeviceError {
    DeviceError::Driver {
        call,
        message: format!("no such {what} on this device"),
    }
}

impl SimDevice {
    fn open(ordinal: u32, settings: &Settings) -> DeviceResult<Self> {
        shadow::reserve().map_err(|message| DeviceError::Driver {
            call: "sim: open",
            message,
        })?;
        signal::install();
        let properties = Properties {
            name: format!("accrs simulator {ordinal}"),
            vendor: "accrs".to_owned(),
            driver: env!("CARGO_PKG_VERSION").to_owned(),
            memory: settings.memory,
            max_grid: [i32::MAX as u32, 65535, 65535],
            max_block: [1024, 1024, 64],
            max_threads_per_block: THREADS_PER_BLOCK,
            shared_memory_per_block: SHARED,
            capability: (0, 0),
        };
        let arena = Arc::new(Arena::new(settings.memory)?);
        gate::add(ordinal, &arena).map_err(|message| DeviceError::Driver {
            call: "sim: open",
            message,
        })?;
        Ok(Self {
            ordinal,
            threads: settings.threads,
            delay: Delay::new(settings.delay),
            shares: settings.shares,
            properties,
            arena,
            next: AtomicU64::new(1),
            streams: Mutex::default(),
            events: Mutex::default(),
            modules: Mutex::default(),
            functions: Mutex::default(),
        })
    }

    fn id(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// A stream. An error of its work surfaces at the next call for it, whatever that is, as CUDA's do.
    fn queue(&self, call: &'static str, stream: Stream) -> DeviceResult<Arc<Queue>> {
        let queue = lock(&self.streams).get(&stream.0).cloned();
        let queue = queue.ok_or_else(|| unknown(call, "stream"))?;
        queue.check()?;
        Ok(queue)
    }

    /// Carries `work` out, now or in its stream's turn.
    fn submit(
        &self,
        call: &'static str,
        stream: Option<Stream>,
        work: Operation,
    ) -> DeviceResult<()> {
        match stream {
            None => work(),
            Some(stream) => {
                let delay = self.delay;
                let late = move || {
                    delay.pass();
                    work()
                };
                self.queue(call, stream)?.work(Box::new(late));
                Ok(())
            }
        }
    }

    fn check_launch(&self, kernel: &Kernel, launch: &Launch<'_>) -> DeviceResult<()> {
        let p = &self.properties;
        let threads: u64 = launch.block.iter().map(|n| u64::from(*n)).product();
        let fits =
            |n: &[u32; 3], max: &[u32; 3]| n.iter().zip(max).all(|(n, max)| (1..=*max).contains(n));
        let message = if !fits(&launch.grid, &p.max_grid) {
            format!(
                "grid {:?} exceeds {:?} or is empty",
                launch.grid, p.max_grid
            )
        } else if !fits(&launch.block, &p.max_block) || threads > u64::from(THREADS_PER_BLOCK) {
            format!(
                "block {:?} exceeds {:?}, {THREADS_PER_BLOCK} threads, or is empty",
                launch.block, p.max_block
            )
        } else if launch.shared > SHARED {
            format!(
                "{} bytes of shared memory asked for, a block has {SHARED}",
                launch.shared
            )
        } else if launch.args.len() != launch.arg_bytes.len() {
            format!(
                "{} arguments, {} sizes",
                launch.args.len(),
                launch.arg_bytes.len()
            )
        } else {
            return Ok(());
        };
        Err(DeviceError::Driver {
            call: "sim: launch",
            message: format!("kernel '{}': {message}", kernel.name),
        })
    }
}

/// A host address that travels to a stream's thread.
struct HostPtr(*mut c_void);
// The caller of the copy vouches for it until the stream has passed it.
unsafe impl Send for HostPtr {}
impl HostPtr {
    fn get(self) -> *mut u8 {
        self.0.cast()
    }
}

impl Device for SimDevice {
    fn properties(&self) -> &Properties {
        &self.properties
    }

    fn memory_info(&self) -> DeviceResult<(u64, u64)> {
        Ok((self.arena.free_bytes(), self.arena.limit()))
    }

    fn alloc(&self, bytes: u64) -> DeviceResult<DevPtr> {
        self.delay.pass();
        self.arena.alloc(bytes).map(DevPtr)
    }

    fn free(&self, ptr: DevPtr) -> DeviceResult<()> {
        self.delay.pass();
        self.arena.free(ptr.0)
    }

    fn has_managed(&self) -> bool {
        self.shares != Shares::Nothing
    }

    fn alloc_managed(&self, bytes: u64) -> DeviceResult<DevPtr> {
        self.delay.pass();
        shared::managed(self.properties.memory)?
            .alloc(bytes)
            .map(DevPtr)
    }

    fn free_managed(&self, ptr: DevPtr) -> DeviceResult<()> {
        self.delay.pass();
        shared::managed(self.properties.memory)?.free(ptr.0)
    }

    fn share_host(&self) -> bool {
        let can = self.shares == Shares::Host;
        if can {
            shared::share_host();
        }
        can
    }

    unsafe fn copy_in(
        &self,
        dst: DevPtr,
        src: *const c_void,
        bytes: u64,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        self.delay.pass();
        let arena = self.arena.clone();
        if let Some(stream) = stream.filter(|_| bytes <= STAGED) {
            let queue = self.queue("sim: copy to the device", stream)?;
            if queue.idle() {
                // SAFETY: the caller vouches for the source.
                let staged =
                    unsafe { std::slice::from_raw_parts(src.cast::<u8>(), bytes as usize) }
                        .to_vec();
                queue.work(Box::new(move || {
                    shared::check(&arena, "sim: copy to the device", dst.0, bytes)?;
                    // SAFETY: the destination was just checked.
                    unsafe {
                        std::ptr::copy_nonoverlapping(
                            staged.as_ptr(),
                            dst.0 as *mut u8,
                            staged.len(),
                        );
                    }
                    Ok(())
                }));
                return Ok(());
            }
        }
        let src = HostPtr(src.cast_mut());
        let work = move || {
            shared::check(&arena, "sim: copy to the device", dst.0, bytes)?;
            // SAFETY: the destination was just checked, the source is the caller's word.
            unsafe {
                std::ptr::copy_nonoverlapping(
                    src.get().cast_const(),
                    dst.0 as *mut u8,
                    bytes as usize,
                )
            };
            Ok(())
        };
        self.submit("sim: copy to the device", stream, Box::new(work))
    }

    unsafe fn copy_out(
        &self,
        dst: *mut c_void,
        src: DevPtr,
        bytes: u64,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        self.delay.pass();
        let (arena, dst) = (self.arena.clone(), HostPtr(dst));
        let work = move || {
            shared::check(&arena, "sim: copy from the device", src.0, bytes)?;
            // SAFETY: as above, the other way round.
            unsafe { std::ptr::copy_nonoverlapping(src.0 as *const u8, dst.get(), bytes as usize) };
            Ok(())
        };
        self.submit("sim: copy from the device", stream, Box::new(work))
    }

    fn copy_within(
        &self,
        dst: DevPtr,
        src: DevPtr,
        bytes: u64,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        self.delay.pass();
        let arena = self.arena.clone();
        let work = move || {
            shared::check(&arena, "sim: copy on the device (from)", src.0, bytes)?;
            shared::check(&arena, "sim: copy on the device (to)", dst.0, bytes)?;
            // SAFETY: both ranges were just checked.
            unsafe { std::ptr::copy(src.0 as *const u8, dst.0 as *mut u8, bytes as usize) };
            Ok(())
        };
        self.submit("sim: copy on the device", stream, Box::new(work))
    }

    fn fill(&self, dst: DevPtr, byte: u8, bytes: u64, stream: Option<Stream>) -> DeviceResult<()> {
        self.delay.pass();
        let arena = self.arena.clone();
        let work = move || {
            shared::check(&arena, "sim: fill", dst.0, bytes)?;
            // SAFETY: the range was just checked.
            unsafe { std::ptr::write_bytes(dst.0 as *mut u8, byte, bytes as usize) };
            Ok(())
        };
        self.submit("sim: fill", stream, Box::new(work))
    }

    /// Another sim device's memory passes: a kernel that goes there has a message of its own.
    fn reaches(&self, address: u64) -> bool {
        self.arena.contains(address) || gate::owner(address).is_some() || shared::holds(address)
    }

    fn stream_create(&self) -> DeviceResult<Stream> {
        self.delay.pass();
        let id = self.id();
        lock(&self.streams).insert(id, Queue::start("accrs-sim-stream", 256 << 10)?);
        Ok(Stream(id))
    }

    fn stream_destroy(&self, stream: Stream) -> DeviceResult<()> {
        self.delay.pass();
        let queue = lock(&self.streams).remove(&stream.0);
        queue
            .ok_or_else(|| unknown("sim: destroy stream", "stream"))?
            .close();
        Ok(())
    }

    fn stream_synchronize(&self, stream: Stream) -> DeviceResult<()> {
        self.delay.pass();
        self.queue("sim: synchronize", stream)?.synchronize()
    }

    fn stream_query(&self, stream: Stream) -> DeviceResult<bool> {
        self.delay.pass();
        let queue = self.queue("sim: query", stream)?;
        let idle = queue.idle();
        queue.check().map(|()| idle)
    }

    fn event_record(&self, stream: Stream) -> DeviceResult<Event> {
        self.delay.pass();
        let event = self.queue("sim: record", stream)?.record();
        let id = self.id();
        lock(&self.events).insert(id, event);
        Ok(Event(id))
    }

    fn event_destroy(&self, event: Event) -> DeviceResult<()> {
        self.delay.pass();
        let gone = lock(&self.events).remove(&event.0);
        gone.map(drop)
            .ok_or_else(|| unknown("sim: destroy event", "event"))
    }

    fn stream_wait_event(&self, stream: Stream, event: Event) -> DeviceResult<()> {
        self.delay.pass();
        let state = lock(&self.events).get(&event.0).cloned();
        let state = state.ok_or_else(|| unknown("sim: wait for event", "event"))?;
        self.queue("sim: wait for event", stream)?.wait_event(state);
        Ok(())
    }

    fn module_load(&self, image: Image<'_>) -> DeviceResult<ModuleHandle> {
        self.delay.pass();
        let mut kernels = Vec::with_capacity(image.sim.len());
        for kernel in image.sim {
            let (false, Some(run)) = (kernel.name.is_null(), kernel.run) else {
                return Err(DeviceError::Module {
                    reason: format!("{}: its table of sim kernels is damaged", image.source),
                    log: String::new(),
                });
            };
            // SAFETY: the table's names are string constants.
            let name = unsafe { CStr::from_ptr(kernel.name) }
                .to_string_lossy()
                .into_owned();
            kernels.push((name, run));
        }
        if kernels.is_empty() {
            return Err(DeviceError::Module {
                reason: format!(
                    "{} was built without kernels for sim; build it with --acc-target=…,sim",
                    image.source
                ),
                log: String::new(),
            });
        }
        let id = self.id();
        let loaded = Loaded {
            source: image.source.into(),
            kernels,
            functions: Vec::new(),
        };
        lock(&self.modules).insert(id, loaded);
        Ok(ModuleHandle(id))
    }

    fn module_unload(&self, module: ModuleHandle) -> DeviceResult<()> {
        self.delay.pass();
        let loaded = lock(&self.modules).remove(&module.0);
        let loaded = loaded.ok_or_else(|| unknown("sim: unload module", "module"))?;
        let mut functions = lock(&self.functions);
        loaded
            .functions
            .iter()
            .for_each(|f| drop(functions.remove(f)));
        Ok(())
    }

    fn module_function(&self, module: ModuleHandle, name: &str) -> DeviceResult<Function> {
        self.delay.pass();
        let mut modules = lock(&self.modules);
        let loaded = modules
            .get_mut(&module.0)
            .ok_or_else(|| unknown("sim: find kernel", "module"))?;
        let run = loaded
            .kernels
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, run)| *run);
        let run = run.ok_or_else(|| DeviceError::NoSuchKernel(name.to_owned()))?;
        let id = self.id();
        let kernel = Kernel {
            name: name.to_owned(),
            source: loaded.source.clone(),
            run,
        };
        loaded.functions.push(id);
        lock(&self.functions).insert(id, Arc::new(kernel));
        Ok(Function(id))
    }

    unsafe fn launch(
        &self,
        function: Function,
        launch: &Launch<'_>,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        self.delay.pass();
        let kernel = lock(&self.functions).get(&function.0).cloned();
        let kernel = kernel.ok_or_else(|| unknown("sim: launch", "kernel"))?;
        self.check_launch(&kernel, launch)?;
        let job = Job::new(Order {
            kernel: kernel.name.clone(),
            source: kernel.source.to_string(),
            device: self.ordinal,
            arena: self.arena.clone(),
            run: kernel.run,
            // SAFETY: the caller's word.
            args: unsafe { Args::copy(launch.args, launch.arg_bytes) },
            grid: launch.grid,
            block_dim: launch.block,
            shared: launch.shared,
        });
        let pool = Pool::get(self.threads)?;
        self.submit("sim: launch", stream, Box::new(move || pool.run(job)))
    }
}

impl Drop for SimDevice {
    fn drop(&mut self) {
        for queue in lock(&self.streams).values() {
            let _ = queue.synchronize(); // nobody is left to hear of its error
            queue.close();
        }
        gate::remove(&self.arena);
    }
}
