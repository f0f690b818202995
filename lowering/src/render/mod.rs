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
