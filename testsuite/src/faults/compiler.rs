//! NVRTC failing in the middle: each of its functions once, in a run of a program whose kernels aren't compiled yet; and a file that is no NVRTC.

use super::{Ends, Options, judge};
use crate::process;
use crate::progress;
use crate::run;
use crate::standin::Target;
use crate::suite::{self, Outcome};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// The functions of NVRTC that the runtime calls when it compiles for the stand-in, which takes PTX, and whether the program can't end well without.
const FUNCTIONS: [(&str, bool); 8] = [
    ("nvrtcVersion", true),
    ("nvrtcGetNumSupportedArchs", true),
    ("nvrtcGetSupportedArchs", true),
    ("nvrtcCreateProgram", true),
    ("nvrtcCompileProgram", true),
    ("nvrtcGetPTXSize", true),
    ("nvrtcGetPTX", true),
    ("nvrtcDestroyProgram", false),
];

/// One program with each failure.
pub fn all(options: &Options, targets: &[Target]) -> Result<Vec<Outcome>, String> {
    let Some(target) = targets.iter().find(|t| t.device == "nvidia") else {
        return Ok(vec![]);
    };
    let programs = suite::sources(&options.common.suite.join("run"))?;
    let spec = programs.iter().find(|p| p.name == "parallel");
    let spec = spec.ok_or("run/parallel.c is missing")?;
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let program = folder.path().join("program");
    run::compile(&options.common, &["nvidia"], spec, &program)?;
    let nvrtc = target.env.iter().find(|(name, _)| name == "ACCRS_NVRTC");
    let (_, nvrtc) = nvrtc.ok_or("no NVRTC is known")?;
    let ends = Ends::default();
    let run = |library: &Path, function: &str| {
        let mut command = Command::new(&program);
        command
            .env("ACC_DEVICE_TYPE", "nvidia")
            .envs(target.env.iter().map(|(k, v)| (k, v)))
            .env("ACCRS_NVRTC", library)
            .env("ACCRS_CACHE_DIR", folder.path().join(function))
            .env("NVRTC_FAILS", function);
        process::run(&mut command, Duration::from_secs(spec.seconds))
    };
    let fails = |function: &str, must: bool| {
        let ended = run(Path::new(nvrtc), function)?;
        match (ended.ok(), must) {
            (true, true) => Err("the program didn't see it".to_string()),
            (false, false) => Err(format!("{}\n{}", ended.how(), ended.tail(6))),
            _ => judge(&ended, &ends),
        }
    };
    Ok(progress::during(
        "faults, NVRTC",
        FUNCTIONS.len(),
        |progress| {
            let each = FUNCTIONS.iter().map(|(function, must)| {
                let _running = progress.begin(|| (*function).to_string());
                Outcome::of(format!("NVRTC: {function}"), fails(function, *must))
            });
            let mut outcomes: Vec<Outcome> = each.collect();
            let none = run(&program, "none").and_then(|ended| match ended.ok() {
                true => Err("the program ran".to_string()),
                false => judge(&ended, &ends),
            });
            outcomes.push(Outcome::of("NVRTC: another file", none));
            outcomes
        },
    ))
}
