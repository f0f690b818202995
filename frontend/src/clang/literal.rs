//! What C's literals and built-in type words mean.

use crate::region::{FloatKind, IntKind, Type};

/// The value of an integer literal: `0x1Ful`, `0b11`, `017`, `42`.
pub fn integer(text: &str) -> Option<u128> {
    let lower = text.to_ascii_lowercase();
    let body = lower.trim_end_matches(['u', 'l', 'z', 'i', 'j']);
    let (digits, radix) = if let Some(d) = body.strip_prefix("0x") {
        (d, 16)
    } else if let Some(d) = body.strip_prefix("0b") {
        (d, 2)
    } else if body.len() > 1 && body.starts_with('0') {
        (&body[1..], 8)
    } else {
        (body, 10)
    };
    u128::from_str_radix(&digits.replace('\'', ""), radix).ok()
}

/// The value of a character constant, as an `int`; several characters as gcc packs them.
pub fn character(text: &str) -> Option<i64> {
    let wide = !text.starts_with('\'');
    let body = text.split_once('\'')?.1.strip_suffix('\'')?;
    let mut chars = body.chars().peekable();
    let mut values = Vec::new();
    while let Some(c) = chars.next() {
        if c != '\\' {
            let mut bytes = [0u8; 4];
            if wide {
                values.push(c as i64);
            } else {
                values.extend(c.encode_utf8(&mut bytes).bytes().map(i64::from));
            }
            continue;
        }
        values.push(match chars.next()? {
            'n' => 10,
            't' => 9,
            'r' => 13,
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'v' => 11,
            'e' | 'E' => 27,
            'x' => number(&mut chars, 16, usize::MAX, 0)?,
            'u' => number(&mut chars, 16, 4, 0)?,
            'U' => number(&mut chars, 16, 8, 0)?,
            d @ '0'..='7' => number(&mut chars, 8, 2, d.to_digit(8)? as i64)?,
            other => other as i64,
        });
    }
    match values[..] {
        [] => None,
        [one] if wide => Some(one),
        [one] => Some(i64::from(one as u8 as i8)),
        _ => Some(i64::from(
            values
                .iter()
                .fold(0i32, |all, v| (all << 8) | (*v as i32 & 0xff)),
        )),
    }
}

fn number(
    chars: &mut std::iter::Peekable<std::str::Chars<'_>>,
    radix: u32,
    most: usize,
    first: i64,
) -> Option<i64> {
    let mut value = first;
    let mut taken = 0;
    while taken < most
        && let Some(d) = chars.peek().and_then(|c| c.to_digit(radix))
    {
        value = value
            .checked_mul(i64::from(radix))?
            .checked_add(i64::from(d))?;
        chars.next();
        taken += 1;
    }
    Some(value)
}

/// The type of a list of built-in words (`unsigned long int`), without qualifiers.
pub fn builtin_type(words: &[&str]) -> Option<Type> {
    let count = |w: &str| words.iter().filter(|x| **x == w).count();
    let known = [
        "void", "_Bool", "char", "short", "int", "long", "signed", "unsigned", "float", "double",
    ];
    if words.is_empty() || words.iter().any(|w| !known.contains(w)) {
        return None;
    }
    let unsigned = count("unsigned") > 0;
    let pick = |s, u| Type::Int(if unsigned { u } else { s });
    Some(if count("void") > 0 {
        Type::Void
    } else if count("_Bool") > 0 {
        Type::Bool
    } else if count("float") > 0 {
        Type::Float(FloatKind::Float)
    } else if count("double") > 0 && count("long") > 0 {
        Type::Float(FloatKind::LongDouble)
    } else if count("double") > 0 {
        Type::Float(FloatKind::Double)
    } else if count("char") > 0 {
        match (unsigned, count("signed") > 0) {
            (true, _) => Type::Int(IntKind::UChar),
            (_, true) => Type::Int(IntKind::SChar),
            _ => Type::Char,
        }
    } else if count("short") > 0 {
        pick(IntKind::Short, IntKind::UShort)
    } else {
        match count("long") {
            0 => pick(IntKind::Int, IntKind::UInt),
            1 => pick(IntKind::Long, IntKind::ULong),
            _ => pick(IntKind::LongLong, IntKind::ULongLong),
        }
    })
}
