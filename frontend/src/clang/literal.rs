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

/// The type of a list of built-in words (`unsigned long int`), without qualifiers.
pub fn builtin_type(words: &[&str]) -> Option<Type> {
    let count = |w: &str| words.iter().filter(|x| **x == w).count();
    let known = [
        "void", "_Bool", "bool", "char", "short", "int", "long", "signed", "unsigned", "float",
        "double", "_Complex",
    ];
    if words.is_empty() || words.iter().any(|w| !known.contains(w)) {
        return None;
    }
    let unsigned = count("unsigned") > 0;
    let pick = |s, u| Type::Int(if unsigned { u } else { s });
    Some(if count("void") > 0 {
        Type::Void
    } else if count("_Bool") > 0 || count("bool") > 0 {
        Type::Bool
    } else if let Some(kind) = floating(count("float"), count("double"), count("long")) {
        match count("_Complex") {
            0 => Type::Float(kind),
            _ => Type::Complex(kind),
        }
    } else if count("_Complex") > 0 {
        return None;
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

/// The floating type of so many words of each kind.
fn floating(float: usize, double: usize, long: usize) -> Option<FloatKind> {
    match (float, double, long) {
        (0, 0, _) => None,
        (0, _, 0) => Some(FloatKind::Double),
        (0, ..) => Some(FloatKind::LongDouble),
        _ => Some(FloatKind::Float),
    }
}
