//! `acc_compare` and `acc_compare_all` of nvc's openacc.h (its PCAST): what the host holds beside what the device holds.
//!
//! `PCAST_COMPARE` says what differs and what is told, as for nvc, words between commas: `abs=n` and `rel=n` allow differences of
//! 10^-n (absolute, relative to the host's value; without them values must be equal), `report=n` tells of so many elements of a
//! section (5), `stop` ends the program with status 1 at the first section that differs.

use super::device::current;
use super::memory::{present, users};
use crate::compare::value::{Settings, Value, read};
use crate::device::DevPtr;
use crate::environment;
use crate::fatal::{Code, Failure, Outcome, guard, lock};
use crate::notify::warn;
use crate::site::{Caller, text};
use crate::state::{Current, DeviceState};
use std::ffi::{c_char, c_int, c_void};
use std::sync::OnceLock;

const NAME: &str = "PCAST_COMPARE";

fn settings() -> Outcome<&'static Settings> {
    static READ: OnceLock<Result<Settings, String>> = OnceLock::new();
    READ.get_or_init(|| {
        let words = environment::var(NAME).unwrap_or_default();
        read(NAME, &words, Settings::EXACT)
    })
    .as_ref()
    .map_err(|text| Failure::new(text.clone()))
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
