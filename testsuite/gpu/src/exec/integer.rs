//! Integer instructions. A slot holds its value zero-extended from the register's width.

use super::bind::Bound;
use super::lane::{Handler, Lane};
use crate::ptx::code::{Integer, Permute};
use crate::ptx::types::Type;

/// An integer type of PTX.
pub trait Int: Copy + Ord {
    const BITS: u32;
    const SIGNED: bool;
    fn of(slot: u64) -> Self;
    fn bits(self) -> u64;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    /// The upper half of the product.
    fn high(self, other: Self) -> Self;
    /// The whole product, in twice the bits (of 32 bits at most).
    fn wide(self, other: Self) -> u64;
    fn add_saturated(self, other: Self) -> Self;
    fn sub_saturated(self, other: Self) -> Self;
    /// As GPUs divide: by zero all bits are set.
    fn div(self, other: Self) -> Self;
    fn rem(self, other: Self) -> Self;
    fn negative(self) -> bool;
    fn shift_right(self, by: u32) -> Self;
    fn shift_left(self, by: u32) -> Self;
}

macro_rules! int {
    ($($type:ident $unsigned:ident $wide:ident $twice:ident $signed:literal;)*) => {$(
        impl Int for $type {
            const BITS: u32 = $type::BITS;
            const SIGNED: bool = $signed;
            #[inline(always)]
            fn of(slot: u64) -> Self { slot as $type }
            #[inline(always)]
            fn bits(self) -> u64 { u64::from(self as $unsigned) }
            #[inline(always)]
            fn add(self, other: Self) -> Self { self.wrapping_add(other) }
            #[inline(always)]
            fn sub(self, other: Self) -> Self { self.wrapping_sub(other) }
            #[inline(always)]
            fn mul(self, other: Self) -> Self { self.wrapping_mul(other) }
            #[inline(always)]
            fn high(self, other: Self) -> Self {
                ((self as $wide).wrapping_mul(other as $wide) >> $type::BITS) as $type
            }
            #[inline(always)]
            fn wide(self, other: Self) -> u64 {
                (self as $wide).wrapping_mul(other as $wide) as $twice as u64
            }
            fn add_saturated(self, other: Self) -> Self { self.saturating_add(other) }
            fn sub_saturated(self, other: Self) -> Self { self.saturating_sub(other) }
            fn div(self, other: Self) -> Self {
                if other == 0 { !0 } else { self.wrapping_div(other) }
            }
            fn rem(self, other: Self) -> Self {
                if other == 0 { self } else { self.wrapping_rem(other) }
            }
            #[allow(unused_comparisons)]
            #[inline(always)]
            fn negative(self) -> bool { self < 0 }
            #[inline(always)]
            fn shift_right(self, by: u32) -> Self {
                match self.checked_shr(by) {
                    Some(value) => value,
                    None if $signed => self >> ($type::BITS - 1),
                    None => 0,
                }
            }
            #[inline(always)]
            fn shift_left(self, by: u32) -> Self { self.checked_shl(by).unwrap_or(0) }
        }
    )*};
}

int! {
    u8 u8 u16 u16 false;
    u16 u16 u32 u32 false;
    u32 u32 u64 u64 false;
    u64 u64 u128 u64 false;
    i8 u8 i16 u16 true;
    i16 u16 i32 u32 true;
    i32 u32 i64 u64 true;
    i64 u64 i128 u64 true;
}

/// The instance of a generic function for a type of 16, 32 or 64 bits.
macro_rules! by_type {
    ($ty:expr, $function:ident) => {
        match $ty {
            Type::U16 => $function::<u16>,
            Type::U32 => $function::<u32>,
            Type::U64 => $function::<u64>,
            Type::S16 => $function::<i16>,
            Type::S32 => $function::<i32>,
            Type::S64 => $function::<i64>,
            _ => return None,
        }
    };
}
pub(super) use by_type;

macro_rules! handlers {
    ($($name:ident($($operand:ident),*) = $value:expr;)*) => {$(
        fn $name<T: Int>(t: &mut Lane, i: &Bound) -> bool {
            $(let $operand = T::of(t.get(i.$operand));)*
            let value: T = $value;
            t.set(i.d, value.bits());
            true
        }
    )*};
}

handlers! {
    add(a, b) = a.add(b);
    sub(a, b) = a.sub(b);
    mul_low(a, b) = a.mul(b);
    mul_high(a, b) = a.high(b);
    mad_low(a, b, c) = a.mul(b).add(c);
    mad_high(a, b, c) = a.high(b).add(c);
    add_saturated(a, b) = a.add_saturated(b);
    sub_saturated(a, b) = a.sub_saturated(b);
    div(a, b) = a.div(b);
    rem(a, b) = a.rem(b);
    min(a, b) = a.min(b);
    max(a, b) = a.max(b);
    abs(a) = if a.negative() { T::of(0).sub(a) } else { a };
    neg(a) = T::of(0).sub(a);
    sad(a, b, c) = c.add(if a > b { a.sub(b) } else { b.sub(a) });
    not(a) = T::of(!a.bits());
    logical_not(a) = T::of(u64::from(a.bits() == 0));
}

fn and(t: &mut Lane, i: &Bound) -> bool {
    t.set(i.d, t.get(i.a) & t.get(i.b));
    true
}

fn or(t: &mut Lane, i: &Bound) -> bool {
    t.set(i.d, t.get(i.a) | t.get(i.b));
    true
}

fn xor(t: &mut Lane, i: &Bound) -> bool {
    t.set(i.d, t.get(i.a) ^ t.get(i.b));
    true
}

fn mul_wide<T: Int>(t: &mut Lane, i: &Bound) -> bool {
    t.set(i.d, T::of(t.get(i.a)).wide(T::of(t.get(i.b))));
    true
}

fn mad_wide<T: Int>(t: &mut Lane, i: &Bound) -> bool {
    let product = T::of(t.get(i.a)).wide(T::of(t.get(i.b)));
    let sum = product.wrapping_add(t.get(i.c));
    t.set(
        i.d,
        if T::BITS == 16 {
            sum & 0xffff_ffff
        } else {
            sum
        },
    );
    true
}

fn shift_left<T: Int>(t: &mut Lane, i: &Bound) -> bool {
    let by = t.get(i.b) as u32;
    t.set(i.d, T::of(t.get(i.a)).shift_left(by).bits());
    true
}

fn shift_right<T: Int>(t: &mut Lane, i: &Bound) -> bool {
    let by = t.get(i.b) as u32;
    t.set(i.d, T::of(t.get(i.a)).shift_right(by).bits());
    true
}

/// Sums with the carry of the instruction before: of 32 or 64 bits.
fn with_carry<T: Int>(t: &mut Lane, i: &Bound, a: u64, b: u64, takes: bool, gives: bool) -> bool {
    let sum = u128::from(a) + u128::from(b) + u128::from(takes && t.carry);
    if gives {
        t.carry = sum >> T::BITS & 1 == 1;
    }
    t.set(i.d, T::of(sum as u64).bits());
    true
}

fn add_carry<T: Int>(t: &mut Lane, i: &Bound) -> bool {
    let crate::ptx::code::Op::Integer(Integer::AddCarry { takes, gives }, _) = i.op else {
        return false;
    };
    let (a, b) = (t.get(i.a), t.get(i.b));
    with_carry::<T>(t, i, a, b, takes, gives)
}

/// The flag after a difference is set if there was no borrow, as hardware subtracts by adding: code
/// that follows a `sub.cc` by `addc` counts on it.
fn sub_carry<T: Int>(t: &mut Lane, i: &Bound) -> bool {
    let crate::ptx::code::Op::Integer(Integer::SubCarry { takes, gives }, _) = i.op else {
        return false;
    };
    let borrow = i128::from(takes && !t.carry);
    let difference = i128::from(t.get(i.a)) - i128::from(t.get(i.b)) - borrow;
    if gives {
        t.carry = difference >= 0;
    }
    t.set(i.d, T::of(difference as u64).bits());
    true
}

fn mad_carry<T: Int>(t: &mut Lane, i: &Bound) -> bool {
    let crate::ptx::code::Op::Integer(Integer::MadCarry { high, takes, gives }, _) = i.op else {
        return false;
    };
    let (a, b) = (T::of(t.get(i.a)), T::of(t.get(i.b)));
    let product = if high { a.high(b) } else { a.mul(b) };
    let c = t.get(i.c);
    with_carry::<T>(t, i, product.bits(), c, takes, gives)
}

fn funnel(t: &mut Lane, i: &Bound) -> bool {
    let crate::ptx::code::Op::Integer(Integer::Funnel { right, clamp }, _) = i.op else {
        return false;
    };
    let pair = t.get(i.b) << 32 | t.get(i.a);
    let by = t.get(i.c) as u32;
    let by = if clamp { by.min(32) } else { by & 31 };
    let value = if right { pair >> by } else { pair << by >> 32 };
    t.set(i.d, u64::from(value as u32));
    true
}

fn count_bits(t: &mut Lane, i: &Bound) -> bool {
    t.set(i.d, t.get(i.a).count_ones().into());
    true
}

fn leading_zeros<T: Int>(t: &mut Lane, i: &Bound) -> bool {
    let zeros = t.get(i.a).leading_zeros() - (64 - T::BITS);
    t.set(i.d, zeros.into());
    true
}

fn reverse<T: Int>(t: &mut Lane, i: &Bound) -> bool {
    t.set(i.d, t.get(i.a).reverse_bits() >> (64 - T::BITS));
    true
}

fn find_bit<T: Int>(t: &mut Lane, i: &Bound) -> bool {
    let a = T::of(t.get(i.a));
    let bits = if a.negative() { T::of(!a.bits()) } else { a }.bits();
    let shift = matches!(
        i.op,
        crate::ptx::code::Op::Integer(Integer::FindBit { as_shift: true }, _)
    );
    let value = match bits.checked_ilog2() {
        None => u32::MAX,
        Some(at) if shift => T::BITS - 1 - at,
        Some(at) => at,
    };
    t.set(i.d, value.into());
    true
}

fn extract<T: Int>(t: &mut Lane, i: &Bound) -> bool {
    let a = T::of(t.get(i.a));
    let (at, length) = (t.get(i.b) as u32 & 255, t.get(i.c) as u32 & 255);
    let mask = 1u64.checked_shl(length).map_or(u64::MAX, |bit| bit - 1);
    let field = a.bits().checked_shr(at).unwrap_or(0) & mask;
    // The sign is that of the field's top bit, or of the value's if the field goes beyond it.
    let top = (at + length).saturating_sub(1).min(T::BITS - 1);
    let negative = T::SIGNED && length > 0 && a.bits() >> top & 1 == 1;
    let kept = length.min(T::BITS.saturating_sub(at));
    let fill = if negative {
        u64::MAX.checked_shl(kept).unwrap_or(0)
    } else {
        0
    };
    t.set(i.d, T::of(field | fill).bits());
    true
}

fn insert<T: Int>(t: &mut Lane, i: &Bound) -> bool {
    let (a, b) = (t.get(i.a), t.get(i.b));
    let (at, length) = (t.get(i.c) as u32 & 255, t.get(i.e) as u32 & 255);
    let mask = 1u64.checked_shl(length).map_or(u64::MAX, |bit| bit - 1);
    let mask = mask.checked_shl(at).unwrap_or(0);
    let value = b & !mask | a.checked_shl(at).unwrap_or(0) & mask;
    t.set(i.d, T::of(value).bits());
    true
}

fn permute(t: &mut Lane, i: &Bound) -> bool {
    let crate::ptx::code::Op::Integer(Integer::Permute(how), _) = i.op else {
        return false;
    };
    let bytes = (t.get(i.b) << 32 | t.get(i.a)).to_le_bytes();
    let select = t.get(i.c) as usize;
    let from = select & 3;
    let mut value = [0u8; 4];
    for (k, to) in value.iter_mut().enumerate() {
        *to = match how {
            Permute::Selected => {
                let which = select >> (4 * k) & 15;
                let byte = bytes[which & 7];
                if which & 8 == 0 {
                    byte
                } else if byte & 128 == 0 {
                    0
                } else {
                    255
                }
            }
            Permute::Forward => bytes[from + k],
            Permute::Backward => bytes[(8 + from - k) & 7],
            Permute::Replicate => bytes[from],
            Permute::EdgeLeft => bytes[k.max(from)],
            Permute::EdgeRight => bytes[k.min(from)],
            Permute::Halves => bytes[(from & 1) * 2 + (k & 1)],
        };
    }
    t.set(i.d, u32::from_le_bytes(value).into());
    true
}

fn logic3(t: &mut Lane, i: &Bound) -> bool {
    let crate::ptx::code::Op::Integer(Integer::Logic3(table), _) = i.op else {
        return false;
    };
    let (a, b, c) = (t.get(i.a), t.get(i.b), t.get(i.c));
    let mut value = 0;
    for row in (0..8).filter(|row| table >> row & 1 == 1) {
        let pick = |bit: u32, x: u64| if row >> bit & 1 == 1 { x } else { !x };
        value |= pick(2, a) & pick(1, b) & pick(0, c);
    }
    t.set(i.d, u64::from(value as u32));
    true
}

fn dot(t: &mut Lane, i: &Bound) -> bool {
    let (a, b) = (t.get(i.a) as u32, t.get(i.b) as u32);
    let byte = |x: u32, k: usize, signed: bool| {
        let byte = x.to_le_bytes()[k];
        if signed {
            i32::from(byte as i8)
        } else {
            i32::from(byte)
        }
    };
    let half = |x: u32, k: usize, signed: bool| {
        let half = (x >> (16 * k)) as u16;
        if signed {
            i32::from(half as i16)
        } else {
            i32::from(half)
        }
    };
    let product = match i.op {
        crate::ptx::code::Op::Integer(Integer::Dot4 { a_signed, b_signed }, _) => (0..4)
            .map(|k| byte(a, k, a_signed) * byte(b, k, b_signed))
            .sum::<i32>(),
        crate::ptx::code::Op::Integer(
            Integer::Dot2 {
                a_signed,
                b_signed,
                high,
            },
            _,
        ) => (0..2)
            .map(|k| {
                let b = byte(b, k + 2 * usize::from(high), b_signed);
                half(a, k, a_signed).wrapping_mul(b)
            })
            .fold(0, i32::wrapping_add),
        _ => return false,
    };
    let sum = (t.get(i.c) as u32).wrapping_add(product as u32);
    t.set(i.d, sum.into());
    true
}

pub(super) fn bind(op: Integer, ty: Type) -> Option<Handler> {
    let word = matches!(ty, Type::U32 | Type::S32);
    let handler: Handler = match op {
        Integer::Add => by_type!(ty, add),
        Integer::Sub => by_type!(ty, sub),
        Integer::MulLow => by_type!(ty, mul_low),
        Integer::MulHigh => by_type!(ty, mul_high),
        Integer::MulWide => by_type!(ty, mul_wide),
        Integer::MadLow => by_type!(ty, mad_low),
        Integer::MadHigh => by_type!(ty, mad_high),
        Integer::MadWide => by_type!(ty, mad_wide),
        Integer::AddCarry { .. } => by_type!(ty, add_carry),
        Integer::SubCarry { .. } => by_type!(ty, sub_carry),
        Integer::MadCarry { .. } => by_type!(ty, mad_carry),
        Integer::AddSaturated => by_type!(ty, add_saturated),
        Integer::SubSaturated => by_type!(ty, sub_saturated),
        Integer::Div => by_type!(ty, div),
        Integer::Rem => by_type!(ty, rem),
        Integer::Min => by_type!(ty, min),
        Integer::Max => by_type!(ty, max),
        Integer::Abs => by_type!(ty, abs),
        Integer::Neg => by_type!(ty, neg),
        Integer::Sad => by_type!(ty, sad),
        Integer::And => and,
        Integer::Or => or,
        Integer::Xor => xor,
        Integer::Not => by_type!(ty, not),
        Integer::LogicalNot => by_type!(ty, logical_not),
        Integer::ShiftLeft => by_type!(ty, shift_left),
        Integer::ShiftRight => by_type!(ty, shift_right),
        Integer::Funnel { .. } if word || ty == Type::U32 => funnel,
        Integer::CountBits => count_bits,
        Integer::LeadingZeros => by_type!(ty, leading_zeros),
        Integer::Reverse => by_type!(ty, reverse),
        Integer::FindBit { .. } => by_type!(ty, find_bit),
        Integer::Extract => by_type!(ty, extract),
        Integer::Insert => by_type!(ty, insert),
        Integer::Permute(_) => permute,
        Integer::Logic3(_) => logic3,
        Integer::Dot4 { .. } | Integer::Dot2 { .. } => dot,
        Integer::Funnel { .. } => return None,
    };
    Some(handler)
}
