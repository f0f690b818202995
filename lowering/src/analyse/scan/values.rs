//! Expressions that the host can evaluate in the construct's place, and to the same value.

use super::super::collect::resolve;
use super::Unscanned;
use super::slice::Slice;
use accrs_frontend::region::place::{self, Step as Part};
use accrs_frontend::region::{BinaryOp, Expr, ExprKind, Storage, UnaryOp};

impl Slice<'_, '_> {
    /// Notes what a value depends on; an error if the host can't have it.
    pub fn value(&mut self, e: &Expr) -> Result<(), Unscanned> {
        let refused = || Err(Unscanned::Value(Box::new(e.clone())));
        let types = &self.facts.unit.types;
        match &e.kind {
            ExprKind::IntLit { .. }
            | ExprKind::FloatLit { .. }
            | ExprKind::CharLit { .. }
            | ExprKind::EnumConst { .. }
            | ExprKind::SizeofType(_)
            | ExprKind::AlignofType(_)
            | ExprKind::Offsetof { .. } => Ok(()),
            // An array of variable length in it would be one of the construct's.
            ExprKind::SizeofExpr(a) if types.size_of(a.ty).is_some() => Ok(()),
            ExprKind::Var(v) => {
                let of = self.facts.unit.var(*v);
                let assigned = of.storage == Storage::Region || self.facts.uses().writes(*v);
                if types.is_arithmetic(e.ty) && assigned {
                    self.kept.insert(*v);
                    return Ok(());
                }
                match types.is_arithmetic(e.ty) && (self.evaluable)(e) {
                    true => Ok(()),
                    false => refused(),
                }
            }
            ExprKind::Unary(op, a) if op.is_step() => {
                self.keep(e);
                self.value(a)
            }
            ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Not | UnaryOp::BitNot, a) => {
                self.value(a)
            }
            ExprKind::Assign(op, to, from) if matches!(to.kind, ExprKind::Var(_)) => {
                if op.is_some() && types.is_floating(e.ty) {
                    return refused();
                }
                self.keep(e);
                self.value(to)?;
                self.value(from)
            }
            // Devices may round sums and products of floating-point numbers in other ways; comparisons are the same.
            ExprKind::Binary(op, a, b) => {
                use BinaryOp::{And, Comma, Eq, Ge, Gt, Le, Lt, Ne, Or};
                let exact = matches!(op, Lt | Gt | Le | Ge | Eq | Ne | And | Or | Comma);
                let whole = |e: &Expr| types.is_integer(e.ty);
                if !(exact || whole(a) && whole(b)) {
                    return refused();
                }
                self.value(a)?;
                self.value(b)
            }
            ExprKind::Conditional(c, a, b) => {
                self.value(c)?;
                a.iter().try_for_each(|a| self.value(a))?;
                self.value(b)
            }
            ExprKind::Cast { operand, .. }
                if types.is_arithmetic(e.ty) && types.is_arithmetic(operand.ty) =>
            {
                self.value(operand)
            }
            ExprKind::Index(..) | ExprKind::Member { .. } | ExprKind::Unary(UnaryOp::Deref, _) => {
                self.memory(e)
            }
            _ => refused(),
        }
    }

    /// What is read from memory, or from a part of a variable.
    fn memory(&mut self, e: &Expr) -> Result<(), Unscanned> {
        let unit = self.facts.unit;
        let refused = || Err(Unscanned::Value(Box::new(e.clone())));
        let types = &unit.types;
        let Some(found) = place::place(unit, e) else {
            return refused();
        };
        let plain = types.is_arithmetic(e.ty) && !types.qualifiers(e.ty).is_volatile;
        let root = unit.var(found.root);
        let written = self.facts.uses().writes(found.root);
        // A pointer that the construct makes may lead anywhere.
        let made = resolve(self.facts.context(), found.clone(), 0).root != found.root;
        if !plain || !found.is_near() || root.storage == Storage::Region || made {
            return refused();
        }
        if types.qualifiers(root.ty).is_volatile {
            return refused();
        }
        let indexed = |s: &Part<'_>| matches!(s, Part::Index { .. });
        if found.is_direct() && !found.steps.iter().any(indexed) {
            return match (self.evaluable)(e) {
                true => Ok(()),
                false => refused(),
            };
        }
        if found.root == self.var {
            return Err(Unscanned::Itself(Box::new(e.clone())));
        }
        if written && !found.is_direct() {
            return refused();
        }
        for step in &found.steps {
            if let Part::Index { terms, .. } = step {
                terms.iter().try_for_each(|(_, t)| self.value(t))?;
            }
        }
        let all = self.reads.entry(found.root).or_default();
        if all.iter().all(|known| known.ty != e.ty) {
            all.push(e.clone());
        }
        Ok(())
    }
}
