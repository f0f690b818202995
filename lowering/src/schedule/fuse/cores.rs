//! Loops beside each other that the cores run as one. What both touch is then in the caches of the thread that goes on with it, and threads are woken once.
//!
//! The text stays the user's, with the second head left out (`render/openmp/loops/fused.rs`). Devices see nothing of it.

use super::find::{self, Target};
use super::{Candidate, Leaf, OF_LOOPS, join};
use crate::analyse::questions;
use crate::options::Options;
use crate::plan::{ComputePlan, FusedLoops, Plan};
use crate::schedule::apart::{self, Reaches};
use crate::schedule::planner::{Planner, code};
use crate::schedule::recast::cores::{Attempt, MOST_ASKED, is_recast, runs, text_of};
use crate::schedule::recast::first_plan;
use crate::schedule::recast::trial::Again;
use accrs_frontend::Diagnostic;
use accrs_frontend::region::{Body, Construct, Fused, LoopId, Stmt, StmtKind, Unit};
use indexmap::IndexMap;

/// Rewrites what the cores run of regions of `kernels` where that pays. `text`: the unit before anything but loops was rewritten; `again` does to
/// constructs what has been done to all of them since; `plan` is the unit's, if it has been made.
pub fn rewrite(
    unit: &mut Unit,
    text: &Unit,
    options: &Options,
    (again, plan): (&Again<'_>, Option<Plan>),
) {
    let Some(text) = text_of(unit, text, options, find::may_have) else {
        return;
    };
    let before = first_plan(plan, unit, options, (&text, find::may_have));
    let mut all: Vec<Candidate> = Vec::new();
    for c in &text.constructs {
        if find::may_have(&text, c) && !is_recast(unit, c.id) {
            let search = || find::of(Target::Cores, &text, options, c, &before);
            all.extend(questions::within(OF_LOOPS, search).0);
        }
    }
    all.retain(|c| c.free.asked.len() + c.free.by_clauses.len() <= MOST_ASKED);
    let attempt = Attempt {
        text: &text,
        options,
        again,
    };
    attempt.adopt(
        unit,
        all,
        |c| c.construct,
        make,
        |c, id, after| pays(c, *id, &before, after).then_some(true),
    );
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

/// Whether the loop can ask what it has to, threads share it, its statements have lost no lanes, and no nest of the construct its tiles.
fn pays(c: &Candidate, id: LoopId, before: &Plan, after: &Plan) -> bool {
    let of = |plan| find::planned(Target::Cores, plan, c.construct);
    let (Some(before), Some(after)) = (of(before), of(after)) else {
        return false;
    };
    let how = after.cores.loops.get(&id).map(|l| l.how());
    let shared = how.is_some_and(|h| h.is_threads());
    let tiles = |plan: &ComputePlan| plan.waves.len() + plan.blocked.len() + plan.jammed.len();
    let (had, has) = (runs(before), runs(after));
    let lanes = |l: &Leaf| {
        let [had, has] = [&had, &has].map(|runs| runs.get(&l.span).is_some_and(|r| r.lanes));
        has || !had
    };
    shared
        && after.fused.contains_key(&id)
        && tiles(after) >= tiles(before)
        && c.leaves.iter().all(lanes)
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
                    "loops that are one on the cores can't check whether pointers overlap",
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
