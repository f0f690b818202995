//! Wrong plans, to see whether the check sees them.

use super::order::{Shared, View};
use super::steps::Skew;
use super::trace::Trace;
use super::views;
use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, ExprKind, LoopId, Stmt, StmtKind, VarId};
use accrs_lowering::plan::{ComputePlan, ReasonKind, Waves};
use std::collections::HashSet;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mutation {
    /// A loop in which the compiler finds a dependence is shared, with copies of all scalars.
    Shared,
    /// A copy that a shared loop has is left out.
    NoCopy,
    /// Iterations of a loop in which the compiler finds a dependence have all arrays for themselves that they write.
    Arrays,
    /// Two loops of a nest that carry dependences change places.
    Turned,
    /// Tiles of steps with a smaller skew, or without shifts.
    Skew,
    /// Loops in order inside tiles run backwards.
    Backwards,
    /// Sums of several iterations go farther together than all of them go.
    TooFar,
    /// Sections of parts without their last elements.
    Narrow,
    /// Loops that one is run as, or bodies of those that are run as one, come in the other order.
    Pieces,
    /// The waves of a loop's iterations are closer together.
    Waves,
}

impl Mutation {
    /// What is done, and the share of such plans in which the check has to see it, in percent. (A dependence that the compiler can't exclude need not
    /// be there, and one loop or the other can often be turned.)
    pub const ALL: [(Mutation, &'static str, usize); 10] = [
        (Mutation::Shared, "loops with dependences are shared", 50),
        (Mutation::NoCopy, "a scalar's copies are left out", 50),
        (Mutation::Arrays, "iterations have arrays of their own", 50),
        (Mutation::Turned, "loops change places", 20),
        (Mutation::Skew, "a smaller skew, or no shifts", 50),
        (Mutation::Backwards, "loops in order run backwards", 50),
        (Mutation::TooFar, "sums go too far together", 50),
        (Mutation::Narrow, "sections lack their last elements", 50),
        (
            Mutation::Pieces,
            "loops in the place of others are turned",
            20,
        ),
        (Mutation::Waves, "waves are closer together", 50),
    ];
}

/// The skew, and whether there are shifts.
pub fn of_waves(w: &Waves) -> Option<Skew> {
    if w.slices || w.rows.by > 0 {
        let (less, shifted) = (1, true);
        return Some(Skew { less, shifted });
    }
    let (less, shifted) = (0, false);
    let shifts = w.rows.parts.values().any(|p| p.shift > 0);
    shifts.then_some(Skew { less, shifted })
}

/// Wrong plans of loops, each with what is wrong.
pub fn of_loops(
    unit: &Unit,
    text: &[Stmt],
    plan: &ComputePlan,
    cores: &View,
    trace: &Trace,
) -> Vec<(Mutation, LoopId, View)> {
    let turns = trace.turns();
    let several = |id: &LoopId| turns.get(id).is_some_and(|n| *n > 1);
    let mut all = Vec::new();
    let carries = |id: &LoopId| {
        plan.loops
            .get(id)
            .is_some_and(|p| matches!(p.reason.kind, ReasonKind::Dependence(_)))
    };
    for (id, l) in views::loops(text) {
        let mut scalars: HashSet<VarId> = HashSet::new();
        l.body.each_expr(|e| {
            let to = e.assigned().and_then(|to| to.variable());
            scalars.extend(to.filter(|v| unit.types.is_scalar(unit.var(*v).ty)));
        });
        let mut arrays: HashSet<VarId> = HashSet::new();
        l.body
            .each_expr(|e| arrays.extend(e.assigned().and_then(array_of)));
        if carries(&id) && several(&id) && !arrays.is_empty() {
            let shared = Shared {
                private: scalars.clone(),
                arrays,
                ..Shared::default()
            };
            let mut view = View::default();
            view.shared.insert(id, shared);
            all.push((Mutation::Arrays, id, view));
        }
        if carries(&id) && several(&id) {
            let shared = Shared {
                private: scalars.clone(),
                ..Shared::default()
            };
            let mut view = View::default();
            view.shared.insert(id, shared);
            all.push((Mutation::Shared, id, view));
        }
        if let Some(inner) = only_inside(&l.body)
            && (carries(&id) || carries(&inner))
            && several(&id)
            && several(&inner)
        {
            let view = View {
                orders: vec![vec![inner, id]],
                ..View::default()
            };
            all.push((Mutation::Turned, id, view));
        }
        let assigned = |s: &Shared| scalars.iter().any(|v| s.private.contains(v));
        if let Some(shared) = cores.shared.get(&id).filter(|s| assigned(s) && !s.word)
            && several(&id)
        {
            let mut shared = shared.clone();
            shared.private.clear();
            let mut view = View::default();
            view.shared.insert(id, shared);
            all.push((Mutation::NoCopy, id, view));
        }
    }
    all
}

/// The array, or the pointer, that an element is of.
fn array_of(element: &Expr) -> Option<VarId> {
    let mut at = element.strip_implicit();
    let ExprKind::Index(..) = at.kind else {
        return None;
    };
    while let ExprKind::Index(of, _) = &at.kind {
        at = of.strip_implicit();
    }
    at.variable()
}

/// The loop that a body consists of.
fn only_inside(body: &Stmt) -> Option<LoopId> {
    match &body.kind {
        StmtKind::For(l) => l.canonical.is_some().then_some(l.id),
        StmtKind::Block(all) => match all.as_slice() {
            [one] => only_inside(one),
            _ => None,
        },
        _ => None,
    }
}
