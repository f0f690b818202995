//! Which kernels of devices reach elements through shared memory: where some accesses follow each other along one loop of a nest and some along
//! another one, as in a transposition, so that whichever has the lanes, the others are apart.
//!
//! A block goes through its iterations in square tiles. What lies along the other loop it loads, before all else, for the whole tile, with
//! neighbouring threads along that loop, and stores likewise behind all else. In between, iterations have it in shared memory.
//!
//! Iterations that are independent may do that. Of what one of them does, loads come earlier than the program has them, and stores later: so what is
//! loaded may be written by nobody, and of an object that is stored to an iteration may name nothing else. Where that two pointers lie apart has not
//! been shown but the user's word stands for it, the word says nothing of what is in one iteration: then a store has to be the last thing in it.

use super::device::{Found, Pairs, loops_of, statement};
use super::legal;
use super::nests::{Nests, is_plain};
use super::normal::{self, Normal};
use super::shared::{by_one, number};
use super::steps::{is_place, memory};
use crate::analyse::access::Access;
use crate::analyse::facts::Facts;
use crate::analyse::stride;
use crate::plan::{Across, Side, Staged, Tiled, show as text};
use crate::schedule::extents::Given;
use accrs_frontend::Unit;
use accrs_frontend::region::place::rough_place;
use accrs_frontend::region::{Canonical, Expr, ExprKind, For, Stmt, StmtKind, Type, TypeId, VarId};
use indexmap::IndexSet;

/// Threads of a block along rows: each has a few of a tile's rows, whose loads it has under way together.
const THREADS: u64 = 8;
/// Bytes that come together from a device's memory.
const SECTOR: i128 = 32;
/// Bytes of the largest structures that are worth it: of larger ones more than half a sector is one element's.
const RECORD: u64 = 16;
/// What an element costs that goes through shared memory, where one is 1 that lies beside its neighbours: it takes two more instructions and a barrier.
const STAGED: f64 = 1.25;
/// It is worth it where so much less has to be fetched.
const GAIN: f64 = 0.9;
/// Each pair of a nest's loops is looked at.
const MOST_LOOPS: usize = 4;

/// What the report says of the elements.
pub fn note(unit: &Unit, t: &Staged) -> String {
    let elements = t.elements.iter().map(|e| text::expr(unit, &e.element));
    let elements: Vec<String> = elements.collect();
    format!("{} through shared memory", elements.join(", "))
}

/// A nest in one of the forms that it can have.
struct Form<'f> {
    /// The loop around, and all loops on whose verdicts the form rests.
    outer: Option<&'f For>,
    verdicts: Vec<&'f For>,
    n: Normal,
    /// Loops of the same ranges.
    rows: IndexSet<accrs_frontend::region::LoopId>,
    columns: IndexSet<accrs_frontend::region::LoopId>,
}

impl Nests<'_, '_> {
    /// The tiles of a nest in the form that fetches least, if that is right and worth it, and the pairs of pointers that must not overlap.
    pub(super) fn staged(
        &self,
        stmts: &[Stmt],
        given: &Given<'_>,
        whole: &Stmt,
    ) -> Option<(Found, Pairs)> {
        let unit = self.p.unit;
        let loops = loops_of(whole);
        if loops.len() < 2 || loops.len() > MOST_LOOPS || !is_plain(unit, whole) {
            return None;
        }
        let nests = nests(&loops, whole);
        let mut forms: Vec<(f64, Form<'_>)> = Vec::new();
        for (nest, outer, verdicts) in &nests {
            let inside = loops_of(nest);
            for lane in inside.iter().rev() {
                for row in inside.iter().filter(|row| row.id != lane.id) {
                    let form = self.form(nest, (*outer, verdicts.clone()), row, lane);
                    let cost = form.and_then(|f| Some((costs(unit, &f)?, f)));
                    forms.extend(cost);
                }
            }
        }
        forms.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        forms
            .into_iter()
            .find_map(|(_, form)| self.with_staged(stmts, given, loops.first()?, form))
    }

    fn form<'f>(
        &self,
        nest: &Stmt,
        (outer, verdicts): (Option<&'f For>, Vec<&'f For>),
        row: &'f For,
        lane: &'f For,
    ) -> Option<Form<'f>> {
        let unit = self.p.unit;
        let cut = [row, lane].into_iter().chain(outer);
        if !cut.into_iter().all(|l| self.can_be_cut(l)) {
            return None;
        }
        let mut n = normal::both_outside(unit, nest, row, lane)?;
        // What has been said of both loops holds in either order.
        n.in_place |= match &nest.kind {
            StmtKind::For(l) => {
                l.id == lane.id && normal::only(&l.body).is_some_and(|o| o.id == row.id)
            }
            _ => false,
        };
        let deeper = n.inside(2).any_stmt(|s| matches!(s.kind, StmtKind::For(_)));
        let [rows, columns] = [row, lane].map(|l| normal::beside(nest, l));
        for ids in [&rows, &columns] {
            let (bodies, beside) = normal::parts_of(nest, ids)?;
            if !legal::hands_nothing_on(unit, &bodies, &beside) {
                return None;
            }
        }
        (!deeper).then_some(Form {
            outer,
            verdicts,
            n,
            rows,
            columns,
        })
    }

    fn with_staged(
        &self,
        stmts: &[Stmt],
        given: &Given<'_>,
        whole: &For,
        form: Form<'_>,
    ) -> Option<(Found, Pairs)> {
        let unit = self.p.unit;
        let device = &self.p.options.machine.device;
        let n = &form.n;
        let facts = Facts::of(unit, [&n.nest]);
        let outer = match form.outer {
            Some(l) => Some(l.canonical.clone()?),
            None => None,
        };
        let sizes = [device.warp; 2];
        if !self.can_be_counted(n, &facts, given, None, (&outer, sizes, false)) {
            return None;
        }
        let scalars = self.own(stmts, n, &facts, (whole, &outer))?;
        let (free, proven) = self.is_free(n, &facts, &form.verdicts)?;
        let body = n.inside(2);
        let all = References::of(unit, n, &facts)?;
        if !proven && !all.stores_once_and_last(body) {
            return None;
        }
        let elements = all.across(body);
        let side = |head: &Canonical, threads: u64| Side {
            head: head.clone(),
            threads,
            each: device.warp / threads,
        };
        let [row, lane] = n.band.as_slice() else {
            return None;
        };
        let staged = Staged {
            outer,
            rows: side(row, THREADS),
            columns: side(lane, device.warp),
            body: match &statement(body).kind {
                StmtKind::Block(all) => all.clone(),
                _ => vec![statement(body).clone()],
            },
            scalars,
            elements,
        };
        let bytes = |e: &Across| Some(staged.size() * value(unit, e.element.ty)?);
        let shared: Option<u64> = staged.elements.iter().map(bytes).sum();
        if shared? > device.shared {
            return None;
        }
        let found = Found {
            tiles: Tiled::Staged(Box::new(staged)),
            outer: form.outer.map(|l| l.id),
            rows: form.rows,
            columns: form.columns,
            all: Vec::new(),
            refused: None,
        };
        Some((found, free))
    }
}

/// The two loops of a nest that are cut, with all that is in them, the loop around that has a layer of blocks for each of its iterations, and the loops
/// whose verdicts tell that one's iterations apart. Of three loops that stand in each other with nothing between, any one can be around.
fn nests<'f>(loops: &[&'f For], whole: &Stmt) -> Vec<(Stmt, Option<&'f For>, Vec<&'f For>)> {
    let mut all = vec![(statement(whole).clone(), None, Vec::new())];
    let [first, second, ..] = loops else {
        return all;
    };
    let tight = |l: &For, inner: &For| normal::only(&l.body).is_some_and(|o| o.id == inner.id);
    if !tight(first, second) {
        return all;
    }
    all.push((statement(&first.body).clone(), Some(*first), vec![*first]));
    if let [first, second, third] = loops
        && tight(second, third)
    {
        let inner = normal::plain(second, (*third.body).clone());
        let without_third = normal::plain(first, inner);
        let without_second = normal::plain(first, normal::plain(third, (*third.body).clone()));
        all.push((without_second, Some(*second), vec![*first, *second]));
        all.push((without_third, Some(*third), vec![*first, *second, *third]));
    }
    all
}

/// What a nest would fetch in a form, in sectors for an element; `None` where that is no better than without tiles.
fn costs(unit: &Unit, form: &Form<'_>) -> Option<f64> {
    let facts = Facts::of(unit, [&form.n.nest]);
    let all = References::of(unit, &form.n, &facts)?;
    let body = form.n.inside(2);
    let across = all.across(body);
    let [row, lane] = form.n.band.as_slice() else {
        return None;
    };
    let mut staged = 0.0;
    let mut plain = [0.0, 0.0];
    for g in &all.groups {
        // What is the same along one of the loops stays in the caches while that one runs.
        let along = |h: &Canonical| stride::bytes(unit, g.access, h.var) != Some(Some(0));
        if ![row, lane].into_iter().all(along) {
            continue;
        }
        // What goes back and forth costs twice.
        let read = !g.write || !is_assigned_first(body, g.access.what);
        let times = f64::from(u8::from(read) + u8::from(g.write));
        let costs = [row, lane].map(|h| times * sectors(unit, g.access, h.var));
        match across.iter().any(|a| a.element.is_like(g.access.what)) {
            true => staged += times * STAGED,
            false => staged += costs[1],
        }
        plain[0] += costs[0];
        plain[1] += costs[1];
    }
    let better = staged <= GAIN * plain[0].min(plain[1]);
    (better && !across.is_empty()).then_some(staged)
}

/// How many times as much as its data an access has to fetch where this loop has the lanes.
fn sectors(unit: &Unit, a: &Access<'_>, var: VarId) -> f64 {
    let size = unit.types.size_of(a.ty).map_or(8, i128::from).max(1);
    let worst = (SECTOR / size).max(1);
    let times = match stride::bytes(unit, a, var) {
        Some(Some(bytes)) => (bytes.abs() / size).clamp(0, worst),
        _ => worst,
    };
    f64::from(i16::try_from(times).unwrap_or(i16::MAX))
}

/// The elements that an iteration names.
pub(super) struct References<'n, 'f> {
    unit: &'n Unit,
    n: &'n Normal,
    /// The variables that an iteration changes, and the objects that it writes.
    changed: IndexSet<VarId>,
    written: IndexSet<VarId>,
    groups: Vec<Group<'f>>,
}

/// An element, wherever it is named.
struct Group<'f> {
    access: &'f Access<'f>,
    write: bool,
    /// It is touched whatever the iteration computes; and written.
    certain: bool,
    written: bool,
}

impl<'n, 'f> References<'n, 'f> {
    pub(super) fn of(unit: &'n Unit, n: &'n Normal, facts: &'f Facts<'_>) -> Option<Self> {
        let mut groups: Vec<Group<'f>> = Vec::new();
        let accesses = &facts.accesses().found;
        for a in accesses {
            if a.by.is_some() || a.atomic {
                return None;
            }
            let (certain, written) = (a.certain, a.certain && a.write);
            let known = groups
                .iter_mut()
                .find(|g| g.access.root == a.root && g.access.what.is_like(a.what));
            match known {
                Some(g) => {
                    g.write |= a.write;
                    g.certain |= certain;
                    g.written |= written;
                }
                None => groups.push(Group {
                    access: a,
                    write: a.write,
                    certain,
                    written,
                }),
            }
        }
        let scalar = |v: VarId| !unit.types.is_array(unit.var(v).ty);
        let band: IndexSet<VarId> = n.band.iter().map(|h| h.var).collect();
        let used = facts.uses().vars.iter();
        let changed = used
            .filter(|(v, u)| u.written.is_some() && scalar(**v) && !band.contains(*v))
            .map(|(v, _)| *v);
        Some(References {
            unit,
            n,
            changed: changed.collect(),
            written: accesses
                .iter()
                .filter(|a| a.write)
                .map(|a| a.root)
                .collect(),
            groups,
        })
    }

    /// Whether an iteration stores to one element, once, and does nothing behind that.
    pub(super) fn stores_once_and_last(&self, body: &Stmt) -> bool {
        let mut stores = 0;
        body.each_expr(|e| {
            let to = e.assigned();
            stores += usize::from(to.is_some_and(|to| to.variable().is_none()));
        });
        let last = match statements(body).last().map(|s| &s.kind) {
            Some(StmtKind::Expr(e)) => match &e.kind {
                ExprKind::Assign(_, to, _) => to.variable().is_none(),
                _ => false,
            },
            _ => false,
        };
        stores == 1 && last
    }

    /// Those that lie along the rows while the columns have the lanes, if they can be reached through shared memory.
    fn across(&self, body: &Stmt) -> Vec<Across> {
        let found = self.groups.iter().filter(|g| self.is_across(g));
        found
            .map(|g| Across {
                element: g.access.what.clone(),
                load: !g.write || !is_assigned_first(body, g.access.what),
                store: g.write,
            })
            .collect()
    }

    fn is_across(&self, g: &Group<'_>) -> bool {
        let [row, lane] = self.n.band.as_slice() else {
            return false;
        };
        let (unit, a) = (self.unit, g.access);
        let far = match stride::bytes(unit, a, lane.var) {
            Some(Some(bytes)) => bytes.abs() >= SECTOR,
            Some(None) => true,
            None => false,
        };
        // (A member may be a part of a word.)
        let whole = is_place(a.what) && !matches!(a.what.kind, ExprKind::Member { .. });
        let steady = !self.changed.iter().any(|v| a.what.mentions(*v));
        let root = |e: &Expr| rough_place(unit, e).map(|p| p.root);
        let mut subscripts = memory(a.what).into_iter().skip(1);
        let constant = subscripts.all(|e| root(e).is_some_and(|r| !self.written.contains(&r)));
        let alone = match g.write {
            true => {
                let mut others = self.groups.iter().filter(|o| o.access.root == a.root);
                others.all(|o| std::ptr::eq(o, g)) && g.written
            }
            false => !self.written.contains(&a.root) && g.certain,
        };
        far && by_one(unit, a, row.var)
            && value(unit, a.what.ty).is_some()
            && whole
            && steady
            && constant
            && alone
    }
}

/// The size of a number, or of a structure of few of them.
fn value(unit: &Unit, ty: TypeId) -> Option<u64> {
    let record = || matches!(unit.types.canonical(ty), Type::Record(_));
    let few = || unit.types.size_of(ty).filter(|n| *n <= RECORD && record());
    number(unit, ty).or_else(few)
}

/// The statements of an iteration, without braces around them.
fn statements(body: &Stmt) -> Vec<&Stmt> {
    match &body.kind {
        StmtKind::Block(all) => all.iter().flat_map(statements).collect(),
        StmtKind::Empty => Vec::new(),
        _ => vec![body],
    }
}

/// Whether the first statement that names an element gives it a value.
fn is_assigned_first(body: &Stmt, element: &Expr) -> bool {
    let names = |e: &Expr| e.any_expr(|o| is_place(o) && o.is_like(element));
    let first = statements(body).into_iter().find(|s| s.any_expr(&names));
    match first.map(|s| &s.kind) {
        Some(StmtKind::Expr(e)) => match &e.kind {
            ExprKind::Assign(None, to, value) => to.is_like(element) && !names(value),
            _ => false,
        },
        _ => false,
    }
}
