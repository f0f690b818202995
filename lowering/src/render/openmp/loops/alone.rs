//! Loops with two texts: one for threads, and the same as it would be in a serial program.

use super::super::spans::{leftovers, statement_end};
use super::super::worth::{self, TURN};
use super::Loops;
use crate::plan::{Alone, CoreLoop, HostLoop, LoopPlan};
use crate::render::RenderError;
use crate::render::text::{Edit, apply, quiet, to_generated, to_user};
use accrs_frontend::region::{For, Stmt, StmtKind};
use accrs_frontend::source::Span;
use std::fmt::Write;

impl<'a> Loops<'a> {
    /// Puts both texts in the loop's place, and the question which of them runs.
    pub(super) fn two_texts(
        &mut self,
        stmt: &'a Stmt,
        l: &'a For,
        plan: &'a LoopPlan,
        found: &'a CoreLoop,
        alone: &'a Alone,
    ) -> Result<(), RenderError> {
        let whole = self.whole(stmt, l);
        if !alone.parts.is_empty() {
            return self.by_parts((stmt, l), whole, plan, found, alone);
        }
        let text = self.shared_or_alone((stmt, l), whole, plan, found, alone)?;
        self.edits.push(Edit::replace(whole, text));
        Ok(())
    }

    /// The span of a loop's text without its directive.
    pub(super) fn whole(&self, stmt: &Stmt, l: &For) -> Span {
        Span {
            start: self.for_keyword(stmt, self.own_directive(l)),
            end: statement_end(&self.unit.source, stmt.span),
        }
    }

    /// Both texts.
    pub(super) fn shared_or_alone(
        &mut self,
        (stmt, l): (&'a Stmt, &'a For),
        whole: Span,
        plan: &'a LoopPlan,
        found: &'a CoreLoop,
        alone: &'a Alone,
    ) -> Result<String, RenderError> {
        let source = &self.unit.source;
        let measured = self.measured(found);
        let condition = worth::condition(self.unit, plan, &self.apart(plan)?, measured)?;
        self.asks |= plan.worth.is_some();
        // Without atomic operations where nothing else runs; else one thread runs the text for all.
        let plainly = measured.is_some() && has_atomic(&l.body);
        let question = match plainly {
            true => format!(" if({TURN}.team)"),
            false => String::new(),
        };
        let line = self.directive(plan, found, &question)?;
        let counted = matches!(found, CoreLoop::Directive { counted: true, .. });
        let shared = self.text_of(stmt, l, whole, found, counted.then_some((plan, &*line)))?;
        let around = self.plainly;
        self.plainly |= plainly;
        let serial = self.text_of(stmt, l, whole, found, None);
        self.plainly = around;
        let serial = serial?;
        let (generated, user) = (to_generated(), to_user(source, whole.start));
        let (before, after) = match measured {
            Some(_) => (
                format!("{TURN}.began = 0; "),
                format!(" if ({TURN}.began) __accrs_ends(&{TURN});"),
            ),
            None => Default::default(),
        };
        let (before, condition) = match plainly {
            true => (
                format!("{before}{TURN}.team = 0; "),
                format!("({condition}) || !__accrs_alone()"),
            ),
            false => (before, condition),
        };
        let mut text = format!("{generated}{{ {before}if ({condition}) {{\n");
        if !counted {
            // `simd` would leave its own number in a variable that the construct has a copy of.
            for head in plan
                .heads
                .iter()
                .filter(|h| found.how() == HostLoop::ThreadsSimd && alone.own.contains(&h.var))
            {
                let name = &self.unit.var(head.var).name;
                let _ = writeln!(text, "    __typeof__({name}) {name};");
            }
            let _ = write!(text, "{line}{user}");
        }
        let _ = write!(text, "{shared}{generated}}} else ");
        text.push_str(&self.serial(&serial, whole, plan, alone)?);
        let end = to_user(source, whole.end);
        let _ = write!(text, "{after} }}{end}");
        Ok(text)
    }

    /// What one thread runs. `text`: the user's, with its edits.
    pub(super) fn serial(
        &self,
        text: &str,
        whole: Span,
        plan: &LoopPlan,
        alone: &Alone,
    ) -> Result<String, RenderError> {
        let (generated, user) = (to_generated(), to_user(&self.unit.source, whole.start));
        // The compiler has warned of what it finds once.
        let plain = format!("{}{generated}}}", quiet(&format!("{user}{text}")));
        let mut out = String::new();
        let mut own = String::from("{\n");
        for v in &alone.own {
            let name = &self.unit.var(*v).name;
            let _ = writeln!(own, "    __typeof__({name}) {name};");
        }
        if let Some(lanes) = &alone.simd {
            let simd = format!(
                "#pragma omp simd{}",
                self.clauses(&lanes.sharing, &lanes.reductions)?
            );
            if let (Some(least), [head]) = (lanes.least, plan.heads.as_slice()) {
                let trips = worth::iterations(self.unit, head)?;
                let _ = write!(out, "if ({trips} >= {least}) {own}{simd}{plain} else ");
            } else {
                own.push_str(&simd);
            }
        }
        let _ = write!(out, "{own}{plain}");
        Ok(out)
    }

    /// The user's text of a loop with its edits. `counted`: it becomes one that counts, with this directive.
    pub(super) fn text_of(
        &mut self,
        stmt: &'a Stmt,
        l: &'a For,
        whole: Span,
        found: &CoreLoop,
        counted: Option<(&LoopPlan, &str)>,
    ) -> Result<String, RenderError> {
        let outside = std::mem::take(&mut self.edits);
        self.inside(stmt, l, found.how())?;
        if let Some((plan, line)) = counted {
            self.place_counted(stmt, l, plan, line)?;
        }
        let mut edits = std::mem::replace(&mut self.edits, outside);
        edits.extend(leftovers(self.unit, whole));
        Ok(apply(&self.unit.source, whole, &mut edits))
    }
}

fn has_atomic(body: &Stmt) -> bool {
    body.any_stmt(|s| matches!(s.kind, StmtKind::Atomic { .. }))
}
