//! `// calls:` lines: how many calls of CUDA's driver one turn of a program's loop makes, counted by the stand-in GPU. The program runs
//! twice, the second time with more turns; the difference is that of the turns alone, whatever starts and ends cost.

use crate::process;
use crate::spec::{Spec, Turn};
use crate::standin::Target;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Turns of the two runs.
const FEW: u64 = 10;
const MANY: u64 = 20;
/// The sum of all, and what isn't the driver's business.
const LEFT_OUT: &str = "any";

type Counts = BTreeMap<String, u64>;

/// Whether each turn makes the calls that it is to make, and no others.
pub fn check(spec: &Spec, target: &Target, program: &Path, folder: &Path) -> Result<(), String> {
    // Only the stand-in counts, and what a lazy one is asked differs from run to run.
    if target.device != "nvidia" || target.env.is_empty() || target.lazy {
        return Ok(());
    }
    for turn in &spec.calls {
        let count = |turns| counts(spec, target, program, folder, turn, turns);
        // The first run of all fills the cache of compiled kernels.
        count(1)?;
        let (few, many) = (count(FEW)?, count(MANY)?);
        let names: Vec<&String> = many.keys().chain(turn.calls.keys()).collect();
        for name in names {
            let of = |counts: &Counts| counts.get(name).copied().unwrap_or(0);
            let more = of(&many).abs_diff(of(&few));
            let wanted = of(&turn.calls) * (MANY - FEW);
            if more != wanted {
                return Err(format!(
                    "calls of {name} in {} turns of '{}': {more}, expected {wanted}",
                    MANY - FEW,
                    turn.arguments.join(" ")
                ));
            }
        }
    }
    Ok(())
}

/// The calls of a run.
fn counts(
    spec: &Spec,
    target: &Target,
    program: &Path,
    folder: &Path,
    turn: &Turn,
    turns: u64,
) -> Result<Counts, String> {
    let file = folder.join("calls.txt");
    let mut command = Command::new(program);
    command
        .args(&turn.arguments)
        .arg(turns.to_string())
        .env("ACC_DEVICE_TYPE", "nvidia")
        .env("ACCRS_GPU_COUNTS", &file)
        .envs(target.env.iter().map(|(k, v)| (k, v)))
        .envs(spec.env.iter().map(|(k, v)| (k, v)));
    let ended = process::run(&mut command, Duration::from_secs(spec.seconds))?;
    if !ended.ok() {
        return Err(format!("{}\n{}", ended.how(), ended.tail(8)));
    }
    let text = fs::read_to_string(&file).map_err(|e| format!("no counts of calls: {e}"))?;
    let line = |line: &str| {
        let (name, count) = line.split_once(' ')?;
        Some((name.to_string(), count.parse().ok()?))
    };
    let all = text.lines().filter_map(line);
    Ok(all.filter(|(name, _)| name != LEFT_OUT).collect())
}
