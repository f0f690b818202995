//! May a loop run in parallel? The user's word where he gave it, else the analysis.

use super::nest::{Node, Summing};
use super::planner::Planner;
use super::scalars::{self, Owner, Scalars, clause_privates};
use super::scope::Surroundings;
use super::{arrays, columns, data, doubt, sums};
use crate::analyse::verdict::Dependence;
use crate::analyse::{depend, heads, ordered, uses};
use crate::plan::{ComputeKind, InOrder, Reason, ReasonKind, Reduction};
use accrs_frontend::region::{Canonical, VarId};
use indexmap::IndexSet;

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
        (None, _) if n.automatic => Wanted::Auto,
        (None, _) => Wanted::Plain,
    }
}

/// Whether the user calls a loop's iterations independent.
pub fn is_independent(n: &Node<'_>, kind: ComputeKind) -> bool {
    matches!(wanted(n, kind), Wanted::Independent)
}

/// Decides for all loops of a construct, or of a function.
pub fn all<'a>(p: &mut Planner<'_>, roots: &mut [Node<'a>], s: &Surroundings<'_, 'a>) {
    for n in roots {
        decide(p, n, &mut Vec::new(), &[], &mut Vec::new(), s);
    }
}

/// Decides `n` and all loops inside of it. `around`: heads of the loops outside, outermost first.
fn decide<'a>(
    p: &mut Planner<'_>,
    n: &mut Node<'a>,
    around: &mut Vec<&'a Canonical>,
    outer_reductions: &[Reduction],
    owners: &mut Vec<Owner<'a>>,
    s: &Surroundings<'_, 'a>,
) {
    let wanted = wanted(n, s.kind);
    let mut scalars = scalars::of_loop(p, n, around, (outer_reductions, owners), s);
    n.decision.reductions = scalars.reductions.clone();
    if scalars.reductions.iter().any(|r| !r.pieces.is_empty()) {
        n.decision.device_only = true;
        n.decision.notes.push(
            "on the host's cores it runs sequentially: OpenMP reduces one part of an array alone"
                .into(),
        );
    }
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
                    p.report(doubt::in_order(p, n, &scalars, &last));
                    (false, ReasonKind::Dependence(last.into()))
                }
                None if let Some(found) = start_changes(n, around, s, &scalars) => {
                    p.report(doubt::start(n, s.kind, &found));
                    (false, ReasonKind::Dependence(found.into()))
                }
                None => {
                    let found = memory(n, around, s, &scalars, &IndexSet::new()).err();
                    doubt::tell(p, n, s, &scalars, found.as_ref());
                    let said = n.clauses.as_ref().is_some_and(|c| c.independent);
                    (true, ReasonKind::Independent { said })
                }
            },
            Wanted::Auto => match analyse(p, n, around, s, &mut scalars) {
                Ok(_) if !n.automatic && ordered::acts(p.unit, n.body) => {
                    (false, ReasonKind::InOrder(InOrder::Shown))
                }
                Ok(free) => {
                    sums::set_flags(p, n, &scalars);
                    (true, proven(free))
                }
                Err((d, summing)) => {
                    let may = !ordered::acts(p.unit, n.body);
                    n.decision.summing = summing.filter(|_| may && scalars.flags.is_empty());
                    n.decision.notes.extend(takes_any(p, n, s, &d));
                    if n.decision.summing.is_none() {
                        doubt::disproved(p, n, &d);
                    }
                    (false, ReasonKind::Dependence(d.into()))
                }
            },
        }
    };
    n.decision.privatisable = scalars.privatisable;
    n.decision.covered = scalars.covered;
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

/// A word on a largest or smallest value whose order NaN shows.
fn takes_any<'a>(
    p: &Planner<'_>,
    n: &Node<'a>,
    s: &Surroundings<'_, 'a>,
    found: &Dependence,
) -> Option<String> {
    let Dependence::Scalar { var, .. } = found else {
        return None;
    };
    let facts = s.facts.part(n.body);
    let how = facts.updates().accumulation(p.unit, *var)?;
    let (name, op) = (&p.unit.var(*var).name, how.op.symbol());
    let sign = if op == "max" { '>' } else { '<' };
    (!how.is_free()).then(|| {
        format!(
            "'{name}' takes each value that is NaN, and then the next one, so the result depends on the order: with if (value {sign} {name}) {name} = value, reduction({op}:{name}) or -ffinite-math-only the loop could be parallel"
        )
    })
}

pub(super) fn proven(free: depend::Free) -> ReasonKind {
    match free.is_certain() {
        true => ReasonKind::Proven,
        false => ReasonKind::ProvenApart {
            of: Box::new(free),
            on_cores: None,
        },
    }
}

fn of_scalars<'a>(
    n: &Node<'a>,
    around: &[&'a Canonical],
    s: &Surroundings<'_, 'a>,
    scalars: &Scalars,
) -> Option<Dependence> {
    let (var, written, read) = *scalars.carried.first()?;
    let read = (written != read).then_some(read);
    let facts = s.facts.part(n.body);
    Some(depend::of_scalar(
        (&facts, s.facts),
        &n.heads,
        around,
        (var, written, read),
    ))
}

/// The analysis' answer for a loop. Arrays that stand in the way become private where they can. With a dependence: what would hold
/// if the sums that cause it were combined.
fn analyse<'a>(
    p: &Planner<'_>,
    n: &Node<'a>,
    around: &[&'a Canonical],
    s: &Surroundings<'_, 'a>,
    scalars: &mut Scalars,
) -> Result<depend::Free, (Dependence, Option<Box<Summing>>)> {
    let tangled = s.tangled.map(Dependence::Tangled);
    let scalar = || of_scalars(n, around, s, scalars).or_else(|| of_last_values(scalars));
    if let Some(d) = tangled.or_else(scalar) {
        return Err((d, None));
    }
    let before = scalars.privatisable.len();
    let mut of: IndexSet<VarId> = IndexSet::new();
    // What is in the way of the loop as it is.
    let mut first: Option<Dependence> = None;
    loop {
        let d = match memory(n, around, s, scalars, &of) {
            Err(d) => d,
            Ok(free) => {
                let Some(first) = first else {
                    return Ok(free);
                };
                let summing = Summing {
                    alone: asked(n, around, s, scalars, &of, depend::sums_stand_alone),
                    of,
                    free,
                    privatisable: scalars.privatisable.clone(),
                    reductions: scalars.reductions.clone(),
                };
                scalars.privatisable.truncate(before);
                return Err((first, Some(Box::new(summing))));
            }
        };
        match arrays::privatisable(p, n, around, s, &d) {
            Some(array) if !scalars.privatisable.contains(&array) => {
                scalars.privatisable.push(array);
                continue;
            }
            _ => {}
        }
        let more = sums::in_the_way(n, s, &d).is_some_and(|var| of.insert(var));
        let d = first.unwrap_or(d);
        if !more {
            // In order, the loop has no need of copies.
            scalars.privatisable.truncate(before);
            return Err((d, None));
        }
        first = Some(d);
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

/// What stands in the way of threads that would each look for the start of a loop that is called independent: an iteration may have changed it by
/// then.
fn start_changes<'a>(
    n: &Node<'a>,
    around: &[&'a Canonical],
    s: &Surroundings<'_, 'a>,
    scalars: &Scalars,
) -> Option<Dependence> {
    let facts = s.facts.part(n.body);
    let atomic = n.heads.iter().find_map(|h| {
        let used = uses::of_expr(facts.unit, &h.lower);
        let mut read = used.vars.iter().filter_map(|(v, u)| Some((*v, u.read?)));
        read.find_map(|(var, read)| {
            let written = facts.uses().get(var)?.written?;
            let certain = facts.updates().is_atomic(var);
            certain.then_some(Dependence::Scalar {
                var,
                written,
                read: Some(read),
                certain,
            })
        })
    });
    let none = IndexSet::new();
    atomic.or_else(|| asked(n, around, s, scalars, &none, heads::start_changes))
}

fn memory<'a>(
    n: &Node<'a>,
    around: &[&'a Canonical],
    s: &Surroundings<'_, 'a>,
    scalars: &Scalars,
    sums: &IndexSet<VarId>,
) -> Result<depend::Free, Dependence> {
    asked(
        n,
        around,
        s,
        scalars,
        sums,
        |question| match depend::carried(question) {
            Err(d) if !d.is_certain() => columns::free(n, question).ok_or(d),
            found => found,
        },
    )
}

/// Asks something about the memory that a loop's iterations touch.
fn asked<'a, T>(
    n: &Node<'a>,
    around: &[&'a Canonical],
    s: &Surroundings<'_, 'a>,
    scalars: &Scalars,
    sums: &IndexSet<VarId>,
    ask: impl FnOnce(&depend::Question<'_, 'a>) -> T,
) -> T {
    let reduced = &scalars.reduced;
    let mut private: IndexSet<VarId> = scalars.privatisable.iter().copied().collect();
    if let Some(c) = &n.clauses {
        private.extend(c.private.iter().filter_map(|r| data::whole_var(r)));
    }
    ask(&depend::Question {
        facts: &s.facts.part(n.body),
        whole: s.facts,
        heads: &n.heads,
        around,
        inside: &[],
        private: &private,
        reduced,
        sums,
        aliases: if n.automatic { s.unasked } else { s.aliases },
    })
}
