//! `acctest legal`: whether the order in which a plan runs each nest is the program's wherever that matters, by enumeration.
//!
//! ```text
//! construct ──► machine, expr, stmt    a run of its IR with small numbers: each access, and where it happens   (trace)
//! plan      ──► views, steps           the order in which cores and devices run it
//!               order                  are accesses that touch one place in the program's order?
//!               tiled                  tiles that are programs of their own: do they leave the same values?
//!               products               and what tensor cores add there
//!               jammed, ahead          iterations, or sums, that go together: likewise
//!               parts                  parts for several devices: is what they touch in their sections?
//!               recast                 loops in the place of others: do they leave the same values?
//!               mutate                 wrong plans, which have to be seen
//! ```
//!
//! Nothing here is shared with what decides: dependences are what a run does with memory.

mod ahead;
mod construct;
mod copies;
mod expr;
mod in_place;
mod jammed;
mod machine;
mod mutate;
mod order;
mod parts;
mod products;
mod recast;
mod report;
mod steps;
mod stmt;
mod tiled;
mod trace;
mod value;
mod views;
mod wavefronts;

use crate::Common;
use crate::process;
use crate::progress;
use crate::random;
use crate::sources::{self, ON_CORES, Source};
use crate::suite::{self, Outcome, Tally};
use accrs_frontend::region::host::relations::Relation;
use accrs_frontend::rules::Contract;
use accrs_frontend::{CRules, Input};
use accrs_lowering::plan::Action;
use accrs_lowering::{Options as Lowering, Simd};
use clap::Args;
use construct::Check;
use report::Report;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;

#[derive(Args, Clone)]
pub struct Options {
    #[command(flatten)]
    common: Common,
    /// Random nests of each kind.
    #[arg(short = 'n', long, default_value_t = 100)]
    count: u64,
    /// The first one's seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Name the sources with decisions that can't be checked, and why.
    #[arg(long)]
    left: bool,
    /// This file alone.
    #[arg(long)]
    file: Option<PathBuf>,
}

/// The folders with programs.
const FOLDERS: &[&str] = &[
    "run",
    "seeds",
    "analysis",
    "shapes",
    "openmp",
    "bench",
    "bench/kernels",
    "../examples",
];

/// Random nests of each kind in `acctest all`.
const IN_A_SERIES: u64 = 33;

impl Options {
    /// For `acctest all`.
    pub fn fixed(common: &Common) -> Options {
        Options {
            common: common.clone(),
            count: IN_A_SERIES,
            seed: random::first_seed(IN_A_SERIES),
            left: false,
            file: None,
        }
    }
}

pub fn all(options: &Options) -> Result<Tally, String> {
    let common = &options.common;
    let accrs = common
        .accrs
        .canonicalize()
        .map_err(|e| format!("{}: {e}", common.accrs.display()))?;
    let sources = sources(options)?;
    let sum = Mutex::new((Report::default(), 0));
    let mut tally = suite::each(
        "legal",
        &sources,
        common.jobs,
        |source| source.name.clone(),
        |source| {
            let result = of_source(&accrs, source);
            let failure = match result {
                Ok(None) => return Vec::new(),
                Ok(Some((report, constructs))) => {
                    if options.left {
                        report.name_left(&source.name);
                    }
                    let failure =
                        (!report.violations.is_empty()).then(|| report.violations.join("\n    "));
                    if let Ok(mut sum) = sum.lock() {
                        sum.0.add(report);
                        sum.1 += constructs;
                    }
                    failure
                }
                Err(why) => Some(why),
            };
            vec![Outcome {
                name: source.name.clone(),
                failure,
            }]
        },
    );
    let (report, constructs) = sum.into_inner().map_err(|e| e.to_string())?;
    report.print(constructs);
    // Of a few programs alone a share says little.
    if common.filter.is_none() && common.every <= 3 && options.file.is_none() {
        let seen = suite::count(report.shares());
        tally.passed += seen.passed;
        tally.failed += seen.failed;
    }
    Ok(tally)
}

fn sources(options: &Options) -> Result<Vec<Source>, String> {
    if let Some(path) = &options.file {
        return Ok(vec![Source::file(path)]);
    }
    let seeds = options.seed..options.seed + options.count;
    sources::selected(&options.common, (FOLDERS, &["c"]), ON_CORES, &seeds)
}

/// The options that C's preprocessor and its rules hang on.
fn matters(flag: &&String) -> bool {
    ["-D", "-I", "-U", "-std", "-f", "-include"]
        .iter()
        .any(|p| flag.starts_with(p))
        && !flag.starts_with("-fopenmp")
}

/// What is found in a source, and in how many constructs; `None`: there are none.
fn of_source(accrs: &Path, source: &Source) -> Result<Option<(Report, usize)>, String> {
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let path = match &source.text {
        None => source
            .path
            .canonicalize()
            .map_err(|e| format!("{}: {e}", source.path.display()))?,
        Some(text) => {
            let path = folder.path().join(&source.path);
            fs::write(&path, text).map_err(|e| e.to_string())?;
            path
        }
    };
    let flags: Vec<String> = source.flags.iter().filter(matters).cloned().collect();
    let mut command = Command::new(accrs);
    command
        .arg("-w")
        .args(&flags)
        .arg("--emit=preprocessed")
        .arg(&path);
    command.current_dir(path.parent().unwrap_or(Path::new(".")));
    let ended = process::run(&mut command, Duration::from_secs(60))?;
    if !ended.ok() {
        // A library that isn't installed here.
        let missing = ended
            .stderr
            .lines()
            .find(|l| l.contains("No such file or directory"));
        return match missing.and_then(|l| l.split(": ").nth(2)) {
            Some(header) => {
                progress::say(format_args!("legal {}: left out: {header}", source.name));
                Ok(None)
            }
            None => Err(format!("{}\n{}", ended.how(), ended.tail(9))),
        };
    }
    let mut rules = CRules::of(flags.iter().map(String::as_str), false, false);
    if source.flags.iter().any(|f| f == "--acc-fma=true") {
        rules.fp_contract = Contract::Fast;
    }
    let out = accrs_frontend::parse(Input {
        text: ended.stdout,
        path: &path.to_string_lossy(),
        cflags: &flags,
        rules: &rules,
        strict: false,
    });
    let Some(mut unit) = out.unit else {
        let words = out.diagnostics.iter().map(|d| d.message.as_str());
        return Err(words.collect::<Vec<_>>().join("\n"));
    };
    let lowering = Lowering {
        nvidia: false,
        sim: true,
        simd: Simd {
            bytes: 32,
            registers: 16,
        },
        rules,
        ..Lowering::default()
    };
    let mut shared = unit.clone();
    accrs_lowering::prepare(&mut unit, &lowering);
    let lowered = accrs_lowering::lower(&unit, &lowering);
    let mut sum = Report::default();
    let mut constructs = 0;
    for (id, plan) in &lowered.plan.constructs {
        if let (Action::Compute(compute), Action::Compute(here)) =
            (&plan.action, &plan.here().action)
        {
            let construct = unit.construct(*id);
            let whole = recast::undone(construct);
            sum.add(Check::new(&unit, construct, (compute, here), &whole).run());
            constructs += 1;
            let fitting = plan.fitting.as_ref();
            // Numbers are chosen for variables, not for what lies in memory: where a plan rests on members, or elements, they needn't fit.
            let in_memory = |r: &Relation| {
                let mut terms = r.terms.iter();
                terms.any(|(v, _)| unit.var(*v).member.is_some())
            };
            if let Some(f) = fitting
                && !f.known.iter().any(in_memory)
                && let (Action::Compute(compute), Action::Compute(here)) =
                    (&f.plan.action, &f.plan.here().action)
            {
                let check = Check::new(&unit, construct, (compute, here), &whole);
                sum.add(check.knowing(&f.known).run());
            }
        }
    }
    let lowering = Lowering {
        devices: true,
        ..lowering
    };
    accrs_lowering::prepare(&mut shared, &lowering);
    let lowered = accrs_lowering::lower(&shared, &lowering);
    let givens = construct::givens();
    for (id, plan) in &lowered.plan.constructs {
        if let Some(check) = parts::Check::new(&shared, shared.construct(*id), plan) {
            let known = shared.host.relations(*id);
            let givens: Vec<_> = givens
                .iter()
                .map(|g| g.clone().where_holds(known))
                .collect();
            sum.add(check.run(&givens));
        }
    }
    if constructs == 0 && source.text.is_some() {
        return Err("no construct".into());
    }
    Ok((constructs > 0).then_some((sum, constructs)))
}
