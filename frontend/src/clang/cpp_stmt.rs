//! Statements of C++ as those of C: `if` with a declaration, `for` over the elements of an array.

use super::build::{Builder, Res};
use super::cursor::Cursor;
use super::host::core;
use super::reference::{Stands, is_object, referred};
use super::types::is_expression;
use crate::diag::Diagnostic;
use crate::diag::codes;
use crate::region::{
    ArrayLen, BinaryOp, Expr, ExprKind, For, LocalDecl, LoopId, Stmt, StmtKind, Storage, Type,
    UnaryOp, Var, VarId,
};
use crate::source::Span;
use clang_sys::*;

impl<'t> Builder<'t> {
    /// An `if` that declares something in its head, as a block with the declarations.
    pub fn declaring_if(&mut self, c: Cursor<'t>) -> Res<Option<StmtKind>> {
        let kids = c.children();
        if !self.rules.cpp || kids.len() < 2 {
            return Ok(None);
        }
        let span = self.weave.span(c.extent());
        let mut at = 0;
        let mut before = Vec::new();
        if kids[0].kind() == CXCursor_DeclStmt || self.ends_with_semicolon(kids[0], kids[1]) {
            before.push(self.stmt(kids[0])?);
            at = 1;
        }
        if let Some(v) = kids.get(at).filter(|v| v.kind() == CXCursor_VarDecl) {
            if referred(v.ty()).is_some() || !self.is_plain(v.ty()) {
                return self.not_understood(c);
            }
            let var = self.var(*v)?;
            self.vars[var.index()].storage = Storage::Region;
            let init = v.initializer().map(|i| self.expr(i)).transpose()?;
            before.push(declares(var, init, span));
            at += 1;
        }
        if at == 0 {
            return Ok(None);
        }
        let (cond, then, els) = match kids[at..] {
            [a, b] => (a, b, None),
            [a, b, d] => (a, b, Some(d)),
            _ => return self.not_understood(c),
        };
        let kind = StmtKind::If {
            cond: self.expr(cond)?,
            then: Box::new(self.stmt(then)?),
            els: els.map(|e| self.stmt(e).map(Box::new)).transpose()?,
        };
        before.push(Stmt::new(kind, span));
        Ok(Some(StmtKind::Block(before)))
    }

    /// Whether the first part of an `if`'s head is a statement of its own.
    fn ends_with_semicolon(&self, first: Cursor<'t>, next: Cursor<'t>) -> bool {
        let (from, to) = (first.extent().1 as usize, next.extent().0 as usize);
        let gap = self.weave.text.get(from..to).unwrap_or("");
        is_expression(first.kind()) && gap.trim_start().starts_with(';')
    }

    /// `for (T x : array)`: its iterations run in order, by an index of their own.
    pub fn range_for(&mut self, c: Cursor<'t>) -> Res<StmtKind> {
        let span = self.weave.span(c.extent());
        let [v, range, body] = c.children()[..] else {
            return self.not_understood(c);
        };
        let array = core(range);
        let known = array.ty().canonical().kind();
        let binding = Self::is_binding(v);
        let name = match binding {
            true => super::bindings::first_name(v),
            false => v.spelling(),
        };
        let mut before = Vec::new();
        let elements = match v.kind() == CXCursor_VarDecl || binding {
            true if array.kind() == CXCursor_InitListExpr => {
                self.listed_elements(array, &name, &mut before)?
            }
            true => self.elements_of(array, span)?,
            false => None,
        };
        let Some((array, n)) = elements else {
            if known == CXType_ConstantArray {
                return self.not_understood(c);
            }
            if v.kind() == CXCursor_VarDecl
                && let Some(l) = self.range_by_iterators((v, range, body), span)?
            {
                return Ok(l);
            }
            return self.refuse_cpp(
                span,
                "a `for` over this range",
                "count an index over the elements of a pointer",
            );
        };
        let Some(elem) = self.types.pointee(array.ty) else {
            return self.not_understood(c);
        };
        let index = self.index_of(&name);
        let at = Expr::new(
            ExprKind::Var(index),
            self.types.unsigned_long(),
            Span::default(),
        );
        let kind = ExprKind::Index(Box::new(array), Box::new(at.clone()));
        let element = Expr::new(kind, elem, span);
        let mut stmts = Vec::new();
        if binding {
            stmts.extend(self.bound_element(v, element, span)?);
        } else if referred(v.ty()).is_some() {
            self.references.insert(v.entity(), Stands::Object(element));
        } else {
            let var = self.var(v)?;
            self.vars[var.index()].storage = Storage::Region;
            stmts.push(declares(var, Some(element), span));
        }
        stmts.push(self.stmt(body)?);
        let id = LoopId(self.loops);
        self.loops += 1;
        self.ranges.insert(id);
        // The start stands before the loop: a loop in this form is nobody's to spread over threads.
        let ulong = self.types.unsigned_long();
        let number = |value: u64| {
            let kind = ExprKind::IntLit {
                value: u128::from(value),
                text: format!("{value}ul"),
            };
            Expr::new(kind, ulong, Span::default())
        };
        let truth = self.types.intern(Type::Bool);
        let less = ExprKind::Binary(BinaryOp::Lt, Box::new(at.clone()), Box::new(n));
        let step = ExprKind::Unary(UnaryOp::PreInc, Box::new(at));
        let body = Stmt::new(StmtKind::Block(stmts), span);
        let l = For {
            id,
            init: None,
            cond: Some(Expr::new(less, truth, Span::default())),
            inc: Some(Expr::new(step, ulong, Span::default())),
            body: Box::new(body),
            directive: None,
            canonical: None,
        };
        let start = declares(index, Some(number(0)), span);
        let l = Stmt::new(StmtKind::For(Box::new(l)), span);
        before.extend([start, l]);
        Ok(StmtKind::Block(before))
    }

    /// The elements of `for (T x : {a, b, c})`, which are an array of the loop's own.
    fn listed_elements(
        &mut self,
        list: Cursor<'t>,
        element: &str,
        before: &mut Vec<Stmt>,
    ) -> Res<Option<(Expr, Expr)>> {
        let values = self.expr(list)?;
        let Type::Array(_, ArrayLen::Fixed(n)) = *self.types.canonical(values.ty) else {
            return Ok(None);
        };
        let (ty, span) = (values.ty, values.span);
        let var = self.new_var(&format!("{element}_values"), ty, Storage::Region);
        before.push(declares(var, Some(values), span));
        let ulong = self.types.unsigned_long();
        let n = super::containers::number(n, ulong, Span::default());
        Ok(Some((self.made(var, span), n)))
    }

    /// What a range's elements are reached by, and how many there are: of an array, of a `std::array`, of a vector of the host.
    fn elements_of(&mut self, range: Cursor<'t>, span: Span) -> Res<Option<(Expr, Expr)>> {
        let ty = range.ty().canonical();
        let array = match ty.kind() {
            CXType_ConstantArray => self.expr(range)?,
            CXType_Record if self.is_of_library(ty.declaration(), "vector") => {
                return self.vector_range(range, span);
            }
            CXType_Record if self.is_of_library(ty.declaration(), "array") => {
                let object = self.expr(range)?;
                match self.elements_of_array(object, span) {
                    Some((elements, _)) => elements,
                    None => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
        let ulong = self.types.unsigned_long();
        Ok(match *self.types.canonical(array.ty) {
            Type::Array(_, ArrayLen::Fixed(n)) if is_object(&array) => {
                let n = super::containers::number(n, ulong, Span::default());
                Some((array, n))
            }
            _ => None,
        })
    }

    fn index_of(&mut self, element: &str) -> VarId {
        let id = VarId(self.vars.len() as u32);
        self.vars.push(Var {
            name: format!("{element}_at"),
            ty: self.types.unsigned_long(),
            restrict: false,
            storage: Storage::Region,
            init: None,
            attributes: Vec::new(),
            fits: false,
            member: None,
            span: Span::default(),
        });
        id
    }

    /// A `loop` directive before a `for` over a range.
    pub fn is_range(&self, id: LoopId) -> bool {
        self.ranges.contains(&id)
    }

    pub fn refuse_range<T>(&mut self, directive: Span, name: &str) -> Res<T> {
        let message = format!("`{name}` before a `for` over a range isn't compiled");
        let d = Diagnostic::error(codes::NOT_A_LOOP, directive, message)
            .help("write the loop with an index");
        self.fail_with(d)
    }
}

pub fn declares(var: VarId, init: Option<Expr>, span: Span) -> Stmt {
    let is_static = false;
    let declared = LocalDecl {
        var,
        init,
        is_static,
    };
    Stmt::new(StmtKind::Decl(vec![declared]), span)
}
