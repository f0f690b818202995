//! A preprocessed text without what it doesn't use of system headers: libclang takes a tenth of the time for it.

use std::collections::HashSet;

/// The text with those declarations of system headers alone whose names the rest mentions. Lines with markers stay.
pub fn pruned(text: &str) -> String {
    let pieces = pieces(text);
    let mut needed: HashSet<&str> = HashSet::new();
    let mut kept: Vec<bool> = pieces.iter().map(|p| !p.system).collect();
    for piece in pieces.iter().filter(|p| !p.system) {
        needed.extend(words(piece.text));
    }
    // A declaration that is kept may need others.
    loop {
        let mut more = false;
        for (piece, kept) in pieces.iter().zip(&mut kept) {
            if !*kept && names(piece.text).any(|name| needed.contains(name)) {
                *kept = true;
                more = true;
                needed.extend(words(piece.text));
            }
        }
        if !more {
            break;
        }
    }
    let chosen = pieces.iter().zip(&kept).filter(|(_, kept)| **kept);
    chosen.map(|(piece, _)| piece.text).collect()
}

/// The user's own lines and their markers alone: what is enough where nobody asks what a name means.
pub fn own(text: &str) -> String {
    let own = pieces(text).into_iter().filter(|piece| !piece.system);
    own.map(|piece| piece.text).collect()
}

/// A line of the user, a marker, or a whole declaration of a system header.
struct Piece<'a> {
    text: &'a str,
    system: bool,
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut all = Vec::new();
    let mut system = false;
    // Where the declaration that is being read began, and how many of its brackets are open.
    let (mut begun, mut depth, mut at) = (None, 0i32, 0);
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        let marker = line.strip_prefix("# ");
        if let Some(marker) = marker {
            system = marker.contains("/include/") || marker.contains('<');
        }
        if marker.is_some() || !system {
            // A marker in the middle of a declaration belongs to it.
            if begun.is_none() {
                all.push(Piece {
                    text: line,
                    system: false,
                });
            }
        } else {
            let first = *begun.get_or_insert(at);
            for byte in line.bytes() {
                depth += i32::from(matches!(byte, b'{' | b'('));
                depth -= i32::from(matches!(byte, b'}' | b')'));
            }
            let over = line.trim_end().ends_with([';', '}']) || line.starts_with('#');
            if depth <= 0 && over {
                all.push(Piece {
                    text: &text[first..end],
                    system: true,
                });
                (begun, depth) = (None, 0);
            }
        }
        at = end;
    }
    all.extend(begun.map(|first| Piece {
        text: &text[first..],
        system: true,
    }));
    all
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let all = text.split(|c| !is_word(c));
    all.filter(|word| !word.is_empty() && !KEYWORDS.contains(word))
}

/// What a declaration may declare: each word in front of a bracket, a comma, an equals sign or a semicolon, or behind `struct`, `union`, `enum`.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let mut tagged = false;
    text.split_inclusive(|c| !is_word(c))
        .zip(
            text.split(|c| !is_word(c))
                .map(str::len)
                .scan(0, |at, length| {
                    let end = *at + length;
                    *at = end + 1;
                    Some(end)
                }),
        )
        .filter_map(move |(word, end)| {
            let word = word.trim_end_matches(|c| !is_word(c));
            if word.is_empty() {
                return None;
            }
            let before =
                std::mem::replace(&mut tagged, ["struct", "union", "enum"].contains(&word));
            let after = text.get(end..).unwrap_or("").trim_start();
            (before || after.starts_with(['(', '[', ',', ';', '='])).then_some(word)
        })
        .filter(|word| !KEYWORDS.contains(word))
}

const KEYWORDS: [&str; 22] = [
    "extern",
    "__extension__",
    "int",
    "unsigned",
    "signed",
    "long",
    "short",
    "char",
    "float",
    "double",
    "void",
    "const",
    "struct",
    "union",
    "enum",
    "typedef",
    "static",
    "__inline",
    "__attribute__",
    "__nothrow__",
    "__leaf__",
    "__restrict",
];

#[test]
fn what_is_used_stays() {
    let text = "# 1 \"/usr/include/x.h\" 1 3 4\n\
        typedef unsigned long size_t;\n\
        typedef struct tag { int a;\n int b; } unused_t;\n\
        extern void *malloc (size_t __size)\n     __attribute__ ((__nothrow__));\n\
        extern double sin (double __x);\n\
        # 3 \"user.c\" 2\n\
        int main(void) { return malloc(3) != 0; }\n";
    let pruned = pruned(text);
    assert!(pruned.contains("malloc") && pruned.contains("size_t"));
    assert!(!pruned.contains("sin") && !pruned.contains("unused_t"));
    assert!(pruned.contains("# 3 \"user.c\" 2\nint main"));
    assert!(!own(text).contains("malloc ("));
}
