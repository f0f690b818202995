//! Waits: the host, or one queue, for queues (§2.16.3).

use crate::abi::{ASYNC_NOVAL, ASYNC_SYNC};
use crate::context::{self, asynchronous::key_of};
use crate::device::DeviceResult;
use crate::device::sim::order;
use crate::fatal::{Code, Failure, Outcome};
use crate::host;
use crate::notify::{self, STATS, WAITS, count};
use crate::prof::{self, About, At, info::event};
use crate::queue::Queue;
use crate::site::Caller;
use crate::state::{Current, DeviceState};
use std::ffi::c_int;
use std::fmt::Display;
use std::sync::Arc;

/// The async-values of wait-arguments; `None`: all.
fn keys_of(place: &Caller<'_>, arguments: &[c_int]) -> Outcome<Option<Vec<c_int>>> {
    if arguments.is_empty() {
        return Ok(None);
    }
    let keys: Outcome<Vec<Option<c_int>>> = arguments.iter().map(|a| key_of(place, *a)).collect();
    // Synchronous operations are done when their call returns.
    Ok(Some(keys?.into_iter().flatten().collect()))
}

/// The queues of a device that wait-arguments name and that have ever been used;
/// none named: all.
fn queues_of(
    state: &DeviceState,
    place: &Caller<'_>,
    arguments: &[c_int],
) -> Outcome<Vec<Arc<Queue>>> {
    Ok(match keys_of(place, arguments)? {
        None => state.queues.all(),
        Some(keys) => keys
            .into_iter()
            .filter_map(|key| state.queues.existing(key))
            .collect(),
    })
}

/// `wait`: `arguments` empty means all queues; `devnum` < 0 the current device;
/// `on` the queue that waits, or `ASYNC_SYNC` for the host.
pub fn wait(place: Caller<'_>, arguments: &[c_int], devnum: c_int, on: c_int) -> Outcome<()> {
    count(&STATS.waits, 1);
    let waiting = key_of(&place, on)?;
    let device = context::device_of(devnum).map_err(|e| e.at(&place))?;
    let Current::Device(state) = device else {
        let keys = keys_of(&place, arguments)?;
        let on = waiting.filter(|_| matches!(context::current(), Ok(Current::Host)));
        let key = keys.as_ref().and_then(|keys| keys.first().copied());
        let told = match on {
            None => tell_tools(|| At::current(place, device, key)),
            Some(_) => None,
        };
        host::wait(keys.as_deref(), on).map_err(|e| e.at(&place))?;
        prof::end(told);
        return Ok(());
    };
    let queues = queues_of(state, &place, arguments)?;
    tell(&place, state, arguments, waiting);
    let result = match waiting {
        None => queues.iter().try_for_each(|queue| {
            let told = tell_tools(|| At::device(place, state, Some(queue.key)));
            let done = queue.synchronize(state.device.as_ref());
            prof::end(told);
            done
        }),
        Some(key) => chain(&place, state, &queues, key)?,
    };
    result.map_err(|e| Failure::of(Code::Execution, format!("{place}: {state}: {e}")))?;
    if waiting.is_none() {
        answered(state, &queues);
    }
    Ok(())
}

/// The host knows that queues are done.
fn answered(state: &DeviceState, queues: &[Arc<Queue>]) {
    queues.iter().for_each(|q| order::awaited(state.id, q.key));
}

fn tell_tools<'a>(at: impl FnOnce() -> At<'a>) -> Option<prof::Open<'a>> {
    prof::begin(event::WAIT, at, false, About::Nothing)
}

/// Lets queue `key` of the current device wait for what is on `queues` of `source`.
fn chain(
    place: &Caller<'_>,
    source: &'static DeviceState,
    queues: &[Arc<Queue>],
    key: c_int,
) -> Outcome<DeviceResult<()>> {
    let device = source.device.as_ref();
    let current = match context::current()? {
        Current::Device(current) if std::ptr::eq(current, source) => current,
        // Events don't reach from device to device through this interface: the
        // host waits, which the standard allows.
        _ => {
            let done = queues
                .iter()
                .try_for_each(|queue| queue.synchronize(device));
            answered(source, queues);
            return Ok(done);
        }
    };
    let mut work = current.begin(place, Some(key))?;
    for queue in queues {
        order::follows((current.id, key), (source.id, queue.key));
    }
    Ok(queues.iter().try_for_each(|queue| work.follow(queue)))
}

/// True when everything on the named queues (all, if none are) is done.
pub fn test(place: Caller<'_>, arguments: &[c_int], devnum: c_int) -> Outcome<bool> {
    let Current::Device(state) = context::device_of(devnum).map_err(|e| e.at(&place))? else {
        return Ok(host::test(keys_of(&place, arguments)?.as_deref()));
    };
    let queues = queues_of(state, &place, arguments)?;
    for queue in &queues {
        if !queue
            .query(state.device.as_ref())
            .map_err(|e| Failure::of(Code::Execution, format!("{place}: {state}: {e}")))?
        {
            return Ok(false);
        }
    }
    answered(state, &queues);
    Ok(true)
}

fn tell(place: &Caller<'_>, state: &DeviceState, arguments: &[c_int], waiting: Option<c_int>) {
    if !notify::on(WAITS) {
        return;
    }
    let name = |argument: &c_int| match *argument {
        ASYNC_SYNC => "sync".to_string(),
        ASYNC_NOVAL => "noval".to_string(),
        n => n.to_string(),
    };
    let queues: Vec<_> = arguments.iter().map(name).collect();
    let queues = if queues.is_empty() {
        "all".to_string()
    } else {
        queues.join(",")
    };
    let on: &dyn Display = match &waiting {
        Some(key) => key,
        None => &"host",
    };
    notify::line(
        WAITS,
        format_args!(
            "wait queues={queues} on={on} file={} line={} device={state}",
            place.file(),
            place.line()
        ),
    );
}
