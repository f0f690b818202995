//! The heads of a loop that is cut into parts, or of a nest whose loops are one: which iterations a part has.
//!
//! A part of a nest is some iterations of all in their order, which begin and end anywhere in a line of the innermost loop:
//!
//! ```c
//! unsigned long j_k = ...; const unsigned long j_end = ...;
//! while (j_k < j_end) {
//!     const unsigned long j_first = j_k % j_trips, j_run = ...;          // to the end of the line, or of the part
//!     int i = i_from + (long)(j_k / j_trips % i_trips * 1);
//!     unsigned long j_at;
//!     for (j_at = j_first; j_at < j_first + j_run; j_at++) { int j = j_from + (long)(j_at * 1); ... }
//!     j_k += j_run; }
//! ```

use super::super::counted;
use super::Loops;
use super::parts::{Cut, PART, PARTS, TRIPS};
use crate::plan::CoreLoop;
use crate::print::{Dialect, Printer};
use crate::render::{RenderError, clause};
use crate::trips;
use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, LoopCmp, Type};
use std::fmt::Write;

/// The loops, outermost first.
pub(super) struct Heads<'c> {
    unit: &'c Unit,
    all: Vec<Head<'c>>,
}

/// What a loop's variable is called, and the names of its first value and of how many iterations it has.
struct Head<'c> {
    head: &'c Canonical,
    var: &'c str,
    from: String,
    trips: String,
}

impl<'c> Heads<'c> {
    pub(super) fn of<'a: 'c>(loops: &Loops<'a>, cut: &Cut<'_, 'a>) -> Result<Self, RenderError> {
        let unit = loops.unit;
        let several = match cut.found {
            CoreLoop::Directive { collapse, .. } => *collapse,
            CoreLoop::InOrder { .. } => 1,
        };
        let name = |head: &'c Canonical| {
            let var = &unit.var(head.var).name;
            Head {
                head,
                var,
                from: loops.free_name(&format!("{var}_from")),
                trips: match several {
                    1 => TRIPS.into(),
                    _ => loops.free_name(&format!("{var}_trips")),
                },
            }
        };
        let all: Vec<Head<'c>> = cut.plan.heads.iter().take(several).map(name).collect();
        match all.is_empty() {
            true => Err(RenderError::internal("parts of a loop without a head")),
            false => Ok(Self { unit, all }),
        }
    }

    /// How many they are.
    pub(super) fn depth(&self) -> usize {
        self.all.len()
    }

    /// The declaration of a variable of a loop variable's type.
    fn declared(&self, of: &Head<'_>, name: &str) -> String {
        let ty = self.unit.var(of.head.var).ty;
        Printer::of(self.unit, Dialect::HostC).declare(ty, name)
    }

    /// Declares the first values, and how many iterations there are.
    pub(super) fn trips(&self) -> Result<String, RenderError> {
        let mut out = String::new();
        for h in &self.all {
            let lower = clause::operand(self.unit, &h.head.lower)?;
            let trips = counted::trips_of(self.unit, h.head, &h.from)?;
            let from = self.declared(h, &h.from);
            let _ = writeln!(
                out,
                "{from} = {lower};\nconst unsigned long {} = {trips};",
                h.trips
            );
        }
        if self.depth() > 1 {
            let trips: Vec<&str> = self.all.iter().map(|h| h.trips.as_str()).collect();
            let _ = writeln!(out, "const unsigned long {TRIPS} = {};", trips.join(" * "));
        }
        Ok(out)
    }

    /// The head of a part's loop, and what stands before its body. The first parts have one iteration more where they don't come out even.
    pub(super) fn open(&self, lanes: &str) -> Result<String, RenderError> {
        let at = |part: &str| {
            format!(
                "{TRIPS} / {PARTS} * {part} + ({part} < {TRIPS} % {PARTS} ? {part} : {TRIPS} % {PARTS})"
            )
        };
        let (first, end) = (at(PART), at(&format!("({PART} + 1)")));
        match self.all.as_slice() {
            [one] => self.one(one, (&first, &end), lanes),
            [outer @ .., inner] => self.nest(outer, inner, (&first, &end), lanes),
            [] => Ok(String::new()),
        }
    }

    /// What stands behind the body's loop.
    pub(super) fn close(&self) -> String {
        match self.all.as_slice() {
            [_, .., Head { from, .. }] => format!("{from}_k += {from}_run; }}\n"),
            _ => String::new(),
        }
    }

    fn one(
        &self,
        h: &Head<'_>,
        (first, end): (&str, &str),
        lanes: &str,
    ) -> Result<String, RenderError> {
        let Head {
            head, var, from, ..
        } = h;
        let unit = self.unit;
        let (own, ty) = (self.declared(h, var), self.declared(h, ""));
        let int = matches!(unit.types.canonical(unit.var(head.var).ty), Type::Int(_));
        let by_one = int && !head.down && head.step.int_value() == Some(1);
        let (cmp, last) = match head.cmp {
            LoopCmp::Lt => ("<", ""),
            LoopCmp::Le => ("<=", " - 1"),
            _ => ("", ""),
        };
        // A loop that host compilers know best; they needn't see that the variable is made of a number that counts.
        if by_one
            && !cmp.is_empty()
            && trips::own_type(unit, head).is_none()
            && trips::around(unit, head).is_none()
        {
            return Ok(format!(
                "const {ty} {from}_part = {from} + ({ty})({first});\nconst {ty} {from}_end = {from} + ({ty})({end}{last});\n{own};\n\
                 {lanes}for ({var} = {from}_part; {var} {cmp} {from}_end; {var}++) {{"
            ));
        }
        Ok(format!(
            "const unsigned long {from}_end = {end};\nunsigned long {from}_k;\n\
             {lanes}for ({from}_k = {first}; {from}_k < {from}_end; {from}_k++) {{\n{};",
            self.value(h, &format!("{from}_k"))?
        ))
    }

    fn nest(
        &self,
        outer: &[Head<'_>],
        inner: &Head<'_>,
        (first, end): (&str, &str),
        lanes: &str,
    ) -> Result<String, RenderError> {
        let Head { from, trips, .. } = inner;
        let mut out = format!(
            "unsigned long {from}_k = {first};\nconst unsigned long {from}_end = {end};\nwhile ({from}_k < {from}_end) {{\n\
             const unsigned long {from}_first = {from}_k % {trips};\n\
             const unsigned long {from}_run = {trips} - {from}_first < {from}_end - {from}_k ? {trips} - {from}_first : {from}_end - {from}_k;\n"
        );
        let mut line = format!("{from}_k / {trips}");
        for (n, h) in outer.iter().enumerate().rev() {
            let own = match n {
                0 => line.clone(),
                _ => format!("{line} % {}", h.trips),
            };
            let _ = writeln!(out, "{};", self.value(h, &own)?);
            line = format!("{line} / {}", h.trips);
        }
        let _ = write!(
            out,
            "unsigned long {from}_at;\n\
             {lanes}for ({from}_at = {from}_first; {from}_at < {from}_first + {from}_run; {from}_at++) {{\n{};",
            self.value(inner, &format!("{from}_at"))?
        );
        Ok(out)
    }

    /// Declares a loop's variable in the iteration of this number.
    fn value(&self, h: &Head<'_>, number: &str) -> Result<String, RenderError> {
        let step = clause::operand(self.unit, &h.head.step)?;
        let sign = if h.head.down { '-' } else { '+' };
        Ok(format!(
            "{} = {} {sign} (long)({number} * {step})",
            self.declared(h, h.var),
            h.from
        ))
    }
}
