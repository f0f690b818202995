//! `acctest nests`: random nests of affine loops. What the compiler says of each loop is compared with what brute force finds, which
//! enumerates all iterations and looks whether different ones touch the same memory. A seed and a family name a nest for ever.

mod family;
mod footprint;
mod judge;
mod make;
mod nest;
mod oracle;
mod print;
mod run;
mod subscript;
mod table;
mod temporaries;
mod trace;
mod verdict;

#[cfg(test)]
mod tests;

use crate::random;
use crate::suite::{self, Outcome, Tally};
use clap::Args;
use family::Family;
use footprint::Footprints;
use judge::{Case, Defect, Judged};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use table::Table;

#[derive(Args)]
pub struct Options {
    /// The compiler under test.
    #[arg(long, default_value = "target/release/accrs")]
    accrs: PathBuf,
    /// The first nest's seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many nests.
    #[arg(short = 'n', long, default_value_t = 1000)]
    count: u64,
    /// Nests a file: many share a compilation.
    #[arg(long, default_value_t = 50)]
    nests: usize,
    /// How many files at once.
    #[arg(short, long, default_value_t = 2)]
    jobs: usize,
    /// Only nests of this family.
    #[arg(long, value_enum)]
    family: Option<Family>,
    /// The share of the parallel loops in each family that may be missed.
    #[arg(long)]
    missed: Option<f64>,
    /// Print the nests, with both verdicts on each loop.
    #[arg(long)]
    show: bool,
    /// Keep missed loops as well, as many of each family.
    #[arg(long, default_value_t = 0)]
    keep: usize,
    /// Check the nests themselves: does the printed C do what the oracle enumerates, under the sanitizers?
    #[arg(long)]
    check: bool,
    /// Also run the nests whose arrays are pointers on sim, and compare the sections that are moved with what is touched.
    #[arg(long)]
    footprints: bool,
    /// Where nests with defects are kept.
    #[arg(long, default_value = "target/nests")]
    out: PathBuf,
    /// The run of `acctest all`: missed loops are held against the table of bounds, other defects against known.txt.
    #[arg(long, conflicts_with_all = ["seed", "count", "family", "missed"])]
    fixed: bool,
    /// Where known.txt is.
    #[arg(long, default_value = "testsuite")]
    suite: PathBuf,
}

/// Nests on sim in `acctest all`.
const ON_SIM: u64 = 33;

impl Options {
    /// For `acctest all`: a thousand nests of all families.
    pub fn fixed(accrs: &Path, suite: &Path, jobs: usize) -> Options {
        Options {
            accrs: accrs.to_path_buf(),
            seed: 1,
            count: 1000,
            nests: 50,
            jobs,
            family: None,
            missed: None,
            show: false,
            keep: 0,
            check: false,
            footprints: false,
            out: PathBuf::from("target/nests"),
            fixed: true,
            suite: suite.to_path_buf(),
        }
    }

    /// Likewise: a series of nests, which also run on sim.
    pub fn run(accrs: &Path, suite: &Path, jobs: usize) -> Options {
        Options {
            seed: random::first_seed(ON_SIM),
            count: ON_SIM,
            footprints: true,
            fixed: false,
            ..Options::fixed(accrs, suite, jobs)
        }
    }

    /// The families and seeds of all nests: the families take turns.
    fn names(&self) -> Vec<(Family, u64)> {
        let all = table::families();
        let seeds = (0..self.count).map(|k| self.seed.wrapping_add(k));
        seeds
            .map(|seed| {
                let turn = all[(seed % all.len() as u64) as usize];
                (self.family.unwrap_or(turn), seed)
            })
            .collect()
    }
}

/// Programs with a nest each, by their seeds: the families take turns.
pub fn texts(seeds: std::ops::Range<u64>) -> Vec<(u64, String)> {
    let all = table::families();
    let of = |seed: u64| {
        let family = all[(seed % all.len() as u64) as usize];
        let case = Case::new(family, seed);
        (seed, print::file([&case.nest]).text)
    };
    seeds.map(of).collect()
}

/// What a file is called: by the first of its nests.
fn from_seed(names: &[(Family, u64)]) -> String {
    let first = names.first().map_or(0, |(_, seed)| *seed);
    format!("nests from seed {first}")
}

/// What all files add to.
#[derive(Default)]
struct Sum {
    table: Table,
    footprints: Footprints,
    made: Duration,
    compiled: Duration,
}

/// A check of each file (it compiles, and each loop has a verdict), and for each family one that nothing is wrong, that no
/// certainty is false, and that not too much is missed.
pub fn all(options: &Options) -> Result<Tally, String> {
    if options.fixed {
        suite::read_known(&options.suite)?;
    }
    let full = options.accrs.canonicalize();
    let accrs = full.map_err(|e| format!("{}: {e}", options.accrs.display()))?;
    fs::create_dir_all(&options.out).map_err(|e| format!("{}: {e}", options.out.display()))?;
    let names = options.names();
    let files: Vec<&[(Family, u64)]> = names.chunks(options.nests.max(1)).collect();
    let sum = Mutex::new(Sum::default());
    let start = Instant::now();
    let tally = suite::each(
        "nests",
        &files,
        options.jobs,
        |names| from_seed(names),
        |names| {
            let result = file(options, &accrs, names, &sum);
            result
                .err()
                .map(|why| Outcome::of(from_seed(names), Err(why)))
                .into_iter()
                .collect()
        },
    );
    let sum = sum.into_inner().map_err(|e| e.to_string())?;
    sum.table.print();
    if options.footprints {
        sum.footprints.print();
    }
    report(&sum, start.elapsed());
    let found = suite::count(outcomes(options, &sum.table));
    Ok(Tally {
        passed: tally.passed + found.passed,
        failed: tally.failed + found.failed,
        known: tally.known + found.known,
    })
}

fn report(sum: &Sum, took: Duration) {
    let nests = sum.table.total().nests.max(1);
    let each = |time: Duration| 1000.0 * time.as_secs_f64() / nests as f64;
    println!(
        "{nests} nests in {:.1} s; a nest: {:.2} ms by the compiler, {:.2} ms to make and enumerate",
        took.as_secs_f64(),
        each(sum.compiled),
        each(sum.made)
    );
}

fn file(
    options: &Options,
    accrs: &Path,
    names: &[(Family, u64)],
    sum: &Mutex<Sum>,
) -> Result<(), String> {
    let start = Instant::now();
    let mut cases: Vec<Case> = names
        .iter()
        .map(|(family, seed)| Case::new(*family, *seed))
        .collect();
    if options.check {
        run::check(&cases)?;
    }
    let (judged, compiled) = judge::judge(accrs, &mut cases)?;
    let made = start.elapsed() - compiled;
    let mut sum = sum.lock().map_err(|e| e.to_string())?;
    if options.footprints {
        sum.footprints.add(accrs, &cases)?;
    }
    sum.made += made;
    sum.compiled += compiled;
    for (case, loops) in cases.iter().zip(&judged) {
        let missed = sum.table.0.get(&case.family).map_or(0, |c| c.missed);
        sum.table.add(case.family, loops);
        if options.show {
            println!("{}", annotated(case, loops, |_| true));
        }
        let bad = loops
            .iter()
            .any(|l| l.defect.is_some_and(|d| d != Defect::Missed));
        let few = missed < options.keep && loops.iter().any(|l| l.defect.is_some());
        if bad || few {
            keep(options, case, loops)?;
        }
    }
    Ok(())
}

/// Writes the nest to the folder of failures, and says so.
fn keep(options: &Options, case: &Case, loops: &[Judged]) -> Result<(), String> {
    let path = options
        .out
        .join(format!("{}_{}.c", case.family.name(), case.seed));
    let text = annotated(case, loops, |l| l.defect.is_some());
    fs::write(&path, &text).map_err(|e| format!("{}: {e}", path.display()))?;
    for l in loops
        .iter()
        .filter(|l| l.defect.is_some_and(|d| d != Defect::Missed))
    {
        println!(
            "{:?} --family {} --seed {} loop {}: {:?}, but: {}; {}",
            l.defect.unwrap_or(Defect::Missed),
            case.family.name(),
            case.seed,
            l.id,
            l.verdict,
            l.words(),
            path.display()
        );
    }
    Ok(())
}

/// The nest's text, behind a comment with both verdicts on some of the loops.
fn annotated(case: &Case, loops: &[Judged], which: impl Fn(&Judged) -> bool) -> String {
    let mut text = format!("// --family {} --seed {}\n", case.family.name(), case.seed);
    for l in loops.iter().filter(|l| which(l)) {
        let defect = l.defect.map_or(String::new(), |d| format!("{d:?}: "));
        text.push_str(&format!(
            "// loop {}, up to {} trips: {defect}brute force {:?}, the compiler: {}\n",
            l.id,
            case.findings[l.id].trips,
            l.verdict,
            l.words()
        ));
    }
    text + &case.text()
}

fn outcomes(options: &Options, table: &Table) -> Vec<Outcome> {
    let mut all = Vec::new();
    for (family, c) in &table.0 {
        let name = family.name();
        let none = |what: &str, n: usize| {
            let found = if n == 0 {
                Ok(())
            } else {
                Err(format!("{n} of {} loops", c.loops))
            };
            Outcome::of(format!("nests {name} {what}"), found)
        };
        all.push(none("wrong", c.wrong));
        all.push(none("false certain", c.false_certain));
        let allowed = match options.missed {
            Some(share) => Some((share * c.free() as f64) as usize),
            None => options.fixed.then(|| table::bound(*family)),
        };
        if let Some(most) = allowed {
            let found = match c.missed {
                n if n > most => Err(format!(
                    "{n} of {} parallel loops, more than {most}",
                    c.free()
                )),
                _ => Ok(()),
            };
            if options.fixed && c.missed < most {
                println!(
                    "nests {name}: {} missed; its bound in table.rs can go down from {most}",
                    c.missed
                );
            }
            all.push(Outcome::of(format!("nests {name} missed"), found));
        }
    }
    all
}
