//! Loops whose iterations the host's cores run some at a time, through the loops in order in them: unrolled and jammed.
//!
//! ```text
//! for (i …)                              for (i by 8)
//!     for (j …)                              for (j …)
//!         x[i][j] -= c * x[i][j - 1];            for (lane = 0 .. 7)
//!                                                    x[i + lane][j] -= c * x[i + lane][j - 1];
//! ```
//!
//! `schedule/jam/` decides, `tree/jam.rs` makes the steps, and `render/openmp/loops/jammed.rs` prints them.

use super::{Apart, Worth};
use accrs_frontend::region::{Canonical, Expr, ExprId, For, LoopId, Stmt, VarId};
use indexmap::IndexSet;

/// A loop whose iterations are independent, so many of them at a time. Those that are left over run as they are written.
#[derive(Clone, Debug)]
pub struct Jammed {
    /// The loops around it with nothing between, whose iterations are independent too.
    pub outer: Vec<Canonical>,
    pub head: Canonical,
    /// The loop.
    pub id: LoopId,
    /// Iterations at a time.
    pub lanes: u64,
    /// What they do, together.
    pub steps: Vec<JamStep>,
    /// What one iteration does.
    pub body: Stmt,
    /// Scalars of an iteration that several steps share: each lane has one.
    pub expanded: IndexSet<VarId>,
    /// Scalars that each iteration has for itself and that the body doesn't declare.
    pub own: Vec<VarId>,
    /// The variables of the loops in it that these don't declare.
    pub counters: Vec<VarId>,
    /// Elements that lie apart from lane to lane.
    pub scattered: IndexSet<ExprId>,
    /// What must not overlap; otherwise the loop runs as the user wrote it.
    pub apart: Vec<Apart>,
    /// When it gets threads; `None`: a thread goes through it by itself.
    pub worth: Option<Worth>,
}

impl Jammed {
    /// Whether its loops in order reach elements that lie apart from lane to lane and that lanes don't hold.
    pub fn gathers(&self) -> bool {
        fn go(steps: &[JamStep], apart: &IndexSet<ExprId>, inside: bool) -> bool {
            steps.iter().any(|s| match s {
                JamStep::Lanes { stmts, .. } => {
                    inside && stmts.iter().any(|s| s.any_expr(|e| apart.contains(&e.id)))
                }
                JamStep::Loop { held, body, .. } => {
                    let mut apart = apart.clone();
                    apart.retain(|id| !held.iter().any(|h| h.places.contains(id)));
                    go(body, &apart, true)
                }
                JamStep::If { then, els, .. } => go(then, apart, inside) || go(els, apart, inside),
            })
        }
        go(&self.steps, &self.scattered, false)
    }
}

/// A part of what the lanes do together.
#[derive(Clone, Debug)]
pub enum JamStep {
    /// Statements without loops: all of them by one lane after the other, or by all at once. `own`: the scalars that are theirs alone and that
    /// they don't declare.
    Lanes { own: Vec<VarId>, stmts: Vec<Stmt> },
    /// A loop with the same iterations in all lanes; its body stands here.
    Loop {
        head: Box<For>,
        held: Vec<LaneCopies>,
        body: Vec<JamStep>,
    },
    /// A condition that is the same in all lanes.
    If {
        cond: Expr,
        then: Vec<JamStep>,
        els: Vec<JamStep>,
    },
}

/// An element that lies apart from lane to lane and that no iteration of a loop in order changes: each lane has its value while the loop runs.
#[derive(Clone, Debug)]
pub struct LaneCopies {
    pub element: Expr,
    /// Where the loop reads it.
    pub places: Vec<ExprId>,
}

impl JamStep {
    /// This step and all in it.
    pub fn each<'s>(&'s self, f: &mut dyn FnMut(&'s JamStep)) {
        f(self);
        match self {
            JamStep::Lanes { .. } => {}
            JamStep::Loop { body, .. } => body.iter().for_each(|s| s.each(f)),
            JamStep::If { then, els, .. } => then.iter().chain(els).for_each(|s| s.each(f)),
        }
    }
}
