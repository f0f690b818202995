//! Describes the copies of variables that are reduced.

use super::access::Private;
use super::sets::Threads;
use super::value::Value;
use crate::plan::{Combining, Part, Reduction};
use crate::print::Access;
use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, TypeId, VarId};

/// The copy of one reduction at a loop.
#[derive(Clone, Debug)]
pub struct Copy {
    pub reduction: Reduction,
    pub name: String,
    /// How the variable is spelled that the copies are combined into.
    pub target: Access,
    /// Axes along which the copies are combined.
    pub axes: Threads,
    /// Other gangs update the same memory, so each does so in one step.
    pub gangs: bool,
    /// Axes along which threads share one copy.
    pub same: Threads,
    /// Set for an array, a section or a struct.
    pub many: Option<Many>,
    /// Axes along which only the first thread stores the result, since the target is memory that threads share.
    pub first: Threads,
    pub guard: Option<Value>,
    pub barrier: Option<&'static str>,
    pub hidden: Hidden,
}

/// The copy that a gang has of a variable reduced over gangs.
#[derive(Clone, Debug)]
pub struct GangCopy {
    pub reduction: Reduction,
    pub name: String,
    pub same: Threads,
    /// Axes along which the block's threads have parts of the gang's result.
    pub parts: Threads,
    pub many: Option<Many>,
    /// The area of scratch memory in which gangs leave their parts: its offset per block, and its bytes for each block.
    pub area: Option<(Value, Value)>,
    /// Names that many elements need: for what this gang leaves, for what all gangs have left, and for a gang's number.
    pub left: String,
    pub gangs: String,
    pub gang: String,
    pub barrier: Option<&'static str>,
    /// The last block's threads combine one element after the other together, since there are too few for each to take some.
    pub together: bool,
}

/// What the copy of several scalars needs.
#[derive(Clone, Debug)]
pub struct Many {
    pub elements: Elements,
    pub home: CopyHome,
    pub copy: Spelling,
    pub target: Spelling,
    /// The name of the variable that holds the combined value of one element.
    pub sum: String,
}

/// Which elements a copy has.
#[derive(Clone, Debug)]
pub struct Elements {
    pub elem: TypeId,
    /// The number of the first element in the variable's flat space: a literal or a name.
    pub lower: String,
    /// The value of that name.
    pub lower_value: Option<Expr>,
    pub length: Length,
    /// Set if these alone of the elements are combined.
    pub pieces: Vec<Piece>,
}

/// Some of the elements, counted from the first of all.
#[derive(Clone, Debug)]
pub struct Piece {
    pub how: Combining,
    pub from: Bound,
    pub end: Bound,
}

/// A number of an element: a literal, or a name and its value.
#[derive(Clone, Debug)]
pub struct Bound {
    pub text: String,
    pub value: Option<Expr>,
}

#[derive(Clone, Debug)]
pub enum Length {
    /// A single struct.
    One,
    Fixed(u64),
    Name(String),
}

/// Where a copy lives.
#[derive(Clone, Debug)]
pub enum CopyHome {
    /// A variable of the type itself.
    Whole,
    /// A variable of the type, which threads share.
    Shared(Private),
    /// An array of its elements.
    Array(u64),
    /// An array of its elements or a row of scratch memory, called `copy`, and a pointer `shift` elements before it, which the
    /// user's subscripts are applied to.
    Flat {
        copy: String,
        rows: Rows,
        shift: Option<String>,
        /// It is a single struct, which needs no pointer but `copy` itself.
        one: bool,
    },
}

#[derive(Clone, Debug)]
pub enum Rows {
    Local(u64),
    /// Rows of scratch memory, one for all threads along `same` and one each along the other axes: the area's offset and bytes.
    Scratch {
        same: Threads,
        offset: Value,
        bytes: Value,
    },
}

/// What is needed to spell element `k` of a copy or of its target.
#[derive(Clone, Debug)]
pub struct Spelling {
    /// The struct itself, or the pointer or array.
    pub base: String,
    /// Set where the base is a pointer to rows, which is cast to a pointer to elements of this type.
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

/// Whether a reduction is not of a single scalar.
pub fn is_aggregate(unit: &Unit, r: &Reduction) -> bool {
    let ty = unit.var(r.var).ty;
    !matches!(r.part, Part::Whole) || unit.types.is_array(ty) || unit.types.is_record(ty)
}

/// How a variable was reached, and what was known of its memory, before a loop gave it another home.
#[derive(Clone, Debug)]
pub struct Hidden {
    pub var: VarId,
    pub(super) access: Option<Access>,
    pub memory: bool,
    pub array: bool,
    pub own: bool,
    pub(super) per_gang: bool,
}
