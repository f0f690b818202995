//! How long suites and their programs take. Each suite's work goes through [`crate::suite::each`], which notes here what an item took:
//! by the clock, and of the processors, its children included, which says more on a busy machine. `acctest all` prints the sums and the slowest
//! programs, and keeps everything in `target/test-times.json`, so that who wants the tests quicker measures first.

use serde_json::json;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Programs that are named as the slowest.
const SLOWEST: usize = 20;

/// What one item of a suite took.
struct Took {
    suite: String,
    item: String,
    wall: Duration,
    processor: Duration,
}

static ALL: Mutex<Vec<Took>> = Mutex::new(Vec::new());

thread_local! {
    /// Processor time of the children that this thread has waited for.
    static CHILDREN: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Counts the processor time of a child that has ended as the calling thread's.
pub fn spent(time: Duration) {
    CHILDREN.with(|all| all.set(all.get() + time));
}

/// An item at work, on the thread that has made this.
pub struct Watch {
    start: Instant,
    before: Duration,
}

impl Watch {
    pub fn start() -> Watch {
        Watch {
            start: Instant::now(),
            before: processor(),
        }
    }

    /// The item has ended.
    pub fn note(self, suite: &str, item: String) {
        let took = Took {
            suite: suite.to_string(),
            item,
            wall: self.start.elapsed(),
            processor: processor().saturating_sub(self.before),
        };
        ALL.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(took);
    }
}

/// The calling thread's processor time, and its children's.
pub fn processor() -> Duration {
    let mut own = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the out-pointer is valid.
    let known = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut own) } == 0;
    let own = match known {
        true => Duration::new(
            own.tv_sec.unsigned_abs(),
            u32::try_from(own.tv_nsec).unwrap_or(0),
        ),
        false => Duration::ZERO,
    };
    own + CHILDREN.with(Cell::get)
}

/// A suite as a whole.
pub struct Suite {
    pub name: String,
    /// From its beginning to its end, beside others.
    pub wall: Duration,
    pub checks: usize,
}

/// Prints a line for each suite, for each part of one, and for each of the slowest programs, and writes all of it to `file`.
///
/// # Errors
/// When the file can't be written.
pub fn tell(suites: &[Suite], whole: Duration, file: &Path) -> Result<(), String> {
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    all.sort_by_key(|took| std::cmp::Reverse(took.processor));
    let mut parts: BTreeMap<&str, (Duration, Duration)> = BTreeMap::new();
    for took in all.iter() {
        let (wall, processor) = parts.entry(&took.suite).or_default();
        *wall += took.wall;
        *processor += took.processor;
    }
    let sum: Duration = all.iter().map(|t| t.processor).sum();
    println!("\nseconds from a suite's beginning to its end, beside others");
    for suite in suites {
        let seconds = suite.wall.as_secs_f64();
        println!("{seconds:9.1}  {} ({} checks)", suite.name, suite.checks);
    }
    println!("seconds by the clock and of the processors that the programs of each part took");
    for (name, (wall, processor)) in &parts {
        let (wall, processor) = (wall.as_secs_f64(), processor.as_secs_f64());
        println!("{wall:9.1} {processor:9.1}  {name}");
    }
    println!("the {SLOWEST} programs with the most work");
    for took in all.iter().take(SLOWEST) {
        let (wall, processor) = (took.wall.as_secs_f64(), took.processor.as_secs_f64());
        println!("{wall:9.1} {processor:9.1}  {}: {}", took.suite, took.item);
    }
    let (clock, sum) = (whole.as_secs_f64(), sum.as_secs_f64());
    println!("in all {clock:.0} s, {sum:.0} s of the processors");
    let text = json!({
        "seconds": clock,
        "processor": sum,
        "suites": suites.iter().map(|s| json!({
            "name": s.name, "seconds": s.wall.as_secs_f64(), "checks": s.checks,
        })).collect::<Vec<_>>(),
        "programs": all.iter().map(|t| json!({
            "part": t.suite, "name": t.item,
            "seconds": t.wall.as_secs_f64(), "processor": t.processor.as_secs_f64(),
        })).collect::<Vec<_>>(),
    });
    let text = serde_json::to_string_pretty(&text).map_err(|e| e.to_string())?;
    fs::write(file, text).map_err(|e| format!("{}: {e}", file.display()))
}
