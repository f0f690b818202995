//! Which variables loops may reduce (OpenACC 3.3 §2.6.2, §2.9.11).

use super::hint;
use crate::diag::{Diagnostic, codes};
use crate::directive::{Clause, ClauseKind, DataRef, Directive, DirectiveKind};
use crate::region::{Body, Construct, Expr, ExprKind, Stmt, StmtKind, Storage, Unit, VarId};

/// A scalar that a loop of a `parallel` or `serial` construct reduces, and that comes from outside, is named on the construct or on a
/// `data` construct around it. `half`: the loop of a combined construct, whose reduction implies a copy (§2.11).
pub fn exposed(
    unit: &Unit,
    construct: &Construct,
    half: Option<&Directive<Expr>>,
    strict: bool,
    out: &mut Vec<Diagnostic>,
) {
    let Body::Compute(stmts) = &construct.body else {
        return;
    };
    if !matches!(
        construct.directive.kind,
        DirectiveKind::Parallel | DirectiveKind::Serial
    ) {
        return;
    }
    let mut named = Vec::new();
    let mut at = Some(construct);
    while let Some(c) = at {
        names(&c.directive.clauses, &mut named);
        at = c.parent.map(|id| unit.construct(id));
    }
    if let Some(half) = half {
        names(&half.clauses, &mut named);
    }
    for c in &unit.constructs {
        if c.directive.kind == DirectiveKind::Declare {
            names(&c.directive.clauses, &mut named);
        }
    }
    let mut told = Vec::new();
    for s in stmts {
        walk(s, &mut named, &mut |var, d| {
            let v = unit.var(var);
            let outside = v.storage != Storage::Region && unit.types.is_scalar(v.ty);
            if !outside || told.contains(&var) {
                return;
            }
            told.push(var);
            let message = format!(
                "`{}` is reduced here, and no clause of the construct names it",
                v.name
            );
            let found = hint(codes::REDUCTION_SHARED, d.span, &message, strict)
                .related(construct.directive.span, "the construct");
            let help = format!(
                "it is copied in and out; portable programs add `copy({})` there",
                v.name
            );
            out.push(found.help(help));
        });
    }
}

/// The variables that the clauses give a place: data, private, firstprivate, reduction.
fn names(clauses: &[Clause<Expr>], named: &mut Vec<VarId>) {
    for clause in clauses {
        if let ClauseKind::Private(vars)
        | ClauseKind::Firstprivate(vars)
        | ClauseKind::Reduction(_, vars)
        | ClauseKind::Data(_, _, vars) = &clause.kind
        {
            named.extend(vars.iter().filter_map(|v| variable(&v.base)));
        }
    }
}

fn variable(e: &Expr) -> Option<VarId> {
    match e.strip_implicit().kind {
        ExprKind::Var(v) => Some(v),
        _ => None,
    }
}

/// Variables that each iteration gives a value of its own to begin with: `sum = 0;` as a statement of
/// the loop's body. They are private to the loop, whether or not a clause says so.
fn assigned(body: &Stmt, named: &mut Vec<VarId>) {
    match &body.kind {
        StmtKind::Block(stmts) => stmts.iter().for_each(|s| assigned(s, named)),
        StmtKind::Expr(e) => {
            if let ExprKind::Assign(None, to, _) = &e.strip_implicit().kind {
                named.extend(variable(to));
            }
        }
        _ => {}
    }
}

/// Calls `found` for each variable that a loop reduces and that nothing in `named`, nor a loop around, gives a place.
fn walk<'a>(s: &'a Stmt, named: &mut Vec<VarId>, found: &mut dyn FnMut(VarId, &'a DataRef<Expr>)) {
    let before = named.len();
    if let StmtKind::For(l) = &s.kind
        && let Some(d) = &l.directive
    {
        for clause in &d.clauses {
            let ClauseKind::Reduction(_, vars) = &clause.kind else {
                continue;
            };
            for v in vars {
                if let Some(var) = variable(&v.base).filter(|var| !named.contains(var)) {
                    found(var, v);
                }
            }
        }
        names(&d.clauses, named);
        assigned(&l.body, named);
    }
    s.children(&mut |c| walk(c, named, found));
    named.truncate(before);
}
