//! Reductions of arrays, sections and structs: the same as for scalars, element by element.
//!
//! A thread's copy is an array of its own where the number of elements is a small constant, else a
//! row of the launch's scratch memory. A copy that threads share, since they stand for one where it
//! is used, is in shared memory or scratch. A copy of a part is named through a pointer that
//! stands as far before it as the part begins behind the variable's start, so that the user's
//! subscripts stay as they are.

use super::exec::{Body, Place};
use super::reduce::op_name;
use super::scratch::{Count, RunTimeArea};
use super::sets::Threads;
use crate::names::safe;
use crate::plan::{Extent, Kernel, Part, Pass, Reduction};
use crate::print::{Access, Printer};
use accrs_frontend::region::{ArrayLen, Type, TypeId, VarId};

/// A copy for one thread alone is an array of at most so many bytes: each thread that the device
/// holds at once needs the room.
const LOCAL_BYTES: u64 = 1024;

/// The elements of a copy, as generated code spells them.
#[derive(Clone, Debug)]
pub struct Elements {
    elem: TypeId,
    /// First element, counted in the variable's flat space: a literal or a name.
    pub lower: String,
    length: Length,
}

#[derive(Clone, Debug)]
enum Length {
    /// A struct, not an array of them.
    One,
    Fixed(u64),
    Name(String),
}

impl Elements {
    fn fixed(&self) -> Option<u64> {
        match self.length {
            Length::One => Some(1),
            Length::Fixed(n) => Some(n),
            Length::Name(_) => None,
        }
    }

    fn count(&self) -> String {
        match &self.length {
            Length::One => "1".into(),
            Length::Fixed(n) => n.to_string(),
            Length::Name(n) => n.clone(),
        }
    }
}

/// How element `k` of something is spelled.
#[derive(Clone, Debug)]
pub struct Spelling {
    /// The struct itself, or the pointer or array.
    base: String,
    lower: String,
}

impl Spelling {
    pub fn of(base: impl Into<String>, lower: &str) -> Self {
        Self {
            base: base.into(),
            lower: lower.to_string(),
        }
    }

    fn element(&self, k: Option<&str>) -> String {
        match k {
            None => self.base.clone(),
            Some(k) if self.lower == "0" => format!("{}[{k}]", self.base),
            Some(k) => format!("{}[{} + {k}]", self.base, self.lower),
        }
    }
}

/// Whether a reduction is of more than one scalar.
pub fn is_aggregate(p: &Printer<'_>, r: &Reduction) -> bool {
    let types = &p.unit.types;
    let ty = p.unit.var(r.var).ty;
    !matches!(r.part, Part::Whole) || types.is_array(ty) || types.is_record(ty)
}

/// The type behind arrays of arrays, and how many elements of it there are in all.
fn flat(p: &Printer<'_>, ty: TypeId) -> (TypeId, u64) {
    let (mut at, mut count) = (ty, 1u64);
    while let Type::Array(elem, ArrayLen::Fixed(n)) = p.unit.types.canonical(at) {
        count = count.saturating_mul(*n);
        at = *elem;
    }
    (at, count)
}

impl Body<'_> {
    /// The name of a reduction's length where it is known only at run time.
    fn length_name(&self, v: VarId) -> Option<&String> {
        self.lengths.get(&v)
    }

    /// At the kernel's start: the lengths that are not constants.
    pub(super) fn declare_lengths(&mut self, r: &Reduction) {
        let Some(length) = r.part.run_time_length() else {
            return;
        };
        if self.lengths.contains_key(&r.var) {
            return;
        }
        let name = self
            .names
            .unique(&format!("{}_length", safe(&self.p.unit.var(r.var).name)));
        let value = self.p.operand(length, 10);
        self.out
            .line(format!("const size_t {name} = {value} > 0 ? {value} : 0;"));
        self.lengths.insert(r.var, name);
    }

    /// What a reduction that begins here combines. Emits the first element's place if that is
    /// no literal.
    pub(super) fn elements(&mut self, r: &Reduction) -> Elements {
        let ty = self.p.unit.var(r.var).ty;
        match &r.part {
            Part::Whole => {
                let (elem, count) = flat(&self.p, ty);
                let length = if self.p.unit.types.is_array(ty) {
                    Length::Fixed(count)
                } else {
                    Length::One
                };
                Elements {
                    elem,
                    lower: "0".into(),
                    length,
                }
            }
            Part::Elements {
                elem,
                lower,
                length,
                ..
            } => {
                let lower = match lower.int_value() {
                    Some(n) => n.to_string(),
                    None => {
                        let base = safe(&self.p.unit.var(r.var).name);
                        let name = self.names.unique(&format!("{base}_lower"));
                        let value = self.p.expr(lower);
                        self.out.line(format!("const long {name} = {value};"));
                        name
                    }
                };
                let length = match (length.int_value(), self.length_name(r.var)) {
                    (Some(n), _) => Length::Fixed(u64::try_from(n).unwrap_or(0)),
                    (None, Some(name)) => Length::Name(name.clone()),
                    (None, None) => {
                        self.refuse_nest(
                            "a reduction whose length isn't known at the kernel's start",
                        );
                        Length::Fixed(1)
                    }
                };
                Elements {
                    elem: *elem,
                    lower,
                    length,
                }
            }
        }
    }

    /// The variable as it is spelled now, by elements.
    pub(super) fn spelled(&self, v: VarId, e: &Elements) -> Spelling {
        let ty = self.p.unit.var(v).ty;
        let name = match self.p.var(v) {
            Access::Name(n) => n,
            Access::Deref(n) => format!("(*{n})"),
        };
        self.flattened(ty, name, e)
    }

    fn flattened(&self, ty: TypeId, name: String, e: &Elements) -> Spelling {
        let types = &self.p.unit.types;
        let rows = types
            .pointee(ty)
            .is_some_and(|to| types.is_array(to) && !types.is_variably_modified(to));
        if rows {
            let elem = self.p.type_name(self.p.unqualified(e.elem));
            return Spelling::of(format!("(({elem} *){name})"), &e.lower);
        }
        Spelling::of(name, &e.lower)
    }

    /// A copy of the elements for each thread, or for those along `same` together; all at
    /// the operator's identity. Returns how it is spelled.
    pub(super) fn declare_copy(
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

    fn run_time_area(&mut self, r: &Reduction, e: &Elements, bytes: &str, rows: Threads) -> String {
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

    /// An element as an argument of a template: bit-fields and such as values of their type.
    fn value(&self, ty: TypeId, text: &str) -> String {
        match self.p.unit.types.canonical(ty) {
            Type::Enum(_) => format!("({}){text}", self.p.type_name(self.p.unqualified(ty))),
            _ => text.to_string(),
        }
    }

    /// Runs `f` for each scalar of the elements, given its spelling in each of `all`. `stride`: the
    /// loop over elements starts and steps as it says, else it takes them one after the other.
    fn each(
        &mut self,
        e: &Elements,
        stride: Option<(&str, &str)>,
        all: &[&Spelling],
        f: &mut dyn FnMut(&mut Self, TypeId, &[String]),
    ) {
        if matches!(e.length, Length::One) {
            let at: Vec<String> = all.iter().map(|s| s.element(None)).collect();
            if let Some((start, _)) = stride {
                self.out.open(format!("if ({start} == 0) {{"));
                self.scalars(e.elem, &at, 0, f);
                return self.out.close("}");
            }
            return self.scalars(e.elem, &at, 0, f);
        }
        let k = "accrs_k";
        let at: Vec<String> = all.iter().map(|s| s.element(Some(k))).collect();
        let count = e.count();
        self.out.open(match stride {
            Some((start, step)) => {
                format!("for (size_t {k} = {start}; {k} < {count}; {k} += {step}) {{")
            }
            None if e.fixed().is_some() => format!("for (int {k} = 0; {k} < {count}; {k}++) {{"),
            None => format!("for (size_t {k} = 0; {k} < {count}; {k}++) {{"),
        });
        self.scalars(e.elem, &at, 0, f);
        self.out.close("}");
    }

    /// The scalars that an object is made of.
    fn scalars(
        &mut self,
        ty: TypeId,
        at: &[String],
        depth: usize,
        f: &mut dyn FnMut(&mut Self, TypeId, &[String]),
    ) {
        let unit = self.p.unit;
        match unit.types.canonical(ty) {
            Type::Array(elem, ArrayLen::Fixed(n)) => {
                let k = format!("accrs_m{depth}");
                self.out
                    .open(format!("for (int {k} = 0; {k} < {n}; {k}++) {{"));
                let inner: Vec<String> = at.iter().map(|a| format!("{a}[{k}]")).collect();
                self.scalars(*elem, &inner, depth + 1, f);
                self.out.close("}");
            }
            Type::Record(id) => {
                let record = &unit.types.records[id.index()];
                for field in record.fields.iter().flatten() {
                    if field.name.is_empty() && !unit.types.is_record(field.ty) {
                        continue;
                    }
                    let inner: Vec<String> = at
                        .iter()
                        .map(|a| match field.name.as_str() {
                            "" => a.clone(),
                            name => format!("{a}.{}", safe(name)),
                        })
                        .collect();
                    self.scalars(field.ty, &inner, depth, f);
                }
            }
            _ => f(self, ty, at),
        }
    }

    /// A name for one element's sum needs braces of its own where no loop over elements makes them.
    fn braced(&self, e: &Elements) -> bool {
        matches!(e.length, Length::One) || self.p.unit.types.is_record(e.elem)
    }

    fn open_if(&mut self, braced: bool) {
        if braced {
            self.out.open("{");
        }
    }

    fn close_if(&mut self, braced: bool) {
        if braced {
            self.out.close("}");
        }
    }

    pub(super) fn all_threads(&self) -> Threads {
        self.kernel.map_or(Threads::NONE, Threads::of_kernel)
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
