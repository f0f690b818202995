//! The texts in process: parsed, prepared, planned, rendered for all kinds of devices, printed again. The number of each text is written to a
//! file before its turn, so that whoever started the process knows which one ended it, or takes too long.

use super::{LIMIT, MEMORY, Options};
use crate::suite::Tally;
use accrs_frontend::{CRules, Diagnostic, Input, Severity};
use accrs_lowering as lowering;
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
pub fn texts(folder: &Path) -> Result<Vec<String>, String> {
    let listing = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths: Vec<_> = listing.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "i"));
    paths.sort();
    let read = |p: &_| Some(String::from_utf8_lossy(&fs::read(p).ok()?).into_owned());
    let all: Vec<String> = paths.iter().filter_map(read).collect();
    match all.is_empty() {
        true => Err("no program could be preprocessed".to_string()),
        false => Ok(all),
    }
}

/// Starts a process for `count` texts, and waits until it ends or has spent too long with one.
pub fn start(options: &Options, folder: &Path, from: u64, count: u64) -> Result<Ended, String> {
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
    let (mut seen, mut since) = (0, Instant::now());
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
            (seen, since) = (length, Instant::now());
        } else if since.elapsed() > LIMIT {
            child.kill().map_err(failed)?;
            child.wait().map_err(failed)?;
            break Some(format!("more than {} s", LIMIT.as_secs()));
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let text = fs::read_to_string(&report).unwrap_or_default();
    Ok(read(&text, how))
}

/// Lines `number` when a text begins, and `number what` where it has a defect.
fn read(text: &str, how: Option<String>) -> Ended {
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
    Ended {
        defects,
        at: last.zip(how),
    }
}

/// The last panic's place and words.
static PANIC: Mutex<String> = Mutex::new(String::new());

/// What the process does: texts `from` to `from + count`.
pub fn all(folder: &Path, seed: u64, from: u64, count: u64) -> Result<Tally, String> {
    let texts = texts(folder)?;
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
        let done = catch_unwind(AssertUnwindSafe(|| through(text, &rules)));
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

/// A text through all stages: what is wrong with how that went.
fn through(text: String, rules: &CRules) -> Option<String> {
    let out = accrs_frontend::parse(Input {
        text,
        path: "text.c",
        cflags: &[],
        rules,
        strict: false,
    });
    let is_error = |d: &&Diagnostic| d.severity == Severity::Error;
    let nowhere = |all: &[Diagnostic]| {
        let d = all.iter().filter(is_error).find(|d| d.span.is_none())?;
        let words = without_names(&d.message);
        Some(format!("an error without a place: {} {words}", d.code))
    };
    if let Some(why) = nowhere(&out.diagnostics) {
        return Some(why);
    }
    let Some(mut unit) = out.unit else {
        let told = out.diagnostics.iter().any(|d| is_error(&d));
        return (!told).then(|| "no unit, and no error".to_string());
    };
    let options = lowering::Options {
        sim: true,
        parts: true,
        rules: rules.clone(),
        ..lowering::Options::default()
    };
    drop(lowering::print::unit(&unit));
    lowering::prepare(&mut unit, &options);
    let lowered = lowering::lower(&unit, &options);
    if let Some(why) = nowhere(&lowered.diagnostics) {
        return Some(why);
    }
    if lowered.diagnostics.iter().any(|d| is_error(&d)) {
        return None;
    }
    drop(lowering::render::report::text(&unit, &lowered.plan));
    drop(lowering::render::openmp::render(&unit, &lowered.plan));
    let rendered = lowered.render(&unit, &options);
    rendered
        .err()
        .map(|why| format!("not rendered: {}", without_names(&why.to_string())))
}

/// The message without what is between quotes: the same defect has the same words.
fn without_names(message: &str) -> String {
    let mut parts = message.split('\'');
    let mut text = parts.next().unwrap_or_default().to_string();
    while let (Some(_), Some(after)) = (parts.next(), parts.next()) {
        text += "'…'";
        text += after;
    }
    text.replace('\n', " ")
}
