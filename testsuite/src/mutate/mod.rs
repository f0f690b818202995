//! `acctest mutate`: the test programs, changed at random (`change.rs`): does the front end, and what comes behind it, take any text?
//!
//! Two ways. In process (`worker.rs`), thousands of preprocessed texts a minute go through the libraries, in child processes with a limit of
//! memory, which are started again behind a text that ends them. And, slower, sources as raw bytes go through the driver (`whole.rs`), with response files:
//! there the exit status, what is said, and the files that are left are judged. A seed and a number name a text for ever.

mod change;
mod prune;
mod stages;
mod whole;
mod worker;

use crate::Common;
use crate::process;
use crate::random::{self, Random};
use crate::spec::Spec;
use crate::suite::{self, Outcome, Tally};
use clap::Args;
use stages::Depth;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::{Duration, Instant};

#[derive(Args, Clone)]
pub struct Options {
    #[command(flatten)]
    common: Common,
    /// How many texts have their directives parsed, and nothing else.
    #[arg(long, default_value_t = 100_000)]
    directives: u64,
    /// How many texts go through the libraries.
    #[arg(short = 'n', long, default_value_t = 10_000)]
    count: u64,
    /// How many sources go through the driver.
    #[arg(long, default_value_t = 100)]
    whole: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of the first text.
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Where texts go that show a defect.
    #[arg(long, default_value = "target/mutate")]
    out: PathBuf,
    /// Print the first text and do nothing else.
    #[arg(long)]
    show: bool,
    /// Which kind of text `--show` prints.
    #[arg(long, default_value = "whole")]
    depth: Depth,
    /// (internal) A folder of preprocessed texts: go through the texts here, and say how.
    #[arg(long, hide = true)]
    worker: Option<PathBuf>,
}

impl Options {
    /// The few of `acctest all`.
    pub fn fixed(common: &Common) -> Options {
        Options {
            common: Common {
                every: 23,
                ..common.clone()
            },
            directives: 4_000,
            count: 200,
            whole: 8,
            seed: 1 + random::series(),
            first: 0,
            out: PathBuf::from("target/mutate"),
            show: false,
            depth: Depth::Whole,
            worker: None,
        }
    }
}

/// A text may take as long.
const LIMIT: Duration = Duration::from_secs(10);
/// KiB of address space that a worker may have.
const MEMORY: u64 = 6 << 20;
/// Texts with a defect, by what is wrong.
type Defects = BTreeMap<String, Vec<u64>>;

pub fn all(options: &Options) -> Result<Tally, String> {
    if let Some(folder) = &options.worker {
        let which = (options.first, options.count);
        return worker::all(folder, options.depth, options.seed, which);
    }
    let start = Instant::now();
    let programs = programs(options)?;
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    preprocess(options, &programs, folder.path());
    if options.show {
        let texts = worker::texts(folder.path(), options.depth)?;
        println!("{}", text(&texts, options.seed, options.first));
        return Ok(Tally::default());
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{} programs to begin with, in {seconds:.0} s",
        programs.len()
    );
    let mut tally = depth(
        options,
        folder.path(),
        Depth::Directives,
        options.directives,
    )?;
    let whole = depth(options, folder.path(), Depth::Whole, options.count)?;
    let numbers: Vec<u64> = (options.first..options.first + options.whole).collect();
    let driven = suite::each(
        "mutate, all of the driver",
        &numbers,
        options.common.jobs,
        |number| format!("seed {number}"),
        |number| whole::one(options, &programs, *number),
    );
    for part in [whole, driven] {
        tally.passed += part.passed;
        tally.failed += part.failed;
    }
    Ok(tally)
}

/// So many texts in process, as far as `depth`.
fn depth(options: &Options, folder: &Path, depth: Depth, count: u64) -> Result<Tally, String> {
    let texts = worker::texts(folder, depth)?;
    let start = Instant::now();
    let defects = Mutex::new(Defects::new());
    let end = options.first + count;
    let step = depth.chunk();
    let chunks: Vec<(u64, u64)> = (options.first..end)
        .step_by(step as usize)
        .map(|from| (from, step.min(end - from)))
        .collect();
    let mut tally = suite::each(
        &format!("mutate, {}", depth.name()),
        &chunks,
        options.common.jobs,
        |(first, _)| format!("seeds from {first}"),
        |which| chunk(options, folder, depth, *which, &defects),
    );
    let seconds = start.elapsed().as_secs_f64();
    let rate = count as f64 / seconds;
    println!(
        "{}: {count} texts in {seconds:.0} s, {rate:.0} a second",
        depth.name()
    );
    let defects = defects.into_inner().map_err(|e| e.to_string())?;
    let seen = suite::count(told(options, &texts, defects)?);
    tally.passed += seen.passed;
    tally.failed += seen.failed;
    Ok(tally)
}

fn programs(options: &Options) -> Result<Vec<Spec>, String> {
    let mut all = Vec::new();
    for folder in [
        "run",
        "seeds",
        "reject",
        "shapes",
        "openmp",
        "bench",
        "../examples",
    ] {
        let folder = options.common.suite.join(folder);
        if folder.is_dir() {
            all.extend(suite::sources(&folder).unwrap_or_default());
        }
    }
    if let Some(filter) = &options.common.filter {
        all.retain(|p| p.name.contains(filter.as_str()));
    }
    suite::thin(&options.common, &mut all);
    match all.is_empty() {
        true => Err("no program selected".to_string()),
        false => Ok(all),
    }
}

/// Writes what accrs's preprocessor makes of the programs, without what they don't use of headers (`.i`), and their own lines alone (`.own`). Those that it can't take are left out.
fn preprocess(options: &Options, programs: &[Spec], folder: &Path) {
    let numbered: Vec<(usize, &Spec)> = programs.iter().enumerate().collect();
    let _ = suite::each(
        "mutate, preprocessing",
        &numbered,
        options.common.jobs,
        |(_, spec)| spec.name.clone(),
        |(i, spec)| {
            let to = folder.join(format!("{i:05}.i"));
            let mut command = Command::new(&options.common.accrs);
            command.args(["-w", "--emit=preprocessed", "-o"]).arg(&to);
            command.args(&spec.flags).arg(&spec.path);
            let ended = process::run(&mut command, Duration::from_secs(60));
            let text = fs::read(&to).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            let _ = match text {
                Ok(text) if ended.is_ok_and(|e| e.ok()) => fs::write(&to, prune::pruned(&text))
                    .and_then(|()| fs::write(to.with_extension("own"), prune::own(&text))),
                _ => fs::remove_file(&to),
            };
            vec![]
        },
    );
}

/// A number's text.
fn text(texts: &[String], seed: u64, number: u64) -> String {
    let mut random = Random::new(Random::new(seed).next() ^ number.wrapping_mul(0x9e37_79b9));
    let base = random.pick(texts);
    change::changed(&base, texts, &mut random)
}

/// Texts in worker processes, one after the other: each ends where a text ends it.
fn chunk(
    options: &Options,
    folder: &Path,
    depth: Depth,
    (from, count): (u64, u64),
    defects: &Mutex<Defects>,
) -> Vec<Outcome> {
    let (mut next, end) = (from, from + count);
    while next < end {
        let ended = match worker::start(options, folder, depth, (next, end - next)) {
            Ok(ended) => ended,
            Err(why) => return vec![Outcome::of(format!("texts from {next}"), Err(why))],
        };
        let Ok(mut defects) = defects.lock() else {
            return vec![];
        };
        for (number, what) in ended.defects {
            defects.entry(what).or_default().push(number);
        }
        next = match ended.at {
            Some((number, how)) => {
                defects.entry(how).or_default().push(number);
                number + 1
            }
            None => end,
        };
    }
    vec![Outcome::of("texts", Ok(()))]
}

/// A failure for each defect, and its first text in a file.
fn told(options: &Options, texts: &[String], defects: Defects) -> Result<Vec<Outcome>, String> {
    let each = defects.into_iter().map(|(what, mut numbers)| {
        numbers.sort_unstable();
        let first = numbers[0];
        let file = options
            .out
            .join(format!("mutate_{}_{first}.i", options.seed));
        let kept = fs::create_dir_all(&options.out)
            .and_then(|()| fs::write(&file, text(texts, options.seed, first)));
        kept.map_err(|e| format!("{}: {e}", file.display()))?;
        let name = format!("{} ({} texts)", file.display(), numbers.len());
        Ok(Outcome::of(name, Err(what)))
    });
    each.collect()
}
