//! Marks the loops whose iterations are independent by the user's word, for a run that checks it (`-acc=check`).
//!
//! Before: the tree that `threads` left, in which a gang is one thread. After: a [`Kind::Mark`] stands before and behind each such
//! loop, and at the beginning of its innermost body, behind the declarations of what an iteration has for itself.

use super::node::*;
use crate::checks::Checks;
use accrs_frontend::region::{LoopId, VarId};
use accrs_frontend::source::Span;

/// Puts the marks into a tree.
pub fn place(checks: &Checks, nodes: &mut Vec<Node>) {
    for mut n in std::mem::take(nodes) {
        n.children_mut(&mut |body| place(checks, body));
        let span = n.span;
        let claimed = |id: LoopId| checks.by_loop.get(&id).copied();
        let (found, depth, body) = match &mut n.kind {
            Kind::Loop(l) => {
                let found = claimed(l.id);
                // The mark names the variables.
                l.named.iter_mut().for_each(|n| *n |= found.is_some());
                (found, 1, &mut l.body)
            }
            Kind::For(l) => (l.id.and_then(claimed), l.heads.len(), &mut l.body),
            _ => {
                nodes.push(n);
                continue;
            }
        };
        let Some(id) = found else {
            nodes.push(n);
            continue;
        };
        let vars = checks.loops[id].vars.clone();
        iteration(body, depth.max(1) - 1, (id, vars), span);
        let mark = |mark| Node::new(Kind::Mark(mark), span);
        // A statement of its own: the loop may be the only one under a condition or a label.
        let whole = vec![mark(Mark::Enter(id)), n, mark(Mark::Leave)];
        nodes.push(Node::new(Kind::Block(whole), span));
    }
}

/// Puts the mark into the body of the innermost of so many further collapsed loops.
fn iteration(body: &mut Vec<Node>, further: usize, what: (usize, Vec<VarId>), span: Span) {
    if further > 0 {
        for n in body.iter_mut() {
            match &mut n.kind {
                Kind::For(l) => return iteration(&mut l.body, further - 1, what, span),
                Kind::Block(inner) => return iteration(inner, further, what, span),
                _ => {}
            }
        }
    }
    let declared = |n: &Node| matches!(n.kind, Kind::Private(_));
    let at = body.iter().position(|n| !declared(n)).unwrap_or(body.len());
    let mark = Kind::Mark(Mark::Iteration(what.0, what.1));
    body.insert(at, Node::new(mark, span));
}
