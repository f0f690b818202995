//! Prints the definitions that kernels use: structs, unions, enums and typedefs, each after those that it needs.

use crate::names::safe;
use crate::print::{Lines, Printer, Used};
use accrs_frontend::region::{Field, Record, RecordId, Type, TypeId, TypedefId};
use std::collections::BTreeSet;

/// Emits definitions in dependence order.
pub struct Definitions<'p, 'a> {
    p: &'p Printer<'a>,
    records: BTreeSet<RecordId>,
    typedefs: BTreeSet<TypedefId>,
    out: Lines,
}

/// What puts a struct's members at the places that they have on the host.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    Natural,
    /// The struct has a stricter alignment than its members.
    Aligned,
    /// `__attribute__((packed))`
    Packed,
    /// `#pragma pack(n)` or -fpack-struct=n: no member has a stricter alignment than the struct.
    Tight,
    /// Packed, with the gaps between members written out, since compilers place bit-fields differently there.
    Placed,
}

/// The definitions of everything in `used`.
pub fn definitions(p: &Printer<'_>, used: &Used) -> String {
    let mut d = Definitions {
        p,
        records: BTreeSet::new(),
        typedefs: BTreeSet::new(),
        out: Lines::default(),
    };
    for id in &used.enums {
        let e = &p.unit.types.enums[id.index()];
        let constants = e.constants.iter();
        let list: Vec<String> = constants
            .filter(|(n, _)| {
                p.unit
                    .types
                    .enum_constant(n)
                    .is_some_and(|(of, _)| of == *id)
            })
            .map(|(n, v)| format!("{} = {v}", safe(n)))
            .collect();
        if !list.is_empty() {
            d.out.line(format!("enum {{ {} }};", list.join(", ")));
        }
    }
    used.typedefs.iter().for_each(|t| d.typedef(*t));
    used.records.iter().for_each(|r| d.record(*r));
    d.out.into_text()
}

impl Definitions<'_, '_> {
    fn typedef(&mut self, id: TypedefId) {
        let def = &self.p.unit.types.typedefs[id.index()];
        if def.system || !self.typedefs.insert(id) {
            return;
        }
        self.needs(def.target, false);
        self.out.line(format!(
            "typedef {};",
            self.p.declare(def.target, &self.p.typedef_label(id))
        ));
    }

    /// Prints what must come before a use of the type.
    fn needs(&mut self, ty: TypeId, behind_pointer: bool) {
        let types = &self.p.unit.types;
        match types.get(ty) {
            Type::Pointer(to) => self.needs(*to, true),
            // C too has arrays only of what it knows the size of.
            Type::Array(elem, _) => self.needs(*elem, false),
            Type::Qualified(inner, _) => self.needs(*inner, behind_pointer),
            Type::Typedef(t) => {
                let def = &types.typedefs[t.index()];
                let untagged = matches!(types.get(def.target), Type::Record(r) if types.records[r.index()].tag.is_none());
                if def.system || untagged {
                    self.needs(def.target, behind_pointer);
                } else {
                    self.typedef(*t);
                    self.needs(def.target, behind_pointer);
                }
            }
            Type::Function { ret, params, .. } => {
                self.needs(*ret, true);
                params.iter().for_each(|p| self.needs(*p, true));
            }
            Type::Record(r) => {
                let record = &types.records[r.index()];
                if record.is_vector || record.of_cuda.is_some() {
                } else if behind_pointer && !self.records.contains(r) {
                    let (word, name) = self.p.record_tag(*r);
                    self.out.line(format!("{word} {name};"));
                } else {
                    self.record(*r);
                }
            }
            _ => {}
        }
    }

    fn record(&mut self, id: RecordId) {
        if !self.records.insert(id) {
            return;
        }
        let record = &self.p.unit.types.records[id.index()];
        if record.is_vector || record.of_cuda.is_some() {
            return;
        }
        let (word, name) = self.p.record_tag(id);
        let Some(fields) = &record.fields else {
            return self.out.line(format!("{word} {name};"));
        };
        for f in fields {
            self.needs(f.ty, false);
        }
        let host_only = fields
            .iter()
            .any(|f| crate::print::holds_long_double(&self.p.unit.types, f.ty));
        if host_only {
            self.out.line("#ifdef ACCRS_SIM");
        }
        let layout = self.layout(record, fields, false);
        if layout == Layout::Tight {
            self.out
                .line(format!("#pragma pack(push, {})", record.align));
        }
        self.body(record, layout, &format!(" {name}"));
        if layout == Layout::Tight {
            self.out.line("#pragma pack(pop)");
        }
        // Without members it has a size in C++, and in C none: structs don't have it as a member then.
        if record.size > 0 {
            self.out.line(format!(
            "static_assert(sizeof({word} {name}) == {}, \"'{name}' is laid out as on the host\");",
            record.size
        ));
        }
        if host_only {
            self.out.line("#endif");
        }
    }

    /// `inside`: it is an unnamed member of a struct with [`Layout::Placed`].
    fn layout(&self, record: &Record, fields: &[Field], inside: bool) -> Layout {
        // What isn't printed has its alignment in the host's struct alone.
        let natural = fields
            .iter()
            .filter(|f| !self.is_left_out(f))
            .filter_map(|f| self.align_of(f.ty))
            .max()
            .unwrap_or(1);
        let tight = record.align < natural;
        let bit_fields = fields.iter().any(|f| f.bit_width.is_some());
        if record.is_union && inside && tight {
            Layout::Packed
        } else if !record.is_union && (record.ms_bit_fields || (tight && (bit_fields || inside))) {
            Layout::Placed
        } else if record.packed {
            Layout::Packed
        } else if tight {
            Layout::Tight
        } else if record.align > natural {
            Layout::Aligned
        } else {
            Layout::Natural
        }
    }

    /// `struct name { … };`
    fn body(&mut self, record: &Record, layout: Layout, name: &str) {
        let word = if record.is_union { "union" } else { "struct" };
        let attributes = match layout {
            Layout::Packed => " __attribute__((packed))".to_string(),
            Layout::Placed => format!(" __attribute__((packed, aligned({})))", record.align),
            Layout::Aligned => format!(" alignas({})", record.align),
            Layout::Natural | Layout::Tight => String::new(),
        };
        self.out.open(format!("{word}{attributes}{name} {{"));
        let mut end = 0;
        for f in record.fields.iter().flatten() {
            if layout == Layout::Placed {
                if f.name.is_empty() && f.bit_width.is_some() {
                    continue;
                }
                self.gap(f, end);
                self.field(f, "", true);
            } else {
                let aligned = self.aligned(f, end, record);
                self.field(f, &aligned, false);
            }
            let bits = self.p.unit.types.size_of(f.ty).map_or(0, |n| 8 * n);
            end = f.offset_bits + f.bit_width.map_or(bits, u64::from);
        }
        self.out.close("};");
    }

    /// Prints the unnamed bits between bit `end` of a packed struct and its next member.
    fn gap(&mut self, f: &Field, end: u64) {
        let mut gap = f.offset_bits.saturating_sub(end);
        if f.bit_width.is_none() && gap < 8 {
            return;
        }
        while gap > 0 {
            let bits = gap.min(64);
            self.out.line(format!("unsigned long : {bits};"));
            gap -= bits;
        }
    }

    /// `alignas(32) ` where a member isn't at the first place behind bit `end`, the end of the member before it, that its type's
    /// own alignment allows.
    fn aligned(&self, f: &Field, end: u64, record: &Record) -> String {
        let natural = 8 * self.align_of(f.ty).unwrap_or(1).min(record.align);
        if record.packed || record.is_union || f.bit_width.is_some() {
            return String::new();
        }
        let expected = end.div_ceil(natural) * natural;
        if f.offset_bits == expected {
            return String::new();
        }
        // This is the smallest alignment that gives the member its place.
        let mut align = natural;
        while align < 8 * record.align && end.div_ceil(align) * align != f.offset_bits {
            align *= 2;
        }
        format!("alignas({}) ", align / 8)
    }

    fn field(&mut self, f: &Field, aligned: &str, placed: bool) {
        if crate::print::is_open(&self.p.unit.types, f.ty) {
            return self.out.line(format!("// {}[]", safe(&f.name)));
        }
        if crate::print::has_no_size(&self.p.unit.types, f.ty) {
            let name = safe(&f.name);
            return self.out.line(format!("// {name}").trim_end());
        }
        let bits = f.bit_width.map_or(String::new(), |w| format!(" : {w}"));
        if !f.name.is_empty() {
            let declared = self.p.declare(f.ty, &safe(&f.name));
            return self.out.line(format!("{aligned}{declared}{bits};"));
        }
        // The member is anonymous, so its fields are the outer struct's.
        if let Type::Record(r) = self.p.unit.types.canonical(f.ty)
            && let record = &self.p.unit.types.records[r.index()]
            && let Some(fields) = &record.fields
        {
            let layout = self.layout(record, fields, placed);
            return self.body(record, layout, "");
        }
        self.out
            .line(format!("{}{bits};", self.p.declare(f.ty, "")));
    }

    /// A flexible array, or a member without a size.
    fn is_left_out(&self, f: &Field) -> bool {
        let types = &self.p.unit.types;
        crate::print::is_open(types, f.ty) || crate::print::has_no_size(types, f.ty)
    }

    fn align_of(&self, ty: TypeId) -> Option<u64> {
        let types = &self.p.unit.types;
        match types.canonical(ty) {
            Type::Record(r) => Some(types.records[r.index()].align),
            Type::Array(elem, _) => self.align_of(*elem),
            Type::Complex(k) => Some(k.size()),
            _ => types.size_of(ty),
        }
    }
}
