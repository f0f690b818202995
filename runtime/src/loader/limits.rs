//! How large a launch may be on a device.

use super::{LaunchDims, Together};
use crate::device::Properties;

/// Scratch memory of a launch, in bytes, up to which nobody minds how many of its blocks wait for others to end.
const LITTLE: u64 = 1 << 20;

/// Whether [`grid`] needs the number of blocks that the device holds at once.
pub fn asks(dims: &LaunchDims, limits: &Properties) -> bool {
    let blocks = |grid: [u32; 3]| grid.iter().map(|n| u64::from(*n)).product::<u64>();
    let bytes = blocks(clip(dims.grid, limits.max_grid)) * dims.scratch_block as u64;
    dims.at_once.contains(&true) || bytes > LITTLE
}

/// The blocks of a launch, as many as the device allows. `held`: those that it holds at once.
pub fn grid(dims: &LaunchDims, limits: &Properties, held: Option<u32>) -> [u32; 3] {
    let mut grid = clip(dims.grid, limits.max_grid);
    if let Some(held) = held {
        at_once(&mut grid, dims.at_once, held);
    }
    fewer(grid, dims.scratch_block as u64, limits.memory, held)
}

/// The blocks of a launch whose blocks wait for each other: no more than the device holds of those (`resident`; 0: it has no such launches).
/// `None`: it isn't to be launched.
pub fn together(
    dims: &LaunchDims,
    how: Together,
    limits: &Properties,
    resident: u32,
) -> Option<[u32; 3]> {
    let mut grid = clip(dims.grid, limits.max_grid);
    let product = |all: [u32; 3]| {
        let all = all.iter().map(|n| u64::from(*n));
        all.fold(1, u64::saturating_mul)
    };
    let (blocks, threads) = (product(grid), product(dims.block));
    let held = u64::from(resident);
    if how.turns > 0 && blocks > held * u64::from(how.turns) {
        return None;
    }
    let others = (blocks - 1).saturating_mul(threads);
    if others <= u64::from(how.alone) || resident == 0 {
        return (how.turns == 0 || resident > 0).then_some([1; 3]);
    }
    at_once(&mut grid, [true; 3], resident);
    Some(grid)
}

/// Shrinks extents of a grid until there are at most `held` blocks, one each at least: z first, then y, since x goes along memory.
fn at_once(grid: &mut [u32; 3], may_shrink: [bool; 3], held: u32) {
    for i in [2, 1, 0] {
        if may_shrink[i] {
            let extents = grid.iter().enumerate().filter(|(k, _)| *k != i);
            let others: u64 = extents.map(|(_, n)| u64::from(*n)).product();
            let most = u64::from(held) / others.max(1);
            grid[i] = grid[i].min(u32::try_from(most).unwrap_or(u32::MAX).max(1));
        }
    }
}

/// The block of a launch, where clauses give more threads than the device allows when the program runs (§2.5.11, §2.5.12: "the implementation may
/// use a different value than specified"). Extents that the compiler knew stay, since kernels rely on them.
pub fn block(dims: &LaunchDims, limits: &Properties) -> [u32; 3] {
    let mut block = dims.block;
    for i in [2, 1, 0].into_iter().filter(|i| dims.given[*i]) {
        let others = block.iter().enumerate().filter(|(k, _)| *k != i);
        let others: u64 = others.map(|(_, n)| u64::from(*n)).product();
        let most = u64::from(limits.max_threads_per_block) / others.max(1);
        let most = u32::try_from(most).unwrap_or(u32::MAX);
        block[i] = block[i].min(most.min(limits.max_block[i])).max(1);
    }
    block
}

/// An error says what the device doesn't allow at all.
pub fn check(dims: &LaunchDims, limits: &Properties) -> Result<(), String> {
    let [x, y, z] = dims.block;
    if [x, y, z].contains(&0) || dims.grid.contains(&0) {
        return Err(format!(
            "empty launch: grid {:?}, block {:?}",
            dims.grid, dims.block
        ));
    }
    let threads = u64::from(x) * u64::from(y) * u64::from(z);
    if threads > u64::from(limits.max_threads_per_block) {
        return Err(format!(
            "a block of {x}x{y}x{z} is {threads} threads, and the device allows {}: lower vector_length, num_workers \
             or the arguments of vector and worker",
            limits.max_threads_per_block
        ));
    }
    let [mx, my, mz] = limits.max_block;
    if x > mx || y > my || z > mz {
        return Err(format!(
            "a block of {x}x{y}x{z} threads is larger than the device allows, {mx}x{my}x{mz}"
        ));
    }
    Ok(())
}

/// The blocks for whose scratch memory (`each` bytes) an eighth of the device's is enough, at most 2 GiB, and one at
/// least. Where it is much, no more than run at once (`held`), which take the others' iterations in turn. §2.5.10: "the
/// implementation may use a lower value than specified".
fn fewer(mut grid: [u32; 3], each: u64, memory: u64, held: Option<u32>) -> [u32; 3] {
    const MOST: u64 = 2 << 30;
    if each == 0 {
        return grid;
    }
    let at_once = held.map_or(u64::MAX, |n| u64::from(n).max(LITTLE / each));
    let allowed = ((memory / 8).min(MOST) / each).min(at_once).max(1);
    for _ in 0..grid.len() {
        let blocks = grid.iter().map(|n| u64::from(*n)).product::<u64>();
        let Some(most) = grid.iter_mut().max() else {
            break;
        };
        if blocks <= allowed {
            break;
        }
        let others = blocks / u64::from(*most).max(1);
        *most = u32::try_from((allowed / others.max(1)).max(1)).unwrap_or(*most);
    }
    grid
}

/// Loops are grid-stride: fewer blocks do the same work.
fn clip(grid: [u32; 3], max: [u32; 3]) -> [u32; 3] {
    [
        grid[0].min(max[0]),
        grid[1].min(max[1]),
        grid[2].min(max[2]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(grid: [u32; 3], how: Together, resident: u32) -> Option<[u32; 3]> {
        let dims = LaunchDims {
            grid,
            block: [32, 4, 1],
            given: [false; 3],
            at_once: [false; 3],
            scratch_block: 0,
            counter: true,
            together: Some(how),
        };
        let limits = Properties {
            name: String::new(),
            vendor: String::new(),
            driver: String::new(),
            memory: 0,
            max_grid: [1 << 20, 65535, 65535],
            max_block: [1024, 1024, 64],
            max_threads_per_block: 1024,
            shared_memory_per_block: 0,
            capability: (9, 0),
            multiprocessors: 132,
        };
        together(&dims, how, &limits, resident)
    }

    #[test]
    fn blocks_that_wait_for_each_other_are_on_the_device_at_once() {
        let how = Together {
            turns: 5,
            alone: 384,
        };
        assert_eq!(blocks([100, 1, 1], how, 20), Some([20, 1, 1]));
        assert_eq!(blocks([101, 1, 1], how, 20), None);
        assert_eq!(blocks([10, 10, 1], how, 20), Some([10, 2, 1]));
        assert_eq!(blocks([17, 1, 1], how, 20), Some([17, 1, 1]));
        // Four blocks have 384 iterations more than one.
        assert_eq!(blocks([4, 1, 1], how, 20), Some([1, 1, 1]));
        assert_eq!(blocks([5, 1, 1], how, 20), Some([5, 1, 1]));
    }

    #[test]
    fn without_such_launches_one_block_does_all_or_none() {
        let steps = Together { turns: 5, alone: 0 };
        let waves = Together { turns: 0, alone: 0 };
        for grid in [[1, 1, 1], [100, 3, 1]] {
            assert_eq!(blocks(grid, steps, 0), None);
            assert_eq!(blocks(grid, waves, 0), Some([1, 1, 1]));
        }
        assert_eq!(blocks([1 << 20, 1, 1], waves, 132), Some([132, 1, 1]));
        let most = [1 << 20, 65535, 65535];
        assert_eq!(blocks(most, waves, 132), Some([132, 1, 1]));
    }
}
