//! The lines of `commands.txt`.

use super::{Bench, failed};
use crate::Common;
use crate::process::{self, Ended};
use crate::progress;
use crate::suite::{self, Outcome, Tally};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);

/// A command line and where it comes from.
struct Line {
    /// Its place in the file.
    at: usize,
    project: String,
    seen: Seen,
    command: String,
}

impl Bench {
    /// Without NVRTC every architecture that is named ends in ACC0412.
    fn same(&self, seen: &Seen, expected: &Seen) -> bool {
        let codes = |of: &Seen| -> Vec<String> {
            let told = of.warnings.iter().filter(|c| self.nvrtc || *c != "ACC0412");
            told.cloned().collect()
        };
        seen.error == expected.error
            && seen.notes == expected.notes
            && codes(seen) == codes(expected)
    }
}

/// What is seen of a line.
#[derive(Default)]
struct Seen {
    /// It doesn't build, and this is the one line that is said.
    error: Option<String>,
    /// Words in notes (ACC0411), as written.
    notes: BTreeSet<String>,
    /// Codes of warnings.
    warnings: BTreeSet<String>,
}

pub fn all(common: &Common, bench: &Bench, bless: bool) -> Result<Tally, String> {
    let path = common.suite.join("commands.txt");
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut lines = read(&text).map_err(|e| format!("{}: {e}", path.display()))?;
    if bless {
        return write(&path, &text, bench, &lines);
    }
    if let Some(filter) = &common.filter {
        lines.retain(|l| l.project.contains(filter) || l.command.contains(filter));
        if lines.is_empty() {
            return Err(format!("{}: no line selected", path.display()));
        }
    }
    Ok(suite::each(
        "commands",
        &lines,
        common.jobs,
        |line| line.project.clone(),
        |line| {
            let name = format!("commands.txt:{} ({})", line.at, line.project);
            match one(bench, line) {
                Ok(None) => {
                    progress::say(format_args!("{name}: left out: mpicc is missing"));
                    Vec::new()
                }
                Ok(Some(seen)) if bench.same(&seen, &line.seen) => vec![Outcome::of(name, Ok(()))],
                Ok(Some(seen)) => vec![failed(
                    name,
                    format!("{}\n    seen: {}", line.command, seen.text()),
                )],
                Err(why) => vec![failed(name, format!("{}\n{why}", line.command))],
            }
        },
    ))
}

/// Writes what is seen now into the file.
fn write(path: &Path, text: &str, bench: &Bench, lines: &[Line]) -> Result<Tally, String> {
    let mut out: Vec<String> = text.lines().map(str::to_string).collect();
    let mut outcomes = Vec::new();
    for line in lines {
        match one(bench, line) {
            Ok(Some(seen)) => {
                if let Some(place) = out.get_mut(line.at - 1) {
                    *place = format!("{} | {}", seen.text(), line.command);
                }
            }
            Ok(None) => println!("{}: left out: mpicc is missing", line.command),
            Err(why) => outcomes.push(failed(&line.command, why)),
        }
    }
    fs::write(path, out.join("\n") + "\n").map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(suite::count(outcomes))
}

fn read(text: &str) -> Result<Vec<Line>, String> {
    let mut project = String::new();
    let mut lines = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix('[') {
            project = name.trim_end_matches(']').to_string();
            continue;
        }
        let Some((seen, command)) = line.split_once(" | ") else {
            return Err(format!("line {}: no ' | '", at + 1));
        };
        lines.push(Line {
            at: at + 1,
            project: project.clone(),
            seen: Seen::read(seen).map_err(|e| format!("line {}: {e}", at + 1))?,
            command: command.to_string(),
        });
    }
    Ok(lines)
}

impl Seen {
    /// `builds; notes: -Mlist, -Mipa=fast; warnings: ACC0412`, or `error: TEXT`.
    fn read(text: &str) -> Result<Self, String> {
        if let Some(error) = text.strip_prefix("error: ") {
            return Ok(Self {
                error: Some(error.to_string()),
                ..Self::default()
            });
        }
        let mut seen = Self::default();
        for part in text.split("; ") {
            let list = |part: &str| part.split(", ").map(str::to_string).collect();
            match part.split_once(": ") {
                None if part == "builds" => {}
                Some(("notes", words)) => seen.notes = list(words),
                Some(("warnings", codes)) => seen.warnings = list(codes),
                _ => return Err(format!("'{part}' is not known")),
            }
        }
        Ok(seen)
    }

    fn text(&self) -> String {
        if let Some(error) = &self.error {
            return format!("error: {error}");
        }
        let mut parts = vec!["builds".to_string()];
        let list = |set: &BTreeSet<String>| set.iter().cloned().collect::<Vec<_>>().join(", ");
        if !self.notes.is_empty() {
            parts.push(format!("notes: {}", list(&self.notes)));
        }
        if !self.warnings.is_empty() {
            parts.push(format!("warnings: {}", list(&self.warnings)));
        }
        parts.join("; ")
    }
}

/// `None` where a tool is missing.
fn one(bench: &Bench, line: &Line) -> Result<Option<Seen>, String> {
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    copy_sources(&bench.suite.join("commands"), folder.path())?;
    if line.command.contains("mpicc") && !has("mpicc") {
        return Ok(None);
    }
    let ended = run(bench, folder.path(), "sh", &["-c", &line.command])?;
    let seen = judge(&ended)?;
    if seen.error.is_some() {
        return Ok(Some(seen));
    }
    let mut program = made(folder.path(), |name| !name.ends_with(".so"), true)?;
    if program.is_empty() {
        program = linked(bench, folder.path(), &line.command)?;
    }
    for program in program {
        let program = program.to_string_lossy().into_owned();
        let ended = run(bench, folder.path(), &program, &[])?;
        if !ended.ok() || ended.stdout != "right\n" {
            return Err(format!("{}\n{}", ended.how(), ended.tail(10)));
        }
    }
    Ok(Some(seen))
}

/// Objects that a line leaves become a program, with the other half of their source where there is one.
fn linked(bench: &Bench, folder: &Path, command: &str) -> Result<Vec<PathBuf>, String> {
    let objects = made(folder, |name| name.ends_with(".o"), false)?;
    if objects.is_empty() {
        let library = made(folder, |name| name.ends_with(".so"), true)?;
        let none = || Err("nothing was made".to_string());
        return if library.is_empty() {
            none()
        } else {
            Ok(library).map(|_| Vec::new())
        };
    }
    let mut words = vec!["-o", "program", "-lm", "-fopenmp"];
    let names: Vec<String> = objects
        .iter()
        .map(|o| o.to_string_lossy().into_owned())
        .collect();
    words.extend(names.iter().map(String::as_str));
    let compiler = if command.contains("mpicc") {
        "mpicc"
    } else {
        "accrs"
    };
    let ended = run(bench, folder, compiler, &words)?;
    if !ended.ok() {
        return Err(format!(
            "the link of its objects: {}\n{}",
            ended.how(),
            ended.tail(10)
        ));
    }
    Ok(vec![folder.join("program")])
}

/// What a line says: only notes and warnings that are accrs's own, or one line that says why it is not compiled.
fn judge(ended: &Ended) -> Result<Seen, String> {
    let mut seen = Seen::default();
    if !ended.ok() {
        let said: Vec<&str> = ended.stderr.lines().collect();
        return match said.as_slice() {
            [one] => Ok(Seen {
                error: Some((*one).to_string()),
                ..seen
            }),
            _ => Err(format!("not one line: {}\n{}", ended.how(), ended.tail(20))),
        };
    }
    for line in ended.stderr.lines() {
        if let Some(note) = line.strip_prefix("note[ACC0411]: ") {
            let words = note.split("' ha").next().unwrap_or(note);
            let words = words.trim_matches('\'').replace("' and '", "', '");
            seen.notes.extend(words.split("', '").map(str::to_string));
        } else if line.starts_with("note[ACC0417]: ") {
            // What `-fast` means, which the command itself shows.
        } else if let Some(warning) = line.strip_prefix("warning[") {
            seen.warnings.extend(warning.get(..7).map(str::to_string));
        } else if line.contains("warning:") || line.contains("error") {
            return Err(format!("it says: {line}"));
        }
    }
    Ok(seen)
}

fn run(bench: &Bench, folder: &Path, program: &str, words: &[&str]) -> Result<Ended, String> {
    let path = std::env::var("PATH").unwrap_or_default();
    let library = bench.path("lib");
    let found = format!(
        "{}:{}",
        library.display(),
        bench.path("cuda/lib64").display()
    );
    let mut command = Command::new(program);
    command
        .args(words)
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", bench.path("bin").display()))
        .env("ACCRS_CC", &bench.host)
        .env("MPICH_CC", "accrs")
        .env("OMPI_CC", "accrs")
        .env("CUDA_HOME", bench.path("cuda"))
        .env("LIBRARY_PATH", &library)
        .env("LD_LIBRARY_PATH", found)
        .env("OMP_NUM_THREADS", "2")
        .env("ACC_DEVICE_TYPE", "multicore");
    process::run(&mut command, LIMIT)
}

fn copy_sources(from: &Path, to: &Path) -> Result<(), String> {
    let listing = fs::read_dir(from).map_err(|e| format!("{}: {e}", from.display()))?;
    for entry in listing.flatten() {
        fs::copy(entry.path(), to.join(entry.file_name()))
            .map_err(|e| format!("{}: {e}", entry.path().display()))?;
    }
    Ok(())
}

/// Files of these names; with the right to be run if `program`.
fn made(
    folder: &Path,
    named: impl Fn(&str) -> bool,
    program: bool,
) -> Result<Vec<PathBuf>, String> {
    use std::os::unix::fs::PermissionsExt;
    let listing = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let fits = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let mode = path.metadata().map_or(0, |m| m.permissions().mode());
        named(&name) && (!program || mode & 0o111 != 0)
    };
    let mut found: Vec<PathBuf> = listing.flatten().map(|e| e.path()).filter(fits).collect();
    found.sort();
    Ok(found)
}

fn has(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}
