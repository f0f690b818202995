//! Letters beyond ASCII in names, of which NVRTC takes none in functions' names, nor PTX anywhere: `größe` is `gr_u00f6_u00dfe` there.

/// A text whose names have ASCII's letters; what stands in quotes and comments stays.
pub fn named_in_ascii(text: String) -> String {
    if text.is_ascii() {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '"' | '\'' => quoted(rest, c),
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |at| at + 2),
            _ => 0,
        };
        if length > 0 {
            out.push_str(&rest[..length]);
            rest = &rest[length..];
            continue;
        }
        match c.is_ascii() {
            true => out.push(c),
            false => out.push_str(&format!("_u{:04x}", u32::from(c))),
        }
        rest = &rest[c.len_utf8()..];
    }
    out
}

/// The length of a literal, from its quote on.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote || c == '\n' => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::named_in_ascii;

    #[test]
    fn only_names_are_spelled_out() {
        let of = |text: &str| named_in_ascii(text.into());
        assert_eq!(of("int größe = a;"), "int gr_u00f6_u00dfe = a;");
        let kept = "/* ü */ f(\"\\\"ü\", 'a'); // ü\n";
        assert_eq!(of(kept), kept);
        assert_eq!(of("\"ü\" ü"), "\"ü\" _u00fc");
    }
}
