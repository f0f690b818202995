//! Loops that become several for the cores: where that makes threads share what runs most often, without meeting in each turn of a loop in order. Memory
//! that all of them go through is fetched for each, but by all threads. The text of the statements stays the user's, in loops that are made
//! (`render/openmp/loops/made.rs`).

use super::pieces::{self, Made};
use super::{Alike, Candidate, OF_LOOPS, find, grouped};
use crate::analyse::questions;
use crate::options::Options;
use crate::plan::{ComputePlan, Plan};
use crate::schedule::recast::cores::{
    Attempt, MOST_ASKED, Run, has_arrays, in_waves, loops_around, now, planned, runs, text_of,
};
use crate::schedule::recast::first_plan;
use crate::schedule::recast::trial::Again;
use accrs_frontend::region::{LoopId, Unit};
use indexmap::IndexSet;

/// Rewrites what the cores run of regions of `kernels` where that pays. `text`, `again` and `plan` as for devices; the plan comes back.
pub fn rewrite(
    unit: &mut Unit,
    text: &Unit,
    options: &Options,
    (again, plan): (&Again<'_>, Option<Plan>),
) -> Option<Plan> {
    let Some(text) = text_of(unit, text, options, find::may_have) else {
        return plan;
    };
    let before = first_plan(plan, unit, options, (&text, find::may_have));
    let mut all: Vec<Candidate> = Vec::new();
    for c in &text.constructs {
        if let Some(plan) = planned(&before, c.id)
            && find::may_have(&text, c)
        {
            let mut now = now(plan, 0);
            now.shared.extend(in_waves(plan));
            let is_shared = |id| now.shared.contains(&id);
            let search = || find::of(&text, options, c, &is_shared);
            let (found, _) = questions::within(OF_LOOPS, search);
            let poor = |c: &Candidate| c.deepest().any(|l| now.poor.contains(&l.span));
            all.extend(found.into_iter().filter(poor));
        }
    }
    if all.is_empty() {
        return Some(before);
    }
    let attempt = Attempt {
        text: &text,
        options,
        again,
    };
    let make = |unit: &mut Unit, c: &Candidate| pieces::on_cores(unit, c);
    let (_, finest, made) = attempt.of(unit, &all, |c| c.construct, make);
    for (c, made) in all.iter_mut().zip(&made) {
        let shared: Vec<_> = match (planned(&finest, c.construct), made) {
            (Some(plan), Some(made)) => around(c, made, plan),
            _ => continue,
        };
        c.groups = grouped(c, &c.groups, &shared, Alike::Outermost);
    }
    all.retain(|c| {
        let free = c.free();
        c.groups.len() > 1 && free.asked.len() + free.by_clauses.len() <= MOST_ASKED
    });
    attempt.adopt(
        unit,
        all,
        |c| c.construct,
        make,
        |c, _, after| pays(c, &before, after).then_some(true),
    );
    Some(before)
}

/// The loops of the text, around each statement, that threads share.
fn around(c: &Candidate, made: &Made, plan: &ComputePlan) -> Vec<IndexSet<LoopId>> {
    let found = loops_around(plan);
    let of_text = |id: &LoopId| made.copies.get(id).copied().unwrap_or(*id);
    let of = |all: &IndexSet<LoopId>| all.iter().map(of_text).collect();
    let leaves = c.leaves.iter();
    leaves
        .map(|l| found.get(&l.span).map(of).unwrap_or_default())
        .collect()
}

/// Whether threads share what runs most often without meeting in turns of loops, and no statement has lost threads or lanes.
fn pays(c: &Candidate, before: &Plan, after: &Plan) -> bool {
    let (Some(before), Some(after)) = (planned(before, c.construct), planned(after, c.construct))
    else {
        return false;
    };
    let mut heads = after.made.values().flat_map(|m| &m.heads);
    if heads.any(|id| has_arrays(after, *id)) {
        return false;
    }
    let (had, has) = (runs(before), runs(after));
    let of = |l: &super::Leaf| -> [Run; 2] {
        [&had, &has].map(|r| r.get(&l.span).copied().unwrap_or_default())
    };
    let deep = c.deepest().all(|l| {
        let [_, has] = of(l);
        (has.threads || has.tiled) && has.in_order == 0
    });
    deep && c.leaves.iter().all(|l| {
        let [had, has] = of(l);
        // Threads that share the loop around add up in order.
        let lanes = has.lanes || has.tiled || !had.lanes || had.combined;
        lanes && (has.threads || has.tiled || !had.threads)
    })
}
