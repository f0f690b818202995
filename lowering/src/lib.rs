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
pub mod plan;
pub mod print;
pub mod render;
pub mod schedule;
pub mod tree;
mod trips;

use accrs_frontend::{CRules, Diagnostic, Unit};

/// Which memory host and devices share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Memory {
    /// None: data clauses, or what is inferred, say what moves.
    #[default]
    Separate,
    /// What the program allocates.
    Managed,
    /// All.
    Unified,
}

/// What the user asked for on the command line, as far as lowering cares.
#[derive(Clone, Debug)]
pub struct Options {
    pub nvidia: bool,
    pub multicore: bool,
    pub sim: bool,
    /// `-acc=strict`.
    pub strict: bool,
    /// Threads in x of a vector loop without a length of its own.
    pub default_vector_length: u32,
    /// `-fopenmp` was given: the user's own `#pragma omp` lines stay.
    pub keep_user_openmp: bool,
    /// `-Msafeptr`: pointers don't alias.
    pub safe_pointers: bool,
    /// Loops of a nest may change places.
    pub interchange: bool,
    pub memory: Memory,
    /// What the host compiler's options make of C's rules.
    pub rules: CRules,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            nvidia: true,
            multicore: true,
            sim: false,
            strict: false,
            default_vector_length: 128,
            keep_user_openmp: false,
            safe_pointers: false,
            interchange: true,
            memory: Memory::Separate,
            rules: CRules::default(),
        }
    }
}

impl Options {
    /// Whether device kernels are wanted at all.
    pub fn device(&self) -> bool {
        self.nvidia || self.sim
    }
}

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
            diagnostics.extend(problems);
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

/// The generated files.
pub struct Rendered {
    /// The host file: the user's text with constructs replaced, preprocessed C.
    pub host: String,
    /// The CUDA text; `None` when there is no kernel or no device target.
    pub cuda: Option<String>,
    /// Name of the table of sim kernels that the host file refers to
    /// (`ACCRS_SIM_TABLE_BEGIN(name)`), and the kernels in it.
    pub sim_table: Option<(String, Vec<String>)>,
    /// Kernels call routines of other files: they are complete in the program only, and can't be compiled
    /// before it runs.
    pub imports: bool,
    /// See [`Rendered::nvrtc`].
    nvrtc: Vec<String>,
}

impl Rendered {
    /// The options that the CUDA text's head asks of its compiler.
    pub fn nvrtc(&self) -> &[String] {
        &self.nvrtc
    }
    /// Puts kernels compiled at build time into the registration record.
    pub fn embed_ptx(&mut self, ptx: &[u8]) {
        render::host::embed_ptx(&mut self.host, ptx);
    }
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
