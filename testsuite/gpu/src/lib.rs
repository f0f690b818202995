//! A GPU for the tests: `libcuda.so.1` over an interpreter of PTX on the CPU.
//!
//! What a program does on an NVIDIA GPU (NVRTC, modules, streams, events, launches) runs on any machine with it, and
//! more strictly than on most GPUs: its memory is apart and poisoned, threads interleave at random, and work that nothing
//! waits for may come late or never. [`driver`] is the C interface, [`memory`] the device's memory, [`ptx`] reads modules, [`exec`]
//! runs kernels, [`fault`] is what can go wrong in them, [`profile`] what they would cost.

pub mod driver;
pub mod exec;
pub mod fault;
pub mod memory;
pub mod profile;
pub mod ptx;
