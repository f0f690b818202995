//! Kernels whose blocks go through their nest in tiles, and reach elements that lie beside each other along the other loop than the one that has the
//! lanes through shared memory.
//!
//! ```text
//! for (i …)                       for each tile of 32 by 32:
//!     for (j …)                       neighbouring threads have neighbouring j: b_tile[j][i] = a[i][j]
//!         b[j][i] = a[i][j];          neighbouring threads have neighbouring i: b[j][i] = b_tile[j][i]
//! ```
//!
//! `schedule/blocked/staged.rs` decides, and `render/cuda/tiles/staged.rs` prints.

use super::Side;
use accrs_frontend::region::{Canonical, Expr, Stmt, VarId};

/// A nest whose iterations of `rows` and `columns` are cut into square tiles, a block of threads for each. No two of them touch the same memory, one
/// of them writing.
#[derive(Clone, Debug)]
pub struct Staged {
    /// A loop around, with a layer of blocks for each iteration.
    pub outer: Option<Canonical>,
    pub rows: Side,
    pub columns: Side,
    /// What an iteration of rows and columns does.
    pub body: Vec<Stmt>,
    /// Scalars that each iteration has for itself, and doesn't declare.
    pub scalars: Vec<VarId>,
    pub elements: Vec<Across>,
}

/// An element that each iteration has for itself, or that nobody writes, and that lies beside that of the next row. Neighbouring threads have
/// neighbouring columns; but they load and store such elements in neighbouring rows.
#[derive(Clone, Debug)]
pub struct Across {
    pub element: Expr,
    /// Its value from before is read.
    pub load: bool,
    pub store: bool,
}

impl Staged {
    /// Elements behind those of a column of a tile that nobody uses, so that rows of the tile too lie in different banks.
    pub const PADDING: u64 = 1;

    /// Calls `f` on all expressions of the nest.
    pub fn exprs<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        let heads = [&self.rows.head, &self.columns.head];
        for h in heads.into_iter().chain(&self.outer) {
            [&h.lower, &h.upper, &h.step].into_iter().for_each(&mut *f);
        }
        for s in &self.body {
            s.each_stmt(|s| s.exprs(f));
        }
    }

    /// The columns as the block's threads have them while neighbouring ones are along rows.
    pub fn columns_across(&self) -> Side {
        Side {
            head: self.columns.head.clone(),
            ..self.rows.clone()
        }
    }

    /// Elements of the copy of one of these.
    pub fn size(&self) -> u64 {
        self.columns.number() * (self.rows.number() + Self::PADDING)
    }
}
