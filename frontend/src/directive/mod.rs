//! Directives and clauses of OpenACC 3.3, and PGI's older spellings, typed.
//!
//! Everything is generic over `E`, the form of an expression: the parser makes
//! `Directive<Raw>` (the clause's text with its place), and the clang room turns
//! it into `Directive<Expr>` once C's own types are known.

mod args;
mod check;
mod combined;
mod device;
mod group;
mod lex;
mod map;
mod names;
mod parse;
mod print;
mod scan;
mod suggest;
mod support;
mod table;
#[cfg(test)]
mod tests;
mod vars;

pub use device::device_number;
pub(crate) use parse::shorten_to;
pub use parse::{Directives, Parsed, parse, parse_all};
pub use scan::{Language, Pragma, scan};
pub use support::unsupported;
pub use table::ClauseId;

use crate::source::Span;

/// A clause expression before C has been asked what it means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Raw {
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct DirectiveId(pub u32);

#[derive(Clone, Debug)]
pub struct Directive<E> {
    pub id: DirectiveId,
    pub kind: DirectiveKind,
    pub clauses: Vec<Clause<E>>,
    /// From `#` to the end of the directive's (logical) line.
    pub span: Span,
    /// The directive's own words, as written ("parallel loop", "region for").
    pub name: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DirectiveKind {
    Parallel,
    Serial,
    /// `kernels`, and PGI's `region`.
    Kernels,
    ParallelLoop,
    SerialLoop,
    /// `kernels loop`, and PGI's `region for`.
    KernelsLoop,
    /// `loop`, and PGI's `for`.
    Loop,
    /// `data`, and PGI's `data region`.
    Data,
    EnterData,
    ExitData,
    HostData,
    Update,
    Wait,
    Cache,
    Atomic(AtomicKind),
    Declare,
    Routine,
    Init,
    Shutdown,
    Set,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AtomicKind {
    Read,
    Write,
    Update,
    Capture,
}

#[derive(Clone, Debug)]
pub struct Clause<E> {
    pub kind: ClauseKind<E>,
    pub span: Span,
    /// The clause's name as written ("pcopy").
    pub name: String,
}

#[derive(Clone, Debug)]
pub enum ClauseKind<E> {
    If(E),
    SelfClause(Option<E>),
    Async(Option<E>),
    Wait(WaitArgs<E>),
    NumGangs(Vec<E>),
    NumWorkers(E),
    VectorLength(E),
    Private(Vec<DataRef<E>>),
    Firstprivate(Vec<DataRef<E>>),
    Reduction(ReductionOp, Vec<DataRef<E>>),
    /// Every clause that names data and an action; PGI's `local` is `Create`.
    Data(DataKind, Modifiers, Vec<DataRef<E>>),
    /// `self(list)` and `host(list)` of update are `UpdateHost`.
    Default(DefaultKind),
    Gang(Vec<GangArg<E>>),
    Worker(Option<E>),
    Vector(Option<E>),
    Seq,
    Auto,
    Independent,
    Collapse {
        force: bool,
        n: E,
    },
    /// `None` stands for `*`.
    Tile(Vec<Option<E>>),
    /// Clauses after it hold for these device types only (`*` as "*").
    DeviceType(Vec<String>),
    IfPresent,
    Finalize,
    Bind(Raw),
    Nohost,
    DeviceNum(E),
    DefaultAsync(E),
    /// The list of a `cache` directive; `readonly:`.
    Cache {
        readonly: bool,
        vars: Vec<DataRef<E>>,
    },
    /// The name of `routine(name)`.
    RoutineName(Raw),
    /// PGI: `unroll(n)`, `host`, `kernel` on a loop; its `parallel` is `Gang`.
    Unroll(Option<E>),
    Host,
    Kernel,
    /// PGI: the loop's trip count is at most the vector length. A hint.
    Shortloop,
}

/// What a data clause does with its variables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DataKind {
    Copy,
    Copyin,
    Copyout,
    Create,
    NoCreate,
    Present,
    Deviceptr,
    Attach,
    Detach,
    Delete,
    UseDevice,
    DeviceResident,
    Link,
    UpdateHost,
    UpdateDevice,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Modifiers {
    pub zero: bool,
    pub readonly: bool,
    /// `alwaysin`, or `always`: copied in although present.
    pub always_in: bool,
    /// `alwaysout`, or `always`: copied out although still held.
    pub always_out: bool,
    /// Of `firstprivate`: the construct's own memory, which the present table never knows.
    pub own: bool,
    pub capture: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DefaultKind {
    None,
    Present,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReductionOp {
    Add,
    Mul,
    Max,
    Min,
    BitAnd,
    BitOr,
    BitXor,
    And,
    Or,
}

#[derive(Clone, Debug)]
pub enum GangArg<E> {
    Num(E),
    Dim(E),
    /// `None` stands for `*`.
    Static(Option<E>),
}

#[derive(Clone, Debug, Default)]
pub struct WaitArgs<E> {
    pub devnum: Option<E>,
    /// Empty: all queues.
    pub queues: Vec<E>,
}

/// A variable, member or section in a clause's list: `A`, `A[0:n][3]`, `s.p[0:n]`.
#[derive(Clone, Debug)]
pub struct DataRef<E> {
    /// Without the sections: `A`, `s.p`, `(*q).a`.
    pub base: E,
    pub sections: Vec<Section<E>>,
    /// The whole as written, blanks folded.
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Section<E> {
    /// `[i]`
    Element(E),
    /// `[lower:length]`, either may be left out.
    Range { lower: Option<E>, length: Option<E> },
}
