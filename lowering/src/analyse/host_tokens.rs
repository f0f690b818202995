//! The tokens of the host's text around a construct.

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Word,
    Other,
    /// A directive's line, behind the `#`.
    Pragma,
    /// The construct in question.
    Here,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub text: &'t str,
    pub kind: Kind,
}

/// Words that start statements or operators, not declarations.
pub(super) fn keyword(word: &str) -> bool {
    [
        "return", "else", "case", "goto", "do", "sizeof", "break", "continue", "default", "if",
        "for", "while", "switch",
    ]
    .contains(&word)
}

/// Words that only a type has.
pub(super) fn type_word(word: &str) -> bool {
    [
        "void",
        "char",
        "short",
        "int",
        "long",
        "float",
        "double",
        "signed",
        "unsigned",
        "const",
        "volatile",
        "restrict",
        "__restrict",
        "__restrict__",
        "struct",
        "union",
        "enum",
        "static",
        "extern",
        "register",
        "auto",
        "_Bool",
        "_Complex",
        "__const",
        "typedef",
    ]
    .contains(&word)
}

/// Two characters that are one operator.
const PAIRS: &[&str] = &[
    "->", "++", "--", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=",
    "^=", "<<", ">>",
];

/// The tokens of `text`, comments, literals and line markers apart; bytes `here` are one token.
pub(super) fn tokens(text: &str, here: Option<(u32, u32)>) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut i = 0;
    let mut fresh = true;
    while i < bytes.len() {
        if let Some((from, to)) = here
            && i == from as usize
        {
            let end = (to as usize).min(bytes.len()).max(i + 1);
            out.push(Token {
                text: text.get(i..end).unwrap_or(""),
                kind: Kind::Here,
            });
            i = end;
            continue;
        }
        let start = i;
        let rest = &bytes[i..];
        match bytes[i] {
            b'\n' => {
                fresh = true;
                i += 1;
                continue;
            }
            c if c.is_ascii_whitespace() => {
                i += 1;
                continue;
            }
            b'#' if fresh => {
                i += line(rest);
                let text = text.get(start + 1..i).unwrap_or("");
                if text.trim_start().starts_with("pragma") {
                    out.push(Token {
                        text,
                        kind: Kind::Pragma,
                    });
                }
                continue;
            }
            b'/' if rest.starts_with(b"//") => i += line(rest),
            b'/' if rest.starts_with(b"/*") => {
                i += text
                    .get(i..)
                    .and_then(|t| t.find("*/"))
                    .map_or(rest.len(), |n| n + 2);
            }
            quote @ (b'"' | b'\'') => i += literal(rest, quote),
            c if c.is_ascii_alphabetic() || c == b'_' || c >= 0x80 => {
                let word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 0x80;
                i += rest.iter().take_while(|b| word(b)).count();
                out.push(Token {
                    text: text.get(start..i).unwrap_or(""),
                    kind: Kind::Word,
                });
            }
            c if c.is_ascii_digit() => {
                let digit = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_' || *b == b'.';
                i += rest.iter().take_while(|b| digit(b)).count();
                out.push(Token {
                    text: text.get(start..i).unwrap_or(""),
                    kind: Kind::Other,
                });
            }
            _ => {
                let pair = text.get(i..i + 2).is_some_and(|p| PAIRS.contains(&p));
                i += if pair { 2 } else { 1 };
                // `<<=` is an assignment that reads, like the other operators'.
                if pair && ["<<", ">>"].contains(&&text[start..i]) && bytes.get(i) == Some(&b'=') {
                    i += 1;
                }
                out.push(Token {
                    text: text.get(start..i).unwrap_or(""),
                    kind: Kind::Other,
                });
            }
        }
        fresh = false;
    }
    out
}

/// The length of a line, continuations included, without its end.
fn line(rest: &[u8]) -> usize {
    let mut i = 0;
    while i < rest.len() && rest[i] != b'\n' {
        i += if rest[i] == b'\\' { 2 } else { 1 };
    }
    i.min(rest.len())
}

fn literal(rest: &[u8], quote: u8) -> usize {
    let mut i = 1;
    while i < rest.len() && rest[i] != quote {
        i += if rest[i] == b'\\' { 2 } else { 1 };
    }
    (i + 1).min(rest.len())
}
