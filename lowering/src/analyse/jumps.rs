//! Where `goto` leads within a list of statements.

use accrs_frontend::region::{For, LoopId, Stmt, StmtKind, Visit};
use std::collections::HashSet;

/// The labels in a statement, and those that it jumps to.
pub type Ends<'s> = (HashSet<&'s str>, HashSet<&'s str>);

pub fn ends(s: &Stmt) -> Ends<'_> {
    let mut found = Ends::default();
    s.each_stmt(|s| match &s.kind {
        StmtKind::Label { name, .. } => {
            found.0.insert(name);
        }
        StmtKind::Goto(name) => {
            found.1.insert(name);
        }
        _ => {}
    });
    found
}

/// Whether a jump leaves a loop's body, or this iteration of it.
pub fn leaves(body: &Stmt) -> bool {
    leads_out(body, true)
}

/// Whether a jump may end the loop that has this body before its time.
pub fn ends_early(body: &Stmt) -> bool {
    leads_out(body, false)
}

/// `next`: a jump to the next iteration counts.
fn leads_out(body: &Stmt, next: bool) -> bool {
    struct Jumps {
        next: bool,
        in_loop: bool,
        in_switch: bool,
        found: bool,
    }
    impl<'a> Visit<'a> for Jumps {
        fn visit_stmt(&mut self, s: &'a Stmt) {
            let around = (self.in_loop, self.in_switch);
            match &s.kind {
                StmtKind::Goto(_) | StmtKind::Return(_) | StmtKind::Label { .. } => {
                    self.found = true;
                }
                StmtKind::Break => self.found |= !self.in_loop && !self.in_switch,
                StmtKind::Continue => self.found |= self.next && !self.in_loop,
                StmtKind::For(_) | StmtKind::While { .. } | StmtKind::DoWhile { .. } => {
                    self.in_loop = true;
                }
                StmtKind::Switch { .. } => self.in_switch = true,
                _ => {}
            }
            self.walk_stmt(s);
            (self.in_loop, self.in_switch) = around;
        }
    }
    let mut jumps = Jumps {
        next,
        in_loop: false,
        in_switch: false,
        found: false,
    };
    jumps.visit_stmt(body);
    jumps.found
}

/// What stands before the `continue` that a statement ends with.
pub fn skipping(s: &Stmt) -> Option<&[Stmt]> {
    match &s.kind {
        StmtKind::Continue => Some(&[]),
        StmtKind::Block(stmts) => match stmts.split_last()? {
            (last, before) if matches!(last.kind, StmtKind::Continue) => Some(before),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a jump may lead into a statement under a condition without asking it: to a label, or to a `case` under an `if`.
pub fn bypasses(s: &Stmt) -> bool {
    struct Ways {
        under_if: bool,
        found: bool,
    }
    impl<'a> Visit<'a> for Ways {
        fn visit_stmt(&mut self, s: &'a Stmt) {
            let around = self.under_if;
            match &s.kind {
                StmtKind::Label { .. } => self.found = true,
                StmtKind::Case { .. } | StmtKind::Default { .. } => self.found |= self.under_if,
                StmtKind::If { .. } => self.under_if = true,
                StmtKind::Switch { .. } => self.under_if = false,
                _ => {}
            }
            self.walk_stmt(s);
            self.under_if = around;
        }
    }
    let mut ways = Ways {
        under_if: false,
        found: false,
    };
    ways.visit_stmt(s);
    ways.found
}

/// The loops in other loops' bodies that a jump between the statements there leads past: not all iterations of the loop
/// around get to them.
pub fn passed(stmts: &[Stmt]) -> HashSet<LoopId> {
    let mut find = Find::default();
    stmts.iter().for_each(|s| find.visit_stmt(s));
    find.passed
}

#[derive(Default)]
struct Find {
    in_loop: bool,
    passed: HashSet<LoopId>,
}

impl<'a> Visit<'a> for Find {
    fn visit_for(&mut self, l: &'a For) {
        let around = std::mem::replace(&mut self.in_loop, true);
        self.walk_for(l);
        self.in_loop = around;
    }

    fn visit_stmt(&mut self, s: &'a Stmt) {
        if let StmtKind::Block(stmts) = &s.kind
            && self.in_loop
        {
            let ends: Vec<Ends<'_>> = stmts.iter().map(ends).collect();
            let jumping = ends.iter().enumerate();
            for (from, (_, targets)) in jumping.filter(|(_, (_, targets))| !targets.is_empty()) {
                for (to, (labels, _)) in ends.iter().enumerate() {
                    if from != to && !targets.is_disjoint(labels) {
                        self.passed
                            .extend(loops(&stmts[from.min(to)..=from.max(to)]));
                    }
                }
            }
        }
        self.walk_stmt(s);
    }
}

fn loops(stmts: &[Stmt]) -> Vec<LoopId> {
    let mut all = Vec::new();
    for s in stmts {
        s.each_stmt(|s| {
            if let StmtKind::For(l) = &s.kind {
                all.push(l.id);
            }
        });
    }
    all
}
