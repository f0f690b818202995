//! The name of an accessed element, with places for its subscripts: `a[%][%].x`.

use crate::print::show;
use accrs_frontend::Unit;
use accrs_frontend::region::{BinaryOp, Expr, ExprKind, UnaryOp};

/// The name's text, with `%` for each of the subscripts that go with it; none for what has no name of this form.
pub fn element<'e>(unit: &Unit, e: &'e Expr) -> Option<(String, Vec<&'e Expr>)> {
    match &e.kind {
        ExprKind::Var(v) => Some((show::name(unit, *v).to_string(), Vec::new())),
        ExprKind::Cast {
            implicit: true,
            operand,
        } => element(unit, operand),
        ExprKind::Index(a, i) => {
            unit.types.pointee(a.ty)?;
            let (text, mut subscripts) = element(unit, a)?;
            subscripts.push(plain(i)?);
            Some((format!("{text}[%]"), subscripts))
        }
        ExprKind::Member { base, field, arrow } => {
            let (text, subscripts) = element(unit, base)?;
            if unit.types.vector(base.ty).is_some() {
                return Some((text, subscripts)); // the array of its elements has no name in C
            }
            let dot = if *arrow { "->" } else { "." };
            Some((format!("{text}{dot}{field}"), subscripts))
        }
        ExprKind::Unary(UnaryOp::Deref, p) => match &p.strip_implicit().kind {
            ExprKind::Binary(BinaryOp::Add, a, i) if unit.types.pointee(a.ty).is_some() => {
                let (text, mut subscripts) = element(unit, a)?;
                subscripts.push(plain(i)?);
                Some((format!("{text}[%]"), subscripts))
            }
            _ => {
                let (text, subscripts) = element(unit, p)?;
                Some((format!("*{text}"), subscripts))
            }
        },
        _ => None,
    }
}

/// A subscript that may be evaluated once more.
fn plain(i: &Expr) -> Option<&Expr> {
    let acts = i.any_expr(|e| match &e.kind {
        ExprKind::Assign(..) | ExprKind::Call { .. } | ExprKind::StmtExpr(_) => true,
        ExprKind::Unary(op, _) => op.is_step(),
        _ => false,
    });
    (!acts).then_some(i)
}
