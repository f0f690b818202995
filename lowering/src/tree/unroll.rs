//! PGI's `unroll(n)` on loops that run in order: a main loop with `n` copies of the body, and the loop itself for the
//! iterations that are left over.
//!
//! ```text
//! for (int i = 0; i < m; i++)          int i = 0;
//!     s += a[i];                       for (; i < m - 1L; i += 2) {
//!                                          s += a[i];
//!                                          s += a[i + 1];
//!                                      }
//!                                      for (; i < m; i++)
//!                                          s += a[i];
//! ```
//!
//! The plan says which loops are unrolled and what condition the main loop has (`schedule/unroll.rs`). That condition holds only
//! where at least `n` more iterations follow, so the loop's variable takes no value that it doesn't take in the user's loop,
//! and nothing overflows that didn't before.
//!
//! Before: the tree of `build`. After: one of the same kind, without [`Unrolling::Wanted`].

use super::kernel::Trace;
use super::node::*;
use crate::make::{binary, cast, int, times};
use crate::plan::Copies;
use accrs_frontend::Unit;
use accrs_frontend::region::{BinaryOp, Canonical, Expr, ExprKind, StmtKind, VarId, VisitMut};
use accrs_frontend::source::Span;

/// Unrolls the loops of a tree that the plan wants unrolled. Without such loops the trace isn't called.
pub fn pass(unit: &Unit, nodes: Vec<Node>, trace: Trace<'_>) -> Vec<Node> {
    let wanted = |n: &Node| matches!(&n.kind, Kind::For(l) if matches!(l.unroll, Some(Unrolling::Wanted(_))));
    if !nodes.iter().any(|n| n.any(&mut |n| wanted(n))) {
        return nodes;
    }
    let nodes = run(unit, nodes);
    trace("unroll", &nodes);
    nodes
}

/// Unrolls the loops among `nodes` and inside them, inner loops first.
pub fn run(unit: &Unit, nodes: Vec<Node>) -> Vec<Node> {
    let mut out = Vec::new();
    for mut n in nodes {
        n.children_mut(&mut |body| *body = run(unit, std::mem::take(body)));
        let span = n.span;
        match n.kind {
            Kind::For(mut l) => match (l.unroll.take(), l.heads.first().cloned()) {
                (Some(Unrolling::Wanted(copies)), Some(head)) => {
                    out.extend(unrolled(unit, *l, &head, copies, span));
                }
                (other, _) => {
                    l.unroll = other;
                    out.push(Node::new(Kind::For(l), span));
                }
            },
            _ => out.push(n),
        }
    }
    out
}

fn unrolled(unit: &Unit, l: Sequential, head: &Canonical, copies: Copies, span: Span) -> Vec<Node> {
    let apart = l.body.iter().any(|n| !n.declared().is_empty());
    let mut body = Vec::new();
    for k in 0..copies.number {
        let mut copy = l.body.clone();
        if k > 0 {
            let shift = Shift::of(unit, head, k);
            Replace {
                unit,
                shift: &shift,
            }
            .nodes(&mut copy);
        }
        // Each copy has its own instances of the variables that the body declares.
        match apart {
            true => body.push(Node::new(Kind::Block(copy), span)),
            false => body.append(&mut copy),
        }
    }
    let mut main = Sequential {
        cond: copies.test.clone().or(l.cond.clone()),
        inc: Some(copies.step.clone()),
        unroll: Some(Unrolling::Main(copies.number)),
        body,
        ..l.clone()
    };
    if let (ExprKind::Assign(_, _, step), Some(h)) = (&copies.step.kind, main.heads.first_mut()) {
        h.step = (**step).clone();
    }
    if copies.test.is_none() {
        return vec![Node::new(Kind::For(Box::new(main)), span)];
    }
    let mut rest = l;
    rest.unroll = Some(Unrolling::Rest);
    let first = match &mut rest.form {
        Form::For(init) => init.take(),
        _ => None,
    };
    // Both loops step the variable that the user's loop declares, so it is declared before them.
    let declared = first.filter(|s| matches!(s.kind, StmtKind::Decl(_)));
    if declared.is_some() {
        main.form = Form::For(None);
    }
    let loops = [main, rest].map(|l| Node::new(Kind::For(Box::new(l)), span));
    match declared {
        Some(s) => {
            let whole = std::iter::once(Node::leaf(*s)).chain(loops).collect();
            vec![Node::new(Kind::Block(whole), span)]
        }
        None => loops.into(),
    }
}

/// What a loop's variable is some iterations later.
#[derive(Clone, Debug)]
pub struct Shift {
    pub var: VarId,
    /// `i + 2`, of the variable's own type.
    pub value: Expr,
    /// The same value as an `int`, for variables of narrower types, with which C computes as `int`.
    promoted: Option<Expr>,
    /// How much larger it is, where the step is a literal and the type at least as wide as `int`.
    by: Option<i128>,
}

impl Shift {
    /// The shift for copy number `k` of the body.
    pub fn of(unit: &Unit, head: &Canonical, k: u32) -> Self {
        let (types, ty) = (&unit.types, unit.var(head.var).ty);
        let var = Expr::new(ExprKind::Var(head.var), ty, Span::default());
        let op = if head.down {
            BinaryOp::Sub
        } else {
            BinaryOp::Add
        };
        let narrow = types.is_integer(ty) && types.size_of(ty).is_some_and(|n| n < 4);
        let Some(step) = head.step.int_value() else {
            let far = match k {
                1 => head.step.clone(),
                k => times(unit, k, &head.step),
            };
            let sum = binary(op, var, far, types.long());
            let value = match types.is_pointer(ty) {
                true => sum,
                false => cast(false, ty, sum),
            };
            return Self {
                var: head.var,
                value,
                promoted: None,
                by: None,
            };
        };
        let by = i128::from(k) * step;
        if !narrow {
            let value = moved(unit, var, if head.down { -by } else { by });
            let by = Some(if head.down { -by } else { by });
            return Self {
                var: head.var,
                value,
                promoted: None,
                by,
            };
        }
        let sum = binary(op, cast(true, types.int(), var), int(unit, by), types.int());
        Self {
            var: head.var,
            value: cast(false, ty, sum.clone()),
            promoted: Some(sum),
            by: None,
        }
    }

    /// The replacement of an expression that is the variable itself, or the variable plus or minus a literal.
    pub fn replaced(&self, unit: &Unit, e: &Expr) -> Option<Expr> {
        let is_it = |e: &Expr| matches!(e.kind, ExprKind::Var(v) if v == self.var);
        let types = &unit.types;
        let mut new = match (&e.kind, &self.promoted, self.by) {
            (ExprKind::Var(_), ..) if is_it(e) => self.value.clone(),
            (
                ExprKind::Cast {
                    implicit: true,
                    operand,
                },
                Some(sum),
                _,
            ) if is_it(operand) => {
                if !types.is_arithmetic(e.ty) || types.size_of(e.ty).is_none_or(|n| n < 4) {
                    return None;
                }
                cast(true, e.ty, sum.clone())
            }
            // `i + 1` becomes `i + 3`, which is the same, since neither sum overflows.
            (ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b), _, Some(by))
                if is_it(a) =>
            {
                let literal = b.strip_implicit();
                if !matches!(literal.kind, ExprKind::IntLit { .. })
                    || types.canonical_id(e.ty) != types.canonical_id(a.ty)
                {
                    return None;
                }
                let n = literal.int_value()?;
                let sum = by + if *op == BinaryOp::Add { n } else { -n };
                i32::try_from(sum).ok()?;
                moved(unit, (**a).clone(), sum)
            }
            _ => return None,
        };
        new.span = e.span;
        Some(new)
    }

    /// An expression with the variable shifted.
    pub fn applied(&self, unit: &Unit, e: &Expr) -> Expr {
        let mut e = e.clone();
        Replace { unit, shift: self }.visit_expr(&mut e);
        e
    }
}

/// `var + by` or `var - by`, by the sign of the number.
fn moved(unit: &Unit, var: Expr, by: i128) -> Expr {
    let ty = var.ty;
    let number = |n| match unit.types.is_pointer(ty) {
        true => int(unit, n),
        false => cast(true, ty, int(unit, n)),
    };
    match by {
        0 => var,
        n if n < 0 => binary(BinaryOp::Sub, var, number(-n), ty),
        n => binary(BinaryOp::Add, var, number(n), ty),
    }
}

/// Replaces a loop's variable by its value in a later iteration.
struct Replace<'r> {
    unit: &'r Unit,
    shift: &'r Shift,
}

impl VisitMut for Replace<'_> {
    fn visit_expr(&mut self, e: &mut Expr) {
        match self.shift.replaced(self.unit, e) {
            Some(new) => *e = new,
            None => self.walk_expr(e),
        }
    }
}

impl Replace<'_> {
    fn nodes(&mut self, nodes: &mut [Node]) {
        nodes.iter_mut().for_each(|n| self.node(n));
    }

    fn node(&mut self, n: &mut Node) {
        match &mut n.kind {
            Kind::Leaf(s) => self.visit_stmt(s),
            Kind::If(i) => self.visit_expr(&mut i.cond),
            Kind::Switch { value, .. } => self.visit_expr(value),
            Kind::For(l) => {
                if let Form::For(Some(init)) = &mut l.form {
                    self.visit_stmt(init);
                }
                l.cond
                    .iter_mut()
                    .chain(&mut l.inc)
                    .for_each(|e| self.visit_expr(e));
                l.heads.iter_mut().for_each(|h| self.visit_canonical(h));
            }
            Kind::Loop(l) => {
                l.heads.iter_mut().for_each(|h| self.visit_canonical(h));
                l.chunk
                    .iter_mut()
                    .flatten()
                    .for_each(|e| self.visit_expr(e));
            }
            Kind::Text(shift) => *shift = Some(Box::new(self.shift.clone())),
            _ => {}
        }
        n.children_mut(&mut |body| self.nodes(body));
    }
}

#[cfg(test)]
mod tests;
