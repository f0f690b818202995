//! The tree's nodes.
//!
//! A tree begins as C's own statements. Loops that are spread over blocks and threads are a kind of their own ([`Loop`]),
//! apart from those that run in order ([`Sequential`]). `threads` adds who runs what, `barriers` where threads meet;
//! `predicates` and `heads` replace what has no form in C by what has one ([`Kind::Let`], [`Kind::Test`], [`Kind::Count`]).

use super::access::Private;
use super::copy::{Copy, GangCopy};
use super::sets::Threads;
use super::shift::Shift;
use super::value::{Type, Value};
use super::wavefronts::Wave;
use crate::plan::{Axis, BlockCopy, Copies, Reduction, Tile, Tiled, Turns};
use crate::print::Access;
use accrs_frontend::region::{
    Canonical, Expr, ExprId, FunctionId, LoopId, Stmt, TypeId, VarId, VlaId,
};
use accrs_frontend::source::Span;

#[derive(Clone, Debug)]
pub struct Node {
    pub kind: Kind,
    /// The place in the user's text that the node comes from.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Kind {
    /// A statement that holds no other statements, or an atomic construct with the ones it applies to.
    Leaf(Stmt),
    Block(Vec<Node>),
    If(Box<If>),
    /// A `for`, `while` or `do` loop whose iterations run in order.
    For(Box<Sequential>),
    Switch {
        value: Expr,
        body: Vec<Node>,
    },
    /// A label, with the statement that it labels as its only node.
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
    /// Code that all threads run, or that one thread runs for all those that act as one.
    Together(Box<Together>),
    /// The declaration of a private variable.
    Private(Private),
    /// The initial value of a variable that has been declared by a node of its own.
    Initial(VarId, Expr),
    /// Copies a kernel's parameter into the threads' own copy of it. The flag says that the parameter is the value's address.
    Parameter(VarId, bool),
    /// The user's own text of the body; in a copy of an unrolled loop, with the loop's variable shifted to a later iteration.
    Text(Option<Box<Shift>>),
    /// `const long name = length`: notes an array's length at the point where C evaluates it.
    Length {
        vla: VlaId,
        name: String,
        read: Touch,
    },
    /// Gives a name to the number of elements of a reduced section.
    Section(String, Expr),
    /// A `switch` that threads go through together, cut at its labels.
    Parts(Box<Parts>),
    /// `break` or `continue` out of code that threads go through together.
    Exit(Exit),
    /// A `return` of a routine that threads run together.
    Leave(Option<Returned>),
    /// A call of a routine that all threads of the block make together.
    Call(Box<Call>),
    /// The copies of variables that are reduced over gangs, around the rest of the kernel.
    Gangs(Vec<GangCopy>, Vec<Node>),
    /// The block's copies of arrays that its threads update atomically, around the rest of the kernel.
    Copies(Box<BlockCopies>),
    /// A nest that the block goes through in tiles. All of its threads meet in it.
    Tiles(Tiled),
    /// A loop in order that all blocks go through wave by wave. All threads meet in it.
    Wave(Box<Wave>),

    // What `marks` adds.
    Mark(Mark),

    // What `barriers` adds.
    /// All threads of the block, or of all blocks, meet here; the text says why.
    Barrier(Meeting, &'static str),

    // What `predicates` and `heads` make.
    /// `if (condition) { ... }`
    Test(Value, Vec<Node>),
    /// The declaration of a constant or variable of generated code, or of one of the user's where `var` is given.
    Let(Let),
    /// `a = b = value;`
    Assign(Vec<String>, Value),
    /// A sequential loop that threads go through together.
    Repeat(Box<Repeat>),
    /// `if (!condition) break;`
    Unless(Expr),
    /// A loop that counts: one of generated code, or one of the user's whose iterations are dealt out.
    Count(Box<Count>),
    /// The declaration of the copy that a loop's reduction has, and its combination behind the loop.
    Open(Copy),
    Close(Copy),
    /// The first thread along these axes gives its value to the others.
    Broadcast(Shared, Threads),
    Return(Option<Value>),
}

/// Who meets at a barrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meeting {
    /// The threads of each block.
    Block,
    /// The threads of all blocks of the launch, which the device holds at once.
    Grid,
}

/// What a run that checks is told of a loop whose iterations are independent by the user's word, by its number among these.
#[derive(Clone, Debug)]
pub enum Mark {
    Enter(usize),
    /// An iteration begins, with these values of the loop's variables.
    Iteration(usize, Vec<VarId>),
    Leave,
}

/// Copies in shared memory of a kernel's arrays. The threads set them to the operators' identities together, update them in `body`, and
/// combine them with the arrays together.
#[derive(Clone, Debug)]
pub struct BlockCopies {
    /// With the names of the copies.
    pub all: Vec<(BlockCopy, String)>,
    /// The thread's place in the block, and the number of threads.
    pub lane: Value,
    pub lanes: Value,
    pub body: Vec<Node>,
    /// The barrier before they are combined.
    pub barrier: Option<&'static str>,
}

/// Whether memory that threads share is read or written.
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
    /// Set where threads go through it together: what the condition accesses.
    pub joint: Option<Touch>,
}

#[derive(Clone, Debug)]
pub struct Sequential {
    /// Only a `for` has one.
    pub id: Option<LoopId>,
    pub form: Form,
    pub cond: Option<Expr>,
    pub inc: Option<Expr>,
    /// The canonical forms of this loop and of those that it is collapsed with, outermost first.
    pub heads: Vec<Canonical>,
    pub private: Vec<VarId>,
    pub reductions: Vec<Reduction>,
    pub unroll: Option<Unrolling>,
    pub body: Vec<Node>,
    /// Set where threads go through it together.
    pub joint: Option<Joint>,
}

/// The role of a sequential loop under PGI's `unroll(n)`.
#[derive(Clone, Debug)]
pub enum Unrolling {
    /// It is to be unrolled in this way.
    Wanted(Copies),
    /// It is the main loop, which holds this many copies of the body.
    Main(u32),
    /// It takes the iterations that the main loop leaves.
    Rest,
}

#[derive(Clone, Debug)]
pub enum Form {
    /// With the statement that runs before the first iteration.
    For(Option<Box<Stmt>>),
    While,
    DoWhile,
}

/// A sequential loop that threads go through together.
#[derive(Clone, Copy, Default, Debug)]
pub struct Joint {
    /// What its condition and its step access.
    pub test: Touch,
    pub step: Touch,
    /// All threads take part in each iteration as long as any of them is still in the loop.
    pub padded: bool,
    /// The barriers before the step, which only a padded loop can have, and before the test.
    pub before_step: Option<&'static str>,
    pub before_test: Option<&'static str>,
}

/// A loop, or a collapsed or tiled nest, whose iterations are dealt out.
#[derive(Clone, Debug)]
pub struct Loop {
    pub id: LoopId,
    /// The line of the `for` in the user's file.
    pub line: u32,
    /// Outermost first.
    pub heads: Vec<Canonical>,
    /// The axes that it is spread over; with `tile`, those of the tile loops and then those of the element loops.
    pub axes: Vec<Axis>,
    pub tile: Option<Tile>,
    /// The chunk of `gang(static:)`; `Some(None)` is `*`.
    pub chunk: Option<Option<Expr>>,
    pub unroll: Option<u32>,
    pub turns: Turns,
    pub private: Vec<VarId>,
    pub reductions: Vec<Reduction>,
    pub body: Vec<Node>,
    /// For each head, whether the body names its variable.
    pub named: Vec<bool>,
    pub spread: Spread,
    /// Those of its thread axes along which the block has several threads.
    pub threads: Threads,
    pub copies: Vec<Copy>,
    /// How the variables are spelled that it reduces and that its start names: C finds the start before the loop.
    pub outside: Vec<(VarId, Access)>,
    /// The barrier between the declarations of the copies and the loop.
    pub barrier: Option<&'static str>,
    /// All threads of the block go through it the same number of times.
    pub padded: bool,
    /// In a padded loop, the predicate of the threads that have an iteration, and whether the body changes it.
    pub active: Option<(String, bool)>,
    /// The predicate around a padded loop.
    pub outer: Option<String>,
    /// The condition under which a thread takes part in a loop that isn't padded.
    pub guard: Option<Value>,
}

impl Loop {
    /// One that runs in order, as far as the passes have not said otherwise.
    pub fn new(id: LoopId, line: u32, heads: Vec<Canonical>, body: Vec<Node>) -> Self {
        Self {
            id,
            line,
            heads,
            axes: Vec::new(),
            tile: None,
            chunk: None,
            unroll: None,
            turns: Turns::One,
            private: Vec::new(),
            reductions: Vec::new(),
            body,
            named: Vec::new(),
            spread: Spread::default(),
            threads: Threads::NONE,
            copies: Vec::new(),
            outside: Vec::new(),
            barrier: None,
            padded: false,
            active: None,
            outer: None,
            guard: None,
        }
    }
}

/// How the block's threads go through a loop's body.
#[derive(Clone, Debug, Default)]
pub enum Spread {
    /// Each thread goes through loop and body by itself.
    #[default]
    Alone,
    /// Each iteration is run by one thread. `rest`: axes along which only the first thread takes part.
    Leaf { touch: Touch, rest: Threads },
    /// The body has loops of other levels. `consumed`: all axes along which threads have iterations of their own there. `kept`:
    /// an iteration meets what the one before it left in memory that threads share.
    Outer {
        bounds: Touch,
        consumed: Threads,
        kept: bool,
    },
}

/// Statements that all threads run, or only the first along the axes `first`, if there are any.
#[derive(Clone, Debug)]
pub struct Together {
    pub first: Threads,
    /// Of all blocks only the first one's threads take part.
    pub one_block: bool,
    pub touch: Touch,
    pub body: Vec<Node>,
    /// Private scalars that the first thread changes and that the others must be told of, in a fixed order.
    pub changed: Vec<VarId>,
    pub guard: Option<Value>,
}

#[derive(Clone, Debug)]
pub struct Parts {
    pub value: Expr,
    pub read: Touch,
    pub declared: Vec<Node>,
    pub parts: Vec<Part>,
}

/// The labels of a part of a `switch`, and the statements up to the next labels.
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
    /// Set where one thread evaluates it and gives it to the others: the value's name, and the axes along which it is given.
    pub once: Option<(String, Threads)>,
    /// The barrier before the routine is left.
    pub behind: Option<&'static str>,
}

/// A call of a routine with parallel loops.
#[derive(Clone, Debug)]
pub struct Call {
    pub function: FunctionId,
    pub args: Vec<Given>,
    /// The routine is defined in another file.
    pub elsewhere: bool,
    /// The version with a predicate is called; the predicate holds for the first threads along `first`.
    pub padded: bool,
    pub first: Threads,
    pub predicate: Option<Value>,
    /// The name that the result gets, and its type.
    pub result: Option<(String, TypeId)>,
    /// The call in the statement behind it, which the result's name replaces.
    pub key: ExprId,
    pub barrier: Option<&'static str>,
}

/// An argument of such a call.
#[derive(Clone, Debug)]
pub struct Given {
    pub value: Expr,
    pub param: Option<VarId>,
    pub touch: Touch,
    /// Threads without an iteration must not evaluate it, since it loads from memory or divides.
    pub careful: bool,
    /// The name that holds the value where only threads under a predicate may evaluate it, and that predicate.
    pub kept: Option<(String, Value)>,
    pub barrier: Option<&'static str>,
}

/// What one thread hands on to others.
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
    /// The user's variable that it is, if it is one.
    pub var: Option<VarId>,
    pub role: Role,
    /// Variables that are spelled in another way in the value than where it stands.
    pub outside: Vec<(VarId, Access)>,
}

/// What a value is to a loop, for printers that spell such values in their own way.
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
    /// Why threads meet before the step, wherever they come from.
    pub before_step: Option<&'static str>,
    /// The test comes after the body, as in a `do` loop.
    pub last: bool,
    pub body: Vec<Node>,
    /// Its condition and its step, from which printing decides whether compilers may unroll it.
    pub head: Vec<Expr>,
}

#[derive(Clone, Debug)]
pub enum Test {
    Always,
    User(Expr),
    /// Goes on as long as any thread of the block is in the loop. The predicate `on` says which are; it starts as `outer`.
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
    /// `None` is a step of one.
    pub step: Option<Value>,
    pub var: Option<VarId>,
    pub unroll: Option<u32>,
    /// The line of the user's loop, for a comment.
    pub line: Option<u32>,
    pub body: Vec<Node>,
}

/// Called with the name of each pass and the tree that it leaves.
pub type Trace<'t> = &'t mut dyn FnMut(&'static str, &[Node]);
