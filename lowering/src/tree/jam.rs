//! Jams the iterations of a loop: what an iteration does becomes steps that some iterations do together, side by side.
//!
//! Statements without loops are one step, for each lane; loops in order and conditions around such loops are gone through once for all lanes,
//! which is right where their heads say the same in all of them.

use crate::plan::JamStep;
use accrs_frontend::region::{Expr, ExprKind, For, Stmt, StmtKind, VarId};
use indexmap::{IndexMap, IndexSet};

/// Whether a value is the same in all lanes, inside the loops of these variables.
pub type Same<'s> = &'s dyn Fn(&Expr, &[VarId]) -> bool;

/// The steps of a loop's body. `None` where a statement with a loop in it is neither a block, a condition nor a counted loop, or does not go the same
/// way in all lanes.
pub fn steps(body: &Stmt, same: Same<'_>) -> Option<Vec<JamStep>> {
    steps_in(body, same, &[])
}

fn steps_in(body: &Stmt, same: Same<'_>, around: &[VarId]) -> Option<Vec<JamStep>> {
    let mut steps = Steps {
        all: Vec::new(),
        open: false,
        same,
        around,
    };
    steps.add(body)?;
    Some(steps.all)
}

struct Steps<'s> {
    all: Vec<JamStep>,
    /// The last step may take in what comes next: it is of the same block, so that each name means the same.
    open: bool,
    same: Same<'s>,
    around: &'s [VarId],
}

impl Steps<'_> {
    fn add(&mut self, s: &Stmt) -> Option<()> {
        if !self.divides(s) {
            self.add_lanes(s);
            return Some(());
        }
        self.open = false;
        match &s.kind {
            StmtKind::Block(stmts) => stmts.iter().try_for_each(|s| self.add(s))?,
            StmtKind::For(l) => {
                let h = l.canonical.as_ref()?;
                let bounds = [&h.lower, &h.upper, &h.step];
                if !bounds.iter().all(|e| (self.same)(e, self.around)) {
                    return None;
                }
                let around = [self.around, &[h.var]].concat();
                self.all.push(JamStep::Loop {
                    head: Box::new(head(l)),
                    held: Vec::new(),
                    body: steps_in(&l.body, self.same, &around)?,
                });
            }
            StmtKind::If { cond, then, els } => {
                if !(self.same)(cond, self.around) {
                    return None;
                }
                let steps = |s| steps_in(s, self.same, self.around);
                self.all.push(JamStep::If {
                    cond: cond.clone(),
                    then: steps(then)?,
                    els: els.as_deref().map_or(Some(Vec::new()), steps)?,
                });
            }
            _ => return None,
        }
        self.open = false;
        Some(())
    }

    /// Whether there are loops in a statement, or conditions that are the same in all lanes.
    fn divides(&self, s: &Stmt) -> bool {
        s.any_stmt(|s| match &s.kind {
            StmtKind::For(_) => true,
            StmtKind::If { cond, .. } => (self.same)(cond, self.around),
            _ => false,
        })
    }

    fn add_lanes(&mut self, s: &Stmt) {
        if matches!(s.kind, StmtKind::Empty) {
            return;
        }
        match self.all.last_mut().filter(|_| self.open) {
            Some(JamStep::Lanes { stmts, .. }) => stmts.push(s.clone()),
            _ => self.all.push(JamStep::Lanes {
                own: Vec::new(),
                stmts: vec![s.clone()],
            }),
        }
        self.open = true;
    }
}

/// A loop without its body.
fn head(l: &For) -> For {
    For {
        id: l.id,
        init: l.init.clone(),
        cond: l.cond.clone(),
        inc: l.inc.clone(),
        body: Box::new(Stmt::new(StmtKind::Empty, l.body.span)),
        directive: None,
        canonical: l.canonical.clone(),
    }
}

/// Expands scalars: finds those of which each lane needs one of its own, since several steps name them, or one step reads what it or another
/// gave them before. All others are declared in the step that names them. `own`: the scalars of an iteration that its body doesn't declare;
/// `declared`: those that it does; `exposed`: the variables that statements may read before they assign them.
pub fn expand(
    steps: &mut [JamStep],
    (own, declared): (&[VarId], &IndexSet<VarId>),
    exposed: &dyn Fn(&[Stmt]) -> IndexSet<VarId>,
) -> IndexSet<VarId> {
    let mut named: IndexMap<VarId, u32> = IndexMap::new();
    let mut expanded = IndexSet::new();
    let is_scalar = |v: &VarId| own.contains(v) || declared.contains(v);
    for s in steps.iter() {
        s.each(&mut |s| {
            let JamStep::Lanes { stmts, .. } = s else {
                return;
            };
            for v in names(stmts).into_iter().filter(is_scalar) {
                *named.entry(v).or_default() += 1;
            }
            expanded.extend(exposed(stmts).into_iter().filter(is_scalar));
        });
    }
    expanded.extend(named.iter().filter(|(_, n)| **n > 1).map(|(v, _)| *v));
    let here: IndexSet<VarId> = own
        .iter()
        .filter(|v| !expanded.contains(*v))
        .copied()
        .collect();
    give(steps, &here);
    expanded
}

/// Gives each step the scalars among these that it names.
fn give(steps: &mut [JamStep], here: &IndexSet<VarId>) {
    for s in steps {
        match s {
            JamStep::Lanes { own, stmts } => {
                own.extend(names(stmts).into_iter().filter(|v| here.contains(v)));
            }
            JamStep::Loop { body, .. } => give(body, here),
            JamStep::If { then, els, .. } => {
                give(then, here);
                give(els, here);
            }
        }
    }
}

/// The variables that statements name or declare.
fn names(stmts: &[Stmt]) -> IndexSet<VarId> {
    let mut all = IndexSet::new();
    for s in stmts {
        s.each_stmt(|s| {
            if let StmtKind::Decl(decls) = &s.kind {
                all.extend(decls.iter().map(|d| d.var));
            }
        });
        s.any_expr(|e| {
            if let ExprKind::Var(v) = &e.kind {
                all.insert(*v);
            }
            false
        });
    }
    all
}
