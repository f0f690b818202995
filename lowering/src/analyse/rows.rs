//! Subscripts that number the elements of rows, `i*m + j`, taken apart: where `0 <= j < m` holds in all iterations, two of them are equal if the
//! rows are, and the places in the rows. isl takes no products of variables, so this is how it can be asked of such subscripts.

use super::access::{Access, Part};
use super::affine::Context;
use super::points::{Instance, Points};
use super::poly::{Poly, Sym};
use super::quasi::Linear;
use accrs_frontend::region::VarId;
use indexmap::IndexSet;

/// So many lengths of rows are tried.
const MOST: usize = 4;

/// Two subscripts as pairs of values that are equal, all of them, where the subscripts are. `None`: they don't number rows, as far as is known.
/// `all`: what the loop does, where lengths of rows may be seen.
pub fn apart<'a>(
    points: &Points<'_, 'a>,
    [a, b]: [&Instance<'_, 'a>; 2],
    at: usize,
    all: &[Access<'a>],
) -> Option<Vec<[Linear; 2]>> {
    let mut rest = [subscript(a.access, at)?, subscript(b.access, at)?];
    let mut lengths = lengths(all.iter().filter(|w| w.root == a.access.root), at);
    let mut found = Vec::new();
    loop {
        let whole = linear(a.access, &rest[0]).zip(linear(b.access, &rest[1]));
        let split = lengths.iter().find_map(|length| {
            let (row, _, f) = placed(points, a, &rest[0], length)?;
            let (other, _, g) = placed(points, b, &rest[1], length)?;
            Some(([row, other], [f, g], length.clone()))
        });
        // Products that are left are as good as any number, but where rows can be told apart more is known.
        let done = !rest.iter().any(|p| p.degree() > 1);
        let Some((rows, places, length)) = split.filter(|_| !done) else {
            let (f, g) = whole?;
            found.push([f, g]);
            return Some(found);
        };
        found.push(places);
        rest = rows;
        // Of planes there are so many rows.
        let shorter = lengths.iter().filter_map(|l| l.divided(&length));
        let shorter = shorter.filter(|(n, rest)| *rest == Poly::default() && is_length(n));
        lengths = shorter.map(|(n, _)| n).collect();
    }
}

/// Whether there is something to take apart: a product.
pub fn may_tell(a: &Access<'_>, b: &Access<'_>, at: usize) -> bool {
    let has = |access| subscript(access, at).is_some_and(|p| p.degree() > 1);
    has(a) || has(b)
}

/// Accesses whose subscripts at place `at` number the elements of rows, with one for the row and one for the place in it instead, and so on where rows are in rows; and the
/// rows' lengths, those of the outermost first. `None`: there is nothing to take apart, or it isn't known of all.
pub fn split<'a>(
    cx: &Context<'a>,
    all: &[&Access<'a>],
    at: usize,
) -> Option<(Vec<Access<'a>>, Vec<Poly>)> {
    let mut all: Vec<Access<'a>> = all.iter().map(|a| (*a).clone()).collect();
    let mut found = Vec::new();
    let known = |a: &Access<'a>| subscript(a, at).is_some_and(|p| linear(a, &p).is_some());
    while !all.iter().all(known) && found.len() < MOST {
        let parted = |length: &Poly| -> Option<Vec<Access<'a>>> {
            all.iter().map(|a| part(cx, a, at, length)).collect()
        };
        let lengths = lengths(all.iter(), at);
        let (length, parts) = lengths.iter().find_map(|n| Some((n.clone(), parted(n)?)))?;
        all = parts;
        found.insert(0, length);
    }
    (!found.is_empty() && all.iter().all(known)).then_some((all, found))
}

/// An access by row and place.
fn part<'a>(cx: &Context<'a>, a: &Access<'a>, at: usize, length: &Poly) -> Option<Access<'a>> {
    let Some(Part::Index(Ok(p), elem)) = a.parts.get(at) else {
        return None;
    };
    let i = Instance {
        access: a,
        tag: 'a',
    };
    let (row, place, _) = placed(&Points::new(cx, 0), &i, p, length)?;
    let mut parted = a.clone();
    let parts = [row, place].map(|p| Part::Index(Ok(p), *elem));
    parted.parts.splice(at..=at, parts);
    Some(parted)
}

/// The row of a subscript, and its place there, if that lies in the row in all iterations. `i*n + n - 1` is the last place of row `i`, and no place of the
/// next one.
fn placed<'a>(
    points: &Points<'_, 'a>,
    i: &Instance<'_, 'a>,
    subscript: &Poly,
    length: &Poly,
) -> Option<(Poly, Poly, Linear)> {
    let (row, place) = subscript.divided(length)?;
    let text = Linear::of(length, &IndexSet::new())?;
    let mut tried = [0, -1, 1].into_iter().filter_map(|further| {
        let (row, place) = turned(&row, &place, length, further)?;
        let inside = linear(i.access, &place)?;
        is_inside(points, i, &inside, &text).then_some((row, place, inside))
    });
    tried.next()
}

/// The same element, seen from so many rows further.
pub fn turned(row: &Poly, place: &Poly, length: &Poly, further: i128) -> Option<(Poly, Poly)> {
    let row = row.add_constant(further)?;
    Some((row, place.plus(-further, length)?))
}

fn subscript(a: &Access<'_>, at: usize) -> Option<Poly> {
    match a.parts.get(at) {
        Some(Part::Index(Ok(p), _)) => Some(p.clone()),
        _ => None,
    }
}

fn linear(a: &Access<'_>, p: &Poly) -> Option<Linear> {
    let vars: IndexSet<VarId> = a.loops.iter().map(|l| l.var).collect();
    Linear::of(p, &vars)
}

/// What loops' variables are multiplied by in these accesses' subscripts, and what else products are made of; shorter ones first.
pub fn lengths<'w, 'a: 'w>(of: impl Iterator<Item = &'w Access<'a>>, at: usize) -> Vec<Poly> {
    let mut all: IndexSet<Poly> = IndexSet::new();
    for access in of {
        let Some(p) = subscript(access, at) else {
            continue;
        };
        let counts = |s: &Sym| access.loops.iter().any(|l| *s == Sym::Var(l.var, 0));
        for l in &access.loops {
            let factor = p.split(&Sym::Var(l.var, 0)).map(|(factor, _)| factor);
            all.extend(factor.filter(|f| is_length(f) && !f.syms().any(counts)));
        }
        // The last row is a product of numbers that don't change.
        let products = p
            .terms()
            .filter(|(m, _)| m.len() > 1 && !m.iter().any(counts));
        all.extend(products.flat_map(|(m, _)| m.iter().cloned().map(Poly::sym)));
    }
    let mut all: Vec<Poly> = all.into_iter().collect();
    all.sort_by_key(Poly::degree);
    all.truncate(MOST);
    all
}

fn is_length(p: &Poly) -> bool {
    p.as_constant().is_none()
}

/// Whether a place lies in a row of this length in all iterations.
fn is_inside<'a>(
    points: &Points<'_, 'a>,
    i: &Instance<'_, 'a>,
    place: &Linear,
    length: &Linear,
) -> bool {
    let mut points = points.afresh();
    points.happens(i);
    let (place, length) = (points.linear(i, place), points.fixed(length));
    points.condition(format!("({place} < 0 or {place} >= {length})"));
    let (dims, conditions) = (points.dims(i), points.take());
    points.are_none(&dims, &conditions) == Ok(true)
}
