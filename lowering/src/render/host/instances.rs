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
use accrs_frontend::region::{HeldThis, THIS, Template, WrappedMember};
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
        // What kernels are given of an object may be nothing.
        let objects = template.instances.iter().flat_map(|i| &i.objects);
        let objects: std::collections::BTreeSet<&String> = objects.collect();
        for name in objects {
            let _ = writeln!(out, "(void){name};");
        }
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

impl Host<'_> {
    /// Lambdas that are arguments of templates, each as an object that has what it captures as members.
    pub(super) fn wrapped(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        if !super::executable(self.plan) {
            return edits;
        }
        for (number, l) in self.unit.lambdas.iter().enumerate() {
            let value = |m: &WrappedMember| m.value.as_ref().map(|v| format!("({v})"));
            let names = l.members.iter();
            let names = names.map(|m| value(m).unwrap_or_else(|| m.name.clone()));
            let this = match l.of_this {
                HeldThis::None => None,
                HeldThis::Pointer => Some("this".to_string()),
                HeldThis::Copy => Some("::__accrs_own(*this)".to_string()),
            };
            let names = names.chain(this);
            let captured: String = names.map(|name| format!(", {name}")).collect();
            for span in &l.spans {
                edits.push(Edit::insert(
                    span.start,
                    format!("::__accrs_made_{number}("),
                ));
                edits.push(Edit::insert(span.end, format!("{captured})")));
            }
        }
        edits
    }
}

/// The copy that a wrapped lambda has of the object around it, which is used like a pointer to it.
const OWN: &str = "namespace { template <class __accrs_T> struct __accrs_held { __accrs_T object; \
operator __accrs_T *() const { return const_cast<__accrs_T *>(&object); } \
__accrs_T *operator->() const { return const_cast<__accrs_T *>(&object); } \
explicit operator char *() const { return (char *)&object; } }; \
template <class __accrs_T> __accrs_held<__accrs_T> __accrs_own(const __accrs_T &__accrs_a) { return __accrs_held<__accrs_T>{__accrs_a}; } }\n";

/// The types of wrapped lambdas, and the functions that make them.
pub(super) fn wrappers(unit: &Unit) -> String {
    let mut out = String::new();
    if unit.lambdas.iter().any(|l| l.of_this == HeldThis::Copy) {
        out += OWN;
    }
    for (number, l) in unit.lambdas.iter().enumerate() {
        let count = l.members.len() + usize::from(l.of_this != HeldThis::None);
        let list = |of: &dyn Fn(usize) -> String| (0..count).map(of).collect::<String>();
        let types = list(&|k| format!(", class __accrs_T{k}"));
        let given = list(&|k| format!(", __accrs_T{k}"));
        let variable = |k: usize| l.members.get(k).is_some_and(|m| m.value.is_none());
        let by = |k: usize| if variable(k) { " &" } else { " " };
        let params = list(&|k| format!(", __accrs_T{k}{}__accrs_a{k}", by(k)));
        let args = list(&|k| format!(", __accrs_a{k}"));
        let name = |k: usize| l.members.get(k).map_or(THIS, |m| m.name.as_str());
        let members = list(&|k| {
            let reference = l.members.get(k).is_some_and(|m| m.by_reference);
            let by = if reference { "&" } else { "" };
            format!(" __accrs_T{k} {by}{};", name(k))
        });
        let values = list(&|k| format!(", {}(__accrs_a{k})", name(k)));
        let lambda = format!("__accrs_lambda_{number}");
        let _ = writeln!(
            out,
            "namespace {{ template <class __accrs_L{types}> struct {lambda} : __accrs_L {{{members} constexpr {lambda}(const __accrs_L &__accrs_l{params}) : __accrs_L(__accrs_l){values} {{}} }};\n\
             template <class __accrs_L{types}> constexpr {lambda}<__accrs_L{given}> __accrs_made_{number}(const __accrs_L &__accrs_l{params}) {{ return {lambda}<__accrs_L{given}>(__accrs_l{args}); }} }}"
        );
    }
    out
}

/// The instances' numbers, by their arguments.
pub(super) fn numbers(unit: &Unit) -> String {
    let mut out = String::new();
    for (number, t) in unit.templates.iter().enumerate() {
        for (k, i) in t.instances.iter().enumerate() {
            let (key, needs) = (&i.key, i.parameters.join(", "));
            // A pack may be empty.
            let comma = if key.is_empty() { "" } else { ", " };
            let _ = writeln!(
                out,
                "namespace {{ template <{needs}> struct __accrs_instance<{number}{comma}{key}> {{ enum {{ number = {k} }}; }}; }}"
            );
        }
    }
    out
}
