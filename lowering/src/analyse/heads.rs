//! What the heads of loops read. C reads a loop's start once, before the loop, and its bound and step before each iteration. Threads that share
//! the loop read all three when they come by, so none of its iterations may change what is read there.

use super::access::Access;
use super::collect;
use super::depend::{self, Free, Pair, Question};
use super::uses::{self, Use, Uses};
use super::verdict::{Conflict, Dependence};
use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, VarId};
use accrs_frontend::source::Span;

/// What the heads of loops do with variables.
pub fn uses(unit: &Unit, heads: &[&Canonical]) -> Uses {
    let mut all = Uses::default();
    for h in heads {
        for e in [&h.lower, &h.upper, &h.step] {
            all.merge(&uses::of_expr(unit, e));
        }
    }
    all
}

/// Whether the iterations leave alone what the question's own heads read, and what that rests on. `all`: what the iterations do to memory.
///
/// # Errors
/// They don't, or may not, as far as can be told; or a head does more than read, which it would do once for each thread.
pub(super) fn stay<'a>(q: &Question<'_, 'a>, all: &[Access<'a>]) -> Result<Free, Dependence> {
    let facts = q.facts;
    let own = uses(facts.unit, q.heads);
    // `for (i = k++; ...)`
    let written = |(v, u): (&VarId, &Use)| Some((*v, u.written?));
    if let Some(found) = own.vars.iter().find_map(written) {
        return Err(changed(found));
    }
    let found = collect::of_heads(facts.context(), q.heads, q.around, |h| {
        vec![&h.lower, &h.upper, &h.step]
    });
    if let Some(wild) = found.wild {
        return Err(Dependence::Wild(wild));
    }
    let reads = depend::common(q, &found.found);
    if reads.is_empty() {
        return Ok(Free::default());
    }
    // What is known in the body of a variable that changes there doesn't hold in the head.
    if let Some(found) = moved(q, &own).or_else(|| counts_before(q.heads)) {
        return Err(changed(found));
    }
    untouched(q, all, &reads)
}

/// Whether an iteration surely writes to memory in which a start lies. Who calls a loop independent says nothing of its head.
pub fn start_changes(q: &Question<'_, '_>) -> Option<Dependence> {
    let facts = q.facts;
    let starts = collect::of_heads(facts.context(), q.heads, q.around, |h| vec![&h.lower]);
    let reads = depend::common(q, &starts.found);
    let mut own = Uses::default();
    for h in q.heads {
        own.merge(&uses::of_expr(facts.unit, &h.lower));
    }
    if reads.is_empty() || moved(q, &own).is_some() || counts_before(q.heads).is_some() {
        return None;
    }
    surely_meet(q, &reads)
}

fn changed((var, written): (VarId, Span)) -> Dependence {
    Dependence::Scalar {
        var,
        written,
        read: None,
        certain: false,
    }
}

/// A variable that the heads name and an iteration gives another value; elements of arrays are told apart by their subscripts.
fn moved(q: &Question<'_, '_>, named: &Uses) -> Option<(VarId, Span)> {
    let unit = q.facts.unit;
    let all = named
        .vars
        .keys()
        .filter(|v| !unit.types.is_array(unit.var(**v).ty));
    let mut written = all.filter_map(|v| Some((*v, q.facts.uses().get(*v)?.written?)));
    written.next()
}

/// A variable that a loop, or one inside of it, counts with, and that the loop's head names: `for (i = i + 1; ...)`.
fn counts_before(heads: &[&Canonical]) -> Option<(VarId, Span)> {
    heads.iter().enumerate().find_map(|(at, h)| {
        let later = || heads[at..].iter().map(|l| l.var);
        let parts = [&h.lower, &h.upper, &h.step];
        parts.into_iter().find_map(|e| {
            let v = later().find(|v| e.mentions(*v))?;
            Some((v, e.span))
        })
    })
}

/// Whether no iteration writes what the heads of the question's loops read; what that rests on. `all`: what the iterations do.
fn untouched<'a>(
    q: &Question<'_, 'a>,
    all: &[Access<'a>],
    reads: &[&Access<'a>],
) -> Result<Free, Dependence> {
    let cx = q.facts.context();
    let moving = depend::moves(q, all);
    let mut free = Free::default();
    for a in depend::common(q, all).into_iter().filter(|a| a.write) {
        for b in reads {
            if a.root != b.root {
                depend::apart(q, (a, b), &mut free)?;
                continue;
            }
            let pair = Pair { q, cx, a, b, all };
            let never = match pair.compared(moving)? {
                None => true,
                Some(compared) => pair.never(&compared),
            };
            if !never {
                return Err(depend::between(a, b, None, Conflict::MayMeet(None)));
            }
        }
    }
    free.not_equal = free.by_clauses.clone();
    Ok(free)
}

/// An access of the iterations that writes to an element that is among these `reads`, as far as subscripts tell.
fn surely_meet<'a>(q: &Question<'_, 'a>, reads: &[&Access<'a>]) -> Option<Dependence> {
    let cx = q.facts.context();
    let found = depend::accesses(q);
    let all = found.found.as_slice();
    let moving = depend::moves(q, all);
    let written = depend::common(q, all).into_iter().filter(|a| a.write);
    let mut pairs = written.flat_map(|a| reads.iter().map(move |b| (a, *b)));
    pairs.find_map(|(a, b)| {
        let pair = (a.root == b.root).then_some(Pair { q, cx, a, b, all })?;
        let compared = pair.compared(moving).ok()??;
        let meet = compared.exact && compared.culprit.is_none() && !pair.never(&compared);
        meet.then(|| depend::between(a, b, None, Conflict::Certain(None)))
    })
}
