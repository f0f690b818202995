//! The parts of such a loop: its body, the condition with the comparison, the assignments.

use accrs_frontend::region::{BinaryOp, Expr, ExprKind, For, Stmt, StmtKind};

/// The loop that a statement is.
pub fn loop_in(s: &mut Stmt) -> Option<&mut For> {
    match &mut s.kind {
        StmtKind::For(l) => Some(l),
        StmtKind::Block(stmts) => stmts.iter_mut().find_map(loop_in),
        _ => None,
    }
}

/// The body of a nest's innermost loop.
pub fn body_of(nest: &mut Stmt) -> Option<&mut Stmt> {
    let body = &mut loop_in(nest)?.body;
    match body.any_stmt(|s| matches!(s.kind, StmtKind::For(_))) {
        true => body_of(body),
        false => Some(body),
    }
}

/// The `if` with the assignments.
pub fn innermost(s: &mut Stmt) -> Option<&mut Stmt> {
    let last = match &s.kind {
        StmtKind::If { then, .. } => !then.any_stmt(|s| matches!(s.kind, StmtKind::If { .. })),
        _ => false,
    };
    if last {
        return Some(s);
    }
    match &mut s.kind {
        StmtKind::If { then, .. } => innermost(then),
        StmtKind::Block(stmts) => innermost(stmts.last_mut()?),
        _ => None,
    }
}

/// The operands of `&&`s, of which the last is the comparison.
pub fn conditions(cond: &Expr) -> (Vec<&Expr>, &Expr) {
    match &cond.strip_implicit().kind {
        ExprKind::Binary(BinaryOp::And, a, b) => {
            let (mut guards, last) = conditions(b);
            guards.insert(0, a);
            (guards, last)
        }
        _ => (Vec::new(), cond.strip_implicit()),
    }
}

/// Turns the comparison into `==`.
pub fn equal(cond: &mut Expr) {
    match &mut cond.kind {
        ExprKind::Binary(BinaryOp::And, _, b) => equal(b),
        ExprKind::Binary(op, ..) => *op = BinaryOp::Eq,
        ExprKind::Cast { operand, .. } => equal(operand),
        _ => {}
    }
}

/// The statements of a block, or the one.
pub fn sets(s: &Stmt) -> impl Iterator<Item = &Stmt> {
    match &s.kind {
        StmtKind::Block(stmts) => stmts.iter(),
        _ => std::slice::from_ref(s).iter(),
    }
}
