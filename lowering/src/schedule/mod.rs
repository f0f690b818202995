//! From facts to decisions: what each construct, loop and variable becomes.
//!
//! ```text
//! planner      what is carried along
//! directives   data, update, wait, ...: constructs that launch nothing
//! compute      parallel, serial, kernels: kernels and the steps between them
//! check        what constructs can't call
//! checks       what a program built with -acc=check watches
//! scope        what holds for all kernels of a construct
//! last         what index variables hold behind a region
//! kernel       one kernel: axes, extents, name
//! nest         the loops of a kernel as a tree, with their clauses
//! calls        what functions that are called use of a kernel's axes
//! loops        the plan of every loop
//! decide       which loops may run in parallel, and why
//! scalars      which scalars loops can have for themselves, and which stand in the way
//! found        what is told of all that the analyses found
//! doubt        what is told of loops that don't look independent
//! induction    variables that are stepped, as functions of the iteration
//! region       regions of kernels that are rewritten before that
//! sought       the largest value and where it is
//! kept         scalars that leave the last iteration's value
//! sums         loops that are parallel if sums in memory are combined
//! parts        loops that may run in parts: where their data doesn't fit a device, or on several devices
//! promote      sums in one element, as scalars, where that gives one gang's lanes a loop
//! columns      the same for loops over the columns of a matrix
//! owned        whose the sums of `loop auto` are in `parallel`
//! automatic    which loops without a directive get lanes in `parallel`
//! levels       which of them get gang, worker, vector
//! mapping      levels to axes: OpenUH's strategies
//! extents      sizes of grid and block
//! rows         rows of unknown length that share blocks
//! stores_last  which kernels store last, so that their pointers lead apart
//! turns        how many iterations each thread has
//! host         which of the same loops the host's cores could share
//! cores        what OpenMP is told of them
//! worth        which of them have enough work for threads
//! blocked      which nests the host's cores go through in tiles
//! waves        which loops in order they go through in tiles with the loops inside, wave by wave
//! interchange  which loops of a nest change places
//! held         which data stays on the device over the turns of a host's loop
//! data         data clauses and implicit attributes to data items
//! routine      functions with parallel loops of their own
//! params       how each variable reaches a kernel
//! split        a kernels region's statements to kernels
//! one_gang     which of its loops in order one gang goes through by itself
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
mod arrays;
mod automatic;
mod beside;
mod block_copies;
mod blocked;
mod calls;
mod check;
pub mod checks;
mod clauses;
mod columns;
mod compute;
mod cores;
mod count;
mod data;
mod decide;
mod directives;
mod doubt;
mod early;
mod extents;
pub mod found;
mod further;
mod gangs;
mod globals;
mod held;
mod host;
mod implicit;
mod induction;
mod interchange;
mod kept;
mod kernel;
mod last;
mod levels;
mod loops;
pub mod mapping;
mod members;
mod nest;
mod one_gang;
mod owned;
mod params;
mod parts;
mod place;
mod planner;
mod privates;
mod promote;
mod reductions;
mod region;
mod routine;
mod rows;
mod scalars;
mod scans;
mod scope;
mod shapes;
mod sought;
mod split;
mod stores_last;
mod sums;
mod turns;
mod unreached;
mod unroll;
mod waves;
mod widest;
mod worth;

use crate::analyse::questions;
use crate::options::Options;
use crate::plan::Plan;
use accrs_frontend::Diagnostic;
use accrs_frontend::region::{Body, ConstructId, Unit};
use indexmap::{IndexMap, IndexSet};
use planner::{Planner, code};

/// Rewrites what devices run of constructs where that makes loops parallel, or lets them run in parts.
pub fn rewrite(unit: &mut Unit, options: &Options) {
    sought::rewrite(unit, options);
    unreached::rewrite(unit, options);
    kept::rewrite(unit, options);
    promote::rewrite(unit, options);
    parts::rewrite(unit, options);
}

/// Decides all of a unit. `in_order`: constructs in which no loop gets lanes unless a directive asks for them.
pub fn plan(
    unit: &Unit,
    options: &Options,
    in_order: &IndexSet<ConstructId>,
) -> (Plan, Vec<Diagnostic>) {
    let (plan, _, diagnostics) = planned(unit, options, in_order, None);
    (plan, diagnostics)
}

/// Likewise, with what the analyses found in each construct.
pub fn findings(
    unit: &Unit,
    options: &Options,
    in_order: &IndexSet<ConstructId>,
) -> (Plan, Found, Vec<Diagnostic>) {
    planned(unit, options, in_order, Some(Found::new()))
}

/// What the analyses found in constructs.
pub type Found = IndexMap<ConstructId, found::Findings>;

fn planned(
    unit: &Unit,
    options: &Options,
    in_order: &IndexSet<ConstructId>,
    found: Option<Found>,
) -> (Plan, Found, Vec<Diagnostic>) {
    let (mut plan, found, mut diagnostics) = plan_for(unit, options, in_order, found, None);
    if options.multicore
        && let Some((own, constructs)) = unit.for_device(HOST_NAMES)
    {
        let (mut host, _, more) = plan_for(&own, options, in_order, None, None);
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
    if let Some((own, constructs)) = parts::shared(unit) {
        let (shared, _, _) = plan_for(&own, options, in_order, None, Some(&constructs));
        for (id, mut p) in shared.constructs {
            p.mark_as_part();
            if let Some(of) = plan.constructs.get_mut(&id) {
                of.shared = Some(Box::new(p));
            }
        }
    }
    held::decide(unit, options, &mut plan);
    (plan, found, diagnostics)
}

/// The names of the host's cores in `device_type` clauses.
const HOST_NAMES: &[&str] = &["multicore", "host"];

/// `only`: of these constructs alone.
fn plan_for(
    unit: &Unit,
    options: &Options,
    in_order: &IndexSet<ConstructId>,
    found: Option<Found>,
    only: Option<&IndexSet<ConstructId>>,
) -> (Plan, Found, Vec<Diagnostic>) {
    let closed = unit.constructs.iter().map(|c| match &c.body {
        Body::Compute(stmts) => induction::closed(unit, c, stmts),
        _ => None,
    });
    let closed: Vec<Option<induction::Closed>> = closed.collect();
    let mut planner = Planner {
        unit,
        options,
        in_order,
        diagnostics: Vec::new(),
        kernel_names: IndexSet::new(),
        device_functions: IndexSet::new(),
        routines: IndexMap::new(),
        unbounded: IndexSet::new(),
        findings: found,
    };
    advice::check(&mut planner);
    questions::within(questions::OF_CONSTRUCT, || routine::plan_all(&mut planner));
    let mut plan = Plan {
        machine: options.machine,
        host_is_clang: options.rules.clang,
        ..Plan::default()
    };
    let all = unit.constructs.iter().zip(&closed);
    let wanted = |c: &ConstructId| only.is_none_or(|only| only.contains(c));
    for (c, closed) in all.filter(|(c, _)| wanted(&c.id)) {
        let (mut p, refused) = questions::of_construct(c.id, || match &c.body {
            Body::Compute(stmts) => compute::plan(&mut planner, c, stmts, closed.as_ref()),
            _ => directives::plan(&mut planner, c),
        });
        if refused {
            planner.report(Diagnostic::warning(
                code::ANALYSIS_LIMIT,
                c.directive.span,
                "the subscripts of this construct take too long to look at: loops that weren't settled by then run in order",
            ));
        }
        cores::decide(unit, options, &mut p);
        plan.constructs.insert(c.id, p);
    }
    plan.device_functions = calls::callees_first(unit, &planner.device_functions);
    plan.globals = globals::of_unit(&planner, &plan);
    plan.routines = planner.routines;
    planner.diagnostics.sort_by_key(|d| d.span);
    (
        plan,
        planner.findings.unwrap_or_default(),
        planner.diagnostics,
    )
}
