//! The order in which a plan runs what a program does, and whether it is the program's wherever that matters.
//!
//! Each instance of a statement has a key, from the outermost step of its way to the innermost one. A step is in order, with a number, or it is an
//! iteration of a loop whose iterations run in any order. Two instances run in the order of the first step that tells them apart, or in any order if that
//! is of the second kind.

use super::copies::Copies;
use super::trace::{Access, Step, Trace};
use accrs_frontend::region::{LoopId, StmtId, VarId};
use std::collections::{HashMap, HashSet};

/// A loop whose iterations run in any order.
#[derive(Clone, Default)]
pub struct Shared {
    /// Variables of which each iteration has a copy: without a value, with the value from before, with its last value kept.
    pub private: HashSet<VarId>,
    pub first: HashSet<VarId>,
    pub last: HashSet<VarId>,
    /// Arrays, or what pointers lead to, of which each iteration has a copy without values; the last iteration's stays.
    pub arrays: HashSet<VarId>,
    pub reduced: HashSet<VarId>,
    /// What parts of the iterations have copies of, which atomic statements update.
    pub updated: HashSet<VarId>,
    /// Statements that are made atomic.
    pub atomics: HashSet<StmtId>,
    /// The user says that it is independent.
    pub word: bool,
}

/// Tiles of steps.
#[derive(Clone)]
pub struct Tiling {
    /// The outer loop.
    pub id: LoopId,
    /// Ways of heads are in none.
    pub tiles: HashMap<u32, InTiles>,
    /// Scalars that tiles have for themselves.
    pub own: HashSet<VarId>,
}

/// Where a way is in tiles.
#[derive(Clone, Copy)]
pub struct InTiles {
    pub wave: i64,
    /// Which tile of the wave it is, and which part of that, which come one after the other.
    pub tile: i64,
    pub part: i64,
}

/// How a plan runs a construct.
#[derive(Clone, Default)]
pub struct View {
    pub name: String,
    pub shared: HashMap<LoopId, Shared>,
    /// Loops in order whose iterations have copies of variables.
    pub own: HashMap<LoopId, HashSet<VarId>>,
    /// Loops of tight nests in another order.
    pub orders: Vec<Vec<LoopId>>,
    pub tiling: Option<Tiling>,
    /// Variables of which each thread has a copy, since all of them run what isn't shared.
    pub copies: HashSet<VarId>,
    /// Loops whose iterations go to gangs, which nothing in a kernel makes wait for each other.
    pub gangs: HashSet<LoopId>,
}

/// Two accesses that may come in another order than the program's.
pub struct Violation {
    pub first: Access,
    pub second: Access,
    pub why: String,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Component {
    value: i64,
    /// The loop, plus one; 0: in order.
    shared: u32,
}

const TILES: LoopId = LoopId(u32::MAX - 1);
const GANGS: LoopId = LoopId(u32::MAX - 2);

pub type Key = Vec<Component>;

impl View {
    fn key(&self, trace: &Trace, way: u32) -> Option<Key> {
        let mut steps = trace.ways[way as usize].clone();
        for order in &self.orders {
            if !turned(&mut steps, order) {
                return None;
            }
        }
        let in_order = |value: i64| Component { value, shared: 0 };
        let shared = |id: LoopId, value: i64| Component {
            value,
            shared: id.0.wrapping_add(1),
        };
        let mut key = Vec::with_capacity(steps.len());
        for step in steps {
            key.push(match step {
                Step::Turn { id, .. } if self.tiling.as_ref().is_some_and(|t| t.id == id) => {
                    let at = self.tiling.as_ref()?.tiles.get(&way)?;
                    key.push(in_order(at.wave));
                    key.push(shared(TILES, at.tile));
                    key.push(in_order(at.part));
                    // In a tile the program's order counts.
                    key.push(in_order(i64::from(way)));
                    return Some(key);
                }
                Step::Turn { id, n, .. } if self.shared.contains_key(&id) => shared(id, n.into()),
                Step::Turn { n, .. } | Step::Round(n) => in_order(n.into()),
                Step::At(n) | Step::Call(n) => in_order(n.into()),
                Step::Mark(_) => continue,
                Step::Kernel(n) => in_order(n as i64),
            });
        }
        // Before and behind calls a statement has ways of its own.
        key.push(in_order(i64::from(way)));
        Some(key)
    }

    /// The key with the iterations that gangs have before all else in their kernel; `None` if no gang has it.
    fn key_of_gangs(&self, trace: &Trace, way: u32) -> Option<Key> {
        let key = self.key(trace, way)?;
        let steps = &trace.ways[way as usize];
        let kernel = steps.iter().position(|s| matches!(s, Step::Kernel(_)))?;
        let of_gang = |s: &Step| match s {
            Step::Turn { id, n, .. } if self.gangs.contains(id) => {
                Some((i64::from(id.0) << 32) + i64::from(*n))
            }
            _ => None,
        };
        let gang = steps[kernel..].iter().find_map(of_gang)?;
        let marks = steps[..kernel]
            .iter()
            .filter(|s| matches!(s, Step::Mark(_)))
            .count();
        let mut all = key[..=kernel - marks].to_vec();
        all.push(Component {
            value: gang,
            shared: GANGS.0 + 1,
        });
        all.extend_from_slice(&key[kernel - marks + 1..]);
        Some(all)
    }

    fn shared_of(&self, c: &Component) -> Option<&Shared> {
        self.shared.get(&LoopId(c.shared.wrapping_sub(1)))
    }

    /// All that is wrong with this way of running the program, one for each pair of statements.
    pub fn check(&self, trace: &Trace) -> Vec<Violation> {
        let mut found = Found::default();
        let numbers = 0..trace.ways.len() as u32;
        let keys: Vec<Option<Key>> = numbers.clone().map(|way| self.key(trace, way)).collect();
        let copies = Copies::of(self, trace);
        let cells = copies.cells();
        self.conflicts(trace, &cells, &keys, &mut found);
        if !self.gangs.is_empty() {
            let keys: Vec<Option<Key>> = numbers.map(|way| self.key_of_gangs(trace, way)).collect();
            self.conflicts(trace, &cells, &keys, &mut found);
        }
        copies.flows(&keys, &mut found);
        found.all
    }

    fn conflicts(
        &self,
        trace: &Trace,
        cells: &[Vec<u32>],
        keys: &[Option<Key>],
        found: &mut Found,
    ) {
        for cell in cells {
            let of = |n: &u32| {
                let a = &trace.accesses[*n as usize];
                Some((keys[a.way as usize].as_ref()?, *n))
            };
            let mut all: Vec<(&Key, u32)> = cell.iter().filter_map(of).collect();
            all.sort();
            let reduced = self.is_reduced(trace, &all);
            self.apart(trace, &all, 0, found);
            if self.is_tiles_own(trace, &all) {
                same_writers(trace, &all, found);
            } else if !reduced {
                self.in_order(trace, &all, found);
            }
        }
    }

    /// Whether it is a scalar that a tile has for itself: its iterations may come in another order, if each reads what it has assigned.
    fn is_tiles_own(&self, trace: &Trace, all: &[(&Key, u32)]) -> bool {
        let place = all.first().map(|(_, n)| trace.accesses[*n as usize].place);
        let v = place.and_then(|p| trace.direct(p));
        let own = self.tiling.as_ref().map(|t| &t.own);
        v.is_some_and(|v| own.is_some_and(|own| own.contains(&v)))
    }

    fn is_reduced(&self, trace: &Trace, all: &[(&Key, u32)]) -> bool {
        let root = all
            .first()
            .and_then(|(_, n)| trace.root(trace.accesses[*n as usize].place));
        root.is_some_and(|v| self.shared.values().any(|s| s.reduced.contains(&v)))
    }

    /// Looks at accesses whose keys are the same up to a depth: those of different iterations of one loop that is shared must not be in
    /// each other's way.
    fn apart(&self, trace: &Trace, all: &[(&Key, u32)], depth: usize, found: &mut Found) {
        let access = |n: u32| &trace.accesses[n as usize];
        if all.len() < 2 || !all.iter().any(|(_, n)| access(*n).write) {
            return;
        }
        let groups: Vec<&[(&Key, u32)]> = all
            .chunk_by(|(a, _), (b, _)| a.get(depth) == b.get(depth))
            .collect();
        let at = all.iter().find_map(|(k, _)| k.get(depth));
        let Some(at) = at else { return };
        if at.shared != 0 && groups.len() > 1 {
            let loop_ = self.shared_of(at);
            in_copies(trace, all, loop_, found);
            if !loop_.is_some_and(|s| s.word) {
                self.pair(trace, &groups, loop_, found);
            }
        }
        for group in groups {
            if group.first().is_some_and(|(k, _)| k.len() > depth) {
                self.apart(trace, group, depth + 1, found);
            }
        }
    }

    /// Notes a write and another access of two groups, unless all are sums that are combined.
    fn pair(
        &self,
        trace: &Trace,
        groups: &[&[(&Key, u32)]],
        by: Option<&Shared>,
        found: &mut Found,
    ) {
        let access = |n: u32| &trace.accesses[n as usize];
        let allowed = |a: &Access, b: &Access| {
            let atomic =
                |a: &Access| a.atomic || self.shared.values().any(|s| s.atomics.contains(&a.stmt));
            let root = trace.root(a.place);
            // (Gangs stand for all the loops that they share.)
            let of_any = |v| self.shared.values().any(|s| s.reduced.contains(&v));
            let reduced =
                root.is_some_and(|v| by.map_or_else(|| of_any(v), |s| s.reduced.contains(&v)));
            reduced || atomic(a) && atomic(b)
        };
        for (g, group) in groups.iter().enumerate() {
            for (_, n) in group.iter().filter(|(_, n)| access(*n).write) {
                let others = groups.iter().enumerate().filter(|(h, _)| *h != g);
                let other = others
                    .flat_map(|(_, o)| o.iter())
                    .find(|(_, o)| !allowed(access(*n), access(*o)));
                if let Some((_, other)) = other {
                    let (a, b) = ((*n).min(*other), (*n).max(*other));
                    found.add(*access(a), *access(b), "may run at once");
                    return;
                }
            }
        }
    }

    /// Whether accesses that the keys put in order are in the program's.
    fn in_order(&self, trace: &Trace, all: &[(&Key, u32)], found: &mut Found) {
        let (mut last, mut last_write): (Option<u32>, Option<u32>) = (None, None);
        for (_, n) in all {
            let a = &trace.accesses[*n as usize];
            let before = if a.write { last } else { last_write };
            if let Some(before) = before.filter(|b| b > n) {
                let b = trace.accesses[before as usize];
                found.add(*a, b, "run the other way round");
                return;
            }
            last = last.max(Some(*n));
            if a.write {
                last_write = last_write.max(Some(*n));
            }
        }
    }
}

/// Looks for accesses that would miss what is in copies of what a loop updates atomically.
fn in_copies(trace: &Trace, all: &[(&Key, u32)], by: Option<&Shared>, found: &mut Found) {
    let access = |n: u32| &trace.accesses[n as usize];
    let copied = |n: u32| {
        let root = trace.root(access(n).place);
        root.is_some_and(|v| by.is_some_and(|s| s.updated.contains(&v)))
    };
    let of_copies = |(_, n): &&(&Key, u32)| copied(*n) && access(*n).atomic;
    let other = all.iter().find(|(_, n)| !access(*n).atomic);
    if let (Some((_, a)), Some((_, b))) = (all.iter().find(of_copies), other) {
        let (a, b) = ((*a).min(*b), (*a).max(*b));
        found.add(*access(a), *access(b), "have copies apart");
    }
}

/// Whether each read of a scalar finds what the program has there.
fn same_writers(trace: &Trace, all: &[(&Key, u32)], found: &mut Found) {
    let access = |n: u32| &trace.accesses[n as usize];
    let mut in_program: Vec<u32> = all.iter().map(|(_, n)| *n).collect();
    in_program.sort_unstable();
    let writers = |order: &mut dyn Iterator<Item = u32>| {
        let mut last = None;
        let mut of: HashMap<u32, Option<u32>> = HashMap::new();
        for n in order {
            match access(n).write {
                true => last = Some(n),
                false => {
                    of.insert(n, last);
                }
            }
        }
        of
    };
    let wanted = writers(&mut in_program.iter().copied());
    let there = writers(&mut all.iter().map(|(_, n)| *n));
    let lost = all.iter().find(|(_, n)| wanted.get(n) != there.get(n));
    if let Some((_, n)) = lost {
        let other = there.get(n).copied().flatten().unwrap_or(*n);
        found.add(
            *access(other),
            *access(*n),
            "another iteration's value is read",
        );
    }
}

/// Puts the iterations of a nest's loops in another order; `false` for what is between its heads.
pub fn turned(steps: &mut [Step], order: &[LoopId]) -> bool {
    let id = |s: &Step| match s {
        Step::Turn { id, .. } if order.contains(id) => Some(*id),
        _ => None,
    };
    let places: Vec<usize> = (0..steps.len())
        .filter(|n| id(&steps[*n]).is_some())
        .collect();
    if places.is_empty() {
        return true;
    }
    if places.len() != order.len() {
        return false;
    }
    let before: Vec<Step> = places.iter().map(|n| steps[*n]).collect();
    for (place, wanted) in places.iter().zip(order) {
        if let Some(step) = before.iter().find(|s| id(s) == Some(*wanted)) {
            steps[*place] = *step;
        }
    }
    true
}

#[derive(Default)]
pub struct Found {
    pairs: HashSet<(StmtId, StmtId, &'static str)>,
    all: Vec<Violation>,
}

impl Found {
    pub fn add(&mut self, first: Access, second: Access, why: &'static str) {
        if self.pairs.insert((first.stmt, second.stmt, why)) {
            let why = why.to_string();
            self.all.push(Violation { first, second, why });
        }
    }
}
