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
}

#[derive(Deserialize)]
struct Memory {
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
            "loads {:.2}, stores {:.2} times the sectors, {:.1}% of lanes, {:.1}% of threads idle, {} atomic operations at one address",
            self.loads(),
            self.stores(),
            self.lanes(),
            self.idle(),
            self.hottest
        )
    }
}
