//! The plan of a loop.

use super::{Note, Order, Reason, Reduction, Worth};
use accrs_frontend::directive::ReductionOp;
use accrs_frontend::region::{Canonical, Expr, ExprKind, LoopId, Stmt, StmtId, TypeId, VarId};
use accrs_frontend::source::Span;
use indexmap::IndexSet;

/// Why a loop is counted whose head has to be worked out before there are copies.
pub const COPIED: &str = "its head uses what each iteration has a copy of";

/// The plan of one loop.
#[derive(Clone, Debug)]
pub struct LoopPlan {
    pub id: LoopId,
    /// Line of the `for`.
    pub line: u32,
    /// The heads of the collapsed nest, outermost first; without `collapse` there is one.
    pub heads: Vec<Canonical>,
    /// The axes that it is spread over on the device; empty if it runs in order there.
    pub axes: Vec<Axis>,
    /// The levels, in the user's terms.
    pub levels: Levels,
    /// With `tile`, the first of `axes` are for the tile loops and the last for the element loops.
    pub tile: Option<Tile>,
    /// The chunk of `gang(static:)`; `Some(None)` is `*`.
    pub static_chunk: Option<Option<Expr>>,
    pub unroll: Option<Unroll>,
    pub turns: Turns,
    pub private: Vec<VarId>,
    pub reductions: Vec<Reduction>,
    /// Statements of its body that are atomic on a device. Between the host's threads those are that set flags.
    pub atomics: Vec<AtomicUpdate>,
    /// Arrays that the others of them update, of which the host's threads have copies. Without these the loop runs sequentially there.
    pub on_cores: Vec<Reduction>,
    /// Private scalars that each iteration assigns before it reads them, though the text alone doesn't show it.
    pub covered: Vec<VarId>,
    /// What its last iteration assigns: in the text each iteration does.
    pub kept: Vec<VarId>,
    /// Arrays that its iterations have for themselves, and of which the last one's values stay.
    pub arrays: Vec<OwnArray>,
    /// Objects that its iterations do nothing with but update them atomically: on the host's cores parts of the iterations may have copies.
    pub updated: Vec<Updated>,
    pub host: HostLoop,
    /// When it gets threads, if it forks on the host's cores.
    pub worth: Option<Worth>,
    /// For each head, why OpenMP's `for` can't count it on the host's cores; `None` if it can.
    pub counted: Vec<Option<&'static str>>,
    /// On the host's cores the iterations may run at once only if no pair of these overlaps.
    pub apart: Vec<Apart>,
    /// The order of the loops in the nest that begins with this loop.
    pub order: Order,
    /// No directive asked for its levels: the lanes are for devices alone.
    pub automatic: bool,
    /// Why it is parallel, or sequential.
    pub reason: Reason,
    /// Further lines for the report.
    pub notes: Vec<Note>,
    /// Likewise of how the host's cores run it.
    pub here: Vec<Note>,
}

/// A variable, an array or what a pointer leads to, that statements update atomically, or an array that a clause reduces.
#[derive(Clone, Debug)]
pub struct Updated {
    /// All its elements, and the operator.
    pub sum: Reduction,
    pub elem: TypeId,
    /// The atomic statements; none where a clause reduces it.
    pub stmts: Vec<StmtId>,
}

impl Updated {
    /// Others may update it at the same time.
    pub fn is_atomic(&self) -> bool {
        !self.stmts.is_empty()
    }
}

/// An array, or what a pointer leads to, of which each thread that shares a loop has a copy. The loop's last iteration works on the
/// program's own memory, so that its values stay.
#[derive(Clone, Debug)]
pub struct OwnArray {
    pub var: VarId,
    /// How far the loop reaches behind a pointer; `None`: the variable is an array, and so long.
    pub reach: Option<Reach>,
    /// Nothing else in the loop leads there.
    pub alone: bool,
    /// OpenMP makes the copies: it is an array of few bytes.
    pub by_clause: bool,
}

/// A sum in memory, or a flag, that analysis has made atomic.
#[derive(Clone, Debug)]
pub struct AtomicUpdate {
    pub stmt: StmtId,
    /// Without one, it is set to the same value each time.
    pub op: Option<ReductionOp>,
    /// What is updated, in the user's words.
    pub text: String,
}

/// How many iterations of a spread loop a thread has: how the loop's head is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Turns {
    /// One as a rule, or the head makes no difference.
    #[default]
    One,
    /// Several, one after the other, in a form that compilers unroll.
    Several {
        /// How far it is from one to the next, where that is a constant.
        apart: Option<u64>,
        /// The loop's variable may itself be the `long` that counts.
        itself: bool,
    },
    /// So many at once, each so far from the one before as a block is wide.
    AtOnce { each: u64, apart: u64 },
    /// Few: the loop's bound is far from the end of its type's numbers. `apart`: how far it is from one to the next, where a thread has several.
    Few { apart: Option<u64> },
}

/// PGI's `unroll(n)`.
#[derive(Clone, Debug)]
pub struct Unroll {
    /// The clause's number, which the device's compiler is told where threads share the loop.
    pub by: u32,
    /// How it is unrolled where it runs in order; `None` if it isn't.
    pub copies: Option<Copies>,
}

/// A loop that becomes a main loop, with copies of its body, and the loop itself for the iterations that are left.
#[derive(Clone, Debug)]
pub struct Copies {
    pub number: u32,
    /// The condition that holds as long as at least `number` iterations follow. `None`: the loop's own condition does, and no
    /// iterations are left over.
    pub test: Option<Expr>,
    /// The step of the main loop.
    pub step: Expr,
}

/// The memory that two pointers reach, which must not overlap; that is known only at run time. One pointer twice: no two of its rows may overlap.
#[derive(Clone, Debug)]
pub struct Apart {
    pub a: Reach,
    pub b: Reach,
}

impl Apart {
    /// Whether it is one pointer twice.
    pub fn is_of_one(&self) -> bool {
        let var = |r: &Reach| match r.base.strip_implicit().kind {
            ExprKind::Var(v) => Some(v),
            _ => None,
        };
        var(&self.a).is_some() && var(&self.a) == var(&self.b)
    }

    /// Whether it is looked through rows of pointers.
    pub fn is_of_rows(&self) -> bool {
        [&self.a, &self.b].iter().any(|r| !r.behind.is_empty())
    }
}

/// The elements `[min(lower), max(upper))` behind a pointer. Without `lower` they start at 0; without `upper` they are all
/// of an array. Where these are pointers, `behind` has what is reached behind each of them, from level to level.
#[derive(Clone, Debug)]
pub struct Reach {
    pub base: Expr,
    pub lower: Vec<Expr>,
    pub upper: Vec<Expr>,
    pub behind: Vec<Row>,
}

/// The elements `[lower, upper)` of each row that pointers lead to. Where there are none, nothing is reached on the levels before either.
#[derive(Clone, Debug)]
pub struct Row {
    pub lower: Expr,
    pub upper: Expr,
}

/// A nest that is strip-mined: tile loops outside, element loops inside (§2.9.8).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tile {
    /// Iterations of each loop in a tile, outermost loop first (the clause counts from the innermost).
    pub sizes: Vec<u64>,
    /// How many of the loop's axes, counted from the last, belong to the element loops.
    pub element_axes: usize,
}

impl Tile {
    /// Iterations of a whole tile.
    pub fn volume(&self) -> u64 {
        self.sizes.iter().fold(1, |n, s| n.saturating_mul(*s))
    }
}

impl LoopPlan {
    /// How many loops of the nest become one that counts on the host's cores, if the outermost one does.
    pub fn depth_counted(&self) -> usize {
        let copied = |why: &Option<&str>| *why == Some(COPIED);
        match &self.tile {
            Some(tile) => tile.sizes.len(),
            None if self.counted.iter().skip(1).any(copied) => self.heads.len(),
            None => 1,
        }
    }

    /// The loop in a kernel for one thread: what nobody but the analysis sums up is no sum of several threads then.
    pub fn in_order(&self) -> Self {
        let mut plan = self.clone();
        plan.axes.clear();
        plan.order = Order::default();
        plan.reductions.retain(|r| !r.inferred);
        plan
    }

    /// The axes of the tile loops and those of the element loops; without `tile` all of them are the first.
    pub fn tile_axes(&self) -> (&[Axis], &[Axis]) {
        let elements = self.tile.as_ref().map_or(0, |t| t.element_axes);
        self.axes.split_at(self.axes.len().saturating_sub(elements))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Levels {
    pub gang: bool,
    pub worker: bool,
    pub vector: bool,
    pub seq: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Axis {
    BlockX,
    BlockY,
    BlockZ,
    ThreadX,
    ThreadY,
    ThreadZ,
}

/// How the host's cores run a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HostLoop {
    /// `omp parallel for` (or `omp for` in [`HostMode::Gangs`]).
    Threads,
    /// `omp parallel for simd`: one loop that is both.
    ThreadsSimd,
    Simd,
    Sequential,
}

/// Loops beside each other in the text that the cores run as one.
#[derive(Clone, Debug)]
pub struct FusedLoops {
    /// The loops, and their bodies.
    pub loops: Vec<Span>,
    pub bodies: Vec<Span>,
    /// What must not overlap; otherwise the loops run as the user wrote them.
    pub apart: Vec<Apart>,
}

/// The body of an innermost loop that steps variables. In the cores' text it has variables of the same names for itself, with the values that these have
/// when the iteration begins.
#[derive(Clone, Debug)]
pub struct Stepped {
    pub body: StmtId,
    pub span: Span,
    pub own: Vec<(VarId, Expr)>,
}

/// Loops that the cores run in the place of others of the text.
#[derive(Clone, Debug)]
pub struct MadeLoops {
    /// What stands in the text.
    pub whole: Stmt,
    /// All whose heads aren't in the text.
    pub heads: IndexSet<LoopId>,
    /// What must not overlap; otherwise what is in the text runs.
    pub apart: Vec<Apart>,
    /// They are copies of the text's, each with some of the statements.
    pub pieces: bool,
}
