//! Which loops get gang, worker, vector: as the clauses say, else chosen here.

use super::gangs;
use super::nest::Node;
use super::owned;
use super::planner::{Planner, code};
use super::rows;
use crate::plan::{InOrder, Levels, Order, Reason, ReasonKind};
use accrs_frontend::region::{Level, Stmt, StmtKind};
use accrs_frontend::{Diagnostic, Unit};

#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Context {
    /// `kernels`: loops without a directive are candidates too.
    pub kernels: bool,
    /// Loops that ask for workers or vectors alone are spread over the gangs as well (§2.9.2).
    pub gang_implied: bool,
    /// Each nest is all that its kernel does.
    pub alone: bool,
    /// The construct's `num_gangs` has several arguments: no gang loop can reduce (§2.9.11).
    pub dimensions: bool,
    /// The construct says how large a block is.
    pub sized: bool,
}

/// Sets the levels of all loops: of each nest that starts with a parallel loop.
pub fn assign_nests(p: &mut Planner<'_>, n: &mut Node<'_>, cx: Context) {
    if n.decision.parallel {
        return assign(p, n, cx);
    }
    n.decision.levels = Levels {
        seq: true,
        ..Levels::default()
    };
    n.children.iter_mut().for_each(|c| assign_nests(p, c, cx));
}

/// Likewise, for the loops of a routine of this level: they take it, and those inside of it.
pub fn assign_routine(p: &mut Planner<'_>, n: &mut Node<'_>, level: Level) {
    let above = match level {
        Level::Seq => return clear(n, InOrder::SeqRoutine),
        Level::Vector => Some(1),
        Level::Worker => Some(0),
        Level::Gang(_) => None,
    };
    if n.decision.parallel {
        explicit(n);
        let cx = Context {
            kernels: false,
            gang_implied: above.is_none(),
            alone: false,
            dimensions: false,
            sized: true,
        };
        if cx.gang_implied {
            imply_gang(n, false, cx);
        }
        fill(n, above, cx);
        conclude(n, true);
        check_order(p, n, false, &mut Vec::new());
        return gangs::settle(p, n, cx.alone);
    }
    n.decision.levels = Levels {
        seq: true,
        ..Levels::default()
    };
    n.children
        .iter_mut()
        .for_each(|c| assign_routine(p, c, level));
}

/// Takes all levels from a nest that will run on one thread.
pub fn clear(n: &mut Node<'_>, why: InOrder) {
    if n.is_partitioned() {
        n.decision.reason = Reason::new(ReasonKind::InOrder(why));
    }
    n.decision.levels = Levels {
        seq: true,
        ..Levels::default()
    };
    n.decision.reductions.clear();
    n.decision.order = Order::default();
    n.children.iter_mut().for_each(|c| clear(c, why));
}

fn assign(p: &mut Planner<'_>, root: &mut Node<'_>, cx: Context) {
    explicit(root);
    if cx.kernels {
        keep_lengths(p, root, false);
    }
    if cx.gang_implied {
        imply_gang(root, false, cx);
    }
    give_gangs(root, cx);
    let free = cx.alone && root.calls.is_none() && root.decision.parallel;
    let chain = tight_chain(root, cx);
    let given = any_level(root);
    let columns = free && !given && root.columns && !cx.sized;
    if columns {
        rows::of_columns(p, root);
    } else if free && !given && chain >= 2 {
        // Nothing given: all loops of a tight nest, in OpenUH's ways.
        choose_tight(root, chain.min(3));
    } else if free && spreads(root) {
        choose_tight(root, 3);
    } else {
        fill(root, None, cx);
    }
    if cx.alone && !cx.sized && !columns {
        rows::short(p, root);
        rows::asked(p, root);
    }
    if !columns {
        rows::beside(root);
    }
    if cx.alone && !cx.sized {
        rows::of_any_length(p, root);
    }
    conclude(root, false);
    check_order(p, root, cx.kernels, &mut Vec::new());
    gangs::settle(p, root, cx.alone);
}

/// Loops inside of iterations that have an array of variable length: threads of a block can't share one, so they stay in order where nobody asks for
/// more.
fn keep_lengths(p: &Planner<'_>, n: &mut Node<'_>, inside: bool) {
    let own = inside || declares_length(p.unit, std::slice::from_ref(n.loop_.body.as_ref()));
    for c in &mut n.children {
        let shares = own && !any_level(c);
        if shares && c.decision.parallel {
            owned::refuse(c, InOrder::OwnArray);
        }
        keep_lengths(p, c, shares);
    }
}

/// Whether statements declare an array of variable length, outside of the loops among them.
fn declares_length(unit: &Unit, stmts: &[Stmt]) -> bool {
    stmts.iter().any(|s| match &s.kind {
        StmtKind::Decl(all) => all.iter().any(|d| {
            let ty = unit.var(d.var).ty;
            unit.types.is_array(ty) && unit.types.is_variably_modified(ty)
        }),
        StmtKind::Block(inner) => declares_length(unit, inner),
        _ => false,
    })
}

fn explicit(n: &mut Node<'_>) {
    if n.decision.parallel
        && let Some(c) = &n.clauses
    {
        n.decision.levels = Levels {
            gang: c.gang.is_some(),
            worker: c.worker.is_some(),
            vector: c.vector.is_some(),
            seq: false,
        };
        n.decision.dim = c.gang_dim;
    }
    n.children.iter_mut().for_each(explicit);
}

/// Loops whose iterations have arrays for themselves are a gang's, where the loops inside can have its threads: a block then has one copy,
/// in shared memory, and not one for each thread.
fn give_gangs(n: &mut Node<'_>, cx: Context) {
    if any_level(n) {
        return;
    }
    let own = |n: &Node<'_>| n.decision.parallel && !n.decision.arrays.is_empty();
    if !own(n) {
        return n.children.iter_mut().for_each(|c| give_gangs(c, cx));
    }
    let mut chain = 1;
    let mut at = &*n;
    while at.tight
        && let [inner] = at.children.as_slice()
        && own(inner)
    {
        chain += 1;
        at = inner;
    }
    if chain > 3 || !cx.alone || !candidate_below(at, cx) {
        return;
    }
    let mut at = n;
    for left in (0..chain).rev() {
        at.decision.levels.gang = true;
        match at.children.first_mut() {
            Some(inner) if left > 0 => at = inner,
            _ => break,
        }
    }
}

/// "A `gang(dim:1)` clause is implied on a data-independent loop construct without an explicit `gang` clause"
/// where it would be permitted, on the outermost such loop (§2.9.2), also inside of loops over gangs of higher dimensions
/// (`inside`). Other loops without any level get theirs in [`fill`].
fn imply_gang(n: &mut Node<'_>, inside: bool, cx: Context) {
    let l = n.decision.levels;
    if l.gang {
        if n.decision.dim.is_some_and(|d| d > 1) {
            n.children.iter_mut().for_each(|c| imply_gang(c, true, cx));
        }
        return;
    }
    let below = n.children.iter().any(any_gang);
    let reduces = |c: &super::clauses::LoopClauses<'_>| !c.reductions.is_empty();
    let refused = cx.dimensions && n.clauses.as_ref().is_some_and(reduces);
    if n.is_partitioned() && (below || refused) {
        return;
    }
    let free = n.decision.parallel && n.clauses.is_some() && !below;
    let innermost = !n.children.iter().any(|c| candidate(c, cx) || any_level(c));
    let dim = inside.then_some(1);
    let d = &mut n.decision;
    if l.worker || l.vector {
        (d.levels.gang, d.dim) = (true, dim);
        d.notes
            .push("gang is implied: no clause gives the gangs to a loop around".into());
    } else if free && inside && !refused {
        // The loop around keeps `fill` from giving it gangs.
        (d.levels.gang, d.levels.vector, d.dim) = (true, innermost, dim);
    } else if !free {
        n.children
            .iter_mut()
            .for_each(|c| imply_gang(c, inside, cx));
    }
}

fn any_gang(n: &Node<'_>) -> bool {
    n.decision.levels.gang || n.children.iter().any(any_gang)
}

fn any_level(n: &Node<'_>) -> bool {
    n.is_partitioned() || n.children.iter().any(any_level)
}

fn candidate(n: &Node<'_>, cx: Context) -> bool {
    n.decision.parallel
        && !n.heads.is_empty()
        && (n.clauses.is_some() || n.automatic || (cx.kernels && n.decision.reductions.is_empty()))
}

/// A plain loop of kernels that is a reduction: worth the device when nothing around it is.
fn is_plain_reduction(n: &Node<'_>, cx: Context) -> bool {
    cx.kernels && n.decision.parallel && !n.heads.is_empty()
}

/// A loop without a level of its own, in which two that nobody asked lanes for have nothing around them but each other.
fn spreads(root: &Node<'_>) -> bool {
    let own = root.clauses.as_ref().is_some_and(|c| !c.has_level());
    match root.children.as_slice() {
        [n] if own && n.automatic => matches!(n.children.as_slice(), [k] if k.automatic),
        _ => false,
    }
}

/// Number of candidate loops from `n` inwards, each alone in the body of the one around it.
fn tight_chain(n: &Node<'_>, cx: Context) -> usize {
    // The root may be a reduction; inner ones are then part of the same.
    match n.children.as_slice() {
        [c] if n.tight && c.moves => tight_chain(c, cx),
        [c] if n.tight
            && n.tile.is_none()
            && c.tile.is_none()
            && c.decision.parallel
            && !c.heads.is_empty()
            && (cx.kernels || c.clauses.is_some()) =>
        {
            1 + tight_chain(c, cx)
        }
        _ => 1,
    }
}

fn choose_tight(n: &mut Node<'_>, depth: usize) {
    let pattern: &[(bool, bool)] = match depth {
        2 => &[(true, true), (true, true)],
        _ => &[(true, false), (true, true), (false, true)],
    };
    let mut n = n;
    for (i, (gang, vector)) in pattern.iter().enumerate() {
        n.decision.levels.gang = *gang;
        n.decision.levels.vector = *vector;
        if i + 1 == pattern.len() {
            break;
        }
        let Some(c) = next_inside(n) else {
            break;
        };
        n = c;
    }
}

/// The loop inside, past those that threads run for themselves.
fn next_inside<'n, 'a>(n: &'n mut Node<'a>) -> Option<&'n mut Node<'a>> {
    let c = n.children.first_mut()?;
    if c.moves { next_inside(c) } else { Some(c) }
}

/// Rank of the outermost and innermost level: gang 0, worker 1, vector 2.
fn ranks(l: Levels) -> (u8, u8) {
    let outer = if l.gang {
        0
    } else if l.worker {
        1
    } else {
        2
    };
    let inner = if l.vector {
        2
    } else if l.worker {
        1
    } else {
        0
    };
    (outer, inner)
}

/// The outermost level that is used inside of `n`.
fn min_below(n: &Node<'_>) -> Option<u8> {
    let below = |c: &Node<'_>| {
        let own = c.is_partitioned().then(|| ranks(c.decision.levels).0);
        [own, min_below(c)].into_iter().flatten().min()
    };
    n.children.iter().filter_map(below).chain(n.calls).min()
}

fn candidate_below(n: &Node<'_>, cx: Context) -> bool {
    let free = |c: &Node<'_>| candidate(c, cx) && !c.passed && !c.is_partitioned();
    n.children.iter().any(|c| free(c) || candidate_below(c, cx))
}

/// Gives each candidate without a level one that lies between those around and inside it:
/// the outermost takes gang, the innermost vector, one between them worker. A loop that a jump leads past stays in order
/// in the loop around: threads that share it all have to get there.
fn fill(n: &mut Node<'_>, above: Option<u8>, cx: Context) {
    let mut above = above;
    if n.is_partitioned() {
        above = above.max(Some(ranks(n.decision.levels).1));
    } else if candidate(n, cx) && !(n.passed && above.is_some())
        || (above.is_none() && is_plain_reduction(n, cx))
    {
        let from = above.map_or(0, |a| a + 1);
        let to = min_below(n).map_or(3, |b| b);
        let inner = candidate_below(n, cx);
        if from < to {
            let l = &mut n.decision.levels;
            match (from, to, inner) {
                (0, 3, false) => (l.gang, l.vector) = (true, true),
                (0, 2, false) => (l.gang, l.worker) = (true, true),
                (0, _, _) => l.gang = true,
                (_, 3, false) => l.vector = true,
                (1, _, _) => l.worker = true,
                _ => {}
            }
            if n.is_partitioned() {
                above = Some(ranks(n.decision.levels).1);
            }
        }
    }
    n.children.iter_mut().for_each(|c| fill(c, above, cx));
}

/// Loops that could run in parallel and got nothing say so.
fn conclude(n: &mut Node<'_>, inside: bool) {
    let part = n.is_partitioned();
    n.decision.levels.seq = !part;
    if !part {
        // In order, nothing needs to be combined but what a clause names.
        n.decision.reductions.retain(|r| !r.inferred);
    }
    if !part && n.decision.parallel {
        let why = match inside {
            true if n.passed => InOrder::Passed,
            true => InOrder::Inside,
            false => InOrder::NoLevel,
        };
        n.decision.reason = Reason::new(ReasonKind::InOrder(why));
    }
    n.children
        .iter_mut()
        .for_each(|c| conclude(c, inside || part));
}

/// A level stands inside a lower one, or inside itself: OpenUH's and PGI's extension where
/// only gangs and vectors repeat; an error otherwise. In `kernels` PGI's gang loops inside of worker loops too.
fn check_order<'a>(
    p: &mut Planner<'_>,
    n: &mut Node<'a>,
    kernels: bool,
    around: &mut Vec<(Levels, Option<u32>)>,
) {
    if n.is_partitioned() {
        let mine = n.decision.levels;
        let span = n.clauses.as_ref().map_or(n.loop_.body.span, |c| c.span);
        let nested_gang = around
            .iter()
            .any(|(l, d)| mine.gang && l.gang && d.is_none() && n.decision.dim.is_none());
        let nested_vector = around
            .iter()
            .any(|(l, _)| l.vector && (mine.vector || mine.gang || mine.worker));
        let nested_worker = around.iter().any(|(l, _)| l.worker && mine.worker);
        let gang_in_worker = around.iter().any(|(l, _)| l.worker && mine.gang);
        if nested_worker || gang_in_worker && !kernels {
            let what = if nested_worker { "worker" } else { "gang" };
            p.report(Diagnostic::error(
                code::LEVEL_NESTING,
                span,
                format!("a {what} loop can't be inside a worker loop"),
            ));
        } else if nested_gang || nested_vector || gang_in_worker {
            let explicit = n.clauses.as_ref().is_some_and(|c| c.has_level());
            if p.options.strict && explicit {
                p.report(
                    Diagnostic::error(
                        code::NESTED_GANGS,
                        span,
                        "a loop of this level is inside a loop of the same or a lower level",
                    )
                    .help("nested gang and vector loops are an extension of OpenUH and PGI: leave -acc=strict out, or use gang(dim:n)"),
                );
            } else if explicit {
                n.decision
                    .notes
                    .push("nested gang or vector loops: an extension of OpenUH and PGI".into());
            }
        }
        around.push((mine, n.decision.dim));
    }
    let pushed = n.is_partitioned();
    for c in &mut n.children {
        check_order(p, c, kernels, around);
    }
    if pushed {
        around.pop();
    }
}
