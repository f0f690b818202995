//! Members of structs in `reduction` clauses, which the standard leaves out (OpenACC 3.3 §2.5.15) and nvc takes: a pointer to the member stands for it.
//!
//! ```text
//! reduction(+:s.sum)         double *s_sum = &s.sum;     reduction(+:s_sum[0:1])    (*s_sum) += a[i]
//! reduction(+:s.sums[0:4])   double *s_sums = s.sums;    reduction(+:s_sums[0:4])   s_sums[i % 4] += 1
//! reduction(+:p->b[0:n])     double *p_b = p->b;         reduction(+:p_b[0:n])      p_b[i % n] += 1
//! reduction(+:b[0:p->n])     int p_n = p->n;            reduction(+:b[0:p_n])
//! ```
//!
//! The last is for bounds that stand in memory: what a compute construct's own clause says of them holds as they are before it, and nothing need bring
//! that memory to the device.
//!
//! The pointer leads to the struct's own memory, on the device as well where the struct is there. So nothing has to be said of how the value gets in
//! and out, and other members are left alone. The host declares it ahead of the construct; where the member is that of a struct of the construct's
//! own, or of another one in each iteration, a declaration stands ahead of the loop. What can't be had so stays as it is, and the verifier refuses it.

use super::*;
use crate::diag::{Diagnostic, codes};
use crate::directive::{
    Clause, ClauseKind, DataKind, DataRef, Directive, DirectiveId, Modifiers, Section,
};
use std::collections::HashSet;

/// A pointer that stands for a member.
#[derive(Clone, Debug)]
pub struct Reduced {
    pub var: VarId,
    /// Its value: the member's address, or that of an array's first element.
    pub value: Expr,
    /// The text's uses of the member.
    pub uses: Vec<Span>,
    /// They are what it points to; otherwise they are the pointer's own value.
    pub pointed: bool,
    pub place: Place,
}

/// Where the pointer is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// By the host's text, around the construct.
    Around(ConstructId),
    /// Ahead of a loop: its bytes, with its directive.
    Ahead(Span),
    /// Likewise, in a function, whose text runs in order on the host.
    Function,
}

/// What a member is, as a reduction has it.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// A scalar or a struct.
    Object,
    /// An array of so many.
    Array(u64),
    Pointer,
}

/// Rewrites all constructs and device functions.
pub fn members(unit: &mut Unit, strict: bool) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for i in 0..unit.constructs.len() {
        let body = std::mem::replace(&mut unit.constructs[i].body, Body::None);
        let Body::Compute(mut body) = body else {
            unit.constructs[i].body = body;
            continue;
        };
        let mut directive = unit.constructs[i].directive.clone();
        let id = unit.constructs[i].id;
        bounds(unit, id, &mut directive, &mut body);
        if !strict {
            around(unit, id, &mut directive, &mut body, &mut out);
        }
        let mut ahead = Ahead {
            unit,
            construct: true,
            out: &mut out,
        };
        let loops = body.iter_mut().filter(|_| !strict);
        loops.for_each(|s| ahead.visit_stmt(s));
        unit.constructs[i].directive = directive;
        unit.constructs[i].body = Body::Compute(body);
    }
    for i in (0..unit.functions.len()).filter(|_| !strict) {
        if let Some(mut body) = unit.functions[i].body.take() {
            let mut ahead = Ahead {
                unit,
                construct: false,
                out: &mut out,
            };
            body.iter_mut().for_each(|s| ahead.visit_stmt(s));
            unit.functions[i].body = Some(body);
        }
    }
    out
}

/// The members whose structs and subscripts are the host's, the same ones all through a construct.
fn around(
    unit: &mut Unit,
    id: ConstructId,
    directive: &mut Directive<Expr>,
    body: &mut [Stmt],
    out: &mut Vec<Diagnostic>,
) {
    let mut named = Named::default();
    named.visit_directive(directive);
    body.iter().for_each(|s| named.visit_stmt(s));
    let changed = Changed::of(unit, directive, body);
    let named_refs = named.refs;
    for r in first_of_each(&named_refs) {
        let Some(form) = form(unit, &r) else { continue };
        let ours = |v: &VarId| unit.var(*v).storage != Storage::Region;
        let vars = variables(&r.base);
        if !vars.iter().all(ours) || changed.any(unit, &r.base) || is_reached(body, &r.base) {
            continue;
        }
        let mut made = Made::new(unit, &r, form, Place::Around(id));
        made.visit_directive(directive);
        body.iter_mut().for_each(|s| made.visit_stmt(s));
        let (made, named) = made.done();
        if !named {
            let parts = named_refs.iter().filter(|o| o.base.is_like(&r.base));
            let parts: Vec<_> = parts.cloned().collect();
            let clause = moved(unit, directive, &parts, &made, form);
            directive.clauses.push(clause);
        }
        unit.reduced.push(made);
        out.push(told(&r));
    }
}

/// Gives the host's numbers to the sections of a construct's own reductions and private copies whose bounds stand in memory.
fn bounds(unit: &mut Unit, id: ConstructId, directive: &mut Directive<Expr>, body: &mut [Stmt]) {
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

/// How the member gets to the device: as the clause for its struct says, else in and out.
fn moved(
    unit: &Unit,
    directive: &Directive<Expr>,
    parts: &[DataRef<Expr>],
    made: &Reduced,
    form: Form,
) -> Clause<Expr> {
    let root = variables(&made.value).first().copied();
    let of_root = directive.clauses.iter().find_map(|c| match &c.kind {
        ClauseKind::Data(kind, modifiers, refs)
            if refs.iter().any(|o| root.is_some_and(|v| holds(&o.base, v))) =>
        {
            Some((*kind, *modifiers))
        }
        _ => None,
    });
    let (kind, modifiers) = of_root.unwrap_or((DataKind::Copy, Modifiers::default()));
    let element = |s: &Section<Expr>| match s {
        Section::Element(at) => Section::Range {
            lower: Some(at.clone()),
            length: Some(number(unit, 1, at.span)),
        },
        range => range.clone(),
    };
    let item = |r: &DataRef<Expr>| DataRef {
        base: Expr::new(ExprKind::Var(made.var), unit.var(made.var).ty, r.span),
        sections: match (form, r.sections.is_empty()) {
            (Form::Array(_) | Form::Object, _) | (_, true) => vec![whole(unit, form, r.span)],
            (Form::Pointer, false) => r.sections.iter().map(element).collect(),
        },
        text: r.text.clone(),
        span: r.span,
    };
    // Of an array all of it, since parts of it may lie apart.
    let parts = match form {
        Form::Pointer => parts,
        Form::Array(_) | Form::Object => &parts[..1.min(parts.len())],
    };
    Clause {
        kind: ClauseKind::Data(kind, modifiers, parts.iter().map(item).collect()),
        span: made.value.span,
        name: "reduction".into(),
    }
}

/// Whether an item of a clause is the variable, or what it leads to.
fn holds(item: &Expr, root: VarId) -> bool {
    match &item.strip_implicit().kind {
        ExprKind::Var(v) => *v == root,
        ExprKind::Unary(UnaryOp::Deref, of) => holds(of, root),
        ExprKind::Index(of, _) => holds(of, root),
        _ => false,
    }
}

fn told(r: &DataRef<Expr>) -> Diagnostic {
    let message = format!("`{}` is a member: it is reduced through a pointer", r.text);
    Diagnostic::warning(codes::REDUCTION_MEMBER, r.span, message)
        .help("only nvc takes that as well; portable programs reduce a variable of their own and add it to the member behind the construct")
}

fn number(unit: &Unit, value: u64, span: Span) -> Expr {
    let text = value.to_string();
    let value = value.into();
    Expr::new(ExprKind::IntLit { value, text }, unit.types.int(), span)
}

/// The section that is all of a member.
fn whole(unit: &Unit, form: Form, span: Span) -> Section<Expr> {
    let length = match form {
        Form::Array(n) => n,
        Form::Object | Form::Pointer => 1,
    };
    Section::Range {
        lower: Some(number(unit, 0, span)),
        length: Some(number(unit, length, span)),
    }
}

/// What a clause's item is, where a pointer can stand for it.
fn form(unit: &Unit, r: &DataRef<Expr>) -> Option<Form> {
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
fn variables(e: &Expr) -> Vec<VarId> {
    let mut out = Vec::new();
    e.each_expr(|e| {
        if let ExprKind::Var(v) = e.kind {
            out.push(v);
        }
    });
    out
}

/// One item of each member.
fn first_of_each(all: &[DataRef<Expr>]) -> Vec<DataRef<Expr>> {
    let mut out: Vec<DataRef<Expr>> = Vec::new();
    for r in all {
        if !out.iter().any(|o| o.base.is_like(&r.base)) {
            out.push(r.clone());
        }
    }
    out
}

/// Items of `reduction` clauses that are members.
#[derive(Default)]
struct Named {
    refs: Vec<DataRef<Expr>>,
}

impl<'s> Visit<'s> for Named {
    fn visit_directive(&mut self, d: &'s Directive<Expr>) {
        for c in &d.clauses {
            let ClauseKind::Reduction(_, refs) = &c.kind else {
                continue;
            };
            for r in refs {
                let member = matches!(r.base.kind, ExprKind::Member { .. });
                let again = |o: &DataRef<Expr>| o.base.is_like(&r.base) && o.text == r.text;
                if member && !self.refs.iter().any(again) {
                    self.refs.push(r.clone());
                }
            }
        }
    }
}

/// Whether statements may reach the member in another way than by its name: they use the struct as a whole, or an element that may be this one.
/// What they find must be the result as soon as the loop has ended.
fn is_reached(body: &[Stmt], target: &Expr) -> bool {
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
fn subscripts<'s>(e: &'s Expr, to: &mut Reached<'_>) {
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
struct Changed {
    vars: HashSet<VarId>,
    /// The types of what is assigned in memory.
    stores: Vec<TypeId>,
}

impl Changed {
    fn of(unit: &Unit, directive: &Directive<Expr>, body: &[Stmt]) -> Self {
        let mut out = Self::default();
        out.visit_directive(directive);
        body.iter().for_each(|s| out.visit_stmt(s));
        out.stores.retain(|ty| !unit.types.is_arithmetic(*ty));
        out
    }

    /// Whether the place that an expression names may become another one.
    fn any(&self, unit: &Unit, e: &Expr) -> bool {
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

/// A name for what stands for an expression: its members' names behind that of the struct.
fn stem(unit: &Unit, e: &Expr) -> String {
    let mut words: Vec<String> = Vec::new();
    e.each_expr(|e| match &e.kind {
        ExprKind::Member { field, .. } => words.insert(0, field.clone()),
        ExprKind::Var(v) if !unit.types.is_integer(e.ty) => {
            words.insert(0, unit.var(*v).name.clone());
        }
        _ => {}
    });
    words.retain(|w| !w.is_empty());
    words.join("_")
}

/// Puts a pointer in the place of a member.
struct Made<'r> {
    target: &'r Expr,
    form: Form,
    /// The pointer, and what an item without sections is.
    pointer: Expr,
    all: Section<Expr>,
    made: Reduced,
    /// A data clause names the member.
    named: bool,
}

impl<'r> Made<'r> {
    fn new(unit: &mut Unit, r: &'r DataRef<Expr>, form: Form, place: Place) -> Self {
        let target = &r.base;
        let (ty, value) = match form {
            Form::Pointer => (unit.types.canonical_id(target.ty), target.clone()),
            Form::Array(_) => {
                let elem = unit.types.pointee(target.ty).unwrap_or(target.ty);
                (unit.types.intern(Type::Pointer(elem)), target.clone())
            }
            Form::Object => {
                let ty = unit.types.intern(Type::Pointer(target.ty));
                let of = ExprKind::Unary(UnaryOp::AddrOf, Box::new(target.clone()));
                (ty, Expr::new(of, ty, target.span))
            }
        };
        let storage = match place {
            Place::Around(_) => Storage::Local,
            Place::Ahead(_) | Place::Function => Storage::Region,
        };
        let var = unit.declare(&stem(unit, target), ty, storage, r.span);
        Self {
            target,
            form,
            pointer: Expr::new(ExprKind::Var(var), ty, r.span),
            all: whole(unit, form, r.span),
            made: Reduced {
                var,
                value,
                uses: Vec::new(),
                pointed: form == Form::Object,
                place,
            },
            named: false,
        }
    }

    /// The pointer, and whether a data clause names the member.
    fn done(self) -> (Reduced, bool) {
        (self.made, self.named)
    }
}

impl VisitMut for Made<'_> {
    fn visit_expr(&mut self, e: &mut Expr) {
        // Only the type of an operand counts.
        if matches!(e.kind, ExprKind::SizeofExpr(_)) {
            return;
        }
        if !matches!(e.kind, ExprKind::Member { .. }) || !e.is_like(self.target) {
            return self.walk_expr(e);
        }
        self.made.uses.push(e.span);
        let own = Expr::new(self.pointer.kind.clone(), self.pointer.ty, e.span);
        match self.form {
            Form::Object => e.kind = ExprKind::Unary(UnaryOp::Deref, Box::new(own)),
            Form::Array(_) | Form::Pointer => *e = own,
        }
    }

    fn visit_clause(&mut self, c: &mut Clause<Expr>) {
        if let ClauseKind::Data(_, _, refs) = &c.kind {
            self.named |= refs.iter().any(|r| r.base.is_like(self.target));
        }
        self.walk_clause(c);
    }

    fn visit_ref(&mut self, r: &mut DataRef<Expr>) {
        if !r.base.is_like(self.target) {
            return self.walk_ref(r);
        }
        r.base = Expr::new(self.pointer.kind.clone(), self.pointer.ty, r.base.span);
        if r.sections.is_empty() {
            r.sections.push(self.all.clone());
        }
    }
}

/// Members of structs that loops find for themselves.
struct Ahead<'a> {
    unit: &'a mut Unit,
    construct: bool,
    out: &'a mut Vec<Diagnostic>,
}

impl VisitMut for Ahead<'_> {
    fn visit_stmt(&mut self, s: &mut Stmt) {
        let StmtKind::For(l) = &mut s.kind else {
            return self.walk_stmt(s);
        };
        let mut named = Named::default();
        if let Some(d) = &l.directive {
            named.visit_directive(d);
        }
        let mut declared = Vec::new();
        let span = Span {
            start: l.directive.as_ref().map_or(s.span.start, |d| d.span.start),
            end: s.span.end,
        };
        for r in first_of_each(&named.refs) {
            let Some(form) = form(self.unit, &r) else {
                continue;
            };
            let mut changed = Changed::default();
            changed.visit_for(l);
            changed
                .stores
                .retain(|ty| !self.unit.types.is_arithmetic(*ty));
            if changed.any(self.unit, &r.base) || !(self.construct || self.is_own(&r.base)) {
                continue;
            }
            let place = match self.construct {
                true => Place::Ahead(span),
                false => Place::Function,
            };
            let mut made = Made::new(self.unit, &r, form, place);
            made.visit_for(l);
            let (made, _) = made.done();
            declared.push(LocalDecl {
                var: made.var,
                init: Some(made.value.clone()),
                is_static: false,
            });
            self.unit.reduced.push(made);
            self.out.push(told(&r));
        }
        self.walk_stmt(s);
        if !declared.is_empty() {
            let kind = std::mem::replace(&mut s.kind, StmtKind::Empty);
            let at = declared
                .first()
                .map_or(s.span, |d| self.unit.var(d.var).span);
            let stmts = vec![
                Stmt::new(StmtKind::Decl(declared), at),
                Stmt::new(kind, s.span),
            ];
            s.kind = StmtKind::Block(stmts);
        }
    }
}

impl Ahead<'_> {
    /// Whether the member belongs to a struct of the function's own, as what is reduced in a function must (§2.9.11).
    fn is_own(&self, e: &Expr) -> bool {
        let mut leads = false;
        e.each_expr(|e| leads |= self.unit.types.is_pointer(e.ty));
        let own = |v: &VarId| {
            let storage = self.unit.var(*v).storage;
            matches!(storage, Storage::Region | Storage::Param)
        };
        !leads && variables(e).iter().all(own)
    }
}
