//! The devices of each kind: counted when one of the kind is first wanted, and opened when they are first used.

use crate::device::{
    Driver,
    cuda::CudaDriver,
    sim::{self, SimDriver},
};
use crate::ending::{self, DEVICES, Step};
use crate::fatal::{Code, Failure, Outcome, lock};
use crate::kinds::Kind;
use crate::prof::{self, info::event};
use crate::shared;
use crate::state::{Current, DeviceState};
use crate::times;
use std::ffi::c_int;
use std::sync::{Mutex, OnceLock};

/// Devices of a kind; an error says why there are none.
pub fn count(kind: Kind) -> Result<u32, String> {
    pool(kind).map_or(Ok(1), Pool::count)
}

/// Those of a kind that are open.
pub fn opened(kind: Kind) -> Vec<&'static DeviceState> {
    pool(kind).map_or_else(Vec::new, |p| {
        lock(&p.opened).iter().flatten().copied().collect()
    })
}

/// Opens device `ordinal` of a kind.
pub fn open(kind: Kind, ordinal: u32) -> Outcome<Current> {
    prof::library::load();
    times::start()?;
    let n = count(kind).map_err(Failure::new)?;
    if ordinal >= n {
        return Err(Failure::of(
            Code::DeviceUnavailable,
            format!(
                "there is no {kind} device {ordinal}: {n} {} here, numbered from 0; choose one with ACC_DEVICE_NUM or \
             acc_set_device_num",
                if n == 1 { "is" } else { "are" }
            ),
        ));
    }
    pool(kind).map_or(Ok(Current::Host), |p| p.open(ordinal).map(Current::Device))
}

/// The devices that exist here, for messages: `multicore, sim (1)`.
pub fn available() -> String {
    let each = Kind::ALL
        .into_iter()
        .filter_map(|kind| match (kind, count(kind)) {
            (Kind::Multicore, _) => Some(kind.to_string()),
            (_, Ok(n)) => Some(format!("{kind} ({n})")),
            (_, Err(_)) => None,
        });
    each.collect::<Vec<_>>().join(", ")
}

/// The devices of one kind. Opened ones stay for the life of the program; a
/// shutdown empties them.
struct Pool {
    kind: Kind,
    driver: fn() -> Box<dyn Driver>,
    made: OnceLock<Box<dyn Driver>>,
    count: OnceLock<Result<u32, String>>,
    opened: Mutex<Vec<Option<&'static DeviceState>>>,
}

impl Pool {
    const fn new(kind: Kind, driver: fn() -> Box<dyn Driver>) -> Self {
        Self {
            kind,
            driver,
            made: OnceLock::new(),
            count: OnceLock::new(),
            opened: Mutex::new(Vec::new()),
        }
    }

    fn driver(&self) -> &dyn Driver {
        self.made.get_or_init(self.driver).as_ref()
    }

    /// How many there are; an error says why there are none.
    fn count(&self) -> Result<u32, String> {
        self.count
            .get_or_init(|| match self.driver().count() {
                Ok(0) => Err(format!("there is no {} device here", self.kind)),
                Ok(n) => Ok(n),
                Err(error) => Err(error.to_string()),
            })
            .clone()
    }

    fn open(&self, ordinal: u32) -> Outcome<&'static DeviceState> {
        let at = ordinal as usize;
        if let Some(Some(state)) = lock(&self.opened).get(at) {
            return Ok(state);
        }
        // Outside of the lock: a tool's callback may ask for devices.
        let told = prof::begin(
            event::DEVICE_INIT,
            || prof::At::kind(prof::noted(), self.kind, ordinal, None),
            true,
            prof::About::Nothing,
        );
        let state = self.open_now(ordinal)?;
        prof::end(told);
        Ok(state)
    }

    fn open_now(&self, ordinal: u32) -> Outcome<&'static DeviceState> {
        let mut opened = lock(&self.opened);
        let at = ordinal as usize;
        if let Some(Some(state)) = opened.get(at) {
            return Ok(state);
        }
        let device = self.driver().open(ordinal).map_err(|e| {
            Failure::of(
                Code::DeviceInit,
                format!("{}:{ordinal} cannot be opened: {e}", self.kind),
            )
        })?;
        if self.kind == Kind::Sim {
            sim::set_describe_host(describe_host);
        }
        let state: &'static DeviceState =
            Box::leak(Box::new(DeviceState::new(self.kind, ordinal, device)));
        if opened.len() <= at {
            opened.resize(at + 1, None);
        }
        shared::check(state.device.as_ref(), state.shares_host, state)?;
        times::know(state);
        opened[at] = Some(state);
        let _ = DEVICES.set(ending::Queues { unanswered, finish });
        ending::device_has(Step::Opened);
        Ok(state)
    }
}

/// All devices that are open.
fn all_opened() -> impl Iterator<Item = &'static DeviceState> {
    [Kind::Nvidia, Kind::Sim].into_iter().flat_map(opened)
}

/// For the end of the program: the queues of devices with work that nothing has waited for.
fn unanswered() -> Vec<(c_int, String)> {
    let queues = all_opened().flat_map(|state| {
        let queues = state.queues.all().into_iter();
        queues
            .filter(|q| q.is_unanswered())
            .map(|q| (q.key, state.to_string()))
    });
    queues.collect()
}

/// Waits for all that devices have to do.
fn finish() -> Outcome<()> {
    for state in all_opened() {
        for queue in state.queues.all() {
            let done = queue.synchronize(state.device.as_ref());
            done.map_err(|e| Failure::of(Code::Execution, format!("{state}: {e}")))?;
        }
    }
    Ok(())
}

/// What the present tables know of a host address, for the fault of a kernel that
/// went there. Tables that some thread is at work on are passed over.
fn describe_host(address: u64) -> Option<String> {
    let address = usize::try_from(address).ok()?;
    opened(Kind::Sim).into_iter().find_map(|state| {
        let table = state.table.try_lock().ok()?;
        let entry = table.holding(address)?;
        Some(format!(
            "the host's copy of {}, present on {state} since {}",
            entry.name(),
            entry.since()
        ))
    })
}

static NVIDIA: Pool = Pool::new(Kind::Nvidia, || Box::new(CudaDriver::default()));
static SIM: Pool = Pool::new(Kind::Sim, || Box::new(SimDriver));

fn pool(kind: Kind) -> Option<&'static Pool> {
    match kind {
        Kind::Nvidia => Some(&NVIDIA),
        Kind::Sim => Some(&SIM),
        Kind::Multicore => None,
    }
}
