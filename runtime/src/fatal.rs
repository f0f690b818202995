//! How the runtime ends a program, and how it stays inside the C ABI.
//!
//! An error that the standard gives no way to return (all but a few) is a
//! message on stderr and `exit(1)`, so that what the user printed so far is still
//! flushed. Nothing of Rust unwinds into C: every entry point runs in [`guard`].

use crate::notify::{report, warn};
use std::cell::Cell;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

static FAILING: AtomicBool = AtomicBool::new(false);
static EXITING: AtomicBool = AtomicBool::new(false);
/// The thread that runs the program's exit functions, once the first of ours has run; 0 before.
static LEAVING: AtomicUsize = AtomicUsize::new(0);
/// A device's driver has ended with the program.
static DRIVER_ENDED: AtomicBool = AtomicBool::new(false);
/// How long a thread whose driver has gone waits for the program's end, which another thread has begun.
const PATIENCE: Duration = Duration::from_secs(10);

/// `acc_error_t` of acc_callback.h (§5.2.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub enum Code {
    Other = 1,
    Execution = 3,
    DeviceInit = 4,
    DeviceShutdown = 5,
    DeviceUnavailable = 6,
    DeviceTypeUnavailable = 7,
    WrongDeviceType = 8,
    OutOfMemory = 9,
    NotPresent = 10,
    PartlyPresent = 11,
    Present = 12,
    InvalidArgument = 13,
    InvalidAsync = 14,
    InvalidNullPointer = 15,
}

/// A message for the user, complete: what, where, and what to do; and the standard's number for it.
#[derive(Debug)]
pub struct Failure {
    pub text: String,
    pub code: Code,
}

impl Failure {
    pub fn new(text: impl Into<String>) -> Self {
        Self::of(Code::Other, text)
    }

    pub fn of(code: Code, text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            code,
        }
    }

    /// With the place before the text.
    pub fn at(self, place: &dyn Display) -> Self {
        Self {
            text: format!("{place}: {}", self.text),
            code: self.code,
        }
    }
}

impl<T: Into<String>> From<T> for Failure {
    fn from(text: T) -> Self {
        Self::new(text)
    }
}

pub type Outcome<T> = Result<T, Failure>;

thread_local! {
    static FAILING_HERE: Cell<bool> = const { Cell::new(false) };
}

/// Who hears of an error before the program ends.
static LISTENER: OnceLock<fn(Code, &str)> = OnceLock::new();

/// Has `tell` called with the error that ends the program, before it is printed.
pub fn on_error(tell: fn(Code, &str)) {
    let _ = LISTENER.set(tell);
}

/// Tells tools (§5.1.11), prints `accrs: error: message` and ends the program with status 1.
///
/// Only the first thread that fails speaks; the others wait for the end. A
/// failure while the program is already exiting doesn't run exit handlers again, nor one in a tool's callback.
pub fn fatal(message: &dyn Display, code: Code) -> ! {
    let leaving = LEAVING.load(Ordering::SeqCst);
    if DRIVER_ENDED.load(Ordering::SeqCst) && leaving != 0 && leaving != this_thread() {
        // The program ends in another thread, and what this one does matters no more; unless that one waits for it.
        std::thread::sleep(PATIENCE);
    }
    if FAILING.swap(true, Ordering::SeqCst) {
        if FAILING_HERE.get() && leaving == this_thread() {
            // An exit function of the program's, in which follows what it has been told.
            end_at_once()
        }
        if FAILING_HERE.get() {
            warn(&format!("error: {message}"));
            // SAFETY: ends the process at once, in the middle of a callback.
            unsafe { libc::_exit(1) }
        }
        loop {
            std::thread::park();
        }
    }
    FAILING_HERE.set(true);
    if let Some(tell) = LISTENER.get() {
        tell(code, &message.to_string());
    }
    warn(&format!("error: {message}"));
    let exiting = EXITING.swap(true, Ordering::SeqCst) || leaving == this_thread();
    if exiting {
        end_at_once()
    }
    mark_leaving();
    // SAFETY: only one thread gets here, once.
    unsafe { libc::exit(1) }
}

/// Ends the process with status 1 while exit handlers are running. What the program printed is written first.
fn end_at_once() -> ! {
    report();
    // SAFETY: nothing of the process is used any more.
    unsafe {
        libc::fflush(std::ptr::null_mut());
        libc::_exit(1)
    }
}

/// True once the program is exiting: devices may be gone, locks may be held.
pub fn exiting() -> bool {
    EXITING.load(Ordering::SeqCst)
}

/// Marks the start of the exit, once; called from the exit handler.
pub fn mark_exiting() {
    EXITING.store(true, Ordering::SeqCst);
}

/// Exit functions run, in this thread.
pub fn mark_leaving() {
    LEAVING.store(this_thread(), Ordering::SeqCst);
}

/// True once exit functions run: a driver may have ended.
pub fn leaving() -> bool {
    LEAVING.load(Ordering::Relaxed) != 0
}

/// A driver has said that it has ended.
pub fn note_driver_ended() {
    DRIVER_ENDED.store(true, Ordering::SeqCst);
}

fn this_thread() -> usize {
    // SAFETY: it has no conditions.
    unsafe { libc::pthread_self() as usize }
}

/// True once some thread has an error that ends the program.
pub fn failing() -> bool {
    FAILING.load(Ordering::SeqCst)
}

/// What is done when a call of the program's returns.
static BEHIND: OnceLock<fn()> = OnceLock::new();

/// Has `what` done behind each call of the program's, in its thread.
pub fn behind_each_call(what: fn()) {
    let _ = BEHIND.set(what);
}

/// Runs an entry point's body: a failure ends the program with its message, and
/// a panic (a defect of the runtime) does too, instead of unwinding into C.
pub fn guard<T>(body: impl FnOnce() -> Outcome<T>) -> T {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(value)) => {
            if let Some(what) = BEHIND.get() {
                what();
            }
            value
        }
        Ok(Err(failure)) => fatal(&failure.text, failure.code),
        Err(panic) => {
            let what = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or("unknown");
            fatal(
                &format!("internal error of the accrs runtime: {what}; please report it"),
                Code::Other,
            )
        }
    }
}

/// Locks; a panic of another holder is reported where it happened, not here.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
