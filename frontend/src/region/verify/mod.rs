//! The rules of OpenACC that need types and loop forms: what the parser of directives can't see.
//!
//! A unit that passes never makes a later stage panic. One file a subject: `loops` (canonical
//! form, nesting of levels), `nests` (what `collapse` and `tile` join), `clauses` (types of clause expressions, sections,
//! reductions), `branches` (control flow that leaves a construct), `calls`, `atomic` (forms of statements), `places` (`cache`), `reductions`
//! (variables that a loop reduces and the construct shares), `promises` (what clauses say of data and the code doesn't keep), `declare`,
//! `routines` (levels of calls), `sizes` (numbers of gangs, workers and lanes), `values` (numbers of queues and devices).

mod atomic;
mod branches;
pub mod calls;
mod clauses;
mod declare;
mod exclusive;
mod loops;
mod nests;
mod places;
mod promises;
mod reductions;
mod routines;
mod sizes;
mod values;

pub use super::constant;

use super::canonical::Refusal;
use super::{Body, Construct, Expr, LoopId, Stmt, StmtKind, Unit, Visit};
use crate::diag::{Code, Diagnostic, codes};
use crate::directive::{ClauseKind, Directive, DirectiveKind};
use crate::source::Span;
use std::collections::HashMap;

/// All that is wrong with a unit. `refusals`: why loops are not canonical
/// ([`super::canonical::fill`]); `strict`: extensions of OpenUH and PGI are errors.
pub fn verify(unit: &Unit, refusals: &HashMap<LoopId, Refusal>, strict: bool) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for c in &unit.constructs {
        let half = other_half(c);
        clauses::check(unit, &c.directive, half, strict, &mut out);
        routines::dimensions(&c.directive, &mut out);
        values::check(&c.directive, &mut out);
        if let Body::Compute(stmts) = &c.body {
            branches::construct(stmts, &mut out);
            loops::check(unit, stmts, Some(&c.directive), refusals, strict, &mut out);
            routines::check(unit, stmts, None, &mut out);
            places::check(unit, stmts, strict, &mut out);
            sizes::check(unit, stmts, &c.directive, strict, &mut out);
            reductions::exposed(unit, c, half, strict, &mut out);
            promises::check(unit, c, half, strict, &mut out);
            everywhere(unit, stmts, strict, &mut out);
            every_gang(c, stmts, &mut out);
            reductions::signs(unit, &c.directive, stmts, &mut out);
        }
    }
    declare::check(unit, strict, &mut out);
    for f in &unit.functions {
        if let Some(body) = &f.body {
            loops::check(unit, body, f.routine.as_ref(), refusals, strict, &mut out);
            routines::check(unit, body, Some(f), &mut out);
            places::check(unit, body, strict, &mut out);
            everywhere(unit, body, strict, &mut out);
        }
    }
    out
}

/// What holds of constructs and of functions alike.
fn everywhere(unit: &Unit, stmts: &[Stmt], strict: bool, out: &mut Vec<Diagnostic>) {
    for s in stmts {
        InnerClauses { unit, strict, out }.visit_stmt(s);
        calls::check(s, out);
        atomic::check(unit, s, out);
    }
}

/// Names a plain loop that is all that `parallel` holds: without `loop` each gang runs all of it.
fn every_gang(c: &Construct, stmts: &[Stmt], out: &mut Vec<Diagnostic>) {
    let one = |k: &ClauseKind<Expr>| match k {
        ClauseKind::NumGangs(n) => n.iter().all(|n| constant(n) == Some(1)),
        _ => false,
    };
    if c.directive.kind != DirectiveKind::Parallel
        || c.directive.clauses.iter().any(|k| one(&k.kind))
    {
        return;
    }
    let mut only = stmts;
    while let [
        Stmt {
            kind: StmtKind::Block(inner),
            ..
        },
    ] = only
    {
        only = inner;
    }
    let [
        Stmt {
            kind: StmtKind::For(l),
            span,
            ..
        },
    ] = only
    else {
        return;
    };
    let mut inside = HasDirective(false);
    only.iter().for_each(|s| inside.visit_stmt(s));
    if l.directive.is_none() && !inside.0 {
        let message = "each gang runs all of this loop: `parallel` shares no iterations by itself";
        let told = Diagnostic::warning(codes::EVERY_GANG, *span, message);
        out.push(
            told.related(c.directive.span, "by this directive")
                .help("write `parallel loop`, or num_gangs(1) where one gang is meant"),
        );
    }
}

struct HasDirective(bool);

impl<'s> Visit<'s> for HasDirective {
    fn visit_directive(&mut self, _: &'s Directive<Expr>) {
        self.0 = true;
    }
}

/// What other compilers pass over: an error under `-acc=strict`, else a warning.
fn hint(code: Code, span: Span, message: &str, strict: bool) -> Diagnostic {
    match strict {
        true => Diagnostic::error(code, span, message),
        false => Diagnostic::warning(code, span, message),
    }
}

/// The loop directive of a combined construct.
fn other_half(c: &Construct) -> Option<&Directive<Expr>> {
    fn find(s: &Stmt) -> Option<&Directive<Expr>> {
        match &s.kind {
            StmtKind::For(l) => l.directive.as_ref(),
            StmtKind::Label { body, .. } => find(body),
            StmtKind::Block(stmts) => stmts.iter().find_map(find),
            _ => None,
        }
    }
    let Body::Compute(stmts) = &c.body else {
        return None;
    };
    stmts
        .iter()
        .find_map(find)
        .filter(|d| d.id == c.directive.id)
}

/// Checks the clauses of directives inside a body.
struct InnerClauses<'a> {
    unit: &'a Unit,
    strict: bool,
    out: &'a mut Vec<Diagnostic>,
}

impl<'s> Visit<'s> for InnerClauses<'_> {
    fn visit_directive(&mut self, d: &'s Directive<Expr>) {
        clauses::check(self.unit, d, None, self.strict, self.out);
        routines::dimensions(d, self.out);
    }
}
