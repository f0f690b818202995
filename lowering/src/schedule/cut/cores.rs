//! Loops that are cut for the cores. The text of the statements stays the user's, in loops that are made (`render/openmp/loops/made.rs`).

use super::{Candidate, Made, find, write};
use crate::options::Options;
use crate::plan::{ComputePlan, Plan};
use crate::schedule::recast::cores::{
    Attempt, Run, is_recast, now, planned, runs, runs_but, text_of,
};
use crate::schedule::recast::first_plan;
use crate::schedule::recast::trial::Again;
use accrs_frontend::region::{LoopId, Unit};

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
    let mut all = Vec::new();
    for c in &text.constructs {
        if !is_recast(unit, c.id)
            && let Some(plan) = planned(&before, c.id)
        {
            all.extend(find::of(&text, options, c, &now(plan, usize::MAX)));
        }
    }
    let attempt = Attempt {
        text: &text,
        options,
        again,
    };
    attempt.adopt(
        unit,
        all,
        |c| c.construct,
        write::on_cores,
        |c, made, after| {
            let plan = planned(after, c.construct)?;
            let reduced = c.reduce(made, |id| is_spread(plan, id));
            let pays = || !c.cuts.is_empty() && pays(c, made, &before, plan);
            (reduced || pays()).then_some(!reduced)
        },
    );
    Some(before)
}

fn is_spread(plan: &ComputePlan, id: LoopId) -> bool {
    let how = plan.cores.loops.get(&id).map(|l| l.how());
    how.is_some_and(|h| h.is_threads() || h.is_simd())
}

/// Whether no statement has lost threads or lanes, and those that run most often have gained some. Iterations at which loops are cut don't count.
fn pays(c: &Candidate, made: &Made, before: &Plan, after: &ComputePlan) -> bool {
    let Some(before) = planned(before, c.construct) else {
        return false;
    };
    let (had, has) = (runs(before), runs_but(after, &made.single));
    let mut better = false;
    let all = c.leaves.iter().all(|(span, deep)| {
        let [had, has]: [Run; 2] = [&had, &has].map(|r| r.get(span).copied().unwrap_or_default());
        better |= *deep && (has.threads && !had.threads || has.lanes && !had.lanes);
        (has.threads || !had.threads) && (has.lanes || !had.lanes)
    });
    all && better
}
