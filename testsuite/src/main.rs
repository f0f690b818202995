//! `acctest`: runs accrs's test programs, golden snapshots and benchmarks. Each command ends with a line `N passed, N failed` and
//! exits with 1 if anything failed, 2 if it could not start.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line tool: printing is its work"
)]

mod all;
mod analysis;
mod bench;
mod builds;
mod calls;
mod changed;
mod check;
mod commands;
mod compare;
mod conformance;
mod crates;
mod drivers;
mod durations;
mod fault;
mod faults;
mod fuzz;
mod golden;
mod kernels;
mod legal;
mod mappings;
mod mutate;
mod nests;
mod nvrtc;
mod openmp;
mod patience;
mod process;
mod progress;
mod races;
mod random;
mod reject;
mod report;
mod reprint;
mod run;
mod sentences;
mod shown;
mod sources;
mod spec;
mod standin;
mod suite;
mod svg;
mod tiles;
mod times;
mod vv;

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// The test suite of accrs.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// What every command needs to know.
#[derive(Args, Clone)]
struct Common {
    /// The compiler under test.
    #[arg(long, default_value = "target/release/accrs")]
    accrs: PathBuf,
    /// The folder that holds run/, fault/, reject/, openmp/, shapes/, golden/ and bench/.
    #[arg(long, default_value = "testsuite")]
    suite: PathBuf,
    /// How many programs at once.
    #[arg(short, long, default_value_t = 2)]
    jobs: usize,
    /// Only what has this text in its name.
    filter: Option<String>,
    /// Of the programs of a folder each so manieth alone.
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// Other ones each day.
    #[arg(skip)]
    in_turn: bool,
}

impl Common {
    /// Has a program's kernels for sim compiled without optimisation: they need not be quick.
    fn plain_kernels(&self, accrs: &mut std::process::Command) {
        accrs.env("ACCRS_CXX", self.script("sim-c++"));
    }

    /// The same for what it is on the host.
    fn plain_host(&self, accrs: &mut std::process::Command) {
        let mut words = self.script("plain-cc").into_os_string();
        words.push(" cc");
        accrs.env("ACCRS_CC", words);
    }

    /// Has the program share the runtime beside the compiler, unless `flags` ask for memory that needs it inside: it is linked in half the time.
    fn shared_runtime(&self, accrs: &mut std::process::Command, flags: &[String]) {
        if !flags.iter().any(|flag| flag.starts_with("-gpu=")) {
            accrs.arg("--acc-runtime=shared");
        }
    }

    fn script(&self, name: &str) -> PathBuf {
        let script = self.suite.join(name);
        script.canonicalize().unwrap_or(script)
    }
}

#[derive(Subcommand)]
enum Command {
    /// Compile and run the self-checking programs; assert result and shape.
    Run {
        #[command(flatten)]
        common: Common,
        /// multicore, sim, nvidia; may be repeated. Default: all three.
        #[arg(long)]
        device: Vec<String>,
        /// Compile with the host's cc and directives ignored: are the programs themselves right?
        #[arg(long)]
        plain: bool,
        #[command(flatten)]
        gpu: standin::Options,
    },
    /// Programs whose run must end in a message and a non-zero exit.
    Fault {
        #[command(flatten)]
        common: Common,
        /// sim, nvidia; may be repeated. Default: both.
        #[arg(long)]
        device: Vec<String>,
        #[command(flatten)]
        gpu: standin::Options,
    },
    /// Programs with -acc=check: what is wrong in those of check/ is found, and said as they expect it.
    Check {
        #[command(flatten)]
        common: Common,
        /// The programs of run/ instead, in which nothing must be found.
        #[arg(long)]
        right: bool,
        /// Those of this checkout of the public validation suite instead, in which nothing must be found but in those of check-vv.txt.
        #[arg(long)]
        vv: Option<PathBuf>,
    },
    /// Programs of run/ on the host's cores under gcc's ThreadSanitizer: no two threads touch the same memory without order.
    Races {
        #[command(flatten)]
        common: Common,
    },
    /// Each call of the device's driver fails, one in each run: a right result, or a message that says where and what?
    Faults(faults::Options),
    /// Programs under drivers of several versions, with several versions of NVRTC: each loads, or says what to install.
    Drivers {
        #[command(flatten)]
        common: Common,
    },
    /// Bad input: exact diagnostics.
    Reject {
        #[command(flatten)]
        common: Common,
        /// Write the .expect files from what the compiler prints now.
        #[arg(long)]
        bless: bool,
    },
    /// What two compilers make of the same programs and random nests: plans, CUDA, OpenMP, the host's text.
    Compare(compare::Options),
    /// Snapshots of cuda, openmp, plan and ir of the benchmarks.
    Golden {
        #[command(flatten)]
        common: Common,
        /// Write the snapshots from what the compiler prints now.
        #[arg(long)]
        bless: bool,
    },
    /// What stands in constructs, printed again as host C: compiled, and for those of reprint/ run.
    Reprint {
        #[command(flatten)]
        common: Common,
    },
    /// `--emit=openmp`: the user's file with the constructs alone replaced, compiled and run with other compilers.
    Openmp {
        #[command(flatten)]
        common: Common,
        /// Write the .expect files of openmp/ from what the compiler prints now.
        #[arg(long)]
        bless: bool,
    },
    /// The page of `--report=html`, opened in a headless Chromium: links, figures, colours, a phone's width, keys, no request.
    Report {
        #[command(flatten)]
        common: Common,
        /// Write the guide's pictures into this folder.
        #[arg(long)]
        shots: Option<PathBuf>,
    },
    /// What kernels take of GPUs: registers, memory, threads at once, loads under way; do those of bench/kernels reach their figures?
    Kernels(kernels::Options),
    /// Compile every kernel of run/ and bench/ with NVRTC for sm_75, sm_90, sm_100.
    Nvrtc {
        #[command(flatten)]
        common: Common,
        /// libnvrtc.so; default: $ACCRS_NVRTC, .accrs/py, the system's.
        #[arg(long)]
        library: Option<PathBuf>,
    },
    /// The benchmarks in all mappings, with OpenUH's topologies and odd ones, on multicore and sim.
    Mappings {
        #[command(flatten)]
        common: Common,
    },
    /// The examples by make, CMake, Meson, autoconf, ninja, mpicc; from C++, Fortran, Python.
    Builds {
        #[command(flatten)]
        common: Common,
    },
    /// A Debian package, a Python wheel and other ways to install: made, installed where nothing else is, used, removed.
    Packages {
        #[command(flatten)]
        common: Common,
    },
    /// Command lines of real projects, and each word of other compilers that accrs knows.
    Commands {
        #[command(flatten)]
        common: Common,
        /// Write what is seen of each line into commands.txt, and the tables into the guide.
        #[arg(long)]
        bless: bool,
    },
    /// docs/ANALYSIS.md: small nests, what is true of their loops, and what the compiler finds.
    Analysis {
        #[command(flatten)]
        common: Common,
        /// The page.
        #[arg(long, default_value = "docs/ANALYSIS.md")]
        page: PathBuf,
        /// Write the page from what the compiler finds now.
        #[arg(long)]
        bless: bool,
    },
    /// What the changed files can break, in the time that is given.
    Changed(changed::Options),
    /// The crates' own tests, as `cargo test` has them, several programs of them at once.
    Crates {
        #[command(flatten)]
        common: Common,
    },
    /// crates, run, fault, faults, drivers, check and check --right, reject, mutate, mappings, golden, reprint, openmp, report, builds, packages, commands, conformance, analysis, random programs, random nests, nests in tiles, legal, shown, and nvrtc where NVRTC is found.
    All {
        #[command(flatten)]
        common: Common,
    },
    /// Programs changed at random: does the compiler take any text, and say where what is wrong?
    Mutate(mutate::Options),
    /// All benchmarks, all mappings, all compilers: medians, ratios, JSON, SVG.
    Bench(bench::Options),
    /// docs/CONFORMANCE.md: every directive, clause, routine and restriction, each with a program.
    Conformance {
        #[command(flatten)]
        common: Common,
        /// The page.
        #[arg(long, default_value = "docs/CONFORMANCE.md")]
        page: PathBuf,
        /// Write the page from what the programs have now.
        #[arg(long)]
        bless: bool,
    },
    /// A checkout of the public validation suite: compilers and devices side by side.
    Vv(vv::Options),
    /// Random programs: plain C, multicore, sim and a GPU's stand-in, bit for bit.
    Fuzz(fuzz::Options),
    /// Random nests of affine loops: what the compiler says of each loop beside what brute force finds.
    Nests(nests::Options),
    /// The examples of docs/TRANSFORMATIONS.md: do they become what the page says, and do what plain C does?
    Shown {
        #[command(flatten)]
        common: Common,
        /// The page.
        #[arg(long, default_value = "docs/TRANSFORMATIONS.md")]
        page: PathBuf,
    },
    /// Are plans legal? Runs constructs with small numbers, and holds what touches memory against the order in which the plan runs it.
    Legal(legal::Options),
    /// Random nests that the host's cores go through in tiles: plain C, multicore with each of the processor's vectors, sim, bit for bit.
    Tiles(tiles::Options),
}

/// What programs under test have in their environment: small loops run on threads too, and small grids in tiles, so that the tests see
/// what becomes of them.
const SMALL_ANYWAY: [(&str, &str); 2] = [("ACCRS_LEAST_WORK", "0"), ("ACCRS_TILES", "3x5x7")];

fn main() -> ExitCode {
    let command = Cli::parse().command;
    let timed = matches!(command, Command::Bench(_));
    for (name, value) in SMALL_ANYWAY {
        if !timed && std::env::var_os(name).is_none() {
            // SAFETY: there are no other threads yet.
            unsafe { std::env::set_var(name, value) };
        }
    }
    let result = match command {
        Command::Run {
            common,
            device,
            plain,
            gpu,
        } => run::all(&common, &device, plain, &gpu),
        Command::Fault {
            common,
            device,
            gpu,
        } => fault::all(&common, &device, &gpu),
        Command::Check {
            common,
            vv: Some(path),
            ..
        } => check::suite(&common, &path),
        Command::Check { common, right, .. } => check::all(&common, right),
        Command::Races { common } => races::all(&common),
        Command::Faults(options) => faults::all(&options),
        Command::Drivers { common } => drivers::all(&common),
        Command::Reject { common, bless } => reject::all(&common, bless),
        Command::Compare(options) => compare::all(&options),
        Command::Golden { common, bless } => golden::all(&common, bless),
        Command::Reprint { common } => reprint::all(&common, &common),
        Command::Openmp { common, bless } => openmp::all(&common, &common, bless),
        Command::Report { common, shots } => report::all(&common, shots.as_deref()),
        Command::Nvrtc { common, library } => nvrtc::all(&common, library, nvrtc::Which::All),
        Command::Kernels(options) => kernels::all(&options),
        Command::Mappings { common } => mappings::all(&common),
        Command::Changed(options) => changed::all(&options),
        Command::Crates { common } => crates::all(&common),
        Command::Builds { common } => builds::all(&common),
        Command::Packages { common } => builds::packages(&common),
        Command::Commands { common, bless } => commands::all(&common, bless),
        Command::All { common } => all::suites(&common),
        Command::Conformance {
            common,
            page,
            bless,
        } => conformance::all(&common, &page, bless),
        Command::Analysis {
            common,
            page,
            bless,
        } => analysis::all(&common, &page, bless),
        Command::Vv(options) => vv::all(&options),
        Command::Fuzz(options) if options.show => {
            fuzz::show(&options);
            return ExitCode::SUCCESS;
        }
        Command::Fuzz(options) => fuzz::all(&options),
        Command::Nests(options) => nests::all(&options),
        Command::Shown { common, page } => shown::all(&common, &page),
        Command::Legal(options) => legal::all(&options),
        Command::Tiles(options) => tiles::all(&options),
        Command::Mutate(options) => mutate::all(&options),
        Command::Bench(options) => bench::all(&options),
    };
    match result {
        Ok(tally) => {
            if tally.known > 0 {
                println!("{} known failures, listed in known.txt", tally.known);
            }
            println!("{} passed, {} failed", tally.passed, tally.failed);
            if tally.failed == 0 {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Err(message) => {
            eprintln!("acctest: {message}");
            ExitCode::from(2)
        }
    }
}
