//! Arrays and scalars that each iteration of a loop fills for itself: every element that an iteration reads, it has written before.
//!
//! For each read that is a set of points, the loops around it and the element. The writes before it, in the same iteration of the
//! loop, are taken away from that set; what is left, if anything, comes from elsewhere. A scalar is an element without subscripts.

use super::access::{Access, Branch, Part};
use super::affine::Context;
use super::exact::{self, Answer};
use super::facts::Facts;
use super::lengths::may_change;
use super::points::{Instance, Points, subscript};
use super::questions::ask;
use accrs_frontend::Unit;
use accrs_frontend::region::{ArrayLen, Expr, Type, TypeId, VarId};

/// More questions than this aren't worth the time.
const MOST: usize = 100;

/// Whether an array's contents never go from one iteration to another of the loop that is the innermost of the `depth` outermost
/// loops around the accesses, nor into it. `all`: the accesses of its body, in the order in which they happen.
pub fn is_own<'a>(cx: &Context<'a>, all: &[Access<'a>], array: VarId, depth: usize) -> bool {
    let found: Vec<&Access<'a>> = all.iter().filter(|a| a.root == array).collect();
    let whole = |a: &&Access<'_>| {
        let index = |p: &Part| matches!(p, Part::Index(..));
        a.by.is_none() && !a.parts.is_empty() && a.parts.iter().all(index)
    };
    let alike = |a: &Access<'_>| {
        found
            .first()
            .is_some_and(|f| f.parts.len() == a.parts.len())
    };
    found.iter().all(whole) && found.iter().all(|a| alike(a)) && all_covered(cx, &found, depth)
}

/// Likewise a scalar's value. `all`: its accesses, in the order in which they happen.
pub fn is_own_scalar<'a>(cx: &Context<'a>, all: &[Access<'a>], depth: usize) -> bool {
    let found: Vec<&Access<'a>> = all.iter().collect();
    let whole = |a: &&Access<'_>| a.by.is_none() && a.parts.is_empty() && !a.atomic;
    found.iter().all(whole) && all_covered(cx, &found, depth)
}

/// Whether no two iterations of the loop at place `head` touch a scalar, one of them writing: `if (i == 2) s = a[i];`. `all`: its accesses;
/// `whole`: the construct around.
pub fn is_of_one_iteration<'a>(
    cx: &Context<'a>,
    whole: &Facts<'a>,
    all: &[Access<'a>],
    head: usize,
) -> bool {
    let pairs = || {
        let writes = all.iter().filter(|a| a.write);
        writes.flat_map(|a| all.iter().map(move |b| (a, b)))
    };
    let apart = |(a, b)| {
        let pair = exact::Pair {
            cx,
            whole,
            a,
            b,
            all,
            head,
            any: false,
            distance: None,
            dims: &[],
            exact: true,
        };
        matches!(pair.ask(), Ok(Answer::Never))
    };
    pairs().count() <= MOST && pairs().all(apart)
}

/// Whether every read among these accesses to one object, in the order in which they happen, finds what was written before.
pub(super) fn reads_own<'a>(cx: &Context<'a>, found: &[&Access<'a>]) -> bool {
    all_covered(cx, found, 0)
}

/// Whether every read finds what its own iteration has written.
fn all_covered<'a>(cx: &Context<'a>, found: &[&Access<'a>], depth: usize) -> bool {
    let writes: Vec<(usize, &Access<'a>)> = found
        .iter()
        .enumerate()
        .filter(|(_, a)| a.write)
        .map(|(k, a)| (k, *a))
        .collect();
    let certain = certain(&writes);
    let reads = || found.iter().enumerate().filter(|(_, a)| a.read);
    reads().count() * certain.len() <= MOST
        && reads().all(|(at, read)| is_covered(cx, (at, read), &certain, depth).unwrap_or(false))
}

/// Of writes, with their places in the text, those that happen whenever the code comes by, each by itself, and such in all branches of conditions of which one
/// happens.
pub(super) fn certain<'w, 'a>(
    writes: &[(usize, &'w Access<'a>)],
) -> Vec<Vec<(usize, &'w Access<'a>)>> {
    choices(writes, &[])
}

/// Those that happen whenever these branches are taken.
fn choices<'w, 'a>(
    writes: &[(usize, &'w Access<'a>)],
    taken: &[Branch],
) -> Vec<Vec<(usize, &'w Access<'a>)>> {
    let known = |a: &Access<'_>| !a.unsure || !a.branches.is_empty();
    let here = writes
        .iter()
        .filter(|(_, a)| known(a) && a.branches == taken);
    let mut all: Vec<Vec<_>> = here.map(|w| vec![*w]).collect();
    let further = writes.iter().filter_map(|(_, a)| {
        let (first, rest) = a.branches.split_at_checked(taken.len())?;
        rest.first().filter(|_| first == taken).copied()
    });
    let mut conditions: Vec<Branch> = Vec::new();
    for branch in further.filter(|b| b.holds) {
        if !conditions.contains(&branch) {
            conditions.push(branch);
        }
    }
    for holds in conditions {
        let fails = Branch {
            holds: false,
            ..holds
        };
        let [then, els] =
            [holds, fails].map(|branch| choices(writes, &[taken, &[branch]].concat()));
        all.extend(
            then.iter()
                .flat_map(|t| els.iter().map(|e| [t.as_slice(), e].concat())),
        );
    }
    all.truncate(MOST);
    all
}

/// What holds of an element that such writes write for certain, in each iteration of the `depth` loops that all share. `before`: that one of them comes in
/// time, and whether it does. `None`: that can't be said.
pub(super) fn written<'w, 'a>(
    points: &mut Points<'_, 'a>,
    (chosen, depth): (&[(usize, &'w Access<'a>)], usize),
    before: impl Fn(&Points<'_, 'a>, &Instance<'w, 'a>, usize) -> Option<String>,
) -> Option<String> {
    points.exact = true;
    let (mut known, mut inner): (bool, Vec<String>) = (true, Vec::new());
    let tags = 'b'..='z';
    let each: Vec<(usize, Instance<'w, 'a>)> = chosen
        .iter()
        .zip(tags)
        .map(|((at, access), tag)| (*at, Instance { access, tag }))
        .collect();
    for (at, i) in &each {
        points.may_happen(i);
        known &= element(points, i).is_some();
        match before(points, i, *at) {
            Some(in_time) => points.condition(in_time),
            None => known = false,
        }
        inner.extend(points.dims(i).split_off(depth));
        let Some((_, first)) = each.first().filter(|(_, f)| f.tag != i.tag) else {
            continue;
        };
        // Branches of one condition are taken in one iteration of the loops around it.
        let branches = first.access.branches.iter().zip(&i.access.branches);
        let parting = branches.clone().find(|(a, b)| a != b);
        for k in depth..parting.map_or(0, |(a, _)| a.depth) {
            let same = format!("{} = {}", points.dim(first, k), points.dim(i, k));
            points.condition(same);
        }
    }
    let conditions = points.take().join(" and ");
    (known && points.exact && each.len() == chosen.len()).then(|| match inner.is_empty() {
        true => conditions,
        false => format!("(exists {} : {conditions})", inner.join(", ")),
    })
}

/// Whether a read, with its place in the text, finds nothing but what these have written before in the same iteration. `None`: that can't be told.
fn is_covered<'a>(
    cx: &Context<'a>,
    (at, read): (usize, &Access<'a>),
    writes: &[Vec<(usize, &Access<'a>)>],
    depth: usize,
) -> Option<bool> {
    let mut points = Points::new(cx, depth);
    let reading = Instance {
        access: read,
        tag: 'a',
    };
    points.happens(&reading);
    let mut dims = points.dims(&reading);
    dims.extend(any_element(&mut points, &reading)?);
    let wanted = points.take();
    let mut given: Vec<String> = Vec::new();
    for chosen in writes {
        let before = |points: &Points<'_, 'a>, writing: &Instance<'_, 'a>, place: usize| {
            comes_before(points, (writing, &reading), depth, place < at)
        };
        given.extend(written(&mut points, (chosen, depth), before));
    }
    let left = ask(|isl| {
        let mut left = points.set(isl, &dims, &wanted)?;
        for written in &given {
            left = left.subtract(points.set(isl, &dims, std::slice::from_ref(written))?)?;
        }
        left.is_empty()
    });
    left.ok()
}

/// The names of an element's subscripts, which are those of an access.
pub(super) fn element<'a>(
    points: &mut Points<'_, 'a>,
    i: &Instance<'_, 'a>,
) -> Option<Vec<String>> {
    for (k, name) in subscripts(i.access) {
        points.equals(i, &name, &subscript(i.access, k)?);
    }
    Some(names(i.access))
}

/// An access's subscripts: their places among its parts, and their names.
fn subscripts(a: &Access<'_>) -> impl Iterator<Item = (usize, String)> + use<> {
    // A pointer's elements are told apart by its subscript alone.
    let first = usize::from(matches!(a.parts.first(), Some(Part::Deref)));
    (first..a.parts.len()).map(|k| (k, format!("e{k}")))
}

/// The names of the subscripts.
pub(super) fn names(a: &Access<'_>) -> Vec<String> {
    subscripts(a).map(|(_, name)| name).collect()
}

/// The same of a read; where a subscript isn't known, any element of the array.
fn any_element<'a>(points: &mut Points<'_, 'a>, i: &Instance<'_, 'a>) -> Option<Vec<String>> {
    if let Some(names) = element(points, i) {
        return Some(names);
    }
    let (unit, root) = (points.unit(), i.access.root);
    let lengths = lengths(unit, root)?;
    let names = names(i.access);
    if lengths.len() != names.len() {
        return None;
    }
    for bound in inside(points, &names, &lengths)? {
        points.condition(bound);
    }
    Some(names)
}

/// The length of an array in one dimension.
#[derive(Clone, Copy)]
pub(super) enum Length<'a> {
    Of(u64),
    /// Of variable length, which is what it was when the array was declared.
    Variable(&'a Expr),
    /// That may be another now.
    Unknown,
}

/// The lengths of an array of numbers, outermost first.
pub(super) fn lengths(unit: &Unit, var: VarId) -> Option<Vec<Length<'_>>> {
    lengths_of(unit, var, unit.var(var).ty).filter(|all| !all.is_empty())
}

/// Those of a type that belongs to a variable: none for a number.
pub(super) fn lengths_of(unit: &Unit, var: VarId, mut ty: TypeId) -> Option<Vec<Length<'_>>> {
    let types = &unit.types;
    let mut all = Vec::new();
    while let Type::Array(elem, length) = types.canonical(ty) {
        all.push(match length {
            ArrayLen::Fixed(n) => Length::Of(*n),
            ArrayLen::Unknown => Length::Unknown,
            ArrayLen::Vla(id) => match types.vla_lengths.get(id.index()) {
                Some(e) if !may_change(unit, var, e) => Length::Variable(e),
                _ => Length::Unknown,
            },
        });
        ty = *elem;
    }
    types.is_arithmetic(ty).then_some(all)
}

/// That subscripts with these names are inside of such lengths. `None`: that can't be said.
pub(super) fn inside(
    points: &mut Points<'_, '_>,
    names: &[String],
    lengths: &[Length<'_>],
) -> Option<Vec<String>> {
    let each = names.iter().zip(lengths).map(|(e, length)| {
        let length = match length {
            Length::Of(n) => n.to_string(),
            Length::Variable(e) => points.outside(e)?,
            Length::Unknown => return None,
        };
        Some(format!("0 <= {e} and {e} < {length}"))
    });
    each.collect()
}

/// That one instance comes before another in the iteration that they share: in an earlier iteration of a loop around both, or in the same
/// ones, if it stands before the other in the text.
pub(super) fn comes_before<'a>(
    points: &Points<'_, 'a>,
    (first, second): (&Instance<'_, 'a>, &Instance<'_, 'a>),
    depth: usize,
    stands_before: bool,
) -> Option<String> {
    let both = first
        .access
        .loops
        .iter()
        .zip(&second.access.loops)
        .enumerate();
    let common = both
        .skip(depth)
        .take_while(|(_, (a, b))| std::ptr::eq(**a, **b));
    let mut same: Vec<String> = Vec::new();
    let mut ways: Vec<String> = Vec::new();
    for (k, (head, _)) in common {
        let (x, y) = (points.dim(first, k), points.dim(second, k));
        let earlier = if head.down { ">" } else { "<" };
        ways.push(
            [same.as_slice(), &[format!("{x} {earlier} {y}")]]
                .concat()
                .join(" and "),
        );
        same.push(format!("{x} = {y}"));
    }
    if stands_before {
        same.push("0 = 0".into());
        ways.push(same.join(" and "));
    }
    (!ways.is_empty()).then(|| format!("({})", ways.join(" or ")))
}
