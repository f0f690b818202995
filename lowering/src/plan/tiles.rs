//! Kernels whose blocks go through their nest in tiles, with what they sum up in registers and what they read in shared memory.
//!
//! ```text
//! for (i …)                          for each tile of 64 by 64:
//!     for (j …)                          for (k by 16)
//!         for (k …)                          copy a[64 rows][16] and b[16][64 columns] to shared memory
//!             c[i][j] += a[i][k] * b[k][j];      c[rows][columns] += a[rows][k] * b[k][columns]
//! ```
//!
//! `schedule/blocked/device.rs` decides, and `render/cuda/tiles.rs` prints.

use super::{Cached, NoTensor, Staged, Tensor, TileStep};
use accrs_frontend::region::{Canonical, Expr, VarId};

/// How the blocks of a kernel go through its nest in tiles.
#[derive(Clone, Debug)]
pub enum Tiled {
    /// Loops in order in each iteration sum up what rows and columns share.
    Sums(Box<Tiles>),
    /// Iterations alone, which reach some elements through shared memory.
    Staged(Box<Staged>),
    /// Iterations alone, which have what `cache` names in shared memory.
    Cached(Box<Cached>),
}

impl Tiled {
    /// Calls `f` on all expressions of the nest.
    pub fn exprs<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        match self {
            Tiled::Sums(t) => t.exprs(f),
            Tiled::Staged(t) => t.exprs(f),
            Tiled::Cached(t) => t.exprs(f),
        }
    }

    /// Scalars that each iteration has for itself.
    pub fn scalars(&self) -> &[VarId] {
        match self {
            Tiled::Sums(t) => &t.scalars,
            Tiled::Staged(t) => &t.scalars,
            Tiled::Cached(t) => &t.scalars,
        }
    }

    /// Iterations of rows and of columns in a tile.
    pub fn sizes(&self) -> [u64; 2] {
        match self {
            Tiled::Sums(t) => [t.rows.number(), t.columns.number()],
            Tiled::Staged(t) => [t.rows.number(), t.columns.number()],
            Tiled::Cached(t) => [t.rows.as_ref().map_or(1, Side::number), t.columns.number()],
        }
    }
}

/// A nest whose iterations of `rows` and `columns` are cut into tiles, a block of threads for each. No two of them touch the same memory, one of
/// them writing.
#[derive(Clone, Debug)]
pub struct Tiles {
    /// A loop around, with a layer of blocks for each iteration.
    pub outer: Option<Canonical>,
    pub rows: Side,
    pub columns: Side,
    /// Rows have other columns each: a triangle, for example.
    pub slant: Option<Slant>,
    /// Loops in order that have other iterations for each row, or for each column.
    pub ragged: Vec<Ragged>,
    /// Iterations of a loop in order for which a block copies what its threads read.
    pub depth: u64,
    /// Each copy is there twice: the next part comes to one while the other one is read.
    pub ahead: bool,
    /// Iterations of loops in order that compilers are asked to write one behind the other.
    pub unroll: u64,
    /// What an iteration of rows and columns does.
    pub body: Vec<TileStep>,
    /// Scalars that each iteration has for itself: those of loops in order that they declare aren't among them.
    pub scalars: Vec<VarId>,
    pub copies: Vec<TileCopy>,
    /// Elements that stay in registers from the first statement to the last: nothing else of their objects is touched.
    pub held: Vec<Held>,
    /// Tensor cores take the products, or why they don't.
    pub tensor: Result<Tensor, NoTensor>,
}

/// An element that each iteration has for itself.
#[derive(Clone, Debug)]
pub struct Held {
    pub element: Expr,
    /// Its value from before is read.
    pub load: bool,
}

/// How one of the bounds of the columns depends on the row. A tile has the columns of that of its rows which has the most; an iteration that its own row
/// doesn't have takes part, and touches no memory.
#[derive(Clone, Debug)]
pub struct Slant {
    /// The last row of a tile has the most, else the first one.
    pub grows: bool,
    /// It is the upper bound, else the lower one.
    pub upper: bool,
    /// There may be rows without columns, of which the program reads nothing.
    pub may_lack: bool,
    /// The columns of the row that has the most, for the host to count.
    pub widest: Canonical,
}

/// A loop in order one of whose bounds depends on the row, or on the column. A tile goes through the iterations of the one that has the most; the others take
/// part in their own.
#[derive(Clone, Debug)]
pub struct Ragged {
    /// Which of the body's statements it is.
    pub step: usize,
    /// `Rows` or `Columns`.
    pub of: CopyOf,
    /// The last one of a tile has the most, else the first one.
    pub grows: bool,
    /// It is the upper bound, else the lower one.
    pub upper: bool,
}

/// One of the loops that are cut.
#[derive(Clone, Debug)]
pub struct Side {
    pub head: Canonical,
    /// Threads of a block along it.
    pub threads: u64,
    /// Iterations of each thread: of rows one after the other, of columns so far from each other as there are threads. (Tensor cores have an order of their own.)
    pub each: u64,
}

impl Side {
    /// Iterations in a tile.
    pub fn number(&self) -> u64 {
        self.threads * self.each
    }
}

impl Tiles {
    /// Calls `f` on all expressions of the nest.
    pub fn exprs<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        let heads = [&self.rows.head, &self.columns.head];
        for h in heads.into_iter().chain(&self.outer) {
            [&h.lower, &h.upper, &h.step].into_iter().for_each(&mut *f);
        }
        for s in &self.body {
            s.each(&mut |s| match s {
                TileStep::Declare(_, value) => value.iter().for_each(&mut *f),
                TileStep::Assign { to, value, .. } => [to, value].into_iter().for_each(&mut *f),
                TileStep::Loop { head: h, .. } => {
                    [&h.lower, &h.upper, &h.step].into_iter().for_each(&mut *f);
                }
            });
        }
    }

    pub fn threads(&self) -> u64 {
        self.rows.threads * self.columns.threads
    }

    /// Rows or columns that a copy is of.
    pub fn number_of(&self, c: &TileCopy) -> u64 {
        match c.of {
            CopyOf::Rows => self.rows.number(),
            CopyOf::Columns => self.columns.number(),
            CopyOf::Neither => 1,
        }
    }

    /// Whether a copy is of rows of which some may have no columns.
    pub fn lacks(&self, c: &TileCopy) -> bool {
        c.of == CopyOf::Rows && self.slant.as_ref().is_some_and(|s| s.may_lack)
    }

    /// How the loop that a copy is for depends on what the copy differs in, if it does.
    pub fn ragged_of(&self, c: &TileCopy) -> Option<&Ragged> {
        self.ragged
            .iter()
            .find(|r| r.step == c.step && r.of == c.of)
    }

    /// Elements of a copy.
    pub fn elements(&self, c: &TileCopy) -> u64 {
        let depth = if c.steady { 1 } else { self.depth };
        depth * (self.number_of(c) + c.padding)
    }

    /// How many neighbouring threads copy neighbouring elements, and how many of these lines all threads copy at once.
    pub fn lines(&self, c: &TileCopy) -> (u64, u64) {
        let length = match c.line {
            1 => (self.number_of(c) / c.wide).min(self.threads()).max(1),
            n => n,
        };
        (length, self.threads() / length)
    }

    /// Whether the block's threads can copy it: lines are whole, and of a single one there is a thread for each element.
    pub fn can_be_dealt(&self, c: &TileCopy) -> bool {
        match c.steady || c.of == CopyOf::Neither {
            true => self.threads() >= self.elements(c),
            false => self.threads().is_multiple_of(self.lines(c).0),
        }
    }

    /// Whether the block's threads copy as many elements each.
    pub fn is_dealt(&self, c: &TileCopy) -> bool {
        let (length, lines) = self.lines(c);
        let (along, across) = match c.line {
            1 => (self.number_of(c) / c.wide, self.depth),
            _ => (self.depth, self.number_of(c)),
        };
        let whole = |n: u64, of: u64| n > 0 && of.is_multiple_of(n);
        let line = c.steady || c.of == CopyOf::Neither;
        line && self.threads() >= self.elements(c)
            || whole(length, self.threads()) && whole(length, along) && whole(lines, across)
    }
}

/// An element that a loop in order reads, and nobody writes, in shared memory: for all rows or columns of a tile and some iterations of the loop.
#[derive(Clone, Debug)]
pub struct TileCopy {
    pub element: Expr,
    /// The loop in order: which of the body's statements it is, and its head. (Several loops may have one variable.)
    pub step: usize,
    pub head: Canonical,
    pub of: CopyOf,
    /// It is the same in all iterations of the loop.
    pub steady: bool,
    /// Iterations of the loop in order that neighbouring threads copy, since these lie beside each other in memory; 1: neighbouring rows or
    /// columns are copied by neighbouring threads.
    pub line: u64,
    /// Neighbouring rows or columns that a thread copies at once, since they lie one behind the other; else 1.
    pub wide: u64,
    /// Elements that nobody uses behind those of each iteration, so that threads store to different banks.
    pub padding: u64,
}

/// What a copied element differs in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CopyOf {
    Rows,
    Columns,
    /// All rows and columns read the same.
    Neither,
}
