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
use bounds::bounds;
use places::{Changed, form, is_reached, variables};
use std::collections::HashSet;

mod bounds;
mod places;

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
        .help("only nvc takes that as well; portable programs reduce a variable of their own and add it to the member after the construct")
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
