//! From the plan to text, through the templates.

use crate::{Options, Rendered, plan::Plan};
use accrs_frontend::Unit;

/// A template that did not render: a defect of accrs, reported with the template's name.
#[derive(Debug, thiserror::Error)]
#[error("internal error: template '{template}': {reason}")]
pub struct RenderError {
    pub template: String,
    pub reason: String,
}

/// See [`crate::render`].
pub fn render(unit: &Unit, _plan: &Plan, _options: &Options) -> Result<Rendered, RenderError> {
    Ok(Rendered {
        host: unit.source.text.clone(),
        cuda: None,
        sim_table: None,
    })
}

// Until these stand in files of their own.
pub mod report {
    use crate::plan::Plan;
    use accrs_frontend::Unit;

    /// What was generated, and why: the text of `-Minfo=accel`.
    pub fn text(_unit: &Unit, _plan: &Plan) -> String {
        String::new()
    }
    /// The same as JSON.
    pub fn json(_unit: &Unit, _plan: &Plan) -> String {
        String::new()
    }
}
pub mod openmp {
    use super::RenderError;
    use crate::plan::Plan;
    use accrs_frontend::Unit;

    /// The user's text with OpenMP in place of OpenACC.
    pub fn render(unit: &Unit, _plan: &Plan) -> Result<String, RenderError> {
        Ok(unit.source.text.clone())
    }
}
