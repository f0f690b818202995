//! A compute construct with an `async` clause, as an OpenMP task of its own: what it takes along
//! when it is put on its queue, and what it shares with the program (§2.16, §2.6.2).
//!
//! As on a device, values are those of the moment of the launch: scalars and pointers that
//! nothing assigns, and firstprivate variables, are copied into the task. Arrays, and what the
//! construct gives back, stay the program's, which keeps them until it has waited.

use super::uses::Uses;
use crate::plan::{ComputePlan, DataItem, Section, Sharing};
use accrs_frontend::Unit;
use accrs_frontend::directive::DataKind;
use accrs_frontend::region::{Expr, ExprKind, For, Stmt, Storage, VarId};
use indexmap::IndexSet;

/// The data-sharing clauses of the construct's task, and the variables whose last values it hands back. `first`: see [`super::uses::firstprivate`].
pub fn sharing(
    unit: &Unit,
    compute: &ComputePlan,
    (first, data): (&IndexSet<VarId>, &[DataItem]),
) -> (Sharing, Vec<VarId>) {
    let all = Variables::new(unit, compute, first);
    let (mut out, mut handed) = (Sharing::default(), Vec::new());
    for v in &all.outer {
        match all.of(*v) {
            // (Without iterations it keeps the value that it had.)
            Share::Private if all.is_counter(*v) && comes_back(data, *v) => {
                out.first.push(*v);
                handed.push(*v);
            }
            Share::Private => out.private.push(*v),
            Share::Copied => out.first.push(*v),
            Share::Shared => out.shared.push(*v),
            Share::ThreadLocal => {}
        }
    }
    (out, handed)
}

/// Whether a device hands a variable's last value back, since the program reads it later.
fn comes_back(data: &[DataItem], v: VarId) -> bool {
    data.iter().any(|d| {
        let out = matches!(d.kind, DataKind::Copy | DataKind::Copyout);
        d.var == v && out && matches!(d.section, Section::Whole)
    })
}

enum Share {
    Private,
    Copied,
    Shared,
    /// In no clause: OpenMP has no copy of such a variable.
    ThreadLocal,
}

struct Variables<'a> {
    unit: &'a Unit,
    compute: &'a ComputePlan,
    uses: Uses,
    /// Variables of the program that the construct names.
    outer: IndexSet<VarId>,
    /// Those that it names only inside loops that have their own.
    inner: IndexSet<VarId>,
    first: &'a IndexSet<VarId>,
    calls: bool,
}

impl<'a> Variables<'a> {
    fn new(unit: &'a Unit, compute: &'a ComputePlan, first: &'a IndexSet<VarId>) -> Self {
        let uses = Uses::of(unit, &compute.body);
        let mut outer: IndexSet<VarId> = uses.used.iter().chain(&uses.assigned).copied().collect();
        let mut calls = false;
        for s in &compute.body {
            calls |= has_call(s);
        }
        let sizes = [
            &compute.num_gangs,
            &compute.num_workers,
            &compute.vector_length,
        ];
        for e in sizes.into_iter().flatten() {
            variables(e, &mut outer);
        }
        outer.extend(&compute.private);
        outer.extend(&compute.firstprivate);
        for l in compute.loops.values() {
            outer.extend(&l.private);
        }
        outer.retain(|v| {
            let own = uses.declared.contains(v) || unit.var(*v).storage == Storage::Region;
            !own && !unit.has_no_name(*v)
        });
        let inner = outer
            .iter()
            .copied()
            .filter(|v| !used_outside(unit, compute, *v))
            .collect();
        Self {
            first,
            unit,
            compute,
            uses,
            outer,
            inner,
            calls,
        }
    }

    /// Whether loops alone give it values, and no clause says that these are each one's own.
    fn is_counter(&self, v: VarId) -> bool {
        self.inner.contains(&v) && !self.compute.private.contains(&v)
    }

    fn of(&self, v: VarId) -> Share {
        let var = self.unit.var(v);
        let global = match var.storage {
            Storage::Global {
                thread_local: true, ..
            } => return Share::ThreadLocal,
            Storage::Global { .. } => true,
            _ => false,
        };
        let reduced = {
            let loops = self.compute.loops.values().flat_map(|l| &l.reductions);
            self.compute
                .reductions
                .iter()
                .chain(loops)
                .any(|r| r.var == v)
        };
        let firstprivate = self.compute.firstprivate.contains(&v);
        if reduced {
            return Share::Shared;
        }
        if (self.compute.private.contains(&v) || self.inner.contains(&v)) && !firstprivate {
            return Share::Private;
        }
        // Functions that the construct calls know a global by its own name.
        if global && self.calls && !firstprivate {
            return Share::Shared;
        }
        if !firstprivate && self.unit.types.owns(var.ty) {
            return Share::Shared;
        }
        let array = self.unit.types.is_array(var.ty) && var.storage != Storage::Param;
        let changed = self.uses.assigned.contains(&v) && !self.first.contains(&v);
        if !firstprivate && (array || changed) {
            return Share::Shared;
        }
        Share::Copied
    }
}

/// Whether the construct names a variable where no loop has a copy of its own.
fn used_outside(unit: &Unit, compute: &ComputePlan, v: VarId) -> bool {
    let mut own = |l: &For| {
        let head = l.canonical.as_ref().is_some_and(|c| c.var == v);
        let plan = compute.loops.get(&l.id);
        plan.is_some_and(|p| head || p.private.contains(&v) || p.heads.iter().any(|h| h.var == v))
    };
    let uses = Uses::outside(unit, &compute.body, &mut own);
    uses.used.contains(&v) || uses.assigned.contains(&v)
}

fn has_call(stmt: &Stmt) -> bool {
    stmt.any_expr(|e| matches!(e.kind, ExprKind::Call { .. }))
}

fn variables(e: &Expr, into: &mut IndexSet<VarId>) {
    e.each_expr(|e| {
        if let ExprKind::Var(v) = &e.kind {
            into.insert(*v);
        }
    });
}
