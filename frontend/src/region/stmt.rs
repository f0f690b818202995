//! C's statements, with OpenACC's where they occur inside compute constructs.

use super::{BinaryOp, Expr, LoopId, StmtId, VarId};
use crate::directive::Directive;
use crate::source::Span;

#[derive(Clone, Debug)]
pub struct Stmt {
    pub id: StmtId,
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    Empty,
    Expr(Expr),
    Decl(Vec<LocalDecl>),
    Block(Vec<Stmt>),
    If {
        cond: Expr,
        then: Box<Stmt>,
        els: Option<Box<Stmt>>,
    },
    For(Box<For>),
    While {
        cond: Expr,
        body: Box<Stmt>,
    },
    DoWhile {
        body: Box<Stmt>,
        cond: Expr,
    },
    Switch {
        value: Expr,
        body: Box<Stmt>,
    },
    /// `case low:`, or GNU `case low ... high:`.
    Case {
        low: Expr,
        high: Option<Expr>,
        body: Box<Stmt>,
    },
    Default(Box<Stmt>),
    Label {
        name: String,
        body: Box<Stmt>,
    },
    Goto(String),
    Break,
    Continue,
    Return(Option<Expr>),
    Atomic {
        directive: Directive<Expr>,
        body: Box<Stmt>,
    },
    /// The `cache` directive at the top of a loop's body.
    Cache(Directive<Expr>),
}

/// A variable declared inside a region.
#[derive(Clone, Debug)]
pub struct LocalDecl {
    pub var: VarId,
    pub init: Option<Expr>,
    /// `static` inside a region.
    pub is_static: bool,
}

#[derive(Clone, Debug)]
pub struct For {
    pub id: LoopId,
    /// A declaration or an expression statement.
    pub init: Option<Box<Stmt>>,
    pub cond: Option<Expr>,
    pub inc: Option<Expr>,
    pub body: Box<Stmt>,
    /// The `loop` directive, or the loop clauses of a combined construct.
    pub directive: Option<Directive<Expr>>,
    /// Filled by the builder for every `for` in canonical form (§2.9), with a directive or not.
    pub canonical: Option<Canonical>,
}

/// A loop in canonical form: the trip count is known before it starts.
///
/// `for (var = lower; var cmp upper; var += step)`. The variable is not assigned in the
/// body and its address is not taken there.
#[derive(Clone, Debug)]
pub struct Canonical {
    pub var: VarId,
    /// Declared in the `for` itself.
    pub declared: bool,
    pub lower: Expr,
    /// With the variable on the left side of `cmp`.
    pub cmp: LoopCmp,
    /// Of the type in which C compares: `i < n` with an `int i` and a `size_t n` compares as `size_t`.
    pub upper: Expr,
    /// The step without its sign: loop-invariant, an integer (element count for pointers).
    pub step: Expr,
    /// Counts down.
    pub down: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LoopCmp {
    Lt,
    Le,
    Gt,
    Ge,
    Ne,
}

impl Stmt {
    /// A statement that no unit holds yet.
    pub fn new(kind: StmtKind, span: Span) -> Self {
        let id = StmtId::NONE;
        Self { id, kind, span }
    }
}

impl LoopCmp {
    /// C's operator.
    pub fn op(self) -> BinaryOp {
        match self {
            Self::Lt => BinaryOp::Lt,
            Self::Le => BinaryOp::Le,
            Self::Gt => BinaryOp::Gt,
            Self::Ge => BinaryOp::Ge,
            Self::Ne => BinaryOp::Ne,
        }
    }
}
