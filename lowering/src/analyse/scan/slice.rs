//! The part of a construct's code that says which elements are touched.
//!
//! The code is walked until nothing new comes up: an expression that stays may depend on a scalar that the construct assigns, then the
//! assignments to it stay too, with what they depend on.

use super::super::collect::resolve;
use super::super::facts::Facts;
use super::{Loop, Scan, Step, Unscanned, accesses, assigned, assigns, is_counted, targets};
use accrs_frontend::region::place::{self, Place, Step as Part};
use accrs_frontend::region::{
    BinaryOp, Expr, ExprKind, For, Stmt, StmtKind, Storage, UnaryOp, VarId,
};
use indexmap::{IndexMap, IndexSet};
use std::collections::HashSet;

pub(super) struct Slice<'f, 'a> {
    pub facts: &'f Facts<'a>,
    /// What it points to is in question.
    pub var: VarId,
    pub evaluable: &'f dyn Fn(&Expr) -> bool,
    /// Scalars that the construct assigns and that matter.
    pub kept: IndexSet<VarId>,
    /// The memory that is read, with the places where it is.
    pub reads: IndexMap<VarId, Vec<Expr>>,
    /// The accesses that have been met.
    met: HashSet<*const Expr>,
}

type Outcome = Result<(), Unscanned>;

impl<'f, 'a> Slice<'f, 'a> {
    pub fn new(facts: &'f Facts<'a>, var: VarId, evaluable: &'f dyn Fn(&Expr) -> bool) -> Self {
        Self {
            facts,
            var,
            evaluable,
            kept: IndexSet::new(),
            reads: IndexMap::new(),
            met: HashSet::new(),
        }
    }

    /// The steps, once all is known that matters.
    pub fn settled(&mut self) -> Result<Vec<Step>, Unscanned> {
        loop {
            let known = self.kept.len();
            self.met.clear();
            let mut steps = Vec::new();
            for s in self.facts.code.clone() {
                self.stmt(s, &mut steps)?;
            }
            self.check(&steps)?;
            if self.kept.len() > known {
                continue;
            }
            let all = accesses(self.facts, self.var);
            let mut missed = all.filter(|a| !self.met.contains(&std::ptr::from_ref(a.what)));
            return match missed.next() {
                None => Ok(steps),
                Some(_) => Err(Unscanned::Way),
            };
        }
    }

    /// The scan's own variables, and which of them start with the host's values.
    pub fn own(&self) -> Result<IndexMap<VarId, bool>, Unscanned> {
        let unit = self.facts.unit;
        let start = |v: &VarId| {
            let addressed = (self.facts.uses().get(*v)).is_some_and(|u| u.address.is_some());
            let outside = unit.var(*v).storage != Storage::Region;
            let exposed = self.facts.exposed().contains_key(v);
            match addressed || !is_counted(unit, *v) {
                true => Err(self.variable(*v)),
                false => Ok((*v, exposed && outside)),
            }
        };
        self.kept.iter().map(start).collect()
    }

    /// The accesses in question, in words.
    pub fn words(&self) -> Vec<String> {
        let show = |e: &Expr| crate::print::show::expr(self.facts.unit, e);
        let mut all: IndexSet<String> = IndexSet::new();
        all.extend(accesses(self.facts, self.var).map(|a| show(a.what)));
        all.into_iter().collect()
    }

    fn variable(&self, v: VarId) -> Unscanned {
        let var = self.facts.unit.var(v);
        Unscanned::Value(Box::new(Expr::new(ExprKind::Var(v), var.ty, var.span)))
    }

    fn stmts<'s>(&mut self, all: impl IntoIterator<Item = &'s Stmt>) -> Result<Vec<Step>, Unscanned>
    where
        'a: 's,
    {
        let mut out = Vec::new();
        for s in all {
            self.stmt(s, &mut out)?;
        }
        Ok(out)
    }

    fn stmt(&mut self, s: &Stmt, out: &mut Vec<Step>) -> Outcome {
        match &s.kind {
            StmtKind::Empty | StmtKind::Cache(_) => Ok(()),
            StmtKind::Expr(e) => self.effects(e, out),
            StmtKind::Decl(all) => all.iter().try_for_each(|d| {
                let Some(init) = &d.init else { return Ok(()) };
                if !self.kept.contains(&d.var) {
                    return self.effects(init, out);
                }
                if d.is_static {
                    return Err(Unscanned::Way);
                }
                self.whole(init, out)?;
                out.push(Step::Set(d.var, init.clone()));
                Ok(())
            }),
            StmtKind::Block(all) => all.iter().try_for_each(|s| self.stmt(s, out)),
            StmtKind::Atomic { body, .. } => self.stmt(body, out),
            StmtKind::If { cond, then, els } => {
                let then = self.stmts([&**then])?;
                let els = self.stmts(els.as_deref())?;
                self.choice(cond, then, els, out)
            }
            StmtKind::For(l) => self.for_loop(l, out),
            StmtKind::While { cond, body } => self.while_loop(cond, body, false, out),
            StmtKind::DoWhile { body, cond } => self.while_loop(cond, body, true, out),
            StmtKind::Switch { value, body } => {
                let body = self.stmts([&**body])?;
                if body.iter().all(ends_switch) {
                    return self.effects(value, out);
                }
                self.whole(value, out)?;
                let value = value.clone();
                out.push(Step::Switch { value, body });
                Ok(())
            }
            StmtKind::Case { low, high, body } => {
                let values = std::iter::once(low).chain(high).cloned();
                out.push(Step::Case(values.collect()));
                self.stmt(body, out)
            }
            StmtKind::Default(body) => {
                out.push(Step::Case(Vec::new()));
                self.stmt(body, out)
            }
            StmtKind::Break => {
                out.push(Step::Break);
                Ok(())
            }
            StmtKind::Continue => {
                out.push(Step::Continue);
                Ok(())
            }
            StmtKind::Label { .. } | StmtKind::Goto(_) | StmtKind::Return(_) => Err(Unscanned::Way),
        }
    }

    /// `if (cond) then else els`, where either may be nothing.
    fn choice(
        &mut self,
        cond: &Expr,
        then: Vec<Step>,
        els: Vec<Step>,
        out: &mut Vec<Step>,
    ) -> Outcome {
        if then.is_empty() && els.is_empty() {
            return self.effects(cond, out);
        }
        self.whole(cond, out)?;
        let cond = cond.clone();
        out.push(Step::If { cond, then, els });
        Ok(())
    }

    fn for_loop(&mut self, l: &For, out: &mut Vec<Step>) -> Outcome {
        let init = self.stmts(l.init.as_deref())?;
        let body = self.stmts([&*l.body])?;
        let mut each = Vec::new();
        l.inc.iter().try_for_each(|e| self.effects(e, &mut each))?;
        let inc: Vec<Expr> = each
            .into_iter()
            .map(|s| match s {
                Step::Do(e) => Ok(e),
                _ => Err(Unscanned::Way),
            })
            .collect::<Result<_, _>>()?;
        self.repeated(init, l.cond.as_ref(), inc, body, false, out)
    }

    fn while_loop(&mut self, cond: &Expr, body: &Stmt, last: bool, out: &mut Vec<Step>) -> Outcome {
        let body = self.stmts([body])?;
        self.repeated(Vec::new(), Some(cond), Vec::new(), body, last, out)
    }

    fn repeated(
        &mut self,
        init: Vec<Step>,
        cond: Option<&Expr>,
        inc: Vec<Expr>,
        body: Vec<Step>,
        last: bool,
        out: &mut Vec<Step>,
    ) -> Outcome {
        let mut tested = Vec::new();
        cond.iter().try_for_each(|e| self.effects(e, &mut tested))?;
        let touches = |s: &Step| !matches!(s, Step::Do(_));
        if tested.iter().any(touches) {
            // In each iteration, between the body and the next.
            return Err(Unscanned::Way);
        }
        let changes = !inc.is_empty() || !tested.is_empty();
        if !changes && !body.iter().any(matters) {
            out.extend(init);
            return Ok(());
        }
        let changed = assigned(&init, &inc);
        let once = !last && tested.is_empty() && Scan::is_fixed(&body, &changed);
        // Those of variables that are used behind the loop run to its end.
        let once = once && changed.iter().all(|v| self.is_counter_of_loop(*v));
        out.push(Step::Loop(Box::new(Loop {
            init,
            cond: cond.cloned(),
            inc,
            body,
            last,
            once,
        })));
        Ok(())
    }

    /// Whether a variable is declared in the construct or set before each use there, so that a loop around sets it again.
    fn is_counter_of_loop(&self, v: VarId) -> bool {
        let mut heads = 0;
        let mut others = 0;
        for s in &self.facts.code {
            s.each_stmt(|s| {
                if let StmtKind::For(l) = &s.kind {
                    heads += usize::from(
                        l.canonical
                            .as_ref()
                            .is_some_and(|h| h.var == v && h.declared),
                    );
                }
            });
            s.each_expr(|e| others += usize::from(matches!(e.kind, ExprKind::Var(w) if w == v)));
        }
        heads == 1 && others > 0
    }

    /// Looks at all that the host evaluates.
    fn check(&mut self, steps: &[Step]) -> Outcome {
        steps.iter().try_for_each(|s| match s {
            Step::Touch(terms) => terms.iter().try_for_each(|(_, e)| self.value(e)),
            Step::Set(_, e) | Step::Do(e) => self.value(e),
            Step::If { cond, then, els } => {
                self.value(cond)?;
                self.check(then)?;
                self.check(els)
            }
            Step::Loop(l) => {
                let mut head = l.cond.iter().chain(&l.inc);
                head.try_for_each(|e| self.value(e))?;
                self.check(&l.init)?;
                self.check(&l.body)
            }
            Step::Switch { value, body } => {
                self.value(value)?;
                self.check(body)
            }
            Step::Case(_) | Step::Break | Step::Continue => Ok(()),
        })
    }

    /// What happens on the way to an expression that itself is a step: the accesses in it.
    fn whole(&mut self, e: &Expr, out: &mut Vec<Step>) -> Outcome {
        let mut inside = Vec::new();
        self.effects(e, &mut inside)?;
        inside.retain(|s| !matches!(s, Step::Do(_)));
        // Which comes first, and under what condition, isn't told.
        if !inside.is_empty() && assigns(e) {
            return Err(Unscanned::Way);
        }
        out.extend(inside);
        Ok(())
    }

    /// What evaluating an expression touches and assigns.
    fn effects(&mut self, e: &Expr, out: &mut Vec<Step>) -> Outcome {
        use BinaryOp::{And, Or};
        match &e.kind {
            ExprKind::Assign(_, to, from) => match &to.kind {
                ExprKind::Var(v) if self.kept.contains(v) => {
                    self.whole(from, out)?;
                    out.push(Step::Do(e.clone()));
                    Ok(())
                }
                ExprKind::Var(_) => self.effects(from, out),
                _ => {
                    self.effects(from, out)?;
                    self.effects(to, out)
                }
            },
            ExprKind::Unary(op, a) if op.is_step() => match &a.kind {
                ExprKind::Var(v) if self.kept.contains(v) => {
                    out.push(Step::Do(e.clone()));
                    Ok(())
                }
                _ => self.effects(a, out),
            },
            ExprKind::Binary(op @ (And | Or), a, b) => {
                let mut right = Vec::new();
                self.effects(b, &mut right)?;
                let (then, els) = match op {
                    And => (right, Vec::new()),
                    _ => (Vec::new(), right),
                };
                self.choice(a, then, els, out)
            }
            ExprKind::Conditional(c, a, b) => {
                let (mut then, mut els) = (Vec::new(), Vec::new());
                a.iter().try_for_each(|a| self.effects(a, &mut then))?;
                self.effects(b, &mut els)?;
                self.choice(c, then, els, out)
            }
            ExprKind::SizeofExpr(_) => Ok(()),
            ExprKind::StmtExpr(all) => all.iter().try_for_each(|s| self.stmt(s, out)),
            ExprKind::Call { args, .. } => args.iter().try_for_each(|a| self.effects(a, out)),
            ExprKind::Index(..) | ExprKind::Member { .. } | ExprKind::Unary(UnaryOp::Deref, _) => {
                self.lvalue(e, out)
            }
            ExprKind::Unary(UnaryOp::AddrOf, a) => match place::place(self.facts.unit, a) {
                Some(place) => self.terms(&place, 0, out),
                None => self.parts(a, out),
            },
            _ => self.parts(e, out),
        }
    }

    /// Those of an expression's operands.
    fn parts(&mut self, e: &Expr, out: &mut Vec<Step>) -> Outcome {
        match &e.kind {
            ExprKind::Unary(_, a) | ExprKind::CompoundLiteral(a) => self.effects(a, out),
            ExprKind::Cast { operand, .. } => self.effects(operand, out),
            ExprKind::Member { base, .. } => self.effects(base, out),
            ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) => {
                self.effects(a, out)?;
                self.effects(b, out)
            }
            ExprKind::InitList(items) => items.iter().try_for_each(|i| self.effects(&i.value, out)),
            _ => Ok(()),
        }
    }

    /// An access to memory, or to a part of a variable.
    fn lvalue(&mut self, e: &Expr, out: &mut Vec<Step>) -> Outcome {
        let Some(found) = place::place(self.facts.unit, e) else {
            let root = place::rough_place(self.facts.unit, e).map(|p| p.root);
            let made = |v| self.facts.uses().sources(v).contains(&self.var);
            // What is accessed there has no subscript.
            return match e.mentions(self.var) || root.is_some_and(made) {
                true => Err(Unscanned::Way),
                false => self.parts(e, out),
            };
        };
        let place = resolve(self.facts.context(), found.clone(), 0);
        let [Part::Deref, Part::Index { terms, .. }, ..] = place.steps.as_slice() else {
            return self.terms(&found, 0, out);
        };
        if place.root != self.var {
            return self.terms(&found, 0, out);
        }
        self.met.insert(std::ptr::from_ref(e));
        let direct = found.root == self.var;
        for (_, term) in terms {
            let mut inside = Vec::new();
            self.effects(term, &mut inside)?;
            // What is assigned there is assigned once, and not where a pointer was made.
            if inside.iter().any(|s| !matches!(s, Step::Do(_))) || assigns(term) && !direct {
                return Err(Unscanned::Itself(Box::new(e.clone())));
            }
        }
        let owned = terms.iter().map(|(n, e)| (*n, (*e).clone())).collect();
        let touch = Step::Touch(owned);
        self.terms(&found, if direct { 2 } else { 0 }, out)?;
        out.push(touch);
        Ok(())
    }

    /// What the subscripts of a place touch and assign, from this step on.
    fn terms(&mut self, place: &Place<'_>, from: usize, out: &mut Vec<Step>) -> Outcome {
        for step in place.steps.iter().skip(from) {
            if let Part::Index { terms, .. } = step {
                terms.iter().try_for_each(|(_, e)| self.effects(e, out))?;
            }
        }
        Ok(())
    }

    /// Notes that a scalar of the construct matters.
    pub fn keep(&mut self, e: &Expr) {
        self.kept.extend(targets(e));
    }
}

/// Whether a step has no part in the scan but as the end of a `switch`.
fn ends_switch(s: &Step) -> bool {
    match s {
        Step::Break | Step::Case(_) => true,
        Step::If { then, els, .. } => then.iter().chain(els).all(ends_switch),
        _ => false,
    }
}

/// Whether a step is more than a jump.
fn matters(s: &Step) -> bool {
    match s {
        Step::Break | Step::Continue | Step::Case(_) => false,
        Step::If { then, els, .. } => then.iter().chain(els).any(matters),
        Step::Switch { body, .. } => body.iter().any(matters),
        _ => true,
    }
}
