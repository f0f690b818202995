//! Loops that stand in what devices run as several: what all of these leave in memory must be what the loop of the text leaves, value for value.

use accrs_frontend::region::{Construct, Stmt, StmtKind, VisitMut};

/// What devices run of a construct with its loops as they stand in the text; nothing where they all do.
pub fn undone(c: &Construct) -> Vec<Stmt> {
    let Some(members) = c.members.as_ref().filter(|m| !m.splits.is_empty()) else {
        return Vec::new();
    };
    let mut stmts = members.body.clone();
    for split in &members.splits {
        let mut back = Back {
            pieces: &split.pieces.iter().map(|id| id.0).collect::<Vec<_>>(),
            whole: Some(&split.whole),
        };
        stmts.iter_mut().for_each(|s| back.visit_stmt(s));
    }
    stmts
}

/// The same with the pieces of each loop in the order from the last to the first, which is mostly wrong.
pub fn turned(c: &Construct) -> Vec<Stmt> {
    let Some(members) = &c.members else {
        return Vec::new();
    };
    let mut stmts = members.body.clone();
    for split in &members.splits {
        let mut turn = Turn(&split.pieces.iter().map(|id| id.0).collect::<Vec<_>>());
        stmts.iter_mut().for_each(|s| turn.visit_stmt(s));
    }
    stmts
}

struct Back<'b> {
    pieces: &'b [u32],
    whole: Option<&'b Stmt>,
}

impl VisitMut for Back<'_> {
    fn visit_stmt(&mut self, s: &mut Stmt) {
        match &s.kind {
            StmtKind::For(l) if self.pieces.contains(&l.id.0) => match self.whole.take() {
                Some(whole) => *s = whole.clone(),
                None => s.kind = StmtKind::Empty,
            },
            _ => self.walk_stmt(s),
        }
    }
}

struct Turn<'t>(&'t [u32]);

impl VisitMut for Turn<'_> {
    fn visit_stmt(&mut self, s: &mut Stmt) {
        let piece = |s: &Stmt| matches!(&s.kind, StmtKind::For(l) if self.0.contains(&l.id.0));
        match &mut s.kind {
            StmtKind::Block(inner) if inner.iter().any(piece) => inner.reverse(),
            _ => self.walk_stmt(s),
        }
    }
}
