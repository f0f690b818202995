//! Loops beside each other as one: the user's text without the later heads.
//!
//! ```c
//! for (i = 0; i < n; i++) {
//!     x[i] += a * p[i];
//!
//!     r[i] -= a * q[i];
//! }
//! ```

use super::super::spans::{leftovers, statement_end};
use super::Loops;
use crate::plan::FusedLoops;
use crate::render::RenderError;
use crate::render::text::{Edit, apply, quiet, to_generated, to_user};
use accrs_frontend::region::{For, Stmt};
use accrs_frontend::source::Span;

impl<'a> Loops<'a> {
    /// Puts the one loop in the place of all; where memory overlaps they run as they stand in the text.
    pub(super) fn fused(
        &mut self,
        stmt: &'a Stmt,
        l: &'a For,
        f: &FusedLoops,
    ) -> Result<(), RenderError> {
        let source = &self.unit.source;
        let whole = Span {
            start: self.for_keyword(stmt, self.own_directive(l)),
            end: statement_end(source, stmt.span),
        };
        let outside = std::mem::take(&mut self.edits);
        let around = self.in_fused.replace(l.id);
        let done = self.for_loop(stmt, l);
        self.in_fused = around;
        let mut edits = std::mem::replace(&mut self.edits, outside);
        done?;
        if f.apart.is_empty() {
            self.edits.extend(edits);
            return Ok(());
        }
        edits.extend(leftovers(self.unit, whole));
        let one = apply(source, whole, &mut edits);
        let several = self.as_written(whole)?;
        let condition = self.asked(&f.apart)?;
        let (generated, user) = (to_generated(), to_user(source, whole.start));
        // The compiler has warned of what it finds once.
        let plain = quiet(&format!("{user}{several}"));
        let text = format!(
            "{generated}if ({condition}) {{{user}{one}{generated}}} else {{\n{plain}{generated}}}{}",
            to_user(source, whole.end)
        );
        self.edits.push(Edit::replace(whole, text));
        Ok(())
    }

    /// Braces around all bodies, and nothing between them.
    pub(super) fn seams(&mut self, f: &FusedLoops) {
        let source = &self.unit.source;
        let (Some(first), Some(last)) = (f.bodies.first(), f.bodies.last()) else {
            return;
        };
        let start = first.start;
        let open = format!("{{{}", to_user(source, start));
        self.edits.push(Edit::insert(start, open));
        for pair in f.bodies.windows(2) {
            let between = Span {
                start: statement_end(source, pair[0]),
                end: pair[1].start,
            };
            self.edits
                .push(Edit::replace(between, to_user(source, between.end)));
        }
        self.edits
            .push(Edit::insert(statement_end(source, *last), "}"));
    }
}
