//! Member functions that only read members of their object, called for objects of the host: functions of the members that they read. The object itself
//! needn't be on the device then, and its pointers are found there as all pointers are.
//!
//! ```text
//! struct axpy { double a; const double *x; double *y; void operator()(int i) const { y[i] += a * x[i]; } };
//! f(i)        f_of_parts(i, f.y, f.a, f.x)
//! ```
//!
//! The body is built for an object that is a variable, whose members parameters take the place of. What uses that object in another way keeps the pointer
//! to the object.

use super::build::{Builder, Res};
use super::cursor::Cursor;
use super::methods::This;
use crate::region::{
    Expr, ExprKind, Function, FunctionId, Level, Stmt, Storage, Type, TypeId, Types, UnaryOp,
    VarId, VisitMut,
};
use crate::source::Span;
use clang_sys::*;

/// A function of an object's members.
#[derive(Clone)]
pub struct Parts {
    function: FunctionId,
    /// The object that its body was built for.
    object: VarId,
    /// What it is given behind its arguments, in that object.
    members: Vec<Expr>,
}

impl<'t> Builder<'t> {
    /// A call of a member of an object of the host, by the members that it reads.
    pub fn called_with_parts(
        &mut self,
        target: Cursor<'t>,
        object: &Expr,
        args: &[Cursor<'t>],
        (span, name): (Span, Span),
    ) -> Res<Option<Expr>> {
        let standing =
            |o: &Expr| o.any_expr(|e| e.variable().is_some_and(|v| self.standing.contains(&v)));
        if !self.device || self.in_function && !standing(object) || !self.is_of_host(object) {
            return Ok(None);
        }
        let key = target.entity();
        if !self.parts.contains_key(&key) {
            // One that calls itself keeps its object.
            self.parts.insert(key, None);
            let made = self.function_of_parts(target)?;
            self.parts.insert(key, made);
        }
        let Some(Some(parts)) = self.parts.get(&key).cloned() else {
            return Ok(None);
        };
        let mut given = self.handed(parts.function, target, args, 0)?;
        if given.iter().any(|g| leads_into(g, object)) {
            return Ok(None);
        }
        given.extend(Self::members_of(parts.object, object, parts.members));
        self.call_of(parts.function, given, span, name).map(Some)
    }

    /// `None`: it does more with its object than to read members.
    fn function_of_parts(&mut self, target: Cursor<'t>) -> Res<Option<Parts>> {
        let marked = self.is_marked(target);
        let Some(definition) = target.definition().filter(|_| !marked) else {
            return Ok(None);
        };
        let body = definition.children().pop();
        let Some(body) = body.filter(|b| b.kind() == CXCursor_CompoundStmt) else {
            return Ok(None);
        };
        let Ok((ret, result)) = self.quietly(|b| b.result_of(definition)) else {
            return Ok(None);
        };
        let class = self.ty(definition.semantic_parent().ty().canonical())?;
        let object = self.new_var("object", class, Storage::Local);
        self.standing.insert(object);
        // The function as it is may be built too, with variables of its own.
        let mut own = Vec::new();
        declared_in(definition, &mut own);
        let before: Vec<_> = own.iter().map(|k| (*k, self.var_ids.remove(k))).collect();
        let references: Vec<_> = own
            .iter()
            .map(|k| (*k, self.references.remove(k)))
            .collect();
        let made =
            self.quietly(|b| b.body_of_parts(definition, body, object, result == Some(true)));
        for (key, was) in before {
            match was {
                Some(was) => self.var_ids.insert(key, was),
                None => self.var_ids.remove(&key),
            };
        }
        for (key, was) in references {
            match was {
                Some(was) => drop(self.references.insert(key, was)),
                None => drop(self.references.remove(&key)),
            }
        }
        // What can't be compiled is reported where the function as it is is built.
        let Ok((mut params, mut stmts)) = made else {
            return Ok(None);
        };
        let Some((given, members)) = self.split_object(object, &mut stmts) else {
            return Ok(None);
        };
        params.extend(given);
        let function = FunctionId(self.functions.len() as u32);
        self.functions.push(Function {
            name: definition.spelling(),
            symbol: Some(format!("__accrs_of_parts_{}", function.0)),
            ret,
            params,
            variadic: false,
            is_static: true,
            is_inline: true,
            body: Some(stmts),
            routine: None,
            level: Level::Seq,
            bind: None,
            declared: None,
            nohost: false,
            library: false,
            builtin: false,
            changes_nothing: false,
            span: self.weave.span(definition.extent()),
        });
        self.asked.push(true);
        match result {
            Some(true) => drop(self.pointers.insert(function)),
            Some(false) => drop(self.values.insert(function)),
            None => {}
        }
        self.used.push(self.weave.span(definition.extent()));
        Ok(Some(Parts {
            function,
            object,
            members,
        }))
    }

    /// Puts parameters in the place of the members of an object that code reads; `None`, and nothing is changed, if it does more with it.
    pub fn split_object(
        &mut self,
        object: VarId,
        stmts: &mut [Stmt],
    ) -> Option<(Vec<VarId>, Vec<Expr>)> {
        let mut taken = Taken {
            types: &self.types,
            object,
            members: Vec::new(),
            whole: false,
        };
        stmts.iter_mut().for_each(|s| taken.visit_stmt(s));
        let (members, whole) = (taken.members, taken.whole);
        if whole {
            return None;
        }
        let mut given = Vec::new();
        for m in &members {
            let ty = self.decayed(m.ty);
            let ty = self.unqualified_type(ty);
            let name = format!("{}{}", self.vars[object.index()].name, path_of(m));
            given.push(self.new_var(&name, ty, Storage::Param));
        }
        let types = given.iter().map(|v| (*v, self.vars[v.index()].ty));
        let mut named = Named {
            object,
            members: &members,
            vars: types.collect(),
        };
        stmts.iter_mut().for_each(|s| named.visit_stmt(s));
        Some((given, members))
    }

    /// Members of the object that a body was built for, of the object that takes its place.
    pub fn members_of(object: VarId, by: &Expr, members: Vec<Expr>) -> Vec<Expr> {
        let mut put = Put { object, by };
        let of = |mut m: Expr| {
            put.visit_expr(&mut m);
            m
        };
        members.into_iter().map(of).collect()
    }

    /// Puts what a pointer points to in the place of an object.
    pub fn behind_pointer(&mut self, object: VarId, pointer: VarId, stmts: &mut [Stmt]) {
        let span = Span::default();
        let ty = self.vars[pointer.index()].ty;
        let by = self.followed(Expr::new(ExprKind::Var(pointer), ty, span), span);
        let mut behind = Behind { object, by };
        stmts.iter_mut().for_each(|s| behind.visit_stmt(s));
    }

    fn body_of_parts(
        &mut self,
        definition: Cursor<'t>,
        body: Cursor<'t>,
        object: VarId,
        returns_pointer: bool,
    ) -> Res<(Vec<VarId>, Vec<Stmt>)> {
        let mut params = Vec::new();
        for p in definition.arguments() {
            params.push(self.parameter(p, definition)?);
        }
        let span = self.weave.span(definition.extent());
        self.objects.push(self.made(object, span));
        let this = This::Stands(self.objects.len() - 1);
        let outer = (self.device, self.inside, self.in_function, self.in_head);
        let returns = std::mem::replace(&mut self.returns_pointer, returns_pointer);
        let blocks = std::mem::take(&mut self.block_around);
        (self.device, self.inside) = (true, definition.extent());
        (self.in_function, self.in_head) = (true, false);
        let stmts = self.with_standing(Vec::new(), this, |b| b.block(body));
        (self.device, self.inside, self.in_function, self.in_head) = outer;
        (self.returns_pointer, self.block_around) = (returns, blocks);
        Ok((params, stmts?))
    }
}

/// Whether an argument is the address of a part of the object, which the function may change by it.
fn leads_into(argument: &Expr, object: &Expr) -> bool {
    let mut roots = Vec::new();
    object.each_expr(|e| roots.extend(e.variable()));
    let root = |e: &Expr| e.variable().is_some_and(|v| roots.contains(&v));
    argument
        .any_expr(|e| matches!(&e.kind, ExprKind::Unary(UnaryOp::AddrOf, of) if of.any_expr(root)))
}

/// The parameters and variables that a function declares.
fn declared_in(c: Cursor<'_>, out: &mut Vec<usize>) {
    if matches!(
        c.kind(),
        CXCursor_VarDecl | CXCursor_ParmDecl | CXCursor_UnexposedDecl
    ) {
        out.push(c.entity());
    }
    c.children().into_iter().for_each(|k| declared_in(k, out));
}

/// Whether an expression is a member of the object, or a member of such.
fn is_member(e: &Expr, object: VarId) -> bool {
    match &e.kind {
        ExprKind::Member {
            base, arrow: false, ..
        } => base.is_var(object) || is_member(base, object),
        _ => false,
    }
}

/// `_inner_x` for `object.inner.x`.
fn path_of(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Member { base, field, .. } => format!("{}_{field}", path_of(base)),
        _ => String::new(),
    }
}

/// Whether two members of one object are the same.
fn same(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (
            ExprKind::Member {
                base: x, field: f, ..
            },
            ExprKind::Member {
                base: y, field: g, ..
            },
        ) => f == g && same(x, y),
        (ExprKind::Var(x), ExprKind::Var(y)) => x == y,
        _ => false,
    }
}

/// Which members a body reads, and whether it does anything else with their object.
struct Taken<'a> {
    types: &'a Types,
    object: VarId,
    members: Vec<Expr>,
    whole: bool,
}

impl Taken<'_> {
    fn changed(&mut self, place: &Expr) {
        // An array's elements are behind a pointer.
        self.whole |= is_member(place, self.object);
    }
}

impl VisitMut for Taken<'_> {
    fn visit_expr(&mut self, e: &mut Expr) {
        if is_member(e, self.object) {
            let part = match self.types.canonical(e.ty) {
                Type::Array(elem, _) => !self.types.is_array(*elem),
                _ => self.types.is_scalar(e.ty),
            };
            if !part || self.types.qualifiers(e.ty).is_volatile {
                self.whole = true;
            } else if !self.members.iter().any(|m| same(m, e)) {
                self.members.push(e.clone());
            }
            return;
        }
        match &e.kind {
            ExprKind::Assign(_, to, _) => self.changed(&to.clone()),
            ExprKind::Unary(op, to) if op.is_step() || *op == UnaryOp::AddrOf => {
                self.changed(&to.clone());
            }
            ExprKind::Var(v) if *v == self.object => self.whole = true,
            // The size of an array member isn't that of a pointer.
            ExprKind::SizeofExpr(of) if of.any_expr(|e| e.is_var(self.object)) => self.whole = true,
            _ => {}
        }
        self.walk_expr(e);
    }
}

/// Parameters in the place of members.
struct Named<'a> {
    object: VarId,
    members: &'a [Expr],
    vars: Vec<(VarId, TypeId)>,
}

impl VisitMut for Named<'_> {
    fn visit_expr(&mut self, e: &mut Expr) {
        if is_member(e, self.object)
            && let Some(k) = self.members.iter().position(|m| same(m, e))
        {
            let (var, ty) = self.vars[k];
            (e.kind, e.ty) = (ExprKind::Var(var), ty);
            return;
        }
        self.walk_expr(e);
    }
}

/// An object in the place of the one that a function was built for.
struct Put<'a> {
    object: VarId,
    by: &'a Expr,
}

impl VisitMut for Put<'_> {
    fn visit_expr(&mut self, e: &mut Expr) {
        if let ExprKind::Member {
            base,
            arrow: arrow @ false,
            ..
        } = &mut e.kind
            && base.is_var(self.object)
        {
            // Of what a pointer points to.
            match &self.by.kind {
                ExprKind::Unary(UnaryOp::Deref, p) => (*base, *arrow) = (p.clone(), true),
                _ => **base = self.by.clone(),
            }
            e.span = self.by.span;
            return;
        }
        self.walk_expr(e);
    }
}

/// What a pointer points to in the place of an object.
struct Behind {
    object: VarId,
    by: Expr,
}

impl VisitMut for Behind {
    fn visit_expr(&mut self, e: &mut Expr) {
        if e.is_var(self.object) {
            (e.kind, e.ty) = (self.by.kind.clone(), self.by.ty);
            return;
        }
        self.walk_expr(e);
    }
}
