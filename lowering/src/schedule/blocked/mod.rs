//! Which nests the host's cores go through in tiles, so that what loops in order sum up stays in registers, and memory is read along its rows
//! and from the caches: register tiles of R-Stream (§4.4) and of Goto's matrix product, for any nest of independent iterations around loops
//! in order.
//!
//! ```text
//! normal     the nest with its band outside
//! legal      whether iterations of the band are independent, and scalars their own
//! steps      what they do, as what vectors can hold
//! registers  what stays in registers
//! device     which kernels of devices have tiles, by the first two
//! shared     what these have in registers and in shared memory
//! ```
//!
//! A tile goes through the loops in order as each of its iterations would, so every element gets the same operations in the same order.

pub mod device;
pub mod legal;
mod normal;
mod registers;
mod shared;
mod steps;

use super::apart::{self, Reaches};
use super::nest::Node;
use super::planner::Planner;
use super::scope::Surroundings;
use super::worth;
use crate::analyse::depend::Free;
use crate::analyse::facts::Facts;
use crate::analyse::flow;
use crate::analyse::poly::Sym;
use crate::analyse::show;
use crate::plan::{
    Apart, Blocked, ComputeKind, LoopPlan, Note, ReasonKind, TileLanes, TileRows, TileStep,
    show as text,
};
use accrs_frontend::region::place::rough_place;
use accrs_frontend::region::{Canonical, Expr, For, LoopId, Stmt, StmtId, StmtKind, VarId, Visit};
use indexmap::{IndexMap, IndexSet};
use normal::Normal;
use std::cell::OnceCell;
use steps::Body;

/// Rows of a tile with vectors, and of one without.
const ROWS: u64 = 4;
const SCALAR_ROWS: u64 = 8;
/// Additions that a core has under way in the time of one, where they don't wait for each other.
const SCALARS_AT_ONCE: u64 = 4;

/// What decisions on the loops of a construct need.
pub struct Nests<'n, 'a> {
    pub p: &'n Planner<'n>,
    pub s: &'n Surroundings<'n, 'a>,
    pub reaches: &'n Reaches,
    /// The decisions on its loops.
    pub nodes: IndexMap<u32, &'n Node<'a>>,
    /// A clause gives the number of gangs or workers.
    pub given: bool,
}

/// The nests among the statements that the host's cores run, by their outermost statements; tells of each in its loop's plan.
pub fn decide(
    nests: &Nests<'_, '_>,
    stmts: &[Stmt],
    loops: &mut IndexMap<LoopId, LoopPlan>,
) -> IndexMap<StmtId, Blocked> {
    if !nests.may_transform() || nests.s.kind == ComputeKind::Serial {
        return IndexMap::new();
    }
    let mut search = Search {
        nests,
        stmts,
        shared: false,
        found: IndexMap::new(),
        told: Vec::new(),
    };
    stmts.iter().for_each(|s| search.visit_stmt(s));
    for (id, text) in search.told {
        if let Some(plan) = loops.get_mut(&id) {
            let line = plan.line;
            plan.notes.push(Note { line, text });
        }
    }
    search.found
}

/// The counters of a nest's loops that are declared outside of it. Loops over one range have one counter in the new form.
fn counters(whole: &For) -> Vec<VarId> {
    let outside = |h: &&Canonical| !h.declared;
    let mut counters: Vec<VarId> = whole
        .canonical
        .iter()
        .filter(outside)
        .map(|h| h.var)
        .collect();
    whole.body.each_stmt(|s| {
        if let StmtKind::For(l) = &s.kind {
            counters.extend(l.canonical.iter().filter(outside).map(|h| h.var));
        }
    });
    counters
}

fn steps_of(stmts: Option<&Vec<Stmt>>) -> Option<Vec<TileStep>> {
    let all: Option<Vec<_>> = stmts.into_iter().flatten().map(steps::steps).collect();
    Some(all?.into_iter().flatten().collect())
}

/// The loops of a nest in one of its forms.
struct Shape<'f> {
    outer: Vec<Canonical>,
    row: Option<&'f Canonical>,
    lane: Option<&'f Canonical>,
    /// Whether the lanes' lower and upper bounds depend on the row.
    slanted: (bool, bool),
}

struct Search<'n, 'a> {
    nests: &'n Nests<'n, 'a>,
    stmts: &'n [Stmt],
    /// A loop around is shared out among threads.
    shared: bool,
    found: IndexMap<StmtId, Blocked>,
    told: Vec<(LoopId, String)>,
}

impl<'t> Visit<'t> for Search<'_, '_> {
    fn visit_stmt(&mut self, s: &'t Stmt) {
        let StmtKind::For(l) = &s.kind else {
            return self.walk_stmt(s);
        };
        if !self.nests.is_moved(l)
            && let Some(found) = self
                .nests
                .blocked(self.stmts, s, l, self.shared, Vec::new())
        {
            self.told.push((l.id, self.nests.note(&found)));
            self.found.insert(s.id, found);
            return;
        }
        let around = self.shared;
        self.shared |= self.nests.is_shared(l);
        self.walk_stmt(s);
        self.shared = around;
    }

    fn visit_expr(&mut self, _: &'t Expr) {}
}

impl Nests<'_, '_> {
    /// Whether there are to be tiles at all. The loops over them declare their counters, which C89 doesn't have.
    pub fn may_transform(&self) -> bool {
        let options = self.p.options;
        options.transform && options.multicore && !self.p.unit.c89
    }

    pub fn node(&self, l: &For) -> Option<&Node<'_>> {
        self.nodes.get(&l.id.0).copied()
    }

    /// Whether the cores share a loop, or would.
    pub fn is_shared(&self, l: &For) -> bool {
        self.node(l)
            .is_some_and(|n| n.is_partitioned() && !n.decision.device_only)
    }

    /// Whether a loop changes places with one around it: it doesn't stand where the text has it, then.
    pub fn is_moved(&self, l: &For) -> bool {
        self.nodes.values().any(|n| {
            let order = &n.decision.order.host;
            n.loop_.id != l.id && order.contains(&l.id)
        })
    }

    /// Whether somebody reads a variable behind a loop, with the value that it has there.
    pub fn wanted<'w>(&'w self, stmts: &'w [Stmt], l: &'w For) -> impl Fn(VarId) -> bool + 'w {
        let after = OnceCell::new();
        let exposed = move |v: VarId| {
            let after =
                after.get_or_init(|| flow::after_loop(self.p.unit, stmts, l.id, &[]).exposed);
            after.contains_key(&v)
        };
        move |v| {
            // In `parallel` scalars are a gang's own, but for those in data clauses (§2.6.2).
            let host = self.s.kind != ComputeKind::Parallel || self.s.shared.contains(&v);
            host && self.s.live_out.contains(&v) || exposed(v)
        }
    }

    /// Whether someone has said that a loop's iterations are independent: the user, of the loop itself or of a collapsed nest that it is in.
    fn is_said(&self, head: &Canonical) -> bool {
        self.nodes.values().any(|n| {
            let own = n.heads.iter().any(|h| h.var == head.var);
            own && n.decision.parallel
                && matches!(n.decision.reason.kind, ReasonKind::Independent { .. })
        })
    }

    /// Nothing that clauses ask of the nest's loops but levels: what threads have copies of, what they combine, tiles of the user's.
    pub fn is_bare(&self, nest: &Stmt) -> bool {
        let mut bare = true;
        nest.each_stmt(|s| {
            let StmtKind::For(l) = &s.kind else { return };
            let Some(n) = self.node(l) else { return };
            let arrays = n.clauses.as_ref().is_some_and(|c| {
                let vars = c.private.iter().filter_map(|r| super::data::whole_var(r));
                let types = &self.p.unit.types;
                c.private
                    .iter()
                    .any(|r| super::data::whole_var(r).is_none())
                    || vars
                        .into_iter()
                        .any(|v| !types.is_arithmetic(self.p.unit.var(v).ty))
            });
            bare &= !arrays && n.tile.is_none() && n.decision.kept.is_empty() && !n.passed;
            bare &= n.clauses.as_ref().is_none_or(|c| c.gang_static.is_none());
        });
        bare
    }

    /// The nest that begins with `l`, in the best of the forms that it can have. `outer`: loops around it that are part of it.
    fn blocked(
        &self,
        stmts: &[Stmt],
        s: &Stmt,
        l: &For,
        inside: bool,
        outer: Vec<&For>,
    ) -> Option<Blocked> {
        let unit = self.p.unit;
        if !legal::is_plain(unit, s) || !self.is_bare(s) {
            return None;
        }
        let shared = self.is_shared(l);
        // Of three loops that could be shared out, the outermost one is.
        if shared
            && let Some(next) = normal::only(&l.body)
            && self.is_shared(next)
            && outer.is_empty()
            && let Some(found) = self.blocked(stmts, &l.body, next, inside, vec![l])
            && found.rows.is_some()
            && found.lanes.is_some()
        {
            return Some(found);
        }
        // The innermost loops first: they run along memory more often than not.
        let ranges: Vec<&For> = normal::ranges(l).into_iter().rev().collect();
        let mut forms: Vec<(Normal, bool, Option<&For>)> = Vec::new();
        if shared {
            let pair = |r| Some((normal::rows_and_lanes(unit, l, r)?, true, Some(r)));
            forms.extend(ranges.iter().copied().filter_map(pair));
            forms.extend(normal::alone(l).map(|n| (n, true, None)));
            forms.extend(normal::alone(l).map(|n| (n, false, None)));
        } else if outer.is_empty() {
            let turned = |r| Some((normal::lanes_outside(unit, l, r)?, true, Some(r)));
            forms.extend(ranges.iter().copied().filter_map(turned));
        }
        let whole = outer.first().copied().unwrap_or(l);
        forms.into_iter().find_map(|(n, lanes, range)| {
            let hands_on = range.is_some_and(|r| !self.hands_nothing_on(l, r));
            if hands_on {
                return None;
            }
            self.of_form(stmts, (whole, &outer), n, lanes, inside)
        })
    }

    /// Whether the loops over a range leave no scalar to each other, or to what stands between them.
    fn hands_nothing_on(&self, l: &For, range: &For) -> bool {
        let Some(head) = &range.canonical else {
            return false;
        };
        let parts = normal::parts(l, head);
        parts.is_some_and(|(bodies, beside)| legal::hands_nothing_on(self.p.unit, &bodies, &beside))
    }

    /// A nest in one of its forms, if that is right and worth it.
    fn of_form(
        &self,
        stmts: &[Stmt],
        (whole, outer): (&For, &[&For]),
        n: Normal,
        with_lanes: bool,
        inside: bool,
    ) -> Option<Blocked> {
        let unit = self.p.unit;
        let facts = Facts::of(unit, [&n.nest]);
        if facts.accesses().wild.is_some() {
            return None;
        }
        let shape = self.shape(&n, &facts, outer, with_lanes)?;
        let Shape {
            row, lane, slanted, ..
        } = shape;
        let wanted = self.wanted(stmts, whole);
        if counters(whole).into_iter().any(&wanted) {
            return None;
        }
        if !legal::names_are_clear(unit, &n, &facts, &shape.outer) {
            return None;
        }
        let own = legal::own_scalars(unit, &n, &facts, &wanted)?;
        let accesses = &facts.accesses().found;
        // Where both ends of rows move, there may be columns that no row has.
        let shared = row.filter(|_| slanted != (true, true)).map(|h| h.var);
        let mut body = Body::of(unit, &n, (shared, lane.map(|h| h.var)), accesses)?;
        if !body.has_loops() || !with_lanes && !self.sums_are_slow(&body) {
            return None;
        }
        let (apart, proven) = self.freedom(&n, &facts, outer)?;
        if proven {
            let alone = legal::sums_alone(&n, &facts, self.s.aliases);
            body.keep(&alone, &|e| rough_place(unit, e).map(|p| p.root));
        }
        // The user's word tells iterations apart, not what is in one.
        if !body.is_worth_it() || !proven && body.writes_before_loops() {
            return None;
        }
        let (rows, lanes) = self.sizes(&body, row, lane, slanted.0 || slanted.1)?;
        let at_once = lanes.as_ref().map_or(SCALARS_AT_ONCE, |l| l.width);
        Some(Blocked {
            outer: shape.outer,
            rows,
            lanes,
            element: body.element,
            scattered: body.scattered(),
            packs: body.packs,
            varying: body.varying,
            body: body.steps,
            before: steps_of(n.beside.as_ref().map(|b| &b.before))?,
            after: steps_of(n.beside.as_ref().map(|b| &b.after))?,
            own,
            apart,
            worth: (!inside).then(|| worth::of_nest(self.p, self.given, stmts, whole, at_once)),
        })
    }

    /// The loops of a nest, if all of them can be counted.
    fn shape<'f>(
        &self,
        n: &'f Normal,
        facts: &Facts<'f>,
        outer: &[&For],
        with_lanes: bool,
    ) -> Option<Shape<'f>> {
        let unit = self.p.unit;
        let uses = facts.uses().vars.iter();
        let mut changed: IndexSet<VarId> = uses
            .filter(|(_, u)| u.any_write())
            .map(|(v, _)| *v)
            .collect();
        let lane = n.band.last().filter(|_| with_lanes);
        let row = n.band.first().filter(|_| n.band.len() > 1 || !with_lanes);
        let outer: Option<Vec<Canonical>> = outer.iter().map(|l| l.canonical.clone()).collect();
        let outer = outer?;
        let before = outer.iter().chain(row);
        if !before
            .into_iter()
            .all(|h| legal::is_countable(unit, h, &changed))
        {
            return None;
        }
        // The lanes' bounds may depend on the row.
        if let Some(row) = row {
            changed.shift_remove(&row.var);
        }
        if !lane.is_none_or(|h| legal::is_countable(unit, h, &changed)) {
            return None;
        }
        let slanted = match (row, lane) {
            (Some(row), Some(lane)) => self.slant(facts, row, lane)?,
            _ => (false, false),
        };
        Some(Shape {
            outer,
            row,
            lane,
            slanted,
        })
    }

    /// What must not overlap for iterations of the band to be independent, and whether that is more than the user's word.
    fn freedom<'f>(
        &self,
        n: &'f Normal,
        facts: &Facts<'f>,
        outer: &[&For],
    ) -> Option<(Vec<Apart>, bool)> {
        let combines = |id: &LoopId| {
            self.nodes.get(&id.0).is_some_and(|n| {
                !n.decision.reductions.is_empty() || !n.decision.atomics.is_empty()
            })
        };
        if n.ids.iter().any(combines) || outer.iter().any(|l| combines(&l.id)) {
            return None;
        }
        // Of the loops around the band it has been decided.
        let mut around = Free::default();
        for l in outer {
            match &self.node(l)?.decision.reason.kind {
                ReasonKind::ProvenApart { of, .. } => around.extend(of.clone()),
                ReasonKind::Proven | ReasonKind::Independent { .. } => {}
                _ => return None,
            }
        }
        if let Some(mut free) = legal::independent(n, facts, self.s.aliases) {
            free.extend(around.clone());
            let apart = apart::questions(self.reaches, free.by_clauses.union(&free.asked));
            if let Some(apart) = apart {
                return Some((apart, true));
            }
        }
        // Iterations that a gang has one after the other may share its own arrays.
        let types = &self.p.unit.types;
        let of_gang =
            |v: &VarId| self.s.privates.contains(v) && !types.is_arithmetic(self.p.unit.var(*v).ty);
        let said = n.in_place
            && n.band.iter().all(|h| self.is_said(h))
            && !facts.uses().vars.keys().any(of_gang);
        (said && around.is_certain()).then_some((Vec::new(), false))
    }

    /// Whether the lanes' lower and upper bounds depend on the row, linearly. `None`: in another way.
    fn slant(&self, facts: &Facts<'_>, row: &Canonical, lane: &Canonical) -> Option<(bool, bool)> {
        let of = |bound: &Expr| {
            if !bound.mentions(row.var) {
                return Some(false);
            }
            let loops = IndexSet::from([row.var]);
            let poly = facts.context().poly(bound, &loops).ok()?;
            let (coefficient, rest) = poly.split(&Sym::Var(row.var, 0))?;
            coefficient.as_constant()?;
            (!rest.mentions(&Sym::Var(row.var, 0))).then_some(true)
        };
        Some((of(&lane.lower)?, of(&lane.upper)?))
    }

    /// Whether the host compiler has to go through sums one addition after the other.
    fn sums_are_slow(&self, body: &Body<'_>) -> bool {
        self.p.unit.types.is_floating(body.element) && !self.p.options.rules.associative_math
    }

    /// The sizes of tiles: as many registers as there are.
    fn sizes(
        &self,
        body: &Body<'_>,
        row: Option<&Canonical>,
        lane: Option<&Canonical>,
        slanted: bool,
    ) -> Option<(Option<TileRows>, Option<TileLanes>)> {
        let types = &self.p.unit.types;
        let simd = self.p.options.simd;
        let width = simd.bytes / types.size_of(body.element)?;
        let (own, read) = body.registers();
        let fit =
            |rows: u64, vectors: u64| own * rows * vectors + read * vectors + 2 <= simd.registers;
        // Rows whose loops in order have other bounds can't go through them together.
        let together = row.is_none_or(|r| body.is_even(r.var));
        let Some(lane) = lane else {
            let row = row.filter(|_| together)?;
            let rows = TileRows {
                head: row.clone(),
                number: SCALAR_ROWS,
            };
            return Some((Some(rows), None));
        };
        if width < 2 {
            return None;
        }
        let mut rows = if row.is_some() && together { ROWS } else { 1 };
        let mut vectors = if rows > 1 { 4 } else { 8 };
        while vectors > 1 && !fit(rows, vectors) {
            vectors /= 2;
        }
        while rows > 1 && !fit(rows, vectors) {
            rows /= 2;
        }
        let rows = row.map(|r| TileRows {
            head: r.clone(),
            number: rows,
        });
        let lanes = TileLanes {
            head: lane.clone(),
            width,
            vectors,
            slanted,
        };
        Some((rows, Some(lanes)))
    }

    /// What the report says.
    fn note(&self, b: &Blocked) -> String {
        let unit = self.p.unit;
        let name = |h: &Canonical| show::name(unit, h.var).to_string();
        let rows = b.rows.as_ref().filter(|r| r.number > 1);
        let rows = rows.map(|r| format!("{} iterations of {}", r.number, name(&r.head)));
        let lanes = b.lanes.as_ref();
        let lanes = lanes.map(|l| match &rows {
            Some(_) => format!("{} of {}", l.number(), name(&l.head)),
            None => format!("{} iterations of {}", l.number(), name(&l.head)),
        });
        let sizes: Vec<String> = rows.into_iter().chain(lanes).collect();
        let mut kept: IndexSet<String> = IndexSet::new();
        for s in &b.body {
            s.each(&mut |s| {
                if let TileStep::Loop { kept: own, .. } = s {
                    kept.extend(own.iter().map(|e| text::expr(unit, e)));
                }
            });
        }
        let kept: Vec<String> = kept.into_iter().collect();
        let kept = match kept.is_empty() {
            true => String::new(),
            false => format!(", with {} in registers", kept.join(", ")),
        };
        // Of `kernels` the loops' own reasons tell it.
        let asked = match b.apart.as_slice() {
            [] => String::new(),
            _ if self.s.kind == ComputeKind::Kernels => String::new(),
            all => format!(
                ", where these lie apart, which is asked at run time: {}",
                text::apart(unit, all)
            ),
        };
        format!(
            "the host's cores go through it in tiles of {}{kept}{asked}",
            sizes.join(" by ")
        )
    }
}
