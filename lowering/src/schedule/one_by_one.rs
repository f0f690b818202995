//! `collapse` and `tile` without levels around loops that sum up, as the textbook's matrix product has them: which threads run the loops is for the
//! compiler to choose (§2.9.1, §2.9.8 say what their iterations are, not who runs them), and it chooses best if it sees one loop in another. Each
//! thread then has a sum to itself, and blocks of threads can go through the nest in tiles of shared memory.

use super::clauses::LoopClauses;
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

/// The next loop of the nest that the clause joins, and its clauses, where each of these loops is decided on by itself.
pub fn handed_in<'a>(
    p: &Planner<'_>,
    l: &'a For,
    c: &mut LoopClauses<'a>,
) -> Option<(&'a For, LoopClauses<'a>)> {
    let plain = c.reductions.is_empty() && c.unroll.is_none() && c.gang_static.is_none();
    let ours = !c.has_level() && !c.seq && plain && p.options.transform;
    if !ours || c.depth() < 2 || !sums_inside(p, l, c.depth()) {
        return None;
    }
    let inner = only_loop(&l.body)?;
    let tile = std::mem::take(&mut c.tile);
    c.collapse = c.collapse.max(tile.len());
    let mut handed = c.handed_in(l, &Uses::default());
    handed.collapse_force = false;
    Some((inner, handed))
}

/// Whether the loops that a clause joins stand around loops without levels in which threads go along memory no better than in the innermost of those.
fn sums_inside(p: &Planner<'_>, l: &For, depth: usize) -> bool {
    let mut heads: Vec<&Canonical> = Vec::new();
    let mut at = l;
    loop {
        let Some(head) = &at.canonical else {
            return false;
        };
        heads.push(head);
        if heads.len() == depth {
            break;
        }
        match only_loop(&at.body) {
            Some(inner) => at = inner,
            None => return false,
        }
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
    if heads.iter().any(slanted) || trips.is_some_and(|n| n < FEW) {
        return false;
    }
    // With `cache` the clause gives the sizes of the tiles.
    if at.body.any_stmt(|s| matches!(s.kind, StmtKind::Cache(_))) {
        return false;
    }
    let (Some(inner), Some(lanes)) = (plain_loops(&at.body), vars.last()) else {
        return false;
    };
    let facts = Facts::of(p.unit, [&*at.body]);
    any_sums(p, &facts, &inner) && !inner.iter().any(|k| is_better(p, &facts, k, *lanes))
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
