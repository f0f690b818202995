//! Statement expressions: their statements as the body of a lambda.

use super::exec::Body;
use super::exec::Place;
use super::kernel::has_goto;
use super::loops::ends_here;
use super::unread;
use crate::plan::Plan;
use crate::print::Printer;
use accrs_frontend::region::{Stmt, StmtKind};
use accrs_frontend::source::Span;

/// The statements' text, indented once, a line each; `value`: the last one's is returned.
pub(super) fn statements(p: &Printer<'_>, plan: &Plan, stmts: &[Stmt], value: bool) -> String {
    let mut inner = Printer::new(p.unit);
    inner.access.clone_from(&p.access);
    inner.lengths.clone_from(&p.lengths);
    inner.place.set(p.place.get());
    inner.literals.set(p.literals.get());
    let whole = Stmt::new(StmtKind::Block(stmts.to_vec()), Span::default());
    if !ends_here(&whole) {
        p.refuse(
            p.place.get(),
            "a statement expression that is left by a jump is not supported on a device",
        );
    }
    let mut b = Body::new(inner, plan, None, None);
    b.split = has_goto(stmts);
    b.read = unread::read(p.unit, stmts, None);
    let alone = Place::default();
    match stmts.split_last() {
        Some((
            Stmt {
                kind: StmtKind::Expr(last),
                span,
                ..
            },
            rest,
        )) if value => {
            rest.iter().for_each(|s| b.leaf(s, &alone));
            let kind = StmtKind::Return(Some(last.clone()));
            b.leaf(&Stmt::new(kind, *span), &alone);
        }
        _ => stmts.iter().for_each(|s| b.leaf(s, &alone)),
    }
    p.literals.set(b.p.literals.get());
    super::merge(&mut p.used.borrow_mut(), b.p.used.take());
    p.problems.borrow_mut().extend(b.p.problems.take());
    b.out.into_text()
}
