//! `routine` before a lambda, or with the name of a variable that is one (OpenACC 3.3 §2.15.1).

use super::build::{Builder, Res};
use super::cursor::Cursor;
use crate::diag::codes;
use crate::directive::DirectiveKind;
use crate::region::{Bind, FunctionId};
use crate::source::Span;
use clang_sys::*;

/// What stands for a lambda's name where functions have keys.
pub fn lambda_key(variable: usize) -> String {
    format!("lambda {variable:x}")
}

/// The function that a lambda is, as its class has it; `None` for one whose parameters have any type.
fn call_operator(lambda: Cursor<'_>) -> Option<Cursor<'_>> {
    let members = lambda.ty().canonical().declaration().children();
    let mut members = members.into_iter();
    members.find(|m| m.kind() == CXCursor_CXXMethod && m.spelling() == "operator()")
}

/// Whether a lambda's parameters have any type.
fn is_generic(lambda: Cursor<'_>) -> bool {
    let any = |p: &Cursor<'_>| {
        let ty = p.ty().canonical().spelling();
        p.kind() == CXCursor_ParmDecl && (ty.contains("type-parameter") || ty.contains("auto"))
    };
    lambda.children().iter().any(any)
}

impl<'t> Builder<'t> {
    /// The `routine` directives of a variable that is a lambda.
    pub fn routines_of_lambda(&self, variable: Cursor<'t>) -> Vec<usize> {
        let named = self.lambda_routines.get(&variable.entity());
        let mut all = named.cloned().unwrap_or_default();
        all.extend(self.routine_before(variable));
        all
    }

    /// The `routine` directive behind which a declaration begins.
    fn routine_before(&self, variable: Cursor<'t>) -> Option<usize> {
        let start = variable.extent().0;
        let site = self.weave.site_before(start)?;
        let d = &self.raws[site];
        if d.kind != DirectiveKind::Routine || super::declare::routine_name(d).is_some() {
            return None;
        }
        let between = Span {
            start: d.span.end,
            end: self.weave.original(start).max(d.span.end),
        };
        let text = self.source.slice(between);
        let blank = |line: &str| line.trim().is_empty() || line.starts_with('#');
        text.lines().all(blank).then_some(site)
    }

    /// A lambda's text outside of constructs: its loops mean something where the function runs on a device.
    pub fn host_lambda(&mut self, variable: Cursor<'t>, lambda: Cursor<'t>) {
        let extent = lambda.extent();
        if self.holds_constructs(extent) {
            return self.refuse_place(extent, "a lambda");
        }
        if is_generic(lambda) {
            // Each of its functions has its own types.
            let sites = self.weave.sites_in(extent);
            return sites.for_each(|site| self.placed[site] = true);
        }
        let Some(body) = lambda.children().pop() else {
            return;
        };
        let key = std::mem::replace(&mut self.function_key, lambda_key(variable.entity()));
        let name = std::mem::replace(&mut self.function_name, variable.spelling());
        self.host(body, None);
        (self.function_key, self.function_name) = (key, name);
    }

    /// The lambdas at file scope that are routines are compiled for devices, whoever calls them.
    pub fn marked_lambdas(&mut self) {
        let mut all: Vec<Cursor<'t>> = self.top_lambdas.values().copied().collect();
        all.sort_by_key(|v| v.location());
        for v in all {
            if !self.routines_of_lambda(v).is_empty() {
                let span = self.weave.span(v.extent());
                let _ = self.lambda_as_function(v, span);
            }
        }
    }

    /// The function that a lambda at file scope is.
    pub fn lambda_as_function(
        &mut self,
        variable: Cursor<'t>,
        span: Span,
    ) -> Res<Option<FunctionId>> {
        let made = Self::lambda_of(variable);
        let Some((made, target)) = made.and_then(|l| Some((l, call_operator(l)?))) else {
            return Ok(None);
        };
        let (function, _) = self.lambda_version(variable, made, false, target, span)?;
        Ok(Some(function))
    }

    /// Gives a lambda's function the directives of its variable.
    pub fn mark_lambda(&mut self, variable: Cursor<'t>, id: FunctionId, captures: bool) -> Res<()> {
        let symbol = self.functions[id.index()].link_name().to_string();
        for site in self.routines_of_lambda(variable) {
            self.note_routine(&symbol, site);
        }
        if !self.routines.contains_key(&symbol) {
            return Ok(());
        }
        // Without a version for the host nothing is left of the variable.
        self.functions[id.index()].span = self.weave.span(variable.extent());
        let Some((to, at)) = self.bound(&symbol) else {
            return Ok(());
        };
        if captures {
            let what = "`bind` of a lambda that captures variables";
            return self.refuse_cpp(at, what, "pass it what it needs as arguments");
        }
        self.bind(id, to, at)
    }

    /// `bind` names a variable that is a lambda.
    pub fn bind_to_lambda(&mut self, id: FunctionId, variable: Cursor<'t>, span: Span) -> Res<()> {
        let (name, to) = (self.functions[id.index()].name.clone(), variable.spelling());
        for site in self.routines_of_lambda(variable) {
            if self.binds(site).is_some() {
                let message = format!("`{name}` is bound to `{to}`, which is bound itself");
                return self.fail(codes::ROUTINE_BIND, span, message);
            }
        }
        match self.lambda_as_function(variable, span)? {
            Some(other) => {
                self.functions[id.index()].bind = Some(Bind::Function(other));
                Ok(())
            }
            None => {
                let what = format!("`bind` to `{to}`, whose parameters have any type,");
                self.refuse_cpp(span, &what, "name a function, or a lambda with types")
            }
        }
    }
}
