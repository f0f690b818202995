//! Loops in order of which the cores take some iterations' sums together. They are run in the place of the user's loops and must leave what those leave.

use super::jammed::{Lane, TOGETHER, turn};
use super::machine::Machine;
use super::stmt::Flow;
use super::tiled::{Change, LANES, ROWS};
use super::trace::{Place, Step};
use super::value::{Run, Value};
use accrs_frontend::region::{Expr, ExprKind, StmtId, VarId};
use accrs_lowering::plan::{Ahead, SumAhead};

/// Names each part of the plan of a loop.
fn parts_of(a: &Ahead) {
    let Ahead {
        // What runs.
        head: _,
        before: _,
        inner: _,
        inner_head: _,
        sums: _,
        falling: _,
        behind: _,
        body: _,
        expanded: _,
        own: _,
        counters: _,
        // How many at a time, and how it is written.
        id: _,
        together: _,
        lanes: _,
        // When it runs.
        apart: _,
    } = a;
}

/// An element that is in a register, and where it is else.
type Register<'u> = (Place, Place, &'u Expr);

impl<'u> Machine<'u> {
    /// Runs a loop of the cores, with the sums of some iterations together.
    pub fn ahead(&mut self, stmt: StmtId, a: &'u Ahead, change: Change) -> Run<Flow> {
        parts_of(a);
        let var = a.head.var;
        let expanded: Vec<VarId> = a.expanded.iter().copied().collect();
        let own: Vec<VarId> = a.own.iter().chain(&a.counters).copied().collect();
        let (values, _) = self.silently(|m| m.with_own(&[var], |m| m.values(&a.head, true)))?;
        let few = TOGETHER.min(a.together as usize);
        self.at(Step::Mark(stmt), |m| {
            for (n, part) in values.chunks(few).enumerate() {
                m.at(turn(ROWS, n, part[0]), |m| {
                    m.with_own(&own, |m| match part.len() == few {
                        true => m.in_lanes_of(&expanded, part, |m, lanes| {
                            m.sums_ahead(a, lanes, change)
                        }),
                        false => m.left_over(a, part),
                    })
                })?;
            }
            Ok(Flow::Next)
        })
    }

    fn left_over(&mut self, a: &'u Ahead, values: &[Value]) -> Run<()> {
        for (n, value) in values.iter().enumerate() {
            self.at(turn(LANES, n, *value), |m| {
                m.lane(a.head.var, *value, &[], |m| {
                    m.statement(&a.body).map(|_| ())
                })
            })?;
        }
        Ok(())
    }

    fn sums_ahead(&mut self, a: &'u Ahead, lanes: &mut [Lane], change: Change) -> Run<()> {
        let var = a.head.var;
        self.at(Step::At(0), |m| {
            m.each_lane((var, &a.before.own), lanes, &mut |m, _| {
                m.body(&a.before.stmts).map(|_| ())
            })
        })?;
        let mut terms: Vec<Vec<Value>> = Vec::new();
        self.each_lane((var, &[]), lanes, &mut |m, _| {
            let head = &a.inner_head;
            let (values, _) = m.silently(|m| m.with_own(&[head.var], |m| m.values(head, true)))?;
            terms.push(values);
            Ok(())
        })?;
        let ends = [terms.first(), terms.last()].map(|t| t.map_or(0, Vec::len));
        let all = match (a.inner_head.upper.mentions(var), a.falling) {
            (true, true) => ends[1],
            _ => ends[0],
        };
        let far = |n: usize| {
            if change == Change::TooFar {
                terms[n].len()
            } else {
                all
            }
        };
        let most = (0..terms.len()).map(far).max().unwrap_or(0);
        let mut registers: Vec<Vec<Register<'u>>> = Vec::new();
        if most > 0 {
            self.each_lane((var, &[]), lanes, &mut |m, _| {
                let depth = m.registers.len();
                registers.push(m.load_all(elements(&a.sums).map(|e| (e, true)))?);
                m.registers.truncate(depth);
                Ok(())
            })?;
        }
        for k in 0..most {
            self.at(Step::Round(k as u32), |m| {
                m.each_lane((var, &[]), lanes, &mut |m, n| match terms[n].get(k) {
                    Some(value) if k < far(n) => m.terms(a, *value, &registers[n]),
                    _ => Ok(()),
                })
            })?;
        }
        self.each_lane((var, &a.behind.own), lanes, &mut |m, n| {
            let own = registers.get(n).map_or(&[][..], Vec::as_slice);
            m.store_all(own)
        })?;
        self.at(Step::At(1), |m| {
            m.each_lane((var, &a.behind.own), lanes, &mut |m, n| {
                for (k, value) in terms[n].iter().enumerate().skip(far(n)) {
                    m.at(Step::Round(k as u32), |m| m.terms(a, *value, &[]))?;
                }
                m.at(Step::At(2), |m| m.body(&a.behind.stmts).map(|_| ()))
            })
        })
    }

    /// An iteration of the loop that sums up, with elements in registers.
    fn terms(&mut self, a: &'u Ahead, value: Value, own: &[Register<'u>]) -> Run<()> {
        let depth = self.registers.len();
        self.registers
            .extend(own.iter().map(|(_, register, e)| (*e, *register)));
        let var = a.inner_head.var;
        let done = self.with_own(&[var], |m| {
            m.declare(var);
            let place = m.place_of(var)?;
            m.memory.insert(place, value);
            for (n, s) in a.sums.iter().enumerate() {
                m.at(Step::At(n as u32), |m| m.statement(&s.stmt))?;
            }
            Ok(())
        });
        self.registers.truncate(depth);
        done
    }
}

/// The elements in which sums are; scalars each iteration has of its own.
fn elements(sums: &[SumAhead]) -> impl Iterator<Item = &Expr> {
    let all = sums.iter().map(|s| &s.target);
    all.filter(|t| !matches!(t.kind, ExprKind::Var(_)))
}
