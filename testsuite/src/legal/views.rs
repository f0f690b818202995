//! What a plan says of the order in which the cores and devices run a construct.
//!
//! All parts of a plan are named here one by one: a part that is new doesn't compile until it is said whether it changes what runs when. What does, and isn't
//! checked, has to be counted as such ([`Unchecked`]).

use super::order::{Shared, View};
use accrs_frontend::Unit;
use accrs_frontend::region::{
    Construct, Expr, ExprKind, For, LoopId, Stmt, StmtKind, UnaryOp, VarId,
};
use accrs_lowering::plan::{
    Axis, ComputeKind, ComputePlan, CoreLoop, Extent, HostLoop, HostMode, Kernel, LoopPlan,
    OwnArray, Pass, ReasonKind, Reduction, Together,
};
use std::collections::{HashMap, HashSet};

/// The loops among statements, by their numbers.
pub fn loops(stmts: &[Stmt]) -> HashMap<LoopId, &For> {
    let mut all = HashMap::new();
    for s in stmts {
        s.each_stmt(|s| {
            if let StmtKind::For(l) = &s.kind {
                all.insert(l.id, &**l);
            }
        });
    }
    all
}

/// The loop and those that stand in it with nothing between, so many of them.
fn nest(l: &For, number: usize) -> Vec<LoopId> {
    let mut ids = vec![l.id];
    let mut body = &*l.body;
    while ids.len() < number {
        match &body.kind {
            StmtKind::Block(all) => match all
                .iter()
                .find(|s| !matches!(s.kind, StmtKind::Empty | StmtKind::Cache(_)))
            {
                Some(inner) => body = inner,
                None => break,
            },
            StmtKind::For(inner) => {
                ids.push(inner.id);
                body = &inner.body;
            }
            _ => break,
        }
    }
    ids
}

fn vars(of: &[Reduction]) -> impl Iterator<Item = VarId> + '_ {
    of.iter().map(|r| r.var)
}

/// Whether a loop is parallel because the user says so.
fn is_word(plan: &LoopPlan) -> bool {
    matches!(plan.reason.kind, ReasonKind::Independent { .. })
}

/// Names each part of a loop's plan.
fn parts_of_loop(plan: &LoopPlan) {
    let LoopPlan {
        // What it is.
        id: _,
        line: _,
        heads: _,
        // Who runs it, and in which order: views have these.
        axes: _,
        levels: _,
        tile: _,
        private: _,
        reductions: _,
        atomics: _,
        on_cores: _,
        covered: _,
        kept: _,
        arrays,
        updated: _,
        host: _,
        order: _,
        automatic: _,
        reason: _,
        // How its iterations are dealt out among threads, or written; in any order.
        static_chunk: _,
        unroll: _,
        turns: _,
        worth: _,
        counted: _,
        // Asked when the program runs. The pointers of a run lead to different objects.
        apart: _,
        notes: _,
        here: _,
    } = plan;
    for a in arrays {
        let OwnArray {
            var: _,
            // How long copies are, and who makes them.
            reach: _,
            alone: _,
            by_clause: _,
        } = a;
    }
}

fn parts_of_construct(plan: &ComputePlan) {
    let ComputePlan {
        kind: _,
        steps: _,
        last: _,
        kernels,
        body: _,
        blocked: _,
        waves: _,
        fused: _,
        made: _,
        jammed: _,
        ahead: _,
        stepped: _,
        named: _,
        loops,
        private: _,
        firstprivate: _,
        reductions: _,
        overwritten: _,
        host: _,
        cores: _,
        worth: _,
        num_gangs: _,
        num_workers: _,
        vector_length: _,
        parts: _,
        told_apart: _,
    } = plan;
    loops.values().for_each(parts_of_loop);
    for kernel in kernels {
        let Kernel {
            name: _,
            site: _,
            mapping: _,
            grid: _,
            block: _,
            params: _,
            body: _,
            private: _,
            reductions: _,
            redundant: _,
            resident: _,
            block_copies: _,
            in_order: _,
            // It runs where memory overlaps: the pointers of a run lead to different objects.
            plans: _,
            overlap: _,
            // The same order: loads of an iteration, between which nothing is written, are one.
            aligned: _,
            unaligned: _,
            tiles: _,
            together: _,
            own: _,
        } = kernel;
    }
}

/// The cores, without tiles. `text`: what the user wrote.
pub fn cores(text: &[Stmt], plan: &ComputePlan) -> View {
    parts_of_construct(plan);
    let loops = loops(text);
    let mut view = View {
        name: "the cores".into(),
        ..View::default()
    };
    if let Some(team) = &plan.cores.team {
        view.copies
            .extend(team.sharing.private.iter().chain(&team.sharing.first));
    }
    if plan.host == HostMode::Gangs {
        view.copies
            .extend(plan.private.iter().chain(&plan.firstprivate));
    }
    let mut everywhere: HashSet<VarId> = vars(&plan.reductions).collect();
    everywhere.extend(plan.cores.team.iter().flat_map(|t| vars(&t.reductions)));
    for (id, core) in &plan.cores.loops {
        let (Some(l), Some(own)) = (loops.get(id), plan.loops.get(id)) else {
            continue;
        };
        match core {
            CoreLoop::InOrder { own } => {
                view.own.insert(*id, own.iter().copied().collect());
            }
            CoreLoop::Directive {
                how: how @ (HostLoop::Threads | HostLoop::ThreadsSimd | HostLoop::Simd),
                collapse,
                counted: _,
                measured: _,
                sharing,
                reductions,
                alone: _,
                copies,
            } => {
                let mut shared = shared(own, &everywhere);
                shared.reduced.extend(vars(reductions));
                shared.reduced.extend(stepped(plan));
                for v in &sharing.private {
                    shared.private.insert(*v);
                }
                shared.first.extend(&sharing.first);
                shared.last.extend(&sharing.last);
                shared.arrays.extend(own.arrays.iter().map(|a| a.var));
                let updated = copies.iter().flat_map(|c| &c.updated);
                shared.updated.extend(updated.map(|u| u.sum.var));
                if how.is_threads() {
                    let flags = own.atomics.iter().filter(|a| a.op.is_none());
                    shared.atomics.extend(flags.map(|a| a.stmt));
                }
                share(&mut view, &nest(l, *collapse), shared);
            }
            CoreLoop::Directive {
                how: HostLoop::Sequential,
                ..
            } => {}
        }
    }
    view.orders = orders(plan, |l| &l.order.host);
    view
}

/// Variables that the text hands from one iteration to the next: each has a copy whose value it computes, which runs of the programs look at.
fn stepped(plan: &ComputePlan) -> impl Iterator<Item = VarId> {
    plan.stepped
        .iter()
        .flat_map(|s| s.own.iter().map(|(v, _)| *v))
}

/// The lanes of the loops' texts for one thread, and nothing else.
pub fn lanes(plan: &ComputePlan) -> View {
    let mut view = View {
        name: "one core's lanes".into(),
        ..View::default()
    };
    for (id, core) in &plan.cores.loops {
        if let CoreLoop::Directive {
            alone: Some(alone), ..
        } = core
            && let (Some(lanes), Some(own)) = (&alone.simd, plan.loops.get(id))
        {
            let mut shared = shared(own, &HashSet::new());
            shared.reduced.extend(vars(&lanes.reductions));
            shared.reduced.extend(stepped(plan));
            shared.private.extend(&lanes.sharing.private);
            shared.first.extend(&lanes.sharing.first);
            shared.last.extend(&lanes.sharing.last);
            view.shared.insert(*id, shared);
        }
    }
    view.orders = orders(plan, |l| &l.order.host);
    view
}

/// A member is reduced through a pointer that the construct declares for it: what that leads to is reduced as well.
pub fn through(mut view: View, stmts: &[Stmt]) -> View {
    let mut leads: Vec<(VarId, VarId)> = Vec::new();
    for s in stmts {
        s.each_stmt(|s| {
            let StmtKind::Decl(all) = &s.kind else { return };
            for d in all {
                let base = d.init.as_ref().and_then(base);
                leads.extend(base.map(|base| (d.var, base)));
            }
        });
    }
    for shared in view.shared.values_mut() {
        for (pointer, base) in &leads {
            if shared.reduced.contains(pointer) {
                shared.reduced.insert(*base);
            }
        }
    }
    view
}

/// The variable whose memory `&v[i].m` and `v[i].m` lead to.
fn base(e: &Expr) -> Option<VarId> {
    match &e.strip_implicit().kind {
        ExprKind::Var(v) => Some(*v),
        ExprKind::Unary(UnaryOp::AddrOf | UnaryOp::Deref, of)
        | ExprKind::Index(of, _)
        | ExprKind::Member { base: of, .. } => base(of),
        _ => None,
    }
}

/// Loops that have changed places.
fn orders(plan: &ComputePlan, of: impl Fn(&LoopPlan) -> &Vec<LoopId>) -> Vec<Vec<LoopId>> {
    let all = plan.loops.values().map(|l| of(l).clone());
    all.filter(|o| !o.is_empty()).collect()
}

fn shared(plan: &LoopPlan, reduced: &HashSet<VarId>) -> Shared {
    let mut all = reduced.clone();
    all.extend(vars(&plan.reductions));
    Shared {
        reduced: all,
        word: is_word(plan),
        ..Shared::default()
    }
}

/// Notes loops that are shared as one; each iteration of all has copies.
fn share(view: &mut View, ids: &[LoopId], shared: Shared) {
    for (n, id) in ids.iter().enumerate() {
        let mut of = shared.clone();
        if n + 1 < ids.len() {
            (of.private, of.first, of.last, of.arrays) = Default::default();
        }
        view.shared.insert(*id, of);
    }
}

/// The loops in those that a kernel goes through wave by wave: each thread runs them by itself.
fn in_waves(kernel: &Kernel) -> HashSet<LoopId> {
    let Some(Together {
        turns: _,
        alone: _,
        axes: _,
        waves,
    }) = &kernel.together
    else {
        return HashSet::new();
    };
    let mut all = HashSet::new();
    for s in &kernel.body {
        s.each_stmt(|s| {
            if waves.contains_key(&s.id) {
                all.extend(loops(std::slice::from_ref(s)).into_keys());
            }
        });
    }
    all
}

/// The kernels that a device runs, and the host's steps between them.
pub fn device(unit: &Unit, plan: &ComputePlan) -> View {
    parts_of_construct(plan);
    let mut view = View {
        name: "a device".into(),
        ..View::default()
    };
    let everywhere: HashSet<VarId> = vars(&plan.reductions).collect();
    for kernel in plan.kernels.iter().filter(|k| !k.is_instead()) {
        let loops = loops(&kernel.body);
        let in_waves = in_waves(kernel);
        let mut reduced = everywhere.clone();
        reduced.extend(vars(&kernel.reductions));
        let one = kernel.grid.iter().all(|e| matches!(e, Extent::Fixed(1)));
        for (id, l) in loops {
            if let Some(head) = l.canonical.as_ref().filter(|h| !h.declared) {
                view.copies.insert(head.var);
            }
            let own = plan.loops.get(&id).filter(|p| !p.axes.is_empty());
            let Some(own) = own.filter(|_| !in_waves.contains(&id)) else {
                continue;
            };
            let mut of = shared(own, &reduced);
            of.private.extend(&own.private);
            of.atomics.extend(own.atomics.iter().map(|a| a.stmt));
            let ids = nest(l, own.heads.len());
            let blocks = own
                .axes
                .iter()
                .any(|a| matches!(a, Axis::BlockX | Axis::BlockY | Axis::BlockZ));
            if blocks && !one && !of.word && plan.kind == ComputeKind::Kernels {
                view.gangs.extend(&ids);
            }
            share(&mut view, &ids, of);
        }
        let by_value = kernel
            .params
            .iter()
            .filter(|p| matches!(p.pass, Pass::Value | Pass::Upload { .. } | Pass::Raw));
        view.copies.extend(
            by_value
                .map(|p| p.var)
                .chain(kernel.private.iter().copied()),
        );
        let in_memory = kernel
            .params
            .iter()
            .filter(|p| matches!(p.pass, Pass::Reference { .. }));
        for p in in_memory {
            view.copies.remove(&p.var);
        }
    }
    view.copies.retain(|v| {
        unit.types.is_scalar(unit.var(*v).ty)
            || !unit.types.is_array(unit.var(*v).ty)
            || plan.kernels.iter().any(|k| k.private.contains(v))
    });
    view.orders = orders(plan, |l| &l.order.device);
    view
}

/// What the cores run of a construct: the statements that the user wrote, with loops that have become one.
pub fn text(c: &Construct) -> &[Stmt] {
    match c.on_cores.as_ref().and_then(|o| o.text.as_ref()) {
        Some(stmts) => stmts,
        None => written(c),
    }
}

/// The statements that the user wrote in a construct.
pub fn written(c: &Construct) -> &[Stmt] {
    match &c.body {
        accrs_frontend::region::Body::Compute(stmts) => stmts,
        _ => &[],
    }
}
