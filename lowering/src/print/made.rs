//! Arithmetic that the compiler made itself (bounds of sections, distances) in the host's C.
//!
//! Such expressions are of a type in which nothing overflows or wraps around, and convert the user's variables to it. C wouldn't do that by
//! itself. The conversions are printed where they matter: of unsigned types always, of narrow signed ones where two
//! variables are computed with each other. `n - 1` is printed as it is, `n * m` as `(long)n * m`.

use super::expr::{Text, UNARY, text};
use super::{Dialect, Printer};
use accrs_frontend::region::{BinaryOp, Expr, ExprKind};
use accrs_frontend::source::Span;

impl Printer<'_> {
    /// A conversion or an operation of the compiler's own, where it needs another form than C's.
    pub(super) fn made(&self, e: &Expr) -> Option<Text> {
        if e.span != Span::default() || self.dialect != Dialect::HostC {
            return None;
        }
        match &e.kind {
            ExprKind::Cast {
                implicit: true,
                operand,
            } if self.may_wrap(operand, e) => Some(self.converted(operand, e)),
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), a, b) => {
                let literal = |e: &Expr| e.int_value().is_some();
                match (self.is_narrow(a, e), self.is_narrow(b, e)) {
                    (true, true) if *op != BinaryOp::Mul && (literal(a) || literal(b)) => None,
                    (true, true) if literal(a) => {
                        let wide = self.cast_to(b, e);
                        Some(self.plain_binary(*op, a, &wide))
                    }
                    (true, true) => Some(self.plain_binary(*op, &self.cast_to(a, e), b)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn converted(&self, operand: &Expr, to: &Expr) -> Text {
        let operand = self.operand(operand, UNARY);
        text(format!("({}){operand}", self.type_name(to.ty)), UNARY)
    }

    /// With a conversion that is printed.
    fn cast_to(&self, e: &Expr, to: &Expr) -> Expr {
        let operand = match &e.kind {
            ExprKind::Cast {
                implicit: true,
                operand,
            } => operand.clone(),
            _ => Box::new(e.clone()),
        };
        let implicit = false;
        Expr::new(ExprKind::Cast { implicit, operand }, to.ty, e.span)
    }

    /// Whether a variable is of an unsigned type that C computes in, and not in the signed one that is meant.
    fn may_wrap(&self, e: &Expr, meant: &Expr) -> bool {
        let types = &self.unit.types;
        let size = types.size_of(e.ty);
        types.is_integer(meant.ty)
            && !types.is_unsigned(meant.ty)
            && types.is_unsigned(e.ty)
            && size >= Some(4)
            && size <= types.size_of(meant.ty)
            && e.int_value().is_none()
    }

    /// Whether C computes a value in a narrower type than the one that is meant, with the conversions that are printed.
    fn is_narrow(&self, e: &Expr, meant: &Expr) -> bool {
        let types = &self.unit.types;
        let integers = types.is_integer(e.ty) && types.is_integer(meant.ty);
        let narrower = |ty| types.size_of(ty) < types.size_of(meant.ty);
        let deeper = |e: &Expr| self.is_narrow(e, meant);
        integers
            && match &e.kind {
                ExprKind::IntLit { .. } => true,
                ExprKind::Cast {
                    implicit: true,
                    operand,
                } => narrower(operand.ty) && !self.may_wrap(operand, meant),
                ExprKind::Unary(_, a) => deeper(a),
                ExprKind::Binary(BinaryOp::Mul, ..) => narrower(e.ty),
                ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => {
                    let literal = a.int_value().or(b.int_value()).is_some();
                    literal && deeper(a) && deeper(b)
                }
                ExprKind::Binary(_, a, b) => deeper(a) && deeper(b),
                ExprKind::Conditional(_, Some(a), b) => deeper(a) && deeper(b),
                _ => narrower(e.ty),
            }
    }
}
