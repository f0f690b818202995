//! Whether host compilers make vectors of what a loop's iteration computes.

use crate::schedule::planner::Planner;
use accrs_frontend::Unit;
use accrs_frontend::region::{BinaryOp, Expr, ExprKind, Stmt, StmtKind, UnaryOp};

/// Vectors of so many bytes have instructions that select and that round; those of 16 bytes have them on some processors only.
const COMPLETE: u64 = 32;

/// Whether vectors can hold what a loop computes: no remainders, no functions but for those that are one instruction, and no branches with arithmetic
/// in them, which host compilers don't take apart where it might trap. Conditions that are the `same` in all lanes stay conditions.
pub fn fits(p: &Planner<'_>, body: &Stmt, same: &dyn Fn(&Expr) -> bool) -> bool {
    Vectors { p, same }.hold(body)
}

struct Vectors<'p> {
    p: &'p Planner<'p>,
    same: &'p dyn Fn(&Expr) -> bool,
}

impl Vectors<'_> {
    fn hold(&self, body: &Stmt) -> bool {
        let mut held = true;
        body.each_expr(|e| held = held && self.holds(e));
        held && !body.any_stmt(|s| match &s.kind {
            StmtKind::If { cond, .. } if (self.same)(cond) => false,
            StmtKind::If { cond, then, els } => {
                let selects = |s: &Stmt| selects(self.p.unit, cond, s);
                !self.blends() || !selects(then) || !els.as_deref().is_none_or(selects)
            }
            _ => false,
        })
    }

    /// Whether there is an instruction that selects, lane by lane, and one that rounds.
    fn blends(&self) -> bool {
        self.p.options.simd.bytes >= COMPLETE
    }

    /// Whether this is so of an expression, but for those in it.
    fn holds(&self, e: &Expr) -> bool {
        let types = &self.p.unit.types;
        match &e.kind {
            ExprKind::Call { .. } => self.is_instruction(e),
            ExprKind::Conditional(cond, a, b) => {
                self.blends() && a.as_deref().is_none_or(|v| is_ready(cond, v)) && is_ready(cond, b)
            }
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..) => false,
            ExprKind::Binary(op, ..) | ExprKind::Assign(Some(op), ..) => {
                !matches!(op, BinaryOp::Div | BinaryOp::Rem) || types.is_floating(e.ty)
            }
            _ => true,
        }
    }

    /// Whether a call is an instruction on vectors of `float` or `double`.
    fn is_instruction(&self, e: &Expr) -> bool {
        let unit: &Unit = self.p.unit;
        let options = self.p.options;
        let Some(f) = e.called().filter(|f| unit.is_of_numbers(*f)) else {
            return false;
        };
        if unit.types.size_of(e.ty).is_none_or(|n| n > 8) {
            return false;
        }
        let name = &unit.function(f).name;
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        match name.strip_suffix('f').unwrap_or(name) {
            "fabs" | "copysign" => true,
            "sqrt" => !options.rules.sets_errno(&unit.source),
            "floor" | "ceil" | "trunc" | "rint" | "nearbyint" => self.blends(),
            _ => false,
        }
    }
}

/// Whether a branch does nothing but to give scalars values that are ready.
fn selects(unit: &Unit, cond: &Expr, branch: &Stmt) -> bool {
    let integer = |e: &Expr| unit.types.is_integer(e.ty);
    match &branch.kind {
        StmtKind::Empty => true,
        StmtKind::Block(stmts) => stmts.iter().all(|s| selects(unit, cond, s)),
        StmtKind::Expr(e) => match &e.kind {
            ExprKind::Assign(None, to, value) => to.variable().is_some() && is_ready(cond, value),
            // Integers don't trap.
            ExprKind::Assign(Some(BinaryOp::Add | BinaryOp::Sub), to, value) => {
                to.variable().is_some() && integer(to) && integer(value) && is_ready(cond, value)
            }
            ExprKind::Unary(op, to) => op.is_step() && to.variable().is_some() && integer(to),
            _ => false,
        },
        _ => false,
    }
}

/// Whether a value is there without arithmetic that might trap: a scalar, a number, or what the condition has computed.
fn is_ready(cond: &Expr, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Var(_) => true,
        ExprKind::Unary(UnaryOp::Minus | UnaryOp::Plus, a) => is_ready(cond, a),
        ExprKind::Cast {
            operand,
            implicit: true,
        } => is_ready(cond, operand),
        ExprKind::IntLit { .. } | ExprKind::FloatLit { .. } => true,
        _ => cond.any_expr(|c| c.is_like(e)),
    }
}
