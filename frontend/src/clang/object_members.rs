//! Members of objects, and objects taken for their bases.

use super::build::{Builder, Res};
use super::cursor::Cursor;
use super::expr::expression_children;
use super::reference::referred;
use crate::region::{BASE, BinaryOp, EMPTY, Expr, ExprKind, Type, TypeId, UnaryOp};
use crate::source::Span;
use clang_sys::*;

impl<'t> Builder<'t> {
    /// What a conversion makes of an object, or of a pointer to one: one of its bases.
    pub fn taken_for_base(&mut self, e: &Expr, to: TypeId, span: Span) -> Res<Option<Expr>> {
        if !self.rules.cpp {
            return Ok(None);
        }
        let record = |b: &Self, ty: TypeId| matches!(b.types.canonical(ty), Type::Record(_));
        if record(self, e.ty) && record(self, to) {
            return self.as_class(e.clone(), to, span).map(Some);
        }
        let (Some(from), Some(base)) = (self.types.pointee(e.ty), self.types.pointee(to)) else {
            return Ok(None);
        };
        let same = self.types.canonical(from) == self.types.canonical(base);
        if self.types.is_array(e.ty) || !record(self, from) || !record(self, base) || same {
            return Ok(None);
        }
        let object = self.followed(e.clone(), span);
        let made = self.as_class(object, base, span)?;
        // A null pointer to an object stays one only where the base begins the object.
        let object = match &e.kind {
            ExprKind::Unary(UnaryOp::AddrOf, _) => true,
            ExprKind::Var(v) => self.vars[v.index()].name == "this",
            _ => false,
        };
        if !object && !self.begins(from, base) {
            return self.no_base(e.ty, to, span).map(|()| None);
        }
        self.address_of(made).map(Some)
    }

    /// Whether a class begins with one of its bases.
    pub fn begins(&self, class: TypeId, base: TypeId) -> bool {
        let Type::Record(r) = *self.types.canonical(class) else {
            return false;
        };
        let fields = self.types.records[r.index()].fields.iter().flatten();
        let first = fields.into_iter().next();
        let of = |ty: TypeId| self.types.canonical(ty) == self.types.canonical(base);
        self.is_empty_class(base)
            || first
                .is_some_and(|f| f.name.starts_with(BASE) && (of(f.ty) || self.begins(f.ty, base)))
    }

    /// A class without members.
    pub fn is_empty_class(&self, ty: TypeId) -> bool {
        let Type::Record(r) = *self.types.canonical(ty) else {
            return false;
        };
        let fields = self.types.records[r.index()].fields.as_deref();
        matches!(fields, Some([only]) if only.name == EMPTY)
    }

    /// Whether a member has no place of its own: `[[no_unique_address]]` of a class without members.
    fn is_without_room(&self, object: &Expr, field: &str) -> bool {
        let Type::Record(r) = *self.types.canonical(object.ty) else {
            return false;
        };
        let fields = self.types.records[r.index()].fields.as_ref();
        fields.is_some_and(|all| all.iter().all(|f| f.name != field))
    }

    /// An object of a class without members is as good as anywhere.
    pub fn anywhere(&mut self, object: Expr, class: TypeId, span: Span) -> Res<Expr> {
        let pointer = self.types.intern(Type::Pointer(class));
        let address = self.address_of(object)?;
        let kind = ExprKind::Cast {
            implicit: false,
            operand: Box::new(address),
        };
        Ok(self.followed(Expr::new(kind, pointer, span), span))
    }

    /// `object.n`, `pointer->n`, or `n` of `this`.
    pub fn cpp_member(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
        let object = match expression_children(c).first() {
            None => self.this_object(span)?,
            Some(o) => {
                let e = self.expr(*o)?;
                match self.types.is_pointer(e.ty) || self.types.is_array(e.ty) {
                    true => self.followed(e, span),
                    false => e,
                }
            }
        };
        let field = c.spelling();
        if field.is_empty() || field.contains('(') {
            // The step into an anonymous struct or union; C doesn't spell it.
            return Ok(object);
        }
        let Some(declared) = c.referenced().filter(|d| d.kind() == CXCursor_FieldDecl) else {
            return self.not_understood(c);
        };
        let object = self.member_of(object, declared)?;
        let to = referred(declared.ty());
        let ty = match to {
            Some(to) => {
                let to = self.ty(to)?;
                self.types.intern(Type::Pointer(to))
            }
            None => self.ty(c.ty())?,
        };
        if self.is_without_room(&object, &field) && self.is_empty_class(ty) {
            return self.anywhere(object, ty, span);
        }
        let member = of_object(object, field, ty, span);
        Ok(match to {
            Some(_) => self.followed(member, span),
            None => member,
        })
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
                "its bases or members have no form on devices: use a struct of numbers and pointers",
            );
        }
        Ok(e)
    }
}

/// `object.field`; of what a pointer points to, `pointer->field`.
pub fn of_object(object: Expr, field: String, ty: TypeId, span: Span) -> Expr {
    let (base, arrow) = match object.kind {
        ExprKind::Unary(UnaryOp::Deref, pointer) => (pointer, true),
        _ => (Box::new(object), false),
    };
    Expr::new(ExprKind::Member { base, field, arrow }, ty, span)
}
