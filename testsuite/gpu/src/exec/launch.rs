//! Launches: what a GPU would refuse, and the blocks over the host's cores.

use super::Heap;
use super::block::{Block, Runner};
use super::lane::Lane;
use super::load::{KernelId, Loaded, REGISTERS, mark};
use super::tally::Tally;
use super::together;
use crate::fault::{Fault, Position};
use crate::memory::Memory;
use crate::profile::{Launched, Profile};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};

/// What a device allows.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Instructions of one thread before it counts as endless.
    pub instructions_per_thread: u64,
    pub threads_per_block: u32,
    /// Shared memory of a block, static and dynamic, in bytes.
    pub shared: usize,
    /// Of that, static, in bytes.
    pub static_shared: usize,
    /// Bytes of a kernel's parameters.
    pub param_bytes: usize,
    /// A thread runs for at most so many instructions before others have their turn.
    pub slice: u64,
    /// Threads of the host that run blocks; 0: as many as there are cores.
    pub workers: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            instructions_per_thread: 20_000_000_000,
            threads_per_block: 1024,
            shared: 64 << 10,
            static_shared: 48 << 10,
            param_bytes: 32764,
            slice: 256,
            workers: 0,
        }
    }
}

pub struct Launch<'a> {
    pub loaded: &'a Loaded,
    pub kernel: KernelId,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    /// Its blocks may wait for each other: all of them are under way at once.
    pub together: bool,
    pub dynamic_shared: u32,
    pub params: &'a [u8],
    pub memory: &'a Memory,
    pub heap: &'a Heap,
    /// Bytes of stack per thread, which counts for recursion and calls through pointers.
    pub stack_limit: u64,
    pub seed: u64,
    pub limits: &'a Limits,
    /// Where what the kernel costs is kept, if that is wanted. Warps then run as on a GPU, their lanes together.
    pub profile: Option<&'a Profile>,
    /// Takes what the kernel prints, at its end.
    pub out: &'a mut dyn FnMut(&str),
}

/// What a launch took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub blocks: u64,
    pub instructions: u64,
}

/// A launch as its blocks see it.
pub struct Plan<'a> {
    pub loaded: &'a Loaded,
    pub function: usize,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub grid_id: u64,
    pub dynamic_shared: u32,
    pub shared_bytes: usize,
    pub shared_map: Vec<u8>,
    /// Where the first of them begins: those of other kernels lie before it.
    pub shared_start: usize,
    pub params: &'a [u8],
    pub memory: &'a Memory,
    pub heap: &'a Heap,
    pub stack_limit: u64,
    pub seed: u64,
    pub limits: &'a Limits,
    pub profile: Option<&'a Profile>,
    printed: Mutex<Vec<u8>>,
    stop: AtomicBool,
}

impl Plan<'_> {
    pub fn print(&self, text: &[u8]) {
        let mut printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
        printed.extend_from_slice(text);
    }

    pub fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    pub fn place(&self, lane: &Lane, pc: usize) -> Position {
        let module = &self.loaded.module;
        let origin = lane.code.origins.get(pc).copied().unwrap_or_default();
        let text = module.lines.get((origin.line as usize).saturating_sub(1));
        let source = origin
            .place
            .source
            .and_then(|(file, line)| Some((module.files.get(&file)?.clone(), line)));
        Position {
            kernel: self.loaded.code[self.function].name.clone(),
            function: lane.code.name.clone(),
            block: self.loaded_block(lane),
            thread: lane.tid,
            line: origin.line,
            source,
            instruction: text.map(|t| t.trim().to_string()).unwrap_or_default(),
        }
    }

    /// File and line of the user's that an instruction of a function comes from; "" and 0 if its module doesn't say.
    fn line(&self, function: usize, pc: usize) -> (String, u32) {
        let module = &self.loaded.module;
        let place = self.loaded.code[function].origins.get(pc).map(|o| o.place);
        let known = place.and_then(|p| p.outermost);
        let named = known.and_then(|(file, line)| Some((module.files.get(&file)?.clone(), line)));
        named.unwrap_or_default()
    }

    fn loaded_block(&self, lane: &Lane) -> [u32; 3] {
        lane.block.at.get()
    }
}

static GRIDS: AtomicU64 = AtomicU64::new(1);

/// Runs a kernel to its end.
///
/// # Errors
/// A launch that a GPU refuses, or the first fault of a thread.
pub fn launch(launch: Launch) -> Result<Counts, Fault> {
    let kernel = &launch.loaded.kernels[launch.kernel.0];
    check(&launch)?;
    let mut shared_map = kernel.shared_map.clone();
    let start = launch.loaded.dynamic_start();
    mark(&mut shared_map, start, launch.dynamic_shared.into());
    let before = shared_map.iter().take_while(|held| **held == 0).count();
    let plan = Plan {
        loaded: launch.loaded,
        function: kernel.function,
        grid: launch.grid,
        block: launch.block,
        grid_id: GRIDS.fetch_add(1, Relaxed),
        dynamic_shared: launch.dynamic_shared,
        shared_bytes: kernel.info.static_shared + launch.dynamic_shared as usize,
        shared_map,
        shared_start: before * 8,
        params: launch.params,
        memory: launch.memory,
        heap: launch.heap,
        stack_limit: launch.stack_limit,
        seed: launch.seed,
        limits: launch.limits,
        profile: launch.profile,
        printed: Mutex::default(),
        stop: AtomicBool::new(false),
    };
    let result = match launch.together {
        false => blocks(&plan),
        true => together::blocks(&plan).map(|(n, tallies)| counted(&plan, n, tallies)),
    };
    let printed = plan.printed.into_inner();
    let printed = printed.unwrap_or_else(PoisonError::into_inner);
    if !printed.is_empty() {
        (launch.out)(&String::from_utf8_lossy(&printed));
    }
    result
}

fn check(launch: &Launch) -> Result<(), Fault> {
    let info = launch.loaded.info(launch.kernel);
    let limits = launch.limits;
    let invalid = |why: String| Err(Fault::InvalidLaunch(format!("{}: {why}", info.name)));
    let [gx, gy, gz] = launch.grid;
    let [x, y, z] = launch.block;
    if [gx, gy, gz, x, y, z].contains(&0) {
        return invalid("a dimension is 0".to_string());
    }
    if gx > i32::MAX as u32 || gy > 65535 || gz > 65535 {
        return invalid(format!("a grid of {gx} x {gy} x {gz} blocks"));
    }
    let threads = u64::from(x) * u64::from(y) * u64::from(z);
    if x > 1024 || y > 1024 || z > 64 || threads > limits.threads_per_block.into() {
        return invalid(format!("a block of {x} x {y} x {z} threads"));
    }
    if info.max_threads.is_some_and(|most| threads > most.into()) {
        return invalid(format!("{threads} threads, more than its `.maxntid`"));
    }
    if launch.params.len() < info.param_bytes {
        return invalid(format!(
            "{} bytes of parameters instead of {}",
            launch.params.len(),
            info.param_bytes
        ));
    }
    if info.param_bytes > limits.param_bytes {
        return invalid(format!("{} bytes of parameters", info.param_bytes));
    }
    if info.static_shared > limits.static_shared
        || info.static_shared + launch.dynamic_shared as usize > limits.shared
    {
        return invalid(format!(
            "{} and {} bytes of shared memory",
            info.static_shared, launch.dynamic_shared
        ));
    }
    // Registers are given to warps, 256 at a time.
    let per_warp = (info.registers * 32).next_multiple_of(256);
    if per_warp * (threads as u32).div_ceil(32) > REGISTERS {
        return Err(Fault::LaunchOutOfResources(format!(
            "{}: {threads} threads of {} registers each",
            info.name, info.registers
        )));
    }
    Ok(())
}

/// The order of the blocks: a step through their numbers that meets each once.
struct Order {
    blocks: u64,
    step: u64,
    first: u64,
}

impl Order {
    fn new(blocks: u64, seed: u64) -> Order {
        let mut random = super::block::Random::new(seed);
        let divides = |mut a: u64, mut b: u64| {
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        let mut step = 1 + random.below(blocks);
        while divides(step, blocks) != 1 {
            step += 1;
        }
        Order {
            blocks,
            step,
            first: random.below(blocks),
        }
    }

    fn block(&self, turn: u64) -> u64 {
        let at = u128::from(turn) * u128::from(self.step) + u128::from(self.first);
        (at % u128::from(self.blocks)) as u64
    }
}

/// Instructions from which on further threads of the host are worth their start.
const WORTH_WORKERS: u64 = 4_000_000;

fn blocks(plan: &Plan) -> Result<Counts, Fault> {
    let total = plan.grid.iter().map(|n| u64::from(*n)).product::<u64>();
    let order = Order::new(total, plan.seed);
    let next = AtomicU64::new(0);
    let instructions = AtomicU64::new(0);
    let tallies = Mutex::new(vec![]);
    let worker = |only: u64| -> Result<(), Fault> {
        let block = Block::new(plan);
        let mut runner = Runner::new(&block);
        for _ in 0..only {
            let turn = next.fetch_add(1, Relaxed);
            if turn >= total || plan.stopped() {
                break;
            }
            match runner.run(order.block(turn)) {
                Ok(n) => {
                    instructions.fetch_add(n, Relaxed);
                }
                Err(fault) => {
                    plan.stop.store(true, Relaxed);
                    return Err(fault);
                }
            }
        }
        let mut all = tallies.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend(runner.tally.map(|t| *t));
        Ok(())
    };
    // The system is asked once: it reads files for the answer.
    static CORES: OnceLock<usize> = OnceLock::new();
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let workers = match plan.limits.workers {
        0 => *CORES.get_or_init(cores),
        n => n,
    };
    worker(if workers > 1 { 1 } else { total })?;
    let left = total - next.load(Relaxed).min(total);
    if left > 0 && left.saturating_mul(instructions.load(Relaxed)) < WORTH_WORKERS {
        worker(left)?;
    } else if left > 0 {
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..workers.min(left as usize))
                .map(|_| scope.spawn(|| worker(total)))
                .collect();
            let mut result = worker(total);
            for other in others {
                let ended = other.join().unwrap_or_else(|_| {
                    Err(Fault::Unsupported("the interpreter itself failed".into()))
                });
                result = result.and(ended);
            }
            result
        })?;
    }
    let tallies = tallies.into_inner();
    let tallies = tallies.unwrap_or_else(PoisonError::into_inner);
    Ok(counted(plan, instructions.into_inner(), tallies))
}

/// Keeps what was counted, if that is wanted.
fn counted(plan: &Plan, instructions: u64, tallies: Vec<Tally>) -> Counts {
    if let Some(profile) = plan.profile {
        let launched = Launched {
            kernel: &plan.loaded.code[plan.function].name,
            grid: plan.grid,
            block: plan.block,
            tallies,
        };
        profile.add(&launched, &|function, pc| plan.line(function, pc));
    }
    Counts {
        blocks: plan.grid.iter().map(|n| u64::from(*n)).product(),
        instructions,
    }
}
