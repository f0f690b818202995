//! Sums in one element of an array, in loops inside of ones in order: what devices run sums up in a scalar, where lanes of one gang
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
//! ([`Better::Nothing`]). An element that no iteration touches may not exist, hence the condition. The rewriting stays where a gang takes the
//! loop. The host's cores run the user's own text, in order.

use super::nest::Node;
use super::region::{Region, is_simple};
use crate::make::cast;
use crate::options::Options;
use crate::plan::{Action, Better, InOrder, LoopPlan, Plan, ReasonKind};
use accrs_frontend::region::{
    Construct, ConstructId, Expr, ExprKind, For, LocalDecl, LoopId, Stmt, StmtKind, Storage, Type,
    Unit, VarId, Visit, VisitMut,
};
use indexmap::IndexSet;

/// Rewrites the regions of `kernels` in which one gang shares a loop for it.
pub fn rewrite(unit: &mut Unit, options: &Options) {
    if !options.automatic || !options.device() {
        return;
    }
    let mut all: Vec<Sum> = Vec::new();
    for c in &unit.constructs {
        if let Some((region, stmts)) = Region::of(unit, options, c) {
            let mut search = Search {
                region: &region,
                found: Vec::new(),
            };
            stmts.iter().for_each(|s| search.visit_stmt(s));
            all.extend(search.found);
        }
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
        if members.promoted.contains(&n.loop_.id) {
            n.decision.device_only = true;
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
}

impl Sum {
    /// Whether it is proven that iterations meet in the sum alone, and the loop is in order for want of something that shares it.
    fn is_certain(&self, plan: &Plan) -> bool {
        let nothing = InOrder::Sums(Better::Nothing { certain: true });
        let reason = self.of(plan).map(|l| &l.reason.kind);
        matches!(reason, Some(ReasonKind::InOrder(why)) if *why == nothing)
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
    region: &'r Region<'r>,
    found: Vec<Sum>,
}

impl<'a> Visit<'a> for Search<'_> {
    fn visit_for(&mut self, l: &'a For) {
        if l.directive.is_none()
            && is_simple(l)
            && let Some(target) = self.target(l)
        {
            self.found.push(Sum {
                construct: self.region.construct.id,
                id: l.id,
                target: target.clone(),
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
        let types = &self.region.unit.types;
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
            members.promoted.push(s.id);
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
        Replace {
            what: &|e| e.is_var(head.var),
            by: cast(false, ty, head.lower.clone()),
        }
        .visit_expr(&mut runs);
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
        Some(StmtKind::If {
            cond: runs,
            then: Box::new(Stmt::new(StmtKind::Block(then), span)),
            els: None,
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
