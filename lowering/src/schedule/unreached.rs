//! Branches that are never taken: the loops around leave no iteration in which the condition holds. What devices run is without them, so
//! that what they assign stands in nobody's way.
//!
//! ```c
//! for (i = 1; i < n; i++) {          for (i = 1; i < n; i++)
//!     if (i == 0)                        a[i] = t;
//!         t = b[0];
//!     a[i] = t;
//! }
//! ```
//!
//! The host's cores run the user's own text, which does the same.

use super::region::Region;
use super::{Only, is_among};
use crate::analyse::affine::Context;
use crate::analyse::quasi::Cond;
use crate::analyse::{jumps, points, work};
use crate::options::Options;
use accrs_frontend::region::{
    Canonical, Construct, Expr, For, Stmt, StmtId, StmtKind, Unit, Visit, VisitMut,
};

/// More questions about one construct than this aren't worth the time.
const MOST: usize = 100;

/// Rewrites the regions of `kernels` with such branches.
pub fn rewrite(unit: &mut Unit, options: &Options, only: &Only) {
    let found = unit.constructs.iter().map(|c| match is_among(only, c.id) {
        true => search(unit, options, c),
        false => Vec::new(),
    });
    let found: Vec<Vec<Never>> = found.collect();
    for (i, mut found) in found.into_iter().enumerate() {
        if found.is_empty() {
            continue;
        }
        let Some(mut members) = unit.constructs[i].for_devices() else {
            continue;
        };
        let mut removal = Removal(&mut found);
        members.body.iter_mut().for_each(|s| removal.visit_stmt(s));
        unit.ids.renew(&mut members.body);
        unit.constructs[i].members = Some(members);
    }
}

/// An `if` of which one branch is never taken.
struct Never {
    of: StmtId,
    /// The first branch; else the other one.
    then: bool,
}

fn search(unit: &Unit, options: &Options, c: &Construct) -> Vec<Never> {
    let Some((region, stmts)) = Region::of(unit, options, c) else {
        return Vec::new();
    };
    if stmts.iter().any(jumps::bypasses) {
        return Vec::new();
    }
    let mut search = Search {
        cx: region.facts.context(),
        loops: Vec::new(),
        tests: Vec::new(),
        asked: 0,
        found: Vec::new(),
    };
    stmts.iter().for_each(|s| search.visit_stmt(s));
    search.found
}

struct Search<'s, 'a> {
    cx: &'s Context<'a>,
    loops: Vec<&'a Canonical>,
    /// What holds around.
    tests: Vec<Cond>,
    asked: usize,
    found: Vec<Never>,
}

impl<'a> Visit<'a> for Search<'_, 'a> {
    fn visit_for(&mut self, l: &'a For) {
        let depth = self.loops.len();
        self.loops.extend(&l.canonical);
        self.visit_stmt(&l.body);
        self.loops.truncate(depth);
    }

    fn visit_stmt(&mut self, s: &'a Stmt) {
        let StmtKind::If { cond, then, els } = &s.kind else {
            return self.walk_stmt(s);
        };
        let test = self.cx.test(cond, &self.loops);
        let mut branch = |taken: Cond, branch: Option<&'a Stmt>, then: bool| {
            let Some(branch) = branch else { return };
            let telling = taken != Cond::always() && work::is_pure(self.cx.unit, cond);
            self.tests.push(taken);
            if telling && self.is_empty() {
                self.found.push(Never { of: s.id, then });
            } else {
                self.visit_stmt(branch);
            }
            self.tests.pop();
        };
        branch(test.holds, Some(&**then), true);
        branch(test.fails, els.as_deref(), false);
    }

    fn visit_expr(&mut self, _: &'a Expr) {}
}

impl<'a> Search<'_, 'a> {
    /// Whether no iteration of the loops around passes all the tests.
    fn is_empty(&mut self) -> bool {
        self.asked += 1;
        let when = self.tests.iter().cloned().fold(Cond::always(), Cond::and);
        self.asked <= MOST && points::is_never(self.cx, &self.loops, when)
    }
}

/// Takes these branches out.
struct Removal<'r>(&'r mut Vec<Never>);

impl VisitMut for Removal<'_> {
    fn visit_stmt(&mut self, s: &mut Stmt) {
        while let StmtKind::If { then, els, .. } = &mut s.kind {
            let Some(at) = self.0.iter().position(|n| n.of == s.id) else {
                break;
            };
            let left = match self.0.swap_remove(at).then {
                true => els.take(),
                false => Some(std::mem::replace(
                    then,
                    Box::new(Stmt::new(StmtKind::Empty, s.span)),
                )),
            };
            *s = left.map_or_else(|| Stmt::new(StmtKind::Empty, s.span), |left| *left);
        }
        self.walk_stmt(s);
    }
}
