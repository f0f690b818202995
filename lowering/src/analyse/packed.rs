//! Which rows of an object a construct touches, where there is much between them: a block of a matrix, a column, every sixteenth element. What moves
//! between host and device are such rows then, as jit4GPU packs the elements of its access regions (RCSLMADs).
//!
//! An access `p[c*r + s]`, where `r` sums up some loops' variables and `s` has the others, is inside of rows that are `c` apart. So are all accesses to the
//! object, if `c` divides each of them like that. How wide the rows are together, and whether it pays to move them alone, is known when the construct runs.

use super::access::{Access, Part};
use super::bounds::{expression, long};
use super::covered::{self, Length};
use super::facts::Facts;
use super::filled;
use super::footprint;
use super::poly::{Poly, Sym, bound};
use accrs_frontend::region::place::is_array_parameter;
use accrs_frontend::region::{Expr, Type, VarId};
use indexmap::IndexSet;

/// So many distances of rows are offered.
const DISTANCES: usize = 4;
/// Rows so many bytes apart never pay: each of them costs as much as half of these.
const NEAR: i128 = 512;
/// Subscripts with rows of their own.
const MOST: usize = 16;

/// One way to see what is touched: rows at a distance. All in elements, which have so many bytes.
#[derive(Clone, Debug)]
pub struct Packed {
    pub element: u64,
    pub distance: Expr,
    /// The construct writes all elements of these rows, and reads none.
    pub filled: bool,
    /// Of each access.
    pub rows: Vec<Rows>,
}

/// The rows of an access: the first element of the first one, counted from where the object begins.
#[derive(Clone, Debug)]
pub struct Rows {
    pub first: Expr,
    pub count: Expr,
    pub width: Expr,
}

/// The ways to see what the construct touches of an array, or of what a pointer leads to. None where that isn't known, or can't leave much out.
pub fn of(facts: &Facts<'_>, var: VarId, evaluable: &dyn Fn(&Expr) -> bool) -> Vec<Packed> {
    let found = subscripts(facts, var);
    let all = found.filter(|all| !all.is_empty() && all.len() <= MOST);
    let (Some(all), Some(size)) = (all, element(facts, var)) else {
        return Vec::new();
    };
    let mut distances = distances(&all);
    // One row: what lies between the first and the last element.
    distances.splice(0..0, total(facts, var));
    let pays = |c: &&Poly| {
        let bytes = c.as_constant().map(|n| n.saturating_mul(i128::from(size)));
        bytes.is_none_or(|n| n > NEAR)
    };
    let written = match all.as_slice() {
        [_] => filled::written_box(facts, var),
        _ => None,
    };
    let packed = distances.iter().filter(pays).filter_map(|c| {
        let rows = all.iter().map(|s| s.rows(c)).collect::<Option<Vec<_>>>()?;
        let filled = written.as_ref().is_some_and(|w| is_box(&rows, w));
        // Rows that are nearly whole, as a stencil's, leave nothing out that matters.
        let open = |rows: &[Poly; 3]| {
            let left = c.minus(&rows[2]);
            left.is_some_and(|left| match (c.as_constant(), left.as_constant()) {
                (Some(c), Some(left)) => 2 * left >= c,
                (Some(_), None) => true,
                (None, _) => left.degree() >= c.degree(),
            })
        };
        (filled || rows.iter().all(open)).then_some(())?;
        let unit = facts.unit;
        let host = |p: &Poly| expression(p, unit, long(unit, var)).filter(|e| evaluable(e));
        let row = |[first, count, width]: &[Poly; 3]| {
            Some(Rows {
                first: host(first)?,
                count: host(count)?,
                width: host(width)?,
            })
        };
        Some(Packed {
            element: size,
            distance: host(c)?,
            filled,
            rows: rows.iter().map(row).collect::<Option<_>>()?,
        })
    });
    let mut packed: Vec<Packed> = packed.take(DISTANCES).collect();
    // What needs nothing from the host is the better way.
    if packed.iter().any(|p| p.filled) {
        packed.retain(|p| p.filled);
    }
    packed
}

/// Whether rows are those of a box of elements: a row's elements are those of the innermost subscript.
fn is_box(rows: &[[Poly; 3]], ends: &[[Poly; 2]]) -> bool {
    let [[_, count, width]] = rows else {
        return false;
    };
    let many = |[least, most]: &[Poly; 2]| most.minus(least).and_then(|n| n.add_constant(1));
    match ends {
        [line] => *count == Poly::constant(1) && many(line).as_ref() == Some(width),
        [row, place] => many(row).as_ref() == Some(count) && many(place).as_ref() == Some(width),
        _ => false,
    }
}

/// The bytes of a number behind all subscripts.
fn element(facts: &Facts<'_>, var: VarId) -> Option<u64> {
    let types = &facts.unit.types;
    let mut ty = facts.unit.var(var).ty;
    while let Some(inner) = types.pointee(ty) {
        ty = inner;
    }
    types.size_of(ty)
}

/// The elements of an array of fixed size.
fn total(facts: &Facts<'_>, var: VarId) -> Option<Poly> {
    if is_array_parameter(facts.unit, var) {
        return None;
    }
    let elements = |n: i128, length: &Length<'_>| match length {
        Length::Of(of) => n.checked_mul(i128::from(*of)),
        _ => None,
    };
    let lengths = covered::lengths(facts.unit, var)?;
    lengths.iter().try_fold(1, elements).map(Poly::constant)
}

/// An access's subscript, as if the object had one dimension.
struct Subscript<'f, 'a> {
    facts: &'f Facts<'a>,
    access: &'f Access<'a>,
    at: Poly,
}

fn subscripts<'f, 'a>(facts: &'f Facts<'a>, var: VarId) -> Option<Vec<Subscript<'f, 'a>>> {
    let unit = facts.unit;
    let (mut lengths, derefs) = match unit.types.canonical(unit.var(var).ty) {
        Type::Pointer(row) => (covered::lengths_of(unit, var, *row)?, 1),
        _ => {
            let mut all = covered::lengths(unit, var)?;
            all.remove(0);
            (all, usize::from(is_array_parameter(unit, var)))
        }
    };
    let accesses = filled::accesses(facts, var, (derefs, 1 + lengths.len()))?;
    lengths.insert(0, Length::Of(1));
    let cx = facts.context();
    let flat = |a: &'f Access<'a>| {
        let mut at = Poly::default();
        for (part, length) in a.parts[derefs..].iter().zip(&lengths) {
            let Part::Index(Ok(index), _) = part else {
                return None;
            };
            let length = match length {
                Length::Of(n) => Poly::constant(i128::from(*n)),
                Length::Variable(e) => cx.poly(e, &IndexSet::new()).ok()?,
                Length::Unknown => return None,
            };
            at = at.times(&length)?.plus(1, index)?;
        }
        Some(Subscript {
            facts,
            access: a,
            at,
        })
    };
    let mut all: Vec<Subscript<'f, 'a>> = Vec::new();
    for a in accesses {
        let next = flat(a)?;
        let same = |s: &Subscript<'_, '_>| {
            let loops = s.access.loops.iter().map(|l| std::ptr::from_ref(*l));
            s.at == next.at && loops.eq(a.loops.iter().map(|l| std::ptr::from_ref(*l)))
        };
        if !all.iter().any(same) {
            all.push(next);
        }
    }
    Some(all)
}

/// What the loops' variables are multiplied by, the largest products first; not 1.
fn distances(all: &[Subscript<'_, '_>]) -> Vec<Poly> {
    let mut found: Vec<Poly> = Vec::new();
    for s in all {
        for sym in s.loops() {
            let Some((c, _)) = s.at.split(&sym) else {
                continue;
            };
            let negative = c.terms().all(|(_, n)| n < 0);
            let c = match negative {
                true => Poly::default().minus(&c).unwrap_or(c),
                false => c,
            };
            let one = c.as_constant().is_some_and(|n| n < 2);
            if !one && !s.has_loop(&c) && !found.contains(&c) {
                found.push(c);
            }
        }
    }
    found
}

impl Subscript<'_, '_> {
    fn loops(&self) -> impl Iterator<Item = Sym> {
        self.access.loops.iter().map(|l| Sym::Var(l.var, 0))
    }

    fn has_loop(&self, p: &Poly) -> bool {
        self.loops().any(|s| p.mentions(&s))
    }

    /// The first element of its rows at this distance, how many there are, and their width.
    fn rows(&self, distance: &Poly) -> Option<[Poly; 3]> {
        let (ranges, facts) = footprint::ranges(self.facts.context(), self.access, &self.at);
        let mut number = Poly::default();
        for range in &ranges {
            let (c, _) = self.at.split(&range.sym)?;
            if let Some(times) = whole(&c, distance) {
                number = number.plus(1, &times.times(&Poly::sym(range.sym.clone()))?)?;
            }
        }
        let inside = self.at.minus(&number.times(distance)?)?;
        let ends = |p: &Poly| {
            let (least, most) = (
                bound(p, &ranges, &facts, false)?,
                bound(p, &ranges, &facts, true)?,
            );
            (!self.has_loop(&least) && !self.has_loop(&most)).then_some((least, most))
        };
        let ((first, last), (from, to)) = (ends(&number)?, ends(&inside)?);
        let count = |a: &Poly, b: &Poly| b.minus(a)?.add_constant(1);
        Some([
            first.times(distance)?.plus(1, &from)?,
            count(&first, &last)?,
            count(&from, &to)?,
        ])
    }
}

/// How many times a coefficient is the distance; `None`: not a whole number of times, or none.
fn whole(c: &Poly, distance: &Poly) -> Option<Poly> {
    let (times, rest) = match distance.as_constant() {
        Some(d) => {
            let c = c.as_constant()?;
            (Poly::constant(c / d), Poly::constant(c % d))
        }
        None => c.divided(distance)?,
    };
    (rest == Poly::default() && times != Poly::default()).then_some(times)
}
