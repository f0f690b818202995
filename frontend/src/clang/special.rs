//! Expressions of which libclang tells little: `sizeof`, `_Generic`, and all that it calls
//! "unexposed". Their text fills the gaps.

use super::build::{Builder, Res};
use super::cursor::Cursor;
use super::expr::expression_children;
use crate::region::{Expr, ExprKind, UnaryOp};
use crate::source::Span;
use clang_sys::*;

impl<'t> Builder<'t> {
    /// `sizeof` and `_Alignof`, of an expression or of a type.
    pub fn sizeof(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
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
            return Ok(Expr::new(kind, ty, span));
        }
        // In C++ the name may be that of an instance's parameter.
        let named = match self.rules.cpp {
            true => None,
            false => self.type_in_brackets(c, &text)?,
        };
        let kind = match (named, c.evaluate_int()) {
            (Some(of), _) if is_size => ExprKind::SizeofType(of),
            (Some(of), _) => ExprKind::AlignofType(of),
            (None, Some(value)) if value >= 0 => ExprKind::IntLit {
                value: value as u128,
                text: format!("{value}UL"),
            },
            _ => return self.not_understood(c),
        };
        Ok(Expr::new(kind, ty, span))
    }

    /// `_Generic`: the association that was selected. Clang lists the expressions of all of
    /// them and not their types, so these are read from the text between.
    pub fn generic(&mut self, c: Cursor<'t>) -> Res<Expr> {
        let kids = expression_children(c);
        let Some((control, choices)) = kids.split_first() else {
            return self.not_understood(c);
        };
        let control_expr = self.host_expr(*control)?;
        let have = self.decayed(control_expr.ty);
        let mut at = control.extent().1;
        let (mut default, mut unknown) = (None, false);
        for choice in choices {
            let (from, to) = choice.extent();
            let gap = self
                .weave
                .text
                .get(at as usize..from as usize)
                .unwrap_or("");
            let head = gap
                .trim_start_matches(|ch: char| ch.is_whitespace() || matches!(ch, ',' | ')'))
                .trim_end_matches(|ch: char| ch.is_whitespace() || matches!(ch, ':' | '('))
                .to_string();
            let named = self.written_type(None, at, &head)?;
            at = to;
            match named {
                Some(ty) if self.types.alike(have, ty) => return self.expr(*choice),
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

    pub fn unexposed(&mut self, c: Cursor<'t>, span: Span) -> Res<Expr> {
        let kids = expression_children(c);
        if let [inner] = kids[..]
            && inner.extent() == c.extent()
        {
            return self.implicit(c, inner, span);
        }
        // C++20 makes `(a <=> b) < 0` of `a < b`, `!(a == b)` of `a != b`, and takes the operands the other way round: the calls' ends stand anywhere.
        if let [inner] = kids[..]
            && self.rules.cpp
        {
            if is_comparison(inner) {
                return self.implicit(c, inner, span);
            }
            if inner.kind() == CXCursor_UnaryOperator
                && inner.unary_operator() == CXUnaryOperator_LNot
                && let [call] = expression_children(inner)[..]
                && is_comparison(call)
            {
                let operand = Box::new(self.expr(call)?);
                return self.finish(c, span, ExprKind::Unary(UnaryOp::Not, operand));
            }
        }
        let text = self.source.slice(span);
        if text.starts_with("__builtin_offsetof") {
            let text = text.to_string();
            let Some(value) = c.evaluate_int().and_then(|v| u64::try_from(v).ok()) else {
                return self.not_understood(c);
            };
            let ty = self.ty(c.ty())?;
            let kind = ExprKind::Offsetof { value, text };
            return Ok(Expr::new(kind, ty, span));
        }
        if let Some(kind) = self.function_literal(text) {
            let ty = self.ty(c.ty())?;
            return Ok(Expr::new(kind, ty, span));
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
                return Ok(Expr::new(kind, ty, span));
            }
        }
        self.not_understood(c)
    }

    pub fn elvis_between(&self, first: Cursor<'t>, last: Cursor<'t>) -> bool {
        let (from, to) = (first.extent().1 as usize, last.extent().0 as usize);
        let gap = self.weave.text.get(from..to).unwrap_or("");
        let gap: String = gap.chars().filter(|c| !c.is_whitespace()).collect();
        gap.trim_matches(['(', ')']) == "?:"
    }
}

/// The call of an operator that compares.
fn is_comparison(c: Cursor<'_>) -> bool {
    let operators = ["==", "!=", "<", "<=", ">", ">="];
    let name = c.spelling();
    let of = name.strip_prefix("operator");
    c.kind() == CXCursor_CallExpr && of.is_some_and(|o| operators.contains(&o))
}
