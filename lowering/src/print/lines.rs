//! Lines of generated code, indented.
//!
//! A line can end in its place in the user's files, behind a control character that no code has: so the place goes wherever the line goes,
//! through templates and into other texts, until `render/cuda/lines.rs` takes it out.

use accrs_frontend::Unit;
use accrs_frontend::source::Span;

/// Stands before the place of a line (`7 a.c`), which is the line's end.
pub const PLACE: char = '\u{1}';
/// Likewise, in the first line of a kernel or function: its lines without a place have this one.
pub const HEAD: char = '\u{2}';

/// A place as it is written behind [`PLACE`]. Empty for a span of no place.
pub fn place(unit: &Unit, span: Span) -> String {
    if span == Span::default() {
        return String::new();
    }
    let at = unit.source.place(span.start);
    written(at.line, &at.file)
}

/// Likewise, of a line and a file.
pub fn written(line: u32, file: &str) -> String {
    format!("{line} {}", file.replace(char::is_control, "_"))
}

/// A growing text.
#[derive(Clone, Default, Debug)]
pub struct Lines {
    text: String,
    depth: usize,
    /// The place of the next lines; empty if they have none.
    place: String,
}

impl Lines {
    pub fn at(depth: usize) -> Self {
        Self {
            depth,
            ..Self::default()
        }
    }
    /// Gives the next lines another place, and returns the one that they had.
    pub fn come_from(&mut self, place: String) -> String {
        std::mem::replace(&mut self.place, place)
    }
    pub fn line(&mut self, line: impl AsRef<str>) {
        // An expression may hold statements, and so several lines.
        for line in line.as_ref().split('\n') {
            if !line.is_empty() {
                self.text.extend(std::iter::repeat_n(' ', 4 * self.depth));
                self.text.push_str(line);
                if !self.place.is_empty() && !line.contains(PLACE) {
                    self.text.push(PLACE);
                    self.text.push_str(&self.place);
                }
            }
            self.text.push('\n');
        }
    }
    /// A line indented one level less: `case 1:`
    pub fn label(&mut self, line: impl AsRef<str>) {
        let depth = self.depth;
        self.depth = depth.saturating_sub(1);
        self.line(line);
        self.depth = depth;
    }
    /// A line that isn't indented at all: directives of preprocessed text stand so.
    pub fn flush_left(&mut self, line: impl AsRef<str>) {
        let depth = std::mem::take(&mut self.depth);
        self.line(line);
        self.depth = depth;
    }
    pub fn open(&mut self, line: impl AsRef<str>) {
        self.line(line);
        self.depth += 1;
    }
    pub fn close(&mut self, line: impl AsRef<str>) {
        self.depth = self.depth.saturating_sub(1);
        self.line(line);
    }
    /// `} else {`
    pub fn between(&mut self, line: impl AsRef<str>) {
        self.close(line);
        self.depth += 1;
    }
    /// The end of the text so far, for [`Lines::insert`].
    pub fn here(&self) -> usize {
        self.text.len()
    }
    /// Inserts lines at `at`, with the present indentation.
    pub fn insert(&mut self, at: usize, lines: &[String]) {
        let behind = self.text.split_off(at);
        lines.iter().for_each(|l| self.line(l));
        self.text.push_str(&behind);
    }
    pub fn into_text(self) -> String {
        self.text
    }
}
