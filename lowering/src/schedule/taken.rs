//! Sections of `firstprivate` that a construct only reads by their names. A device's copy is the construct's own, so nothing else leads there. The cores
//! read the user's memory, unless the construct may write that by another name: then it has one copy, made before it begins.

use super::planner::Planner;
use crate::analyse::access::Access;
use crate::analyse::alias::{Alias, Aliases, alias};
use crate::analyse::facts::Facts;
use crate::plan::{DataItem, Section};
use accrs_frontend::region::{ExprKind, Stmt, VarId};

/// The variables of [`ComputePlan::overwritten`](crate::plan::ComputePlan::overwritten), for these statements of the cores.
pub fn overwritten(
    p: &Planner<'_>,
    items: &[DataItem],
    text: &[Stmt],
    aliases: &Aliases,
) -> Vec<VarId> {
    let own = |d: &&DataItem| d.modifiers.own && !matches!(d.section, Section::Whole);
    let sections: Vec<VarId> = items.iter().filter(own).map(|d| d.var).collect();
    if sections.is_empty() {
        return sections;
    }
    let facts = Facts::of(p.unit, text);
    let accesses = facts.accesses();
    let acts = |s: &Stmt| {
        s.any_expr(|e| {
            let called = matches!(e.kind, ExprKind::Call { .. });
            called && !p.unit.effects.only_computes(p.unit, e.called())
        })
    };
    let anything = accesses.wild.is_some() || text.iter().any(acts);
    let may_write = |var: VarId| {
        let reads = accesses.found.iter().filter(|a| a.root == var);
        // Memory is shared here: clauses that name both don't tell them apart.
        let meets = |read: &Access<'_>| {
            let writes = accesses.found.iter().filter(|a| a.write && a.root != var);
            let mut writes = writes.filter(|w| !aliases.inner.contains(&w.root) || !w.is_direct());
            writes.any(|w| alias(p.unit, read, w, aliases) != Alias::No)
        };
        anything || reads.into_iter().any(meets)
    };
    sections.into_iter().filter(|v| may_write(*v)).collect()
}
