//! Scalars that one iteration of a loop hands to another: does one surely read what an earlier one has written?
//!
//! For a read that is the set of the iterations in which it happens and finds nothing that its own iteration has written. Where an earlier
//! iteration writes the scalar, whatever happens in between, the read sees some earlier iteration's value.

use super::access::Access;
use super::affine::Context;
use super::covered::comes_before;
use super::points::{Instance, Points};
use super::poly::Sym;
use super::quasi::Cond;
use super::questions::ask;
use accrs_frontend::region::{Canonical, Expr, ExprKind, VarId};
use accrs_frontend::source::Span;

/// More questions than this aren't worth the time.
const MOST: usize = 30;

/// The loop's body, and the construct around it.
type Of<'c, 'a> = (&'c Context<'a>, &'c Context<'a>);

/// A write and a read of a later iteration that surely sees it, or something written since. `all`: the accesses to a scalar in a loop's
/// body, in the order in which they happen; `head`: the loop's place among the loops around them.
pub fn surely<'a>(of: Of<'_, 'a>, all: &[Access<'a>], head: usize) -> Option<(Span, Span)> {
    let sure = |a: &Access<'_>| is_sure(of.0, a);
    let writes = || all.iter().enumerate().filter(|(_, a)| a.write);
    let reads = all.iter().enumerate().filter(|(_, a)| a.read && sure(a));
    let pairs = reads.flat_map(|r| writes().filter(|(_, w)| sure(w)).map(move |w| (r, w)));
    let found = pairs.take(MOST).find(|((at, read), (_, write))| {
        let own = writes().map(|(k, w)| (k < *at, w));
        is_handed(of, read, write, own, head).unwrap_or(false)
    });
    found.map(|((_, read), (_, write))| (write.span(), read.span()))
}

/// Whether two iterations surely write the scalar.
pub fn surely_shared<'a>(of: Of<'_, 'a>, all: &[Access<'a>], head: usize) -> bool {
    let mut writes = all
        .iter()
        .filter(|a| a.write && is_sure(of.0, a))
        .take(MOST);
    writes.any(|w| is_handed(of, w, w, std::iter::empty(), head).unwrap_or(false))
}

/// Whether an access happens wherever the loops around it and its conditions let it, and these depend on nothing but loops.
fn is_sure(cx: &Context<'_>, a: &Access<'_>) -> bool {
    let known = !a.unsure && a.parts.is_empty() && !a.atomic && happens_by_loops(a);
    known && cx.unit.types.is_scalar(cx.unit.var(a.root).ty)
}

/// Whether its conditions depend on nothing but loops.
fn happens_by_loops(a: &Access<'_>) -> bool {
    let mut known = true;
    let counts = |s: &Sym| matches!(s, Sym::Var(v, _) if a.loops.iter().any(|l| l.var == *v));
    a.when.syms(&mut |s| known &= counts(s));
    known
}

/// Whether one of an access's loops surely runs where `read` happens, or as its bounds say that depend on nothing but loops.
fn runs(read: &Access<'_>, a: &Access<'_>, l: &Canonical) -> bool {
    let counts = |v: VarId| a.loops.iter().any(|l| l.var == v);
    let named = |e: &Expr| e.any_expr(|e| matches!(e.kind, ExprKind::Var(v) if !counts(v)));
    read.loops.iter().any(|r| std::ptr::eq(*r, l)) || !(named(&l.lower) || named(&l.upper))
}

/// Whether there are iterations of which one writes, and a later one reads and hasn't written before. With each write of
/// `own`: whether it stands before the read in the text.
fn is_handed<'a, 'w>(
    (cx, whole): Of<'_, 'a>,
    read: &'w Access<'a>,
    write: &'w Access<'a>,
    own: impl Iterator<Item = (bool, &'w Access<'a>)>,
    head: usize,
) -> Option<bool>
where
    'a: 'w,
{
    let mut points = Points::new(cx, head + 1);
    let reading = Instance {
        access: read,
        tag: 'a',
    };
    points.happens(&reading);
    let mut dims = points.dims(&reading);
    let later = points.dim(&reading, head);
    points.shared = head;
    let writing = Instance {
        access: write,
        tag: 'b',
    };
    points.happens(&writing);
    dims.extend(points.dims(&writing).split_off(head));
    let earlier = points.dim(&writing, head);
    let order = if read.loops.get(head)?.down { '>' } else { '<' };
    points.condition(format!("{earlier} {order} {later}"));
    points.shared = head + 1;
    let given = points.given(whole, &reading);
    let wanted = [points.take(), given.conditions].concat();
    if !points.exact {
        return Some(false);
    }
    let mut covered: Vec<String> = Vec::new();
    for (stands_before, access) in own {
        let covering = Instance { access, tag: 'c' };
        let before = comes_before(&points, (&covering, &reading), head + 1, stands_before);
        let Some(before) = before else { continue };
        // What isn't known of it, it may do: then there is less left.
        if access
            .loops
            .iter()
            .skip(head)
            .any(|l| !runs(read, access, l))
        {
            return Some(false);
        }
        let known = happens_by_loops(access);
        let always = (!known).then(|| Access {
            when: Cond::always(),
            ..access.clone()
        });
        points.happens(&Instance {
            access: always.as_ref().unwrap_or(access),
            tag: 'c',
        });
        let mut all = points.take();
        all.push(before);
        let all = all.join(" and ");
        covered.push(match points.dims(&covering).split_off(head + 1) {
            inner if inner.is_empty() => all,
            inner => format!("(exists {} : {all})", inner.join(", ")),
        });
    }
    let left = ask(|isl| {
        let mut left = points.set(isl, &dims, &wanted)?;
        for c in &covered {
            left = left.subtract(points.set(isl, &dims, std::slice::from_ref(c))?)?;
        }
        left.is_empty()
    });
    left.ok().map(|empty| !empty)
}
