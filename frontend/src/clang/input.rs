//! Files that are no C source at all: cut off, or binary.

use super::weave::Depth;
use crate::diag::{Diagnostic, codes};
use crate::directive::{Directive, Raw};

/// What is wrong with the text as a whole, if it holds directives.
pub fn damage(text: &str, directives: &[Directive<Raw>]) -> Option<Diagnostic> {
    let last = directives.last()?;
    let own = text.lines().filter(|l| !l.starts_with('#'));
    let (mut all, mut bad, mut zero) = (0usize, 0usize, false);
    for c in own.flat_map(str::chars) {
        all += 1;
        zero |= c == '\0';
        bad += usize::from((c < ' ' && !"\t\r\x0b\x0c\x1b".contains(c)) || c == '\u{fffd}');
    }
    if zero || (bad >= 4 && bad * 20 > all) {
        let message = "the file is not text: it holds bytes that C source can't have";
        return Some(Diagnostic::general(codes::BINARY_INPUT, message));
    }
    if Depth::new(text).at(text.len()) > 0 {
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
