//! `private` and `firstprivate` of sections and of array parameters (OpenACC 3.3 §2.5.13, §2.5.14,
//! §2.9.10), made plain: the body gets a variable of its own that later stages treat like any other.
//!
//! ```text
//! private(c[0:8])     { double c[8]; ... }                        constant extents
//! private(c[0:n])     { double *c = malloc((0 + n) * sizeof *c); ... free(c); }
//! private(a[0:n])     private(a)                                  a is an array
//! firstprivate(c[0:n])  the same, and memcpy(own, c, n * sizeof *c) behind the declaration; nothing, if the construct only reads it
//! ```
//!
//! The new variable has the old one's name and hides it; that of `firstprivate` stands beside the old
//! one, which a `copyin` with memory of its own brings to the device, so its name is another. That memory is all that a construct needs which only
//! reads (`reads`): on a device nothing else leads there. On the cores, the plan says whether the construct may write the user's. Statements that are made here have the
//! clause's own place, which lies before the body's.

use super::*;
use crate::diag::{Diagnostic, codes};
use crate::directive::{
    Clause, ClauseKind, DataKind, DataRef, Directive, DirectiveKind, Modifiers, Section,
};
use parts::number;
use std::collections::HashSet;

mod parts;
mod reads;

/// Local arrays up to this size need no allocation; stacks of threads are small.
const MOST_BYTES: u64 = 16 * 1024;

/// A section, or an array parameter, that is private.
struct Wanted {
    var: VarId,
    /// What one step of the index moves over.
    elem: TypeId,
    /// One behind the last element.
    end: Expr,
    /// The sections that `firstprivate` starts with: the first element of each (0 where absent), its length.
    first: Vec<(Option<Expr>, Expr)>,
    /// A clause copies all that lies between these.
    spanned: bool,
    span: Span,
}

/// nvc's `private` on `kernels`: what its loops have for themselves.
pub fn of_kernels(unit: &mut Unit) {
    for c in &mut unit.constructs {
        let Body::Compute(body) = &mut c.body else {
            continue;
        };
        if c.directive.kind != DirectiveKind::Kernels {
            continue;
        }
        let is_private = |k: &Clause<Expr>| matches!(k.kind, ClauseKind::Private(_));
        let clauses: Vec<_> = c
            .directive
            .clauses
            .extract_if(.., |k| is_private(k))
            .collect();
        if clauses.is_empty() {
            continue;
        }
        let around = Directive {
            kind: DirectiveKind::Loop,
            name: "loop".into(),
            clauses,
            ..c.directive.clone()
        };
        let mut outermost = Outermost { around };
        body.iter_mut().for_each(|s| outermost.visit_stmt(s));
    }
}

/// Gives loops the clauses of a directive around them.
struct Outermost {
    around: Directive<Expr>,
}

impl VisitMut for Outermost {
    fn visit_for(&mut self, l: &mut For) {
        match &mut l.directive {
            Some(own) => own.clauses.extend(self.around.clauses.clone()),
            None => l.directive = Some(self.around.clone()),
        }
    }
}

/// Rewrites all constructs and device functions of a verified unit.
pub fn sections(unit: &mut Unit) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for i in 0..unit.constructs.len() {
        if !matches!(unit.constructs[i].body, Body::Compute(_)) {
            continue;
        }
        let mut directive = unit.constructs[i].directive.clone();
        let mut wanted = clauses(unit, &mut directive, &mut out);
        unit.constructs[i].directive = directive;
        let Body::Compute(mut body) = std::mem::replace(&mut unit.constructs[i].body, Body::None)
        else {
            continue;
        };
        loops(unit, &mut body, &mut out);
        wanted.retain(|w| w.first.is_empty() || !reads::only_reads(unit, &body, w.var));
        for w in &wanted {
            hide(unit, &mut body, w);
        }
        unit.constructs[i].body = Body::Compute(body);
    }
    for i in 0..unit.functions.len() {
        if let Some(mut body) = unit.functions[i].body.take() {
            loops(unit, &mut body, &mut out);
            unit.functions[i].body = Some(body);
        }
    }
    out
}

/// The same for the loops in a body.
fn loops(unit: &mut Unit, body: &mut [Stmt], out: &mut Vec<Diagnostic>) {
    let mut loops = Loops { unit, out };
    body.iter_mut().for_each(|s| loops.visit_stmt(s));
}

/// Rewrites loops, inner ones first.
struct Loops<'a> {
    unit: &'a mut Unit,
    out: &'a mut Vec<Diagnostic>,
}

impl VisitMut for Loops<'_> {
    fn visit_for(&mut self, l: &mut For) {
        self.walk_for(l);
        let Some(directive) = &mut l.directive else {
            return;
        };
        let wanted = clauses(self.unit, directive, self.out);
        let deep = directive.clauses.iter().find_map(|c| match &c.kind {
            ClauseKind::Collapse { n, .. } => constant(n),
            ClauseKind::Tile(sizes) => Some(sizes.len() as i128),
            _ => None,
        });
        if wanted.is_empty() {
            return;
        }
        in_innermost(&mut l.body, deep.unwrap_or(1), &mut |body| {
            let (span, kind) = (
                body.span,
                std::mem::replace(&mut body.kind, StmtKind::Empty),
            );
            let mut stmts = match kind {
                StmtKind::Block(stmts) => stmts,
                kind => vec![Stmt::new(kind, span)],
            };
            for w in &wanted {
                hide(self.unit, &mut stmts, w);
            }
            body.kind = StmtKind::Block(stmts);
        });
    }
}

/// The body of the last of `deep` nested loops, the first of which has this one.
fn in_innermost(body: &mut Stmt, deep: i128, f: &mut dyn FnMut(&mut Stmt)) {
    let inner = match &mut body.kind {
        StmtKind::Block(stmts) if stmts.len() == 1 => stmts.first_mut().map(|s| &mut s.kind),
        kind => Some(kind),
    };
    match inner {
        Some(StmtKind::For(inner)) if deep > 1 => in_innermost(&mut inner.body, deep - 1, f),
        _ => f(body),
    }
}

/// Takes what needs a variable of its own out of a directive's `private` clauses, and brackets
/// off what is an array. Parts of one variable have one copy, which reaches as far as any of them.
fn clauses(unit: &Unit, directive: &mut Directive<Expr>, out: &mut Vec<Diagnostic>) -> Vec<Wanted> {
    let mut wanted: Vec<Wanted> = Vec::new();
    let mut copied: Vec<(DataRef<Expr>, Span)> = Vec::new();
    let mut plain = HashSet::new();
    for clause in &mut directive.clauses {
        let (refs, first) = match &mut clause.kind {
            ClauseKind::Private(refs) => (refs, false),
            ClauseKind::Firstprivate(refs) => (refs, true),
            _ => continue,
        };
        refs.retain_mut(|r| match of_ref(unit, r, first) {
            Form::Plain => {
                r.sections.clear();
                let ExprKind::Var(var) = r.base.kind else {
                    return true;
                };
                plain.insert(var)
            }
            Form::Own(w) => {
                if first {
                    copied.push((r.clone(), clause.span));
                }
                match wanted.iter_mut().find(|known| known.var == w.var) {
                    Some(known) => known.take(unit, w),
                    None => wanted.push(w),
                }
                false
            }
            Form::Other => {
                let word = &clause.name;
                let message = format!("`{word}` of '{}' is not supported yet", r.text);
                let d = Diagnostic::error(codes::UNSUPPORTED_FORM, r.span, message)
                    .help("use a variable that is declared in the region instead");
                out.push(d);
                false
            }
        });
    }
    let modifiers = Modifiers {
        own: true,
        ..Modifiers::default()
    };
    for (mut r, span) in copied {
        let ExprKind::Var(var) = r.base.kind else {
            continue;
        };
        let Some(w) = wanted
            .iter_mut()
            .find(|w| w.var == var && !w.first.is_empty())
        else {
            continue;
        };
        if w.first.len() > 1 {
            if std::mem::replace(&mut w.spanned, true) {
                continue;
            }
            r.sections = vec![w.spanning(unit)];
        }
        directive.clauses.push(Clause {
            kind: ClauseKind::Data(DataKind::Copyin, modifiers, vec![r]),
            span,
            name: "firstprivate".into(),
        });
    }
    wanted
}

#[allow(clippy::large_enum_variant)] // A handful live at a time.
enum Form {
    /// A variable as a whole (or more of an array than asked for, which does no harm).
    Plain,
    Own(Wanted),
    Other,
}

fn of_ref(unit: &Unit, r: &DataRef<Expr>, first: bool) -> Form {
    let ExprKind::Var(var) = r.base.kind else {
        return Form::Other;
    };
    let v = unit.var(var);
    let parameter = v.storage == Storage::Param;
    let types = &unit.types;
    if r.sections.is_empty() && !(parameter && types.is_array(v.ty)) {
        return Form::Plain;
    }
    let (elem, extent) = match types.canonical(v.ty) {
        Type::Array(..) if !parameter => return Form::Plain,
        Type::Array(elem, ArrayLen::Fixed(n)) => (*elem, Some(*n)),
        Type::Array(elem, _) | Type::Pointer(elem) => (*elem, None),
        _ => return Form::Other,
    };
    // The copy of const elements is written once.
    let elem = match types.qualifiers(elem).is_const {
        true if first => types.canonical_id(elem),
        _ => elem,
    };
    if first && has_const_rows(types, elem) {
        return Form::Other;
    }
    let rest_whole = r.sections.len() <= 1 || types.is_array(elem);
    if types.is_variably_modified(elem) || !rest_whole || types.size_of(elem).is_none() {
        return Form::Other;
    }
    let ulong = |value: u128| number(unit, value, r.span);
    let sum = |a: &Expr, b: Expr| {
        Expr::new(
            ExprKind::Binary(BinaryOp::Add, Box::new(a.clone()), Box::new(b)),
            a.ty,
            r.span,
        )
    };
    let from_zero = |n: Expr| (n.clone(), (None, n));
    let (end, section) = match (r.sections.first(), extent) {
        (None, Some(n)) => from_zero(ulong(n.into())),
        (Some(Section::Element(e)), _) => (sum(e, ulong(1)), (Some(e.clone()), ulong(1))),
        (Some(Section::Range { lower, length }), _) => match (lower, length, extent) {
            (None, None, Some(n)) => from_zero(ulong(n.into())),
            // A private copy may be of the whole; its start then is the whole's.
            (Some(_), None, Some(n)) if !first => from_zero(ulong(n.into())),
            (None, Some(n), _) => from_zero(n.clone()),
            (Some(from), Some(n), _) => (sum(from, n.clone()), (Some(from.clone()), n.clone())),
            _ => return Form::Other,
        },
        _ => return Form::Other,
    };
    Form::Own(Wanted {
        var,
        elem,
        end,
        first: first.then_some(section).into_iter().collect(),
        spanned: false,
        span: r.span,
    })
}

/// Whether an array type's elements, at any depth, are const.
fn has_const_rows(types: &Types, mut ty: TypeId) -> bool {
    while let Type::Array(elem, _) = types.canonical(ty) {
        ty = *elem;
    }
    types.qualifiers(ty).is_const
}

/// What the name of a `firstprivate` copy begins with.
pub const OWN: &str = "accrs_own_";

/// Puts the variable's own declaration at the start of a body.
fn hide(unit: &mut Unit, body: &mut Vec<Stmt>, w: &Wanted) {
    let bytes = unit.types.size_of(w.elem).unwrap_or(1).max(1);
    let fixed = constant(&w.end)
        .and_then(|n| u64::try_from(n).ok())
        .filter(|n| *n > 0 && n.saturating_mul(bytes) <= MOST_BYTES);
    let ty = match fixed {
        Some(n) => unit.types.intern(Type::Array(w.elem, ArrayLen::Fixed(n))),
        None => unit.types.intern(Type::Pointer(w.elem)),
    };
    let var = VarId(unit.vars.len() as u32);
    let mut name = unit.var(w.var).name.clone();
    if !w.first.is_empty() {
        name.insert_str(0, OWN);
    }
    unit.vars.push(Var {
        name,
        ty,
        restrict: false,
        storage: Storage::Region,
        init: None,
        attributes: Vec::new(),
        fits: false,
        member: None,
        span: w.span,
    });
    let mut rename = Rename {
        from: w.var,
        to: var,
    };
    body.iter_mut().for_each(|s| rename.visit_stmt(s));
    let made = |kind, ty| Expr::new(kind, ty, w.span);
    let init = fixed.is_none().then(|| {
        let size = unit.types.intern(Type::Int(IntKind::ULong));
        let void = unit.types.intern(Type::Void);
        let any = unit.types.intern(Type::Pointer(void));
        let bytes = ExprKind::Binary(
            BinaryOp::Mul,
            Box::new(w.end.clone()),
            Box::new(made(ExprKind::SizeofType(w.elem), size)),
        );
        let malloc = library(unit, "malloc", any, &[size]);
        let call = call(malloc, vec![made(bytes, size)], any, w.span);
        made(
            ExprKind::Cast {
                implicit: false,
                operand: Box::new(call),
            },
            ty,
        )
    });
    let allocated = init.is_some();
    let declaration = StmtKind::Decl(vec![LocalDecl {
        var,
        init,
        is_static: false,
    }]);
    body.insert(0, Stmt::new(declaration, w.span));
    for section in &w.first {
        let copy = copy(unit, w, (var, ty), section);
        body.insert(1, copy);
    }
    if allocated {
        let void = unit.types.intern(Type::Void);
        let any = unit.types.intern(Type::Pointer(void));
        let free = library(unit, "free", void, &[any]);
        let call = call(free, vec![made(ExprKind::Var(var), ty)], void, w.span);
        body.push(Stmt::new(StmtKind::Expr(call), w.span));
    }
}

/// `memcpy((void *)(own + lower), c + lower, length * sizeof *c)`
fn copy(
    unit: &mut Unit,
    w: &Wanted,
    own: (VarId, TypeId),
    (lower, length): &(Option<Expr>, Expr),
) -> Stmt {
    let made = |kind, ty| Expr::new(kind, ty, w.span);
    let pointer = unit.types.intern(Type::Pointer(w.elem));
    let at = |var, ty| {
        let base = made(ExprKind::Var(var), ty);
        match lower {
            Some(lower) => made(
                ExprKind::Binary(BinaryOp::Add, Box::new(base), Box::new(lower.clone())),
                pointer,
            ),
            None => base,
        }
    };
    let size = unit.types.intern(Type::Int(IntKind::ULong));
    let void = unit.types.intern(Type::Void);
    let any = unit.types.intern(Type::Pointer(void));
    // The elements may be const.
    let to = made(
        ExprKind::Cast {
            implicit: false,
            operand: Box::new(at(own.0, own.1)),
        },
        any,
    );
    let from = at(w.var, unit.var(w.var).ty);
    let bytes = ExprKind::Binary(
        BinaryOp::Mul,
        Box::new(length.clone()),
        Box::new(made(ExprKind::SizeofType(w.elem), size)),
    );
    let memcpy = library(unit, "memcpy", any, &[any, any, size]);
    let call = call(memcpy, vec![to, from, made(bytes, size)], any, w.span);
    Stmt::new(StmtKind::Expr(call), w.span)
}

fn call(function: FunctionId, args: Vec<Expr>, ty: TypeId, span: Span) -> Expr {
    let callee = Expr::new(ExprKind::Function(function), ty, span);
    Expr::new(
        ExprKind::Call {
            callee: Box::new(callee),
            args,
        },
        ty,
        span,
    )
}

/// A function of the C library.
fn library(unit: &mut Unit, name: &str, ret: TypeId, parameters: &[TypeId]) -> FunctionId {
    if let Some(at) = unit.functions.iter().position(|f| f.name == name) {
        return FunctionId(at as u32);
    }
    let mut params = Vec::new();
    for (k, ty) in parameters.iter().enumerate() {
        params.push(VarId(unit.vars.len() as u32));
        unit.vars.push(Var {
            name: format!("argument{k}"),
            ty: *ty,
            restrict: false,
            storage: Storage::Param,
            init: None,
            attributes: Vec::new(),
            fits: false,
            member: None,
            span: Span::default(),
        });
    }
    unit.functions.push(Function {
        name: name.into(),
        symbol: None,
        ret,
        params,
        variadic: false,
        is_static: false,
        is_inline: false,
        body: None,
        routine: None,
        level: Level::default(),
        bind: None,
        declared: None,
        nohost: false,
        library: true,
        changes_nothing: true,
        builtin: false,
        span: Span::default(),
    });
    FunctionId(unit.functions.len() as u32 - 1)
}

/// Puts a variable in another one's place, in clauses as well: a loop inside may reduce the private copy.
struct Rename {
    from: VarId,
    to: VarId,
}

impl VisitMut for Rename {
    fn visit_expr(&mut self, e: &mut Expr) {
        match &mut e.kind {
            ExprKind::Var(v) if *v == self.from => *v = self.to,
            _ => self.walk_expr(e),
        }
    }

    fn visit_canonical(&mut self, head: &mut Canonical) {
        if head.var == self.from {
            head.var = self.to;
        }
        self.walk_canonical(head);
    }
}
