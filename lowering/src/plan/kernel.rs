//! A device's kernels: what they run, how large their grids are, and what they are given.

use super::{Apart, LoopPlan, Site, Tiled, Together};
pub use crate::analyse::extremes::{Combining, Extreme};
use accrs_frontend::Unit;
use accrs_frontend::directive::ReductionOp;
use accrs_frontend::region::{Canonical, Expr, LoopId, Stmt, TypeId, VarId};
use accrs_frontend::source::Span;
use indexmap::IndexMap;

/// A device kernel.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// A C identifier that is unique in the unit: `jacobi_main_41`.
    pub name: String,
    pub site: Site,
    pub mapping: Option<Mapping>,
    /// Extents in x, y, z.
    pub grid: [Extent; 3],
    pub block: [Extent; 3],
    /// In the order of the kernel's parameters.
    pub params: Vec<Param>,
    pub body: Vec<Stmt>,
    /// The construct's private and firstprivate variables that this kernel needs copies of (parameters by value are private
    /// copies already), and the reductions that it takes part in.
    pub private: Vec<VarId>,
    pub reductions: Vec<Reduction>,
    /// Every gang runs the code outside gang loops, as in `parallel`, or there is only one gang.
    pub redundant: bool,
    /// Blocks that a multiprocessor holds at least, so that the assembler knows how many registers a thread may have: enough for the loads that
    /// are to be under way. `None`: it decides.
    pub resident: Option<u64>,
    /// Arrays of which each block has a copy in shared memory.
    pub block_copies: Vec<BlockCopy>,
    /// One thread runs all of its loops in order, whatever their plans say.
    pub in_order: bool,
    /// It runs in another kernel's place where memory overlaps, with these plans of its loops.
    pub plans: Option<IndexMap<LoopId, LoopPlan>>,
    /// Where memory overlaps, another kernel is launched in its place.
    pub overlap: Option<Overlap>,
    /// It needs addresses that are aligned; where they aren't, another kernel is launched in its place.
    pub aligned: Option<Aligned>,
    /// It is that other kernel.
    pub unaligned: bool,
    /// Its blocks go through its nest in tiles.
    pub tiles: Option<Tiled>,
    /// Its blocks wait for each other.
    pub together: Option<Together>,
    /// The plans of loops that it alone has, and of the construct's that run otherwise in it.
    pub own: IndexMap<LoopId, LoopPlan>,
}

/// An array that a kernel's threads update atomically, and do nothing else with: a block's threads update the block's own copy, and combine
/// it with the array at the kernel's end.
#[derive(Clone, Debug)]
pub struct BlockCopy {
    pub var: VarId,
    pub op: ReductionOp,
    pub elem: TypeId,
    /// Elements, from the first one on.
    pub length: u64,
}

impl BlockCopy {
    pub fn bytes(&self, unit: &Unit) -> u64 {
        let size = unit.types.size_of(self.elem).unwrap_or(0);
        self.length.saturating_mul(size)
    }
}

/// What a kernel with loads of several words asks of its arguments.
#[derive(Clone, Debug)]
pub struct Aligned {
    /// Parameters by their index, with the bytes of which their addresses must be multiples.
    pub params: Vec<(usize, u64)>,
    /// What runs in its place, among the construct's kernels.
    pub otherwise: usize,
}

/// What a launch asks first.
#[derive(Clone, Debug)]
pub struct Overlap {
    /// The kernel itself is right only if no pair of these overlaps. There are none where what is around its launch has asked ([`Step::Ask`]).
    pub apart: Vec<Apart>,
    /// What runs in its place, in order or without lanes that rest on the question, among the construct's kernels. `None`: nothing, since what runs in another kernel's place does it, or other steps
    /// do ([`Step::Together`]).
    pub in_order: Option<usize>,
}

impl Kernel {
    /// Whether it is only launched in another one's place: where memory overlaps, or isn't aligned.
    pub fn is_instead(&self) -> bool {
        self.in_order || self.plans.is_some() || self.unaligned
    }

    /// Whether other steps take its place where it isn't launched.
    pub fn replaceable(&self) -> bool {
        self.together.as_ref().is_some_and(|t| t.turns.is_some())
    }

    /// The parameters that may have a value on the device: the index in `params`, and the item that says where. The kernel gets
    /// a further parameter for each, behind `params`.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let all = self.params.iter().enumerate();
        all.filter_map(|(i, p)| p.cell.map(|item| (i, item)))
    }
}

/// How a variable of the host reaches the kernel.
#[derive(Clone, Debug)]
pub struct Param {
    pub var: VarId,
    pub pass: Pass,
    /// For a member of a struct, the item that says where it is on the device. If it is there, the kernel reads the value from
    /// there.
    pub cell: Option<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pass {
    /// A scalar or struct by value, since it is firstprivate or only read.
    Value,
    /// An array, or a pointer: the kernel gets the device address that stands for the
    /// variable's own value (arrays: of element 0; pointers: what the pointer would hold), from
    /// `ConstructPlan::data[item]`, or from the present table where the item belongs to an
    /// enclosing construct and is listed here as implicit present.
    Address {
        item: usize,
        restrict: bool,
        read_only: bool,
    },
    /// A scalar or struct that lives in device memory (`copy`, or a reduction's result). The kernel gets its address and uses
    /// it through that.
    Reference { item: usize },
    /// An array or struct by value that is too large for a parameter. The kernel gets the address of the construct's
    /// own copy, and makes copies of that.
    Upload { item: usize },
    /// A pointer whose value is passed as it is (`deviceptr`, or `no_create` of absent data).
    Raw,
}

impl Pass {
    /// The data item whose place the kernel gets.
    pub fn item(&self) -> Option<usize> {
        match self {
            Pass::Address { item, .. } | Pass::Reference { item } | Pass::Upload { item } => {
                Some(*item)
            }
            Pass::Value | Pass::Raw => None,
        }
    }
}

impl Param {
    /// Whether the kernel finds it in memory of the device, and the host's value doesn't count.
    pub fn is_on_device(&self) -> bool {
        matches!(self.pass, Pass::Address { .. } | Pass::Reference { .. })
    }
}

/// OpenUH's strategies for mapping loop nests, and the standard's levels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mapping {
    G,
    V,
    Gv,
    GV,
    GvV,
    GGv,
    GvGv,
    Map31,
    Map32,
    Map33,
    /// The standard's gang, worker and vector as the clauses nest them.
    Standard,
    Serial,
}

/// An extent of a grid or block. The host evaluates it before the launch; it is at least 1.
#[derive(Clone, Debug)]
pub enum Extent {
    Fixed(u64),
    /// The user's argument.
    User(Expr),
    /// The product of the heads' trip counts (for tiled loops, of the numbers of tiles), divided by the product of `per` and rounded up.
    Cover {
        heads: Vec<Canonical>,
        /// Iterations of each head in a tile; empty without tiles.
        tile: Vec<u64>,
        per: Vec<Extent>,
        /// `None`: no more blocks in the whole grid than the device holds at once, since each of them leaves a part of a reduction, or they wait
        /// for each other.
        most: Option<u64>,
        /// Not the product, but the fewest trips of one of the heads.
        least: bool,
    },
    /// As many lanes as the length of rows asks for.
    RowLanes(Box<RowLength>),
    /// The rows that a block has room for beside each other, with so many lanes each.
    RowsBeside(Box<RowLength>),
}

/// How long rows are, which the host finds out before the launch.
#[derive(Clone, Debug)]
pub struct RowLength {
    pub of: RowsOf,
    /// Threads of a block.
    pub threads: u64,
    /// Lanes where the host can't look.
    pub usual: u64,
}

#[derive(Clone, Debug)]
pub enum RowsOf {
    /// Rows of unknown length, as those of a sparse matrix, end in memory: each ends where the next begins.
    Memory {
        /// The array of integers that has the ends.
        array: Expr,
        /// The index of the first row's beginning: a number is added to an expression.
        first: (Expr, i64),
        /// The index of the last row's end.
        last: (Expr, i64),
    },
    /// All have the iterations of one loop, which counts up by one.
    Loop {
        lower: Expr,
        upper: Expr,
        closed: bool,
    },
}

#[derive(Clone, Debug)]
pub struct Reduction {
    pub op: ReductionOp,
    /// What it does with NaN and with equal numbers.
    pub extreme: Extreme,
    pub var: VarId,
    pub part: Part,
    /// Set if `part` spans several parts of the variable with others between: these alone are combined.
    pub pieces: Vec<Piece>,
    /// As the user wrote it: "sums[2:5]".
    pub text: String,
    pub span: Span,
    /// No clause names it; analysis recognised it.
    pub inferred: bool,
    /// It was found in memory that the program may not touch at all: where copies have nothing to add, it is left alone.
    pub careful: bool,
}

impl Reduction {
    pub fn combining(&self) -> Combining {
        let (op, extreme) = (self.op, self.extreme);
        Combining { op, extreme }
    }
}

/// One of several parts of a variable, counted from the first of them.
#[derive(Clone, Debug)]
pub struct Piece {
    pub how: Combining,
    pub from: Expr,
    pub end: Expr,
}

/// The part of its variable that a reduction combines, element by element (§2.5.15).
#[derive(Clone, Debug)]
pub enum Part {
    /// All of a scalar, of a struct, or of an array of constant length.
    Whole,
    /// Elements of an array, or of the array that a pointer points to. They are counted in the variable's flat space, whose
    /// elements aren't arrays themselves.
    Elements {
        elem: TypeId,
        /// The first one.
        lower: Expr,
        /// Their number. A section with gaps counts from its first element to its last.
        length: Expr,
        /// The first index and the number of indices of the outermost dimension, which give the whole rows that hold them.
        rows: Box<(Expr, Expr)>,
    },
}

impl Part {
    /// The number of elements, if it isn't a constant.
    pub fn run_time_length(&self) -> Option<&Expr> {
        match self {
            Self::Elements { length, .. } if length.int_value().is_none() => Some(length),
            _ => None,
        }
    }
}
