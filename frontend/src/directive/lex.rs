//! Tokens of a directive: C's own, as far as clauses need to tell them apart.

use super::Raw;
use crate::source::Span;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    Ident,
    Number,
    /// A string or character constant.
    Literal,
    /// The same without its closing quote.
    Unterminated,
    /// `(`, `[`, `{`; digraphs are given as what they stand for.
    Open(char),
    Close(char),
    Comma,
    Colon,
    Question,
    /// Any other operator of C, the longest that fits.
    Op,
    /// A character that C has no use for.
    Junk,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

const OPERATORS: [&str; 22] = [
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=",
    "-=", "*=", "/=", "%=", "&=", "|=", "^=",
];

/// Tokens of the bytes `span` of `text`. Comments, blanks and continuations are dropped.
pub fn lex(text: &str, span: Span) -> Vec<Token> {
    let base = span.start as usize;
    let body = text.get(span.range()).unwrap_or("");
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < body.len() {
        let rest = &body[at..];
        let blank = blank_length(rest);
        if blank > 0 {
            at += blank;
            continue;
        }
        let (kind, length) = token(rest);
        tokens.push(Token {
            kind,
            span: Span::new(base + at, base + at + length),
        });
        at += length;
    }
    tokens
}

/// Bytes of blank, comment or continuation at the start of `rest`.
fn blank_length(rest: &str) -> usize {
    if rest.starts_with("//") {
        return rest.len();
    }
    if let Some(comment) = rest.strip_prefix("/*") {
        return comment.find("*/").map_or(rest.len(), |i| i + 4);
    }
    for continuation in ["\\\n", "\\\r\n"] {
        if rest.starts_with(continuation) {
            return continuation.len();
        }
    }
    match rest.chars().next() {
        Some(c) if c.is_whitespace() || c == '\u{feff}' => c.len_utf8(),
        _ => 0,
    }
}

/// Kind and length of the token at the start of `rest`, which isn't empty.
fn token(rest: &str) -> (TokenKind, usize) {
    let c = rest.chars().next().unwrap_or('\0');
    let next = rest[c.len_utf8()..].chars().next().unwrap_or('\0');
    if let Some(length) = literal_prefix(rest) {
        let (kind, literal) = literal(&rest[length..]);
        return (kind, length + literal);
    }
    if let Some(length) = name(rest) {
        return (TokenKind::Ident, length);
    }
    if c.is_ascii_digit() || c == '.' && next.is_ascii_digit() {
        return (TokenKind::Number, number(rest));
    }
    for (digraph, kind) in [
        ("<:", TokenKind::Open('[')),
        (":>", TokenKind::Close(']')),
        ("<%", TokenKind::Open('{')),
        ("%>", TokenKind::Close('}')),
    ] {
        if rest.starts_with(digraph) {
            return (kind, 2);
        }
    }
    if let Some(op) = OPERATORS.iter().find(|op| rest.starts_with(**op)) {
        return (TokenKind::Op, op.len());
    }
    let kind = match c {
        '(' | '[' | '{' => TokenKind::Open(c),
        ')' | ']' | '}' => TokenKind::Close(c),
        ',' => TokenKind::Comma,
        ':' => TokenKind::Colon,
        '?' => TokenKind::Question,
        '+' | '-' | '*' | '/' | '%' | '&' | '|' | '^' | '~' | '!' | '<' | '>' | '=' | '.' => {
            TokenKind::Op
        }
        _ => TokenKind::Junk,
    };
    (kind, c.len_utf8())
}

/// Length of the name at the start of `rest`, in C++ with what leads to it: `ns::n`, `::n`. C has no `::`.
fn name(rest: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let part = &rest[at..];
        let scope = if part.starts_with("::") { 2 } else { 0 };
        let word = word_length(&part[scope..]);
        if (at > 0 && scope == 0) || word == 0 {
            return (at > 0).then_some(at);
        }
        at += scope + word;
    }
}

/// Length of the word at the start of `rest`, 0 if there is none. gcc's preprocessor writes letters beyond ASCII as `\u00e9` or `\U000000e9`.
fn word_length(rest: &str) -> usize {
    let mut at = 0;
    loop {
        let rest = &rest[at..];
        let universal = universal_length(rest);
        let next = rest.chars().next();
        let fits = |c: &char| {
            if at == 0 {
                is_ident_start(*c)
            } else {
                is_ident(*c)
            }
        };
        match next.filter(fits) {
            Some(c) => at += c.len_utf8(),
            None if universal > 0 => at += universal,
            None => return at,
        }
    }
}

/// Length of the universal character name at the start of `rest`, 0 if there is none.
fn universal_length(rest: &str) -> usize {
    [("\\u", 4), ("\\U", 8)]
        .into_iter()
        .filter(|(start, _)| rest.starts_with(start))
        .map(|(start, digits)| (start.len(), start.len() + digits))
        .find(|(from, to)| {
            let digits = rest.get(*from..*to);
            digits.is_some_and(|d| d.bytes().all(|c| c.is_ascii_hexdigit()))
        })
        .map_or(0, |(_, to)| to)
}

/// Length of an encoding prefix (`L`, `u8`, …, or nothing) if a literal begins here.
fn literal_prefix(rest: &str) -> Option<usize> {
    ["", "u8", "L", "u", "U"].iter().find_map(|prefix| {
        let after = rest.strip_prefix(prefix)?;
        (after.starts_with('"') || after.starts_with('\'')).then_some(prefix.len())
    })
}

/// A literal from its quote on; it doesn't reach over the end of a line.
fn literal(rest: &str) -> (TokenKind, usize) {
    let mut chars = rest.char_indices();
    let quote = chars.next().map_or('"', |(_, c)| c);
    while let Some((i, c)) = chars.next() {
        match c {
            '\\' => {
                chars.next();
            }
            '\n' => return (TokenKind::Unterminated, i),
            c if c == quote => return (TokenKind::Literal, i + 1),
            _ => {}
        }
    }
    (TokenKind::Unterminated, rest.len())
}

/// A preprocessing number: `1'000u`, `0x1p-3`, `.5f`.
fn number(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let mut i = 1;
    while i < bytes.len() {
        let signed = matches!(bytes[i - 1], b'e' | b'E' | b'p' | b'P')
            && !(rest.starts_with("0x") && matches!(bytes[i - 1], b'e' | b'E'));
        let goes_on = match bytes[i] {
            b'+' | b'-' => signed,
            b'\'' => bytes.get(i + 1).is_some_and(u8::is_ascii_alphanumeric),
            b'.' | b'_' => true,
            c => c.is_ascii_alphanumeric(),
        };
        if !goes_on {
            break;
        }
        i += 1;
    }
    i
}

fn is_ident_start(c: char) -> bool {
    c == '_' || c == '$' || c.is_alphabetic()
}

fn is_ident(c: char) -> bool {
    is_ident_start(c) || c.is_alphanumeric()
}

/// The bytes from the first to the last of `tokens`; empty for no tokens.
pub fn span_of(tokens: &[Token]) -> Span {
    match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => Span::default(),
    }
}

/// The text of `tokens`: as written, each blank, comment or continuation one space.
pub fn text_of(text: &str, tokens: &[Token]) -> String {
    let mut out = String::new();
    let mut end = None;
    for token in tokens {
        if end.is_some_and(|end| end < token.span.start) {
            out.push(' ');
        }
        out.push_str(text.get(token.span.range()).unwrap_or(""));
        end = Some(token.span.end);
    }
    out
}

pub fn raw(text: &str, tokens: &[Token]) -> Raw {
    Raw {
        text: text_of(text, tokens),
        span: span_of(tokens),
    }
}

/// Parts of `tokens` between top-level commas; one empty part for no tokens.
pub fn split_commas(tokens: &[Token]) -> Vec<&[Token]> {
    let mut parts = Vec::new();
    let mut depth = 0usize;
    let mut start = 0;
    for (i, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) => depth = depth.saturating_sub(1),
            TokenKind::Comma if depth == 0 => {
                parts.push(&tokens[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    parts.push(&tokens[start..]);
    parts
}

/// Index of the first top-level `:` that doesn't belong to a `?`.
pub fn find_colon(tokens: &[Token]) -> Option<usize> {
    let mut depth = 0usize;
    let mut conditionals = 0usize;
    for (i, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Open(_) => depth += 1,
            TokenKind::Close(_) => depth = depth.saturating_sub(1),
            TokenKind::Question if depth == 0 => conditionals += 1,
            TokenKind::Colon if depth == 0 && conditionals > 0 => conditionals -= 1,
            TokenKind::Colon if depth == 0 => return Some(i),
            _ => {}
        }
    }
    None
}
