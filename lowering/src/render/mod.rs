//! From the plan to text, through the templates.
//!
//! ```text
//! text      edits of the user's text, line markers, C string literals
//! clause    host expressions of clauses
//! cuda/     kernels: what each thread does, as CUDA C++
//! host/     the host file: constructs as calls of the runtime, the registration record
//! openmp/   the user's own loops with OpenMP's directives
//! foreign   CUDA sources of the user's, as routines for the kernels of C files
//! report    what was generated, and why
//! reprint   constructs printed again as C: a test of the printer
//! ```

pub mod cuda;
pub mod foreign;
pub mod host;
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

use crate::{Options, Rendered, plan::Plan};
use accrs_frontend::Unit;

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
