//! Names of C++: with the namespaces and classes that they are in, and what the linker calls functions.

use super::build::Builder;
use super::cursor::{CType, Cursor};
use crate::region::VarId;
use crate::source::Span;
use clang_sys::*;

/// How deep namespaces and classes are followed.
const DEPTH: usize = 64;
/// clang's word for a namespace without a name.
const UNNAMED: &str = "(anonymous namespace)::";

impl<'t> Builder<'t> {
    /// The name of a declared entity, with what leads to it from outside of functions: `ns::n`. In C, the name.
    pub fn qualified_name(&self, decl: Cursor<'t>) -> String {
        let name = decl.spelling();
        if !self.rules.cpp {
            return name;
        }
        let mut parts = vec![name];
        let mut at = decl;
        for _ in 0..DEPTH {
            at = at.semantic_parent();
            match at.kind() {
                // The name of a class has those around it, and its arguments where it is an instance.
                CXCursor_StructDecl | CXCursor_ClassDecl | CXCursor_UnionDecl => {
                    let class = at.ty().canonical().spelling();
                    let class = class.replace(UNNAMED, "");
                    if !class.contains('(') {
                        parts.push(class);
                    }
                    break;
                }
                CXCursor_Namespace | CXCursor_EnumDecl => {
                    let name = at.spelling();
                    // Without a name of its own it needs none on the way.
                    if !name.is_empty() && !name.contains('(') {
                        parts.push(name);
                    }
                }
                CXCursor_LinkageSpec => {}
                _ => break,
            }
        }
        parts.reverse();
        parts.join("::")
    }

    /// What tells a function from all others: in C++ the linker's name for it, since several may share one.
    pub fn key_of(&self, function: Cursor<'t>) -> String {
        self.symbol_of(function)
            .unwrap_or_else(|| function.spelling())
    }

    /// The linker's name of a function with C++'s linkage.
    pub fn symbol_of(&self, function: Cursor<'t>) -> Option<String> {
        if !self.rules.cpp {
            return None;
        }
        let symbol = function.mangling();
        (!symbol.is_empty() && symbol != function.spelling()).then_some(symbol)
    }

    /// What names a type anywhere in a file of C++, where it has a name.
    pub fn type_name(&self, ty: CType<'t>) -> Option<String> {
        if !self.rules.cpp {
            return None;
        }
        let name = ty.canonical().spelling();
        let name = name.replace(UNNAMED, "");
        let name = in_namespace(name.trim_start_matches("const "));
        if name.contains('(') || name.is_empty() {
            return None;
        }
        let mut at = ty.declaration();
        for _ in 0..DEPTH {
            at = at.semantic_parent();
            match at.kind() {
                CXCursor_TranslationUnit => return Some(format!("::{name}")),
                CXCursor_Namespace | CXCursor_StructDecl | CXCursor_ClassDecl
                | CXCursor_UnionDecl | CXCursor_LinkageSpec => {}
                _ => break,
            }
        }
        // Of a block.
        Some(name)
    }

    /// Notes that the text names a variable of file scope by `::n`, since a nearer one may have the name.
    pub fn spelled_globally(&mut self, var: VarId, span: Span) {
        if self.rules.cpp && self.source.slice(span).starts_with("::") {
            let name = &mut self.vars[var.index()].name;
            if !name.starts_with("::") {
                name.insert_str(0, "::");
            }
        }
    }
}

/// A type's name, where clang leaves out the namespace of a constant in it: `std::span<double, dynamic_extent>`.
pub fn in_namespace(name: &str) -> String {
    name.replace("<dynamic_extent>", "<std::dynamic_extent>")
        .replace(", dynamic_extent>", ", std::dynamic_extent>")
}
