//! Copies of elements for threads: arrays of their own, shared memory, or rows of scratch memory.

use super::super::exec::{Body, Place};
use super::super::scratch::{Count, RunTimeArea};
use super::super::sets::Threads;
use super::elements::{Elements, Length, Spelling};
use crate::plan::{Extent, Part, Reduction};
use crate::print::Access;
use accrs_frontend::region::TypeId;

/// A copy for one thread alone is an array of at most so many bytes: each thread that the device
/// holds at once needs the room.
const LOCAL_BYTES: u64 = 1024;

impl Body<'_> {
    /// A copy of the elements for each thread, or for those along `same` together; all at
    /// the operator's identity. Returns how it is spelled.
    pub(in super::super) fn declare_copy(
        &mut self,
        r: &Reduction,
        e: &Elements,
        name: &str,
        same: Threads,
        at: &Place,
    ) -> Spelling {
        let ty = self.p.unit.var(r.var).ty;
        self.storage.memory.remove(&r.var);
        self.storage.arrays.remove(&r.var);
        self.storage.own.remove(&r.var);
        let small = self.local_elements(e).is_some();
        let whole = matches!(r.part, Part::Whole) && small;
        let copy = if whole && same.is_empty() {
            let declared = self.p.declare_mutable(ty, name);
            self.out.line(format!("{declared};"));
            self.p.access.insert(r.var, Access::Name(name.to_string()));
            self.flattened(ty, name.to_string(), e)
        } else if whole && self.constant_block() {
            let rows = Place {
                consumed: self.all_threads().without(same),
                ..at.clone()
            };
            self.declare_shared(r.var, name, &rows);
            self.spelled(r.var, e)
        } else {
            self.declare_flat(r, e, name, same)
        };
        if same.is_empty() {
            if self.p.unit.types.is_pointer(ty) {
                self.storage.own.insert(r.var);
            }
            self.fill(r, e, &copy);
        } else {
            self.storage.memory.insert(r.var);
            self.out.open(format!("if ({}) {{", same.first()));
            self.fill(r, e, &copy);
            self.out.close("}");
            self.hazard.one_wrote = true;
        }
        copy
    }

    /// A flat copy of the part alone, and a pointer by which the variable's own subscripts reach it.
    fn declare_flat(&mut self, r: &Reduction, e: &Elements, name: &str, same: Threads) -> Spelling {
        let ty = self.p.unit.var(r.var).ty;
        let elem = self.p.unqualified(e.elem);
        let local = self.local_elements(e).filter(|_| same.is_empty());
        if let Some(n) = local.filter(|_| self.starts_at_constant(e) && !self.has_rows(ty)) {
            // Nothing but an array of the variable's own shape.
            let declared = self.p.declare_mutable(elem, &format!("{name}[{n}]"));
            self.out.line(format!("{declared};"));
            self.p.access.insert(r.var, Access::Name(name.to_string()));
            return Spelling::of(name, &e.lower);
        }
        let copy = self.names.unique(&format!("{name}_copy"));
        // Where the copy begins, in the variable's own count.
        let mut first = e.lower.clone();
        if let Some(n) = local {
            let declared = self.p.declare_mutable(elem, &format!("{copy}[{n}]"));
            self.out.line(format!("{declared};"));
            if self.starts_at_constant(e) {
                first = "0".into();
            }
        } else {
            self.declare_rows(r, e, &copy, same);
        }
        let spelling = if first == e.lower {
            Spelling::of(copy.clone(), "0")
        } else {
            Spelling::of(copy.clone(), &e.lower)
        };
        if matches!(e.length, Length::One) {
            self.p.access.insert(r.var, Access::Deref(copy.clone()));
            return Spelling::of(format!("(*{copy})"), "0");
        }
        let (declared, cast) = self.pointer_to(ty, name);
        let shift = match first.as_str() {
            "0" => copy,
            first => format!("{copy} - {first}"),
        };
        let value = match self.has_rows(ty) {
            true => format!("({cast})({shift})"),
            false => shift,
        };
        self.out.line(format!("{declared} = {value};"));
        self.p.access.insert(r.var, Access::Name(name.to_string()));
        spelling
    }

    /// A copy in scratch memory for each row of threads along `same`.
    fn declare_rows(&mut self, r: &Reduction, e: &Elements, copy: &str, same: Threads) {
        let elem = self.p.unqualified(e.elem);
        let scalars = self.p.type_name(elem);
        self.p.helper("area");
        self.p.helper("lanes");
        let rows = match same.is_empty() {
            true => "7".to_string(),
            false => format!("7 & ~({})", same.argument()),
        };
        let count = e.count();
        let bytes = format!("accrs_lanes<{rows}>() * {count} * sizeof({scalars})");
        let offset = self.run_time_area(r, e, &bytes, self.all_threads().without(same));
        self.out.line(format!(
            "{scalars} *{copy} = ({scalars} *)accrs_area(accrs_scratch, ACCRS_FIXED, {offset}, {bytes}) + accrs_lane<{rows}>() * {count};"
        ));
    }

    pub(super) fn run_time_area(
        &mut self,
        r: &Reduction,
        e: &Elements,
        bytes: &str,
        rows: Threads,
    ) -> String {
        let count = match (e.fixed(), r.part.run_time_length()) {
            (None, Some(length)) => Count::Host(length.clone()),
            (n, _) => Count::Fixed(n.unwrap_or(1)),
        };
        if self.kernel.is_none() {
            self.refuse_nest(
                "a reduction of more elements than a thread has room for, in a routine",
            );
        }
        if !self.scratch.areas.is_empty() {
            self.p.helper("round");
        }
        let area = RunTimeArea {
            count,
            bytes: self.p.unit.types.size_of(e.elem).unwrap_or(8),
            rows,
        };
        self.scratch.run_time_area(bytes, area)
    }

    /// The length of a thread's own array for a copy, if it is to be one: with what lies before the
    /// part, so that subscripts fit, where that is a constant.
    fn local_elements(&self, e: &Elements) -> Option<u64> {
        let before = e.lower.parse().unwrap_or(0u64);
        let n = e.fixed()?.saturating_add(before);
        let size = self.p.unit.types.size_of(e.elem)?;
        (n.saturating_mul(size) <= LOCAL_BYTES).then_some(n.max(1))
    }

    fn starts_at_constant(&self, e: &Elements) -> bool {
        e.lower.parse::<u64>().is_ok()
    }

    /// Whether the variable's first subscript takes arrays.
    fn has_rows(&self, ty: TypeId) -> bool {
        let types = &self.p.unit.types;
        types
            .pointee(ty)
            .is_some_and(|t| types.is_array(self.p.flat_elem(t)))
    }

    fn constant_block(&self) -> bool {
        self.kernel
            .is_some_and(|k| k.block.iter().all(|e| matches!(e, Extent::Fixed(_))))
    }

    /// `double (*name)[5]` for an array of rows or a pointer to them, and its type alone.
    fn pointer_to(&self, ty: TypeId, name: &str) -> (String, String) {
        let elem = self
            .p
            .unit
            .types
            .pointee(ty)
            .map_or(ty, |t| self.p.flat_elem(t));
        let rows = self.p.unit.types.is_array(elem);
        let star = |n: &str| {
            if rows {
                format!("(*{n})")
            } else {
                format!("*{n}")
            }
        };
        let elem = if rows { elem } else { self.p.unqualified(elem) };
        (
            self.p.declare(elem, &star(name)),
            self.p.declare(elem, &star("")),
        )
    }

    /// Sets a copy to the operator's identity.
    fn fill(&mut self, r: &Reduction, e: &Elements, copy: &Spelling) {
        let op = r.op;
        self.each(e, None, &[copy], &mut |b, ty, at| {
            let identity = b.identity(op, ty);
            b.out.line(format!("{} = {identity};", at[0]));
        });
    }

    pub(in super::super) fn all_threads(&self) -> Threads {
        self.kernel.map_or(Threads::NONE, Threads::of_kernel)
    }
}
