//! What clauses and types say of members.

use super::items;
use crate::directive::{ClauseKind, DataKind, DataRef, DefaultKind, DirectiveKind, Section};
use crate::region::routine::DEVICE_NAMES;
use crate::region::*;

pub(super) fn is_bit_field(unit: &Unit, e: &Expr) -> bool {
    let ExprKind::Member { base, field, arrow } = &e.kind else {
        return false;
    };
    let ty = if *arrow {
        unit.types.pointee(base.ty)
    } else {
        Some(base.ty)
    };
    let Some(Type::Record(id)) = ty.map(|ty| unit.types.canonical(ty)) else {
        return true;
    };
    let mut fields = unit.types.records[id.index()].fields.iter().flatten();
    fields.any(|f| f.name == *field && f.bit_width.is_some())
}

/// The `default` clause that is visible at a construct.
pub(super) fn default(unit: &Unit, c: &Construct) -> Option<DefaultKind> {
    let mut at = Some(c);
    while let Some(c) = at {
        for clause in c.directive.clauses_for(DEVICE_NAMES) {
            if let ClauseKind::Default(d) = &clause.kind {
                return Some(*d);
            }
        }
        at = c.parent.map(|id| unit.construct(id));
    }
    None
}

/// Whether objects of type `outer` are, or hold, objects of type `inner`.
pub(super) fn lies_in(types: &Types, inner: TypeId, outer: TypeId) -> bool {
    if types.canonical_id(inner) == types.canonical_id(outer) {
        return true;
    }
    match types.canonical(outer) {
        Type::Array(elem, _) => lies_in(types, inner, *elem),
        Type::Record(id) => {
            let mut fields = types.records[id.index()].fields.iter().flatten();
            fields.any(|f| lies_in(types, inner, f.ty))
        }
        _ => false,
    }
}

/// Whether what is assigned as a `stored` may be an object of type `ty`.
pub(super) fn may_be(types: &Types, stored: TypeId, ty: TypeId) -> bool {
    use IntKind::{SChar, UChar};
    let any = matches!(
        types.canonical(stored),
        Type::Char | Type::Int(SChar | UChar) | Type::Record(_)
    );
    any || types.is_integer(stored) == types.is_integer(ty)
        && types.size_of(stored) == types.size_of(ty)
}

/// Whether what a clause of this kind names is on the device as the struct that it is, or may be.
pub(super) fn brings(kind: DataKind) -> bool {
    use DataKind::{Copy, Copyin, Create, NoCreate, Present};
    matches!(kind, Copy | Copyin | Create | NoCreate | Present)
}

/// Whether `declare` names a variable.
pub(super) fn is_declared(unit: &Unit, var: VarId) -> bool {
    let declares = |d: &&Construct| d.directive.kind == DirectiveKind::Declare;
    let mut all = unit.constructs.iter().filter(declares).flat_map(items);
    all.any(|(_, r)| r.base.variable() == Some(var))
}

/// A section of an array that may not be all of it.
pub(super) fn is_cut(unit: &Unit, r: &DataRef<Expr>) -> bool {
    let Type::Array(_, length) = unit.types.canonical(r.base.ty) else {
        return false;
    };
    match (r.sections.first(), length) {
        (None, _) => false,
        (Some(Section::Range { lower, length }), ArrayLen::Fixed(n)) => {
            let from_start = lower.as_ref().is_none_or(|l| l.int_value() == Some(0));
            let to_end = |l: &Expr| l.int_value() == Some(i128::from(*n));
            !(from_start && length.as_ref().is_none_or(to_end)) || r.sections.len() > 1
        }
        _ => true,
    }
}
