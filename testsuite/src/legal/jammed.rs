//! Loops of which the cores run some iterations together. As tiles, they are run in the place of the user's loops and must leave what those leave, and
//! iterations must not be in each other's way.

use super::machine::Machine;
use super::stmt::Flow;
use super::tiled::{Change, LANES, OUTER, ROWS};
use super::trace::Step;
use super::value::{Run, Value};
use accrs_frontend::region::{ExprId, For, LoopId, StmtId, VarId};
use accrs_lowering::plan::{JamStep, Jammed, LaneCopies};
use std::collections::HashMap;

/// So many iterations go together here: how many doesn't matter to whether it is right, and runs are short.
pub const TOGETHER: usize = 3;

/// An iteration among those that go together: the value of the loop's variable, and where its scalars are.
pub struct Lane {
    pub value: Value,
    places: HashMap<VarId, u32>,
    /// The elements that it holds while a loop runs.
    held: HashMap<ExprId, Value>,
}

/// Names each part of the plan of a loop.
fn parts_of(j: &Jammed) {
    let Jammed {
        // What runs.
        outer: _,
        head: _,
        steps: _,
        body: _,
        expanded: _,
        own: _,
        counters: _,
        // How many at a time, and how it is written.
        id: _,
        lanes: _,
        scattered: _,
        // When it runs.
        apart: _,
        worth: _,
    } = j;
}

impl<'u> Machine<'u> {
    /// Runs a loop of the cores, some iterations together.
    pub fn jammed(&mut self, stmt: StmtId, j: &'u Jammed, change: Change) -> Run<Flow> {
        parts_of(j);
        self.at(Step::Mark(stmt), |m| m.around_jam(j, 0, change))
    }

    fn around_jam(&mut self, j: &'u Jammed, depth: usize, change: Change) -> Run<Flow> {
        if let Some(head) = j.outer.get(depth) {
            let id = LoopId(OUTER + depth as u32);
            return self.own_loop(id, head, &mut |m| m.around_jam(j, depth + 1, change));
        }
        let own: Vec<VarId> = j.own.iter().chain(&j.counters).copied().collect();
        let (values, _) =
            self.silently(|m| m.with_own(&[j.head.var], |m| m.values(&j.head, true)))?;
        for (n, part) in values.chunks(TOGETHER).enumerate() {
            self.at(turn(ROWS, n, part[0]), |m| {
                if part.len() == TOGETHER {
                    return m.together(j, part, change);
                }
                for (n, value) in part.iter().enumerate() {
                    m.at(turn(LANES, n, *value), |m| {
                        m.with_own(&own, |m| {
                            m.lane(j.head.var, *value, &[], |m| {
                                m.statement(&j.body).map(|_| ())
                            })
                        })
                    })?;
                }
                Ok(())
            })?;
        }
        Ok(Flow::Next)
    }

    fn together(&mut self, j: &'u Jammed, values: &[Value], change: Change) -> Run<()> {
        let expanded: Vec<VarId> = j.expanded.iter().copied().collect();
        self.in_lanes_of(&expanded, values, |m, lanes| {
            m.jam_steps(j, &j.steps, lanes, change)
        })
    }

    /// Iterations that go together, each with scalars of its own.
    pub fn in_lanes_of(
        &mut self,
        expanded: &[VarId],
        values: &[Value],
        f: impl FnOnce(&mut Self, &mut [Lane]) -> Run<()>,
    ) -> Run<()> {
        self.with_own(expanded, |m| {
            let mut lanes: Vec<Lane> = Vec::new();
            for value in values {
                for v in expanded {
                    m.declare(*v);
                }
                lanes.push(Lane {
                    value: *value,
                    places: m.places_of(expanded),
                    held: HashMap::new(),
                });
            }
            f(m, &mut lanes)
        })
    }

    fn jam_steps(
        &mut self,
        j: &'u Jammed,
        steps: &'u [JamStep],
        lanes: &mut [Lane],
        change: Change,
    ) -> Run<()> {
        for (n, s) in steps.iter().enumerate() {
            self.step()?;
            self.at(Step::At(n as u32), |m| match s {
                JamStep::Lanes { own, stmts } => {
                    let var = j.head.var;
                    m.each_lane((var, own), lanes, &mut |m, _| m.body(stmts).map(|_| ()))
                }
                JamStep::Loop { head, held, body } => {
                    m.hold(j.head.var, head, held, lanes)?;
                    m.jam_loop(head, change, &mut |m| m.jam_steps(j, body, lanes, change))?;
                    lanes.iter_mut().for_each(|lane| lane.held.clear());
                    Ok(())
                }
                JamStep::If { cond, then, els } => {
                    let which = m.at(Step::At(0), |m| m.value(cond)?.is_true())?;
                    let steps = if which { then } else { els };
                    m.at(Step::At(1), |m| m.jam_steps(j, steps, lanes, change))
                }
            })?;
        }
        Ok(())
    }

    /// Each lane reads what it holds while a loop runs, if that has an iteration.
    fn hold(
        &mut self,
        var: VarId,
        l: &'u For,
        held: &'u [LaneCopies],
        lanes: &mut [Lane],
    ) -> Run<()> {
        let Some(head) = l.canonical.as_ref().filter(|_| !held.is_empty()) else {
            return Ok(());
        };
        let (values, _) = self.silently(|m| m.with_own(&[head.var], |m| m.values(head, true)))?;
        if values.is_empty() {
            return Ok(());
        }
        let mut all: Vec<HashMap<ExprId, Value>> = Vec::new();
        self.each_lane((var, &[]), lanes, &mut |m, _| {
            let mut own = HashMap::new();
            for h in held {
                let value = m.value(&h.element)?;
                own.extend(h.places.iter().map(|id| (*id, value)));
            }
            all.push(own);
            Ok(())
        })?;
        for (lane, own) in lanes.iter_mut().zip(all) {
            lane.held = own;
        }
        Ok(())
    }

    /// A loop with the same iterations in all lanes.
    fn jam_loop(
        &mut self,
        l: &'u For,
        change: Change,
        body: &mut dyn FnMut(&mut Self) -> Run<()>,
    ) -> Run<()> {
        let Some(head) = &l.canonical else {
            return Ok(());
        };
        let mut own = |m: &mut Self| {
            body(m)?;
            Ok(Flow::Next)
        };
        if change != Change::Backwards {
            self.own_loop(l.id, head, &mut own)?;
            return Ok(());
        }
        let (values, _) = self.silently(|m| m.with_own(&[head.var], |m| m.values(head, true)))?;
        self.with_own(&[head.var], |m| {
            let place = m.place_of(head.var)?;
            for (n, value) in values.iter().rev().enumerate() {
                m.memory.insert(place, *value);
                m.at(Step::Round(n as u32), &mut own)?;
            }
            Ok(())
        })
    }

    /// Something for each lane of the loop of `var`, one after the other.
    pub fn each_lane(
        &mut self,
        (var, own): (VarId, &[VarId]),
        lanes: &mut [Lane],
        f: &mut dyn FnMut(&mut Self, usize) -> Run<()>,
    ) -> Run<()> {
        for (n, lane) in lanes.iter_mut().enumerate() {
            let expanded: Vec<VarId> = lane.places.keys().copied().collect();
            for (v, object) in &lane.places {
                self.places.insert(*v, *object);
            }
            self.held.clone_from(&lane.held);
            let run = self.at(turn(LANES, n, lane.value), |m| {
                m.lane(var, lane.value, own, |m| f(m, n))
            });
            self.held.clear();
            run?;
            // A declaration makes a new one.
            lane.places = self.places_of(&expanded);
        }
        Ok(())
    }

    /// With the loop's variable at a value.
    pub fn lane(
        &mut self,
        var: VarId,
        value: Value,
        own: &[VarId],
        f: impl FnOnce(&mut Self) -> Run<()>,
    ) -> Run<()> {
        let own: Vec<VarId> = own.iter().chain([&var]).copied().collect();
        self.with_own(&own, |m| {
            let place = m.place_of(var)?;
            m.memory.insert(place, value);
            f(m)
        })
    }

    fn places_of(&self, vars: &[VarId]) -> HashMap<VarId, u32> {
        let of = |v: &VarId| Some((*v, *self.places.get(v)?));
        vars.iter().filter_map(of).collect()
    }
}

pub fn turn(id: LoopId, n: usize, value: Value) -> Step {
    let value = match value {
        Value::Int(n) => n as i64,
        _ => n as i64,
    };
    Step::Turn {
        id,
        n: n as u32,
        value,
    }
}
