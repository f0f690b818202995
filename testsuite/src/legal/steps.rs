//! Tiles of steps: which wave and tile each instance is in, by `docs/TRANSFORMATIONS.md`.

use super::machine::Machine;
use super::order::{InTiles, Tiling, View};
use super::trace::Step;
use super::value::{Run, unknown};
use super::views;
use accrs_frontend::region::{Canonical, LoopId, Stmt, StmtId, VarId};
use accrs_lowering::plan::{Front, Fronts, WavePart, Waves};
use std::collections::HashMap;

/// The sizes of tiles that are tried: steps, rows, columns.
pub const SIZES: [[i64; 3]; 5] = [[1, 1, 1], [2, 3, 2], [3, 5, 1], [2, 1, 3], [9, 2, 2]];

/// Names each part of the plan of tiles.
fn parts(w: &Waves) {
    let Waves {
        // Where tiles lie.
        head: _,
        rows,
        columns,
        own: _,
        slices: _,
        // How large they are, when there are some, and who runs them.
        line: _,
        bytes: _,
        shared: _,
        worth: _,
        apart: _,
    } = w;
    for Fronts {
        by: _,
        scale: _,
        parts,
    } in columns.iter().chain([rows])
    {
        for WavePart { front: _, shift: _ } in parts.values() {}
    }
}

/// The statements that tiles are made of.
pub fn stmts(w: &Waves) -> impl Iterator<Item = StmtId> + '_ {
    let fronts = w.columns.iter().chain([&w.rows]);
    fronts.flat_map(|f| f.parts.keys().copied())
}

/// A skew that is smaller than the plan's, and whether shifts count.
#[derive(Clone, Copy)]
pub struct Skew {
    pub less: i64,
    pub shifted: bool,
}

impl Skew {
    pub const OF_PLAN: Skew = Skew {
        less: 0,
        shifted: true,
    };
}

/// A loop in tiles.
pub struct Places {
    id: LoopId,
    /// For each way the outer loop's number, the row's front and the column's.
    all: HashMap<u32, [i64; 3]>,
}

impl Places {
    /// `None`: the run hasn't come to the loop, or it has no iterations.
    pub fn of<'u>(
        m: &mut Machine<'u>,
        id: LoopId,
        text: &'u [Stmt],
        w: &'u Waves,
        skew: Skew,
    ) -> Run<Option<Places>> {
        parts(w);
        let loops = views::loops(text);
        let counters = loops.iter();
        let counters: HashMap<LoopId, VarId> = counters
            .filter_map(|(id, l)| Some((*id, l.canonical.as_ref()?.var)))
            .collect();
        let mut all = HashMap::new();
        for number in 0..m.trace.ways.len() {
            let steps = m.trace.ways[number].clone();
            let outer = steps
                .iter()
                .position(|s| matches!(s, Step::Turn { id: other, .. } if *other == id));
            let Some(outer) = outer else { continue };
            let Step::Turn { value: t, .. } = steps[outer] else {
                continue;
            };
            let at = At {
                outer: w.head.var,
                t,
                inside: &steps[outer + 1..],
                counters: &counters,
            };
            let Some(row) = at.front(m, &w.rows, skew)? else {
                continue;
            };
            let column = match &w.columns {
                None => Some(0),
                Some(c) if at.part(c).is_none() => return unknown("a part without columns"),
                Some(c) => at.front(m, c, skew)?,
            };
            all.extend(column.map(|column| (number as u32, [t, row, column])));
        }
        Ok((!all.is_empty()).then_some(Places { id, all }))
    }

    /// With tiles of so many steps, rows and columns.
    pub fn view(&self, w: &Waves, sizes: [i64; 3]) -> View {
        let least = |n: usize| self.all.values().map(|p| p[n]).min().unwrap_or(0);
        let first = [least(0), least(1), least(2)];
        let tile = |at: &[i64; 3]| {
            let [t, row, column] = [0, 1, 2].map(|n| (at[n] - first[n]).div_euclid(sizes[n]));
            match w.slices {
                // All at once.
                true => InTiles {
                    wave: 0,
                    tile: row,
                    part: 0,
                },
                false => InTiles {
                    wave: t + row,
                    tile: t,
                    part: column,
                },
            }
        };
        let [steps, rows, columns] = sizes;
        View {
            name: format!("tiles of {steps} by {rows} by {columns}"),
            tiling: Some(Tiling {
                id: self.id,
                tiles: self.all.iter().map(|(way, at)| (*way, tile(at))).collect(),
                own: w.own.iter().copied().collect(),
            }),
            ..View::default()
        }
    }
}

/// An instance in an iteration of the outer loop.
pub struct At<'s> {
    pub outer: VarId,
    pub t: i64,
    pub inside: &'s [Step],
    pub counters: &'s HashMap<LoopId, VarId>,
}

impl At<'_> {
    fn part<'f>(&self, fronts: &'f Fronts) -> Option<&'f WavePart> {
        self.inside.iter().find_map(|s| match s {
            Step::Mark(stmt) => fronts.parts.get(stmt),
            _ => None,
        })
    }

    /// Its front; `None` for heads of loops.
    fn front<'u>(&self, m: &mut Machine<'u>, fronts: &'u Fronts, skew: Skew) -> Run<Option<i64>> {
        let Some(part) = self.part(fronts) else {
            return Ok(None);
        };
        let Some(at) = self.place(m, &part.front)? else {
            return Ok(None);
        };
        let shift = if skew.shifted { part.shift } else { 0 };
        let by = fronts.by - skew.less;
        Ok(Some(fronts.scale * at + by * self.t + shift))
    }

    /// What it counts along a loop; `None` for heads of loops.
    pub fn place<'u>(&self, m: &mut Machine<'u>, front: &'u Front<Canonical>) -> Run<Option<i64>> {
        Ok(match front {
            Front::Loop(head) => self.inside.iter().find_map(|s| match s {
                Step::Turn { id, value, .. } if self.counters.get(id) == Some(&head.var) => {
                    Some(*value)
                }
                _ => None,
            }),
            Front::At(n) => Some(*n),
            Front::Outer => Some(self.t),
            Front::Behind(behind) => Some(m.end_of(behind, self.outer, self.t)?),
        })
    }
}
