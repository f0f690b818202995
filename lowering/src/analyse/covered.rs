//! Arrays and scalars that each iteration of a loop fills for itself: every element that an iteration reads, it has written before.
//!
//! For each read that is a set of points, the loops around it and the element. The writes before it, in the same iteration of the
//! loop, are taken away from that set; what is left, if anything, comes from elsewhere. A scalar is an element without subscripts.

use super::access::{Access, Part};
use super::affine::Context;
use super::exact::{self, Answer};
use super::facts::Facts;
use super::points::{Instance, Points, subscript};
use super::questions::ask;
use accrs_frontend::region::VarId;

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
    let writes = || found.iter().enumerate().filter(|(_, a)| a.write);
    let reads = || found.iter().enumerate().filter(|(_, a)| a.read);
    reads().count() * writes().count() <= MOST
        && reads().all(|(at, read)| {
            let writes = writes().map(|(k, w)| (k < at, *w));
            is_covered(cx, read, writes, depth).unwrap_or(false)
        })
}

/// Whether a read finds nothing but what these have written before in the same iteration. With each write: whether it stands before the
/// read in the text. `None`: that can't be told.
fn is_covered<'a, 'w>(
    cx: &Context<'a>,
    read: &'w Access<'a>,
    writes: impl Iterator<Item = (bool, &'w Access<'a>)>,
    depth: usize,
) -> Option<bool> {
    let mut points = Points::new(cx, depth);
    let reading = Instance {
        access: read,
        tag: 'a',
    };
    points.happens(&reading);
    let mut dims = points.dims(&reading);
    dims.extend(element(&mut points, &reading)?);
    let wanted = points.take();
    let mut given: Vec<String> = Vec::new();
    for (stands_before, access) in writes {
        let writing = Instance { access, tag: 'b' };
        points.exact = true;
        points.happens(&writing);
        let known = element(&mut points, &writing).is_some();
        let before = comes_before(&points, (&writing, &reading), depth, stands_before);
        let conditions = points.take();
        // One that may not happen gives nothing for certain.
        if let Some(before) = before.filter(|_| known && points.exact) {
            let all = [conditions, vec![before]].concat().join(" and ");
            given.push(match points.dims(&writing).split_off(depth) {
                own if own.is_empty() => all,
                own => format!("(exists {} : {all})", own.join(", ")),
            });
        }
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
    let mut names = Vec::new();
    // A pointer's elements are told apart by its subscript alone.
    let first = usize::from(matches!(i.access.parts.first(), Some(Part::Deref)));
    for k in first..i.access.parts.len() {
        let name = format!("e{k}");
        points.equals(i, &name, &subscript(i.access, k)?);
        names.push(name);
    }
    Some(names)
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
