//! What the user is told of loops that directives call independent, or ask to run in parallel, and that don't look like it.

use super::nest::Node;
use super::planner::{Planner, code};
use super::scalars::Scalars;
use super::scope::Surroundings;
use crate::analyse::reduction;
use crate::analyse::verdict::Dependence;
use crate::plan::{ComputeKind, Reduction, reason};
use accrs_frontend::Diagnostic;
use accrs_frontend::region::VarId;
use accrs_frontend::source::Span;

/// Tells of a loop that runs in parallel all the same. `found`: a dependence through memory.
pub fn tell(
    p: &mut Planner<'_>,
    n: &Node<'_>,
    s: &Surroundings<'_, '_>,
    scalars: &Scalars,
    found: Option<&Dependence>,
) {
    shared(p, n, s, scalars);
    if s.kind == ComputeKind::Parallel {
        reduced(p, n, s, scalars);
    }
    last_values(p, n, scalars);
    if let Some(found) = found.filter(|f| f.is_certain()) {
        dependence(p, n, found);
    }
}

/// Where the loop is called independent.
fn directive(n: &Node<'_>) -> Span {
    n.clauses.as_ref().map_or(n.body.span, |c| c.span)
}

/// Scalars that iterations share.
fn shared(p: &mut Planner<'_>, n: &Node<'_>, s: &Surroundings<'_, '_>, scalars: &Scalars) {
    let directive = directive(n);
    for (var, written, read) in &scalars.carried {
        if s.reduced.contains(var) || (s.privates.contains(var) && written == read) {
            continue;
        }
        if written == read && reduction::is_flag(n.body, *var) {
            continue;
        }
        let name = p.unit.var(*var).name.clone();
        let used = if written == read { "written" } else { "used" };
        p.report(
            Diagnostic::warning(
                code::SHARED_SCALAR,
                *written,
                format!(
                    "'{name}' is written by one iteration of a parallel loop and {used} by others"
                ),
            )
            .related(directive, "the loop is independent by this directive")
            .help(format!(
                "add reduction(...:{name}) or private({name}), or run the loop with seq"
            )),
        );
    }
}

/// Sums that no clause names.
fn reduced(p: &mut Planner<'_>, n: &Node<'_>, s: &Surroundings<'_, '_>, scalars: &Scalars) {
    let directive = directive(n);
    let races: Vec<_> = scalars
        .reductions
        .iter()
        .filter(|r| r.inferred && !s.reduced.contains(&r.var))
        .filter(|r| is_own_guess(n, r))
        .cloned()
        .collect();
    for r in races {
        let name = p.unit.var(r.var).name.clone();
        p.report(
                Diagnostic::warning(
                    code::SHARED_SCALAR,
                    r.span,
                    format!("'{name}' is accumulated over a loop that runs in parallel, and no reduction clause names it; it is reduced as if one did"),
                )
                .related(directive, "the loop is independent by this directive")
                .help(format!("add reduction({}:{})", r.op.symbol(), r.text)),
            );
    }
}

/// Scalars whose value behind the loop is used.
fn last_values(p: &mut Planner<'_>, n: &Node<'_>, scalars: &Scalars) {
    let directive = directive(n);
    for (var, written, read) in &scalars.last_value {
        let name = p.unit.var(*var).name.clone();
        let mut d = Diagnostic::warning(
            code::SCALAR_LIVE_OUT,
            *written,
            format!("the value of '{name}' after the loop is used, but the loop's iterations run in any order: it comes from whichever iteration was last, or, over gangs, from none"),
        )
        .related(directive, "the loop runs in parallel by this directive")
        .help("right only where a single iteration of a worker or vector loop assigns it; else use a reduction, or seq");
        if let Some(r) = read {
            d = d.related(*r, "used here");
        }
        p.report(d);
    }
}

fn dependence(p: &mut Planner<'_>, n: &Node<'_>, found: &Dependence) {
    // A private pointer that nothing assigns leads nowhere, which has been said.
    let nowhere = |d: &Diagnostic| {
        let at = found.first();
        d.code == code::NEVER_ASSIGNED
            && d.span
                .is_some_and(|s| at.start <= s.start && s.end <= at.end)
    };
    if p.diagnostics.iter().any(nowhere) {
        return;
    }
    let directive = directive(n);
    let text = reason::dependence(p.unit, found, "Loop");
    let level = match p.options.strict {
        true => Diagnostic::error,
        false => Diagnostic::warning,
    };
    p.report(
        level(code::CARRIED_DEPENDENCE, directive, text)
            .label("run in parallel as the directive says")
            .related(found.first(), "written here")
            .related(found.second(), "and used here by another iteration")
            .help(
                "the result depends on the order of the iterations: add seq, atomic where they only add up, or rewrite the loop so that none needs what another one stores",
            ),
    );
}

/// Tells of a loop for whose iterations a directive in `kernels` asks for levels, and of which analysis shows that they depend on each other (Wolfe, "A GPU
/// and Accelerator Programming Model": "we expect compilers to issue a warning message").
pub fn disproved(p: &mut Planner<'_>, n: &Node<'_>, found: &Dependence) {
    if !found.is_certain() || !n.clauses.as_ref().is_some_and(|c| c.has_level()) {
        return;
    }
    let text = reason::dependence(p.unit, found, "Loop");
    p.report(
        Diagnostic::warning(code::CARRIED_DEPENDENCE, directive(n), text)
            .label("asks for parallel iterations; their order is kept all the same")
            .related(found.first(), "written here")
            .related(found.second(), "and used here by another iteration")
            .help("leave the level out, or rewrite the loop so that no iteration needs what another one stores"),
    );
}

/// Whether it has been told that a loop isn't parallel although its directive asks for that.
pub fn is_told(p: &Planner<'_>, n: &Node<'_>) -> bool {
    let at = Some(directive(n));
    p.diagnostics
        .iter()
        .any(|d| d.code == code::CARRIED_DEPENDENCE && d.span == at)
}

/// A recognised reduction that no clause of a loop around asked for.
fn is_own_guess(n: &Node<'_>, r: &Reduction) -> bool {
    // One handed down keeps the span of its clause, which lies outside of the body.
    let b = n.body.span;
    r.span.start >= b.start && r.span.end <= b.end
}

/// What is said of a loop whose iterations change the start that its threads would look for: it runs in order where all of the construct's gangs are one
/// thread then, and else it isn't compiled.
pub fn start(n: &Node<'_>, kind: ComputeKind, found: &Dependence) -> Diagnostic {
    let text = "the loop changes its own start value";
    let d = match kind {
        ComputeKind::Kernels => Diagnostic::warning(
            code::CARRIED_DEPENDENCE,
            found.second(),
            format!("{text}, so it runs sequentially"),
        ),
        _ => Diagnostic::error(
            code::UNSUPPORTED_FORM,
            found.second(),
            format!(
                "{text}: that is not supported yet, since its threads begin at different times"
            ),
        ),
    };
    d.related(found.first(), "changed here")
        .related(directive(n), "called independent here")
        .help("give a variable the start before the construct, and begin the loop with that")
}

/// The warning about a loop that runs in order, since the `last` value of a scalar is used.
pub fn in_order(p: &Planner<'_>, n: &Node<'_>, scalars: &Scalars, last: &Dependence) -> Diagnostic {
    let directive = directive(n);
    let name = |(var, ..): &(VarId, Span, Option<Span>)| p.unit.var(*var).name.clone();
    let names: Vec<String> = scalars.last_value.iter().map(name).collect();
    let d = Diagnostic::warning(
        code::SCALAR_LIVE_OUT,
        last.first(),
        format!(
            "the loop runs sequentially: each iteration reads what it assigns to '{}', and its value after the loop may be used",
            names.join("', '")
        ),
    )
    .related(directive, "called independent here")
    .help(format!(
        "if the value isn't used after the loop, add private({}): then the loop runs in parallel",
        names.join(", ")
    ));
    match last.second() {
        at if at != last.first() => d.related(at, "used here"),
        _ => d,
    }
}
