//! `acctest crates`: the tests that stand in the crates themselves (`cargo test`), a program for each file of them. Here so that several run at
//! once, beside what else there is to test: cargo runs one after the other.

use crate::Common;
use crate::process;
use crate::random;
use crate::suite::{self, Outcome, Tally};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// For cargo, where it still has to build what is run.
const BUILD: Duration = Duration::from_secs(3600);
const LIMIT: Duration = Duration::from_secs(600);

/// One line of `cargo test --message-format=json` (cargo's reference, "External tools").
#[derive(Deserialize)]
struct Message {
    reason: String,
    executable: Option<PathBuf>,
    manifest_path: Option<PathBuf>,
    profile: Option<Profile>,
    target: Option<Target>,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

/// A program of tests, and its crate's folder, in which cargo would run it.
struct Program {
    name: String,
    path: PathBuf,
    folder: PathBuf,
}

pub fn all(common: &Common) -> Result<Tally, String> {
    let mut programs = programs(&common.suite.join(".."), common.jobs)?;
    programs.retain(|p| {
        common
            .filter
            .as_ref()
            .is_none_or(|f| p.name.contains(f.as_str()))
    });
    if programs.is_empty() {
        return Err("no program selected".to_string());
    }
    let passed = AtomicUsize::new(0);
    let tally = suite::each(
        "crates",
        &programs,
        common.jobs,
        |program| program.name.clone(),
        |program| match run(program, common.in_turn) {
            Ok(count) => {
                passed.fetch_add(count, Ordering::Relaxed);
                Vec::new()
            }
            Err(why) => vec![Outcome::of(program.name.clone(), Err(why))],
        },
    );
    Ok(Tally {
        passed: passed.into_inner(),
        ..tally
    })
}

/// What cargo has built, or builds now, as it has built this program; but what tests alone consist of isn't optimised, which takes a quarter of the
/// time, and Clippy has nothing to say of it. The largest first: they take longest.
fn programs(root: &Path, jobs: usize) -> Result<Vec<Program>, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    let here = std::env::current_exe().map_err(|e| format!("acctest's own path: {e}"))?;
    let profile = here.parent().and_then(Path::file_name).unwrap_or_default();
    command.args([
        "test",
        "--no-run",
        "--message-format=json-render-diagnostics",
        "--profile",
    ]);
    command.arg(profile).arg(format!("-j{jobs}"));
    let wrapper = root.join("testsuite/plain-tests").canonicalize();
    let wrapper = wrapper.map_err(|e| format!("testsuite/plain-tests: {e}"))?;
    command.env("RUSTC_WRAPPER", wrapper);
    let ended = process::run(command.current_dir(root), BUILD)?;
    if !ended.ok() {
        return Err(format!(
            "cargo test --no-run: {}\n{}",
            ended.how(),
            ended.stderr
        ));
    }
    let messages = ended
        .stdout
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    let mut all: Vec<Program> = messages.filter_map(program).collect();
    let size = |p: &Program| std::fs::metadata(&p.path).map_or(0, |m| m.len());
    all.sort_by_key(|p| std::cmp::Reverse(size(p)));
    Ok(all)
}

fn program(message: Message) -> Option<Program> {
    if message.reason != "compiler-artifact" || !message.profile?.test {
        return None;
    }
    let folder = message.manifest_path?.parent()?.to_path_buf();
    let inside = folder.file_name()?.to_string_lossy().into_owned();
    Some(Program {
        name: format!("{inside}: {}", message.target?.name),
        path: message.executable?,
        folder,
    })
}

/// How many tests have passed. Long lists have their turns where the day is told.
fn run(program: &Program, in_turn: bool) -> Result<usize, String> {
    let mut command = Command::new(&program.path);
    command.arg("--test-threads=2").current_dir(&program.folder);
    command.env("CARGO_MANIFEST_DIR", &program.folder);
    command.env_remove(random::TODAY);
    if in_turn {
        command.env(random::TODAY, random::day().to_string());
    }
    let ended = process::run(&mut command, LIMIT)?;
    let line = ended
        .stdout
        .lines()
        .rev()
        .find_map(|l| l.strip_prefix("test result: ok. "));
    let passed = line.and_then(|rest| rest.split(' ').next()?.parse().ok());
    match passed {
        Some(passed) if ended.ok() => Ok(passed),
        _ => Err(format!("{}\n{}", ended.how(), ended.tail(60))),
    }
}
