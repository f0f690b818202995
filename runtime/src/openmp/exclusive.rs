//! Whether a construct on the cores has the program's memory to itself, so that one thread may update without atomic operations what the text updates
//! atomically: these take some twenty times as long.
//!
//! Only constructs with atomic operations matter: others that touch the same memory would be data races. Those that other host threads, or queues, begin in the
//! meantime wait until it ends. From then on the process is one with several, and nobody asks for this again.

use super::library;
use std::cell::Cell;
use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

/// One of them updates plainly. The other bits count those that run and have atomic operations.
const EXCLUSIVE: u32 = 1 << 31;
static RUNNING: AtomicU32 = AtomicU32::new(0);
/// Constructs have met.
static SEVERAL: AtomicBool = AtomicBool::new(false);
/// How long to sleep between two looks.
const LOOK: Duration = Duration::from_micros(20);

thread_local! {
    /// This thread's construct is among those that run, and whether it updates plainly.
    static OWN: Cell<Option<bool>> = const { Cell::new(None) };
}

/// A construct with atomic operations begins to run on the cores.
#[unsafe(no_mangle)]
pub extern "C" fn __accrs_atomics() {
    if OWN.get().is_some() {
        return;
    }
    OWN.with(|own| own.set(Some(false)));
    if RUNNING.fetch_add(1, Ordering::Acquire) & EXCLUSIVE != 0 {
        SEVERAL.store(true, Ordering::Relaxed);
        while RUNNING.load(Ordering::Acquire) & EXCLUSIVE != 0 {
            std::thread::sleep(LOOK);
        }
    }
}

/// It has run, if it was on the cores.
pub fn end() {
    match OWN.with(Cell::take) {
        Some(true) => RUNNING.fetch_sub(EXCLUSIVE + 1, Ordering::Release),
        Some(false) => RUNNING.fetch_sub(1, Ordering::Release),
        None => 0,
    };
}

/// 1 if no other construct runs on the cores, and none will until this thread's ends.
#[unsafe(no_mangle)]
pub extern "C" fn __accrs_alone() -> c_int {
    let found = match OWN.get() {
        None => false,
        Some(true) => true,
        Some(false) => {
            let several =
                SEVERAL.load(Ordering::Relaxed) || library().in_parallel.is_some_and(|f| f() != 0);
            !several
                && RUNNING
                    .compare_exchange(1, 1 | EXCLUSIVE, Ordering::Acquire, Ordering::Relaxed)
                    .is_ok()
        }
    };
    if found {
        OWN.set(Some(true));
    }
    c_int::from(found)
}

#[cfg(test)]
mod tests {
    use super::{__accrs_alone, __accrs_atomics as begin, end};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    /// In one test, since they share the process's state.
    #[test]
    fn constructs_that_meet_wait_once() {
        assert_eq!(__accrs_alone(), 0, "outside of constructs");
        begin();
        assert_eq!((__accrs_alone(), __accrs_alone()), (1, 1));
        let began = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                begin();
                began.store(true, Ordering::SeqCst);
                assert_eq!(__accrs_alone(), 0, "they have met");
                end();
            });
            std::thread::sleep(Duration::from_millis(20));
            assert!(!began.load(Ordering::SeqCst), "it has waited");
            end();
        });
        assert!(began.load(Ordering::SeqCst));
        begin();
        assert_eq!(__accrs_alone(), 0, "they have met before");
        end();
        end();
    }
}
