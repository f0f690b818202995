//! The runtime API of §3.2, as `include/openacc.h` declares it. Each routine is a
//! thin way to the rooms that the directives use.

pub mod async_;
pub mod compare;
pub mod cuda;
pub mod data;
pub mod device;
pub mod memory;
pub mod nvc;
pub mod property;
