//! `acctest fuzz`: random loop nests and directives, whose answers by plain C,
//! multicore and sim are compared bit for bit. A seed names a program for ever;
//! one that differs is kept.

mod program;

use crate::process;
use crate::suite::{self, Outcome, Tally};
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

#[derive(Args)]
pub struct Options {
    /// The compiler under test.
    #[arg(long, default_value = "target/release/accrs")]
    accrs: PathBuf,
    /// The first seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many programs.
    #[arg(short = 'n', long, default_value_t = 100)]
    count: u64,
    /// How many at once.
    #[arg(short, long, default_value_t = 2)]
    jobs: usize,
    /// Where programs that differ are kept.
    #[arg(long, default_value = "target/fuzz")]
    out: PathBuf,
    /// Print the first seed's program and stop.
    #[arg(long)]
    show: bool,
}

pub fn all(options: &Options) -> Result<Tally, String> {
    if options.show {
        print!("{}", program::generate(options.seed));
        return Ok(Tally::default());
    }
    fs::create_dir_all(&options.out).map_err(|e| format!("{}: {e}", options.out.display()))?;
    let seeds: Vec<u64> = (0..options.count)
        .map(|k| options.seed.wrapping_add(k))
        .collect();
    Ok(suite::each(&seeds, options.jobs, |seed| {
        vec![Outcome::of(format!("seed {seed}"), one(options, *seed))]
    }))
}

fn one(options: &Options, seed: u64) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let source = folder.path().join(format!("fuzz_{seed}.c"));
    let text = program::generate(seed);
    fs::write(&source, &text).map_err(|e| e.to_string())?;
    let result = compare(options, &source, folder.path());
    if result.is_err() {
        let kept = options.out.join(format!("fuzz_{seed}.c"));
        fs::write(&kept, &text).map_err(|e| format!("{}: {e}", kept.display()))?;
    }
    result
}

fn compare(options: &Options, source: &Path, folder: &Path) -> Result<(), String> {
    let (plain, offloaded) = (folder.join("plain"), folder.join("offloaded"));
    build(
        Command::new("cc").arg("-Wno-unknown-pragmas"),
        source,
        &plain,
    )?;
    build(
        Command::new(&options.accrs).args(["--acc-target=multicore,sim", "-Wno-error=openacc"]),
        source,
        &offloaded,
    )?;
    let want = answer(Command::new(&plain).arg("plain"))?;
    for device in ["multicore", "sim"] {
        let seen = answer(
            Command::new(&offloaded)
                .env("ACC_DEVICE_TYPE", device)
                .env("OMP_NUM_THREADS", "3"),
        )?;
        if seen != want {
            return Err(format!(
                "{device} differs\n{}",
                crate::reject::difference(&want, &seen)
            ));
        }
    }
    Ok(())
}

fn build(command: &mut Command, source: &Path, out: &Path) -> Result<(), String> {
    let command = command
        .args(["-O2", "-Wall", "-Wextra", "-Werror", "-o"])
        .arg(out)
        .arg(source)
        .arg("-lm");
    let ended = process::run(command, Duration::from_secs(120))?;
    if ended.ok() {
        Ok(())
    } else {
        Err(format!("compile: {}\n{}", ended.how(), ended.tail(10)))
    }
}

fn answer(command: &mut Command) -> Result<String, String> {
    let ended = process::run(command, Duration::from_secs(60))?;
    if ended.ok() {
        Ok(ended.stdout)
    } else {
        Err(format!("{}\n{}", ended.how(), ended.tail(6)))
    }
}
