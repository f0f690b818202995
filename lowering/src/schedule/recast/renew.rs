//! Copies of statements.

use accrs_frontend::region::{Expr, ExprKind, For, LocalDecl, LoopId, Unit, VarId, VisitMut};
use indexmap::IndexMap;

/// Variables by those that have taken their places.
pub type Renamed = IndexMap<VarId, VarId>;

/// Gives a copy loops of its own, and, but in the first copy (`again`), variables in the place of those that it declares.
pub struct Renew<'r> {
    pub unit: &'r mut Unit,
    /// The copies of loops, with those that they are copies of.
    pub copies: &'r mut IndexMap<LoopId, LoopId>,
    pub again: bool,
    pub renamed: Renamed,
}

impl VisitMut for Renew<'_> {
    fn visit_for(&mut self, l: &mut For) {
        let id = LoopId(self.unit.loops);
        self.unit.loops += 1;
        self.copies.insert(id, l.id);
        l.id = id;
        if let Some(head) = &mut l.canonical {
            if head.declared && self.again {
                let own = self.unit.again(head.var);
                self.renamed.insert(head.var, own);
            }
            // It may also count with what the copy declares before.
            head.var = self.renamed.get(&head.var).copied().unwrap_or(head.var);
        }
        self.walk_for(l);
    }

    fn visit_decl(&mut self, d: &mut LocalDecl) {
        // (The head of a loop has declared its variable already.)
        if self.again && !self.renamed.contains_key(&d.var) {
            let own = self.unit.again(d.var);
            self.renamed.insert(d.var, own);
        }
        d.var = self.renamed.get(&d.var).copied().unwrap_or(d.var);
        self.walk_decl(d);
    }

    fn visit_expr(&mut self, e: &mut Expr) {
        match &mut e.kind {
            ExprKind::Var(v) => *v = self.renamed.get(v).copied().unwrap_or(*v),
            _ => self.walk_expr(e),
        }
    }
}
