//! Finds the private variables that threads which act as one must share.

use super::node::*;
use super::sets::Threads;
use super::threads::Pass;
use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, VarId};
use std::collections::HashSet;

impl Pass<'_> {
    /// Finds private variables that an inner loop over threads assigns although they belong to an outer level, and those whose
    /// address is taken. Threads that act as one must have one place for each of them.
    pub fn find_crossing(&mut self, nodes: &[Node], all: Threads) {
        for n in nodes {
            self.cross(n, all);
            escaping(self.unit, n, &mut self.crossing);
        }
    }

    fn cross(&mut self, n: &Node, all: Threads) {
        if let Kind::Loop(l) = &n.kind
            && !Threads::of(&l.axes).and(all).is_empty()
        {
            let e = self.watch().nodes(&l.body);
            let mut own: HashSet<VarId> = HashSet::new();
            owned(n, &mut own);
            own.extend(&self.reduced);
            self.crossing
                .extend(e.assigned.into_iter().filter(|v| !own.contains(v)));
        }
        let mut inner = Vec::new();
        n.children(&mut |c| inner.push(c));
        inner.into_iter().for_each(|c| self.cross(c, all));
    }
}

/// Collects the variables that loops in a node have copies of.
fn owned(n: &Node, own: &mut HashSet<VarId>) {
    match &n.kind {
        Kind::Loop(l) => {
            own.extend(&l.private);
            own.extend(l.heads.iter().map(|h| h.var));
        }
        Kind::For(l) => {
            own.extend(&l.private);
            own.extend(l.heads.iter().map(|h| h.var));
        }
        _ => {}
    }
    n.children(&mut |c| owned(c, own));
}

fn escaping(unit: &Unit, n: &Node, all: &mut HashSet<VarId>) {
    use accrs_frontend::region::{ExprKind, UnaryOp};
    let mut note = |e: &Expr| {
        crate::analyse::uses::visit_expr(e, &mut |e| {
            if let ExprKind::Unary(UnaryOp::AddrOf, a) = &e.kind
                && let Some(v) = super::effects::private_root(unit, a)
            {
                all.insert(v);
            }
        });
    };
    if let Kind::Loop(l) = &n.kind {
        l.bounds().for_each(&mut note);
    }
    n.exprs(&mut note);
    n.children(&mut |c| escaping(unit, c, all));
}
