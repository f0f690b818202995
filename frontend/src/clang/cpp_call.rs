//! Calls of C++: which function is meant is clang's to say; here arguments become what its parameters take, and functions of the standard library
//! those that they stand for.

use super::build::{Builder, Res};
use super::cpp::zero;
use super::cursor::{CType, Cursor};
use super::expr::expression_children;
use super::host::core;
use super::reference::referred;
use super::types::is_expression;
use crate::region::{BinaryOp, Expr, ExprKind, FunctionId, Type, TypeId};
use crate::source::Span;
use clang_sys::*;

/// Arguments of `std::min` and `std::max` with more parts than this are evaluated once, by a function.
const PARTS: usize = 16;

/// The same of what is chosen among the values of a list.
const LIST: usize = 64;

/// Whether the compiler itself evaluates what is around: no code that runs does.
const CONSTANT: &str = "__builtin_is_constant_evaluated";

/// Whether the compiler knows a number: the library asks where both answers lead to the same result.
const KNOWN: &str = "__builtin_constant_p";

impl<'t> Builder<'t> {
    /// A call, or what C++ makes one: the construction of an object, its assignment.
    pub fn cpp_call(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
        let Some(target) = c.referenced() else {
            return self.plain_call(c, span);
        };
        if matches!(target.spelling().as_str(), CONSTANT | KNOWN) {
            let ty = self.ty(c.ty())?;
            return Ok(zero(ty, span));
        }
        match target.kind() {
            CXCursor_FunctionDecl => {}
            CXCursor_CXXMethod if target.is_static_member() => {}
            CXCursor_Constructor => return self.constructed(c, target, span),
            CXCursor_CXXMethod
                if target.spelling() == "operator="
                    && super::tuples::is_tuple(target.semantic_parent().ty()) =>
            {
                return self.assigned_tuple(c, target, span);
            }
            CXCursor_CXXMethod
                if super::classes::assigns_class(target) && target.is_defaulted() =>
            {
                return self.record_assignment(c, target, span);
            }
            CXCursor_CXXMethod | CXCursor_ConversionFunction => {
                let e = self.member_call(c, target, span)?;
                return self.plain_result(c, e, span);
            }
            CXCursor_Destructor => {
                return self.refuse_cpp(span, "the call of a destructor", "leave it out");
            }
            _ => return self.plain_call(c, span),
        }
        if target.spelling().starts_with("operator\"\"") {
            if let Some(number) = self.known_number(c, span)? {
                return Ok(number);
            }
            let what = "a literal with a suffix of the program's own";
            return self.refuse_cpp(
                span,
                what,
                "let its operator be `constexpr` and return a number",
            );
        }
        let (name, args) = self.arguments_of(c, target);
        if let Some(e) = self.standard(c, target, &args, span)? {
            return Ok(e);
        }
        if let Some(e) = self.called_with_lambdas(target, &args, (span, name))? {
            return Ok(e);
        }
        if let Some(e) = self.inlined(target, None, &args, span)? {
            return Ok(e);
        }
        let f = self.function_id(target)?;
        if self.device {
            self.need_body(f, target, span)?;
        }
        let made = self.handed(f, target, &args, 0)?;
        let e = self.call_of(f, made, span, name)?;
        self.plain_result(c, e, span)
    }

    /// What a call returns by value is an object of a plain class, which ends without a word.
    fn plain_result(&mut self, c: Cursor<'t>, e: Expr, span: Span) -> Res<Expr> {
        let object = matches!(self.types.canonical(e.ty), Type::Record(_));
        match object && matches!(e.kind, ExprKind::Call { .. }) && !self.is_plain(c.ty()) {
            true => self.refuse_class(c.ty(), span),
            false => Ok(e),
        }
    }

    /// `f(args)`: what it returns by reference is an object. `name`: where the function is named.
    pub fn call_of(&mut self, f: FunctionId, args: Vec<Expr>, span: Span, name: Span) -> Res<Expr> {
        let function = &self.functions[f.index()];
        let (ret, variadic) = (function.ret, function.variadic);
        let params = function.params.iter();
        let params = params.map(|v| self.vars[v.index()].ty).collect();
        let signature = Type::Function {
            ret,
            params,
            variadic,
        };
        let signature = self.types.intern(signature);
        let callee = Box::new(Expr::new(ExprKind::Function(f), signature, name));
        let call = Expr::new(ExprKind::Call { callee, args }, ret, span);
        Ok(match self.pointers.contains(&f) {
            true => self.followed(call, span),
            false => call,
        })
    }

    /// The arguments as the function's parameters take them, which stand behind `hidden` others.
    pub fn handed(
        &mut self,
        f: FunctionId,
        target: Cursor<'t>,
        args: &[Cursor<'t>],
        hidden: usize,
    ) -> Res<Vec<Expr>> {
        let params = target.arguments();
        let mut made = Vec::new();
        for (k, a) in args.iter().enumerate() {
            made.push(match params.get(k).copied() {
                Some(param) => self.handed_one(f, (param, k + hidden), *a, target)?,
                None => self.expr(*a)?,
            });
        }
        Ok(made)
    }

    /// An argument as a parameter takes it, the function's at this place.
    pub fn handed_one(
        &mut self,
        f: FunctionId,
        (param, at): (Cursor<'t>, usize),
        arg: Cursor<'t>,
        target: Cursor<'t>,
    ) -> Res<Expr> {
        let e = match self.default_argument(arg, Some(param)) {
            Some(value) => self.expr(value)?,
            None => self.expr(arg)?,
        };
        let by_value = self.functions[f.index()]
            .params
            .get(at)
            .is_some_and(|v| self.by_value.contains(v));
        match referred(param.ty()).is_some() && !by_value {
            true if self.is_read_only(&e, Some(param), target) => {
                let (ty, span) = (self.unqualified_type(e.ty), e.span);
                let (implicit, operand) = (true, Box::new(e));
                let value = Expr::new(ExprKind::Cast { implicit, operand }, ty, span);
                self.address_of(value)
            }
            true => self.address_of(e),
            false => Ok(e),
        }
    }

    /// Whether an argument is the variable of a loop, which a function takes as a number that it can't change and doesn't keep: it gets a copy, since who has
    /// the variable's address may change it.
    fn is_read_only(&self, e: &Expr, param: Option<Cursor<'t>>, function: Cursor<'t>) -> bool {
        let Some((p, to)) = param.and_then(|p| Some((p, referred(p.ty())?))) else {
            return false;
        };
        let number =
            |ty: CType<'t>| (CXType_Void..=CXType_LongDouble).contains(&ty.canonical().kind());
        let turns = e.variable().is_some_and(|v| self.turning.contains(&v));
        if !turns {
            return false;
        }
        if self.rules.cores_alone && to.is_const() {
            return true;
        }
        let result = function.ty().result().canonical();
        let made = match function.kind() {
            CXCursor_Constructor => function.semantic_parent().ty(),
            _ => result,
        };
        let numbers =
            made.kind() == CXType_Record && made.fields().into_iter().all(|f| number(f.ty()));
        // Those of the library hand on what they are given to members.
        let at = self.weave.original(function.location());
        let makes =
            function.kind() == CXCursor_Constructor || function.spelling().starts_with("make_");
        if makes && numbers && self.source.in_system_header(at) {
            return true;
        }
        let kept = |d: Cursor<'t>| takes_address(d, &p.spelling());
        let known = function.definition().is_some_and(|d| !kept(d));
        (number(result) || numbers) && to.is_const() && known
    }

    pub fn default_argument(&self, a: Cursor<'t>, param: Option<Cursor<'t>>) -> Option<Cursor<'t>> {
        let missing =
            a.kind() == CXCursor_UnexposedExpr && a.extent() == (0, 0) && a.children().is_empty();
        let value = param.filter(|_| missing)?.children();
        value.into_iter().rfind(|v| is_expression(v.kind()))
    }

    /// Where the function is named, and the arguments: the name of an operator stands between them.
    pub fn arguments_of(&self, c: Cursor<'t>, target: Cursor<'t>) -> (Span, Vec<Cursor<'t>>) {
        let mut kids = expression_children(c);
        let named = kids.iter().position(|k| {
            let k = core(*k);
            k.kind() == CXCursor_DeclRefExpr
                && k.referenced()
                    .is_some_and(|d| d.entity() == target.entity())
        });
        if kids.is_empty() {
            return (self.weave.span(c.extent()), kids);
        }
        let name = kids.remove(named.unwrap_or(0));
        (self.weave.span(name.extent()), kids)
    }

    /// Functions of the standard library that are others' under another name.
    fn standard(
        &mut self,
        c: Cursor<'t>,
        target: Cursor<'t>,
        args: &[Cursor<'t>],
        span: Span,
    ) -> Res<Option<Expr>> {
        let at = self.weave.original(target.location());
        if !self.source.in_system_header(at) || !self.qualified_name(target).starts_with("std::") {
            return Ok(None);
        }
        if let Some(e) = self.of_tuples(c, target, args, span)? {
            return Ok(Some(e));
        }
        let name = target.spelling();
        match (name.as_str(), args) {
            ("clamp", [v, lo, hi]) => {
                let (v, lo, hi) = (self.expr(*v)?, self.expr(*lo)?, self.expr(*hi)?);
                let Some(low) = self.chosen("max", (v, lo), PARTS, c, span) else {
                    return Ok(None);
                };
                Ok(self.chosen("min", (low, hi), PARTS, c, span))
            }
            ("move" | "forward" | "as_const", [one]) => self.expr(*one).map(Some),
            ("size" | "ssize" | "empty" | "data", [of]) => {
                match self.of_container(c, &name, *of, span)? {
                    Some(e) => Ok(Some(e)),
                    None => self.wrapped(target, args, span),
                }
            }
            ("min" | "max", [list]) if listed(*list).is_some() => {
                let mut all = listed(*list).unwrap_or_default().into_iter();
                let Some(first) = all.next() else {
                    return Ok(None);
                };
                let mut best = self.expr(first)?;
                for next in all {
                    let next = self.expr(next)?;
                    let Some(chosen) = self.chosen(&name, (best, next), LIST, c, span) else {
                        return self.refuse_cpp(
                            span,
                            "this list",
                            "name its values first, and choose between two at a time",
                        );
                    };
                    best = chosen;
                }
                Ok(Some(best))
            }
            ("min" | "max", [a, b]) => {
                let (a, b) = (self.expr(*a)?, self.expr(*b)?);
                Ok(self.chosen(&name, (a, b), PARTS, c, span))
            }
            _ => self.wrapped(target, args, span),
        }
    }

    /// `std::max(a, b)` as `a < b ? b : a` ([alg.min.max]), where evaluating twice is as good as once.
    fn chosen(
        &mut self,
        name: &str,
        (a, b): (Expr, Expr),
        most: usize,
        c: Cursor<'t>,
        span: Span,
    ) -> Option<Expr> {
        let simple = |e: &Expr| {
            let mut parts = 0;
            e.each_expr(|_| parts += 1);
            parts <= most && !e.any_expr(|e| has_effect(&e.kind))
        };
        let kind = c.ty().canonical().kind();
        let number = (CXType_Bool..=CXType_LongDouble).contains(&kind);
        if !number || !simple(&a) || !simple(&b) {
            return None;
        }
        let ty = self.ty(c.ty().canonical()).ok()?;
        let ty = self.unqualified_type(ty);
        let truth = self.types.intern(Type::Bool);
        let (x, y) = match name {
            "max" => (a.clone(), b.clone()),
            _ => (b.clone(), a.clone()),
        };
        let less = ExprKind::Binary(BinaryOp::Lt, Box::new(x), Box::new(y));
        let less = Box::new(Expr::new(less, truth, span));
        let kind = ExprKind::Conditional(less, Some(Box::new(b)), Box::new(a));
        Some(Expr::new(kind, ty, span))
    }

    /// A function whose body is nothing but the call of another one with its parameters: `std::sqrt(float)` is `sqrtf`.
    fn wrapped(
        &mut self,
        target: Cursor<'t>,
        args: &[Cursor<'t>],
        span: Span,
    ) -> Res<Option<Expr>> {
        let Some((call, inner)) = only_call(target) else {
            return Ok(None);
        };
        let params = target.arguments();
        let entity = |c: &Cursor<'t>| Some(through_casts(*c).referenced()?.entity());
        let inner_args = call.arguments();
        let same = inner_args.len() == params.len()
            && args.len() == params.len()
            && inner_args
                .iter()
                .zip(&params)
                .all(|(a, p)| entity(a) == Some(p.entity()))
            && params.iter().all(|p| referred(p.ty()).is_none());
        if !same {
            return Ok(None);
        }
        if inner.spelling() == CONSTANT {
            let ty = self.ty(call.ty())?;
            return Ok(Some(zero(ty, span)));
        }
        let f = self.function_id(inner)?;
        if self.device {
            self.need_body(f, inner, span)?;
        }
        let mut made = Vec::new();
        for (k, (a, p)) in args.iter().zip(&params).enumerate() {
            let e = match self.default_argument(*a, Some(*p)) {
                Some(value) => self.expr(value)?,
                None => self.expr(*a)?,
            };
            let to = self.ty(p.ty().canonical())?;
            let e = self.as_type(e, to);
            let taken = self.functions[f.index()].params.get(k);
            let taken = taken.map(|v| self.vars[v.index()].ty);
            made.push(match taken {
                Some(ty) => self.as_type(e, ty),
                None => e,
            });
        }
        let call = self.call_of(f, made, span, span)?;
        let to = self.ty(target.ty().result().canonical())?;
        Ok(Some(self.as_type(call, to)))
    }

    pub fn as_type(&mut self, e: Expr, to: TypeId) -> Expr {
        let to = self.unqualified_type(to);
        if self.types.canonical_id(e.ty) == self.types.canonical_id(to) {
            return e;
        }
        let (implicit, span) = (true, e.span);
        let operand = Box::new(e);
        Expr::new(ExprKind::Cast { implicit, operand }, to, span)
    }
}

/// The values of a list that is an argument: `{a, b, c}`.
fn listed(c: Cursor<'_>) -> Option<Vec<Cursor<'_>>> {
    let c = core(c);
    match c.kind() {
        CXCursor_InitListExpr => Some(expression_children(c)),
        CXCursor_CXXFunctionalCastExpr | CXCursor_UnexposedExpr | CXCursor_CallExpr => {
            match expression_children(c)[..] {
                [inner] => listed(inner),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether code takes the address of a parameter with this name.
fn takes_address(c: Cursor<'_>, name: &str) -> bool {
    let taken = c.kind() == CXCursor_UnaryOperator
        && c.unary_operator() == CXUnaryOperator_AddrOf
        && expression_children(c)
            .iter()
            .any(|k| core(*k).spelling() == name);
    taken || c.children().into_iter().any(|k| takes_address(k, name))
}

pub fn has_effect(kind: &ExprKind) -> bool {
    use crate::region::UnaryOp::{PostDec, PostInc, PreDec, PreInc};
    match kind {
        ExprKind::Assign(..) | ExprKind::Call { .. } | ExprKind::StmtExpr(_) => true,
        ExprKind::Unary(op, _) => matches!(op, PreInc | PreDec | PostInc | PostDec),
        _ => false,
    }
}

/// The call that a function's body is nothing but, and the function that is called.
fn only_call(f: Cursor<'_>) -> Option<(Cursor<'_>, Cursor<'_>)> {
    let body = f.definition()?.children().pop()?;
    if body.kind() != CXCursor_CompoundStmt {
        return None;
    }
    let stmts = body.children();
    let (last, before) = stmts.split_last()?;
    let types = |s: &Cursor<'_>| {
        let kids = s.children();
        s.kind() == CXCursor_DeclStmt
            && kids
                .iter()
                .all(|d| matches!(d.kind(), CXCursor_TypedefDecl | CXCursor_TypeAliasDecl))
    };
    if last.kind() != CXCursor_ReturnStmt || !before.iter().all(types) {
        return None;
    }
    let call = through_casts(last.children().pop()?);
    let inner = call
        .referenced()
        .filter(|_| call.kind() == CXCursor_CallExpr)?;
    (inner.kind() == CXCursor_FunctionDecl).then_some((call, inner))
}

/// An expression without its casts.
fn through_casts(c: Cursor<'_>) -> Cursor<'_> {
    let c = core(c);
    let cast = matches!(
        c.kind(),
        CXCursor_CXXFunctionalCastExpr | CXCursor_CXXStaticCastExpr | CXCursor_CStyleCastExpr
    );
    match expression_children(c).pop() {
        Some(inner) if cast => through_casts(inner),
        _ => c,
    }
}
