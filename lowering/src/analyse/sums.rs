//! Sums in memory: statements that accumulate into an element of an array or a member of a struct, `y[i] += e`, `h[k[i]]++`,
//! `if (e > m[k]) m[k] = e`.
//!
//! Such statements may run in any order where they meet only each other, with one and the same operator: who asks for a dependence says
//! of which objects the sums may be combined ([`Question::sums`](super::depend::Question)). Whatever else touches an element,
//! be it another read in the same statement, is an access like any other.

use super::accumulation;
use super::extremes::Combining;
use accrs_frontend::Unit;
use accrs_frontend::region::{
    BinaryOp, Expr, ExprId, ExprKind, Stmt, StmtKind, Type, UnaryOp, Visit,
};
use std::collections::HashMap;

/// The statements of a piece of code that accumulate into memory.
#[derive(Default)]
pub struct Sums<'a> {
    updates: Vec<Update<'a>>,
    /// The expressions in these that name the element, with the update's number.
    places: HashMap<ExprId, usize>,
}

/// A statement that accumulates into memory.
pub struct Update<'a> {
    pub stmt: &'a Stmt,
    /// What is updated.
    pub target: &'a Expr,
    pub op: Combining,
    /// It has a form that `atomic update` takes.
    pub atomic: bool,
    /// Its new value is computed by an expression, without statements of its own.
    pub plain: bool,
}

impl<'a> Sums<'a> {
    pub fn of(unit: &'a Unit, code: impl Iterator<Item = &'a Stmt>) -> Self {
        let mut found = Find {
            unit,
            sums: Sums::default(),
        };
        code.for_each(|s| found.visit_stmt(s));
        found.sums
    }

    /// The update that an access is part of: as what is updated, not in its subscripts or in what is added.
    pub fn update(&self, place: &Expr) -> Option<&Update<'a>> {
        self.updates.get(*self.places.get(&place.id)?)
    }
}

struct Find<'a> {
    unit: &'a Unit,
    sums: Sums<'a>,
}

impl<'a> Visit<'a> for Find<'a> {
    fn visit_stmt(&mut self, s: &'a Stmt) {
        let found = match &s.kind {
            StmtKind::If {
                cond,
                then,
                els: None,
            } => accumulation::of_if(self.unit, cond, then),
            StmtKind::Expr(e) => accumulation::of_expr(self.unit, e),
            // The user has said how.
            StmtKind::Atomic { .. } => return,
            _ => None,
        };
        match found {
            Some((target, op)) if op.is_free() && is_element(self.unit, target) => {
                let number = self.sums.updates.len();
                s.each_expr(|e| {
                    if e.id != ExprId::NONE && e.is_like(target) {
                        self.sums.places.insert(e.strip_implicit().id, number);
                    }
                });
                self.sums.updates.push(Update {
                    stmt: s,
                    target,
                    op,
                    atomic: is_atomic(s, target),
                    plain: !s.any_expr(|e| matches!(e.kind, ExprKind::StmtExpr(_))),
                });
            }
            _ => self.walk_stmt(s),
        }
    }

    // The last statement of a statement expression is its value, which somebody may read.
    fn visit_expr(&mut self, _: &'a Expr) {}
}

/// Whether an lvalue is a number in memory that has a place of its own, and naming it twice names the same one.
fn is_element(unit: &Unit, target: &Expr) -> bool {
    let types = &unit.types;
    let place = match &target.kind {
        ExprKind::Index(..) | ExprKind::Unary(UnaryOp::Deref, _) => true,
        ExprKind::Member { base, field, arrow } => {
            let of = match arrow {
                true => types.pointee(base.ty),
                false => Some(base.ty),
            };
            let fields = of.and_then(|ty| match types.canonical(ty) {
                Type::Record(id) => types.records[id.index()].fields.as_ref(),
                _ => None,
            });
            let mut fields = fields.into_iter().flatten();
            fields.any(|f| f.name == *field && f.bit_width.is_none())
        }
        _ => false,
    };
    let changes = |e: &Expr| match &e.kind {
        ExprKind::Unary(op, _) => op.is_step(),
        ExprKind::Assign(..) | ExprKind::Call { .. } | ExprKind::StmtExpr(_) => true,
        _ => types.qualifiers(e.ty).is_volatile,
    };
    let number = types.is_integer(target.ty) || types.is_floating(target.ty);
    place && number && !target.any_expr(changes)
}

/// Whether a statement is `x op= e`, `x++`, `x = x op e` or `x = e op x`.
fn is_atomic(s: &Stmt, x: &Expr) -> bool {
    let StmtKind::Expr(e) = &s.kind else {
        return false;
    };
    match &e.kind {
        ExprKind::Unary(op, _) => op.is_step(),
        ExprKind::Assign(Some(_), ..) => true,
        ExprKind::Assign(None, _, value) => match &value.strip_implicit().kind {
            ExprKind::Binary(op, a, b) => {
                a.is_like(x) || b.is_like(x) && !matches!(op, BinaryOp::Sub)
            }
            _ => false,
        },
        _ => false,
    }
}
