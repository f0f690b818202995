//! Calls in device code name their function: a pointer to a host function has no meaning there.

use crate::diag::{Diagnostic, codes};
use crate::region::{Expr, ExprKind, Stmt};

/// Checks every expression of a body.
pub fn check(s: &Stmt, out: &mut Vec<Diagnostic>) {
    s.exprs(&mut |e| expr(e, out));
    s.children(&mut |c| check(c, out));
}

fn expr(e: &Expr, out: &mut Vec<Diagnostic>) {
    match &e.kind {
        ExprKind::Call { callee, args } => {
            if !matches!(callee.strip_implicit().kind, ExprKind::Function(_)) {
                let message = "calls through pointers can't be made in device code";
                let d = Diagnostic::error(codes::UNSUPPORTED_CALL, callee.span, message)
                    .help("call the function by its name");
                out.push(d);
            }
            args.iter().for_each(|a| expr(a, out));
        }
        ExprKind::Function(_) => {
            let message = "a function can only be called here, not be used as a value";
            out.push(Diagnostic::error(codes::UNSUPPORTED_CALL, e.span, message));
        }
        ExprKind::StmtExpr(stmts) => stmts.iter().for_each(|s| check(s, out)),
        // Not evaluated.
        ExprKind::SizeofExpr(_) => {}
        _ => e.children(&mut |c| expr(c, out)),
    }
}
