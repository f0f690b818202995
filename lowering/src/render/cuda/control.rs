//! Conditions and sequential loops around loops of other levels: uniform, or under a predicate.

use super::effects::Effects;
use super::exec::{Body, Hazard, Place, declared, inside};
use super::loops::ends_here;
use accrs_frontend::region::{Expr, For, Stmt, StmtKind, VarId};

impl Body<'_> {
    /// A construct that other levels of parallelism, or an exit, stand in.
    pub(super) fn structural(&mut self, s: &Stmt, at: &Place) {
        self.span = s.span;
        match &s.kind {
            StmtKind::Block(stmts) => {
                let names: Vec<VarId> = stmts.iter().flat_map(declared).collect();
                if names.is_empty() {
                    return self.seq(stmts, at);
                }
                self.out.open("{");
                self.seq(stmts, at);
                self.out.close("}");
            }
            StmtKind::For(f) => match self.partitioned(f) {
                Some(plan) => self.partition(f, plan, at),
                None => self.sequential(f, at),
            },
            StmtKind::If { cond, then, els } => self.condition(cond, then, els.as_deref(), at),
            StmtKind::While { cond, body } => self.repeat(Some(cond), None, body, false, at),
            StmtKind::DoWhile { body, cond } => self.repeat(Some(cond), None, body, true, at),
            StmtKind::Break => self.exit(&at.on_break, "break;", at),
            StmtKind::Continue => self.exit(&at.on_continue, "continue;", at),
            StmtKind::Switch { value, body } => super::switch::switch(self, value, body, at),
            StmtKind::Return(value) => self.leave(value.as_ref(), at),
            StmtKind::Atomic { .. } => {
                self.refuse_nest("a routine with parallel loops called in an atomic statement");
            }
            _ => self.refuse_nest("a jump between loops of other levels"),
        }
    }

    /// Effects of an expression that all threads must agree on.
    pub(super) fn uniform_expr(&mut self, e: &Expr) -> Effects {
        let effects = self.watch().expr(e);
        if effects.once() {
            self.refuse_nest("a condition with side effects around loops of other levels");
        }
        effects
    }

    pub(super) fn condition(&mut self, cond: &Expr, then: &Stmt, els: Option<&Stmt>, at: &Place) {
        let e = self.uniform_expr(cond);
        self.before_all(&e);
        let Some(outer) = &at.active else {
            self.out.open(format!("if ({}) {{", self.p.expr(cond)));
            let start = self.hazard;
            self.seq(inside(then), at);
            let end = std::mem::replace(&mut self.hazard, start);
            if let Some(els) = els {
                self.out.between("} else {");
                self.seq(inside(els), at);
            }
            self.out.close("}");
            self.hazard = self.hazard.or(end);
            return;
        };
        let yes = self.names.unique("active");
        let killed = |s: &Stmt| !ends_here(s);
        let word = predicate(killed(then));
        let cond = self.p.operand(cond, 6);
        self.out.line(format!("{word} {yes} = {outer} && {cond};"));
        self.out.open("{");
        self.seq(inside(then), &at.under(yes.clone()));
        self.out.close("}");
        if let Some(els) = els {
            let no = self.names.unique("active");
            let word = predicate(killed(els));
            // Threads that have left in the first branch are no longer in `outer`.
            self.out.line(format!("{word} {no} = {outer} && !{yes};"));
            self.out.open("{");
            self.seq(inside(els), &at.under(no));
            self.out.close("}");
        }
    }

    /// `break` or `continue`: a jump, where all threads take it; else the thread is out of the
    /// predicates up to what it leaves.
    fn exit(&mut self, predicates: &[String], jump: &str, at: &Place) {
        let Some(active) = &at.active else {
            self.exits = self.exits.or(self.hazard);
            return self.out.line(jump);
        };
        if predicates.is_empty() {
            return self
                .refuse_nest("leaving a loop from inside a worker loop that needs barriers");
        }
        // The innermost predicate last: it is the guard.
        let others: Vec<&str> = predicates
            .iter()
            .map(String::as_str)
            .filter(|p| p != active)
            .collect();
        let mut all = others.join(" = ");
        if !all.is_empty() {
            all.push_str(" = ");
        }
        self.out.open(format!("if ({active}) {{"));
        self.out.line(format!("{all}{active} = false;"));
        self.out.close("}");
    }

    pub(super) fn sequential(&mut self, f: &For, at: &Place) {
        self.out.open("{");
        if let Some(plan) = self.loops.and_then(|l| l.get(&f.id)) {
            self.privates(plan, &f.body, at);
        }
        if let Some(init) = &f.init {
            self.seq(std::slice::from_ref(&**init), at);
        }
        self.repeat(f.cond.as_ref(), f.inc.as_ref(), &f.body, false, at);
        self.out.close("}");
    }

    /// A sequential loop whose body has loops of other levels.
    pub(super) fn repeat(
        &mut self,
        cond: Option<&Expr>,
        inc: Option<&Expr>,
        body: &Stmt,
        last: bool,
        at: &Place,
    ) {
        let outer_exits = std::mem::take(&mut self.exits);
        let start = self.hazard;
        let (end, barriers) = self.rehearse(|b| b.iteration(cond, inc, body, last, at, false));
        self.hazard = self.hazard.or(end);
        let barriers = barriers > 0 || {
            let (_, again) = self.rehearse(|b| b.iteration(cond, inc, body, last, at, false));
            again > 0
        };
        self.iteration(cond, inc, body, last, at, barriers);
        self.hazard = self.hazard.or(self.exits);
        if !last {
            // Without any iteration nothing has passed a barrier.
            self.hazard = self.hazard.or(start);
        }
        self.exits = outer_exits;
    }

    pub(super) fn iteration(
        &mut self,
        cond: Option<&Expr>,
        inc: Option<&Expr>,
        body: &Stmt,
        last: bool,
        at: &Place,
        padded: bool,
    ) {
        let effects = cond.map(|c| self.uniform_expr(c)).unwrap_or_default();
        let step = inc.map(|i| self.uniform_expr(i)).unwrap_or_default();
        let text = cond.map_or("true".to_string(), |c| self.p.expr(c));
        let stepped = inc.map_or(String::new(), |i| self.p.discarded(i));
        if let (Some(outer), true) = (&at.active, padded) {
            return self.padded_iteration(
                cond,
                (&stepped, &step),
                body,
                last,
                (outer, at, &effects),
            );
        }
        let guard = at.active.clone();
        if let Some(active) = &guard {
            self.out.open(format!("if ({active}) {{"));
        }
        let inner = Place {
            active: None,
            on_break: Vec::new(),
            on_continue: Vec::new(),
            ..at.clone()
        };
        let reads = effects.reads || step.reads;
        self.rolled(cond.into_iter().chain(inc), body);
        if last {
            self.out.open("do {");
            self.seq(inside(body), &inner);
            self.before_all(&effects);
            self.out.close(format!("}} while ({text});"));
        } else if reads {
            // The condition is a read by all threads, after whatever the body wrote.
            self.out.open(format!("for (; ; {stepped}) {{"));
            self.before_all(&effects);
            self.before_all(&step);
            self.out.line(format!("if (!({text})) break;"));
            self.seq(inside(body), &inner);
            self.out.close("}");
        } else {
            let head = if stepped.is_empty() {
                format!("while ({text}) {{")
            } else {
                format!("for (; {text}; {stepped}) {{")
            };
            self.out.open(head);
            self.seq(inside(body), &inner);
            self.out.close("}");
        }
        if guard.is_some() {
            self.out.close("}");
        }
    }

    /// A sequential loop that threads go through together, as long as one of them is in it: `on`
    /// tells which are, `turn` which are still in the iteration.
    fn padded_iteration(
        &mut self,
        cond: Option<&Expr>,
        (inc, step): (&str, &Effects),
        body: &Stmt,
        last: bool,
        (outer, at, effects): (&str, &Place, &Effects),
    ) {
        let on = self.names.unique("active");
        let cond = cond.map_or("true".to_string(), |c| self.p.operand(c, 6));
        let turn = if ends_here(body) {
            on.clone()
        } else {
            self.names.unique("turn")
        };
        if last {
            self.out.line(format!("bool {on} = {outer};"));
            self.out.open("do {");
        } else {
            self.before_all(effects);
            self.out.open(format!(
                "for (bool {on} = {outer}; __syncthreads_or({on} = {on} && {cond}); ) {{"
            ));
        }
        self.barriers += 1;
        self.hazard = Hazard::default();
        if turn != on {
            self.out.line(format!("bool {turn} = {on};"));
        }
        let mut on_break = vec![on.clone()];
        if turn != on {
            on_break.push(turn.clone());
        }
        let inner = Place {
            active: Some(turn.clone()),
            on_break,
            on_continue: vec![turn],
            ..at.clone()
        };
        self.seq(inside(body), &inner);
        self.before_all(step);
        if !inc.is_empty() {
            self.out.open(format!("if ({on}) {{"));
            self.out.line(format!("{inc};"));
            self.out.close("}");
        }
        self.before_all(effects);
        if last {
            self.out.close(format!(
                "}} while (__syncthreads_or({on} = {on} && {cond}));"
            ));
            self.hazard = Hazard::default();
        } else {
            self.out.close("}");
        }
    }
}

/// How a predicate is declared: it changes where threads leave.
pub(super) fn predicate(changes: bool) -> &'static str {
    if changes { "bool" } else { "const bool" }
}
