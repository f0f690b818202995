//! Which data a construct moves, looks up or attaches: one item for each clause's variable, and for what the compiler adds.

use accrs_frontend::directive::{DataKind, Modifiers};
use accrs_frontend::region::{Expr, TypeId, VarId};
use accrs_frontend::source::Span;

/// The bytes [from, to) of a struct that a construct uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UsedBytes {
    pub from: u64,
    pub to: u64,
    /// They are one member, an array: a section of it may be all that is present.
    pub one_array: bool,
}

/// A data clause's variable or section, or an implicit attribute.
#[derive(Debug)]
pub struct DataItem {
    pub kind: DataKind,
    pub modifiers: Modifiers,
    pub origin: Origin,
    /// As written, or as the report shows it: "A[0:n*m]".
    pub name: String,
    /// Line of the clause (of the construct when implicit).
    pub line: u32,
    /// The variable that the base expression is made of (`s` in `s.p[0:n]`).
    pub var: VarId,
    pub section: Section,
    /// `if_present` of update and host_data, `finalize` of exit data.
    pub if_present: bool,
    pub finalize: bool,
    /// Of a struct that comes along by itself: the bytes [from, to) that hold all the members that the construct uses.
    pub used: Option<UsedBytes>,
    /// The device copy's base pointer is stored into this host pointer's device copy (attach).
    pub attach: Option<Expr>,
}

impl DataItem {
    /// An item that no clause has, found by the standard's implicit rules, without modifiers.
    pub fn implicit(kind: DataKind, var: VarId, name: String, section: Section, line: u32) -> Self {
        Self {
            kind,
            modifiers: Modifiers::default(),
            origin: Origin::Implicit,
            name,
            line,
            var,
            section,
            if_present: false,
            finalize: false,
            used: None,
            attach: None,
        }
    }

    /// Whether it stands for the variable or what the variable points to, and not for a member of
    /// it or something further away.
    pub fn is_of_variable(&self) -> bool {
        use accrs_frontend::region::ExprKind;
        let base = match &self.section {
            Section::Whole => return true,
            Section::Dims { base, .. }
            | Section::Inferred { base, .. }
            | Section::Address { base, .. } => base,
        };
        let pointer_only = matches!(self.kind, DataKind::Attach | DataKind::Detach);
        matches!(base.kind, ExprKind::Var(_)) && !pointer_only
    }
}

/// Who wants the data item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A clause, at this place.
    Clause(Span),
    /// The standard's implicit attribute rules (§2.6.2).
    Implicit,
    /// Found by analysis; the words say from what ("reads A[i*m+j], 1 <= i < n-1").
    Inferred(String),
    /// Implied by a reduction (§2.9.11).
    Reduction,
}

/// The bytes of a data item.
#[derive(Debug)]
pub enum Section {
    /// The whole variable: a scalar, struct or array of known (or VLA) size.
    Whole,
    /// Elements `[lower, lower + length)` in each given dimension of `base`, outermost
    /// first; dimensions behind them are taken whole.
    Dims {
        base: Expr,
        elem: TypeId,
        dims: Vec<Dim>,
    },
    /// Elements `[min(lower), max(upper))` of the one-dimensional space behind pointer
    /// `base`, all candidates evaluated on the host before the construct. `exact`: the construct uses the first and the
    /// last of them if all of these hold before it (see `analyse::reached`).
    Inferred {
        base: Expr,
        elem: TypeId,
        lower: Vec<Expr>,
        upper: Vec<Expr>,
        exact: Option<Vec<Expr>>,
    },
    /// Only the address counts (deviceptr, present or use_device of a bare pointer). `certain`: no clause names the
    /// pointer, and the construct dereferences it if all of these hold before it (see `analyse::certain`).
    Address {
        base: Expr,
        certain: Option<Vec<Expr>>,
    },
}

/// One dimension of a section. `None` for lower is 0; `None` for length is the rest of `extent`.
#[derive(Debug)]
pub struct Dim {
    pub lower: Option<Expr>,
    pub length: Option<Expr>,
    pub extent: Option<DimExtent>,
    /// The type that one index step of this dimension moves over.
    pub elem: TypeId,
    /// The dimension before this one holds pointers, and this one is behind each of them.
    pub behind: bool,
}

#[derive(Debug)]
pub enum DimExtent {
    Fixed(u64),
    Expr(Expr),
}
