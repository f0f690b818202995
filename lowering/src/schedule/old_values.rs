//! Scalars of which a construct assigns copies of its own (§2.6.2), and whose old values host code goes on with.

use super::data;
use super::nest::Node;
use super::planner::{Planner, code};
use super::reductions;
use super::scope::Scope;
use crate::plan::{ComputeKind, DataItem};
use accrs_frontend::Diagnostic;
use accrs_frontend::region::{Construct, ExprKind, VarId};
use accrs_frontend::source::Span;
use indexmap::IndexSet;

/// Tells of each scalar that no clause names, that a `parallel` or `serial` construct assigns, and that the host is certain to read afterwards with the value from before.
pub fn tell(
    p: &mut Planner<'_>,
    c: &Construct,
    scope: &Scope<'_>,
    items: &[DataItem],
    roots: &[Node<'_>],
) {
    if scope.kind == ComputeKind::Kernels {
        return;
    }
    let uses = scope.facts.uses();
    let assigned = uses.vars.iter();
    let assigned = assigned.filter_map(|(v, u)| Some((*v, u.written?)));
    let found: Vec<(VarId, Span, Span)> = assigned
        .filter(|(v, _)| !uses.declared.contains(v))
        .filter_map(|(v, at)| Some((v, at, p.unit.host.reads_old_value(c.id, v)?)))
        .collect();
    if found.is_empty() {
        return;
    }
    let mut named = named(p, c, items, roots);
    named.extend(scope.private.iter().chain(&scope.firstprivate));
    named.extend(scope.reduced.iter().chain(scope.tangled.keys()));
    for (var, written, read) in found {
        let told = |d: &Diagnostic| {
            [code::SHARED_SCALAR, code::SCALAR_LIVE_OUT].contains(&d.code)
                && d.span == Some(written)
        };
        let scalar = p.unit.types.is_scalar(p.unit.var(var).ty);
        if !scalar || named.contains(&var) || p.diagnostics.iter().any(told) {
            continue;
        }
        let by_iterations = roots.iter().any(|n| {
            let body = n.body.span;
            body.start <= written.start && written.end <= body.end
        });
        p.report(message(p, c, var, (written, read), by_iterations));
    }
}

/// Tells of each pointer that a `kernels` construct assigns and the host may read afterwards: on a device it is given that device's address, or keeps
/// its value. Where only loops' heads assign it, the host has its last value (`last.rs`).
pub fn pointers(
    p: &mut Planner<'_>,
    c: &Construct,
    scope: &Scope<'_>,
    (live_out, roots): (&IndexSet<VarId>, &[Node<'_>]),
) {
    let uses = scope.facts.uses();
    if scope.kind != ComputeKind::Kernels || !(p.options.nvidia || p.options.sim) {
        return;
    }
    let private = private(roots);
    for (var, u) in &uses.vars {
        let Some(at) = u.written.filter(|_| live_out.contains(var)) else {
            continue;
        };
        let v = p.unit.var(*var);
        let own = uses.declared.contains(var) || private.contains(var);
        if own || !p.unit.types.is_pointer(v.ty) {
            continue;
        }
        let name = &v.name;
        let message = format!(
            "the construct assigns the pointer '{name}', and the host may read it afterwards"
        );
        let help = format!(
            "a device has other addresses than the host: let the construct compute an index, and '{name}' of it behind the construct"
        );
        let told = Diagnostic::warning(code::HOST_ADDRESS, at, message)
            .related(
                c.directive.span,
                "on a device this has no meaning for the host",
            )
            .help(help);
        p.report(told);
    }
}

/// The variables that data clauses here or around name, and those that loops make private or reduce.
fn named(p: &Planner<'_>, c: &Construct, items: &[DataItem], roots: &[Node<'_>]) -> Vec<VarId> {
    let visible = data::visible(p.unit, c, items);
    let of_data = visible.iter().filter_map(|v| match v.item.base.kind {
        ExprKind::Var(v) => Some(v),
        _ => None,
    });
    let mut named: Vec<VarId> = of_data.collect();
    named.extend(reductions::of_loops(roots).iter().map(|r| r.var));
    named.extend(private(roots));
    named
}

/// The variables of loops' `private` clauses.
fn private(roots: &[Node<'_>]) -> Vec<VarId> {
    let mut found = Vec::new();
    for n in roots {
        n.each(&mut |n| {
            let private = n.clauses.iter().flat_map(|c| &c.private);
            found.extend(private.filter_map(|r| data::whole_var(r)));
        });
    }
    found
}

fn message(
    p: &Planner<'_>,
    c: &Construct,
    var: VarId,
    (written, read): (Span, Span),
    by_iterations: bool,
) -> Diagnostic {
    let name = &p.unit.var(var).name;
    let help = match by_iterations {
        true => format!(
            "reduction(...:{name}) combines the values of all iterations; if only one iteration assigns it, copy({name}) on the construct \
             brings that value back; else compute it after the loop"
        ),
        false => format!("copy({name}) on the construct brings the value back"),
    };
    Diagnostic::warning(
        code::OLD_VALUE,
        written,
        format!(
            "the construct assigns a copy of '{name}', and the host reads the old value afterwards"
        ),
    )
    .related(
        c.directive.span,
        "no clause names it, so it is firstprivate here",
    )
    .related(read, "the value from before the construct is read here")
    .help(help)
}
