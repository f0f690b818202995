//! Names of nodes: every statement and every expression of a unit has an id of its own, so that facts about them are side tables, as
//! those about loops are.
//!
//! Ids are dense: [`Ids`] says how many there are. The front end gives them when a unit is complete, after its rewrites
//! (`private`), to all that the unit holds: bodies, clauses, heads of loops, initial values, lengths in types.
//! - A copy that stands beside what it was made from, in the same unit, has ids of its own (`members`).
//! - A copy that stands for it in another unit (`per_device`), or that a later stage moves (a kernel's body), keeps them: what is
//!   known of the one holds of the other.
//! - Nodes that a later stage makes have none ([`ExprId::NONE`]), or get some beyond those of the unit by [`Ids::renew`], where it
//!   repeats statements and tells them apart.

use super::visit::VisitMut;
use super::{Body, Expr, ExprId, Stmt, StmtId, Unit};

impl StmtId {
    /// Of no statement of a unit.
    pub const NONE: StmtId = StmtId(u32::MAX);
}

impl ExprId {
    /// Of no expression of a unit.
    pub const NONE: ExprId = ExprId(u32::MAX);
}

/// How many ids have been given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ids {
    pub stmts: u32,
    pub exprs: u32,
}

impl Ids {
    /// Gives statements, and all that they hold, new ids.
    pub fn renew(&mut self, stmts: &mut [Stmt]) {
        stmts.iter_mut().for_each(|s| self.visit_stmt(s));
    }
}

impl VisitMut for Ids {
    fn visit_stmt(&mut self, s: &mut Stmt) {
        s.id = StmtId(self.stmts);
        self.stmts += 1;
        self.walk_stmt(s);
    }

    fn visit_expr(&mut self, e: &mut Expr) {
        e.id = ExprId(self.exprs);
        self.exprs += 1;
        self.walk_expr(e);
    }
}

/// Gives all nodes of a unit their ids.
pub fn number(unit: &mut Unit) {
    let mut ids = Ids::default();
    for c in &mut unit.constructs {
        ids.visit_directive(&mut c.directive);
        if let Body::Compute(stmts) = &mut c.body {
            ids.renew(stmts);
        }
    }
    for f in &mut unit.functions {
        f.routine.iter_mut().for_each(|d| ids.visit_directive(d));
        f.body.iter_mut().for_each(|stmts| ids.renew(stmts));
    }
    for v in &mut unit.vars {
        v.init.iter_mut().for_each(|e| ids.visit_expr(e));
    }
    for length in &mut unit.types.vla_lengths {
        ids.visit_expr(length);
    }
    unit.ids = ids;
}
