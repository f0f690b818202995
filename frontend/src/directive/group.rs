//! Parentheses, brackets and braces: where a clause's argument ends.

use super::lex::{Token, TokenKind};
use super::parse::Parser;
use crate::diag::{Diagnostic, codes};
use crate::source::Span;

/// A parenthesised argument.
#[derive(Clone, Copy)]
pub(super) struct Group<'a> {
    /// With its parentheses.
    pub span: Span,
    pub inner: &'a [Token],
}

impl<'a> Parser<'a> {
    /// The parenthesised group at the cursor, if any. `Err`: its end isn't found, said so.
    pub(super) fn group(&mut self) -> Result<Option<Group<'a>>, ()> {
        let open = self.at;
        match self.tokens.get(open) {
            Some(token) if token.kind == TokenKind::Open('(') => {}
            _ => return Ok(None),
        }
        let mut stack: Vec<(char, Span)> = Vec::new();
        let mut broken = false;
        for i in open..self.tokens.len() {
            let token = self.tokens[i];
            match token.kind {
                TokenKind::Open(c) => stack.push((c, token.span)),
                TokenKind::Close(c) => {
                    broken |= !self.close(&mut stack, c, token.span);
                    if stack.is_empty() {
                        self.at = i + 1;
                        if broken {
                            return Err(());
                        }
                        return Ok(Some(Group {
                            span: self.tokens[open].span.to(token.span),
                            inner: &self.tokens[open + 1..i],
                        }));
                    }
                }
                _ => {}
            }
        }
        self.at = self.tokens.len();
        // A literal without an end has swallowed the closing one; that is said already.
        let swallowed = |t: &Token| t.kind == TokenKind::Unterminated;
        if let Some(&(c, span)) = stack.last()
            && !self.tokens[open..].iter().any(swallowed)
        {
            self.unclosed(c, span);
        }
        Err(())
    }

    /// Pops what `c` closes. `false`, said so: it isn't what was opened last.
    fn close(&mut self, stack: &mut Vec<(char, Span)>, c: char, span: Span) -> bool {
        let Some(&(top, opened)) = stack.last() else {
            return false;
        };
        if closer(top) == c {
            stack.pop();
            return true;
        }
        self.error(
            Diagnostic::error(
                codes::UNBALANCED,
                span,
                format!("`{c}` where `{}` is expected", closer(top)),
            )
            .label(format!("closes no `{}`", opener(c)))
            .related(opened, format!("this `{top}` is still open"))
            .help(format!("close it with `{}`", closer(top))),
        );
        if let Some(i) = stack.iter().rposition(|(o, _)| closer(*o) == c) {
            stack.truncate(i);
        }
        false
    }

    fn unclosed(&mut self, c: char, span: Span) {
        let diagnostic = if self.pragma.cut_off {
            Diagnostic::error(
                codes::UNFINISHED_DIRECTIVE,
                span,
                format!("the file ends inside a directive, before this `{c}` is closed"),
            )
            .label("never closed")
            .help("is the file complete?")
        } else {
            Diagnostic::error(
                codes::MISSING_PARENTHESIS,
                span,
                format!("missing `{}`", closer(c)),
            )
            .label(format!("this `{c}` is never closed"))
            .help(format!(
                "add `{}`; a directive ends with its line unless the line ends in a backslash",
                closer(c)
            ))
        };
        self.error(diagnostic);
    }
}

fn closer(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

fn opener(close: char) -> char {
    match close {
        ')' => '(',
        ']' => '[',
        _ => '{',
    }
}
