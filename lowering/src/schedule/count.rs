//! How the host's cores count a loop: OpenMP's `for` where host compilers count it right, else iterations numbered
//! in 64 bits and shared out (`render/openmp/counted.rs`).
//!
//! OpenMP's `for` stays for `int`, `unsigned`, `long`, `unsigned long`, `long long` and pointers, upwards or downwards by one, and
//! for the 64-bit ones upwards by any step: that is readable, and fast. The rest is counted here, each for its reason.

use crate::plan::COPIED;
use crate::trips;
use accrs_frontend::Unit;
use accrs_frontend::region::verify::constant;
use accrs_frontend::region::{Canonical, LoopCmp, Type, VarId};

/// Why OpenMP's `for` can't take a loop as it stands; `None`: it can. `private`: variables with a copy in each
/// iteration, which the loop's head can't be made of.
pub fn why_counted(unit: &Unit, head: &Canonical, private: &[VarId]) -> Option<&'static str> {
    let types = &unit.types;
    let ty = unit.var(head.var).ty;
    let one = head.step.int_value() == Some(1);
    if !matches!(
        types.canonical(ty),
        Type::Char | Type::Int(_) | Type::Pointer(_)
    ) {
        return Some("OpenMP counts with integers and pointers only");
    }
    if !types.is_pointer(ty) && types.size_of(ty).is_none_or(|s| s < 4) {
        // gcc steps downwards by adding 256 - n to an unsigned char, and finds no iterations.
        return Some("host compilers count in the variable's own narrow type");
    }
    if foregone(unit, head) {
        return Some("its type alone tells how its comparison ends, which OpenMP refuses");
    }
    if head.cmp == LoopCmp::Ne && !one {
        return Some("OpenMP takes `!=` with steps of one only");
    }
    if trips::around(unit, head).is_some() && !straight(head) {
        return Some("OpenMP compares the bounds, and `!=` may lead around the type's end");
    }
    if head.down && types.is_unsigned(ty) && !one {
        return Some("a step down is a large number in an unsigned type");
    }
    if trips::own_type(unit, head).is_some() && types.is_unsigned(head.upper.ty) && !straight(head)
    {
        return Some("its variable is compared with an unsigned bound");
    }
    if signs_differ(unit, head) {
        return Some("C compares its signed variable as an unsigned number, and OpenMP doesn't");
    }
    if head.lower.mentions(head.var) {
        return Some("it starts from its variable's own value, which OpenMP refuses");
    }
    if leaves_type(unit, head) {
        return Some("the distance between the bounds may not fit the variable's type");
    }
    [&head.lower, &head.upper, &head.step]
        .into_iter()
        .any(|e| private.iter().any(|v| e.mentions(*v)))
        .then_some(COPIED)
}

/// Whether the host compiler makes a constant of the comparison, as of `u < 0` for an unsigned `u`: the bound
/// is a constant that the variable's type doesn't go beyond.
fn foregone(unit: &Unit, head: &Canonical) -> bool {
    let types = &unit.types;
    let ty = unit.var(head.var).ty;
    let (Some(bound), Some(size)) = (constant(&head.upper), types.size_of(ty)) else {
        return false;
    };
    if types.is_pointer(ty) {
        return false;
    }
    // C may compare in a larger or unsigned type, whose ends count as well.
    let compared = trips::compared(unit, head);
    if compared.unsigned {
        let whole = 1i128 << (8 * compared.size).min(126);
        let bound = if bound < 0 { bound + whole } else { bound };
        if head.cmp == LoopCmp::Lt && bound == 0 || head.cmp == LoopCmp::Gt && bound == whole - 1 {
            return true;
        }
    }
    let bound = match types.size_of(head.upper.ty) {
        Some(size) if bound < 0 && types.is_unsigned(head.upper.ty) => bound + (1 << (8 * size)),
        _ => bound,
    };
    let (low, high) = match (types.is_unsigned(ty), 8 * size) {
        (true, bits) => (0, (1i128 << bits.min(126)) - 1),
        (false, bits) => (
            -1i128 << (bits - 1).min(126),
            (1i128 << (bits - 1).min(126)) - 1,
        ),
    };
    let at_end = match head.cmp {
        LoopCmp::Lt => bound == low,
        LoopCmp::Gt => bound == high,
        _ => false,
    };
    at_end || !(low..=high).contains(&bound)
}

/// Whether C compares a signed variable with its bound as unsigned numbers, and the way to the bound may not lie among those that both types have: a
/// negative start is beyond every bound to C, and OpenMP compilers take the bound as a number of the variable's type.
fn signs_differ(unit: &Unit, head: &Canonical) -> bool {
    let ty = unit.var(head.var).ty;
    let signed = unit.types.is_integer(ty) && !unit.types.is_unsigned(ty);
    let known = match head.down {
        true => constant(&head.upper).is_some(),
        false => constant(&head.lower).is_some_and(|from| from >= 0),
    };
    signed && head.cmp != LoopCmp::Ne && trips::compared(unit, head).unsigned && !known
}

/// Whether the bounds are constants that lead there without passing the type's end.
fn straight(head: &Canonical) -> bool {
    match (constant(&head.lower), constant(&head.upper)) {
        (Some(from), Some(to)) if head.down => 0 <= to && to <= from,
        (Some(from), Some(to)) => 0 <= from && from <= to,
        (Some(0), None) => !head.down,
        (None, Some(0)) => head.down,
        _ => false,
    }
}

/// Whether the distance between the bounds, and a step, may be too large for the variable's own type, in
/// which OpenMP compilers count iterations.
fn leaves_type(unit: &Unit, head: &Canonical) -> bool {
    let types = &unit.types;
    let ty = unit.var(head.var).ty;
    let (Some(lower), Some(upper), Some(size)) = (
        constant(&head.lower),
        constant(&head.upper),
        types.size_of(ty),
    ) else {
        // A bound at the type's end plus a step would leave it.
        let wide = types.size_of(ty).is_none_or(|s| s > 4);
        return !wide && head.step.int_value() != Some(1);
    };
    let bits = 8 * size - u64::from(!types.is_unsigned(ty));
    let step = constant(&head.step).unwrap_or(1);
    (upper - lower).abs().saturating_add(step.abs()) >= 1i128 << bits.min(126)
}
