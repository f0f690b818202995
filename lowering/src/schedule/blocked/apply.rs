//! What a kernel and the plans of its loops become when its blocks go through the nest in tiles, and what the report says of it.

use super::cached;
use super::device::{Found, loops_of};
use super::nests::Nests;
use super::staged;
use crate::analyse::show;
use crate::plan::{
    Axis, Extent, Kernel, Levels, LoopPlan, Mapping, Note, Order, ReasonKind, Side, Tiled, Tiles,
    Turns,
};
use crate::schedule::extents::MAX_GRID;
use accrs_frontend::region::place::rough_place;
use accrs_frontend::region::{Canonical, LoopId, Stmt, StmtKind, Unit};
use indexmap::{IndexMap, IndexSet};
use std::fmt::Write;

/// Says why a `cache` directive of a nest changes nothing: what it names is left to the hardware's caches.
pub fn without_cache(whole: &Stmt, why: &str, loops: &mut IndexMap<LoopId, LoopPlan>) {
    let named = whole.any_stmt(|s| matches!(s.kind, StmtKind::Cache(_)));
    let first = loops_of(whole).first().map(|l| l.id);
    if let Some(plan) = first.filter(|_| named).and_then(|id| loops.get_mut(&id)) {
        let (line, text) = (plan.line, format!("cache has no effect: {why}"));
        plan.notes.push(Note::new(line, text));
    }
}

/// Tells of a nest that sums up, and that isn't in tiles of the sizes that an option gives.
pub fn not_in([rows, columns]: [u64; 2], whole: &Stmt, loops: &mut IndexMap<LoopId, LoopPlan>) {
    let first = loops_of(whole).first().map(|l| l.id);
    if let Some(plan) = first.and_then(|id| loops.get_mut(&id)) {
        let text = format!(
            "not in tiles of {rows} by {columns}, which an option asks for: these don't fit a block's threads, registers or shared memory, or what the nest does"
        );
        plan.notes.push(Note::new(plan.line, text));
    }
}

/// What the report says.
pub fn note(nests: &Nests<'_, '_>, found: &Found, loops: &mut IndexMap<LoopId, LoopPlan>) {
    let unit = nests.p.unit;
    let Some(plan) = found.all.first().and_then(|id| loops.get_mut(id)) else {
        return;
    };
    let name = |h: &Canonical| show::name(unit, h.var).to_string();
    let (_, rows, columns) = found.sides();
    let what = match &found.tiles {
        Tiled::Sums(t) => of_sums(unit, t),
        Tiled::Staged(t) => staged::note(unit, t),
        Tiled::Cached(t) => cached::note(unit, t),
    };
    let iterations = |s: &Side| match s.number() {
        1 => format!("one iteration of {}", name(&s.head)),
        n => format!("{n} iterations of {}", name(&s.head)),
    };
    let sizes = match rows {
        Some(rows) => format!(
            "{} by {} of {}",
            iterations(rows),
            columns.number(),
            name(&columns.head)
        ),
        None => iterations(columns),
    };
    let mut text = format!("the device's blocks run it in tiles of {sizes}, with {what}");
    if let Some([rows, columns]) = found.refused {
        let _ = write!(
            text,
            "; those of {rows} by {columns} that an option asks for don't fit a block's threads, registers or shared memory"
        );
    }
    plan.notes.push(Note::new(plan.line, text));
}

fn of_sums(unit: &Unit, t: &Tiles) -> String {
    let arrays: IndexSet<String> = t
        .copies
        .iter()
        .filter_map(|c| rough_place(unit, &c.element))
        .map(|p| show::name(unit, p.root).to_string())
        .collect();
    let arrays: Vec<String> = arrays.into_iter().collect();
    let name = |h: &Canonical| show::name(unit, h.var).to_string();
    let loops: IndexSet<String> = t.copies.iter().map(|c| name(&c.head)).collect();
    let loops: Vec<String> = loops.into_iter().collect();
    let mut text = format!(
        "{} in shared memory, {} iterations of {} at a time",
        arrays.join(", "),
        t.depth,
        loops.join(", "),
    );
    match &t.tensor {
        Ok(_) => text.push_str(". The tensor cores of GPUs that have fast ones for double (sm_80, sm_90, sm_100) add the products"),
        Err(why) if why.is_told() => {
            let _ = write!(text, ". Tensor cores can't add the products: {why}");
        }
        Err(_) => {}
    }
    text
}

/// Gives a kernel its tiles: its grid, its block, and what its loops go along.
pub fn apply(found: Found, loops: &mut IndexMap<LoopId, LoopPlan>, k: &mut Kernel) {
    let (outer, row, column) = found.sides();
    let mut planned: Vec<(LoopId, Vec<Axis>)> = Vec::new();
    for id in &found.all {
        let axes = match () {
            () if found.outer == Some(*id) => vec![Axis::BlockZ],
            () if found.rows.contains(id) => match row.is_some_and(|r| r.threads == 1) {
                true => vec![Axis::BlockY],
                false => vec![Axis::BlockY, Axis::ThreadY],
            },
            () if found.columns.contains(id) => vec![Axis::BlockX, Axis::ThreadX],
            () => Vec::new(),
        };
        // A loop that `collapse` takes in has no plan of its own.
        match planned.last_mut().filter(|_| !loops.contains_key(id)) {
            Some((_, around)) => around.extend(axes),
            None => planned.push((*id, axes)),
        }
    }
    for (id, axes) in planned {
        let Some(plan) = loops.get_mut(&id) else {
            continue;
        };
        let is_thread = |a: &Axis| matches!(a, Axis::ThreadX | Axis::ThreadY);
        let lanes = axes.iter().any(is_thread);
        plan.axes = axes;
        // Those of tile loops come first.
        plan.axes.sort_by_key(is_thread);
        if let Some(tile) = &mut plan.tile {
            tile.element_axes = plan.axes.iter().filter(|a| is_thread(a)).count();
        }
        if lanes && matches!(plan.reason.kind, ReasonKind::InOrder(_)) {
            plan.reason.kind = ReasonKind::Proven;
        }
        plan.levels = Levels {
            gang: !plan.axes.is_empty(),
            worker: false,
            vector: lanes,
            seq: plan.axes.is_empty(),
        };
        // The loops of the tree are others.
        plan.order.device = Order::default().device;
        plan.turns = Turns::One;
        if plan.axes.is_empty() {
            plan.automatic = false;
            plan.reductions.retain(|r| !r.inferred);
        }
    }
    let cover = |head: &Canonical, per: u64, most: u64| Extent::Cover {
        least: false,
        heads: vec![head.clone()],
        tile: Vec::new(),
        per: match per {
            1 => Vec::new(),
            n => vec![Extent::Fixed(n)],
        },
        most: Some(most),
    };
    k.grid = [
        cover(found.widest(), column.number(), MAX_GRID[0]),
        row.map_or(Extent::Fixed(1), |r| {
            cover(&r.head, r.number(), MAX_GRID[1])
        }),
        outer.map_or(Extent::Fixed(1), |h| cover(h, 1, MAX_GRID[2])),
    ];
    k.block = [
        Extent::Fixed(column.threads),
        Extent::Fixed(row.map_or(1, |r| r.threads)),
        Extent::Fixed(1),
    ];
    k.mapping = Some(match (outer, row) {
        (None, None) => Mapping::Gv,
        (None, Some(_)) => Mapping::GvGv,
        (Some(_), _) => Mapping::Standard,
    });
    k.tiles = Some(found.tiles);
}
