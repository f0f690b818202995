//! The front end of accrs: from preprocessed C to a verified region IR.
//!
//! ```text
//! app.i ── scan ──► directives (text of clauses)          directive/
//!   │                  │ clause expressions are woven into the text as C
//!   ▼                  ▼
//! libclang ──────► cursors ──► region IR, typed           clang/ → region/
//!                                 │
//!                                 ▼ verify
//!                              Unit, or diagnostics        diag/
//! ```
//!
//! [`parse`] is the way in. Nothing here prints: diagnostics are returned.

pub mod beside;
pub mod clang;
pub mod diag;
pub mod directive;
mod literals;
pub mod region;
pub mod rules;
pub mod source;

pub use diag::{Diagnostic, Severity};
pub use region::Unit;
pub use rules::CRules;

/// What the front end is given.
pub struct Input<'a> {
    /// Preprocessed C with line markers (`cc -E -fopenacc`).
    pub text: String,
    /// The user's file, as named on the command line.
    pub path: &'a str,
    /// Options that change how C parses (`-std=`, `-m32`, `-fshort-enums`, ...), for libclang.
    pub cflags: &'a [String],
    /// What those and others say about C's rules.
    pub rules: &'a CRules,
    /// `-acc=strict`: extensions of OpenUH and PGI are errors.
    pub strict: bool,
}

/// What it returns: the unit unless an error was found, and all diagnostics, in source order.
pub struct Output {
    pub unit: Option<Unit>,
    pub source: source::SourceMap,
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses one preprocessed translation unit. Never panics on any input; every
/// failure, including an absent libclang, is a diagnostic.
pub fn parse(input: Input<'_>) -> Output {
    clang::parse(input)
}
