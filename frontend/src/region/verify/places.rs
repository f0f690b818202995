//! Where `cache` stands and what it names (OpenACC 3.3 §2.10). It is a hint: what
//! the specification doesn't allow but other compilers pass over is an error under `-acc=strict`, else a warning.

use super::hint;
use crate::diag::{Diagnostic, codes};
use crate::directive::{ClauseKind, Directive, Section};
use crate::region::{Expr, Stmt, StmtKind, Unit, Visit, constant};

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
    let mut walker = Walker {
        unit,
        strict,
        at: At::Outside,
        out,
    };
    stmts.iter().for_each(|s| walker.visit_stmt(s));
}

struct Walker<'a> {
    unit: &'a Unit,
    strict: bool,
    at: At,
    out: &'a mut Vec<Diagnostic>,
}

impl<'s> Visit<'s> for Walker<'_> {
    fn visit_stmt(&mut self, s: &'s Stmt) {
        let around = self.at;
        match &s.kind {
            StmtKind::Cache(d) => cache(self.unit, d, self.at, self.strict, self.out),
            StmtKind::For(_) | StmtKind::While { .. } | StmtKind::DoWhile { .. } => {
                self.at = At::Top;
                self.walk_stmt(s);
            }
            StmtKind::Block(stmts) => {
                for s in stmts {
                    self.visit_stmt(s);
                    let head = matches!(
                        s.kind,
                        StmtKind::Cache(_) | StmtKind::Decl(_) | StmtKind::Empty
                    );
                    if self.at == At::Top && !head {
                        self.at = At::Inside;
                    }
                }
            }
            _ => {
                self.below();
                self.walk_stmt(s);
            }
        }
        self.at = around;
    }

    fn visit_expr(&mut self, e: &'s Expr) {
        let around = self.at;
        self.below();
        self.walk_expr(e);
        self.at = around;
    }
}

impl Walker<'_> {
    /// What is part of another statement comes after it.
    fn below(&mut self) {
        if self.at == At::Top {
            self.at = At::Inside;
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
