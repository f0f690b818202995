//! What is known of a construct's loops when tiles are sought: for sums (`blocked`) and for steps (`waves`).

use crate::analyse::{flow, questions};
use crate::plan::{ComputeKind, LoopPlan, Note, ReasonKind};
use crate::schedule::apart::Reaches;
use crate::schedule::data;
use crate::schedule::near;
use crate::schedule::nest::Node;
use crate::schedule::planner::Planner;
use crate::schedule::scope::Surroundings;
use accrs_frontend::Unit;
use accrs_frontend::region::{
    Canonical, Expr, ExprKind, For, LoopId, Stmt, StmtKind, UnaryOp, VarId,
};
use indexmap::IndexMap;
use std::cell::OnceCell;

/// What decisions on the loops of a construct need.
pub struct Nests<'n, 'a> {
    pub p: &'n Planner<'n>,
    pub s: &'n Surroundings<'n, 'a>,
    pub reaches: &'n Reaches,
    /// The decisions on its loops.
    pub nodes: IndexMap<u32, &'n Node<'a>>,
    /// A clause gives the number of gangs or workers.
    pub given: bool,
    /// Loops that the cores run in the place of others, and whether they are copies of the text's with some of the statements: then there may be
    /// tiles in their place, unless these have the user's text in them.
    pub made: IndexMap<LoopId, bool>,
}

impl Nests<'_, '_> {
    /// Whether there are to be tiles at all. The loops over them declare their counters, which C89 doesn't have.
    pub fn may_transform(&self) -> bool {
        self.p.options.transforms_cores() && !self.p.unit.c89
    }

    /// Whether a nest has loops that the cores run in the place of others.
    pub fn holds_made(&self, s: &Stmt) -> bool {
        let is_made =
            |s: &Stmt| matches!(&s.kind, StmtKind::For(l) if self.made.contains_key(&l.id));
        s.any_stmt(is_made)
    }

    /// Whether tiles may be in the place of the loop `l`, which is the statement.
    pub fn may_be_tiled(&self, s: &Stmt, l: &For) -> bool {
        let pieces = self.made.get(&l.id);
        !self.is_collapsed(l) && pieces.map_or_else(|| !self.holds_made(s), |pieces| *pieces)
    }

    /// Whether a loop is one with a loop around it: nothing may stand between their heads.
    fn is_collapsed(&self, l: &For) -> bool {
        let is_it = |s: &Stmt| matches!(&s.kind, StmtKind::For(inner) if inner.id == l.id);
        self.nodes.values().any(|n| {
            let later = n.heads.iter().skip(1).any(|h| {
                let own = l.canonical.as_ref();
                own.is_some_and(|own| own.var == h.var)
            });
            later && n.loop_.body.any_stmt(is_it)
        })
    }

    pub fn node(&self, l: &For) -> Option<&Node<'_>> {
        self.nodes.get(&l.id.0).copied()
    }

    /// Whether the cores share a loop, or would.
    pub fn is_shared(&self, l: &For) -> bool {
        self.node(l)
            .is_some_and(|n| n.is_partitioned() && !n.decision.device_only)
    }

    /// Whether the user has said how a loop is to be unrolled.
    pub fn is_unrolled(&self, l: &For) -> bool {
        let clauses = self.node(l).and_then(|n| n.clauses.as_ref());
        clauses.is_some_and(|c| c.unroll.is_some())
    }

    /// Whether a loop changes places with one around it: it doesn't stand where the text has it, then.
    pub fn is_moved(&self, l: &For) -> bool {
        self.nodes.values().any(|n| {
            let order = &n.decision.order.host;
            n.loop_.id != l.id && order.contains(&l.id)
        })
    }

    /// Whether somebody reads a variable behind a loop, with the value that it has there.
    pub fn wanted<'w>(&'w self, stmts: &'w [Stmt], l: &'w For) -> impl Fn(VarId) -> bool + 'w {
        let after = OnceCell::new();
        let exposed = move |v: VarId| {
            let after =
                after.get_or_init(|| flow::after_loop(self.p.unit, stmts, l.id, &[]).exposed);
            after.contains_key(&v)
        };
        move |v| {
            // In `parallel` scalars are a gang's own, but for those in data clauses (§2.6.2).
            let host = self.s.kind != ComputeKind::Parallel || self.s.shared.contains(&v);
            host && self.s.live_out.contains(&v) || exposed(v)
        }
    }

    /// Whether someone has said that a loop's iterations are independent: the user, of the loop itself or of a collapsed nest that it is in.
    pub fn is_said(&self, head: &Canonical) -> bool {
        self.nodes.values().any(|n| {
            let own = n.heads.iter().any(|h| h.var == head.var);
            own && n.decision.parallel
                && matches!(n.decision.reason.kind, ReasonKind::Independent { .. })
        })
    }

    /// Whether all loops run where the text has them, and none of their updates is atomic.
    pub fn stands(&self, s: &Stmt) -> bool {
        let mut stands = true;
        s.each_stmt(|s| {
            if let StmtKind::For(l) = &s.kind {
                stands &= !self.is_moved(l);
                if let Some(n) = self.node(l) {
                    let d = &n.decision;
                    stands &= d.order.host.is_empty() && d.atomics.is_empty();
                }
            }
        });
        stands
    }

    /// Nothing that clauses ask of the nest's loops but levels: what threads have copies of, what they combine, tiles of the user's.
    pub fn is_bare(&self, nest: &Stmt) -> bool {
        let mut bare = true;
        nest.each_stmt(|s| {
            let StmtKind::For(l) = &s.kind else { return };
            let Some(n) = self.node(l) else { return };
            let arrays = n.clauses.as_ref().is_some_and(|c| {
                let vars = c.private.iter().filter_map(|r| data::whole_var(r));
                let types = &self.p.unit.types;
                c.private.iter().any(|r| data::whole_var(r).is_none())
                    || vars
                        .into_iter()
                        .any(|v| !types.is_arithmetic(self.p.unit.var(v).ty))
            });
            bare &= !arrays && n.tile.is_none() && !n.decision.keeps() && !n.passed;
            bare &= n.clauses.as_ref().is_none_or(|c| c.gang_static.is_none());
        });
        bare
    }
}

/// Seeks tiles, as long as that asks for little: what isn't found by then stays as it is, and the report says so of the construct's first loop.
pub fn seek<T>(
    loops: &mut IndexMap<LoopId, LoopPlan>,
    work: impl FnOnce(&mut IndexMap<LoopId, LoopPlan>) -> T,
) -> T {
    let (found, refused) = questions::within(questions::OF_TILES, || work(loops));
    if let Some(first) = loops.keys().next().copied().filter(|_| refused) {
        let text = "whether tiles are right takes too long to find out: nests of which it wasn't known by then run without";
        if let Some(plan) = loops.get_mut(&first) {
            let (line, text) = (plan.line, text.to_string());
            plan.notes.push(Note::new(line, text));
        }
    }
    found
}

/// Tells in loops' plans how the cores run them.
pub fn tell(told: Vec<(LoopId, String)>, loops: &mut IndexMap<LoopId, LoopPlan>) {
    let whole = told.into_iter().map(|(id, text)| (id, text, None));
    tell_briefly(whole, loops);
}

/// Likewise, with what is said where nobody asks for details.
pub fn tell_briefly(
    told: impl IntoIterator<Item = (LoopId, String, Option<String>)>,
    loops: &mut IndexMap<LoopId, LoopPlan>,
) {
    for (id, text, brief) in told {
        if let Some(plan) = loops.get_mut(&id) {
            let note = Note::new(plan.line, text);
            plan.here.push(Note { brief, ..note });
        }
    }
}

/// Nothing but assignments, conditions and loops that run to their ends and count near 0; nothing volatile, of functions only those that compute a value.
pub fn is_plain(unit: &Unit, nest: &Stmt) -> bool {
    let statement = |s: &Stmt| match &s.kind {
        StmtKind::Empty | StmtKind::Expr(_) | StmtKind::Block(_) | StmtKind::If { .. } => true,
        StmtKind::Decl(decls) => decls.iter().all(|d| !d.is_static),
        StmtKind::For(l) => l.canonical.is_some(),
        _ => false,
    };
    let expression = |e: &Expr| match &e.kind {
        ExprKind::StmtExpr(_)
        | ExprKind::CompoundLiteral(_)
        | ExprKind::InitList(_)
        | ExprKind::StringLit { .. } => false,
        ExprKind::Call { .. } => unit.effects.only_computes(unit, e.called()),
        ExprKind::Unary(op, _) => *op != UnaryOp::AddrOf,
        _ => !unit.types.qualifiers(e.ty).is_volatile,
    };
    !unit.declares_types(nest)
        && !nest.any_stmt(|s| !statement(s))
        && !nest.any_expr(|e| !expression(e))
        && near::all_near(unit, nest)
}
