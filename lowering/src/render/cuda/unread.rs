//! Variables whose value nothing reads: CUDA's compilers warn of them where C's keep quiet
//! (a variable that only a `sizeof` names, or that is only assigned).

use super::effects::private_root;
use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, ExprKind, Stmt, VarId};
use std::collections::HashSet;

/// The variables whose value, or address, the statements use.
pub fn read(unit: &Unit, stmts: &[Stmt]) -> HashSet<VarId> {
    let mut all = HashSet::new();
    stmts.iter().for_each(|s| visit(unit, s, &mut all));
    all
}

fn visit(unit: &Unit, s: &Stmt, all: &mut HashSet<VarId>) {
    s.exprs(&mut |e| expr(unit, e, all));
    s.children(&mut |c| visit(unit, c, all));
}

fn expr(unit: &Unit, e: &Expr, all: &mut HashSet<VarId>) {
    match &e.kind {
        ExprKind::Var(v) => {
            all.insert(*v);
        }
        // Its operand is a type by then.
        ExprKind::SizeofExpr(_) => {}
        ExprKind::Assign(None, to, value) => {
            target(unit, to, all);
            expr(unit, value, all);
        }
        ExprKind::StmtExpr(stmts) => stmts.iter().for_each(|s| visit(unit, s, all)),
        _ => e.children(&mut |c| expr(unit, c, all)),
    }
}

/// What finding the assigned place reads: subscripts, but not the variable itself.
fn target(unit: &Unit, to: &Expr, all: &mut HashSet<VarId>) {
    if private_root(unit, to).is_none() {
        return expr(unit, to, all);
    }
    match &to.kind {
        ExprKind::Var(_) => {}
        ExprKind::Index(base, i) => {
            target(unit, base, all);
            expr(unit, i, all);
        }
        ExprKind::Member { base, .. } => target(unit, base, all),
        ExprKind::Cast { operand, .. } => target(unit, operand, all),
        _ => expr(unit, to, all),
    }
}
