//! Templates with constructs: one text for the host compiler, which has a copy of the body for each instance, with that instance's tables and
//! kernels. The compiler itself chooses between them by the template's arguments.
//!
//! ```text
//! template <class T> void f(T *a)
//! {
//!     if constexpr (__accrs_instance<0, T>::number == 0) { …of float… }
//!     else if constexpr (__accrs_instance<0, T>::number == 1) { …of double… }
//!     else static_assert(…);
//! }
//! …
//! template <> struct __accrs_instance<0, float> { enum { number = 0 }; };
//! ```
//!
//! Host compilers make the instances at the file's end, behind these.

use super::Host;
use crate::render::RenderError;
use crate::render::text::{Edit, to_generated, to_user};
use accrs_frontend::Unit;
use accrs_frontend::region::Template;
use std::fmt::Write;

/// Why a file isn't compiled whose instance accrs hasn't found.
const UNSEEN: &str = "accrs: constructs of an instance of this template that accrs doesn't see: name the instance in this file";

impl Host<'_> {
    /// The bodies of templates with constructs, each as a choice between those of its instances.
    pub(super) fn dispatches(&self) -> Result<Vec<Edit>, RenderError> {
        if !super::executable(self.plan) {
            return Ok(Vec::new());
        }
        let templates = self.unit.templates.iter().enumerate();
        let made = templates.map(|(number, t)| {
            let text = self.dispatch(number, t)?;
            Ok(Edit::replace(t.body, text))
        });
        made.collect()
    }

    fn dispatch(&self, number: usize, template: &Template) -> Result<String, RenderError> {
        let source = &self.unit.source;
        let of = format!("__accrs_instance<{number}, {}>::number", template.key);
        let mut out = format!("{}{{\n", to_generated());
        for (k, i) in template.instances.iter().enumerate() {
            let _ = write!(
                out,
                "if constexpr ({of} == {k}){}{}{}else ",
                to_user(source, i.body.start),
                self.text(i.body)?,
                to_generated()
            );
        }
        if template.instances.is_empty() {
            // Nothing of it is compiled, but parameters are used.
            let _ = write!(
                out,
                "if constexpr ({of} >= 0){}{}{}else ",
                to_user(source, template.body.start),
                self.text(template.body)?,
                to_generated()
            );
        }
        let _ = write!(
            out,
            "static_assert({of} >= 0, \"{UNSEEN}\");\n}}{}",
            to_user(source, template.body.end)
        );
        Ok(out)
    }
}

/// The instances' numbers, by their arguments.
pub(super) fn numbers(unit: &Unit) -> String {
    let mut out = String::new();
    for (number, t) in unit.templates.iter().enumerate() {
        for (k, i) in t.instances.iter().enumerate() {
            let key = &i.key;
            let _ = writeln!(
                out,
                "namespace {{ template <> struct __accrs_instance<{number}, {key}> {{ enum {{ number = {k} }}; }}; }}"
            );
        }
    }
    out
}
