//! Structured bindings: names for the parts of an object. In device code a name stands for its part; the object is a variable without a name of its own, or
//! what the declaration refers to.

use super::build::{Builder, Res};
use super::cursor::{CType, Cursor};
use super::reference::{Stands, is_object, referred};
use super::types::is_expression;
use crate::region::{Expr, ExprKind, LocalDecl, Stmt, StmtKind, Storage};
use crate::source::Span;
use clang_sys::*;

const INSTEAD: &str = "declare a variable for each part";

impl<'t> Builder<'t> {
    /// `auto [a, b] = e;`
    pub fn is_binding(d: Cursor<'t>) -> bool {
        d.kind() == CXCursor_UnexposedDecl && d.spelling().starts_with('[')
    }

    /// A structured binding that device code declares; the declaration of its object, if that is one.
    pub fn declares_binding(&mut self, d: Cursor<'t>) -> Res<Option<LocalDecl>> {
        let span = self.weave.span(d.extent());
        let init = d.children().pop().filter(|i| is_expression(i.kind()));
        let Some(init) = init else {
            return self.refuse_cpp(span, "a structured binding without an object", INSTEAD);
        };
        let by_value = referred(d.ty()).is_none();
        if by_value && d.ty().canonical().kind() == CXType_ConstantArray {
            return self.refuse_cpp(
                span,
                "a structured binding that copies an array",
                "refer to the array: `auto &[a, b]`",
            );
        }
        let e = self.expr(init)?;
        if !by_value && is_object(&e) {
            if self.stays(init, d) {
                self.binds_parts(d, e, span)?;
                return Ok(None);
            }
            let address = self.address_of(e)?;
            let pointer = self.unqualified_type(address.ty);
            let var = self.new_var(&bound_name(d), pointer, Storage::Region);
            let pointer = self.made(var, span);
            let object = self.followed(pointer, span);
            self.binds_parts(d, object, span)?;
            return Ok(Some(declares(var, address)));
        }
        let class = referred(d.ty()).unwrap_or(d.ty());
        if !self.is_plain(class) {
            return self.refuse_class(class, span);
        }
        let ty = self.ty(class)?;
        let var = self.new_var(&bound_name(d), ty, Storage::Region);
        let object = self.made(var, span);
        self.binds_parts(d, object, span)?;
        Ok(Some(declares(var, e)))
    }

    /// What `for (auto [a, b] : range)` declares for an element: a copy, where the names don't refer to the element itself.
    pub fn bound_element(&mut self, d: Cursor<'t>, element: Expr, span: Span) -> Res<Option<Stmt>> {
        if referred(d.ty()).is_some() {
            self.binds_parts(d, element, span)?;
            return Ok(None);
        }
        let ty = self.ty(d.ty())?;
        if !self.is_plain(d.ty()) || self.types.is_array(ty) {
            return self.refuse_cpp(
                span,
                "a structured binding that copies this element",
                "refer to the element: `auto &[a, b]`",
            );
        }
        let var = self.new_var(&bound_name(d), ty, Storage::Region);
        let object = self.made(var, span);
        self.binds_parts(d, object, span)?;
        let declared = StmtKind::Decl(vec![declares(var, element)]);
        Ok(Some(Stmt::new(declared, span)))
    }

    /// Lets the names of a binding stand for the parts of an object.
    pub fn binds_parts(&mut self, d: Cursor<'t>, object: Expr, span: Span) -> Res<()> {
        let names = d.children().into_iter();
        let names: Vec<_> = names
            .filter(|n| n.kind() == CXCursor_UnexposedDecl)
            .collect();
        let class = referred(d.ty()).unwrap_or(d.ty()).canonical();
        let Some(parts) = self.parts_of(object, class, names.len(), span)? else {
            return self.refuse_cpp(span, "a structured binding of this class", INSTEAD);
        };
        for (name, part) in names.into_iter().zip(parts) {
            self.references.insert(name.entity(), Stands::Object(part));
        }
        Ok(())
    }

    /// The parts that a binding of an object names ([dcl.struct.bind]); `None` for other classes than arrays, aggregates, pairs and tuples.
    pub fn parts_of(
        &mut self,
        object: Expr,
        class: CType<'t>,
        n: usize,
        span: Span,
    ) -> Res<Option<Vec<Expr>>> {
        let elements = match class.kind() {
            CXType_ConstantArray => Some(object.clone()),
            CXType_Record if self.is_of_library(class.declaration(), "array") => self
                .elements_of_array(object.clone(), span)
                .map(|(elements, _)| elements),
            _ => None,
        };
        if let Some(elements) = elements {
            let Some(elem) = self.types.pointee(elements.ty) else {
                return Ok(None);
            };
            let ulong = self.types.unsigned_long();
            let at = |k: usize| {
                let at = Box::new(super::containers::number(k as u64, ulong, span));
                let kind = ExprKind::Index(Box::new(elements.clone()), at);
                Expr::new(kind, elem, span)
            };
            return Ok(Some((0..n).map(at).collect()));
        }
        if super::tuples::is_tuple(class) {
            let all = self.elements_of_tuple(&object, class, span)?;
            return Ok((all.len() == n).then_some(all));
        }
        let decl = class.declaration();
        let library = self
            .source
            .in_system_header(self.weave.original(decl.location()));
        let pair = self.is_of_library(decl, "pair");
        if library && !pair || !library && self.is_tuple_like() {
            return Ok(None);
        }
        let fields = class.fields();
        if fields.len() != n || fields.iter().any(|f| f.spelling().is_empty()) {
            return Ok(None);
        }
        let mut parts = Vec::new();
        for field in fields {
            parts.push(self.part(&object, field.spelling(), field.ty(), span)?);
        }
        Ok(Some(parts))
    }

    /// Whether the program itself says what the parts of its classes are, by `std::tuple_size`.
    fn is_tuple_like(&self) -> bool {
        let mut spaces = self.tu.map_or_else(Vec::new, |tu| tu.root().children());
        spaces.retain(|c| c.kind() == CXCursor_Namespace && c.spelling() == "std");
        let inside = spaces.into_iter().flat_map(|s| s.children());
        inside.into_iter().any(|c| {
            c.spelling() == "tuple_size"
                && !self
                    .source
                    .in_system_header(self.weave.original(c.location()))
        })
    }

    /// A name of a structured binding of the host, for a number: OpenMP has no clauses for it, so constructs may only read it.
    pub fn binding(&mut self, c: Cursor<'t>, decl: Cursor<'t>, span: Span) -> Res<Expr> {
        if let Some(e) = self.named_reference(decl, span) {
            return Ok(e);
        }
        // An instance of a template of variables.
        if c.ty().is_const()
            && let Some(number) = self.known_number(c, span)?
        {
            return Ok(number);
        }
        let ty = self.ty(c.ty())?;
        let ty = self.unqualified_type(ty);
        let at = decl.location();
        let inside = self.in_function || self.inside.0 <= at && at < self.inside.1;
        if inside || !self.types.is_scalar(ty) || decl.at_file_scope() {
            return self.refuse_cpp(
                span,
                "a structured binding of this kind",
                "declare a variable with the value",
            );
        }
        let known = self.var_ids.get(&decl.entity()).copied();
        let var = known.unwrap_or_else(|| {
            let var = self.new_var(&format!("({})", decl.spelling()), ty, Storage::Local);
            // It may be a part of something that has another name.
            self.host.address(var);
            self.aliases.insert(var);
            var
        });
        self.var_ids.insert(decl.entity(), var);
        Ok(Expr::new(ExprKind::Var(var), ty, span))
    }
}

/// The name of a binding's object, which no other one in its block has: `[a, b]` has `a_bound`.
fn bound_name(d: Cursor<'_>) -> String {
    format!("{}_bound", first_name(d))
}

/// The first of a binding's names.
pub fn first_name(d: Cursor<'_>) -> String {
    let mut names = d.children().into_iter();
    let first = names.find(|n| n.kind() == CXCursor_UnexposedDecl);
    first.map_or_else(String::new, |n| n.spelling())
}

/// `T var = value;`
pub fn declares(var: crate::region::VarId, value: Expr) -> LocalDecl {
    let (init, is_static) = (Some(value), false);
    LocalDecl {
        var,
        init,
        is_static,
    }
}
