//! Loops of `parallel` without a directive that get the lanes which the loops around them leave over, as if `loop auto` stood
//! there: the same analysis answers for both. Nobody said that these loops are independent, so only what is proven counts, or what the launch can
//! ask: where memory overlaps, a kernel without these lanes runs (`without_lanes`).
//!
//! Under `gang` or `gang worker` the lanes are idle otherwise. A loop without levels of its own could have the lanes itself: it leaves
//! them to the loops inside only where these run along memory and it doesn't, and where they do nearly all of its work, since the rest
//! is then done by one lane of many. So do the loops of `kernels` for those that sum up in their iterations. The host's cores run such loops in
//! order, as they are written.

use super::clauses::ComputeClauses;
use super::nest::{Node, Rows};
use super::owned;
use super::planner::Planner;
use super::rows;
use super::scope::Surroundings;
use crate::analyse::access::{Access, Part};
use crate::analyse::facts::Facts;
use crate::analyse::ordered;
use crate::analyse::poly::Sym;
use crate::analyse::stride::{self, Stride, Strides};
use crate::analyse::work;
use crate::plan::{ComputeKind, InOrder, Part as Reduced};
use accrs_frontend::region::verify::constant;
use accrs_frontend::region::{BinaryOp, Canonical, Expr, ExprKind, LoopId, UnaryOp, VarId};
use indexmap::IndexSet;

/// Fewer iterations than that aren't worth the lanes, even idle ones.
const FEW: f64 = 8.0;
/// The loops that take the lanes from the one around do at least so many times the work of the rest.
const MOST: f64 = 4.0;

/// So many columns fill a device with a thread each.
const MANY: f64 = 131072.0;
/// Columns of fewer iterations aren't shared.
const LONG: f64 = 128.0;

/// Marks the loops that lanes may be left for: they are to be judged.
pub fn mark(p: &Planner<'_>, k: &ComputeClauses<'_>, kind: ComputeKind, roots: &mut [Node<'_>]) {
    let one_lane = k.vector_length.and_then(constant).is_some_and(|n| n <= 1);
    if p.options.automatic && p.options.device() && kind == ComputeKind::Parallel && !one_lane {
        roots.iter_mut().for_each(|n| mark_in(n, false));
    }
}

/// `inside`: a loop around has a directive.
fn mark_in(n: &mut Node<'_>, inside: bool) {
    let taken =
        |c: &super::clauses::LoopClauses<'_>| c.seq || c.vector.is_some() || !c.tile.is_empty();
    if n.calls.is_some() || n.clauses.as_ref().is_some_and(taken) {
        return;
    }
    n.automatic = inside && n.clauses.is_none() && !n.passed && !n.heads.is_empty();
    let inside = inside || n.clauses.is_some();
    n.children.iter_mut().for_each(|c| mark_in(c, inside));
}

/// In `kernels` the loops that sum up get lanes where a parallel loop around them has nothing else to share, and its threads would be apart in memory:
/// the rows of a matrix. The other parallel loops of `kernels` get levels in any case.
fn share_rows<'a>(p: &Planner<'_>, s: &Surroundings<'_, 'a>, asked: Asked, root: &mut Node<'a>) {
    let sums = |n: &Node<'_>| !n.decision.reductions.is_empty();
    let on = p.options.automatic && p.options.device();
    if !on || root.clauses.is_some() || sums(root) || root.heads.is_empty() {
        return;
    }
    let mut others = false;
    for c in &root.children {
        c.each(&mut |n| {
            let other = n.decision.parallel && !sums(n);
            others |= other || n.clauses.is_some() || n.calls.is_some();
        });
    }
    if others {
        return;
    }
    let of_rows = |n: &mut Node<'_>| n.automatic = n.decision.parallel && !n.heads.is_empty();
    inside(root, &of_rows);
    let asked = Asked {
        sizes: true,
        ..asked
    };
    let chosen = chosen(p, s, asked, root);
    root.rows.clone_from(&chosen.rows);
    inside(root, &|n: &mut Node<'_>| {
        n.automatic = chosen.lanes.contains(&n.loop_.id);
        n.decision.device_only |= n.automatic;
        n.rows = chosen.rows.clone().filter(|_| n.automatic);
    });
}

/// Calls a function for all loops inside of a loop.
fn inside<'a>(n: &mut Node<'a>, f: &dyn Fn(&mut Node<'a>)) {
    for c in &mut n.children {
        f(c);
        inside(c, f);
    }
}

/// Of the marked loops that turned out to be parallel, those that get lanes keep the mark; the others run in order.
pub fn choose<'a>(
    p: &Planner<'_>,
    s: &Surroundings<'_, 'a>,
    k: &ComputeClauses<'_>,
    roots: &mut [Node<'a>],
) {
    let alone = s.kind == ComputeKind::Kernels || roots.len() == 1;
    let asked = Asked {
        sizes: !k.num_gangs.is_empty() || k.num_workers.is_some(),
        block: !alone || k.num_workers.is_some() || k.vector_length.is_some(),
    };
    choose_in(p, s, asked, roots);
}

/// What clauses of the construct, or other loops in it, have a say in.
#[derive(Clone, Copy)]
struct Asked {
    /// How many gangs or workers there are.
    sizes: bool,
    /// The shape of a block.
    block: bool,
}

fn choose_in<'a>(p: &Planner<'_>, s: &Surroundings<'_, 'a>, asked: Asked, roots: &mut [Node<'a>]) {
    for n in roots {
        if s.kind == ComputeKind::Kernels && n.decision.parallel {
            share_rows(p, s, asked, n);
        } else if n.clauses.is_some() && n.decision.parallel {
            let chosen = chosen(p, s, asked, n);
            n.rows.clone_from(&chosen.rows);
            n.columns = chosen.columns;
            settle(n, &chosen);
        } else {
            leave(n, InOrder::Inside);
            choose_in(p, s, asked, &mut n.children);
        }
    }
}

/// What becomes of the marked loops of a nest.
#[derive(Default)]
struct Chosen {
    /// These get lanes.
    lanes: IndexSet<LoopId>,
    /// Why others don't.
    refused: Vec<(LoopId, InOrder)>,
    /// The loops with lanes go along rows of unknown length.
    rows: Option<Box<Rows>>,
    /// The loop sums up columns: its lanes stay, and the loop inside is shared by workers.
    columns: bool,
}

fn settle(n: &mut Node<'_>, chosen: &Chosen) {
    let id = n.loop_.id;
    if !chosen.lanes.contains(&id) {
        let why = chosen.refused.iter().find(|(l, _)| *l == id);
        leave(n, why.map_or(InOrder::Inside, |(_, why)| *why));
    }
    if n.automatic {
        n.decision.device_only = true;
        n.rows.clone_from(&chosen.rows);
    }
    n.children.iter_mut().for_each(|c| settle(c, chosen));
}

fn leave(n: &mut Node<'_>, why: InOrder) {
    if !std::mem::take(&mut n.automatic) || !n.decision.parallel {
        return;
    }
    owned::refuse(n, why);
}

/// The loops that get lanes in the nest of `root`, a parallel loop with a directive.
fn chosen<'a>(p: &Planner<'_>, s: &Surroundings<'_, 'a>, asked: Asked, root: &Node<'a>) -> Chosen {
    let mut nest = Nest {
        p,
        s,
        root,
        out: Chosen::default(),
    };
    let (mut levels, mut others) = (false, false);
    for c in &root.children {
        c.each(&mut |n| {
            let parallel = n.decision.parallel;
            let own = n.clauses.as_ref().filter(|_| parallel);
            levels |= own.is_some_and(|c| c.has_level());
            others |= own.is_some();
        });
    }
    let free = root.clauses.as_ref().is_none_or(|c| !c.has_level());
    if free && levels {
        return nest.out;
    }
    if free && !asked.block && !asked.sizes && nest.sums_columns() {
        nest.out.columns = true;
        let automatic = root.children.iter().filter(|n| n.automatic);
        nest.out.lanes.extend(automatic.map(|n| n.loop_.id));
        return nest.out;
    }
    let mut picked = Vec::new();
    root.children.iter().for_each(|c| nest.pick(c, &mut picked));
    let mut why = match free && !others {
        true => nest.pays(root, &picked).err(),
        false => None,
    };
    if why == Some(InOrder::Rows)
        && !asked.block
        && let Some(rows) = rows::of(p, root, &picked)
    {
        (why, nest.out.rows) = (None, Some(Box::new(rows)));
    }
    if why.is_none()
        && !asked.sizes
        && let [one] = picked.as_slice()
        && let Some(between) = between(root, one)
    {
        nest.out.lanes.insert(between);
    }
    for n in picked {
        match why {
            Some(why) => nest.out.refused.push((n.loop_.id, why)),
            None => {
                nest.out.lanes.insert(n.loop_.id);
            }
        }
    }
    nest.out
}

/// The loop between a loop and the one two levels inside of it that gets its lanes, if there is nothing else in the nest and it is proven too: it
/// takes what lies between the levels of the two.
fn between(root: &Node<'_>, lanes: &Node<'_>) -> Option<LoopId> {
    // What a clause of the outermost loop sums up, all of the nest sums up.
    let whole = |n: &Node<'_>| {
        let of_root = |v: VarId| root.decision.reductions.iter().any(|r| r.var == v);
        n.decision.reductions.iter().all(|r| of_root(r.var))
    };
    let plain = |n: &Node<'_>| n.tight && n.tile.is_none() && whole(n);
    match root.children.as_slice() {
        [n] if plain(root) && plain(n) && n.automatic && n.decision.parallel => {
            let inner = n.children.first().map(|c| c.loop_.id);
            let alone = n.children.len() == 1 && whole(lanes);
            (alone && inner == Some(lanes.loop_.id)).then_some(n.loop_.id)
        }
        _ => None,
    }
}

struct Nest<'n, 'a> {
    p: &'n Planner<'n>,
    s: &'n Surroundings<'n, 'a>,
    root: &'n Node<'a>,
    out: Chosen,
}

impl<'n, 'a> Nest<'n, 'a> {
    /// The loops in `n`, itself among them, that could have lanes: one on each way inwards.
    fn pick(&mut self, n: &'n Node<'a>, out: &mut Vec<&'n Node<'a>>) {
        if let Some(c) = n.clauses.as_ref().filter(|_| n.decision.parallel) {
            // Without a level it gets the lanes itself, or the gangs that one around has.
            let nested = c.gang.is_some() && c.gang_dim.is_none();
            if !c.has_level() || c.vector.is_some() || nested {
                return;
            }
        }
        let mut inner = Vec::new();
        n.children.iter().for_each(|c| self.pick(c, &mut inner));
        if !n.automatic || !n.decision.parallel {
            return out.extend(inner);
        }
        match self.fits(n) {
            Err(why) => {
                self.out.refused.push((n.loop_.id, why));
                out.extend(inner);
            }
            Ok(()) if !inner.is_empty() && self.pays(n, &inner).is_ok() => {
                self.out.refused.push((n.loop_.id, InOrder::Inner));
                out.extend(inner);
            }
            Ok(()) => out.push(n),
        }
    }

    /// Whether lanes can share a loop: there is enough for them to do, no directive inside asks for them, and what it sums up is its
    /// own iteration's around it.
    fn fits(&self, n: &Node<'a>) -> Result<(), InOrder> {
        let mut inside = false;
        for c in &n.children {
            c.each(&mut |c| inside |= c.clauses.is_some() && c.decision.parallel);
        }
        if inside {
            return Err(InOrder::Inner);
        }
        if self.is_short(n, FEW) {
            return Err(InOrder::Few);
        }
        if ordered::shows_order(self.p.unit, n.body) {
            return Err(InOrder::Shown);
        }
        let root = self.root;
        let mut own = owned::of_iteration(self.s, root);
        own.extend(self.s.reduced.iter().copied());
        let types = &self.p.unit.types;
        let number = |v: VarId| types.is_arithmetic(self.p.unit.var(v).ty);
        let sums = n.decision.reductions.iter();
        let plain = |r: &crate::plan::Reduction| {
            matches!(r.part, Reduced::Whole) && number(r.var) && own.contains(&r.var)
        };
        if !sums.clone().all(plain) {
            return Err(InOrder::Sum);
        }
        // Of what a clause around sums up in an array or a struct, lanes would share their gang's copy.
        let used = self.s.facts.part(n.body);
        let around = root.decision.reductions.iter().map(|r| r.var);
        let mut around = around.chain(self.s.reduced.iter().copied());
        match around.any(|v| !number(v) && used.uses().get(v).is_some()) {
            true => Err(InOrder::Sum),
            false => Ok(()),
        }
    }

    /// Whether the lanes do better in the loops `inner` than in `outer` around them.
    fn pays(&self, outer: &'n Node<'a>, inner: &[&'n Node<'a>]) -> Result<(), InOrder> {
        // With fewer iterations most lanes of a warp are idle, which the loop around could use.
        let machine = &self.p.options.machine;
        let warp = machine.device.warp as f64;
        if inner.iter().any(|n| self.is_short(n, warp)) {
            return Err(InOrder::Few);
        }
        let ids: Vec<LoopId> = inner.iter().map(|n| n.loop_.id).collect();
        let all = work::typical(self.p.unit, &machine.cores, outer.body, &[]);
        let rest = work::typical(self.p.unit, &machine.cores, outer.body, &ids);
        match (all, rest) {
            (Some(all), Some(rest)) if all - rest >= MOST * rest => {}
            _ => return Err(InOrder::Rest),
        }
        let (now, then) = self.strides(outer, inner);
        if stride::better(&now, &then).is_none() {
            return Err(InOrder::Along);
        }
        match inner.iter().all(|n| self.is_known(outer, n)) {
            true => Ok(()),
            false => Err(InOrder::Rows),
        }
    }

    /// Whether the nest is a loop over columns around one that sums them up, and nearly all of its work is there. Neighbouring lanes have
    /// neighbouring columns then; where there are too few columns for a device, more threads can have parts of each.
    fn sums_columns(&self) -> bool {
        let (root, machine) = (self.root, &self.p.options.machine);
        let ([n], [head]) = (root.children.as_slice(), root.heads.as_slice()) else {
            return false;
        };
        let bare = n.clauses.as_ref().is_none_or(|c| {
            let plain = !c.has_level() && !c.seq && !c.auto && c.unroll.is_none();
            plain && c.depth() <= 1 && c.private.is_empty()
        });
        let sums = n.decision.parallel && !n.decision.reductions.is_empty();
        let plain = |n: &Node<'_>| {
            n.tile.is_none() && n.calls.is_none() && !n.passed && !n.decision.keeps()
        };
        let alone =
            n.children.is_empty() && n.heads.len() == 1 && root.decision.reductions.is_empty();
        let marked = n.automatic || n.clauses.is_some();
        let device = self.p.options.automatic && self.p.options.device();
        if !(device && marked && bare && sums && alone && plain(n) && plain(root)) {
            return false;
        }
        let many = work::trips(self.p.unit, head).is_some_and(|n| n >= MANY);
        // Where many columns may have few elements each, a thread a column does better. Not so if a clause says that the loop inside
        // is to be shared: its lanes would be apart in memory.
        let long = n.heads.iter().any(|h| {
            let known = work::trips(self.p.unit, h).is_some();
            known || h.upper.is_like(&head.upper) && h.lower.is_like(&head.lower)
        });
        if !long && n.automatic {
            return false;
        }
        if many || self.is_short(n, LONG) || self.fits(n).is_err() || !self.is_known(root, n) {
            return false;
        }
        let all = work::typical(self.p.unit, &machine.cores, root.body, &[]);
        let rest = work::typical(self.p.unit, &machine.cores, root.body, &[n.loop_.id]);
        let (around, inside) = self.strides(root, &[n]);
        let mostly = all
            .zip(rest)
            .is_some_and(|(all, rest)| all - rest >= MOST * rest);
        mostly && stride::better(&inside, &around).is_some()
    }

    /// Whether a loop is known to have fewer iterations than that.
    fn is_short(&self, n: &Node<'a>, least: f64) -> bool {
        let trips = |h: &&Canonical| work::trips(self.p.unit, h);
        n.heads.iter().filter_map(trips).any(|n| n < least)
    }

    /// Whether how often a loop runs is clear from the loops around it. Where each iteration reads it from memory, as the length of a
    /// sparse matrix' row, it is often less than there are lanes.
    fn is_known(&self, outer: &Node<'a>, n: &Node<'a>) -> bool {
        let heads = outer.children.iter().flat_map(all_heads);
        let heads: IndexSet<VarId> = heads.chain(outer.head_vars()).collect();
        let used = self.s.facts.part(outer.body);
        let given = |e: &Expr| match &e.kind {
            ExprKind::Index(..)
            | ExprKind::Unary(UnaryOp::Deref, _)
            | ExprKind::Member { arrow: true, .. }
            | ExprKind::Call { .. } => true,
            ExprKind::Var(v) => gives(&used, *v) && !heads.contains(v),
            _ => false,
        };
        let mut bounds = n.heads.iter().flat_map(|h| [&h.lower, &h.upper, &h.step]);
        !bounds.any(|e| e.any_expr(given))
    }

    /// What the accesses in `inner` do from one lane to the next: with the lanes in `outer`, and in these loops.
    fn strides(&self, outer: &Node<'a>, inner: &[&Node<'a>]) -> (Strides, Strides) {
        let (mut now, mut then) = (Strides::new(), Strides::new());
        let Some(around) = outer.heads.last() else {
            return (now, then);
        };
        let line = self.p.options.machine.device.line;
        let facts = self.s.facts.part(outer.body);
        for n in inner {
            let (Some(head), body) = (n.heads.last(), n.body.span) else {
                continue;
            };
            let here = |a: &&Access<'_>| body.start <= a.span().start && a.span().end <= body.end;
            for a in facts.accesses().found.iter().filter(here) {
                let own = stride::of(self.p.unit, a, head.var, line);
                let Some(own) = own else { continue };
                let moves = own != Stride::Near(0);
                let far = follows(&facts, a) || moves && !starts_alike(&facts, head, around.var);
                let others = match far {
                    true => Some(Stride::Far),
                    false => stride::of(self.p.unit, a, around.var, line),
                };
                if let Some(others) = others {
                    now.push(others);
                    then.push(own);
                }
            }
        }
        (now, then)
    }
}

fn all_heads(n: &Node<'_>) -> Vec<VarId> {
    let mut all = Vec::new();
    n.each(&mut |n| all.extend(n.head_vars()));
    all
}

/// Whether code gives a variable its value.
fn gives(facts: &Facts<'_>, v: VarId) -> bool {
    facts.uses().writes(v) || facts.uses().declared.contains(&v)
}

/// Whether an access goes where the code itself says: each iteration may go anywhere.
fn follows(facts: &Facts<'_>, a: &Access<'_>) -> bool {
    let counts = |v: VarId| a.loops.iter().any(|h| h.var == v);
    let sym = |s: &Sym| match s {
        Sym::Var(v, _) | Sym::Member(v, _) | Sym::Cast(v, _) => gives(facts, *v) && !counts(*v),
        Sym::Behind(a, b) => gives(facts, *a) || gives(facts, *b),
        Sym::Distance => false,
    };
    let index = |part: &Part| matches!(part, Part::Index(Ok(i), _) if i.syms().any(sym));
    !a.is_direct() && gives(facts, a.root) || a.parts.iter().any(index)
}

/// Whether a loop starts at the same place in neighbouring iterations of the one around, or one further.
fn starts_alike(facts: &Facts<'_>, head: &Canonical, around: VarId) -> bool {
    let lower = head.lower.strip_implicit();
    let beside = match &lower.kind {
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => {
            a.variable() == Some(around) && constant(b).is_some()
        }
        _ => lower.variable() == Some(around),
    };
    let own = |e: &Expr| e.variable().is_some_and(|v| v != around && gives(facts, v));
    beside || !lower.mentions(around) && !lower.any_expr(own)
}
