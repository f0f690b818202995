//! Kinds of devices: what they are called, which ones the program was compiled for ([`built`]), and which one the
//! environment asks for ([`environment`]).

pub mod built;
pub mod device_type;
pub mod environment;

use crate::abi::target;
use std::fmt;

/// A kind of device that regions run on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Nvidia,
    /// The host's cores, sharing the host's memory.
    Multicore,
    Sim,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Nvidia, Kind::Multicore, Kind::Sim];

    /// The bit of `__accrs_module.targets`.
    pub fn target(self) -> u32 {
        match self {
            Kind::Nvidia => target::NVIDIA,
            Kind::Multicore => target::MULTICORE,
            Kind::Sim => target::SIM,
        }
    }

    /// As `ACC_DEVICE_TYPE` and `--acc-target` spell it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Nvidia => "nvidia",
            Kind::Multicore => "multicore",
            Kind::Sim => "sim",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a program may ask for: a kind, or one of the standard's groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// `acc_device_default`: the environment's, else the first that fits.
    Default,
    /// `acc_device_not_host`: the first with a memory of its own.
    NotHost,
    Kind(Kind),
}
