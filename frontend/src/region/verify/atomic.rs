//! Forms of atomic statements (OpenACC 3.3 §2.12).
//!
//! `x` and `v` are places of scalar type; an update is `x++`, `x op= e`, `x = x op e` or `x = e op x`; neither `e` nor `v` may use
//! `x`. Two expressions are taken to be one place when they are written alike.

use crate::diag::{Diagnostic, codes};
use crate::directive::{AtomicKind, Directive, DirectiveKind};
use crate::region::{BinaryOp, Expr, ExprKind, Stmt, StmtKind, UnaryOp, Unit};
use crate::source::Span;

/// The widest location that the devices' native operations reach, bytes.
const WIDEST: u64 = 8;

type Checked = Result<(), Diagnostic>;

/// Checks every atomic construct in `s`.
pub fn check(unit: &Unit, s: &Stmt, out: &mut Vec<Diagnostic>) {
    s.each_stmt(|s| {
        if let StmtKind::Atomic { directive, body } = &s.kind {
            out.extend(construct(unit, directive, body).err());
        }
    });
}

fn construct(unit: &Unit, directive: &Directive<Expr>, body: &Stmt) -> Checked {
    let kind = match directive.kind {
        DirectiveKind::Atomic(kind) => kind,
        _ => AtomicKind::Update,
    };
    let stmts = statements(body);
    let exprs: Option<Vec<&Expr>> = stmts.iter().map(|s| expression(s)).collect();
    let place = match &stmts[..] {
        [only] => only.span,
        _ => body.span,
    };
    let found = match (kind, exprs.as_deref()) {
        (AtomicKind::Read, Some([e])) => read(e),
        (AtomicKind::Write, Some([e])) => write(e),
        (AtomicKind::Update, Some([e])) => update(e).map(|u| (u, None)),
        (AtomicKind::Capture, Some([e])) => capture_one(e),
        (AtomicKind::Capture, Some([a, b])) => capture_two(a, b),
        _ => None,
    };
    let Some((access, v)) = found else {
        return Err(form(kind, place));
    };
    places(unit, &access, v)?;
    independent(&access, v)
}

/// What is done to the location.
struct Access<'e> {
    x: &'e Expr,
    /// The operand, or the value written.
    e: Option<&'e Expr>,
}

type Found<'e> = Option<(Access<'e>, Option<&'e Expr>)>;

fn form(kind: AtomicKind, span: Span) -> Diagnostic {
    let (name, forms) = match kind {
        AtomicKind::Read => ("read", "`v = x;`"),
        AtomicKind::Write => ("write", "`x = expr;`"),
        AtomicKind::Update => (
            "update",
            "`x++;`, `x op= expr;`, `x = x op expr;` or `x = expr op x;` with one of + - * / & ^ | << >>",
        ),
        AtomicKind::Capture => (
            "capture",
            "`v = x++;`, `v = x op= expr;`, `v = x = x op expr;`, or a block of an update of `x` and `v = x;`",
        ),
    };
    let message = format!("`atomic {name}` can't be applied to this statement");
    Diagnostic::error(codes::ATOMIC_FORM, span, message).help(format!("write {forms}"))
}

/// The statements of a block, or the statement itself.
fn statements(body: &Stmt) -> Vec<&Stmt> {
    match &body.kind {
        StmtKind::Block(stmts) => stmts
            .iter()
            .filter(|s| !matches!(s.kind, StmtKind::Empty))
            .collect(),
        _ => vec![body],
    }
}

fn expression(s: &Stmt) -> Option<&Expr> {
    match &s.kind {
        StmtKind::Expr(e) => Some(e.strip_implicit()),
        _ => None,
    }
}

/// `to = from`
fn assignment(e: &Expr) -> Option<(&Expr, &Expr)> {
    match &e.strip_implicit().kind {
        ExprKind::Assign(None, to, from) => Some((to, from.strip_implicit())),
        _ => None,
    }
}

fn is_place(e: &Expr) -> bool {
    match &e.strip_implicit().kind {
        ExprKind::Var(_)
        | ExprKind::Index(..)
        | ExprKind::Member { .. }
        | ExprKind::Unary(UnaryOp::Deref, _) => true,
        ExprKind::Unary(UnaryOp::Real | UnaryOp::Imag, e) => is_place(e),
        _ => false,
    }
}

fn read(e: &Expr) -> Found<'_> {
    let (v, x) = assignment(e)?;
    is_place(x).then_some((Access { x, e: None }, Some(v)))
}

fn write(e: &Expr) -> Found<'_> {
    let (x, value) = assignment(e)?;
    let e = Some(value);
    Some((Access { x, e }, None))
}

fn allowed(op: BinaryOp) -> bool {
    use BinaryOp as B;
    matches!(
        op,
        B::Add | B::Sub | B::Mul | B::Div | B::BitAnd | B::BitOr | B::BitXor | B::Shl | B::Shr
    )
}

fn update(e: &Expr) -> Option<Access<'_>> {
    match &e.strip_implicit().kind {
        ExprKind::Unary(
            UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec,
            x,
        ) => Some(Access { x, e: None }),
        ExprKind::Assign(Some(op), x, e) if allowed(*op) => Some(Access { x, e: Some(e) }),
        ExprKind::Assign(None, x, value) => {
            let e = Some(operand(x, value.strip_implicit())?);
            Some(Access { x, e })
        }
        _ => None,
    }
}

/// The `e` of `x op e` or `e op x`. A chain `x + a + b` is one of `x` too where grouping it the other way means the same.
fn operand<'e>(x: &Expr, value: &'e Expr) -> Option<&'e Expr> {
    let ExprKind::Binary(op, left, right) = &value.kind else {
        return None;
    };
    if !allowed(*op) {
        return None;
    }
    let (left, right) = (left.strip_implicit(), right.strip_implicit());
    if x.is_like(left) {
        return Some(right);
    }
    if x.is_like(right) {
        return Some(left);
    }
    use BinaryOp as B;
    let regroups = matches!(op, B::Add | B::Mul | B::BitAnd | B::BitOr | B::BitXor);
    let chain = matches!(&left.kind, ExprKind::Binary(inner, ..) if inner == op);
    if regroups && chain && first_of(x, left, *op) {
        return Some(right);
    }
    None
}

/// Whether `x` is the first operand of a chain of `op`, and stands nowhere else in it.
fn first_of(x: &Expr, e: &Expr, op: BinaryOp) -> bool {
    match &e.kind {
        ExprKind::Binary(inner, left, right) if *inner == op => {
            !uses(right, x) && first_of(x, left.strip_implicit(), op)
        }
        _ => x.is_like(e),
    }
}

/// `v = update`
fn capture_one(e: &Expr) -> Found<'_> {
    let (v, value) = assignment(e)?;
    update(value).map(|u| (u, Some(v)))
}

/// `{ v = x; change x }` and `{ update x; v = x; }`
fn capture_two<'e>(a: &'e Expr, b: &'e Expr) -> Found<'e> {
    if let Some((v, x)) = assignment(a).filter(|(_, x)| is_place(x)) {
        let changed = update(b).or_else(|| write(b).map(|(access, _)| access));
        if let Some(access) = changed.filter(|access| access.x.is_like(x)) {
            return Some((access, Some(v)));
        }
    }
    let (v, x) = assignment(b)?;
    let access = update(a)?;
    access.x.is_like(x).then_some((access, Some(v)))
}

/// `x` and `v` are places of scalar type; `x` is not too wide.
fn places(unit: &Unit, access: &Access<'_>, v: Option<&Expr>) -> Checked {
    for e in std::iter::once(access.x).chain(v) {
        if !unit.types.is_scalar(e.ty) {
            let message = format!(
                "atomic access needs a scalar; this is of type `{}`",
                unit.show_type(e.ty)
            );
            return Err(Diagnostic::error(codes::ATOMIC_FORM, e.span, message));
        }
    }
    let size = unit.types.size_of(access.x.ty);
    if size.is_some_and(|size| size > WIDEST) {
        let message = format!(
            "no device accesses `{}` atomically: it is wider than {WIDEST} bytes",
            unit.show_type(access.x.ty)
        );
        let d = Diagnostic::error(codes::ATOMIC_FORM, access.x.span, message);
        return Err(d.help("use a reduction, or a narrower type"));
    }
    Ok(())
}

/// Neither the operand nor `v` uses `x`; the operand doesn't use `v`.
fn independent(access: &Access<'_>, v: Option<&Expr>) -> Checked {
    let wrong = |at: &Expr, message: &str| {
        let d = Diagnostic::error(codes::ATOMIC_FORM, at.span, message);
        Err(d.related(access.x.span, "accessed atomically here"))
    };
    if let Some(e) = access.e {
        if uses(e, access.x) {
            return wrong(
                e,
                "the operand reads the variable that is updated atomically",
            );
        }
        if v.is_some_and(|v| uses(e, v)) {
            return wrong(
                e,
                "the operand reads the variable that takes the captured value",
            );
        }
    }
    match v {
        Some(v) if uses(v, access.x) || uses(access.x, v) => wrong(
            v,
            "the variable that takes the value depends on the one accessed atomically",
        ),
        _ => Ok(()),
    }
}

/// Whether the value of `e` is made from that of `place`: the size of a place isn't read from it.
fn uses(e: &Expr, place: &Expr) -> bool {
    e.any_evaluated(|e| e.is_like(place))
}
