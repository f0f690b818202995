//! PGI's `unroll(n)` on loops that run in order: a main loop with `n` copies of the body, and the loop itself for the
//! iterations that are left over.
//!
//! ```text
//! for (int i = 0; i < m; i++)          int i = 0;
//!     s += a[i];                       for (; i < m - 1L; i += 2) {
//!                                          s += a[i];
//!                                          s += a[i + 1];
//!                                      }
//!                                      for (; i < m; i++)
//!                                          s += a[i];
//! ```
//!
//! The plan says which loops are unrolled and what condition the main loop has (`schedule/unroll.rs`). That condition holds only
//! where at least `n` more iterations follow, so the loop's variable takes no value that it doesn't take in the user's loop,
//! and nothing overflows that didn't before.
//!
//! Before: the tree of `build`. After: one of the same kind, without [`Unrolling::Wanted`].

use super::node::*;
use super::shift::{Replace, Shift};
use crate::plan::Copies;
use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, ExprKind, StmtKind};
use accrs_frontend::source::Span;

/// Unrolls the loops of a tree that the plan wants unrolled. Without such loops the trace isn't called.
pub fn pass(unit: &Unit, nodes: Vec<Node>, trace: Trace<'_>) -> Vec<Node> {
    let wanted = |n: &Node| matches!(&n.kind, Kind::For(l) if matches!(l.unroll, Some(Unrolling::Wanted(_))));
    if !nodes.iter().any(|n| n.any(&mut |n| wanted(n))) {
        return nodes;
    }
    let nodes = run(unit, nodes);
    trace("unroll", &nodes);
    nodes
}

/// Unrolls the loops among `nodes` and inside them, inner loops first.
pub fn run(unit: &Unit, nodes: Vec<Node>) -> Vec<Node> {
    let mut out = Vec::new();
    for mut n in nodes {
        n.children_mut(&mut |body| *body = run(unit, std::mem::take(body)));
        let span = n.span;
        match n.kind {
            Kind::For(mut l) => match (l.unroll.take(), l.heads.first().cloned()) {
                (Some(Unrolling::Wanted(copies)), Some(head)) => {
                    out.extend(unrolled(unit, *l, &head, copies, span));
                }
                (other, _) => {
                    l.unroll = other;
                    out.push(Node::new(Kind::For(l), span));
                }
            },
            _ => out.push(n),
        }
    }
    out
}

fn unrolled(unit: &Unit, l: Sequential, head: &Canonical, copies: Copies, span: Span) -> Vec<Node> {
    let apart = l.body.iter().any(|n| !n.declared().is_empty());
    let mut body = Vec::new();
    for k in 0..copies.number {
        let mut copy = l.body.clone();
        if k > 0 {
            let shift = Shift::of(unit, head, k);
            Replace {
                unit,
                shift: &shift,
            }
            .nodes(&mut copy);
        }
        // Each copy has its own instances of the variables that the body declares.
        match apart {
            true => body.push(Node::new(Kind::Block(copy), span)),
            false => body.append(&mut copy),
        }
    }
    let mut main = Sequential {
        cond: copies.test.clone().or(l.cond.clone()),
        inc: Some(copies.step.clone()),
        unroll: Some(Unrolling::Main(copies.number)),
        body,
        ..l.clone()
    };
    if let (ExprKind::Assign(_, _, step), Some(h)) = (&copies.step.kind, main.heads.first_mut()) {
        h.step = (**step).clone();
    }
    if copies.test.is_none() {
        return vec![Node::new(Kind::For(Box::new(main)), span)];
    }
    let mut rest = l;
    rest.unroll = Some(Unrolling::Rest);
    let first = match &mut rest.form {
        Form::For(init) => init.take(),
        _ => None,
    };
    // Both loops step the variable that the user's loop declares, so it is declared before them.
    let declared = first.filter(|s| matches!(s.kind, StmtKind::Decl(_)));
    if declared.is_some() {
        main.form = Form::For(None);
    }
    let loops = [main, rest].map(|l| Node::new(Kind::For(Box::new(l)), span));
    match declared {
        Some(s) => {
            let whole = std::iter::once(Node::leaf(*s)).chain(loops).collect();
            vec![Node::new(Kind::Block(whole), span)]
        }
        None => loops.into(),
    }
}

#[cfg(test)]
mod tests;
