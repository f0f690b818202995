//! `acctest reprint`: what stands in the constructs of programs, printed again as host C (`--emit=reprinted`), must compile as the
//! user's own text does, without a warning. The programs of reprint/, which are made of what is hard to print, must also run, and
//! print what they print when directives are ignored.

use crate::Common;
use crate::process;
use crate::spec::Spec;
use crate::suite::{self, Outcome, Tally};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(120);

/// Without directives some variables have no use, and OpenMP's conversions of bounds are not made.
const WARNINGS: &[&str] = &[
    "-Wall",
    "-Wextra",
    "-Werror",
    "-Wno-unused",
    "-Wno-sign-compare",
    "-Wno-unknown-pragmas",
];

pub fn all(common: &Common, run: &Common) -> Result<Tally, String> {
    let own = suite::programs(common, "reprint").unwrap_or_default();
    let others = suite::that_run(run).unwrap_or_default();
    if own.is_empty() && others.is_empty() {
        return Err("no program selected".to_string());
    }
    let own = suite::each(
        "reprint",
        &own,
        common.jobs,
        |spec| spec.name.clone(),
        |spec| vec![one(common, spec, true)],
    );
    let others = suite::each(
        "reprint, run/",
        &others,
        common.jobs,
        |spec| spec.name.clone(),
        |spec| vec![one(common, spec, false)],
    );
    Ok(Tally {
        passed: own.passed + others.passed,
        failed: own.failed + others.failed,
        known: own.known + others.known,
    })
}

fn one(common: &Common, spec: &Spec, runs: bool) -> Outcome {
    let name = format!("{} [reprint]", spec.name);
    let done = tempfile::tempdir()
        .map_err(|e| format!("temporary folder: {e}"))
        .and_then(|folder| check(common, spec, runs, folder.path()));
    Outcome::of(name, done)
}

fn check(common: &Common, spec: &Spec, runs: bool, folder: &Path) -> Result<(), String> {
    let text = folder.join("program.i");
    let mut accrs = Command::new(&common.accrs);
    accrs.arg("--emit=reprinted").args(&spec.flags);
    accrs.arg(&spec.path).arg("-o").arg(&text);
    succeed("reprint", &mut accrs)?;
    let printed = folder.join("printed");
    let mut cc = cc(spec);
    cc.args(WARNINGS);
    match runs {
        true => cc.arg("-o").arg(&printed),
        // For gcc's builtin functions of gangs and lanes.
        false => cc.args(["-fopenacc", "-fsyntax-only"]),
    };
    succeed("compile", cc.args(["-x", "cpp-output"]).arg(&text))?;
    if !runs {
        return Ok(());
    }
    let plain = folder.join("plain");
    let mut own = self::cc(spec);
    own.args(["-w", "-o"]).arg(&plain).arg(&spec.path);
    succeed("plain C", &mut own)?;
    let (want, seen) = (output(&plain)?, output(&printed)?);
    match want == seen {
        true => Ok(()),
        false => Err(format!("prints {seen:?}, plain C {want:?}")),
    }
}

/// The host's compiler, with those of the program's flags that are its own.
fn cc(spec: &Spec) -> Command {
    const OURS: &[&str] = &["-gpu=", "-acc", "--acc", "-ta=", "-M", "-fast", "-Minfo"];
    let own = |f: &&String| !OURS.iter().any(|o| f.starts_with(o)) && !f.ends_with("=openacc");
    let mut cc = Command::new("gcc");
    cc.args(spec.flags.iter().filter(own));
    cc
}

fn succeed(what: &str, command: &mut Command) -> Result<(), String> {
    let ended = process::run(command, LIMIT)?;
    match ended.ok() {
        true => Ok(()),
        false => Err(format!("{what}: {}\n{}", ended.how(), ended.tail(12))),
    }
}

/// What a program prints; its status must be 0.
fn output(program: &Path) -> Result<String, String> {
    let ended = process::run(&mut Command::new(program), LIMIT)?;
    match ended.ok() {
        true => Ok(ended.stdout),
        false => Err(format!("{}: {}", program.display(), ended.how())),
    }
}
