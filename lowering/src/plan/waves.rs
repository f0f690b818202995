//! Loops in order around others that the host's cores go through in tiles, wave by wave.
//!
//! ```text
//! for (t …)                    for each wave, for each of its tiles (at once)
//!     for (i …) …                  for (t of the tile)
//!                                      for (i of the tile: front <= i + by * t + shift < front + height) …
//! ```
//!
//! `schedule/waves.rs` decides, and `render/openmp/loops/waves.rs` prints.

use super::{Apart, Worth};
use crate::analyse::fronts::Front;
use accrs_frontend::region::{Canonical, StmtId, VarId};
use indexmap::IndexMap;

/// A loop in order and those in it, in tiles. Tiles that depend on each other are never in one wave; in a tile everything has its order.
#[derive(Clone, Debug)]
pub struct Waves {
    pub head: Canonical,
    /// How much smaller the other loops' variables are for each further iteration of the outer loop, in one tile.
    pub by: i64,
    /// The statements of the loop's body, in order.
    pub parts: IndexMap<StmtId, WavePart>,
    /// What an iteration of a part goes through, and the bytes of each of its elements in all arrays; for the sizes of tiles.
    pub line: Vec<Canonical>,
    pub bytes: u64,
    /// Threads could share each of its loops by itself: tiles pay only where they save memory's time.
    pub shared: bool,
    /// Scalars that each tile has for itself.
    pub own: Vec<VarId>,
    /// What must not overlap; otherwise the loop runs as the user wrote it.
    pub apart: Vec<Apart>,
    /// When it gets threads.
    pub worth: Worth,
}

/// A statement in tiles.
#[derive(Clone, Debug)]
pub struct WavePart {
    pub front: Front<Canonical>,
    pub shift: i64,
}
