//! How large a launch may be on a device.

use super::LaunchDims;
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

/// An error says what the device doesn't allow at all: larger blocks can't be clipped, since kernels rely on them.
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
