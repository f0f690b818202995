//! What conditions of the host's code tell of integers at the start of a construct: a guard before it (`if (lda < n) return;`, an `assert`), an `if` or
//! a loop around it.
//!
//! A relation holds where each way from the function's start comes by a condition that tells it, and none of its variables is assigned on the
//! rest of the way (available expressions).

use super::graph::{BlockId, Event, Graph};
use crate::region::{ConstructId, VarId};
use std::collections::{HashMap, HashSet};

/// A sum of multiples of variables and a constant that isn't negative: `lda - n >= 0`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Relation {
    pub terms: Vec<(VarId, i64)>,
    pub constant: i64,
}

impl Relation {
    /// The same the other way around: what holds where this doesn't, since these are integers. `None`: too large.
    pub fn negated(&self) -> Option<Relation> {
        let negative = |(v, n): &(VarId, i64)| Some((*v, n.checked_neg()?));
        Some(Relation {
            terms: self.terms.iter().map(negative).collect::<Option<_>>()?,
            constant: self.constant.checked_neg()?.checked_sub(1)?,
        })
    }

    /// `self + by * other`; `None`: too large.
    pub fn plus(&self, by: i64, other: &Relation) -> Option<Relation> {
        let mut sum = self.clone();
        for (v, n) in &other.terms {
            let n = n.checked_mul(by)?;
            match sum.terms.iter_mut().find(|(w, _)| w == v) {
                Some((_, m)) => *m = m.checked_add(n)?,
                None => sum.terms.push((*v, n)),
            }
        }
        sum.terms.retain(|(_, n)| *n != 0);
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(by)?)?;
        Some(sum)
    }

    fn names(&self, var: VarId) -> bool {
        self.terms.iter().any(|(v, _)| *v == var)
    }
}

/// So many relations of a function are followed.
const MOST: usize = 64;

/// What holds at the start of each construct.
pub fn at_constructs(graph: &Graph) -> HashMap<ConstructId, Vec<Relation>> {
    let all = told(graph);
    if all.is_empty() {
        return HashMap::new();
    }
    let at_start = solve(graph, &all);
    let mut found = HashMap::new();
    for (block, start) in graph.blocks().iter().zip(at_start) {
        let mut holds = start;
        for event in &block.events {
            if let Event::Begin(construct) = event {
                let here = all
                    .iter()
                    .enumerate()
                    .filter(|(k, _)| holds & (1 << k) != 0);
                found.insert(*construct, here.map(|(_, r)| r.clone()).collect());
            }
            holds = after(holds, event, &all);
        }
    }
    found
}

/// Each relation of the graph once.
fn told(graph: &Graph) -> Vec<Relation> {
    let mut all: Vec<Relation> = Vec::new();
    let mut seen = HashSet::new();
    for event in graph.blocks().iter().flat_map(|b| &b.events) {
        if let Event::Holds(relation) = event
            && all.len() < MOST
            && seen.insert(relation)
        {
            all.push(relation.clone());
        }
    }
    all
}

/// What holds behind an event.
fn after(holds: u64, event: &Event, all: &[Relation]) -> u64 {
    let of = |fits: &dyn Fn(&Relation) -> bool| {
        let fits = all.iter().enumerate().filter(|(_, r)| fits(r));
        fits.fold(0, |bits, (k, _)| bits | 1 << k)
    };
    match event {
        Event::Holds(relation) => holds | of(&|r| r == relation),
        Event::Replace(v) | Event::Changed(v) => holds & !of(&|r| r.names(*v)),
        _ => holds,
    }
}

/// What holds at the start of each block: at first all, but nothing where the function begins; then less, until nothing changes.
fn solve(graph: &Graph, all: &[Relation]) -> Vec<u64> {
    let blocks = graph.blocks();
    let mut at_start = vec![u64::MAX; blocks.len()];
    if let Some(first) = at_start.first_mut() {
        *first = 0;
    }
    let mut waiting: Vec<usize> = (0..blocks.len()).rev().collect();
    while let Some(i) = waiting.pop() {
        let events = blocks[i].events.iter();
        let at_end = events.fold(at_start[i], |holds, e| after(holds, e, all));
        for BlockId(to) in blocks[i].next.iter().copied() {
            let less = at_start[to] & at_end;
            if less != at_start[to] {
                at_start[to] = less;
                waiting.push(to);
            }
        }
    }
    at_start
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_least(more: u32, less: u32) -> Relation {
        Relation {
            terms: vec![(VarId(more), 1), (VarId(less), -1)],
            constant: 0,
        }
    }

    /// A guard holds behind it until one of its variables is assigned.
    #[test]
    fn guards() {
        let fits = at_least(1, 0);
        let mut g = Graph::default();
        g.event(Event::Holds(fits.clone()));
        g.event(Event::Begin(ConstructId(0)));
        g.event(Event::Changed(VarId(0)));
        g.event(Event::Begin(ConstructId(1)));
        let found = at_constructs(&g);
        assert_eq!(found[&ConstructId(0)], [fits]);
        assert_eq!(found[&ConstructId(1)], []);
    }

    /// What holds on one of two ways isn't known where they meet; what holds before a loop stays only if nothing in the loop changes it.
    #[test]
    fn ways() {
        let (fits, other) = (at_least(1, 0), at_least(3, 2));
        let mut g = Graph::default();
        let (yes, behind, head) = (g.block(), g.block(), g.block());
        g.event(Event::Holds(other.clone()));
        g.leads_to(yes);
        g.leads_to(behind);
        g.resume(yes);
        g.event(Event::Holds(fits));
        g.event(Event::Begin(ConstructId(0)));
        g.flow_into(behind);
        g.event(Event::Begin(ConstructId(1)));
        g.flow_into(head);
        g.event(Event::Begin(ConstructId(2)));
        g.event(Event::Replace(VarId(2)));
        g.leads_to(head);
        let found = at_constructs(&g);
        assert_eq!(found[&ConstructId(0)].len(), 2);
        assert_eq!(found[&ConstructId(1)], [other]);
        assert_eq!(found[&ConstructId(2)], []);
    }
}
