//! Where variables that threads share live: `__shared__`, or the launch's scratch memory.
//!
//! Scratch layout (bytes): a fixed part, cleared before each launch (one counter per gang
//! reduction), then for each user an area of `blocks * bytes`, area after area. An area starts at
//! a multiple of 16.

use super::sets::Threads;
use super::value::{Argument, Value};
use accrs_frontend::region::Expr;

/// What a kernel needs from the launch.
#[derive(Clone, Default, Debug)]
pub struct Scratch {
    pub fixed: u64,
    pub per_block: u64,
    pub shared: u64,
    /// Behind these, areas whose size only the launch knows.
    pub areas: Vec<RunTimeArea>,
    /// What those take so far, in bytes, to be rounded up.
    taken: Vec<Value>,
}

/// An area that holds `rows * count * bytes` for each block.
#[derive(Clone, Debug)]
pub struct RunTimeArea {
    pub count: Count,
    /// Of one element.
    pub bytes: u64,
    /// One row for each thread along these axes.
    pub rows: Threads,
}

#[derive(Clone, Debug)]
pub enum Count {
    Fixed(u64),
    /// Elements, as the host evaluates it before the launch; negative: none.
    Host(Expr),
}

impl Scratch {
    pub fn is_empty(&self) -> bool {
        self.fixed + self.per_block == 0 && self.areas.is_empty()
    }

    /// A counter in the fixed part; returns its offset.
    pub fn counter(&mut self) -> u64 {
        self.fixed += 8;
        self.fixed - 8
    }

    /// An area with `bytes` for each block; returns its offset per block.
    pub fn area(&mut self, bytes: u64) -> u64 {
        let at = self.per_block;
        self.per_block += bytes.div_ceil(16) * 16;
        at
    }

    /// An area with `bytes` for each block, known at the launch; returns its offset.
    pub fn run_time_area(&mut self, bytes: Value, area: RunTimeArea) -> Value {
        let rounded =
            |b: &Value| Value::Call("accrs_round", Vec::<Argument>::new(), vec![b.clone()]);
        let taken = self.taken.iter().map(rounded);
        let at = taken.fold(Value::AreaBytes, |a, b| a.binary("+", b));
        self.taken.push(bytes);
        self.areas.push(area);
        at
    }
}
