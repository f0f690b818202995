//! `acctest kernels`: what kernels take of GPUs, a line each; and whether those of bench/kernels reach the figures that stand in their files:
//!
//! ```c
//! // kernel: sums_dot_12 percent=100 line=13 in_flight=2 loads=1 stores=1 lanes=90
//! ```
//!
//! `percent` of a multiprocessor's threads at once, at least; `registers` at most; `in_flight`: so many loads under way in an innermost loop
//! at `line`, at least; `shared`: bytes of shared memory, exactly. Nothing is spilled. Counted by running the program: `loads` and `stores` take so many times the sectors that hold their data, at most;
//! `sectors` of loads, `requests` that load or go to shared memory, and instructions `issued` by warps, of a launch, at most; `grid=8x4x1`, `block=32x4x1`: the shape of a launch;
//! `lanes`: so many of 100 are at work, at least; `idle`: of 100 threads, so many have nothing to do, at most; `hottest`: so many atomic operations meet at one address of the
//! device's memory, at most.

mod counted;

use crate::process;
use crate::suite::{self, Outcome, Tally};
use crate::{Common, nvrtc};
use clap::Args;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The GPU whose figures stand in files.
const USUAL: &str = "sm_90";

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    pub common: Common,
    /// The GPUs of the lines that are printed.
    #[arg(long, value_delimiter = ',', default_value = "sm_80,sm_90,sm_120")]
    arch: Vec<String>,
    /// Print the lines of this source's kernels; may be repeated. Else the figures of bench/kernels are checked.
    #[arg(long)]
    file: Vec<PathBuf>,
}

/// As `accrs --acc-kernels=json` prints it.
#[derive(Deserialize)]
struct Kernel {
    kernel: String,
    arch: String,
    line: u32,
    registers: u32,
    barriers: u32,
    local: u32,
    spill_stores: u32,
    spill_loads: u32,
    shared: u32,
    threads: Option<u32>,
    occupancy: Option<Occupancy>,
    loops: Option<Vec<Loop>>,
}

#[derive(Deserialize)]
struct Occupancy {
    blocks: u32,
    percent: u32,
}

#[derive(Deserialize)]
struct Loop {
    line: u32,
    instructions: u32,
    loads: u32,
    in_flight: u32,
}

pub fn all(options: &Options) -> Result<Tally, String> {
    let accrs = &options.common.accrs;
    if options.file.is_empty() {
        return figures(&options.common, accrs);
    }
    for file in &options.file {
        for arch in &options.arch {
            for kernel in kernels(accrs, file, arch)? {
                println!("{}", kernel.row());
            }
        }
    }
    Ok(Tally::default())
}

/// The checks of bench/kernels.
pub fn figures(common: &Common, accrs: &Path) -> Result<Tally, String> {
    nvrtc::find(None)?;
    let folder = common.suite.join("bench/kernels");
    let read = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> = read.filter_map(|f| Some(f.ok()?.path())).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "c"));
    let wanted = |f: &PathBuf| {
        let filter = common.filter.as_deref();
        filter.is_none_or(|text| f.to_string_lossy().contains(text))
    };
    files.retain(wanted);
    files.sort();
    if files.is_empty() {
        return Err("no program selected".to_string());
    }
    suite::thin(common, &mut files);
    Ok(suite::each(
        "kernels",
        &files,
        common.jobs,
        |file| suite::stem(file),
        |file| check(accrs, file),
    ))
}

fn check(accrs: &Path, file: &Path) -> Vec<Outcome> {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let read = std::fs::read_to_string(file).map_err(|e| e.to_string());
    let found = read.and_then(|text| {
        Ok((
            text,
            kernels(accrs, file, USUAL)?,
            counted::all(accrs, file)?,
        ))
    });
    let (text, mut kernels, counted) = match found {
        Ok(found) => found,
        Err(why) => return vec![Outcome::of(format!("kernels/{stem}"), Err(why))],
    };
    let mut outcomes = Vec::new();
    for line in text.lines().filter_map(|l| l.strip_prefix("// kernel: ")) {
        let name = line.split_whitespace().next().unwrap_or(line);
        let at = kernels.iter().position(|k| k.kernel == name);
        let result = match at {
            Some(at) => {
                let ran = counted.iter().find(|k| k.kernel == name);
                kernels.swap_remove(at).reaches(line, ran)
            }
            None => Err("there is no such kernel".to_string()),
        };
        outcomes.push(Outcome::of(format!("kernels/{name}"), result));
    }
    // What runs in the place of others, which the program has no use for, needs none.
    let replaces = |k: &Kernel| k.kernel.ends_with("_unaligned");
    kernels.retain(|k| !replaces(k) || counted.iter().any(|c| c.kernel == k.kernel));
    let untold = kernels.into_iter().map(|k| {
        let ran = counted.iter().find(|c| c.kernel == k.kernel);
        let row = k.row() + &ran.map_or(String::new(), |c| format!("; {}", c.row()));
        Outcome::of(
            format!("kernels/{}", k.kernel),
            Err(format!("no figures in the file: {row}")),
        )
    });
    outcomes.extend(untold);
    outcomes
}

/// The kernels of one source, for one GPU.
fn kernels(accrs: &Path, file: &Path, arch: &str) -> Result<Vec<Kernel>, String> {
    let mut command = Command::new(accrs);
    command.args(["-w", "-O2", "-c", "-o", "/dev/null", "--acc-kernels=json"]);
    command.arg(format!("--acc-arch={arch}")).arg(file);
    let ended = process::run(&mut command, Duration::from_secs(120))?;
    if !ended.ok() {
        return Err(format!("{}\n{}", ended.how(), ended.tail(8)));
    }
    let text = ended.stderr.as_str();
    serde_json::from_str(text).map_err(|e| format!("{e} in: {text}"))
}

impl Kernel {
    fn row(&self) -> String {
        let filled = self.occupancy.as_ref().map_or("?".to_string(), |o| {
            format!("{} blocks, {}%", o.blocks, o.percent)
        });
        let threads = self.threads.map_or("?".to_string(), |n| n.to_string());
        let loops = self.loops.iter().flatten().map(|l| {
            format!(
                "; line {}: {} instructions, {} loads, {} under way",
                l.line, l.instructions, l.loads, l.in_flight
            )
        });
        format!(
            "{} line {} {}: {} registers, {}+{} spilled, {} local, {} shared, {} barriers, {threads} threads, {filled}{}",
            self.arch,
            self.line,
            self.kernel,
            self.registers,
            self.spill_stores,
            self.spill_loads,
            self.local,
            self.shared,
            self.barriers,
            loops.collect::<String>()
        )
    }

    /// Whether it reaches the figures in a line. `ran`: what was counted as the program ran.
    fn reaches(&self, line: &str, ran: Option<&counted::Kernel>) -> Result<(), String> {
        let ran = ran.ok_or("the program's main doesn't run it")?;
        if self.spill_stores + self.spill_loads > 0 {
            return Err(format!("something is spilled: {}", self.row()));
        }
        let mut at = None;
        for word in line.split_whitespace().skip(1) {
            if word.starts_with("grid=") || word.starts_with("block=") {
                if !ran.has_shape(word) {
                    return Err(format!("not {word}: {}; {}", self.row(), ran.row()));
                }
                continue;
            }
            let pair = word.split_once('=');
            let pair = pair.and_then(|(key, n)| Some((key, n.parse::<f64>().ok()?)));
            let (key, figure) = pair.ok_or_else(|| format!("'{word}' is no figure"))?;
            let n = figure as u32;
            let reached = match key {
                "registers" => self.registers <= n,
                "percent" => self.occupancy.as_ref().is_some_and(|o| o.percent >= n),
                "line" => {
                    at = Some(n);
                    true
                }
                "shared" => self.shared == n,
                "sectors" => ran.sectors() <= u64::from(n),
                "requests" => ran.requests() <= u64::from(n),
                "issued" => ran.issued() <= u64::from(n),
                "loads" => ran.loads() <= figure,
                "stores" => ran.stores() <= figure,
                "lanes" => ran.lanes() >= figure,
                "idle" => ran.idle() <= figure,
                "hottest" => ran.hottest <= u64::from(n),
                // Without nvdisasm there are no loops to look at.
                "in_flight" => self.loops.as_ref().is_none_or(|loops| {
                    let mut here = loops.iter().filter(|l| Some(l.line) == at);
                    here.any(|l| l.in_flight >= n)
                }),
                _ => return Err(format!("unknown figure '{key}'")),
            };
            if !reached {
                return Err(format!(
                    "{word} isn't reached: {}; {}",
                    self.row(),
                    ran.row()
                ));
            }
        }
        Ok(())
    }
}
