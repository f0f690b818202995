//! `acctest run`: compiles each program of run/ and run-c++/ once, runs it on each device, and
//! asserts its own checks (exit status) and its shape (the runtime's counts).

use crate::Common;
use crate::calls;
use crate::process::{self, Ended};
use crate::random;
use crate::sentences;
use crate::spec::Spec;
use crate::standin::{self, Target};
use crate::suite::{self, Outcome, Tally};
use crate::times;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How many ways there are to compile a program, of which each has its turn.
const TURNS: u64 = 4;
/// How many days pass until a program has the same devices again.
const DEVICES: u64 = 8;
const COMPILE_LIMIT: Duration = Duration::from_secs(120);

pub fn all(
    common: &Common,
    devices: &[String],
    plain: bool,
    gpu: &standin::Options,
) -> Result<Tally, String> {
    let programs = suite::programs_of(common, &[suite::RUN, &["run-c++"]].concat())?;
    let devices: Vec<String> = match (plain, devices) {
        (true, _) => vec!["plain".to_string()],
        (_, []) => standin::with_nvidia(&["multicore", "sim"], gpu),
        _ => devices.to_vec(),
    };
    let strict = standin::Options {
        strict: true,
        ..gpu.clone()
    };
    let targets = standin::targets(&devices, &strict)?;
    Ok(suite::each(
        "run",
        &programs,
        common.jobs,
        |spec| spec.name.clone(),
        |spec| one(common, &targets, spec),
    ))
}

fn one(common: &Common, targets: &[Target], spec: &Spec) -> Vec<Outcome> {
    let mut targets: Vec<&Target> = targets
        .iter()
        .filter(|t| t.device == "plain" || t.takes(spec))
        .collect();
    if common.in_turn {
        in_turn(spec, &mut targets);
    }
    let name = |target: &Target| format!("{} [{}]", spec.name, target.label);
    let fail_all = |why: String| {
        let failed = targets
            .iter()
            .map(|t| Outcome::of(name(t), Err(why.clone())));
        failed.collect()
    };
    if targets.is_empty() {
        return vec![];
    }
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(e) => return fail_all(format!("temporary folder: {e}")),
    };
    let program = folder.path().join("program");
    let mut devices: Vec<&str> = targets.iter().map(|t| t.device.as_str()).collect();
    devices.dedup();
    if let Err(why) = compile(common, &devices, spec, &program) {
        return fail_all(why);
    }
    targets
        .iter()
        .map(|target| {
            let done = each_run(spec, target, &program, folder.path());
            Outcome::of(name(target), done)
        })
        .collect()
}

/// The devices share most of what a program shows, and the cores are where most programs run. So all run there, and a quarter of them on one kind of device
/// besides, another one each day. A program that isn't for the cores always has one, and so has one of which
/// accrs must report something.
fn in_turn(spec: &Spec, targets: &mut Vec<&Target>) {
    let has = |device: &str| targets.iter().any(|t| t.device == device);
    let cores = has("multicore") && spec.reports.is_empty();
    let both = has("sim") && has("nvidia");
    match random::turn(&spec.name, DEVICES) {
        2.. if cores => targets.retain(|t| t.device == "multicore"),
        0 | 2 | 4 | 6 if both => targets.retain(|t| t.device != "nvidia"),
        _ if both => targets.retain(|t| t.device != "sim"),
        _ => {}
    }
}

/// Generated code must be free of warnings, so both compilers are held to -Werror.
pub fn compile(
    common: &Common,
    devices: &[&str],
    spec: &Spec,
    program: &Path,
) -> Result<(), String> {
    let plain = devices.contains(&"plain");
    let mut command = if plain {
        let mut command = Command::new("cc");
        command.arg("-Wno-unknown-pragmas");
        command
    } else {
        let mut targets = devices.to_vec();
        if !targets.contains(&"multicore") {
            targets.push("multicore"); // where `if(0)` sends a region
        }
        let mut command = Command::new(&common.accrs);
        command.arg(format!("--acc-target={}", targets.join(",")));
        // A quarter of the programs in turn as users have it: one of the kernels for sim, and another one of what runs on the host.
        let turn = random::turn(&spec.name, TURNS);
        if turn != 0 {
            common.plain_kernels(&mut command);
        }
        if turn != 1 && !spec.flags.iter().any(|f| f == "-O3") {
            common.plain_host(&mut command);
            common.shared_runtime(&mut command, &spec.flags);
        }
        if turn != 2 {
            // NVRTC reads the kernels anyway, when the program runs.
            command.arg("--acc-verify=false");
        }
        // Some programs are about what accrs itself warns of.
        command.arg("-Wno-error=openacc");
        if !spec.reports.is_empty() {
            command.arg("--report=all");
        }
        command
    };
    // accrs's own groups of warnings, and nvc's words, mean nothing to cc, nor do CUDA sources.
    let known = |f: &&String| !(plain && (f.ends_with("=openacc") || f.starts_with("-gpu=")));
    let others = spec.with.iter();
    let others = others.filter(|p| !(plain && p.extension().is_some_and(|e| e == "cu")));
    command
        .args(["-Wall", "-Wextra", "-Werror"])
        .args(spec.flags.iter().filter(known))
        .arg("-o")
        .arg(program);
    command.arg(&spec.path).args(others).arg("-lm");
    if plain && spec.path.extension().is_some_and(|e| e == "cpp") {
        command.arg("-lstdc++");
    }
    let ended = process::run(&mut command, COMPILE_LIMIT)?;
    if !ended.ok() {
        return Err(format!("compile: {}\n{}", ended.how(), ended.tail(12)));
    }
    let missing = |text: &&String| !plain && !ended.stderr.contains(text.as_str());
    match spec.reports.iter().find(missing) {
        Some(text) => Err(format!("not in the report: {text}\n{}", ended.stderr)),
        None if spec.reports.is_empty() => Ok(()),
        None => sentences::long_in_report(&ended.stderr).map_or(Ok(()), Err),
    }
}

/// The run, and those that are wanted besides.
fn each_run(spec: &Spec, target: &Target, program: &Path, folder: &Path) -> Result<(), String> {
    execute(spec, target, program, folder, &[])?;
    spec.again.iter().try_for_each(|more| {
        let run = execute(spec, target, program, folder, more);
        run.map_err(|why| {
            let names: Vec<String> = more.iter().map(|(k, v)| format!("{k}={v}")).collect();
            format!("with {}: {why}", names.join(" "))
        })
    })?;
    calls::check(spec, target, program, folder)
}

fn execute(
    spec: &Spec,
    target: &Target,
    program: &Path,
    folder: &Path,
    more: &[(String, String)],
) -> Result<(), String> {
    let device = target.device.as_str();
    let stats = folder.join(format!("stats.{}.json", target.label));
    let mut command = Command::new(program);
    command
        .args(&spec.args)
        .env("ACC_DEVICE_TYPE", device)
        .env("ACCRS_STATS", &stats)
        .envs(target.env.iter().map(|(k, v)| (k, v)));
    if let Some(count) = spec.device_count() {
        command.env("ACCRS_GPU_DEVICES", count);
    }
    if !spec.launches.is_empty() {
        command.env("ACCRS_NOTIFY", "1");
    }
    let timed = folder.join(format!("times.{}.json", target.label));
    let trace = folder.join(format!("trace.{}.json", target.label));
    if !spec.times.is_empty() {
        command.env("ACCRS_TIME", &timed).env("ACCRS_TRACE", &trace);
    }
    command.envs(spec.env.iter().chain(more).map(|(k, v)| (k, v)));
    if device == "multicore" {
        // The cores are one device.
        command.env_remove("ACC_DEVICE_NUM");
    }
    let ended = process::run(&mut command, Duration::from_secs(spec.seconds))?;
    if !ended.ok() {
        return Err(format!("{}\n{}", ended.how(), ended.tail(8)));
    }
    if device == "plain" {
        return Ok(());
    }
    let untold = |text: &&String| device != "multicore" && !ended.stderr.contains(text.as_str());
    match spec.messages.iter().find(untold) {
        Some(text) => return Err(format!("not told: {text}\n{}", ended.tail(8))),
        None => shape(spec, device, &stats, &ended)?,
    }
    if spec.times.is_empty() {
        return Ok(());
    }
    times::check(&spec.times, device, &timed)?;
    times::check_trace(&trace)
}

/// Each `// launch:` line must be seen among the launches, those with a device (`device=sim:0`) on that one.
fn launched(spec: &Spec, device: &str, ended: &Ended) -> Result<(), String> {
    if device == "multicore" {
        return Ok(());
    }
    let here = format!("device={device}:");
    let is_here = |want: &str| !want.contains("device=") || want.contains(&here);
    let launches = || ended.stderr.lines().filter(|l| l.contains("launch "));
    match spec
        .launches
        .iter()
        .filter(|want| is_here(want))
        .find(|want| !launches().any(|l| holds(l, want)))
    {
        Some(missing) => {
            let seen: String = launches().take(6).map(|l| format!("    {l}\n")).collect();
            Err(format!("no launch with {missing}:\n{seen}"))
        }
        None => Ok(()),
    }
}

/// Whether a launch's line has all the words, or the text as it stands.
fn holds(line: &str, want: &str) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    line.contains(want) || want.split(' ').all(|w| words.contains(&w))
}

fn shape(spec: &Spec, device: &str, stats: &Path, ended: &Ended) -> Result<(), String> {
    launched(spec, device, ended)?;
    let expected: Vec<_> = spec
        .expect
        .iter()
        .filter(|e| e.applies_to(device))
        .collect();
    if expected.is_empty() {
        return Ok(());
    }
    let text = fs::read_to_string(stats).map_err(|e| {
        format!(
            "no counts in ACCRS_STATS ({e}): was nothing offloaded?\n{}",
            ended.tail(4)
        )
    })?;
    let counts: serde_json::Value =
        serde_json::from_str(&text).map_err(|e| format!("ACCRS_STATS: {e}: {text}"))?;
    let mut wrong = String::new();
    for e in expected {
        match counts.get(&e.count).and_then(serde_json::Value::as_u64) {
            Some(seen) if e.holds(seen) => {}
            Some(seen) => {
                wrong += &format!(
                    "\n    {} is {seen}, expected {:?} {}",
                    e.count, e.op, e.value
                )
            }
            None => wrong += &format!("\n    {} is not among the counts: {}", e.count, text.trim()),
        }
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(format!("right result, wrong shape{wrong}"))
    }
}
