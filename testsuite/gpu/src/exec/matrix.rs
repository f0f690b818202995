//! Products of small matrices that the lanes of a warp hold together (`mma` of `.f64`): "PTX ISA", "Matrix Fragments for mma". The sum's products are added
//! one after the other, each rounded once.

use super::block::Runner;
use crate::ptx::code::Shape;

/// An element that some lane holds, which is one of a matrix.
type Place = (usize, usize);

/// What `a` is of in a lane: of 8 rows each, four lanes have a row, and each every fourth column.
fn of_a(shape: Shape, lane: usize, i: usize) -> Place {
    let halves = usize::from(shape.rows) / 8;
    (lane / 4 + 8 * (i % halves), lane % 4 + 4 * (i / halves))
}

/// Of `b`: four lanes have a column, and each every fourth row.
fn of_b(lane: usize, i: usize) -> Place {
    (lane % 4 + 4 * i, lane / 4)
}

/// Of `c` and `d`: four lanes have a row, and each two columns of it.
fn of_c(lane: usize, i: usize) -> Place {
    (lane / 4 + 8 * (i / 2), lane % 4 * 2 + i % 2)
}

/// Lanes that aren't there leave what nobody can take for a number.
pub(super) fn multiply(
    runner: &mut Runner,
    from: usize,
    members: impl Iterator<Item = usize> + Clone,
    shape: Shape,
) {
    let (mut a, mut b) = ([[f64::NAN; 16]; 16], [[f64::NAN; 8]; 16]);
    let [of_lane_a, of_lane_b, _] = shape.elements();
    for k in members.clone() {
        let lane = &runner.lanes[k];
        let inst = &lane.code.instructions[lane.pc - 1];
        let read = &lane.code.lists[inst.extra as usize];
        let value = |at: usize| f64::from_bits(lane.get(read[at]));
        for i in 0..of_lane_a {
            let (row, column) = of_a(shape, k - from, i);
            a[row][column] = value(i);
        }
        for i in 0..of_lane_b {
            let (row, column) = of_b(k - from, i);
            b[row][column] = value(of_lane_a + i);
        }
    }
    for k in members {
        let lane = &mut runner.lanes[k];
        let code = lane.code;
        let first = code.instructions[lane.pc - 1].extra as usize;
        let (read, written) = (&code.lists[first], &code.lists[first + 1]);
        let sums = &read[of_lane_a + of_lane_b..];
        let mut results = vec![];
        for (i, slot) in sums.iter().enumerate() {
            let (row, column) = of_c(k - from, i);
            let mut sum = f64::from_bits(lane.get(*slot));
            for n in 0..usize::from(shape.depth) {
                sum = a[row][n].mul_add(b[n][column], sum);
            }
            results.push(sum);
        }
        for (to, sum) in written.iter().zip(results) {
            lane.set(*to, sum.to_bits());
        }
    }
}
