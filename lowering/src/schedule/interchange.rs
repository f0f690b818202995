//! Which loops of a tight nest change places, so that memory is read and written along its rows: on the host's cores the innermost
//! loop should run along memory, on a device the one whose iterations are the neighbouring threads of a warp. The innermost loop as
//! written gives its place to a loop around it that does better (`analyse/stride.rs`), where nothing can tell the difference. On devices
//! loops in order move into the threads of those inside them where they can (`inwards`).
//!
//! The order stands in the plan; `tree/interchange.rs` makes it true. Loops whose order or levels the user gave stay as they are.

mod allowed;
pub mod inwards;

use super::clauses;
use super::nest::Node;
use super::planner::Planner;
use super::scope::Surroundings;
use crate::analyse::access::Access;
use crate::analyse::collect::collect;
use crate::analyse::show;
use crate::analyse::stride::{self, Strides};
use crate::plan::{ComputeKind, Levels, arrange};
use accrs_frontend::region::verify::constant;
use accrs_frontend::region::{Canonical, Construct, LoopId, StmtKind, VarId};
use indexmap::{IndexMap, IndexSet};

/// What becomes of one nest.
struct Change {
    /// The order of loops on devices, and on the host's cores, with the outermost of them as written.
    device: Option<(LoopId, Vec<LoopId>)>,
    host: Option<(LoopId, Vec<LoopId>)>,
    /// Levels that loops give each other.
    levels: Vec<(LoopId, Levels)>,
    notes: Vec<(LoopId, String)>,
}

/// Decides for all nests under `roots`, whose levels are known.
pub fn decide<'a>(
    p: &Planner<'_>,
    c: &Construct,
    s: &Surroundings<'_, 'a>,
    roots: &mut [Node<'a>],
) {
    if !p.options.interchange || clauses::of_compute(&c.directive).async_.is_some() {
        return;
    }
    let mut changes = Vec::new();
    for n in roots.iter() {
        nests(p, s, n, &mut Vec::new(), false, &mut changes);
    }
    for c in changes {
        for n in roots.iter_mut() {
            apply(n, &c);
        }
    }
}

fn apply(n: &mut Node<'_>, change: &Change) {
    let id = n.loop_.id;
    let of = |order: &Option<(LoopId, Vec<LoopId>)>| {
        let mine = order.as_ref().filter(|(root, _)| *root == id);
        mine.map(|(_, order)| order.clone())
    };
    let order = &mut n.decision.order;
    order.device = of(&change.device).unwrap_or(std::mem::take(&mut order.device));
    order.host = of(&change.host).unwrap_or(std::mem::take(&mut order.host));
    let levels = change.levels.iter().find(|(l, _)| *l == id);
    if let Some((_, levels)) = levels {
        n.decision.levels = *levels;
    }
    let notes = change.notes.iter().filter(|(l, _)| *l == id);
    n.decision.notes.extend(notes.map(|(_, text)| text.clone()));
    n.children.iter_mut().for_each(|c| apply(c, change));
}

/// Looks at the nest that begins with `n`, then at those in it. `shared`: a loop around is shared out among threads.
fn nests<'a>(
    p: &Planner<'_>,
    s: &Surroundings<'_, 'a>,
    n: &Node<'a>,
    around: &mut Vec<&'a Canonical>,
    shared: bool,
    out: &mut Vec<Change>,
) {
    let mut chain = vec![n];
    while let Some(last) = chain.last()
        && last.tight
        && is_free(p, s, last)
        && let [inner] = last.children.as_slice()
        && is_free(p, s, inner)
    {
        chain.push(inner);
    }
    if chain.len() > 1 {
        let nest = Nest {
            p,
            s,
            chain: &chain,
            around,
            shared,
        };
        out.extend(nest.change());
    }
    let depth = around.len();
    around.extend(chain.iter().flat_map(|n| n.heads.iter().copied()));
    let shared = shared || chain.iter().any(|n| n.is_partitioned());
    for inner in chain.last().iter().flat_map(|n| &n.children) {
        nests(p, s, inner, around, shared, out);
    }
    around.truncate(depth);
}

/// Whether the loop's place is accrs's to choose, on devices and on the cores.
fn is_free(p: &Planner<'_>, s: &Surroundings<'_, '_>, n: &Node<'_>) -> bool {
    // What is the device's alone stays as it is written on the cores; they run automatic loops in order, as they would without lanes.
    is_plain(p, s, n) && (n.automatic || !n.decision.device_only)
}

/// Whether the loop's place is accrs's to choose on devices: it is one of `kernels`, `auto`, or has no directive.
fn is_plain(p: &Planner<'_>, s: &Surroundings<'_, '_>, n: &Node<'_>) -> bool {
    let chosen = n
        .clauses
        .as_ref()
        .is_none_or(|c| c.is_bare() && (s.kind == ComputeKind::Kernels || c.auto));
    chosen && counts(p, n)
}

/// Whether a loop is one that counts, and nothing but that.
fn counts(p: &Planner<'_>, n: &Node<'_>) -> bool {
    let types = &p.unit.types;
    let integer = |h: &&Canonical| types.is_integer(p.unit.var(h.var).ty);
    n.heads.len() == 1 && n.heads.iter().all(integer) && !n.passed && n.calls.is_none()
}

/// A tight nest of loops that may change places, as far as directives go.
pub struct Nest<'n, 'a> {
    pub p: &'n Planner<'n>,
    pub s: &'n Surroundings<'n, 'a>,
    /// Outermost first.
    pub chain: &'n [&'n Node<'a>],
    /// Heads of the loops around it.
    pub around: &'n [&'a Canonical],
    shared: bool,
}

/// A loop that would better stand where another one is.
struct Wish {
    /// The places of both in the nest; the better loop is outside.
    better: usize,
    than: usize,
    /// What runs along memory then, and whether it is read or written.
    gain: (String, &'static str),
}

/// What the accesses do in each loop of a nest.
struct Along {
    strides: Vec<Strides>,
    /// Bytes of a line of the memory that this is about.
    line: u64,
}

impl<'a> Nest<'_, 'a> {
    fn change(&self) -> Option<Change> {
        let root = self.chain.first()?;
        let inner = self.chain.last()?;
        let facts = self.s.facts.part(root.body);
        let heads: Vec<&Canonical> = self.around.iter().copied().chain(self.heads()).collect();
        let found = collect(facts.context(), &[inner.body], &heads);
        if found.wild.is_some() {
            return None;
        }
        let machine = &self.p.options.machine;
        let (there, here) = (machine.device.line, machine.cores.line);
        let there = self.strides(&found.found, there)?;
        let here = self.strides(&found.found, here)?;
        // Where lanes were left for a loop, its place has been chosen.
        let placed = self.chain.iter().any(|n| n.automatic);
        let on_device = self.of_device(&there, &found.found);
        let on_device = on_device.filter(|_| !placed);
        let on_host = self.of_host(&here, &found.found);
        let mut change = Change {
            device: None,
            host: None,
            levels: Vec::new(),
            notes: Vec::new(),
        };
        let allowed = |w: &Wish, host| self.allowed(w.better, w.than, host, &found.found);
        let device = on_device.map(|w| (allowed(&w, false), w));
        let host = on_host.map(|w| (allowed(&w, true), w));
        if let Some((Ok(()), w)) = &device {
            let levels = self.chain[w.better..=w.than]
                .iter()
                .map(|n| n.decision.levels);
            let (root, order) = self.moved(w);
            change.levels = order.iter().copied().zip(levels).collect();
            change.device = Some(self.within(root, order));
        }
        if let Some((Ok(()), w)) = &host {
            change.host = Some(self.moved(w));
        }
        self.tell(device, host, &mut change.notes);
        (!change.notes.is_empty()).then_some(change)
    }

    fn heads(&self) -> impl Iterator<Item = &'a Canonical> + '_ {
        self.chain.iter().flat_map(|n| n.heads.iter().copied())
    }

    /// The strides of all accesses in each of the loops.
    fn strides(&self, accesses: &[Access<'_>], line: u64) -> Option<Along> {
        let of = |var, a| stride::of(self.p.unit, a, var, line);
        let each = |h: &Canonical| accesses.iter().map(|a| of(h.var, a)).collect();
        let strides = self.heads().map(each).collect::<Option<_>>()?;
        Some(Along { strides, line })
    }

    /// The outer loop that does best where the loop at place `than` is, of those that are `fit` for it.
    fn wish(
        &self,
        Along { strides, line }: &Along,
        accesses: &[Access<'_>],
        than: usize,
        fit: &dyn Fn(usize) -> bool,
    ) -> Option<Wish> {
        let now = strides.get(than)?;
        let gain = |i: usize| stride::better(now, &strides[i]).map(|access| (i, access));
        let all = (0..than).rev().filter(|i| fit(*i)).filter_map(gain);
        let (better, access) = all.min_by_key(|(i, _)| stride::cost(&strides[*i], *line))?;
        let access = accesses.get(access)?;
        let verb = if access.write { "written" } else { "read" };
        Some(Wish {
            better,
            than,
            gain: (show::touch(self.p.unit, &access.touch()), verb),
        })
    }

    /// On devices the innermost of the loops over threads is the one of neighbouring threads.
    fn of_device(&self, strides: &Along, accesses: &[Access<'_>]) -> Option<Wish> {
        let first = self.chain.iter().position(|n| n.is_partitioned())?;
        let spread = self.chain[first..]
            .iter()
            .take_while(|n| n.is_partitioned());
        let than = first + spread.count() - 1;
        let last = self.chain[than];
        let mut further = false;
        last.children
            .iter()
            .for_each(|c| c.each(&mut |c| further |= c.is_partitioned()));
        if further || !last.decision.levels.vector || !self.p.options.device() {
            return None;
        }
        // With fewer trips most threads of a warp are idle.
        let warp = self.p.options.machine.device.warp;
        self.wish(strides, accesses, than, &|i| {
            i >= first && self.is_long(i, warp)
        })
    }

    /// On the cores the innermost loop is the one that runs along memory; threads stay with the outermost.
    fn of_host(&self, strides: &Along, accesses: &[Access<'_>]) -> Option<Wish> {
        if self.p.options.as_written {
            return None;
        }
        let inner = self.chain.last()?;
        let loops = |s: &accrs_frontend::region::Stmt| {
            matches!(
                s.kind,
                StmtKind::For(_) | StmtKind::While { .. } | StmtKind::DoWhile { .. }
            )
        };
        if inner.body.any_stmt(loops) {
            return None;
        }
        let shares = |n: &Node<'_>| match self.s.kind {
            ComputeKind::Kernels => n.is_partitioned(),
            _ => n.decision.levels.gang,
        };
        let cores = &self.p.options.machine.cores;
        let fit = |i: usize| {
            let first = !self.shared && !self.chain[..i].iter().any(|n| shares(n));
            let threads = !(first && shares(self.chain[i]))
                || shares(self.chain[i + 1]) && self.is_long(i + 1, cores.share);
            threads && self.is_long(i, cores.simd)
        };
        self.wish(strides, accesses, self.chain.len() - 1, &fit)
    }

    /// Whether a loop may have so many trips.
    fn is_long(&self, place: usize, least: u64) -> bool {
        let least = i128::from(least);
        let trips = |h: &&Canonical| {
            let (from, to) = (constant(&h.lower)?, constant(&h.upper)?);
            Some((to - from).abs() / h.step.int_value().filter(|n| *n > 0)?)
        };
        let trips = self
            .chain
            .get(place)
            .and_then(|n| n.heads.iter().find_map(trips));
        trips.is_none_or(|n| n >= least)
    }

    /// The loop that moves inwards, as the outermost one, and those that it moves past; in the order that the wish asks for.
    fn moved(&self, w: &Wish) -> (LoopId, Vec<LoopId>) {
        let mut ids: Vec<LoopId> = self.chain[w.better..=w.than]
            .iter()
            .map(|n| n.loop_.id)
            .collect();
        let root = self.chain[w.better].loop_.id;
        ids.rotate_left(1);
        (root, ids)
    }

    /// The order of these loops, in that of the whole nest where loops in order have moved into its threads.
    fn within(&self, root: LoopId, order: Vec<LoopId>) -> (LoopId, Vec<LoopId>) {
        let moved = self
            .chain
            .iter()
            .find(|n| !n.decision.order.device.is_empty());
        let Some(outer) = moved else {
            return (root, order);
        };
        let mut own = order.iter();
        let all = outer.decision.order.device.iter();
        let all = all.map(|id| match order.contains(id) {
            true => own.next().copied().unwrap_or(*id),
            false => *id,
        });
        (outer.loop_.id, all.collect())
    }

    /// The report's lines, at the loop that moves inwards.
    fn tell(
        &self,
        device: Option<(Result<(), String>, Wish)>,
        host: Option<(Result<(), String>, Wish)>,
        notes: &mut Vec<(LoopId, String)>,
    ) {
        let text = |(verdict, w): &(Result<(), String>, Wish)| {
            let lines: Vec<String> = self.chain[w.better + 1..=w.than]
                .iter()
                .map(|n| self.line(n).to_string())
                .collect();
            let loops = match lines.as_slice() {
                [] => String::new(),
                [one] => format!("the loop at line {one}"),
                [first @ .., last] => {
                    format!("the loops at lines {} and {last}", first.join(", "))
                }
            };
            let (verb, end) = match verdict {
                Ok(()) => ("is now", String::new()),
                Err(why) => ("would then be", format!(". The reason: {why}")),
            };
            let (access, done) = &w.gain;
            let gain = format!("{access} {verb} {done} along memory");
            let id = self.chain[w.better].loop_.id;
            match verdict {
                Ok(()) => (
                    id,
                    format!("interchanged with {loops}"),
                    format!(": {gain}"),
                ),
                Err(_) => (
                    id,
                    format!("not interchanged with {loops}"),
                    format!(", though {gain}{end}"),
                ),
            }
        };
        let (device, host) = (device.as_ref().map(text), host.as_ref().map(text));
        // On targets that aren't built nothing happens.
        let everywhere = device == host || !self.p.options.device() || !self.p.options.multicore;
        for (found, place) in [(&device, " on devices"), (&host, " on the host's cores")] {
            let Some((id, what, why)) = found else {
                continue;
            };
            let place = if everywhere { "" } else { place };
            let note = (*id, format!("{what}{place}{why}"));
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
    }

    pub fn line(&self, n: &Node<'_>) -> u32 {
        let span = n.loop_.init.as_ref().map_or(n.span(), |i| i.span);
        self.p.line(span)
    }
}

/// What loops have for themselves without a clause belongs to the innermost that is spread, which may be another one now.
pub fn settle_privates(roots: &[Node<'_>], by_loop: &mut IndexMap<LoopId, Vec<VarId>>) {
    for n in roots {
        let order = &n.decision.order.device;
        let mut chain = n.chain(order.len());
        arrange(&mut chain, order, |n| n.loop_.id);
        let last = chain.iter().rfind(|n| n.is_partitioned());
        if let Some(last) = last.filter(|_| !order.is_empty()) {
            let mut all: IndexSet<VarId> = IndexSet::new();
            for id in order {
                all.extend(by_loop.shift_remove(id).unwrap_or_default());
            }
            if !all.is_empty() {
                by_loop.insert(last.loop_.id, all.into_iter().collect());
            }
        }
        settle_privates(&n.children, by_loop);
    }
}
