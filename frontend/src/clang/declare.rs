//! Variables and functions: what a name in a region refers to, and which functions the
//! device needs.

use super::build::{Builder, Res, Undeclared};
use super::cursor::Cursor;
use super::host;
use super::types::size_cursors;
use super::weave::CARRIER;
use crate::diag::{Diagnostic, codes};
use crate::directive::{ClauseKind, Directive, DirectiveKind, GangArg, Raw};
use crate::region::{
    ArrayLen, Bind, Body, DEVICE_NAMES, Function, FunctionId, Level, Qualifiers, Storage, Type,
    Var, VarId, library,
};
use crate::source::Span;
use clang_sys::*;
use std::collections::HashMap;

impl<'t> Builder<'t> {
    /// `routine` directives: `routine(name)`, or before a function.
    pub fn find_routines(&mut self, top: &[Cursor<'t>]) {
        let raws = self.raws;
        let mut waiting: Option<usize> = None;
        let mut named: HashMap<String, Cursor<'t>> = HashMap::new();
        let mut first: HashMap<String, Span> = HashMap::new();
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
                    self.note_routine(&name, site);
                } else {
                    self.routine_of_nothing(site, "no function follows this `routine` directive");
                }
            }
            if function {
                first
                    .entry(name.clone())
                    .or_insert_with(|| self.weave.span(c.extent()));
                named.insert(name, *c);
            }
        }
        if let Some(site) = waiting {
            self.routine_of_nothing(site, "no function follows this `routine` directive");
        }
        for (site, d) in raws.iter().enumerate() {
            if let Some(name) = routine_name(d) {
                if named.contains_key(name) {
                    if let Some(at) = first.get(name).filter(|at| at.start > d.span.start) {
                        // A declaration inside a function may come first: that is C's to say.
                        let message = format!(
                            "`{name}` is declared after the `routine` directive that names it"
                        );
                        let d = Diagnostic::warning(codes::ROUTINE_TARGET, d.span, message)
                            .related(*at, "its first declaration")
                            .help("leave the name out, or put the directive after the declaration (§2.15.1)");
                        self.diagnostics.push(d);
                    }
                    self.note_routine(name, site);
                } else {
                    let message = format!("`routine` names `{name}`, which isn't a function here");
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
        self.top = named;
        for c in marked {
            let bound = self.bound(&c.spelling()).is_some();
            if (c.definition().is_some() || bound)
                && let Ok(id) = self.function_id(c)
            {
                let _ = self.need_body(id, c, Span::default());
            }
        }
    }

    /// One of a function's `routine` directives. Several must agree (§2.15.1).
    fn note_routine(&mut self, name: &str, site: usize) {
        let Some(&first) = self.routines.get(name) else {
            self.routines.insert(name.to_string(), site);
            return;
        };
        let raws = self.raws;
        let (a, b) = (&raws[first], &raws[site]);
        let terms = |d: &Directive<Raw>| {
            let mut all: Vec<String> = d.clauses.iter().filter_map(routine_term).collect();
            all.sort();
            all
        };
        if terms(a) != terms(b) {
            let message = format!("two `routine` directives for `{name}` say different things");
            let d = Diagnostic::error(codes::ROUTINE_TARGET, b.span, message)
                .related(a.span, "the other one")
                .help("levels, `bind` and `nohost` must be the same on all of them");
            self.diagnostics.push(d);
        }
    }

    /// The name that devices call in place of `name`.
    fn bound(&self, name: &str) -> Option<(String, Span)> {
        let raws = self.raws;
        let d = &raws[*self.routines.get(name)?];
        let clauses = d.clauses_for(DEVICE_NAMES);
        clauses.iter().find_map(|c| match &c.kind {
            ClauseKind::Bind(to) => Some((to.text.trim().trim_matches('"').to_string(), c.span)),
            _ => None,
        })
    }

    /// Finds what `bind` names; a function of this unit is compiled for the device.
    fn bind(&mut self, id: FunctionId, to: String, span: Span) -> Res<()> {
        let name = self.functions[id.index()].name.clone();
        if self.bound(&to).is_some() {
            let message = format!("`{name}` is bound to `{to}`, which is bound itself");
            return self.fail(codes::ROUTINE_BIND, span, message);
        }
        let Some(&target) = self.top.get(&to) else {
            self.functions[id.index()].bind = Some(Bind::Name(to));
            return Ok(());
        };
        let other = self.function_id(target)?;
        self.functions[id.index()].bind = Some(Bind::Function(other));
        self.need_body(other, target, span)
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
            let directive = found.map(|c| c.directive.clone());
            self.functions[f].nohost = directive.as_ref().is_some_and(|d| {
                let clauses = d.clauses.iter();
                clauses
                    .into_iter()
                    .any(|c| matches!(c.kind, ClauseKind::Nohost))
            });
            self.functions[f].routine = directive;
            let id = self.raws[site].id;
            self.in_scope(f, site);
            for c in self.constructs.iter_mut().filter(|c| c.directive.id == id) {
                c.body = Body::Declarative(Some(FunctionId(f as u32)));
            }
        }
    }

    /// A directive that stands behind what it is about (§2.15.1). The whole file is known here, so it holds all the same, as for pgcc.
    fn too_late(&self, directive: Span, message: String) -> Diagnostic {
        match self.strict {
            true => Diagnostic::error(codes::ROUTINE_TARGET, directive, message),
            false => Diagnostic::warning(
                codes::ROUTINE_TARGET,
                directive,
                format!("{message}: it holds all the same"),
            ),
        }
    }

    /// So does a use of it in device code.
    fn use_in_scope(&mut self, id: FunctionId, used: Span) {
        let f = &self.functions[id.index()];
        let Some(&site) = self.routines.get(&f.name) else {
            return;
        };
        let d = &self.raws[site];
        if used.start < used.end && used.start < d.span.start {
            let message = format!("`{}` is called before this `routine` directive", f.name);
            let d = self
                .too_late(d.span, message)
                .related(used, "called here")
                .help("move the directive to the function's first declaration");
            self.diagnostics.push(d);
        }
    }

    /// A definition stands behind the function's `routine` directive (§2.15.1).
    fn in_scope(&mut self, f: usize, site: usize) {
        let (f, d) = (&self.functions[f], &self.raws[site]);
        if f.body.is_some() && f.span.start < d.span.start {
            let message = format!("`{}` is defined before this `routine` directive", f.name);
            let d = self
                .too_late(d.span, message)
                .related(f.span, "the definition")
                .help("move the directive before the function");
            self.diagnostics.push(d);
        }
    }

    /// The variable that a declaration declares.
    pub fn var(&mut self, decl: Cursor<'t>) -> Res<VarId> {
        let key = decl.canonical().location();
        if let Some(&id) = self.var_ids.get(&key) {
            self.constant(id, decl);
            return Ok(id);
        }
        let best = decl.definition().unwrap_or(decl);
        let storage = self.storage(best);
        let init = best.initializer();
        let mut sizes = size_cursors(best, init);
        let mut ty = self.ty_sized(best.ty(), &mut sizes)?;
        let mut restrict = false;
        if storage == Storage::Param && matches!(self.types.get(ty), Type::Array(..)) {
            let q = self.in_brackets(best);
            restrict = q.is_restrict;
            if let Type::Array(elem, ArrayLen::Unknown) = *self.types.get(ty) {
                ty = self.types.intern(Type::Pointer(elem));
                if q != Qualifiers::default() {
                    ty = self.types.intern(Type::Qualified(ty, q));
                }
            }
        }
        let id = VarId(self.vars.len() as u32);
        self.var_ids.insert(key, id);
        let attributes = match storage {
            Storage::Local | Storage::Region => self.attributes(best),
            _ => Vec::new(),
        };
        self.vars.push(Var {
            name: best.spelling(),
            ty,
            restrict,
            storage,
            init: None,
            attributes,
            fits: false,
            member: None,
            span: self.weave.span(best.extent()),
        });
        self.constant(id, decl);
        Ok(id)
    }

    /// What a declaration's attributes say, without the brackets that they stand in.
    fn attributes(&self, decl: Cursor<'t>) -> Vec<String> {
        let attribute = CXCursor_UnexposedAttr..CXCursor_PreprocessingDirective;
        let mut all = decl.children();
        all.retain(|c| attribute.contains(&c.kind()) && c.kind() != CXCursor_AsmLabelAttr);
        all.iter()
            .map(|c| {
                let span = self.weave.span(c.extent());
                let operand = argument(&self.source.text, span.end as usize);
                let whole = Span::new(span.start as usize, operand);
                let text = self.source.words(whole);
                match text.strip_prefix("gnu::").unwrap_or(&text) {
                    "maybe_unused" => "unused".into(),
                    text => text.to_string(),
                }
            })
            .filter(|text| !text.is_empty())
            .collect()
    }

    /// Takes in the initialiser of a constant table that device code names: device functions get a copy of
    /// their own. A clause may have named it before.
    fn constant(&mut self, id: VarId, decl: Cursor<'t>) {
        let global = matches!(
            self.vars[id.index()].storage,
            Storage::Global { .. } | Storage::StaticLocal
        );
        if !self.device || !global || !self.constants.insert(id) {
            return;
        }
        let init = decl.definition().unwrap_or(decl).initializer();
        let mut elem = self.vars[id.index()].ty;
        while let Type::Array(inner, _) = *self.types.canonical(elem) {
            elem = inner;
        }
        let q = self.types.qualifiers(elem);
        if q.is_const
            && !q.is_volatile
            && let Some(init) = init
        {
            // One that has no form here leaves the variable what it is: the host's.
            let made = self.quietly(|b| b.host_expr(init));
            self.vars[id.index()].init = made.ok().map(Box::new);
        }
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
        let name = super::weave::written(&name);
        // Of these clang's guess is right.
        let of_gcc = name.starts_with(super::weave::PARLEVEL.0);
        if name.starts_with("__builtin_") && undeclared == Some(Undeclared::Unknown) && !of_gcc {
            // Clang made up a declaration that returns `int`.
            let message = format!("`{name}` is a builtin of gcc that isn't known here");
            return self.fail(codes::UNSUPPORTED_C, self.place, message);
        }
        // `sqrt` used without its header: clang knows its type; or with a declaration of the program's own.
        let its_name = library::is_math(&name) || library::OTHERS.contains(&name.as_str());
        let is_elsewhere = !best.is_definition() && best.storage_class() != CX_SC_Static;
        let known = is_elsewhere && (undeclared == Some(Undeclared::Library) || its_name);
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
            level: Level::Seq,
            bind: None,
            nohost: false,
            library: !builtin
                && (at == 0 || known || self.source.in_system_header(span.start))
                && !(is_static && best.is_definition()),
            builtin,
            changes_nothing: best
                .children()
                .iter()
                .any(|c| matches!(c.kind(), CXCursor_ConstAttr | CXCursor_PureAttr)),
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
        self.use_in_scope(id, used);
        if std::mem::replace(&mut self.asked[id.index()], true) {
            return Ok(());
        }
        let name = self.functions[id.index()].name.clone();
        let mut elsewhere = false;
        if let Some((to, span)) = self.bound(&name) {
            self.bind(id, to, span)?;
            elsewhere = true;
        }
        // Marked by the user: another file has it.
        elsewhere |= self.routines.contains_key(&name) && !self.functions[id.index()].is_static;
        let f = &self.functions[id.index()];
        match decl.definition() {
            Some(definition) => {
                self.queue.push((id, definition));
                Ok(())
            }
            None if elsewhere => Ok(()),
            None => {
                let d = Diagnostic::error(
                    codes::UNKNOWN_BODY,
                    used,
                    format!(
                        "the body of `{}` isn't known here, so no device can run it",
                        f.name
                    ),
                )
                .label("called from a compute construct")
                .help("define it in this file, or in a header as `static inline`; or, where another file has it, put `#pragma acc routine` before its prototype");
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
            host::add_device(self, body);
        }
    }
}

/// A clause that says what a routine is, as text.
fn routine_term(c: &crate::directive::Clause<Raw>) -> Option<String> {
    Some(match &c.kind {
        ClauseKind::RoutineName(_) => return None,
        ClauseKind::Bind(to) => format!("bind {}", to.text.trim().trim_matches('"')),
        ClauseKind::Gang(args) => {
            let dim = args.iter().find_map(|a| match a {
                GangArg::Dim(d) => Some(d.text.trim()),
                _ => None,
            });
            format!("gang {}", dim.unwrap_or("1"))
        }
        ClauseKind::DeviceType(names) => format!("device_type {}", names.join(" ")),
        _ => c.name.clone(),
    })
}

/// The name in `routine(name)`.
fn routine_name(d: &Directive<Raw>) -> Option<&str> {
    d.clauses.iter().find_map(|c| match &c.kind {
        ClauseKind::RoutineName(name) => Some(name.text.trim()),
        _ => None,
    })
}

/// Where the parentheses end that stand at `at`, behind blanks and line markers, else `at`: clang leaves the operand of
/// `_Alignas(32)` out.
fn argument(text: &str, at: usize) -> usize {
    let (mut depth, mut marker) = (0, false);
    for (i, b) in text.bytes().enumerate().skip(at) {
        match b {
            b'\n' => marker = false,
            _ if marker => {}
            b'(' => depth += 1,
            b')' if depth == 1 => return i + 1,
            b')' if depth > 1 => depth -= 1,
            b'#' if depth == 0 => marker = true,
            _ if depth == 0 && !b.is_ascii_whitespace() => break,
            _ => {}
        }
    }
    at
}
