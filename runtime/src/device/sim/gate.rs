//! Which device's memory kernels may see.
//!
//! The shadow is the process', so the kernels of one device run at a time, and
//! meanwhile the shadows of the other devices' memory are hidden. With one device open,
//! nothing is ever hidden and nobody waits.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::arena::Arena;

struct State {
    arenas: Vec<Arc<Arena>>,
    /// The arena (by its start) whose device runs kernels now or did last.
    active: u64,
    running: u32,
    /// The arena of a device that waits for the others to end: no further launch overtakes it.
    wanted: u64,
}

static STATE: Mutex<State> = Mutex::new(State {
    arenas: Vec::new(),
    active: 0,
    running: 0,
    wanted: 0,
});
static CHANGED: Condvar = Condvar::new();

/// Devices that can be open at a time.
const SLOTS: usize = 256;
/// Start and end of each arena and its device, for the signal handler; zero where there is none.
static RANGES: [[AtomicU64; 3]; SLOTS] = [const { [const { AtomicU64::new(0) }; 3] }; SLOTS];

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Notes the memory of a device that is opened; an error if there are too many.
pub fn add(ordinal: u32, arena: &Arc<Arena>) -> Result<(), String> {
    let mut state = state();
    let vacant = |range: &&[AtomicU64; 3]| range[0].load(Ordering::Relaxed) == 0;
    let Some([start, end, device]) = RANGES.iter().find(vacant) else {
        return Err(format!("more than {SLOTS} sim devices are open"));
    };
    if state.active != 0 {
        arena.hide();
    }
    device.store(u64::from(ordinal), Ordering::Relaxed);
    end.store(arena.end(), Ordering::Release);
    start.store(arena.start(), Ordering::Release);
    state.arenas.push(arena.clone());
    Ok(())
}

/// Forgets a device's memory.
pub fn remove(arena: &Arc<Arena>) {
    let mut state = state();
    state.arenas.retain(|other| !Arc::ptr_eq(other, arena));
    if state.active == arena.start() {
        state.active = 0;
    }
    let own = |range: &&[AtomicU64; 3]| range[0].load(Ordering::Relaxed) == arena.start();
    if let Some([start, end, _]) = RANGES.iter().find(own) {
        end.store(0, Ordering::Release);
        start.store(0, Ordering::Release);
    }
    arena.show();
}

/// The arena (its start) that holds `address`, and its device. Safe to call from a signal handler.
pub fn owner(address: u64) -> Option<(u64, u32)> {
    RANGES.iter().find_map(|range| {
        let [start, end, device] = range.each_ref().map(|a| a.load(Ordering::Acquire));
        (start..end)
            .contains(&address)
            .then_some((start, device as u32))
    })
}

/// The right to run a kernel on a device; other devices' memory is hidden while it lasts.
pub struct Pass;

impl Pass {
    /// Waits until no other device's kernels run.
    pub fn enter(arena: &Arc<Arena>) -> Self {
        let me = arena.start();
        let mut state = state();
        loop {
            let free = state.running == 0 || state.active == me;
            let turn = state.wanted == 0 || state.wanted == me;
            if free && turn {
                break;
            }
            if state.wanted == 0 {
                state.wanted = me;
            }
            state = CHANGED.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.wanted == me {
            state.wanted = 0;
            CHANGED.notify_all();
        }
        if state.active != me {
            for other in &state.arenas {
                if other.start() == me {
                    other.show();
                } else {
                    other.hide();
                }
            }
            state.active = me;
        }
        state.running += 1;
        Self
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        state().running -= 1;
        CHANGED.notify_all();
    }
}
