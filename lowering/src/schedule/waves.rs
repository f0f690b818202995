//! Which loops in order the host's cores go through in tiles together with the loops in them, wave by wave: steps over a grid whose cells then
//! stay in the cache for several steps, and recurrences of which no loop by itself is parallel.
//!
//! The tiles are those of `analyse/skew.rs`. A tile runs what the program runs of it, in the same order, so every element gets the same
//! operations in the same order.

use super::apart;
use super::blocked::{Nests, legal};
use super::worth;
use crate::analyse::access::Part as AccessPart;
use crate::analyse::depend::Question;
use crate::analyse::facts::Facts;
use crate::analyse::fronts::{Front, Part, depth, fronts};
use crate::analyse::poly::Sym;
use crate::analyse::skew::{Skew, skew};
use crate::analyse::{flow, show};
use crate::plan::{Apart, Blocked, ComputeKind, LoopPlan, Note, WavePart, Waves};
use accrs_frontend::Unit;
use accrs_frontend::region::{
    Canonical, Expr, ExprKind, For, LoopId, Stmt, StmtId, StmtKind, UnaryOp, VarId, Visit,
};
use indexmap::{IndexMap, IndexSet};

/// The loops among the statements that the host's cores run, by their statements; tells of each in its plan. What runs in tiles by itself
/// (`blocked`) stays as it is.
pub fn decide(
    nests: &Nests<'_, '_>,
    stmts: &[Stmt],
    blocked: &IndexMap<StmtId, Blocked>,
    loops: &mut IndexMap<LoopId, LoopPlan>,
) -> IndexMap<StmtId, Waves> {
    if !nests.may_transform() || nests.s.kind != ComputeKind::Kernels {
        return IndexMap::new();
    }
    let mut search = Search {
        nests,
        stmts,
        blocked,
        found: IndexMap::new(),
        told: Vec::new(),
    };
    stmts.iter().for_each(|s| search.visit_stmt(s));
    for (id, text) in search.told {
        if let Some(plan) = loops.get_mut(&id) {
            let line = plan.line;
            plan.notes.push(Note { line, text });
        }
    }
    search.found
}

struct Search<'n, 'a> {
    nests: &'n Nests<'n, 'a>,
    stmts: &'n [Stmt],
    blocked: &'n IndexMap<StmtId, Blocked>,
    found: IndexMap<StmtId, Waves>,
    told: Vec<(LoopId, String)>,
}

impl<'t> Visit<'t> for Search<'_, '_> {
    fn visit_stmt(&mut self, s: &'t Stmt) {
        let StmtKind::For(l) = &s.kind else {
            return self.walk_stmt(s);
        };
        if self.nests.is_shared(l) || s.any_stmt(|s| self.blocked.contains_key(&s.id)) {
            return;
        }
        match self.waves(s, l) {
            Some(found) => {
                self.told.push((l.id, note(self.nests.p.unit, &found)));
                self.found.insert(s.id, found);
            }
            None => self.walk_stmt(s),
        }
    }

    fn visit_expr(&mut self, _: &'t Expr) {}
}

impl Search<'_, '_> {
    fn waves(&self, s: &Stmt, l: &For) -> Option<Waves> {
        let (unit, nests) = (self.nests.p.unit, self.nests);
        let head = l.canonical.as_ref()?;
        if !is_plain(unit, s) || !nests.is_bare(s) || !self.stands(s) {
            return None;
        }
        let facts = Facts::of(unit, [s]);
        let inside = facts.part(&l.body);
        let stmts = statements(&l.body)?;
        let fronts = fronts(&inside, head, &stmts)?;
        let parts = stmts.into_iter().zip(fronts);
        let parts: Vec<Part<'_>> = parts.map(|(stmt, front)| Part { stmt, front }).collect();
        let changed: IndexSet<VarId> = written(&facts).collect();
        if !legal::is_countable(unit, head, &changed) {
            return None;
        }
        for part in &parts {
            if let Front::Loop(own) | Front::Behind(own) = part.front {
                self.is_regular(own, head, &facts, &changed)?;
            }
        }
        let own = self.own(l, &parts, &inside)?;
        let deepest = parts.iter().map(|p| depth(p.stmt)).max();
        let mut deep = parts.iter().filter(|p| Some(depth(p.stmt)) == deepest);
        let shared = deep.all(|p| has_shared(nests, p.stmt));
        if !shared && parts.iter().any(|p| sums_up(&inside, p)) {
            return None;
        }
        let none = IndexSet::new();
        let Skew { by, shifts, free } = skew(
            &Question {
                facts: &inside,
                whole: &facts,
                heads: &[head],
                around: &[],
                inside: &[],
                private: &none,
                reduced: &none,
                sums: &none,
                aliases: nests.s.aliases,
            },
            &parts,
        )?;
        let asked = free.by_clauses.union(&free.asked);
        let apart: Vec<Apart> = apart::questions(nests.reaches, asked)?;
        let (line, bytes) = line(unit, head, &parts, &facts, &changed);
        Some(Waves {
            head: head.clone(),
            by,
            line,
            bytes,
            shared,
            own,
            apart,
            worth: worth::of_nest(nests.p, nests.given, self.stmts, l, 1),
            parts: parts
                .iter()
                .zip(shifts)
                .map(|(p, shift)| {
                    let front = match p.front {
                        Front::Loop(h) => Front::Loop(h.clone()),
                        Front::Behind(h) => Front::Behind(h.clone()),
                        Front::At(n) => Front::At(n),
                        Front::Outer => Front::Outer,
                    };
                    (p.stmt.id, WavePart { front, shift })
                })
                .collect(),
        })
    }

    /// Whether all loops run where the text has them, and none of their updates is atomic.
    fn stands(&self, s: &Stmt) -> bool {
        let mut stands = true;
        s.each_stmt(|s| {
            if let StmtKind::For(l) = &s.kind {
                stands &= !self.nests.is_moved(l);
                if let Some(n) = self.nests.node(l) {
                    let d = &n.decision;
                    stands &= d.order.host.is_empty() && d.atomics.is_empty();
                }
            }
        });
        stands
    }

    /// That a part's loop has bounds that are known before the outer one runs, or depend on its variable linearly.
    fn is_regular(
        &self,
        own: &Canonical,
        outer: &Canonical,
        facts: &Facts<'_>,
        changed: &IndexSet<VarId>,
    ) -> Option<()> {
        let mut changed = changed.clone();
        changed.shift_remove(&outer.var);
        if !legal::is_countable(self.nests.p.unit, own, &changed) {
            return None;
        }
        for bound in [&own.lower, &own.upper] {
            if !bound.mentions(outer.var) {
                continue;
            }
            let poly = facts.context().poly(bound, &IndexSet::from([outer.var]));
            let (by, rest) = poly.ok()?.split(&Sym::Var(outer.var, 0))?;
            by.as_constant()?;
            if rest.mentions(&Sym::Var(outer.var, 0)) {
                return None;
            }
        }
        Some(())
    }

    /// The scalars that the loop's body assigns and doesn't declare, if each iteration of a part assigns them before it reads them, and nobody
    /// reads them behind the loop.
    fn own(&self, l: &For, parts: &[Part<'_>], inside: &Facts<'_>) -> Option<Vec<VarId>> {
        let unit = self.nests.p.unit;
        let exposed: Vec<_> = parts.iter().map(|p| exposed(unit, p)).collect();
        let used = inside.uses();
        let head = l.canonical.as_ref()?;
        let wanted = self.nests.wanted(self.stmts, l);
        if !head.declared && wanted(head.var) {
            return None;
        }
        let mut own = Vec::new();
        for v in written(inside) {
            let ty = unit.var(v).ty;
            if unit.types.is_array(ty) || used.declared.contains(&v) {
                continue;
            }
            let plain = unit.types.is_arithmetic(ty) && used.vars[&v].address.is_none();
            let handed = exposed.iter().any(|e| e.contains(&v));
            if !plain || handed || v == head.var || wanted(v) {
                return None;
            }
            own.push(v);
        }
        Some(own)
    }
}

/// Variables that are assigned themselves.
fn written<'f>(facts: &'f Facts<'_>) -> impl Iterator<Item = VarId> + 'f {
    let vars = facts.uses().vars.iter();
    vars.filter(|(_, u)| u.written.is_some()).map(|(v, _)| *v)
}

/// What an iteration of a part reads before it assigns it.
fn exposed(unit: &Unit, part: &Part<'_>) -> IndexSet<VarId> {
    let (body, own) = match (&part.stmt.kind, &part.front) {
        (StmtKind::For(l), Front::Loop(head)) => (&*l.body, Some(head.var)),
        _ => (part.stmt, None),
    };
    let exposed = flow::of_stmts(unit, [body]).exposed.into_keys();
    exposed.filter(|v| Some(*v) != own).collect()
}

/// The statements of a loop's body, loops and others.
fn statements(body: &Stmt) -> Option<Vec<&Stmt>> {
    let mut all = Vec::new();
    let mut todo = vec![body];
    while let Some(stmt) = todo.pop() {
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Block(inner) => todo.extend(inner.iter().rev()),
            StmtKind::For(_) | StmtKind::Expr(_) => all.push(stmt),
            _ => return None,
        }
    }
    Some(all)
}

/// Whether a part's loop assigns one element in all of its iterations: a sum, which a serial program has in a register and tiles don't.
fn sums_up<'a>(facts: &Facts<'a>, part: &Part<'a>) -> bool {
    let Front::Loop(head) = part.front else {
        return false;
    };
    let own = facts.part(part.stmt);
    let counts = |s: &AccessPart| match s {
        AccessPart::Index(Ok(p), _) => p.mentions(&Sym::Var(head.var, 0)),
        AccessPart::Index(Err(_), _) => true,
        _ => false,
    };
    let mut written = own.accesses().found.iter().filter(|a| a.write);
    written.any(|a| !a.parts.iter().any(counts))
}

/// Whether threads could share a statement's loops by themselves.
fn has_shared(nests: &Nests<'_, '_>, s: &Stmt) -> bool {
    s.any_stmt(|s| matches!(&s.kind, StmtKind::For(l) if nests.is_shared(l)))
}

/// What an iteration of the parts goes through at most, and the bytes that each of its elements has in all arrays: the loops of the deepest part.
/// The length of a loop that isn't known before the nest is taken to be that of the outer one.
fn line(
    unit: &Unit,
    outer: &Canonical,
    parts: &[Part<'_>],
    facts: &Facts<'_>,
    changed: &IndexSet<VarId>,
) -> (Vec<Canonical>, u64) {
    let mut longest: Vec<Canonical> = Vec::new();
    for part in parts {
        let mut line: Vec<Canonical> = Vec::new();
        let mut at = part.stmt;
        while let Some(inner) = first_inside(at) {
            let StmtKind::For(l) = &inner.kind else { break };
            let known = l
                .canonical
                .as_ref()
                .filter(|h| legal::is_countable(unit, h, changed));
            line.push(known.unwrap_or(outer).clone());
            at = inner;
        }
        if line.len() > longest.len() {
            longest = line;
        }
    }
    let mut sizes: IndexMap<VarId, u64> = IndexMap::new();
    for a in &facts.accesses().found {
        let size = sizes.entry(a.root).or_default();
        *size = unit.types.size_of(a.ty).unwrap_or(8).max(*size);
    }
    (longest, sizes.values().sum::<u64>().max(1))
}

/// The first loop in a loop's body.
fn first_inside(s: &Stmt) -> Option<&Stmt> {
    fn first(s: &Stmt) -> Option<&Stmt> {
        match &s.kind {
            StmtKind::For(_) => Some(s),
            StmtKind::Block(inner) => inner.iter().find_map(first),
            StmtKind::If { then, els, .. } => {
                first(then).or_else(|| els.as_deref().and_then(first))
            }
            _ => None,
        }
    }
    match &s.kind {
        StmtKind::For(l) => first(&l.body),
        _ => None,
    }
}

/// Nothing but assignments, conditions and loops that run to their ends; of functions only those that compute a value.
fn is_plain(unit: &Unit, nest: &Stmt) -> bool {
    let statement = |s: &Stmt| match &s.kind {
        StmtKind::Empty | StmtKind::Expr(_) | StmtKind::Block(_) | StmtKind::If { .. } => true,
        StmtKind::Decl(decls) => decls.iter().all(|d| !d.is_static),
        StmtKind::For(l) => l.canonical.is_some(),
        _ => false,
    };
    let expression = |e: &Expr| match &e.kind {
        ExprKind::StmtExpr(_) | ExprKind::CompoundLiteral(_) | ExprKind::StringLit { .. } => false,
        ExprKind::Call { .. } => unit.effects.only_computes(unit, e.called()),
        ExprKind::Unary(op, _) => *op != UnaryOp::AddrOf,
        _ => !unit.types.qualifiers(e.ty).is_volatile,
    };
    !nest.any_stmt(|s| !statement(s)) && !nest.any_expr(|e| !expression(e))
}

/// What the report says.
fn note(unit: &Unit, w: &Waves) -> String {
    let name = |h: &Canonical| show::name(unit, h.var).to_string();
    let t = name(&w.head);
    let fronts = w.parts.values().filter_map(|p| {
        let Front::Loop(head) = &p.front else {
            return None;
        };
        let mut front = name(head);
        match w.by {
            0 => {}
            1 => front = format!("{front} + {t}"),
            by => front = format!("{front} + {by}*{t}"),
        }
        if p.shift > 0 {
            front = format!("{front} + {}", p.shift);
        }
        Some(front)
    });
    let fronts: IndexSet<String> = fronts.collect();
    let fronts: Vec<String> = fronts.into_iter().collect();
    format!(
        "the host's cores go through it in tiles of {t} and of {}, wave by wave",
        fronts.join(", ")
    )
}
