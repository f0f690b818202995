//! What constructs can't call, and host variables that functions on the device can't use.

use super::calls;
use super::planner::{Planner, code};
use crate::analyse::uses::{self, Uses};
use accrs_frontend::Diagnostic;
use accrs_frontend::directive::ClauseKind;
use accrs_frontend::region::Construct;
use indexmap::IndexSet;

/// Calls need a body here, or a library function that devices know.
pub fn calls(p: &mut Planner<'_>, c: &Construct, used: &Uses) {
    if let Some(span) = used.indirect_call {
        p.report(Diagnostic::error(
            code::UNSUPPORTED_CALL,
            span,
            "a call through a pointer can't be made in device code",
        ));
    }
    if p.options.device() {
        host_variables(p, c, used);
    }
    let on_host = p.options.multicore
        || c.directive
            .clauses
            .iter()
            .any(|c| matches!(c.kind, ClauseKind::If(_) | ClauseKind::SelfClause(_)));
    for (f, span) in &used.calls {
        let called = p.unit.function(*f);
        if called.nohost && on_host {
            let message = format!(
                "'{}' is nohost, and this construct is also compiled for the host's cores",
                called.name
            );
            let d = Diagnostic::error(code::NOHOST_CALL, *span, message)
                .related(called.routine.as_ref().map_or(called.span, |d| d.span), "nohost is given here")
                .help("call a function that has a version for the host and 'bind' to this one, or leave multicore out of --acc-target");
            p.report(d);
        }
        let id = p.unit.on_device(*f);
        let function = p.unit.function(id);
        if crate::print::name_elsewhere(p.unit, id).is_some() {
            continue;
        }
        if function.body.is_some() {
            p.device_functions.insert(id);
        } else if !function.library && !function.builtin {
            let name = function.name.clone();
            p.report(
                Diagnostic::error(
                    code::UNKNOWN_BODY,
                    *span,
                    format!("'{name}' is called in a compute construct, and its body is not in this file"),
                )
                .related(c.directive.span, "this construct")
                .help("put the function's definition into a header that this file includes"),
            );
        }
    }
}

/// Functions run on the device, where there are no variables of the host but a kernel's
/// parameters.
fn host_variables(p: &mut Planner<'_>, c: &Construct, used: &Uses) {
    let unit = p.unit;
    let roots: IndexSet<_> = used.calls.keys().copied().collect();
    for f in calls::callees_first(unit, &roots) {
        let Some(body) = &unit.function(f).body else {
            continue;
        };
        let declared = super::globals::declared(unit);
        for (var, u) in &uses::of_stmts(unit, body).vars {
            if uses::is_static_storage(unit, *var)
                && !declared.contains_key(var)
                && !crate::analyse::constant::is_constant(unit, *var)
            {
                let (name, function) = (&unit.var(*var).name, &unit.function(f).name);
                p.report(
                    Diagnostic::error(
                        code::UNSUPPORTED_CALL,
                        u.first,
                        format!("'{function}' runs on the device and uses '{name}', a host variable"),
                    )
                    .related(c.directive.span, "called in this construct")
                    .help(format!("declare it for the device (#pragma acc declare create({name}) after its declaration), or hand it to '{function}' as an argument")),
                );
            }
        }
    }
}
