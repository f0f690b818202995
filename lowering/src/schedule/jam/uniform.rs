//! Whether a value is the same in all iterations of a loop that go on together.

use accrs_frontend::region::{Expr, ExprKind, UnaryOp, VarId};
use indexmap::IndexSet;

pub struct Uniform<'u> {
    /// The variable of the loop whose iterations go together.
    pub var: VarId,
    /// What an iteration writes.
    pub changed: &'u IndexSet<VarId>,
}

impl Uniform<'_> {
    /// Whether a value is the same at a place inside the loops of `around`: nothing of the iteration's own is in it. What is in memory is the same
    /// too: all of the iterations read it, so none of them writes it, since they are independent.
    pub fn is_same(&self, e: &Expr, around: &[VarId]) -> bool {
        !e.any_expr(|e| match &e.kind {
            ExprKind::Var(v) => *v == self.var || self.changed.contains(v) && !around.contains(v),
            ExprKind::Call { .. }
            | ExprKind::StmtExpr(_)
            | ExprKind::CompoundLiteral(_)
            | ExprKind::Unary(UnaryOp::AddrOf, _) => true,
            _ => e.assigned().is_some(),
        })
    }
}
