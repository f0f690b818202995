//! The types in which loops that run to `!=` a bound are counted, by every rendering and by what decides how the host's
//! cores count.

use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, LoopCmp, Types};

/// The integer type in which a loop that steps by one to `!=` its bound goes on from its largest value to 0: the distance
/// modulo its size is the trip count, whichever bound is larger.
pub fn around(unit: &Unit, head: &Canonical) -> Option<&'static str> {
    let ty = unit.var(head.var).ty;
    let counts = head.cmp == LoopCmp::Ne && head.step.int_value() == Some(1);
    (counts && unit.types.is_integer(ty) && unit.types.is_unsigned(ty))
        .then(|| Types::integer_of(unit.types.size_of(ty)?, true))?
}

/// The type of a signed variable that runs to `!=` a bound: it never leaves that type, but C's comparison of it with an
/// unsigned bound would.
pub fn own_type(unit: &Unit, head: &Canonical) -> Option<&'static str> {
    let ty = unit.var(head.var).ty;
    let signed = unit.types.is_integer(ty) && !unit.types.is_unsigned(ty);
    (head.cmp == LoopCmp::Ne && signed)
        .then(|| Types::integer_of(unit.types.size_of(ty)?, false))?
}
