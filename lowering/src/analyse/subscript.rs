//! One subscript of two accesses: how far apart are the iterations of a loop in which it may be the same?
//!
//! The later iteration's subscript is f(x + d, y), the earlier one's g(x, z): x is the loop's variable, d their distance, y and z
//! are what the loops inside count with, each for itself.

use super::access::Access;
use super::affine::Context;
use super::poly::{Facts, Poly, Range, Sym, bound, gcd};
use accrs_frontend::region::{Canonical, VarId};
use indexmap::IndexSet;

/// At which distance two iterations meet in a subscript.
pub(super) enum Meeting {
    Never,
    /// Exactly at this many iterations.
    At(i128),
    /// In every iteration, at any distance.
    Always,
    Unknown,
}

/// An access with one of its subscripts, in one of the two iterations.
struct Instance<'i> {
    cx: &'i Context<'i>,
    subscript: &'i Poly,
    /// Of all loops around the access.
    ranges: Vec<Range>,
    /// How many of them are around the loop in question, or that loop itself.
    shared: usize,
    /// Variables of the loops inside.
    inside: Vec<VarId>,
    /// Tells these variables from the other iteration's.
    tag: u8,
    /// Of the later iteration: the loop's variable, and what that is there.
    moved: Option<(Sym, Poly)>,
}

impl<'i> Instance<'i> {
    fn new(
        cx: &'i Context<'i>,
        (subscript, access): (&'i Poly, &Access<'_>),
        shared: usize,
        tag: u8,
        moved: Option<(Sym, Poly)>,
    ) -> Self {
        let mut seen: IndexSet<VarId> = IndexSet::new();
        let mut ranges = Vec::new();
        for l in &access.loops {
            ranges.push(cx.range(l, &seen));
            seen.insert(l.var);
        }
        let inside = access.loops.iter().skip(shared).map(|l| l.var);
        Instance {
            cx,
            subscript,
            ranges,
            shared,
            inside: inside.collect(),
            tag,
            moved,
        }
    }

    /// What a polynomial is in this iteration.
    fn of(&self, p: &Poly) -> Option<Poly> {
        let mut p = p.clone();
        for v in &self.inside {
            p = p.substitute(&Sym::Var(*v, 0), &Poly::sym(Sym::Var(*v, self.tag)))?;
        }
        match &self.moved {
            Some((x, there)) => p.substitute(x, there),
            None => Some(p),
        }
    }

    /// The ranges of the loops inside, innermost first.
    fn inner_ranges(&self) -> impl Iterator<Item = Range> {
        let inner = self.ranges.iter().skip(self.shared).rev();
        inner.zip(self.inside.iter().rev()).map(|(r, v)| Range {
            sym: Sym::Var(*v, self.tag),
            least: r.least.as_ref().and_then(|p| self.of(p)),
            most: r.most.as_ref().and_then(|p| self.of(p)),
        })
    }

    /// Adds what holds in this iteration: that its inner loops run says nothing of the other one's.
    fn add_facts(&self, facts: &mut Facts) {
        let x = self.moved.as_ref().map(|(x, _)| x);
        for (s, n) in self.cx.facts(&self.ranges, std::iter::once(self.subscript)) {
            let own = match &s {
                Sym::Var(v, 0) if self.inside.contains(v) => Sym::Var(*v, self.tag),
                // x stands for the earlier one's.
                s if Some(s) == x => continue,
                _ => s,
            };
            let known = facts.entry(own).or_insert(n);
            *known = (*known).max(n);
        }
    }
}

/// How subscript f of the later iteration's access and g of the earlier one's meet. `around`: how many loops are around that over
/// `head`.
pub(super) fn meeting(
    cx: &Context<'_>,
    head: &Canonical,
    around: usize,
    later: (&Poly, &Access<'_>),
    earlier: (&Poly, &Access<'_>),
) -> Meeting {
    exact(cx, head, around, later, earlier).unwrap_or(Meeting::Unknown)
}

fn exact(
    cx: &Context<'_>,
    head: &Canonical,
    around: usize,
    later: (&Poly, &Access<'_>),
    earlier: (&Poly, &Access<'_>),
) -> Option<Meeting> {
    let x = Sym::Var(head.var, 0);
    let step = head.step.int_value().unwrap_or(1).max(1);
    let step = if head.down { -step } else { step };
    let distance = Poly::sym(Sym::Distance).times(&Poly::constant(step))?;
    let there = Poly::sym(x.clone()).plus(1, &distance)?;
    let (f, g) = (later.0, earlier.0);
    let later = Instance::new(cx, later, around + 1, 1, Some((x, there)));
    let earlier = Instance::new(cx, earlier, around + 1, 2, None);

    let both = later.ranges.get(..=around)?;
    let mut facts = cx.facts(both, [f, g].into_iter());
    later.add_facts(&mut facts);
    earlier.add_facts(&mut facts);
    facts.insert(Sym::Distance, 1);

    let mut ranges: Vec<Range> = later.inner_ranges().collect();
    ranges.extend(earlier.inner_ranges());
    let own = both.last()?.clone();
    let spread = match (&own.most, &own.least) {
        (Some(m), Some(l)) => m.minus(l),
        _ => None,
    };
    ranges.push(own);
    ranges.push(Range {
        sym: Sym::Distance,
        least: Some(Poly::constant(1)),
        most: spread,
    });
    let difference = later.of(f)?.minus(&earlier.of(g)?)?;
    Some(match is_never_zero(&difference, &ranges, &facts) {
        true => Meeting::Never,
        false => distance_of(&difference),
    })
}

/// By divisors, or since its sign never changes.
fn is_never_zero(p: &Poly, ranges: &[Range], facts: &Facts) -> bool {
    let end = |most| bound(p, ranges, facts, most);
    gcd_excludes(p, ranges)
        || end(false).is_some_and(|p| p.is_at_least(1, facts))
        || end(true).is_some_and(|p| p.is_at_most(-1, facts))
}

/// Whether no integers solve `p = 0`: constant coefficients with a common divisor that the
/// rest doesn't have.
fn gcd_excludes(p: &Poly, ranges: &[Range]) -> bool {
    let mut divisor: i128 = 0;
    let mut constant: i128 = 0;
    for (m, n) in p.terms() {
        match m {
            [] => constant = n,
            [s] if ranges.iter().any(|r| r.sym == *s) => divisor = gcd(divisor, n.abs()),
            // A multiple of an unknown number.
            _ => divisor = gcd(divisor, n.abs()),
        }
    }
    if divisor == 0 {
        constant != 0
    } else {
        constant % divisor != 0
    }
}

/// The one distance at which `p` is 0, where it depends on nothing else.
fn distance_of(p: &Poly) -> Meeting {
    let Some((coefficient, rest)) = p.split(&Sym::Distance) else {
        return Meeting::Unknown;
    };
    match (coefficient.as_constant(), rest.as_constant()) {
        (Some(0), Some(0)) => Meeting::Always,
        (Some(c), Some(r)) if c != 0 && r % c == 0 => match -r / c {
            d if d >= 1 => Meeting::At(d),
            _ => Meeting::Never,
        },
        (Some(c), Some(_)) if c != 0 => Meeting::Never,
        _ => Meeting::Unknown,
    }
}
