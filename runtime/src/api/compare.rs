//! `acc_compare` and `acc_compare_all` of nvc's openacc.h (its PCAST): what the host holds beside what the device holds.
//!
//! `PCAST_COMPARE` says what differs and what is told, as for nvc, words between commas: `abs=n` and `rel=n` allow differences of
//! 10^-n (absolute, relative to the host's value; without them values must be equal), `report=n` tells of so many elements of a
//! section (5), `stop` ends the program with status 1 at the first section that differs.

use super::device::current;
use super::memory::{present, users};
use crate::device::DevPtr;
use crate::fatal::{Code, Failure, Outcome, guard, lock};
use crate::notify::warn;
use crate::site::{Caller, text};
use crate::state::{Current, DeviceState};
use std::ffi::{c_char, c_int, c_void};
use std::sync::OnceLock;

/// Types of elements, as openacc.h's macro numbers them.
const FLOAT: c_int = 1;
const DOUBLE: c_int = 2;
const SIGNED: c_int = 3;
const UNSIGNED: c_int = 4;

/// `PCAST_COMPARE`
#[derive(Debug, PartialEq)]
struct Settings {
    absolute: f64,
    relative: f64,
    report: usize,
    stop: bool,
}

fn read(words: &str) -> Result<Settings, String> {
    let mut settings = Settings {
        absolute: 0.0,
        relative: 0.0,
        report: 5,
        stop: false,
    };
    for word in words.split(',').map(str::trim).filter(|w| !w.is_empty()) {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let number = || {
            value.parse::<u16>().map_err(|_| {
                format!("PCAST_COMPARE={words}: '{word}' should be '{name}=' and a whole number")
            })
        };
        match name {
            "abs" => settings.absolute = 10f64.powi(-i32::from(number()?)),
            "rel" => settings.relative = 10f64.powi(-i32::from(number()?)),
            "report" => settings.report = usize::from(number()?),
            "stop" => settings.stop = true,
            _ => {
                return Err(format!(
                    "PCAST_COMPARE={words}: '{word}' is not known; abs=n, rel=n, report=n and stop are"
                ));
            }
        }
    }
    Ok(settings)
}

fn settings() -> Outcome<&'static Settings> {
    static READ: OnceLock<Result<Settings, String>> = OnceLock::new();
    READ.get_or_init(|| read(&std::env::var("PCAST_COMPARE").unwrap_or_default()))
        .as_ref()
        .map_err(|text| Failure::new(text.clone()))
}

/// An element's value.
#[derive(Clone, Copy, Debug)]
enum Value {
    Real(f64),
    Whole(i128),
    /// Of a type that has no numbers.
    Byte(u8),
}

impl Value {
    fn of(bytes: &[u8], kind: c_int) -> Option<Self> {
        Some(match (kind, bytes) {
            (FLOAT, b) => Self::Real(f64::from(f32::from_ne_bytes(b.try_into().ok()?))),
            (DOUBLE, b) => Self::Real(f64::from_ne_bytes(b.try_into().ok()?)),
            (SIGNED, b) => Self::Whole(match b.len() {
                1 => i128::from(b[0] as i8),
                2 => i128::from(i16::from_ne_bytes(b.try_into().ok()?)),
                4 => i128::from(i32::from_ne_bytes(b.try_into().ok()?)),
                _ => i128::from(i64::from_ne_bytes(b.try_into().ok()?)),
            }),
            (UNSIGNED, b) => Self::Whole(match b.len() {
                1 => i128::from(b[0]),
                2 => i128::from(u16::from_ne_bytes(b.try_into().ok()?)),
                4 => i128::from(u32::from_ne_bytes(b.try_into().ok()?)),
                _ => i128::from(u64::from_ne_bytes(b.try_into().ok()?)),
            }),
            (_, [b]) => Self::Byte(*b),
            _ => return None,
        })
    }

    fn show(self) -> String {
        match self {
            Self::Real(x) => format!("{x:e}"),
            Self::Whole(n) => n.to_string(),
            Self::Byte(b) => format!("{b:#04x}"),
        }
    }

    /// Whether the device's value is no other than the host's, within what is allowed.
    fn agrees(self, host: Self, allowed: &Settings) -> bool {
        match (self, host) {
            (Self::Real(d), Self::Real(h)) => {
                let apart = (d - h).abs();
                d == h
                    || d.is_nan() && h.is_nan()
                    || apart <= allowed.absolute
                    || apart <= allowed.relative * h.abs()
            }
            (Self::Whole(d), Self::Whole(h)) => d == h,
            (Self::Byte(d), Self::Byte(h)) => d == h,
            _ => false,
        }
    }
}

/// The bytes of a section on the device, behind all work that names it.
fn fetch(
    state: &DeviceState,
    place: Caller<'_>,
    from: DevPtr,
    host: usize,
    bytes: usize,
) -> Outcome<Vec<u8>> {
    let fail = |e| Failure::new(format!("{place}: {state}: {e}"));
    let device = state.device.as_ref();
    for queue in users(&lock(&state.table), host) {
        queue.synchronize(device).map_err(fail)?;
    }
    let mut out = vec![0_u8; bytes];
    // SAFETY: the buffer has so many bytes; without a stream the copy is done when the call returns.
    unsafe { device.copy_out(out.as_mut_ptr().cast(), from, bytes as u64, None) }.map_err(fail)?;
    Ok(out)
}

/// Tells of the elements that differ, and how many there are; true if there are none.
fn compare(
    name: &str,
    host: &[u8],
    device: &[u8],
    size: usize,
    kind: c_int,
    allowed: &Settings,
) -> bool {
    let mut wrong = 0;
    for (i, (h, d)) in host.chunks(size).zip(device.chunks(size)).enumerate() {
        let (Some(host), Some(device)) = (Value::of(h, kind), Value::of(d, kind)) else {
            continue;
        };
        if device.agrees(host, allowed) {
            continue;
        }
        wrong += 1;
        if wrong <= allowed.report {
            warn(&format!(
                "compare: {name}[{i}]: device {}, host {}",
                device.show(),
                host.show()
            ));
        }
    }
    if wrong > 0 {
        let all = host.len() / size;
        warn(&format!(
            "compare: {name}: {wrong} of {all} elements differ"
        ));
    }
    wrong == 0
}

fn stop_if(differs: bool, allowed: &Settings, place: Caller<'_>) -> Outcome<()> {
    if differs && allowed.stop {
        return Err(Failure::new(format!(
            "{place}: device and host differ (PCAST_COMPARE=stop)"
        )));
    }
    Ok(())
}

/// Compares `n` elements of `size` bytes from `host` on, which must be present; openacc.h's macro gives their type.
///
/// # Safety
/// `host` has so many elements; `name` is a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __accrs_compare(
    host: *const c_void,
    n: usize,
    size: usize,
    kind: c_int,
    name: *const c_char,
) {
    guard(|| {
        let place = Caller::Api("acc_compare");
        let allowed = settings()?;
        let bytes = n.saturating_mul(size);
        if bytes == 0 {
            return Ok(());
        }
        if host.is_null() {
            return Err(Failure::of(
                Code::InvalidNullPointer,
                format!("{place}: null pointer for {n} elements"),
            ));
        }
        let Current::Device(state) = current(place)? else {
            return Ok(());
        };
        let from = present(place, state, &lock(&state.table), host as usize, bytes)?;
        let device = fetch(state, place, from, host as usize, bytes)?;
        // SAFETY: the caller's promise; what is no plain number is compared byte by byte.
        let (here, name) = unsafe {
            (
                std::slice::from_raw_parts(host.cast::<u8>(), bytes),
                text(name),
            )
        };
        let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let name = if plain {
            name
        } else {
            format!("({name})").into()
        };
        let size = if kind == 0 { 1 } else { size };
        let same = compare(&name, here, &device, size, kind, allowed);
        stop_if(!same, allowed, place)
    });
}

/// Compares all that is present on the current device, byte by byte: types are not known.
#[unsafe(no_mangle)]
pub extern "C" fn acc_compare_all() {
    guard(|| {
        let place = Caller::Api("acc_compare_all");
        let allowed = settings()?;
        let Current::Device(state) = current(place)? else {
            return Ok(());
        };
        let sections: Vec<(usize, usize, DevPtr, String)> = lock(&state.table)
            .iter()
            .map(|e| (e.start, e.bytes, e.device, e.name().to_string()))
            .collect();
        for (start, bytes, from, name) in sections {
            let device = fetch(state, place, from, start, bytes)?;
            // SAFETY: sections that are present are memory of the program.
            let here = unsafe { std::slice::from_raw_parts(start as *const u8, bytes) };
            let same = compare(&format!("{name}, byte "), here, &device, 1, 0, allowed);
            stop_if(!same, allowed, place)?;
        }
        Ok(())
    });
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_is_allowed_and_what_is_not_known() {
        let settings = read("abs=3, rel=6,report=2,stop").unwrap();
        assert_eq!((settings.absolute, settings.report), (1e-3, 2));
        assert!(settings.stop);
        let close = |a, b| Value::Real(a).agrees(Value::Real(b), &settings);
        assert!(close(1.0005, 1.0) && !close(1.002, 1.0) && close(1e9, 1e9 + 100.0));
        assert!(close(f64::NAN, f64::NAN) && !close(f64::NAN, 1.0) && close(0.0, -0.0));
        assert!(read("abs=x").unwrap_err().contains("abs=x"));
        assert!(read("fast").unwrap_err().contains("'fast' is not known"));
    }

    #[test]
    fn values_of_all_types() {
        let of = |bytes: &[u8], kind| Value::of(bytes, kind).unwrap().show();
        assert_eq!(of(&(-2i16).to_ne_bytes(), SIGNED), "-2");
        assert_eq!(
            of(&u64::MAX.to_ne_bytes(), UNSIGNED),
            "18446744073709551615"
        );
        assert_eq!(of(&1.5f32.to_ne_bytes(), FLOAT), "1.5e0");
        assert_eq!(of(&[7], 0), "0x07");
        assert!(Value::of(&[1, 2, 3], FLOAT).is_none());
    }
}
