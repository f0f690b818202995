//! Functions with parallel loops of their own (OpenACC 3.3 §2.15.1): what their loops become.
//!
//! A routine doesn't know the grid that it will run in. Its loops take the standard's axes, gang →
//! block.x, worker → thread.y, vector → thread.x, and callers see to it that these are there.

use super::planner::Planner;
use super::scope::Surroundings;
use super::{calls, decide, levels, loops, nest, owned, place, privates};
use crate::analyse::depend;
use crate::analyse::facts::Facts;
use crate::plan::*;
use accrs_frontend::region::{FunctionId, Level, LoopId, Stmt, VarId};
use indexmap::IndexSet;

/// Plans the loops of every function that has parallel ones, callees first.
pub fn plan_all(p: &mut Planner<'_>) {
    let unit = p.unit;
    let all: IndexSet<FunctionId> = (0..unit.functions.len() as u32).map(FunctionId).collect();
    for f in calls::callees_first(unit, &all) {
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
    let surroundings = Surroundings {
        // Orphaned loops are independent, as those of `parallel` (§2.9.9).
        kind: ComputeKind::Parallel,
        facts: &Facts::of(p.unit, body),
        live_out: &none,
        privates: &none,
        shared: &none,
        reduced: &none,
        kept: &[],
        tangled: None,
        aliases: &aliases,
        unasked: &aliases,
    };
    decide::all(p, &mut roots, &surroundings);
    if matches!(level, Level::Gang(_)) {
        owned::settle(p, &surroundings, &mut roots);
    }
    for n in &mut roots {
        levels::assign_routine(p, n, level);
    }
    let private = privates::of_loops(p.unit, body, &roots);
    let mut loops = loops::plans(p, &roots, &private, &HostMode::Gangs);
    let (_, placed) = place::axes(p, &roots.iter().collect::<Vec<_>>(), true);
    let mut axes: IndexSet<Axis> = calls::axes_of_calls(p, body).into_iter().collect();
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
        level: calls::level_of(&axes),
        loops,
        axes: axes.into_iter().collect(),
    }
}
