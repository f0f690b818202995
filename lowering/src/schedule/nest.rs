//! The loops of a kernel as a tree, each with its clauses; a collapsed nest is one node.

use super::clauses::{self, LoopClauses};
use super::{Planner, code};
use crate::plan::{Levels, Reason, ReasonKind, Reduction};
use accrs_frontend::Diagnostic;
use accrs_frontend::region::{Canonical, For, Stmt, StmtKind, VarId};
use accrs_frontend::source::Span;
use indexmap::IndexMap;

/// A loop, or the loops of a `collapse`.
pub struct Node<'a> {
    pub loop_: &'a For,
    pub clauses: Option<LoopClauses<'a>>,
    /// Empty when the loop is not canonical.
    pub heads: Vec<&'a Canonical>,
    /// Body of the innermost collapsed loop.
    pub body: &'a Stmt,
    pub children: Vec<Node<'a>>,
    /// The body is one loop, with nothing before or behind it.
    pub tight: bool,
    pub decision: Decision,
}

/// What was decided for the loop, stage by stage.
pub struct Decision {
    /// May its iterations run in any order, or at once?
    pub parallel: bool,
    pub reason: Reason,
    pub levels: Levels,
    pub dim: Option<u32>,
    /// Scalars that can be private to an iteration without a clause.
    pub privatisable: Vec<VarId>,
    /// Clause and recognised ones.
    pub reductions: Vec<Reduction>,
    pub notes: Vec<String>,
}

impl Default for Decision {
    fn default() -> Self {
        Self {
            parallel: false,
            reason: Reason {
                kind: ReasonKind::Serial,
                text: String::new(),
            },
            levels: Levels::default(),
            dim: None,
            privatisable: Vec::new(),
            reductions: Vec::new(),
            notes: Vec::new(),
        }
    }
}

impl<'a> Node<'a> {
    pub fn is_partitioned(&self) -> bool {
        let l = self.decision.levels;
        l.gang || l.worker || l.vector
    }
    /// Where the loop starts in the text.
    pub fn span(&self) -> Span {
        match (&self.loop_.directive, &self.loop_.init) {
            (Some(d), _) => d.span,
            (None, Some(i)) => i.span,
            (None, None) => self.loop_.body.span,
        }
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
pub fn build<'a>(p: &mut Planner<'_>, stmts: impl IntoIterator<Item = &'a Stmt>) -> Vec<Node<'a>> {
    let mut roots = Vec::new();
    for s in stmts {
        find(p, s, &mut roots);
    }
    roots
}

fn find<'a>(p: &mut Planner<'_>, s: &'a Stmt, out: &mut Vec<Node<'a>>) {
    match &s.kind {
        StmtKind::For(l) => out.push(node(p, l)),
        _ => s.children(&mut |c| find(p, c, out)),
    }
}

fn node<'a>(p: &mut Planner<'_>, l: &'a For) -> Node<'a> {
    let clauses = l.directive.as_ref().map(clauses::of_loop);
    let mut heads: Vec<&Canonical> = l.canonical.iter().collect();
    let mut body: &Stmt = &l.body;
    if let Some(c) = &clauses {
        check_clauses(p, l, c);
        while heads.len() < c.collapse && !heads.is_empty() {
            let Some(inner) = only_loop(body).filter(|i| i.canonical.is_some()) else {
                p.report(
                    Diagnostic::error(
                        code::COLLAPSE_TOO_DEEP,
                        c.span,
                        format!(
                            "collapse({}) needs {} loops, tightly nested and in canonical form; here are {}",
                            c.collapse, c.collapse, heads.len()
                        ),
                    )
                    .related(body.span, "no loop alone in this body"),
                );
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
    find(p, body, &mut children);
    let tight = only_loop(body).is_some();
    Node {
        loop_: l,
        clauses,
        heads,
        body,
        children,
        tight,
        decision: Decision::default(),
    }
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
        let uses = crate::analyse::uses::of_expr(p.unit, e);
        if let Some(v) = outer.iter().find(|v| uses.get(**v).is_some()) {
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
    if c.collapse_force {
        p.not_supported(c.span, "collapse(force:)");
    }
    if l.canonical.is_none() && !c.seq {
        p.report(
            Diagnostic::error(
                code::LOOP_INIT,
                c.span,
                format!("the loop behind '{}' is not in canonical form", c.name),
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
