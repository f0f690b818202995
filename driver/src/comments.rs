//! What keeping comments through the preprocessor can break.
//!
//! `-C` makes a comment a token of its own, so that `/* why */ #define N 1` is no directive any more (GCC manual, `-C`):
//! the line comes out as it went in. And a pragma ends with its line, whatever comment begins there. Such a text can't be used.

/// Whether a preprocessed text with comments holds a directive that a comment ahead of it has kept from being carried out:
/// on the same line, or joined to its line by a backslash, which the text no longer shows; or a pragma on whose line a comment begins that goes on on the next one.
pub fn spoil_a_directive(text: &str) -> bool {
    let mut rest = text;
    let mut comment = false;
    let mut blank = true;
    while let Some(c) = rest.chars().next() {
        let taken = match c {
            '\n' => {
                (comment, blank) = (false, true);
                1
            }
            // A line that goes on.
            _ if rest.starts_with("\\\n") => 2,
            _ if rest.starts_with("/*") => {
                comment = true;
                rest[2..].find("*/").map_or(rest.len(), |end| end + 4)
            }
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '#' if blank && (comment || !is_output(rest)) => return true,
            // A line marker or a pragma, whose words may hold single quotes.
            '#' if blank => {
                let end = rest.find('\n').unwrap_or(rest.len());
                if goes_on(&rest[..end]) {
                    return true;
                }
                end
            }
            '"' | '\'' => {
                blank = false;
                literal(rest, c)
            }
            _ => {
                blank &= c.is_whitespace() || c == '\\';
                c.len_utf8()
            }
        };
        rest = &rest[taken..];
    }
    false
}

/// Whether a comment begins on a line and doesn't end there.
fn goes_on(line: &str) -> bool {
    let mut rest = line;
    while let Some(at) = rest.find("/*") {
        match rest[at + 2..].find("*/") {
            _ if rest[..at].contains("//") => return false,
            Some(end) => rest = &rest[at + 2 + end + 2..],
            None => return true,
        }
    }
    false
}

/// Whether a line that starts with `#` is one that preprocessors print: a line marker, `#pragma`, `#ident`.
fn is_output(line: &str) -> bool {
    let word = line[1..].trim_start_matches([' ', '\t']);
    word.starts_with(|c: char| c.is_ascii_digit())
        || ["pragma", "ident", "line"]
            .iter()
            .any(|known| word.starts_with(known))
}

/// Bytes of the string or character at the text's start; one that isn't closed ends with its line.
fn literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        match c {
            '\n' if !escaped => return i,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return i + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::spoil_a_directive;

    #[test]
    fn directives_behind_comments() {
        for hidden in [
            "/* a */ #define X 1\n",
            "int a;\n  /* a\nb */ /* c */ # if 0\n",
            "/* comment */ \\\n#define ONE 1\n",
            // The same as gcc prints it.
            "/* comment */\n    #define ONE 1\n",
            "# 1 \"it's\" 2\n/**/#pragma acc wait\n",
            "#pragma acc wait /* a */ /* b\n*/\n",
        ] {
            assert!(spoil_a_directive(hidden), "{hidden}");
        }
        for fine in [
            "# 1 \"a.c\"\n#pragma acc parallel // it's\nint a; /* # */\n",
            "#pragma x // a /* b\n/* # define */\n#pragma x /* ' */\nchar c = '\\''; // #\n",
            "const char *s = \"/* */ #\"; /* x */\n#pragma y\n",
            "int unclosed = 'a\n/* é */ int b;\n",
        ] {
            assert!(!spoil_a_directive(fine), "{fine}");
        }
    }
}
