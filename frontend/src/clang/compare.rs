//! Three-way comparisons: `a <=> b` of numbers, and what it is: objects of `std::strong_ordering` and its kin, which hold a number. The library's own
//! functions say what such an object is beside zero.

use super::build::{Builder, Res};
use super::cpp_call::has_effect;
use super::cursor::{CType, Cursor};
use super::expr::expression_children;
use crate::region::{BinaryOp, Designator, Expr, ExprKind, InitItem, Type, TypeId};
use crate::source::Span;
use clang_sys::*;

/// The classes that the results of comparisons have.
const ORDERINGS: [&str; 3] = ["strong_ordering", "weak_ordering", "partial_ordering"];

impl<'t> Builder<'t> {
    /// `a <=> b` of numbers and pointers, as the object of its class.
    pub fn three_way(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
        let [a, b] = expression_children(c)[..] else {
            return self.not_understood(c);
        };
        let (a, b) = (self.expr(a)?, self.expr(b)?);
        if [&a, &b]
            .into_iter()
            .any(|e| e.any_expr(|e| has_effect(&e.kind)))
        {
            return self.refuse_cpp(
                span,
                "`<=>` of values that are made where they are compared",
                "name both values first",
            );
        }
        let class = c.ty().canonical();
        let number = |name| ordering(class, name);
        let (Some(less), Some(greater), Some(equal)) =
            (number("less"), number("greater"), number("equivalent"))
        else {
            return self.not_understood(c);
        };
        let Some((field, ty)) = self.held_number(class)? else {
            return self.not_understood(c);
        };
        let mut value = self.whole_number(equal, ty, span);
        if let Some(unordered) = number("unordered") {
            let neither = self.whole_number(unordered, ty, span);
            value = self.where_holds(BinaryOp::Eq, (&a, &b), (value, neither), ty, span);
        }
        for (op, number) in [(BinaryOp::Gt, greater), (BinaryOp::Lt, less)] {
            let number = self.whole_number(number, ty, span);
            value = self.where_holds(op, (&a, &b), (number, value), ty, span);
        }
        self.ordered(class, field, value, span)
    }

    /// `a op b ? yes : no`
    fn where_holds(
        &mut self,
        op: BinaryOp,
        (a, b): (&Expr, &Expr),
        (yes, no): (Expr, Expr),
        ty: TypeId,
        span: Span,
    ) -> Expr {
        let truth = self.types.intern(Type::Bool);
        let holds = ExprKind::Binary(op, Box::new(a.clone()), Box::new(b.clone()));
        let holds = Box::new(Expr::new(holds, truth, span));
        let kind = ExprKind::Conditional(holds, Some(Box::new(yes)), Box::new(no));
        Expr::new(kind, ty, span)
    }

    /// `std::strong_ordering::less` and its like; `None` for other names.
    pub fn named_ordering(&mut self, decl: Cursor<'t>, span: Span) -> Res<Option<Expr>> {
        let class = decl.semantic_parent();
        let known = super::places::is_class(class)
            && ORDERINGS.iter().any(|name| self.is_of_library(class, name));
        if !known {
            return Ok(None);
        }
        let class = class.ty().canonical();
        let Some(number) = ordering(class, &decl.spelling()) else {
            return Ok(None);
        };
        let Some((field, ty)) = self.held_number(class)? else {
            return Ok(None);
        };
        let value = self.whole_number(number, ty, span);
        self.ordered(class, field, value, span).map(Some)
    }

    /// The one member of such a class, and its type.
    fn held_number(&mut self, class: CType<'t>) -> Res<Option<(String, TypeId)>> {
        let [field] = class.fields()[..] else {
            return Ok(None);
        };
        let ty = self.ty(field.ty().canonical())?;
        Ok(Some((field.spelling(), self.unqualified_type(ty))))
    }

    fn ordered(&mut self, class: CType<'t>, field: String, value: Expr, span: Span) -> Res<Expr> {
        let ty = self.ty(class)?;
        let ty = self.unqualified_type(ty);
        let designators = vec![Designator::Field(field)];
        let list = ExprKind::InitList(vec![InitItem { designators, value }]);
        Ok(Expr::new(list, ty, span))
    }
}

/// The number that a constant of such a class is made of.
fn ordering(class: CType<'_>, name: &str) -> Option<i128> {
    let members = super::classes::class_members(class.declaration());
    let mut named = members
        .into_iter()
        .filter(|m| m.kind() == CXCursor_VarDecl && m.spelling() == name);
    let value = named.next()?.definition()?.initializer()?;
    let mut call = super::host::core(value);
    while let [inner] = expression_children(call)[..]
        && call.kind() != CXCursor_CallExpr
    {
        call = super::host::core(inner);
    }
    expression_children(call).first()?.evaluate_int()
}
