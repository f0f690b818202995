//! What clauses promise and the region's code doesn't keep: data that `readonly` says is never written (OpenACC 3.3
//! §2.7.7, §2.10), and variables of loops, which are private whatever a clause says (§2.6.1).

use super::hint;
use crate::diag::{Diagnostic, codes};
use crate::directive::{ClauseKind, DataKind, DataRef, Directive};
use crate::region::{Body, Construct, Expr, ExprKind, For, Stmt, StmtKind, Unit, VarId};
use crate::source::Span;

/// Checks a compute construct against its own clauses and those of the constructs around it. `half`: the loop of a combined one.
pub fn check(
    unit: &Unit,
    construct: &Construct,
    half: Option<&Directive<Expr>>,
    strict: bool,
    out: &mut Vec<Diagnostic>,
) {
    let Body::Compute(stmts) = &construct.body else {
        return;
    };
    if let Some(half) = half {
        loop_variables(unit, construct, half, stmts, strict, out);
    }
    let mut promised = Vec::new();
    let mut at = Some(construct);
    while let Some(c) = at {
        for clause in &c.directive.clauses {
            if let ClauseKind::Data(DataKind::Copyin, m, refs) = &clause.kind
                && m.readonly
            {
                promised.extend(refs.iter());
            }
        }
        at = c.parent.map(|id| unit.construct(id));
    }
    if !promised.is_empty() {
        readonly(unit, &promised, stmts.iter(), strict, out);
    }
    for s in stmts {
        s.each_stmt(|s| {
            if let StmtKind::For(l) = &s.kind {
                caches(unit, l, strict, out);
            }
        });
    }
}

/// `cache(readonly: ...)` holds for the loop whose body it stands in.
fn caches(unit: &Unit, l: &For, strict: bool, out: &mut Vec<Diagnostic>) {
    let mut promised = Vec::new();
    let mut note = |s: &Stmt| {
        if let StmtKind::Cache(d) = &s.kind {
            for clause in &d.clauses {
                if let ClauseKind::Cache {
                    readonly: true,
                    vars,
                } = &clause.kind
                {
                    promised.extend(vars.iter().cloned());
                }
            }
        }
    };
    match &l.body.kind {
        StmtKind::Block(stmts) => stmts.iter().for_each(&mut note),
        _ => note(&l.body),
    }
    if !promised.is_empty() {
        let promised: Vec<&DataRef<Expr>> = promised.iter().collect();
        let body = [&*l.body].into_iter();
        readonly(unit, &promised, body, strict, out);
    }
}

fn readonly<'a>(
    unit: &Unit,
    promised: &[&DataRef<Expr>],
    stmts: impl Iterator<Item = &'a Stmt>,
    strict: bool,
    out: &mut Vec<Diagnostic>,
) {
    let written: Vec<_> = stmts.map(|s| unit.effects.of_stmt(s, unit)).collect();
    for r in promised {
        let Some(var) = r.base.variable() else {
            continue;
        };
        let at: Option<Span> = written.iter().filter_map(|w| w.changes_any(var)).min();
        if let Some(at) = at {
            let message = format!(
                "`{}` is written here, but a clause says that it is only read",
                unit.var(var).name
            );
            let d = hint(codes::READONLY_WRITTEN, at, &message, strict);
            out.push(
                d.related(r.span, "`readonly` is given here")
                    .help("leave `readonly` out"),
            );
        }
    }
}

/// The variable of a combined construct's loop in a clause that gives it another attribute.
fn loop_variables(
    unit: &Unit,
    construct: &Construct,
    half: &Directive<Expr>,
    stmts: &[Stmt],
    strict: bool,
    out: &mut Vec<Diagnostic>,
) {
    let Some(var) = stmts.iter().find_map(|s| governed(s, half)) else {
        return;
    };
    let is = |r: &&DataRef<Expr>| matches!(r.base.kind, ExprKind::Var(v) if v == var);
    for clause in construct.directive.clauses.iter().chain(&half.clauses) {
        let (refs, reduced) = match &clause.kind {
            ClauseKind::Reduction(_, refs) => (refs, true),
            ClauseKind::Data(_, _, refs) | ClauseKind::Firstprivate(refs) => (refs, false),
            _ => continue,
        };
        let Some(r) = refs.iter().find(is) else {
            continue;
        };
        let name = &unit.var(var).name;
        let message = format!(
            "`{name}` is the loop's variable: each iteration has its own, whatever `{}` says",
            clause.name
        );
        let known = |d: &Diagnostic| d.code == codes::LOOP_VARIABLE && d.span == Some(r.span);
        if out.iter().any(known) {
            continue;
        }
        let d = hint(codes::LOOP_VARIABLE, r.span, &message, strict || reduced);
        out.push(d.help(format!("leave `{name}` out of the clause")));
    }
}

fn governed(s: &Stmt, half: &Directive<Expr>) -> Option<VarId> {
    match &s.kind {
        StmtKind::For(l) if l.directive.as_ref().is_some_and(|d| d.id == half.id) => {
            l.canonical.as_ref().map(|c| c.var)
        }
        StmtKind::Block(stmts) => stmts.iter().find_map(|s| governed(s, half)),
        StmtKind::Label { body, .. } => governed(body, half),
        _ => None,
    }
}
