//! What parses but isn't compiled yet: one table, which shrinks as the compiler grows.

use super::*;
use crate::diag::{Diagnostic, codes};

/// Errors for each part of the directive that the compiler can't carry out yet. They are
/// apart from the parser's, so that `--emit=directives` shows every valid directive.
pub fn unsupported<E: std::fmt::Display>(directive: &Directive<E>) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    for clause in &directive.clauses {
        if let Some(help) = instead(&clause.kind) {
            let message = format!("clause `{}` is not supported yet", clause.name);
            errors.push(
                Diagnostic::error(codes::UNSUPPORTED_CLAUSE, clause.span, message)
                    .label("not supported yet")
                    .help(help),
            );
        }
    }
    errors
}

/// Of a clause that isn't compiled, what to do instead.
fn instead<E>(clause: &ClauseKind<E>) -> Option<&'static str> {
    use ClauseKind as C;
    match clause {
        C::Host => Some("use `seq`, or move the loop out of the region"),
        C::Kernel => Some("use `gang vector` on the loop"),
        C::If(_)
        | C::SelfClause(_)
        | C::Async(_)
        | C::Wait(_)
        | C::NumGangs(_)
        | C::NumWorkers(_)
        | C::VectorLength(_)
        | C::Private(_)
        | C::Firstprivate(_)
        | C::Reduction(..)
        | C::Data(..)
        | C::Default(_)
        | C::Gang(_)
        | C::Worker(_)
        | C::Vector(_)
        | C::Seq
        | C::Auto
        | C::Independent
        | C::Collapse { .. }
        | C::Tile(_)
        | C::DeviceType(_)
        | C::IfPresent
        | C::Finalize
        | C::DeviceNum(_)
        | C::DefaultAsync(_)
        | C::RoutineName(_)
        | C::Bind(_)
        | C::Nohost
        // Hints: ignoring them changes no result.
        | C::Cache { .. }
        | C::Unroll(_)
        | C::Shortloop => None,
    }
}
