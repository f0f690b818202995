//! Variables and functions: what a name in a region refers to, and which functions the
//! device needs.

use super::build::{Builder, Res};
use super::cursor::{CType, Cursor};
use super::functions::is_function;
use super::instances::is_in_template;
use super::lambdas::LAMBDA;
use super::reference::referred;
use super::types::size_cursors;
use super::weave::CARRIER;
use crate::diag::{Diagnostic, codes};
use crate::directive::{ClauseKind, Directive, DirectiveKind, GangArg, Raw};
use crate::region::{ArrayLen, Body, FunctionId, Qualifiers, Storage, Type, Var, VarId};
use crate::source::Span;
use clang_sys::*;
use std::collections::HashMap;

impl<'t> Builder<'t> {
    /// `routine` directives: `routine(name)`, or before a function.
    pub fn find_routines(&mut self, top: &[Cursor<'t>]) {
        let raws = self.raws;
        let mut waiting: Option<usize> = None;
        let mut first: HashMap<String, Span> = HashMap::new();
        let mut keyed: HashMap<String, Cursor<'t>> = HashMap::new();
        for c in top {
            // A member of a class template, defined outside of it, is that template's.
            let member = is_function(*c) && is_in_template(*c);
            let function = is_function(*c) && !member;
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
            let lambda =
                self.rules.cpp && c.kind() == CXCursor_VarDecl && Self::lambda_of(*c).is_some();
            if lambda {
                self.top_lambdas.insert(c.spelling(), *c);
            }
            let template = c.kind() == CXCursor_FunctionTemplate || member;
            if template {
                self.note_template(*c);
            }
            if let Some(site) = waiting.take() {
                if function {
                    self.note_routine(&self.key_of(*c), site);
                } else if template {
                    self.routine_of_template(*c, site);
                } else if !lambda {
                    self.routine_of_nothing(site, "no function follows this `routine` directive");
                }
            }
            if function {
                first
                    .entry(name.clone())
                    .or_insert_with(|| self.weave.span(c.extent()));
                if !raws.is_empty() && keyed.insert(self.key_of(*c), *c).is_none() {
                    self.top.entry(name).or_default().push(*c);
                }
            }
        }
        if let Some(site) = waiting {
            self.routine_of_nothing(site, "no function follows this `routine` directive");
        }
        for (site, d) in raws.iter().enumerate() {
            if let Some(name) = routine_name(d) {
                let bare = name.rsplit("::").next().unwrap_or(name);
                for t in self.top_templates.get(bare).into_iter().flatten() {
                    self.template_routines.entry(*t).or_default().push(site);
                }
                if self.top.contains_key(bare) {
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
                } else if let Some(lambda) = self.top_lambdas.get(bare) {
                    let of = self.lambda_routines.entry(lambda.entity());
                    of.or_default().push(site);
                } else if !self.top_templates.contains_key(bare) {
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
    pub fn note_routine(&mut self, name: &str, site: usize) {
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
    pub fn use_in_scope(&mut self, id: FunctionId, used: Span) {
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
        // A lambda stands before the directive that names it.
        let lambda = f.link_name().starts_with(LAMBDA);
        if f.body.is_some() && f.span.start < d.span.start && !lambda {
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
            name: match (global, self.of_packs.get(&key)) {
                (true, _) => self.qualified_name(best),
                (false, Some(of_pack)) => of_pack.clone(),
                (false, None) => best.spelling(),
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
        if !(self.device || self.in_constant) || !global || self.constants.contains(&id) {
            return;
        }
        let init = decl.definition().unwrap_or(decl).initializer();
        let mut elem = self.vars[id.index()].ty;
        while let Type::Array(inner, _) = *self.types.canonical(elem) {
            elem = inner;
        }
        let q = self.types.qualifiers(elem);
        // Constructs bring others of the host's variables along.
        if !q.is_const && !self.in_function {
            return;
        }
        self.constants.insert(id);
        if let Some(init) = init
            && !q.is_volatile
            && (q.is_const || self.keeps_its_value(decl))
        {
            // One that has no form here leaves the variable what it is: the host's.
            // The constants that it names are constants of device code too.
            let outer = std::mem::replace(&mut self.in_constant, true);
            let made = self.quietly(|b| b.host_expr(init));
            self.in_constant = outer;
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
                in_class: self.rules.cpp && is_class(decl.semantic_parent()),
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
}

fn is_class(c: Cursor<'_>) -> bool {
    matches!(
        c.kind(),
        CXCursor_StructDecl
            | CXCursor_ClassDecl
            | CXCursor_UnionDecl
            | CXCursor_ClassTemplate
            | CXCursor_ClassTemplatePartialSpecialization
    )
}

/// Whether a variable of the type never changes: an array's elements don't.
fn is_constant(ty: CType<'_>) -> bool {
    let canonical = ty.canonical();
    match canonical.kind() {
        CXType_ConstantArray => is_constant(canonical.element()),
        _ => canonical.is_const(),
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
pub fn routine_name(d: &Directive<Raw>) -> Option<&str> {
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
