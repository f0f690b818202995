//! Kernels whose blocks go through their nest in tiles, and have what `cache` names (OpenACC 3.3 §2.10) in shared memory: an array that
//! nobody writes, of which an iteration reads elements around its own.
//!
//! ```text
//! for (i …)                                            for each tile of 32 by 32:
//!     for (j …) {                                          copy a[34][34] to shared memory
//!         #pragma acc cache(a[i - 1:3][j - 1:3])           b[i][j] = a_near[…][…] + …
//!         b[i][j] = a[i - 1][j] + a[i][j - 1] + …;
//!     }
//! ```
//!
//! `schedule/blocked/cached.rs` decides, and `render/cuda/tiles/cached.rs` prints.

use super::Side;
use accrs_frontend::region::{Canonical, Expr, ExprKind, Stmt, TypeId, VarId};

/// A nest whose iterations are cut into tiles, a block of threads for each. No two of them touch the same memory, one of them writing.
#[derive(Clone, Debug)]
pub struct Cached {
    /// A loop around, with a layer of blocks for each iteration.
    pub outer: Option<Canonical>,
    /// `None`: the nest has one loop.
    pub rows: Option<Side>,
    pub columns: Side,
    /// What an iteration does.
    pub body: Vec<Stmt>,
    /// Scalars that each iteration has for itself, and doesn't declare.
    pub scalars: Vec<VarId>,
    pub near: Vec<Near>,
}

/// What a tile's iterations read of an array.
#[derive(Clone, Debug)]
pub struct Near {
    /// One of the elements, of which another one differs in the subscripts alone.
    pub element: Expr,
    pub ty: TypeId,
    /// For each of its subscripts, outermost first.
    pub dims: Vec<NearDim>,
    /// All that the nest names, with where it is in the copy.
    pub uses: Vec<(Expr, Vec<Place>)>,
}

/// The values of a subscript that a tile has.
#[derive(Clone, Debug)]
pub struct NearDim {
    pub along: Along,
    /// A subscript of the nest in this place, whose values in a tile begin `behind` the first one of the copy, and which no loop in order changes.
    pub from: Option<(Expr, i128)>,
    /// The first one, less the variable of the loop that it goes along. It is the whole of it where there is no `from`.
    pub low: i128,
    /// Values in an iteration.
    pub length: u64,
}

/// What a subscript follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Along {
    Rows,
    Columns,
    /// It has the same values in all iterations of a tile.
    Neither,
}

/// A subscript in the copy.
#[derive(Clone, Debug)]
pub enum Place {
    /// So many behind the iteration's place in the tile.
    At(u64),
    /// What the program computes, less the copy's first one.
    Computed,
}

impl Cached {
    /// Calls `f` on all expressions of the nest.
    pub fn exprs<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        let rows = self.rows.iter().map(|s| &s.head);
        let heads = rows.chain([&self.columns.head]).chain(&self.outer);
        for h in heads {
            [&h.lower, &h.upper, &h.step].into_iter().for_each(&mut *f);
        }
        for s in &self.body {
            s.each_stmt(|s| s.exprs(f));
        }
    }

    pub fn threads(&self) -> u64 {
        self.columns.threads * self.rows.as_ref().map_or(1, |r| r.threads)
    }

    /// Elements of a copy along one of its subscripts.
    pub fn length(&self, d: &NearDim) -> u64 {
        let more = match (d.along, &self.rows) {
            (Along::Rows, Some(rows)) => rows.number() - 1,
            (Along::Columns, _) => self.columns.number() - 1,
            _ => 0,
        };
        d.length + more
    }

    /// Elements of a copy, and of each row of it that nobody uses: where neighbouring threads are in other rows, these lie in other banks.
    pub fn lengths(&self, n: &Near) -> Vec<u64> {
        let mut lengths: Vec<u64> = n.dims.iter().map(|d| self.length(d)).collect();
        let across = n.dims.last().is_some_and(|d| d.along != Along::Columns)
            && n.dims.iter().any(|d| d.along == Along::Columns);
        if across && let Some(last) = lengths.last_mut() {
            *last |= 1;
        }
        lengths
    }
}

/// The array that an element is of, and its subscripts, outermost first.
pub fn array_of(element: &Expr) -> (&Expr, Vec<&Expr>) {
    let mut at = element;
    let mut subscripts = Vec::new();
    while let ExprKind::Index(base, index) = &at.kind {
        subscripts.push(&**index);
        at = match &base.kind {
            ExprKind::Cast {
                implicit: true,
                operand,
            } => operand,
            _ => base,
        };
    }
    subscripts.reverse();
    (at, subscripts)
}
