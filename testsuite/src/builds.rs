//! `acctest builds`: the examples under every build system, MPI, and with other languages, each by a
//! script of builds/, on an installation made for the occasion.

use crate::Common;
use crate::process;
use crate::suite::{self, Outcome, Tally};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A script's exit that says that a tool is missing here.
const MISSING: i32 = 77;

pub fn all(common: &Common) -> Result<Tally, String> {
    let scripts = scripts(common)?;
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let prefix = folder.path().join("prefix");
    install(common, &prefix)?;
    Ok(suite::each(&scripts, common.jobs, |script| {
        let name = script.file_stem().unwrap_or_default().to_string_lossy();
        match one(common, &prefix, script) {
            Ok(None) => vec![Outcome::of(name, Ok(()))],
            Ok(Some(missing)) => {
                println!("builds {name}: left out: {missing}");
                Vec::new()
            }
            Err(why) => vec![Outcome::of(name, Err(why))],
        }
    }))
}

fn scripts(common: &Common) -> Result<Vec<PathBuf>, String> {
    let folder = common.suite.join("builds");
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
    if scripts.is_empty() {
        return Err(format!("{}: no script selected", folder.display()));
    }
    Ok(scripts)
}

fn absolute(path: &Path) -> Result<PathBuf, String> {
    path.canonicalize()
        .map_err(|e| format!("{}: {e}", path.display()))
}

/// The checkout: the folder above the suite.
fn root(common: &Common) -> Result<PathBuf, String> {
    absolute(&common.suite.join(".."))
}

/// What the compiler under test belongs to, installed as a user would.
fn install(common: &Common, prefix: &Path) -> Result<(), String> {
    let mut make = Command::new("make");
    make.args(["-s", "install"])
        .arg(format!("PREFIX={}", prefix.display()))
        .current_dir(root(common)?);
    let ended = process::run(&mut make, Duration::from_secs(120))?;
    if ended.ok() {
        Ok(())
    } else {
        Err(format!("make install: {}\n{}", ended.how(), ended.tail(12)))
    }
}

/// `Some(what)` when a tool is missing.
fn one(common: &Common, prefix: &Path, script: &Path) -> Result<Option<String>, String> {
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let root = root(common)?;
    let library = absolute(&common.suite.join("builds/lib.sh"))?;
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("sh");
    shell
        .args(["-eu", "-c", ". \"$1\"; . \"$2\"", "builds"])
        .arg(library)
        .arg(absolute(script)?)
        .env("EXAMPLES", root.join("examples"))
        .env("ACCRS_WHEELS", root.join(".accrs/cuda"))
        .env("PREFIX", prefix)
        .env("STATS", folder.path().join("stats.json"))
        .env("PATH", format!("{}/bin:{path}", prefix.display()))
        .env_remove("ACCRS_HOME")
        .current_dir(folder.path());
    let ended = process::run(&mut shell, Duration::from_secs(300))?;
    match ended.code {
        Some(0) => Ok(None),
        Some(MISSING) => Ok(Some(
            ended.stdout.lines().last().unwrap_or("a tool").to_string(),
        )),
        _ => Err(format!("{}\n{}", ended.how(), ended.tail(20))),
    }
}
