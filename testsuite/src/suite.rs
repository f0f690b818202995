//! What the commands share: finding programs, running them several at once, the tally.

use crate::Common;
use crate::durations::Watch;
use crate::progress;
use crate::random;
use crate::spec::Spec;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::time::Instant;

/// How many checks passed and failed.
#[derive(Clone, Copy, Default)]
pub struct Tally {
    pub passed: usize,
    pub failed: usize,
    /// Failures that `known.txt` lists: shown, counted apart, never as passed.
    pub known: usize,
}

/// `known.txt`: checks that fail today, each with its reason. One that passes fails the run
/// until its line is taken out, so the list can only say what is true.
static KNOWN: OnceLock<BTreeMap<String, String>> = OnceLock::new();

/// Reads the list: `name: reason` a line, `#` for comments.
pub fn read_known(suite: &Path) -> Result<(), String> {
    let path = suite.join("known.txt");
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut known = BTreeMap::new();
    for line in text
        .lines()
        .filter(|l| !l.is_empty() && !l.starts_with('#'))
    {
        let (name, reason) = line
            .split_once(": ")
            .ok_or_else(|| format!("{}: no reason in '{line}'", path.display()))?;
        known.insert(name.to_string(), reason.to_string());
    }
    let _ = KNOWN.set(known);
    Ok(())
}

fn known(name: &str) -> Option<&'static String> {
    KNOWN.get()?.get(name)
}

/// Whether `known.txt` lists the check as failing.
pub fn is_known(name: &str) -> bool {
    known(name).is_some()
}

/// One check's outcome: its name, and why it failed if it did.
#[derive(Clone)]
pub struct Outcome {
    pub name: String,
    pub failure: Option<String>,
}

impl Outcome {
    pub fn of(name: impl Into<String>, result: Result<(), String>) -> Outcome {
        Outcome {
            name: name.into(),
            failure: result.err(),
        }
    }
}

/// The programs of `folder` whose name holds the filter, in order: its `.c` and `.cpp` files. A suite that
/// selects nothing is an error: nothing tested is not a pass.
pub fn programs(common: &Common, folder: &str) -> Result<Vec<Spec>, String> {
    programs_of(common, &[folder])
}

/// The folders of programs that run everywhere, and check their results: `seeds/` has what the documents describe that accrs is built on.
pub const RUN: &[&str] = &["run", "seeds"];

/// The programs of `RUN` whose name holds the filter.
pub fn that_run(common: &Common) -> Result<Vec<Spec>, String> {
    programs_of(common, RUN)
}

/// Likewise of several folders, one after the other.
pub fn programs_of(common: &Common, folders: &[&str]) -> Result<Vec<Spec>, String> {
    let mut programs = Vec::new();
    let all = folders.iter().map(|folder| common.suite.join(folder));
    // A suite needn't have programs of all kinds.
    for folder in all.filter(|folder| folders.len() == 1 || folder.is_dir()) {
        programs.extend(read(&folder, |path| selected(common, path))?);
    }
    if programs.is_empty() {
        return Err(format!("{}: no program selected", folders.join(", ")));
    }
    thin(common, &mut programs);
    Ok(programs)
}

/// Leaves each `every`th item, at least one; in turn: beginning with another one each day.
pub fn thin<T>(common: &Common, items: &mut Vec<T>) {
    let every = common.every.clamp(1, items.len().max(1));
    let first = match common.in_turn {
        true => (random::day() % every as u64) as usize,
        false => 0,
    };
    let mut number = 0;
    items.retain(|_| {
        number += 1;
        (number - 1) % every == first
    });
}

/// All programs of `folder`, in order.
pub fn sources(folder: &Path) -> Result<Vec<Spec>, String> {
    let all = read(folder, |_| true)?;
    match all.is_empty() {
        true => Err(format!("{}: no program", folder.display())),
        false => Ok(all),
    }
}

fn read(folder: &Path, selected: impl Fn(&Path) -> bool) -> Result<Vec<Spec>, String> {
    let listing = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths: Vec<PathBuf> = listing
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    let program = |p: &Path| p.extension().is_some_and(|e| e == "c" || e == "cpp");
    paths.retain(|p| program(p) && selected(p));
    paths.sort();
    paths.iter().map(|p| Spec::read(p)).collect()
}

fn selected(common: &Common, path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    common
        .filter
        .as_ref()
        .is_none_or(|f| name.contains(f.as_str()))
}

impl Tally {
    /// Counts an outcome, and prints it unless it is a pass.
    pub fn add(&mut self, outcome: Outcome) {
        let name = outcome.name;
        match (outcome.failure, known(&name)) {
            (None, Some(_)) => {
                self.failed += 1;
                progress::say(format_args!("FAIL {name}: passes, but known.txt lists it"));
            }
            (None, None) => self.passed += 1,
            (Some(_), Some(reason)) => {
                self.known += 1;
                progress::say(format_args!("known {name}: {reason}"));
            }
            (Some(why), None) => {
                self.failed += 1;
                progress::say(format_args!("FAIL {name}: {}", why.trim_end()));
            }
        }
    }
}

/// Counts outcomes.
pub fn count(outcomes: Vec<Outcome>) -> Tally {
    let mut tally = Tally::default();
    outcomes.into_iter().for_each(|outcome| tally.add(outcome));
    tally
}

/// A file's name without its end, as outcomes and the terminal's line have it.
pub fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// How many items may run at once in the whole process, where several suites run beside each other; unset: as many as each suite says.
static SEATS: OnceLock<Seats> = OnceLock::new();

struct Seats {
    free: Mutex<usize>,
    freed: Condvar,
}

/// When no further item begins, and how many have not begun for that.
static END: OnceLock<Instant> = OnceLock::new();
static LEFT_OUT: AtomicUsize = AtomicUsize::new(0);

/// Items that would begin after `end` are left out.
pub fn end_at(end: Instant) {
    let _ = END.set(end);
}

/// How many items were left out for time.
pub fn left_out() -> usize {
    LEFT_OUT.load(Ordering::Relaxed)
}

/// From now on at most `jobs` items run at once, of whatever suites.
pub fn share(jobs: usize) {
    let _ = SEATS.set(Seats {
        free: Mutex::new(jobs.max(1)),
        freed: Condvar::new(),
    });
}

/// Runs `work` when there is a seat for it.
fn seated<R>(work: impl FnOnce() -> R) -> R {
    let Some(seats) = SEATS.get() else {
        return work();
    };
    // The number is right, whoever panicked while he held it.
    let mut free = seats.free.lock().unwrap_or_else(PoisonError::into_inner);
    while *free == 0 {
        let waited = seats.freed.wait(free);
        free = waited.unwrap_or_else(PoisonError::into_inner);
    }
    *free -= 1;
    drop(free);
    let _seat = Seat(seats);
    work()
}

/// A seat that is taken until this is dropped.
struct Seat(&'static Seats);

impl Drop for Seat {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.freed.notify_one();
    }
}

/// Does `work` for each item of `part`, `jobs` at once; prints each failure as it comes, and notes how long the item took. `name`: the
/// item's.
pub fn each<T: Sync>(
    part: &str,
    items: &[T],
    jobs: usize,
    name: impl Fn(&T) -> String + Sync,
    work: impl Fn(&T) -> Vec<Outcome> + Sync,
) -> Tally {
    let next = AtomicUsize::new(0);
    let tally = Mutex::new(Tally::default());
    let one = |item: &T| {
        let watch = Watch::start();
        let outcomes = work(item);
        watch.note(part, name(item));
        outcomes
    };
    progress::during(part, items.len(), |progress| {
        std::thread::scope(|scope| {
            for _ in 0..jobs.clamp(1, items.len().max(1)) {
                scope.spawn(|| {
                    while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let outcomes = seated(|| {
                            if END.get().is_some_and(|end| Instant::now() >= *end) {
                                LEFT_OUT.fetch_add(1, Ordering::Relaxed);
                                return Vec::new();
                            }
                            let _running = progress.begin(|| name(item));
                            one(item)
                        });
                        // A poisoned lock means that a worker panicked: the scope re-raises that.
                        let Ok(mut tally) = tally.lock() else { return };
                        outcomes.into_iter().for_each(|outcome| tally.add(outcome));
                        progress.failed(tally.failed);
                    }
                });
            }
        });
    });
    tally.into_inner().unwrap_or_default()
}
