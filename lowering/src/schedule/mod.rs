//! From facts to decisions: what each construct, loop and variable becomes.
//!
//! ```text
//! directives   data, update, wait, ...: constructs that launch nothing
//! compute      parallel, serial, kernels: kernels and the steps between them
//! kernel       one kernel: axes, extents, name
//! nest         the loops of a kernel as a tree, with their clauses
//! decide       which loops may run in parallel, and why
//! levels       which of them get gang, worker, vector
//! mapping      levels to axes: OpenUH's strategies
//! extents      sizes of grid and block
//! host         which of the same loops the host's cores could share
//! cores        what OpenMP is told of them
//! worth        which of them have enough work for threads
//! data         data clauses and implicit attributes to data items
//! routine      functions with parallel loops of their own
//! params       how each variable reaches a kernel
//! split        a kernels region's statements to kernels
//! privates     which scalars are private to what
//! advice       warnings about the file as a whole
//! globals      variables declared for the whole program
//! place        the axes of a kernel's loops
//! unroll       which loops are unrolled
//! further      the condition of an unrolled loop's main loop
//! clauses      clauses, with device_type resolved
//! ```

mod advice;
mod apart;
mod beside;
mod clauses;
mod compute;
mod cores;
mod count;
mod data;
mod decide;
mod directives;
mod extents;
mod further;
mod gangs;
mod globals;
mod host;
mod implicit;
mod kernel;
mod levels;
pub mod mapping;
mod members;
mod nest;
mod params;
mod place;
mod privates;
mod reductions;
mod routine;
mod split;
mod unroll;
mod worth;

use crate::Options;
use crate::plan::{Plan, RoutinePlan, Site};
use accrs_frontend::Diagnostic;
use accrs_frontend::region::{Body, Construct, FunctionId, Unit, VarId};
use accrs_frontend::source::Span;
use indexmap::{IndexMap, IndexSet};

/// What this stage calls the codes that it uses.
mod code {
    pub use accrs_frontend::diag::codes::{
        CARRIED_DEPENDENCE, COLLAPSE_TOO_DEEP, DEFAULT_NONE, HOST_ADDRESS, LEVEL_NESTING,
        LOOP_INIT, NESTED_GANGS, NEVER_WAITED, NOHOST_CALL, OPENMP_INSIDE, REDUCTION_TYPE,
        SCALAR_LIVE_OUT, SEQUENTIAL_REGION, SHARED_SCALAR, SIZE_LIMIT, UNKNOWN_BODY,
        UNKNOWN_EXTENT, UNSUPPORTED_CALL, UNSUPPORTED_FORM, UNSUPPORTED_NEST, UNSUPPORTED_SECTION,
    };
}

/// What is carried along while a unit is planned.
struct Planner<'u> {
    unit: &'u Unit,
    options: &'u Options,
    diagnostics: Vec<Diagnostic>,
    kernel_names: IndexSet<String>,
    device_functions: IndexSet<FunctionId>,
    routines: IndexMap<FunctionId, RoutinePlan>,
    /// Pointers of which it has been said that their data's size isn't known.
    unbounded: IndexSet<VarId>,
}

impl Planner<'_> {
    fn report(&mut self, d: Diagnostic) {
        let same = |o: &Diagnostic| o.code == d.code && o.span == d.span && o.message == d.message;
        if !self.diagnostics.iter().any(same) {
            self.diagnostics.push(d);
        }
    }
    fn not_supported(&mut self, span: Span, what: impl std::fmt::Display) {
        self.report(Diagnostic::error(
            code::UNSUPPORTED_FORM,
            span,
            format!("{what} is not supported yet"),
        ));
    }
    fn line(&self, span: Span) -> u32 {
        self.unit.source.line(span.start)
    }
    fn site(&self, c: &Construct) -> Site {
        let p = self.unit.source.place(c.span.start);
        Site {
            file: p.file,
            line: p.line,
            function: c.function.clone(),
            construct: c.directive.name.clone(),
        }
    }
}

/// See [`crate::lower`].
pub fn plan(unit: &Unit, options: &Options) -> (Plan, Vec<Diagnostic>) {
    let (mut plan, mut diagnostics) = plan_for(unit, options);
    if options.multicore
        && let Some((own, constructs)) = unit.for_device(HOST_NAMES)
    {
        let (mut host, more) = plan_for(&own, options);
        for id in constructs {
            if let Some(p) = plan.constructs.get_mut(&id) {
                p.on_host = host.constructs.shift_remove(&id).map(Box::new);
            }
        }
        for d in more {
            let same =
                |o: &Diagnostic| o.code == d.code && o.span == d.span && o.message == d.message;
            if !diagnostics.iter().any(same) {
                diagnostics.push(d);
            }
        }
        diagnostics.sort_by_key(|d| d.span);
    }
    (plan, diagnostics)
}

/// The names of the host's cores in `device_type` clauses.
const HOST_NAMES: &[&str] = &["multicore", "host"];

fn plan_for(unit: &Unit, options: &Options) -> (Plan, Vec<Diagnostic>) {
    let mut planner = Planner {
        unit,
        options,
        diagnostics: Vec::new(),
        kernel_names: IndexSet::new(),
        device_functions: IndexSet::new(),
        routines: IndexMap::new(),
        unbounded: IndexSet::new(),
    };
    advice::check(&mut planner);
    routine::plan_all(&mut planner);
    let mut plan = Plan {
        host_is_clang: options.rules.clang,
        ..Plan::default()
    };
    for c in &unit.constructs {
        let mut p = match &c.body {
            Body::Compute(stmts) => compute::plan(&mut planner, c, stmts),
            _ => directives::plan(&mut planner, c),
        };
        cores::decide(unit, options, &mut p);
        plan.constructs.insert(c.id, p);
    }
    plan.device_functions = callees_first(unit, &planner.device_functions);
    plan.globals = globals::of_unit(&planner, &plan);
    plan.routines = planner.routines;
    planner.diagnostics.sort_by_key(|d| d.span);
    (plan, planner.diagnostics)
}

/// The functions with bodies that are reachable from `roots`, each behind those it calls.
fn callees_first(unit: &Unit, roots: &IndexSet<FunctionId>) -> Vec<FunctionId> {
    fn visit(
        unit: &Unit,
        f: FunctionId,
        seen: &mut IndexSet<FunctionId>,
        out: &mut Vec<FunctionId>,
    ) {
        let f = unit.on_device(f);
        if !seen.insert(f) {
            return;
        }
        if let Some(body) = &unit.function(f).body {
            for callee in crate::analyse::uses::of_stmts(unit, body).calls.keys() {
                visit(unit, *callee, seen, out);
            }
            out.push(f);
        }
    }
    let mut seen = IndexSet::new();
    let mut out = Vec::new();
    for f in roots {
        visit(unit, *f, &mut seen, &mut out);
    }
    out
}
