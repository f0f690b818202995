//! Loops beside each other that become one: loop fusion.
//!
//! ```c
//! for (j = 0; j < m; j++) {              for (j = 0; j < m; j++) {
//!     mean[j] = 0;                           mean[j] = 0;
//!     for (i = 0; i < n; i++)                for (i = 0; i < n; i++)
//!         mean[j] += a[i][j];                    mean[j] += a[i][j];
//!     mean[j] /= n;                          mean[j] /= n;
//! }                                          dev[j] = 0;
//! for (j = 0; j < m; j++) {                  for (i = 0; i < n; i++)
//!     dev[j] = 0;                                dev[j] += (a[i][j] - mean[j]) * …;
//!     for (i = 0; i < n; i++)            }
//!         dev[j] += (a[i][j] - mean[j]) * …;
//! }
//! ```
//!
//! Their iterations must be the same, and none of the second loop may come before one of the first that it has to stay behind (`find`). Devices
//! save a launch for each loop that has joined another one, and what both touch is near. It is done where threads share both loops in the same way, and
//! share the one loop so too: no statement may be worse off (Kennedy and McKinley, "Maximizing Loop Parallelism and Improving Data Locality via
//! Loop Fusion and Distribution", 1993; R-Stream §4.2-4.5). If it rests on pointers that lead apart, the kernel asks for that, and where
//! memory overlaps one thread runs the loops as they stand in the text (`recast/whole.rs`).

pub mod cores;
mod find;
mod join;

use super::recast::first_plan;
use super::recast::rank::{self, places};
use super::recast::trial::{Again, Trial};
use crate::analyse::depend::Free;
use crate::analyse::questions;
use crate::options::Options;
use crate::plan::Plan;
use accrs_frontend::region::{ConstructId, LoopId, Unit};
use accrs_frontend::source::Span;
use find::Target;
use indexmap::IndexMap;

/// Questions to isl that cost much and may be asked for the loops of a construct.
const OF_LOOPS: u32 = 40;

/// Loops beside each other that could become one.
struct Candidate {
    construct: ConstructId,
    loops: Vec<LoopId>,
    /// So many loops of each that stand in each other become one.
    depth: usize,
    leaves: Vec<Leaf>,
    free: Free,
}

/// A statement that isn't a loop.
struct Leaf {
    span: Span,
    /// It is in as many loops as any other one.
    deep: bool,
}

/// Rewrites the regions of `kernels` in which that pays. `text`: the unit before anything but loops was rewritten; `again` does to constructs what
/// has been done to all of them since; `plan` is the unit's, if it has been made, as is what comes back.
pub fn rewrite(
    unit: &mut Unit,
    text: &Unit,
    options: &Options,
    (again, plan): (&Again<'_>, Option<Plan>),
) -> Option<Plan> {
    if !options.transform || !options.device() || options.check {
        return plan;
    }
    if !text.constructs.iter().any(|c| find::may_have(text, c)) {
        return plan;
    }
    let mut before = first_plan(plan, unit, options, (text, find::may_have));
    let mut all: Vec<Candidate> = Vec::new();
    for c in &text.constructs {
        if find::may_have(text, c) {
            let (found, _) = questions::within(OF_LOOPS, || {
                find::of(Target::Device, text, options, c, &before)
            });
            all.extend(found);
        }
    }
    let trial = Trial {
        unit,
        text,
        options,
        again,
    };
    let make = |unit: &mut Unit, c: &Candidate| {
        join::apply(unit, c);
        Some(())
    };
    let pays = |c: &mut Candidate, (): &(), after: &Plan| pays(c, &before, after).then_some(true);
    if let Some(tried) = trial.until_all_pay(all, |c| c.construct, make, pays) {
        *unit = tried.unit;
        before.constructs.extend(tried.plan.constructs);
    }
    Some(before)
}

/// Whether no statement is worse off in the second plan, and there are fewer launches.
fn pays(c: &Candidate, before: &Plan, after: &Plan) -> bool {
    let of = |plan| rank::compute(plan, c.construct);
    let (Some(before), Some(after)) = (of(before), of(after)) else {
        return false;
    };
    if rank::launches(&after.steps) >= rank::launches(&before.steps) {
        return false;
    }
    let none = IndexMap::new();
    let (before, after) = (places(before, &none), places(after, &none));
    c.leaves.iter().all(|leaf| {
        let (Some(before), Some(after)) = (before.get(&leaf.span), after.get(&leaf.span)) else {
            return false;
        };
        let shared = after.shared.len() >= before.shared.len() && after.cost() <= before.cost();
        // What runs seldom may be left to one lane of those that share the loop inside.
        shared && (after.lanes || !before.lanes || !leaf.deep) && (after.tiled || !before.tiled)
    })
}
