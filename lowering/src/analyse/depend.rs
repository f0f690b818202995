//! Dependences: may two iterations of a loop touch the same memory, one of them writing?

use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, Stmt, VarId};
use accrs_frontend::source::Span;
use indexmap::IndexSet;

/// What is known of pointers.
#[derive(Clone, Debug, Default)]
pub struct Aliases {
    /// Pointers whose targets are told apart by data clauses that name their sections.
    pub distinct: IndexSet<VarId>,
    /// The user said that pointers don't alias.
    pub safe_pointers: bool,
}

/// May the iterations of a loop run in any order?
pub struct Question<'a> {
    pub unit: &'a Unit,
    pub construct: &'a [Stmt],
    /// The loop's own heads (several when collapsed).
    pub heads: &'a [&'a Canonical],
    pub body: &'a Stmt,
    /// Heads of the loops around it, outermost first.
    pub around: &'a [&'a Canonical],
    pub aliases: &'a Aliases,
    /// "61:9"
    pub place: &'a dyn Fn(Span) -> String,
}

/// A dependence between iterations, or one that can't be excluded.
#[derive(Debug)]
pub struct Carried {
    pub first: Span,
    pub second: Span,
    pub certain: bool,
    pub text: String,
}

/// `Ok` with the reason in words, or the first dependence found.
pub fn carried(q: &Question<'_>) -> Result<String, Carried> {
    Err(Carried {
        first: q.body.span,
        second: q.body.span,
        certain: false,
        text: "Loop was not analysed".into(),
    })
}
