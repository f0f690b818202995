//! Which variables statements step, name and declare.

use accrs_frontend::region::{
    BinaryOp, Expr, ExprKind, For, Stmt, StmtKind, UnaryOp, VarId, Visit,
};

/// A variable that is stepped; whether downwards; and by what, if not by one.
pub(super) struct Step<'e> {
    pub var: VarId,
    pub down: bool,
    pub by: Option<&'e Expr>,
}

/// The variables that an expression steps whenever it is evaluated.
pub(super) fn stepped(e: &Expr) -> Vec<Step<'_>> {
    let mut steps = Steps(Vec::new());
    if let ExprKind::Assign(op, to, value) = &e.kind
        && let ExprKind::Var(var) = to.kind
    {
        let (op, by) = match (op, &value.strip_implicit().kind) {
            (None, ExprKind::Binary(op, a, by)) if a.strip_implicit().is_var(var) => {
                (Some(*op), &**by)
            }
            (op, _) => (*op, &**value),
        };
        let down = match op {
            Some(BinaryOp::Add) => Some(false),
            Some(BinaryOp::Sub) => Some(true),
            _ => None,
        };
        steps.0.extend(down.map(|down| Step {
            var,
            down,
            by: Some(by),
        }));
    }
    steps.visit_expr(e);
    steps.0
}

/// The variables that an expression steps by one, but for those in parts that may not be evaluated.
struct Steps<'e>(Vec<Step<'e>>);

impl<'e> Visit<'e> for Steps<'e> {
    fn visit_expr(&mut self, e: &'e Expr) {
        match &e.kind {
            ExprKind::Unary(op, of) if op.is_step() => {
                if let ExprKind::Var(v) = of.kind {
                    let down = matches!(op, UnaryOp::PreDec | UnaryOp::PostDec);
                    self.0.push(Step {
                        var: v,
                        down,
                        by: None,
                    });
                }
            }
            ExprKind::Conditional(..)
            | ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..)
            | ExprKind::StmtExpr(_)
            | ExprKind::SizeofExpr(_) => {}
            _ => self.walk_expr(e),
        }
    }
}

pub(super) fn names(e: &Expr, var: VarId) -> usize {
    let mut n = 0;
    e.each_expr(|e| n += usize::from(e.is_var(var)));
    n
}

/// What runs through statements evaluate, in this order, but for parts that conditions are around.
pub(super) fn evaluated<'s>(stmts: &'s [Stmt], out: &mut Vec<&'s Expr>) {
    for s in stmts {
        match &s.kind {
            StmtKind::Block(inner) => evaluated(inner, out),
            StmtKind::Expr(e) => out.push(e),
            StmtKind::Decl(all) => {
                let own = all.iter().filter(|d| !d.is_static);
                out.extend(own.filter_map(|d| d.init.as_ref()));
            }
            _ => {}
        }
    }
}

pub(super) fn changes(s: &Stmt, var: VarId) -> usize {
    let mut n = 0;
    s.each_expr(|e| match &e.kind {
        ExprKind::Assign(_, to, _) => n += usize::from(to.is_var(var)),
        ExprKind::Unary(op, of) if op.is_step() => n += usize::from(of.is_var(var)),
        _ => {}
    });
    n
}

/// The variables that are declared in a statement, as far as a loop in it or that loop's own statements may be in their scope.
pub(super) fn in_scope(s: &Stmt, of: &For, out: &mut Vec<VarId>) {
    let is_it = |s: &Stmt| matches!(&s.kind, StmtKind::For(l) if l.id == of.id);
    let own = |s: &Stmt, out: &mut Vec<VarId>| {
        if let StmtKind::Decl(all) = &s.kind {
            out.extend(all.iter().map(|d| d.var));
        }
    };
    if !s.any_stmt(is_it) {
        return own(s, out);
    }
    match &s.kind {
        StmtKind::For(l) if l.id == of.id => s.each_stmt(|s| own(s, out)),
        StmtKind::For(l) => {
            l.init.iter().for_each(|s| own(s, out));
            in_scope(&l.body, of, out);
        }
        StmtKind::Block(inner) => inner.iter().for_each(|s| in_scope(s, of, out)),
        _ => {}
    }
}

/// Whether a loop's body declares the variable with a value, itself and not in a part of it.
pub(super) fn declares(body: &Stmt, var: VarId) -> bool {
    match &body.kind {
        StmtKind::Block(stmts) => stmts.iter().any(|s| declares(s, var)),
        StmtKind::Decl(all) => all
            .iter()
            .any(|d| d.var == var && d.init.is_some() && !d.is_static),
        _ => false,
    }
}

pub(super) fn jumps(s: &Stmt) -> bool {
    use StmtKind::{Break, Continue, Goto, Label, Return};
    matches!(
        s.kind,
        Break | Continue | Goto(_) | Return(_) | Label { .. }
    )
}

/// Whether the variable is part of a subscript, or of an address.
pub(super) fn subscripts(s: &Stmt, var: VarId) -> bool {
    s.any_expr(|e| match &e.kind {
        ExprKind::Index(base, at) => base.mentions(var) || at.mentions(var),
        ExprKind::Unary(UnaryOp::Deref, of) => of.mentions(var),
        _ => false,
    })
}

pub(super) fn mentions(s: &Stmt, var: VarId) -> usize {
    let mut n = 0;
    s.each_expr(|e| n += usize::from(matches!(e.kind, ExprKind::Var(v) if v == var)));
    n
}

/// How often statements ahead of a loop name a variable, where the loop stands beside them in the region; `None`: it is in another loop, or under a condition.
pub(super) fn ahead(stmts: &[Stmt], of: &For, var: VarId) -> Option<usize> {
    let mut n = 0;
    for s in stmts {
        match &s.kind {
            StmtKind::For(l) if l.id == of.id => return Some(n),
            StmtKind::Block(inner) => {
                if let Some(more) = ahead(inner, of, var) {
                    return Some(n + more);
                }
                n += mentions(s, var);
            }
            _ => n += mentions(s, var),
        }
    }
    None
}

/// By how much the loops count for each of their iterations: several by one.
pub(super) fn stride(chain: &[&For]) -> Option<i128> {
    let step = |l: &&For| l.canonical.as_ref()?.step.int_value().filter(|n| *n > 0);
    match chain {
        [one] => step(one),
        all => all.iter().all(|l| step(l) == Some(1)).then_some(1),
    }
}

/// Whether a loop's body assigns the variable a value that it isn't part of, ahead of a loop in it, whatever happens.
pub(super) fn gives(body: &Stmt, var: VarId, ahead_of: &For) -> bool {
    fn list<'s>(s: &'s Stmt, out: &mut Vec<&'s Stmt>) {
        match &s.kind {
            StmtKind::Block(inner) => inner.iter().for_each(|s| list(s, out)),
            _ => out.push(s),
        }
    }
    let mut all = Vec::new();
    list(body, &mut all);
    let holds = |s: &&Stmt| matches!(&s.kind, StmtKind::For(l) if l.id == ahead_of.id);
    let assigns = |s: &Stmt| match &s.kind {
        StmtKind::Expr(e) => match &e.kind {
            ExprKind::Assign(None, to, value) => to.is_var(var) && !value.mentions(var),
            _ => false,
        },
        _ => false,
    };
    let before = all.iter().take_while(|s| !holds(s));
    before.filter(|s| assigns(s)).count() == 1
}
