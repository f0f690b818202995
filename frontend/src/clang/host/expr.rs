//! Expressions of host code: what they read, assign and address, in the order of evaluation.

use super::Walk;
use crate::clang::cursor::Cursor;
use crate::clang::expr::expression_children;
use crate::clang::reference::referred;
use clang_sys::*;

/// What happens to an object that is named.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    /// A part of it is assigned, or all of it in a way that may leave some as it was.
    Store,
    /// It is read and assigned.
    Update,
    /// What becomes of it is somebody else's.
    Address,
}

/// An expression without its parentheses and conversions that C makes silently.
pub fn core(mut c: Cursor<'_>) -> Cursor<'_> {
    while matches!(c.kind(), CXCursor_ParenExpr | CXCursor_UnexposedExpr)
        && let [inner] = expression_children(c)[..]
    {
        c = inner;
    }
    c
}

pub(super) fn is_array(c: Cursor<'_>) -> bool {
    matches!(
        c.ty().canonical().kind(),
        CXType_ConstantArray | CXType_IncompleteArray | CXType_VariableArray
    )
}

fn is_literal(c: Cursor<'_>) -> bool {
    (CXCursor_IntegerLiteral..=CXCursor_CharacterLiteral).contains(&c.kind())
}

impl<'t> Walk<'_, 't> {
    /// An expression whose value nobody wants.
    pub(super) fn effects(&mut self, c: Cursor<'t>) {
        let c = core(c);
        match c.kind() {
            CXCursor_DeclRefExpr => {}
            CXCursor_CStyleCastExpr if c.ty().canonical().kind() == CXType_Void => {
                let operand = expression_children(c).pop();
                operand.into_iter().for_each(|e| self.effects(e));
            }
            CXCursor_BinaryOperator if c.binary_operator() == CXBinaryOperator_Comma => {
                let kids = expression_children(c);
                kids.into_iter().for_each(|e| self.effects(e));
            }
            _ => self.value(c),
        }
    }

    /// An expression whose value is used.
    pub(super) fn value(&mut self, c: Cursor<'t>) {
        if !is_literal(c) {
            self.deeper(|w| w.value_inner(c));
        }
    }

    fn value_inner(&mut self, c: Cursor<'t>) {
        match c.kind() {
            CXCursor_DeclRefExpr | CXCursor_ArraySubscriptExpr | CXCursor_MemberRefExpr => {
                self.loaded(c);
            }
            CXCursor_UnaryOperator => self.unary(c),
            CXCursor_BinaryOperator => self.binary(c),
            CXCursor_CompoundAssignOperator => {
                if let [to, from] = expression_children(c)[..] {
                    self.value(from);
                    self.updated(to);
                }
            }
            CXCursor_ConditionalOperator => match expression_children(c)[..] {
                [cond, a, b] => self.conditional(cond, a, b),
                _ => self.facts.lose(),
            },
            CXCursor_StmtExpr => c.children().into_iter().for_each(|s| self.stmt(s)),
            // The operand of `sizeof` is evaluated only where the size is not constant.
            CXCursor_UnaryExpr if c.evaluate_int().is_some() => {}
            CXCursor_UnaryExpr | CXCursor_GenericSelectionExpr => self.operands_perhaps(c),
            CXCursor_UnexposedExpr => match expression_children(c)[..] {
                [inner] => self.value(inner),
                // `a ?: b`, `__builtin_choose_expr`, …
                _ => {
                    self.unknown(c);
                    self.operands_perhaps(c);
                }
            },
            CXCursor_CallExpr => {
                self.call(c);
                self.arguments(c);
                self.references(c);
                self.ends_in(c);
            }
            // It may do to variables of the function what it likes, whenever it is called.
            CXCursor_LambdaExpr => self.facts.lose(),
            CXCursor_CStyleCastExpr | CXCursor_InitListExpr | CXCursor_ParenExpr => {
                self.operands(c)
            }
            _ => {
                self.unknown(c);
                self.operands(c);
            }
        }
    }

    /// What a call hands over by reference: somebody else's from then on, who may change it.
    fn references(&mut self, c: Cursor<'t>) {
        let Some(target) = c.referenced().filter(|_| self.b.rules.cpp) else {
            return;
        };
        for (a, p) in c.arguments().into_iter().zip(target.arguments()) {
            if referred(p.ty()).is_some() {
                self.bound(a);
            }
        }
    }

    /// An object that a reference is bound to.
    pub(super) fn bound(&mut self, c: Cursor<'t>) {
        self.updated(c);
        self.place(c, Access::Address);
    }

    fn operands(&mut self, c: Cursor<'t>) {
        let kids = expression_children(c);
        kids.into_iter().for_each(|e| self.value(e));
    }

    /// Operands of which some may not be evaluated.
    pub(super) fn operands_perhaps(&mut self, c: Cursor<'t>) {
        for operand in expression_children(c) {
            self.perhaps(|w| w.value(operand));
        }
    }

    fn unary(&mut self, c: Cursor<'t>) {
        let Some(operand) = expression_children(c).pop() else {
            return;
        };
        match c.unary_operator() {
            CXUnaryOperator_AddrOf => self.place(operand, Access::Address),
            CXUnaryOperator_PostInc
            | CXUnaryOperator_PostDec
            | CXUnaryOperator_PreInc
            | CXUnaryOperator_PreDec => self.updated(operand),
            CXUnaryOperator_Deref => self.loaded(c),
            CXUnaryOperator_LNot => self.looked_at(operand),
            _ => self.value(operand),
        }
    }

    /// A value that goes nowhere.
    fn looked_at(&mut self, c: Cursor<'t>) {
        match self.named(core(c)) {
            Some(var) => {
                self.touch(core(c), false);
                self.read_at(var, core(c));
            }
            None => self.value(c),
        }
    }

    fn binary(&mut self, c: Cursor<'t>) {
        let [a, b] = expression_children(c)[..] else {
            return self.operands(c);
        };
        match c.binary_operator() {
            CXBinaryOperator_Assign => {
                self.value(b);
                self.assignment(a);
                if let Some(var) = self.named(core(a)) {
                    self.given(var, b);
                }
            }
            CXBinaryOperator_LAnd | CXBinaryOperator_LOr => {
                self.value(a);
                self.perhaps(|w| w.value(b));
            }
            CXBinaryOperator_Comma => {
                self.effects(a);
                self.value(b);
            }
            CXBinaryOperator_EQ | CXBinaryOperator_NE => {
                self.looked_at(a);
                self.looked_at(b);
            }
            _ => {
                self.value(a);
                self.value(b);
            }
        }
    }

    fn conditional(&mut self, cond: Cursor<'t>, a: Cursor<'t>, b: Cursor<'t>) {
        self.value(cond);
        let head = self.graph.current();
        let (yes, no, behind) = (self.graph.block(), self.graph.block(), self.graph.block());
        for (branch, e) in [(yes, a), (no, b)] {
            self.graph.resume(head);
            self.told_to(cond, branch == yes, branch);
            self.graph.resume(branch);
            self.value(e);
            self.graph.leads_to(behind);
        }
        self.graph.resume(behind);
    }

    /// What stands on the left of `=`.
    fn assignment(&mut self, c: Cursor<'t>) {
        let c = core(c);
        self.touch(c, true);
        match self.named(c) {
            Some(var) => {
                self.replace(var);
                self.assigned(var, c);
            }
            None => self.place(c, Access::Store),
        }
    }

    /// The variable that an expression is.
    pub(super) fn named(&self, c: Cursor<'t>) -> Option<crate::region::VarId> {
        let named = c.kind() == CXCursor_DeclRefExpr;
        named.then(|| self.variable(c)).flatten()
    }

    /// What is changed on the ground of its own value, or may be.
    pub(super) fn updated(&mut self, c: Cursor<'t>) {
        self.touch(core(c), true);
        self.place(c, Access::Update);
    }

    /// An object where its value is used. That of an array is the address of its first element.
    fn loaded(&mut self, c: Cursor<'t>) {
        let access = match is_array(c) {
            true => Access::Address,
            false => Access::Read,
        };
        if access == Access::Read {
            self.touch(core(c), false);
        }
        self.place(c, access);
    }

    /// An object that is named, and all that is evaluated to get there.
    fn place(&mut self, c: Cursor<'t>, access: Access) {
        self.deeper(|w| w.place_inner(core(c), access));
    }

    fn place_inner(&mut self, c: Cursor<'t>, access: Access) {
        match c.kind() {
            CXCursor_DeclRefExpr => {
                if let Some(var) = self.variable(c) {
                    self.access(var, access, c);
                }
            }
            CXCursor_ArraySubscriptExpr => {
                for part in expression_children(c) {
                    self.way(part, access);
                }
            }
            CXCursor_MemberRefExpr => {
                let base = expression_children(c).into_iter().next();
                base.into_iter().for_each(|base| self.way(base, access));
            }
            CXCursor_UnaryOperator => {
                let Some(operand) = expression_children(c).pop() else {
                    return;
                };
                match c.unary_operator() {
                    CXUnaryOperator_Deref => self.way(operand, access),
                    CXUnaryOperator_Real | CXUnaryOperator_Imag | CXUnaryOperator_Extension => {
                        self.place(operand, access);
                    }
                    _ => self.value(c),
                }
            }
            _ => self.value(c),
        }
    }

    /// A part of the way to an object: an array or a struct that holds it, or else a value: a pointer to it, a subscript.
    fn way(&mut self, c: Cursor<'t>, access: Access) {
        let inner = core(c);
        let record = inner.ty().canonical().kind() == CXType_Record;
        if is_array(inner) || record {
            self.place(inner, access);
        } else if access == Access::Address {
            // The address of what a pointer leads to is the pointer's own.
            self.value(inner);
        } else {
            self.looked_at(inner);
        }
    }

    fn access(&mut self, var: crate::region::VarId, access: Access, c: Cursor<'t>) {
        match access {
            Access::Read => {
                self.read_at(var, c);
                self.facts.pointees.show(var);
            }
            Access::Address => {
                self.facts.address(var);
                self.changed(var);
                if !self.lent {
                    self.facts.pointees.keep(var);
                }
            }
            Access::Store => {
                self.changed(var);
                self.assigned(var, c);
            }
            Access::Update => {
                self.read_at(var, c);
                self.changed(var);
                self.facts.pointees.show(var);
                self.assigned(var, c);
            }
        }
    }
}
