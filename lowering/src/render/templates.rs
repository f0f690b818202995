//! The templates, embedded in the binary, each parsed when it is first filled.

use super::RenderError;
use std::sync::{Mutex, PoisonError};
use tera::{Context, Tera};

macro_rules! templates {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../templates/", $name)))),*]
    };
}

/// Name and text of each.
const TEMPLATES: &[(&str, &str)] = templates![
    "cuda/helpers.cuh.tera",
    "cuda/tiles.cuh.tera",
    "cuda/trips.cuh.tera",
    "cuda/reductions.cuh.tera",
    "cuda/atomics.cuh.tera",
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

/// The templates that were asked for. Parsing all of them would take as long as all else that accrs does for a small file.
static PARSED: Mutex<Option<Tera>> = Mutex::new(None);

/// Fills the template `name`. An unknown hole is an error, never empty text.
pub fn fill(name: &str, context: &Context) -> Result<String, RenderError> {
    let error = |reason: String| RenderError {
        template: name.to_string(),
        reason,
    };
    let mut parsed = PARSED.lock().unwrap_or_else(PoisonError::into_inner);
    let tera = parsed.get_or_insert_with(|| {
        let mut tera = Tera::default();
        tera.autoescape_on(Vec::new());
        tera
    });
    if !tera.templates.contains_key(name) {
        let text = TEMPLATES.iter().find(|(known, _)| *known == name);
        let (_, text) = text.ok_or_else(|| error("there is no such template".to_string()))?;
        tera.add_raw_template(name, text)
            .map_err(|e| error(chain(&e)))?;
    }
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
