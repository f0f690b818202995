//! Processes that go through texts (`stages.rs`). The number of each text is written to a file before its turn, so that whoever started the
//! process knows which one ended it, or takes too long.

use super::stages::Depth;
use super::{LIMIT, MEMORY, Options};
use crate::suite::Tally;
use accrs_frontend::CRules;
use std::fs;
use std::io::Write;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How a worker process ended.
pub struct Ended {
    /// Texts with a defect that didn't end the process, and what it was.
    pub defects: Vec<(u64, String)>,
    /// The text that ended it, and how.
    pub at: Option<(u64, String)>,
}

/// The texts that changes begin with, in the order of their names.
pub fn texts(folder: &Path, depth: Depth) -> Result<Vec<String>, String> {
    let kind = depth.extension();
    let listing = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths: Vec<_> = listing.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == kind));
    paths.sort();
    let read = |p: &_| Some(String::from_utf8_lossy(&fs::read(p).ok()?).into_owned());
    let all: Vec<String> = paths.iter().filter_map(read).collect();
    match all.is_empty() {
        true => Err("no program could be preprocessed".to_string()),
        false => Ok(all),
    }
}

/// Starts a process for `count` texts, and waits until it ends or has spent too long with one.
pub fn start(
    options: &Options,
    folder: &Path,
    depth: Depth,
    (from, count): (u64, u64),
) -> Result<Ended, String> {
    let failed = |e: std::io::Error| format!("a worker: {e}");
    let here = std::env::current_exe().map_err(failed)?;
    let own = tempfile::tempdir().map_err(failed)?;
    let report = own.path().join("report");
    // The shell sets the limit: an allocation beyond it ends the process.
    let mut child = Command::new("sh")
        .args([
            "-c",
            "ulimit -v \"$1\"; ulimit -c 0; shift; exec \"$@\"",
            "sh",
        ])
        .arg(MEMORY.to_string())
        .arg(here)
        .arg("mutate")
        .arg("--worker")
        .arg(folder)
        .args(["--depth", depth.name()])
        .args([
            "--seed",
            &options.seed.to_string(),
            "--first",
            &from.to_string(),
        ])
        .args(["-n", &count.to_string()])
        .env("ACCTEST_REPORT", &report)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .map_err(failed)?;
    // A busy machine may take long for what is little work: the process's own time counts, and the clock's where it waits for ever.
    let (mut seen, mut since, mut spent) = (0, Instant::now(), Duration::ZERO);
    let how = loop {
        if let Some(status) = child.try_wait().map_err(failed)? {
            break match (status.code(), status.signal()) {
                (Some(0), _) => None,
                (_, Some(signal)) => Some(format!("signal {signal}")),
                (code, _) => Some(format!("exit {code:?}")),
            };
        }
        let length = fs::metadata(&report).map_or(0, |m| m.len());
        if length != seen {
            (seen, since, spent) = (length, Instant::now(), own_time(child.id()));
        } else if own_time(child.id()).saturating_sub(spent) > LIMIT || since.elapsed() > LIMIT * 10
        {
            child.kill().map_err(failed)?;
            child.wait().map_err(failed)?;
            break Some(format!("more than {} s", LIMIT.as_secs()));
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let text = fs::read_to_string(&report).unwrap_or_default();
    let (ended, last) = read(&text, how.clone());
    match (how, last) {
        (Some(how), None) => Err(format!("a worker ended before its first text: {how}")),
        (None, last) if last != Some(from + count - 1) => {
            Err(format!("a worker ended behind text {last:?} of {count}"))
        }
        _ => Ok(ended),
    }
}

/// Processor time that a process has taken (proc(5), stat: fields 14 and 15, hundredths of a second).
fn own_time(process: u32) -> Duration {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // Behind the name, which may hold anything, comes field 3.
    let fields = text.rsplit(')').next().unwrap_or_default();
    let ticks = fields.split_whitespace().skip(11).take(2);
    Duration::from_millis(10 * ticks.filter_map(|t| t.parse::<u64>().ok()).sum::<u64>())
}

/// Lines `number` when a text begins, and `number what` where it has a defect. Also the last text that has begun.
fn read(text: &str, how: Option<String>) -> (Ended, Option<u64>) {
    let mut defects = Vec::new();
    let mut last = None;
    for line in text.lines() {
        match line.split_once(' ') {
            Some((number, what)) => {
                defects.extend(number.parse().ok().map(|n| (n, what.to_string())))
            }
            None => last = line.parse().ok().or(last),
        }
    }
    let at = last.zip(how);
    (Ended { defects, at }, last)
}

/// The last panic's place and words.
static PANIC: Mutex<String> = Mutex::new(String::new());

/// What the process does: texts `from` to `from + count`.
pub fn all(
    folder: &Path,
    depth: Depth,
    seed: u64,
    (from, count): (u64, u64),
) -> Result<Tally, String> {
    if depth != Depth::Directives && accrs_frontend::clang::library_found().is_none() {
        return Err("libclang was not found".to_string());
    }
    let texts = texts(folder, depth)?;
    let report = std::env::var_os("ACCTEST_REPORT").ok_or("no ACCTEST_REPORT")?;
    let mut report = fs::File::create(report).map_err(|e| e.to_string())?;
    std::panic::set_hook(Box::new(|info| {
        if let Ok(mut last) = PANIC.lock() {
            *last = info.to_string().replace('\n', " ");
        }
    }));
    let rules = CRules::of(std::iter::empty(), false, false);
    for number in from..from + count {
        writeln!(report, "{number}").map_err(|e| e.to_string())?;
        let text = super::text(&texts, seed, number);
        let done = catch_unwind(AssertUnwindSafe(|| depth.through(text, &rules)));
        let defect = match done {
            Ok(defect) => defect,
            Err(_) => Some(PANIC.lock().map(|p| p.clone()).unwrap_or_default()),
        };
        if let Some(what) = defect {
            writeln!(report, "{number} {what}").map_err(|e| e.to_string())?;
        }
    }
    Ok(Tally::default())
}
