//! The builder: walks clang's tree once and makes the [`Unit`].

use super::cursor::{CType, Cursor, Tu};
use super::functions::is_function;
use super::instances::{Built, is_construct, is_in_template};
use super::keys::names_of_pack;
use super::lambda_arguments::GivenLambdas;
use super::lambda_routines::lambda_key;
use super::lambdas::Lambda;
use super::methods::This;
use super::parts::Parts;
use super::range_members::RangeMembers;
use super::reference::Stands;
use super::weave::Weave;
use super::written::FileScope;
use crate::CRules;
use crate::diag::codes;
use crate::diag::{Code, Diagnostic};
use crate::directive::{Directive, Raw};
use crate::region::host::HostCode;
use crate::region::{Construct, Expr, Function, FunctionId, Template, TypeId, Types, Var, VarId};
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
    pub orphans: Vec<(String, Span)>,
    /// The key of the function that is being walked.
    pub function_key: String,
    /// Functions that are called without a declaration.
    pub undeclared: HashMap<String, Undeclared>,
    /// `-acc=strict`: what isn't the standard's is an error.
    pub strict: bool,
    /// Labels inside compute constructs of the function being walked: name, place, construct.
    pub labels: Vec<(String, Span, (u32, u32))>,
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
    /// Variables whose initialisers were looked at, and whether one is being built.
    pub constants: HashSet<VarId>,
    pub in_constant: bool,
    pub function_ids: HashMap<String, FunctionId>,
    /// Functions whose bodies the device needs and that are still to be built.
    pub queue: Vec<(FunctionId, Cursor<'t>)>,
    pub asked: Vec<bool>,
    /// Routine directives by the function they name.
    pub routines: HashMap<String, usize>,
    /// The functions at file scope and in classes with directives, by their own names.
    pub top: HashMap<String, Vec<Cursor<'t>>>,
    /// Function templates and the members of class templates, by their own names.
    pub top_templates: HashMap<String, Vec<usize>>,
    /// The variables there that are lambdas, and the directives that name such variables.
    pub top_lambdas: HashMap<String, Cursor<'t>>,
    pub lambda_routines: HashMap<usize, Vec<usize>>,
    /// The directives of function templates, which their instances have.
    pub template_routines: HashMap<usize, Vec<usize>>,
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
    pub silent: u32,
    /// What is built is a function that devices call.
    pub in_function: bool,
    /// The construct is one that the cores run as it is written.
    pub as_written: bool,
    /// The variables of the loops around.
    pub turning: Vec<VarId>,
    /// The next statement is a directive's.
    pub governed: bool,
    /// The body of the host's function that is being walked.
    pub host_body: Option<Cursor<'t>>,
    /// Lambdas by the variables that are declared with them.
    pub lambdas: HashMap<usize, Lambda>,
    /// Functions that are given lambdas, by those that clang calls.
    pub given_lambdas: HashMap<usize, GivenLambdas>,
    /// The lambdas of the unit by their classes, and the variables that are members of wrapped ones.
    pub closures: HashMap<usize, Cursor<'t>>,
    pub of_closures: HashMap<(usize, String), VarId>,
    /// What the host says of its vectors, and where the construct that is being built asks.
    pub of_vectors: HashMap<(usize, &'static str), VarId>,
    pub containers: Vec<(Span, &'static str)>,
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
    /// What is being built is a subscript.
    pub in_subscript: bool,
    /// The pointers to their objects that member functions are given.
    pub hidden: HashMap<usize, VarId>,
    /// Functions of templates that hold constructs.
    pub templates: Vec<Template>,
    /// What is parsed, and the instances of class templates in it by their names.
    pub tu: Option<&'t Tu>,
    pub instances: Option<HashMap<String, CType<'t>>>,
    /// The host's names of parameters that are a pack's.
    pub of_packs: HashMap<usize, String>,
    /// What `for` over objects of classes calls, by the classes.
    pub range_members: Option<HashMap<String, RangeMembers<'t>>>,
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
            in_constant: false,
            function_ids: HashMap::new(),
            queue: Vec::new(),
            asked: Vec::new(),
            routines: HashMap::new(),
            top: HashMap::new(),
            top_templates: HashMap::new(),
            top_lambdas: HashMap::new(),
            lambda_routines: HashMap::new(),
            template_routines: HashMap::new(),
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
            as_written: false,
            turning: Vec::new(),
            governed: false,
            host_body: None,
            lambdas: HashMap::new(),
            given_lambdas: HashMap::new(),
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
            in_subscript: false,
            hidden: HashMap::new(),
            templates: Vec::new(),
            tu: None,
            instances: None,
            of_packs: HashMap::new(),
            range_members: None,
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
        self.tu = Some(tu);
        let mut top = tu.root().children();
        self.file_scope = FileScope::new(top.clone());
        if self.rules.cpp {
            top = self.scopes(top);
        }
        self.find_routines(&top);
        for c in &top {
            let extent = c.extent();
            if is_function(*c) && !is_in_template(*c) && self.weave.any_site(extent) {
                self.host_function(*c);
            }
            if self.rules.cpp
                && c.kind() == CXCursor_VarDecl
                && let Some(lambda) = Self::lambda_of(*c)
                && self.weave.any_site(lambda.extent())
            {
                self.host_lambda(*c, lambda);
            }
            if c.kind() == CXCursor_FunctionDecl && c.spelling() == "main" && c.is_definition() {
                self.find_main(*c);
            }
        }
        for i in instances {
            self.weave.stand_for(Some(i.copy));
            self.of_packs.extend(names_of_pack(i.function));
            self.function_body(i.function, i.name.clone());
            self.weave.stand_for(None);
        }
        self.marked_lambdas();
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
            let is_lambda = |v: &usize| lambda_key(*v) == function;
            if self.routines.contains_key(&function)
                || self.functions.iter().any(on_device)
                || self.lambdas.keys().any(is_lambda)
            {
                continue;
            }
            let message = "`loop` outside of a compute construct has no effect: this loop runs sequentially on the host";
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
}
