//! Accesses in words, for dumps, reports and messages.

use super::verdict::{NotAffine, Touch};
pub use crate::print::show::{expr, interval, name, pairs, place};
use accrs_frontend::Unit;
use accrs_frontend::region::ExprKind;

/// "a[i + 1]", "what f does with a", "what f(i) does with b, which it names itself"
pub fn touch(unit: &Unit, t: &Touch) -> String {
    let what = expr(unit, &t.what);
    let Some(f) = t.by else { return what };
    match t.what.kind {
        ExprKind::Call { .. } => {
            format!(
                "what {what} does with {}, which it names itself,",
                name(unit, t.root)
            )
        }
        _ => format!("what {} does with {what}", unit.function(f).name),
    }
}

/// That it isn't affine.
pub fn is_not_affine(unit: &Unit, why: &NotAffine) -> String {
    match why {
        NotAffine::Call | NotAffine::CallAt(_) => {
            "which elements the function uses isn't known".into()
        }
        _ => format!(
            "{} is not affine in the loop variables",
            not_affine(unit, why)
        ),
    }
}

/// What isn't affine.
pub fn not_affine(unit: &Unit, why: &NotAffine) -> String {
    match why {
        NotAffine::Expr(e) | NotAffine::Cases(e, _) => expr(unit, e),
        NotAffine::TooLarge => "numbers too large".into(),
        NotAffine::Call | NotAffine::CallAt(_) => "the function's own accesses".into(),
        NotAffine::Moves(v) => format!("{}, which moves", name(unit, *v)),
    }
}
