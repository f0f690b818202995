//! Copies of variables that iterations, tiles or threads have for themselves: which accesses are to one copy, and whether each read finds the value that the
//! program has there.

use super::order::{Found, Key, View, turned};
use super::trace::{Access, Place, Step, Trace};
use accrs_frontend::region::{LoopId, VarId};
use std::collections::{HashMap, HashSet};

pub struct Copies<'v> {
    view: &'v View,
    trace: &'v Trace,
    /// The ways with loops in their new order.
    ways: Vec<Vec<Step>>,
    /// The last iteration of each loop whose iterations have arrays, by what is around it.
    last: HashMap<(Vec<Step>, LoopId), u32>,
}

impl<'v> Copies<'v> {
    pub fn of(view: &'v View, trace: &'v Trace) -> Self {
        let mut ways = trace.ways.clone();
        for steps in &mut ways {
            for order in &view.orders {
                turned(steps, order);
            }
        }
        let mut last: HashMap<(Vec<Step>, LoopId), u32> = HashMap::new();
        for steps in &ways {
            for (at, step) in steps.iter().enumerate() {
                if let Step::Turn { id, n, .. } = step
                    && view.shared.get(id).is_some_and(|s| !s.arrays.is_empty())
                {
                    let most = last.entry((steps[..at].to_vec(), *id)).or_default();
                    *most = (*most).max(*n);
                }
            }
        }
        Copies {
            view,
            trace,
            ways,
            last,
        }
    }

    /// The variable whose copy a place may be in: what it is in, or the pointer that leads to an array of which there are copies.
    fn owner(&self, place: Place) -> Option<VarId> {
        let copied = |v: &VarId| self.view.shared.values().any(|s| s.arrays.contains(v));
        match self.trace.direct(place) {
            // The pointer itself is what it was.
            Some(v) if copied(&v) && !self.trace.arrays.contains(&v) => None,
            Some(v) => Some(v),
            None => self.trace.root(place).filter(copied),
        }
    }

    /// Whether a step is the last iteration of a loop that has the array for its iterations; `None`: it isn't of such a loop.
    fn is_last(&self, steps: &[Step], v: VarId) -> Option<bool> {
        let (Step::Turn { id, n, .. }, around) = steps.split_last()? else {
            return None;
        };
        let own = self
            .view
            .shared
            .get(id)
            .is_some_and(|s| s.arrays.contains(&v));
        let last = self.last.get(&(around.to_vec(), *id));
        own.then(|| last.is_none_or(|last| last == n))
    }

    fn way(&self, access: &Access) -> &[Step] {
        &self.ways[access.way as usize]
    }

    /// How many steps of its way tell whose copy of the variable an access is to; 0: there is one for all.
    fn scope(&self, steps: &[Step], v: VarId) -> usize {
        let own = |s: &Step| match s {
            Step::Turn { id, .. } => {
                let tiles = self
                    .view
                    .tiling
                    .as_ref()
                    .is_some_and(|t| t.id == *id && t.own.contains(&v));
                let shared = self.view.shared.get(id);
                tiles
                    || shared.is_some_and(|s| {
                        let sets = [&s.private, &s.first, &s.last, &s.arrays];
                        sets.iter().any(|set| set.contains(&v))
                    })
                    || self.view.own.get(id).is_some_and(|own| own.contains(&v))
            }
            _ => false,
        };
        steps.iter().rposition(own).map_or(0, |at| at + 1)
    }

    /// The accesses of each cell of memory: a place, and whose copy of it.
    pub fn cells(&self) -> Vec<Vec<u32>> {
        let mut cells: HashMap<(Place, u64), Vec<u32>> = HashMap::new();
        let mut written: HashSet<(Place, u64)> = HashSet::new();
        for (n, a) in self.trace.accesses.iter().enumerate() {
            let mut copy = 0;
            if let Some(v) = self.owner(a.place) {
                let steps = self.way(a);
                let scope = self.scope(steps, v);
                if scope == 0 && self.view.copies.contains(&v) {
                    continue;
                }
                if scope > 0 {
                    copy = super::value::hash((self.copy(a, scope), 1));
                }
            }
            let cell = (a.place, copy);
            if a.write {
                written.insert(cell);
            }
            cells.entry(cell).or_default().push(n as u32);
        }
        cells.retain(|cell, all| all.len() > 1 && written.contains(cell));
        cells.into_values().collect()
    }

    /// Whose copy it is: in tiles, the tile's.
    fn copy(&self, a: &Access, scope: usize) -> Vec<Step> {
        let mut steps = self.way(a)[..scope].to_vec();
        if let Some(t) = &self.view.tiling
            && let Some(Step::Turn { id, n, value }) = steps.last_mut()
            && *id == t.id
        {
            let at = t.tiles.get(&a.way).map(|at| (at.wave, at.tile));
            let (wave, tile) = at.unwrap_or((-1, -1));
            (*n, *value) = (wave as u32, tile);
        }
        steps
    }

    /// Whether each read of a copy finds what the program has there.
    pub fn flows(&self, keys: &[Option<Key>], found: &mut Found) {
        let mut writers: HashMap<Place, u32> = HashMap::new();
        for (n, a) in self.trace.accesses.iter().enumerate() {
            let v = self.owner(a.place);
            // What an array's element would hold may be what an iteration does that is cut off.
            let sure = !self.trace.cut || v.is_some_and(|v| !self.trace.arrays.contains(&v));
            if !a.write
                && sure
                && let Some(v) = v
                && keys[a.way as usize].is_some()
            {
                let from = writers
                    .get(&a.place)
                    .map(|n| &self.trace.accesses[*n as usize]);
                if let Some(why) = self.lost(v, a, from) {
                    found.add(from.copied().unwrap_or(*a), *a, why);
                }
            }
            if a.write {
                writers.insert(a.place, n as u32);
            }
        }
        // What is behind it all.
        for n in writers.values().filter(|_| !self.trace.cut) {
            let a = &self.trace.accesses[*n as usize];
            let Some(v) = self.owner(a.place) else {
                continue;
            };
            let steps = self.way(a);
            let scope = self.scope(steps, v);
            if keys[a.way as usize].is_some() && self.is_last(&steps[..scope], v) == Some(false) {
                found.add(*a, *a, "the last iteration leaves another value");
            }
        }
    }

    /// Why a read of a variable doesn't find the value that an access has left there; `None` if it does.
    fn lost(&self, v: VarId, read: &Access, from: Option<&Access>) -> Option<&'static str> {
        let steps = self.way(read);
        let reduced = |steps: &[Step]| {
            steps.iter().any(|s| matches!(s, Step::Turn { id, .. } if self.view.shared.get(id).is_some_and(|s| s.reduced.contains(&v) || s.word)))
        };
        if reduced(steps) || from.is_some_and(|f| reduced(self.way(f))) {
            return None;
        }
        let scope = self.scope(steps, v);
        if scope == 0 && self.view.copies.contains(&v) {
            let from = self.way(from?);
            let same = steps.iter().zip(from).take_while(|(a, b)| a == b).count();
            let lost = from[same..]
                .iter()
                .any(|s| matches!(s, Step::Turn { id, .. } if self.view.shared.contains_key(id)));
            return lost.then_some("another thread's copy is read");
        }
        let Some(from) = from else {
            if scope == 0 || self.begins(&steps[scope - 1], v) {
                return None;
            }
            return Some("a copy is read that has no value");
        };
        let whence = self.scope(self.way(from), v);
        let (here, there) = (self.copy(read, scope), self.copy(from, whence));
        if here == there {
            return None;
        }
        // A copy that begins with the value from outside, or that leaves its value there.
        let begins = scope > 0 && self.begins(&steps[scope - 1], v);
        if whence < scope && begins && steps[..whence] == there[..] {
            return None;
        }
        let leaves = matches!(there.last(), Some(Step::Turn { id, .. }) if self.view.shared.get(id).is_some_and(|s| s.last.contains(&v) || s.arrays.contains(&v)));
        let outside = !matches!(there.last(), Some(Step::Turn { id, .. }) if steps.iter().any(|s| matches!(s, Step::Turn { id: other, .. } if other == id)));
        if leaves && outside {
            let last = self.is_last(&self.way(from)[..whence], v);
            return (last == Some(false))
                .then_some("another iteration than the last one has written what is read");
        }
        Some("another iteration's copy is read")
    }

    fn begins(&self, step: &Step, v: VarId) -> bool {
        matches!(step, Step::Turn { id, .. } if self.view.shared.get(id).is_some_and(|s| s.first.contains(&v)))
    }
}
