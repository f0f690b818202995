//! Loops that NVRTC before 13.2 must not unroll.
//!
//! When they unroll `for (j = n - 1; j > 0; j--) { c[j] = 1; if (b[c[j - 1]]) c[j] = 0; }`, those compilers mix up the
//! offsets of `c[j]` before and behind the branch, so the second store silently goes to another element. The
//! PTX shows it for loops that count down, store and branch; the same loops are right if they aren't unrolled.
//! `ACCRS_ROLLED`, defined in the helper template, is empty for later compilers.

use super::writer::Writer;
use crate::tree::{Kind, Node};
use accrs_frontend::Unit;
use accrs_frontend::region::{BinaryOp, Expr, ExprKind, Stmt, StmtKind, UnaryOp};

impl Writer<'_> {
    /// Prints the line ahead of a sequential loop that must not be unrolled. `head`: its condition and its step.
    pub(super) fn rolled(&mut self, head: &[Expr], body: &[Node]) {
        if self.stays_rolled(head, body) {
            self.out.line("ACCRS_ROLLED");
        }
    }

    fn stays_rolled(&self, head: &[Expr], body: &[Node]) -> bool {
        let mut seen = Seen::of(self.p.unit);
        head.iter().for_each(|e| seen.expr(e));
        body.iter().for_each(|n| seen.node(n));
        let stays = seen.down && seen.stores && seen.branches;
        if stays {
            self.p.helper("rolled");
        }
        stays
    }
}

struct Seen<'a> {
    unit: &'a Unit,
    /// An integer or a pointer counts down.
    down: bool,
    /// Something in memory is assigned.
    stores: bool,
    branches: bool,
}

impl<'a> Seen<'a> {
    fn of(unit: &'a Unit) -> Self {
        Self {
            unit,
            down: false,
            stores: false,
            branches: false,
        }
    }

    fn node(&mut self, n: &Node) {
        match &n.kind {
            Kind::Leaf(s) => return self.stmt(s),
            Kind::If(_) | Kind::Switch { .. } | Kind::Parts(_) | Kind::Test(..) => {
                self.branches = true;
            }
            _ => {}
        }
        n.exprs(&mut |e| self.expr(e));
        n.children(&mut |c| self.node(c));
    }

    fn stmt(&mut self, s: &Stmt) {
        self.branches |= matches!(
            s.kind,
            StmtKind::If { .. } | StmtKind::Switch { .. } | StmtKind::Goto(_)
        );
        self.stores |= matches!(s.kind, StmtKind::Atomic { .. });
        s.exprs(&mut |e| self.expr(e));
        s.children(&mut |s| self.stmt(s));
    }

    fn expr(&mut self, e: &Expr) {
        use BinaryOp::{And, Or, Sub};
        match &e.kind {
            ExprKind::Conditional(..) | ExprKind::Binary(And | Or, ..) => self.branches = true,
            ExprKind::Unary(UnaryOp::PreDec | UnaryOp::PostDec, target) => {
                self.assigned(target, true);
            }
            ExprKind::Unary(UnaryOp::PreInc | UnaryOp::PostInc, target) => {
                self.assigned(target, false);
            }
            ExprKind::Assign(op, target, value) => {
                let less = *op == Some(Sub)
                    || matches!(&value.strip_implicit().kind, ExprKind::Binary(Sub, ..));
                self.assigned(target, less);
            }
            // A function may store and branch.
            ExprKind::Call { .. } => (self.stores, self.branches) = (true, true),
            _ => {}
        }
        e.children(&mut |e| self.expr(e));
    }

    fn assigned(&mut self, target: &Expr, less: bool) {
        let types = &self.unit.types;
        if matches!(target.strip_implicit().kind, ExprKind::Var(_)) {
            self.down |= less && (types.is_integer(target.ty) || types.is_pointer(target.ty));
        } else {
            self.stores = true;
        }
    }
}
