//! The folder of compiled kernels in every bad state: a program compiles its kernels again, and is right.

use super::Options;
use crate::process;
use crate::progress;
use crate::run;
use crate::standin::Target;
use crate::suite::{self, Outcome};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Changes an entry.
type Spoil = fn(&Path) -> std::io::Result<()>;

/// What becomes of the folder's entries between two runs of a program.
const STATES: [(&str, Spoil); 4] = [
    ("garbage", |entry| fs::write(entry, [0x5a; 700])),
    ("empty", |entry| fs::write(entry, [])),
    ("cut", |entry| {
        let whole = fs::read(entry)?;
        fs::write(entry, &whole[..whole.len() / 2])
    }),
    ("a folder", |entry| {
        fs::remove_file(entry)?;
        fs::create_dir(entry)
    }),
];

/// One program with each state of the cache, on the device that has one.
pub fn all(options: &Options, targets: &[Target]) -> Result<Vec<Outcome>, String> {
    let Some(target) = targets.iter().find(|t| t.device == "nvidia") else {
        return Ok(vec![]);
    };
    let programs = suite::sources(&options.common.suite.join("run"))?;
    let spec = programs.iter().find(|p| p.name == "parallel");
    let spec = spec.ok_or("run/parallel.c is missing")?;
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let program = folder.path().join("program");
    run::compile(&options.common, &["nvidia"], spec, &program)?;
    let right = |cache: &Path, limit: &str| {
        let mut command = Command::new("sh");
        command
            .args(["-c", &format!("{limit} exec \"$0\"")])
            .arg(&program)
            .env("ACC_DEVICE_TYPE", "nvidia")
            .envs(target.env.iter().map(|(k, v)| (k, v)))
            .env("ACCRS_CACHE_DIR", cache);
        let ended = process::run(&mut command, Duration::from_secs(spec.seconds))?;
        match ended.ok() {
            true => Ok(()),
            false => Err(format!("{}\n{}", ended.how(), ended.tail(6))),
        }
    };
    let spoiled = |name: &str, spoil: &Spoil| {
        let cache = folder.path().join(name);
        right(&cache, "")?;
        let entries = entries(&cache)?;
        if entries.is_empty() {
            return Err("nothing was kept".to_string());
        }
        let done = entries.iter().try_for_each(|entry| spoil(entry));
        done.map_err(|e| format!("{}: {e}", cache.display()))?;
        right(&cache, "")
    };
    let mut outcomes: Vec<Outcome> = progress::during("faults, cache", STATES.len(), |progress| {
        let checked = STATES.iter().map(|(name, spoil)| {
            let _running = progress.begin(|| name.to_string());
            Outcome::of(format!("cache: {name}"), spoiled(name, spoil))
        });
        checked.collect()
    });
    let nowhere = right(Path::new("/dev/null"), "");
    outcomes.push(Outcome::of("cache: no folder", nowhere));
    // A write beyond the limit is a signal.
    let small = folder.path().join("small");
    let no_room = right(&small, "ulimit -f 1;").and_then(|()| match entries(&small) {
        Ok(left) if !left.is_empty() => Err(format!("{} was left", left[0].display())),
        _ => Ok(()),
    });
    outcomes.push(Outcome::of("cache: no room", no_room));
    Ok(outcomes)
}

fn entries(cache: &Path) -> Result<Vec<PathBuf>, String> {
    let listing = fs::read_dir(cache).map_err(|e| format!("{}: {e}", cache.display()))?;
    Ok(listing.filter_map(|e| Some(e.ok()?.path())).collect())
}
