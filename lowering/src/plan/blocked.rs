//! Nests that the host's cores go through in tiles, with what they sum up in registers.
//!
//! ```text
//! for (i …)                          for (j by 16)  for (i by 4)      whole tiles
//!     for (j …)                          for (k …)
//!         for (k …)                          c[i .. i+3][j .. j+15] += a[i .. i+3][k] * b[k][j .. j+15]
//!             c[i][j] += a[i][k] * b[k][j];
//! ```
//!
//! `schedule/blocked/` decides, and `render/openmp/loops/blocked.rs` prints.

use super::{Apart, Worth};
use accrs_frontend::region::{BinaryOp, Canonical, Expr, ExprId, TypeId, VarId};
use indexmap::IndexSet;

/// A nest in tiles. No two iterations of its band (the loops `rows` and `lanes`) touch the same memory, one of them writing.
#[derive(Clone, Debug)]
pub struct Blocked {
    /// The loops around the band, whose iterations are independent too.
    pub outer: Vec<Canonical>,
    pub rows: Option<TileRows>,
    pub lanes: Option<TileLanes>,
    /// What an iteration of the band does.
    pub body: Vec<TileStep>,
    /// What each row does before all tiles, and behind them.
    pub before: Vec<TileStep>,
    pub after: Vec<TileStep>,
    /// The type of all that is computed.
    pub element: TypeId,
    /// Scalars that each iteration of the band has for itself and that the body doesn't declare.
    pub own: Vec<VarId>,
    /// Scalars of an iteration whose values differ from lane to lane.
    pub varying: IndexSet<VarId>,
    /// Elements that don't follow each other from lane to lane.
    pub scattered: IndexSet<ExprId>,
    /// Elements of which a thread has copies for the columns of its tiles.
    pub packs: Vec<Pack>,
    /// Values that a row computes for all columns in each iteration of a loop in order: they are computed for some iterations ahead, so by vectors.
    pub factors: Vec<Pack>,
    /// What a tile's loops in order read of columns is in registers or copies: so a tile with rows and columns that aren't there takes little more time
    /// than a whole one.
    pub padded: bool,
    /// What must not overlap; otherwise the nest runs as the user wrote it.
    pub apart: Vec<Apart>,
    /// When it gets threads; `None`: a thread goes through it by itself.
    pub worth: Option<Worth>,
}

impl Blocked {
    /// The variable of the loop whose tiles threads share.
    pub fn shared(&self) -> Option<VarId> {
        self.worth.as_ref()?;
        let rows = self.rows.iter().map(|r| &r.head);
        let lanes = self.lanes.iter().map(|l| &l.head);
        let mut heads = self.outer.iter().chain(rows).chain(lanes);
        heads.next().map(|h| h.var)
    }
}

/// The loop of which a tile has so many iterations, each with registers of its own.
#[derive(Clone, Debug)]
pub struct TileRows {
    pub head: Canonical,
    pub number: u64,
}

/// The loop whose iterations are the elements of vectors.
#[derive(Clone, Debug)]
pub struct TileLanes {
    pub head: Canonical,
    /// Elements of a vector.
    pub width: u64,
    /// Vectors of a tile.
    pub vectors: u64,
    /// Its bounds depend on the row.
    pub slanted: bool,
}

impl TileLanes {
    /// Iterations in a tile.
    pub fn number(&self) -> u64 {
        self.width * self.vectors
    }
}

/// A value that a loop in order has ready. As an element it is one that all rows of some columns read in a loop in order, and nobody writes: its values lie beside each other in a copy, column by
/// column for each iteration of the loop, whatever way they lie in memory.
#[derive(Clone, Debug)]
pub struct Pack {
    pub element: Expr,
    /// The loop in order.
    pub head: Canonical,
}

/// A statement of the body.
#[derive(Clone, Debug)]
pub enum TileStep {
    /// The declaration of a scalar.
    Declare(VarId, Option<Expr>),
    /// `to = value`, or `to op= value`: one of the iteration's scalars, or an element.
    Assign {
        to: Expr,
        op: Option<BinaryOp>,
        value: Expr,
    },
    /// A loop in order.
    Loop {
        head: Canonical,
        /// Elements that stay in registers as long as it runs.
        kept: Vec<Expr>,
        body: Vec<TileStep>,
    },
}

impl TileStep {
    /// This step and all in it.
    pub fn each<'s>(&'s self, f: &mut dyn FnMut(&'s TileStep)) {
        f(self);
        if let TileStep::Loop { body, .. } = self {
            body.iter().for_each(|s| s.each(f));
        }
    }
}
