//! The section of a pointer to pointers that a construct touches (`a[i][j]`): the elements of each level, where these are the same in all rows.
//!
//! Rows are objects of their own, so what is touched in one of them says nothing of the memory of another one. So the subscripts of different levels
//! may have no loop in common, not even by bounds; and accesses may differ only by constants, as those of a stencil do.

use super::access::{Access, Part};
use super::bounds::{expression, long};
use super::certain::has_iterations;
use super::facts::Facts;
use super::footprint::{self, Extremes};
use super::poly::{self, Poly};
use super::uses;
use super::verdict::Unbounded;
use crate::make::{binary, literal};
use accrs_frontend::region::{BinaryOp, Canonical, Expr, ExprKind, TypeId, VarId};
use accrs_frontend::source::Span;
use indexmap::IndexSet;

/// Elements `[lower, lower + length)` of each level, the pointer's own first.
pub struct Rows {
    pub levels: Vec<Level>,
    /// Of the last one.
    pub elem: TypeId,
    pub words: String,
    /// Where one of the loops has no iterations, one of the levels has no elements.
    pub counted: bool,
}

pub struct Level {
    pub lower: Expr,
    /// Below 1 where there are none.
    pub length: Expr,
    pub elem: TypeId,
    /// That somebody gets here, if that has to be asked.
    entered: Option<Expr>,
}

impl Level {
    /// The length, or 0 where nobody gets here.
    pub fn length_entered(&self) -> Expr {
        let length = self.length.clone();
        let Some(test) = self.entered.clone() else {
            return length;
        };
        let (ty, none) = (length.ty, literal(0, "", length.ty));
        let chosen = ExprKind::Conditional(Box::new(test), Some(Box::new(length)), Box::new(none));
        Expr::new(chosen, ty, Span::default())
    }
}

/// What is touched behind `var`, which points to pointers or is an array of them.
pub fn of_pointer(
    facts: &Facts<'_>,
    var: VarId,
    evaluable: &dyn Fn(&Expr) -> bool,
) -> Result<Rows, Unbounded> {
    let found = &facts.accesses().found;
    let by_root = facts.accesses_by_root();
    let own = by_root.get(&var).into_iter().flatten();
    let all: Vec<&Access<'_>> = own.map(|at| &found[*at]).collect();
    let used = facts.uses();
    let made = |root: &&VarId| **root != var && used.followed(**root).contains(&var);
    let (Some(first), None) = (all.first(), by_root.keys().find(made)) else {
        return Err(Unbounded::Elsewhere);
    };
    let depth = all
        .iter()
        .filter_map(|a| subscripts(a))
        .map(|s| s.len())
        .max();
    let depth = depth.filter(|d| *d > 1 && facts.runs_through());
    let depth = depth.ok_or_else(|| Unbounded::Further(first.touch()))?;
    let mut words = Vec::new();
    for a in &all {
        let given = subscripts(a)
            .ok_or_else(|| Unbounded::Further(a.touch()))?
            .len();
        // On the way there pointers are read. Under a condition a row need not be there.
        let way = given < depth && !a.write && !a.guarded;
        if a.by.is_some() || !(way || given == depth && a.certain) || !apart(facts, a) {
            return Err(Unbounded::Further(a.touch()));
        }
        if !way {
            footprint::note(facts.unit, a, &mut words);
        }
    }
    let mut levels = Vec::new();
    let mut elem = None;
    let mut counted = is_counted(&all, depth);
    for k in 0..depth {
        let (least, end, of, alike) = level(facts, &all, k)?;
        counted &= alike;
        let int = long(facts.unit, var);
        let make = |p: &Poly| expression(p, facts.unit, int).filter(|e| evaluable(e));
        let length = end.minus(&least).ok_or(Unbounded::NotBefore)?;
        let (lower, length) = make(&least)
            .zip(make(&length))
            .ok_or(Unbounded::NotBefore)?;
        elem = Some(of);
        levels.push(Level {
            lower,
            length,
            elem: of,
            entered: None,
        });
    }
    // Where the loops don't run, nobody follows the pointers.
    for (k, level) in levels.iter_mut().enumerate() {
        let reach = all
            .iter()
            .filter(|a| subscripts(a).is_some_and(|s| s.len() > k));
        level.entered = entered(facts, reach.copied(), evaluable);
    }
    Ok(Rows {
        counted,
        levels,
        elem: elem.ok_or(Unbounded::Elsewhere)?,
        words: words.join("; "),
    })
}

/// That the loops around one of the accesses have iterations, as far as the host can tell before. `None`: one of them stands in no loop.
fn entered<'f, 'a: 'f>(
    facts: &Facts<'_>,
    all: impl Iterator<Item = &'f Access<'a>>,
    evaluable: &dyn Fn(&Expr) -> bool,
) -> Option<Expr> {
    let (unit, int) = (facts.unit, facts.unit.types.int());
    let known = |l: &&Canonical| evaluable(&l.lower) && evaluable(&l.upper);
    let mut sets: Vec<Vec<&Canonical>> = Vec::new();
    for a in all {
        let loops: Vec<&Canonical> = a.loops.iter().copied().filter(known).collect();
        let within = |a: &[&Canonical], b: &[&Canonical]| {
            a.iter().all(|l| b.iter().any(|m| std::ptr::eq(*l, *m)))
        };
        if !sets.iter().any(|known| within(known, &loops)) {
            sets.retain(|known| !within(&loops, known));
            sets.push(loops);
        }
    }
    let joined = |op| move |a: Expr, b: Expr| binary(op, a, b, int);
    let each = sets.into_iter().map(|loops| {
        let tests = loops.into_iter().map(|l| has_iterations(unit, l, int));
        tests.reduce(joined(BinaryOp::And))
    });
    let each: Option<Vec<Expr>> = each.collect();
    each?.into_iter().reduce(joined(BinaryOp::Or))
}

/// Whether each subscript of the last level's accesses counts with one loop, and no other loop is around any access: where one of them has no
/// iterations, a subscript has no values.
fn is_counted(all: &[&Access<'_>], depth: usize) -> bool {
    let names = |p: &Poly, l: &Canonical| p.mentions(&poly::Sym::Var(l.var, 0));
    let of_last = |a: &Access<'_>| {
        let found = subscripts(a).filter(|s| s.len() == depth)?;
        let one_loop =
            |(p, _): &(&Poly, TypeId)| a.loops.iter().filter(|l| names(p, l)).count() < 2;
        let counts = |l: &&Canonical| found.iter().any(|(p, _)| names(p, l));
        Some(found.iter().all(one_loop) && a.loops.iter().all(counts))
    };
    let (last, way): (Vec<&Access<'_>>, Vec<_>) =
        all.iter().copied().partition(|a| of_last(a).is_some());
    let known = |l: &Canonical| {
        let mut loops = last.iter().flat_map(|a| &a.loops);
        loops.any(|m| std::ptr::eq(*m, l))
    };
    last.iter().all(|a| of_last(a) == Some(true))
        && way.iter().all(|a| a.loops.iter().all(|l| known(l)))
}

/// The subscripts of `a[i][j]`, one behind each pointer, or one of an array and then one behind each pointer; `None` for anything else.
fn subscripts<'p>(a: &'p Access<'_>) -> Option<Vec<(&'p Poly, TypeId)>> {
    let (array, rest) = match a.parts.as_slice() {
        [Part::Index(Ok(index), elem), rest @ ..] => (Some((index, *elem)), rest),
        all => (None, all),
    };
    let one = |pair: &'p [Part]| match pair {
        [Part::Deref, Part::Index(Ok(index), elem)] => Some((index, *elem)),
        _ => None,
    };
    let array = array.into_iter().map(Some);
    array.chain(rest.chunks(2).map(one)).collect()
}

/// Whether no loop has a part in the subscripts of two levels.
fn apart(facts: &Facts<'_>, a: &Access<'_>) -> bool {
    let mut taken: IndexSet<VarId> = IndexSet::new();
    subscripts(a).into_iter().flatten().all(|(index, _)| {
        let mut own: IndexSet<VarId> = IndexSet::new();
        let names = |p: &Poly, v: VarId| p.mentions(&poly::Sym::Var(v, 0));
        for l in a.loops.iter().rev() {
            let bounds = |of: VarId| {
                let inner = a.loops.iter().find(|l| l.var == of);
                inner.is_some_and(|inner| {
                    [&inner.lower, &inner.upper]
                        .iter()
                        .any(|e| uses::of_expr(facts.unit, e).get(l.var).is_some())
                })
            };
            if names(index, l.var) || own.iter().any(|v| bounds(*v)) {
                own.insert(l.var);
            }
        }
        let free = own.is_disjoint(&taken);
        taken.extend(own);
        free
    })
}

/// The first and the one behind the last element of a level, over all accesses, and whether these are the same of all.
fn level(
    facts: &Facts<'_>,
    all: &[&Access<'_>],
    k: usize,
) -> Result<(Poly, Poly, TypeId, bool), Unbounded> {
    let mut known: Option<(Poly, Poly, TypeId, bool)> = None;
    for a in all {
        let refused = || Unbounded::Further(a.touch());
        let found = subscripts(a).ok_or_else(refused)?;
        let Some((index, elem)) = found.get(k).copied() else {
            continue;
        };
        let Some(Extremes::Known { least, end, .. }) =
            footprint::extremes(facts.context(), a, index)
        else {
            return Err(Unbounded::Loops(a.touch()));
        };
        known = Some(match known {
            None => (least, end, elem, true),
            Some((l, e, of, alike)) if of == elem => {
                let alike = alike && l == least && e == end;
                let least = nearer(l, least, false).ok_or_else(refused)?;
                (least, nearer(e, end, true).ok_or_else(refused)?, of, alike)
            }
            Some(_) => return Err(refused()),
        });
    }
    known.ok_or(Unbounded::Elsewhere)
}

/// The lesser, or the greater, of two values that differ by a constant.
fn nearer(a: Poly, b: Poly, most: bool) -> Option<Poly> {
    let distance = b.minus(&a)?.as_constant()?;
    Some(if (distance > 0) == most { b } else { a })
}
