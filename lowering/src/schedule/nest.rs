//! The loops of a kernel as a tree, each with its clauses; a collapsed nest is one node.

use super::clauses::{self, LoopClauses};
use super::one_by_one;
use super::planner::{Planner, code};
use crate::analyse::depend::Free;
use crate::analyse::{jumps, uses};
use crate::plan::{
    Apart, AtomicUpdate, Levels, Order, OwnArray, Reason, ReasonKind, Reduction, arrange,
};
use crate::plan::{RowLength, RowsOf};
use accrs_frontend::Diagnostic;
use accrs_frontend::region::verify::constant;
use accrs_frontend::region::{Canonical, Expr, For, LoopId, Stmt, StmtKind, VarId, Visit};
use accrs_frontend::source::Span;
use indexmap::{IndexMap, IndexSet};
use std::collections::HashSet;

/// A loop, or the loops of a `collapse`.
pub struct Node<'a> {
    pub loop_: &'a For,
    pub clauses: Option<LoopClauses<'a>>,
    /// Empty when the loop is not canonical.
    pub heads: Vec<&'a Canonical>,
    /// `tile`: iterations of each head in a tile.
    pub tile: Option<Vec<u64>>,
    /// Body of the innermost collapsed loop.
    pub body: &'a Stmt,
    pub children: Vec<Node<'a>>,
    /// The outermost level that routines called in the body use: gang 0, worker 1, vector 2.
    pub calls: Option<u8>,
    /// The body is one loop, with nothing before or behind it.
    pub tight: bool,
    /// A jump in the loop around leads past it.
    pub passed: bool,
    /// It runs in order, and on devices each thread of the loop inside runs it for itself.
    pub moves: bool,
    /// It has no directive, and may get lanes in `parallel` all the same; or it has those of the one gang that goes through a nest of
    /// `kernels`.
    pub automatic: bool,
    /// So many lanes are enough for it.
    pub lanes: Option<u64>,
    /// It goes over columns that the loop inside sums up: lanes have neighbouring columns, and workers parts of each.
    pub columns: bool,
    /// It goes over rows of unknown length, or along them.
    pub rows: Option<Box<Rows>>,
    pub decision: Decision,
}

/// Rows of unknown length that stand beside each other in a block, with few lanes each.
#[derive(Clone)]
pub struct Rows {
    /// How long they are, if the host can find it out.
    pub ends: Option<RowLength>,
    /// Lanes of each, otherwise.
    pub lanes: u64,
    /// How many a block has, otherwise.
    pub beside: u64,
}

impl Rows {
    /// Whether they aren't all of one length that the loops' bounds give.
    pub fn unknown(&self) -> bool {
        let of = self.ends.as_ref().map(|e| &e.of);
        !matches!(of, Some(RowsOf::Loop { .. }))
    }
}

/// What was decided for the loop, stage by stage.
pub struct Decision {
    /// May its iterations run in any order, or at once?
    pub parallel: bool,
    pub reason: Reason,
    /// What the host's cores ask of pointers before they share a loop that is parallel if these lead apart; empty: it is in order
    /// there.
    pub apart: Vec<Apart>,
    pub levels: Levels,
    pub dim: Option<u32>,
    /// Of the nest that begins with this loop.
    pub order: Order,
    /// Scalars that can be private to an iteration without a clause.
    pub privatisable: Vec<VarId>,
    /// Those of them that are assigned before they are read, though the text alone doesn't show it.
    pub covered: Vec<VarId>,
    /// Clause and recognised ones.
    pub reductions: Vec<Reduction>,
    /// It isn't parallel, but would be if sums in memory were combined.
    pub summing: Option<Box<Summing>>,
    /// It sums up in order, and nothing else in it reaches the elements.
    pub summed: Option<Box<Summing>>,
    /// The statements that are atomic on a device, so that it is parallel there.
    pub atomics: Vec<AtomicUpdate>,
    /// What these statements update, where parts of the iterations have copies of it on the host's cores.
    pub on_cores: Vec<Reduction>,
    /// What its last iteration assigns.
    pub kept: Vec<VarId>,
    /// Arrays that its iterations have for themselves, of which the last one's values stay.
    pub arrays: Vec<OwnArray>,
    /// On the host's cores it is in order all the same.
    pub device_only: bool,
    pub notes: Vec<String>,
}

/// What would hold of a loop if sums in memory were combined.
pub struct Summing {
    /// The objects that they are in.
    pub of: IndexSet<VarId>,
    /// Nothing else in the loop reaches the elements that are summed up in.
    pub alone: bool,
    pub free: Free,
    pub privatisable: Vec<VarId>,
    pub reductions: Vec<Reduction>,
}

impl Decision {
    /// Whether its last iteration does what others don't.
    pub fn keeps(&self) -> bool {
        !self.kept.is_empty() || !self.arrays.is_empty()
    }
}

impl Default for Decision {
    fn default() -> Self {
        Self {
            parallel: false,
            reason: Reason::new(ReasonKind::Serial),
            apart: Vec::new(),
            levels: Levels::default(),
            dim: None,
            order: Order::default(),
            privatisable: Vec::new(),
            covered: Vec::new(),
            reductions: Vec::new(),
            summing: None,
            summed: None,
            atomics: Vec::new(),
            on_cores: Vec::new(),
            kept: Vec::new(),
            arrays: Vec::new(),
            device_only: false,
            notes: Vec::new(),
        }
    }
}

impl<'a> Node<'a> {
    pub fn is_partitioned(&self) -> bool {
        let l = self.decision.levels;
        l.gang || l.worker || l.vector
    }
    /// The levels of the tile loops and of the element loops (§2.9.8); without
    /// `tile`, all are the loop's own.
    pub fn tile_levels(&self) -> (Levels, Levels) {
        let l = self.decision.levels;
        if self.tile.is_none() {
            return (l, Levels::default());
        }
        let tiles = Levels {
            worker: l.worker && l.vector,
            vector: false,
            ..l
        };
        let elements = Levels {
            worker: l.worker && !l.vector,
            vector: l.vector,
            ..Levels::default()
        };
        (tiles, elements)
    }
    /// Where the loop starts in the text.
    pub fn span(&self) -> Span {
        match (&self.loop_.directive, &self.loop_.init) {
            (Some(d), _) => d.span,
            (None, Some(i)) => i.span,
            (None, None) => self.loop_.body.span,
        }
    }
    /// So many loops from this one inwards, each alone in the one around.
    pub fn chain(&self, depth: usize) -> Vec<&Node<'a>> {
        let mut chain = vec![self];
        while chain.len() < depth
            && let Some([inner]) = chain.last().map(|n| n.children.as_slice())
        {
            chain.push(inner);
        }
        chain
    }
    /// The nest of these loops in the order in which the host's cores run it, and its innermost loop as written.
    pub fn on_host(&self) -> (Vec<&Node<'a>>, &Node<'a>) {
        let order = &self.decision.order.host;
        let mut chain = self.chain(order.len());
        let inner = chain.last().copied().unwrap_or(self);
        arrange(&mut chain, order, |n| n.loop_.id);
        (chain, inner)
    }
    /// The variables of the loops in order that have moved into the threads of the nest that begins here.
    pub fn moved_vars(&self) -> impl Iterator<Item = VarId> + '_ {
        let chain = match self.decision.order.device.len() {
            0 => Vec::new(),
            depth => self.chain(depth),
        };
        let in_order = chain.into_iter().filter(|n| !n.is_partitioned());
        in_order.flat_map(|n| n.heads.iter().map(|h| h.var))
    }
    pub fn head_vars(&self) -> impl Iterator<Item = VarId> + '_ {
        self.heads.iter().map(|h| h.var)
    }
    /// This node and all inside, outer first.
    pub fn each(&self, f: &mut dyn FnMut(&Node<'a>)) {
        f(self);
        self.children.iter().for_each(|c| c.each(f));
    }
}

/// The loops in `stmts`, outermost ones as roots.
pub fn build<'a>(p: &mut Planner<'_>, stmts: &'a [Stmt]) -> Vec<Node<'a>> {
    let mut roots = Vec::new();
    for s in stmts {
        Find { p, out: &mut roots }.visit_stmt(s);
    }
    mark_passed(&mut roots, &jumps::passed(stmts));
    roots
}

fn mark_passed(nodes: &mut [Node<'_>], passed: &HashSet<LoopId>) {
    for n in nodes {
        n.passed = passed.contains(&n.loop_.id);
        mark_passed(&mut n.children, passed);
    }
}

/// The outermost loops in a statement. Those in statement expressions are a thread's own: no nodes.
struct Find<'f, 'p, 'a> {
    p: &'f mut Planner<'p>,
    out: &'f mut Vec<Node<'a>>,
}

impl<'a> Visit<'a> for Find<'_, '_, 'a> {
    fn visit_for(&mut self, l: &'a For) {
        let found = node(self.p, l);
        self.out.push(found);
    }

    fn visit_expr(&mut self, _: &'a Expr) {}
}

fn node<'a>(p: &mut Planner<'_>, l: &'a For) -> Node<'a> {
    let clauses = l.directive.as_ref().map(clauses::of_loop);
    node_with(p, l, clauses)
}

fn node_with<'a>(
    p: &mut Planner<'_>,
    l: &'a For,
    mut clauses: Option<LoopClauses<'a>>,
) -> Node<'a> {
    let mut heads: Vec<&Canonical> = l.canonical.iter().collect();
    let mut body: &Stmt = &l.body;
    let forced = clauses.as_mut().and_then(|c| handed_in(p, l, c));
    let forced_here = forced.is_some();
    let within = clauses.as_ref().is_some_and(|c| c.one_by_one);
    let joined = clauses.as_mut().filter(|_| !forced_here);
    let word = joined
        .as_ref()
        .map_or("collapse", |c| match c.tile.is_empty() {
            true => "collapse",
            false => "tile",
        });
    let single = joined.and_then(|c| one_by_one::handed_in(p, l, c));
    let single_here = single.as_ref().map(|(.., why)| *why);
    let single = single.map(|(inner, c, _)| (inner, c));
    if let Some(c) = &clauses {
        check_clauses(p, l, c);
        while heads.len() < c.depth() && !heads.is_empty() {
            let Some(inner) = only_loop(body).filter(|i| i.canonical.is_some()) else {
                too_few_loops(p, c, heads.len(), body);
                break;
            };
            let outer: Vec<VarId> = heads.iter().map(|h| h.var).collect();
            heads.extend(&inner.canonical);
            body = &inner.body;
            if let Some(h) = &inner.canonical {
                check_rectangular(p, c, h, &outer);
            }
        }
    }
    let mut children = Vec::new();
    match forced.or(single) {
        Some((inner, c)) => children.push(node_with(p, inner, Some(c))),
        None => {
            let out = &mut children;
            Find { p, out }.visit_stmt(body);
        }
    }
    let tile = clauses
        .as_ref()
        .filter(|c| !c.tile.is_empty() && c.tile.len() == heads.len())
        .map(|c| tile_sizes(p, c));
    let tight = only_loop(body).is_some();
    let mut decision = Decision::default();
    if forced_here {
        decision.notes.push(
            "there is code between the loops of collapse(force:): each is spread by itself".into(),
        );
    }
    if let Some(why) = single_here.filter(|_| !within) {
        decision.notes.push(why.note(word));
    }
    if let Some(c) = &clauses {
        let words = c.without_effect.iter();
        let notes = words.map(|(name, why)| format!("{name} has no effect: {why}"));
        decision.notes.extend(notes);
    }
    let calls = super::calls::outermost_call(p, body);
    Node {
        loop_: l,
        clauses,
        heads,
        tile,
        body,
        children,
        calls,
        tight,
        passed: false,
        moves: false,
        automatic: false,
        lanes: None,
        columns: false,
        rows: None,
        decision,
    }
}
fn too_few_loops(p: &mut Planner<'_>, c: &LoopClauses<'_>, found: usize, body: &Stmt) {
    let (word, n) = match c.tile.len() {
        0 => ("collapse", c.collapse),
        n => ("tile", n),
    };
    p.report(
        Diagnostic::error(
            code::COLLAPSE_TOO_DEEP,
            c.span,
            format!(
                "{word} of {n} needs {n} loops, tightly nested and in canonical form; there are {found}"
            ),
        )
        .related(body.span, "no loop alone in this body"),
    );
}

/// `collapse(force:)` where code stands between the loops: the loop inside, and its clauses.
fn handed_in<'a>(
    p: &Planner<'_>,
    l: &'a For,
    c: &mut LoopClauses<'a>,
) -> Option<(&'a For, LoopClauses<'a>)> {
    if !c.collapse_force || c.collapse < 2 || is_tight(l, c.collapse) {
        return None;
    }
    let (inner, between) = loop_among(&l.body)?;
    Some((inner, c.handed_in(l, &uses::of_stmts(p.unit, between))))
}

fn is_tight(l: &For, depth: usize) -> bool {
    depth < 2 || only_loop(&l.body).is_some_and(|i| is_tight(i, depth - 1))
}

/// The one loop that stands directly in a body, and the statements around it.
fn loop_among(body: &Stmt) -> Option<(&For, Vec<&Stmt>)> {
    match &body.kind {
        StmtKind::For(l) => Some((l, Vec::new())),
        StmtKind::Block(stmts) => {
            let at = stmts.iter().position(is_loop)?;
            let between = stmts.iter().enumerate().filter(|(i, _)| *i != at);
            Some((only_loop(&stmts[at])?, between.map(|(_, s)| s).collect()))
        }
        _ => None,
    }
}

/// The sizes of `tile`, outermost loop first; where the clause says `*`, a warp's width for the
/// innermost loop and a few rows of it (a block of 128 threads on GPUs), which coalesces.
fn tile_sizes(p: &Planner<'_>, c: &LoopClauses<'_>) -> Vec<u64> {
    let device = &p.options.machine.device;
    let chosen = |k: usize| match (k, c.tile.len()) {
        (0, 1) => device.vector_length,
        (0, _) => device.warp,
        (1, _) => device.rows,
        _ => 1,
    };
    // A size that isn't constant is chosen as well; verification has said so.
    let given = |e: &Expr| constant(e).and_then(|n| u64::try_from(n.max(1)).ok());
    let size = |(k, e): (usize, &Option<&Expr>)| e.and_then(given).unwrap_or(chosen(k));
    let mut sizes: Vec<u64> = c.tile.iter().enumerate().map(size).collect();
    sizes.reverse();
    sizes
}

/// Whether a statement is nothing but a loop, in blocks or not.
pub fn is_loop(s: &Stmt) -> bool {
    only_loop(s).is_some()
}

/// The loop that a body consists of.
pub fn only_loop(body: &Stmt) -> Option<&For> {
    match &body.kind {
        StmtKind::For(l) => Some(l),
        StmtKind::Block(stmts) => {
            let mut real = stmts
                .iter()
                .filter(|s| !matches!(s.kind, StmtKind::Empty | StmtKind::Cache(_)));
            let first = real.next()?;
            match real.next() {
                None => only_loop(first),
                Some(_) => None,
            }
        }
        _ => None,
    }
}

/// The trip counts of collapsed loops don't depend on each other (§2.9.1).
fn check_rectangular(p: &mut Planner<'_>, c: &LoopClauses<'_>, head: &Canonical, outer: &[VarId]) {
    for e in [&head.lower, &head.upper, &head.step] {
        let used = uses::of_expr(p.unit, e);
        if let Some(v) = outer.iter().find(|v| used.get(**v).is_some()) {
            let name = p.unit.var(*v).name.clone();
            p.report(
                Diagnostic::error(
                    code::COLLAPSE_TOO_DEEP,
                    e.span,
                    format!("the bounds of a collapsed loop depend on '{name}', the variable of a loop around it"),
                )
                .related(c.span, "collapsed here")
                .help("collapse fewer loops"),
            );
        }
    }
}

fn check_clauses(p: &mut Planner<'_>, l: &For, c: &LoopClauses<'_>) {
    if l.canonical.is_none() && !c.seq {
        p.report(
            Diagnostic::error(
                code::LOOP_INIT,
                c.span,
                format!("the loop after '{}' is not in canonical form", c.name),
            )
            .related(l.body.span, "its trip count can't be known before it starts")
            .help("write for (i = lower; i < upper; i += step), don't change i in the body; or add seq"),
        );
    }
}

/// All nodes by loop id, outer first.
pub fn by_id<'n, 'a>(roots: &'n [Node<'a>]) -> IndexMap<u32, &'n Node<'a>> {
    fn add<'n, 'a>(n: &'n Node<'a>, out: &mut IndexMap<u32, &'n Node<'a>>) {
        out.insert(n.loop_.id.0, n);
        n.children.iter().for_each(|c| add(c, out));
    }
    let mut out = IndexMap::new();
    roots.iter().for_each(|n| add(n, &mut out));
    out
}
