//! How many blocks of a kernel a multiprocessor of a GPU holds at once, after the CUDA programming guide's table of technical
//! specifications for each compute capability.

use serde::Serialize;

/// What a multiprocessor has.
struct Processor {
    /// The compute capabilities, as 10 times the number, from the first to the last.
    capabilities: [u32; 2],
    threads: u32,
    blocks: u32,
    /// Bytes of shared memory.
    shared: u32,
}

const PROCESSORS: [Processor; 8] = [
    Processor {
        capabilities: [70, 72],
        threads: 2048,
        blocks: 32,
        shared: 98_304,
    },
    Processor {
        capabilities: [75, 75],
        threads: 1024,
        blocks: 16,
        shared: 65_536,
    },
    Processor {
        capabilities: [80, 80],
        threads: 2048,
        blocks: 32,
        shared: 167_936,
    },
    Processor {
        capabilities: [86, 86],
        threads: 1536,
        blocks: 16,
        shared: 102_400,
    },
    Processor {
        capabilities: [87, 87],
        threads: 1536,
        blocks: 16,
        shared: 167_936,
    },
    Processor {
        capabilities: [89, 89],
        threads: 1536,
        blocks: 24,
        shared: 102_400,
    },
    Processor {
        capabilities: [90, 109],
        threads: 2048,
        blocks: 32,
        shared: 233_472,
    },
    Processor {
        capabilities: [120, 121],
        threads: 1536,
        blocks: 24,
        shared: 102_400,
    },
];

const WARP: u32 = 32;
const REGISTERS: u32 = 65_536;
/// Warps get registers in portions of this, and come in groups of four.
const PORTION: u32 = 256;
const GROUP: u32 = 4;
/// What CUDA keeps of a block's shared memory for itself from compute capability 8.0 on.
const RESERVED: u32 = 1024;

/// How a multiprocessor is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Occupancy {
    /// At once.
    pub blocks: u32,
    /// Their threads, in percent of what the multiprocessor holds.
    pub percent: u32,
}

/// Of blocks of so many `threads`, with this many registers a thread and bytes of shared memory a block. `None`: the GPU ("sm_90") isn't
/// known here, or there is nothing to count.
pub fn of(arch: &str, threads: u32, registers: u32, shared: u32) -> Option<Occupancy> {
    let digits = arch.strip_prefix("sm_")?.trim_end_matches(['a', 'f']);
    let capability: u32 = digits.parse().ok()?;
    let known = |p: &&Processor| p.capabilities[0] <= capability && capability <= p.capabilities[1];
    let p = PROCESSORS.iter().find(known)?;
    if threads == 0 {
        return None;
    }
    let warps = threads.div_ceil(WARP);
    let each = (registers.max(1) * WARP).div_ceil(PORTION) * PORTION;
    let by_registers = REGISTERS / each / GROUP * GROUP / warps;
    let reserved = if capability >= 80 { RESERVED } else { 0 };
    let by_shared = p.shared.checked_div(shared + reserved).unwrap_or(p.blocks);
    let by_threads = p.threads / (warps * WARP);
    let blocks = p.blocks.min(by_registers).min(by_shared).min(by_threads);
    Some(Occupancy {
        blocks,
        percent: 100 * blocks * warps * WARP / p.threads,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(arch: &str, threads: u32, registers: u32, shared: u32) -> Option<(u32, u32)> {
        of(arch, threads, registers, shared).map(|o| (o.blocks, o.percent))
    }

    #[test]
    fn by_what_runs_out_first() {
        assert_eq!(filled("sm_90", 128, 28, 0), Some((16, 100)));
        assert_eq!(filled("sm_90", 128, 64, 0), Some((8, 50)));
        assert_eq!(filled("sm_90", 256, 32, 65_536), Some((3, 37)));
        assert_eq!(filled("sm_90", 32, 20, 0), Some((32, 50)));
        assert_eq!(filled("sm_75", 128, 28, 0), Some((8, 100)));
        assert_eq!(filled("sm_86", 1024, 40, 0), Some((1, 66)));
        // A block that can't be launched.
        assert_eq!(filled("sm_90", 1024, 94, 0), Some((0, 0)));
        // Parts of a warp count as one.
        assert_eq!(filled("sm_90", 40, 32, 0), Some((32, 100)));
        assert_eq!(filled("sm_35", 128, 32, 0), None);
        assert_eq!(filled("native", 128, 32, 0), None);
    }
}
