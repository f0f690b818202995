//! Initialisers as fully braced C++ without designators and with all conversions written out. Which part a value goes to
//! follows C's rules (C11 §6.7.9).

use super::gnu::has_no_size;
use crate::print::Printer;
use crate::print::expr::has_effects;
use accrs_frontend::region::{
    ArrayLen, Designator, Expr, ExprKind, Field, InitItem, Type, TypeId, Types,
};

/// The largest number of parts. More are a mistake, or a table that no kernel should build.
const MOST: usize = 1 << 20;

/// The initial value of a part.
#[derive(Clone)]
enum Init {
    /// `{}`: zero.
    Zero,
    Value(String),
    Parts(Vec<Init>),
}

impl Printer<'_> {
    /// A list in braces as the initialiser of its type.
    pub(super) fn init_list(&self, e: &Expr, items: &[InitItem]) -> String {
        let init = self.braces(e.ty, items);
        self.init_text(e, e.ty, &init)
    }

    fn braces(&self, ty: TypeId, items: &[InitItem]) -> Init {
        let types = &self.unit.types;
        if types.is_scalar(ty) {
            let first = items.first();
            return first.map_or(Init::Zero, |i| self.item(ty, &i.value));
        }
        if let [only] = items
            && types.is_array(ty)
            && only.designators.is_empty()
            && fits(types, ty, &only.value)
        {
            return self.item(ty, &only.value);
        }
        let mut root = Init::Zero;
        let mut path = vec![0];
        for item in items {
            let mut last = None;
            if !item.designators.is_empty() {
                match designated(types, ty, &item.designators) {
                    Some((first, to)) => {
                        path = first;
                        last = to;
                    }
                    None => {
                        self.refuse(
                            item.value.span,
                            "this designated initialiser is not supported on a device",
                        );
                        continue;
                    }
                }
            }
            // Inner braces may be left out: the value goes to the first part inside that it fits.
            while let Some(at) = type_at(types, ty, &path)
                && !fits(types, at, &item.value)
                && path.len() < 64
            {
                path.push(0);
            }
            let Some(at) = type_at(types, ty, &path) else {
                continue;
            };
            let value = self.item(at, &item.value);
            if let Some((level, high)) = last {
                if has_effects(&item.value) {
                    self.refuse(item.value.span, "a range of elements that are initialised with side effects is not supported on a device");
                }
                while path[level] < high {
                    set(&mut root, &path, value.clone());
                    path[level] += 1;
                }
            }
            set(&mut root, &path, value);
            advance(types, ty, &mut path);
        }
        root
    }

    /// The value of one item for a part of type `ty`.
    fn item(&self, ty: TypeId, value: &Expr) -> Init {
        match &value.kind {
            ExprKind::InitList(items) => self.braces(ty, items),
            _ if matches!(value.strip_implicit().kind, ExprKind::StringLit { .. }) => {
                Init::Value(self.initialiser(ty, value))
            }
            _ => Init::Value(self.library_argument(value)),
        }
    }

    fn init_text(&self, e: &Expr, ty: TypeId, init: &Init) -> String {
        let types = &self.unit.types;
        let parts = match init {
            Init::Zero => return "{}".into(),
            Init::Value(text) if types.is_scalar(ty) && types.is_scalar(e.ty) => {
                return format!("{{{text}}}");
            }
            Init::Value(text) => return text.clone(),
            Init::Parts(parts) => parts,
        };
        let mut out = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            let Some(at) = type_at(types, ty, &[i]).filter(|at| !has_no_size(types, *at)) else {
                continue;
            };
            out.push(self.init_text(e, at, part));
        }
        if let Type::Record(r) = types.canonical(ty)
            && types.records[r.index()].is_union
            && parts.len() > 1
        {
            return self.later_member(e, ty, parts.len() - 1, out.pop().unwrap_or_default());
        }
        format!("{{{}}}", out.join(", "))
    }

    /// A union that is initialised through a member other than its first.
    fn later_member(&self, e: &Expr, ty: TypeId, index: usize, value: String) -> String {
        let types = &self.unit.types;
        if let Type::Record(r) = types.canonical(ty)
            && let record = &types.records[r.index()]
            && let Some(field) = members(record.fields.as_deref().unwrap_or(&[])).nth(index)
            && !field.name.is_empty()
            && !types.is_array(field.ty)
            && (record.tag.is_some() || types.typedefs.iter().any(|t| t.target == ty))
        {
            let name = self.type_name(self.unqualified(ty));
            let member = crate::names::safe(&field.name);
            return format!(
                "[&]() -> {name} {{ {name} made_; made_.{member} = {value}; return made_; }}()"
            );
        }
        self.refuse(
            e.span,
            "the initialiser of this member of a union is not supported on a device",
        );
        "{}".into()
    }
}

/// The members that initialisers see: all but unnamed bit-fields.
fn members(fields: &[Field]) -> impl Iterator<Item = &Field> {
    fields
        .iter()
        .filter(|f| !(f.name.is_empty() && f.bit_width.is_some()))
}

/// The type of the part at `path`; `None` where there is none.
fn type_at(types: &Types, ty: TypeId, path: &[usize]) -> Option<TypeId> {
    let Some((&first, rest)) = path.split_first() else {
        return Some(ty);
    };
    match types.canonical(ty) {
        Type::Array(elem, ArrayLen::Fixed(n)) if (first as u64) < *n => type_at(types, *elem, rest),
        Type::Array(elem, ArrayLen::Unknown) if first < MOST => type_at(types, *elem, rest),
        Type::Record(r) => {
            let fields = types.records[r.index()].fields.as_ref()?;
            type_at(types, members(fields).nth(first)?.ty, rest)
        }
        _ => None,
    }
}

/// Whether a value initialises a part of type `ty` as a whole.
fn fits(types: &Types, ty: TypeId, value: &Expr) -> bool {
    if types.is_scalar(ty) || matches!(value.kind, ExprKind::InitList(_)) {
        return true;
    }
    match (types.canonical(ty), &value.strip_implicit().kind) {
        (Type::Array(elem, _), ExprKind::StringLit { .. }) => {
            types.is_scalar(*elem) && !types.is_pointer(*elem)
        }
        (Type::Record(_), _) => types.canonical_id(value.ty) == types.canonical_id(ty),
        _ => false,
    }
}

/// The path that designators lead to, and for a range its level in the path and its last index.
#[allow(clippy::type_complexity)]
fn designated(
    types: &Types,
    ty: TypeId,
    list: &[Designator],
) -> Option<(Vec<usize>, Option<(usize, usize)>)> {
    let (mut path, mut last) = (Vec::new(), None);
    for d in list {
        let index = |e: &Expr| usize::try_from(e.int_value()?).ok().filter(|i| *i < MOST);
        match d {
            Designator::Field(name) => named(types, type_at(types, ty, &path)?, name, &mut path)?,
            Designator::Index(i) => path.push(index(i)?),
            Designator::Range(low, high) => {
                if last.is_some() {
                    return None;
                }
                path.push(index(low)?);
                last = Some((path.len() - 1, index(high)?));
            }
        }
        type_at(types, ty, &path)?;
    }
    Some((path, last))
}

/// Extends the path to a member, which may be inside members without names.
fn named(types: &Types, ty: TypeId, name: &str, path: &mut Vec<usize>) -> Option<()> {
    let Type::Record(r) = types.canonical(ty) else {
        return None;
    };
    let fields = types.records[r.index()].fields.as_ref()?;
    for (i, f) in members(fields).enumerate() {
        path.push(i);
        if f.name == name || (f.name.is_empty() && named(types, f.ty, name, path).is_some()) {
            return Some(());
        }
        path.pop();
    }
    None
}

/// Moves `path` to the next part; at the end of an array or struct, to the one behind it.
fn advance(types: &Types, ty: TypeId, path: &mut Vec<usize>) {
    while let Some(last) = path.pop() {
        let holder = type_at(types, ty, path);
        let is_union = holder.is_some_and(
            |h| matches!(types.canonical(h), Type::Record(r) if types.records[r.index()].is_union),
        );
        path.push(last + 1);
        if path.len() == 1 || (!is_union && type_at(types, ty, path).is_some()) {
            return;
        }
        path.pop();
    }
}

fn set(root: &mut Init, path: &[usize], value: Init) {
    let Some((&first, rest)) = path.split_first() else {
        *root = value;
        return;
    };
    if !matches!(root, Init::Parts(_)) {
        *root = Init::Parts(Vec::new());
    }
    if let Init::Parts(parts) = root {
        if parts.len() <= first {
            parts.resize(first + 1, Init::Zero);
        }
        set(&mut parts[first], rest, value);
    }
}
