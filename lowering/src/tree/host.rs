//! Trees of loops for the host's cores: loops that OpenMP can't take as the user wrote them (`schedule/count.rs` says which)
//! and tiled loops become loops that count, and unrolled loops their unrolled form. The body stays the user's text.

use super::heads;
use super::node::*;
use super::problems::Problems;
use super::unroll;
use crate::names::Scope;
use crate::plan::{Copies, LoopPlan, Tile};
use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, For, Stmt, StmtKind, VarId};

/// The endings of generated names.
const ENDINGS: &[&str] = &[
    "from", "trips", "k", "k_first", "k_end", "tiles", "tile", "element",
];

/// A loop, or the nest under a `tile` clause, as loops that count, around [`Kind::Text`].
pub fn counted(unit: &Unit, l: &For, plan: &LoopPlan) -> Vec<Node> {
    let span = body(l, plan).span;
    let depth = nest(l, plan.depth_counted()).len();
    let heads: Vec<_> = plan.heads.iter().take(depth).cloned().collect();
    let mut names = Scope::default();
    heads.iter().for_each(|h| reserve(&mut names, unit, h.var));
    let tile = plan.tile.as_ref().map(|t| Tile {
        sizes: t.sizes.clone(),
        element_axes: 0,
    });
    let body = vec![Node::new(Kind::Text(None), span)];
    let node = Loop {
        tile,
        ..Loop::new(l.id, plan.line, heads, body)
    };
    let mut pass = heads::Pass {
        unit,
        names: &mut names,
        problems: &mut Problems::default(),
        line: None,
        readable: false,
    };
    pass.run(vec![Node::new(Kind::Loop(Box::new(node)), span)])
}

/// The unrolled form of a loop that runs in order, around [`Kind::Text`].
pub fn unrolled(unit: &Unit, stmt: &Stmt, l: &For, head: &Canonical, copies: &Copies) -> Vec<Node> {
    let node = Sequential {
        id: Some(l.id),
        form: Form::For(l.init.clone()),
        cond: l.cond.clone(),
        inc: l.inc.clone(),
        heads: vec![head.clone()],
        private: Vec::new(),
        reductions: Vec::new(),
        unroll: Some(Unrolling::Wanted(copies.clone())),
        body: vec![Node::new(Kind::Text(None), l.body.span)],
        joint: None,
    };
    unroll::run(unit, vec![Node::new(Kind::For(Box::new(node)), stmt.span)])
}

/// Reserves the generated names that already occur in the user's text.
fn reserve(names: &mut Scope, unit: &Unit, var: VarId) {
    let name = &unit.var(var).name;
    for ending in ENDINGS {
        let plain = format!("{name}_{ending}");
        let mut word = plain.clone();
        let mut n = 1;
        while unit.source.text.contains(&word) {
            names.reserve(&word);
            n += 1;
            word = format!("{plain}_{n}");
        }
    }
}

/// The loops of a tight nest, outermost first.
pub fn nest(l: &For, depth: usize) -> Vec<&For> {
    fn inside(s: &Stmt) -> Option<&For> {
        match &s.kind {
            StmtKind::For(l) => Some(l),
            StmtKind::Block(stmts) => stmts.iter().find_map(inside),
            _ => None,
        }
    }
    let mut all = vec![l];
    while all.len() < depth {
        match all.last().and_then(|l| inside(&l.body)) {
            Some(l) => all.push(l),
            None => break,
        }
    }
    all
}

/// The loops that are counted, outermost first.
pub fn loops<'a>(l: &'a For, plan: &LoopPlan) -> Vec<&'a For> {
    nest(l, plan.depth_counted())
}

/// The body of the innermost of the loops that are counted.
pub fn body<'a>(l: &'a For, plan: &LoopPlan) -> &'a Stmt {
    loops(l, plan).last().map_or(&l.body, |l| &l.body)
}
