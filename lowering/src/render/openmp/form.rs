//! OpenMP's idea of a loop, where it is narrower than OpenACC's.

use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, Expr, ExprKind, LoopCmp, Type, UnaryOp};

/// OpenMP takes `!=` only with steps of one, and integer or pointer variables.
pub fn is_openmp_loop(unit: &Unit, head: &Canonical) -> bool {
    let ty = unit.var(head.var).ty;
    let variable = matches!(
        unit.types.canonical(ty),
        Type::Char | Type::Int(_) | Type::Pointer(_)
    );
    variable
        && (head.cmp != LoopCmp::Ne || head.step.int_value() == Some(1))
        && !leaves_type(unit, head)
}

/// Whether the distance between the bounds, and a step, may be too large for the variable's own type, in
/// which OpenMP compilers count iterations.
fn leaves_type(unit: &Unit, head: &Canonical) -> bool {
    let types = &unit.types;
    let ty = unit.var(head.var).ty;
    let (Some(lower), Some(upper), Some(size)) = (
        constant(&head.lower),
        constant(&head.upper),
        types.size_of(ty),
    ) else {
        // A bound at the type's end plus a step would leave it.
        let wide = types.size_of(ty).is_none_or(|s| s > 4);
        return !wide && head.step.int_value() != Some(1);
    };
    // Narrow types are promoted to int.
    let bits = 8 * size.max(4) - u64::from(size < 4 || !types.is_unsigned(ty));
    let step = constant(&head.step).unwrap_or(1);
    (upper - lower).abs().saturating_add(step.abs()) >= 1i128 << bits.min(126)
}

/// The value of a constant integer expression, as far as plain arithmetic goes.
fn constant(e: &Expr) -> Option<i128> {
    use accrs_frontend::region::BinaryOp::*;
    if let Some(value) = e.int_value() {
        return Some(value);
    }
    match &e.kind {
        ExprKind::Cast { operand, .. } => constant(operand),
        ExprKind::Unary(UnaryOp::Minus, a) => constant(a)?.checked_neg(),
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (constant(a)?, constant(b)?);
            match op {
                Add => a.checked_add(b),
                Sub => a.checked_sub(b),
                Mul => a.checked_mul(b),
                Div => a.checked_div(b),
                Shl => a.checked_shl(u32::try_from(b).ok()?),
                _ => None,
            }
        }
        _ => None,
    }
}
