//! Where `cache` stands and what it names (OpenACC 3.3 §2.10). It is a hint: what
//! the specification doesn't allow but other compilers pass over is an error under `-acc=strict`, else a warning.

use super::{constant, hint};
use crate::diag::{Diagnostic, codes};
use crate::directive::{ClauseKind, Directive, Section};
use crate::region::{Expr, Stmt, StmtKind, Unit};

/// Where a statement stands.
#[derive(Clone, Copy, PartialEq)]
enum At {
    Outside,
    /// Before any other statement of a loop's body; declarations may stand there too.
    Top,
    Inside,
}

/// Checks the body of a construct or of a device function.
pub fn check(unit: &Unit, stmts: &[Stmt], strict: bool, out: &mut Vec<Diagnostic>) {
    stmts
        .iter()
        .for_each(|s| walk(unit, s, At::Outside, strict, out));
}

fn walk(unit: &Unit, s: &Stmt, at: At, strict: bool, out: &mut Vec<Diagnostic>) {
    match &s.kind {
        StmtKind::Cache(d) => cache(unit, d, at, strict, out),
        StmtKind::For(l) => walk(unit, &l.body, At::Top, strict, out),
        StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } => {
            walk(unit, body, At::Top, strict, out);
        }
        StmtKind::Block(stmts) => {
            let mut at = at;
            for s in stmts {
                walk(unit, s, at, strict, out);
                let head = matches!(
                    s.kind,
                    StmtKind::Cache(_) | StmtKind::Decl(_) | StmtKind::Empty
                );
                if at == At::Top && !head {
                    at = At::Inside;
                }
            }
        }
        _ => {
            let below = match at {
                At::Top => At::Inside,
                other => other,
            };
            s.children(&mut |c| walk(unit, c, below, strict, out));
        }
    }
}

fn cache(unit: &Unit, d: &Directive<Expr>, at: At, strict: bool, out: &mut Vec<Diagnostic>) {
    match at {
        At::Top => {}
        At::Outside => {
            let message =
                "`cache` belongs at the top of a loop's body; outside of loops it has no effect";
            let found = hint(codes::DIRECTIVE_PLACE, d.span, message, strict);
            out.push(found.help("move it into the loop whose iterations use the elements"));
        }
        At::Inside => {
            let message = "`cache` comes after other statements of the loop's body";
            let found = hint(codes::DIRECTIVE_PLACE, d.span, message, strict);
            out.push(found.help("move it to the top of the body (§2.10)"));
        }
    }
    for clause in &d.clauses {
        let ClauseKind::Cache { vars, .. } = &clause.kind else {
            continue;
        };
        for var in vars {
            let ty = var.base.ty;
            if !unit.types.is_array(ty) && !unit.types.is_pointer(ty) {
                let message = format!(
                    "`cache` takes parts of arrays, and `{}` isn't one",
                    var.text
                );
                out.push(Diagnostic::error(
                    codes::SECTION_OF_SCALAR,
                    var.span,
                    message,
                ));
                continue;
            }
            let lengths = var.sections.iter().filter_map(|s| match s {
                Section::Range { length, .. } => length.as_ref(),
                Section::Element(_) => None,
            });
            for length in lengths.filter(|e| constant(e).is_none()) {
                let message = format!("the length of `{}` isn't a constant", var.text);
                let found = hint(codes::NOT_CONSTANT, length.span, &message, strict);
                out.push(
                    found.help("`cache` takes elements and sections of constant length (§2.10)"),
                );
            }
        }
    }
}
