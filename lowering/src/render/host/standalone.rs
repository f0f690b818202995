//! Directives that are statements of their own: `enter data`, `exit data`, `update`, `wait`,
//! `init`, `shutdown`, `set`.

use super::{Host, site};
use crate::plan::{Action, ConstructPlan};
use crate::render::{RenderError, templates};
use accrs_frontend::directive::device_number;
use accrs_frontend::region::Expr;

impl Host<'_> {
    pub(super) fn standalone(&self, plan: &ConstructPlan) -> Result<String, RenderError> {
        let mut wait = self.waits_of(plan)?;
        let call = match &plan.action {
            Action::EnterData => data_call("__accrs_enter_data", plan),
            Action::ExitData => data_call("__accrs_exit_data", plan),
            Action::Update => data_call("__accrs_update", plan),
            Action::Wait => {
                if plan.waits.is_empty() {
                    wait = "    __accrs_wait(&__accrs_here, 0, 0, __ACCRS_NONE, __accrs_queue);"
                        .into();
                }
                String::new()
            }
            Action::Init {
                device_types,
                device_num,
            } => self.device_calls("__accrs_init", device_types, device_num.as_ref())?,
            Action::Shutdown {
                device_types,
                device_num,
            } => self.device_calls("__accrs_shutdown", device_types, device_num.as_ref())?,
            Action::Set {
                device_type,
                device_num,
                default_async,
            } => format!(
                "__accrs_set(&__accrs_here, {}, {}, {});",
                device(device_type.as_deref())?,
                self.int_or(device_num.as_ref(), "__ACCRS_NONE")?,
                self.int_or(default_async.as_ref(), "__ACCRS_NOVAL")?
            ),
            Action::Data(_)
            | Action::HostData(_)
            | Action::Compute(_)
            | Action::Declare
            | Action::Nothing => {
                return Err(RenderError::internal("not a statement of its own"));
            }
        };
        let items = self.items(&plan.data)?;
        let mut context = tera::Context::new();
        context.insert("tables", &items.tables(""));
        context.insert("site", &site(&plan.site, &items.of_site("")));
        context.insert("queue", &self.queue_of(plan)?);
        context.insert("condition", &self.condition(plan)?);
        context.insert("wait", &wait);
        context.insert("values", &items.values("__accrs_values"));
        context.insert("call", &call);
        templates::fill("host/standalone.c.tera", &context)
    }

    /// A call for each device type, or one call without a type if none is given.
    fn device_calls(
        &self,
        function: &str,
        device_types: &[String],
        device_num: Option<&Expr>,
    ) -> Result<String, RenderError> {
        let number = self.int_or(device_num, "__ACCRS_NONE")?;
        let call = |name: Option<&str>| -> Result<String, RenderError> {
            Ok(format!(
                "{function}(&__accrs_here, {}, {number});",
                device(name)?
            ))
        };
        if device_types.is_empty() {
            return call(None);
        }
        let calls: Result<Vec<_>, _> = device_types.iter().map(|t| call(Some(t))).collect();
        Ok(calls?.join("\n        "))
    }

    fn int_or(&self, e: Option<&Expr>, without: &str) -> Result<String, RenderError> {
        match e {
            Some(e) => Ok(format!("(int)({})", self.expr(e)?)),
            None => Ok(without.into()),
        }
    }
}

fn data_call(function: &str, plan: &ConstructPlan) -> String {
    let values = match plan.data.len() {
        0 => "0",
        _ => "__accrs_values",
    };
    format!("{function}(&__accrs_here, {values}, __accrs_queue);")
}

/// The number that openacc.h's `acc_device_t` has for the name of a device type; -1 if none is given.
fn device(name: Option<&str>) -> Result<i32, RenderError> {
    match name {
        None => Ok(-1),
        Some(name) => device_number(name)
            .ok_or_else(|| RenderError::internal(format!("device type '{name}'"))),
    }
}
