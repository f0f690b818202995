//! The problems that the tree's passes find: code that can't be compiled for a device.

use accrs_frontend::Diagnostic;
use accrs_frontend::diag::{Code, codes};
use accrs_frontend::source::Span;

#[derive(Clone, Default, Debug)]
pub struct Problems(Vec<Diagnostic>);

impl Problems {
    /// Refuses a statement that no device can run.
    pub fn refuse(&mut self, span: Span, message: impl Into<String>) {
        self.add(codes::UNSUPPORTED_STATEMENT, span, message.into());
    }

    /// Refuses loops of several levels with code between them that isn't supported yet.
    pub fn refuse_nest(&mut self, span: Span, message: &str) {
        let message = format!("{message}: not supported on a device yet");
        self.add(codes::UNSUPPORTED_NEST, span, message);
    }

    /// Refuses a call that no device can make.
    pub fn refuse_call(&mut self, span: Span, message: impl Into<String>) {
        self.add(codes::UNSUPPORTED_CALL, span, message.into());
    }

    fn add(&mut self, code: Code, span: Span, message: String) {
        let known = |d: &Diagnostic| d.span == Some(span) && d.message == message;
        if !self.0.iter().any(known) {
            self.0.push(Diagnostic::error(code, span, message));
        }
    }

    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.0
    }
}
