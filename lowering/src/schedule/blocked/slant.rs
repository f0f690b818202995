//! Tiles of a device for columns whose range depends on the row: triangles, and what is like them.

use super::normal::Normal;
use crate::plan::Slant;
use crate::schedule::widest;
use accrs_frontend::Unit;
use accrs_frontend::region::{BinaryOp, Canonical, Expr, ExprKind, LoopCmp, UnaryOp};

/// How the columns of a band depend on its rows, if they do; the outer `None`: in a way that tiles can't have.
///
/// One bound may, steadily: then each column of a tile is one of that row's of the tile which has the most, and so what it reads is there.
pub fn of(unit: &Unit, n: &Normal) -> Option<Option<Slant>> {
    let [row, column] = n.band.as_slice() else {
        return Some(None);
    };
    let upper = match [&column.lower, &column.upper].map(|e| e.mentions(row.var)) {
        [false, false] => return Some(None),
        [true, true] => return None,
        [_, upper] => upper,
    };
    let grows = grows(unit, column, row, upper)?;
    let mut widest = column.clone();
    widest::widen(unit, &mut widest, row)?;
    Some(Some(Slant {
        grows,
        upper,
        may_lack: !always_has(row, column, upper),
        widest,
    }))
}

/// Whether a loop has more iterations the larger the variable of one around it is, which only one of its bounds names. `None`: not steadily, from each of that one's
/// iterations to the next. The variable stands there once, no conversion makes it smaller, and no first value [wraps around](may_wrap).
pub fn grows(unit: &Unit, head: &Canonical, outer: &Canonical, upper: bool) -> Option<bool> {
    let types = &unit.types;
    let bound = if upper { &head.upper } else { &head.lower };
    let (mut named, mut whole) = (0, true);
    bound.each_expr(|e| match &e.kind {
        ExprKind::Var(v) if *v == outer.var => named += 1,
        ExprKind::Cast { operand, .. } => {
            whole &= types.size_of(e.ty) >= types.size_of(operand.ty);
        }
        _ => {}
    });
    let steady = named == 1 && whole && !may_wrap(unit, head, outer);
    steady.then(|| widest::grows(unit, head, outer))?
}

/// Whether a loop's first value, which depends on the variable of one around it, may be a number below 0 that unsigned types don't have: a large one, behind which
/// there are no iterations.
pub fn may_wrap(unit: &Unit, head: &Canonical, outer: &Canonical) -> bool {
    if !head.lower.mentions(outer.var) {
        return false;
    }
    let types = &unit.types;
    let mut unsigned = types.is_unsigned(unit.var(head.var).ty);
    let begins = outer.lower.int_value().is_some_and(|n| n >= 0);
    let mut below = !begins && !types.is_unsigned(unit.var(outer.var).ty);
    head.lower.each_expr(|e| {
        unsigned |= types.is_unsigned(e.ty);
        below |= match &e.kind {
            ExprKind::Var(v) => *v != outer.var,
            ExprKind::Binary(BinaryOp::Sub, ..) | ExprKind::Unary(UnaryOp::Minus, _) => true,
            _ => false,
        };
    });
    unsigned && below
}

/// Whether each row has columns, in the usual cases: `j <= i`, and `j = i` up to where the rows end.
fn always_has(row: &Canonical, column: &Canonical, upper: bool) -> bool {
    let is_row = |e: &Expr| e.variable() == Some(row.var);
    match upper {
        true => {
            let [first, least] = [&row.lower, &column.lower].map(|e| e.int_value());
            let below = first
                .zip(least)
                .is_some_and(|(first, least)| least <= first);
            column.cmp == LoopCmp::Le && is_row(&column.upper) && below
        }
        false => {
            let alike = column.cmp == row.cmp && column.upper.is_like(&row.upper);
            is_row(&column.lower) && alike
        }
    }
}
