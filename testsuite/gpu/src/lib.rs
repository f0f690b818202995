//! A GPU for the tests: `libcuda.so.1` over an interpreter of PTX on the CPU.
//!
//! What a program does on an NVIDIA GPU (NVRTC, modules, streams, events, launches) runs on any machine with it, and
//! more strictly than on most GPUs: its memory is apart and poisoned, threads interleave at random, and work that nothing
//! waits for may come late or never. [`driver`] is the C interface, [`memory`] the device's memory, [`ptx`] reads modules, [`exec`]
//! runs kernels, [`fault`] is what can go wrong in them.

pub mod driver;

// Until the interpreter lands: take the lines below out, and src/stubs with them.
#[path = "stubs/exec.rs"]
pub mod exec;
#[allow(dead_code)]
#[path = "stubs/fault.rs"]
pub mod fault;
#[allow(dead_code)]
#[path = "stubs/memory.rs"]
pub mod memory;
#[path = "stubs/ptx.rs"]
pub mod ptx;
