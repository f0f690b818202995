//! What a program built with `-acc=check` watches while it runs: which accesses are reported to the runtime, and which loops'
//! iterations the directives call independent. `schedule/checks/` decides it, and `table` writes it down for the runtime.

mod table;

pub use table::table;

use accrs_frontend::directive::ReductionOp;
use accrs_frontend::region::{Expr, ExprId, LoopId, VarId};
use accrs_frontend::source::Span;
use std::collections::{HashMap, HashSet};

/// What a unit's program watches.
#[derive(Debug, Default)]
pub struct Checks {
    pub sites: Vec<Site>,
    pub by_expr: HashMap<ExprId, usize>,
    pub loops: Vec<Claimed>,
    pub by_loop: HashMap<LoopId, usize>,
    /// Of kernels, by name, the parameters through which they write; others may write anything.
    pub written: HashMap<String, Vec<VarId>>,
    /// Variables of kernels and functions whose accesses are watched. Each declaration of one makes a new object.
    pub watched: HashSet<VarId>,
    /// Those among them in which nothing stands before it is written.
    pub empty: HashSet<VarId>,
    /// Variables that statements of the compiler's own write.
    pub made: HashSet<VarId>,
    /// Those that a data clause puts into memory that all iterations share, and of which the compiler gives each of them a copy
    /// all the same: the accesses to all copies are compared.
    pub lost: HashSet<VarId>,
}

/// What an access does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Does {
    Reads,
    Writes,
    /// `x += e`: it reads, and writes what depends on that.
    Updates,
}

/// One access in the text.
#[derive(Clone, Debug)]
pub struct Site {
    pub span: Span,
    /// The access, or the assignment that it is part of, in the user's words.
    pub text: String,
    /// The element, with `%` in the place of each of `subscripts`.
    pub element: String,
    pub subscripts: Vec<Expr>,
    /// The variable that it begins with.
    pub name: String,
    pub does: Does,
    pub atomic: bool,
    /// It writes a constant, as other iterations may do at once without harm.
    pub constant: Option<String>,
    /// What an update gives is used, so it is none of a reduction.
    pub kept: bool,
    /// The operator of the accumulation that it is part of.
    pub op: Option<ReductionOp>,
    /// It is a variable, or a member of one, without subscripts.
    pub scalar: bool,
    /// Its subscripts are the same in all iterations of the loops around.
    pub fixed: bool,
    /// Likewise, but for loops in order inside of those.
    pub same: bool,
    /// Each gang has an object of its own.
    pub own: bool,
    /// Its root is an argument of the kernel with a section of its own.
    pub mapped: bool,
    /// Of the claimed loops around, so many from the innermost on have copies that are combined: their iterations don't share it.
    pub apart: usize,
    pub form: Form,
}

/// What an access covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// The object that the expression is.
    Object,
    /// A bit-field, with its neighbours: so many bytes of its record from this byte on.
    Bits { first: u64, bytes: u64 },
    /// What a call writes from its first argument on, as many bytes as its third one says.
    To,
    /// Likewise, and the next site is what it reads from its second argument on.
    Between,
}

/// A loop whose iterations are independent because a directive says so.
#[derive(Clone, Debug)]
pub struct Claimed {
    /// The `for`.
    pub span: Span,
    pub vars: Vec<VarId>,
    /// Gangs share its iterations.
    pub gang: bool,
    /// Workers or lanes do.
    pub lanes: bool,
    /// The directive that says so.
    pub directive: Option<Span>,
}
