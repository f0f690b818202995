//! Closed forms in the place of a variable that is stepped.

use super::Induction;
use super::steps::stepped;
use accrs_frontend::region::{
    Expr, ExprKind, For, LocalDecl, Stmt, StmtKind, UnaryOp, VarId, VisitMut,
};

/// Puts the closed form in the variable's place, in the order of the text.
pub(super) struct Replace<'f> {
    found: &'f Induction,
    /// So many updates have been passed.
    passed: usize,
    /// In the innermost loop.
    inside: bool,
}

impl<'f> Replace<'f> {
    pub(super) fn of(found: &'f Induction) -> Self {
        Self {
            found,
            passed: 0,
            inside: false,
        }
    }

    fn updates(&self, e: &Expr) -> bool {
        self.inside && stepped(e).iter().any(|s| s.var == self.found.var)
    }

    /// The variable's value so many updates further.
    fn value(&self, further: usize) -> Option<Expr> {
        self.found.values.get(self.passed + further).cloned()
    }
}

impl VisitMut for Replace<'_> {
    fn visit_stmt(&mut self, s: &mut Stmt) {
        match &s.kind {
            StmtKind::Expr(e) if self.updates(e) => {
                match is_mere(e, self.found.var) {
                    true => s.kind = StmtKind::Empty,
                    false => self.walk_stmt(s),
                }
                self.passed += 1;
            }
            _ => self.walk_stmt(s),
        }
    }

    fn visit_decl(&mut self, d: &mut LocalDecl) {
        let update = d.init.as_ref().is_some_and(|e| self.updates(e));
        self.walk_decl(d);
        self.passed += usize::from(update);
    }

    fn visit_for(&mut self, l: &mut For) {
        let around = self.inside;
        self.inside |= self.found.loops.last() == Some(&l.id);
        self.walk_for(l);
        self.inside = around;
    }

    fn visit_expr(&mut self, e: &mut Expr) {
        let var = self.found.var;
        let value = match &e.kind {
            // What gives it the value that it begins with.
            _ if !self.inside => return,
            ExprKind::Unary(op, of) if op.is_step() && of.is_var(var) => {
                let new = matches!(op, UnaryOp::PreInc | UnaryOp::PreDec);
                self.value(usize::from(new))
            }
            ExprKind::Var(v) if *v == var => self.value(0),
            _ => return self.walk_expr(e),
        };
        if let Some(value) = value {
            *e = value;
        }
    }
}

/// Whether a statement's expression does nothing but step the variable.
fn is_mere(e: &Expr, var: VarId) -> bool {
    match &e.kind {
        ExprKind::Assign(_, to, _) => to.is_var(var),
        ExprKind::Unary(op, of) => op.is_step() && of.is_var(var),
        _ => false,
    }
}
