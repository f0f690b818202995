//! `acctest fuzz`: random programs, whose answers by plain C, multicore, sim and a GPU's stand-in are compared bit for bit. A
//! seed names a program for ever. A piece that differs is cut down and kept; `--seed N -n 1 --only K` runs it again.

mod array;
mod atomics;
mod clock;
mod cpp;
mod cuts;
mod data;
mod expr;
mod files;
mod flow;
mod functions;
mod r#gen;
mod heads;
mod judge;
mod kernels;
mod loops;
mod mixed;
mod names;
mod narrow;
mod nest;
mod pitch;
mod private;
mod program;
mod queues;
mod reduction;
mod regions;
mod routines;
mod rules;
mod shrink;
mod steps;
mod stmt;
mod sums;
mod tables;
mod threads;
mod turns;
mod types;
mod value;
mod walks;
mod words;

use crate::races::Threads;
use crate::random;
use crate::standin;
use crate::suite::{self, Outcome, Tally};
use clap::Args;
use clock::Clock;
use judge::{Failure, Judge, What};
use libloading::Library;
pub use program::Kind;
use program::{Program, Selection};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

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
    /// Pieces a program: many share a compilation.
    #[arg(long, default_value_t = 20)]
    pieces: usize,
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
    /// Variables have names that accrs's own text uses.
    #[arg(long)]
    names: bool,
    /// Print the first seed's program and stop.
    #[arg(long)]
    pub show: bool,
    /// Compile the kernels with NVRTC instead of running them.
    #[arg(long)]
    nvrtc: bool,
    /// Check the programs themselves: plain C under the address and undefined-behaviour sanitizers.
    #[arg(long)]
    check: bool,
    /// Look for data races of the programs on the host's cores with gcc's ThreadSanitizer, and for nothing else.
    #[arg(long)]
    races: bool,
    /// multicore, sim, nvidia, between commas. Default: all that can run here.
    #[arg(long, value_delimiter = ',')]
    devices: Vec<String>,
    #[command(flatten)]
    gpu: standin::Options,
    /// Seconds to spend on cutting down a piece that fails; 0 keeps it as it is.
    #[arg(long, default_value_t = 120)]
    shrink: u64,
    /// OMP_NUM_THREADS of the runs on the host's cores.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 3])]
    threads: Vec<u32>,
}

/// Programs in `acctest all`.
const IN_A_SERIES: u64 = 2;

impl Options {
    /// For `acctest all`: a series, of all kinds.
    pub fn fixed(accrs: &Path, jobs: usize) -> Options {
        Options {
            accrs: accrs.to_path_buf(),
            seed: random::first_seed(IN_A_SERIES),
            count: IN_A_SERIES,
            pieces: 25,
            jobs,
            out: PathBuf::from("target/fuzz"),
            only: vec![],
            kind: None,
            names: false,
            show: false,
            nvrtc: false,
            check: false,
            races: false,
            devices: vec![],
            gpu: standin::Options::default(),
            shrink: 0,
            threads: vec![3],
        }
    }

    /// For `acctest all`: a few pieces with names that accrs's own text uses.
    pub fn names(accrs: &Path, jobs: usize) -> Options {
        Options {
            seed: random::first_seed(1),
            count: 1,
            pieces: 16,
            names: true,
            ..Self::fixed(accrs, jobs)
        }
    }

    /// For `acctest all`: whole functions, and programs of several files.
    pub fn of_kind(accrs: &Path, jobs: usize, kind: Kind) -> Options {
        Options {
            seed: random::first_seed(1),
            count: 1,
            pieces: match kind {
                Kind::Files => 12,
                _ => 20,
            },
            kind: Some(kind),
            ..Self::fixed(accrs, jobs)
        }
    }

    /// For `acctest all`: a few programs of C++, always the same.
    pub fn cpp(accrs: &Path, jobs: usize) -> Options {
        Options {
            count: 1,
            pieces: 16,
            kind: Some(Kind::Cpp),
            devices: vec!["multicore".into(), "sim".into()],
            ..Self::fixed(accrs, jobs)
        }
    }

    fn selection(&self) -> Selection {
        Selection {
            only: self.only.clone(),
            kind: self.kind,
            pieces: self.pieces,
            names: self.names,
        }
    }
}

/// Prints the first seed's program.
pub fn show(options: &Options) {
    print!(
        "{}",
        program::generate(options.seed, &options.selection()).text
    );
}

pub fn all(options: &Options) -> Result<Tally, String> {
    fs::create_dir_all(&options.out).map_err(|e| format!("{}: {e}", options.out.display()))?;
    let nvrtc = if options.nvrtc {
        Some(crate::nvrtc::find(None)?)
    } else {
        None
    };
    let full = |p: &Path| {
        p.canonicalize()
            .map_err(|e| format!("{}: {e}", p.display()))
    };
    let accrs = full(&options.accrs)?;
    let judge = Judge {
        threads: options.threads.clone(),
        targets: if options.check || options.nvrtc || options.races {
            vec![]
        } else {
            let mut devices = options.devices.clone();
            if devices.is_empty() {
                devices = standin::with_nvidia(&["multicore", "sim"], &options.gpu);
            }
            standin::targets(&devices, &options.gpu)?
        },
        accrs,
        clock: Clock::default(),
    };
    let threads = match options.races {
        true => Some(Threads::new(Path::new("testsuite"))?),
        false => None,
    };
    let run = Run {
        options,
        judge,
        nvrtc,
        threads,
        start: Instant::now(),
    };
    let seeds: Vec<u64> = (0..options.count)
        .map(|k| options.seed.wrapping_add(k))
        .collect();
    let tally = suite::each(
        "fuzz",
        &seeds,
        options.jobs,
        |seed| format!("seed {seed}"),
        |seed| run.seed(*seed),
    );
    run.report();
    Ok(tally)
}

struct Run<'a> {
    options: &'a Options,
    judge: Judge,
    nvrtc: Option<Library>,
    threads: Option<Threads>,
    start: Instant,
}

impl Run<'_> {
    /// How many pieces a second, and what took the time.
    fn report(&self) {
        let pieces = if self.options.only.is_empty() {
            self.options.pieces
        } else {
            self.options.only.len()
        };
        let pieces = pieces as f64 * self.options.count as f64;
        let seconds = self.start.elapsed().as_secs_f64();
        println!(
            "{pieces} pieces in {seconds:.0} s, {:.1} a second; {}",
            pieces / seconds,
            self.judge.clock.split(pieces)
        );
    }

    fn program(&self, seed: u64, pieces: &[usize]) -> Program {
        let selection = Selection {
            only: pieces.to_vec(),
            ..self.options.selection()
        };
        self.judge
            .clock
            .time("generator", || program::generate(seed, &selection))
    }

    /// A check of the seed's program, and one more for each piece that fails.
    fn seed(&self, seed: u64) -> Vec<Outcome> {
        let pieces = program::generate(seed, &self.options.selection()).pieces;
        let bad = self.bad(seed, &pieces);
        if bad.is_empty() {
            return vec![Outcome::of(format!("seed {seed}"), Ok(()))];
        }
        bad.iter()
            .map(|(pieces, failures)| {
                let name = match pieces[..] {
                    [one] => format!("seed {seed}, piece {one}"),
                    _ => format!("seed {seed}, {} pieces together", pieces.len()),
                };
                Outcome::of(name, Err(self.keep(seed, pieces, failures)))
            })
            .collect()
    }

    /// The pieces that fail alone; several where they fail only together.
    fn bad(&self, seed: u64, pieces: &[usize]) -> Vec<(Vec<usize>, Vec<Failure>)> {
        if pieces.is_empty() {
            return vec![];
        }
        let failures = self.failures(seed, pieces);
        if failures.is_empty() {
            return vec![];
        }
        if pieces.len() == 1 {
            return vec![(pieces.to_vec(), failures)];
        }
        // Where the failures tell, the pieces that they name; else halves.
        let named: BTreeSet<usize> = failures
            .iter()
            .flat_map(|f| f.pieces.iter().copied())
            .collect();
        let (named, rest): (Vec<usize>, Vec<usize>) =
            pieces.iter().partition(|p| named.contains(p));
        let mut bad = Vec::new();
        if named.is_empty() || rest.is_empty() {
            let (a, b) = pieces.split_at(pieces.len() / 2);
            bad.extend(self.bad(seed, a));
            bad.extend(self.bad(seed, b));
        } else {
            for piece in &named {
                bad.extend(self.bad(seed, &[*piece]));
            }
            // The others haven't all run yet, or hide a failure that names no piece.
            if failures.iter().any(|f| f.what != What::Differs) {
                bad.extend(self.bad(seed, &rest));
            }
        }
        if bad.is_empty() {
            bad.push((pieces.to_vec(), failures));
        }
        bad
    }

    fn failures(&self, seed: u64, pieces: &[usize]) -> Vec<Failure> {
        let program = self.program(seed, pieces);
        let only = |result: Result<(), String>| {
            result
                .err()
                .map(|text| Failure {
                    device: "check".into(),
                    what: What::Invalid,
                    text,
                    pieces: BTreeSet::new(),
                })
                .into_iter()
                .collect()
        };
        if let Some(nvrtc) = &self.nvrtc {
            return only(self.kernels(nvrtc, &program));
        }
        if let Some(threads) = &self.threads {
            return only(self.judge.races(threads, &program.text, &program.flags));
        }
        if self.options.check {
            return only(self.judge.check(&program.text, &program.flags).map(|_| ()));
        }
        self.judge
            .compare(&program.text, &program.flags, program.launches)
    }

    fn kernels(&self, nvrtc: &Library, program: &Program) -> Result<(), String> {
        let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
        let name = judge::file(&program.flags);
        fs::write(folder.path().join(name), &program.text).map_err(|e| e.to_string())?;
        crate::nvrtc::check_random(&self.judge.accrs, nvrtc, folder.path(), name)
    }

    /// Writes the program to the folder of failures, and a smaller one that fails in the same way; says why it fails.
    fn keep(&self, seed: u64, pieces: &[usize], failures: &[Failure]) -> String {
        let program = self.program(seed, pieces);
        let name = match pieces[..] {
            [one] => format!("fuzz_{seed}_{one}"),
            _ => format!("fuzz_{seed}"),
        };
        let mut why: String = failures.iter().map(|f| format!("{}\n", f.show())).collect();
        let cpp = judge::is_cpp(&program.flags);
        let ending = if cpp { "cpp" } else { "c" };
        let mut kept = vec![(format!("{name}.{ending}"), program.text.clone())];
        let runs = !self.options.check && self.nvrtc.is_none() && self.threads.is_none();
        let mut alone = !cpp && pieces.len() == 1 && runs;
        if alone && let Err(undefined) = self.judge.check(&program.text, &program.flags) {
            why += &format!("the program itself is at fault: {undefined}\n");
            alone = false;
        }
        if alone && self.options.shrink > 0 && failures.iter().all(|f| f.what != What::Invalid) {
            let limit = Duration::from_secs(self.options.shrink);
            let small = shrink::shrink(&self.judge, &program, failures, limit);
            kept.push((
                format!("{name}_small.c"),
                shrink::titled(&small, &program.flags, failures),
            ));
        }
        for (file, text) in kept {
            let path = self.options.out.join(file);
            if let Err(e) = fs::write(&path, text) {
                return format!("{why}{}: {e}", path.display());
            }
        }
        why
    }
}
