//! Loops in order of which the host's cores take some iterations' sums together, as far as all of these go.
//!
//! ```text
//! for (i …) {                            for (i by 8) {
//!     x[i] = b[i];                           for (each i of 8) x[i] = b[i];
//!     for (j = 0; j < i; j++)                for (j = 0; j < the first i; j++)
//!         x[i] -= l[i][j] * x[j];                x0 -= l[i][j] * x[j]; x1 -= l[i + 1][j] * x[j]; …
//!     x[i] /= l[i][i];                       for (each i of 8) { the rest of its sum; x[i] /= l[i][i]; }
//! }                                      }
//! ```
//!
//! `schedule/ahead.rs` decides, and `render/openmp/loops/ahead.rs` prints them.

use super::Apart;
use accrs_frontend::region::{Canonical, Expr, ExprId, For, LoopId, Stmt, VarId};
use indexmap::IndexSet;

/// A loop in order, so many iterations of it at a time. Those that are left over run as they are written.
#[derive(Clone, Debug)]
pub struct Ahead {
    pub head: Canonical,
    /// The loop.
    pub id: LoopId,
    /// Iterations at a time.
    pub together: u64,
    /// What neighbouring iterations read lies side by side: SIMD lanes take their sums. Otherwise each sum is in a variable.
    pub lanes: bool,
    /// What an iteration does before its sums, for all of them first.
    pub before: OwnPart,
    /// The loop that sums up, and nothing else.
    pub inner: For,
    pub inner_head: Canonical,
    pub sums: Vec<SumAhead>,
    /// Later iterations have fewer terms, not more.
    pub falling: bool,
    /// What an iteration does behind its sums, one after the other.
    pub behind: OwnPart,
    /// What one iteration does.
    pub body: Stmt,
    /// Scalars of an iteration that several parts of it name.
    pub expanded: IndexSet<VarId>,
    /// Scalars that each iteration has for itself and that the body doesn't declare.
    pub own: Vec<VarId>,
    /// The variables of the loops in it that these don't declare.
    pub counters: Vec<VarId>,
    /// What must not overlap; otherwise the loop runs as the user wrote it.
    pub apart: Vec<Apart>,
}

/// Statements of an iteration.
#[derive(Clone, Debug)]
pub struct OwnPart {
    /// The scalars that are theirs alone and that they don't declare.
    pub own: Vec<VarId>,
    pub stmts: Vec<Stmt>,
}

/// A statement that adds a term to a sum.
#[derive(Clone, Debug)]
pub struct SumAhead {
    pub stmt: Stmt,
    /// The element, or the scalar of the iteration.
    pub target: Expr,
    /// Where the statement names it.
    pub places: IndexSet<ExprId>,
}
