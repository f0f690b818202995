//! Variables and functions: what a name in a region refers to, and which functions the
//! device needs.

use super::build::{Builder, Res, Undeclared};
use super::cursor::Cursor;
use super::types::size_cursors;
use super::weave::CARRIER;
use crate::diag::{Diagnostic, codes};
use crate::directive::{ClauseKind, Directive, DirectiveKind, Raw};
use crate::region::{ArrayLen, Body, Function, FunctionId, Storage, Type, Var, VarId};
use crate::source::Span;
use clang_sys::*;
use std::collections::HashMap;

impl<'t> Builder<'t> {
    /// `routine` directives: `routine(name)`, or before a function.
    pub fn find_routines(&mut self, top: &[Cursor<'t>]) {
        let raws = self.raws;
        let mut waiting: Option<usize> = None;
        let mut named: HashMap<String, Cursor<'t>> = HashMap::new();
        for c in top {
            let function = c.kind() == CXCursor_FunctionDecl;
            let name = if function {
                c.spelling()
            } else {
                String::new()
            };
            if let Some(site) = self.weave.site_at(c.extent().0)
                && name.starts_with(CARRIER)
            {
                if raws[site].kind == DirectiveKind::Routine && routine_name(&raws[site]).is_none()
                {
                    waiting = Some(site);
                }
                continue;
            }
            if let Some(site) = waiting.take() {
                if function {
                    self.routines.insert(name.clone(), site);
                } else {
                    self.routine_of_nothing(site, "no function follows this `routine` directive");
                }
            }
            if function {
                named.insert(name, *c);
            }
        }
        if let Some(site) = waiting {
            self.routine_of_nothing(site, "no function follows this `routine` directive");
        }
        for (site, d) in raws.iter().enumerate() {
            if let Some(name) = routine_name(d) {
                if named.contains_key(name) {
                    self.routines.insert(name.to_string(), site);
                } else {
                    let message = format!("`routine` names `{name}`, which is no function here");
                    self.routine_of_nothing(site, &message);
                }
            }
        }
        // What is marked for the device is compiled for it, whoever calls it.
        let mut marked: Vec<&String> = self.routines.keys().collect();
        marked.sort();
        let marked: Vec<Cursor<'t>> = marked
            .iter()
            .filter_map(|n| named.get(*n).copied())
            .collect();
        for c in marked {
            if c.definition().is_some()
                && let Ok(id) = self.function_id(c)
            {
                let _ = self.need_body(id, c, Span::default());
            }
        }
    }

    pub fn routine_of_nothing(&mut self, site: usize, message: &str) {
        let d = Diagnostic::error(codes::ROUTINE_TARGET, self.raws[site].span, message);
        self.diagnostics.push(d);
    }

    pub fn give_routine(&mut self, f: usize) {
        if let Some(&site) = self.routines.get(&self.functions[f].name) {
            let found = self
                .constructs
                .iter()
                .find(|c| c.directive.id == self.raws[site].id);
            self.functions[f].routine = found.map(|c| c.directive.clone());
            let id = self.raws[site].id;
            for c in self.constructs.iter_mut().filter(|c| c.directive.id == id) {
                c.body = Body::Declarative(Some(FunctionId(f as u32)));
            }
        }
    }

    /// The variable that a declaration declares.
    pub fn var(&mut self, decl: Cursor<'t>) -> Res<VarId> {
        let key = decl.canonical().location();
        if let Some(&id) = self.var_ids.get(&key) {
            return Ok(id);
        }
        let best = decl.definition().unwrap_or(decl);
        let storage = self.storage(best);
        let init = best.initializer();
        let mut sizes = size_cursors(best, init);
        let mut ty = self.ty_sized(best.ty(), &mut sizes)?;
        if storage == Storage::Param
            && let Type::Array(elem, ArrayLen::Unknown) = *self.types.get(ty)
        {
            ty = self.types.intern(Type::Pointer(elem));
        }
        let id = VarId(self.vars.len() as u32);
        self.var_ids.insert(key, id);
        self.vars.push(Var {
            name: best.spelling(),
            ty,
            storage,
            span: self.weave.span(best.extent()),
        });
        Ok(id)
    }

    pub fn storage(&self, decl: Cursor<'t>) -> Storage {
        if decl.kind() == CXCursor_ParmDecl {
            return Storage::Param;
        }
        let class = decl.storage_class();
        if decl.at_file_scope() || class == CX_SC_Extern {
            return Storage::Global {
                is_static: class == CX_SC_Static,
                is_extern: !decl.is_definition() && class == CX_SC_Extern,
                thread_local: decl.is_thread_local(),
            };
        }
        let at = decl.location();
        if self.inside.0 <= at && at < self.inside.1 {
            Storage::Region
        } else if class == CX_SC_Static {
            Storage::StaticLocal
        } else {
            Storage::Local
        }
    }

    pub fn function_id(&mut self, decl: Cursor<'t>) -> Res<FunctionId> {
        let name = decl.spelling();
        if let Some(&id) = self.function_ids.get(&name) {
            return Ok(id);
        }
        let best = decl.definition().unwrap_or(decl);
        let ty = best.ty();
        let undeclared = self.undeclared.get(&name).copied();
        if name.starts_with("__builtin_") && undeclared == Some(Undeclared::Unknown) {
            // Clang made up a declaration that returns `int`.
            let message = format!("`{name}` is a builtin of gcc that isn't known here");
            return self.fail(codes::UNSUPPORTED_C, self.place, message);
        }
        // `sqrt` used without its header: clang knows its type.
        let known = undeclared == Some(Undeclared::Library) && !best.is_definition();
        let ret = self.ty(ty.result())?;
        let mut params = Vec::new();
        for p in best.arguments() {
            params.push(self.var(p)?);
        }
        let id = FunctionId(self.functions.len() as u32);
        self.function_ids.insert(name.clone(), id);
        let span = self.weave.span(best.extent());
        let at = best.location();
        let builtin = name.starts_with("__builtin_") || name.starts_with("__sync_");
        let is_static = best.storage_class() == CX_SC_Static;
        self.functions.push(Function {
            variadic: ty.is_variadic(),
            is_static,
            is_inline: best.is_inline(),
            body: None,
            routine: None,
            library: !builtin
                && (at == 0 || known || self.source.in_system_header(span.start))
                && !(is_static && best.is_definition()),
            builtin,
            span,
            name,
            ret,
            params,
        });
        self.asked.push(false);
        Ok(id)
    }

    /// The device calls `id`: its body must become IR, unless it is a library's.
    pub fn need_body(&mut self, id: FunctionId, decl: Cursor<'t>, used: Span) -> Res<()> {
        let f = &self.functions[id.index()];
        if f.library || f.builtin {
            return Ok(());
        }
        if std::mem::replace(&mut self.asked[id.index()], true) {
            return Ok(());
        }
        match decl.definition() {
            Some(definition) => {
                self.queue.push((id, definition));
                Ok(())
            }
            None => {
                let d = Diagnostic::error(
                    codes::UNKNOWN_BODY,
                    used,
                    format!(
                        "no body of `{}` is known here, so no device can run it",
                        f.name
                    ),
                )
                .label("called from a compute construct")
                .help("define it in this file, or in a header as `static inline`");
                let d = match f.span.start < f.span.end {
                    true => d.related(f.span, "declared here"),
                    false => d,
                };
                self.fail_with(d)
            }
        }
    }

    /// The body of a function that runs on the device.
    pub fn device_function(&mut self, id: FunctionId, definition: Cursor<'t>) {
        let Some(body) = definition.children().pop() else {
            return;
        };
        let extent = definition.extent();
        self.used.push(self.weave.span(extent));
        let name = definition.spelling();
        let outer = std::mem::replace(&mut self.function_name, name);
        (self.device, self.inside) = (true, extent);
        let stmts = self.block(body);
        (self.device, self.inside) = (false, (0, 0));
        self.function_name = outer;
        if let Ok(stmts) = stmts {
            self.functions[id.index()].body = Some(stmts);
        }
    }
}

/// The name in `routine(name)`.
fn routine_name(d: &Directive<Raw>) -> Option<&str> {
    d.clauses.iter().find_map(|c| match &c.kind {
        ClauseKind::RoutineName(name) => Some(name.text.trim()),
        _ => None,
    })
}
