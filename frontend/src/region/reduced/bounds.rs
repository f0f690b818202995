//! Bounds of reduced and private sections that stand in memory: the host works them out before the construct.

use super::*;

/// Gives the host's numbers to the sections of a construct's own reductions and private copies whose bounds stand in memory.
pub(super) fn bounds(
    unit: &mut Unit,
    id: ConstructId,
    directive: &mut Directive<Expr>,
    body: &mut [Stmt],
) {
    let mut own = Bounds {
        unit,
        directive: directive.id,
        found: Vec::new(),
    };
    own.visit_directive(directive);
    body.iter().for_each(|s| own.visit_stmt(s));
    let found = own.found;
    for value in found {
        let ty = unit.types.canonical_id(value.ty);
        let stem = stem(unit, &value);
        let var = unit.declare(&stem, ty, Storage::Local, value.span);
        let mut bound = Bound {
            value: &value,
            var: Expr::new(ExprKind::Var(var), ty, value.span),
        };
        bound.visit_directive(directive);
        body.iter_mut().for_each(|s| bound.visit_stmt(s));
        unit.reduced.push(Reduced {
            var,
            value,
            uses: Vec::new(),
            pointed: false,
            place: Place::Around(id),
        });
    }
}

/// The items whose copies the construct makes.
fn copied(kind: &ClauseKind<Expr>) -> &[DataRef<Expr>] {
    match kind {
        ClauseKind::Reduction(_, refs)
        | ClauseKind::Private(refs)
        | ClauseKind::Firstprivate(refs) => refs,
        _ => &[],
    }
}

/// Finds such bounds in the clauses of one directive, which may stand on the construct and on its loop.
struct Bounds<'u> {
    unit: &'u Unit,
    directive: DirectiveId,
    found: Vec<Expr>,
}

impl<'s> Visit<'s> for Bounds<'_> {
    fn visit_directive(&mut self, d: &'s Directive<Expr>) {
        if d.id != self.directive {
            return;
        }
        let refs = d.clauses.iter().flat_map(|c| copied(&c.kind));
        for e in refs.flat_map(|r| &r.sections).flat_map(given) {
            if is_read(self.unit, e) && !self.found.iter().any(|o| o.is_like(e)) {
                self.found.push(e.strip_implicit().clone());
            }
        }
    }
}

/// The expressions of a section.
fn given(s: &Section<Expr>) -> Vec<&Expr> {
    match s {
        Section::Element(at) => vec![at],
        Section::Range { lower, length } => lower.iter().chain(length).collect(),
    }
}

/// Whether it is a number of the host's that stands in memory.
fn is_read(unit: &Unit, e: &Expr) -> bool {
    let in_memory = |e: &Expr| {
        matches!(
            e.kind,
            ExprKind::Member { .. } | ExprKind::Index(..) | ExprKind::Unary(UnaryOp::Deref, _)
        )
    };
    let acts = |e: &Expr| {
        e.assigned().is_some() || matches!(e.kind, ExprKind::Call { .. } | ExprKind::StmtExpr(_))
    };
    let ours = |v: &VarId| unit.var(*v).storage != Storage::Region;
    unit.types.is_integer(e.ty)
        && e.any_expr(in_memory)
        && !e.any_expr(acts)
        && variables(e).iter().all(ours)
}

/// Puts the host's number in the place of a bound.
struct Bound<'r> {
    value: &'r Expr,
    var: Expr,
}

impl VisitMut for Bound<'_> {
    fn visit_clause(&mut self, c: &mut Clause<Expr>) {
        let (ClauseKind::Reduction(_, refs)
        | ClauseKind::Private(refs)
        | ClauseKind::Firstprivate(refs)) = &mut c.kind
        else {
            return;
        };
        for s in refs.iter_mut().flat_map(|r| &mut r.sections) {
            let bounds = match s {
                Section::Element(at) => vec![at],
                Section::Range { lower, length } => lower.iter_mut().chain(length).collect(),
            };
            for e in bounds.into_iter().filter(|e| e.is_like(self.value)) {
                *e = self.var.clone();
            }
        }
    }
}
