//! Kernels whose blocks wait for each other: loops in order around parallel ones that one launch goes through, instead of a launch for each parallel
//! loop in each iteration, and loops in order whose iterations run wave by wave. `schedule/together.rs` decides.

use super::{Axis, Wavefront};
use accrs_frontend::region::{LoopId, StmtId};
use indexmap::IndexMap;

/// How a kernel is launched whose blocks wait for each other. The device must hold all of them at once; whether it does, the launch finds out.
#[derive(Clone, Debug, Default)]
pub struct Together {
    /// It is launched only if no thread has more than so many iterations of a loop one after the other, and else something takes its place.
    /// `None`: in any case; where the blocks of a device can't wait for each other, there is one.
    pub turns: Option<u64>,
    /// One block goes through so many iterations sooner than it has waited for others that would take them.
    pub alone: u64,
    /// The axes of its loops, where these aren't those that the loops have in kernels of their own.
    pub axes: IndexMap<LoopId, Vec<Axis>>,
    /// Its loops in order that run wave by wave, by their statements.
    pub waves: IndexMap<StmtId, Wavefront>,
}
