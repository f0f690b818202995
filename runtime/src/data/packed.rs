//! Sections of which only rows are used, far apart: a block of a matrix, a column. The compiler tells them of items that no clause names; what lies
//! between the rows stays where it is, though the device has room for all of it, and kernels find elements where they always are.

use super::Data;
use crate::abi::flag;
use crate::device::packed::{Packed, When, when};

/// The rows of an access, in elements from where the object begins: the first element of the first one, how many, and their width.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    pub first: i64,
    pub count: i64,
    pub width: i64,
}

/// The rows of the section that the accesses use, if these are all `distance` elements apart, and moving them alone takes at most half as long as moving all; of
/// those that are overwritten, which only come back, three quarters of what both ways would take.
/// `base`: the object's address, and the bytes of its elements.
pub fn alone(
    d: &Data,
    (base, element): (usize, i64),
    distance: i64,
    used: &[Rows],
) -> Option<Packed> {
    let start = (d.host as usize).wrapping_sub(base) as isize as i128;
    let section = i128::try_from(d.bytes).ok()?;
    let element = i128::from(element);
    let distance = i128::from(distance) * element;
    let when = when();
    if distance <= 0 || section == 0 || d.blocks != 1 || when == When::Never {
        return None;
    }
    let used = used.iter().filter(|r| r.count > 0 && r.width > 0);
    // From the section's start on: where the rows begin and end, and where each is in a circle of one distance.
    let (mut from, mut to) = (section, 0);
    let mut arcs = Vec::new();
    for rows in used {
        let first = i128::from(rows.first) * element - start;
        let width = i128::from(rows.width) * element;
        if width >= distance {
            return None;
        }
        let more = i128::from(rows.count - 1).checked_mul(distance)?;
        (from, to) = (from.min(first), to.max(first + more + width));
        arcs.push((first.rem_euclid(distance), width));
    }
    let (from, to) = (from.max(0), to.min(section));
    let (begin, width) = together(&mut arcs, distance)?;
    let lead = (from - begin).rem_euclid(distance);
    let numbers = [from, to - from, width, distance, lead].map(|n| usize::try_from(n).ok());
    let [
        Some(at),
        Some(span),
        Some(bytes),
        Some(distance),
        Some(lead),
    ] = numbers
    else {
        return None;
    };
    let packed = Packed::new(at, span, bytes, distance, lead)?;
    let most = match when {
        When::Always => d.bytes - 1,
        _ if d.flags & flag::FILLED != 0 => d.bytes + d.bytes / 2,
        _ => d.bytes / 2,
    };
    (span > 0 && packed.cost()? <= most).then_some(packed)
}

/// The shortest arc with all of these in it, on a circle: where it begins, and its length. `None`: there is none, or it goes all around.
fn together(arcs: &mut [(i128, i128)], around: i128) -> Option<(i128, i128)> {
    arcs.sort_unstable();
    let again = arcs.iter().map(|(from, width)| (from + around, *width));
    let mut end = arcs.iter().map(|(from, width)| from + width).max()?;
    // The widest gap, and where it ends. Arcs that go over the end of the circle cover its beginning, too.
    let mut widest = (0, 0);
    for (from, width) in again {
        if from - end > widest.0 {
            widest = (from - end, from);
        }
        end = end.max(from + width);
    }
    let (gap, from) = widest;
    (gap > 0).then_some((from % around, around - gap))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed test may panic")]
    use super::*;
    use std::ffi::c_void;

    /// Counts which bytes of a section these rows are.
    fn mark(rows: Packed, all: &mut [u32]) {
        for (offset, rows) in rows.rows() {
            for row in 0..rows.count {
                let from = offset + (row * rows.stride) as usize;
                all[from..from + rows.bytes as usize]
                    .iter_mut()
                    .for_each(|n| *n += 1);
            }
        }
    }

    fn section(start: usize, bytes: usize) -> Data {
        Data::whole(std::ptr::null(), start as *mut c_void, bytes)
    }

    fn rows(first: i64, count: i64, width: i64) -> Rows {
        Rows {
            first,
            count,
            width,
        }
    }

    #[test]
    fn a_block_of_a_matrix_moves_alone() {
        // 64 columns of 100 rows of 5000 floats, from the third column on.
        let bytes = (99 * 5000 + 64) * 4;
        let found = alone(
            &section(1 << 20 | 8, bytes),
            (1 << 20, 4),
            5000,
            &[rows(2, 100, 64)],
        );
        let want = Packed {
            at: 0,
            span: bytes,
            count: 100,
            bytes: 256,
            distance: 20_000,
            lead: 0,
        };
        assert_eq!(found, Some(want));
        // With its neighbours on all sides: the section begins in the row above, one column on.
        let all = [
            rows(5003, 100, 64),
            rows(3, 100, 64),
            rows(10_003, 100, 64),
            rows(5002, 100, 64),
            rows(5004, 100, 64),
        ];
        let d = section(1 << 20 | 12, (101 * 5000 + 64) * 4);
        let want = Packed {
            at: 0,
            span: d.bytes,
            count: 102,
            bytes: 264,
            distance: 20_000,
            lead: 4,
        };
        assert_eq!(alone(&d, (1 << 20, 4), 5000, &all), Some(want));
    }

    #[test]
    fn what_pays_nothing_moves_whole() {
        let d = section(1 << 20, 16_000 * 8);
        let of = |distance, used: &[Rows]| alone(&d, (1 << 20, 8), distance, used);
        assert_eq!(of(16, &[rows(0, 1000, 1)]), None);
        assert_eq!(of(1000, &[rows(0, 16, 999)]), None);
        assert_eq!(of(1000, &[rows(0, 16, 1000)]), None);
        assert_eq!(of(-1000, &[rows(0, 16, 1)]), None);
        assert_eq!(of(0, &[rows(0, 16, 1)]), None);
        assert_eq!(of(1000, &[rows(0, 0, 1)]), None);
        assert_eq!(of(1000, &[rows(0, 16, 400), rows(500, 16, 400)]), None);
        assert!(of(1000, &[rows(0, 16, 10)]).is_some());
        // An access without iterations uses nothing.
        assert_eq!(
            of(1000, &[rows(0, 16, 10), rows(500, 16, 0)]),
            of(1000, &[rows(0, 16, 10)])
        );
    }

    #[test]
    fn rows_have_all_that_is_used_once_and_the_rest_is_between() {
        let mut seed = 7_u64;
        let mut below = |n: u64| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) % n) as i64
        };
        let mut found = 0;
        for _ in 0..2000 {
            let distance = 2000 + below(2000);
            let used: Vec<Rows> = (0..1 + below(4))
                .map(|_| rows(below(6000), 1 + below(9), 1 + below(300)))
                .collect();
            let ends = used
                .iter()
                .map(|r| r.first + (r.count - 1) * distance + r.width);
            let (from, to) = (
                used.iter().map(|r| r.first).min().unwrap(),
                ends.max().unwrap(),
            );
            // The section may begin a little before.
            let from = (from - below(2) * below(4000)).max(0);
            let d = section(1 << 20 | from as usize, (to - from) as usize);
            let Some(packed) = alone(&d, (1 << 20, 1), distance, &used) else {
                continue;
            };
            found += 1;
            let (mut moved, mut rest) = (vec![0; d.bytes], vec![0; d.bytes]);
            mark(packed, &mut moved);
            packed.rest(d.bytes).for_each(|rows| mark(rows, &mut rest));
            for r in &used {
                for row in 0..r.count {
                    let at = (r.first + row * distance - from) as usize;
                    assert!(
                        moved[at..at + r.width as usize].iter().all(|n| *n == 1),
                        "{packed:?} {r:?}"
                    );
                }
            }
            assert!(
                moved.iter().zip(&rest).all(|(a, b)| a + b == 1),
                "{packed:?}"
            );
        }
        assert!(found > 100, "{found}");
    }
}
