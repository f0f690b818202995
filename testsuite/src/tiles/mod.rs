//! `acctest tiles`: random nests that the host's cores and devices go through in tiles, beside plain C, bit for bit. A seed names a nest for ever. Tiles
//! depend on the processor's vectors, so each file of nests is compiled for all that this one has.

mod asked;
mod bodies;
mod cached;
mod jammed;
mod make;
mod print;
mod several;
mod steps;
mod triangles;
mod turned;

use crate::process::{self, Ended};
use crate::random;
use crate::suite::{self, Outcome, Tally};
use clap::Args;
pub use make::Nest;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;

#[derive(Args)]
pub struct Options {
    /// The compiler under test.
    #[arg(long, default_value = "target/release/accrs")]
    accrs: PathBuf,
    /// The first nest's seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many nests.
    #[arg(short = 'n', long, default_value_t = 300)]
    count: u64,
    #[command(flatten)]
    family: Family,
    /// Nests a file: many share a compilation.
    #[arg(long, default_value_t = 30)]
    nests: usize,
    /// How many files at once.
    #[arg(short, long, default_value_t = 2)]
    jobs: usize,
    /// Of so many files one also runs on sim; 0: none does.
    #[arg(long, default_value_t = 3)]
    sim: usize,
    /// Where nests that fail are kept.
    #[arg(long, default_value = "target/tiles")]
    out: PathBuf,
    /// Only nests with one of these texts in their names, such as "syrk" or "flat double".
    filter: Vec<String>,
    /// Whether enough of the nests must be cut. For `acctest all`: only of those that are the same each day.
    #[arg(skip = true)]
    counted: bool,
}

/// What the nests are like: sums, if nothing else is said.
#[derive(Args, Clone, Copy, Default)]
#[group(multiple = false)]
struct Family {
    /// Steps in order over planes and lines, instead of nests that sum up.
    #[arg(long)]
    steps: bool,
    /// Elements along rows and along columns, instead of nests that sum up.
    #[arg(long)]
    turned: bool,
    /// Elements around an iteration's own that cache names, instead of nests that sum up.
    #[arg(long)]
    cached: bool,
    /// Sums in the sizes that clauses give, with what cache names in shared memory, instead of sums that are left to the compiler.
    #[arg(long)]
    asked: bool,
    /// Several statements in a loop, and several loops over one range, instead of nests that sum up.
    #[arg(long)]
    several: bool,
    /// Independent rows with loops in order in them, instead of nests that sum up.
    #[arg(long)]
    jammed: bool,
    /// Sums of what iterations before have left, instead of nests whose iterations are independent.
    #[arg(long)]
    triangles: bool,
}

impl Family {
    /// How the nests are made.
    fn maker(self) -> fn(u64) -> Nest {
        match self {
            Family { steps: true, .. } => Nest::of_steps,
            Family { turned: true, .. } => Nest::of_turned,
            Family { cached: true, .. } => Nest::of_cached,
            Family { asked: true, .. } => Nest::of_asked,
            Family { several: true, .. } => Nest::of_several,
            Family { jammed: true, .. } => Nest::of_jammed,
            Family {
                triangles: true, ..
            } => Nest::of_triangles,
            _ => Nest::new,
        }
    }

    fn option(self) -> &'static str {
        match self {
            Family { steps: true, .. } => " --steps",
            Family { turned: true, .. } => " --turned",
            Family { cached: true, .. } => " --cached",
            Family { asked: true, .. } => " --asked",
            Family { several: true, .. } => " --several",
            Family { jammed: true, .. } => " --jammed",
            Family {
                triangles: true, ..
            } => " --triangles",
            _ => "",
        }
    }

    /// What the report says of nests that the cores run in another form.
    fn on_cores(self) -> &'static str {
        match self {
            Family { jammed: true, .. } => JAMMED,
            Family {
                triangles: true, ..
            } => AHEAD,
            Family { steps: true, .. } => WAVES,
            _ => CUT,
        }
    }

    /// What the report says of nests that devices run in another form.
    fn on_devices(self) -> &'static [&'static str] {
        match self {
            Family { several: true, .. } => SEVERAL,
            Family { steps: true, .. } => STEPS,
            _ => &[CUT_ON_DEVICES],
        }
    }

    /// The shares of nests that must be cut on the cores, and on sim of so many there for devices. Steps sum nothing up: devices go through
    /// them in one kernel. The cores have none for what only lies along rows and columns, or around.
    fn least(self, on_sim: usize) -> ((usize, usize), (usize, usize)) {
        match self {
            Family { steps: true, .. } if on_sim < FEW => (LEAST_STEPS, (0, 1)),
            Family { steps: true, .. } => (LEAST_STEPS, LEAST_STEPS_ON_SIM),
            Family { turned: true, .. } => ((0, 1), LEAST_TURNED),
            Family { cached: true, .. } => ((0, 1), LEAST_CACHED),
            Family { asked: true, .. } => ((0, 1), LEAST_ASKED),
            Family { several: true, .. } => ((0, 1), LEAST_SEVERAL),
            Family { jammed: true, .. } => (LEAST_JAMMED, (0, 1)),
            Family {
                triangles: true, ..
            } => (LEAST_TRIANGLES, (0, 1)),
            _ if on_sim < FEW => (LEAST_CUT, (0, 1)),
            _ => (LEAST_CUT, LEAST_ON_SIM),
        }
    }
}

impl Options {
    /// For `acctest all`: nests of a third of the families, in turn, some that are the same each time, and a series.
    pub fn fixed(accrs: &Path, jobs: usize) -> Vec<Options> {
        let sums = Family::default();
        let steps = Family {
            steps: true,
            ..sums
        };
        let turned = Family {
            turned: true,
            ..sums
        };
        let cached = Family {
            cached: true,
            ..sums
        };
        let asked = Family {
            asked: true,
            ..sums
        };
        let several = Family {
            several: true,
            ..sums
        };
        let jammed = Family {
            jammed: true,
            ..sums
        };
        let triangles = Family {
            triangles: true,
            ..sums
        };
        let all = [
            sums, steps, turned, cached, asked, several, jammed, triangles,
        ];
        // The share that must be cut is known of the first series alone.
        let first = random::series() == 0;
        let today = all
            .into_iter()
            .skip((random::day() % 4) as usize)
            .step_by(4);
        let each = today.map(|family| Options {
            seed: if first {
                1
            } else {
                random::first_seed(EACH_TIME)
            },
            count: EACH_TIME,
            counted: first,
            ..Options::of(accrs, jobs, family)
        });
        each.collect()
    }

    fn of(accrs: &Path, jobs: usize, family: Family) -> Options {
        Options {
            accrs: accrs.to_path_buf(),
            seed: 1,
            count: EACH_TIME,
            family,
            nests: 30,
            jobs,
            // What cache names is a device's alone.
            sim: if family.cached || family.asked { 1 } else { 2 },
            out: PathBuf::from("target/tiles"),
            filter: Vec::new(),
            counted: true,
        }
    }

    fn takes(&self, nest: &Nest) -> bool {
        let name = nest.name();
        self.filter.is_empty() || self.filter.iter().any(|f| name.contains(f.as_str()))
    }
}

/// A processor that files are compiled for, and where they run.
struct Target {
    flag: Option<&'static str>,
    devices: &'static [&'static str],
    /// Kernels may add products that aren't rounded: tensor cores add those of double. On sim they have what plain C has all the same.
    fused: bool,
}

impl Target {
    fn has_sim(&self) -> bool {
        self.devices.contains(&"sim")
    }

    fn name(&self, device: &str) -> String {
        match self.flag {
            Some(flag) => format!("{device} {flag}"),
            None => device.to_string(),
        }
    }

    fn words(&self) -> Vec<String> {
        // Each level of optimisation has passes of the host compiler that nests must withstand.
        let level = match self.flag {
            Some("-mavx2") => "-O3",
            _ => "-O2",
        };
        let flags = [level, "-w", "-fwrapv", "-ffp-contract=off", "-Minfo"];
        let mut all: Vec<String> = flags.map(str::to_string).into();
        all.push(format!("--acc-target={}", self.devices.join(",")));
        all.extend(self.flag.map(str::to_string));
        if self.fused {
            all.push("--acc-fma=true".into());
        }
        all
    }
}

/// The vectors that every processor has, and those of this one.
fn targets(with_sim: bool, fused: bool) -> Vec<Target> {
    let plain: &[&str] = match with_sim {
        true => &["multicore", "sim"],
        false => &["multicore"],
    };
    let mut all = vec![Target {
        flag: None,
        devices: plain,
        fused,
    }];
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    if cpu.split_whitespace().any(|w| w == "avx2") {
        let devices = &["multicore"];
        all.extend(["-mavx2", "-march=native"].map(|f| Target {
            flag: Some(f),
            devices,
            fused: false,
        }));
    }
    all
}

/// The nests that are cut into tiles: for the cores, and of those that run on sim for that.
#[derive(Default)]
struct Cut {
    cores: BTreeSet<u64>,
    /// Of these, the nests whose slices threads share.
    sliced: BTreeSet<u64>,
    on_sim: usize,
    device: BTreeSet<u64>,
}

/// The shares of the nests that must be cut into tiles, as fractions: without them the test would say nothing of tiles. Products are some of the
/// kinds, and only these have rows and columns that share what they read.
const LEAST_CUT: (usize, usize) = (2, 3);
const LEAST_ON_SIM: (usize, usize) = (1, 25);
/// Likewise of nests along rows and columns, and of steps.
const LEAST_TURNED: (usize, usize) = (1, 6);
const LEAST_CACHED: (usize, usize) = (1, 3);
const LEAST_ASKED: (usize, usize) = (1, 4);
const LEAST_SEVERAL: (usize, usize) = (1, 3);
const LEAST_JAMMED: (usize, usize) = (1, 3);
const LEAST_TRIANGLES: (usize, usize) = (1, 4);
const LEAST_STEPS: (usize, usize) = (1, 3);
const LEAST_STEPS_ON_SIM: (usize, usize) = (1, 3);
const LEAST_SLICED: (usize, usize) = (1, 20);
/// Sizes of tiles in steps: small ones, so that there are several.
const SIZES: &str = "3x5x7";
/// Of fewer nests the share says little.
const FEW: usize = 18;
/// Nests of each family in `acctest all`: of which enough must be cut, and others.
const EACH_TIME: u64 = FEW as u64;

/// Programs with a nest each, by their seeds.
pub fn texts(seeds: std::ops::Range<u64>, nest: fn(u64) -> Nest) -> Vec<(u64, String)> {
    seeds
        .map(|seed| (seed, print::file(&[&nest(seed)])))
        .collect()
}

pub fn all(options: &Options) -> Result<Tally, String> {
    let full = options.accrs.canonicalize();
    let accrs = full.map_err(|e| format!("{}: {e}", options.accrs.display()))?;
    let seeds = (0..options.count).map(|k| options.seed.wrapping_add(k));
    let mut nests: Vec<Nest> = seeds.map(options.family.maker()).collect();
    nests.retain(|n| options.takes(n));
    if nests.is_empty() {
        return Err("no nest selected".to_string());
    }
    let files: Vec<(usize, &[Nest])> = nests.chunks(options.nests.max(1)).enumerate().collect();
    let cut = Mutex::new(Cut::default());
    let mut tally = suite::each(
        "tiles",
        &files,
        options.jobs,
        |(number, _)| format!("file {number}"),
        |(number, nests)| {
            let with_sim = options.sim > 0 && number % options.sim == 0;
            let nests: Vec<&Nest> = nests.iter().collect();
            let fused = options.sim > 0 && number / options.sim % 2 == 1;
            let all = targets(with_sim, with_sim && fused);
            let outcomes = all.iter().map(|t| file(options, &accrs, &nests, t, &cut));
            outcomes.collect::<Vec<_>>().concat()
        },
    );
    let cut = cut.into_inner().map_err(|e| e.to_string())?;
    let others = nests.iter().filter(|n| !cut.cores.contains(&n.seed));
    let others: Vec<String> = others.map(Nest::name).collect();
    let (cores, device) = (cut.cores.len(), cut.device.len());
    println!(
        "{cores} of {} nests are cut into tiles, {} of them into slices",
        nests.len(),
        cut.sliced.len()
    );
    println!(
        "{device} of {} nests on sim are cut into a device's, or are one kernel",
        cut.on_sim
    );
    if options.counted && options.filter.is_empty() && nests.len() >= FEW {
        let (least_cut, least_on_sim) = options.family.least(cut.on_sim);
        let why = format!("all but:\n    {}", others.join("\n    "));
        let all = [
            share("tiles cut", (cores, nests.len()), least_cut, why),
            share(
                "tiles of devices cut",
                (device, cut.on_sim),
                least_on_sim,
                format!("{device} of {}", cut.on_sim),
            ),
        ];
        let sliced = options.family.steps.then(|| {
            let of = (cut.sliced.len(), nests.len());
            share("slices", of, LEAST_SLICED, format!("{} of {}", of.0, of.1))
        });
        let share = suite::count(all.into_iter().chain(sliced).collect());
        tally.passed += share.passed;
        tally.failed += share.failed;
    }
    Ok(tally)
}

/// Whether so many of all nests are at least a share of them.
fn share(
    name: &str,
    (some, all): (usize, usize),
    least: (usize, usize),
    otherwise: String,
) -> Outcome {
    let enough = some * least.1 >= all * least.0;
    Outcome::of(name, enough.then_some(()).ok_or(otherwise))
}

/// Compiles a file for one processor and runs it: an outcome for each nest. Adds the nests that are cut into tiles.
fn file(
    options: &Options,
    accrs: &Path,
    nests: &[&Nest],
    target: &Target,
    cut: &Mutex<Cut>,
) -> Vec<Outcome> {
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(e) => return vec![Outcome::of("tiles", Err(format!("temporary folder: {e}")))],
    };
    let compiled = compile(accrs, folder.path(), nests, target);
    match compiled {
        Ok(report) => {
            if let Ok(mut cut) = cut.lock() {
                cut.cores.extend(told(&report, options.family.on_cores()));
                let sliced = told(&report, SLICED);
                cut.cores.extend(&sliced);
                cut.sliced.extend(sliced);
                if target.has_sim() {
                    cut.on_sim += nests.len();
                    for words in options.family.on_devices() {
                        cut.device.extend(told(&report, words));
                    }
                }
            }
            let combined = told(&report, COMBINED);
            let free: Vec<bool> = nests.iter().map(|n| combined.contains(&n.seed)).collect();
            let each = target.devices.iter().map(|device| {
                let failures = run(folder.path(), &free, device);
                let of = |(nest, why): (&&Nest, Option<String>)| {
                    let failure = why.map(|why| kept(options, nest, target, &why));
                    let name = format!("{} [{}]", nest.name(), target.name(device));
                    Outcome { name, failure }
                };
                nests.iter().zip(failures).map(of).collect::<Vec<_>>()
            });
            each.collect::<Vec<_>>().concat()
        }
        Err(why) => match nests {
            [nest] => {
                let name = format!("{} [{}]", nest.name(), target.name("compile"));
                let failure = Some(kept(options, nest, target, &why));
                vec![Outcome { name, failure }]
            }
            // Which of them can't be compiled shows when each has a file of its own.
            _ => {
                let alone = nests
                    .iter()
                    .map(|n| file(options, accrs, &[n], target, cut));
                alone.collect::<Vec<_>>().concat()
            }
        },
    }
}

/// What the compiler reports.
fn compile(
    accrs: &Path,
    folder: &Path,
    nests: &[&Nest],
    target: &Target,
) -> Result<String, String> {
    let text = print::file(nests);
    fs::write(folder.join("nests.c"), text).map_err(|e| e.to_string())?;
    let mut command = Command::new(accrs);
    command.current_dir(folder).args(target.words());
    command.args(["nests.c", "-o", "nests"]);
    let ended = process::run(&mut command, Duration::from_secs(300))?;
    match ended.ok() {
        true => Ok(ended.stderr),
        false => Err(format!("compile: {}\n{}", ended.how(), ended.tail(12))),
    }
}

/// What the report says of nests that are cut into tiles.
const CUT: &str = "the host's cores run it in tiles of";
const WAVES: &str = "wavefront parallel";
const JAMMED: &str = "together, on SIMD lanes, through the sequential loops in it";
const AHEAD: &str = "together, as long as all of them run";
const SLICED: &str = "the host's cores share its slices";
const CUT_ON_DEVICES: &str = "the device's blocks run it in tiles of";
const SEVERAL: &[&str] = &["devices run this loop as", "devices run the loops at lines"];
/// That one kernel goes through the whole of them.
const STEPS: &[&str] = &[
    "devices run it as a wavefront along",
    "One kernel whose blocks wait for each other steps through it",
];
/// Of sums that threads combine, in another order than plain C.
const COMBINED: &str = "Generating reduction(";

/// The seeds of the nests of which the report says this, by its headings.
fn told(report: &str, what: &str) -> BTreeSet<u64> {
    let mut found = BTreeSet::new();
    let mut seed: Option<u64> = None;
    for line in report.lines() {
        if !line.starts_with(' ') {
            let name = line.strip_prefix("acc_").and_then(|l| l.strip_suffix(':'));
            seed = name.and_then(|n| n.parse().ok());
        } else if line.contains(what) {
            found.extend(seed);
        }
    }
    found
}

/// Why each of the nests fails, if it does. After one that ends the program the others run in a new one. `free`: those that may sum up in
/// another order.
fn run(folder: &Path, free: &[bool], device: &str) -> Vec<Option<String>> {
    let count = free.len();
    let mut failures: Vec<Option<String>> = vec![None; count];
    let mut from = 0;
    while from < count {
        let mut command = Command::new(folder.join("nests"));
        command
            .env("OMP_NUM_THREADS", "3")
            .env("ACCRS_TILES", SIZES)
            .env("ACC_DEVICE_TYPE", device)
            .arg(from.to_string());
        // On a device overlapping pointers are an error of the program.
        if device != "multicore" {
            command.arg("apart");
        }
        let ended = process::run(&mut command, Duration::from_secs(120));
        let last = match &ended {
            Ok(ended) => judge(ended, (from, free), &mut failures),
            Err(_) => from,
        };
        if ended.as_ref().is_ok_and(Ended::ok) {
            if last + 1 < count {
                failures[last + 1..].fill(Some("does not run".to_string()));
            }
            break;
        }
        failures[last] = Some(match ended {
            Ok(ended) => format!("{}\n{}", ended.how(), ended.tail(4)),
            Err(why) => why,
        });
        from = last + 1;
    }
    failures
}

/// Notes the nests that differ, and gives the number of the last one that has begun.
fn judge(ended: &Ended, (from, free): (usize, &[bool]), failures: &mut [Option<String>]) -> usize {
    let mut at = from;
    for line in ended.stdout.lines() {
        let begun = line.strip_prefix(print::BEGIN).map(str::trim);
        if let Some(number) = begun.and_then(|n| n.parse().ok()) {
            at = number;
        } else if let Some(failure) = failures.get_mut(at)
            && failure.is_none()
            && !(free.get(at) == Some(&true) && line.starts_with("rounded"))
        {
            *failure = Some(line.to_string());
        }
    }
    at.min(failures.len().saturating_sub(1))
}

/// Leaves the nest in a file of its own, and says where.
fn kept(options: &Options, nest: &Nest, target: &Target, why: &str) -> String {
    let path = options.out.join(format!("tiles_{}.c", nest.seed));
    let head = format!(
        "// acctest tiles{} --seed {} -n 1\n// accrs {} (OMP_NUM_THREADS=3 ACCRS_LEAST_WORK=0 ACCRS_TILES={SIZES})\n",
        options.family.option(),
        nest.seed,
        target.words().join(" ")
    );
    let text = head + &print::file(&[nest]);
    let written = fs::create_dir_all(&options.out).and_then(|()| fs::write(&path, text));
    match written {
        Ok(()) => format!("{why}\n    {}", path.display()),
        Err(e) => format!("{why}\n    {}: {e}", path.display()),
    }
}
