//! Several parts of one variable in `private` and `firstprivate`: one copy has them all.

use super::Wanted;
use crate::directive::Section;
use crate::region::{BinaryOp, Expr, ExprKind, Unit, constant};
use crate::source::Span;

impl Wanted {
    /// Takes another part of the variable into the copy.
    pub fn take(&mut self, unit: &Unit, other: Wanted) {
        self.end = extreme(unit, BinaryOp::Gt, self.end.clone(), other.end);
        self.first.extend(other.first);
        // Of const elements only what is written once is const no longer.
        if !self.first.is_empty() {
            self.elem = unit.types.canonical_id(self.elem);
        }
    }

    /// The section from the first to the last of the elements that are copied.
    pub fn spanning(&self, unit: &Unit) -> Section<Expr> {
        let zero = || number(unit, 0, self.span);
        let mut parts = self.first.iter().map(|(lower, length)| {
            let lower = lower.clone().unwrap_or_else(zero);
            let end = joined(BinaryOp::Add, &lower, length.clone());
            (lower, end)
        });
        let (mut lower, mut end) = parts.next().unwrap_or_else(|| (zero(), zero()));
        for (l, e) in parts {
            lower = extreme(unit, BinaryOp::Lt, lower, l);
            end = extreme(unit, BinaryOp::Gt, end, e);
        }
        let length = match (constant(&lower), constant(&end)) {
            (Some(l), Some(e)) if e >= l => number(unit, (e - l) as u128, self.span),
            _ => joined(BinaryOp::Sub, &end, lower.clone()),
        };
        Section::Range {
            lower: Some(lower),
            length: Some(length),
        }
    }
}

pub fn number(unit: &Unit, value: u128, span: Span) -> Expr {
    let text = format!("{value}UL");
    Expr::new(ExprKind::IntLit { value, text }, unit.types.int(), span)
}

fn joined(op: BinaryOp, a: &Expr, b: Expr) -> Expr {
    let kind = ExprKind::Binary(op, Box::new(a.clone()), Box::new(b));
    Expr::new(kind, a.ty, a.span)
}

/// The one of two numbers of elements that compares so with the other.
fn extreme(unit: &Unit, op: BinaryOp, a: Expr, b: Expr) -> Expr {
    if let (Some(x), Some(y)) = (constant(&a), constant(&b)) {
        let first = if op == BinaryOp::Gt { x >= y } else { x <= y };
        return if first { a } else { b };
    }
    // As signed numbers, whatever their types.
    let long = unit.types.long();
    let signed = |e: Expr| {
        let (span, operand) = (e.span, Box::new(e));
        let implicit = false;
        Expr::new(ExprKind::Cast { implicit, operand }, long, span)
    };
    let (a, b) = (signed(a), signed(b));
    let cond = Expr {
        ty: unit.types.int(),
        ..joined(op, &a, b.clone())
    };
    let (span, kind) = (
        a.span,
        ExprKind::Conditional(Box::new(cond), Some(Box::new(a)), Box::new(b)),
    );
    Expr::new(kind, long, span)
}
