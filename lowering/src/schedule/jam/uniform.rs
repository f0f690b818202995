//! Whether the loops in a loop's iterations go the same way in all of them, so that iterations can go through them together.

use accrs_frontend::region::{Expr, ExprKind, Stmt, StmtKind, UnaryOp, VarId};
use indexmap::IndexSet;

/// `body`: an iteration of the loop of `var`; `changed`: what it writes.
pub fn is_uniform(body: &Stmt, var: VarId, changed: &IndexSet<VarId>) -> bool {
    Uniform { var, changed }.stmt(body, &mut Vec::new())
}

struct Uniform<'u> {
    var: VarId,
    changed: &'u IndexSet<VarId>,
}

impl Uniform<'_> {
    /// `around`: the variables of the loops around the statement.
    fn stmt(&self, s: &Stmt, around: &mut Vec<VarId>) -> bool {
        if !crate::tree::jam::holds_loops(s) {
            return true;
        }
        match &s.kind {
            StmtKind::Block(stmts) => stmts.iter().all(|s| self.stmt(s, around)),
            StmtKind::If { cond, then, els } => {
                self.value(cond, around)
                    && self.stmt(then, around)
                    && els.as_deref().is_none_or(|s| self.stmt(s, around))
            }
            StmtKind::For(l) => {
                let Some(head) = &l.canonical else {
                    return false;
                };
                let bounds = [&head.lower, &head.upper, &head.step];
                if !bounds.iter().all(|e| self.value(e, around)) {
                    return false;
                }
                around.push(head.var);
                let inside = self.stmt(&l.body, around);
                around.pop();
                inside
            }
            _ => false,
        }
    }

    /// Whether a value is the same in all iterations at this place: made of numbers, of variables that no iteration writes, and of the variables
    /// of loops around. What is in memory some other name might lead to.
    fn value(&self, e: &Expr, around: &[VarId]) -> bool {
        !e.any_expr(|e| match &e.kind {
            ExprKind::Var(v) => *v == self.var || self.changed.contains(v) && !around.contains(v),
            ExprKind::Index(..)
            | ExprKind::Call { .. }
            | ExprKind::StmtExpr(_)
            | ExprKind::CompoundLiteral(_)
            | ExprKind::Member { arrow: true, .. }
            | ExprKind::Unary(UnaryOp::Deref | UnaryOp::AddrOf, _) => true,
            _ => e.assigned().is_some(),
        })
    }
}
