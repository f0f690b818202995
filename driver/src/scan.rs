//! Does a source need the OpenACC pipeline?
//!
//! A file without directives must cost no more than reading it. So the question is answered
//! without a preprocessor, and errs on the side of yes: a file needs the pipeline when it, or a
//! header that it includes and that is not in a system folder, has a directive, or has between them
//! what macros can make one of, or includes a file whose name a macro makes. When the preprocessed
//! text then shows none, the host compiler gets the file after all.

use crate::stdin;
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

/// Where a scan looks besides the source.
pub struct Surroundings<'a> {
    /// The user's own folders (-I, -iquote, CPATH).
    pub folders: &'a [PathBuf],
    /// Files of -include and -imacros.
    pub files: &'a [PathBuf],
    /// The text of -D options.
    pub macros: &'a [u8],
}

/// What the files have, taken together.
#[derive(Default)]
struct Evidence {
    /// `_Pragma`
    operator: bool,
    /// The word `acc`
    word: bool,
    /// `#include NAME`
    computed: bool,
    interface: bool,
}

/// What `source` may hold of OpenACC. A file that can't be read holds nothing: the host compiler
/// says it better.
pub fn openacc_in(source: &Path, around: &Surroundings<'_>) -> Found {
    let mut evidence = Evidence {
        operator: find(around.macros, b"_Pragma").next().is_some(),
        word: has_word(around.macros),
        ..Evidence::default()
    };
    let mut seen: HashSet<PathBuf> = HashSet::new();
    let mut open: Vec<PathBuf> = around.files.to_vec();
    open.push(source.to_path_buf());
    while let Some(path) = open.pop() {
        if seen.len() >= MAX_FILES || !seen.insert(path.clone()) {
            continue;
        }
        let Ok(text) = stdin::read(&path) else {
            continue;
        };
        if has_written_directive(&text) {
            return Found::Directives;
        }
        evidence.operator |= find(&text, b"_Pragma").next().is_some();
        evidence.word |= has_word(&text);
        evidence.interface |= has_interface(&text);
        let folder = path.parent().unwrap_or(Path::new(""));
        for include in includes(&text) {
            let Some((name, quoted)) = include else {
                evidence.computed = true;
                continue;
            };
            let here = quoted.then(|| folder.join(&name));
            let found = here
                .into_iter()
                .chain(around.folders.iter().map(|i| i.join(&name)))
                .find(|p| p.is_file());
            open.extend(found);
        }
    }
    match evidence {
        Evidence { computed: true, .. } => Found::Directives,
        Evidence {
            operator: true,
            word: true,
            ..
        } => Found::Directives,
        Evidence {
            interface: true, ..
        } => Found::Interface,
        _ => Found::Nothing,
    }
}

/// Asks whether the compiler knows OpenACC, or calls the runtime's functions.
pub fn has_interface(text: &[u8]) -> bool {
    let words: [&[u8]; 5] = [
        b"_OPENACC",
        b"openacc.h",
        b"accelmath.h",
        b"acc_callback.h",
        b"acc_prof.h",
    ];
    words.iter().any(|word| find(text, word).next().is_some())
}

/// A directive as it stands in the text, also a preprocessed one: `#pragma acc`, `_Pragma("acc …")`.
pub fn has_written_directive(text: &[u8]) -> bool {
    find(text, b"ragma").any(|at| is_ours(&text[at + b"ragma".len()..]))
}

/// Whether what stands behind `pragma` makes it a directive.
fn is_ours(text: &[u8]) -> bool {
    let rest = skip_blanks(text);
    let rest = skip_blanks(rest.strip_prefix(b"(").unwrap_or(rest));
    let rest = rest
        .strip_prefix(b"L")
        .filter(|r| r.starts_with(b"\""))
        .unwrap_or(rest);
    let rest = skip_blanks(rest.strip_prefix(b"\"").unwrap_or(rest));
    rest.strip_prefix(b"acc")
        .is_some_and(|r| !is_word(r.first()))
}

/// Behind blanks, spliced lines and comments.
fn skip_blanks(mut text: &[u8]) -> &[u8] {
    loop {
        text = text.trim_ascii_start();
        if let Some(rest) = text
            .strip_prefix(b"\\\n")
            .or_else(|| text.strip_prefix(b"\\\r\n"))
        {
            text = rest;
        } else if text.starts_with(b"/*") {
            let end = text.windows(2).skip(2).position(|w| w == b"*/");
            text = end.map_or(&[][..], |end| &text[end + 4..]);
        } else {
            return text;
        }
    }
}

/// The word `acc`, which a macro may bring to a `_Pragma`.
fn has_word(text: &[u8]) -> bool {
    find(text, b"acc").any(|at| {
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

/// Names of `#include` lines, and whether they are quoted; `None` for one that a macro makes.
fn includes(text: &[u8]) -> Vec<Option<(PathBuf, bool)>> {
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
                b'A'..=b'Z' | b'a'..=b'z' | b'_' => return Some(None),
                _ => return None,
            };
            let end = rest.iter().position(|b| *b == close)?;
            Some(Some((
                PathBuf::from(std::ffi::OsStr::from_bytes(&rest[..end])),
                *open == b'"',
            )))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn written_directives() {
        for text in [
            "int x;\n#pragma acc kernels\n",
            " # pragma  acc loop",
            "#pragma \\\n acc loop",
            "# /* a */ pragma /* b */ acc loop",
            "_Pragma(\"acc loop\")",
            "_Pragma( \"acc wait\")",
            "_Pragma(L\"acc wait\")",
        ] {
            assert!(has_written_directive(text.as_bytes()), "{text}");
        }
        for text in [
            "#pragma once\nint acc;",
            "#pragma access",
            "#pragma warning(disable : 4054)\nu64 acc;",
            "int acc;",
            "",
        ] {
            assert!(!has_written_directive(text.as_bytes()), "{text}");
        }
    }

    fn scan(files: &[(&str, &str)], macros: &[u8]) -> Found {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let around = Surroundings {
            folders: &[],
            files: &[],
            macros,
        };
        openacc_in(&folder.path().join(files[0].0), &around)
    }

    #[test]
    fn what_macros_can_bring_together() {
        let header = ("h.h", "#define P(x) _Pragma(#x)\n");
        let user = ("a.c", "#include \"h.h\"\nP(acc wait)\n");
        assert_eq!(scan(&[user, header], b""), Found::Directives);
        assert_eq!(
            scan(&[("a.c", "#include \"h.h\"\nint access;\n"), header], b""),
            Found::Nothing
        );
        assert_eq!(
            scan(
                &[("a.c", "PARALLEL for (;;) ;\n")],
                b"PARALLEL=_Pragma(\"acc parallel\") "
            ),
            Found::Directives
        );
        assert_eq!(
            scan(&[("a.c", "#define H \"h.h\"\n#include H\n")], b""),
            Found::Directives
        );
    }

    #[test]
    fn what_a_header_asks_for_counts_as_its_includers() {
        let suite = ("suite.h", "#ifdef _OPENACC\n#include <openacc.h>\n#endif\n");
        let calls = (
            "calls.c",
            "#include \"suite.h\"\nint main(void) { return 0; }\n",
        );
        let pragma = ("pragma.c", "#include \"suite.h\"\n#pragma acc wait\n");
        assert_eq!(scan(&[calls, suite], b""), Found::Interface);
        assert_eq!(scan(&[("plain.c", "int access;\n")], b""), Found::Nothing);
        assert_eq!(scan(&[pragma, suite], b""), Found::Directives);
    }

    #[test]
    fn include_lines() {
        let found =
            includes(b"#include <stdio.h>\n  #  include \"a b.h\"\n#include MACRO\n#include \"cut");
        assert_eq!(
            found,
            [
                Some((PathBuf::from("stdio.h"), false)),
                Some((PathBuf::from("a b.h"), true)),
                None
            ]
        );
    }
}
