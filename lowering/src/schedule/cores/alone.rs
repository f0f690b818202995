//! Which loops have a text of their own for one thread. A parallel region whose `if` says no is still a function that the host
//! compiler sets apart from the one around it, and a call of the OpenMP library: about a third of a microsecond, which a short loop within
//! another one pays each time. The second text is what a serial program would have.
//!
//! And for which loops one thread and a team may be tried in turn, to see which of them is faster.

use super::super::histograms;
use super::Pass;
use super::has_atomic;
use super::sharing::{can_copy, nameable};
use super::uses::Uses;
use crate::analyse::work;
use crate::plan::{
    Alone, COPIED, HostLoop, InParts, Lanes, LoopPlan, Measured, Part, Reduction, Sharing, Updated,
    Worth,
};
use accrs_frontend::directive::ReductionOp;
use accrs_frontend::region::{
    Canonical, Expr, ExprKind, For, Stmt, StmtId, StmtKind, Storage, Type, TypeId, Unit, VarId,
    Visit,
};
use indexmap::IndexSet;

/// Statements of a loop that is worth compiling twice.
const MOST: usize = 60;
/// Statements of a loop that is worth compiling a third time, for few iterations.
const FEW: usize = 12;
/// An atomic operation takes as long as so many others, and so does a call. Iterations of a loop in an iteration, where some number is wanted.
const ATOMIC: f64 = 20.0;
const CALL: f64 = 20.0;
const TYPICAL: f64 = 128.0;
/// SIMD instructions from which lanes with copies of what is summed up are faster than a sum in order.
const LONG: u64 = 6;

impl Pass<'_> {
    /// The loop where one thread runs it, if that is asked when it starts. `sharing`: its clauses for many.
    pub(super) fn for_one(
        &self,
        plan: &LoopPlan,
        l: &For,
        how: HostLoop,
        (sharing, uses): (&Sharing, &Uses),
        (reductions, parts): (&[Reduction], Vec<Reduction>),
    ) -> Option<Box<Alone>> {
        // Tiles of the user's are for many threads: one goes through the loops as they stand. In a team there is a text of parts at most.
        let forks = how.is_threads() && !(self.gangs && parts.is_empty());
        // One thread alone updates plainly what is atomic.
        let asks = match plan.worth {
            Some(Worth::Work { .. }) => true,
            Some(Worth::Unknown) => {
                let timed = reductions.iter().all(|r| in_any_order(self.unit, r));
                timed && has_atomic(&l.body) || !plan.apart.is_empty()
            }
            _ => !plan.apart.is_empty(),
        };
        if !forks || !asks && parts.is_empty() || !plan.arrays.is_empty() {
            return None;
        }
        // C89's compilers refuse such loops, and would do so for each text.
        let declares = |l: &For| l.canonical.as_ref().is_some_and(|h| h.declared);
        let inside = |s: &Stmt| matches!(&s.kind, StmtKind::For(l) if declares(l));
        let refused = self.unit.c89 && (declares(l) || l.body.any_stmt(inside));
        let once = refused || self.gangs || self.as_written || !twice(&l.body);
        if once && parts.is_empty() {
            return None;
        }
        if has_values(sharing, uses) {
            return None;
        }
        let counts = plan.heads.iter().filter(|h| !h.declared).map(|h| h.var);
        let mut own: IndexSet<VarId> = sharing.private.iter().copied().collect();
        own.extend(counts.filter(|v| !self.scope.counted.contains(v)));
        // The loop's own bounds are those of the variables around it.
        let first = plan.heads.first()?;
        let bounds = [&first.lower, &first.upper, &first.step];
        let hides = |v: &VarId| bounds.iter().any(|e| e.mentions(*v));
        if own.iter().any(|v| hides(v) || !can_copy(self.unit, *v)) {
            return None;
        }
        let counted = plan.counted.first().is_some_and(Option::is_some);
        let lanes = how == HostLoop::ThreadsSimd && plan.apart.is_empty() && !counted;
        let own = own.into_iter().collect();
        let simd = match lanes {
            true => self.lanes(plan, l, uses),
            false => None,
        };
        Some(Box::new(Alone {
            own,
            simd,
            parts,
            once,
        }))
    }

    /// Whether it is to be measured how many threads are best for a loop that forks. Its results must not tell them apart: sums of floating-point
    /// numbers would have other last digits in each run. The order of atomic operations differs in each run of a team.
    pub(super) fn is_timed(
        &self,
        plan: &LoopPlan,
        l: &For,
        how: HostLoop,
        reductions: &[Reduction],
        alone: Option<&Alone>,
    ) -> Option<Measured> {
        let parts = alone.map_or(&[][..], |a| &a.parts);
        let in_parts = |r: &Reduction| parts.iter().any(|p| p.var == r.var);
        let measured = match (has_atomic(&l.body), &plan.worth) {
            (false, Some(Worth::Work { .. } | Worth::Unknown)) => Measured::All,
            (true, Some(Worth::Work { .. } | Worth::Unknown)) => Measured::Long {
                slower: slower(&l.body),
            },
            _ => return None,
        };
        let timed = how.is_threads()
            && !self.gangs
            && plan.arrays.is_empty()
            && reductions
                .iter()
                .all(|r| in_any_order(self.unit, r) || in_parts(r));
        timed.then_some(measured)
    }

    /// The loop in parts, with copies of what it updates atomically, if that is all that is atomic in it, and of the arrays that it reduces.
    pub(super) fn in_parts(
        &self,
        plan: &LoopPlan,
        l: &For,
        how: HostLoop,
        (sharing, uses): (&Sharing, &Uses),
        reductions: &[Reduction],
    ) -> Option<Box<InParts>> {
        let mut atomic = IndexSet::new();
        l.body.each_stmt(|s| {
            if matches!(s.kind, StmtKind::Atomic { .. }) {
                atomic.insert(s.id);
            }
        });
        let updates = plan.updated.iter().flat_map(|u| &u.stmts);
        let known: IndexSet<StmtId> = updates.copied().collect();
        let (arrays, others): (Vec<&Reduction>, Vec<&Reduction>) = (reductions.iter())
            .partition(|r| is_array(self.unit, r) || is_static_member(self.unit, r));
        let mut updated = plan.updated.clone();
        for r in arrays {
            updated.push(self.copied(r)?);
        }
        let own = |v: &VarId| sharing.private.contains(v) || sharing.first.contains(v);
        let named = |v: &VarId| can_declare(self.unit, *v, &l.body);
        if updated.is_empty()
            || known != atomic
            || known.contains(&StmtId::NONE)
            || !how.is_threads()
            || self.gangs
            || self.as_written
            || !plan.arrays.is_empty()
            || !twice(&l.body)
            || has_values(sharing, uses)
            || updated
                .iter()
                .any(|u| own(&u.sum.var) || !named(&u.sum.var))
        {
            return None;
        }
        let others: Vec<Reduction> = others.into_iter().cloned().collect();
        let sums = self.sums(plan, l, &others)?;
        Some(Box::new(InParts { sums, updated }))
    }

    /// An array that a clause reduces, if parts can have copies of it.
    fn copied(&self, r: &Reduction) -> Option<Updated> {
        let elem = element(self.unit, r);
        let fits = r.pieces.is_empty() && histograms::takes(self.unit, elem, r.op);
        fits.then(|| Updated {
            sum: r.clone(),
            elem,
            stmts: Vec::new(),
        })
    }

    /// The sums of a loop that are made of parts of its iterations, and nothing else is.
    pub(super) fn parts(
        &self,
        plan: &LoopPlan,
        l: &For,
        how: HostLoop,
        reductions: &[Reduction],
    ) -> Vec<Reduction> {
        // A debugger sees the text as it is written.
        let takes = plan.worth.is_some() && how.is_threads() && !self.as_written;
        match takes && !has_atomic(&l.body) {
            true => self.sums(plan, l, reductions).unwrap_or_default(),
            false => Vec::new(),
        }
    }

    /// The sums whose digits depend on the order, if the loop can be cut into parts that make all of them. The loop stands where the
    /// user wrote it, and has a head that none of them changes.
    fn sums(&self, plan: &LoopPlan, l: &For, reductions: &[Reduction]) -> Option<Vec<Reduction>> {
        let unit = self.unit;
        let sums = reductions.iter().filter(|r| !in_any_order(unit, r));
        let sums: Vec<Reduction> = sums.cloned().collect();
        let head = plan.heads.first()?;
        let in_heads = |r: &Reduction| plan.heads.iter().any(|h| in_head(h, r));
        let stays = l.canonical.as_ref().is_some_and(|h| h.var == head.var)
            && plan.order.host.is_empty()
            && plan.counted.first().is_none_or(|why| *why != Some(COPIED))
            && plan.static_chunk.is_none();
        let simple = |r: &Reduction| {
            let ty = unit.types.canonical(unit.var(r.var).ty);
            let number = matches!(ty, Type::Float(_) | Type::Complex(_));
            number
                && !is_static_member(unit, r)
                && matches!(r.part, Part::Whole)
                && matches!(r.op, ReductionOp::Add | ReductionOp::Mul)
                && can_declare(unit, r.var, &l.body)
                && !in_heads(r)
        };
        // A thread that is done adds up while others still look for the start.
        let stays = stays && !(self.gangs && reductions.iter().any(in_heads));
        (stays && sums.iter().all(simple)).then_some(sums)
    }

    /// The loop on SIMD lanes, unless it is known to be too short for what it sums up.
    fn lanes(&self, plan: &LoopPlan, l: &For, uses: &Uses) -> Option<Lanes> {
        let how = HostLoop::Simd;
        let reductions = self.loop_reductions(plan, l, how, uses);
        let least = LONG * self.simd;
        let trips = (plan.heads.first()).and_then(|h| work::trips(self.unit, h));
        let sums = !reductions.is_empty();
        let refused = reductions.iter().any(|r| is_static_member(self.unit, r));
        if refused || sums && trips.is_some_and(|n| n < least as f64) {
            return None;
        }
        let asks = sums && trips.is_none() && plan.heads.len() == 1 && statements(&l.body) <= FEW;
        Some(Lanes {
            sharing: self.sharing(plan, l, how, 1, &reductions, uses),
            reductions,
            least: asks.then_some(least),
        })
    }
}

/// Whether threads have copies of variables that begin with a value or hand one on: these are OpenMP's to make.
fn has_values(sharing: &Sharing, uses: &Uses) -> bool {
    let changed = |v: &VarId| uses.assigned.contains(v);
    sharing.first.iter().any(changed) || !sharing.last.is_empty()
}

/// How many times as long an iteration takes with atomic operations, by an estimate.
fn slower(body: &Stmt) -> f64 {
    let mut work = Work::default();
    work.visit_stmt(body);
    let operations = work.operations.max(1.0);
    (operations + ATOMIC * work.atomics) / operations
}

/// What an iteration does: operations, and atomic ones.
#[derive(Default)]
struct Work {
    operations: f64,
    atomics: f64,
}

impl<'a> Visit<'a> for Work {
    fn visit_stmt(&mut self, s: &'a Stmt) {
        let before = (self.operations, self.atomics);
        self.walk_stmt(s);
        match &s.kind {
            StmtKind::For(_) | StmtKind::While { .. } | StmtKind::DoWhile { .. } => {
                self.operations += (self.operations - before.0) * (TYPICAL - 1.0);
                self.atomics += (self.atomics - before.1) * (TYPICAL - 1.0);
            }
            StmtKind::Atomic { .. } => self.atomics += 1.0,
            _ => {}
        }
    }

    fn visit_expr(&mut self, e: &'a Expr) {
        self.operations += match &e.kind {
            ExprKind::Call { .. } => CALL,
            ExprKind::Binary(..) | ExprKind::Unary(..) | ExprKind::Index(..) => 1.0,
            ExprKind::Assign(..) | ExprKind::Conditional(..) => 1.0,
            _ => 0.0,
        };
        self.walk_expr(e);
    }
}

fn in_head(head: &Canonical, r: &Reduction) -> bool {
    let bounds = [&head.lower, &head.upper, &head.step];
    bounds.iter().any(|e| e.mentions(r.var))
}

/// Whether no loop of a nest has bounds in which the variable of another one is.
pub(super) fn is_rectangular(plan: &LoopPlan) -> bool {
    let bounds = plan
        .heads
        .iter()
        .flat_map(|h| [&h.lower, &h.upper, &h.step]);
    let vars: Vec<VarId> = plan.heads.iter().map(|h| h.var).collect();
    !bounds
        .into_iter()
        .any(|e| vars.iter().any(|v| e.mentions(*v)))
}

/// Whether what a reduction comes to doesn't depend on the order.
fn in_any_order(unit: &Unit, r: &Reduction) -> bool {
    unit.types.is_integer(element(unit, r)) || matches!(r.op, ReductionOp::Min | ReductionOp::Max)
}

/// The type of what is reduced, element by element.
fn element(unit: &Unit, r: &Reduction) -> TypeId {
    let mut at = match &r.part {
        Part::Whole => unit.var(r.var).ty,
        Part::Elements { elem, .. } => *elem,
    };
    while let Type::Array(elem, _) = unit.types.canonical(at) {
        at = *elem;
    }
    at
}

/// Whether a declaration before a body makes another variable of each mention in it: C++'s names with `::` pass by it.
fn can_declare(unit: &Unit, var: VarId, body: &Stmt) -> bool {
    let name = unit.var(var).own_name();
    let other = |e: &Expr| e.is_var(var) && unit.source.slice(e.span) != name;
    let named = !nameable(unit, [var].into()).is_empty();
    named && (!unit.cpp || !body.any_expr(other))
}

/// A static member of a C++ class: OpenMP reduces none.
pub(super) fn is_static_member(unit: &Unit, r: &Reduction) -> bool {
    matches!(
        unit.var(r.var).storage,
        Storage::Global { in_class: true, .. }
    )
}

fn is_array(unit: &Unit, r: &Reduction) -> bool {
    matches!(r.part, Part::Elements { .. }) || unit.types.is_array(unit.var(r.var).ty)
}

fn statements(body: &Stmt) -> usize {
    let mut count = 0;
    body.each_stmt(|_| count += 1);
    count
}

/// Whether statements may stand in a program twice: they are few, and have no names that it may have once only.
fn twice(body: &Stmt) -> bool {
    let mut once = false;
    body.each_stmt(|s| {
        once |= match &s.kind {
            StmtKind::Label { .. } => true,
            StmtKind::Decl(all) => all.iter().any(|d| d.is_static),
            _ => false,
        };
    });
    !once && statements(body) <= MOST
}
