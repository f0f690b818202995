//! Prints the statements of a statement expression as the body of a lambda.

use super::writer::Writer;
use crate::plan::Plan;
use crate::print::Printer;
use crate::tree::{self, Kind, Node};
use accrs_frontend::region::{Stmt, StmtKind};

/// The statements as text, one to a line. `value`: the value of the last one is returned.
pub(super) fn statements(p: &Printer<'_>, plan: &Plan, stmts: &[Stmt], value: bool) -> String {
    let mut inner = Printer::new(p.unit);
    inner.access.clone_from(&p.access);
    inner.lengths.clone_from(&p.lengths);
    inner.checks.clone_from(&p.checks);
    inner.place.set(p.place.get());
    inner.literals.set(p.literals.get());
    let mut part = tree::function::statements(p.unit, plan, stmts);
    if part.jumps_out {
        p.refuse(
            p.place.get(),
            "a statement expression that is left by a jump is not supported on a device",
        );
    }
    if value
        && let Some(Node {
            kind: Kind::Leaf(last),
            ..
        }) = part.body.last_mut()
        && let StmtKind::Expr(e) = &last.kind
    {
        last.kind = StmtKind::Return(Some(e.clone()));
    }
    let mut w = Writer::new(inner, plan);
    w.split = part.split;
    w.read = part.read;
    w.names = part.names;
    w.nodes(&part.body);
    p.literals.set(w.p.literals.get());
    p.used.borrow_mut().merge(w.p.used.take());
    let problems =
        w.p.problems
            .take()
            .into_iter()
            .chain(part.problems.into_vec());
    p.problems.borrow_mut().extend(problems);
    w.out.into_text()
}
