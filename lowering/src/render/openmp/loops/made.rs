//! Loops that the cores run in the place of others of the text (`plan/loops.rs`): their heads are printed, the statements in them are the user's text.
//!
//! ```c
//! if (…) {                                    // memory lies apart, where that has to be asked
//!     for (long c0 = 1; c0 < n; c0++) {
//! #pragma omp parallel for schedule(static)
//!         for (long c1 = 0; c1 < n - c0; c1++) {
//!             {
//!                 int i = c1;
//!                 int j = c0 + c1;
//!                 …                            // the user's statement
//!             }
//!         }
//!     }
//! } else …                                     // the user's loops
//! ```

use super::super::spans::{leftovers, statement_end};
use super::Loops;
use super::blocked::Instead;
use super::heads::{checked, unused};
use super::lines::Lines;
use crate::plan::{CoreLoop, MadeLoops};
use crate::print::{Dialect, Printer};
use crate::render::RenderError;
use crate::render::text::{Edit, apply, quiet, to_generated, to_user};
use accrs_frontend::region::{Expr, ExprKind, For, Stmt, StmtKind, VarId, Visit};
use accrs_frontend::source::Span;
use indexmap::IndexSet;

impl<'a> Loops<'a> {
    /// The loops that a block consists of, if they are made.
    pub(super) fn made_loops(&self, stmts: &[Stmt]) -> Option<&'a MadeLoops> {
        let StmtKind::For(outermost) = &stmts.first()?.kind else {
            return None;
        };
        // The first of them may have changed places with loops in it.
        let mut at: &For = outermost;
        loop {
            let made = self.compute.made.get(&at.id);
            if let Some(made) = made.filter(|m| m.heads.contains(&outermost.id)) {
                return Some(made);
            }
            at = at.body.only_loop()?;
        }
    }

    /// Puts made loops in the place of the user's.
    pub(super) fn made(&mut self, stmts: &'a [Stmt], m: &'a MadeLoops) -> Result<(), RenderError> {
        let source = &self.unit.source;
        let StmtKind::For(l) = &m.whole.kind else {
            return Err(RenderError::internal("loops are made of no loop"));
        };
        let whole = Span {
            start: self.for_keyword(&m.whole, self.own_directive(l)),
            end: statement_end(source, m.whole.span),
        };
        let outside = std::mem::take(&mut self.edits);
        let mut out = Lines::default();
        out.indent();
        if m.apart.is_empty() {
            let left = self.unused(stmts, m);
            unused(self.unit, left).iter().for_each(|l| out.line(l));
        }
        let known = self.known.len();
        self.know(&m.apart)?;
        let done = stmts.iter().try_for_each(|s| self.print(&mut out, s, m));
        self.known.truncate(known);
        self.edits = outside;
        done?;
        let (generated, last) = (to_generated(), to_user(source, whole.end));
        let text = out.text();
        let text = match m.apart.is_empty() {
            true => format!("{generated}{{\n{text}}}{last}"),
            false => {
                let condition = self.asked(&m.apart)?;
                let written = self.as_written(whole)?;
                // The compiler has warned of what it finds once.
                let plain = quiet(&format!("{}{written}", to_user(source, whole.start)));
                format!(
                    "{generated}if ({condition}) {{\n{text}}} else {{\n{plain}{generated}}}{last}"
                )
            }
        };
        self.edits.push(Edit::replace(whole, text));
        Ok(())
    }

    /// What the heads of the text's loops name, and made loops don't: compilers would warn of variables that nothing else uses.
    fn unused(&self, stmts: &[Stmt], m: &MadeLoops) -> IndexSet<VarId> {
        let (mut named, mut declared) = (IndexSet::new(), IndexSet::new());
        m.whole.each_stmt(|s| match &s.kind {
            StmtKind::For(l) => named.extend(head(l)),
            StmtKind::Decl(all) => declared.extend(all.iter().map(|d| d.var)),
            _ => {}
        });
        let mut left: IndexSet<VarId> = &named - &declared;
        for s in stmts {
            s.each_stmt(|s| match &s.kind {
                StmtKind::For(l) if m.heads.contains(&l.id) => {
                    let here = head(l);
                    left.retain(|v| !here.contains(v));
                }
                _ => {}
            });
        }
        left
    }

    fn print(&mut self, out: &mut Lines, s: &'a Stmt, m: &'a MadeLoops) -> Result<(), RenderError> {
        match &s.kind {
            _ if !self.is_made(s, m) => self.own_text(out, s),
            StmtKind::For(l) => match self.instead(s)? {
                None => self.made_loop(out, l, m),
                Some(Instead { question, text }) if question.is_empty() => {
                    out.block(&text);
                    Ok(())
                }
                Some(Instead { question, text }) => {
                    out.line(format!("if ({question})"));
                    out.block(&text);
                    out.open("else {");
                    self.made_loop(out, l, m)?;
                    out.close("}");
                    Ok(())
                }
            },
            StmtKind::Block(_) => {
                out.open("{");
                self.inside_braces(out, s, m)?;
                out.close("}");
                Ok(())
            }
            StmtKind::Decl(all) => {
                let p = Printer::of(self.unit, Dialect::HostC);
                for d in all {
                    out.line(format!("{};", p.declaration(d)));
                }
                checked(&p)
            }
            StmtKind::If { cond, then, els } => {
                let p = Printer::of(self.unit, Dialect::HostC);
                out.line(format!("if ({})", p.expr(cond)));
                checked(&p)?;
                out.open("{");
                self.inside_braces(out, then, m)?;
                out.close("}");
                if let Some(els) = els {
                    out.open("else {");
                    self.inside_braces(out, els, m)?;
                    out.close("}");
                }
                Ok(())
            }
            _ => self.own_text(out, s),
        }
    }

    /// The tiles in the place of a loop, if it has some.
    fn instead(&self, s: &Stmt) -> Result<Option<Instead>, RenderError> {
        if !self.runtime {
            return Ok(None);
        }
        if let Some(blocked) = self.compute.blocked.get(&s.id) {
            return self.nest_in_tiles(blocked).map(Some);
        }
        if let Some(jammed) = self.compute.jammed.get(&s.id) {
            return self.jam(jammed).map(Some);
        }
        let ahead = self.compute.ahead.get(&s.id);
        ahead.map(|a| self.with_sums_ahead(a)).transpose()
    }

    /// What stands in braces that are there already: those of a made statement, which need not name a variable that is made.
    fn inside_braces(
        &mut self,
        out: &mut Lines,
        s: &'a Stmt,
        m: &'a MadeLoops,
    ) -> Result<(), RenderError> {
        match &s.kind {
            StmtKind::Block(inner) => match inner.as_slice() {
                [only] if self.is_made(only, m) => self.inside_braces(out, only, m),
                all => all.iter().try_for_each(|s| match &s.kind {
                    StmtKind::Block(inner) if inner.iter().all(|s| self.is_loop(s, m)) => {
                        self.inside_braces(out, s, m)
                    }
                    _ => self.print(out, s, m),
                }),
            },
            _ => self.print(out, s, m),
        }
    }

    fn is_loop(&self, s: &Stmt, m: &MadeLoops) -> bool {
        matches!(s.kind, StmtKind::For(_)) && self.is_made(s, m)
    }

    /// Whether a statement isn't in the text, or holds such a one.
    fn is_made(&self, s: &Stmt, m: &MadeLoops) -> bool {
        if m.pieces {
            // What stands in other pieces is missing in these.
            return matches!(s.kind, StmtKind::For(_) | StmtKind::Block(_));
        }
        s.any_stmt(|s| match &s.kind {
            StmtKind::For(l) => m.heads.contains(&l.id),
            StmtKind::Decl(all) => all.iter().any(|d| self.unit.var(d.var).fits),
            // One that says in which iterations a statement runs has the place of a loop's head.
            StmtKind::If { .. } => !self.unit.source.slice(s.span).starts_with("if"),
            _ => false,
        })
    }

    fn made_loop(
        &mut self,
        out: &mut Lines,
        l: &'a For,
        m: &'a MadeLoops,
    ) -> Result<(), RenderError> {
        let around = self.in_threads;
        let plan = self.compute.loops.get(&l.id);
        let mut own: &[_] = &[];
        if let (Some(plan), Some(found)) = (plan, self.compute.cores.loops.get(&l.id)) {
            match found {
                CoreLoop::InOrder { own: all } => own = all,
                CoreLoop::Directive { how, .. } => {
                    for line in self.asking(plan, found)?.lines() {
                        out.flush_left(line);
                    }
                    self.in_threads |= how.is_threads();
                }
            }
        }
        let p = Printer::of(self.unit, Dialect::HostC);
        let init = match l.init.as_ref().map(|s| &s.kind) {
            Some(StmtKind::Decl(all)) => all.first().map(|d| p.declaration(d)),
            Some(StmtKind::Expr(e)) => Some(p.expr(e)),
            _ => None,
        };
        let (Some(init), Some(cond), Some(inc)) = (init, &l.cond, &l.inc) else {
            return Err(RenderError::internal("a made loop without a head"));
        };
        let (cond, inc) = (p.expr(cond), p.expr(inc));
        out.open(format!("for ({init}; {cond}; {inc}) {{"));
        checked(&p)?;
        for v in own {
            let name = &self.unit.var(*v).name;
            out.line(format!("__typeof__({name}) {name};"));
        }
        self.inside_braces(out, &l.body, m)?;
        self.in_threads = around;
        out.close("}");
        Ok(())
    }

    /// A statement as the user has written it.
    fn own_text(&mut self, out: &mut Lines, s: &'a Stmt) -> Result<(), RenderError> {
        let source = &self.unit.source;
        let whole = Span {
            start: s.span.start,
            end: statement_end(source, s.span),
        };
        self.visit_stmt(s);
        if let Some(e) = self.failed.take() {
            return Err(e);
        }
        let mut edits = std::mem::take(&mut self.edits);
        edits.extend(leftovers(self.unit, whole));
        let text = apply(source, whole, &mut edits);
        let (user, generated) = (to_user(source, whole.start), to_generated());
        out.flush_left(format!("{user}{text}{generated}"));
        Ok(())
    }
}

/// The variables that a loop's head names.
fn head(l: &For) -> IndexSet<VarId> {
    let mut found = IndexSet::new();
    let mut add = |e: &Expr| {
        if let ExprKind::Var(v) = e.kind {
            found.insert(v);
        }
    };
    l.init.iter().for_each(|s| s.each_expr(&mut add));
    let rest = l.cond.iter().chain(&l.inc);
    rest.for_each(|e| e.each_expr(&mut add));
    found
}
