//! Accesses to memory in a piece of code: objects, subscripts as polynomials, and the loops
//! and conditions around each.

use super::extremes::Combining;
use super::place::Member;
use super::poly::Poly;
use super::quasi::Cond;
use super::verdict::{NotAffine, Touch, Wild};
use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, Expr, ExprId, FunctionId, TypeId, VarId};
use accrs_frontend::source::Span;

/// A step of an access, with its subscript worked out.
#[derive(Clone, Debug)]
pub enum Part {
    Deref,
    Field(String, Member),
    /// `Err`: what is not affine.
    Index(Result<Poly, NotAffine>, TypeId),
}

impl Part {
    /// The subscript of the element that is all which is touched, be it by a function that uses no other one.
    pub fn element(&self) -> Option<&Poly> {
        match self {
            Part::Index(Ok(at) | Err(NotAffine::CallAt(at)), _) => Some(at),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Access<'a> {
    /// The lvalue, or the argument of a call that accesses what it leads to.
    pub what: &'a Expr,
    /// The function whose argument that is.
    pub by: Option<FunctionId>,
    pub root: VarId,
    pub parts: Vec<Part>,
    pub write: bool,
    pub read: bool,
    pub atomic: bool,
    /// It is part of an accumulation by this operator, which may be combined with others.
    pub sum: Option<Combining>,
    /// Heads of the loops of the code that are around it, outermost first.
    pub loops: Vec<&'a Canonical>,
    /// Under a condition that compares a loop's variable, or behind a jump.
    pub guarded: bool,
    /// Under a condition on a loop's variable, or behind a jump: not in each iteration.
    pub selected: bool,
    /// What holds where it happens, as far as it is known.
    pub when: Cond,
    /// It may happen less often than that.
    pub unsure: bool,
    /// The branches that it stands in of conditions of which that isn't known, outermost first, where nothing else makes it unsure.
    pub branches: Vec<Branch>,
    /// In each iteration of the loops around, and whenever the code runs: under no condition at all.
    pub certain: bool,
    pub ty: TypeId,
}

/// One of the two branches of a condition: whenever the code comes by, one of them happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Branch {
    pub condition: ExprId,
    pub holds: bool,
    /// How many loops are around the condition.
    pub depth: usize,
}

impl<'a> Access<'a> {
    /// An iteration of the innermost of these loops in which this holds, as something that happens and touches nothing. `None`: there is
    /// no loop.
    pub fn of_iteration(unit: &Unit, loops: &[&'a Canonical], when: Cond) -> Option<Self> {
        let head = loops.last()?;
        Some(Access {
            what: &head.lower,
            by: None,
            root: head.var,
            parts: Vec::new(),
            write: false,
            read: false,
            atomic: false,
            sum: None,
            loops: loops.to_vec(),
            guarded: false,
            selected: false,
            when,
            unsure: false,
            branches: Vec::new(),
            certain: false,
            ty: unit.var(head.var).ty,
        })
    }
}

impl Access<'_> {
    pub fn span(&self) -> Span {
        self.what.span
    }
    /// As verdicts name it.
    pub fn touch(&self) -> Touch {
        Touch {
            what: self.what.clone().into(),
            root: self.root,
            by: self.by,
            write: self.write,
        }
    }
    /// Whether both are parts of accumulations by one operator into one object.
    pub fn combines(&self, other: &Access<'_>) -> bool {
        self.sum.is_some()
            && self.sum == other.sum
            && self.root == other.root
            && self.ty == other.ty
    }
    pub fn is_direct(&self) -> bool {
        !self.parts.iter().any(|p| matches!(p, Part::Deref))
    }
    /// Index of the first part behind the last pointer.
    pub fn object_end(&self) -> usize {
        let deref = |p: &Part| matches!(p, Part::Deref);
        self.parts.iter().rposition(deref).map_or(0, |i| i + 1)
    }
}

/// What a piece of code does to memory.
pub struct Accesses<'a> {
    pub found: Vec<Access<'a>>,
    /// A write, or a call that writes, to a place that has no name.
    pub wild: Option<Wild>,
}
