//! The end of the program: what is queued is completed, tools are told, statistics are written.
//!
//! This room knows nobody. Those who have queues leave here how they are completed ([`CORES`], [`DEVICES`]), and the profiling
//! interface how its tools are told ([`on_end`]).
//!
//! Queues are waited for at the end of `main` already, by the cleanup of a variable in the host text: queued work may use `main`'s variables, which are gone when exit handlers
//! run. With `exit` inside `main` the handlers come in time. A `main` in a file without directives has no such variable.
//!
//! A driver ends with the program too, by an exit function of its own. Exit functions run in reverse order, and one that is registered while they run comes next. So [`device_has`]
//! registers one when a device has been opened, when its first module has come, at its first launch and at the first work for a queue: whenever the driver has registered its own, what
//! is queued is done before. What the program's own exit functions queue is done behind each of them. The runtime opens no device earlier than the program needs it so that
//! more of them have one: that would cost a start of the driver where none is needed, a process that forks afterwards would have no device, and the program may still choose which
//! devices it sees.

use crate::abi::INITIAL_DEFAULT;
use crate::fatal::{Outcome, failing, fatal, mark_exiting, mark_leaving};
use crate::notify::{report, warn};
use std::ffi::c_int;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering};

/// Queues, as the end of the program sees them.
pub struct Queues {
    /// Those with work that nothing in the program has waited for, and whose they are.
    pub unanswered: fn() -> Vec<(c_int, String)>,
    /// Waits for all that is on them.
    pub finish: fn() -> Outcome<()>,
}

/// The queues of the host's cores, from the first of them on.
pub static CORES: OnceLock<Queues> = OnceLock::new();
/// Those of devices, once one is open.
pub static DEVICES: OnceLock<Queues> = OnceLock::new();

static LISTENER: OnceLock<fn()> = OnceLock::new();

/// The process that was there at the start.
static PROCESS: AtomicU32 = AtomicU32::new(0);

static IDLE: OnceLock<fn()> = OnceLock::new();

/// Has `look` called when all that was queued is done, or an error has come before, as long as drivers are there.
pub fn on_idle(look: fn()) {
    let _ = IDLE.set(look);
}

/// Has `tell` called when all work is done.
pub fn on_end(tell: fn()) {
    let _ = LISTENER.set(tell);
}

/// Lets all queues finish before the program's memory goes, unless it fails anyway. An error of theirs
/// that nobody has waited for makes the program fail.
pub fn before_exit() {
    mark_leaving();
    let done = if failing() { Ok(()) } else { finish() };
    if let Some(look) = IDLE.get() {
        look();
    }
    if let Err(failure) = done {
        mark_exiting();
        fatal(&failure.text, failure.code);
    }
}

/// Waits for everything: the program, or its `main`, ends. Work that nothing has waited for is told: the
/// program may have used results that weren't there yet.
fn finish() -> Outcome<()> {
    if PROCESS.load(Ordering::SeqCst) != std::process::id() {
        // A child of a fork has its parent's queues, but none of their threads.
        return Ok(());
    }
    let owners = || [&CORES, &DEVICES].into_iter().filter_map(OnceLock::get);
    let forgotten: Vec<String> = owners()
        .flat_map(|queues| (queues.unanswered)())
        .map(|(key, of)| match key {
            INITIAL_DEFAULT => format!("queue 0 (that of 'async' without a value) of {of}"),
            _ => format!("queue {key} of {of}"),
        })
        .collect();
    if !forgotten.is_empty() {
        warn(&format!(
            "warning: the program ends, and nothing in it has waited for {}: what is there is completed now. Put a \
             wait directive, or acc_wait, before its results are used",
            forgotten.join(", ")
        ));
    }
    owners().try_for_each(|queues| (queues.finish)())
}

/// Notes the start of the exit, and writes the statistics then. Idempotent.
pub fn at_exit() {
    static DONE: AtomicBool = AtomicBool::new(false);
    extern "C" fn handler() {
        before_exit();
        if let Some(tell) = LISTENER.get() {
            tell();
        }
        mark_exiting();
        report();
    }
    if !DONE.swap(true, Ordering::SeqCst) {
        PROCESS.store(std::process::id(), Ordering::SeqCst);
        // SAFETY: the handler touches statics only.
        unsafe { libc::atexit(handler) };
    }
}

/// What a driver may take as the occasion to register its own exit function, which nothing documents; and work on queues.
#[derive(Clone, Copy)]
pub enum Step {
    Opened = 1,
    Module = 2,
    Launch = 4,
    Queued = 8,
}

/// A device has come so far, the first time since the program's start, or since queues were let finish at its exit.
pub fn device_has(step: Step) {
    static TAKEN: AtomicU8 = AtomicU8::new(0);
    extern "C" fn handler() {
        // Functions that run behind this one, in which there may be work for queues, have it run once more behind themselves.
        TAKEN.store(0, Ordering::SeqCst);
        before_exit();
    }
    let step = step as u8;
    if TAKEN.load(Ordering::Relaxed) & step == 0
        && TAKEN.fetch_or(step, Ordering::SeqCst) & step == 0
    {
        // SAFETY: the handler touches statics only.
        unsafe { libc::atexit(handler) };
    }
}

/// Lets queues of the cores finish at the exit, before what the program has registered so far.
pub fn finish_at_exit() {
    extern "C" fn handler() {
        before_exit();
    }
    // SAFETY: the handler touches statics only.
    unsafe { libc::atexit(handler) };
}
