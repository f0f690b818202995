//! Files that are no C source at all: cut off, or binary.

use super::weave::Depth;
use crate::diag::{Diagnostic, codes};
use crate::directive::{Directive, Raw};
use crate::source::Span;

/// What is wrong with the text as a whole, if it holds directives.
pub fn damage(text: &str, directives: &[Directive<Raw>]) -> Option<Diagnostic> {
    let last = directives.last()?;
    if let Some(place) = binary(text) {
        let message = "the file is not text: it holds bytes that C source can't have";
        let d = Diagnostic::error(codes::BINARY_INPUT, place, message);
        return Some(d.label("the first of them"));
    }
    if Depth::new(text, false).is_open(text.len()) {
        let message = format!(
            "the file ends before what `{}` stands in is closed",
            last.name
        );
        let d = Diagnostic::error(codes::TRUNCATED_INPUT, last.span, message)
            .label("the last directive")
            .help("a `}` is missing, or the file was cut off");
        return Some(d);
    }
    None
}

/// The first byte that no C source has, if there is a null byte or if there are many of those.
fn binary(text: &str) -> Option<Span> {
    let (mut all, mut bad, mut zero) = (0usize, 0usize, false);
    let (mut first, mut start) = (None, 0);
    for line in text.split_inclusive('\n') {
        let own = !line.starts_with('#');
        for (at, c) in line.char_indices().filter(|_| own) {
            all += 1;
            zero |= c == '\0';
            if (c < ' ' && !"\n\t\r\x0b\x0c\x1b".contains(c)) || c == '\u{fffd}' {
                bad += 1;
                first.get_or_insert((start + at, c.len_utf8()));
            }
        }
        start += line.len();
    }
    let (at, len) = first.filter(|_| zero || (bad >= 4 && bad * 20 > all))?;
    Some(Span {
        start: at as u32,
        end: (at + len) as u32,
    })
}
