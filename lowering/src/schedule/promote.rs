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
use crate::analyse::show;
use crate::make::cast;
use crate::options::Options;
use crate::plan::{Action, Better, InOrder, LoopPlan, Plan, ReasonKind};
use accrs_frontend::region::{
    Body, Construct, ConstructId, Expr, ExprKind, For, LocalDecl, LoopId, Stmt, StmtKind, Storage,
    Type, Unit, VarId, Visit, VisitMut,
};
use indexmap::IndexSet;

/// Rewrites the constructs in which one gang shares a loop for it.
pub fn rewrite(unit: &mut Unit, options: &Options) {
    if !options.automatic || !options.device() {
        return;
    }
    let mut all: Vec<Sum> = Vec::new();
    for c in &unit.constructs {
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
    let (plan, _) = super::plan(unit, options, &IndexSet::new());
    all.retain(|s| s.is_certain(&plan));
    while !all.is_empty() {
        let mut changed = unit.clone();
        apply(&mut changed, &all);
        let (plan, _) = super::plan(&changed, options, &IndexSet::new());
        let before = all.len();
        all.retain(|s| s.of(&plan).is_some_and(|l| l.automatic));
        if all.len() == before {
            *unit = changed;
            return;
        }
    }
}

/// Keeps the loops in order on the host's cores, and tells what devices do.
pub fn settle(c: &Construct, roots: &mut [Node<'_>]) {
    let Some(members) = c.members.as_ref().filter(|m| !m.promoted.is_empty()) else {
        return;
    };
    for n in roots {
        let promoted = members.promoted.iter();
        for (_, element) in promoted.filter(|(id, _)| *id == n.loop_.id) {
            let d = &mut n.decision;
            d.device_only = true;
            // The user knows the element alone.
            let sums = d.reductions.iter_mut().filter(|r| r.inferred);
            sums.for_each(|r| r.text = element.clone());
            let note = "devices sum up in a scalar, and store it behind the loop";
            n.decision.notes.push(note.into());
        }
        settle(c, &mut n.children);
    }
}

/// A loop that sums up in one element.
struct Sum {
    construct: ConstructId,
    id: LoopId,
    target: Expr,
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
            Better::Around { certain } => *certain && self.along,
            Better::Inside => false,
        }
    }

    /// The loop's plan.
    fn of<'p>(&self, plan: &'p Plan) -> Option<&'p LoopPlan> {
        match plan.constructs.get(&self.construct).map(|c| &c.action) {
            Some(Action::Compute(c)) => c.loops.get(&self.id),
            _ => None,
        }
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
        if l.directive.is_none()
            && is_simple(l)
            && let Some(target) = self.target(l)
        {
            self.found.push(Sum {
                construct: self.construct,
                id: l.id,
                target: target.clone(),
                along: runs_along(l),
            });
        }
        self.walk_for(l);
    }

    /// Loops in statement expressions stay as they are.
    fn visit_expr(&mut self, _: &'a Expr) {}
}

impl Search<'_> {
    /// The element that a loop's only statement assigns, the same one in all iterations.
    fn target<'a>(&self, l: &'a For) -> Option<&'a Expr> {
        let types = &self.unit.types;
        let counts = l.canonical.as_ref()?.var;
        let ExprKind::Assign(_, target, value) = &only_expr(&l.body)?.kind else {
            return None;
        };
        let acts = |e: &Expr| e.assigned().is_some() || matches!(e.kind, ExprKind::StmtExpr(_));
        let plain = types.is_arithmetic(target.ty) && !types.qualifiers(target.ty).is_volatile;
        let fixed = |e: &Expr| match &e.kind {
            ExprKind::Var(v) => *v != counts && types.is_integer(e.ty),
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
            if i.any_expr(|e| !fixed(e)) {
                return None;
            }
            at = of.strip_implicit();
            // A pointer that is loaded isn't a place in one object.
            let place = matches!(at.kind, ExprKind::Var(_))
                || matches!(types.canonical(at.ty), Type::Array(..));
            subscripts += usize::from(place);
            if !place {
                return None;
            }
        }
        let named = matches!(at.kind, ExprKind::Var(_)) && subscripts > 0;
        (named && plain && !value.any_expr(acts)).then_some(&**target)
    }
}

/// Whether neighbouring iterations seem to read neighbouring elements: what is asked before a whole plan.
fn runs_along(l: &For) -> bool {
    let Some(head) = &l.canonical else {
        return false;
    };
    let mut along = false;
    l.body.each_expr(|e| {
        along |= matches!(&e.kind, ExprKind::Index(_, i) if i.mentions(head.var));
    });
    along
}

/// The expression that a body consists of.
fn only_expr(body: &Stmt) -> Option<&Expr> {
    match &body.kind {
        StmtKind::Expr(e) => Some(e),
        StmtKind::Block(stmts) => match stmts.as_slice() {
            [one] => only_expr(one),
            _ => None,
        },
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
            let mut stem = String::from("sum");
            s.target.each_expr(|e| {
                if let ExprKind::Index(of, _) = &e.kind
                    && let Some(v) = of.variable()
                {
                    stem = format!("{}_sum", unit.var(v).name);
                }
            });
            let ty = unit.types.canonical_id(s.target.ty);
            let scalar = unit.declare(&stem, ty, Storage::Region, s.target.span);
            let mut promote = Promote {
                unit,
                of: s,
                scalar,
            };
            members.body.iter_mut().for_each(|s| promote.visit_stmt(s));
            members.promoted.push((s.id, show::expr(unit, &s.target)));
        }
        unit.ids.renew(&mut members.body);
        unit.constructs[i].members = Some(members);
    }
}

/// Puts a scalar in the place of the element in one loop.
struct Promote<'s> {
    unit: &'s Unit,
    of: &'s Sum,
    scalar: VarId,
}

impl VisitMut for Promote<'_> {
    fn visit_stmt(&mut self, s: &mut Stmt) {
        match &mut s.kind {
            StmtKind::For(l) if l.id == self.of.id => {
                if let Some(kind) = self.promoted(l, s.span) {
                    s.kind = kind;
                }
            }
            _ => self.walk_stmt(s),
        }
    }
}

impl Promote<'_> {
    fn promoted(&self, l: &For, span: accrs_frontend::source::Span) -> Option<StmtKind> {
        let head = l.canonical.as_ref()?;
        let ty = self.unit.var(head.var).ty;
        let mut runs = l.cond.clone()?;
        let first = head.lower.strip_implicit().clone();
        Replace {
            what: &|e| e.is_var(head.var),
            by: match self.unit.types.canonical_id(first.ty) == self.unit.types.canonical_id(ty) {
                true => first,
                false => cast(false, ty, first),
            },
        }
        .visit_expr(&mut runs);
        let bounds = (head.lower.int_value(), head.upper.int_value());
        let always = matches!(bounds, (Some(lower), Some(upper)) if lower < upper && !head.down);
        let (target, at) = (&self.of.target, self.of.target.span);
        let scalar = Expr::new(
            ExprKind::Var(self.scalar),
            self.unit.var(self.scalar).ty,
            at,
        );
        let mut inner = l.clone();
        Replace {
            what: &|e| matches!(e.kind, ExprKind::Index(..)) && e.is_like(target),
            by: scalar.clone(),
        }
        .visit_stmt(&mut inner.body);
        let decl = LocalDecl {
            var: self.scalar,
            init: Some(target.clone()),
            is_static: false,
        };
        let store = ExprKind::Assign(None, Box::new(target.clone()), Box::new(scalar));
        let then = vec![
            Stmt::new(StmtKind::Decl(vec![decl]), at),
            Stmt::new(StmtKind::For(Box::new(inner)), span),
            Stmt::new(StmtKind::Expr(Expr::new(store, target.ty, at)), at),
        ];
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
