//! What parses but isn't compiled yet: one table, which shrinks as the compiler grows.

use super::*;
use crate::diag::{Code, Diagnostic, codes};

/// Errors for each part of the directive that the compiler can't carry out yet. They are
/// apart from the parser's, so that `--emit=directives` shows every valid directive.
pub fn unsupported<E: std::fmt::Display>(directive: &Directive<E>) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    let mut missing = |code: Code, span: Span, what: String, help: &str| {
        errors.push(
            Diagnostic::error(code, span, format!("{what} is not supported yet"))
                .label("not supported yet")
                .help(help),
        );
    };
    for clause in &directive.clauses {
        if let Some((code, what, help)) = clause_gap(&clause.kind) {
            let what = if what.is_empty() {
                format!("clause `{}`", clause.name)
            } else {
                what.to_string()
            };
            missing(code, clause.span, what, help);
        }
    }
    errors
}

type Gap = (Code, &'static str, &'static str);

/// Clauses, and forms of clauses, that aren't compiled, and what to do instead. An empty
/// name stands for the clause as written.
fn clause_gap<E>(clause: &ClauseKind<E>) -> Option<Gap> {
    use ClauseKind as C;
    let whole = |help| Some((codes::UNSUPPORTED_CLAUSE, "", help));
    let form = |what, help| Some((codes::UNSUPPORTED_FORM, what, help));
    match clause {
        C::Host => whole("use `seq`, or move the loop out of the region"),
        C::Kernel => whole("use `gang vector` on the loop"),
        C::Data(_, modifiers, _) if modifiers.capture => {
            form("modifier `capture`", "leave it out")
        }
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
