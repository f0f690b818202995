//! What an aggregate reduction combines: its elements, how generated code spells them, and the walk over
//! the scalars that they are made of.

use super::super::exec::Body;
use crate::names::safe;
use crate::plan::{Part, Reduction};
use crate::print::{Access, Printer};
use accrs_frontend::region::{ArrayLen, Type, TypeId, VarId};

/// The elements of a copy, as generated code spells them.
#[derive(Clone, Debug)]
pub struct Elements {
    pub(super) elem: TypeId,
    /// First element, counted in the variable's flat space: a literal or a name.
    pub lower: String,
    pub(super) length: Length,
}

#[derive(Clone, Debug)]
pub(super) enum Length {
    /// A struct, not an array of them.
    One,
    Fixed(u64),
    Name(String),
}

impl Elements {
    pub(super) fn fixed(&self) -> Option<u64> {
        match self.length {
            Length::One => Some(1),
            Length::Fixed(n) => Some(n),
            Length::Name(_) => None,
        }
    }

    pub(super) fn count(&self) -> String {
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
    pub(in super::super) fn declare_lengths(&mut self, r: &Reduction) {
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
    pub(in super::super) fn elements(&mut self, r: &Reduction) -> Elements {
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
    pub(in super::super) fn spelled(&self, v: VarId, e: &Elements) -> Spelling {
        let ty = self.p.unit.var(v).ty;
        let name = match self.p.var(v) {
            Access::Name(n) => n,
            Access::Deref(n) => format!("(*{n})"),
        };
        self.flattened(ty, name, e)
    }

    pub(super) fn flattened(&self, ty: TypeId, name: String, e: &Elements) -> Spelling {
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

    /// An element as an argument of a template: bit-fields and such as values of their type.
    pub(super) fn value(&self, ty: TypeId, text: &str) -> String {
        match self.p.unit.types.canonical(ty) {
            Type::Enum(_) => format!("({}){text}", self.p.type_name(self.p.unqualified(ty))),
            _ => text.to_string(),
        }
    }

    /// Runs `f` for each scalar of the elements, given its spelling in each of `all`. `stride`: the
    /// loop over elements starts and steps as it says, else it takes them one after the other.
    pub(super) fn each(
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
    pub(super) fn braced(&self, e: &Elements) -> bool {
        matches!(e.length, Length::One) || self.p.unit.types.is_record(e.elem)
    }

    pub(super) fn open_if(&mut self, braced: bool) {
        if braced {
            self.out.open("{");
        }
    }

    pub(super) fn close_if(&mut self, braced: bool) {
        if braced {
            self.out.close("}");
        }
    }
}
