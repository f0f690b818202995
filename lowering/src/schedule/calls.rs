//! What the functions that statements call use of a kernel's axes.

use super::planner::Planner;
use crate::analyse::uses;
use crate::plan::Axis;
use accrs_frontend::Unit;
use accrs_frontend::region::{ExprKind, FunctionId, Level, Stmt, StmtKind};
use indexmap::IndexSet;

/// The functions with bodies that are reachable from `roots`, each behind those it calls.
pub fn callees_first(unit: &Unit, roots: &IndexSet<FunctionId>) -> Vec<FunctionId> {
    fn visit(
        unit: &Unit,
        f: FunctionId,
        seen: &mut IndexSet<FunctionId>,
        out: &mut Vec<FunctionId>,
    ) {
        let f = unit.on_device(f);
        if !seen.insert(f) {
            return;
        }
        if let Some(body) = &unit.function(f).body {
            for callee in crate::analyse::uses::of_stmts(unit, body).calls.keys() {
                visit(unit, *callee, seen, out);
            }
            out.push(f);
        }
    }
    let mut seen = IndexSet::new();
    let mut out = Vec::new();
    for f in roots {
        visit(unit, *f, &mut seen, &mut out);
    }
    out
}

/// The outermost level that needs these axes.
pub fn level_of(axes: &IndexSet<Axis>) -> Level {
    let has = |a: &[Axis]| a.iter().any(|a| axes.contains(a));
    if has(&[Axis::BlockZ]) {
        Level::Gang(3)
    } else if has(&[Axis::BlockY]) {
        Level::Gang(2)
    } else if has(&[Axis::BlockX]) {
        Level::Gang(1)
    } else if has(&[Axis::ThreadY, Axis::ThreadZ]) {
        Level::Worker
    } else if has(&[Axis::ThreadX]) {
        Level::Vector
    } else {
        Level::Seq
    }
}

/// The axes that the functions called in `stmts` use.
pub fn axes_of_calls<'a>(p: &Planner<'_>, stmts: impl IntoIterator<Item = &'a Stmt>) -> Vec<Axis> {
    let mut axes: IndexSet<Axis> = IndexSet::new();
    for f in uses::of_stmts(p.unit, stmts).calls.keys() {
        axes.extend(axes_of(p, *f));
    }
    axes.into_iter().collect()
}

fn axes_of(p: &Planner<'_>, f: FunctionId) -> Vec<Axis> {
    use Axis::{BlockX, BlockY, BlockZ, ThreadX, ThreadY};
    let f = p.unit.on_device(f);
    let function = p.unit.function(f);
    if crate::print::name_elsewhere(p.unit, f).is_none() {
        return p.routines.get(&f).map_or(Vec::new(), |r| r.axes.clone());
    }
    // Another file has it: all that its directive allows.
    match function.level {
        Level::Seq => vec![],
        Level::Vector => vec![ThreadX],
        Level::Worker => vec![ThreadX, ThreadY],
        Level::Gang(1) => vec![BlockX, ThreadX, ThreadY],
        Level::Gang(2) => vec![BlockX, BlockY, ThreadX, ThreadY],
        Level::Gang(_) => vec![BlockX, BlockY, BlockZ, ThreadX, ThreadY],
    }
}

/// The outermost level that the functions called in a statement use: gang 0, worker 1, vector 2.
pub fn outermost_call(p: &Planner<'_>, s: &Stmt) -> Option<u8> {
    let axes: IndexSet<Axis> = axes_of_calls(p, [s]).into_iter().collect();
    match level_of(&axes) {
        Level::Seq => None,
        Level::Vector => Some(2),
        Level::Worker => Some(1),
        Level::Gang(_) => Some(0),
    }
}

/// Whether a statement is a call and nothing else.
pub fn is_call(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::Expr(e) => matches!(e.strip_implicit().kind, ExprKind::Call { .. }),
        StmtKind::Block(stmts) => matches!(stmts.as_slice(), [one] if is_call(one)),
        _ => false,
    }
}
