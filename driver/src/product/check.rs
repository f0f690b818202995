//! Whether a product is what it should be: preprocessed, it has the tokens of the preprocessed text with the changes
//! made.

use super::tokens::{Kind, Token, tokens, words};
use accrs_lowering::render::Edit;
use std::borrow::Cow;

/// A token, and its line in the user's file where it stems from there.
struct Read<'t> {
    text: Cow<'t, str>,
    line: Option<u32>,
}

/// The line of the user's file at which the two part.
pub struct Difference {
    pub file: String,
    pub line: u32,
    /// The token that should be there, and the one that would be; empty at the end.
    pub expected: String,
    pub found: String,
}

/// A text with its tokens, in order.
pub struct Text<'a> {
    pub text: &'a str,
    /// Each with the inclusion that it belongs to.
    pub tokens: &'a [(usize, Token)],
}

/// Compares the text that was read, with `edits` made in it, and the product's.
pub fn difference(
    read: &Text<'_>,
    edits: &[Edit],
    helpers: &str,
    product: &Text<'_>,
    file: impl Fn(usize) -> String,
) -> Option<Difference> {
    let mut expected = Vec::new();
    push_all(helpers, &mut expected);
    // Where a token of `expected` comes from, for the message.
    let mut origin: Vec<(usize, u32)> = vec![(0, 1); expected.len()];
    let mut at = 0;
    let mut last = (0, 1);
    for edit in edits {
        let (start, end) = (edit.start as usize, edit.end as usize);
        while let Some((from, token)) = read.tokens.get(at).filter(|(_, t)| t.start < start) {
            last = (*from, token.line);
            push(read.text, token, &mut expected);
            origin.resize(expected.len(), last);
            at += 1;
        }
        push_all(&edit.text, &mut expected);
        origin.resize(expected.len(), last);
        while read.tokens.get(at).is_some_and(|(_, t)| t.start < end) {
            at += 1;
        }
    }
    for (from, token) in read.tokens.get(at..).unwrap_or_default() {
        push(read.text, token, &mut expected);
        origin.resize(expected.len(), (*from, token.line));
    }
    let mut found = Vec::new();
    for (_, token) in product.tokens {
        push(product.text, token, &mut found);
    }
    let place = |i: usize| {
        let (from, line) = origin.get(i).or(origin.last()).copied().unwrap_or((0, 1));
        let word = |side: &[Read<'_>]| side.get(i).map_or(String::new(), |r| r.text.to_string());
        Difference {
            file: file(from),
            line,
            expected: word(&expected),
            found: word(&found),
        }
    };
    let both = expected.iter().zip(&found);
    let differs = both.enumerate().find(|(_, (a, b))| !alike(a, b));
    match differs {
        Some((i, _)) => Some(place(i)),
        None if expected.len() != found.len() => Some(place(expected.len().min(found.len()))),
        None => None,
    }
}

fn push<'t>(text: &'t str, token: &Token, into: &mut Vec<Read<'t>>) {
    if token.kind == Kind::Directive {
        let part = token.text(text);
        into.extend(words(part).iter().map(|w| Read {
            text: Cow::Owned(w.spelling(part).into_owned()),
            line: None,
        }));
        return;
    }
    into.push(Read {
        text: token.spelling(text),
        line: Some(token.line),
    });
}

fn push_all<'t>(text: &'t str, into: &mut Vec<Read<'t>>) {
    for token in tokens(text) {
        let before = into.len();
        push(text, &token, into);
        into[before..].iter_mut().for_each(|r| r.line = None);
    }
}

/// The same, but for what `__LINE__` and `__TIME__` make of a line that has moved.
fn alike(a: &Read<'_>, b: &Read<'_>) -> bool {
    if a.text == b.text {
        return true;
    }
    if is_time(&a.text) && is_time(&b.text) {
        return true;
    }
    let (Some(a_line), Some(b_line)) = (a.line, b.line) else {
        return false;
    };
    let (a_word, a_number) = numbered(&a.text);
    let (b_word, b_number) = numbered(&b.text);
    let near = |number: Option<u32>, line: u32| number.is_some_and(|n| n.abs_diff(line) <= 100);
    a_word == b_word && near(a_number, a_line) && near(b_number, b_line)
}

/// `name_12` as `name_` and 12.
fn numbered(word: &str) -> (&str, Option<u32>) {
    let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
    (name, word[name.len()..].parse().ok())
}

/// `"12:34:56"`
fn is_time(word: &str) -> bool {
    let shape: String = word
        .chars()
        .map(|c| if c.is_ascii_digit() { '0' } else { c })
        .collect();
    shape == "\"00:00:00\""
}
