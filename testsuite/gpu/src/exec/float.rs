//! Floating-point arithmetic with PTX's roundings, NaNs and flushing of subnormals.

use super::bind::Bound;
use super::lane::{Handler, Lane};
use crate::ptx::code::{Float, Op, Test};
use crate::ptx::types::{Mode, Rounding, Type};

/// A floating-point type of PTX.
pub(super) trait Real: Copy + PartialOrd {
    const ZERO: Self;
    const ONE: Self;
    const MAX: Self;
    fn of(slot: u64) -> Self;
    /// The bits in a slot; a NaN of single precision is always the canonical one.
    fn bits(self) -> u64;
    fn raw(slot: u64) -> Self;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    fn div(self, other: Self) -> Self;
    fn fma(self, b: Self, c: Self) -> Self;
    fn sqrt(self) -> Self;
    fn is_nan(self) -> bool;
    fn is_finite(self) -> bool;
    fn is_infinite(self) -> bool;
    fn is_normal(self) -> bool;
    fn negative(self) -> bool;
    fn flushed(self) -> Self;
    /// The next greater value of a finite one.
    fn up(self) -> Self;
    /// The next smaller value of a finite one.
    fn down(self) -> Self;
    fn neg(self) -> Self;
    fn approximately(self, f: fn(f64) -> f64) -> Self;
}

pub(super) fn flush(x: f32) -> f32 {
    if x.is_subnormal() {
        0f32.copysign(x)
    } else {
        x
    }
}

macro_rules! real {
    ($type:ident $slot:expr, $bits:expr, $flushed:expr;) => {
        impl Real for $type {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const MAX: Self = $type::MAX;
            #[inline(always)]
            fn of(slot: u64) -> Self {
                $slot(slot)
            }
            #[inline(always)]
            fn bits(self) -> u64 {
                $bits(self)
            }
            fn raw(slot: u64) -> Self {
                $slot(slot)
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self + other
            }
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                self - other
            }
            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                self * other
            }
            #[inline(always)]
            fn div(self, other: Self) -> Self {
                self / other
            }
            #[inline(always)]
            fn fma(self, b: Self, c: Self) -> Self {
                self.mul_add(b, c)
            }
            fn sqrt(self) -> Self {
                $type::sqrt(self)
            }
            fn is_nan(self) -> bool {
                $type::is_nan(self)
            }
            fn is_finite(self) -> bool {
                $type::is_finite(self)
            }
            fn is_infinite(self) -> bool {
                $type::is_infinite(self)
            }
            fn is_normal(self) -> bool {
                $type::is_normal(self)
            }
            fn negative(self) -> bool {
                self.is_sign_negative()
            }
            fn flushed(self) -> Self {
                $flushed(self)
            }
            fn up(self) -> Self {
                let bits = self.to_bits();
                match self {
                    x if x > 0.0 => $type::from_bits(bits + 1),
                    x if x < 0.0 => $type::from_bits(bits - 1),
                    _ => $type::from_bits(1),
                }
            }
            fn down(self) -> Self {
                -Real::up(-self)
            }
            fn neg(self) -> Self {
                -self
            }
            fn approximately(self, f: fn(f64) -> f64) -> Self {
                f(self as f64) as $type
            }
        }
    };
}

real! { f32 |slot: u64| f32::from_bits(slot as u32), |x: f32| if x.is_nan() { 0x7fff_ffff } else { u64::from(x.to_bits()) }, flush; }
real! { f64 f64::from_bits, f64::to_bits, |x| x; }

/// The sign of the error of a result that was rounded to nearest: exact minus rounded.
pub(super) fn directed<T: Real>(nearest: T, error: T, rounding: Rounding) -> T {
    if nearest.is_infinite() {
        // Finite operands overflowed; the caller knows that they were finite.
        let down = match rounding {
            Rounding::Nearest => false,
            Rounding::Zero => true,
            Rounding::Down => !nearest.negative(),
            Rounding::Up => nearest.negative(),
        };
        return match (down, nearest.negative()) {
            (false, _) => nearest,
            (true, false) => T::MAX,
            (true, true) => T::MAX.neg(),
        };
    }
    let above = error < T::ZERO;
    let below = error > T::ZERO;
    match rounding {
        Rounding::Zero if above && nearest > T::ZERO => nearest.down(),
        Rounding::Zero if below && nearest < T::ZERO => nearest.up(),
        Rounding::Down if above => nearest.down(),
        Rounding::Up if below => nearest.up(),
        _ => nearest,
    }
}

/// `a + b`'s rounding error.
fn sum_error<T: Real>(a: T, b: T, sum: T) -> T {
    let b2 = sum.sub(a);
    let a2 = sum.sub(b2);
    a.sub(a2).add(b.sub(b2))
}

/// `a * b + c`'s rounding error, up to its sign and away from underflow
/// (Boldo and Muller, "Exact and approximated error of the FMA").
fn fma_error<T: Real>(a: T, b: T, c: T, result: T) -> T {
    let product = a.mul(b);
    let low = a.fma(b, product.neg());
    let alpha = c.add(low);
    let alpha_low = sum_error(c, low, alpha);
    let beta = product.add(alpha);
    let beta_low = sum_error(product, alpha, beta);
    beta.sub(result).add(beta_low).add(alpha_low)
}

fn exact_zero<T: Real>(result: T, a: T, b: T, rounding: Rounding) -> T {
    // The sum of opposites is -0 if rounding is downwards.
    if rounding == Rounding::Down && result == T::ZERO && a.negative() != b.negative() {
        return T::ZERO.neg();
    }
    result
}

pub(super) fn compute<T: Real>(op: Float, a: T, b: T, c: T, mode: Mode) -> T {
    let flush = |x: T| if mode.ftz { x.flushed() } else { x };
    let (a, b, c) = (flush(a), flush(b), flush(c));
    let rounding = mode.rounding;
    let nearest = match op {
        Float::Add => a.add(b),
        Float::Sub => a.sub(b),
        Float::Mul => a.mul(b),
        Float::Div => a.div(b),
        Float::Fma => a.fma(b, c),
        Float::Sqrt => a.sqrt(),
        _ => T::ONE.div(a),
    };
    let finite = a.is_finite() && b.is_finite() && c.is_finite();
    let result = if rounding == Rounding::Nearest || !finite || nearest.is_nan() {
        nearest
    } else {
        let error = match op {
            Float::Add => sum_error(a, b, nearest),
            Float::Sub => sum_error(a, b.neg(), nearest),
            Float::Mul => a.fma(b, nearest.neg()),
            Float::Fma => fma_error(a, b, c, nearest),
            Float::Sqrt => nearest.neg().fma(nearest, a),
            Float::Div => quotient_error(a, b, nearest),
            _ => quotient_error(T::ONE, a, nearest),
        };
        // Division by zero is infinite exactly.
        let by_zero = matches!(op, Float::Div | Float::Reciprocal) && nearest.is_infinite() && {
            let divisor = if op == Float::Div { b } else { a };
            divisor == T::ZERO
        };
        if by_zero {
            nearest
        } else {
            let rounded = directed(nearest, error, rounding);
            match op {
                Float::Add => exact_zero(rounded, a, b, rounding),
                Float::Sub => exact_zero(rounded, a, b.neg(), rounding),
                _ => rounded,
            }
        }
    };
    let result = flush(result);
    if !mode.sat {
        result
    } else if result.is_nan() || result <= T::ZERO {
        T::ZERO
    } else if result > T::ONE {
        T::ONE
    } else {
        result
    }
}

/// The sign of `a / b - q`.
fn quotient_error<T: Real>(a: T, b: T, q: T) -> T {
    let rest = q.neg().fma(b, a);
    if b.negative() { rest.neg() } else { rest }
}

macro_rules! plain {
    ($($name:ident($($operand:ident),*) = $value:expr;)*) => {$(
        fn $name<T: Real>(t: &mut Lane, i: &Bound) -> bool {
            $(let $operand = T::of(t.get(i.$operand));)*
            t.set(i.d, Real::bits($value));
            true
        }
    )*};
}

plain! {
    add(a, b) = a.add(b);
    sub(a, b) = a.sub(b);
    mul(a, b) = a.mul(b);
    div(a, b) = a.div(b);
    fma(a, b, c) = a.fma(b, c);
    sqrt(a) = Real::sqrt(a);
    reciprocal(a) = T::ONE.div(a);
}

/// With a rounding mode, flushing or saturation.
fn modal<T: Real>(t: &mut Lane, i: &Bound) -> bool {
    let Op::Float(op, _, mode) = i.op else {
        return false;
    };
    let operand = |t: &Lane, slot: u32| {
        if slot == crate::ptx::code::NONE {
            T::ZERO
        } else {
            T::of(t.get(slot))
        }
    };
    let (a, b, c) = (operand(t, i.a), operand(t, i.b), operand(t, i.c));
    t.set(i.d, compute(op, a, b, c, mode).bits());
    true
}

fn extreme<T: Real>(t: &mut Lane, i: &Bound) -> bool {
    let Op::Float(op, _, mode) = i.op else {
        return false;
    };
    let (least, nan) = match op {
        Float::Min { nan } => (true, nan),
        Float::Max { nan } => (false, nan),
        _ => return false,
    };
    let flush = |x: T| if mode.ftz { x.flushed() } else { x };
    let (a, b) = (flush(T::of(t.get(i.a))), flush(T::of(t.get(i.b))));
    let value = if a.is_nan() || b.is_nan() {
        match (a.is_nan(), nan) {
            (true, true) => a,
            (false, true) => b,
            (true, false) => b,
            (false, false) => a,
        }
    } else if a < b || (a == b && a.negative()) {
        if least { a } else { b }
    } else if least {
        b
    } else {
        a
    };
    t.set(i.d, value.bits());
    true
}

fn sign_bit(ty: Type) -> u64 {
    1 << (8 * ty.bytes() - 1)
}

/// Operations on the sign alone, which leave NaNs as they are.
fn sign(t: &mut Lane, i: &Bound) -> bool {
    let Op::Float(op, ty, mode) = i.op else {
        return false;
    };
    let bit = sign_bit(ty);
    let mut a = t.get(i.a);
    if mode.ftz && ty == Type::F32 {
        a = u64::from(flush(f32::from_bits(a as u32)).to_bits());
    }
    let value = match op {
        Float::Abs => a & !bit,
        Float::Neg => a ^ bit,
        // The sign of the first operand with the size of the second.
        _ => t.get(i.b) & !bit | a & bit,
    };
    t.set(i.d, value);
    true
}

/// `sin.approx` and its like: as exact as the type allows.
fn approximate<T: Real>(t: &mut Lane, i: &Bound) -> bool {
    let Op::Float(op, _, mode) = i.op else {
        return false;
    };
    let f: fn(f64) -> f64 = match op {
        Float::Sin => f64::sin,
        Float::Cos => f64::cos,
        Float::Exp2 => f64::exp2,
        Float::Log2 => f64::log2,
        Float::Tanh => f64::tanh,
        Float::ReciprocalRoot => |x| 1.0 / x.sqrt(),
        _ => return false,
    };
    let flush = |x: T| if mode.ftz { x.flushed() } else { x };
    let a = flush(T::of(t.get(i.a)));
    let value = flush(a.approximately(f));
    t.set(i.d, value.bits());
    true
}

fn test<T: Real>(t: &mut Lane, i: &Bound) -> bool {
    let Op::Float(Float::Test(test), ..) = i.op else {
        return false;
    };
    let a = T::raw(t.get(i.a));
    let zero = a == T::ZERO;
    let is = match test {
        Test::Finite => a.is_finite(),
        Test::Infinite => a.is_infinite(),
        Test::Number => !a.is_nan(),
        Test::NotANumber => a.is_nan(),
        Test::Normal => a.is_normal(),
        Test::Subnormal => a.is_finite() && !a.is_normal() && !zero,
    };
    t.set(i.d, is.into());
    true
}

fn bind_of<T: Real>(op: Float, mode: Mode) -> Option<Handler> {
    let handler: Handler = match op {
        Float::Min { .. } | Float::Max { .. } => extreme::<T>,
        Float::Abs | Float::Neg | Float::CopySign => sign,
        Float::Test(_) => test::<T>,
        Float::Sin
        | Float::Cos
        | Float::Exp2
        | Float::Log2
        | Float::Tanh
        | Float::ReciprocalRoot => approximate::<T>,
        _ if !mode.is_plain() => modal::<T>,
        Float::Add => add::<T>,
        Float::Sub => sub::<T>,
        Float::Mul => mul::<T>,
        Float::Div => div::<T>,
        Float::Fma => fma::<T>,
        Float::Sqrt => sqrt::<T>,
        Float::Reciprocal => reciprocal::<T>,
    };
    Some(handler)
}

pub(super) fn bind(op: Float, ty: Type, mode: Mode) -> Option<Handler> {
    match ty {
        Type::F32 => bind_of::<f32>(op, mode),
        Type::F64 => bind_of::<f64>(op, mode),
        _ => None,
    }
}
