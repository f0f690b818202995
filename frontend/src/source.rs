//! The preprocessed text and the way back from it to the user's files.

/// A byte range of the preprocessed text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(start: usize, end: usize) -> Self {
        Self {
            start: start as u32,
            end: end as u32,
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
pub struct Place {
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

impl SourceMap {
    /// Reads the line markers (`# 12 "file.c" 1 3`) of `text`.
    pub fn new(text: String, main: &str) -> Self {
        let mut map = SourceMap {
            text: String::new(),
            main: main.to_string(),
            lines: Vec::new(),
            files: Vec::new(),
        };
        let mut file = map.file_index(main, false);
        let mut line = 1u32;
        let mut start = 0usize;
        for raw in text.split_inclusive('\n') {
            match marker(raw) {
                Some((number, name, system)) => {
                    map.lines.push(Line {
                        start: start as u32,
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
                        start: start as u32,
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
    pub fn place(&self, offset: u32) -> Place {
        match self.entry(offset) {
            Some(l) => Place {
                file: self.files[l.file as usize].name.clone(),
                line: l.line,
                column: offset - l.start + 1,
            },
            None => Place {
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

    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }
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
    let mut name = String::new();
    let mut chars = quoted.char_indices();
    let mut flags = "";
    while let Some((i, c)) = chars.next() {
        match c {
            '"' => {
                flags = &quoted[i + 1..];
                break;
            }
            '\\' => {
                if let Some((_, c)) = chars.next() {
                    name.push(c);
                }
            }
            c => name.push(c),
        }
    }
    Some((
        number,
        Some(name),
        flags.split_whitespace().any(|f| f == "3"),
    ))
}
