//! Nested gang loops: when a kernel's gangs may be a grid of several dimensions.
//!
//! OpenUH spreads a nest like `gang { gang vector }` over two dimensions of the grid. All blocks of a grid run all of
//! their kernel, so this is right only where the nest is all that there is: what uses fewer dimensions would be run
//! once by each block of the others, and what one loop leaves for the next would lie with another block. So nested
//! gangs stay where the kernel is one nest, and nothing but what each block can compute for itself stands around
//! its inner loops. Elsewhere the gangs are those of the standard, in one dimension: the outermost loop has them.

use super::nest::{self, Node};
use super::planner::Planner;
use crate::analyse::uses;
use crate::plan::reason::GANGS_TAKEN;
use crate::plan::{InOrder, Levels, Reason, ReasonKind};
use accrs_frontend::region::place;
use accrs_frontend::region::{
    Expr, ExprKind, LoopId, Stmt, StmtKind, Storage, UnaryOp, VarId, Visit,
};
use indexmap::IndexSet;

/// Whether a kernel of these statements does nothing but a single nest of loops, or a single call.
pub fn is_alone(p: &Planner<'_>, stmts: &[Stmt]) -> bool {
    let mut work = Vec::new();
    gather(p, stmts, &mut work);
    matches!(work.as_slice(), [one] if nest::is_loop(one) || super::calls::is_call(one))
}

/// The statements that do more than to declare what each gang can compute for itself.
fn gather<'a>(p: &Planner<'_>, stmts: &'a [Stmt], out: &mut Vec<&'a Stmt>) {
    for s in stmts {
        match &s.kind {
            StmtKind::Block(inner) => gather(p, inner, out),
            StmtKind::Empty | StmtKind::Cache(_) => {}
            StmtKind::Decl(_) if Between::default().is_pure(p, s) => {}
            _ => out.push(s),
        }
    }
}

/// Takes nested gangs from the nests in `n` where these can't be; `alone`: `n` is all of its kernel.
pub fn settle(p: &Planner<'_>, n: &mut Node<'_>, alone: bool) {
    if !n.is_partitioned() {
        // Between the trips of a sequential loop blocks don't wait for each other.
        return n.children.iter_mut().for_each(|c| settle(p, c, false));
    }
    let mut dimensions = false;
    n.each(&mut |n| dimensions |= n.decision.dim.is_some());
    if dimensions || !n.children.iter().any(any_gang) || alone && is_chain(p, n) {
        return;
    }
    if !n.decision.levels.gang {
        n.decision.levels.gang = true;
        n.decision
            .notes
            .push("gang, which a loop inside asks for: there is code beside it".into());
    }
    let around = n.decision.levels;
    n.children.iter_mut().for_each(|c| take(c, around));
}

fn any_gang(n: &Node<'_>) -> bool {
    n.decision.levels.gang || n.children.iter().any(any_gang)
}

/// Takes gang from the loops of a nest; what that leaves without a level gets one between those around and inside.
fn take(n: &mut Node<'_>, around: Levels) {
    let mut around = around;
    if n.decision.levels.gang {
        let mut below = Levels::default();
        for c in &n.children {
            c.each(&mut |c| {
                below.worker |= c.decision.levels.worker;
                below.vector |= c.decision.levels.vector || c.decision.levels.gang;
            });
        }
        let l = &mut n.decision.levels;
        l.gang = false;
        if !l.worker && !l.vector {
            l.vector = !below.worker && !below.vector && n.calls.is_none();
            l.worker = !l.vector
                && !below.worker
                && !around.worker
                && !around.vector
                && n.calls != Some(1);
        }
        l.seq = !l.worker && !l.vector;
        if n.decision.levels.seq {
            n.decision.reason = Reason::new(ReasonKind::InOrder(InOrder::GangsTaken));
            n.decision.reductions.retain(|r| !r.inferred);
        } else {
            n.decision.notes.push(GANGS_TAKEN.into());
        }
    }
    around.worker |= n.decision.levels.worker;
    around.vector |= n.decision.levels.vector;
    n.children.iter_mut().for_each(|c| take(c, around));
}

/// Whether between the nest's outermost loop and each gang loop in it there is nothing that one block may not do
/// as well as another: no other loop, no effect, and no look at what the loops write.
fn is_chain(p: &Planner<'_>, root: &Node<'_>) -> bool {
    let used = uses::of_stmts(p.unit, [root.body]);
    let written = used
        .vars
        .iter()
        .filter(|(_, u)| u.behind_written.is_some() || u.written.is_some() || u.address.is_some())
        .map(|(v, _)| *v);
    let between = Between {
        written: written.collect(),
        wild: used.wild_write.is_some(),
    };
    let mut n = root;
    loop {
        let [inner] = n.children.as_slice() else {
            return !n.children.iter().any(any_gang);
        };
        if !any_gang(inner) {
            return true;
        }
        if inner.moves && n.tight {
            n = inner;
            continue;
        }
        if !inner.is_partitioned() || !between.is_pure_around(p, n.body, inner) {
            return false;
        }
        let bounds = inner
            .heads
            .iter()
            .flat_map(|h| [&h.lower, &h.upper, &h.step]);
        for e in bounds {
            if !between.is_pure_expr(p, e) {
                return false;
            }
        }
        n = inner;
    }
}

/// What the code around inner loops must not look at.
#[derive(Default)]
struct Between {
    written: IndexSet<VarId>,
    /// Something is written that no variable leads to.
    wild: bool,
}

/// Looks at the code around an inner loop.
struct Around<'a> {
    between: &'a Between,
    p: &'a Planner<'a>,
    inner: LoopId,
    pure: bool,
}

impl<'s> Visit<'s> for Around<'_> {
    fn visit_stmt(&mut self, s: &'s Stmt) {
        if matches!(&s.kind, StmtKind::For(f) if f.id == self.inner) {
            return;
        }
        self.pure &= matches!(
            s.kind,
            StmtKind::Block(_)
                | StmtKind::If { .. }
                | StmtKind::Decl(_)
                | StmtKind::Expr(_)
                | StmtKind::Empty
                | StmtKind::Cache(_)
                | StmtKind::Continue
        );
        if self.pure {
            self.walk_stmt(s);
        }
    }

    fn visit_expr(&mut self, e: &'s Expr) {
        self.pure = self.pure && self.between.is_pure_expr(self.p, e);
    }
}

impl Between {
    fn is_pure_around(&self, p: &Planner<'_>, s: &Stmt, inner: &Node<'_>) -> bool {
        let mut around = Around {
            between: self,
            p,
            inner: inner.loop_.id,
            pure: true,
        };
        around.visit_stmt(s);
        around.pure
    }

    fn is_pure(&self, p: &Planner<'_>, s: &Stmt) -> bool {
        let mut pure = true;
        s.exprs(&mut |e| pure = pure && self.is_pure_expr(p, e));
        pure
    }

    /// Changes nothing but scalars of the construct's own, and reads nothing that is written inside.
    fn is_pure_expr(&self, p: &Planner<'_>, e: &Expr) -> bool {
        let own = |e: &Expr| {
            matches!(e.strip_implicit().kind, ExprKind::Var(v)
            if p.unit.var(v).storage == Storage::Region && p.unit.types.is_scalar(p.unit.var(v).ty))
        };
        use UnaryOp::{AddrOf, Deref};
        let pure = |e: &Expr| match &e.kind {
            ExprKind::Unary(AddrOf, _) | ExprKind::StmtExpr(_) => false,
            ExprKind::Call { .. } => e.called().is_some_and(|f| p.unit.is_of_numbers(f)),
            ExprKind::Index(..) | ExprKind::Unary(Deref, _) | ExprKind::Member { .. } => {
                let known = place::place(p.unit, e).map(|at| at.root);
                !self.wild && known.is_some_and(|v| own_value(p, v) || !self.written.contains(&v))
            }
            ExprKind::Var(v) => {
                own_value(p, *v) || !self.written.contains(v) || !p.unit.types.is_scalar(e.ty)
            }
            _ => e.assigned().is_none_or(own),
        };
        !e.any_expr(|e| !pure(e))
    }
}

/// A variable of the construct's own that isn't a pointer: each thread has its own.
fn own_value(p: &Planner<'_>, v: VarId) -> bool {
    let var = p.unit.var(v);
    var.storage == Storage::Region && p.unit.types.is_arithmetic(var.ty)
}
