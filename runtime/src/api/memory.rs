//! Device memory by hand: malloc, free, and copies between addresses
//! (§3.2.16, 3.2.17, 3.2.26–3.2.28, 3.2.30).

use super::device::current;
use crate::abi::ASYNC_SYNC;
use crate::context;
use crate::context::asynchronous::key_of;
use crate::device::{DevPtr, DeviceResult, Rows};
use crate::fatal::{Code, Failure, Outcome, guard, lock};
use crate::host;
use crate::notify::{STATS, count};
use crate::present::{Lookup, Table};
use crate::prof::{self, About, At, info::event};
use crate::queue::{Queue, Work};
use crate::site::Caller;
use crate::state::{Current, DeviceState};
use std::ffi::{c_int, c_void};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes that `acc_malloc` has handed out of the host's memory.
static HOST_BYTES: AtomicUsize = AtomicUsize::new(0);

/// Those bytes, now.
pub fn host_bytes() -> usize {
    HOST_BYTES.load(Ordering::Relaxed)
}

/// Null when there is no memory, or nothing is asked for.
#[unsafe(no_mangle)]
pub extern "C" fn acc_malloc(bytes: usize) -> *mut c_void {
    guard(|| {
        if bytes == 0 {
            return Ok(std::ptr::null_mut());
        }
        let place = Caller::Api("acc_malloc");
        match current(place)? {
            Current::Host => {
                // SAFETY: plain allocation; `acc_free` frees it.
                let ptr = unsafe { libc::malloc(bytes) };
                // SAFETY: null or from malloc.
                HOST_BYTES.fetch_add(unsafe { libc::malloc_usable_size(ptr) }, Ordering::Relaxed);
                Ok(ptr)
            }
            Current::Device(state) => {
                let ptr = state.memory.hand_out(state.device.as_ref(), bytes);
                if let Ok(ptr) = ptr {
                    tell(event::ALLOC, place, state, ptr, bytes);
                    count(&STATS.allocs, 1);
                    count(&STATS.alloc_bytes, bytes as u64);
                }
                Ok(ptr.map_or(std::ptr::null_mut(), |ptr| ptr.0 as *mut c_void))
            }
        }
    })
}

/// # Safety
/// `ptr` is null or came from `acc_malloc` on the current device.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn acc_free(ptr: *mut c_void) {
    guard(|| {
        let place = Caller::Api("acc_free");
        if ptr.is_null() {
            return Ok(());
        }
        let Current::Device(state) = current(place)? else {
            host::drain().map_err(|e| Failure::new(format!("{place}: {e}")))?;
            // SAFETY: the caller's promise.
            unsafe {
                HOST_BYTES.fetch_sub(libc::malloc_usable_size(ptr), Ordering::Relaxed);
                libc::free(ptr);
            }
            return Ok(());
        };
        let device_ptr = DevPtr(ptr as u64);
        let Some(bytes) = state.memory.handed_back(device_ptr) else {
            return Err(Failure::new(format!(
                "{place}: {ptr:p} is not from acc_malloc on {state}, or was freed before"
            )));
        };
        let pending = state.queues.unfinished();
        let freed = state
            .memory
            .free(state.device.as_ref(), device_ptr, pending);
        freed.map_err(|e| Failure::new(format!("{place}: {state}: {e}")))?;
        tell(event::FREE, place, state, device_ptr, bytes);
        count(&STATS.frees, 1);
        Ok(())
    });
}

/// Memory of the program's own, for tools.
fn tell(event: c_int, place: Caller<'_>, state: &DeviceState, ptr: DevPtr, bytes: usize) {
    let about = About::Data {
        name: std::ptr::null(),
        bytes,
        host: std::ptr::null(),
        device: ptr.0,
    };
    prof::once(event, || At::device(place, state, None), false, about);
}

/// A copy in the host's memory, now or in its queue's turn.
fn copy_on_host(
    to: *mut c_void,
    from: *const c_void,
    bytes: usize,
    key: Option<c_int>,
) -> Outcome<()> {
    let (to, from) = (to as usize, from as usize);
    // SAFETY: both are host memory of `bytes` bytes until the queue has passed, as the
    // standard wants.
    let work = move || unsafe { std::ptr::copy(from as *const u8, to as *mut u8, bytes) };
    match key {
        None => {
            work();
            Ok(())
        }
        Some(key) => host::submit(key, work),
    }
}

/// Runs a copy of `bytes` between two addresses; on the host it is a `memmove`.
fn copy(
    name: &'static str,
    to: *mut c_void,
    from: *const c_void,
    bytes: usize,
    queue: c_int,
    event: Option<(c_int, *const c_void, *const c_void)>,
    on_device: impl FnOnce(&DeviceState, &mut Work<'_>) -> DeviceResult<()>,
) {
    guard(|| {
        let place = Caller::Api(name);
        let key = key_of(&place, queue)?;
        if bytes == 0 {
            return Ok(());
        }
        if to.is_null() || from.is_null() {
            return Err(Failure::of(
                Code::InvalidNullPointer,
                format!("{place}: null pointer for a copy of {bytes} bytes"),
            ));
        }
        let Current::Device(state) = current(place)? else {
            return copy_on_host(to, from, bytes, key);
        };
        let mut work = state.begin(&place, key)?;
        let told = event.and_then(|(event, host, device)| {
            let about = About::Data {
                name: std::ptr::null(),
                bytes,
                host,
                device: device as u64,
            };
            prof::begin(event, || At::work(place, state, &work), false, about)
        });
        let queued = on_device(state, &mut work);
        prof::end(told);
        let done = queued.and_then(|()| work.wait_if_sync());
        done.map_err(|e| Failure::new(format!("{place}: {state}: {e}")))
    });
}

fn to_device(
    name: &'static str,
    device: *mut c_void,
    host: *const c_void,
    bytes: usize,
    queue: c_int,
) {
    let event = Some((event::UPLOAD, host, device.cast_const()));
    copy(name, device, host, bytes, queue, event, |_, work| {
        count(&STATS.uploads, 1);
        count(&STATS.upload_bytes, bytes as u64);
        let device = DevPtr(device as u64);
        // SAFETY: `host` has `bytes` bytes until the queue has passed, as the standard wants.
        unsafe { work.copy_in(device, host, Rows::one(bytes as u64)) }
    });
}

fn from_device(
    name: &'static str,
    host: *mut c_void,
    device: *const c_void,
    bytes: usize,
    queue: c_int,
) {
    let event = Some((event::DOWNLOAD, host.cast_const(), device));
    copy(name, host, device, bytes, queue, event, |_, work| {
        count(&STATS.downloads, 1);
        count(&STATS.download_bytes, bytes as u64);
        let device = DevPtr(device as u64);
        // SAFETY: as for `to_device`.
        unsafe { work.copy_out(host, device, Rows::one(bytes as u64)) }
    });
}

fn within(name: &'static str, to: *mut c_void, from: *const c_void, bytes: usize, queue: c_int) {
    copy(name, to, from, bytes, queue, None, |state, work| {
        let (to, from) = (DevPtr(to as u64), DevPtr(from as u64));
        work.put(|stream| {
            state
                .device
                .copy_within(to, from, bytes as u64, Some(stream))
        })
    });
}

macro_rules! copies {
    ($($name:ident, $async_name:ident, $body:ident, $to:ident, $from:ident;)*) => { $(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($to: *mut c_void, $from: *const c_void, bytes: usize) {
            $body(stringify!($name), $to, $from, bytes, ASYNC_SYNC);
        }
        #[unsafe(no_mangle)]
        pub extern "C" fn $async_name($to: *mut c_void, $from: *const c_void, bytes: usize, queue: c_int) {
            $body(stringify!($async_name), $to, $from, bytes, queue);
        }
    )* };
}

copies! {
    acc_memcpy_to_device, acc_memcpy_to_device_async, to_device, device, host;
    acc_memcpy_from_device, acc_memcpy_from_device_async, from_device, host, device;
    acc_memcpy_device, acc_memcpy_device_async, within, to, from;
}

/// The device address of a section that must be present.
pub(super) fn present(
    place: Caller<'_>,
    state: &DeviceState,
    table: &Table,
    host: usize,
    bytes: usize,
) -> Outcome<DevPtr> {
    let asked = crate::explain::Asked {
        name: "the section",
        start: host,
        bytes,
        line: 0,
    };
    match table.find(host, bytes) {
        Lookup::Inside(start) => Ok(table.get(start).map_or(DevPtr(0), |e| e.translate(host))),
        Lookup::Partly { .. } => Err(crate::explain::partly_present(
            state,
            table,
            &asked,
            &place,
            crate::explain::Structs::No,
        )),
        Lookup::Absent if state.shares(host as *const c_void, bytes) => Ok(DevPtr(host as u64)),
        Lookup::Absent => Err(crate::explain::not_present(state, table, &asked, &place)),
    }
}

/// The queues whose work names the section that holds a host address.
pub(super) fn users(table: &Table, host: usize) -> Vec<Arc<Queue>> {
    let entry = table.holding(host);
    let queues = entry.map(|e| e.users.unfinished().chain(e.filling.unfinished()).cloned());
    queues.map_or_else(Vec::new, Iterator::collect)
}

#[unsafe(no_mangle)]
pub extern "C" fn acc_memcpy_d2d(
    to: *mut c_void,
    from: *mut c_void,
    bytes: usize,
    dev_to: c_int,
    dev_from: c_int,
) {
    acc_memcpy_d2d_async(to, from, bytes, dev_to, dev_from, ASYNC_SYNC);
}

/// Host addresses name the data on both devices. The queue is one of the source (§3.2.30). Between
/// two devices the bytes go through the host, and the call returns when they have arrived. Queues of the
/// target are the program's to wait for; that the copy comes behind those whose work names
/// the section is this implementation's care, as at the end of a lifetime.
#[unsafe(no_mangle)]
pub extern "C" fn acc_memcpy_d2d_async(
    to: *mut c_void,
    from: *mut c_void,
    bytes: usize,
    dev_to: c_int,
    dev_from: c_int,
    queue: c_int,
) {
    guard(|| {
        let place = Caller::Api("acc_memcpy_d2d");
        let key = key_of(&place, queue)?;
        if bytes == 0 || (to == from && dev_to == dev_from) {
            return Ok(());
        }
        if to.is_null() || from.is_null() {
            return Err(Failure::of(
                Code::InvalidNullPointer,
                format!("{place}: null pointer for a copy of {bytes} bytes"),
            ));
        }
        let kind = context::kind_now()?;
        let device = |n: c_int| {
            let unknown = || {
                Failure::of(
                    Code::DeviceUnavailable,
                    format!("{place}: there is no {kind} device {n}"),
                )
            };
            let n = u32::try_from(n).map_err(|_| unknown())?;
            context::numbered(kind, n).map_err(|e| e.at(&place))
        };
        let (target, source) = (device(dev_to)?, device(dev_from)?);
        let (Current::Device(target), Current::Device(source)) = (target, source) else {
            if to != from {
                copy_on_host(to, from, bytes, key)?;
            }
            return Ok(());
        };
        let source_ptr = present(place, source, &lock(&source.table), from as usize, bytes)?;
        let target_ptr = present(place, target, &lock(&target.table), to as usize, bytes)?;
        let fail = |e| Failure::new(format!("{place}: {e}"));
        let device = source.device.as_ref();
        let mut work = source.begin(&place, key)?;
        if std::ptr::eq(source, target) {
            let copied = work.put(|stream| {
                device.copy_within(target_ptr, source_ptr, bytes as u64, Some(stream))
            });
            copied.map_err(fail)?;
            return work.wait_if_sync().map_err(fail);
        }
        let mut staging = vec![0_u8; bytes];
        let into = staging.as_mut_ptr().cast();
        // SAFETY: `staging` lives until the copy is done, which is waited for.
        let copied = work
            .put(|stream| unsafe { device.copy_out(into, source_ptr, bytes as u64, Some(stream)) });
        copied.map_err(fail)?;
        match work.queue() {
            Some(queue) => queue.synchronize(device).map_err(fail)?,
            None => work.wait_if_sync().map_err(fail)?,
        }
        for queue in users(&lock(&target.table), to as usize) {
            queue.synchronize(target.device.as_ref()).map_err(fail)?;
        }
        let from = staging.as_ptr().cast();
        // SAFETY: without a stream the copy is done when the call returns.
        unsafe { target.device.copy_in(target_ptr, from, bytes as u64, None) }.map_err(fail)
    });
}
