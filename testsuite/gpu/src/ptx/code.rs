//! Decoded PTX: functions whose operands are numbers of slots in a frame of registers, and
//! whose labels are indices of instructions.

use super::pressure::Need;
use super::types::{Compare, Join, Mode, Rounding, Space, Type};
use std::collections::{BTreeMap, BTreeSet};

/// No operand.
pub const NONE: u32 = u32::MAX;
/// The slot that takes results nobody wants.
pub const SINK: u32 = 0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Integer {
    Add,
    Sub,
    MulLow,
    MulHigh,
    MulWide,
    MadLow,
    MadHigh,
    MadWide,
    /// With a carry in, or out, or both.
    AddCarry {
        takes: bool,
        gives: bool,
    },
    SubCarry {
        takes: bool,
        gives: bool,
    },
    MadCarry {
        high: bool,
        takes: bool,
        gives: bool,
    },
    AddSaturated,
    SubSaturated,
    Div,
    Rem,
    Min,
    Max,
    Abs,
    Neg,
    Sad,
    And,
    Or,
    Xor,
    Not,
    LogicalNot,
    ShiftLeft,
    ShiftRight,
    /// `shf`: of a pair of words.
    Funnel {
        right: bool,
        clamp: bool,
    },
    CountBits,
    LeadingZeros,
    Reverse,
    FindBit {
        as_shift: bool,
    },
    Extract,
    Insert,
    Permute(Permute),
    /// `lop3` with its table.
    Logic3(u8),
    Dot4 {
        a_signed: bool,
        b_signed: bool,
    },
    /// `dp2a`
    Dot2 {
        a_signed: bool,
        b_signed: bool,
        high: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permute {
    Selected,
    Forward,
    Backward,
    Replicate,
    EdgeLeft,
    EdgeRight,
    Halves,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Float {
    Add,
    Sub,
    Mul,
    Fma,
    Div,
    Sqrt,
    Reciprocal,
    ReciprocalRoot,
    Min { nan: bool },
    Max { nan: bool },
    Abs,
    Neg,
    CopySign,
    Sin,
    Cos,
    Exp2,
    Log2,
    Tanh,
    Test(Test),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    Finite,
    Infinite,
    Number,
    NotANumber,
    Normal,
    Subnormal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    Tid(u8),
    Ntid(u8),
    Ctaid(u8),
    Nctaid(u8),
    Lane,
    Warp,
    Warps,
    Clock,
    Multiprocessor,
    Multiprocessors,
    Grid,
    LanesEqual,
    LanesUpTo,
    LanesBelow,
    LanesFrom,
    LanesAbove,
    SharedBytes,
    DynamicSharedBytes,
    Zero,
}

/// Where a load or store finds its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Via {
    Generic,
    Global,
    Shared,
    /// A register holds an address of the thread's local memory.
    Local,
    /// A register holds an address of parameter space.
    Param,
    /// The offset counts from the function's local variables.
    FrameLocal,
    /// The offset counts from the function's parameters and those it makes for calls.
    FrameParam,
    /// The offset counts from the kernel's parameters.
    KernelParam,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atomic {
    Add,
    Exchange,
    CompareSwap,
    And,
    Or,
    Xor,
    Min,
    Max,
    Increment,
    Decrement,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shuffle {
    Up,
    Down,
    Xor,
    Index,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vote {
    All,
    Any,
    Uniform,
    Ballot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduce {
    Add,
    Min,
    Max,
    And,
    Or,
    Xor,
}

/// What the lanes of a warp do together. Operand `e` is the mask of lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {
    Wait,
    Shuffle(Shuffle),
    Vote {
        vote: Vote,
        negate: bool,
    },
    Match {
        all: bool,
        ty: Type,
    },
    Reduce(Reduce, Type),
    /// `mma` of doubles. The list `extra` has what is read: `a`, `b` and `c`; the next one what is written.
    Multiply(Shape),
}

/// Rows of the first matrix, and its columns. The second one has 8 columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub rows: u8,
    pub depth: u8,
}

impl Shape {
    /// Elements of `a`, `b` and `c` that a lane has.
    pub fn elements(self) -> [usize; 3] {
        let (rows, depth) = (usize::from(self.rows), usize::from(self.depth));
        [rows * depth / 32, depth * 8 / 32, rows * 8 / 32]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    Sync,
    Arrive,
    CountTrue,
    AllTrue,
    AnyTrue,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Op {
    Nothing,
    Move,
    Special(Special),
    /// The address of a variable of the frame, generic or in its own space.
    FrameAddress {
        via: Via,
        generic: bool,
    },
    Integer(Integer, Type),
    Float(Float, Type, Mode),
    PredicateNot,
    Compare {
        with: Compare,
        ty: Type,
        ftz: bool,
        join: Option<Join>,
        negate: bool,
    },
    /// `set`: the comparison's result as a number.
    CompareTo {
        with: Compare,
        ty: Type,
        to: Type,
        ftz: bool,
        join: Option<Join>,
        negate: bool,
    },
    Select,
    /// `slct`: by the sign of a number.
    SelectBySign {
        float: bool,
    },
    Convert {
        to: Type,
        from: Type,
        rounding: Rounding,
        integral: Option<Rounding>,
        ftz: bool,
        sat: bool,
    },
    Pack {
        bits: u8,
    },
    Unpack {
        bits: u8,
    },
    ToGeneric(Space),
    FromGeneric(Space),
    IsSpace(Space),
    Load {
        via: Via,
        ty: Type,
        register: u8,
        volatile: bool,
    },
    Store {
        via: Via,
        ty: Type,
    },
    Atomic {
        op: Atomic,
        via: Via,
        ty: Type,
    },
    /// `cp.async`: shared memory at `a` gets the bytes of global memory at `b`, at the latest when the thread waits for it. Only the first `c` of
    /// them are read, if there is such a number: the others are 0.
    CopyAsync {
        bytes: u8,
    },
    /// `cp.async.wait_all`
    CopiesWait,
    Branch,
    BranchTable,
    Call,
    Return,
    Exit,
    Trap,
    Barrier {
        op: Barrier,
        negate: bool,
        aligned: bool,
    },
    Together(Together),
    ActiveMask,
}

/// One instruction. What the operands mean is the operation's matter; as a rule `d` and `d2`
/// are written, the others read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inst {
    pub op: Op,
    /// The predicate that decides whether it runs.
    pub guard: u32,
    pub guard_negated: bool,
    pub d: u32,
    pub d2: u32,
    pub a: u32,
    pub b: u32,
    pub c: u32,
    pub e: u32,
    /// Added to an address.
    pub offset: i64,
    /// A branch's target; the index of a list, of a table or of a call.
    pub extra: u32,
}

impl Inst {
    pub fn new(op: Op) -> Inst {
        Inst {
            op,
            guard: NONE,
            guard_negated: false,
            d: SINK,
            d2: SINK,
            a: NONE,
            b: NONE,
            c: NONE,
            e: NONE,
            offset: 0,
            extra: NONE,
        }
    }
}

/// Where an instruction comes from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Origin {
    /// Line of the PTX text.
    pub line: u32,
    pub place: Place,
}

/// Where a `.loc` says that instructions come from: numbers of files, and lines.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    pub source: Option<(u32, u32)>,
    /// Where the function that it is in was called, through all that are inlined: the same, if none is.
    pub outermost: Option<(u32, u32)>,
}

/// The value of a slot that no instruction writes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Constant {
    Value(u64),
    Variable { index: usize, offset: i64 },
    Function { index: usize },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParamSlot {
    pub offset: usize,
    pub size: usize,
}

#[derive(Clone, Debug)]
pub enum Callee {
    Direct(usize),
    /// The slot that holds a function's address.
    Indirect(u32),
}

#[derive(Clone, Debug)]
pub struct Call {
    pub callee: Callee,
    pub arguments: Vec<ParamSlot>,
    pub result: Option<ParamSlot>,
}

#[derive(Clone, Debug, Default)]
pub struct Function {
    pub name: String,
    pub entry: bool,
    pub defined: bool,
    pub params: Vec<ParamSlot>,
    pub param_bytes: usize,
    pub returns: Vec<ParamSlot>,
    /// A device function's parameters and results, and those that a function makes for calls.
    pub frame_param_bytes: usize,
    pub local_bytes: usize,
    pub code: Vec<Inst>,
    pub origins: Vec<Origin>,
    /// How many slots a frame has, and the values of those that are constants.
    pub slots: u32,
    pub constants: BTreeMap<u32, Constant>,
    /// Bytes of each slot: 0 for constants and the sink.
    pub widths: Vec<u8>,
    pub lists: Vec<Vec<u32>>,
    pub tables: Vec<Vec<u32>>,
    pub calls: Vec<Call>,
    /// Indices of the module's variables and functions that it names.
    pub uses_variables: BTreeSet<usize>,
    pub uses_functions: BTreeSet<usize>,
    pub max_threads: Option<u32>,
    pub max_registers: Option<u32>,
    pub need: Need,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InitialValue {
    Number(u64),
    /// The address of a variable or function.
    Address {
        name: String,
        offset: i64,
    },
}

/// A module-scope variable, or one of a function that is not local to a thread.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub space: Space,
    pub alignment: u64,
    pub bytes: u64,
    /// `.extern .shared`: the launch gives its size.
    pub dynamic: bool,
    /// Offset, size and value.
    pub initial: Vec<(u64, u64, InitialValue)>,
}
