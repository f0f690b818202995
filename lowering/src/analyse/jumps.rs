//! Where `goto` leads within a list of statements.

use accrs_frontend::region::{LoopId, Stmt, StmtKind};
use std::collections::HashSet;

/// The labels in a statement, and those that it jumps to.
pub type Ends<'s> = (HashSet<&'s str>, HashSet<&'s str>);

pub fn ends(s: &Stmt) -> Ends<'_> {
    fn walk<'s>(s: &'s Stmt, found: &mut Ends<'s>) {
        match &s.kind {
            StmtKind::Label { name, .. } => {
                found.0.insert(name);
            }
            StmtKind::Goto(name) => {
                found.1.insert(name);
            }
            _ => {}
        }
        s.children(&mut |c| walk(c, found));
    }
    let mut found = Ends::default();
    walk(s, &mut found);
    found
}

/// The loops in other loops' bodies that a jump between the statements there leads past: not all iterations of the loop
/// around get to them.
pub fn passed(stmts: &[Stmt]) -> HashSet<LoopId> {
    let mut out = HashSet::new();
    stmts.iter().for_each(|s| find(s, false, &mut out));
    out
}

fn find(s: &Stmt, in_loop: bool, out: &mut HashSet<LoopId>) {
    match &s.kind {
        StmtKind::For(l) => return find(&l.body, true, out),
        StmtKind::Block(stmts) if in_loop => {
            let ends: Vec<Ends<'_>> = stmts.iter().map(ends).collect();
            for (from, (_, targets)) in ends.iter().enumerate() {
                for (to, (labels, _)) in ends.iter().enumerate() {
                    if from != to && !targets.is_disjoint(labels) {
                        let between = &stmts[from.min(to)..=from.max(to)];
                        between.iter().for_each(|s| loops(s, out));
                    }
                }
            }
        }
        _ => {}
    }
    s.children(&mut |c| find(c, in_loop, out));
}

fn loops(s: &Stmt, out: &mut HashSet<LoopId>) {
    if let StmtKind::For(l) = &s.kind {
        out.insert(l.id);
    }
    s.children(&mut |c| loops(c, out));
}
