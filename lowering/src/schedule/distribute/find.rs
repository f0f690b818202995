//! Which loops may become several, and of which statements these may consist.

use super::{Candidate, Leaf};
use crate::analyse::alias::Aliases;
use crate::analyse::depend::Question;
use crate::analyse::graph::{Graph, Nest};
use crate::analyse::place::holds_array;
use crate::analyse::uses::Uses;
use crate::options::Options;
use crate::plan::{InOrder, LoopPlan, ReasonKind};
use crate::schedule::blocked::nests::is_plain;
use crate::schedule::recast::{head_names, is_fixed, is_regular, leaves, loops, names};
use crate::schedule::region::{self, Region};
use crate::schedule::{compute, induction};
use accrs_frontend::region::{
    Canonical, Construct, Expr, For, LoopId, Stmt, StmtKind, Unit, VarId, Visit,
};
use indexmap::{IndexMap, IndexSet};

/// More statements than that are left in their loop.
const MOST_STATEMENTS: usize = 24;

/// What is between the statements of a candidate.
pub struct Linked {
    pub graph: Graph,
    /// For those with an edge in one direction: the loops in different iterations of which they touch the same memory.
    carried: IndexMap<(usize, usize), IndexSet<LoopId>>,
}

impl Linked {
    /// Whether groups of statements may be in one nest whose threads share these loops.
    pub fn may_join(&self, a: &[usize], b: &[usize], shared: &IndexSet<LoopId>) -> bool {
        let mut pairs = a.iter().flat_map(|x| b.iter().map(move |y| (*x, *y)));
        pairs.all(|(x, y)| {
            let carried = self.carried.get(&(x.min(y), x.max(y)));
            carried.is_none_or(|c| !shared.iter().any(|l| c.contains(l)))
        })
    }
}

/// Whether a construct is a region of `kernels` with loops around several statements.
pub fn may_have(unit: &Unit, c: &Construct) -> bool {
    let Some(stmts) = region::statements(c) else {
        return false;
    };
    let several = |s: &Stmt| match &s.kind {
        StmtKind::For(l) => l.canonical.is_some() && leaves(&l.body).len() > 1,
        _ => false,
    };
    stmts.iter().any(|s| s.any_stmt(several)) && induction::closed(unit, c, stmts).is_none()
}

/// The outermost loops of a construct for which that might pay, each statement or cycle of statements by itself.
/// `is_shared`: whether threads share a loop well enough as it is.
pub fn of(
    unit: &Unit,
    options: &Options,
    c: &Construct,
    is_shared: &dyn Fn(LoopId) -> bool,
) -> Vec<Candidate> {
    let Some((region, stmts)) = Region::of(unit, options, c) else {
        return Vec::new();
    };
    let mut search = Search {
        unit,
        region: &region,
        is_shared,
        aliases: compute::aliases_of(unit, options, c, stmts),
        around: Vec::new(),
        found: Vec::new(),
    };
    stmts.iter().for_each(|s| search.visit_stmt(s));
    search.found
}

struct Search<'s, 'a> {
    unit: &'a Unit,
    region: &'s Region<'a>,
    is_shared: &'s dyn Fn(LoopId) -> bool,
    aliases: Aliases,
    around: Vec<&'a Canonical>,
    found: Vec<Candidate>,
}

impl<'a> Visit<'a> for Search<'_, 'a> {
    fn visit_stmt(&mut self, s: &'a Stmt) {
        let StmtKind::For(l) = &s.kind else {
            return self.walk_stmt(s);
        };
        if (self.is_shared)(l.id) {
            return;
        }
        if let Some(found) = self.candidate(s, l) {
            return self.found.push(found);
        }
        let Some(head) = &l.canonical else { return };
        self.around.push(head);
        self.visit_stmt(&l.body);
        self.around.pop();
    }

    /// Loops in statement expressions stay as they are.
    fn visit_expr(&mut self, _: &'a Expr) {}
}

/// Whether threads share a loop without combining sums in memory.
pub fn is_shared_well(plan: &LoopPlan) -> bool {
    let combined = plan.reductions.iter().any(|r| r.careful) || !plan.atomics.is_empty();
    let spread = plan.levels.gang || plan.levels.worker || plan.levels.vector;
    let inside = matches!(plan.reason.kind, ReasonKind::InOrder(InOrder::Inside));
    spread && !combined || inside
}

impl<'a> Search<'_, 'a> {
    fn candidate(&self, s: &'a Stmt, l: &'a For) -> Option<Candidate> {
        let leaves = leaves(&l.body);
        let few = (2..=MOST_STATEMENTS).contains(&leaves.len());
        if !few || !is_plain(self.unit, s) || s.any_stmt(|s| !is_regular(self.unit, s)) {
            return None;
        }
        let head = l.canonical.as_ref()?;
        let facts = self.region.facts.part(s);
        let uses = facts.uses();
        if !is_fixed(head, uses) {
            return None;
        }
        let none = IndexSet::new();
        let inside = self.region.facts.part(&l.body);
        let question = Question {
            facts: &inside,
            whole: &self.region.facts,
            heads: &[head],
            around: &self.around,
            inside: &[],
            private: &none,
            reduced: &none,
            sums: &none,
            aliases: &self.aliases,
        };
        let loops = loops(s);
        let ties = self.ties(l, &leaves, &loops, uses)?;
        let nest = Nest::of(&question, &leaves)?;
        let mut graph = nest.graph()?;
        for (x, y) in ties {
            graph.tie(x, y);
        }
        let groups = graph.components();
        if groups.len() < 2 {
            return None;
        }
        let carried = carried(&nest, &graph, &leaves, &loops);
        Some(Candidate {
            construct: self.region.construct.id,
            id: l.id,
            leaves: leaves
                .iter()
                .map(|s| Leaf {
                    id: s.id,
                    span: s.span,
                    depth: loops.iter().filter(|l| holds(l, s)).count(),
                })
                .collect(),
            groups,
            linked: Linked { graph, carried },
        })
    }

    /// The pairs of statements that have to stay together for the scalars that they name, and what is declared in the loop's body. `None`: what loops
    /// count with is used otherwise too.
    fn ties(
        &self,
        l: &For,
        leaves: &[&Stmt],
        loops: &[&For],
        uses: &Uses,
    ) -> Option<Vec<(usize, usize)>> {
        let types = &self.unit.types;
        let mut all = Vec::new();
        for (v, u) in &uses.vars {
            let ty = self.unit.var(*v).ty;
            let memory = types.is_array(ty) || holds_array(self.unit, ty);
            let declared = uses.declared.contains(v);
            if u.address.is_some() && !types.is_array(ty) {
                return None;
            }
            let counters: Vec<&&For> = loops.iter().filter(|l| counts(l, *v)).collect();
            if !counters.is_empty() {
                let outside = leaves
                    .iter()
                    .any(|s| names(s, *v) && !counters.iter().any(|l| holds(l, s)));
                let bounds = loops.iter().any(|l| {
                    let own = counts(l, *v);
                    let inside = counters.iter().any(|c| {
                        c.body
                            .any_stmt(|s| matches!(&s.kind, StmtKind::For(x) if x.id == l.id))
                    });
                    !inside && head_names(l, *v) && !own
                });
                let wanted = !declared && self.region.is_wanted(*v, l);
                if outside || bounds || wanted {
                    return None;
                }
                continue;
            }
            if !declared && (memory || u.written.is_none()) {
                continue;
            }
            let users = (0..leaves.len()).filter(|n| {
                let bounded = |l: &&For| head_names(l, *v) && holds(l, leaves[*n]);
                names(leaves[*n], *v) || loops.iter().any(bounded)
            });
            let users: Vec<usize> = users.collect();
            all.extend(users.windows(2).map(|w| (w[0], w[1])));
        }
        Some(all)
    }
}

/// Whether a statement is in a loop.
fn holds(l: &For, s: &Stmt) -> bool {
    l.body.any_stmt(|inner| std::ptr::eq(inner, s))
}

fn counts(l: &For, v: VarId) -> bool {
    l.canonical.as_ref().is_some_and(|h| h.var == v)
}

/// For the statements with an edge in one direction: the loops around both in different iterations of which they meet.
fn carried(
    nest: &Nest<'_, '_>,
    graph: &Graph,
    leaves: &[&Stmt],
    loops: &[&For],
) -> IndexMap<(usize, usize), IndexSet<LoopId>> {
    let mut all = IndexMap::new();
    for x in 0..leaves.len() {
        for y in x + 1..leaves.len() {
            if graph.edges[x][y] == graph.edges[y][x] {
                continue;
            }
            let common = loops
                .iter()
                .filter(|l| holds(l, leaves[x]) && holds(l, leaves[y]));
            let meet = common.filter(|l| {
                let own =
                    |h: &Canonical| l.canonical.as_ref().is_some_and(|own| std::ptr::eq(own, h));
                nest.meet_apart(x, y, &own)
            });
            all.insert((x, y), meet.map(|l| l.id).collect());
        }
    }
    all
}
