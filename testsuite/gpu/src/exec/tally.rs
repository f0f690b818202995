//! What a GPU would pay for a kernel: what each instruction did, warp by warp.
//!
//! A request is one instruction of one warp that goes to memory. Global memory answers it in sectors of 32 bytes; the ideal is the number of sectors
//! that hold as many bytes as its lanes ask for, each byte counted once. Shared memory has 32 banks of 4 bytes: a request takes as many turns
//! as the busiest bank has words to give. (CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory" and "Shared Memory".)

use super::access::there;
use super::bind::{Bound, Code};
use super::block::Runner;
use super::launch::Plan;
use super::{LOCAL_WINDOW, PARAM_WINDOW, SHARED_WINDOW, WINDOW};
use crate::exec::lane::Lane;
use crate::ptx::code::{NONE, Op, Together, Via};
use std::collections::HashMap;

/// Bytes of a sector.
pub const SECTOR: u64 = 32;

/// Of one kind of request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Requests {
    pub count: u64,
    /// Sectors of global memory, or turns of shared memory's banks.
    pub cost: u64,
    pub ideal: u64,
}

/// Of one instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct At {
    /// How often a warp came to it, and with how many lanes in all.
    pub issued: u64,
    pub lanes: u64,
    /// Lanes went on to different places.
    pub parted: u64,
    pub loads: Requests,
    pub stores: Requests,
    /// Of atomic operations in global memory, the cost is of lanes that wait for each other: the most at one address of each request, in sum.
    pub atomics: Requests,
    pub shared: Requests,
    /// As atomics, in shared memory.
    pub shared_atomics: Requests,
    /// Requests to a thread's own memory: spills, and arrays that don't fit in registers.
    pub local: u64,
    pub barriers: u64,
    /// Shuffles and votes.
    pub exchanges: u64,
}

impl Requests {
    fn add(&mut self, cost: u64, ideal: u64) {
        self.count += 1;
        self.cost += cost;
        self.ideal += ideal;
    }
}

/// Sectors of global memory that were read and written: by groups of 64, a bit each.
pub type Footprint = HashMap<u64, [u64; 2]>;

/// What some blocks of a launch did.
pub struct Tally {
    /// Where the module's functions lie, in memory.
    functions: usize,
    /// By function and instruction.
    pub at: Vec<Vec<At>>,
    pub footprint: Footprint,
    /// Atomic operations at each address of global memory.
    pub hot: HashMap<u64, u64>,
    /// Instructions that lanes of each warp have waited for others.
    pub waited: Vec<u64>,
    /// Threads that have used global memory.
    worked: Vec<bool>,
    pub threads: u64,
    pub idle_threads: u64,
    pub blocks: u64,
    pub idle_blocks: u64,
    /// Of all threads, and of the one with the most.
    pub instructions: u64,
    pub most: u64,
}

/// Where an access goes.
enum Space {
    Global,
    Shared,
    Local,
    /// Parameters, which are constant memory.
    Other,
}

/// What a lane asks for.
#[derive(Clone, Copy)]
struct Wanted {
    address: u64,
    bytes: u64,
}

impl Tally {
    pub fn new(plan: &Plan) -> Tally {
        let code = &plan.loaded.code;
        Tally {
            functions: code.as_ptr() as usize,
            at: code
                .iter()
                .map(|c| vec![At::default(); c.instructions.len()])
                .collect(),
            footprint: Footprint::new(),
            hot: HashMap::new(),
            waited: vec![],
            worked: vec![],
            threads: 0,
            idle_threads: 0,
            blocks: 0,
            idle_blocks: 0,
            instructions: 0,
            most: 0,
        }
    }

    pub fn start_block(&mut self, threads: usize) {
        self.waited.clear();
        self.waited.resize(threads.div_ceil(32), 0);
        self.worked.clear();
        self.worked.resize(threads, false);
    }

    pub fn end_block(&mut self, runner: &Runner) {
        let idle = self.worked.iter().filter(|w| !**w).count();
        self.threads += self.worked.len() as u64;
        self.idle_threads += idle as u64;
        self.blocks += 1;
        self.idle_blocks += u64::from(idle == self.worked.len());
        self.instructions += runner.lanes.iter().map(|l| l.steps).sum::<u64>();
        let most = runner.lanes.iter().map(|l| l.steps).max();
        self.most = self.most.max(most.unwrap_or(0));
    }

    fn entry(&mut self, code: &Code, pc: usize) -> &mut At {
        let index = (std::ptr::from_ref(code) as usize - self.functions) / size_of::<Code>();
        &mut self.at[index][pc]
    }

    /// Lanes of a warp come to an instruction.
    pub fn before(&mut self, runner: &Runner, lanes: &[usize], code: &Code, pc: usize) {
        let inst = &code.instructions[pc];
        let at = self.entry(code, pc);
        at.issued += 1;
        at.lanes += lanes.len() as u64;
        match inst.op {
            Op::Barrier { .. } => at.barriers += 1,
            Op::Together(Together::Wait) => {}
            Op::Together(_) => at.exchanges += 1,
            Op::Load { .. } | Op::Store { .. } | Op::Atomic { .. } | Op::CopyAsync { .. } => {
                self.access(runner, lanes, code, pc);
            }
            _ => {}
        }
    }

    fn access(&mut self, runner: &Runner, lanes: &[usize], code: &Code, pc: usize) {
        let inst = &code.instructions[pc];
        let (mut global, mut shared, mut local) = (vec![], vec![], false);
        for k in lanes {
            let lane = &runner.lanes[*k];
            let runs = inst.guard == NONE || (lane.get(inst.guard) & 1 == 1) != inst.guard_negated;
            if !runs {
                continue;
            }
            if let Op::CopyAsync { bytes } = inst.op {
                shared.push(Wanted {
                    address: lane.get(inst.a).wrapping_add_signed(inst.offset),
                    bytes: u64::from(bytes),
                });
            }
            let (space, wanted) = wanted(lane, code, inst);
            match space {
                Space::Global => global.push(wanted),
                Space::Shared => shared.push(wanted),
                Space::Local => local = true,
                Space::Other => {}
            }
            self.worked[*k] |= matches!(space, Space::Global);
        }
        if !global.is_empty() {
            self.global(&mut global, code, pc);
        }
        let at = self.entry(code, pc);
        at.local += u64::from(local);
        if shared.is_empty() {
            return;
        }
        match inst.op {
            Op::Atomic { .. } => at.shared_atomics.add(most_at_one(&shared), 1),
            _ => at.shared.add(turns(&shared), words(&shared).div_ceil(32)),
        }
    }

    fn global(&mut self, wanted: &mut [Wanted], code: &Code, pc: usize) {
        let inst = &code.instructions[pc];
        if let Op::Atomic { .. } = inst.op {
            wanted
                .iter()
                .for_each(|w| *self.hot.entry(w.address).or_default() += 1);
        }
        let (read, written) = match inst.op {
            Op::Load { .. } | Op::CopyAsync { .. } => (true, false),
            Op::Store { .. } => (false, true),
            _ => (true, true),
        };
        let waiting = most_at_one(wanted);
        wanted.sort_unstable_by_key(|w| w.address);
        let (mut sectors, mut bytes) = (0, 0);
        let (mut last, mut end) = (None, 0);
        for w in wanted.iter() {
            let to = w.address + w.bytes;
            bytes += to.saturating_sub(end.max(w.address));
            end = end.max(to);
            for sector in w.address / SECTOR..=(to - 1) / SECTOR {
                if last.is_some_and(|l| sector <= l) {
                    continue;
                }
                last = Some(sector);
                sectors += 1;
                let bits = self.footprint.entry(sector / 64).or_default();
                bits[0] |= u64::from(read) << (sector % 64);
                bits[1] |= u64::from(written) << (sector % 64);
            }
        }
        let at = self.entry(code, pc);
        match inst.op {
            Op::Load { .. } | Op::CopyAsync { .. } => at.loads.add(sectors, bytes.div_ceil(SECTOR)),
            Op::Store { .. } => at.stores.add(sectors, bytes.div_ceil(SECTOR)),
            _ => at.atomics.add(waiting, 1),
        }
    }

    /// Lanes of a warp have gone on from an instruction that may lead to several places.
    pub fn parted(&mut self, runner: &Runner, lanes: &[usize], code: &Code, pc: usize) {
        let place = |k: &usize| runner.lanes[*k].pc;
        let first = lanes.first().map(place);
        let differ = lanes.iter().any(|k| Some(place(k)) != first);
        self.entry(code, pc).parted += u64::from(differ);
    }
}

/// Where a lane's access goes, and to which bytes.
fn wanted(lane: &Lane, code: &Code, inst: &Bound) -> (Space, Wanted) {
    if let Op::CopyAsync { bytes } = inst.op {
        let bytes = there(lane, inst, u64::from(bytes));
        let address = lane.get(inst.b);
        let space = if bytes == 0 {
            Space::Other
        } else {
            Space::Global
        };
        return (space, Wanted { address, bytes });
    }
    let (via, ty) = match inst.op {
        Op::Load { via, ty, .. } | Op::Store { via, ty } | Op::Atomic { via, ty, .. } => (via, ty),
        _ => {
            return (
                Space::Other,
                Wanted {
                    address: 0,
                    bytes: 0,
                },
            );
        }
    };
    let vector = match inst.op {
        Op::Atomic { .. } => 1,
        _ if inst.extra == NONE => 1,
        _ => code.lists[inst.extra as usize].len() as u64,
    };
    let bytes = ty.bytes() * vector;
    let own = |space| (space, Wanted { address: 0, bytes });
    if matches!(via, Via::FrameLocal) {
        return own(Space::Local);
    }
    if matches!(via, Via::FrameParam | Via::KernelParam | Via::Param) {
        return own(Space::Other);
    }
    let address = lane.get(inst.a).wrapping_add_signed(inst.offset);
    let at = |space, address| (space, Wanted { address, bytes });
    match via {
        Via::Global => at(Space::Global, address),
        Via::Shared => at(Space::Shared, address),
        Via::Local => own(Space::Local),
        _ => match address & WINDOW {
            SHARED_WINDOW => at(Space::Shared, address - SHARED_WINDOW),
            LOCAL_WINDOW => own(Space::Local),
            PARAM_WINDOW => own(Space::Other),
            _ => at(Space::Global, address),
        },
    }
}

/// Lanes at the address that most of them want.
fn most_at_one(wanted: &[Wanted]) -> u64 {
    let mut addresses: Vec<u64> = wanted.iter().map(|w| w.address).collect();
    addresses.sort_unstable();
    let runs = addresses.chunk_by(|a, b| a == b).map(<[u64]>::len);
    runs.max().unwrap_or(0) as u64
}

/// Distinct words of 4 bytes.
fn distinct(wanted: &[Wanted]) -> Vec<u64> {
    let words = wanted
        .iter()
        .flat_map(|w| w.address / 4..=(w.address + w.bytes - 1) / 4);
    let mut words: Vec<u64> = words.collect();
    words.sort_unstable();
    words.dedup();
    words
}

fn words(wanted: &[Wanted]) -> u64 {
    distinct(wanted).len() as u64
}

/// The turns that shared memory takes: as many as the busiest bank has words to give. Lanes that want the same word share a turn.
fn turns(wanted: &[Wanted]) -> u64 {
    let mut banks = [0u64; 32];
    distinct(wanted)
        .iter()
        .for_each(|w| banks[(w % 32) as usize] += 1);
    banks.into_iter().max().unwrap_or(0)
}
