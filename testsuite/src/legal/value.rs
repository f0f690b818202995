//! Values of a run. Integers and addresses are as C has them, since subscripts and bounds hang on them. A floating-point value is a number for
//! the operations that made it: two are the same only if the same operations were done on the same values in the same order.

use super::trace::Place;
use accrs_frontend::region::{BinaryOp, Type, TypeId, Types};
use std::hash::{DefaultHasher, Hash, Hasher};

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    Int(i128),
    Float(u64),
    Pointer(Place),
    /// A struct that stands there.
    Record(Place),
    Nothing,
}

/// Why a run ends.
#[derive(Clone, PartialEq, Debug)]
pub enum Stop {
    /// C doesn't say what the program does with these values.
    Undefined(&'static str),
    /// The checker can't run this.
    Unknown(String),
    /// It takes too long.
    Long,
}

pub type Run<T> = Result<T, Stop>;

pub fn unknown<T>(what: impl Into<String>) -> Run<T> {
    Err(Stop::Unknown(what.into()))
}

pub fn hash(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

pub const NULL: Place = Place {
    object: 0,
    offset: 0,
};

impl Value {
    pub fn of_number(n: f64) -> Value {
        Value::Float(hash(n.to_bits()))
    }

    pub fn int(self) -> Run<i128> {
        match self {
            Value::Int(n) => Ok(n),
            Value::Float(h) => Ok(i128::from(h % 7)),
            Value::Pointer(p) => Ok(i128::from(p != NULL)),
            Value::Record(_) | Value::Nothing => unknown("a value that is no number"),
        }
    }

    pub fn is_true(self) -> Run<bool> {
        match self {
            Value::Float(h) => Ok(h & 1 == 1),
            other => Ok(other.int()? != 0),
        }
    }

    fn mark(self) -> (u8, i128) {
        match self {
            Value::Int(n) => (0, n),
            Value::Float(h) => (1, i128::from(h)),
            Value::Pointer(p) | Value::Record(p) => {
                (2, (i128::from(p.object) << 64) + i128::from(p.offset))
            }
            Value::Nothing => (3, 0),
        }
    }
}

/// What stands for the result of an operation on floating-point values.
pub fn term(name: &str, of: &[Value]) -> Value {
    let marks: Vec<(u8, i128)> = of.iter().map(|v| v.mark()).collect();
    Value::Float(hash((name, marks)))
}

/// The number as a value of the type.
pub fn wrap(types: &Types, ty: TypeId, n: i128) -> i128 {
    if matches!(types.canonical(ty), Type::Bool) {
        return i128::from(n != 0);
    }
    let bits = 8 * types.size_of(ty).unwrap_or(8) as u32;
    if bits >= 128 {
        return n;
    }
    let low = n & ((1 << bits) - 1);
    let negative = !types.is_unsigned(ty) && low >> (bits - 1) == 1;
    if negative { low - (1 << bits) } else { low }
}

pub fn cast(types: &Types, ty: TypeId, value: Value) -> Run<Value> {
    let to_float = matches!(types.canonical(ty), Type::Float(_) | Type::Complex(_));
    Ok(match value {
        Value::Int(n) if types.is_integer(ty) => Value::Int(wrap(types, ty, n)),
        Value::Int(n) if to_float => Value::of_number(n as f64),
        Value::Int(0) if types.is_pointer(ty) => Value::Pointer(NULL),
        Value::Float(h) if matches!(types.canonical(ty), Type::Bool) => {
            Value::Int(i128::from(h & 1))
        }
        Value::Float(_) if types.is_integer(ty) => Value::Int(value.int()?),
        Value::Float(_) if to_float => value,
        Value::Pointer(_) if types.is_pointer(ty) => value,
        Value::Pointer(_) if matches!(types.canonical(ty), Type::Bool) => Value::Int(value.int()?),
        _ if matches!(types.canonical(ty), Type::Void) => Value::Nothing,
        Value::Record(_) if types.is_record(ty) => value,
        _ => return unknown("a cast between numbers and pointers"),
    })
}

/// The operator on numbers; `ty`: the result's type.
pub fn binary(types: &Types, op: BinaryOp, ty: TypeId, a: Value, b: Value) -> Run<Value> {
    use BinaryOp::*;
    if let (Value::Int(x), Value::Int(y)) = (a, b) {
        let n = integers(op, types.size_of(ty).unwrap_or(8), x, y)?;
        return Ok(match types.canonical(ty) {
            Type::Float(_) | Type::Complex(_) => Value::of_number(n as f64),
            _ => Value::Int(wrap(types, ty, n)),
        });
    }
    let name = op.symbol();
    Ok(match op {
        Lt | Gt | Le | Ge | Eq | Ne => Value::Int(i128::from(term(name, &[a, b]).is_true()?)),
        _ => term(name, &[a, b]),
    })
}

fn integers(op: BinaryOp, size: u64, x: i128, y: i128) -> Run<i128> {
    use BinaryOp::*;
    let shift = || match u32::try_from(y) {
        Ok(n) if u64::from(n) < 8 * size.max(4) => Ok(n),
        _ => Err(Stop::Undefined("a shift by more than the type has bits")),
    };
    let by_zero = Stop::Undefined("a division by zero");
    let too_large = Stop::Undefined("a number that is too large");
    Ok(match op {
        Add => x.checked_add(y).ok_or(too_large)?,
        Sub => x.checked_sub(y).ok_or(too_large)?,
        Mul => x.wrapping_mul(y),
        Div => x.checked_div(y).ok_or(by_zero)?,
        Rem => x.checked_rem(y).ok_or(by_zero)?,
        Shl => x.wrapping_shl(shift()?),
        Shr => x >> shift()?,
        Lt => i128::from(x < y),
        Gt => i128::from(x > y),
        Le => i128::from(x <= y),
        Ge => i128::from(x >= y),
        Eq => i128::from(x == y),
        Ne => i128::from(x != y),
        BitAnd => x & y,
        BitXor => x ^ y,
        BitOr => x | y,
        And => i128::from(x != 0 && y != 0),
        Or => i128::from(x != 0 || y != 0),
        Comma => y,
    })
}

/// Whether this is an integer type that a loop may go around the end of.
pub fn modulus(types: &Types, ty: TypeId) -> Option<i128> {
    let bits = 8 * types.size_of(ty)? as u32;
    (bits < 127).then(|| 1 << bits)
}
