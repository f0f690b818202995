//! The forms in which C accumulates into a scalar: `s += e`, `s = e1 + s - e2`, `s = e > s ? e : s`, `if (e > s) s = e`, ...
//! The scalar may be a variable or an element of an array.
//!
//! Iterations may be combined in any order if each of them does `s = s op e` for one and the same operator, with an `e` that doesn't
//! know `s`. What C converts on the way must not disturb that: an `int` that sums up halves is cut off at each step, and comparing
//! an `int` with `unsigned` numbers orders it in another way than its own type does. Rounding in another order is what every
//! parallel sum does. What NaN and zeros do to the largest and the smallest is told in [`extremes`](super::extremes).

use super::extremes::{Combining, Extreme};
use accrs_frontend::Unit;
use accrs_frontend::directive::ReductionOp;
use accrs_frontend::region::{
    BinaryOp, Expr, ExprId, ExprKind, FloatKind, LocalDecl, Stmt, StmtKind, Type, TypeId, UnaryOp,
    VarId, VisitMut,
};

/// What a statement's expression accumulates into, and the operator.
pub fn of_expr<'e>(unit: &Unit, e: &'e Expr) -> Option<(&'e Expr, Combining)> {
    match &e.kind {
        ExprKind::Unary(op, a) if op.is_step() => {
            let down = matches!(op, UnaryOp::PreDec | UnaryOp::PostDec);
            // `b--` turns a truth value around.
            (!(down && is_truth(unit, a.ty))).then_some((a, ReductionOp::Add.into()))
        }
        ExprKind::Assign(Some(op), to, from) => {
            let op = operator(*op)?;
            let form = Form::new(unit, to)?;
            let negative = matches!(e.kind, ExprKind::Assign(Some(BinaryOp::Sub), ..));
            let kept = form.keeps(op, from.ty) && form.keeps_truth(op, &[(negative, from)]);
            (kept && form.is_free(from)).then_some((to, op.into()))
        }
        ExprKind::Assign(None, to, from) => Some((to, Form::new(unit, to)?.value(from)?)),
        _ => None,
    }
}

/// The operator by which `e`, the value that a variable is to get, accumulates into it.
pub(super) fn of_value(unit: &Unit, var: VarId, e: &Expr) -> Option<Combining> {
    let (to, ty) = (Target::Var(var), unit.var(var).ty);
    Form { unit, to, ty }.value(e)
}

/// `if (e > s) s = e;`
pub fn of_if<'e>(unit: &Unit, cond: &Expr, then: &'e Stmt) -> Option<(&'e Expr, Combining)> {
    let ExprKind::Assign(None, to, from) = &single(then)?.kind else {
        return None;
    };
    let form = Form::new(unit, to)?;
    let (cond, holds) = positive(cond);
    let (larger, smaller) = sides(cond)?;
    let (op, other) = if form.is_same(from, larger) && form.is_target(smaller) {
        (ReductionOp::Max, larger)
    } else if form.is_same(from, smaller) && form.is_target(larger) {
        (ReductionOp::Min, smaller)
    } else {
        return None;
    };
    let op = if holds { op } else { turned(op) };
    let extreme = form.extreme(!holds, is_equal(cond) == holds, other);
    let found = form.is_free(from) && form.compares(larger, smaller, other);
    found.then_some((&**to, Combining { op, extreme }))
}

/// The one expression statement that a statement is.
fn single(s: &Stmt) -> Option<&Expr> {
    match &s.kind {
        StmtKind::Expr(e) => Some(e),
        StmtKind::Block(stmts) => match stmts.as_slice() {
            [one] => single(one),
            _ => None,
        },
        _ => None,
    }
}

pub(super) fn variable(e: &Expr) -> Option<VarId> {
    match e.kind {
        ExprKind::Var(v) => Some(v),
        _ => None,
    }
}

/// Whether the values of one arithmetic type are values of another one too.
pub fn holds(unit: &Unit, from: TypeId, to: TypeId) -> bool {
    let types = &unit.types;
    if types.canonical_id(from) == types.canonical_id(to) {
        return true;
    }
    let bits = |ty| types.size_of(ty).map(|n| 8 * n);
    let digits = |ty| match types.canonical(ty) {
        Type::Float(FloatKind::Float) => Some(24),
        Type::Float(FloatKind::Double) => Some(53),
        Type::Float(FloatKind::LongDouble) => Some(64),
        _ => None,
    };
    if matches!(types.canonical(to), Type::Bool) {
        return false;
    }
    let truth = is_truth(unit, from);
    match (digits(from), digits(to)) {
        (Some(f), Some(t)) => f <= t,
        (Some(_), None) => false,
        (None, Some(t)) => types.is_integer(from) && bits(from).is_some_and(|f| f <= t),
        (None, None) if types.is_integer(from) && types.is_integer(to) => {
            let sign = types.is_unsigned(from) || !types.is_unsigned(to);
            let room = u64::from(types.is_unsigned(from) && !types.is_unsigned(to));
            let used = if truth { Some(1) } else { bits(from) };
            sign && matches!((used, bits(to)), (Some(f), Some(t)) if f + room <= t)
        }
        _ => false,
    }
}

fn is_truth(unit: &Unit, ty: TypeId) -> bool {
    matches!(unit.types.canonical(ty), Type::Bool)
}

/// Whether an expression is 0 or 1.
fn says_truth(unit: &Unit, e: &Expr) -> bool {
    use BinaryOp::*;
    let e = e.strip_implicit();
    match &e.kind {
        ExprKind::Binary(op, ..) => matches!(op, Lt | Gt | Le | Ge | Eq | Ne | And | Or),
        ExprKind::Unary(UnaryOp::Not, _) => true,
        _ => is_truth(unit, e.ty) || matches!(e.int_value(), Some(0 | 1)),
    }
}

fn operator(op: BinaryOp) -> Option<ReductionOp> {
    Some(match op {
        BinaryOp::Add | BinaryOp::Sub => ReductionOp::Add,
        BinaryOp::Mul => ReductionOp::Mul,
        BinaryOp::BitAnd => ReductionOp::BitAnd,
        BinaryOp::BitOr => ReductionOp::BitOr,
        BinaryOp::BitXor => ReductionOp::BitXor,
        BinaryOp::And => ReductionOp::And,
        BinaryOp::Or => ReductionOp::Or,
        _ => return None,
    })
}

fn turned(op: ReductionOp) -> ReductionOp {
    match op {
        ReductionOp::Max => ReductionOp::Min,
        _ => ReductionOp::Max,
    }
}

/// A condition without the `!`s around it, and whether it must hold.
fn positive(cond: &Expr) -> (&Expr, bool) {
    let cond = cond.strip_implicit();
    match &cond.kind {
        ExprKind::Unary(UnaryOp::Not, of) => {
            let (of, holds) = positive(of);
            (of, !holds)
        }
        _ => (cond, true),
    }
}

/// What a comparison calls larger, and what smaller; they may be equal.
fn sides(cond: &Expr) -> Option<(&Expr, &Expr)> {
    match &cond.kind {
        ExprKind::Binary(BinaryOp::Gt | BinaryOp::Ge, a, b) => Some((a, b)),
        ExprKind::Binary(BinaryOp::Lt | BinaryOp::Le, a, b) => Some((b, a)),
        _ => None,
    }
}

/// Whether a comparison holds of equal values.
fn is_equal(cond: &Expr) -> bool {
    matches!(cond.kind, ExprKind::Binary(BinaryOp::Ge | BinaryOp::Le, ..))
}

/// What is accumulated into.
#[derive(Clone, Copy)]
enum Target<'u> {
    Var(VarId),
    /// An element or a member. That nothing else leads there is for others to find out.
    Place(&'u Expr),
}

/// The ways of writing the next value of `to`.
struct Form<'u> {
    unit: &'u Unit,
    to: Target<'u>,
    ty: TypeId,
}

impl<'u> Form<'u> {
    fn new(unit: &'u Unit, to: &'u Expr) -> Option<Self> {
        let (to, ty) = match &to.kind {
            ExprKind::Var(v) => (Target::Var(*v), unit.var(*v).ty),
            ExprKind::Index(..) | ExprKind::Unary(UnaryOp::Deref, _) | ExprKind::Member { .. } => {
                (Target::Place(to), to.ty)
            }
            _ => return None,
        };
        Some(Form { unit, to, ty })
    }

    fn value(&self, e: &Expr) -> Option<Combining> {
        let e = self.bare(e);
        match &e.kind {
            ExprKind::Binary(op, ..) => self.chain(operator(*op)?, e).map(Combining::from),
            _ => self.extremum(e),
        }
    }

    /// Without conversions, but those that would not keep all of the variable's values.
    fn bare<'e>(&self, e: &'e Expr) -> &'e Expr {
        match &e.kind {
            ExprKind::Cast { operand, implicit }
                if *implicit || holds(self.unit, self.ty, e.ty) =>
            {
                self.bare(operand)
            }
            _ => e,
        }
    }

    fn is_target(&self, e: &Expr) -> bool {
        match self.to {
            Target::Var(v) => self.bare(e).is_var(v),
            Target::Place(place) => self.bare(e).is_like(place),
        }
    }

    fn is_free(&self, e: &Expr) -> bool {
        match self.to {
            Target::Var(v) => !e.mentions(v),
            Target::Place(place) => !e.any_expr(|e| e.is_like(place)),
        }
    }

    fn is_same(&self, a: &Expr, b: &Expr) -> bool {
        let (a, b) = (without_casts(self.unit, a), without_casts(self.unit, b));
        a.is_like(b) || a.id == b.id && a.id != ExprId::NONE
    }

    /// `s + e1 - e2`, `e1 * s * e2`: the variable stands in it once, and nothing is taken from a value by taking away the variable.
    fn chain(&self, op: ReductionOp, e: &Expr) -> Option<ReductionOp> {
        let mut terms = Vec::new();
        self.terms(op, e, false, &mut terms)?;
        let own = |(_, t): &(bool, &Expr)| !self.is_free(t);
        let at = terms.iter().position(own)?;
        let (negative, found) = terms.swap_remove(at);
        let one = !negative && self.is_target(found) && !terms.iter().any(own);
        (one && self.keeps_truth(op, &terms)).then_some(op)
    }

    /// The operands of nested operators of one kind, and whether they are taken away.
    fn terms<'e>(
        &self,
        op: ReductionOp,
        e: &'e Expr,
        negative: bool,
        out: &mut Vec<(bool, &'e Expr)>,
    ) -> Option<()> {
        if self.is_free(e) {
            out.push((negative, e));
            return Some(());
        }
        let e = self.bare(e);
        match &e.kind {
            ExprKind::Binary(b, x, y) if operator(*b) == Some(op) && self.keeps(op, e.ty) => {
                self.terms(op, x, negative, out)?;
                self.terms(op, y, negative != (*b == BinaryOp::Sub), out)
            }
            _ if self.is_target(e) => {
                out.push((negative, e));
                Some(())
            }
            _ => None,
        }
    }

    /// Whether what an operator gives in type `at` goes on in the variable's type: an integer drops the fractions of each step.
    fn keeps(&self, op: ReductionOp, at: TypeId) -> bool {
        let class = |ty| match self.unit.types.canonical(ty) {
            Type::Complex(_) => 2,
            Type::Float(_) => 1,
            _ => 0,
        };
        matches!(op, ReductionOp::And | ReductionOp::Or) || class(at) <= class(self.ty)
    }

    /// Truth values are added up by turning each sum into one, which is `||` of other truth values only.
    fn keeps_truth(&self, op: ReductionOp, terms: &[(bool, &Expr)]) -> bool {
        let adds = matches!(op, ReductionOp::Add | ReductionOp::BitXor);
        let truth = |(negative, t): &(bool, &Expr)| !negative && says_truth(self.unit, t);
        !adds || !is_truth(self.unit, self.ty) || terms.iter().all(truth)
    }

    /// `fmax(s, e)`, `s > e ? s : e`, and these in each other; also GNU's `({ T a = s; T b = e; a > b ? a : b; })`.
    fn extremum(&self, e: &Expr) -> Option<Combining> {
        match &self.bare(e).kind {
            ExprKind::Call { callee, args } => self.called(callee, args),
            ExprKind::Conditional(cond, Some(x), y) => {
                let (cond, holds) = positive(cond);
                let (larger, smaller) = sides(cond)?;
                let op = if self.is_same(x, larger) && self.is_same(y, smaller) {
                    ReductionOp::Max
                } else if self.is_same(x, smaller) && self.is_same(y, larger) {
                    ReductionOp::Min
                } else {
                    return None;
                };
                let op = if holds { op } else { turned(op) };
                let (e, own) = self.one_of(op, x, y)?;
                let first = std::ptr::eq(e, &**x);
                let last = (is_equal(cond) == holds) == first;
                let extreme = own.and(self.extreme(first != holds, last, e));
                let compares = self.compares(larger, smaller, e);
                compares.then_some(Combining { op, extreme })
            }
            ExprKind::StmtExpr(stmts) => self.extremum(&inlined(stmts)?),
            _ => None,
        }
    }

    fn called(&self, callee: &Expr, args: &[Expr]) -> Option<Combining> {
        let ExprKind::Function(f) = &callee.strip_implicit().kind else {
            return None;
        };
        let f = self.unit.function(*f);
        let op = match f.name.trim_start_matches("__builtin_") {
            "fmax" | "fmaxf" => ReductionOp::Max,
            "fmin" | "fminf" => ReductionOp::Min,
            _ => return None,
        };
        let [a, b] = args else { return None };
        let (e, own) = self.one_of(op, a, b)?;
        let floats = self.unit.types.is_floating(self.ty);
        let extreme = match floats {
            true => own.and(Extreme::of_library(self.unit)),
            false => Extreme::Open,
        };
        let right = (f.library || f.builtin) && self.compares(a, b, e);
        right.then_some(Combining { op, extreme })
    }

    /// What the variable does with NaN and equal values where a comparison decides about `e`, see [`Extreme::compared`].
    fn extreme(&self, takes: bool, last: bool, e: &Expr) -> Extreme {
        match self.unit.types.is_floating(self.ty) {
            true => Extreme::compared(self.unit, takes, last, e),
            false => Extreme::Open,
        }
    }

    /// Of two values the one that the variable has no part in, where the other one is the variable, or accumulates into it; and how
    /// that does.
    fn one_of<'e>(&self, op: ReductionOp, a: &'e Expr, b: &'e Expr) -> Option<(&'e Expr, Own)> {
        let own = |e: &Expr| match self.is_target(e) {
            true => Some(Own(None)),
            false => {
                let found = self.extremum(e).filter(|found| found.op == op);
                found.map(|found| Own(Some(found.extreme)))
            }
        };
        if self.is_free(b)
            && let Some(own) = own(a)
        {
            return Some((b, own));
        }
        let own = own(b).filter(|_| self.is_free(a));
        own.map(|own| (a, own))
    }

    /// Whether comparing two values orders the variable's as its type does, and so does giving it the value of `e`.
    fn compares(&self, a: &Expr, b: &Expr, e: &Expr) -> bool {
        let (unit, e) = (self.unit, without_casts(self.unit, e));
        let kept = [a, b].iter().all(|x| holds(unit, self.ty, x.ty));
        let whole = unit.types.is_integer(self.ty) && unit.types.is_integer(e.ty);
        let real = |ty| unit.types.is_integer(ty) || unit.types.is_floating(ty);
        let small = matches!(e.int_value(), Some(0..=127)) && !is_truth(unit, self.ty);
        let alike = unit.types.canonical_id(a.ty) == unit.types.canonical_id(self.ty);
        let to_own = !whole || small || alike || holds(unit, e.ty, self.ty);
        kept && to_own && real(self.ty) && real(e.ty)
    }
}

/// How a value that is compared accumulates itself; `None`: it is the variable.
struct Own(Option<Extreme>);

impl Own {
    fn and(&self, outer: Extreme) -> Extreme {
        self.0.map_or(outer, |own| own.and(outer))
    }
}

/// The value of a statement expression that only names values beforehand, with these in place of their names.
fn inlined(stmts: &[Stmt]) -> Option<Expr> {
    let (last, before) = stmts.split_last()?;
    let StmtKind::Expr(value) = &last.kind else {
        return None;
    };
    let mut names: Vec<&LocalDecl> = Vec::new();
    for s in before {
        let StmtKind::Decl(decls) = &s.kind else {
            return None;
        };
        names.extend(decls);
    }
    let mut value = value.clone();
    Inline(&names).visit_expr(&mut value);
    Some(value)
}

struct Inline<'a>(&'a [&'a LocalDecl]);

impl VisitMut for Inline<'_> {
    fn visit_expr(&mut self, e: &mut Expr) {
        let named = |v: VarId| self.0.iter().find(|d| d.var == v)?.init.clone();
        match variable(e).and_then(named) {
            Some(operand) => {
                e.id = ExprId::NONE;
                e.kind = ExprKind::Cast {
                    implicit: false,
                    operand: Box::new(operand),
                };
            }
            None => self.walk_expr(e),
        }
    }
}

/// Without conversions that change no value.
fn without_casts<'e>(unit: &Unit, e: &'e Expr) -> &'e Expr {
    match &e.kind {
        ExprKind::Cast { operand, .. } if holds(unit, operand.ty, e.ty) => {
            without_casts(unit, operand)
        }
        _ => e,
    }
}
