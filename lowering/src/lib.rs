//! Lowering: from the region IR to a plan, and from the plan to text.
//!
//! ```text
//! Unit ──► analyse/    facts in side tables: uses, footprints, dependences, what is private
//!      ──► schedule/   what each loop becomes: axes, sizes, and why
//!      ──► plan/       the whole decision: data, kernels, launches; its reasons are the report
//!      ──► tree/       each kernel as a tree of loops: who runs what, where threads meet
//!      ──► render/     CUDA text, OpenMP C in the host file, the compile report
//!          print/      the C in them
//! ```
//!
//! Rendering reads the plan and the trees, and nothing else. Nothing here prints or touches files.

pub mod analyse;
mod make;
pub mod names;
mod options;
pub mod plan;
pub mod print;
pub mod render;
pub mod schedule;
pub mod tree;
mod trips;

pub use options::{Memory, Options};
pub use render::Rendered;

use accrs_frontend::{Diagnostic, Unit};

/// A unit's plan, and the kernels that devices run.
pub struct Lowered {
    pub plan: plan::Plan,
    /// Errors among them mean that nothing can be rendered.
    pub diagnostics: Vec<Diagnostic>,
    kernels: Result<Option<render::cuda::CudaText>, render::RenderError>,
}

/// Analyses, schedules and plans a verified unit, and makes its kernels: what no device can do is
/// found where it would be printed.
pub fn lower(unit: &Unit, options: &Options) -> Lowered {
    lower_watched(unit, options, &mut |_, _, _| {})
}

fn lower_watched(unit: &Unit, options: &Options, watcher: render::cuda::Watcher<'_>) -> Lowered {
    let (plan, mut diagnostics) = schedule::plan(unit, options);
    let failed = |d: &Diagnostic| d.severity == accrs_frontend::Severity::Error;
    let mut kernels = Ok(None);
    if !diagnostics.iter().any(failed) {
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
    let lowered = lower_watched(unit, options, &mut |name, pass, nodes| {
        text.push_str(&format!("{name}, {pass}:\n"));
        text.push_str(&tree::dump::nodes(unit, nodes, 1));
        text.push('\n');
    });
    (text, lowered.diagnostics)
}

impl Lowered {
    /// The generated files.
    ///
    /// # Errors
    /// A defect of a template, or of accrs where [`Lowered::diagnostics`] holds no error; never the user's.
    pub fn render(self, unit: &Unit, options: &Options) -> Result<Rendered, render::RenderError> {
        let failed = |d: &&Diagnostic| d.severity == accrs_frontend::Severity::Error;
        if let Some(first) = self.diagnostics.iter().find(failed) {
            let why = format!("not compiled: {}", first.message);
            return Err(render::RenderError::internal(why));
        }
        render::render(unit, &self.plan, options, self.kernels?)
    }
}
