//! Which loops look for a value and its place, and do nothing else.

use super::super::region::{Region, is_simple, mentions};
use super::Sought;
use super::parts::{conditions, sets};
use crate::analyse::{accumulation, uses};
use accrs_frontend::directive::{Clause, ClauseKind, ReductionOp};
use accrs_frontend::region::{
    BinaryOp, Canonical, Expr, ExprKind, For, LoopCmp, LoopId, Stmt, StmtKind, VarId, Visit,
};
use indexmap::IndexSet;

const PRODUCT: [BinaryOp; 1] = [BinaryOp::Mul];
const SUM: [BinaryOp; 2] = [BinaryOp::Add, BinaryOp::Sub];

/// Whether an expression is such an operation, by itself or with an assignment.
fn operates(e: &Expr, among: &[BinaryOp]) -> bool {
    match &e.kind {
        ExprKind::Binary(op, ..) | ExprKind::Assign(Some(op), ..) => among.contains(op),
        _ => false,
    }
}

/// Those of a region's statements.
pub fn all<'a>(region: &Region<'a>, stmts: &'a [Stmt]) -> Vec<Sought> {
    // The variables of the passes end with the construct.
    let queued = |c: &Clause<Expr>| matches!(c.kind, ClauseKind::Async(_));
    if region.construct.directive.clauses.iter().any(queued) {
        return Vec::new();
    }
    let mut find = Find {
        region,
        around: Vec::new(),
        found: Vec::new(),
    };
    stmts.iter().for_each(|s| find.visit_stmt(s));
    find.found
}

struct Find<'f, 'a> {
    region: &'f Region<'a>,
    around: Vec<LoopId>,
    found: Vec<Sought>,
}

impl<'a> Visit<'a> for Find<'_, 'a> {
    fn visit_for(&mut self, l: &'a For) {
        if let Some(found) = self.nest(l) {
            return self.found.push(found);
        }
        self.around.push(l.id);
        self.visit_stmt(&l.body);
        self.around.pop();
    }

    /// Loops in statement expressions stay as they are.
    fn visit_expr(&mut self, _: &'a Expr) {}
}

/// What stands in the innermost body.
struct Parts<'a> {
    /// The conditions around, and the statements before them.
    guards: Vec<&'a Expr>,
    before: Vec<&'a Stmt>,
    compared: &'a Expr,
    sets: Vec<&'a Stmt>,
}

impl<'a> Find<'_, 'a> {
    fn nest(&self, l: &'a For) -> Option<Sought> {
        let mut chain = vec![l];
        while let Some(inner) = only_loop(&chain.last()?.body) {
            chain.push(inner);
        }
        let bare = |l: &&For| {
            let directive = l.directive.as_ref();
            directive.is_none_or(|d| d.clauses.is_empty()) && l.canonical.is_some() && is_simple(l)
        };
        if !chain.iter().all(bare) {
            return None;
        }
        let inner = chain.last()?;
        let mut parts = Parts {
            guards: Vec::new(),
            before: Vec::new(),
            compared: l.cond.as_ref()?,
            sets: Vec::new(),
        };
        split(&inner.body, &mut parts)?;
        let (var, op) = parts.sets.iter().find_map(|s| {
            let (to, how) = accumulation::of_if(self.region.unit, parts.compared, s)?;
            Some((to.variable()?, how.op))
        })?;
        let places = parts.sets.len() > 1 && matches!(op, ReductionOp::Max | ReductionOp::Min);
        let own = self.own(inner, &parts)?;
        let heads: Vec<&Canonical> = chain.iter().filter_map(|l| l.canonical.as_ref()).collect();
        let numbered = heads.len() > 1;
        let fits = places
            && self.sets(l, &parts, var)?
            && self.exact(&parts, var)
            && self.same(&heads, &own, &parts);
        let last = match &parts.compared.kind {
            ExprKind::Binary(BinaryOp::Gt | BinaryOp::Lt, ..) => false,
            ExprKind::Binary(BinaryOp::Ge | BinaryOp::Le, ..) => true,
            _ => return None,
        };
        let head = heads.first()?;
        let counts = match numbered {
            true => heads.iter().all(|h| self.counts_up(h)),
            false => self.has_place(head),
        };
        (fits && counts).then(|| Sought {
            construct: self.region.construct.id,
            loops: chain.iter().map(|l| l.id).collect(),
            around: self.around.clone(),
            var,
            sets: parts.sets.iter().filter_map(|s| target(s)).collect(),
            last,
            numbered,
            down: head.down && !numbered,
            own,
            at: parts.compared.span,
        })
    }

    /// What iterations have for themselves; `None`: the statements before the conditions do more than to give values to such.
    fn own(&self, l: &'a For, parts: &Parts<'a>) -> Option<Vec<VarId>> {
        let facts = self.region.facts.part(&l.body);
        let mut own: IndexSet<VarId> = IndexSet::new();
        for s in &parts.before {
            match &s.kind {
                StmtKind::Empty => {}
                StmtKind::Decl(decls) => {
                    for d in decls {
                        let number = self
                            .region
                            .unit
                            .types
                            .is_arithmetic(self.region.unit.var(d.var).ty);
                        let plain = d.init.as_ref().is_none_or(|e| self.is_pure(e));
                        if d.is_static || !number || !plain {
                            return None;
                        }
                        own.insert(d.var);
                    }
                }
                StmtKind::Expr(e) => {
                    let ExprKind::Assign(None, to, value) = &e.kind else {
                        return None;
                    };
                    let v = to.variable()?;
                    if !own.contains(&v) && !self.is_temporary(v, l) || !self.is_pure(value) {
                        return None;
                    }
                    own.insert(v);
                }
                _ => return None,
            }
        }
        let pure = parts.guards.iter().all(|e| self.is_pure(e)) && self.is_pure(parts.compared);
        let before = own.iter().all(|v| !facts.exposed().contains_key(v));
        (pure && before).then(|| own.into_iter().collect())
    }

    /// Whether nobody asks for a variable behind the loop.
    fn is_temporary(&self, v: VarId, l: &For) -> bool {
        let r = self.region;
        let plain = r.is_plain(v) && !uses::is_static_storage(r.unit, v);
        plain && !r.taken.contains(&v) && !r.is_wanted(v, l)
    }

    /// Whether the assignments give values to different variables that nothing else in the nest names, but for the comparison.
    fn sets(&self, nest: &'a For, parts: &Parts<'a>, var: VarId) -> Option<bool> {
        let r = self.region;
        let mut seen = IndexSet::new();
        for s in &parts.sets {
            let to = target(s)?;
            let value = value(s)?;
            let named = 1 + usize::from(to == var);
            let fits = seen.insert(to)
                && r.is_plain(to)
                && !r.taken.contains(&to)
                && r.is_named_alone(to, nest)
                && self.is_pure(value)
                && mentions(&nest.body, to) == named;
            if !fits {
                return Some(false);
            }
        }
        let compared = parts.compared.any_expr(|e| e.is_var(var));
        Some(compared)
    }

    /// Whether the value is the same wherever it is computed, and in the variable.
    fn exact(&self, parts: &Parts<'a>, var: VarId) -> bool {
        let (unit, rules) = (self.region.unit, &self.region.options.rules);
        let types = &unit.types;
        let ty = unit.var(var).ty;
        let real = types.is_integer(ty) || types.is_floating(ty);
        let ExprKind::Binary(_, a, b) = &parts.compared.kind else {
            return false;
        };
        let of = if a.mentions(var) { b } else { a };
        let kept = accumulation::holds(unit, of.strip_implicit().ty, ty);
        let free = rules.associative_math
            || rules.reciprocal_math
            || rules.unsafe_math
            || rules.rounding_math;
        let any = |wanted: &dyn Fn(&Expr) -> bool| {
            let wanted = |e: &Expr| types.is_floating(e.ty) && wanted(e);
            of.any_expr(wanted) || parts.before.iter().any(|s| s.any_expr(wanted))
        };
        let computes = any(&|e| matches!(e.kind, ExprKind::Binary(..) | ExprKind::Call { .. }));
        // A product is rounded in one way where no sum could take it in, but what a function does isn't seen here.
        let calls = any(&|e| matches!(e.kind, ExprKind::Call { .. }) && !self.only_picks(e));
        let fuses = calls || any(&|e| operates(e, &PRODUCT)) && any(&|e| operates(e, &SUM));
        real && kept && !(free && computes) && !(rules.contracts() && fuses)
    }

    /// A call of a function that rounds nothing.
    fn only_picks(&self, e: &Expr) -> bool {
        const NAMES: [&str; 6] = ["fabs", "fabsf", "fmax", "fmaxf", "fmin", "fminf"];
        let called = e.called().map(|id| self.region.unit.function(id));
        called.is_some_and(|f| f.body.is_none() && NAMES.contains(&f.name.as_str()))
    }

    /// Whether bounds stay the same over the nest, and over both passes.
    fn same(&self, heads: &[&Canonical], own: &[VarId], parts: &Parts<'a>) -> bool {
        let set: Vec<VarId> = parts.sets.iter().filter_map(|s| target(s)).collect();
        heads.iter().enumerate().all(|(i, h)| {
            let outer: Vec<VarId> = heads[..i].iter().map(|h| h.var).collect();
            let varies = |v| outer.contains(&v) || own.contains(&v) || set.contains(&v);
            let fixed = |e: &Expr| !e.any_expr(|e| e.variable().is_some_and(varies));
            [&h.lower, &h.upper].into_iter().all(fixed)
        })
    }

    /// Whether the number of an iteration is how far the variable has come.
    fn counts_up(&self, h: &Canonical) -> bool {
        let types = &self.region.unit.types;
        let by_one = !h.down && h.step.int_value() == Some(1);
        by_one
            && matches!(h.cmp, LoopCmp::Lt | LoopCmp::Le)
            && types.is_integer(self.region.unit.var(h.var).ty)
    }

    /// Whether the variable's values are places as `long`, in their own order, and neither of the two ends of `long`.
    fn has_place(&self, h: &Canonical) -> bool {
        let types = &self.region.unit.types;
        let ty = self.region.unit.var(h.var).ty;
        let small = types.size_of(ty).is_some_and(|n| n <= 4);
        let start = h.lower.strip_implicit().int_value();
        let far = start.is_some_and(|n| n.abs() < 1 << 60);
        let up = !h.down && matches!(h.cmp, LoopCmp::Lt | LoopCmp::Le);
        let straight = h.cmp != LoopCmp::Ne || !types.is_unsigned(ty);
        types.is_integer(ty) && straight && (small || up && far)
    }

    /// Whether an expression only computes, from numbers and memory.
    fn is_pure(&self, e: &Expr) -> bool {
        let unit = self.region.unit;
        !e.any_expr(|e| {
            let acts = match &e.kind {
                ExprKind::Assign(..) | ExprKind::StmtExpr(_) | ExprKind::CompoundLiteral(_) => true,
                ExprKind::Unary(op, _) => op.is_step(),
                ExprKind::Call { .. } => !e.called().is_some_and(|f| unit.is_of_numbers(f)),
                _ => false,
            };
            acts || unit.types.qualifiers(e.ty).is_volatile
        })
    }
}

/// The loop that is all of a body.
fn only_loop(s: &Stmt) -> Option<&For> {
    match &s.kind {
        StmtKind::For(l) => Some(l),
        StmtKind::Block(stmts) => match stmts.as_slice() {
            [one] => only_loop(one),
            _ => None,
        },
        _ => None,
    }
}

/// Takes a body apart, down to the assignments under the innermost condition.
fn split<'a>(s: &'a Stmt, parts: &mut Parts<'a>) -> Option<()> {
    match &s.kind {
        StmtKind::Block(stmts) => {
            let (last, before) = stmts.split_last()?;
            parts.before.extend(before);
            split(last, parts)
        }
        StmtKind::If {
            cond,
            then,
            els: None,
        } => {
            let (guards, compared) = conditions(cond);
            parts.guards.extend(guards);
            if then.any_stmt(|s| matches!(s.kind, StmtKind::If { .. })) {
                parts.guards.push(compared);
                return split(then, parts);
            }
            parts.compared = compared;
            parts.sets = sets(then).collect();
            Some(())
        }
        _ => None,
    }
}

/// The variable that a statement assigns.
pub fn target(s: &Stmt) -> Option<VarId> {
    match &s.kind {
        StmtKind::Expr(e) => match &e.kind {
            ExprKind::Assign(None, to, _) => to.variable(),
            _ => None,
        },
        _ => None,
    }
}

fn value(s: &Stmt) -> Option<&Expr> {
    match &s.kind {
        StmtKind::Expr(e) => match &e.kind {
            ExprKind::Assign(None, _, value) => Some(value),
            _ => None,
        },
        _ => None,
    }
}
