//! The types in which loops are counted, by every rendering and by what decides how the host's cores count.

use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, LoopCmp, Types, constant};

/// The constant bound to which a loop counts down; behind 0, in a type that goes on from there to its largest value, as a negative number:
/// -1 for `i != (size_t)-1`.
pub fn down_to(unit: &Unit, head: &Canonical) -> Option<i128> {
    let bound = constant(&head.upper)?;
    let bits = 8 * unit.types.size_of(unit.var(head.var).ty)?;
    let half = 1i128 << (bits - 1).min(126);
    match around(unit, head) {
        Some(_) if bound >= half => Some(bound - 2 * half),
        Some(_) => Some(bound),
        None => head.upper.int_value(),
    }
}

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

/// The type in which C compares variable and bound.
#[derive(Clone, Copy)]
pub struct Compared {
    pub name: &'static str,
    pub unsigned: bool,
    /// Bytes: 4 or more.
    pub size: u64,
}

impl Compared {
    pub fn is_unsigned_int(self) -> bool {
        self.unsigned && self.size == 4
    }
}

/// See [`Compared`].
pub fn compared(unit: &Unit, head: &Canonical) -> Compared {
    let types = &unit.types;
    let mut size = 4;
    let mut unsigned = false;
    for ty in [unit.var(head.var).ty, head.upper.ty] {
        let s = types.size_of(ty).unwrap_or(8).max(4);
        let u = types.is_unsigned(ty) && types.size_of(ty).unwrap_or(8) >= 4;
        if s > size {
            (size, unsigned) = (s, u);
        } else if s == size {
            unsigned |= u;
        }
    }
    Compared {
        name: Types::integer_of(size, unsigned).unwrap_or("long"),
        unsigned,
        size,
    }
}

/// The largest value of a signed variable narrower than `int` that runs up to an unsigned bound. Behind it come negative
/// values, and those are larger than the bound to C: so the loop ends there, if not before.
pub fn last(unit: &Unit, head: &Canonical) -> Option<u32> {
    let ty = unit.var(head.var).ty;
    let size = unit.types.size_of(ty).filter(|s| *s < 4)?;
    let signed = unit.types.is_integer(ty) && !unit.types.is_unsigned(ty);
    let last = (1 << (8 * size - 1)) - 1;
    let beyond = |bound: i128| bound > i128::from(last);
    let reaches = matches!(head.cmp, LoopCmp::Lt | LoopCmp::Le)
        && compared(unit, head).unsigned
        && head.upper.int_value().is_none_or(beyond);
    (signed && reaches).then_some(last)
}
