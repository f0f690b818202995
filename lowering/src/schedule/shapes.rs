//! A `parallel` construct whose loops want blocks of different shapes: a kernel for each shape.
//!
//! A kernel's block has the threads that any of its loops asks for, and the others wait while a loop runs that doesn't ask for them; the grid has the
//! size that one loop needs. Gangs don't wait for each other between the loops of a construct, so kernels one after the other are a way
//! in which they may run it. What each gang computes for itself between the loops is computed once more by each kernel that needs it: so nothing
//! may stand there but scalars of the construct's own, made of numbers that nobody changes; and no loop may leave a scalar for what comes later.

use super::clauses::ComputeClauses;
use super::extents::{self, Known};
use super::nest::Node;
use super::planner::Planner;
use crate::analyse::{flow, uses};
use accrs_frontend::region::{Expr, ExprKind, Stmt, StmtKind, Storage, UnaryOp, VarId};
use indexmap::IndexSet;

/// What a nest asks of blocks and grid.
#[derive(PartialEq, Eq)]
struct Shape {
    /// Its loops are spread over workers, and over lanes.
    threads: [bool; 2],
    /// Of its gang loops those that are spread over workers, or lanes, as well: a gang takes several iterations at once. Empty where a clause gives the
    /// number of gangs.
    gangs: IndexSet<[bool; 2]>,
}

/// The statements of each kernel; `None`: all are one. `shared`: variables that the device holds by a data clause.
pub fn kernels(
    p: &Planner<'_>,
    k: &ComputeClauses<'_>,
    shared: &IndexSet<VarId>,
    stmts: &[Stmt],
    roots: &[Node<'_>],
) -> Option<Vec<Vec<Stmt>>> {
    let own = k.private.is_empty() && k.firstprivate.is_empty() && k.reductions.is_empty();
    let sizes = k
        .num_gangs
        .iter()
        .chain(k.num_workers)
        .chain(k.vector_length);
    let known = |e: &Expr| extents::host_evaluable(p, e, &Known::default());
    // They are evaluated for each kernel.
    if !own || !sizes.into_iter().all(known) {
        return None;
    }
    let all = inside(stmts);
    // By the shape, the places of the loops that have it and stand beside each other.
    let mut groups: Vec<(Shape, Vec<usize>)> = Vec::new();
    for (i, s) in all.iter().enumerate() {
        match &s.kind {
            StmtKind::Empty => {}
            StmtKind::For(f) => {
                let gang = |n: &&Node<'_>| n.loop_.id == f.id && n.decision.levels.gang;
                let shape = shape(k, roots.iter().find(gang)?);
                match groups.last_mut() {
                    Some((last, loops)) if *last == shape => loops.push(i),
                    _ => groups.push((shape, vec![i])),
                }
            }
            _ if is_scalar(p, s, shared) => {}
            _ => return None,
        }
    }
    if groups.len() < 2 || leaves_scalars(p, all) {
        return None;
    }
    let body = |(_, loops): &(Shape, Vec<usize>)| needed(p, all, loops);
    Some(groups.iter().map(body).collect())
}

/// The statements of a construct whose body is in braces.
fn inside(stmts: &[Stmt]) -> &[Stmt] {
    match stmts {
        [
            Stmt {
                kind: StmtKind::Block(all),
                ..
            },
        ] => inside(all),
        _ => stmts,
    }
}

fn shape(k: &ComputeClauses<'_>, n: &Node<'_>) -> Shape {
    let mut shape = Shape {
        threads: [false; 2],
        gangs: IndexSet::new(),
    };
    n.each(&mut |n| {
        let l = n.decision.levels;
        let own = [l.worker, l.vector];
        for (all, own) in shape.threads.iter_mut().zip(own) {
            *all |= own;
        }
        if l.gang && k.num_gangs.is_empty() {
            shape.gangs.insert(own);
        }
    });
    shape
}

/// Whether a statement gives values to scalars of the construct's own, from numbers that are the same whenever it runs.
fn is_scalar(p: &Planner<'_>, s: &Stmt, shared: &IndexSet<VarId>) -> bool {
    let number = |v: VarId| p.unit.types.is_arithmetic(p.unit.var(v).ty);
    let own = |v: VarId| number(v) && p.unit.var(v).storage == Storage::Region;
    let simple = match &s.kind {
        StmtKind::Decl(all) => all.iter().all(|d| own(d.var) && !d.is_static),
        StmtKind::Expr(_) => true,
        _ => false,
    };
    let pure = |e: &Expr| match &e.kind {
        ExprKind::Unary(UnaryOp::AddrOf | UnaryOp::Deref, _)
        | ExprKind::Index(..)
        | ExprKind::Member { .. }
        | ExprKind::StmtExpr(_) => false,
        ExprKind::Call { .. } => e.called().is_some_and(|f| p.unit.is_of_numbers(f)),
        ExprKind::Var(v) => {
            let fixed = matches!(p.unit.var(*v).storage, Storage::Local | Storage::Param);
            let volatile = p.unit.types.qualifiers(e.ty).is_volatile;
            own(*v) || fixed && number(*v) && !volatile && !shared.contains(v)
        }
        _ => match e.assigned().map(|to| &to.strip_implicit().kind) {
            Some(ExprKind::Var(v)) => own(*v),
            Some(_) => false,
            None => true,
        },
    };
    simple && !s.any_expr(|e| !pure(e))
}

/// Whether a loop gives a value to a scalar that something behind it reads, or a scalar's address is taken.
fn leaves_scalars(p: &Planner<'_>, all: &[Stmt]) -> bool {
    let mut left: IndexSet<VarId> = IndexSet::new();
    for s in all {
        let read = flow::of_stmts(p.unit, [s]).exposed;
        if read.keys().any(|v| left.contains(v)) {
            return true;
        }
        let used = uses::of_stmts(p.unit, [s]);
        let own = |v: &VarId| p.unit.var(*v).storage == Storage::Region;
        let declared_here = |v: &VarId| used.declared.contains(v);
        for (v, u) in used.vars.iter().filter(|(v, _)| !declared_here(v)) {
            if own(v) && u.address.is_some() {
                return true;
            }
            if matches!(s.kind, StmtKind::For(_)) && u.written.is_some() {
                left.insert(*v);
            }
        }
    }
    // What stands before a loop is computed again behind it.
    let between = all.iter().filter(|s| !matches!(s.kind, StmtKind::For(_)));
    let mut read = between.flat_map(|s| uses::of_stmts(p.unit, [s]).vars);
    read.any(|(v, u)| u.read.is_some() && left.contains(&v))
}

/// These loops, and the statements before them whose values they need.
fn needed(p: &Planner<'_>, all: &[Stmt], loops: &[usize]) -> Vec<Stmt> {
    let last = loops.last().map_or(0, |i| i + 1);
    let mut wanted: IndexSet<VarId> = IndexSet::new();
    let mut kept = Vec::new();
    let before = all[..last].iter().enumerate();
    for s in loops.iter().filter_map(|i| all.get(*i)) {
        wanted.extend(uses::of_stmts(p.unit, [s]).vars.keys());
    }
    for (i, s) in before.rev() {
        let used = uses::of_stmts(p.unit, [s]);
        let gives = match &s.kind {
            StmtKind::Decl(all) => all.iter().any(|d| wanted.contains(&d.var)),
            StmtKind::Expr(_) => {
                let mut written = used.vars.iter().filter(|(_, u)| u.written.is_some());
                written.any(|(v, _)| wanted.contains(v))
            }
            _ => loops.contains(&i),
        };
        if gives {
            wanted.extend(used.vars.keys());
            kept.push(s.clone());
        }
    }
    kept.reverse();
    kept
}
