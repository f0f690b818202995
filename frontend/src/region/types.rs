//! C's types.

use super::{EnumId, Expr, RecordId, TypeId, TypedefId, VlaId};
use crate::source::Span;

/// All types of a unit. Equal types have equal ids (interned), so `==` on ids is identity;
/// use [`Types::canonical`] to look through typedefs and qualifiers.
#[derive(Clone, Debug, Default)]
pub struct Types {
    pub types: indexmap::IndexSet<Type>,
    pub records: Vec<Record>,
    pub enums: Vec<Enum>,
    pub typedefs: Vec<Typedef>,
    /// Lengths of variable length arrays, as written in their declarations.
    pub vla_lengths: Vec<Expr>,
    /// Plain `char` has not the sign that it has by default on this machine (`-funsigned-char`).
    pub odd_char: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    Void,
    Bool,
    /// Plain `char`.
    Char,
    Int(IntKind),
    Float(FloatKind),
    Complex(FloatKind),
    Pointer(TypeId),
    Array(TypeId, ArrayLen),
    Record(RecordId),
    Enum(EnumId),
    Typedef(TypedefId),
    Function {
        ret: TypeId,
        params: Vec<TypeId>,
        variadic: bool,
    },
    Qualified(TypeId, Qualifiers),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Qualifiers {
    pub is_const: bool,
    pub is_volatile: bool,
    pub is_restrict: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntKind {
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatKind {
    Float,
    Double,
    LongDouble,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrayLen {
    Fixed(u64),
    Vla(VlaId),
    /// `[]`
    Unknown,
}

/// A struct or union.
#[derive(Clone, Debug)]
pub struct Record {
    /// The tag; `None` when it has none (a typedef or a variable then names it).
    pub tag: Option<String>,
    /// What names it anywhere in a file of C++: `::ns::point`. `None` in C.
    pub written: Option<String>,
    pub is_union: bool,
    /// `None`: declared, never completed.
    pub fields: Option<Vec<Field>>,
    /// sizeof and _Alignof on the host; 0 when incomplete.
    pub size: u64,
    pub align: u64,
    /// `__attribute__((packed))`
    pub packed: bool,
    /// A vector of gcc's (`vector_size`) or clang's (`ext_vector_type`): its one member is the array of its elements.
    pub is_vector: bool,
    /// The name of one of CUDA's vector types (`float4`), which kernels alone use.
    pub of_cuda: Option<String>,
    /// A class of C++ whose copies, or whose ends, run code of its own: nobody but the program makes any.
    pub owns: bool,
    /// Its bit-fields lie as Microsoft's compiler puts them (`-mms-bitfields`, `ms_struct`).
    pub ms_bit_fields: bool,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Field {
    /// Empty for an anonymous struct or union member.
    pub name: String,
    pub ty: TypeId,
    pub bit_width: Option<u32>,
    /// Offset in bits.
    pub offset_bits: u64,
    /// A class keeps it from code outside of its members.
    pub is_private: bool,
}

#[derive(Clone, Debug)]
pub struct Enum {
    pub tag: Option<String>,
    /// As [`Record::written`].
    pub written: Option<String>,
    pub repr: TypeId,
    pub constants: Vec<(String, i128)>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Typedef {
    pub name: String,
    pub target: TypeId,
    /// From a system header (`size_t`, `uint32_t`).
    pub system: bool,
    pub span: Span,
}

/// The name of a struct's member that is a base of the class begins so. C++ has no name for it: its members are the class's.
pub const BASE: &str = "accrs_base_";

/// The one member of a class that has none: in C++ it has a size of its own.
pub const EMPTY: &str = "accrs_nothing";

/// The pointer to the table of virtual functions, which nobody follows on devices.
pub const VIRTUAL: &str = "accrs_virtual";

/// The member of a vector that holds its elements. C doesn't spell it: `v[i]` is `v.e[i]`.
pub const ELEMENTS: &str = "e";

impl Types {
    /// Whether objects of the type, or parts of them, must not be copied but by the program itself.
    pub fn owns(&self, id: TypeId) -> bool {
        match self.canonical(self.innermost(id)) {
            Type::Record(r) => self.records[r.index()].owns,
            _ => false,
        }
    }
    /// The elements' type and number, of a vector.
    pub fn vector(&self, id: TypeId) -> Option<(TypeId, u64)> {
        let Type::Record(r) = self.canonical(id) else {
            return None;
        };
        let record = &self.records[r.index()];
        let field = record.fields.as_ref()?.first()?;
        match self.canonical(field.ty) {
            Type::Array(elem, ArrayLen::Fixed(n)) if record.is_vector => Some((*elem, *n)),
            _ => None,
        }
    }

    /// Whether it points to one of CUDA's vector types.
    pub fn is_of_cuda(&self, pointer: TypeId) -> bool {
        match self.pointee(pointer).map(|to| self.canonical(to)) {
            Some(Type::Record(r)) => self.records[r.index()].of_cuda.is_some(),
            _ => false,
        }
    }

    /// With `int`, `long` and `unsigned long` in it, so that later passes over a finished unit can make expressions of these.
    pub fn with_integers() -> Self {
        let mut types = Self::default();
        for kind in [IntKind::Int, IntKind::Long, IntKind::ULong] {
            types.intern(Type::Int(kind));
        }
        types
    }

    /// `int`.
    pub fn int(&self) -> TypeId {
        self.integer(IntKind::Int)
    }

    /// `long`.
    pub fn long(&self) -> TypeId {
        self.integer(IntKind::Long)
    }

    /// `unsigned long`.
    pub fn unsigned_long(&self) -> TypeId {
        self.integer(IntKind::ULong)
    }

    fn integer(&self, kind: IntKind) -> TypeId {
        let at = self.types.get_index_of(&Type::Int(kind));
        TypeId(at.unwrap_or(0) as u32)
    }

    pub fn intern(&mut self, ty: Type) -> TypeId {
        TypeId(self.types.insert_full(ty).0 as u32)
    }

    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.index()]
    }

    /// Through typedefs and qualifiers.
    pub fn canonical(&self, mut id: TypeId) -> &Type {
        loop {
            match self.get(id) {
                Type::Typedef(t) => id = self.typedefs[t.index()].target,
                Type::Qualified(inner, _) => id = *inner,
                ty => return ty,
            }
        }
    }

    /// The id of the type through typedefs and qualifiers.
    pub fn canonical_id(&self, mut id: TypeId) -> TypeId {
        loop {
            match self.get(id) {
                Type::Typedef(t) => id = self.typedefs[t.index()].target,
                Type::Qualified(inner, _) => id = *inner,
                _ => return id,
            }
        }
    }

    /// All qualifiers of a type, through typedefs.
    pub fn qualifiers(&self, mut id: TypeId) -> Qualifiers {
        let mut all = Qualifiers::default();
        loop {
            match self.get(id) {
                Type::Typedef(t) => id = self.typedefs[t.index()].target,
                Type::Qualified(inner, q) => {
                    all.is_const |= q.is_const;
                    all.is_volatile |= q.is_volatile;
                    all.is_restrict |= q.is_restrict;
                    id = *inner;
                }
                _ => return all,
            }
        }
    }

    /// The enumeration that has a constant's name in a text where all are at file scope, and the value: the first, where blocks have several.
    pub fn enum_constant(&self, name: &str) -> Option<(EnumId, i128)> {
        let mut all = self.enums.iter().enumerate();
        all.find_map(|(i, e)| {
            let (_, value) = e.constants.iter().find(|(n, _)| n == name)?;
            Some((EnumId(i as u32), *value))
        })
    }

    /// Whether two types are the same but for names that typedefs give, and for their outermost qualifiers (C11 6.2.7). An enumeration is the
    /// integer that holds it.
    pub fn alike(&self, a: TypeId, b: TypeId) -> bool {
        let (a, b) = (self.canonical_id(a), self.canonical_id(b));
        let inner = |a, b| self.qualifiers(a) == self.qualifiers(b) && self.alike(a, b);
        match (self.get(a), self.get(b)) {
            (Type::Pointer(a), Type::Pointer(b)) => inner(*a, *b),
            (Type::Array(a, m), Type::Array(b, n)) => m == n && inner(*a, *b),
            (Type::Enum(_), Type::Enum(_)) => a == b,
            (Type::Enum(e), _) => self.alike(self.enums[e.index()].repr, b),
            (_, Type::Enum(e)) => self.alike(a, self.enums[e.index()].repr),
            _ => a == b,
        }
    }

    /// What a pointer points to, or an array holds.
    pub fn pointee(&self, id: TypeId) -> Option<TypeId> {
        match self.canonical(id) {
            Type::Pointer(to) | Type::Array(to, _) => Some(*to),
            _ => None,
        }
    }

    /// Whether an object of this type is a pointer, or holds one.
    pub fn holds_pointer(&self, id: TypeId) -> bool {
        match self.canonical(id) {
            Type::Pointer(_) => true,
            Type::Array(elem, _) => self.holds_pointer(*elem),
            Type::Record(id) => {
                let mut fields = self.records[id.index()].fields.iter().flatten();
                fields.any(|f| self.holds_pointer(f.ty))
            }
            _ => false,
        }
    }

    pub fn is_integer(&self, id: TypeId) -> bool {
        matches!(
            self.canonical(id),
            Type::Bool | Type::Char | Type::Int(_) | Type::Enum(_)
        )
    }
    pub fn is_floating(&self, id: TypeId) -> bool {
        matches!(self.canonical(id), Type::Float(_))
    }
    pub fn is_arithmetic(&self, id: TypeId) -> bool {
        self.is_integer(id) || matches!(self.canonical(id), Type::Float(_) | Type::Complex(_))
    }
    pub fn is_pointer(&self, id: TypeId) -> bool {
        matches!(self.canonical(id), Type::Pointer(_))
    }
    pub fn is_array(&self, id: TypeId) -> bool {
        matches!(self.canonical(id), Type::Array(..))
    }
    pub fn is_record(&self, id: TypeId) -> bool {
        matches!(self.canonical(id), Type::Record(_))
    }
    /// Arithmetic, pointer or enum: what the specification calls a scalar.
    pub fn is_scalar(&self, id: TypeId) -> bool {
        self.is_arithmetic(id) || self.is_pointer(id)
    }

    /// C's name of the integer type with this size, for sizes up to 8 bytes.
    pub fn integer_of(bytes: u64, unsigned: bool) -> Option<&'static str> {
        Some(match (bytes, unsigned) {
            (1, true) => "unsigned char",
            (1, false) => "signed char",
            (2, true) => "unsigned short",
            (2, false) => "short",
            (4, true) => "unsigned",
            (4, false) => "int",
            (8, true) => "unsigned long",
            (8, false) => "long",
            _ => return None,
        })
    }

    /// The type that plain `char` is computed as, for a compiler that knows only the machine's own sign of it.
    pub fn char_name(&self) -> &'static str {
        match (self.odd_char, std::ffi::c_char::MIN == 0) {
            (false, _) => "char",
            (true, true) => "signed char",
            (true, false) => "unsigned char",
        }
    }

    /// Unsigned, for integers (enums by their representation).
    pub fn is_unsigned(&self, id: TypeId) -> bool {
        match self.canonical(id) {
            Type::Bool => true,
            Type::Char => (std::ffi::c_char::MIN == 0) != self.odd_char,
            Type::Int(k) => matches!(
                k,
                IntKind::UChar
                    | IntKind::UShort
                    | IntKind::UInt
                    | IntKind::ULong
                    | IntKind::ULongLong
                    | IntKind::UInt128
            ),
            Type::Enum(e) => self.is_unsigned(self.enums[e.index()].repr),
            _ => false,
        }
    }

    /// What an array holds that isn't an array itself; any other type as it is.
    pub fn innermost(&self, mut id: TypeId) -> TypeId {
        while let Type::Array(elem, _) = self.canonical(id) {
            id = *elem;
        }
        id
    }

    /// sizeof on the host (LP64), in bytes; `None` for VLAs, incomplete types and functions.
    pub fn size_of(&self, id: TypeId) -> Option<u64> {
        Some(match self.canonical(id) {
            Type::Void | Type::Function { .. } | Type::Typedef(_) | Type::Qualified(..) => {
                return None;
            }
            Type::Bool | Type::Char => 1,
            Type::Int(k) => k.size(),
            Type::Float(k) => k.size(),
            Type::Complex(k) => 2 * k.size(),
            Type::Pointer(_) => 8,
            Type::Array(elem, ArrayLen::Fixed(n)) => self.size_of(*elem)?.checked_mul(*n)?,
            Type::Array(..) => return None,
            Type::Record(r) => {
                let r = &self.records[r.index()];
                r.fields.as_ref()?;
                r.size
            }
            Type::Enum(e) => return self.size_of(self.enums[e.index()].repr),
        })
    }

    /// Whether a variable length occurs anywhere in the type.
    pub fn is_variably_modified(&self, id: TypeId) -> bool {
        match self.canonical(id) {
            Type::Array(_, ArrayLen::Vla(_)) => true,
            Type::Array(to, _) | Type::Pointer(to) => self.is_variably_modified(*to),
            _ => false,
        }
    }
}

impl IntKind {
    pub fn to_unsigned(self) -> Self {
        match self {
            Self::SChar | Self::UChar => Self::UChar,
            Self::Short | Self::UShort => Self::UShort,
            Self::Int | Self::UInt => Self::UInt,
            Self::Long | Self::ULong => Self::ULong,
            Self::LongLong | Self::ULongLong => Self::ULongLong,
            Self::Int128 | Self::UInt128 => Self::UInt128,
        }
    }

    pub fn size(self) -> u64 {
        match self {
            Self::SChar | Self::UChar => 1,
            Self::Short | Self::UShort => 2,
            Self::Int | Self::UInt => 4,
            Self::Long | Self::ULong | Self::LongLong | Self::ULongLong => 8,
            Self::Int128 | Self::UInt128 => 16,
        }
    }
}

impl FloatKind {
    pub fn size(self) -> u64 {
        match self {
            Self::Float => 4,
            Self::Double => 8,
            Self::LongDouble => 16,
        }
    }
}
