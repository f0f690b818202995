//! Scans: code that the host runs before a construct to find the section of a pointer (see [`crate::analyse::scan`]).

pub use crate::analyse::scan::{Loop as ScanLoop, Scan, Step as ScanStep};

use accrs_frontend::region::{Expr, VarId};
use std::rc::Rc;

/// How the host finds out which elements behind a pointer a construct touches.
#[derive(Debug)]
pub struct Scanned {
    pub var: VarId,
    pub base: Expr,
    pub scan: Scan,
    /// What it reads, which the device must not have with other values.
    pub reads: Vec<Read>,
}

/// Memory that a scan reads.
#[derive(Debug)]
pub struct Read {
    /// The array, the pointer to it, or a scalar.
    pub base: Expr,
    pub within: Within,
}

/// Where a scan reads behind a pointer.
#[derive(Debug)]
pub enum Within {
    /// It is no pointer but the variable itself.
    Whole,
    /// Elements `[min(lower), max(upper))`; the first one is 0 where there is no `lower`.
    Bounds { lower: Vec<Expr>, upper: Vec<Expr> },
    /// Those that another scan finds, which comes first.
    Scanned(Rc<Scanned>),
}
