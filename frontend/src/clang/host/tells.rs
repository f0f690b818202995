//! What conditions tell of integers: `lda < n` that `n - lda - 1 >= 0`, and where it doesn't hold that `lda - n >= 0`.

use super::Walk;
use super::expr::core;
use crate::clang::cursor::{CType, Cursor};
use crate::clang::expr::expression_children;
use crate::region::host::graph::{BlockId, Event};
use crate::region::host::relations::Relation;
use clang_sys::*;

/// Functions of C11 that don't come back, whose type doesn't say so.
const LAST: [&str; 6] = [
    "abort",
    "exit",
    "_Exit",
    "quick_exit",
    "__builtin_unreachable",
    "__builtin_trap",
];

fn is_integer(ty: CType<'_>) -> bool {
    (CXType_Bool..=CXType_Int128).contains(&ty.canonical().kind())
}

fn is_unsigned(ty: CType<'_>) -> bool {
    (CXType_Bool..=CXType_UInt128).contains(&ty.canonical().kind())
}

impl<'t> Walk<'_, 't> {
    /// A way from the current block on which a condition holds, or doesn't.
    pub(super) fn told_to(&mut self, cond: Cursor<'t>, holds: bool, to: BlockId) {
        let mut told = Vec::new();
        if is_pure(cond) {
            self.tells(cond, holds, &mut told);
        }
        if told.is_empty() {
            return self.graph.leads_to(to);
        }
        let (from, between) = (self.graph.current(), self.graph.block());
        self.graph.leads_to(between);
        self.graph.resume(between);
        for relation in told {
            self.graph.event(Event::Holds(relation));
        }
        self.graph.leads_to(to);
        self.graph.resume(from);
    }

    /// Nothing follows a call that doesn't come back.
    pub(super) fn ends_in(&mut self, call: Cursor<'t>) {
        let Some(target) = call.referenced() else {
            return;
        };
        if LAST.contains(&target.spelling().as_str()) || target.ty().spelling().contains("noreturn")
        {
            self.graph.jump(None);
        }
    }

    fn tells(&self, cond: Cursor<'t>, holds: bool, out: &mut Vec<Relation>) {
        let cond = core(cond);
        let kids = expression_children(cond);
        match (cond.kind(), kids.as_slice()) {
            (CXCursor_UnaryOperator, [a]) if cond.unary_operator() == CXUnaryOperator_LNot => {
                self.tells(*a, !holds, out);
            }
            (CXCursor_BinaryOperator, [a, b]) => match (cond.binary_operator(), holds) {
                (CXBinaryOperator_LAnd, true) | (CXBinaryOperator_LOr, false) => {
                    self.tells(*a, holds, out);
                    self.tells(*b, holds, out);
                }
                (op, _) => out.extend(self.compared(op, [*a, *b], holds)),
            },
            (CXCursor_CallExpr, _) => {
                let likely = cond.referenced().map(Cursor::spelling);
                if likely.is_some_and(|name| name == "__builtin_expect")
                    && let Some(value) = cond.arguments().first()
                {
                    self.tells(*value, holds, out);
                }
            }
            _ => {}
        }
    }

    fn compared(
        &self,
        op: CXBinaryOperatorKind,
        [a, b]: [Cursor<'t>; 2],
        holds: bool,
    ) -> Vec<Relation> {
        let difference = || {
            let (x, y) = (self.operand(a)?, self.operand(b)?);
            Some((x.plus(-1, &y)?, y.plus(-1, &x)?))
        };
        let Some((more, less)) = difference() else {
            return Vec::new();
        };
        // `a >= b` is `a - b >= 0`.
        let told = match (op, holds) {
            (CXBinaryOperator_GE, true) => vec![Some(more)],
            (CXBinaryOperator_GE, false) => vec![more.negated()],
            (CXBinaryOperator_LE, true) => vec![Some(less)],
            (CXBinaryOperator_LE, false) => vec![less.negated()],
            (CXBinaryOperator_LT, true) => vec![more.negated()],
            (CXBinaryOperator_LT, false) => vec![Some(more)],
            (CXBinaryOperator_GT, true) => vec![less.negated()],
            (CXBinaryOperator_GT, false) => vec![Some(less)],
            (CXBinaryOperator_EQ, true) | (CXBinaryOperator_NE, false) => {
                vec![Some(more), Some(less)]
            }
            _ => Vec::new(),
        };
        let told = told.into_iter().flatten();
        told.filter(|r| !r.terms.is_empty()).collect()
    }

    /// An operand of a comparison, as the comparison sees it: as an unsigned number a negative one is another.
    fn operand(&self, c: Cursor<'t>) -> Option<Relation> {
        let seen = c.ty();
        if !is_integer(seen) {
            return None;
        }
        let value = self.linear(c)?;
        let stays = !is_unsigned(seen)
            || value.terms.is_empty() && value.constant >= 0
            || is_unsigned(core(c).ty()) && core(c).kind() == CXCursor_DeclRefExpr;
        stays.then_some(value)
    }

    /// A sum of multiples of variables that C computes without a change: unsigned sums may wrap around.
    fn linear(&self, c: Cursor<'t>) -> Option<Relation> {
        let c = core(c);
        if !is_integer(c.ty()) {
            return None;
        }
        if c.kind() == CXCursor_DeclRefExpr && c.evaluate_int().is_none() {
            let var = self.named(c)?;
            let ty = c.referenced()?.ty();
            return (!ty.is_volatile()).then(|| Relation {
                terms: vec![(var, 1)],
                constant: 0,
            });
        }
        if let Some(n) = c.evaluate_int() {
            let constant = i64::try_from(n).ok()?;
            return Some(Relation {
                constant,
                ..Relation::default()
            });
        }
        if is_unsigned(c.ty()) || self.b.rules.wrapv {
            return None;
        }
        let kids = expression_children(c);
        match (c.kind(), kids.as_slice()) {
            (CXCursor_UnaryOperator, [a]) if c.unary_operator() == CXUnaryOperator_Minus => {
                Relation::default().plus(-1, &self.operand(*a)?)
            }
            (CXCursor_BinaryOperator, [a, b]) => {
                let (x, y) = (self.operand(*a)?, self.operand(*b)?);
                match c.binary_operator() {
                    CXBinaryOperator_Add => x.plus(1, &y),
                    CXBinaryOperator_Sub => x.plus(-1, &y),
                    CXBinaryOperator_Mul if x.terms.is_empty() => {
                        Relation::default().plus(x.constant, &y)
                    }
                    CXBinaryOperator_Mul if y.terms.is_empty() => {
                        Relation::default().plus(y.constant, &x)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// Whether a condition changes nothing: what it tells of a variable would be of an older value.
fn is_pure(c: Cursor<'_>) -> bool {
    let changes = match c.kind() {
        CXCursor_CompoundAssignOperator | CXCursor_StmtExpr | CXCursor_LambdaExpr => true,
        CXCursor_BinaryOperator => c.binary_operator() == CXBinaryOperator_Assign,
        CXCursor_UnaryOperator => matches!(
            c.unary_operator(),
            CXUnaryOperator_PostInc
                | CXUnaryOperator_PostDec
                | CXUnaryOperator_PreInc
                | CXUnaryOperator_PreDec
        ),
        _ => false,
    };
    !changes && c.children().into_iter().all(is_pure)
}
