//! CUDA sources: which of their functions C code can call on a GPU.
//!
//! libclang reads them as C++ whose `__device__` and the like are attributes that it shows, without the functions' bodies: those
//! are NVRTC's to judge, which has CUDA's own functions and variables.

use super::cursor::{CType, Cursor, Tu};
use super::{library, no_library};
use crate::diag::{Diagnostic, codes};
use crate::source::{SourceMap, Span};
use clang_sys::*;

/// An `extern "C"` function with `__device__`. Types are as C++ spells them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceFunction {
    pub name: String,
    pub result: Type,
    pub parameters: Vec<Type>,
}

/// What goes between C and the function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    pub spelling: String,
    pub is_pointer: bool,
}

/// What clang must know of CUDA: attributes, and the types that declarations may have.
const CUDA: &str = include_str!("cuda.h");

/// The functions of a CUDA source whose own headers stand in its text, with line markers; and what is wrong with it.
pub fn device_functions(source: &SourceMap) -> (Vec<DeviceFunction>, Vec<Diagnostic>) {
    let lib = match library::library() {
        Ok(lib) => lib,
        Err(e) => return (Vec::new(), vec![no_library(e)]),
    };
    let arguments = [
        "-x",
        "c++",
        "-std=gnu++17",
        "-fsyntax-only",
        "-Wno-everything",
        "-ferror-limit=0",
        "-fno-spell-checking",
        "-nostdinc",
        "-nostdinc++",
    ]
    .map(String::from);
    let text = format!("{CUDA}\n{}", source.text);
    let Some(tu) = Tu::parse_declarations(lib, &text, &arguments) else {
        let d = Diagnostic::general(
            codes::PARSE_FAILED,
            format!("libclang could not parse '{}'", source.main),
        );
        return (Vec::new(), vec![d]);
    };
    let mut reader = Reader {
        text: &source.text,
        before: CUDA.len() as u32 + 1,
        found: Vec::new(),
        diagnostics: Vec::new(),
    };
    for complaint in tu.complaints() {
        let at = complaint.offset.saturating_sub(reader.before) as usize;
        reader.refuse(Span::new(at, at), complaint.text);
    }
    reader.declarations(tu.root());
    (reader.found, reader.diagnostics)
}

struct Reader<'a> {
    text: &'a str,
    /// Bytes before the user's text.
    before: u32,
    found: Vec<DeviceFunction>,
    diagnostics: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn refuse(&mut self, at: Span, why: String) {
        let d = Diagnostic::error(codes::CUDA_SOURCE, at, why);
        self.diagnostics.push(d);
    }

    fn declarations(&mut self, parent: Cursor<'_>) {
        for child in parent.children() {
            match child.kind() {
                CXCursor_FunctionDecl if child.location() >= self.before => self.function(child),
                // `extern "C" { }`, which older libclangs don't name.
                CXCursor_LinkageSpec | CXCursor_UnexposedDecl | CXCursor_Namespace => {
                    self.declarations(child);
                }
                _ => {}
            }
        }
    }

    /// Whether this is the function's definition, whose body clang has skipped.
    fn has_body(&self, f: Cursor<'_>) -> bool {
        let (start, end) = f.extent();
        let at = |offset: u32| offset.saturating_sub(self.before) as usize;
        let (own, rest) = (
            self.text.get(at(start)..at(end)).unwrap_or_default(),
            self.text.get(at(end)..).unwrap_or_default(),
        );
        own.ends_with('}') || rest.trim_start().starts_with('{')
    }

    fn function(&mut self, f: Cursor<'_>) {
        if !self.has_body(f) {
            return;
        }
        let annotated = |word: &str| {
            let first = f.canonical();
            let mut all = f.children().into_iter().chain(first.children());
            all.any(|c| c.kind() == CXCursor_AnnotateAttr && c.spelling() == word)
        };
        let name = f.spelling();
        let at = (f.location() - self.before) as usize;
        let span = Span::new(at, at + name.len());
        if annotated("accrs global") {
            return self.refuse(
                span,
                format!(
                    "'{name}' is a kernel of its own: accrs compiles what OpenACC constructs call; compile this file with nvcc and link its object"
                ),
            );
        }
        if !annotated("accrs device") {
            return self.refuse(
                span,
                format!(
                    "'{name}' is a function of the host: give it __device__, or compile this file with nvcc and link its object"
                ),
            );
        }
        if f.mangling() != name {
            return;
        }
        let ty = f.ty();
        let (result, parameters) = (ty.result(), ty.parameters());
        for t in parameters.iter().chain([&result]) {
            if !crosses(*t) {
                let why = format!(
                    "'{name}' can't be called from C: functions of other files take numbers and pointers, not '{}'",
                    t.spelling()
                );
                return self.refuse(span, why);
            }
        }
        self.found.push(DeviceFunction {
            name,
            result: type_of(result),
            parameters: parameters.into_iter().map(type_of).collect(),
        });
    }
}

fn type_of(t: CType<'_>) -> Type {
    Type {
        spelling: t.spelling(),
        is_pointer: t.canonical().kind() == CXType_Pointer,
    }
}

/// Whether values of the type go between C and CUDA C++ as they are.
fn crosses(t: CType<'_>) -> bool {
    let kind = t.canonical().kind();
    kind == CXType_Pointer
        || kind == CXType_Enum
        || kind == CXType_Void
        || (CXType_Bool..=CXType_LongDouble).contains(&kind)
}
