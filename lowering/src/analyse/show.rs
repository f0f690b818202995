//! Accesses in words, for dumps, reports and messages.

use super::verdict::{NotAffine, Touch};
pub use crate::print::show::{expr, interval, name, pairs, place};
use accrs_frontend::Unit;

/// "a[i + 1]", "what f does with a"
pub fn touch(unit: &Unit, t: &Touch) -> String {
    let what = expr(unit, &t.what);
    match t.by {
        Some(f) => format!("what {} does with {what}", unit.function(f).name),
        None => what,
    }
}

/// What isn't affine.
pub fn not_affine(unit: &Unit, why: &NotAffine) -> String {
    match why {
        NotAffine::Expr(e) | NotAffine::Cases(e, _) => expr(unit, e),
        NotAffine::TooLarge => "numbers too large".into(),
        NotAffine::Call => "the function's own accesses".into(),
        NotAffine::Moves(v) => format!("{}, which moves", name(unit, *v)),
    }
}
