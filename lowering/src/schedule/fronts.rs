//! Loops in order whose iterations have fronts with those of the loops in them: what tiles of steps on the host's cores (`waves`) and wavefronts on
//! devices (`wavefronts`) both ask of a nest.

use super::blocked::legal;
use super::blocked::nests::{Nests, is_plain};
use super::nest::only_loop;
use crate::analyse::depend::Question;
use crate::analyse::facts::Facts;
use crate::analyse::flow;
use crate::analyse::fronts::{Candidate, Front, Part, fronts, head};
use crate::analyse::poly::Sym;
use accrs_frontend::Unit;
use accrs_frontend::region::{Canonical, For, LoopId, Stmt, StmtKind, VarId};
use indexmap::IndexSet;
use std::rc::Rc;

/// A loop in order, by one, between bounds that are known before it.
pub struct Nest<'n, 'a, 's> {
    nests: &'n Nests<'n, 'a>,
    pub id: LoopId,
    pub head: &'s Canonical,
    pub body: &'s Stmt,
    pub facts: Rc<Facts<'s>>,
    /// Of its body.
    pub inside: Rc<Facts<'s>>,
    /// Variables that it assigns.
    pub changed: IndexSet<VarId>,
}

impl<'n, 'a, 's> Nest<'n, 'a, 's> {
    /// If nothing but assignments, conditions and loops stand in it, and clauses ask for nothing that has to do with their order.
    pub fn of(nests: &'n Nests<'n, 'a>, s: &'s Stmt, l: &'s For) -> Option<Self>
    where
        'n: 's,
    {
        let unit = nests.p.unit;
        let head = l.canonical.as_ref()?;
        if !is_plain(unit, s) || !nests.is_bare(s) {
            return None;
        }
        let facts = Facts::of(unit, [s]);
        let inside = facts.part(&l.body);
        let changed: IndexSet<VarId> = written(&facts).collect();
        legal::is_countable(unit, head, &changed).then_some(Self {
            nests,
            id: l.id,
            head,
            body: &l.body,
            facts,
            inside,
            changed,
        })
    }

    /// The statements of its body, with the fronts that they may have.
    pub fn parts(&self) -> Option<Vec<Part<'s>>> {
        let candidates = statements(self.body)?;
        fronts(&self.inside, self.head, &candidates)
    }

    /// The same statements with fronts along the loops inside of those that have the first ones, if each iteration of these assigns the scalars
    /// that it reads.
    pub fn columns(&self, rows: &[Part<'s>], own: &[VarId]) -> Option<Vec<Part<'s>>> {
        let candidates: Vec<_> = rows.iter().map(inner).collect();
        let parts = fronts(&self.inside, self.head, &candidates)?;
        let unit = self.nests.p.unit;
        let handed = |p: &Part<'_>| exposed(unit, p).iter().any(|v| own.contains(v));
        (!parts.iter().any(handed)).then_some(parts)
    }

    /// What an analysis finds of statements whose loops are regular.
    pub fn asked<T>(
        &self,
        parts: &[Part<'s>],
        analysis: impl Fn(&Question<'_, 's>, &[Part<'s>]) -> Option<T>,
    ) -> Option<T> {
        for part in parts {
            if let Front::Loop(own) | Front::Behind(own) = part.front {
                self.is_regular(own)?;
            }
        }
        let none = IndexSet::new();
        analysis(
            &Question {
                facts: &self.inside,
                whole: &self.facts,
                heads: &[self.head],
                around: &[],
                inside: &[],
                private: &none,
                reduced: &none,
                sums: &none,
                aliases: self.nests.s.aliases,
            },
            parts,
        )
    }

    /// That a part's loop has bounds that are known before the outer one runs, or depend on its variable linearly.
    fn is_regular(&self, own: &Canonical) -> Option<()> {
        let outer = self.head;
        let mut changed = self.changed.clone();
        changed.shift_remove(&outer.var);
        if !legal::is_countable(self.nests.p.unit, own, &changed) {
            return None;
        }
        for bound in [&own.lower, &own.upper] {
            if !bound.mentions(outer.var) {
                continue;
            }
            let context = self.facts.context();
            let poly = context.poly(bound, &IndexSet::from([outer.var]));
            let (by, rest) = poly.ok()?.split(&Sym::Var(outer.var, 0))?;
            by.as_constant()?;
            if rest.mentions(&Sym::Var(outer.var, 0)) {
                return None;
            }
        }
        Some(())
    }

    /// The scalars that its body assigns and doesn't declare, if each iteration of a part assigns them before it reads them, and nobody
    /// reads them behind the loop. `stmts`: the construct's.
    pub fn own(&self, stmts: &[Stmt], l: &For, parts: &[Part<'s>]) -> Option<Vec<VarId>> {
        let unit = self.nests.p.unit;
        let exposed: Vec<_> = parts.iter().map(|p| exposed(unit, p)).collect();
        let used = self.inside.uses();
        let wanted = self.nests.wanted(stmts, l);
        if !self.head.declared && wanted(self.head.var) {
            return None;
        }
        let mut own = Vec::new();
        for v in written(&self.inside) {
            let ty = unit.var(v).ty;
            if unit.types.is_array(ty) || used.declared.contains(&v) {
                continue;
            }
            let plain = unit.types.is_arithmetic(ty) && used.vars[&v].address.is_none();
            let handed = exposed.iter().any(|e| e.contains(&v));
            if !plain || handed || v == self.head.var || wanted(v) {
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
    let mut body = part.stmt;
    let mut own = IndexSet::new();
    let front = match part.front {
        Front::Loop(head) => Some(head),
        _ => None,
    };
    for head in part.around.into_iter().chain(front) {
        if let StmtKind::For(l) = &body.kind {
            own.insert(head.var);
            body = &l.body;
        }
    }
    let exposed = flow::of_stmts(unit, [body]).exposed.into_keys();
    exposed.filter(|v| !own.contains(v)).collect()
}

/// The statements of a loop's body, loops and others, which may have fronts.
pub fn statements(body: &Stmt) -> Option<Vec<Candidate<'_>>> {
    let mut all = Vec::new();
    let mut todo = vec![body];
    while let Some(stmt) = todo.pop() {
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Block(inner) => todo.extend(inner.iter().rev()),
            StmtKind::For(_) | StmtKind::Expr(_) => all.push(Candidate {
                stmt,
                own: head(stmt),
                around: None,
            }),
            _ => return None,
        }
    }
    Some(all)
}

/// A part's loop inside of the one with its front; or its first one, if its front is another.
fn inner<'a>(part: &Part<'a>) -> Candidate<'a> {
    let stmt = part.stmt;
    let (own, around) = match (&stmt.kind, &part.front) {
        (StmtKind::For(l), Front::Loop(head)) => (only_loop(&l.body), Some(*head)),
        (StmtKind::For(l), _) => (Some(&**l), None),
        _ => (None, None),
    };
    Candidate {
        stmt,
        own: own.and_then(|l| l.canonical.as_ref()),
        around,
    }
}
