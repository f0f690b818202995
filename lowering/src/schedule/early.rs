//! What gangs of `parallel` do with a variable that a loop over gangs of the same construct reduces. It is brought together by the end of the
//! construct, and nobody may use it before, outside of the loop (OpenACC 3.3 §2.9.11): there each gang has its part, or the operator's identity.

use super::data;
use super::nest::Node;
use super::planner::{Planner, code};
use super::scope::Surroundings;
use crate::plan::{ComputeKind, Part};
use accrs_frontend::Diagnostic;
use accrs_frontend::directive::Clause;
use accrs_frontend::region::{Expr, ExprKind, For, LoopId, Stmt, Storage, VarId, Visit};
use accrs_frontend::source::Span;
use indexmap::{IndexMap, IndexSet};

/// The loops that reduce a variable.
#[derive(Default)]
struct Reduced {
    loops: IndexSet<LoopId>,
    /// Where that is said of the first of them that gangs share.
    by_gangs: Option<Span>,
}

/// Warns of such uses, of each variable once.
pub fn tell(p: &mut Planner<'_>, stmts: &[Stmt], roots: &[Node<'_>], s: &Surroundings<'_, '_>) {
    if s.kind != ComputeKind::Parallel {
        return;
    }
    // Of these each gang has a copy.
    let mut own: Vec<VarId> = s.privates.union(s.reduced).copied().collect();
    let mut all = IndexMap::new();
    for n in roots {
        collect(p, n, &mut own, &mut all);
    }
    for (var, reduced) in all {
        let Some(clause) = reduced.by_gangs else {
            continue;
        };
        let mut uses = Uses {
            var,
            loops: &reduced.loops,
            first: None,
        };
        stmts.iter().for_each(|s| uses.visit_stmt(s));
        let Some(at) = uses.first else { continue };
        let name = &p.unit.var(var).name;
        let message = format!(
            "'{name}' is used in the construct in which gangs reduce it: it has no defined value there"
        );
        let help = format!(
            "gangs bring '{name}' together when the construct ends (§2.9.11): use it after that, or in a construct of its own"
        );
        let found = Diagnostic::warning(code::EARLY_USE, at, message)
            .related(clause, "reduced here")
            .help(help);
        p.report(found);
    }
}

fn collect(
    p: &Planner<'_>,
    n: &Node<'_>,
    own: &mut Vec<VarId>,
    all: &mut IndexMap<VarId, Reduced>,
) {
    let before = own.len();
    let privates = n.clauses.iter().flat_map(|c| &c.private);
    own.extend(privates.filter_map(|r| data::whole_var(r)));
    for r in &n.decision.reductions {
        let outside = p.unit.var(r.var).storage != Storage::Region;
        if !outside || !matches!(r.part, Part::Whole) || own.contains(&r.var) {
            continue;
        }
        let reduced: &mut Reduced = all.entry(r.var).or_default();
        reduced.loops.insert(n.loop_.id);
        if n.decision.parallel && n.decision.levels.gang {
            reduced.by_gangs.get_or_insert(r.span);
        }
    }
    n.children.iter().for_each(|c| collect(p, c, own, all));
    own.truncate(before);
}

/// Finds the first use of a variable outside of the loops that reduce it.
struct Uses<'r> {
    var: VarId,
    loops: &'r IndexSet<LoopId>,
    first: Option<Span>,
}

impl<'a> Visit<'a> for Uses<'_> {
    fn visit_for(&mut self, l: &'a For) {
        if !self.loops.contains(&l.id) {
            self.walk_for(l);
        }
    }
    fn visit_clause(&mut self, _: &'a Clause<Expr>) {}
    fn visit_expr(&mut self, e: &'a Expr) {
        match &e.kind {
            ExprKind::SizeofExpr(_) => {}
            ExprKind::Var(v) if *v == self.var => {
                self.first.get_or_insert(e.span);
            }
            _ => self.walk_expr(e),
        }
    }
}
