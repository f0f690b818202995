//! Canonical form of loops (OpenACC 3.3 §2.9): the trip count is known before the loop starts.
//!
//! [`fill`] looks at every `for` of a unit, with a directive or without, and notes the form
//! of those that have it. [`find`] says of one loop which form, or why not.

use super::constant;
use super::effects::{Effects, Object};
use super::{
    BinaryOp, Canonical, Expr, ExprKind, For, LoopCmp, LoopId, Stmt, StmtKind, Type, Types,
    UnaryOp, Unit, VarId, Visit, VisitMut,
};
use crate::diag::{Code, codes};
use crate::source::Span;
use indexmap::IndexMap;
use std::collections::HashMap;

/// Why a loop is not in canonical form.
#[derive(Clone, Debug)]
pub struct Refusal {
    pub code: Code,
    /// The text that is the reason.
    pub span: Span,
    pub reason: String,
}

fn no<T>(code: Code, span: Span, reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal {
        code,
        span,
        reason: reason.into(),
    })
}

/// Fills [`For::canonical`] throughout the unit, and [`Unit::effects`]; returns the refusals, by loop.
pub fn fill(unit: &mut Unit) -> HashMap<LoopId, Refusal> {
    let mut refusals = HashMap::new();
    let effects = Effects::of(unit);
    for i in 0..unit.constructs.len() {
        let mut body = std::mem::replace(&mut unit.constructs[i].body, super::Body::None);
        if let super::Body::Compute(stmts) = &mut body {
            Fill::new(stmts, unit, &effects, &mut refusals).all(stmts);
        }
        unit.constructs[i].body = body;
    }
    for i in 0..unit.functions.len() {
        if let Some(mut stmts) = unit.functions[i].body.take() {
            Fill::new(&stmts, unit, &effects, &mut refusals).all(&mut stmts);
            unit.functions[i].body = Some(stmts);
        }
    }
    unit.effects = effects;
    refusals
}

/// Fills the loops of one body.
struct Fill<'a> {
    unit: &'a Unit,
    effects: &'a Effects,
    /// How often each label of the body is jumped to.
    gotos: HashMap<String, usize>,
    /// The word `for` of the loop that is looked at.
    word: Span,
    refusals: &'a mut HashMap<LoopId, Refusal>,
}

impl<'a> Fill<'a> {
    fn new(
        stmts: &[Stmt],
        unit: &'a Unit,
        effects: &'a Effects,
        refusals: &'a mut HashMap<LoopId, Refusal>,
    ) -> Self {
        let mut gotos: HashMap<String, usize> = HashMap::new();
        for s in stmts {
            s.each_stmt(|s| {
                if let StmtKind::Goto(name) = &s.kind {
                    *gotos.entry(name.clone()).or_default() += 1;
                }
            });
        }
        Self {
            unit,
            effects,
            gotos,
            word: Span::default(),
            refusals,
        }
    }

    fn all(&mut self, stmts: &mut [Stmt]) {
        stmts.iter_mut().for_each(|s| self.visit_stmt(s));
    }
}

impl VisitMut for Fill<'_> {
    fn visit_stmt(&mut self, s: &mut Stmt) {
        self.word = Span {
            start: s.span.start,
            end: s.span.start + 3,
        };
        self.walk_stmt(s);
    }

    fn visit_for(&mut self, l: &mut For) {
        match find(l, self.word, self.unit, self.effects, &self.gotos) {
            Ok(form) => l.canonical = Some(form),
            Err(refusal) => {
                self.refusals.insert(l.id, refusal);
            }
        }
        self.walk_for(l);
    }

    /// The heads just found hold no loops that the loops' own parts don't hold.
    fn visit_canonical(&mut self, _: &mut Canonical) {}
}

/// The canonical form of a loop, or why it has none.
/// `word`: the word `for`, for what is missing altogether.
pub fn find(
    l: &For,
    word: Span,
    unit: &Unit,
    effects: &Effects,
    gotos: &HashMap<String, usize>,
) -> Result<Canonical, Refusal> {
    let (var, declared, lower) = start(l, word)?;
    let v = unit.var(var);
    let at = l.init.as_ref().map_or(word, |s| s.span);
    if !matches!(
        unit.types.canonical(v.ty),
        Type::Char | Type::Int(_) | Type::Enum(_) | Type::Pointer(_)
    ) {
        let reason = format!("`{}` is neither an integer nor a pointer", v.name);
        return no(codes::LOOP_INDEX_TYPE, at, reason);
    }
    let (cmp, upper) = condition(l, word, var, &v.name)?;
    if unit.types.is_floating(upper.ty) {
        let reason = format!(
            "`{}` is compared with a floating-point number: put the bound into an integer before the loop",
            v.name
        );
        return no(codes::LOOP_CONDITION, upper.span, reason);
    }
    let (step, down) = step(l, word, var, &v.name, cmp, &unit.types)?;
    if cmp == LoopCmp::Ne
        && let Some(why) = uncountable(&unit.types, v.ty, (&lower, &upper, &step), down)
    {
        let reason = format!("`{}` {why}", v.name);
        return no(codes::LOOP_CONDITION, upper.span, reason);
    }
    let written = effects.of_stmt(&l.body, unit);
    if let Some(span) = written.writes_var(var) {
        let reason = format!("`{}` is changed in the loop's body", v.name);
        return no(codes::LOOP_INDEX_CHANGED, span, reason);
    }
    for e in [&upper, &step] {
        for (object, used) in effects.reads(e, unit) {
            if object == Object::Call {
                return no(
                    codes::LOOP_BOUND_CHANGES,
                    used,
                    "a call in the bound or step may give another value each time",
                );
            }
            if let Some(span) = written.changes(object) {
                let reason = "the body changes what the loop's bound or step depends on";
                return no(codes::LOOP_BOUND_CHANGES, span, reason);
            }
        }
    }
    leaves(&l.body, gotos)?;
    Ok(Canonical {
        var,
        declared,
        lower,
        cmp,
        upper,
        step,
        down,
    })
}

/// Why an unsigned variable's way to `!=` a bound can't be counted. Steps of one always lead there, past the end of the type
/// too (`for (size_t i = n - 1; i != (size_t)-1; i--)`), so often as the distance modulo its size says; larger ones may miss
/// it on their way around, as far as the bounds tell.
fn uncountable(
    types: &Types,
    ty: super::TypeId,
    (lower, upper, step): (&Expr, &Expr, &Expr),
    down: bool,
) -> Option<&'static str> {
    let bits = types.size_of(ty).filter(|n| *n <= 8).map(|n| 8 * n)?;
    if !types.is_unsigned(ty) {
        return None;
    }
    let largest = (1_i128 << bits) - 1;
    // Types narrower than `int` are compared as `int`: their bound isn't cut off.
    if bits < 32 && folded(types, upper).is_some_and(|n| !(0..=largest).contains(&n)) {
        return Some("never has the bound's value");
    }
    if step.int_value() == Some(1) {
        return None;
    }
    let value = |e: &Expr| folded(types, e).map(|v| v & largest);
    let wraps = match (value(lower), value(upper)) {
        (Some(from), Some(to)) if down => from < to,
        (Some(from), Some(to)) => from > to,
        (None, Some(to)) => down && to > largest / 2,
        (Some(from), None) => !down && from > largest / 2,
        (None, None) => false,
    };
    wraps.then_some(
        "wraps around before it reaches the bound: its trip count can't be computed from the bounds",
    )
}

/// A constant, `~0` among them.
fn folded(types: &Types, e: &Expr) -> Option<i128> {
    let e = e.strip_implicit();
    match &e.kind {
        ExprKind::Unary(UnaryOp::BitNot, a) => Some(!folded(types, a)?),
        ExprKind::Cast { operand, .. } => {
            let value = folded(types, operand)?;
            // A narrow unsigned type keeps the value's last bits.
            let bits = types.size_of(e.ty).filter(|n| *n < 4).map(|n| 8 * n);
            Some(match bits.filter(|_| types.is_unsigned(e.ty)) {
                Some(bits) => value & ((1 << bits) - 1),
                None => value,
            })
        }
        _ => constant(e),
    }
}

/// `int i = lower` or `i = lower`.
fn start(l: &For, word: Span) -> Result<(VarId, bool, Expr), Refusal> {
    let Some(init) = &l.init else {
        return no(
            codes::LOOP_INIT,
            word,
            "the first part of the `for` must set the loop's variable",
        );
    };
    match &init.kind {
        StmtKind::Decl(decls) => {
            if let [one] = &decls[..]
                && let Some(value) = &one.init
                && !one.is_static
            {
                return Ok((one.var, true, value.clone()));
            }
            no(
                codes::LOOP_INIT,
                init.span,
                "the `for` must declare one variable, with its first value",
            )
        }
        StmtKind::Expr(Expr {
            kind: ExprKind::Assign(None, target, value),
            ..
        }) => match target.kind {
            ExprKind::Var(var) => Ok((var, false, (**value).clone())),
            _ => no(
                codes::LOOP_INIT,
                target.span,
                "the loop's variable must be a plain variable",
            ),
        },
        _ => no(
            codes::LOOP_INIT,
            init.span,
            "the first part of the `for` must be `variable = value`",
        ),
    }
}

fn is_var(e: &Expr, var: VarId) -> bool {
    e.strip_implicit().is_var(var)
}

/// The comparison with the variable on its left, and the bound.
fn condition(l: &For, word: Span, var: VarId, name: &str) -> Result<(LoopCmp, Expr), Refusal> {
    let Some(cond) = &l.cond else {
        return no(codes::LOOP_CONDITION, word, "the `for` has no condition");
    };
    if let ExprKind::Binary(op, a, b) = &cond.strip_implicit().kind {
        let (cmp, mirrored) = match op {
            BinaryOp::Lt => (LoopCmp::Lt, LoopCmp::Gt),
            BinaryOp::Le => (LoopCmp::Le, LoopCmp::Ge),
            BinaryOp::Gt => (LoopCmp::Gt, LoopCmp::Lt),
            BinaryOp::Ge => (LoopCmp::Ge, LoopCmp::Le),
            BinaryOp::Ne => (LoopCmp::Ne, LoopCmp::Ne),
            _ => {
                let reason = format!("the condition must compare `{name}` by <, <=, >, >= or !=");
                return no(codes::LOOP_CONDITION, cond.span, reason);
            }
        };
        if is_var(a, var) && !b.mentions(var) {
            return Ok((cmp, (**b).clone()));
        }
        if is_var(b, var) && !a.mentions(var) {
            return Ok((mirrored, (**a).clone()));
        }
    }
    let reason = format!("the condition must compare `{name}` itself with a bound");
    no(codes::LOOP_CONDITION, cond.span, reason)
}

/// The step without its sign, and whether the loop counts down.
fn step(
    l: &For,
    word: Span,
    var: VarId,
    name: &str,
    cmp: LoopCmp,
    types: &Types,
) -> Result<(Expr, bool), Refusal> {
    let Some(inc) = &l.inc else {
        let reason = format!("the `for` doesn't step `{name}`");
        return no(codes::LOOP_STEP, word, reason);
    };
    let int = types.int();
    let Some((amount, minus)) = amount(inc, var, int) else {
        let reason = format!("the step must be `{name}++`, `{name} += n` or the like");
        return no(codes::LOOP_STEP, inc.span, reason);
    };
    if !types.is_integer(amount.ty) || amount.mentions(var) {
        return no(
            codes::LOOP_STEP,
            amount.span,
            "the step must be an integer that stays the same",
        );
    }
    let (step, down) = match amount.int_value() {
        Some(0) => return no(codes::LOOP_STEP, inc.span, "the step is zero"),
        Some(n) => {
            let down = (n < 0) != minus;
            if n < 0 {
                (negated(&amount), down)
            } else {
                (amount, down)
            }
        }
        // The sign is known at run time only: the comparison tells which way is meant.
        None => match (cmp, minus) {
            (LoopCmp::Lt | LoopCmp::Le, false) | (LoopCmp::Gt | LoopCmp::Ge, true) => {
                (amount, minus)
            }
            (LoopCmp::Ne, _) => {
                let reason = "with `!=` the step must be a constant: its direction isn't known";
                return no(codes::LOOP_STEP, inc.span, reason);
            }
            _ => (minus_of(amount), !minus),
        },
    };
    match cmp {
        LoopCmp::Lt | LoopCmp::Le if down => no(
            codes::LOOP_STEP,
            inc.span,
            "the step leads away from the bound",
        ),
        LoopCmp::Gt | LoopCmp::Ge if !down => no(
            codes::LOOP_STEP,
            inc.span,
            "the step leads away from the bound",
        ),
        _ => Ok((step, down)),
    }
}

/// What is added to the variable each time, or taken from it (`true`).
fn amount(inc: &Expr, var: VarId, int: super::TypeId) -> Option<(Expr, bool)> {
    match &inc.strip_implicit().kind {
        ExprKind::Unary(op, target) if is_var(target, var) => {
            let minus = match op {
                UnaryOp::PreInc | UnaryOp::PostInc => false,
                UnaryOp::PreDec | UnaryOp::PostDec => true,
                _ => return None,
            };
            let one = ExprKind::IntLit {
                value: 1,
                text: "1".into(),
            };
            Some((Expr::new(one, int, inc.span), minus))
        }
        ExprKind::Assign(Some(BinaryOp::Add), target, n) if is_var(target, var) => {
            Some(((**n).clone(), false))
        }
        ExprKind::Assign(Some(BinaryOp::Sub), target, n) if is_var(target, var) => {
            Some(((**n).clone(), true))
        }
        ExprKind::Assign(None, target, value) if is_var(target, var) => {
            match &value.strip_implicit().kind {
                ExprKind::Binary(BinaryOp::Add, a, n) if is_var(a, var) => {
                    Some(((**n).clone(), false))
                }
                ExprKind::Binary(BinaryOp::Add, n, a) if is_var(a, var) => {
                    Some(((**n).clone(), false))
                }
                ExprKind::Binary(BinaryOp::Sub, a, n) if is_var(a, var) => {
                    Some(((**n).clone(), true))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// A negative constant without its sign.
fn negated(e: &Expr) -> Expr {
    match &e.kind {
        ExprKind::Unary(UnaryOp::Minus, inner) => (**inner).clone(),
        ExprKind::Cast {
            implicit: true,
            operand,
        } => negated(operand),
        _ => minus_of(e.clone()),
    }
}

fn minus_of(e: Expr) -> Expr {
    let (ty, span) = (e.ty, e.span);
    Expr::new(ExprKind::Unary(UnaryOp::Minus, Box::new(e)), ty, span)
}

/// Refuses a body that can be left, or entered, other than at its ends.
fn leaves(body: &Stmt, gotos: &HashMap<String, usize>) -> Result<(), Refusal> {
    let mut jumps = Jumps {
        breaks: true,
        left: None,
        gotos: IndexMap::new(),
        labels: Vec::new(),
    };
    jumps.visit_stmt(body);
    if let Some((span, word)) = jumps.left {
        return no(codes::BRANCH_OUT, span, format!("`{word}` leaves the loop"));
    }
    for (name, (_, span)) in &jumps.gotos {
        if !jumps.labels.iter().any(|(l, _)| l == name) {
            let reason = format!("`goto {name}` leaves the loop");
            return no(codes::BRANCH_OUT, *span, reason);
        }
    }
    for (name, span) in &jumps.labels {
        let inside = jumps.gotos.get(name).map_or(0, |(count, _)| *count);
        if gotos.get(*name).copied().unwrap_or(0) > inside {
            let reason = format!("`goto {name}` jumps into the loop from outside");
            return no(codes::BRANCH_IN, *span, reason);
        }
    }
    Ok(())
}

/// The jumps and labels in a loop's body.
struct Jumps<'a> {
    /// A `break` here is one of the loop's own.
    breaks: bool,
    /// The first `break` or `return` that leaves the loop.
    left: Option<(Span, &'static str)>,
    /// How often each label is jumped to, and where first.
    gotos: IndexMap<&'a str, (usize, Span)>,
    labels: Vec<(&'a str, Span)>,
}

impl<'a> Visit<'a> for Jumps<'a> {
    fn visit_stmt(&mut self, s: &'a Stmt) {
        let mut leaves = |word| self.left = self.left.or(Some((s.span, word)));
        match &s.kind {
            StmtKind::Break if self.breaks => leaves("break"),
            StmtKind::Return(_) => leaves("return"),
            StmtKind::Goto(name) => self.gotos.entry(name).or_insert((0, s.span)).0 += 1,
            StmtKind::Label { name, .. } => self.labels.push((name, s.span)),
            _ => {}
        }
        let around = self.breaks;
        self.breaks &= !matches!(
            s.kind,
            StmtKind::For(_)
                | StmtKind::While { .. }
                | StmtKind::DoWhile { .. }
                | StmtKind::Switch { .. }
        );
        self.walk_stmt(s);
        self.breaks = around;
    }
}
