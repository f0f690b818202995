//! The parallel region around a construct, and copies of variables around one that has none.

use super::sharing::{can_copy, nameable};
use super::uses::Uses;
use super::{Pass, updates};
use crate::analyse::work::is_pure;
use crate::plan::{Sharing, Team};
use accrs_frontend::region::{For, VarId};
use indexmap::IndexSet;

impl Pass<'_> {
    pub(super) fn team(&self, alone: bool) -> Team {
        let reductions = self.compute.reductions.clone();
        if alone {
            return Team {
                alone,
                once: false,
                sharing: Sharing::default(),
                reductions,
            };
        }
        let uses = Uses::of(self.unit, &self.compute.body);
        // Loops outside thread loops are run by every gang, each with its own variable.
        let mut private: IndexSet<VarId> = IndexSet::new();
        for s in &self.compute.body {
            self.inner_privates(s, &mut private);
        }
        private.retain(|v| !self.compute.firstprivate.contains(v));
        private.extend(&self.compute.private);
        let reduced = |v: &VarId| reductions.iter().any(|r| r.var == *v);
        private.retain(|v| !uses.declared.contains(v) && !reduced(v));
        let mut first = self.first.clone();
        first.retain(|v| uses.assigned.contains(v) && !private.contains(v) && !reduced(v));
        let gangs = self.compute.num_gangs.as_ref();
        Team {
            alone,
            once: gangs.is_some_and(|n| !is_pure(self.unit, n)),
            sharing: Sharing {
                private: nameable(self.unit, private),
                first: nameable(self.unit, first),
                last: Vec::new(),
                shared: Vec::new(),
            },
            reductions,
        }
    }

    /// Whether one thread works on what the construct reduces: it must have a copy that starts with the
    /// operator's identity, also on `serial` (§2.5.15).
    pub(super) fn alone(&self) -> bool {
        let outside = Uses::outside(self.unit, &self.compute.body, &mut |l| self.shares(l));
        self.compute.reductions.iter().any(|r| updates(&outside, r))
    }

    /// The construct's private and firstprivate variables that code outside thread loops assigns: what happens to them
    /// must not be seen behind the construct. Those that begin with the value from before it, and the others.
    pub(super) fn copies(&self) -> (Vec<VarId>, IndexSet<VarId>) {
        let outside = Uses::outside(self.unit, &self.compute.body, &mut |l| self.shares(l));
        let assigned = |v: &&VarId| outside.assigned.contains(*v) && can_copy(self.unit, **v);
        let first = self.first.iter().filter(assigned).copied();
        let fresh = self.compute.private.iter().filter(assigned).copied();
        (first.collect(), fresh.collect())
    }

    /// Whether threads share the loop.
    fn shares(&self, l: &For) -> bool {
        self.how.get(&l.id).is_some_and(|how| how.is_threads())
    }
}
