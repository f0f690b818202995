//! Sets of a block's thread axes, and the spelling of positions along axes.

use crate::plan::{Axis, Extent, Kernel};
use std::fmt::Write;

/// A set of thread axes: bit 0 is x, bit 1 y, bit 2 z.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Threads(pub u8);

impl Threads {
    pub const NONE: Threads = Threads(0);

    /// The thread axes among `axes`.
    pub fn of(axes: &[Axis]) -> Self {
        let mut bits = 0;
        for axis in axes {
            bits |= match axis {
                Axis::ThreadX => 1,
                Axis::ThreadY => 2,
                Axis::ThreadZ => 4,
                _ => 0,
            };
        }
        Threads(bits)
    }

    /// The axes along which the kernel's blocks may have more than one thread.
    pub fn of_kernel(kernel: &Kernel) -> Self {
        let mut bits = 0;
        for (i, extent) in kernel.block.iter().enumerate() {
            if !matches!(extent, Extent::Fixed(0 | 1)) {
                bits |= 1 << i;
            }
        }
        Threads(bits)
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
    pub fn and(self, other: Threads) -> Threads {
        Threads(self.0 & other.0)
    }
    pub fn or(self, other: Threads) -> Threads {
        Threads(self.0 | other.0)
    }
    pub fn without(self, other: Threads) -> Threads {
        Threads(self.0 & !other.0)
    }

    /// `threadIdx.x == 0 && threadIdx.y == 0`
    pub fn first(self) -> String {
        let parts: Vec<String> = self
            .names()
            .map(|a| format!("threadIdx.{a} == 0"))
            .collect();
        parts.join(" && ")
    }

    /// Whether the axis of this name is among them.
    pub fn has(self, name: &str) -> bool {
        self.names().any(|n| n == name)
    }

    fn names(self) -> impl Iterator<Item = &'static str> {
        ["x", "y", "z"]
            .into_iter()
            .enumerate()
            .filter(move |(i, _)| self.0 & (1 << i) != 0)
            .map(|(_, n)| n)
    }

    /// The axes, that along which neighbouring threads differ last.
    pub fn axes(self) -> Vec<Axis> {
        let all = [Axis::ThreadZ, Axis::ThreadY, Axis::ThreadX];
        let own = |a: &Axis| !self.and(Threads::of(&[*a])).is_empty();
        all.into_iter().filter(own).collect()
    }

    /// As the mapping tables spell them: `thread.x thread.y`.
    pub fn short(self) -> String {
        let parts: Vec<String> = self.names().map(|a| format!("thread.{a}")).collect();
        parts.join(" ")
    }

    /// Whether threads that differ along these axes alone follow each other in the block.
    pub fn are_fastest(self) -> bool {
        self.0 & (self.0 + 1) == 0
    }

    /// As [`Self::argument`]; `0` without axes.
    pub fn argument_or_none(self) -> String {
        match self.is_empty() {
            true => "0".into(),
            false => self.argument(),
        }
    }

    /// The template argument of a helper: `accrs_x | accrs_y`.
    pub fn argument(self) -> String {
        let parts: Vec<String> = self.names().map(|a| format!("accrs_{a}")).collect();
        parts.join(" | ")
    }
}

/// Whether an axis is one of the grid.
pub fn is_block(axis: Axis) -> bool {
    matches!(axis, Axis::BlockX | Axis::BlockY | Axis::BlockZ)
}

/// The name of an axis's extent in a kernel: `gridDim.x`, `blockDim.y`.
pub fn extent(axis: Axis) -> &'static str {
    match axis {
        Axis::BlockX => "gridDim.x",
        Axis::BlockY => "gridDim.y",
        Axis::BlockZ => "gridDim.z",
        Axis::ThreadX => "blockDim.x",
        Axis::ThreadY => "blockDim.y",
        Axis::ThreadZ => "blockDim.z",
    }
}

/// `blockIdx.x * blockDim.x + threadIdx.x`: the first axis varies slowest. `wide` makes it 64 bits.
pub fn position(axes: &[Axis], wide: bool) -> String {
    spelled(axes, wide, &|a| a.cuda())
}

fn spelled(axes: &[Axis], wide: bool, name: &dyn Fn(Axis) -> &'static str) -> String {
    let mut out = String::new();
    for (i, axis) in axes.iter().enumerate() {
        if i == 0 {
            if wide && axes.len() > 1 {
                out.push_str("(unsigned long)");
            }
            out.push_str(name(*axis));
        } else {
            let left = if i > 1 { format!("({out})") } else { out };
            out = format!("{left} * {}", extent(*axis));
            if name(*axis) != "0" {
                let _ = write!(out, " + {}", name(*axis));
            }
        }
    }
    out
}

/// `gridDim.x * blockDim.x`: how many positions there are along the axes.
pub fn places(axes: &[Axis], wide: bool) -> String {
    let names: Vec<&str> = axes.iter().map(|a| extent(*a)).collect();
    let cast = if wide && names.len() > 1 {
        "(unsigned long)"
    } else {
        ""
    };
    format!("{cast}{}", names.join(" * "))
}

/// The position of the block's first thread, in 64 bits: `(unsigned long)blockIdx.x * blockDim.x + 0`.
pub fn first_position(axes: &[Axis]) -> String {
    if !axes.iter().any(|a| is_block(*a)) {
        return "0".into();
    }
    spelled(axes, true, &|a| if is_block(a) { a.cuda() } else { "0" })
}

/// Which row of threads a thread is in: its position along these axes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row(pub Threads);

impl Row {
    /// `(threadIdx.z) * blockDim.y + threadIdx.y`
    pub fn text(self) -> String {
        let mut index = String::new();
        for name in ["z", "y", "x"] {
            if !self.0.has(name) {
                continue;
            }
            index = if index.is_empty() {
                format!("threadIdx.{name}")
            } else {
                format!("({index}) * blockDim.{name} + threadIdx.{name}")
            };
        }
        index
    }
}
