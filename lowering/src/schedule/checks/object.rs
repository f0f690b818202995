//! Which expressions are objects that an access reads or writes.

use accrs_frontend::Unit;
use accrs_frontend::region::place::rough_place;
use accrs_frontend::region::{Expr, ExprKind, Type, TypeId};

/// Whether a variable is the compiler's own.
pub fn is_made(name: &str) -> bool {
    name.starts_with("accrs_")
}

/// Whether a place lies in its root, or in the object that this points to.
pub fn near(unit: &Unit, e: &Expr) -> bool {
    rough_place(unit, e).is_some_and(|p| p.is_near())
}

/// Whether the lvalue is an object with an address of its own that one access reads or writes.
pub fn is_object(unit: &Unit, e: &Expr) -> bool {
    let types = &unit.types;
    let odd = |ty: TypeId| {
        matches!(
            types.canonical(ty),
            Type::Array(..) | Type::Void | Type::Function { .. }
        )
    };
    if odd(e.ty) || types.size_of(e.ty).is_none_or(|n| n == 0) || types.vector(e.ty).is_some() {
        return false;
    }
    match &e.kind {
        ExprKind::Member { base, field, .. } => {
            let record = types.pointee(base.ty).unwrap_or(base.ty);
            types.vector(record).is_none() && !is_bit_field(unit, record, field) && lvalue(base)
        }
        ExprKind::Index(a, _) => {
            types.vector(a.ty).is_none()
                && !matches!(&a.strip_implicit().kind, ExprKind::Member { base, .. } if types.vector(base.ty).is_some())
        }
        _ => true,
    }
}

fn lvalue(e: &Expr) -> bool {
    !matches!(
        e.kind,
        ExprKind::Call { .. }
            | ExprKind::CompoundLiteral(_)
            | ExprKind::StmtExpr(_)
            | ExprKind::Conditional(..)
            | ExprKind::Assign(..)
    )
}

fn is_bit_field(unit: &Unit, record: TypeId, name: &str) -> bool {
    let Type::Record(id) = unit.types.canonical(record) else {
        return false;
    };
    let fields = unit.types.records[id.index()].fields.iter().flatten();
    let mut found = false;
    for f in fields {
        found |= match f.name.is_empty() {
            true => is_bit_field(unit, f.ty, name),
            false => f.name == name && f.bit_width.is_some(),
        };
    }
    found
}
