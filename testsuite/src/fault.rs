//! `acctest fault`: programs that must fail at run time with a message (of each
//! `// message:` line) and an exit status of their own, not a signal.

use crate::Common;
use crate::process;
use crate::spec::Spec;
use crate::standin::{self, Target};
use crate::suite::{self, Outcome, Tally};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

pub fn all(common: &Common, devices: &[String], gpu: &standin::Options) -> Result<Tally, String> {
    let programs = suite::programs(common, "fault")?;
    let devices = match devices {
        [] => standin::with_nvidia(&["sim"], gpu),
        given => given.to_vec(),
    };
    let targets = standin::targets(&devices, gpu)?;
    Ok(suite::each(
        "fault",
        &programs,
        common.jobs,
        |spec| spec.name.clone(),
        |spec| one(common, &targets, spec),
    ))
}

fn one(common: &Common, targets: &[Target], spec: &Spec) -> Vec<Outcome> {
    let targets: Vec<&Target> = targets.iter().filter(|t| t.takes(spec)).collect();
    // The name of a run on sim, on which all of them are, is the program's alone.
    let name = |target: &Target| match target.label.as_str() {
        "sim" => spec.name.clone(),
        label => format!("{} [{label}]", spec.name),
    };
    let each = |judge: &dyn Fn(&Target) -> Result<(), String>| {
        let outcomes = targets.iter().map(|t| Outcome::of(name(t), judge(t)));
        outcomes.collect()
    };
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(e) => return each(&|_| Err(format!("temporary folder: {e}"))),
    };
    let program = folder.path().join("program");
    match compile(common, &targets, spec, &program) {
        Ok(()) => each(&|target| fails_well(spec, target, &program)),
        Err(why) => each(&|_| Err(why.clone())),
    }
}

fn compile(
    common: &Common,
    targets: &[&Target],
    spec: &Spec,
    program: &Path,
) -> Result<(), String> {
    if spec.messages.is_empty() {
        return Err("a program of fault/ needs a '// message:' line".to_string());
    }
    let mut devices = vec!["multicore"];
    devices.extend(targets.iter().map(|t| t.device.as_str()));
    devices.dedup();
    let mut command = Command::new(&common.accrs);
    command
        .arg(format!("--acc-target={}", devices.join(",")))
        .args(&spec.flags)
        .arg("-o")
        .arg(program);
    common.plain_kernels(&mut command);
    common.plain_host(&mut command);
    common.shared_runtime(&mut command, &spec.flags);
    command.arg(&spec.path).args(&spec.with).arg("-lm");
    let compiled = process::run(&mut command, Duration::from_secs(120))?;
    if compiled.ok() {
        return Ok(());
    }
    let (how, tail) = (compiled.how(), compiled.tail(12));
    Err(format!("compile: {how}\n{tail}"))
}

fn fails_well(spec: &Spec, target: &Target, program: &Path) -> Result<(), String> {
    let mut command = Command::new(program);
    command
        .args(&spec.args)
        .env("ACC_DEVICE_TYPE", &target.device);
    command.envs(target.env.iter().map(|(k, v)| (k, v)));
    command.envs(spec.env.iter().map(|(k, v)| (k, v)));
    let ended = process::run(&mut command, Duration::from_secs(spec.seconds))?;
    if ended.code.is_none_or(|code| code == 0) {
        let (how, tail) = (ended.how(), ended.tail(8));
        return Err(format!("want a non-zero exit, got {how}\n{tail}"));
    }
    let missing = spec
        .messages
        .iter()
        .find(|m| !ended.stderr.contains(m.as_str()));
    match missing {
        Some(missing) => Err(format!("stderr lacks '{missing}':\n{}", ended.tail(8))),
        None => Ok(()),
    }
}
