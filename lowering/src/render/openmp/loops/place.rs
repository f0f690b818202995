//! Where a loop's directive goes in the user's text, and what takes the place of a loop that OpenMP can't
//! take as it is written.

use super::super::counted;
use super::super::spans::statement_end;
use super::Loops;
use crate::plan::LoopPlan;
use crate::render::RenderError;
use crate::render::text::{Edit, one_line, to_generated, to_user};
use accrs_frontend::region::{For, Stmt};
use accrs_frontend::source::Span;

impl<'a> Loops<'a> {
    /// Puts a counted loop in the place of the user's.
    pub(super) fn place_counted(
        &mut self,
        stmt: &Stmt,
        l: &For,
        plan: &LoopPlan,
        line: &str,
    ) -> Result<(), RenderError> {
        let text = counted::counted(self.unit, l, plan, line)?;
        let body = crate::tree::host::body(l, plan).span;
        self.place_around((stmt, l), body, text.open, text.close);
        Ok(())
    }

    /// Puts text in the place of a loop's head, or of those of a nest, up to `body`, and behind that.
    pub(super) fn place_around(
        &mut self,
        (stmt, l): (&Stmt, &For),
        body: Span,
        open: String,
        mut close: String,
    ) {
        let source = &self.unit.source;
        let head = Span {
            start: self.for_keyword(stmt, self.own_directive(l)),
            end: body.start,
        };
        let open = format!("{}{open}{}", to_generated(), to_user(source, head.end));
        self.edits.push(Edit::replace(head, open));
        let tail = Span {
            start: statement_end(source, body),
            end: statement_end(source, stmt.span),
        };
        // The ends of a nest's inner loops take several lines.
        if source.slice(tail).contains('\n') {
            close.push_str(&to_user(source, tail.end));
        }
        self.edits.push(Edit::replace(tail, close));
    }

    /// The head of a loop that has taken another one's place.
    ///
    /// # Errors
    /// The text has no such head: a defect of accrs.
    pub(super) fn head(&mut self, stmt: &Stmt, l: &For) -> Result<(), RenderError> {
        let source = &self.unit.source;
        let own = Span {
            start: self.for_keyword(stmt, self.own_directive(l)),
            end: l.body.span.start,
        };
        let (Some(init), Some(cond), Some(inc)) = (&l.init, &l.cond, &l.inc) else {
            return Ok(());
        };
        if own.start <= cond.span.start && cond.span.start < own.end {
            return Ok(());
        }
        let length = head_length(source.slice(own))
            .ok_or_else(|| RenderError::internal("an interchanged loop without a head"))?;
        let own = Span {
            start: own.start,
            end: own.start + length as u32,
        };
        let [init, cond, inc] = [init.span, cond.span, inc.span].map(|s| one_line(source.slice(s)));
        let mut text = format!("for ({}; {cond}; {inc})", init.trim_end_matches(';'));
        if source.slice(own).contains('\n') {
            text.push_str(&to_user(source, own.end));
        }
        self.edits.push(Edit::replace(own, text));
        Ok(())
    }

    /// Puts the directive on the line of the loop's own one, or on a new line before the `for`.
    pub(super) fn place(&mut self, stmt: &Stmt, l: &For, line: String) {
        let source = &self.unit.source;
        let outer = self.construct.directive.span;
        let own = self.own_directive(l);
        let start = self.for_keyword(stmt, own);
        if self.compute.cores.team.is_none() || own != outer {
            let gap = source.slice(Span {
                start: own.end,
                end: start,
            });
            if one_line(&format!("\n{gap}\n")).is_empty() && !gap.contains("pragma") {
                // What follows stays on its line.
                let rest = match line.contains('\n') {
                    true => to_user(source, own.end),
                    false => String::new(),
                };
                self.edits.push(Edit::replace(own, line + &rest));
                return;
            }
        }
        self.edits.push(Edit::insert(
            start,
            format!("\n{line}{}", to_user(source, start)),
        ));
    }

    /// A loop's directive. One without may stand right behind the construct's.
    pub(super) fn own_directive(&self, l: &For) -> Span {
        let outer = self.construct.directive.span;
        match l.directive.as_ref().map(|d| d.span) {
            Some(s) if s.start < outer.start || s.start >= outer.end => s,
            _ => outer,
        }
    }

    /// Where the `for` itself begins; the statement's span may begin at its directive.
    pub(super) fn for_keyword(&self, stmt: &Stmt, own: Span) -> u32 {
        let text = self.unit.source.slice(stmt.span);
        if text.starts_with("for") {
            return stmt.span.start;
        }
        let from = own.end.max(stmt.span.start);
        let rest = &self.unit.source.text[from as usize..];
        let word = |at: &usize| {
            let before = rest[..*at].bytes().next_back();
            let after = rest.as_bytes().get(at + 3);
            let part = |b: Option<u8>| b.is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_');
            !part(before) && !part(after.copied())
        };
        rest.match_indices("for")
            .map(|(at, _)| at)
            .find(word)
            .map_or(stmt.span.start, |at| from + at as u32)
    }
}

/// The length of `for (...)` at the start of a text: to the parenthesis that closes it.
fn head_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut depth = 0;
    let mut at = 0;
    while let Some(b) = bytes.get(at) {
        let rest = &text.as_bytes()[at..];
        match b {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(at + 1),
            b')' => depth -= 1,
            // Literals; comments, where they are kept; the file names of line markers.
            b'"' | b'\'' => {
                let mut end = 1;
                while rest.get(end).is_some_and(|c| c != b) {
                    end += 1 + usize::from(rest[end] == b'\\');
                }
                at += end;
            }
            b'/' if rest.starts_with(b"/*") => at += rest.windows(2).position(|w| w == b"*/")? + 1,
            b'/' if rest.starts_with(b"//") => at += rest.iter().position(|c| *c == b'\n')?,
            _ => {}
        }
        at += 1;
    }
    None
}
