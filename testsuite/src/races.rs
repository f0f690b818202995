//! `acctest races`: the programs of run/ on the host's cores under gcc's ThreadSanitizer. Two threads that touch the same memory, one of them to write,
//! with nothing that puts them in order, are found whatever the result is: most such programs give the right one nearly always. `race/openmp.c` stands in
//! for libgomp. Programs that can't run so, and those that race on purpose, are listed with the reason in `race/left-out.txt`.

use crate::Common;
use crate::check;
use crate::process;
use crate::spec::Spec;
use crate::suite::{self, Outcome, Tally};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

const LIMIT: Duration = Duration::from_secs(240);

pub fn all(common: &Common) -> Result<Tally, String> {
    let threads = match Threads::new(&common.suite) {
        Ok(threads) => threads,
        Err(why) => {
            println!("races: left out: gcc's ThreadSanitizer doesn't work here: {why}");
            return Ok(Tally::default());
        }
    };
    let listed = check::listed(&common.suite.join("race/left-out.txt"))?;
    let mut programs = suite::that_run(common)?;
    let may = |s: &Spec| s.path.extension().is_some_and(|e| e == "c") && s.runs_on("multicore");
    programs.retain(|s| may(s) && !listed.contains(&s.name));
    Ok(suite::each(
        "races",
        &programs,
        common.jobs,
        |spec| spec.name.clone(),
        |spec| vec![Outcome::of(spec.name.clone(), one(common, spec, &threads))],
    ))
}

/// What stands in for libgomp, compiled.
pub struct Threads {
    folder: TempDir,
    object: PathBuf,
}

impl Threads {
    /// `suite`: the folder that has race/.
    pub fn new(suite: &Path) -> Result<Threads, String> {
        let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
        let object = folder.path().join("threads.o");
        let mut cc = Command::new("gcc");
        cc.args(["-std=gnu11", "-O1", "-g", "-fsanitize=thread", "-c"]);
        cc.arg(suite.join("race/openmp.c")).arg("-o").arg(&object);
        ended_well("compile", process::run(&mut cc, LIMIT)?)?;
        let threads = Threads { folder, object };
        // Where the library is missing, or the kernel gives the sanitizer no room, nothing can be said.
        let probe = threads.folder.path().join("probe");
        let source = probe.with_extension("c");
        std::fs::write(&source, "int main(void) { return 0; }\n")
            .map_err(|e| format!("{}: {e}", source.display()))?;
        let mut cc = Command::new("gcc");
        cc.arg("-fsanitize=thread").arg(&source).arg("-o");
        ended_well("compile", process::run(cc.arg(&probe), LIMIT)?)?;
        ended_well("run", process::run(&mut Command::new(&probe), LIMIT)?)?;
        Ok(threads)
    }

    /// Has a command of accrs build for this.
    pub fn build(&self, command: &mut Command) {
        command.args(["--acc-target=multicore", "-w", "-g", "-fsanitize=thread"]);
        command.arg(&self.object);
    }

    /// Has a program's loops run on threads, and the sanitizer say what it finds.
    pub fn run(command: &mut Command) {
        command
            .env("ACC_DEVICE_TYPE", "host")
            .env("ACCRS_LEAST_WORK", "0")
            .env("ACCRS_CORES", "always")
            .env("TSAN_OPTIONS", "exitcode=0:report_thread_leaks=0");
    }
}

fn ended_well(what: &str, ended: process::Ended) -> Result<(), String> {
    match ended.ok() {
        true => Ok(()),
        false => Err(format!("{what}: {}\n{}", ended.how(), ended.tail(8))),
    }
}

fn one(common: &Common, spec: &Spec, threads: &Threads) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let program = folder.path().join("program");
    let mut command = Command::new(&common.accrs);
    command.args(&spec.flags).arg("-O1");
    threads.build(&mut command);
    command.arg(&spec.path).args(&spec.with).arg("-lm");
    let built = process::run(command.arg("-o").arg(&program), LIMIT)?;
    ended_well("compile", built)?;
    let mut command = Command::new(&program);
    command
        .args(&spec.args)
        .envs(spec.env.iter().map(|(k, v)| (k, v)));
    Threads::run(&mut command);
    let ended = process::run(&mut command, LIMIT)?;
    match found(&ended.stderr).first() {
        Some(race) => Err(race.text.clone()),
        None => ended_well("run", ended),
    }
}

/// Two threads of a parallel region that touch the same memory.
pub struct Race {
    pub text: String,
    /// One statement writes to a variable on a stack, and so does it in another thread. What gcc makes of `firstprivate(x) lastprivate(x)`
    /// does that in loops without an iteration: each thread stores the value from before the loop.
    pub perhaps_last: bool,
}

/// What the sanitizer says of parallel regions. The runtime's own threads, of queues, wait for each other in ways that it doesn't see.
pub fn found(stderr: &str) -> Vec<Race> {
    let reports = stderr.split("==================");
    reports.filter_map(race).collect()
}

fn race(report: &str) -> Option<Race> {
    let (_, text) = report.split_once("data race")?;
    let (accesses, _) = text.split_once("\n  Location").unwrap_or((text, ""));
    let blocks: Vec<&str> = accesses
        .split("\n\n")
        .filter(|b| b.contains("#0 "))
        .collect();
    let [first, second] = blocks.get(..2)? else {
        return None;
    };
    let both = [*first, *second];
    if report.contains("accrs-queue") || !both.iter().all(|b| b.contains("._omp_fn.")) {
        return None;
    }
    let places = both.map(|b| b.lines().find(|l| l.contains("#0 ")).unwrap_or_default());
    let place = |line: &str| {
        let line = line.trim().trim_start_matches("#0 ");
        line.split(" (").next().unwrap_or(line).to_string()
    };
    let [a, b] = places.map(place);
    let writes = both.iter().all(|b| b.to_lowercase().contains("write of"));
    Some(Race {
        perhaps_last: a == b && writes && report.contains("Location is stack of"),
        text: format!("data race: {a} and {b}\n{}", accesses.trim()),
    })
}

#[cfg(test)]
mod tests {
    use super::found;

    const REPORT: &str = "==================
WARNING: ThreadSanitizer: data race (pid=1)
  Write of size 4 at 0x1 by thread T2:
    #0 main._omp_fn.0 race.c:5 (race+0x26577)
    #1 run threads.c:18 (race+0x267e0)

  Previous read of size 4 at 0x1 by thread T1:
    #0 main._omp_fn.0 race.c:6 (race+0x2653f)
    #1 run threads.c:18 (race+0x267e0)

  Location is global 'a' of size 4000 at 0x2 (race+0x283750)

  Thread T2 (tid=2, running) created by main thread at:
    #0 pthread_create ../tsan_interceptors_posix.cpp:1001 (libtsan.so.2+0x5e686)
==================
";

    #[test]
    fn races_of_regions_are_found() {
        let all = found(REPORT);
        assert_eq!(all.len(), 1);
        assert!(
            all[0]
                .text
                .starts_with("data race: main._omp_fn.0 race.c:5 and main._omp_fn.0 race.c:6")
        );
        assert!(!all[0].perhaps_last);
        let same = REPORT
            .replace("Previous read", "Previous write")
            .replace("c:6", "c:5");
        assert!(!found(&same)[0].perhaps_last);
        let stack = same.replace("global 'a' of size 4000", "stack of main thread");
        assert!(found(&stack)[0].perhaps_last);
        assert!(found(&REPORT.replace("main._omp_fn.0 race.c:6", "free")).is_empty());
        assert!(found("no report").is_empty());
    }
}
