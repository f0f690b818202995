//! Classes as structs: bases are members ([`BASE`]), references are pointers, and what has no form on devices takes its room.

use super::build::{Builder, Res};
use super::classes::{class_members, is_left_unset};
use super::cursor::{CType, Cursor};
use super::reference::referred;
use crate::region::{ArrayLen, BASE, EMPTY, Field, IntKind, Type, TypeId, VIRTUAL};
use clang_sys::*;

impl<'t> Builder<'t> {
    /// The members of the struct that a class is.
    pub fn class_fields(&mut self, ty: CType<'t>, class: Cursor<'t>) -> Res<Vec<Field>> {
        if super::tuples::is_tuple(ty) {
            return self.tuple_fields(ty);
        }
        let members = class_members(class);
        let bases: Vec<Cursor<'t>> = members
            .iter()
            .filter(|m| m.kind() == CXCursor_CXXBaseSpecifier)
            .copied()
            .collect();
        let mut found = Vec::new();
        for base in &bases {
            let of = base.ty().canonical();
            let record = of.kind() == CXType_Record;
            let made = (!record).then(|| self.base_of_instance(ty, *base));
            found.push(made.flatten().unwrap_or(of));
        }
        let mut out = Vec::new();
        let mut end = 0;
        if !found.iter().any(|b| is_dynamic(*b)) && members.iter().any(|m| is_virtual(*m)) {
            let ty = self.types.unsigned_long();
            out.push(field(VIRTUAL.into(), ty, 0));
            end = 8;
        }
        for (k, base) in bases.iter().enumerate() {
            let of = found[k];
            // A base with virtual functions moves before others.
            let known = of.kind() == CXType_Record && !base.is_virtual_base();
            if !known && self.is_empty_of_library(*base) {
                continue;
            }
            if !known || (k > 0 && is_dynamic(of)) {
                return self.layout_unknown(ty);
            }
            let base_ty = self.ty(of)?;
            if self.is_empty_class(base_ty) {
                continue;
            }
            let Some((size, align, used)) = self.extent_of(base_ty) else {
                return self.layout_unknown(ty);
            };
            end = u64::div_ceil(end, align) * align;
            out.push(field(
                format!("{BASE}{}", self.name_of(of)),
                base_ty,
                8 * end,
            ));
            // What comes behind it may lie in its last bytes.
            if used < size && k + 1 < bases.len() {
                return self.layout_unknown(ty);
            }
            end += size;
        }
        let mut own = self.fields(ty)?;
        // `[[no_unique_address]]`: it lies where another one does.
        let places: Vec<(u64, bool)> = own
            .iter()
            .map(|f| (f.offset_bits, self.is_empty_class(f.ty)))
            .collect();
        own.retain(|f| {
            let taken = places.contains(&(f.offset_bits, false));
            !(taken && self.is_empty_class(f.ty))
        });
        if own.iter().any(|f| f.offset_bits < 8 * end) {
            return self.layout_unknown(ty);
        }
        out.extend(own);
        if out.is_empty() {
            // It has a size of its own.
            let byte = self.types.intern(Type::Int(IntKind::UChar));
            out.push(field(EMPTY.into(), byte, 0));
        }
        Ok(out)
    }

    /// The base of a template's instance: clang shows the template's, in terms of its parameters. What the code names has a type, and is found by its
    /// name. One that has nothing of its own to do at its beginning can be taken for what the template says elsewhere.
    pub fn base_of_instance(&mut self, class: CType<'t>, base: Cursor<'t>) -> Option<CType<'t>> {
        let template = class.canonical().declaration().specialized()?;
        let parameters = template.children().into_iter().filter(|k| {
            matches!(
                k.kind(),
                CXCursor_TemplateTypeParameter
                    | CXCursor_NonTypeTemplateParameter
                    | CXCursor_TemplateTemplateParameter
            )
        });
        let arguments = class.canonical().template_arguments();
        let parameters: Vec<String> = parameters.map(|p| p.spelling()).collect();
        if parameters.len() != arguments.len() {
            return None;
        }
        let mut name = String::new();
        for word in words(&base.ty().spelling()) {
            match parameters.iter().position(|p| *p == word) {
                Some(k) => name += &arguments[k]?.canonical().spelling(),
                None => name += &word,
            }
        }
        if self.instances.is_none() {
            let found = super::instances::classes(self.source, self.weave, self.tu?);
            self.instances = Some(found);
        }
        // As names are looked up: in the spaces around the class, the nearest first. A wrong one has none of the members that code names.
        let all = self.instances.as_ref()?;
        let own = class.canonical().spelling();
        let mut space = own.split('<').next().unwrap_or("");
        let mut found = None;
        while let (None, Some((outer, _))) = (found, space.rsplit_once("::")) {
            found = all.get(&format!("{outer}::{name}")).copied();
            space = outer;
        }
        let found = found.or_else(|| all.get(&name).copied())?;
        let plain = self.is_plain(found) && is_left_unset(found);
        (plain || is_dynamic(found)).then_some(found)
    }

    /// Whether a base that a template's parameters make is a class of the standard library without members, whatever these are.
    pub fn is_empty_of_library(&self, base: Cursor<'t>) -> bool {
        let mut names = base.children().into_iter().filter_map(Cursor::referenced);
        let Some(template) = names.find(|d| super::instances::is_class_template(*d)) else {
            return false;
        };
        let template = template.definition().unwrap_or(template);
        let plain = |m: &Cursor<'t>| match m.kind() {
            CXCursor_FieldDecl | CXCursor_CXXBaseSpecifier => false,
            CXCursor_Constructor | CXCursor_Destructor => m.is_defaulted(),
            _ => !is_virtual(*m),
        };
        let at = self.weave.original(template.location());
        !base.is_virtual_base()
            && self.source.in_system_header(at)
            && template.children().iter().all(plain)
    }

    pub fn layout_unknown<T>(&mut self, ty: CType<'t>) -> Res<T> {
        let span = self.place;
        self.refuse_class(ty, span)
    }

    fn name_of(&self, class: CType<'t>) -> String {
        let name = class.spelling();
        let word = |c: char| if c.is_alphanumeric() { c } else { '_' };
        name.chars().map(word).collect()
    }

    /// A struct's size and alignment in bytes, and where its last member ends.
    fn extent_of(&self, ty: TypeId) -> Option<(u64, u64, u64)> {
        let Type::Record(r) = *self.types.canonical(ty) else {
            return None;
        };
        let record = &self.types.records[r.index()];
        let last = record.fields.as_ref()?.last()?;
        let bits = match last.bit_width {
            Some(w) => u64::from(w),
            None => 8 * self.types.size_of(last.ty)?,
        };
        let used = u64::div_ceil(last.offset_bits + bits, 8);
        Some((record.size, record.align.max(1), used))
    }

    /// The type of a member as C has it.
    pub fn field_type(&mut self, f: Cursor<'t>) -> Res<TypeId> {
        self.member_type(f.ty())
    }

    /// The same, of a type that a class has a member of.
    pub fn member_type(&mut self, of: CType<'t>) -> Res<TypeId> {
        if let Some(to) = referred(of) {
            let made = self.quietly(|b| b.ty(to));
            let to = made.unwrap_or_else(|_| self.types.intern(Type::Void));
            return Ok(self.types.intern(Type::Pointer(to)));
        }
        let made = self.quietly(|b| b.ty(of));
        let unknown = |b: &Self, ty: TypeId| match b.types.canonical(b.types.innermost(ty)) {
            Type::Record(r) => b.types.records[r.index()].fields.is_none(),
            _ => false,
        };
        match made {
            // Constructors and assignments of the whole give it its value.
            Ok(ty) if !unknown(self, ty) => Ok(self.unqualified_type(ty)),
            _ => self.room_for(of),
        }
    }

    /// As many bytes as a type takes that has no form on devices, aligned as it is.
    fn room_for(&mut self, ty: CType<'t>) -> Res<TypeId> {
        let (size, align) = (ty.size_of().unwrap_or(0), ty.align_of().unwrap_or(0));
        let unit = match align {
            1 => IntKind::UChar,
            2 => IntKind::UShort,
            4 => IntKind::UInt,
            8 => IntKind::ULong,
            _ => return self.layout_unknown(ty),
        };
        if size == 0 || size % align != 0 {
            return self.layout_unknown(ty);
        }
        let unit = self.types.intern(Type::Int(unit));
        let room = Type::Array(unit, ArrayLen::Fixed(size / align));
        Ok(self.types.intern(room))
    }
}

/// A type's text as names and what stands between them.
fn words(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut in_name = false;
    for c in text.chars() {
        let name = c.is_alphanumeric() || c == '_';
        match out.last_mut() {
            Some(last) if name == in_name => last.push(c),
            _ => out.push(c.to_string()),
        }
        in_name = name;
    }
    out
}

pub fn field(name: String, ty: TypeId, offset_bits: u64) -> Field {
    Field {
        name,
        ty,
        bit_width: None,
        offset_bits,
        is_private: false,
    }
}

fn is_virtual(m: Cursor<'_>) -> bool {
    matches!(m.kind(), CXCursor_CXXMethod | CXCursor_Destructor) && m.is_virtual()
}

/// Whether objects of a class begin with a pointer to its virtual functions.
fn is_dynamic(ty: CType<'_>) -> bool {
    let ty = ty.canonical();
    ty.kind() == CXType_Record
        && class_members(ty.declaration()).into_iter().any(|m| {
            is_virtual(m)
                || (m.kind() == CXCursor_CXXBaseSpecifier
                    && (m.is_virtual_base() || is_dynamic(m.ty())))
        })
}
