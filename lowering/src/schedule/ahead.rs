//! Which loops in order the host's cores go through some iterations at a time, with their sums together as far as all of these go: solutions of triangles,
//! eliminations (`plan/ahead.rs`). Each sum waits for its own last addition only, so as many can be under way as there are iterations.
//!
//! Each sum has its terms in the order in which it had them, and isl says whether what changes places may (`analyse/graph/ahead.rs`).

use super::blocked::nests::{self, Nests, is_plain};
use super::blocked::{self, legal, normal};
use super::recast::loops;
use super::{apart, jam};
use crate::analyse::depend::Question;
use crate::analyse::facts::Facts;
use crate::analyse::graph::Nest;
use crate::analyse::poly::Sym;
use crate::analyse::{flow, show, stride};
use crate::plan::{
    Ahead, Apart, Blocked, ComputeKind, FusedLoops, JamStep, LoopPlan, OwnPart, SumAhead,
};
use crate::tree::jam::expand;
use accrs_frontend::region::place::rough_place;
use accrs_frontend::region::{
    Canonical, Expr, ExprId, ExprKind, For, LoopId, Stmt, StmtId, StmtKind, VarId, Visit,
};
use indexmap::{IndexMap, IndexSet};
use std::ops::Range;

/// Sums at a time, each in a variable: a processor has the next result of an addition after 3 or 4 cycles, and adds two numbers in each of them.
const VARIABLES: u64 = 8;
/// Bytes of the sums of SIMD lanes: some vectors of them, which don't wait for each other.
const BYTES: u64 = 128;
/// Loops that are known to have fewer iterations are short.
const FEW: i128 = 16;

/// The loops among the statements; tells of each in its plan. Those that are in tiles by themselves (`blocked`), or one with others (`fused`), stay as they
/// are; so do those that are in tiles of steps, or run some iterations together (`taken`), but not the loops in them.
pub fn decide(
    nests: &Nests<'_, '_>,
    stmts: &[Stmt],
    (blocked, taken, fused): (
        &IndexMap<StmtId, Blocked>,
        &IndexSet<StmtId>,
        &IndexMap<LoopId, FusedLoops>,
    ),
    loops: &mut IndexMap<LoopId, LoopPlan>,
) -> IndexMap<StmtId, Ahead> {
    if !nests.may_transform() || nests.s.kind == ComputeKind::Serial {
        return IndexMap::new();
    }
    let mut search = Search {
        nests,
        stmts,
        blocked,
        taken,
        fused,
        found: IndexMap::new(),
    };
    stmts.iter().for_each(|s| search.visit_stmt(s));
    let unit = nests.p.unit;
    let told = search.found.values();
    let told = told.map(|a| {
        let (n, name) = (a.together, show::name(unit, a.head.var));
        let text = format!(
            "the host's cores take the sums of {n} iterations of {name} together, as long as all of them run"
        );
        (a.id, text)
    });
    nests::tell(told.collect(), loops);
    search.found
}

struct Search<'n, 'a> {
    nests: &'n Nests<'n, 'a>,
    stmts: &'n [Stmt],
    blocked: &'n IndexMap<StmtId, Blocked>,
    taken: &'n IndexSet<StmtId>,
    fused: &'n IndexMap<LoopId, FusedLoops>,
    found: IndexMap<StmtId, Ahead>,
}

impl<'t> Visit<'t> for Search<'_, '_> {
    fn visit_stmt(&mut self, s: &'t Stmt) {
        let StmtKind::For(l) = &s.kind else {
            return self.walk_stmt(s);
        };
        // Copies of an unrolled loop's body are its text.
        if self.blocked.contains_key(&s.id)
            || self.fused.contains_key(&l.id)
            || self.nests.is_unrolled(l)
        {
            return;
        }
        if !self.taken.contains(&s.id)
            && let Some(found) = self.of_nest(s, l)
        {
            self.found.insert(s.id, found);
            return;
        }
        self.walk_stmt(s);
    }

    fn visit_expr(&mut self, _: &'t Expr) {}
}

impl Search<'_, '_> {
    fn of_nest(&self, s: &Stmt, l: &For) -> Option<Ahead> {
        let (nests, unit) = (self.nests, self.nests.p.unit);
        let elsewhere = |s: &Stmt| {
            let of_loop = |l: &For| self.fused.contains_key(&l.id) || nests.is_unrolled(l);
            self.blocked.contains_key(&s.id)
                || self.taken.contains(&s.id)
                || matches!(&s.kind, StmtKind::For(l) if of_loop(l))
        };
        if s.any_stmt(elsewhere) || !is_plain(unit, s) || !nests.is_bare(s) || !nests.stands(s) {
            return None;
        }
        if !nests.may_be_tiled(s, l) {
            return None;
        }
        let shared = loops(s).into_iter().filter(|l| nests.is_shared(l));
        let shared: Vec<LoopId> = shared.map(|l| l.id).collect();
        let n = normal::alone(l)?;
        let inside = match &n.inside(1).kind {
            StmtKind::Block(all) => all.as_slice(),
            _ => std::slice::from_ref(n.inside(1)),
        };
        let mut all = inside.iter().enumerate();
        all.find_map(|(at, s)| match &s.kind {
            StmtKind::For(inner) if shared.iter().all(|id| *id == inner.id) => {
                self.of_loop(l, &n, (inside, at, inner))
            }
            _ => None,
        })
    }

    /// With the sums of the statement number `at` in the loop's body.
    fn of_loop(
        &self,
        l: &For,
        n: &normal::Normal,
        (inside, at, inner): (&[Stmt], usize, &For),
    ) -> Option<Ahead> {
        let (nests, unit) = (self.nests, self.nests.p.unit);
        let (head, inner_head) = (n.band.first()?, inner.canonical.as_ref()?);
        // Threads share very long sums. In a triangle few are, and those have to wait for each other.
        if nests.is_shared(inner) && !inner_head.upper.mentions(head.var) {
            return None;
        }
        if jam::is_short(inner, FEW)
            || jam::is_short(l, FEW)
            || !jam::fits(nests.p, &inner.body, &|_| false)
        {
            return None;
        }
        let facts = Facts::of(unit, [&n.nest]);
        if facts.accesses().wild.is_some() {
            return None;
        }
        let uses = || facts.uses().vars.iter();
        let changed = uses().filter(|(_, u)| u.any_write());
        let mut changed: IndexSet<VarId> = changed.map(|(v, _)| *v).collect();
        if !legal::is_countable(unit, head, &changed) {
            return None;
        }
        changed.shift_remove(&head.var);
        if !legal::is_countable(unit, inner_head, &changed) || inner_head.lower.mentions(head.var) {
            return None;
        }
        let falling = is_falling(&facts, head.var, &inner_head.upper)?;
        let scalar = |v: VarId| unit.types.is_scalar(unit.var(v).ty);
        let moving = uses().filter(|(v, u)| u.written.is_some() && scalar(**v) && **v != head.var);
        let sums = self.sums(inner, &moving.map(|(v, _)| *v).collect())?;
        let stmts: Vec<&Stmt> = inside[..at]
            .iter()
            .chain(sums.iter().map(|s| s.stmt))
            .chain(&inside[at + 1..])
            .collect();
        let (together, lanes) = self.sizes(&facts, &inner.body, (head.var, &sums));
        let wanted = nests.wanted(self.stmts, l);
        if blocked::counters(l).into_iter().any(&wanted) {
            return None;
        }
        if !legal::names_are_clear(unit, n, &facts, &[]) {
            return None;
        }
        let own = legal::own_scalars(unit, n, &facts, &wanted)?;
        let what = What {
            n,
            facts: &facts,
            at: at..at + sums.len(),
            inner: inner_head,
            together,
        };
        let apart = self.may_go_ahead(&what, &stmts, &sums)?;
        let counters: IndexSet<VarId> = blocked::counters(l).into_iter().collect();
        let ([before, behind], expanded) = self.parts(l, &own, (inside, at), &sums);
        Some(Ahead {
            head: head.clone(),
            id: l.id,
            together,
            lanes,
            before,
            inner: inner.clone(),
            inner_head: inner_head.clone(),
            sums: sums
                .iter()
                .map(|s| SumAhead {
                    stmt: s.stmt.clone(),
                    target: s.target.clone(),
                    places: places(s.stmt, s.target),
                })
                .collect(),
            falling,
            behind,
            body: (*l.body).clone(),
            expanded,
            own,
            counters: counters.into_iter().filter(|v| *v != head.var).collect(),
            apart,
        })
    }
}

/// A loop whose sums might go together.
struct What<'w> {
    n: &'w normal::Normal,
    facts: &'w Facts<'w>,
    /// The numbers of the statements that sum up, among those of the loop's body.
    at: Range<usize>,
    /// The loop that they are in.
    inner: &'w Canonical,
    together: u64,
}

/// A statement of a loop that adds a term to a sum, and what it adds it to.
struct Term<'s> {
    stmt: &'s Stmt,
    target: &'s Expr,
}

impl Search<'_, '_> {
    /// What must not overlap for the sums to go together. `stmts`: those of the loop's body, with the sums in the place of their loop.
    fn may_go_ahead(&self, w: &What<'_>, stmts: &[&Stmt], sums: &[Term<'_>]) -> Option<Vec<Apart>> {
        let (nests, none) = (self.nests, IndexSet::new());
        let question = Question {
            facts: &w.facts.part(w.n.inside(1)),
            whole: w.facts,
            heads: &[head_of(&w.n.nest)?],
            around: &[],
            inside: &[],
            private: &none,
            reduced: &none,
            sums: &none,
            aliases: nests.s.aliases,
        };
        let alone = legal::sums_alone(w.n, w.facts, nests.s.aliases);
        let alone = alone.get(&w.inner.var);
        let stands = |s: &Term<'_>| match &s.target.kind {
            ExprKind::Var(_) => true,
            _ => {
                let place = rough_place(nests.p.unit, s.target);
                place.is_some_and(|p| alone.is_some_and(|a| a.contains(&p.root)))
            }
        };
        if !sums.iter().all(stands) {
            return None;
        }
        let nest = Nest::of(&question, stmts)?;
        let free = nest.sums_ahead(w.at.clone(), w.inner, w.together)?;
        apart::questions(nests.reaches, free.by_clauses.union(&free.asked))
    }

    /// The statements of a loop, if they are sums of floating-point numbers, each in an element or a scalar that stays the same, and that the others don't name.
    fn sums<'s>(&self, inner: &'s For, moving: &IndexSet<VarId>) -> Option<Vec<Term<'s>>> {
        let unit = self.nests.p.unit;
        let stmts = match &inner.body.kind {
            StmtKind::Block(all) => all.as_slice(),
            _ => std::slice::from_ref(&*inner.body),
        };
        let facts = Facts::of(unit, [&*inner.body]);
        let mut all: Vec<Term<'_>> = Vec::new();
        for stmt in stmts {
            let StmtKind::Expr(e) = &stmt.kind else {
                return None;
            };
            let ExprKind::Assign(_, target, _) = &e.kind else {
                return None;
            };
            let real = unit.types.is_floating(target.ty);
            let is_sum = match &target.kind {
                ExprKind::Var(_) => !self.nests.p.options.rules.associative_math,
                _ => facts.sums().update(target).is_some(),
            };
            let moves = |e: &Expr| matches!(&e.kind, ExprKind::Var(v) if moving.contains(v));
            let fixed = match &target.kind {
                ExprKind::Var(_) => true,
                _ => !target.any_expr(moves),
            };
            if !real || !is_sum || !fixed {
                return None;
            }
            all.push(Term { stmt, target });
        }
        // Two statements with one target would have it in two places.
        let twice = |n: usize| all[..n].iter().any(|t| t.target.is_like(all[n].target));
        if (0..all.len()).any(twice) {
            return None;
        }
        let alone = |t: &Term<'_>| match &t.target.kind {
            ExprKind::Var(v) => {
                let others = stmts.iter().filter(|s| s.id != t.stmt.id);
                let mut names = others.map(|s| s.any_expr(|e| e.mentions(*v)));
                !names.any(|named| named)
            }
            _ => true,
        };
        (!all.is_empty() && all.iter().all(alone)).then_some(all)
    }

    /// How many iterations are taken together, and whether by SIMD lanes.
    fn sizes(
        &self,
        facts: &Facts<'_>,
        inner: &Stmt,
        (var, sums): (VarId, &[Term<'_>]),
    ) -> (u64, bool) {
        let unit = self.nests.p.unit;
        let widest = sums
            .iter()
            .filter_map(|s| unit.types.size_of(s.target.ty))
            .max();
        let mut lanes = false;
        let mut beside = true;
        inner.each_expr(|e| {
            let accesses = facts.accesses().found.iter();
            for a in accesses.filter(|a| a.what.id == e.id) {
                let size = unit.types.size_of(a.ty).map(i128::from);
                let bytes = stride::bytes(unit, a, var).flatten();
                lanes |= a.read && !a.write && bytes == size;
                beside &= bytes == size || bytes == Some(0) && !a.write;
            }
        });
        let number = sums.len() as u64;
        match lanes && beside {
            true => ((BYTES / widest.unwrap_or(8) / number).max(8), true),
            false => ((VARIABLES / number).max(2), false),
        }
    }

    /// What an iteration does before its sums, in them, and behind them; and the scalars that more than one of these parts names.
    fn parts(
        &self,
        l: &For,
        own: &[VarId],
        (inside, at): (&[Stmt], usize),
        sums: &[Term<'_>],
    ) -> ([OwnPart; 2], IndexSet<VarId>) {
        let unit = self.nests.p.unit;
        let terms: Vec<Stmt> = sums.iter().map(|s| s.stmt.clone()).collect();
        let behind = [terms.as_slice(), &inside[at + 1..]].concat();
        let mut steps = [inside[..at].to_vec(), terms, behind].map(|stmts| JamStep::Lanes {
            own: Vec::new(),
            stmts,
        });
        let exposed = |stmts: &[Stmt]| {
            let flow = flow::of_stmts(unit, stmts);
            flow.exposed.keys().copied().collect()
        };
        let expanded = expand(&mut steps, (own, &jam::scalars(&l.body)), &exposed);
        let part = |step: &JamStep, stmts: &[Stmt]| OwnPart {
            own: match step {
                JamStep::Lanes { own, .. } => own.clone(),
                _ => Vec::new(),
            },
            stmts: stmts.to_vec(),
        };
        let parts = [
            part(&steps[0], &inside[..at]),
            part(&steps[2], &inside[at + 1..]),
        ];
        (parts, expanded)
    }
}

/// Whether a bound that is linear in the loop's variable falls. `None`: it isn't linear.
fn is_falling(facts: &Facts<'_>, var: VarId, bound: &Expr) -> Option<bool> {
    if !bound.mentions(var) {
        return Some(false);
    }
    let (symbol, loops) = (Sym::Var(var, 0), IndexSet::from([var]));
    let (coefficient, rest) = facts.context().poly(bound, &loops).ok()?.split(&symbol)?;
    if rest.mentions(&symbol) {
        return None;
    }
    Some(coefficient.as_constant()? < 0)
}

/// Where a statement names what it adds to.
fn places(stmt: &Stmt, target: &Expr) -> IndexSet<ExprId> {
    let mut all = IndexSet::new();
    stmt.each_expr(|e| {
        if e.is_like(target) {
            all.insert(e.id);
        }
    });
    all
}

fn head_of(nest: &Stmt) -> Option<&Canonical> {
    match &nest.kind {
        StmtKind::For(l) => l.canonical.as_ref(),
        _ => None,
    }
}
