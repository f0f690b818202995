//! Reductions without a clause: scalars that a loop only accumulates into.

use accrs_frontend::Unit;
use accrs_frontend::directive::ReductionOp;
use accrs_frontend::region::{BinaryOp, Expr, ExprKind, Stmt, StmtKind, UnaryOp, VarId, Visit};

/// The operator, if each use of `var` in `body` is an accumulation with the same one:
/// `s += e`, `s = s + e`, `s = fmax(s, e)`, `if (e > s) s = e`, ...; `e` without `s`.
pub fn recognise(unit: &Unit, body: &Stmt, var: VarId) -> Option<ReductionOp> {
    if !unit.types.is_arithmetic(unit.var(var).ty) {
        return None;
    }
    let mut found = Accumulations {
        unit,
        var,
        op: None,
        consistent: true,
        explained: 0,
    };
    found.visit_stmt(body);
    let mentions = count(body, var);
    found
        .op
        .filter(|_| found.consistent && mentions == found.explained)
}

/// Statements that accumulate into a variable. The last statement of a statement expression is its value, which somebody may
/// read: what stands in such is no mere accumulation.
struct Accumulations<'a> {
    unit: &'a Unit,
    var: VarId,
    op: Option<ReductionOp>,
    consistent: bool,
    /// How many mentions of the variable are part of accumulations.
    explained: usize,
}

impl Accumulations<'_> {
    fn note(&mut self, op: Option<ReductionOp>, mentions: usize) {
        if let Some(op) = op {
            self.consistent &= self.op.is_none_or(|f| f == op);
            self.op = Some(op);
            self.explained += mentions;
        }
    }
}

impl<'a> Visit<'a> for Accumulations<'_> {
    fn visit_stmt(&mut self, s: &'a Stmt) {
        if let StmtKind::If {
            cond,
            then,
            els: None,
        } = &s.kind
            && let Some(op) = guarded_assignment(cond, then, self.var)
        {
            return self.note(Some(op), 2);
        }
        if let StmtKind::Expr(e) = &s.kind {
            let (op, n) = accumulation(self.unit, e, self.var);
            self.note(op, n);
        }
        self.walk_stmt(s);
    }

    fn visit_expr(&mut self, _: &'a Expr) {}
}

fn count(s: &Stmt, var: VarId) -> usize {
    let mut n = 0;
    s.each_expr(|e| n += usize::from(e.is_var(var)));
    n
}

/// Whether every mention of `var` in a loop's body is part of an atomic statement: such a variable is
/// shared because the user says so, and carries nothing that the order of iterations must keep.
pub fn is_atomic(body: &Stmt, var: VarId) -> bool {
    let mut inside = 0;
    body.each_stmt(|s| {
        if let StmtKind::Atomic { body, .. } = &s.kind {
            inside += count(body, var);
        }
    });
    inside > 0 && inside == count(body, var)
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

/// The operator of an accumulating statement and how often it names `var`.
fn accumulation(unit: &Unit, e: &Expr, var: VarId) -> (Option<ReductionOp>, usize) {
    match &e.kind {
        ExprKind::Unary(
            UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec,
            a,
        ) if a.is_var(var) => (Some(ReductionOp::Add), 1),
        ExprKind::Assign(Some(op), to, from) if to.is_var(var) && free_of(from, var) => {
            (operator(*op), 1)
        }
        ExprKind::Assign(None, to, from) if to.is_var(var) => {
            (assigned(unit, from.strip_implicit(), var), 2)
        }
        _ => (None, 0),
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
fn guarded_assignment(cond: &Expr, then: &Stmt, var: VarId) -> Option<ReductionOp> {
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
    (to.is_var(var) && same && free_of(from, var)).then_some(op)
}
