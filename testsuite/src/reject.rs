//! `acctest reject`: bad programs of reject/ and reject-c++/. Each must fail to compile with the codes and
//! lines of its `// error:` lines, leave no output file, and print exactly the
//! text of the `.expect` file beside it.

use crate::Common;
use crate::process;
use crate::spec::{Diagnostic, Spec};
use crate::suite::{self, Outcome, Tally};
use std::fs;
use std::process::Command;
use std::time::Duration;

pub fn all(common: &Common, bless: bool) -> Result<Tally, String> {
    let accrs = common
        .accrs
        .canonicalize()
        .map_err(|e| format!("{}: {e}", common.accrs.display()))?;
    let common = Common {
        accrs,
        ..common.clone()
    };
    let programs = suite::programs_of(&common, &["reject", "reject-c++"])?;
    Ok(suite::each(
        "reject",
        &programs,
        common.jobs,
        |spec| spec.name.clone(),
        |spec| vec![Outcome::of(spec.name.clone(), one(&common, bless, spec))],
    ))
}

fn one(common: &Common, bless: bool, spec: &Spec) -> Result<(), String> {
    let out = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let object = out.path().join("out.o");
    let folder = spec.path.parent().ok_or("no folder")?;
    let input = spec.input.as_ref().unwrap_or(&spec.path);
    // In the program's folder and by its bare name, so that the text doesn't hold a path.
    let mut command = Command::new(&common.accrs);
    command
        .current_dir(folder)
        .args(&spec.flags)
        .arg("-c")
        .arg("-o")
        .arg(&object);
    command
        .arg(input.file_name().ok_or("no name")?)
        .envs(spec.env.iter().map(|(k, v)| (k, v)));
    command.env("LC_ALL", "C");
    let ended = process::run(&mut command, Duration::from_secs(spec.seconds))?;
    if ended.code.is_none_or(|code| code == 0) {
        return Err(format!(
            "want a failed compile, got {}\n{}",
            ended.how(),
            ended.tail(8)
        ));
    }
    if ended.stderr.contains("panicked at") {
        return Err(format!("a panic\n{}", ended.tail(8)));
    }
    if fs::read_dir(out.path())
        .map_err(|e| e.to_string())?
        .next()
        .is_some()
    {
        return Err("the failed compile left a file behind".to_string());
    }
    if spec.errors.is_empty() {
        return Err("a program of reject/ needs an '// error:' line".to_string());
    }
    let name = input
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    if let Some(missing) = spec.errors.iter().find(|d| !shows(&ended.stderr, &name, d)) {
        return Err(format!(
            "want {} line {:?}: {}, got\n{}",
            missing.code,
            missing.line,
            missing.text,
            ended.tail(16)
        ));
    }
    expect_file(spec, bless, &ended.stderr)
}

/// Whether the diagnostics hold `error[CODE]`, its text, and the place `file:line:`.
fn shows(stderr: &str, file: &str, want: &Diagnostic) -> bool {
    let place = want.line.map(|line| format!("{file}:{line}:"));
    stderr.contains(&want.code)
        && stderr.contains(&want.text)
        && place.is_none_or(|place| {
            stderr.contains(&place) || stderr.contains(&place.replacen(".c:", ".h:", 1))
        })
}

fn expect_file(spec: &Spec, bless: bool, seen: &str) -> Result<(), String> {
    let path = spec.path.with_extension("expect");
    if bless {
        return fs::write(&path, seen).map_err(|e| format!("{}: {e}", path.display()));
    }
    let want = fs::read_to_string(&path)
        .map_err(|e| format!("{}: {e} (write it with --bless)", path.display()))?;
    if want == seen {
        Ok(())
    } else {
        Err(format!(
            "text differs from {}\n{}",
            path.display(),
            difference(&want, seen)
        ))
    }
}

/// The first lines in which two texts differ.
pub fn difference(want: &str, seen: &str) -> String {
    let (mut a, mut b) = (want.lines(), seen.lines());
    let mut line = 0;
    loop {
        line += 1;
        match (a.next(), b.next()) {
            (None, None) => return "    only the end of the text differs".to_string(),
            (x, y) if x == y => {}
            (x, y) => {
                let (x, y) = (x.unwrap_or("<end>"), y.unwrap_or("<end>"));
                return format!("    line {line}\n    want: {x}\n    seen: {y}");
            }
        }
    }
}
