//! Whose are the sums that `loop auto` finds in `parallel`?
//!
//! A scalar of the host is firstprivate there: each gang has its own. Gangs don't wait for each other, so what they add to together is
//! known at the end of the construct only. Lanes and workers can share a sum out that is the own copy of an iteration around, since
//! one gang has that iteration to itself; gangs too can share one that a loop around or the construct combines anyway, or that the
//! construct does nothing else with. Any other sum stays in order, as it is written.

use super::nest::Node;
use super::planner::Planner;
use super::scalars::clause_privates;
use super::scope::Surroundings;
use crate::plan::{ComputeKind, InOrder, Reason, ReasonKind};
use accrs_frontend::region::VarId;
use indexmap::IndexSet;

/// Puts the loops in order whose sums they can't share out.
pub fn settle<'a>(p: &Planner<'_>, s: &Surroundings<'_, 'a>, roots: &mut [Node<'a>]) {
    if s.kind == ComputeKind::Parallel {
        roots.iter_mut().for_each(|n| settle_in(p, s, n, s.reduced));
    }
}

fn settle_in<'a>(
    p: &Planner<'_>,
    s: &Surroundings<'_, 'a>,
    n: &mut Node<'a>,
    own: &IndexSet<VarId>,
) {
    let d = &n.decision;
    if d.parallel && n.clauses.as_ref().is_some_and(|c| c.auto) {
        let whole = s.facts.updates();
        let left = |v: VarId| s.privates.contains(&v) || whole.reduction(p.unit, v).is_none();
        let number = |v: VarId| p.unit.types.is_arithmetic(p.unit.var(v).ty);
        let mut sums = d.reductions.iter().filter(|r| r.inferred && number(r.var));
        if sums.any(|r| !own.contains(&r.var) && left(r.var)) {
            refuse(n, InOrder::Sum);
        }
    }
    let mut own = own.clone();
    if n.decision.parallel {
        own.extend(of_iteration(s, n));
    }
    n.children.iter_mut().for_each(|c| settle_in(p, s, c, &own));
}

/// What each iteration of a parallel loop has a copy of.
pub fn of_iteration<'a>(s: &Surroundings<'_, 'a>, n: &Node<'a>) -> IndexSet<VarId> {
    let mut own = clause_privates(n);
    own.extend(n.decision.privatisable.iter().copied());
    own.extend(s.facts.part(n.body).uses().declared.iter().copied());
    own.extend(n.decision.reductions.iter().map(|r| r.var));
    own
}

/// Takes from a loop that it is parallel.
pub fn refuse(n: &mut Node<'_>, why: InOrder) {
    n.decision.parallel = false;
    n.decision.reason = Reason::new(ReasonKind::InOrder(why));
    n.decision.atomics.clear();
    n.decision.reductions.retain(|r| !r.inferred);
}
