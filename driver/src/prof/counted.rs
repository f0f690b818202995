//! What the stand-in writes of each kernel (`testsuite/gpu/src/profile.rs`), and sums of it.

use serde::{Deserialize, Serialize};

/// The kernels of one process, in the order of their first launches.
pub type Process = Vec<Kernel>;

/// Sums over all launches, unless it is said otherwise.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Kernel {
    pub kernel: String,
    pub launches: u64,
    /// Of the last launch.
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub blocks: u64,
    pub threads: u64,
    /// Those that used no global memory, and the blocks of such threads alone.
    pub idle_threads: u64,
    pub idle_blocks: u64,
    /// Of all threads; of the one with the most.
    pub instructions: u64,
    pub most_instructions: u64,
    /// Bytes of the sectors that launches read and wrote, each counted once a launch.
    pub footprint_read: u64,
    pub footprint_written: u64,
    /// The most atomic operations at one address in a launch.
    pub hottest: u64,
    pub lines: Vec<Line>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Line {
    pub file: String,
    /// 0: unknown.
    pub line: u32,
    /// Instructions of warps, and the lanes that took part.
    pub issued: u64,
    pub lanes: u64,
    /// Branches at which lanes of a warp parted.
    pub parted: u64,
    pub loads: Memory,
    pub stores: Memory,
    pub atomics: Memory,
    pub shared: Memory,
    pub shared_atomics: Memory,
    /// Requests to a thread's own memory.
    pub local: u64,
    pub barriers: u64,
    pub exchanges: u64,
}

/// Requests of warps. `cost`: sectors of 32 bytes, turns of shared memory; of atomic operations, lanes that wait for each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    pub requests: u64,
    pub cost: u64,
    pub ideal: u64,
}

/// Lanes of a warp.
pub const WARP: f64 = 32.0;

/// a / b; nothing where there is nothing to divide by.
pub fn ratio(a: u64, b: u64) -> Option<f64> {
    (b > 0).then(|| a as f64 / b as f64)
}

impl Memory {
    fn merge(&mut self, other: Memory) {
        self.requests += other.requests;
        self.cost += other.cost;
        self.ideal += other.ideal;
    }

    /// How many times as much as would do; none without requests.
    pub fn excess(&self) -> Option<f64> {
        ratio(self.cost, self.ideal)
    }
}

impl Line {
    /// The share of lanes at work, 0 to 1.
    pub fn active(&self) -> Option<f64> {
        ratio(self.lanes, self.issued).map(|lanes| lanes / WARP)
    }

    /// Adds another line's figures.
    pub fn merge(&mut self, other: &Line) {
        self.issued += other.issued;
        self.lanes += other.lanes;
        self.parted += other.parted;
        self.loads.merge(other.loads);
        self.stores.merge(other.stores);
        self.atomics.merge(other.atomics);
        self.shared.merge(other.shared);
        self.shared_atomics.merge(other.shared_atomics);
        self.local += other.local;
        self.barriers += other.barriers;
        self.exchanges += other.exchanges;
    }
}

impl Kernel {
    /// All its lines together.
    pub fn total(&self) -> Line {
        let mut all = Line::default();
        self.lines.iter().for_each(|l| all.merge(l));
        all
    }
}
