//! How the host's cores run a compute construct: what `schedule/cores/` decides to tell OpenMP, and `render/openmp/` prints.

use super::{HostLoop, Reduction, Updated};
use accrs_frontend::region::{Expr, LoopId, VarId};
use indexmap::IndexMap;

/// A compute construct on the host's cores.
#[derive(Debug, Default)]
pub struct Cores {
    /// One parallel region around the whole; without it the construct's statements run in order, and loops fork.
    pub team: Option<Team>,
    /// The loops that have a plan.
    pub loops: IndexMap<LoopId, CoreLoop>,
    /// Variables of which the construct has its own copies, since it assigns them outside the code that threads share:
    /// `first` begin with the value from before the construct, `fresh` without one.
    pub first: Vec<VarId>,
    pub fresh: Vec<VarId>,
    /// Sections of `firstprivate` of which the construct has one copy, which its threads only read.
    pub taken: Vec<Taken>,
    /// Arrays and pointers of the file, of which elements are reduced, and to which the construct has pointers of its own by the same names: clang adds up in the
    /// variable itself otherwise, in all threads at once.
    pub led: Vec<VarId>,
    /// What the task of an asynchronous construct takes along (§2.16).
    pub task: Sharing,
    /// Variables of which the task has copies, and whose last values it hands back when it ends: counters that are read later.
    pub handed: Vec<VarId>,
}

/// A section behind a pointer: its first element (0 where there is none), and how many it has.
#[derive(Debug)]
pub struct Taken {
    pub var: VarId,
    pub lower: Option<Expr>,
    pub length: Expr,
}

/// An `omp parallel` around a construct.
#[derive(Debug)]
pub struct Team {
    /// The team is one thread, with copies of the variables that the construct reduces (§2.5.15). Otherwise its threads are
    /// the gangs.
    pub alone: bool,
    /// What the number of gangs is computed from does something more: the text has it once.
    pub once: bool,
    pub sharing: Sharing,
    pub reductions: Vec<Reduction>,
}

/// OpenMP's data-sharing clauses.
#[derive(Debug, Default)]
pub struct Sharing {
    pub private: Vec<VarId>,
    pub first: Vec<VarId>,
    pub last: Vec<VarId>,
    pub shared: Vec<VarId>,
}

/// A loop on the host's cores.
#[derive(Debug)]
pub enum CoreLoop {
    /// It runs in order, as C says. `own`: variables that its body declares again for itself.
    InOrder { own: Vec<VarId> },
    /// It has one of OpenMP's directives.
    Directive {
        /// Anything but [`HostLoop::Sequential`].
        how: HostLoop,
        /// How many loops of the nest threads share as one; 1 for the loop alone.
        collapse: usize,
        /// It becomes a loop that counts (`tree/host.rs`), since OpenMP can't take it as the user wrote it.
        counted: bool,
        /// Whether one thread or a team is faster is measured when the program runs.
        measured: Option<Measured>,
        sharing: Sharing,
        reductions: Vec<Reduction>,
        /// Its text for one thread, beside that for all; `None`: there is one text, and OpenMP's `if` tells how many run it.
        alone: Option<Box<Alone>>,
        /// Its text in parts with copies of what it updates atomically, beside all of these, which run if there are too few iterations.
        copies: Option<Box<InParts>>,
    },
}

/// Which entries of a loop are measured.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Measured {
    /// All that aren't very short: the results are the same.
    All,
    /// Those that a team would run by the estimate, or of which nobody knows how long they are. Atomic operations have another order each time then, and only then.
    /// `slower`: how many times as long an iteration takes with them, by an estimate. With fewer threads a team isn't tried first.
    Long { slower: f64 },
}

/// A loop whose iterations are cut into parts, as many as follow from the loop alone, with copies of what the iterations combine. So results don't depend on the
/// number of threads.
#[derive(Debug)]
pub struct InParts {
    /// Sums of floating-point numbers, in the order of the parts.
    pub sums: Vec<Reduction>,
    /// What is updated atomically, and arrays that a clause reduces.
    pub updated: Vec<Updated>,
}

/// A loop that threads might share, where one thread runs it: in the function around it, where the host compiler knows more of
/// what it uses than in one that threads call, and without the cost of that call.
#[derive(Debug)]
pub struct Alone {
    /// Variables that are declared again around it.
    pub own: Vec<VarId>,
    pub simd: Option<Lanes>,
    /// Sums and products of floating-point numbers that are made of parts of the iterations, whoever runs them, so that their last digits don't
    /// depend on the number of threads. Without these, only loops without any are measured.
    pub parts: Vec<Reduction>,
    /// There is no text for one thread after all: it would be long, or have names that a program may have once only. One thread runs the parts as well.
    pub once: bool,
}

/// SIMD lanes that share a loop's iterations.
#[derive(Debug)]
pub struct Lanes {
    pub sharing: Sharing,
    pub reductions: Vec<Reduction>,
    /// With fewer iterations it is in order: what lanes sum up is more to put together than it is to sum up. `None`: in any case.
    pub least: Option<u64>,
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

    /// Whether its iterations are spread over SIMD lanes.
    pub fn is_simd(self) -> bool {
        matches!(self, HostLoop::Simd | HostLoop::ThreadsSimd)
    }
}
