//! How the host's cores run a compute construct: which of OpenMP's directives each loop gets, what threads share and
//! what each has for itself. `schedule/host.rs` has said which loops could be shared; here stands what is possible
//! where they stand.
//!
//! ```text
//! mod          which directive each loop gets
//! sharing      its clauses: what is private, what begins with the value from outside, what is reduced
//! alone        its text for one thread, where it might have too little work for more
//! around       the parallel region around a construct, and the copies that the construct has for itself
//! task         what an asynchronous construct takes along
//! uses         which variables statements assign, use and declare
//! ```

mod alone;
mod around;
mod sharing;
mod task;
mod uses;

use crate::options::Options;
use crate::plan::{
    Action, ComputeKind, ComputePlan, ConstructPlan, CoreLoop, Cores, DataItem, HostLoop, HostMode,
    LoopPlan, Note, Part, Queue, Reduction, Section, Taken, Team,
};
use accrs_frontend::Unit;
use accrs_frontend::region::{
    ExprKind, For, LoopId, Stmt, StmtKind, Storage, Type, UnaryOp, VarId, Visit,
};
use indexmap::{IndexMap, IndexSet};
use uses::Uses;

/// Decides for a construct, and notes in its loops' plans what became of them.
pub fn decide(unit: &Unit, options: &Options, plan: &mut ConstructPlan) {
    let Action::Compute(compute) = &plan.action else {
        return;
    };
    let cores = of_construct(unit, options, plan, compute);
    let Action::Compute(compute) = &mut plan.action else {
        return;
    };
    for (id, l) in &mut compute.loops {
        let core = cores.loops.get(id);
        l.host = core.map_or(l.host, CoreLoop::how);
        if let Some(CoreLoop::Directive {
            copies: Some(copies),
            ..
        }) = core
        {
            let names: Vec<&str> = copies.updated.iter().map(|u| u.sum.text.as_str()).collect();
            let text = format!(
                "on the host's cores, parts of the iterations have copies of {}, which are combined behind the loop",
                names.join(", ")
            );
            l.here.push(Note::new(l.line, text));
        }
    }
    compute.cores = cores;
}

fn of_construct(
    unit: &Unit,
    options: &Options,
    plan: &ConstructPlan,
    compute: &ComputePlan,
) -> Cores {
    let threads = options.multicore && compute.kind != ComputeKind::Serial;
    let mut pass = Pass {
        unit,
        clang: options.rules.clang,
        share: options.machine.cores.share,
        simd: options.machine.cores.simd,
        as_written: options.as_written,
        plan,
        compute,
        threads,
        gangs: threads && compute.host == HostMode::Gangs,
        first: uses::firstprivate(unit, plan, compute),
        fresh: IndexSet::new(),
        scope: Scope {
            in_threads: false,
            reductions: compute.reductions.clone(),
            counted: Vec::new(),
        },
        how: IndexMap::new(),
        loops: None,
    };
    // First what runs how: what the clauses say depends on all loops.
    compute.body.iter().for_each(|s| pass.visit_stmt(s));
    let alone = options.multicore && !pass.gangs && pass.alone();
    let mut first = Vec::new();
    if !pass.gangs {
        (first, pass.fresh) = pass.copies();
    }
    pass.loops = Some(IndexMap::new());
    compute.body.iter().for_each(|s| pass.visit_stmt(s));
    let (task, handed) = match plan.queue {
        Queue::Sync => Default::default(),
        _ => task::sharing(unit, compute, (&pass.first, &plan.data)),
    };
    let team = (pass.gangs || alone).then(|| pass.team(alone));
    let loops = pass.loops.take().unwrap_or_default();
    let led = match pass.clang {
        true => led(unit, team.as_ref(), &loops),
        false => Vec::new(),
    };
    Cores {
        team,
        first,
        fresh: pass.fresh.into_iter().collect(),
        taken: taken(plan, compute),
        led,
        task,
        handed,
        loops,
    }
}

/// The sections of [`Cores::taken`].
fn taken(plan: &ConstructPlan, compute: &ComputePlan) -> Vec<Taken> {
    let own = |d: &&DataItem| d.modifiers.own && compute.overwritten.contains(&d.var);
    let section = |d: &DataItem| match &d.section {
        Section::Dims { dims, .. } => {
            let first = dims.first()?;
            Some(Taken {
                var: d.var,
                lower: first.lower.clone(),
                length: first.length.clone()?,
            })
        }
        _ => None,
    };
    plan.data.iter().filter(own).filter_map(section).collect()
}

/// The variables of [`Cores::led`].
fn led(unit: &Unit, team: Option<&Team>, loops: &IndexMap<LoopId, CoreLoop>) -> Vec<VarId> {
    let of_loops = loops.values().flat_map(|l| match l {
        CoreLoop::Directive { reductions, .. } => reductions.as_slice(),
        CoreLoop::InOrder { .. } => &[],
    });
    let all = team.into_iter().flat_map(|t| &t.reductions).chain(of_loops);
    let led: IndexSet<VarId> = all.filter(|r| is_led(unit, r)).map(|r| r.var).collect();
    led.into_iter().collect()
}

fn is_led(unit: &Unit, r: &Reduction) -> bool {
    let of_file = matches!(unit.var(r.var).storage, Storage::Global { .. });
    of_file && matches!(r.part, Part::Elements { .. })
}

/// What stands around a statement.
#[derive(Clone)]
struct Scope {
    /// Inside a loop whose iterations are spread over threads.
    in_threads: bool,
    /// Reductions of the loops (and the construct) around it.
    reductions: Vec<Reduction>,
    /// The variables that loops around it count with. One that was inside as written may be outside now: then no copy of its variable is
    /// what the loop has for itself.
    counted: Vec<VarId>,
}

struct Pass<'a> {
    unit: &'a Unit,
    clang: bool,
    /// Iterations that are enough for all cores.
    share: u64,
    /// Elements of a SIMD instruction.
    simd: u64,
    /// Loops have the text's form alone.
    as_written: bool,
    plan: &'a ConstructPlan,
    compute: &'a ComputePlan,
    /// Threads are wanted at all.
    threads: bool,
    /// The threads are those of one parallel region, the construct's gangs.
    gangs: bool,
    /// Scalars with a copy in each gang that starts with the value from outside.
    first: IndexSet<VarId>,
    /// Private variables of which the construct has a copy outside of thread loops.
    fresh: IndexSet<VarId>,
    scope: Scope,
    how: IndexMap<LoopId, HostLoop>,
    /// None until all of `how` is known.
    loops: Option<IndexMap<LoopId, CoreLoop>>,
}

impl<'a> Visit<'a> for Pass<'a> {
    fn visit_for(&mut self, l: &'a For) {
        let around = self.scope.clone();
        if let Some(plan) = self.compute.loops.get(&l.id) {
            let uses = Uses::of(self.unit, [&*l.body]);
            let how = match self.how.get(&l.id) {
                Some(how) => *how,
                None => self.in_order(self.possible(plan, l), plan, l, &uses),
            };
            self.how.insert(l.id, how);
            if let Some(mut loops) = self.loops.take() {
                loops.insert(l.id, self.described(plan, l, how, &uses));
                self.loops = Some(loops);
            }
            self.scope.in_threads |= how.is_threads();
            self.scope.reductions.extend(reductions(plan).cloned());
            let heads = plan.heads.iter().map(|h| h.var);
            self.scope.counted.extend(heads);
        }
        self.walk_for(l);
        self.scope = around;
    }
}

impl Pass<'_> {
    fn described(&self, plan: &LoopPlan, l: &For, how: HostLoop, uses: &Uses) -> CoreLoop {
        if how == HostLoop::Sequential {
            return CoreLoop::InOrder {
                own: self.own_privates(plan, l, uses),
            };
        }
        let tiled = plan.tile.is_some() && how.is_threads();
        let all = tiled || how.is_threads() && collapses(self.share, plan);
        let collapse = if all { plan.heads.len() } else { 1 };
        let reductions = self.loop_reductions(plan, l, how, uses);
        let sharing = self.sharing(plan, l, how, collapse, &reductions, uses);
        // Tiles that a clause gives stay whole.
        let parts = match tiled || collapse > 1 && !alone::is_rectangular(plan) {
            true => Vec::new(),
            false => self.parts(plan, l, how, &reductions),
        };
        let alone = self.for_one(plan, l, how, (&sharing, uses), (&reductions, parts));
        let copies = match collapse {
            1 => self.in_parts(plan, l, how, (&sharing, uses), &reductions),
            _ => None,
        };
        if copies.is_none()
            && reductions
                .iter()
                .any(|r| alone::is_static_member(self.unit, r))
        {
            return CoreLoop::InOrder {
                own: self.own_privates(plan, l, uses),
            };
        }
        CoreLoop::Directive {
            how,
            collapse,
            counted: tiled
                || plan.depth_counted() > 1
                || plan.counted.first().is_some_and(Option::is_some),
            measured: self.is_timed(plan, l, how, &reductions, alone.as_deref()),
            alone,
            copies,
            sharing,
            reductions,
        }
    }

    /// What the loop can be here: threads fork once, SIMD is for innermost loops.
    fn possible(&self, plan: &LoopPlan, l: &For) -> HostLoop {
        if !self.threads || plan.heads.is_empty() || self.is_measured(plan) {
            return HostLoop::Sequential;
        }
        let simple = !self.as_written && !has_loop(&l.body) && !has_atomic(&l.body);
        let in_threads = self.scope.in_threads;
        match plan.host {
            HostLoop::Threads | HostLoop::ThreadsSimd if plan.tile.is_some() => match in_threads {
                true => HostLoop::Sequential,
                false => HostLoop::Threads,
            },
            HostLoop::Threads if !in_threads => HostLoop::Threads,
            HostLoop::ThreadsSimd if !in_threads && simple => HostLoop::ThreadsSimd,
            HostLoop::ThreadsSimd if !in_threads => HostLoop::Threads,
            HostLoop::ThreadsSimd | HostLoop::Simd if simple => HostLoop::Simd,
            _ => HostLoop::Sequential,
        }
    }

    /// Whether a reduction would go through a pointer by the array's name ([`Cores::led`]), of which the construct asks the size or the address.
    fn is_measured(&self, plan: &LoopPlan) -> bool {
        let is_led = |r: &&Reduction| self.clang && !self.gangs && is_led(self.unit, r);
        let asks = |v: VarId| {
            self.compute.body.iter().any(|s| {
                s.any_expr(|e| match &e.kind {
                    ExprKind::SizeofExpr(of) | ExprKind::Unary(UnaryOp::AddrOf, of) => of.is_var(v),
                    _ => false,
                })
            })
        };
        plan.reductions.iter().filter(is_led).any(|r| asks(r.var))
    }

    /// A scalar that iterations hand on to each other, or to what follows, forbids SIMD.
    fn in_order(&self, how: HostLoop, plan: &LoopPlan, l: &For, uses: &Uses) -> HostLoop {
        if !matches!(how, HostLoop::ThreadsSimd | HostLoop::Simd) {
            return how;
        }
        let around = self.scope.reductions.iter();
        let around = around.filter(|r| updates(uses, r));
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
        let lost = self.clang && reductions.clone().next().is_some();
        // Where the region has the clause, its loop can't have it too; lanes without one would all add to one copy.
        let named = self.loop_reductions(plan, l, how, uses);
        let unnamed = |r: &Reduction| named.iter().all(|n| n.var != r.var);
        let lost = lost || reductions.clone().any(unnamed);
        let handed_on = handed_on || reductions.any(|r| !fits_simd(self.unit, r));
        match how {
            HostLoop::ThreadsSimd if handed_on || lost => HostLoop::Threads,
            HostLoop::Simd if handed_on => HostLoop::Sequential,
            how => how,
        }
    }
}

/// What a loop sums up on the cores: where an automatic one runs in order, nobody combines anything.
fn reductions(plan: &LoopPlan) -> impl Iterator<Item = &Reduction> {
    let in_order = plan.automatic && plan.host == HostLoop::Sequential;
    plan.reductions.iter().filter(move |_| !in_order)
}

/// Whether OpenMP takes the loops of a nest as one. `collapse` costs index arithmetic, so only where the outer loop
/// alone can't fill the cores.
fn collapses(enough: u64, plan: &LoopPlan) -> bool {
    let enough = i128::from(enough);
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
        _ => enough,
    };
    plan.heads.len() > 1 && plain && trips < enough
}

/// Whether statements may change what is reduced; a section behind a pointer when they name it.
fn updates(uses: &Uses, r: &Reduction) -> bool {
    match r.part {
        Part::Whole => uses.assigned.contains(&r.var),
        Part::Elements { .. } => uses.used.contains(&r.var),
    }
}

/// Whether SIMD lanes can share the reduction. Lanes with copies of arrays and structs gain
/// nothing; gcc's of `_Bool` overwrite each other's memory (gcc 12, -O1 and above).
fn fits_simd(unit: &Unit, r: &Reduction) -> bool {
    let ty = unit.var(r.var).ty;
    is_scalar(unit, r) && !matches!(unit.types.canonical(ty), Type::Bool)
}

fn is_scalar(unit: &Unit, r: &Reduction) -> bool {
    matches!(r.part, Part::Whole) && unit.types.is_arithmetic(unit.var(r.var).ty)
}

/// Whether statements hold a loop of any kind.
fn has_loop(stmt: &Stmt) -> bool {
    stmt.any_stmt(|s| {
        matches!(
            s.kind,
            StmtKind::For(_) | StmtKind::While { .. } | StmtKind::DoWhile { .. }
        )
    })
}

fn has_atomic(stmt: &Stmt) -> bool {
    stmt.any_stmt(|s| matches!(s.kind, StmtKind::Atomic { .. }))
}
