//! What stays in registers while a loop in order of a tile runs: elements that are the same in all of its iterations, and that nothing else in it
//! reaches.

use super::steps::{each, memory};
use crate::plan::TileStep;
use accrs_frontend::region::{Expr, VarId};
use indexmap::{IndexMap, IndexSet};

/// Finds what loops in order can keep. `around`: what a loop around keeps already; `alone`: objects in which loops sum up elements that nothing
/// else in them reaches; `root`: the object that an element is of.
pub fn keep(
    steps: &mut [TileStep],
    around: &[Expr],
    alone: &IndexMap<VarId, IndexSet<VarId>>,
    root: &impl Fn(&Expr) -> Option<VarId>,
) {
    for s in steps {
        let TileStep::Loop { head, kept, body } = s else {
            continue;
        };
        let mut changing = IndexSet::from([head.var]);
        let sums = alone.get(&head.var);
        let mut targets: Vec<(&Expr, bool)> = Vec::new();
        let mut places: Vec<&Expr> = Vec::new();
        each(body, &mut |s| match s {
            TileStep::Declare(v, value) => {
                changing.insert(*v);
                places.extend(value.iter().flat_map(memory));
            }
            TileStep::Assign { to, op, value } => {
                match to.variable() {
                    Some(v) => {
                        changing.insert(v);
                    }
                    None => targets.push((to, op.is_some())),
                }
                places.extend(memory(to));
                places.extend(memory(value));
            }
            TileStep::Loop { head, .. } => {
                changing.insert(head.var);
                let bounds = [&head.lower, &head.upper, &head.step];
                places.extend(bounds.into_iter().flat_map(memory));
            }
        });
        let places: Vec<(&Expr, Option<VarId>)> = places.iter().map(|e| (*e, root(e))).collect();
        let mut found: Vec<Expr> = Vec::new();
        for (t, sum) in targets {
            let known = |k: &Expr| k.is_like(t);
            let steady = !changing.iter().any(|v| t.mentions(*v));
            if !steady || found.iter().any(known) || around.iter().any(known) {
                continue;
            }
            let Some(own) = root(t) else { continue };
            let summed = sum && sums.is_some_and(|s| s.contains(&own));
            let other = |root: Option<VarId>| root.is_some_and(|r| r != own);
            if summed || places.iter().all(|(e, root)| other(*root) || e.is_like(t)) {
                found.push(t.clone());
            }
        }
        let all: Vec<Expr> = around.iter().chain(&found).cloned().collect();
        *kept = found;
        keep(body, &all, alone, root);
    }
}
