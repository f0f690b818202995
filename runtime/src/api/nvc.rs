//! Routines of nvc's and pgcc's openacc.h that the standard doesn't have: counts of what was done so far, the device's memory,
//! and the present table in words.

use super::device::current;
use crate::devices;
use crate::fatal::{Outcome, guard, lock};
use crate::kinds::Kind;
use crate::notify::STATS;
use crate::site::Caller;
use crate::state::{Current, DeviceState};
use std::ffi::{c_uint, c_ulong};
use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

fn read(counter: &AtomicU64) -> u64 {
    counter.load(Ordering::Relaxed)
}

macro_rules! counts {
    ($($(#[doc = $doc:literal])* $name:ident -> $type:ty: $($counter:ident)+;)*) => { $(
        $(#[doc = $doc])*
        #[unsafe(no_mangle)]
        pub extern "C" fn $name() -> $type {
            (0 $(+ read(&STATS.$counter))+) as $type
        }
    )* };
}

counts! {
    /// Compute constructs that were carried out, on devices and on the host's cores.
    acc_regions -> c_uint: kernels host_kernels;
    /// Kernels that were launched on devices.
    acc_kernels -> c_uint: kernels;
    /// Allocations of device memory.
    acc_allocs -> c_uint: allocs;
    /// Of these, given back.
    acc_frees -> c_uint: frees;
    /// Bytes of device memory that were allocated.
    acc_bytesalloc -> c_ulong: alloc_bytes;
    /// Sections that were copied to devices.
    acc_copyins -> c_uint: uploads;
    /// Their bytes.
    acc_bytesin -> c_ulong: upload_bytes;
    /// Sections that were copied from devices.
    acc_copyouts -> c_uint: downloads;
    /// Their bytes.
    acc_bytesout -> c_ulong: download_bytes;
}

/// Bytes of the current device's memory.
#[unsafe(no_mangle)]
pub extern "C" fn acc_get_memory() -> c_ulong {
    guard(|| {
        Ok(match current(Caller::Api("acc_get_memory"))? {
            Current::Host => super::property::host_memory() as c_ulong,
            Current::Device(state) => state.device.properties().memory as c_ulong,
        })
    })
}

/// Of these, bytes that are free.
#[unsafe(no_mangle)]
pub extern "C" fn acc_get_free_memory() -> c_ulong {
    guard(|| {
        Ok(match current(Caller::Api("acc_get_free_memory"))? {
            Current::Host => super::property::host_free() as c_ulong,
            Current::Device(state) => super::property::free_of(state) as c_ulong,
        })
    })
}

/// Gives the device memory that is kept for later use back to its driver.
#[unsafe(no_mangle)]
pub extern "C" fn acc_clear_freelists() {
    guard(|| {
        for state in [Kind::Nvidia, Kind::Sim]
            .into_iter()
            .flat_map(devices::opened)
        {
            state.memory.trim(state.device.as_ref()).map_err(|e| {
                crate::fatal::Failure::new(format!("acc_clear_freelists: {state}: {e}"))
            })?;
        }
        Ok(())
    });
}

/// The present table of the current device, on stderr, a line each section in nvc's form: both counters, and where it came
/// to the device.
#[unsafe(no_mangle)]
pub extern "C" fn acc_present_dump() {
    guard(|| match current(Caller::Api("acc_present_dump"))? {
        Current::Host => {
            tell("Present table of the host's cores: memory is shared, nothing has a copy\n");
            Ok(())
        }
        Current::Device(state) => dump(state),
    });
}

/// The same of all devices that are open.
#[unsafe(no_mangle)]
pub extern "C" fn acc_present_dump_all() {
    guard(|| {
        [Kind::Nvidia, Kind::Sim]
            .into_iter()
            .flat_map(devices::opened)
            .try_for_each(dump)
    });
}

fn dump(state: &DeviceState) -> Outcome<()> {
    use std::fmt::Write as _;
    let name = &state.device.properties().name;
    let mut text = format!("Present table of {state}: {name}\n");
    for e in lock(&state.table).iter() {
        let _ = writeln!(
            text,
            "host:{:#x} device:{:#x} size:{} presentcount:{}+{} since:{} name:{}",
            e.start,
            e.device.0,
            e.bytes,
            e.structured,
            e.dynamic,
            e.since(),
            e.name()
        );
    }
    tell(&text);
    Ok(())
}

fn tell(text: &str) {
    // Nobody to tell if it fails.
    let _ = std::io::stderr().write_all(text.as_bytes());
}
