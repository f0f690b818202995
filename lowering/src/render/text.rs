//! The user's text with pieces replaced: edits, and line markers around generated C.
//!
//! Rendered host files are preprocessed C. User lines keep their numbers because
//! each switch between user text and generated text is a line marker; generated lines are
//! marked as system header lines (flag 3), so that no warning is given for them.

pub use accrs_frontend::source::one_line;
use accrs_frontend::source::{SourceMap, Span};
use std::fmt::Write;

/// The file name that generated lines belong to in diagnostics and debug information.
pub const GENERATED: &str = "<accrs>";

/// A replacement of bytes of the text; `start == end` inserts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edit {
    pub start: u32,
    pub end: u32,
    pub text: String,
}

impl Edit {
    pub fn replace(span: Span, text: impl Into<String>) -> Self {
        Self {
            start: span.start,
            end: span.end,
            text: text.into(),
        }
    }
    pub fn insert(at: u32, text: impl Into<String>) -> Self {
        Self {
            start: at,
            end: at,
            text: text.into(),
        }
    }
}

/// The text of `range` with `edits` made. Edits outside the range are left out, and of two
/// that overlap the one that starts first (the longer, if they start together) is made.
pub fn apply(source: &SourceMap, range: Span, edits: &mut [Edit]) -> String {
    let mut out = String::with_capacity((range.end - range.start) as usize);
    let mut at = range.start;
    for edit in made(range, edits) {
        out.push_str(source.slice(Span {
            start: at,
            end: edit.start,
        }));
        out.push_str(&edit.text);
        at = edit.end;
    }
    out.push_str(source.slice(Span {
        start: at,
        end: range.end,
    }));
    out
}

/// The edits that [`apply`] makes, in their order.
pub fn made(range: Span, edits: &mut [Edit]) -> impl Iterator<Item = &Edit> {
    edits.sort_by(|a, b| a.start.cmp(&b.start).then(insertions_first(a, b)));
    let mut at = range.start;
    edits.iter().filter(move |edit| {
        let fits = edit.start >= at && edit.end <= range.end;
        if fits {
            at = edit.end;
        }
        fits
    })
}

/// Edits of a text whose loops were raised as edits of the text before that, in their order.
pub fn of_unchanged(source: &SourceMap, edits: &[Edit]) -> Vec<Edit> {
    let raised = source.raised.iter().map(|r| (r.now.start, r.now.end));
    let mut spans: Vec<(u32, u32)> = edits
        .iter()
        .map(|e| (e.start, e.end))
        .chain(raised)
        .collect();
    spans.sort_unstable();
    spans.dedup();
    let mut groups: Vec<(u32, u32)> = Vec::new();
    for (start, end) in spans {
        match groups.last_mut() {
            Some(last) if start < last.1 => last.1 = last.1.max(end),
            _ => groups.push((start, end)),
        }
    }
    // How many bytes the text has more than before, up to a place.
    let mut more = 0i64;
    let mut out = Vec::new();
    for (start, end) in groups {
        let span = Span { start, end };
        let inside =
            |from: u32, to: u32| start <= from && to <= end && (start == end) == (from == to);
        let within = |from: u32, to: u32| inside(from, to) || start < from && to < end;
        let was = |at: u32, more: i64| u32::try_from(i64::from(at) - more).unwrap_or(at);
        let from = was(start, more);
        for r in source
            .raised
            .iter()
            .filter(|r| within(r.now.start, r.now.end))
        {
            more += i64::from(r.now.end - r.now.start) - r.was.len() as i64;
        }
        let mut own: Vec<Edit> = edits
            .iter()
            .filter(|e| within(e.start, e.end))
            .cloned()
            .collect();
        out.push(Edit {
            start: from,
            end: was(end, more),
            text: apply(source, span, &mut own),
        });
    }
    out
}

/// Insertions before the replacement at the same place, in the order in which they were made.
fn insertions_first(a: &Edit, b: &Edit) -> std::cmp::Ordering {
    let rank = |e: &Edit| u32::MAX - (e.end - e.start);
    match (a.start == a.end, b.start == b.end) {
        (true, true) => std::cmp::Ordering::Equal,
        (true, false) => std::cmp::Ordering::Less,
        (false, true) => std::cmp::Ordering::Greater,
        (false, false) => rank(a).cmp(&rank(b)),
    }
}

/// A line marker that leads to generated text, on lines of its own.
pub fn to_generated() -> String {
    format!("\n# 1 \"{GENERATED}\" 3\n")
}

/// A line marker that leads to the user's text at `offset`, padded to its column. Where only
/// blanks are left on that line, the marker takes their place and the user's newline ends it.
pub fn to_user(source: &SourceMap, offset: u32) -> String {
    let place = source.place(offset);
    let file = escape_file(&place.file);
    let flag = if source.in_system_header(offset) {
        " 3"
    } else {
        ""
    };
    let rest = source.text.get(offset as usize..).unwrap_or("");
    let rest = rest.trim_start_matches([' ', '\t']);
    if rest.starts_with('\n') {
        return format!("\n# {} \"{file}\"{flag}", place.line.saturating_add(1));
    }
    let pad = place.column.saturating_sub(1).min(200) as usize;
    format!(
        "\n# {} \"{file}\"{flag}\n{}",
        place.line.max(1),
        " ".repeat(pad)
    )
}

/// A text that compilers give no warnings for: each of its line markers says that a system header follows.
pub fn quiet(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let number = line.strip_prefix("# ");
        let marker = number.is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit()));
        match marker && !line.ends_with(" 3") && !line.ends_with(" 3 4") {
            true => format!("{line} 3"),
            false => line.to_string(),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A generated text without its line markers, and without the blanks that led to the user's column.
pub fn without_markers(text: &str) -> String {
    let marker = |line: &&str| {
        let number = line.strip_prefix("# ");
        number.is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit()))
    };
    let lines: Vec<&str> = text.split('\n').filter(|l| !marker(l)).collect();
    lines.join("\n")
}

/// A file name as line markers write it.
fn escape_file(name: &str) -> String {
    name.replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
}

/// A C string literal of any bytes, on one line.
pub fn c_string(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() + 2);
    out.push('"');
    for &b in bytes {
        match b {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            // Two of them could begin a trigraph.
            b'?' => out.push_str("\\?"),
            0x20..=0x7e => out.push(char::from(b)),
            _ => {
                let _ = write!(out, "\\{b:03o}");
            }
        }
    }
    out.push('"');
    out
}

/// Lines of `text` as adjacent literals, one a line, so that the host file shows the
/// text as it is. Long lines are split: compilers bound the length of a literal.
pub fn c_string_lines(text: &[u8]) -> String {
    const MOST: usize = 2000;
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for line in text.split_inclusive(|&b| b == b'\n') {
        for piece in line.chunks(MOST) {
            out.push_str("    ");
            out.push_str(&c_string(piece));
            out.push('\n');
        }
    }
    if out.is_empty() {
        out.push_str("    \"\"\n");
    }
    out
}

/// The `#pragma` lines whose first word is `family` ("acc"), from `#` to before the line's end.
pub fn pragma_lines(source: &SourceMap, range: Span, family: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut at = range.start as usize;
    for line in source.slice(range).split_inclusive('\n') {
        let start = at;
        at += line.len();
        let trimmed = line.trim_start_matches([' ', '\t', '\x0c', '\x0b']);
        let Some(rest) = trimmed.strip_prefix('#') else {
            continue;
        };
        let Some(rest) = rest.trim_start().strip_prefix("pragma") else {
            continue;
        };
        if rest.split_whitespace().next() != Some(family) || !rest.starts_with([' ', '\t']) {
            continue;
        }
        let indent = line.len() - trimmed.len();
        found.push(Span::new(
            start + indent,
            start + line.trim_end_matches(['\n', '\r']).len(),
        ));
    }
    found
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_made_in_order_and_overlaps_once() {
        let source = SourceMap::new("abcdefgh".into(), "t.c");
        let all = Span::new(0, 8);
        let mut edits = vec![
            Edit::replace(Span::new(5, 6), "F"),
            Edit::insert(2, "<"),
            Edit::insert(2, ">"),
            Edit::replace(Span::new(2, 4), "CD"),
            Edit::replace(Span::new(3, 4), "never"),
        ];
        assert_eq!(apply(&source, all, &mut edits), "ab<>CDeFgh");
    }

    #[test]
    fn edits_of_a_raised_text_are_edits_of_the_users() {
        let user = "i = 0; while (i < n) { f(i); i++; } g();";
        let source = SourceMap::new(user.into(), "t.c");
        let at = |source: &SourceMap, word: &str| {
            let start = source.text.find(word).unwrap();
            Span::new(start, start + word.len())
        };
        let close = at(&source, ") {").start;
        let raised = source.with_changes(vec![
            (at(&source, "i = 0"), String::new()),
            (at(&source, "while"), "for".into()),
            (
                Span {
                    start: close,
                    end: close,
                },
                "; i++".into(),
            ),
            (at(&source, "i++"), String::new()),
        ]);
        let head = at(&raised, "for (i < n; i++)");
        for edits in [
            vec![],
            vec![Edit::insert(head.start, "#pragma\n")],
            vec![Edit::replace(head, "for (long k = 0; k < n; k++)")],
            vec![
                Edit::insert(head.start, "{ "),
                Edit::replace(at(&raised, "f(i)"), "F(i)"),
                Edit::insert(at(&raised, " g()").start, " }"),
            ],
            vec![Edit::replace(
                at(&raised, "; for (i < n; i++) { f(i); ; }"),
                "",
            )],
            vec![Edit::replace(at(&raised, "i < n"), "i < m")],
        ] {
            let mut of_user = of_unchanged(&raised, &edits);
            let all = |source: &SourceMap| Span::new(0, source.text.len());
            let expected = apply(&raised, all(&raised), &mut edits.clone());
            assert_eq!(apply(&source, all(&source), &mut of_user), expected);
        }
    }

    #[test]
    fn markers_keep_line_and_column() {
        let source = SourceMap::new(
            "# 7 \"a \\\"b\\\".c\"\none two\nthree  \nfour".into(),
            "t.c",
        );
        let at = |word: &str| source.text.find(word).unwrap() as u32;
        assert_eq!(to_user(&source, at("two")), "\n# 7 \"a \\\"b\\\".c\"\n    ");
        assert_eq!(to_user(&source, at("  \nfour")), "\n# 9 \"a \\\"b\\\".c\"");
    }

    #[test]
    fn literals_survive_any_bytes() {
        assert_eq!(c_string(b"a\"\\?\n\x01\xff9"), r#""a\"\\\?\n\001\3779""#);
        assert_eq!(c_string_lines(b"a\nb"), "    \"a\\n\"\n    \"b\"\n");
    }

    #[test]
    fn only_pragmas_of_the_family_are_found() {
        let text = "#pragma acc loop\n # pragma  acc wait\r\n#pragma accept\n#pragma omp for\nx";
        let source = SourceMap::new(text.into(), "t.c");
        let found = pragma_lines(&source, Span::new(0, text.len()), "acc");
        let words: Vec<_> = found.iter().map(|s| source.slice(*s)).collect();
        assert_eq!(words, ["#pragma acc loop", "# pragma  acc wait"]);
    }
}
