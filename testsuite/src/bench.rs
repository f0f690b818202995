//! `acctest bench`: the six benchmarks, each in all its mappings, by each compiler.
//! Runs are interleaved (one round runs everything once), so that a machine that
//! slows down slows all of them; medians are compared.

use crate::golden::BENCHMARKS;
use crate::process;
use crate::progress;
use crate::suite::Tally;
use crate::svg;
use clap::Args;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Below this gain from the second core on, the hand-written OpenMP is held back
/// by something that the cores share: memory. (1.8 is the bar that a program that
/// computes must reach, with room for the noise of medians.)
const COMPUTES: f64 = 1.8;

#[derive(Args)]
pub struct Options {
    /// The compiler under test.
    #[arg(long, default_value = "target/release/accrs")]
    accrs: PathBuf,
    /// The folder that holds bench/.
    #[arg(long, default_value = "testsuite")]
    suite: PathBuf,
    /// Runs of each program; the median counts.
    #[arg(long, default_value_t = 7)]
    rounds: usize,
    /// Flags of every compiler.
    #[arg(long, default_value = "-O3 -march=native", allow_hyphen_values = true)]
    flags: String,
    /// Also the nvidia device and CUDA by hand.
    #[arg(long)]
    nvidia: bool,
    /// Where bench.json and bench.svg go.
    #[arg(long, default_value = "target/bench")]
    out: PathBuf,
    /// Only benchmarks or mappings with this text in `name.MAPPING`.
    filter: Option<String>,
}

/// One program of the comparison.
struct Entry {
    benchmark: &'static str,
    variant: &'static str,
    compiler: &'static str,
    binary: PathBuf,
    env: Vec<(&'static str, String)>,
    samples: Vec<f64>,
    failure: Option<String>,
}

impl Entry {
    fn name(&self) -> String {
        format!("{}.{} {}", self.benchmark, self.variant, self.compiler)
    }
}

pub fn all(options: &Options) -> Result<Tally, String> {
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load: f64 = load
        .split_whitespace()
        .next()
        .and_then(|w| w.parse().ok())
        .unwrap_or(0.0);
    let mut entries = build(options, folder.path())?;
    if entries.is_empty() {
        return Err("no benchmark selected".to_string());
    }
    for round in 0..options.rounds {
        let part = format!("bench, round {} of {}", round + 1, options.rounds);
        progress::during(&part, entries.len(), |progress| {
            for entry in &mut entries {
                let _running = progress.begin(|| entry.name());
                if entry.failure.is_some() {
                    continue;
                }
                match time(entry) {
                    Ok(ms) => entry.samples.push(ms),
                    Err(why) => entry.failure = Some(why),
                }
            }
        });
        eprintln!("round {} of {} done", round + 1, options.rounds);
    }
    let rows = rows(&entries);
    print_table(&rows, &entries);
    if load > 0.5 {
        println!(
            "The machine was not idle at the start (load {load}): ratios may say more of that than of compilers."
        );
    }
    write(options, &rows, &entries, load)?;
    let failed = entries.iter().filter(|e| e.failure.is_some()).count();
    Ok(Tally {
        known: 0,
        passed: entries.len() - failed,
        failed,
    })
}

fn build(options: &Options, folder: &Path) -> Result<Vec<Entry>, String> {
    let cores = std::thread::available_parallelism().map_err(|e| e.to_string())?;
    let all = BENCHMARKS
        .iter()
        .flat_map(|(name, variants)| variants.iter().map(|v| (*name, *v)));
    let wanted = |(name, variant): &(&str, &str)| {
        let filter = options.filter.as_deref();
        filter.is_none_or(|text| format!("{name}.{variant}").contains(text))
    };
    let selected: Vec<(&'static str, &'static str)> = all.filter(wanted).collect();
    let mut entries = Vec::new();
    progress::during("bench, compiling", selected.len(), |progress| {
        for (name, variant) in selected.iter().copied() {
            let _running = progress.begin(|| format!("{name}.{variant}"));
            build_one(options, folder, name, variant, cores.get(), &mut entries);
        }
    });
    Ok(entries)
}

/// A benchmark in one mapping, by each compiler.
fn build_one(
    options: &Options,
    folder: &Path,
    name: &'static str,
    variant: &'static str,
    cores: usize,
    entries: &mut Vec<Entry>,
) {
    let label = format!("{name}.{variant}");
    let mut add =
        |compiler, command: &mut Command, source: &str, env: Vec<(&'static str, String)>| {
            let binary = folder.join(format!("{label}.{compiler}"));
            command
                .args(options.flags.split_whitespace())
                .arg(format!("-DVARIANT={variant}"));
            command
                .arg("-o")
                .arg(&binary)
                .arg(options.suite.join("bench").join(source))
                .arg("-lm");
            let failure = match process::run(command, Duration::from_secs(300)) {
                Ok(ended) if ended.ok() => None,
                Ok(ended) => Some(format!("compile: {}\n{}", ended.how(), ended.tail(6))),
                Err(why) => Some(why),
            };
            entries.push(Entry {
                benchmark: name,
                variant,
                compiler,
                binary,
                env,
                samples: vec![],
                failure,
            });
        };
    let (acc, omp) = (format!("{name}.c"), format!("{name}_omp.c"));
    let threads = |n: usize| {
        vec![
            ("OMP_NUM_THREADS", n.to_string()),
            ("OMP_PROC_BIND", "true".to_string()),
        ]
    };
    add(
        "serial",
        Command::new("gcc").arg("-Wno-unknown-pragmas"),
        &acc,
        vec![],
    );
    add(
        "omp-1",
        Command::new("gcc").arg("-fopenmp"),
        &omp,
        threads(1),
    );
    add(
        "omp",
        Command::new("gcc").arg("-fopenmp"),
        &omp,
        threads(cores),
    );
    // gcc refuses gang inside gang: it is measured on the unmapped form alone.
    if variant == "MAP_AUTO" {
        let mut gcc = Command::new("gcc");
        add(
            "gcc-acc",
            gcc.args(["-fopenacc", "-foffload=disable"]),
            &acc,
            threads(cores),
        );
    }
    let mut env = threads(cores);
    env.push(("ACC_DEVICE_TYPE", "multicore".to_string()));
    add(
        "accrs",
        Command::new(&options.accrs).arg("--acc-target=multicore"),
        &acc,
        env,
    );
    if options.nvidia {
        let env = vec![("ACC_DEVICE_TYPE", "nvidia".to_string())];
        add(
            "accrs-nvidia",
            Command::new(&options.accrs).arg("--acc-target=nvidia,multicore"),
            &acc,
            env,
        );
        // The kernels by hand know one layout, which Map3-3's stencil doesn't have.
        if !(name == "stencil" && variant == "MAP3_3") {
            let folder = options.suite.join("bench");
            let mut gcc = Command::new("gcc");
            gcc.arg(format!("-DBENCH_SOURCE=\"{}\"", folder.display()));
            add("cuda", &mut gcc, &format!("{name}_cuda.c"), vec![]);
        }
    }
}

/// Runs once; the program must say PASS. Milliseconds, as the program measured them.
fn time(entry: &Entry) -> Result<f64, String> {
    let mut command = Command::new(&entry.binary);
    command.envs(entry.env.iter().map(|(k, v)| (k, v)));
    let ended = process::run(&mut command, Duration::from_secs(300))?;
    if !ended.ok() || !ended.stdout.lines().any(|l| l == "PASS") {
        return Err(format!("{}\n{}", ended.how(), ended.tail(6)));
    }
    let mut words = ended.stdout.split_whitespace();
    words.find(|w| *w == "time_ms");
    words
        .next()
        .and_then(|w| w.parse().ok())
        .ok_or(format!("no time_ms in: {}", ended.stdout.trim()))
}

fn median(samples: &[f64]) -> Option<f64> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied()
}

/// The medians of one benchmark in one mapping, by compiler.
pub struct Row {
    pub label: String,
    pub ms: BTreeMap<&'static str, f64>,
}

impl Row {
    /// How many times as fast `compiler` is as `other`.
    pub fn speed(&self, compiler: &str, other: &str) -> Option<f64> {
        Some(self.ms.get(other)? / self.ms.get(compiler)?)
    }

    /// What a second core brings to the hand-written OpenMP.
    fn scaling(&self) -> Option<f64> {
        self.speed("omp", "omp-1")
    }
}

fn rows(entries: &[Entry]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for entry in entries {
        let label = format!("{}.{}", entry.benchmark, entry.variant);
        if rows.last().is_none_or(|r| r.label != label) {
            rows.push(Row {
                label,
                ms: BTreeMap::new(),
            });
        }
        if let (Some(row), Some(ms)) = (
            rows.last_mut(),
            median(&entry.samples).filter(|_| entry.failure.is_none()),
        ) {
            row.ms.insert(entry.compiler, ms);
        }
    }
    // gcc -fopenacc was measured once a benchmark; every mapping is compared with it.
    let gcc: Vec<(String, f64)> = rows
        .iter()
        .filter_map(|r| {
            Some((
                r.label.split('.').next()?.to_string(),
                *r.ms.get("gcc-acc")?,
            ))
        })
        .collect();
    // Map3-3's stencil has another layout, so it has nothing to be compared with.
    for row in rows.iter_mut().filter(|r| r.label != "stencil.MAP3_3") {
        if let Some((_, ms)) = gcc
            .iter()
            .find(|(name, _)| row.label.starts_with(&format!("{name}.")))
        {
            row.ms.entry("gcc-acc").or_insert(*ms);
        }
    }
    rows
}

fn print_table(rows: &[Row], entries: &[Entry]) {
    let number = |x: Option<f64>| x.map_or("-".to_string(), |x| format!("{x:.2}"));
    println!(
        "{:<22} {:>9} {:>9} {:>9} {:>9} | {:>8} {:>8} {:>8} | {:>7} bound by",
        "median ms", "serial", "gcc-acc", "omp", "accrs", "/omp", "/gcc-acc", "/serial", "scaling"
    );
    for row in rows {
        let ms = |c: &str| number(row.ms.get(c).copied());
        let bound = match row.scaling() {
            None => "-",
            Some(s) if s >= COMPUTES => "computing",
            Some(_) => "memory",
        };
        println!(
            "{:<22} {:>9} {:>9} {:>9} {:>9} | {:>8} {:>8} {:>8} | {:>7} {bound}",
            row.label,
            ms("serial"),
            ms("gcc-acc"),
            ms("omp"),
            ms("accrs"),
            number(row.speed("accrs", "omp")),
            number(row.speed("accrs", "gcc-acc")),
            number(row.speed("accrs", "serial")),
            number(row.scaling()),
        );
        if let Some(ms) = row.ms.get("accrs-nvidia") {
            let hand = row.ms.get("cuda").copied();
            let ratio = number(row.speed("accrs-nvidia", "cuda"));
            println!(
                "{:<22} nvidia {ms:.3}, CUDA by hand {}: {ratio} times as fast",
                "",
                number(hand)
            );
        }
    }
    println!(
        "/x: how many times as fast accrs is as x. scaling: hand-written OpenMP, all cores over one;"
    );
    println!("below {COMPUTES} the loop is taken to be bound by memory, which the cores share.");
    for entry in entries {
        if let Some(why) = &entry.failure {
            println!(
                "FAIL {}.{} [{}]: {}",
                entry.benchmark,
                entry.variant,
                entry.compiler,
                why.trim_end()
            );
        }
    }
}

fn write(options: &Options, rows: &[Row], entries: &[Entry], load: f64) -> Result<(), String> {
    fs::create_dir_all(&options.out).map_err(|e| format!("{}: {e}", options.out.display()))?;
    let runs: Vec<Value> = entries
        .iter()
        .map(|e| {
            json!({"benchmark": e.benchmark, "mapping": e.variant, "compiler": e.compiler,
                   "median_ms": median(&e.samples), "samples_ms": e.samples, "failure": e.failure})
        })
        .collect();
    let document =
        json!({"flags": options.flags, "rounds": options.rounds, "load": load, "runs": runs});
    let text = serde_json::to_string_pretty(&document).map_err(|e| e.to_string())?;
    for (name, text) in [("bench.json", text), ("bench.svg", svg::chart(rows))] {
        let path = options.out.join(name);
        fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        println!("wrote {}", path.display());
    }
    Ok(())
}
