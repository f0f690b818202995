//! Types as C spells them: declarators, inside out.
//!
//! [`declare`] knows how pointers, arrays, functions and qualifiers stand around a name; what the types at the bottom are called is
//! said by [`Names`]: the user's names in messages (here), those of the printed text in `lowering`.

use super::{ArrayLen, FloatKind, IntKind, Type, TypeId, Types, Unit, VlaId};
use crate::directive::Directive;

/// What types are called.
pub trait Names {
    fn types(&self) -> &Types;

    /// A type that is no pointer, array or function, and has no qualifiers on the outside.
    fn base(&self, ty: TypeId) -> String;

    /// What stands between the brackets of an array of variable length.
    fn length(&self, id: VlaId) -> String;

    fn restrict(&self) -> &'static str {
        "restrict"
    }

    /// A declaration that isn't made as C's are.
    fn special(&self, _ty: TypeId, _name: &str) -> Option<String> {
        None
    }
}

/// `int (*name)[3]`; an empty name gives the type alone.
pub fn declare(names: &(impl Names + ?Sized), ty: TypeId, name: &str) -> String {
    if let Some(special) = names.special(ty, name) {
        return special;
    }
    let types = names.types();
    match types.get(ty) {
        Type::Pointer(to) => {
            let inner = match types.get(*to) {
                Type::Array(..) | Type::Function { .. } => format!("(*{name})"),
                _ => format!("*{name}"),
            };
            declare(names, *to, &inner)
        }
        Type::Array(elem, length) => {
            let length = match length {
                ArrayLen::Fixed(n) => n.to_string(),
                ArrayLen::Vla(id) => names.length(*id),
                ArrayLen::Unknown => String::new(),
            };
            declare(names, *elem, &format!("{name}[{length}]"))
        }
        Type::Function {
            ret,
            params,
            variadic,
        } => {
            let mut list: Vec<String> = params.iter().map(|p| declare(names, *p, "")).collect();
            if *variadic && !params.is_empty() {
                list.push("...".into());
            }
            declare(names, *ret, &format!("{name}({})", list.join(", ")))
        }
        Type::Qualified(inner, q) => {
            let mut words = String::new();
            for (is, word) in [
                (q.is_const, "const"),
                (q.is_volatile, "volatile"),
                (q.is_restrict, names.restrict()),
            ] {
                if is {
                    words.push_str(word);
                    words.push(' ');
                }
            }
            match types.get(*inner) {
                Type::Pointer(_) => declare(names, *inner, format!("{words}{name}").trim_end()),
                _ => format!("{words}{}", declare(names, *inner, name)),
            }
        }
        _ if name.is_empty() => names.base(ty),
        _ => format!("{} {name}", names.base(ty)),
    }
}

impl IntKind {
    pub fn name(self) -> &'static str {
        match self {
            IntKind::SChar => "signed char",
            IntKind::UChar => "unsigned char",
            IntKind::Short => "short",
            IntKind::UShort => "unsigned short",
            IntKind::Int => "int",
            IntKind::UInt => "unsigned",
            IntKind::Long => "long",
            IntKind::ULong => "unsigned long",
            IntKind::LongLong => "long long",
            IntKind::ULongLong => "unsigned long long",
            IntKind::Int128 => "__int128",
            IntKind::UInt128 => "unsigned __int128",
        }
    }
}

impl FloatKind {
    pub fn name(self) -> &'static str {
        match self {
            FloatKind::Float => "float",
            FloatKind::Double => "double",
            FloatKind::LongDouble => "long double",
        }
    }
}

/// Names for messages and dumps.
struct Shown<'u>(&'u Unit);

impl Names for Shown<'_> {
    fn types(&self) -> &Types {
        &self.0.types
    }

    fn base(&self, ty: TypeId) -> String {
        let types = &self.0.types;
        match types.get(ty) {
            Type::Void => "void".into(),
            Type::Bool if self.0.cpp => "bool".into(),
            Type::Bool => "_Bool".into(),
            Type::Char => "char".into(),
            Type::Int(k) => k.name().into(),
            Type::Float(k) => k.name().into(),
            Type::Complex(k) => format!("{} _Complex", k.name()),
            Type::Typedef(t) => types.typedefs[t.index()].name.clone(),
            Type::Record(r) => {
                let record = &types.records[r.index()];
                let word = if record.is_union { "union" } else { "struct" };
                if let Some(name) = record.written.as_ref().or(record.of_cuda.as_ref()) {
                    return name.trim_start_matches("::").to_string();
                }
                match (types.vector(ty), &record.tag) {
                    (Some((elem, n)), _) => {
                        format!(
                            "{} __attribute__((vector_size({n} * sizeof({0}))))",
                            declare(self, elem, "")
                        )
                    }
                    (None, Some(tag)) => format!("{word} {tag}"),
                    (None, None) => format!("{word} without a name"),
                }
            }
            Type::Enum(e) => match &types.enums[e.index()].tag {
                Some(_) if types.enums[e.index()].written.is_some() => {
                    let name = types.enums[e.index()].written.as_deref();
                    name.unwrap_or_default()
                        .trim_start_matches("::")
                        .to_string()
                }
                Some(tag) => format!("enum {tag}"),
                None => "enum without a name".into(),
            },
            _ => String::new(),
        }
    }

    fn length(&self, id: VlaId) -> String {
        let length = self.0.types.vla_lengths.get(id.index());
        length.map_or_else(String::new, |e| self.0.source.words(e.span))
    }
}

impl Unit {
    /// A type, as C spells it: `float *restrict`.
    pub fn show_type(&self, id: TypeId) -> String {
        declare(&Shown(self), id, "")
    }

    /// A directive with its clauses, whose expressions are as the user wrote them.
    pub fn show_directive(&self, d: &Directive<super::Expr>) -> String {
        let shown: Result<Directive<String>, std::convert::Infallible> =
            d.try_map(&mut |e| Ok(self.source.words(e.span)));
        match shown {
            Ok(d) => d.to_string(),
            Err(never) => match never {},
        }
    }
}
