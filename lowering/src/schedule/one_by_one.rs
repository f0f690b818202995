//! `collapse` and `tile` without levels where more is gained from loops that stand in each other than from one long loop: which threads run the loops is
//! for the compiler to choose (§2.9.1, §2.9.8 say what their iterations are, not who runs them).
//!
//! - Around loops that sum up, as the textbook's matrix product has them, each thread then has a sum to itself, and blocks of threads can go through
//!   the nest in tiles of shared memory.
//! - Where some elements lie beside each other along the innermost loop and others along one around, as in a transposition, blocks can go
//!   through both in square tiles.
//! - Three loops cost two divisions for each iteration as one, and neighbouring rows and planes are far apart in it. As a grid of blocks they
//!   cost none, and a block has several rows.

use super::blocked::shared::by_one;
use super::calls;
use super::clauses::LoopClauses;
use super::data::whole_var;
use super::nest::only_loop;
use super::planner::Planner;
use crate::analyse::access::Access;
use crate::analyse::facts::Facts;
use crate::analyse::stride::{self, Strides};
use crate::analyse::uses::{self, Uses};
use crate::analyse::work;
use accrs_frontend::region::{Canonical, For, Stmt, StmtKind, VarId};

/// With fewer iterations than that, of all the loops that the clause joins, the loops inside are needed to fill a device.
const FEW: f64 = 4096.0;

/// Sums of so many are unrolled, and nothing is gained by tiles around them.
const SHORT: f64 = 32.0;

/// So many iterations of the outermost loop, if they are known, are enough for the cores, which share it alone.
const FIRST: f64 = 64.0;

/// Of three loops the innermost one has at least a warp's iterations, those around it so many, if they are known.
const ROWS: f64 = 4.0;

/// Bytes that come together from a device's memory.
const SECTOR: i128 = 32;

/// Why loops that a clause joins are decided on one by one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Why {
    Sums,
    Across,
    Space,
}

impl Why {
    /// What the report says of the loops of `word`.
    pub fn note(self, word: &str) -> String {
        let why = match self {
            Why::Sums => "since loops inside of them are left to each thread",
            Why::Across => "since memory is read or written along several of them",
            Why::Space => "as a grid of blocks",
        };
        format!("{word}: its loops are spread one by one, {why}")
    }
}

/// The next loop of the nest that the clause joins, and its clauses, where each of these loops is decided on by itself.
pub fn handed_in<'a>(
    p: &Planner<'_>,
    l: &'a For,
    c: &mut LoopClauses<'a>,
) -> Option<(&'a For, LoopClauses<'a>, Why)> {
    let why = match c.one_by_one {
        true if c.depth() > 1 => Why::Space,
        true => return None,
        false => why(p, l, c)?,
    };
    let inner = only_loop(&l.body)?;
    let tile = std::mem::take(&mut c.tile);
    c.collapse = c.collapse.max(tile.len());
    c.one_by_one = why != Why::Sums;
    let mut handed = c.handed_in(l, &Uses::default());
    handed.collapse_force = false;
    Some((inner, handed, why))
}

fn why(p: &Planner<'_>, l: &For, c: &LoopClauses<'_>) -> Option<Why> {
    let plain = c.reductions.is_empty() && c.unroll.is_none() && c.gang_static.is_none();
    let ours = !c.has_level() && !c.seq && plain && p.options.transform;
    if !ours || c.depth() < 2 {
        return None;
    }
    let (heads, body) = joined(p, l, c.depth())?;
    if sums_inside(p, &heads, body) {
        return Some(Why::Sums);
    }
    let numbers = c.private.iter().all(|r| {
        let types = &p.unit.types;
        whole_var(r).is_some_and(|v| types.is_arithmetic(p.unit.var(v).ty))
    });
    let free = p.free_nests && p.options.device() && c.tile.is_empty() && numbers;
    let [first, around @ .., last] = heads.as_slice() else {
        return None;
    };
    let at_least = |h: &Canonical, n: f64| work::trips(p.unit, h).is_none_or(|t| t >= n);
    let warp = p.options.machine.device.warp as f64;
    // The first one is the cores'.
    let long = at_least(first, FIRST) && around.iter().all(|h| at_least(h, ROWS));
    let alone = plain_loops(body).is_some_and(|inner| inner.is_empty());
    if !free || !alone || !long || !at_least(last, warp) || calls::outermost_call(p, body).is_some()
    {
        return None;
    }
    let facts = Facts::of(p.unit, [body]);
    if sums_up(&facts) || facts.accesses().found.iter().any(|a| a.atomic) {
        return None;
    }
    match heads.len() {
        2 | 3 if is_across(p, &facts, &heads) => Some(Why::Across),
        3 => Some(Why::Space),
        _ => None,
    }
}

/// Whether some elements lie beside each other along the innermost loop, and others, that are apart there, along one around it.
fn is_across(p: &Planner<'_>, facts: &Facts<'_>, heads: &[&Canonical]) -> bool {
    let Some((last, around)) = heads.split_last() else {
        return false;
    };
    let far = |a: &Access<'_>| match stride::bytes(p.unit, a, last.var) {
        Some(Some(bytes)) => bytes.abs() >= SECTOR,
        Some(None) => true,
        None => false,
    };
    let accesses = &facts.accesses().found;
    let along = accesses.iter().any(|a| by_one(p.unit, a, last.var));
    along
        && accesses
            .iter()
            .any(|a| far(a) && around.iter().any(|h| by_one(p.unit, a, h.var)))
}

/// The heads of the loops that a clause joins, whose bounds don't depend on each other, and the body of the innermost one. `None`: together they have few
/// iterations, or `cache` gives the sizes of tiles.
fn joined<'a>(p: &Planner<'_>, l: &'a For, depth: usize) -> Option<(Vec<&'a Canonical>, &'a Stmt)> {
    let mut heads: Vec<&Canonical> = Vec::new();
    let mut at = l;
    loop {
        heads.push(at.canonical.as_ref()?);
        if heads.len() == depth {
            break;
        }
        at = only_loop(&at.body)?;
    }
    let vars: Vec<VarId> = heads.iter().map(|h| h.var).collect();
    let slanted = |h: &&Canonical| {
        let bounds = [&h.lower, &h.upper, &h.step];
        bounds.iter().any(|e| {
            vars.iter()
                .any(|v| uses::of_expr(p.unit, e).get(*v).is_some())
        })
    };
    let trips: Option<f64> = heads.iter().map(|h| work::trips(p.unit, h)).product();
    let few = trips.is_some_and(|n| n < FEW);
    let cached = at.body.any_stmt(|s| matches!(s.kind, StmtKind::Cache(_)));
    (!heads.iter().any(slanted) && !few && !cached).then_some((heads, &*at.body))
}

/// Whether the loops that a clause joins stand around loops without levels in which threads go along memory no better than in the innermost of those.
fn sums_inside(p: &Planner<'_>, heads: &[&Canonical], body: &Stmt) -> bool {
    let (Some(inner), Some(lanes)) = (plain_loops(body), heads.last().map(|h| h.var)) else {
        return false;
    };
    let facts = Facts::of(p.unit, [body]);
    any_sums(p, &facts, &inner) && !inner.iter().any(|k| is_better(p, &facts, k, lanes))
}

fn any_sums<'a>(p: &Planner<'_>, facts: &Facts<'a>, loops: &[&'a For]) -> bool {
    let trips = |l: &For| work::trips(p.unit, l.canonical.as_ref()?);
    let long = |l: &&&For| trips(l).is_none_or(|n| n > SHORT);
    let mut long = loops.iter().filter(long);
    long.any(|l| sums_up(&facts.part(&l.body)))
}

/// Whether something is summed up in the iterations of a loop with this body.
fn sums_up(facts: &Facts<'_>) -> bool {
    let (uses, unit) = (facts.uses(), facts.unit);
    let scalar =
        |v: &VarId| !uses.declared.contains(v) && facts.updates().accumulation(unit, *v).is_some();
    let element = |a: &Access<'_>| a.write && facts.sums().update(a.what).is_some();
    uses.vars.keys().any(scalar) || facts.accesses().found.iter().any(element)
}

/// The outermost loops in a body; `None` where one has levels of its own, or more than one loop of a directive.
fn plain_loops(body: &Stmt) -> Option<Vec<&For>> {
    let mut all = Vec::new();
    let mut plain = true;
    each_loop(body, &mut |l| {
        let clauses = l.directive.as_ref().map(super::clauses::of_loop);
        plain &= clauses.is_none_or(|c| !c.has_level() && c.depth() <= 1);
        all.push(l);
    });
    plain.then_some(all)
}

fn each_loop<'a>(s: &'a Stmt, f: &mut dyn FnMut(&'a For)) {
    s.each_stmt(|s| {
        if let StmtKind::For(l) = &s.kind {
            f(l);
        }
    });
}

/// Whether lanes along a loop inside would read memory along its lines where those in the loops around don't.
fn is_better(p: &Planner<'_>, facts: &Facts<'_>, k: &For, lanes: VarId) -> bool {
    let Some(head) = &k.canonical else {
        return false;
    };
    let line = p.options.machine.device.line;
    let (mut now, mut then) = (Strides::new(), Strides::new());
    for a in &facts.accesses().found {
        if !a.loops.iter().any(|l| l.var == head.var) {
            continue;
        }
        let strides = [lanes, head.var].map(|v| stride::of(p.unit, a, v, line));
        if let [Some(around), Some(inside)] = strides {
            now.push(around);
            then.push(inside);
        }
    }
    stride::better(&now, &then).is_some()
}
