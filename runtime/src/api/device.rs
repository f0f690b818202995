//! Devices: counting, choosing, initialising and shutting down (§3.2.1–3.2.8, 3.2.15).

use crate::context;
use crate::context::lifetime::{init, shutdown};
use crate::context::named::{choice_of, device_named};
use crate::devices;
use crate::fatal::{Failure, Outcome, guard};
use crate::kinds::device_type::{device_t, type_of};
use crate::kinds::{Choice, Kind};
use crate::site::Caller;
use crate::state::Current;
use std::ffi::c_int;

fn at(place: Caller<'_>) -> impl Fn(Failure) -> Failure {
    let place = place.to_string();
    move |e| e.at(&place)
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
            .map(|kind| devices::count(kind).unwrap_or(0) as c_int)
            .sum())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn acc_set_device_type(device_type: c_int) {
    guard(|| {
        let place = Caller::Api("acc_set_device_type");
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
            .map_err(at(Caller::Api("acc_get_device_type")))
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn acc_set_device_num(number: c_int, device_type: c_int) {
    guard(|| {
        let place = Caller::Api("acc_set_device_num");
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
        if devices::count(kind).is_err() {
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
        let place = Caller::Api("acc_init");
        init(place, choice_of(device_type).map_err(at(place))?, None)
    });
}

#[unsafe(no_mangle)]
pub extern "C" fn acc_init_device(number: c_int, device_type: c_int) {
    guard(|| {
        let place = Caller::Api("acc_init_device");
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
        let place = Caller::Api("acc_shutdown");
        shutdown(place, choice_of(device_type).map_err(at(place))?, None)
    });
}

#[unsafe(no_mangle)]
pub extern "C" fn acc_shutdown_device(number: c_int, device_type: c_int) {
    guard(|| {
        let place = Caller::Api("acc_shutdown_device");
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
pub fn current(place: Caller<'_>) -> Outcome<Current> {
    crate::prof::note(&place);
    crate::prof::may_look(&place)?;
    context::current().map_err(at(place))
}
