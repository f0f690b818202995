//! Whether iterations that follow each other in order may take their sums together, as long as all of them run, before anything else but what stands before the sums.
//!
//! ```text
//! for (i …) {                  iterations v to v + rows - 1 at once:
//!     x[i] = b[i];                 what stands before the sums, of each
//!     for (k < i)                  k < the least of their bounds: the sums of all
//!         x[i] -= a[i][k] * x[k];
//!     x[i] /= a[i][i];             of each in turn: the rest of its sum, and what stands behind
//! }
//! ```
//!
//! Two iterations `v < w` then change places in some of what they do: what stands before the sums in `w` comes before all but that in `v`, and so do the
//! terms of `w` that are below `v`'s bound; and of the terms that both have, those of a smaller `k` come first. None of these may touch what the
//! other one touches, one of them writing.

use super::{MOST_PAIRS, Nest};
use crate::analyse::depend::{Free, moves};
use crate::analyse::exact;
use crate::analyse::points::Instance;
use accrs_frontend::region::{Canonical, LoopCmp};

/// Where an access is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Before,
    Sum,
    Behind,
}

impl<'a> Nest<'_, 'a> {
    /// What it rests on that up to `rows` iterations of the nest's loop may do so. `sums`: the numbers of the statements that sum up, which are all that the
    /// loop of `head` has. `None`: they may not, or that can't be told.
    pub fn sums_ahead(
        &self,
        sums: std::ops::Range<usize>,
        head: &Canonical,
        rows: u64,
    ) -> Option<Free> {
        let place = |n: usize| match n {
            n if n < sums.start => Place::Before,
            n if n < sums.end => Place::Sum,
            _ => Place::Behind,
        };
        let mut free = Free::default();
        let mut asked = 0;
        for (n, a) in self.kinds.iter().enumerate() {
            for b in &self.kinds[n..] {
                if !(self.all[*a].write || self.all[*b].write) {
                    continue;
                }
                let (Some(x), Some(y)) = (self.at[*a], self.at[*b]) else {
                    self.bound(*a, *b)?;
                    continue;
                };
                let mut ways = vec![(*a, *b, place(x), place(y))];
                if a != b {
                    ways.push((*b, *a, place(y), place(x)));
                }
                ways.retain(|(.., first, then)| changes(*first, *then));
                if ways.is_empty() {
                    continue;
                }
                if self.all[*a].root != self.all[*b].root {
                    free.extend(self.aliases(*a, *b)?);
                    continue;
                }
                asked += ways.len();
                if asked > MOST_PAIRS {
                    return None;
                }
                for (a, b, first, then) in ways {
                    if !self.never_meet((a, first), (b, then), head, rows)? {
                        return None;
                    }
                }
            }
        }
        Some(free)
    }

    /// Whether what an iteration does at `a` never touches what a later one of the same `rows` does at `b`, where the latter comes first now. `None`: nothing is known.
    fn never_meet(
        &self,
        (a, first): (usize, Place),
        (b, then): (usize, Place),
        head: &Canonical,
        rows: u64,
    ) -> Option<bool> {
        let (a, b) = (&self.all[a], &self.all[b]);
        let pair = self.pair(a, b);
        let Some(compared) = pair.compared(moves(self.q, &self.all)).ok()? else {
            return Some(true);
        };
        let exactly = exact::Pair {
            any: true,
            ..pair.exactly(0, &compared)
        };
        let mut question = exactly.question();
        let mut dims: Vec<String> = question.dims.iter().cloned().collect();
        let own = self.q.around.len();
        let (earlier, later) = (
            Instance {
                access: a,
                tag: 'a',
            },
            Instance {
                access: b,
                tag: 'b',
            },
        );
        let [v, w] = [&earlier, &later].map(|i| question.points.dim(i, own));
        let mut ways = vec![format!("({v} < {w} and {w} < {v} + {rows})")];
        if then == Place::Sum {
            let is_sum = |i: &Instance<'_, 'a>| {
                let found = i.access.loops.get(own + 1);
                found.is_some_and(|h| std::ptr::eq(*h, head))
            };
            if !is_sum(&later) {
                return None;
            }
            let k = question.points.dim(&later, own + 1);
            if first == Place::Sum {
                if !is_sum(&earlier) {
                    return None;
                }
                // Of one `k` too: sums are in registers meanwhile.
                let behind = question.points.dim(&earlier, own + 1);
                ways.push(format!("{k} <= {behind}"));
            } else {
                let end = self.q.facts.context();
                let end = end.quasi(&head.upper, a.loops.get(..=own)?)?;
                question.points.equals(&earlier, "u0", &end);
                dims.push("u0".into());
                let below = if head.cmp == LoopCmp::Le { "<=" } else { "<" };
                ways.push(format!("{k} {below} u0"));
            }
        }
        let conditions = [question.points.take(), ways].concat();
        Some(matches!(
            question.points.are_none(&dims, &conditions),
            Ok(true)
        ))
    }
}

/// Whether what an earlier iteration does in the first place comes behind what a later one does in the second.
fn changes(first: Place, then: Place) -> bool {
    match then {
        Place::Before => first != Place::Before,
        Place::Sum => first != Place::Before,
        Place::Behind => false,
    }
}
