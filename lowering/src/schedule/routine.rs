//! Functions with parallel loops of their own (OpenACC 3.3 §2.15.1): what their loops become.
//!
//! A routine doesn't know the grid that it will run in. Its loops take the standard's axes, gang →
//! block.x, worker → thread.y, vector → thread.x, and callers see to it that these are there.

use super::{Planner, compute, decide, levels, nest, place, privates};
use crate::analyse::{depend, uses};
use crate::plan::*;
use accrs_frontend::region::{ExprKind, FunctionId, Level, LoopId, Stmt, StmtKind, VarId};
use indexmap::IndexSet;

/// Plans the loops of every function that has parallel ones, callees first.
pub fn plan_all(p: &mut Planner<'_>) {
    let unit = p.unit;
    let all: IndexSet<FunctionId> = (0..unit.functions.len() as u32).map(FunctionId).collect();
    for f in super::callees_first(unit, &all) {
        let function = unit.function(f);
        let (Some(body), true) = (&function.body, function.level > Level::Seq) else {
            continue;
        };
        let routine = plan(p, function.level, body);
        if routine.level > Level::Seq {
            p.routines.insert(f, routine);
        }
    }
}

fn plan(p: &mut Planner<'_>, level: Level, body: &[Stmt]) -> RoutinePlan {
    let mut roots = nest::build(p, body);
    let none: IndexSet<VarId> = IndexSet::new();
    let aliases = depend::Aliases {
        safe_pointers: p.options.safe_pointers,
        strict_aliasing: p.options.rules.strict_aliasing,
        ..depend::Aliases::default()
    };
    let surroundings = decide::Surroundings {
        // Orphaned loops are independent, as those of `parallel` (§2.9.9).
        kind: ComputeKind::Parallel,
        construct: body,
        live_out: &none,
        privates: &none,
        shared: &none,
        reduced: &none,
        aliases: &aliases,
    };
    for n in &mut roots {
        decide::decide(p, n, &mut Vec::new(), &[], &mut Vec::new(), &surroundings);
        levels::assign_routine(p, n, level);
    }
    let private = privates::of_loops(p.unit, body, &roots);
    let mut loops = compute::loop_plans(p, &roots, &private, &HostMode::Gangs);
    let (_, placed) = place::axes(p, &roots.iter().collect::<Vec<_>>(), true);
    let mut axes: IndexSet<Axis> = axes_of_calls(p, body).into_iter().collect();
    for (id, a) in placed {
        axes.extend(a.all());
        if let Some(l) = loops.get_mut(&LoopId(id)) {
            l.axes = a.all();
            if let Some(tile) = &mut l.tile {
                tile.element_axes = a.elements.len();
            }
        }
    }
    RoutinePlan {
        level: level_of(&axes),
        loops,
        axes: axes.into_iter().collect(),
    }
}

fn level_of(axes: &IndexSet<Axis>) -> Level {
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
