//! One device, with all that the runtime knows of it.

use super::Kind;
use crate::device::Device;
use crate::fatal::{Code, Failure, Outcome, lock};
use crate::memory::Memory;
use crate::present::Table;
use crate::prof::{self, info::event};
use crate::queue::{Queues, Work};
use crate::shared::{self, Wanted};
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
            table: Mutex::default(),
            shares_host,
            settled: AtomicU64::new(0),
        }
    }

    /// Whether the device uses `bytes` bytes of the host's memory where they are ([`crate::shared`]).
    pub fn shares(&self, host: *const c_void, bytes: usize) -> bool {
        shared::holds(self, host as usize, bytes)
    }

    /// Starts an operation on the queue of an async value, or a synchronous one.
    pub fn begin(&self, key: Option<c_int>) -> Outcome<Work<'_>> {
        self.queues
            .begin(self.device.as_ref(), key)
            .map_err(|e| Failure::new(format!("{self}: {e}")))
    }

    /// Ends all data lifetimes and gives back all that the device holds (§2.14.2).
    pub fn shut_down(&self) -> Outcome<()> {
        let told = prof::begin(
            event::DEVICE_SHUTDOWN,
            || prof::At::device(prof::noted(), self, None),
            false,
            prof::About::Nothing,
        );
        self.empty()?;
        prof::end(told);
        Ok(())
    }

    fn empty(&self) -> Outcome<()> {
        let fail = |e| {
            Failure::of(
                Code::DeviceShutdown,
                format!("{self} cannot be shut down: {e}"),
            )
        };
        let device = self.device.as_ref();
        let mut globals = crate::globals::hold();
        let mut table = lock(&self.table);
        self.queues.close(device).map_err(fail)?;
        table.clear();
        globals.forget(self);
        crate::api::memory::forget(self);
        self.memory.close(device).map_err(fail)?;
        crate::loader::unload_all(self).map_err(fail)
    }
}

impl fmt::Display for DeviceState {
    /// `sim:0`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind, self.ordinal)
    }
}
