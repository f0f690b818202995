//! Several loops as one.

use super::Candidate;
use accrs_frontend::region::{
    Expr, ExprKind, For, LocalDecl, LoopId, Recast, Recasting, Stmt, StmtKind, Unit, VarId,
    VisitMut,
};
use accrs_frontend::source::Span;

/// The two loops as one, and so many of those that stand in them with nothing between. `None`: there aren't so many. The second one's variables, but
/// those that it declares in its body, go by the first one's.
pub fn joined(a: &Stmt, b: &Stmt, depth: usize) -> Option<Stmt> {
    let (StmtKind::For(la), StmtKind::For(lb)) = (&a.kind, &b.kind) else {
        return None;
    };
    let mut second = (*lb.body).clone();
    let (head, other) = (la.canonical.as_ref()?, lb.canonical.as_ref()?);
    if head.var != other.var {
        Rename {
            from: other.var,
            to: head.var,
        }
        .visit_stmt(&mut second);
    }
    let span = around(la.body.span, second.span);
    let body = match depth {
        0 | 1 => Stmt::new(StmtKind::Block(vec![(*la.body).clone(), second]), span),
        _ => joined(only(&la.body)?, only(&second)?, depth - 1)?,
    };
    let l = For {
        body: Box::new(body),
        ..(**la).clone()
    };
    Some(Stmt::new(
        StmtKind::For(Box::new(l)),
        around(a.span, b.span),
    ))
}

fn around(a: Span, b: Span) -> Span {
    Span {
        start: a.start,
        end: b.end,
    }
}

/// The loop that a body consists of.
pub fn only(body: &Stmt) -> Option<&Stmt> {
    match &body.kind {
        StmtKind::For(_) => Some(body),
        StmtKind::Block(inner) => {
            let mut real = inner.iter().filter(|s| !matches!(s.kind, StmtKind::Empty));
            let first = real.next()?;
            match real.next() {
                None => only(first),
                Some(_) => None,
            }
        }
        _ => None,
    }
}

/// Puts one loop in the place of several in what devices see.
pub fn apply(unit: &mut Unit, c: &Candidate) {
    let at = c.construct.index();
    let Some(mut members) = unit.constructs[at].members.take() else {
        return;
    };
    if let Some((id, loops)) = put(unit, &mut members.body, c) {
        let span = loops.first().map(|s| s.span).unwrap_or_default();
        members.recast.push(Recast {
            loops: vec![id],
            whole: Stmt::new(StmtKind::Block(loops), span),
            asked: c.free.asked.clone(),
            by_clauses: c.free.by_clauses.clone(),
            how: Recasting::Joined,
        });
    }
    unit.constructs[at].members = Some(members);
}

/// Puts one loop in the place of several: its number, and those of the text.
pub fn put(unit: &mut Unit, stmts: &mut [Stmt], c: &Candidate) -> Option<(LoopId, Vec<Stmt>)> {
    let mut found = Find {
        ids: &c.loops,
        found: Vec::new(),
    };
    stmts.iter_mut().for_each(|s| found.visit_stmt(s));
    let loops = found.found;
    if loops.len() != c.loops.len() {
        return None;
    }
    let mut made = loops.first()?.clone();
    for next in loops.iter().skip(1) {
        made = joined(&made, next, c.depth)?;
    }
    let mut renew = Renew {
        unit,
        left: c.depth,
        first: None,
    };
    renew.visit_stmt(&mut made);
    let id = renew.first?;
    let mut put = Put {
        ids: &c.loops,
        made: Some(made),
    };
    stmts.iter_mut().for_each(|s| put.visit_stmt(s));
    Some((id, loops))
}

struct Find<'f> {
    ids: &'f [LoopId],
    found: Vec<Stmt>,
}

impl VisitMut for Find<'_> {
    fn visit_stmt(&mut self, s: &mut Stmt) {
        match &s.kind {
            StmtKind::For(l) if self.ids.contains(&l.id) => self.found.push(s.clone()),
            _ => self.walk_stmt(s),
        }
    }
}

struct Put<'p> {
    ids: &'p [LoopId],
    made: Option<Stmt>,
}

impl VisitMut for Put<'_> {
    fn visit_stmt(&mut self, s: &mut Stmt) {
        match &s.kind {
            StmtKind::For(l) if self.ids.contains(&l.id) => match self.made.take() {
                Some(made) => *s = made,
                None => s.kind = StmtKind::Empty,
            },
            _ => self.walk_stmt(s),
        }
    }
}

/// Gives the loops that have become one numbers of their own.
struct Renew<'r> {
    unit: &'r mut Unit,
    left: usize,
    first: Option<LoopId>,
}

impl VisitMut for Renew<'_> {
    fn visit_for(&mut self, l: &mut For) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        l.id = LoopId(self.unit.loops);
        self.unit.loops += 1;
        self.first.get_or_insert(l.id);
        self.visit_stmt(&mut l.body);
    }
}

/// Another variable in a variable's place.
pub struct Rename {
    pub from: VarId,
    pub to: VarId,
}

impl VisitMut for Rename {
    fn visit_expr(&mut self, e: &mut Expr) {
        match &mut e.kind {
            ExprKind::Var(v) if *v == self.from => *v = self.to,
            _ => self.walk_expr(e),
        }
    }

    fn visit_decl(&mut self, d: &mut LocalDecl) {
        self.walk_decl(d);
    }
}
