//! Loops in order that move into the threads: where the iterations of the parallel loops in them have memory of their own whatever the loops
//! in order do, each thread runs these for itself, and one launch does what one for each of their iterations would do.
//!
//! ```c
//! for (t = 0; t < steps; t++)          for (i = 0; i < n; i++)   // gang vector
//!     for (i = 0; i < n; i++)              for (t = 0; t < steps; t++)
//!         x[i] += dt * v[i];                   x[i] += dt * v[i];
//! ```
//!
//! Only devices get this order: on the cores rows of memory matter more than the start of a loop.

use super::super::clauses;
use super::super::nest::Node;
use super::super::planner::Planner;
use super::super::scope::Surroundings;
use super::{Change, Nest, apply, counts, is_plain};
use crate::analyse::collect::collect;
use crate::analyse::depend::Free;
use crate::plan::{ComputeKind, ReasonKind};
use accrs_frontend::region::{Canonical, Construct, LoopId};

/// Whether loops of this construct may move at all: those of `kernels`, which promises nothing of their order.
fn may_move(p: &Planner<'_>, c: &Construct, s: &Surroundings<'_, '_>) -> bool {
    let async_ = clauses::of_compute(&c.directive).async_.is_some();
    s.kind == ComputeKind::Kernels && p.options.interchange && p.options.device() && !async_
}

/// Decides for loops in order between two parallel ones, before these get their levels: the parallel ones then are a tight nest.
///
/// ```c
/// for (j = 0; j < m; j++)              for (j = 0; j < m; j++)         // gang
///     for (k = 0; k < p; k++)              for (i = 0; i < n; i++)     // gang vector
///         for (i = 0; i < n; i++)              for (k = 0; k < p; k++)
///             a[j][i] += b[k][i] * c[j][k];        a[j][i] += b[k][i] * c[j][k];
/// ```
pub fn between<'a>(
    p: &Planner<'_>,
    c: &Construct,
    s: &Surroundings<'_, 'a>,
    roots: &mut [Node<'a>],
) {
    if !may_move(p, c, s) {
        return;
    }
    let mut found = Vec::new();
    for n in roots.iter() {
        inside(p, s, n, &mut Vec::new(), &mut found);
    }
    for (change, free) in found {
        for n in roots.iter_mut() {
            apply(n, &change);
            free.iter().for_each(|(id, free)| rest_on(n, *id, free));
            mark(n, &change);
        }
    }
}

/// Marks the loops that stand inside of the one that they were around.
fn mark(n: &mut Node<'_>, change: &Change) {
    let mut order = change.device.iter().flat_map(|(_, order)| &order[1..]);
    n.moves |= order.any(|id| *id == n.loop_.id);
    n.children.iter_mut().for_each(|c| mark(c, change));
}

/// Looks at what is inside of the nest that begins with `n`.
fn inside<'a>(
    p: &Planner<'_>,
    s: &Surroundings<'_, 'a>,
    n: &Node<'a>,
    around: &mut Vec<&'a Canonical>,
    out: &mut Vec<Found>,
) {
    let depth = around.len();
    around.extend(n.heads.iter().copied());
    if let [inner] = n.children.as_slice()
        && n.decision.parallel
        && n.tight
        && n.tile.is_none()
        && let Some(chain) = in_order_around_one(p, s, inner)
    {
        let nest = Nest {
            p,
            s,
            chain: &chain,
            around,
            shared: true,
        };
        out.extend(nest.inwards(chain.len() - 1));
    }
    n.children.iter().for_each(|c| inside(p, s, c, around, out));
    around.truncate(depth);
}

/// The tight nest that begins with `n`: loops in order, and in them one that is parallel, with no other such loop in it.
fn in_order_around_one<'n, 'a>(
    p: &Planner<'_>,
    s: &Surroundings<'_, 'a>,
    n: &'n Node<'a>,
) -> Option<Vec<&'n Node<'a>>> {
    let mut chain = vec![n];
    loop {
        let last = *chain.last()?;
        if last.decision.parallel {
            let mut further = false;
            let mut look = |n: &Node<'_>| further |= n.decision.parallel;
            last.children.iter().for_each(|c| c.each(&mut look));
            let fits = chain.len() > 1 && counts(p, last) && last.tile.is_none();
            return (fits && !further).then_some(chain);
        }
        let [inner] = last.children.as_slice() else {
            return None;
        };
        if !last.tight || !is_plain(p, s, last) {
            return None;
        }
        chain.push(inner);
    }
}

/// Decides for all nests of a `kernels` construct, whose levels are known, before the construct is split into kernels.
pub fn decide<'a>(
    p: &Planner<'_>,
    c: &Construct,
    s: &Surroundings<'_, 'a>,
    roots: &mut [Node<'a>],
) {
    if !may_move(p, c, s) {
        return;
    }
    let mut found = Vec::new();
    for n in roots.iter() {
        nests(p, s, n, &mut Vec::new(), &mut found);
    }
    for (change, free) in found {
        for n in roots.iter_mut() {
            apply(n, &change);
            free.iter().for_each(|(id, free)| rest_on(n, *id, free));
        }
    }
}

/// What a loop's threads rest on besides, now that the loops in order are theirs.
fn rest_on(n: &mut Node<'_>, id: LoopId, free: &Free) {
    if n.loop_.id == id && !free.is_certain() {
        match &mut n.decision.reason.kind {
            ReasonKind::ProvenApart { of, .. } => of.extend(free.clone()),
            kind => *kind = super::super::decide::proven(free.clone()),
        }
    }
    n.children.iter_mut().for_each(|c| rest_on(c, id, free));
}

type Found = (Change, Vec<(LoopId, Free)>);

/// Looks at the nest that begins with `n`, a loop outside of all that are spread.
fn nests<'a>(
    p: &Planner<'_>,
    s: &Surroundings<'_, 'a>,
    n: &Node<'a>,
    around: &mut Vec<&'a Canonical>,
    out: &mut Vec<Found>,
) {
    if n.is_partitioned() {
        return;
    }
    let found = chain(p, s, n).and_then(|(chain, first)| {
        let nest = Nest {
            p,
            s,
            chain: &chain,
            around,
            shared: false,
        };
        nest.inwards(first)
    });
    if let Some(found) = found {
        out.push(found);
        return;
    }
    let depth = around.len();
    around.extend(n.heads.iter().copied());
    for inner in &n.children {
        nests(p, s, inner, around, out);
    }
    around.truncate(depth);
}

/// The tight nest that begins with `n`: loops in order, and behind them, from the place that is returned, those that are spread, which
/// no other such loop is in.
fn chain<'n, 'a>(
    p: &Planner<'_>,
    s: &Surroundings<'_, 'a>,
    n: &'n Node<'a>,
) -> Option<(Vec<&'n Node<'a>>, usize)> {
    let mut chain = vec![n];
    let mut first = None;
    loop {
        let last = *chain.last()?;
        if !is_plain(p, s, last) {
            return None;
        }
        let inner = match last.children.as_slice() {
            [inner] if last.tight => Some(inner),
            _ => None,
        };
        match (first, inner) {
            (None, inner) => {
                let inner = inner?;
                first = inner.is_partitioned().then_some(chain.len());
                chain.push(inner);
            }
            (Some(_), Some(inner)) if inner.is_partitioned() => chain.push(inner),
            (Some(first), _) => {
                let mut further = false;
                let mut look = |n: &Node<'_>| further |= n.is_partitioned();
                last.children.iter().for_each(|c| c.each(&mut look));
                return (!further).then_some((chain, first));
            }
        }
    }
}

impl Nest<'_, '_> {
    /// The loops before the place `first` move into those from there on, if they may.
    fn inwards(&self, first: usize) -> Option<Found> {
        let root = self.chain.first()?;
        let inner = self.chain.last()?;
        let spread = &self.chain[first..];
        let kept = |n: &&Node<'_>| n.decision.keeps() || !n.decision.atomics.is_empty();
        if spread.iter().any(kept) {
            return None;
        }
        let facts = self.s.facts.part(root.body);
        let heads: Vec<&Canonical> = self.around.iter().copied().chain(self.heads()).collect();
        let found = collect(facts.context(), &[inner.body], &heads);
        if found.wild.is_some() {
            return None;
        }
        let free = self.own_threads(first, &found.found).ok()?;
        let ids = |nodes: &[&Node<'_>]| nodes.iter().map(|n| n.loop_.id).collect::<Vec<_>>();
        let order = [ids(spread), ids(&self.chain[..first])].concat();
        let lines: Vec<String> = self.chain[..first]
            .iter()
            .map(|n| self.line(n).to_string())
            .collect();
        let which = match lines.as_slice() {
            [one] => format!("the loop at line {one} runs"),
            many => format!("the loops at lines {} run", many.join(" and ")),
        };
        // Otherwise threads of a block would wait for each other in each iteration.
        let gain = match self.shared {
            true => "it stands inside this one",
            false => "one launch does it all",
        };
        let note = format!(
            "on devices {which} sequentially in each thread, whose memory is its own: {gain}"
        );
        let change = Change {
            device: Some((root.loop_.id, order)),
            host: None,
            levels: Vec::new(),
            notes: vec![(self.chain[first].loop_.id, note)],
        };
        Some((change, free))
    }
}
