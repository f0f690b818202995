//! Definitions that kernels use: structs, unions, enums and typedefs, each after what it needs.

use super::lines::Lines;
use crate::names::safe;
use crate::print::{Printer, Used};
use accrs_frontend::region::{Field, Record, RecordId, Type, TypeId, TypedefId};
use std::collections::BTreeSet;

/// Emits definitions in dependence order.
pub struct Definitions<'p, 'a> {
    p: &'p Printer<'a>,
    records: BTreeSet<RecordId>,
    typedefs: BTreeSet<TypedefId>,
    out: Lines,
}

/// The definitions of everything in `used`.
pub fn definitions(p: &Printer<'_>, used: &Used) -> String {
    let mut d = Definitions {
        p,
        records: BTreeSet::new(),
        typedefs: BTreeSet::new(),
        out: Lines::default(),
    };
    for e in &used.enums {
        let e = &p.unit.types.enums[e.index()];
        let list: Vec<String> = e
            .constants
            .iter()
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
            self.p.declare(def.target, &safe(&def.name))
        ));
    }

    /// What must stand before a use of the type.
    fn needs(&mut self, ty: TypeId, behind_pointer: bool) {
        let types = &self.p.unit.types;
        match types.get(ty) {
            Type::Pointer(to) => self.needs(*to, true),
            Type::Array(elem, _) => self.needs(*elem, behind_pointer),
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
                if behind_pointer && !self.records.contains(r) {
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
        let natural = fields
            .iter()
            .filter_map(|f| self.align_of(f.ty))
            .max()
            .unwrap_or(1);
        let packed = if record.packed {
            " __attribute__((packed))"
        } else {
            ""
        };
        let align = if record.align > natural && !record.packed {
            format!(" alignas({})", record.align)
        } else {
            String::new()
        };
        // `#pragma pack(n)` or -fpack-struct=n: no member is aligned further than the whole.
        let tight = record.align < natural && !record.packed;
        if tight {
            self.out
                .line(format!("#pragma pack(push, {})", record.align));
        }
        self.out.open(format!("{word}{packed}{align} {name} {{"));
        let mut end = 0;
        for f in fields {
            let aligned = self.aligned(f, end, record);
            self.field(f, &aligned);
            let bits = self.p.unit.types.size_of(f.ty).map_or(0, |n| 8 * n);
            end = f.offset_bits + f.bit_width.map_or(bits, u64::from);
        }
        self.out.close("};");
        if tight {
            self.out.line("#pragma pack(pop)");
        }
        self.out.line(format!(
            "static_assert(sizeof({word} {name}) == {}, \"'{name}' is laid out as on the host\");",
            record.size
        ));
        if host_only {
            self.out.line("#endif");
        }
    }

    /// `alignas(32) ` where a member doesn't follow the one before it, which ends at bit `end`, at its type's own alignment.
    fn aligned(&self, f: &Field, end: u64, record: &Record) -> String {
        let natural = 8 * self.align_of(f.ty).unwrap_or(1).min(record.align);
        if record.packed || record.is_union || f.bit_width.is_some() {
            return String::new();
        }
        let expected = end.div_ceil(natural) * natural;
        if f.offset_bits == expected {
            return String::new();
        }
        // The least alignment that leads there.
        let mut align = natural;
        while align < 8 * record.align && end.div_ceil(align) * align != f.offset_bits {
            align *= 2;
        }
        format!("alignas({}) ", align / 8)
    }

    fn field(&mut self, f: &Field, aligned: &str) {
        if crate::print::is_open(&self.p.unit.types, f.ty) {
            return self.out.line(format!("// {}[]", safe(&f.name)));
        }
        let bits = f.bit_width.map_or(String::new(), |w| format!(" : {w}"));
        if !f.name.is_empty() {
            let declared = self.p.declare(f.ty, &safe(&f.name));
            return self.out.line(format!("{aligned}{declared}{bits};"));
        }
        // An anonymous member: its fields are the outer one's.
        if let Type::Record(r) = self.p.unit.types.canonical(f.ty)
            && let Some(fields) = &self.p.unit.types.records[r.index()].fields
        {
            let word = if self.p.unit.types.records[r.index()].is_union {
                "union"
            } else {
                "struct"
            };
            self.out.open(format!("{word} {{"));
            fields.iter().for_each(|f| self.field(f, ""));
            return self.out.close("};");
        }
        self.out
            .line(format!("{}{bits};", self.p.declare(f.ty, "")));
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
