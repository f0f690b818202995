//! Whether several loops do better than one.

use super::pieces::Made;
use super::{Candidate, Leaf};
use crate::plan::Plan;
use crate::schedule::recast::rank::{self, Place, places};
use accrs_frontend::region::LoopId;
use accrs_frontend::source::Span;
use indexmap::{IndexMap, IndexSet};

/// Whether no statement of a candidate is worse off in the second plan, and one of those that run most often is better off.
pub fn pays(c: &Candidate, made: &Made, before: &Plan, after: &Plan) -> bool {
    let (Some(before), Some(after)) = (
        rank::compute(before, c.construct),
        rank::compute(after, c.construct),
    ) else {
        return false;
    };
    let none = IndexMap::new();
    let (before, after) = (places(before, &none), places(after, &made.copies));
    let most = c.leaves.iter().map(|l| l.depth).max();
    let mut better = false;
    for leaf in &c.leaves {
        let (Some(before), Some(after)) = (of(&before, leaf), of(&after, leaf)) else {
            return false;
        };
        if after.cost() > before.cost() || before.tiled && !after.tiled {
            return false;
        }
        better |= Some(leaf.depth) == most && after.cost() < before.cost();
    }
    better
}

/// Whether all statements of a candidate are as well off in a second form as in the first one.
pub fn keeps(c: &Candidate, first: (&Made, &Plan), second: (&Made, &Plan)) -> bool {
    let of_form = |(made, plan): (&Made, &Plan)| {
        rank::compute(plan, c.construct).map(|plan| places(plan, &made.copies))
    };
    let (Some(first), Some(second)) = (of_form(first), of_form(second)) else {
        return false;
    };
    c.leaves.iter().all(|leaf| {
        let (first, second) = (of(&first, leaf), of(&second, leaf));
        first.is_some_and(|first| {
            second.is_some_and(|second| {
                second.cost() <= first.cost() && first.shared.is_subset(&second.shared)
            })
        })
    })
}

/// The loops of the text, around each statement, that a plan's threads share.
pub fn shared(c: &Candidate, made: &Made, plan: &Plan) -> Vec<IndexSet<LoopId>> {
    let found = rank::compute(plan, c.construct).map(|p| places(p, &made.copies));
    let of = |leaf: &Leaf| {
        let place = found.as_ref().and_then(|f| of(f, leaf));
        place.map(|p| p.shared.clone()).unwrap_or_default()
    };
    c.leaves.iter().map(of).collect()
}

fn of<'p>(places: &'p IndexMap<Span, Place>, leaf: &Leaf) -> Option<&'p Place> {
    places.get(&leaf.span)
}
