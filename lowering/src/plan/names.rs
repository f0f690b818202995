//! The names of mappings and axes.

use super::{Axis, Mapping};

impl Mapping {
    /// The strategy's name in code, plan, report and tests.
    pub fn name(self) -> &'static str {
        match self {
            Self::G => "Map-g",
            Self::V => "Map-v",
            Self::Gv => "Map-gv",
            Self::GV => "Map-g-v",
            Self::GvV => "Map-gv-v",
            Self::GGv => "Map-g-gv",
            Self::GvGv => "Map-gv-gv",
            Self::Map31 => "Map3-1",
            Self::Map32 => "Map3-2",
            Self::Map33 => "Map3-3",
            Self::Standard => "gang-worker-vector",
            Self::Serial => "serial",
        }
    }
}

impl Axis {
    /// As CUDA spells it, for reports: "blockIdx.x".
    pub fn cuda(self) -> &'static str {
        match self {
            Self::BlockX => "blockIdx.x",
            Self::BlockY => "blockIdx.y",
            Self::BlockZ => "blockIdx.z",
            Self::ThreadX => "threadIdx.x",
            Self::ThreadY => "threadIdx.y",
            Self::ThreadZ => "threadIdx.z",
        }
    }
    /// As the mapping tables spell it: "block.x".
    pub fn short(self) -> &'static str {
        match self {
            Self::BlockX => "block.x",
            Self::BlockY => "block.y",
            Self::BlockZ => "block.z",
            Self::ThreadX => "thread.x",
            Self::ThreadY => "thread.y",
            Self::ThreadZ => "thread.z",
        }
    }
}
