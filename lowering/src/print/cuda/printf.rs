//! Formats of `printf`, as CUDA's knows them: sizes are `h`, `l` and `ll` (CUDA C++ Programming Guide, "Formatted Output"). It misreads what follows another one,
//! and a `%s` behind it crashes.

use crate::print::Printer;
use accrs_frontend::region::{Expr, ExprKind};

/// A format and what its arguments are converted to before they are passed, by their numbers behind it.
#[derive(Debug, PartialEq, Eq)]
struct Format {
    text: String,
    narrow: Vec<(usize, &'static str)>,
}

impl Printer<'_> {
    /// The arguments of `printf`.
    pub(super) fn printf_arguments(&self, args: &[Expr]) -> Vec<String> {
        let mut all: Vec<String> = args.iter().map(|a| self.own_string(a)).collect();
        let literal = args.first().map(|a| &a.strip_implicit().kind);
        let Some(ExprKind::StringLit { text }) = literal else {
            return all;
        };
        let format = of_cuda(&super::literals::string(text));
        for (n, to) in format.narrow {
            if let Some(argument) = all.get_mut(n + 1) {
                *argument = format!("({to})({argument})");
            }
        }
        all[0] = format.text;
        all
    }
}

/// A format, one or several adjacent literals as written, in CUDA's words.
fn of_cuda(literal: &str) -> Format {
    let mut bytes = literal.as_bytes().to_vec();
    let at = characters(&bytes);
    let mut narrow = Vec::new();
    let (mut next, mut argument) = (0, 0);
    while next < at.len() {
        let here = |n: usize| at.get(n).map_or(0, |at| bytes[*at]);
        next += 1;
        if here(next - 1) != b'%' {
            continue;
        }
        if here(next) == b'%' {
            next += 1;
            continue;
        }
        while b"-+ #0123456789.*".contains(&here(next)) && next < at.len() {
            argument += usize::from(here(next) == b'*');
            next += 1;
        }
        let size = next;
        while b"hljztLq".contains(&here(next)) && next < at.len() {
            next += 1;
        }
        let letter = here(next);
        let sizes: Vec<u8> = (size..next).map(here).collect();
        match (&sizes[..], letter) {
            (b"hh", b'd' | b'i') => narrow.push((argument, "signed char")),
            (b"hh", b'u' | b'x' | b'X' | b'o') => narrow.push((argument, "unsigned char")),
            _ => {}
        }
        match &sizes[..] {
            b"hh" => (size..next).for_each(|n| bytes[at[n]] = GONE),
            // As long as `long` is on the hosts that NVRTC knows.
            b"j" | b"z" | b"t" => bytes[at[size]] = b'l',
            _ => {}
        }
        argument += 1;
        next += 1;
    }
    bytes.retain(|b| *b != GONE);
    Format {
        text: String::from_utf8(bytes).unwrap_or_else(|_| literal.to_string()),
        narrow,
    }
}

/// No text has such a byte.
const GONE: u8 = 0;

/// Where the characters of literals stand, but for escape sequences; none for a raw string.
fn characters(literal: &[u8]) -> Vec<usize> {
    let mut found = Vec::new();
    let (mut inside, mut n) = (false, 0);
    while let Some(byte) = literal.get(n) {
        match (inside, byte) {
            (false, b'R') => return Vec::new(),
            (_, b'"') => inside = !inside,
            (true, b'\\') => n += 1,
            (true, _) => found.push(n),
            (false, _) => {}
        }
        n += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(literal: &str) -> String {
        of_cuda(literal).text
    }

    #[test]
    fn sizes_that_cuda_lacks_become_others() {
        let format = of_cuda(r#""%5hhd %-3hhX %hd %*zu %s %jd""#);
        assert_eq!(format.text, r#""%5d %-3X %hd %*lu %s %ld""#);
        assert_eq!(format.narrow, [(0, "signed char"), (1, "unsigned char")]);
        assert_eq!(of_cuda(r#""%*d %hhu""#).narrow, [(2, "unsigned char")]);
    }

    #[test]
    fn literals_in_pieces_and_escapes() {
        assert_eq!(text(r#""%" "z" "u\n""#), r#""%" "l" "u\n""#);
        assert_eq!(text(r#""%%zu \"%tx\"""#), r#""%%zu \"%lx\"""#);
        assert_eq!(
            text(r#""%ld %lld %llu %5.2f %%""#),
            r#""%ld %lld %llu %5.2f %%""#
        );
        assert_eq!(text(r#"R"(%zu)""#), r#"R"(%zu)""#);
        assert_eq!(text(r#""100%""#), r#""100%""#);
        assert_eq!(text(r#""ß %zu""#), r#""ß %lu""#);
    }
}
