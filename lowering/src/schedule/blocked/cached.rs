//! Which kernels have what `cache` names (OpenACC 3.3 §2.10) in shared memory.
//!
//! A block goes through its iterations in tiles. Before a tile its threads copy all that its iterations read of the array, each element once; then
//! iterations read the copy. So the copy holds what they read, whatever the directive says of it, and nothing else.
//!
//! Reads come earlier than the program has them: nobody may write the array in the nest. All of them must happen in each iteration, so that there is
//! an element wherever the copy has one: of an array of arrays each combination of subscripts is, of which each for itself is named.

use super::device::{Found, Pairs, loops_of, statement};
use super::nests::{Nests, is_plain};
use super::normal::{self, Normal};
use super::shared::number;
use super::staged::References;
use crate::analyse::access::{Access, Part};
use crate::analyse::facts::Facts;
use crate::analyse::poly::{Poly, Sym};
use crate::plan::{Along, Cached, Near, NearDim, Place, Side, Tiled, array_of, show as text};
use crate::schedule::data::whole_var;
use crate::schedule::extents::Given;
use crate::schedule::nest::Node;
use accrs_frontend::Unit;
use accrs_frontend::directive::ClauseKind;
use accrs_frontend::region::{
    Canonical, Expr, For, LoopCmp, LoopId, Stmt, StmtKind, VarId, VisitMut,
};
use indexmap::IndexSet;

/// Threads of a block along rows and columns, and rows of each: what is around a tile is a tenth of it where iterations read one element further.
const ROWS: (u64, u64) = (8, 4);
/// Of a nest of one loop.
const THREADS: u64 = 256;
/// A loop around, rows and columns.
const MOST_LOOPS: usize = 3;
/// More elements aren't told apart.
const MOST_USES: usize = 256;

const DEPENDENT: &str = "the iterations aren't known to be independent";

/// What the report says of the copies.
pub fn note(unit: &Unit, t: &Cached) -> String {
    let each = t.near.iter().map(|n| {
        let name = text::expr(unit, array_of(&n.element).0);
        let lengths = n.dims.iter().map(|d| t.length(d).to_string());
        let lengths: Vec<String> = lengths.collect();
        format!("{} elements of {name}", lengths.join(" by "))
    });
    let each: Vec<String> = each.collect();
    format!("{} in shared memory, as cache asks", each.join(", "))
}

/// A nest without its `cache` directives, and the variables that they name.
pub fn without_directives(whole: &Stmt) -> (Stmt, IndexSet<VarId>) {
    struct Strip(IndexSet<VarId>);
    impl VisitMut for Strip {
        fn visit_stmt(&mut self, s: &mut Stmt) {
            if let StmtKind::Cache(d) = &s.kind {
                for clause in &d.clauses {
                    if let ClauseKind::Cache { vars, .. } = &clause.kind {
                        self.0.extend(vars.iter().filter_map(|r| r.base.variable()));
                    }
                }
                s.kind = StmtKind::Empty;
            }
            if let StmtKind::Block(all) = &mut s.kind {
                all.iter_mut().for_each(|s| self.visit_stmt(s));
                all.retain(|s| !matches!(s.kind, StmtKind::Empty));
                return;
            }
            self.walk_stmt(s);
        }
    }
    let mut all = Strip(IndexSet::new());
    let mut whole = whole.clone();
    all.visit_stmt(&mut whole);
    (whole, all.0)
}

/// The loops that are cut, and the one around them.
struct Band<'f> {
    outer: Option<&'f For>,
    rows: Option<&'f For>,
    columns: &'f For,
}

impl<'f> Band<'f> {
    fn of(loops: &[&'f For]) -> Option<Self> {
        let (columns, around) = loops.split_last()?;
        let (outer, rows) = match around {
            [] => (None, None),
            [rows] => (None, Some(*rows)),
            [outer, rows] => (Some(*outer), Some(*rows)),
            _ => return None,
        };
        Some(Band {
            outer,
            rows,
            columns,
        })
    }
}

impl Nests<'_, '_> {
    /// The tiles of a nest (without its directives) with what they name in shared memory, or why there are none.
    pub(super) fn cached(
        &self,
        stmts: &[Stmt],
        given: &Given<'_>,
        whole: &Stmt,
        named: &IndexSet<VarId>,
    ) -> Result<(Found, Pairs), &'static str> {
        if !is_plain(self.p.unit, whole) {
            return Err("the nest has calls, jumps or something else that tiles can't have");
        }
        if !self.is_mapped_freely(whole) {
            return Err("clauses give the sizes of blocks");
        }
        let mut why = None;
        for band in self.bands(whole) {
            match self.cached_in(stmts, given, (whole, named), &band) {
                Ok(found) => return Ok(found),
                // That loops in order aren't independent says nothing of those around them.
                Err(DEPENDENT) => {}
                Err(other) => drop(why.get_or_insert(other)),
            }
        }
        Err(why.unwrap_or(DEPENDENT))
    }

    fn cached_in(
        &self,
        stmts: &[Stmt],
        given: &Given<'_>,
        (whole, named): (&Stmt, &IndexSet<VarId>),
        band: &Band<'_>,
    ) -> Result<(Found, Pairs), &'static str> {
        let unit = self.p.unit;
        let n = self
            .normal(whole, band)
            .ok_or("the loops' bounds aren't simple")?;
        let facts = Facts::of(unit, [&n.nest]);
        let (outer, rows, columns) = self
            .sides(band)
            .ok_or("a block can't have tiles of these sizes")?;
        let sizes = [rows.as_ref().map_or(1, Side::number), columns.number()];
        let counted = match &rows {
            Some(_) => self.can_be_counted(&n, &facts, given, None, (&outer, sizes, false)),
            None => self.can_be_counted(&n, &facts, given, None, (&outer, [sizes[1], 1], false)),
        };
        if !counted {
            return Err("there are too few iterations, or the host can't count them");
        }
        let loops = loops_of(whole);
        let first = loops.first().ok_or("there is no loop")?;
        let alone = "iterations pass values on, or name variables of the nest outside of it";
        let own = self.own(stmts, &n, &facts, (first, &outer)).ok_or(alone)?;
        // Loops in each iteration may have counters from outside; those of the loops that are cut are declared anyway.
        let cut = |v: &VarId| n.band.iter().chain(&outer).any(|h| h.var == *v);
        let counters = super::counters(first).into_iter().filter(|v| !cut(v));
        let scalars: IndexSet<VarId> = own.into_iter().chain(counters).collect();
        let verdicts: Vec<&For> = band.outer.into_iter().collect();
        let (free, proven) = self.is_free(&n, &facts, &verdicts).ok_or(DEPENDENT)?;
        let depth = n.band.len();
        let all = References::of(unit, &n, &facts).ok_or("there are calls or atomic operations")?;
        if !proven && !all.stores_once_and_last(n.inside(depth)) {
            return Err(
                "pointers are apart by the program's word alone, and a store isn't an iteration's last statement",
            );
        }
        let mut cached = Cached {
            outer,
            rows,
            columns,
            body: match &statement(n.inside(depth)).kind {
                StmtKind::Block(all) => all.clone(),
                _ => vec![statement(n.inside(depth)).clone()],
            },
            scalars: scalars.into_iter().collect(),
            near: Vec::new(),
        };
        let reads = Reads {
            unit,
            n: &n,
            facts: &facts,
        };
        cached.near = self.fitting(&cached, reads.all(named)?)?;
        let ids = |l: Option<&For>| -> IndexSet<LoopId> { l.iter().map(|l| l.id).collect() };
        let found = Found {
            outer: band.outer.map(|l| l.id),
            rows: ids(band.rows),
            columns: ids(Some(band.columns)),
            all: Vec::new(),
            refused: None,
            tiles: Tiled::Cached(Box::new(cached)),
        };
        Ok((found, free))
    }

    /// The loop around, rows and columns.
    fn sides(&self, band: &Band<'_>) -> Option<(Option<Canonical>, Option<Side>, Side)> {
        let side = |l: &For, threads: u64, each: u64| {
            let head = l.canonical.clone()?;
            Some(Side {
                head,
                threads,
                each,
            })
        };
        let outer = match band.outer {
            Some(l) => Some(l.canonical.clone()?),
            None => None,
        };
        let device = &self.p.options.machine.device;
        let tile = |l: &For| self.node(l).and_then(|n| n.tile.as_deref());
        let given = [band.outer, band.rows, Some(band.columns)].map(|l| l.and_then(tile));
        let ((threads, each), columns) = match (given, band.rows) {
            ([None, Some([rows, columns]), None], _) => {
                (rows_of(*rows, *columns, device.block)?, *columns)
            }
            ([None, None, Some([columns])], None) => {
                (rows_of(1, *columns, device.block)?, *columns)
            }
            ([None, None, None], Some(_)) => (ROWS, device.warp),
            ([None, None, None], None) => ((1, 1), THREADS),
            _ => return None,
        };
        let rows = match band.rows {
            Some(l) => Some(side(l, threads, each)?),
            None => None,
        };
        Some((outer, rows, side(band.columns, columns, 1)?))
    }

    /// The copies that are worth it, if they fit a block's shared memory.
    fn fitting(&self, t: &Cached, mut near: Vec<Near>) -> Result<Vec<Near>, &'static str> {
        near.retain(|n| is_read_again(t, n));
        if near.is_empty() {
            return Err("no element is read twice in a tile");
        }
        let bytes = |n: &Near| {
            let elements: u64 = t.lengths(n).iter().product();
            elements.checked_mul(number(self.p.unit, n.ty)?)
        };
        let shared: Option<u64> = near.iter().map(bytes).sum();
        match shared.is_some_and(|bytes| bytes <= self.p.options.machine.device.shared) {
            true => Ok(near),
            false => Err("a block's shared memory is too small"),
        }
    }

    /// No clause of the nest's loops gives a size, or asks for what tiles of the compiler's don't do.
    fn is_mapped_freely(&self, nest: &Stmt) -> bool {
        let types = &self.p.unit.types;
        loops_of(nest).into_iter().all(|l| {
            // (A loop that `collapse` takes in has no decision of its own.)
            let Some(n) = self.node(l) else { return true };
            let d = &n.decision;
            let clauses = n.clauses.as_ref().is_none_or(|c| {
                let scalars = c.private.iter().all(|r| {
                    whole_var(r).is_some_and(|v| types.is_arithmetic(self.p.unit.var(v).ty))
                });
                let sizes = c.gang_num.is_some()
                    || c.gang_static.is_some()
                    || matches!(c.worker, Some(Some(_)))
                    || matches!(c.vector, Some(Some(_)));
                let tiled = c.tile.is_empty() || n.tile.is_some();
                scalars && !sizes && tiled && c.unroll.is_none() && !c.collapse_force
            });
            let plain = !d.keeps() && d.atomics.is_empty() && !n.passed && n.rows.is_none();
            clauses && plain && n.calls.is_none() && d.dim.is_none()
        })
    }

    /// The outermost loops of a nest that stand in each other with nothing between: all that may be cut first, then those alone that
    /// threads share anyway.
    fn bands<'f>(&self, whole: &'f Stmt) -> Vec<Band<'f>> {
        let mut all: Vec<&For> = Vec::new();
        let (mut shared, mut taken_in) = (0, 0);
        let mut at = normal::only(whole);
        while let Some(l) = at {
            // (A loop that `collapse` takes in has no decision of its own.)
            let node = self.node(l);
            if node.is_none() && taken_in == 0 || node.is_some() && !self.can_be_cut(l) {
                break;
            }
            all.push(l);
            taken_in = node.map_or(taken_in, |n| n.heads.len()) - 1;
            let own = node.is_none_or(Node::is_partitioned);
            if own && shared + 1 == all.len() {
                shared += 1;
            }
            at = normal::only(&l.body);
        }
        let most = all.len().min(MOST_LOOPS);
        let depths = (shared.max(1)..=most).rev();
        depths.filter_map(|depth| Band::of(&all[..depth])).collect()
    }

    fn normal(&self, whole: &Stmt, band: &Band<'_>) -> Option<Normal> {
        let unit = self.p.unit;
        let nest = match band.outer {
            Some(outer) => &*outer.body,
            None => whole,
        };
        let n = match band.rows {
            Some(rows) => normal::both_outside(unit, statement(nest), rows, band.columns)?,
            None => normal::alone(band.columns)?,
        };
        Some(n)
    }
}

/// Threads along so many rows of a tile, as many as a block may have, and rows of each.
pub(super) fn rows_of(rows: u64, columns: u64, most: u64) -> Option<(u64, u64)> {
    let threads = (1..=rows).rev();
    let mut threads =
        threads.filter(|t| rows.is_multiple_of(*t) && t.saturating_mul(columns) <= most);
    threads.next().map(|t| (t, rows / t))
}

/// Whether a tile's iterations read much more often than its copy has elements.
fn is_read_again(t: &Cached, n: &Near) -> bool {
    let iterations = t.columns.number() * t.rows.as_ref().map_or(1, Side::number);
    let copied: u64 = n.dims.iter().map(|d| t.length(d)).product();
    let each: u64 = n.dims.iter().map(|d| d.length).product();
    let reads = each.max(n.uses.len() as u64);
    2 * iterations * reads >= 3 * copied
}

/// What an iteration reads.
struct Reads<'n, 'f> {
    unit: &'n Unit,
    n: &'n Normal,
    facts: &'n Facts<'f>,
}

/// A subscript: what it follows, what else is in it that a tile doesn't change, and the least and the largest number added to that.
struct Subscript<'e> {
    along: Along,
    rest: Poly,
    range: (i128, i128),
    /// Loops in order inside of the iteration change it.
    inner: bool,
    text: &'e Expr,
}

impl Reads<'_, '_> {
    /// What a tile reads of the elements of variables.
    fn all(&self, named: &IndexSet<VarId>) -> Result<Vec<Near>, &'static str> {
        let near: Result<Vec<Option<Near>>, _> = named.iter().map(|v| self.near(*v)).collect();
        Ok(near?.into_iter().flatten().collect())
    }

    /// What a tile reads of a variable's elements; `None` where it names none.
    fn near(&self, root: VarId) -> Result<Option<Near>, &'static str> {
        let of_root = || {
            self.facts
                .accesses()
                .found
                .iter()
                .filter(move |a| a.root == root)
        };
        let mut all: Vec<(&Expr, Vec<Subscript<'_>>)> = Vec::new();
        for a in of_root() {
            if a.write {
                return Err("the nest writes an array that cache names");
            }
            if all.iter().any(|(known, _)| known.is_like(a.what)) {
                continue;
            }
            all.push((a.what, self.subscripts(a)?));
        }
        let Some((element, first)) = all.first() else {
            return Ok(None);
        };
        if all.len() > MOST_USES {
            return Err("an iteration reads too many elements");
        }
        let places = "an iteration's elements aren't all at fixed distances from each other";
        let fits = |s: &Subscript<'_>, of: &Subscript<'_>| s.along == of.along && s.rest == of.rest;
        let fit = all
            .iter()
            .all(|(_, s)| s.len() == first.len() && s.iter().zip(first).all(|(a, b)| fits(a, b)));
        if !fit
            || all
                .iter()
                .any(|(e, _)| !array_of(e).0.is_like(array_of(element).0))
        {
            return Err(places);
        }
        let mut dims = Vec::new();
        for (at, of) in first.iter().enumerate() {
            let each = || all.iter().map(|(_, s)| &s[at]);
            let low = each().map(|s| s.range.0).min().unwrap_or(0);
            let high = each().map(|s| s.range.1).max().unwrap_or(0);
            let one = each().filter(|s| !s.inner);
            let from = one
                .min_by_key(|s| s.range.0)
                .map(|s| (s.text.clone(), s.range.0 - low));
            let computed = each().any(|s| s.inner);
            if of.rest != Poly::default() && (from.is_none() || computed) {
                return Err(places);
            }
            let length = high
                .checked_sub(low)
                .and_then(|n| u64::try_from(n + 1).ok());
            let length = length.filter(|n| *n < 1 << 16).ok_or(places)?;
            dims.push(NearDim {
                along: of.along,
                from,
                low,
                length,
            });
        }
        let place = |(s, d): (&Subscript<'_>, &NearDim)| match s.inner {
            false => Place::At(u64::try_from(s.range.0 - d.low).unwrap_or(0)),
            true => Place::Computed,
        };
        let uses = all
            .iter()
            .map(|(e, s)| ((*e).clone(), s.iter().zip(&dims).map(place).collect()));
        Ok(Some(Near {
            element: (*element).clone(),
            ty: element.ty,
            uses: uses.collect(),
            dims,
        }))
    }

    fn subscripts<'e>(&self, a: &Access<'e>) -> Result<Vec<Subscript<'e>>, &'static str> {
        if !a.certain || a.by.is_some() || a.atomic {
            return Err("an element that cache names isn't read in each iteration");
        }
        let what = "elements that cache names must be numbers in an array, named by subscripts";
        let (_, texts) = array_of(a.what);
        let parts = match a.parts.as_slice() {
            [Part::Deref, rest @ ..] => rest,
            all => all,
        };
        if parts.len() != texts.len() || number(self.unit, a.what.ty).is_none() {
            return Err(what);
        }
        let each = parts.iter().zip(texts).map(|(part, text)| match part {
            Part::Index(Ok(index), _) => self.subscript(a, index, text),
            _ => None,
        });
        let all: Option<Vec<Subscript<'e>>> = each.collect();
        all.ok_or("subscripts of what cache names must be a loop's variable plus a number, or the same in all iterations")
    }

    fn subscript<'e>(&self, a: &Access<'_>, index: &Poly, text: &'e Expr) -> Option<Subscript<'e>> {
        let one = Poly::constant(1);
        let mut rest = index.clone();
        let mut along = Along::Neither;
        let rows = (self.n.band.len() == 2).then(|| &self.n.band[0]);
        let columns = self.n.band.last();
        for (head, side) in [(rows, Along::Rows), (columns, Along::Columns)] {
            let Some(head) = head else { continue };
            let (by, without) = rest.split(&Sym::Var(head.var, 0))?;
            if by == Poly::default() {
                continue;
            }
            if by != one || along != Along::Neither {
                return None;
            }
            (along, rest) = (side, without);
        }
        let (mut range, mut inner) = ((0, 0), false);
        for head in a
            .loops
            .iter()
            .filter(|h| !self.n.band.iter().any(|b| b.var == h.var))
        {
            let (by, without) = rest.split(&Sym::Var(head.var, 0))?;
            if by == Poly::default() {
                continue;
            }
            let (first, last) = values(head)?;
            let by = by.as_constant()?;
            let ends = [by.checked_mul(first)?, by.checked_mul(last)?];
            range = (
                range.0 + ends[0].min(ends[1]),
                range.1 + ends[0].max(ends[1]),
            );
            (rest, inner) = (without, true);
        }
        // What an iteration computes isn't known before it.
        let changed = self
            .facts
            .uses()
            .vars
            .iter()
            .any(|(v, u)| u.any_write() && rest.mentions(&Sym::Var(*v, 0)));
        let constant = rest.constant_term();
        let rest = rest.add_constant(-constant)?;
        (!changed).then_some(Subscript {
            along,
            rest,
            range: (
                range.0.checked_add(constant)?,
                range.1.checked_add(constant)?,
            ),
            inner,
            text,
        })
    }
}

/// The first and the last value of a loop's variable, where they are numbers.
fn values(head: &Canonical) -> Option<(i128, i128)> {
    let (first, end) = (head.lower.int_value()?, head.upper.int_value()?);
    if head.step.int_value()? != 1 || head.down {
        return None;
    }
    let last = match head.cmp {
        LoopCmp::Lt => end - 1,
        LoopCmp::Le => end,
        _ => return None,
    };
    (first <= last).then_some((first, last))
}
