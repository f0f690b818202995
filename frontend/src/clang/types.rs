//! Clang's types to [`Types`].

use super::build::{Builder, Res};
use super::cursor::{CType, Cursor};
use crate::region::{
    ArrayLen, ELEMENTS, Enum, EnumId, Field, FloatKind, IntKind, Qualifiers, Record, RecordId,
    Type, TypeId, Typedef, TypedefId, VlaId,
};
use crate::rules::Pack;
use crate::source::Span;
use clang_sys::*;

/// The size expressions of a declarator's brackets, innermost first, as clang lists them.
pub type Sizes<'t> = std::vec::IntoIter<Cursor<'t>>;

impl<'t> Builder<'t> {
    /// A type that stands in no declaration of its own.
    pub fn ty(&mut self, ty: CType<'t>) -> Res<TypeId> {
        self.ty_sized(ty, &mut Vec::new().into_iter())
    }

    /// The type of a declarator, with the cursors of its array sizes.
    pub fn ty_sized(&mut self, ty: CType<'t>, sizes: &mut Sizes<'t>) -> Res<TypeId> {
        let key = ty.key();
        if let Some(&id) = self.type_ids.get(&key) {
            skip_sizes(ty, sizes);
            return Ok(id);
        }
        let base = self.unqualified(ty, sizes)?;
        let mut q = Qualifiers {
            is_const: ty.is_const(),
            is_volatile: ty.is_volatile(),
            is_restrict: ty.is_restrict(),
        };
        // `constexpr` makes the array itself constant, and not what it holds.
        let base = match self.rules.cpp && q.is_const {
            true => self.of_constants(base),
            false => base,
        };
        // Of a type that clang has under another name, the canonical one may have them already.
        let base = match *self.types.get(base) {
            Type::Qualified(inner, own) => {
                q.is_const |= own.is_const;
                q.is_volatile |= own.is_volatile;
                q.is_restrict |= own.is_restrict;
                inner
            }
            _ => base,
        };
        let id = if q == Qualifiers::default() || base == base_array(self, base) {
            base
        } else {
            self.types.intern(Type::Qualified(base, q))
        };
        self.type_ids.insert(key, id);
        Ok(id)
    }

    /// An array of constants, if it is one of variables.
    fn of_constants(&mut self, ty: TypeId) -> TypeId {
        let Type::Array(elem, length) = *self.types.get(ty) else {
            return ty;
        };
        let elem = match self.types.get(elem) {
            Type::Array(..) => self.of_constants(elem),
            Type::Qualified(_, q) if q.is_const => elem,
            _ => {
                let q = Qualifiers {
                    is_const: true,
                    ..Qualifiers::default()
                };
                self.types.intern(Type::Qualified(elem, q))
            }
        };
        self.types.intern(Type::Array(elem, length))
    }

    /// The qualifiers in a parameter's outermost brackets, which are those of the pointer that it is (C11 6.7.6.3). Clang has the array's
    /// type only, without them. They stand behind the name: no other brackets may hold any.
    pub fn in_brackets(&self, parameter: Cursor<'t>) -> Qualifiers {
        let mut q = Qualifiers::default();
        let name = parameter.spelling();
        let text = self.weave.text.get(parameter.location() as usize..);
        let Some(behind) = text.and_then(|t| t.strip_prefix(name.as_str())) else {
            return q;
        };
        // `double (a)[restrict 10]`
        let behind = behind.trim_start_matches(|c: char| c.is_whitespace() || c == ')');
        let Some(mut rest) = behind.strip_prefix('[').map(str::trim_start) else {
            return q;
        };
        loop {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            let (word, tail) = rest.split_at(end.unwrap_or(rest.len()));
            match word {
                "restrict" if !self.rules.c89 => q.is_restrict = true,
                "__restrict" | "__restrict__" => q.is_restrict = true,
                "const" | "__const" | "__const__" => q.is_const = true,
                "volatile" | "__volatile" | "__volatile__" => q.is_volatile = true,
                "static" => {}
                _ => return q,
            }
            rest = tail.trim_start();
        }
    }

    fn unqualified(&mut self, ty: CType<'t>, sizes: &mut Sizes<'t>) -> Res<TypeId> {
        let simple = match ty.kind() {
            CXType_Void => Type::Void,
            CXType_Bool => Type::Bool,
            kind @ (CXType_Char_U | CXType_Char_S) => {
                let unsigned = std::ffi::c_char::MIN == 0;
                self.types.odd_char |= (kind == CXType_Char_U) != unsigned;
                Type::Char
            }
            CXType_SChar => Type::Int(IntKind::SChar),
            CXType_UChar => Type::Int(IntKind::UChar),
            CXType_Short => Type::Int(IntKind::Short),
            CXType_UShort => Type::Int(IntKind::UShort),
            CXType_Int | CXType_WChar => Type::Int(IntKind::Int),
            // Types of their own in C++.
            CXType_Char16 => Type::Int(IntKind::UShort),
            CXType_UInt | CXType_Char32 => Type::Int(IntKind::UInt),
            CXType_Long => Type::Int(IntKind::Long),
            CXType_ULong => Type::Int(IntKind::ULong),
            CXType_LongLong => Type::Int(IntKind::LongLong),
            CXType_ULongLong => Type::Int(IntKind::ULongLong),
            CXType_Int128 => Type::Int(IntKind::Int128),
            CXType_UInt128 => Type::Int(IntKind::UInt128),
            CXType_Float => Type::Float(FloatKind::Float),
            CXType_Double => Type::Float(FloatKind::Double),
            CXType_LongDouble => Type::Float(FloatKind::LongDouble),
            _ => return self.derived(ty, sizes),
        };
        Ok(self.types.intern(simple))
    }

    fn derived(&mut self, ty: CType<'t>, sizes: &mut Sizes<'t>) -> Res<TypeId> {
        let made = match ty.kind() {
            CXType_Complex => {
                let elem = self.ty(ty.element())?;
                match self.types.canonical(elem) {
                    Type::Float(k) => Type::Complex(*k),
                    _ => return self.unknown_type(ty),
                }
            }
            CXType_Pointer | CXType_LValueReference | CXType_RValueReference => {
                Type::Pointer(self.ty_sized(ty.pointee(), sizes)?)
            }
            CXType_NullPtr => {
                let void = self.types.intern(Type::Void);
                Type::Pointer(void)
            }
            CXType_ConstantArray => {
                let elem = self.ty_sized(ty.element(), sizes)?;
                sizes.next();
                Type::Array(elem, ArrayLen::Fixed(ty.array_size().max(0) as u64))
            }
            CXType_IncompleteArray => {
                Type::Array(self.ty_sized(ty.element(), sizes)?, ArrayLen::Unknown)
            }
            CXType_VariableArray => {
                let elem = self.ty_sized(ty.element(), sizes)?;
                match sizes.next() {
                    Some(size) => {
                        let length = self.host_expr(size)?;
                        self.types.vla_lengths.push(length);
                        let id = VlaId(self.types.vla_lengths.len() as u32 - 1);
                        Type::Array(elem, ArrayLen::Vla(id))
                    }
                    // `[*]` in a prototype.
                    None => Type::Array(elem, ArrayLen::Unknown),
                }
            }
            CXType_Record => Type::Record(self.record(ty)),
            CXType_Vector | CXType_ExtVector => Type::Record(self.vector(ty)?),
            CXType_Enum => Type::Enum(self.enumeration(ty.declaration())?),
            // C++ has names for types in many places; here they have none.
            CXType_Typedef if self.rules.cpp => {
                let declared = ty.declaration();
                let mut sizes = size_cursors(declared, None);
                return self.ty_sized(declared.typedef_target(), &mut sizes);
            }
            CXType_Typedef => Type::Typedef(self.typedef(ty.declaration())?),
            CXType_Elaborated => return self.ty_sized(ty.named(), sizes),
            CXType_FunctionProto | CXType_FunctionNoProto => {
                let ret = self.ty(ty.result())?;
                let mut params = Vec::new();
                for p in ty.parameters() {
                    params.push(self.ty(p)?);
                }
                Type::Function {
                    ret,
                    params,
                    variadic: ty.is_variadic(),
                }
            }
            _ => {
                let canonical = ty.canonical();
                if canonical.key() == ty.key() || canonical.kind() == ty.kind() {
                    return self.unknown_type(ty);
                }
                return self.ty_sized(canonical, sizes);
            }
        };
        Ok(self.types.intern(made))
    }

    fn unknown_type<T>(&mut self, ty: CType<'t>) -> Res<T> {
        let name = ty.spelling();
        self.fail(
            crate::diag::codes::UNSUPPORTED_TYPE,
            self.place,
            format!("type `{name}` is not supported inside OpenACC constructs"),
        )
    }

    /// A vector type, as the struct that stands for it.
    fn vector(&mut self, ty: CType<'t>) -> Res<RecordId> {
        let elem = self.ty(ty.element())?;
        let elem = self.types.canonical_id(elem);
        let number = matches!(
            self.types.get(elem),
            Type::Char | Type::Int(_) | Type::Float(FloatKind::Float | FloatKind::Double)
        );
        let count = u64::try_from(ty.element_count()).unwrap_or(0);
        let (size, align) = (ty.size_of().unwrap_or(0), ty.align_of().unwrap_or(0));
        if !number || count == 0 || size != align {
            return self.unknown_type(ty);
        }
        if let Some(&id) = self.vector_ids.get(&(elem, count)) {
            return Ok(id);
        }
        let id = RecordId(self.types.records.len() as u32);
        self.vector_ids.insert((elem, count), id);
        let array = self.types.intern(Type::Array(elem, ArrayLen::Fixed(count)));
        self.types.records.push(Record {
            tag: None,
            written: None,
            is_union: false,
            fields: Some(vec![Field {
                name: ELEMENTS.into(),
                ty: array,
                bit_width: None,
                offset_bits: 0,
                is_private: false,
            }]),
            size,
            align,
            is_vector: true,
            of_cuda: None,
            ms_bit_fields: false,
            owns: false,
            packed: false,
            span: self.place,
        });
        Ok(id)
    }

    fn record(&mut self, ty: CType<'t>) -> RecordId {
        let decl = ty.declaration();
        let full = decl.definition();
        let at = full.unwrap_or_else(|| decl.canonical());
        let key = at.entity();
        if let Some(&id) = self.record_ids.get(&key) {
            return id;
        }
        let id = RecordId(self.types.records.len() as u32);
        self.record_ids.insert(key, id);
        self.classes.insert(id, ty);
        let extent = at.extent();
        let head = self.weave.text.get(extent.0 as usize..extent.1 as usize);
        let head = head.unwrap_or("");
        let written = self.type_name(ty);
        self.types.records.push(Record {
            tag: match self.rules.cpp {
                true => written.as_deref().map(plain_tag),
                false => tag(head),
            },
            written,
            is_union: at.kind() == CXCursor_UnionDecl,
            fields: None,
            size: 0,
            align: 0,
            is_vector: false,
            of_cuda: None,
            ms_bit_fields: false,
            owns: false,
            packed: outside_braces(head).contains("packed"),
            span: self.weave.span(extent),
        });
        let attributes = outside_braces(head);
        let ms = (self.rules.ms_bit_fields || attributes.contains("ms_struct"))
            && !attributes.contains("gcc_struct");
        if full.is_some() {
            let owns = self.rules.cpp && !self.is_plain(ty);
            let size = ty.size_of().unwrap_or(0);
            let align = ty.align_of().unwrap_or(0);
            let fields = self.quietly(|b| match b.rules.cpp {
                true => b.class_fields(ty, at),
                false => b.fields(ty),
            });
            let r = &mut self.types.records[id.index()];
            r.size = size;
            r.owns = owns;
            r.align = align;
            // A member of a type that has no place here: the struct may still be
            // pointed to; touching that member is an error at its place.
            r.fields = fields.ok();
            let mut all = r.fields.iter().flatten();
            r.ms_bit_fields = ms && all.any(|f| f.bit_width.is_some());
        }
        id
    }

    pub fn fields(&mut self, ty: CType<'t>) -> Res<Vec<Field>> {
        let mut out = Vec::new();
        for c in ty.fields() {
            let mut sizes = size_cursors(c, None);
            let mut field_ty = match self.rules.cpp {
                true => self.field_type(c)?,
                false => self.ty_sized(c.ty(), &mut sizes)?,
            };
            let bit_width = c.bit_width();
            if bit_width.is_some() && self.rules.unsigned_bit_fields && !self.says_signed(c, c.ty())
            {
                field_ty = self.without_sign(field_ty);
            }
            if bit_width == Some(0) && self.rules.pack_struct == Pack::Most && !self.rules.clang {
                return self.fail(
                    crate::diag::codes::UNSUPPORTED_TYPE,
                    self.weave.span(c.extent()),
                    "a bit-field of no width under -fpack-struct: gcc and clang lay it out differently",
                );
            }
            let name = c.spelling();
            out.push(Field {
                // Clang invents a name for an anonymous member's type in messages.
                name: if name.contains('(') {
                    String::new()
                } else {
                    name
                },
                ty: field_ty,
                bit_width,
                offset_bits: c.field_offset(),
                is_private: self.rules.cpp && !c.is_public(),
            });
        }
        Ok(out)
    }

    /// Whether a declaration, or one of the typedefs that it uses, has the word `signed`.
    fn says_signed(&self, decl: Cursor<'t>, ty: CType<'t>) -> bool {
        let (start, end) = decl.extent();
        let text = self.weave.text.get(start as usize..end as usize);
        let mut words = text
            .unwrap_or("")
            .split(|c: char| !c.is_alphanumeric() && c != '_');
        if words.any(|w| matches!(w, "signed" | "__signed" | "__signed__")) {
            return true;
        }
        match ty.kind() {
            CXType_Elaborated => self.says_signed(decl, ty.named()),
            CXType_Typedef => {
                let def = ty.declaration();
                self.says_signed(def, def.typedef_target())
            }
            _ => false,
        }
    }

    /// The unsigned type in place of an integer type.
    fn without_sign(&mut self, ty: TypeId) -> TypeId {
        let kind = match self.types.canonical(ty) {
            Type::Int(kind) => kind.to_unsigned(),
            Type::Char => IntKind::UChar,
            _ => return ty,
        };
        let qualifiers = self.types.qualifiers(ty);
        let made = self.types.intern(Type::Int(kind));
        match qualifiers == Qualifiers::default() {
            true => made,
            false => self.types.intern(Type::Qualified(made, qualifiers)),
        }
    }

    pub fn enumeration(&mut self, decl: Cursor<'t>) -> Res<EnumId> {
        let decl = decl.definition().unwrap_or(decl);
        let key = decl.entity();
        if let Some(&id) = self.enum_ids.get(&key) {
            return Ok(id);
        }
        let repr = self.ty(decl.enum_type())?;
        let unsigned = self.types.is_unsigned(repr);
        let constants = decl
            .children()
            .into_iter()
            .filter(|c| c.kind() == CXCursor_EnumConstantDecl)
            .map(|c| (self.qualified_name(c), c.enum_value(unsigned)))
            .collect();
        let extent = decl.extent();
        let head = self.weave.text.get(extent.0 as usize..extent.1 as usize);
        let id = EnumId(self.types.enums.len() as u32);
        self.enum_ids.insert(key, id);
        let written = self.type_name(decl.ty());
        self.types.enums.push(Enum {
            tag: match self.rules.cpp {
                true => written.as_deref().map(plain_tag),
                false => tag(head.unwrap_or("")),
            },
            written,
            repr,
            constants,
            span: self.weave.span(extent),
        });
        Ok(id)
    }

    fn typedef(&mut self, decl: Cursor<'t>) -> Res<TypedefId> {
        let (key, name) = (decl.location(), decl.spelling());
        if let Some(&id) = self.typedef_ids.get(&(key, name.clone())) {
            return Ok(id);
        }
        let mut sizes = size_cursors(decl, None);
        let target = self.ty_sized(decl.typedef_target(), &mut sizes)?;
        // A vector of less alignment is another type to C++.
        if self.types.vector(target).is_some()
            && decl.ty().align_of() != decl.typedef_target().canonical().align_of()
        {
            return self.unknown_type(decl.ty());
        }
        let id = TypedefId(self.types.typedefs.len() as u32);
        self.typedef_ids.insert((key, name.clone()), id);
        let span = self.weave.span(decl.extent());
        self.types.typedefs.push(Typedef {
            name,
            target,
            system: key == 0 || self.source.in_system_header(span.start),
            span: if key == 0 { Span::default() } else { span },
        });
        Ok(id)
    }
}

/// A type's name of C++ as a word.
fn plain_tag(written: &str) -> String {
    let mut out = String::new();
    for c in written.trim_start_matches("::").chars() {
        match c {
            c if c.is_alphanumeric() || c == '_' => out.push(c),
            _ if out.ends_with('_') => {}
            _ => out.push('_'),
        }
    }
    out.trim_end_matches('_').to_string()
}

/// Takes the sizes that a known type's brackets stand for off the list.
fn skip_sizes<'t>(ty: CType<'t>, sizes: &mut Sizes<'t>) {
    if sizes.len() == 0 {
        return;
    }
    match ty.kind() {
        CXType_ConstantArray | CXType_VariableArray => {
            skip_sizes(ty.element(), sizes);
            sizes.next();
        }
        CXType_IncompleteArray => skip_sizes(ty.element(), sizes),
        CXType_Pointer => skip_sizes(ty.pointee(), sizes),
        _ => {}
    }
}

/// `base` when it is an array (whose qualifiers belong to its elements), else something else.
fn base_array(b: &Builder<'_>, base: TypeId) -> TypeId {
    match b.types.get(base) {
        Type::Array(..) => base,
        _ => TypeId(u32::MAX),
    }
}

/// The children of a declaration that are expressions of its type, not its initialiser.
pub fn size_cursors<'t>(decl: Cursor<'t>, init: Option<Cursor<'t>>) -> Sizes<'t> {
    let skip = init.map(|i| i.extent());
    decl.children()
        .into_iter()
        .filter(|c| is_expression(c.kind()) && Some(c.extent()) != skip)
        .collect::<Vec<_>>()
        .into_iter()
}

pub fn is_expression(kind: CXCursorKind) -> bool {
    (CXCursor_UnexposedExpr..CXCursor_UnexposedStmt).contains(&kind)
}

/// What a definition says of the whole struct: before its first brace and behind its last.
fn outside_braces(definition: &str) -> String {
    match (definition.find('{'), definition.rfind('}')) {
        (Some(open), Some(close)) => {
            format!("{} {}", &definition[..open], &definition[close..])
        }
        _ => String::new(),
    }
}

/// The tag in `struct __attribute__((…)) tag { …`.
fn tag(head: &str) -> Option<String> {
    let mut rest = head.trim_start();
    for word in ["struct", "union", "enum"] {
        if let Some(r) = rest.strip_prefix(word) {
            rest = r.trim_start();
            break;
        }
    }
    while let Some(r) = rest
        .strip_prefix("__attribute__")
        .or_else(|| rest.strip_prefix("__attribute"))
    {
        let mut depth = 0;
        let end = r.find(|c| {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            c == ')' && depth == 0
        })?;
        rest = r[end + 1..].trim_start();
    }
    let name: String = rest
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_' || *c == '$')
        .collect();
    (!name.is_empty()).then_some(name)
}
