//! Cursors and types of libclang, made safe to hold: they borrow the translation unit.

use super::library::Library;
use clang_sys::*;
use std::ffi::{CStr, CString};
use std::marker::PhantomData;
use std::os::raw::{c_int, c_longlong, c_uint};

/// A parsed translation unit; disposed of with its index.
pub struct Tu {
    lib: &'static Library,
    index: CXIndex,
    unit: CXTranslationUnit,
}

/// A node of clang's syntax tree.
#[derive(Clone, Copy)]
pub struct Cursor<'t> {
    raw: CXCursor,
    lib: &'static Library,
    tu: PhantomData<&'t Tu>,
}

/// A C type as clang sees it.
#[derive(Clone, Copy)]
pub struct CType<'t> {
    raw: CXType,
    lib: &'static Library,
    tu: PhantomData<&'t Tu>,
}

/// What a template's parameter is in an instance.
pub enum TemplateArgument<'t> {
    Type(CType<'t>),
    /// An integer's bits, with its sign extended, and without.
    Number(i64, u64),
    Other,
}

/// A complaint of clang: offset in the text it was given, and its words.
pub struct Complaint {
    pub offset: u32,
    pub text: String,
}

/// The name under which the text is given to libclang.
const FILE: &str = "accrs-woven.c";

impl Tu {
    /// Parses `text` as C. `None` when libclang gives up (it crashed, or was given options
    /// that it refuses).
    pub fn parse(lib: &'static Library, text: &str, args: &[String]) -> Option<Tu> {
        Self::parse_with(lib, text, args, CXTranslationUnit_KeepGoing)
    }

    /// The same, of what functions have before their bodies.
    pub fn parse_declarations(lib: &'static Library, text: &str, args: &[String]) -> Option<Tu> {
        let flags = CXTranslationUnit_KeepGoing | CXTranslationUnit_SkipFunctionBodies;
        Self::parse_with(lib, text, args, flags)
    }

    fn parse_with(
        lib: &'static Library,
        text: &str,
        args: &[String],
        flags: CXTranslationUnit_Flags,
    ) -> Option<Tu> {
        let name = CString::new(FILE).ok()?;
        let args: Vec<CString> = args
            .iter()
            .filter_map(|a| CString::new(a.as_str()).ok())
            .collect();
        let pointers: Vec<*const std::os::raw::c_char> = args.iter().map(|a| a.as_ptr()).collect();
        let mut file = CXUnsavedFile {
            Filename: name.as_ptr(),
            Contents: text.as_ptr().cast(),
            Length: text.len() as std::os::raw::c_ulong,
        };
        // SAFETY: all pointers live through the calls; libclang copies what it keeps.
        unsafe {
            let index = (lib.clang_createIndex)(0, 0);
            if index.is_null() {
                return None;
            }
            let mut unit: CXTranslationUnit = std::ptr::null_mut();
            let code = (lib.clang_parseTranslationUnit2)(
                index,
                name.as_ptr(),
                pointers.as_ptr(),
                pointers.len() as c_int,
                &mut file,
                1,
                flags,
                &mut unit,
            );
            if code != CXError_Success || unit.is_null() {
                (lib.clang_disposeIndex)(index);
                return None;
            }
            Some(Tu { lib, index, unit })
        }
    }

    pub fn root(&self) -> Cursor<'_> {
        // SAFETY: the unit is alive.
        Cursor {
            raw: unsafe { (self.lib.clang_getTranslationUnitCursor)(self.unit) },
            lib: self.lib,
            tu: PhantomData,
        }
    }

    /// Clang's errors, in its order.
    pub fn complaints(&self) -> Vec<Complaint> {
        let mut out = Vec::new();
        // SAFETY: the unit is alive; each diagnostic is disposed of.
        unsafe {
            for i in 0..(self.lib.clang_getNumDiagnostics)(self.unit) {
                let d = (self.lib.clang_getDiagnostic)(self.unit, i);
                if (self.lib.clang_getDiagnosticSeverity)(d) >= CXDiagnostic_Error {
                    out.push(Complaint {
                        offset: offset(self.lib, (self.lib.clang_getDiagnosticLocation)(d)),
                        text: string(self.lib, (self.lib.clang_getDiagnosticSpelling)(d)),
                    });
                }
                (self.lib.clang_disposeDiagnostic)(d);
            }
        }
        out
    }
}

impl Drop for Tu {
    fn drop(&mut self) {
        // SAFETY: made by `parse`, disposed of once; nothing borrowed outlives `self`.
        unsafe {
            (self.lib.clang_disposeTranslationUnit)(self.unit);
            (self.lib.clang_disposeIndex)(self.index);
        }
    }
}

unsafe fn string(lib: &Library, s: CXString) -> String {
    // SAFETY: `s` is a live CXString; it is disposed of after it was copied.
    unsafe {
        let p = (lib.clang_getCString)(s);
        let out = if p.is_null() {
            String::new()
        } else {
            CStr::from_ptr(p).to_string_lossy().into_owned()
        };
        (lib.clang_disposeString)(s);
        out
    }
}

unsafe fn offset(lib: &Library, location: CXSourceLocation) -> u32 {
    let mut out: c_uint = 0;
    let (mut file, mut line, mut column) = (std::ptr::null_mut(), 0, 0);
    // SAFETY: out-parameters are local.
    unsafe {
        (lib.clang_getExpansionLocation)(location, &mut file, &mut line, &mut column, &mut out);
    }
    out
}

extern "C" fn collect(
    child: CXCursor,
    _parent: CXCursor,
    data: CXClientData,
) -> CXChildVisitResult {
    // SAFETY: `data` is the vector of `children`, alive during the visit.
    unsafe { (*data.cast::<Vec<CXCursor>>()).push(child) };
    CXChildVisit_Continue
}

macro_rules! call {
    ($self:ident.$f:ident($($arg:expr),*)) => {
        // SAFETY: `self` was made by libclang from a unit that is alive (lifetime 't).
        unsafe { ($self.lib.$f)($($arg),*) }
    };
}

impl<'t> Cursor<'t> {
    fn wrap(self, raw: CXCursor) -> Cursor<'t> {
        Cursor { raw, ..self }
    }
    fn wrap_some(self, raw: CXCursor) -> Option<Cursor<'t>> {
        // SAFETY: any cursor may be asked whether it is null.
        let null = unsafe { (self.lib.clang_Cursor_isNull)(raw) } != 0
            || (CXCursor_InvalidFile..=CXCursor_InvalidCode).contains(&raw.kind);
        (!null).then_some(Cursor { raw, ..self })
    }
    fn wrap_type(self, raw: CXType) -> CType<'t> {
        CType {
            raw,
            lib: self.lib,
            tu: PhantomData,
        }
    }

    pub fn kind(self) -> CXCursorKind {
        self.raw.kind
    }

    /// Identity of a declared entity, whichever of its declarations this is. Instances of a template share their places in the
    /// text, and not this.
    pub fn entity(self) -> usize {
        self.canonical().raw.data[0] as usize
    }

    pub fn children(self) -> Vec<Cursor<'t>> {
        let mut out: Vec<CXCursor> = Vec::new();
        // SAFETY: the vector outlives the visit; `collect` does not unwind.
        unsafe {
            (self.lib.clang_visitChildren)(self.raw, collect, (&raw mut out).cast());
        }
        out.into_iter().map(|raw| self.wrap(raw)).collect()
    }

    /// The bytes of clang's text that the node covers, end exclusive.
    pub fn extent(self) -> (u32, u32) {
        let own = self.own_extent();
        if own != (0, 0) || self.kind() != CXCursor_FunctionTemplate {
            return own;
        }
        // libclang tells none of a function whose parameters are `std::integral auto`.
        let body = self.children().pop().map_or(own, Cursor::own_extent);
        (self.location(), body.1.max(self.location()))
    }

    fn own_extent(self) -> (u32, u32) {
        // SAFETY: the unit is alive.
        let (start, end) = unsafe {
            let range = (self.lib.clang_getCursorExtent)(self.raw);
            (
                offset(self.lib, (self.lib.clang_getRangeStart)(range)),
                offset(self.lib, (self.lib.clang_getRangeEnd)(range)),
            )
        };
        // An operator whose operands C++ takes the other way round begins behind its end.
        (start.min(end), start.max(end))
    }

    /// Where a declaration's name stands.
    pub fn location(self) -> u32 {
        // SAFETY: the unit is alive.
        unsafe { offset(self.lib, (self.lib.clang_getCursorLocation)(self.raw)) }
    }

    pub fn spelling(self) -> String {
        // SAFETY: the unit is alive.
        unsafe { string(self.lib, (self.lib.clang_getCursorSpelling)(self.raw)) }
    }

    /// The name that the linker sees.
    pub fn mangling(self) -> String {
        // SAFETY: the unit is alive.
        unsafe { string(self.lib, (self.lib.clang_Cursor_getMangling)(self.raw)) }
    }

    pub fn ty(self) -> CType<'t> {
        self.wrap_type(call!(self.clang_getCursorType(self.raw)))
    }

    /// What a reference names.
    pub fn referenced(self) -> Option<Cursor<'t>> {
        self.wrap_some(call!(self.clang_getCursorReferenced(self.raw)))
    }
    /// The template that this is an instance of, or the member of a template that this is one of an instance of.
    pub fn specialized(self) -> Option<Cursor<'t>> {
        self.wrap_some(call!(self.clang_getSpecializedCursorTemplate(self.raw)))
    }
    /// Of an instance of a function template.
    pub fn template_arguments(self) -> Vec<TemplateArgument<'t>> {
        let n = call!(self.clang_Cursor_getNumTemplateArguments(self.raw)).max(0) as c_uint;
        (0..n)
            .map(
                |i| match call!(self.clang_Cursor_getTemplateArgumentKind(self.raw, i)) {
                    CXTemplateArgumentKind_Type => {
                        let ty = call!(self.clang_Cursor_getTemplateArgumentType(self.raw, i));
                        TemplateArgument::Type(self.wrap_type(ty))
                    }
                    CXTemplateArgumentKind_Integral => TemplateArgument::Number(
                        call!(self.clang_Cursor_getTemplateArgumentValue(self.raw, i)),
                        call!(self.clang_Cursor_getTemplateArgumentUnsignedValue(self.raw, i)),
                    ),
                    _ => TemplateArgument::Other,
                },
            )
            .collect()
    }
    pub fn definition(self) -> Option<Cursor<'t>> {
        self.wrap_some(call!(self.clang_getCursorDefinition(self.raw)))
    }
    /// The first declaration of the entity.
    pub fn canonical(self) -> Cursor<'t> {
        self.wrap(call!(self.clang_getCanonicalCursor(self.raw)))
    }
    /// What an enum's constant is declared in.
    pub fn semantic_parent(self) -> Cursor<'t> {
        self.wrap(call!(self.clang_getCursorSemanticParent(self.raw)))
    }
    /// Outside of functions: in C++ also static members of classes.
    pub fn at_file_scope(self) -> bool {
        let parent = call!(self.clang_getCursorSemanticParent(self.raw));
        matches!(
            parent.kind,
            CXCursor_TranslationUnit
                | CXCursor_Namespace
                | CXCursor_LinkageSpec
                | CXCursor_StructDecl
                | CXCursor_ClassDecl
                | CXCursor_UnionDecl
        )
    }
    /// A member function that the compiler makes, or is told to make (`= default`).
    pub fn is_defaulted(self) -> bool {
        call!(self.clang_CXXMethod_isDefaulted(self.raw)) != 0
    }
    pub fn is_static_member(self) -> bool {
        call!(self.clang_CXXMethod_isStatic(self.raw)) != 0
    }
    /// `f() const`
    pub fn is_const_member(self) -> bool {
        call!(self.clang_CXXMethod_isConst(self.raw)) != 0
    }
    /// Of a base: `virtual`.
    pub fn is_virtual_base(self) -> bool {
        call!(self.clang_isVirtualBase(self.raw)) != 0
    }
    /// A member that all code may name.
    pub fn is_public(self) -> bool {
        call!(self.clang_getCXXAccessSpecifier(self.raw)) == CX_CXXPublic
    }
    pub fn is_virtual(self) -> bool {
        call!(self.clang_CXXMethod_isVirtual(self.raw)) != 0
    }
    /// A constructor that makes an object of another one of its class.
    pub fn copies(self) -> bool {
        call!(self.clang_CXXConstructor_isCopyConstructor(self.raw)) != 0
            || call!(self.clang_CXXConstructor_isMoveConstructor(self.raw)) != 0
    }
    pub fn makes_default(self) -> bool {
        call!(self.clang_CXXConstructor_isDefaultConstructor(self.raw)) != 0
    }
    pub fn is_definition(self) -> bool {
        call!(self.clang_isCursorDefinition(self.raw)) != 0
    }
    pub fn storage_class(self) -> CX_StorageClass {
        call!(self.clang_Cursor_getStorageClass(self.raw))
    }
    pub fn is_thread_local(self) -> bool {
        call!(self.clang_getCursorTLSKind(self.raw)) != CXTLS_None
    }
    pub fn is_inline(self) -> bool {
        call!(self.clang_Cursor_isFunctionInlined(self.raw)) != 0
    }
    pub fn bit_width(self) -> Option<u32> {
        (call!(self.clang_Cursor_isBitField(self.raw)) != 0)
            .then(|| call!(self.clang_getFieldDeclBitWidth(self.raw)).max(0) as u32)
    }
    /// A field's offset in bits.
    pub fn field_offset(self) -> u64 {
        call!(self.clang_Cursor_getOffsetOfField(self.raw)).max(0) as u64
    }
    pub fn arguments(self) -> Vec<Cursor<'t>> {
        let n = call!(self.clang_Cursor_getNumArguments(self.raw)).max(0) as c_uint;
        (0..n)
            .map(|i| self.wrap(call!(self.clang_Cursor_getArgument(self.raw, i))))
            .collect()
    }
    pub fn initializer(self) -> Option<Cursor<'t>> {
        self.wrap_some(call!(self.clang_Cursor_getVarDeclInitializer(self.raw)))
    }
    pub fn binary_operator(self) -> CXBinaryOperatorKind {
        call!(self.clang_getCursorBinaryOperatorKind(self.raw))
    }
    pub fn unary_operator(self) -> CXUnaryOperatorKind {
        call!(self.clang_getCursorUnaryOperatorKind(self.raw))
    }
    pub fn enum_value(self, unsigned: bool) -> i128 {
        if unsigned {
            i128::from(call!(self.clang_getEnumConstantDeclUnsignedValue(self.raw)))
        } else {
            i128::from(call!(self.clang_getEnumConstantDeclValue(self.raw)))
        }
    }
    pub fn enum_type(self) -> CType<'t> {
        self.wrap_type(call!(self.clang_getEnumDeclIntegerType(self.raw)))
    }
    pub fn typedef_target(self) -> CType<'t> {
        self.wrap_type(call!(self.clang_getTypedefDeclUnderlyingType(self.raw)))
    }

    /// The integer that an expression always has.
    /// The value of a constant of floating point.
    pub fn evaluate_float(self) -> Option<f64> {
        // SAFETY: the result is disposed of before it is left.
        unsafe {
            let result = (self.lib.clang_Cursor_Evaluate)(self.raw);
            if result.is_null() {
                return None;
            }
            let float = (self.lib.clang_EvalResult_getKind)(result) == CXEval_Float;
            let value = float.then(|| (self.lib.clang_EvalResult_getAsDouble)(result));
            (self.lib.clang_EvalResult_dispose)(result);
            value
        }
    }
    pub fn evaluate_int(self) -> Option<i128> {
        // SAFETY: the result is disposed of before it is left.
        unsafe {
            let result = (self.lib.clang_Cursor_Evaluate)(self.raw);
            if result.is_null() {
                return None;
            }
            let value = ((self.lib.clang_EvalResult_getKind)(result) == CXEval_Int).then(|| {
                if (self.lib.clang_EvalResult_isUnsignedInt)(result) != 0 {
                    i128::from((self.lib.clang_EvalResult_getAsUnsigned)(result))
                } else {
                    i128::from((self.lib.clang_EvalResult_getAsLongLong)(result))
                }
            });
            (self.lib.clang_EvalResult_dispose)(result);
            value
        }
    }
}

extern "C" fn collect_field(field: CXCursor, data: CXClientData) -> CXVisitorResult {
    // SAFETY: `data` is the vector of `fields`, alive during the visit.
    unsafe { (*data.cast::<Vec<CXCursor>>()).push(field) };
    CXVisit_Continue
}

impl<'t> CType<'t> {
    /// Identity of the type as written, qualifiers included.
    pub fn key(self) -> (CXTypeKind, usize) {
        (self.raw.kind, self.raw.data[0] as usize)
    }

    /// The fields of a record, unnamed ones included.
    pub fn fields(self) -> Vec<Cursor<'t>> {
        let mut out: Vec<CXCursor> = Vec::new();
        // SAFETY: the vector outlives the visit; `collect_field` does not unwind.
        unsafe {
            (self.lib.clang_Type_visitFields)(self.raw, collect_field, (&raw mut out).cast());
        }
        out.into_iter()
            .map(|raw| Cursor {
                raw,
                lib: self.lib,
                tu: PhantomData,
            })
            .collect()
    }
    fn wrap(self, raw: CXType) -> CType<'t> {
        CType { raw, ..self }
    }
    pub fn kind(self) -> CXTypeKind {
        self.raw.kind
    }
    pub fn canonical(self) -> CType<'t> {
        self.wrap(call!(self.clang_getCanonicalType(self.raw)))
    }
    pub fn is_const(self) -> bool {
        call!(self.clang_isConstQualifiedType(self.raw)) != 0
    }
    pub fn is_volatile(self) -> bool {
        call!(self.clang_isVolatileQualifiedType(self.raw)) != 0
    }
    pub fn is_restrict(self) -> bool {
        call!(self.clang_isRestrictQualifiedType(self.raw)) != 0
    }
    pub fn declaration(self) -> Cursor<'t> {
        Cursor {
            raw: call!(self.clang_getTypeDeclaration(self.raw)),
            lib: self.lib,
            tu: PhantomData,
        }
    }
    pub fn pointee(self) -> CType<'t> {
        self.wrap(call!(self.clang_getPointeeType(self.raw)))
    }
    pub fn element(self) -> CType<'t> {
        self.wrap(call!(self.clang_getElementType(self.raw)))
    }
    pub fn array_size(self) -> c_longlong {
        call!(self.clang_getArraySize(self.raw))
    }
    /// Of a vector.
    pub fn element_count(self) -> c_longlong {
        call!(self.clang_getNumElements(self.raw))
    }
    pub fn result(self) -> CType<'t> {
        self.wrap(call!(self.clang_getResultType(self.raw)))
    }
    pub fn parameters(self) -> Vec<CType<'t>> {
        let n = call!(self.clang_getNumArgTypes(self.raw)).max(0) as c_uint;
        (0..n)
            .map(|i| self.wrap(call!(self.clang_getArgType(self.raw, i))))
            .collect()
    }
    pub fn is_variadic(self) -> bool {
        // Clang says so of `float f()` too, whose arguments are unknown, not variable in number.
        let canonical = call!(self.clang_getCanonicalType(self.raw));
        canonical.kind != CXType_FunctionNoProto
            && call!(self.clang_isFunctionTypeVariadic(self.raw)) != 0
    }
    /// What an elaborated type (`struct S`) names.
    pub fn named(self) -> CType<'t> {
        self.wrap(call!(self.clang_Type_getNamedType(self.raw)))
    }
    /// The arguments of an instance of a class template; `None` for those that are no types.
    pub fn template_arguments(self) -> Vec<Option<CType<'t>>> {
        let n = call!(self.clang_Type_getNumTemplateArguments(self.raw)).max(0) as c_uint;
        (0..n)
            .map(|i| {
                let ty = call!(self.clang_Type_getTemplateArgumentAsType(self.raw, i));
                (ty.kind != CXType_Invalid).then(|| self.wrap(ty))
            })
            .collect()
    }
    pub fn size_of(self) -> Option<u64> {
        u64::try_from(call!(self.clang_Type_getSizeOf(self.raw))).ok()
    }
    pub fn align_of(self) -> Option<u64> {
        u64::try_from(call!(self.clang_Type_getAlignOf(self.raw))).ok()
    }
    pub fn spelling(self) -> String {
        // SAFETY: the unit is alive.
        unsafe { string(self.lib, (self.lib.clang_getTypeSpelling)(self.raw)) }
    }
}
