//! What a device says of itself (`CUdevice_attribute`): a small one, with the limits of its compute capability
//! (CUDA C++ Programming Guide, "Compute Capabilities").

use super::settings::{Settings, Shares};

pub const MULTIPROCESSORS: i32 = 16;
pub const REGISTERS_PER_BLOCK: u32 = 65536;
pub const WARP: u32 = 32;
pub const MAX_THREADS_PER_BLOCK: u32 = 1024;
pub const MAX_BLOCK: [u32; 3] = [1024, 1024, 64];
pub const MAX_GRID: [u32; 3] = [0x7fff_ffff, 65535, 65535];
/// Shared memory that a launch gets without asking, bytes.
pub const PLAIN_SHARED: u32 = 48 << 10;
/// The most local memory of a thread, bytes.
pub const MAX_LOCAL: u64 = 512 << 10;
const CLOCK_KHZ: i32 = 1_500_000;

/// Shared memory that a launch can get if it asks, bytes.
pub fn most_shared(capability: (u32, u32)) -> u32 {
    match capability {
        (7, 0..=4) => 96 << 10,
        (7, _) => 64 << 10,
        (8, 0 | 7) => 163 << 10,
        (8, _) => 99 << 10,
        (9.., _) => 227 << 10,
        _ => PLAIN_SHARED,
    }
}

/// Threads that one multiprocessor holds.
pub fn resident_threads(capability: (u32, u32)) -> u32 {
    match capability {
        (7, 5..) => 1024,
        (8, 6..) => 1536,
        _ => 2048,
    }
}

/// The attribute's value; 0 for what the device doesn't have, none for what is no attribute.
pub fn value(settings: &Settings, attribute: i32) -> Option<i32> {
    let (major, minor) = settings.capability;
    let shared = most_shared(settings.capability);
    Some(match attribute {
        ..=0 | 200.. => return None,
        1 => MAX_THREADS_PER_BLOCK as i32,
        2..=4 => MAX_BLOCK[attribute as usize - 2] as i32,
        5..=7 => MAX_GRID[attribute as usize - 5] as i32,
        8 => PLAIN_SHARED as i32,
        9 => 64 << 10, // constant memory
        10 => WARP as i32,
        11 => i32::MAX, // pitch
        12 | 82 => REGISTERS_PER_BLOCK as i32,
        13 | 36 => CLOCK_KHZ,
        14 => 512, // alignment of textures
        15 => 1,   // copies overlap kernels
        16 => MULTIPROCESSORS,
        31 | 40 | 78 | 79 | 80 => 1, // concurrent kernels, engines, priorities, L1 caches
        95 => i32::from(settings.together), // cooperative launch
        33 => 1,                     // PCI bus
        37 => 256,                   // bits of the memory's bus
        38 => 4 << 20,               // L2 cache
        39 => resident_threads(settings.capability) as i32,
        41 => 1,                                                       // unified addressing
        19 | 83 | 89 => i32::from(settings.shares >= Shares::Managed), // mapped and managed memory, used while kernels run
        88 => i32::from(settings.shares == Shares::Host),              // pageable memory
        75 => major as i32,
        76 => minor as i32,
        81 => (shared + 1024) as i32, // of a multiprocessor: a block's and the system's share
        97 => shared as i32,
        106 => 16, // blocks of a multiprocessor
        115 => 1,  // cuMemAllocAsync
        _ => 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_follow_the_capability() {
        let mut settings = Settings::default();
        assert_eq!(
            (value(&settings, 75), value(&settings, 76)),
            (Some(7), Some(6))
        );
        assert_eq!(value(&settings, 97), Some(64 << 10));
        settings.capability = (9, 0);
        assert_eq!(value(&settings, 97), Some(227 << 10));
        assert_eq!(value(&settings, 0), None);
    }
}
