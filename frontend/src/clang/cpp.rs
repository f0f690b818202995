//! Expressions of C++ as those of C: casts, literals, calls of functions that have their names from namespaces or share them,
//! objects of plain structs. What has no form in C is an error that says what to do (ACC0166).

use super::build::{Builder, Res};
use super::classes::class_members;
use super::cursor::{CType, Cursor};
use super::expr::expression_children;
use crate::diag::{Diagnostic, codes};
use crate::region::{
    Expr, ExprKind, FloatKind, Function, FunctionId, IntKind, Level, Storage, Type, TypeId, UnaryOp,
};
use crate::source::Span;
use clang_sys::*;

impl<'t> Builder<'t> {
    /// An expression of a form that C doesn't have.
    pub fn cpp_expr(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
        match c.kind() {
            CXCursor_CXXBoolLiteralExpr => {
                // A fold over nothing is one too, and has other text.
                let known = c.evaluate_int();
                let truth = known.map_or(self.source.slice(span) == "true", |n| n != 0);
                let (value, text) = (u128::from(truth), truth.to_string());
                let ty = self.ty(c.ty())?;
                Ok(Expr::new(ExprKind::IntLit { value, text }, ty, span))
            }
            // A fold of commas over nothing.
            CXCursor_UnexposedExpr if self.is_nothing(c) => {
                let ty = self.ty(c.ty())?;
                let number = self.types.intern(Type::Int(IntKind::Int));
                let operand = Box::new(zero(number, span));
                let implicit = false;
                Ok(Expr::new(ExprKind::Cast { implicit, operand }, ty, span))
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
            CXCursor_CXXThisExpr => self.this_pointer(span),
            CXCursor_SizeOfPackExpr => match self.known_number(c, span)? {
                Some(number) => Ok(number),
                None => self.not_understood(c),
            },
            _ => self.not_understood(c),
        }
    }

    /// `void()`, which a fold of commas over nothing is.
    pub fn is_nothing(&self, c: Cursor<'t>) -> bool {
        self.rules.cpp && c.ty().canonical().kind() == CXType_Void && c.children().is_empty()
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
            CXCursor_CXXNewExpr | CXCursor_CXXDeleteExpr => (
                "`new` or `delete`",
                "allocate the memory before the construct, and move it by a data clause",
            ),
            CXCursor_CXXThrowExpr | CXCursor_CXXTryStmt | CXCursor_CXXCatchStmt => (
                "an exception",
                "note the error in a variable, and throw after the construct",
            ),
            CXCursor_CXXDynamicCastExpr | CXCursor_CXXTypeidExpr => (
                "run-time type information",
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
        Ok(self.whole_number(value, ty, span))
    }

    /// A number of a type, in text that has the type.
    pub fn whole_number(&mut self, value: i128, ty: TypeId, span: Span) -> Expr {
        let ty = self.unqualified_type(ty);
        let suffix = match self.types.canonical(ty) {
            Type::Int(IntKind::Int) => Some(""),
            Type::Int(IntKind::UInt) => Some("u"),
            Type::Int(IntKind::Long) => Some("l"),
            Type::Int(IntKind::ULong) => Some("ul"),
            Type::Int(IntKind::LongLong) => Some("ll"),
            Type::Int(IntKind::ULongLong) => Some("ull"),
            _ => None,
        };
        let own = match suffix {
            Some(_) => ty,
            None => self.types.intern(Type::Int(IntKind::LongLong)),
        };
        let text = format!("{}{}", value.unsigned_abs(), suffix.unwrap_or("ll"));
        let value_of = ExprKind::IntLit {
            value: value.unsigned_abs(),
            text,
        };
        let mut made = Expr::new(value_of, own, span);
        if value < 0 {
            made = Expr::new(ExprKind::Unary(UnaryOp::Minus, Box::new(made)), own, span);
        }
        if suffix.is_none() {
            let kind = ExprKind::Cast {
                implicit: false,
                operand: Box::new(made),
            };
            made = Expr::new(kind, ty, span);
        }
        made
    }

    /// An expression that C has no form for and whose value the compiler knows: that number.
    pub fn known_number(&mut self, c: Cursor<'t>, span: Span) -> Res<Option<Expr>> {
        let ty = self.ty(c.ty().canonical())?;
        let ty = self.unqualified_type(ty);
        if self.types.is_integer(ty) {
            let value = c.evaluate_int();
            return Ok(value.map(|v| self.whole_number(v, ty, span)));
        }
        let suffix = match self.types.canonical(ty) {
            Type::Float(FloatKind::Double) => "",
            Type::Float(FloatKind::Float) => "f",
            _ => return Ok(None),
        };
        let Some(value) = c.evaluate_float().filter(|v| v.is_finite()) else {
            return Ok(None);
        };
        let text = format!("{:e}{suffix}", value.abs());
        let made = Expr::new(ExprKind::FloatLit { text }, ty, span);
        Ok(Some(match value.is_sign_negative() {
            true => Expr::new(ExprKind::Unary(UnaryOp::Minus, Box::new(made)), ty, span),
            false => made,
        }))
    }

    /// A static member of a class that is a whole number which never changes: that number.
    pub fn constant_member(
        &mut self,
        c: Cursor<'t>,
        decl: Cursor<'t>,
        span: Span,
    ) -> Option<Res<Expr>> {
        let ty = decl.ty().canonical();
        let number = (CXType_Bool..=CXType_Int128).contains(&ty.kind()) || ty.kind() == CXType_Enum;
        let member = self.rules.cpp && super::places::is_class(decl.semantic_parent());
        if !member || !number || !ty.is_const() || ty.is_volatile() {
            return None;
        }
        let value = c.evaluate_int()?;
        Some(self.ty(c.ty()).map(|ty| self.whole_number(value, ty, span)))
    }

    /// What a constant of C++ is made of that has a floating-point value, where another one is made of it: CUDA calls its name no constant.
    pub fn constant_value(&self, decl: Cursor<'t>) -> Option<Cursor<'t>> {
        let ty = decl.ty().canonical();
        let number = (CXType_Float..=CXType_LongDouble).contains(&ty.kind());
        let constant = self.rules.cpp && number && ty.is_const() && !ty.is_volatile();
        let decl = decl.definition().unwrap_or(decl);
        decl.initializer()
            .filter(|_| constant && decl.at_file_scope())
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
        let class = |c: Cursor<'t>| c.ty().canonical().declaration().entity();
        let record = c.ty().canonical().kind() == CXType_Record;
        let another = inner.ty().canonical().kind() == CXType_Record && class(inner) != class(c);
        if record && !(another && c.kind() == CXCursor_CXXStaticCastExpr) {
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
            if c.kind() == CXCursor_CXXStaticCastExpr
                && self.is_first_base(inner.ty(), c.ty())
                && super::reference::is_object(&operand)
            {
                let pointer = self.types.intern(Type::Pointer(ty));
                let address = self.address_of(operand)?;
                let derived = self.as_derived(address, pointer, span);
                return Ok(self.followed(derived, span));
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
        if c.kind() == CXCursor_CXXStaticCastExpr && c.ty().canonical().kind() == CXType_Pointer {
            let (from, to) = (inner.ty().canonical(), c.ty().canonical());
            if from.kind() == CXType_Pointer && self.is_first_base(from.pointee(), to.pointee()) {
                return Ok(self.as_derived(operand, ty, span));
            }
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

    /// A pointer to a base as one to the class that begins with it; where the base is a part of a known object, that object.
    fn as_derived(&mut self, pointer: Expr, to: TypeId, span: Span) -> Expr {
        let kind = ExprKind::Cast {
            implicit: false,
            operand: Box::new(pointer),
        };
        Expr::new(kind, to, span)
    }

    /// Whether objects of class `to` begin with their base `from`, so that the addresses of both are the same.
    fn is_first_base(&mut self, from: CType<'t>, to: CType<'t>) -> bool {
        let (from, to) = (from.canonical(), to.canonical());
        if from.kind() != CXType_Record || to.kind() != CXType_Record {
            return false;
        }
        let (Ok(base), Ok(class)) = (self.ty(from), self.ty(to)) else {
            return false;
        };
        let members = class_members(to.declaration()).into_iter();
        let mut bases = members.filter(|m| m.kind() == CXCursor_CXXBaseSpecifier);
        let is_it = |b: Cursor<'t>| {
            b.ty().canonical().declaration().entity() == from.declaration().entity()
        };
        match self.is_empty_class(base) {
            // One without members could be anywhere else if it were the base of a base.
            true => bases.any(is_it),
            false => self.begins(class, base),
        }
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
            [re, im] if kind == CXType_Complex => self.complex_of(re, im, ty, span),
            _ => self.not_understood(c),
        })
    }

    /// `{ re, im }` for a complex number, as the builtin that C has for it.
    fn complex_of(&mut self, re: Cursor<'t>, im: Cursor<'t>, ty: TypeId, span: Span) -> Res<Expr> {
        let Type::Complex(kind) = *self.types.canonical(ty) else {
            return self.not_understood(re);
        };
        let part = self.types.intern(Type::Float(kind));
        let (re, im) = (self.expr(re)?, self.expr(im)?);
        let args = vec![self.as_type(re, part), self.as_type(im, part)];
        let name = "__builtin_complex";
        let key = format!("{name} {kind:?}");
        let known = self.function_ids.get(&key).copied();
        let f = known.unwrap_or_else(|| {
            let params = ["re", "im"].map(|n| self.new_var(n, part, Storage::Param));
            let id = FunctionId(self.functions.len() as u32);
            self.functions.push(Function {
                name: name.into(),
                symbol: None,
                ret: self.unqualified_type(ty),
                params: params.to_vec(),
                variadic: false,
                is_static: false,
                is_inline: false,
                body: None,
                routine: None,
                level: Level::Seq,
                bind: None,
                declared: None,
                nohost: false,
                library: false,
                builtin: true,
                changes_nothing: true,
                span: Span::default(),
            });
            self.asked.push(true);
            id
        });
        self.function_ids.insert(key, f);
        self.call_of(f, args, span, span)
    }
}

pub fn zero(ty: TypeId, span: Span) -> Expr {
    let (value, text) = (0, "0".to_string());
    Expr::new(ExprKind::IntLit { value, text }, ty, span)
}
