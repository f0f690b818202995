//! `acctest check`: programs built with `-acc=check`.
//!
//! A program of `check/` says beside a line what is found there: `// check: race on s | reduction(+:s)`. There must be one report at that
//! line which has all of these words, and no report without such a comment. Then the program's exit status is not 0; without any comment it
//! is. With `--right` the programs of `run/` are taken, in which nothing must be found, but for those that
//! `check-right.txt` lists with the reason.

use crate::Common;
use crate::process;
use crate::spec::Spec;
use crate::suite::{self, Outcome, Tally};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

pub fn all(common: &Common, right: bool) -> Result<Tally, String> {
    let mut programs = suite::programs(common, if right { "run" } else { "check" })?;
    if right {
        let path = common.suite.join("check-right.txt");
        let text =
            std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let listed = |name: &str| {
            text.lines()
                .any(|l| l.split(':').next().is_some_and(|n| n == name))
        };
        programs.retain(|p| p.runs_on("sim") && !listed(&p.name));
    }
    Ok(suite::each(
        "check",
        &programs,
        common.jobs,
        |spec| spec.name.clone(),
        |spec| vec![Outcome::of(spec.name.clone(), one(common, spec))],
    ))
}

/// What is to be found at a line.
struct Expected {
    line: u32,
    words: Vec<String>,
}

fn one(common: &Common, spec: &Spec) -> Result<(), String> {
    let mut expected = Vec::new();
    for path in std::iter::once(&spec.path).chain(&spec.with) {
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        expected.extend(comments(&text));
    }
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let program = folder.path().join("program");
    let mut command = Command::new(&common.accrs);
    command
        .arg("-acc=check")
        .arg("-w")
        .args(&spec.flags)
        .arg("-o")
        .arg(&program);
    command.arg(&spec.path).args(&spec.with).arg("-lm");
    let compiled = process::run(&mut command, Duration::from_secs(240))?;
    if !compiled.ok() {
        return Err(format!(
            "compile: {}\n{}",
            compiled.how(),
            compiled.tail(12)
        ));
    }
    run(spec, &program, &expected)
}

fn run(spec: &Spec, program: &Path, expected: &[Expected]) -> Result<(), String> {
    let mut command = Command::new(program);
    command.args(&spec.args).env("ACC_DEVICE_TYPE", "sim");
    command.envs(spec.env.iter().map(|(k, v)| (k, v)));
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
