//! What code does to objects, and what functions do: one analysis for the loops' canonical form, for the verifier, and for lowering's
//! tables of uses.

mod body;
mod functions;

pub use functions::{Effects, Summary, Touch};

use super::place::{self, rough_place};
use super::walk::{Event, Mode, value};
use super::{Expr, ExprKind, LocalDecl, Stmt, UnaryOp, Unit, VarId, Visit};
use crate::source::Span;
use std::collections::HashMap;

/// Something that is read or written.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Object {
    /// The variable itself.
    Var(VarId),
    /// A part of a variable, or what it points to, by the way there; which element is left open.
    Through(VarId, Vec<Step>),
    /// A call whose value can't be foreseen.
    Call,
}

/// A step on the way from a variable to a place.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    Deref,
    Field(String),
}

impl Object {
    /// The object that an lvalue is; `None` when it isn't rooted in a variable.
    pub fn of(unit: &Unit, e: &Expr) -> Option<Self> {
        let place = rough_place(unit, e)?;
        let itself = match &e.strip_implicit().kind {
            ExprKind::Var(_) => true,
            ExprKind::Unary(UnaryOp::Real | UnaryOp::Imag, _) => place.steps.is_empty(),
            _ => false,
        };
        Some(match itself {
            true => Object::Var(place.root),
            false => Object::Through(place.root, way(&place)),
        })
    }
}

/// The steps of a place, which element is left open.
fn way(place: &place::Place<'_>) -> Vec<Step> {
    let steps = place.steps.iter().filter_map(|s| match s {
        place::Step::Deref => Some(Step::Deref),
        place::Step::Field(name, _) => Some(Step::Field((*name).to_string())),
        place::Step::Index { .. } => None,
    });
    steps.collect()
}

/// Whether one of two ways from the same variable leads to the other's object, or into it.
fn meet(a: &[Step], b: &[Step]) -> bool {
    let common = a.len().min(b.len());
    let rest = a[common..].iter().chain(&b[common..]);
    // What lies behind a pointer is another object than the pointer.
    a[..common] == b[..common] && !rest.into_iter().any(|s| *s == Step::Deref)
}

/// What a statement writes, with where.
#[derive(Debug, Default)]
pub struct Written {
    objects: HashMap<Object, Span>,
}

impl Written {
    /// Where the variable itself is assigned or its address is taken.
    pub fn writes_var(&self, var: VarId) -> Option<Span> {
        self.objects.get(&Object::Var(var)).copied()
    }

    /// Where the variable, a part of it, or something behind it is written.
    pub fn changes_any(&self, var: VarId) -> Option<Span> {
        let of = |p: &Object| matches!(p, Object::Var(v) | Object::Through(v, _) if *v == var);
        let found = self.objects.iter().filter(|(p, _)| of(p));
        found.map(|(_, span)| *span).min()
    }

    /// Where something is written that `place` may be.
    pub fn changes(&self, place: Object) -> Option<Span> {
        if let Some(span) = self.objects.get(&place) {
            return Some(*span);
        }
        let (Object::Var(var) | Object::Through(var, _)) = &place else {
            return None;
        };
        self.objects
            .iter()
            .filter(|(written, _)| match (written, &place) {
                (Object::Through(v, a), Object::Through(_, b)) => v == var && meet(a, b),
                (Object::Var(v), Object::Through(..)) => v == var,
                _ => false,
            })
            .map(|(_, span)| *span)
            .min()
    }
}

impl Effects {
    /// What a statement writes, with what the functions do that it calls.
    pub fn of_stmt(&self, s: &Stmt, unit: &Unit) -> Written {
        let mut found = Collect {
            unit,
            effects: self,
            written: Written::default(),
        };
        found.visit_stmt(s);
        found.written
    }

    /// The variables whose addresses are arguments of functions that only look at what is there.
    pub fn shown<'a>(&self, unit: &Unit, e: &'a Expr) -> Vec<&'a Expr> {
        let mut shown = Vec::new();
        e.each_expr(|e| {
            let (ExprKind::Call { args, .. }, Some(f)) = (&e.kind, e.called()) else {
                return;
            };
            for (n, arg) in args.iter().enumerate() {
                if let ExprKind::Unary(UnaryOp::AddrOf, of) = &arg.strip_implicit().kind
                    && matches!(of.kind, ExprKind::Var(_))
                    && !unit.types.is_array(of.ty)
                    && self.only_looks_at(unit, f, n)
                {
                    shown.push(&**of);
                }
            }
        });
        shown
    }

    /// What the value of an expression depends on.
    pub fn reads(&self, e: &Expr, unit: &Unit) -> Vec<(Object, Span)> {
        let mut reads = Reads {
            unit,
            effects: self,
            out: Vec::new(),
        };
        reads.visit_expr(e);
        reads.out
    }
}

/// Gathers what is written.
struct Collect<'u> {
    unit: &'u Unit,
    effects: &'u Effects,
    written: Written,
}

impl Collect<'_> {
    fn note(&mut self, object: Object, span: Span) {
        self.written.objects.entry(object).or_insert(span);
    }
}

impl<'a> Visit<'a> for Collect<'_> {
    fn visit_decl(&mut self, d: &'a LocalDecl) {
        let span = d
            .init
            .as_ref()
            .map_or(self.unit.var(d.var).span, |e| e.span);
        self.note(Object::Var(d.var), span);
        self.walk_decl(d);
    }

    fn visit_expr(&mut self, e: &'a Expr) {
        let shown = self.effects.shown(self.unit, e);
        value(self.unit, e, &mut |event| match event {
            Event::Access {
                mode, lvalue, by, ..
            } => {
                // Whoever gets the address may write.
                let handed = mode == Mode::Address
                    && matches!(lvalue.kind, ExprKind::Var(_))
                    && !shown.iter().any(|s| std::ptr::eq(*s, lvalue))
                    && !self.unit.types.is_array(lvalue.ty);
                if (mode.writes() || handed)
                    && let Some(object) = Object::of(self.unit, lvalue)
                {
                    self.note(object, by.span);
                }
            }
            Event::Call {
                function: Some(f),
                args,
                call,
            } => {
                for object in self.effects.written(self.unit, f, args) {
                    self.note(object, call.span);
                }
            }
            Event::Stmts(stmts) => stmts.iter().for_each(|s| self.visit_stmt(s)),
            Event::Call { .. } | Event::Branch | Event::Else | Event::Join => {}
        });
    }
}

/// Gathers what a value is made from.
struct Reads<'u> {
    unit: &'u Unit,
    effects: &'u Effects,
    out: Vec<(Object, Span)>,
}

impl<'a> Visit<'a> for Reads<'_> {
    fn visit_expr(&mut self, e: &'a Expr) {
        match &e.kind {
            ExprKind::Call { .. } if self.effects.only_computes(self.unit, e.called()) => {}
            ExprKind::Call { .. } | ExprKind::StmtExpr(_) | ExprKind::Assign(..) => {
                self.out.push((Object::Call, e.span));
            }
            ExprKind::SizeofExpr(_) => return,
            _ => {
                if let Some(p) = Object::of(self.unit, e) {
                    self.out.push((p, e.span));
                    return self.on_the_way(e);
                }
            }
        }
        self.walk_expr(e);
    }
}

impl Reads<'_> {
    /// What is read to get to an lvalue: pointers and subscripts, but not the structs and arrays that it lies in.
    fn on_the_way(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Var(_) => {}
            ExprKind::Cast {
                implicit: true,
                operand,
            } => self.on_the_way(operand),
            ExprKind::Member {
                base, arrow: false, ..
            } => self.on_the_way(base),
            ExprKind::Index(a, b) => {
                for part in [a, b] {
                    if self.unit.types.is_array(part.strip_implicit().ty) {
                        self.on_the_way(part);
                    } else {
                        self.visit_expr(part);
                    }
                }
            }
            _ => self.walk_expr(e),
        }
    }
}
