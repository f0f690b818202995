//! Whether a loop of a nest may move inwards, past others: nothing that can be seen may change, to the last bit.
//!
//! A dependence between iterations of the nest would be turned around if it leads to a later iteration of the moving loop and to an
//! earlier one of a loop that it moves past. There is none where the moving loop carries no dependence, whatever the loops inside do;
//! nor, for two adjacent loops, where the inner one carries none whatever the outer one does.

use super::super::nest::Node;
use super::Nest;
use crate::analyse::access::Access;
use crate::analyse::depend::Free;
use crate::analyse::{depend, flow, show, uses};
use crate::plan::{ReasonKind, reason};
use accrs_frontend::region::verify::constant;
use accrs_frontend::region::{
    BinaryOp, Canonical, Expr, ExprKind, LoopId, Stmt, StmtKind, Type, UnaryOp, VarId,
};
use indexmap::IndexSet;
use std::ops::Range;

impl<'a> Nest<'_, 'a> {
    /// Whether the loop at one place may move inwards to another's; why not, in words.
    pub fn allowed(
        &self,
        from: usize,
        to: usize,
        host: bool,
        accesses: &[Access<'_>],
    ) -> Result<(), String> {
        self.plain(from, to, host)?;
        self.rectangular(from, to, accesses)?;
        self.indices(from, to)?;
        let n = self.chain[from];
        match &n.decision.reason.kind {
            _ if n.decision.parallel && !host => Ok(()),
            ReasonKind::Proven | ReasonKind::Independent { .. } => Ok(()),
            ReasonKind::ProvenApart { of, .. } => Err(self.same_memory(of)),
            _ => {
                self.scalars(from, n)?;
                let certain = |found: Result<Free, String>| match found? {
                    free if free.is_certain() => Ok(()),
                    free => Err(self.same_memory(&free)),
                };
                certain(self.carries_none(from, 0..0)).or_else(|why| match to == from + 1 {
                    true => certain(self.carries_none(to, from..to)).map_err(|_| why),
                    false => Err(why),
                })
            }
        }
    }

    /// Whether the loops before the place `first` may move into those from there on, which are spread: no two of their iterations touch the same
    /// memory, whatever the loops in order do. What that rests on, for each of them; or why they may not.
    pub fn own_threads(
        &self,
        first: usize,
        accesses: &[Access<'_>],
    ) -> Result<Vec<(LoopId, Free)>, String> {
        let last = self.chain.len() - 1;
        self.plain(0, last, false)?;
        self.rectangular(0, last, accesses)?;
        self.indices(0, last)?;
        self.scalars(0, self.chain[last])?;
        let heads = self.chain[..first].iter().flat_map(|n| &n.heads);
        if let Some(h) = heads.into_iter().find(|h| self.s.shared.contains(&h.var)) {
            let name = show::name(self.p.unit, h.var);
            return Err(format!("{name} is in a data clause"));
        }
        let of = |place: usize| {
            Ok((
                self.chain[place].loop_.id,
                self.carries_none(place, 0..first)?,
            ))
        };
        (first..=last).map(of).collect()
    }

    fn same_memory(&self, of: &Free) -> String {
        let pairs = |all: &IndexSet<(VarId, VarId)>| show::pairs(self.p.unit, all);
        match of.asked.is_empty() {
            true => format!(
                "{} may be the same memory there (data clauses tell them apart on a device)",
                pairs(&of.by_clauses)
            ),
            false => format!("{} may be the same memory", pairs(&of.asked)),
        }
    }

    /// Nothing in the nest but computation.
    fn plain(&self, from: usize, to: usize, host: bool) -> Result<(), String> {
        let mut reductions = self.chain[from..=to]
            .iter()
            .flat_map(|n| &n.decision.reductions);
        if let Some(r) = reductions.next() {
            return Err(format!("{} would be combined in another order", r.text));
        }
        let mut kept = self.chain[from..=to].iter().flat_map(|n| &n.decision.kept);
        if let Some(v) = kept.next().filter(|_| host) {
            let name = show::name(self.p.unit, *v);
            return Err(format!("the last value of {name} is kept"));
        }
        let unit = self.p.unit;
        let body = self.chain[from].body;
        let acts = |s: &Stmt| {
            matches!(
                s.kind,
                StmtKind::Break | StmtKind::Goto(_) | StmtKind::Return(_) | StmtKind::Label { .. }
            )
        };
        if body.any_stmt(acts) {
            return Err("there is a jump in it".into());
        }
        if body.any_stmt(|s| matches!(s.kind, StmtKind::Atomic { .. })) {
            return Err("there is an atomic operation in it".into());
        }
        let mut why = None;
        body.each_expr(|e| match &e.kind {
            ExprKind::Call { .. } if !unit.effects.only_computes(unit, e.called()) => {
                let name = e.called().map(|f| unit.function(f).name.as_str());
                why = Some(format!(
                    "'{}' is called in it",
                    name.unwrap_or("a function")
                ));
            }
            ExprKind::StmtExpr(_) => why = Some("there is a statement expression in it".into()),
            _ if unit.types.qualifiers(e.ty).is_volatile => {
                why = Some(format!("{} is volatile", show::expr(unit, e)));
            }
            _ => {}
        });
        why.map_or(Ok(()), Err)
    }

    /// The bounds are the same whichever loop is outside, and can be computed before any of them runs.
    fn rectangular(&self, from: usize, to: usize, accesses: &[Access<'_>]) -> Result<(), String> {
        let written = uses::of_stmts(self.p.unit, [self.chain[from].body]);
        let own: Vec<VarId> = self.chain[from..=to]
            .iter()
            .flat_map(|n| n.head_vars())
            .collect();
        // Behind pointers nothing changes that is of another type.
        let numbers = self.s.aliases.strict_aliasing
            && accesses
                .iter()
                .filter(|a| a.write)
                .all(|a| matches!(self.p.unit.types.canonical(a.ty), Type::Float(_)));
        for n in &self.chain[from..=to] {
            let bounds = n.heads.iter().flat_map(|h| [&h.lower, &h.upper, &h.step]);
            for e in bounds {
                let changes = |v: VarId| {
                    own.contains(&v)
                        || written
                            .get(v)
                            .is_some_and(|u| u.written.or(u.address).is_some())
                };
                let mut why = None;
                e.each_expr(|e| match &e.kind {
                    ExprKind::Var(v) if changes(*v) => {
                        why = Some(format!(
                            "the bounds of the loop at line {} depend on {}",
                            self.line(n),
                            show::expr(self.p.unit, e)
                        ));
                    }
                    _ if !self.is_simple(e, from, numbers) => {
                        why = why.take().or(Some(format!(
                            "the bounds of the loop at line {} are not simple enough ({})",
                            self.line(n),
                            show::expr(self.p.unit, e)
                        )));
                    }
                    _ => {}
                });
                if let Some(why) = why {
                    return Err(why);
                }
            }
        }
        Ok(())
    }

    /// Whether a part of a bound has a value without doing anything, even where the loop around has no iterations.
    fn is_simple(&self, e: &Expr, from: usize, numbers: bool) -> bool {
        let unit = self.p.unit;
        if unit.types.qualifiers(e.ty).is_volatile {
            return false;
        }
        match &e.kind {
            ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, _, by) => {
                constant(by).is_some_and(|n| n > 0)
            }
            ExprKind::Unary(op, _) => matches!(
                op,
                UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot | UnaryOp::Not
            ),
            ExprKind::Member {
                arrow: true, base, ..
            } => {
                // The outermost loop's bounds follow the pointer in any case.
                let outer = self.chain[from].heads.first();
                let same = |b: &Expr| matches!(&b.kind, ExprKind::Member { arrow: true, base: other, .. } if other.is_like(base));
                numbers && outer.is_some_and(|h| h.upper.any_expr(same) || h.lower.any_expr(same))
            }
            ExprKind::Index(..)
            | ExprKind::Assign(..)
            | ExprKind::Call { .. }
            | ExprKind::StmtExpr(_)
            | ExprKind::CompoundLiteral(_) => false,
            _ => true,
        }
    }

    /// Nobody reads what the loops' variables hold behind the nest.
    fn indices(&self, from: usize, to: usize) -> Result<(), String> {
        for n in &self.chain[from..=to] {
            for h in n.heads.iter().filter(|h| !h.declared) {
                if self.is_wanted(from, h.var) {
                    let name = show::name(self.p.unit, h.var);
                    return Err(format!("the value of {name} after the nest may be used"));
                }
            }
        }
        Ok(())
    }

    fn is_wanted(&self, from: usize, var: VarId) -> bool {
        let after = flow::after_loop(
            self.p.unit,
            self.s.facts.code.iter().copied(),
            self.chain[from].loop_.id,
            &self.chain[from].decision.covered,
        );
        after.exposed.contains_key(&var) || self.s.live_out.contains(&var)
    }

    /// Scalars that each iteration of the loop `of` assigns before it reads them, if it does, and that nobody reads behind the nest, which
    /// begins with the loop at the place `from`.
    fn scalars(&self, from: usize, of: &Node<'_>) -> Result<(), String> {
        let unit = self.p.unit;
        let used = uses::of_stmts(unit, [self.chain[from].body]);
        for (&var, u) in &used.vars {
            let ty = unit.var(var).ty;
            let plain = unit.types.is_scalar(ty) || unit.types.is_record(ty);
            let index = self.heads().any(|h| h.var == var);
            if u.written.is_none() || !plain || index || used.declared.contains(&var) {
                continue;
            }
            if !of.decision.privatisable.contains(&var) || self.is_wanted(from, var) {
                return Err(format!(
                    "{} is passed from iteration to iteration, or used after the nest",
                    show::name(unit, var)
                ));
            }
        }
        Ok(())
    }

    /// What an iteration has for itself in any order of the loops. An array may belong to an iteration of an outer loop whose inner iterations hand
    /// it on: those of the innermost loop don't.
    fn own(&self, n: &Node<'_>) -> IndexSet<VarId> {
        let unit = self.p.unit;
        let inner = self.chain.last().map(|n| &n.decision.privatisable);
        let fits = |v: &VarId| {
            !unit.types.is_array(unit.var(*v).ty) || inner.is_some_and(|own| own.contains(v))
        };
        let all = n.decision.privatisable.iter().copied();
        all.filter(fits).collect()
    }

    /// What it rests on that no dependence is carried by the loop at a place, with the loops `inside`, outside of it as written, around the
    /// body as well; or the dependence, in words.
    fn carries_none(&self, place: usize, inside: Range<usize>) -> Result<Free, String> {
        let n = self.chain[place];
        let heads = |places: Range<usize>| {
            let nodes = self.chain[places].iter();
            nodes.flat_map(|n| n.heads.iter().copied())
        };
        let mut around = self.around.to_vec();
        match inside.is_empty() {
            true => around.extend(heads(0..place)),
            false => around.extend(heads(0..inside.start).chain(heads(inside.end..place))),
        }
        let inside: Vec<&Canonical> = heads(inside).collect();
        let private = self.own(n);
        let question = depend::Question {
            facts: &self.s.facts.part(n.body),
            whole: self.s.facts,
            heads: &n.heads,
            around: &around,
            inside: &inside,
            private: &private,
            reduced: &IndexSet::new(),
            sums: &IndexSet::new(),
            aliases: self.s.aliases,
        };
        depend::carried(&question).map_err(|found| reason::dependence(self.p.unit, &found, "Loop"))
    }
}
