//! What kernels would cost on a GPU, as `accrs-prof` counts it: each program of bench/kernels has a `main` that runs its kernels on small data and checks
//! what they compute.

use crate::process;
use serde::Deserialize;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// As `accrs-prof --json` writes it: sums over all launches.
#[derive(Deserialize)]
pub struct Kernel {
    pub kernel: String,
    launches: u64,
    grid: [u64; 3],
    block: [u64; 3],
    threads: u64,
    idle_threads: u64,
    /// The most atomic operations at one address of the device's memory in a launch.
    pub hottest: u64,
    lines: Vec<Line>,
}

#[derive(Deserialize)]
struct Line {
    issued: u64,
    lanes: u64,
    loads: Memory,
    stores: Memory,
    shared: Memory,
}

#[derive(Deserialize)]
struct Memory {
    requests: u64,
    cost: u64,
    ideal: u64,
}

/// Runs a program on the stand-in.
///
/// # Errors
/// If it can't be built, or ends with an error: what its kernels compute is wrong.
pub fn all(accrs: &Path, file: &Path) -> Result<Vec<Kernel>, String> {
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let (program, figures) = (folder.path().join("program"), folder.path().join("figures"));
    let mut build = Command::new(accrs);
    build.args(["-w", "-O2", "--acc-target=nvidia,multicore", "-o"]);
    build.arg(&program).arg(file).arg("-lm");
    succeed(&mut build)?;
    let mut count = Command::new(accrs.with_file_name("accrs-prof"));
    count.args(["--json", "-o"]).arg(&figures).arg(&program);
    succeed(&mut count)?;
    let text = std::fs::read(&figures).map_err(|e| format!("accrs-prof's figures: {e}"))?;
    serde_json::from_slice(&text).map_err(|e| format!("accrs-prof's figures: {e}"))
}

fn succeed(command: &mut Command) -> Result<(), String> {
    let ended = process::run(command, Duration::from_secs(300))?;
    match ended.ok() {
        true => Ok(()),
        false => Err(format!("{}\n{}", ended.how(), ended.tail(8))),
    }
}

impl Kernel {
    /// How many times as many sectors as would do loads take; 1 without loads.
    pub fn loads(&self) -> f64 {
        self.excess(|l| &l.loads)
    }

    /// Likewise, of stores.
    pub fn stores(&self) -> f64 {
        self.excess(|l| &l.stores)
    }

    fn excess(&self, of: impl Fn(&Line) -> &Memory) -> f64 {
        let cost: u64 = self.lines.iter().map(|l| of(l).cost).sum();
        let ideal: u64 = self.lines.iter().map(|l| of(l).ideal).sum();
        match ideal {
            0 => 1.0,
            n => cost as f64 / n as f64,
        }
    }

    /// Sectors that a launch's loads take.
    pub fn sectors(&self) -> u64 {
        self.lines.iter().map(|l| l.loads.cost).sum::<u64>() / self.launches.max(1)
    }

    /// Requests of a launch's warps that read the device's memory, and those to shared memory.
    pub fn requests(&self) -> u64 {
        let of = |l: &Line| l.loads.requests + l.shared.requests;
        self.lines.iter().map(of).sum::<u64>() / self.launches.max(1)
    }

    /// Instructions that a launch's warps issue.
    pub fn issued(&self) -> u64 {
        self.lines.iter().map(|l| l.issued).sum::<u64>() / self.launches.max(1)
    }

    /// `grid=8x4x1`, `block=32x4x1`: of a launch.
    pub fn has_shape(&self, word: &str) -> bool {
        let text = |name: &str, [x, y, z]: [u64; 3]| format!("{name}={x}x{y}x{z}");
        word == text("grid", self.grid) || word == text("block", self.block)
    }

    /// Of 100 lanes, how many are at work in the instructions of a warp.
    pub fn lanes(&self) -> f64 {
        let issued: u64 = self.lines.iter().map(|l| l.issued).sum();
        let lanes: u64 = self.lines.iter().map(|l| l.lanes).sum();
        100.0 * lanes as f64 / (32 * issued.max(1)) as f64
    }

    /// Of 100 threads, how many have nothing to do.
    pub fn idle(&self) -> f64 {
        100.0 * self.idle_threads as f64 / self.threads.max(1) as f64
    }

    pub fn row(&self) -> String {
        format!(
            "grid {:?}, block {:?}, {} sectors loaded, {} requests, {} instructions issued, loads {:.2}, stores {:.2} times the sectors, {:.1}% of lanes, {:.1}% of threads idle, {} atomic operations at one address",
            self.grid,
            self.block,
            self.sectors(),
            self.requests(),
            self.issued(),
            self.loads(),
            self.stores(),
            self.lanes(),
            self.idle(),
            self.hottest
        )
    }
}
