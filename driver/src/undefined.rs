//! A link in which no file defines a function for devices that a construct calls (ACC0420). The linker knows it by the name that sim's
//! kernels have for it, and says so in words that no user could follow; these are taken out, and ours are put in their place.

use crate::diagnose;
use crate::host::{self, HostError};
use crate::interrupt;
use crate::options::Diagnostics;
use accrs_frontend::Diagnostic;
use accrs_frontend::diag::codes;
use accrs_frontend::source::{SourceMap, Span};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// What the name of a function for other files begins with (`lowering/src/render/cuda/exports.rs`).
const PREFIX: &str = "accrs_routine_";

/// What the runtime calls that no other C library has.
const ONLY_GLIBC: &str = "gnu_get_libc_version";

/// Functions that no file defines for devices, each with the first place that calls it, `file` and line.
#[derive(Default)]
pub struct Undefined {
    names: BTreeMap<String, Option<(String, usize)>>,
    /// A line that is told unless the next one is about such a function: `in function 'x':`.
    held: Option<String>,
    /// The function that the linker is telling of (lld tells over several lines).
    current: Option<String>,
    /// The runtime lacks functions of glibc.
    other_libc: bool,
}

impl Undefined {
    /// A line that the linker prints; what of it is for the user.
    pub fn line(&mut self, line: &str) -> String {
        self.other_libc |= line.contains("undefined") && line.contains(ONLY_GLIBC);
        let goes_on = line.trim_start().starts_with(">>>")
            || line.trim_start().starts_with("more undefined references");
        if let Some(name) = name_in(line) {
            self.held = None;
            let place = place_in(line);
            let known = self.names.entry(name.clone()).or_default();
            *known = known.take().or(place);
            self.current = Some(name);
            return String::new();
        }
        if let Some(name) = self.current.clone().filter(|_| goes_on) {
            let place = line
                .split_once("referenced by ")
                .and_then(|(_, at)| place_in(at));
            if let Some(known) = self.names.get_mut(&name) {
                *known = known.take().or(place);
            }
            return String::new();
        }
        self.current = None;
        let before = self.held.take().unwrap_or_default();
        if line.contains(": in function ") || line.contains(": In function ") {
            self.held = Some(line.to_string());
            return before;
        }
        before + line
    }

    /// At the end.
    pub fn rest(&mut self) -> String {
        self.held.take().unwrap_or_default()
    }

    /// Says what is missing.
    pub fn tell(&self, form: Diagnostics) {
        for (name, place) in &self.names {
            let what = format!(
                "'{name}' is called on devices, and no file of the program defines it for them"
            );
            let help = "write `#pragma acc routine` before the function's definition too, and compile that file with accrs for the same devices (--acc-target=)";
            let text = place
                .as_ref()
                .and_then(|(file, _)| std::fs::read_to_string(file).ok());
            let (d, map) = match (place, text) {
                (Some((file, line)), Some(text)) => {
                    let d = Diagnostic::error(
                        codes::ROUTINE_NOWHERE,
                        span_of(&text, *line, name),
                        what,
                    );
                    (d.label("called here"), SourceMap::new(text, file))
                }
                (Some((file, line)), None) => {
                    let what = format!("{file}:{line}: {what}");
                    (
                        Diagnostic::general(codes::ROUTINE_NOWHERE, what),
                        SourceMap::new(String::new(), ""),
                    )
                }
                (None, _) => (
                    Diagnostic::general(codes::ROUTINE_NOWHERE, what),
                    SourceMap::new(String::new(), ""),
                ),
            };
            diagnose::print(&map, &[d.help(help)], form);
        }
        if self.other_libc {
            let what = "accrs's runtime is made for glibc, and this program is linked with another C library";
            let d = Diagnostic::general(codes::OTHER_LIBC, what.to_string()).help(
                "--emit=openmp writes the program for other compilers: it needs nothing of accrs",
            );
            diagnose::print(&SourceMap::new(String::new(), ""), &[d], form);
        }
    }
}

/// The function that a line of the linker's is about.
fn name_in(line: &str) -> Option<String> {
    let (before, rest) = line.split_once(PREFIX)?;
    if !before.contains("undefined") {
        return None;
    }
    let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')));
    Some(rest[..end.unwrap_or(rest.len())].to_string())
}

/// `f.c:12: undefined reference …`, also behind the linker's own name, has a file and a line.
fn place_in(line: &str) -> Option<(String, usize)> {
    let mut parts = line.split(':').map(str::trim);
    let mut file = parts.next()?;
    for part in parts {
        let number = part.split_whitespace().next().unwrap_or("");
        match number.parse() {
            Ok(number) => return Some((shorter(file), number)),
            Err(_) => file = part,
        }
    }
    None
}

/// Relative to the current folder, where that holds it.
fn shorter(file: &str) -> String {
    let here = std::env::current_dir().ok();
    let path = std::path::Path::new(file);
    let short = here.and_then(|h| path.strip_prefix(h).ok().map(|p| p.display().to_string()));
    short.unwrap_or_else(|| file.to_string())
}

/// The call in a line; the line, where its name doesn't stand in it.
fn span_of(text: &str, line: usize, name: &str) -> Span {
    let start = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    let own = text[start..].lines().next().unwrap_or("");
    match own.find(name) {
        Some(at) => Span::new(start + at, start + at + name.len()),
        None => Span::new(
            start + own.len() - own.trim_start().len(),
            start + own.trim_end().len(),
        ),
    }
}

/// Runs a command that links; what it prints is passed on as it comes.
///
/// # Errors
/// As [`host::run`].
pub fn link(command: &mut Command, verbose: bool, form: Diagnostics) -> Result<(), HostError> {
    let mut missing = Undefined::default();
    // The compiler can't see where its words go.
    let shown = std::io::IsTerminal::is_terminal(&std::io::stderr());
    if form == Diagnostics::Text(None) && shown {
        command.arg("-fdiagnostics-color=always");
    }
    let program = command.get_program().to_string_lossy().into_owned();
    host::say(command, verbose);
    let not_run = |e| HostError::NotRun(program.clone(), e);
    command.stdin(Stdio::inherit()).stderr(Stdio::piped());
    let mut child = interrupt::spawn(command).map_err(not_run)?;
    if let Some(pipe) = child.stderr.take() {
        let mut lines = BufReader::new(pipe);
        let mut line = Vec::new();
        while lines.read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
            crate::tell::report(&missing.line(&String::from_utf8_lossy(&line)));
            line.clear();
        }
    }
    let status = child.wait();
    interrupt::ended(&child);
    crate::tell::report(&missing.rest());
    missing.tell(form);
    host::judge(&program, status.map_err(not_run)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> (String, Undefined) {
        let mut missing = Undefined::default();
        let mut shown: String = text
            .split_inclusive('\n')
            .map(|line| missing.line(line))
            .collect();
        shown.push_str(&missing.rest());
        (shown, missing)
    }

    #[test]
    fn words_of_linkers_are_taken_out() {
        let gnu = "/usr/bin/ld: /tmp/a.o: in function `a_main_7':\n\
                   /here/a.c:9: undefined reference to `accrs_routine_f'\n\
                   /usr/bin/ld: a.c:19: undefined reference to `accrs_routine_f'\n\
                   /usr/bin/ld: /tmp/a.o: in function `main':\n\
                   a.c:3: undefined reference to `g'\n\
                   collect2: error: ld returned 1 exit status\n";
        let (shown, missing) = of(gnu);
        assert_eq!(
            shown,
            "/usr/bin/ld: /tmp/a.o: in function `main':\n\
             a.c:3: undefined reference to `g'\n\
             collect2: error: ld returned 1 exit status\n"
        );
        let place = Some(("/here/a.c".to_string(), 9));
        assert_eq!(
            missing.names.into_iter().collect::<Vec<_>>(),
            [("f".to_string(), place)]
        );
        let lld = "ld.lld: error: undefined symbol: accrs_routine_f\n\
                   >>> referenced by a.c:9\n\
                   >>>               /tmp/a.o:(a_main_7)\n\
                   ld.lld: error: undefined symbol: g\n\
                   >>> referenced by a.c:3\n";
        let (shown, missing) = of(lld);
        assert_eq!(
            shown,
            "ld.lld: error: undefined symbol: g\n>>> referenced by a.c:3\n"
        );
        assert_eq!(missing.names["f"], Some(("a.c".to_string(), 9)));
    }

    #[test]
    fn another_c_library_is_seen() {
        let musl = "/usr/bin/ld: /usr/lib/accrs/libaccrt.a(accrt.o): undefined reference to symbol 'gnu_get_libc_version@@GLIBC_2.2.5'\n\
                    collect2: error: ld returned 1 exit status\n";
        let (shown, missing) = of(musl);
        assert_eq!(shown, musl);
        assert!(missing.other_libc);
        assert!(!of("a.c:3: undefined reference to `g'\n").1.other_libc);
    }

    #[test]
    fn the_call_is_pointed_at() {
        let text = "int a;\n    a = f(1);\nb;\n";
        assert_eq!(span_of(text, 2, "f"), Span::new(15, 16));
        assert_eq!(span_of(text, 2, "g"), Span::new(11, 20));
        assert_eq!(span_of(text, 9, "f"), Span::new(text.len(), text.len()));
    }
}
