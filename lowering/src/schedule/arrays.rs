//! Arrays that can be private to a loop's iterations without a clause: each iteration fills what it reads, and nobody else looks at them.

use super::nest::Node;
use super::planner::Planner;
use super::region::mentions;
use super::scope::Surroundings;
use crate::analyse::collect::collect;
use crate::analyse::covered;
use crate::analyse::verdict::Dependence;
use accrs_frontend::region::{Canonical, Storage, VarId};

/// Each thread has a copy, on its stack.
const MOST_BYTES: u64 = 8192;

/// The array between whose accesses a dependence was found, if each iteration of the loop can have its own. `around`: heads of the
/// loops around it, outermost first.
pub fn privatisable<'a>(
    p: &Planner<'_>,
    n: &Node<'a>,
    around: &[&'a Canonical],
    s: &Surroundings<'_, 'a>,
    found: &Dependence,
) -> Option<VarId> {
    let Dependence::Memory { first, .. } = found else {
        return None;
    };
    let var = first.root;
    let facts = s.facts.part(n.body);
    let loops: Vec<&Canonical> = around.iter().chain(&n.heads).copied().collect();
    let own = || {
        let all = collect(facts.context(), &facts.code, &loops);
        all.wild.is_none() && covered::is_own(facts.context(), &all.found, var, loops.len())
    };
    (fits(p, var) && is_inside(n, s, var) && own()).then_some(var)
}

/// An automatic array of numbers that isn't too large to have often.
fn fits(p: &Planner<'_>, var: VarId) -> bool {
    let (types, v) = (&p.unit.types, p.unit.var(var));
    let mut elem = v.ty;
    while types.is_array(elem)
        && let Some(inner) = types.pointee(elem)
    {
        elem = inner;
    }
    let number = types.is_arithmetic(elem) && !types.qualifiers(elem).is_volatile;
    let size = types.size_of(v.ty).is_some_and(|n| n <= MOST_BYTES);
    types.is_array(v.ty) && number && size && v.storage == Storage::Local
}

/// Whether nothing outside of the loop, in the construct or behind it, has to do with a variable, and no clause names it.
fn is_inside(n: &Node<'_>, s: &Surroundings<'_, '_>, var: VarId) -> bool {
    let named = [s.privates, s.shared, s.reduced]
        .iter()
        .any(|set| set.contains(&var));
    let used = s.facts.uses().get(var);
    // (Places in the text don't tell: loops in the place of one of the text share its places.)
    let all: usize = s.facts.code.iter().map(|s| mentions(s, var)).sum();
    !named
        && !s.live_out.contains(&var)
        && used.is_some_and(|u| u.address.is_none())
        && mentions(n.body, var) == all
}
