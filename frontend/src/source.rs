//! The preprocessed text and the way back from it to the user's files.

/// A byte range of the preprocessed text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// Bytes `start..end`; offsets beyond 4 GiB are cut to that.
    pub fn new(start: usize, end: usize) -> Self {
        let cut = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
        Self {
            start: cut(start),
            end: cut(end),
        }
    }
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// A place in a file of the user: 1-based line and column (bytes).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

/// Preprocessed text with its line markers understood.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    pub text: String,
    /// The file that was compiled.
    pub main: String,
    /// One per line of `text`: start offset, file index, line in that file (0: a marker itself).
    lines: Vec<Line>,
    files: Vec<File>,
    copies: Vec<Copied>,
    /// Where heads of loops were given another form, in order.
    pub raised: Vec<Raised>,
}

/// A change of the text: its bytes now, and what stood there.
#[derive(Clone, Debug)]
pub struct Raised {
    pub now: Span,
    pub was: String,
}

/// Bytes of the text that stand behind it once more, for an instance of a template.
#[derive(Clone, Copy, Debug)]
struct Copied {
    of: Span,
    at: u32,
}

#[derive(Clone, Copy, Debug)]
struct Line {
    start: u32,
    file: u32,
    line: u32,
}

#[derive(Clone, Debug)]
struct File {
    name: String,
    /// Marked as a system header (flag 3 of a line marker).
    system: bool,
}

impl Copied {
    fn span(&self) -> Span {
        Span {
            start: self.at,
            end: self.at + (self.of.end - self.of.start),
        }
    }
}

impl SourceMap {
    /// Reads the line markers (`# 12 "file.c" 1 3`) of `text`.
    pub fn new(text: String, main: &str) -> Self {
        let mut map = SourceMap {
            text: String::new(),
            main: main.to_string(),
            lines: Vec::new(),
            files: Vec::new(),
            copies: Vec::new(),
            raised: Vec::new(),
        };
        let mut file = map.file_index(main, false);
        let mut line = 1u32;
        let mut start = 0usize;
        for raw in text.split_inclusive('\n') {
            let offset = Span::new(start, start).start;
            match marker(raw) {
                Some((number, name, system)) => {
                    map.lines.push(Line {
                        start: offset,
                        file,
                        line: 0,
                    });
                    line = number;
                    if let Some(name) = name {
                        file = map.file_index(&name, system);
                    }
                }
                None => {
                    map.lines.push(Line {
                        start: offset,
                        file,
                        line,
                    });
                    line = line.saturating_add(1);
                }
            }
            start += raw.len();
        }
        map.text = text;
        map
    }

    /// The text with copies of its parts behind it, so that what one text means in several instances of a template has places of its own. The places
    /// lead to the same lines of the user's.
    pub fn with_copies(&self, of: &[Span]) -> (SourceMap, Vec<Span>) {
        let mut text = self.text.clone();
        let mut copies = Vec::new();
        for span in of {
            let place = self.place(span.start);
            let system = if self.in_system_header(span.start) {
                " 3"
            } else {
                ""
            };
            let file = place.file.replace('\\', "\\\\").replace('"', "\\\"");
            let pad = " ".repeat(place.column.saturating_sub(1) as usize);
            text.push_str(&format!(
                "\n# {} \"{file}\"{system}\n{pad}",
                place.line.max(1)
            ));
            let at = Span::new(text.len(), text.len()).start;
            copies.push(Copied { of: *span, at });
            text.push_str(self.slice(*span));
            text.push('\n');
        }
        let mut map = SourceMap::new(text, &self.main);
        map.copies = copies;
        map.raised = self.raised.clone();
        let spans = map.copies.iter().map(Copied::span).collect();
        (map, spans)
    }

    /// The bytes of the text as it was read, without copies.
    pub fn whole(&self) -> Span {
        // A copy begins behind a line marker of its own.
        match self.copies.first() {
            Some(first) => {
                let before = self.text.get(..first.at as usize).unwrap_or("");
                let marker = before.rfind("\n# ").unwrap_or(before.len());
                Span::new(0, marker)
            }
            None => Span::new(0, self.text.len()),
        }
    }

    /// The text with other bytes in some places, of which none overlaps another. No line is added or taken away.
    pub fn with_changes(&self, mut changes: Vec<(Span, String)>) -> SourceMap {
        changes.sort_by_key(|(span, _)| *span);
        let mut text = String::with_capacity(self.text.len() + 16 * changes.len());
        let (mut raised, mut done) = (Vec::new(), 0);
        for (span, to) in changes {
            let kept = Span {
                start: done,
                end: span.start,
            };
            text.push_str(self.slice(kept));
            raised.push(Raised {
                now: Span::new(text.len(), text.len() + to.len()),
                was: self.slice(span).to_string(),
            });
            text.push_str(&to);
            done = span.end;
        }
        text.push_str(self.text.get(done as usize..).unwrap_or(""));
        let mut map = SourceMap::new(text, &self.main);
        map.raised = raised;
        map
    }

    /// The text as it was before [`Self::with_changes`], without copies.
    pub fn unchanged(&self) -> String {
        let (mut text, mut done) = (String::new(), 0);
        for r in &self.raised {
            let kept = Span {
                start: done,
                end: r.now.start,
            };
            text.push_str(self.slice(kept));
            text.push_str(&r.was);
            done = r.now.end;
        }
        let end = self.whole().end as usize;
        text.push_str(self.text.get(done as usize..end).unwrap_or(""));
        text
    }

    /// What a span in a copy is a copy of; other spans themselves.
    pub fn written(&self, span: Span) -> Span {
        let inside = |c: &&Copied| c.at <= span.start && span.start < c.span().end;
        match self.copies.iter().find(inside) {
            Some(c) => Span {
                start: span.start - c.at + c.of.start,
                end: (span.end.max(c.at) - c.at + c.of.start).min(c.of.end),
            },
            None => span,
        }
    }

    fn file_index(&mut self, name: &str, system: bool) -> u32 {
        if let Some(i) = self
            .files
            .iter()
            .position(|f| f.name == name && f.system == system)
        {
            return i as u32;
        }
        self.files.push(File {
            name: name.to_string(),
            system,
        });
        (self.files.len() - 1) as u32
    }

    fn entry(&self, offset: u32) -> Option<&Line> {
        let i = self.lines.partition_point(|l| l.start <= offset);
        self.lines.get(i.checked_sub(1)?)
    }

    /// The user's place of a byte of the preprocessed text.
    pub fn place(&self, offset: u32) -> Position {
        match self.entry(offset) {
            Some(l) => Position {
                file: self.files[l.file as usize].name.clone(),
                line: l.line,
                column: (offset - l.start).saturating_add(1),
            },
            None => Position {
                file: self.main.clone(),
                line: 1,
                column: 1,
            },
        }
    }

    /// The user's line of a byte of the preprocessed text.
    pub fn line(&self, offset: u32) -> u32 {
        self.entry(offset).map_or(1, |l| l.line)
    }

    /// Whether the byte came from a system header.
    pub fn in_system_header(&self, offset: u32) -> bool {
        self.entry(offset)
            .is_some_and(|l| self.files[l.file as usize].system)
    }

    /// Whether a line of a file that is no system header holds a word, in whatever macro it stood.
    pub fn user_mentions(&self, word: &str) -> bool {
        // What a system header's macro has put into a file of the user's is marked as that header's text, under the file's name.
        let user = |f: &File| self.files.iter().any(|o| o.name == f.name && !o.system);
        self.text.match_indices(word).any(|(at, _)| {
            let line = self.entry(Span::new(at, at).start);
            line.is_some_and(|l| l.line > 0 && user(&self.files[l.file as usize]))
        })
    }

    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// The text of `span` on one line.
    pub fn words(&self, span: Span) -> String {
        one_line(self.slice(span))
    }

    /// The line of the preprocessed text that holds `offset`, and where it starts.
    fn text_line(&self, offset: u32) -> (usize, &str) {
        let start = self.entry(offset).map_or(0, |l| l.start as usize);
        let rest = self.text.get(start..).unwrap_or("");
        (start, rest.split('\n').next().unwrap_or(""))
    }

    /// The place of `span` in the user's file, given that file's `contents`, and how many
    /// bytes of the line it takes there.
    ///
    /// Preprocessing moves columns: blanks are folded, macros expanded, and a directive
    /// over several lines becomes one. So the span's text is searched for in the user's
    /// lines; if it isn't there (it came from a macro), the place is the directive's `#`,
    /// or else the line's first character.
    pub fn locate(&self, span: Span, contents: &str) -> (Position, usize) {
        let mut place = self.place(span.start);
        let (start, line) = self.text_line(span.start);
        let lines = logical_line(contents, place.line);
        let column = (span.start as usize).saturating_sub(start);
        let whole = self.slice(span).lines().next().unwrap_or("");
        if lines.first().is_some_and(|first| {
            !whole.is_empty() && first.get(column..).is_some_and(|at| at.starts_with(whole))
        }) {
            return (place, whole.len());
        }
        for wanted in [whole, first_word(whole)] {
            if wanted.is_empty() {
                continue;
            }
            let before = line.get(..column).unwrap_or("");
            let nth = occurrences(before, wanted).count() + self.earlier(start, &place, wanted);
            let mut all = lines
                .iter()
                .enumerate()
                .flat_map(|(i, text)| occurrences(text, wanted).map(move |column| (i, column)));
            if let Some((i, column)) = all.nth(nth) {
                place.line = place.line.saturating_add(i as u32);
                place.column = column as u32 + 1;
                return (place, wanted.len());
            }
        }
        let first = lines.first().copied().unwrap_or("");
        let blank = first.len() - first.trim_start().len();
        place.column = first.find('#').unwrap_or(blank) as u32 + 1;
        (place, 1)
    }

    /// How often a word stands in the lines of this text before the one that begins at `start` that come from the same line of the user's: a macro of a system header
    /// gets a line of its own.
    fn earlier(&self, start: usize, place: &Position, word: &str) -> usize {
        let mut count = 0;
        let mut end = start;
        while end > 0 {
            let begin = self.text[..end - 1].rfind('\n').map_or(0, |at| at + 1);
            let line = &self.text[begin..end];
            if !line.starts_with("# ") {
                let own = self.place(begin as u32);
                if own.line != place.line || own.file != place.file {
                    break;
                }
                count += occurrences(line, word).count();
            }
            end = begin;
        }
        count
    }
}

/// Line `number` (from 1) of `contents` and those that it is continued on by backslashes.
fn logical_line(contents: &str, number: u32) -> Vec<&str> {
    let mut lines = Vec::new();
    for line in contents.lines().skip((number as usize).saturating_sub(1)) {
        lines.push(line);
        if !line.ends_with('\\') {
            break;
        }
    }
    lines
}

/// Where `word` stands in `text`, not as a part of a longer name.
fn occurrences<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    let name = |c: Option<char>| c.is_some_and(|c| c == '_' || c.is_alphanumeric());
    text.match_indices(word)
        .map(|(at, _)| at)
        .filter(move |at| {
            let joined_before = name(text[..*at].chars().next_back()) && name(word.chars().next());
            let after = text[at + word.len()..].chars().next();
            let joined_after = name(after) && name(word.chars().next_back());
            !joined_before && !joined_after
        })
}

/// The identifier at the start of `text`; empty if it starts otherwise.
fn first_word(text: &str) -> &str {
    let end = text.find(|c: char| c != '_' && !c.is_alphanumeric());
    &text[..end.unwrap_or(text.len())]
}

/// `# 12 "name" flags`, or `#line 12 "name"`.
fn marker(line: &str) -> Option<(u32, Option<String>, bool)> {
    let rest = line.strip_prefix('#')?.trim_start_matches([' ', '\t']);
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = rest[..digits].parse().ok()?;
    let rest = rest[digits..].trim();
    let Some(quoted) = rest.strip_prefix('"') else {
        return Some((number, None, false));
    };
    let (name, flags) = unquote(quoted);
    Some((
        number,
        Some(name),
        flags.split_whitespace().any(|f| f == "3"),
    ))
}

/// A file name up to its closing quote, and what follows it. gcc writes bytes that aren't
/// printable ASCII as three octal digits.
fn unquote(quoted: &str) -> (String, &str) {
    let bytes = quoted.as_bytes();
    let mut name = Vec::new();
    let mut i = 0;
    while i < bytes.len() && bytes[i] != b'"' {
        if bytes[i] == b'\\' {
            let octal = quoted.get(i + 1..i + 4);
            if let Some(byte) = octal.and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
                name.push(byte);
                i += 4;
                continue;
            }
            i += 1;
        }
        name.extend(bytes.get(i));
        i += 1;
    }
    let name = String::from_utf8_lossy(&name).into_owned();
    (name, quoted.get(i + 1..).unwrap_or(""))
}

/// A text on one line: newlines and line markers inside it become blanks.
pub fn one_line(text: &str) -> String {
    if !text.contains('\n') {
        return text.trim().to_string();
    }
    let mut out = String::new();
    for line in text.lines() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(line);
    }
    out
}

/// Bytes of blanks and comments at the start of a text.
pub fn blank(text: &str) -> usize {
    let mut rest = text.trim_start();
    loop {
        let end = match rest.get(..2) {
            Some("/*") => rest[2..].find("*/").map(|end| end + 4),
            Some("//") => rest.find('\n'),
            _ => return text.len() - rest.len(),
        };
        rest = rest[end.unwrap_or(rest.len())..].trim_start();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(text: &str) -> SourceMap {
        SourceMap::new(text.to_string(), "main.c")
    }

    fn at(map: &SourceMap, needle: &str) -> Span {
        let start = map.text.find(needle).unwrap_or(0);
        Span::new(start, start + needle.len())
    }

    fn located(text: &str, needle: &str, contents: &str) -> (u32, u32, usize) {
        let map = map(text);
        let (place, length) = map.locate(at(&map, needle), contents);
        (place.line, place.column, length)
    }

    #[test]
    fn markers_lead_back_to_files_and_lines() {
        let map = map("a\n# 7 \"x.h\" 1 3\nb\nc\n# 3 \"main.c\" 2\n d\n");
        let place = |needle| map.place(at(&map, needle).start);
        assert_eq!(map.line(0), 1);
        assert_eq!((place("b").file.as_str(), place("b").line), ("x.h", 7));
        assert_eq!(map.line(at(&map, "c\n#").start), 8);
        assert_eq!((place(" d").file.as_str(), place(" d").line), ("main.c", 3));
        assert_eq!(map.place(at(&map, " d").start + 1).column, 2);
        assert!(map.in_system_header(at(&map, "b").start));
        assert!(!map.in_system_header(at(&map, " d").start));
    }

    #[test]
    fn changes_can_be_taken_back() {
        let text = "# 3 \"main.c\"\ni = 0;\nwhile (i < n) {\n  f(i);\n  i++;\n}\n";
        let map = map(text);
        let (set, word) = (at(&map, "i = 0"), at(&map, "while"));
        let (close, step) = (at(&map, ") {").start, at(&map, "i++"));
        let close = Span {
            start: close,
            end: close,
        };
        let changed = map.with_changes(vec![
            (step, String::new()),
            (word, "for".into()),
            (close, "; i++".into()),
            (set, String::new()),
        ]);
        assert_eq!(
            changed.text,
            "# 3 \"main.c\"\n;\nfor (i < n; i++) {\n  f(i);\n  ;\n}\n"
        );
        assert_eq!(changed.unchanged(), text);
        assert_eq!(changed.line(at(&changed, "f(i)").start), 5);
    }

    #[test]
    fn names_are_unquoted() {
        for (written, name) in [
            (r#"# 1 "a b.c""#, "a b.c"),
            (r#"# 1 "a\"b\\c""#, "a\"b\\c"),
            (r#"#line 1 "\303\244.c""#, "ä.c"),
            (r#"# 1 "open"#, "open"),
            (r#"# 1 "end\"#, "end"),
        ] {
            let map = map(&format!("{written}\r\nx\r\n"));
            assert_eq!(map.place(at(&map, "x\r").start).file, name, "{written}");
        }
    }

    #[test]
    fn anything_can_be_read() {
        let long = "x".repeat(1 << 20);
        for text in [
            "",
            "#",
            "# 9",
            "# 99999999999 \"f\"",
            "\0\u{fffd}\n\r\n#line\n",
            &long,
        ] {
            let map = map(text);
            for offset in [0, 1, text.len() as u32, u32::MAX] {
                let place = map.place(offset);
                let _ = map.line(offset);
                let _ = map.locate(
                    Span {
                        start: offset,
                        end: u32::MAX,
                    },
                    text,
                );
                let _ = map.locate(
                    Span {
                        start: offset,
                        end: 0,
                    },
                    "",
                );
                assert!(place.column >= 1);
            }
        }
    }

    #[test]
    fn columns_come_from_the_users_line() {
        let text = "#pragma acc loop gang gangs gang(4)\n";
        // Blanks folded.
        assert_eq!(
            located(text, "loop", "  #pragma   acc   loop gang"),
            (1, 19, 4)
        );
        // Over several lines: the second of two equal words.
        let user = "#pragma acc loop gang \\\n   gangs gang(4)\n";
        assert_eq!(located(text, "gang(4)", user), (2, 10, 7));
        // From a macro: the hash; without one, the first character.
        assert_eq!(located(text, "gangs", " #pragma acc loop MINE"), (1, 2, 1));
        assert_eq!(located(text, "gangs", "  LOOP(i)"), (1, 3, 1));
        // The line isn't there at all.
        assert_eq!(located(text, "gangs", ""), (1, 1, 1));
        // A part of the span came from a macro: its first word is found.
        let text = "#pragma acc loop gang(128)\n";
        assert_eq!(
            located(text, "gang(128)", "#pragma acc loop gang(N)"),
            (1, 18, 4)
        );
    }
}
