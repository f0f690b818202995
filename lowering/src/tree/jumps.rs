//! Jumps: whether control stays within nodes, and statements between loops of other levels that a `goto` joins. These
//! run as one, in the same threads, so that nothing that all threads must reach stands between a jump and its
//! label. What they declare is declared before them.

use super::effects::Effects;
use super::node::{Exit, Kind, Node};
use super::threads::{At, Pass};
use accrs_frontend::region::{Stmt, StmtKind};
use std::collections::HashSet;

/// The labels in a node, and those that it jumps to.
type Ends<'n> = (HashSet<&'n str>, HashSet<&'n str>);

fn ends(n: &Node) -> Ends<'_> {
    fn walk<'n>(n: &'n Node, found: &mut Ends<'n>) {
        match &n.kind {
            Kind::Label { name, .. } => {
                found.0.insert(name);
            }
            Kind::Leaf(Stmt {
                kind: StmtKind::Goto(name),
                ..
            }) => {
                found.1.insert(name);
            }
            _ => {}
        }
        n.children(&mut |c| walk(c, found));
    }
    let mut found = Ends::default();
    walk(n, &mut found);
    found
}

/// Whether control stays within these nodes: no `break`, `continue`, `return` or `goto` leaves them.
pub fn end_here(nodes: &[Node]) -> bool {
    fn walk(n: &Node, in_loop: bool, in_switch: bool, labels: &HashSet<&str>) -> bool {
        let mut inner = (in_loop, in_switch);
        match &n.kind {
            Kind::Leaf(s) => match &s.kind {
                StmtKind::Break => return in_loop || in_switch,
                StmtKind::Continue => return in_loop,
                StmtKind::Return(_) => return false,
                StmtKind::Goto(name) => return labels.contains(name.as_str()),
                _ => {}
            },
            Kind::Exit(Exit::Break) => return in_loop || in_switch,
            Kind::Exit(Exit::Continue) => return in_loop,
            Kind::Leave(_) => return false,
            Kind::For(_) | Kind::Loop(_) => inner.0 = true,
            Kind::Switch { .. } | Kind::Parts(_) => inner.1 = true,
            _ => {}
        }
        let mut ok = true;
        n.children(&mut |c| ok &= walk(c, inner.0, inner.1, labels));
        ok
    }
    let labels: HashSet<&str> = nodes.iter().flat_map(|n| ends(n).0).collect();
    nodes.iter().all(|n| walk(n, false, false, &labels))
}

impl Pass<'_> {
    /// The end of those nodes from `i` on that jumps join, if they can run as one.
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

    /// Runs nodes that jumps join.
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
