//! Which loops in order the host's cores go through in tiles together with the loops in them, wavefront by wavefront: steps over a grid whose cells then
//! stay in the cache for several steps, and recurrences of which no loop by itself is parallel.
//!
//! The tiles are those of `analyse/skew.rs`. A tile runs what the program runs of it, in the same order, so every element gets the same
//! operations in the same order.

use super::apart;
use super::blocked::legal;
use super::blocked::nests::{self, Nests};
use super::fronts::Nest;
use super::worth;
use crate::analyse::access::Part as AccessPart;
use crate::analyse::depend::Free;
use crate::analyse::facts::Facts;
use crate::analyse::fronts::{Front, Part, depth};
use crate::analyse::partition::{Partition, partition};
use crate::analyse::poly::Sym;
use crate::analyse::show;
use crate::analyse::skew::{Skew, skew};
use crate::plan::{Apart, Blocked, ComputeKind, Fronts, LoopPlan, WavePart, Waves};
use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, Expr, For, LoopId, Stmt, StmtId, StmtKind, VarId, Visit};
use indexmap::{IndexMap, IndexSet};

/// The loops among the statements that the host's cores run, by their statements; tells of each in its plan. What runs in tiles by itself
/// (`blocked`) stays as it is.
pub fn decide(
    nests: &Nests<'_, '_>,
    stmts: &[Stmt],
    blocked: &IndexMap<StmtId, Blocked>,
    loops: &mut IndexMap<LoopId, LoopPlan>,
) -> IndexMap<StmtId, Waves> {
    if !nests.may_transform() || nests.s.kind != ComputeKind::Kernels {
        return IndexMap::new();
    }
    let mut search = Search {
        nests,
        stmts,
        blocked,
        found: IndexMap::new(),
        told: Vec::new(),
    };
    stmts.iter().for_each(|s| search.visit_stmt(s));
    nests::tell_briefly(search.told, loops);
    search.found
}

struct Search<'n, 'a> {
    nests: &'n Nests<'n, 'a>,
    stmts: &'n [Stmt],
    blocked: &'n IndexMap<StmtId, Blocked>,
    found: IndexMap<StmtId, Waves>,
    /// In full, and briefly.
    told: Vec<(LoopId, String, Option<String>)>,
}

impl<'t> Visit<'t> for Search<'_, '_> {
    fn visit_stmt(&mut self, s: &'t Stmt) {
        let StmtKind::For(l) = &s.kind else {
            return self.walk_stmt(s);
        };
        // Copies of an unrolled loop's body are its text.
        if self.nests.is_unrolled(l)
            || self.nests.is_shared(l)
            || s.any_stmt(|s| self.blocked.contains_key(&s.id))
        {
            return;
        }
        let found = match self.nests.holds_made(s) {
            true => None,
            false => self.waves(s, l),
        };
        match found {
            Some(found) => {
                let full = note(self.nests.p.unit, &found);
                self.told.push((l.id, full, brief(&found)));
                self.found.insert(s.id, found);
            }
            None => self.walk_stmt(s),
        }
    }

    fn visit_expr(&mut self, _: &'t Expr) {}
}

impl Search<'_, '_> {
    fn waves(&self, s: &Stmt, l: &For) -> Option<Waves> {
        let (unit, nests) = (self.nests.p.unit, self.nests);
        if !self.nests.stands(s) {
            return None;
        }
        let nest = Nest::of(nests, s, l)?;
        let parts = nest.parts()?;
        let own = nest.own(self.stmts, l, &parts)?;
        let deepest = parts.iter().map(|p| depth(p.stmt)).max();
        let mut deep = parts.iter().filter(|p| Some(depth(p.stmt)) == deepest);
        let shared = deep.all(|p| has_shared(nests, p.stmt));
        let sliced = self.slices(&nest, &parts);
        let slices = sliced.is_some();
        if !slices && !shared && parts.iter().any(|p| sums_up(&nest.inside, p)) {
            return None;
        }
        let (rows, mut free) = sliced.or_else(|| self.cut(&nest, &parts))?;
        let columns = (!slices).then(|| self.columns(&nest, &parts, &own));
        let columns = columns.flatten();
        let columns = columns.map(|(columns, also)| {
            free.extend(also);
            columns
        });
        let asked = free.by_clauses.union(&free.asked);
        let apart: Vec<Apart> = apart::questions(nests.reaches, asked)?;
        let (line, bytes) = line(unit, &nest, &parts);
        Some(Waves {
            head: nest.head.clone(),
            rows,
            columns,
            line,
            bytes,
            shared,
            slices,
            own,
            apart,
            worth: worth::of_nest(nests.p, nests.given, self.stmts, l, 1),
        })
    }

    /// Tiles along the parts' fronts.
    fn cut<'s>(&self, nest: &Nest<'_, '_, 's>, parts: &[Part<'s>]) -> Option<(Fronts, Free)> {
        let found = nest.asked(parts, |q, parts| skew(q, parts, false))?;
        let Skew {
            by, shifts, free, ..
        } = found;
        let scale = 1;
        let parts = placed(parts, shifts);
        Some((Fronts { by, scale, parts }, free))
    }

    /// Slices: tiles along the parts' fronts that don't depend on each other.
    fn slices<'s>(&self, nest: &Nest<'_, '_, 's>, parts: &[Part<'s>]) -> Option<(Fronts, Free)> {
        let found = nest.asked(parts, partition)?;
        let Partition {
            scale,
            by,
            shifts,
            free,
        } = found;
        let parts = placed(parts, shifts);
        Some((Fronts { by, scale, parts }, free))
    }

    /// Tiles along the loops inside of those that have the rows too.
    fn columns<'s>(
        &self,
        nest: &Nest<'_, '_, 's>,
        rows: &[Part<'s>],
        own: &[VarId],
    ) -> Option<(Fronts, Free)> {
        self.cut(nest, &nest.columns(rows, own)?)
    }
}

/// Whether a part's loop assigns one element in all of its iterations: a sum, which a serial program has in a register and tiles don't.
fn sums_up<'a>(facts: &Facts<'a>, part: &Part<'a>) -> bool {
    let Front::Loop(head) = part.front else {
        return false;
    };
    let own = facts.part(part.stmt);
    let counts = |s: &AccessPart| match s {
        AccessPart::Index(Ok(p), _) => p.mentions(&Sym::Var(head.var, 0)),
        AccessPart::Index(Err(_), _) => true,
        _ => false,
    };
    let mut written = own.accesses().found.iter().filter(|a| a.write);
    written.any(|a| !a.parts.iter().any(counts))
}

/// Whether threads could share a statement's loops by themselves.
fn has_shared(nests: &Nests<'_, '_>, s: &Stmt) -> bool {
    s.any_stmt(|s| matches!(&s.kind, StmtKind::For(l) if nests.is_shared(l)))
}

/// What an iteration of the parts goes through at most, and the bytes that each of its elements has in all arrays: the loops of the deepest part.
/// The length of a loop that isn't known before the nest is taken to be that of the outer one.
fn line(unit: &Unit, nest: &Nest<'_, '_, '_>, parts: &[Part<'_>]) -> (Vec<Canonical>, u64) {
    let mut longest: Vec<Canonical> = Vec::new();
    for part in parts {
        let mut line: Vec<Canonical> = Vec::new();
        let mut at = part.stmt;
        while let Some(inner) = first_inside(at) {
            let StmtKind::For(l) = &inner.kind else { break };
            let known = l
                .canonical
                .as_ref()
                .filter(|h| legal::is_countable(unit, h, &nest.changed));
            line.push(known.unwrap_or(nest.head).clone());
            at = inner;
        }
        if line.len() > longest.len() {
            longest = line;
        }
    }
    let mut sizes: IndexMap<VarId, u64> = IndexMap::new();
    for a in &nest.facts.accesses().found {
        let size = sizes.entry(a.root).or_default();
        *size = unit.types.size_of(a.ty).unwrap_or(8).max(*size);
    }
    (longest, sizes.values().sum::<u64>().max(1))
}

/// The first loop in a loop's body.
fn first_inside(s: &Stmt) -> Option<&Stmt> {
    fn first(s: &Stmt) -> Option<&Stmt> {
        match &s.kind {
            StmtKind::For(_) => Some(s),
            StmtKind::Block(inner) => inner.iter().find_map(first),
            StmtKind::If { then, els, .. } => {
                first(then).or_else(|| els.as_deref().and_then(first))
            }
            _ => None,
        }
    }
    match &s.kind {
        StmtKind::For(l) => first(&l.body),
        _ => None,
    }
}

/// Parts with their shifts, for the plan.
fn placed(parts: &[Part<'_>], shifts: Vec<i64>) -> IndexMap<StmtId, WavePart> {
    let part = |(p, shift): (&Part<'_>, i64)| {
        let front = match p.front {
            Front::Loop(h) => Front::Loop(h.clone()),
            Front::Behind(h) => Front::Behind(h.clone()),
            Front::At(n) => Front::At(n),
            Front::Outer => Front::Outer,
        };
        (p.stmt.id, WavePart { front, shift })
    };
    parts.iter().zip(shifts).map(part).collect()
}

/// What the report says without details.
fn brief(w: &Waves) -> Option<String> {
    let tiled = match w.rows.by {
        0 => "tiled",
        _ => "time-tiled",
    };
    (!w.slices).then(|| format!("CPU: {tiled}, wavefront parallel"))
}

/// What the report says.
fn note(unit: &Unit, w: &Waves) -> String {
    let name = |h: &Canonical| show::name(unit, h.var).to_string();
    let t = name(&w.head);
    let along = |fronts: &Fronts| {
        let fronts = fronts.parts.values().filter_map(|p| {
            let Front::Loop(head) = &p.front else {
                return None;
            };
            let mut front = times(fronts.scale, &name(head));
            let sign = |n: i64| if n < 0 { '-' } else { '+' };
            if fronts.by != 0 {
                let by = times(fronts.by.abs(), &t);
                front = format!("{front} {} {by}", sign(fronts.by));
            }
            if p.shift != 0 {
                front = format!("{front} {} {}", sign(p.shift), p.shift.abs());
            }
            Some(front)
        });
        let fronts: IndexSet<String> = fronts.collect();
        fronts.into_iter().collect::<Vec<_>>().join(", ")
    };
    if w.slices {
        return format!(
            "the host's cores share its slices, those of each {}, and nobody waits for another one",
            along(&w.rows)
        );
    }
    let tiles = match &w.columns {
        None => format!("{t} and of {}", along(&w.rows)),
        Some(columns) => format!("{t}, of {} and of {}", along(&w.rows), along(columns)),
    };
    format!("the host's cores run it in tiles of {tiles}, wavefront by wavefront")
}

/// "2*t"
fn times(n: i64, name: &str) -> String {
    match n {
        1 => name.into(),
        n => format!("{n}*{name}"),
    }
}
