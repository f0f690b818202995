//! Where the quotes of a text are not what they seem: raw strings, and the separators of digits.

/// The byte behind a raw string of which `at` is the first quote: `R"x(…)x"` (C++11 [lex.string], and GNU C).
pub fn raw_string_end(text: &[u8], at: usize) -> Option<usize> {
    let before = &text[..at];
    let prefix = before.strip_suffix(b"R")?;
    let encoding = [&b"u8"[..], b"u", b"U", b"L", b""];
    let rest = encoding.iter().find_map(|e| prefix.strip_suffix(*e))?;
    if rest.last().is_some_and(is_word) || text.get(at) != Some(&b'"') {
        return None;
    }
    // At most 16 characters may stand between the quote and the parenthesis.
    let open = text[at + 1..].iter().take(17).position(|b| *b == b'(')?;
    let mut close = vec![b')'];
    close.extend(&text[at + 1..at + 1 + open]);
    close.push(b'"');
    let inside = at + 2 + open;
    let mut found = text[inside..].windows(close.len());
    Some(inside + found.position(|w| w == close)? + close.len())
}

/// Whether the `'` at `at` stands between digits of a number (`1'000`, `0xff'ff`).
pub fn is_separator(text: &[u8], at: usize) -> bool {
    let token = text[..at].iter().rev();
    let token = token.take_while(|b| is_word(b) || matches!(b, b'\'' | b'.'));
    token.last().is_some_and(u8::is_ascii_digit)
}

fn is_word(b: &u8) -> bool {
    b.is_ascii_alphanumeric() || *b == b'_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_strings_end_at_their_own_mark() {
        fn end(text: &str) -> Option<&str> {
            let at = text.find('"')?;
            raw_string_end(text.as_bytes(), at).map(|end| &text[end..])
        }
        assert_eq!(end(r#"R"(a " b)" c"#), Some(" c"));
        assert_eq!(end(r#"u8R"x(a )" )x";"#), Some(";"));
        assert_eq!(end(r#"BAR"(a)""#), None);
        assert_eq!(end(r#"R"(never"#), None);
    }

    #[test]
    fn separators_of_digits() {
        let is = |text: &str| is_separator(text.as_bytes(), text.find('\'').unwrap_or(0));
        assert!(is("x = 1'000") && is("0xff'ff") && is("1.5e3'0"));
        assert!(!is("x = 'a'") && !is("L'a'") && !is("u8'a'"));
    }
}
