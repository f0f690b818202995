//! `printf` of device code: CUDA's formats over arguments in device memory. Sizes are `h`, `l` and `ll` (CUDA C++ Programming Guide, "Formatted Output"); what
//! has another one is no conversion, and the next takes its argument.

use std::ffi::CString;

pub enum Wanted {
    /// A value of so many bytes.
    Value(u64),
    Text,
}

pub enum Given {
    Value(u64),
    Text(Vec<u8>),
}

/// One conversion: its flags, width and precision, and the letter.
struct Spec {
    flags: String,
    long: bool,
    letter: u8,
}

/// The text that `format` makes. Arguments are asked for in turn; `count` becomes their number.
///
/// # Errors
/// The first that an argument's reading gave.
pub fn format<E>(
    format: &[u8],
    count: &mut u64,
    next: &mut dyn FnMut(Wanted) -> Result<Given, E>,
) -> Result<Vec<u8>, E> {
    let mut out = vec![];
    let mut at = 0;
    while let Some(&byte) = format.get(at) {
        at += 1;
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        if format.get(at) == Some(&b'%') {
            out.push(b'%');
            at += 1;
            continue;
        }
        let start = at - 1;
        let Some(spec) = spec(format, &mut at, next)? else {
            out.extend_from_slice(&format[start..at]);
            continue;
        };
        *count += 1;
        let wide = spec.long
            || matches!(
                spec.letter,
                b'p' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A'
            );
        let wanted = match spec.letter {
            b's' => Wanted::Text,
            _ => Wanted::Value(if wide { 8 } else { 4 }),
        };
        out.extend(printed(&spec, &next(wanted)?));
    }
    Ok(out)
}

/// Reads what stands behind a percent sign; none if it is no conversion.
fn spec<E>(
    format: &[u8],
    at: &mut usize,
    next: &mut dyn FnMut(Wanted) -> Result<Given, E>,
) -> Result<Option<Spec>, E> {
    let mut flags = String::new();
    let mut long = false;
    while let Some(&byte) = format.get(*at) {
        *at += 1;
        match byte {
            b'-' | b'+' | b' ' | b'#' | b'0'..=b'9' | b'.' => flags.push(byte as char),
            b'*' => {
                if let Given::Value(width) = next(Wanted::Value(4))? {
                    flags.push_str(&(width as i32).to_string());
                }
            }
            b'l' => long = true,
            b'h' if flags.ends_with('h') => return Ok(None),
            b'h' => flags.push('h'),
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'c' | b's' | b'p' | b'e' | b'E' | b'f'
            | b'F' | b'g' | b'G' | b'a' | b'A' => {
                return Ok(Some(Spec {
                    flags,
                    long,
                    letter: byte,
                }));
            }
            _ => return Ok(None),
        }
    }
    Ok(None)
}

/// One argument, as C's printf writes it.
fn printed(spec: &Spec, given: &Given) -> Vec<u8> {
    let letter = spec.letter as char;
    let long = if spec.long && spec.letter != b'p' {
        "ll"
    } else {
        ""
    };
    let long = if letter.is_ascii_alphabetic() && "diuxXo".contains(letter) {
        long
    } else {
        ""
    };
    let Ok(format) = CString::new(format!("%{}{long}{letter}", spec.flags)) else {
        return vec![];
    };
    let mut buffer = vec![0u8; 512];
    loop {
        let (start, room) = (buffer.as_mut_ptr().cast(), buffer.len());
        // SAFETY: the format has one conversion, whose type is that of the argument passed, and
        // the buffer's size is given.
        let written = unsafe {
            match given {
                Given::Text(bytes) => {
                    let Ok(text) = CString::new(bytes.clone()) else {
                        return vec![];
                    };
                    libc::snprintf(start, room, format.as_ptr(), text.as_ptr())
                }
                Given::Value(bits) if "eEfFgGaA".contains(letter) => {
                    libc::snprintf(start, room, format.as_ptr(), f64::from_bits(*bits))
                }
                Given::Value(bits) if spec.long || letter == 'p' => {
                    libc::snprintf(start, room, format.as_ptr(), *bits)
                }
                Given::Value(bits) => libc::snprintf(start, room, format.as_ptr(), *bits as u32),
            }
        };
        let written = usize::try_from(written).unwrap_or(0);
        if written < room {
            buffer.truncate(written);
            return buffer;
        }
        buffer.resize(written + 1, 0);
    }
}
