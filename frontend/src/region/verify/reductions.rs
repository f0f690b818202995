//! Which variables loops may reduce (OpenACC 3.3 §2.6.2, §2.9.11).

use super::hint;
use crate::diag::{Diagnostic, codes};
use crate::directive::{Clause, ClauseKind, DataRef, Directive, DirectiveKind, ReductionOp};
use crate::region::{
    BinaryOp, Body, Construct, Expr, ExprKind, For, Stmt, StmtKind, Storage, Unit, VarId, Visit,
};
use crate::source::Span;

/// A scalar that a loop of a `parallel` or `serial` construct reduces, and that comes from outside, is named on the construct or on a
/// `data` construct around it. `half`: the loop of a combined construct, whose reduction implies a copy (§2.11).
pub fn exposed(
    unit: &Unit,
    construct: &Construct,
    half: Option<&Directive<Expr>>,
    strict: bool,
    out: &mut Vec<Diagnostic>,
) {
    let Body::Compute(stmts) = &construct.body else {
        return;
    };
    if !matches!(
        construct.directive.kind,
        DirectiveKind::Parallel | DirectiveKind::Serial
    ) {
        return;
    }
    let mut named = Vec::new();
    let mut at = Some(construct);
    while let Some(c) = at {
        names(&c.directive.clauses, &mut named);
        at = c.parent.map(|id| unit.construct(id));
    }
    if let Some(half) = half {
        names(&half.clauses, &mut named);
    }
    for c in &unit.constructs {
        if c.directive.kind == DirectiveKind::Declare {
            names(&c.directive.clauses, &mut named);
        }
    }
    let mut walker = Walker {
        named,
        found: Vec::new(),
    };
    stmts.iter().for_each(|s| walker.visit_stmt(s));
    let mut told = Vec::new();
    for (var, d) in walker.found {
        let v = unit.var(var);
        let outside = v.storage != Storage::Region && unit.types.is_scalar(v.ty);
        if !outside || told.contains(&var) {
            continue;
        }
        told.push(var);
        let message = format!(
            "`{}` is reduced here, and no clause of the construct names it",
            v.name
        );
        let found = hint(codes::REDUCTION_SHARED, d.span, &message, strict)
            .related(construct.directive.span, "the construct");
        let help = format!(
            "it is copied in and out; portable programs add `copy({})` there",
            v.name
        );
        out.push(found.help(help));
    }
}

/// A signed maximum or minimum that the code compares as an unsigned number.
pub fn signs(unit: &Unit, directive: &Directive<Expr>, stmts: &[Stmt], out: &mut Vec<Diagnostic>) {
    let mut extrema = Extrema {
        unit,
        vars: Vec::new(),
        out,
    };
    extrema.add(directive);
    stmts.iter().for_each(|s| extrema.visit_stmt(s));
}

struct Extrema<'u, 'o> {
    unit: &'u Unit,
    /// Those that nothing was said of yet, each with its clause.
    vars: Vec<(VarId, Span)>,
    out: &'o mut Vec<Diagnostic>,
}

impl Extrema<'_, '_> {
    fn add(&mut self, d: &Directive<Expr>) {
        for clause in &d.clauses {
            if let ClauseKind::Reduction(ReductionOp::Max | ReductionOp::Min, vars) = &clause.kind {
                let named = vars
                    .iter()
                    .filter_map(|r| Some((r.base.variable()?, r.span)));
                let signed = named.filter(|(var, _)| {
                    let ty = self.unit.var(*var).ty;
                    self.unit.types.is_integer(ty) && !self.unit.types.is_unsigned(ty)
                });
                self.vars.extend(signed);
            }
        }
    }

    /// The variable that an operand is, made unsigned by the other one.
    fn made_unsigned(&self, e: &Expr) -> Option<VarId> {
        let is_implicit = matches!(e.kind, ExprKind::Cast { implicit: true, .. });
        let types = &self.unit.types;
        e.strip_implicit()
            .variable()
            .filter(|_| is_implicit && types.is_integer(e.ty) && types.is_unsigned(e.ty))
    }
}

impl<'a> Visit<'a> for Extrema<'_, '_> {
    fn visit_for(&mut self, l: &'a For) {
        if let Some(d) = &l.directive {
            self.add(d);
        }
        self.walk_for(l);
    }

    fn visit_expr(&mut self, e: &'a Expr) {
        use BinaryOp::{Ge, Gt, Le, Lt};
        if let ExprKind::Binary(Lt | Gt | Le | Ge, a, b) = &e.kind {
            for (one, other) in [(a, b), (b, a)] {
                let Some(var) = self.made_unsigned(one) else {
                    continue;
                };
                let Some(at) = self.vars.iter().position(|(v, _)| *v == var) else {
                    continue;
                };
                let (_, clause) = self.vars.remove(at);
                let name = &self.unit.var(var).name;
                let message = format!(
                    "`{name}` is compared as an unsigned number: while it is negative, it counts as a very large one"
                );
                let ty = self.unit.show_type(other.strip_implicit().ty);
                let d = Diagnostic::warning(codes::MIXED_SIGNS, e.span, message)
                    .related(clause, "reduced here")
                    .help(format!(
                        "the other side is of type `{ty}`: cast it to the type of `{name}`, or make `{name}` unsigned"
                    ));
                self.out.push(d);
            }
        }
        self.walk_expr(e);
    }
}

/// The variables that the clauses give a place: data, private, firstprivate, reduction.
fn names(clauses: &[Clause<Expr>], named: &mut Vec<VarId>) {
    for clause in clauses {
        if let ClauseKind::Private(vars)
        | ClauseKind::Firstprivate(vars)
        | ClauseKind::Reduction(_, vars)
        | ClauseKind::Data(_, _, vars) = &clause.kind
        {
            named.extend(vars.iter().filter_map(|v| v.base.variable()));
        }
    }
}

/// Variables that each iteration gives a value of its own to begin with: `sum = 0;` as a statement of
/// the loop's body. They are private to the loop, whether or not a clause says so.
fn assigned(body: &Stmt, named: &mut Vec<VarId>) {
    match &body.kind {
        StmtKind::Block(stmts) => stmts.iter().for_each(|s| assigned(s, named)),
        StmtKind::Expr(e) => {
            if let ExprKind::Assign(None, to, _) = &e.strip_implicit().kind {
                named.extend(to.variable());
            }
        }
        _ => {}
    }
}

/// Finds the variables that loops reduce and that nothing in `named`, nor a loop around, gives a place.
struct Walker<'a> {
    named: Vec<VarId>,
    found: Vec<(VarId, &'a DataRef<Expr>)>,
}

impl<'a> Visit<'a> for Walker<'a> {
    fn visit_for(&mut self, l: &'a For) {
        let before = self.named.len();
        if let Some(d) = &l.directive {
            for clause in &d.clauses {
                if let ClauseKind::Reduction(_, vars) = &clause.kind {
                    let reduced = vars.iter().filter_map(|r| Some((r.base.variable()?, r)));
                    let unnamed = reduced.filter(|(var, _)| !self.named.contains(var));
                    self.found.extend(unnamed);
                }
            }
            names(&d.clauses, &mut self.named);
            assigned(&l.body, &mut self.named);
        }
        self.walk_for(l);
        self.named.truncate(before);
    }
}
