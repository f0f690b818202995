//! Statements between loops of other levels that a `goto` joins: they run as one, in the same threads, so that
//! nothing that all threads must reach stands between a jump and its label. What they declare is declared before them.

use super::effects::Effects;
use super::exec::{Body, Place, declared};
use super::loops::end_here;
use crate::analyse::jumps::{Ends, ends};
use accrs_frontend::region::{Stmt, StmtKind};

impl Body<'_> {
    /// The end of those statements from `i` on that jumps join, if they can run as one.
    pub(super) fn joined(&self, stmts: &[Stmt], i: usize) -> Option<usize> {
        let ends: Vec<Ends<'_>> = stmts.iter().map(ends).collect();
        let (mut labels, mut targets) = ends[i].clone();
        if labels.is_empty() && targets.is_empty() {
            return None;
        }
        let mut end = i + 1;
        while let Some(k) = (end..stmts.len())
            .rev()
            .find(|k| !ends[*k].0.is_disjoint(&targets) || !ends[*k].1.is_disjoint(&labels))
        {
            for (more, others) in &ends[end..=k] {
                labels.extend(more);
                targets.extend(others);
            }
            end = k + 1;
        }
        let range = &stmts[i..end];
        let types = &self.p.unit.types;
        let plain = |s: &Stmt| {
            let movable = declared(s)
                .iter()
                .all(|v| !types.is_variably_modified(self.p.unit.var(*v).ty));
            let stays =
                matches!(&s.kind, StmtKind::Decl(decls) if decls.iter().any(|d| d.is_static));
            movable && !stays && !self.has_partitioned(s)
        };
        (end_here(range) && range.iter().all(plain)).then_some(end)
    }

    /// Runs statements that jumps join.
    pub(super) fn jumping(&mut self, stmts: &[Stmt], at: &Place) {
        for v in stmts.iter().flat_map(declared) {
            self.private(v, at);
            self.hoisted.insert(v);
        }
        let mut all = Effects::default();
        for s in stmts {
            all.join(self.watch().stmt(s));
            if let StmtKind::Decl(decls) = &s.kind {
                for d in decls.iter().filter(|d| d.init.is_some()) {
                    if self.storage.memory.contains(&d.var) {
                        all.writes = true;
                    } else {
                        all.assigned.insert(d.var);
                    }
                }
            }
        }
        let once = all.once() && !at.remaining.is_empty();
        let split = std::mem::replace(&mut self.split, true);
        self.together(stmts, &all, once, at);
        self.split = split;
    }
}
