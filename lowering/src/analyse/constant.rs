//! Constants of the unit: device functions have copies of them, so nothing of theirs is moved.

use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, ExprKind, VarId};

/// Whether a variable is a constant of the unit that device functions can have a copy of: `const`, and made of
/// numbers, strings and other such constants.
pub(crate) fn is_constant(unit: &Unit, var: VarId) -> bool {
    let varies = |e: &Expr| match &e.kind {
        ExprKind::Var(v) => !is_constant(unit, *v),
        ExprKind::Function(_)
        | ExprKind::Call { .. }
        | ExprKind::CompoundLiteral(_)
        | ExprKind::StmtExpr(_) => true,
        _ => false,
    };
    let init = unit.var(var).init.as_ref();
    init.is_some_and(|e| !e.any_evaluated(varies))
}
