//! The context module: which device each thread uses.
//!
//! A device is opened when it is first used: nothing touches device 0 of a
//! kind because another one was chosen. Each host thread has its own current
//! device type, number and default queue (the internal control variables of §2.3);
//! they start from the environment.

pub mod asynchronous;
pub mod lifetime;
pub mod named;
pub mod several;

use crate::abi::INITIAL_DEFAULT;
use crate::devices::{available, count, open};
use crate::fatal::{Code, Failure, Outcome};
use crate::kinds::built::{self, not_built, target_names};
use crate::kinds::environment::{Environment, Wrong};
use crate::kinds::{Choice, Kind};
use crate::notify;
use crate::state::Current;
use std::cell::Cell;
use std::ffi::c_int;

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

/// What the environment chooses.
fn environment() -> Outcome<&'static Environment> {
    crate::kinds::environment::environment().map_err(|wrong| match wrong {
        Wrong::Type(text) => Failure::new(format!("{text}; this machine has: {}", available())),
        Wrong::Other(text) => Failure::new(text.clone()),
    })
}

/// The current device of this thread, chosen and opened on first use.
pub fn current() -> Outcome<Current> {
    if let Some(current) = several::leading() {
        return Ok(current);
    }
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
        _ => match controls.number {
            Some(number) => number,
            None => initial_number(environment, kind),
        },
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
    let built = built::targets();
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
    // A program that checks itself does so on sim.
    if has(Kind::Sim) && (nvidia()? == Kind::Sim || crate::device::sim::checks()) {
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
        None => Ok(match controls().number {
            Some(number) => number,
            None => initial_number(environment()?, kind_now()?),
        }),
    }
}

/// The number of the device that a process uses if it doesn't choose one: the environment's; else the processes of a job on one machine take
/// turns (§2.3 leaves it to us).
fn initial_number(environment: &Environment, kind: Kind) -> u32 {
    if let Some(number) = environment.number {
        return number;
    }
    match (environment.local_rank, count(kind)) {
        (Some((name, rank)), Ok(n)) if n > 1 => {
            let number = rank % n;
            notify::by_rank(kind, number, name, rank, n);
            number
        }
        _ => 0,
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
    use crate::abi::target;

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
