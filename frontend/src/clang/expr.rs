//! Expressions: clang's cursors to [`Expr`].

use super::build::{Builder, Res};
use super::cursor::Cursor;
use super::literal;
use super::types::{is_expression, size_cursors};
use crate::diag::codes;
use crate::region::{
    BinaryOp, Designator, Expr, ExprKind, FunctionId, InitItem, Type, TypeId, UnaryOp,
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
        let outer = self.place;
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
        self.place = outer;
        self.depth -= 1;
        result
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
                let kind = ExprKind::Conditional(Box::new(a), Some(Box::new(b)), Box::new(d));
                self.finish(c, span, kind)
            }
            CXCursor_CallExpr => self.call(c, span),
            CXCursor_ArraySubscriptExpr => {
                let kids = expression_children(c);
                let [a, b] = kids[..] else {
                    return self.not_understood(c);
                };
                let (mut a, mut b) = (self.expr(a)?, self.expr(b)?);
                if !self.is_address(a.ty) && self.is_address(b.ty) {
                    std::mem::swap(&mut a, &mut b);
                }
                let ty = self.ty(c.ty())?;
                let kind = ExprKind::Index(Box::new(a), Box::new(b));
                Ok(Expr { kind, ty, span })
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
                Ok(Expr { kind, ty, span })
            }
            CXCursor_CompoundLiteralExpr => {
                let Some(init) = expression_children(c).pop() else {
                    return self.not_understood(c);
                };
                let init = self.expr(init)?;
                let ty = self.ty(c.ty())?;
                let kind = ExprKind::CompoundLiteral(Box::new(init));
                Ok(Expr { kind, ty, span })
            }
            CXCursor_InitListExpr => self.init_list(c, span),
            CXCursor_UnaryExpr => self.sizeof(c, span),
            CXCursor_StmtExpr => {
                let body = self.only_child(c)?;
                let stmts = self.block(body)?;
                self.finish(c, span, ExprKind::StmtExpr(stmts))
            }
            CXCursor_GenericSelectionExpr => self.generic(c),
            CXCursor_UnexposedExpr => self.unexposed(c, span),
            _ => self.not_understood(c),
        }
    }

    /// Adds the type that clang gives; what decays in clang's eyes is a pointer here.
    fn finish(&mut self, c: Cursor<'t>, span: Span, kind: ExprKind) -> Res<Expr> {
        let ty = self.ty(c.ty())?;
        let ty = self.decayed(ty);
        Ok(Expr { kind, ty, span })
    }

    fn decayed(&mut self, ty: TypeId) -> TypeId {
        match *self.types.canonical(ty) {
            Type::Array(elem, _) => self.types.intern(Type::Pointer(elem)),
            _ => ty,
        }
    }

    fn is_address(&self, ty: TypeId) -> bool {
        self.types.is_pointer(ty) || self.types.is_array(ty)
    }

    fn only_child(&mut self, c: Cursor<'t>) -> Res<Cursor<'t>> {
        match c.children()[..] {
            [one] => Ok(one),
            _ => self.not_understood(c),
        }
    }

    /// Text that names no literal: `__func__`.
    fn function_literal(&self, text: &str) -> Option<ExprKind> {
        let names = ["__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"];
        names.contains(&text).then(|| ExprKind::StringLit {
            text: format!("\"{}\"", self.function_name),
        })
    }

    pub fn not_understood<T>(&mut self, c: Cursor<'t>) -> Res<T> {
        let span = self.weave.span(c.extent());
        let text: String = self.source.slice(span).chars().take(60).collect();
        self.fail(
            codes::UNSUPPORTED_C,
            span,
            format!("`{text}` can't be compiled inside OpenACC constructs"),
        )
    }

    fn literal(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
        let text = self.source.slice(span).to_string();
        let kind = match c.kind() {
            CXCursor_IntegerLiteral => match literal::integer(&text) {
                Some(value) => ExprKind::IntLit { value, text },
                None => return self.not_understood(c),
            },
            CXCursor_CharacterLiteral => match literal::character(&text) {
                Some(value) => ExprKind::CharLit { value, text },
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
        Ok(Expr { kind, ty, span })
    }

    fn reference(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
        let Some(decl) = c.referenced() else {
            return self.not_understood(c);
        };
        let (kind, ty) = match decl.kind() {
            CXCursor_VarDecl | CXCursor_ParmDecl => {
                let var = self.var(decl)?;
                (ExprKind::Var(var), self.vars[var.index()].ty)
            }
            CXCursor_FunctionDecl => {
                let f = self.function(decl, span)?;
                let ty = self.ty(decl.ty())?;
                (ExprKind::Function(f), ty)
            }
            CXCursor_EnumConstantDecl => {
                let ty = self.ty(c.ty())?;
                let name = decl.spelling();
                let value = decl.enum_value(self.types.is_unsigned(ty));
                (ExprKind::EnumConst { name, value }, ty)
            }
            _ => return self.not_understood(c),
        };
        Ok(Expr { kind, ty, span })
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
        let operand = self.expr(operand)?;
        let kind = ExprKind::Unary(op, Box::new(operand));
        match op {
            // These are lvalues, and may be arrays.
            UnaryOp::Deref | UnaryOp::Real | UnaryOp::Imag => {
                let ty = self.ty(c.ty())?;
                Ok(Expr { kind, ty, span })
            }
            _ => self.finish(c, span, kind),
        }
    }

    fn binary(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
        let kids = expression_children(c);
        let [a, b] = kids[..] else {
            return self.not_understood(c);
        };
        let (a, b) = (Box::new(self.expr(a)?), Box::new(self.expr(b)?));
        let opcode = c.binary_operator();
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
        let Some(base) = expression_children(c).into_iter().next() else {
            return self.not_understood(c);
        };
        let base = self.expr(base)?;
        let field = c.spelling();
        if field.is_empty() || field.starts_with('(') {
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
        Ok(Expr { kind, ty, span })
    }

    fn init_list(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
        let mut items = Vec::new();
        for kid in expression_children(c) {
            items.push(self.init_item(kid)?);
        }
        let ty = self.ty(c.ty())?;
        let kind = ExprKind::InitList(items);
        Ok(Expr { kind, ty, span })
    }

    /// `.i = value` where `i` is a member of an anonymous struct or union: clang puts the step
    /// into that in front, which stands nowhere in the text, and so has no extent.
    fn anonymous_member_item(&mut self, c: Cursor<'t>) -> Res<Option<InitItem>> {
        let (start, end) = c.extent();
        let kids = c.children();
        let members: Vec<String> = kids
            .iter()
            .filter(|k| k.kind() == CXCursor_MemberRef)
            .map(|k| k.spelling())
            .filter(|name| !name.is_empty() && !name.contains('('))
            .collect();
        let nowhere = c.kind() == CXCursor_UnexposedExpr && (start == 0 || start >= end);
        if !nowhere || members.is_empty() {
            return Ok(None);
        }
        let [value] = expression_children(c)[..] else {
            return self.not_understood(c);
        };
        let value = self.expr(value)?;
        let designators = members.into_iter().map(Designator::Field).collect();
        Ok(Some(InitItem { designators, value }))
    }

    fn init_item(&mut self, c: Cursor<'t>) -> Res<InitItem> {
        let (start, _) = c.extent();
        let designated = c.kind() == CXCursor_UnexposedExpr
            && matches!(
                self.weave.text.as_bytes().get(start as usize),
                Some(b'.' | b'[')
            );
        if let Some(item) = self.anonymous_member_item(c)? {
            return Ok(item);
        }
        if !designated {
            let value = self.expr(c)?;
            return Ok(InitItem {
                designators: Vec::new(),
                value,
            });
        }
        // `.a[i].b = value`: the value stands last, the indices before it.
        let mut kids = expression_children(c);
        kids.sort_by_key(|k| k.extent().0);
        let Some(value) = kids.pop() else {
            return self.not_understood(c);
        };
        let head = self
            .weave
            .text
            .get(start as usize..value.extent().0 as usize);
        let mut rest = head.unwrap_or("").to_string();
        let mut at = start;
        let mut designators = Vec::new();
        let mut indices = kids.into_iter();
        loop {
            let trimmed = rest.trim_start();
            at += (rest.len() - trimmed.len()) as u32;
            rest = trimmed.to_string();
            if let Some(r) = rest.strip_prefix('.') {
                let word = r.trim_start();
                let len = word
                    .find(|ch: char| !(ch.is_alphanumeric() || ch == '_' || ch == '$'))
                    .unwrap_or(word.len());
                designators.push(Designator::Field(word[..len].to_string()));
                let skip = rest.len() - word.len() + len;
                at += skip as u32;
                rest = rest[skip..].to_string();
            } else if rest.starts_with('[') {
                let Some(low) = indices.next() else {
                    return self.not_understood(c);
                };
                let mut end = low.extent().1;
                let between = self.weave.text.get(end as usize..).unwrap_or("");
                let low_expr = self.expr(low)?;
                if between.trim_start().starts_with("...") {
                    let Some(high) = indices.next() else {
                        return self.not_understood(c);
                    };
                    end = high.extent().1;
                    designators.push(Designator::Range(low_expr, self.expr(high)?));
                } else {
                    designators.push(Designator::Index(low_expr));
                }
                let tail = self.weave.text.get(end as usize..value.extent().0 as usize);
                let Some(close) = tail.and_then(|t| t.find(']')) else {
                    return self.not_understood(c);
                };
                let next = end + close as u32 + 1;
                let skip = (next - at) as usize;
                at = next;
                rest = rest.get(skip..).unwrap_or("").to_string();
            } else {
                break;
            }
        }
        let value = self.expr(value)?;
        Ok(InitItem { designators, value })
    }

    /// `sizeof` and `_Alignof`, of an expression or of a type.
    fn sizeof(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
        let (start, end) = c.extent();
        let text = self.weave.text.get(start as usize..end as usize);
        let text = text.unwrap_or("").to_string();
        let is_size = text.starts_with("sizeof");
        let ty = self.ty(c.ty())?;
        let last = expression_children(c).pop();
        if let Some(operand) = last.filter(|k| is_size && k.extent().1 == end) {
            let device = std::mem::replace(&mut self.device, false);
            let inner = self.expr(operand);
            self.device = device;
            let kind = ExprKind::SizeofExpr(Box::new(inner?));
            return Ok(Expr { kind, ty, span });
        }
        let named = self.named_type(c, &text)?;
        let kind = match (named, c.evaluate_int()) {
            (Some(of), _) if is_size => ExprKind::SizeofType(of),
            (Some(of), _) => ExprKind::AlignofType(of),
            (None, Some(value)) if value >= 0 => ExprKind::IntLit {
                value: value as u128,
                text: format!("{value}UL"),
            },
            _ => return self.not_understood(c),
        };
        Ok(Expr { kind, ty, span })
    }

    /// The type in `sizeof (type)` when it is words and stars: libclang doesn't tell it.
    fn named_type(&mut self, c: Cursor<'t>, text: &str) -> Res<Option<TypeId>> {
        let Some((_, inner)) = text.split_once('(') else {
            return Ok(None);
        };
        let Some((inner, _)) = inner.rsplit_once(')') else {
            return Ok(None);
        };
        let stars = inner.matches('*').count();
        let words: Vec<&str> = inner
            .trim_end_matches(['*', ' ', '\t'])
            .split_whitespace()
            .collect();
        if words
            .iter()
            .any(|w| !w.chars().all(|ch| ch.is_alphanumeric() || ch == '_'))
        {
            return Ok(None);
        }
        let reference = c
            .children()
            .into_iter()
            .find(|k| k.kind() == CXCursor_TypeRef);
        let plain = words
            .iter()
            .all(|w| !matches!(*w, "const" | "volatile" | "restrict"));
        let base = match reference {
            Some(r) if plain => Some(self.ty(r.ty())?),
            Some(_) => None,
            None => literal::builtin_type(&words).map(|t| self.types.intern(t)),
        };
        Ok(base.map(|mut ty| {
            for _ in 0..stars {
                ty = self.types.intern(Type::Pointer(ty));
            }
            ty
        }))
    }

    /// `_Generic`: the association that was selected. Clang lists the expressions of all of
    /// them and not their types, so these are read from the text between.
    fn generic(&mut self, c: Cursor<'t>) -> Res<Expr> {
        let kids = expression_children(c);
        let Some((control, choices)) = kids.split_first() else {
            return self.not_understood(c);
        };
        let control_expr = self.host_expr(*control)?;
        let decayed = self.decayed(control_expr.ty);
        let have = self.types.canonical_id(decayed);
        let mut at = control.extent().1 as usize;
        let (mut default, mut unknown) = (None, false);
        for choice in choices {
            let (from, to) = choice.extent();
            let gap = self.weave.text.get(at..from as usize).unwrap_or("");
            let head = gap.trim_matches([',', ':', ' ', '\t', '\n', '(', ')']);
            let words: Vec<&str> = head.split_whitespace().collect();
            at = to as usize;
            match literal::builtin_type(&words) {
                Some(ty) if *self.types.get(have) == ty => return self.expr(*choice),
                Some(_) => {}
                None if head == "default" => default = Some(*choice),
                None => unknown = true,
            }
        }
        let want = c.ty().canonical().key();
        let mut fits = choices.iter().filter(|k| k.ty().canonical().key() == want);
        match (default, fits.next(), fits.next()) {
            (Some(chosen), ..) if !unknown => self.expr(chosen),
            // By the type of the whole, when only one can have given it.
            (_, Some(one), None) => self.expr(*one),
            _ => self.not_understood(c),
        }
    }

    fn unexposed(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
        let kids = expression_children(c);
        if let [inner] = kids[..]
            && inner.extent() == c.extent()
        {
            return self.implicit(c, inner, span);
        }
        let text = self.source.slice(span);
        if text.starts_with("__builtin_offsetof") {
            let text = text.to_string();
            let Some(value) = c.evaluate_int().and_then(|v| u64::try_from(v).ok()) else {
                return self.not_understood(c);
            };
            let ty = self.ty(c.ty())?;
            let kind = ExprKind::Offsetof { value, text };
            return Ok(Expr { kind, ty, span });
        }
        if let Some(kind) = self.function_literal(text) {
            let ty = self.ty(c.ty())?;
            return Ok(Expr { kind, ty, span });
        }
        // `a ?: b` lists its parts several times: the first is `a`, the last `b`.
        if let (Some(&first), Some(&last)) = (kids.first(), kids.last())
            && first.extent().0 == c.extent().0
            && last.extent().1 == c.extent().1
            && self.elvis_between(first, last)
        {
            let (a, b) = (self.expr(first)?, self.expr(last)?);
            let kind = ExprKind::Conditional(Box::new(a), None, Box::new(b));
            return self.finish(c, span, kind);
        }
        // `__builtin_types_compatible_p`, `__builtin_choose_expr`, ... of constants.
        if kids.is_empty() || text.starts_with("__builtin_") {
            let ty = self.ty(c.ty())?;
            if self.types.is_integer(ty)
                && let Some(value) = c.evaluate_int()
                && value >= 0
            {
                let kind = ExprKind::IntLit {
                    value: value as u128,
                    text: value.to_string(),
                };
                return Ok(Expr { kind, ty, span });
            }
        }
        self.not_understood(c)
    }

    fn elvis_between(&self, first: Cursor<'t>, last: Cursor<'t>) -> bool {
        let (from, to) = (first.extent().1 as usize, last.extent().0 as usize);
        let gap = self.weave.text.get(from..to).unwrap_or("");
        let gap: String = gap.chars().filter(|c| !c.is_whitespace()).collect();
        gap.trim_matches(['(', ')']) == "?:"
    }

    /// A conversion that C makes silently: a node if it changes the type.
    fn implicit(&mut self, c: Cursor<'t>, inner: Cursor<'t>, span: Span) -> Res<Expr> {
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
            let same_shape = matches!(self.types.get(to), Type::Array(e, _) if *e == elem);
            if same_shape || self.same(pointer, to) {
                return Ok(operand);
            }
        }
        if self.same(from, to) {
            return Ok(operand);
        }
        let kind = ExprKind::Cast {
            implicit: true,
            operand: Box::new(operand),
        };
        Ok(Expr { kind, ty, span })
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
