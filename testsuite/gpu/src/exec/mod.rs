//! The interpreter: modules on a device, and launches of their kernels. Threads of a block
//! proceed in random slices, so that what depends on their order shows.

mod access;
mod atomic;
mod barrier;
mod bind;
mod block;
mod control;
mod converged;
mod convert;
mod float;
mod heap;
mod integer;
mod lane;
mod launch;
mod load;
mod matrix;
mod moves;
mod order;
mod printf;
mod system;
mod tally;
mod together;
mod warp;

pub use heap::Heap;
pub(crate) use launch::Plan;
pub use launch::{Counts, Launch, Limits, launch};
pub use load::{KernelId, KernelInfo, Loaded};
pub use tally::{At, Footprint, Requests, SECTOR, Tally};

pub use crate::ptx::code::ParamSlot;

/// Generic addresses of the state spaces that are no global memory: a window each, told by the
/// topmost byte.
const WINDOW: u64 = 0xff << 56;
const SHARED_WINDOW: u64 = 0x01 << 56;
const LOCAL_WINDOW: u64 = 0x02 << 56;
const PARAM_WINDOW: u64 = 0x03 << 56;
/// Where addresses of functions start.
const FUNCTIONS: u64 = 0x7ff0 << 48;
/// In parameter space, where those of functions start; below are the kernel's.
const FRAME_PARAMS: u64 = 1 << 20;
/// The most local memory of a thread, in bytes.
const LOCAL_STACK: usize = 512 << 10;
const POISON_LOCAL: u8 = 0xC7;
const POISON_SHARED: u8 = 0x5B;
const MULTIPROCESSORS: u64 = 8;
