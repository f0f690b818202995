//! The operators of reductions: their helpers, their identities, and updates of a variable by them.

use super::writer::Writer;
use crate::plan::{Combining, Extreme};
use accrs_frontend::directive::ReductionOp;
use accrs_frontend::region::{FloatKind, IntKind, Type, TypeId};

impl Writer<'_> {
    /// The operator's identity in the variable's type (OpenACC 3.3 §2.5.15). Where numbers take the place of NaN, NaN is.
    pub(super) fn identity(&self, how: Combining, ty: TypeId) -> String {
        let op = how.op;
        let types = &self.p.unit.types;
        if !types.is_arithmetic(ty) {
            self.p.refuse_nest(
                self.p.place.get(),
                "a reduction of an array or a struct is not supported on a device yet",
            );
            return "{}".into();
        }
        if let Type::Complex(_) = types.canonical(ty) {
            let name = self.p.type_name(self.p.unqualified(ty));
            let one = if op == ReductionOp::Mul { 1 } else { 0 };
            return format!("{name}({one})");
        }
        let float = match types.canonical(ty) {
            Type::Float(FloatKind::Float) => Some("f"),
            Type::Float(_) => Some(""),
            _ => None,
        };
        match op {
            ReductionOp::Add => float.map_or("0".into(), |f| format!("0.0{f}")),
            ReductionOp::Mul => float.map_or("1".into(), |f| format!("1.0{f}")),
            ReductionOp::BitOr | ReductionOp::BitXor | ReductionOp::Or => "0".into(),
            ReductionOp::And => "1".into(),
            ReductionOp::BitAnd => format!("({})~0ULL", self.p.type_name(self.p.unqualified(ty))),
            ReductionOp::Max | ReductionOp::Min => {
                let low = op == ReductionOp::Max;
                if let Some(f) = float {
                    self.p.helper("infinity");
                    let sign = if low { "-" } else { "" };
                    let cast = if f.is_empty() { "" } else { "(float)" };
                    if matches!(how.extreme, Extreme::Number { .. }) {
                        return format!("{cast}ACCRS_NAN");
                    }
                    return format!("{sign}{cast}ACCRS_INFINITY");
                }
                self.limit(ty, low)
            }
        }
    }

    /// The least or greatest value of an integer type.
    fn limit(&self, ty: TypeId, low: bool) -> String {
        let types = &self.p.unit.types;
        if types.is_unsigned(ty) {
            let bool_type = matches!(types.canonical(ty), Type::Bool);
            return match (low, bool_type) {
                (true, _) => "0".into(),
                (false, true) => "1".into(),
                (false, false) => format!("({})~0ULL", self.p.type_name(self.p.unqualified(ty))),
            };
        }
        let (max, suffix) = match types.canonical(ty) {
            Type::Char | Type::Int(IntKind::SChar) => ("127", ""),
            Type::Int(IntKind::Short) => ("32767", ""),
            Type::Int(IntKind::Long | IntKind::LongLong) => ("9223372036854775807", "LL"),
            Type::Int(IntKind::Int128) => {
                self.p
                    .refuse_type("max and min of __int128 are not supported on a device");
                ("0", "")
            }
            _ => ("2147483647", ""),
        };
        if low {
            format!("-{max}{suffix} - 1")
        } else {
            format!("{max}{suffix}")
        }
    }
}

/// The part of the helper template for an operator, and its struct there.
pub fn op_name(how: Combining) -> (&'static str, &'static str) {
    let max = how.op == ReductionOp::Max;
    let name = match (how.extreme, how.op) {
        (Extreme::Compared { last: true }, _) => {
            let name = match max {
                true => "accrs_extreme<true, true, false>",
                false => "accrs_extreme<false, true, false>",
            };
            return ("accrs_extreme", name);
        }
        (Extreme::Number { last }, _) => {
            let name = match (max, last) {
                (true, true) => "accrs_extreme<true, true, true>",
                (true, false) => "accrs_extreme<true, false, true>",
                (false, true) => "accrs_extreme<false, true, true>",
                (false, false) => "accrs_extreme<false, false, true>",
            };
            return ("accrs_extreme", name);
        }
        (_, ReductionOp::Add) => "accrs_add",
        (_, ReductionOp::Mul) => "accrs_mul",
        (_, ReductionOp::Max) => "accrs_max",
        (_, ReductionOp::Min) => "accrs_min",
        (_, ReductionOp::BitAnd) => "accrs_bitand",
        (_, ReductionOp::BitOr) => "accrs_bitor",
        (_, ReductionOp::BitXor) => "accrs_bitxor",
        (_, ReductionOp::And) => "accrs_and",
        (_, ReductionOp::Or) => "accrs_or",
    };
    (name, name)
}

/// The statement that updates a variable by the operator and a value.
pub(super) fn update(how: Combining, target: &str, value: &str) -> String {
    let symbol = match how.op {
        ReductionOp::Add => "+",
        ReductionOp::Mul => "*",
        ReductionOp::BitAnd => "&",
        ReductionOp::BitOr => "|",
        ReductionOp::BitXor => "^",
        _ => return format!("{target} = {}::apply({target}, {value});", op_name(how).1),
    };
    format!("{target} {symbol}= {value};")
}

/// The combined value of the parts that a block's threads have along some axes.
pub(super) fn reduced(how: Combining, axes: &str, part: &str) -> String {
    format!("accrs_reduce<{}, {axes}>({part})", op_name(how).1)
}
