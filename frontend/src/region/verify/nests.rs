//! Nests that `collapse` and `tile` join (OpenACC 3.3 §2.9.1, §2.9.8): so many loops, one directly in the other, with bounds
//! that don't depend on each other.

use crate::diag::{Diagnostic, codes};
use crate::directive::{ClauseKind, Directive};
use crate::region::canonical::Refusal;
use crate::region::{Expr, For, LoopId, Stmt, StmtKind, Unit, VarId, Visit, constant};
use crate::source::Span;
use std::collections::HashMap;

/// Checks the clauses of a loop's directive.
pub fn check(
    unit: &Unit,
    refusals: &HashMap<LoopId, Refusal>,
    strict: bool,
    l: &For,
    d: &Directive<Expr>,
    out: &mut Vec<Diagnostic>,
) {
    let mut checker = Checker {
        unit,
        refusals,
        strict,
        out,
    };
    checker.clauses(l, d);
}

struct Checker<'a> {
    unit: &'a Unit,
    refusals: &'a HashMap<LoopId, Refusal>,
    strict: bool,
    out: &'a mut Vec<Diagnostic>,
}

impl Checker<'_> {
    /// `collapse(n)` and `tile(…)`: n loops, one directly in the other, bounds independent.
    fn clauses(&mut self, l: &For, d: &Directive<Expr>) {
        for clause in &d.clauses {
            let (depth, force) = match &clause.kind {
                ClauseKind::Collapse { force, n } => match constant(n) {
                    Some(n) if n > 0 && n < 64 => (n as usize, *force),
                    _ => {
                        let message = "`collapse` takes a positive constant";
                        let error = Diagnostic::error(codes::NOT_CONSTANT, n.span, message);
                        self.out.push(error);
                        continue;
                    }
                },
                ClauseKind::Tile(sizes) => {
                    sizes.iter().flatten().for_each(|e| self.tile_size(e));
                    (sizes.len(), false)
                }
                _ => continue,
            };
            self.nest(l, depth, force, clause.span, &clause.name);
        }
    }

    /// A size that isn't constant is left to the compiler, which is nvc's reading too: it changes the
    /// order of iterations, no result.
    fn tile_size(&mut self, e: &Expr) {
        let d = match constant(e) {
            Some(n) if n > 0 => return,
            None if !self.strict => Diagnostic::warning(
                codes::NOT_CONSTANT,
                e.span,
                "a size of `tile` that is not constant; the compiler chooses one",
            )
            .help("write a constant or *"),
            _ => Diagnostic::error(
                codes::NOT_CONSTANT,
                e.span,
                "`tile` takes positive constants or *",
            ),
        };
        self.out.push(d);
    }

    fn nest(&mut self, outer: &For, depth: usize, force: bool, clause: Span, name: &str) {
        let mut vars: Vec<VarId> = outer.canonical.iter().map(|c| c.var).collect();
        let mut at = outer;
        for found in 1..depth {
            let (inner, tight) = next_loop(&at.body);
            let Some(inner) = inner else {
                let verb = if found == 1 { "is" } else { "are" };
                let message =
                    format!("`{name}` asks for {depth} nested loops; there {verb} only {found}");
                let error = Diagnostic::error(codes::COLLAPSE_TOO_DEEP, clause, message)
                    .related(at.body.span, "no single loop in here");
                self.out.push(error);
                return;
            };
            if self.between(&at.body, inner, clause, name) {
                return;
            }
            if !tight && !force {
                let message = format!("the loops that `{name}` joins must be directly nested");
                let error = Diagnostic::error(codes::COLLAPSE_NOT_TIGHT, clause, message)
                    .related(
                        at.body.span,
                        "there are other statements around the inner loop",
                    )
                    .help("move them into the inner loop, or join fewer loops");
                self.out.push(error);
                return;
            }
            match &inner.canonical {
                None => {
                    if let Some(r) = self.refusals.get(&inner.id) {
                        let error = Diagnostic::error(r.code, r.span, r.reason.clone())
                            .related(clause, format!("`{name}` includes this loop"));
                        self.out.push(error);
                    }
                    return;
                }
                Some(c) => {
                    let mut bounds = [&c.lower, &c.upper, &c.step].into_iter();
                    let depends = bounds.find_map(|bound| {
                        Some((bound, vars.iter().find(|v| bound.mentions(**v))?))
                    });
                    if let Some((bound, v)) = depends {
                        let v = &self.unit.var(*v).name;
                        let message =
                            format!("the bounds of a loop under `{name}` depend on `{v}`");
                        let error = Diagnostic::error(codes::COLLAPSE_BOUNDS, bound.span, message)
                            .related(clause, "joined by this clause");
                        self.out.push(error);
                        return;
                    }
                    vars.push(c.var);
                }
            }
            at = inner;
        }
    }

    /// Between joined loops there are no directives, none on the inner loop either, and no calls of the OpenACC library (§2.9.1).
    fn between(&mut self, body: &Stmt, inner: &For, clause: Span, name: &str) -> bool {
        let mut between = Between {
            unit: self.unit,
            inner: inner.id,
            found: Vec::new(),
        };
        between.visit_stmt(body);
        let any = !between.found.is_empty();
        for (span, what) in between.found {
            let message = format!("{what} between the loops that `{name}` joins");
            let error = Diagnostic::error(codes::COLLAPSE_NOT_TIGHT, span, message)
                .related(clause, "joined by this clause")
                .help("join fewer loops");
            self.out.push(error);
        }
        any
    }
}

/// What may not stand between joined loops.
struct Between<'a> {
    unit: &'a Unit,
    inner: LoopId,
    found: Vec<(Span, String)>,
}

impl<'s> Visit<'s> for Between<'_> {
    fn visit_for(&mut self, l: &'s For) {
        if l.id != self.inner {
            return self.walk_for(l);
        }
        l.directive.iter().for_each(|d| self.visit_directive(d));
    }

    fn visit_directive(&mut self, d: &'s Directive<Expr>) {
        let name = d.name.to_string();
        let article = if name.starts_with(['a', 'e', 'i', 'u']) {
            "an"
        } else {
            "a"
        };
        self.found
            .push((d.span, format!("{article} `{name}` directive")));
    }

    fn visit_expr(&mut self, e: &'s Expr) {
        if let Some(f) = e.called() {
            let f = self.unit.function(f);
            if f.name.starts_with("acc_") && f.body.is_none() {
                self.found.push((e.span, format!("a call of `{}`", f.name)));
            }
        }
        self.walk_expr(e);
    }
}

/// The only loop in a body, and whether nothing else stands there.
fn next_loop(body: &Stmt) -> (Option<&For>, bool) {
    match &body.kind {
        StmtKind::For(l) => (Some(l), true),
        StmtKind::Label { body, .. } => next_loop(body),
        StmtKind::Block(stmts) => {
            let real: Vec<&Stmt> = stmts
                .iter()
                .filter(|s| !matches!(s.kind, StmtKind::Empty))
                .collect();
            if let [only] = real[..] {
                return next_loop(only);
            }
            let mut loops = real.iter().filter_map(|s| match &s.kind {
                StmtKind::For(l) => Some(&**l),
                _ => None,
            });
            match (loops.next(), loops.next()) {
                (Some(l), None) => (Some(l), false),
                _ => (None, false),
            }
        }
        _ => (None, false),
    }
}
