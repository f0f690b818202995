//! The builder: walks clang's tree once and makes the [`Unit`].

use super::cursor::{CType, Cursor, Tu};
use super::elements;
use super::escapes;
use super::functions::is_function;
use super::host;
use super::instances::{Built, is_construct};
use super::lambdas::Lambda;
use super::methods::This;
use super::parts::Parts;
use super::reference::Stands;
use super::types::is_expression;
use super::weave::{Form, Weave};
use super::written::FileScope;
use crate::CRules;
use crate::diag::codes;
use crate::diag::{Code, Diagnostic};
use crate::directive::{Clause, ClauseKind, Directive, DirectiveKind, Raw};
use crate::region::host::HostCode;
use crate::region::{
    Body, Construct, ConstructId, Expr, Function, FunctionId, Stmt, StmtKind, Template, TypeId,
    Types, Var, VarId,
};
use crate::source::{SourceMap, Span};
use clang_sys::*;
use std::collections::{HashMap, HashSet};

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
    pub rules: &'t CRules,
    pub types: Types,
    pub vars: Vec<Var>,
    pub local_types: Vec<Span>,
    pub functions: Vec<Function>,
    pub constructs: Vec<Construct>,
    pub loops: u32,
    /// See [`Unit::main`](crate::region::Unit::main).
    pub main: Option<u32>,
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
    /// `loop` directives in functions outside of constructs: the function's name, and where.
    orphans: Vec<(String, Span)>,
    /// The key of the function that is being walked.
    function_key: String,
    /// Functions that are called without a declaration.
    pub undeclared: HashMap<String, Undeclared>,
    /// `-acc=strict`: what isn't the standard's is an error.
    pub strict: bool,
    /// Labels inside compute constructs of the function being walked: name, place, construct.
    labels: Vec<(String, Span, (u32, u32))>,
    /// Woven bytes of the function's blocks whose start puts data on the device.
    pub blocks: Vec<Block>,
    /// The user's own `#pragma omp` lines, in the order of the text.
    pub omp: &'t [Span],
    /// What host code does around constructs.
    pub host: HostCode,
    /// Which directives were met in the tree.
    pub placed: Vec<bool>,
    pub type_ids: HashMap<(CXTypeKind, usize), TypeId>,
    pub record_ids: HashMap<usize, crate::region::RecordId>,
    /// Vectors by the type and the number of their elements.
    pub vector_ids: HashMap<(TypeId, u64), crate::region::RecordId>,
    pub enum_ids: HashMap<usize, crate::region::EnumId>,
    pub typedef_ids: HashMap<(u32, String), crate::region::TypedefId>,
    pub var_ids: HashMap<usize, VarId>,
    /// Variables whose initialisers were looked at.
    pub constants: HashSet<VarId>,
    pub function_ids: HashMap<String, FunctionId>,
    /// Functions whose bodies the device needs and that are still to be built.
    pub queue: Vec<(FunctionId, Cursor<'t>)>,
    pub asked: Vec<bool>,
    /// Routine directives by the function they name.
    pub routines: HashMap<String, usize>,
    /// The last declaration of each function at file scope.
    pub top: HashMap<String, Cursor<'t>>,
    pub file_scope: FileScope<'t>,
    /// Woven bytes whose declarations belong to the region.
    pub inside: (u32, u32),
    /// References that were declared in device code.
    pub references: HashMap<usize, Stands>,
    /// Variables of the host that are references.
    pub aliases: HashSet<VarId>,
    /// Parameters that are references in the text and values here.
    pub by_value: HashSet<VarId>,
    /// Functions that return references: as pointers, and as values.
    pub pointers: HashSet<FunctionId>,
    pub values: HashSet<FunctionId>,
    /// The function that is being built returns a reference as a pointer.
    pub returns_pointer: bool,
    /// Functions that were asked whether they write memory, and classes that were asked whether they are plain.
    pub harmless: HashMap<usize, bool>,
    pub plain: HashMap<usize, bool>,
    /// What the program calls of its own accord that leads to a function of a library's header: the name and the place.
    pub origins: HashMap<FunctionId, (String, Span)>,
    /// That of the function that is being built.
    pub origin: Option<(String, Span)>,
    /// Loops that C++ has over ranges.
    pub ranges: HashSet<crate::region::LoopId>,
    /// The blocks around what is being built.
    pub block_around: Vec<Cursor<'t>>,
    silent: u32,
    /// What is built is a function that devices call.
    pub in_function: bool,
    /// The body of the host's function that is being walked.
    pub host_body: Option<Cursor<'t>>,
    /// Lambdas by the variables that are declared with them.
    pub lambdas: HashMap<usize, Lambda>,
    /// The lambdas of the unit by their classes, and the variables that are members of wrapped ones.
    pub closures: HashMap<usize, Cursor<'t>>,
    pub of_closures: HashMap<(usize, String), VarId>,
    /// What the host says of its vectors, and where the construct that is being built asks.
    pub of_vectors: HashMap<(usize, &'static str), VarId>,
    pub containers: Vec<Span>,
    /// The classes that structs are.
    pub classes: HashMap<crate::region::RecordId, CType<'t>>,
    /// What `this` is.
    pub this: This<'t>,
    /// Objects that `this` stands for in functions whose calls became expressions, and these functions.
    pub objects: Vec<Expr>,
    pub inlining: Vec<usize>,
    /// Member functions as functions of the members that they read, and the objects that these were built for.
    pub parts: HashMap<usize, Option<Parts>>,
    pub standing: HashSet<VarId>,
    /// What is being built is the head of a loop.
    pub in_head: bool,
    /// The pointers to their objects that member functions are given.
    pub hidden: HashMap<usize, VarId>,
    /// Functions of templates that hold constructs.
    pub templates: Vec<Template>,
}

/// A structured block of host text, or what follows a `declare` in its block.
#[derive(Clone)]
pub struct Block {
    pub name: String,
    pub directive: Span,
    pub extent: (u32, u32),
}

impl<'t> Builder<'t> {
    pub fn new(
        source: &'t SourceMap,
        weave: &'t Weave,
        raws: &'t [Directive<Raw>],
        omp: &'t [Span],
        rules: &'t CRules,
    ) -> Self {
        Builder {
            source,
            weave,
            raws,
            rules,
            types: Types::with_integers(),
            vars: Vec::new(),
            local_types: Vec::new(),
            functions: Vec::new(),
            constructs: Vec::new(),
            loops: 0,
            main: None,
            diagnostics: Vec::new(),
            used: Vec::new(),
            regions: Vec::new(),
            place: Span::default(),
            depth: 0,
            device: false,
            function_name: String::new(),
            spoiled: Vec::new(),
            orphans: Vec::new(),
            function_key: String::new(),
            undeclared: HashMap::new(),
            strict: false,
            labels: Vec::new(),
            blocks: Vec::new(),
            omp,
            host: HostCode::default(),
            placed: vec![false; raws.len()],
            type_ids: HashMap::new(),
            record_ids: HashMap::new(),
            vector_ids: HashMap::new(),
            enum_ids: HashMap::new(),
            typedef_ids: HashMap::new(),
            var_ids: HashMap::new(),
            constants: HashSet::new(),
            function_ids: HashMap::new(),
            queue: Vec::new(),
            asked: Vec::new(),
            routines: HashMap::new(),
            top: HashMap::new(),
            file_scope: FileScope::default(),
            inside: (0, 0),
            references: HashMap::new(),
            aliases: HashSet::new(),
            by_value: HashSet::new(),
            pointers: HashSet::new(),
            values: HashSet::new(),
            returns_pointer: false,
            harmless: HashMap::new(),
            plain: HashMap::new(),
            origins: HashMap::new(),
            origin: None,
            ranges: HashSet::new(),
            block_around: Vec::new(),
            silent: 0,
            in_function: false,
            host_body: None,
            lambdas: HashMap::new(),
            closures: HashMap::new(),
            of_closures: HashMap::new(),
            of_vectors: HashMap::new(),
            containers: Vec::new(),
            classes: HashMap::new(),
            this: This::None,
            objects: Vec::new(),
            inlining: Vec::new(),
            parts: HashMap::new(),
            standing: HashSet::new(),
            in_head: false,
            hidden: HashMap::new(),
            templates: Vec::new(),
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
    pub fn run(&mut self, tu: &'t Tu, instances: &[Built<'t>]) {
        let mut top = tu.root().children();
        self.file_scope = FileScope::new(top.clone());
        if self.rules.cpp {
            top = self.scopes(top);
        }
        self.find_routines(&top);
        for c in &top {
            let extent = c.extent();
            if is_function(*c) && self.weave.any_site(extent) {
                self.host_function(*c);
            }
            if c.kind() == CXCursor_FunctionDecl && c.spelling() == "main" && c.is_definition() {
                self.find_main(*c);
            }
        }
        for i in instances {
            self.weave.stand_for(Some(i.copy));
            self.function_body(i.function, i.name.clone());
            self.weave.stand_for(None);
        }
        let mut next = 0;
        while let Some(&(id, decl)) = self.queue.get(next) {
            next += 1;
            self.device_function(id, decl);
        }
        for f in 0..self.functions.len() {
            self.give_routine(f);
        }
        self.tell_orphans();
    }

    /// Whether compute or data constructs stand in a function, so that it is the host's. (Loops alone make a routine.)
    pub fn holds_constructs(&self, extent: (u32, u32)) -> bool {
        let mut sites = self.weave.sites_in(extent);
        sites.any(|site| is_construct(self.raws[site].kind))
    }

    /// Names `loop` directives that mean nothing: those of functions that no region calls and no `routine` names.
    fn tell_orphans(&mut self) {
        for (function, at) in std::mem::take(&mut self.orphans) {
            let on_device = |f: &Function| f.link_name() == function && f.body.is_some();
            if self.routines.contains_key(&function) || self.functions.iter().any(on_device) {
                continue;
            }
            let message = "`loop` outside of a compute construct has no effect: this loop runs on the host, in order";
            let told = match self.strict {
                true => Diagnostic::error(codes::ORPHANED_LOOP, at, message),
                false => Diagnostic::warning(codes::ORPHANED_LOOP, at, message),
            };
            self.diagnostics.push(told.help(
                "write `parallel loop` or `kernels loop`; if regions call this function, put `#pragma acc routine` before it",
            ));
        }
    }

    fn find_main(&mut self, c: Cursor<'t>) {
        let body = c.children().pop().map(|b| self.weave.span(b.extent()));
        let opens = |at: &u32| self.source.text.as_bytes().get(*at as usize) == Some(&b'{');
        self.main = body.map(|b| b.start).filter(opens).map(|at| at + 1);
    }

    /// A function of the host in which directives stand.
    fn host_function(&mut self, c: Cursor<'t>) {
        let extent = c.extent();
        if let Some(site) = self.weave.site_at(extent.0)
            && self.weave.sites[site].form == Form::File
        {
            // A carrier: its body holds the clauses' expressions.
            self.file_scope(site);
            if let Some(body) = c.children().pop() {
                let _ = self.declarative(body, site, String::new());
            }
            return;
        }
        self.function_body(c, c.spelling());
    }

    /// The constructs in a function's body.
    fn function_body(&mut self, c: Cursor<'t>, name: String) {
        self.this = Self::this_of_host(c);
        self.function_name = name;
        self.function_key = self.key_of(c);
        if let Some(body) = c.children().pop()
            && body.kind() == CXCursor_CompoundStmt
        {
            self.host_body = Some(body);
            self.labels.clear();
            self.blocks.clear();
            let first = self.constructs.len();
            self.host(body, None);
            host::add(self, body, first..self.constructs.len());
            escapes::entries(self, body);
            if !self.labels.is_empty() {
                self.jumps_in(body);
            }
        }
    }

    /// Statements stand in functions; only `declare` and `routine` may stand outside (§2.13, §2.15).
    fn file_scope(&mut self, site: usize) {
        let d = &self.raws[site];
        if matches!(d.kind, DirectiveKind::Declare | DirectiveKind::Routine) {
            return;
        }
        let message = format!("`{}` can't stand outside of a function", d.name);
        let d = Diagnostic::error(codes::DIRECTIVE_PLACE, d.span, message)
            .help("it is executed like a statement: put it into a function; `declare` is for the whole program");
        self.diagnostics.push(d);
    }

    /// Jumps of host code to labels inside compute constructs.
    fn jumps_in(&mut self, c: Cursor<'t>) {
        let extent = c.extent();
        let what = match c.kind() {
            CXCursor_GotoStmt => Some("jumps into"),
            CXCursor_AddrLabelExpr => Some("is for a jump into"),
            _ => None,
        };
        if let (Some(what), Some(target)) = (what, super::escapes::label_of(c)) {
            let from = self.weave.span(extent);
            for (name, span, construct) in self.labels.clone() {
                let inside = construct.0 <= extent.0 && extent.1 <= construct.1;
                if name == target && !inside {
                    let text = self.source.slice(from);
                    let message = format!("`{text}` {what} a compute construct");
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
        if c.kind() == CXCursor_LambdaExpr {
            return self.refuse_place(extent, "a lambda");
        }
        if self.is_chosen_once(c) {
            // Of an instance one of the branches isn't there.
            let sites = self.weave.sites_in(extent);
            sites.for_each(|site| self.placed[site] = true);
        }
        if matches!(c.kind(), CXCursor_IfStmt | CXCursor_CompoundStmt)
            && let Some(site) = self.weave.site_at(extent.0)
        {
            let _ = self.host_directive(c, site, parent);
            return;
        }
        for child in c.children() {
            self.host(child, parent);
            if let Some(site) = self.weave.site_at(child.extent().0)
                && self.raws[site].kind == DirectiveKind::Declare
            {
                self.guard_block(site, (child.extent().1, extent.1));
            }
            let needs_block = matches!(
                c.kind(),
                CXCursor_IfStmt
                    | CXCursor_ForStmt
                    | CXCursor_WhileStmt
                    | CXCursor_DoStmt
                    | CXCursor_SwitchStmt
                    | CXCursor_LabelStmt
            );
            if needs_block
                && let Some(site) = self.weave.site_at(child.extent().0)
                && self.weave.sites[site].form == Form::Alone
            {
                let d = &self.raws[site];
                let message = format!("`{}` needs braces around it here", d.name);
                let d = Diagnostic::error(codes::DIRECTIVE_PLACE, d.span, message).help(
                    "a directive isn't a C statement: the one after it would be taken instead",
                );
                self.diagnostics.push(d);
            }
        }
    }

    /// `if constexpr`
    fn is_chosen_once(&self, c: Cursor<'t>) -> bool {
        let text = self.weave.text.get(c.extent().0 as usize..).unwrap_or("");
        let behind = text.strip_prefix("if").map(str::trim_start);
        self.rules.cpp
            && c.kind() == CXCursor_IfStmt
            && behind.is_some_and(|t| t.starts_with("constexpr"))
    }

    fn guard_block(&mut self, site: usize, extent: (u32, u32)) {
        let d = &self.raws[site];
        self.blocks.push(Block {
            name: d.name.to_string(),
            directive: d.span,
            extent,
        });
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
                self.guard_block(site, body.extent());
                self.host(body, inner);
                id.map(|_| ())
            }
            (D::Loop | D::Atomic(_), Some(body)) => {
                // Orphaned: means something when the function runs on the device.
                let made = self.directive(c, site);
                if kind == D::Loop {
                    let at = self.raws[site].span;
                    self.orphans.push((self.function_key.clone(), at));
                }
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
        self.containers.clear();
        let stmt = self.stmt(body);
        (self.device, self.inside) = outer;
        let queued = |c: &&Clause<Raw>| matches!(c.kind, ClauseKind::Async(_));
        let raws = self.raws;
        if let (Some(at), Some(_)) = (
            self.containers.first(),
            raws[site].clauses.iter().find(queued),
        ) {
            // On the cores a task would have a copy of it.
            return self.refuse_cpp(
                *at,
                "a vector in an asynchronous construct",
                "take a pointer to the elements before the construct (`double *p = v.data();`)",
            );
        }
        if let Ok(s) = &stmt {
            let woven = c.extent();
            s.each_stmt(|s| {
                if let StmtKind::Label { name, .. } = &s.kind {
                    self.labels.push((name.clone(), s.span, woven));
                }
            });
        }
        let (directive, mut stmt) = (directive?, stmt?);
        self.references_apart(&directive, &stmt);
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
            members: None,
            shared: None,
            undivided: None,
            on_cores: None,
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
        let mut made = made?;
        elements::fold(&self.types, &mut made);
        self.copied_classes(&made)?;
        Ok(made)
    }
}
