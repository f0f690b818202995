//! Loops that stand in what devices run in the place of others, several for one or one for several: what they leave in memory must be what those of
//! the text leave, value for value.

use accrs_frontend::region::{
    BinaryOp, Construct, Expr, ExprKind, For, Fused, LoopCmp, Recast, Recasting, Stmt, StmtKind,
    VisitMut,
};

/// What devices run of a construct with its loops as they stand in the text; nothing where they all do.
pub fn undone(c: &Construct) -> Vec<Stmt> {
    let Some(members) = c.members.as_ref().filter(|m| !m.recast.is_empty()) else {
        return Vec::new();
    };
    let mut stmts = members.body.clone();
    for one in &members.recast {
        let mut back = Back {
            pieces: &one.loops.iter().map(|id| id.0).collect::<Vec<_>>(),
            whole: Some(&one.whole),
        };
        stmts.iter_mut().for_each(|s| back.visit_stmt(s));
    }
    stmts
}

/// What devices run with several loops from the last one to the first, the bodies of loops that have become one likewise, and loops with another order of
/// iterations from their ends to their beginnings, which is mostly wrong.
pub fn turned(recast: &[Recast], body: &[Stmt]) -> Vec<Stmt> {
    let mut stmts = body.to_vec();
    for one in recast {
        let ids: Vec<u32> = one.loops.iter().map(|id| id.0).collect();
        match &one.how {
            Recasting::Order(_) => stmts.iter_mut().for_each(|s| Downwards(&ids).visit_stmt(s)),
            _ => stmts.iter_mut().for_each(|s| Turn(&ids).visit_stmt(s)),
        }
    }
    stmts
}

/// The same of the cores.
pub fn turned_on_cores(fused: &[Fused], text: &[Stmt]) -> Vec<Stmt> {
    let mut stmts = text.to_vec();
    for one in fused {
        let mut turn = Turn(&[one.id.0]);
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

/// Loops that count up, by one, the other way.
struct Downwards<'d>(&'d [u32]);

impl VisitMut for Downwards<'_> {
    fn visit_stmt(&mut self, s: &mut Stmt) {
        let StmtKind::For(l) = &mut s.kind else {
            return self.walk_stmt(s);
        };
        let own = self.0.contains(&l.id.0);
        let Some(head) = l.canonical.as_mut().filter(|_| own) else {
            return self.walk_stmt(s);
        };
        let one = |e: &Expr| {
            Box::new(Expr {
                kind: ExprKind::IntLit {
                    value: 1,
                    text: "1".into(),
                },
                ..e.clone()
            })
        };
        let last = match head.cmp {
            LoopCmp::Lt => {
                let kind = ExprKind::Binary(
                    BinaryOp::Sub,
                    Box::new(head.upper.clone()),
                    one(&head.upper),
                );
                Expr {
                    kind,
                    ..head.upper.clone()
                }
            }
            _ => head.upper.clone(),
        };
        head.upper = std::mem::replace(&mut head.lower, last);
        (head.cmp, head.down) = (LoopCmp::Ge, true);
    }
}

struct Turn<'t>(&'t [u32]);

impl VisitMut for Turn<'_> {
    fn visit_stmt(&mut self, s: &mut Stmt) {
        let piece = |s: &Stmt| matches!(&s.kind, StmtKind::For(l) if self.0.contains(&l.id.0));
        match &mut s.kind {
            StmtKind::Block(inner) if self.0.len() > 1 && inner.iter().any(piece) => {
                inner.reverse();
            }
            StmtKind::For(l) if self.0 == [l.id.0] => bodies(l).reverse(),
            _ => self.walk_stmt(s),
        }
    }
}

/// The bodies of the loops that have become one, which stand beside each other.
fn bodies(l: &mut For) -> &mut [Stmt] {
    match &mut l.body.kind {
        StmtKind::Block(inner) => match inner.as_mut_slice() {
            [
                Stmt {
                    kind: StmtKind::For(l),
                    ..
                },
            ] => bodies(l),
            inner => inner,
        },
        StmtKind::For(l) => bodies(l),
        _ => &mut [],
    }
}
