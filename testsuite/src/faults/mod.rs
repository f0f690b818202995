//! `acctest faults`: what programs do when the world fails them. Each program of run/ runs once for each call that it makes of its
//! device's driver, and that call fails: allocations for want of memory, launches for want of resources, waits since a kernel went
//! wrong; in some runs every call behind fails too, as those of a device that is lost do. The cache of kernels is spoiled as well (`cache.rs`),
//! and NVRTC fails (`compiler.rs`).
//!
//! A run is right if the program ends with its own right result (where the runtime finds another way), or with status 1 and one message
//! that has a place and says what failed. No signal, no hang, no internal error, and above all no wrong result without a word.

mod cache;
mod compiler;

use crate::Common;
use crate::process::{self, Ended};
use crate::random::Random;
use crate::run;
use crate::spec::Spec;
use crate::standin::{self, Target};
use crate::suite::{self, Outcome, Tally};
use clap::Args;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

#[derive(Args, Clone)]
pub struct Options {
    #[command(flatten)]
    pub common: Common,
    /// sim, nvidia; may be repeated. Default: both.
    #[arg(long)]
    pub device: Vec<String>,
    /// How many calls of each function fail at most, in runs of their own: the first, the last, and some between; 0 for all.
    #[arg(long, default_value_t = 6)]
    pub most: u64,
    /// Chooses the calls between.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// LeakSanitizer looks at the end of each run: nothing may be lost, whatever failed.
    #[arg(long)]
    pub leaks: bool,
}

impl Options {
    /// The few runs of `acctest all`.
    pub fn fixed(common: &Common) -> Options {
        Options {
            common: Common {
                every: 41,
                ..common.clone()
            },
            device: vec![],
            most: 1,
            seed: 1,
            leaks: false,
        }
    }
}

/// How runs ended that were right.
#[derive(Default)]
struct Ends {
    survived: AtomicUsize,
    told: AtomicUsize,
}

/// A call that fails: as the environment has it.
type Failure = (&'static str, String);

pub fn all(options: &Options) -> Result<Tally, String> {
    let gpu = standin::Options::default();
    let devices = match options.device.as_slice() {
        [] => standin::with_nvidia(&["sim"], &gpu),
        given => given.to_vec(),
    };
    let targets = standin::targets(&devices, &gpu)?;
    let programs = suite::that_run(&options.common)?;
    let mut programs: Vec<Spec> = programs.into_iter().filter(|p| !p.not_faults).collect();
    if options.leaks {
        let flags = ["-g", "-fsanitize=leak"].map(String::from);
        programs
            .iter_mut()
            .for_each(|p| p.flags.extend(flags.clone()));
    }
    let ends = Ends::default();
    let mut world = cache::all(options, &targets)?;
    world.extend(compiler::all(options, &targets)?);
    let mut tally = suite::count(world);
    let called = suite::each(
        "faults",
        &programs,
        options.common.jobs,
        |spec| spec.name.clone(),
        |spec| one(options, &targets, spec, &ends),
    );
    tally.passed += called.passed;
    tally.failed += called.failed;
    let (survived, told) = (ends.survived.into_inner(), ends.told.into_inner());
    println!("{survived} runs with the right result all the same, {told} with a message");
    Ok(tally)
}

fn one(options: &Options, targets: &[Target], spec: &Spec, ends: &Ends) -> Vec<Outcome> {
    let targets: Vec<&Target> = targets.iter().filter(|t| t.takes(spec)).collect();
    let failed = |why: String| vec![Outcome::of(spec.name.clone(), Err(why))];
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(e) => return failed(format!("temporary folder: {e}")),
    };
    let program = folder.path().join("program");
    let devices: Vec<&str> = targets.iter().map(|t| t.device.as_str()).collect();
    if devices.is_empty() {
        return vec![];
    }
    if let Err(why) = run::compile(&options.common, &devices, spec, &program) {
        return failed(why);
    }
    let mut outcomes = Vec::new();
    for target in targets {
        let name = |failure: &str| format!("{} [{} {failure}]", spec.name, target.label);
        let here = Program {
            spec,
            target,
            program: &program,
        };
        match here.failures(options, folder.path()) {
            Err(why) => outcomes.push(Outcome::of(name("none"), Err(why))),
            Ok(failures) => outcomes.extend(failures.iter().map(|failure| {
                let judged = here
                    .run(std::slice::from_ref(failure))
                    .and_then(|e| judge(&e, ends));
                Outcome::of(name(&failure.1), judged)
            })),
        }
    }
    outcomes
}

/// A program on a device.
struct Program<'a> {
    spec: &'a Spec,
    target: &'a Target,
    program: &'a Path,
}

impl Program<'_> {
    fn run(&self, more: &[Failure]) -> Result<Ended, String> {
        let mut command = Command::new(self.program);
        command
            .args(&self.spec.args)
            .env("ACC_DEVICE_TYPE", &self.target.device)
            .envs(self.target.env.iter().map(|(k, v)| (k, v)))
            .envs(self.spec.env.iter().map(|(k, v)| (k, v)))
            .envs(more.iter().map(|(k, v)| (k, v)))
            // The program's status is its own.
            .env("LSAN_OPTIONS", "exitcode=0");
        if let Some(count) = self.spec.device_count() {
            command.env("ACCRS_GPU_DEVICES", count);
        }
        process::run(&mut command, Duration::from_secs(self.spec.seconds))
    }

    /// The calls that are to fail, one in each run.
    fn failures(&self, options: &Options, folder: &Path) -> Result<Vec<Failure>, String> {
        let nvidia = self.target.device == "nvidia";
        let file = folder.join("calls.txt");
        let counting = match nvidia {
            true => ("ACCRS_GPU_COUNTS", file.to_string_lossy().into_owned()),
            false => ("ACCRS_SIM_CALLS", "1".to_string()),
        };
        // The first run of all fills the cache of compiled kernels.
        self.run(&[])?;
        let ended = self.run(&[counting])?;
        if !ended.ok() {
            let (how, tail) = (ended.how(), ended.tail(8));
            return Err(format!("without any failure: {how}\n{tail}"));
        }
        let counted = match nvidia {
            // A program that leaves its device alone has no counts.
            true => counts(&fs::read_to_string(&file).unwrap_or_default()),
            false => lines(&ended.stderr),
        };
        let mut random = Random::new(options.seed);
        let mut failures = Vec::new();
        for (call, count) in counted {
            for at in chosen(count, options.most, &mut random) {
                let each = match nvidia {
                    true => on_gpu(&call, at),
                    false => on_sim(&call, at),
                };
                failures.extend(each);
            }
        }
        Ok(failures)
    }
}

/// `name count` a line; the sum of all is left out.
fn counts(text: &str) -> BTreeMap<String, u64> {
    let line = |line: &str| {
        let (name, count) = line.split_once(' ')?;
        Some((name.to_string(), count.parse().ok()?))
    };
    let all = text.lines().filter_map(line);
    all.filter(|(name, _)| name != "any").collect()
}

/// A line for each call of sim's.
fn lines(text: &str) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for call in text.lines().filter_map(|l| l.strip_prefix("accrs: sim: ")) {
        *counts.entry(call.to_string()).or_default() += 1;
    }
    counts
}

/// The first, the last, and random ones between: `most` numbers of 1..=count, all of them for 0.
fn chosen(count: u64, most: u64, random: &mut Random) -> Vec<u64> {
    if most == 0 || count <= most {
        return (1..=count).collect();
    }
    let mut all = vec![1, count];
    all.extend((2..most).map(|_| random.within(1, count)));
    all.truncate(most as usize);
    all.sort_unstable();
    all.dedup();
    all
}

/// What fails with a call of CUDA's driver: the errors that the call has.
fn on_gpu(call: &str, at: u64) -> Vec<Failure> {
    let codes: &[&str] = match call {
        // An error of the last two decides nothing.
        "cuGetErrorName"
        | "cuGetErrorString"
        | "cuDriverGetVersion"
        | "cuPointerGetAttributes"
        | "cuFuncLoad" => return vec![],
        "cuInit" => &["=NO_DEVICE", "=UNKNOWN"],
        "cuMemAlloc_v2" | "cuMemHostAlloc" | "cuMemAllocManaged" => &["=OUT_OF_MEMORY", "=UNKNOWN"],
        "cuDevicePrimaryCtxRetain" | "cuStreamCreate" | "cuEventCreate" => &["=OUT_OF_MEMORY"],
        "cuModuleLoadDataEx" => &["=OUT_OF_MEMORY", "=INVALID_PTX"],
        "cuModuleGetFunction" => &["=NOT_FOUND", "=INVALID_HANDLE"],
        "cuLaunchKernel" => &["=LAUNCH_OUT_OF_RESOURCES", "+=LAUNCH_FAILED"],
        "cuStreamSynchronize" | "cuStreamQuery" => &["=LAUNCH_TIMEOUT", "+=ILLEGAL_ADDRESS"],
        name if name.starts_with("cuMemcpy") => &["=INVALID_VALUE", "+=ILLEGAL_ADDRESS"],
        _ => &["=UNKNOWN"],
    };
    let each = codes.iter();
    each.map(|code| ("ACCRS_GPU_FAIL", format!("{call}:{at}{code}")))
        .collect()
}

fn on_sim(call: &str, at: u64) -> Vec<Failure> {
    let once = ("ACCRS_SIM_FAIL", format!("{call}:{at}"));
    let lost = ("ACCRS_SIM_FAIL", format!("{call}:{at}+"));
    vec![once, lost]
}

/// Whether a run in which a call failed ended well.
fn judge(ended: &Ended, ends: &Ends) -> Result<(), String> {
    let wrong = |why: &str| Err(format!("{why}: {}\n{}", ended.how(), ended.tail(8)));
    let text = &ended.stderr;
    if let Some(lost) = lost(text) {
        return Err(format!("leaks: {}\n{lost}", ended.how()));
    }
    if text.contains("panicked at") || text.contains("internal error") {
        return wrong("a defect's words");
    }
    let messages: Vec<&str> = text.lines().filter_map(message).collect();
    match (ended.code, messages.as_slice()) {
        (Some(0), []) => {
            ends.survived.fetch_add(1, Ordering::Relaxed);
            Ok(())
        }
        (Some(0), _) => wrong("an error's message, and no status"),
        // A routine has said so in its answer, and the program has looked at it.
        (Some(1), []) if ended.stdout.contains("not so: acc_") => Ok(()),
        (Some(1), []) => wrong("no message"),
        (Some(1), [one]) if !has_place(one) => wrong("no place in the message"),
        (Some(1), [_]) if !names_what_failed(text) => wrong("the message doesn't say what failed"),
        (Some(1), [_]) => {
            ends.told.fetch_add(1, Ordering::Relaxed);
            Ok(())
        }
        (Some(1), _) => wrong("several messages"),
        _ => wrong("neither a result nor a message"),
    }
}

/// What LeakSanitizer found that the program hasn't allocated itself: memory of the runtime's, with where it comes from.
fn lost(stderr: &str) -> Option<&str> {
    let (_, report) = stderr.split_once("LeakSanitizer: detected")?;
    report.split("\n\n").find(|block| {
        let mut lines = block.lines().map(str::trim);
        let by = lines.find_map(|l| l.strip_prefix("#1 "));
        block.contains("irect leak of") && by.is_some_and(|by| !by.contains(".c:"))
    })
}

fn message(line: &str) -> Option<&str> {
    line.strip_prefix("accrs: error: ")
}

/// `file.c:12`, or the name of a routine of the API.
/// Of what only a wait tells, the kernels that it may come from, with their lines.
fn has_place(message: &str) -> bool {
    if message.contains("was given last: ") {
        return true;
    }
    let mut words = message.split(|c: char| c.is_whitespace() || c == ',' || c == '(');
    words.any(|word| {
        let numbered = word.split(':').nth(1);
        let line = numbered.is_some_and(|n| n.parse::<u32>().is_ok());
        (line && word.contains('.')) || word.starts_with("acc_") || word.starts_with("omp_")
    })
}

/// An error of the driver by its name, the lack of memory or of a kernel, or a call of sim.
fn names_what_failed(text: &str) -> bool {
    let names = [
        "CUDA_ERROR_",
        "nvrtc",
        "NVRTC",
        "out of memory",
        "out of device memory",
        "is not in the module",
        // What acc_malloc couldn't get, handed on.
        "null pointer",
        "ACCRS_SIM_FAIL)",
    ];
    names.iter().any(|name| text.contains(name))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed test may panic")]
    use super::*;

    fn ended(code: i32, stderr: &str) -> Ended {
        Ended {
            code: Some(code),
            signal: None,
            timed_out: false,
            stdout: String::new(),
            stderr: stderr.to_string(),
            wall: Duration::ZERO,
        }
    }

    #[test]
    fn judges_ends() {
        let good = |code, text: &str| judge(&ended(code, text), &Ends::default()).is_ok();
        let told =
            "accrs: error: a.c:12: nvidia:0: cuMemFree: unknown error (CUDA_ERROR_UNKNOWN)\n";
        assert!(good(0, "") && good(1, told));
        assert!(!good(1, "") && !good(0, told) && !good(2, told));
        assert!(!good(1, &format!("{told}{told}")));
        assert!(!good(
            1,
            "accrs: error: nvidia:0: unknown error (CUDA_ERROR_UNKNOWN)\n"
        ));
        assert!(!good(1, "accrs: error: a.c:12: something\n"));
        assert!(!good(1, &format!("thread panicked at x\n{told}")));
    }

    #[test]
    fn memory_that_the_program_keeps_is_its_own() {
        let report = |by: &str| {
            format!(
                "==1==ERROR: LeakSanitizer: detected memory leaks\n\nDirect leak of 9 byte(s) in 1 object(s) allocated from:\n    \
                 #0 0x1 in __interceptor_malloc a.cpp:75\n    #1 0x2 in {by}\n\nSUMMARY: LeakSanitizer: 9 byte(s)"
            )
        };
        assert!(lost(&report("main testsuite/run/a.c:17")).is_none());
        assert!(lost(&report("alloc::raw_vec (/tmp/program+0x1)")).is_some());
        assert!(lost("").is_none());
    }

    #[test]
    fn chooses_first_and_last() {
        let mut random = Random::new(1);
        assert_eq!(chosen(3, 0, &mut random), [1, 2, 3]);
        assert_eq!(chosen(3, 5, &mut random), [1, 2, 3]);
        assert_eq!(chosen(90, 1, &mut random), [1]);
        let some = chosen(90, 5, &mut random);
        assert_eq!((some[0], *some.last().unwrap()), (1, 90));
    }
}
