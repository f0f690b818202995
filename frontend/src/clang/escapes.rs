//! Control flow must not leave a structured block that stays host text: `data`, `host_data`
//! (OpenACC 3.3 §2.6.5): the construct's end would never run.

use super::build::Builder;
use super::cursor::Cursor;
use crate::diag::{Diagnostic, codes};
use clang_sys::*;

/// Reports what leaves the block `body` of the directive `name`.
pub fn check<'t>(b: &mut Builder<'t>, body: Cursor<'t>, name: &str) {
    let mut found = Found::default();
    walk(body, false, false, &mut found);
    let Found {
        labels,
        gotos,
        mut out,
    } = found;
    out.extend(
        gotos
            .into_iter()
            .filter(|(_, l)| !labels.contains(l))
            .map(|(c, _)| c),
    );
    for c in out {
        let span = b.weave.span(c.extent());
        let message = format!("`{}` leaves the `{name}` construct", b.source.slice(span));
        let d = Diagnostic::error(codes::BRANCH_OUT, span, message)
            .help("leave after the construct's end: what it does there would be skipped");
        b.diagnostics.push(d);
    }
}

#[derive(Default)]
struct Found<'t> {
    labels: Vec<String>,
    gotos: Vec<(Cursor<'t>, String)>,
    out: Vec<Cursor<'t>>,
}

fn walk<'t>(c: Cursor<'t>, breakable: bool, loops: bool, found: &mut Found<'t>) {
    match c.kind() {
        CXCursor_ReturnStmt => found.out.push(c),
        CXCursor_BreakStmt if !breakable => found.out.push(c),
        CXCursor_ContinueStmt if !loops => found.out.push(c),
        CXCursor_LabelStmt => found.labels.push(c.spelling()),
        CXCursor_GotoStmt => {
            if let Some(label) = c.children().pop() {
                found.gotos.push((c, label.spelling()));
            }
        }
        _ => {}
    }
    let is_loop = matches!(
        c.kind(),
        CXCursor_ForStmt | CXCursor_WhileStmt | CXCursor_DoStmt
    );
    let breakable = breakable || is_loop || c.kind() == CXCursor_SwitchStmt;
    for child in c.children() {
        walk(child, breakable, loops || is_loop, found);
    }
}
