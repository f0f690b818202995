//! Loops that are in no text: they count in `long`, and give the variables of the text's loops their values.

use crate::make::{cast, int};
use accrs_frontend::region::{
    BinaryOp, Canonical, Expr, ExprKind, For, LocalDecl, LoopCmp, LoopId, Stmt, StmtKind, Storage,
    Unit, VarId,
};
use accrs_frontend::source::Span;

/// What a made loop counts with.
pub fn counter(unit: &mut Unit, stem: &str) -> VarId {
    let ty = unit.types.long();
    // No text declares it.
    unit.declare(stem, ty, Storage::Region, Span::default())
}

/// Whether no text declares what a loop counts with.
pub fn is_made(unit: &Unit, l: &For) -> bool {
    let head = l.canonical.as_ref();
    head.is_some_and(|h| is_counter(unit, h.var))
}

/// Whether a made loop counts with a variable.
pub fn is_counter(unit: &Unit, var: VarId) -> bool {
    unit.var(var).span == Span::default()
}

/// A number for a loop.
pub fn numbered(unit: &mut Unit) -> LoopId {
    let id = LoopId(unit.loops);
    unit.loops += 1;
    id
}

/// A loop that counts up from the first bound, while `cmp` holds with the second one. `span`: the loop of the text that it stands for.
pub fn loop_of(
    unit: &Unit,
    (id, var): (LoopId, VarId),
    (lower, cmp, upper, step): (Expr, LoopCmp, Expr, i64),
    body: Stmt,
    span: Span,
) -> For {
    let ty = unit.var(var).ty;
    let named = || Box::new(Expr::new(ExprKind::Var(var), ty, span));
    let step = int(unit, step.into());
    let compare = ExprKind::Binary(cmp.op(), named(), Box::new(upper.clone()));
    let grow = ExprKind::Assign(Some(BinaryOp::Add), named(), Box::new(step.clone()));
    let init = decl(var, lower.clone());
    For {
        id,
        init: Some(Box::new(Stmt::new(init, span))),
        cond: Some(Expr::new(compare, unit.types.int(), span)),
        inc: Some(Expr::new(grow, ty, span)),
        body: Box::new(body),
        directive: None,
        canonical: Some(Canonical {
            var,
            declared: true,
            lower,
            cmp,
            upper,
            step,
            down: false,
        }),
    }
}

/// A variable in the place of one of the text's loops, and what gives it its value.
pub fn stands_for(unit: &mut Unit, var: VarId, value: Expr, span: Span) -> (VarId, Stmt) {
    let own = unit.again(var);
    let v = &mut unit.vars[own.index()];
    v.fits = true;
    let value = cast(true, v.ty, value);
    (own, Stmt::new(decl(own, value), span))
}

/// The declaration of a variable with this value.
pub fn decl(var: VarId, value: Expr) -> StmtKind {
    StmtKind::Decl(vec![LocalDecl {
        var,
        init: Some(value),
        is_static: false,
    }])
}
