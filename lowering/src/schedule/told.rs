//! Pointers that lead to memory of its own each because data clauses name both: so a device's copies are, unless the program gives clauses the same memory
//! under two names. The loops that analysis made parallel would then be wrong, so the program looks at the sections before it launches kernels.

use super::nest::Node;
use super::scope::Surroundings;
use crate::analyse::alias::{Alias, alias};
use crate::analyse::depend::Free;
use crate::plan::{DataItem, Kernel, ReasonKind, ToldApart};
use accrs_frontend::Unit;
use accrs_frontend::region::{Construct, Recasting, VarId};
use indexmap::IndexSet;

/// The pairs of a construct's data on which loops or the order of kernels' statements rest.
pub fn pairs<'a>(
    unit: &Unit,
    c: &Construct,
    s: &Surroundings<'_, 'a>,
    roots: &[Node<'a>],
    items: &[DataItem],
    kernels: &[Kernel],
) -> Vec<ToldApart> {
    let (mut rests, mut decided) = (Free::default(), false);
    for n in roots {
        n.each(&mut |n| match &n.decision.reason.kind {
            ReasonKind::ProvenApart { of, .. } if n.is_partitioned() => {
                rests.extend((**of).clone());
                decided = true;
            }
            ReasonKind::Proven if n.is_partitioned() => decided = true,
            _ => {}
        });
    }
    if !decided {
        return Vec::new();
    }
    // Of loops that were joined, the one that they are now says it all.
    let recast = c.members.iter().flat_map(|m| &m.recast);
    for recast in recast.filter(|r| r.how != Recasting::Joined) {
        rests.not_equal.extend(&recast.by_clauses);
    }
    let of = |v: VarId| {
        let all = items.iter().enumerate();
        all.filter(move |(_, i)| i.var == v && i.is_of_variable())
    };
    let touched = |n: &Node<'a>| {
        let facts = s.facts.part(n.body);
        let roots = facts.accesses().found.iter().map(|a| a.root);
        roots.collect::<IndexSet<VarId>>()
    };
    let changed = kernels
        .iter()
        .any(|k| k.tiles.is_some() || k.together.is_some());
    let changed = roots.iter().filter(|n| changed || is_changed(n));
    let touched: Vec<_> = changed.map(touched).collect();
    let mut out = Vec::new();
    for (a, b) in by_clauses(unit, s) {
        let asked = rests.by_clauses.contains(&(a, b));
        let unlike = rests.not_equal.contains(&(a, b));
        // Kernels of different loops follow each other, and threads of one kernel wait for each other whatever pointers are told of.
        let together = touched.iter().any(|t| t.contains(&a) && t.contains(&b));
        if !asked && !unlike && !together {
            continue;
        }
        let equal = asked && !unlike;
        let both = of(a).flat_map(|(i, _)| of(b).map(move |(j, _)| (i, j)));
        out.extend(both.map(|(first, second)| ToldApart {
            first,
            second,
            equal,
        }));
    }
    out
}

/// Whether a nest isn't as its loops are written, which may rest on more than what its loops were asked about.
fn is_changed(n: &Node<'_>) -> bool {
    let mut changed = false;
    n.each(&mut |n| {
        let d = &n.decision;
        let sums = d.summed.is_some() || !d.atomics.is_empty();
        changed |= sums || !d.order.device.is_empty() || !d.arrays.is_empty();
    });
    changed
}

/// All pairs of variables that data clauses tell apart where the construct writes what one of them leads to.
fn by_clauses(unit: &Unit, s: &Surroundings<'_, '_>) -> IndexSet<(VarId, VarId)> {
    let mut seen = IndexSet::new();
    let accesses = s.facts.accesses().found.iter();
    let own: Vec<_> = accesses
        .filter(|a| s.aliases.distinct.contains(&a.root))
        .filter(|a| seen.insert((a.root, a.write, a.ty, a.is_direct())))
        .collect();
    let mut out = IndexSet::new();
    for (i, a) in own.iter().enumerate() {
        for b in &own[i + 1..] {
            let told = a.root != b.root
                && (a.write || b.write)
                && alias(unit, a, b, s.aliases) == Alias::ByClauses;
            if told {
                out.insert((a.root.min(b.root), a.root.max(b.root)));
            }
        }
    }
    out
}
