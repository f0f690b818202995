//! Polynomials as C: the bounds that the host computes before a construct.

use super::poly::{Poly, Sym};
use accrs_frontend::Unit;
use accrs_frontend::region::{BinaryOp, Expr, ExprKind, IntKind, Type, TypeId, VarId};
use accrs_frontend::source::Span;

/// `coefficient < 0 ? second : first`
pub(super) fn conditional(
    coefficient: &Poly,
    cases: &[Poly; 2],
    unit: &Unit,
    ty: TypeId,
) -> Option<Expr> {
    let e = |kind| Expr::new(kind, ty, Span::default());
    let [first, second] = cases;
    let part = |p: &Poly| expression(p, unit, ty).map(Box::new);
    let zero = part(&Poly::default())?;
    let below = e(ExprKind::Binary(BinaryOp::Lt, part(coefficient)?, zero));
    Some(e(ExprKind::Conditional(
        Box::new(below),
        Some(part(second)?),
        part(first)?,
    )))
}

/// The type that bounds are computed in.
pub fn long(unit: &Unit, var: VarId) -> TypeId {
    let find = |k| {
        let at = unit.types.types.get_index_of(&Type::Int(k));
        at.map(|i| TypeId(i as u32))
    };
    find(IntKind::Long)
        .or(find(IntKind::ULong))
        .or(find(IntKind::Int))
        .unwrap_or(unit.var(var).ty)
}

fn variable(unit: &Unit, v: VarId) -> Expr {
    Expr::new(ExprKind::Var(v), unit.var(v).ty, Span::default())
}

/// What a type keeps of a variable.
pub fn cast(unit: &Unit, v: VarId, ty: TypeId) -> Expr {
    let operand = Box::new(variable(unit, v));
    let implicit = false;
    Expr::new(ExprKind::Cast { implicit, operand }, ty, Span::default())
}

/// A polynomial as C.
pub fn expression(p: &Poly, unit: &Unit, ty: TypeId) -> Option<Expr> {
    let e = |kind| Expr::new(kind, ty, Span::default());
    let literal = |n: i128| {
        let value = u128::try_from(n).ok()?;
        Some(e(ExprKind::IntLit {
            value,
            text: n.to_string(),
        }))
    };
    let mut sum: Option<Expr> = None;
    // Products first, the constant last: n*m - 1.
    let mut terms: Vec<(&[Sym], i128)> = p.terms().collect();
    terms.sort_by_key(|(m, n)| (std::cmp::Reverse(*n > 0), std::cmp::Reverse(m.len())));
    for (m, n) in terms {
        let mut product: Option<Expr> = None;
        for s in m {
            let var = match s {
                Sym::Var(v, 0) => variable(unit, *v),
                Sym::Cast(v, ty) => cast(unit, *v, *ty),
                Sym::Behind(a, b) => {
                    let (a, b) = (variable(unit, *a), variable(unit, *b));
                    e(ExprKind::Binary(BinaryOp::Sub, a.into(), b.into()))
                }
                _ => return None,
            };
            // In the type of bounds, so that nothing overflows or wraps on the way.
            let same = unit.types.canonical_id(var.ty) == unit.types.canonical_id(ty);
            let var = if same {
                var
            } else {
                e(ExprKind::Cast {
                    implicit: true,
                    operand: Box::new(var),
                })
            };
            product = Some(match product {
                None => var,
                Some(p) => e(ExprKind::Binary(BinaryOp::Mul, Box::new(p), Box::new(var))),
            });
        }
        let size = n.checked_abs()?;
        let term = match product {
            None => literal(size)?,
            Some(p) if size == 1 => p,
            Some(p) => e(ExprKind::Binary(
                BinaryOp::Mul,
                Box::new(literal(size)?),
                Box::new(p),
            )),
        };
        sum = Some(match sum {
            None if n < 0 => e(ExprKind::Unary(
                accrs_frontend::region::UnaryOp::Minus,
                Box::new(term),
            )),
            None => term,
            Some(s) => {
                let op = if n < 0 { BinaryOp::Sub } else { BinaryOp::Add };
                e(ExprKind::Binary(op, Box::new(s), Box::new(term)))
            }
        });
    }
    sum.or_else(|| literal(0))
}
