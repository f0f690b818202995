//! What a construct only reads by the name that its `firstprivate` clause gives: its one copy serves all.

use crate::directive::Directive;
use crate::region::place::rough_place;
use crate::region::{Expr, ExprKind, Stmt, UnaryOp, Unit, VarId, Visit};

/// Whether statements do nothing with a pointer or array parameter but read numbers that it leads to.
pub fn only_reads(unit: &Unit, body: &[Stmt], var: VarId) -> bool {
    let mut reads = Reads {
        unit,
        var,
        named: 0,
        read: 0,
        changed: false,
    };
    body.iter().for_each(|s| reads.visit_stmt(s));
    !reads.changed && reads.named == reads.read
}

struct Reads<'u> {
    unit: &'u Unit,
    var: VarId,
    /// Where the variable stands, and where it does so as what an element is read through.
    named: usize,
    read: usize,
    changed: bool,
}

impl<'a> Visit<'a> for Reads<'_> {
    fn visit_expr(&mut self, e: &'a Expr) {
        let through = match &e.kind {
            ExprKind::Index(base, _) | ExprKind::Unary(UnaryOp::Deref, base) => base.variable(),
            _ => None,
        };
        self.read += usize::from(through == Some(self.var) && self.unit.types.is_arithmetic(e.ty));
        self.named += usize::from(matches!(e.kind, ExprKind::Var(v) if v == self.var));
        if let Some(to) = e.assigned_or_handed_on() {
            self.changed |= match rough_place(self.unit, to) {
                Some(place) => place.root == self.var,
                None => to.mentions(self.var),
            };
        }
        self.walk_expr(e);
    }

    /// Clauses of loops in it may ask for more than reads.
    fn visit_directive(&mut self, d: &'a Directive<Expr>) {
        self.walk_directive(d);
    }
}
