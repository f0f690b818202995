//! The builder: walks clang's tree once and makes the [`Unit`].

use super::cursor::{Cursor, Tu};
use super::escapes;
use super::types::{is_expression, size_cursors};
use super::weave::{CARRIER, Form, Weave};
use crate::diag::codes;
use crate::diag::{Code, Diagnostic};
use crate::directive::{ClauseKind, Directive, DirectiveKind, Raw};
use crate::region::{
    Body, Construct, ConstructId, Expr, Function, FunctionId, Stmt, StmtKind, Storage, Type,
    TypeId, Types, Var, VarId,
};
use crate::source::{SourceMap, Span};
use clang_sys::*;
use std::collections::HashMap;

/// The diagnostic was made; what needed the thing gives up.
#[derive(Debug)]
pub struct Failed;
pub type Res<T> = Result<T, Failed>;

/// What clang made of a call of a function that isn't declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undeclared {
    /// It knows the function from C's library.
    Library,
    /// It took it to return `int`.
    Unknown,
}

pub struct Builder<'t> {
    pub source: &'t SourceMap,
    pub weave: &'t Weave,
    pub raws: &'t [Directive<Raw>],
    pub types: Types,
    pub vars: Vec<Var>,
    pub functions: Vec<Function>,
    pub constructs: Vec<Construct>,
    pub loops: u32,
    pub diagnostics: Vec<Diagnostic>,
    /// Bytes of function bodies outside constructs that were made into IR.
    pub used: Vec<Span>,
    /// Bytes of compute constructs.
    pub regions: Vec<Span>,
    /// Where types and nodes without a place of their own are reported.
    pub place: Span,
    pub depth: u32,
    /// Whether what is being built runs on the device.
    pub device: bool,
    /// The function that is being walked.
    pub function_name: String,
    /// Directives whose statement clang refused.
    pub spoiled: Vec<usize>,
    /// Functions that are called without a declaration.
    pub undeclared: HashMap<String, Undeclared>,
    /// Labels inside compute constructs of the function being walked: name, place, construct.
    labels: Vec<(String, Span, (u32, u32))>,
    /// Which directives were met in the tree.
    pub placed: Vec<bool>,
    pub type_ids: HashMap<(CXTypeKind, usize), TypeId>,
    pub record_ids: HashMap<u32, crate::region::RecordId>,
    pub enum_ids: HashMap<u32, crate::region::EnumId>,
    pub typedef_ids: HashMap<(u32, String), crate::region::TypedefId>,
    var_ids: HashMap<u32, VarId>,
    function_ids: HashMap<String, FunctionId>,
    /// Functions whose bodies the device needs and that are still to be built.
    queue: Vec<(FunctionId, Cursor<'t>)>,
    asked: Vec<bool>,
    /// Routine directives by the function they name.
    routines: HashMap<String, usize>,
    /// Woven bytes whose declarations belong to the region.
    inside: (u32, u32),
    silent: u32,
}

impl<'t> Builder<'t> {
    pub fn new(source: &'t SourceMap, weave: &'t Weave, raws: &'t [Directive<Raw>]) -> Self {
        Builder {
            source,
            weave,
            raws,
            types: Types::with_int(),
            vars: Vec::new(),
            functions: Vec::new(),
            constructs: Vec::new(),
            loops: 0,
            diagnostics: Vec::new(),
            used: Vec::new(),
            regions: Vec::new(),
            place: Span::default(),
            depth: 0,
            device: false,
            function_name: String::new(),
            spoiled: Vec::new(),
            undeclared: HashMap::new(),
            labels: Vec::new(),
            placed: vec![false; raws.len()],
            type_ids: HashMap::new(),
            record_ids: HashMap::new(),
            enum_ids: HashMap::new(),
            typedef_ids: HashMap::new(),
            var_ids: HashMap::new(),
            function_ids: HashMap::new(),
            queue: Vec::new(),
            asked: Vec::new(),
            routines: HashMap::new(),
            inside: (0, 0),
            silent: 0,
        }
    }

    pub fn fail<T>(&mut self, code: Code, span: Span, message: impl Into<String>) -> Res<T> {
        self.fail_with(Diagnostic::error(code, span, message))
    }

    pub fn fail_with<T>(&mut self, d: Diagnostic) -> Res<T> {
        if self.silent == 0 {
            self.diagnostics.push(d);
        }
        Err(Failed)
    }

    /// Runs `f` without reporting what goes wrong in it.
    pub fn quietly<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        self.silent += 1;
        let result = f(self);
        self.silent -= 1;
        result
    }

    /// Walks the whole unit.
    pub fn run(&mut self, tu: &'t Tu) {
        let top = tu.root().children();
        self.find_routines(&top);
        for c in &top {
            let extent = c.extent();
            if c.kind() == CXCursor_FunctionDecl && self.weave.any_site(extent) {
                self.host_function(*c);
            }
        }
        let mut next = 0;
        while let Some(&(id, decl)) = self.queue.get(next) {
            next += 1;
            self.device_function(id, decl);
        }
        for f in 0..self.functions.len() {
            self.give_routine(f);
        }
    }

    /// `routine` directives: `routine(name)`, or before a function.
    fn find_routines(&mut self, top: &[Cursor<'t>]) {
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

    fn routine_of_nothing(&mut self, site: usize, message: &str) {
        let d = Diagnostic::error(codes::ROUTINE_TARGET, self.raws[site].span, message);
        self.diagnostics.push(d);
    }

    fn give_routine(&mut self, f: usize) {
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

    /// A function of the host in which directives stand.
    fn host_function(&mut self, c: Cursor<'t>) {
        let extent = c.extent();
        if let Some(site) = self.weave.site_at(extent.0)
            && self.weave.sites[site].form == Form::File
        {
            // A carrier: its body holds the clauses' expressions.
            if let Some(body) = c.children().pop() {
                let _ = self.declarative(body, site, String::new());
            }
            return;
        }
        self.function_name = c.spelling();
        if let Some(body) = c.children().pop()
            && body.kind() == CXCursor_CompoundStmt
        {
            self.labels.clear();
            self.host(body, None);
            if !self.labels.is_empty() {
                self.jumps_in(body);
            }
        }
    }

    /// Jumps of host code to labels inside compute constructs.
    fn jumps_in(&mut self, c: Cursor<'t>) {
        let extent = c.extent();
        if c.kind() == CXCursor_GotoStmt
            && let Some(target) = c.children().pop().map(|l| l.spelling())
        {
            let from = self.weave.span(extent);
            for (name, span, construct) in self.labels.clone() {
                let inside = construct.0 <= extent.0 && extent.1 <= construct.1;
                if name == target && !inside {
                    let message = format!("`goto {name}` jumps into a compute construct");
                    let d = Diagnostic::error(codes::BRANCH_IN, from, message)
                        .related(span, "the label is in the construct");
                    self.diagnostics.push(d);
                }
            }
        }
        for child in c.children() {
            self.jumps_in(child);
        }
    }

    /// Finds the constructs in host code.
    fn host(&mut self, c: Cursor<'t>, parent: Option<ConstructId>) {
        let extent = c.extent();
        if !self.weave.any_site(extent) {
            return;
        }
        if matches!(c.kind(), CXCursor_IfStmt | CXCursor_CompoundStmt)
            && let Some(site) = self.weave.site_at(extent.0)
        {
            let _ = self.host_directive(c, site, parent);
            return;
        }
        for child in c.children() {
            self.host(child, parent);
            let needs_block = matches!(
                c.kind(),
                CXCursor_IfStmt | CXCursor_ForStmt | CXCursor_WhileStmt | CXCursor_DoStmt
            );
            if needs_block
                && let Some(site) = self.weave.site_at(child.extent().0)
                && self.weave.sites[site].form == Form::Alone
            {
                let d = &self.raws[site];
                let message = format!("`{}` needs braces around it here", d.name);
                let d = Diagnostic::error(codes::DIRECTIVE_PLACE, d.span, message)
                    .help("it is not a statement of C: what follows would be governed instead");
                self.diagnostics.push(d);
            }
        }
    }

    fn host_directive(
        &mut self,
        c: Cursor<'t>,
        site: usize,
        parent: Option<ConstructId>,
    ) -> Res<()> {
        use DirectiveKind as D;
        let prefix = self.weave.sites[site].form == Form::Prefix;
        let governed = match prefix {
            true => Some(self.governed(c, site)?),
            false => None,
        };
        let kind = self.raws[site].kind;
        match (kind, governed) {
            (D::Declare | D::Routine, _) => self.declarative(c, site, self.function_name.clone()),
            (D::Data | D::HostData, Some(body)) => {
                let made = self.directive(c, site);
                let id = made.map(|directive| {
                    let span = directive.span.to(self.stmt_span(body));
                    let host = Body::Host(self.stmt_span(body));
                    self.construct(directive, span, parent, host)
                });
                let inner = id.as_ref().ok().copied().or(parent);
                escapes::check(self, body, &self.raws[site].name);
                self.host(body, inner);
                id.map(|_| ())
            }
            (D::Loop | D::Atomic(_), Some(body)) => {
                // Orphaned: means something when the function runs on the device.
                let made = self.directive(c, site);
                self.host(body, parent);
                made.map(|_| ())
            }
            (D::Cache, _) => self.directive(c, site).map(|_| ()),
            (_, Some(body)) => self.compute(c, site, body, parent),
            (_, None) => {
                let directive = self.directive(c, site)?;
                let span = directive.span;
                self.construct(directive, span, parent, Body::None);
                Ok(())
            }
        }
    }

    /// The statement that a woven directive governs.
    pub fn governed(&mut self, c: Cursor<'t>, site: usize) -> Res<Cursor<'t>> {
        let third = c.children().into_iter().nth(2);
        // Where the statement was refused, clang puts an empty one that is nowhere in the text.
        let real = third.filter(|g| {
            let at = g.extent().0 as usize;
            g.kind() != CXCursor_NullStmt || self.weave.text.as_bytes().get(at) == Some(&b';')
        });
        match real {
            Some(g) => Ok(g),
            None => {
                self.placed[site] = true;
                self.spoiled.push(site);
                Err(Failed)
            }
        }
    }

    /// A compute construct, combined or not.
    fn compute(
        &mut self,
        c: Cursor<'t>,
        site: usize,
        body: Cursor<'t>,
        parent: Option<ConstructId>,
    ) -> Res<()> {
        let directive = self.directive(c, site);
        let span = self.raws[site].span.to(self.stmt_span(body));
        self.regions.push(span);
        let outer = (self.device, self.inside);
        (self.device, self.inside) = (true, body.extent());
        let stmt = self.stmt(body);
        (self.device, self.inside) = outer;
        if let Ok(s) = &stmt {
            let mut found = Vec::new();
            labels_of(s, &mut found);
            let woven = c.extent();
            self.labels
                .extend(found.into_iter().map(|(n, s)| (n, s, woven)));
        }
        let (directive, mut stmt) = (directive?, stmt?);
        let directive = match directive.split() {
            Some((compute, inner)) => {
                self.attach(&mut stmt, inner)?;
                compute
            }
            None => directive,
        };
        let stmts = match stmt.kind {
            StmtKind::Block(stmts) => stmts,
            kind => vec![Stmt { kind, ..stmt }],
        };
        self.construct(directive, span, parent, Body::Compute(stmts));
        Ok(())
    }

    fn declarative(&mut self, c: Cursor<'t>, site: usize, function: String) -> Res<()> {
        let directive = self.directive(c, site)?;
        let span = directive.span;
        let outer = std::mem::replace(&mut self.function_name, function);
        self.construct(directive, span, None, Body::Declarative(None));
        self.function_name = outer;
        Ok(())
    }

    fn construct(
        &mut self,
        directive: Directive<Expr>,
        span: Span,
        parent: Option<ConstructId>,
        body: Body,
    ) -> ConstructId {
        let id = ConstructId(self.constructs.len() as u32);
        self.constructs.push(Construct {
            id,
            directive_id: directive.id,
            directive,
            function: self.function_name.clone(),
            span,
            parent,
            body,
        });
        id
    }

    /// The typed form of the directive that was woven at `site`; `c` is its `if`, block or
    /// carrier's body.
    pub fn directive(&mut self, c: Cursor<'t>, site: usize) -> Res<Directive<Expr>> {
        self.placed[site] = true;
        let raws = self.raws;
        let carrier = match self.weave.sites[site].form {
            Form::Prefix => c.children().into_iter().nth(1),
            Form::Alone | Form::File => Some(c),
        };
        let stmts = carrier.map(|b| b.children()).unwrap_or_default();
        let by_place: HashMap<u32, Cursor<'t>> =
            stmts.into_iter().map(|s| (s.extent().0, s)).collect();
        let weave = self.weave;
        let mut slots = weave.sites[site].slots.iter();
        let outer = std::mem::replace(&mut self.device, false);
        let made = raws[site].try_map(&mut |raw| {
            let stmt = slots.next().and_then(|at| by_place.get(at));
            // `(void)(e)`: the cast's operand.
            let operand = stmt.and_then(|s| s.children().pop());
            match operand.filter(|e| is_expression(e.kind())) {
                Some(e) => self.expr(e),
                None => self.fail(
                    codes::BAD_EXPRESSION,
                    raw.span,
                    format!("`{}` is not an expression", raw.text),
                ),
            }
        });
        self.device = outer;
        made
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
            && let Type::Array(elem, crate::region::ArrayLen::Unknown) = *self.types.get(ty)
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

    fn storage(&self, decl: Cursor<'t>) -> Storage {
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
    fn device_function(&mut self, id: FunctionId, definition: Cursor<'t>) {
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

fn labels_of(s: &Stmt, out: &mut Vec<(String, Span)>) {
    if let StmtKind::Label { name, .. } = &s.kind {
        out.push((name.clone(), s.span));
    }
    s.children(&mut |c| labels_of(c, out));
}

/// The name in `routine(name)`.
fn routine_name(d: &Directive<Raw>) -> Option<&str> {
    d.clauses.iter().find_map(|c| match &c.kind {
        ClauseKind::RoutineName(name) => Some(name.text.trim()),
        _ => None,
    })
}
