//! Work arrays: each iteration of a loop fills an array before it reads it, and the array is visible behind the loop. Iterations get a copy
//! each, and the last one's values stay (array privatisation, or expansion, with the last value).
//!
//! ```c
//! for (i = 0; i < n; i++) {              for (i = 0; i < n; i++) {
//!     for (j = 0; j < 8; j++)                double t_own[8];
//!         t[j] = x[i][j] * x[i][j];          for (j = 0; j < 8; j++)
//!     for (j = 0; j < 8; j++)                    t_own[j] = x[i][j] * x[i][j];
//!         r[i] += t[j];                      for (j = 0; j < 8; j++)
//! }                                              r[i] += t_own[j];
//!                                            if (!(i + 1 < n))
//!                                                for (int j = 0; j < 8; j++)
//!                                                    t[j] = t_own[j];
//!                                        }
//! ```
//!
//! That is right where no iteration reads an element that it hasn't written (`analyse/covered.rs`), and where the last iteration writes
//! all that any iteration writes (`analyse/overwritten.rs`). A loop without iterations stores nothing. Devices run the rewritten
//! statements. The cores run the user's text, in which the array's name leads to the thread's copy, or, in the last iteration, to the program's array
//! (`render/openmp/loops/expand.rs`): their statements are for analysis alone. So a loop that finds out when it starts that its
//! pointers overlap runs there as it is written. On devices nothing but the array's name may lead to it.
//!
//! The rewriting stays where it makes a loop parallel that wasn't.

mod apply;
mod find;

use super::nest::Node;
use super::planner::Planner;
use super::recast::cores::is_recast;
use super::{apart::Reaches, as_on_cores, count, plan_for};
use crate::analyse::{questions, work};
use crate::options::Options;
use crate::plan::{Action, ComputePlan, InOrder, OwnArray, Plan, Reason, ReasonKind};
use accrs_frontend::region::place::is_array_parameter;
use accrs_frontend::region::{
    Canonical, Construct, ConstructId, Expanded, LoopId, OnCores, Stmt, StmtKind, Unit,
};
use find::Owning;
use indexmap::{IndexMap, IndexSet};

/// Who runs the loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Device,
    Cores,
}

/// Bytes of an array that each thread of the cores may have on its stack.
const OF_STACK: u64 = 16384;

/// The search may cost a unit so much.
const OF_SEARCH: u32 = 40;

/// Rewrites what devices and the cores run of regions of `kernels` where that pays.
pub fn rewrite(unit: &mut Unit, options: &Options) {
    if !options.transform || options.check {
        return;
    }
    let here = options
        .transforms_cores()
        .then(|| for_cores(unit, options))
        .flatten();
    if options.device() {
        for_devices(unit, options);
    }
    for (id, own) in here.into_iter().flatten() {
        unit.constructs[id.index()].on_cores = Some(own);
    }
}

/// What devices run: what the cores have without it stays theirs.
fn for_devices(unit: &mut Unit, options: &Options) {
    let Some((mut changed, ids)) = tried(Target::Device, unit, options) else {
        return;
    };
    for id in ids {
        let c = &unit.constructs[id.index()];
        let new = &mut changed.constructs[id.index()];
        if options.multicore && new.on_cores.is_none() {
            new.on_cores = Some(Box::new(OnCores {
                members: c.members.clone(),
                ..OnCores::default()
            }));
        }
    }
    *unit = changed;
}

/// What the cores have instead, by construct.
fn for_cores(unit: &mut Unit, options: &Options) -> Option<Vec<(ConstructId, Box<OnCores>)>> {
    let here = as_on_cores(unit).map(|(here, _)| here);
    let here = here.as_ref().unwrap_or(unit);
    let (changed, ids) = tried(Target::Cores, here, options)?;
    let mut out = Vec::new();
    for id in ids {
        let own = unit.constructs[id.index()].on_cores.take();
        let own = own.map_or_else(OnCores::default, |own| *own);
        let members = changed.constructs[id.index()].members.clone();
        out.push((id, Box::new(OnCores { members, ..own })));
    }
    // Both have the variables and loops that were made.
    (unit.vars, unit.types) = (changed.vars, changed.types);
    (unit.loops, unit.ids) = (changed.loops, changed.ids);
    Some(out)
}

/// The unit with all rewritings that pay, and their constructs.
fn tried(target: Target, unit: &Unit, options: &Options) -> Option<(Unit, IndexSet<ConstructId>)> {
    let mut all: Vec<Owning> = Vec::new();
    for c in &unit.constructs {
        let search = || find::of(target, unit, options, c);
        all.extend(questions::within(OF_SEARCH, search).0);
    }
    if all.is_empty() {
        return None;
    }
    let none = IndexSet::new();
    let of =
        |all: &[Owning]| -> IndexSet<ConstructId> { all.iter().map(|o| o.construct).collect() };
    let plan =
        |unit: &Unit, all: &[Owning]| plan_for(unit, options, (&none, Some(of(all))), None).0;
    let before = plan(unit, &all);
    all.retain(|o| o.is_wanted(target, unit, options, &before));
    if target == Target::Device {
        fit(unit, options, &mut all);
    }
    while !all.is_empty() {
        let mut changed = unit.clone();
        apply::apply(target, &mut changed, &all);
        let after = plan(&changed, &all);
        let count = all.len();
        all.retain(|o| o.pays(target, &before, &after));
        if all.len() == count {
            let ids = of(&all);
            return Some((changed, ids));
        }
    }
    None
}

/// Leaves arrays out of which a block of a construct's kernels couldn't have copies beside those of the others.
fn fit(unit: &Unit, options: &Options, all: &mut Vec<Owning>) {
    let mut taken: IndexMap<ConstructId, u64> = IndexMap::new();
    all.retain(|o| {
        let bytes = unit.types.size_of(unit.var(o.var).ty).unwrap_or(u64::MAX);
        let taken = taken.entry(o.construct).or_default();
        let fits = taken.saturating_add(bytes) <= options.machine.device.shared;
        *taken += if fits { bytes } else { 0 };
        fits
    });
}

impl Owning {
    /// Whether its loops are in order without it, and have enough iterations to be worth more than those inside.
    fn is_wanted(&self, target: Target, unit: &Unit, options: &Options, before: &Plan) -> bool {
        let Some(plan) = compute(before, self.construct) else {
            return false;
        };
        let shared = |id: &LoopId| is_shared(target, plan, *id);
        // The text of loops that have become one is another.
        let here = unit.constructs[self.construct.index()].on_cores.iter();
        let mut fused = here.flat_map(|o| &o.fused);
        let recast = target == Target::Cores && is_recast(unit, self.construct);
        if recast
            || self.loops.iter().chain(&self.around).any(shared)
            || fused.any(|f| self.loops.contains(&f.id))
        {
            return false;
        }
        let trips = self.loops.iter().filter_map(|l| plan.loops.get(l));
        let trips = trips.map(|l| l.heads.first().and_then(|h| work::trips(unit, h)));
        let most = match target {
            Target::Device => trips.map(|n| n.unwrap_or(f64::INFINITY)).product::<f64>(),
            Target::Cores => trips
                .map(|n| n.unwrap_or(f64::INFINITY))
                .fold(0.0, f64::max),
        };
        let inside = inner_loops(unit, self).into_iter().any(|id| shared(&id));
        let share = options.machine.cores.share as f64;
        most > 1.0 && (!inside || most >= share)
    }

    /// Whether one of its loops is shared for it, and none around, and no nest of the construct has lost its tiles on the cores.
    fn pays(&self, target: Target, before: &Plan, after: &Plan) -> bool {
        let of = |plan| compute(plan, self.construct);
        let (Some(before), Some(after)) = (of(before), of(after)) else {
            return false;
        };
        let shared = |id: &LoopId| is_shared(target, after, *id);
        let tiles = |plan: &ComputePlan| plan.blocked.len() + plan.waves.len();
        // What the loop asks when it starts covers the program's array, since the last iteration stores there.
        let asks = |id: &LoopId| {
            let asked = |o| match after.loops.get(id).map(|l| &l.reason.kind) {
                Some(ReasonKind::ProvenApart { of, .. }) => {
                    let pair =
                        |(a, b): &(_, _)| *a == self.var && b == o || *b == self.var && a == o;
                    of.asked.iter().chain(&of.by_clauses).any(pair)
                }
                _ => false,
            };
            !shared(id) || self.others.iter().all(asked)
        };
        self.loops.iter().any(shared)
            && self.loops.iter().all(asks)
            && !self.around.iter().any(shared)
            && (target == Target::Device || tiles(after) >= tiles(before))
    }
}

/// The loops in the iterations.
fn inner_loops(unit: &Unit, of: &Owning) -> Vec<LoopId> {
    let c = &unit.constructs[of.construct.index()];
    let mut found = Vec::new();
    let mut inside = |s: &Stmt| {
        if let StmtKind::For(l) = &s.kind
            && of.loops.last() == Some(&l.id)
        {
            l.body.each_stmt(|s| {
                if let StmtKind::For(l) = &s.kind {
                    found.push(l.id);
                }
            });
        }
    };
    let stmts = super::region::statements(c).unwrap_or_default();
    stmts.iter().for_each(|s| s.each_stmt(&mut inside));
    found
}

fn compute(plan: &Plan, id: ConstructId) -> Option<&ComputePlan> {
    match plan.constructs.get(&id).map(|c| &c.action) {
        Some(Action::Compute(c)) => Some(c),
        _ => None,
    }
}

fn is_shared(target: Target, plan: &ComputePlan, id: LoopId) -> bool {
    match target {
        Target::Device => plan.loops.get(&id).is_some_and(|l| {
            let levels = l.levels;
            levels.gang || levels.worker || levels.vector
        }),
        Target::Cores => plan
            .cores
            .loops
            .get(&id)
            .is_some_and(|l| l.how().is_threads()),
    }
}

/// Tells of the loops that are parallel, and notes which arrays their iterations have for themselves.
pub fn settle(p: &Planner<'_>, c: &Construct, roots: &mut [Node<'_>]) {
    if let Some(members) = c.members.as_ref().filter(|m| !m.arrays.is_empty()) {
        note(p, &members.arrays, roots, false);
    }
}

/// `inside`: a loop around is shared for such an array.
fn note(p: &Planner<'_>, all: &[Expanded], roots: &mut [Node<'_>], inside: bool) {
    for n in roots {
        let mine: Vec<&Expanded> = all.iter().filter(|a| a.id == n.loop_.id).collect();
        if inside && mine.iter().any(|a| a.on_cores) {
            // The loops in it may have lanes, and tiles.
            n.decision.parallel = false;
            n.decision.reason = Reason::new(ReasonKind::InOrder(InOrder::Inside));
        }
        let mine = mine.into_iter();
        let mine = mine.map(|a| OwnArray {
            var: a.var,
            reach: None,
            alone: a.alone,
            by_clause: false,
        });
        n.decision.arrays = mine.collect();
        if n.decision.parallel {
            let names = n
                .decision
                .arrays
                .iter()
                .map(|a| p.unit.var(a.var).name.as_str());
            let notes = names.map(|name| {
                format!("Generating private({name}) [implicit]: each iteration fills it before it reads it; the last one's values are kept")
            });
            n.decision.notes.extend(notes.collect::<Vec<_>>());
        }
        let inside = inside || n.decision.parallel && !n.decision.arrays.is_empty();
        note(p, all, &mut n.children, inside);
    }
}

/// What the cores have to know of the arrays that iterations have for themselves: how long what a pointer leads to is. Where that isn't known, the loop is in
/// order there.
pub fn on_cores(p: &Planner<'_>, reaches: &Reaches, roots: &mut [Node<'_>]) {
    for n in roots {
        let d = &mut n.decision;
        let counted = |h: &&Canonical| count::why_counted(p.unit, h, &[]).is_some();
        d.device_only |=
            !d.arrays.is_empty() && (n.heads.len() != 1 || n.heads.iter().any(counted));
        for a in &mut d.arrays {
            let array = p.unit.types.is_array(p.unit.var(a.var).ty);
            if array && !is_array_parameter(p.unit, a.var) {
                let size = p.unit.types.size_of(p.unit.var(a.var).ty);
                a.by_clause = a.alone && size.is_some_and(|n| n <= OF_STACK);
                continue;
            }
            match reaches.get(&a.var) {
                Some(Ok(reach)) if reach.behind.is_empty() => a.reach = Some(reach.clone()),
                _ => d.device_only = true,
            }
        }
        on_cores(p, reaches, &mut n.children);
    }
}
