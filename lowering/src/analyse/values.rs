//! Values that isl has computed, as C.

use super::bounds::expression;
use super::poly::{Poly, Sym};
use super::quasi::Atom;
use accrs_frontend::Unit;
use accrs_frontend::region::{BinaryOp, Expr, ExprKind, TypeId, UnaryOp};
use accrs_frontend::source::Span;
use accrs_isl::{Op, Value};
use indexmap::IndexMap;

/// A value as an expression of this type; `named` gives those of names. `None`: C can't say it.
pub fn expr(
    v: &Value,
    unit: &Unit,
    ty: TypeId,
    named: &dyn Fn(&str) -> Option<Expr>,
) -> Option<Expr> {
    Made { unit, ty, named }.expr(v)
}

/// What doesn't change and has this name (`p0`, and so on).
pub fn param(params: &IndexMap<Atom, String>, name: &str, unit: &Unit, ty: TypeId) -> Option<Expr> {
    let (atom, _) = params.iter().find(|(_, own)| *own == name)?;
    let product = match atom {
        Atom::Sym(s) => std::slice::from_ref(s),
        Atom::Product(all) => all.as_slice(),
        Atom::Floor(..) => return None,
    };
    expression(&product_of(product)?, unit, ty)
}

struct Made<'m> {
    unit: &'m Unit,
    ty: TypeId,
    named: &'m dyn Fn(&str) -> Option<Expr>,
}

impl Made<'_> {
    fn expr(&self, v: &Value) -> Option<Expr> {
        let e = |kind| Some(Expr::new(kind, self.ty, Span::default()));
        let (op, args) = match v {
            Value::Number(n) => {
                return expression(&Poly::constant((*n).into()), self.unit, self.ty);
            }
            Value::Param(name) => return (self.named)(name),
            Value::Op(op, args) => (*op, args.as_slice()),
        };
        let binary = |op, a: &Value, b: &Value| {
            let (a, b) = (Box::new(self.expr(a)?), Box::new(self.expr(b)?));
            e(ExprKind::Binary(op, a, b))
        };
        let chosen = |c: Expr, a: Expr, b: Expr| {
            e(ExprKind::Conditional(c.into(), Some(a.into()), b.into()))
        };
        match (op, args) {
            (Op::Minus, [a]) => e(ExprKind::Unary(UnaryOp::Minus, Box::new(self.expr(a)?))),
            (Op::Cond, [c, a, b]) => chosen(self.expr(c)?, self.expr(a)?, self.expr(b)?),
            (Op::Max, [a, b]) => chosen(binary(BinaryOp::Gt, a, b)?, self.expr(a)?, self.expr(b)?),
            (Op::Min, [a, b]) => chosen(binary(BinaryOp::Lt, a, b)?, self.expr(a)?, self.expr(b)?),
            // Several at once: the first with the rest.
            (Op::Max | Op::Min, [first, rest @ ..]) if rest.len() > 1 => {
                let rest = Value::Op(op, rest.to_vec());
                self.expr(&Value::Op(op, vec![first.clone(), rest]))
            }
            (Op::Floor, [a, b]) => {
                let number = Value::Number;
                let up = Value::Op(
                    Op::Sub,
                    vec![b.clone(), Value::Op(Op::Add, vec![a.clone(), number(1)])],
                );
                let below = Value::Op(Op::Minus, vec![Value::Op(Op::Div, vec![up, b.clone()])]);
                let zero = number(0);
                chosen(
                    binary(BinaryOp::Ge, a, &zero)?,
                    binary(BinaryOp::Div, a, b)?,
                    self.expr(&below)?,
                )
            }
            (_, [a, b]) => binary(c_operator(op)?, a, b),
            _ => None,
        }
    }
}

fn c_operator(op: Op) -> Option<BinaryOp> {
    Some(match op {
        Op::And => BinaryOp::And,
        Op::Or => BinaryOp::Or,
        Op::Add => BinaryOp::Add,
        Op::Sub => BinaryOp::Sub,
        Op::Mul => BinaryOp::Mul,
        Op::Div => BinaryOp::Div,
        Op::Rem => BinaryOp::Rem,
        Op::Eq => BinaryOp::Eq,
        Op::Le => BinaryOp::Le,
        Op::Lt => BinaryOp::Lt,
        Op::Ge => BinaryOp::Ge,
        Op::Gt => BinaryOp::Gt,
        Op::Max | Op::Min | Op::Minus | Op::Floor | Op::Cond | Op::Call => return None,
    })
}

fn product_of(all: &[Sym]) -> Option<Poly> {
    let mut product = Poly::constant(1);
    for s in all {
        product = product.times(&Poly::sym(s.clone()))?;
    }
    Some(product)
}
