//! Slices of a nest of loops, and its free schedule, by the transitive closure of its dependences, for people to read: Beletska et al.,
//! "Coarse-grained loop parallelization: Iteration Space Slicing vs affine transformations" (2011). A slice is what dependences connect: slices can run
//! at once, each in the program's order. In the free schedule everything happens as soon as what it waits for has happened.
//!
//! ```text
//! R                                    instances of statements -> those that depend on them
//! sources                              domain(R) - range(R)
//! connected                            the pairs of sources e, e' with R*(e) and R*(e') in common, and what connects these in turn
//! representatives                      sources - those that are connected with an earlier one
//! step of an instance                  the greatest k with which R^k leads to it
//! ```
//!
//! An instance is the values of the loops' variables, and the number of its statement where there are several; -1 stands for loops that aren't around it.
//! Where the relation or a closure may be too large, so may the slices be: there are then that many or more. The free schedule is told only where all is exact.

use super::access::Access;
use super::alias::{Alias, alias};
use super::depend::{Pair, Question, accesses, moves};
use super::exact;
use super::points::Points;
use super::questions::ask;
use super::sets::Names;
use super::skew::{compared, meeting};
use super::verdict::Inexact;
use super::{flow, show};
use accrs_frontend::region::{Canonical, Stmt, StmtKind};
use accrs_isl::{Context, Error, Map};
use indexmap::IndexMap;

/// Nests with more pairs of accesses, or more loops in each other, aren't looked at.
const MOST_PAIRS: usize = 64;
const MOST_DEPTH: usize = 5;

/// What there is to say of a nest, in isl's notation.
pub struct Slices {
    pub relation: String,
    /// What names stand for that the program doesn't have.
    pub meanings: Vec<String>,
    /// Whether the relation is no larger than what depends on each other, and whether its closure is no larger either.
    pub exact: bool,
    pub closed: bool,
    pub sources: String,
    pub representatives: String,
    /// All that depends on anything is one slice.
    pub single: bool,
    /// From an instance to the step in which it can happen; what isn't here can happen in the first one.
    pub steps: Option<String>,
}

/// Statements that follow each other in one body, as one.
struct Unit<'a> {
    loops: Vec<&'a Canonical>,
    code: Vec<&'a Stmt>,
}

/// The slices of the nest that the question's only head makes of a body. `None`: nothing depends on anything, or nothing can be said.
pub fn of_nest<'a>(q: &Question<'_, 'a>, body: &'a Stmt) -> Option<Result<Slices, Inexact>> {
    let [head] = q.heads else { return None };
    let mut units = Vec::new();
    collect(body, &mut vec![head], &mut units)?;
    let found = accesses(q);
    if !q.around.is_empty() || found.wild.is_some() || hands_on(q, &units) {
        return None;
    }
    let all = found.found.as_slice();
    let places: Option<Vec<usize>> = all.iter().map(|a| place(&units, a)).collect();
    let places = places?;
    let pairs = pairs(q, all)?;
    let compared = compared(&pairs, moves(q, all))?;
    let meeting = meeting(&pairs, &compared);
    let mut params = IndexMap::new();
    let mut parts = Vec::new();
    let mut questions = Vec::new();
    for pair in &meeting {
        let mut question = pair.question_with(params);
        let conditions = question.points.take();
        params = question.points.params.clone();
        let at = |a| all.iter().position(|o| std::ptr::eq(o, a));
        let ends = [places[at(pair.a)?], places[at(pair.b)?]];
        let both = [false, true];
        let ways = if std::ptr::eq(pair.a, pair.b) { 1 } else { 2 };
        for back in &both[..ways] {
            parts.push(part(&units, &question, ends, *back, &conditions));
        }
        questions.push(question);
    }
    let exact = questions.iter().all(|q| q.points.exact);
    let points = &questions.last()?.points;
    let told = ask(|isl| closures(isl, points, &parts));
    // Asked by itself: the slices are known where this takes too long.
    let steps = ask(|isl| match relation(isl, points, &parts)?.longest()? {
        (steps, true) => Ok(Some(steps.coalesce()?.text()?)),
        _ => Ok(None),
    });
    let steps = steps.ok().flatten().filter(|_| exact);
    let names = names(q, points, &units);
    let shown = |told: Slices| Slices {
        relation: names.text(&told.relation),
        meanings: names.meanings().to_vec(),
        exact,
        sources: names.text(&told.sources),
        representatives: names.text(&told.representatives),
        steps: steps.as_deref().map(|t| names.text(t)),
        ..told
    };
    told.map(|found| found.map(shown)).transpose()
}

/// The statements of a body, with the loops around them.
fn collect<'a>(
    body: &'a Stmt,
    around: &mut Vec<&'a Canonical>,
    units: &mut Vec<Unit<'a>>,
) -> Option<()> {
    if around.len() > MOST_DEPTH || around.last().is_some_and(|h| h.down) {
        return None;
    }
    let mut open = false;
    let mut todo = vec![body];
    while let Some(s) = todo.pop() {
        match &s.kind {
            StmtKind::Empty => {}
            StmtKind::Block(inner) => todo.extend(inner.iter().rev()),
            StmtKind::For(l) => {
                around.push(l.canonical.as_ref()?);
                collect(&l.body, around, units)?;
                around.pop();
                open = false;
            }
            StmtKind::Expr(_) | StmtKind::Decl(_) | StmtKind::If { .. } => {
                match units.last_mut().filter(|_| open) {
                    Some(unit) => unit.code.push(s),
                    None => units.push(Unit {
                        loops: around.clone(),
                        code: vec![s],
                    }),
                }
                open = true;
            }
            _ => return None,
        }
    }
    Some(())
}

/// The unit that an access is in.
fn place(units: &[Unit<'_>], a: &Access<'_>) -> Option<usize> {
    units.iter().position(|u| {
        let mut has = false;
        u.code
            .iter()
            .for_each(|s| s.each_expr(|e| has |= e.id == a.what.id));
        has
    })
}

/// Whether a scalar that the nest assigns has a value from outside of the unit that reads it.
fn hands_on(q: &Question<'_, '_>, units: &[Unit<'_>]) -> bool {
    let used = &q.facts.uses().vars;
    units.iter().any(|unit| {
        let exposed = flow::of_stmts(q.facts.unit, unit.code.iter().copied()).exposed;
        let mut exposed = exposed
            .keys()
            .filter(|v| unit.loops.iter().all(|l| l.var != **v));
        exposed.any(|v| {
            let ty = q.facts.unit.var(*v).ty;
            let written = used.get(v).is_some_and(|u| u.written.is_some());
            written && !q.facts.unit.types.is_array(ty)
        })
    })
}

/// The pairs of accesses to one object, one of them writing.
fn pairs<'p, 'a>(q: &'p Question<'p, 'a>, all: &'p [Access<'a>]) -> Option<Vec<Pair<'p, 'a>>> {
    let mut pairs = Vec::new();
    for (i, a) in all.iter().enumerate() {
        for b in &all[i..] {
            if !(a.write || b.write) {
                continue;
            }
            if a.root != b.root {
                match alias(q.facts.unit, a, b, q.aliases) {
                    Alias::May => return None,
                    Alias::No | Alias::ByClauses | Alias::Asked => continue,
                }
            }
            let cx = q.facts.context();
            pairs.push(Pair { q, cx, a, b, all });
        }
    }
    (pairs.len() <= MOST_PAIRS).then_some(pairs)
}

/// A part of the relation: its text from the instance's point to the one that depends on it, and when they do.
struct Part {
    from: Vec<String>,
    to: String,
    when: String,
}

/// What of a pair depends on the access that comes first. `back`: the second one does.
fn part(
    units: &[Unit<'_>],
    question: &exact::Question<'_, '_>,
    [a, b]: [usize; 2],
    back: bool,
    conditions: &[String],
) -> Part {
    let ends = [('a', a), ('b', b)];
    let [first, second] = if back { [ends[1], ends[0]] } else { ends };
    let depth = units.iter().map(|u| u.loops.len()).max().unwrap_or(0);
    let dims = |(tag, unit): (char, usize)| -> Vec<String> {
        let own = 0..units[unit].loops.len();
        own.map(|k| format!("{tag}{k}")).collect()
    };
    let point = |unit: usize, name: char| {
        let own = 0..units[unit].loops.len();
        let mut point: Vec<String> = own.map(|k| format!("{name}{k}")).collect();
        point.resize(depth, "-1".into());
        if units.len() > 1 {
            point.push((unit + 1).to_string());
        }
        point
    };
    let (from, to) = (dims(first), dims(second));
    let common = units[a].loops.iter().zip(&units[b].loops);
    let common = common.take_while(|(l, m)| std::ptr::eq(**l, **m)).count();
    let mut earlier = Vec::new();
    for level in 0..=common {
        let equal = (0..level).map(|k| format!("{} = {}", from[k], to[k]));
        let mut all: Vec<String> = equal.collect();
        match level < common {
            true => all.push(format!("{} < {}", from[level], to[level])),
            // The same iteration of all that is around both.
            false if first.1 < second.1 => {}
            false => continue,
        }
        all.push("0 = 0".into());
        earlier.push(format!("({})", all.join(" and ")));
    }
    let named = [(&from, 'x'), (&to, 'y')].into_iter();
    let named = named.flat_map(|(dims, name)| {
        let each = dims.iter().enumerate();
        each.map(move |(k, dim)| format!("{name}{k} = {dim}"))
    });
    let all: Vec<String> = named.chain(conditions.iter().cloned()).collect();
    let inner: Vec<&str> = question.dims.iter().map(String::as_str).collect();
    Part {
        from: point(first.1, 'x'),
        to: format!("[{}]", point(second.1, 'y').join(", ")),
        when: format!(
            "(exists {} : {} and ({}))",
            inner.join(", "),
            all.join(" and "),
            earlier.join(" or ")
        ),
    }
}

/// What depends on what.
fn relation(isl: &Context, points: &Points<'_, '_>, parts: &[Part]) -> Result<Map, Error> {
    let mut relation: Option<Map> = None;
    for p in parts {
        let more = points.map(isl, &p.from, &p.to, std::slice::from_ref(&p.when))?;
        relation = Some(match relation {
            Some(all) => all.union(&more)?,
            None => more,
        });
    }
    relation.ok_or(Error::Failed)?.coalesce()
}

/// What isl says of slices; `None`: nothing depends on anything.
fn closures(
    isl: &Context,
    points: &Points<'_, '_>,
    parts: &[Part],
) -> Result<Option<Slices>, Error> {
    let relation = relation(isl, points, parts)?;
    if relation.is_empty()? {
        return Ok(None);
    }
    let (closure, closed) = relation.closure()?;
    let (from, to) = (relation.domain()?, relation.range()?);
    let sources = from.clone().subtract(to.clone())?.coalesce()?;
    let onwards = closure.union(&from.union(to)?.identity()?)?;
    let meet = onwards.then(&onwards.reverse()?)?.among(&sources)?;
    let (connected, joined) = meet.coalesce()?.closure()?;
    let behind = connected.intersect(&sources.in_order()?)?.range()?;
    let representatives = sources.clone().subtract(behind)?.coalesce()?;
    let single = representatives.in_order()?.is_empty()?;
    Ok(Some(Slices {
        relation: relation.text()?,
        meanings: Vec::new(),
        exact: true,
        closed: closed && joined,
        sources: sources.text()?,
        representatives: representatives.text()?,
        single,
        steps: None,
    }))
}

fn names(q: &Question<'_, '_>, points: &Points<'_, '_>, units: &[Unit<'_>]) -> Names {
    let deepest = units.iter().max_by_key(|u| u.loops.len());
    let loops = deepest.map_or(&[][..], |u| &u.loops);
    let mut names = Names::of(q.facts.unit, points, &[], "");
    for (k, l) in loops.iter().enumerate() {
        let name = show::name(q.facts.unit, l.var);
        names.add(format!("x{k}"), name);
        for second in [format!("y{k}"), format!("x{k}'")] {
            names.another(&second, name);
        }
    }
    names
}
