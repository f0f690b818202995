//! The devices, and what handles stand for. Handles are numbers that are never used twice, so that one that was destroyed,
//! or that is of another kind, is known for what it is.

use super::attributes::PLAIN_SHARED;
use super::call::{Calls, say};
use super::error::{Code, Outcome};
use super::random::Random;
use super::settings::{Settings, Shares};
use super::streams::Streams;
use crate::exec::{Heap, KernelId, KernelInfo, Loaded};
use crate::memory::Memory;
use crate::profile::Profile;
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// A handle as C sees it.
pub type Handle = u64;

pub struct Gpu {
    pub settings: Settings,
    pub random: Random,
    pub devices: Vec<Device>,
    /// Memory that all devices share with the host.
    pub managed: Option<Arc<Memory>>,
    pub streams: Streams,
    pub calls: Calls,
    /// What kernels cost, where the settings ask for it.
    pub profile: Profile,
    objects: Mutex<Objects>,
    initialised: AtomicBool,
    /// Its exit function is registered; has run.
    end_registered: AtomicBool,
    ended: AtomicBool,
    handles: AtomicU64,
}

/// One device; all its contexts share the memory, and the error that ended them.
pub struct Device {
    pub memory: Memory,
    pub heap: Heap,
    /// Bytes of each thread's stack (`CU_LIMIT_STACK_SIZE`).
    pub stack: AtomicU64,
    /// A kernel that allocates has run: the heap's size is settled.
    pub heap_used: AtomicBool,
    /// The stream of handle 0.
    pub default_stream: Handle,
    /// The code of the fault after which nothing works any more, or 0.
    error: AtomicI32,
}

/// All that handles stand for, streams and events apart.
#[derive(Default)]
pub struct Objects {
    pub contexts: HashMap<Handle, Context>,
    pub modules: HashMap<Handle, Arc<Module>>,
    pub functions: HashMap<Handle, Function>,
    /// Pinned host memory by its address.
    pub pinned: BTreeMap<u64, Pinned>,
    /// `CU_STREAM_PER_THREAD` of each thread and device.
    pub thread_streams: HashMap<(std::thread::ThreadId, usize), Handle>,
    /// Contexts that may access a peer: (from, to).
    pub peers: Vec<(usize, usize)>,
}

#[derive(Clone, Copy)]
pub struct Context {
    pub device: usize,
    /// How often a primary context is retained; none for others.
    pub retained: Option<u32>,
}

pub struct Module {
    pub device: usize,
    pub loaded: Loaded,
}

#[derive(Clone)]
pub struct Function {
    pub module: Arc<Module>,
    pub module_handle: Handle,
    pub kernel: KernelId,
    /// Its code is on the device: by `cuFuncLoad`, or since its first launch.
    pub loaded: Arc<AtomicBool>,
    /// Dynamic shared memory that `cuFuncSetAttribute` allowed, bytes.
    pub dynamic_shared: Option<u32>,
}

#[derive(Clone, Copy)]
pub struct Pinned {
    pub bytes: u64,
    /// Allocated by the driver, not registered.
    pub ours: bool,
    pub flags: u32,
}

/// The thread's current context, alive.
#[derive(Clone, Copy)]
pub struct Here {
    pub gpu: &'static Gpu,
    pub context: Handle,
    pub device: usize,
}

impl Here {
    pub fn device(&self) -> &'static Device {
        &self.gpu.devices[self.device]
    }
}

thread_local! {
    static CURRENT: Cell<Handle> = const { Cell::new(0) };
}

/// The thread's current context, 0 for none.
pub fn current() -> Handle {
    CURRENT.try_with(Cell::get).unwrap_or(0)
}

pub fn set_current(context: Handle) {
    // A thread that ends has no use for it.
    let _ = CURRENT.try_with(|current| current.set(context));
}

impl Gpu {
    /// The one instance, made by the first call; an error if the environment makes no sense.
    pub fn get() -> Result<&'static Gpu, Code> {
        static GPU: OnceLock<Option<Gpu>> = OnceLock::new();
        let made = GPU.get_or_init(|| match Settings::from_environment() {
            Ok(settings) => Some(Gpu::new(settings)),
            Err(why) => {
                say(&why);
                None
            }
        });
        made.as_ref().ok_or(Code::UNKNOWN)
    }

    fn new(settings: Settings) -> Gpu {
        let handles = AtomicU64::new(1);
        let streams = Streams::default();
        let managed = match settings.shares {
            Shares::Nothing => None,
            _ => Some(Arc::new(Memory::managed(settings.memory))),
        };
        let memory = || match &managed {
            None => Memory::new(settings.memory),
            Some(managed) => Memory::new(settings.memory)
                .sharing(managed.clone(), settings.shares == Shares::Host),
        };
        let devices = (0..settings.devices)
            .map(|device| Device {
                memory: memory(),
                heap: Heap::new(settings.heap),
                stack: AtomicU64::new(settings.stack),
                heap_used: AtomicBool::new(false),
                default_stream: streams.create(handle(&handles), device, true),
                error: AtomicI32::new(0),
            })
            .collect();
        Gpu {
            random: Random::new(settings.seed),
            devices,
            managed,
            streams,
            calls: Calls::default(),
            profile: Profile::default(),
            objects: Mutex::default(),
            initialised: AtomicBool::new(false),
            end_registered: AtomicBool::new(false),
            ended: AtomicBool::new(false),
            handles,
            settings,
        }
    }

    /// `cuInit`; the first one makes the primary contexts.
    pub fn initialise(&'static self) -> Outcome {
        if self.devices.is_empty() {
            return Err(Code::NO_DEVICE);
        }
        if !self.initialised.swap(true, Ordering::AcqRel) {
            // SAFETY: the function has C's calling convention and touches only what lives for ever.
            unsafe { libc::atexit(at_exit) };
        }
        Ok(())
    }

    /// A call has been carried out, which may be the one that registers the driver's own exit function.
    pub fn registers_its_end(&'static self, call: &str) {
        if call == self.settings.ends && !self.end_registered.swap(true, Ordering::AcqRel) {
            // SAFETY: as above.
            unsafe { libc::atexit(ends) };
        }
    }

    /// The program exits, and the driver's exit function has run: from then on every call is refused.
    pub fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Acquire)
    }

    /// That `cuInit` was called.
    pub fn ready(&'static self) -> Outcome {
        match self.initialised.load(Ordering::Acquire) {
            true => Ok(()),
            false => Err(Code::NOT_INITIALIZED),
        }
    }

    pub fn handle(&self) -> Handle {
        handle(&self.handles)
    }

    pub fn objects(&self) -> MutexGuard<'_, Objects> {
        self.objects.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The current context, with no regard to its device's faults.
    pub fn context(&'static self) -> Result<Here, Code> {
        self.ready()?;
        let context = current();
        let known = self.objects().contexts.get(&context).copied();
        match known {
            Some(Context {
                retained: Some(0), ..
            }) => Err(Code::CONTEXT_IS_DESTROYED),
            Some(Context { device, .. }) => Ok(Here {
                gpu: self,
                context,
                device,
            }),
            None => Err(Code::INVALID_CONTEXT),
        }
    }

    /// The current context, for work: a device that has faulted answers with its fault.
    pub fn here(&'static self) -> Result<Here, Code> {
        let here = self.context()?;
        here.device().healthy()?;
        Ok(here)
    }

    pub fn device(&self, ordinal: i32) -> Result<usize, Code> {
        usize::try_from(ordinal)
            .ok()
            .filter(|n| *n < self.devices.len())
            .ok_or(Code::INVALID_DEVICE)
    }

    /// The device whose addresses this one is among; the first for managed memory.
    pub fn owner(&self, address: u64) -> Option<usize> {
        let has = |d: &Device| d.memory.owns(address) || d.memory.managed_at(address).is_some();
        self.devices.iter().position(has)
    }
}

impl Function {
    pub fn info(&self) -> &KernelInfo {
        self.module.loaded.info(self.kernel)
    }

    /// Its code comes to the device. False: it was there.
    pub fn load(&self) -> bool {
        !self.loaded.swap(true, Ordering::AcqRel)
    }

    /// The most dynamic shared memory of a launch, bytes.
    pub fn most_dynamic_shared(&self) -> u32 {
        let plain = PLAIN_SHARED.saturating_sub(self.info().static_shared as u32);
        self.dynamic_shared.unwrap_or(plain)
    }
}

impl Device {
    pub fn healthy(&self) -> Outcome {
        match self.error.load(Ordering::Acquire) {
            0 => Ok(()),
            code => Err(Code(code)),
        }
    }

    /// The first fault stays.
    pub fn fail(&self, code: Code) {
        let _ = self
            .error
            .compare_exchange(0, code.0, Ordering::AcqRel, Ordering::Acquire);
    }

    /// That an allocation holds all of a range.
    pub fn holds(&self, address: u64, bytes: u64) -> Outcome {
        let inside = |(start, size): (u64, u64)| bytes <= size - (address - start);
        match self.memory.block_of(address) {
            Some(block) if inside(block) => Ok(()),
            _ => Err(Code::INVALID_VALUE),
        }
    }
}

impl Objects {
    /// The primary context of a device.
    pub fn primary(&self, device: usize) -> Result<Handle, Code> {
        let is_it = |c: &Context| c.device == device && c.retained.is_some();
        let found = self.contexts.iter().find(|(_, c)| is_it(c));
        found
            .map(|(handle, _)| *handle)
            .ok_or(Code::INVALID_CONTEXT)
    }

    /// The pinned block that holds a range.
    pub fn pinned(&self, address: u64, bytes: u64) -> Option<(u64, Pinned)> {
        let (start, block) = self.pinned.range(..=address).next_back()?;
        (address - start + bytes <= block.bytes).then_some((*start, *block))
    }
}

/// Handles look like aligned addresses, and none is small enough to be a special stream.
fn handle(counter: &AtomicU64) -> Handle {
    0x6_0000_0000 + 64 * counter.fetch_add(1, Ordering::Relaxed)
}

/// What a real driver does at exit.
extern "C" fn ends() {
    if let Ok(gpu) = Gpu::get() {
        gpu.ended.store(true, Ordering::Release);
    }
}

extern "C" fn at_exit() {
    if let Ok(gpu) = Gpu::get() {
        gpu.calls.report(&gpu.settings);
        if let Some(folder) = &gpu.settings.profile
            && let Err(why) = gpu.profile.write(folder)
        {
            say(&format!("ACCRS_GPU_PROFILE={}: {why}", folder.display()));
        }
    }
}
