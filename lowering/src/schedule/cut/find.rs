//! Which loops might be cut, and at which iterations.

use super::{Candidate, Cut};
use crate::analyse::uses::Uses;
use crate::analyse::{points, show};
use crate::make::{binary, cast};
use crate::options::Options;
use crate::schedule::blocked::nests::is_plain;
use crate::schedule::induction;
use crate::schedule::recast::{Deep, Now, by_depth, is_counted, is_fixed, is_regular, loops};
use crate::schedule::region::{self, Region};
use accrs_frontend::region::{
    BinaryOp, Canonical, Construct, Expr, ExprKind, For, LoopCmp, LoopId, Stmt, StmtKind, UnaryOp,
    Unit, VarId, Visit,
};
use indexmap::{IndexMap, IndexSet};

/// Loops around more statements are left as they are: each is written three times for each loop that is cut.
const MOST_STATEMENTS: usize = 8;
/// A loop of fewer iterations isn't worth it.
const LEAST_TURNS: i128 = 16;
/// So many loops in each other are cut.
const MOST_CUTS: usize = 2;

/// Whether a construct is a region of `kernels` with loops.
pub fn may_have(unit: &Unit, c: &Construct) -> bool {
    let Some(stmts) = region::statements(c) else {
        return false;
    };
    let counted = |s: &Stmt| matches!(&s.kind, StmtKind::For(l) if l.canonical.is_some());
    stmts.iter().any(|s| s.any_stmt(counted)) && induction::closed(unit, c, stmts).is_none()
}

/// The outermost loops of a construct that might be cut.
pub fn of(unit: &Unit, options: &Options, c: &Construct, now: &Now) -> Vec<Candidate> {
    if !may_have(unit, c) {
        return Vec::new();
    }
    let Some((region, stmts)) = Region::of(unit, options, c) else {
        return Vec::new();
    };
    let recast = c.members.iter().flat_map(|m| &m.recast);
    let mut search = Search {
        unit,
        region: &region,
        now,
        taken: recast.flat_map(|r| r.loops.iter().copied()).collect(),
        around: Vec::new(),
        found: Vec::new(),
    };
    stmts.iter().for_each(|s| search.visit_stmt(s));
    search.found
}

struct Search<'s, 'a> {
    unit: &'a Unit,
    region: &'s Region<'a>,
    now: &'s Now,
    /// Loops that stand in the place of others already.
    taken: IndexSet<LoopId>,
    around: Vec<&'a Canonical>,
    found: Vec<Candidate>,
}

impl<'a> Visit<'a> for Search<'_, 'a> {
    fn visit_stmt(&mut self, s: &'a Stmt) {
        if let StmtKind::For(l) = &s.kind {
            if self.now.shared.contains(&l.id) || self.taken.contains(&l.id) {
                return;
            }
            if let Some(found) = self.candidate(s, l) {
                return self.found.push(found);
            }
            if let Some(head) = &l.canonical {
                self.around.push(head);
                self.walk_stmt(s);
                self.around.pop();
                return;
            }
        }
        self.walk_stmt(s);
    }

    /// Loops in statement expressions stay as they are.
    fn visit_expr(&mut self, _: &'a Expr) {}
}

impl<'a> Search<'_, 'a> {
    fn candidate(&self, s: &'a Stmt, l: &'a For) -> Option<Candidate> {
        if !is_plain(self.unit, s) || s.any_stmt(|s| !is_regular(self.unit, s)) {
            return None;
        }
        let leaves = self.leaves(s, l)?;
        let mut cuts = IndexMap::new();
        cuts.insert(l.id, self.cut(l, &self.around)?);
        let all = loops(s);
        for inner in loops(&l.body) {
            let holds = |l: &&&'a For| {
                let own = |s: &Stmt| matches!(&s.kind, StmtKind::For(x) if x.id == inner.id);
                l.body.any_stmt(own)
            };
            let inside = all.iter().filter(holds);
            let inside = inside.filter_map(|l| l.canonical.as_ref());
            let around: Vec<_> = self.around.iter().copied().chain(inside).collect();
            if cuts.len() < MOST_CUTS
                && let Some(cut) = self.cut(inner, &around)
            {
                cuts.insert(inner.id, cut);
            }
        }
        Some(Candidate {
            construct: self.region.construct.id,
            id: l.id,
            cuts,
            leaves,
        })
    }

    /// The statements of a nest that aren't loops. `None`: those that run most often are run well enough.
    fn leaves(&self, s: &Stmt, l: &For) -> Option<Vec<Deep>> {
        let (depth, leaves) = by_depth(s, l)?;
        let fits = depth >= 1 && leaves.len() <= MOST_STATEMENTS;
        (fits && self.now.has_poor(&leaves)).then_some(leaves)
    }

    /// Where a loop that counts up by one may be cut, in these loops.
    fn cut(&self, l: &'a For, around: &[&Canonical]) -> Option<Cut> {
        let head = l.canonical.as_ref()?;
        let ty = self.unit.var(head.var).ty;
        let plain = self.unit.types.is_integer(ty) && is_counted(self.unit, l);
        if !plain || head.down || head.step.int_value() != Some(1) {
            return None;
        }
        let bounds = (head.lower.int_value(), head.upper.int_value());
        if matches!(bounds, (Some(from), Some(to)) if to - from < LEAST_TURNS) {
            return None;
        }
        let facts = self.region.facts.part(&l.body);
        let uses = facts.uses();
        if !is_fixed(head, uses)
            || uses.writes(head.var)
            || !uses.declared.contains(&head.var)
                && !head.declared
                && self.region.is_wanted(head.var, l)
        {
            return None;
        }
        let mut subscripts = Subscripts::default();
        subscripts.of(self.unit, &l.body);
        let still = |e: &Expr| is_still(self.unit, e, uses, head.var);
        let at = subscripts.pivot(self.unit, head.var, &still)?;
        let is_never = |op, a: &Expr, b: &Expr| {
            let types = &self.unit.types;
            // `k - 1u` is far above all bounds where k is 0, which its terms don't show.
            let wraps = |e: &Expr| {
                let narrow = types.size_of(e.ty).is_none_or(|n| n < 8);
                matches!(e.kind, ExprKind::Binary(..)) && types.is_unsigned(e.ty) && narrow
            };
            if a.any_expr(wraps) || b.any_expr(wraps) {
                return false;
            }
            let [a, b] = [a, b].map(|e| cast(false, types.long(), e.clone()));
            let test = binary(op, a, b, types.int());
            let context = self.region.facts.context();
            points::is_never(context, around, context.test(&test, around).holds)
        };
        let past = match head.cmp {
            LoopCmp::Le => BinaryOp::Gt,
            _ => BinaryOp::Ge,
        };
        Some(Cut {
            is_started: is_never(BinaryOp::Lt, &at, &head.lower),
            is_reached: is_never(past, &at, &head.upper),
            at,
        })
    }
}

/// Whether an expression is a number that is the same in all iterations of a loop.
fn is_still(unit: &Unit, e: &Expr, uses: &Uses, counted: VarId) -> bool {
    let other = |e: &Expr| match &e.kind {
        ExprKind::IntLit { .. } => false,
        ExprKind::Var(v) => {
            *v == counted
                || uses.writes(*v)
                || uses.declared.contains(v)
                || !unit.types.is_integer(unit.var(*v).ty)
        }
        ExprKind::Cast { implicit, .. } => !implicit || !unit.types.is_integer(e.ty),
        ExprKind::Binary(op, ..) => {
            !matches!(op, BinaryOp::Add | BinaryOp::Sub) || !unit.types.is_integer(e.ty)
        }
        _ => true,
    };
    !e.any_expr(other)
}

/// The subscripts of accesses, by the array and the place among its subscripts.
#[derive(Default)]
struct Subscripts<'e> {
    all: IndexMap<(String, usize), Vec<&'e Expr>>,
    written: IndexSet<String>,
}

impl<'e> Subscripts<'e> {
    fn of(&mut self, unit: &Unit, body: &'e Stmt) {
        body.each_expr(|e| match &e.kind {
            ExprKind::Index(..) => {
                let (root, subscripts) = chain(unit, e);
                for (place, s) in subscripts.into_iter().enumerate() {
                    self.all.entry((root.clone(), place)).or_default().push(s);
                }
            }
            ExprKind::Assign(_, to, _) => {
                self.written.insert(chain(unit, to).0);
            }
            ExprKind::Unary(op, to) if *op != UnaryOp::Deref => {
                self.written.insert(chain(unit, to).0);
            }
            _ => {}
        });
    }

    /// What stands where another access to a written array has the variable.
    fn pivot(&self, unit: &Unit, var: VarId, still: &dyn Fn(&Expr) -> bool) -> Option<Expr> {
        for ((root, _), all) in &self.all {
            if !self.written.contains(root) {
                continue;
            }
            let with = || all.iter().filter(|s| s.mentions(var));
            let without = || all.iter().filter(|s| !s.mentions(var));
            for a in with() {
                let found = without().find_map(|b| {
                    if is_var(a, var) && still(b) {
                        return Some((*b).clone());
                    }
                    in_terms(unit, (a, b), var, still)
                });
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }
}

/// `i * n + j` beside `k * n + j`: what `i` would have to be.
fn in_terms(
    unit: &Unit,
    (a, b): (&Expr, &Expr),
    var: VarId,
    still: &dyn Fn(&Expr) -> bool,
) -> Option<Expr> {
    let (mut own, mut other) = (Vec::new(), Vec::new());
    terms(a, &mut own);
    terms(b, &mut other);
    let text = |e: &Expr| show::expr(unit, e);
    for t in own.iter().filter(|t| t.mentions(var)) {
        if is_var(t, var)
            && let Some(found) = other.iter().find(|u| still(u))
        {
            return Some((**found).clone());
        }
        let ExprKind::Binary(BinaryOp::Mul, x, y) = &t.strip_implicit().kind else {
            continue;
        };
        let (x, y) = if is_var(x, var) { (x, y) } else { (y, x) };
        if !is_var(x, var) || y.mentions(var) {
            continue;
        }
        for u in &other {
            let ExprKind::Binary(BinaryOp::Mul, p, q) = &u.strip_implicit().kind else {
                continue;
            };
            for (p, q) in [(p, q), (q, p)] {
                if text(q) == text(y) && still(p) {
                    return Some((**p).clone());
                }
            }
        }
    }
    None
}

/// What a sum consists of.
fn terms<'e>(e: &'e Expr, out: &mut Vec<&'e Expr>) {
    match &e.strip_implicit().kind {
        ExprKind::Binary(BinaryOp::Add, a, b) => {
            terms(a, out);
            terms(b, out);
        }
        _ => out.push(e),
    }
}

fn is_var(e: &Expr, var: VarId) -> bool {
    matches!(e.strip_implicit().kind, ExprKind::Var(v) if v == var)
}

/// What an element is one of, and its subscripts.
fn chain<'e>(unit: &Unit, e: &'e Expr) -> (String, Vec<&'e Expr>) {
    let mut subscripts = Vec::new();
    let mut at = e.strip_implicit();
    while let ExprKind::Index(base, subscript) = &at.kind {
        subscripts.insert(0, &**subscript);
        at = base.strip_implicit();
    }
    (show::expr(unit, at), subscripts)
}
