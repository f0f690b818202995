//! `data` and `host_data`, with the user's statement between entry and exit, and `declare` in a function, which lasts for the
//! rest of its block.

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
        let items = self.items(&plan.data)?;
        let mut context = tera::Context::new();
        context.insert("tables", &items.tables(""));
        context.insert("site", &site(&plan.site, &items.of_site("")));
        context.insert("queue", &self.queue_of(plan)?);
        context.insert("condition", &self.condition(plan)?);
        context.insert("wait", &self.waits_of(plan)?);
        context.insert("values", &items.values("__accrs_values"));
        context.insert("body", &body);
        templates::fill("host/data.c.tera", &context)
    }

    pub(super) fn declare(
        &self,
        construct: &Construct,
        plan: &ConstructPlan,
    ) -> Result<String, RenderError> {
        let items = self.items(&plan.data)?;
        // There may be several in one block.
        let own = construct.id.0.to_string();
        let mut context = tera::Context::new();
        context.insert("id", &own);
        context.insert("tables", &items.tables(&own));
        context.insert("site", &site(&plan.site, &items.of_site(&own)));
        context.insert("values", &items.values("__accrs_values"));
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
        let items = self.items(&plan.data)?;
        let mut context = tera::Context::new();
        context.insert("tables", &items.tables(""));
        context.insert("site", &site(&plan.site, &items.of_site("")));
        context.insert("condition", &self.condition(plan)?);
        context.insert("values", &items.values("__accrs_values"));
        context.insert("variables", &variables);
        context.insert("body", &body);
        templates::fill("host/host_data.c.tera", &context)
    }
}
