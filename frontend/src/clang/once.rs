//! `do { … } while (0)`, as which macros of several statements are written: it is a block, and no loop.

use crate::region::{Stmt, StmtKind, Visit};

/// A loop that runs once, and that nothing leaves or continues, is the block that it holds. Anything else stays what it is.
pub fn once(kind: StmtKind) -> StmtKind {
    match kind {
        StmtKind::DoWhile { body, cond } if cond.int_value() == Some(0) && !jumps(&body) => {
            match body.kind {
                StmtKind::Block(stmts) => StmtKind::Block(stmts),
                _ => StmtKind::Block(vec![*body]),
            }
        }
        kind => kind,
    }
}

/// Whether a loop's body has a `break` or a `continue` that belongs to this loop.
fn jumps(body: &Stmt) -> bool {
    struct Jumps {
        in_loop: bool,
        in_switch: bool,
        found: bool,
    }
    impl<'a> Visit<'a> for Jumps {
        fn visit_stmt(&mut self, s: &'a Stmt) {
            let around = (self.in_loop, self.in_switch);
            match &s.kind {
                StmtKind::Break => self.found |= !self.in_loop && !self.in_switch,
                StmtKind::Continue => self.found |= !self.in_loop,
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
        in_loop: false,
        in_switch: false,
        found: false,
    };
    jumps.visit_stmt(body);
    jumps.found
}
