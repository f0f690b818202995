//! Which loops the host's cores run some iterations of together, beside each other: unrolled and jammed, so that loops in order in them, of which
//! each iteration waits for the one before, do so for a whole vector at once (Algorithm 6 of jit4GPU; Callahan, Cocke and Kennedy).
//!
//! ```text
//! uniform  what is the same in all iterations that go together
//! pays     whether that is faster
//! vectors  whether vectors can hold what it computes
//! held     elements that lanes hold while a loop runs
//! chain    how long iterations of such a loop wait for each other
//! ```
//!
//! Each iteration does what it did, in the same order, so this is right where iterations are independent.

mod chain;
mod held;
mod pays;
mod uniform;
mod vectors;

use super::blocked::nests::{self, Nests, is_plain};
use super::blocked::{self, legal, normal};
use super::worth;
use crate::analyse::facts::Facts;
use crate::analyse::{flow, show};
use crate::plan::{ComputeKind, FusedLoops, Jammed, LoopPlan, show as text};
use crate::tree::jam;
use accrs_frontend::region::{Canonical, Expr, For, LoopId, Stmt, StmtId, StmtKind, VarId, Visit};
use indexmap::{IndexMap, IndexSet};
use pays::Gain;
pub use pays::is_short;
use std::cmp::Reverse;
use uniform::Uniform;
pub use vectors::fits;

/// The loops among the statements that the host's cores run, by their statements; tells of each in its plan. What runs in tiles (`tiled`) or as one
/// with other loops stays as it is.
pub fn decide(
    nests: &Nests<'_, '_>,
    stmts: &[Stmt],
    (tiled, fused): (&IndexSet<StmtId>, &IndexMap<LoopId, FusedLoops>),
    loops: &mut IndexMap<LoopId, LoopPlan>,
) -> IndexMap<StmtId, Jammed> {
    if !nests.may_transform() || nests.s.kind == ComputeKind::Serial {
        return IndexMap::new();
    }
    let mut search = Search {
        nests,
        stmts,
        tiled,
        fused,
        shared: false,
        found: IndexMap::new(),
        told: Vec::new(),
    };
    stmts.iter().for_each(|s| search.visit_stmt(s));
    nests::tell(search.told, loops);
    search.found
}

/// Whether lanes run the iterations of a loop and find in their loops all that they need in vectors: then these are faster than rows without vectors.
pub fn fills_vectors(nests: &Nests<'_, '_>, stmts: &[Stmt], (s, l): (&Stmt, &For)) -> bool {
    let search = Search {
        nests,
        stmts,
        tiled: &IndexSet::new(),
        fused: &IndexMap::new(),
        shared: false,
        found: IndexMap::new(),
        told: Vec::new(),
    };
    nests.is_shared(l) && search.jammed(s, l).is_some_and(|found| !found.gathers())
}

struct Search<'n, 'a> {
    nests: &'n Nests<'n, 'a>,
    stmts: &'n [Stmt],
    tiled: &'n IndexSet<StmtId>,
    fused: &'n IndexMap<LoopId, FusedLoops>,
    /// A loop around is shared out among threads.
    shared: bool,
    found: IndexMap<StmtId, Jammed>,
    told: Vec<(LoopId, String)>,
}

impl<'t> Visit<'t> for Search<'_, '_> {
    fn visit_stmt(&mut self, s: &'t Stmt) {
        let StmtKind::For(l) = &s.kind else {
            return self.walk_stmt(s);
        };
        if self.tiled.contains(&s.id) || self.fused.contains_key(&l.id) {
            return;
        }
        let shared = self.nests.is_shared(l);
        if shared
            && self.nests.may_be_tiled(s, l)
            && let Some(found) = self.jammed(s, l)
        {
            self.told.push((found.id, note(self.nests, &found)));
            self.found.insert(s.id, found);
            return;
        }
        let around = self.shared;
        self.shared |= shared;
        self.walk_stmt(s);
        self.shared = around;
    }

    fn visit_expr(&mut self, _: &'t Expr) {}
}

impl Search<'_, '_> {
    /// The loop `l`, or one of those in it with nothing between: the one with the fewest elements that lie apart from lane to lane.
    fn jammed(&self, s: &Stmt, l: &For) -> Option<Jammed> {
        let tiled = |s: &Stmt| {
            let fused = matches!(&s.kind, StmtKind::For(l) if self.fused.contains_key(&l.id));
            fused || self.tiled.contains(&s.id)
        };
        let nests = self.nests;
        let unit = nests.p.unit;
        if s.any_stmt(tiled) || !is_plain(unit, s) || !nests.is_bare(s) || !nests.stands(s) {
            return None;
        }
        if s.any_stmt(|s| matches!(&s.kind, StmtKind::For(l) if nests.is_unrolled(l))) {
            return None;
        }
        let mut chain = vec![l];
        while let Some(next) = chain.last().and_then(|l| normal::only(&l.body))
            && nests.is_shared(next)
        {
            chain.push(next);
        }
        let found = (0..chain.len()).filter_map(|n| self.of_loop(&chain[..n], chain[n]));
        // Of equal ones the innermost.
        found.max_by_key(|j| Reverse(j.scattered.len()))
    }

    /// A loop, with those around it that are part of the nest.
    fn of_loop(&self, outer: &[&For], l: &For) -> Option<Jammed> {
        let (nests, unit) = (self.nests, self.nests.p.unit);
        let whole = outer.first().copied().unwrap_or(l);
        let head = l.canonical.clone()?;
        let n = normal::alone(l)?;
        let facts = Facts::of(unit, [&n.nest]);
        if facts.accesses().wild.is_some() {
            return None;
        }
        let uses = facts.uses().vars.iter();
        let changed: IndexSet<VarId> = uses
            .filter(|(_, u)| u.any_write())
            .map(|(v, _)| *v)
            .collect();
        let heads: Option<Vec<Canonical>> = outer.iter().map(|l| l.canonical.clone()).collect();
        let heads = heads?;
        let countable = |h: &Canonical| legal::is_countable(unit, h, &changed);
        if !countable(&head) || !heads.iter().all(countable) {
            return None;
        }
        let uniform = Uniform {
            var: head.var,
            changed: &changed,
        };
        let same = |e: &Expr, around: &[VarId]| uniform.is_same(e, around);
        let mut steps = jam::steps(&l.body, &same)?;
        let Gain {
            lanes,
            scattered,
            held,
        } = pays::gain(nests, &n, &facts, &same)?;
        held::give(&mut steps, held);
        let wanted = nests.wanted(self.stmts, whole);
        if blocked::counters(whole).into_iter().any(&wanted) {
            return None;
        }
        if !legal::names_are_clear(unit, &n, &facts, &heads) {
            return None;
        }
        let own = legal::own_scalars(unit, &n, &facts, &wanted)?;
        let exposed = |stmts: &[Stmt]| {
            let flow = flow::of_stmts(unit, stmts);
            flow.exposed.keys().copied().collect()
        };
        let counters: IndexSet<VarId> = blocked::counters(l)
            .into_iter()
            .filter(|v| *v != head.var)
            .collect();
        let declared = scalars(&l.body);
        let expanded = jam::expand(&mut steps, (&own, &declared), &exposed);
        let (apart, _) = nests.freedom(&n, &facts, outer)?;
        let worth = worth::of_nest(nests.p, nests.given, self.stmts, whole, lanes);
        Some(Jammed {
            outer: heads,
            head,
            id: l.id,
            lanes,
            steps,
            body: (*l.body).clone(),
            expanded,
            own,
            scattered,
            counters: counters.into_iter().collect(),
            apart,
            worth: (!self.shared).then_some(worth),
        })
    }
}

/// The scalars that statements declare, but for the variables of loops.
pub fn scalars(body: &Stmt) -> IndexSet<VarId> {
    let mut all = IndexSet::new();
    let mut counters = IndexSet::new();
    body.each_stmt(|s| match &s.kind {
        StmtKind::Decl(decls) => all.extend(decls.iter().map(|d| d.var)),
        StmtKind::For(l) => counters.extend(l.canonical.iter().map(|h| h.var)),
        _ => {}
    });
    all.retain(|v| !counters.contains(v));
    all
}

/// What the report says.
fn note(nests: &Nests<'_, '_>, found: &Jammed) -> String {
    let unit = nests.p.unit;
    // Of `kernels` the loops' own reasons tell it.
    let asked = match found.apart.as_slice() {
        [] => String::new(),
        _ if nests.s.kind == ComputeKind::Kernels => String::new(),
        all => format!(
            ", where these don't overlap, which is checked at run time: {}",
            text::apart(unit, all)
        ),
    };
    format!(
        "the host's cores run {} iterations of {} together, on SIMD lanes, through the sequential loops in it{asked}",
        found.lanes,
        show::name(unit, found.head.var)
    )
}
