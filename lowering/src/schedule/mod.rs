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
//! near         whether loops count near 0, so that sums of their variables fit into a `long`
//! one_by_one   nests under a clause whose loops are decided on one by one
//! calls        what functions that are called use of a kernel's axes
//! loops        the plan of every loop
//! decide       which loops may run in parallel, and why
//! scalars      which scalars loops can have for themselves, and which stand in the way
//! found        what is told of all that the analyses found
//! doubt        what is told of loops that don't look independent
//! old_values   scalars that a construct assigns copies of, and that the host reads afterwards
//! induction    variables that are stepped, as functions of the iteration
//! region       regions of kernels that are rewritten before that
//! sought       the largest value and where it is
//! expand       work arrays that iterations have for themselves
//! kept         scalars that leave the last iteration's value
//! sums         loops that are parallel if sums in memory are combined
//! summed       loops in order whose sums threads hold in registers
//! distribute   loops in order that become several, of which threads share more
//! cut          loops in parts, before and behind an iteration that the others depend on
//! affine       loops in order whose iterations go another way, which isl finds
//! fuse         loops beside each other that become one
//! recast       what these four have in common
//! parts        loops that may run in parts: where their data doesn't fit a device, or on several devices
//! promote      sums in one element, as scalars, where that gives one gang's lanes a loop
//! coalesce     rows of arrays that go through shared memory
//! wide         neighbouring elements that are loaded at once
//! columns      the same for loops over the columns of a matrix
//! owned        whose the sums of `loop auto` are in `parallel`
//! automatic    which loops without a directive get lanes in `parallel`
//! without_lanes what runs in their place where their memory overlaps
//! levels       which of them get gang, worker, vector
//! mapping      levels to axes: OpenUH's strategies
//! extents      sizes of grid and block
//! rows         rows of unknown length that share blocks
//! stores_last  which kernels store last, so that their pointers lead apart
//! turns        how many iterations each thread has
//! host         which of the same loops the host's cores could share
//! grouped      which of them host compilers would reorder on SIMD lanes
//! cores        what OpenMP is told of them
//! taken        which sections of `firstprivate` the cores copy, since something else may write them
//! histograms   what their iterations only update atomically, so that parts of them may have copies
//! updates      what statements do that accumulate into elements
//! teams        whether loops fork or one team runs a whole construct
//! worth        which of them have enough work for threads
//! blocked      which nests the host's cores go through in tiles
//! jam          which loops they run some iterations of together
//! ahead        which loops in order they go through with the sums of some iterations together
//! forms        all of these forms, in their order
//! waves        which loops in order they go through in tiles with the loops inside, wavefront by wavefront
//! interchange  which loops of a nest change places
//! held         which data stays on the device over the turns of a host's loop
//! data         data clauses and implicit attributes to data items
//! routine      functions with parallel loops of their own
//! params       how each variable reaches a kernel
//! split        a kernels region's statements to kernels
//! moved        which of them a pointer keeps together
//! one_gang     which of its loops in order one gang goes through by itself
//! together     which of them one launch goes through, whose blocks wait for each other
//! wavefronts   which loops in order go wave by wave in such a launch
//! privates     which scalars are private to what
//! advice       warnings about the file as a whole
//! globals      variables declared for the whole program
//! place        the axes of a kernel's loops
//! unroll       which loops are unrolled
//! further      the condition of an unrolled loop's main loop
//! clauses      clauses, with device_type resolved
//! ```

mod advice;
mod affine;
mod ahead;
mod apart;
mod arrays;
mod automatic;
mod beside;
mod block_copies;
mod blocked;
mod calls;
mod captured;
mod check;
pub mod checks;
mod clauses;
mod coalesce;
mod columns;
mod compute;
mod cores;
mod count;
mod cut;
mod data;
mod decide;
mod directives;
mod distribute;
mod doubt;
mod early;
mod expand;
mod extents;
mod forms;
pub mod found;
mod fronts;
mod further;
mod fuse;
mod gangs;
mod globals;
mod grouped;
mod held;
mod histograms;
mod host;
mod implicit;
mod induction;
mod interchange;
mod jam;
mod kept;
mod kernel;
mod last;
mod levels;
mod loops;
pub mod mapping;
mod members;
mod moved;
mod near;
mod nest;
mod old_values;
mod one_by_one;
mod one_gang;
mod owned;
mod params;
mod parts;
mod pitch;
mod place;
mod planner;
mod privates;
mod promote;
mod recast;
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
mod summed;
mod sums;
mod taken;
mod teams;
mod together;
mod told;
mod turns;
mod unreached;
mod unroll;
mod updates;
mod wavefronts;
mod waves;
mod wide;
mod widest;
mod without_lanes;
mod worth;

use crate::analyse::questions;
use crate::options::Options;
use crate::plan::Plan;
use accrs_frontend::Diagnostic;
use accrs_frontend::region::{Body, ConstructId, Unit};
use accrs_frontend::source::Span;
use indexmap::{IndexMap, IndexSet};
use planner::{Planner, code};

/// Rewrites what devices run of constructs where that makes loops parallel, or lets them run in parts.
pub fn rewrite(unit: &mut Unit, options: &Options) {
    let mut text = unit.clone();
    let each = |unit: &mut Unit, only: &Only| {
        sought::rewrite(unit, options, only);
        unreached::rewrite(unit, options, only);
        kept::rewrite(unit, options, only);
        promote::rewrite(unit, options, only);
    };
    each(unit, &None);
    let again = |unit: &mut Unit, ids: &IndexSet<ConstructId>| each(unit, &Some(ids.clone()));
    let plan = distribute::rewrite(unit, &mut text, options, &again);
    let plan = cut::rewrite(unit, &mut text, options, (&again, plan));
    let plan = affine::rewrite(unit, &mut text, options, (&again, plan));
    let plan = fuse::rewrite(unit, &text, options, (&again, plan));
    let plan = distribute::cores::rewrite(unit, &text, options, (&again, plan));
    let plan = cut::cores::rewrite(unit, &text, options, (&again, plan));
    let plan = affine::cores::rewrite(unit, &text, options, (&again, plan));
    fuse::cores::rewrite(unit, &text, options, (&again, plan));
    expand::rewrite(unit, options);
    // The cores have no parts, whatever their loops are.
    parts::rewrite(unit, options);
    if options.device() && options.transform {
        summed::declare_all(unit);
        coalesce::declare_all(unit);
        wide::declare_all(unit, options);
    }
}

/// The constructs that are to be rewritten; `None`: all.
type Only = Option<IndexSet<ConstructId>>;

fn is_among(only: &Only, id: ConstructId) -> bool {
    only.as_ref().is_none_or(|ids| ids.contains(&id))
}

/// Decides all of a unit. `in_order`: constructs in which no loop gets lanes unless a directive asks for them.
pub fn plan(
    unit: &Unit,
    options: &Options,
    in_order: &IndexSet<ConstructId>,
) -> (Plan, Vec<Diagnostic>) {
    let (mut plan, _, mut diagnostics) = planned(unit, options, (in_order, &None), None);
    let asking = pitch::decide(unit, options, in_order, &mut plan);
    without_sequential(unit, &asking, &mut diagnostics);
    (plan, diagnostics)
}

/// Decides some constructs of a unit alone, as a rewriting does that asks what becomes of them: what stands in others costs nothing, and
/// takes nothing from what may be asked of those.
fn plan_of(unit: &Unit, options: &Options, ids: IndexSet<ConstructId>) -> (Plan, Vec<Diagnostic>) {
    let (plan, _, diagnostics) = planned(unit, options, (&IndexSet::new(), &Some(ids)), None);
    (plan, diagnostics)
}

/// Likewise, with what the analyses found in each construct.
pub fn findings(
    unit: &Unit,
    options: &Options,
    in_order: &IndexSet<ConstructId>,
) -> (Plan, Found, Vec<Diagnostic>) {
    planned(unit, options, (in_order, &None), Some(Found::new()))
}

/// What the analyses found in constructs.
pub type Found = IndexMap<ConstructId, found::Findings>;

fn planned(
    unit: &Unit,
    options: &Options,
    (in_order, only): (&IndexSet<ConstructId>, &Only),
    found: Option<Found>,
) -> (Plan, Found, Vec<Diagnostic>) {
    // What is found is told of the text.
    let as_written = found.as_ref().and_then(|_| as_on_cores(unit));
    let of = as_written.as_ref().map_or(unit, |(unit, _)| unit);
    let (mut plan, found, mut diagnostics) = plan_for(of, options, (in_order, only.clone()), found);
    if options.multicore
        && let Some((own, mut constructs)) = on_cores(unit)
    {
        constructs.retain(|id| is_among(only, *id));
        let others = Some(constructs.clone());
        let by_clauses = unit.constructs.iter().all(|c| c.on_cores.is_none());
        let (mut host, _, more) = plan_for(&own, options, (in_order, others), None);
        if !options.device() {
            // Nobody runs the text of these.
            without_sequential(unit, &constructs, &mut diagnostics);
        }
        for id in constructs {
            if let Some(p) = plan.constructs.get_mut(&id) {
                p.run_here_as(host.constructs.shift_remove(&id));
            }
        }
        for d in more {
            // Loops that devices run as several are in order here.
            if d.code == code::SEQUENTIAL_REGION && !by_clauses && options.device() {
                continue;
            }
            let same =
                |o: &Diagnostic| o.code == d.code && o.span == d.span && o.message == d.message;
            if !diagnostics.iter().any(same) {
                diagnostics.push(d);
            }
        }
        diagnostics.sort_by_key(|d| d.span);
    }
    if !options.device() && options.as_written {
        // What the cores otherwise share in another form isn't the user's to mend.
        diagnostics.retain(|d| d.code != code::SEQUENTIAL_REGION);
    } else if !options.device() {
        // Loops in order that the cores share wave by wave.
        let own = plan.constructs.iter();
        let own = own.filter(|(_, p)| p.on_cores().is_some_and(|c| !c.waves.is_empty()));
        let own = own.map(|(id, _)| *id).collect();
        without_sequential(unit, &own, &mut diagnostics);
    }
    if let Some((own, mut constructs)) = parts::shared(unit) {
        constructs.retain(|id| is_among(only, *id));
        let (shared, _, _) = plan_for(&own, options, (in_order, Some(constructs)), None);
        for (id, mut p) in shared.constructs {
            p.mark_as_part();
            if let Some(of) = plan.constructs.get_mut(&id) {
                of.shared = Some(Box::new(p));
            }
        }
    }
    // That is about the constructs of a loop together.
    if only.is_none() {
        held::decide(unit, options, &mut plan);
    }
    (plan, found, diagnostics)
}

/// Takes away what says of these constructs that none of their loops runs in parallel.
fn without_sequential(
    unit: &Unit,
    constructs: &IndexSet<ConstructId>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let within = |d: Span| {
        let mut own = constructs.iter().map(|id| unit.construct(*id).span);
        own.any(|s| s.start <= d.start && d.end <= s.end)
    };
    diagnostics.retain(|d| d.code != code::SEQUENTIAL_REGION || !d.span.is_some_and(within));
}

/// A unit as the cores see it, and the constructs that are others there than on devices.
fn on_cores(unit: &Unit) -> Option<(Unit, IndexSet<ConstructId>)> {
    let by_clauses = unit.for_device(HOST_NAMES);
    let (own, mut ids) = match by_clauses {
        Some((own, ids)) => (Some(own), IndexSet::from_iter(ids)),
        None => (None, IndexSet::new()),
    };
    match as_on_cores(own.as_ref().unwrap_or(unit)) {
        Some((own, more)) => {
            ids.extend(more);
            Some((own, ids))
        }
        None => own.map(|own| (own, ids)),
    }
}

/// A unit with all loops as the cores have them, and the constructs in which devices have others.
fn as_on_cores(unit: &Unit) -> Option<(Unit, Vec<ConstructId>)> {
    let others = unit.constructs.iter().filter(|c| c.on_cores.is_some());
    let ids: Vec<ConstructId> = others.map(|c| c.id).collect();
    if ids.is_empty() {
        return None;
    }
    let mut own = unit.clone();
    for c in &mut own.constructs {
        if let Some(here) = c.on_cores.as_mut() {
            c.members = here.members.take();
            if let Some(text) = here.text.take() {
                c.body = Body::Compute(text);
            }
        }
    }
    Some((own, ids))
}

/// The names of the host's cores in `device_type` clauses.
const HOST_NAMES: &[&str] = &["multicore", "host"];

fn plan_for(
    unit: &Unit,
    options: &Options,
    (in_order, only): (&IndexSet<ConstructId>, Only),
    found: Option<Found>,
) -> (Plan, Found, Vec<Diagnostic>) {
    let closed = unit.constructs.iter().map(|c| match &c.body {
        Body::Compute(stmts) if is_among(&only, c.id) => induction::closed(unit, c, stmts),
        _ => None,
    });
    let closed: Vec<Option<induction::Closed>> = closed.collect();
    let mut planner = Planner {
        findings: found,
        ..Planner::new(unit, options, in_order)
    };
    advice::check(&mut planner);
    questions::within(questions::OF_CONSTRUCT, || routine::plan_all(&mut planner));
    let mut plan = Plan {
        machine: options.machine,
        host_is_clang: options.rules.clang,
        contracts_alone: options.nvidia && options.rules.contracts_alone(),
        cores_as_written: options.multicore && options.as_written,
        ..Plan::default()
    };
    let constructs = unit.constructs.iter().zip(&closed);
    for (c, closed) in constructs.filter(|(c, _)| is_among(&only, c.id)) {
        let (mut p, refused) = questions::of_construct(c.id, || match &c.body {
            Body::Compute(stmts) => compute::plan(&mut planner, c, stmts, closed.as_ref()),
            _ => directives::plan(&mut planner, c),
        });
        if refused {
            planner.report(Diagnostic::warning(
                code::ANALYSIS_LIMIT,
                c.directive.span,
                "the subscripts of this construct take too long to look at: loops that weren't settled by then run sequentially",
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use accrs_frontend::{CRules, Input};

    /// A scalar whose last value is kept, and a loop about which no rewriting asks.
    const TEXT: &str = "double f(int n, double *r, const double *x) {
        double t = 0;
        #pragma acc kernels copy(r[0:n]) copyin(x[0:n])
        for (int i = 0; i < n; i++) {
            t = x[i] * x[i];
            r[i] = t;
        }
        #pragma acc parallel loop copy(r[0:n])
        for (int i = 0; i < n; i++)
            r[i] = r[i] + 1;
        return t;
    }";

    #[test]
    fn rewritings_plan_nothing_but_what_they_ask_about() {
        let parsed = accrs_frontend::parse(Input {
            text: TEXT.to_string(),
            path: "t.c",
            cflags: &[],
            rules: &CRules::default(),
            strict: false,
        });
        let mut unit = parsed.unit.unwrap();
        let options = Options {
            nvidia: true,
            multicore: true,
            ..Options::default()
        };
        questions::begin_unit();
        rewrite(&mut unit, &options);
        let ids = [0, 1].map(ConstructId);
        let kept = |id: &ConstructId| {
            let members = unit.construct(*id).members.as_ref();
            members.is_some_and(|m| !m.kept.is_empty())
        };
        assert_eq!(ids.each_ref().map(kept), [true, false]);
        assert_eq!(ids.map(questions::is_begun), [true, false]);
        let (plan, _) = plan_of(&unit, &options, IndexSet::from([ids[1]]));
        assert_eq!(plan.constructs.keys().collect::<Vec<_>>(), [&ids[1]]);
    }
}
