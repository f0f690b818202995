//! `cvt`: between types, with rounding and saturation.

use super::bind::Bound;
use super::float::{Real, directed, flush};
use super::lane::{Handler, Lane};
use crate::ptx::code::{Inst, Op};
use crate::ptx::types::{Rounding, Type};

/// The value of a slot as the type sees it.
pub(super) fn integer_of(slot: u64, ty: Type) -> i128 {
    match ty {
        Type::S8 => (slot as i8).into(),
        Type::S16 => (slot as i16).into(),
        Type::S32 => (slot as i32).into(),
        Type::S64 => (slot as i64).into(),
        Type::U8 => (slot as u8).into(),
        Type::U16 => (slot as u16).into(),
        Type::U32 => (slot as u32).into(),
        _ => slot.into(),
    }
}

/// The least and the greatest value of an integer type.
fn range(ty: Type) -> (i128, i128) {
    let bits = 8 * ty.bytes();
    if ty.is_signed() {
        (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
    } else {
        (0, (1 << bits) - 1)
    }
}

/// The bits of a value in a register of `bytes`.
fn kept(value: i128, bytes: u32) -> u64 {
    match bytes {
        8 => value as u64,
        n => value as u64 & ((1 << (8 * n)) - 1),
    }
}

/// The low part of a value, as a value of its type again.
fn truncated(value: i128, to: Type) -> i128 {
    integer_of(value as u64, to)
}

fn to_integral(x: f64, how: Rounding) -> f64 {
    match how {
        Rounding::Nearest => x.round_ties_even(),
        Rounding::Zero => x.trunc(),
        Rounding::Down => x.floor(),
        Rounding::Up => x.ceil(),
    }
}

/// IEEE half precision to double.
pub(super) fn from_half(bits: u16) -> f64 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    sign * match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        e => (1024.0 + fraction) * 2f64.powi(e - 25),
    }
}

/// Double to half precision.
pub(super) fn to_half(x: f64, rounding: Rounding) -> u16 {
    if x.is_nan() {
        return 0x7fff;
    }
    let sign = if x.is_sign_negative() { 0x8000 } else { 0 };
    let size = x.abs();
    if size.is_infinite() {
        return sign | 0x7c00;
    }
    // In units of the last place of the result.
    let exponent = if size == 0.0 {
        -14
    } else {
        (size.log2().floor() as i32).max(-14)
    };
    let exponent = if size < 2f64.powi(exponent) && exponent > -14 {
        exponent - 1
    } else {
        exponent
    };
    let unit = 2f64.powi(exponent - 10);
    let how = match (rounding, sign) {
        (Rounding::Down, 0) | (Rounding::Up, 0x8000) | (Rounding::Zero, _) => Rounding::Zero,
        (Rounding::Down | Rounding::Up, _) => Rounding::Up,
        (Rounding::Nearest, _) => Rounding::Nearest,
    };
    let rounded = to_integral(size / unit, how) * unit;
    if rounded > 65504.0 {
        return sign
            | if how == Rounding::Zero {
                0x7bff
            } else {
                0x7c00
            };
    }
    let units = (rounded / 2f64.powi(-24)) as u64;
    // A normal number's bits grow with its exponent: 1024 units of the last place each.
    let exponent = units
        .checked_ilog2()
        .map_or(0, |top| top.saturating_sub(10));
    let bits = u64::from(exponent) * 1024 + (units >> exponent);
    sign | bits as u16
}

fn of_float(slot: u64, ty: Type, ftz: bool) -> f64 {
    match ty {
        Type::F16 => from_half(slot as u16),
        Type::F32 => {
            let x = f32::from_bits(slot as u32);
            f64::from(if ftz { flush(x) } else { x })
        }
        _ => f64::from_bits(slot),
    }
}

/// A double as bits of a floating-point type.
fn float_bits(x: f64, to: Type, rounding: Rounding, ftz: bool) -> u64 {
    match to {
        Type::F16 => to_half(x, rounding).into(),
        Type::F32 => {
            let nearest = x as f32;
            let value = if x.is_finite() {
                let error = x - f64::from(nearest);
                directed(
                    nearest,
                    if error > 0.0 {
                        1.0
                    } else if error < 0.0 {
                        -1.0
                    } else {
                        0.0
                    },
                    rounding,
                )
            } else {
                nearest
            };
            Real::bits(if ftz { flush(value) } else { value })
        }
        _ => x.to_bits(),
    }
}

fn from_integer(value: i128, to: Type, rounding: Rounding) -> u64 {
    match to {
        Type::F32 => {
            let nearest = value as f32;
            let error = value - nearest as i128;
            Real::bits(directed(nearest, error as f32, rounding))
        }
        Type::F64 => {
            let nearest = value as f64;
            let error = value - nearest as i128;
            Real::bits(directed(nearest, error as f64, rounding))
        }
        _ => to_half(value as f64, rounding).into(),
    }
}

fn convert(t: &mut Lane, i: &Bound) -> bool {
    let Op::Convert {
        to,
        from,
        rounding,
        integral,
        ftz,
        sat,
    } = i.op
    else {
        return false;
    };
    let slot = t.get(i.a);
    let value = match (from.is_float(), to.is_float()) {
        (true, true) => {
            let mut x = of_float(slot, from, ftz);
            if let Some(how) = integral {
                x = to_integral(x, how);
            }
            if sat {
                x = if x > 0.0 { x.min(1.0) } else { 0.0 };
            }
            if x.is_nan() && to == Type::F64 && from == Type::F64 {
                slot
            } else {
                float_bits(x, to, rounding, ftz)
            }
        }
        (true, false) => {
            let x = to_integral(
                of_float(slot, from, ftz),
                integral.unwrap_or(Rounding::Zero),
            );
            let (least, most) = range(to);
            let value = if x.is_nan() {
                // As GPUs do: the integer indefinite of 64 bits, zero below.
                if to.bytes() == 8 { 1 << 63 } else { 0 }
            } else {
                (x as i128).clamp(least, most)
            };
            kept(value, i.extra)
        }
        (false, true) => from_integer(integer_of(slot, from), to, rounding),
        (false, false) => {
            let mut value = integer_of(slot, from);
            if sat {
                let (least, most) = range(to);
                value = value.clamp(least, most);
            }
            kept(truncated(value, to), i.extra)
        }
    };
    t.set(i.d, value);
    true
}

fn keep_word(t: &mut Lane, i: &Bound) -> bool {
    t.set(i.d, t.get(i.a) & 0xffff_ffff);
    true
}

fn widen_signed(t: &mut Lane, i: &Bound) -> bool {
    t.set(i.d, t.get(i.a) as i32 as i64 as u64);
    true
}

fn word_to_double(t: &mut Lane, i: &Bound) -> bool {
    t.set(i.d, f64::from(t.get(i.a) as i32).to_bits());
    true
}

pub(super) fn bind(inst: &Inst, to: Type, from: Type) -> Option<Handler> {
    let Op::Convert { sat, .. } = inst.op else {
        return None;
    };
    if to == Type::Pred || from == Type::Pred {
        return None;
    }
    Some(match (to, from) {
        _ if sat => convert,
        (Type::U32 | Type::U64, Type::U32) | (Type::U32, Type::U64 | Type::S64) => keep_word,
        (Type::S64 | Type::U64, Type::S32) => widen_signed,
        (Type::F64, Type::S32) => word_to_double,
        _ => convert,
    })
}
