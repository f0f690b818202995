//! The templates, embedded in the binary and parsed once.

use super::RenderError;
use std::sync::OnceLock;
use tera::{Context, Tera};

macro_rules! templates {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../templates/", $name)))),*]
    };
}

/// Name and text of each.
const TEMPLATES: &[(&str, &str)] = templates![
    "cuda/helpers.cuh.tera",
    "cuda/complex.cuh.tera",
    "cuda/vector.cuh.tera",
    "cuda/library.cuh.tera",
    "cuda/kernel.cu.tera",
    "cuda/module.cu.tera",
    "host/compute.c.tera",
    "host/cores.c.tera",
    "host/on_device.c.tera",
    "host/in_parts.c.tera",
    "host/on_devices.c.tera",
    "host/kernel.c.tera",
    "host/launch.c.tera",
    "host/together.c.tera",
    "host/question.c.tera",
    "host/scan.c.tera",
    "host/data.c.tera",
    "host/declare.c.tera",
    "host/host_data.c.tera",
    "host/standalone.c.tera",
    "host/register.c.tera",
];

/// What stands before text that calls routines of other files, or defines such.
pub const ELSEWHERE: &str = include_str!("../../../templates/cuda/elsewhere.cuh");

fn parsed() -> &'static Result<Tera, String> {
    static PARSED: OnceLock<Result<Tera, String>> = OnceLock::new();
    PARSED.get_or_init(|| {
        let mut tera = Tera::default();
        tera.autoescape_on(Vec::new());
        tera.add_raw_templates(TEMPLATES.iter().copied())
            .map_err(|e| chain(&e))?;
        Ok(tera)
    })
}

/// Fills the template `name`. An unknown hole is an error, never empty text.
pub fn fill(name: &str, context: &Context) -> Result<String, RenderError> {
    let error = |reason: String| RenderError {
        template: name.to_string(),
        reason,
    };
    let tera = parsed().as_ref().map_err(|e| error(e.clone()))?;
    tera.render(name, context).map_err(|e| error(chain(&e)))
}

fn chain(e: &dyn std::error::Error) -> String {
    let mut out = e.to_string();
    let mut next = e.source();
    while let Some(e) = next {
        out.push_str(": ");
        out.push_str(&e.to_string());
        next = e.source();
    }
    out
}
