//! Clauses, resolved: what holds once `device_type` has been taken into account.

use crate::analyse::uses::Uses;
use accrs_frontend::directive::{
    Clause, ClauseKind, DataRef, DefaultKind, Directive, GangArg, ReductionOp, WaitArgs,
};
use accrs_frontend::region::verify::constant;
use accrs_frontend::region::{Construct, Expr, ExprKind, For};
use accrs_frontend::source::Span;

/// The clauses that hold on the devices that kernels are made for (§2.4).
pub fn effective(directive: &Directive<Expr>) -> Vec<&Clause<Expr>> {
    directive.clauses_for(&["nvidia"])
}

/// A `loop` directive's clauses.
#[derive(Default)]
pub struct LoopClauses<'a> {
    pub gang: Option<Span>,
    pub gang_num: Option<&'a Expr>,
    /// 1, 2 or 3; `None`: not given.
    pub gang_dim: Option<u32>,
    pub gang_static: Option<Option<&'a Expr>>,
    pub worker: Option<Option<&'a Expr>>,
    pub vector: Option<Option<&'a Expr>>,
    pub seq: bool,
    pub auto: bool,
    pub independent: bool,
    /// Number of loops; 1 without the clause.
    pub collapse: usize,
    pub collapse_force: bool,
    /// Its loops are decided on one by one, and so are those inside that are left of the clause.
    pub one_by_one: bool,
    /// Sizes as the clause has them, innermost loop first; `None`: `*`. Empty without `tile`.
    pub tile: Vec<Option<&'a Expr>>,
    /// PGI's `unroll(n)`; the verifier has seen to it that it is a positive constant.
    pub unroll: Option<u32>,
    /// Clauses that change nothing, as written: the report says so.
    pub without_effect: Vec<(&'a str, &'static str)>,
    pub private: Vec<&'a DataRef<Expr>>,
    pub reductions: Vec<(ReductionOp, &'a DataRef<Expr>)>,
    pub span: Span,
    pub name: &'a str,
}

impl<'a> LoopClauses<'a> {
    /// How many loops the directive governs.
    pub fn depth(&self) -> usize {
        self.collapse.max(self.tile.len())
    }

    /// `collapse(force:)` around loops with code between them: each loop keeps its own body, and
    /// the levels are given to the loops one by one, the innermost level to the loops inside
    /// (§2.9.1 leaves that open). Returns the clauses of the loop inside; `between` holds
    /// the variables that the code around it uses, `outer` the loop around it, whose variable stays what it is in there.
    pub fn handed_in(&mut self, outer: &For, between: &Uses) -> LoopClauses<'a> {
        let mut inner = LoopClauses {
            seq: self.seq,
            auto: self.auto,
            independent: self.independent,
            collapse: self.collapse - 1,
            collapse_force: true,
            one_by_one: self.one_by_one,
            span: self.span,
            name: self.name,
            ..LoopClauses::default()
        };
        let own = |r: &&DataRef<Expr>| match r.base.kind {
            ExprKind::Var(v) => {
                let counts = outer.canonical.as_ref().is_some_and(|h| h.var == v);
                !counts && between.get(v).is_none()
            }
            _ => false,
        };
        inner.private = self.private.iter().copied().filter(own).collect();
        if self.vector.is_some() && (self.gang.is_some() || self.worker.is_some()) {
            inner.vector = self.vector.take();
        } else if self.worker.is_some() && self.gang.is_some() {
            inner.worker = self.worker.take();
        }
        self.collapse = 1;
        inner
    }
    /// It says nothing of how the loop runs, nor whose variables are.
    pub fn is_bare(&self) -> bool {
        let plain = !self.has_level() && !self.seq && self.depth() <= 1 && self.tile.is_empty();
        plain && self.private.is_empty() && self.reductions.is_empty() && self.unroll.is_none()
    }
}

impl LoopClauses<'_> {
    pub fn has_level(&self) -> bool {
        self.gang.is_some() || self.worker.is_some() || self.vector.is_some()
    }
}

pub fn of_loop(directive: &Directive<Expr>) -> LoopClauses<'_> {
    let mut l = LoopClauses {
        collapse: 1,
        span: directive.span,
        name: &directive.name,
        ..LoopClauses::default()
    };
    for c in effective(directive) {
        match &c.kind {
            ClauseKind::Gang(args) => {
                l.gang = Some(c.span);
                for a in args {
                    match a {
                        GangArg::Num(e) => l.gang_num = Some(e),
                        GangArg::Dim(e) => l.gang_dim = e.int_value().map(|v| v as u32),
                        GangArg::Static(e) => l.gang_static = Some(e.as_ref()),
                    }
                }
            }
            ClauseKind::Worker(e) => l.worker = Some(e.as_ref()),
            ClauseKind::Vector(e) => l.vector = Some(e.as_ref()),
            ClauseKind::Seq => l.seq = true,
            ClauseKind::Auto => l.auto = true,
            ClauseKind::Independent => l.independent = true,
            ClauseKind::Collapse { force, n } => {
                l.collapse = n
                    .int_value()
                    .and_then(|n| usize::try_from(n).ok())
                    .unwrap_or(1)
                    .max(1);
                l.collapse_force = *force;
            }
            ClauseKind::Tile(sizes) => l.tile = sizes.iter().map(Option::as_ref).collect(),
            ClauseKind::Private(refs) => l.private.extend(refs),
            ClauseKind::Reduction(op, refs) => l.reductions.extend(refs.iter().map(|r| (*op, r))),
            ClauseKind::Unroll(e) => {
                let n = e.as_ref().and_then(constant);
                l.unroll = n.and_then(|n| u32::try_from(n).ok());
            }
            ClauseKind::Shortloop => l.without_effect.push((
                &c.name,
                "the loop is right for any number of iterations, and no slower for few",
            )),
            ClauseKind::Cache { .. } => l
                .without_effect
                .push((&c.name, "a hint: the hardware's caches hold the data")),
            // The compute construct's half of a combined directive, or refused before (`directive/support.rs`,
            // `directive/table.rs`).
            ClauseKind::If(_)
            | ClauseKind::SelfClause(_)
            | ClauseKind::Async(_)
            | ClauseKind::Wait(_)
            | ClauseKind::NumGangs(_)
            | ClauseKind::NumWorkers(_)
            | ClauseKind::VectorLength(_)
            | ClauseKind::Firstprivate(_)
            | ClauseKind::Data(..)
            | ClauseKind::Default(_)
            | ClauseKind::Host
            | ClauseKind::Kernel => {}
            // `effective` has applied it.
            ClauseKind::DeviceType(_) => {}
            // Not on loops.
            ClauseKind::IfPresent
            | ClauseKind::Finalize
            | ClauseKind::Bind(_)
            | ClauseKind::Nohost
            | ClauseKind::DeviceNum(_)
            | ClauseKind::DefaultAsync(_)
            | ClauseKind::RoutineName(_) => {}
        }
    }
    l
}

/// A compute construct's clauses, but for its data clauses.
#[derive(Default)]
pub struct ComputeClauses<'a> {
    pub if_: Option<&'a Expr>,
    pub self_: Option<Option<&'a Expr>>,
    pub async_: Option<Option<&'a Expr>>,
    pub waits: Vec<&'a WaitArgs<Expr>>,
    pub num_gangs: &'a [Expr],
    pub num_workers: Option<&'a Expr>,
    pub vector_length: Option<&'a Expr>,
    pub private: Vec<&'a DataRef<Expr>>,
    pub firstprivate: Vec<&'a DataRef<Expr>>,
    pub reductions: Vec<(ReductionOp, &'a DataRef<Expr>)>,
    pub default: Option<DefaultKind>,
}

pub fn of_compute(directive: &Directive<Expr>) -> ComputeClauses<'_> {
    let mut k = ComputeClauses::default();
    for c in effective(directive) {
        match &c.kind {
            ClauseKind::If(e) => k.if_ = Some(e),
            ClauseKind::SelfClause(e) => k.self_ = Some(e.as_ref()),
            ClauseKind::Async(e) => k.async_ = Some(e.as_ref()),
            ClauseKind::Wait(w) => k.waits.push(w),
            ClauseKind::NumGangs(e) => k.num_gangs = e,
            ClauseKind::NumWorkers(e) => k.num_workers = Some(e),
            ClauseKind::VectorLength(e) => k.vector_length = Some(e),
            ClauseKind::Private(r) => k.private.extend(r),
            ClauseKind::Firstprivate(r) => k.firstprivate.extend(r),
            ClauseKind::Reduction(op, refs) => k.reductions.extend(refs.iter().map(|r| (*op, r))),
            ClauseKind::Default(d) => k.default = Some(*d),
            // `data::of_clauses` reads them, with if_present and finalize.
            ClauseKind::Data(..) | ClauseKind::IfPresent | ClauseKind::Finalize => {}
            // `effective` has applied it.
            ClauseKind::DeviceType(_) => {}
            // The loop's half of a combined directive (`of_loop`).
            ClauseKind::Gang(_)
            | ClauseKind::Worker(_)
            | ClauseKind::Vector(_)
            | ClauseKind::Seq
            | ClauseKind::Auto
            | ClauseKind::Independent
            | ClauseKind::Collapse { .. }
            | ClauseKind::Tile(_)
            | ClauseKind::Cache { .. }
            | ClauseKind::Unroll(_)
            | ClauseKind::Host
            | ClauseKind::Kernel
            | ClauseKind::Shortloop => {}
            // Of routine, init, shutdown and set (`directives::action`, `routine`).
            ClauseKind::Bind(_)
            | ClauseKind::Nohost
            | ClauseKind::DeviceNum(_)
            | ClauseKind::DefaultAsync(_)
            | ClauseKind::RoutineName(_) => {}
        }
    }
    k
}

/// "parallel loop", "region for": the loop's clauses stand on the loop.
pub fn is_combined(c: &Construct) -> bool {
    let word = |w: &str| w == "loop" || w == "for";
    c.directive.name.split_whitespace().any(word)
}
