//! One thread of a block: its registers, stacks and place in the code, and the loop that runs it.

use super::bind::{Bound, Code, Flow};
use super::block::Block;
use crate::fault::{Fault, Position};
use crate::ptx::code::NONE;

/// Runs one instruction that does not change the flow of control. False: a fault, which the lane
/// then holds.
pub type Handler = for<'l, 'a, 'i> fn(&'l mut Lane<'a>, &'i Bound) -> bool;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Ready,
    /// Waits for lanes of its warp at the instruction before `pc`.
    InWarp,
    /// Waits at a barrier of the block.
    AtBarrier(u8),
    Done,
}

/// What a call comes back to.
pub struct Frame<'a> {
    pub code: &'a Code,
    pub pc: usize,
    pub base: usize,
    pub param_base: usize,
    pub local_base: usize,
    /// Which call of the caller this is.
    pub call: usize,
}

pub struct Lane<'a> {
    /// The current frame's registers, in `stack`.
    pub registers: *mut u64,
    pub code: &'a Code,
    pub pc: usize,
    pub block: &'a Block<'a>,
    pub stack: Vec<u64>,
    pub base: usize,
    pub frames: Vec<Frame<'a>>,
    pub params: Vec<u8>,
    pub param_base: usize,
    pub local: Vec<u8>,
    pub local_base: usize,
    pub carry: bool,
    pub state: State,
    /// Instructions run so far.
    pub steps: u64,
    pub fault: Option<Box<Fault>>,
    pub tid: [u32; 3],
    pub linear: u32,
    /// What a barrier or an exchange of the warp needs of it.
    pub offer: u64,
    /// Copies to shared memory that are on their way: where to, the bytes, and how many.
    pub coming: Vec<(u64, [u64; 2], u64)>,
    pub mask: u32,
}

impl<'a> Lane<'a> {
    /// A lane at the start of the kernel.
    pub fn new(block: &'a Block<'a>, code: &'a Code, linear: u32) -> Lane<'a> {
        let [x, y, _] = block.plan.block;
        let mut lane = Lane {
            registers: std::ptr::null_mut(),
            code,
            pc: 0,
            block,
            stack: code.initial.clone(),
            base: 0,
            frames: vec![],
            params: vec![0; code.frame_param_bytes],
            param_base: 0,
            local: vec![super::POISON_LOCAL; code.local_bytes],
            local_base: 0,
            carry: false,
            state: State::Ready,
            steps: 0,
            fault: None,
            tid: [linear % x, linear / x % y, linear / x / y],
            linear,
            offer: 0,
            coming: vec![],
            mask: 0,
        };
        lane.registers = lane.stack.as_mut_ptr();
        lane
    }

    /// Back to the kernel's start, for the next block.
    pub fn restart(&mut self, code: &'a Code) {
        self.stack.truncate(code.initial.len());
        self.stack.copy_from_slice(&code.initial);
        self.registers = self.stack.as_mut_ptr();
        self.base = 0;
        self.code = code;
        self.pc = 0;
        self.frames.clear();
        self.params.truncate(code.frame_param_bytes);
        self.param_base = 0;
        self.local.truncate(code.local_bytes);
        // Filling nothing is a call all the same, once for each of a grid's threads.
        if !self.local.is_empty() {
            self.local.fill(super::POISON_LOCAL);
        }
        self.local_base = 0;
        self.carry = false;
        self.coming.clear();
        self.state = State::Ready;
        self.steps = 0;
    }

    #[inline(always)]
    pub fn get(&self, slot: u32) -> u64 {
        debug_assert!((slot as usize) < self.code.initial.len());
        // SAFETY: binding checks that every operand is below the frame's number of slots, and
        // `registers` points at a frame of that size.
        unsafe { *self.registers.add(slot as usize) }
    }

    #[inline(always)]
    pub fn set(&mut self, slot: u32, value: u64) {
        debug_assert!((slot as usize) < self.code.initial.len());
        // SAFETY: as in `get`.
        unsafe { *self.registers.add(slot as usize) = value }
    }

    #[cold]
    pub fn fail(&mut self, fault: Fault) -> bool {
        self.fault = Some(Box::new(fault));
        false
    }

    pub fn lane(&self) -> u32 {
        self.linear & 31
    }

    pub fn is_at(&self, pc: usize) -> Position {
        self.block.plan.place(self, pc)
    }

    /// Runs up to `slice` instructions, or until the lane waits or ends.
    pub fn run(&mut self, slice: u64) -> Result<(), Fault> {
        let mut left = slice;
        let mut pc = self.pc;
        let mut code = self.code.instructions.as_ptr();
        let result = loop {
            if left == 0 {
                break Ok(());
            }
            left -= 1;
            // SAFETY: every function ends in a return, and targets are inside the function.
            let inst: &Bound = unsafe { &*code.add(pc) };
            pc += 1;
            if inst.guard != NONE && (self.get(inst.guard) & 1 == 0) != inst.guard_negated {
                continue;
            }
            match inst.flow {
                Flow::Next => {
                    if !(inst.run)(self, inst) {
                        break Err(self.take_fault(pc));
                    }
                }
                Flow::Jump => pc = inst.extra as usize,
                Flow::Other => {
                    self.pc = pc;
                    self.steps += slice - left;
                    let went = super::control::run(self, inst);
                    self.steps -= slice - left;
                    match went {
                        Ok(()) if self.state == State::Ready => {
                            pc = self.pc;
                            code = self.code.instructions.as_ptr();
                        }
                        Ok(()) => {
                            pc = self.pc;
                            break Ok(());
                        }
                        Err(fault) => {
                            let place = || self.block.plan.place(self, pc - 1);
                            break Err(fault.at(place));
                        }
                    }
                }
            }
        };
        self.pc = pc;
        self.steps += slice - left;
        result
    }

    #[cold]
    fn take_fault(&mut self, pc: usize) -> Fault {
        match self.fault.take() {
            Some(fault) => fault.at(|| self.block.plan.place(self, pc - 1)),
            None => Fault::Unsupported(format!(
                "an instruction has no meaning: {}",
                self.block.plan.place(self, pc - 1)
            )),
        }
    }
}
