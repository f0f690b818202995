//! Arrays, and sections of what pointers lead to, that a construct overwrites wholly before it reads any of them: the host's values aren't wanted
//! on the device.
//!
//! That is asked of sets of elements: those of the section, less what each write writes for certain. If nothing is left, and each read finds
//! what the construct has written before it (`covered`), nothing comes from the host.

use super::access::{Access, Part};
use super::affine::Context;
use super::covered::{element, reads_own};
use super::facts::Facts;
use super::footprint;
use super::points::{Instance, Points};
use super::questions::ask;
use accrs_frontend::region::{ArrayLen, Expr, Type, TypeId, VarId};

/// With more accesses than this, the values come along.
const MOST: usize = 24;

/// Whether the elements of an array of constant size are overwritten.
pub fn array(facts: &Facts<'_>, var: VarId) -> bool {
    let Some(lengths) = lengths(facts, facts.unit.var(var).ty) else {
        return false;
    };
    let within = |names: &[String]| {
        let each = names.iter().zip(&lengths);
        each.map(|(e, n)| format!("0 <= {e} and {e} < {n}"))
            .collect()
    };
    let depth = lengths.len();
    is_filled(facts, var, (0, depth), &|_, names| Some(within(names)))
}

/// Whether those from the least of `lower` to before the greatest of `upper` are, of what a pointer leads to.
pub fn section(facts: &Facts<'_>, var: VarId, lower: &[Expr], upper: &[Expr]) -> bool {
    is_filled(facts, var, (1, 1), &|points, names| {
        let e = names.first()?;
        let mut any = |all: &[Expr], op: &str| {
            let each = all
                .iter()
                .map(|b| Some(format!("{e} {op} {}", points.outside(b)?)));
            let each: Vec<String> = each.collect::<Option<_>>()?;
            Some(format!("({})", each.join(" or ")))
        };
        Some(vec![any(lower, ">=")?, any(upper, "<")?])
    })
}

fn lengths(facts: &Facts<'_>, mut ty: TypeId) -> Option<Vec<u64>> {
    let types = &facts.unit.types;
    let mut all = Vec::new();
    while let Type::Array(elem, ArrayLen::Fixed(n)) = types.canonical(ty) {
        all.push(*n);
        ty = *elem;
    }
    (!all.is_empty() && types.is_arithmetic(ty)).then_some(all)
}

/// The conditions under which an element, by the names of its subscripts, is of the section.
type Within<'w> = dyn Fn(&mut Points<'_, '_>, &[String]) -> Option<Vec<String>> + 'w;

/// `steps`: how many pointers lead to the elements, and how many subscripts they have.
fn is_filled(facts: &Facts<'_>, var: VarId, steps: (usize, usize), within: &Within<'_>) -> bool {
    let (derefs, depth) = steps;
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
    if wild || named || own.len() > MOST || !own.iter().all(plain) {
        return false;
    }
    let cx = facts.context();
    writes_all(cx, &own, within).unwrap_or(false) && reads_own(cx, &own)
}

/// Whether the writes among these write the section. `None`: that can't be told.
fn writes_all<'a>(cx: &Context<'a>, own: &[&Access<'a>], within: &Within<'_>) -> Option<bool> {
    let mut points = Points::new(cx, 0);
    let mut names: Option<Vec<String>> = None;
    let mut given: Vec<String> = Vec::new();
    for access in own.iter().filter(|a| a.write) {
        let i = Instance { access, tag: 'a' };
        points.exact = true;
        points.happens(&i);
        let element = element(&mut points, &i);
        let conditions = points.take().join(" and ");
        let (Some(element), true) = (element, points.exact && !access.atomic) else {
            continue;
        };
        names = Some(element);
        given.push(match points.dims(&i) {
            own if own.is_empty() => conditions,
            own => format!("(exists {} : {conditions})", own.join(", ")),
        });
    }
    let names = names?;
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
