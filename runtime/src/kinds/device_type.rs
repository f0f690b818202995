//! `acc_device_t`: the numbers that programs and tools know kinds of devices by.

use super::{Kind, environment};
use std::ffi::c_int;

/// `acc_device_t` of openacc.h.
pub mod device_t {
    use std::ffi::c_int;
    pub const NONE: c_int = 0;
    pub const DEFAULT: c_int = 1;
    pub const HOST: c_int = 2;
    pub const NOT_HOST: c_int = 4;
    pub const NVIDIA: c_int = 5;
    pub const CURRENT: c_int = 9;
    pub const SIM: c_int = 16;
}

/// `acc_device_t` of a kind.
pub fn type_of(kind: Kind) -> c_int {
    match kind {
        Kind::Nvidia => device_t::NVIDIA,
        Kind::Multicore => device_t::HOST,
        Kind::Sim if environment::sim_stands_in() => device_t::NVIDIA,
        Kind::Sim => device_t::SIM,
    }
}
