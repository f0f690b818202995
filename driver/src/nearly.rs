//! Lines that were meant to be directives and aren't: `#pragma ac parallel loop`. Compilers pass over pragmas that they don't know, mostly
//! without a word, and the loop runs on the host, in order.

use crate::languages::{told, trimmed};
use crate::options::{Command, Input, Mode};
use crate::stdin;
use accrs_frontend::Diagnostic;
use accrs_frontend::diag::codes;
use accrs_frontend::source::Span;

/// First words of OpenACC's directives.
const DIRECTIVES: &[&str] = &[
    "parallel",
    "kernels",
    "serial",
    "loop",
    "data",
    "enter",
    "exit",
    "host_data",
    "update",
    "wait",
    "routine",
    "declare",
    "atomic",
    "cache",
    "init",
    "shutdown",
    "set",
];

/// Warns of such lines in sources of C and C++. False where that is an error.
pub fn tell(command: &Command) -> bool {
    let mut good = true;
    if matches!(command.mode, Mode::Preprocess | Mode::Host) {
        return good;
    }
    let sources = |i: &&Input| i.is_c() || i.is_cpp_source();
    for input in command.inputs.iter().filter(sources) {
        let Ok(text) = stdin::read(&input.path) else {
            continue;
        };
        for near in all(&text) {
            let what = format!(
                "`#pragma {}` is not an OpenACC directive: compilers ignore this line",
                near.word
            );
            let help = format!("write `#pragma acc {}`", near.directive);
            let (start, end) = near.at;
            let d = Diagnostic::warning(codes::NEARLY_ACC, Span::new(start, end), what).help(help);
            good &= told(command, input, &text, d);
        }
    }
    good
}

/// A line that is nearly a directive.
#[derive(PartialEq, Eq, Debug)]
struct Near<'t> {
    at: (usize, usize),
    word: &'t str,
    directive: &'t str,
}

fn all(text: &[u8]) -> Vec<Near<'_>> {
    let mut found = Vec::new();
    let (mut from, mut comment) = (0, false);
    for line in text.split_inclusive(|b| *b == b'\n') {
        if !comment && let Some((word, directive)) = near(line) {
            let at = trimmed(line, from);
            found.push(Near {
                at,
                word,
                directive,
            });
        }
        comment = still_comment(comment, line);
        from += line.len();
    }
    found
}

/// The word that stands in the place of `acc` in a line, and the directive's.
fn near(line: &[u8]) -> Option<(&str, &str)> {
    let line = std::str::from_utf8(line).ok()?;
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("pragma")?;
    let is_word = |c: char| c == '_' || c.is_alphanumeric();
    let mut words = rest
        .strip_prefix(char::is_whitespace)?
        .split(|c| !is_word(c))
        .filter(|w| !w.is_empty());
    let (word, directive) = (words.next()?, words.next()?);
    let lower = word.to_ascii_lowercase();
    let meant = word != "acc" && (lower == "openacc" || distance_to_acc(&lower) <= 1);
    (meant && DIRECTIVES.contains(&directive)).then_some((word, directive))
}

/// How many letters must be put in, left out, changed or exchanged with the next one to make `acc` of a word; 2 stands for more, too.
fn distance_to_acc(word: &str) -> usize {
    const ACC: &str = "acc";
    if word == ACC {
        return 0;
    }
    let one = |longer: &str, shorter: &str| {
        let without = |i: usize| {
            let mut left: Vec<char> = longer.chars().collect();
            left.remove(i);
            left.into_iter().eq(shorter.chars())
        };
        longer.len() == shorter.len() + 1 && (0..longer.len()).any(without)
    };
    let changed = word
        .chars()
        .zip(ACC.chars())
        .filter(|(a, b)| a != b)
        .count();
    let exchanged = matches!(word, "cac");
    let near = one(word, ACC) || one(ACC, word) || word.len() == ACC.len() && changed == 1;
    match near || exchanged {
        true => 1,
        false => 2,
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        all(text.as_bytes()).into_iter().map(|n| n.word).collect()
    }

    #[test]
    fn near_misses() {
        for line in [
            "#pragma ac parallel loop",
            "  # pragma ACC kernels",
            "#pragma openacc data copy(a)",
            "#pragma OpenACC loop",
            "#pragma aac update self(a)",
            "#pragma accc wait",
            "#pragma acx enter data",
            "#pragma cac exit data",
        ] {
            assert_eq!(words(line).len(), 1, "{line}");
        }
    }

    #[test]
    fn others() {
        for line in [
            "#pragma acc parallel loop",
            "#pragma omp parallel for",
            "#pragma GCC ivdep",
            "#pragma once",
            "#pragma ac",
            "#pragma ac something",
            "// #pragma ac parallel",
            "/*\n#pragma ac parallel loop\n*/",
            "#pragma acpi parallel",
            "#pragmaac parallel",
        ] {
            assert_eq!(words(line), [] as [&str; 0], "{line}");
        }
    }

    #[test]
    fn places() {
        let text = "int a;\n  #pragma ac kernels\nint b;\n";
        let found = all(text.as_bytes());
        let at = found.first().map(|n| n.at);
        assert_eq!(at.map(|(a, b)| &text[a..b]), Some("#pragma ac kernels"));
    }
}
