//! Which of the writes to an array are those that count behind a loop whose iterations fill it for themselves: what the last iteration
//! writes, where that is all that any iteration writes.
//!
//! For each write that is a set of points: the iteration in which it happens, the element, and an iteration that isn't before that one.
//! The elements that this later iteration writes for certain are taken away from the set. If nothing is left, the later
//! iteration leaves nothing of the earlier one's, and so does the last one of all.

use super::access::Access;
use super::affine::Context;
use super::covered::element;
use super::points::{Instance, Points};
use super::quasi::Cond;
use super::questions::ask;

/// With more writes than this, the array stays shared.
const MOST: usize = 8;

/// The loops whose iterations have the array for themselves, among those around its accesses: from the one at place `first` to the
/// one before place `end`, each of which runs as often in each iteration of the others.
#[derive(Clone, Copy)]
pub struct Loops {
    pub first: usize,
    pub end: usize,
}

/// Writes that all happen in the last iteration of the loops, and that together write whatever any iteration writes: as few as
/// possible. `found`: the accesses to an array whose parts are subscripts. `None`: there are none of which that is certain.
pub fn by_last<'w, 'a>(
    cx: &Context<'a>,
    found: &'w [Access<'a>],
    loops: Loops,
) -> Option<Vec<&'w Access<'a>>> {
    let writes: Vec<&Access<'a>> = found.iter().filter(|a| a.write).collect();
    if writes.is_empty() || writes.len() > MOST {
        return None;
    }
    let certain = |a: &&Access<'a>| a.certain && !a.unsure && !a.atomic;
    let mut kept: Vec<&Access<'a>> = writes.iter().copied().filter(certain).collect();
    let all = |kept: &[&Access<'a>]| {
        let covered = |a: &&Access<'a>| is_overwritten(cx, a, kept, loops).unwrap_or(false);
        !kept.is_empty() && writes.iter().all(covered)
    };
    if !all(&kept) {
        return None;
    }
    // Of two that write the same, the one in fewer loops is the one to repeat.
    let mut deepest = kept.clone();
    deepest.sort_by_key(|a| std::cmp::Reverse(a.loops.len()));
    for a in deepest {
        let others = kept.iter().copied().filter(|k| !std::ptr::eq(*k, a));
        let others: Vec<&Access<'a>> = others.collect();
        if all(&others) {
            kept = others;
        }
    }
    Some(kept)
}

/// Whether an iteration that isn't before that of a write writes the same element again, by one of `kept`. `None`: that can't be told.
fn is_overwritten<'a>(
    cx: &Context<'a>,
    write: &Access<'a>,
    kept: &[&Access<'a>],
    Loops { first, end }: Loops,
) -> Option<bool> {
    let mut points = Points::new(cx, first);
    let writing = Instance {
        access: write,
        tag: 'a',
    };
    points.happens(&writing);
    let mut dims = points.dims(&writing);
    dims.extend(element(&mut points, &writing)?);
    let heads = write.loops.get(..end)?;
    let iteration = Access::of_iteration(cx.unit, heads, Cond::always())?;
    let later = Instance {
        access: &iteration,
        tag: 'b',
    };
    points.happens(&later);
    dims.extend(points.dims(&later).split_off(first));
    let not_before = order(&points, &writing, &later, Loops { first, end });
    points.condition(not_before);
    let wanted = points.take();
    let mut given: Vec<String> = Vec::new();
    for access in kept {
        let again = Instance { access, tag: 'b' };
        points.exact = true;
        points.happens(&again);
        let known = element(&mut points, &again).is_some();
        let conditions = points.take();
        if known && points.exact {
            let all = conditions.join(" and ");
            given.push(match points.dims(&again).split_off(end) {
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

/// That the second instance's iteration of the loops is the first one's or comes behind it.
fn order<'a>(
    points: &Points<'_, 'a>,
    one: &Instance<'_, 'a>,
    other: &Instance<'_, 'a>,
    Loops { first, end }: Loops,
) -> String {
    let mut same: Vec<String> = Vec::new();
    let mut ways: Vec<String> = Vec::new();
    for k in first..end {
        let (x, y) = (points.dim(one, k), points.dim(other, k));
        let behind = if one.access.loops[k].down { "<" } else { ">" };
        let way = [same.as_slice(), &[format!("{y} {behind} {x}")]].concat();
        ways.push(way.join(" and "));
        same.push(format!("{x} = {y}"));
    }
    ways.push(same.join(" and "));
    format!("({})", ways.join(" or "))
}
