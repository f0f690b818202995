//! Which loops in order a device goes through wave by wave, inside one kernel whose blocks wait for each other between the waves: recurrences of which no loop
//! by itself is parallel (Gauss-Seidel, tables of dynamic programming). On a device they would be one thread's.
//!
//! The fronts are those of the cores' tiles (`waves.rs`, `analyse/skew.rs`), with tiles of one iteration of each loop: no dependence leads to
//! a smaller number of any of them, so iterations with one sum of these numbers don't depend on each other (Wolf and Lam, "A Loop Transformation Theory and an
//! Algorithm to Maximize Parallelism", 1991; R-Stream §4.3). What a thread has of a wave is run in the program's order.

use super::blocked::nests::Nests;
use super::fronts::Nest;
use super::nest::Node;
use super::widest;
use crate::analyse::access::{Access, Part as AccessPart};
use crate::analyse::facts::Facts;
use crate::analyse::fronts::{Front, Part, depth};
use crate::analyse::poly::{Poly, Sym};
use crate::analyse::skew::{Skew, skew};
use crate::analyse::work;
use crate::plan::{ComputeKind, FrontPart, LoopPlan, Note, Wavefront};
use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, For, LoopId, Stmt, StmtId, StmtKind, VarId};
use indexmap::{IndexMap, IndexSet};

/// With fewer iterations in a wave, one thread is through as soon.
const LEAST_WIDTH: f64 = 4.0;
/// Elements that are no farther apart share a line of memory.
const NEAR: i128 = 8;

/// The outermost of such loops among the statements, by their numbers.
pub fn find(
    nests: &Nests<'_, '_>,
    stmts: &[Stmt],
    roots: &[Node<'_>],
) -> IndexMap<LoopId, (StmtId, Wavefront)> {
    let options = nests.p.options;
    let mut found = IndexMap::new();
    if options.transform && options.device() && nests.s.kind == ComputeKind::Kernels {
        roots.iter().for_each(|n| seek(nests, stmts, n, &mut found));
    }
    found
}

fn seek(
    nests: &Nests<'_, '_>,
    stmts: &[Stmt],
    n: &Node<'_>,
    found: &mut IndexMap<LoopId, (StmtId, Wavefront)>,
) {
    if n.is_partitioned() || !n.decision.order.device.is_empty() {
        return;
    }
    let l = n.loop_;
    let one = statement(stmts, l.id).and_then(|s| Some((s.id, of_loop(nests, stmts, s, l, n)?)));
    match one {
        Some(one) => {
            found.insert(l.id, one);
        }
        None => n.children.iter().for_each(|c| seek(nests, stmts, c, found)),
    }
}

/// Whether threads could share a loop in a statement by itself that does more than sum up. Sums are better off with a thread for each: the lanes of a gang
/// would have to meet for each of them.
fn has_shared(nests: &Nests<'_, '_>, s: &Stmt) -> bool {
    s.any_stmt(|s| match &s.kind {
        StmtKind::For(l) => nests
            .node(l)
            .is_some_and(|n| n.is_partitioned() && !is_sum(n)),
        _ => false,
    })
}

fn is_sum(n: &Node<'_>) -> bool {
    n.is_partitioned() && !n.decision.reductions.is_empty() && n.clauses.is_none()
}

/// The statement that a loop is.
fn statement(stmts: &[Stmt], id: LoopId) -> Option<&Stmt> {
    let mut found = None;
    for s in stmts {
        s.each_stmt(|s| {
            if matches!(&s.kind, StmtKind::For(l) if l.id == id) {
                found = Some(s);
            }
        });
    }
    found.filter(|s| s.id != StmtId::NONE)
}

fn of_loop<'s>(
    nests: &Nests<'_, '_>,
    stmts: &'s [Stmt],
    s: &'s Stmt,
    l: &For,
    n: &Node<'_>,
) -> Option<Wavefront> {
    let mut plain = true;
    n.each(&mut |n| {
        let d = &n.decision;
        plain &= super::together::is_stepped(n) && d.order.device.is_empty();
        plain &= d.atomics.is_empty() && n.calls.is_none();
    });
    let StmtKind::For(own_loop) = &s.kind else {
        return None;
    };
    if !plain || n.children.is_empty() {
        return None;
    }
    let nest = Nest::of(nests, s, own_loop)?;
    let rows = nest.parts()?;
    // Where threads could share the loops inside one by one, they do.
    let deepest = rows.iter().map(|p| depth(p.stmt)).max();
    let mut deep = rows.iter().filter(|p| Some(depth(p.stmt)) == deepest);
    if deep.all(|p| has_shared(nests, p.stmt)) {
        return None;
    }
    let own = nest.own(stmts, l, &rows)?;
    let first = nest.asked(&rows, |q, parts| skew(q, parts, false))?;
    let columns = nest.columns(&rows, &own).and_then(|columns| {
        let found = nest.asked(&columns, |q, parts| skew(q, parts, true))?;
        Some((columns, found))
    });
    let mut free = first.free.clone();
    let mut wave = match &columns {
        None => of_two(&nest, &rows, &first),
        Some((columns, second)) => {
            free.extend(second.free.clone());
            of_three(&nest, (&rows, &first), (columns, second))
        }
    };
    wave.own = own;
    // A device's copies of what clauses name are apart.
    wave.apart = free.asked;
    // A sum along the waves isn't worth them.
    let mut sums = false;
    n.each(&mut |n| sums |= is_sum(n) && n.head_vars().any(|v| wave.counts(v)));
    if sums {
        return None;
    }
    let deepest = rows.iter().max_by_key(|p| depth(p.stmt));
    wave.width = width(nests.p.unit, l, n, &wave, deepest.and_then(front));
    is_wide(nests.p.unit, &wave).then_some(wave)
}

fn of_two(nest: &Nest<'_, '_, '_>, parts: &[Part<'_>], found: &Skew) -> Wavefront {
    let part = |(p, shift): (&Part<'_>, &i64)| {
        let own = (owned(&p.front), *shift);
        (p.stmt.id, FrontPart { rows: None, own })
    };
    Wavefront {
        by: 1 + found.by,
        rows: None,
        along_outer: true,
        parts: parts.iter().zip(&found.shifts).map(part).collect(),
        ..empty(nest)
    }
}

/// With `wave = t + (i + a * t + shift) + (j + b * t + c * i + shift)`.
fn of_three<'s>(
    nest: &Nest<'_, '_, 's>,
    (rows, first): (&[Part<'s>], &Skew),
    (columns, second): (&[Part<'s>], &Skew),
) -> Wavefront {
    let shifts = first.shifts.iter().zip(&second.shifts);
    let parts = rows.iter().zip(columns).zip(shifts);
    let part = |((row, column), (shift, own)): ((&Part<'_>, &Part<'_>), (&i64, &i64))| {
        let rows = Some((owned(&row.front), *shift));
        // The row's shift moves what counts for the columns as well.
        let own = (owned(&column.front), own - second.across * shift);
        (row.stmt.id, FrontPart { rows, own })
    };
    Wavefront {
        by: 1 + first.by + second.by,
        rows: Some(1 + second.across),
        along_outer: along_outer(&nest.inside, nest.head, columns),
        parts: parts.map(part).collect(),
        ..empty(nest)
    }
}

fn empty(nest: &Nest<'_, '_, '_>) -> Wavefront {
    Wavefront {
        id: nest.id,
        head: nest.head.clone(),
        by: 1,
        rows: None,
        along_outer: true,
        parts: IndexMap::new(),
        own: Vec::new(),
        apart: IndexSet::new(),
        width: Vec::new(),
        axes: Default::default(),
    }
}

fn owned(front: &Front<&Canonical>) -> Front<Canonical> {
    match front {
        Front::Loop(h) => Front::Loop((*h).clone()),
        Front::Behind(h) => Front::Behind((*h).clone()),
        Front::At(n) => Front::At(*n),
        Front::Outer => Front::Outer,
    }
}

fn front<'a>(part: &Part<'a>) -> Option<&'a Canonical> {
    match part.front {
        Front::Loop(head) => Some(head),
        _ => None,
    }
}

/// Whether threads that follow each other along the outer loop touch memory that lies closer together than those along the middle one. An iteration
/// more of either is some fewer of the innermost loop.
fn along_outer<'s>(inside: &Facts<'s>, outer: &Canonical, columns: &[Part<'s>]) -> bool {
    let Some(part) = columns.iter().max_by_key(|p| depth(p.stmt)) else {
        return false;
    };
    let (Some(middle), Front::Loop(own)) = (part.around, &part.front) else {
        return false;
    };
    let facts = inside.part(part.stmt);
    let by = |p: &Poly, v: VarId| p.split(&Sym::Var(v, 0))?.0.as_constant();
    let near = |v: VarId| {
        let is_near = |a: &&Access<'_>| {
            let last = a.parts.len().saturating_sub(1);
            a.parts.iter().enumerate().all(|(at, s)| match s {
                AccessPart::Index(Ok(p), _) => {
                    let most = if at == last { NEAR } else { 0 };
                    let far = by(p, v).zip(by(p, own.var));
                    far.is_some_and(|(one, other)| one.abs() + other.abs() <= most)
                }
                AccessPart::Index(Err(_), _) => false,
                AccessPart::Deref | AccessPart::Field(..) => true,
            })
        };
        let accesses = &facts.accesses().found;
        accesses.iter().filter(is_near).count()
    };
    near(outer.var) > near(middle.var)
}

/// The loops that bound how many iterations a wave has: of two, both; of three, the one whose iterations rows of threads have. `row`: the loop with the
/// fronts of the rows.
fn width(
    unit: &Unit,
    l: &For,
    n: &Node<'_>,
    wave: &Wavefront,
    row: Option<&Canonical>,
) -> Vec<Canonical> {
    let mut inner = None;
    n.each(&mut |c| {
        if row.is_some_and(|row| c.heads.iter().any(|h| h.var == row.var)) {
            let heads = widest::heads(unit, &[n], c);
            inner = inner.take().or(heads.and_then(|h| h.into_iter().next()));
        }
    });
    let outer = l.canonical.clone();
    let heads = match wave.rows {
        None => [outer, inner],
        Some(_) if wave.along_outer => [inner, None],
        Some(_) => [outer, None],
    };
    heads.into_iter().flatten().collect()
}

/// Whether waves are not known to be so narrow that one thread does as well.
fn is_wide(unit: &Unit, wave: &Wavefront) -> bool {
    let trips: Option<Vec<f64>> = wave.heads().map(|h| work::trips(unit, h)).collect();
    let Some(trips) = trips else { return true };
    let (Some(outer), Some(own)) = (trips.first(), trips.last()) else {
        return true;
    };
    if wave.rows.is_some() {
        return true;
    }
    let waves = wave.by as f64 * (outer - 1.0) + own;
    outer * own >= LEAST_WIDTH * waves
}

/// Those of the loops that a kernel's statements hold; tells of each in its plan.
pub fn of_kernel(
    unit: &Unit,
    all: &IndexMap<LoopId, (StmtId, Wavefront)>,
    body: &[Stmt],
    loops: &mut IndexMap<LoopId, LoopPlan>,
) -> IndexMap<StmtId, Wavefront> {
    let mut found = IndexMap::new();
    for (id, (stmt, wave)) in all {
        if !body.iter().any(|s| s.any_stmt(|s| s.id == *stmt)) {
            continue;
        }
        let text = format!(
            "devices run it as a wavefront along {}, in one kernel whose blocks wait for each other",
            wave.along(unit)
        );
        if let Some(plan) = loops.get_mut(id)
            && !plan.notes.iter().any(|n| n.text == text)
        {
            let line = plan.line;
            plan.notes.push(Note::new(line, text));
        }
        found.insert(*stmt, wave.clone());
    }
    found
}
