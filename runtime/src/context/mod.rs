//! The context module: which devices there are, and which one each thread uses.
//!
//! Drivers are asked for their devices when a device of their kind is first wanted,
//! and a device is opened when it is first used: nothing touches device 0 of a
//! kind because another one was chosen. Each host thread has its own current
//! device type, number and default queue (the internal control variables of §2.3);
//! they start from the environment.

mod device;
mod environment;
mod pool;

pub use device::DeviceState;

use crate::abi::{INITIAL_DEFAULT, target};
use crate::fatal::{Code, Failure, Outcome, lock};
use crate::prof;
use environment::environment;
use pool::{Pool, pool};
use std::cell::Cell;
use std::ffi::c_int;
use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};

/// A kind of device that regions run on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Nvidia,
    /// The host's cores, sharing the host's memory.
    Multicore,
    Sim,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Nvidia, Kind::Multicore, Kind::Sim];

    /// The bit of `__accrs_module.targets`.
    pub fn target(self) -> u32 {
        match self {
            Kind::Nvidia => target::NVIDIA,
            Kind::Multicore => target::MULTICORE,
            Kind::Sim => target::SIM,
        }
    }

    /// As `ACC_DEVICE_TYPE` and `--acc-target` spell it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Nvidia => "nvidia",
            Kind::Multicore => "multicore",
            Kind::Sim => "sim",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a program may ask for: a kind, or one of the standard's groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// `acc_device_default`: the environment's, else the first that fits.
    Default,
    /// `acc_device_not_host`: the first with a memory of its own.
    NotHost,
    Kind(Kind),
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

/// Kinds that the program's regions were compiled for; 0 before any registered.
static BUILT_FOR: AtomicU32 = AtomicU32::new(0);

/// Notes the targets of a translation unit.
pub fn note_targets(targets: u32) {
    BUILT_FOR.fetch_or(targets, Ordering::SeqCst);
}

/// Whether any translation unit has registered.
pub fn any_registered() -> bool {
    BUILT_FOR.load(Ordering::SeqCst) != 0
}

/// The kinds that the program was built for, as `--acc-target` has them.
pub fn target_names(targets: u32) -> String {
    let names: Vec<_> = Kind::ALL
        .into_iter()
        .filter(|k| targets & k.target() != 0)
        .map(Kind::name)
        .collect();
    names.join(",")
}

/// The devices that exist here, for messages: `multicore, sim (1)`.
fn available() -> String {
    let each = Kind::ALL
        .into_iter()
        .filter_map(|kind| match (kind, count(kind)) {
            (Kind::Multicore, _) => Some(kind.to_string()),
            (_, Ok(n)) => Some(format!("{kind} ({n})")),
            (_, Err(_)) => None,
        });
    each.collect::<Vec<_>>().join(", ")
}

/// A thread's internal control variables.
#[derive(Clone, Copy)]
struct Controls {
    choice: Option<Choice>,
    number: Option<u32>,
    default_async: c_int,
    current: Option<Current>,
}

thread_local! {
    static CONTROLS: Cell<Controls> = const {
        Cell::new(Controls { choice: None, number: None, default_async: INITIAL_DEFAULT, current: None })
    };
}

fn controls() -> Controls {
    CONTROLS.get()
}

/// The queue number of `async` without an argument, for this thread.
pub fn default_async() -> c_int {
    controls().default_async
}

/// Sets it; the caller has checked the value.
pub fn set_default_async(value: c_int) {
    CONTROLS.set(Controls {
        default_async: value,
        ..controls()
    });
}

/// The current device of this thread, chosen and opened on first use.
pub fn current() -> Outcome<Current> {
    let controls = controls();
    if let Some(current) = controls.current {
        return settled(current);
    }
    let environment = environment()?;
    let kind = resolve(
        controls
            .choice
            .or(environment.choice)
            .unwrap_or(Choice::Default),
    )?;
    let number = match kind {
        // A number that the program gives is kept while it chooses the cores; the environment's is for its own choice.
        Kind::Multicore if controls.number.is_some() || controls.choice.is_some() => 0,
        _ => controls.number.or(environment.number).unwrap_or(0),
    };
    let current = open(kind, number)?;
    CONTROLS.set(Controls {
        current: Some(current),
        ..controls
    });
    crate::ending::at_exit();
    settled(current)
}

/// The device with the program's declared variables on it.
fn settled(current: Current) -> Outcome<Current> {
    if let Current::Device(state) = current {
        crate::globals::settle(state)?;
    }
    Ok(current)
}

/// The kind that a program means by `acc_device_nvidia`: sim, where the environment has it
/// stand in for GPUs (`ACCRS_SIM_AS=nvidia`), so that programs that name their device run
/// where there is none.
pub fn nvidia() -> Outcome<Kind> {
    Ok(if environment()?.sim_as_nvidia {
        Kind::Sim
    } else {
        Kind::Nvidia
    })
}

/// The kind that a choice means here; an error says what to do when there is none.
pub fn resolve(choice: Choice) -> Outcome<Kind> {
    let built = BUILT_FOR.load(Ordering::SeqCst);
    match choice {
        Choice::Kind(kind) => check(kind, built),
        Choice::NotHost => [Kind::Nvidia, Kind::Sim]
            .into_iter()
            .find(|kind| check(*kind, built).is_ok())
            .ok_or_else(|| {
                Failure::of(
                    Code::DeviceTypeUnavailable,
                    format!(
                        "there is no device but the host's cores; this machine has: {}",
                        available()
                    ),
                )
            }),
        Choice::Default => match environment()?.choice {
            Some(choice) if choice != Choice::Default => resolve(choice),
            _ => first_built_for(built),
        },
    }
}

/// The first of nvidia and multicore that the program was built for and that is
/// here. sim is never chosen over a missing GPU, only when it is all there is.
fn first_built_for(built: u32) -> Outcome<Kind> {
    let has = |kind: Kind| built & kind.target() != 0;
    if built == 0 {
        return Ok(Kind::Multicore);
    }
    if has(Kind::Sim) && nvidia()? == Kind::Sim {
        return Ok(Kind::Sim);
    }
    if has(Kind::Nvidia) {
        match count(Kind::Nvidia) {
            Ok(_) => return Ok(Kind::Nvidia),
            Err(why) if !has(Kind::Multicore) => {
                return Err(Failure::of(
                    Code::DeviceTypeUnavailable,
                    format!(
                        "this program was built for {} and there is no such device: {why}; {}rebuild it with \
                     --acc-target=nvidia,multicore to run on the host's cores",
                        target_names(built),
                        if has(Kind::Sim) {
                            "set ACC_DEVICE_TYPE=sim to simulate one, or "
                        } else {
                            ""
                        },
                    ),
                ));
            }
            Err(_) => {}
        }
    }
    Ok(if has(Kind::Multicore) {
        Kind::Multicore
    } else {
        Kind::Sim
    })
}

fn check(kind: Kind, built: u32) -> Outcome<Kind> {
    if built != 0 && built & kind.target() == 0 {
        return Err(not_built(kind, "this program", built));
    }
    count(kind).map(|_| kind).map_err(|why| {
        Failure::of(
            Code::DeviceTypeUnavailable,
            format!(
                "no {kind} device can be used: {why}; this machine has: {}",
                available()
            ),
        )
    })
}

/// The message for a device that regions were not compiled for.
pub fn not_built(kind: Kind, what: &str, built: u32) -> Failure {
    Failure::of(
        Code::WrongDeviceType,
        format!(
            "{what} was not built for {kind} devices, only for {}: rebuild it with --acc-target={},{kind}, or choose \
         another device with ACC_DEVICE_TYPE",
            target_names(built),
            target_names(built),
        ),
    )
}

/// True for the kinds that some region was compiled for (all, before any registered).
pub fn is_built_for(kind: Kind) -> bool {
    let built = BUILT_FOR.load(Ordering::SeqCst);
    built == 0 || built & kind.target() != 0
}

/// Sets the current device type, and number if one is given (`set`, §2.14.3). A
/// negative number goes back to the start. A type alone keeps the number, where it has such a device.
pub fn set(choice: Option<Choice>, number: Option<c_int>) -> Outcome<()> {
    let mut new = controls();
    new.current = None;
    if let Some(choice) = choice {
        new.choice = Some(choice);
        resolve(choice)?;
    }
    if let Some(number) = number {
        new.number = u32::try_from(number).ok();
    }
    let old = CONTROLS.replace(new);
    // The host's cores have no numbers: it is kept while they are chosen.
    let exists =
        |n: u32| kind_now().map(|kind| kind == Kind::Multicore || n < count(kind).unwrap_or(0));
    if number.is_none() && new.number.is_some_and(|n| matches!(exists(n), Ok(false))) {
        new.number = None;
        CONTROLS.set(new);
    }
    // A number that doesn't exist is an error now, not at the next region; the
    // number alone opens nothing.
    let checked = kind_now().and_then(|kind| match (number, count(kind)) {
        (Some(number), Ok(n)) if kind != Kind::Multicore && number >= 0 && number as u32 >= n => {
            open(kind, number as u32).map(|_| ())
        }
        _ => Ok(()),
    });
    if checked.is_err() {
        CONTROLS.set(old);
    }
    checked
}

/// The current kind, without opening a device.
pub fn kind_now() -> Outcome<Kind> {
    match controls().current {
        Some(current) => Ok(current.kind()),
        None => resolve(
            controls()
                .choice
                .or(environment()?.choice)
                .unwrap_or(Choice::Default),
        ),
    }
}

/// The current device number, without opening a device.
pub fn number_now() -> Outcome<u32> {
    match controls().current {
        Some(current) => Ok(current.ordinal()),
        None => Ok(controls().number.or(environment()?.number).unwrap_or(0)),
    }
}

/// Device `devnum` of the current kind; the current one for [`crate::abi::NONE`].
pub fn device_of(devnum: c_int) -> Outcome<Current> {
    if devnum == crate::abi::NONE {
        return current();
    }
    let kind = kind_now()?;
    match u32::try_from(devnum) {
        Err(_) => Err(Failure::of(
            Code::DeviceUnavailable,
            format!("there is no {kind} device {devnum}"),
        )),
        Ok(ordinal) => numbered(kind, ordinal),
    }
}

/// A device by its number, with the program's declared variables on it.
pub fn numbered(kind: Kind, ordinal: u32) -> Outcome<Current> {
    settled(open(kind, ordinal)?)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_kind_that_the_program_was_not_built_for_says_how_to_rebuild() {
        let error = check(Kind::Sim, target::NVIDIA | target::MULTICORE)
            .unwrap_err()
            .text;
        assert!(
            error.contains("--acc-target=nvidia,multicore,sim"),
            "{error}"
        );
        assert_eq!(
            first_built_for(target::MULTICORE | target::SIM).unwrap(),
            Kind::Multicore
        );
        assert_eq!(first_built_for(target::SIM).unwrap(), Kind::Sim);
        assert_eq!(first_built_for(0).unwrap(), Kind::Multicore);
    }
}
