//! Where C++ has functions: namespaces and classes. Constructs in templates and in lambdas are errors (ACC0167): one text stands for
//! several functions there, or its variables are copies.

use super::build::Builder;
use super::cursor::Cursor;
use crate::diag::{Diagnostic, codes};
use crate::region::{Level, Unit};
use clang_sys::*;

/// Functions that share loops out to gangs have a second version on the host's cores, which C++ couldn't tell from others of the name.
pub fn gang_routines(unit: &Unit) -> Vec<Diagnostic> {
    let gangs = unit
        .functions
        .iter()
        .filter(|f| matches!(f.level, Level::Gang(_)));
    let told = gangs.map(|f| {
        let at = f.routine.as_ref().map_or(f.span, |d| d.span);
        let message = format!("`{}` shares loops out to gangs, which isn't compiled in C++", f.name);
        Diagnostic::error(codes::UNSUPPORTED_CPP, at, message)
            .help("make it a `routine worker` or `vector`, with the gang loop in the construct that calls it, or move it to a C file")
    });
    told.collect()
}

impl<'t> Builder<'t> {
    /// What stands at file scope, in namespaces and in classes that hold directives, in the order of the text.
    pub fn scopes(&mut self, top: Vec<Cursor<'t>>) -> Vec<Cursor<'t>> {
        let mut out = Vec::new();
        for c in top {
            match c.kind() {
                CXCursor_Namespace | CXCursor_LinkageSpec | CXCursor_UnexposedDecl => {
                    let inner = self.scopes(c.children());
                    out.extend(inner);
                }
                CXCursor_StructDecl | CXCursor_ClassDecl | CXCursor_UnionDecl => {
                    out.push(c);
                    if self.weave.any_site(c.extent()) {
                        let inner = self.scopes(c.children());
                        out.extend(inner);
                    }
                }
                CXCursor_FunctionTemplate
                | CXCursor_ClassTemplate
                | CXCursor_ClassTemplatePartialSpecialization => {
                    self.refuse_place(c.extent(), "a template");
                    out.push(c);
                }
                _ => out.push(c),
            }
        }
        out
    }

    /// Directives stand where they can't be compiled.
    pub fn refuse_place(&mut self, extent: (u32, u32), what: &str) {
        for site in self.weave.sites_in(extent) {
            let d = &self.raws[site];
            self.placed[site] = true;
            let message = format!("`{}` in {what} isn't compiled", d.name);
            let d = Diagnostic::error(codes::CPP_PLACE, d.span, message).help(
                "put the loops into a function of its own, without template parameters, that takes pointers and numbers, and call that",
            );
            self.diagnostics.push(d);
        }
    }
}
