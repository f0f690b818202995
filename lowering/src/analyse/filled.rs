//! Arrays, and sections of what pointers lead to, that a construct overwrites wholly before it reads any of them: the host's values aren't wanted
//! on the device.
//!
//! That is asked of sets of elements: those of the section, less what each write writes for certain. If nothing is left, and each read finds
//! what the construct has written before it (`covered`), nothing comes from the host.

use super::access::{Access, Part};
use super::affine::Context;
use super::covered;
use super::facts::Facts;
use super::footprint;
use super::points::{Instance, Points};
use super::poly::{Poly, bound};
use super::quasi::Linear;
use super::questions::ask;
use super::rows;
use accrs_frontend::region::place::is_array_parameter;
use accrs_frontend::region::{Expr, Type, VarId};
use indexmap::IndexSet;

/// With more accesses than this, the values come along.
const MOST: usize = 24;

/// What a construct does with an object.
#[derive(Clone, Copy, Default)]
pub struct Filled {
    /// Each read finds what the construct has written before.
    pub reads_own: bool,
    /// It writes all elements.
    pub whole: bool,
}

/// Of an array's elements.
pub fn array(facts: &Facts<'_>, var: VarId) -> Filled {
    let Some(lengths) = covered::lengths(facts.unit, var) else {
        return Filled::default();
    };
    let derefs = usize::from(is_array_parameter(facts.unit, var));
    let found = accesses(facts, var, (derefs, lengths.len()));
    found.map_or_else(Filled::default, |own| {
        of(facts.context(), &own, &|points, names| {
            covered::inside(points, names, &lengths)
        })
    })
}

/// Of those from the least of `lower` to before the greatest of `upper`, of what a pointer leads to: numbers, or rows of them. `asked`: there are none where one of the
/// loops around the accesses isn't entered.
pub fn section(
    facts: &Facts<'_>,
    var: VarId,
    (lower, upper): (&[Expr], &[Expr]),
    asked: bool,
) -> Filled {
    let (types, cx) = (&facts.unit.types, facts.context());
    let lengths = match types.canonical(facts.unit.var(var).ty) {
        Type::Pointer(row) => covered::lengths_of(facts.unit, var, *row),
        _ => None,
    };
    let found = lengths.and_then(|lengths| {
        let own = accesses(facts, var, (1, 1 + lengths.len()))?;
        Some((lengths, own))
    });
    let Some((lengths, own)) = found else {
        return Filled::default();
    };
    if let Some((parts, rows)) = rows::split(cx, &own, 1).filter(|_| lengths.is_empty() && asked) {
        let parts: Vec<&Access<'_>> = parts.iter().collect();
        return of(cx, &parts, &|points, names| {
            let (e, places) = names.split_first()?;
            let mut all = between(points, (e, &rows), (lower, upper))?;
            for (place, length) in places.iter().zip(&rows) {
                let length = Linear::of(length, &IndexSet::new())?;
                let length = points.fixed(&length);
                all.push(format!("0 <= {place} and {place} < {length}"));
            }
            Some(all)
        });
    }
    of(cx, &own, &|points, names| {
        let (e, rest) = names.split_first()?;
        let mut all = between(points, (e, &[]), (lower, upper))?;
        all.extend(covered::inside(points, rest, &lengths)?);
        Some(all)
    })
}

/// The box of elements that a construct writes, each of them for certain, and none of which it reads: by subscripts, outermost first, the least and the greatest. Those
/// of what a pointer leads to are taken apart into rows. `None`: it writes others too, or that isn't known.
pub fn written_box(facts: &Facts<'_>, var: VarId) -> Option<Vec<[Poly; 2]>> {
    let (unit, cx) = (facts.unit, facts.context());
    let (derefs, lengths) = match unit.types.canonical(unit.var(var).ty) {
        Type::Pointer(row) => (1, 1 + covered::lengths_of(unit, var, *row)?.len()),
        _ => {
            let derefs = usize::from(is_array_parameter(unit, var));
            (derefs, covered::lengths(unit, var)?.len())
        }
    };
    let own = accesses(facts, var, (derefs, lengths))?;
    let apart = rows::split(cx, &own, derefs).filter(|_| lengths == 1);
    let parts = apart.map_or_else(|| own.into_iter().cloned().collect(), |(parts, _)| parts);
    let own: Vec<&Access<'_>> = parts.iter().collect();
    let first = own
        .first()
        .filter(|_| own.iter().all(|a| a.write && !a.read))?;
    let ends = |part: &Part| {
        let Part::Index(Ok(at), _) = part else {
            return None;
        };
        let (ranges, known) = footprint::ranges(cx, first, at);
        let [least, most] = [false, true].map(|up| bound(at, &ranges, &known, up));
        Some([least?, most?])
    };
    let all: Vec<[Poly; 2]> = first.parts[derefs..]
        .iter()
        .map(ends)
        .collect::<Option<_>>()?;
    let whole = writes_all(cx, &own, &|points, names| {
        let mut inside = Vec::new();
        for (name, [least, most]) in names.iter().zip(&all) {
            let none = IndexSet::new();
            let (least, most) = (Linear::of(least, &none)?, Linear::of(most, &none)?);
            inside.push(format!("{} <= {name}", points.fixed(&least)));
            inside.push(format!("{name} <= {}", points.fixed(&most)));
        }
        Some(inside)
    });
    (whole == Some(true)).then_some(all)
}

/// That an element, or the row of rows of these lengths that it is in, is of a section.
fn between(
    points: &mut Points<'_, '_>,
    (name, rows): (&str, &[Poly]),
    (lower, upper): (&[Expr], &[Expr]),
) -> Option<Vec<String>> {
    let mut bound = |e: &Expr| {
        if rows.is_empty() {
            return points.outside(e);
        }
        let mut of_rows = points.poly(e)?;
        for length in rows.iter().rev() {
            let (whole, rest) = of_rows.divided(length)?;
            of_rows = (rest == Poly::default()).then_some(whole)?;
        }
        let of_rows = Linear::of(&of_rows, &IndexSet::new())?;
        Some(points.fixed(&of_rows))
    };
    let mut any = |all: &[Expr], op: &str| {
        let each = all
            .iter()
            .map(|e| Some(format!("{name} {op} {}", bound(e)?)));
        let each: Vec<String> = each.collect::<Option<_>>()?;
        Some(format!("({})", each.join(" or ")))
    };
    Some(vec![any(lower, ">=")?, any(upper, "<")?])
}

/// The conditions under which an element, by the names of its subscripts, is of the section.
type Within<'w> = dyn Fn(&mut Points<'_, '_>, &[String]) -> Option<Vec<String>> + 'w;

/// The accesses to an object, if they are all by subscripts and nothing else may reach it. `steps`: how many pointers lead to the elements, and how many
/// subscripts they have.
pub(super) fn accesses<'f, 'a>(
    facts: &'f Facts<'a>,
    var: VarId,
    (derefs, depth): (usize, usize),
) -> Option<Vec<&'f Access<'a>>> {
    let found = &facts.accesses().found;
    let own: Vec<&Access<'_>> = found.iter().filter(|a| a.root == var).collect();
    let plain = |a: &&Access<'_>| {
        let (first, rest) = a.parts.split_at(derefs.min(a.parts.len()));
        let index = |p: &Part| matches!(p, Part::Index(..));
        a.by.is_none()
            && first.iter().all(|p| matches!(p, Part::Deref))
            && rest.len() == depth
            && rest.iter().all(index)
    };
    let wild = facts.accesses().wild.is_some() || footprint::derived(facts, var).is_some();
    let uses = facts.uses().get(var);
    let named = uses.is_none_or(|u| u.address.is_some() || u.called.is_some());
    (!wild && !named && own.len() <= MOST && own.iter().all(plain)).then_some(own)
}

fn of<'a>(cx: &Context<'a>, own: &[&Access<'a>], within: &Within<'_>) -> Filled {
    Filled {
        reads_own: covered::reads_own(cx, own),
        whole: writes_all(cx, own, within).unwrap_or(false),
    }
}

/// Whether the writes among these write the section. `None`: that can't be told.
fn writes_all<'a>(cx: &Context<'a>, own: &[&Access<'a>], within: &Within<'_>) -> Option<bool> {
    let mut points = Points::new(cx, 0);
    let writes = own.iter().enumerate().filter(|(_, a)| a.write && !a.atomic);
    let writes: Vec<(usize, &Access<'a>)> = writes.map(|(k, a)| (k, *a)).collect();
    let given: Vec<String> = covered::certain(&writes)
        .iter()
        .filter_map(|chosen| {
            let whenever = |_: &Points<'_, 'a>, _: &Instance<'_, 'a>, _| Some("0 = 0".to_string());
            covered::written(&mut points, (chosen, 0), whenever)
        })
        .collect();
    let (_, first) = writes.first()?;
    let names = covered::names(first);
    let wanted = within(&mut points, &names)?;
    if points.divides_large {
        return None;
    }
    let left = ask(|isl| {
        let mut left = points.set(isl, &names, &wanted)?;
        for written in &given {
            left = left.subtract(points.set(isl, &names, std::slice::from_ref(written))?)?;
        }
        left.is_empty()
    });
    left.ok()
}
