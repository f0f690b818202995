//! Judging a program: built plain and by accrs, once for all devices, run on each; answers are compared piece by piece.

use super::clock::Clock;
use super::files;
use crate::process::{self, Ended};
use crate::races::{Threads, found};
use crate::standin::Target;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(300);

/// What went wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// The program itself is bad: the host's compiler refuses it, or its plain run fails.
    Invalid,
    /// accrs, or the host's compiler behind it, refuses the program.
    Compile,
    /// Another answer than plain C's.
    Differs,
    /// The run ended in an error, or didn't end.
    Ended,
    /// Constructs didn't run on the device.
    Launches,
}

/// One device's failure.
#[derive(Clone, Debug)]
pub struct Failure {
    pub device: String,
    pub what: What,
    pub text: String,
    /// Pieces that it was seen in, if that is known.
    pub pieces: BTreeSet<usize>,
}

impl Failure {
    fn of(device: &str, what: What, text: String) -> Failure {
        Failure {
            device: device.to_string(),
            what,
            text,
            pieces: BTreeSet::new(),
        }
    }

    pub fn show(&self) -> String {
        format!("{}: {:?}: {}", self.device, self.what, self.text)
    }
}

pub struct Judge {
    pub accrs: PathBuf,
    /// OMP_NUM_THREADS of the runs on the host's cores.
    pub threads: Vec<u32>,
    pub targets: Vec<Target>,
    pub clock: Clock,
}

/// A built program, and what it must do.
struct Run<'a> {
    program: &'a Path,
    folder: &'a Path,
    want: &'a str,
    launches: usize,
}

/// Programs of C++ name its standard.
pub fn is_cpp(flags: &[String]) -> bool {
    flags
        .iter()
        .any(|f| f.starts_with("-std=") && f.contains("++"))
}

/// What a program's file is called.
pub fn file(flags: &[String]) -> &'static str {
    match is_cpp(flags) {
        true => "fuzz.cpp",
        false => "fuzz.c",
    }
}

fn compiler(flags: &[String]) -> &'static str {
    match is_cpp(flags) {
        true => "c++",
        false => "cc",
    }
}

fn is_optimised(flags: &[String]) -> bool {
    flags.iter().any(|f| f == "-O2" || f == "-O3")
}

fn invalid(text: String) -> Failure {
    Failure::of("plain", What::Invalid, text)
}

/// Those of a program's flags that other compilers have too.
pub fn for_cc(flags: &[String]) -> impl Iterator<Item = &String> {
    flags.iter().filter(|f| !f.starts_with("--acc-"))
}

impl Judge {
    /// The failures of a program on all devices; none if all agree.
    pub fn compare(&self, text: &str, flags: &[String], launches: usize) -> Vec<Failure> {
        match self.try_compare(text, flags, launches) {
            Ok(failures) => failures,
            Err(failure) => vec![failure],
        }
    }

    fn try_compare(
        &self,
        text: &str,
        flags: &[String],
        launches: usize,
    ) -> Result<Vec<Failure>, Failure> {
        let folder = tempfile::tempdir().map_err(|e| invalid(format!("temporary folder: {e}")))?;
        let sources = written(folder.path(), text, file(flags)).map_err(invalid)?;
        let (said, want) = self.plain(folder.path(), &sources, flags)?;
        let offloaded = folder.path().join("offloaded");
        let mut accrs = Command::new(&self.accrs);
        let targets = &self.targets;
        let mut devices: Vec<&str> = targets.iter().map(|t| t.device.as_str()).collect();
        devices.dedup();
        let target = format!("--acc-target={}", devices.join(","));
        accrs.args(flags).args(["-Wall", "-Wextra", &target]);
        // The run compiles the same kernels.
        if devices.contains(&"nvidia") {
            accrs.arg("--acc-verify=false");
        }
        // sim's compiler takes most of the time where it optimises.
        if !is_optimised(flags) && std::env::var_os("ACCRS_CXX").is_none() {
            let cxx = quick_compiler(folder.path()).map_err(invalid)?;
            accrs.env("ACCRS_CXX", cxx);
        }
        let again = self
            .clock
            .time("accrs", || build(&mut accrs, &sources, &offloaded))
            .map_err(|why| refused(text, why))?;
        // What the program's own text is warned of is not accrs's.
        if let Some(warning) = new_warning(&said, &again) {
            let why = format!("warned by accrs's text only: {warning}");
            return Err(refused(text, why));
        }
        let run = Run {
            program: &offloaded,
            folder: folder.path(),
            want: &want,
            launches,
        };
        let mut failures = Vec::new();
        for target in targets {
            let threads = match target.device.as_str() {
                "multicore" => self.threads.as_slice(),
                _ => &[2],
            };
            failures.extend(threads.iter().filter_map(|n| self.device(target, *n, &run)));
        }
        Ok(failures)
    }

    /// What the host's compiler says of the program, and the program's answers. Where the flags optimise, they must be those without: else
    /// the program isn't right itself.
    fn plain(
        &self,
        folder: &Path,
        sources: &[PathBuf],
        flags: &[String],
    ) -> Result<(String, String), Failure> {
        let ran = |more: &[&str]| {
            let program = folder.join("plain");
            let mut cc = Command::new(compiler(flags));
            cc.args(for_cc(flags)).args(more);
            let said = self
                .clock
                .time("cc, plain", || build(&mut cc, sources, &program));
            let said = said.map_err(invalid)?;
            let mut command = Command::new(&program);
            let answer = self
                .clock
                .time("run, plain", || answer(&mut command, LIMIT));
            Ok((said, answer.map_err(|(_, why)| invalid(why))?))
        };
        let (said, want) = ran(&["-Wall", "-Wextra", "-Wno-unknown-pragmas"])?;
        if is_optimised(flags) {
            let (_, slowly) = ran(&["-w", "-O0"])?;
            if slowly != want {
                let difference = crate::reject::difference(&slowly, &want);
                let mut failure = invalid(format!("other answers than with -O0\n{difference}"));
                failure.pieces = differing(&slowly, &want);
                return Err(failure);
            }
        }
        Ok((said, want))
    }

    fn device(&self, target: &Target, threads: u32, run: &Run) -> Option<Failure> {
        let name = match target.device.as_str() {
            "multicore" => format!("multicore, {threads} threads"),
            _ => target.label.clone(),
        };
        let stats = run.folder.join("stats");
        let mut command = Command::new(run.program);
        command
            .env("ACC_DEVICE_TYPE", &target.device)
            .env("OMP_NUM_THREADS", threads.to_string())
            // Programs that are built for that share loops among them.
            .env("ACC_NUM_SIM_DEVICES", "3")
            .env("ACCRS_GPU_DEVICES", "2")
            .env("ACCRS_STATS", &stats)
            // Sections are small here.
            .env("ACCRS_ROWS", "always")
            .envs(target.env.iter().map(|(k, v)| (k, v)))
            // No program comes twice: what is compiled for it is of no use to others.
            .env("ACCRS_CACHE_DIR", run.folder.join("cache"));
        let (want, launches) = (run.want, run.launches);
        let stage = match target.device.as_str() {
            "multicore" => "run, multicore",
            "sim" => "run, sim",
            _ => "NVRTC and run, nvidia",
        };
        let fail = |what, text| Failure::of(&name, what, text);
        let seen = match self.clock.time(stage, || answer(&mut command, LIMIT)) {
            Ok(seen) => seen,
            Err((so_far, why)) => {
                let mut failure = fail(What::Ended, why);
                failure.pieces = differing(want, &so_far);
                failure.pieces.extend(last_piece(&so_far));
                return Some(failure);
            }
        };
        if seen != want {
            let mut failure = fail(
                What::Differs,
                format!("\n{}", crate::reject::difference(want, &seen)),
            );
            failure.pieces = differing(want, &seen);
            return Some(failure);
        }
        let count = if target.device == "multicore" {
            "host_kernels"
        } else {
            "kernels"
        };
        match counted(&stats, count) {
            Ok(ran) if ran >= launches => None,
            Ok(ran) => Some(fail(
                What::Launches,
                format!("{ran} constructs ran of {launches}"),
            )),
            Err(why) => Some(fail(What::Launches, why)),
        }
    }

    /// Whether no threads of the program race on the host's cores.
    pub fn races(&self, threads: &Threads, text: &str, flags: &[String]) -> Result<(), String> {
        let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
        let sources = written(folder.path(), text, file(flags))?;
        let program = folder.path().join("program");
        let mut command = Command::new(&self.accrs);
        command.args(flags);
        threads.build(&mut command);
        build(&mut command, &sources, &program)?;
        let mut command = Command::new(&program);
        Threads::run(&mut command);
        let ended = process::run(&mut command, LIMIT)?;
        let race = found(&ended.stderr).into_iter().find(|r| !r.perhaps_last);
        race.map_or(Ok(()), |r| Err(r.text))
    }

    /// Whether the program is valid C: no warning of values that aren't set, no sanitizer complains. Returns the kinds of
    /// warnings that it has.
    pub fn check(&self, text: &str, flags: &[String]) -> Result<BTreeSet<String>, String> {
        let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
        let sources = written(folder.path(), text, file(flags))?;
        let unset = folder.path().join("unset");
        let mut cc = Command::new(compiler(flags));
        cc.args(for_cc(flags))
            .args(["-O2", "-Wall", "-Wextra"])
            .args(WARNINGS);
        let said = build(&mut cc, &sources, &unset)?;
        let kinds = said
            .lines()
            .filter_map(|l| Some(l.rsplit_once("[-W")?.1.to_string()))
            .collect();
        let checked = folder.path().join("checked");
        let mut cc = Command::new(compiler(flags));
        cc.args(for_cc(flags)).args(["-O1", "-g", "-w", "-pthread"]).args([
            "-fsanitize=undefined,address,float-cast-overflow,float-divide-by-zero,bounds-strict",
            "-fno-sanitize-recover=all",
        ]);
        // With -fwrapv signed overflow is defined, and gcc's sanitizer knows.
        build(&mut cc, &sources, &checked)?;
        answer(
            Command::new(&checked).env(
                "ASAN_OPTIONS",
                "detect_leaks=1:detect_stack_use_after_return=1",
            ),
            LIMIT,
        )
        .map(|_| kinds)
        .map_err(|(_, why)| why)
    }
}

/// Warnings that tell of undefined behaviour, and those that say nothing here.
const WARNINGS: [&str; 10] = [
    "-Wno-unknown-pragmas",
    "-Wno-unused",
    "-Wno-unused-parameter",
    "-Werror=uninitialized",
    "-Werror=return-type",
    "-Werror=implicit-function-declaration",
    "-Werror=sequence-point",
    "-Werror=shift-count-overflow",
    "-Werror=shift-count-negative",
    "-Werror=div-by-zero",
];

/// Warnings that depend on what the host's compiler finds out of a text, which differs from text to text.
const FOUND_OUT: [&str; 5] = [
    "maybe-uninitialized]",
    "array-bounds]",
    "stringop-overflow=]",
    "aggressive-loop-optimizations]",
    "null-dereference]",
];

/// A C++ compiler that doesn't optimise, whatever it is told.
fn quick_compiler(folder: &Path) -> Result<PathBuf, String> {
    let path = folder.join("quick-c++");
    let text = "#!/bin/sh\nexec c++ \"$@\" -O0\n";
    fs::write(&path, text)
        .and_then(|()| fs::set_permissions(&path, fs::Permissions::from_mode(0o755)))
        .map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(path)
}

fn refused(text: &str, why: String) -> Failure {
    let mut failure = Failure::of("accrs", What::Compile, why);
    failure.pieces = named(text, &failure.text);
    failure
}

/// The pieces that a compiler's message names by its lines.
fn named(text: &str, message: &str) -> BTreeSet<usize> {
    let in_file = |(file, text): (String, String)| {
        let lines: Vec<&str> = text.lines().collect();
        message
            .split(&file)
            .skip(1)
            .filter_map(|rest| rest.strip_prefix("pp:").or_else(|| rest.strip_prefix(':')))
            .filter_map(|rest| rest.split(':').next()?.parse::<usize>().ok())
            .filter_map(|row| piece_at(&lines, row))
            .collect::<Vec<usize>>()
    };
    // That of a C++ program ends in pp.
    files::apart(text, "fuzz.c")
        .into_iter()
        .flat_map(in_file)
        .collect()
}

/// Writes a program's files to a folder, the first by this name; returns those that a compiler is given.
fn written(folder: &Path, text: &str, first: &str) -> Result<Vec<PathBuf>, String> {
    let mut sources = Vec::new();
    for (name, text) in files::apart(text, first) {
        let path = folder.join(&name);
        fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        if !name.ends_with(".h") {
            sources.push(path);
        }
    }
    Ok(sources)
}

/// Each piece begins with a comment `/* Kind, piece 7 */`.
fn piece_at(lines: &[&str], row: usize) -> Option<usize> {
    lines.get(..row)?.iter().rev().find_map(|l| {
        let (_, number) = l.strip_prefix("/* ")?.split_once(", piece ")?;
        number.strip_suffix(" */")?.parse().ok()
    })
}

/// A warning of the host's compiler in accrs's text that the program's own doesn't have.
fn new_warning(own: &str, accrs: &str) -> Option<String> {
    let place = |line: &str| -> Option<(String, String)> {
        let (place, text) = line.split_once(": warning: ")?;
        let row = place.split(':').nth(1)?.to_string();
        let mut flag = text.rsplit("[-W").next()?;
        if flag.starts_with("unused") {
            flag = "unused";
        }
        Some((row, flag.to_string()))
    };
    let known: BTreeSet<_> = own.lines().filter_map(place).collect();
    accrs
        .lines()
        .filter(|l| !l.contains("-Wopenacc") && !l.contains("warning[ACC"))
        .find(|l| {
            place(l).is_some_and(|p| !known.contains(&p) && !FOUND_OUT.contains(&p.1.as_str()))
        })
        .map(str::to_string)
}

/// The answers of a program, a piece each.
fn by_piece(text: &str) -> Vec<(usize, &str)> {
    text.split("piece ")
        .skip(1)
        .filter_map(|part| Some((part.split(',').next()?.parse().ok()?, part)))
        .collect()
}

/// Pieces that have another answer.
fn differing(want: &str, seen: &str) -> BTreeSet<usize> {
    by_piece(want)
        .iter()
        .zip(by_piece(seen))
        .filter(|(a, b)| a.1 != b.1)
        .map(|(a, _)| a.0)
        .collect()
}

fn last_piece(seen: &str) -> Option<usize> {
    by_piece(seen).last().map(|p| p.0)
}

/// A count of `ACCRS_STATS`.
fn counted(stats: &Path, name: &str) -> Result<usize, String> {
    let text = fs::read_to_string(stats).map_err(|e| format!("{}: {e}", stats.display()))?;
    let rest = text
        .split(&format!("\"{name}\":"))
        .nth(1)
        .ok_or(format!("no {name} in {text}"))?;
    let digits: String = rest
        .trim_start()
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    digits
        .parse()
        .map_err(|_| format!("no number behind {name} in {text}"))
}

/// Builds, and returns what the compiler said.
pub fn build(command: &mut Command, sources: &[PathBuf], out: &Path) -> Result<String, String> {
    let command = command
        .args(["-pthread", "-o"])
        .arg(out)
        .args(sources)
        .arg("-lm");
    let ended = process::run(command, LIMIT)?;
    if ended.ok() {
        Ok(ended.stderr)
    } else {
        // Errors are lost among the warnings.
        let errors: String = ended
            .stderr
            .lines()
            .filter(|l| l.contains("error"))
            .take(4)
            .map(|l| format!("    {l}\n"))
            .collect();
        let how = ended.how();
        Err(format!("compile: {how}\n{errors}{}", ended.tail(10)))
    }
}

/// The program's output; what it had written so far where it fails.
fn answer(command: &mut Command, limit: Duration) -> Result<String, (String, String)> {
    let ended: Ended = process::run(command, limit).map_err(|e| (String::new(), e))?;
    if ended.ok() {
        Ok(ended.stdout)
    } else {
        let why = format!("{}\n{}", ended.how(), ended.tail(6));
        Err((ended.stdout, why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_that_differ() {
        let want = "piece 0, Nest\na 1\npiece 4, Data\nb 2\npiece 11, Nest\nc 3\n";
        let seen = "piece 0, Nest\na 1\npiece 4, Data\nb 5\npiece 11, Nest\nc 3\n";
        assert_eq!(differing(want, seen), BTreeSet::from([4]));
        assert!(differing(want, want).is_empty());
        assert_eq!(last_piece("piece 0, Nest\na 1\npiece 4, Data\n"), Some(4));
    }

    #[test]
    fn pieces_by_line() {
        let text = "int x;\n/* Nest, piece 3 */\nint y;\n/* Data, piece 5 */\nint z;\n";
        let seen = named(
            text,
            "/tmp/fuzz.c:5:2: error: z\n/tmp/fuzz.c:1:2: note: x\n",
        );
        assert_eq!(seen, BTreeSet::from([5]));
    }

    #[test]
    fn warnings_that_accrs_brings() {
        let own = "f.c:3:5: warning: unused variable 'x' [-Wunused-variable]\n";
        let same = "f.c:3:9: warning: unused variable 'x' [-Wunused-variable]\n";
        let more = "f.c:8:9: warning: unused variable 'y' [-Wunused-variable]\n";
        assert_eq!(new_warning(own, same), None);
        assert!(new_warning(own, &format!("{same}{more}")).is_some());
    }
}
