//! Which loops beside each other may become one.

use super::join::{Rename, joined, only};
use super::{Candidate, Leaf};
use crate::analyse::alias::Aliases;
use crate::analyse::depend::{Free, Question};
use crate::analyse::facts::Facts;
use crate::analyse::flow;
use crate::analyse::graph::Nest;
use crate::analyse::place::holds_array;
use crate::options::Options;
use crate::plan::{Action, Axis, ComputePlan, HostLoop, Plan};
use crate::schedule::blocked::nests::is_plain;
use crate::schedule::recast::{is_fixed, is_regular, leaves};
use crate::schedule::region::{self, Region};
use crate::schedule::{compute, induction};
use accrs_frontend::region::{
    Canonical, Construct, ConstructId, Expr, For, LoopId, Stmt, StmtKind, Unit, VarId, Visit,
    VisitMut,
};
use accrs_frontend::source::Span;
use indexmap::IndexSet;

/// More statements than that in one loop would leave too few registers for each.
const MOST_STATEMENTS: usize = 16;

/// The cores fetch only so many streams of memory well at once.
const MOST_ARRAYS: usize = 8;

/// Whether a construct is a region of `kernels` with loops beside each other.
pub fn may_have(unit: &Unit, c: &Construct) -> bool {
    struct Beside(bool);
    impl<'a> Visit<'a> for Beside {
        fn visit_stmt(&mut self, s: &'a Stmt) {
            if let StmtKind::Block(inner) = &s.kind {
                self.0 |= beside(inner);
            }
            self.walk_stmt(s);
        }
    }
    let Some(stmts) = region::statements(c) else {
        return false;
    };
    let mut found = Beside(beside(stmts));
    stmts.iter().for_each(|s| found.visit_stmt(s));
    found.0 && induction::closed(unit, c, stmts).is_none()
}

/// Whether two loops follow each other in a list.
fn beside(stmts: &[Stmt]) -> bool {
    let mut all = Vec::new();
    flat(stmts, &mut all);
    all.windows(2).any(|w| is_loop(w[0]) && is_loop(w[1]))
}

fn is_loop(s: &Stmt) -> bool {
    matches!(&s.kind, StmtKind::For(l) if l.canonical.is_some() && l.directive.is_none())
}

/// The statements of a list, and those of blocks in it that declare nothing.
fn flat<'s>(stmts: &'s [Stmt], out: &mut Vec<&'s Stmt>) {
    for s in stmts {
        match &s.kind {
            StmtKind::Empty => {}
            StmtKind::Block(inner)
                if !inner.iter().any(|s| matches!(s.kind, StmtKind::Decl(_))) =>
            {
                flat(inner, out);
            }
            _ => out.push(s),
        }
    }
}

/// Who is to run the loops.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Target {
    Device,
    Cores,
}

/// How threads share a loop.
#[derive(Clone, PartialEq)]
enum Shape {
    /// The axes of it, and of those in it with nothing between, as far as threads share them.
    Device(Vec<Vec<Axis>>),
    Cores(HostLoop),
}

impl Shape {
    /// So many loops that stand in each other are shared.
    fn depth(&self) -> usize {
        match self {
            Shape::Device(axes) => axes.len(),
            Shape::Cores(_) => 1,
        }
    }
}

/// The loops of a construct for which that might pay. `plan`: how they are run as they are.
pub fn of(
    target: Target,
    unit: &Unit,
    options: &Options,
    c: &Construct,
    plan: &Plan,
) -> Vec<Candidate> {
    let Some(plan) = planned(target, plan, c.id) else {
        return Vec::new();
    };
    let Some((region, stmts)) = Region::of(unit, options, c) else {
        return Vec::new();
    };
    let asking = c.members.iter().flat_map(|m| &m.recast);
    let asking = asking.filter(|r| !r.asked.is_empty());
    let mut search = Search {
        target,
        unit,
        region: &region,
        plan,
        aliases: compute::aliases_of(unit, options, c, stmts),
        asking: asking.flat_map(|r| r.loops.iter().copied()).collect(),
        around: Vec::new(),
        found: Vec::new(),
    };
    search.list(stmts);
    search.found
}

/// A construct's plan, if it computes.
pub fn planned(target: Target, plan: &Plan, id: ConstructId) -> Option<&ComputePlan> {
    let plan = plan.constructs.get(&id)?;
    let plan = match target {
        Target::Device => plan,
        Target::Cores => plan.here(),
    };
    match &plan.action {
        Action::Compute(c) => Some(c),
        _ => None,
    }
}

struct Search<'s, 'a> {
    target: Target,
    unit: &'a Unit,
    region: &'s Region<'a>,
    plan: &'s ComputePlan,
    aliases: Aliases,
    /// Loops that are pieces of one, and ask for pointers together.
    asking: IndexSet<LoopId>,
    around: Vec<&'a Canonical>,
    found: Vec<Candidate>,
}

/// Loops that may become one with the next.
struct Run<'a> {
    loops: Vec<LoopId>,
    /// What they are as one.
    one: Stmt,
    shape: Shape,
    free: Free,
    last: &'a For,
}

impl<'a> Search<'_, 'a> {
    fn list(&mut self, stmts: &'a [Stmt]) {
        let mut all = Vec::new();
        flat(stmts, &mut all);
        let mut run: Option<Run<'a>> = None;
        for s in all {
            let next = self.begun(s);
            run = match (run, next) {
                (Some(before), Some(next)) => match self.longer(&before, s, &next) {
                    Some(longer) => Some(longer),
                    None => {
                        self.end(Some(before));
                        Some(next)
                    }
                },
                (before, next) => {
                    self.end(before);
                    next
                }
            };
            if run.is_none() {
                self.inside(s);
            }
        }
        self.end(run);
    }

    /// Lists in a statement whose loops threads don't share.
    fn inside(&mut self, s: &'a Stmt) {
        match &s.kind {
            StmtKind::For(l) => {
                let shared = match self.target {
                    Target::Device => {
                        let plan = self.plan.loops.get(&l.id);
                        plan.is_some_and(|p| !p.axes.is_empty())
                    }
                    Target::Cores => self.how(l).is_some() || self.is_tiled(s),
                };
                let Some(head) = l.canonical.as_ref().filter(|_| !shared) else {
                    return;
                };
                self.around.push(head);
                self.list(std::slice::from_ref(&l.body));
                self.around.pop();
            }
            StmtKind::If { then, els, .. } => {
                self.list(std::slice::from_ref(then));
                if let Some(els) = els {
                    self.list(std::slice::from_ref(els));
                }
            }
            StmtKind::Block(inner) => self.list(inner),
            _ => {}
        }
    }

    /// A run of one loop, if gangs share it, and it may be one with others at all.
    fn begun(&self, s: &'a Stmt) -> Option<Run<'a>> {
        let StmtKind::For(l) = &s.kind else {
            return None;
        };
        let regular = is_plain(self.unit, s) && !s.any_stmt(|s| !is_regular(self.unit, s));
        if !regular || self.asking.contains(&l.id) {
            return None;
        }
        let shape = match self.target {
            Target::Device => Shape::Device(self.axes(l)?),
            Target::Cores if s.any_stmt(|s| self.is_tiled(s)) => return None,
            Target::Cores => Shape::Cores(self.how(l)?),
        };
        Some(Run {
            loops: vec![l.id],
            one: s.clone(),
            shape,
            free: Free::default(),
            last: l,
        })
    }

    /// How the cores' threads share a loop.
    fn how(&self, l: &For) -> Option<HostLoop> {
        let how = self.plan.cores.loops.get(&l.id)?.how();
        how.is_threads().then_some(how)
    }

    /// Whether the cores go through a loop in tiles, or run some iterations of it together.
    fn is_tiled(&self, s: &Stmt) -> bool {
        let plan = self.plan;
        plan.blocked.contains_key(&s.id)
            || plan.waves.contains_key(&s.id)
            || plan.jammed.contains_key(&s.id)
    }

    /// The axes of a loop, and of those in it with nothing between, as far as a device's threads share them.
    fn axes(&self, l: &For) -> Option<Vec<Vec<Axis>>> {
        let plan = self.plan.loops.get(&l.id)?;
        let kernels = self.plan.kernels.iter().filter(|k| !k.is_instead());
        let tiled = kernels.filter(|k| k.tiles.is_some());
        let holds = |s: &Stmt| matches!(&s.kind, StmtKind::For(inner) if inner.id == l.id);
        let tiled = tiled.flat_map(|k| &k.body).any(|s| s.any_stmt(holds));
        let plain = plan.order.device.is_empty()
            && plan.atomics.is_empty()
            && plan.kept.is_empty()
            && plan.arrays.is_empty()
            && plan.reductions.iter().all(|r| !r.careful);
        if !plan.levels.gang || tiled || !plain {
            return None;
        }
        let mut shape = Vec::new();
        let mut at = Some(l);
        while let Some(l) = at {
            match self.plan.loops.get(&l.id) {
                Some(plan) if !plan.axes.is_empty() => shape.push(plan.axes.clone()),
                _ => break,
            }
            at = match only(&l.body).map(|s| &s.kind) {
                Some(StmtKind::For(inner)) => Some(inner),
                _ => None,
            };
        }
        Some(shape)
    }

    /// A run with one more loop.
    fn longer(&self, run: &Run<'a>, s: &'a Stmt, next: &Run<'a>) -> Option<Run<'a>> {
        let depth = run.shape.depth();
        if self.target == Target::Cores && !self.is_text(run.last, next.last, s) {
            return None;
        }
        if run.shape != next.shape || !same_heads(self.unit, &run.one, s, depth) {
            return None;
        }
        let before = run.one.clone();
        let first = all_leaves(&before).len();
        let one = joined(&before, s, depth)?;
        let several = all_leaves(&one).len() <= MOST_STATEMENTS;
        if !several || !near(&before, s, self.target) || !self.scalars(&before, s, next.last) {
            return None;
        }
        let mut free = run.free.clone();
        free.extend(self.may_join(&one, first)?);
        Some(Run {
            loops: [run.loops.as_slice(), &next.loops].concat(),
            one,
            shape: next.shape.clone(),
            free,
            last: next.last,
        })
    }

    /// Whether the text of two loops can be that of one: both count with the same name, and no directive stands between.
    fn is_text(&self, last: &For, next: &For, s: &Stmt) -> bool {
        let name = |l: &For| l.canonical.as_ref().map(|h| &self.unit.var(h.var).name);
        let between = Span {
            start: last.body.span.end.min(s.span.start),
            end: next.body.span.start,
        };
        name(last) == name(next) && !self.unit.source.slice(between).contains("pragma")
    }

    fn end(&mut self, run: Option<Run<'a>>) {
        let Some(run) = run.filter(|r| r.loops.len() > 1) else {
            return;
        };
        let all = all_leaves(&run.one);
        let loops = |leaf: &Stmt| {
            let mut around = 0;
            run.one.each_stmt(|s| {
                if let StmtKind::For(l) = &s.kind {
                    around += usize::from(l.body.any_stmt(|s| std::ptr::eq(s, leaf)));
                }
            });
            around
        };
        let most = all.iter().map(|s| loops(s)).max();
        let leaf = |s: &&Stmt| Leaf {
            span: s.span,
            deep: Some(loops(s)) == most,
        };
        self.found.push(Candidate {
            construct: self.region.construct.id,
            loops: run.loops,
            depth: run.shape.depth(),
            leaves: all.iter().map(leaf).collect(),
            free: run.free,
        });
    }

    /// What it rests on that no iteration of the last loop comes before one that it has to stay behind, if the loops are one. `first`: the number of
    /// its first statement.
    fn may_join(&self, one: &Stmt, first: usize) -> Option<Free> {
        let StmtKind::For(l) = &one.kind else {
            return None;
        };
        let head = l.canonical.as_ref()?;
        let facts = Facts::of(self.unit, [one]);
        if !is_fixed(head, facts.uses()) {
            return None;
        }
        let none = IndexSet::new();
        let inside = facts.part(&l.body);
        let question = Question {
            facts: &inside,
            whole: &facts,
            heads: &[head],
            around: &self.around,
            inside: &[],
            private: &none,
            reduced: &none,
            sums: &none,
            aliases: &self.aliases,
        };
        let statements = leaves(&l.body);
        Nest::of(&question, &statements)?.may_follow(first)
    }

    /// Whether scalars don't keep the loops apart: those that one of them assigns and both name have a value of the iteration's own in both, which nobody
    /// reads behind the second one.
    fn scalars(&self, before: &Stmt, s: &Stmt, last: &For) -> bool {
        let facts = [Facts::of(self.unit, [before]), Facts::of(self.unit, [s])];
        let [a, b] = [facts[0].uses(), facts[1].uses()];
        let body = |s: &Stmt| match &s.kind {
            StmtKind::For(l) => flow::of_stmts(self.unit, [&*l.body]).exposed,
            _ => Default::default(),
        };
        let exposed = [body(before), body(s)];
        let counter = |s: &Stmt, v: VarId| match &s.kind {
            StmtKind::For(l) => l.canonical.as_ref().is_some_and(|h| h.var == v),
            _ => false,
        };
        a.vars.iter().all(|(v, u)| {
            let ty = self.unit.var(*v).ty;
            let memory = self.unit.types.is_array(ty) || holds_array(self.unit, ty);
            let Some(other) = b.vars.get(v).filter(|_| !memory) else {
                return true;
            };
            if u.written.is_none() && other.written.is_none() {
                return u.address.is_none() && other.address.is_none();
            }
            // Both loops count with it.
            if counter(before, *v) && counter(s, *v) {
                return true;
            }
            exposed.iter().all(|e| !e.contains_key(v))
                && u.address.is_none()
                && other.address.is_none()
                && !self.region.is_wanted(*v, last)
        })
    }
}

fn all_leaves(nest: &Stmt) -> Vec<&Stmt> {
    match &nest.kind {
        StmtKind::For(l) => leaves(&l.body),
        _ => Vec::new(),
    }
}

/// Whether loops go through the same iterations, and those in them with nothing between, so many.
fn same_heads(unit: &Unit, a: &Stmt, b: &Stmt, depth: usize) -> bool {
    let (StmtKind::For(la), StmtKind::For(lb)) = (&a.kind, &b.kind) else {
        return depth == 0;
    };
    let (Some(x), Some(y)) = (&la.canonical, &lb.canonical) else {
        return false;
    };
    let ty = |v: VarId| unit.types.canonical_id(unit.var(v).ty);
    let expr = |x: &Expr, y: &Expr| x.is_like(y) && x.ty == y.ty;
    let same = (x.var == y.var || x.declared && y.declared)
        && x.declared == y.declared
        && ty(x.var) == ty(y.var)
        && (x.cmp, x.down) == (y.cmp, y.down)
        && expr(&x.lower, &y.lower)
        && expr(&x.upper, &y.upper)
        && expr(&x.step, &y.step);
    if !same || depth <= 1 {
        return same;
    }
    let mut second = (*lb.body).clone();
    if x.var != y.var {
        Rename {
            from: y.var,
            to: x.var,
        }
        .visit_stmt(&mut second);
    }
    match (only(&la.body), only(&second)) {
        (Some(a), Some(b)) => same_heads(unit, a, b, depth - 1),
        _ => false,
    }
}

/// Whether two loops touch a common array; for devices, which save a launch, or few at all.
fn near(a: &Stmt, b: &Stmt, target: Target) -> bool {
    let named = |s: &Stmt| {
        let mut all: IndexSet<VarId> = IndexSet::new();
        s.each_expr(|e| {
            use accrs_frontend::region::ExprKind::{Index, Var};
            if let Index(of, _) = &e.kind {
                let mut at = of.strip_implicit();
                while let Index(of, _) = &at.kind {
                    at = of.strip_implicit();
                }
                if let Var(v) = at.kind {
                    all.insert(v);
                }
            }
        });
        all
    };
    let (x, y) = (named(a), named(b));
    let common = x.iter().any(|v| y.contains(v));
    match target {
        Target::Device => common || x.len() + y.len() <= 4,
        Target::Cores => common && x.union(&y).count() <= MOST_ARRAYS,
    }
}
