//! Which members a pointer can stand for, whether they stay at one place, and what else reaches them.

use super::*;

/// What a clause's item is, where a pointer can stand for it.
pub(super) fn form(unit: &Unit, r: &DataRef<Expr>) -> Option<Form> {
    if !is_plain(unit, &r.base) {
        return None;
    }
    let types = &unit.types;
    match types.canonical(r.base.ty) {
        Type::Pointer(_) if !r.sections.is_empty() => Some(Form::Pointer),
        Type::Pointer(_) => None,
        Type::Array(_, ArrayLen::Fixed(n)) => Some(Form::Array(*n)),
        Type::Array(..) => None,
        _ if !r.sections.is_empty() => None,
        _ => Some(Form::Object),
    }
}

/// A member that has an address and shares it with no other one, of a struct that variables and their subscripts lead to.
fn is_plain(unit: &Unit, e: &Expr) -> bool {
    let ExprKind::Member { base, field, arrow } = &e.kind else {
        return false;
    };
    let types = &unit.types;
    let ty = match arrow {
        true => types.pointee(base.ty),
        false => Some(base.ty),
    };
    let Some(Type::Record(id)) = ty.map(|ty| types.canonical(ty)) else {
        return false;
    };
    let record = &types.records[id.index()];
    let own = record.fields.iter().flatten().find(|f| f.name == *field);
    !record.is_union && own.is_some_and(|f| f.bit_width.is_none()) && leads(unit, base)
}

fn leads(unit: &Unit, e: &Expr) -> bool {
    let e = e.strip_implicit();
    match &e.kind {
        ExprKind::Var(_) => true,
        ExprKind::Member { .. } => is_plain(unit, e),
        ExprKind::Unary(UnaryOp::Deref | UnaryOp::AddrOf, of) => leads(unit, of),
        ExprKind::Index(of, at) => leads(unit, of) && is_subscript(unit, at),
        _ => false,
    }
}

/// A number that variables alone tell.
fn is_subscript(unit: &Unit, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Var(_) => unit.types.is_integer(e.ty),
        ExprKind::Cast { operand, .. } => is_subscript(unit, operand),
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, a, b) => {
            is_subscript(unit, a) && is_subscript(unit, b)
        }
        _ => e.int_value().is_some(),
    }
}

/// All variables in an expression, the struct's first.
pub(super) fn variables(e: &Expr) -> Vec<VarId> {
    let mut out = Vec::new();
    e.each_expr(|e| {
        if let ExprKind::Var(v) = e.kind {
            out.push(v);
        }
    });
    out
}

/// Whether statements may reach the member in another way than by its name: they use the struct as a whole, or an element that may be this one.
/// What they find must be the result as soon as the loop has ended.
pub(super) fn is_reached(body: &[Stmt], target: &Expr) -> bool {
    let Some(root) = variables(target).first().copied() else {
        return true;
    };
    let mut reached = Reached {
        root,
        target,
        found: false,
    };
    body.iter().for_each(|s| reached.visit_stmt(s));
    reached.found
}

struct Reached<'r> {
    root: VarId,
    target: &'r Expr,
    found: bool,
}

impl<'s> Visit<'s> for Reached<'_> {
    fn visit_expr(&mut self, e: &'s Expr) {
        match &e.kind {
            ExprKind::SizeofExpr(_) => {}
            ExprKind::Member { .. } if e.is_like(self.target) => {}
            ExprKind::Member { .. } => {
                let (own, other) = (fields(self.target), fields(e));
                if !own.iter().zip(&other).any(|(a, b)| a != b) {
                    self.walk_expr(e);
                } else {
                    // Another member; only its subscripts are left.
                    subscripts(e, self);
                }
            }
            ExprKind::Var(v) => self.found |= *v == self.root,
            _ => self.walk_expr(e),
        }
    }
}

/// The members' names on the way to a place, the outermost struct's first.
fn fields(e: &Expr) -> Vec<&str> {
    match &e.strip_implicit().kind {
        ExprKind::Member { base, field, .. } => {
            let mut all = fields(base);
            all.push(field);
            all
        }
        ExprKind::Unary(UnaryOp::Deref | UnaryOp::AddrOf, of) | ExprKind::Index(of, _) => {
            fields(of)
        }
        _ => Vec::new(),
    }
}

/// Looks at the subscripts on the way to a place, and at the struct that it starts from where that is no variable.
fn subscripts(e: &Expr, to: &mut Reached<'_>) {
    match &e.strip_implicit().kind {
        ExprKind::Member { base: of, .. }
        | ExprKind::Unary(UnaryOp::Deref | UnaryOp::AddrOf, of) => subscripts(of, to),
        ExprKind::Index(of, at) => {
            subscripts(of, to);
            to.visit_expr(at);
        }
        ExprKind::Var(_) => {}
        _ => to.visit_expr(e),
    }
}

/// What statements assign, and what directives give each thread a copy of.
#[derive(Default)]
pub(super) struct Changed {
    vars: HashSet<VarId>,
    /// The types of what is assigned in memory.
    pub(super) stores: Vec<TypeId>,
}

impl Changed {
    pub(super) fn of(unit: &Unit, directive: &Directive<Expr>, body: &[Stmt]) -> Self {
        let mut out = Self::default();
        out.visit_directive(directive);
        body.iter().for_each(|s| out.visit_stmt(s));
        out.stores.retain(|ty| !unit.types.is_arithmetic(*ty));
        out
    }

    /// Whether the place that an expression names may become another one.
    pub(super) fn any(&self, unit: &Unit, e: &Expr) -> bool {
        let mut pointers = false;
        e.each_expr(|inner| {
            let stored = unit.types.is_pointer(inner.ty) && inner.variable().is_none();
            pointers |= stored;
        });
        variables(e).iter().any(|v| self.vars.contains(v)) || pointers && !self.stores.is_empty()
    }
}

impl<'s> Visit<'s> for Changed {
    fn visit_expr(&mut self, e: &'s Expr) {
        match e.assigned().map(|to| (to.variable(), to.ty)) {
            Some((Some(v), _)) => {
                self.vars.insert(v);
            }
            Some((None, ty)) => self.stores.push(ty),
            None => {}
        }
        self.walk_expr(e);
    }

    fn visit_directive(&mut self, d: &'s Directive<Expr>) {
        for c in &d.clauses {
            if let ClauseKind::Private(refs) | ClauseKind::Firstprivate(refs) = &c.kind {
                self.vars
                    .extend(refs.iter().flat_map(|r| variables(&r.base)));
            }
        }
    }

    fn visit_decl(&mut self, d: &'s LocalDecl) {
        self.vars.insert(d.var);
        self.walk_decl(d);
    }
}
