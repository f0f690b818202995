//! Which values of parameters a program can have: those for which no access leaves its array. Of what is certain for other values only, nothing
//! is certain: a loop that runs to `n` and touches `a[k]` of 16 elements has no iteration 16, whatever `n` may be.

use super::access::{Access, Part};
use super::points::{Instance, Points, subscript};
use super::poly::{Poly, Sym};
use super::quasi::{Linear, Quasi};
use accrs_frontend::Unit;
use accrs_frontend::region::{ArrayLen, Type, TypeId, VarId};
use indexmap::IndexSet;

/// With more conditions than this isl takes too long.
const MOST: usize = 48;

/// Conditions on parameters: in all iterations of the loops that aren't shared, these accesses stay within arrays of known length.
/// Accesses about which not all is known say nothing.
pub fn conditions<'a>(points: &mut Points<'_, 'a>, unit: &Unit, all: &[Access<'a>]) -> Vec<String> {
    let (before, exact) = (points.take(), points.exact);
    let mut found: IndexSet<String> = IndexSet::new();
    for access in all {
        let i = Instance { access, tag: 'w' };
        for (at, length) in lengths(points, unit, access) {
            points.exact = true;
            points.happens(&i);
            let place = subscript(access, at).or_else(|| at_an_end(points, &i, at));
            if let Some(f) = &place {
                points.equals(&i, "e", f);
            }
            let conditions = points.take();
            if points.exact && place.is_some() && found.len() < MOST {
                let own = points
                    .dims(&i)
                    .split_off(points.shared.min(i.access.loops.len()));
                let names = [own, vec!["e".into()]].concat().join(", ");
                let conditions = conditions.join(" and ");
                found.insert(format!(
                    "not (exists {names} : {conditions} and (e < 0 or e >= {length}))"
                ));
            }
        }
    }
    points.exact = exact;
    for c in before {
        points.condition(c);
    }
    found.into_iter().collect()
}

/// Whether parameters can have these values, as far as the subscripts tell that isl can't read (`(i*n + j)*n + k`): in the first and in the last
/// iteration of all loops around them these stay within arrays of known length.
pub fn can_be<'a>(
    points: &Points<'_, 'a>,
    unit: &Unit,
    all: &[Access<'a>],
    params: &dyn Fn(&Sym) -> Option<i128>,
) -> bool {
    all.iter().all(|access| {
        (0..access.parts.len()).all(|at| {
            let (Part::Index(Ok(p), _), Some(length)) =
                (&access.parts[at], fixed_length(unit, access, at))
            else {
                return true;
            };
            if subscript(access, at).is_some() {
                return true;
            }
            let ends = [false, true].map(|last| at_a_corner(points, access, p, last, params));
            ends.iter()
                .flatten()
                .all(|place| (0..length).contains(place))
        })
    })
}

/// A subscript in the first or the last iteration of all loops around it.
fn at_a_corner<'a>(
    points: &Points<'_, 'a>,
    access: &Access<'a>,
    p: &Poly,
    last: bool,
    params: &dyn Fn(&Sym) -> Option<i128>,
) -> Option<i128> {
    let mut values: Vec<(VarId, i128)> = Vec::new();
    for (k, head) in access.loops.iter().enumerate() {
        let range = points.range_of(&access.loops[..k], head);
        let end = if last { range.most? } else { range.least? };
        let value = |s: &Sym| known(&values, s).or_else(|| params(s));
        values.push((head.var, end.value(&value)?));
    }
    p.value(&|s| known(&values, s).or_else(|| params(s)))
}

fn known(values: &[(VarId, i128)], s: &Sym) -> Option<i128> {
    let Sym::Var(v, _) = s else { return None };
    let found = values.iter().rev().find(|(var, _)| var == v);
    found.map(|(_, n)| *n)
}

/// The constant length of the array that a part is a subscript of.
fn fixed_length(unit: &Unit, a: &Access<'_>, at: usize) -> Option<i128> {
    match unit.types.canonical(array(unit, a, at)?) {
        Type::Array(_, ArrayLen::Fixed(n)) => Some(i128::from(*n)),
        _ => None,
    }
}

/// The type of the array that a part is a subscript of.
fn array(unit: &Unit, a: &Access<'_>, at: usize) -> Option<TypeId> {
    match at.checked_sub(1).map(|before| &a.parts[before]) {
        None => Some(unit.var(a.root).ty),
        Some(Part::Index(_, row)) => Some(*row),
        Some(_) => None,
    }
}

/// The places of subscripts among an access's parts for which the length of the array is declared, with these lengths.
fn lengths(points: &mut Points<'_, '_>, unit: &Unit, a: &Access<'_>) -> Vec<(usize, String)> {
    let length = |at: usize| match (&a.parts[at], unit.types.canonical(array(unit, a, at)?)) {
        (Part::Index(..), Type::Array(_, ArrayLen::Fixed(n))) => Some((at, n.to_string())),
        (Part::Index(..), Type::Array(_, ArrayLen::Vla(id))) => {
            let declared = unit.types.vla_lengths.get(id.index())?;
            Some((at, points.outside(declared)?))
        }
        _ => None,
    };
    (0..a.parts.len()).filter_map(length).collect()
}

/// The subscript in the last iteration of loops with known ends, where it is a product otherwise: `i*n + j` is `8*n + j` at the end of nine.
fn at_an_end(points: &mut Points<'_, '_>, i: &Instance<'_, '_>, at: usize) -> Option<Quasi> {
    let Part::Index(Ok(p), _) = i.access.parts.get(at)? else {
        return None;
    };
    let mut p = p.clone();
    for k in 0..i.access.loops.len() {
        if let Some(end) = points.last(i, k) {
            let name = points.dim(i, k);
            points.condition(format!("{name} = {end}"));
            let var = Sym::Var(i.access.loops[k].var, 0);
            p = p.substitute(&var, &Poly::constant(end))?;
        }
    }
    let vars: IndexSet<VarId> = i.access.loops.iter().map(|l| l.var).collect();
    Linear::of(&p, &vars).map(Quasi::linear)
}
