//! Tiles whose sums of products are taken by tensor cores, and why others aren't.
//!
//! ```text
//! for (k by 16)                                 for (k by 16)
//!     c[rows][columns] += a[rows][k] * b[k][columns]    a warp: c[32][32] += a[32][16] * b[16][32]
//! ```
//!
//! What an instruction of these multiplies and adds is spread over a warp's threads in a fixed way, so a thread has other rows and columns of the tile. In everything
//! else it is the same tile. Each sum still has its products added one after the other, each rounded once, as by `fma()`.
//!
//! `schedule/blocked/tensor.rs` decides, and `render/cuda/tiles/tensor.rs` prints.

use super::Tiles;
use accrs_frontend::region::Expr;
use std::fmt;

/// The GPUs whose tensor cores multiply `double` faster than their other units do, as `__CUDA_ARCH__` / 10. Others from sm_80 on have the instructions, and few units for them.
pub const DOUBLE: [u32; 3] = [80, 90, 100];

/// Threads that an instruction spreads a matrix over: those of a group have a row together.
pub const GROUPS: u64 = 8;
pub const IN_GROUP: u64 = 4;
/// Rows and columns of a sum's matrix in an instruction: a thread has two columns of it that follow each other.
pub const SQUARE: u64 = 8;

/// How a block's warps share out a tile, and what they add.
#[derive(Clone, Debug)]
pub struct Tensor {
    /// Warps along rows and along columns. Each has a rectangle of the tile.
    pub warps: [u64; 2],
    /// What an iteration of each loop in order adds, in their order.
    pub products: Vec<Product>,
}

/// `to += left * right`
#[derive(Clone, Debug)]
pub struct Product {
    /// Which of the body's statements the loop in order is.
    pub step: usize,
    /// The sum: a scalar of the iteration, or an element in registers.
    pub to: Expr,
    /// What rows differ in, and what columns do.
    pub left: Expr,
    pub right: Expr,
    /// `to -= left * right`
    pub minus: bool,
}

impl Tensor {
    /// Rows and columns of a warp.
    pub fn of_warp(&self, t: &Tiles) -> [u64; 2] {
        let [rows, columns] = self.warps;
        [t.rows.number() / rows, t.columns.number() / columns]
    }

    /// The product that a statement adds to this sum.
    pub fn product(&self, to: &Expr) -> Option<&Product> {
        self.products.iter().find(|p| p.to.id == to.id)
    }
}

/// Why tensor cores don't take a tile's sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoTensor {
    /// They are of another type than `double`, or of something else than products.
    OtherSums,
    /// A loop in order does something besides.
    OtherSteps,
    /// A sum gets several products in an iteration.
    SeveralProducts,
    /// A factor differs in rows and in columns, or in what an iteration computes.
    MixedFactor,
    /// Options or clauses give the tile's sizes.
    Sizes,
    /// Too many sums or copies for a block.
    Space,
    /// Products and sums are rounded one by one.
    Rounding,
    /// None of the GPUs that kernels are compiled for has them.
    Architecture,
}

impl NoTensor {
    /// Whether the report says it: of sums of something else there is nothing to say.
    pub fn is_told(self) -> bool {
        self != NoTensor::OtherSums
    }
}

impl fmt::Display for NoTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoTensor::OtherSums => "its sums aren't of products of double",
            NoTensor::OtherSteps => "its sequential loop does more than add products to sums",
            NoTensor::SeveralProducts => "an iteration adds several products to one sum",
            NoTensor::MixedFactor => {
                "a product isn't one of something of rows alone and something of columns alone"
            }
            NoTensor::Sizes => "the tile's sizes are given",
            NoTensor::Space => "a block has too few registers or too little shared memory for them",
            NoTensor::Rounding => {
                "they round each together with its sum, which --acc-fma=true allows"
            }
            NoTensor::Architecture => "no GPU of --acc-arch has fast ones for double",
        })
    }
}
