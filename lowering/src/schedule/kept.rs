//! Scalars that each iteration of a loop assigns before it reads them, and whose last value is used behind the loop: what devices run
//! has a copy for each iteration, and the last iteration stores its own.
//!
//! ```c
//! for (i = 0; i < n; i++) {          for (i = 0; i < n; i++) {
//!     t = x[i] * x[i];                   double t_own;
//!     r[i] = t;                          t_own = x[i] * x[i];
//! }                                      r[i] = t_own;
//!                                        if (!(i + 1 < n)) t = t_own;
//!                                    }
//! ```
//!
//! Where the loops around do nothing else to the variable, it is the last iteration of all of them that stores. The same holds in
//! order, so the rewriting needs no analysis of memory; it stays where a loop turns out to be parallel for it.
//! The host's cores run the user's own text, with OpenMP's `lastprivate`.

use super::nest::Node;
use super::planner::Planner;
use super::region::{Region, is_simple, is_spread, mentions};
use super::{Only, is_among};
use crate::analyse::{flow, jumps};
use crate::options::Options;
use crate::plan::Plan;
use crate::tree::shift::Shift;
use accrs_frontend::region::{
    BinaryOp, Construct, ConstructId, Expr, ExprKind, For, LocalDecl, LoopId, Stmt, StmtKind,
    Storage, UnaryOp, Unit, VarId, Visit, VisitMut,
};
use accrs_frontend::source::Span;

/// Rewrites the regions of `kernels` in which that makes a loop parallel.
pub fn rewrite(unit: &mut Unit, options: &Options, only: &Only) {
    let mut all: Vec<Keeping> = Vec::new();
    let constructs = unit.constructs.iter();
    for c in constructs.filter(|c| is_among(only, c.id)) {
        all.extend(Search::of(unit, options, c));
    }
    while !all.is_empty() {
        let mut changed = unit.clone();
        apply(&mut changed, &all);
        let ids = all.iter().map(|k| k.construct).collect();
        let (plan, _) = super::plan_of(&changed, options, ids);
        let before = all.len();
        all.retain(|k| k.pays(&plan));
        if all.len() == before {
            *unit = changed;
            return;
        }
    }
}

/// Tells of the loops that are parallel, and notes which variables they keep.
pub fn settle(p: &Planner<'_>, c: &Construct, roots: &mut [Node<'_>]) {
    let Some(members) = c.members.as_ref().filter(|m| !m.kept.is_empty()) else {
        return;
    };
    for n in roots {
        // A pass tells for itself what it does.
        let text = !members.passes.contains(&n.loop_.id);
        let mine = members.kept.iter().filter(|k| k.0 == n.loop_.id && text);
        n.decision.kept = mine.map(|k| k.1).collect();
        if n.decision.parallel {
            let names = n.decision.kept.iter();
            let names: Vec<&str> = names.map(|v| p.unit.var(*v).name.as_str()).collect();
            if !names.is_empty() {
                let note = format!("{}: the last iteration's value is kept", names.join(", "));
                n.decision.notes.push(note);
            }
        }
        settle(p, c, &mut n.children);
    }
}

/// A variable of which the last value is kept.
struct Keeping {
    construct: ConstructId,
    var: VarId,
    /// The loops whose last iterations store it, outermost first.
    loops: Vec<LoopId>,
    /// The loops around these.
    around: Vec<LoopId>,
    /// Where it is first assigned.
    at: Span,
}

impl Keeping {
    /// Whether one of its loops is spread over threads, and none around: their iterations would share the variable.
    fn pays(&self, plan: &Plan) -> bool {
        let spread = |id: &LoopId| is_spread(plan, self.construct, *id);
        self.loops.iter().any(spread) && !self.around.iter().any(spread)
    }
}

/// What stands around a statement.
#[derive(Clone, Copy)]
enum Around<'a> {
    Loop(&'a For),
    /// A condition, or a loop that isn't a `for`: what is in it may not run.
    Other,
}

/// Looks for variables in one construct.
struct Search<'a> {
    region: Region<'a>,
    around: Vec<Around<'a>>,
    /// Those that a loop around keeps.
    kept: Vec<VarId>,
    found: Vec<Keeping>,
}

impl<'a> Search<'a> {
    fn of(unit: &'a Unit, options: &'a Options, construct: &'a Construct) -> Vec<Keeping> {
        let Some((region, stmts)) = Region::of(unit, options, construct) else {
            return Vec::new();
        };
        let mut search = Search {
            region,
            around: Vec::new(),
            kept: Vec::new(),
            found: Vec::new(),
        };
        stmts.iter().for_each(|s| search.visit_stmt(s));
        search.found
    }

    /// The variables that the last iteration of a loop could store.
    fn of_loop(&mut self, l: &'a For) {
        if l.canonical.is_none() || !is_simple(l) || jumps::leaves(&l.body) {
            return;
        }
        let facts = self.region.facts.part(&l.body);
        let mut ends = None;
        for (&var, u) in &facts.uses().vars {
            let Some(at) = u.written.filter(|_| u.address.is_none()) else {
                continue;
            };
            let candidate = !facts.uses().declared.contains(&var)
                && !self.kept.contains(&var)
                && !self.region.taken.contains(&var)
                && self.region.is_plain(var)
                && !facts.exposed().contains_key(&var)
                && self.region.is_named_alone(var, l);
            if !candidate {
                continue;
            }
            let ends =
                ends.get_or_insert_with(|| flow::of_stmts(self.region.unit, [&*l.body]).assigned);
            if ends.contains(&var) && self.region.is_wanted(var, l) {
                self.keep(var, l, at);
            }
        }
    }

    fn keep(&mut self, var: VarId, l: &'a For, at: Span) {
        let mut loops = vec![l];
        let mut around = self.around.clone();
        while let Some(Around::Loop(outer)) = around.last()
            && self.is_only(var, outer, &loops)
        {
            loops.insert(0, outer);
            around.pop();
        }
        let around = around.iter().filter_map(|a| match a {
            Around::Loop(l) => Some(l.id),
            Around::Other => None,
        });
        self.kept.push(var);
        self.found.push(Keeping {
            construct: self.region.construct.id,
            var,
            loops: loops.iter().map(|l| l.id).collect(),
            around: around.collect(),
            at,
        });
    }

    /// Whether nothing of `outer` touches the variable but the loops `inside`, the outermost first, which each of its iterations
    /// runs, and as often.
    fn is_only(&self, var: VarId, outer: &'a For, inside: &[&For]) -> bool {
        let (Some(counts), Some(next)) = (&outer.canonical, inside.first()) else {
            return false;
        };
        if !is_simple(outer) || jumps::leaves(&outer.body) {
            return false;
        }
        let used = self.region.facts.part(&outer.body);
        let used = used.uses();
        let fixed = |e: &Expr| {
            let varies = |v| v == counts.var || used.writes(v) || used.declared.contains(&v);
            !e.any_expr(|e| matches!(e.kind, ExprKind::Var(v) if varies(v)))
        };
        let mut heads = inside.iter().filter_map(|l| l.canonical.as_ref());
        mentions(&outer.body, var) == mentions(&next.body, var)
            && heads.all(|h| [&h.lower, &h.upper, &h.step].into_iter().all(fixed))
    }
}

impl<'a> Visit<'a> for Search<'a> {
    fn visit_for(&mut self, l: &'a For) {
        let before = self.kept.len();
        self.of_loop(l);
        self.around.push(Around::Loop(l));
        self.visit_stmt(&l.body);
        self.around.pop();
        self.kept.truncate(before);
    }

    fn visit_stmt(&mut self, s: &'a Stmt) {
        let straight = matches!(s.kind, StmtKind::Block(_) | StmtKind::For(_));
        if straight {
            return self.walk_stmt(s);
        }
        self.around.push(Around::Other);
        self.walk_stmt(s);
        self.around.pop();
    }

    /// Loops in statement expressions stay as they are.
    fn visit_expr(&mut self, _: &'a Expr) {}
}

/// Gives devices the rewritten statements.
fn apply(unit: &mut Unit, all: &[Keeping]) {
    for i in 0..unit.constructs.len() {
        let id = unit.constructs[i].id;
        let mine: Vec<&Keeping> = all.iter().filter(|k| k.construct == id).collect();
        if mine.is_empty() {
            continue;
        }
        let Some(mut members) = unit.constructs[i].for_devices() else {
            continue;
        };
        for k in mine {
            let v = unit.var(k.var);
            let (stem, ty, span) = (format!("{}_own", v.name), v.ty, v.span);
            let own = unit.declare(&stem, unit.types.canonical_id(ty), Storage::Region, span);
            let mut store = Store {
                unit,
                of: k,
                own,
                heads: Vec::new(),
            };
            members.body.iter_mut().for_each(|s| store.visit_stmt(s));
            members.kept.extend(k.loops.iter().map(|l| (*l, k.var)));
        }
        unit.ids.renew(&mut members.body);
        unit.constructs[i].members = Some(members);
    }
}

/// Puts the copy into the innermost loop, and the last iteration's store.
struct Store<'s> {
    unit: &'s Unit,
    of: &'s Keeping,
    own: VarId,
    /// That these hold says that there is a further iteration.
    heads: Vec<Expr>,
}

impl VisitMut for Store<'_> {
    fn visit_for(&mut self, l: &mut For) {
        if !self.of.loops.contains(&l.id) {
            return self.walk_for(l);
        }
        if let (Some(head), Some(cond)) = (&l.canonical, &l.cond) {
            self.heads
                .push(Shift::of(self.unit, head, 1).applied(self.unit, cond));
        }
        if self.of.loops.last() == Some(&l.id) {
            self.store(&mut l.body);
        } else {
            self.visit_stmt(&mut l.body);
        }
    }
}

impl Store<'_> {
    fn store(&mut self, body: &mut Stmt) {
        Rename {
            from: self.of.var,
            to: self.own,
        }
        .visit_stmt(body);
        let (at, span) = (self.of.at, body.span);
        let int = self.unit.types.int();
        let none = |e: Expr| Expr::new(ExprKind::Unary(UnaryOp::Not, Box::new(e)), int, at);
        let both = |a: Expr, b: Expr| {
            let and = ExprKind::Binary(BinaryOp::And, Box::new(a), Box::new(b));
            Expr::new(and, int, at)
        };
        let Some(last) = self.heads.drain(..).map(none).reduce(both) else {
            return;
        };
        let var = |v: VarId| Expr::new(ExprKind::Var(v), self.unit.var(v).ty, at);
        let to = var(self.of.var);
        let ty = to.ty;
        let assign = ExprKind::Assign(None, Box::new(to), Box::new(var(self.own)));
        let store = Stmt::new(StmtKind::Expr(Expr::new(assign, ty, at)), at);
        let decl = LocalDecl {
            var: self.own,
            init: None,
            is_static: false,
        };
        let mut stmts = vec![Stmt::new(StmtKind::Decl(vec![decl]), at)];
        match std::mem::replace(&mut body.kind, StmtKind::Empty) {
            StmtKind::Block(inner) => stmts.extend(inner),
            kind => stmts.push(Stmt::new(kind, span)),
        }
        let last = StmtKind::If {
            cond: last,
            then: Box::new(store),
            els: None,
        };
        stmts.push(Stmt::new(last, at));
        body.kind = StmtKind::Block(stmts);
    }
}

struct Rename {
    from: VarId,
    to: VarId,
}

impl VisitMut for Rename {
    fn visit_expr(&mut self, e: &mut Expr) {
        match e.kind {
            ExprKind::Var(v) if v == self.from => e.kind = ExprKind::Var(self.to),
            _ => self.walk_expr(e),
        }
    }
}
