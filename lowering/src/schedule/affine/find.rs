//! Which nests could go another way, and what isl says of them.

use super::{Candidate, Item, slices};
use crate::analyse::alias::Aliases;
use crate::analyse::depend::Question;
use crate::analyse::flow;
use crate::analyse::graph::{Nest, Relations};
use crate::analyse::place::holds_array;
use crate::analyse::quasi::Atom;
use crate::analyse::questions::ask_more;
use crate::analyse::uses::Uses;
use crate::options::Options;
use crate::schedule::blocked::nests::is_plain;
use crate::schedule::recast::{
    Deep, Now, by_depth, head_names, is_counted, is_fixed, is_regular, loops, names,
};
use crate::schedule::region::{self, Region};
use crate::schedule::{compute, induction, pitch};
use accrs_frontend::region::{
    Canonical, Construct, Expr, For, LoopId, Stmt, StmtKind, Unit, VarId, Visit,
};
use accrs_frontend::source::Span;
use accrs_isl::{self as isl, Code, Order, Value, Way};
use indexmap::{IndexMap, IndexSet};

/// More parts than that are left as they are.
const MOST_ITEMS: usize = 8;
/// Likewise loops in each other.
const MOST_DEPTH: usize = 4;

/// What isl's names stand for: parameters, and variables of the loops around.
pub struct Named {
    pub params: IndexMap<Atom, String>,
    pub around: Vec<(String, VarId)>,
}

/// Whether a construct is a region of `kernels` with loops in each other.
pub fn may_have(unit: &Unit, c: &Construct) -> bool {
    let Some(stmts) = region::statements(c) else {
        return false;
    };
    let nested = |s: &Stmt| match &s.kind {
        StmtKind::For(l) => l.canonical.is_some(),
        _ => false,
    };
    stmts.iter().any(|s| s.any_stmt(nested)) && induction::closed(unit, c, stmts).is_none()
}

/// The outermost loops of a construct that isl has another order for.
pub fn of(
    unit: &Unit,
    options: &Options,
    c: &Construct,
    (now, way): (&Now, Way),
) -> Vec<Candidate> {
    let Some((region, stmts)) = Region::of(unit, options, c) else {
        return Vec::new();
    };
    let recast = c.members.iter().flat_map(|m| &m.recast);
    let mut search = Search {
        unit,
        region: &region,
        now,
        taken: recast.flat_map(|r| r.loops.iter().copied()).collect(),
        aliases: compute::aliases_of(unit, options, c, stmts),
        // What asks for the pitch of rows is parallel as it stands.
        slices: way == Way::Outer
            && !now.stepped.is_empty()
            && pitch::wanted(unit, options, c).is_empty(),
        way,
        around: Vec::new(),
        found: Vec::new(),
    };
    stmts.iter().for_each(|s| search.visit_stmt(s));
    search.found
}

struct Search<'s, 'a> {
    unit: &'a Unit,
    region: &'s Region<'a>,
    now: &'s Now,
    /// Loops that stand in the place of others already.
    taken: IndexSet<LoopId>,
    aliases: Aliases,
    /// Whether slices will do.
    slices: bool,
    way: Way,
    around: Vec<&'a Canonical>,
    found: Vec<Candidate>,
}

impl<'a> Visit<'a> for Search<'_, 'a> {
    fn visit_stmt(&mut self, s: &'a Stmt) {
        let StmtKind::For(l) = &s.kind else {
            return self.walk_stmt(s);
        };
        if self.now.shared.contains(&l.id) || self.taken.contains(&l.id) {
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

impl<'a> Search<'_, 'a> {
    fn candidate(&self, s: &'a Stmt, l: &'a For) -> Option<Candidate> {
        let head = l.canonical.as_ref()?;
        if !is_counted(self.unit, l)
            || !is_plain(self.unit, s)
            || s.any_stmt(|s| !is_regular(self.unit, s))
        {
            return None;
        }
        let leaves = self.leaves(s, l)?;
        let facts = self.region.facts.part(s);
        if !is_fixed(head, facts.uses()) {
            return None;
        }
        let parts = self.parts(s, l, facts.uses())?;
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
        let poor = self.now.has_poor(&leaves);
        if !poor && !slices::exist(&question, head, &l.body) {
            return None;
        }
        let stmts: Vec<&Stmt> = parts.iter().map(|p| p.stmt).collect();
        let heads: Vec<Vec<&Canonical>> = parts
            .iter()
            .map(|p| {
                p.loops
                    .iter()
                    .filter_map(|l| l.canonical.as_ref())
                    .collect()
            })
            .collect();
        let relations = Nest::of(&question, &stmts)?.relations(&heads)?;
        let order = self.order(&relations)?;
        let around = relations.around;
        if is_as_it_was(&order.code) || !poor && !self.are_slices(&order, &parts) {
            return None;
        }
        let deepest = parts.iter().max_by_key(|p| p.loops.len())?;
        Some(Candidate {
            construct: self.region.construct.id,
            id: l.id,
            loops: deepest.loops.iter().map(|l| head_span(l)).collect(),
            items: parts
                .iter()
                .zip(&heads)
                .map(|(p, heads)| Item {
                    stmt: p.stmt.clone(),
                    counters: heads.iter().map(|h| h.var).collect(),
                })
                .collect(),
            named: Named {
                params: relations.params,
                around,
            },
            free: relations.free,
            leaves,
            code: order.code,
        })
    }

    /// The statements of a nest that aren't loops. `None`: those that run most often are run well enough.
    fn leaves(&self, s: &Stmt, l: &For) -> Option<Vec<Deep>> {
        let (depth, leaves) = by_depth(s, l)?;
        let slices = self.slices && self.now.has_stepped(&leaves);
        let fits = depth >= 2 && (slices || self.now.has_poor(&leaves));
        fits.then_some(leaves)
    }

    /// Whether threads that don't wait for each other take memory as those of the text do, and are as many.
    fn are_slices(&self, order: &Order, parts: &[Part<'_>]) -> bool {
        let deepest = parts.iter().map(|p| p.loops.len()).max();
        let shared = |l: &For| self.now.shared.contains(&l.id);
        let wide = |p: &Part<'_>| {
            let all = p.loops.iter().filter(|l| shared(l)).count();
            Some(p.loops.len()) != deepest || (1..=order.outer).contains(&all)
        };
        let lane = |p: &Part<'_>| p.loops.iter().rposition(|l| shared(l));
        let lanes: Vec<Option<usize>> = parts.iter().map(lane).collect();
        parts.iter().all(wide) && slices::keep_neighbours(order, &lanes)
    }

    /// What isl says.
    fn order(&self, r: &Relations) -> Option<Order> {
        let nest = isl::Nest {
            domain: &r.domain,
            order: &r.order,
            context: &r.context,
        };
        ask_more(|isl| isl.schedule(&nest, self.way)).ok()
    }

    /// The parts of a nest that another order takes one by one. `None`: what is in scalars goes from iteration to iteration, or behind the nest.
    fn parts(&self, s: &'a Stmt, l: &'a For, uses: &Uses) -> Option<Vec<Part<'a>>> {
        let types = &self.unit.types;
        let counted: IndexSet<VarId> = loops(s)
            .iter()
            .filter_map(|l| l.canonical.as_ref().map(|h| h.var))
            .collect();
        for v in &counted {
            let wanted = !uses.declared.contains(v) && self.region.is_wanted(*v, l);
            if !types.is_integer(self.unit.var(*v).ty) || wanted || !is_inside(s, *v, false) {
                return None;
            }
        }
        let mut tied = IndexSet::new();
        for (v, u) in &uses.vars {
            let ty = self.unit.var(*v).ty;
            let memory = types.is_array(ty) || holds_array(self.unit, ty);
            let declared = uses.declared.contains(v);
            if u.address.is_some() && !types.is_array(ty) {
                return None;
            }
            if !counted.contains(v) && (declared || !memory && u.written.is_some()) {
                tied.insert(*v);
            }
        }
        let mut parts = Vec::new();
        let mut around = vec![l];
        split(self.unit, &l.body, &mut around, &tied, &mut parts);
        if parts.len() > MOST_ITEMS || parts.iter().any(|p| p.loops.len() > MOST_DEPTH) {
            return None;
        }
        let own = parts.iter().all(|p| self.is_own(p.stmt, l, &tied));
        own.then_some(parts)
    }

    /// Whether a part's scalars hold nothing from elsewhere, nor for elsewhere.
    fn is_own(&self, part: &Stmt, l: &For, tied: &IndexSet<VarId>) -> bool {
        let mut named = tied.iter().filter(|v| names(part, **v)).peekable();
        if named.peek().is_none() {
            return true;
        }
        let exposed = flow::of_stmts(self.unit, [part]).exposed;
        named.all(|v| {
            let declares = |s: &Stmt| match &s.kind {
                StmtKind::Decl(all) => all.iter().any(|d| d.var == *v),
                _ => false,
            };
            part.any_stmt(declares)
                || self.region.is_plain(*v)
                    && self.region.is_named_alone(*v, l)
                    && !self.region.is_wanted(*v, l)
                    && !exposed.contains_key(v)
        })
    }
}

/// A part of a nest, with the nest's loops around it, outermost first.
struct Part<'a> {
    stmt: &'a Stmt,
    loops: Vec<&'a For>,
}

/// Takes a statement apart, as far as no variable of `tied` joins what is in it, and as bounds of loops are made of numbers.
fn split<'a>(
    unit: &Unit,
    s: &'a Stmt,
    around: &mut Vec<&'a For>,
    tied: &IndexSet<VarId>,
    out: &mut Vec<Part<'a>>,
) {
    match &s.kind {
        StmtKind::Empty => return,
        StmtKind::Block(inner) => {
            let joined = |v: &VarId| inner.iter().filter(|s| names(s, *v)).count() > 1;
            if !tied.iter().any(joined) {
                inner.iter().for_each(|s| split(unit, s, around, tied, out));
                return;
            }
        }
        StmtKind::For(l) if is_counted(unit, l) && !tied.iter().any(|v| head_names(l, *v)) => {
            around.push(l);
            split(unit, &l.body, around, tied, out);
            around.pop();
            return;
        }
        _ => {}
    }
    out.push(Part {
        stmt: s,
        loops: around.clone(),
    });
}

/// Where a loop begins.
fn head_span(l: &For) -> Span {
    l.init.as_ref().map_or(l.body.span, |s| s.span)
}

/// Whether a statement names a variable in nothing but loops that count with it. `inside`: it is in one.
fn is_inside(s: &Stmt, v: VarId, inside: bool) -> bool {
    match &s.kind {
        StmtKind::For(l) => {
            let own = l.canonical.as_ref().is_some_and(|h| h.var == v);
            (own || inside || !head_names(l, v)) && is_inside(&l.body, v, inside || own)
        }
        StmtKind::Block(all) => all.iter().all(|s| is_inside(s, v, inside)),
        _ => inside || !names(s, v),
    }
}

/// Whether each statement has the same variables as in the text, outermost loop first.
fn is_as_it_was(code: &Code) -> bool {
    fn same(code: &Code, around: &mut Vec<String>) -> bool {
        match code {
            Code::For { name, body, .. } => {
                around.push(name.clone());
                let all = same(body, around);
                around.pop();
                all
            }
            Code::Let { .. } => false,
            Code::If { then, els, .. } => {
                same(then, around) && els.as_ref().is_none_or(|e| same(e, around))
            }
            Code::Block(all) => all.iter().all(|c| same(c, around)),
            Code::Statement(_, args) => {
                let own = around.iter().map(|n| Value::Param(n.clone()));
                args.len() == around.len() && own.zip(args).all(|(n, a)| n == *a)
            }
        }
    }
    same(code, &mut Vec::new())
}
