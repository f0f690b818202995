//! Loops over the columns of a linear array: of `a[j*n + i]` with `i` outside and `j` inside it can't be said from its bounds alone that
//! different `i` are different elements, since `j` may be anything. With the loops the other way around it can: different `j`
//! are different rows, and in one row different `i` are different elements. Which iterations touch the same memory doesn't depend on the
//! order in which they run, so what holds there holds of the loops as written.

use super::nest::Node;
use crate::analyse::depend::{self, Free, Question};
use crate::analyse::facts::Facts;
use crate::analyse::uses;
use accrs_frontend::region::{Canonical, VarId};

/// Whether no two iterations of a loop touch the same memory, since none of the whole tight nest do that it is the
/// outermost loop of.
pub fn free<'a>(n: &Node<'a>, q: &Question<'_, 'a>) -> Option<Free> {
    let mut chain = vec![n];
    while let Some(last) = chain.last()
        && last.tight
        && let [inner] = last.children.as_slice()
    {
        chain.push(inner);
    }
    let innermost = chain.last()?;
    let heads: Vec<&'a Canonical> = chain.iter().flat_map(|n| n.heads.iter().copied()).collect();
    let canonical = chain.iter().all(|n| !n.heads.is_empty());
    if chain.len() < 2 || !canonical || !is_rectangular(q.facts, &heads) {
        return None;
    }
    let facts = q.facts.part(innermost.body);
    let mut free = Free::default();
    // The innermost loop as the outermost, and so on outwards.
    for at in (0..heads.len()).rev() {
        let mut around = q.around.to_vec();
        around.extend(&heads[at + 1..]);
        let found = depend::carried(&Question {
            heads: &heads[at..=at],
            facts: &facts,
            around: &around,
            inside: &heads[..at],
            ..*q
        });
        free.extend(found.ok()?);
    }
    Some(free)
}

/// Whether no bound depends on another loop of the nest, nor on anything that it changes or reads from memory.
fn is_rectangular(facts: &Facts<'_>, heads: &[&Canonical]) -> bool {
    let body = facts.uses();
    let changes = |v: VarId| {
        let written = body
            .get(v)
            .is_some_and(|u| u.written.or(u.address).is_some());
        written || heads.iter().any(|h| h.var == v)
    };
    let bounds = heads.iter().flat_map(|h| [&h.lower, &h.upper, &h.step]);
    let mut fixed = bounds.map(|e| {
        let used = uses::of_expr(facts.unit, e);
        used.calls.is_empty()
            && used
                .vars
                .iter()
                .all(|(v, u)| !u.is_dereferenced() && !changes(*v))
    });
    fixed.all(|fixed| fixed)
}
