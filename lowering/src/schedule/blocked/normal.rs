//! The form in which a nest can be cut into tiles: its band outside, all else in the band's iterations.
//!
//! Loops over the same range are brought together, out of loops in order and past them:
//!
//! ```text
//! for (i …) {                          for (i …)
//!     for (j …) c[i][j] *= beta;           for (j …) {
//!     for (k …)                                c[i][j] *= beta;
//!         for (j …)                            for (k …)
//!             c[i][j] += …;                        c[i][j] += …;
//! }                                        }
//! ```
//!
//! Each iteration of the band does what it did in the same order, so this is right where iterations of the band are independent; that is
//! asked of the nest in its new form (`legal`), in which the same instances of statements touch the same memory.

use accrs_frontend::region::{
    Canonical, Expr, ExprKind, For, LoopId, Stmt, StmtKind, Unit, VarId, Visit, VisitMut,
};
use indexmap::IndexSet;

/// A nest in its new form.
pub struct Normal {
    /// Outermost first: rows, then lanes.
    pub band: Vec<Canonical>,
    /// The loops that the heads of the band are of.
    pub ids: Vec<LoopId>,
    /// The whole nest.
    pub nest: Stmt,
    /// The loops of the band stand in each other as the user wrote them, with nothing between.
    pub in_place: bool,
    /// What each row does before and behind its lanes, for all rows before and behind the tiles.
    pub beside: Option<Beside>,
}

/// Assignments of elements that stand in a loop before and behind all of the loops over a range.
pub struct Beside {
    pub before: Vec<Stmt>,
    pub after: Vec<Stmt>,
    /// The loop with them, as the user wrote it.
    pub whole: Stmt,
}

impl Normal {
    /// What is inside so many loops of the band.
    pub fn inside(&self, depth: usize) -> &Stmt {
        let mut at = &self.nest;
        for _ in 0..depth {
            if let StmtKind::For(l) = &at.kind {
                at = &l.body;
            }
        }
        at
    }
}

/// The loop alone: its iterations are the band's.
pub fn alone(l: &For) -> Option<Normal> {
    Some(Normal {
        band: vec![l.canonical.clone()?],
        ids: vec![l.id],
        nest: plain(l, (*l.body).clone()),
        in_place: true,
        beside: None,
    })
}

/// `l` outside and the loops over the range of `inner` alone in it.
pub fn rows_and_lanes(unit: &Unit, l: &For, inner: &For) -> Option<Normal> {
    let together = beside(&l.body, inner);
    let (outer, head) = (l.canonical.as_ref()?, inner.canonical.as_ref()?);
    let all: Vec<&Stmt> = match &l.body.kind {
        StmtKind::Block(stmts) => stmts.iter().collect(),
        _ => vec![&*l.body],
    };
    let (before, rest) = all.split_at(all.iter().take_while(|s| is_element(unit, s)).count());
    let behind = rest.iter().rev().take_while(|s| is_element(unit, s));
    let (rest, after) = rest.split_at(rest.len() - behind.count());
    let beside = (!before.is_empty() || !after.is_empty()).then(|| {
        let [before, after] = [before, after].map(|s| s.iter().copied().cloned().collect());
        Beside {
            before,
            after,
            whole: plain(l, (*l.body).clone()),
        }
    });
    let body = sunk(unit, rest, head, &|l| together.contains(&l.id))?;
    let lanes = plain(inner, block(body, inner));
    Some(Normal {
        band: vec![outer.clone(), head.clone()],
        ids: vec![l.id, inner.id],
        nest: plain(l, lanes),
        in_place: only(&l.body).is_some_and(|o| o.id == inner.id),
        beside,
    })
}

/// The loops over the range of `inner` outside of `l`, whatever that is.
pub fn lanes_outside(unit: &Unit, l: &For, inner: &For) -> Option<Normal> {
    let head = inner.canonical.as_ref()?;
    let stmt = plain(l, (*l.body).clone());
    let lanes = beside(&l.body, inner);
    let body = sunk(unit, &[&stmt], head, &|l| lanes.contains(&l.id))?;
    Some(Normal {
        band: vec![head.clone()],
        ids: vec![inner.id],
        nest: plain(inner, block(body, inner)),
        in_place: false,
        beside: None,
    })
}

/// Two loops of the nest `s` with all others over their ranges outside of all else, wherever they stand. The range of lanes may depend on the row.
pub fn both_outside(unit: &Unit, s: &Stmt, row: &For, lane: &For) -> Option<Normal> {
    let (outer, head) = (row.canonical.as_ref()?, lane.canonical.as_ref()?);
    let [rows, lanes] = [row, lane].map(|l| beside(s, l));
    let body = sunk(unit, &[s], outer, &|l| rows.contains(&l.id))?;
    let body: Vec<&Stmt> = body.iter().collect();
    let body = sunk(unit, &body, head, &|l| lanes.contains(&l.id))?;
    let inner = plain(lane, block(body, lane));
    let in_place = match &s.kind {
        StmtKind::For(l) => l.id == row.id && only(&l.body).is_some_and(|o| o.id == lane.id),
        _ => false,
    };
    Some(Normal {
        band: vec![outer.clone(), head.clone()],
        ids: vec![row.id, lane.id],
        nest: plain(row, inner),
        in_place,
        beside: None,
    })
}

/// The loops of a nest over the range of one of them, but for those around it, in it and in each other.
pub fn beside(nest: &Stmt, of: &For) -> IndexSet<LoopId> {
    struct Beside<'a> {
        of: &'a For,
        found: IndexSet<LoopId>,
    }
    impl<'a> Visit<'a> for Beside<'_> {
        fn visit_for(&mut self, l: &'a For) {
            let head = self.of.canonical.as_ref();
            let around = l
                .body
                .any_stmt(|s| matches!(&s.kind, StmtKind::For(l) if l.id == self.of.id));
            if !around && head.is_some_and(|head| is_over(l, head)) {
                self.found.insert(l.id);
            } else {
                self.walk_for(l);
            }
        }
        fn visit_expr(&mut self, _: &'a Expr) {}
    }
    let mut all = Beside {
        of,
        found: IndexSet::new(),
    };
    all.visit_stmt(nest);
    all.found
}

/// The bodies of these loops in `l`, and the variables that are named beside them; `None` where these are such a loop's own.
pub fn parts<'a>(l: &'a For, ids: &IndexSet<LoopId>) -> Option<(Vec<&'a Stmt>, IndexSet<VarId>)> {
    let of = |l: &For| ids.contains(&l.id);
    let mut parts = Parts::of(&of);
    parts.walk_for(l);
    parts.settled()
}

/// Likewise, of these loops in a nest.
pub fn parts_of<'a>(
    nest: &'a Stmt,
    ids: &IndexSet<LoopId>,
) -> Option<(Vec<&'a Stmt>, IndexSet<VarId>)> {
    let of = |l: &For| ids.contains(&l.id);
    let mut parts = Parts::of(&of);
    parts.visit_stmt(nest);
    parts.settled()
}

struct Parts<'a, 'h> {
    of: &'h dyn Fn(&For) -> bool,
    own: Vec<VarId>,
    bodies: Vec<&'a Stmt>,
    beside: IndexSet<VarId>,
}

impl<'a, 'h> Parts<'a, 'h> {
    fn of(of: &'h dyn Fn(&For) -> bool) -> Self {
        Parts {
            of,
            own: Vec::new(),
            bodies: Vec::new(),
            beside: IndexSet::new(),
        }
    }

    fn settled(self) -> Option<(Vec<&'a Stmt>, IndexSet<VarId>)> {
        let named = self.own.iter().any(|v| self.beside.contains(v));
        (!named).then_some((self.bodies, self.beside))
    }
}

impl<'a> Visit<'a> for Parts<'a, '_> {
    fn visit_for(&mut self, l: &'a For) {
        match &l.canonical {
            Some(own) if (self.of)(l) => {
                self.own.push(own.var);
                self.bodies.push(&l.body);
            }
            _ => self.walk_for(l),
        }
    }

    fn visit_expr(&mut self, e: &'a Expr) {
        if let ExprKind::Var(v) = &e.kind {
            self.beside.insert(*v);
        }
        self.walk_expr(e);
    }
}

/// The loops in `l` that could be lanes: one of those over the same range that can be brought together.
pub fn ranges(l: &For) -> Vec<&For> {
    struct Ranges<'a> {
        body: &'a Stmt,
        found: Vec<&'a For>,
        together: Vec<IndexSet<LoopId>>,
    }
    impl<'a> Visit<'a> for Ranges<'a> {
        fn visit_for(&mut self, l: &'a For) {
            let all = beside(self.body, l);
            if l.canonical.is_some() && !self.together.contains(&all) {
                self.found.push(l);
                self.together.push(all);
            }
            self.walk_for(l);
        }
        fn visit_expr(&mut self, _: &'a Expr) {}
    }
    let mut ranges = Ranges {
        body: &l.body,
        found: Vec::new(),
        together: Vec::new(),
    };
    ranges.visit_stmt(&l.body);
    ranges.found
}

/// The only loop in a body, with nothing beside it.
pub fn only(body: &Stmt) -> Option<&For> {
    body.only_loop()
}

/// Both go through the same values, if nothing that their bounds name changes in between.
pub fn is_same(a: &Canonical, b: &Canonical) -> bool {
    a.lower.is_like(&b.lower)
        && a.upper.is_like(&b.upper)
        && a.step.is_like(&b.step)
        && (a.cmp, a.down) == (b.cmp, b.down)
}

fn is_over(l: &For, head: &Canonical) -> bool {
    l.canonical.as_ref().is_some_and(|own| is_same(own, head))
}

/// What statements do in one iteration of the loops over a range, all of which are in them: `is_one` tells these, and `head` is the head of one.
/// `None` where something else is there that each iteration can't do for itself.
fn sunk(
    unit: &Unit,
    stmts: &[&Stmt],
    head: &Canonical,
    is_one: &dyn Fn(&For) -> bool,
) -> Option<Vec<Stmt>> {
    let mut out = Vec::new();
    for s in stmts {
        match &s.kind {
            StmtKind::Empty => {}
            StmtKind::Block(body) => {
                let body: Vec<&Stmt> = body.iter().collect();
                out.extend(sunk(unit, &body, head, is_one)?);
            }
            StmtKind::For(l) => {
                let own = l.canonical.as_ref()?;
                let mut body = l.body.clone();
                if is_one(l) {
                    let types = &unit.types;
                    let [a, b] = [own, head].map(|h| types.canonical_id(unit.var(h.var).ty));
                    if a != b {
                        return None;
                    }
                    let mut rename = Rename {
                        from: own.var,
                        to: head.var,
                    };
                    rename.visit_stmt(&mut body);
                    out.push(*body);
                    continue;
                }
                // The range is the same in all iterations of the loops that it leaves.
                if head.lower.mentions(own.var) || head.upper.mentions(own.var) {
                    return None;
                }
                // What has nothing to do with the range would be done again for each part of it.
                if !holds(l, is_one) {
                    return None;
                }
                let inside = sunk(unit, &[&l.body], head, is_one)?;
                out.push(plain(l, block(inside, l)));
            }
            // A scalar of an iteration, which each lane may have.
            StmtKind::Decl(decls) if decls.iter().all(|d| is_number(unit, d.var)) => {
                out.push((*s).clone());
            }
            StmtKind::Expr(e) if scalar(unit, e).is_some() => out.push((*s).clone()),
            _ => return None,
        }
    }
    Some(out)
}

/// Whether one of these loops is in a loop.
fn holds(l: &For, is_one: &dyn Fn(&For) -> bool) -> bool {
    l.body
        .any_stmt(|s| matches!(&s.kind, StmtKind::For(l) if is_one(l)))
}

/// Whether a statement assigns an element, and that is all.
fn is_element(unit: &Unit, s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::Expr(e) => match &e.kind {
            ExprKind::Assign(_, to, value) => {
                let acts = |e: &Expr| e.any_expr(|e| e.assigned().is_some());
                to.variable().is_none() && !acts(to) && !acts(value) && scalar(unit, e).is_none()
            }
            _ => false,
        },
        _ => false,
    }
}

/// The scalar that an assignment gives a value.
fn scalar(unit: &Unit, e: &Expr) -> Option<VarId> {
    let ExprKind::Assign(_, to, _) = &e.kind else {
        return None;
    };
    to.variable().filter(|v| is_number(unit, *v))
}

fn is_number(unit: &Unit, v: VarId) -> bool {
    unit.types.is_arithmetic(unit.var(v).ty)
}

/// A loop with this body, and without a directive.
pub fn plain(l: &For, body: Stmt) -> Stmt {
    let span = l.body.span;
    let l = For {
        id: l.id,
        init: l.init.clone(),
        cond: l.cond.clone(),
        inc: l.inc.clone(),
        body: Box::new(body),
        directive: None,
        canonical: l.canonical.clone(),
    };
    Stmt::new(StmtKind::For(Box::new(l)), span)
}

fn block(stmts: Vec<Stmt>, of: &For) -> Stmt {
    Stmt::new(StmtKind::Block(stmts), of.body.span)
}

struct Rename {
    from: VarId,
    to: VarId,
}

impl VisitMut for Rename {
    fn visit_expr(&mut self, e: &mut Expr) {
        if let ExprKind::Var(v) = &mut e.kind
            && *v == self.from
        {
            *v = self.to;
        }
        self.walk_expr(e);
    }
}
