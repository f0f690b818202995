//! `acctest fuzz`: random programs, whose answers by plain C, multicore and sim are compared bit for bit. A seed names a
//! program for ever. One that differs is kept, cut down to the pieces that it takes; `--seed N -n 1 --only K` runs it again.

mod array;
mod atomics;
mod data;
mod expr;
mod r#gen;
mod kernels;
mod loops;
mod nest;
mod private;
mod program;
mod queues;
mod random;
mod reduction;
mod regions;
mod routines;
mod stmt;
mod value;
mod walks;

use crate::process::{self, Ended};
use crate::standin::{self, Target};
use crate::suite::{self, Outcome, Tally};
use clap::Args;
use libloading::Library;
use program::{Kind, Program, Selection};
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
    /// Only these pieces of each program (0, 1, ...).
    #[arg(long, value_delimiter = ',')]
    only: Vec<usize>,
    /// Pieces of one kind.
    #[arg(long, value_enum)]
    kind: Option<Kind>,
    /// Print the first seed's program and stop.
    #[arg(long)]
    show: bool,
    /// Compile the kernels with NVRTC instead of running them.
    #[arg(long)]
    nvrtc: bool,
    /// Check the programs themselves: plain C under the address and undefined-behaviour sanitizers.
    #[arg(long)]
    check: bool,
    /// multicore, sim, nvidia, between commas.
    #[arg(long, value_delimiter = ',', default_values_t = ["multicore".to_string(), "sim".to_string()])]
    devices: Vec<String>,
    #[command(flatten)]
    gpu: standin::Options,
    /// OMP_NUM_THREADS of the runs on the host's cores.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 3])]
    threads: Vec<u32>,
}

pub fn all(options: &Options) -> Result<Tally, String> {
    let selection = Selection {
        only: options.only.clone(),
        kind: options.kind,
    };
    if options.show {
        print!("{}", program::generate(options.seed, &selection).text);
        return Ok(Tally::default());
    }
    fs::create_dir_all(&options.out).map_err(|e| format!("{}: {e}", options.out.display()))?;
    let nvrtc = if options.nvrtc {
        Some(crate::nvrtc::find(None)?)
    } else {
        None
    };
    let accrs = options
        .accrs
        .canonicalize()
        .map_err(|e| format!("{}: {e}", options.accrs.display()))?;
    let judge = Judge {
        options,
        accrs,
        nvrtc,
        targets: standin::targets(&options.devices, &options.gpu)?,
    };
    let seeds: Vec<u64> = (0..options.count)
        .map(|k| options.seed.wrapping_add(k))
        .collect();
    Ok(suite::each(&seeds, options.jobs, |seed| {
        vec![Outcome::of(
            format!("seed {seed}"),
            judge.seed(*seed, &selection),
        )]
    }))
}

struct Judge<'a> {
    options: &'a Options,
    accrs: PathBuf,
    nvrtc: Option<Library>,
    targets: Vec<Target>,
}

impl Judge<'_> {
    /// Runs a seed's program; one that fails is cut down to a piece that fails alone, where one does, and kept.
    fn seed(&self, seed: u64, selection: &Selection) -> Result<(), String> {
        let program = program::generate(seed, selection);
        let Err(why) = self.judge(seed, &program) else {
            return Ok(());
        };
        let (mut program, mut why, mut name) = (program, why, format!("{seed}"));
        let pieces = if program.pieces.len() > 1 {
            program.pieces.clone()
        } else {
            vec![]
        };
        for k in pieces {
            let alone = program::generate(
                seed,
                &Selection {
                    only: vec![k],
                    ..selection.clone()
                },
            );
            if let Err(reason) = self.judge(seed, &alone) {
                (program, why, name) = (
                    alone,
                    format!("piece {k} alone: {reason}"),
                    format!("{seed}_{k}"),
                );
                break;
            }
        }
        let kept = self.options.out.join(format!("fuzz_{name}.c"));
        fs::write(&kept, &program.text).map_err(|e| format!("{}: {e}", kept.display()))?;
        Err(why)
    }

    fn judge(&self, seed: u64, program: &Program) -> Result<(), String> {
        let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
        let file = format!("fuzz_{seed}.c");
        let source = folder.path().join(&file);
        fs::write(&source, &program.text).map_err(|e| e.to_string())?;
        if let Some(nvrtc) = &self.nvrtc {
            return crate::nvrtc::check_random(&self.accrs, nvrtc, folder.path(), &file);
        }
        if self.options.check {
            return check(&source, folder.path());
        }
        self.compare(&source, folder.path(), program.launches)
    }

    /// Every target with its numbers of threads.
    fn runs(&self) -> Vec<(&Target, u32)> {
        let threads = |target: &Target| match target.device.as_str() {
            "multicore" => self.options.threads.clone(),
            _ => vec![2],
        };
        let each = |target| threads(target).into_iter().map(move |n| (target, n));
        self.targets.iter().flat_map(each).collect()
    }

    fn compare(&self, source: &Path, folder: &Path, launches: usize) -> Result<(), String> {
        let (plain, offloaded) = (folder.join("plain"), folder.join("offloaded"));
        // What the program's own text is warned of is not ours; a program without a warning must stay one.
        let mut warnings: &[&str] = &["-Wall", "-Wextra", "-Werror"];
        let ignore = "-Wno-unknown-pragmas";
        if build(
            Command::new("cc").arg("-O2").args(warnings).arg(ignore),
            source,
            &plain,
        )
        .is_err()
        {
            warnings = &["-w"];
            build(Command::new("cc").arg("-O2").args(warnings), source, &plain)?;
        }
        let mut devices = self.options.devices.clone();
        devices.sort();
        devices.dedup();
        let target = format!("--acc-target={}", devices.join(","));
        let target = [target.as_str(), "-Wno-error=openacc"];
        build(
            Command::new(&self.accrs)
                .arg("-O2")
                .args(target)
                .args(warnings),
            source,
            &offloaded,
        )?;
        let want = answer(Command::new(&plain).arg("plain"))?;
        for (target, threads) in self.runs() {
            let (device, label) = (target.device.as_str(), &target.label);
            let stats = folder.join("stats");
            let mut run = Command::new(&offloaded);
            run.env("ACC_DEVICE_TYPE", device)
                .env("OMP_NUM_THREADS", threads.to_string())
                .env("ACCRS_STATS", &stats)
                .envs(target.env.iter().map(|(k, v)| (k, v)))
                // No program comes twice: what is compiled for it is of no use to others.
                .env("ACCRS_CACHE_DIR", folder.join("cache"));
            let seen = answer(&mut run).map_err(|e| format!("{label}, {threads} threads: {e}"))?;
            if seen != want {
                let difference = crate::reject::difference(&want, &seen);
                return Err(format!("{label}, {threads} threads: differs\n{difference}"));
            }
            let count = if device == "multicore" {
                "host_kernels"
            } else {
                "kernels"
            };
            let ran = counted(&stats, count)?;
            if ran < launches {
                return Err(format!("{label}: {ran} constructs ran of {launches}"));
            }
        }
        Ok(())
    }
}

/// A count of `ACCRS_STATS`.
fn counted(stats: &Path, name: &str) -> Result<usize, String> {
    let text = fs::read_to_string(stats).map_err(|e| format!("{}: {e}", stats.display()))?;
    let rest = text
        .split(&format!("\"{name}\":"))
        .nth(1)
        .ok_or(format!("no {name} in {text}"))?;
    let digits: String = rest
        .trim_start()
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    digits
        .parse()
        .map_err(|_| format!("no number behind {name} in {text}"))
}

/// Whether the program is valid C: no sanitizer complains.
fn check(source: &Path, folder: &Path) -> Result<(), String> {
    let checked = folder.join("checked");
    let mut cc = Command::new("cc");
    cc.args([
        "-O1",
        "-g",
        "-w",
        "-fsanitize=undefined,address,float-cast-overflow",
    ]);
    build(cc.arg("-fno-sanitize-recover=all"), source, &checked)?;
    answer(Command::new(&checked).env("ASAN_OPTIONS", "detect_leaks=1")).map(|_| ())
}

fn build(command: &mut Command, source: &Path, out: &Path) -> Result<(), String> {
    let command = command.arg("-o").arg(out).arg(source).arg("-lm");
    let ended = process::run(command, Duration::from_secs(120))?;
    if ended.ok() {
        Ok(())
    } else {
        Err(format!("compile: {}\n{}", ended.how(), ended.tail(14)))
    }
}

fn answer(command: &mut Command) -> Result<String, String> {
    let ended: Ended = process::run(command, Duration::from_secs(120))?;
    if ended.ok() {
        Ok(ended.stdout)
    } else {
        Err(format!("{}\n{}", ended.how(), ended.tail(6)))
    }
}
