//! Statements of a run.

use super::machine::Machine;
use super::tiled::Nest;
use super::trace::Step;
use super::value::{Run, Stop, Value, binary, cast, modulus, unknown, wrap};
use accrs_frontend::region::{BinaryOp, Canonical, For, LoopCmp, LoopId, Stmt, StmtKind, VarId};

/// How a statement ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Flow {
    Next,
    Break,
    Continue,
    Return(Value),
}

/// Iterations of a loop that isn't counted.
const MOST_ROUNDS: u32 = 40;

impl<'u> Machine<'u> {
    pub fn body(&mut self, stmts: &'u [Stmt]) -> Run<Flow> {
        for (n, s) in stmts.iter().enumerate() {
            let flow = self.at(Step::At(n as u32), |m| m.statement(s))?;
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    pub fn statement(&mut self, s: &'u Stmt) -> Run<Flow> {
        self.step()?;
        if let Some((nest, change)) = self.in_tiles.get(&s.id).copied() {
            return match nest {
                Nest::Blocked(nest) => self.blocked(s.id, nest, change),
                Nest::Jammed(nest) => self.jammed(s.id, nest, change),
                Nest::Ahead(nest) => self.ahead(s.id, nest, change),
            };
        }
        if self.marked.contains(&s.id) {
            return self.at(Step::Mark(s.id), |m| m.inside(s));
        }
        self.inside(s)
    }

    fn inside(&mut self, s: &'u Stmt) -> Run<Flow> {
        (self.stmt, self.span) = (s.id, s.span);
        match &s.kind {
            StmtKind::Empty | StmtKind::Cache(_) => {}
            StmtKind::Expr(e) => {
                self.value(e)?;
            }
            StmtKind::Decl(all) => {
                for d in all {
                    if d.is_static {
                        return unknown("a static variable");
                    }
                    let place = self.declare(d.var);
                    if let Some(init) = &d.init {
                        self.initialise(place, self.unit.var(d.var).ty, init)?;
                    }
                }
            }
            StmtKind::Block(all) => return self.body(all),
            StmtKind::If { cond, then, els } => {
                let which = self.at(Step::At(0), |m| m.value(cond)?.is_true())?;
                return match (which, els) {
                    (true, _) => self.at(Step::At(1), |m| m.statement(then)),
                    (false, Some(els)) => self.at(Step::At(2), |m| m.statement(els)),
                    (false, None) => Ok(Flow::Next),
                };
            }
            StmtKind::For(l) => return self.for_loop(l),
            StmtKind::While { cond, body } => {
                return self.rounds(|m| {
                    let on = m.at(Step::At(0), |m| m.value(cond)?.is_true())?;
                    if !on {
                        return Ok(Flow::Break);
                    }
                    m.at(Step::At(1), |m| m.statement(body))
                });
            }
            StmtKind::DoWhile { body, cond } => {
                return self.rounds(|m| {
                    let flow = m.at(Step::At(0), |m| m.statement(body))?;
                    if matches!(flow, Flow::Break | Flow::Return(_)) {
                        return Ok(flow);
                    }
                    let on = m.at(Step::At(1), |m| m.value(cond)?.is_true())?;
                    Ok(if on { Flow::Next } else { Flow::Break })
                });
            }
            StmtKind::Switch { value, body } => return self.switch(value, body),
            StmtKind::Case { body, .. }
            | StmtKind::Default(body)
            | StmtKind::Label { body, .. } => {
                return self.statement(body);
            }
            StmtKind::Goto(_) => return unknown("goto"),
            StmtKind::Break => return Ok(Flow::Break),
            StmtKind::Continue => return Ok(Flow::Continue),
            StmtKind::Return(None) => return Ok(Flow::Return(Value::Nothing)),
            StmtKind::Return(Some(e)) => return Ok(Flow::Return(self.value(e)?)),
            StmtKind::Atomic { body, .. } => {
                let before = std::mem::replace(&mut self.atomic, true);
                let flow = self.statement(body);
                self.atomic = before;
                return flow;
            }
        }
        Ok(Flow::Next)
    }

    fn switch(&mut self, value: &'u accrs_frontend::region::Expr, body: &'u Stmt) -> Run<Flow> {
        let n = self.at(Step::At(0), |m| m.value(value))?.int()?;
        let StmtKind::Block(all) = &body.kind else {
            return unknown("a switch without a block");
        };
        let mut found = None;
        let mut default = None;
        for (at, s) in all.iter().enumerate() {
            let mut label = s;
            loop {
                label = match &label.kind {
                    StmtKind::Case { low, high, body } => {
                        let low = self.silently(|m| m.value(low))?.int()?;
                        let high = match high {
                            Some(e) => self.silently(|m| m.value(e))?.int()?,
                            None => low,
                        };
                        if found.is_none() && (low..=high).contains(&n) {
                            found = Some(at);
                        }
                        body
                    }
                    StmtKind::Default(body) => {
                        default = Some(at);
                        body
                    }
                    _ => break,
                };
            }
        }
        let Some(from) = found.or(default) else {
            return Ok(Flow::Next);
        };
        for (at, s) in all.iter().enumerate().skip(from) {
            match self.at(Step::At(at as u32 + 1), |m| m.statement(s))? {
                Flow::Next => {}
                Flow::Break => return Ok(Flow::Next),
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    /// Runs a body until it breaks, or often enough.
    fn rounds(&mut self, mut body: impl FnMut(&mut Self) -> Run<Flow>) -> Run<Flow> {
        for n in 0..MOST_ROUNDS {
            self.step()?;
            match self.at(Step::Round(n), &mut body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => break,
                flow @ Flow::Return(_) => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    fn for_loop(&mut self, l: &'u For) -> Run<Flow> {
        if let Some(head) = &l.canonical {
            let first_only = self.hands_on(l);
            return self.counted(l.id, head, first_only, &mut |m| m.statement(&l.body));
        }
        if let Some(init) = &l.init {
            self.at(Step::At(0), |m| m.statement(init))?;
        }
        self.at(Step::At(1), |m| {
            m.rounds(|m| {
                if let Some(cond) = &l.cond
                    && !m.at(Step::At(0), |m| m.value(cond)?.is_true())?
                {
                    return Ok(Flow::Break);
                }
                let flow = m.at(Step::At(1), |m| m.statement(&l.body))?;
                if !matches!(flow, Flow::Break | Flow::Return(_))
                    && let Some(inc) = &l.inc
                {
                    m.at(Step::At(2), |m| m.value(inc))?;
                }
                Ok(flow)
            })
        })
    }

    /// A counted loop: its head at the first place, its iterations at the second, and what is left in its variable at the third.
    pub fn counted(
        &mut self,
        id: LoopId,
        head: &'u Canonical,
        first_only: bool,
        body: &mut dyn FnMut(&mut Self) -> Run<Flow>,
    ) -> Run<Flow> {
        let outer = self.places.get(&head.var).copied();
        let (values, last) = self.at(Step::At(0), |m| m.values(head, first_only))?;
        let place = self.place_of(head.var)?;
        self.counting.push(head.var);
        let turns = self.at(Step::At(1), |m| {
            for (n, value) in values.iter().enumerate() {
                m.step()?;
                m.memory.insert(place, *value);
                let number = match value {
                    Value::Int(n) => *n as i64,
                    _ => n as i64,
                };
                let step = Step::Turn {
                    id,
                    n: n as u32,
                    value: number,
                };
                match m.at(step, &mut *body)? {
                    Flow::Next | Flow::Continue => {}
                    flow => return Ok(flow),
                }
            }
            Ok(Flow::Next)
        });
        self.counting.pop();
        match turns? {
            flow @ Flow::Return(_) => return Ok(flow),
            Flow::Next => {
                self.memory.insert(place, last);
            }
            _ => {}
        }
        if head.declared {
            match outer {
                Some(object) => self.places.insert(head.var, object),
                None => self.places.remove(&head.var),
            };
        } else {
            self.at(Step::At(2), |m| {
                m.note(place, true, false);
                Ok(())
            })?;
        }
        Ok(Flow::Next)
    }

    /// The values of the loop's variable in the iterations that run, and what it holds behind the last one of all.
    pub fn values(&mut self, head: &'u Canonical, first_only: bool) -> Run<(Vec<Value>, Value)> {
        let types = &self.unit.types;
        let ty = self.unit.var(head.var).ty;
        let lower = self.value(&head.lower)?;
        let place = match head.declared {
            true => self.declare(head.var),
            false => self.place_of(head.var)?,
        };
        if !head.declared {
            self.note(place, true, false);
        }
        // (The upper bound doesn't read the variable.)
        let upper = self.value(&head.upper)?;
        let step = self.value(&head.step)?.int()?;
        let step = if head.down { -step } else { step };
        if step == 0 {
            return Err(Stop::Undefined("a loop without a step"));
        }
        let first_only = first_only || self.given.first_only;
        let turns = self.given.turns as usize;
        let (Value::Int(from), Value::Int(to)) = (lower, upper) else {
            return self.along(head, (lower, upper), step as i64);
        };
        let from = wrap(types, ty, from);
        let compared = |n: i128| wrap(types, head.upper.ty, n);
        let count = trips(head.cmp, compared(from), to, step, modulus(types, ty));
        let count = count.ok_or(Stop::Undefined("a loop without an end"))?;
        let at = |n: i128| Value::Int(wrap(types, ty, from + n * step));
        let values: Vec<Value> = match usize::try_from(count) {
            Ok(few) if few <= turns => (0..count).map(at).collect(),
            _ => {
                self.trace.cut = true;
                let ends = if first_only { 0 } else { turns / 3 };
                let begin = (turns - ends) as i128;
                let all = (0..begin).chain(count - ends as i128..count);
                all.map(at).collect()
            }
        };
        Ok((values, at(count)))
    }

    /// A loop whose variable is a pointer.
    fn along(
        &mut self,
        head: &'u Canonical,
        (from, to): (Value, Value),
        step: i64,
    ) -> Run<(Vec<Value>, Value)> {
        let ty = self.unit.var(head.var).ty;
        let mut at = from;
        let mut values = Vec::new();
        while let (Value::Pointer(p), Value::Pointer(q)) = (at, to) {
            let on = match head.cmp {
                LoopCmp::Lt => p < q,
                LoopCmp::Le => p <= q,
                LoopCmp::Gt => p > q,
                LoopCmp::Ge => p >= q,
                LoopCmp::Ne => p != q,
            };
            let many = values.len() >= self.given.turns as usize;
            self.trace.cut |= many;
            if !on || many {
                return Ok((values, at));
            }
            values.push(at);
            at = self.moved(at, ty, step)?;
        }
        unknown("a loop over something else")
    }
}

/// How often a loop runs; `None`: C doesn't say, or it doesn't end.
fn trips(cmp: LoopCmp, from: i128, to: i128, step: i128, modulus: Option<i128>) -> Option<i128> {
    let (far, toward) = match cmp {
        LoopCmp::Lt => (to - from, step > 0),
        LoopCmp::Le => (to - from + 1, step > 0),
        LoopCmp::Gt => (from - to, step < 0),
        LoopCmp::Ge => (from - to + 1, step < 0),
        LoopCmp::Ne => {
            let far = (to - from) * step.signum();
            let far = if far < 0 { far + modulus? } else { far };
            return (far % step.abs() == 0).then_some(far / step.abs());
        }
    };
    match (far > 0, toward) {
        (false, _) => Some(0),
        (true, true) => Some((far + step.abs() - 1) / step.abs()),
        (true, false) => None,
    }
}

impl<'u> Machine<'u> {
    /// Keeps variables' objects as they are around `f`.
    pub fn with_own<T>(&mut self, own: &[VarId], f: impl FnOnce(&mut Self) -> Run<T>) -> Run<T> {
        let before: Vec<(VarId, Option<u32>)> = own
            .iter()
            .map(|v| (*v, self.places.get(v).copied()))
            .collect();
        own.iter().for_each(|v| {
            self.declare(*v);
        });
        let result = f(self);
        for (v, object) in before {
            match object {
                Some(object) => self.places.insert(v, object),
                None => self.places.remove(&v),
            };
        }
        result
    }

    /// The loop's end, with the variable of the loop around it at a value.
    pub fn end_of(&mut self, head: &'u Canonical, outer: VarId, value: i64) -> Run<i64> {
        self.with_own(&[outer], |m| {
            m.silently(|m| {
                let place = m.place_of(outer)?;
                m.memory.insert(place, Value::Int(value.into()));
                let end = m.value(&head.upper)?;
                let by = i128::from(head.cmp == LoopCmp::Le);
                let int = m.unit.types.long();
                let end = binary(
                    &m.unit.types,
                    BinaryOp::Add,
                    int,
                    cast(&m.unit.types, int, end)?,
                    Value::Int(by),
                )?;
                Ok(end.int()? as i64)
            })
        })
    }
}
