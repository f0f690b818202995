//! Loops whose iterations may run on SIMD lanes together, but not with their accesses in another order.
//!
//! `omp simd` says that iterations don't depend on each other. Host compilers take it for more: where an iteration touches several neighbouring elements (`a[4*i]`,
//! `a[4*i + 1]`, members of structures), they load all of them at the first one's place and store all at the last one's, whatever pointers stand between
//! that may lead to the same elements (gcc 12; it asks no dependence of the iteration itself, since it was told that there is none). So where a
//! store and a later access by another name may meet in one iteration, loops with such groups are left to the host compiler, which asks for overlap itself.

use super::nest::{self, Node};
use super::scope::Surroundings;
use crate::analyse::access::{Access, Part};
use crate::analyse::alias::{Alias, alias};
use crate::analyse::poly::{Poly, Sym};
use crate::plan::{HostLoop, LoopPlan};
use accrs_frontend::Unit;
use accrs_frontend::region::{LoopId, VarId};
use indexmap::IndexMap;

/// Takes lanes from the loops' plans for the cores.
pub fn without_lanes<'a>(
    unit: &Unit,
    s: &Surroundings<'_, 'a>,
    roots: &[Node<'a>],
    loops: &mut IndexMap<LoopId, LoopPlan>,
) {
    for n in nest::by_id(roots).values() {
        if let Some(plan) = loops.get_mut(&n.loop_.id)
            && plan.host.is_simd()
            && may_change(unit, s, n)
        {
            plan.host = match plan.host {
                HostLoop::ThreadsSimd => HostLoop::Threads,
                _ => HostLoop::Sequential,
            };
        }
    }
}

/// Whether an iteration may see other values if its accesses of neighbouring elements come together.
fn may_change<'a>(unit: &Unit, s: &Surroundings<'_, 'a>, n: &Node<'a>) -> bool {
    let Some(var) = n.head_vars().last() else {
        return false;
    };
    let facts = s.facts.part(n.body);
    let all = &facts.accesses().found;
    // What the loop asks when it starts is known in it.
    let asked = !n.decision.apart.is_empty();
    let meet = |a: &Access<'_>, b: &Access<'_>| match a.root == b.root {
        true => !has_known_distance(a, b),
        false => match alias(unit, a, b, s.aliases) {
            Alias::No => false,
            Alias::Asked => !asked,
            // Memory is shared here: clauses that name both don't tell them apart.
            Alias::ByClauses | Alias::May => true,
        },
    };
    let in_group = |a: &Access<'_>| {
        is_strided(a, var)
            && all.iter().any(|b| {
                let other = a.what.id != b.what.id && !a.what.is_like(b.what);
                other && a.root == b.root && is_strided(b, var)
            })
    };
    all.iter().enumerate().any(|(k, store)| {
        let mut later = all[k + 1..].iter();
        store.write && later.any(|b| meet(store, b) && (in_group(store) || in_group(b)))
    })
}

/// Whether neighbouring iterations don't touch neighbouring elements.
fn is_strided(a: &Access<'_>, var: VarId) -> bool {
    let is_var = |s: &Sym| matches!(s, Sym::Var(v, _) if *v == var);
    let mentions = |p: &Poly| p.syms().any(is_var);
    let moves = |p: &&Part| matches!(p, Part::Index(Ok(p), _) if mentions(p));
    let Some((last, rest)) = a.parts.split_last() else {
        return false;
    };
    if rest.iter().any(|p| moves(&p)) {
        return true;
    }
    match last {
        Part::Index(Ok(p), _) if mentions(p) => {
            let by = p.split(&Sym::Var(var, 0)).map(|(by, _)| by.as_constant());
            !matches!(by, Some(Some(1 | -1)))
        }
        _ => false,
    }
}

/// Whether how far two elements of one object lie apart is a number.
fn has_known_distance(a: &Access<'_>, b: &Access<'_>) -> bool {
    // Two pointers of a table may lead to one row.
    let way = a.object_end();
    let distance = |(at, (a, b)): (usize, (&Part, &Part))| match (a, b) {
        (Part::Index(Ok(a), _), Part::Index(Ok(b), _)) => {
            let distance = a.minus(b).and_then(|d| d.as_constant());
            distance.is_some_and(|d| at >= way || d == 0)
        }
        (Part::Index(..), Part::Index(..)) => false,
        _ => true,
    };
    a.parts.iter().zip(&b.parts).enumerate().all(distance)
}
