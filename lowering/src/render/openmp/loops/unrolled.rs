//! Unrolled loops (`tree/unroll.rs`), as C around copies of the user's text.
//!
//! A copy is the text of the body with its own edits: the directives in it as everywhere, and the loop's variable as it is so many
//! iterations later. So what stands in it is visited once for each copy.

use super::super::spans::{leftovers, statement_end};
use super::Loops;
use crate::plan::Copies;
use crate::render::text::{Edit, apply, to_generated, to_user};
use crate::render::{RenderError, clause};
use crate::tree::shift::Shift;
use crate::tree::{Form, Kind, Node, Sequential, Unrolling, host};
use accrs_frontend::region::{Canonical, Expr, ExprKind, For, Stmt, StmtKind, VarId, Visit};
use accrs_frontend::source::Span;
use std::fmt::Write;

/// A loop of the user's that is unrolled.
struct Unrolled<'u, 'a> {
    l: &'a For,
    /// Variables that its iterations have for themselves.
    own: &'u [VarId],
    /// How far in it stands.
    indent: usize,
}

impl<'a> Loops<'a> {
    /// Puts an unrolled loop in the place of the user's.
    pub(super) fn unrolled(
        &mut self,
        stmt: &Stmt,
        l: &'a For,
        own: &[VarId],
        head: &Canonical,
        copies: &Copies,
    ) -> Result<(), RenderError> {
        let source = &self.unit.source;
        let whole = Span {
            start: self.for_keyword(stmt, self.own_directive(l)),
            end: statement_end(source, stmt.span),
        };
        let nodes = host::unrolled(self.unit, stmt, l, head, copies);
        let mut text = to_generated();
        let indent = self.indent(whole.start);
        let of = Unrolled { l, own, indent };
        self.unrolled_nodes(&nodes, &of, &mut text)?;
        // In a copy of an outer loop's body it stands as far in as the text around it.
        if !self.runtime && self.in_copy {
            text = indented(&text, indent);
        }
        text.push_str(&to_user(source, whole.end));
        self.edits.push(Edit::replace(whole, text));
        Ok(())
    }

    /// Nodes as generated lines, with the user's text between them.
    fn unrolled_nodes(
        &mut self,
        nodes: &[Node],
        of: &Unrolled<'_, 'a>,
        out: &mut String,
    ) -> Result<(), RenderError> {
        // Two loops in the place of one.
        if nodes.len() > 1 {
            let mut inner = String::new();
            for n in nodes {
                self.unrolled_nodes(std::slice::from_ref(n), of, &mut inner)?;
            }
            let inner = match self.runtime {
                true => inner,
                false => indented(&inner, 4),
            };
            let _ = write!(out, "{{\n{inner}}}\n");
            return Ok(());
        }
        for n in nodes {
            match &n.kind {
                Kind::Block(body) => self.unrolled_nodes(body, of, out)?,
                Kind::Leaf(_) => {
                    let _ = writeln!(out, "{};", self.init(of));
                }
                Kind::For(l) => self.unrolled_loop(l, of, out)?,
                Kind::Text(shift) => {
                    let text = self.body_text(of, shift.as_deref())?;
                    self.put_text(of, &text, out);
                }
                other => {
                    return Err(RenderError::internal(format!(
                        "no unrolled loop: {other:?}"
                    )));
                }
            }
        }
        Ok(())
    }

    /// A body. A program for people has it as far in as its loop asks for.
    fn put_text(&self, of: &Unrolled<'_, 'a>, text: &str, out: &mut String) {
        if self.runtime {
            out.push_str(&to_user(&self.unit.source, of.l.body.span.start));
            out.push_str(text);
            out.push_str(&to_generated());
            return;
        }
        let block = text.starts_with('{');
        // Behind the head of the loop for the rest.
        if block && !out.ends_with("{\n") && !out.ends_with("}\n") {
            out.truncate(out.trim_end().len());
            let _ = writeln!(out, " {}", dedented(text, of.indent));
            return;
        }
        let text = match block {
            true => dedented(text, of.indent),
            false => dedented(text, of.indent + 4),
        };
        let _ = writeln!(out, "{}", indented(&text, 4));
    }

    /// The blanks that a line of the user's text begins with.
    fn indent(&self, at: u32) -> usize {
        let before = &self.unit.source.text[..at as usize];
        let line = before.rsplit('\n').next().unwrap_or_default();
        line.len() - line.trim_start_matches(' ').len()
    }

    fn unrolled_loop(
        &mut self,
        l: &Sequential,
        of: &Unrolled<'_, 'a>,
        out: &mut String,
    ) -> Result<(), RenderError> {
        let init = match &l.form {
            Form::For(Some(_)) => self.init(of),
            _ => String::new(),
        };
        let part = |e: &Option<Expr>| match e {
            Some(e) => Ok(format!(" {}", clause::expr(self.unit, &self.shifted(e))?)),
            None => Ok(String::new()),
        };
        let (cond, inc) = (part(&l.cond)?, part(&l.inc)?);
        let main = matches!(l.unroll, Some(Unrolling::Main(_)));
        let brace = if main { " {" } else { "" };
        let _ = writeln!(out, "for ({init};{cond};{inc}){brace}");
        // The text of a body is a statement.
        for n in &l.body {
            self.unrolled_nodes(std::slice::from_ref(n), of, out)?;
        }
        if main {
            out.push_str("}\n");
        }
        Ok(())
    }

    /// The first part of the user's loop, without its semicolon.
    fn init(&mut self, of: &Unrolled<'_, 'a>) -> String {
        let Some(init) = &of.l.init else {
            return String::new();
        };
        let text = self.copy(init.span, None, |v| v.visit_stmt(init));
        text.trim().trim_end_matches(';').trim_end().to_string()
    }

    /// The body of the user's loop.
    fn body_text(
        &mut self,
        of: &Unrolled<'_, 'a>,
        shift: Option<&Shift>,
    ) -> Result<String, RenderError> {
        let body = &of.l.body;
        let span = Span {
            start: body.span.start,
            end: statement_end(&self.unit.source, body.span),
        };
        let mut done = Ok(());
        let text = self.copy(span, shift, |v| {
            v.own_privates(of.own, of.l);
            if let StmtKind::Block(stmts) = &body.kind {
                done = v.made_privates(stmts, body.span);
            }
            let around = std::mem::replace(&mut v.in_copy, true);
            v.visit_stmt(body);
            v.in_copy = around;
        });
        done.map(|()| text)
    }

    /// The user's text with what `visit` changes in it.
    fn copy(&mut self, span: Span, shift: Option<&Shift>, visit: impl FnOnce(&mut Self)) -> String {
        let around = std::mem::take(&mut self.edits);
        self.shifts.extend(shift.cloned());
        visit(self);
        if shift.is_some() {
            self.shifts.pop();
        }
        let mut edits = std::mem::replace(&mut self.edits, around);
        edits.extend(leftovers(self.unit, span));
        apply(&self.unit.source, span, &mut edits)
    }

    /// An expression as it is in the copy that is printed.
    pub(super) fn shifted(&self, e: &Expr) -> Expr {
        // Inner loops' steps may name the variables of outer ones.
        let shifts = self.shifts.iter().rev();
        shifts.fold(e.clone(), |e, s| s.applied(self.unit, &e))
    }

    /// Edits an expression of the user's text that is another one in a copy.
    pub(super) fn shifted_text(&mut self, e: &Expr) -> bool {
        let mut shifts = self.shifts.iter();
        let Some((at, new)) = shifts.find_map(|s| Some((s.var, s.replaced(self.unit, e)?))) else {
            return false;
        };
        // The step of an inner loop may name the variable of an outer one.
        let others = self.shifts.iter().filter(|s| s.var != at);
        let new = others.fold(new, |e, s| s.applied(self.unit, &e));
        match clause::expr(self.unit, &new) {
            Ok(text) => {
                let alone = !matches!(e.kind, ExprKind::Binary(..)) && !self.stands_alone(e.span);
                let text = if alone { format!("({text})") } else { text };
                self.edits.push(Edit::replace(e.span, text));
            }
            Err(why) => self.failed = self.failed.take().or(Some(why)),
        }
        true
    }

    /// Whether an expression stands in parentheses or brackets by itself.
    fn stands_alone(&self, span: Span) -> bool {
        let text = &self.unit.source.text;
        let before = text[..span.start as usize].trim_end().chars().next_back();
        let behind = text[span.end as usize..].trim_start().chars().next();
        matches!(
            (before, behind),
            (Some('['), Some(']')) | (Some('('), Some(')'))
        )
    }
}

/// Lines that are further in, but for line markers.
fn indented(text: &str, by: usize) -> String {
    let line = |l: &str| match l.trim().is_empty() || l.starts_with("# ") {
        true => l.to_string(),
        false => format!("{:by$}{l}", ""),
    };
    let lines: Vec<String> = text.split('\n').map(line).collect();
    lines.join("\n")
}

/// Lines that are less far in, but for the first one, which begins where it begins.
fn dedented(text: &str, by: usize) -> String {
    let line = |l: &str| {
        let blanks = l.len() - l.trim_start_matches(' ').len();
        l[blanks.min(by)..].to_string()
    };
    let lines: Vec<String> = text.split('\n').map(line).collect();
    lines.join("\n")
}
