//! One block on one worker: its threads as coroutines, and who waits for whom.
//!
//! A coroutine runs thread after thread of the block until one waits (the loop is
//! in `accrs_sim.h`). The one that waits keeps the stack; another coroutine takes up
//! the rest. So a kernel without barriers needs one stack and no switches, and the
//! others as many stacks as threads wait. All of a block happens on one OS
//! thread: no locks, and shared memory may be thread-local.

use std::collections::VecDeque;
use std::ffi::c_void;

use corosensei::{Coroutine, CoroutineResult, Yielder};

use super::fault::{self, Fault, Waiter, line_in};
use super::meeting::Meeting;
use super::stack::{PooledStack, StackPool};

/// Lanes of a warp.
pub const WARP: u32 = 32;
/// What a shuffle from a lane that does not exist gives.
const POISON: u64 = 0xfbfb_fbfb_fbfb_fbfb;

pub type Run = unsafe extern "C" fn(*const *mut c_void);

/// `__accrs_sim_block` of `accrs_sim.h`, member by member.
#[repr(C)]
pub struct Block {
    pub block: [u32; 3],
    pub block_dim: [u32; 3],
    pub grid_dim: [u32; 3],
    pub started: u32,
    pub count: u32,
    pub done: u32,
    /// The device's number.
    pub device: u32,
    pub shared: *mut c_void,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    /// Not started, running, or done.
    Free,
    Barrier,
    Warp,
    /// Released, not resumed yet.
    Ready,
}

#[derive(Clone, Copy)]
struct Thread {
    state: State,
    slot: usize,
    line: u32,
    /// Of a warp operation: 0 sync, 1 shuffle, 2 ballot.
    kind: i32,
    mask: u32,
    source: u32,
    value: u64,
    result: u64,
}

const FRESH: Thread = Thread {
    state: State::Free,
    slot: 0,
    line: 0,
    kind: 0,
    mask: 0,
    source: 0,
    value: 0,
    result: 0,
};

struct Slot {
    coroutine: Option<Coroutine<(), (), (), PooledStack>>,
    yielder: *const Yielder<(), ()>,
}

/// The block that a worker runs, and what it keeps from block to block.
pub struct Runner {
    pub block: Block,
    pub fault: Option<Fault>,
    pub running: bool,
    /// Start of the memory of the device whose block this is.
    pub arena: u64,
    /// That memory, for kernels that allocate.
    pub memory: *const super::arena::Arena,
    /// Where its blocks meet; null in a launch whose blocks don't.
    pub meeting: *const Meeting,
    current: usize,
    threads: Vec<Thread>,
    slots: Vec<Slot>,
    vacant: Vec<usize>,
    ready: VecDeque<u32>,
    stacks: StackPool,
    arrived: u32,
    /// Of the barrier being gathered: line of the first, and the predicates.
    first_line: u32,
    mixed: bool,
    votes: u32,
}

impl Runner {
    pub fn new() -> Self {
        Self {
            block: Block {
                block: [0; 3],
                block_dim: [1; 3],
                grid_dim: [1; 3],
                started: 0,
                count: 0,
                done: 0,
                device: 0,
                shared: std::ptr::null_mut(),
            },
            fault: None,
            running: false,
            arena: 0,
            memory: std::ptr::null(),
            meeting: std::ptr::null(),
            current: 0,
            threads: Vec::new(),
            slots: Vec::new(),
            vacant: Vec::new(),
            ready: VecDeque::new(),
            stacks: StackPool::default(),
            arrived: 0,
            first_line: 0,
            mixed: false,
            votes: 0,
        }
    }

    /// Runs the block that `(*this).block` describes; `Err` with what went wrong in it.
    ///
    /// # Safety
    /// `this` is the calling worker's own; `run` and `args` are a kernel of
    /// `accrs_sim.h` and its arguments. No reference into `*this` is held while a
    /// coroutine runs, since the kernel's calls come back to it.
    pub unsafe fn run(this: *mut Self, run: Run, args: *const *mut c_void) -> Result<(), Fault> {
        // SAFETY: as above, for all of this function.
        unsafe {
            (*this).begin();
            loop {
                let stuck = if let Some(thread) = (*this).ready.pop_front() {
                    let slot = (&(*this).threads)[thread as usize].slot;
                    Self::resume(this, slot);
                    None
                } else if (*this).block.started < (*this).block.count {
                    match (*this).start(run, args) {
                        Ok(slot) => {
                            Self::resume(this, slot);
                            None
                        }
                        Err(why) => Some(Fault::Host(why)),
                    }
                } else if (*this).block.done == (*this).block.count {
                    return Ok(());
                } else if (*this).release_warps() {
                    None
                } else {
                    Some((*this).divergence())
                };
                if let Some(fault) = (*this).fault.take().or(stuck) {
                    (*this).abandon();
                    return Err(fault);
                }
            }
        }
    }

    fn begin(&mut self) {
        let d = self.block.block_dim;
        self.block.started = 0;
        self.block.done = 0;
        self.block.count = d[0] * d[1] * d[2];
        self.arrived = 0;
        self.mixed = false;
        self.votes = 0;
        if self.threads.len() < self.block.count as usize {
            self.threads.resize(self.block.count as usize, FRESH);
        }
    }

    fn start(&mut self, run: Run, args: *const *mut c_void) -> Result<usize, String> {
        let stack = self.stacks.take()?;
        let slot = self.vacant.pop().unwrap_or_else(|| {
            self.slots.push(Slot {
                coroutine: None,
                yielder: std::ptr::null(),
            });
            self.slots.len() - 1
        });
        let this: *mut Self = self;
        let body = move |yielder: &Yielder<(), ()>, ()| {
            // SAFETY: the runner outlives its coroutines, and `slot` is this one's.
            unsafe {
                (&mut (*this).slots)[slot].yielder = yielder;
                run(args);
            }
        };
        self.slots[slot].coroutine = Some(Coroutine::with_stack(stack, body));
        Ok(slot)
    }

    #[inline(always)] // a switch of stacks makes each return a misprediction
    unsafe fn resume(this: *mut Self, slot: usize) {
        // SAFETY: the slot is not touched by the kernel's calls while it runs,
        // and `slots` does not grow meanwhile.
        unsafe {
            (*this).current = slot;
            let coroutine: *mut _ = &mut (&mut (*this).slots)[slot].coroutine;
            let Some(running) = (*coroutine).as_mut() else {
                return;
            };
            (*this).running = true;
            let ended = matches!(running.resume(()), CoroutineResult::Return(()));
            (*this).running = false;
            if !ended {
                return;
            }
            if let Some(coroutine) = (*coroutine).take() {
                (*this).stacks.give(coroutine.into_stack());
                (*this).vacant.push(slot);
            }
        }
    }

    /// Where the running coroutine's stack is, for the signal handler.
    pub fn trap(&self) -> Option<corosensei::trap::CoroutineTrapHandler<()>> {
        let slot = self.slots.get(self.current)?;
        Some(slot.coroutine.as_ref()?.trap_handler())
    }

    /// Puts the running thread to sleep until someone releases it.
    ///
    /// # Safety
    /// Called on the running coroutine, through the kernel.
    #[inline(always)]
    unsafe fn suspend(this: *mut Self, thread: u32) -> u64 {
        // SAFETY: as `run`; the yielder lives on the coroutine's own stack.
        unsafe {
            let slot = (*this).current;
            (&mut (*this).threads)[thread as usize].slot = slot;
            let yielder = (&(*this).slots)[slot].yielder;
            (*yielder).suspend(());
            let me = &mut (&mut (*this).threads)[thread as usize];
            me.state = State::Free;
            me.result
        }
    }

    /// Ends the block because of `fault`; does not return, since the stack is given up.
    ///
    /// # Safety
    /// As [`Self::suspend`].
    pub unsafe fn fail(this: *mut Self, fault: Fault) -> ! {
        fault::__accrs_sim_fault();
        // SAFETY: as above.
        unsafe {
            (*this).fault.get_or_insert(fault);
            let slot = (*this).current;
            let yielder = (&(*this).slots)[slot].yielder;
            loop {
                (*yielder).suspend(());
            }
        }
    }

    /// `__syncthreads` and its kin; the predicate's or, and, count, or whether the thread is the last to come. That one goes on
    /// first, before any other does.
    ///
    /// # Safety
    /// As [`Self::suspend`].
    #[inline(always)]
    pub unsafe fn barrier(
        this: *mut Self,
        kind: i32,
        predicate: bool,
        thread: u32,
        line: u32,
    ) -> i32 {
        // SAFETY: as above.
        unsafe {
            let r = &mut *this;
            if r.arrived == 0 {
                (r.first_line, r.mixed, r.votes) = (line, false, 0);
            }
            r.arrived += 1;
            r.votes += u32::from(predicate);
            r.mixed |= line != r.first_line;
            let me = &mut r.threads[thread as usize];
            (me.state, me.line, me.kind) = (State::Barrier, line, kind);
            if r.arrived < r.block.count {
                return Self::suspend(this, thread) as i32;
            }
            if r.mixed {
                let fault = r.divergence();
                Self::fail(this, fault);
            }
            let (votes, count) = (r.votes, r.block.count);
            r.arrived = 0;
            for other in 0..count {
                let t = &mut r.threads[other as usize];
                t.result = u64::from(match t.kind {
                    0 => 0,
                    1 => u32::from(votes > 0),
                    2 => u32::from(votes == count),
                    3 => votes,
                    _ => u32::from(other == thread),
                });
                if other == thread {
                    t.state = State::Free;
                } else {
                    t.state = State::Ready;
                    r.ready.push_back(other);
                }
            }
            r.threads[thread as usize].result as i32
        }
    }

    /// Waits until all blocks of the launch have come here.
    ///
    /// # Safety
    /// As [`Self::suspend`]; all threads of the block have come.
    pub unsafe fn meet(this: *mut Self, thread: u32, line: u32) {
        // SAFETY: as above; the meeting is the launch's, which waits for its blocks.
        unsafe {
            let missed = match (*this).meeting.as_ref() {
                Some(meeting) => meeting.come(line).err(),
                None if (*this).block.grid_dim == [1; 3] => None,
                None => Some(format!(
                    "blocks wait for each other (line {}) in a launch whose blocks needn't all be there",
                    line_in(line)
                )),
            };
            if let Some(why) = missed {
                Self::fail(this, Fault::Missed { thread, why });
            }
        }
    }

    /// Warp operations: gathers the lanes of `mask`, then each gets its result.
    ///
    /// # Safety
    /// As [`Self::suspend`].
    #[inline(always)]
    pub unsafe fn warp(
        this: *mut Self,
        kind: i32,
        mask: u32,
        value: u64,
        source: u32,
        thread: u32,
        line: u32,
    ) -> u64 {
        // SAFETY: as above.
        unsafe {
            let r = &mut *this;
            if mask & (1 << (thread % WARP)) == 0 {
                Self::fail(this, Fault::Mask { thread, mask, line });
            }
            let me = &mut r.threads[thread as usize];
            *me = Thread {
                state: State::Warp,
                slot: me.slot,
                line,
                kind,
                mask,
                source,
                value,
                result: 0,
            };
            if !r.release_warp(thread, Some(thread)) {
                return Self::suspend(this, thread);
            }
            r.threads[thread as usize].result
        }
    }

    /// If all lanes that `thread` waits for have come (or left for good): releases them.
    fn release_warp(&mut self, thread: u32, running: Option<u32>) -> bool {
        let first = thread / WARP * WARP;
        let Thread { mask, kind, .. } = self.threads[thread as usize];
        let last = (first + WARP).min(self.block.count);
        let mut present = 0u32;
        for t in first..last {
            let (lane, other) = (1 << (t - first), &self.threads[t as usize]);
            if mask & lane == 0 {
                continue;
            }
            if other.state == State::Warp && other.mask == mask && other.kind == kind {
                present |= lane;
            } else if other.state != State::Free || t >= self.block.started {
                return false;
            }
        }
        let ballot = (first..last)
            .filter(|t| present & (1 << (t - first)) != 0 && self.threads[*t as usize].value != 0)
            .fold(0u64, |bits, t| bits | 1 << (t - first));
        for t in (first..last).filter(|t| present & (1 << (t - first)) != 0) {
            let from = self.threads[t as usize].source % WARP;
            let result = match kind {
                1 if present & (1 << from) != 0 => self.threads[(first + from) as usize].value,
                1 => POISON,
                2 => ballot,
                _ => 0,
            };
            let other = &mut self.threads[t as usize];
            other.result = result;
            if running == Some(t) {
                other.state = State::Free;
            } else {
                other.state = State::Ready;
                self.ready.push_back(t);
            }
        }
        true
    }

    /// Warps whose missing lanes have all ended; true if one could go on.
    fn release_warps(&mut self) -> bool {
        let mut any = false;
        for t in 0..self.block.count {
            if self.threads[t as usize].state == State::Warp {
                any |= self.release_warp(t, None);
            }
        }
        any
    }

    fn divergence(&self) -> Fault {
        let waiters = (0..self.block.count).filter_map(|t| {
            let thread = &self.threads[t as usize];
            let warp = thread.state == State::Warp;
            (warp || thread.state == State::Barrier).then_some(Waiter {
                thread: t,
                line: thread.line,
                warp,
            })
        });
        Fault::Divergence {
            waiters: waiters.collect(),
            left: self.block.done,
            count: self.block.count,
        }
    }

    /// Gives up all coroutines of the block, without unwinding: kernels own nothing.
    fn abandon(&mut self) {
        for (index, slot) in self.slots.iter_mut().enumerate() {
            if let Some(mut coroutine) = slot.coroutine.take() {
                // SAFETY: C++ without exceptions or destructors that matter.
                unsafe { coroutine.force_reset() };
                self.stacks.give(coroutine.into_stack());
                self.vacant.push(index);
            }
        }
        self.ready.clear();
        self.threads.iter_mut().for_each(|t| *t = FRESH);
    }
}
