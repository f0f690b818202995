//! Which variables statements assign, use and declare.

use super::super::clause::changed;
use crate::plan::{ComputeKind, ComputePlan, ConstructPlan};
use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, ExprKind, For, Stmt, StmtKind, Storage, Type, UnaryOp, VarId};
use indexmap::IndexSet;

/// The variables of some statements.
#[derive(Default, Debug)]
pub struct Uses {
    /// Assigned, incremented, or their address taken.
    pub assigned: IndexSet<VarId>,
    pub used: IndexSet<VarId>,
    pub declared: IndexSet<VarId>,
}

impl Uses {
    pub fn of<'a>(unit: &Unit, stmts: impl IntoIterator<Item = &'a Stmt>) -> Self {
        let mut uses = Self::default();
        for s in stmts {
            uses.stmt(unit, s, &mut |_| false);
        }
        uses
    }

    /// The same without what `skip` says of loops.
    pub fn outside<'a>(
        unit: &Unit,
        stmts: impl IntoIterator<Item = &'a Stmt>,
        skip: &mut dyn FnMut(&For) -> bool,
    ) -> Self {
        let mut uses = Self::default();
        for s in stmts {
            uses.stmt(unit, s, skip);
        }
        uses
    }

    pub fn stmt(&mut self, unit: &Unit, s: &Stmt, skip: &mut dyn FnMut(&For) -> bool) {
        match &s.kind {
            StmtKind::For(l) if skip(l) => return,
            StmtKind::Decl(decls) => self.declared.extend(decls.iter().map(|d| d.var)),
            _ => {}
        }
        s.exprs(&mut |e| self.expr(unit, e));
        s.children(&mut |c| self.stmt(unit, c, skip));
    }

    fn expr(&mut self, unit: &Unit, e: &Expr) {
        match &e.kind {
            ExprKind::Var(v) => {
                self.used.insert(*v);
            }
            ExprKind::Assign(_, to, _) => self.assigned.extend(changed(unit, to)),
            ExprKind::Unary(
                UnaryOp::PreInc
                | UnaryOp::PreDec
                | UnaryOp::PostInc
                | UnaryOp::PostDec
                | UnaryOp::AddrOf,
                a,
            ) => self.assigned.extend(changed(unit, a)),
            // An array handed on as a pointer may be written through it.
            ExprKind::Call { args, .. } => {
                for a in args {
                    let a = a.strip_implicit();
                    if let Type::Array(..) = unit.types.canonical(a.ty) {
                        self.assigned.extend(changed(unit, a));
                    }
                }
            }
            ExprKind::StmtExpr(stmts) => {
                for s in stmts {
                    self.stmt(unit, s, &mut |_| false);
                }
            }
            _ => {}
        }
        e.children(&mut |c| self.expr(unit, c));
    }
}

/// The variables that each gang has a copy of with the value from before the construct: those
/// of the clause, and scalars that a parallel or serial construct assigns without any clause
/// (§2.6.2).
pub fn firstprivate(unit: &Unit, plan: &ConstructPlan, compute: &ComputePlan) -> IndexSet<VarId> {
    let mut all: IndexSet<VarId> = compute.firstprivate.iter().copied().collect();
    if compute.kind == ComputeKind::Kernels {
        return all;
    }
    let uses = Uses::of(unit, &compute.body);
    let reduced = |v: VarId| {
        let loops = compute.loops.values().flat_map(|l| &l.reductions);
        compute.reductions.iter().chain(loops).any(|r| r.var == v)
    };
    let scalar = |v: VarId| {
        let var = unit.var(v);
        var.storage != Storage::Region && unit.types.is_scalar(var.ty)
    };
    let shared = |v: VarId| plan.data.iter().any(|d| d.var == v && d.is_of_variable());
    all.extend(uses.assigned.iter().copied().filter(|v| {
        scalar(*v)
            && !uses.declared.contains(v)
            && !compute.private.contains(v)
            && !reduced(*v)
            && !shared(*v)
    }));
    all
}
