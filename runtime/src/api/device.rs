//! Devices: counting, choosing, initialising and shutting down (§3.2.1–3.2.8, 3.2.15).

use crate::context::{self, Choice, Current, Kind};
use crate::fatal::{Code, Failure, Outcome, guard};
use crate::site::Place;
use std::ffi::c_int;

/// `acc_device_t` of openacc.h.
pub mod device_t {
    use std::ffi::c_int;
    pub const NONE: c_int = 0;
    pub const DEFAULT: c_int = 1;
    pub const HOST: c_int = 2;
    pub const NOT_HOST: c_int = 4;
    pub const NVIDIA: c_int = 5;
    pub const CURRENT: c_int = 9;
    pub const SIM: c_int = 16;
}

/// What an `acc_device_t` asks for; `None` leaves the type as it is (0, §2.14.3).
pub fn choice_of(device_type: c_int) -> Outcome<Option<Choice>> {
    Ok(Some(match device_type {
        device_t::NONE => return Ok(None),
        device_t::CURRENT => Choice::Kind(context::kind_now()?),
        device_t::DEFAULT => Choice::Default,
        device_t::HOST => Choice::Kind(Kind::Multicore),
        device_t::NOT_HOST => Choice::NotHost,
        device_t::NVIDIA => Choice::Kind(context::nvidia()?),
        device_t::SIM => Choice::Kind(Kind::Sim),
        other => {
            return Err(Failure::of(
                Code::DeviceTypeUnavailable,
                format!(
                    "{other} is not a device type that accrs has: use acc_device_nvidia, acc_device_host, acc_device_sim, \
                 acc_device_not_host, acc_device_current or acc_device_default"
                ),
            ));
        }
    }))
}

/// `acc_device_t` of a kind.
pub fn type_of(kind: Kind) -> c_int {
    match kind {
        Kind::Nvidia => device_t::NVIDIA,
        Kind::Multicore => device_t::HOST,
        Kind::Sim if context::nvidia().is_ok_and(|kind| kind == Kind::Sim) => device_t::NVIDIA,
        Kind::Sim => device_t::SIM,
    }
}

fn at(place: Place<'_>) -> impl Fn(Failure) -> Failure {
    let place = place.to_string();
    move |e| e.at(&place)
}

/// The kind and the number that a type and a number mean, if they exist.
pub fn device_named(number: c_int, device_type: c_int) -> Outcome<(Kind, u32)> {
    if device_type == device_t::CURRENT {
        return Ok((context::kind_now()?, context::number_now()?));
    }
    let kind = match choice_of(device_type)? {
        Some(Choice::Kind(kind)) => kind,
        Some(choice) => context::resolve(choice)?,
        None => context::kind_now()?,
    };
    let n = context::count(kind).map_err(Failure::new)?;
    match u32::try_from(number) {
        Ok(number) if number < n => Ok((kind, number)),
        _ => Err(Failure::of(
            Code::DeviceUnavailable,
            format!("there is no {kind} device {number}"),
        )),
    }
}

/// `init` (§2.14.1): opens what it names, and makes it current. A type alone names all
/// devices of that type, a number alone that device of every type that the program was built
/// for and that is here; neither, all of these.
pub fn init(place: Place<'_>, choice: Option<Choice>, number: Option<c_int>) -> Outcome<()> {
    crate::prof::note(&place);
    let fail = at(place);
    if let Some(number) = number.filter(|n| *n < 0) {
        return Err(fail(Failure::of(
            Code::DeviceUnavailable,
            format!("there is no device {number}"),
        )));
    }
    if choice.is_some() || number.is_some() {
        context::set(choice, number).map_err(&fail)?;
    }
    let kind = context::kind_now().map_err(&fail)?;
    match (choice, number.and_then(|n| u32::try_from(n).ok())) {
        (Some(_), None) => {
            for ordinal in 0..context::count(kind).map_err(|e| fail(Failure::new(e)))? {
                context::open(kind, ordinal).map_err(&fail)?;
            }
        }
        (None, one) => {
            for kind in Kind::ALL.into_iter().filter(|k| context::is_built_for(*k)) {
                let n = context::count(kind).unwrap_or(0);
                for ordinal in (0..n).filter(|i| one.is_none_or(|o| o == *i)) {
                    context::open(kind, ordinal).map_err(&fail)?;
                }
            }
        }
        (Some(_), Some(_)) => {}
    }
    context::current().map(|_| ()).map_err(&fail)
}

/// `shutdown` (§2.14.2): ends all lifetimes on the devices that it names: a type, a number,
/// both, or all that there are.
pub fn shutdown(place: Place<'_>, choice: Option<Choice>, number: Option<c_int>) -> Outcome<()> {
    crate::prof::note(&place);
    let fail = at(place);
    let kinds = match choice {
        Some(choice) => vec![context::resolve(choice).map_err(&fail)?],
        None => Kind::ALL.to_vec(),
    };
    if let Some(number) = number {
        let exists = |kind: &Kind| {
            context::count(*kind).is_ok_and(|n| u32::try_from(number).is_ok_and(|i| i < n))
        };
        if !kinds.iter().any(exists) {
            let names: Vec<_> = kinds.iter().map(|k| k.name()).collect();
            return Err(fail(Failure::of(
                Code::DeviceUnavailable,
                format!("there is no device {number} of type {}", names.join(", ")),
            )));
        }
    }
    for kind in kinds {
        for state in context::opened(kind) {
            if number.is_none_or(|n| u32::try_from(n) == Ok(state.ordinal)) {
                state.shut_down().map_err(&fail)?;
            }
        }
    }
    Ok(())
}

#[unsafe(no_mangle)]
pub extern "C" fn acc_get_num_devices(device_type: c_int) -> c_int {
    guard(|| {
        let kinds = match choice_of(device_type) {
            Ok(Some(Choice::Kind(kind))) => vec![kind],
            Ok(Some(Choice::NotHost)) => vec![Kind::Nvidia, Kind::Sim],
            Ok(Some(Choice::Default)) => context::resolve(Choice::Default).into_iter().collect(),
            _ => vec![],
        };
        Ok(kinds
            .into_iter()
            .map(|kind| context::count(kind).unwrap_or(0) as c_int)
            .sum())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn acc_set_device_type(device_type: c_int) {
    guard(|| {
        let place = Place::Api("acc_set_device_type");
        match choice_of(device_type).map_err(at(place))? {
            Some(choice) => context::set(Some(choice), None).map_err(at(place)),
            None => Ok(()),
        }
    });
}

#[unsafe(no_mangle)]
pub extern "C" fn acc_get_device_type() -> c_int {
    guard(|| {
        context::kind_now()
            .map(type_of)
            .map_err(at(Place::Api("acc_get_device_type")))
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn acc_set_device_num(number: c_int, device_type: c_int) {
    guard(|| {
        let place = Place::Api("acc_set_device_num");
        let choice = choice_of(device_type).map_err(at(place))?;
        context::set(choice, Some(number)).map_err(at(place))
    });
}

#[unsafe(no_mangle)]
pub extern "C" fn acc_get_device_num(device_type: c_int) -> c_int {
    guard(|| {
        let kind = match choice_of(device_type) {
            Ok(Some(Choice::Kind(kind))) => kind,
            Ok(Some(choice)) => match context::resolve(choice) {
                Ok(kind) => kind,
                Err(_) => return Ok(-1),
            },
            Ok(None) => context::kind_now()?,
            Err(_) => return Ok(-1),
        };
        if context::count(kind).is_err() {
            return Ok(-1);
        }
        Ok(if kind == Kind::Multicore {
            0
        } else {
            context::number_now()? as c_int
        })
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn acc_init(device_type: c_int) {
    guard(|| {
        let place = Place::Api("acc_init");
        init(place, choice_of(device_type).map_err(at(place))?, None)
    });
}

#[unsafe(no_mangle)]
pub extern "C" fn acc_init_device(number: c_int, device_type: c_int) {
    guard(|| {
        let place = Place::Api("acc_init_device");
        init(
            place,
            choice_of(device_type).map_err(at(place))?,
            Some(number),
        )
    });
}

#[unsafe(no_mangle)]
pub extern "C" fn acc_shutdown(device_type: c_int) {
    guard(|| {
        let place = Place::Api("acc_shutdown");
        shutdown(place, choice_of(device_type).map_err(at(place))?, None)
    });
}

#[unsafe(no_mangle)]
pub extern "C" fn acc_shutdown_device(number: c_int, device_type: c_int) {
    guard(|| {
        let place = Place::Api("acc_shutdown_device");
        let (kind, number) = device_named(number, device_type).map_err(at(place))?;
        shutdown(place, Some(Choice::Kind(kind)), Some(number as c_int))
    });
}

/// On the host: kernels have their own (§3.2.15), which the compiler folds.
#[unsafe(no_mangle)]
pub extern "C" fn acc_on_device(device_type: c_int) -> c_int {
    c_int::from(device_type == device_t::HOST)
}

/// The current device, for routines that need its memory.
pub fn current(place: Place<'_>) -> Outcome<Current> {
    crate::prof::note(&place);
    crate::prof::may_look(&place)?;
    context::current().map_err(at(place))
}
