//! Loops that stand in what devices run in the place of others of the text: several for one (`distribute`), one for several (`fuse`), or other ones for all
//! (`affine`).
//!
//! ```text
//! renew   copies of statements
//! trial   a unit with some of them, and its plan
//! cores   both for the cores
//! made    loops that are in no text
//! rank    how well a plan runs statements
//! whole   what they ask of pointers, and what runs where memory overlaps
//! ```

pub mod cores;
pub mod made;
pub mod rank;
pub mod renew;
pub mod trial;
pub mod whole;

use super::nest::Node;
use super::plan_of;
use crate::analyse::uses::Uses;
use crate::options::Options;
use crate::plan::Plan;
use accrs_frontend::Unit;
use accrs_frontend::region::{
    Canonical, Construct, ConstructId, Expr, ExprKind, For, Fused, LoopCmp, LoopId, Recast,
    Recasting, Stmt, StmtKind, UnaryOp, VarId,
};
use accrs_frontend::source::Span;
use indexmap::IndexSet;

/// The plan of a unit's constructs in which a rewriting may find something: what has been decided of them before, and the rest.
pub fn first_plan(
    plan: Option<Plan>,
    unit: &Unit,
    options: &Options,
    (text, may_have): (&Unit, impl Fn(&Unit, &Construct) -> bool),
) -> Plan {
    let mut plan = plan.unwrap_or_default();
    let asked = text.constructs.iter().filter(|c| may_have(text, c));
    let ids: IndexSet<ConstructId> = asked
        .map(|c| c.id)
        .filter(|id| !plan.constructs.contains_key(id))
        .collect();
    if !ids.is_empty() {
        let (more, _) = plan_of(unit, options, ids);
        plan.constructs.extend(more.constructs);
    }
    plan
}

/// How the loops and statements of a construct are run as they are.
pub struct Now {
    /// Loops that threads share.
    pub shared: IndexSet<LoopId>,
    /// Statements that few threads run.
    pub poor: IndexSet<Span>,
    /// Statements in a loop in order in whose turns all threads wait for each other.
    pub stepped: IndexSet<Span>,
}

impl Now {
    /// Whether one of the statements that run most often is poor.
    pub fn has_poor(&self, leaves: &[Deep]) -> bool {
        has_deep(leaves, &self.poor)
    }

    /// Whether one of them is in such a loop in order.
    pub fn has_stepped(&self, leaves: &[Deep]) -> bool {
        has_deep(leaves, &self.stepped)
    }
}

/// Whether one of the statements that run most often is among some.
fn has_deep(leaves: &[Deep], some: &IndexSet<Span>) -> bool {
    let mut deep = leaves.iter().filter(|(_, deep)| *deep);
    deep.any(|(span, _)| some.contains(span))
}

/// The place of a statement that isn't a loop, and whether it is in as many loops as any other of its nest.
pub type Deep = (Span, bool);

/// The statements in a loop that aren't loops, and in how many loops of the nest the deepest ones are.
pub fn by_depth(nest: &Stmt, l: &For) -> Option<(usize, Vec<Deep>)> {
    let all = loops(nest);
    let depth = |leaf: &Stmt| {
        let holds = |l: &&&For| l.body.any_stmt(|inner| std::ptr::eq(inner, leaf));
        all.iter().filter(holds).count()
    };
    let leaves = leaves(&l.body);
    let deepest = leaves.iter().map(|s| depth(s)).max()?;
    let deep = leaves.iter().map(|s| (s.span, depth(s) == deepest));
    Some((deepest, deep.collect()))
}

/// The cores run the text, in which these loops don't stand.
pub fn only_on_devices(c: &Construct, roots: &mut [Node<'_>]) {
    fn mark(n: &mut Node<'_>) {
        n.decision.device_only = true;
        n.children.iter_mut().for_each(mark);
    }
    let Some(members) = c.members.as_ref().filter(|m| !m.recast.is_empty()) else {
        return;
    };
    for n in roots {
        match members.recast.iter().any(|r| r.loops.contains(&n.loop_.id)) {
            true => mark(n),
            false => only_on_devices(c, &mut n.children),
        }
    }
}

/// Tells of these loops.
pub fn settle(c: &Construct, unit: &Unit, roots: &mut [Node<'_>]) {
    let on_cores = c.on_cores.iter().flat_map(|o| &o.fused);
    for fused in on_cores {
        for n in roots.iter_mut() {
            tell_of_fused(unit, fused, n);
        }
    }
    let of_cores: Vec<&Recast> = c.on_cores.iter().flat_map(|o| &o.recast).collect();
    tell("the host's cores", &of_cores, unit, roots);
    let of_devices: Vec<&Recast> = c.members.iter().flat_map(|m| &m.recast).collect();
    tell("devices", &of_devices, unit, roots);
}

fn tell_of_fused(unit: &Unit, fused: &Fused, n: &mut Node<'_>) {
    if n.loop_.id == fused.id {
        let lines = lines(unit, fused.loops.iter());
        n.decision.notes.push(format!(
            "the host's cores run the loops at {lines} as one: their iterations are the same, and what both touch is fetched once"
        ));
    }
    for c in &mut n.children {
        tell_of_fused(unit, fused, c);
    }
}

fn tell(who: &str, all: &[&Recast], unit: &Unit, roots: &mut [Node<'_>]) {
    if all.is_empty() {
        return;
    }
    for n in roots {
        for recast in all {
            let number = recast.loops.iter().position(|id| *id == n.loop_.id);
            let note = number.and_then(|number| told(who, unit, number, recast, n.body));
            n.decision.notes.extend(note);
        }
        tell(who, all, unit, &mut n.children);
    }
}

fn told(who: &str, unit: &Unit, number: usize, recast: &Recast, body: &Stmt) -> Option<String> {
    let first = number == 0;
    Some(match &recast.how {
        Recasting::Cut(at) => {
            return first.then(|| {
                format!(
                    "{who} run this loop in parts, before, at and after {at}, whose elements the other iterations use"
                )
            });
        }
        Recasting::Order(order) => format!(
            "{who} run the iterations in another order, in which threads can share them: {order}"
        ),
        Recasting::Joined => {
            let text = match &recast.whole.kind {
                StmtKind::Block(text) => text.as_slice(),
                _ => std::slice::from_ref(&recast.whole),
            };
            let lines = lines(unit, text.iter());
            format!(
                "{who} run the loops at {lines} as one: their iterations are the same, and what they hand on to each other they do in one of these"
            )
        }
        Recasting::Pieces => {
            let mut assignments = Vec::new();
            assigning(body, &mut assignments);
            let lines = lines(unit, assignments.into_iter());
            format!(
                "{who} run this loop as {}, one after the other, so that threads share more of it: number {} has {lines}",
                recast.loops.len(),
                number + 1
            )
        }
    })
}

/// The statements that do something, also those under conditions that other passes have put there.
fn assigning<'s>(s: &'s Stmt, out: &mut Vec<&'s Stmt>) {
    match &s.kind {
        StmtKind::Expr(_) | StmtKind::Decl(_) => out.push(s),
        StmtKind::Block(inner) => inner.iter().for_each(|s| assigning(s, out)),
        StmtKind::For(l) => assigning(&l.body, out),
        StmtKind::If { then, els, .. } => {
            assigning(then, out);
            els.iter().for_each(|s| assigning(s, out));
        }
        _ => {}
    }
}

/// "lines 11, 14"
fn lines<'s>(unit: &Unit, stmts: impl Iterator<Item = &'s Stmt>) -> String {
    let lines: IndexSet<u32> = stmts.map(|s| unit.source.line(s.span.start)).collect();
    let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
    match lines.as_slice() {
        [one] => format!("line {one}"),
        many => format!("lines {}", many.join(", ")),
    }
}

/// The statements that a loop's body consists of, those of loops inside among them.
pub fn leaves(body: &Stmt) -> Vec<&Stmt> {
    fn add<'s>(s: &'s Stmt, out: &mut Vec<&'s Stmt>) {
        match &s.kind {
            StmtKind::Empty => {}
            StmtKind::Block(inner) => inner.iter().for_each(|s| add(s, out)),
            StmtKind::For(l) if l.canonical.is_some() => add(&l.body, out),
            _ => out.push(s),
        }
    }
    let mut out = Vec::new();
    add(body, &mut out);
    out
}

/// Whether a loop's head names a variable in a bound or in its step.
pub fn head_names(l: &For, v: VarId) -> bool {
    l.canonical.as_ref().is_some_and(|h| {
        [&h.lower, &h.upper, &h.step]
            .into_iter()
            .any(|e| e.mentions(v))
    })
}

/// Whether a statement names a variable, or declares it.
pub fn names(s: &Stmt, v: VarId) -> bool {
    let declares = |s: &Stmt| match &s.kind {
        StmtKind::Decl(all) => all.iter().any(|d| d.var == v),
        _ => false,
    };
    s.mentions(v) || s.any_stmt(declares)
}

/// The loops of a nest.
pub fn loops(nest: &Stmt) -> Vec<&For> {
    let mut all = Vec::new();
    nest.each_stmt(|s| {
        if let StmtKind::For(l) = &s.kind {
            all.push(&**l);
        }
    });
    all
}

/// A loop that counts one way to its end, with nothing said of it; or no loop.
pub fn is_regular(unit: &Unit, s: &Stmt) -> bool {
    let StmtKind::For(l) = &s.kind else {
        return true;
    };
    l.directive.is_none()
        && l.canonical.as_ref().is_some_and(|h| {
            let ty = unit.var(h.var).ty;
            match h.cmp {
                LoopCmp::Lt | LoopCmp::Le => !h.down,
                LoopCmp::Gt | LoopCmp::Ge => h.down,
                // An unsigned variable may go around the end of its type.
                LoopCmp::Ne => unit.types.is_integer(ty) && !unit.types.is_unsigned(ty),
            }
        })
}

/// Whether a loop runs for the numbers between its bounds, whatever their types: a negative number that is compared as an unsigned one is a large one.
pub fn is_counted(unit: &Unit, l: &For) -> bool {
    let types = &unit.types;
    super::region::is_simple(l)
        && l.canonical.as_ref().is_some_and(|h| {
            let mixed = types.is_unsigned(h.upper.ty) && !types.is_unsigned(unit.var(h.var).ty);
            !mixed || !h.down && h.lower.int_value().is_some_and(|n| n >= 0)
        })
}

/// Whether a loop's bounds are the same wherever in it they are looked at.
pub fn is_fixed(head: &Canonical, uses: &Uses) -> bool {
    let changes = |e: &Expr| match &e.kind {
        ExprKind::Var(v) => uses.writes(*v),
        ExprKind::Index(..) | ExprKind::Call { .. } | ExprKind::Member { arrow: true, .. } => true,
        ExprKind::Unary(op, _) => matches!(op, UnaryOp::Deref),
        _ => false,
    };
    ![&head.lower, &head.upper, &head.step]
        .into_iter()
        .any(|e| e.any_expr(changes))
}
