//! Types in CUDA C++: their names, and those that are declared in another way than in C.

use crate::names::safe;
use crate::print::Printer;
use accrs_frontend::region::{
    ArrayLen, Expr, ExprKind, FloatKind, RecordId, Type, TypeId, Typedef, TypedefId, Types, VlaId,
};
use std::fmt::Write;

impl Printer<'_> {
    /// A declaration whose form isn't C's.
    pub(in crate::print) fn cuda_declaration(&self, ty: TypeId, name: &str) -> Option<String> {
        let types = &self.unit.types;
        match types.get(ty) {
            Type::Pointer(to) if types.is_variably_modified(*to) => {
                Some(self.flat_pointer(self.flat_elem(*to), name))
            }
            Type::Array(..) if types.is_variably_modified(ty) => {
                Some(self.flat_pointer(self.flat_elem(ty), name))
            }
            Type::Function {
                ret,
                params,
                variadic,
            } => {
                let mut list: Vec<String> = params.iter().map(|p| self.type_name(*p)).collect();
                if *variadic {
                    list.push("...".into());
                }
                Some(self.declare(*ret, &format!("{name}({})", list.join(", "))))
            }
            Type::Qualified(inner, q) => {
                if q.is_volatile && self.complex_kind(*inner).is_some() {
                    self.refuse_type("a volatile complex number is not supported on a device");
                }
                if q.is_volatile && types.vector(*inner).is_some() {
                    self.refuse_type("a volatile vector is not supported on a device");
                }
                let pointer = match types.get(*inner) {
                    Type::Pointer(to) => Some(*to),
                    _ => None,
                };
                // C++ has no `restrict` on a typedef's pointer.
                let written = |to| self.exchanges && !types.qualifiers(to).is_const;
                if !q.is_restrict || pointer.is_some_and(|to| !written(to)) {
                    return None;
                }
                let constant = if q.is_const { "const " } else { "" };
                let volatile = if q.is_volatile { "volatile " } else { "" };
                Some(match pointer {
                    Some(_) => {
                        self.declare(*inner, format!("{constant}{volatile}{name}").trim_end())
                    }
                    None => format!("{constant}{volatile}{}", self.declare(*inner, name)),
                })
            }
            _ => None,
        }
    }

    pub(super) fn flat_pointer(&self, elem: TypeId, name: &str) -> String {
        if self.unit.types.is_array(elem) {
            return self.declare(elem, &format!("(*{name})"));
        }
        self.declare(elem, &format!("*{name}"))
    }

    /// A declaration of a variable that is assigned later: top-level `const` is dropped.
    pub fn declare_mutable(&self, ty: TypeId, name: &str) -> String {
        self.declare(self.unqualified(ty), name)
    }

    /// Likewise for a variable that may be an array, whose elements lose their `const` too.
    pub(crate) fn declare_assigned(&self, ty: TypeId, name: &str) -> String {
        let (mut at, mut dims) = (ty, String::new());
        while let Type::Array(elem, ArrayLen::Fixed(n)) = self.unit.types.canonical(at) {
            let _ = write!(dims, "[{n}]");
            at = *elem;
        }
        match self.unit.types.qualifiers(at).is_const && at != ty {
            true => self.declare_mutable(at, &format!("{name}{dims}")),
            false => self.declare_mutable(ty, name),
        }
    }

    pub(crate) fn unqualified(&self, ty: TypeId) -> TypeId {
        let types = &self.unit.types;
        match types.get(ty) {
            Type::Qualified(inner, _) => self.unqualified(*inner),
            Type::Typedef(t) if types.qualifiers(ty).is_const => {
                self.unqualified(types.typedefs[t.index()].target)
            }
            _ => ty,
        }
    }

    /// The name of an array's type without the `const` of its elements.
    pub(crate) fn mutable_array(&self, ty: TypeId) -> String {
        let (mut at, mut dims) = (ty, String::new());
        while let Type::Array(elem, ArrayLen::Fixed(n)) = self.unit.types.canonical(at) {
            let _ = write!(dims, "[{n}]");
            at = *elem;
        }
        format!("{} {dims}", self.type_name(self.unqualified(at)))
    }

    pub(in crate::print) fn cuda_base(&self, ty: TypeId) -> String {
        match self.unit.types.get(ty) {
            Type::Void => "void".into(),
            Type::Bool => "bool".into(),
            Type::Char => self.unit.types.char_name().into(),
            Type::Int(k) => k.name().into(),
            Type::Float(kind) => self.float_name(*kind).into(),
            Type::Complex(kind) => self.complex_name(*kind),
            Type::Record(r) => self.record_name(*r),
            Type::Enum(e) => {
                self.used.borrow_mut().enums.insert(*e);
                self.type_name(self.unit.types.enums[e.index()].repr)
            }
            Type::Typedef(t) => self.typedef_name(*t),
            _ => String::new(),
        }
    }

    pub(crate) fn float_name(&self, kind: FloatKind) -> &'static str {
        if kind == FloatKind::LongDouble {
            self.not_for_gpus(super::LONG_DOUBLE);
        }
        kind.name()
    }

    fn typedef_name(&self, id: TypedefId) -> String {
        let def = &self.unit.types.typedefs[id.index()];
        if def.name == "size_t" {
            return "size_t".into();
        }
        // A fixed-size spelling only where the name means something in the CUDA text.
        if def.system || self.unit.types.is_variably_modified(def.target) {
            return self.type_name(def.target);
        }
        if let Type::Record(r) = self.unit.types.get(def.target)
            && self.unit.types.records[r.index()].tag.is_none()
        {
            return self.record_name(*r);
        }
        self.used.borrow_mut().typedefs.insert(id);
        self.type_name(def.target);
        self.typedef_label(id)
    }

    /// The name of a typedef in CUDA, where all types are at file scope and tags share one name space with typedefs: the second type of a name gets a
    /// name of its own.
    pub(crate) fn typedef_label(&self, id: TypedefId) -> String {
        let types = &self.unit.types;
        let def = &types.typedefs[id.index()];
        let earlier = types.typedefs[..id.index()].iter();
        let mut other = earlier.filter(|t| t.name == def.name && t.target != def.target);
        let same = |r: usize| matches!(types.get(def.target), Type::Record(of) if of.index() == r);
        let mut records = (0..types.records.len()).filter(|r| !same(*r));
        let tagged = records.any(|r| self.record_label(r) == Some(def.name.as_str()));
        if tagged || other.next().is_some() {
            return format!("accrs_{}_t{}", def.name, id.0);
        }
        safe(&def.name)
    }

    /// What names a record in C: its tag, or else a typedef of it.
    fn record_label(&self, id: usize) -> Option<&str> {
        let types = &self.unit.types;
        let of = |t: &&Typedef| matches!(types.get(t.target), Type::Record(r) if r.index() == id);
        let tag = types.records[id].tag.as_deref();
        tag.or_else(|| Some(types.typedefs.iter().find(of)?.name.as_str()))
    }

    /// `struct point`; an untagged one is named by its typedef, else by its number.
    pub fn record_name(&self, id: RecordId) -> String {
        self.used.borrow_mut().records.insert(id);
        let record = &self.unit.types.records[id.index()];
        if record.is_vector || record.of_cuda.is_some() {
            return self.record_tag(id).1;
        }
        let fields = self.unit.types.records[id.index()].fields.iter().flatten();
        if fields
            .into_iter()
            .any(|f| holds_long_double(&self.unit.types, f.ty))
        {
            self.not_for_gpus(super::LONG_DOUBLE);
        }
        let (word, name) = self.record_tag(id);
        if self.unit.types.records[id.index()].tag.is_some() {
            format!("{word} {name}")
        } else {
            name
        }
    }

    /// `("struct", "point")`
    pub fn record_tag(&self, id: RecordId) -> (&'static str, String) {
        let types = &self.unit.types;
        let record = &types.records[id.index()];
        if record.is_vector {
            return ("struct", self.vector_name(id));
        }
        if let Some(name) = &record.of_cuda {
            return ("struct", name.clone());
        }
        let word = if record.is_union { "union" } else { "struct" };
        let name = match self.record_label(id.index()) {
            // Of two blocks, or by a tag and by a typedef.
            Some(label) if (0..id.index()).any(|r| self.record_label(r) == Some(label)) => {
                format!("accrs_{label}_{}", id.0)
            }
            Some(label) => safe(label),
            None => format!("accrs_{word}_{}", id.0),
        };
        (word, name)
    }

    /// Notes the struct whose size or members an expression asks for. No declaration needs to name it: it may be reached through a member of another
    /// struct (`s->atoms[i].x`).
    pub(super) fn note_record(&self, e: &Expr) {
        let types = &self.unit.types;
        let record = |ty: TypeId| match types.canonical(types.innermost(ty)) {
            Type::Record(r) => Some(*r),
            _ => None,
        };
        let base = match &e.kind {
            ExprKind::Member {
                base, arrow: true, ..
            } => types.pointee(base.ty),
            _ => None,
        };
        for r in base.into_iter().chain([e.ty]).filter_map(record) {
            self.record_name(r);
        }
        // Arithmetic may follow.
        if let Some(r) = types.pointee(e.ty).and_then(record) {
            self.used.borrow_mut().records.insert(r);
        }
    }

    /// The first type of fixed size inside arrays of variable length.
    pub(crate) fn flat_elem(&self, ty: TypeId) -> TypeId {
        let types = &self.unit.types;
        match types.canonical(ty) {
            Type::Array(elem, _) if types.is_variably_modified(ty) => self.flat_elem(*elem),
            _ => ty,
        }
    }

    /// The length of an array type as an expression that may be multiplied.
    pub(crate) fn length(&self, ty: TypeId) -> Option<String> {
        match self.unit.types.canonical(ty) {
            Type::Array(_, ArrayLen::Fixed(n)) => Some(n.to_string()),
            Type::Array(_, ArrayLen::Vla(id)) if self.lengths.contains_key(id) => {
                self.used.borrow_mut().lengths.insert(*id);
                self.lengths.get(id).cloned()
            }
            Type::Array(_, ArrayLen::Vla(VlaId(v))) => {
                let length = &self.unit.types.vla_lengths[*v as usize];
                Some(self.operand(length, 14))
            }
            _ => None,
        }
    }
}

/// Whether a value of the type has a `long double` in it, whose layout no GPU shares.
pub(crate) fn holds_long_double(types: &Types, ty: TypeId) -> bool {
    match types.canonical(ty) {
        Type::Float(k) | Type::Complex(k) => *k == FloatKind::LongDouble,
        Type::Array(elem, _) => holds_long_double(types, *elem),
        Type::Record(r) => {
            let mut fields = types.records[r.index()].fields.iter().flatten();
            fields.any(|f| holds_long_double(types, f.ty))
        }
        _ => false,
    }
}
