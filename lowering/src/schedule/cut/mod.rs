//! Loops that are cut at an iteration on whose element the others depend: index set splitting.
//!
//! ```c
//! for (i = 0; i < n; i++)                            for (i = 0; i < k; i++)              // shared
//!     for (j = 0; j < n; j++)                            for (j = 0; j < n; j++) …
//!         d[i][j] = min(d[i][j],                     i = k; for (j = 0; j < n; j++) …     // row k, which the others read
//!                       d[i][k] + d[k][j]);          for (i = k + 1; i < n; i++)          // shared
//!                                                        for (j = 0; j < n; j++) …
//! ```
//!
//! Each part has its iterations in the program's order, and the parts stand in that order: a loop may be cut anywhere, and it does what it did. Where
//! that pays is found in subscripts: one with the loop's variable, and beside it, in the same place of another access to an array that is
//! written, one that doesn't change in the loop (`find`). The parts are planned like loops of the text, and stay where threads then share what
//! they didn't (Griebl, Feautrier and Lengauer, "Index Set Splitting", 2000; Bondhugula et al., "Tiling and Optimizing Time-Iterated Computations
//! over Periodic Domains", 2014).

pub mod cores;
mod find;
mod write;

use super::distribute::is_shared_well;
use super::recast::rank::{self, places, places_but};
use super::recast::trial::{Again, Trial};
use super::recast::{Now, first_plan};
use crate::options::Options;
use crate::plan::{ComputePlan, Plan};
use accrs_frontend::region::{ConstructId, Expr, LoopId, Unit};
use accrs_frontend::source::Span;
use indexmap::{IndexMap, IndexSet};

/// Loops that could be cut: one, and others in it.
struct Candidate {
    construct: ConstructId,
    id: LoopId,
    /// Where; the loop itself is the first.
    cuts: IndexMap<LoopId, Cut>,
    /// Places of the statements that aren't loops, and whether one is in as many loops as any other.
    leaves: Vec<(Span, bool)>,
}

/// Where a loop is cut.
#[derive(Clone)]
struct Cut {
    /// At this iteration.
    at: Expr,
    /// That is never before the first one.
    is_started: bool,
    /// It is never behind the last one.
    is_reached: bool,
}

/// What has been made of a candidate.
#[derive(Default)]
struct Made {
    /// The loops in the place of those that are cut, with these.
    parts: IndexMap<LoopId, LoopId>,
    /// Those of one iteration at most.
    single: IndexSet<LoopId>,
}

impl Candidate {
    /// Leaves the loops uncut of which no part is of use; whether that changes anything, and there is something left.
    fn reduce(&mut self, made: &Made, is_of_use: impl Fn(LoopId) -> bool) -> bool {
        let of_use = |cut: &LoopId| {
            let mut parts = made.parts.iter();
            parts.any(|(part, of)| of == cut && !made.single.contains(part) && is_of_use(*part))
        };
        let before = self.cuts.len();
        self.cuts.retain(|id, _| of_use(id));
        // The outermost one is what stands in the text.
        self.cuts.len() < before && self.cuts.contains_key(&self.id)
    }
}

/// Rewrites the regions of `kernels` in which that pays. `text`: the unit before anything but loops was rewritten, in which the loops become others
/// too; `again` does to constructs what has been done to all of them since; `plan` is the unit's, if it has been made, as is what comes back.
pub fn rewrite(
    unit: &mut Unit,
    text: &mut Unit,
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
        if let Some(plan) = rank::compute(&before, c.id) {
            all.extend(find::of(text, options, c, &now(plan)));
        }
    }
    let trial = Trial {
        unit,
        text,
        options,
        again,
    };
    let tried = trial.until_all_pay(
        all,
        |c| c.construct,
        write::on_devices,
        |c, made, after| {
            let plan = rank::compute(after, c.construct);
            let of_use = |id| {
                let own = plan.and_then(|p| p.loops.get(&id));
                own.is_some_and(|l| !l.axes.is_empty())
            };
            let reduced = c.reduce(made, of_use);
            let stays = reduced || !c.cuts.is_empty() && pays(c, made, &before, after);
            stays.then_some(!reduced)
        },
    );
    if let Some(tried) = tried {
        (*unit, *text) = (tried.unit, tried.text);
        before.constructs.extend(tried.plan.constructs);
    }
    Some(before)
}

/// How a device runs a construct.
fn now(plan: &ComputePlan) -> Now {
    let shared = plan.loops.iter().filter(|(_, l)| is_shared_well(l));
    let places = places(plan, &IndexMap::new());
    let poor = places.iter().filter(|(_, p)| p.is_poor() || p.waves > 0);
    Now {
        shared: shared.map(|(id, _)| *id).collect(),
        poor: poor.map(|(span, _)| *span).collect(),
        stepped: IndexSet::new(),
    }
}

/// Whether no statement is worse off in the second plan, and one of those that run most often is better off. Iterations at which loops are cut don't count.
fn pays(c: &Candidate, made: &Made, before: &Plan, after: &Plan) -> bool {
    let of = |plan| rank::compute(plan, c.construct);
    let (Some(before), Some(after)) = (of(before), of(after)) else {
        return false;
    };
    let before = places(before, &IndexMap::new());
    let after = places_but(after, &made.parts, &made.single);
    rank::is_better(&c.leaves, (&before, &after))
}
