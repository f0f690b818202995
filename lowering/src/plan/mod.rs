//! The plan: what each construct became, which data moves, and why.
//!
//! Built by `schedule`, read by `render` and the report, dumped by `--emit=plan`.
//! Each decision carries its reason.

mod cores;
mod data;
mod dump;
mod names;
mod order;
pub mod reason;
pub mod show;
mod worth;

pub use crate::analyse::work::{Term, Trips, Work};
pub use cores::{CoreLoop, Cores, Sharing, Team};
pub use data::{DataItem, Dim, DimExtent, Origin, Section, UsedBytes};
pub use order::{Order, arrange};
pub use reason::{Guard, InOrder, Reason, ReasonKind};
pub use worth::{LEAST_WORK, Worth, least as least_iterations, without_constant};

use accrs_frontend::Unit;
use accrs_frontend::directive::{DataKind, ReductionOp};
use accrs_frontend::region::{
    Canonical, ConstructId, Expr, FunctionId, Level, LoopId, Stmt, TypeId, VarId,
};
use accrs_frontend::source::Span;
use indexmap::IndexMap;

/// One translation unit's plan.
#[derive(Debug, Default)]
pub struct Plan {
    /// The host compiler is clang: some of its pragmas have other names.
    pub host_is_clang: bool,
    pub constructs: IndexMap<ConstructId, ConstructPlan>,
    /// Functions that kernels call: rendered for the device too, callees first.
    pub device_functions: Vec<FunctionId>,
    /// The loops of those functions that spread some over threads or blocks.
    pub routines: IndexMap<FunctionId, RoutinePlan>,
    /// Variables that live on the device for the whole program (`declare` at file scope).
    pub globals: Vec<Global>,
}

/// A variable of a file-scope `declare` (§2.13) that the unit registers.
#[derive(Debug)]
pub struct Global {
    pub var: VarId,
    /// `Create`, `Copyin`, `DeviceResident`, `Link` or `Deviceptr`.
    pub kind: DataKind,
    /// `create(zero:)`
    pub zero: bool,
    /// Where the clause stands, in the user's file.
    pub file: String,
    pub line: u32,
    /// A device function names it: it reaches the device's copy through a cell that the runtime fills.
    pub in_functions: bool,
}

/// A function with parallel loops of its own, or that calls such (§2.15.1). All threads of a block call
/// it together.
#[derive(Debug)]
pub struct RoutinePlan {
    /// What it and the functions that it calls use; at most what its directive says.
    pub level: Level,
    pub loops: IndexMap<LoopId, LoopPlan>,
    /// The axes that its loops, and those of the functions that it calls, are spread over.
    pub axes: Vec<Axis>,
}

/// One construct of host code.
#[derive(Debug)]
pub struct ConstructPlan {
    pub id: ConstructId,
    pub site: Site,
    pub span: Span,
    /// `if` and `self` clauses; with `self` the host runs it when true.
    pub condition: Option<Expr>,
    pub self_condition: Option<SelfCondition>,
    pub queue: Queue,
    /// One for each `wait` clause; on a `wait` directive its own argument, if it has one.
    pub waits: Vec<Wait>,
    /// Data clauses in the order of the source, then implicit ones.
    pub data: Vec<DataItem>,
    pub action: Action,
    /// What the report prints for the construct, beyond `data` and the loops.
    pub notes: Vec<Note>,
    /// What the host's cores make of it, where `device_type` clauses give them others (§2.4).
    pub on_host: Option<Box<ConstructPlan>>,
}

impl ConstructPlan {
    /// The plan for the host's cores.
    pub fn here(&self) -> &ConstructPlan {
        self.on_host.as_deref().unwrap_or(self)
    }
}

/// Where a construct stands, in the user's file.
#[derive(Clone, Debug)]
pub struct Site {
    pub file: String,
    pub line: u32,
    pub function: String,
    /// "parallel loop"
    pub construct: String,
}

#[derive(Debug)]
pub enum SelfCondition {
    Always,
    When(Expr),
}

/// The `async` clause.
#[derive(Debug)]
pub enum Queue {
    Sync,
    /// `async` without an argument.
    NoValue,
    Value(Expr),
}

/// The `wait` clause or directive.
#[derive(Debug)]
pub struct Wait {
    pub devnum: Option<Expr>,
    /// Empty: all.
    pub queues: Vec<Expr>,
}

/// What the construct does.
#[derive(Debug)]
#[allow(clippy::large_enum_variant)]
pub enum Action {
    /// `data`: the statement at these bytes stays text.
    Data(Span),
    /// `host_data`: likewise; the named variables are redeclared as device pointers.
    HostData(Span),
    EnterData,
    ExitData,
    Update,
    /// The `wait` directive (its arguments are in [`ConstructPlan::wait`]).
    Wait,
    /// No device type: the current one.
    Init {
        device_types: Vec<String>,
        device_num: Option<Expr>,
    },
    Shutdown {
        device_types: Vec<String>,
        device_num: Option<Expr>,
    },
    Set {
        device_type: Option<String>,
        device_num: Option<Expr>,
        default_async: Option<Expr>,
    },
    Compute(ComputePlan),
    /// `declare` in a function: a data region from here to every way out of the block.
    Declare,
    /// `routine`, `declare` at file scope: only its line goes.
    Nothing,
}

/// A compute construct.
#[derive(Debug)]
pub struct ComputePlan {
    pub kind: ComputeKind,
    /// What the device does, in order. The multicore rendering uses `body` instead.
    pub steps: Vec<Step>,
    pub kernels: Vec<Kernel>,
    /// The construct's statements, for the host's cores.
    pub body: Vec<Stmt>,
    /// The variables that these name.
    pub named: Vec<VarId>,
    /// Every loop of the construct (and of its kernels), by id.
    pub loops: IndexMap<LoopId, LoopPlan>,
    /// Variables private to the construct (each gang), firstprivate ones, and reductions.
    pub private: Vec<VarId>,
    pub firstprivate: Vec<VarId>,
    pub reductions: Vec<Reduction>,
    /// How the host's cores run it.
    pub host: HostMode,
    /// What OpenMP is told of it there.
    pub cores: Cores,
    /// Whether its one parallel region gets threads; `None` where loops fork, or there is no version for the cores.
    pub worth: Option<Worth>,
    /// `num_gangs`, `num_workers`, `vector_length` as given.
    pub num_gangs: Option<Expr>,
    pub num_workers: Option<Expr>,
    pub vector_length: Option<Expr>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ComputeKind {
    Parallel,
    #[default]
    Serial,
    Kernels,
}

/// A step of a compute construct on the device.
#[derive(Debug)]
#[allow(clippy::large_enum_variant)]
pub enum Step {
    /// Launch of `kernels[i]`.
    Launch(usize),
    /// A condition around parallel loops of a `kernels` region, which the host decides.
    If {
        condition: Expr,
        then: Vec<Step>,
        els: Vec<Step>,
    },
    /// A sequential loop of a `kernels` region that the host steps through, launching in
    /// each iteration; its head is host-evaluable and its variable is passed by value.
    Loop {
        head: Canonical,
        id: LoopId,
        body: Vec<Step>,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HostMode {
    /// The statements in order on the calling thread; loops marked for it fork threads
    /// (kernels, serial, and a parallel construct that is only a loop nest).
    Fork,
    /// One parallel region around all: code outside loops is run by every gang (a parallel
    /// construct with gang-redundant code). The gangs are threads.
    Gangs,
}

/// A device kernel.
#[derive(Debug)]
pub struct Kernel {
    /// `jacobi_main_41`, unique in the unit, a C identifier.
    pub name: String,
    pub site: Site,
    pub mapping: Option<Mapping>,
    /// Extents in x, y, z.
    pub grid: [Extent; 3],
    pub block: [Extent; 3],
    /// In the order of the kernel's parameters.
    pub params: Vec<Param>,
    pub body: Vec<Stmt>,
    /// Construct-level private, firstprivate (by-value params are already private copies)
    /// and reductions that hold for this kernel.
    pub private: Vec<VarId>,
    pub reductions: Vec<Reduction>,
    /// All gangs execute code outside gang loops (parallel), or there is one gang only.
    pub redundant: bool,
}

impl Kernel {
    /// The parameters behind `params`, of those among these that may be on the device: which one it is, and its item.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let all = self.params.iter().enumerate();
        all.filter_map(|(i, p)| p.cell.map(|item| (i, item)))
    }
}

/// How a variable of the host reaches the kernel.
#[derive(Debug)]
pub struct Param {
    pub var: VarId,
    pub pass: Pass,
    /// Of a member of a struct, the item that says where on the device it is: where it is there, its value is
    /// that one.
    pub cell: Option<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pass {
    /// A scalar or struct by value: firstprivate, or read only.
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
    /// A scalar or struct that lives in device memory (copy, reduction result): the kernel gets its
    /// address, and every use is through it.
    Reference { item: usize },
    /// An array or struct by value that is too large for a parameter: the kernel gets the address of the construct's
    /// own copy, and copies that.
    Upload { item: usize },
    /// A pointer whose value is passed as it is (deviceptr, or no_create of what is absent).
    Raw,
}

/// What one loop became.
#[derive(Debug)]
pub struct LoopPlan {
    pub id: LoopId,
    /// Line of the `for`.
    pub line: u32,
    /// The collapsed nest's heads, outermost first; one without `collapse`.
    pub heads: Vec<Canonical>,
    /// Where on the device it is spread; empty: sequential there.
    pub axes: Vec<Axis>,
    /// The levels, in the user's terms.
    pub levels: Levels,
    /// `tile`: `axes` are the tile loops', then the element loops'.
    pub tile: Option<Tile>,
    /// gang(static:...) chunk: `None` for none, `Some(None)` for `*`.
    pub static_chunk: Option<Option<Expr>>,
    pub unroll: Option<Unroll>,
    pub private: Vec<VarId>,
    pub reductions: Vec<Reduction>,
    pub host: HostLoop,
    /// Of a loop that forks on the host's cores: when it gets threads.
    pub worth: Option<Worth>,
    /// For each head: why the host's cores can't count it by OpenMP's `for`.
    pub counted: Vec<Option<&'static str>>,
    /// On the host's cores the iterations run at once only if all of these hold.
    pub apart: Vec<Apart>,
    /// Of the nest that begins with this loop.
    pub order: Order,
    /// Why it is parallel, or sequential.
    pub reason: Reason,
    /// Further lines for the report.
    pub notes: Vec<Note>,
}

/// PGI's `unroll(n)`.
#[derive(Clone, Debug)]
pub struct Unroll {
    /// As the clause has it: compilers of devices are told so where threads share the loop.
    pub by: u32,
    /// How, where the loop is in order; `None`: it stays as it is there.
    pub copies: Option<Copies>,
}

/// A loop that becomes a main loop, with copies of its body, and the loop itself for the iterations that are left.
#[derive(Clone, Debug)]
pub struct Copies {
    pub number: u32,
    /// What holds as long as there are so many further iterations. `None`: the loop's own condition says it, and none are left.
    pub test: Option<Expr>,
    /// The step of the main loop.
    pub step: Expr,
}

/// Two pointers' targets that must not overlap: known only at run time.
#[derive(Clone, Debug)]
pub struct Apart {
    pub a: Reach,
    pub b: Reach,
}

/// The elements `[min(lower), max(upper))` behind a pointer, none for 0; without `upper` all of an array.
#[derive(Clone, Debug)]
pub struct Reach {
    pub base: Expr,
    pub lower: Vec<Expr>,
    pub upper: Vec<Expr>,
}

/// The loops of a nest strip-mined: tile loops outside, element loops inside (§2.9.8).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tile {
    /// Iterations of each loop in a tile, outermost loop first (the clause counts from the innermost).
    pub sizes: Vec<u64>,
    /// How many of the loop's axes, at the end, are the element loops'.
    pub element_axes: usize,
}

impl Tile {
    /// Iterations of a whole tile.
    pub fn volume(&self) -> u64 {
        self.sizes.iter().fold(1, |n, s| n.saturating_mul(*s))
    }
}

impl LoopPlan {
    /// The axes of the tile loops and of the element loops; all are the loop's own without `tile`.
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
    /// Both at once: a single loop that is threads and SIMD.
    ThreadsSimd,
    Simd,
    Sequential,
}

/// OpenUH's mapping strategies, and the standard's levels (DESIGN: mapping loops).
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
    /// gang / worker / vector of the standard, as nested: "g-w-v", "gw-v", "g-w", "gwv", ...
    Standard,
    Serial,
}

/// An extent of a grid or block; evaluated on the host before the launch, at least 1.
#[derive(Debug)]
pub enum Extent {
    Fixed(u64),
    /// The user's argument.
    User(Expr),
    /// ceil(trips of the loop's heads / per), clipped to `max`; of tiled loops, their tiles.
    Cover {
        heads: Vec<Canonical>,
        /// Iterations of each head in a tile; empty without tiles.
        tile: Vec<u64>,
        per: Box<Extent>,
        max: u64,
    },
}

#[derive(Clone, Debug)]
pub struct Reduction {
    pub op: ReductionOp,
    pub var: VarId,
    pub part: Part,
    /// As written: "sums[2:5]".
    pub text: String,
    pub span: Span,
    /// Recognised by analysis, no clause.
    pub inferred: bool,
}

/// What of its variable a reduction combines, element by element (§2.5.15).
#[derive(Clone, Debug)]
pub enum Part {
    /// All of a scalar, of a struct, or of an array of constant length.
    Whole,
    /// Elements of an array, or of what a pointer points to, counted in the variable's flat space
    /// of elements that are no arrays themselves.
    Elements {
        elem: TypeId,
        /// The first one.
        lower: Expr,
        /// How many. A section with gaps is taken from its first element to its last.
        length: Expr,
        /// The outermost dimension's first index and number of indices: whole rows that hold them.
        rows: Box<(Expr, Expr)>,
    },
}

impl Part {
    /// The number of elements where it is not a constant.
    pub fn run_time_length(&self) -> Option<&Expr> {
        match self {
            Self::Elements { length, .. } if length.int_value().is_none() => Some(length),
            _ => None,
        }
    }
}

/// A line of the report.
#[derive(Clone, Debug)]
pub struct Note {
    pub line: u32,
    pub text: String,
}

impl Plan {
    /// Text of the plan, for `--emit=plan`: stable, readable.
    pub fn dump(&self, unit: &Unit) -> String {
        dump::plan(self, unit)
    }
}
