//! Literals that NVRTC reads in another way than the host's compiler, put so that both read the same.

use std::fmt::Write;

/// A floating-point number in text that NVRTC rounds as C says. It takes a decimal `float` in the middle between two neighbours up, always, and refuses
/// what is less than the smallest number. `single`: the literal is a `float`.
pub(super) fn rounded(literal: &str, single: bool) -> Option<String> {
    let digits = literal.trim_end_matches(['f', 'F']);
    let exact: f64 = digits.parse().ok()?;
    let value = match single {
        true => f64::from(digits.parse::<f32>().ok()?),
        false => exact,
    };
    let smallest = match single {
        true => f64::from(f32::MIN_POSITIVE),
        false => f64::MIN_POSITIVE,
    };
    // Between neighbours of 24 bits there are 29 more.
    let halfway = single && exact.to_bits() & 0x1fff_ffff == 0x1000_0000;
    let some = digits.split(['e', 'E']).next().unwrap_or("");
    let tiny = exact < smallest && some.contains(|c: char| ('1'..='9').contains(&c));
    if !value.is_finite() || !(halfway || tiny) {
        return None;
    }
    Some(hexadecimal(value) + if single { "f" } else { "" })
}

/// A number of no sign, exactly.
fn hexadecimal(value: f64) -> String {
    if value == 0.0 {
        return "0.0".into();
    }
    let bits = value.to_bits();
    let (raw, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
    let (digits, power) = match raw {
        0 => (fraction, -1074),
        _ => (fraction | 1 << 52, raw - 1075),
    };
    let zeros = digits.trailing_zeros();
    format!("{:#x}p{}", digits >> zeros, power + zeros as i32)
}

/// Whether NVRTC reads a character in another way: it takes the source's bytes for characters of their own, and `\e` for an `e`.
pub(super) fn is_odd(literal: &str) -> bool {
    !literal.is_ascii() || has_escape(literal)
}

/// Whether a literal has gcc's escape sequence for ESC.
fn has_escape(literal: &str) -> bool {
    let mut all = literal.chars();
    while let Some(c) = all.next() {
        if c == '\\' && matches!(all.next(), Some('e' | 'E')) {
            return true;
        }
    }
    false
}

/// A string, one literal or several, with the characters that NVRTC would read in another way as escape sequences.
pub(super) fn string(literal: &str) -> String {
    let raw = literal.contains("R\"");
    if raw || !is_odd(literal) {
        return literal.to_string();
    }
    // Bytes are UTF-8's in strings of `char`, which need no word that says so.
    let wide = !literal.starts_with('"') && !literal.starts_with("u8");
    let literal = match literal.starts_with("u8") {
        true => literal.replace("u8\"", "\""),
        false => literal.to_string(),
    };
    let mut out = String::new();
    let mut all = literal.chars();
    while let Some(c) = all.next() {
        match c {
            '\\' => match all.next() {
                Some('e' | 'E') => out.push_str("\\033"),
                next => out.extend(std::iter::once(c).chain(next)),
            },
            c if !c.is_ascii() && wide => {
                let number = u32::from(c);
                let _ = match number {
                    0..=0x9f => write!(out, "\\{number:03o}"),
                    0xa0..=0xffff => write!(out, "\\u{number:04x}"),
                    _ => write!(out, "\\U{number:08x}"),
                };
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_between_two_neighbours() {
        let float = |text: &str| rounded(text, true);
        let double = |text: &str| rounded(text, false);
        assert_eq!(float("16777217.0f").as_deref(), Some("0x1p24f"));
        assert_eq!(float("16777219.f").as_deref(), Some("0x400001p2f"));
        assert_eq!(float("16777218.f"), None);
        assert_eq!(float("0.1f"), None);
        assert_eq!(float("7.006492321624085e-46f").as_deref(), Some("0.0f"));
        assert_eq!(float("1e-45f").as_deref(), Some("0x1p-149f"));
        assert_eq!(
            (float("0.0f"), float("0x1p3f"), double("1e-300")),
            (None, None, None)
        );
        assert_eq!(double("4.9e-324").as_deref(), Some("0x1p-1074"));
        assert_eq!(double("9007199254740993.0"), None);
    }

    #[test]
    fn characters_beyond_ascii() {
        assert_eq!(string(r#"u8"ü\e" "b""#), r#""ü\033" "b""#);
        assert_eq!(string(r#"L"ü€""#), r#"L"\u00fc\u20ac""#);
        assert_eq!(string(r#""a\\e" "#), r#""a\\e" "#);
        assert_eq!(string(r#"u"\e""#), r#"u"\033""#);
    }
}
