//! Control flow must not leave a compute construct (OpenACC 3.3 §2.5.4).

use crate::diag::{Diagnostic, codes};
use crate::region::{Stmt, StmtKind};
use crate::source::Span;

/// Where a `break` or `continue` would go.
#[derive(Clone, Copy)]
struct Inside {
    breakable: bool,
    loops: bool,
}

/// Checks the body of a compute construct.
pub fn construct(stmts: &[Stmt], out: &mut Vec<Diagnostic>) {
    let mut labels = Vec::new();
    stmts.iter().for_each(|s| collect(s, &mut labels));
    let start = Inside {
        breakable: false,
        loops: false,
    };
    stmts.iter().for_each(|s| walk(s, start, &labels, out));
}

fn collect<'a>(s: &'a Stmt, labels: &mut Vec<&'a str>) {
    if let StmtKind::Label { name, .. } = &s.kind {
        labels.push(name);
    }
    s.children(&mut |c| collect(c, labels));
}

fn walk(s: &Stmt, at: Inside, labels: &[&str], out: &mut Vec<Diagnostic>) {
    let mut leaves = |span: Span, what: &str| {
        let d = Diagnostic::error(
            codes::BRANCH_OUT,
            span,
            format!("`{what}` leaves the compute construct"),
        );
        out.push(d.help("let the construct run to its end; carry the reason out in a variable"));
    };
    match &s.kind {
        StmtKind::Return(_) => leaves(s.span, "return"),
        StmtKind::Break if !at.breakable => leaves(s.span, "break"),
        StmtKind::Continue if !at.loops => leaves(s.span, "continue"),
        StmtKind::Goto(name) if !labels.contains(&name.as_str()) => {
            leaves(s.span, &format!("goto {name}"));
        }
        _ => {}
    }
    let inner = match &s.kind {
        StmtKind::For(_) | StmtKind::While { .. } | StmtKind::DoWhile { .. } => Inside {
            breakable: true,
            loops: true,
        },
        StmtKind::Switch { .. } => Inside {
            breakable: true,
            ..at
        },
        _ => at,
    };
    s.children(&mut |c| walk(c, inner, labels, out));
}
