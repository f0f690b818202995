//! The plan: what each construct became, which data moves, and why.
//!
//! `schedule` makes it, `render` and the report read it, and `--emit=plan` prints it. Each decision carries its reason.

mod ahead;
mod blocked;
mod cached;
mod cores;
mod data;
mod dump;
mod jammed;
mod kernel;
mod loops;
mod names;
mod order;
pub mod reason;
mod scan;
pub mod show;
mod staged;
pub mod tensor;
mod tiles;
mod together;
mod wavefronts;
mod waves;
mod worth;

pub use crate::analyse::fronts::Front;
pub use crate::analyse::work::{Term, Trips, Work};
pub use ahead::{Ahead, OwnPart, SumAhead};
pub use blocked::{Blocked, Pack, TileLanes, TileRows, TileStep};
pub use cached::{Along, Cached, Near, NearDim, Place, array_of};
pub use cores::{Alone, CoreLoop, Cores, InParts, Lanes, Measured, Sharing, Taken, Team};
pub use data::{DataItem, Dim, DimExtent, Origin, Section, ToldApart, UsedBytes};
pub use jammed::{JamStep, Jammed, LaneCopies};
pub use kernel::{
    Aligned, BlockCopy, Combining, Extent, Extreme, Kernel, Mapping, Overlap, Param, Part, Pass,
    Piece, Reduction, RowLength, RowsOf,
};
pub use loops::{
    Apart, AtomicUpdate, Axis, COPIED, Copies, FusedLoops, HostLoop, Levels, LoopPlan, MadeLoops,
    OwnArray, Reach, Row, Stepped, Tile, Turns, Unroll, Updated,
};
pub use order::{Order, arrange};
pub use reason::{Better, Guard, InOrder, Reason, ReasonKind, Stepper};
pub use scan::{Read, Scan, ScanLoop, ScanStep, Scanned, Within};
pub use staged::{Across, Staged};
pub use tensor::{NoTensor, Product, Tensor};
pub use tiles::{CopyOf, Held, Ragged, Side, Slant, TileCopy, Tiled, Tiles};
pub use together::Together;
pub use wavefronts::{FrontPart, Wavefront};
pub use waves::{Fronts, WavePart, Waves};
pub use worth::{Worth, least as least_iterations, without_constant};

use crate::checks::Checks;
use crate::machine::Machine;
use accrs_frontend::Unit;
use accrs_frontend::directive::DataKind;
use accrs_frontend::region::host::relations::Relation;
use accrs_frontend::region::{
    Canonical, ConstructId, Expr, FunctionId, Level, LoopId, Parts, Stmt, StmtId, VarId,
};
use accrs_frontend::source::Span;
use indexmap::IndexMap;
use std::rc::Rc;

/// One translation unit's plan.
#[derive(Debug, Default)]
pub struct Plan {
    /// What code is made for.
    pub machine: Machine,
    /// The host compiler is clang, which has other names for some pragmas.
    pub host_is_clang: bool,
    /// Kernels on GPUs round products and sums once where the host doesn't, and nobody has asked for it.
    pub contracts_alone: bool,
    /// The cores run loops as they are written, for a debugger.
    pub cores_as_written: bool,
    pub constructs: IndexMap<ConstructId, ConstructPlan>,
    /// Functions that kernels call, which are rendered for the device too; callees come first.
    pub device_functions: Vec<FunctionId>,
    /// The plans of those among these functions that spread loops over threads or blocks.
    pub routines: IndexMap<FunctionId, RoutinePlan>,
    /// Variables that live on the device for the whole program (`declare` at file scope).
    pub globals: Vec<Global>,
    /// Loops of the host over whose turns data stays on the device; none is inside another.
    pub held: Vec<HeldLoop>,
    /// What the program watches while it runs (`-acc=check`).
    pub checks: Option<Rc<Checks>>,
}

/// A loop of the host whose constructs have items that are held ([`DataItem::held`]) until it ends.
#[derive(Debug)]
pub struct HeldLoop {
    /// The statement's bytes.
    pub span: Span,
    pub line: u32,
    /// The variables that are held.
    pub names: Vec<String>,
}

/// A variable of a file-scope `declare` (§2.13) that the unit registers.
#[derive(Debug)]
pub struct Global {
    pub var: VarId,
    /// `Create`, `Copyin`, `DeviceResident`, `Link` or `Deviceptr`.
    pub kind: DataKind,
    /// The clause has the modifier `zero`.
    pub zero: bool,
    /// Where the clause stands, in the user's file.
    pub file: String,
    pub line: u32,
    /// A device function names it, and reaches the device's copy through a cell that the runtime fills.
    pub in_functions: bool,
}

/// A function that has parallel loops, or calls one that has (§2.15.1). All threads of a block call it together.
#[derive(Debug)]
pub struct RoutinePlan {
    /// The highest level that it and the functions that it calls use; at most the one that its directive gives.
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
    /// The `if` clause, and the `self` clause, under which the host runs the construct.
    pub condition: Option<Expr>,
    pub self_condition: Option<SelfCondition>,
    pub queue: Queue,
    /// One for each `wait` clause; for a `wait` directive, its argument if it has one.
    pub waits: Vec<Wait>,
    /// Data clauses in the order of the source, then implicit ones.
    pub data: Vec<DataItem>,
    pub action: Action,
    /// What the report says about the construct besides `data` and the loops.
    pub notes: Vec<Note>,
    /// The plan for the host's cores, where `device_type` clauses give them other clauses than the device (§2.4), or loops are split for
    /// devices.
    pub on_host: Option<Box<ConstructPlan>>,
    /// The plan of each of several devices that share the construct's loop: its data and its kernel are those of a part.
    pub shared: Option<Box<ConstructPlan>>,
    /// What is better where a condition holds.
    pub fitting: Option<Box<Fitting>>,
}

/// The plan of a construct where a condition holds that the host asks before it.
#[derive(Debug)]
pub struct Fitting {
    pub holds: Expr,
    /// The same, as what is known then.
    pub known: Vec<Relation>,
    pub plan: ConstructPlan,
}

impl ConstructPlan {
    /// The plan for the host's cores.
    pub fn here(&self) -> &ConstructPlan {
        self.on_host.as_deref().unwrap_or(self)
    }

    /// Gives the host's cores a plan of their own, which tells how they run the loops that are in both.
    pub(crate) fn run_here_as(&mut self, plan: Option<ConstructPlan>) {
        self.on_host = plan.map(Box::new);
        let here = match self.on_host.as_ref().map(|p| &p.action) {
            Some(Action::Compute(here)) => here,
            _ => return,
        };
        if let Action::Compute(own) = &mut self.action {
            for (id, l) in &mut own.loops {
                let found = here.loops.get(id).filter(|l| l.arrays.is_empty());
                l.here = found.map(|l| l.here.clone()).unwrap_or_default();
            }
        }
    }

    /// What the host's cores run of it.
    pub fn on_cores(&self) -> Option<&ComputePlan> {
        match &self.here().action {
            Action::Compute(compute) => Some(compute),
            _ => None,
        }
    }

    /// What devices run of it: one by itself, each of several, and one where a condition holds.
    pub fn on_devices(&self) -> impl Iterator<Item = &ComputePlan> {
        let fitting = self.fitting.as_ref().map(|f| &f.plan);
        let all = [Some(self), self.shared.as_deref(), fitting];
        all.into_iter().flatten().filter_map(|p| match &p.action {
            Action::Compute(compute) => Some(compute),
            _ => None,
        })
    }

    /// Gives the kernels names of their own, beside those of the plan for one device, which tells all that there is to tell.
    pub(crate) fn mark_as_part(&mut self) {
        self.notes.clear();
        self.rename_kernels("_part");
        if let Action::Compute(compute) = &mut self.action {
            for l in compute.loops.values_mut() {
                l.notes.clear();
                l.here.clear();
            }
        }
    }

    /// Adds a word to the names of the kernels.
    pub(crate) fn rename_kernels(&mut self, word: &str) {
        if let Action::Compute(compute) = &mut self.action {
            compute.kernels.iter_mut().for_each(|k| k.name += word);
        }
    }

    /// What the report tells of: the plan for which there is a condition, where there is one.
    pub fn told(&self) -> &ConstructPlan {
        self.fitting.as_ref().map_or(self, |f| &f.plan)
    }

    /// The loops that only the cores have: as they stand in the text, where devices have several in their place; or whose iterations have arrays for themselves there.
    pub fn only_on_cores(&self) -> impl Iterator<Item = &LoopPlan> {
        let own = match &self.action {
            Action::Compute(compute) => Some(&compute.loops),
            _ => None,
        };
        let here = match self.on_host.as_ref().map(|p| &p.action) {
            Some(Action::Compute(compute)) => Some(compute.loops.values()),
            _ => None,
        };
        let known = move |l: &&LoopPlan| own.is_some_and(|own| own.contains_key(&l.id));
        let others = move |l: &&LoopPlan| !known(l) || !l.arrays.is_empty();
        here.into_iter().flatten().filter(others)
    }

    /// Whether a loop has lanes, or a kernel blocks that wait for each other, that no directive asked for.
    pub fn has_automatic(&self) -> bool {
        let own = match &self.action {
            Action::Compute(compute) => {
                compute.loops.values().any(|l| l.automatic)
                    || compute.kernels.iter().any(|k| k.together.is_some())
            }
            _ => false,
        };
        own || self.on_host.as_ref().is_some_and(|p| p.has_automatic())
    }
}

/// Where a construct stands, in the user's file.
#[derive(Clone, Debug)]
pub struct Site {
    pub file: String,
    pub line: u32,
    pub function: String,
    /// The directive's name: "parallel loop".
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
    /// The queues that are waited for; all if empty.
    pub queues: Vec<Expr>,
}

/// What the construct does.
#[derive(Debug)]
#[allow(clippy::large_enum_variant)]
pub enum Action {
    /// `data`. The statement at these bytes stays the user's text.
    Data(Span),
    /// `host_data`, likewise; the named variables are redeclared as device pointers.
    HostData(Span),
    EnterData,
    ExitData,
    Update,
    /// The `wait` directive (its arguments are in [`ConstructPlan::waits`]).
    Wait,
    /// Without a device type it is for the current one.
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
    /// `routine`, or `declare` at file scope: only the directive's line is removed.
    Nothing,
}

/// A compute construct.
#[derive(Debug)]
pub struct ComputePlan {
    pub kind: ComputeKind,
    /// What the device does, in order. The host's cores run `body` instead.
    pub steps: Vec<Step>,
    /// What gives index variables their values behind the construct, in order.
    pub last: Vec<LastValue>,
    pub kernels: Vec<Kernel>,
    /// The construct's statements, for the host's cores.
    pub body: Vec<Stmt>,
    /// Those of them that the host's cores go through in tiles.
    pub blocked: IndexMap<StmtId, Blocked>,
    /// Those that they go through in tiles wave by wave.
    pub waves: IndexMap<StmtId, Waves>,
    /// Those of which they run some iterations together.
    pub jammed: IndexMap<StmtId, Jammed>,
    /// Those that they go through in order, with the sums of some iterations together.
    pub ahead: IndexMap<StmtId, Ahead>,
    /// Loops beside each other that the cores run as one.
    pub fused: IndexMap<LoopId, FusedLoops>,
    /// Loops that the cores run in the place of others, by the first of them.
    pub made: IndexMap<LoopId, MadeLoops>,
    /// Bodies that step variables in the user's text.
    pub stepped: Vec<Stepped>,
    /// The variables that those statements name.
    pub named: Vec<VarId>,
    /// Every loop of the construct (and of its kernels), by id.
    pub loops: IndexMap<LoopId, LoopPlan>,
    /// The construct's private variables (each gang has its own), firstprivate ones, and reductions.
    pub private: Vec<VarId>,
    pub firstprivate: Vec<VarId>,
    pub reductions: Vec<Reduction>,
    /// Sections of `firstprivate` that it only reads by their names, and may write by other names where memory is shared.
    pub overwritten: Vec<VarId>,
    /// How the host's cores run it.
    pub host: HostMode,
    /// What OpenMP is told about it there.
    pub cores: Cores,
    /// When its parallel region gets threads; `None` where its loops fork instead, or where there is no version for the cores.
    pub worth: Option<Worth>,
    /// `num_gangs`, `num_workers`, `vector_length` as given.
    pub num_gangs: Option<Expr>,
    pub num_workers: Option<Expr>,
    pub vector_length: Option<Expr>,
    /// The loop that may run in parts on a device.
    pub parts: Option<Parts>,
    /// What its kernels rest on, of what data clauses say.
    pub told_apart: Vec<ToldApart>,
}

/// A loop whose head, without the body, gives its variable the value that C leaves in it.
#[derive(Clone, Debug)]
pub struct LastValue {
    pub id: LoopId,
    pub var: VarId,
    /// The variable is asked for; else the loop is here for those inside.
    pub wanted: bool,
    /// `i = 0`; none where the head declares the variable.
    pub init: Option<Expr>,
    /// The 0 of `i = 0`.
    pub lower: Expr,
    pub cond: Expr,
    pub inc: Expr,
    /// The same of loops that each iteration runs.
    pub inside: Vec<LastValue>,
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
    /// Launches `kernels[i]`.
    Launch(usize),
    /// Launches `kernels[kernel]`, whose blocks wait for each other, if the device can do that and it pays; else carries out the other steps.
    Together { kernel: usize, otherwise: Vec<Step> },
    /// The loop `id`, with another order of iterations than in the text, that the host steps through; right only if no pair of `apart` overlaps.
    /// Where one does, `kernels[whole]` runs the loops of the text in order.
    Ask {
        id: LoopId,
        apart: Vec<Apart>,
        whole: usize,
        steps: Vec<Step>,
    },
    /// A condition around parallel loops of a `kernels` region, which the host evaluates.
    If {
        condition: Expr,
        then: Vec<Step>,
        els: Vec<Step>,
    },
    /// A sequential loop of a `kernels` region that the host steps through, with launches in
    /// each iteration. The host can evaluate its head, and kernels get its variable by value.
    Loop {
        head: Canonical,
        id: LoopId,
        body: Vec<Step>,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HostMode {
    /// The calling thread runs the statements in order, and loops marked for it fork threads
    /// (`kernels`, `serial`, and a `parallel` construct that is only a loop nest, or that may have one gang and has a nest that goes in tiles then).
    Fork,
    /// One parallel region around the whole, whose threads are the gangs. Each of them runs the code outside loops (a
    /// `parallel` construct with gang-redundant code).
    Gangs,
}

/// A line of the report.
#[derive(Clone, Debug)]
pub struct Note {
    pub line: u32,
    pub text: String,
    /// The same without details, which `-Minfo=accel` leaves to `-Minfo=all`.
    pub brief: Option<String>,
}

impl Note {
    pub fn new(line: u32, text: String) -> Self {
        Self {
            line,
            text,
            brief: None,
        }
    }
}

impl Plan {
    /// The plan as text, for `--emit=plan`. The same plan always gives the same text.
    pub fn dump(&self, unit: &Unit) -> String {
        dump::plan(self, unit)
    }
}
