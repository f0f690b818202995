//! Objects of classes: those that are what C's structs are, and why others aren't compiled.

use super::build::{Builder, Res};
use super::cursor::{CType, Cursor};
use super::expr::expression_children;
use super::reference::referred;
use super::types::is_expression;
use crate::region::{BinaryOp, Expr, ExprKind, Type, TypeId};
use crate::source::Span;
use clang_sys::*;

impl<'t> Builder<'t> {
    /// An object that a constructor makes: a copy of a plain one, or zeros.
    pub fn constructed(&mut self, c: Cursor<'t>, target: Cursor<'t>, span: Span) -> Res<Expr> {
        let args = expression_children(c);
        if !self.is_plain(c.ty()) || !target.is_defaulted() {
            return self.refuse_class(c.ty(), span);
        }
        match args[..] {
            [from] => self.expr(from),
            // `point()`: all members are zero (C++17 [dcl.init]).
            [] => {
                let ty = self.ty(c.ty().canonical())?;
                Ok(Expr::new(ExprKind::InitList(Vec::new()), ty, span))
            }
            _ => self.refuse_class(c.ty(), span),
        }
    }

    pub fn record_assignment(
        &mut self,
        c: Cursor<'t>,
        target: Cursor<'t>,
        span: Span,
    ) -> Res<Expr> {
        let (_, args) = self.arguments_of(c, target);
        let [to, from] = args[..] else {
            return self.not_understood(c);
        };
        if !target.is_defaulted() || !self.is_plain(to.ty()) {
            return self.refuse_class(to.ty(), span);
        }
        let (to, from) = (self.expr(to)?, self.expr(from)?);
        let to = self.changed_place(to)?;
        let from = match from.kind {
            ExprKind::InitList(_) => {
                let ty = to.ty;
                Expr::new(ExprKind::CompoundLiteral(Box::new(from)), ty, span)
            }
            _ => from,
        };
        let ty = self.unqualified_type(to.ty);
        let kind = ExprKind::Assign(None, Box::new(to), Box::new(from));
        Ok(Expr::new(kind, ty, span))
    }

    /// A class isn't taken for one of its bases, which may lie anywhere in it.
    pub fn no_base(&mut self, from: TypeId, to: TypeId, span: Span) -> Res<()> {
        let class = |ty: TypeId| match self.types.canonical(ty) {
            Type::Record(r) => Some(*r),
            Type::Pointer(inner) => match self.types.canonical(*inner) {
                Type::Record(r) => Some(*r),
                _ => None,
            },
            _ => None,
        };
        match (class(from), class(to)) {
            (Some(a), Some(b)) if a != b && self.rules.cpp => self.refuse_cpp(
                span,
                "a class taken for another one",
                "name the object's members themselves, or use structs without bases",
            ),
            _ => Ok(()),
        }
    }

    /// A member or an element behind a pointer needs the layout of what it points to.
    pub fn of_known_class(&mut self, e: Expr) -> Res<Expr> {
        let pointer = match &e.kind {
            ExprKind::Member {
                base, arrow: true, ..
            } => base.ty,
            ExprKind::Index(base, _) => base.ty,
            ExprKind::Binary(_, a, _) | ExprKind::Assign(Some(_), a, _) => a.ty,
            ExprKind::Unary(op, a) if op.is_step() => a.ty,
            _ => return Ok(e),
        };
        let unknown = self.types.pointee(pointer).is_some_and(|to| {
            matches!(self.types.canonical(to), Type::Record(r) if self.types.records[r.index()].fields.is_none())
        });
        let compares = matches!(
            &e.kind,
            ExprKind::Binary(op, ..) if !matches!(op, BinaryOp::Add | BinaryOp::Sub)
        );
        if self.rules.cpp && self.device && unknown && !compares {
            let what = "what a pointer to this class leads to";
            return self.refuse_cpp(
                e.span,
                what,
                "it has bases, virtual functions, no members, or some that have no form on devices: use a struct of numbers and pointers",
            );
        }
        Ok(e)
    }

    pub fn refuse_class<T>(&mut self, ty: CType<'t>, span: Span) -> Res<T> {
        let what = format!("an object of class `{}`", ty.canonical().spelling());
        self.refuse_cpp(
            span,
            &what,
            "its constructors, destructor or bases have no form on devices: use a struct of numbers and pointers, or the object's parts",
        )
    }

    /// Whether objects of the type are copied byte by byte and have no code of their own at their beginnings and ends, so that they
    /// are what C's structs are.
    pub fn is_plain(&mut self, ty: CType<'t>) -> bool {
        let ty = ty.canonical();
        match ty.kind() {
            CXType_ConstantArray => self.is_plain(ty.element()),
            CXType_Record => {
                let decl = ty.declaration();
                let key = decl.entity();
                if let Some(known) = self.plain.get(&key) {
                    return *known;
                }
                self.plain.insert(key, true);
                let full = decl.definition().unwrap_or(decl);
                let own = full.children().into_iter().all(|m| is_plain_member(m));
                let fields = ty.fields();
                let plain = own && fields.into_iter().all(|f| self.is_plain(f.ty()));
                self.plain.insert(key, plain);
                plain
            }
            _ => referred(ty).is_none(),
        }
    }

    /// Whether a list leaves members to the values that the class gives them, which clang doesn't show.
    pub fn leaves_members(&mut self, c: Cursor<'t>) -> bool {
        let ty = c.ty().canonical();
        self.rules.cpp
            && ty.kind() == CXType_Record
            && expression_children(c).len() < ty.fields().len()
            && has_values(ty)
    }

    /// Whether a declaration leaves an object of class without a value: `point p;`.
    pub fn leaves_unset(&mut self, init: Cursor<'t>) -> Res<bool> {
        let made = init.kind() == CXCursor_CallExpr;
        let Some(target) = init.referenced().filter(|_| made) else {
            return Ok(false);
        };
        let (from, to) = init.extent();
        let text = self.weave.text.get(from as usize..to as usize);
        if target.kind() != CXCursor_Constructor
            || !target.makes_default()
            || !expression_children(init).is_empty()
            || text.is_some_and(|t| t.contains(['(', '{']))
        {
            return Ok(false);
        }
        if target.is_defaulted() && self.is_plain(init.ty()) && !has_values(init.ty()) {
            return Ok(true);
        }
        let span = self.weave.span(init.extent());
        self.refuse_class(init.ty(), span)
    }
}

/// Whether a member of a class is no code that runs by itself, and no base.
fn is_plain_member(m: Cursor<'_>) -> bool {
    match m.kind() {
        CXCursor_CXXBaseSpecifier => false,
        CXCursor_Destructor => m.is_defaulted(),
        CXCursor_Constructor => {
            let arguments = m.arguments();
            let copies = arguments.len() == 1 && referred(arguments[0].ty()).is_some();
            !copies || m.is_defaulted() || !same_class(arguments[0], m)
        }
        CXCursor_CXXMethod => !m.is_virtual() && (m.spelling() != "operator=" || m.is_defaulted()),
        _ => true,
    }
}

fn same_class(parameter: Cursor<'_>, constructor: Cursor<'_>) -> bool {
    let to = referred(parameter.ty()).map(|t| t.canonical().declaration().entity());
    to == Some(constructor.semantic_parent().entity())
}

/// Whether members of a class have values that its declaration gives.
fn has_values(ty: CType<'_>) -> bool {
    let ty = ty.canonical();
    match ty.kind() {
        CXType_ConstantArray => has_values(ty.element()),
        CXType_Record => ty.fields().into_iter().any(|f| {
            let own = f.children().into_iter().any(|c| is_expression(c.kind()));
            let array = f.ty().canonical().kind() == CXType_ConstantArray;
            (own && !array && f.bit_width().is_none()) || has_values(f.ty())
        }),
        _ => false,
    }
}
