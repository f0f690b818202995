//! Preprocessing tokens with their places: enough of C's lexical rules to see which tokens of a file the
//! preprocessor has left as they were.

use std::borrow::Cow;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Name,
    /// Numbers, strings, punctuation.
    Other,
    /// A line that starts with `#`, up to its end; without blanks and comments behind it.
    Directive,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
    /// The line that it starts on, from 1.
    pub line: u32,
}

impl Token {
    pub fn text<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start..self.end).unwrap_or("")
    }

    /// The token without the ends of lines that split it. Names have their letters, as the text that the preprocessor reads: it writes `\U000000f6`.
    pub fn spelling<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let text = self.text(text);
        let whole = match text.contains("\\\n") || text.contains("\\\r\n") {
            true => Cow::Owned(text.replace("\\\r\n", "").replace("\\\n", "")),
            false => Cow::Borrowed(text),
        };
        match self.kind == Kind::Name && whole.contains('\\') {
            true => Cow::Owned(letters(&whole)),
            false => whole,
        }
    }
}

/// A name with letters in the place of universal character names.
fn letters(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(c) = rest.chars().next() {
        let length = universal(rest.as_bytes());
        let digits = rest.get(2..length).unwrap_or("");
        let letter = u32::from_str_radix(digits, 16)
            .ok()
            .and_then(char::from_u32);
        let (letter, length) = match letter.filter(|_| length > 0) {
            Some(letter) => (letter, length),
            None => (c, c.len_utf8()),
        };
        out.push(letter);
        rest = &rest[length..];
    }
    out
}

/// The bytes of the universal character name that a text begins with, `\u00f6` or `\U000000f6`; 0 for none.
fn universal(text: &[u8]) -> usize {
    let length = match text {
        [b'\\', b'u', ..] => 6,
        [b'\\', b'U', ..] => 10,
        _ => return 0,
    };
    let digits = text.get(2..length);
    match digits.is_some_and(|d| d.iter().all(u8::is_ascii_hexdigit)) {
        true => length,
        false => 0,
    }
}

/// All tokens of a text, comments left out.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut lexer = Lexer::new(text, 0);
    let mut found = Vec::new();
    while let Some(token) = lexer.token(true) {
        found.push(token);
    }
    found
}

/// The tokens of a directive, `#` among them.
pub fn words(directive: &str) -> Vec<Token> {
    let mut lexer = Lexer::new(directive, 0);
    let mut found = Vec::new();
    while let Some(token) = lexer.token(false) {
        found.push(token);
    }
    found
}

/// The first word behind `#`: "pragma", "include", "ifdef"; empty for `# 12 "file"`.
pub fn directive_name(directive: &str) -> Cow<'_, str> {
    let second = words(directive).into_iter().nth(1);
    let name = second.filter(|t| t.kind == Kind::Name);
    name.map_or(Cow::Borrowed(""), |t| t.spelling(directive))
}

/// The first word of a `#pragma`, "" where it has none; `None` for other directives.
pub fn pragma(directive: &str) -> Option<Cow<'_, str>> {
    let words = words(directive);
    if words.get(1)?.spelling(directive) != "pragma" {
        return None;
    }
    Some(
        words
            .get(2)
            .map_or(Cow::Borrowed(""), |w| w.spelling(directive)),
    )
}

/// The comments in a part of a text that starts outside of one.
pub fn comments(part: &str) -> Vec<&str> {
    let mut lexer = Lexer::new(part, 0);
    while lexer.token(false).is_some() {}
    lexer
        .comments
        .into_iter()
        .map(|(a, b)| &part[a..b])
        .collect()
}

struct Lexer<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    line: u32,
    /// Nothing but blanks and comments since the last end of a line.
    fresh: bool,
    comments: Vec<(usize, usize)>,
}

impl<'t> Lexer<'t> {
    fn new(text: &'t str, at: usize) -> Self {
        Lexer {
            text,
            bytes: text.as_bytes(),
            at,
            line: 1,
            fresh: true,
            comments: Vec::new(),
        }
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn splice(&self) -> usize {
        match (self.peek(0), self.peek(1), self.peek(2)) {
            (b'\\', b'\n', _) => 2,
            (b'\\', b'\r', b'\n') => 3,
            _ => 0,
        }
    }

    /// Past a splice, if one is here.
    fn skip_splices(&mut self) {
        while self.splice() > 0 {
            self.at += self.splice();
            self.line += 1;
        }
    }

    /// A comment here, passed over.
    fn comment(&mut self) -> bool {
        let start = self.at;
        match (self.peek(0), self.peek(1)) {
            (b'/', b'/') => {
                while self.at < self.bytes.len() && self.peek(0) != b'\n' {
                    match self.splice() {
                        0 => self.at += 1,
                        _ => self.skip_splices(),
                    }
                }
                if self.at > start && self.bytes[self.at - 1] == b'\r' {
                    self.at -= 1;
                }
            }
            (b'/', b'*') => {
                self.at += 2;
                while self.at < self.bytes.len() && (self.peek(0), self.peek(1)) != (b'*', b'/') {
                    self.line += u32::from(self.peek(0) == b'\n');
                    self.at += 1;
                }
                self.at = (self.at + 2).min(self.bytes.len());
            }
            _ => return false,
        }
        self.comments.push((start, self.at));
        true
    }

    /// The next token; with `directives`, lines that start with `#` are one token each.
    fn token(&mut self, directives: bool) -> Option<Token> {
        loop {
            match self.peek(0) {
                0 if self.at >= self.bytes.len() => return None,
                b'\n' => {
                    self.at += 1;
                    self.line += 1;
                    self.fresh = true;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'\\' if self.splice() > 0 => self.skip_splices(),
                b'/' if self.comment() => {}
                _ => break,
            }
        }
        let (start, line) = (self.at, self.line);
        let hash = self.peek(0) == b'#' || (self.peek(0), self.peek(1)) == (b'%', b':');
        if directives && self.fresh && hash {
            return Some(self.directive());
        }
        self.fresh = false;
        let kind = self.one();
        Some(Token {
            kind,
            start,
            end: self.at,
            line,
        })
    }

    fn directive(&mut self) -> Token {
        let (start, line) = (self.at, self.line);
        let mut end = start;
        self.fresh = false;
        while self.at < self.bytes.len() && self.peek(0) != b'\n' {
            match self.peek(0) {
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'\\' if self.splice() > 0 => self.skip_splices(),
                b'/' if self.comment() => {}
                _ => {
                    self.one();
                    end = self.at;
                }
            }
        }
        Token {
            kind: Kind::Directive,
            start,
            end,
            line,
        }
    }

    /// Past the token here.
    fn one(&mut self) -> Kind {
        let c = self.peek(0);
        if is_name(c) && !c.is_ascii_digit() || universal(&self.bytes[self.at..]) > 0 {
            self.name();
            let start = self.at;
            let quote = self.peek(0);
            let word = self.text[..start].rsplit(|c: char| !(c == '_' || c.is_alphanumeric()));
            let prefix = word.into_iter().next().unwrap_or("");
            if matches!(quote, b'"' | b'\'') && ["L", "u", "U", "u8"].contains(&prefix) {
                self.literal(quote);
                return Kind::Other;
            }
            return Kind::Name;
        }
        match c {
            b'"' | b'\'' => self.literal(c),
            b'0'..=b'9' => self.number(),
            b'.' if self.peek(1).is_ascii_digit() => self.number(),
            _ => self.punctuation(),
        }
        Kind::Other
    }

    fn name(&mut self) {
        loop {
            match self.splice() {
                0 if is_name(self.peek(0)) => self.at += 1,
                0 if universal(&self.bytes[self.at..]) > 0 => {
                    self.at += universal(&self.bytes[self.at..]);
                }
                0 => return,
                n if is_name(self.bytes.get(self.at + n).copied().unwrap_or(0)) => {
                    self.skip_splices();
                }
                _ => return,
            }
        }
    }

    fn number(&mut self) {
        self.at += 1;
        loop {
            let before = self.bytes[self.at - 1];
            match self.peek(0) {
                b'+' | b'-' if matches!(before, b'e' | b'E' | b'p' | b'P') => self.at += 1,
                b'.' => self.at += 1,
                c if is_name(c) => self.at += 1,
                _ => return,
            }
        }
    }

    fn literal(&mut self, quote: u8) {
        self.at += 1;
        while self.at < self.bytes.len() {
            match self.peek(0) {
                b'\n' => return,
                b'\\' if self.splice() > 0 => self.skip_splices(),
                b'\\' => self.at = (self.at + 2).min(self.bytes.len()),
                c => {
                    self.at += 1;
                    if c == quote {
                        return;
                    }
                }
            }
        }
    }

    fn punctuation(&mut self) {
        const LONG: [&str; 26] = [
            "%:%:", "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=",
            "&&", "||", "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|=", "##", "%:", "::",
        ];
        let rest = &self.bytes[self.at..];
        let long = LONG.iter().find(|l| rest.starts_with(l.as_bytes()));
        // All bytes beyond ASCII are parts of names.
        self.at += long.map_or(1, |l| l.len());
    }
}

fn is_name(c: u8) -> bool {
    c == b'_' || c == b'$' || c.is_ascii_alphanumeric() || c >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<String> {
        let all = tokens(text).into_iter();
        all.map(|t| format!("{}:{}", t.line, t.spelling(text)))
            .collect()
    }

    #[test]
    fn names_are_the_same_in_both_spellings() {
        for text in ["größe", r"gr\U000000f6\u00dfe", "gr\\\nöße"] {
            let all = tokens(text);
            let names: Vec<_> = all.iter().map(|t| t.spelling(text)).collect();
            assert_eq!(names, ["größe"], "{text}");
        }
        let all = tokens(r"a\u00 \U0000000g");
        assert_eq!(all.first().map(|t| t.end), Some(1));
    }

    #[test]
    fn tokens_know_their_lines() {
        let text =
            "a /* x\n */ b+=1.5e-3f; // c\\\n d\n  # pragma acc \\\r\n loop // e\nL\"s\\\"\" 'x'\n";
        let want = [
            "1:a",
            "2:b",
            "2:+=",
            "2:1.5e-3f",
            "2:;",
            "4:# pragma acc  loop",
            "6:L\"s\\\"\"",
            "6:'x'",
        ];
        assert_eq!(split(text), want);
    }

    #[test]
    fn split_names_and_comments_in_directives() {
        assert_eq!(split("lo\\\nng x"), ["1:long", "2:x"]);
        let directive = "#pragma acc /* a */ loop // b";
        assert_eq!(comments(directive), ["/* a */", "// b"]);
        assert_eq!(directive_name("%: /**/ include <x>"), "include");
        assert_eq!(directive_name("# 12 \"a\""), "");
    }
}
