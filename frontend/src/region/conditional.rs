//! `if` on `atomic` (OpenACC 3.4 §2.12): where the condition doesn't hold, the statement is a plain one.
//!
//! ```text
//! #pragma acc atomic update if(c)     if (c) { #pragma acc atomic update      x += e; }
//! x += e;                             else   { #pragma acc atomic update if(0) x += e; }
//! ```
//!
//! A plain one stays an `atomic` for those who ask whether iterations may meet in it: the user has answered that. Only devices print it as a plain
//! statement; on the cores both are atomic, which gives the same.

use super::*;
use crate::directive::{Clause, ClauseKind, Directive};

/// Whether an atomic statement is a plain one on devices.
pub fn is_plain(directive: &Directive<Expr>) -> bool {
    let never = |c: &Clause<Expr>| matches!(&c.kind, ClauseKind::If(e) if constant(e) == Some(0));
    directive.clauses.iter().any(never)
}

/// Whether a statement is what [`atomics`] makes of one with a condition; then the atomic one.
pub fn of_condition(s: &Stmt) -> Option<&Stmt> {
    let StmtKind::If { then, els, .. } = &s.kind else {
        return None;
    };
    let plain = els.as_ref().is_some_and(
        |s| matches!(&s.kind, StmtKind::Atomic { directive, .. } if is_plain(directive)),
    );
    (plain && then.span == s.span).then_some(then)
}

/// Rewrites all constructs and device functions of a verified unit.
pub fn atomics(unit: &mut Unit) {
    let int = unit.types.int();
    let mut conditions = Conditions { int };
    for c in &mut unit.constructs {
        if let Body::Compute(body) = &mut c.body {
            body.iter_mut().for_each(|s| conditions.visit_stmt(s));
        }
    }
    for f in &mut unit.functions {
        let body = f.body.iter_mut().flatten();
        body.for_each(|s| conditions.visit_stmt(s));
    }
}

struct Conditions {
    int: TypeId,
}

impl VisitMut for Conditions {
    fn visit_stmt(&mut self, s: &mut Stmt) {
        self.walk_stmt(s);
        let StmtKind::Atomic { directive, body } = &mut s.kind else {
            return;
        };
        let Some(at) = directive
            .clauses
            .iter()
            .position(|c| matches!(c.kind, ClauseKind::If(_)))
        else {
            return;
        };
        let mut clause = directive.clauses.remove(at);
        let ClauseKind::If(cond) = &mut clause.kind else {
            return;
        };
        let never = Expr::new(
            ExprKind::IntLit {
                value: 0,
                text: "0".into(),
            },
            self.int,
            cond.span,
        );
        let value = constant(cond);
        let cond = std::mem::replace(cond, never);
        if value.is_some() {
            directive
                .clauses
                .extend((value == Some(0)).then_some(clause));
            return;
        }
        let mut plain = directive.clone();
        plain.clauses.push(clause);
        let plain = StmtKind::Atomic {
            directive: plain,
            body: body.clone(),
        };
        let kind = std::mem::replace(&mut s.kind, StmtKind::Empty);
        s.kind = StmtKind::If {
            cond,
            then: Box::new(Stmt::new(kind, s.span)),
            els: Some(Box::new(Stmt::new(plain, s.span))),
        };
    }
}
