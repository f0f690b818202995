//! `acctest builds`: the examples under every build system, MPI, and with other languages, each by a
//! script of builds/, on an installation made for the occasion. `acctest packages`: a Debian package, a Python wheel and
//! other ways to install, each by a script of packages/.

use crate::Common;
use crate::process;
use crate::progress;
use crate::random;
use crate::suite::{self, Outcome, Tally};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A script's exit that says that a tool is missing here.
const MISSING: i32 = 77;

pub fn all(common: &Common) -> Result<Tally, String> {
    let scripts = scripts(common, "builds")?;
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let prefix = folder.path().join("prefix");
    install(common, &prefix)?;
    Ok(each(common, "builds", &scripts, |shell| {
        let path = std::env::var("PATH").unwrap_or_default();
        shell
            .env("PREFIX", &prefix)
            .env("PATH", format!("{}/bin:{path}", prefix.display()));
    }))
}

/// Ways to install, each in a place of its own.
pub fn packages(common: &Common) -> Result<Tally, String> {
    let scripts = scripts(common, "packages")?;
    Ok(each(common, "packages", &scripts, |_| ()))
}

/// Runs the scripts of a kind. What a script leaves out, and why, is shown.
fn each(
    common: &Common,
    kind: &str,
    scripts: &[PathBuf],
    prepare: impl Fn(&mut Command) + Sync,
) -> Tally {
    suite::each(
        kind,
        scripts,
        common.jobs,
        |script| suite::stem(script),
        |script| {
            let name = suite::stem(script);
            match one(common, kind, script, &prepare) {
                Ok(done) => {
                    for why in &done.left_out {
                        progress::say(format_args!("{kind} {name}: left out: {why}"));
                    }
                    match done.all {
                        true => Vec::new(),
                        false => vec![Outcome::of(name, Ok(()))],
                    }
                }
                Err(why) => vec![Outcome::of(name, Err(why))],
            }
        },
    )
}

fn scripts(common: &Common, kind: &str) -> Result<Vec<PathBuf>, String> {
    let folder = common.suite.join(kind);
    let listing = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut scripts: Vec<PathBuf> = listing.filter_map(|e| Some(e.ok()?.path())).collect();
    scripts.retain(|p| {
        let name = p.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".sh")
            && name != "lib.sh"
            && common
                .filter
                .as_ref()
                .is_none_or(|f| name.contains(f.as_str()))
    });
    scripts.sort();
    if common.in_turn {
        scripts.retain(|script| {
            let today = has_turn(script);
            if !today {
                let name = suite::stem(script);
                progress::say(format_args!("{kind} {name}: has its turn another day"));
            }
            today
        });
    }
    if scripts.is_empty() {
        return Err(format!("{}: no script selected", folder.display()));
    }
    Ok(scripts)
}

/// What takes long has its turn once in several days: its script says which one, in a line `# turn: 1 of 3`.
fn has_turn(script: &Path) -> bool {
    let text = fs::read_to_string(script).unwrap_or_default();
    let turn = text.lines().find_map(|l| l.strip_prefix("# turn: "));
    let numbers = turn.and_then(|t| t.split_once(" of "));
    let numbers = numbers.and_then(|(n, of)| Some((n.parse().ok()?, of.parse().ok()?)));
    numbers.is_none_or(|(n, of): (u64, u64)| random::day() % of.max(1) == n % of.max(1))
}

fn absolute(path: &Path) -> Result<PathBuf, String> {
    path.canonicalize()
        .map_err(|e| format!("{}: {e}", path.display()))
}

/// The checkout: the folder above the suite.
fn root(common: &Common) -> Result<PathBuf, String> {
    absolute(&common.suite.join(".."))
}

/// What the compiler under test belongs to, installed as a user would, but as it is built: cargo would put other files in the place of the programs
/// that run the tests.
fn install(common: &Common, prefix: &Path) -> Result<(), String> {
    let accrs = absolute(&common.accrs)?;
    let bin = accrs.parent().ok_or("the compiler is in no folder")?;
    let mut make = Command::new("make");
    make.args(["-s", "install-files"])
        .arg(format!("PREFIX={}", prefix.display()))
        .arg(format!("BIN={}", bin.display()))
        .current_dir(root(common)?);
    let ended = process::run(&mut make, Duration::from_secs(120))?;
    if ended.ok() {
        Ok(())
    } else {
        Err(format!("make install: {}\n{}", ended.how(), ended.tail(12)))
    }
}

/// What a script that didn't fail has not done.
struct LeftOut {
    /// Why, for each part.
    left_out: Vec<String>,
    /// It has done nothing.
    all: bool,
}

fn one(
    common: &Common,
    kind: &str,
    script: &Path,
    prepare: impl Fn(&mut Command),
) -> Result<LeftOut, String> {
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let root = root(common)?;
    let mut shell = Command::new("sh");
    shell
        .args(["-eu", "-c", "for file; do . \"$file\"; done", kind])
        .arg(absolute(&common.suite.join("builds/lib.sh"))?);
    let own = common.suite.join(kind).join("lib.sh");
    if kind != "builds" {
        shell.arg(absolute(&own)?);
    }
    shell
        .arg(absolute(script)?)
        .env("ROOT", &root)
        .env("EXAMPLES", root.join("examples"))
        .env("ACCRS_WHEELS", root.join(".accrs/cuda"))
        .env("STATS", folder.path().join("stats.json"))
        .env_remove(random::TODAY)
        .env_remove("ACCRS_HOME")
        .current_dir(folder.path());
    if common.in_turn {
        shell.env(random::TODAY, random::day().to_string());
    }
    prepare(&mut shell);
    let ended = process::run(&mut shell, Duration::from_secs(1200))?;
    let lines = ended.stdout.lines();
    match ended.code {
        Some(0) => Ok(LeftOut {
            left_out: lines
                .filter_map(|line| line.strip_prefix("left out: "))
                .map(str::to_string)
                .collect(),
            all: false,
        }),
        Some(MISSING) => Ok(LeftOut {
            left_out: vec![lines.last().unwrap_or("a tool").to_string()],
            all: true,
        }),
        _ => Err(format!("{}\n{}", ended.how(), ended.tail(20))),
    }
}
