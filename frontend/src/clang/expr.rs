//! Expressions: clang's cursors to [`Expr`].

use super::build::{Builder, Res};
use super::cursor::Cursor;
use super::initialiser::literal_of;
use super::literal;
use super::types::{is_expression, size_cursors};
use crate::diag::codes;
use crate::region::{
    ArrayLen, BinaryOp, ELEMENTS, Expr, ExprKind, FunctionId, Type, TypeId, UnaryOp,
};
use crate::source::Span;
use clang_sys::*;

/// Deeper trees are refused, so that no later stage's recursion can overflow its stack.
const MAX_DEPTH: u32 = 1000;

impl<'t> Builder<'t> {
    /// An expression of host code (clauses, array lengths): functions that it calls are not
    /// compiled for the device.
    pub fn host_expr(&mut self, c: Cursor<'t>) -> Res<Expr> {
        let device = std::mem::replace(&mut self.device, false);
        let result = self.expr(c);
        self.device = device;
        result
    }

    pub fn expr(&mut self, c: Cursor<'t>) -> Res<Expr> {
        self.depth += 1;
        let (outer, said) = (self.place, self.diagnostics.len());
        let span = self.weave.span(c.extent());
        self.place = span;
        let result = if self.depth > MAX_DEPTH {
            self.fail(
                codes::UNSUPPORTED_C,
                span,
                format!("expression nested more than {MAX_DEPTH} deep"),
            )
        } else {
            self.expr_inner(c, span)
        };
        let result = result.and_then(|e| self.known(e));
        let result = result.and_then(|e| self.of_known_class(e));
        let result = result.or_else(|e| self.expr_of_host(c, said, span).ok_or(e));
        self.place = outer;
        self.depth -= 1;
        result
    }

    /// A struct that is used has members that are all known here: without them it has no layout on a device.
    fn known(&mut self, e: Expr) -> Res<Expr> {
        if let Type::Record(r) = *self.types.canonical(e.ty)
            && self.device
            && self.types.records[r.index()].fields.is_none()
        {
            if self.rules.cpp {
                let name = self.types.records[r.index()].written.clone();
                let what = name.map_or("an object of this class".to_string(), |name| {
                    format!("an object of class `{}`", name.trim_start_matches("::"))
                });
                return self.refuse_cpp(
                    e.span,
                    &what,
                    "its bases or members have no form on devices: use a struct of numbers and pointers",
                );
            }
            let tag = self.types.records[r.index()].tag.clone();
            let name = tag.map_or(String::new(), |t| format!(" '{t}'"));
            return self.fail(
                codes::UNSUPPORTED_TYPE,
                e.span,
                format!("a struct{name} with a member whose type is not supported inside OpenACC constructs"),
            );
        }
        Ok(e)
    }

    fn expr_inner(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
        match c.kind() {
            CXCursor_IntegerLiteral
            | CXCursor_FloatingLiteral
            | CXCursor_ImaginaryLiteral
            | CXCursor_CharacterLiteral
            | CXCursor_StringLiteral => self.literal(c, span),
            CXCursor_DeclRefExpr => self.reference(c, span),
            CXCursor_ParenExpr => {
                let inner = self.only_child(c)?;
                self.expr(inner)
            }
            CXCursor_UnaryOperator => self.unary(c, span),
            CXCursor_BinaryOperator | CXCursor_CompoundAssignOperator => self.binary(c, span),
            CXCursor_ConditionalOperator => {
                let kids = expression_children(c);
                let [a, b, d] = kids[..] else {
                    return self.not_understood(c);
                };
                let (a, b, d) = (self.expr(a)?, self.expr(b)?, self.expr(d)?);
                let (b, d) = (literal_of(b), literal_of(d));
                let kind = ExprKind::Conditional(Box::new(a), Some(Box::new(b)), Box::new(d));
                self.finish(c, span, kind)
            }
            CXCursor_CallExpr => self.call(c, span),
            CXCursor_ArraySubscriptExpr => {
                let kids = expression_children(c);
                let [a, b] = kids[..] else {
                    return self.not_understood(c);
                };
                let outer = std::mem::replace(&mut self.in_subscript, false);
                let a = self.expr(a);
                self.in_subscript = true;
                let b = self.expr(b);
                self.in_subscript = outer;
                let (mut a, mut b) = (a?, b?);
                if !self.is_address(a.ty) && self.is_address(b.ty) {
                    std::mem::swap(&mut a, &mut b);
                }
                if self.types.vector(a.ty).is_some() {
                    a = self.elements(a);
                }
                let ty = self.ty(c.ty())?;
                let kind = ExprKind::Index(Box::new(a), Box::new(b));
                Ok(Expr::new(kind, ty, span))
            }
            CXCursor_MemberRefExpr => self.member(c, span),
            CXCursor_CStyleCastExpr => {
                let Some(operand) = expression_children(c).pop() else {
                    return self.not_understood(c);
                };
                let mut sizes = size_cursors(c, Some(operand));
                let ty = self.ty_sized(c.ty(), &mut sizes)?;
                let operand = Box::new(self.expr(operand)?);
                let implicit = false;
                let kind = ExprKind::Cast { implicit, operand };
                Ok(Expr::new(kind, ty, span))
            }
            CXCursor_CompoundLiteralExpr => {
                let Some(init) = expression_children(c).pop() else {
                    return self.not_understood(c);
                };
                let init = self.expr(init)?;
                let ty = self.ty(c.ty())?;
                let kind = ExprKind::CompoundLiteral(Box::new(init));
                Ok(Expr::new(kind, ty, span))
            }
            CXCursor_InitListExpr => self.init_list(c, span),
            CXCursor_UnaryExpr => self.sizeof(c, span),
            CXCursor_StmtExpr => {
                let body = self.only_child(c)?;
                let stmts = self.block(body)?;
                self.finish(c, span, ExprKind::StmtExpr(stmts))
            }
            CXCursor_GenericSelectionExpr => self.generic(c),
            CXCursor_UnexposedExpr if !self.is_nothing(c) => self.unexposed(c, span),
            _ if self.rules.cpp => self.cpp_expr(c, span),
            _ => self.not_understood(c),
        }
    }

    /// Adds the type that clang gives; what decays in clang's eyes is a pointer here.
    pub fn finish(&mut self, c: Cursor<'t>, span: Span, kind: ExprKind) -> Res<Expr> {
        let ty = self.ty(c.ty())?;
        let ty = self.decayed(ty);
        Ok(Expr::new(kind, ty, span))
    }

    pub fn decayed(&mut self, ty: TypeId) -> TypeId {
        match *self.types.canonical(ty) {
            Type::Array(elem, _) => self.types.intern(Type::Pointer(elem)),
            _ => ty,
        }
    }

    fn is_address(&self, ty: TypeId) -> bool {
        self.types.is_pointer(ty) || self.types.is_array(ty)
    }

    /// The array of a vector's elements.
    fn elements(&mut self, base: Expr) -> Expr {
        let mut ty = base.ty;
        if let Some((elem, n)) = self.types.vector(base.ty) {
            ty = self.types.intern(Type::Array(elem, ArrayLen::Fixed(n)));
        }
        let span = base.span;
        let kind = ExprKind::Member {
            base: Box::new(base),
            field: ELEMENTS.into(),
            arrow: false,
        };
        Expr::new(kind, ty, span)
    }

    fn only_child(&mut self, c: Cursor<'t>) -> Res<Cursor<'t>> {
        match c.children()[..] {
            [one] => Ok(one),
            _ => self.not_understood(c),
        }
    }

    /// Text that names no literal: `__func__`.
    pub fn function_literal(&self, text: &str) -> Option<ExprKind> {
        let names = ["__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"];
        names.contains(&text).then(|| ExprKind::StringLit {
            text: format!("\"{}\"", self.function_name),
        })
    }

    pub fn not_understood<T>(&mut self, c: Cursor<'t>) -> Res<T> {
        let span = self.weave.span(c.extent());
        if let Some((what, instead)) = Self::cpp_form(c.kind()).filter(|_| self.rules.cpp) {
            return self.refuse_cpp(span, what, instead);
        }
        let text: String = self.source.slice(span).chars().take(60).collect();
        self.fail(
            codes::UNSUPPORTED_C,
            span,
            format!("`{text}` can't be compiled inside OpenACC constructs"),
        )
    }

    fn literal(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
        if c.extent() == (0, 0)
            && let Some(number) = self.known_number(c, self.place)?
        {
            // What `x++` hands to its operator stands nowhere.
            return Ok(number);
        }
        let text = self.source.slice(span).to_string();
        let kind = match c.kind() {
            CXCursor_IntegerLiteral => match literal::integer(&text) {
                Some(value) => ExprKind::IntLit { value, text },
                // In what the compiler writes itself: a comparison that is `= default`.
                None => match self.rules.cpp.then(|| self.known_number(c, span)) {
                    Some(Ok(Some(number))) => return Ok(number),
                    _ => return self.not_understood(c),
                },
            },
            CXCursor_CharacterLiteral => match c.evaluate_int() {
                Some(value) => ExprKind::CharLit {
                    value: value as i64,
                    text,
                },
                None => return self.not_understood(c),
            },
            CXCursor_StringLiteral => match self.function_literal(&text) {
                Some(name) => name,
                None => ExprKind::StringLit {
                    text: adjacent(&text),
                },
            },
            _ => ExprKind::FloatLit { text },
        };
        let ty = self.ty(c.ty())?;
        Ok(Expr::new(kind, ty, span))
    }

    pub fn reference(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
        let Some(decl) = c.referenced() else {
            return self.template_number(c, span);
        };
        let (kind, ty) = match decl.kind() {
            CXCursor_VarDecl | CXCursor_ParmDecl => {
                if let Some(e) = self.named_reference(decl, span) {
                    return Ok(e);
                }
                if self.device
                    && let Some(e) = self.named_ordering(decl, span)?
                {
                    return Ok(e);
                }
                if self.device
                    && let Some(e) = self.constant_member(c, decl, span)
                {
                    return e;
                }
                if self.in_constant
                    && let Some(value) = self.constant_value(decl)
                {
                    let ty = self.ty(decl.ty())?;
                    let ty = self.unqualified_type(ty);
                    let operand = Box::new(self.expr(value)?);
                    let kind = ExprKind::Cast {
                        operand,
                        implicit: false,
                    };
                    return Ok(Expr::new(kind, ty, span));
                }
                let var = self.var(decl)?;
                self.spelled_globally(var, span);
                (ExprKind::Var(var), self.vars[var.index()].ty)
            }
            CXCursor_FunctionDecl | CXCursor_CXXMethod => {
                let f = self.function(decl, span)?;
                let ty = self.ty(decl.ty())?;
                (ExprKind::Function(f), ty)
            }
            CXCursor_EnumConstantDecl => {
                let ty = self.ty(c.ty())?;
                let name = decl.spelling();
                // Its definition goes where the constant goes.
                let parent = decl.semantic_parent();
                if parent.kind() == CXCursor_EnumDecl {
                    self.enumeration(parent)?;
                }
                let value = decl.enum_value(self.types.is_unsigned(ty));
                let name = match self.rules.cpp {
                    true => self.qualified_name(decl),
                    false => name,
                };
                (ExprKind::EnumConst { name, value }, ty)
            }
            CXCursor_UnexposedDecl if self.rules.cpp && !decl.spelling().is_empty() => {
                return self.binding(c, decl, span);
            }
            _ => return self.not_understood(c),
        };
        Ok(Expr::new(kind, ty, span))
    }

    fn unary(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
        let operand = self.only_child(c)?;
        let op = match c.unary_operator() {
            CXUnaryOperator_PostInc => UnaryOp::PostInc,
            CXUnaryOperator_PostDec => UnaryOp::PostDec,
            CXUnaryOperator_PreInc => UnaryOp::PreInc,
            CXUnaryOperator_PreDec => UnaryOp::PreDec,
            CXUnaryOperator_AddrOf => UnaryOp::AddrOf,
            CXUnaryOperator_Deref => UnaryOp::Deref,
            CXUnaryOperator_Plus => UnaryOp::Plus,
            CXUnaryOperator_Minus => UnaryOp::Minus,
            CXUnaryOperator_Not => UnaryOp::BitNot,
            CXUnaryOperator_LNot => UnaryOp::Not,
            CXUnaryOperator_Real => UnaryOp::Real,
            CXUnaryOperator_Imag => UnaryOp::Imag,
            CXUnaryOperator_Extension => return self.expr(operand),
            _ => return self.not_understood(c),
        };
        let mut operand = self.expr(operand)?;
        if matches!(
            op,
            UnaryOp::PostInc
                | UnaryOp::PostDec
                | UnaryOp::PreInc
                | UnaryOp::PreDec
                | UnaryOp::AddrOf
        ) && !matches!(operand.kind, ExprKind::Function(_))
        {
            operand = self.changed_place(operand)?;
        }
        let kind = ExprKind::Unary(op, Box::new(operand));
        match op {
            // These are lvalues, and may be arrays.
            UnaryOp::Deref | UnaryOp::Real | UnaryOp::Imag => {
                let ty = self.ty(c.ty())?;
                Ok(Expr::new(kind, ty, span))
            }
            _ => self.finish(c, span, kind),
        }
    }

    fn binary(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
        let kids = expression_children(c);
        let [a, b] = kids[..] else {
            return self.not_understood(c);
        };
        let opcode = c.binary_operator();
        if opcode == CXBinaryOperator_Cmp {
            return self.three_way(c, span);
        }
        let mut a = Box::new(self.expr(a)?);
        // The library's assertions are for what the compiler evaluates.
        if opcode == CXBinaryOperator_LAnd
            && self.rules.cpp
            && a.strip_implicit().int_value() == Some(0)
            && self.source.in_system_header(span.start)
        {
            return Ok(super::cpp::zero(a.ty, span));
        }
        let b = Box::new(self.expr(b)?);
        if opcode == CXBinaryOperator_Assign || compound_operator(opcode).is_some() {
            *a = self.changed_place(*a)?;
        }
        let kind = if opcode == CXBinaryOperator_Assign {
            ExprKind::Assign(None, a, b)
        } else if let Some(op) = compound_operator(opcode) {
            ExprKind::Assign(Some(op), a, b)
        } else if let Some(op) = binary_operator(opcode) {
            ExprKind::Binary(op, a, b)
        } else {
            return self.not_understood(c);
        };
        self.finish(c, span, kind)
    }

    fn call(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
        match self.rules.cpp {
            true => self.cpp_call(c, span),
            false => match self.inlined_index(c, span)? {
                Some(e) => Ok(e),
                None => self.plain_call(c, span),
            },
        }
    }

    /// A call in a subscript of a function that computes places of elements.
    fn inlined_index(&mut self, c: Cursor<'t>, span: Span) -> Res<Option<Expr>> {
        let Some(target) = c.referenced().filter(|_| self.in_subscript) else {
            return Ok(None);
        };
        let kids = expression_children(c);
        match kids.split_first() {
            Some((_, args)) => self.inlined(target, None, args, span),
            None => Ok(None),
        }
    }

    pub fn plain_call(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
        let kids = expression_children(c);
        if let Some((callee, rest)) = kids.split_first()
            && self.source.slice(self.weave.span(callee.extent())) == "__builtin_tgmath"
        {
            return self.tgmath(c, rest, span);
        }
        let mut kids = kids.into_iter();
        let Some(callee) = kids.next() else {
            return self.not_understood(c);
        };
        let callee = Box::new(self.expr(callee)?);
        let mut args = Vec::new();
        for k in kids {
            args.push(self.expr(k)?);
        }
        self.finish(c, span, ExprKind::Call { callee, args })
    }

    fn member(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
        if let Some(e) = self.static_member(c, span) {
            return e;
        }
        if self.rules.cpp {
            return self.cpp_member(c, span);
        }
        let Some(base) = expression_children(c).into_iter().next() else {
            return self.not_understood(c);
        };
        let base = self.expr(base)?;
        let field = c.spelling();
        if field.is_empty() || field.contains('(') {
            // The step into an anonymous struct or union; C doesn't spell it.
            return Ok(base);
        }
        let arrow = self.is_address(base.ty);
        let kind = ExprKind::Member {
            base: Box::new(base),
            field,
            arrow,
        };
        let ty = self.ty(c.ty())?;
        Ok(Expr::new(kind, ty, span))
    }

    /// A conversion that C makes silently: a node if it changes the type.
    pub fn implicit(&mut self, c: Cursor<'t>, inner: Cursor<'t>, span: Span) -> Res<Expr> {
        let operand = self.expr(inner)?;
        let from = self.types.canonical_id(operand.ty);
        if let Type::Function { .. } = self.types.get(from) {
            return Ok(operand);
        }
        let ty = self.ty(c.ty())?;
        let to = self.types.canonical_id(ty);
        if from == to {
            return Ok(operand);
        }
        if let Type::Array(elem, _) = *self.types.get(from) {
            let pointer = self.types.intern(Type::Pointer(elem));
            // Bound to a reference, C++'s arrays may become arrays of constants.
            let alike = |e: TypeId| {
                self.rules.cpp && self.same(self.types.innermost(e), self.types.innermost(elem))
            };
            let same_shape =
                matches!(self.types.get(to), Type::Array(e, _) if *e == elem || alike(*e));
            if same_shape || self.same(pointer, to) {
                return Ok(operand);
            }
            if self.rules.cpp && self.types.is_record(to) {
                return self.refuse_cpp(
                    span,
                    "a `std::initializer_list`",
                    "hand its values over one by one, or as an array and its length",
                );
            }
        }
        if self.same(from, to) {
            return Ok(operand);
        }
        if let Some(base) = self.taken_for_base(&operand, ty, span)? {
            return Ok(base);
        }
        let kind = ExprKind::Cast {
            implicit: true,
            operand: Box::new(operand),
        };
        Ok(Expr::new(kind, ty, span))
    }

    /// Whether two types are the same once typedefs are looked through at every level;
    /// qualifiers of what is pointed to count.
    fn same(&self, a: TypeId, b: TypeId) -> bool {
        let (ca, cb) = (self.types.canonical_id(a), self.types.canonical_id(b));
        if ca == cb {
            return true;
        }
        match (self.types.get(ca), self.types.get(cb)) {
            (&Type::Pointer(x), &Type::Pointer(y)) => {
                self.types.qualifiers(x) == self.types.qualifiers(y) && self.same(x, y)
            }
            (&Type::Array(x, n), &Type::Array(y, m)) => {
                n == m && self.types.qualifiers(x) == self.types.qualifiers(y) && self.same(x, y)
            }
            (
                Type::Function {
                    ret: r, params: p, ..
                },
                Type::Function {
                    ret: s, params: q, ..
                },
            ) => {
                self.same(*r, *s)
                    && p.len() == q.len()
                    && p.iter().zip(q).all(|(x, y)| self.same(*x, *y))
            }
            _ => false,
        }
    }

    /// A function that an expression names; its body is asked for when the device needs it.
    fn function(&mut self, decl: Cursor<'t>, used: Span) -> Res<FunctionId> {
        let id = self.function_id(decl)?;
        if self.device {
            self.need_body(id, decl, used)?;
        }
        Ok(id)
    }
}

/// Adjacent string literals on one line, without the line markers that may stand between.
fn adjacent(text: &str) -> String {
    let lines = text.split('\n').filter(|l| !l.starts_with('#'));
    lines.map(str::trim).collect::<Vec<_>>().join(" ")
}

pub fn expression_children(c: Cursor<'_>) -> Vec<Cursor<'_>> {
    let mut kids = c.children();
    kids.retain(|k| is_expression(k.kind()));
    kids
}

fn binary_operator(opcode: CXBinaryOperatorKind) -> Option<BinaryOp> {
    Some(match opcode {
        CXBinaryOperator_Mul => BinaryOp::Mul,
        CXBinaryOperator_Div => BinaryOp::Div,
        CXBinaryOperator_Rem => BinaryOp::Rem,
        CXBinaryOperator_Add => BinaryOp::Add,
        CXBinaryOperator_Sub => BinaryOp::Sub,
        CXBinaryOperator_Shl => BinaryOp::Shl,
        CXBinaryOperator_Shr => BinaryOp::Shr,
        CXBinaryOperator_LT => BinaryOp::Lt,
        CXBinaryOperator_GT => BinaryOp::Gt,
        CXBinaryOperator_LE => BinaryOp::Le,
        CXBinaryOperator_GE => BinaryOp::Ge,
        CXBinaryOperator_EQ => BinaryOp::Eq,
        CXBinaryOperator_NE => BinaryOp::Ne,
        CXBinaryOperator_And => BinaryOp::BitAnd,
        CXBinaryOperator_Xor => BinaryOp::BitXor,
        CXBinaryOperator_Or => BinaryOp::BitOr,
        CXBinaryOperator_LAnd => BinaryOp::And,
        CXBinaryOperator_LOr => BinaryOp::Or,
        CXBinaryOperator_Comma => BinaryOp::Comma,
        _ => return None,
    })
}

fn compound_operator(opcode: CXBinaryOperatorKind) -> Option<BinaryOp> {
    Some(match opcode {
        CXBinaryOperator_MulAssign => BinaryOp::Mul,
        CXBinaryOperator_DivAssign => BinaryOp::Div,
        CXBinaryOperator_RemAssign => BinaryOp::Rem,
        CXBinaryOperator_AddAssign => BinaryOp::Add,
        CXBinaryOperator_SubAssign => BinaryOp::Sub,
        CXBinaryOperator_ShlAssign => BinaryOp::Shl,
        CXBinaryOperator_ShrAssign => BinaryOp::Shr,
        CXBinaryOperator_AndAssign => BinaryOp::BitAnd,
        CXBinaryOperator_XorAssign => BinaryOp::BitXor,
        CXBinaryOperator_OrAssign => BinaryOp::BitOr,
        _ => return None,
    })
}
