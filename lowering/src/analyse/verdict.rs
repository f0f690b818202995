//! Verdicts of the analyses, as values: which accesses, what is wrong between them, in which loop. What is said of them is made where
//! it is said (`plan/reason.rs`, `plan/unbounded.rs`).

use super::poly::Poly;
use super::quasi::Quasi;
use super::tangled::Tangle;
use accrs_frontend::region::{Expr, FunctionId, VarId};
use accrs_frontend::source::Span;

/// An access, as a verdict names it.
#[derive(Clone, Debug)]
pub struct Touch {
    /// The lvalue, or the argument of a call.
    pub what: Box<Expr>,
    /// The variable that leads there.
    pub root: VarId,
    /// The function that is given the argument.
    pub by: Option<FunctionId>,
    pub write: bool,
}

impl Touch {
    pub fn span(&self) -> Span {
        self.what.span
    }
}

/// Why a loop's iterations may depend on each other.
#[derive(Clone, Debug)]
pub enum Dependence {
    /// Something may touch any memory.
    Wild(Wild),
    /// Two accesses to memory, the first of which writes; without a second, one in several iterations.
    Memory {
        first: Touch,
        second: Option<Touch>,
        /// The loop between whose iterations they meet, of those that the question was about; `None`: that is not known.
        head: Option<VarId>,
        conflict: Conflict,
    },
    /// Iterations share a scalar: one assigns it, and another reads it, or asks for its place.
    Scalar {
        var: VarId,
        written: Span,
        read: Option<Span>,
        /// They surely do.
        certain: bool,
    },
    /// The last iteration's value of a scalar is used: there, or behind the construct.
    LastValue {
        var: VarId,
        written: Span,
        read: Option<Span>,
    },
    /// A pointer may lead to a variable that the construct names.
    Tangled(Tangle),
}

#[derive(Clone, Debug)]
pub enum Wild {
    /// A call through a pointer.
    Pointer(Span),
    /// A call of a function that reads or writes memory that nobody can name.
    Call(FunctionId, Span),
    /// A call of a function of which nobody knows what it does: its body is in another file.
    Unknown(FunctionId, Span),
    /// An access to a place without a name.
    Place(Box<Expr>),
}

impl Wild {
    pub fn span(&self) -> Span {
        match self {
            Wild::Pointer(span) | Wild::Call(_, span) | Wild::Unknown(_, span) => *span,
            Wild::Place(e) => e.span,
        }
    }
}

/// What is between two accesses.
#[derive(Clone, Debug)]
pub enum Conflict {
    /// They do meet; where that is, if a point is known.
    Certain(Option<Box<Meeting>>),
    /// Their pointers may lead to the same memory; and why that isn't asked at run time, where it could have been.
    Alias(Option<Box<Unasked>>),
    /// They go through different pointers that lie in memory.
    Pointers,
    /// They go through rows of pointers, which may be the same.
    Rows,
    /// They go through pointers in memory that the loop changes.
    Moving,
    /// A subscript can't be worked out.
    NotAffine(NotAffine),
    /// Their subscripts may be equal; why that wasn't found out exactly, if it wasn't.
    MayMeet(Option<Inexact>),
}

/// Why isl hasn't answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Inexact {
    Without(String),
    /// The answer takes too long.
    Limit,
}

/// Two iterations that meet.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// The loops' variables in the iteration of the first access, outermost first.
    pub first: Vec<(VarId, i64)>,
    /// In that of the second one.
    pub second: Vec<(VarId, i64)>,
    /// What other variables are there.
    pub params: Vec<(VarId, i64)>,
    /// The array and the element's subscripts, where it is an array's.
    pub element: Option<(VarId, Vec<i64>)>,
}

/// Why a subscript is no polynomial.
#[derive(Clone, Debug)]
pub enum NotAffine {
    Expr(Box<Expr>),
    /// It has this value all the same.
    Cases(Box<Expr>, Quasi),
    TooLarge,
    /// What a function does with its argument.
    Call,
    /// The same, of a function that uses this element and no other one.
    CallAt(Poly),
    /// The pointer is given other values.
    Moves(VarId),
}

impl Dependence {
    /// Where it begins: what is written.
    pub fn first(&self) -> Span {
        match self {
            Dependence::Wild(w) => w.span(),
            Dependence::Memory { first, .. } => first.span(),
            Dependence::Scalar { written, .. } | Dependence::LastValue { written, .. } => *written,
            Dependence::Tangled(t) => t.at,
        }
    }

    /// Where it ends: what is read, or written again.
    pub fn second(&self) -> Span {
        match self {
            Dependence::Memory {
                second: Some(second),
                ..
            } => second.span(),
            Dependence::Scalar { read, .. } | Dependence::LastValue { read, .. } => {
                read.unwrap_or(self.first())
            }
            _ => self.first(),
        }
    }

    /// What was taken for certain only may be.
    pub fn doubted(mut self) -> Self {
        if let Dependence::Memory { conflict, .. } = &mut self
            && matches!(conflict, Conflict::Certain(_))
        {
            *conflict = Conflict::MayMeet(None);
        }
        self
    }

    /// Notes why it isn't known exactly.
    pub fn inexact(mut self, why: Inexact) -> Self {
        if let Dependence::Memory {
            conflict: Conflict::MayMeet(inexact),
            ..
        } = &mut self
        {
            *inexact = Some(why);
        }
        self
    }

    /// It is there, not only impossible to exclude.
    pub fn is_certain(&self) -> bool {
        match self {
            Dependence::Memory { conflict, .. } => matches!(conflict, Conflict::Certain(_)),
            Dependence::Scalar { certain, .. } => *certain,
            Dependence::Wild(_) | Dependence::LastValue { .. } | Dependence::Tangled(_) => false,
        }
    }
}

/// Why a program can't ask at run time whether the memory that two pointers reach lies apart.
#[derive(Clone, Debug)]
pub enum Unasked {
    /// How far this one reaches isn't known.
    Reach(VarId, Unbounded),
    /// The construct gives it its value.
    Changes(VarId),
    /// The variable itself, not only what it points to, is on the device.
    OnDevice(VarId),
    /// The construct does more than one nest of loops, with all of its gangs.
    Beside,
    /// Threads call a routine together.
    Routine,
    /// There are too many pairs of pointers.
    Many,
}

/// Why the part of a pointer's target that a construct touches has no bounds.
#[derive(Clone, Debug)]
pub enum Unbounded {
    /// By another pointer that was made from this one.
    Derived(Touch),
    NoSubscript(Touch),
    /// Through a further pointer.
    Further(Touch),
    NotAffine(Touch, NotAffine),
    /// Under a condition on a loop's variable.
    Guarded(Touch),
    /// The bounds of the loops around can't be worked out.
    Loops(Touch),
    /// Not in this code.
    Elsewhere,
    /// Known, but not to the host before the construct.
    NotBefore,
}

impl Unbounded {
    /// The access that has none.
    pub fn touch(&self) -> Option<&Touch> {
        match self {
            Unbounded::Derived(t)
            | Unbounded::NoSubscript(t)
            | Unbounded::Further(t)
            | Unbounded::NotAffine(t, _)
            | Unbounded::Guarded(t)
            | Unbounded::Loops(t) => Some(t),
            Unbounded::Elsewhere | Unbounded::NotBefore => None,
        }
    }
}
