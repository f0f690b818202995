//! `acctest check`: programs built with `-acc=check`.
//!
//! A program of `check/` says beside a line what is found there: `// check: race on s | reduction(+:s)`. There must be one report at that
//! line which has all of these words, and no report without such a comment. Then the program's exit status is not 0; without any comment it
//! is. With `--right` the programs of `run/` are taken, in which nothing must be found, but for those that
//! `check-right.txt` lists with the reason. `--vv PATH` takes those of a checkout of the public validation suite in the same way, with
//! `check-vv.txt`; what isn't compiled, and what it computes, is the business of `acctest vv`.

use crate::Common;
use crate::process;
use crate::spec::Spec;
use crate::suite::{self, Outcome, Tally};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

pub fn all(common: &Common, right: bool) -> Result<Tally, String> {
    let mut old = Vec::new();
    let mut programs = match right {
        true => suite::that_run(common)?,
        false => suite::programs(common, "check")?,
    };
    if right {
        let path = common.suite.join("check-right.txt");
        let listed = listed(&path)?;
        programs.retain(|p| p.runs_on("sim") && !listed.contains(&p.name));
        let reads_old = |p: &Spec| listed.contains(&format!("{} stale", p.name));
        old.extend(
            programs
                .iter()
                .filter(|p| reads_old(p))
                .map(|p| p.name.clone()),
        );
    }
    Ok(suite::each(
        "check",
        &programs,
        common.jobs,
        |spec| spec.name.clone(),
        |spec| {
            vec![Outcome::of(
                spec.name.clone(),
                one(common, spec, old.contains(&spec.name)),
            )]
        },
    ))
}

/// The names that a list has, each followed by a colon and the reason.
pub fn listed(path: &Path) -> Result<Vec<String>, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let lines = text.lines().filter(|l| !l.starts_with('#'));
    let names = lines.filter_map(|l| Some(l.split_once(": ")?.0.to_string()));
    Ok(names.collect())
}

/// The programs of the public validation suite.
pub fn suite(common: &Common, path: &Path) -> Result<Tally, String> {
    let tests = crate::vv::tests(path, common.filter.as_deref())?;
    let wrong = listed(&common.suite.join("check-vv.txt"))?;
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let shim = crate::vv::shim(folder.path())?;
    Ok(suite::each(
        "check of the suite",
        &tests,
        common.jobs,
        |(name, _)| name.clone(),
        |(name, source)| {
            let found = of_suite(common, source, &shim);
            let judged = found.and_then(|found| match (found, wrong.contains(name)) {
                (Some(report), false) => Err(report),
                (None, true) => Err("check-vv.txt lists it, and nothing is found".to_string()),
                _ => Ok(()),
            });
            vec![Outcome::of(name.clone(), judged)]
        },
    ))
}

/// What is found in a program of the suite; none too where it isn't compiled.
fn of_suite(common: &Common, source: &Path, shim: &Path) -> Result<Option<String>, String> {
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let program = folder.path().join("program");
    let mut command = Command::new(&common.accrs);
    command.args([
        "-acc=check",
        "-w",
        "-O1",
        "-Dmain=vv_main",
        "-DSEED=7",
        "-o",
    ]);
    command.arg(&program).arg(source).arg(shim).arg("-lm");
    if !process::run(&mut command, Duration::from_secs(240))?.ok() {
        return Ok(None);
    }
    let mut command = Command::new(&program);
    command
        .env("VV_RESULT", folder.path().join("result"))
        .env("ACC_NUM_SIM_DEVICES", "2")
        // Many of its tests look whether the device has values of its own.
        .env("ACCRS_CHECK", "race,bounds,uninit,wait");
    match std::fs::read_to_string(source).is_ok_and(|t| t.contains("nvidia")) {
        true => command.env("ACCRS_SIM_AS", "nvidia"),
        false => command.env("ACC_DEVICE_TYPE", "sim"),
    };
    let ended = process::run(&mut command, Duration::from_secs(240))?;
    if ended.timed_out {
        return Err(ended.how());
    }
    Ok(reports(&ended.stderr).into_iter().next().map(|r| r.text))
}

/// What is to be found at a line.
struct Expected {
    line: u32,
    words: Vec<String>,
}

/// `old`: it reads old values on purpose, and does nothing else that is found.
fn one(common: &Common, spec: &Spec, old: bool) -> Result<(), String> {
    let mut expected = Vec::new();
    for path in std::iter::once(&spec.path).chain(&spec.with) {
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        expected.extend(comments(&text));
    }
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let program = folder.path().join("program");
    let mut command = Command::new(&common.accrs);
    // Host compilers would spend most of the time on speed, and what is watched doesn't hang on it.
    command
        .arg("-acc=check")
        .arg("-w")
        .args(&spec.flags)
        .arg("-O0")
        .arg("-o")
        .arg(&program);
    common.plain_kernels(&mut command);
    common.shared_runtime(&mut command, &spec.flags);
    command.arg(&spec.path).args(&spec.with).arg("-lm");
    let compiled = process::run(&mut command, Duration::from_secs(240))?;
    if !compiled.ok() {
        return Err(format!(
            "compile: {}\n{}",
            compiled.how(),
            compiled.tail(12)
        ));
    }
    match old {
        true => reads_old_values(spec, &program),
        false => run(spec, &program, &expected, &[]),
    }
}

fn reads_old_values(spec: &Spec, program: &Path) -> Result<(), String> {
    run(
        spec,
        program,
        &[],
        &[("ACCRS_CHECK", "race,bounds,uninit,wait")],
    )?;
    let found = run(spec, program, &[], &[("ACCRS_CHECK", "stale")]);
    let is_found = |why: &String| why.contains("whose newest value is on the");
    match found {
        Err(why) if is_found(&why) => Ok(()),
        Err(why) => Err(why),
        Ok(()) => Err("check-right.txt lists it as stale, and nothing is found".into()),
    }
}

fn run(
    spec: &Spec,
    program: &Path,
    expected: &[Expected],
    more: &[(&str, &str)],
) -> Result<(), String> {
    let mut command = Command::new(program);
    command.args(&spec.args).env("ACC_DEVICE_TYPE", "sim");
    command.envs(spec.env.iter().map(|(k, v)| (k, v)));
    command.envs(more.iter().copied());
    let ended = process::run(&mut command, Duration::from_secs(10 * spec.seconds))?;
    let mut found = reports(&ended.stderr);
    let fails = ended.code.is_some_and(|code| code != 0);
    if fails == expected.is_empty() {
        return Err(format!("{}\n{}", ended.how(), ended.tail(30)));
    }
    for e in expected {
        let fits =
            |r: &Report| r.line == e.line && e.words.iter().all(|w| r.text.contains(w.as_str()));
        match found.iter().position(fits) {
            Some(at) => drop(found.remove(at)),
            None => {
                let words = e.words.join(" | ");
                return Err(format!(
                    "line {}: nothing says '{words}'\n{}",
                    e.line,
                    ended.tail(40)
                ));
            }
        }
    }
    match found.first() {
        Some(more) => Err(format!("more than was expected:\n{}", more.text)),
        None => Ok(()),
    }
}

fn comments(text: &str) -> Vec<Expected> {
    let lines = text.lines().zip(1..);
    let each = lines.flat_map(|(text, line)| {
        let parts = text.split("// check:").skip(1);
        parts.map(move |part| Expected {
            line,
            words: part.split('|').map(|w| w.trim().to_string()).collect(),
        })
    });
    each.collect()
}

/// A report: its line, and all that it says.
struct Report {
    line: u32,
    text: String,
}

fn reports(stderr: &str) -> Vec<Report> {
    let mut all: Vec<Report> = Vec::new();
    for text in stderr.lines() {
        let head = text.split_once(": check: ").map(|(place, _)| place);
        let line = head.and_then(|place| place.rsplit_once(':')?.1.parse().ok());
        match (line, all.last_mut()) {
            (Some(line), _) => all.push(Report {
                line,
                text: text.to_string(),
            }),
            (None, Some(last)) if text.starts_with("    ") => {
                last.text.push('\n');
                last.text.push_str(text);
            }
            _ => {}
        }
    }
    all
}
