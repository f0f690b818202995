//! `acctest compare OLD`: what two compilers make of the same programs and random nests. For changes that must leave a stage's text as it is, or change it in
//! one way only: each text that differs fails, and of the first ones the difference is shown.

use crate::Common;
use crate::process;
use crate::progress;
use crate::sources::{self, ON_CORES, ON_DEVICES, Source};
use crate::suite::{self, Outcome, Tally};
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

#[derive(Args, Clone)]
pub struct Options {
    /// The compiler to compare with, in the folder of the other one: what is emitted names the headers that it finds from there.
    old: PathBuf,
    #[command(flatten)]
    common: Common,
    /// Random nests of each kind.
    #[arg(short = 'n', long, default_value_t = 100)]
    count: u64,
    /// The first one's seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// What is compared: words of `--emit`. May be repeated; without it all that the plan decides.
    #[arg(long)]
    kind: Vec<String>,
    /// How many differences are shown.
    #[arg(long, default_value_t = 5)]
    shown: usize,
}

/// What is compared. Tiles of the cores depend on the processor's vectors.
const KINDS: &[&[&str]] = &[
    &["plan"],
    &["cuda"],
    &["openmp"],
    &["host"],
    &["host", "-mavx2"],
];
const FOLDERS: &[&str] = &[
    "run",
    "seeds",
    "run-c++",
    "shapes",
    "analysis",
    "bench",
    "bench/kernels",
];
/// Lines of a difference that are shown.
const MOST_LINES: usize = 60;

pub fn all(options: &Options) -> Result<Tally, String> {
    let full = |path: &Path| {
        let found = path.canonicalize();
        found.map_err(|e| format!("{}: {e}", path.display()))
    };
    let compilers = [full(&options.old)?, full(&options.common.accrs)?];
    let seeds = options.seed..options.seed + options.count;
    let kinds = ON_CORES.iter().chain(ON_DEVICES);
    let sources = sources::selected(&options.common, (FOLDERS, &["c", "cpp"]), kinds, &seeds)?;
    let chosen = |words: &&&[&str]| {
        options.kind.is_empty()
            || options
                .kind
                .iter()
                .any(|k| words.first() == Some(&k.as_str()))
    };
    let kinds: Vec<&[&str]> = KINDS.iter().filter(chosen).copied().collect();
    if kinds.is_empty() {
        return Err("nothing to compare".into());
    }
    let shown = AtomicUsize::new(0);
    Ok(suite::each(
        "compare",
        &sources,
        options.common.jobs,
        |source| source.name.clone(),
        |source| {
            let of = |words: &&[&str]| {
                let name = format!("{} [{}]", source.name, words.join(" "));
                let result = both(&compilers, source, words).and_then(|[old, new]| {
                    if old != new {
                        let first = shown.fetch_add(1, Ordering::Relaxed) < options.shown;
                        return Err(match first {
                            true => difference(&old.text, &new.text)?,
                            false => "differs".into(),
                        });
                    }
                    Ok(old.refused)
                });
                let failure = match result {
                    Ok(None) => None,
                    // Nothing has been compared.
                    Ok(Some(why)) => {
                        progress::say(format_args!("compare {name}: left out: {why}"));
                        return None;
                    }
                    Err(why) => Some(why),
                };
                Some(Outcome { name, failure })
            };
            kinds.iter().filter_map(of).collect()
        },
    ))
}

/// What a compiler prints of a source.
#[derive(PartialEq)]
struct Emitted {
    text: String,
    /// The first line of why it doesn't take the source: a library may not be installed here.
    refused: Option<String>,
}

/// What each of two compilers prints of a source.
fn both(compilers: &[PathBuf; 2], source: &Source, words: &[&str]) -> Result<[Emitted; 2], String> {
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let path = match &source.text {
        None => source.path.canonicalize().map_err(|e| e.to_string())?,
        Some(text) => {
            let path = folder.path().join(&source.path);
            fs::write(&path, text).map_err(|e| e.to_string())?;
            path
        }
    };
    let (Some(home), Some(file)) = (path.parent(), path.file_name()) else {
        return Err(format!("{}: no file", path.display()));
    };
    let one = |accrs: &PathBuf| {
        let mut command = Command::new(accrs);
        command.current_dir(home).args(&source.flags);
        command.args(["-w", "--acc-target=nvidia,multicore,sim"]);
        if let [kind, flags @ ..] = words {
            command.arg(format!("--emit={kind}")).args(flags);
        }
        let ended = process::run(command.arg(file), Duration::from_secs(120))?;
        let first = ended.stderr.lines().next().unwrap_or_default();
        match ended.code {
            Some(0) => Ok(Emitted {
                text: format!("{}{}", ended.stdout, ended.stderr),
                refused: None,
            }),
            Some(1) => Ok(Emitted {
                refused: Some(first.to_string()),
                text: ended.stderr,
            }),
            _ => Err(format!("{}\n{}", ended.how(), ended.tail(8))),
        }
    };
    Ok([one(&compilers[0])?, one(&compilers[1])?])
}

/// The first lines of a unified difference.
fn difference(old: &str, new: &str) -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    for (name, text) in [("old", old), ("new", new)] {
        fs::write(folder.path().join(name), text).map_err(|e| e.to_string())?;
    }
    let mut command = Command::new("diff");
    command
        .current_dir(folder.path())
        .args(["-u", "old", "new"]);
    let ended = process::run(&mut command, Duration::from_secs(60))?;
    let lines: Vec<&str> = ended.stdout.lines().skip(2).collect();
    let rest = lines.len().saturating_sub(MOST_LINES);
    let mut text = String::from("differs\n");
    for line in lines.iter().take(MOST_LINES) {
        text += &format!("    {line}\n");
    }
    if rest > 0 {
        text += &format!("    … and {rest} lines more\n");
    }
    Ok(text)
}
