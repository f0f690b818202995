//! The plan of a build with checks: each gang is one thread, which runs the loops of workers and lanes in the user's order, and
//! nothing is tiled, staged, unrolled or interchanged. What is checked is what the user wrote.

use crate::analyse::uses;
use crate::plan::{
    Action, Axis, ComputeKind, ComputePlan, Extent, Kernel, LoopPlan, Order, Plan, ReasonKind,
    Step, Turns,
};
use accrs_frontend::Unit;
use accrs_frontend::region::{LoopId, Stmt, StmtKind, VarId};

/// Gangs of a construct whose user leaves their number open: some, so that they can meet, and few, since each costs a start.
const GANGS: u64 = 4;

/// Rewrites a plan.
pub fn serial(unit: &Unit, plan: &mut Plan) {
    for construct in plan.constructs.values_mut() {
        if let Action::Compute(compute) = &mut construct.action {
            construct_in_order(unit, compute);
        }
    }
    for routine in plan.routines.values_mut() {
        routine.loops.values_mut().for_each(|l| in_order(l, true));
        routine.axes.retain(|a| is_block(*a));
    }
}

/// Whether the iterations of a loop are independent by the user's word alone.
pub fn is_claimed(plan: &LoopPlan) -> bool {
    matches!(plan.reason.kind, ReasonKind::Independent { .. })
}

fn construct_in_order(unit: &Unit, compute: &mut ComputePlan) {
    let gangs = compute.kind == ComputeKind::Parallel;
    let mut undeclared = Vec::new();
    for (id, l) in &mut compute.loops {
        let spread = !l.axes.is_empty();
        in_order(l, gangs);
        if spread && l.axes.is_empty() {
            let heads = l.heads.iter().filter(|h| !h.declared);
            undeclared.extend(heads.map(|h| (*id, h.var)));
        }
    }
    compute.steps = steps(std::mem::take(&mut compute.steps));
    for k in &mut compute.kernels {
        one_thread(k, gangs);
        indices(unit, k, &undeclared);
    }
}

/// The steps without kernels whose blocks wait for each other.
fn steps(all: Vec<Step>) -> Vec<Step> {
    let mut out = Vec::new();
    for s in all {
        match s {
            Step::Together { otherwise, .. } => out.extend(steps(otherwise)),
            Step::Loop { head, id, body } => out.push(Step::Loop {
                head,
                id,
                body: steps(body),
            }),
            Step::If {
                condition,
                then,
                els,
            } => out.push(Step::If {
                condition,
                then: steps(then),
                els: steps(els),
            }),
            Step::Ask {
                id,
                apart,
                whole,
                steps: inner,
            } => out.push(Step::Ask {
                id,
                apart,
                whole,
                steps: steps(inner),
            }),
            Step::Launch(_) => out.push(s),
        }
    }
    out
}

/// Declares the variables of loops that threads would have shared, whose heads would have declared them.
fn indices(unit: &Unit, k: &mut Kernel, undeclared: &[(LoopId, VarId)]) {
    let mut held = Vec::new();
    for s in &k.body {
        s.each_stmt(|s: &Stmt| {
            if let StmtKind::For(f) = &s.kind {
                held.push(f.id);
            }
        });
    }
    let declared = uses::of_stmts(unit, &k.body).declared;
    for (_, v) in undeclared.iter().filter(|(id, _)| held.contains(id)) {
        let given = k.params.iter().any(|p| p.var == *v) || k.private.contains(v);
        if !given && !declared.contains(v) {
            k.private.push(*v);
        }
    }
}

fn one_thread(k: &mut Kernel, gangs: bool) {
    k.tiles = None;
    k.together = None;
    k.block_copies.clear();
    k.overlap = None;
    k.resident = None;
    k.block = [Extent::Fixed(1), Extent::Fixed(1), Extent::Fixed(1)];
    for (n, extent) in k.grid.iter_mut().enumerate() {
        match extent {
            _ if !gangs => *extent = Extent::Fixed(1),
            Extent::Fixed(_) | Extent::User(_) => {}
            _ => *extent = Extent::Fixed(if n == 0 { GANGS } else { 2 }),
        }
    }
    // What is summed up without a clause is one of the things that are to be found.
    k.reductions.retain(|r| !gangs || !r.inferred);
}

fn in_order(l: &mut LoopPlan, gangs: bool) {
    let blocks = |axes: &[Axis]| axes.iter().filter(|a| gangs && is_block(**a)).count();
    if let Some(tile) = &mut l.tile {
        let first = l.axes.len().saturating_sub(tile.element_axes);
        tile.element_axes = blocks(&l.axes[first..]);
    }
    l.axes.retain(|a| gangs && is_block(*a));
    l.order = Order::default();
    l.unroll = None;
    l.turns = Turns::One;
    // Neighbouring iterations stay with one gang, so that those that meet first are neighbours.
    if l.tile.is_none() {
        l.static_chunk = l.static_chunk.take().or(Some(None));
    }
    if l.axes.is_empty() || is_claimed(l) {
        l.reductions.retain(|r| !r.inferred);
    }
}

fn is_block(axis: Axis) -> bool {
    matches!(axis, Axis::BlockX | Axis::BlockY | Axis::BlockZ)
}
