//! Building one test with one compiler, running it on each device, and judging what was seen.

use super::source::{Language, Part, Test};
use super::wrong::Wrong;
use crate::process::{self, Ended};
use crate::standin::Target;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// A compiler under comparison.
pub struct Compiler {
    /// As the table names it.
    pub label: String,
    pub words: Vec<String>,
    /// What the tests run on, one column each; none: the environment's own choice, one column.
    pub targets: Vec<Target>,
    pub accrs: bool,
}

impl Compiler {
    /// The table's columns of this compiler.
    pub fn columns(&self) -> Vec<String> {
        match self.targets.as_slice() {
            [] => vec![self.label.clone()],
            targets => targets
                .iter()
                .map(|t| format!("{} {}", self.label, t.label))
                .collect(),
        }
    }
}

/// How one test ended in one column.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Pass,
    /// The right result, but fewer kernels were launched than parts of the test hold compute constructs: counted as failed.
    Hollow {
        wanted: usize,
    },
    /// The numbers of the parts that failed.
    Fail(Vec<u32>),
    /// A signal, or an exit by an error of the runtime.
    Crash(String),
    Timeout,
    NoCompile(String),
    /// It asks for a kind of device that isn't there, and ended in the error that the standard demands: neither a pass nor a failure.
    NoDevice,
}

impl Outcome {
    /// The row of the table that it belongs to.
    pub fn row(&self) -> &'static str {
        match self {
            Outcome::Pass => "pass",
            Outcome::Hollow { .. } => "no kernel",
            Outcome::Fail(_) => "wrong result",
            Outcome::Crash(_) => "crash",
            Outcome::Timeout => "timeout",
            Outcome::NoCompile(_) => "no compile",
            Outcome::NoDevice => "no such device",
        }
    }

    /// One line for a person.
    pub fn text(&self) -> String {
        match self {
            Outcome::Pass => "pass".to_string(),
            Outcome::Hollow { wanted } => {
                format!("right result, but fewer kernels than the {wanted} parts that compute")
            }
            Outcome::Fail(parts) => {
                let parts: Vec<String> = parts.iter().map(|p| format!("T{p}")).collect();
                format!("wrong result in {}", parts.join(", "))
            }
            Outcome::Crash(how) => how.clone(),
            Outcome::Timeout => "timed out".to_string(),
            Outcome::NoCompile(why) => format!("does not compile: {why}"),
            Outcome::NoDevice => "asks for a device that is not there".to_string(),
        }
    }
}

/// One cell of the comparison.
#[derive(Clone, Debug)]
pub struct Cell {
    pub outcome: Outcome,
    /// Kernels launched; None where the compiler's runtime told nothing.
    pub kernels: Option<u64>,
    /// Compile time, milliseconds (the same in all columns of a compiler), and the run's.
    pub compile_ms: u64,
    pub run_ms: u64,
}

/// What all builds share.
pub struct Setup {
    /// The shim's object (`shim.c`).
    pub shim: PathBuf,
    /// The counting library (`count.c`), where there is an `acc_prof.h` to build it with.
    pub counter: Option<PathBuf>,
    pub limit: Duration,
    pub seed: Option<u64>,
}

impl Setup {
    /// Builds the shim and the counter in `folder`.
    pub fn new(
        folder: &Path,
        language: Language,
        limit: Duration,
        seed: Option<u64>,
    ) -> Result<Setup, String> {
        let shim = folder.join("shim.o");
        let flags: &[&str] = match language {
            Language::C => &["-c"],
            Language::Cpp => &["-c", "-DVV_CPP"],
        };
        cc(folder, "shim.c", include_str!("shim.c"), flags, &shim)?;
        let library = folder.join("count.so");
        let flags = ["-shared", "-fPIC"];
        let counter = cc(folder, "count.c", include_str!("count.c"), &flags, &library)
            .ok()
            .map(|()| library);
        Ok(Setup {
            shim,
            counter,
            limit,
            seed,
        })
    }
}

fn cc(folder: &Path, name: &str, text: &str, flags: &[&str], out: &Path) -> Result<(), String> {
    let source = folder.join(name);
    fs::write(&source, text).map_err(|e| format!("{}: {e}", source.display()))?;
    let mut command = Command::new("cc");
    command.args(flags).arg("-o").arg(out).arg(&source);
    let ended = process::run(&mut command, Duration::from_secs(60))?;
    if ended.ok() {
        Ok(())
    } else {
        Err(format!("cc {name}: {}\n{}", ended.how(), ended.tail(6)))
    }
}

/// One cell for each of the compiler's columns. Parts that are wrong on a column's device are left out there.
pub fn judge(
    compiler: &Compiler,
    setup: &Setup,
    test: &Test,
    wrong: Option<&Wrong>,
) -> Result<Vec<Cell>, String> {
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let program = folder.path().join("program");
    let mut built: Option<(&[u32], Option<Outcome>, u64)> = None;
    let columns = 0..compiler.targets.len().max(1);
    let mut cells = Vec::new();
    for target in columns.map(|at| compiler.targets.get(at)) {
        let device = target.map(|t| t.device.as_str());
        let left_out = match wrong {
            Some(wrong) if wrong.on(device) => wrong.parts_on(device),
            _ => &[],
        };
        if built.as_ref().is_none_or(|(parts, ..)| *parts != left_out) {
            let start = Instant::now();
            let outcome = build(compiler, setup, test, left_out, &program)?;
            built = Some((left_out, outcome, start.elapsed().as_millis() as u64));
        }
        let (_, outcome, compile_ms) = built.as_ref().ok_or("nothing was built")?;
        cells.push(match outcome {
            Some(outcome) => Cell {
                outcome: outcome.clone(),
                kernels: None,
                compile_ms: *compile_ms,
                run_ms: 0,
            },
            None => {
                let mut part = test.clone();
                part.parts.retain(|p| !left_out.contains(&p.number));
                let cell = execute(compiler, setup, &part, target, &program, folder.path())?;
                let compile_ms = *compile_ms;
                Cell { compile_ms, ..cell }
            }
        });
    }
    Ok(cells)
}

/// None when the program was built.
fn build(
    compiler: &Compiler,
    setup: &Setup,
    test: &Test,
    left_out: &[u32],
    program: &Path,
) -> Result<Option<Outcome>, String> {
    let mut command = Command::new(&compiler.words[0]);
    command.args(&compiler.words[1..]);
    if compiler.accrs {
        let mut targets: Vec<&str> = compiler.targets.iter().map(|t| t.device.as_str()).collect();
        targets.dedup();
        if !targets.contains(&"multicore") {
            targets.push("multicore"); // where `if(0)` sends a construct
        }
        command.arg(format!("--acc-target={}", targets.join(",")));
    }
    if let Some(seed) = setup.seed {
        command.arg(format!("-DSEED={seed}"));
    }
    command.args(left_out.iter().map(|n| format!("-DT{n}")));
    command.arg("-Dmain=vv_main").arg("-o").arg(program);
    command.arg(&test.path).arg(&setup.shim).arg("-lm");
    command.env("LC_ALL", "C");
    let ended = process::run(&mut command, setup.limit)?;
    Ok(match (ended.timed_out, ended.ok()) {
        (true, _) => Some(Outcome::NoCompile(ended.how())),
        (_, true) => None,
        _ => Some(Outcome::NoCompile(first_error(&ended))),
    })
}

/// The compiler's first line that speaks of an error, without its path.
fn first_error(ended: &Ended) -> String {
    let line = ended
        .stderr
        .lines()
        .find(|l| l.contains("error") || l.contains("undefined reference"))
        .or_else(|| ended.stderr.lines().next());
    line.map_or_else(|| ended.how(), |l| l.trim().to_string())
}

fn execute(
    compiler: &Compiler,
    setup: &Setup,
    test: &Test,
    target: Option<&Target>,
    program: &Path,
    folder: &Path,
) -> Result<Cell, String> {
    let column = target.map_or("default", |t| &t.label);
    let (result, count) = (
        folder.join(format!("result.{column}")),
        folder.join(format!("kernels.{column}")),
    );
    let mut command = Command::new(program);
    command.current_dir(folder).env("VV_RESULT", &result);
    if let Some(target) = target {
        command.env("ACC_DEVICE_TYPE", &target.device);
        command.envs(target.env.iter().map(|(k, v)| (k, v)));
    }
    if test.names_nvidia {
        // sim stands in for the GPUs that the test names; one of them copies between two.
        if target.is_some_and(|t| t.device == "sim") {
            command.env("ACCRS_SIM_AS", "nvidia");
        }
        command
            .env("ACC_NUM_SIM_DEVICES", "2")
            .env("ACCRS_GPU_DEVICES", "2");
    }
    if compiler.accrs {
        command.env("ACCRS_STATS", &count);
    } else if let Some(library) = &setup.counter {
        command
            .env("ACC_PROFLIB", library)
            .env("VV_KERNELS", &count);
    }
    let ended = process::run(&mut command, setup.limit)?;
    let kernels = fs::read_to_string(&count)
        .ok()
        .and_then(|text| launched(&text));
    let mut outcome = verdict(test, &ended, fs::read_to_string(&result).ok(), kernels);
    if outcome == Outcome::NoDevice && target.is_some_and(|t| t.device == "nvidia") {
        // The device that it names is the one it runs on.
        outcome = Outcome::Crash(ended.how());
    }
    Ok(Cell {
        outcome,
        kernels,
        compile_ms: 0,
        run_ms: ended.wall.as_millis() as u64,
    })
}

/// `ACCRS_STATS` counts constructs on the host's cores apart from a device's kernels; the counting library writes a number.
fn launched(text: &str) -> Option<u64> {
    if let Ok(count) = text.trim().parse() {
        return Some(count);
    }
    let counts: serde_json::Value = serde_json::from_str(text).ok()?;
    Some(counts["kernels"].as_u64()? + counts["host_kernels"].as_u64()?)
}

fn verdict(test: &Test, ended: &Ended, result: Option<String>, kernels: Option<u64>) -> Outcome {
    if ended.timed_out {
        return Outcome::Timeout;
    }
    let refused = |l: &str| l.contains("error") && (l.contains("nvidia") || l.contains("libcuda"));
    if test.names_nvidia && ended.code == Some(1) && ended.stderr.lines().any(refused) {
        return Outcome::NoDevice;
    }
    let Some(mask) = result.and_then(|text| text.trim().parse::<i32>().ok()) else {
        let said = ended.stderr.lines().next().unwrap_or_default();
        return Outcome::Crash(format!("{} {said}", ended.how()).trim().to_string());
    };
    if mask != 0 {
        let failed = |part: &&Part| mask as u32 & 1u32.wrapping_shl(part.number - 1) != 0;
        let failed = test.parts.iter().filter(failed);
        return Outcome::Fail(failed.map(|p| p.number).collect());
    }
    if !ended.ok() {
        return Outcome::Crash(format!("{} after a right result", ended.how()));
    }
    let wanted = test.parts.iter().filter(|p| p.computes).count();
    if kernels.unwrap_or(0) < wanted as u64 {
        return Outcome::Hollow { wanted };
    }
    Outcome::Pass
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed test may panic")]
    use super::*;

    fn ended(code: Option<i32>) -> Ended {
        Ended {
            code,
            signal: code.is_none().then_some(11),
            timed_out: false,
            stdout: String::new(),
            stderr: String::new(),
            wall: Duration::ZERO,
        }
    }

    #[test]
    fn verdicts() {
        let test = Test {
            name: "t".into(),
            path: "t.c".into(),
            parts: [(1, true), (2, true), (9, false)]
                .map(|(number, computes)| Part { number, computes })
                .to_vec(),
            names_nvidia: false,
        };
        let of = |code, result: &str, kernels| {
            verdict(&test, &ended(code), Some(result.to_string()), kernels)
        };
        assert_eq!(of(Some(0), "0\n", Some(2)), Outcome::Pass);
        assert_eq!(of(Some(0), "0\n", Some(1)), Outcome::Hollow { wanted: 2 });
        assert_eq!(of(Some(0), "0\n", None), Outcome::Hollow { wanted: 2 });
        // Part 9's bit does not fit into an exit status.
        assert_eq!(of(Some(1), "258\n", Some(2)), Outcome::Fail(vec![2, 9]));
        assert!(matches!(
            verdict(&test, &ended(None), None, None),
            Outcome::Crash(_)
        ));
        assert_eq!(launched("{\"kernels\":3,\"host_kernels\":1}"), Some(4));
        assert_eq!(launched("7\n"), Some(7));
    }
}
