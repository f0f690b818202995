//! Finds the variables whose value something reads. CUDA's compilers warn of the others where C's keep quiet: variables that
//! only a `sizeof` names, that are only assigned, or of which only a loop's private copies are used.

use super::effects::private_root;
use super::node::{Form, Kind, Node};
use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, ExprKind, Stmt, VarId};
use std::collections::HashSet;

/// The variables whose value or address the nodes use. A loop's uses of its private copies don't count.
pub fn read(unit: &Unit, nodes: &[Node]) -> HashSet<VarId> {
    let mut all = HashSet::new();
    nodes.iter().for_each(|n| visit(unit, n, &mut all));
    all
}

fn visit(unit: &Unit, n: &Node, all: &mut HashSet<VarId>) {
    let mut inside = HashSet::new();
    match &n.kind {
        Kind::Leaf(s) => statement(unit, s, &mut inside),
        Kind::Loop(l) => l.bounds().for_each(|e| expr(unit, e, &mut inside)),
        Kind::For(l) => {
            if let Form::For(Some(init)) = &l.form {
                statement(unit, init, &mut inside);
            }
            let head = l.cond.iter().chain(&l.inc);
            head.for_each(|e| expr(unit, e, &mut inside));
        }
        _ => n.exprs(&mut |e| expr(unit, e, &mut inside)),
    }
    n.children(&mut |c| visit(unit, c, &mut inside));
    // A spread loop declares its index in its own head.
    let own = |v: &VarId| match &n.kind {
        Kind::Loop(l) => l.is_index(*v) || l.private.contains(v),
        Kind::For(l) => l.own_private().any(|p| p == *v),
        Kind::Wave(w) => w.owns(*v),
        _ => false,
    };
    all.extend(inside.into_iter().filter(|v| !own(v)));
}

fn statement(unit: &Unit, s: &Stmt, all: &mut HashSet<VarId>) {
    s.exprs(&mut |e| expr(unit, e, all));
    s.children(&mut |c| statement(unit, c, all));
}

fn expr(unit: &Unit, e: &Expr, all: &mut HashSet<VarId>) {
    match &e.kind {
        ExprKind::Var(v) => {
            all.insert(*v);
        }
        // It is printed as the `sizeof` of a type.
        ExprKind::SizeofExpr(_) => {}
        ExprKind::Assign(None, to, value) => {
            target(unit, to, all);
            expr(unit, value, all);
        }
        ExprKind::StmtExpr(stmts) => stmts.iter().for_each(|s| statement(unit, s, all)),
        _ => e.children(&mut |c| expr(unit, c, all)),
    }
}

/// What is read to find the assigned place: subscripts, but not the variable itself.
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
