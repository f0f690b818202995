//! Tiles of a device for columns whose range depends on the row: triangles, and what is like them.

use super::normal::Normal;
use crate::plan::Slant;
use crate::schedule::widest;
use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, LoopCmp};

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
    let grows = widest::grows(unit, column, row)?;
    let mut widest = column.clone();
    widest::widen(unit, &mut widest, row)?;
    Some(Some(Slant {
        grows,
        upper,
        may_lack: !always_has(row, column, upper),
        widest,
    }))
}

/// Whether each row has columns, in the usual cases: `j <= i`, and `j = i` up to where the rows end.
fn always_has(row: &Canonical, column: &Canonical, upper: bool) -> bool {
    let is_row = |e: &accrs_frontend::region::Expr| e.variable() == Some(row.var);
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
