//! A loop's variable some iterations later, and expressions in which it stands.

use super::node::*;
use crate::make::{binary, cast, int, times};
use accrs_frontend::Unit;
use accrs_frontend::region::{BinaryOp, Canonical, Expr, ExprKind, VarId, VisitMut};
use accrs_frontend::source::Span;

/// What a loop's variable is some iterations later.
#[derive(Clone, Debug)]
pub struct Shift {
    pub var: VarId,
    /// `i + 2`, of the variable's own type.
    pub value: Expr,
    /// The same value as an `int`, for variables of narrower types, with which C computes as `int`.
    promoted: Option<Expr>,
    /// How much larger it is, where the step is a literal and the type at least as wide as `int`.
    by: Option<i128>,
}

impl Shift {
    /// The shift for copy number `k` of the body.
    pub fn of(unit: &Unit, head: &Canonical, k: u32) -> Self {
        let (types, ty) = (&unit.types, unit.var(head.var).ty);
        let var = Expr::new(ExprKind::Var(head.var), ty, Span::default());
        let op = if head.down {
            BinaryOp::Sub
        } else {
            BinaryOp::Add
        };
        let narrow = types.is_integer(ty) && types.size_of(ty).is_some_and(|n| n < 4);
        let Some(step) = head.step.int_value() else {
            let far = match k {
                1 => head.step.clone(),
                k => times(unit, k, &head.step),
            };
            let sum = binary(op, var, far, types.long());
            let value = match types.is_pointer(ty) {
                true => sum,
                false => cast(false, ty, sum),
            };
            return Self {
                var: head.var,
                value,
                promoted: None,
                by: None,
            };
        };
        let by = i128::from(k) * step;
        if !narrow {
            let value = moved(unit, var, if head.down { -by } else { by });
            let by = Some(if head.down { -by } else { by });
            return Self {
                var: head.var,
                value,
                promoted: None,
                by,
            };
        }
        let sum = binary(op, cast(true, types.int(), var), int(unit, by), types.int());
        Self {
            var: head.var,
            value: cast(false, ty, sum.clone()),
            promoted: Some(sum),
            by: None,
        }
    }

    /// The replacement of an expression that is the variable itself, or the variable plus or minus a literal.
    pub fn replaced(&self, unit: &Unit, e: &Expr) -> Option<Expr> {
        let is_it = |e: &Expr| matches!(e.kind, ExprKind::Var(v) if v == self.var);
        let types = &unit.types;
        let mut new = match (&e.kind, &self.promoted, self.by) {
            (ExprKind::Var(_), ..) if is_it(e) => self.value.clone(),
            (
                ExprKind::Cast {
                    implicit: true,
                    operand,
                },
                Some(sum),
                _,
            ) if is_it(operand) => {
                if !types.is_arithmetic(e.ty) || types.size_of(e.ty).is_none_or(|n| n < 4) {
                    return None;
                }
                cast(true, e.ty, sum.clone())
            }
            // `i + 1` becomes `i + 3`, which is the same, since neither sum overflows.
            (ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b), _, Some(by))
                if is_it(a) =>
            {
                let literal = b.strip_implicit();
                if !matches!(literal.kind, ExprKind::IntLit { .. })
                    || types.canonical_id(e.ty) != types.canonical_id(a.ty)
                {
                    return None;
                }
                let n = literal.int_value()?;
                let sum = by + if *op == BinaryOp::Add { n } else { -n };
                i32::try_from(sum).ok()?;
                moved(unit, (**a).clone(), sum)
            }
            _ => return None,
        };
        new.span = e.span;
        Some(new)
    }

    /// An expression with the variable shifted.
    pub fn applied(&self, unit: &Unit, e: &Expr) -> Expr {
        let mut e = e.clone();
        Replace { unit, shift: self }.visit_expr(&mut e);
        e
    }
}

/// `var + by` or `var - by`, by the sign of the number.
fn moved(unit: &Unit, var: Expr, by: i128) -> Expr {
    let ty = var.ty;
    let number = |n| match unit.types.is_pointer(ty) {
        true => int(unit, n),
        false => cast(true, ty, int(unit, n)),
    };
    match by {
        0 => var,
        n if n < 0 => binary(BinaryOp::Sub, var, number(-n), ty),
        n => binary(BinaryOp::Add, var, number(n), ty),
    }
}

/// Replaces a loop's variable by its value in a later iteration.
pub struct Replace<'r> {
    pub unit: &'r Unit,
    pub shift: &'r Shift,
}

impl VisitMut for Replace<'_> {
    fn visit_expr(&mut self, e: &mut Expr) {
        match self.shift.replaced(self.unit, e) {
            Some(new) => *e = new,
            None => self.walk_expr(e),
        }
    }
}

impl Replace<'_> {
    pub fn nodes(&mut self, nodes: &mut [Node]) {
        nodes.iter_mut().for_each(|n| self.node(n));
    }

    fn node(&mut self, n: &mut Node) {
        match &mut n.kind {
            Kind::Leaf(s) => self.visit_stmt(s),
            Kind::If(i) => self.visit_expr(&mut i.cond),
            Kind::Switch { value, .. } => self.visit_expr(value),
            Kind::For(l) => {
                if let Form::For(Some(init)) = &mut l.form {
                    self.visit_stmt(init);
                }
                l.cond
                    .iter_mut()
                    .chain(&mut l.inc)
                    .for_each(|e| self.visit_expr(e));
                l.heads.iter_mut().for_each(|h| self.visit_canonical(h));
            }
            Kind::Loop(l) => {
                l.heads.iter_mut().for_each(|h| self.visit_canonical(h));
                l.chunk
                    .iter_mut()
                    .flatten()
                    .for_each(|e| self.visit_expr(e));
            }
            Kind::Text(shift) => *shift = Some(Box::new(self.shift.clone())),
            _ => {}
        }
        n.children_mut(&mut |body| self.nodes(body));
    }
}
