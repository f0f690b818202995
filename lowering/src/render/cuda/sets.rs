//! Sets of a block's thread axes.

use crate::plan::{Axis, Extent, Kernel};

/// Thread axes: bit 0 x, bit 1 y, bit 2 z.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Threads(pub u8);

impl Threads {
    pub const NONE: Threads = Threads(0);

    /// Those that a loop is spread over.
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

    /// Those in which the kernel's blocks may have more than one thread.
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

    fn names(self) -> impl Iterator<Item = &'static str> {
        ["x", "y", "z"]
            .into_iter()
            .enumerate()
            .filter(move |(i, _)| self.0 & (1 << i) != 0)
            .map(|(_, n)| n)
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

/// The extent's name in a kernel: `gridDim.x`, `blockDim.y`.
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
    let mut out = String::new();
    for (i, axis) in axes.iter().enumerate() {
        if i == 0 {
            if wide && axes.len() > 1 {
                out.push_str("(unsigned long)");
            }
            out.push_str(axis.cuda());
        } else {
            let left = if i > 1 { format!("({out})") } else { out };
            out = format!("{left} * {} + {}", extent(*axis), axis.cuda());
        }
    }
    out
}

/// `gridDim.x * blockDim.x`: how many places the axes have.
pub fn places(axes: &[Axis], wide: bool) -> String {
    let names: Vec<&str> = axes.iter().map(|a| extent(*a)).collect();
    let cast = if wide && names.len() > 1 {
        "(unsigned long)"
    } else {
        ""
    };
    format!("{cast}{}", names.join(" * "))
}
