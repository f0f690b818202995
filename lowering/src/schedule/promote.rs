//! Sums in one element of an array, in loops that are in order because of them: what devices run sums up in a scalar, where lanes of one gang
//! share the loop for it.
//!
//! ```c
//! for (j = 0; j < i; j++)             if (0 < i) {
//!     x[i] -= a[i][j] * x[j];             double x_sum = x[i];
//!                                         for (j = 0; j < i; j++)
//!                                             x_sum -= a[i][j] * x[j];
//!                                         x[i] = x_sum;
//!                                     }
//! ```
//!
//! That nothing else in the loop touches the element is what the analysis of sums has found for the loop as it is written
//! ([`Better`]). An element that no iteration touches may not exist, hence the condition. The rewriting stays where a gang takes the
//! loop. The host's cores run the user's own text, in order.

use super::nest::Node;
use super::region::is_simple;
use super::{Only, is_among};
use crate::analyse::show;
use crate::make::cast;
use crate::options::Options;
use crate::plan::{Action, Better, InOrder, LoopPlan, Plan, Reason, ReasonKind};
use accrs_frontend::region::{
    BinaryOp, Body, Construct, ConstructId, Expr, ExprKind, For, LocalDecl, LoopId, Promoted, Stmt,
    StmtKind, Storage, Type, Unit, VarId, Visit, VisitMut,
};
use accrs_frontend::source::Span;
use indexmap::IndexSet;

/// Rewrites the constructs in which one gang shares a loop for it.
pub fn rewrite(unit: &mut Unit, options: &Options, only: &Only) {
    if !options.automatic || !options.device() {
        return;
    }
    let mut all: Vec<Sum> = Vec::new();
    let constructs = unit.constructs.iter();
    for c in constructs.filter(|c| is_among(only, c.id)) {
        let Body::Compute(text) = &c.body else {
            continue;
        };
        let stmts = c.members.as_ref().map_or(text, |m| &m.body);
        let mut search = Search {
            unit,
            construct: c.id,
            found: Vec::new(),
        };
        stmts.iter().for_each(|s| search.visit_stmt(s));
        all.extend(search.found);
    }
    if all.is_empty() {
        return;
    }
    let ids = |all: &[Sum]| all.iter().map(|s| s.construct).collect();
    let (as_written, _) = super::plan_of(unit, options, ids(&all));
    all.retain(|s| s.is_certain(&as_written));
    while !all.is_empty() {
        let mut changed = unit.clone();
        apply(&mut changed, &all);
        let (plan, _) = super::plan_of(&changed, options, ids(&all));
        let before = all.len();
        all.retain(|s| {
            let shared = s.of(&plan).is_some_and(|l| l.automatic);
            shared && keeps_gangs(s.construct, &as_written, &plan)
        });
        if all.len() == before {
            note_sums(&mut changed, &as_written);
            *unit = changed;
            return;
        }
    }
}

/// Whether the loops of a construct that gangs share in one plan are shared by gangs in another too: where several objects are summed up in, lanes for one of them may cost the
/// loops around the copies that they had of another.
fn keeps_gangs(construct: ConstructId, before: &Plan, after: &Plan) -> bool {
    let with_gangs = |plan| loops(plan, construct).filter(|l| l.levels.gang);
    let after: IndexSet<LoopId> = with_gangs(after).map(|l| l.id).collect();
    with_gangs(before).all(|l| after.contains(&l.id))
}

fn loops(plan: &Plan, construct: ConstructId) -> impl Iterator<Item = &LoopPlan> {
    let found = match plan.constructs.get(&construct).map(|c| &c.action) {
        Some(Action::Compute(c)) => Some(c.loops.values()),
        _ => None,
    };
    found.into_iter().flatten()
}

/// Keeps in mind which loops around the rewritten ones sum up in the text.
fn note_sums(unit: &mut Unit, as_written: &Plan) {
    let constructs = unit.constructs.iter_mut();
    for c in constructs.filter(|c| as_written.constructs.contains_key(&c.id)) {
        let Some(members) = c.members.as_mut().filter(|m| !m.promoted.is_empty()) else {
            continue;
        };
        let sums = |l: &&LoopPlan| {
            let inside = members.promoted.iter().any(|p| p.id == l.id);
            matches!(l.reason.kind, ReasonKind::InOrder(InOrder::Sums(_))) && !inside
        };
        members.summing = loops(as_written, c.id).filter(sums).map(|l| l.id).collect();
    }
}

/// Keeps the loops in order on the host's cores, and tells what devices do.
pub fn settle(c: &Construct, roots: &mut [Node<'_>]) {
    let Some(members) = c.members.as_ref().filter(|m| !m.promoted.is_empty()) else {
        return;
    };
    for n in roots {
        if !n.decision.parallel && members.summing.contains(&n.loop_.id) {
            n.decision.reason = Reason::new(ReasonKind::InOrder(InOrder::Sums(Better::Inside)));
        }
        let promoted = members.promoted.iter();
        for p in promoted.filter(|p| p.id == n.loop_.id) {
            let d = &mut n.decision;
            d.device_only = true;
            // The user knows the elements alone.
            for r in &mut d.reductions {
                let element = p.sums.iter().find(|(scalar, _)| *scalar == r.var);
                r.text = element.map_or(r.text.clone(), |(_, text)| text.clone());
            }
            let note = "devices sum up in scalars, and store them after the loop";
            n.decision.notes.push(note.into());
        }
        settle(c, &mut n.children);
    }
}

/// A loop that sums up in an element, or in one of each of some objects.
struct Sum {
    construct: ConstructId,
    id: LoopId,
    /// The elements.
    targets: Vec<Expr>,
    /// A subscript counts with it as the last one of its element.
    along: bool,
}

impl Sum {
    /// Whether it is proven that iterations meet in the sum alone, and lanes could share the loop: it is in order for want of something that does,
    /// or because each thread of a loop around it sums up in order, though the loop may be the one that runs along memory.
    fn is_certain(&self, plan: &Plan) -> bool {
        let reason = self.of(plan).map(|l| &l.reason.kind);
        let Some(ReasonKind::InOrder(InOrder::Sums(better))) = reason else {
            return false;
        };
        match better {
            Better::Nothing { certain } => *certain,
            Better::Around { certain } => {
                let idle = !loops(plan, self.construct).any(|l| l.levels.vector);
                *certain && (self.along || idle)
            }
            Better::Inside => false,
        }
    }

    /// The loop's plan.
    fn of<'p>(&self, plan: &'p Plan) -> Option<&'p LoopPlan> {
        loops(plan, self.construct).find(|l| l.id == self.id)
    }
}

/// Looks for such loops in one construct.
struct Search<'r> {
    unit: &'r Unit,
    construct: ConstructId,
    found: Vec<Sum>,
}

impl<'a> Visit<'a> for Search<'_> {
    fn visit_for(&mut self, l: &'a For) {
        if l.directive.is_none() && is_simple(l) {
            let targets = targets(self.unit, l);
            if !targets.is_empty() {
                self.found.push(Sum {
                    construct: self.construct,
                    id: l.id,
                    targets,
                    along: runs_along(l),
                });
            }
        }
        self.walk_for(l);
    }

    /// Loops in statement expressions stay as they are.
    fn visit_expr(&mut self, _: &'a Expr) {}
}

/// The elements that a loop's statements assign, the same ones in all iterations. None, where two of them may be one.
pub fn targets(unit: &Unit, l: &For) -> Vec<Expr> {
    let mut all: Vec<&Expr> = Vec::new();
    let (Some(head), Some(body)) = (l.canonical.as_ref(), plain_statements(&l.body)) else {
        return Vec::new();
    };
    let acts = |e: &Expr| e.assigned().is_some() || matches!(e.kind, ExprKind::StmtExpr(_));
    // Scalars that the statements assign differ from one iteration to the next, as the loop's variable does.
    let mut changes: IndexSet<VarId> = IndexSet::from([head.var]);
    changes.extend(body.iter().filter_map(|e| e.assigned()?.variable()));
    for e in body {
        let ExprKind::Assign(_, target, value) = &e.kind else {
            return Vec::new();
        };
        if value.any_expr(acts) || target.any_expr(acts) {
            return Vec::new();
        }
        if is_fixed(unit, target, &changes) && !all.iter().any(|t| t.is_like(target)) {
            all.push(target);
        }
    }
    let mut roots: Vec<Option<VarId>> = all.iter().map(|t| root(t)).collect();
    roots.sort_unstable();
    roots.dedup();
    match roots.len() == all.len() {
        true => all.into_iter().cloned().collect(),
        false => Vec::new(),
    }
}

/// Whether it is a number in an object that is named, at a place that doesn't depend on these variables.
fn is_fixed(unit: &Unit, target: &Expr, changes: &IndexSet<VarId>) -> bool {
    let types = &unit.types;
    let plain = types.is_arithmetic(target.ty) && !types.qualifiers(target.ty).is_volatile;
    let fixed = |e: &Expr| match &e.kind {
        ExprKind::Var(v) => !changes.contains(v) && types.is_integer(e.ty),
        ExprKind::IntLit { .. }
        | ExprKind::CharLit { .. }
        | ExprKind::EnumConst { .. }
        | ExprKind::Cast { .. }
        | ExprKind::Binary(..) => true,
        _ => false,
    };
    let mut at = target.strip_implicit();
    let mut subscripts = 0;
    while let ExprKind::Index(of, i) = &at.kind {
        at = of.strip_implicit();
        // A pointer that is loaded isn't a place in one object.
        let place = matches!(at.kind, ExprKind::Var(_))
            || matches!(types.canonical(at.ty), Type::Array(..));
        subscripts += 1;
        if !place || i.any_expr(|e| !fixed(e)) {
            return false;
        }
    }
    plain && subscripts > 0 && matches!(at.kind, ExprKind::Var(_))
}

/// The object that an element is of.
pub fn root(target: &Expr) -> Option<VarId> {
    let mut at = target.strip_implicit();
    while let ExprKind::Index(of, _) = &at.kind {
        at = of.strip_implicit();
    }
    at.variable()
}

/// Whether neighbouring iterations seem to read neighbouring elements of a row: what is asked before a whole plan.
fn runs_along(l: &For) -> bool {
    let Some(head) = &l.canonical else {
        return false;
    };
    let mut along = false;
    l.body.each_expr(|e| {
        if let ExprKind::Index(of, i) = &e.kind {
            let rows = matches!(of.strip_implicit().kind, ExprKind::Index(..));
            let others = i.any_expr(|e| e.variable().is_some_and(|v| v != head.var));
            along |= counts_up(i, head.var) && (rows || others);
        }
    });
    along
}

/// Whether a subscript has a variable as a term, by itself.
fn counts_up(subscript: &Expr, var: VarId) -> bool {
    let e = subscript.strip_implicit();
    match &e.kind {
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => {
            counts_up(a, var) || counts_up(b, var)
        }
        ExprKind::Cast { operand, .. } => counts_up(operand, var),
        _ => e.is_var(var),
    }
}

/// The expressions that a body consists of.
fn plain_statements(body: &Stmt) -> Option<Vec<&Expr>> {
    match &body.kind {
        StmtKind::Expr(e) => Some(vec![e]),
        StmtKind::Block(stmts) => {
            let parts: Option<Vec<_>> = stmts.iter().map(plain_statements).collect();
            Some(parts?.concat())
        }
        _ => None,
    }
}

/// Gives devices the rewritten statements.
fn apply(unit: &mut Unit, all: &[Sum]) {
    for i in 0..unit.constructs.len() {
        let id = unit.constructs[i].id;
        let mine: Vec<&Sum> = all.iter().filter(|s| s.construct == id).collect();
        if mine.is_empty() {
            continue;
        }
        let Some(mut members) = unit.constructs[i].for_devices() else {
            continue;
        };
        for s in mine {
            let scalars: Vec<VarId> = s.targets.iter().map(|t| declare(unit, t)).collect();
            let shown = s.targets.iter().map(|t| show::expr(unit, t));
            let sums = scalars.iter().copied().zip(shown).collect();
            members.promoted.push(Promoted { id: s.id, sums });
            let mut promote = Promote {
                unit,
                of: s,
                scalars,
            };
            members.body.iter_mut().for_each(|s| promote.visit_stmt(s));
        }
        unit.ids.renew(&mut members.body);
        unit.constructs[i].members = Some(members);
    }
}

/// The scalar for an element.
pub fn declare(unit: &mut Unit, target: &Expr) -> VarId {
    let name = root(target).map(|v| format!("{}_sum", unit.var(v).name));
    let ty = unit.types.canonical_id(target.ty);
    let stem = name.unwrap_or_else(|| "sum".to_string());
    unit.declare(&stem, ty, Storage::Region, target.span)
}

/// Puts scalars in the places of the elements in one loop.
struct Promote<'s> {
    unit: &'s Unit,
    of: &'s Sum,
    /// For each of its elements.
    scalars: Vec<VarId>,
}

impl VisitMut for Promote<'_> {
    fn visit_stmt(&mut self, s: &mut Stmt) {
        match &mut s.kind {
            StmtKind::For(l) if l.id == self.of.id => {
                let held = Held {
                    targets: &self.of.targets,
                    scalars: &self.scalars,
                };
                if let Some(kind) = held.stmt(self.unit, l, s.span) {
                    s.kind = kind;
                }
            }
            _ => self.walk_stmt(s),
        }
    }
}

/// Elements, and the scalars in their places.
pub struct Held<'h> {
    pub targets: &'h [Expr],
    pub scalars: &'h [VarId],
}

impl Held<'_> {
    /// A loop that sums up in the scalars, with what stands before and behind it.
    pub fn stmt(&self, unit: &Unit, l: &For, span: Span) -> Option<StmtKind> {
        let head = l.canonical.as_ref()?;
        let ty = unit.var(head.var).ty;
        let mut runs = l.cond.clone()?;
        let first = head.lower.strip_implicit().clone();
        Replace {
            what: &|e| e.is_var(head.var),
            by: match unit.types.canonical_id(first.ty) == unit.types.canonical_id(ty) {
                true => first,
                false => cast(false, ty, first),
            },
        }
        .visit_expr(&mut runs);
        let bounds = (head.lower.int_value(), head.upper.int_value());
        let always = matches!(bounds, (Some(lower), Some(upper)) if lower < upper && !head.down);
        let mut inner = l.clone();
        let (mut before, mut behind) = (Vec::new(), Vec::new());
        for (target, scalar) in self.targets.iter().zip(self.scalars) {
            let at = target.span;
            let ty = unit.var(*scalar).ty;
            let sum = Expr::new(ExprKind::Var(*scalar), ty, at);
            Replace {
                what: &|e| matches!(e.kind, ExprKind::Index(..)) && e.is_like(target),
                by: sum.clone(),
            }
            .visit_stmt(&mut inner.body);
            let decl = LocalDecl {
                var: *scalar,
                init: Some(target.clone()),
                is_static: false,
            };
            before.push(Stmt::new(StmtKind::Decl(vec![decl]), at));
            let store = ExprKind::Assign(None, Box::new(target.clone()), Box::new(sum));
            let store = Expr::new(store, target.ty, at);
            behind.push(Stmt::new(StmtKind::Expr(store), at));
        }
        let looped = Stmt::new(StmtKind::For(Box::new(inner)), span);
        let then: Vec<Stmt> = before.into_iter().chain([looped]).chain(behind).collect();
        Some(match always {
            true => StmtKind::Block(then),
            false => StmtKind::If {
                cond: runs,
                then: Box::new(Stmt::new(StmtKind::Block(then), span)),
                els: None,
            },
        })
    }
}

/// Puts another expression in the place of some.
struct Replace<'r> {
    what: &'r dyn Fn(&Expr) -> bool,
    by: Expr,
}

impl VisitMut for Replace<'_> {
    fn visit_expr(&mut self, e: &mut Expr) {
        match (self.what)(e) {
            true => *e = self.by.clone(),
            false => self.walk_expr(e),
        }
    }
}
