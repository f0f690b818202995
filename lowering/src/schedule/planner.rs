//! What is carried along while a unit is planned.

use super::found::Findings;
use crate::options::Options;
use crate::plan::{RoutinePlan, Site};
use accrs_frontend::Diagnostic;
use accrs_frontend::region::{Construct, ConstructId, FunctionId, Unit, VarId};
use accrs_frontend::source::Span;
use indexmap::{IndexMap, IndexSet};

/// What this stage calls the codes that it uses.
pub mod code {
    pub use accrs_frontend::diag::codes::{
        ANALYSIS_LIMIT, CAPTURE_SHARED, CARRIED_DEPENDENCE, COLLAPSE_TOO_DEEP, DEFAULT_NONE,
        EARLY_USE, HOST_ADDRESS, LEVEL_NESTING, LOOP_INIT, NESTED_GANGS, NEVER_ASSIGNED,
        NEVER_WAITED, NOHOST_CALL, OLD_VALUE, OPENMP_INSIDE, REDUCTION_TYPE, SCALAR_LIVE_OUT,
        SEQUENTIAL_REGION, SHARED_SCALAR, SIZE_LIMIT, UNKNOWN_BODY, UNKNOWN_EXTENT,
        UNSUPPORTED_CALL, UNSUPPORTED_FORM, UNSUPPORTED_NEST, UNSUPPORTED_SECTION,
    };
}

/// What is carried along while a unit is planned.
pub struct Planner<'u> {
    pub unit: &'u Unit,
    pub options: &'u Options,
    /// Constructs in which no loop gets lanes unless a directive asks for them.
    pub in_order: &'u IndexSet<ConstructId>,
    pub diagnostics: Vec<Diagnostic>,
    pub kernel_names: IndexSet<String>,
    pub device_functions: IndexSet<FunctionId>,
    pub routines: IndexMap<FunctionId, RoutinePlan>,
    /// The nests of what is planned are kernels by themselves, and who runs their loops is the compiler's to choose.
    pub free_nests: bool,
    /// Pointers of which it has been said that their data's size isn't known.
    pub unbounded: IndexSet<VarId>,
    /// What the analyses found in each construct, if somebody asks for it.
    pub findings: Option<IndexMap<ConstructId, Findings>>,
}

impl<'u> Planner<'u> {
    /// With nothing planned yet.
    pub fn new(unit: &'u Unit, options: &'u Options, in_order: &'u IndexSet<ConstructId>) -> Self {
        Planner {
            unit,
            options,
            in_order,
            diagnostics: Vec::new(),
            kernel_names: IndexSet::new(),
            device_functions: IndexSet::new(),
            routines: IndexMap::new(),
            free_nests: false,
            unbounded: IndexSet::new(),
            findings: None,
        }
    }
    pub fn report(&mut self, d: Diagnostic) {
        let same = |o: &Diagnostic| o.code == d.code && o.span == d.span && o.message == d.message;
        if !self.diagnostics.iter().any(same) {
            self.diagnostics.push(d);
        }
    }
    /// A kernel's name, in the letters that PTX has, with a number behind it where it is taken.
    pub fn unique_kernel(&mut self, name: String) -> String {
        let name = name.replace(|c: char| !c.is_ascii(), "_");
        let mut unique = name.clone();
        let mut n = 2;
        while !self.kernel_names.insert(unique.clone()) {
            unique = format!("{name}_{n}");
            n += 1;
        }
        unique
    }
    pub fn not_supported(&mut self, span: Span, what: impl std::fmt::Display) {
        self.report(Diagnostic::error(
            code::UNSUPPORTED_FORM,
            span,
            format!("{what} is not supported yet"),
        ));
    }
    pub fn line(&self, span: Span) -> u32 {
        self.unit.source.line(span.start)
    }
    pub fn site(&self, c: &Construct) -> Site {
        let p = self.unit.source.place(c.span.start);
        Site {
            file: p.file,
            line: p.line,
            function: c.function.clone(),
            construct: c.directive.name.clone(),
        }
    }
}
