//! How large a launch may be on a device.

use super::LaunchDims;
use crate::device::Properties;

/// The blocks of a launch, as many as the device allows; an error says what it doesn't allow at all.
pub fn grid(dims: &LaunchDims, limits: &Properties) -> Result<[u32; 3], String> {
    check(dims, limits)?;
    let grid = clip(dims.grid, limits.max_grid);
    Ok(fewer(grid, dims.scratch_block as u64, limits.memory))
}

/// Blocks larger than the device allows can't be clipped: kernels rely on them.
fn check(dims: &LaunchDims, limits: &Properties) -> Result<(), String> {
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
/// least. §2.5.10: "the implementation may use a lower value than specified".
fn fewer(mut grid: [u32; 3], each: u64, memory: u64) -> [u32; 3] {
    const MOST: u64 = 2 << 30;
    if each == 0 {
        return grid;
    }
    let allowed = ((memory / 8).min(MOST) / each).max(1);
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
