//! `acctest changed`: what the changed files can break, for use while working. `testsuite/changed.txt` says which suites look at which room;
//! a program of the suite that has changed goes through all suites that its folder has. What doesn't fit into the time is left out, and
//! counted: `acctest all` is the judge.

use crate::Common;
use crate::all::{self, Part};
use crate::process;
use crate::suite::{self, Tally};
use clap::Args;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    common: Common,
    /// Changed since this commit; default: since the last one, or, where nothing is, by it.
    #[arg(long)]
    since: Option<String>,
    /// No program begins later than after so many seconds.
    #[arg(long, default_value_t = 150)]
    seconds: u64,
}

/// The suites that programs of `run/` go through.
const OF_A_PROGRAM: [&str; 7] = [
    "run",
    "check of run/",
    "openmp",
    "races",
    "reprint",
    "legal",
    "nvrtc",
];

/// Suites by name, with the share of their programs that is taken: each so manieth.
type Wanted = BTreeMap<String, usize>;

pub fn all(options: &Options) -> Result<Tally, String> {
    let common = &options.common;
    let changed = changed(options)?;
    let names = all::parts(common)
        .into_iter()
        .map(|part| part.name)
        .collect();
    let rows = table(&common.suite.join("changed.txt"), &names)?;
    let (wanted, programs) = wanted(&changed, &rows);
    println!("{} changed files", changed.len());
    let mut commons: Vec<(&str, Common)> = Vec::new();
    for (name, program) in programs
        .iter()
        .flat_map(|p| OF_A_PROGRAM.map(|name| (name, p)))
    {
        let filter = Some(program.clone());
        commons.push((
            name,
            Common {
                filter,
                ..common.clone()
            },
        ));
    }
    for (name, every) in &wanted {
        commons.push((
            name,
            Common {
                every: *every,
                in_turn: true,
                ..common.clone()
            },
        ));
    }
    let mut parts: Vec<Part<'_>> = Vec::new();
    for (name, common) in &commons {
        let found = all::parts(common)
            .into_iter()
            .filter(|part| part.name == *name);
        parts.extend(found);
    }
    if parts.is_empty() {
        println!("no suite looks at them");
        return Ok(Tally::default());
    }
    suite::end_at(Instant::now() + Duration::from_secs(options.seconds));
    let tally = all::run_parts(common, &parts, Path::new("target/changed-times.json"))?;
    match suite::left_out() {
        0 => {}
        n => println!("{n} programs were left out for time"),
    }
    Ok(tally)
}

fn git(words: &[&str]) -> Result<Vec<String>, String> {
    let ended = process::run(Command::new("git").args(words), Duration::from_secs(60))?;
    match ended.ok() {
        true => Ok(ended.stdout.lines().map(str::to_string).collect()),
        false => Err(format!(
            "git {}: {}\n{}",
            words.join(" "),
            ended.how(),
            ended.tail(4)
        )),
    }
}

fn changed(options: &Options) -> Result<BTreeSet<String>, String> {
    let mut all = git(&["ls-files", "--others", "--exclude-standard"])?;
    let since = options.since.as_deref().unwrap_or("HEAD");
    all.extend(git(&["diff", "--name-only", since])?);
    if all.is_empty() && options.since.is_none() {
        all = git(&["diff", "--name-only", "HEAD~1"])?;
    }
    Ok(all.into_iter().collect())
}

/// The table: the beginning of a path, and suites.
fn table(path: &Path, known: &BTreeSet<&str>) -> Result<Vec<(String, Wanted)>, String> {
    let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let lines = text
        .lines()
        .filter(|l| !l.is_empty() && !l.starts_with('#'));
    lines
        .map(|line| row(line, known))
        .collect::<Result<_, _>>()
        .map_err(|why| format!("{}: {why}", path.display()))
}

/// `PATH: SUITE, SUITE/EVERY, ...`
fn row(line: &str, known: &BTreeSet<&str>) -> Result<(String, Wanted), String> {
    let (path, suites) = line
        .split_once(": ")
        .ok_or(format!("no suites in '{line}'"))?;
    let one = |word: &str| {
        let (name, every) = match word.rsplit_once('/') {
            Some((name, every)) if !every.is_empty() => (name, every.parse().ok()),
            _ => (word, Some(1)),
        };
        let every = every.ok_or(format!("'{word}': want a number behind '/'"))?;
        match known.contains(name) {
            true => Ok((name.to_string(), every)),
            false => Err(format!("'{name}' is no suite")),
        }
    };
    let suites = suites.split(", ").map(one).collect::<Result<_, _>>()?;
    Ok((path.to_string(), suites))
}

/// What the files want: suites, and single programs of `run/`. Of a file the longest path that it begins with counts; of several files the largest share.
fn wanted(changed: &BTreeSet<String>, rows: &[(String, Wanted)]) -> (Wanted, BTreeSet<String>) {
    let (mut all, mut programs) = (Wanted::new(), BTreeSet::new());
    for file in changed {
        let program = suite::RUN.iter().find_map(|folder| {
            let inside = file.strip_prefix("testsuite/")?.strip_prefix(folder)?;
            inside.strip_prefix('/')?.strip_suffix(".c")
        });
        if let Some(program) = program.filter(|p| !p.contains('/')) {
            programs.insert(program.to_string());
            continue;
        }
        let fitting = rows
            .iter()
            .filter(|(path, _)| file.starts_with(path.as_str()));
        let Some((_, suites)) = fitting.max_by_key(|(path, _)| path.len()) else {
            continue;
        };
        for (name, every) in suites {
            let own = all.entry(name.clone()).or_insert(*every);
            *own = (*own).min(*every);
        }
    }
    (all, programs)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed test may panic")]
    use super::*;

    #[test]
    fn the_table_names_suites_that_there_are() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("changed.txt");
        let common = Common {
            accrs: "accrs".into(),
            suite: "testsuite".into(),
            jobs: 1,
            filter: None,
            every: 1,
            in_turn: false,
        };
        let names = all::parts(&common).into_iter().map(|part| part.name);
        assert!(table(&path, &names.collect()).unwrap().len() > 10);
    }

    #[test]
    fn the_longest_path_counts_and_the_largest_share() {
        let known = BTreeSet::from(["golden", "run"]);
        assert!(row("lowering/: runs", &known).is_err());
        let rows = [
            row("lowering/: run/9", &known).unwrap(),
            row("lowering/src/print/: run/4, golden", &known).unwrap(),
        ];
        let files = |names: &[&str]| names.iter().map(|n| n.to_string()).collect();
        let (one, _) = wanted(&files(&["lowering/src/print/stmt.rs"]), &rows);
        assert_eq!(one, Wanted::from([("run".into(), 4), ("golden".into(), 1)]));
        let (both, programs) = wanted(&files(&["lowering/a.rs", "testsuite/run/b.c"]), &rows);
        assert_eq!(both, Wanted::from([("run".into(), 9)]));
        assert_eq!(programs, BTreeSet::from(["b".to_string()]));
    }
}
