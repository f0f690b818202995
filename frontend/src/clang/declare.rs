//! Variables and functions: what a name in a region refers to, and which functions the
//! device needs.

use super::build::{Builder, Res, Undeclared};
use super::cursor::{CType, Cursor};
use super::host;
use super::reference::{Stands, referred};
use super::types::size_cursors;
use super::weave::CARRIER;
use crate::diag::{Diagnostic, codes};
use crate::directive::{ClauseKind, Directive, DirectiveKind, GangArg, Raw};
use crate::region::{
    ArrayLen, Bind, Body, DEVICE_NAMES, Function, FunctionId, Level, Qualifiers, Storage, Type,
    TypeId, Var, VarId, library,
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
        let mut keyed: HashMap<String, Cursor<'t>> = HashMap::new();
        for c in top {
            let function = is_function(*c);
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
                    self.note_routine(&self.key_of(*c), site);
                } else {
                    self.routine_of_nothing(site, "no function follows this `routine` directive");
                }
            }
            if function {
                first
                    .entry(name.clone())
                    .or_insert_with(|| self.weave.span(c.extent()));
                named.insert(name, *c);
                if !raws.is_empty() {
                    keyed.insert(self.key_of(*c), *c);
                }
            }
        }
        if let Some(site) = waiting {
            self.routine_of_nothing(site, "no function follows this `routine` directive");
        }
        for (site, d) in raws.iter().enumerate() {
            if let Some(name) = routine_name(d) {
                let bare = name.rsplit("::").next().unwrap_or(name);
                if named.contains_key(bare) {
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
                    // In C++ all functions of the name: the directive can't say which.
                    let is_it = |c: &Cursor<'t>| {
                        c.spelling() == name
                            || self.qualified_name(*c) == name.trim_start_matches("::")
                    };
                    let all = keyed.iter().filter(|(_, c)| is_it(c));
                    let mut all: Vec<String> = all.map(|(key, _)| key.clone()).collect();
                    all.sort();
                    all.iter().for_each(|key| self.note_routine(key, site));
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
            .filter_map(|n| keyed.get(*n).copied())
            .collect();
        self.top = named;
        for c in marked {
            let bound = self.bound(&self.key_of(c)).is_some();
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
            let message = format!(
                "two `routine` directives for `{}` say different things",
                self.shown(name)
            );
            let d = Diagnostic::error(codes::ROUTINE_TARGET, b.span, message)
                .related(a.span, "the other one")
                .help("levels, `bind` and `nohost` must be the same on all of them");
            self.diagnostics.push(d);
        }
    }

    /// A function's name in messages, by its key.
    fn shown(&self, key: &str) -> String {
        let named = self.function_ids.get(key);
        named.map_or_else(
            || key.to_string(),
            |f| self.functions[f.index()].name.clone(),
        )
    }

    /// The name that devices call in place of the function with this key.
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
        if self
            .top
            .get(&to)
            .is_some_and(|t| self.bound(&self.key_of(*t)).is_some())
        {
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
        if let Some(&site) = self.routines.get(self.functions[f].link_name()) {
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
        let Some(&site) = self.routines.get(f.link_name()) else {
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
        let key = decl.entity();
        if let Some(&id) = self.var_ids.get(&key) {
            self.constant(id, decl);
            return Ok(id);
        }
        let best = decl.definition().unwrap_or(decl);
        let storage = self.storage(best);
        let init = best.initializer();
        let mut sizes = size_cursors(best, init);
        let declared = referred(best.ty()).unwrap_or(best.ty());
        let mut ty = self.ty_sized(declared, &mut sizes)?;
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
        let global = matches!(storage, Storage::Global { .. });
        self.vars.push(Var {
            name: match global {
                true => self.qualified_name(best),
                false => best.spelling(),
            },
            ty,
            restrict,
            storage,
            init: None,
            attributes,
            fits: false,
            member: None,
            span: self.weave.span(best.extent()),
        });
        if referred(best.ty()).is_some() {
            // What it refers to has another name, or others may know it.
            self.host.address(id);
            if storage != Storage::Region {
                self.aliases.insert(id);
            }
        }
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
            // C++ keeps constants to their file.
            let own = self.rules.cpp && is_constant(decl.ty()) && class != CX_SC_Extern;
            return Storage::Global {
                is_static: class == CX_SC_Static || own,
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
        let key = self.key_of(decl);
        if let Some(&id) = self.function_ids.get(&key) {
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
        let symbol = self.symbol_of(best);
        let known = is_elsewhere
            && symbol.is_none()
            && (undeclared == Some(Undeclared::Library) || its_name);
        let (ret, result) = self.result_of(best)?;
        let mut params = Vec::new();
        for p in best.arguments() {
            params.push(self.parameter(p, best)?);
        }
        let id = FunctionId(self.functions.len() as u32);
        self.function_ids.insert(key, id);
        match result {
            Some(true) => drop(self.pointers.insert(id)),
            Some(false) => drop(self.values.insert(id)),
            None => {}
        }
        let name = match symbol {
            Some(_) => self.qualified_name(best),
            None => name,
        };
        // Of C++'s library the functions that are templates or inline have their bodies in its headers.
        let in_header = self.rules.cpp && symbol.is_some() && best.is_definition();
        let span = self.weave.span(best.extent());
        let at = best.location();
        let builtin = name.starts_with("__builtin_") || name.starts_with("__sync_");
        let unnamed = symbol.as_deref().is_some_and(|s| s.contains(UNNAMED_SPACE));
        let is_static = best.storage_class() == CX_SC_Static && !is_member(best) || unnamed;
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
                && !(is_static && best.is_definition())
                && !in_header,
            builtin,
            changes_nothing: best
                .children()
                .iter()
                .any(|c| matches!(c.kind(), CXCursor_ConstAttr | CXCursor_PureAttr)),
            span,
            name,
            symbol,
            ret,
            params,
        });
        self.asked.push(false);
        Ok(id)
    }

    /// The type of a function's result, and whether one that is a reference is a pointer here, or a value.
    fn result_of(&mut self, f: Cursor<'t>) -> Res<(TypeId, Option<bool>)> {
        let ty = f.ty().result();
        let Some(to) = referred(ty) else {
            return Ok((self.ty(ty)?, None));
        };
        let target = self.ty(to)?;
        let number = self.types.is_scalar(target) && to.is_const();
        if number && self.writes_nothing(f) {
            return Ok((self.unqualified_type(target), Some(false)));
        }
        Ok((self.types.intern(Type::Pointer(target)), Some(true)))
    }

    /// A parameter of a function that devices may run.
    fn parameter(&mut self, p: Cursor<'t>, f: Cursor<'t>) -> Res<VarId> {
        // What a function that holds constructs refers to is the host's.
        let hosts = f
            .definition()
            .is_some_and(|d| self.holds_constructs(d.extent()));
        let var = self.var(p)?;
        if referred(p.ty()).is_none() || hosts || self.references.contains_key(&p.entity()) {
            return Ok(var);
        }
        self.aliases.remove(&var);
        if self.is_by_value(p, f) {
            self.by_value.insert(var);
            return Ok(var);
        }
        let to = self.vars[var.index()].ty;
        if !self.by_value.contains(&var) {
            self.vars[var.index()].ty = self.types.intern(Type::Pointer(to));
            self.references.insert(p.entity(), Stands::Pointer(var));
        }
        Ok(var)
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
        let name = self.functions[id.index()].link_name().to_string();
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
                if self.rules.cpp && self.source.in_system_header(f.span.start) {
                    let own = || (f.name.clone(), used);
                    let origin = self.origin.clone().unwrap_or_else(own);
                    self.origins.insert(id, origin);
                }
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

    /// Of what is wrong in a library's header, the first thing, at the program's call that leads there.
    fn say_at_call(&mut self, said: usize, name: &str, at: Span) {
        let Some(first) = self.diagnostics.drain(said..).next() else {
            return;
        };
        let told = |d: &Diagnostic| d.code == codes::UNSUPPORTED_CPP && d.span == Some(at);
        if self.diagnostics.iter().any(told) {
            return;
        }
        const REFUSED: &str = " can't be compiled inside OpenACC constructs";
        let reason = match first.message.strip_suffix(REFUSED) {
            Some(what) => format!("it needs {what}"),
            None => first.message.clone(),
        };
        let message = format!("`{name}`{REFUSED}: {reason}");
        let mut d = Diagnostic::error(codes::UNSUPPORTED_CPP, at, message)
            .help("write a function of your own for it, with numbers, pointers and plain structs");
        if let Some(span) = first.span {
            d = d.related(span, "because of this");
        }
        self.diagnostics.push(d);
    }

    /// The body of a function that runs on the device.
    pub fn device_function(&mut self, id: FunctionId, definition: Cursor<'t>) {
        let Some(body) = definition.children().pop() else {
            return;
        };
        if body.kind() != CXCursor_CompoundStmt {
            let span = self.weave.span(definition.extent());
            let what = format!("the function `{}`", definition.spelling());
            let _: Res<()> = self.refuse_cpp(span, &what, "write its body as a block");
            return;
        }
        let extent = definition.extent();
        self.used.push(self.weave.span(extent));
        let name = definition.spelling();
        let outer = std::mem::replace(&mut self.function_name, name);
        (self.device, self.inside) = (true, extent);
        self.returns_pointer = self.pointers.contains(&id);
        self.origin = self.origins.get(&id).cloned();
        let said = self.diagnostics.len();
        let stmts = self.block(body);
        if let Some((name, at)) = self.origin.take() {
            self.say_at_call(said, &name, at);
        }
        (self.device, self.inside, self.returns_pointer) = (false, (0, 0), false);
        self.function_name = outer;
        if let Ok(stmts) = stmts {
            self.functions[id.index()].body = Some(stmts);
            host::add_device(self, body);
        }
    }
}

/// Whether a variable of the type never changes: an array's elements don't.
fn is_constant(ty: CType<'_>) -> bool {
    let canonical = ty.canonical();
    match canonical.kind() {
        CXType_ConstantArray => is_constant(canonical.element()),
        _ => canonical.is_const(),
    }
}

/// What names of the linker have where a namespace without a name is around.
const UNNAMED_SPACE: &str = "_GLOBAL__N_";

/// `static` says of a member that it needs no object, not that its file keeps it.
fn is_member(c: Cursor<'_>) -> bool {
    c.kind() == CXCursor_CXXMethod
}

/// A function, or a member of a class that is one.
pub fn is_function(c: Cursor<'_>) -> bool {
    matches!(
        c.kind(),
        CXCursor_FunctionDecl
            | CXCursor_CXXMethod
            | CXCursor_Constructor
            | CXCursor_Destructor
            | CXCursor_ConversionFunction
    )
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
