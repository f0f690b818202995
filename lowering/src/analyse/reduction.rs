//! Reductions without a clause: scalars that a loop only accumulates into.

use accrs_frontend::Unit;
use accrs_frontend::directive::ReductionOp;
use accrs_frontend::region::{BinaryOp, Expr, ExprKind, Stmt, StmtKind, UnaryOp, VarId, Visit};
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
    op: Option<ReductionOp>,
    several_ops: bool,
    /// How many mentions are part of these.
    explained: usize,
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

    /// The operator, if each use of `var` is an accumulation with the same one:
    /// `s += e`, `s = s + e`, `s = fmax(s, e)`, `if (e > s) s = e`, ...; `e` without `s`.
    pub fn reduction(&self, unit: &Unit, var: VarId) -> Option<ReductionOp> {
        if !unit.types.is_arithmetic(unit.var(var).ty) {
            return None;
        }
        let u = self.by_var.get(&var)?;
        u.op.filter(|_| !u.several_ops && u.mentions == u.explained)
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
    fn note(&mut self, var: VarId, op: ReductionOp, mentions: usize) {
        let u = self.updates.by_var.entry(var).or_default();
        u.several_ops |= u.op.is_some_and(|known| known != op);
        u.op = Some(op);
        u.explained += mentions;
    }
}

impl<'a> Visit<'a> for Accumulations<'_> {
    fn visit_stmt(&mut self, s: &'a Stmt) {
        if let StmtKind::If {
            cond,
            then,
            els: None,
        } = &s.kind
            && let Some((var, op)) = guarded_assignment(cond, then)
        {
            return self.note(var, op, 2);
        }
        if let StmtKind::Expr(e) = &s.kind
            && let Some((var, op, n)) = accumulation(self.unit, e)
        {
            self.note(var, op, n);
        }
        self.walk_stmt(s);
    }

    fn visit_expr(&mut self, _: &'a Expr) {}
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

fn is(e: &Expr, var: VarId) -> bool {
    // Float accumulated in double and narrowed is still the same accumulation.
    e.strip_implicit().is_var(var)
}

fn free_of(e: &Expr, var: VarId) -> bool {
    !e.mentions(var)
}

fn operator(op: BinaryOp) -> Option<ReductionOp> {
    Some(match op {
        BinaryOp::Add | BinaryOp::Sub => ReductionOp::Add,
        BinaryOp::Mul => ReductionOp::Mul,
        BinaryOp::BitAnd => ReductionOp::BitAnd,
        BinaryOp::BitOr => ReductionOp::BitOr,
        BinaryOp::BitXor => ReductionOp::BitXor,
        BinaryOp::And => ReductionOp::And,
        BinaryOp::Or => ReductionOp::Or,
        _ => return None,
    })
}

/// The variable that a statement accumulates into, the operator, and how often it names the variable.
fn accumulation(unit: &Unit, e: &Expr) -> Option<(VarId, ReductionOp, usize)> {
    match &e.kind {
        ExprKind::Unary(
            UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec,
            a,
        ) => Some((variable(a)?, ReductionOp::Add, 1)),
        ExprKind::Assign(Some(op), to, from) => {
            let var = variable(to).filter(|v| free_of(from, *v))?;
            Some((var, operator(*op)?, 1))
        }
        ExprKind::Assign(None, to, from) => {
            let var = variable(to)?;
            Some((var, assigned(unit, from.strip_implicit(), var)?, 2))
        }
        _ => None,
    }
}

fn variable(e: &Expr) -> Option<VarId> {
    match e.kind {
        ExprKind::Var(v) => Some(v),
        _ => None,
    }
}

fn assigned(unit: &Unit, from: &Expr, var: VarId) -> Option<ReductionOp> {
    match &from.kind {
        ExprKind::Binary(op, a, b) => {
            let left = is(a, var) && free_of(b, var);
            let right = is(b, var) && free_of(a, var) && *op != BinaryOp::Sub;
            operator(*op).filter(|_| left || right)
        }
        ExprKind::Call { callee, args } => {
            let ExprKind::Function(f) = &callee.strip_implicit().kind else {
                return None;
            };
            let f = unit.function(*f);
            let op = match f.name.trim_start_matches("__builtin_") {
                "fmax" | "fmaxf" => ReductionOp::Max,
                "fmin" | "fminf" => ReductionOp::Min,
                _ => return None,
            };
            let [a, b] = args.as_slice() else { return None };
            let one = (is(a, var) && free_of(b, var)) || (is(b, var) && free_of(a, var));
            (one && (f.library || f.builtin)).then_some(op)
        }
        _ => None,
    }
}

/// `if (e > s) s = e;`: whether it keeps the larger or the smaller.
fn guarded_assignment(cond: &Expr, then: &Stmt) -> Option<(VarId, ReductionOp)> {
    let ExprKind::Binary(op, a, b) = &cond.strip_implicit().kind else {
        return None;
    };
    let stmt = match &then.kind {
        StmtKind::Block(stmts) => match stmts.as_slice() {
            [one] => one,
            _ => return None,
        },
        _ => then,
    };
    let StmtKind::Expr(assign) = &stmt.kind else {
        return None;
    };
    let ExprKind::Assign(None, to, from) = &assign.kind else {
        return None;
    };
    let var = variable(to)?;
    let greater = match op {
        BinaryOp::Gt | BinaryOp::Ge => true,
        BinaryOp::Lt | BinaryOp::Le => false,
        _ => return None,
    };
    let (other, larger) = if is(b, var) {
        (a, greater)
    } else if is(a, var) {
        (b, !greater)
    } else {
        return None;
    };
    let same = other.is_like(from);
    let op = match larger {
        true => ReductionOp::Max,
        false => ReductionOp::Min,
    };
    (same && free_of(from, var)).then_some((var, op))
}
