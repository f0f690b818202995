//! Pointers whose values take several ways.

use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, ExprKind, Stmt};

/// Whether statements step, choose between, or pack pointers, or get them from functions. NVRTC (in all versions up to now) takes what
/// comes of a `__restrict__` parameter in such a way for a pointer to something else: `for (p = a; p < end; p++) *p += a[4];`
/// reads `a[4]` once.
pub fn vary(unit: &Unit, stmts: &[Stmt]) -> bool {
    let types = &unit.types;
    let pointer = |e: &Expr| types.is_pointer(e.ty);
    let varies = |e: &Expr| match &e.kind {
        ExprKind::Conditional(..) | ExprKind::Call { .. } => pointer(e),
        ExprKind::InitList(items) => items
            .iter()
            .any(|i| pointer(&i.value) || types.is_array(i.value.ty)),
        _ => e.assigned().is_some_and(pointer),
    };
    stmts.iter().any(|s| s.any_expr(varies))
}
