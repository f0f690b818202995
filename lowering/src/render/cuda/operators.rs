//! The operators of reductions: their helpers, their identities, and updates of a variable by them.

use super::writer::Writer;
use accrs_frontend::directive::ReductionOp;
use accrs_frontend::region::{FloatKind, IntKind, Type, TypeId};

impl Writer<'_> {
    /// The operator's identity in the variable's type (OpenACC 3.3 §2.5.15).
    pub(super) fn identity(&self, op: ReductionOp, ty: TypeId) -> String {
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

/// The struct of the helper template for an operator.
pub fn op_name(op: ReductionOp) -> &'static str {
    match op {
        ReductionOp::Add => "accrs_add",
        ReductionOp::Mul => "accrs_mul",
        ReductionOp::Max => "accrs_max",
        ReductionOp::Min => "accrs_min",
        ReductionOp::BitAnd => "accrs_bitand",
        ReductionOp::BitOr => "accrs_bitor",
        ReductionOp::BitXor => "accrs_bitxor",
        ReductionOp::And => "accrs_and",
        ReductionOp::Or => "accrs_or",
    }
}

/// The statement that updates a variable by the operator and a value.
pub(super) fn update(op: ReductionOp, target: &str, value: &str) -> String {
    let symbol = match op {
        ReductionOp::Add => "+",
        ReductionOp::Mul => "*",
        ReductionOp::BitAnd => "&",
        ReductionOp::BitOr => "|",
        ReductionOp::BitXor => "^",
        _ => return format!("{target} = {}::apply({target}, {value});", op_name(op)),
    };
    format!("{target} {symbol}= {value};")
}

/// The combined value of the parts that a block's threads have along some axes.
pub(super) fn reduced(op: ReductionOp, axes: &str, part: &str) -> String {
    format!("accrs_reduce<{}, {axes}>({part})", op_name(op))
}
