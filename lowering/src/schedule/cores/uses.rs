//! Which variables statements assign, use and declare.

use crate::plan::{ComputeKind, ComputePlan, ConstructPlan};
use accrs_frontend::Unit;
use accrs_frontend::region::place::owner;
use accrs_frontend::region::{Expr, ExprKind, For, LocalDecl, Stmt, Storage, Type, VarId, Visit};
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
        Self::outside(unit, stmts, &mut |_| false)
    }

    /// The same without what `skip` says of loops.
    pub fn outside<'a>(
        unit: &Unit,
        stmts: impl IntoIterator<Item = &'a Stmt>,
        skip: &mut dyn FnMut(&For) -> bool,
    ) -> Self {
        let mut find = Find {
            unit,
            skip,
            uses: Self::default(),
        };
        for s in stmts {
            find.visit_stmt(s);
        }
        find.uses
    }
}

struct Find<'f> {
    unit: &'f Unit,
    skip: &'f mut dyn FnMut(&For) -> bool,
    uses: Uses,
}

impl<'a> Visit<'a> for Find<'_> {
    fn visit_for(&mut self, l: &'a For) {
        if !(self.skip)(l) {
            self.walk_for(l);
        }
    }

    fn visit_decl(&mut self, d: &'a LocalDecl) {
        self.uses.declared.insert(d.var);
        self.walk_decl(d);
    }

    fn visit_expr(&mut self, e: &'a Expr) {
        let (unit, uses) = (self.unit, &mut self.uses);
        let to = e.assigned_or_handed_on();
        uses.assigned.extend(to.and_then(|to| owner(unit, to)));
        match &e.kind {
            ExprKind::Var(v) => {
                uses.used.insert(*v);
            }
            // An array handed on as a pointer may be written through it.
            ExprKind::Call { args, .. } => {
                for a in args {
                    let a = a.strip_implicit();
                    if let Type::Array(..) = unit.types.canonical(a.ty) {
                        uses.assigned.extend(owner(unit, a));
                    }
                }
            }
            _ => {}
        }
        self.walk_expr(e);
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
        let loops = compute.loops.values().flat_map(super::reductions);
        compute.reductions.iter().chain(loops).any(|r| r.var == v)
    };
    let scalar = |v: VarId| {
        let var = unit.var(v);
        var.storage != Storage::Region && unit.types.is_scalar(var.ty)
    };
    let shared = |v: VarId| plan.data.iter().any(|d| d.var == v && d.is_of_variable());
    all.extend(uses.assigned.iter().copied().filter(|v| {
        scalar(*v)
            && !unit.has_no_name(*v)
            && !uses.declared.contains(v)
            && !compute.private.contains(v)
            && !reduced(*v)
            && !shared(*v)
    }));
    all
}
