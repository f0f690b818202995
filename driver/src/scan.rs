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

/// True when `source` may hold OpenACC. `include` are the user's own folders (-I, -iquote).
/// A file that can't be read answers no: the host compiler says it better.
pub fn needs_openacc(source: &Path, include: &[PathBuf]) -> bool {
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
            return true;
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
    false
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
