//! What constructs can't call, and host variables that functions on the device can't use.

use super::calls;
use super::clauses::ComputeClauses;
use super::data::whole_var;
use super::nest::Node;
use super::planner::{Planner, code};
use crate::analyse::facts::Facts;
use crate::analyse::uses::{self, Uses};
use accrs_frontend::Diagnostic;
use accrs_frontend::directive::{ClauseKind, DataRef};
use accrs_frontend::region::{Construct, Expr, VarId};
use indexmap::IndexSet;

/// Variables that clauses of the construct, or of loops in it, make private, and that are read there while nothing assigns them.
pub fn private_values(
    p: &mut Planner<'_>,
    k: &ComputeClauses<'_>,
    facts: &Facts<'_>,
    roots: &[Node<'_>],
) {
    unassigned(p, &k.private, facts.uses(), &[]);
    for n in roots {
        n.each(&mut |n| {
            let clauses = n.clauses.as_ref().filter(|c| !c.private.is_empty());
            if let Some(c) = clauses {
                let counted: Vec<VarId> = n.head_vars().collect();
                let body = uses::of_stmts(p.unit, [n.body]);
                unassigned(p, &c.private, &body, &counted);
            }
        });
    }
}

/// `counted`: variables that the loop itself assigns.
fn unassigned(p: &mut Planner<'_>, refs: &[&DataRef<Expr>], used: &Uses, counted: &[VarId]) {
    for r in refs {
        let Some(var) = whole_var(r).filter(|v| !counted.contains(v)) else {
            continue;
        };
        let Some(u) = used.get(var) else { continue };
        let Some(read) = u
            .read
            .filter(|_| u.written.is_none() && u.address.is_none())
        else {
            continue;
        };
        let name = &p.unit.var(var).name;
        let text =
            format!("'{name}' is private, and has no value where it is read: nothing assigns it");
        let help = match p.unit.types.is_pointer(p.unit.var(var).ty) {
            true if u.behind_written.is_some() => format!(
                "private({name}) copies the pointer, not what it points to. Write private({name}[0:n]) for elements of each iteration's own, \
                 or put {name}[0:n] in a data clause for elements that all share"
            ),
            true => format!(
                "leave '{name}' out of private: pointers that no clause names are copies, and {name}[0:n] in a data clause moves what it points to"
            ),
            false => format!("firstprivate({name}) has the value from before the construct"),
        };
        let d = Diagnostic::warning(code::NEVER_ASSIGNED, read, text);
        p.report(d.related(r.span, "private here").help(help));
    }
}

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
        } else if p.options.device() && !function.library && !function.builtin {
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
                    .help(format!("declare it for the device (#pragma acc declare create({name}) after its declaration), or pass it to '{function}' as an argument")),
                );
            }
        }
    }
}
