//! May a loop run in parallel? The user's word where he gave it, else the analysis.

use super::nest::Node;
use super::planner::{Planner, code};
use super::{columns, data, reductions};
use crate::analyse::facts::Facts;
use crate::analyse::verdict::Dependence;
use crate::analyse::{depend, flow, reduction};
use crate::plan::{ComputeKind, Reason, ReasonKind, Reduction, reason};
use accrs_frontend::Diagnostic;
use accrs_frontend::region::place;
use accrs_frontend::region::{Canonical, Stmt, VarId};
use accrs_frontend::source::Span;
use indexmap::IndexSet;

/// What the decision on a loop may build on.
pub struct Surroundings<'s, 'a> {
    pub kind: ComputeKind,
    /// Of all statements of the construct.
    pub facts: &'s Facts<'a>,
    /// Variables that the host's text reads behind the construct.
    pub live_out: &'s IndexSet<VarId>,
    /// Private or firstprivate by a clause of the construct.
    pub privates: &'s IndexSet<VarId>,
    /// In a data clause: they live in device memory, and all iterations share them.
    pub shared: &'s IndexSet<VarId>,
    /// Reduced by the construct itself.
    pub reduced: &'s IndexSet<VarId>,
    /// What is known of aliases.
    pub aliases: &'s depend::Aliases,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Seq,
    Independent,
    Auto,
    /// A plain `for` of parallel or serial.
    Plain,
}

fn wanted(n: &Node<'_>, kind: ComputeKind) -> Wanted {
    match (&n.clauses, kind) {
        (Some(c), _) if c.seq => Wanted::Seq,
        (Some(c), _) if c.independent => Wanted::Independent,
        (Some(c), _) if c.auto => Wanted::Auto,
        (_, ComputeKind::Kernels) => Wanted::Auto,
        (Some(_), _) => Wanted::Independent,
        (None, _) => Wanted::Plain,
    }
}

/// Decides `n` and all loops inside of it. `around`: heads of the loops outside, outermost first.
pub fn decide<'a>(
    p: &mut Planner<'_>,
    n: &mut Node<'a>,
    around: &mut Vec<&'a Canonical>,
    outer_reductions: &[Reduction],
    owners: &mut Vec<Owner<'a>>,
    s: &Surroundings<'_, 'a>,
) {
    let wanted = wanted(n, s.kind);
    let scalars = scalars(p, n, outer_reductions, owners, s);
    n.decision.reductions = scalars.reductions.clone();
    n.decision.privatisable = scalars.privatisable.clone();
    let serial = s.kind == ComputeKind::Serial;
    let (parallel, why) = if n.heads.is_empty() {
        (false, ReasonKind::NotCanonical)
    } else if serial {
        (false, ReasonKind::Serial)
    } else {
        match wanted {
            Wanted::Seq => (false, ReasonKind::SeqClause),
            Wanted::Plain => (false, ReasonKind::NoDirective),
            Wanted::Independent => match kept_in_order(s, &scalars) {
                Some(last) => {
                    p.report(last_value_in_order(p, n, &scalars, &last));
                    (false, ReasonKind::Dependence(last.into()))
                }
                None => {
                    doubt(p, n, around, s, &scalars);
                    let said = n.clauses.as_ref().is_some_and(|c| c.independent);
                    (true, ReasonKind::Independent { said })
                }
            },
            Wanted::Auto => match analyse(n, around, s, &scalars) {
                Ok(free) => (true, proven(free)),
                Err(d) => (false, ReasonKind::Dependence(d.into())),
            },
        }
    };
    n.decision.parallel = parallel;
    n.decision.reason = Reason::new(why);
    if !parallel {
        // In order, nothing needs to be combined but what a clause names.
        n.decision.reductions.retain(|r| !r.inferred);
    }
    let inner = [outer_reductions, &n.decision.reductions].concat();
    let depth = n.heads.len();
    around.extend(n.heads.iter().copied());
    owners.push(Owner {
        vars: clause_privates(n),
        body: n.body,
    });
    for c in &mut n.children {
        decide(p, c, around, &inner, owners, s);
    }
    owners.pop();
    around.truncate(around.len() - depth);
}

fn proven(free: depend::Free) -> ReasonKind {
    match free.by_clauses {
        pairs if pairs.is_empty() => ReasonKind::Proven,
        pairs => ReasonKind::ProvenByClauses { pairs, asked: None },
    }
}

/// A loop around, and what its clauses make private to each of its iterations.
pub struct Owner<'a> {
    vars: IndexSet<VarId>,
    body: &'a Stmt,
}

fn clause_privates(n: &Node<'_>) -> IndexSet<VarId> {
    let clauses = n.clauses.iter().flat_map(|c| &c.private);
    clauses.filter_map(|r| data::whole_var(r)).collect()
}

/// A loop's scalars, sorted.
#[derive(Default)]
struct Scalars {
    privatisable: Vec<VarId>,
    reductions: Vec<Reduction>,
    /// All that have a copy in each thread: by clauses here and around.
    reduced: IndexSet<VarId>,
    /// Assigned in one iteration, and read (or asked for) in another or behind the loop.
    carried: Vec<(VarId, Span, Span)>,
    /// Privatisable, but read behind the loop.
    last_value: Vec<(VarId, Span, Option<Span>)>,
}

fn scalars<'a>(
    p: &mut Planner<'_>,
    n: &Node<'a>,
    outer: &[Reduction],
    owners: &[Owner<'_>],
    s: &Surroundings<'_, 'a>,
) -> Scalars {
    let mut out = Scalars::default();
    let mut clause_private = clause_privates(n);
    let facts = s.facts.part(n.body);
    let used = facts.uses();
    if let Some(c) = &n.clauses {
        for (op, r) in &c.reductions {
            match reductions::of_clause(p, *op, r) {
                Some(r) if used.get(r.var).is_some() => out.reductions.push(r),
                // What no iteration changes keeps its value.
                Some(_) => {}
                // It had an error: that is enough.
                None => clause_private.extend(data::whole_var(r)),
            }
        }
    }
    let mut mine: IndexSet<VarId> = clause_private.union(s.privates).copied().collect();
    mine.extend(outer.iter().chain(&out.reductions).map(|r| r.var));
    out.reductions
        .extend(reductions::of_inner(p, n, used, &mine));
    let around = outer.iter().chain(&out.reductions).map(|r| r.var);
    out.reduced = around.chain(s.reduced.iter().copied()).collect();
    let exposed = facts.exposed();
    let after = flow::after_loop(p.unit, s.facts.code.iter().copied(), n.loop_.id).exposed;
    let heads: IndexSet<VarId> = n.head_vars().collect();
    for (&var, u) in &used.vars {
        let Some(written) = u.written else { continue };
        let skip = used.declared.contains(&var)
            || heads.contains(&var)
            || clause_private.contains(&var)
            || out.reductions.iter().any(|r| r.var == var)
            || reduction::is_atomic(n.body, var)
            || !is_plain(p, var);
        if skip {
            continue;
        }
        if let Some(r) = outer.iter().find(|r| r.var == var) {
            // A reduction given on a loop around reaches updates in here.
            out.reductions.push(Reduction {
                inferred: true,
                ..r.clone()
            });
            continue;
        }
        // A copy that an iteration around has for itself ends with that iteration.
        let owner = owners.iter().rev().find(|o| o.vars.contains(&var));
        let in_construct = match owner {
            Some(o) => {
                let code = std::slice::from_ref(o.body);
                let after = flow::after_loop(p.unit, code, n.loop_.id).exposed;
                after.get(&var).copied()
            }
            None => after.get(&var).copied(),
        };
        let in_host = owner.is_none()
            && !s.privates.contains(&var)
            && s.live_out.contains(&var)
            && (s.kind == ComputeKind::Kernels || s.shared.contains(&var));
        let wanted = in_construct.is_some() || in_host;
        // What no iteration reads needs no copy: the write itself is what is asked for.
        let asked = u.read.is_none() && (wanted || s.shared.contains(&var));
        match exposed.get(&var) {
            None if u.address.is_none() && !asked => {
                out.privatisable.push(var);
                if wanted {
                    out.last_value.push((var, written, in_construct));
                }
            }
            // Members that are arrays are looked at like arrays.
            _ if place::holds_array(p.unit, p.unit.var(var).ty) => {}
            None => out.carried.push((var, written, written)),
            Some(read) => match reduction::recognise(p.unit, n.body, var) {
                Some(op) => out
                    .reductions
                    .push(reductions::inferred(p, op, var, written)),
                None => out.carried.push((var, written, *read)),
            },
        }
    }
    out
}

/// A scalar or struct that can be private to a thread: no array, no volatile.
fn is_plain(p: &Planner<'_>, var: VarId) -> bool {
    let types = &p.unit.types;
    let ty = p.unit.var(var).ty;
    types.is_scalar(ty) || types.is_record(ty)
}

fn of_scalars(scalars: &Scalars) -> Option<Dependence> {
    let (var, written, read) = *scalars.carried.first()?;
    let read = (written != read).then_some(read);
    Some(Dependence::Scalar { var, written, read })
}

/// The analysis' answer for a loop.
fn analyse<'a>(
    n: &Node<'a>,
    around: &[&'a Canonical],
    s: &Surroundings<'_, 'a>,
    scalars: &Scalars,
) -> Result<depend::Free, Dependence> {
    match of_scalars(scalars).or_else(|| of_last_values(scalars)) {
        Some(d) => Err(d),
        None => memory(n, around, s, scalars),
    }
}

fn of_last_values(scalars: &Scalars) -> Option<Dependence> {
    let (var, written, read) = *scalars.last_value.first()?;
    Some(Dependence::LastValue { var, written, read })
}

/// Why a loop of `kernels` that is called independent runs in order all the same: each iteration needs a
/// copy of a scalar for itself, and what follows needs the value that the last of them leaves, since
/// `kernels` shares it (§2.6.2). In `parallel` such a scalar is each gang's own.
fn kept_in_order(s: &Surroundings<'_, '_>, scalars: &Scalars) -> Option<Dependence> {
    of_last_values(scalars).filter(|_| s.kind == ComputeKind::Kernels)
}

/// The warning about such a loop.
fn last_value_in_order(
    p: &Planner<'_>,
    n: &Node<'_>,
    scalars: &Scalars,
    last: &Dependence,
) -> Diagnostic {
    let directive = n.clauses.as_ref().map_or(n.body.span, |c| c.span);
    let name = |(var, ..): &(VarId, Span, Option<Span>)| p.unit.var(*var).name.clone();
    let names: Vec<String> = scalars.last_value.iter().map(name).collect();
    let d = Diagnostic::warning(
        code::SCALAR_LIVE_OUT,
        last.first(),
        format!(
            "the loop runs in order: each iteration reads what it assigns to '{}', and its value after the loop may be used",
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

fn memory<'a>(
    n: &Node<'a>,
    around: &[&'a Canonical],
    s: &Surroundings<'_, 'a>,
    scalars: &Scalars,
) -> Result<depend::Free, Dependence> {
    let reduced = &scalars.reduced;
    let mut private: IndexSet<VarId> = scalars.privatisable.iter().copied().collect();
    if let Some(c) = &n.clauses {
        private.extend(c.private.iter().filter_map(|r| data::whole_var(r)));
    }
    let question = depend::Question {
        facts: &s.facts.part(n.body),
        heads: &n.heads,
        around,
        inside: &[],
        private: &private,
        reduced,
        aliases: s.aliases,
    };
    match depend::carried(&question) {
        Err(d) if !d.is_certain() => columns::free(n, &question).ok_or(d),
        found => found,
    }
}

/// Tells the user of a loop called independent that is not.
fn doubt<'a>(
    p: &mut Planner<'_>,
    n: &Node<'a>,
    around: &[&'a Canonical],
    s: &Surroundings<'_, 'a>,
    scalars: &Scalars,
) {
    let directive = n.clauses.as_ref().map_or(n.body.span, |c| c.span);
    for (var, written, read) in &scalars.carried {
        if s.reduced.contains(var) || (s.privates.contains(var) && written == read) {
            continue;
        }
        if written == read && reduction::is_flag(n.body, *var) {
            continue;
        }
        let name = p.unit.var(*var).name.clone();
        let used = if written == read {
            "and by others"
        } else {
            "and used by others"
        };
        p.report(
            Diagnostic::warning(
                code::SHARED_SCALAR,
                *written,
                format!(
                    "'{name}' is written by one iteration {used} of a loop that runs in parallel"
                ),
            )
            .related(directive, "the loop is independent by this directive")
            .help(format!(
                "add reduction(...:{name}) or private({name}), or run the loop with seq"
            )),
        );
    }
    let races: Vec<_> = scalars
        .reductions
        .iter()
        .filter(|r| r.inferred && !s.reduced.contains(&r.var))
        .filter(|r| is_own_guess(n, r))
        .cloned()
        .collect();
    for r in races {
        let name = p.unit.var(r.var).name.clone();
        if s.kind == ComputeKind::Parallel {
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
    if let Err(found) = memory(n, around, s, scalars)
        && found.is_certain()
    {
        let text = reason::dependence(p.unit, &found, "Loop");
        p.report(
            Diagnostic::warning(code::CARRIED_DEPENDENCE, directive, text)
                .label("run in parallel as the directive says")
                .related(found.first(), "written here")
                .related(found.second(), "and used here by another iteration")
                .help("the result depends on the order of the iterations; remove the clause, or add seq"),
        );
    }
}

/// A recognised reduction that no clause of a loop around asked for.
fn is_own_guess(n: &Node<'_>, r: &Reduction) -> bool {
    // One handed down keeps the span of its clause, which lies outside of the body.
    let b = n.body.span;
    r.span.start >= b.start && r.span.end <= b.end
}
