//! Rules of the `loop` construct (OpenACC 3.3 §2.9).

use super::{exclusive, hint, nests};
use crate::diag::{Diagnostic, codes};
use crate::directive::{ClauseKind, DataRef, Directive, DirectiveKind, GangArg, ReductionOp};
use crate::region::canonical::Refusal;
use crate::region::{
    Expr, ExprKind, For, Level, LoopId, Stmt, Storage, Unit, VarId, Visit, dimension, level_of,
};
use crate::source::Span;
use std::collections::HashMap;

/// The levels that one loop asks for.
#[derive(Clone, Copy, Default, Debug)]
struct Levels {
    gang: bool,
    worker: bool,
    vector: bool,
    /// `gang(dim:…)`
    dim: Option<u8>,
    span: Span,
}

impl Levels {
    fn of(d: &Directive<Expr>) -> Levels {
        let mut l = Levels {
            span: d.span,
            ..Levels::default()
        };
        for c in &d.clauses {
            match &c.kind {
                ClauseKind::Gang(args) => {
                    l.gang = true;
                    let given = args.iter().any(|a| matches!(a, GangArg::Dim(_)));
                    l.dim = given.then(|| dimension(args));
                }
                ClauseKind::Worker(_) => l.worker = true,
                ClauseKind::Vector(_) => l.vector = true,
                _ => {}
            }
        }
        l
    }
    fn any(self) -> bool {
        self.gang || self.worker || self.vector
    }
    fn names(self) -> String {
        let mut out = Vec::new();
        for (on, name) in [
            (self.gang, "gang"),
            (self.worker, "worker"),
            (self.vector, "vector"),
        ] {
            if on {
                out.push(name);
            }
        }
        out.join(" ")
    }
}

struct Checker<'a> {
    unit: &'a Unit,
    refusals: &'a HashMap<LoopId, Refusal>,
    strict: bool,
    /// Levels of the loops around, outermost first.
    around: Vec<Levels>,
    /// The highest level that the function's `routine` directive lets its loops use.
    routine: Option<&'a Directive<Expr>>,
    /// Inside `parallel` or `serial`.
    parallel: bool,
    /// In a construct, not in a function that one calls.
    construct: bool,
    /// The construct is `kernels`.
    kernels: bool,
    /// The construct's `num_gangs` where it has several arguments.
    dimensions: Option<Span>,
    /// Reductions of the loops around.
    reducing: Vec<(VarId, ReductionOp, DataRef<Expr>)>,
    /// In a statement expression.
    in_value: bool,
    out: &'a mut Vec<Diagnostic>,
}

/// Checks the loops of a construct's or a device function's body; `directive` is the construct's or the function's `routine`.
pub fn check(
    unit: &Unit,
    stmts: &[Stmt],
    directive: Option<&Directive<Expr>>,
    refusals: &HashMap<LoopId, Refusal>,
    strict: bool,
    out: &mut Vec<Diagnostic>,
) {
    let routine = directive.filter(|d| d.kind == DirectiveKind::Routine);
    let mut c = Checker {
        unit,
        refusals,
        strict,
        around: Vec::new(),
        routine,
        parallel: directive
            .is_some_and(|d| matches!(d.kind, DirectiveKind::Parallel | DirectiveKind::Serial)),
        construct: directive.is_some() && routine.is_none(),
        kernels: directive
            .is_some_and(|d| matches!(d.kind, DirectiveKind::Kernels | DirectiveKind::KernelsLoop)),
        dimensions: directive.and_then(several_gangs),
        reducing: Vec::new(),
        in_value: false,
        out,
    };
    // A combined construct's own are its loop's.
    if let Some(d) = directive.filter(|_| c.parallel) {
        c.reductions(d);
    }
    stmts.iter().for_each(|s| c.visit_stmt(s));
}

fn several_gangs(d: &Directive<Expr>) -> Option<Span> {
    let several = |k: &ClauseKind<Expr>| matches!(k, ClauseKind::NumGangs(n) if n.len() > 1);
    d.clauses.iter().find(|c| several(&c.kind)).map(|c| c.span)
}

impl<'s> Visit<'s> for Checker<'_> {
    fn visit_for(&mut self, l: &'s For) {
        let Some(d) = &l.directive else {
            return self.walk_for(l);
        };
        let seq = d.clauses.iter().any(|c| matches!(c.kind, ClauseKind::Seq));
        let levels = Levels::of(d);
        if !seq {
            self.must_be_canonical(l, d);
        }
        nests::check(self.unit, self.refusals, self.strict, l, d, self.out);
        let around = self.reducing.clone();
        self.reductions(d);
        self.gang_reduction(d, levels);
        if levels.any() && self.in_value {
            let message = format!(
                "a loop in a statement expression runs sequentially: `{}` has no effect",
                levels.names()
            );
            let d = hint(codes::CLAUSE_IGNORED, d.span, &message, self.strict);
            self.out
                .push(d.help("make the loop a statement of its own"));
        }
        if levels.any() {
            self.nesting(levels);
            self.within_routine(levels);
            self.around.push(levels);
        }
        self.walk_for(l);
        if levels.any() {
            self.around.pop();
        }
        self.reducing = around;
    }

    fn visit_expr(&mut self, e: &'s Expr) {
        let around = self.in_value;
        self.in_value |= matches!(e.kind, ExprKind::StmtExpr(_));
        self.walk_expr(e);
        self.in_value = around;
    }
}

impl Checker<'_> {
    fn must_be_canonical(&mut self, l: &For, d: &Directive<Expr>) {
        if let Some(r) = self.refusals.get(&l.id) {
            let help = match r.code == codes::BRANCH_OUT {
                true => {
                    "let all iterations run, and skip the work with an `if`; or write `loop seq` to run the iterations sequentially"
                }
                false => "change the loop, or mark it `seq`",
            };
            let error = Diagnostic::error(r.code, r.span, r.reason.clone())
                .related(d.span, "the directive that needs the trip count in advance")
                .help(help);
            self.out.push(error);
        }
    }

    /// Gangs hold workers, workers hold vector lanes. Without a `worker` in the nest, OpenUH's and
    /// PGI's further arrangements are accepted: gang in gang, gang in vector (a grid
    /// of several dimensions), vector in gang vector. In `kernels` PGI's with workers are as well.
    fn nesting(&mut self, here: Levels) {
        let workers = here.worker || self.around.iter().any(|l| l.worker);
        let around = self.around.clone();
        for (depth, outer) in around.iter().enumerate() {
            let below_gang = outer.gang && !outer.worker && !here.gang;
            let below_worker = outer.worker && !here.gang && !here.worker;
            let dims = outer.dim.is_some() || here.dim.is_some();
            if dims && outer.gang && here.gang {
                if self.dimensions_fit(*outer, here) {
                    continue;
                }
                return;
            }
            if !outer.vector && (below_gang || below_worker) {
                continue;
            }
            // Inside a loop of vector lanes only, a grid's further dimension is `gang vector`.
            let lanes = outer.vector && !outer.gang;
            let between = around[depth + 1..].iter().any(|l| l.gang && l.vector);
            let extension = !workers
                && (here.gang || outer.gang && outer.vector)
                && (!lanes || here.gang && here.vector || between)
                && around.len() < 3;
            let extension = extension || self.kernels && self.fits_grid(here);
            if extension && !self.strict {
                continue;
            }
            let message = format!(
                "a `{}` loop can't be inside a `{}` loop",
                here.names(),
                outer.names()
            );
            let mut d = Diagnostic::error(codes::LEVEL_NESTING, here.span, message)
                .related(outer.span, "the loop around it");
            d = d.help(match extension {
                true => "an extension of OpenUH and PGI; accepted without -acc=strict",
                false => "from the outermost loop to the innermost the levels are gang, worker, vector, each once at most; without the clauses accrs chooses",
            });
            self.out.push(d);
            return;
        }
    }

    /// PGI's nests in `kernels`: every loop takes further axes of the grid and of the block, in any order
    /// from its outermost gang loop on.
    fn fits_grid(&self, here: Levels) -> bool {
        let all = || self.around.iter().chain([&here]);
        let gangs = all().filter(|l| l.gang).count();
        let rows = all().filter(|l| l.worker).count();
        let threads = all().filter(|l| l.vector).count() + rows;
        let first = all().next().is_some_and(|l| l.gang);
        first && gangs <= 3 && threads <= 3 && rows <= 1
    }

    /// Gangs of a lower dimension inside those of a higher one (§2.9.2).
    fn dimensions_fit(&mut self, outer: Levels, here: Levels) -> bool {
        let (of_outer, of_here) = (outer.dim.unwrap_or(1), here.dim.unwrap_or(1));
        if of_here < of_outer && !outer.worker && !outer.vector {
            return true;
        }
        let message = format!(
            "a loop over gangs of dimension {of_here} can't be inside a `{}` loop of dimension {of_outer}",
            outer.names()
        );
        let d = Diagnostic::error(codes::GANG_DIMENSION, here.span, message)
            .related(outer.span, "the loop around it")
            .help("the outer loop takes the higher dimension: `gang(dim:2)` around `gang(dim:1)`");
        self.out.push(d);
        false
    }

    /// The gangs of several dimensions can't be reduced over by a loop (§2.9.11).
    fn gang_reduction(&mut self, d: &Directive<Expr>, levels: Levels) {
        let is_reduction = |c: &&crate::directive::Clause<Expr>| {
            matches!(c.kind, ClauseKind::Reduction(..)) && levels.gang
        };
        if let (Some(counts), Some(c)) = (self.dimensions, d.clauses.iter().find(is_reduction)) {
            let message =
                "a gang loop can't have a reduction where `num_gangs` has several arguments";
            let d = Diagnostic::error(codes::CONTRADICTORY_CLAUSES, c.span, message)
                .related(counts, "the construct's gangs")
                .help("update the variable with `atomic`, or give one number of gangs");
            self.out.push(d);
        }
    }

    /// Loops in each other that reduce one variable must use one operator (§2.9.11).
    fn reductions(&mut self, d: &Directive<Expr>) {
        for c in &d.clauses {
            if let ClauseKind::Private(vars) = &c.kind {
                // Another variable from here on.
                let is = |r: &DataRef<Expr>, v| matches!(r.base.kind, ExprKind::Var(p) if p == v);
                self.reducing
                    .retain(|(v, ..)| !vars.iter().any(|r| is(r, *v)));
            }
        }
        for c in &d.clauses {
            let ClauseKind::Reduction(op, vars) = &c.kind else {
                continue;
            };
            for v in vars {
                let ExprKind::Var(var) = v.base.kind else {
                    continue;
                };
                // Of other parts of the variable another operator may be.
                let same = |o: &&(VarId, ReductionOp, DataRef<Expr>)| {
                    o.0 == var && exclusive::overlap(&o.2, v) == Some(true)
                };
                let outer = self.reducing.iter().find(same);
                if let Some((_, first, r)) = outer.filter(|(_, first, _)| first != op) {
                    let message = format!(
                        "`{}` is reduced with `{op}` inside a reduction with `{first}`",
                        v.text
                    );
                    let d = Diagnostic::error(codes::REDUCTION_MISMATCH, v.span, message)
                        .related(r.span, "the outer reduction");
                    self.out.push(d);
                }
                self.orphaned(d, var, v);
                self.reducing.push((var, *op, v.clone()));
            }
        }
    }

    /// What a loop of a device function reduces must be the function's own (§2.9.11).
    fn orphaned(&mut self, d: &Directive<Expr>, var: VarId, r: &DataRef<Expr>) {
        if self.construct {
            return;
        }
        let v = self.unit.var(var);
        let outside = matches!(v.storage, Storage::Global { .. } | Storage::StaticLocal)
            || v.storage == Storage::Param
                && (self.unit.types.is_pointer(v.ty) || self.unit.types.is_array(v.ty));
        if outside {
            let message = format!(
                "`{}` is not private to the function that reduces it",
                r.text
            );
            let d = Diagnostic::error(codes::REDUCTION_ORPHAN, r.span, message)
                .related(d.span, "the loop has no compute construct around it here")
                .help("reduce a variable of the function's own, and return it");
            self.out.push(d);
        }
    }

    fn within_routine(&mut self, here: Levels) {
        let Some(routine) = self.routine else { return };
        let has = |f: fn(&ClauseKind<Expr>) -> bool| routine.clauses.iter().any(|c| f(&c.kind));
        let gang = has(|k| matches!(k, ClauseKind::Gang(_)));
        let worker = gang || has(|k| matches!(k, ClauseKind::Worker(_)));
        let vector = worker || has(|k| matches!(k, ClauseKind::Vector(_)));
        let dims = match level_of(routine) {
            Level::Gang(d) => here.dim.unwrap_or(1) <= d,
            _ => true,
        };
        if here.gang && !(gang && dims) || here.worker && !worker || here.vector && !vector {
            let message = format!(
                "a `{}` loop can't be in a function with `{}`",
                here.names(),
                self.unit.show_directive(routine)
            );
            let d = Diagnostic::error(codes::LEVEL_NESTING, here.span, message)
                .related(routine.span, "the function's routine directive");
            self.out.push(d);
        }
    }
}
