//! Variables in clauses that exclude each other (OpenACC 3.3 §2.5.13 to §2.5.15, §2.7), and parts of one variable.

use crate::diag::{Diagnostic, codes};
use crate::directive::{Clause, ClauseKind, DataRef, Section};
use crate::region::{Expr, ExprKind, constant};

/// A variable is private, firstprivate, reduced, or has a data action: one of these,
/// save that a reduced one may be copied. Parts of an array that lie apart may be in several clauses of one kind.
pub fn check(clauses: &[&Clause<Expr>], out: &mut Vec<Diagnostic>) {
    let mut seen: Vec<(&DataRef<Expr>, &Clause<Expr>)> = Vec::new();
    for clause in clauses {
        let vars = match &clause.kind {
            ClauseKind::Private(vars)
            | ClauseKind::Firstprivate(vars)
            | ClauseKind::Reduction(_, vars)
            | ClauseKind::Data(_, _, vars) => vars,
            _ => continue,
        };
        for v in vars {
            // Both halves of a combined construct carry its reduction.
            if seen.iter().any(|(s, _)| s.span == v.span) {
                continue;
            }
            let first = seen.iter().copied().find(|(s, first)| {
                same_variable(&s.base, &v.base)
                    && excludes(first, clause)
                    && !(may_lie_apart(first, clause) && overlap(s, v) != Some(true))
            });
            seen.push((v, clause));
            if let Some((first, other)) = first {
                let message = match overlap(first, v) {
                    Some(true) if first.sections.is_empty() == v.sections.is_empty() => {
                        format!(
                            "`{}` is in `{}` and in `{}`",
                            v.text, other.name, clause.name
                        )
                    }
                    Some(true) => format!(
                        "`{}` is in `{}`, and `{}` in `{}`",
                        first.text, other.name, v.text, clause.name
                    ),
                    _ => format!(
                        "`{}` is in `{}`, and `{}` of the same variable in `{}`: parts of one variable must be all private, all firstprivate, all reduced, or all shared",
                        first.text, other.name, v.text, clause.name
                    ),
                };
                let error = Diagnostic::error(codes::VARIABLE_TWICE, v.span, message)
                    .related(first.span, "given here first");
                out.push(error);
            }
        }
    }
}

fn excludes(a: &Clause<Expr>, b: &Clause<Expr>) -> bool {
    use ClauseKind as C;
    // Both halves of a combined construct carry its reduction.
    if a.span == b.span {
        return matches!(a.kind, C::Reduction(..));
    }
    !matches!(
        (&a.kind, &b.kind),
        (C::Data(..), C::Data(..))
            | (C::Data(..), C::Reduction(..))
            | (C::Reduction(..), C::Data(..))
    )
}

/// Whether two clauses may have different parts of one variable.
fn may_lie_apart(a: &Clause<Expr>, b: &Clause<Expr>) -> bool {
    use ClauseKind as C;
    matches!(
        (&a.kind, &b.kind),
        (C::Private(_), C::Private(_))
            | (C::Firstprivate(_), C::Firstprivate(_))
            | (C::Reduction(..), C::Reduction(..))
    )
}

/// Whether two parts of a variable have elements in common, if that is known.
pub fn overlap(a: &DataRef<Expr>, b: &DataRef<Expr>) -> Option<bool> {
    let all = a.sections.iter().zip(&b.sections);
    let known = all.map(|(a, b)| {
        let like = match (a, b) {
            (Section::Element(a), Section::Element(b)) => a.is_like(b),
            (
                Section::Range {
                    lower: a,
                    length: n,
                },
                Section::Range {
                    lower: b,
                    length: m,
                },
            ) => {
                let same = |x: &Option<Expr>, y: &Option<Expr>| match (x, y) {
                    (Some(x), Some(y)) => x.is_like(y),
                    (None, None) => true,
                    _ => false,
                };
                same(a, b) && same(n, m)
            }
            _ => false,
        };
        if like {
            return Some(true);
        }
        let ((a, a_end), (b, b_end)) = (indices(a)?, indices(b)?);
        Some(a < b_end && b < a_end)
    });
    let known: Vec<Option<bool>> = known.collect();
    match known.contains(&Some(false)) {
        true => Some(false),
        false => known.iter().all(Option::is_some).then_some(true),
    }
}

/// The first index of a dimension, and the one behind the last, if they are constant.
fn indices(s: &Section<Expr>) -> Option<(i128, i128)> {
    match s {
        Section::Element(e) => constant(e).map(|n| (n, n + 1)),
        Section::Range { lower, length } => {
            let lower = lower.as_ref().map_or(Some(0), constant)?;
            let end = match length {
                Some(n) => lower + constant(n)?,
                None => i128::MAX,
            };
            Some((lower, end))
        }
    }
}

fn same_variable(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Var(x), ExprKind::Var(y)) => x == y,
        _ => false,
    }
}
