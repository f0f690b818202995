//! Footprints: the part of a pointer's target that a construct touches, as bounds that the
//! host can evaluate before it.

use super::access::{Access, Part};
use super::affine::Context;
use super::bounds::{conditional, expression, long};
use super::extent;
use super::facts::Facts;
use super::poly::{self, Poly, Range, Sym, bound_where};
use super::reached::Reached;
use super::show;
use super::verdict::{NotAffine, Unbounded};
use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, Expr, TypeId, VarId};
use indexmap::IndexSet;
use std::collections::HashSet;

/// Elements `[lower, upper)`, by candidates: the least and the greatest of them hold.
#[derive(Clone, Debug)]
pub struct Footprint {
    pub lower: Vec<Expr>,
    pub upper: Vec<Expr>,
    pub elem: TypeId,
    /// In words, from what: "reads A[i*m + j], 1 <= i < n - 1".
    pub words: String,
    /// Some of it is written.
    pub written: bool,
    /// The conditions under all of which the first and the last of the elements are used for certain; `None`: that
    /// can't be told.
    pub exact: Option<Vec<Expr>>,
}

/// The footprint of what `var` points to in a piece of code. `evaluable`: can the host evaluate it? `own`: what lies
/// behind further pointers (`s->p[i]`) is somebody else's matter.
pub fn of_pointer(
    facts: &Facts<'_>,
    var: VarId,
    own: bool,
    evaluable: &dyn Fn(&Expr) -> bool,
) -> Result<Footprint, Unbounded> {
    if let Some(why) = derived(facts, var).filter(|_| !own) {
        return Err(why);
    }
    let found = &facts.accesses().found;
    let all = facts.accesses_by_root().get(&var);
    let all: Vec<&Access<'_>> = all.into_iter().flatten().map(|at| &found[*at]).collect();
    of_accesses(facts, var, own, evaluable, &all)
}

/// Likewise of an array's own elements, as those of a pointer to the first one.
pub fn of_array(
    facts: &Facts<'_>,
    var: VarId,
    evaluable: &dyn Fn(&Expr) -> bool,
) -> Result<Footprint, Unbounded> {
    if let Some(why) = derived(facts, var) {
        return Err(why);
    }
    let found = &facts.accesses().found;
    let behind = |at: &usize| {
        let mut a = found[*at].clone();
        if !matches!(a.parts.first(), Some(Part::Deref)) {
            a.parts.insert(0, Part::Deref);
        }
        a
    };
    let all = facts.accesses_by_root().get(&var);
    let all: Vec<Access<'_>> = all.into_iter().flatten().map(behind).collect();
    let all: Vec<&Access<'_>> = all.iter().collect();
    of_accesses(facts, var, false, evaluable, &all)
}

/// An access by another pointer that was made from this one has no subscript of this one.
pub(super) fn derived(facts: &Facts<'_>, var: VarId) -> Option<Unbounded> {
    let used = facts.uses();
    let other = |root: VarId| root != var && used.sources(root).contains(&var);
    let mut derived = facts
        .accesses_by_root()
        .iter()
        .filter(|(root, _)| other(**root));
    let (_, all) = derived.next()?;
    let first = facts.accesses().found.get(*all.first()?)?;
    Some(Unbounded::Derived(first.touch()))
}

fn of_accesses<'a>(
    facts: &Facts<'a>,
    var: VarId,
    own: bool,
    evaluable: &dyn Fn(&Expr) -> bool,
    all: &[&Access<'a>],
) -> Result<Footprint, Unbounded> {
    let mut bounds = Bounds::new(facts, var, own, evaluable);
    all.iter().try_for_each(|a| bounds.describe(a))?;
    let mut needed = all.iter().filter(|a| !is_covered(a, all));
    let plain = needed.try_for_each(|a| bounds.add(a));
    match bounds.exact(all, plain.is_ok()) {
        Some(exact) => Ok(exact),
        None => plain.and_then(|()| bounds.footprint()),
    }
}

/// Whether an access under a condition finds an element that another one uses anyway, in the same iteration.
fn is_covered(a: &Access<'_>, all: &[&Access<'_>]) -> bool {
    let at = |a: &Access<'_>| a.parts.get(1).and_then(Part::element).cloned();
    let heads = |a: &Access<'_>| -> Vec<*const Canonical> {
        a.loops.iter().map(|l| std::ptr::from_ref(*l)).collect()
    };
    let Some(index) = at(a).filter(|_| a.guarded) else {
        return false;
    };
    let around = heads(a);
    all.iter()
        .any(|o| !o.guarded && at(o).as_ref() == Some(&index) && around.starts_with(&heads(o)))
}

/// What the accesses by a pointer reach, one after the other.
struct Bounds<'f, 'a> {
    facts: &'f Facts<'a>,
    var: VarId,
    own: bool,
    evaluable: &'f dyn Fn(&Expr) -> bool,
    /// Of what it points to; `None`: there was no access.
    elem: Option<TypeId>,
    written: bool,
    /// The first subscripts and those behind the last, with what is known where they arise.
    least: Vec<(Poly, poly::Facts)>,
    end: Vec<(Poly, poly::Facts)>,
    by_sign: Vec<BySign>,
    reached: Reached<'a>,
    words: Vec<String>,
    /// Subscripts that have been looked at: in which loops, and whether in each iteration.
    seen: HashSet<(Poly, Vec<*const Canonical>, bool)>,
}

impl<'f, 'a> Bounds<'f, 'a> {
    fn new(
        facts: &'f Facts<'a>,
        var: VarId,
        own: bool,
        evaluable: &'f dyn Fn(&Expr) -> bool,
    ) -> Self {
        Bounds {
            facts,
            var,
            own,
            evaluable,
            elem: None,
            written: false,
            least: Vec::new(),
            end: Vec::new(),
            by_sign: Vec::new(),
            reached: Reached::new(facts.unit, facts.runs_through()),
            words: Vec::new(),
            seen: HashSet::new(),
        }
    }

    /// What an access is, wherever it reaches.
    fn describe(&mut self, a: &Access<'a>) -> Result<(), Unbounded> {
        let [Part::Deref, Part::Index(_, elem), rest @ ..] = a.parts.as_slice() else {
            return Err(Unbounded::NoSubscript(a.touch()));
        };
        let further = rest.iter().any(|p| matches!(p, Part::Deref));
        if further && !self.own {
            return Err(Unbounded::Further(a.touch()));
        }
        note(self.facts.unit, a, &mut self.words);
        self.elem.get_or_insert(*elem);
        self.written |= a.write && !further;
        Ok(())
    }

    fn add(&mut self, a: &Access<'a>) -> Result<(), Unbounded> {
        let Some(Part::Index(index, _)) = a.parts.get(1) else {
            return Err(Unbounded::NoSubscript(a.touch()));
        };
        let index = match index {
            Ok(index) | Err(NotAffine::CallAt(index)) => index,
            Err(why) => return Err(Unbounded::NotAffine(a.touch(), why.clone())),
        };
        // A struct that the host itself reaches through the pointer is there, whatever the condition.
        if a.guarded && !(self.own && index.as_constant() == Some(0)) {
            return Err(Unbounded::Guarded(a.touch()));
        }
        let loops = a.loops.iter().map(|l| std::ptr::from_ref(*l)).collect();
        if self.seen.insert((index.clone(), loops, a.certain)) {
            let found = extremes(self.facts.context(), a, index);
            let found = found.ok_or_else(|| Unbounded::Loops(a.touch()))?;
            self.reached.add(a, &found, self.evaluable);
            self.candidate(found);
        }
        Ok(())
    }

    /// The footprint by the exact hull, where bounds that are taken loop by loop don't give it. `known`: there are such bounds.
    fn exact(&self, all: &[&Access<'a>], known: bool) -> Option<Footprint> {
        let unit = self.facts.unit;
        let irregular = !known || all.iter().any(|a| extent::is_irregular(unit, a));
        // Rows of unknown length are beyond isl.
        if !irregular || self.own || !self.by_sign.is_empty() {
            return None;
        }
        let (least, end) = (
            undominated(&self.least, false),
            undominated(&self.end, true),
        );
        let plain = known.then_some((least.as_slice(), end.as_slice()));
        let found = extent::exact(self.facts, all, plain, long(unit, self.var))?;
        let evaluable = (self.evaluable)(&found.lower) && (self.evaluable)(&found.upper);
        let elem = self.elem.filter(|_| evaluable)?;
        Some(Footprint {
            lower: vec![found.lower],
            upper: vec![found.upper],
            elem,
            words: self.words.join("; "),
            written: self.written,
            exact: None,
        })
    }

    fn candidate(&mut self, found: Extremes) {
        match found {
            Extremes::Known { least, end, facts } => {
                self.least.push((least, facts.clone()));
                self.end.push((end, facts));
            }
            Extremes::BySign(by_sign) if !self.by_sign.contains(&by_sign) => {
                self.by_sign.push(by_sign);
            }
            Extremes::BySign(_) => {}
        }
    }

    fn footprint(self) -> Result<Footprint, Unbounded> {
        let elem = self.elem.ok_or(Unbounded::Elsewhere)?;
        let unit = self.facts.unit;
        let int = long(unit, self.var);
        let known = |e: Option<Expr>| -> Result<Expr, Unbounded> {
            e.filter(|e| (self.evaluable)(e))
                .ok_or(Unbounded::NotBefore)
        };
        let build = |list: &[Poly], by_sign: &dyn Fn(&BySign) -> Option<Expr>| {
            let plain = list.iter().map(|p| known(expression(p, unit, int)));
            let others = self.by_sign.iter().map(|b| known(by_sign(b)));
            plain.chain(others).collect::<Result<Vec<Expr>, _>>()
        };
        let (least, end) = (
            undominated(&self.least, false),
            undominated(&self.end, true),
        );
        Ok(Footprint {
            lower: build(&least, &|b| {
                conditional(&b.coefficient, &b.least, unit, int)
            })?,
            upper: build(&end, &|b| conditional(&b.coefficient, &b.end, unit, int))?,
            elem,
            words: self.words.join("; "),
            written: self.written,
            exact: self.reached.both_ends(&least, &end, &self.by_sign),
        })
    }
}

/// The first subscript over the loops around an access, and the one behind the last.
pub(super) enum Extremes {
    Known {
        least: Poly,
        end: Poly,
        facts: poly::Facts,
    },
    BySign(BySign),
}

/// They depend on the sign of a row's length: `a[i*nx + j]` where nothing says that `nx` is positive.
#[derive(Clone, PartialEq)]
pub(super) struct BySign {
    coefficient: Poly,
    /// Where the coefficient is at least 0, and where it is less.
    least: [Poly; 2],
    end: [Poly; 2],
}

pub(super) fn extremes(cx: &Context<'_>, a: &Access<'_>, index: &Poly) -> Option<Extremes> {
    let (ranges, facts) = ranges(cx, a, index);
    let seen: IndexSet<VarId> = a.loops.iter().map(|l| l.var).collect();
    let free = |p: &Poly| {
        !p.syms()
            .any(|s| matches!(s, Sym::Var(v, _) if seen.contains(v)))
    };
    let mut open: Option<Poly> = None;
    let mut with = |negative: bool, most: bool| -> Option<Poly> {
        let mut sign = |c: &Poly| match &open {
            Some(known) => (known == c).then_some(negative),
            None if free(c) => {
                open = Some(c.clone());
                Some(negative)
            }
            None => None,
        };
        let p = bound_where(index, &ranges, &facts, most, &mut sign)?;
        let p = if most { p.add_constant(1)? } else { p };
        free(&p).then_some(p)
    };
    let (least, end) = (with(false, false)?, with(false, true)?);
    let (low, high) = (with(true, false)?, with(true, true)?);
    Some(match open {
        None => Extremes::Known { least, end, facts },
        Some(coefficient) => Extremes::BySign(BySign {
            coefficient,
            least: [least, low],
            end: [end, high],
        }),
    })
}

/// What the variables of the loops around an access run through, innermost first, and what is known of the symbols of its subscript there.
pub(super) fn ranges(cx: &Context<'_>, a: &Access<'_>, index: &Poly) -> (Vec<Range>, poly::Facts) {
    let mut seen: IndexSet<VarId> = IndexSet::new();
    let mut ranges: Vec<Range> = Vec::new();
    for l in &a.loops {
        ranges.push(cx.range(l, &seen));
        seen.insert(l.var);
    }
    let facts = cx.facts(&ranges, std::iter::once(index));
    tighten(&mut ranges, &facts);
    ranges.reverse();
    (ranges, facts)
}

/// Narrows the ranges of outer loops to those iterations in which the loops inside have any: with `j` from `i + 1` to `n - 1`, `i` ends at
/// `n - 2`. `ranges`: outermost first.
fn tighten(ranges: &mut [Range], facts: &poly::Facts) {
    for inner in (1..ranges.len()).rev() {
        let (outer, rest) = ranges.split_at_mut(inner);
        let Some((Some(most), Some(least))) = rest.first().map(|r| (&r.most, &r.least)) else {
            continue;
        };
        let Some(trips) = most.minus(least) else {
            continue;
        };
        for r in outer.iter_mut().rev() {
            // coefficient * variable + others >= 0
            let Some((coefficient, others)) = trips.split(&r.sym) else {
                continue;
            };
            match coefficient.as_constant() {
                Some(-1) => {
                    let less =
                        |old: &Poly| others.minus(old).is_some_and(|d| d.is_at_most(0, facts));
                    if r.most.as_ref().is_some_and(less) {
                        r.most = Some(others);
                    }
                }
                Some(1) => {
                    let Some(from) = Poly::default().minus(&others) else {
                        continue;
                    };
                    let more =
                        |old: &Poly| from.minus(old).is_some_and(|d| d.is_at_least(0, facts));
                    if r.least.as_ref().is_some_and(more) {
                        r.least = Some(from);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Drops candidates that another one always covers, given what is known where they arise.
fn undominated(list: &[(Poly, poly::Facts)], most: bool) -> Vec<Poly> {
    let covers = |q: &Poly, p: &Poly, facts: &poly::Facts| {
        q.minus(p).is_some_and(|d| {
            if most {
                d.is_at_least(0, facts)
            } else {
                d.is_at_most(0, facts)
            }
        })
    };
    let mut out: Vec<(Poly, &poly::Facts)> = Vec::new();
    for (p, facts) in list {
        if out.iter().any(|(q, _)| covers(q, p, facts)) {
            continue;
        }
        out.retain(|(q, known)| !covers(p, q, known));
        out.push((p.clone(), facts));
    }
    out.into_iter().map(|(p, _)| p).collect()
}

pub(super) fn note(unit: &Unit, a: &Access<'_>, words: &mut Vec<String>) {
    if words.len() >= 2 {
        if words.len() == 2 {
            words.push("...".into());
        }
        return;
    }
    let verb = if a.write { "writes" } else { "reads" };
    let loops: Vec<String> = a.loops.iter().map(|h| show::interval(unit, h)).collect();
    let text = format!(
        "{verb} {}{}{}",
        show::touch(unit, &a.touch()),
        if loops.is_empty() { "" } else { ", " },
        loops.join(", ")
    );
    if !words.contains(&text) {
        words.push(text);
    }
}
