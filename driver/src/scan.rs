//! Does a source need the OpenACC pipeline?
//!
//! A file without directives must cost no more than reading it. So the question is
//! answered without a preprocessor, and errs on the side of yes: a file needs the pipeline
//! when it, or a header that it includes and that is not in a system folder, has both a
//! pragma and the word `acc`.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Headers deeper than this are not followed.
const MAX_FILES: usize = 4000;

/// What a source has of OpenACC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Found {
    Nothing,
    /// It asks for `_OPENACC` or includes openacc.h, with no directive: the host compiler does
    /// the work, told what every OpenACC compiler tells (§2.2, §3.1).
    Interface,
    Directives,
}

/// What `source` may hold of OpenACC. `include` are the user's own folders (-I, -iquote).
/// A file that can't be read holds nothing: the host compiler says it better.
pub fn openacc_in(source: &Path, include: &[PathBuf]) -> Found {
    let mut result = Found::Nothing;
    let mut seen: HashSet<PathBuf> = HashSet::new();
    let mut open = vec![source.to_path_buf()];
    while let Some(path) = open.pop() {
        if seen.len() >= MAX_FILES || !seen.insert(path.clone()) {
            continue;
        }
        let Ok(text) = std::fs::read(&path) else {
            continue;
        };
        if has_directive(&text) {
            return Found::Directives;
        }
        if has_interface(&text) {
            result = Found::Interface;
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        for (name, quoted) in includes(&text) {
            let here = quoted.then(|| folder.join(&name));
            let found = here
                .into_iter()
                .chain(include.iter().map(|i| i.join(&name)))
                .find(|p| p.is_file());
            open.extend(found);
        }
    }
    result
}

/// Asks whether the compiler knows OpenACC, or calls the runtime's functions.
pub fn has_interface(text: &[u8]) -> bool {
    find(text, b"_OPENACC").next().is_some() || find(text, b"openacc.h").next().is_some()
}

/// A directive as it stands in the text: `#pragma acc`, `_Pragma("acc …")`. For files that are not
/// ours to compile, where a warning must be right.
pub fn has_written_directive(text: &[u8]) -> bool {
    find(text, b"ragma").any(|at| {
        let rest = text[at + b"ragma".len()..].trim_ascii_start();
        let rest = rest.strip_prefix(b"(").unwrap_or(rest).trim_ascii_start();
        let rest = rest.strip_prefix(b"\"").unwrap_or(rest).trim_ascii_start();
        rest.strip_prefix(b"acc")
            .is_some_and(|r| !is_word(r.first()))
    })
}

/// A pragma (`#pragma`, `_Pragma`) and the word `acc` anywhere: macros may bring them together.
pub fn has_directive(text: &[u8]) -> bool {
    find(text, b"ragma").next().is_some()
        && find(text, b"acc").any(|at| {
            let before = at.checked_sub(1).and_then(|i| text.get(i));
            !is_word(before) && !is_word(text.get(at + 3))
        })
}

fn is_word(byte: Option<&u8>) -> bool {
    byte.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_')
}

/// Offsets of `needle`.
fn find<'a>(text: &'a [u8], needle: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    let first = needle[0];
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let at = from + text.get(from..)?.iter().position(|b| *b == first)?;
            from = at + 1;
            if text[at..].starts_with(needle) {
                return Some(at);
            }
        }
    })
}

/// Names of `#include` lines, and whether they are quoted. A name made by a macro is not seen.
fn includes(text: &[u8]) -> Vec<(PathBuf, bool)> {
    use std::os::unix::ffi::OsStrExt;
    text.split(|b| *b == b'\n')
        .filter_map(|line| {
            let rest = line
                .trim_ascii_start()
                .strip_prefix(b"#")?
                .trim_ascii_start();
            let rest = rest
                .strip_prefix(b"include_next")
                .or_else(|| rest.strip_prefix(b"include"))?
                .trim_ascii_start();
            let (open, rest) = rest.split_first()?;
            let close = match open {
                b'"' => b'"',
                b'<' => b'>',
                _ => return None,
            };
            let end = rest.iter().position(|b| *b == close)?;
            Some((
                PathBuf::from(std::ffi::OsStr::from_bytes(&rest[..end])),
                *open == b'"',
            ))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn directive_words() {
        assert!(has_directive(b"int x;\n#pragma acc kernels\n"));
        assert!(has_directive(b"_Pragma(\"acc loop\")"));
        assert!(has_directive(b"#define A(x) _Pragma(#x)\nA(acc wait)"));
        assert!(!has_directive(
            b"#pragma once\nint access, account, my_acc;"
        ));
        assert!(!has_directive(b"int acc;"));
        assert!(!has_directive(b""));
        assert!(has_written_directive(b" # pragma  acc loop"));
        assert!(has_written_directive(b"_Pragma( \"acc wait\")"));
        assert!(!has_written_directive(b"#pragma once\nint acc;"));
        assert!(!has_written_directive(b"#pragma access"));
    }

    #[test]
    fn what_a_header_asks_for_counts_as_its_includers() {
        let folder = std::env::temp_dir().join(format!("accrs-scan-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        write("suite.h", "#ifdef _OPENACC\n#include <openacc.h>\n#endif\n");
        let calls = write(
            "calls.c",
            "#include \"suite.h\"\nint main(void) { return 0; }\n",
        );
        let plain = write("plain.c", "int access;\n");
        let pragma = write("pragma.c", "#include \"suite.h\"\n#pragma acc wait\n");
        assert_eq!(openacc_in(&calls, &[]), Found::Interface);
        assert_eq!(openacc_in(&plain, &[]), Found::Nothing);
        assert_eq!(openacc_in(&pragma, &[]), Found::Directives);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn include_lines() {
        let found =
            includes(b"#include <stdio.h>\n  #  include \"a b.h\"\n#include MACRO\n#include \"cut");
        assert_eq!(
            found,
            [
                (PathBuf::from("stdio.h"), false),
                (PathBuf::from("a b.h"), true)
            ]
        );
    }
}
