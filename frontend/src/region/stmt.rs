//! C's statements, with OpenACC's where they occur inside compute constructs.

use super::{Expr, LoopId, VarId};
use crate::directive::Directive;
use crate::source::Span;

#[derive(Clone, Debug)]
pub struct Stmt {
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
    /// Calls `f` on each direct substatement.
    pub fn children<'a>(&'a self, f: &mut dyn FnMut(&'a Stmt)) {
        use StmtKind::*;
        match &self.kind {
            Empty | Expr(_) | Decl(_) | Goto(_) | Break | Continue | Return(_) | Cache(_) => {}
            Block(stmts) => stmts.iter().for_each(f),
            If { then, els, .. } => {
                f(then);
                if let Some(els) = els {
                    f(els);
                }
            }
            For(l) => {
                if let Some(init) = &l.init {
                    f(init);
                }
                f(&l.body);
            }
            While { body, .. }
            | DoWhile { body, .. }
            | Switch { body, .. }
            | Case { body, .. }
            | Default(body)
            | Label { body, .. }
            | Atomic { body, .. } => f(body),
        }
    }

    /// Calls `f` on each expression that stands directly in this statement (not in substatements).
    pub fn exprs<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        use StmtKind::*;
        match &self.kind {
            Expr(e) => f(e),
            Decl(decls) => decls.iter().filter_map(|d| d.init.as_ref()).for_each(f),
            If { cond, .. } | While { cond, .. } | DoWhile { cond, .. } => f(cond),
            Switch { value, .. } => f(value),
            For(l) => {
                l.cond.iter().for_each(&mut *f);
                l.inc.iter().for_each(f);
            }
            Case { low, high, .. } => {
                f(low);
                high.iter().for_each(f);
            }
            Return(Some(e)) => f(e),
            Empty
            | Block(_)
            | Default(_)
            | Label { .. }
            | Goto(_)
            | Break
            | Continue
            | Return(None)
            | Atomic { .. }
            | Cache(_) => {}
        }
    }
}
