//! sim's devices: found, opened, and what they hold.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::arena::Arena;
use super::block::Run;
use super::delay::Delay;
use super::failing::Failing;
use super::settings::{Settings, Shares};
use super::{gate, shadow, signal, stack};
use crate::device::stream::{EventState, MarkState, Operation, Queue};
use crate::device::{Device, DeviceError, DeviceResult, Driver, Launch, Properties, Stream};
use crate::notify::warn;

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

pub(super) struct Kernel {
    pub(super) name: String,
    pub(super) source: Arc<str>,
    pub(super) run: Run,
}

pub(super) struct Loaded {
    pub(super) source: Arc<str>,
    pub(super) kernels: Vec<(String, Run)>,
    pub(super) functions: Vec<u64>,
}

/// One sim device.
pub struct SimDevice {
    pub(super) ordinal: u32,
    pub(super) threads: usize,
    pub(super) delay: Delay,
    failing: Option<Failing>,
    /// Each call is told.
    told: bool,
    pub(super) shares: Shares,
    pub(super) together: u32,
    pub(super) properties: Properties,
    pub(super) arena: Arc<Arena>,
    pub(super) next: AtomicU64,
    pub(super) streams: Mutex<HashMap<u64, Arc<Queue>>>,
    pub(super) events: Mutex<HashMap<u64, Arc<EventState>>>,
    pub(super) marks: Mutex<HashMap<u64, Arc<MarkState>>>,
    pub(super) modules: Mutex<HashMap<u64, Loaded>>,
    pub(super) functions: Mutex<HashMap<u64, Arc<Kernel>>>,
}

const SHARED: u64 = stack::SHARED_BYTES as u64;
const THREADS_PER_BLOCK: u32 = 1024;
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn unknown(call: &'static str, what: &str) -> DeviceError {
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
            multiprocessors: 1,
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
            failing: settings.failing.clone(),
            told: settings.told,
            shares: settings.shares,
            together: settings.together,
            properties,
            arena,
            next: AtomicU64::new(1),
            streams: Mutex::default(),
            events: Mutex::default(),
            marks: Mutex::default(),
            modules: Mutex::default(),
            functions: Mutex::default(),
        })
    }

    fn count(&self, grid: [u32; 3]) -> u64 {
        grid.iter().map(|n| u64::from(*n)).product()
    }

    pub(super) fn id(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// What every call begins with: it may be late, and it may have to fail.
    pub(super) fn begin(&self, call: &'static str) -> DeviceResult<()> {
        self.delay.pass();
        if self.told {
            warn(&format!("sim: {call}"));
        }
        match &self.failing {
            Some(failing) => failing.count(call),
            None => Ok(()),
        }
    }

    /// The error of an allocation that doesn't fit.
    pub(super) fn lacks(&self, bytes: u64) -> DeviceError {
        DeviceError::OutOfMemory {
            asked: bytes,
            free: self.arena.free_bytes(),
            total: self.arena.limit(),
        }
    }

    /// A stream. An error of its work surfaces at the next call for it, whatever that is, as CUDA's do.
    pub(super) fn queue(&self, call: &'static str, stream: Stream) -> DeviceResult<Arc<Queue>> {
        let queue = lock(&self.streams).get(&stream.0).cloned();
        let queue = queue.ok_or_else(|| unknown(call, "stream"))?;
        queue.check()?;
        Ok(queue)
    }

    /// Carries `work` out, now or in its stream's turn.
    pub(super) fn submit(
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

    pub(super) fn check_launch(&self, kernel: &Kernel, launch: &Launch<'_>) -> DeviceResult<()> {
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
        } else if launch.together && self.count(launch.grid) > u64::from(self.together) {
            format!(
                "{} blocks that wait for each other, of which the device holds {} (ACCRS_SIM_TOGETHER)",
                self.count(launch.grid),
                self.together
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

impl Drop for SimDevice {
    fn drop(&mut self) {
        for queue in lock(&self.streams).values() {
            let _ = queue.synchronize(); // nobody is left to hear of its error
            queue.close();
        }
        gate::remove(&self.arena);
    }
}
