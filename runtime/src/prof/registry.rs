//! Which callbacks are registered for which events, and in what order they are called (OpenACC 3.3 §5.4).
//!
//! Entries keep a number from their registration, which orders them; a pass over an event's list looks for the next
//! number each time, so that callbacks may change the lists while they run (§5.5.1).

use super::info::{ApiInfo, EventInfo, ProfInfo};
use std::cell::Cell;
use std::ffi::{c_int, c_uint};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// `acc_callback`
pub type Callback = unsafe extern "C" fn(*mut ProfInfo, *mut EventInfo, *mut ApiInfo);

/// `acc_register_t`
pub const REG: c_uint = 0;
pub const TOGGLE: c_uint = 1;
pub const PER_THREAD: c_uint = 2;

struct Entry {
    number: u64,
    callback: Callback,
    /// How often it was registered.
    times: u64,
    on: bool,
}

#[derive(Default)]
struct Event {
    entries: Vec<Entry>,
    off: bool,
}

#[derive(Default)]
struct Registry {
    /// By event number; grown when needed.
    events: Vec<Event>,
    last: u64,
    off: bool,
}

static REGISTRY: Mutex<Registry> = Mutex::new(Registry {
    events: Vec::new(),
    last: 0,
    off: false,
});
/// Whether any callback is registered: programs without tools ask nothing else.
static ANY: AtomicBool = AtomicBool::new(false);

thread_local! {
    static OFF_HERE: Cell<bool> = const { Cell::new(false) };
}

fn registry() -> MutexGuard<'static, Registry> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether somebody listens.
pub fn active() -> bool {
    ANY.load(Ordering::Relaxed)
}

/// Nothing is called any more: the runtime is gone (§5.1).
pub fn close() {
    ANY.store(false, Ordering::SeqCst);
    registry().events.clear();
}

impl Registry {
    fn event(&mut self, event: c_int) -> Option<&mut Event> {
        // Room for what later versions may add, and no more.
        let at = usize::try_from(event).ok().filter(|at| *at < 1024)?;
        if self.events.len() <= at {
            self.events.resize_with(at + 1, Event::default);
        }
        Some(&mut self.events[at])
    }

    fn count(&self) -> usize {
        self.events.iter().map(|e| e.entries.len()).sum()
    }
}

/// `acc_callback_register` and `acc_callback_unregister`: `on` tells which.
pub fn change(event: c_int, callback: Option<Callback>, how: c_uint, on: bool) {
    let mut registry = registry();
    match (how, callback) {
        (PER_THREAD, None) if event == 0 => OFF_HERE.set(!on),
        (TOGGLE, None) if event == 0 => registry.off = !on,
        (TOGGLE, None) => {
            if let Some(event) = registry.event(event) {
                event.off = !on;
            }
        }
        (TOGGLE, Some(callback)) if event != 0 => {
            let found = registry.event(event);
            for entry in found.into_iter().flat_map(|e| &mut e.entries) {
                if entry.callback as usize == callback as usize {
                    entry.on = on;
                }
            }
        }
        (REG, Some(callback)) if event > 0 => {
            let number = registry.last + 1;
            let Some(list) = registry.event(event) else {
                return;
            };
            let at = list
                .entries
                .iter()
                .position(|e| e.callback as usize == callback as usize);
            match at {
                Some(at) if on => list.entries[at].times += 1,
                Some(at) => {
                    list.entries[at].times -= 1;
                    if list.entries[at].times == 0 {
                        list.entries.remove(at);
                    }
                }
                None if on => list.entries.push(Entry {
                    number,
                    callback,
                    times: 1,
                    on: true,
                }),
                None => {}
            }
            registry.last = number;
        }
        _ => {}
    }
    ANY.store(registry.count() > 0, Ordering::SeqCst);
}

/// The next callback of a pass over an event's list: behind `last`, or before it in passes of end events, which go from the
/// tail to the head. `None`: the pass is over.
fn next(event: c_int, last: Option<u64>, backwards: bool) -> Option<(u64, Callback)> {
    let mut registry = registry();
    if registry.off || OFF_HERE.get() {
        return None;
    }
    let list = registry.event(event).filter(|e| !e.off)?;
    let on = list.entries.iter().filter(|e| e.on);
    let found = if backwards {
        on.filter(|e| last.is_none_or(|l| e.number < l))
            .max_by_key(|e| e.number)
    } else {
        on.filter(|e| last.is_none_or(|l| e.number > l))
            .min_by_key(|e| e.number)
    };
    found.map(|e| (e.number, e.callback))
}

/// Calls the callbacks of an event; `call` runs without any lock held.
pub fn each(event: c_int, backwards: bool, mut call: impl FnMut(Callback)) {
    let mut last = None;
    while let Some((number, callback)) = next(event, last, backwards) {
        call(callback);
        last = Some(number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    unsafe extern "C" fn a(_: *mut ProfInfo, _: *mut EventInfo, _: *mut ApiInfo) {}
    unsafe extern "C" fn b(p: *mut ProfInfo, _: *mut EventInfo, _: *mut ApiInfo) {
        assert!(p.is_null());
    }

    fn order(event: c_int, backwards: bool) -> Vec<usize> {
        let mut seen = Vec::new();
        each(event, backwards, |c| seen.push(c as usize));
        seen
    }

    /// §5.4.1 and §5.4.2, one after the other: the registry is the process's.
    #[test]
    fn order_counts_and_toggles() {
        const EVENT: c_int = 900;
        let (first, second): (Callback, Callback) = (a, b);
        let (one, two) = (first as usize, second as usize);
        change(EVENT, Some(first), REG, true);
        change(EVENT, Some(second), REG, true);
        change(EVENT, Some(first), REG, true);
        assert_eq!(order(EVENT, false), [one, two]);
        assert_eq!(order(EVENT, true), [two, one]);
        change(EVENT, Some(first), REG, false);
        assert_eq!(order(EVENT, false), [one, two]);
        change(EVENT, Some(first), TOGGLE, false);
        assert_eq!(order(EVENT, false), [two]);
        change(EVENT, None, TOGGLE, false);
        change(EVENT, Some(first), TOGGLE, true);
        assert!(order(EVENT, false).is_empty());
        change(EVENT, None, TOGGLE, true);
        assert_eq!(order(EVENT, false), [one, two]);
        change(0, None, PER_THREAD, false);
        assert!(order(EVENT, false).is_empty());
        change(0, None, PER_THREAD, true);
        change(EVENT, Some(first), REG, false);
        change(EVENT, Some(first), REG, true);
        assert_eq!(order(EVENT, false), [two, one]);
        // What a callback registers comes along in a forward pass, not in a backward one.
        change(EVENT, Some(first), REG, false);
        let mut seen = Vec::new();
        each(EVENT, false, |c| {
            seen.push(c as usize);
            change(EVENT, Some(first), REG, true);
        });
        assert_eq!(seen, [two, one]);
        change(EVENT, Some(second), REG, false);
        while !order(EVENT, false).is_empty() {
            change(EVENT, Some(first), REG, false);
        }
    }
}
