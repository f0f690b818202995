//! Elements that lanes hold while a loop in order runs: none of its iterations changes them, and they lie apart from lane to lane, as a particle's
//! place does in an array of structures. Each would be brought into a vector again in every iteration.

use crate::plan::{JamStep, LaneCopies};
use crate::schedule::blocked::steps::memory;
use accrs_frontend::region::{ExprId, For, LoopId, Stmt, StmtKind, VarId};
use indexmap::{IndexMap, IndexSet};

/// What can be held of an innermost loop's elements, if the loop writes nothing but scalars. `scattered`: the elements that lie apart.
pub fn of_loop(l: &For, scattered: &IndexSet<ExprId>) -> Vec<LaneCopies> {
    let Some(changed) = changed(l) else {
        return Vec::new();
    };
    let mut found: Vec<LaneCopies> = Vec::new();
    let mut whole: IndexSet<ExprId> = IndexSet::new();
    l.body.each_expr(|e| {
        for e in memory(e) {
            let steady = !changed.iter().any(|v| e.mentions(*v));
            if !steady || !scattered.contains(&e.id) || !whole.insert(e.id) {
                continue;
            }
            match found.iter_mut().find(|h| h.element.is_like(e)) {
                Some(held) => held.places.push(e.id),
                None => found.push(LaneCopies {
                    element: e.clone(),
                    places: vec![e.id],
                }),
            }
        }
    });
    found
}

/// The scalars that a loop's iterations change, and its variable. `None` where they change something else, or may not run as a whole.
fn changed(l: &For) -> Option<IndexSet<VarId>> {
    let mut changed = IndexSet::from([l.canonical.as_ref()?.var]);
    let mut alone = true;
    l.body.each_stmt(|s| match &s.kind {
        StmtKind::Decl(decls) => changed.extend(decls.iter().map(|d| d.var)),
        // A branch may be why an element is there at all.
        StmtKind::If { .. } => alone &= !reaches_in_branches(s),
        _ => {}
    });
    l.body.each_expr(|e| {
        if let Some(to) = e.assigned() {
            match to.variable() {
                Some(v) => drop(changed.insert(v)),
                None => alone = false,
            }
        }
    });
    alone.then_some(changed)
}

fn reaches_in_branches(s: &Stmt) -> bool {
    let mut reaches = false;
    s.children(&mut |branch| branch.each_expr(|e| reaches |= !memory(e).is_empty()));
    reaches
}

/// Puts what loops hold into the steps.
pub fn give(steps: &mut [JamStep], mut all: IndexMap<LoopId, Vec<LaneCopies>>) {
    fn go(steps: &mut [JamStep], all: &mut IndexMap<LoopId, Vec<LaneCopies>>) {
        for s in steps {
            match s {
                JamStep::Lanes { .. } => {}
                JamStep::Loop { head, held, body } => {
                    held.extend(all.swap_remove(&head.id).unwrap_or_default());
                    go(body, all);
                }
                JamStep::If { then, els, .. } => {
                    go(then, all);
                    go(els, all);
                }
            }
        }
    }
    go(steps, &mut all);
}
