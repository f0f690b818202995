//! Functions that are nothing but `return e;`, as that expression: accessors of the host's objects (`a.rows()`, `a(i, j)`) become the members
//! that they name, so that these are seen in the heads of loops and reach devices as all members do; in heads all functions; and in subscripts those that
//! compute places of elements from their arguments alone.

use super::build::{Builder, Res};
use super::cpp_call::has_effect;
use super::cursor::Cursor;
use super::expr::expression_children;
use super::host::core;
use super::methods::This;
use super::reference::{Stands, is_object, referred};
use crate::region::{Expr, ExprKind, Storage, THIS, UnaryOp, VarId, VisitMut};
use crate::source::Span;
use clang_sys::*;
use std::collections::HashSet;

/// How many parts an argument, and the expression with the arguments in it, may have.
const ARGUMENT: usize = 24;
const WHOLE: usize = 160;
/// How deep such functions may call each other.
const DEPTH: usize = 12;

impl<'t> Builder<'t> {
    /// The value of a call of `target`, if its body is one expression that may stand in the call's place. `object`: for members.
    pub fn inlined(
        &mut self,
        target: Cursor<'t>,
        object: Option<&Expr>,
        args: &[Cursor<'t>],
        span: Span,
    ) -> Res<Option<Expr>> {
        let of_host = object.is_some_and(|o| self.is_of_host(o)) && !self.in_function;
        let index = self.in_subscript && object.is_none();
        if !self.device || !(of_host || self.in_head || index) || self.inlining.len() >= DEPTH {
            return Ok(None);
        }
        let Some((value, body)) = only_value(target) else {
            return Ok(None);
        };
        let marked = self.is_marked(target) && !(of_host && self.is_marked_seq(target));
        if marked || self.inlining.contains(&target.entity()) || target.is_virtual() {
            return Ok(None);
        }
        let result = target.ty().result();
        let by_reference = referred(result).is_some();
        let to = self.ty(result.canonical())?;
        if !by_reference && !self.types.is_scalar(to) {
            return Ok(None);
        }
        let Some(stands) = self.arguments_stand(target, args)? else {
            return Ok(None);
        };
        let mut given = HashSet::new();
        for (_, s) in &stands {
            if let Stands::Object(e) = s {
                e.each_expr(|e| given.extend(e.variable()));
            }
        }
        let this = match object {
            Some(o) if !is_simple(o) => return Ok(None),
            Some(o) => {
                self.objects.push(o.clone());
                This::Stands(self.objects.len() - 1)
            }
            None => This::None,
        };
        self.inlining.push(target.entity());
        let made = self.with_standing(stands, this, |b| b.expr(value));
        self.inlining.pop();
        let mut made = made?;
        let mut parts = 0;
        made.each_expr(|_| parts += 1);
        let acts = |e: &Expr| matches!(e.kind, ExprKind::Call { .. });
        let acts = made.any_expr(|e| has_effect(&e.kind) && !acts(e));
        // A name of the file's could be another variable's where the call stands.
        let others = index && !self.in_head && made.any_expr(|e| self.is_of_no_argument(e, &given));
        if acts || others || parts > WHOLE || by_reference && !is_object(&made) {
            return Ok(None);
        }
        let within = self.weave.span(body);
        Moved { within, span }.visit_expr(&mut made);
        if !by_reference {
            made = self.as_type(made, to);
            if is_object(&made) {
                // A copy of it.
                let (ty, implicit) = (self.unqualified_type(made.ty), true);
                let operand = Box::new(made);
                made = Expr::new(ExprKind::Cast { implicit, operand }, ty, span);
            }
        }
        Ok(Some(made))
    }

    /// Whether it is a variable that isn't among those of the arguments, or a call.
    fn is_of_no_argument(&self, e: &Expr, given: &HashSet<VarId>) -> bool {
        match &e.kind {
            ExprKind::Var(v) => !given.contains(v),
            ExprKind::Call { .. } => true,
            _ => false,
        }
    }

    /// What a function's parameters stand for; `None` if one has to be evaluated once.
    fn arguments_stand(
        &mut self,
        target: Cursor<'t>,
        args: &[Cursor<'t>],
    ) -> Res<Option<Vec<(usize, Stands)>>> {
        let params = target.definition().map_or_else(Vec::new, |d| d.arguments());
        if params.len() != args.len() {
            return Ok(None);
        }
        let mut stands = Vec::new();
        for (a, p) in args.iter().zip(params) {
            let e = match self.default_argument(*a, Some(p)) {
                Some(value) => self.expr(value)?,
                None => self.expr(*a)?,
            };
            let to = referred(p.ty());
            let ty = self.ty(to.unwrap_or(p.ty()).canonical())?;
            if !is_simple(&e) || to.is_none() && !self.types.is_scalar(ty) {
                return Ok(None);
            }
            let e = match to {
                Some(_) => e,
                None => self.as_type(e, ty),
            };
            stands.push((p.entity(), Stands::Object(e)));
        }
        Ok(Some(stands))
    }

    /// Builds something in which names stand for expressions.
    pub fn with_standing<T>(
        &mut self,
        stands: Vec<(usize, Stands)>,
        this: This<'t>,
        make: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let keys: Vec<usize> = stands.iter().map(|(key, _)| *key).collect();
        let before: Vec<_> = keys
            .iter()
            .map(|k| self.references.get(k).cloned())
            .collect();
        self.references.extend(stands);
        let this = std::mem::replace(&mut self.this, this);
        let made = make(self);
        self.this = this;
        for (key, was) in keys.into_iter().zip(before) {
            match was {
                Some(was) => drop(self.references.insert(key, was)),
                None => drop(self.references.remove(&key)),
            }
        }
        made
    }

    /// Whether an object is a variable of the host, what `this` of the host points to, or a part of these.
    pub fn is_of_host(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Var(v) => {
                self.types.is_record(e.ty) && self.vars[v.index()].storage != Storage::Region
            }
            ExprKind::Unary(UnaryOp::Deref, p) => self.is_this_of_host(p),
            ExprKind::Member { base, arrow, .. } => match arrow {
                true => self.is_this_of_host(base),
                false => self.is_of_host(base),
            },
            _ => false,
        }
    }

    fn is_this_of_host(&self, p: &Expr) -> bool {
        let is_this = |name: &str| name == "this" || name.ends_with(&format!(".{THIS}"));
        matches!(&p.kind, ExprKind::Var(v) if is_this(&self.vars[v.index()].name))
    }
}

/// Whether evaluating an expression several times is as good as once.
pub fn is_simple(e: &Expr) -> bool {
    let mut parts = 0;
    e.each_expr(|_| parts += 1);
    parts <= ARGUMENT && !e.any_expr(|e| has_effect(&e.kind))
}

/// The expression that a function returns and does nothing else, and where the function stands.
pub fn only_value(f: Cursor<'_>) -> Option<(Cursor<'_>, (u32, u32))> {
    let definition = f.definition()?;
    let body = definition.children().pop()?;
    if body.kind() != CXCursor_CompoundStmt {
        return None;
    }
    let stmts = body.children();
    let (last, before) = stmts.split_last()?;
    let returns = last.kind() == CXCursor_ReturnStmt && before.iter().all(|s| only_checks(*s));
    returns.then_some((last.children().pop()?, definition.extent()))
}

/// What the standard library checks where the compiler itself evaluates a function, and nowhere else: `do { if (is_constant_evaluated() && …) … } while (false)`.
fn only_checks(s: Cursor<'_>) -> bool {
    let inside = s.children();
    match s.kind() {
        CXCursor_NullStmt => true,
        CXCursor_DoStmt => inside.first().is_some_and(|body| only_checks(*body)),
        CXCursor_CompoundStmt => inside.into_iter().all(only_checks),
        CXCursor_IfStmt => {
            let condition = inside.first().copied().map(core);
            let first = condition
                .filter(|c| {
                    c.kind() == CXCursor_BinaryOperator
                        && c.binary_operator() == CXBinaryOperator_LAnd
                })
                .and_then(|c| expression_children(c).first().copied().map(core));
            let asks = |f: Cursor<'_>| {
                matches!(
                    f.spelling().as_str(),
                    "__is_constant_evaluated" | "is_constant_evaluated"
                )
            };
            first.is_some_and(|f| f.referenced().is_some_and(asks)) && inside.len() == 2
        }
        _ => false,
    }
}

/// Gives parts of a function's text the place of its call: they have none of their own in the text around it.
struct Moved {
    within: Span,
    span: Span,
}

impl VisitMut for Moved {
    fn visit_expr(&mut self, e: &mut Expr) {
        if self.within.start <= e.span.start && e.span.end <= self.within.end {
            e.span = match e.kind {
                // The text of the call around is another one.
                ExprKind::Call { .. } => Span::default(),
                _ => self.span,
            };
        }
        self.walk_expr(e);
        // `(&x)->m`, where an address was the argument.
        if let ExprKind::Member { base, arrow, .. } = &mut e.kind
            && let ExprKind::Unary(UnaryOp::AddrOf, object) = &base.strip_implicit().kind
            && *arrow
        {
            *base = object.clone();
            *arrow = false;
        }
    }
}
