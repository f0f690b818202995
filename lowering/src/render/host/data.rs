//! `data` and `host_data`: the user's statement between entry and exit; `declare` in a function:
//! the rest of its block.

use super::{Host, site};
use crate::plan::ConstructPlan;
use crate::render::{RenderError, templates};
use accrs_frontend::region::Construct;
use accrs_frontend::source::Span;

impl Host<'_> {
    pub(super) fn data(
        &self,
        construct: &Construct,
        plan: &ConstructPlan,
        body: Span,
    ) -> Result<String, RenderError> {
        let body = self.nested(construct, body)?;
        if plan.data.is_empty() && plan.waits.is_empty() && plan.here().waits.is_empty() {
            return Ok(format!("{{{body}}}"));
        }
        let mut context = tera::Context::new();
        context.insert("site", &site(&plan.site));
        context.insert("queue", &self.queue_of(plan)?);
        context.insert("condition", &self.truth(plan.condition.as_ref())?);
        context.insert("wait", &self.waits_of(plan)?);
        context.insert("count", &plan.data.len().max(1));
        let (entries, storage) = self.entries(&plan.data)?;
        context.insert("entries", &entries);
        context.insert("storage", &storage);
        context.insert("body", &body);
        templates::fill("host/data.c.tera", &context)
    }

    pub(super) fn declare(
        &self,
        construct: &Construct,
        plan: &ConstructPlan,
    ) -> Result<String, RenderError> {
        let mut context = tera::Context::new();
        context.insert("id", &construct.id.0);
        context.insert("site", &site(&plan.site));
        context.insert("count", &plan.data.len());
        let (entries, storage) = self.entries(&plan.data)?;
        // Several may stand in one block, and their entries last as long as it does.
        let own = |text: &str| {
            ["d", "r", "g"].iter().fold(text.to_string(), |text, x| {
                text.replace(
                    &format!("__accrs_{x}["),
                    &format!("__accrs_{x}{}[", construct.id.0),
                )
            })
        };
        context.insert("entries", &own(&entries));
        context.insert("storage", &own(&storage));
        templates::fill("host/declare.c.tera", &context)
    }

    pub(super) fn host_data(
        &self,
        construct: &Construct,
        plan: &ConstructPlan,
        body: Span,
    ) -> Result<String, RenderError> {
        let body = self.nested(construct, body)?;
        if plan.data.is_empty() {
            return Ok(format!("{{{body}}}"));
        }
        let mut variables = Vec::new();
        for item in &plan.data {
            let var = self.unit.var(item.var);
            let types = &self.unit.types;
            if !types.is_pointer(var.ty) && !types.is_array(var.ty) {
                return Err(RenderError::internal(format!(
                    "host_data of '{}', neither a pointer nor an array",
                    var.name
                )));
            }
            variables.push(var.name.clone());
        }
        let mut context = tera::Context::new();
        context.insert("site", &site(&plan.site));
        context.insert("condition", &self.truth(plan.condition.as_ref())?);
        context.insert("count", &plan.data.len());
        let (entries, storage) = self.entries(&plan.data)?;
        context.insert("entries", &entries);
        context.insert("storage", &storage);
        context.insert("variables", &variables);
        context.insert("body", &body);
        templates::fill("host/host_data.c.tera", &context)
    }
}
