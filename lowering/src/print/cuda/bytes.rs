//! GNU C's arithmetic on `void *` and on pointers to functions, which counts bytes. C++ has none.

use crate::print::expr::{ADD, PRIMARY, UNARY, has_effects, text};
use crate::print::{Printer, Text};
use accrs_frontend::region::{BinaryOp, Expr, ExprKind, Type, TypeId, UnaryOp};

impl Printer<'_> {
    /// Whether GNU C takes the size of the type as 1, and C++ has none for it.
    pub(super) fn is_bytes(&self, ty: TypeId) -> bool {
        let ty = self.unit.types.canonical(ty);
        matches!(ty, Type::Void | Type::Function { .. })
    }

    pub(super) fn is_bytes_pointer(&self, e: &Expr) -> bool {
        match self.unit.types.canonical(e.ty) {
            Type::Pointer(to) => self.is_bytes(*to),
            _ => false,
        }
    }

    /// `p + n`, `p - n`, `p - q`
    pub(super) fn bytes_binary(&self, e: &Expr, op: BinaryOp, a: &Expr, b: &Expr) -> Option<Text> {
        let (p, n) = match op {
            BinaryOp::Add if self.is_bytes_pointer(b) => (b, a),
            BinaryOp::Add | BinaryOp::Sub => (a, b),
            _ => return None,
        };
        if !self.is_bytes_pointer(p) {
            return None;
        }
        if self.unit.types.is_pointer(n.ty) {
            let (p, q) = (self.as_bytes(p), self.as_bytes(n));
            return Some(text(format!("{p} - {q}"), ADD));
        }
        let n = self.operand(n, ADD + 1);
        Some(self.moved(e.ty, p, op, &n))
    }

    /// `p += n`, `p -= n`
    pub(super) fn moved_bytes(&self, op: BinaryOp, p: &Expr, n: &Expr) -> Option<Text> {
        if !self.is_bytes_pointer(p) {
            return None;
        }
        self.refuse_effects(p);
        let moved = self.moved(p.ty, p, op, &self.operand(n, ADD + 1)).at(UNARY);
        let p = self.operand(p, UNARY);
        Some(text(format!("({p} = {moved})"), PRIMARY))
    }

    /// `++p`, `p--`
    pub(super) fn step_by_byte(&self, op: UnaryOp, p: &Expr) -> Text {
        self.refuse_effects(p);
        let (there, back) = match op {
            UnaryOp::PreInc | UnaryOp::PostInc => (BinaryOp::Add, '-'),
            _ => (BinaryOp::Sub, '+'),
        };
        let moved = self.moved(p.ty, p, there, "1").at(UNARY);
        let target = self.operand(p, UNARY);
        let done = format!("({target} = {moved})");
        match op {
            UnaryOp::PostInc | UnaryOp::PostDec => {
                let name = self.type_name(self.unqualified(p.ty));
                text(format!("({name})((char *){done} {back} 1)"), UNARY)
            }
            _ => text(done, PRIMARY),
        }
    }

    /// `&p[n]`, `&*p`
    pub(super) fn address_of_byte(&self, e: &Expr, of: &Expr) -> Option<Text> {
        let types = &self.unit.types;
        if !matches!(types.canonical(of.ty), Type::Void) {
            return None;
        }
        match &of.kind {
            ExprKind::Index(p, n) => {
                Some(self.moved(e.ty, p, BinaryOp::Add, &self.operand(n, ADD + 1)))
            }
            ExprKind::Unary(UnaryOp::Deref, p) => Some(self.print(p)),
            _ => None,
        }
    }

    /// The pointer `p`, moved by `n` bytes.
    fn moved(&self, ty: TypeId, p: &Expr, op: BinaryOp, n: &str) -> Text {
        let name = self.type_name(self.unqualified(ty));
        let (p, symbol) = (self.as_bytes(p), op.symbol());
        text(format!("({name})({p} {symbol} {n})"), UNARY)
    }

    fn as_bytes(&self, p: &Expr) -> String {
        format!("(char *){}", self.operand(p, UNARY))
    }

    /// The text names the pointer twice.
    fn refuse_effects(&self, p: &Expr) {
        if has_effects(p) {
            self.refuse(
                p.span,
                "moving a pointer to void whose own place is found by an expression with side effects is not supported on a device",
            );
        }
    }
}
