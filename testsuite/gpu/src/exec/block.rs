//! A block: its shared memory, and the scheduler that lets its threads proceed in random order.

use super::lane::{Lane, State};
use super::tally::Tally;
use super::{Plan, barrier, converged, warp};
use crate::fault::Fault;
use std::cell::{Cell, UnsafeCell};

/// What the threads of a block share.
pub struct Block<'a> {
    pub plan: &'a Plan<'a>,
    /// Its place in the grid.
    pub at: Cell<[u32; 3]>,
    /// Instructions that the block's threads have run in finished slices.
    pub clock: Cell<u64>,
    /// One of its threads has looked at a word that others may be about to change.
    pub looked: Cell<bool>,
    shared: UnsafeCell<Vec<u8>>,
}

impl<'a> Block<'a> {
    pub fn new(plan: &'a Plan<'a>) -> Block<'a> {
        Block {
            plan,
            at: Cell::new([0; 3]),
            clock: Cell::new(0),
            looked: Cell::new(false),
            shared: UnsafeCell::new(vec![0; plan.shared_map.len() * 8]),
        }
    }

    /// The host's pointer to 1, 2, 4 or 8 aligned bytes of shared memory.
    #[inline(always)]
    pub(super) fn shared_cell(&self, address: u64, bytes: u64) -> Result<*mut u8, Fault> {
        let map = &self.plan.shared_map;
        if address & (bytes - 1) == 0
            && let Some(held) = map.get((address >> 3) as usize)
            && u64::from(*held) >= (address & 7) + bytes
        {
            // SAFETY: the array has eight bytes for each of the map; the pointer to it is
            // taken anew each time, and no reference to its contents is ever held.
            return Ok(unsafe { (*self.shared.get()).as_mut_ptr().add(address as usize) });
        }
        Err(refused(address, bytes))
    }

    fn poison(&self) {
        // SAFETY: no thread of the block runs.
        let all = unsafe { &mut *self.shared.get() };
        if let Some(own) = all.get_mut(self.plan.shared_start..)
            && !own.is_empty()
        {
            own.fill(super::POISON_SHARED);
        }
    }
}

#[cold]
fn refused(address: u64, bytes: u64) -> Fault {
    if address & (bytes - 1) != 0 {
        return Fault::Misaligned {
            address,
            bytes,
            place: None,
        };
    }
    Fault::illegal(
        address,
        bytes,
        "it is outside the kernel's shared variables",
    )
}

pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        // Neighbouring seeds must not give neighbouring states.
        let mixed = (seed ^ 0x9E37_79B9_7F4A_7C15).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        Random((mixed ^ mixed >> 31) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n.max(1)
    }
}

/// What a block's turn ended with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    Done,
    /// A thread has looked at a word that others may be about to change.
    Looked,
    Spent,
}

/// Runs blocks one after the other, with the same lanes.
pub struct Runner<'a> {
    pub block: &'a Block<'a>,
    pub lanes: Vec<Lane<'a>>,
    /// Indices of the lanes that can go on.
    ready: Vec<u32>,
    pub alive: u32,
    pub barriers: [barrier::Meeting; 16],
    /// The barriers at which threads have arrived that is not complete, a bit for each.
    pub begun: u16,
    /// For each warp the lanes that wait for others of it, a bit for each.
    pub in_warp: Vec<u32>,
    /// And those that have ended, or that the warp lacks.
    pub ended: Vec<u32>,
    /// How often its threads have met or ended.
    pub met: u64,
    /// What is counted, if anything is.
    pub tally: Option<Box<Tally>>,
}

impl<'a> Runner<'a> {
    pub fn new(block: &'a Block<'a>) -> Runner<'a> {
        let plan = block.plan;
        let threads = plan.block.iter().product::<u32>();
        let code = &plan.loaded.code[plan.function];
        Runner {
            block,
            lanes: (0..threads).map(|k| Lane::new(block, code, k)).collect(),
            ready: Vec::with_capacity(threads as usize),
            alive: 0,
            barriers: Default::default(),
            begun: 0,
            in_warp: vec![0; threads.div_ceil(32) as usize],
            ended: vec![0; threads.div_ceil(32) as usize],
            met: 0,
            tally: plan.profile.map(|_| Box::new(Tally::new(plan))),
        }
    }

    /// Runs the block with the number given in the grid; how many instructions it took.
    pub fn run(&mut self, number: u64) -> Result<u64, Fault> {
        let mut random = self.start(number);
        while self.turn(&mut random, u64::MAX)? != Turn::Done {}
        Ok(self.steps())
    }

    /// Instructions that the block has taken.
    pub fn steps(&self) -> u64 {
        self.lanes.iter().map(|lane| lane.steps).sum()
    }

    /// Puts all threads at the start of the block with the number given in the grid; what its turns go by.
    pub fn start(&mut self, number: u64) -> Random {
        let plan = self.block.plan;
        let [x, y, _] = plan.grid.map(u64::from);
        let at = [number % x, number / x % y, number / x / y];
        self.block.at.set(at.map(|k| k as u32));
        self.block.poison();
        self.block.clock.set(0);
        let code = &plan.loaded.code[plan.function];
        self.lanes.iter_mut().for_each(|lane| lane.restart(code));
        self.alive = self.lanes.len() as u32;
        self.ready.clear();
        self.ready.extend(0..self.alive);
        if self.begun != 0 {
            self.barriers = Default::default();
            self.begun = 0;
        }
        self.in_warp.fill(0);
        self.ended.fill(0);
        if let Some(last) = self.ended.last_mut()
            && !self.lanes.len().is_multiple_of(32)
        {
            *last = u32::MAX << (self.lanes.len() % 32);
        }
        if let Some(tally) = &mut self.tally {
            tally.start_block(self.lanes.len());
        }
        Random::new(plan.seed ^ number.wrapping_mul(0x9E37_79B9))
    }

    /// Lets the block go on for up to so many slices of its threads.
    pub fn turn(&mut self, random: &mut Random, slices: u64) -> Result<Turn, Fault> {
        self.block.looked.set(false);
        match self.tally.take() {
            None => self.apart(random, slices),
            Some(mut tally) => {
                let ran = self.by_warps(random, slices, &mut tally);
                self.tally = Some(tally);
                ran
            }
        }
    }

    /// Threads on their own, in random slices, so that what depends on their order shows.
    fn apart(&mut self, random: &mut Random, slices: u64) -> Result<Turn, Fault> {
        for _ in 0..slices {
            if self.alive == 0 || self.block.plan.stopped() {
                return Ok(Turn::Done);
            }
            if self.ready.is_empty() {
                return Err(self.stuck());
            }
            let pick = random.below(self.ready.len() as u64) as usize;
            let index = self.ready[pick] as usize;
            let slice = 1 + random.below(self.block.plan.limits.slice);
            self.advance(pick, index, slice)?;
            if self.block.looked.get() {
                return Ok(Turn::Looked);
            }
        }
        Ok(Turn::Spent)
    }

    /// Whole warps, in random slices, counted.
    fn by_warps(
        &mut self,
        random: &mut Random,
        slices: u64,
        tally: &mut Tally,
    ) -> Result<Turn, Fault> {
        let warps = self.lanes.len().div_ceil(32);
        for _ in 0..slices {
            if self.alive == 0 {
                tally.end_block(self);
                return Ok(Turn::Done);
            }
            // Lanes that are woken are found by their state.
            self.ready.clear();
            let first = random.below(warps as u64) as usize;
            let can_go_on = |w: &usize| {
                let lanes = self.lanes[w * 32..].iter().take(32);
                lanes.into_iter().any(|l| l.state == State::Ready)
            };
            let Some(warp) = (first..warps).chain(0..first).find(can_go_on) else {
                return Err(self.stuck());
            };
            if self.block.plan.stopped() {
                return Ok(Turn::Done);
            }
            let slice = 1 + random.below(16 * self.block.plan.limits.slice);
            converged::turn(self, tally, warp, slice)?;
            if self.block.looked.get() {
                return Ok(Turn::Looked);
            }
        }
        Ok(Turn::Spent)
    }

    fn advance(&mut self, pick: usize, index: usize, slice: u64) -> Result<(), Fault> {
        let lane = &mut self.lanes[index];
        let before = lane.steps;
        lane.run(slice)?;
        let clock = &self.block.clock;
        clock.set(clock.get() + lane.steps - before);
        self.within_limit(index)?;
        if self.lanes[index].state != State::Ready {
            self.ready.swap_remove(pick);
        }
        self.settle(index)
    }

    pub fn within_limit(&self, index: usize) -> Result<(), Fault> {
        let lane = &self.lanes[index];
        if lane.steps <= self.block.plan.limits.instructions_per_thread {
            return Ok(());
        }
        let instructions = lane.steps;
        let fault = Fault::Timeout {
            instructions,
            place: None,
        };
        Err(fault.at(|| lane.is_at(lane.pc)))
    }

    /// What follows for others from a lane that has come to its end, or waits.
    pub fn settle(&mut self, index: usize) -> Result<(), Fault> {
        match self.lanes[index].state {
            State::Ready => {}
            State::Done => {
                self.alive -= 1;
                self.met += 1;
                // Those who wait for it need not any more.
                let mut begun = self.begun;
                while begun != 0 {
                    barrier::try_release(self, begun.trailing_zeros() as u8)?;
                    begun &= begun - 1;
                }
                self.ended[index / 32] |= 1 << (index % 32);
                if self.in_warp[index / 32] != 0 {
                    warp::ended(self, index / 32);
                }
            }
            State::InWarp => {
                self.in_warp[index / 32] |= 1 << (index % 32);
                warp::arrived(self, index);
            }
            State::AtBarrier(id) => barrier::arrive(self, index, id)?,
        }
        Ok(())
    }

    /// Lets a waiting lane go on.
    pub fn wake(&mut self, index: usize) {
        self.lanes[index].state = State::Ready;
        self.in_warp[index / 32] &= !(1 << (index % 32));
        self.ready.push(index as u32);
    }

    /// Nobody can go on, and not all have ended.
    #[cold]
    fn stuck(&self) -> Fault {
        let waiting = self.lanes.iter().filter(|l| l.state != State::Done);
        let mut places: Vec<(usize, u32, u32)> = vec![];
        for lane in waiting {
            let at = lane.pc - 1;
            let line = lane.code.origins.get(at).map_or(0, |o| o.line);
            match places.iter_mut().find(|(_, l, _)| *l == line) {
                Some((_, _, count)) => *count += 1,
                None => places.push((lane.linear as usize, line, 1)),
            }
        }
        let words: Vec<String> = places
            .iter()
            .map(|(first, line, count)| format!("{count} at line {line}, first thread {first}"))
            .collect();
        let fault = Fault::barrier(format!(
            "threads wait for others that never come: of {} threads, {} have ended; {}",
            self.lanes.len(),
            self.lanes.len() as u32 - self.alive,
            words.join("; ")
        ));
        match places.first() {
            Some((first, ..)) => {
                let lane = &self.lanes[*first];
                fault.at(|| lane.is_at(lane.pc - 1))
            }
            None => fault,
        }
    }
}
