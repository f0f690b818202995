//! The memory that variables shared by threads take: `__shared__`, and the launch's scratch memory.
//!
//! Each variable or reduction has an area of `blocks * bytes` of scratch memory, one after the other. An area
//! starts at a multiple of 16. Apart from that there is a counter of blocks for kernels whose last block combines what all have left.

use super::sets::Threads;
use super::value::{Argument, Value};
use accrs_frontend::region::{Expr, VarId};

/// What a kernel needs from the launch.
#[derive(Clone, Default, Debug)]
pub struct Scratch {
    /// It counts the blocks that are done.
    pub counter: bool,
    /// Variables with which the last block combines what all have left, and with which the kernel does nothing else.
    pub results: Vec<VarId>,
    pub per_block: u64,
    pub shared: u64,
    /// The areas behind those, whose size only the launch knows.
    pub areas: Vec<RunTimeArea>,
    /// The bytes that each of these takes, before they are rounded up.
    taken: Vec<Value>,
}

/// An area that holds `rows * count * bytes` for each block.
#[derive(Clone, Debug)]
pub struct RunTimeArea {
    pub count: Count,
    /// The size of one element.
    pub bytes: u64,
    /// There is one row for each thread along these axes.
    pub rows: Threads,
}

#[derive(Clone, Debug)]
pub enum Count {
    Fixed(u64),
    /// The host evaluates this before the launch; a negative value means no elements.
    Host(Expr),
}

impl Scratch {
    pub fn is_empty(&self) -> bool {
        self.per_block == 0 && self.areas.is_empty()
    }

    /// Takes an area with `bytes` for each block and returns its offset per block.
    pub fn area(&mut self, bytes: u64) -> u64 {
        let at = self.per_block;
        self.per_block += bytes.div_ceil(16) * 16;
        at
    }

    /// Takes an area whose `bytes` for each block are known only at the launch, and returns its offset per block.
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
