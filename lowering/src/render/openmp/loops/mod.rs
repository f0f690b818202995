//! Loops of a compute construct: which directive each gets, and with which clauses.

mod place;
mod privates;

use super::apart;
use super::routines::{atomic_line, rename_call};
use super::uses::{Uses, firstprivate};
use super::{has_atomic, has_loop, reduce, worth};
use crate::plan::{
    ComputeKind, ComputePlan, ConstructPlan, HostLoop, LoopPlan, Part, Plan, Reduction, Section,
};
use crate::render::text::Edit;
use crate::render::{RenderError, clause};
use accrs_frontend::Unit;
use accrs_frontend::region::{
    Construct, Expr, For, FunctionId, Stmt, StmtKind, Storage, VarId, Visit,
};
use indexmap::IndexSet;
pub use privates::RELEASED;
use std::fmt::Write;

/// What stands around a statement.
#[derive(Clone, Default)]
pub struct Scope {
    /// Inside the `omp parallel` of [`crate::plan::HostMode::Gangs`].
    pub parallel: bool,
    /// Inside a loop whose iterations are spread over threads.
    pub in_threads: bool,
    /// Reductions of the loops (and the construct) around it.
    pub reductions: Vec<Reduction>,
}

pub struct Loops<'a> {
    unit: &'a Unit,
    all: &'a Plan,
    construct: &'a Construct,
    plan: &'a ConstructPlan,
    compute: &'a ComputePlan,
    threads: bool,
    gangs: bool,
    /// One gang around all: the construct's reductions have copies outside of thread loops too.
    pub one: bool,
    /// The text may ask the runtime.
    pub runtime: bool,
    /// Functions whose version for gangs is called.
    pub called: IndexSet<FunctionId>,
    /// Scalars with a copy in each gang that starts with the value from outside.
    first: IndexSet<VarId>,
    pub edits: Vec<Edit>,
    /// What stands around the statement that is looked at.
    scope: Scope,
    failed: Option<RenderError>,
}

pub fn wants_threads(host: HostLoop) -> bool {
    matches!(host, HostLoop::Threads | HostLoop::ThreadsSimd)
}

impl<'a> Loops<'a> {
    pub fn new(
        unit: &'a Unit,
        all: &'a Plan,
        construct: &'a Construct,
        plan: &'a ConstructPlan,
        compute: &'a ComputePlan,
        threads: bool,
        gangs: bool,
    ) -> Self {
        Self {
            unit,
            all,
            construct,
            plan,
            compute,
            threads,
            gangs,
            one: false,
            runtime: false,
            called: IndexSet::new(),
            first: firstprivate(unit, plan, compute),
            edits: Vec::new(),
            scope: Scope::default(),
            failed: None,
        }
    }

    /// The `omp parallel` around a construct whose gangs all run the code outside loops.
    pub fn parallel_line(&self) -> Result<String, RenderError> {
        let uses = Uses::of(self.unit, &self.compute.body);
        let mut line = String::from("#pragma omp parallel");
        if self.one {
            line.push_str(" num_threads(1)");
            line.push_str(&reduce::clauses(self.unit, &self.compute.reductions)?);
            return Ok(line);
        }
        if let Some(n) = &self.compute.num_gangs {
            let text = clause::operand(self.unit, n)?;
            let _ = match n.int_value() {
                Some(n) => write!(line, " num_threads({})", n.max(1)),
                None => write!(line, " num_threads({text} < 1 ? 1 : {text})"),
            };
        }
        line.push_str(&worth::clause(
            self.unit,
            self.compute.worth.as_ref(),
            "",
            self.runtime,
        )?);
        // Loops outside thread loops are run by every gang, each with its own variable.
        let mut private: IndexSet<VarId> = IndexSet::new();
        for s in &self.compute.body {
            self.inner_privates(s, &mut private);
        }
        private.retain(|v| !self.compute.firstprivate.contains(v));
        private.extend(&self.compute.private);
        let reduced = |v: &VarId| self.compute.reductions.iter().any(|r| r.var == *v);
        private.retain(|v| !uses.declared.contains(v) && !reduced(v));
        let mut first = self.first.clone();
        first.retain(|v| uses.assigned.contains(v) && !private.contains(v) && !reduced(v));
        line.push_str(&self.list("private", &private));
        line.push_str(&self.list("firstprivate", &first));
        line.push_str(&reduce::clauses(self.unit, &self.compute.reductions)?);
        Ok(line)
    }

    /// A construct's statements.
    pub fn body(&mut self, stmts: &'a [Stmt], scope: Scope) -> Result<(), RenderError> {
        self.scope = scope;
        stmts.iter().for_each(|s| self.visit_stmt(s));
        self.failed.take().map_or(Ok(()), Err)
    }

    /// A loop; its head has been looked at where it stays as it is.
    fn for_loop(&mut self, stmt: &'a Stmt, l: &'a For) -> Result<(), RenderError> {
        let plan = self.compute.loops.get(&l.id);
        let scope = self.scope.clone();
        let mut host = HostLoop::Sequential;
        if let Some(plan) = plan {
            host = self.in_order(self.effective(plan, l, &scope), plan, l, &scope);
            if host == HostLoop::Sequential {
                self.unrolled(stmt, l, plan);
                self.own_privates(plan, l, &scope);
            } else {
                let uses = Uses::of(self.unit, [&*l.body]);
                self.directive(stmt, l, plan, host, &scope, &uses)?;
            }
        }
        if let StmtKind::Block(body) = &l.body.kind {
            self.made_privates(body, l.body.span)?;
        }
        // Other loops' heads may get another text.
        if host == HostLoop::Sequential {
            l.init.iter().for_each(|s| self.visit_stmt(s));
            l.cond.iter().chain(&l.inc).for_each(|e| self.visit_expr(e));
        }
        let reductions = plan.iter().flat_map(|p| p.reductions.iter().cloned());
        self.scope.reductions.extend(reductions);
        self.scope.in_threads |= wants_threads(host);
        self.visit_stmt(&l.body);
        self.scope = scope;
        Ok(())
    }

    /// What the loop can be here: threads fork once, SIMD is for innermost loops.
    fn effective(&self, plan: &LoopPlan, l: &For, scope: &Scope) -> HostLoop {
        if !self.threads || plan.heads.is_empty() {
            return HostLoop::Sequential;
        }
        let simple = !has_loop(&l.body) && !has_atomic(&l.body);
        match plan.host {
            HostLoop::Threads | HostLoop::ThreadsSimd if plan.tile.is_some() => {
                if scope.in_threads {
                    HostLoop::Sequential
                } else {
                    HostLoop::Threads
                }
            }
            HostLoop::Threads if !scope.in_threads => HostLoop::Threads,
            HostLoop::ThreadsSimd if !scope.in_threads && simple => HostLoop::ThreadsSimd,
            HostLoop::ThreadsSimd if !scope.in_threads => HostLoop::Threads,
            HostLoop::ThreadsSimd | HostLoop::Simd if simple => HostLoop::Simd,
            _ => HostLoop::Sequential,
        }
    }

    /// A scalar that iterations hand on to each other, or to what follows, forbids SIMD.
    fn in_order(&self, host: HostLoop, plan: &LoopPlan, l: &For, scope: &Scope) -> HostLoop {
        if !matches!(host, HostLoop::ThreadsSimd | HostLoop::Simd) {
            return host;
        }
        let uses = Uses::of(self.unit, [&*l.body]);
        let around = scope.reductions.iter().filter(|r| self.updates(&uses, r));
        let mut reductions = plan.reductions.iter().chain(around);
        let handed_on = uses.assigned.iter().any(|v| {
            let ty = self.unit.var(*v).ty;
            (self.unit.types.is_scalar(ty) || self.unit.types.is_record(ty))
                && !uses.declared.contains(v)
                && !plan.private.contains(v)
                && plan.heads.iter().all(|h| h.var != *v)
                && reductions.clone().all(|r| r.var != *v)
        });
        // clang loses lanes of a reduction in `for simd` (seen in 14, at -O1 and above); in `simd` alone it doesn't.
        let lost = self.all.host_is_clang && reductions.clone().next().is_some();
        // Where the region has the clause, its loop can't have it too; lanes without one would all add to one copy.
        let named = self.loop_reductions(plan, l, host, scope, &uses);
        let unnamed = |r: &Reduction| named.iter().all(|n| n.var != r.var);
        let lost = lost || reductions.clone().any(unnamed);
        let handed_on = handed_on || reductions.any(|r| !reduce::fits_simd(self.unit, r));
        match host {
            HostLoop::ThreadsSimd if handed_on || lost => HostLoop::Threads,
            HostLoop::Simd if handed_on => HostLoop::Sequential,
            host => host,
        }
    }

    fn directive(
        &mut self,
        stmt: &Stmt,
        l: &For,
        plan: &LoopPlan,
        host: HostLoop,
        scope: &Scope,
        uses: &Uses,
    ) -> Result<(), RenderError> {
        let mut line = String::from(match (host, self.gangs) {
            (HostLoop::Threads, false) => "#pragma omp parallel for",
            (HostLoop::Threads, true) => "#pragma omp for",
            (HostLoop::ThreadsSimd, false) => "#pragma omp parallel for simd",
            (HostLoop::ThreadsSimd, true) => "#pragma omp for simd",
            _ => "#pragma omp simd",
        });
        let mut own: Vec<VarId> = plan.heads.first().map(|h| h.var).into_iter().collect();
        let reductions = self.loop_reductions(plan, l, host, scope, uses);
        let reduced: IndexSet<VarId> = reductions.iter().map(|r| r.var).collect();
        if wants_threads(host) {
            if plan.tile.is_some() {
                if plan.heads.len() > 1 {
                    let _ = write!(line, " collapse({})", plan.heads.len());
                }
                own = plan.heads.iter().map(|h| h.var).collect();
            } else if self.collapses(plan) {
                let _ = write!(line, " collapse({})", plan.heads.len());
                own = plan.heads.iter().map(|h| h.var).collect();
            }
            match &plan.static_chunk {
                Some(Some(chunk)) => {
                    let chunk = clause::expr(self.unit, chunk)?;
                    let _ = write!(line, " schedule(static, {chunk})");
                }
                _ => line.push_str(" schedule(static)"),
            }
            let apart = match plan.apart.is_empty() {
                true => String::new(),
                false => apart::condition(self.unit, &plan.apart)?,
            };
            let own = plan.worth.as_ref().filter(|_| !self.gangs);
            line.push_str(&worth::clause(self.unit, own, &apart, self.runtime)?);
        }
        let is_counted = self.is_counted(plan, host);
        let skip = |v: &VarId| {
            own.contains(v)
                || reduced.contains(v)
                || uses.declared.contains(v)
                || plan.heads.iter().any(|h| h.declared && h.var == *v)
        };
        let mut private: IndexSet<VarId> = plan.private.iter().copied().collect();
        self.inner_privates(&l.body, &mut private);
        let mut first = IndexSet::new();
        if wants_threads(host) && !self.gangs {
            let private_here = |v: &&VarId| uses.used.contains(*v);
            private.extend(self.compute.private.iter().filter(private_here));
            first.extend(self.first.iter().filter(|v| uses.assigned.contains(*v)));
            first.extend(self.exposed(uses));
        }
        private.retain(|v| !skip(v));
        first.retain(|v| !skip(v) && !private.contains(v));
        line.push_str(&self.list("private", &private));
        line.push_str(&self.list("firstprivate", &first));
        line.push_str(&reduce::clauses(self.unit, &reductions)?);
        if is_counted {
            return self.place_counted(stmt, l, plan, &line);
        }
        self.place(stmt, l, line);
        Ok(())
    }

    /// Whether OpenMP can't take the loop as it is written.
    fn is_counted(&self, plan: &LoopPlan, host: HostLoop) -> bool {
        plan.tile.is_some() && wants_threads(host)
            || plan.counted.first().is_some_and(Option::is_some)
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
    fn loop_reductions(
        &self,
        plan: &LoopPlan,
        l: &For,
        host: HostLoop,
        scope: &Scope,
        uses: &Uses,
    ) -> Vec<Reduction> {
        let mut all: Vec<Reduction> = Vec::new();
        let mut add = |r: &Reduction| {
            if !all.iter().any(|a| a.var == r.var) {
                all.push(r.clone());
            }
        };
        plan.reductions.iter().for_each(&mut add);
        let shared = |r: &&Reduction| self.updates(uses, r) && !uses.declared.contains(&r.var);
        if !scope.in_threads || host == HostLoop::Simd {
            scope
                .reductions
                .iter()
                .filter(shared)
                .filter(|r| !plan.private.contains(&r.var))
                .for_each(&mut add);
        }
        if wants_threads(host) {
            let mut inside = Vec::new();
            self.inner_reductions(&l.body, &mut inside);
            inside
                .iter()
                .filter(shared)
                .filter(|r| reduce::is_scalar(self.unit, r) && !plan.private.contains(&r.var))
                .for_each(&mut add);
        }
        if self.gangs && wants_threads(host) {
            // Each gang has its own copy already; the `omp parallel` combines them.
            let own = |v: &VarId| {
                self.compute.reductions.iter().any(|r| r.var == *v)
                    || self.compute.private.contains(v)
                    || self.compute.firstprivate.contains(v)
                    || self.unit.var(*v).storage == Storage::Region
            };
            all.retain(|r| !own(&r.var));
        }
        all
    }

    /// Whether statements may change what is reduced; a section behind a pointer when they name it.
    fn updates(&self, uses: &Uses, r: &Reduction) -> bool {
        match r.part {
            Part::Whole => uses.assigned.contains(&r.var),
            Part::Elements { .. } => uses.used.contains(&r.var),
        }
    }

    fn inner_reductions(&self, stmt: &Stmt, out: &mut Vec<Reduction>) {
        stmt.each_stmt(|s| {
            if let StmtKind::For(l) = &s.kind
                && let Some(plan) = self.compute.loops.get(&l.id)
            {
                out.extend(plan.reductions.iter().cloned());
            }
        });
    }

    /// Variables that the loops inside have for themselves: their own, and privatised ones.
    fn inner_privates(&self, stmt: &Stmt, out: &mut IndexSet<VarId>) {
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

    /// What the construct uses outside one of its loops.
    fn elsewhere(&self, l: &For) -> Uses {
        Uses::outside(self.unit, &self.compute.body, &mut |other| other.id == l.id)
    }

    /// `collapse` costs index arithmetic, so only where the outer loop alone can't fill the cores.
    fn collapses(&self, plan: &LoopPlan) -> bool {
        const ENOUGH: i128 = 64;
        let Some(outer) = plan.heads.first() else {
            return false;
        };
        let plain = plan.counted.iter().all(Option::is_none);
        let trips = match (
            outer.lower.int_value(),
            outer.upper.int_value(),
            outer.step.int_value(),
        ) {
            (Some(a), Some(b), Some(s)) if s > 0 => (b - a).abs() / s,
            _ => ENOUGH,
        };
        plan.heads.len() > 1 && plain && trips < ENOUGH
    }

    fn list(&self, word: &str, vars: &IndexSet<VarId>) -> String {
        let names: Vec<&str> = vars
            .iter()
            .map(|v| self.unit.var(*v))
            .filter(|v| {
                !matches!(
                    v.storage,
                    Storage::Global {
                        thread_local: true,
                        ..
                    }
                )
            })
            .map(|v| v.name.as_str())
            .collect();
        if names.is_empty() {
            return String::new();
        }
        format!(" {word}({})", names.join(", "))
    }
}

impl<'a> Visit<'a> for Loops<'a> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::For(l) => {
                let done = self.for_loop(stmt, l);
                self.failed = self.failed.take().or(done.err());
                return;
            }
            StmtKind::Atomic { directive, .. } if self.scope.parallel || self.scope.in_threads => {
                self.edits
                    .push(Edit::replace(directive.span, atomic_line(directive)));
            }
            _ => {}
        }
        self.walk_stmt(stmt);
    }

    fn visit_expr(&mut self, e: &'a Expr) {
        if self.gangs && !self.scope.in_threads {
            rename_call(self.unit, self.all, e, &mut self.edits, &mut self.called);
        }
        self.walk_expr(e);
    }
}

/// Whether one thread works on what the construct reduces: it must have a copy that starts with the
/// operator's identity, also on `serial` (§2.5.15).
pub fn alone(unit: &Unit, compute: &ComputePlan) -> bool {
    let serial = compute.kind == ComputeKind::Serial;
    let outside = Uses::outside(unit, &compute.body, &mut |l| {
        !serial
            && compute
                .loops
                .get(&l.id)
                .is_some_and(|p| wants_threads(p.host))
    });
    compute.reductions.iter().any(|r| match r.part {
        Part::Whole => outside.assigned.contains(&r.var),
        Part::Elements { .. } => outside.used.contains(&r.var),
    })
}
