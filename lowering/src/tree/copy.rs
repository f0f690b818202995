//! A copy of what is reduced, as the tree describes it.

use super::node::Private;
use super::sets::Threads;
use super::value::Value;
use crate::plan::{Part, Reduction};
use crate::print::Access;
use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, TypeId, VarId};

/// The copy of a loop's reduction.
#[derive(Clone, Debug)]
pub struct Copy {
    pub reduction: Reduction,
    pub name: String,
    /// What it is combined into.
    pub target: Access,
    pub axes: Threads,
    /// Axes along which threads have one copy together.
    pub same: Threads,
    /// Of an array or a struct.
    pub many: Option<Many>,
    /// Only the first along these combines, since the target is memory of all.
    pub first: Threads,
    pub guard: Option<Value>,
    pub barrier: Option<&'static str>,
    pub hidden: Hidden,
}

/// A gang's copy.
#[derive(Clone, Debug)]
pub struct GangCopy {
    pub reduction: Reduction,
    pub name: String,
    pub same: Threads,
    /// Axes along which the block's threads have parts of the gang's.
    pub parts: Threads,
    pub many: Option<Many>,
    /// The place of the counter of gangs that are done, in scratch memory.
    pub counter: u64,
    /// What the gangs leave their parts in: the offset of its area, a number of bytes for each block, and these.
    pub area: Option<(Value, Value)>,
    /// Names, for many elements: what this gang leaves, what all have left, and a gang's number.
    pub left: String,
    pub gangs: String,
    pub gang: String,
    pub barrier: Option<&'static str>,
}

/// Copies of several scalars.
#[derive(Clone, Debug)]
pub struct Many {
    pub elements: Elements,
    pub home: CopyHome,
    pub copy: Spelling,
    pub target: Spelling,
    /// A name for the sum of one element.
    pub sum: String,
}

/// The elements of a copy.
#[derive(Clone, Debug)]
pub struct Elements {
    pub elem: TypeId,
    /// First element, counted in the variable's flat space: a literal or a name.
    pub lower: String,
    /// What the name stands for.
    pub lower_value: Option<Expr>,
    pub length: Length,
}

#[derive(Clone, Debug)]
pub enum Length {
    /// A struct, not an array of them.
    One,
    Fixed(u64),
    Name(String),
}

/// Where a copy is.
#[derive(Clone, Debug)]
pub enum CopyHome {
    /// A variable of the type itself.
    Whole,
    /// The same, which threads share.
    Shared(Private),
    /// An array of its elements.
    Array(u64),
    /// An array of its elements, or a row of scratch memory, by the name `copy`; and a pointer by which the variable's own
    /// subscripts reach it, `shift` elements before it.
    Flat {
        copy: String,
        rows: Rows,
        shift: Option<String>,
        /// A struct: no pointer but the copy itself.
        one: bool,
    },
}

#[derive(Clone, Debug)]
pub enum Rows {
    Local(u64),
    /// A row of scratch memory for each thread that isn't the same as another along `same`: the area's offset and bytes.
    Scratch {
        same: Threads,
        offset: Value,
        bytes: Value,
    },
}

/// How element `k` of something is spelled.
#[derive(Clone, Debug)]
pub struct Spelling {
    /// The struct itself, or the pointer or array.
    pub base: String,
    /// The base is a pointer to rows: taken for one to these.
    pub cast: Option<TypeId>,
    pub lower: String,
}

impl Spelling {
    pub fn of(base: impl Into<String>, lower: &str) -> Self {
        Self {
            base: base.into(),
            cast: None,
            lower: lower.to_string(),
        }
    }
}

impl Elements {
    pub fn fixed(&self) -> Option<u64> {
        match self.length {
            Length::One => Some(1),
            Length::Fixed(n) => Some(n),
            Length::Name(_) => None,
        }
    }

    /// How many there are.
    pub fn count(&self) -> Value {
        match &self.length {
            Length::One => Value::Number(1),
            Length::Fixed(n) => Value::Number(*n),
            Length::Name(n) => Value::name(n),
        }
    }

    pub fn starts_at_constant(&self) -> bool {
        self.lower.parse::<u64>().is_ok()
    }
}

/// Whether a reduction is of more than one scalar.
pub fn is_aggregate(unit: &Unit, r: &Reduction) -> bool {
    let ty = unit.var(r.var).ty;
    !matches!(r.part, Part::Whole) || unit.types.is_array(ty) || unit.types.is_record(ty)
}

/// How a variable was reached, and what kind of memory it was in.
#[derive(Clone, Debug)]
pub struct Hidden {
    pub var: VarId,
    pub(super) access: Option<Access>,
    pub memory: bool,
    pub array: bool,
    pub own: bool,
    pub(super) per_gang: bool,
}
