//! Loops in order that a device's threads go through wave by wave: which wave and which thread each instance is in, by `docs/TRANSFORMATIONS.md`.

use super::machine::Machine;
use super::order::{InTiles, Tiling, View};
use super::steps::At;
use super::trace::Step;
use super::value::Run;
use super::views;
use accrs_frontend::region::{LoopId, Stmt, StmtId, VarId};
use accrs_lowering::plan::{Front, FrontPart, Wavefront};
use std::collections::HashMap;

/// Names each part of the plan of waves.
fn parts(w: &Wavefront) {
    let Wavefront {
        // Where waves lie.
        id: _,
        head: _,
        by: _,
        rows: _,
        parts,
        own: _,
        // Which threads run them; in any order.
        along_outer: _,
        width: _,
        axes: _,
        // Asked when the program runs.
        apart: _,
    } = w;
    for FrontPart { rows: _, own: _ } in parts.values() {}
}

/// The statements that waves are made of.
pub fn stmts(w: &Wavefront) -> impl Iterator<Item = StmtId> + '_ {
    w.parts.keys().copied()
}

/// How a run's instances are spread over waves and threads, beside what `around` says of the construct's other loops. `less`: how much smaller than the
/// plan's the distance between the waves of two steps is. `None`: the run hasn't come to the loop, or it has no iterations.
pub fn view<'u>(
    m: &mut Machine<'u>,
    body: &'u [Stmt],
    w: &'u Wavefront,
    around: &View,
    less: i64,
) -> Run<Option<View>> {
    parts(w);
    let loops = views::loops(body);
    let counters = loops.iter();
    let counters: HashMap<LoopId, VarId> = counters
        .filter_map(|(id, l)| Some((*id, l.canonical.as_ref()?.var)))
        .collect();
    let mut tiles = HashMap::new();
    for number in 0..m.trace.ways.len() {
        let steps = m.trace.ways[number].clone();
        let is_outer = |s: &Step| matches!(s, Step::Turn { id, .. } if *id == w.id);
        let Some(outer) = steps.iter().position(is_outer) else {
            continue;
        };
        let Step::Turn { value: t, .. } = steps[outer] else {
            continue;
        };
        let at = At {
            outer: w.head.var,
            t,
            inside: &steps[outer + 1..],
            counters: &counters,
        };
        let part = at.inside.iter().find_map(|s| match s {
            Step::Mark(stmt) => w.parts.get(stmt),
            _ => None,
        });
        let Some(part) = part else { continue };
        let mut place = |(front, shift): &'u (Front<_>, i64)| {
            let at = at.place(m, front)?;
            Ok(at.map(|at| at + shift))
        };
        let row = match &part.rows {
            None => Some(0),
            Some(rows) => place(rows)?,
        };
        let (Some(row), Some(own)) = (row, place(&part.own)?) else {
            continue;
        };
        let wave = (w.by - less) * t + w.rows.unwrap_or(0) * row + own;
        // A thread has one iteration of the outer loop, and one place in the rows.
        let tile = (t << 32) + row;
        tiles.insert(
            number as u32,
            InTiles {
                wave,
                tile,
                part: 0,
            },
        );
    }
    if tiles.is_empty() {
        return Ok(None);
    }
    Ok(Some(View {
        name: "waves".into(),
        tiling: Some(Tiling {
            id: w.id,
            tiles,
            own: w.own.iter().copied().collect(),
        }),
        ..around.clone()
    }))
}
