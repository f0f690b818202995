//! Files of other languages: the library that C++ is linked with, and Fortran, whose directives aren't compiled, which is
//! said at the first one (ACC0418).

use crate::diagnose;
use crate::options::{Command, Input, Mode, Stage};
use crate::stdin;
use accrs_frontend::diag::codes;
use accrs_frontend::source::{SourceMap, Span};
use accrs_frontend::{Diagnostic, Severity};
use std::ffi::OsStr;
use std::path::Path;

/// With one of these the user says what libraries there are.
const OWN_LIBRARIES: [&str; 3] = ["-nostdlib", "-nodefaultlibs", "-nostdlib++"];

/// Lets the link take the C++ library, where C++ is linked: a file of it, or a name that is a C++ compiler's (`nvc++`, `pgc++`).
///
/// The host's C compiler compiles each file by the end of its name, as its C++ compiler would, and then links for C.
pub fn add_library(command: &mut Command, called: &OsStr) {
    let name = Path::new(called).file_name().unwrap_or_default();
    let by_name = name.to_string_lossy().contains("++");
    let has = |word: &str| command.host_words.iter().any(|w| w == word);
    let asked = by_name || command.inputs.iter().any(Input::is_cpp);
    let links = command.mode == Mode::Link && !command.relocatable && !command.inputs.is_empty();
    if links && asked && !OWN_LIBRARIES.iter().any(|w| has(w)) {
        command.add(&["-lstdc++".into()], Stage::Link);
    }
}

/// Warns of directives in files of Fortran. False where that is an error.
pub fn tell(command: &Command) -> bool {
    let mut good = true;
    if matches!(command.mode, Mode::Preprocess | Mode::Host) {
        return good;
    }
    for input in command.inputs.iter().filter(|i| i.is_fortran()) {
        let Ok(text) = stdin::read(&input.path) else {
            continue;
        };
        if let Some((start, end)) = in_fortran(&text) {
            let what = "directives in Fortran are not compiled: this file's constructs run sequentially on the host";
            let help =
                "move the loops into functions of a C file, which Fortran calls by `bind(c)`";
            let d = Diagnostic::warning(codes::OTHER_LANGUAGE, Span::new(start, end), what);
            good &= told(command, input, &text, d.help(help));
        }
    }
    good
}

/// Prints a warning at a place in an input's text. False where it is an error.
pub fn told(command: &Command, input: &Input, text: &[u8], mut told: Diagnostic) -> bool {
    let warnings = command.warnings;
    let is_error = command.own.strict || warnings.are_errors();
    // A byte that is no text must not move the others.
    let ascii = |b: &u8| if b.is_ascii() { char::from(*b) } else { '?' };
    let text: String = text.iter().map(ascii).collect();
    let map = SourceMap::new(text, &input.path.to_string_lossy());
    if is_error {
        told.severity = Severity::Error;
    } else if !warnings.shown() {
        return true;
    }
    diagnose::print(&map, &[told], command.diagnostics);
    !is_error
}

/// Where the first `!$acc` stands; in the first column `c$acc` and `*$acc`, too, as fixed form has them.
fn in_fortran(text: &[u8]) -> Option<(usize, usize)> {
    let mut from = 0;
    for line in text.split_inclusive(|b| *b == b'\n') {
        let is = |line: &[u8], first: &[u8]| {
            let word = line.get(1..5).unwrap_or_default();
            line.first().is_some_and(|c| first.contains(c))
                && word.eq_ignore_ascii_case(b"$acc")
                && !line.get(5).is_some_and(u8::is_ascii_alphanumeric)
        };
        if is(line.trim_ascii_start(), b"!") || is(line, b"cC*") {
            return Some(trimmed(line, from));
        }
        from += line.len();
    }
    None
}

/// A line's text without the blanks around it, as a place in the file.
pub fn trimmed(line: &[u8], from: usize) -> (usize, usize) {
    let start = line.len() - line.trim_ascii_start().len();
    (from + start, from + line.trim_ascii_end().len())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn found(text: &str) -> Option<&str> {
        in_fortran(text.as_bytes()).map(|(a, b)| &text[a..b])
    }

    #[test]
    fn first_directives() {
        let text = "! $acc is none\n!$accident\n   !$ACC parallel loop\n";
        assert_eq!(found(text), Some("!$ACC parallel loop"));
        assert_eq!(found("c$acc kernels\n"), Some("c$acc kernels"));
        assert_eq!(found("x = c$acc\n"), None);
    }
}
