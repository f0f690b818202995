//! The clauses of a loop's directive: what each thread or lane has for itself, and what is reduced.

use super::uses::Uses;
use super::{Pass, is_scalar, reductions, updates};
use crate::analyse::work;
use crate::plan::{HostLoop, LoopPlan, Reduction, Section, Sharing};
use accrs_frontend::Unit;
use accrs_frontend::region::{For, Stmt, StmtKind, Storage, VarId};
use indexmap::IndexSet;

impl Pass<'_> {
    pub(super) fn sharing(
        &self,
        plan: &LoopPlan,
        l: &For,
        how: HostLoop,
        collapse: usize,
        reductions: &[Reduction],
        uses: &Uses,
    ) -> Sharing {
        // OpenMP itself makes copies of the variables that it counts with.
        let counts = |v: &VarId| plan.heads.iter().take(collapse).any(|h| h.var == *v);
        let skip = |v: &VarId| {
            counts(v)
                || reductions.iter().any(|r| r.var == *v)
                || uses.declared.contains(v)
                || plan.heads.iter().any(|h| h.declared && h.var == *v)
                || self.scope.counted.contains(v)
        };
        let mut private: IndexSet<VarId> = plan.private.iter().copied().collect();
        self.inner_privates(&l.body, &mut private);
        let mut first = IndexSet::new();
        if how.is_threads() && !self.gangs {
            // What the construct's copy holds is read here too.
            let (copied, own): (Vec<_>, Vec<_>) = (self.compute.private.iter())
                .filter(|v| uses.used.contains(*v))
                .partition(|v| self.fresh.contains(*v));
            private.extend(own);
            let first_here = self.first.iter().chain(copied);
            first.extend(first_here.filter(|v| uses.assigned.contains(*v)));
            first.extend(self.exposed(uses));
        }
        let kept = plan.kept.iter().filter(|_| how.is_threads());
        let unsure = |v: &&VarId| !self.has_iterations(l, **v);
        first.extend(kept.clone().filter(unsure));
        // What the last iteration doesn't write of an array stays as it was.
        let arrays = plan
            .arrays
            .iter()
            .filter(|a| a.by_clause && how.is_threads());
        let arrays: Vec<VarId> = arrays.map(|a| a.var).collect();
        first.extend(&arrays);
        // The host's compiler, which sees the text alone, would warn of a copy without a value.
        let covered = plan.covered.iter().filter(|_| how.is_threads());
        first.extend(covered.filter(|v| private.shift_remove(*v)));
        private.retain(|v| !skip(v));
        first.retain(|v| !skip(v) && !private.contains(v));
        Sharing {
            private: nameable(self.unit, private),
            first: nameable(self.unit, first),
            last: kept.copied().chain(arrays).collect(),
            shared: Vec::new(),
        }
    }

    /// Whether the loops that keep a variable, of which this is the outermost, have iterations for certain: without them it stays as
    /// it was.
    fn has_iterations(&self, l: &For, var: VarId) -> bool {
        let runs = |l: &For| match self.compute.loops.get(&l.id) {
            Some(plan) if plan.kept.contains(&var) => {
                let mut trips = plan.heads.iter().map(|h| work::trips(self.unit, h));
                trips.all(|n| n.is_some_and(|n| n >= 1.0))
            }
            _ => true,
        };
        let stays = |s: &Stmt| matches!(&s.kind, StmtKind::For(l) if !runs(l));
        runs(l) && !l.body.any_stmt(stays)
    }

    /// Scalars whose address a data entry takes: read from a private copy they stay in registers.
    fn exposed(&self, uses: &Uses) -> Vec<VarId> {
        let read_only = |v: VarId| {
            uses.used.contains(&v)
                && !uses.assigned.contains(&v)
                && self.unit.types.is_scalar(self.unit.var(v).ty)
        };
        self.plan
            .data
            .iter()
            .filter(|d| matches!(d.section, Section::Whole) || d.attach.is_some())
            .map(|d| d.var)
            .filter(|v| read_only(*v))
            .collect()
    }

    /// Reductions of the loop's own clause, and those of the loops around or inside that it must share.
    pub(super) fn loop_reductions(
        &self,
        plan: &LoopPlan,
        l: &For,
        how: HostLoop,
        uses: &Uses,
    ) -> Vec<Reduction> {
        let mut all: Vec<Reduction> = Vec::new();
        let mut add = |r: &Reduction| {
            if !all.iter().any(|a| a.var == r.var) {
                all.push(r.clone());
            }
        };
        plan.reductions.iter().for_each(&mut add);
        plan.on_cores.iter().for_each(&mut add);
        let shared = |r: &&Reduction| updates(uses, r) && !uses.declared.contains(&r.var);
        if !self.scope.in_threads || how == HostLoop::Simd {
            self.scope
                .reductions
                .iter()
                .filter(shared)
                .filter(|r| !plan.private.contains(&r.var))
                .for_each(&mut add);
        }
        if how.is_threads() {
            self.inner_reductions(&l.body)
                .iter()
                .filter(shared)
                .filter(|r| is_scalar(self.unit, r) && !plan.private.contains(&r.var))
                .for_each(&mut add);
        }
        if self.gangs && how.is_threads() {
            // Each gang has its own copy already; the `omp parallel` combines them. What a pointer of its own leads to is no copy.
            let of_construct = |r: &Reduction| {
                let mut all = self.compute.reductions.iter();
                all.any(|of| of.var == r.var)
            };
            let own = |r: &Reduction| {
                let v = self.unit.var(r.var);
                let own = self.compute.private.contains(&r.var)
                    || self.compute.firstprivate.contains(&r.var)
                    || v.storage == Storage::Region;
                own && !self.unit.types.is_pointer(v.ty)
            };
            all.retain(|r| !of_construct(r) && !own(r));
        }
        all
    }

    fn inner_reductions(&self, stmt: &Stmt) -> Vec<Reduction> {
        let mut out = Vec::new();
        stmt.each_stmt(|s| {
            if let StmtKind::For(l) = &s.kind
                && let Some(plan) = self.compute.loops.get(&l.id)
            {
                out.extend(reductions(plan).cloned());
            }
        });
        out
    }

    /// Variables that the loops inside have for themselves: their own, and privatised ones.
    pub(super) fn inner_privates(&self, stmt: &Stmt, out: &mut IndexSet<VarId>) {
        stmt.each_stmt(|s| {
            let StmtKind::For(l) = &s.kind else { return };
            let own = l.canonical.iter().filter(|head| !head.declared);
            out.extend(own.map(|head| head.var));
            if let Some(plan) = self.compute.loops.get(&l.id) {
                let elsewhere = self.elsewhere(l);
                let private = plan.private.iter().copied();
                out.extend(private.filter(|v| !elsewhere.used.contains(v)));
            }
        });
    }

    /// A sequential loop's private variables that are also used outside it.
    pub(super) fn own_privates(&self, plan: &LoopPlan, l: &For, uses: &Uses) -> Vec<VarId> {
        let elsewhere = self.elsewhere(l);
        let hoisted = self.gangs || self.scope.in_threads;
        plan.private
            .iter()
            .filter(|v| uses.used.contains(*v) && !uses.declared.contains(*v))
            .filter(|v| elsewhere.used.contains(*v) || !hoisted)
            .filter(|v| can_copy(self.unit, **v))
            .filter(|v| plan.heads.iter().all(|h| h.var != **v))
            .filter(|v| !self.scope.counted.contains(v))
            .copied()
            .collect()
    }

    /// What the construct uses outside one of its loops.
    fn elsewhere(&self, l: &For) -> Uses {
        Uses::outside(self.unit, &self.compute.body, &mut |other| other.id == l.id)
    }
}

/// Whether a local redeclaration of the variable means the same thing.
pub fn can_copy(unit: &Unit, v: VarId) -> bool {
    let var = unit.var(v);
    !(var.storage == Storage::Param && unit.types.is_array(var.ty))
}

/// Those that OpenMP has copies of: no thread-local ones.
pub fn nameable(unit: &Unit, vars: IndexSet<VarId>) -> Vec<VarId> {
    let thread_local = |v: &VarId| {
        matches!(
            unit.var(*v).storage,
            Storage::Global {
                thread_local: true,
                ..
            }
        )
    };
    let named = |v: &VarId| !thread_local(v) && !unit.has_no_name(*v);
    vars.into_iter().filter(named).collect()
}
