//! The most iterations of a loop whose bounds depend on loops around it in the same kernel (`for (j = i; j < m; j++)`). No iteration runs before
//! the grid has its size, so the host can't know how many there are in each turn; but it can evaluate them where there are most.
//!
//! Where the distance between a loop's bounds grows by a constant with each step of a variable, it is largest at one end of what that variable
//! goes through. The size of a grid is all that this decides, and any size is right: so overflow is of no interest, but the host must not meet it.

use super::nest::Node;
use crate::make::{binary, cast, literal};
use accrs_frontend::Unit;
use accrs_frontend::region::{
    BinaryOp, Canonical, Expr, ExprKind, LoopCmp, UnaryOp, VarId, VisitMut,
};

/// The heads of loop `n` where it has the most iterations: without the variables of the loops around it that are among `roots`.
pub fn heads(unit: &Unit, roots: &[&Node<'_>], n: &Node<'_>) -> Option<Vec<Canonical>> {
    let mut around = Vec::new();
    if !roots.iter().any(|root| path(root, n, &mut around)) {
        return None;
    }
    let mut heads: Vec<Canonical> = n.heads.iter().map(|h| (*h).clone()).collect();
    for head in &mut heads {
        for outer in around.iter().rev() {
            widen(unit, head, outer)?;
        }
    }
    Some(heads)
}

/// The heads of the loops around `n`, outermost first.
fn path<'a>(at: &Node<'a>, n: &Node<'_>, around: &mut Vec<&'a Canonical>) -> bool {
    if at.loop_.id == n.loop_.id {
        return true;
    }
    let depth = around.len();
    around.extend(&at.heads);
    let found = at.children.iter().any(|c| path(c, n, around));
    if !found {
        around.truncate(depth);
    }
    found
}

/// Whether a loop inside of another one has more iterations when the variable of that is larger; `None` where its bounds depend on it in no steady way.
pub fn grows(unit: &Unit, head: &Canonical, outer: &Canonical) -> Option<bool> {
    let v = outer.var;
    let whole = |h: &Canonical| unit.types.is_integer(unit.var(h.var).ty);
    if head.step.mentions(v) || head.cmp == LoopCmp::Ne || !whole(head) || !whole(outer) {
        return None;
    }
    let distance = slope(unit, &head.upper, v)? - slope(unit, &head.lower, v)?;
    Some(if head.down { -distance } else { distance } > 0.0)
}

/// Puts that end of an outer loop in the place of its variable at which `head` has more iterations.
pub fn widen(unit: &Unit, head: &mut Canonical, outer: &Canonical) -> Option<()> {
    let v = outer.var;
    let mentioned = [&head.lower, &head.upper, &head.step].map(|e| e.mentions(v));
    if mentioned == [false; 3] {
        return Some(());
    }
    let grows = grows(unit, head, outer)?;
    let mut end = PutIn {
        var: v,
        value: last_or_first(unit, outer, grows)?,
    };
    end.visit_expr(&mut head.lower);
    end.visit_expr(&mut head.upper);
    Some(())
}

/// The largest or the smallest value of a loop's variable, as a `long`; at most a step beyond it.
fn last_or_first(unit: &Unit, h: &Canonical, largest: bool) -> Option<Expr> {
    let long = unit.types.long();
    let wide = |e: &Expr| cast(false, long, e.clone());
    if h.down != largest {
        let steps = h.step.int_value() == Some(1);
        let op = if largest {
            BinaryOp::Sub
        } else {
            BinaryOp::Add
        };
        return match h.cmp {
            LoopCmp::Le | LoopCmp::Ge => Some(wide(&h.upper)),
            LoopCmp::Ne if !steps => None,
            _ => Some(binary(op, wide(&h.upper), literal(1, "", long), long)),
        };
    }
    Some(wide(&h.lower))
}

/// By how much an expression grows when a variable does by one, if that is a constant.
fn slope(unit: &Unit, e: &Expr, v: VarId) -> Option<f64> {
    if !e.mentions(v) {
        return Some(0.0);
    }
    let of = |e: &Expr| slope(unit, e, v);
    let number = |e: &Expr| e.int_value().map(|n| n as f64);
    match &e.kind {
        ExprKind::Var(_) => Some(1.0),
        ExprKind::Unary(UnaryOp::Plus, a) => of(a),
        ExprKind::Unary(UnaryOp::Minus, a) => Some(-of(a)?),
        ExprKind::Binary(BinaryOp::Add, a, b) => Some(of(a)? + of(b)?),
        ExprKind::Binary(BinaryOp::Sub, a, b) => Some(of(a)? - of(b)?),
        ExprKind::Binary(BinaryOp::Mul, a, b) => match (number(a), number(b)) {
            (Some(n), _) => Some(n * of(b)?),
            (_, Some(n)) => Some(n * of(a)?),
            _ => None,
        },
        ExprKind::Binary(BinaryOp::Div, a, b) => Some(of(a)? / number(b).filter(|n| *n != 0.0)?),
        ExprKind::Cast { operand, .. } if unit.types.is_integer(e.ty) => of(operand),
        _ => None,
    }
}

struct PutIn {
    var: VarId,
    value: Expr,
}

impl VisitMut for PutIn {
    fn visit_expr(&mut self, e: &mut Expr) {
        match e.is_var(self.var) {
            true => *e = self.value.clone(),
            false => self.walk_expr(e),
        }
    }
}
