//! Elements of the standard library's containers: those of `std::array` are a member of a struct, and those of a `std::vector` of the host are behind
//! a pointer that the host evaluates before a construct.

use super::build::{Builder, Res};
use super::cursor::Cursor;
use super::expr::expression_children;
use super::host::core;
use super::methods::This;
use crate::region::{ArrayLen, BinaryOp, Expr, ExprKind, Storage, Type, TypeId, UnaryOp, VarId};
use crate::source::Span;
use clang_sys::*;

/// The members that hold the elements of a `std::array`, of gcc's library and of clang's.
const ELEMENTS: [&str; 2] = ["_M_elems", "__elems_"];

const INSTEAD: &str =
    "take a pointer to the elements before the construct (`double *p = v.data();`)";

impl<'t> Builder<'t> {
    /// The call of a member of a container; `None` if it is none of these.
    pub fn container(
        &mut self,
        (c, target): (Cursor<'t>, Cursor<'t>),
        object: Option<Cursor<'t>>,
        args: &[Cursor<'t>],
        span: Span,
    ) -> Res<Option<Expr>> {
        let class = target.semantic_parent();
        let Some(object) = object else {
            return Ok(None);
        };
        let name = target.spelling();
        if self.is_of_library(class, "array") {
            return self.array_member(c, &name, object, args, span);
        }
        if self.is_of_library(class, "vector") {
            return self.vector_member(c, &name, object, args, span).map(Some);
        }
        Ok(None)
    }

    /// `std::size(v)` and its like, of a vector or a `std::array`; `None` of others.
    pub fn of_container(
        &mut self,
        c: Cursor<'t>,
        name: &str,
        object: Cursor<'t>,
        span: Span,
    ) -> Res<Option<Expr>> {
        let ty = core(object).ty().canonical();
        if ty.kind() != CXType_Record {
            return Ok(None);
        }
        let member = name.strip_prefix('s').filter(|m| *m == "size");
        let (class, member) = (ty.declaration(), member.unwrap_or(name));
        let made = match (
            self.is_of_library(class, "array"),
            self.is_of_library(class, "vector"),
        ) {
            (true, _) => self.array_member(c, member, object, &[], span)?,
            (_, true) => Some(self.vector_member(c, member, object, &[], span)?),
            _ => None,
        };
        let Some(made) = made else {
            return Ok(None);
        };
        let ty = self.ty(c.ty())?;
        Ok(Some(self.as_type(made, ty)))
    }

    fn array_member(
        &mut self,
        c: Cursor<'t>,
        name: &str,
        object: Cursor<'t>,
        args: &[Cursor<'t>],
        span: Span,
    ) -> Res<Option<Expr>> {
        let object = self.expr(object)?;
        let held = self.types.is_pointer(object.ty) || super::reference::is_object(&object);
        let Some((elements, n)) = self.elements_of_array(object, span) else {
            return Ok(None);
        };
        let Type::Array(elem, _) = *self.types.canonical(elements.ty) else {
            return Ok(None);
        };
        if name == "size" {
            let ty = self.types.unsigned_long();
            return Ok(Some(number(n, ty, span)));
        }
        if !held {
            return Ok(None);
        }
        let at = match (name, args) {
            ("operator[]", [i]) => self.expr(*i)?,
            ("front" | "data", []) => number(0, self.types.unsigned_long(), span),
            ("back", []) if n > 0 => number(n - 1, self.types.unsigned_long(), span),
            _ => return Ok(None),
        };
        if name == "data" {
            let first = element(elements, at, elem, span);
            let ty = self.ty(c.ty())?;
            let kind = ExprKind::Unary(UnaryOp::AddrOf, Box::new(first));
            return Ok(Some(Expr::new(kind, ty, span)));
        }
        let ty = self.ty(c.ty())?;
        Ok(Some(element(elements, at, ty, span)))
    }

    /// The member of a `std::array` that holds its elements, and their number.
    pub fn elements_of_array(&self, object: Expr, span: Span) -> Option<(Expr, u64)> {
        let arrow = self.types.is_pointer(object.ty);
        let class = match arrow {
            true => self.types.pointee(object.ty)?,
            false => object.ty,
        };
        let Type::Record(r) = *self.types.canonical(class) else {
            return None;
        };
        let fields = self.types.records[r.index()].fields.as_ref()?;
        let of = fields
            .iter()
            .find(|f| ELEMENTS.contains(&f.name.as_str()))?;
        let Type::Array(_, ArrayLen::Fixed(n)) = *self.types.canonical(of.ty) else {
            return None;
        };
        let (field, ty) = (of.name.clone(), of.ty);
        let base = Box::new(object);
        let kind = ExprKind::Member { base, field, arrow };
        Some((Expr::new(kind, ty, span), n))
    }

    /// The elements of a vector of the host, and their number.
    pub fn vector_range(&mut self, range: Cursor<'t>, span: Span) -> Res<Option<(Expr, Expr)>> {
        let Some((key, text)) = self.named_by_host(range) else {
            return self.refuse_cpp(span, "a vector that isn't a variable of the host", INSTEAD);
        };
        let held = range.ty().canonical().template_arguments();
        let Some(Some(held)) = held.first().copied() else {
            return Ok(None);
        };
        // `vector<bool>` has no elements that a pointer leads to.
        if held.canonical().kind() == CXType_Bool {
            return Ok(None);
        }
        let elem = self.ty(held.canonical())?;
        let pointer = self.types.intern(Type::Pointer(elem));
        let ulong = self.types.unsigned_long();
        let data = self.of_vector(key, &text, "data", pointer, span);
        let size = self.of_vector(key, &text, "size", ulong, span);
        Ok(Some((data, size)))
    }

    /// Whether a class is that of the standard library with this name.
    pub fn is_of_library(&self, class: Cursor<'t>, name: &str) -> bool {
        let of = self.weave.original(class.location());
        class.spelling() == name
            && self.source.in_system_header(of)
            && self.qualified_name(class).starts_with("std::")
    }

    fn vector_member(
        &mut self,
        c: Cursor<'t>,
        name: &str,
        object: Cursor<'t>,
        args: &[Cursor<'t>],
        span: Span,
    ) -> Res<Expr> {
        let ulong = self.types.unsigned_long();
        let Some((key, text)) = self.named_by_host(object) else {
            let what = format!("`{name}` of a vector that isn't a variable of the host");
            return self.refuse_cpp(span, &what, INSTEAD);
        };
        // Those of `vector<bool>` are no elements that a pointer leads to.
        let held = core(object).ty().canonical();
        let held = match held.kind() {
            CXType_Pointer => held.pointee().canonical(),
            _ => held,
        };
        let held = held.template_arguments();
        let flags = !matches!(held.first(), Some(Some(of)) if of.canonical().kind() != CXType_Bool);
        match (name, args) {
            ("size", []) => Ok(self.of_vector(key, &text, "size", ulong, span)),
            ("empty", []) => {
                let size = self.of_vector(key, &text, "size", ulong, span);
                let zero = number(0, ulong, span);
                let kind = ExprKind::Binary(BinaryOp::Eq, Box::new(size), Box::new(zero));
                let truth = self.types.intern(Type::Bool);
                Ok(Expr::new(kind, truth, span))
            }
            ("data", []) => {
                let ty = self.ty(c.ty())?;
                Ok(self.of_vector(key, &text, "data", ty, span))
            }
            ("operator[]", [i]) if !flags => {
                let (at, ty) = (self.expr(*i)?, self.ty(c.ty())?);
                let pointer = self.types.intern(Type::Pointer(ty));
                let data = self.of_vector(key, &text, "data", pointer, span);
                Ok(element(data, at, ty, span))
            }
            ("front", []) if !flags => {
                let ty = self.ty(c.ty())?;
                let pointer = self.types.intern(Type::Pointer(ty));
                let data = self.of_vector(key, &text, "data", pointer, span);
                Ok(element(data, number(0, ulong, span), ty, span))
            }
            _ => {
                let what = format!("`{name}` of a vector");
                self.refuse_cpp(span, &what, INSTEAD)
            }
        }
    }

    /// A container of the host: what tells it from others, and its name.
    fn named_by_host(&mut self, object: Cursor<'t>) -> Option<(usize, String)> {
        let object = core(object);
        self.of_host(object)
            .or_else(|| self.behind_accessors(object))
    }

    /// A container that is a variable of the host, or a member of `this`, and its name: it is the same one during the construct.
    fn of_host(&mut self, object: Cursor<'t>) -> Option<(usize, String)> {
        let decl = object.referenced()?;
        let member = expression_children(object).is_empty();
        let own = match object.kind() {
            CXCursor_DeclRefExpr => {
                matches!(decl.kind(), CXCursor_VarDecl | CXCursor_ParmDecl)
                    && self.storage(decl) != Storage::Region
            }
            CXCursor_MemberRefExpr => {
                let of = expression_children(object).pop().map(core);
                let variable = of.is_some_and(|o| self.is_host_object(o));
                variable || member && matches!(self.this, This::Host(_) | This::Pointer(_))
            }
            _ => false,
        };
        let text = self
            .source
            .slice(self.weave.span(object.extent()))
            .to_string();
        let name = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '.');
        let fine = own && !self.in_function && !text.is_empty() && text.chars().all(name);
        let of = expression_children(object)
            .pop()
            .and_then(|o| core(o).referenced());
        let around = of.map_or(0, |o| o.entity().rotate_left(17));
        fine.then(|| (decl.entity() ^ around, text))
    }

    /// A variable of the host that is an object, or refers to one.
    fn is_host_object(&self, c: Cursor<'t>) -> bool {
        let variable = |d: Cursor<'t>| {
            matches!(d.kind(), CXCursor_VarDecl | CXCursor_ParmDecl)
                && self.storage(d) != Storage::Region
        };
        c.kind() == CXCursor_DeclRefExpr
            && c.ty().canonical().kind() == CXType_Record
            && c.referenced().is_some_and(variable)
    }

    /// What the host says of a vector, as a variable.
    fn of_vector(
        &mut self,
        key: usize,
        text: &str,
        what: &'static str,
        ty: TypeId,
        span: Span,
    ) -> Expr {
        self.containers.push((span, "a vector"));
        let ty = self.unqualified_type(ty);
        let known = self.of_vectors.get(&(key, what)).copied();
        let var =
            known.unwrap_or_else(|| self.new_var(&format!("{text}.{what}()"), ty, Storage::Local));
        self.of_vectors.insert((key, what), var);
        Expr::new(ExprKind::Var(var), self.type_of(var), span)
    }

    fn type_of(&self, var: VarId) -> TypeId {
        self.vars[var.index()].ty
    }
}

pub fn number(n: u64, ty: TypeId, span: Span) -> Expr {
    let (value, text) = (u128::from(n), format!("{n}ul"));
    Expr::new(ExprKind::IntLit { value, text }, ty, span)
}

fn element(of: Expr, at: Expr, ty: TypeId, span: Span) -> Expr {
    Expr::new(ExprKind::Index(Box::new(of), Box::new(at)), ty, span)
}
