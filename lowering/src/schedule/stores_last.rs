//! Kernels whose iterations store once, after all that they read. Iterations of a loop that threads share don't touch what others write: that is
//! proven, or the user has said so. Where each of them reads before it writes, memory that overlaps can't be told from memory that doesn't, whatever pointers
//! lead there: what an iteration reads is what was there before the loop. So the kernel's pointers are `__restrict__`, and compilers fetch for several
//! iterations ahead: `y[i] += a * x[i]` in `parallel loop`, with pointers of which nobody knows where they lead.

use super::kernel::{loops_in, unrestrict};
use super::nest::Node;
use super::planner::Planner;
use crate::analyse::walk::{Event, Mode, value};
use crate::plan::{Kernel, LoopPlan, Pass};
use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, LocalDecl, LoopId, Stmt, StmtKind, VarId, Visit};
use indexmap::{IndexMap, IndexSet};

/// Gives `__restrict__` to what these kernels reach through pointers.
pub fn restrict(
    p: &Planner<'_>,
    roots: &[Node<'_>],
    loops: &IndexMap<LoopId, LoopPlan>,
    kernels: &mut [Kernel],
) {
    for k in kernels
        .iter_mut()
        .filter(|k| !k.is_instead() && k.overlap.is_none() && k.together.is_none())
    {
        let mine = loops_in(&k.body, roots);
        let ([n], [body]) = (mine.as_slice(), k.body.as_slice()) else {
            continue;
        };
        let own: IndexSet<VarId> = k.private.iter().copied().collect();
        let whole = matches!(&body.kind, StmtKind::For(l) if l.id == n.loop_.id);
        if !whole || !n.decision.levels.gang || k.cells().count() > 0 || !is_such(p, n, loops, &own)
        {
            continue;
        }
        let types = &p.unit.types;
        let deep = |v: VarId| {
            let to = types.pointee(p.unit.var(v).ty);
            to.is_some_and(|to| types.is_pointer(to))
        };
        let pointers = k
            .params
            .iter()
            .filter(|q| matches!(q.pass, Pass::Address { .. }));
        if pointers.count() < 2 || k.params.iter().any(|param| deep(param.var)) {
            continue;
        }
        for param in &mut k.params {
            if let Pass::Address { restrict, .. } = &mut param.pass {
                *restrict = true;
            }
        }
        unrestrict(p, &mut k.params, &mine, &k.body);
    }
}

/// Whether a nest is nothing but loops that threads share, and a body that stores last.
fn is_such(
    p: &Planner<'_>,
    n: &Node<'_>,
    loops: &IndexMap<LoopId, LoopPlan>,
    own: &IndexSet<VarId>,
) -> bool {
    let d = &n.decision;
    let plain = d.reductions.is_empty() && d.atomics.is_empty() && n.calls.is_none();
    let Some(plan) = loops.get(&n.loop_.id).filter(|_| plain) else {
        return false;
    };
    if !n.is_partitioned() {
        return false;
    }
    let own = plan.private.iter().chain(own).copied().collect();
    match n.children.as_slice() {
        [] => Body::stores_last(p.unit, n.body, own),
        [inner] => n.tight && is_such(p, inner, loops, &own),
        _ => false,
    }
}

/// What an iteration does, in its order.
struct Body<'u> {
    unit: &'u Unit,
    /// What nobody else sees.
    own: IndexSet<VarId>,
    stored: bool,
    right: bool,
}

impl<'u> Body<'u> {
    /// `own`: variables that each thread, or each iteration, has for itself.
    fn stores_last(unit: &'u Unit, body: &Stmt, own: IndexSet<VarId>) -> bool {
        let mut found = Body {
            unit,
            own,
            stored: false,
            right: true,
        };
        found.visit_stmt(body);
        found.right && found.stored
    }

    fn event(&mut self, event: &Event<'_>) {
        let types = &self.unit.types;
        match event {
            Event::Access {
                mode,
                place: Some(place),
                ..
            } => {
                let direct = place.is_direct();
                let number = direct && types.is_scalar(self.unit.var(place.root).ty);
                let own = direct && self.own.contains(&place.root);
                if own || *mode == Mode::Address || number && !mode.writes() {
                    return;
                }
                // A variable from outside would hand a value on.
                self.right &= !self.stored && !number;
                self.stored |= mode.writes();
            }
            Event::Access { place: None, .. } | Event::Stmts(_) => self.right = false,
            Event::Call { function, .. } => {
                self.right &= self.unit.effects.only_computes(self.unit, *function);
            }
            Event::Branch | Event::Else | Event::Join => {}
        }
    }
}

impl<'a> Visit<'a> for Body<'_> {
    fn visit_stmt(&mut self, s: &'a Stmt) {
        let plain = matches!(
            s.kind,
            StmtKind::Expr(_)
                | StmtKind::Decl(_)
                | StmtKind::Block(_)
                | StmtKind::Empty
                | StmtKind::If { .. }
        );
        self.right &= plain;
        self.walk_stmt(s);
    }

    fn visit_decl(&mut self, d: &'a LocalDecl) {
        self.walk_decl(d);
        self.own.insert(d.var);
        self.right &= !d.is_static;
    }

    fn visit_expr(&mut self, e: &'a Expr) {
        let unit = self.unit;
        value(unit, e, &mut |event| self.event(&event));
    }
}
