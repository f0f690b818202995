//! Lowering: from the region IR to a plan, and from the plan to text.
//!
//! ```text
//! Unit ──► analyse/    facts in side tables: uses, footprints, dependences, what is private
//!      ──► schedule/   what each loop becomes: axes, sizes, and why
//!          findings/   what the analyses found, as text
//!      ──► plan/       the whole decision: data, kernels, launches; its reasons are the report
//!      ──► tree/       each kernel as a tree of loops: who runs what, where threads meet
//!      ──► render/     CUDA text, OpenMP C in the host file, the compile report
//!          print/      the C in them
//! checks/           what a program built with -acc=check watches while it runs
//! machine/          what is true of the machines that code is made for
//! ```
//!
//! Rendering reads the plan and the trees, and nothing else. Nothing here prints or touches files.

pub mod analyse;
pub mod checks;
mod findings;
pub mod machine;
mod make;
pub mod names;
mod options;
pub mod plan;
pub mod print;
pub mod render;
pub mod schedule;
pub mod tree;
mod trips;

pub use options::{Memory, Options, Simd};
pub use render::{Embedded, Rendered};

use accrs_frontend::region::ConstructId;
use accrs_frontend::{Diagnostic, Severity, Unit};
use indexmap::IndexSet;
use std::rc::Rc;

/// A unit's plan, and the kernels that devices run.
pub struct Lowered {
    pub plan: plan::Plan,
    /// Errors among them mean that nothing can be rendered.
    pub diagnostics: Vec<Diagnostic>,
    kernels: Result<Option<render::cuda::CudaText>, render::RenderError>,
}

/// Rewrites what devices run of a verified unit where that makes more loops parallel: to be called before [`lower`].
pub fn prepare(unit: &mut Unit, options: &Options) {
    analyse::questions::begin_unit();
    schedule::rewrite(unit, options);
}

/// Analyses, schedules and plans a verified unit, and makes its kernels: what no device can do is
/// found where it would be printed.
pub fn lower(unit: &Unit, options: &Options) -> Lowered {
    settled(unit, options).1
}

/// Lanes that nobody asked for never cost an error: the constructs in which they seem to do so, whose loops without a directive stay sequential, and
/// what that gives.
fn settled(unit: &Unit, options: &Options) -> (IndexSet<ConstructId>, Lowered) {
    let mut in_order = IndexSet::new();
    loop {
        let lowered = attempt(unit, options, &in_order, &mut |_, _, _| {});
        let blamed = lowered.blamed(unit);
        // Those that are in order already have their errors for another reason.
        if blamed.iter().all(|id| in_order.contains(id)) {
            return (in_order, lowered);
        }
        in_order.extend(blamed);
    }
}

fn is_error(d: &&Diagnostic) -> bool {
    d.severity == Severity::Error
}

fn attempt(
    unit: &Unit,
    options: &Options,
    in_order: &IndexSet<ConstructId>,
    watcher: render::cuda::Watcher<'_>,
) -> Lowered {
    let (mut plan, mut diagnostics) = schedule::plan(unit, options, in_order);
    if options.check {
        schedule::checks::serial(unit, &mut plan);
        plan.checks = Some(Rc::new(schedule::checks::decide(unit, &plan)));
    }
    let mut kernels = Ok(None);
    if !diagnostics.iter().any(|d| is_error(&d)) {
        kernels = render::cuda::render(unit, &plan, options, watcher).map(|(text, problems)| {
            // A kernel and its version in order have the same ones.
            for d in problems {
                let same =
                    |o: &Diagnostic| o.code == d.code && o.span == d.span && o.message == d.message;
                if !diagnostics.iter().any(same) {
                    diagnostics.push(d);
                }
            }
            text
        });
    }
    Lowered {
        plan,
        diagnostics,
        kernels,
    }
}

/// The loop trees of a unit's kernels after each pass, for `--emit=tree`, and what was found on the way.
pub fn trees(unit: &Unit, options: &Options) -> (String, Vec<Diagnostic>) {
    let mut text = String::new();
    let (in_order, _) = settled(unit, options);
    let lowered = attempt(unit, options, &in_order, &mut |name, pass, nodes| {
        text.push_str(&format!("{name}, {pass}:\n"));
        text.push_str(&tree::dump::nodes(unit, nodes, 1));
        text.push('\n');
    });
    (text, lowered.diagnostics)
}

/// What the analyses found of each construct, for `--emit=analysis`, and what is told of it.
pub fn analysis(unit: &Unit, options: &Options) -> (String, Vec<Diagnostic>) {
    let (in_order, _) = settled(unit, options);
    let (plan, found, diagnostics) = schedule::findings(unit, options, &in_order);
    (findings::text(unit, &plan, &found), diagnostics)
}

impl Lowered {
    /// The constructs in which loops without a directive got lanes, if there are errors: those that hold one, else all.
    fn blamed(&self, unit: &Unit) -> Vec<ConstructId> {
        let errors: Vec<&Diagnostic> = self.diagnostics.iter().filter(is_error).collect();
        if errors.is_empty() && self.kernels.is_ok() {
            return Vec::new();
        }
        let automatic = |id: &ConstructId| {
            let plan = self.plan.constructs.get(id);
            plan.is_some_and(|p| p.has_automatic())
        };
        let all = unit.constructs.iter().filter(|c| automatic(&c.id));
        let holds = |c: &accrs_frontend::region::Construct| {
            let inside =
                |s: accrs_frontend::source::Span| c.span.start <= s.start && s.end <= c.span.end;
            errors.iter().any(|e| e.span.is_some_and(inside))
        };
        let (hit, others): (Vec<_>, Vec<_>) = all.partition(|c| holds(c));
        let blamed = if hit.is_empty() { others } else { hit };
        blamed.into_iter().map(|c| c.id).collect()
    }

    /// The generated files.
    ///
    /// # Errors
    /// A defect of a template, or of accrs where [`Lowered::diagnostics`] holds no error; never the user's.
    pub fn render(self, unit: &Unit, options: &Options) -> Result<Rendered, render::RenderError> {
        if let Some(first) = self.diagnostics.iter().find(is_error) {
            let why = format!("not compiled: {}", first.message);
            return Err(render::RenderError::internal(why));
        }
        render::render(unit, &self.plan, options, self.kernels?)
    }
}
