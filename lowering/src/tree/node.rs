//! The tree's nodes.
//!
//! A tree begins as C's own statements, with the loops that are spread over blocks and threads apart from those that are
//! not ([`Loop`], [`Sequential`]). `threads` adds who runs what, `barriers` where threads meet; `predicates` and `heads`
//! replace what has no form in C by what has one ([`Kind::Let`], [`Kind::Test`], [`Kind::Count`]).

use super::copy::{Copy, GangCopy};
use super::sets::Row;
use super::sets::Threads;
use super::unroll::Shift;
use super::value::{Type, Value};
use crate::plan::{Axis, Copies, Reduction, Tile};
use accrs_frontend::region::{
    Canonical, Expr, ExprId, FunctionId, LoopId, Stmt, TypeId, VarId, VlaId,
};
use accrs_frontend::source::Span;

#[derive(Clone, Debug)]
pub struct Node {
    pub kind: Kind,
    /// Where it comes from in the user's text.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Kind {
    /// A statement without others in it, but for an atomic one's.
    Leaf(Stmt),
    Block(Vec<Node>),
    If(Box<If>),
    /// `for`, `while` and `do`, in order.
    For(Box<Sequential>),
    Switch {
        value: Expr,
        body: Vec<Node>,
    },
    /// Labels with the statement behind them, one node.
    Case {
        low: Expr,
        high: Option<Expr>,
        body: Vec<Node>,
    },
    Default(Vec<Node>),
    Label {
        name: String,
        body: Vec<Node>,
    },
    /// A loop that is spread over blocks or threads.
    Loop(Box<Loop>),

    // What `threads` makes.
    /// Code that each thread runs, or one for all that it stands for.
    Together(Box<Together>),
    /// A private variable comes to life.
    Private(Private),
    /// An initial value.
    Initial(VarId, Expr),
    /// What a kernel's parameter by value, or the address of one, gives to the threads' own copy; the flag: the address.
    Parameter(VarId, bool),
    /// The user's text, as it stands there; in a copy, that of a later iteration.
    Text(Option<Box<Shift>>),
    /// `const long name = length`: an array's length, as it is now.
    Length {
        vla: VlaId,
        name: String,
        read: Touch,
    },
    /// A reduced section's number of elements, under a name.
    Section(String, Expr),
    /// `switch` that threads go through together, cut at its labels.
    Parts(Box<Parts>),
    /// `break` or `continue` out of code that threads go through together.
    Exit(Exit),
    /// `return` of a routine that threads run together.
    Leave(Option<Returned>),
    /// A routine that all threads of the block call together.
    Call(Box<Call>),
    /// Copies for what is reduced over gangs, around all else.
    Gangs(Vec<GangCopy>, Vec<Node>),

    // What `barriers` adds.
    /// All threads of the block meet here, and why.
    Barrier(&'static str),

    // What `predicates` and `heads` make.
    /// `if (condition) { ... }`
    Test(Value, Vec<Node>),
    /// A constant, or a variable, of generated code; the user's where `var` is given.
    Let(Let),
    /// `a = b = value;`
    Assign(Vec<String>, Value),
    /// Sequential loops that threads go through together.
    Repeat(Box<Repeat>),
    /// `if (!condition) break;`
    Unless(Expr),
    /// A loop of generated code, or a user's whose iterations are dealt out.
    Count(Box<Count>),
    /// The copies of a loop's reductions come to life, and are combined.
    Open(Copy),
    Close(Copy),
    /// The first thread's value along these axes goes to the others.
    Broadcast(Shared, Threads),
    Return(Option<Value>),
}

/// Memory that threads share is read or written.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Touch {
    pub reads: bool,
    pub writes: bool,
}

impl Touch {
    pub fn or(self, o: Touch) -> Touch {
        Touch {
            reads: self.reads || o.reads,
            writes: self.writes || o.writes,
        }
    }
}

#[derive(Clone, Debug)]
pub struct If {
    pub cond: Expr,
    pub then: Vec<Node>,
    pub els: Option<Vec<Node>>,
    /// Threads go through it together; the condition's accesses.
    pub joint: Option<Touch>,
}

#[derive(Clone, Debug)]
pub struct Sequential {
    /// Of a `for`.
    pub id: Option<LoopId>,
    pub form: Form,
    pub cond: Option<Expr>,
    pub inc: Option<Expr>,
    /// In canonical form, with those of the loops that it is collapsed with; outermost first.
    pub heads: Vec<Canonical>,
    pub private: Vec<VarId>,
    pub reductions: Vec<Reduction>,
    pub unroll: Option<Unrolling>,
    pub body: Vec<Node>,
    /// Threads go through it together.
    pub joint: Option<Joint>,
}

/// What PGI's `unroll(n)` makes of a sequential loop.
#[derive(Clone, Debug)]
pub enum Unrolling {
    /// It is to be unrolled so.
    Wanted(Copies),
    /// It holds so many copies of the body.
    Main(u32),
    /// It takes the iterations that are left behind such a loop.
    Rest,
}

#[derive(Clone, Debug)]
pub enum Form {
    /// With the statement before the first iteration.
    For(Option<Box<Stmt>>),
    While,
    DoWhile,
}

/// A sequential loop that threads go through together.
#[derive(Clone, Copy, Default, Debug)]
pub struct Joint {
    /// What its condition and its step do.
    pub test: Touch,
    pub step: Touch,
    /// All threads take part in each iteration, as long as one of them is in the loop.
    pub padded: bool,
    /// Barriers before the step of a padded loop, and before its test (or a `do` loop's).
    pub before_step: Option<&'static str>,
    pub before_test: Option<&'static str>,
}

/// A loop, or a collapsed or tiled nest, whose iterations are dealt out.
#[derive(Clone, Debug)]
pub struct Loop {
    pub id: LoopId,
    /// Of the `for`, in the user's file.
    pub line: u32,
    /// Outermost first.
    pub heads: Vec<Canonical>,
    /// What it is spread over; with `tile` the tile loops' axes, then the element loops'.
    pub axes: Vec<Axis>,
    pub tile: Option<Tile>,
    /// `gang(static:)`: `None` in it is `*`.
    pub chunk: Option<Option<Expr>>,
    pub unroll: Option<u32>,
    pub private: Vec<VarId>,
    pub reductions: Vec<Reduction>,
    pub body: Vec<Node>,
    /// For each head, whether the body names its variable.
    pub named: Vec<bool>,
    pub spread: Spread,
    /// Threads that the block has along its axes.
    pub threads: Threads,
    pub copies: Vec<Copy>,
    /// Behind the copies.
    pub barrier: Option<&'static str>,
    /// All threads of the block take the same turns.
    pub padded: bool,
    /// The predicate of those that have an iteration in a padded loop, and whether it changes.
    pub active: Option<(String, bool)>,
    /// The predicate around a padded loop.
    pub outer: Option<String>,
    /// Who takes part in a loop that isn't padded.
    pub guard: Option<Value>,
}

/// How the block's threads go through a loop's body.
#[derive(Clone, Debug, Default)]
pub enum Spread {
    /// A thread by itself goes through loop and body.
    #[default]
    Alone,
    /// Threads with iterations of their own run the body by themselves; `rest`: threads that stand for one.
    Leaf { touch: Touch, rest: Threads },
    /// Loops of other levels are in the body. `consumed`: all threads that have iterations of their own there; `kept`: what an iteration
    /// leaves in memory that threads share, the next one meets.
    Outer {
        bounds: Touch,
        consumed: Threads,
        kept: bool,
    },
}

/// Statements that all threads run, or the first along `first`.
#[derive(Clone, Debug)]
pub struct Together {
    pub first: Threads,
    pub touch: Touch,
    pub body: Vec<Node>,
    /// Private scalars that the one thread changed, in order.
    pub changed: Vec<VarId>,
    pub guard: Option<Value>,
}

/// A private variable, and where it lives.
#[derive(Clone, Debug)]
pub struct Private {
    pub var: VarId,
    pub home: Home,
    /// Nothing reads it.
    pub unread: bool,
}

#[derive(Clone, Debug)]
pub enum Home {
    /// The thread's registers, or its stack; `zeroed`: it has a value, whatever threads do.
    Register { zeroed: bool },
    /// The block's shared memory, one for each of `count` rows of threads.
    Shared { count: u64, row: Option<Row> },
    /// The launch's scratch memory, `bytes` for each block at `offset` of a block's areas.
    Scratch {
        offset: u64,
        bytes: u64,
        row: Option<Row>,
    },
    /// The device's heap: an array of variable length.
    Heap,
}

#[derive(Clone, Debug)]
pub struct Parts {
    pub value: Expr,
    pub read: Touch,
    pub declared: Vec<Node>,
    pub parts: Vec<Part>,
}

/// Labels, and the statements up to the next ones.
#[derive(Clone, Debug, Default)]
pub struct Part {
    pub cases: Vec<(Expr, Option<Expr>)>,
    pub default: bool,
    pub body: Vec<Node>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    Break,
    Continue,
}

/// The value of a `return`.
#[derive(Clone, Debug)]
pub struct Returned {
    pub value: Expr,
    pub touch: Touch,
    /// One thread evaluates it and gives it to the others along these axes, under this name.
    pub once: Option<(String, Threads)>,
    /// A barrier before the routine is left.
    pub behind: Option<&'static str>,
}

/// A call of a routine with parallel loops.
#[derive(Clone, Debug)]
pub struct Call {
    pub function: FunctionId,
    pub args: Vec<Given>,
    /// Another file has it.
    pub elsewhere: bool,
    /// The version with a predicate is called; by the first of these threads.
    pub padded: bool,
    pub first: Threads,
    pub predicate: Option<Value>,
    /// The name that the result gets, and its type.
    pub result: Option<(String, TypeId)>,
    /// What stands for the call in the statement behind it.
    pub key: ExprId,
    pub barrier: Option<&'static str>,
}

/// An argument of such a call.
#[derive(Clone, Debug)]
pub struct Given {
    pub value: Expr,
    pub param: Option<VarId>,
    pub touch: Touch,
    /// Threads that have nothing to do must not evaluate it.
    pub careful: bool,
    /// The name under which only those under a predicate have evaluated it, and the predicate.
    pub kept: Option<(String, Value)>,
    pub barrier: Option<&'static str>,
}

/// What is handed on from one thread to others.
#[derive(Clone, Debug)]
pub enum Shared {
    Var(VarId),
    Name(String),
}

#[derive(Clone, Debug)]
pub struct Let {
    pub name: String,
    pub ty: Type,
    pub constant: bool,
    pub value: Value,
    /// The user's variable that it stands for from here on.
    pub var: Option<VarId>,
    pub role: Role,
}

/// What a value is to a loop, for targets that have words of their own for it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Role {
    #[default]
    Other,
    /// The first value of this loop variable.
    Start(VarId),
    /// The number of iterations of this variable's loop.
    Trips(VarId),
}

/// A sequential loop in the form that it is printed in.
#[derive(Clone, Debug)]
pub struct Repeat {
    pub test: Test,
    pub step: Option<Expr>,
    /// The test stands behind the body.
    pub last: bool,
    pub body: Vec<Node>,
    /// What tells whether compilers may unroll it: its condition and its step.
    pub head: Vec<Expr>,
}

#[derive(Clone, Debug)]
pub enum Test {
    Always,
    User(Expr),
    /// As long as one thread of the block is in it: `on` starts as `outer`.
    Any {
        on: String,
        outer: String,
        cond: Option<Expr>,
    },
}

/// `for (ty name = from; test; name += step)`
#[derive(Clone, Debug)]
pub struct Count {
    pub name: String,
    pub ty: Type,
    pub from: Value,
    pub test: Value,
    /// One without a value.
    pub step: Option<Value>,
    pub var: Option<VarId>,
    pub unroll: Option<u32>,
    /// The line of the user's loop, as a comment.
    pub line: Option<u32>,
    pub body: Vec<Node>,
}
