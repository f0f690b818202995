//! What kernels cost, by kernel and line of the source, kept over a program's launches and written as JSON when it ends.

use crate::exec::{At, Footprint, Requests, SECTOR, Tally};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The kernels that have run, in the order of their first launches.
#[derive(Default)]
pub struct Profile(Mutex<Vec<Kernel>>);

/// One kernel; sums over its launches, unless it is said otherwise.
#[derive(Clone, Debug, Default, Serialize)]
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
    /// Bytes of the sectors that a launch read and wrote, each counted once, in sum over the launches.
    pub footprint_read: u64,
    pub footprint_written: u64,
    /// The most atomic operations at one address in a launch.
    pub hottest: u64,
    pub lines: Vec<Line>,
}

/// What a line's instructions did.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Line {
    /// Empty, with line 0, for instructions of which the code doesn't say where they come from.
    pub file: String,
    pub line: u32,
    /// Instructions of warps, and the lanes that took part in them.
    pub issued: u64,
    pub lanes: u64,
    /// Branches at which lanes parted.
    pub parted: u64,
    pub loads: Memory,
    pub stores: Memory,
    pub atomics: Memory,
    pub shared: Memory,
    pub shared_atomics: Memory,
    pub local: u64,
    /// Of warps.
    pub barriers: u64,
    pub exchanges: u64,
}

/// Requests of warps. `cost`: sectors of global memory, turns of shared memory; of atomic operations, lanes that wait for each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Memory {
    pub requests: u64,
    pub cost: u64,
    pub ideal: u64,
}

impl Memory {
    fn add(&mut self, r: Requests) {
        self.requests += r.count;
        self.cost += r.cost;
        self.ideal += r.ideal;
    }
}

/// A launch that has ended: what its blocks did, by the threads of the host that ran them.
pub struct Launched<'a> {
    pub kernel: &'a str,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub tallies: Vec<Tally>,
}

/// File and line of an instruction of a function, by their indices.
pub type Places<'a> = &'a dyn Fn(usize, usize) -> (String, u32);

impl Profile {
    fn kernels(&self) -> MutexGuard<'_, Vec<Kernel>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn add(&self, launched: &Launched, places: Places) {
        let mut kernels = self.kernels();
        let known = kernels.iter().position(|k| k.kernel == launched.kernel);
        let at = known.unwrap_or_else(|| {
            kernels.push(Kernel {
                kernel: launched.kernel.to_string(),
                ..Kernel::default()
            });
            kernels.len() - 1
        });
        kernels[at].add(launched, places);
    }

    /// The kernels so far.
    pub fn so_far(&self) -> Vec<Kernel> {
        self.kernels().clone()
    }

    /// Writes the kernels as a JSON array to a file of this process in a folder.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn write(&self, folder: &Path) -> std::io::Result<()> {
        let kernels = self.kernels();
        if kernels.is_empty() {
            return Ok(());
        }
        let text = serde_json::to_string_pretty(&*kernels)?;
        std::fs::write(folder.join(format!("{}.json", std::process::id())), text)
    }
}

impl Kernel {
    fn add(&mut self, launched: &Launched, places: Places) {
        self.launches += 1;
        self.grid = launched.grid;
        self.block = launched.block;
        let mut footprint = Footprint::new();
        let mut hot: HashMap<u64, u64> = HashMap::new();
        for tally in &launched.tallies {
            self.blocks += tally.blocks;
            self.threads += tally.threads;
            self.idle_threads += tally.idle_threads;
            self.idle_blocks += tally.idle_blocks;
            self.instructions += tally.instructions;
            self.most_instructions = self.most_instructions.max(tally.most);
            for (group, [read, written]) in &tally.footprint {
                let bits = footprint.entry(*group).or_default();
                bits[0] |= read;
                bits[1] |= written;
            }
            for (address, count) in &tally.hot {
                *hot.entry(*address).or_default() += count;
            }
        }
        let bytes = |which: usize| {
            let bits = footprint.values().map(|b| u64::from(b[which].count_ones()));
            bits.sum::<u64>() * SECTOR
        };
        self.footprint_read += bytes(0);
        self.footprint_written += bytes(1);
        self.hottest = self.hottest.max(hot.into_values().max().unwrap_or(0));
        self.add_lines(launched, places);
    }

    fn add_lines(&mut self, launched: &Launched, places: Places) {
        let mut lines: BTreeMap<(String, u32), Line> = std::mem::take(&mut self.lines)
            .into_iter()
            .map(|l| ((l.file.clone(), l.line), l))
            .collect();
        for tally in &launched.tallies {
            for (function, all) in tally.at.iter().enumerate() {
                for (pc, at) in all.iter().enumerate().filter(|(_, at)| at.issued > 0) {
                    let (file, line) = places(function, pc);
                    let entry = lines.entry((file.clone(), line)).or_default();
                    (entry.file, entry.line) = (file, line);
                    entry.add(at);
                }
            }
        }
        self.lines = lines.into_values().collect();
    }
}

impl Line {
    fn add(&mut self, at: &At) {
        self.issued += at.issued;
        self.lanes += at.lanes;
        self.parted += at.parted;
        self.loads.add(at.loads);
        self.stores.add(at.stores);
        self.atomics.add(at.atomics);
        self.shared.add(at.shared);
        self.shared_atomics.add(at.shared_atomics);
        self.local += at.local;
        self.barriers += at.barriers;
        self.exchanges += at.exchanges;
    }
}
