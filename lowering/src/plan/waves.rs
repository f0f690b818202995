//! Loops in order around others that the host's cores go through in tiles, wavefront by wavefront.
//!
//! ```text
//! for (t …)                    for each wave, for each of its tiles (at once)
//!     for (i …) …                  for (t of the tile)
//!                                      for (i of the tile: front <= i + by * t + shift < front + height) …
//! ```
//!
//! Where a row is more than a cache holds, a tile goes through its columns in parts, each through all of its steps. `schedule/waves.rs` decides,
//! and `render/openmp/loops/waves.rs` prints.

use super::{Apart, Worth};
use crate::analyse::fronts::Front;
use accrs_frontend::region::{Canonical, StmtId, VarId};
use indexmap::IndexMap;

/// A loop in order and those in it, in tiles. Tiles that depend on each other are never in one wave; in a tile everything has its order.
#[derive(Clone, Debug)]
pub struct Waves {
    pub head: Canonical,
    pub rows: Fronts,
    /// Of the loops inside of those of the rows, where tiles can be cut along these too.
    pub columns: Option<Fronts>,
    /// What an iteration of a part goes through, and the bytes of each of its elements in all arrays; for the sizes of tiles.
    pub line: Vec<Canonical>,
    pub bytes: u64,
    /// Threads could share each of its loops by itself: tiles pay only where they save memory's time.
    pub shared: bool,
    /// Tiles have all iterations of the outer loop, and don't depend on each other at all: slices, of which threads take some each.
    pub slices: bool,
    /// Scalars that each tile has for itself.
    pub own: Vec<VarId>,
    /// What must not overlap; otherwise the loop runs as the user wrote it.
    pub apart: Vec<Apart>,
    /// When it gets threads.
    pub worth: Worth,
}

/// Where the statements of the loop's body stand in one direction of the tiles.
#[derive(Clone, Debug)]
pub struct Fronts {
    /// How much smaller the loops' variables are for each further iteration of the outer loop, in one tile.
    pub by: i64,
    /// What the loops' variables are multiplied by; 1, but for slices.
    pub scale: i64,
    /// The statements, in order.
    pub parts: IndexMap<StmtId, WavePart>,
}

/// A statement in tiles.
#[derive(Clone, Debug)]
pub struct WavePart {
    pub front: Front<Canonical>,
    pub shift: i64,
}
