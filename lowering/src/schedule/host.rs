//! The same loops on the host's cores: threads outside, SIMD inside.

use super::calls;
use super::nest::{self, Node};
use super::planner::Planner;
use super::scope::Surroundings;
use crate::plan::{Axis, ComputeKind, HostLoop, HostMode, ReasonKind};
use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, ExprKind, Stmt, StmtKind, Storage, VarId};
use indexmap::IndexMap;

/// How each loop under `roots` runs; `gangs`: the construct is one parallel region, so that
/// only gang loops are shared out.
pub fn of_loops(unit: &Unit, roots: &[Node<'_>], gangs: bool) -> IndexMap<u32, HostLoop> {
    let mut out = IndexMap::new();
    roots
        .iter()
        .for_each(|n| place(unit, n, gangs, false, &mut out));
    out
}

fn place(unit: &Unit, n: &Node<'_>, gangs: bool, inside: bool, out: &mut IndexMap<u32, HostLoop>) {
    let (chain, inner) = n.on_host();
    let mut inside = inside;
    for (i, n) in chain.iter().enumerate() {
        // Memory is shared here: what only a device's copies keep apart may overlap, as may plain pointers. OpenMP's
        // `if` decides on threads, not on SIMD.
        let certain = !matches!(n.decision.reason.kind, ReasonKind::ProvenApart { .. });
        let asked = certain || !n.decision.apart.is_empty();
        let parallel = n.is_partitioned() && asked && !n.decision.device_only;
        // Lanes have one memory, and no atomic stores.
        let certain = certain && n.decision.arrays.is_empty() && n.decision.atomics.is_empty();
        let innermost = i + 1 == chain.len() && inner.children.is_empty();
        let simd = parallel && certain && innermost && is_straight(unit, inner.body);
        let threads = parallel && !inside && (!gangs || n.decision.levels.gang);
        let how = match (threads, simd) {
            (true, true) => HostLoop::ThreadsSimd,
            (true, false) => HostLoop::Threads,
            (false, true) => HostLoop::Simd,
            (false, false) => HostLoop::Sequential,
        };
        out.insert(n.loop_.id.0, how);
        inside |= threads;
    }
    for c in &inner.children {
        place(unit, c, gangs, inside, out);
    }
}

/// A body that vectorises as it is: no loops, no jumps, calls of mathematics only.
fn is_straight(unit: &Unit, body: &Stmt) -> bool {
    let plain = |s: &Stmt| {
        matches!(
            s.kind,
            StmtKind::Empty
                | StmtKind::Expr(_)
                | StmtKind::Decl(_)
                | StmtKind::Block(_)
                | StmtKind::If { .. }
        )
    };
    let straight = |e: &Expr| match &e.kind {
        ExprKind::StmtExpr(_) => false,
        ExprKind::Call { .. } => e.called().is_some_and(|f| unit.is_of_numbers(f)),
        _ => true,
    };
    !body.any_stmt(|s| !plain(s)) && !body.any_expr(|e| !straight(e))
}

/// Whether a loop reduces what a pointer leads to of which each gang has its own: the construct declares it, or
/// assigns it. What it leads to is memory of all gangs, and OpenMP combines what leads through no pointers but shared ones.
fn reduces_behind_own(unit: &Unit, s: &Surroundings<'_, '_>, n: &Node<'_>) -> bool {
    let own = |v: VarId| {
        let used = s.facts.uses().vars.get(&v);
        let assigned = used.is_some_and(|u| u.written.is_some() || u.address.is_some());
        unit.var(v).storage == Storage::Region || assigned
    };
    let of_pointer = |e: &Expr| match &e.kind {
        ExprKind::Var(v) => unit.types.is_pointer(unit.var(*v).ty) && own(*v),
        _ => false,
    };
    let clauses = n.clauses.iter().flat_map(|c| &c.reductions);
    clauses.into_iter().any(|(_, r)| of_pointer(&r.base))
}

/// A parallel construct where gangs do more than to share out one nest of loops is one
/// parallel region, each gang a thread. With one gang only, it is the calling thread's.
pub fn mode(
    p: &Planner<'_>,
    s: &Surroundings<'_, '_>,
    num_gangs: &[Expr],
    stmts: &[Stmt],
    roots: &[Node<'_>],
) -> HostMode {
    let only = match stmts {
        [one] => nest::is_loop(one),
        _ => false,
    };
    let nest = only && roots.first().is_some_and(|n| n.decision.levels.gang);
    let (mut shared_out, mut behind_own) = (false, false);
    for n in roots {
        n.each(&mut |n| {
            let mut over_gangs = false;
            n.each(&mut |n| over_gangs |= n.decision.levels.gang);
            shared_out |= over_gangs;
            behind_own |= over_gangs && reduces_behind_own(p.unit, s, n);
        });
    }
    shared_out |= calls::axes_of_calls(p, stmts).contains(&Axis::BlockX);
    let one_gang = match num_gangs {
        [] => !shared_out,
        many => many.iter().all(|n| n.int_value() == Some(1)),
    };
    if s.kind != ComputeKind::Parallel || nest || one_gang || behind_own {
        HostMode::Fork
    } else {
        HostMode::Gangs
    }
}
