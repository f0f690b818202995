//! Loops whose iterations have arrays for themselves, of which the last one's values stay: each thread has a copy, to which the
//! array's name leads in the loop's body. In the last iteration it leads to the program's own array, and in all where there is one thread.
//!
//! ```c
//! {
//!     __typeof__(&t[0]) __accrs_all_t = t;
//!     __attribute__((cleanup(__accrs_release))) char *__accrs_own_t = n > 1000 ? __builtin_malloc(...) : 0;
//!     if (__accrs_own_t != 0) {
//! #pragma omp parallel for schedule(static)
//!         for (i = 0; i < n; i++) {
//!             __typeof__(&__accrs_all_t[0]) t = !(i + 1 < n) ? __accrs_all_t : ...;
//!             …
//!         }
//!     } else …                        // the user's text, whatever its pointers lead to
//! }
//! ```
//!
//! What stands in the first text was found for copies that nothing else leads to, so the second has nothing of it. Of arrays of few bytes OpenMP makes copies,
//! by its clauses.

use super::super::apart::extreme;
use super::super::spans::{leftovers, statement_end};
use super::super::worth;
use super::{Loops, RELEASED};
use crate::plan::{CoreLoop, LoopPlan, OwnArray, Reach};
use crate::render::text::{Edit, apply, quiet, to_generated, to_user};
use crate::render::{RenderError, clause, from_void};
use crate::tree::shift::Shift;
use accrs_frontend::region::{For, Stmt};
use accrs_frontend::source::Span;
use std::fmt::Write;

/// Threads are asked for their number, and how many there are at most.
const ASKED: &str = "extern int omp_get_thread_num(void), omp_get_max_threads(void);";
/// Copies start so many bytes apart that no two threads write to one line of a cache.
const APART: &str = "127) & ~127ul";

impl<'a> Loops<'a> {
    /// A loop that threads share, and the arrays that its iterations have.
    pub(super) fn expanded(
        &mut self,
        stmt: &'a Stmt,
        l: &'a For,
        plan: &'a LoopPlan,
        found: &'a CoreLoop,
    ) -> Result<(), RenderError> {
        let source = &self.unit.source;
        let whole = Span {
            start: self.for_keyword(stmt, self.own_directive(l)),
            end: statement_end(source, stmt.span),
        };
        let arrays = || plan.arrays.iter().filter(|a| !a.by_clause);
        // C++ declares them at the file's head.
        let asked = if self.unit.cpp { "" } else { ASKED };
        let mut before = format!("{{ {asked}\n");
        let mut body = to_generated();
        let mut asked = self.many(plan)?;
        let last = self.last(l, plan)?;
        for a in arrays() {
            let name = &self.unit.var(a.var).name;
            let (lower, bytes) = self.extent(a)?;
            let cast = from_void(self.unit, "char *");
            let [all, own, size] = ["all", "own", "size"].map(|w| format!("__accrs_{w}_{name}"));
            let _ = write!(
                before,
                "    __typeof__(&{name}[0]) {all} = {name};\n    \
                 const unsigned long {size} = (({bytes}) + {APART};\n    \
                 {RELEASED} char *{own} = ({asked}) ? {cast}__builtin_malloc({size} * (unsigned long)omp_get_max_threads()) : 0;\n"
            );
            asked = format!("{own} != 0");
            // C++ doesn't let a type that depends on a template's parameters be restrict.
            let restrict = if a.alone && !self.unit.cpp {
                " __restrict__"
            } else {
                ""
            };
            let _ = writeln!(
                body,
                "    __typeof__(&{all}[0]){restrict} {name} = {last} ? {all} : \
                 (__typeof__({all}))({own} + {size} * (unsigned long)omp_get_thread_num()){lower};"
            );
        }
        self.released = true;
        let outside = std::mem::take(&mut self.edits);
        self.at_start(l.body.span, body);
        self.inside(stmt, l, found.how())?;
        let mut edits = std::mem::replace(&mut self.edits, outside);
        edits.extend(leftovers(self.unit, whole));
        let shared = apply(source, whole, &mut edits);
        let serial = self.as_written(whole)?;
        let line = self.directive(plan, found, "")?;
        let (generated, user) = (to_generated(), to_user(source, whole.start));
        let plain = quiet(&format!("{user}{serial}"));
        let end = to_user(source, whole.end);
        let text = format!(
            "{generated}{before}    if ({asked}) {{\n{line}{user}{shared}{generated}}} else {{{plain}{generated}}} }}{end}"
        );
        self.edits.push(Edit::replace(whole, text));
        Ok(())
    }

    /// Whether threads share the loop.
    fn many(&self, plan: &LoopPlan) -> Result<String, RenderError> {
        let question = worth::clause(
            self.unit,
            plan.worth.as_ref().filter(|_| !self.gangs()),
            &self.apart(plan)?,
            self.runtime,
        )?;
        Ok(match question.trim() {
            "" => "1".into(),
            "num_threads(1)" => "0".into(),
            other => other
                .strip_prefix("if(")
                .and_then(|o| o.strip_suffix(')'))
                .ok_or_else(|| RenderError::internal("a question without an if"))?
                .to_string(),
        })
    }

    /// The first element of a copy behind its memory's start, and a copy's bytes.
    fn extent(&self, a: &OwnArray) -> Result<(String, String), RenderError> {
        let name = &self.unit.var(a.var).name;
        let Some(Reach { lower, upper, .. }) = &a.reach else {
            return Ok((String::new(), format!("sizeof {name}")));
        };
        let long = |e: &_| Ok(format!("(long)({})", clause::expr(self.unit, e)?));
        let lower: Result<Vec<String>, RenderError> = lower.iter().map(long).collect();
        let upper: Result<Vec<String>, RenderError> = upper.iter().map(long).collect();
        let least = extreme(&lower?, "<");
        let most = extreme(&upper?, ">");
        let count = format!("({most}) - ({least})");
        let bytes = format!("(({count}) > 0 ? ({count}) : 0) * sizeof({name}[0])");
        let behind = match least.as_str() {
            "0" | "(long)(0)" => String::new(),
            _ => format!(" - ({least})"),
        };
        Ok((behind, bytes))
    }

    /// That an iteration is the loop's last one.
    fn last(&self, l: &For, plan: &LoopPlan) -> Result<String, RenderError> {
        let (Some(head), Some(cond)) = (plan.heads.first(), &l.cond) else {
            return Err(RenderError::internal("a loop without a head has arrays"));
        };
        let further = Shift::of(self.unit, head, 1).applied(self.unit, cond);
        Ok(format!("!({})", clause::expr(self.unit, &further)?))
    }
}
