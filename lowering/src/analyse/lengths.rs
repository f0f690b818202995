//! Lengths of arrays of variable length. An array keeps the lengths that it was declared with (C11 §6.7.6.2), whatever becomes of the
//! variables in its declarator.

use super::uses;
use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, Storage, VarId};

/// Whether the value of `length` may be another than where the array `var` was declared with it.
pub fn may_change(unit: &Unit, var: VarId, length: &Expr) -> bool {
    let parts = uses::of_expr(unit, length);
    // A typedef of the array's type stands before its variable.
    let declared = unit.var(var).span.start.min(length.span.start);
    !parts.calls.is_empty() || parts.vars.keys().any(|v| changes(unit, *v, declared))
}

/// Whether a variable may be given another value behind byte `at` of the text.
fn changes(unit: &Unit, var: VarId, at: u32) -> bool {
    let v = unit.var(var);
    let own = matches!(v.storage, Storage::Param | Storage::Local | Storage::Region);
    let simple = own && unit.types.is_integer(v.ty);
    let fixed = unit.types.qualifiers(v.ty).is_const;
    !simple || (!fixed && (unit.host.takes_address(var) || unit.host.assigns_behind(var, at)))
}
