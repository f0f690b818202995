//! Diagnostics: numbered, placed, and explained. Nothing here prints.

pub mod codes;

use crate::source::Span;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    Error,
    Warning,
    Note,
}

/// `ACC0123`. The table of codes, each with its title and its page for
/// `accrs --explain`, is in `codes`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Code(pub u16);

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ACC{:04}", self.0)
    }
}

/// One message to the programmer.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    pub code: Code,
    pub severity: Severity,
    /// Where, in the preprocessed text; `None`: about the whole file or the installation.
    pub span: Option<Span>,
    pub message: String,
    /// What stands under the caret.
    pub label: String,
    /// Other places that matter: "first given here".
    pub related: Vec<(Span, String)>,
    /// What to do.
    pub help: Option<String>,
}

impl Diagnostic {
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            span: Some(span),
            message: message.into(),
            label: String::new(),
            related: Vec::new(),
            help: None,
        }
    }
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(code, span, message)
        }
    }
    pub fn general(code: Code, message: impl Into<String>) -> Self {
        Self {
            span: None,
            ..Self::error(code, Span::default(), message)
        }
    }
    /// Calls `f` with each place that is told.
    pub fn each_span(&mut self, mut f: impl FnMut(&mut Span)) {
        self.span.iter_mut().for_each(&mut f);
        self.related.iter_mut().for_each(|(span, _)| f(span));
    }
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }
    pub fn related(mut self, span: Span, text: impl Into<String>) -> Self {
        self.related.push((span, text.into()));
        self
    }
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
