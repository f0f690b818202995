//! Reductions without a clause: scalars that a loop only accumulates into.

use super::accumulation::{self, variable};
use super::extremes::Combining;
use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, ExprKind, Stmt, StmtId, StmtKind, VarId, Visit};
use std::collections::HashMap;

/// What a loop's body does with its scalars, by one walk for all of them.
#[derive(Default)]
pub struct Updates {
    by_var: HashMap<VarId, Update>,
}

#[derive(Default)]
struct Update {
    mentions: usize,
    /// How many of them are part of atomic statements.
    in_atomics: usize,
    /// Of the statements that accumulate into the variable.
    op: Option<Combining>,
    several_ops: bool,
    /// How many mentions are part of these.
    explained: usize,
    /// Temporaries that new values of the variable go through.
    through: Vec<VarId>,
    /// Of a temporary: how many mentions hand on such a value.
    handing: usize,
}

impl Updates {
    pub fn of<'a>(unit: &Unit, code: impl Iterator<Item = &'a Stmt>) -> Self {
        let mut found = Accumulations {
            unit,
            updates: Updates::default(),
        };
        for s in code {
            found.visit_stmt(s);
            found.updates.mentions(s, |u| &mut u.mentions);
            s.each_stmt(|s| {
                if let StmtKind::Atomic { body, .. } = &s.kind {
                    found.updates.mentions(body, |u| &mut u.in_atomics);
                }
            });
        }
        found.updates
    }

    fn mentions(&mut self, s: &Stmt, count: impl Fn(&mut Update) -> &mut usize) {
        s.each_expr(|e| {
            if let ExprKind::Var(v) = e.kind {
                *count(self.by_var.entry(v).or_default()) += 1;
            }
        });
    }

    /// The operator, if each use of `var` is an accumulation with the same one, and nobody else sees what is so far.
    pub fn reduction(&self, unit: &Unit, var: VarId) -> Option<Combining> {
        self.accumulation(unit, var).filter(|c| c.is_free())
    }

    /// Likewise, but iterations may have to come in order.
    pub fn accumulation(&self, unit: &Unit, var: VarId) -> Option<Combining> {
        if !unit.types.is_arithmetic(unit.var(var).ty) {
            return None;
        }
        let u = self.by_var.get(&var)?;
        let hands_on = |t: &VarId| self.by_var.get(t).is_some_and(|t| t.mentions == t.handing);
        let alone = u.mentions == u.explained && u.through.iter().all(hands_on);
        u.op.filter(|_| !u.several_ops && alone)
    }

    /// Whether every mention of `var` is part of an atomic statement: such a variable is
    /// shared because the user says so, and carries nothing that the order of iterations must keep.
    pub fn is_atomic(&self, var: VarId) -> bool {
        let update = self.by_var.get(&var);
        update.is_some_and(|u| u.in_atomics > 0 && u.in_atomics == u.mentions)
    }
}

/// Statements that accumulate into variables. The last statement of a statement expression is its value, which somebody may
/// read: what stands in such is no mere accumulation.
struct Accumulations<'a> {
    unit: &'a Unit,
    updates: Updates,
}

impl Accumulations<'_> {
    fn note(&mut self, (var, op): (VarId, Combining), mentions: usize) {
        let u = self.updates.by_var.entry(var).or_default();
        let known = u.op.unwrap_or(op);
        u.several_ops |= known.op != op.op;
        let extreme = known.extreme.and(op.extreme);
        u.op = Some(Combining { extreme, ..op });
        u.explained += mentions;
    }

    /// `t = s + e; s = t;`
    fn through_temporaries(&mut self, stmts: &[Stmt]) {
        for (at, s) in stmts.iter().enumerate() {
            let Some((var, from, true)) = given(s) else {
                continue;
            };
            let Some(t) = from.variable().filter(|t| *t != var) else {
                continue;
            };
            let mut before = stmts[..at].iter().rev();
            let last = before.find(|s| count(s, t) > 0 || count(s, var) > 0 || declares(s, t));
            let Some((_, value, named)) = last.and_then(given).filter(|(v, ..)| *v == t) else {
                continue;
            };
            let ty = |v: VarId| self.unit.var(v).ty;
            let whole = accumulation::holds(self.unit, ty(var), ty(t));
            let op = accumulation::of_value(self.unit, var, value).filter(|_| whole);
            if let Some(op) = op {
                let n = last.map_or(0, |s| count(s, var));
                self.note((var, op), 1 + n);
                let known = &mut self.updates.by_var;
                known.entry(var).or_default().through.push(t);
                known.entry(t).or_default().handing += 1 + usize::from(named);
            }
        }
    }
}

impl<'a> Visit<'a> for Accumulations<'_> {
    fn visit_stmt(&mut self, s: &'a Stmt) {
        let found = match &s.kind {
            StmtKind::If {
                cond,
                then,
                els: None,
            } => accumulation::of_if(self.unit, cond, then),
            StmtKind::Expr(e) => accumulation::of_expr(self.unit, e),
            _ => None,
        };
        if let Some((to, op)) = found
            && let Some(var) = variable(to)
        {
            return self.note((var, op), count(s, var));
        }
        if let StmtKind::Block(stmts) = &s.kind {
            self.through_temporaries(stmts);
        }
        self.walk_stmt(s);
    }

    fn visit_expr(&mut self, _: &'a Expr) {}
}

/// How often a statement names a variable.
fn count(s: &Stmt, var: VarId) -> usize {
    let mut n = 0;
    s.each_expr(|e| n += usize::from(e.is_var(var)));
    n
}

fn declares(s: &Stmt, var: VarId) -> bool {
    matches!(&s.kind, StmtKind::Decl(decls) if decls.iter().any(|d| d.var == var))
}

/// The variable that a statement gives a value, the value, and whether the variable's name is an expression there.
fn given(s: &Stmt) -> Option<(VarId, &Expr, bool)> {
    match &s.kind {
        StmtKind::Expr(e) => match &e.kind {
            ExprKind::Assign(None, to, from) => Some((variable(to)?, from, true)),
            _ => None,
        },
        StmtKind::Decl(decls) => match decls.as_slice() {
            [d] if !d.is_static => Some((d.var, d.init.as_ref()?, false)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether all that is ever written to `var` in `body` is one and the same constant: iterations that
/// write it at once leave what any order of them would.
pub fn is_flag(body: &Stmt, var: VarId) -> bool {
    let mut values: Vec<Option<String>> = Vec::new();
    let mut mentions = 0;
    body.each_expr(|e| match &e.kind {
        ExprKind::Assign(None, to, from) if to.is_var(var) => values.push(constant(from)),
        _ => mentions += usize::from(e.is_var(var)),
    });
    // Each assignment's target is met once more, as a mention.
    mentions == values.len()
        && values.first().is_some_and(|v| v.is_some())
        && values.windows(2).all(|w| w[0] == w[1])
}

/// The statements of such a `body` that write `var`, where each does nothing else.
pub fn flag_writes(body: &Stmt, var: VarId) -> Option<Vec<StmtId>> {
    if !is_flag(body, var) {
        return None;
    }
    let (mut found, mut mentions) = (Vec::new(), 0);
    body.each_stmt(|s| {
        if let StmtKind::Expr(e) = &s.kind
            && matches!(&e.kind, ExprKind::Assign(None, to, _) if to.is_var(var))
        {
            found.push(s.id);
        }
    });
    body.each_expr(|e| mentions += usize::from(e.is_var(var)));
    (found.len() == mentions && !found.contains(&StmtId::NONE)).then_some(found)
}

/// A number, as a text that equal ones share.
fn constant(e: &Expr) -> Option<String> {
    if let Some(n) = e.int_value() {
        return Some(n.to_string());
    }
    match &e.strip_implicit().kind {
        ExprKind::FloatLit { text, .. } => Some(text.clone()),
        _ => None,
    }
}
