//! What index variables hold behind a `kernels` region. C leaves in each the first value that its loop's condition refuses;
//! the region's own copies of it are gone with its threads. Where nothing but loops' heads gives such a variable its value,
//! the host repeats those heads, without the bodies.

use super::extents::{self, Known};
use super::planner::Planner;
use crate::analyse::{jumps, uses};
use crate::plan::LastValue;
use accrs_frontend::Unit;
use accrs_frontend::region::place::{is_array_parameter, owner};
use accrs_frontend::region::{
    BinaryOp, Expr, ExprKind, For, Stmt, StmtKind, Storage, UnaryOp, VarId, Visit,
};
use indexmap::IndexSet;

/// The heads that give `wanted` variables their last values, in the order of the text. `known`: what the host knows while it runs
/// the construct; `shared`: variables of which the device's copy may be newer.
pub fn of_region(
    p: &Planner<'_>,
    stmts: &[Stmt],
    wanted: &IndexSet<VarId>,
    known: &Known,
    shared: &IndexSet<VarId>,
) -> Vec<LastValue> {
    let own = uses::of_stmts(p.unit, stmts).declared;
    let region = Region {
        p,
        known,
        shared,
        own: &own,
    };
    let mut found = region.list(stmts);
    // A variable that anything else assigns, or a loop that isn't certain to run, is left out.
    loop {
        let mut heads = IndexSet::new();
        ids(&found, &mut heads);
        let mut others = Others {
            unit: p.unit,
            heads: &heads,
            assigned: IndexSet::new(),
        };
        stmts.iter().for_each(|s| others.visit_stmt(s));
        let mut dropped = false;
        keep(&mut found, &mut dropped, &|l| {
            wanted.contains(&l.var) && !others.assigned.contains(&l.var)
        });
        if !dropped {
            return found;
        }
    }
}

/// The variables that get their values.
pub fn variables(all: &[LastValue], into: &mut IndexSet<VarId>) {
    for l in all {
        into.extend(l.wanted.then_some(l.var));
        variables(&l.inside, into);
    }
}

fn ids(all: &[LastValue], into: &mut IndexSet<u32>) {
    for l in all {
        into.extend(l.wanted.then_some(l.id.0));
        ids(&l.inside, into);
    }
}

/// Loops that aren't wanted themselves stay around those that are.
fn keep(all: &mut Vec<LastValue>, dropped: &mut bool, wanted: &dyn Fn(&LastValue) -> bool) {
    for l in all.iter_mut() {
        keep(&mut l.inside, dropped, wanted);
        let stays = l.wanted && wanted(l);
        *dropped |= l.wanted != stays;
        l.wanted = stays;
    }
    all.retain(|l| l.wanted || !l.inside.is_empty());
}

struct Region<'r> {
    p: &'r Planner<'r>,
    known: &'r Known,
    shared: &'r IndexSet<VarId>,
    /// Variables that the region declares, which have no name behind it.
    own: &'r IndexSet<VarId>,
}

impl Region<'_> {
    /// The loops among statements that run one behind the other.
    fn list(&self, stmts: &[Stmt]) -> Vec<LastValue> {
        let mut out = Vec::new();
        for s in stmts {
            match &s.kind {
                StmtKind::Block(inner) => out.extend(self.list(inner)),
                StmtKind::For(l) => out.extend(self.head(l)),
                _ => {}
            }
        }
        out
    }

    fn head(&self, l: &For) -> Option<LastValue> {
        let head = l.canonical.as_ref()?;
        let parts = [&head.lower, &head.upper, &head.step];
        // A directive makes the variable each thread's own (§2.9).
        let fits = l.directive.is_none()
            && (head.declared || !self.own.contains(&head.var))
            && parts.into_iter().all(|e| self.is_known(e))
            && !jumps::leaves(&l.body);
        if !fits {
            return None;
        }
        let init = match &l.init.as_ref()?.kind {
            StmtKind::Expr(e) => Some(e.clone()),
            StmtKind::Decl(_) if head.declared => None,
            _ => return None,
        };
        Some(LastValue {
            id: l.id,
            var: head.var,
            wanted: !head.declared,
            init,
            lower: head.lower.clone(),
            cond: l.cond.clone()?,
            inc: l.inc.clone()?,
            inside: self.list(std::slice::from_ref(&l.body)),
        })
    }

    /// Whether it is an address of an array, whatever becomes of the elements.
    fn is_place(&self, e: &Expr) -> bool {
        let unit = self.p.unit;
        match &e.kind {
            ExprKind::Var(v) => {
                let var = unit.var(*v);
                let array = unit.types.is_array(var.ty) && !is_array_parameter(unit, *v);
                array && var.storage != Storage::Region
            }
            ExprKind::Cast { operand, .. } => self.is_place(operand),
            ExprKind::Unary(UnaryOp::AddrOf, a) => match &a.kind {
                ExprKind::Index(a, i) => self.is_in(a, i),
                _ => self.is_place(a),
            },
            ExprKind::Index(a, i) => unit.types.is_array(e.ty) && self.is_in(a, i),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, a, i) => self.is_in(a, i),
            _ => false,
        }
    }

    fn is_in(&self, array: &Expr, i: &Expr) -> bool {
        self.is_place(array) && self.is_known(i)
    }

    fn is_known(&self, e: &Expr) -> bool {
        if self.is_place(e) {
            return true;
        }
        let used = uses::of_expr(self.p.unit, e);
        extents::host_evaluable(self.p, e, self.known)
            && !used
                .vars
                .keys()
                .any(|v| self.shared.contains(v) || self.own.contains(v))
    }
}

/// What statements assign, besides the heads of these loops.
struct Others<'o> {
    unit: &'o Unit,
    heads: &'o IndexSet<u32>,
    assigned: IndexSet<VarId>,
}

impl<'a> Visit<'a> for Others<'_> {
    fn visit_for(&mut self, l: &'a For) {
        if self.heads.contains(&l.id.0) {
            self.visit_stmt(&l.body);
        } else {
            self.walk_for(l);
        }
    }

    fn visit_expr(&mut self, e: &'a Expr) {
        let to = e.assigned_or_handed_on();
        self.assigned.extend(to.and_then(|to| owner(self.unit, to)));
        self.walk_expr(e);
    }
}
