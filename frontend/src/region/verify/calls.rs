//! Calls in device code name their function: a pointer to a host function has no meaning there.

use crate::diag::{Diagnostic, codes};
use crate::region::{Expr, ExprKind, Stmt, Visit};

/// Checks every expression of a body.
pub fn check(s: &Stmt, out: &mut Vec<Diagnostic>) {
    Calls { out }.visit_stmt(s);
}

struct Calls<'a> {
    out: &'a mut Vec<Diagnostic>,
}

impl<'s> Visit<'s> for Calls<'_> {
    fn visit_expr(&mut self, e: &'s Expr) {
        match &e.kind {
            ExprKind::Call { callee, args } => {
                if !matches!(callee.strip_implicit().kind, ExprKind::Function(_)) {
                    let message = "calls through pointers can't be made in device code";
                    let d = Diagnostic::error(codes::UNSUPPORTED_CALL, callee.span, message)
                        .help("call the function by its name");
                    self.out.push(d);
                }
                args.iter().for_each(|a| self.visit_expr(a));
            }
            ExprKind::Function(_) => {
                let message = "a function can only be called here, not be used as a value";
                let d = Diagnostic::error(codes::UNSUPPORTED_CALL, e.span, message);
                self.out.push(d);
            }
            // Not evaluated.
            ExprKind::SizeofExpr(_) => {}
            _ => self.walk_expr(e),
        }
    }
}
