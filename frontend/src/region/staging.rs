//! What is declared for what devices may do with memory, rows of arrays in shared memory and loads of several words: planning declares nothing.

use super::{LoopId, TypeId, VarId};

/// The variables and loops that stand in such a loop's place.
#[derive(Clone, Debug)]
pub struct Staging {
    /// The first iteration of those that a block goes through together.
    pub strip: VarId,
    /// How many these are.
    pub left: VarId,
    /// Counts them.
    pub lane: VarId,
    /// Counts the words that are copied.
    pub word: VarId,
    /// For `collapse`: how many iterations each of the loops has, outermost first, and the number of an iteration of all.
    pub trips: Vec<VarId>,
    pub number: VarId,
    pub arrays: Vec<StagedArray>,
    /// Numbers for the loop over the strips, and for those that copy.
    pub loops: Vec<LoopId>,
}

/// An array whose rows may be staged.
#[derive(Clone, Debug)]
pub struct StagedArray {
    pub root: VarId,
    /// What a row consists of.
    pub word: TypeId,
    /// A pointer to such a word.
    pub pointer: TypeId,
    /// Words of a row.
    pub width: u64,
    /// For each number of threads that a row of a block may have, the copy of so many rows.
    pub rows: Vec<(u64, VarId)>,
    /// For `collapse`, likewise, where the rows are.
    pub places: Vec<(u64, VarId)>,
}

/// What holds neighbouring words that one load may bring.
#[derive(Clone, Copy, Debug)]
pub struct WideWord {
    /// A constant of one of CUDA's vector types.
    pub var: VarId,
    /// A pointer to such a constant.
    pub pointer: TypeId,
}
