//! The names of variables and types in each dialect.

use super::{Access, Dialect, Printer};
use accrs_frontend::region::spell::{self, Names};
use accrs_frontend::region::{BinaryOp, Expr, ExprKind, TypeId, Types, UnaryOp, VarId, VlaId};
use accrs_frontend::source::Span;

impl Printer<'_> {
    /// `int (*name)[3]`; an empty name gives the type alone.
    pub fn declare(&self, ty: TypeId, name: &str) -> String {
        spell::declare(self, ty, name)
    }

    /// The type alone: `float *`.
    pub fn type_name(&self, ty: TypeId) -> String {
        self.declare(ty, "")
    }

    pub fn var(&self, id: VarId) -> Access {
        let own = || match self.dialect {
            Dialect::Cuda => crate::names::safe(&self.unit.var(id).name),
            Dialect::Report => super::show::name(self.unit, id).to_string(),
            Dialect::HostC | Dialect::Ir => self.unit.var(id).name.clone(),
        };
        let given = self.access.get(&id).cloned();
        given.unwrap_or_else(|| Access::Name(own()))
    }

    /// The form of an expression for people. A variable that points to a member of a struct has the member's name, and a
    /// statement expression is the user's own text.
    pub(super) fn report(&self, e: &Expr) -> Option<super::Text> {
        match &e.kind {
            ExprKind::Unary(UnaryOp::Deref, a) if super::show::is_one_member(self.unit, a) => {
                Some(self.print(a))
            }
            // The user's own are shown as he wrote them.
            ExprKind::Conditional(c, Some(a), b) if e.span == Span::default() => {
                self.larger_or_smaller(c, a, b)
            }
            ExprKind::StmtExpr(_) => {
                let words = self.unit.source.words(e.span);
                Some(super::expr::text(words, super::expr::PRIMARY))
            }
            _ => None,
        }
    }
}

impl Printer<'_> {
    /// `max(a, b)` for `a > b ? a : b`.
    fn larger_or_smaller(&self, c: &Expr, a: &Expr, b: &Expr) -> Option<super::Text> {
        let ExprKind::Binary(op @ (BinaryOp::Gt | BinaryOp::Lt), x, y) = &c.kind else {
            return None;
        };
        let [a, b, x, y] = [a, b, x, y].map(|e| self.expr(e));
        let name = if *op == BinaryOp::Gt { "max" } else { "min" };
        let text = format!("{name}({a}, {b})");
        (a == x && b == y).then(|| super::expr::text(text, super::expr::PRIMARY))
    }
}

impl Names for Printer<'_> {
    fn types(&self) -> &Types {
        &self.unit.types
    }

    fn base(&self, ty: TypeId) -> String {
        match self.dialect {
            Dialect::Cuda => self.cuda_base(ty),
            Dialect::HostC => self.host_base(ty),
            Dialect::Report | Dialect::Ir => self.unit.show_type(ty),
        }
    }

    fn length(&self, id: VlaId) -> String {
        let length = self.unit.types.vla_lengths.get(id.index());
        length.map_or_else(String::new, |e| self.expr(e))
    }

    fn restrict(&self) -> &'static str {
        match self.dialect {
            Dialect::Cuda => "__restrict__",
            Dialect::HostC if self.unit.c89 || self.unit.cpp => "__restrict",
            _ => "restrict",
        }
    }

    fn special(&self, ty: TypeId, name: &str) -> Option<String> {
        match self.dialect {
            Dialect::Cuda => self.cuda_declaration(ty, name),
            _ => None,
        }
    }
}
