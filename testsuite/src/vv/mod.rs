//! `acctest vv PATH`: builds and runs a checkout of the public validation suite (OpenACCV-V), and compares compilers and devices
//! side by side.
//!
//! A test passes when it builds, ends within the time limit, reports no failed part, and launched at least as many kernels as it
//! has parts that hold a compute construct: ignoring every directive gives the right result in four of five tests. Tests on the
//! list of wrong ones (`vv-wrong.md`) are shown apart and never counted as passed. Where only some parts of one are wrong, they are left
//! out of the build, and it fails if the rest does.

mod compiler;
mod report;
mod source;
mod wrong;

use crate::progress::{self, Progress};
use crate::standin;
use crate::suite::Tally;
use crate::{nvrtc, suite};
use clap::Args;
use compiler::{Cell, Compiler, Setup};
use source::{Language, Test};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use wrong::Wrong;

/// The names and sources of a checkout's programs.
pub fn tests(path: &Path, filter: Option<&str>) -> Result<Vec<(String, PathBuf)>, String> {
    let all = source::find(path, Language::C, filter)?;
    Ok(all.into_iter().map(|t| (t.name, t.path)).collect())
}

/// The object that is linked into each of them, made in a folder.
pub fn shim(folder: &Path) -> Result<PathBuf, String> {
    Ok(Setup::new(folder, Language::C, Duration::from_secs(60), None)?.shim)
}

#[derive(Args)]
pub struct Options {
    /// A checkout of the suite: its programs are in PATH/Tests.
    path: PathBuf,
    /// Only tests with this text in their name.
    filter: Option<String>,
    /// The language of the tests.
    #[arg(long, value_enum, default_value = "c")]
    language: Language,
    /// Of the tests each so manieth alone.
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// The compiler under test.
    #[arg(long, default_value = "target/release/accrs")]
    accrs: PathBuf,
    /// Leave accrs itself out: compare the others only.
    #[arg(long)]
    without_accrs: bool,
    /// Flags for accrs, besides the targets.
    #[arg(long, default_value = "-O1")]
    flags: String,
    /// Another compiler to compare with, as "gcc -fopenacc" or "cc -Wno-unknown-pragmas"; may be repeated.
    #[arg(long)]
    cc: Vec<String>,
    /// multicore, sim, nvidia; may be repeated. Default: all three.
    #[arg(long)]
    device: Vec<String>,
    #[command(flatten)]
    gpu: standin::Options,
    /// How many tests at once.
    #[arg(short, long, default_value_t = 2)]
    jobs: usize,
    /// Seconds that one build or one run may take.
    #[arg(long, default_value_t = 60)]
    time: u64,
    /// The seed of the tests' random numbers; default: each test's own (the time).
    #[arg(long)]
    seed: Option<u64>,
    /// The folder that holds vv-wrong.md.
    #[arg(long, default_value = "testsuite")]
    suite: PathBuf,
    /// Write everything seen to this file, as JSON.
    #[arg(long)]
    json: Option<PathBuf>,
    /// The comparison as a page.
    #[arg(long)]
    html: Option<PathBuf>,
    /// The results as JUnit XML.
    #[arg(long)]
    junit: Option<PathBuf>,
    /// Instead of running: compile every kernel with NVRTC for sm_75, sm_90, sm_100, warnings as errors.
    #[arg(long)]
    nvrtc: bool,
    /// libnvrtc.so; default: $ACCRS_NVRTC, .accrs/py, the system's.
    #[arg(long)]
    library: Option<PathBuf>,
}

/// One test with its cells, one for each column.
pub struct Row {
    pub test: Test,
    pub wrong: Option<Wrong>,
    pub cells: Vec<Cell>,
}

impl Row {
    /// Why the test isn't counted in column `at`, if the list of wrong ones says so.
    fn wrong(&self, comparison: &Comparison, at: usize) -> Option<&Wrong> {
        let device = comparison.devices[at].as_deref();
        self.wrong.as_ref().filter(|w| w.on(device))
    }
}

/// What all reports are made from.
pub struct Comparison {
    pub columns: Vec<String>,
    /// The device of each column, where it was chosen.
    pub devices: Vec<Option<String>>,
    /// The first so many columns are accrs's.
    pub own: usize,
    pub rows: Vec<Row>,
}

pub fn all(options: &Options) -> Result<Tally, String> {
    let wrong = wrong::read(&options.suite)?;
    let mut tests = source::find(&options.path, options.language, options.filter.as_deref())?;
    if options.nvrtc {
        return kernels(options, &tests, &wrong);
    }
    if options.filter.is_none() && options.language == Language::C {
        let missing = wrong.keys().find(|n| tests.iter().all(|t| t.name != **n));
        if let Some(name) = missing {
            return Err(format!(
                "vv-wrong.md lists '{name}', which the suite does not have"
            ));
        }
    }
    let mut number = 0;
    tests.retain(|_| {
        number += 1;
        (number - 1) % options.every.max(1) == 0
    });
    let compilers = compilers(options)?;
    let comparison = run(options, &compilers, tests, &wrong)?;
    report::print(&comparison);
    let files = [
        (&options.json, report::json as fn(&Comparison) -> String),
        (&options.html, report::html),
        (&options.junit, report::junit),
    ];
    for (path, text) in files {
        if let Some(path) = path {
            std::fs::write(path, text(&comparison))
                .map_err(|e| format!("{}: {e}", path.display()))?;
        }
    }
    Ok(comparison.tally())
}

impl Comparison {
    /// accrs's own columns count; without them the first column does.
    fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for row in &self.rows {
            for (at, cell) in row.cells[..self.own.max(1)].iter().enumerate() {
                match (&cell.outcome, row.wrong(self, at)) {
                    (_, Some(wrong)) if wrong.parts.is_empty() => {}
                    (compiler::Outcome::NoDevice, _) => {}
                    (compiler::Outcome::Pass, None) => tally.passed += 1,
                    (compiler::Outcome::Pass, Some(_)) => {}
                    _ => tally.failed += 1,
                }
            }
        }
        tally
    }
}

fn compilers(options: &Options) -> Result<Vec<Compiler>, String> {
    let split = |text: &str| {
        text.split_whitespace()
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    let mut compilers = Vec::new();
    if !options.without_accrs {
        let accrs = options
            .accrs
            .canonicalize()
            .map_err(|e| format!("{}: {e}", options.accrs.display()))?;
        let mut words = vec![accrs.to_string_lossy().into_owned()];
        words.extend(split(&options.flags));
        let devices = match options.device.as_slice() {
            [] => standin::with_nvidia(&["sim", "multicore"], &options.gpu),
            given => given.to_vec(),
        };
        compilers.push(Compiler {
            label: "accrs".to_string(),
            words,
            targets: standin::targets(&devices, &options.gpu)?,
            accrs: true,
        });
    }
    for command in &options.cc {
        let words = split(command);
        if words.is_empty() {
            return Err("--cc needs a command".to_string());
        }
        compilers.push(Compiler {
            label: command.clone(),
            words,
            targets: vec![],
            accrs: false,
        });
    }
    if compilers.is_empty() {
        return Err("no compiler: --without-accrs needs a --cc".to_string());
    }
    Ok(compilers)
}

fn run(
    options: &Options,
    compilers: &[Compiler],
    tests: Vec<Test>,
    wrong: &BTreeMap<String, Wrong>,
) -> Result<Comparison, String> {
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let setup = Setup::new(
        folder.path(),
        options.language,
        Duration::from_secs(options.time),
        options.seed,
    )?;
    let next = AtomicUsize::new(0);
    let done: Mutex<BTreeMap<usize, Result<Vec<Cell>, String>>> = Mutex::new(BTreeMap::new());
    let work = |progress: &Progress| {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(test) = tests.get(at) else { return };
            let _running = progress.begin(|| test.name.clone());
            let cells: Result<Vec<Vec<Cell>>, String> = compilers
                .iter()
                .map(|c| compiler::judge(c, &setup, test, wrong.get(&test.name)))
                .collect();
            // A poisoned lock means that a worker panicked: the scope re-raises that.
            let Ok(mut done) = done.lock() else { return };
            done.insert(at, cells.map(|c| c.concat()));
        }
    };
    progress::during("vv", tests.len(), |progress| {
        std::thread::scope(|scope| {
            for _ in 0..options.jobs.clamp(1, tests.len()) {
                scope.spawn(|| work(progress));
            }
        });
    });
    let cells = done.into_inner().unwrap_or_default().into_values();
    let rows: Result<Vec<Row>, String> = tests
        .into_iter()
        .zip(cells)
        .map(|(test, cells)| {
            Ok(Row {
                wrong: wrong.get(&test.name).cloned(),
                cells: cells?,
                test,
            })
        })
        .collect();
    Ok(Comparison {
        columns: compilers.iter().flat_map(Compiler::columns).collect(),
        devices: compilers
            .iter()
            .flat_map(|c| match c.targets.as_slice() {
                [] => vec![None],
                targets => targets.iter().map(|t| Some(t.device.clone())).collect(),
            })
            .collect(),
        own: compilers
            .iter()
            .filter(|c| c.accrs)
            .map(|c| c.targets.len())
            .sum(),
        rows: rows?,
    })
}

/// `--nvrtc`: one check a test and architecture. What accrs refuses of a test is left out if it is listed as wrong.
fn kernels(
    options: &Options,
    tests: &[Test],
    wrong: &BTreeMap<String, Wrong>,
) -> Result<Tally, String> {
    let accrs = options
        .accrs
        .canonicalize()
        .map_err(|e| format!("{}: {e}", options.accrs.display()))?;
    let library = nvrtc::Nvrtc::new(nvrtc::find(options.library.clone())?);
    Ok(suite::each(
        "vv",
        tests,
        options.jobs,
        |test| test.name.clone(),
        |test| {
            let folder = test.path.parent().unwrap_or(&test.path);
            let file = format!("{}.c", test.name);
            let check = |flags: &[String]| {
                nvrtc::check_source(&accrs, &library, &test.name, folder, &file, flags)
            };
            let refused = |outcomes: &[suite::Outcome]| matches!(outcomes, [one] if one.name == test.name && one.failure.is_some());
            let all = check(&[]);
            match wrong.get(&test.name).filter(|_| refused(&all)) {
                None => all,
                Some(w) if w.parts.is_empty() => vec![],
                Some(w) => {
                    let without: Vec<String> = w.parts.iter().map(|n| format!("-DT{n}")).collect();
                    check(&without)
                }
            }
        },
    ))
}
