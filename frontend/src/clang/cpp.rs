//! Expressions of C++ as those of C: casts, literals, calls of functions that have their names from namespaces or share them,
//! objects of plain structs. What has no form in C is an error that says what to do (ACC0166).

use super::build::{Builder, Res};
use super::cursor::{CType, Cursor};
use super::expr::expression_children;
use super::host::core;
use super::reference::referred;
use super::types::is_expression;
use crate::diag::{Diagnostic, codes};
use crate::region::{BinaryOp, Expr, ExprKind, FunctionId, Type, TypeId, UnaryOp};
use crate::source::Span;
use clang_sys::*;

/// Arguments of `std::min` and `std::max` with more parts than this are evaluated once, by a function.
const PARTS: usize = 16;

/// Whether the compiler itself evaluates what is around: no code that runs does.
const CONSTANT: &str = "__builtin_is_constant_evaluated";

impl<'t> Builder<'t> {
    /// An expression of a form that C doesn't have.
    pub fn cpp_expr(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
        match c.kind() {
            CXCursor_CXXBoolLiteralExpr => {
                let text = self.source.slice(span).to_string();
                let value = u128::from(text == "true");
                let ty = self.ty(c.ty())?;
                Ok(Expr::new(ExprKind::IntLit { value, text }, ty, span))
            }
            CXCursor_CXXNullPtrLiteralExpr => {
                let ty = self.ty(c.ty())?;
                let text = "nullptr".into();
                Ok(Expr::new(ExprKind::IntLit { value: 0, text }, ty, span))
            }
            CXCursor_GNUNullExpr => {
                let ty = self.ty(c.ty())?;
                let text = "0".into();
                Ok(Expr::new(ExprKind::IntLit { value: 0, text }, ty, span))
            }
            CXCursor_CXXStaticCastExpr
            | CXCursor_CXXReinterpretCastExpr
            | CXCursor_CXXConstCastExpr
            | CXCursor_CXXFunctionalCastExpr => self.cpp_cast(c, span),
            _ => self.not_understood(c),
        }
    }

    /// Why C++ can't be compiled for devices, and what to write.
    pub fn refuse_cpp<T>(&mut self, span: Span, what: &str, instead: &str) -> Res<T> {
        let message = format!("{what} can't be compiled inside OpenACC constructs");
        self.fail_with(Diagnostic::error(codes::UNSUPPORTED_CPP, span, message).help(instead))
    }

    /// What is known of a form of C++ that isn't compiled.
    pub fn cpp_form(kind: CXCursorKind) -> Option<(&'static str, &'static str)> {
        Some(match kind {
            CXCursor_LambdaExpr => ("a lambda", "write a function, and call that"),
            CXCursor_CXXThisExpr => (
                "`this`",
                "copy the members that the construct uses into variables of the function, and name those in the construct and its clauses",
            ),
            CXCursor_CXXNewExpr | CXCursor_CXXDeleteExpr => (
                "`new` or `delete`",
                "allocate the memory before the construct, and move it by a data clause",
            ),
            CXCursor_CXXThrowExpr | CXCursor_CXXTryStmt | CXCursor_CXXCatchStmt => (
                "an exception",
                "note the error in a variable, and throw behind the construct",
            ),
            CXCursor_CXXDynamicCastExpr | CXCursor_CXXTypeidExpr => (
                "a type of run time",
                "ask for the type before the construct",
            ),
            CXCursor_PackExpansionExpr | CXCursor_SizeOfPackExpr => {
                ("a pack of a template", "write the function without it")
            }
            CXCursor_OverloadedDeclRef => ("a set of functions", "name one of them"),
            _ => return None,
        })
    }

    /// A parameter of a template that is a number: in an instance that number stands behind its name.
    pub fn template_number(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
        let number = matches!(expression_children(c)[..], [_]) && self.rules.cpp;
        let Some(value) = c.evaluate_int().filter(|_| number) else {
            return self.not_understood(c);
        };
        let ty = self.ty(c.ty())?;
        let (size, text) = (value.unsigned_abs(), value.unsigned_abs().to_string());
        let size = Expr::new(ExprKind::IntLit { value: size, text }, ty, span);
        Ok(match value < 0 {
            true => Expr::new(ExprKind::Unary(UnaryOp::Minus, Box::new(size)), ty, span),
            false => size,
        })
    }

    /// `object.n` where `n` is static: the object has no part in it.
    pub fn static_member(&mut self, c: Cursor<'t>, span: Span) -> Option<Res<Expr>> {
        let decl = c.referenced().filter(|_| self.rules.cpp)?;
        (decl.kind() == CXCursor_VarDecl).then(|| self.reference(c, span))
    }

    fn cpp_cast(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
        let Some(inner) = expression_children(c).pop() else {
            return self.not_understood(c);
        };
        let record = c.ty().canonical().kind() == CXType_Record;
        if record {
            // `point{1, 2}`, `point(p)`: what is made is the object itself.
            return self.expr(inner);
        }
        let ty = self.ty(c.ty())?;
        let operand = match self.expr(inner)? {
            Expr {
                kind: ExprKind::InitList(mut items),
                ..
            } if items.len() <= 1 => match items.pop() {
                Some(item) => item.value,
                None => zero(ty, span),
            },
            Expr {
                kind:
                    ExprKind::Cast {
                        implicit: true,
                        operand,
                    },
                ty: to,
                ..
            } if self.types.canonical_id(to) == self.types.canonical_id(ty) => *operand,
            e => e,
        };
        let same = self.types.canonical_id(operand.ty) == self.types.canonical_id(ty);
        let head = self.source.slice(Span {
            start: span.start,
            end: self.weave.span(inner.extent()).start.max(span.start),
        });
        if head.contains('&') {
            // To a reference: the object, as it is.
            if same {
                return Ok(operand);
            }
            return self.refuse_cpp(
                span,
                "an object by the name of another type",
                "cast its value",
            );
        }
        if same && matches!(self.types.canonical(ty), Type::Record(_)) {
            return Ok(operand);
        }
        if c.kind() == CXCursor_CXXStaticCastExpr {
            self.no_base(operand.ty, ty, span)?;
        }
        let kind = ExprKind::Cast {
            implicit: false,
            operand: Box::new(operand),
        };
        Ok(Expr::new(kind, ty, span))
    }

    /// A call, or what C++ makes one: the construction of an object, its assignment.
    pub fn cpp_call(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
        let Some(target) = c.referenced() else {
            return self.plain_call(c, span);
        };
        if target.spelling() == CONSTANT {
            let ty = self.ty(c.ty())?;
            return Ok(zero(ty, span));
        }
        match target.kind() {
            CXCursor_FunctionDecl => {}
            CXCursor_CXXMethod if target.is_static_member() => {}
            CXCursor_Constructor => return self.constructed(c, target, span),
            CXCursor_CXXMethod if target.spelling() == "operator=" => {
                return self.record_assignment(c, target, span);
            }
            CXCursor_CXXMethod | CXCursor_ConversionFunction | CXCursor_Destructor => {
                let message = format!("the member function `{}`", target.spelling());
                return self.refuse_cpp(
                    span,
                    &message,
                    "write a function that is given the members that it needs; of a container take a pointer to the elements before the construct",
                );
            }
            _ => return self.plain_call(c, span),
        }
        if target.spelling().starts_with("operator\"\"") {
            let what = "a literal with a suffix of the program's own";
            return self.refuse_cpp(span, what, "write the number, and call a function");
        }
        let (name, args) = self.arguments_of(c, target);
        if let Some(e) = self.standard(c, target, &args, span)? {
            return Ok(e);
        }
        let f = self.function_id(target)?;
        if self.device {
            self.need_body(f, target, span)?;
        }
        let made = self.handed(f, target, &args)?;
        self.call_of(f, made, span, name)
    }

    /// `f(args)`: what it returns by reference is an object. `name`: where the function is named.
    fn call_of(&mut self, f: FunctionId, args: Vec<Expr>, span: Span, name: Span) -> Res<Expr> {
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

    /// The arguments as the function's parameters take them.
    fn handed(&mut self, f: FunctionId, target: Cursor<'t>, args: &[Cursor<'t>]) -> Res<Vec<Expr>> {
        let params = target.arguments();
        let mut made = Vec::new();
        for (k, a) in args.iter().enumerate() {
            let param = params.get(k).copied();
            let e = match self.default_argument(*a, param) {
                Some(value) => self.host_independent(value)?,
                None => self.expr(*a)?,
            };
            let reference = param.is_some_and(|p| referred(p.ty()).is_some());
            let by_value = self.functions[f.index()]
                .params
                .get(k)
                .is_some_and(|v| self.by_value.contains(v));
            made.push(match reference && !by_value {
                true => self.address_of(e)?,
                false => e,
            });
        }
        Ok(made)
    }

    /// A default argument's value stands at the parameter, where no variable of the caller's is known.
    fn host_independent(&mut self, value: Cursor<'t>) -> Res<Expr> {
        self.expr(value)
    }

    fn default_argument(&self, a: Cursor<'t>, param: Option<Cursor<'t>>) -> Option<Cursor<'t>> {
        let missing =
            a.kind() == CXCursor_UnexposedExpr && a.extent() == (0, 0) && a.children().is_empty();
        let value = param.filter(|_| missing)?.children();
        value.into_iter().rfind(|v| is_expression(v.kind()))
    }

    /// Where the function is named, and the arguments: the name of an operator stands between them.
    fn arguments_of(&self, c: Cursor<'t>, target: Cursor<'t>) -> (Span, Vec<Cursor<'t>>) {
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
        let name = target.spelling();
        match (name.as_str(), args) {
            ("clamp", [v, lo, hi]) => {
                let (v, lo, hi) = (self.expr(*v)?, self.expr(*lo)?, self.expr(*hi)?);
                let Some(low) = self.chosen("max", v, lo, c, span) else {
                    return Ok(None);
                };
                Ok(self.chosen("min", low, hi, c, span))
            }
            ("move" | "forward" | "as_const", [one]) => self.expr(*one).map(Some),
            ("min" | "max", [a, b]) => {
                let (a, b) = (self.expr(*a)?, self.expr(*b)?);
                Ok(self.chosen(&name, a, b, c, span))
            }
            _ => self.wrapped(target, args, span),
        }
    }

    /// `std::max(a, b)` as `a < b ? b : a` ([alg.min.max]), where evaluating twice is as good as once.
    fn chosen(&mut self, name: &str, a: Expr, b: Expr, c: Cursor<'t>, span: Span) -> Option<Expr> {
        let simple = |e: &Expr| {
            let mut parts = 0;
            e.each_expr(|_| parts += 1);
            parts <= PARTS && !e.any_expr(|e| has_effect(&e.kind))
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
                Some(value) => self.host_independent(value)?,
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

    fn as_type(&mut self, e: Expr, to: TypeId) -> Expr {
        let to = self.unqualified_type(to);
        if self.types.canonical_id(e.ty) == self.types.canonical_id(to) {
            return e;
        }
        let (implicit, span) = (true, e.span);
        let operand = Box::new(e);
        Expr::new(ExprKind::Cast { implicit, operand }, to, span)
    }

    /// An object that a constructor makes: a copy of a plain one, or zeros.
    fn constructed(&mut self, c: Cursor<'t>, target: Cursor<'t>, span: Span) -> Res<Expr> {
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

    fn record_assignment(&mut self, c: Cursor<'t>, target: Cursor<'t>, span: Span) -> Res<Expr> {
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

    /// A value list for one number: `int n{3}`.
    pub fn scalar_list(&mut self, c: Cursor<'t>, span: Span) -> Option<Res<Expr>> {
        let kind = c.ty().canonical().kind();
        if !self.rules.cpp
            || matches!(
                kind,
                CXType_Record | CXType_ConstantArray | CXType_Vector | CXType_ExtVector
            )
        {
            return None;
        }
        let ty = match self.ty(c.ty()) {
            Ok(ty) => ty,
            Err(e) => return Some(Err(e)),
        };
        Some(match expression_children(c)[..] {
            [one] => self.expr(one),
            [] => Ok(zero(ty, span)),
            _ => self.not_understood(c),
        })
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

fn zero(ty: TypeId, span: Span) -> Expr {
    let (value, text) = (0, "0".to_string());
    Expr::new(ExprKind::IntLit { value, text }, ty, span)
}

fn has_effect(kind: &ExprKind) -> bool {
    use crate::region::UnaryOp::{PostDec, PostInc, PreDec, PreInc};
    match kind {
        ExprKind::Assign(..) | ExprKind::Call { .. } | ExprKind::StmtExpr(_) => true,
        ExprKind::Unary(op, _) => matches!(op, PreInc | PreDec | PostInc | PostDec),
        _ => false,
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
