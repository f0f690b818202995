//! What programs ask for by the numbers of openacc.h.

use super::{kind_now, number_now, nvidia, resolve};
use crate::devices::count;
use crate::fatal::{Code, Failure, Outcome};
use crate::kinds::device_type::device_t;
use crate::kinds::{Choice, Kind};
use std::ffi::c_int;

/// What an `acc_device_t` asks for; `None` leaves the type as it is (0, §2.14.3).
pub fn choice_of(device_type: c_int) -> Outcome<Option<Choice>> {
    Ok(Some(match device_type {
        device_t::NONE => return Ok(None),
        device_t::CURRENT => Choice::Kind(kind_now()?),
        device_t::DEFAULT => Choice::Default,
        device_t::HOST => Choice::Kind(Kind::Multicore),
        device_t::NOT_HOST => Choice::NotHost,
        device_t::NVIDIA => Choice::Kind(nvidia()?),
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

/// The kind and the number that a type and a number mean, if they exist.
pub fn device_named(number: c_int, device_type: c_int) -> Outcome<(Kind, u32)> {
    if device_type == device_t::CURRENT {
        return Ok((kind_now()?, number_now()?));
    }
    let kind = match choice_of(device_type)? {
        Some(Choice::Kind(kind)) => kind,
        Some(choice) => resolve(choice)?,
        None => kind_now()?,
    };
    let n = count(kind).map_err(Failure::new)?;
    match u32::try_from(number) {
        Ok(number) if number < n => Ok((kind, number)),
        _ => Err(Failure::of(
            Code::DeviceUnavailable,
            format!("there is no {kind} device {number}"),
        )),
    }
}
