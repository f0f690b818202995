//! `acctest fault`: programs that must fail at run time with a message (of each
//! `// message:` line) and an exit status of their own, not a signal.

use crate::Common;
use crate::process;
use crate::spec::Spec;
use crate::suite::{self, Outcome, Tally};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

pub fn all(common: &Common) -> Result<Tally, String> {
    let programs = suite::programs(common, "fault")?;
    Ok(suite::each(&programs, common.jobs, |spec| {
        vec![Outcome::of(spec.name.clone(), one(common, spec))]
    }))
}

fn one(common: &Common, spec: &Spec) -> Result<(), String> {
    if spec.messages.is_empty() {
        return Err("a program of fault/ needs a '// message:' line".to_string());
    }
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let program = folder.path().join("program");
    let mut command = Command::new(&common.accrs);
    command
        .arg("--acc-target=multicore,sim")
        .args(&spec.flags)
        .arg("-o")
        .arg(&program);
    command.arg(&spec.path).args(&spec.with).arg("-lm");
    let compiled = process::run(&mut command, Duration::from_secs(120))?;
    if !compiled.ok() {
        return Err(format!(
            "compile: {}\n{}",
            compiled.how(),
            compiled.tail(12)
        ));
    }
    let devices = if spec.devices.is_empty() {
        vec!["sim".to_string()]
    } else {
        spec.devices.clone()
    };
    devices
        .iter()
        .try_for_each(|device| fails_well(spec, device, &program))
}

fn fails_well(spec: &Spec, device: &str, program: &Path) -> Result<(), String> {
    let mut command = Command::new(program);
    command.args(&spec.args).env("ACC_DEVICE_TYPE", device);
    command.envs(spec.env.iter().map(|(k, v)| (k, v)));
    let ended = process::run(&mut command, Duration::from_secs(spec.seconds))?;
    if ended.code.is_none_or(|code| code == 0) {
        return Err(format!(
            "[{device}] want a non-zero exit, got {}\n{}",
            ended.how(),
            ended.tail(8)
        ));
    }
    match spec
        .messages
        .iter()
        .find(|m| !ended.stderr.contains(m.as_str()))
    {
        Some(missing) => Err(format!(
            "[{device}] stderr lacks '{missing}':\n{}",
            ended.tail(8)
        )),
        None => Ok(()),
    }
}
