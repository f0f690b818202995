//! Finding libclang, opening it, and the table of its functions that are called.
//!
//! clang-sys gives the types and constants; the functions are looked up here, since the
//! search must also know the folders of this installation, and a call is one indirect jump.

use crate::beside::{self, belongs};
use clang_sys::*;
use std::os::raw::{c_char, c_int, c_longlong, c_uint, c_ulonglong};
use std::path::{Path, PathBuf};

macro_rules! functions {
    ($($name:ident($($arg:ty),*) $(-> $ret:ty)?;)+) => {
        /// libclang's functions. The library is never closed: closing runs its
        /// static destructors, which costs more than the process's end.
        #[allow(non_snake_case)]
        pub struct Library {
            $(pub $name: unsafe extern "C" fn($($arg),*) $(-> $ret)?,)+
        }

        impl Library {
            fn symbols(lib: &libloading::Library) -> Result<Self, String> {
                Ok(Library {
                    $($name: {
                        // SAFETY: the signature is that of libclang's Index.h.
                        let symbol = unsafe {
                            lib.get::<unsafe extern "C" fn($($arg),*) $(-> $ret)?>(
                                concat!(stringify!($name), "\0").as_bytes(),
                            )
                        };
                        *symbol.map_err(|_| stringify!($name).to_string())?
                    },)+
                })
            }
        }
    };
}

functions! {
    clang_createIndex(c_int, c_int) -> CXIndex;
    clang_disposeIndex(CXIndex);
    clang_parseTranslationUnit2(CXIndex, *const c_char, *const *const c_char, c_int, *mut CXUnsavedFile, c_uint, CXTranslationUnit_Flags, *mut CXTranslationUnit) -> CXErrorCode;
    clang_disposeTranslationUnit(CXTranslationUnit);
    clang_getTranslationUnitCursor(CXTranslationUnit) -> CXCursor;
    clang_getCString(CXString) -> *const c_char;
    clang_disposeString(CXString);
    clang_getNumDiagnostics(CXTranslationUnit) -> c_uint;
    clang_getDiagnostic(CXTranslationUnit, c_uint) -> CXDiagnostic;
    clang_disposeDiagnostic(CXDiagnostic);
    clang_getDiagnosticSeverity(CXDiagnostic) -> CXDiagnosticSeverity;
    clang_getDiagnosticLocation(CXDiagnostic) -> CXSourceLocation;
    clang_getDiagnosticSpelling(CXDiagnostic) -> CXString;
    clang_getExpansionLocation(CXSourceLocation, *mut CXFile, *mut c_uint, *mut c_uint, *mut c_uint);
    clang_getCXXAccessSpecifier(CXCursor) -> CX_CXXAccessSpecifier;
    clang_getCursorExtent(CXCursor) -> CXSourceRange;
    clang_getCursorLocation(CXCursor) -> CXSourceLocation;
    clang_getRangeStart(CXSourceRange) -> CXSourceLocation;
    clang_getRangeEnd(CXSourceRange) -> CXSourceLocation;
    clang_visitChildren(CXCursor, CXCursorVisitor, CXClientData) -> c_uint;
    clang_getCursorSpelling(CXCursor) -> CXString;
    clang_Cursor_getMangling(CXCursor) -> CXString;
    clang_getCursorType(CXCursor) -> CXType;
    clang_getCursorReferenced(CXCursor) -> CXCursor;
    clang_getCursorDefinition(CXCursor) -> CXCursor;
    clang_getCanonicalCursor(CXCursor) -> CXCursor;
    clang_getSpecializedCursorTemplate(CXCursor) -> CXCursor;
    clang_Cursor_getNumTemplateArguments(CXCursor) -> c_int;
    clang_Cursor_getTemplateArgumentKind(CXCursor, c_uint) -> CXTemplateArgumentKind;
    clang_Cursor_getTemplateArgumentType(CXCursor, c_uint) -> CXType;
    clang_Cursor_getTemplateArgumentValue(CXCursor, c_uint) -> c_longlong;
    clang_Cursor_getTemplateArgumentUnsignedValue(CXCursor, c_uint) -> c_ulonglong;
    clang_Type_getNumTemplateArguments(CXType) -> c_int;
    clang_Type_getTemplateArgumentAsType(CXType, c_uint) -> CXType;
    clang_getCursorSemanticParent(CXCursor) -> CXCursor;
    clang_CXXMethod_isDefaulted(CXCursor) -> c_uint;
    clang_CXXMethod_isStatic(CXCursor) -> c_uint;
    clang_CXXMethod_isVirtual(CXCursor) -> c_uint;
    clang_CXXMethod_isConst(CXCursor) -> c_uint;
    clang_isVirtualBase(CXCursor) -> c_uint;
    clang_CXXConstructor_isDefaultConstructor(CXCursor) -> c_uint;
    clang_CXXConstructor_isCopyConstructor(CXCursor) -> c_uint;
    clang_CXXConstructor_isMoveConstructor(CXCursor) -> c_uint;
    clang_isCursorDefinition(CXCursor) -> c_uint;
    clang_Cursor_isNull(CXCursor) -> c_int;
    clang_Cursor_getStorageClass(CXCursor) -> CX_StorageClass;
    clang_getCursorTLSKind(CXCursor) -> CXTLSKind;
    clang_Cursor_isFunctionInlined(CXCursor) -> c_uint;
    clang_Cursor_isBitField(CXCursor) -> c_uint;
    clang_getFieldDeclBitWidth(CXCursor) -> c_int;
    clang_Cursor_getOffsetOfField(CXCursor) -> c_longlong;
    clang_Cursor_getNumArguments(CXCursor) -> c_int;
    clang_Cursor_getArgument(CXCursor, c_uint) -> CXCursor;
    clang_Cursor_getVarDeclInitializer(CXCursor) -> CXCursor;
    clang_getCursorBinaryOperatorKind(CXCursor) -> CXBinaryOperatorKind;
    clang_getCursorUnaryOperatorKind(CXCursor) -> CXUnaryOperatorKind;
    clang_getEnumConstantDeclValue(CXCursor) -> c_longlong;
    clang_getEnumConstantDeclUnsignedValue(CXCursor) -> c_ulonglong;
    clang_getEnumDeclIntegerType(CXCursor) -> CXType;
    clang_getTypedefDeclUnderlyingType(CXCursor) -> CXType;
    clang_Cursor_Evaluate(CXCursor) -> CXEvalResult;
    clang_EvalResult_getKind(CXEvalResult) -> CXEvalResultKind;
    clang_EvalResult_getAsLongLong(CXEvalResult) -> c_longlong;
    clang_EvalResult_isUnsignedInt(CXEvalResult) -> c_uint;
    clang_EvalResult_getAsUnsigned(CXEvalResult) -> c_ulonglong;
    clang_EvalResult_getAsDouble(CXEvalResult) -> f64;
    clang_EvalResult_dispose(CXEvalResult);
    clang_getCanonicalType(CXType) -> CXType;
    clang_isConstQualifiedType(CXType) -> c_uint;
    clang_isVolatileQualifiedType(CXType) -> c_uint;
    clang_isRestrictQualifiedType(CXType) -> c_uint;
    clang_getTypeDeclaration(CXType) -> CXCursor;
    clang_getPointeeType(CXType) -> CXType;
    clang_getElementType(CXType) -> CXType;
    clang_getArraySize(CXType) -> c_longlong;
    clang_getNumElements(CXType) -> c_longlong;
    clang_getResultType(CXType) -> CXType;
    clang_getNumArgTypes(CXType) -> c_int;
    clang_getArgType(CXType, c_uint) -> CXType;
    clang_isFunctionTypeVariadic(CXType) -> c_uint;
    clang_Type_getNamedType(CXType) -> CXType;
    clang_Type_visitFields(CXType, CXFieldVisitor, CXClientData) -> c_uint;
    clang_Type_getSizeOf(CXType) -> c_longlong;
    clang_Type_getAlignOf(CXType) -> c_longlong;
    clang_getTypeSpelling(CXType) -> CXString;
}

/// Why there is no libclang to work with.
pub enum LoadError {
    /// None was found in any of the places looked at.
    NotFound,
    /// Found, but none of those found can be used: path and reason of each.
    Unusable(Vec<(PathBuf, String)>),
}

/// The library, opened once per process.
pub fn library() -> Result<&'static Library, &'static LoadError> {
    static LIBRARY: std::sync::OnceLock<Result<Library, LoadError>> = std::sync::OnceLock::new();
    LIBRARY.get_or_init(load).as_ref()
}

fn load() -> Result<Library, LoadError> {
    // libclang would parse on a thread of its own with 8 MiB of stack, which a long sum or deep
    // nesting overflows; this makes it stay on the caller's, which is large.
    // SAFETY: runs once, before libclang is there to read it; the standard library's own
    // readers are locked out meanwhile, and the front end starts no C thread that could read.
    unsafe { std::env::set_var("LIBCLANG_NOTHREADS", "1") };
    let mut refused = Vec::new();
    for path in candidates() {
        if !path.is_file() {
            continue;
        }
        match open(&path) {
            Ok(lib) => return Ok(lib),
            Err(reason) => refused.push((path, reason)),
        }
    }
    Err(if refused.is_empty() {
        LoadError::NotFound
    } else {
        LoadError::Unusable(refused)
    })
}

/// The libclang that is used, for who wants to know where it is. Opens it.
pub fn found() -> Option<PathBuf> {
    let mut all = candidates().into_iter();
    all.find(|path| path.is_file() && open(path).is_ok())
}

fn open(path: &Path) -> Result<Library, String> {
    // SAFETY: opening a shared library runs its initialisers; libclang's are harmless.
    let lib = unsafe { libloading::Library::new(path) }.map_err(|e| e.to_string())?;
    let table = Library::symbols(&lib)
        .map_err(|name| format!("older than libclang 17 (it has no function `{name}`)"))?;
    std::mem::forget(lib);
    Ok(table)
}

/// Where libclang may be, best first.
fn candidates() -> Vec<PathBuf> {
    let mut out = Vec::new();
    for variable in ["ACCRS_LIBCLANG", "LIBCLANG_PATH"] {
        if let Some(value) = std::env::var_os(variable).filter(|v| !v.is_empty()) {
            let path = PathBuf::from(value);
            if path.is_dir() {
                in_folder(&path, &mut out);
            } else {
                out.push(path);
            }
            // Who names a library wants that one, and no other.
            return out;
        }
    }
    if let Some(home) = std::env::var_os("ACCRS_HOME").filter(|v| !v.is_empty()) {
        in_folder(&Path::new(&home).join("lib/accrs"), &mut out);
    }
    let exe = std::env::current_exe().and_then(|e| e.canonicalize());
    let exe = exe.unwrap_or_default();
    if let Some(folder) = exe.parent() {
        in_folder(&folder.join("../lib/accrs"), &mut out);
        // In a checkout: <root>/target/release[/deps]/<exe>
        in_folder(&folder.join("../../.accrs/py/clang/native"), &mut out);
        in_folder(&folder.join("../../../.accrs/py/clang/native"), &mut out);
        // Beside a program that pip has installed lies PyPI's package libclang.
        out.extend(beside::in_python("clang/native/libclang.so"));
        out.retain(|path| belongs(path, &exe));
    }
    for root in ["/usr/lib", "/usr/local", "/opt"] {
        let mut versions: Vec<PathBuf> = entries(Path::new(root))
            .into_iter()
            .filter(|p| name_of(p).starts_with("llvm"))
            .collect();
        versions.sort_by_key(|p| std::cmp::Reverse(number_in(&name_of(p))));
        for v in versions {
            in_folder(&v.join("lib"), &mut out);
            in_folder(&v.join("lib64"), &mut out);
        }
    }
    for folder in [
        "/usr/lib/x86_64-linux-gnu",
        "/usr/lib/aarch64-linux-gnu",
        "/usr/lib64",
        "/usr/lib",
        "/usr/local/lib",
        "/usr/local/lib64",
    ] {
        in_folder(Path::new(folder), &mut out);
    }
    // Asking a program costs time: only when nothing was found so far.
    if !out.iter().any(|p| p.is_file()) {
        llvm_config(&mut out);
    }
    out
}

/// The libclangs of one folder, newest first.
fn in_folder(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut found: Vec<PathBuf> = entries(folder)
        .into_iter()
        .filter(|p| {
            let n = name_of(p);
            (n == "libclang.so" || n.starts_with("libclang.so.") || n.starts_with("libclang-"))
                && n.contains(".so")
                && !n.contains("cpp")
        })
        .collect();
    found.sort_by_key(|p| std::cmp::Reverse(number_in(&name_of(p))));
    // The unversioned name is what the folder's owner wants used.
    found.sort_by_key(|p| name_of(p) != "libclang.so");
    out.extend(found);
}

fn llvm_config(out: &mut Vec<PathBuf>) {
    let names = (17..=24)
        .rev()
        .map(|v| format!("llvm-config-{v}"))
        .chain(std::iter::once("llvm-config".to_string()));
    for name in names {
        let answer = std::process::Command::new(&name)
            .arg("--libdir")
            .stderr(std::process::Stdio::null())
            .output();
        if let Ok(answer) = answer {
            let folder = String::from_utf8_lossy(&answer.stdout).trim().to_string();
            if !folder.is_empty() {
                in_folder(Path::new(&folder), out);
            }
        }
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder)
        .map(|dir| dir.filter_map(|e| e.ok().map(|e| e.path())).collect())
        .unwrap_or_default()
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .map(|n| n.to_string_lossy().into_owned())
        .unwrap_or_default()
}

/// The first number in a name: `llvm-18` → 18.
fn number_in(name: &str) -> u32 {
    name.split(|c: char| !c.is_ascii_digit())
        .find(|part| !part.is_empty())
        .and_then(|part| part.parse().ok())
        .unwrap_or(0)
}
