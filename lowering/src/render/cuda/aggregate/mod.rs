//! Reductions of arrays, sections and structs: the same as for scalars, element by element.
//!
//! A thread's copy is an array of its own where the number of elements is a small constant, else a
//! row of the launch's scratch memory. A copy that threads share, since they stand for one where it
//! is used, is in shared memory or scratch. A copy of a part is named through a pointer that
//! stands as far before it as the part begins behind the variable's start, so that the user's
//! subscripts stay as they are.

mod copies;
mod elements;

use super::exec::{Body, Place};
use super::reduce::op_name;
use super::sets::Threads;
use crate::names::safe;
use crate::plan::{Kernel, Pass, Reduction};
use elements::Length;
pub use elements::{Elements, Spelling, is_aggregate};

impl Body<'_> {
    /// The copies of a block's threads into what they are copies of.
    pub(super) fn combine_elements(
        &mut self,
        r: &Reduction,
        e: &Elements,
        axes: Threads,
        copy: &Spelling,
        target: &Spelling,
        guards: &[String],
    ) {
        self.p.helper("reduce");
        self.p.helper(op_name(r.op));
        if self.hazard.one_wrote || self.hazard.all_wrote {
            self.barrier();
        }
        let sum = self
            .names
            .unique(&format!("{}_all", safe(&self.p.unit.var(r.var).name)));
        let op = r.op;
        let braced = self.braced(e);
        self.each(e, None, &[copy, target], &mut |b, ty, at| {
            b.slots(ty);
            let call = format!(
                "accrs_reduce<{}, {}>({})",
                op_name(op),
                axes.argument(),
                b.value(ty, &at[0])
            );
            if guards.is_empty() {
                let line = b.update(op, &at[1], &call);
                return b.out.line(line);
            }
            let declared = b.p.declare_mutable(ty, &sum);
            b.open_if(braced);
            b.out.line(format!("const {declared} = {call};"));
            b.out.line(format!("if ({})", guards.join(" && ")));
            let line = b.update(op, &at[1], &sum);
            b.out.line(format!("    {line}"));
            b.close_if(braced);
        });
        self.barriers += 2;
        self.hazard = Default::default();
    }

    /// The gang's copy of a reduction over gangs, under the variable's own name.
    pub(super) fn open_gang_elements(&mut self, r: &Reduction, kernel: &Kernel, same: Threads) {
        let v = self.p.unit.var(r.var);
        let name = safe(&v.name);
        let reached = kernel.params.iter().any(|p| {
            p.var == r.var
                && matches!(
                    p.pass,
                    Pass::Reference { .. } | Pass::Address { .. } | Pass::Raw
                )
        });
        if !reached {
            self.refuse_nest(&format!(
                "a gang reduction of '{}', which has no place in the construct's data",
                v.name
            ));
        }
        let e = self.elements(r);
        let copy = self.declare_copy(r, &e, &name, same, &Place::default());
        self.gang_copies.insert(r.var, (e, copy));
    }

    /// At the kernel's end: each gang leaves its elements, the last one combines them.
    pub(super) fn close_gang_elements(&mut self, r: &Reduction, parts: Threads) {
        let Some((e, copy)) = self.gang_copies.shift_remove(&r.var) else {
            return;
        };
        for helper in ["gangs_each", "reduce", op_name(r.op)] {
            self.p.helper(helper);
        }
        if self.hazard.one_wrote || self.hazard.all_wrote {
            self.barrier();
        }
        let var = self.p.unit.var(r.var);
        let name = safe(&var.name);
        let elem = self.p.type_name(self.p.unqualified(e.elem));
        let count = e.count();
        let counter = self.scratch.counter();
        let bytes = format!("{count} * sizeof({elem})");
        let offset = self.run_time_area(r, &e, &bytes, Threads::NONE);
        let (mine, all) = (
            self.names.unique(&format!("{name}_left")),
            self.names.unique(&format!("{name}_gangs")),
        );
        self.out.line(format!(
            "{elem} *{mine} = ({elem} *)accrs_area(accrs_scratch, ACCRS_FIXED, {offset}, {bytes});"
        ));
        let one = matches!(e.length, Length::One);
        let spell = |base: &str| {
            if one {
                Spelling::of(format!("(*{base})"), "0")
            } else {
                Spelling::of(base, "0")
            }
        };
        let op = r.op;
        let braced = self.braced(&e);
        let sum = self.names.unique(&format!("{name}_sum"));
        self.each(&e, None, &[&copy, &spell(&mine)], &mut |b, ty, at| {
            let mut value = b.value(ty, &at[0]);
            if !parts.is_empty() {
                b.slots(ty);
                let axes = parts.argument();
                value = format!("accrs_reduce<{}, {axes}>({value})", op_name(op));
                let declared = b.p.declare_mutable(ty, &sum);
                b.open_if(braced);
                b.out.line(format!("const {declared} = {value};"));
                b.out.line("if (accrs_lane<7>() == 0)");
                b.out.line(format!("    {} = {sum};", at[1]));
                return b.close_if(braced);
            }
            b.out.line("if (accrs_lane<7>() == 0)");
            b.out.line(format!("    {} = {value};", at[1]));
        });
        self.out
            .open(format!("if (accrs_last_gang(accrs_scratch, {counter})) {{"));
        self.out.line(format!(
            "const {elem} *{all} = {mine} - accrs_gang() * {count};"
        ));
        self.gather(r, &e, &all, &sum);
        self.out.close("}");
        self.barriers += 4;
        self.hazard = Default::default();
    }

    /// The last gang's work: each thread takes some elements and goes through the gangs in order.
    fn gather(&mut self, r: &Reduction, e: &Elements, all: &str, sum: &str) {
        let name = safe(&self.p.unit.var(r.var).name);
        let ty = self.p.unit.var(r.var).ty;
        let result = match e.length {
            Length::One => Spelling::of(format!("(*{name}_result)"), "0"),
            _ => self.flattened(ty, format!("{name}_result"), e),
        };
        let g = self.names.unique("accrs_g");
        let one = matches!(e.length, Length::One);
        let gang = if one {
            Spelling::of(format!("{all}[{g}]"), "0")
        } else {
            Spelling::of(all, &format!("{g} * {}", e.count()))
        };
        let op = r.op;
        let braced = self.braced(e);
        self.each(
            e,
            Some(("accrs_lane<7>()", "accrs_lanes<7>()")),
            &[&gang, &result],
            &mut |b, ty, at| {
                let identity = b.identity(op, ty);
                let declared = b.p.declare_mutable(ty, sum);
                b.open_if(braced);
                b.out.line(format!("{declared} = {identity};"));
                b.out
                    .line(format!("for (size_t {g} = 0; {g} < accrs_gangs(); {g}++)"));
                let line = b.update(op, sum, &at[0]);
                b.out.line(format!("    {line}"));
                let line = b.update(op, &at[1], sum);
                b.out.line(line);
                b.close_if(braced);
            },
        );
    }
}
