//! Times of a run (`ACCRS_TIME`, as nvc's `NVCOMPILER_ACC_TIME`) and its trace (`ACCRS_TRACE`).
//!
//! What happens comes from the places where [`crate::prof`] tells tools: [`begin`] and [`end`]. Times on the host are a clock's; those of
//! kernels and copies on devices are the time between two marks on their stream ([`queued`]), which nobody waits for. All
//! is [`gather`]ed and summed up in a [`record`] while the program runs; a [`trace`] keeps each event besides, up to a number. At the end
//! ([`report`]) the record becomes a [`table`] or a file of [`json`].
//!
//! A process that was forked begins anew.

mod file;
mod gather;
mod json;
mod queued;
mod record;
mod settings;
mod table;
mod trace;

use crate::device::Mark;
use crate::ending;
use crate::environment;
use crate::events::{About, At, event};
use crate::fatal::{Failure, Outcome, failing, lock};
use crate::notify::{self, warn};
use crate::own;
use crate::site::Caller;
use crate::state::DeviceState;
use gather::{DEPTH, Gathered, WITHIN};
use queued::{Clock, Queued, track};
use record::Load;
use settings::{Settings, Times};
use std::ffi::c_int;
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock};
use std::time::{Duration, Instant};
use trace::What;

/// Whether times are wanted: programs without them ask nothing else.
static ON: AtomicBool = AtomicBool::new(false);
static SETTINGS: OnceLock<Settings> = OnceLock::new();
static EPOCH: OnceLock<Instant> = OnceLock::new();
static GATHERED: Mutex<Option<Gathered>> = Mutex::new(None);

pub fn on() -> bool {
    ON.load(Ordering::Relaxed)
}

/// Nanoseconds since the start.
fn now() -> u64 {
    EPOCH.get_or_init(Instant::now).elapsed().as_nanos() as u64
}

/// What [`begin`] began.
pub struct Span(Kind);

enum Kind {
    Host(u64),
    /// The mark before it, if the device has marks, and when the host came to it.
    Device {
        from: Option<Mark>,
        put: u64,
    },
}

own! {
    /// Held while the process forks.
    static HELD: Option<MutexGuard<'static, Option<Gathered>>> = None;
}

/// Reads the environment, once. An error: a file that is asked for can't be written.
pub fn start() -> Outcome<()> {
    static STARTED: AtomicBool = AtomicBool::new(false);
    if STARTED.swap(true, Ordering::SeqCst) {
        return Ok(());
    }
    let settings = SETTINGS.get_or_init(|| Settings::read(environment::var));
    if settings.wants_nothing() {
        return Ok(());
    }
    for (variable, path) in settings.files() {
        let path = file::named(path, false);
        file::check(&path).map_err(|e| {
            Failure::new(format!(
                "{variable}: {} can't be written: {e}",
                path.display()
            ))
        })?;
    }
    now();
    *lock(&GATHERED) = Some(Gathered::new(settings));
    // SAFETY: the handlers are functions of this file.
    unsafe { libc::pthread_atfork(Some(before_fork), Some(after_fork), Some(forked)) };
    ending::on_idle(all_is_done);
    notify::on_report(report);
    ending::at_exit();
    ON.store(true, Ordering::SeqCst);
    Ok(())
}

extern "C" fn before_fork() {
    let held = lock(&GATHERED);
    HELD.set(Some(held));
}

extern "C" fn after_fork() {
    drop(HELD.take());
}

extern "C" fn forked() {
    let held = HELD.take();
    if let Some(gathered) = held.as_deref().and_then(Option::as_ref) {
        let last = gathered.last;
        let mut anew = SETTINGS.get().map(Gathered::new).unwrap_or_default();
        (anew.last, anew.forked) = (last, true);
        let mut held = held;
        if let Some(place) = held.as_deref_mut() {
            // What was there is the parent's, devices and all: it isn't taken apart here.
            std::mem::forget(place.replace(anew));
        }
    }
    WITHIN.set(None);
    DEPTH.set(0);
}

/// A device has been opened.
pub fn know(state: &'static DeviceState) {
    if !on() {
        return;
    }
    let clock = Clock::new(state);
    if let Some(gathered) = lock(&GATHERED).as_mut() {
        gathered.clocks.extend(clock);
    }
}

/// Something begins: an event with an end.
pub fn begin(event: c_int, at: &At<'_>, implicit: bool, about: &About<'_>) -> Option<Span> {
    if let Some(line) = &at.line
        && matches!(event, event::LAUNCH | event::UPLOAD | event::DOWNLOAD)
    {
        return Some(Span(Kind::Device {
            from: line.mark(),
            put: now(),
        }));
    }
    let id = lock(&GATHERED)
        .as_mut()?
        .begin(event, at, implicit, about)?;
    Some(Span(Kind::Host(id)))
}

/// It ends. `about`: what is known of it now, for what is on a device's stream.
pub fn end(span: Span, event: c_int, at: &At<'_>, about: &About<'_>) {
    match span.0 {
        Kind::Host(id) => {
            let mut gathered = lock(&GATHERED);
            let Some(gathered) = gathered.as_mut() else {
                return;
            };
            if let Some(open) = gathered.open.remove(&id) {
                WITHIN.set(open.within);
                DEPTH.set(open.depth);
                gathered.end(open, false);
            }
        }
        Kind::Device { from, put } => end_on_device(from, put, event, at, about),
    }
}

/// A kernel or a copy is on its stream. One of no bytes is none; one without marks is counted, and its time stays unknown.
fn end_on_device(from: Option<Mark>, put: u64, event: c_int, at: &At<'_>, about: &About<'_>) {
    let (Some(line), Some(state)) = (&at.line, at.state) else {
        return;
    };
    let nothing = matches!(about, About::Data { bytes: 0, .. });
    let to = if nothing { None } else { line.mark() };
    let unmark = || {
        let marks = from.into_iter().chain(to);
        marks.for_each(|mark| line.device.unmark(mark));
    };
    let mut gathered = lock(&GATHERED);
    let what = gathered
        .as_mut()
        .and_then(|g| Some((g.what(event, at, about)?, g)));
    let Some((what, gathered)) = what.filter(|_| !nothing) else {
        return unmark();
    };
    let place = gathered.place(&at.place);
    let place = WITHIN.get().unwrap_or(place);
    let device = gathered.device_name(at);
    let (Some(from), Some(to), Some(state)) = (from, to, gathered.device(state)) else {
        unmark();
        return gathered.counted(what, place, device);
    };
    let one = Queued {
        state,
        from,
        to,
        what,
        place,
        device,
        track: track(line, device, at.queue),
        put,
        flow: 0,
    };
    gathered.queue(one, at.queue.is_some());
}

/// The kernels of `source` are on a device now, for the first time. `began`: when that began; `compiled`: they had to be.
pub fn loaded(state: &DeviceState, source: &str, began: Instant, compiled: bool) {
    let mut gathered = lock(&GATHERED);
    let Some(gathered) = gathered.as_mut() else {
        return;
    };
    let (name, device) = (
        gathered.record.name(source),
        gathered.record.name(&state.to_string()),
    );
    let place = WITHIN
        .get()
        .unwrap_or_else(|| gathered.place(&Caller::Api("other kernels")));
    let took = began.elapsed().as_nanos() as u64;
    let how = if compiled {
        Load::Compiled
    } else {
        Load::Loaded
    };
    let spent = gathered
        .record
        .loads
        .entry((place, how, name, device))
        .or_default();
    spent.add(took);
    let track = gathered.thread();
    gathered.show(
        track,
        What::Load(name),
        place,
        now().saturating_sub(took),
        took,
        0,
    );
}

/// A unit of the program goes: others may come to its addresses.
pub fn forget_sites() {
    if let Some(gathered) = lock(&GATHERED).as_mut() {
        gathered.sites.clear();
    }
}

/// Queues are empty, and drivers are still there: the last times are taken. Streams pass their last marks a moment after their work.
fn all_is_done() {
    let until = Instant::now() + Duration::from_secs(if failing() { 0 } else { 2 });
    loop {
        let done = lock(&GATHERED).as_mut().is_none_or(Gathered::harvest);
        if done || Instant::now() >= until {
            return;
        }
        std::thread::sleep(Duration::from_micros(100));
    }
}

/// The end of the program: the table is printed, files are written.
fn report() {
    let (Some(settings), Some(mut gathered)) = (SETTINGS.get(), lock(&GATHERED).take()) else {
        return;
    };
    let open = std::mem::take(&mut gathered.open);
    for open in open.into_values() {
        gathered.end(open, true);
    }
    gathered.record.unfinished += gathered.queued.len() as u64;
    crate::openmp::measured::tell(|told| gathered.record.measured(told));
    if gathered.forked && gathered.record.is_empty() {
        return;
    }
    let exe = std::env::current_exe().unwrap_or_default();
    let program = exe.file_name().unwrap_or_default().to_string_lossy();
    let (record, wall) = (&gathered.record, now());
    let told = |variable: &str, path: &std::path::Path, done: std::io::Result<()>| {
        if let Err(e) = done {
            warn(&format!("{variable}: {}: {e}", path.display()));
        }
    };
    match &settings.times {
        Times::No => {}
        Times::Table => {
            let text = table::text(record, &program, wall);
            // One write, so that lines of several processes don't mix.
            let _ = std::io::stderr().write_all(text.as_bytes());
        }
        Times::File(path) => {
            let path = file::named(path, gathered.forked);
            let text = json::text(record, &program, wall);
            told(
                "ACCRS_TIME",
                &path,
                file::write(&path, |out| out.write_all(text.as_bytes())),
            );
        }
    }
    if let (Some(path), Some(trace)) = (&settings.trace, &gathered.trace) {
        let path = file::named(path, gathered.forked);
        let written = file::write(&path, |out| trace.write(record, &program, out));
        told("ACCRS_TRACE", &path, written);
        if trace.dropped > 0 {
            warn(&format!(
                "ACCRS_TRACE: {} holds the first {} events; {} more were dropped (ACCRS_TRACE_EVENTS says how many are kept)",
                path.display(),
                trace.most,
                trace.dropped
            ));
        }
    }
}
