//! One device, with all that the runtime knows of it; and the device that a thread uses.

use crate::counters::Counters;
use crate::device::Device;
use crate::device::sim::order;
use crate::fatal::{Failure, Outcome, leaving};
use crate::kinds::Kind;
use crate::memory::Memory;
use crate::present::Table;
use crate::queue::{Queues, Work};
use crate::results::Results;
use crate::shared::{self, Wanted};
use crate::site::Caller;
use std::ffi::{c_int, c_void};
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// One device with a memory of its own, with all that the runtime knows of it.
pub struct DeviceState {
    pub kind: Kind,
    pub ordinal: u32,
    /// A number over all kinds, for the loader's tables.
    pub id: usize,
    pub device: Box<dyn Device>,
    pub queues: Queues,
    pub memory: Memory,
    pub counters: Counters,
    pub results: Results,
    pub table: Mutex<Table>,
    /// Kernels use all of the host's memory, as the program wants ([`crate::shared`]).
    pub shares_host: bool,
    /// Which registrations of global variables the device has seen ([`crate::globals`]).
    pub settled: AtomicU64,
}

impl DeviceState {
    pub fn new(kind: Kind, ordinal: u32, device: Box<dyn Device>) -> Self {
        static IDS: AtomicU32 = AtomicU32::new(0);
        let shares_host = shared::wanted() == Wanted::Unified && device.share_host();
        Self {
            kind,
            ordinal,
            id: IDS.fetch_add(1, Ordering::SeqCst) as usize,
            device,
            queues: Queues::default(),
            memory: Memory::new(kind == Kind::Nvidia),
            counters: Counters::default(),
            results: Results::default(),
            table: Mutex::default(),
            shares_host,
            settled: AtomicU64::new(0),
        }
    }

    /// The program exits, and the device's driver has ended before: nothing that was on the device is left.
    pub fn has_ended(&self) -> bool {
        leaving() && self.device.has_ended()
    }

    /// Whether the device uses `bytes` bytes of the host's memory where they are ([`crate::shared`]).
    pub fn shares(&self, host: *const c_void, bytes: usize) -> bool {
        shared::holds(self.kind, self.shares_host, host as usize, bytes)
    }

    /// Starts an operation of `place` on the queue of an async value, or a synchronous one.
    pub fn begin(&self, place: &Caller<'_>, key: Option<c_int>) -> Outcome<Work<'_>> {
        let mut work = self
            .queues
            .begin(self.device.as_ref(), key)
            .map_err(|e| Failure::new(format!("{place}: {self}: {e}")))?;
        work.operation = order::begin(self.id, key, place);
        Ok(work)
    }
}

impl fmt::Display for DeviceState {
    /// `sim:0`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind, self.ordinal)
    }
}

/// The device that a thread uses.
#[derive(Clone, Copy)]
pub enum Current {
    Host,
    Device(&'static DeviceState),
}

impl Current {
    pub fn kind(self) -> Kind {
        match self {
            Current::Host => Kind::Multicore,
            Current::Device(state) => state.kind,
        }
    }

    pub fn ordinal(self) -> u32 {
        match self {
            Current::Host => 0,
            Current::Device(state) => state.ordinal,
        }
    }
}
