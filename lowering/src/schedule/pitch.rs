//! Rows of a pitch that nobody knows: `a[i + lda*j]` writes different elements in different iterations if the rows, of `n` elements, fit into the pitch.
//!
//! ```c
//! if (n <= lda)       // asked before the construct
//!     …               // the plan that rests on it: i and j are parallel
//! else
//!     …               // the plan of what the text alone tells
//! ```
//!
//! The pitch may be a number as well (`a[64*j + i]` with `i < n`).
//!
//! What is asked is added to what the host's conditions tell of a construct's variables (`frontend`'s `host/relations`), so that all analyses and
//! transformations know it, and the construct is planned again. The second plan stays where more of its loops are parallel.

use super::recast::made::is_counter;
use super::{Only, globals, planned};
use crate::analyse::access::{Access, Part};
use crate::analyse::affine::Context;
use crate::analyse::bounds;
use crate::analyse::facts::Facts;
use crate::analyse::poly::{self, Poly, Sym};
use crate::analyse::rows;
use crate::options::Options;
use crate::plan::{Action, ComputeKind, ComputePlan, ConstructPlan, DataItem, Fitting, Note, Plan};
use accrs_frontend::Unit;
use accrs_frontend::region::host::relations::Relation;
use accrs_frontend::region::{
    BinaryOp, Body, Construct, ConstructId, Expr, ExprKind, LoopId, Stmt, StmtKind, Storage, VarId,
    VisitMut,
};
use accrs_frontend::source::Span;
use indexmap::{IndexMap, IndexSet};

/// So many conditions are asked before a construct.
const MOST: usize = 4;

/// Gives constructs a second plan, for rows that fit into their pitch, where that is better; which ones.
pub fn decide(
    unit: &Unit,
    options: &Options,
    in_order: &IndexSet<ConstructId>,
    plan: &mut Plan,
) -> IndexSet<ConstructId> {
    let mut asking = IndexSet::new();
    if !options.transform || options.check {
        return asking;
    }
    let asked: IndexMap<ConstructId, Vec<Relation>> = plan
        .constructs
        .values()
        .filter(|p| may_ask(unit, p))
        .map(|p| (p.id, wanted(unit, options, unit.construct(p.id))))
        .filter(|(_, all)| !all.is_empty() && all.len() <= MOST)
        .collect();
    if asked.is_empty() {
        return asking;
    }
    let mut known = unit.clone();
    for (id, all) in &asked {
        known.host.assume(*id, all);
    }
    let only: Only = Some(asked.keys().copied().collect());
    let (second, _, _) = planned(&known, options, (in_order, &only), None);
    for (id, mut fitting) in second.constructs {
        let (Some(asked), Some(first)) = (asked.get(&id), plan.constructs.get_mut(&id)) else {
            continue;
        };
        if !is_better(first, &fitting) {
            continue;
        }
        let Some(holds) = condition(unit, asked) else {
            continue;
        };
        stays_as_in(first, &mut fitting);
        fitting.notes.push(note(unit, &fitting, &holds));
        first.rename_kernels("_rows_overlap");
        first.fitting = Some(Box::new(Fitting {
            holds,
            known: asked.clone(),
            plan: fitting,
        }));
        asking.insert(id);
    }
    asking
}

/// Data that stays on the device over a loop's turns stays there whichever plan runs, and the report says so.
fn stays_as_in(first: &ConstructPlan, fitting: &mut ConstructPlan) {
    for item in &mut fitting.data {
        let same = |d: &&DataItem| d.var == item.var && d.makes_entry() == item.makes_entry();
        if first.data.iter().find(same).is_some_and(|d| d.held) {
            item.hold();
        }
    }
    fitting.notes.extend(first.notes.iter().cloned());
}

/// Whether a question may stand before a construct: it runs as a whole, and its text can stand in the host's file twice.
fn may_ask(unit: &Unit, p: &ConstructPlan) -> bool {
    let has_label = |s: &Stmt| matches!(s.kind, StmtKind::Label { .. });
    let Action::Compute(compute) = &p.action else {
        return false;
    };
    compute.kind == ComputeKind::Kernels
        && compute.parts.is_none()
        && p.shared.is_none()
        && match &unit.construct(p.id).body {
            Body::Compute(text) => !text.iter().any(|s| s.any_stmt(has_label)),
            _ => false,
        }
}

/// What must hold so that the rows of each array that the construct writes lie one behind the other, as far as it isn't known.
pub fn wanted(unit: &Unit, options: &Options, c: &Construct) -> Vec<Relation> {
    let Body::Compute(text) = &c.body else {
        return Vec::new();
    };
    let members = c.members.as_ref();
    let facts = Facts::of(unit, members.map_or(text.as_slice(), |m| m.body.as_slice()));
    let (all, cx) = (&facts.accesses().found, facts.context());
    // A number that is stored through a pointer may be a global variable.
    let stores = |a: &Access<'_>| a.write && !a.is_direct() && !unit.types.is_floating(a.ty);
    let steady = options.rules.strict_aliasing && facts.accesses().wild.is_none();
    let construct = Steady {
        unit,
        cx,
        globals: steady && !all.iter().any(stores),
    };
    let written: IndexSet<VarId> = all.iter().filter(|a| a.write).map(|a| a.root).collect();
    let mut found = IndexSet::new();
    for a in all.iter().filter(|a| written.contains(&a.root)) {
        for at in 0..a.parts.len() {
            found.extend(construct.of_access(a, at));
        }
    }
    strongest(found)
}

/// Without those that others say as well: `1 <= n` beside `2 <= n`.
fn strongest(mut all: IndexSet<Relation>) -> Vec<Relation> {
    let found = all.clone();
    let says_more = |a: &Relation, b: &Relation| a.terms == b.terms && a.constant < b.constant;
    all.retain(|r| !found.iter().any(|other| says_more(other, r)));
    all.into_iter().collect()
}

/// A construct, and which variables have one value in it.
struct Steady<'s, 'a> {
    unit: &'s Unit,
    cx: &'s Context<'a>,
    /// Global ones have, if it doesn't change them by their names.
    globals: bool,
}

impl<'a> Steady<'_, 'a> {
    /// What must hold so that an access's places lie in their rows, and the rows in their planes.
    fn of_access(&self, a: &Access<'a>, at: usize) -> Vec<Relation> {
        let Some(Part::Index(Ok(subscript), size)) = a.parts.get(at) else {
            return Vec::new();
        };
        let all = match subscript.degree() {
            0 | 1 => self.by_numbers(a, subscript),
            _ if rows::split(self.cx, &[a], at).is_some() => Vec::new(),
            _ => {
                let lengths = rows::lengths(std::iter::once(a), at).into_iter();
                let divided = |n: Poly| subscript.divided(&n).map(|(row, place)| (n, row, place));
                lengths.filter_map(divided).collect()
            }
        };
        let counts = |s: &Sym| a.loops.iter().any(|l| *s == Sym::Var(l.var, 0));
        // One place of each row: `n - 1` behind its beginning is in that row, and no place before the next one.
        let turned = all.into_iter().flat_map(|(length, row, place)| {
            let ways: &[i128] = match place.syms().any(counts) {
                true => &[0],
                false => &[0, -1, 1],
            };
            ways.iter().filter_map(move |&further| {
                let (row, place) = rows::turned(&row, &place, &length, further)?;
                Some((length.clone(), row, place))
            })
        });
        let mut tried = turned.filter_map(|(length, row, place)| {
            let [least, most] = self.extremes(a, &place)?;
            let fits = length.minus(&most)?.add_constant(-1)?;
            let all = [fits, least].into_iter();
            let open = all.filter(|p| p.as_constant().is_none_or(|n| n < 0));
            let mut found: Vec<Relation> =
                open.map(|p| self.relation(&p)).collect::<Option<_>>()?;
            let mut of_row = a.clone();
            of_row.parts[at] = Part::Index(Ok(row), *size);
            found.extend(self.of_access(&of_row, at));
            Some(found)
        });
        tried.next().unwrap_or_default()
    }

    /// A subscript as length, row and place, where the length is a number: `64*j + i`. (`2*c1 - c0` of loops in another order than the text's has no rows.)
    fn by_numbers(&self, a: &Access<'a>, subscript: &Poly) -> Vec<(Poly, Poly, Poly)> {
        let counts = |s: &Sym| a.loops.iter().any(|l| *s == Sym::Var(l.var, 0));
        let made = |s: &Sym| matches!(s, Sym::Var(v, _) if is_counter(self.unit, *v));
        if subscript.syms().any(made) {
            return Vec::new();
        }
        let factors = subscript
            .terms()
            .filter(|(m, n)| *n > 1 && m.iter().any(counts));
        let mut lengths: Vec<i128> = factors.map(|(_, n)| n).collect();
        lengths.sort_by(|a, b| b.cmp(a));
        lengths.dedup();
        let parted = |length: i128| {
            let (mut row, mut place) = (Poly::default(), Poly::default());
            for (m, n) in subscript.terms() {
                // `64*(j + 1) - 1` is one place before a row.
                let whole = match m.is_empty() {
                    true => (n + length / 2).div_euclid(length),
                    false if n % length == 0 => n / length,
                    false => 0,
                };
                let product = m
                    .iter()
                    .try_fold(Poly::constant(1), |p, s| p.times(&Poly::sym(s.clone())))?;
                row = row.plus(whole, &product)?;
                place = place.plus(n - whole * length, &product)?;
            }
            let open = place.syms().any(&counts);
            open.then_some((Poly::constant(length), row, place))
        };
        lengths.into_iter().filter_map(parted).collect()
    }

    /// The least and the greatest value of a place, in terms of what the host knows.
    fn extremes(&self, a: &Access<'a>, place: &Poly) -> Option<[Poly; 2]> {
        let around = |k: usize| a.loops[..k].iter().map(|l| l.var).collect();
        let mut ranges: Vec<poly::Range> = (0..a.loops.len())
            .map(|k| self.cx.range(a.loops[k], &around(k)))
            .collect();
        ranges.reverse();
        let facts = self.cx.facts(&ranges, std::iter::once(place));
        let bound = |most| poly::bound(place, &ranges, &facts, most);
        Some([bound(false)?, bound(true)?])
    }

    /// That a polynomial isn't negative, if it is a sum of multiples of variables that the host knows before the construct and devices
    /// see likewise.
    fn relation(&self, p: &Poly) -> Option<Relation> {
        let mut relation = Relation::default();
        for (product, n) in p.terms() {
            let n = i64::try_from(n).ok()?;
            match product {
                [] => relation.constant = n,
                [Sym::Var(v, 0)] if self.is_known(*v) => relation.terms.push((*v, n)),
                _ => return None,
            }
        }
        (!relation.terms.is_empty()).then_some(relation)
    }

    fn is_known(&self, v: VarId) -> bool {
        let var = self.unit.var(v);
        let named = match var.storage {
            Storage::Local | Storage::Param => true,
            Storage::Global { .. } | Storage::StaticLocal => {
                self.globals && !globals::declared(self.unit).contains_key(&v)
            }
            Storage::Region => false,
        };
        named
            && var.member.as_ref().is_none_or(|m| !m.is_pointed_to())
            && !self.cx.is_written(v)
            && !self.unit.types.qualifiers(var.ty).is_volatile
            && self.unit.host.is_steady(v)
    }
}

/// The question as C: `n <= lda && 3 * (long)w <= stride`.
fn condition(unit: &Unit, all: &[Relation]) -> Option<Expr> {
    let mut whole: Option<Expr> = None;
    for r in all {
        let (v, _) = r.terms.first()?;
        let ty = bounds::long(unit, *v);
        let side = |wanted: bool| {
            let own = |n: i64| (n > 0) == wanted;
            let mut sum = Poly::constant(match own(r.constant) {
                true => i128::from(r.constant).abs(),
                false => 0,
            });
            for (v, n) in r.terms.iter().filter(|(_, n)| own(*n)) {
                let size = i128::from(*n).abs();
                sum = sum.plus(size, &Poly::sym(Sym::Var(*v, 0)))?;
            }
            let mut e = bounds::expression(&sum, unit, ty)?;
            if matches!(e.kind, ExprKind::Binary(..)) {
                Widened.visit_expr(&mut e);
            }
            Some(e)
        };
        let truth = |op, a: Expr, b: Expr| {
            let kind = ExprKind::Binary(op, Box::new(a), Box::new(b));
            Expr::new(kind, ty, Span::default())
        };
        let one = truth(BinaryOp::Le, side(false)?, side(true)?);
        whole = Some(match whole {
            Some(before) => truth(BinaryOp::And, before, one),
            None => one,
        });
    }
    whole
}

/// Writes conversions out, so that no sum is one of `int`s.
struct Widened;

impl VisitMut for Widened {
    fn visit_expr(&mut self, e: &mut Expr) {
        if let ExprKind::Cast { implicit, .. } = &mut e.kind {
            *implicit = false;
        }
        self.walk_expr(e);
    }
}

/// Whether the second plan has more parallel loops or tiles, on devices or on the cores, and lacks none of the first.
fn is_better(first: &ConstructPlan, second: &ConstructPlan) -> bool {
    let (Some((first, tiles)), Some((second, more))) = (gains(first), gains(second)) else {
        return false;
    };
    let gain = first.len() < second.len() || tiles < more;
    gain && first.is_subset(&second) && tiles <= more
}

/// The loops that are proven to be parallel, on devices and (`true`) on the cores, and how many nests go in tiles.
fn gains(p: &ConstructPlan) -> Option<(IndexSet<(bool, LoopId)>, usize)> {
    let Action::Compute(own) = &p.action else {
        return None;
    };
    let here = p.on_cores()?;
    let of = |cores: bool, plan: &ComputePlan| {
        let found = plan.loops.values().filter(|l| l.reason.is_proven());
        found.map(|l| (cores, l.id)).collect::<Vec<_>>()
    };
    let parallel = [of(false, own), of(true, here)].into_iter().flatten();
    let on_devices = own.kernels.iter().filter(|k| k.tiles.is_some()).count();
    Some((parallel.collect(), on_devices + here.blocked.len()))
}

fn note(unit: &Unit, p: &ConstructPlan, holds: &Expr) -> Note {
    let text = crate::print::show::expr(unit, holds);
    Note::new(
        p.site.line,
        format!(
            "This rests on {text}: then rows of elements that are written don't overlap. It is checked before the construct; otherwise loops run in parallel as far as the text alone allows"
        ),
    )
}
