//! Which nests the host's cores go through in tiles, so that what loops in order sum up stays in registers, and memory is read along its rows
//! and from the caches: register tiles of R-Stream (§4.4) and of Goto's matrix product, for any nest of independent iterations around loops
//! in order.
//!
//! ```text
//! pointers   elements behind pointers of the nest's own, as elements of what these are made from
//! narrowed   triangles that conditions make, as loops over the triangle
//! nests      what is known of a construct's loops when tiles are sought
//! normal     the nest with its band outside
//! legal      whether iterations of the band are independent, and scalars their own
//! steps      what they do, as what vectors can hold
//! factors    what rows compute ahead
//! registers  what stays in registers
//! device     which kernels of devices have tiles, by the first two
//! shared     what these have in registers and in shared memory
//! asked      the sizes and copies of tiles that clauses ask for
//! staged     which of them reach elements through shared memory
//! tensor     whose products tensor cores add
//! ```
//!
//! A tile goes through the loops in order as each of its iterations would, so every element gets the same operations in the same order.

mod apply;
mod asked;
mod cached;
pub mod device;
mod factors;
pub mod legal;
mod narrowed;
pub mod nests;
pub mod normal;
mod pointers;
mod registers;
pub mod shared;
mod sizes;
mod slant;
mod staged;
pub mod steps;
mod tensor;

use super::{apart, jam, worth};
use crate::analyse::depend::Free;
use crate::analyse::facts::Facts;
use crate::analyse::poly::Sym;
use crate::analyse::show;
use crate::plan::{
    Apart, Blocked, ComputeKind, LoopPlan, ReasonKind, TileLanes, TileRows, TileStep, show as text,
};
use accrs_frontend::region::place::rough_place;
use accrs_frontend::region::{Canonical, Expr, For, LoopId, Stmt, StmtId, StmtKind, VarId, Visit};
use indexmap::{IndexMap, IndexSet};
use nests::Nests;
use normal::Normal;
use std::borrow::Cow;
use steps::Body;

/// Rows and vectors of a tile, the best first: the more of both, the fewer loads are made for each sum, and eight sums keep a core's multipliers busy.
const SHAPES: [(u64, u64); 6] = [(8, 3), (4, 4), (6, 2), (4, 2), (4, 1), (2, 1)];
/// Vectors of a tile of one row, and rows of one without vectors.
const VECTORS: u64 = 8;
const SCALAR_ROWS: u64 = 8;
/// Additions that a core has under way in the time of one, where they don't wait for each other.
const SCALARS_AT_ONCE: u64 = 4;

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
    nests::tell(search.told, loops);
    search.found
}

/// Statements without their `cache` directives, which say nothing to the cores.
pub fn without_cache(stmts: &[Stmt]) -> Cow<'_, [Stmt]> {
    let named = |s: &Stmt| s.any_stmt(|s| matches!(s.kind, StmtKind::Cache(_)));
    match stmts.iter().any(named) {
        true => stmts
            .iter()
            .map(|s| cached::without_directives(s).0)
            .collect(),
        false => Cow::Borrowed(stmts),
    }
}

/// The counters of a nest's loops that are declared outside of it. Loops over one range have one counter in the new form.
pub fn counters(whole: &For) -> Vec<VarId> {
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

/// A form that a nest may have.
struct Form<'f> {
    nest: Normal,
    /// It has lanes.
    lanes: bool,
    /// The loops that are brought outside, each with all over its range.
    moved: Vec<&'f For>,
}

impl<'f> Form<'f> {
    fn turned<const N: usize>(nest: Normal, moved: [&'f For; N]) -> Self {
        Form {
            nest,
            lanes: true,
            moved: moved.into(),
        }
    }

    fn alone(nest: Normal, lanes: bool) -> Self {
        Form {
            nest,
            lanes,
            moved: Vec::new(),
        }
    }
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
        let blocked = |s: &Stmt| {
            let StmtKind::For(l) = &s.kind else {
                return None;
            };
            self.nests
                .blocked(self.stmts, s, l, self.shared, Vec::new())
        };
        let unit = self.nests.p.unit;
        let narrowed = |s: &Stmt| {
            narrowed::nest(unit, s)
                .and_then(|s| blocked(&s))
                .or_else(|| blocked(s))
        };
        let named = || self.nests.without_pointers(s).and_then(|s| narrowed(&s));
        if !self.nests.is_moved(l)
            && self.nests.may_be_tiled(s, l)
            && let Some(found) = named().or_else(|| narrowed(s))
            && (found.lanes.is_some() || !jam::fills_vectors(self.nests, self.stmts, (s, l)))
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
    /// A nest with what the pointers that it declares lead to in their place.
    fn without_pointers(&self, nest: &Stmt) -> Option<Stmt> {
        pointers::nest(self.p.unit, nest, self.p.options.rules.strict_aliasing)
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
        let mut forms: Vec<Form<'_>> = Vec::new();
        let outside = |row, lane| {
            Some(Form::turned(
                normal::both_outside(unit, s, row, lane)?,
                [row, lane],
            ))
        };
        if shared {
            let pair = |r| Some(Form::turned(normal::rows_and_lanes(unit, l, r)?, [r]));
            forms.extend(ranges.iter().copied().filter_map(pair));
            // Columns may be the outer loop.
            let rows = ranges.iter().filter(|row| self.is_shared(row));
            forms.extend(rows.filter_map(|row| outside(row, l)));
            forms.extend(normal::alone(l).map(|n| Form::alone(n, true)));
            forms.extend(normal::alone(l).map(|n| Form::alone(n, false)));
        } else if outer.is_empty() {
            // A sum's loop may be outside of both.
            let next = normal::only(&l.body);
            if let Some((a, b)) = next.and_then(|a| Some((a, normal::only(&a.body)?)))
                && self.is_shared(a)
                && self.is_shared(b)
            {
                forms.extend(
                    [(a, b), (b, a)]
                        .into_iter()
                        .filter_map(|(row, lane)| outside(row, lane)),
                );
            }
            let turned = |r| Some(Form::turned(normal::lanes_outside(unit, l, r)?, [r]));
            forms.extend(ranges.iter().copied().filter_map(turned));
        }
        let whole = outer.first().copied().unwrap_or(l);
        forms.into_iter().find_map(|form| {
            let hands_on = form.moved.iter().any(|r| !self.hands_nothing_on(l, r));
            if hands_on {
                return None;
            }
            self.of_form(stmts, (whole, &outer), form.nest, form.lanes, inside)
        })
    }

    /// Whether the loops over a range leave no scalar to each other, or to what stands between them.
    fn hands_nothing_on(&self, l: &For, range: &For) -> bool {
        if range.id == l.id {
            return true;
        }
        let parts = normal::parts(l, &normal::beside(&l.body, range));
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
            padded: body.reads_no_columns(),
            packs: body.packs,
            factors: body.factors,
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
    pub fn freedom<'f>(
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
                ReasonKind::ProvenApart { of, .. } => around.extend((**of).clone()),
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
        let wraps = slant::may_wrap(self.p.unit, lane, row);
        (!wraps).then_some(())?;
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
        let shape = SHAPES
            .into_iter()
            .find(|(rows, vectors)| fit(*rows, *vectors));
        let (rows, vectors) = match shape {
            Some(shape) if row.is_some() && together => shape,
            _ => {
                let halves = std::iter::successors(Some(VECTORS), |v| Some(v / 2));
                let mut halves = halves.take_while(|v| *v > 1);
                (1, halves.find(|v| fit(1, *v)).unwrap_or(1))
            }
        };
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
                ", where these don't overlap, which is checked at run time: {}",
                text::apart(unit, all)
            ),
        };
        format!(
            "the host's cores run it in tiles of {}{kept}{asked}",
            sizes.join(" by ")
        )
    }
}
