//! The devices that share the loop of one construct (`--acc-devices`, `ACCRS_DEVICES`): those of the current kind, unless the program or its user has
//! chosen one of them.

use super::{controls, environment, numbered};
use crate::devices;
use crate::fatal::{Code, Failure, Outcome};
use crate::kinds::environment::Devices;
use crate::state::{Current, DeviceState};
use std::cell::Cell;

/// What the thread's construct may be shared by: none, or two or more devices; or why there are several, and one of them runs all of it.
pub type Sharing = Result<Vec<&'static DeviceState>, String>;

/// The devices for a construct whose current device is `state`.
pub fn several(state: &'static DeviceState) -> Outcome<Sharing> {
    let environment = environment()?;
    let kind = state.kind;
    let there = devices::count(kind).map_err(Failure::new)?;
    let numbers: Vec<u32> = match &environment.devices {
        None | Some(Devices::All) => (0..there).collect(),
        Some(Devices::First(n)) => (0..*n).collect(),
        Some(Devices::These(these)) => these.clone(),
    };
    if let Some(absent) = numbers.iter().find(|n| **n >= there) {
        let text = format!(
            "ACCRS_DEVICES: there is no {kind} device {absent}: there are {there}, numbered from 0"
        );
        return Err(Failure::of(Code::DeviceUnavailable, text));
    }
    if numbers.len() < 2 {
        return Ok(Ok(Vec::new()));
    }
    if controls().number.is_some() {
        return Ok(Err("the program has chosen a device".into()));
    }
    if environment.devices.is_none() && environment.number.is_some() {
        return Ok(Err("ACC_DEVICE_NUM has chosen a device".into()));
    }
    let mut all = Vec::new();
    for n in numbers {
        match numbered(kind, n) {
            Ok(Current::Device(state)) => all.push(state),
            Ok(Current::Host) => {}
            Err(e) => return Ok(Err(e.text)),
        }
    }
    Ok(match all.iter().find(|s| s.shares_host) {
        Some(_) => Err("host and devices share their memory".into()),
        None => Ok(all),
    })
}

thread_local! {
    /// The device that the thread uses for a part of its construct.
    static LEADS: Cell<Option<Current>> = const { Cell::new(None) };
}

/// Has the thread use another device until [`follow`], whatever it has chosen.
pub fn lead(state: &'static DeviceState) {
    LEADS.set(Some(Current::Device(state)));
}

/// Back to the thread's own device.
pub fn follow() {
    LEADS.set(None);
}

/// The device that [`lead`] has set.
pub(super) fn leading() -> Option<Current> {
    LEADS.get()
}
