//! Loops that are parallel if sums in memory are combined (`y[i] += e`, `h[k[i]]++`): whether that is worth it, and how it is done.
//!
//! Where a loop around such a loop is parallel as it is, each of its threads adds up in order; where one inside is parallel that holds
//! the sums, its threads do. Both are better than to combine anything. Else each thread has a copy of what is summed up, which
//! gives the same result each time, if that is one element or a small array; and otherwise updates of integers, and
//! largest and smallest values, become atomic on a device. On the host's cores a loop with these stays in order: there they cost more than the threads gain. Atomic sums of
//! floating-point numbers would differ from run to run, so these are left to the user.
//!
//! A loop without iterations, or whose conditions never hold, doesn't touch the element at all, which may not even exist. So copies on
//! a device that have nothing to add leave it alone ([`Reduction::careful`]); where OpenMP can't, the loop is a device's only.

use super::decide::proven;
use super::histograms;
use super::nest::{Node, Summing};
use super::planner::Planner;
use super::reductions;
use super::scalars::Scalars;
use super::scope::Surroundings;
use crate::analyse::access::Access;
use crate::analyse::place;
use crate::analyse::show;
use crate::analyse::sums::{Sums, Update};
use crate::analyse::verdict::{Dependence, Touch};
use crate::plan::{AtomicUpdate, Better, ComputeKind, InOrder, Reason, ReasonKind, Reduction};
use accrs_frontend::directive::{
    AtomicKind, DataRef, Directive, DirectiveId, DirectiveKind, ReductionOp, Section,
};
use accrs_frontend::region::{
    ArrayLen, Canonical, Expr, ExprKind, FloatKind, Stmt, StmtId, StmtKind, Storage, Type, TypeId,
    UnaryOp, VarId, VisitMut,
};
use indexmap::IndexSet;

/// An array of so many elements is copied for each thread.
const MOST_ELEMENTS: u64 = 64;
/// Elements of an array of which threads of the host's cores may have copies: in text for people these are on their stacks.
const MOST_ON_CORES: u64 = 1 << 16;

/// How the sums of an object are combined.
#[derive(Clone)]
struct Way {
    var: VarId,
    how: How,
}

#[derive(Clone)]
enum How {
    /// By copies; and why not on the host's cores, if not.
    Copies(Box<Reduction>, Option<String>),
    /// By atomic updates on devices, and on the host's cores by copies of the whole array, if it is one that they can copy.
    Atomic(Vec<AtomicUpdate>, Option<Box<Reduction>>),
}

/// What the loops around a loop do.
enum Around<'w> {
    /// They run in order, if there are any. `alone`: nothing in the innermost of them is parallel as it is, so that one
    /// thread does all of it.
    InOrder {
        alone: bool,
    },
    Parallel,
    /// They are parallel because these sums are combined.
    Combine(&'w [Way]),
}

/// The object in which sums stand in a loop's way, if that is all that the dependence is about.
pub fn in_the_way<'a>(n: &Node<'a>, s: &Surroundings<'_, 'a>, found: &Dependence) -> Option<VarId> {
    let Dependence::Memory { first, second, .. } = found else {
        return None;
    };
    let facts = s.facts.part(n.body);
    let op = |t: &Touch| facts.sums().update(&t.what).map(|u| u.op);
    let own = op(first)?;
    let same = |t: &Touch| t.root == first.root && op(t) == Some(own);
    second.as_ref().is_none_or(same).then_some(first.root)
}

/// Decides for all loops that would be parallel if sums were combined.
pub fn settle<'a>(p: &mut Planner<'_>, roots: &mut [Node<'a>], s: &Surroundings<'_, 'a>) {
    let mut heads = IndexSet::new();
    roots
        .iter()
        .for_each(|n| n.each(&mut |n| heads.extend(n.head_vars())));
    // The host steps through the loops of `kernels` around a kernel, so their variables are the same in all of it.
    if s.kind != ComputeKind::Kernels {
        heads.clear();
    }
    let cx = Context { s, heads };
    for n in roots {
        nest(p, n, &cx, &Around::InOrder { alone: false });
    }
}

/// What holds for all loops.
struct Context<'c, 'a> {
    s: &'c Surroundings<'c, 'a>,
    /// The variables of loops that keep their values in the kernels inside.
    heads: IndexSet<VarId>,
}

fn nest<'a>(p: &mut Planner<'_>, n: &mut Node<'a>, cx: &Context<'_, 'a>, around: &Around<'_>) {
    let mut ways = Vec::new();
    let found = n.decision.summing.take();
    // Of a loop of `parallel` that nobody called independent no sums are combined.
    let left_over = n.automatic && !matches!(around, Around::Parallel);
    if let Some(found) = found.filter(|_| !left_over) {
        let inside = n.children.iter().any(|c| holds(c, cx.s, &found.of));
        let certain = found.free.is_certain() && found.alone;
        let left = match around {
            Around::Parallel => Some(Better::Around { certain }),
            Around::InOrder { .. } if inside => Some(Better::Inside),
            Around::InOrder { alone: true } => Some(Better::Nothing { certain }),
            Around::InOrder { alone: false } => {
                ways = all_ways(p, n, cx, &found.of);
                None
            }
            Around::Combine(all) => {
                let ours = all.iter().filter(|w| found.of.contains(&w.var));
                ways = ours.cloned().collect();
                (ways.len() < found.of.len()).then_some(Better::Around { certain: false })
            }
        };
        match left {
            Some(better) => {
                let why = ReasonKind::InOrder(InOrder::Sums(better));
                n.decision.reason = Reason::new(why);
                n.decision.summed = Some(found).filter(|f| f.alone);
            }
            None if ways.is_empty() => {}
            None => combine(n, *found, &ways),
        }
    }
    let inside = match (n.decision.parallel, ways.as_slice()) {
        (true, []) => &Around::Parallel,
        (true, ways) => &Around::Combine(ways),
        (false, _) if matches!(around, Around::InOrder { .. }) => &Around::InOrder {
            alone: !n.children.iter().any(is_parallel),
        },
        (false, _) => around,
    };
    for c in &mut n.children {
        nest(p, c, cx, inside);
    }
}

fn is_parallel(n: &Node<'_>) -> bool {
    n.decision.parallel || n.children.iter().any(is_parallel)
}

/// Whether a loop, or one inside of it, is parallel as it is and sums up in one of these objects.
fn holds<'a>(n: &Node<'a>, s: &Surroundings<'_, 'a>, of: &IndexSet<VarId>) -> bool {
    let facts = s.facts.part(n.body);
    let sums = |a: &Access<'_>| of.contains(&a.root) && facts.sums().update(a.what).is_some();
    n.decision.parallel && facts.accesses().found.iter().any(sums)
        || n.children.iter().any(|c| holds(c, s, of))
}

/// The loop becomes parallel.
fn combine(n: &mut Node<'_>, found: Summing, ways: &[Way]) {
    let d = &mut n.decision;
    d.parallel = true;
    d.reason = Reason::new(proven(found.free));
    d.privatisable = found.privatisable;
    d.reductions = found.reductions;
    for w in ways {
        match &w.how {
            How::Copies(r, otherwise) => {
                d.reductions.push(Reduction::clone(r));
                d.device_only |= otherwise.is_some();
                let note =
                    |why: &String| format!("on the host's cores it runs sequentially: {why}");
                d.notes.extend(otherwise.iter().map(note));
            }
            How::Atomic(all, copied) => {
                d.atomics.extend(all.iter().cloned());
                d.on_cores
                    .extend(copied.iter().map(|r| Reduction::clone(r)));
                d.device_only |= copied.is_none();
            }
        }
    }
}

/// A way for each of the objects, or none.
fn all_ways<'a>(
    p: &mut Planner<'_>,
    n: &mut Node<'a>,
    cx: &Context<'_, 'a>,
    of: &IndexSet<VarId>,
) -> Vec<Way> {
    let facts = cx.s.facts.part(n.body);
    let mut ways = Vec::new();
    for &var in of {
        let all = facts.accesses().found.iter().filter(|a| a.root == var);
        let object = Object {
            var,
            all: all.collect(),
            sums: facts.sums(),
        };
        let kept = is_shared(p, n, cx.s, var);
        let copies = kept.then(|| object.copies(p, n, cx)).flatten();
        let how = match copies {
            Some(r) => {
                let otherwise = object.not_on_cores(p, n, &r);
                How::Copies(Box::new(r), otherwise)
            }
            None => match object.atomics(p) {
                Ok(updates) if kept => How::Atomic(updates, object.on_cores(p).map(Box::new)),
                Ok(_) => return Vec::new(),
                Err(why) => {
                    n.decision.notes.extend(why);
                    return Vec::new();
                }
            },
        };
        ways.push(Way { var, how });
    }
    ways
}

/// Whether the construct and what is around it share an object: no clause gives threads copies of it, nor is it
/// declared in the construct.
fn is_shared(p: &Planner<'_>, n: &Node<'_>, s: &Surroundings<'_, '_>, var: VarId) -> bool {
    let clauses = super::scalars::clause_privates(n);
    let private = s.privates.contains(&var) || s.reduced.contains(&var) || clauses.contains(&var);
    !private && p.unit.var(var).storage != Storage::Region
}

/// An object in which a loop sums up, and all that the loop does with it.
struct Object<'o, 'a> {
    var: VarId,
    all: Vec<&'o Access<'a>>,
    sums: &'o Sums<'a>,
}

impl<'a> Object<'_, 'a> {
    /// A copy for each thread of the one element, or of a small array; nothing else may be done with it.
    fn copies(&self, p: &mut Planner<'_>, n: &Node<'a>, cx: &Context<'_, 'a>) -> Option<Reduction> {
        let updates = self.all.iter().map(|a| self.sums.update(a.what));
        let updates: Vec<&Update<'a>> = updates.collect::<Option<_>>()?;
        let first = *updates.first()?;
        // These make a truth value of any number, also with nothing to add.
        let truth = matches!(first.op.op, ReductionOp::And | ReductionOp::Or);
        if truth || updates.iter().any(|u| u.op != first.op) {
            return None;
        }
        let one = updates.iter().all(|u| u.target.is_like(first.target));
        let element = one
            .then(|| element(p, n, cx, self.var, first.target))
            .flatten();
        if let Some(r) = element {
            let found = reductions::of_clause(p, first.op.op, &r)?;
            return Some(Reduction {
                extreme: first.op.extreme,
                inferred: true,
                careful: true,
                ..found
            });
        }
        is_small(p, self.var).then(|| Reduction {
            careful: true,
            ..reductions::inferred(p, first.op, self.var, first.target.span)
        })
    }

    /// Why the host's cores don't combine copies, if they don't. OpenMP names no members, and stores the result in any case: the memory has to be there, and the
    /// identity to change no element.
    fn not_on_cores(&self, p: &Planner<'_>, n: &Node<'_>, r: &Reduction) -> Option<String> {
        if p.unit.var(r.var).member.is_some() {
            return Some("OpenMP reduces no members of structs".into());
        }
        let runs = |h: &Canonical| match (h.lower.int_value(), h.upper.int_value()) {
            (Some(lower), Some(upper)) => lower < upper && !h.down,
            _ => false,
        };
        let always = |a: &Access<'a>| {
            let mut loops = n.heads.iter().chain(&a.loops);
            a.certain && loops.all(|h| runs(h))
        };
        let ordered = matches!(r.op, ReductionOp::Max | ReductionOp::Min);
        let there = p.unit.types.is_array(p.unit.var(r.var).ty)
            && !place::is_array_parameter(p.unit, r.var);
        let floating = self.all.iter().any(|a| p.unit.types.is_floating(a.ty));
        let harmless = self.all.iter().any(|a| always(a)) || there && !(ordered && floating);
        let why = || format!("OpenMP would touch {} even where no iteration does", r.text);
        (!harmless).then(why)
    }

    /// A copy of the whole array for each part of the iterations on the host's cores, where the order of the updates makes no difference.
    fn on_cores(&self, p: &Planner<'_>) -> Option<Reduction> {
        let updates = self.all.iter().map(|a| self.sums.update(a.what));
        let updates: Vec<&Update<'a>> = updates.collect::<Option<_>>()?;
        let first = *updates.first()?;
        let (unit, how) = (p.unit, first.op);
        if !p.options.transforms_cores() {
            return None;
        }
        let same = |u: &&Update<'a>| u.op == how && unit.types.is_integer(u.target.ty);
        let (element, count) = elements(p, self.var)?;
        let takes = histograms::takes(unit, element, how.op) && count <= MOST_ON_CORES;
        let whole = || reductions::inferred(p, how, self.var, first.target.span);
        (takes && updates.iter().all(same)).then(whole)
    }

    /// Its updates as atomic ones; or, where there is one, a word on why not.
    fn atomics(&self, p: &Planner<'_>) -> Result<Vec<AtomicUpdate>, Option<String>> {
        let mut all: Vec<AtomicUpdate> = Vec::new();
        for u in self.all.iter().filter_map(|a| self.sums.update(a.what)) {
            let text = show::expr(p.unit, u.target);
            let ordered = matches!(u.op.op, ReductionOp::Max | ReductionOp::Min);
            if u.atomic && !ordered && p.unit.types.is_floating(u.target.ty) {
                return Err(Some(format!(
                    "{text} is summed up sequentially, since atomic updates of floating-point numbers give another result in each run; with '#pragma acc atomic' before the statement the loop is parallel"
                )));
            }
            if !u.plain || !is_atomic_type(p, u.target.ty, ordered) {
                return Err(None);
            }
            if all.iter().all(|known| known.stmt != u.stmt.id) {
                all.push(AtomicUpdate {
                    stmt: u.stmt.id,
                    op: Some(u.op.op),
                    text,
                });
            }
        }
        let named = all.iter().all(|u| u.stmt != StmtId::NONE);
        if named { Ok(all) } else { Err(None) }
    }
}

/// A number that all targets update atomically, to the same result in any order: the largest and the smallest are so of
/// floating-point numbers too.
fn is_atomic_type(p: &Planner<'_>, ty: TypeId, ordered: bool) -> bool {
    let types = &p.unit.types;
    match types.canonical(ty) {
        Type::Bool => false,
        Type::Float(FloatKind::Float | FloatKind::Double) => ordered,
        _ => types.is_integer(ty) && matches!(types.size_of(ty), Some(1 | 2 | 4 | 8)),
    }
}

/// An array of numbers of which each thread can have a copy.
fn is_small(p: &Planner<'_>, var: VarId) -> bool {
    elements(p, var).is_some_and(|(_, count)| count <= MOST_ELEMENTS)
}

/// The type of an array's numbers, and how many it has in all dimensions.
fn elements(p: &Planner<'_>, var: VarId) -> Option<(TypeId, u64)> {
    let (types, v) = (&p.unit.types, p.unit.var(var));
    let (mut elem, mut count) = (v.ty, 1u64);
    while let Type::Array(to, ArrayLen::Fixed(n)) = types.canonical(elem) {
        (elem, count) = (*to, count.saturating_mul(*n));
    }
    let number = types.is_integer(elem) || types.is_floating(elem);
    let array = types.is_array(v.ty) && !place::is_array_parameter(p.unit, var);
    (array && number).then_some((elem, count))
}

/// An element of an array, or behind a pointer, that is the same in all iterations, as a clause would name it.
fn element<'a>(
    p: &Planner<'_>,
    n: &Node<'a>,
    cx: &Context<'_, 'a>,
    var: VarId,
    target: &Expr,
) -> Option<DataRef<Expr>> {
    let types = &p.unit.types;
    let facts = cx.s.facts.part(n.body);
    let used = facts.uses();
    let fixed = |e: &Expr| match &e.kind {
        ExprKind::Var(v) => {
            let own = n.head_vars().any(|h| h == *v) || used.writes(*v);
            let number = types.is_integer(p.unit.var(*v).ty);
            let there = p.unit.var(*v).storage != Storage::Region || cx.heads.contains(v);
            number && !own && there
        }
        ExprKind::IntLit { .. }
        | ExprKind::CharLit { .. }
        | ExprKind::EnumConst { .. }
        | ExprKind::Cast { .. }
        | ExprKind::Binary(..) => true,
        ExprKind::Unary(op, _) => matches!(op, UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot),
        _ => false,
    };
    let mut at = target;
    let mut indices = Vec::new();
    let base = loop {
        at = at.strip_implicit();
        match &at.kind {
            ExprKind::Index(of, i) if !i.any_expr(|e| !fixed(e)) => {
                indices.push((**i).clone());
                at = of;
            }
            ExprKind::Unary(UnaryOp::Deref, of) => {
                let text = "0".to_string();
                let zero = ExprKind::IntLit { value: 0, text };
                indices.push(Expr::new(zero, types.int(), at.span));
                at = of;
            }
            ExprKind::Var(v) if *v == var => break at,
            _ => return None,
        }
    };
    // Behind the first subscript there are arrays of fixed length alone.
    let mut ty = match types.canonical(base.ty) {
        Type::Pointer(to) if !used.writes(var) => *to,
        Type::Array(to, _) => *to,
        _ => return None,
    };
    for _ in 1..indices.len() {
        ty = match types.canonical(ty) {
            Type::Array(to, ArrayLen::Fixed(_)) => *to,
            _ => return None,
        };
    }
    indices.reverse();
    (types.is_integer(ty) || types.is_floating(ty)).then(|| DataRef {
        base: base.clone(),
        sections: indices.into_iter().map(Section::Element).collect(),
        text: show::expr(p.unit, target),
        span: target.span,
    })
}

/// Flags that iterations only set: each store is atomic, on devices and between the host's threads.
pub fn set_flags(p: &Planner<'_>, n: &mut Node<'_>, scalars: &Scalars) {
    for (var, stmts) in &scalars.flags {
        let text = p.unit.var(*var).name.clone();
        let of = |stmt: &StmtId| AtomicUpdate {
            stmt: *stmt,
            op: None,
            text: text.clone(),
        };
        n.decision.atomics.extend(stmts.iter().map(of));
    }
}

/// Makes the updates of loops over a device's threads atomic in the bodies of kernels.
pub fn make_atomic(kernels: &mut [Vec<Stmt>], roots: &[Node<'_>]) {
    let mut found = IndexSet::new();
    for n in roots {
        n.each(&mut |n| {
            let all = n.decision.atomics.iter().filter(|_| n.is_partitioned());
            found.extend(all.map(|u| u.stmt));
        });
    }
    for body in kernels {
        atomic_statements(body, found.clone());
    }
}

/// Makes these statements of a kernel atomic updates.
pub fn atomic_statements(body: &mut [Stmt], all: IndexSet<StmtId>) {
    if !all.is_empty() {
        let mut make = MakeAtomic(all);
        body.iter_mut().for_each(|s| make.visit_stmt(s));
    }
}

/// The directive of those.
const MADE: DirectiveId = DirectiveId(u32::MAX);

/// Whether no user wrote an `atomic` directive.
pub fn is_made(directive: &Directive<Expr>) -> bool {
    directive.id == MADE
}

/// The statements with these numbers.
struct MakeAtomic(IndexSet<StmtId>);

impl VisitMut for MakeAtomic {
    fn visit_stmt(&mut self, s: &mut Stmt) {
        if !self.0.contains(&s.id) {
            return self.walk_stmt(s);
        }
        let (kind, name) = match &s.kind {
            StmtKind::Expr(e) if is_store(e) => (AtomicKind::Write, "atomic write"),
            _ => (AtomicKind::Update, "atomic update"),
        };
        let directive = Directive {
            id: MADE,
            kind: DirectiveKind::Atomic(kind),
            clauses: Vec::new(),
            span: s.span,
            name: name.into(),
        };
        let body = Box::new(s.clone());
        *s = Stmt::new(StmtKind::Atomic { directive, body }, s.span);
    }
}

/// The same value each time, whatever was there.
fn is_store(e: &Expr) -> bool {
    matches!(&e.kind, ExprKind::Assign(None, to, from)
        if to.variable().is_some_and(|v| !from.any_expr(|e| e.is_var(v))))
}
