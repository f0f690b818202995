//! How the host's cores run a compute construct: what OpenMP is told, decided in `schedule/cores/` and printed by
//! `render/openmp/`.

use super::{HostLoop, Reduction};
use accrs_frontend::region::{LoopId, VarId};
use indexmap::IndexMap;

/// A compute construct on the host's cores.
#[derive(Debug, Default)]
pub struct Cores {
    /// One parallel region around all; without it the construct's statements run in order, and loops fork.
    pub team: Option<Team>,
    /// The loops that have a plan.
    pub loops: IndexMap<LoopId, CoreLoop>,
    /// The construct's own copies of variables that it assigns outside of what threads share: those that begin
    /// with the value from before the construct, and those without one.
    pub first: Vec<VarId>,
    pub fresh: Vec<VarId>,
    /// What the task of an asynchronous construct takes along (§2.16).
    pub task: Sharing,
}

/// An `omp parallel` around a construct.
#[derive(Debug)]
pub struct Team {
    /// One thread, which has a copy of what the construct reduces (§2.5.15); else the threads are the gangs.
    pub alone: bool,
    pub sharing: Sharing,
    pub reductions: Vec<Reduction>,
}

/// OpenMP's data-sharing clauses.
#[derive(Debug, Default)]
pub struct Sharing {
    pub private: Vec<VarId>,
    pub first: Vec<VarId>,
    pub shared: Vec<VarId>,
}

/// A loop on the host's cores.
#[derive(Debug)]
pub enum CoreLoop {
    /// As C says. `own`: variables that its body declares anew for itself.
    InOrder { own: Vec<VarId> },
    /// With a directive of OpenMP's.
    Directive {
        /// Not [`HostLoop::Sequential`].
        how: HostLoop,
        /// Loops of the nest that threads share as one; 1 for the loop alone.
        collapse: usize,
        /// Its iterations are numbered (`tree/host.rs`): OpenMP can't take the loop as the user wrote it.
        counted: bool,
        sharing: Sharing,
        reductions: Vec<Reduction>,
    },
}

impl CoreLoop {
    pub fn how(&self) -> HostLoop {
        match self {
            CoreLoop::InOrder { .. } => HostLoop::Sequential,
            CoreLoop::Directive { how, .. } => *how,
        }
    }
}

impl HostLoop {
    /// Whether threads share the loop's iterations.
    pub fn is_threads(self) -> bool {
        matches!(self, HostLoop::Threads | HostLoop::ThreadsSimd)
    }
}
