//! Loops of a nest in another order, so that memory is read and written along its rows.
//!
//! Which loops change places, and that they may, is decided in `schedule/interchange.rs` and stands in the plan of the nest's outermost
//! loop. In a kernel the loops' heads change places, with all that is said of them, around the innermost body:
//!
//! ```text
//! loop i over block.x thread.x            loop j over block.y thread.y
//!   loop j over block.y thread.y            loop i over block.x thread.x
//!     b[j][i] = a[j][i]                       b[j][i] = a[j][i]
//! ```
//!
//! On the host's cores the statements' heads do the same; the bodies stay the user's text.
//!
//! Before: the tree of `build`, and orders that are legal (`schedule/interchange/allowed.rs`). After: the same loops with the same bodies; `threads` can't tell
//! that the user nested them in another order.

use super::node::*;
use crate::plan::{LoopPlan, arrange};
use accrs_frontend::region::{For, LoopId, Stmt, StmtKind, VisitMut};
use indexmap::IndexMap;

type Plans = IndexMap<LoopId, LoopPlan>;

/// Puts the loops of a kernel in their order on devices; whether there are such.
pub fn nodes(nodes: &mut [Node], plans: &Plans) -> bool {
    let mut changed = false;
    for n in nodes {
        let order = id(n).and_then(|id| plans.get(&id)).map(|p| &p.order);
        match order.map(|o| o.device.as_slice()) {
            None | Some([]) => {
                n.children_mut(&mut |body| changed |= self::nodes(body, plans));
            }
            Some(order) => {
                turn(n, order);
                changed = true;
            }
        }
    }
    changed
}

fn id(n: &Node) -> Option<LoopId> {
    match &n.kind {
        Kind::Loop(l) => Some(l.id),
        Kind::For(l) => l.id,
        _ => None,
    }
}

/// Loops in each other, from `n` inwards, get this order.
fn turn(n: &mut Node, order: &[LoopId]) {
    let mut heads: Vec<(LoopId, Node)> = Vec::new();
    each(n, order.len(), &mut |n| {
        if let Some(id) = id(n) {
            heads.push((id, n.clone()));
        }
    });
    arrange(&mut heads, order, |(id, _)| *id);
    let mut heads = heads.into_iter();
    each(n, order.len(), &mut |n| {
        if let Some((_, head)) = heads.next() {
            *n = head;
        }
    });
}

/// Calls `f` on so many loops, outermost first, with their bodies taken out of them.
fn each(n: &mut Node, mut depth: usize, f: &mut dyn FnMut(&mut Node)) {
    if depth == 0 {
        return;
    }
    if let Some(body) = body(n) {
        let mut inside = std::mem::take(body);
        f(n);
        depth -= 1;
        inside.iter_mut().for_each(|c| each(c, depth, f));
        if let Some(body) = self::body(n) {
            *body = inside;
        }
    } else if let Kind::Block(body) = &mut n.kind {
        body.iter_mut().for_each(|c| each(c, depth, f));
    }
}

fn body(n: &mut Node) -> Option<&mut Vec<Node>> {
    match &mut n.kind {
        Kind::Loop(l) => Some(&mut l.body),
        Kind::For(l) => Some(&mut l.body),
        _ => None,
    }
}

/// A construct's statements, with the loops in their order on the host's cores. A loop's directive and its body keep their places.
pub fn statements(stmts: &[Stmt], plans: &Plans) -> Vec<Stmt> {
    let mut out = stmts.to_vec();
    for plan in plans.values() {
        let order = plan.order.host.as_slice();
        let mut heads: Vec<For> = Vec::new();
        named(&mut out, order, &mut |l: &mut For| heads.push(head(l)));
        arrange(&mut heads, order, |l| l.id);
        let mut heads = heads.into_iter();
        named(&mut out, order, &mut |l: &mut For| {
            if let Some(mut head) = heads.next() {
                std::mem::swap(&mut head.directive, &mut l.directive);
                std::mem::swap(&mut head.body, &mut l.body);
                *l = head;
            }
        });
    }
    out
}

/// A loop without its body and its directive.
fn head(l: &For) -> For {
    For {
        id: l.id,
        init: l.init.clone(),
        cond: l.cond.clone(),
        inc: l.inc.clone(),
        body: Box::new(Stmt::new(StmtKind::Empty, l.body.span)),
        directive: None,
        canonical: l.canonical.clone(),
    }
}

/// Calls `f` on the loops that `order` names, outermost first.
fn named(stmts: &mut [Stmt], order: &[LoopId], f: impl FnMut(&mut For)) {
    if !order.is_empty() {
        let mut each = Named { order, f };
        stmts.iter_mut().for_each(|s| each.visit_stmt(s));
    }
}

struct Named<'o, F> {
    order: &'o [LoopId],
    f: F,
}

impl<F: FnMut(&mut For)> VisitMut for Named<'_, F> {
    fn visit_for(&mut self, l: &mut For) {
        if self.order.contains(&l.id) {
            (self.f)(l);
        }
        self.walk_for(l);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Axis;
    use accrs_frontend::source::Span;

    fn node(kind: Kind) -> Node {
        Node::new(kind, Span::default())
    }

    fn spread(id: u32, axis: Axis, body: Vec<Node>) -> Node {
        node(Kind::Loop(Box::new(Loop {
            axes: vec![axis],
            ..Loop::new(LoopId(id), id, Vec::new(), body)
        })))
    }

    fn in_order(id: u32, body: Vec<Node>) -> Node {
        node(Kind::For(Box::new(Sequential {
            id: Some(LoopId(id)),
            form: Form::For(None),
            cond: None,
            inc: None,
            heads: Vec::new(),
            private: Vec::new(),
            reductions: Vec::new(),
            unroll: None,
            body,
            joint: None,
        })))
    }

    fn leaf() -> Node {
        Node::statement(StmtKind::Empty, Span::default())
    }

    /// `1 x { 2 y { text } }`
    fn text(n: &Node) -> String {
        let mut out = match &n.kind {
            Kind::Loop(l) => format!("{} {}", l.line, l.axes[0].short()),
            Kind::For(l) => format!("{}", l.id.map_or(0, |id| id.0)),
            Kind::Block(_) => "block".into(),
            _ => "text".into(),
        };
        let mut inside = Vec::new();
        n.children(&mut |c| inside.push(text(c)));
        if !inside.is_empty() {
            out = format!("{out} {{ {} }}", inside.join(" "));
        }
        out
    }

    fn turned(mut n: Node, order: &[u32]) -> String {
        let order: Vec<LoopId> = order.iter().copied().map(LoopId).collect();
        turn(&mut n, &order);
        text(&n)
    }

    #[test]
    fn heads_change_places_with_their_axes_and_the_body_stays() {
        let inner = spread(2, Axis::BlockY, vec![leaf(), leaf()]);
        let nest = spread(1, Axis::ThreadX, vec![inner]);
        assert_eq!(
            turned(nest, &[2, 1]),
            "2 block.y { 1 thread.x { text text } }"
        );
    }

    #[test]
    fn braces_between_the_loops_stay_where_they_are() {
        let inner = in_order(2, vec![leaf()]);
        let nest = in_order(1, vec![node(Kind::Block(vec![inner]))]);
        assert_eq!(turned(nest, &[2, 1]), "2 { block { 1 { text } } }");
    }

    #[test]
    fn the_innermost_of_three_gets_outside_and_what_is_inside_stays() {
        let deepest = in_order(4, vec![leaf()]);
        let nest = spread(3, Axis::ThreadX, vec![deepest]);
        let nest = spread(2, Axis::ThreadY, vec![nest]);
        let nest = spread(1, Axis::BlockX, vec![nest]);
        assert_eq!(
            turned(nest, &[2, 3, 1]),
            "2 thread.y { 3 thread.x { 1 block.x { 4 { text } } } }"
        );
    }
}
