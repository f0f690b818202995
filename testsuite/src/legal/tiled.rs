//! Nests in tiles with registers and copies. Their plans are programs of their own, which are run in the place of the nests: what they leave in memory must be
//! what the user's statements leave, value for value, and the iterations of their bands must not be in each other's way.

use super::machine::Machine;
use super::order::{Shared, View};
use super::products;
use super::stmt::Flow;
use super::trace::{Access, Origin, Place, Step};
use super::value::{Run, Value};
use accrs_frontend::region::{Canonical, Expr, LoopId, StmtId, VarId};
use accrs_lowering::plan::{
    Ahead, Blocked, Held, Jammed, Side, TileCopy, TileLanes, TileRows, TileStep, Tiles,
};
use std::collections::{HashMap, HashSet};

/// The numbers of a band's loops, which the program doesn't have.
pub const OUTER: u32 = u32::MAX - 20;
pub const ROWS: LoopId = LoopId(u32::MAX - 10);
pub const LANES: LoopId = LoopId(u32::MAX - 11);
const LEFT_OUT: u32 = u32::MAX - 30;

/// A way of running it that a mutation asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Change {
    None,
    /// Loops in order run from their last iteration to their first.
    Backwards,
    /// Sums go farther together than all of them go.
    TooFar,
}

/// A nest whose plan is run in its place.
#[derive(Clone, Copy)]
pub enum Nest<'u> {
    Blocked(&'u Blocked),
    Jammed(&'u Jammed),
    Ahead(&'u Ahead),
}

/// Names each part of the plan of a nest.
fn parts_of_nest(b: &Blocked) {
    let Blocked {
        // What runs.
        outer: _,
        rows,
        lanes,
        body: _,
        before: _,
        after: _,
        own: _,
        packs: _,
        // How it is written.
        element: _,
        varying: _,
        scattered: _,
        padded: _,
        factors: _,
        // When it runs.
        apart: _,
        worth: _,
    } = b;
    if let Some(TileRows { head: _, number: _ }) = rows {}
    if let Some(TileLanes {
        head: _,
        width: _,
        vectors: _,
        slanted: _,
    }) = lanes
    {}
}

fn parts_of_tiles(t: &Tiles) {
    let Tiles {
        outer: _,
        rows,
        columns: _,
        // Each row goes through its own columns, whatever a tile has.
        slant: _,
        ragged: _,
        depth: _,
        body: _,
        scalars: _,
        copies,
        held: _,
        ahead: _,
        // Its products are run in the place of the body's.
        unroll: _,
        tensor: _,
    } = t;
    let Side {
        head: _,
        threads: _,
        each: _,
    } = rows;
    for c in copies {
        let TileCopy {
            element: _,
            step: _,
            head: _,
            of: _,
            steady: _,
            line: _,
            wide: _,
            padding: _,
        } = c;
    }
}

/// The iterations of bands in any order.
pub fn view(name: &str) -> View {
    let mut view = View {
        name: name.into(),
        ..View::default()
    };
    let outer = (0..8).map(|n| LoopId(OUTER + n));
    for id in outer.chain([ROWS, LANES]) {
        view.shared.insert(id, Shared::default());
    }
    view
}

impl<'u> Machine<'u> {
    /// Runs a nest of the cores in its tiles.
    pub fn blocked(&mut self, stmt: StmtId, b: &'u Blocked, change: Change) -> Run<Flow> {
        parts_of_nest(b);
        let copied = self.copied.len();
        self.copied.extend(b.packs.iter().map(|p| &p.element));
        let flow = self.at(Step::Mark(stmt), |m| m.layers(b, 0, change));
        self.copied.truncate(copied);
        flow
    }

    fn layers(&mut self, b: &'u Blocked, depth: usize, change: Change) -> Run<Flow> {
        if let Some(head) = b.outer.get(depth) {
            let id = LoopId(OUTER + depth as u32);
            return self.own_loop(id, head, &mut |m| m.layers(b, depth + 1, change));
        }
        let rows = b.rows.as_ref().map(|r| &r.head);
        let lanes = b.lanes.as_ref().map(|l| &l.head);
        let all = [&b.before, &b.body, &b.after];
        for (n, steps) in all.into_iter().enumerate() {
            // Rows have what is before and behind their tiles.
            let lanes = lanes.filter(|_| n == 1);
            if n != 1 && (steps.is_empty() || rows.is_none()) {
                continue;
            }
            self.at(Step::At(n as u32), |m| {
                m.band(rows, lanes, &mut |m| {
                    m.with_own(&own(b.own.iter().copied(), steps), |m| {
                        m.tile_steps(steps, change)
                    })
                })
            })?;
        }
        Ok(Flow::Next)
    }

    fn band(
        &mut self,
        rows: Option<&'u Canonical>,
        lanes: Option<&'u Canonical>,
        body: &mut dyn FnMut(&mut Self) -> Run<()>,
    ) -> Run<()> {
        let mut lane = |m: &mut Self| match lanes {
            Some(head) => m.own_loop(LANES, head, &mut |m| {
                body(m)?;
                Ok(Flow::Next)
            }),
            None => {
                body(m)?;
                Ok(Flow::Next)
            }
        };
        match rows {
            Some(head) => self.own_loop(ROWS, head, &mut lane)?,
            None => lane(self)?,
        };
        Ok(())
    }

    /// A loop whose variable is its own, whoever declares it.
    pub fn own_loop(
        &mut self,
        id: LoopId,
        head: &'u Canonical,
        body: &mut dyn FnMut(&mut Self) -> Run<Flow>,
    ) -> Run<Flow> {
        self.with_own(&[head.var], |m| m.counted(id, head, true, body))
    }

    fn tile_steps(&mut self, steps: &'u [TileStep], change: Change) -> Run<()> {
        for (n, s) in steps.iter().enumerate() {
            self.at(Step::At(n as u32), |m| m.tile_step(s, n, change))?;
        }
        Ok(())
    }

    fn tile_step(&mut self, s: &'u TileStep, n: usize, change: Change) -> Run<()> {
        self.step()?;
        match s {
            TileStep::Declare(v, value) => {
                let place = self.declare(*v);
                match value {
                    Some(e) => {
                        self.span = e.span;
                        self.initialise(place, self.unit.var(*v).ty, e)
                    }
                    None => Ok(()),
                }
            }
            TileStep::Assign { to, op, value } => {
                self.span = to.span;
                self.assign_in_tile(*op, to, value)
            }
            TileStep::Loop { head, kept, body } => {
                self.loop_in_order(head, kept, body, (n, change))
            }
        }
    }

    /// A loop in order, with elements in registers as long as it runs.
    fn loop_in_order(
        &mut self,
        head: &'u Canonical,
        kept: &'u [Expr],
        body: &'u [TileStep],
        (n, change): (usize, Change),
    ) -> Run<()> {
        let (values, _) = self.silently(|m| m.with_own(&[head.var], |m| m.values(head, true)))?;
        if values.is_empty() {
            return Ok(());
        }
        let depth = self.registers.len();
        let places = self.at(Step::At(3), |m| m.load_all(kept.iter().map(|e| (e, true))))?;
        let id = LoopId(LEFT_OUT - n as u32);
        let flow = self.at(Step::At(4), |m| {
            m.turns_in_order(id, head, body, (&values, change))
        });
        self.registers.truncate(depth);
        flow?;
        self.at(Step::At(5), |m| m.store_all(&places))
    }

    fn turns_in_order(
        &mut self,
        id: LoopId,
        head: &'u Canonical,
        body: &'u [TileStep],
        (values, change): (&[Value], Change),
    ) -> Run<()> {
        match change {
            Change::None | Change::TooFar => {
                self.own_loop(id, head, &mut |m| {
                    m.tile_steps(body, change)?;
                    Ok(Flow::Next)
                })?;
                Ok(())
            }
            Change::Backwards => self.with_own(&[head.var], |m| {
                let place = m.place_of(head.var)?;
                for (n, value) in values.iter().rev().enumerate() {
                    m.memory.insert(place, *value);
                    m.at(Step::Round(n as u32), |m| m.tile_steps(body, change))?;
                }
                Ok(())
            }),
        }
    }

    /// Puts elements in registers; with what is in them, if it is wanted.
    pub fn load_all(
        &mut self,
        all: impl Iterator<Item = (&'u Expr, bool)>,
    ) -> Run<Vec<(Place, Place, &'u Expr)>> {
        let mut places = Vec::new();
        for (e, load) in all {
            let from = self.place(e)?;
            let register = self.make();
            if load {
                let value = self.load(from, e.ty, false)?;
                self.silently(|m| m.store(register, e.ty, value))?;
            }
            places.push((from, register, e));
        }
        self.registers
            .extend(places.iter().map(|(_, register, e)| (*e, *register)));
        Ok(places)
    }

    pub fn store_all(&mut self, places: &[(Place, Place, &'u Expr)]) -> Run<()> {
        for (to, register, e) in places {
            let value = self.silently(|m| m.load(*register, e.ty, false))?;
            self.store(*to, e.ty, value)?;
        }
        Ok(())
    }

    /// Runs a kernel's nest in the tiles of its blocks.
    pub fn tiles(&mut self, t: &'u Tiles, change: Change) -> Run<Flow> {
        parts_of_tiles(t);
        let copied = self.copied.len();
        self.copied.extend(t.copies.iter().map(|c| &c.element));
        let around = std::mem::replace(&mut self.products, products::of(t));
        let mut all = |m: &mut Self| {
            m.band(Some(&t.rows.head), Some(&t.columns.head), &mut |m| {
                m.with_own(&own(t.scalars.iter().copied(), &t.body), |m| {
                    let depth = m.registers.len();
                    let held = t.held.iter().map(|Held { element, load }| (element, *load));
                    let places = m.at(Step::At(0), |m| m.load_all(held))?;
                    m.at(Step::At(1), |m| m.tile_steps(&t.body, change))?;
                    m.registers.truncate(depth);
                    m.at(Step::At(2), |m| m.store_all(&places))
                })
            })?;
            Ok(Flow::Next)
        };
        let flow = match &t.outer {
            Some(outer) => self.own_loop(LoopId(OUTER), outer, &mut all),
            None => all(self),
        };
        self.copied.truncate(copied);
        self.products = around;
        flow
    }
}

/// The scalars that an iteration of the band has for itself.
fn own(given: impl Iterator<Item = VarId>, steps: &[TileStep]) -> Vec<VarId> {
    let mut all: Vec<VarId> = given.collect();
    for s in steps {
        s.each(&mut |s| match s {
            TileStep::Declare(v, _) if !all.contains(v) => all.push(*v),
            _ => {}
        });
    }
    all
}

/// Something that a nest reads from a copy and writes.
pub fn copied_and_written(m: &Machine<'_>) -> Option<(Access, Access)> {
    let copies: Vec<_> = m.trace.accesses.iter().filter(|a| a.copied).collect();
    let inside = |steps: &[Step]| {
        steps
            .iter()
            .rposition(|s| matches!(s, Step::Mark(_) | Step::Kernel(_)))
    };
    copies.iter().find_map(|c| {
        let way = m.trace.way(c);
        let until = inside(way)?;
        let write = m.trace.accesses.iter().find(|w| {
            w.write && w.place == c.place && m.trace.way(w).starts_with(&way[..=until])
        })?;
        Some((**c, *write))
    })
}

/// A place in which two runs of a construct leave different values, in what the program had before it.
pub fn difference(a: &Machine<'_>, b: &Machine<'_>, but: &HashSet<VarId>) -> Option<(VarId, i64)> {
    let (of_a, of_b) = (left(a, but), left(b, but));
    let mut all = of_a.keys().chain(of_b.keys());
    all.find_map(|at| {
        let same = match (of_a.get(at), of_b.get(at)) {
            // (Objects have other numbers in each run.)
            (Some((Value::Pointer(_), _)), Some((Value::Pointer(_), _))) => true,
            (x, y) => x.map(|x| x.0) == y.map(|y| y.0),
        };
        let var = of_a.get(at).or_else(|| of_b.get(at))?.1;
        (!same).then_some((var, at.1))
    })
}

/// What a run has written, and its last values.
fn left(m: &Machine<'_>, but: &HashSet<VarId>) -> HashMap<(u64, i64), (Value, VarId)> {
    let mut all = HashMap::new();
    for a in m.trace.accesses.iter().filter(|a| a.write) {
        let object = m.trace.objects[a.place.object as usize];
        let counts = matches!(object.origin, Origin::Var(_) | Origin::Behind(_));
        if let Some(v) = object.var.filter(|v| counts && !but.contains(v))
            && let Some(value) = m.memory.get(&a.place)
        {
            all.insert((object.id, a.place.offset), (*value, v));
        }
    }
    all
}
