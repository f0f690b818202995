//! Loops in order whose iterations devices go through in another order, one that isl's scheduler finds: affine scheduling.
//!
//! ```c
//! for (i = n - 1; i >= 0; i--)                       for (c0 = 1; c0 < n; c0++)              // in order
//!     for (j = i + 1; j < n; j++) {                      for (c1 = 0; c1 < n - c0; c1++) {   // shared
//!         best = max(t[i][j - 1], t[i + 1][j]);              i = c1, j = c0 + c1;
//!         for (k = i + 1; k < j; k++)                        best = max(t[i][j - 1], t[i + 1][j]);
//!             best = max(best, t[i][k] + t[k + 1][j]);       for (k = i + 1; k < j; k++) …
//!         t[i][j] = best;                                    t[i][j] = best;
//!     }                                                  }
//! ```
//!
//! `find` says of which statements a nest consists, in which iterations they run, and which of these have to come before which others; isl then gives
//! an order that keeps all that, and loops for it (`lowering/isl/src/schedule.rs`). It is asked twice: for loops outside that threads can share
//! (Bondhugula et al., "A Practical Automatic Polyhedral Parallelizer and Locality Optimizer", 2008), and for few loops in order around such ones (Feautrier,
//! "Some Efficient Solutions to the Affine Scheduling Problem", 1992; R-Stream §4.2). What comes of it is planned like any loops of the text, and stays
//! where no statement is worse off and some of those in the most loops are better off. The passes before this one have had their turn: it
//! looks at what is left with one thread, with one block, or with a launch for each turn of several loops; with a launch for each turn of one, or a
//! meeting of all threads, where loops outside can be shared instead (`slices`).
//!
//! That is for devices; what the cores have of it is in `cores`.

pub mod cores;
mod find;
mod slices;
mod write;

use super::distribute::is_shared_well;
use super::recast::rank::{self, Place, places};
use super::recast::trial::{Again, Trial};
use super::recast::{Deep, Now, first_plan};
use crate::analyse::depend::Free;
use crate::analyse::questions;
use crate::options::Options;
use crate::plan::Plan;
use accrs_frontend::region::{ConstructId, LoopId, Stmt, Unit, VarId};
use accrs_frontend::source::Span;
use accrs_isl::{Code, Way};
use indexmap::IndexMap;

/// Questions to isl that cost much and may be asked for the loops of a construct.
const OF_LOOPS: u32 = 40;

/// A nest that could go another way.
struct Candidate {
    construct: ConstructId,
    id: LoopId,
    /// Places of the loops in the text, outermost first.
    loops: Vec<Span>,
    items: Vec<Item>,
    /// What isl's names for what doesn't change stand for.
    named: find::Named,
    free: Free,
    /// Places of the statements that aren't loops, and whether one is in as many loops as any other.
    leaves: Vec<Deep>,
    /// The order, as isl has found it.
    code: Code,
}

/// What stays together: a statement, or several with the loops in them.
struct Item {
    stmt: Stmt,
    /// The variables of the nest's loops around it, outermost first.
    counters: Vec<VarId>,
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
    let mut plan = first_plan(plan, unit, options, (text, find::may_have));
    for way in [Way::Outer, Way::Inner] {
        let mut all: Vec<Candidate> = Vec::new();
        for c in &text.constructs {
            if find::may_have(text, c)
                && let Some(now) = now(&plan, c.id)
            {
                let (found, _) =
                    questions::within(OF_LOOPS, || find::of(text, options, c, (&now, way)));
                all.extend(found);
            }
        }
        let trial = Trial {
            unit,
            text,
            options,
            again,
        };
        let pays =
            |c: &mut Candidate, _: &LoopId, after: &Plan| pays(c, &plan, after).then_some(true);
        if let Some(tried) = trial.until_all_pay(all, |c| c.construct, write::on_devices, pays) {
            (*unit, *text) = (tried.unit, tried.text);
            plan.constructs.extend(tried.plan.constructs);
        }
    }
    Some(plan)
}

/// How a device runs a construct.
fn now(plan: &Plan, id: ConstructId) -> Option<Now> {
    let plan = rank::compute(plan, id)?;
    let shared = plan.loops.iter().filter(|(_, l)| is_shared_well(l));
    let places = places(plan, &IndexMap::new());
    let poor = places.iter().filter(|(_, p)| Place::is_poor(p));
    let stepped = places.iter().filter(|(_, p)| Place::is_stepped(p));
    Some(Now {
        stepped: stepped.map(|(span, _)| *span).collect(),
        shared: shared.map(|(id, _)| *id).collect(),
        poor: poor.map(|(span, _)| *span).collect(),
    })
}

/// Whether no statement of a candidate is worse off in the second plan, and one of those that run most often is better off.
fn pays(c: &Candidate, before: &Plan, after: &Plan) -> bool {
    let of = |plan| rank::compute(plan, c.construct);
    let (Some(before), Some(after)) = (of(before), of(after)) else {
        return false;
    };
    let none = IndexMap::new();
    rank::is_better(&c.leaves, (&places(before, &none), &places(after, &none)))
}
