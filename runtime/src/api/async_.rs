//! Tests and waits on activity queues (§3.2.9–3.2.14).

use crate::abi::ASYNC_SYNC;
use crate::context::asynchronous;
use crate::fatal::{Code, Failure, guard};
use crate::site::Caller;
use crate::wait;
use std::ffi::c_int;

/// `devnum` that means the current device.
const CURRENT: c_int = crate::abi::NONE;

macro_rules! waits {
    ($($name:ident($($arg:ident),*) => [$($queue:ident)?] $devnum:expr, $on:expr;)*) => { $(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($($arg: c_int),*) {
            guard(|| wait::wait(Caller::Api(stringify!($name)), &[$($queue)?], $devnum, $on));
        }
    )* };
}

waits! {
    acc_wait(queue) => [queue] CURRENT, ASYNC_SYNC;
    acc_async_wait(queue) => [queue] CURRENT, ASYNC_SYNC;
    acc_wait_device(queue, devnum) => [queue] devnum, ASYNC_SYNC;
    acc_wait_all() => [] CURRENT, ASYNC_SYNC;
    acc_async_wait_all() => [] CURRENT, ASYNC_SYNC;
    acc_wait_all_device(devnum) => [] devnum, ASYNC_SYNC;
    acc_wait_async(queue, on) => [queue] CURRENT, on;
    acc_wait_device_async(queue, on, devnum) => [queue] devnum, on;
    acc_wait_all_async(on) => [] CURRENT, on;
    acc_wait_all_device_async(on, devnum) => [] devnum, on;
}

macro_rules! tests {
    ($($name:ident($($arg:ident),*) => [$($queue:ident)?] $devnum:expr;)*) => { $(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($($arg: c_int),*) -> c_int {
            guard(|| wait::test(Caller::Api(stringify!($name)), &[$($queue)?], $devnum).map(c_int::from))
        }
    )* };
}

tests! {
    acc_async_test(queue) => [queue] CURRENT;
    acc_async_test_device(queue, devnum) => [queue] devnum;
    acc_async_test_all() => [] CURRENT;
    acc_async_test_all_device(devnum) => [] devnum;
}

/// # Safety
/// `queues` has `count` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn acc_wait_any(count: c_int, queues: *const c_int) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { acc_wait_any_device(count, queues, CURRENT) }
}

/// # Safety
/// `queues` has `count` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn acc_wait_any_device(
    count: c_int,
    queues: *const c_int,
    devnum: c_int,
) -> c_int {
    guard(|| {
        let place = Caller::Api("acc_wait_any");
        if count < 0 {
            return Err(Failure::of(
                Code::InvalidArgument,
                format!("{place}: {count} is not a number of queues"),
            ));
        }
        let queues = if queues.is_null() || count == 0 {
            &[][..]
        } else {
            // SAFETY: the caller's promise.
            unsafe { std::slice::from_raw_parts(queues, count as usize) }
        };
        if queues.iter().all(|queue| *queue == ASYNC_SYNC) {
            return Ok(-1);
        }
        loop {
            for (i, queue) in queues
                .iter()
                .enumerate()
                .filter(|(_, queue)| **queue != ASYNC_SYNC)
            {
                if wait::test(place, &[*queue], devnum)? {
                    return Ok(i as c_int);
                }
            }
            std::thread::yield_now();
        }
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn acc_get_default_async() -> c_int {
    asynchronous::default_async()
}

#[unsafe(no_mangle)]
pub extern "C" fn acc_set_default_async(queue: c_int) {
    guard(|| asynchronous::set_default_async(&Caller::Api("acc_set_default_async"), queue));
}
