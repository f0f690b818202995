//! Expressions that are made of others.

use accrs_frontend::Unit;
use accrs_frontend::region::{BinaryOp, Expr, ExprKind, TypeId};
use accrs_frontend::source::Span;

/// So many steps, known at run time only: in 64 bits, where their sum with the index is what it is in the user's loop.
pub fn times(unit: &Unit, k: u32, step: &Expr) -> Expr {
    let types = &unit.types;
    if types.size_of(step.ty).is_some_and(|n| n <= 4) {
        let factor = literal(i128::from(k), "L", types.long());
        return binary(BinaryOp::Mul, factor, step.clone(), types.long());
    }
    let ty = types.unsigned_long();
    binary(
        BinaryOp::Mul,
        int(unit, i128::from(k)),
        cast(false, ty, step.clone()),
        ty,
    )
}

pub fn binary(op: BinaryOp, a: Expr, b: Expr, ty: TypeId) -> Expr {
    let span = a.span;
    Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, span)
}

pub fn cast(implicit: bool, ty: TypeId, operand: Expr) -> Expr {
    let (span, operand) = (operand.span, Box::new(operand));
    Expr::new(ExprKind::Cast { implicit, operand }, ty, span)
}

pub fn int(unit: &Unit, n: i128) -> Expr {
    literal(n, "", unit.types.int())
}

/// A literal that isn't negative.
pub fn literal(n: i128, suffix: &str, ty: TypeId) -> Expr {
    let text = format!("{n}{suffix}");
    let value = u128::try_from(n).unwrap_or_default();
    Expr::new(ExprKind::IntLit { value, text }, ty, Span::default())
}
