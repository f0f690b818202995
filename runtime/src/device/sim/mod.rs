//! sim: a GPU with a memory of its own, carried out on the CPU.
//!
//! It runs the very CUDA text that a GPU gets, compiled as C++ by the host's compiler
//! (`include/accrs_sim.h` tells how), and it is strict where a GPU may be lucky:
//!
//! - **Memory** ([`arena`]) is a stretch of address space of the device's own. New memory is
//!   poisoned, freed memory is closed, the gaps between allocations too. Device addresses are real
//!   addresses, so kernels run at the compiler's speed.
//! - **Checks** ([`shadow`]): each load and store of a kernel asks the shadow whether the 8
//!   bytes around it are open. Only device memory, the kernel threads' stacks, shared memory and
//!   the kernels' own globals are. A kernel that follows a host pointer, or runs over the end of
//!   an allocation, ends in a fault that names kernel, block, thread, address, size and
//!   direction, and the line of the CUDA text where it was compiled with `-g1`.
//!   Of several devices one runs kernels at a time, and the others' memory is hidden
//!   meanwhile ([`gate`]): a kernel that follows another device's pointer faults too.
//! - **Threads** ([`block`]): each CUDA thread is a coroutine, on a stack of 256 KiB
//!   ([`stack`]); a block is one OS thread's work, and shared memory is its thread-local
//!   storage. Threads that don't wait share one stack, one after another, so a kernel
//!   without barriers costs no switches. A barrier that not all threads of the block reach (some
//!   have left, some wait at another line) is a fault that says who waits where. Warp operations
//!   gather the lanes that the mask names; a shuffle from a lane that is not there gives poison.
//! - **Workers** ([`pool`]): blocks of all launches are spread over `ACCRS_SIM_THREADS` OS
//!   threads (all cores by default), never the user's.
//! - **Blocks that wait for each other** ([`meeting`]): a launch for that has an OS thread for each of its blocks. A meeting that not all of
//!   them come to is a fault too.
//! - **Streams** ([`super::stream`]): a queue and a thread each; errors of queued work surface at
//!   the next synchronisation.
//! - **Shared memory** ([`shared`]): managed memory, and all of the host's for programs that ask for it.
//! - **Checks of what programs mean** ([`check`]): races, reads of what nobody wrote, and accesses outside of sections, in programs built with `-acc=check`.
//! - **Signals** ([`signal`]): the shadow of host memory is not backed; the first check of
//!   it traps, once a page. Division by zero and stack overflow in a kernel become
//!   faults too. All else goes to the program's own handlers.
//!
//! Environment: `ACC_NUM_SIM_DEVICES` (1), `ACCRS_SIM_MEMORY` (bytes for each device, with
//! K, M or G; half of the machine's by default), `ACCRS_SIM_THREADS`, `ACCRS_SIM_DELAY` (each call of the driver
//! and each queued operation is late by a random time of up to so many microseconds: [`delay`]), `ACCRS_SIM_SHARES`
//! (`nothing`, `managed` or, by default, `unified`: what a program that asks for shared memory gets), `ACCRS_SIM_FAIL` (a call of the driver that fails: [`failing`]),
//! `ACCRS_SIM_CALLS=1` (a line on stderr for each), `ACCRS_SIM_TOGETHER` (how many blocks of a launch may wait for each other, 7; with 0 none can).

mod arena;
mod block;
mod calls;
mod check;
mod delay;
mod driver;
pub mod entry;
mod failing;
mod fault;
mod gate;
mod meeting;
mod pool;
mod settings;
mod shadow;
mod shared;
mod signal;
mod stack;

pub use arena::POISON;
pub use check::active as checks;
pub use check::queues as order;
pub use check::stale;
pub use driver::{SimDevice, SimDriver};
pub use fault::{DescribeHost, set_describe_host};
pub(crate) use settings::bytes;
