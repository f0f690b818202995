//! Loops of the host around compute constructs, and what host code in them does with memory: whether what constructs use may stay on a
//! device from one turn of the loop to the next.

use crate::region::VarId;
use crate::source::Span;

/// A `for`, `while` or `do` of the host with compute constructs in it.
#[derive(Clone, Debug)]
pub struct HostLoop {
    /// The statement, with its semicolon if it ends with one.
    pub span: Span,
    /// What host code in it does with memory beyond scalars of its own. That of constructs isn't in it.
    pub touches: Vec<Touch>,
    /// The first thing in it that may do anything with any memory, and what that is: "output(…)".
    pub unknown: Option<(Span, String)>,
    /// A jump may lead into it.
    pub entered: bool,
}

/// An access of host code to an element of an array, a member, or something behind a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touch {
    /// The variable that the way begins with, if constructs or clauses name it.
    pub root: Option<VarId>,
    /// No pointer is on the way: it is a part of the variable.
    pub direct: bool,
    pub what: Stored,
    pub writes: bool,
}

/// What an object is stored as, for C's rule of effective types (C11 §6.5p7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stored {
    /// Sizes in bytes.
    Integer(u64),
    Floating(u64),
    Pointer,
    /// Characters, structs, and whatever else may hold others.
    Any,
}

impl Stored {
    /// Whether an object of one kind is never accessed as one of the other.
    pub fn differs(self, other: Stored) -> bool {
        self != Stored::Any && other != Stored::Any && self != other
    }
}
