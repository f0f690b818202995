//! Finds the pragmas of a preprocessed text: `#pragma acc …` and `#pragma omp …`.
//!
//! After `cc -E` a pragma is a line of its own, whatever made it (`_Pragma`, a macro,
//! continuation lines). Comments and continuations are understood all the same, since
//! `-C`, `-traditional-cpp` and other preprocessors leave them.

use crate::literals::{is_separator, raw_string_end};
use crate::source::Span;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    Acc,
    Omp,
}

/// A pragma line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pragma {
    pub language: Language,
    /// From `#` to the end of the logical line, without its newline and trailing blanks.
    pub span: Span,
    /// What follows the word `acc` or `omp`.
    pub body: Span,
    /// The text ends before the line does: it may have been cut off.
    pub cut_off: bool,
}

/// All OpenACC and OpenMP pragmas of `text` outside strings and comments, in order.
pub fn scan(text: &str) -> Vec<Pragma> {
    let mut scanner = Scanner::new(text);
    let mut found = Vec::new();
    while scanner.at < scanner.text.len() {
        match scanner.line() {
            Some(pragma) => found.push(pragma),
            None => scanner.skip_line(),
        }
    }
    found
}

/// The innermost bracket of the C text (not of `#` lines) that is still open at the end: the
/// text was cut off, or a closing bracket forgotten. `None` also if brackets don't match:
/// then the host compiler can say it better.
pub fn unclosed(text: &str) -> Option<Span> {
    let mut scanner = Scanner::new(text);
    while scanner.at < scanner.text.len() {
        scanner.blanks();
        let directive = scanner.peek(0) == b'#';
        let (open, mismatched) = (std::mem::take(&mut scanner.open), scanner.mismatched);
        if !directive {
            scanner.open = open;
            scanner.skip_line();
            continue;
        }
        scanner.skip_line();
        (scanner.open, scanner.mismatched) = (open, mismatched);
    }
    let (_, at) = *scanner.open.last()?;
    (!scanner.mismatched).then(|| Span::new(at, at + 1))
}

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    /// Brackets of skipped lines that are still open, with their places.
    open: Vec<(u8, usize)>,
    /// Whether one closed another's.
    mismatched: bool,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str) -> Self {
        Scanner {
            text: text.as_bytes(),
            at: 0,
            open: Vec::new(),
            mismatched: false,
        }
    }

    fn bracket(&mut self) {
        let opener = match self.peek(0) {
            c @ (b'(' | b'[' | b'{') => {
                self.open.push((c, self.at));
                return;
            }
            b')' => b'(',
            b']' => b'[',
            b'}' => b'{',
            _ => return,
        };
        if self.open.pop().is_none_or(|(c, _)| c != opener) {
            self.mismatched = true;
        }
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// The pragma that starts on the line at `self.at`; moves past it if there is one.
    fn line(&mut self) -> Option<Pragma> {
        let begin = self.at;
        self.blanks();
        let start = self.at;
        let language = self.introducer();
        let Some(language) = language else {
            self.at = begin;
            return None;
        };
        let body = self.at;
        self.skip_line();
        let cut_off = self.text.get(self.at.wrapping_sub(1)) != Some(&b'\n');
        let mut end = self.at;
        while end > body && self.text[end - 1].is_ascii_whitespace() {
            end -= 1;
        }
        Some(Pragma {
            language,
            span: Span::new(start, end),
            body: Span::new(body, end),
            cut_off,
        })
    }

    /// `# pragma acc`, with `self.at` left behind it.
    fn introducer(&mut self) -> Option<Language> {
        if self.peek(0) == b'#' {
            self.at += 1;
        } else if self.text[self.at..].starts_with(b"%:") {
            self.at += 2;
        } else {
            return None;
        }
        self.blanks();
        if self.word() != b"pragma" {
            return None;
        }
        self.blanks();
        match self.word() {
            b"acc" => Some(Language::Acc),
            b"omp" => Some(Language::Omp),
            _ => None,
        }
    }

    fn word(&mut self) -> &[u8] {
        let start = self.at;
        while self.peek(0).is_ascii_alphanumeric() || self.peek(0) == b'_' || self.peek(0) >= 0x80 {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    /// Blanks, comments on one line, and continuations.
    fn blanks(&mut self) {
        loop {
            match self.peek(0) {
                b' ' | b'\t' | 0x0b | 0x0c => self.at += 1,
                b'\\' if self.continuation() > 0 => self.at += self.continuation(),
                b'/' if self.peek(1) == b'*' => self.block_comment(),
                _ => return,
            }
        }
    }

    /// Length of a backslash-newline at `self.at`, or 0.
    fn continuation(&self) -> usize {
        match (self.peek(0), self.peek(1), self.peek(2)) {
            (b'\\', b'\n', _) => 2,
            (b'\\', b'\r', b'\n') => 3,
            _ => 0,
        }
    }

    fn block_comment(&mut self) {
        self.at += 2;
        while self.at < self.text.len() {
            if self.peek(0) == b'*' && self.peek(1) == b'/' {
                self.at += 2;
                return;
            }
            self.at += 1;
        }
    }

    /// To the start of the next logical line, past strings, comments and continuations.
    fn skip_line(&mut self) {
        while self.at < self.text.len() {
            match self.peek(0) {
                b'\n' => {
                    self.at += 1;
                    return;
                }
                b'\\' => self.at += self.continuation().max(1),
                b'/' if self.peek(1) == b'*' => self.block_comment(),
                b'/' if self.peek(1) == b'/' => self.line_comment(),
                b'"' => match raw_string_end(self.text, self.at) {
                    Some(end) => self.at = end,
                    None => self.literal(b'"'),
                },
                // A digit separator (C23: 1'000) is no character constant.
                b'\'' if !is_separator(self.text, self.at) => self.literal(b'\''),
                _ => {
                    self.bracket();
                    self.at += 1;
                }
            }
        }
    }

    fn line_comment(&mut self) {
        while self.at < self.text.len() && self.peek(0) != b'\n' {
            self.at += self.continuation().max(1);
        }
    }

    /// A string or character constant; it ends at its quote or at the end of the line.
    fn literal(&mut self, quote: u8) {
        self.at += 1;
        while self.at < self.text.len() {
            match self.peek(0) {
                b'\n' => return,
                b'\\' if self.continuation() > 0 => self.at += self.continuation(),
                b'\\' if self.peek(1) != b'\n' => self.at = (self.at + 2).min(self.text.len()),
                c => {
                    self.at += 1;
                    if c == quote {
                        return;
                    }
                }
            }
        }
    }
}
