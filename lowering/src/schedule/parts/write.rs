//! The rewriting itself: the loop's bounds become variables.

use super::may::Whole;
use crate::make::{binary, cast};
use accrs_frontend::region::{
    Body, Expr, ExprKind, For, LoopCmp, Parts, Stmt, StmtKind, Storage, Unit, VarId, VisitMut,
};

/// Gives the loop bounds of its own.
pub fn apply(whole: &Whole, unit: &mut Unit) {
    let at = whole.construct.index();
    let Body::Compute(text) = &unit.constructs[at].body else {
        return;
    };
    let mut members = unit.constructs[at].members.clone().unwrap_or_default();
    if unit.constructs[at].members.is_none() {
        members.body = text.clone();
    }
    let counted = unit.var(whole.head.var);
    let (name, ty, span) = (counted.name.clone(), counted.ty, counted.span);
    let ty = unit.types.canonical_id(ty);
    let bound = unit.types.canonical_id(whole.head.upper.ty);
    let from = unit.declare(&format!("{name}_part_from"), ty, Storage::Local, span);
    let to = unit.declare(&format!("{name}_part_to"), bound, Storage::Local, span);
    let mut write = Write {
        unit,
        whole,
        from,
        to,
    };
    members.body.iter_mut().for_each(|s| write.visit_stmt(s));
    unit.ids.renew(&mut members.body);
    members.parts = Some(Parts {
        id: whole.id,
        from,
        to,
        lower: whole.head.lower.clone(),
        upper: whole.head.upper.clone(),
        step: whole.step,
        down: whole.head.down,
        closed: matches!(whole.head.cmp, LoopCmp::Le | LoopCmp::Ge),
    });
    unit.constructs[at].members = Some(members);
}

/// Puts the variables into the loop's head.
struct Write<'w> {
    unit: &'w Unit,
    whole: &'w Whole,
    from: VarId,
    to: VarId,
}

impl VisitMut for Write<'_> {
    fn visit_for(&mut self, l: &mut For) {
        if l.id != self.whole.id {
            self.walk_for(l);
            return;
        }
        let Some(head) = &mut l.canonical else {
            return;
        };
        head.lower = self.var(self.from, &head.lower);
        head.upper = self.var(self.to, &head.upper);
        if let Some(init) = &mut l.init {
            self.start(init, &head.lower);
        }
        let counted = self.var(head.var, &head.lower);
        let counted = match counted.ty == head.upper.ty {
            true => counted,
            false => cast(true, head.upper.ty, counted),
        };
        let int = self.unit.types.int();
        l.cond = Some(binary(head.cmp.op(), counted, head.upper.clone(), int));
    }
}

impl Write<'_> {
    /// The variable in the place of an expression.
    fn var(&self, var: VarId, of: &Expr) -> Expr {
        let ty = self.unit.types.canonical_id(self.unit.var(var).ty);
        Expr::new(ExprKind::Var(var), ty, of.span)
    }

    /// `i = i_from`, or its declaration.
    fn start(&self, init: &mut Stmt, lower: &Expr) {
        match &mut init.kind {
            StmtKind::Decl(decls) => {
                let counted = decls.iter_mut().filter(|d| d.var == self.whole.head.var);
                counted.for_each(|d| d.init = Some(lower.clone()));
            }
            StmtKind::Expr(e) => {
                if let ExprKind::Assign(_, _, value) = &mut e.kind {
                    **value = lower.clone();
                }
            }
            _ => {}
        }
    }
}
