//! Whether code shows in which order it ran, although no iteration reads what another one writes: output, volatile memory, and atomic operations
//! that give values away or round them.

use accrs_frontend::Unit;
use accrs_frontend::directive::{AtomicKind, DirectiveKind};
use accrs_frontend::region::{Expr, ExprKind, FunctionId, Stmt, StmtKind};

/// Whether a statement, or a function that it calls, may show when it ran.
pub fn shows_order(unit: &Unit, s: &Stmt) -> bool {
    shows(unit, s, &mut Vec::new())
}

/// `seen`: functions that have been looked into.
fn shows(unit: &Unit, s: &Stmt, seen: &mut Vec<FunctionId>) -> bool {
    let atomic = |s: &Stmt| match &s.kind {
        StmtKind::Atomic { directive, body } => !is_exact(unit, directive.kind, body),
        _ => false,
    };
    if s.any_stmt(atomic) || s.any_expr(|e| unit.types.qualifiers(e.ty).is_volatile) {
        return true;
    }
    let mut called = Vec::new();
    s.each_expr(|e| {
        if let ExprKind::Call { .. } = e.kind
            && !unit.effects.only_computes(unit, e.called())
        {
            called.push(e.called());
        }
    });
    called.into_iter().any(|f| match f {
        Some(f) if seen.contains(&f) => false,
        Some(f) => {
            seen.push(f);
            match &unit.function(f).body {
                Some(body) => body.iter().any(|s| shows(unit, s, seen)),
                None => true,
            }
        }
        None => true,
    })
}

/// An update of an integer: in any order the sum is the same.
fn is_exact(unit: &Unit, kind: DirectiveKind, body: &Stmt) -> bool {
    let whole = |e: &Expr| e.assigned().is_none_or(|to| unit.types.is_integer(to.ty));
    let exact = !body.any_expr(|e| !whole(e));
    matches!(kind, DirectiveKind::Atomic(AtomicKind::Update)) && exact
}
