//! Triangles that a condition makes, as loops over the triangle.
//!
//! ```text
//! for (i = 0; i < n; i++)              for (i = 0; i < n; i++)
//!     for (j = 0; j < n; j++)              for (j = i; j < n; j++)
//!         if (j >= i)                          c[i][j] = …;
//!             c[i][j] = …;
//! ```
//!
//! Directives make one loop of rectangles alone (`collapse`), so authors leave out what is beside the triangle in the body, by `if` or by `continue`.
//! The iterations that are left are the same ones in the same order. What a bound becomes is always within the one that it had: it is so where
//! both loops begin, or end, at the same number.

use crate::make::{binary, int};
use accrs_frontend::Unit;
use accrs_frontend::region::{BinaryOp, Canonical, Expr, ExprKind, LoopCmp, Stmt, StmtKind, VarId};

/// The nest with such loops, if it has any.
pub fn nest(unit: &Unit, s: &Stmt) -> Option<Stmt> {
    let mut out = s.clone();
    narrow(unit, &mut out, &mut Vec::new()).then_some(out)
}

fn narrow(unit: &Unit, s: &mut Stmt, around: &mut Vec<Canonical>) -> bool {
    match &mut s.kind {
        StmtKind::Block(all) => {
            let mut found = false;
            for s in all {
                found |= narrow(unit, s, around);
            }
            found
        }
        StmtKind::For(l) => {
            let Some(head) = &mut l.canonical else {
                return false;
            };
            let mut found = false;
            while let Some((cond, then)) = guarded(&l.body) {
                if !around.iter().any(|o| bound(unit, head, o, cond)) {
                    break;
                }
                *l.body = then;
                found = true;
            }
            around.push(head.clone());
            found |= narrow(unit, &mut l.body, around);
            around.pop();
            found
        }
        _ => false,
    }
}

/// What must hold for an iteration, and what it does then: nothing else is in the body.
#[derive(Clone, Copy)]
struct Guard<'s> {
    left: &'s Expr,
    op: BinaryOp,
    right: &'s Expr,
}

fn guarded(body: &Stmt) -> Option<(Guard<'_>, Stmt)> {
    let (first, rest) = match &body.kind {
        StmtKind::Block(all) => all.split_first()?,
        _ => (body, &[][..]),
    };
    let StmtKind::If {
        cond,
        then,
        els: None,
    } = &first.kind
    else {
        return None;
    };
    let ExprKind::Binary(op, left, right) = &cond.strip_implicit().kind else {
        return None;
    };
    let (op, then) = if rest.is_empty() {
        (*op, (**then).clone())
    } else if is_continue(then) {
        let rest = Stmt::new(StmtKind::Block(rest.to_vec()), body.span);
        (opposite(*op)?, rest)
    } else {
        return None;
    };
    Some((Guard { left, op, right }, then))
}

fn is_continue(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::Continue => true,
        StmtKind::Block(all) => matches!(all.as_slice(), [s] if is_continue(s)),
        _ => false,
    }
}

fn opposite(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Le => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Ge => BinaryOp::Lt,
        _ => return None,
    })
}

/// The same with its sides exchanged.
fn turned(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        _ => return None,
    })
}

/// Puts a condition on a loop's variable and that of a loop around it into the loop's bounds; false: it stays as it is.
fn bound(unit: &Unit, head: &mut Canonical, outer: &Canonical, guard: Guard<'_>) -> bool {
    let is = |e: &Expr, v: VarId| e.strip_implicit().variable() == Some(v);
    let op = if is(guard.left, head.var) && is(guard.right, outer.var) {
        Some(guard.op)
    } else if is(guard.left, outer.var) && is(guard.right, head.var) {
        turned(guard.op)
    } else {
        None
    };
    // Neither C's conversions nor other steps are between the two.
    let ty = unit.var(head.var).ty;
    let [own, other] = [head.var, outer.var].map(|v| unit.types.canonical_id(unit.var(v).ty));
    let simple = |h: &Canonical| !h.down && h.step.int_value() == Some(1) && h.cmp == LoopCmp::Lt;
    let promoted = unit.types.size_of(ty) < unit.types.size_of(unit.types.int());
    if own != other || !unit.types.is_integer(ty) || promoted || !simple(head) || !simple(outer) {
        return false;
    }
    let row = Expr::new(ExprKind::Var(outer.var), ty, head.lower.span);
    let number = |a: &Expr, b: &Expr| a.int_value().is_some() && a.int_value() == b.int_value();
    let alike = |a: &Expr, b: &Expr| a.is_like(b) || number(a, b);
    match op {
        Some(BinaryOp::Ge | BinaryOp::Gt) if alike(&head.lower, &outer.lower) => {
            head.lower = match op {
                // It isn't behind the outer loop's end, so there is such a number.
                Some(BinaryOp::Gt) => binary(BinaryOp::Add, row, int(unit, 1), ty),
                _ => row,
            };
            true
        }
        Some(BinaryOp::Le | BinaryOp::Lt) if alike(&head.upper, &outer.upper) => {
            head.cmp = match op {
                Some(BinaryOp::Le) => LoopCmp::Le,
                _ => LoopCmp::Lt,
            };
            head.upper = row;
            true
        }
        _ => false,
    }
}
