//! Devices come and go: `init` and `shutdown`, as directives and as routines.

use super::{current, kind_now, resolve, set};
use crate::devices::{count, open, opened};
use crate::fatal::{Code, Failure, Outcome, lock};
use crate::kinds::built::is_built_for;
use crate::kinds::{Choice, Kind};
use crate::prof::{self, info::event};
use crate::site::Caller;
use crate::state::DeviceState;
use crate::{globals, loader};
use std::ffi::c_int;

/// `init` (§2.14.1): opens what it names, and makes it current. A type alone names all
/// devices of that type, a number alone that device of every type that the program was built
/// for and that is here; neither, all of these.
pub fn init(place: Caller<'_>, choice: Option<Choice>, number: Option<c_int>) -> Outcome<()> {
    prof::note(&place);
    let fail = |e: Failure| e.at(&place);
    if let Some(number) = number.filter(|n| *n < 0) {
        return Err(fail(Failure::of(
            Code::DeviceUnavailable,
            format!("there is no device {number}"),
        )));
    }
    if choice.is_some() || number.is_some() {
        set(choice, number).map_err(&fail)?;
    }
    let kind = kind_now().map_err(&fail)?;
    match (choice, number.and_then(|n| u32::try_from(n).ok())) {
        (Some(_), None) => {
            for ordinal in 0..count(kind).map_err(|e| fail(Failure::new(e)))? {
                open(kind, ordinal).map_err(&fail)?;
            }
        }
        (None, one) => {
            for kind in Kind::ALL.into_iter().filter(|k| is_built_for(*k)) {
                let n = count(kind).unwrap_or(0);
                for ordinal in (0..n).filter(|i| one.is_none_or(|o| o == *i)) {
                    open(kind, ordinal).map_err(&fail)?;
                }
            }
        }
        (Some(_), Some(_)) => {}
    }
    current().map(|_| ()).map_err(&fail)
}

/// `shutdown` (§2.14.2): ends all lifetimes on the devices that it names: a type, a number,
/// both, or all that there are.
pub fn shutdown(place: Caller<'_>, choice: Option<Choice>, number: Option<c_int>) -> Outcome<()> {
    prof::note(&place);
    let fail = |e: Failure| e.at(&place);
    let kinds = match choice {
        Some(choice) => vec![resolve(choice).map_err(&fail)?],
        None => Kind::ALL.to_vec(),
    };
    if let Some(number) = number {
        let exists =
            |kind: &Kind| count(*kind).is_ok_and(|n| u32::try_from(number).is_ok_and(|i| i < n));
        if !kinds.iter().any(exists) {
            let names: Vec<_> = kinds.iter().map(|k| k.name()).collect();
            return Err(fail(Failure::of(
                Code::DeviceUnavailable,
                format!("there is no device {number} of type {}", names.join(", ")),
            )));
        }
    }
    for kind in kinds {
        for state in opened(kind) {
            if number.is_none_or(|n| u32::try_from(n) == Ok(state.ordinal)) {
                shut_down(state).map_err(&fail)?;
            }
        }
    }
    Ok(())
}

/// Ends all data lifetimes and gives back all that the device holds (§2.14.2).
pub fn shut_down(state: &DeviceState) -> Outcome<()> {
    let told = prof::begin(
        event::DEVICE_SHUTDOWN,
        || prof::At::device(prof::noted(), state, None),
        false,
        prof::About::Nothing,
    );
    empty(state)?;
    prof::end(told);
    Ok(())
}

fn empty(state: &DeviceState) -> Outcome<()> {
    let fail = |e| {
        Failure::of(
            Code::DeviceShutdown,
            format!("{state} cannot be shut down: {e}"),
        )
    };
    let device = state.device.as_ref();
    let mut held = globals::hold();
    let mut table = lock(&state.table);
    state.queues.close(device).map_err(fail)?;
    table.clear();
    held.forget(state);
    state.counters.close();
    state.results.close(device).map_err(fail)?;
    state.memory.close(device).map_err(fail)?;
    loader::unload_all(state).map_err(fail)
}
