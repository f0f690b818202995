//! Where C++ has functions: namespaces and classes. Constructs in lambdas are errors (ACC0167): the variables may be
//! copies of others there.

use super::build::Builder;
use super::cursor::Cursor;
use super::functions::is_function;
use super::instances::{self, is_in_template};
use crate::diag::{Diagnostic, codes};
use crate::region::{Body, Expr, ExprKind, Function, Level, Unit, written_name};
use clang_sys::*;

/// Functions that share loops out to gangs have a second version on the host's cores. C++ could tell it from others only where the text is the
/// function's own, and calls have to name it.
pub fn gang_routines(unit: &Unit) -> Vec<Diagnostic> {
    let gangs = |f: &Function| matches!(f.level, Level::Gang(_));
    let mut out = Vec::new();
    for f in unit
        .functions
        .iter()
        .filter(|f| gangs(f) && f.declared.is_none())
    {
        let at = f.routine.as_ref().map_or(f.span, |d| d.span);
        let message = format!(
            "`{}` shares its loops among gangs, which isn't compiled for templates, lambdas and members of objects",
            f.name
        );
        out.push(Diagnostic::error(codes::UNSUPPORTED_CPP, at, message).help(
            "make it a `routine worker` or `vector`, with the gang loop in the construct that calls it, or a function outside of classes",
        ));
    }
    let mut unnamed = |e: &Expr| {
        if let ExprKind::Call { callee, .. } = &e.kind
            && let Some(f) = e.called()
            && gangs(unit.function(f))
            && written_name(unit, callee.strip_implicit(), f).is_none()
        {
            let name = &unit.function(f).name;
            let message = format!("this call of `{name}`, a gang routine, doesn't name it");
            out.push(
                Diagnostic::error(codes::UNSUPPORTED_CPP, e.span, message)
                    .help("call it by its name"),
            );
        }
    };
    let bodies = unit.functions.iter().filter_map(|f| f.body.as_ref());
    let constructs = unit.constructs.iter().filter_map(|c| match &c.body {
        Body::Compute(stmts) => Some(stmts),
        _ => None,
    });
    for s in bodies.chain(constructs).flatten() {
        s.each_expr(&mut unnamed);
    }
    out
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
                _ if is_class(c) => {
                    out.push(c);
                    if self.weave.any_site(c.extent()) {
                        let inner = self.scopes(c.children());
                        out.extend(inner);
                    }
                }
                // Their instances are found in other places.
                CXCursor_FunctionTemplate => {
                    self.leave_template(c);
                    out.push(c);
                }
                CXCursor_ClassTemplate | CXCursor_ClassTemplatePartialSpecialization => {
                    self.leave_template(c);
                    self.routines_in_template(c);
                    out.push(c);
                }
                _ if is_function(c) && is_in_template(c) => {
                    self.leave_template(c);
                    out.push(c);
                }
                _ => out.push(c),
            }
        }
        out
    }

    /// The directives of a template's text: those in functions stand for the instances'.
    fn leave_template(&mut self, c: Cursor<'t>) {
        for site in self.weave.sites_in(c.extent()) {
            let d = &self.raws[site];
            self.placed[site] = true;
            let inside = self
                .templates
                .iter()
                .any(|t| t.body.start <= d.span.start && d.span.end <= t.body.end);
            if !inside && instances::is_construct(d.kind) {
                self.refuse_site(site, "this part of a template");
            }
        }
    }

    /// Directives stand where they can't be compiled.
    pub fn refuse_place(&mut self, extent: (u32, u32), what: &str) {
        for site in self.weave.sites_in(extent) {
            self.refuse_site(site, what);
        }
    }

    fn refuse_site(&mut self, site: usize, what: &str) {
        let d = &self.raws[site];
        self.placed[site] = true;
        let message = format!("`{}` in {what} isn't compiled", d.name);
        let d = Diagnostic::error(codes::CPP_PLACE, d.span, message).help(
            "put the loops into a function of its own that takes pointers and numbers, and call that",
        );
        self.diagnostics.push(d);
    }
}

/// A class, a struct or a union, or an instance of a template of one.
pub fn is_class(c: Cursor<'_>) -> bool {
    matches!(
        c.kind(),
        CXCursor_StructDecl | CXCursor_ClassDecl | CXCursor_UnionDecl
    )
}
