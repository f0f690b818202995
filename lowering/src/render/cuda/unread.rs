//! Variables whose value nothing reads: CUDA's compilers warn of them where C's keep quiet
//! (a variable that only a `sizeof` names, that is only assigned, or of which a loop has copies).

use super::effects::private_root;
use super::exec::is_index;
use crate::plan::LoopPlan;
use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, ExprKind, LoopId, Stmt, StmtKind, VarId};
use indexmap::IndexMap;
use std::collections::HashSet;

type Loops<'a> = Option<&'a IndexMap<LoopId, LoopPlan>>;

/// The variables whose value, or address, the statements use; what a loop of `loops` does with its
/// private copies is not counted.
pub fn read(unit: &Unit, stmts: &[Stmt], loops: Loops<'_>) -> HashSet<VarId> {
    let mut all = HashSet::new();
    stmts.iter().for_each(|s| visit(unit, s, loops, &mut all));
    all
}

fn visit(unit: &Unit, s: &Stmt, loops: Loops<'_>, all: &mut HashSet<VarId>) {
    let plan = match &s.kind {
        StmtKind::For(f) => loops.and_then(|l| l.get(&f.id)),
        _ => None,
    };
    let mut inside = HashSet::new();
    s.exprs(&mut |e| expr(unit, e, &mut inside));
    s.children(&mut |c| visit(unit, c, loops, &mut inside));
    // A loop that is shared out declares its index in its own head.
    let own = |v: &VarId| {
        plan.is_some_and(|p| {
            let index = is_index(p, *v);
            index && !p.axes.is_empty() || !index && p.private.contains(v)
        })
    };
    all.extend(inside.into_iter().filter(|v| !own(v)));
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
        ExprKind::StmtExpr(stmts) => stmts.iter().for_each(|s| visit(unit, s, None, all)),
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
