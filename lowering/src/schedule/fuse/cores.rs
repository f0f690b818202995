//! Loops beside each other that the cores run as one. What both touch is then in the caches of the thread that goes on with it, and threads are woken once.
//!
//! The text stays the user's, with the second head left out (`render/openmp/loops/fused.rs`). Devices see nothing of it.

use super::find::{self, Target};
use super::{Candidate, OF_LOOPS, join};
use crate::analyse::questions;
use crate::options::Options;
use crate::plan::{ComputePlan, FusedLoops, Plan};
use crate::schedule::apart::{self, Reaches};
use crate::schedule::planner::{Planner, code};
use crate::schedule::recast::trial::Again;
use crate::schedule::{as_on_cores, plan_for};
use accrs_frontend::Diagnostic;
use accrs_frontend::region::{
    Body, Construct, ConstructId, Fused, LoopId, OnCores, Stmt, StmtKind, Unit,
};
use accrs_frontend::source::Span;
use indexmap::{IndexMap, IndexSet};

/// So many pairs of pointers may be asked about.
const MOST_ASKED: usize = 32;

/// Rewrites what the cores run of regions of `kernels` where that pays. `text`: the unit before anything but loops was rewritten; `again` does to
/// constructs what has been done to all of them since; `plan` is the unit's, if it has been made.
pub fn rewrite(
    unit: &mut Unit,
    text: &Unit,
    options: &Options,
    (again, plan): (&Again<'_>, Option<Plan>),
) {
    if !options.transform || !options.multicore || options.check || unit.c89 {
        return;
    }
    let text = as_written(text);
    if !text.constructs.iter().any(|c| find::may_have(&text, c)) {
        return;
    }
    let none = IndexSet::new();
    let before = plan.unwrap_or_else(|| crate::schedule::plan(unit, options, &none).0);
    let mut all: Vec<Candidate> = Vec::new();
    for c in &text.constructs {
        if find::may_have(&text, c) {
            let search = || find::of(Target::Cores, &text, options, c, &before);
            all.extend(questions::within(OF_LOOPS, search).0);
        }
    }
    all.retain(|c| c.free.asked.len() + c.free.by_clauses.len() <= MOST_ASKED);
    if all.is_empty() {
        return;
    }
    let own = as_on_cores(unit).map(|(own, _)| own);
    let own = own.as_ref().unwrap_or(unit);
    while !all.is_empty() {
        let ids: IndexSet<ConstructId> = all.iter().map(|c| c.construct).collect();
        let (changed, made) = changed(own, &text, (&all, &ids), again);
        let (after, _, _) = plan_for(&changed, options, (&none, Some(ids.clone())), None);
        let count = all.len();
        let mut made = made.into_iter();
        all.retain(|c| {
            let id = made.next().flatten();
            id.is_some_and(|id| pays(c, id, &before, &after))
        });
        if all.len() == count {
            adopt(unit, changed, &ids);
            return;
        }
    }
}

/// A unit whose constructs have nothing but the text.
fn as_written(text: &Unit) -> Unit {
    let mut own = text.clone();
    for c in &mut own.constructs {
        (c.members, c.on_cores) = (None, None);
    }
    own
}

/// The unit as the cores have it, with candidates made, and the loops of these.
fn changed(
    own: &Unit,
    text: &Unit,
    (all, ids): (&[Candidate], &IndexSet<ConstructId>),
    again: &Again<'_>,
) -> (Unit, Vec<Option<LoopId>>) {
    let mut unit = own.clone();
    for id in ids {
        let c = &mut unit.constructs[id.index()];
        c.body.clone_from(&text.construct(*id).body);
        (c.members, c.on_cores) = (None, Some(Box::default()));
    }
    let made = all.iter().map(|c| make(&mut unit, c)).collect();
    for id in ids {
        if let Body::Compute(stmts) = &mut unit.constructs[id.index()].body {
            unit.ids.renew(stmts);
        }
    }
    again(&mut unit, ids);
    (unit, made)
}

fn make(unit: &mut Unit, c: &Candidate) -> Option<LoopId> {
    let at = c.construct.index();
    let Body::Compute(mut stmts) = std::mem::replace(&mut unit.constructs[at].body, Body::None)
    else {
        return None;
    };
    let found = join::put(unit, &mut stmts, c);
    unit.constructs[at].body = Body::Compute(stmts);
    let (id, loops) = found?;
    let fused = Fused {
        id,
        loops,
        // Memory is shared here: what only a device's copies keep apart may overlap.
        asked: c.free.asked.union(&c.free.by_clauses).copied().collect(),
    };
    if let Some(here) = &mut unit.constructs[at].on_cores {
        here.fused.push(fused);
    }
    Some(id)
}

/// Gives the unit what the cores run of these constructs.
fn adopt(unit: &mut Unit, changed: Unit, ids: &IndexSet<ConstructId>) {
    let constructs = std::mem::take(&mut unit.constructs);
    *unit = changed;
    let here = std::mem::replace(&mut unit.constructs, constructs);
    for mut c in here.into_iter().filter(|c| ids.contains(&c.id)) {
        let fused = c.on_cores.take().map(|o| o.fused).unwrap_or_default();
        let text = match c.body {
            Body::Compute(stmts) => Some(stmts),
            _ => None,
        };
        unit.constructs[c.id.index()].on_cores = Some(Box::new(OnCores {
            text,
            members: c.members,
            fused,
        }));
    }
}

/// Whether the loop can ask what it has to, threads share it, its statements have lost no lanes, and no nest of the construct its tiles.
fn pays(c: &Candidate, id: LoopId, before: &Plan, after: &Plan) -> bool {
    let of = |plan| find::planned(Target::Cores, plan, c.construct);
    let (Some(before), Some(after)) = (of(before), of(after)) else {
        return false;
    };
    let how = after.cores.loops.get(&id).map(|l| l.how());
    let shared = how.is_some_and(|h| h.is_threads());
    let tiles = |plan: &ComputePlan| plan.waves.len() + plan.blocked.len() + plan.jammed.len();
    let (had, has) = (lanes(before), lanes(after));
    let keeps = |span: &Span| !had.contains(span) || has.contains(span);
    shared
        && after.fused.contains_key(&id)
        && tiles(after) >= tiles(before)
        && c.leaves.iter().all(|l| keeps(&l.span))
}

/// The statements that lanes share.
fn lanes(plan: &ComputePlan) -> IndexSet<Span> {
    fn add(plan: &ComputePlan, s: &Stmt, lanes: bool, out: &mut IndexSet<Span>) {
        if lanes {
            out.insert(s.span);
        }
        match &s.kind {
            StmtKind::For(l) => {
                let how = plan.cores.loops.get(&l.id).map(|l| l.how());
                let own = how.is_some_and(|h| h.is_simd());
                add(plan, &l.body, lanes || own, out);
            }
            StmtKind::Block(inner) => inner.iter().for_each(|s| add(plan, s, lanes, out)),
            StmtKind::If { then, els, .. } => {
                add(plan, then, lanes, out);
                els.iter().for_each(|s| add(plan, s, lanes, out));
            }
            _ => {}
        }
    }
    let mut out = IndexSet::new();
    plan.body.iter().for_each(|s| add(plan, s, false, &mut out));
    out
}

/// What the plan says of these loops. One of them that can't ask what it has to is an error where it stands in `text`, of which it would be all that is
/// left of several; [`rewrite`] makes none of these.
pub fn plans(
    p: &mut Planner<'_>,
    c: &Construct,
    text: &[Stmt],
    reaches: &Reaches,
) -> IndexMap<LoopId, FusedLoops> {
    let mut plans = IndexMap::new();
    for f in c.on_cores.iter().flat_map(|o| &o.fused) {
        let Some(apart) = apart::questions(reaches, f.asked.iter()) else {
            let is_it = |s: &Stmt| matches!(&s.kind, StmtKind::For(l) if l.id == f.id);
            if text.iter().any(|s| s.any_stmt(is_it)) {
                p.report(Diagnostic::error(
                    code::UNSUPPORTED_FORM,
                    f.loops.first().map_or(c.directive.span, |s| s.span),
                    "loops that are one on the cores can't ask whether pointers overlap",
                ));
            }
            continue;
        };
        let body = |s: &Stmt| match &s.kind {
            StmtKind::For(l) => l.body.span,
            _ => s.span,
        };
        let fused = FusedLoops {
            loops: f.loops.iter().map(|s| s.span).collect(),
            bodies: f.loops.iter().map(body).collect(),
            apart,
        };
        plans.insert(f.id, fused);
    }
    plans
}
