//! How large a launch is: from a kernel's table, and the values of the call.

use crate::abi::{self, Kernel, bounds};
use crate::values::Values;

/// Extents and memory of a launch.
#[derive(Clone)]
pub struct LaunchDims {
    pub grid: [u32; 3],
    pub block: [u32; 3],
    /// The extents of the block that only this launch knows: the kernel runs with any.
    pub given: [bool; 3],
    /// The extents of the grid that shrink until the device holds all of its blocks at once.
    pub at_once: [bool; 3],
    /// Memory that the runtime allocates for the launch: bytes of each block.
    pub scratch_block: usize,
    /// The kernel counts its blocks.
    pub counter: bool,
    /// Its blocks wait for each other.
    pub together: Option<Together>,
}

/// When blocks that wait for each other are launched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Together {
    /// The blocks of the grid that each one on the device may stand for at most; 0: any number, and one block does all where the device
    /// can't have them wait.
    pub turns: u32,
    /// So many iterations of others one block goes through sooner than it has waited for them.
    pub alone: u32,
}

/// Kernels count on no larger extent; their loops run on any grid.
const LARGEST: i64 = 1 << 20;

/// An extent of a grid or a block.
pub fn extent(n: i64) -> u32 {
    n.clamp(1, LARGEST) as u32
}

/// # Safety
/// The values are those of a launch of the kernel, behind its arguments.
pub unsafe fn dims(kernel: &Kernel, values: &mut Values) -> LaunchDims {
    let mut loops = kernel.loops;
    let mut all = |extents: &[abi::Extent; 3]| {
        extents.map(|e| {
            let mut trips = None;
            for _ in 0..e.loops {
                // SAFETY: a kernel has as many loops as its extents ask for.
                let one = unsafe { trips_of(&*loops, values) };
                loops = loops.wrapping_add(1);
                let joined = |so_far: i64| match e.least {
                    0 => so_far.saturating_mul(one),
                    _ => so_far.min(one),
                };
                trips = Some(trips.map_or(one, joined));
            }
            let n = match e.n {
                0 => values.number(),
                n => i64::from(n),
            };
            extent(match trips {
                None => n,
                Some(trips) if e.most == 0 => parts(trips, n.max(1)),
                Some(trips) => parts(trips, n.max(1)).min(i64::from(e.most)),
            })
        })
    };
    let (grid, block) = (all(&kernel.grid), all(&kernel.block));
    LaunchDims {
        grid,
        block,
        given: kernel.block.map(|e| e.n == 0),
        at_once: kernel.grid.map(|e| e.loops > 0 && e.most == 0),
        counter: kernel.counter != 0,
        together: (kernel.together != 0).then_some(Together {
            turns: kernel.turns,
            alone: kernel.alone,
        }),
        scratch_block: match kernel.scratch_asked {
            0 => kernel.scratch_block,
            _ => values.size(),
        },
    }
}

/// A loop's iterations, or tiles; none for a step below 1.
fn trips_of(l: &abi::Loop, values: &mut Values) -> i64 {
    let takes = |what| l.takes & what != 0;
    let from = if takes(bounds::FROM) {
        values.number()
    } else {
        l.from
    };
    let to = values.number();
    let step = if takes(bounds::STEP) {
        values.number()
    } else {
        l.step
    };
    let distance = i128::from(to) - i128::from(from) + i128::from(takes(bounds::CLOSED));
    let distance = distance.clamp(0, i128::from(i64::MAX)) as i64;
    if step <= 0 {
        return 0;
    }
    let trips = parts(distance, step);
    match l.tile {
        0 => trips,
        size => parts(trips, i64::from(size)),
    }
}

/// How many parts of a size are needed.
fn parts(n: i64, size: i64) -> i64 {
    n / size + i64::from(n % size != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abi::{Loop, Value};

    fn trips(takes: u32, tile: u32, from: i64, step: i64, values: &[i64]) -> i64 {
        let all: Vec<Value> = values.iter().map(|n| Value { n: *n }).collect();
        let l = Loop {
            takes,
            tile,
            from,
            step,
        };
        // SAFETY: as many values as the loop takes.
        trips_of(&l, &mut unsafe { Values::new(all.as_ptr()) })
    }

    #[test]
    fn trips_are_those_of_the_loop() {
        assert_eq!(trips(0, 0, 0, 1, &[10]), 10);
        assert_eq!(trips(bounds::CLOSED, 0, 1, 3, &[10]), 4);
        assert_eq!(trips(bounds::FROM | bounds::STEP, 0, 0, 0, &[2, 9, 2]), 4);
        assert_eq!(trips(0, 4, 0, 1, &[9]), 3);
        assert_eq!(trips(0, 0, 5, 1, &[5]), 0);
        assert_eq!(trips(bounds::FROM, 0, 0, 1, &[i64::MAX, i64::MIN]), 0);
        assert_eq!(trips(bounds::STEP, 0, 0, 0, &[5, -1]), 0);
        assert_eq!(
            trips(bounds::FROM, 0, 0, 1, &[i64::MIN, i64::MAX]),
            i64::MAX
        );
    }
}
