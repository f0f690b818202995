//! Constructors of the program's own: each is a function that returns the object.

use super::build::{Builder, Res};
use super::classes::{class_members, value_of};
use super::cursor::{CType, Cursor};
use super::expr::expression_children;
use super::methods::This;
use super::reference::referred;
use super::types::is_expression;
use crate::region::{
    ArrayLen, Expr, ExprKind, FunctionId, LocalDecl, Stmt, StmtKind, Storage, Type, TypeId, VarId,
};
use crate::source::Span;
use clang_sys::*;

/// Longer arrays' elements aren't given values one by one.
const MOST_VALUES: u64 = 64;

impl<'t> Builder<'t> {
    /// The object that a constructor of the program's own makes, as the call of a function that returns it.
    pub fn own_constructor(&mut self, c: Cursor<'t>, target: Cursor<'t>, span: Span) -> Res<Expr> {
        let f = self.function_id(target)?;
        if self.device {
            self.need_body(f, target, span)?;
        }
        // Not what the class's own name is given: `matrix<3>(x)`.
        let args = self.handed(f, target, &c.arguments(), 0)?;
        self.call_of(f, args, span, span)
    }

    /// The body of a constructor: its object, the members' values, what it does, and the object as its value.
    pub fn constructor_body(
        &mut self,
        f: FunctionId,
        c: Cursor<'t>,
        body: Cursor<'t>,
    ) -> Res<Vec<Stmt>> {
        let span = self.weave.span(c.extent());
        let ty = self.functions[f.index()].ret;
        let object = self.new_var("made", ty, Storage::Region);
        self.this = This::Object(object);
        let mut out = vec![Stmt::new(
            StmtKind::Decl(vec![LocalDecl {
                var: object,
                // One without members is never given a value.
                init: self
                    .is_empty_class(ty)
                    .then(|| Expr::new(ExprKind::InitList(Vec::new()), ty, span)),
                is_static: false,
            }]),
            span,
        )];
        let class = c.semantic_parent();
        if let Some(other) = delegated(c) {
            let value = self.expr(other)?;
            out.push(assigned(self.made(object, span), value, ty, span));
            out.extend(self.block(body)?);
            let made = StmtKind::Return(Some(self.made(object, span)));
            out.push(Stmt::new(made, span));
            return Ok(out);
        }
        let given = self.member_initialisers(c)?;
        self.construct_bases(object, class, &given, &mut out)?;
        for field in class.ty().canonical().fields() {
            let own = given
                .iter()
                .find(|(m, _)| m.is_some_and(|m| m.entity() == field.entity()));
            let value = match own {
                Some((_, value)) => Some(*value),
                None => self.value_of_member(class, field)?,
            };
            let Some(value) = value else {
                let of = field.ty().canonical();
                if of.kind() == CXType_Record && !super::classes::is_left_unset(of) {
                    let value = self.default_object(of, span)?;
                    let ty = value.ty;
                    let part = self.member_of_made(object, field, ty, span);
                    out.push(assigned(part, value, ty, span));
                } else {
                    self.leaves_member(field, span)?;
                }
                continue;
            };
            out.push(self.initialises(object, field, value)?);
        }
        out.extend(self.block(body)?);
        out.push(Stmt::new(
            StmtKind::Return(Some(self.made(object, span))),
            span,
        ));
        Ok(out)
    }

    pub fn made(&self, object: VarId, span: Span) -> Expr {
        Expr::new(ExprKind::Var(object), self.vars[object.index()].ty, span)
    }

    /// What stands between a constructor's head and its body: members and their values.
    fn member_initialisers(&mut self, c: Cursor<'t>) -> Res<Vec<Initialiser<'t>>> {
        let mut out = Vec::new();
        let mut member = None;
        for k in c.children() {
            match k.kind() {
                CXCursor_MemberRef => member = k.referenced(),
                // A base.
                kind if is_expression(kind) => out.push((member.take(), k)),
                _ => {}
            }
        }
        Ok(out)
    }

    /// The parts of a constructor's object that are bases: given values, or such as have none.
    fn construct_bases(
        &mut self,
        object: VarId,
        class: Cursor<'t>,
        given: &[Initialiser<'t>],
        out: &mut Vec<Stmt>,
    ) -> Res<()> {
        let bases = class_members(class).into_iter();
        for base in bases.filter(|m| m.kind() == CXCursor_CXXBaseSpecifier) {
            let span = self.weave.span(base.extent());
            if self.is_empty_of_library(base) {
                continue;
            }
            if base.ty().canonical().kind() != CXType_Record
                && given.iter().any(|(m, _)| m.is_none())
            {
                return self.refuse_cpp(
                    span,
                    "the base of a template's class that its constructor gives a value",
                    "give the base's members their values in the constructor's body",
                );
            }
            let decl = base.ty().canonical().declaration().entity();
            let of = |k: &Cursor<'t>| k.ty().canonical().declaration().entity() == decl;
            let value = given.iter().find(|(m, k)| m.is_none() && of(k));
            let Some((_, value)) = value else {
                if !super::classes::is_left_unset(base.ty()) {
                    let value = self.default_object(base.ty(), span)?;
                    let ty = value.ty;
                    let made = self.made(object, span);
                    let part = self.as_class(made, ty, span)?;
                    out.push(assigned(part, value, ty, span));
                }
                continue;
            };
            let span = self.weave.span(value.extent());
            let ty = self.ty(base.ty().canonical())?;
            let value = self.expr(*value)?;
            if self.is_empty_class(ty) {
                continue;
            }
            let made = self.made(object, span);
            let part = self.as_class(made, ty, span)?;
            out.push(assigned(part, value, ty, span));
        }
        Ok(())
    }

    /// The value that a member's declaration gives it.
    pub fn value_of_member(
        &mut self,
        class: Cursor<'t>,
        field: Cursor<'t>,
    ) -> Res<Option<Cursor<'t>>> {
        let declared = class_members(class).into_iter();
        let mut same =
            declared.filter(|m| m.kind() == CXCursor_FieldDecl && m.spelling() == field.spelling());
        match (value_of(field), same.find_map(value_of)) {
            (Some(value), _) => Ok(Some(value)),
            (None, None) => Ok(None),
            // Of an instance of a template that clang hasn't made.
            (None, Some(value)) => {
                let span = self.weave.span(value.extent());
                self.refuse_cpp(
                    span,
                    "the value of a template's member",
                    "give the value in the constructor",
                )
            }
        }
    }

    /// A member that a constructor leaves alone has no value, or its class would give it one.
    pub fn leaves_member(&mut self, field: Cursor<'t>, span: Span) -> Res<()> {
        let ty = field.ty().canonical();
        if self.is_plain(ty) && super::classes::is_left_unset(ty) {
            return Ok(());
        }
        let what = format!(
            "the member `{}`, which its class gives a value",
            field.spelling()
        );
        self.refuse_cpp(span, &what, "give it its value in the constructor")
    }

    fn initialises(&mut self, object: VarId, field: Cursor<'t>, value: Cursor<'t>) -> Res<Stmt> {
        let span = self.weave.span(value.extent());
        let reference = referred(field.ty()).is_some();
        // `: n()`
        let nothing = value.extent() == (0, 0) && value.children().is_empty();
        let mut ty = self.ty(referred(field.ty()).unwrap_or(field.ty()))?;
        if self.types.is_array(ty) {
            let to = self.member_of_made(object, field, ty, span);
            let mut stmts = Vec::new();
            let values = Some(value).filter(|_| !nothing);
            self.array_values(&to, values, span, &mut stmts)?;
            return Ok(Stmt::new(StmtKind::Block(stmts), span));
        }
        let mut value = match nothing && self.types.is_scalar(ty) {
            true => super::cpp::zero(ty, span),
            false => self.expr(value)?,
        };
        if reference {
            value = self.address_of(value)?;
            ty = self.types.intern(Type::Pointer(ty));
        }
        let ty = self.unqualified_type(ty);
        let member = self.member_of_made(object, field, ty, span);
        Ok(assigned(member, value, ty, span))
    }

    /// An array's elements get the values of a list, those behind its end zeros.
    fn array_values(
        &mut self,
        to: &Expr,
        list: Option<Cursor<'t>>,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Res<()> {
        let (elem, n) = match *self.types.canonical(to.ty) {
            Type::Array(elem, ArrayLen::Fixed(n)) if n <= MOST_VALUES => (elem, n),
            _ => return self.refuse_values(span),
        };
        let is_list = list.is_none_or(|l| l.kind() == CXCursor_InitListExpr);
        let values = list.map(expression_children).unwrap_or_default();
        let plain = self.types.is_array(elem) || self.types.is_scalar(elem);
        if !is_list || !plain && (values.len() as u64) < n {
            return self.refuse_values(span);
        }
        let ulong = self.types.unsigned_long();
        for k in 0..n {
            let at = super::containers::number(k, ulong, span);
            let part = ExprKind::Index(Box::new(to.clone()), Box::new(at));
            let part = Expr::new(part, elem, span);
            let value = values.get(k as usize).copied();
            match value {
                _ if self.types.is_array(elem) => self.array_values(&part, value, span, out)?,
                Some(value) => {
                    let value = self.expr(value)?;
                    out.push(assigned(part, value, elem, span));
                }
                None => {
                    let zero = super::cpp::zero(elem, span);
                    out.push(assigned(part, zero, elem, span));
                }
            }
        }
        Ok(())
    }

    fn refuse_values<T>(&mut self, span: Span) -> Res<T> {
        self.refuse_cpp(
            span,
            "the values of an array",
            "assign its elements in the constructor's body",
        )
    }

    fn member_of_made(&self, object: VarId, field: Cursor<'t>, ty: TypeId, span: Span) -> Expr {
        let member = ExprKind::Member {
            base: Box::new(self.made(object, span)),
            field: field.spelling(),
            arrow: false,
        };
        Expr::new(member, ty, span)
    }

    /// A constructor that is made for objects of plain classes: its body is known, and it is no copy.
    pub fn is_own_constructor(&mut self, ty: CType<'t>, target: Cursor<'t>) -> bool {
        ty.canonical().kind() == CXType_Record && !target.is_defaulted() && self.is_plain(ty)
    }
}

/// The constructor of the same class that a constructor calls first.
fn delegated(c: Cursor<'_>) -> Option<Cursor<'_>> {
    let class = c.semantic_parent().ty().canonical().declaration().entity();
    let mut member = false;
    c.children().into_iter().find(|k| match k.kind() {
        CXCursor_MemberRef => {
            member = true;
            false
        }
        kind if is_expression(kind) => {
            let of = k.ty().canonical().declaration().entity();
            !std::mem::take(&mut member) && of == class
        }
        _ => false,
    })
}

/// What a constructor gives a value: a member, or, without one, a base of the value's class.
type Initialiser<'t> = (Option<Cursor<'t>>, Cursor<'t>);

/// `to = value;`
fn assigned(to: Expr, mut value: Expr, ty: TypeId, span: Span) -> Stmt {
    if let ExprKind::InitList(_) = value.kind {
        let kind = ExprKind::CompoundLiteral(Box::new(value));
        value = Expr::new(kind, ty, span);
    }
    let kind = ExprKind::Assign(None, Box::new(to), Box::new(value));
    Stmt::new(StmtKind::Expr(Expr::new(kind, ty, span)), span)
}
