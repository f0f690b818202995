//! Jumps between loops of other levels: the statements that a `goto` joins run as one, in the same threads, so that nothing
//! that all threads must reach is between a jump and its label. Their variables are declared before them.

use super::effects::Effects;
use super::node::{Kind, Node};
use super::threads::{At, Pass};
use super::walk::{Ends, end_here, ends};

impl Pass<'_> {
    /// The end of the nodes from `i` on that jumps join with it, if these can run as one.
    pub(super) fn joined(&self, nodes: &[Node], i: usize) -> Option<usize> {
        let (mut labels, mut targets) = ends(&nodes[i]);
        if labels.is_empty() && targets.is_empty() {
            return None;
        }
        let ends: Vec<Ends<'_>> = nodes.iter().map(ends).collect();
        let mut end = i + 1;
        while let Some(k) = (end..nodes.len())
            .rev()
            .find(|k| !ends[*k].0.is_disjoint(&targets) || !ends[*k].1.is_disjoint(&labels))
        {
            for (more, others) in &ends[end..=k] {
                labels.extend(more);
                targets.extend(others);
            }
            end = k + 1;
        }
        let range = &nodes[i..end];
        let types = &self.unit.types;
        let plain = |n: &Node| {
            let movable = n
                .declared()
                .iter()
                .all(|v| !types.is_variably_modified(self.unit.var(*v).ty));
            let stays = n.decls().is_some_and(|all| all.iter().any(|d| d.is_static));
            movable && !stays && !self.has_spread(n)
        };
        (end_here(range) && range.iter().all(plain)).then_some(end)
    }

    /// Adds nodes that jumps join, to be run as one.
    pub(super) fn jumping(&mut self, nodes: &[Node], at: &At, out: &mut Vec<Node>) {
        let mut all = Effects::default();
        for n in nodes {
            for v in n.declared() {
                self.private(v, at, n.span, out);
            }
        }
        let mut body = Vec::new();
        for n in nodes {
            all.join(self.watch().node(n));
            let Some(decls) = n.decls() else {
                body.push(n.clone());
                continue;
            };
            for d in decls {
                let Some(init) = &d.init else { continue };
                if self.storage.memory.contains(&d.var) {
                    all.writes = true;
                } else {
                    all.assigned.insert(d.var);
                }
                body.push(Node::new(Kind::Initial(d.var, init.clone()), n.span));
            }
        }
        let once = all.once() && !at.remaining.is_empty();
        self.together(body, &all, once, at, out);
    }
}
