//! From the plan to text, through the templates.
//!
//! ```text
//! text      edits of the user's text, line markers, C string literals
//! clause    host expressions of clauses
//! cuda/     kernels: what each thread does, as CUDA C++
//! host/     the host file: constructs as calls of the runtime, the registration record
//! openmp/   the user's own loops with OpenMP's directives
//! foreign   CUDA sources of the user's, as routines for the kernels of C files
//! report    what was generated, and why      moves  the data that moves, by region
//! reprint   constructs printed again as C: a test of the printer
//! ```

pub mod cuda;
pub mod foreign;
pub mod host;
mod last;
pub mod moves;
pub mod openmp;
pub mod report;
pub mod reprint;

mod clause;
mod parlevel;
mod templates;
#[cfg(test)]
mod tests;
mod text;

pub use text::{Edit, GENERATED};

use crate::options::Options;
use crate::plan::Plan;
use accrs_frontend::Unit;

/// The generated files.
pub struct Rendered {
    /// The host file: the user's text with constructs replaced, preprocessed C.
    pub host: String,
    registration: Option<host::Registration>,
    /// The CUDA text; `None` when there is no kernel or no device target.
    pub cuda: Option<String>,
    /// The same text for NVRTC: `#line` says which lines of the user's it comes from.
    pub lined: Option<String>,
    /// Name of the table of sim kernels that the host file refers to
    /// (`ACCRS_SIM_TABLE_BEGIN(name)`), and the kernels in it.
    pub sim_table: Option<(String, Vec<String>)>,
    /// Kernels call routines of other files: they are complete in the program only, and can't be compiled
    /// before it runs.
    pub imports: bool,
    /// The host file's mathematics must set `errno`.
    pub sets_errno: bool,
    /// See [`Rendered::nvrtc`].
    pub(crate) nvrtc: Vec<String>,
}

impl Rendered {
    /// The options that the CUDA text's head asks of its compiler.
    pub fn nvrtc(&self) -> &[String] {
        &self.nvrtc
    }
    /// Puts kernels compiled at build time into the host file.
    ///
    /// # Errors
    /// A template that fails: a defect of accrs.
    pub fn embed(&mut self, images: &[Embedded]) -> Result<(), RenderError> {
        match &mut self.registration {
            Some(registration) => registration.with_images(&mut self.host, images),
            None => Ok(()),
        }
    }
}

/// Kernels of a unit, compiled at build time.
#[derive(Clone)]
pub struct Embedded {
    /// Of the GPU that they are for: 90.
    pub capability: u32,
    /// The letter behind it, as in sm_90a.
    pub feature: Option<char>,
    /// PTX, and not machine code.
    pub is_ptx: bool,
    pub bytes: Vec<u8>,
}

/// A template that did not render: a defect of accrs, reported with the template's name.
#[derive(Debug, thiserror::Error)]
#[error("internal error: template '{template}': {reason}")]
pub struct RenderError {
    pub template: String,
    pub reason: String,
}

impl RenderError {
    /// A plan that rendering can't follow.
    pub(crate) fn internal(reason: impl Into<String>) -> Self {
        Self {
            template: "host".into(),
            reason: reason.into(),
        }
    }
}

/// The files of a plan, and of its kernels' text.
///
/// # Errors
/// A template that fails.
pub fn render(
    unit: &Unit,
    plan: &Plan,
    options: &Options,
    cuda: Option<cuda::CudaText>,
) -> Result<Rendered, RenderError> {
    let kernels = cuda.map(|cuda| host::Kernels {
        text: cuda.text,
        cells: cuda.cells,
        exports: cuda.exports,
        imports: cuda.imports,
        scratch: cuda.scratch,
        dimensions: cuda.dimensions,
    });
    host::render(unit, plan, options, kernels.as_ref())
}

/// The cast that C++ wants of a `void *` and C doesn't: `(T *)` before what is to be a `T *`.
fn from_void(unit: &Unit, to: &str) -> String {
    match unit.cpp {
        true => format!("({to})"),
        false => String::new(),
    }
}
