//! The data that a construct moves, looks up or attaches: an item for each variable of a clause, and for each that the
//! compiler adds.

use super::scan::Scanned;
use crate::analyse::packed::Packed;
use accrs_frontend::directive::{DataKind, Modifiers};
use accrs_frontend::region::{Expr, TypeId, VarId};
use accrs_frontend::source::Span;
use std::rc::Rc;

/// The bytes [from, to) of a struct that a construct uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UsedBytes {
    pub from: u64,
    pub to: u64,
    /// They are one member that is an array, so it is enough if a section of it is present.
    pub one_array: bool,
}

/// A variable or section of a data clause, or one that the compiler adds.
#[derive(Debug)]
pub struct DataItem {
    pub kind: DataKind,
    pub modifiers: Modifiers,
    pub origin: Origin,
    /// As the user wrote it, or as the report shows it: "A[0:n*m]".
    pub name: String,
    /// The line of the clause; of the construct if there is no clause.
    pub line: u32,
    /// The variable that the base expression starts from (`s` in `s.p[0:n]`).
    pub var: VarId,
    pub section: Section,
    /// `if_present` of update and host_data, `finalize` of exit data.
    pub if_present: bool,
    pub finalize: bool,
    /// For a struct that no clause names, the bytes that hold all the members that the construct uses.
    pub used: Option<UsedBytes>,
    /// The host pointer whose device copy is made to point to this data (attach).
    pub attach: Option<Expr>,
    /// The construct only reads it, by any name that it has there.
    pub only_read: bool,
    /// The rows of it that the construct touches, seen in several ways: nothing else need move where they lie far apart.
    pub packed: Vec<Packed>,
    /// It stays on the device until the host's loop around the construct ends ([`super::HeldLoop`]).
    pub held: bool,
}

/// Two items of a construct that its kernels take to be memory of its own each, because data clauses name both.
#[derive(Clone, Copy, Debug)]
pub struct ToldApart {
    pub first: usize,
    pub second: usize,
    /// They may begin at the same byte all the same.
    pub equal: bool,
}

impl DataItem {
    /// An item without modifiers that the standard's implicit rules give, not a clause.
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
            only_read: false,
            packed: Vec::new(),
            held: false,
        }
    }

    /// It stays on the device until the host's loop around the construct ends. Another turn may touch other rows.
    pub fn hold(&mut self) {
        self.held = true;
        self.packed.clear();
    }

    /// Whether it says itself what moves: not an item that must be on the device already.
    pub fn makes_entry(&self) -> bool {
        use DataKind::{Copy, Copyin, Copyout, Create};
        let moves = matches!(self.kind, Copy | Copyin | Copyout | Create);
        moves && !matches!(self.section, Section::Address { .. })
    }

    /// Whether both are parts of one array, or of what one pointer leads to: the device has one address for the name.
    pub fn is_beside(&self, other: &DataItem) -> bool {
        use accrs_frontend::region::ExprKind;
        let base = |d: &'_ DataItem| match &d.section {
            Section::Dims { base, dims, .. } if !dims.is_empty() => Some(base.clone()),
            _ => None,
        };
        let named = |d: &DataItem| d.makes_entry() || d.kind == DataKind::Present;
        let (Some(a), Some(b)) = (base(self), base(other)) else {
            return false;
        };
        let one = a.is_like(&b) && !a.any_expr(|e| matches!(e.kind, ExprKind::Index(..)));
        one && self.var == other.var && named(self) && named(other)
    }

    /// Whether it is the variable itself or what the variable points to, and not a member of it or
    /// something further away.
    pub fn is_of_variable(&self) -> bool {
        use accrs_frontend::region::ExprKind;
        let base = match &self.section {
            Section::Whole => return true,
            Section::Dims { base, .. }
            | Section::Inferred { base, .. }
            | Section::Address { base, .. } => base,
            Section::Scanned { scan, .. } => &scan.base,
        };
        let pointer_only = matches!(self.kind, DataKind::Attach | DataKind::Detach);
        matches!(base.kind, ExprKind::Var(_)) && !pointer_only
    }
}

/// Where a data item comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The clause at this place.
    Clause(Span),
    /// The standard's implicit attribute rules (§2.6.2).
    Implicit,
    /// Analysis found it from the accesses that the words tell ("reads A[i*m+j], 1 <= i < n-1").
    Inferred(String),
    /// Implied by a reduction (§2.9.11).
    Reduction,
}

/// The memory that a data item is.
#[derive(Debug)]
pub enum Section {
    /// The whole variable: a scalar, struct or array of known (or VLA) size.
    Whole,
    /// Elements `[lower, lower + length)` in each given dimension of `base`, outermost
    /// first; further dimensions are taken whole.
    Dims {
        base: Expr,
        elem: TypeId,
        dims: Vec<Dim>,
    },
    /// Elements `[min(lower), max(upper))` of the one-dimensional space behind the pointer `base`; the host evaluates all
    /// candidates before the construct. `exact`: the construct surely uses the first and the last of them if all of
    /// these conditions hold before it (see `analyse::reached`).
    Inferred {
        base: Expr,
        elem: TypeId,
        lower: Vec<Expr>,
        upper: Vec<Expr>,
        exact: Option<Vec<Expr>>,
    },
    /// Elements behind the pointer that the host finds by a scan before the construct. Where it can't trust its memory, the target must be
    /// on the device: `certain` as of `Address`.
    Scanned {
        scan: Rc<Scanned>,
        /// The construct uses the first and the last of them for certain.
        exact: bool,
        certain: Option<Vec<Expr>>,
    },
    /// Only the address counts (`deviceptr`, or `present` or `use_device` of a bare pointer). `certain`: no clause names the
    /// pointer, and the construct surely dereferences it if all of these conditions hold before it (see `analyse::certain`).
    Address {
        base: Expr,
        certain: Option<Vec<Expr>>,
    },
}

/// One dimension of a section. A `lower` of `None` is 0; a `length` of `None` is the rest of `extent`.
#[derive(Debug)]
pub struct Dim {
    pub lower: Option<Expr>,
    pub length: Option<Expr>,
    pub extent: Option<DimExtent>,
    /// The type of the elements that this dimension's index counts.
    pub elem: TypeId,
    /// The elements of the dimension before this one are pointers, and this one lies behind each of them.
    pub behind: bool,
}

#[derive(Debug)]
pub enum DimExtent {
    Fixed(u64),
    Expr(Expr),
}
