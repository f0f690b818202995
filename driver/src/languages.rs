//! Files of other languages: C++, which the host's compiler takes as it is, and Fortran. Directives in them aren't compiled,
//! which is said at the first one (ACC0418).

use crate::diagnose;
use crate::options::{Command, Input, Mode, Stage};
use crate::{scan, stdin};
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

/// Warns of directives in files that aren't C. False where that is an error.
pub fn tell(command: &Command) -> bool {
    let mut good = true;
    if matches!(command.mode, Mode::Preprocess | Mode::Host) {
        return good;
    }
    for input in &command.inputs {
        let first: fn(&[u8]) -> Option<(usize, usize)> = match input {
            i if i.is_cpp() => in_cpp,
            i if i.is_fortran() => in_fortran,
            _ => continue,
        };
        let language = if input.is_cpp() { "C++" } else { "Fortran" };
        let Ok(text) = stdin::read(&input.path) else {
            continue;
        };
        if let Some((start, end)) = first(&text) {
            good &= warn(command, input, &text, Span::new(start, end), language);
        }
    }
    good
}

fn warn(command: &Command, input: &Input, text: &[u8], at: Span, language: &str) -> bool {
    let warnings = command.warnings;
    let is_error = command.own.strict || warnings.are_errors();
    // A byte that is no text must not move the others.
    let ascii = |b: &u8| if b.is_ascii() { char::from(*b) } else { '?' };
    let text: String = text.iter().map(ascii).collect();
    let map = SourceMap::new(text, &input.path.to_string_lossy());
    let what = format!(
        "directives in {language} are not compiled: this file's constructs run on the host, in order"
    );
    let help = match language {
        "C++" => "move the loops into functions of a C file, which C++ calls by `extern \"C\"`",
        _ => "move the loops into functions of a C file, which Fortran calls by `bind(c)`",
    };
    let mut told = Diagnostic::warning(codes::OTHER_LANGUAGE, at, what).help(help);
    if is_error {
        told.severity = Severity::Error;
    } else if !warnings.shown() {
        return true;
    }
    diagnose::print(&map, &[told], command.diagnostics);
    !is_error
}

/// Where the first directive of a C++ file stands, outside of comments.
fn in_cpp(text: &[u8]) -> Option<(usize, usize)> {
    let mut from = 0;
    let mut comment = false;
    for line in text.split_inclusive(|b| *b == b'\n') {
        let code = line.trim_ascii_start();
        let starts = !comment && (code.starts_with(b"#") || !code.starts_with(b"//"));
        if starts && scan::has_written_directive(line) {
            return Some(trimmed(line, from));
        }
        // A directive that goes on in the next line stands in this one if it holds `#pragma \`.
        let next = &text[from..];
        if starts && code.starts_with(b"#") && line.trim_ascii_end().ends_with(b"\\") {
            let end = next.len().min(line.len() + 200);
            if scan::starts_with_directive(&next[..end]) {
                return Some(trimmed(line, from));
            }
        }
        comment = still_comment(comment, line);
        from += line.len();
    }
    None
}

/// Whether the next line begins inside of a block comment.
fn still_comment(mut comment: bool, line: &[u8]) -> bool {
    let mut i = 0;
    while let Some(pair) = line.get(i..i + 2) {
        match (comment, pair) {
            (false, b"//") => return false,
            (false, b"/*") => (comment, i) = (true, i + 2),
            (true, b"*/") => (comment, i) = (false, i + 2),
            _ => i += 1,
        }
    }
    comment
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
fn trimmed(line: &[u8], from: usize) -> (usize, usize) {
    let start = line.len() - line.trim_ascii_start().len();
    (from + start, from + line.trim_ascii_end().len())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn found(find: fn(&[u8]) -> Option<(usize, usize)>, text: &str) -> Option<&str> {
        find(text.as_bytes()).map(|(a, b)| &text[a..b])
    }

    #[test]
    fn first_directives() {
        let text = "// #pragma acc wait\n/*\n#pragma acc loop\n*/\nint a;\n  #pragma acc parallel\n#pragma acc wait\n";
        assert_eq!(found(in_cpp, text), Some("#pragma acc parallel"));
        assert_eq!(found(in_cpp, "#pragma \\\n acc wait\n"), Some("#pragma \\"));
        assert_eq!(
            found(in_cpp, "f();  _Pragma(\"acc wait\")\n"),
            Some("f();  _Pragma(\"acc wait\")")
        );
        assert_eq!(
            found(in_cpp, "#pragma omp \\\n parallel\n#pragma access\n"),
            None
        );
        let text = "! $acc is none\n!$accident\n   !$ACC parallel loop\n";
        assert_eq!(found(in_fortran, text), Some("!$ACC parallel loop"));
        assert_eq!(found(in_fortran, "c$acc kernels\n"), Some("c$acc kernels"));
        assert_eq!(found(in_fortran, "x = c$acc\n"), None);
    }
}
